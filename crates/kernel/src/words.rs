//! The small values that name things: ids, rules, seats, audiences.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A short name from a set-up or a rule, at most [`Id::MAX_BYTES`] bytes. Copyable, so commands and events stay small.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Id(ArrayString<24>);

impl Id {
    /// The longest id, in bytes of UTF-8.
    pub const MAX_BYTES: usize = 24;

    /// Takes a text of 1 to 24 bytes without control characters.
    ///
    /// # Errors
    /// [`BadId`] when the text is empty, too long or holds a control character.
    pub fn new(text: &str) -> Result<Self, BadId> {
        if text.is_empty() || text.chars().any(char::is_control) {
            return Err(BadId);
        }
        ArrayString::from(text).map(Self).map_err(|_| BadId)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// A text that cannot be an [`Id`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadId;

impl fmt::Display for BadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an id has 1 to {} bytes and no control characters", Id::MAX_BYTES)
    }
}

impl std::error::Error for BadId {}

impl FromStr for Id {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        Self::new(text)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Self::new(&text).map_err(|error| serde::de::Error::custom(format!("{text:?}: {error}")))
    }
}

/// The id of a rule in its catalogue, such as `BF-2.1.1.2-6`, or of the house, such as `HOUSE-STALE`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct RuleId(pub &'static str);

impl From<&'static str> for RuleId {
    fn from(id: &'static str) -> Self {
        Self(id)
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// What a question to chance or to the umpire is about: a vehicle, a formation, a purchase.
/// Part of the question's identity, so that a corrected history finds its old answers again.
pub type Subject = Id;

/// When a question is put, on the rules' own calendar: `2.1.S2b`, `4.nato-combat`. At most [`Occasion::MAX_BYTES`] bytes,
/// no slash. Part of the question's identity, so it holds nothing that an act, a number or an order could change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Occasion(ArrayString<40>);

impl Occasion {
    /// The longest occasion, in bytes of UTF-8.
    pub const MAX_BYTES: usize = 40;

    /// Writes an occasion.
    ///
    /// # Panics
    /// When it is too long or holds a slash: how a system writes its calendar is known where it is written.
    pub fn new(words: fmt::Arguments<'_>) -> Self {
        let mut text = ArrayString::new();
        fmt::Write::write_fmt(&mut text, words).expect("an occasion is at most 40 bytes long");
        assert!(!text.contains('/'), "an occasion holds no slash");
        Self(text)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Debug for Occasion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Who asks or looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// The human umpire, who sees everything.
    Umpire,
    /// A side by its index in the set-up.
    Side(u8),
    /// Anyone who sees only what is public.
    Spectator,
    /// Time: deadlines and the engine's own steps.
    Clock,
}

impl Seat {
    /// The stable name used in logs and files: `umpire`, `side-0`, `spectator`, `clock`.
    pub fn name(self) -> String {
        match self {
            Self::Umpire => "umpire".into(),
            Self::Side(n) => format!("side-{n}"),
            Self::Spectator => "spectator".into(),
            Self::Clock => "clock".into(),
        }
    }

    /// Whether this seat may see what is meant for `audience`.
    pub fn sees(self, audience: Audience) -> bool {
        match (self, audience) {
            (_, Audience::Public) | (Self::Umpire, _) => true,
            (Self::Side(seat), Audience::Side(side)) => seat == side,
            _ => false,
        }
    }
}

impl FromStr for Seat {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "umpire" => Ok(Self::Umpire),
            "spectator" => Ok(Self::Spectator),
            "clock" => Ok(Self::Clock),
            other => {
                other.strip_prefix("side-").and_then(|n| n.parse().ok()).map(Self::Side).ok_or_else(|| {
                    format!("{other:?} is no seat: umpire, side-0, side-1, …, spectator or clock")
                })
            }
        }
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Who may know of an event, a roll or a block. The umpire always may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Everyone.
    Public,
    /// One side and the umpire.
    Side(u8),
    /// The umpire alone.
    Umpire,
}
