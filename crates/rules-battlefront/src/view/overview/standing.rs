//! How the campaign stands: the field with the victory points, points in hand, the day.

use kernel::RuleId;
use kernel::view::{Block, Cell, ColumnRole, LedgerLine, LineKind, Panel, RowState, Sheet, Text};

use super::field::{Detail, field, location_holder};
use crate::phase::Step;
use crate::setup::{Evaluate, Predicate, Score};
use crate::state::State;
use crate::view::Eyes;
use crate::view::prose::{capital, counted, full_date};
use crate::words::{Edge, Side, StandState};

/// The field, and how the victory conditions stand.
pub fn the_field(eyes: &Eyes<'_>) -> Block {
    let mut body = vec![Block::Field(field(eyes, Detail::Glance))];
    body.extend(conditions(eyes));
    Panel::new("field", "The field", body).block()
}

/// How the victory conditions stand.
pub fn scores(eyes: &Eyes<'_>) -> Block {
    Panel::new("scores", "Victory points", conditions(eyes)).block()
}

fn conditions(eyes: &Eyes<'_>) -> Vec<Block> {
    let state = eyes.state;
    let victory = &state.campaign().victory;
    let mut body = Vec::new();
    let lines: Vec<_> = victory.scores.iter().filter_map(|score| line(eyes, score)).collect();
    if !lines.is_empty() {
        body.push(Block::Ledger(lines));
    }
    let counted = match victory.evaluate {
        Evaluate::End => format!(" Counted after {}.", last_day(state)),
        Evaluate::AnySlot => " Counted after any slot.".into(),
    };
    body.push(Block::Note(Text::new(victory.text.clone()).say(counted).rule(RuleId("BF-2-4"))));
    for (side, words) in &victory.secret {
        if eyes.own(*side).is_some() {
            body.push(Block::Note(Text::new(words.clone()).say(" ").secret(side.only())));
        }
    }
    body
}

fn last_day(state: &State) -> String {
    state.campaign().days[usize::from(state.n_days()) - 1].date.day_and_month()
}

/// What one condition brings now. What has left over an edge is known to its owner; the count becomes public with
/// the result.
fn line(eyes: &Eyes<'_>, score: &Score) -> Option<LedgerLine> {
    let state = eyes.state;
    let (words, amount) = match &score.predicate {
        Predicate::Control(places) => {
            let of_score = state.campaign().map.locations.iter().filter(|place| places.contains(&place.id));
            let held: Vec<_> =
                of_score.filter(|place| location_holder(state, place.at) == Some(score.side)).collect();
            let names: Vec<_> = held.iter().map(|place| format!("{} {}", place.name, place.value)).collect();
            let words = if names.is_empty() { "no place held".into() } else { names.join(", ") };
            (words, held.iter().map(|place| place.value).sum())
        }
        Predicate::Exit { edge, class, per, points } => {
            let own = eyes.own(score.side)?;
            let of_class = |kind| {
                let unit = state.campaign().unit_type(kind);
                class.is_none_or(|class| unit.is_some_and(|unit| unit.class == class))
            };
            let stands = own.facts().elements.iter().flat_map(|element| &element.stands);
            let n = stands
                .filter(|stand| {
                    stand.state == StandState::Exited && stand.exit == Some(*edge) && of_class(stand.kind)
                })
                .count();
            let gone = counted(n as i64, "stand", "stands");
            (
                format!(
                    "{gone} gone over the {} edge; every {} brings {}",
                    edge_word(*edge),
                    counted(i64::from(*per), "stand", "stands"),
                    counted(i64::from(*points), "point", "points"),
                ),
                n as i32 / i32::from(*per).max(1) * points,
            )
        }
        Predicate::Points(points) => ("given outright".into(), *points),
    };
    Some(LedgerLine::new(
        Text::empty().side(score.side.number()).say(format!(" {words}")),
        amount.into(),
        LineKind::Carried,
    ))
}

fn edge_word(edge: Edge) -> &'static str {
    edge.word()
}

/// Points in hand of whom this seat may know it.
pub fn points_in_hand(eyes: &Eyes<'_>) -> Option<Block> {
    if let Some(side) = eyes.side() {
        let facts = eyes.state.side(side);
        let lines = vec![
            LedgerLine::new("Purchase points", facts.cpp.into(), LineKind::Carried),
            LedgerLine::new("Fortification points", facts.fpp.into(), LineKind::Carried),
        ];
        let panel = Panel::new("points-in-hand", "Points in hand", vec![Block::Ledger(lines)]);
        return Some(panel.secret(side.only()).block());
    }
    if !eyes.is_umpire() {
        return None;
    }
    let columns =
        [("Side", ColumnRole::Name), ("Purchase", ColumnRole::Figure), ("Fortification", ColumnRole::Figure)];
    let mut sheet = Sheet::new("", &columns);
    for side in Side::BOTH {
        let facts = eyes.state.side(side);
        let name = Cell::new(Text::empty().side(side.number()));
        let cells = vec![name, Cell::figure(facts.cpp.into()), Cell::figure(facts.fpp.into())];
        sheet.row(format!("points-{}", side.number()), RowState::Here, cells);
    }
    let panel = Panel::new("points-in-hand", "Points in hand", vec![Block::Sheet(sheet)]);
    Some(panel.secret(kernel::Audience::Umpire).block())
}

/// Date, slot, weather, attacker.
pub fn the_day(eyes: &Eyes<'_>) -> Block {
    let state = eyes.state;
    let mut facts = vec![
        ("Date".into(), Text::new(full_date(state.date()))),
        ("Slot".into(), Text::new(capital(state.slot_kind().prose()))),
    ];
    if state.campaign().charts.weather.is_some() {
        let words = state.weather().map_or_else(|| "not yet rolled".into(), |weather| capital(&weather.text));
        facts.push(("Weather".into(), Text::new(words).rule(RuleId("BF-2.S-8"))));
    }
    let attacker = state.facts.attacker.and_then(|id| state.campaign().side_of(id));
    let nobody = match state.step() {
        Step::OvernightRepair | Step::OvernightWithdrawal => "nobody, both sides defend",
        Step::Victory | Step::Over => "nobody",
        _ => "not yet known",
    };
    facts.push((
        "Attacker".into(),
        attacker.map_or_else(|| Text::new(nobody), |side| Text::empty().side(side.number())),
    ));
    facts.push(("Battles fought".into(), Text::new(state.facts.scenarios.to_string())));
    Panel::new("day", "The day", vec![Block::Facts(facts)]).block()
}

/// How the campaign ended.
pub fn result_words(state: &State) -> Text {
    let Some(result) = &state.facts.result else { return Text::new("The campaign is over.") };
    let winner = result.winner.and_then(|id| state.campaign().side_of(id));
    let told = match winner {
        Some(side) => Text::empty().side(side.number()).say(" has won: "),
        None => Text::new("The campaign ended in a draw: "),
    };
    let [first, second] =
        result.scores.as_array().map(|score| kernel::view::block::figure_words(score.into()));
    told.side(0).say(format!(" {first}, ")).side(1).say(format!(" {second} points."))
}
