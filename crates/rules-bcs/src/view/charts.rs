//! The charts as the players' own sheets.

use kernel::grammar::capital;
use kernel::view::ColumnRole::{Code, Name, Words};
use kernel::view::{Block, Cell, Page, PageHead, Panel, RowState, Sheet, Text};
use kernel::{RuleId, Seat};

use crate::charts::{GRIDS, Grid, LISTS, List, Reading, SHEETS};
use crate::sheet::Whose;
use crate::state::State;

/// The charts as the players' own sheets: those that are rolled on, tables of two headings, lists.
pub fn charts(state: &State, _: Seat, head: PageHead) -> Page {
    let all = SHEETS.iter().map(|sheet| chart(sheet));
    let blocks = std::iter::once(scale(state)).chain(all).chain(GRIDS.iter().map(|grid| self::grid(grid)));
    let blocks = blocks.chain(LISTS.iter().map(|list| self::list(list))).collect();
    Page::new(head, "Charts", "Charts, tables and lists of the series.", blocks)
}

/// A chart: whose each modifier is, and what the dice come to.
fn chart(sheet: &'static crate::sheet::Sheet) -> Block {
    let added = modifiers(sheet, Whose::Roller, "Modifiers, added to the dice");
    let taken = modifiers(sheet, Whose::Other, "Of the other side, taken off the dice");
    let mut body: Vec<Block> = added.into_iter().chain(taken).collect();
    // Many short tables are read beside each other.
    if sheet.tables.len() > 2 {
        body.push(beside(sheet));
    } else {
        body.extend(sheet.tables.iter().map(|table| {
            let mut rows = Sheet::new(table.words, &[("Roll", Code), ("Result", Words)]);
            for (n, row) in table.rows.iter().enumerate() {
                let cells = vec![Cell::new(row.band()), Cell::new(row.words)];
                rows.row(format!("{}-{n}", table.id), RowState::Here, cells);
            }
            Block::Sheet(rows)
        }));
    }
    let stand_in = if sheet.stand_in { " (a stand-in of the house)" } else { "" };
    Panel::new(format!("chart-{}", sheet.id), format!("{}{stand_in}", sheet.title), body)
        .rule(sheet.rule)
        .block()
}

/// The modifiers of one side.
fn modifiers(sheet: &crate::sheet::Sheet, whose: Whose, title: &str) -> Option<Block> {
    let columns = [("Modifier", Name), ("Amount", Words), ("Rule", Code)];
    let mut lines = Sheet::new(title, &columns);
    let own = || sheet.lines.iter().filter(|line| line.whose == whose);
    for line in own() {
        let cells = vec![Cell::new(line.words), Cell::new(sheet.printed(line)), Cell::new(line.rule.0)];
        lines.row(line.id, RowState::Here, cells);
    }
    own().next().is_some().then_some(Block::Sheet(lines))
}

/// Every table of a chart as one: for each case the dice that give each result.
fn beside(sheet: &crate::sheet::Sheet) -> Block {
    let columns = [("Case", Name), ("Roll", Code), ("Result", Words)];
    let mut rows = Sheet::new("What the dice come to", &columns);
    for table in sheet.tables {
        for (n, row) in table.rows.iter().enumerate() {
            let cells = vec![Cell::new(table.words), Cell::new(row.band()), Cell::new(row.words)];
            rows.row(format!("{}-{n}", table.id), RowState::Here, cells);
        }
    }
    Block::Sheet(rows)
}

/// A table of two headings.
fn grid(grid: &'static Grid) -> Block {
    let mut columns = vec![("Row", Name)];
    columns.extend(grid.columns.iter().map(|(_, words)| (*words, Words)));
    let mut sheet = Sheet::new(grid.title, &columns);
    for row in grid.rows {
        let words = row.cells.iter().map(|cell| Cell::new(cell.replace('-', " ")));
        let cells = std::iter::once(Cell::new(row.words)).chain(words).collect();
        sheet.row(row.id, RowState::Here, cells);
    }
    Panel::new(format!("chart-{}", grid.id), grid.title, vec![Block::Sheet(sheet)]).rule(grid.rule).block()
}

/// A list, with what its lines are together.
fn list(list: &'static List) -> Block {
    let mut sheet =
        Sheet::new(capital(list.read.prose()), &[("Sign", Code), ("Line", Words), ("Rule", Code)]);
    for (n, (id, rule, words)) in list.lines.iter().enumerate() {
        let sign = match list.read {
            Reading::All => "✓".into(),
            Reading::Each => "◇".into(),
            Reading::InTurn => (n + 1).to_string(),
        };
        sheet.row(*id, RowState::Here, vec![Cell::new(sign), Cell::new(*words), Cell::new(*rule)]);
    }
    Panel::new(format!("chart-{}", list.id), list.title, vec![Block::Sheet(sheet)]).rule(list.rule).block()
}

/// What a hex, a turn and a counter stand for. Nothing is reckoned with it. [BCS-GEN-1]
fn scale(state: &State) -> Block {
    let words = format!(
        "{}. Combat units are mostly battalions. The two activations of a formation are not its morning and its afternoon.",
        state.scenario.board.scale.trim_end_matches('.')
    );
    Panel::new("scale", "Scale", vec![Block::Prose(Text::new(words))]).rule(RuleId("BCS-GEN-1")).block()
}
