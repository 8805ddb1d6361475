//! A unit as its counter prints it. Ratings that fit no type, and steps that contradict the rules, are faults.

use kernel::Node;
use kernel::grammar::counted;
use kernel::reader::HOUSE_FILE;

use crate::rules::s2_units_and_steps;
use crate::setup::map::Board;
use crate::setup::named;
use crate::words::{FormationId, Kind, Place, Side, Size, UnitId};

/// Where a unit begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// On the map.
    At(Place),
    /// In the Reinforcement phase of a turn, at a listed hex or at one of its own. [CF-SPL-4]
    Enters {
        /// The turn.
        turn: u8,
        /// Its own entry hex.
        at: Option<Place>,
    },
}

/// A unit as printed. [CF-UNIT-1]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its id.
    pub id: UnitId,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Its formation's code. [CF-UNIT-5]
    pub formation: FormationId,
    /// Whether it fits any formation. [CF-UNIT-5]
    pub army_level: bool,
    /// What it is.
    pub kind: Kind,
    /// How large it is.
    pub size: Size,
    /// Attack, or support and bombardment strength.
    pub attack: u8,
    /// Defense.
    pub defense: u8,
    /// March attack, the factor in the wedge. [CF-UNIT-4]
    pub march: u8,
    /// Range in hexes of a support unit.
    pub range: u8,
    /// Movement allowance.
    pub allowance: u8,
    /// Steps at full strength.
    pub steps: u8,
    /// Retreats cost it one action point more. [CF-RET-10]
    pub soft: bool,
    /// It has no zone of control.
    pub no_zone: bool,
    /// Where it begins.
    pub begins: Begins,
}

impl Card {
    /// The rating as it is printed: `11-12`, `3-5-6`.
    pub fn rating(&self) -> String {
        match self.kind.is_support() {
            true => format!("{}-{}-{}", self.attack, self.range, self.defense),
            false => format!("{}-{}", self.attack, self.defense),
        }
    }
}

/// A unit as far as it can be read, so that each rule judges what it needs.
pub(super) struct Draft {
    pub(super) id: Option<UnitId>,
    pub(super) side: Option<Side>,
    pub(super) kind: Option<Kind>,
    pub(super) begins: Option<Begins>,
    /// The whole unit.
    pub(super) card: Option<Card>,
}

impl Draft {
    /// Reads a unit. [CF-UNIT-1] [CF-UNIT-2] [CF-UNIT-4]
    pub(super) fn read(node: &Node<'_>, board: Option<&Board>, turns: i64, book: &Formations) -> Self {
        let (id, name) = (node.id("id").map(UnitId::from), named(node, "name"));
        let (side, formation) = (needed::<Side>(node, "side"), node.id("formation").map(FormationId::from));
        let (kind, size) = (needed::<Kind>(node, "type"), needed::<Size>(node, "size"));
        let small = |key| node.number(key, 0..=99).and_then(|figure| u8::try_from(figure).ok());
        let maybe = |key, range| node.maybe_number(key, range).and_then(|figure| u8::try_from(figure).ok());
        let printed = Printed {
            side,
            kind,
            attack: small("attack"),
            defense: small("defense"),
            march: maybe("march", 0..=99),
            range: maybe("range", 0..=99),
            allowance: maybe("ma", 0..=60),
        };
        let steps = maybe("steps", 1..=9);
        let soft = node.maybe_flag("soft").unwrap_or(false);
        let no_zone = node.maybe_flag("no_zoc").unwrap_or(false);
        let begins = begins(node, board, turns);
        node.close();
        printed.judge(node);
        if kind == Some(Kind::Garrison) && node.has("enters_turn") {
            node.fault(
                "enters_turn",
                "CF-GAR-2",
                "A garrison never moves: it stands in its city from the start.",
            );
        }
        if no_zone && kind.is_some_and(|kind| !kind.is_maneuver()) {
            node.warn("no_zoc", "CF-ZOC-1", "It has no zone of control in any case.");
        }
        if soft && kind == Some(Kind::Garrison) {
            node.warn("soft", "CF-GAR-1", "A garrison that must retreat is destroyed, soft or not.");
        }
        let card = || {
            let (kind, formation) = (kind?, formation?);
            let mut card = Card {
                id: id?,
                name: name?,
                side: side?,
                army_level: book.army_level.contains(&formation),
                formation,
                kind,
                size: size?,
                attack: printed.attack?,
                defense: printed.defense?,
                march: 0,
                range: printed.range.unwrap_or(0),
                allowance: printed.allowance.unwrap_or(if kind == Kind::Helicopter { 24 } else { 12 }),
                steps: 0,
                soft,
                no_zone,
                // One that begins nowhere is judged all the same; the fault is told.
                begins: begins.unwrap_or(Begins::Enters { turn: 1, at: None }),
            };
            if book.raises(&card) {
                (card.attack, card.defense) = (2, 2);
            }
            let march = if kind.is_maneuver() { card.attack / 2 } else { 0 };
            card.march = printed.march.unwrap_or(march);
            card.steps = s2_units_and_steps::steps(&card);
            Some(card)
        };
        let card = card();
        if let (Some(card), Some(steps)) = (&card, steps)
            && steps != card.steps
        {
            let sentence = format!("{} has {} by its ratings.", card.id, counted(card.steps, "step"));
            node.fault("steps", s2_units_and_steps::rule_of_steps(card), sentence);
        }
        Self { id, side, kind, begins, card }
    }
}

