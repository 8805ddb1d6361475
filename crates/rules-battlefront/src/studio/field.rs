//! The map and how the campaign is won.

use tabular::{CellKind, Naming, SetupTable};

use super::column::{Columned, Named, choice, column, head, id, whole};
use super::known::Known;

const MAP: &str = "Map";
const VICTORY: &str = "Victory";

pub(super) fn tables(known: &Known) -> Vec<SetupTable> {
    vec![
        size(known),
        terrain(known),
        locations(),
        victory(known),
        secret(known),
        scores(known),
        results(known),
    ]
}

fn size(known: &Known) -> SetupTable {
    let mut columns = vec![
        column("width", "Width", CellKind::Decimal)
            .needed()
            .help("From the left to the right edge, in inches."),
        column("height", "Height", CellKind::Decimal)
            .needed()
            .help("From the lower to the upper edge, in inches."),
    ];
    for (id, name) in &known.sides {
        columns.push(
            column(format!("start_mlr.{id}"), format!("{name} front line"), CellKind::Points)
                .needed()
                .help("Points in inches east and north of the lower left corner: 0, 36; 72, 37."),
        );
    }
    let help = "Inches from the lower left corner; north is up. The lines are those of the first day.";
    head("map", MAP, "Map", "BF-2.S-1", help).one(columns)
}

fn terrain(known: &Known) -> SetupTable {
    let covers = known.covers().into_iter().map(|cover| (cover.clone(), cover.replace('_', " "))).collect();
    let points = "Points in inches, each east and north: 0, 33; 20, 34.5; 20, 30.";
    let help = "Each piece has an outline of three points or more, or a course of two or more.";
    head("map.terrain", MAP, "Terrain", "BF-2.S-1", help).rows(vec![
        id("Id"),
        column("kind", "Kind", CellKind::Text).needed().aka(&["Type", "Terrain"]),
        column("polygon", "Outline", CellKind::Points).aka(&["Polygon"]).help(points),
        column("polyline", "Course", CellKind::Points).aka(&["Polyline"]).help(points),
        column("effects", "Effects", CellKind::Text).help("Words for the table."),
        column("cover", "Cover", CellKind::Choice(covers)).help("Open ground where it is empty."),
        column("defile", "Defile", CellKind::Flag).help("A wreck in it blocks the way."),
        column("blocks_supply", "Blocks supply", CellKind::Flag),
    ])
}

fn locations() -> SetupTable {
    let help = "Places that the victory conditions count.";
    head("map.locations", MAP, "Locations", "BF-2.S-1", help)
        .rows(vec![
            id("Id").aka(&["Location"]),
            column("name", "Name", CellKind::Text).needed(),
            column("x", "East", CellKind::Decimal).needed().aka(&["X"]),
            column("y", "North", CellKind::Decimal).needed().aka(&["Y"]),
            column("value", "Value", whole(-1000, 1000)).aka(&["Points", "VP"]).help("0 where it is empty."),
        ])
        .named(Naming::Value, ["victory.score.*.locations"])
}

fn victory(known: &Known) -> SetupTable {
    let when = choice(&[("end", "After the last battle"), ("any-slot", "After any battle")]);
    let help = "What the players read of it, and when it is counted.";
    head("victory", VICTORY, "Victory", "BF-2.S-2", help).one(vec![
        column("text", "Conditions", CellKind::Text).needed().aka(&["Text", "Victory conditions"]),
        column("evaluate", "Counted", when).help("After the last battle where it is empty."),
        column("read_for", "Results are read for", known.side())
            .help("The side of the first score where it is empty."),
    ])
}

fn secret(known: &Known) -> SetupTable {
    let help = "Conditions that one side alone reads.";
    head("victory.secret", VICTORY, "Secret conditions", "BF-2.S-2", help).rows(vec![
        column("side", "Side", known.side()).needed(),
        column("text", "Conditions", CellKind::Text).needed().aka(&["Text"]),
    ])
}

fn scores(known: &Known) -> SetupTable {
    let what = choice(&[
        ("control", "Control of locations"),
        ("exit", "Stands that leave over an edge"),
        ("points", "Points given outright"),
    ]);
    let help = "What earns points. Control needs locations, exit an edge, points a number.";
    head("victory.score", VICTORY, "Scores", "BF-2.S-2", help).rows(vec![
        column("side", "Side", known.side()).needed(),
        column("predicate", "What counts", what).needed().aka(&["Predicate", "For"]),
        column("locations", "Locations", CellKind::List)
            .help("Ids of the map's locations, parted by commas."),
        column("edge", "Edge", Known::edge()),
        column("class", "Class", known.class(false)).help("Every class where it is empty."),
        column("per", "For every", whole(1, 1000))
            .aka(&["Per", "Stands"])
            .help("Stands; 1 where it is empty."),
        column("points", "Points", whole(-1000, 1000)).aka(&["VP"]),
    ])
}

fn results(known: &Known) -> SetupTable {
    let mut winners = known.sides.clone();
    winners.push(("draw".into(), "Draw".into()));
    let help = "Who wins with which score. Bands leave no gap and do not overlap; the outer ones are open.";
    head("victory.result", VICTORY, "Results", "BF-2.S-2", help).rows(vec![
        column("min", "From", whole(-100_000, 100_000)).aka(&["Min"]),
        column("max", "To", whole(-100_000, 100_000)).aka(&["Max"]),
        column("winner", "Winner", CellKind::Choice(winners)).needed().aka(&["Result", "Victory"]),
    ])
}
