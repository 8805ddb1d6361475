//! A campaign's diary: worked examples that go on from one another, read as acts of seats.

use std::fmt;
use std::path::Path;

use casebook::{Act, Case};
use kernel::Seat;
use serde_json::{Value, json};

/// One act of the diary.
pub enum Deed {
    /// A seat does something, or is refused it.
    Does { seat: Seat, by: Seat, command: Value, dice: Vec<Vec<u16>>, refused: bool },
    /// A seat makes all the rolls of its step at once, each with what its die shows by whom it is about, and closes the step
    /// with it.
    Rolls { seat: Seat, faces: Vec<(String, u16)>, closes: bool },
    /// A seat gives formations, stands and fortifications their places, one after the other.
    Lays { seat: Seat, pieces: Vec<Laid> },
    /// The engine throws.
    Throws(Vec<Vec<u16>>),
}

impl fmt::Display for Deed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Does { seat, command, refused, .. } => {
                write!(out, "{} {}{}", seat.name(), command["do"], if *refused { ", refused" } else { "" })
            }
            Self::Rolls { seat, faces, closes } => {
                let closing = if *closes { " and closes" } else { "" };
                write!(out, "{} rolls for {}{closing}", seat.name(), faces.len())
            }
            Self::Lays { seat, pieces } => write!(out, "{} lays out {}", seat.name(), pieces.len()),
            Self::Throws(dice) => write!(out, "engine throws {}", dice.len()),
        }
    }
}

/// What gets a place in a set-up, by name, and where, in inches.
#[derive(Clone, Debug)]
pub struct Laid {
    pub names: Vec<String>,
    pub at: (f64, f64),
}

/// A deed with where it stands in its file.
pub struct Line {
    pub place: String,
    pub deed: Deed,
}

/// The deeds of one file, in order.
pub fn read(file: &str, sides: [&str; 2]) -> Vec<Line> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/rules-battlefront/examples/campaign");
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let case = Case::parse(file, &text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let seat = |name: &str| match sides.iter().position(|side| *side == name) {
        Some(side) => Seat::Side(side as u8),
        None => Seat::Umpire,
    };
    let lines = case.steps.into_iter().flat_map(|step| {
        let place = format!("{file}:{}", step.place.map_or(0, |place| place.line));
        let (dice, refused) = (step.given.dice, step.expect.refused.is_some());
        let deeds = match step.act {
            Act::Look => Vec::new(),
            Act::Engine => vec![Deed::Throws(dice)],
            Act::Command { seat: of, by, command } => {
                let (seat, by) = (seat(&of), seat(by.as_deref().unwrap_or(&of)));
                singly(command, refused)
                    .into_iter()
                    .map(|command| Deed::Does { seat, by, command, dice: dice.clone(), refused })
                    .collect()
            }
        };
        deeds.into_iter().map(move |deed| Line { place: place.clone(), deed })
    });
    laid_out(at_once(lines.collect()))
}

/// Places that are given one after the other are given together on the page. What faces another way than ahead, and what a
/// pocket holds, has a form of its own.
fn laid_out(lines: Vec<Line>) -> Vec<Line> {
    let mut joined: Vec<Line> = Vec::new();
    for line in lines {
        let laid = match &line.deed {
            Deed::Does { seat, by, command, refused: false, .. } if seat == by => {
                laid(*seat, command).map(|piece| (*seat, piece))
            }
            _ => None,
        };
        match (joined.last_mut().map(|last| &mut last.deed), laid) {
            (Some(Deed::Lays { seat, pieces }), Some((now, piece))) if *seat == now => pieces.push(piece),
            (_, Some((seat, piece))) => {
                joined.push(Line { place: line.place, deed: Deed::Lays { seat, pieces: vec![piece] } });
            }
            _ => joined.push(line),
        }
    }
    joined
}

/// What a command lays out, and where.
fn laid(seat: Seat, command: &Value) -> Option<Laid> {
    let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
    let names = match command["do"].as_str()? {
        "deploy" => {
            let ahead = if seat == Seat::Side(0) { 180 } else { 0 };
            (command["facing"] == json!(ahead)).then_some(())?;
            command["units"].as_array()?.iter().filter_map(text).collect()
        }
        "place-fort" => vec![text(&command["item"])?],
        _ => return None,
    };
    Some(Laid { names, at: (command["x"].as_f64()?, command["y"].as_f64()?) })
}

/// Rolls that the diary makes one after the other are one press on the page, with the close of the step where it follows.
fn at_once(lines: Vec<Line>) -> Vec<Line> {
    let mut joined: Vec<Line> = Vec::new();
    for line in lines {
        let Deed::Does { seat, by, command, dice, refused: false } = &line.deed else {
            joined.push(line);
            continue;
        };
        let (now, roll) = (*seat, rolled(command, dice).filter(|_| by == seat));
        let closes_now = command["do"] == "done" && by == seat;
        match (joined.last_mut().map(|last| &mut last.deed), roll) {
            (Some(Deed::Rolls { seat, faces, closes: false }), Some(roll)) if *seat == now => {
                faces.push(roll)
            }
            (Some(Deed::Rolls { seat, closes, .. }), None) if *seat == now && closes_now && !*closes => {
                *closes = true;
            }
            (_, Some(roll)) => {
                let deed = Deed::Rolls { seat: now, faces: vec![roll], closes: false };
                joined.push(Line { place: line.place, deed });
            }
            _ => joined.push(line),
        }
    }
    joined
}

/// Whom a roll of the refit is about, and what its die shows.
fn rolled(command: &Value, dice: &[Vec<u16>]) -> Option<(String, u16)> {
    let about = match command["do"].as_str()? {
        "discipline-roll" => command.get("me").or(command.get("stand"))?,
        "withdraw-roll" => &command["me"],
        _ => return None,
    };
    let [faces] = dice else { return None };
    let [face] = faces[..] else { return None };
    Some((about.as_str()?.to_owned(), face))
}

/// A purchase of several is so many presses of one button; no button makes one that is refused as a whole.
fn singly(mut command: Value, refused: bool) -> Vec<Value> {
    let buys = !refused && ["buy", "buy-fort"].contains(&command["do"].as_str().unwrap_or_default());
    let n = command["count"].as_u64().filter(|_| buys).unwrap_or(1) as usize;
    if buys {
        command["count"] = json!(1);
    }
    let named = |command: &mut Value, act: &str, key: &str, value: Value| {
        if command["do"] == act && command.get(key).is_none() {
            command[key] = value;
        }
    };
    named(&mut command, "repair", "cpp", json!(0));
    named(&mut command, "number-roll", "extra-cpp", json!(0));
    vec![command; n]
}
