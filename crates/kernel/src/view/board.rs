//! A board of hexes as a seat sees it: ground, counters, overlays, and what can be done on it hex by hex.
//!
//! The board knows no rules. A system says which counters can be picked up together, where they could go or what they
//! could attack from there, at which cost and along which way; a page draws that, and an order typed or pointed at
//! becomes the command in [`super::order`].
//!
//! Read [`Ground`] (what never changes; one per set-up, shared), [`Counter`], [`Act`] (what can be done), then
//! [`Board`]; [`super::in_words`] tells the same without a drawing. Hexes are [`hexmap::Hex`]; the numbering of the ground prints them.

use std::sync::Arc;

use hexmap::{Direction, Hex};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

pub use super::ground::{Ground, Hexside, Look, Place, Road, RoadClass, SideLook, Terrain};
use super::text::Text;

/// A board of hexes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// Stable address on the page: letters, digits, hyphens.
    pub id: String,
    /// What it shows, in one sentence for those who do not see it.
    pub description: String,
    /// What never changes.
    #[serde(serialize_with = "ground")]
    pub ground: Arc<Ground>,
    /// Places that a side holds.
    pub held: Vec<(Hex, u8)>,
    /// The counters. Those of one hex stand in the order of the list from the bottom of the stack to its top.
    pub counters: Vec<Counter>,
    /// What can be laid over the ground.
    pub overlays: Vec<Overlay>,
    /// Attacks that are declared.
    pub attacks: Vec<Attack>,
    /// What has just happened where.
    pub reports: Vec<Report>,
    /// What a moment has left of counters where they stood. Only a page that compares two moments knows it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub traces: Vec<Trace>,
    /// What stands in a hex against what may stand there, as a sum in words: "2 of 2 may stand here: …". Mostly of the
    /// reader's own stacks.
    pub sums: Vec<(Hex, Text)>,
    /// What stacks have to do before the reader can go on, each with its hex: a mark on the map, and no choice of leaving
    /// it. The same acts are drawn as for any other stack.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<(Hex, Text)>,
    /// Where acts can go, shared by the acts that can go to the same places.
    pub reaches: Vec<Vec<Target>>,
    /// The question that the acts answer, where the reader owes an answer and has no free choice of what to do; mostly
    /// empty.
    pub asked: Text,
    /// What the reader can do with which counters; empty where he only looks. An act on a whole stack stands before
    /// the acts on parts of it: what is picked with the hex is the first.
    pub acts: Vec<Act>,
    /// What the reader can do to the counters of others, with none of his own: an air strike. It is typed alone, with the word
    /// and the counter or its hex; on the map it is found at the counter's hex, in a panel of the page.
    pub calls: Vec<Act>,
    /// What can be written after typed orders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub adds: Vec<Add>,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counter {
    /// Its id: letters, digits, hyphens. Once on a board.
    pub key: String,
    /// Its name in prose: "Motor Rifle Regiment 1".
    pub name: String,
    /// What it is called in typed orders: "57G r1"; may be empty. The key always does.
    pub code: String,
    /// Whose.
    pub side: u8,
    /// Where, or nothing while it waits beside the board.
    pub hex: Option<Hex>,
    /// The short name of its formation, top left; at most five characters.
    pub formation: String,
    /// Its size, top right.
    pub size: Size,
    /// What it is.
    pub symbol: Symbol,
    /// Its factors as printed, at their present value: `11-12`.
    pub factors: String,
    /// What it counts for in attack and in defense, in one figure each, for a map that is seen from afar: a stack shows
    /// the sum of its attacks or, where that is nought, of its defenses. Nought and nought show nothing.
    pub strength: (u32, u32),
    /// The printed factors, when the present ones differ.
    pub printed: Option<String>,
    /// Steps left and steps at full strength.
    pub steps: (u8, u8),
    /// A disc on the upper left corner.
    pub disc: Option<Disc>,
    /// A sign in a ring on the left edge, of one or two characters, such as `S` for out of supply; may be empty.
    pub sign: String,
    /// What the ring around the sign looks like.
    #[serde(skip_serializing_if = "Ring::is_plain")]
    pub ring: Ring,
    /// Struck through: it can do nothing that counts.
    pub struck: bool,
    /// Drawn paler: it is done for this phase.
    pub spent: bool,
    /// How it stands in words, for the inspector and those who do not see it: "2 of 3 steps", "out of supply".
    pub state: Vec<String>,
}

/// The ring around the sign of a counter: a colour, and a shape that goes with it for those who tell no colours apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ring {
    /// A broken circle without a colour.
    #[default]
    Plain,
    /// A red diamond.
    Red,
    /// A black disc.
    Black,
    /// A white square.
    White,
}

impl Ring {
    /// Whether it is the broken circle.
    pub const fn is_plain(&self) -> bool {
        matches!(self, Self::Plain)
    }
}

