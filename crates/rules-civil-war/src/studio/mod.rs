//! A set-up as tables that are filled in by hand or from a spreadsheet: what belongs into each cell, and the choices that the
//! file offers so far. The reader of [`crate::setup`] stays the only judge.
//!
//! What a file has within an army or a battlefield is a table of its own for each: its strength points, its zones, what lies
//! on it.

mod ground;
mod options;

use kernel::grammar::capital;
use kernel::reader::Reader;
use kernel::{Id, Node};
use tabular::{CellKind, Mention, Naming, SetupColumn, SetupTable, TableShape};

use crate::setup::{LAST, Moves};
use crate::words::{Arm, Class, Crossing, Inches, Party, Season, Size};

/// Words of the file with their words on the page.
type Words = Vec<(String, String)>;

const CAMPAIGN: &str = "Campaign";
const CHARTS: &str = "Charts";
const LEADERS: &str = "Leaders";
const ARMIES: &str = "Armies";
const GROUND: &str = "Hexes and battlefields";
const ALONE: &str = "One battle alone";

/// The tables of a set-up, by what its file says so far.
pub fn tables(text: &str) -> Vec<SetupTable> {
    let reader = Reader::new("", text);
    let root = reader.root();
    let leaders = named(&root, "leaders");
    let mut tables = vec![
        campaign(),
        options::table(),
        effectiveness(),
        moves(),
        points(&root),
        results(),
        losses(),
        charts(),
        leader_table(),
        counters(&leaders),
        army_table(),
    ];
    for (n, army) in root.tables("armies").iter().enumerate() {
        tables.push(strength_points(n, army));
    }
    tables.extend(ground::tables(&root));
    tables.push(alone(&root));
    tables
}

/// The ids of an array of tables, each with its name where it has one.
fn named(root: &Node<'_>, key: &str) -> Words {
    let word = |row: &Node<'_>| {
        let id = row.maybe_text("id").filter(|id| Id::new(id).is_ok())?;
        let name = row.maybe_text("name").unwrap_or_else(|| id.clone());
        Some((id, name))
    };
    root.tables(key).iter().filter_map(word).collect()
}

/// What a row is called on the page: by its name, else by its number.
fn called(row: &Node<'_>, what: &str, n: usize) -> String {
    let name = row.maybe_text("name").filter(|name| !name.trim().is_empty());
    name.unwrap_or_else(|| format!("{what} {}", n + 1))
}

fn campaign() -> SetupTable {
    let columns = vec![
        column("id", "Id", CellKind::Text).help("For your files; nobody reads it in play."),
        column("title", "Title", CellKind::Text).needed(),
        column("cw_turn.number", "First turn", whole(1, 200)).needed().help("Its number on the turn track."),
        column("cw_turn.season", "Months", words(Season::ALL, Season::word)).needed(),
        column("cw_turn.year", "Year", whole(1800, 1999)).needed(),
        column("last_turn", "Last turn", whole(1, 200)).help(format!("{LAST} where it is empty.")),
    ];
    one("campaign", "Campaign", CAMPAIGN, columns)
        .help("What it is called, and the turns that it is played for.")
}

fn effectiveness() -> SetupTable {
    let help = "A part of its stands, rounded up: 4/5.";
    let columns = Class::ALL.iter().flat_map(|class| {
        ["worn", "spent"].map(|key| {
            let title = format!("{}: {key}", capital(class.prose()));
            column(&format!("{}.{key}", class.word()), &title, CellKind::Text).needed().help(help)
        })
    });
    one("effectiveness", "Labels of brigades", CHARTS, columns.collect())
        .help("At how many of its stands a brigade is worn and spent, by its experience. CWFF-T3")
}

fn moves() -> SetupTable {
    let of = |key: &str, title: &str, usual: Inches| {
        column(key, title, CellKind::Decimal).help(format!("{usual} where it is empty."))
    };
    let usual = Moves::default();
    let columns = vec![
        of("infantry", "Brigade on foot", usual.infantry),
        of("cavalry", "Mounted brigade", usual.cavalry),
        of("leader", "Leader", usual.leader),
        of("foot_artillery", "Foot battery", usual.foot_artillery),
        of("horse_artillery", "Horse battery", usual.horse_artillery),
    ];
    one("standard_move", "Standard moves", CHARTS, columns).help("What night moves are measured by. CWFF-R34")
}

