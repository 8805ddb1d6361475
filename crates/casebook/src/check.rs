//! Whether a step came out as its example expects.

use kernel::{Game, Odds, Refusals, Seat};
use serde_json::Value;

use crate::expect::{Chance, Expect, Fraction, Refused};
use crate::matching::{holds, lacks};
use crate::outcome::{Ending, StepOutcome};
use crate::spoken::spoken;

/// Everything that is not as expected.
pub(crate) fn check(
    expect: &Expect,
    outcome: &StepOutcome,
    game: &dyn Game,
    seats: &[(String, Seat)],
) -> Vec<String> {
    let mut found = Vec::new();
    ending(expect, outcome, &mut found);
    events(expect, outcome, &mut found);
    rolls(expect, outcome, &mut found);
    for (texts, wanted) in [(&expect.view, true), (&expect.hidden, false)] {
        for (name, texts) in texts {
            view(name, texts, wanted, game, seats, &mut found);
        }
    }
    if let Some(odds) = &outcome.odds {
        expect.odds.iter().for_each(|chance| chance_is(chance, odds, &mut found));
        if let Some(mean) = expect.mean {
            let actual = odds.mean().and_then(|(over, under)| Fraction::new(over, under));
            if actual != Some(mean) {
                let actual = actual.map_or("not to be told".into(), |mean| mean.to_string());
                found.push(format!("the mean is {actual}; {mean} was expected"));
            }
        }
    }
    if let Some(wanted) = &expect.position {
        found.extend(lacks(&game.position(), wanted, "").map(|lack| format!("the position: {lack}")));
    }
    if let Some(over) = expect.over
        && over != game.is_over()
    {
        found.push(format!("play is {}over", if over { "not " } else { "" }));
    }
    found
}

fn ending(expect: &Expect, outcome: &StepOutcome, found: &mut Vec<String>) {
    match (&outcome.ending, &expect.refused, &expect.awaiting, &expect.unfit) {
        (Ending::Refused(refusals), Some(wanted), ..) => refusal(wanted, refusals, found),
        (Ending::Awaiting(question), _, Some(words), _) | (Ending::Unfit(question), _, _, Some(words)) => {
            if !question.key().contains(words) && !question.text.contains(words) {
                let (key, text) = (question.key(), &question.text);
                found.push(format!("the question is {key} {text:?}; {words:?} was expected in it"));
            }
        }
        (Ending::Accepted | Ending::Looked, None, None, None) => {}
        (ended, ..) => {
            let how = match ended {
                Ending::Accepted => "it is accepted".into(),
                Ending::Refused(refusals) => format!("it is refused: {refusals}"),
                Ending::Awaiting(question) => format!("it waits for {} ({})", question.key(), question.text),
                Ending::Unfit(question) => {
                    format!("an answer does not fit {} ({})", question.key(), question.text)
                }
                Ending::Looked => "nothing is done".into(),
            };
            let wanted = match (&expect.refused, &expect.awaiting, &expect.unfit) {
                (Some(_), ..) => "a refusal was expected",
                (_, Some(_), _) => "a wait was expected",
                (.., Some(_)) => "an answer that does not fit was expected",
                _ => "acceptance was expected",
            };
            found.push(format!("{how}; {wanted}"));
        }
    }
}

fn refusal(wanted: &Refused, refusals: &Refusals, found: &mut Vec<String>) {
    let fits = |refusal: &kernel::Refusal| {
        wanted.code.as_ref().is_none_or(|code| code == refusal.code)
            && wanted.rule.as_ref().is_none_or(|rule| rule == refusal.rule.0)
            && wanted.says.as_ref().is_none_or(|says| refusal.sentence.contains(says))
    };
    if !refusals.all().iter().any(fits) {
        found.push(format!("the refusal is {refusals}; {wanted:?} was expected"));
    }
}