/// A figure in a disc.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disc {
    /// At most two characters.
    pub figure: String,
    /// Black instead of brass.
    pub grave: bool,
}

/// The size of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// Not shown.
    None,
    /// `I`
    Company,
    /// `II`
    Battalion,
    /// `III`
    Regiment,
    /// `X`
    Brigade,
    /// `XX`
    Division,
    /// `XXX`
    Corps,
}

/// What a unit is, as the box on its counter shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symbol {
    /// An empty box.
    Plain,
    /// Crossed belts.
    Infantry,
    /// The track.
    Armor,
    /// Belts and track.
    Mech,
    /// One diagonal.
    Recon,
    /// Diagonal and track.
    Cavalry,
    /// A ball.
    Artillery,
    /// A ball on the track.
    MobileArtillery,
    /// A ball with chevrons.
    Rocket,
    /// A bow-tie.
    Helicopter,
    /// Belts with wings.
    Airborne,
    /// The bridge.
    Engineer,
    /// An arrow upwards.
    AntiTank,
    /// A dome.
    AirDefense,
    /// A gate.
    Garrison,
    /// A flag.
    Headquarters,
    /// A bar at the foot.
    Supply,
    /// An arrow on a base.
    MachineGun,
    /// A chevron on a trail.
    Gun,
    /// A truck.
    Truck,
}

/// Something that can be laid over the ground, one by one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overlay {
    /// Stable on the board: `zones-wp`.
    pub key: String,
    /// The words of its switch.
    pub name: String,
    /// Whether it is shown beforehand.
    pub shown: bool,
    /// Whose, if anyone's.
    pub side: Option<u8>,
    /// How its hexes are drawn.
    pub style: OverlayStyle,
    /// Its hexes, each with a short figure that may be empty.
    pub hexes: Vec<(Hex, String)>,
    /// Lines from centre to centre: supply, support.
    pub lines: Vec<Vec<Hex>>,
}

/// How the hexes of an overlay are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OverlayStyle {
    /// Hatched in the side's hue and direction.
    Hatch,
    /// Tinted in the side's hue.
    Tint,
    /// Outlined.
    Outline,
}

/// An attack that is declared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Attack {
    /// On which hex.
    pub target: Hex,
    /// From which hexes beside it.
    pub from: Vec<Hex>,
    /// From which hexes it is supported.
    pub support: Vec<Hex>,
    /// What it is: "prepared attack".
    pub kind: String,
}

/// Something that has just happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Where.
    pub hex: Hex,
    /// How it stands at the hex, at most ten characters: the code of a result. May be empty; the words say it too.
    pub code: String,
    /// What.
    pub words: Text,
}

/// What a moment has left of a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// Where the counter stood.
    pub hex: Hex,
    /// Whose it is.
    pub side: u8,
    /// Its name.
    pub name: String,
    /// What became of it.
    pub fate: TraceFate,
}

/// What became of a counter in a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceFate {
    /// It stands on no hex any more.
    Gone,
    /// It stands elsewhere.
    Left,
    /// It has lost so many steps.
    Lost(u8),
}

impl Trace {
    /// What became of it, in a sentence.
    pub fn told(&self) -> String {
        match self.fate {
            TraceFate::Gone => format!("{} is no more here.", self.name),
            TraceFate::Left => format!("{} has left from here.", self.name),
            TraceFate::Lost(1) => format!("{} has lost a step.", self.name),
            TraceFate::Lost(n) => format!("{} has lost {n} steps.", self.name),
        }
    }
}

/// A hex that an act can name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Target {
    /// Which.
    pub hex: Hex,
    /// What it costs, as it stands in the hex: `4`; may be empty.
    pub cost: String,
    /// The direction of the hex before it on the way; nothing where the way begins or there is none.
    pub back: Option<Direction>,
    /// Whether the act can end here; else it is only passed through.
    pub ends: bool,
    /// A line of consequence: "enters a zone, ends the move"; may be empty.
    pub note: String,
}

impl Target {
    /// A hex where the act can end.
    pub fn new(hex: Hex, cost: impl Into<String>, back: Option<Direction>) -> Self {
        Self { hex, cost: cost.into(), back, ends: true, note: String::new() }
    }

    /// Only passed through.
    #[must_use]
    pub fn passing(mut self) -> Self {
        self.ends = false;
        self
    }

    /// With a line of consequence.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// A way as targets: the hexes passed through, and the last with what it costs.
    pub fn along(from: Hex, way: impl IntoIterator<Item = Hex>, cost: impl Into<String>) -> Vec<Self> {
        let mut before = from;
        let mut targets = Vec::new();
        for hex in way {
            targets.push(Self::new(hex, "", hex.direction_to(before)).passing());
            before = hex;
        }
        if let Some(last) = targets.last_mut() {
            (last.cost, last.ends) = (cost.into(), true);
        }
        targets
    }