/// What victory points are usually given for.
const POINTS: [&str; 5] =
    ["worn_brigade", "spent_brigade", "destroyed_brigade", "battery_wrecked_or_captured", "leader_killed"];

fn points(root: &Node<'_>) -> SetupTable {
    let mut keys: Vec<String> = POINTS.map(str::to_owned).to_vec();
    let own = root.maybe_table("victory_points").map(|table| table.keys()).unwrap_or_default();
    // A point would be a step of a path.
    let is_path = |key: &str| key.is_empty() || key.contains(['.', '[', ']']);
    keys.extend(own.into_iter().filter(|key| !POINTS.contains(&&**key) && !is_path(key)));
    let columns = keys.iter().map(|key| column(key, &capital(&key.replace('_', " ")), whole(0, 99)));
    one("victory_points", "Victory points", CHARTS, columns.collect())
        .help("Points for each, as the players count them. What is not listed here is written into the file. CWFF-R23")
}

fn results() -> SetupTable {
    let columns = vec![
        column("column", "Column", CellKind::Text).needed().help("The strength of the enemy to its own, as printed: 2:1. Mark it as text in a spreadsheet."),
        column("size", "Size", words(Size::ALL, Size::word)).needed().help("Of the enemy force."),
        column("faces", "Faces", CellKind::List).needed().help("What each face of the die does, in order, parted by commas: the strength points lost, with d where the army is demoralized: 0, 1, 1d."),
    ];
    SetupTable::rows("crt", "Combat results", columns)
        .section(CHARTS)
        .help("A row for each column and size; only what it says of demoralization is needed. CWFF-9C-1")
}

fn losses() -> SetupTable {
    let sums = "Sums of two dice, as in the file: [2, 3]. None where it is empty.";
    let stars = [
        ("one_star", "One star"),
        ("two_star", "Two stars"),
        ("three_star", "Three stars"),
        ("four_star", "Four stars"),
    ];
    let columns = stars.into_iter().flat_map(|(key, stars)| {
        ["killed", "wounded"].map(|fate| {
            column(&format!("{key}.{fate}"), &format!("{stars}: {fate}"), CellKind::Raw).help(sums)
        })
    });
    one("leader_loss", "Losses of leaders", CHARTS, columns.collect())
        .help("On which sums a leader is killed or wounded, by his stars. CWFF-9D-2")
}

/// The rolled tables of the rules that a campaign may have otherwise.
const ROLLED: [(&str, &str, &str); 3] = [
    (
        "march",
        "Flank march",
        "[{ max = -1, speed = \"plodding\" }, { min = 0, max = 0, speed = \"deliberate\" }, { min = 1, speed = \"swift\" }]",
    ),
    ("half", "Even chance", "[{ max = 5, yes = true }, { min = 6, yes = false }]"),
    ("brigade", "Brigades that are Exceptional", "[{ max = 3, yes = true }, { min = 4, yes = false }]"),
];

fn charts() -> SetupTable {
    let columns = ROLLED.into_iter().flat_map(|(key, title, rows)| {
        let of = |field: &str, what: &str, kind| {
            column(&format!("{key}.{field}"), &format!("{title}: {what}"), kind)
        };
        [
            of("id", "id", CellKind::Text),
            of("title", "title", CellKind::Text),
            of("die", "die", CellKind::Raw).help("As in the file: { d = 10 }."),
            of("row", "rows", CellKind::Raw).help(format!(
                "As in the file; each whole number in one row, the outer ones open. As printed: {rows}."
            )),
        ]
    });
    one("chart", "Rolled tables of your own", CHARTS, columns.collect())
        .help("A table of which all four fields are empty is as printed. CWFF-T5 CWFF-R15 CWFF-T2")
}

fn leader_table() -> SetupTable {
    let columns = vec![
        column("side", "Side", sides()).needed(),
        column("stars", "Stars", whole(1, 4)).needed(),
        column("initiative", "Initiative", whole(1, 4)).needed().help("Low is good. CWFF-R14"),
        column("tactical", "Tactical", whole(-4, 4)).needed().aliases(&["Tactical rating"]),
        column("army_command", "Army command", whole(-5, 5)).needed().help("CWFF-T8"),
        column("cavalry", "Cavalry", CellKind::Flag).help("Leads cavalry; no where it is empty."),
        column("next_step", "Next steps", CellKind::List)
            .help("The ids of his promotion counters in order, parted by commas; fill in their table next."),
    ];
    let mut table = SetupTable::named("leaders", "Leaders", columns)
        .section(LEADERS)
        .help("As their counters print them. CWFF-4B-1");
    table.mentions = mentions(&["armies.*.leaders", "promotion_counters.*.leader"]);
    table
}

