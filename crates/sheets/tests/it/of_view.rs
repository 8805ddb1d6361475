use std::sync::Arc;

use hexmap::Numbering;
use kernel::view::block::Bar;
use kernel::view::board::{Board, Counter, Ground, Look, Place, Ring, Size, Symbol, Terrain};
use kernel::view::field::{Field, MapPoint, Point};
use kernel::view::{
    Block, Cell, ColumnRole, Day, Force, ForceRow, Form, ItemState, Ladder, LedgerLine, LineKind, OddsTable,
    OwedItem, Page, Panel, PointLook, ResultGroup, ResultRow, Results, RowState, Rung, Sheet, SlotMark,
    StepRow, Text,
};
use kernel::{RuleId, Seat, SideInfo};
use serde_json::json;

use crate::words;

fn sides() -> Vec<SideInfo> {
    ["Soviet", "German"].map(|name| SideInfo::new(name.parse().unwrap(), name)).into()
}

fn page(main: Vec<Block>) -> Page {
    Page { id: "p", tab: "P", title: "Page".into(), lede: Text::empty(), main, aside: Vec::new() }
}

/// The one table of a page.
fn only(main: Vec<Block>) -> (String, Vec<Vec<String>>) {
    let mut tables = words(&sheets::of_page(&page(main), &sides()));
    assert_eq!(tables.len(), 1);
    tables.remove(0)
}

#[test]
fn a_roster_keeps_its_figures_its_printed_values_and_its_states() {
    let columns = [
        ("Man", ColumnRole::Name),
        ("Morale", ColumnRole::Figure),
        ("KIA", ColumnRole::Words),
        ("Code", ColumnRole::Code),
    ];
    let mut sheet = Sheet::new("Roster", &columns);
    let code = |code: &str| Cell::new(code);
    let name = Text::new("7").say(" Smith").secret(kernel::Audience::Umpire).rule(RuleId("UF-1"));
    sheet.row(
        "a",
        RowState::Here,
        vec![Cell::new(name), Cell::changed("3", "4"), Cell::new("8"), code("007")],
    );
    sheet.row("b", RowState::Gone, vec![Cell::new("9"), Cell::figure(-2), Cell::new("✓ killed"), code("12")]);
    let grids = sheets::of_page(&page(vec![Block::Sheet(sheet)]), &sides());
    assert_eq!(
        words(&grids)[0].1,
        [
            vec!["Man", "Morale", "Morale, printed", "KIA", "Code", "State"],
            vec!["7 Smith [UF-1]", "3", "4", "8", "007", "available"],
            vec!["9", "-2", "", "✓ killed", "12", "gone"],
        ]
    );
    use tabular::Value::{Text as T, Whole};
    assert_eq!(
        grids[0].rows[2],
        [T("9".into()), Whole(-2), T("".into()), T("✓ killed".into()), T("12".into()), T("gone".into())]
    );
    assert_eq!(grids[0].cell(1, 3), &Whole(8));
}

#[test]
fn every_block_with_rows_is_a_table() {
    let lines = vec![LedgerLine::new(Text::empty().side(1).say(" won"), 9, LineKind::Change)];
    let titled = |block| vec![Panel::new("x", "Points", vec![block]).block()];
    assert_eq!(
        only(titled(Block::Ledger(lines))),
        (
            "Points".into(),
            vec![
                vec!["What".into(), "Amount".into(), "Kind".into()],
                vec!["German won".into(), "9".into(), "change".into()]
            ]
        )
    );
    let odds = OddsTable {
        caption: "Rally".into(),
        head: "Roll".into(),
        rows: vec![("6".into(), u64::MAX)],
        of: 6,
        note: String::new(),
        other: false,
    };
    assert_eq!(only(vec![Block::Odds(odds)]).1[1], ["6", "18446744073709551615", "6"]);
    let bars = vec![Bar { label: "T-34".into(), value: 4, side: None }];
    assert_eq!(only(vec![Block::Bars { caption: "Tanks".into(), bars }]).0, "Tanks");
    assert_eq!(only(vec![Block::Facts(vec![("Hand".into(), "6".into())])]).1[1], ["Hand", "6"]);
    let owed = OwedItem { who: Seat::Side(0), state: ItemState::Yours, text: "a posture".into(), link: None };
    assert_eq!(only(vec![Block::Owed(vec![owed])]).1[1], ["Soviet", "yours", "a posture"]);
    let step = StepRow {
        key: "S1".into(),
        title: "Posture".into(),
        state: ItemState::Later,
        now: true,
        note: Text::empty(),
    };
    assert_eq!(only(vec![Block::Steps(vec![step])]).1[1], ["S1", "Posture", "later", "now"]);
    let slots = vec![SlotMark { label: "Night".into(), state: ItemState::Done }];
    assert_eq!(
        only(vec![Block::Timeline(vec![Day { label: "24".into(), slots }])]).1[1],
        ["24", "Night", "done"]
    );
    let at = Point { x: 1250, y: 300 };
    let points = vec![MapPoint {
        name: "mill".into(),
        kind: "location".into(),
        look: PointLook::Place,
        side: Some(1),
        at,
        note: String::new(),
        piece: String::new(),
        stand: None,
    }];
    let field =
        Field { description: String::new(), size: at, areas: vec![], lines: vec![], points, tray: None };
    assert_eq!(only(vec![Block::Field(field)]).1[1], ["location", "mill", "German", "1250", "300"]);
}

