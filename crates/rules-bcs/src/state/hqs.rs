//! The HQs of a formation: where each is, and which of them have moved.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::setup::formation::MOST_HQS;
use crate::words::Place;

/// The word for an HQ of several that is off the map.
const OFF_MAP: &str = "off-map";

/// Where the HQs of a formation are, in the order of the scenario; none for one that is off the map. [BCS-HQ-6]
///
/// A file writes the hex of the only HQ, or leaves it out while it is off the map; several are a list: `["0813", "off-map"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hqs(Vec<Option<Place>>);

impl Default for Hqs {
    fn default() -> Self {
        Self(vec![None])
    }
}

impl From<Option<Place>> for Hqs {
    fn from(at: Option<Place>) -> Self {
        Self(vec![at])
    }
}

impl FromIterator<Option<Place>> for Hqs {
    fn from_iter<I: IntoIterator<Item = Option<Place>>>(all: I) -> Self {
        Self(all.into_iter().collect())
    }
}

impl Hqs {
    /// How many there are, on the map or off it.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Where one of them is on the map.
    pub fn get(&self, n: usize) -> Option<Place> {
        self.0.get(n).copied().flatten()
    }

    /// Puts one of them into a hex, or takes it off the map; gives where it was.
    pub fn set(&mut self, n: usize, at: Option<Place>) -> Option<Place> {
        self.0.get_mut(n).and_then(|hq| std::mem::replace(hq, at))
    }

    /// Those on the map, each with its place in the list.
    pub fn on_map(&self) -> impl Iterator<Item = (usize, Place)> + '_ {
        self.0.iter().enumerate().filter_map(|(n, at)| Some((n, (*at)?)))
    }

    /// The hexes of those on the map, in the order of the list.
    pub fn hexes(&self) -> impl Iterator<Item = Place> + '_ {
        self.0.iter().copied().flatten()
    }

    /// The hex of the first on the map.
    pub fn first(&self) -> Option<Place> {
        self.hexes().next()
    }

    /// The places in the list of those off the map.
    pub fn off_map(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().filter(|(_, at)| at.is_none()).map(|(n, _)| n)
    }
}

impl Serialize for Hqs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [only] => only.serialize(serializer),
            all => serializer
                .collect_seq(all.iter().map(|at| at.map_or_else(|| OFF_MAP.to_owned(), |at| at.to_string()))),
        }
    }
}

impl<'de> Deserialize<'de> for Hqs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reads;
        impl<'de> Visitor<'de> for Reads {
            type Value = Hqs;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "the hex of an HQ, or a list with a hex or {OFF_MAP:?} for each HQ")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Hqs, E> {
                Ok(Hqs(vec![Some(text.parse().map_err(E::custom)?)]))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Hqs, A::Error> {
                let mut all = Vec::new();
                while let Some(text) = seq.next_element::<String>()? {
                    all.push(if text == OFF_MAP {
                        None
                    } else {
                        Some(text.parse().map_err(A::Error::custom)?)
                    });
                }
                if all.is_empty() { Err(A::Error::custom("a formation has an HQ")) } else { Ok(Hqs(all)) }
            }
        }
        deserializer.deserialize_any(Reads)
    }
}

/// Some of the HQs of a formation, by their places in its list.
///
/// A file writes `true` for the first alone, and any others as a list of numbers from 1: `[1, 2]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HqSet(u16);

const _: () = assert!(MOST_HQS <= 16, "a bit for each HQ");

impl HqSet {
    /// None.
    pub const NONE: Self = Self(0);

    /// The first alone.
    pub const FIRST: Self = Self(1);

    /// Whether one of them is among these.
    pub const fn has(self, n: usize) -> bool {
        n < MOST_HQS && self.0 & (1 << n) != 0
    }

    /// Adds one.
    pub fn add(&mut self, n: usize) {
        if n < MOST_HQS {
            self.0 |= 1 << n;
        }
    }

    /// Their places in the list.
    pub fn all(self) -> impl Iterator<Item = usize> {
        (0..MOST_HQS).filter(move |n| self.has(*n))
    }
}

impl Serialize for HqSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self(0) => serializer.serialize_bool(false),
            Self::FIRST => serializer.serialize_bool(true),
            some => serializer.collect_seq(some.all().map(|n| n + 1)),
        }
    }
}

impl<'de> Deserialize<'de> for HqSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reads;
        impl<'de> Visitor<'de> for Reads {
            type Value = HqSet;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true for the first HQ, or a list of numbers of HQs")
            }
            fn visit_bool<E: Error>(self, first: bool) -> Result<HqSet, E> {
                Ok(if first { HqSet::FIRST } else { HqSet::default() })
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<HqSet, A::Error> {
                let mut set = HqSet::default();
                while let Some(number) = seq.next_element::<usize>()? {
                    if !(1..=MOST_HQS).contains(&number) {
                        return Err(A::Error::custom(format!("HQs have the numbers 1 to {MOST_HQS}")));
                    }
                    set.add(number - 1);
                }
                Ok(set)
            }
        }
        deserializer.deserialize_any(Reads)
    }
}
