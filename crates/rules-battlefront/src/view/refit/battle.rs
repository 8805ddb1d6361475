//! S5 and what is public of it: the length of the battle, the turn record, shots and smoke. [BF-2.1.2]

use kernel::view::{Block, Choice, Field, FieldKind, Form, OddsTable, Panel, Text};
use kernel::{Acting, RuleId, Seat};

use crate::command::Command;
use crate::facts::{Ending, Length};
use crate::phase::Step;
use crate::rules::s2_1_1_3_3_1_shots::on_record;
use crate::rules::s2_1_1_3_3_ammunition::{CloseCombat, close_combat};
use crate::rules::s2_1_1_4_4_n_smoke::left;
use crate::rules::s2_1_2_resolution::length_words;
use crate::rules::s2_1_2_resolution::{
    MOST_TURNS, agreed_length, ends_on, present_turn, rolls, wants_the_end,
};
use crate::setup::charts::TurnEnd;
use crate::state::State;
use crate::view::Eyes;
use crate::view::own::{Own, Pick, address, json, refusal};
use crate::view::prose::{capital, counted, signed, stand_name, unit_name};
use crate::words::{Ammunition, FirePhase, Side};

/// The turn record, for everyone; with its controls for the sides and the umpire.
pub fn record(eyes: &Eyes<'_>) -> Option<Block> {
    let state = eyes.state;
    if state.step() < Step::ChooseForces || !state.step().is_battle() {
        return None;
    }
    let before = state.step() < Step::Battle;
    let mut facts = vec![("Length".to_owned(), Text::new(capital(&planned_words(state))))];
    if !before {
        let turn = match state.facts.battle.ended {
            Some(why) => {
                let how = match why {
                    Ending::Die => "ended by the die",
                    Ending::Agreed => "ended by agreement",
                    Ending::Told => "ended, as the result form tells",
                };
                format!("{how} after turn {}", state.facts.battle.last)
            }
            None => format!("turn {}", present_turn(state)),
        };
        facts.push(("Now".into(), Text::new(capital(&turn))));
    }
    for side in Side::BOTH {
        if let Some(words) = wish_words(state, side, before) {
            facts.push((state.setup_of(side).name.clone(), Text::new(capital(&words))));
        }
    }
    let mut body = vec![Block::Facts(facts)];
    let mut forms = if before { lengths(eyes) } else { turns(eyes) };
    // The next turn is at hand; what is pressed once a battle unfolds, so that the result stays near.
    let seldom = if before { Vec::new() } else { forms.split_off(forms.len().min(1)) };
    if !forms.is_empty() {
        body.push(Block::Can(forms));
    }
    if !seldom.is_empty() {
        body.push(
            Panel::new("turns-more", "Other ways to end it", vec![Block::Can(seldom)]).folded().block(),
        );
    }
    let heading = if before { "Length of the battle" } else { "Turn record" };
    Some(Panel::new("turns", heading, body).rule(RuleId("BF-2.1.2-1")).block())
}

/// How long the battle is to last.
fn planned_words(state: &State) -> String {
    match (agreed_length(state), rolls(state)) {
        (Some(length), _) => format!("{}, as both sides agreed", length_words(length)),
        (None, Some((first, last))) => {
            format!(
                "from turn {first} a die at the start of each turn may end it; turn {last} is never played"
            )
        }
        (None, None) => "open".into(),
    }
}

fn wish_words(state: &State, side: Side, before: bool) -> Option<String> {
    let own = state.side(side).id;
    let wish = state.facts.battle.lengths.iter().find(|wish| wish.id == own);
    if before {
        return wish.map(|wish| format!("wants {}", length_words(wish.length)));
    }
    wants_the_end(state, side).then(|| "wants to end it before the next turn".to_owned())
}