#[test]
fn the_counters_of_a_board_are_rows_hex_by_hex() {
    let text = "0303";
    let terrain =
        Terrain { mark: 'w', name: "woods".into(), looks: vec![Look::Woods], effect: Text::empty() };
    let hex = Numbering::COMMON.read(text).unwrap();
    let ground = Ground {
        numbering: Numbering::COMMON,
        first: (1, 1),
        rows: vec!["wwww".into(); 4],
        terrain: vec![terrain],
        sides: Vec::new(),
        roads: Vec::new(),
        places: vec![Place { hex, name: "Fulda".into(), note: String::new() }],
    };
    let counter = Counter {
        key: "t4".into(),
        name: "Tank Regiment 4".into(),
        code: String::new(),
        side: 1,
        hex: Some(hex),
        formation: "57G".into(),
        size: Size::Regiment,
        symbol: Symbol::Armor,
        factors: "11-12".into(),
        strength: (11, 12),
        printed: None,
        steps: (2, 3),
        disc: None,
        sign: String::new(),
        ring: Ring::default(),
        struck: false,
        spent: false,
        state: vec!["2 of 3 steps".into(), "out of supply".into()],
    };
    let board = Board {
        id: "b".into(),
        description: String::new(),
        ground: Arc::new(ground),
        held: Vec::new(),
        counters: vec![counter],
        overlays: Vec::new(),
        attacks: Vec::new(),
        reports: Vec::new(),
        traces: Vec::new(),
        sums: Vec::new(),
        owed: Vec::new(),
        asked: kernel::view::Text::empty(),
        reaches: Vec::new(),
        acts: Vec::new(),
        calls: Vec::new(),
        adds: Vec::new(),
    };
    let row = [
        "0303",
        "Fulda",
        "woods",
        "German",
        "Tank Regiment 4",
        "57G",
        "11-12",
        "2",
        "3",
        "2 of 3 steps; out of supply",
    ];
    assert_eq!(only(vec![Block::Board(board)]).1[1], row);
}

#[test]
fn an_attack_is_three_tables() {
    let row = ForceRow::new("2817", "Regiment 1", "5").changed("10", "over the river");
    let force = Force { caption: "Attackers".into(), rows: vec![row], total: "5".into(), more: Vec::new() };
    let told = only(vec![Block::Forces(vec![force])]);
    assert_eq!(
        (&told.0[..], &told.1[1][..]),
        ("Attackers", &["2817", "Regiment 1", "10", "5", "over the river", "here"].map(String::from)[..])
    );
    let rung = Rung { words: "City".into(), from: Some(1), to: 0 };
    let ladder =
        Ladder { caption: "Column".into(), columns: vec!["1-1".into(), "2-1".into()], rungs: vec![rung] };
    assert_eq!(only(vec![Block::Ladder(ladder)]).1[1], ["City", "2-1", "1-1"]);
    let row = ResultRow { throw: "7".into(), code: "X1F".into(), words: "both".into(), weight: 6 };
    let group = ResultGroup { heading: "Holds".into(), other: true, rows: vec![row] };
    let results = Results {
        caption: "1-1".into(),
        throw: "2d6".into(),
        groups: vec![group],
        of: 36,
        means: Vec::new(),
    };
    assert_eq!(only(vec![Block::Results(results)]).1[1], ["Holds", "7", "X1F", "both", "6", "36"]);
}

#[test]
fn a_fact_that_is_a_number_is_written_as_one() {
    let facts = vec![("Hand".into(), "6".into()), ("Line".into(), "4 / 6".into())];
    let grids = sheets::of_page(&page(vec![Block::Facts(facts)]), &sides());
    let cells = [grids[0].cell(1, 1), grids[0].cell(2, 1)];
    assert_eq!(cells, [&tabular::Value::Whole(6), &"4 / 6".into()]);
}

#[test]
fn sentences_forms_and_empty_lists_are_no_tables() {
    let blocks = vec![
        Block::Prose("p".into()),
        Block::Form(Form::new("f", json!({"do": "x"}), "Do it")),
        Block::Owed(vec![]),
    ];
    assert_eq!(sheets::of_page(&page(blocks), &sides()), []);
}

#[test]
fn tables_of_one_name_are_told_apart_by_what_stands_above_them() {
    let bars = |value| Block::Bars {
        caption: "Men fit".into(),
        bars: vec![Bar { label: "Day 1".into(), value, side: None }],
    };
    let panel = |heading: &str, block| Panel::new(heading, heading, vec![block]).block();
    let sole = panel("Hand", Block::Facts(vec![("Cards".into(), "6".into())]));
    let first = page(vec![panel("Soviet", bars(3)), panel("German", bars(4)), sole.clone()]);
    let second = Page { tab: "Q", ..page(vec![sole]) };
    let names = |grids: &[tabular::Grid]| grids.iter().map(|grid| grid.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&sheets::of_page(&first, &sides())), ["Men fit, Soviet", "Men fit, German", "Hand"]);
    let all = sheets::of_pages([&first, &second], &sides());
    assert_eq!(names(&all), ["Men fit, Soviet", "Men fit, German", "Hand, P", "Hand, Q"]);
}
