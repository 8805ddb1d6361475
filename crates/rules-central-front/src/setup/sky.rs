//! Weather and the air: what is rolled for in each turn, and the strikes it brings.

use kernel::PerSide;
use kernel::{Chart, ChartResult, Die, Node, Row};
use serde::{Deserialize, Serialize};

use crate::words::Side;

/// The rule of weather and superiority.
const AIR: &str = "CF-AIR-1";

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
        format!("{} has air superiority", self.word())
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
    let title = "Weather";
    let usual = [(vec![1, 2], Sky::Fog), (vec![3, 4, 5, 6], Sky::Clear)];
    if !root.has("weather") {
        return die(root, "weather", title, &usual);
    }
    let node = root.maybe_table("weather")?;
    let faces =
        [("fog_overcast", Sky::Fog), ("clear", Sky::Clear)].map(|(key, sky)| (faces(&node, key), sky));
    node.close();
    let [(Some(fog), _), (Some(clear), _)] = faces else { return None };
    die(root, "weather", title, &[(fog, Sky::Fog), (clear, Sky::Clear)])
}

pub(super) fn superiority(root: &Node<'_>) -> (Option<Chart<Side>>, Option<PerSide<Strikes>>) {
    let (key, title) = ("air_superiority", "Air superiority");
    if !root.has(key) {
        let faces = [(vec![1, 2, 3], Side::Wp), (vec![4, 5, 6], Side::Nato)];
        let none = Strikes { count: 0, strength: 6 };
        return (die(root, key, title, &faces), Some(PerSide::new(none, none)));
    }
    let Some(node) = root.maybe_table(key) else { return (None, None) };
    let lists = Side::BOTH.map(|side| faces(&node, side.word()));
    let strikes = Side::BOTH.map(|side| strikes(&node, side));
    node.close();
    let chart = match lists {
        [Some(wp), Some(nato)] => die(root, key, title, &[(wp, Side::Wp), (nato, Side::Nato)]),
        _ => None,
    };
    let [Some(wp), Some(nato)] = strikes else { return (chart, None) };
    (chart, Some(PerSide::new(wp, nato)))
}

/// The faces of a die that stand in a list, none when there is no list; nothing when it is no list of faces.
fn faces(node: &Node<'_>, key: &str) -> Option<Vec<u16>> {
    if !node.has(key) {
        return Some(Vec::new());
    }
    let faces = node.maybe::<Vec<u16>>(key)?;
    let is_sound = faces.iter().all(|face| (1..=6).contains(face));
    if !is_sound {
        node.fault(key, AIR, "A die has the faces 1 to 6.");
    }
    is_sound.then_some(faces)
}

/// Strikes as they are, or the air points of the original: tripled and divided into strikes of 6, rounded down.
fn strikes(node: &Node<'_>, side: Side) -> Option<Strikes> {
    let points = node.maybe_number(&format!("air_points_{}", side.word()), 0..=60);
    match (node.maybe_table(&format!("strikes_{}", side.word())), points) {
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
                &format!("air_points_{}", side.word()),
                "CF-AIR-4",
                "A side has strikes or air points of the original scenario, not both.",
            );
            None
        }
    }
}

/// A chart of one die from lists of faces; each face stands once in exactly one.
fn die<R: ChartResult>(root: &Node<'_>, key: &str, title: &str, faces: &[(Vec<u16>, R)]) -> Option<Chart<R>> {
    let mut by_face = Vec::new();
    for face in 1..=6 {
        let standing = |(faces, result): &(Vec<u16>, R)| {
            faces.iter().filter(|one| **one == face).map(|_| *result).collect::<Vec<R>>()
        };
        match faces.iter().flat_map(standing).collect::<Vec<R>>()[..] {
            [result] => by_face.push(result),
            [] => root.fault(key, AIR, format!("The face {face} must stand in one of the lists.")),
            _ => root.fault(key, AIR, format!("The face {face} stands in the lists more than once.")),
        }
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
    Chart::new(AIR, title, Die::D(6), rows).ok()
}