/// Naming a length, agreeing to the other side's, or going back to the printed chart.
fn lengths(eyes: &Eyes<'_>) -> Vec<Form> {
    let Some(own) = eyes.side().and_then(|side| eyes.own(side)) else { return Vec::new() };
    let lengths = &own.state.facts.battle.lengths;
    let command = |length: Option<Length>| Command::AgreeLength {
        turns: length.and_then(|length| length.turns).map(i32::from),
        first_roll: length.and_then(|length| length.first_roll).map(i32::from),
    };
    let mine = lengths.iter().find(|wish| wish.id == own.facts().id).map(|wish| wish.length);
    let theirs = lengths.iter().find(|wish| wish.id != own.facts().id).map(|wish| wish.length);
    let mut forms = Vec::new();
    if let Some(length) = theirs.filter(|length| Some(*length) != mine) {
        let verb = format!("Agree to {}", length_words(length));
        forms.push(own.form("agree-length", &command(Some(length)), verb));
    }
    let mut form = Form::new("want-length", json(&command(None)), "Propose a number of turns");
    let value = mine.and_then(|length| length.turns).unwrap_or(10).into();
    let kind = FieldKind::Number { min: 1, max: MOST_TURNS.into(), value };
    form = form.ask(Field::new("turns", "Turns", kind)).then("It holds when both sides want the same.");
    forms.push(form);
    let (first, _) = rolls(own.state).unwrap_or_default();
    let value = mine.and_then(|length| length.first_roll).unwrap_or(first.max(1)).into();
    let kind = FieldKind::Number { min: 1, max: MOST_TURNS.into(), value };
    let form = Form::new("want-first-roll", json(&command(None)), "Propose a first turn with a die");
    let form = form.ask(Field::new("first-roll", "First turn with a die", kind));
    forms.push(form.then("The chart is rolled from that turn on. It holds when both sides want the same."));
    if mine.is_some() {
        forms.push(own.form("printed-length", &command(None), "Go back to the printed chart"));
    }
    forms
}

/// The next turn, the roll that may end the battle, and the wish to end it.
fn turns(eyes: &Eyes<'_>) -> Vec<Form> {
    let state = eyes.state;
    if state.step() != Step::Battle || !matches!(eyes.seat, Seat::Side(0 | 1) | Seat::Umpire) {
        return Vec::new();
    }
    let acting = Acting::own(eyes.seat);
    let form = |id: &str, command: &Command, verb: String| {
        Form::new(id, json(command), verb).closed(refusal(state, acting, command))
    };
    let next = present_turn(state).saturating_add(1);
    let mut forms = Vec::new();
    match rolls(state) {
        Some((first, _)) if next >= first => {
            let (command, ends) = (Command::TurnEndRoll { t: next.into() }, ends_on(state, next));
            let on = if ends == 1 { "1".to_owned() } else { format!("1 to {ends}") };
            let roll = form("turn-end-roll", &command, format!("Roll at the start of turn {next}"));
            forms.push(bands(state, ends, roll.rolling().then(format!("It ends the battle on {on}."))));
        }
        planned => {
            forms.push(form(
                "next-turn",
                &Command::NextTurn { t: next.into() },
                format!("Begin turn {next}"),
            ));
            if let Some((first, _)) = planned {
                let roll = Command::TurnEndRoll { t: first.into() };
                let words = format!("Turn {} is over: roll at the start of turn {first}", first - 1);
                forms.push(
                    form("turn-end-roll", &roll, words).rolling().then("Only for a record kept afterwards."),
                );
            }
        }
    }
    if eyes.side().is_some() {
        let end = form("agree-end", &Command::AgreeEnd, "End the battle before the next turn".into());
        forms.push(end.then("It ends when the other side wants it too."));
    }
    forms
}

