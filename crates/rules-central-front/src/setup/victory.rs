//! What is counted at the end.

use kernel::Node;
use kernel::reader::HOUSE_FILE;

use super::map::Board;
use super::named;
use crate::words::Place;

/// A hex worth points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Where.
    pub at: Place,
    /// Its name.
    pub name: String,
    /// Points for the Warsaw Pact when it controls it.
    pub points: i32,
}

/// An exact share of points: `1/2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Numerator.
    pub over: u32,
    /// Denominator.
    pub under: u32,
}

/// A level of victory on the margin of the Warsaw Pact. [CF-VIC-2]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The lowest margin.
    pub at_least: i32,
    /// What it is called.
    pub result: String,
}

/// What is counted at the end. [CF-VIC-2]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Victory {
    /// Hexes worth points.
    pub objectives: Vec<Objective>,
    /// Points for each Warsaw Pact step that leaves over the west edge.
    pub exit: i32,
    /// Points of the Warsaw Pact for each NATO step eliminated …
    pub wp_step: Share,
    /// … and for each step of a company.
    pub wp_company_step: Share,
    /// Points of NATO for each Warsaw Pact step eliminated.
    pub nato_step: Share,
    /// From the best for the Warsaw Pact downwards.
    pub levels: Vec<Level>,
}

/// The floor of the lowest level: no margin lies below it.
const FLOOR: i32 = -9999;

/// Reads what is counted: hexes to be reached, and steps that leave the map, as the series asks of the Warsaw Pact.
/// [CF-VIC-1] [CF-VIC-2]
pub(super) fn victory(root: &Node<'_>, board: Option<&Board>) -> Option<Victory> {
    let rule = "CF-VIC-2";
    let Some(node) = root.maybe_table("victory") else {
        if !root.has("victory") {
            root.fault("victory", HOUSE_FILE, "The table \"victory\" is missing.");
        }
        return None;
    };
    let figure =
        |node: &Node<'_>, key: &str| node.number(key, -9999..=9999).and_then(|n| i32::try_from(n).ok());
    let mut objectives: Vec<Objective> = Vec::new();
    for hex in node.tables("hexes") {
        let (at, name, points) = (hex.text("hex"), named(&hex, "name"), figure(&hex, "wp"));
        hex.close();
        if points == Some(0) {
            hex.warn("wp", rule, "This hex is worth nothing.");
        }
        match at.zip(board).map(|(at, board)| (board, board.grid().read(&at))) {
            Some((board, Ok(cell))) => {
                let at = board.place(cell);
                if objectives.iter().any(|other| other.at == at) {
                    hex.fault("hex", rule, format!("The hex {at} stands twice."));
                }
                if board.map.hex(cell).cost.is_none() {
                    hex.fault(
                        "hex",
                        "CF-VIC-3",
                        "No ground unit can stand in this hex, so no side controls it.",
                    );
                }
                let (name, points) = (name.unwrap_or_default(), points.unwrap_or(0));
                objectives.push(Objective { at, name, points });
            }
            Some((_, Err(fault))) => hex.fault("hex", rule, format!("There is no such hex: {fault}.")),
            None => {}
        }
    }
    let exit = node.maybe_number("wp_exit_west_edge_per_step", 0..=99).unwrap_or(0);
    let steps = node.maybe_table("enemy_step_eliminated").map(|table| {
        let read = |key: &str| share(&table, key, rule);
        let shares = (read("wp_scores"), read("wp_scores_company"), read("nato_scores"));
        table.close();
        shares
    });
    let nothing = Share { over: 0, under: 1 };
    let (wp, company, nato) = steps.unwrap_or((Some(nothing), Some(nothing), Some(nothing)));
    let (mut levels, mut is_readable) = (Vec::<Level>::new(), true);
    for level in node.tables("thresholds") {
        let (at_least, result) = (figure(&level, "at_least"), named(&level, "result"));
        level.close();
        let Some(at_least) = at_least else {
            is_readable = false;
            continue;
        };
        if levels.last().is_some_and(|last| last.at_least <= at_least) {
            let sentence = "Levels fall from the best for the Warsaw Pact to the best for NATO.";
            level.fault("at_least", rule, sentence);
        }
        levels.push(Level { at_least, result: result.unwrap_or_default() });
    }
    match levels.last() {
        None if is_readable => node.fault("thresholds", rule, "There is no level of victory."),
        Some(last) if is_readable && last.at_least > FLOOR => {
            let sentence = format!(
                "The lowest level has no floor: a margin below {} has no result. Let it begin at {FLOOR}.",
                last.at_least
            );
            node.fault("thresholds", rule, sentence);
        }
        _ => {}
    }
    node.close();
    Some(Victory {
        objectives,
        exit: i32::try_from(exit).ok()?,
        wp_step: wp?,
        wp_company_step: company?,
        nato_step: nato?,
        levels,
    })
}

fn share(node: &Node<'_>, key: &str, rule: &str) -> Option<Share> {
    let text = node.text(key)?;
    let (over, under) = text.split_once('/').unwrap_or((&text, "1"));
    match (over.trim().parse::<u32>(), under.trim().parse::<u32>()) {
        (Ok(over @ 0..=99), Ok(under @ 1..=99)) => Some(Share { over, under }),
        _ => {
            node.fault(key, rule, "Points are a whole number or a fraction: \"1/2\".");
            None
        }
    }
}
