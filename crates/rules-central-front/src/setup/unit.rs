//! A unit as its counter prints it. Ratings that fit no type, and steps that contradict the rules, are faults.

use kernel::reader::HOUSE_FILE;
use kernel::{Id, Node};

use crate::rules::s2_units_and_steps;
use crate::setup::map::Board;
use crate::words::{Kind, Place, Side, Size};

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
    pub id: Id,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Its formation's code. [CF-UNIT-5]
    pub formation: Id,
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

    pub(super) fn read(
        node: &Node<'_>,
        board: Option<&Board>,
        turns: i64,
        book: &Formations,
    ) -> Option<Self> {
        let (id, name) = (node.id("id"), node.text("name"));
        let (side, formation) = (needed::<Side>(node, "side"), node.id("formation"));
        let (kind, size) = (needed::<Kind>(node, "type"), needed::<Size>(node, "size"));
        let small = |key| node.number(key, 0..=99).and_then(|figure| u8::try_from(figure).ok());
        let maybe = |key, range| node.maybe_number(key, range).and_then(|figure| u8::try_from(figure).ok());
        let (attack, defense) = (small("attack"), small("defense"));
        let (march, range) = (maybe("march", 0..=99), maybe("range", 0..=99));
        let (allowance, steps) = (maybe("ma", 0..=60), maybe("steps", 1..=9));
        let soft = node.maybe_flag("soft").unwrap_or(false);
        let no_zone = node.maybe_flag("no_zoc").unwrap_or(false);
        let begins = begins(node, board, turns);
        node.close();
        let (kind, size) = (kind?, size?);
        let formation = formation?;
        let mut card = Self {
            id: id?,
            name: name?,
            side: side?,
            army_level: book.army_level.contains(&formation),
            formation,
            kind,
            size,
            attack: attack?,
            defense: defense?,
            march: 0,
            range: range.unwrap_or(0),
            allowance: allowance.unwrap_or(if kind == Kind::Helicopter { 24 } else { 12 }),
            steps: 0,
            soft,
            no_zone,
            begins: begins?,
        };
        if book.raises(&card) {
            (card.attack, card.defense) = (2, 2);
        }
        card.march = if kind.is_maneuver() { march.unwrap_or(card.attack / 2) } else { march.unwrap_or(0) };
        fits(node, &card, range.is_some());
        card.steps = s2_units_and_steps::steps(&card);
        if steps.is_some_and(|steps| steps != card.steps) {
            let sentence = format!("{} has {} by its ratings.", card.id, counted(card.steps));
            node.fault("steps", s2_units_and_steps::rule_of_steps(&card), sentence);
        }
        Some(card)
    }
}

/// What a scenario says of its formations.
pub(super) struct Formations {
    /// Codes that fit any formation. [CF-UNIT-5]
    pub army_level: Vec<Id>,
    /// Armored cavalry regiments, whose 1-1 armor companies are raised once. [CF-UNIT-3]
    pub cavalry: Vec<Id>,
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

fn counted(steps: u8) -> String {
    format!("{steps} {}", if steps == 1 { "step" } else { "steps" })
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
    match (hex, turn) {
        (Some(hex), None) if !node.has("enters_turn") => read("hex", &hex).map(Begins::At),
        (None, Some(turn)) => {
            let at = own.and_then(|own| read("enters_at", &own));
            Some(Begins::Enters { turn: u8::try_from(turn).ok()?, at })
        }
        (Some(_), _) => {
            node.fault("enters_turn", "CF-SPL-4", "A unit stands on the map or enters later, not both.");
            None
        }
        (None, None) => {
            if !node.has("enters_turn") {
                node.fault("hex", HOUSE_FILE, "A unit has a hex, or a turn in which it enters.");
            }
            None
        }
    }
}

/// Ratings that fit no type. [CF-UNIT-1] [CF-GAR-2]
fn fits(node: &Node<'_>, card: &Card, has_range: bool) {
    let unit = "CF-UNIT-1";
    if card.kind.is_support() {
        if card.range == 0 {
            node.fault("range", unit, "A support unit is rated attack-range-defense: it has a range.");
        }
        if card.march > 0 {
            node.fault("march", unit, "A support unit has no March factor.");
        }
        if card.attack == 0 {
            node.fault("attack", unit, "A support unit has an attack strength to support with.");
        }
    } else if has_range {
        node.fault("range", unit, "Only support units have a range.");
    }
    if card.kind == Kind::Garrison {
        if (card.attack, card.defense, card.march, card.allowance) != (0, 1, 0, 0) {
            node.fault("attack", "CF-GAR-2", "A garrison is rated 0-1 and never moves: march 0, ma 0.");
        }
        if card.side == Side::Wp {
            node.fault("side", "CF-GAR-1", "Garrisons are NATO's.");
        }
    } else {
        if card.defense == 0 {
            node.fault("defense", unit, "A unit defends with 1 at least.");
        }
        if card.allowance == 0 {
            node.fault("ma", "CF-UNIT-2", "Only a garrison has no movement allowance.");
        }
    }
}