    /// Joins a target to those of an act: one that was only passed through ends where another ends too.
    pub fn join(self, targets: &mut Vec<Self>) {
        match targets.iter_mut().find(|known| known.hex == self.hex) {
            Some(known) if self.ends && !known.ends => *known = self,
            Some(_) => {}
            None => targets.push(self),
        }
    }
}

/// What an act puts into its command besides the fixed part. Hexes are sent as their printed numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sends {
    /// The target under this key: `"to": "2718"`.
    Hex(&'static str),
    /// The whole way under this key, without the hex it begins in: `"path": ["2717", "2718"]`.
    Way(&'static str),
    /// Nothing: the target only says that it is meant.
    Nothing,
    /// No command: picking the target leads to the panel of this id on the same page, where more is asked. The
    /// panel's id follows with a hyphen and the number of the hex: `plan-2718`.
    Panel(&'static str),
}

/// Something that can be done with some counters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Act {
    /// The word for it in typed orders: `move`, `hasty`. Letters, digits, hyphens.
    pub word: &'static str,
    /// What it is called where it is picked: "Prepared attack".
    pub verb: String,
    /// The keys of the counters that do it together, all in one hex or all beside the board.
    pub counters: Vec<String>,
    /// Where they are, or nothing while they wait beside the board.
    pub from: Option<Hex>,
    /// What costs are counted in and how many there are: `("MP", "12")`; both may be empty.
    pub budget: (&'static str, String),
    /// Where: the index into [`Board::reaches`].
    pub reach: usize,
    /// The fixed part of the command.
    pub command: Map<String, Value>,
    /// What of the target goes into the command.
    pub sends: Sends,
    /// The panel on the same page in which the command is weighed first, with more to choose: pointing at a target
    /// leads there. Its id follows with a hyphen and the number of the hex: `plan-march-2718`. A typed order is given
    /// at once.
    pub panel: Option<&'static str>,
    /// Whether dice are thrown at once, so that table dice can be typed in instead.
    pub rolls: bool,
}

/// What can be written after a typed order, in its own words: `smoke wp-art`, `chemicals`. Pointing at the map leads to a
/// panel that asks the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Add {
    /// How it is written: small letters, one word or several. Where it is the word of an act as well, that act is meant.
    pub words: &'static str,
    /// The words of the acts after which it can stand.
    pub to: &'static [&'static str],
    /// What it sets in the command.
    pub key: &'static str,
    /// What follows it.
    pub takes: Takes,
}

/// What follows an addition. Counters are listed by their keys, with what stands for each in the command: all that the
/// reader may name, since the rules say who can.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    /// Nothing: it is so.
    Nothing,
    /// One counter.
    One(Vec<(String, Value)>),
    /// Counters.
    Several(Vec<(String, Value)>),
}

impl Board {
    /// The id of the form that carries orders on this board.
    pub fn form(&self) -> String {
        format!("{}-order", self.id)
    }

    /// The number printed for a hex.
    pub fn label(&self, hex: Hex) -> String {
        self.ground.numbering.label(hex).to_string()
    }

    /// The counter with this key.
    pub fn counter(&self, key: &str) -> Option<&Counter> {
        self.counters.iter().find(|counter| counter.key == key)
    }

    /// Where an act can go.
    pub fn targets(&self, act: &Act) -> &[Target] {
        self.reaches.get(act.reach).map_or(&[], Vec::as_slice)
    }

    /// The way of an act to a target, from the first hex entered to the target itself.
    pub fn way(&self, act: &Act, target: &Target) -> Vec<Hex> {
        let targets = self.targets(act);
        let mut way = vec![target.hex];
        let mut at = target;
        // A way passes no hex twice; the bound holds whatever a system writes.
        while let (Some(back), true) = (at.back, way.len() <= targets.len()) {
            let before = at.hex.neighbour(back);
            if act.from == Some(before) {
                break;
            }
            way.push(before);
            match targets.iter().find(|target| target.hex == before) {
                Some(next) => at = next,
                None => break,
            }
        }
        way.reverse();
        way
    }

    /// The command of an act on a target along a way; nothing where an act leads elsewhere.
    pub fn command(&self, act: &Act, way: &[Hex]) -> Option<Value> {
        let mut command = act.command.clone();
        let label = |hex: &Hex| Value::from(self.label(*hex));
        match act.sends {
            Sends::Hex(key) => {
                command.insert(key.to_owned(), label(way.last()?));
            }
            Sends::Way(key) => {
                command.insert(key.to_owned(), way.iter().map(label).collect());
            }
            Sends::Nothing => {}
            Sends::Panel(_) => return None,
        }
        Some(Value::Object(command))
    }
}

fn ground<S: Serializer>(ground: &Arc<Ground>, serializer: S) -> Result<S::Ok, S::Error> {
    ground.as_ref().serialize(serializer)
}