/// With the rows of the chart as they stand at the start of this turn.
fn bands(state: &State, highest: i32, mut form: Form) -> Form {
    let charts = &state.campaign().charts;
    let Some(chart) = usize::try_from(highest).ok().and_then(|at| charts.turn_ends.get(at)) else {
        return form;
    };
    let weights = chart.weights(0);
    let first = |n: usize| weights[..n].iter().sum::<u64>() + 1;
    let row = |(n, row): (usize, &kernel::Row<TurnEnd>)| {
        let (from, to) = (first(n), first(n + 1) - 1);
        let band = if from == to { from.to_string() } else { format!("{from}–{to}") };
        (format!("{band}: {}", row.result.prose()), weights[n])
    };
    let rows = chart.rows().iter().enumerate().filter(|(n, _)| weights[*n] > 0).map(row).collect();
    let note = format!("Exact, from chart {}.", chart.id());
    let of = weights.iter().sum();
    let head = "The die shows".to_owned();
    form.odds.push(OddsTable {
        caption: "At the start of the turn".into(),
        head,
        rows,
        of,
        note,
        other: false,
    });
    form
}

/// Stands that roll for ammunition when they fire, and smoke.
pub fn panels(own: &Own<'_>) -> Vec<Panel> {
    shots(own).into_iter().chain(smoke(own)).collect()
}

fn shots(own: &Own<'_>) -> Option<Panel> {
    let forms: Vec<Form> = on_record(own.state, own.side)
        .map(|(_, stand)| {
            let choices = FirePhase::ALL.iter().map(|phase| {
                let words = match phase {
                    FirePhase::Defensive => "Defensive fire",
                    FirePhase::Other => "Another phase",
                };
                Pick::new(Command::Fire { stand: stand.id, phase: *phase }, words, Text::empty())
            });
            let state = match stand.ammunition {
                Ammunition::Full => "began cut off",
                Ammunition::Short => "short of ammunition",
                Ammunition::Out => "out of ammunition",
            };
            let name = capital(&stand_name(own.campaign(), own.side, stand.id));
            let verb = format!("{name}, {state}: fires");
            let form =
                own.pick(address("fire", stand.id), &verb, "phase", "When?", choices.collect()).rolling();
            match close_combat(stand.ammunition) {
                CloseCombat::AsRated => form,
                CloseCombat::With(n) => {
                    form.then(format!("It starts no close combat, and fights one at {}.", signed(n)))
                }
                CloseCombat::Rated(n) => {
                    form.then(format!("It starts no close combat, and is rated {} in one.", signed(n)))
                }
            }
        })
        .collect();
    if forms.is_empty() {
        return None;
    }
    let words =
        "These stands roll each time they fire: 1 makes a stand short, and a further 1 out of ammunition.";
    let body = vec![Block::Prose(Text::new(words)), Block::Can(forms)];
    let panel = Panel::new("shots", "Ammunition", body).rule(RuleId("BF-2.1.1.3.3.1-1"));
    Some(panel.secret(own.side.only()))
}

fn smoke(own: &Own<'_>) -> Option<Panel> {
    let facts = own.facts();
    let chosen = facts.modules.iter().filter(|module| facts.chosen.contains(&module.id.into()));
    let forms: Vec<Form> = chosen
        .map(|module| {
            let n = left(own.state, own.side, module.id);
            let name = capital(&unit_name(own.campaign(), own.side, module.id));
            let missions = counted(n.into(), "smoke mission", "smoke missions");
            let command = Command::Smoke { module: module.id, templates: 1 };
            let mut form = own.form(address("smoke", module.id), &command, format!("{name} places smoke"));
            form.command.shift_remove("templates");
            let kind = FieldKind::Number { min: 1, max: 99, value: 1 };
            form.then(format!("{} left. Everyone sees the smoke.", capital(&missions))).ask(Field::new(
                "templates",
                "Templates",
                kind,
            ))
        })
        .collect();
    (!forms.is_empty()).then(|| {
        let panel = Panel::new("smoke", "Smoke", vec![Block::Can(forms)]);
        panel.rule(RuleId("BF-2.1.1.4.4.N-4")).secret(own.side.only())
    })
}

/// One of several words as choices of a question.
pub(super) fn several(choices: Vec<Choice>) -> FieldKind {
    let most = choices.len();
    FieldKind::Many { choices, least: 0, most }
}
