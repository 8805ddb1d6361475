//! Combat units as printed: ratings, sides of the counter, where they begin.

use kernel::reader::HOUSE_FILE;
use kernel::{Node, PerSide, Side, SideInfo};

use super::board::Board;
use super::costs;
use super::formation::{Draft, side_of};
use crate::words::{AvKind, Class, Face, FormationId, Place, UnitId};

/// How far something moves, and how. [BCS-UNIT-2]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The class.
    pub class: Class,
    /// Whole movement points.
    pub ma: u8,
}

/// The Move-side of a counter. [BCS-UNIT-7]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSide {
    /// How far it moves.
    pub allowance: Allowance,
    /// The AV that a Dual unit prints there.
    pub av: Option<u8>,
}

/// Where a unit begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// On the map.
    At(Place, Face),
    /// In its formation's Support box. [BCS-SUP-1]
    Support,
    /// In the pool of its side. [BCS-GEN-6]
    Pool,
    /// As a reinforcement from a turn on, at a hex, with a side up. [BCS-TURN-13]
    Enters(u8, Place, Face),
}

/// A combat unit as printed. [BCS-UNIT-1]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its id.
    pub id: UnitId,
    /// Its name.
    pub name: String,
    /// What it belongs to; an Independent Unit belongs to none. [BCS-GEN-6]
    pub formation: Option<FormationId>,
    /// Whose it is.
    pub side: Side,
    /// Action Rating, 0 to 5, higher is better.
    pub ar: u8,
    /// Steps at full strength, from 1.
    pub steps: u8,
    /// It has an Assault Arrow on its Deployed-side.
    pub arrow: bool,
    /// Its Armor Value with its kind.
    pub av: Option<(u8, AvKind)>,
    /// Its range in hexes, from 1. [BCS-UNIT-6]
    pub range: u8,
    /// Armoured, else soft.
    pub hard: bool,
    /// A Stand Off unit.
    pub stand_off: bool,
    /// Arrow and AV on one unit.
    pub dual: bool,
    /// A Breakthrough unit.
    pub breakthrough: bool,
    /// A Recon unit. [BCS-OBJ-6]
    pub recon: bool,
    /// It can screen. [BCS-SCR-1]
    pub screen: bool,
    /// It cannot be rebuilt once destroyed. [BCS-UNIT-10]
    pub no_rebuild: bool,
    /// Its Deployed-side.
    pub deployed: Allowance,
    /// Its Move-side; a unit without one is always Deployed.
    pub moving: Option<MoveSide>,
    /// Where it begins.
    pub begins: Begins,
}

impl Card {
    /// How far it moves with this side up.
    pub fn allowance(&self, face: Face) -> Allowance {
        match face {
            Face::Move => self.moving.map_or(self.deployed, |side| side.allowance),
            Face::Deployed => self.deployed,
        }
    }

    /// Reads a unit; what belongs to no formation of the file is nobody's.
    pub(super) fn read(
        node: &Node<'_>,
        sides: Option<&PerSide<SideInfo>>,
        formations: &[Draft],
        board: Option<&Board>,
    ) -> Option<Self> {
        let (id, name) = (node.id("id"), node.name("name", 60));
        let (formation, side) = owner(node, sides, formations);
        let (ar, steps) = (node.whole("ar", 0..=5), node.whole("steps", 1..=12));
        let flag = |key| node.maybe_flag(key).unwrap_or(false);
        let (arrow, hard, stand_off, dual) =
            (flag("assault_arrow"), flag("hard"), flag("stand_off"), flag("dual"));
        let (breakthrough, recon, screen, no_rebuild) =
            (flag("breakthrough"), flag("recon"), flag("screen"), flag("no_rebuild"));
        let av = armor(node);
        let range = node.maybe_number("range", 1..=9).and_then(|range| u8::try_from(range).ok()).unwrap_or(1);
        let deployed = deployed(node);
        let moving = move_side(node, dual);
        let begins = begins(node, board, deployed, moving);
        node.close();
        let card = Self {
            id: id?.into(),
            name: name?,
            formation: formation?,
            side: side?,
            ar: ar?,
            steps: steps?,
            arrow,
            av: av?,
            range,
            hard,
            stand_off: stand_off || matches!(av?, Some((_, AvKind::StandOff))),
            dual,
            breakthrough,
            recon,
            screen,
            no_rebuild,
            deployed: deployed?,
            moving,
            begins: begins?,
        };
        card.judge(node);
        Some(card)
    }

