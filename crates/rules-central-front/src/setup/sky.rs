//! Weather and the air: what is rolled for in each turn, and the strikes it brings.

use kernel::{Chart, ChartResult, Die, Node, Row};
use serde::{Deserialize, Serialize};

use crate::words::Side;

/// What the sky is like in a turn. [CF-AIR-1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sky {
    /// Fog or overcast.
    Fog,
    /// Clear.
    Clear,
}

impl ChartResult for Sky {
    fn words(&self) -> String {
        match self {
            Self::Fog => "Fog or overcast".into(),
            Self::Clear => "Clear".into(),
        }
    }
}

impl ChartResult for Side {
    fn words(&self) -> String {
        format!("{} has air superiority", self.name())
    }
}

/// Air strikes of a side when it has superiority. [CF-AIR-4]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strikes {
    /// How many.
    pub count: u8,
    /// The strength of each.
    pub strength: u8,
}

pub(super) fn weather(root: &Node<'_>) -> Option<Chart<Sky>> {
    let faces = root.maybe_table("weather").map(|node| {
        let faces = [("fog_overcast", Sky::Fog), ("clear", Sky::Clear)]
            .map(|(key, sky)| (node.maybe::<Vec<u16>>(key).unwrap_or_default(), sky));
        node.close();
        faces
    });
    let faces = faces.unwrap_or([(vec![1, 2], Sky::Fog), (vec![3, 4, 5, 6], Sky::Clear)]);
    die(root, "weather", "CF-AIR-1", "Weather", &faces)
}

pub(super) fn superiority(root: &Node<'_>) -> (Option<Chart<Side>>, Option<[Strikes; 2]>) {
    let Some(node) = root.maybe_table("air_superiority") else {
        let faces = [(vec![1, 2, 3], Side::Wp), (vec![4, 5, 6], Side::Nato)];
        let none = Strikes { count: 0, strength: 6 };
        return (die(root, "air_superiority", "CF-AIR-1", "Air superiority", &faces), Some([none; 2]));
    };
    let faces = Side::BOTH.map(|side| (node.maybe::<Vec<u16>>(side.name()).unwrap_or_default(), side));
    let strikes = Side::BOTH.map(|side| strikes(&node, side));
    node.close();
    let chart = die(root, "air_superiority", "CF-AIR-1", "Air superiority", &faces);
    let [Some(wp), Some(nato)] = strikes else { return (chart, None) };
    (chart, Some([wp, nato]))
}

/// Strikes as they are, or the air points of the original: tripled and divided into strikes of 6, rounded down.
fn strikes(node: &Node<'_>, side: Side) -> Option<Strikes> {
    let points = node.maybe_number(&format!("air_points_{}", side.name()), 0..=60);
    match (node.maybe_table(&format!("strikes_{}", side.name())), points) {
        (Some(table), None) => {
            let (count, strength) = (table.number("count", 0..=40), table.number("strength", 1..=60));
            table.close();
            Some(Strikes { count: u8::try_from(count?).ok()?, strength: u8::try_from(strength?).ok()? })
        }
        (None, points) => {
            Some(Strikes { count: u8::try_from(points.unwrap_or(0) * 3 / 6).ok()?, strength: 6 })
        }
        (Some(_), Some(_)) => {
            node.fault(
                &format!("air_points_{}", side.name()),
                "CF-AIR-4",
                "A side has strikes or air points of the original scenario, not both.",
            );
            None
        }
    }
}

/// A chart of one die from lists of faces; each face stands in exactly one.
fn die<R: ChartResult>(
    root: &Node<'_>,
    key: &str,
    rule: &str,
    title: &str,
    faces: &[(Vec<u16>, R)],
) -> Option<Chart<R>> {
    let mut by_face = Vec::new();
    for face in 1..=6 {
        let named: Vec<R> =
            faces.iter().filter(|(faces, _)| faces.contains(&face)).map(|(_, result)| *result).collect();
        match named[..] {
            [result] => by_face.push(result),
            _ => root.fault(key, rule, format!("The face {face} must stand in one of the lists.")),
        }
    }
    if faces.iter().flat_map(|(faces, _)| faces).any(|face| !(1..=6).contains(face)) {
        root.fault(key, rule, "A die has the faces 1 to 6.");
    }
    if by_face.len() != 6 {
        return None;
    }
    let mut rows: Vec<Row<R>> = Vec::new();
    for (face, result) in (1..).zip(by_face) {
        match rows.last_mut() {
            Some(row) if row.result == result => row.max = Some(face),
            _ => rows.push(Row { min: Some(face), max: Some(face), result }),
        }
    }
    if let Some(first) = rows.first_mut() {
        first.min = None;
    }
    if let Some(last) = rows.last_mut() {
        last.max = None;
    }
    Chart::new(rule, title, Die::D(6), rows).ok()
}
