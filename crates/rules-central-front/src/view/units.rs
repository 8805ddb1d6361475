//! The units of both sides, each with what its counter would show. [CF-AP-11] [CF-STEP-10]

use kernel::view::{Block, Cell, ColumnRole, Page, PageHead, Panel, RowState, Sheet, Text};

use super::strength;
use crate::setup::Begins;
use crate::state::{Fate, State, Unit};
use crate::words::{FormationId, Side};

/// How the page is listed.
pub const HEAD: PageHead = PageHead::new("units", "Units");

/// The page: formations, each with its units behind its name, then the totals that lead to them.
pub fn page(state: &State) -> Page {
    Page {
        id: HEAD.id,
        tab: HEAD.tab,
        title: "Units".into(),
        lede: Text::new(
            "Steps are lost for ever; action points come and go. With 5 or 6 a unit is Ineffective. ",
        )
        .link("units", "totals", "To the totals"),
        main: (Side::BOTH.map(|side| of_side(state, side)).into_iter())
            .chain(strength::arrivals(state))
            .chain([strength::totals(state)])
            .collect(),
        aside: Vec::new(),
    }
}

/// The panel of a formation.
pub fn address(side: Side, formation: FormationId) -> String {
    format!("units-{}-{formation}", side.word().to_lowercase())
}

fn of_side(state: &State, side: Side) -> Block {
    let panels = strength::formations(state, side).into_iter().map(|formation| {
        let sheet = sheet(state, side, formation);
        let panel = Panel::new(address(side, formation), formation.to_string(), vec![Block::Sheet(sheet)]);
        panel.remark(strength::in_short(state, side, formation)).folded().block()
    });
    let (id, name) = match side {
        Side::Wp => ("units-wp", "Warsaw Pact"),
        Side::Nato => ("units-nato", "NATO"),
    };
    Panel::new(id, name, panels.collect()).block()
}

fn sheet(state: &State, side: Side, formation: FormationId) -> Sheet {
    let columns = [
        ("Unit", ColumnRole::Name),
        ("Type", ColumnRole::Words),
        ("Rating", ColumnRole::Code),
        ("March", ColumnRole::Figure),
        ("MA", ColumnRole::Figure),
        ("Steps", ColumnRole::Code),
        ("AP", ColumnRole::Figure),
        ("Hex", ColumnRole::Code),
        ("State", ColumnRole::Words),
    ];
    let mut sheet = Sheet::new(formation.to_string(), &columns);
    for unit in strength::of_formation(state, side, formation) {
        let (card, piece) = (unit.card, unit.piece);
        let row = match piece.fate {
            Fate::OnMap => RowState::Here,
            Fate::Due => RowState::Away,
            Fate::Lost | Fate::Exited => RowState::Gone,
        };
        let steps = format!("{} of {}", unit.steps(), card.steps);
        let steps =
            if piece.lost > 0 { Cell::changed(steps, card.steps.to_string()) } else { Cell::new(steps) };
        let march = if card.kind.is_maneuver() { Cell::figure(card.march.into()) } else { Cell::new("–") };
        let cells = vec![
            Cell::new(card.name.clone()),
            Cell::new(format!(
                "{} {}{}",
                card.kind.prose(),
                card.size.prose(),
                if card.soft { ", soft" } else { "" }
            )),
            Cell::new(card.rating()),
            march,
            Cell::figure(card.allowance.into()),
            steps,
            Cell::figure(piece.ap.into()),
            Cell::new(piece.at.map_or_else(|| "–".into(), |at| state.scenario.board.called(at))),
            Cell::new(standing(unit)),
        ];
        sheet.row(format!("unit-{}", card.id), row, cells);
    }
    sheet
}

/// How a unit stands, in words.
pub fn standing(unit: Unit<'_>) -> String {
    let mut words: Vec<String> = Vec::new();
    match (unit.piece.fate, unit.card.begins) {
        (Fate::Due, Begins::Enters { turn, .. }) => return format!("enters in turn {turn}"),
        (Fate::Due, Begins::At(_)) => return "not on the map".into(),
        (Fate::Lost, _) => return "eliminated".into(),
        (Fate::Exited, _) => return "left over the west edge".into(),
        (Fate::OnMap, _) => {}
    }
    if !unit.is_effective() {
        words.push("Ineffective".into());
    }
    if unit.piece.unsupplied {
        words.push("out of supply".into());
    }
    if unit.piece.mp > 0 {
        words.push(format!(
            "{} movement {} left",
            unit.piece.mp,
            if unit.piece.mp == 1 { "point" } else { "points" }
        ));
    }
    if unit.piece.fired {
        words.push("has fired".into());
    }
    words.join(", ")
}