    /// Ratings that contradict each other. [BCS-UNIT-4]
    fn judge(&self, node: &Node<'_>) {
        let is_red = matches!(self.av, Some((_, AvKind::Red)));
        let fits = [
            (
                !self.dual || (self.arrow && self.av.is_some()),
                "dual",
                "A Dual unit has an Assault Arrow and an AV.",
            ),
            (
                self.dual || !self.arrow || self.av.is_none(),
                "dual",
                "A unit with an Assault Arrow and an AV is Dual.",
            ),
            (
                !self.breakthrough || is_red,
                "breakthrough",
                "Only Red AV breaks through: it makes Shock Attacks.",
            ),
            (!self.stand_off || self.av.is_some(), "stand_off", "A Stand Off unit has an AV."),
        ];
        for (holds, key, sentence) in fits {
            if !holds {
                node.fault(key, "BCS-UNIT-4", format!("{}: {sentence}", self.name));
            }
        }
        if self.range > 1 && self.av.is_none() {
            node.warn("range", "BCS-UNIT-6", format!("{}: without an AV the range is of no use.", self.name));
        }
        if self.begins == Begins::Pool && self.formation.is_some() {
            let sentence = format!("{}: only an Independent Unit begins in the pool.", self.name);
            node.fault("start", "BCS-GEN-6", sentence);
        }
        if self.begins == Begins::Support && self.formation.is_none() {
            let sentence = format!("{}: an Independent Unit begins in no Support.", self.name);
            node.fault("start", "BCS-GEN-6", sentence);
        }
        if self.begins == Begins::Support && !crate::rules::s1_units::can_enter_support(self) {
            node.fault("start", "BCS-UNIT-9", format!("{}: such a unit cannot enter Support.", self.name));
        }
    }
}

/// The formation and the side of a unit; an Independent Unit names its side alone. [BCS-GEN-6]
fn owner(
    node: &Node<'_>,
    sides: Option<&PerSide<SideInfo>>,
    formations: &[Draft],
) -> (Option<Option<FormationId>>, Option<Side>) {
    if node.has("side") && !node.has("formation") {
        return (Some(None), node.text("side").and_then(|word| side_of(node, "side", &word, sides)));
    }
    let draft = formation(node, formations).map(|at| &formations[at]);
    (draft.and_then(|draft| draft.id).map(Some), draft.and_then(|draft| draft.side))
}

/// The place of the formation that a table names.
pub(super) fn formation(node: &Node<'_>, formations: &[Draft]) -> Option<usize> {
    let id = node.id("formation")?;
    let found = formations.iter().position(|one| one.id == Some(id.into()));
    // A formation whose id cannot be read may be the one that is meant.
    if found.is_none() && formations.iter().all(|one| one.id.is_some()) {
        node.fault("formation", "BCS-GEN-2", format!("There is no formation {id} in this file."));
    }
    found
}

/// The AV with its kind: both or neither.
fn armor(node: &Node<'_>) -> Option<Option<(u8, AvKind)>> {
    let before = node.n_faults();
    let av = node.maybe_number("av", 0..=9).and_then(|av| u8::try_from(av).ok());
    let word = node.maybe_text("av_kind");
    let kind = word.as_deref().and_then(AvKind::read);
    if let (Some(word), None) = (&word, kind) {
        let sentence = format!("{word:?} is no kind of AV; there are: {}.", AvKind::all_words());
        node.fault("av_kind", "BCS-UNIT-4", sentence);
    } else if av.is_some() != kind.is_some() && node.n_faults() == before {
        let (key, sentence) = match kind {
            None => ("av", "An AV has a kind: the field \"av_kind\"."),
            Some(_) => ("av_kind", "A kind of AV has its value: the field \"av\"."),
        };
        node.fault(key, "BCS-UNIT-4", sentence);
    }
    (node.n_faults() == before).then(|| av.zip(kind))
}

fn deployed(node: &Node<'_>) -> Option<Allowance> {
    if !node.has("deployed") {
        let sentence = "The field \"deployed\" is missing: { class = \"leg\", ma = 4 }.";
        node.fault("deployed", "BCS-UNIT-1", sentence);
    }
    let table = node.maybe_table("deployed")?;
    let allowance = costs::allowance(&table);
    table.close();
    allowance
}

