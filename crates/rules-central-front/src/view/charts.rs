//! The results table and the terrain, as they are printed for play. A table that stands in for another says so.

use kernel::ChartResult;
use kernel::RuleId;
use kernel::view::{Block, Cell, Column, ColumnRole, Page, PageHead, Panel, RowState, Sheet, Text};

use crate::state::State;

/// How the page is listed.
pub const HEAD: PageHead = PageHead::new("charts", "Charts");

/// The page.
pub fn page(state: &State) -> Page {
    Page {
        id: HEAD.id,
        tab: HEAD.tab,
        title: "Charts".into(),
        lede: Text::new("The tables this campaign is played with."),
        main: vec![results(state), terrain(state)],
        aside: Vec::new(),
    }
}

fn results(state: &State) -> Block {
    let table = &state.scenario.table;
    let figure = |head: &str, role| Column { head: head.into(), role };
    let mut columns = vec![figure("2d6", ColumnRole::Name)];
    columns.extend(table.columns.iter().map(|column| figure(&column.label, ColumnRole::Code)));
    let mut sheet = Sheet { caption: table.title.clone(), columns, rows: Vec::new(), compact: true };
    let n_rows = table.columns.first().map_or(0, |column| column.chart.rows().len());
    for row in 0..n_rows {
        let band = table.columns[0].chart.rows()[row].band();
        let cells = table.columns.iter().map(|column| Cell::new(column.chart.rows()[row].result.words()));
        let cells = std::iter::once(Cell::new(band)).chain(cells).collect();
        sheet.row(format!("row-{row}"), RowState::Here, cells);
    }
    let mut body = Vec::new();
    if let Some(why) = &table.stand_in {
        body.push(Block::Note(Text::empty().strong("Stand-in. ").say(why.clone())));
    }
    body.push(Block::Sheet(sheet));
    let key =
        "A, D, X: attacker, defender, both. A figure: steps. F: an action point each. R: hexes to retreat.";
    body.push(Block::Note(Text::new(key)));
    // What else is odd about a file concerns its designer, not those who play it.
    let told = |rule: &str| matches!(rule, "CF-CRT-5" | "CF-CRT-9" | "CF-GEN-6" | "CF-GEN-7");
    let odd = state.scenario.warnings.iter().filter(|warning| told(&warning.rule));
    body.extend(odd.map(|warning| Block::Note(Text::new(warning.sentence.clone()))));
    Panel::new("results", "Combat results", body).rule(RuleId("CF-CRT-1")).block()
}

fn terrain(state: &State) -> Block {
    let board = &state.scenario.board;
    let columns = [
        ("Terrain", ColumnRole::Name),
        ("Movement points", ColumnRole::Code),
        ("Columns left", ColumnRole::Figure),
    ];
    let mut sheet = Sheet::new("Terrain", &columns).compact();
    let mut met = Vec::new();
    for cell in board.grid().cells() {
        let terrain = board.map.hex(*cell);
        if met.contains(&terrain.entry) {
            continue;
        }
        met.push(terrain.entry);
        let cost = terrain.cost.map_or_else(|| "closed".to_owned(), |cost| cost.to_string());
        let cells = vec![
            Cell::new(board.terrain_words(terrain)),
            Cell::new(cost),
            Cell::figure(terrain.shift.into()),
        ];
        sheet.row(format!("terrain-{}", terrain.entry), RowState::Here, cells);
    }
    let notes = format!(
        "Along a road {}. Across a river without a road {} more. The first hex out of an enemy zone {} more. Helicopters {} for any hex.",
        board.road_cost, board.river_cost, board.leave_cost, board.helicopter_cost
    );
    Panel::new("terrain", "Terrain", vec![Block::Sheet(sheet), Block::Note(Text::new(notes))])
        .rule(RuleId("CF-MOV-1"))
        .block()
}
