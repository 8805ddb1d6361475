//! Kinds of stands, reinforcement and fortification charts, rosters, scheduled reinforcements.

use tabular::{CellKind, Naming, SetupTable};

use super::column::{Columned, Named, choice, column, head, id, whole};
use super::known::Known;

const CHARTS: &str = "Charts of the sides";
const ROSTERS: &str = "Rosters";

pub(super) fn tables(known: &Known) -> Vec<SetupTable> {
    let mut tables = vec![unit_types(known)];
    tables.extend(known.sides.iter().map(|side| groups(known, side)));
    tables.extend(known.sides.iter().map(works));
    tables.extend(known.sides.iter().map(|side| roster(known, side)));
    tables.push(scheduled(known));
    tables
}

fn unit_types(known: &Known) -> SetupTable {
    let tracks =
        choice(&[("full", "Fully tracked"), ("half", "Half-tracked"), ("none", "Wheels, or no vehicle")]);
    let help = "The kinds of stands and vehicles that charts and rosters count.";
    head("unit_types", CHARTS, "Kinds of stands", "BF-2.S-3", help)
        .rows(vec![
            id("Stand").aka(&["Id", "Unit", "Unit type"]),
            column("name", "Name", CellKind::Text),
            column("class", "Class", known.class(false)).needed().aka(&["Type"]),
            column("afv", "Tank", CellKind::Flag)
                .aka(&["AFV", "Tank or tank destroyer"])
                .help("A tank or tank destroyer."),
            column("engineer", "Engineer", CellKind::Flag).aka(&["Pioneer", "Sapper"]),
            column("command", "Command", CellKind::Flag).aka(&["HQ"]),
            column("armored", "Armoured", CellKind::Flag).help("As the tank column says, where it is empty."),
            column("tracked", "Tracks", tracks).help("none where it is empty."),
        ])
        .named(Naming::Key, ["rg.*.*.content", "rosters.*.*.stands"])
}

fn groups(known: &Known, (side, name): &(String, String)) -> SetupTable {
    let help = "What the side can buy. Groups of class O, F and FPP become a module, a flight, points.";
    head(format!("rg.{side}"), CHARTS, format!("{name} reinforcement chart"), "BF-2.S-4", help)
        .rows(vec![
            id("Group").aka(&["Id", "Group id", "RG"]).help("At most 16 signs."),
            column("kind", "Kind", CellKind::Text).needed().aka(&[
                "Unit",
                "Description",
                "Name",
                "Formation",
            ]),
            column("class", "Class", known.class(true)).needed().aka(&["Type"]),
            column("content", "Content", known.units(side))
                .needed()
                .aka(&["Stands", "Contents", "Composition"])
                .help("How many of what: 1 r-cmd, 9 r-rifle. Nothing for artillery, aircraft and points."),
            column("discipline", "Discipline", known.discipline())
                .needed()
                .aka(&["Quality", "Training", "Level"]),
            column("cost", "Price", whole(0, 1000)).needed().aka(&["CPP", "Cost", "Points"]),
            column("max_scenario", "Most in a battle", whole(0, 1000))
                .needed()
                .aka(&["per scen.", "Per scenario", "Max scenario", "Scenario maximum"])
                .help("The most deployed in one battle; of class FPP the most bought in one refit."),
            column("max_campaign", "Most in the campaign", whole(0, 1000))
                .needed()
                .aka(&["total", "Per campaign", "Max campaign", "Campaign maximum"])
                .help("The most over the campaign, initial and scheduled ones included."),
            column("pure_armor", "Tanks alone", CellKind::Flag).aka(&["Pure armour", "Pure armor"]),
            column("fpp", "Points it brings", whole(1, 1000)).aka(&["FPP"]).help("For class FPP alone."),
            column("notes", "Notes", CellKind::List)
                .aka(&["Remarks", "Restrictions"])
                .help("arrives+N, from:DATE, until:DATE, needs:GROUP, once-per-refit, text:WORDS."),
        ])
        .named(Naming::Value, [format!("rosters.{side}.*.group"), format!("scheduled[side={side}].group")])
        .named(Naming::After("needs:"), [format!("rg.{side}.*.notes")])
}

fn works((side, name): &(String, String)) -> SetupTable {
    let kinds = choice(&[
        ("wire", "Wire"),
        ("minefield", "Minefield"),
        ("roadblock", "Roadblock"),
        ("other", "Other"),
    ]);
    let help = "Fortifications that the side can buy.";
    head(format!("fpp.{side}"), CHARTS, format!("{name} fortification chart"), "BF-2.S-5", help).rows(vec![
        column("id", "Id", CellKind::Id).help("Made of the name where it is empty."),
        column("type", "Fortification", CellKind::Text).needed().aka(&["Type", "Name", "Kind of work"]),
        column("kind", "Kind", kinds).help("What removal makes of it; told by the name where it is empty."),
        column("cost", "Price", whole(0, 1000)).needed().aka(&["FPP", "Cost", "Points"]),
        column("max_campaign", "Most in the campaign", whole(0, 1000))
            .aka(&["total", "Max campaign", "Maximum"])
            .help("No limit where it is empty."),
    ])
}

fn roster(known: &Known, (side, name): &(String, String)) -> SetupTable {
    let help = "The forces at the start. What is empty is as the group on the chart has it.";
    head(format!("rosters.{side}"), ROSTERS, format!("{name} roster"), "BF-2.S-3", help).rows(vec![
        id("Formation").aka(&["Id", "Number"]).help("At most 16 signs."),
        column("name", "Name", CellKind::Text).needed().aka(&["Unit"]),
        column("group", "Group", known.groups(Some(side)))
            .help("The group of the chart that it counts against."),
        column("class", "Class", known.class(false)).aka(&["Type"]),
        column("discipline", "Discipline", known.discipline()).aka(&["Quality", "Training", "Level"]),
        column("stands", "Stands", known.units(side)).aka(&["Content", "Contents", "Composition"]),
        column("pure_armor", "Tanks alone", CellKind::Flag).aka(&["Pure armour", "Pure armor"]),
        column("note", "Note", CellKind::Text).aka(&["Remarks"]),
    ])
}

fn scheduled(known: &Known) -> SetupTable {
    let help = "Reinforcements that come on a day for nothing; they count against the campaign maximum from the start.";
    head("scheduled", ROSTERS, "Scheduled reinforcements", "BF-2.1.1.4.1-1", help).rows(vec![
        id("Formation").aka(&["Id", "Number"]),
        column("side", "Side", known.side()).needed(),
        column("day", "Day", CellKind::Date).needed().aka(&["Date", "Arrives"]),
        column("group", "Group", known.groups(None)).needed().aka(&["RG"]),
        column("count", "How many", whole(1, 20))
            .aka(&["Count", "Number of groups"])
            .help("1 where it is empty."),
        column("name", "Name", CellKind::Text).aka(&["Unit"]),
        column("note", "Note", CellKind::Text).aka(&["Remarks"]),
    ])
}
