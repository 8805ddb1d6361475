//! The charts as the players' own sheets.

use kernel::view::ColumnRole::{Code, Name, Words};
use kernel::view::{Block, Cell, Page, PageHead, Panel, RowState, Sheet, Text};
use kernel::{RuleId, Seat};

use crate::charts::SHEETS;
use crate::state::State;

/// The charts as the players' own sheets.
pub fn charts(state: &State, _: Seat, head: PageHead) -> Page {
    let panel = |sheet: &&'static crate::sheet::Sheet| {
        let mut body = Vec::new();
        if !sheet.lines.is_empty() {
            let mut lines = Sheet::new("Modifiers", &[("Modifier", Name), ("Adds", Words), ("Rule", Code)]);
            for line in sheet.lines {
                let cells =
                    vec![Cell::new(line.words), Cell::new(sheet.printed(line)), Cell::new(line.rule.0)];
                lines.row(line.id, RowState::Here, cells);
            }
            body.push(Block::Sheet(lines));
        }
        for table in sheet.tables {
            let mut rows = Sheet::new(table.words, &[("Roll", Code), ("Result", Words)]);
            for (n, row) in table.rows.iter().enumerate() {
                rows.row(
                    format!("{}-{n}", table.id),
                    RowState::Here,
                    vec![Cell::new(row.band()), Cell::new(row.words)],
                );
            }
            body.push(Block::Sheet(rows));
        }
        let title = if sheet.stand_in {
            format!("{} (a stand-in of the house)", sheet.title)
        } else {
            sheet.title.into()
        };
        Panel::new(format!("chart-{}", sheet.id), title, body).rule(sheet.rule).block()
    };
    let blocks = std::iter::once(scale(state)).chain(SHEETS.iter().map(panel)).collect();
    Page::new(head, "Charts", "Charts and tables of the series.", blocks)
}

/// What a hex, a turn and a counter stand for. Nothing is reckoned with it. [BCS-GEN-1]
fn scale(state: &State) -> Block {
    let words = format!(
        "{}. Combat units are mostly battalions. The two activations of a formation are not its morning and its afternoon.",
        state.scenario.board.scale.trim_end_matches('.')
    );
    Panel::new("scale", "Scale", vec![Block::Prose(Text::new(words))]).rule(RuleId("BCS-GEN-1")).block()
}
