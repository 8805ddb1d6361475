//! What the two forces come to: totals by formation, and who enters when and where.

use kernel::RuleId;
use kernel::view::{Block, Cell, ColumnRole, Panel, RowState, Sheet, Text};

use crate::rules::s2_units_and_steps as s2;
use crate::setup::Begins;
use crate::state::{Fate, State, Unit};
use crate::words::Side;

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

    fn cells(self, side: Side, formation: Text) -> Vec<Cell> {
        let figures = [self.units, self.due, self.steps, self.attack, self.support, self.defense];
        let names = [Cell::new(formation), Cell::new(Text::empty().side(side.number()))];
        names.into_iter().chain(figures.map(Cell::figure)).collect()
    }
}

/// The totals of both sides by formation, as they stand now.
pub fn totals(state: &State) -> Block {
    let columns = [
        ("Formation", ColumnRole::Name),
        ("Side", ColumnRole::Words),
        ("Units", ColumnRole::Figure),
        ("Not yet here", ColumnRole::Figure),
        ("Steps", ColumnRole::Figure),
        ("Attack", ColumnRole::Figure),
        ("Support", ColumnRole::Figure),
        ("Defense", ColumnRole::Figure),
    ];
    let mut sheet = Sheet::new("Totals", &columns).compact();
    for side in Side::BOTH {
        let own = || state.units().filter(|unit| unit.card.side == side);
        let mut formations = Vec::new();
        for unit in own() {
            if !formations.contains(&unit.card.formation) {
                formations.push(unit.card.formation);
            }
        }
        let mut whole = Sum::default();
        own().for_each(|unit| whole.add(unit));
        for formation in formations {
            let mut sum = Sum::default();
            own().filter(|unit| unit.card.formation == formation).for_each(|unit| sum.add(unit));
            let id = format!("total-{}-{formation}", side.name().to_lowercase());
            sheet.row(id, RowState::Here, sum.cells(side, Text::new(formation.to_string())));
        }
        let id = format!("total-{}", side.name().to_lowercase());
        sheet.row(id, RowState::Sum, whole.cells(side, Text::new("All")));
    }
    let note =
        "Strengths by the steps and action points of now; units eliminated or gone off the map are left out.";
    let body = vec![Block::Sheet(sheet), Block::Note(Text::new(note))];
    Panel::new("totals", "Totals", body).rule(RuleId("CF-STEP-7")).block()
}

/// Who has not entered yet, turn by turn.
pub fn arrivals(state: &State) -> Option<Block> {
    let due = state.units().filter(|unit| unit.piece.fate == Fate::Due);
    let mut rows: Vec<(u8, Vec<Cell>, String)> = due
        .filter_map(|unit| {
            let Begins::Enters { turn, at } = unit.card.begins else { return None };
            let listed = &state.scenario.entries[unit.card.side.index()];
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
    rows.into_iter().for_each(|(_, cells, id)| sheet.row(id, RowState::Here, cells));
    Some(Panel::new("arrivals", "Arrivals", vec![Block::Sheet(sheet)]).rule(RuleId("CF-SPL-4")).block())
}
