//! The printed charts that a campaign may replace. What is empty is as printed.

use tabular::{CellKind, SetupColumn, SetupTable};

use super::column::{Columned, choice, column, head, whole};
use super::known::Known;

const SECTION: &str = "Printed charts";

/// A chart: its key in `tables`, what it is called, its rule, the columns of a row beside the band, its modifiers.
struct Printed {
    key: &'static str,
    title: &'static str,
    rule: &'static str,
    results: Vec<SetupColumn>,
    /// Other fields of the chart and its modifiers.
    fields: Vec<SetupColumn>,
}

pub(super) fn tables(known: &Known) -> Vec<SetupTable> {
    let mut tables = Vec::new();
    for chart in charts() {
        let rows = "The rows that take the place of the printed ones: every number in one band, the outer ones open.";
        let mut columns = band();
        columns.extend(chart.results);
        let path = format!("tables.{}.rows", chart.key);
        tables.push(head(path, SECTION, chart.title, chart.rule, rows).rows(columns));
        if !chart.fields.is_empty() {
            let fields = "What is empty is as printed.";
            let path = format!("tables.{}", chart.key);
            let title = format!("{}, modifiers", chart.title);
            tables.push(head(path, SECTION, title, chart.rule, fields).one(chart.fields));
        }
    }
    tables.extend([
        nations("tables.repair_nations", "Nations that repair"),
        nations("tables.repair.nations", "Nations on the repair chart"),
        aircraft(),
        turns(),
        spotting(known),
    ]);
    tables
}

fn band() -> Vec<SetupColumn> {
    vec![
        column("min", "From", whole(-1000, 1000)).aka(&["Min", "Roll from"]).help("Open where it is empty."),
        column("max", "To", whole(-1000, 1000)).aka(&["Max", "Roll to"]).help("Open where it is empty."),
    ]
}

fn result(words: &[(&str, &str)]) -> Vec<SetupColumn> {
    vec![column("result", "Result", choice(words)).needed()]
}

fn modifier(key: &str, title: &str) -> SetupColumn {
    column(format!("modifiers.{key}"), title, whole(-100, 100))
}

/// Whose the modifier for Russians is.
fn russian_nations() -> SetupColumn {
    column("russian_nations", "Russian nations", CellKind::List)
        .help("The nations of sides that the Russian modifier is for; russian where it is empty.")
}

