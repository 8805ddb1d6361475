//! What a throw can come to, put into the words and tables of a planner.

use kernel::Die;
use kernel::chance::{Chance, Mean, Natural};
use kernel::foretold::percent;
use kernel::grammar::capital;
use kernel::view::{Block, Force, ForceRow, Headline, ResultGroup, ResultRow, Results, Text};

use crate::sheet::{Amount, By, Ended, Field, Outcome, Resolved, Standing, Told, Whose};

/// What some dice come to: those that lead to it, lowest and highest.
pub(super) struct Fall {
    /// Lowest and highest.
    pub dice: (i32, i32),
    /// What they come to.
    pub ended: Ended,
    /// In how many ways they fall.
    pub weight: u64,
}

/// Everything that a throw can come to, from the lowest dice to the highest.
pub(super) fn falls(resolved: &Resolved) -> Vec<Fall> {
    let mut falls: Vec<Fall> = Vec::new();
    let Some(die) = resolved.die() else { return falls };
    for (dice, ways) in (die.span().0..).zip(die.ways()) {
        let Some(ended) = resolved.at(dice) else { continue };
        match falls.last_mut().filter(|last| last.ended == ended) {
            Some(last) => (last.dice.1, last.weight) = (dice, last.weight + ways),
            None => falls.push(Fall { dice: (dice, dice), ended, weight: ways }),
        }
    }
    falls
}

/// The ways of those that are so, and of all.
pub(super) fn weigh(falls: &[Fall], is: &dyn Fn(&Fall) -> bool) -> (Natural, Natural) {
    let sum = |of: &dyn Fn(&Fall) -> bool| {
        falls.iter().filter(|fall| of(fall)).map(|fall| fall.weight).sum::<u64>()
    };
    (Natural::from(sum(is)), Natural::from(sum(&|_| true)))
}

/// Words with their share: `…, 31 of 36`.
pub(super) fn of(words: &str, weight: &Natural, of: &Natural) -> Text {
    Text::new(format!("{words}, {weight} of {of}"))
}

/// A share as a large figure.
pub(super) fn share(falls: &[Fall], is: &dyn Fn(&Fall) -> bool, words: &str) -> Headline {
    let (weight, all) = weigh(falls, is);
    Headline::new(percent(&weight, &all), of(words, &weight, &all))
}

/// A figure with its sign.
pub(super) fn signed(figure: i32) -> String {
    match figure {
        0 => "0".into(),
        figure if figure < 0 => format!("−{}", figure.unsigned_abs()),
        figure => format!("+{figure}"),
    }
}

/// A mean with two digits.
pub(super) fn mean(sum: &Chance<i64>) -> String {
    sum.mean().map_or_else(|_| String::new(), |mean| mean.decimal(2))
}

/// The lines of one side, each with its rule: those that count, and those that something keeps from counting.
pub(super) fn force(resolved: &Resolved, whose: Whose, caption: String) -> Force {
    let own = resolved.told.iter().filter(|told| told.line.whose == whose && told.standing != Standing::Off);
    let printed =
        |told: &Told| if whose == Whose::Other { -i32::from(told.amount) } else { told.amount.into() };
    let row = |told: &Told| {
        let strength = match told.line.amount {
            Amount::Times(..) => printed(told).to_string(),
            _ => signed(printed(told)),
        };
        let note = match told.standing {
            Standing::Excluded(By::Exclusion(one)) => {
                let text = Text::new(format!("does not count: {}", one.words)).rule(told.line.rule);
                if one.rule == told.line.rule { text } else { text.rule(one.rule) }
            }
            Standing::Excluded(By::Line(one)) => {
                Text::new(format!("does not count beside: {}", one.words)).rule(told.line.rule)
            }
            Standing::Counts | Standing::Off => Text::empty().rule(told.line.rule),
        };
        ForceRow { note, ..ForceRow::new("", told.line.words, strength) }
    };
    let total: i32 = own.clone().map(printed).sum();
    Force { caption, rows: own.map(row).collect(), total: total.to_string(), more: Vec::new() }
}

/// Results that mean the same in the end.
pub(super) fn group<'f>(heading: String, other: bool, falls: impl Iterator<Item = &'f Fall>) -> ResultGroup {
    let row = |fall: &Fall| {
        let (low, high) = fall.dice;
        let throw = if low == high { low.to_string() } else { format!("{low}–{high}") };
        let words = capital(&in_words(&fall.ended.outcome));
        ResultRow { throw, code: fall.ended.row.words.into(), words, weight: fall.weight }
    };
    ResultGroup { heading, other, rows: falls.map(row).collect() }
}

/// What is counted of each result for its mean, with its words.
pub(super) type Counted<'f> = (&'static str, &'f dyn Fn(&Fall) -> u32);

/// Everything that a throw can come to; nothing where none is made.
pub(super) fn results(
    resolved: &Resolved,
    mut groups: Vec<ResultGroup>,
    falls: &[Fall],
    means: &[Counted<'_>],
) -> Option<Block> {
    let table = resolved.table?;
    let throw = match resolved.die()? {
        Die::Sum { n, sides } => format!("{n}d{sides}"),
        Die::D(sides) => format!("1d{sides}"),
        _ => return None,
    };
    let of: u64 = falls.iter().map(|fall| fall.weight).sum();
    groups.retain(|group| !group.rows.is_empty());
    let mean = |count: &dyn Fn(&Fall) -> u32| {
        let figures = falls.iter().map(|fall| (count(fall).into(), Natural::from(fall.weight)));
        let mean = Mean::of(figures, &Natural::from(of)).ok()?;
        Some(format!("{mean} = {}", mean.decimal(2)))
    };
    let means = means.iter().filter_map(|(words, count)| Some(((*words).to_owned(), mean(*count)?)));
    let caption = format!("{}, exact", table.words);
    Some(Block::Results(Results { caption, throw, groups, of, means: means.collect() }))
}

/// What changes results, each once, with its rule.
pub(super) fn changes(falls: &[Fall]) -> Vec<Block> {
    let mut all: Vec<Text> = Vec::new();
    for change in falls.iter().flat_map(|fall| &fall.ended.changes) {
        let words = Text::new(change.words).rule(change.rule);
        if !all.contains(&words) {
            all.push(words);
        }
    }
    all.into_iter().map(Block::Note).collect()
}

/// What a result means, in words.
fn in_words(outcome: &Outcome) -> String {
    let said = Field::ALL.iter().filter_map(|field| {
        Some(match (*field, outcome.get(*field)) {
            (_, 0) => return None,
            (Field::AttackerSteps, 1) => "the attacker loses a step",
            (Field::AttackerSteps, _) => "the attacker loses 2 steps",
            (Field::DefenderSteps, 1) => "the defender loses a step",
            (Field::DefenderSteps, _) => "the defender loses 2 steps",
            (Field::EachLoses, _) => "each defending unit loses a step",
            (Field::Retreat, 1) => "the defender retreats 3 hexes",
            (Field::Retreat, _) => "the defender retreats to his HQ or off the map",
            (Field::Traffic, _) => "Traffic",
            (Field::FirerSteps, _) => "the Firer loses a step",
            (Field::TargetSteps, _) => "the target loses a step",
            (Field::TargetRetreats, _) => "the target retreats 3 hexes",
            (Field::Dropped, _) => "its Support is dropped",
            (Field::Steps, 1) => "a step",
            _ => return None,
        })
    });
    let said: Vec<&str> = said.collect();
    if said.is_empty() { "nothing happens".into() } else { said.join("; ") }
}
