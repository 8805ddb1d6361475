//! What an attack comes to in large figures, with what is taken for granted of the support of the defense.

use kernel::RuleId;
use kernel::view::{Headline, Text};

use crate::prospect::{Answer, Prospect};
use crate::state::State;
use crate::words::{Attack, UnitId};

/// What is taken for granted of the support of a defense.
#[derive(Clone, Copy)]
pub enum Taken {
    /// What the defender himself declares.
    Declared,
    /// Nothing supports against a bombardment. [CF-BOM-4]
    NoneAllowed,
    /// The defender has nothing to declare.
    NoneInReach,
    /// The defender is supposed to answer so.
    Answer(Answer),
}

/// What a column is called.
pub fn label(state: &State, column: usize) -> String {
    state.scenario.table.columns[column].label.clone()
}

/// A share in whole percents, rounded to the nearest; what can happen is never told as what cannot.
pub fn percent(weight: u64, of: u64) -> String {
    match (weight, (200 * weight + of) / (2 * of.max(1))) {
        (0, _) => "none".into(),
        (_, 0) => "<1 %".into(),
        (weight, 100) if weight < of => ">99 %".into(),
        (_, percents) => format!("{percents} %"),
    }
}

/// What the attack is for, in a few words.
fn purpose(prospect: &Prospect) -> String {
    let (state, battle) = (&prospect.state, &prospect.battle);
    match battle.chosen.filter(|_| battle.bombard) {
        Some(chosen) => format!("{} is lost", state.scenario.name(chosen)),
        None => format!("{} is cleared", state.scenario.board.called(battle.target)),
    }
}

/// What the chance holds under.
fn assumed(prospect: &Prospect, taken: Taken, words: Text) -> Text {
    let side = |words: Text| words.side(prospect.battle.side.enemy().number());
    let with = || support(&prospect.state, &prospect.battle.cover, prospect.battle.cover_strike);
    match taken {
        Taken::NoneAllowed => words,
        Taken::Declared | Taken::Answer(Answer::WhatHelps) if answers(prospect) => {
            side(words.say(" if ")).say(format!(" supports with {}", with()))
        }
        Taken::Answer(Answer::WhatHelps) => side(words.say(", whatever ")).say(" supports with"),
        Taken::Declared | Taken::Answer(Answer::Nothing) => side(words.say(" if ")).say(" does not support"),
        Taken::NoneInReach => side(words.say("; ")).say(" has no support in reach that can fire"),
    }
}

/// Column, modifiers, and the chance with what it holds under.
pub fn headline(prospect: &Prospect, taken: Taken) -> Vec<Headline> {
    let state = &prospect.state;
    let columns = || prospect.throws.iter().map(|one| one.throw.column);
    let (low, high) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    let column = match low == high {
        true => Headline::new(label(state, low), "column"),
        false => Headline::new(
            format!("{} to {}", label(state, low), label(state, high)),
            Text::new("column, by the green die").rule(RuleId("CF-CHM-2")),
        ),
    };
    let (good, of) = prospect.success();
    let (counts, words) = match prospect.hurts() {
        // A bombardment that kills nobody may still cost steps: every loss counts.
        hurt if prospect.battle.bombard && good == 0 => (hurt, format!("{hurt} of {of} hurt it")),
        hurt if prospect.battle.bombard => {
            (hurt, format!("{hurt} of {of} hurt it; {}, {good} of {of}", purpose(prospect)))
        }
        _ => (good, format!("{}, {good} of {of}", purpose(prospect))),
    };
    let chance = Headline::new(percent(counts, of), assumed(prospect, taken, Text::new(words)));
    vec![column, on_dice(prospect), chance]
}

/// What is added to the dice, with its rule.
fn on_dice(prospect: &Prospect) -> Headline {
    let totals = || prospect.throws.iter().map(|one| one.throw.modifiers.total());
    let (low, high) = (totals().min().unwrap_or(0), totals().max().unwrap_or(0));
    let signed = |figure: i32| match figure {
        0 => "0".to_owned(),
        figure if figure < 0 => format!("−{}", -figure),
        figure => format!("+{figure}"),
    };
    let rule = match prospect.battle.attack {
        _ if prospect.battle.bombard => RuleId("CF-BOM-4"),
        Attack::March if prospect.state.facts.fog => RuleId("CF-ATK-13"),
        Attack::March => RuleId("CF-ATK-1"),
        Attack::Hasty | Attack::Prepared => RuleId("CF-ATK-2"),
    };
    let words = if prospect.battle.bombard {
        "on 2d6, bombardment".into()
    } else {
        format!("on 2d6, {}", prospect.battle.attack.prose())
    };
    let figure = if low == high { signed(low) } else { format!("{} or {}", signed(low), signed(high)) };
    Headline::new(figure, Text::new(words).rule(rule))
}

/// What the other answer of the defender would come to.
pub fn otherwise(prospect: &Prospect, other: &Prospect) -> Text {
    let side = prospect.battle.side.enemy();
    let (good, of) = other.success();
    let columns = other.throws.iter().map(|one| label(&other.state, one.throw.column));
    let mut columns: Vec<String> = columns.collect();
    columns.dedup();
    let came = format!("column {}, {good} of {of} ({}).", columns.join(", "), percent(good, of));
    let (with, without) = if answers(prospect) { (prospect, other) } else { (other, prospect) };
    if !answers(with) {
        return Text::empty()
            .side(side.number())
            .say(" has support in reach, but none that moves the column.");
    }
    let words = support(&with.state, &with.battle.cover, with.battle.cover_strike);
    match std::ptr::eq(without, prospect) {
        true => Text::empty().say("If ").side(side.number()).say(format!(" answers with {words}: {came}")),
        false => {
            Text::empty().say("If ").side(side.number()).say(format!(" does not answer with {words}: {came}"))
        }
    }
}

/// Whether the defense is supported.
pub fn answers(prospect: &Prospect) -> bool {
    !prospect.battle.cover.is_empty() || prospect.battle.cover_strike
}

fn support(state: &State, units: &[UnitId], strike: bool) -> String {
    let mut names: Vec<String> = units.iter().map(|unit| state.scenario.name(*unit)).collect();
    names.extend(strike.then(|| "an air strike".to_owned()));
    names.join(" and ")
}
