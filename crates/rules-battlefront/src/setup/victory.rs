//! How the campaign is won: text for the players and predicates that the umpire's declaration counts. [BF-2.S-2]

use kernel::reader::Node;

use super::map::Location;
use super::read_forces::written_ids;
use super::{Map, SideNames};
use crate::ids::LocationId;
use crate::words::{Class, Edge, Side};

/// When the conditions are evaluated. [BF-2-4]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluate {
    /// After the last slot.
    End,
    /// After any slot.
    AnySlot,
}

/// The victory conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Victory {
    /// When they are evaluated.
    pub evaluate: Evaluate,
    /// What the players read.
    pub text: String,
    /// What only one side may read, if anything.
    pub secret: Vec<(Side, String)>,
    /// What earns points.
    pub scores: Vec<Score>,
    /// Whose score the results are read from.
    pub read_for: Side,
    /// The results by score; they cover every score.
    pub results: Vec<VictoryRow>,
}

/// One way to earn points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Who earns them.
    pub side: Side,
    /// For what.
    pub predicate: Predicate,
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// The values of these locations, when they lie in the side's area.
    Control(Vec<LocationId>),
    /// Points for every so many stands of a class that left over an edge.
    Exit {
        /// The edge.
        edge: Edge,
        /// The class; every class when absent.
        class: Option<Class>,
        /// How many stands make one award.
        per: u16,
        /// Points of one award.
        points: i32,
    },
    /// Points given outright.
    Points(i32),
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// Nobody.
    Draw,
    /// A side.
    Side(Side),
}

/// The result of a band of scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VictoryRow {
    /// The lowest score; open when absent.
    pub min: Option<i32>,
    /// The highest score; open when absent.
    pub max: Option<i32>,
    /// Who wins.
    pub winner: Winner,
}

impl Victory {
    /// Who wins with this score of the side the results are read for.
    pub fn winner(&self, score: i32) -> Winner {
        self.row(score).map_or(Winner::Draw, |row| row.winner)
    }

    /// The result of this score.
    pub fn row(&self, score: i32) -> Option<&VictoryRow> {
        let holds = |row: &&VictoryRow| {
            row.min.is_none_or(|min| min <= score) && row.max.is_none_or(|max| score <= max)
        };
        self.results.iter().find(holds)
    }
}

const RULE: &str = "BF-2.S-2";

/// Reads `[victory]`.
pub(crate) fn read(root: &Node<'_>, names: &SideNames, map: Option<&Map>) -> Option<Victory> {
    let Some(node) = root.maybe_table("victory") else {
        root.fault("victory", RULE, "The victory conditions are missing: [victory] with text.");
        return None;
    };
    let text = node.text("text");
    let evaluate = match node.maybe_text("evaluate").as_deref() {
        None | Some("end") => Evaluate::End,
        Some("any-slot") => Evaluate::AnySlot,
        Some(other) => {
            node.fault("evaluate", "BF-2-4", format!("{other:?} is no time; there are end, any-slot."));
            Evaluate::End
        }
    };
    let mut secret = Vec::new();
    for row in node.tables("secret") {
        let (side, words) = (side(&row, "side", names), row.text("text"));
        row.close();
        secret.extend(side.zip(words));
    }
    let rows = node.tables("score");
    let places = Places {
        known: map.map_or(&[], |map| &map.locations),
        written: root.maybe_table("map").map(|map| written_ids(&map, "locations")),
    };
    let scores: Vec<Score> = rows.iter().filter_map(|row| score(row, names, &places)).collect();
    let read_for = if node.has("read_for") { side(&node, "read_for", names) } else { None };
    let read_for = read_for.or_else(|| scores.first().map(|score| score.side)).unwrap_or(Side::FIRST);
    let results = node.tables("result").iter().filter_map(|row| result(row, names)).collect::<Vec<_>>();
    if !results.is_empty() {
        whole(&node, &results);
    }
    node.close();
    Some(Victory { evaluate, text: text?, secret, scores, read_for, results })
}

fn side(node: &Node<'_>, key: &str, names: &SideNames) -> Option<Side> {
    let text = node.text(key)?;
    let side = names.side(&text);
    if side.is_none() {
        node.fault(key, RULE, format!("{text:?} is no side; there are {}.", names.words()));
    }
    side
}

/// The map's locations: those that could be read, and the ids of all as written.
struct Places<'m> {
    known: &'m [Location],
    /// Nothing where the map itself is missing.
    written: Option<Vec<String>>,
}

fn score(node: &Node<'_>, names: &SideNames, places: &Places<'_>) -> Option<Score> {
    let of = side(node, "side", names);
    let predicate = match node.text("predicate").as_deref() {
        Some("control") => Some(Predicate::Control(control(node, places))),
        Some("exit") => exit(node),
        Some("points") => node.number("points", -1000..=1000).map(|points| Predicate::Points(points as i32)),
        Some(other) => {
            node.fault(
                "predicate",
                RULE,
                format!("{other:?} cannot be counted; there are control, exit, points."),
            );
            None
        }
        None => None,
    };
    node.close();
    Some(Score { side: of?, predicate: predicate? })
}

fn control(node: &Node<'_>, places: &Places<'_>) -> Vec<LocationId> {
    let named = node.texts("locations");
    if named.is_empty() {
        node.fault("locations", RULE, "Control needs at least one location.");
    }
    let is_nowhere = |text: &&String| places.written.as_ref().is_some_and(|written| !written.contains(text));
    for text in named.iter().filter(is_nowhere) {
        node.fault("locations", RULE, format!("The map has no location {text:?}."));
    }
    let known = |text: &String| places.known.iter().find(|place| place.id.as_str() == text);
    named.iter().filter_map(known).map(|place| place.id).collect()
}

fn exit(node: &Node<'_>) -> Option<Predicate> {
    let edge = node.text("edge").and_then(|text| {
        let edge = Edge::read(&text);
        if edge.is_none() {
            node.fault("edge", RULE, format!("{text:?} is no map edge; there are {}.", Edge::all_words()));
        }
        edge
    });
    let class = node.maybe_text("class").and_then(|text| {
        let class = Class::of(&text);
        if class.is_none() {
            node.fault("class", RULE, format!("{text:?} is no class."));
        }
        class
    });
    let per = node.maybe_number("per", 1..=1000).unwrap_or(1) as u16;
    let points = node.maybe_number("points", -1000..=1000).unwrap_or(1) as i32;
    Some(Predicate::Exit { edge: edge?, class, per, points })
}

fn result(node: &Node<'_>, names: &SideNames) -> Option<VictoryRow> {
    let bound = |key: &str| node.maybe_number(key, -100_000..=100_000).map(|bound| bound as i32);
    let (min, max) = (bound("min"), bound("max"));
    let winner = match node.text("winner").as_deref() {
        Some("draw") => Some(Winner::Draw),
        Some(_) => side(node, "winner", names).map(Winner::Side),
        None => None,
    };
    node.close();
    Some(VictoryRow { min, max, winner: winner? })
}

/// The results cover every score exactly once.
fn whole(node: &Node<'_>, results: &[VictoryRow]) {
    #[derive(Clone)]
    struct Nothing;
    let row = |row: &VictoryRow| kernel::Row { min: row.min, max: row.max, result: Nothing };
    let rows = results.iter().map(row).collect();
    if let Err(faults) = kernel::Chart::new("", "", kernel::Die::D(10), rows) {
        for fault in faults {
            node.fault("result", RULE, format!("The results by score: {fault}."));
        }
    }
}