fn counters(leaders: &Words) -> SetupTable {
    let as_before = "As before where it is empty.";
    let columns = vec![
        SetupColumn::id(),
        column("leader", "Leader", CellKind::Choice(leaders.clone()))
            .needed()
            .help("Names it among his next steps."),
        column("stars", "Stars", whole(1, 4)).needed(),
        column("tactical", "Tactical", whole(-4, 4)).needed().aliases(&["Tactical rating"]),
        column("initiative", "Initiative", whole(1, 4)).help(as_before),
        column("army_command", "Army command", whole(-5, 5)).help(as_before),
    ];
    let mut table = SetupTable::rows("promotion_counters", "Promotion counters", columns)
        .section(LEADERS)
        .help("What leaders may rise to. CWFF-10A-1");
    table.mentions = mentions(&["leaders.*.next_step"]);
    table
}

fn army_table() -> SetupTable {
    let columns = vec![
        column("side", "Side", sides()).needed(),
        column("leaders", "Leaders", CellKind::List).help("Their ids, parted by commas: lee, jackson."),
        column("demoralized", "Demoralized", CellKind::Flag).help("No where it is empty."),
        column("carried", "Carried", CellKind::List).help("What it carries of a strength point, crack and other: 0, 3/20. Nothing where it is empty. CWFF-9A-3"),
    ];
    let mut table = SetupTable::named("armies", "Armies", columns)
        .section(ARMIES)
        .help("An id has at most 12 letters, for battles are named after it. Each army has a table of its strength points.");
    table.mentions = mentions(&["battle.attacker", "battle.defender"]);
    table
}

fn strength_points(n: usize, army: &Node<'_>) -> SetupTable {
    let columns = vec![
        SetupColumn::id().help("No other army has one of this id."),
        column("class", "Experience", words(Class::ALL, Class::prose)).needed().aliases(&["class"]),
        column("arm", "Arm", words(Arm::ALL, Arm::prose)).help("Infantry where it is empty. CWFF-R3"),
    ];
    let table = SetupTable::rows(format!("armies[{n}].sp"), "", columns)
        .section(ARMIES)
        .help("A row for each. CWFF-4F-1");
    SetupTable { title: format!("{}: strength points", called(army, "Army", n)), ..table }
}

fn alone(root: &Node<'_>) -> SetupTable {
    let armies = CellKind::Choice(named(root, "armies"));
    let columns = vec![
        column("id", "Id", CellKind::Text)
            .help("Such as aop.1: the attacker, and which of his battles it is."),
        column("attacker", "Attacker", armies.clone()),
        column("defender", "Defender", armies),
        column("hex", "Hex", CellKind::Choice(named(root, "hexes"))),
        column("column", "Column", CellKind::Text).help("Of the combat results: 1:1."),
        column("size", "Size", words(Size::ALL, Size::word)),
        column("crossing", "Crossed", words(Crossing::ALL, Crossing::prose))
            .help("What the attacker crossed; nothing where it is empty. CWFF-T7"),
    ];
    one("battle", "One battle alone", ALONE, columns)
        .help("For a set-up of one battle without a book. Empty in a campaign.")
}

fn column(key: &str, title: &str, kind: CellKind) -> SetupColumn {
    SetupColumn::new(key, title, kind)
}

const fn whole(least: i64, most: i64) -> CellKind {
    CellKind::Whole { least, most }
}

fn sides() -> CellKind {
    let name = |party: Party| if party == Party::Union { "Union" } else { "Confederate" };
    words(Party::ALL, name)
}

/// A closed list of words: each as the file and as the page has it.
fn words<T: Copy + std::fmt::Display>(all: &[T], prose: impl Fn(T) -> &'static str) -> CellKind {
    CellKind::Choice(all.iter().map(|one| (one.to_string(), prose(*one).to_owned())).collect())
}

fn one(
    path: impl Into<String>,
    title: &'static str,
    section: &'static str,
    columns: Vec<SetupColumn>,
) -> SetupTable {
    let table = SetupTable::rows(path, title, columns).section(section);
    SetupTable { shape: TableShape::One, ..table }
}

fn mentions(paths: &[&str]) -> Vec<Mention> {
    paths.iter().map(|path| Mention { path: (*path).to_owned(), naming: Naming::Value }).collect()
}
