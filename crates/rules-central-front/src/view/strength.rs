//! What the two forces come to: totals by formation, and who enters when and where.

use kernel::RuleId;
use kernel::grammar::counted;
use kernel::view::{Block, Cell, ColumnRole, Panel, RowState, Sheet, Text};

use super::units;
use crate::rules::s2_units_and_steps as s2;
use crate::setup::Begins;
use crate::state::{Fate, State, Unit};
use crate::words::{FormationId, Side};

/// What units come to together.
#[derive(Clone, Copy, Default)]
struct Sum {
    units: i64,
    steps: i64,
    attack: i64,
    defense: i64,
    support: i64,
    due: i64,
}

impl Sum {
    fn of<'s>(units: impl Iterator<Item = Unit<'s>>) -> Self {
        let mut sum = Self::default();
        units.for_each(|unit| sum.add(unit));
        sum
    }

    fn add(&mut self, unit: Unit<'_>) {
        if matches!(unit.piece.fate, Fate::Lost | Fate::Exited) {
            return;
        }
        self.units += 1;
        self.steps += i64::from(unit.steps());
        self.defense += i64::from(s2::defense(unit));
        match unit.card.kind.is_support() {
            true => self.support += i64::from(s2::support(unit)),
            false => self.attack += i64::from(s2::attack(unit, false)),
        }
        self.due += i64::from(unit.piece.fate == Fate::Due);
    }

    fn cells(self, formation: Text) -> Vec<Cell> {
        let figures = [self.units, self.due, self.steps, self.attack, self.support, self.defense];
        std::iter::once(Cell::new(formation)).chain(figures.map(Cell::figure)).collect()
    }
}

/// The formations of a side in the order of the scenario.
pub fn formations(state: &State, side: Side) -> Vec<FormationId> {
    let mut formations = Vec::new();
    for unit in state.units().filter(|unit| unit.card.side == side) {
        if !formations.contains(&unit.card.formation) {
            formations.push(unit.card.formation);
        }
    }
    formations
}

/// The units of a formation.
pub fn of_formation(state: &State, side: Side, formation: FormationId) -> impl Iterator<Item = Unit<'_>> {
    state.units().filter(move |unit| unit.card.side == side && unit.card.formation == formation)
}

/// A formation in a few words: "9 units, 24 steps, 3 not yet here".
pub fn in_short(state: &State, side: Side, formation: FormationId) -> String {
    let sum = Sum::of(of_formation(state, side, formation));
    let mut words = vec![counted(sum.units, "unit"), counted(sum.steps, "step")];
    words.extend((sum.due > 0).then(|| format!("{} not yet here", sum.due)));
    words.join(", ")
}

/// The totals of both sides by formation, as they stand now.
pub fn totals(state: &State) -> Block {
    let note =
        "Strengths by the steps and action points of now; units eliminated or gone off the map are left out.";
    let sheets = Side::BOTH.map(|side| Block::Sheet(of_side(state, side)));
    let body = sheets.into_iter().chain([Block::Note(Text::new(note))]).collect();
    Panel::new("totals", "Totals", body).rule(RuleId("CF-STEP-7")).block()
}

fn of_side(state: &State, side: Side) -> Sheet {
    let columns = [
        ("Formation", ColumnRole::Name),
        ("Units", ColumnRole::Figure),
        ("Not yet here", ColumnRole::Figure),
        ("Steps", ColumnRole::Figure),
        ("Attack", ColumnRole::Figure),
        ("Support", ColumnRole::Figure),
        ("Defense", ColumnRole::Figure),
    ];
    let mut sheet = Sheet::new(format!("Totals of {side}"), &columns).compact();
    for formation in formations(state, side) {
        let sum = Sum::of(of_formation(state, side, formation));
        let id = format!("total-{}-{formation}", side.word().to_lowercase());
        let link = Text::empty().link("units", units::address(side, formation), formation.to_string());
        sheet.row(id, RowState::Here, sum.cells(link));
    }
    let whole = Sum::of(state.units().filter(|unit| unit.card.side == side));
    let id = format!("total-{}", side.word().to_lowercase());
    sheet.row(id, RowState::Sum, whole.cells(Text::new("All")));
    sheet
}

/// Who has not entered yet, turn by turn.
pub fn arrivals(state: &State) -> Option<Block> {
    let due = state.units().filter(|unit| unit.piece.fate == Fate::Due);
    let mut rows: Vec<(u8, Vec<Cell>, String)> = due
        .filter_map(|unit| {
            let Begins::Enters { turn, at } = unit.card.begins else { return None };
            let listed = &state.scenario.entries[unit.card.side];
            let called = |hex: &crate::words::Place| state.scenario.board.called(*hex);
            let hexes = match at {
                Some(own) => called(&own),
                None => listed.iter().map(called).collect::<Vec<_>>().join(", "),
            };
            let cells = vec![
                Cell::figure(turn.into()),
                Cell::new(Text::empty().side(unit.card.side.number())),
                Cell::new(unit.card.name.clone()),
                Cell::new(unit.card.rating()),
                Cell::figure(unit.card.steps.into()),
                Cell::new(hexes),
            ];
            Some((turn, cells, format!("arrival-{}", unit.card.id)))
        })
        .collect();
    if rows.is_empty() {
        return None;
    }
    rows.sort_by_key(|(turn, ..)| *turn);
    let columns = [
        ("Turn", ColumnRole::Figure),
        ("Side", ColumnRole::Words),
        ("Unit", ColumnRole::Name),
        ("Rating", ColumnRole::Code),
        ("Steps", ColumnRole::Figure),
        ("At", ColumnRole::Words),
    ];
    let mut sheet = Sheet::new("Arrivals", &columns);
    let remark = counted(rows.len(), "unit");
    rows.into_iter().for_each(|(_, cells, id)| sheet.row(id, RowState::Here, cells));
    let panel = Panel::new("arrivals", "Arrivals", vec![Block::Sheet(sheet)]).rule(RuleId("CF-SPL-4"));
    Some(panel.remark(remark).folded().block())
}
