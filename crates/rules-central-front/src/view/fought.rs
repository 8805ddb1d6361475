//! How the fights of this phase came out: beside the map, and on their hexes.

use hexmap::Hex;
use kernel::grammar::listed;
use kernel::view::board::{Attack as Arrows, Report};
use kernel::view::{Block, Panel, Text};
use kernel::{ChartResult, RuleId};

use super::board::hex;
use crate::rules::s9_results::{cell, told_in_full};
use crate::setup::Outcome;
use crate::state::{Designation, Fought, State, Step};
use crate::words::{Attack, Place, UnitId};

/// "Hasty attack", "Prepared bombardment".
pub(super) fn kind(attack: Attack, bombard: bool) -> String {
    format!("{} {}", attack.prose(), if bombard { "bombardment" } else { "attack" })
}

/// Attacks as they are drawn: the one that is fought, and those that are declared.
pub(super) fn attacks(state: &State) -> Vec<Arrows> {
    let place = |id: &UnitId| state.unit(*id).and_then(|unit| unit.piece.at);
    let at = |id: &UnitId| place(id).map(|at| hex(state, at));
    // Where they attack from; who has advanced attacks from nowhere any more.
    let before = |ids: &[UnitId], target| -> Vec<Hex> {
        let mut from: Vec<Place> = ids.iter().filter_map(place).filter(|at| *at != target).collect();
        from.dedup();
        from.into_iter().map(|at| hex(state, at)).collect()
    };
    let attack = |one: &Designation| {
        let hexes = before(&one.units, one.target);
        let kind = kind(one.attack, one.bombard);
        let (from, support) = if one.bombard { (Vec::new(), hexes) } else { (hexes, Vec::new()) };
        (one.bombard, Arrows { target: hex(state, one.target), from, support, kind })
    };
    // A hex into which somebody has advanced is taken, whoever else attacked it.
    let fought = state.facts.battle.as_ref().filter(|battle| battle.advanced.is_empty()).map(|battle| {
        let units = |ids: &[UnitId]| ids.iter().filter_map(at).collect();
        let (from, fire) = if battle.bombard {
            (Vec::new(), &battle.units)
        } else {
            (before(&battle.units, battle.target), &battle.support)
        };
        let kind = kind(battle.attack, battle.bombard);
        (battle.bombard, Arrows { target: hex(state, battle.target), from, support: units(fire), kind })
    });
    // A strike comes from nowhere on the map.
    let goes_on = |(bombards, one): &(bool, Arrows)| *bombards || !one.from.is_empty();
    let all = fought.into_iter().chain(state.facts.designation.iter().map(attack));
    all.filter(goes_on).map(|(_, attack)| attack).collect()
}

/// "Hasty attack: column 3-1, A1 D1R2: attacker loses 1 step; defender loses 1 step, retreats 2. 2. Gde was eliminated.".
pub(super) fn words(state: &State, fought: &Fought) -> Text {
    let result = told_in_full(fought.attacker, fought.defender);
    // What the table says of the attacker is not written down for a bombardment: the rules do not count it.
    let not_counted =
        if fought.bombard { " The attacker’s losses do not apply to a bombardment." } else { "" };
    let text = Text::new(format!(
        "{}: column {}, {result}.{not_counted}{}",
        kind(fought.attack, fought.bombard),
        fought.column,
        cost(state, fought)
    ));
    if fought.bombard { text.rule(RuleId("CF-BOM-4")) } else { text }
}

/// Whom it has cost steps so far, and who is gone: " 2. Gde was eliminated. 35 lost steps.".
fn cost(state: &State, fought: &Fought) -> String {
    let names = |ids: &[UnitId]| listed(ids.iter().map(|id| state.scenario.name(*id)));
    let mut words = String::new();
    match fought.eliminated.len() {
        0 => {}
        1 => words += &format!(" {} was eliminated.", names(&fought.eliminated)),
        _ => words += &format!(" {} were eliminated.", names(&fought.eliminated)),
    }
    if !fought.worn.is_empty() {
        words += &format!(" {} lost steps.", names(&fought.worn));
    }
    words
}

/// The cell of the table, as far as it counts; nothing where nothing happens.
fn code(fought: &Fought) -> Option<String> {
    let outcome = cell(fought.attacker, fought.defender);
    (outcome != Outcome::default()).then(|| outcome.words())
}

/// How the dice fell in the fight that is not over.
pub(super) fn open(state: &State) -> Option<&Fought> {
    let battle = state.facts.battle.as_ref().filter(|battle| battle.step != Step::Cover)?;
    state.facts.fought.last().filter(|fought| fought.target == battle.target)
}

/// The fights that are over, the latest first.
pub(super) fn panel(state: &State) -> Option<Block> {
    let n_over = state.facts.fought.len() - usize::from(open(state).is_some());
    let over = state.facts.fought[..n_over].iter().rev();
    let rows: Vec<_> =
        over.map(|fought| (state.scenario.board.called(fought.target), words(state, fought))).collect();
    let panel = |rows| Panel::new("fought", "Fights of this phase", vec![Block::Facts(rows)]);
    (!rows.is_empty()).then(|| panel(rows).rule(RuleId("CF-CRT-8")).block())
}

/// All of them on their hexes, the latest first.
pub(super) fn reports(state: &State) -> Vec<Report> {
    let report = |fought: &Fought| Report {
        hex: hex(state, fought.target),
        code: code(fought).unwrap_or_else(|| "no effect".into()),
        words: words(state, fought),
    };
    state.facts.fought.iter().rev().map(report).collect()
}
