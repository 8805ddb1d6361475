//! The few fields of a body that can be checked. All others are ignored.

use dice::{Contribution, Digest};
use serde_json::Value;

/// A roll as it was recorded.
pub(super) struct Roll {
    pub(super) number: Option<u64>,
    pub(super) question: String,
    pub(super) dice: Vec<u16>,
    pub(super) faces: Vec<u16>,
    pub(super) opposed: bool,
    pub(super) origin: Origin,
}

/// Where the faces came from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// The campaign's key.
    Server,
    /// Dice thrown by people.
    Table,
}

/// A choice that was sealed.
pub(super) struct Seal {
    pub(super) slot: String,
    pub(super) side: String,
    pub(super) digest: Digest,
}

/// A sealed choice that was opened.
pub(super) struct Opening {
    pub(super) slot: String,
    pub(super) side: String,
    pub(super) payload: String,
    pub(super) nonce: Vec<u8>,
}

/// A field that may be missing or `null`.
pub(super) fn field<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    value.get(key).filter(|value| !value.is_null())
}

pub(super) fn contribution(value: &Value) -> Option<Contribution> {
    Some(Contribution { seat: text(value, "seat")?, text: text(value, "text")? })
}

pub(super) fn roll(value: &Value) -> Option<Roll> {
    Some(Roll {
        number: field(value, "number").map_or(Some(None), |number| number.as_u64().map(Some))?,
        question: text(value, "question")?,
        dice: small_numbers(value, "dice")?,
        faces: small_numbers(value, "faces")?,
        opposed: field(value, "opposed").map_or(Some(false), Value::as_bool)?,
        origin: match value.get("origin")?.as_str()? {
            "server" => Origin::Server,
            "table" => Origin::Table,
            _ => return None,
        },
    })
}

pub(super) fn seal(value: &Value) -> Option<Seal> {
    Some(Seal {
        slot: text(value, "slot")?,
        side: text(value, "side")?,
        digest: text(value, "digest")?.parse().ok()?,
    })
}

pub(super) fn opening(value: &Value) -> Option<Opening> {
    let nonce = text(value, "nonce")?;
    Some(Opening {
        slot: text(value, "slot")?,
        side: text(value, "side")?,
        payload: text(value, "payload")?,
        nonce: hex::decode(&nonce).ok().filter(|bytes| hex::encode(bytes) == nonce)?,
    })
}

impl Roll {
    /// Whether these dice can show these faces: a face for each die, and no tie of an opposed roll.
    pub(super) fn fits(&self) -> bool {
        let shown = self.dice.iter().zip(&self.faces).all(|(sides, face)| (1..=*sides).contains(face));
        let whole = !self.dice.is_empty() && self.dice.len() == self.faces.len() && shown;
        let decided = match (self.dice.as_slice(), self.faces.as_slice()) {
            ([_, _], [one, other]) => one != other,
            _ => false,
        };
        whole && (!self.opposed || decided)
    }
}

fn text(value: &Value, key: &str) -> Option<String> {
    value.get(key)?.as_str().map(str::to_owned)
}

fn small_numbers(value: &Value, key: &str) -> Option<Vec<u16>> {
    let numbers = value.get(key)?.as_array()?;
    numbers.iter().map(|number| u16::try_from(number.as_u64()?).ok()).collect()
}
