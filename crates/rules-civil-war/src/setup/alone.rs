//! A set-up of one battle: it is fought at a table of its own, whether the book is kept at the table above or nowhere.

use kernel::Node;
use kernel::reader::HOUSE_FILE;
use serde_json::{Map, Value};

use super::armies::{ArmyStart, Hex, size};
use super::word;
use crate::book::Opening;
use crate::words::{BattleId, Crossing};

/// The battle of a set-up that holds no other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alone {
    /// Its id.
    pub id: BattleId,
    /// How it is entered; over which side of the hex is told by [`Alone::crossing`].
    pub opening: Opening,
    /// What the attacker crossed.
    pub crossing: Crossing,
}

/// Reads the battle that a set-up holds alone, if it is one of that kind.
pub fn alone(root: &Node<'_>, armies: &[ArmyStart], hexes: &[Hex]) -> Option<Alone> {
    let node = root.maybe_table("battle")?;
    let (id, attacker, defender, hex) =
        (node.id("id"), node.id("attacker"), node.id("defender"), node.id("hex"));
    let (column, size) = (node.name("column", 12), size(&node));
    let crossing = match node.has("crossing") {
        true => word(&node, "crossing", "crossing", Crossing::read, Crossing::all_words).unwrap_or_default(),
        false => Crossing::default(),
    };
    node.close();
    let (attacker, defender, hex) = (attacker?.into(), defender?.into(), hex?.into());
    let army = |key, id| {
        let army = armies.iter().find(|army| army.id == id);
        match army {
            None => node.fault(key, HOUSE_FILE, format!("There is no army {id}.")),
            Some(army) if army.sp.is_empty() => {
                node.fault(key, "CWFF-4A-1", format!("{id} has no strength points."));
            }
            Some(_) => {}
        }
        army.map(|army| army.side)
    };
    let sides = (army("attacker", attacker), army("defender", defender));
    if let (Some(one), Some(other)) = sides
        && one == other
    {
        node.fault("defender", "CWFF-4-1", "A battle has an army of each side.");
    }
    if !hexes.iter().any(|known| known.id == hex) {
        node.fault("hex", "CWFF-2-1", format!("There is no hex {hex}."));
    }
    let opening = Opening { attacker, defender, hex, hexside: None, column: column?, size: size? };
    Some(Alone { id: id?.into(), opening, crossing })
}

/// What goes down to a battle at a table of its own as it stands in the file.
const SOURCE: [&str; 8] = [
    "campaign",
    "effectiveness",
    "standard_move",
    "victory_points",
    "crt",
    "leader_loss",
    "battlefields",
    "chart",
];

/// Those tables of a set-up, for the set-ups of its battles.
pub fn source(root: &Node<'_>) -> Value {
    let kept = SOURCE.into_iter().filter_map(|key| Some((key.to_owned(), root.maybe::<Value>(key)?)));
    Value::Object(kept.collect::<Map<_, _>>())
}