fn move_side(node: &Node<'_>, dual: bool) -> Option<MoveSide> {
    let table = node.maybe_table("move")?;
    let av = table.maybe_number("av", 0..=9).and_then(|av| u8::try_from(av).ok());
    if av.is_some() && !dual {
        table.fault("av", "BCS-UNIT-7", "Only the Move-side of a Dual unit prints an AV.");
    }
    let allowance = costs::allowance(&table);
    table.close();
    Some(MoveSide { allowance: allowance?, av })
}

fn begins(
    node: &Node<'_>,
    board: Option<&Board>,
    deployed: Option<Allowance>,
    moving: Option<MoveSide>,
) -> Option<Begins> {
    let (start, hex, up) = (node.maybe_text("start"), node.maybe_text("hex"), node.maybe_text("side_up"));
    let turn = node.maybe_number("turn", 1..=99).and_then(|turn| u8::try_from(turn).ok());
    match (start.as_deref(), hex) {
        (Some("support"), None) => return Some(Begins::Support),
        (Some("pool"), None) => return Some(Begins::Pool),
        (Some("support"), Some(_)) => {
            node.fault("start", "BCS-SUP-1", "A unit in Support stands in no hex.");
            return None;
        }
        (Some("pool"), Some(_)) => {
            node.fault("start", "BCS-GEN-6", "A unit in the pool stands in no hex.");
            return None;
        }
        (Some(other), _) => {
            node.fault(
                "start",
                HOUSE_FILE,
                format!("{other:?} is no start; there is \"support\" or \"pool\", or the field \"hex\"."),
            );
            return None;
        }
        (None, None) => {
            node.fault("hex", HOUSE_FILE, "A unit begins in a \"hex\", or with start = \"support\".");
            return None;
        }
        (None, Some(_)) => {}
    }
    let face = match up.as_deref().map(Face::read) {
        None => Face::Deployed,
        Some(Some(Face::Move)) if moving.is_none() => {
            node.fault("side_up", "BCS-UNIT-7", "A unit with one side only is always Deployed.");
            return None;
        }
        Some(Some(face)) => face,
        Some(None) => {
            node.fault(
                "side_up",
                "BCS-UNIT-7",
                format!("A side of a counter is one of: {}.", Face::all_words()),
            );
            return None;
        }
    };
    let place = on_map(node, "hex", board)?;
    let allowance = if face == Face::Move { moving.map(|side| side.allowance) } else { deployed };
    if let (Some(board), Some(allowance)) = (board, allowance)
        && !can_stand(board, place, allowance.class)
    {
        let sentence = format!("Hex {place} is prohibited for {}.", allowance.class.prose());
        node.fault("hex", costs::COSTS, sentence);
    }
    let Some(turn) = turn else { return Some(Begins::At(place, face)) };
    if board.is_some_and(|board| !is_edge(board, place)) {
        let sentence = format!("Hex {place} does not lie at the edge of the map: nothing enters there.");
        node.fault("hex", "BCS-TURN-13", sentence);
    }
    Some(Begins::Enters(turn, place, face))
}

/// Whether a hex lies at the edge of the map.
pub fn is_edge(board: &Board, place: Place) -> bool {
    board.cell(place).is_some_and(|cell| board.grid().steps(cell).count() < 6)
}

/// Whether a class can come to stand in a hex: its ground or a road into it lets it.
pub(super) fn can_stand(board: &Board, place: Place, class: Class) -> bool {
    let Some(cell) = board.cell(place) else { return false };
    board.grid().steps(cell).any(|step| board.cost(step.reversed(), class).is_some())
}

/// A hex of the map that must stand there.
pub(super) fn on_map(node: &Node<'_>, key: &str, board: Option<&Board>) -> Option<Place> {
    let text = node.text(key)?;
    let place: Place = match text.parse() {
        Ok(place) => place,
        Err(fault) => {
            node.fault(key, HOUSE_FILE, format!("There is no such hex: {fault}."));
            return None;
        }
    };
    if let Some(board) = board.filter(|board| board.cell(place).is_none()) {
        node.fault(key, HOUSE_FILE, format!("Hex {place} does not lie on the map {}.", board.title));
        return None;
    }
    Some(place)
}
