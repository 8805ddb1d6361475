//! The few fields of a body that can be checked. All others are ignored.

use dice::{Contribution, Digest};
use serde_json::Value;

use crate::Stream;

/// A roll as it was recorded.
pub(super) struct Roll {
    pub(super) number: Option<u64>,
    pub(super) question: String,
    pub(super) dice: Vec<u16>,
    pub(super) faces: Vec<u16>,
    pub(super) opposed: bool,
    pub(super) origin: Origin,
    /// The question's identity, as its record tells it.
    pub(super) asked: Option<String>,
    /// Of a draw by lot: who is in it.
    pub(super) lots: Vec<String>,
}

/// Where the faces came from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// The campaign's key.
    Server,
    /// Dice thrown by people.
    Table,
    /// No dice: the umpire chose, and the one face is the choice.
    Ruling,
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

/// What every body says first and this one does not: when, what kind of entry, whose and by whom.
pub(super) fn unread_head(body: &Value) -> Vec<&'static str> {
    let is_seat = |seat: &str| {
        let stream = seat.parse::<Stream>().is_ok_and(|stream| stream != Stream::Public);
        stream || matches!(seat, "clock" | "spectator")
    };
    let seat = |key: &str| body.get(key).and_then(Value::as_str).is_some_and(is_seat);
    let right = [
        ("at", body.get("at").is_some_and(Value::is_i64)),
        ("kind", body.get("kind").is_some_and(Value::is_string)),
        ("seat", seat("seat")),
        ("by", seat("by")),
    ];
    right.into_iter().filter(|(_, right)| !right).map(|(key, _)| key).collect()
}

/// System and version of a text like `pickets/3`.
pub(super) fn rules(text: &str) -> Option<(&str, u64)> {
    let (system, version) = text.rsplit_once('/')?;
    let is_number =
        version.len() <= 9 && !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
    Some((system, version.parse().ok().filter(|_| is_number)?))
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
            "ruling" => Origin::Ruling,
            _ => return None,
        },
        asked: value.pointer("/record/asked").and_then(asked),
        lots: lots(value.pointer("/record/asked/lots"))?,
    })
}

/// `rule/occasion/side/nth/subject`.
fn asked(asked: &Value) -> Option<String> {
    let side = match field(asked, "side") {
        Some(side) => side.as_u64()?.to_string(),
        None => "-".into(),
    };
    let subject = field(asked, "known_as").or_else(|| field(asked, "subject"));
    let subject = subject.map_or(Some(""), Value::as_str)?;
    let (rule, occasion) = (text(asked, "rule")?, text(asked, "occasion")?);
    Some(format!("{rule}/{occasion}/{side}/{}/{subject}", asked.get("nth")?.as_u64()?))
}

/// The names in a draw by lot, none where it is no draw.
fn lots(value: Option<&Value>) -> Option<Vec<String>> {
    let Some(value) = value.filter(|value| !value.is_null()) else { return Some(Vec::new()) };
    value.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
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
    /// Whether these dice can show these faces: one for each die; for an opposed roll pairs of which
    /// all but the last are ties; for a ruling no dice and one choice.
    pub(super) fn fits(&self) -> bool {
        if self.origin == Origin::Ruling {
            return self.dice.is_empty() && self.faces.len() == 1;
        }
        let n_dice = self.dice.len();
        if n_dice == 0 {
            return false;
        }
        let throws = self.faces.chunks(n_dice);
        let shown = throws.clone().all(|throw| {
            throw.len() == n_dice
                && self.dice.iter().zip(throw).all(|(sides, face)| (1..=*sides).contains(face))
        });
        let n_ties = throws.clone().filter(|throw| throw.len() == 2 && throw[0] == throw[1]).count();
        let last_decides =
            throws.clone().last().is_some_and(|throw| throw.len() == 2 && throw[0] != throw[1]);
        let n_throws = throws.len();
        let right = if self.opposed { last_decides && n_ties + 1 == n_throws } else { n_throws == 1 };
        shown && right
    }
}

pub(super) fn text(value: &Value, key: &str) -> Option<String> {
    value.get(key)?.as_str().map(str::to_owned)
}

pub(super) fn small_numbers(value: &Value, key: &str) -> Option<Vec<u16>> {
    let numbers = value.get(key)?.as_array()?;
    numbers.iter().map(|number| u16::try_from(number.as_u64()?).ok()).collect()
}
