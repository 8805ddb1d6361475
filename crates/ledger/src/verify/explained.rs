//! The record of a roll, which pages show: whether it says of the roll what the faces say.

use serde_json::Value;

use super::body::{self, Origin, Roll};
use crate::Finding;

/// What is thrown, as a record names it.
enum Die {
    Sum(usize, u64),
    HighRoll(u64),
    Hits(usize, u64, u64),
    /// A ruling: nothing is thrown.
    None,
}

/// The record, as far as it can be checked.
struct Record {
    die: Die,
    faces: Vec<u16>,
    origin: Option<String>,
    modifiers: Vec<i64>,
    total: i64,
    /// The row that was hit, as it is printed; nothing where there is no such row.
    row: Option<Option<String>>,
}

/// What is wrong with the record of a roll.
pub(super) fn faults(place: &str, roll: &Roll, record: &Value) -> Vec<Finding> {
    let Some(record) = read(record) else {
        return vec![Finding::new(place, "its record is not written as one")];
    };
    let mut found = Vec::new();
    let mut fault = |sentence: String| found.push(Finding::new(place, sentence));
    let dice: Vec<u64> = roll.dice.iter().map(|sides| u64::from(*sides)).collect();
    let thrown = match record.die {
        Die::Sum(n, sides) | Die::Hits(n, sides, _) => (vec![sides; n], false),
        Die::HighRoll(sides) => (vec![sides; 2], true),
        Die::None => (Vec::new(), false),
    };
    if (dice, roll.opposed) != thrown {
        fault("its record names other dice".into());
    }
    let origin = match roll.origin {
        Origin::Server => Some("server"),
        Origin::Table => Some("table"),
        Origin::Ruling => None,
    };
    if record.origin.as_deref() != origin {
        fault("its record names another origin".into());
    }
    let shown = match roll.origin {
        Origin::Ruling => &[],
        _ => &roll.faces[roll.faces.len().saturating_sub(roll.dice.len())..],
    };
    if record.faces != shown {
        fault("its record shows other faces".into());
    }
    let figure: i64 = match record.die {
        Die::Sum(..) => shown.iter().map(|face| i64::from(*face)).sum(),
        Die::HighRoll(_) => 1 + i64::from(shown.len() == 2 && shown[1] > shown[0]),
        Die::Hits(_, _, from) => shown.iter().map(|face| i64::from(u64::from(*face) >= from)).sum(),
        Die::None => roll.faces.first().copied().unwrap_or(0).into(),
    };
    let total = figure + record.modifiers.iter().sum::<i64>();
    if record.total != total {
        fault(format!("its record has the total {}, and faces and modifiers give {total}", record.total));
    }
    if let Some(row) = &record.row
        && !row.as_deref().is_some_and(|band| holds(band, record.total))
    {
        fault("its record hits a row that does not hold its total".into());
    }
    found
}

fn read(record: &Value) -> Option<Record> {
    let modifiers = record.get("modifiers")?.as_array()?;
    Some(Record {
        die: die(record.get("asked")?.get("die")?)?,
        faces: body::small_numbers(record, "faces")?,
        origin: body::field(record, "origin")
            .map_or(Some(None), |origin| origin.as_str().map(|it| Some(it.into())))?,
        modifiers: modifiers.iter().map(|one| small(one.get("amount")?)).collect::<Option<_>>()?,
        total: small(record.get("total")?)?,
        row: match body::field(record, "chart") {
            None => None,
            Some(chart) => Some(row(chart)?),
        },
    })
}

/// The row that is hit, as it is printed.
fn row(chart: &Value) -> Option<Option<String>> {
    let bands = chart.get("bands")?.as_array()?;
    let bands: Vec<String> = bands.iter().map(|band| body::text(band, "band")).collect::<Option<_>>()?;
    let hit = usize::try_from(chart.get("hit")?.as_u64()?).ok();
    Some(hit.and_then(|hit| bands.get(hit).cloned()))
}

fn die(value: &Value) -> Option<Die> {
    if value.is_null() {
        return Some(Die::None);
    }
    let (kind, told) = value.as_object().filter(|die| die.len() == 1)?.iter().next()?;
    let number = |key: &str| told.get(key)?.as_u64().filter(|number| *number <= u16::MAX.into());
    let n = || usize::try_from(number("n")?).ok().filter(|n| *n <= 255);
    match kind.as_str() {
        "d" => Some(Die::Sum(1, told.as_u64()?)),
        "sum" => Some(Die::Sum(n()?, number("sides")?)),
        "high-roll" => Some(Die::HighRoll(number("sides")?)),
        "hits" => Some(Die::Hits(n()?, number("sides")?, number("from")?)),
        _ => None,
    }
}

/// A whole number of 32 bits.
fn small(value: &Value) -> Option<i64> {
    value.as_i64().filter(|number| i32::try_from(*number).is_ok())
}

/// Whether a printed band holds a total: `3`, `3–4`, `7 or more`, `2 or less`, `any`.
fn holds(band: &str, total: i64) -> bool {
    let number =
        |text: &str| text.parse::<i32>().ok().filter(|number| number.to_string() == text).map(i64::from);
    if band == "any" {
        return true;
    }
    if let Some(least) = band.strip_suffix(" or more") {
        return number(least).is_some_and(|least| least <= total);
    }
    if let Some(most) = band.strip_suffix(" or less") {
        return number(most).is_some_and(|most| total <= most);
    }
    match band.split_once('–') {
        Some((least, most)) => {
            matches!((number(least), number(most)), (Some(least), Some(most)) if least <= total && total <= most)
        }
        None => number(band) == Some(total),
    }
}