fn events(expect: &Expect, outcome: &StepOutcome, found: &mut Vec<String>) {
    let happened =
        || outcome.events.iter().map(|event| event.event.to_string()).collect::<Vec<_>>().join(", ");
    if let Some(wanted) = &expect.events {
        let mut rest = outcome.events.iter();
        for wanted in wanted {
            if !rest.any(|event| holds(&event.event, wanted)) {
                found.push(format!("no event (in order) is {wanted}; there are: {}", happened()));
                break;
            }
        }
        if expect.exactly && wanted.len() != outcome.events.len() {
            found.push(format!(
                "there are {} events, not {}: {}",
                outcome.events.len(),
                wanted.len(),
                happened()
            ));
        }
    }
    for unwanted in &expect.absent {
        if let Some(event) = outcome.events.iter().find(|event| holds(&event.event, unwanted)) {
            found.push(format!("the event {} should not happen", event.event));
        }
    }
}

fn rolls(expect: &Expect, outcome: &StepOutcome, found: &mut Vec<String>) {
    if let Some(wanted) = &expect.totals {
        let totals: Vec<i64> = outcome.rolls.iter().map(|roll| roll.total.into()).collect();
        if *wanted != totals {
            found.push(format!("the totals are {totals:?}; {wanted:?} was expected"));
        }
    }
    if let Some(wanted) = &expect.modifiers {
        let first = outcome.rolls.first();
        let applied: Vec<Value> = first
            .iter()
            .flat_map(|roll| &roll.modifiers)
            .filter(|modifier| modifier.amount != 0)
            .filter_map(|modifier| serde_json::to_value(modifier).ok())
            .collect();
        let fits = |(actual, wanted): (&Value, &Value)| {
            holds(if wanted.is_number() { &actual["amount"] } else { actual }, wanted)
        };
        if applied.len() != wanted.len() || !applied.iter().zip(wanted).all(fits) {
            found.push(format!("the modifiers are {applied:?}; {wanted:?} was expected"));
        }
    }
    if let Some(wanted) = &expect.result {
        let chart = outcome.rolls.iter().find_map(|roll| roll.chart.as_ref());
        let result = chart.and_then(|chart| chart.bands.get(chart.hit)).map(|band| &band.result);
        if result != Some(wanted) {
            let said = result
                .map_or("no roll was made on a chart".into(), |result| format!("the chart says {result:?}"));
            found.push(format!("{said}; {wanted:?} was expected"));
        }
    }
    if let Some(wanted) = &expect.rolls {
        let actual: Vec<Value> =
            outcome.rolls.iter().filter_map(|roll| serde_json::to_value(roll).ok()).collect();
        let lack = lacks(&Value::Array(actual), &Value::Array(wanted.clone()), "rolls");
        found.extend(lack);
    }
}

fn view(
    name: &str,
    texts: &[String],
    wanted: bool,
    game: &dyn Game,
    seats: &[(String, Seat)],
    found: &mut Vec<String>,
) {
    let Some((_, seat)) = seats.iter().find(|(known, _)| known == name) else {
        let known: Vec<&str> = seats.iter().map(|(name, _)| name.as_str()).collect();
        found.push(format!("there is no seat {name:?}; there are: {}", known.join(", ")));
        return;
    };
    let lines = spoken(&game.view(*seat), &game.sides());
    for text in texts {
        match lines.iter().find(|line| line.contains(text)) {
            Some(line) if !wanted => found.push(format!("{name} sees {text:?} in {line:?}")),
            None if wanted => found.push(format!("{name} does not see {text:?}")),
            _ => {}
        }
    }
}

fn chance_is(wanted: &Chance, odds: &Odds, found: &mut Vec<String>) {
    let exact = odds.outcomes.iter().any(|outcome| outcome.label == wanted.label);
    let fits = |label: &str| if exact { label == wanted.label } else { label.contains(&wanted.label) };
    let weight: u128 =
        odds.outcomes.iter().filter(|outcome| fits(&outcome.label)).map(|outcome| outcome.weight).sum();
    let actual = i128::try_from(weight).ok().and_then(|weight| Fraction::new(weight, odds.of));
    if actual != Some(wanted.chance) {
        let labels: Vec<String> = odds
            .outcomes
            .iter()
            .map(|outcome| format!("{:?} {}/{}", outcome.label, outcome.weight, odds.of))
            .collect();
        let actual = actual.map_or(String::new(), |chance| chance.to_string());
        let (label, chance) = (&wanted.label, wanted.chance);
        found.push(format!(
            "the chance of {label:?} is {actual}; {chance} was expected ({})",
            labels.join(", ")
        ));
    }
}
