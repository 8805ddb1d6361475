//! Formations as they begin: HQs, Combat Trains, Arty Points, fatigue.

use kernel::reader::HOUSE_FILE;
use kernel::{Node, PerSide, Side, SideInfo};

use super::board::Board;
use super::costs;
use super::unit::{Allowance, formation, on_map};
use crate::charts::Fatigue;
use crate::words::{FormationId, Place};

/// The most HQs that a formation has.
pub const MOST_HQS: usize = 9;

/// An HQ as printed. [BCS-GEN-4]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hq {
    /// Where it begins.
    pub at: Place,
    /// Command Radius in hexes.
    pub radius: u8,
    /// Reactivation number, 2 to 6.
    pub reactivation: u8,
    /// How far it moves.
    pub allowance: Allowance,
}

/// Combat Trains as they begin. [BCS-GEN-5]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trains {
    /// Where they begin.
    pub at: Place,
    /// They begin as Ghost.
    pub ghost: bool,
    /// How far they move.
    pub allowance: Allowance,
}

/// A formation as it begins. [BCS-GEN-2]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formation {
    /// Its id.
    pub id: FormationId,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its HQs, one at least. [BCS-GEN-2]
    pub hqs: Vec<Hq>,
    /// Its Combat Trains.
    pub trains: Trains,
    /// Arty Points at the start.
    pub arty_points: u8,
    /// Fatigue at the start.
    pub fatigue: Fatigue,
    /// What the game adds to its SNAFU rolls. [BCS-SNAFU-3]
    pub snafu: i8,
}

impl Formation {
    /// Where its HQs and its trains begin.
    pub(super) fn posts(&self) -> impl Iterator<Item = Place> + '_ {
        self.hqs.iter().map(|hq| hq.at).chain([self.trains.at])
    }

    /// The best Reactivation number of its HQs. [BCS-GEN-4]
    pub fn reactivation(&self) -> u8 {
        self.hqs.iter().map(|hq| hq.reactivation).min().unwrap_or(6)
    }

    /// What one of its HQs is called: the HQ of a formation that has but one bears no number.
    pub fn hq_name(&self, n: usize) -> String {
        if self.hqs.len() == 1 { "HQ".into() } else { format!("HQ {}", n + 1) }
    }

    /// How a sentence about all of its HQs begins, up to its verb.
    pub fn hqs_are(&self) -> String {
        let name = &self.name;
        if self.hqs.len() == 1 { format!("The HQ of {name} is") } else { format!("The HQs of {name} are") }
    }

    /// How a sentence about one of its HQs begins.
    pub fn hq_of(&self, n: usize) -> String {
        let the = if self.hqs.len() == 1 { "The " } else { "" };
        format!("{the}{} of {}", self.hq_name(n), self.name)
    }
}

/// A formation as far as it can be read: its units are judged though it has a fault.
pub(super) struct Draft {
    pub(super) id: Option<FormationId>,
    pub(super) side: Option<Side>,
    pub(super) whole: Option<Formation>,
}

impl Draft {
    pub(super) fn read(node: &Node<'_>, sides: Option<&PerSide<SideInfo>>, board: Option<&Board>) -> Self {
        let (id, name) = (node.id("id"), node.name("name", 60));
        let side = node.text("side").and_then(|word| side_of(node, "side", &word, sides));
        let hq = table(node, "hq").and_then(|table| {
            let hq = Hq::read(&table, board);
            table.close();
            hq
        });
        let trains = table(node, "trains").and_then(|table| {
            let (at, allowance) = stands(&table, board);
            let ghost = table.maybe_flag("ghost").unwrap_or(false);
            table.close();
            Some(Trains { at: at?, ghost, allowance: allowance? })
        });
        let arty_points = node.whole("arty_points", 0..=20);
        let fatigue = node.text("fatigue").and_then(|word| {
            let fatigue = Fatigue::read(&word);
            if fatigue.is_none() {
                let sentence = format!("{word:?} is no fatigue; there are: {}.", Fatigue::all_words());
                node.fault("fatigue", "BCS-GEN-3", sentence);
            }
            fatigue
        });
        let snafu =
            node.maybe_number("snafu", -9..=9).and_then(|snafu| i8::try_from(snafu).ok()).unwrap_or(0);
        node.close();
        let id = id.map(FormationId::from);
        let whole = || {
            Some(Formation {
                id: id?,
                name: name?,
                side: side?,
                hqs: vec![hq?],
                trains: trains?,
                arty_points: arty_points?,
                fatigue: fatigue?,
                snafu,
            })
        };
        Self { id, side, whole: whole() }
    }
}

impl Hq {
    fn read(node: &Node<'_>, board: Option<&Board>) -> Option<Self> {
        let (at, allowance) = stands(node, board);
        let (radius, reactivation) =
            (node.whole("command_radius", 1..=30), node.whole("reactivation", 2..=6));
        Some(Self { at: at?, radius: radius?, reactivation: reactivation?, allowance: allowance? })
    }
}

/// Reads the HQs that formations have beside their first, each with the formation that it belongs to. [BCS-GEN-2]
pub(super) fn further_hqs(nodes: &[Node<'_>], drafts: &mut [Draft], board: Option<&Board>) {
    for node in nodes {
        let at = formation(node, drafts);
        let hq = Hq::read(node, board);
        node.close();
        let Some(whole) = at.and_then(|at| drafts[at].whole.as_mut()) else { continue };
        if whole.hqs.len() == MOST_HQS {
            let sentence = format!("{} has more than {MOST_HQS} HQs.", whole.name);
            node.fault("formation", "BCS-GEN-2", sentence);
        } else {
            whole.hqs.extend(hq);
        }
    }
}

/// The side of a word of the file.
pub(super) fn side_of(
    node: &Node<'_>,
    key: &str,
    word: &str,
    sides: Option<&PerSide<SideInfo>>,
) -> Option<Side> {
    let sides = sides?;
    let found = sides.iter().find(|(_, info)| info.id.as_str() == word).map(|(side, _)| side);
    if found.is_none() {
        let [one, other] = sides.as_array().each_ref().map(|info| info.id);
        node.fault(key, HOUSE_FILE, format!("{word:?} is no side; there are: {one}, {other}."));
    }
    found
}

fn table<'r>(node: &Node<'r>, key: &str) -> Option<Node<'r>> {
    if !node.has(key) {
        node.fault(key, "BCS-GEN-2", format!("A formation has its {key:?}: a table."));
    }
    node.maybe_table(key)
}

/// Where an HQ or trains begin and how far they move: on a road, for they are supplied along it. [BCS-MSR-2]
fn stands(node: &Node<'_>, board: Option<&Board>) -> (Option<Place>, Option<Allowance>) {
    let at = on_map(node, "hex", board);
    if let (Some(board), Some(at)) = (board, at) {
        let cell = board.cell(at);
        let has_road =
            cell.is_some_and(|cell| board.grid().steps(cell).any(|step| board.map.side(step).road.is_some()));
        if !has_road {
            node.fault("hex", "BCS-MSR-2", format!("No road runs through hex {at}: it is no Legal hex."));
        }
    }
    (at, costs::allowance(node))
}