/// What a scenario says of its formations.
pub(super) struct Formations {
    /// Codes that fit any formation. [CF-UNIT-5]
    pub army_level: Vec<FormationId>,
    /// Armored cavalry regiments, whose 1-1 armor companies are raised once. [CF-UNIT-3]
    pub cavalry: Vec<FormationId>,
    /// Whether they are raised in the file already.
    pub adjusted: bool,
}

impl Formations {
    fn raises(&self, card: &Card) -> bool {
        !self.adjusted
            && self.cavalry.contains(&card.formation)
            && (card.kind, card.size) == (Kind::Armor, Size::Company)
            && (card.attack, card.defense) == (1, 1)
    }
}

fn needed<T: serde::de::DeserializeOwned>(node: &Node<'_>, key: &str) -> Option<T> {
    if !node.has(key) {
        node.fault(key, HOUSE_FILE, format!("The field {key:?} is missing."));
    }
    node.maybe(key)
}

fn begins(node: &Node<'_>, board: Option<&Board>, turns: i64) -> Option<Begins> {
    let (hex, turn) = (node.maybe_text("hex"), node.maybe_number("enters_turn", 1..=turns));
    let own = node.maybe_text("enters_at");
    let read = |key: &str, text: &str| match board.map(|board| (board, board.grid().read(text))) {
        Some((board, Ok(cell))) => Some(board.place(cell)),
        Some((_, Err(fault))) => {
            node.fault(key, HOUSE_FILE, format!("There is no such hex: {fault}."));
            None
        }
        None => None,
    };
    let own = own.map(|own| read("enters_at", &own));
    match (node.has("hex"), node.has("enters_turn")) {
        (true, true) => {
            node.fault("enters_turn", "CF-SPL-4", "A unit stands on the map or enters later, not both.");
            None
        }
        (true, false) => {
            if node.has("enters_at") {
                node.fault("enters_at", "CF-SPL-4", "A unit that stands on the map enters nowhere.");
            }
            read("hex", &hex?).map(Begins::At)
        }
        (false, true) => {
            let (turn, at) = (u8::try_from(turn?).ok()?, own.flatten());
            let barred =
                |board: &Board| at.and_then(|at| board.terrain(at)).is_some_and(|hex| hex.cost.is_none());
            if board.is_some_and(barred) {
                node.fault("enters_at", "CF-SPL-4", "No ground unit can stand in this hex.");
            }
            Some(Begins::Enters { turn, at })
        }
        (false, false) => {
            node.fault("hex", HOUSE_FILE, "A unit has a hex, or a turn in which it enters.");
            None
        }
    }
}

/// What a counter prints, as far as it can be read.
struct Printed {
    side: Option<Side>,
    kind: Option<Kind>,
    attack: Option<u8>,
    defense: Option<u8>,
    march: Option<u8>,
    range: Option<u8>,
    allowance: Option<u8>,
}

impl Printed {
    /// Ratings that fit no type. [CF-UNIT-1] [CF-GAR-2]
    fn judge(&self, node: &Node<'_>) {
        let unit = "CF-UNIT-1";
        let Some(kind) = self.kind else { return };
        if kind.is_support() {
            if !node.has("range") || self.range == Some(0) {
                node.fault("range", unit, "A support unit is rated attack-range-defense: it has a range.");
            }
            if self.march.is_some_and(|march| march > 0) {
                node.fault("march", unit, "A support unit has no March factor.");
            }
            if self.attack == Some(0) {
                node.fault("attack", unit, "A support unit has an attack strength to support with.");
            }
        } else if node.has("range") {
            node.fault("range", unit, "Only support units have a range.");
        }
        if kind == Kind::Garrison {
            self.judge_garrison(node);
            return;
        }
        if self.defense == Some(0) {
            node.fault("defense", unit, "A unit defends with 1 at least.");
        }
        if self.allowance == Some(0) {
            node.fault("ma", "CF-UNIT-2", "Only a garrison has no movement allowance.");
        }
        if let (Some(attack), Some(march)) = (self.attack, self.march)
            && kind.is_maneuver()
            && march > attack
        {
            let sentence = format!("Its March factor {march} is above its attack {attack}.");
            node.warn("march", "CF-UNIT-4", sentence);
        }
    }

    fn judge_garrison(&self, node: &Node<'_>) {
        let is = |figure: Option<u8>, right: u8| figure.is_none_or(|figure| figure == right);
        let moves = !node.has("ma") || !is(self.allowance, 0);
        if !(is(self.attack, 0) && is(self.defense, 1) && is(self.march, 0)) || moves {
            node.fault("attack", "CF-GAR-2", "A garrison is rated 0-1 and never moves: march 0, ma 0.");
        }
        if self.side == Some(Side::Wp) {
            node.fault("side", "CF-GAR-1", "Garrisons are NATO's.");
        }
    }
}