fn charts() -> [Printed; 6] {
    let removal = vec![
        column("within", "Near the line within", CellKind::Decimal).help("Inches."),
        column("engineers", "Engineer squads for the bonus", whole(0, 100)),
        column("cost", "Price of an attempt", whole(0, 100)).help("Fortification points."),
        modifier("near_line", "Wire or minefield near the line"),
        modifier("roadblock", "Roadblock along the line"),
        modifier("engineers", "Engineers at hand"),
    ];
    let discipline = [
        ("casualties_25", "A quarter lost"),
        ("casualties_50", "Half lost"),
        ("casualties_75", "Three quarters lost"),
        ("panicked", "Each stand that panicked off"),
        ("kills", "Each enemy stand knocked out by fire"),
        ("won", "Each close combat won"),
        ("lost", "Each close combat lost"),
        ("isolated", "Each scenario isolated"),
        ("cut_off", "Each scenario cut off"),
    ];
    let escape = [
        ("morning", "Morning scenario"),
        ("cut_off", "Cut off"),
        ("unarmoured", "Unarmoured vehicle"),
        ("near_line", "Near friendly lines"),
        ("fully_tracked", "Fully tracked AFV"),
        ("russian", "Russian"),
    ];
    let ends: &[(&str, &str)] =
        &[("escape", "Escapes"), ("abandon", "Abandoned"), ("eliminated", "Eliminated")];
    let within = column("within", "Near friendly lines within", CellKind::Decimal).help("Inches.");
    [
        Printed {
            key: "repair",
            title: "Armour repair",
            rule: "BF-T3",
            results: result(&[("repaired", "Repaired"), ("no-effect", "No effect")]),
            fields: vec![
                modifier("minefield", "Vehicle in a minefield"),
                modifier("russian", "Russian attempt"),
                russian_nations(),
                modifier("abandoned", "Abandoned"),
                modifier("cpp", "A purchase point spent"),
            ],
        },
        Printed {
            key: "withdrawal",
            title: "Armour withdrawal",
            rule: "BF-T4",
            results: result(&[("retained", "Retained"), ("withdraws", "Withdraws")]),
            fields: Vec::new(),
        },
        Printed {
            key: "discipline",
            title: "Discipline changes",
            rule: "BF-T5",
            results: result(&[("improves", "Improves"), ("unchanged", "Unchanged"), ("worsens", "Worsens")]),
            fields: discipline.iter().map(|(key, title)| modifier(key, title)).collect(),
        },
        Printed {
            key: "numbers",
            title: "Smoke and aircraft",
            rule: "BF-T6",
            results: vec![column("number", "Number", whole(0, 20)).needed()],
            fields: vec![modifier("cpp", "Each further point spent")],
        },
        Printed {
            key: "removal",
            title: "Removal of fortifications",
            rule: "BF-T7",
            results: result(&[("eliminated", "Eliminated"), ("no-effect", "No effect")]),
            fields: removal,
        },
        Printed {
            key: "escape",
            title: "Escape",
            rule: "BF-T8",
            results: vec![
                column("infantry", "Infantry and guns", choice(ends)).needed().aka(&["Infantry"]),
                column("afv", "Vehicles", choice(ends)).needed().aka(&["AFV"]),
            ],
            fields: std::iter::once(within)
                .chain(escape.iter().map(|(key, title)| modifier(key, title)))
                .chain([russian_nations()])
                .collect(),
        },
    ]
}

fn dates() -> [SetupColumn; 2] {
    [
        column("from", "From", CellKind::Date).help("The first day; always where it is empty."),
        column("until", "Until", CellKind::Date).help("The last day; for ever where it is empty."),
    ]
}

fn nations(path: &str, title: &str) -> SetupTable {
    let help = "Who repairs and when, in place of the printed list. Every other nation never does.";
    let mut columns = vec![column("nation", "Nation", CellKind::Id).needed()];
    columns.extend(dates());
    head(path, SECTION, title, "BF-R13", help).rows(columns)
}

fn aircraft() -> SetupTable {
    let rows =
        choice(&[("western", "Western"), ("early-german", "Early German"), ("late-german", "Late German")]);
    let help = "Modifiers of aircraft by nation and date; a row that is not here is as printed.";
    let mut columns =
        vec![column("id", "Row", rows).needed().aka(&["Id"]), column("nations", "Nations", CellKind::List)];
    columns.extend(dates());
    columns.push(column("amount", "Modifier", whole(-100, 100)).needed().aka(&["Amount", "DRM"]));
    head("tables.numbers.aircraft", SECTION, "Aircraft modifiers", "BF-T6", help).rows(columns)
}

fn turns() -> SetupTable {
    let help = "When the end of a battle is rolled for; turns 11 and 20 where it is empty.";
    head("tables.turn_chart", SECTION, "Turns", "BF-T9", help).one(vec![
        column("first_roll_turn", "First turn with a roll", whole(1, 99)),
        column("last_turn", "Last turn", whole(1, 99)),
    ])
}

fn spotting(known: &Known) -> SetupTable {
    let column = |cover: String| {
        let title = cover.replace('_', " ");
        column(cover, title, CellKind::Decimal).help("Inches.")
    };
    let help =
        "How far stands are spotted, by cover. Any of these given, those left empty are no cover any more.";
    head("tables.spotting", SECTION, "Spotting", "BF-R35", help)
        .one(known.covers().into_iter().map(column).collect())
}
