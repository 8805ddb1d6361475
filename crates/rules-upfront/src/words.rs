//! The small words of the campaign: sides, men, ranks, places, fates. Each has one spelling in files.

use std::fmt;
use std::str::FromStr;

pub use kernel::Side;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

kernel::ids! {
    /// A group on the table, by its letter.
    pub GroupId;
    /// A vehicle or wreck, as a report tells it.
    pub VehicleId;
    /// A code of a weapon.
    pub WeaponId;
    /// A ruling by its short name: `R05`.
    pub RulingId;
    /// A word that a ruling can be set to.
    pub RulingWord;
    /// A scenario of a campaign's order: `V1`, or `V1#2` where it is played again.
    pub LegId;
    /// A scenario of a set.
    pub ScenarioId;
    /// An order of scenarios.
    pub OrderId;
    /// A nation.
    pub NationId;
    /// A force of a nation.
    pub ForceId;
    /// A class of troops, by which radios are bought.
    pub TroopsId;
}

/// A man by his number on the roster, or the personal man of 42.9, written `P`. The key is side and number, for both
/// sides may play one nation and names stand twice. [UF-C16]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ManId(u16);

impl ManId {
    /// The personal man. Comes after every numbered man.
    pub const PERSONAL: Self = Self(u16::MAX);
    /// The highest number a roster may hold. A command may name higher ones: they are refused by name.
    pub const MOST: u8 = 60;

    /// The man with this number.
    pub const fn new(number: u8) -> Self {
        Self(number as u16)
    }

    /// His number on a roster; absent for the personal man and beyond what any roster holds.
    pub const fn number(self) -> Option<u8> {
        if self.0 < u8::MAX as u16 { Some(self.0 as u8) } else { None }
    }

    /// Whether a roster may hold him.
    pub const fn is_of_a_roster(self) -> bool {
        self.0 == Self::PERSONAL.0 || (1 <= self.0 && self.0 <= Self::MOST as u16)
    }
}

/// A set of men of one roster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ManSet(u64);

impl ManSet {
    const fn bit(man: ManId) -> u64 {
        // Numbers end at 60; the personal man has the last bit, and nobody else has one.
        if man.0 == ManId::PERSONAL.0 {
            1 << 63
        } else if man.is_of_a_roster() {
            1 << man.0
        } else {
            0
        }
    }

    /// Whether a man is in it.
    pub const fn has(self, man: ManId) -> bool {
        self.0 & Self::bit(man) != 0
    }

    /// Adds a man.
    pub fn add(&mut self, man: ManId) {
        self.0 |= Self::bit(man);
    }

    /// Those of this set who are not in another.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Those who are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those who are in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The numbered man who comes first.
    pub fn first(self) -> Option<ManId> {
        self.numbered().next()
    }

    /// The numbered men in ascending order.
    pub fn numbered(mut self) -> impl Iterator<Item = ManId> {
        std::iter::from_fn(move || {
            let number = u8::try_from(self.0.trailing_zeros()).ok()?;
            self.0 &= self.0.wrapping_sub(1);
            (number <= ManId::MOST).then_some(ManId::new(number))
        })
    }
}

impl FromIterator<ManId> for ManSet {
    fn from_iter<I: IntoIterator<Item = ManId>>(men: I) -> Self {
        let mut set = Self::default();
        men.into_iter().for_each(|man| set.add(man));
        set
    }
}

impl fmt::Display for ManId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::PERSONAL { f.pad("P") } else { self.0.fmt(f) }
    }
}

impl fmt::Debug for ManId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{self}")
    }
}

impl FromStr for ManId {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "P" => Ok(Self::PERSONAL),
            _ => match text.parse::<u16>() {
                Ok(number) if number != Self::PERSONAL.0 => Ok(Self(number)),
                _ => Err(format!(
                    "{text:?} is no man: a number from 1 to {}, or P for the personal man",
                    Self::MOST
                )),
            },
        }
    }
}

impl Serialize for ManId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if *self == Self::PERSONAL { serializer.serialize_str("P") } else { serializer.serialize_u16(self.0) }
    }
}

impl<'de> Deserialize<'de> for ManId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Man;
        impl Visitor<'_> for Man {
            type Value = ManId;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a man's number or \"P\"")
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<ManId, E> {
                number.to_string().parse().map_err(E::custom)
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<ManId, E> {
                number.to_string().parse().map_err(E::custom)
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<ManId, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Man)
    }
}

kernel::words! {
    /// A rank by its abbreviation, lowest first; the commissar stands beside the ladder. [UF-42.46-3, UF-42.47]
    pub enum Rank {
        /// Private.
        Pvt = "PVT",
        /// Private first class.
        Pfc = "PFC",
        /// Corporal.
        Cpl = "CPL",
        /// Junior sergeant.
        JrSgt = "JR SGT",
        /// Sergeant.
        Sgt = "SGT",
        /// Staff sergeant.
        Ssg = "SSG",
        /// Commissar: equal to no rank.
        Comm = "COMM",
    }
}

kernel::words! {
    /// What kind of leader a card with a printed T is. [UF-R16]
    pub enum Role {
        /// Squad leader.
        Sl = "SL",
        /// Assistant squad leader.
        Asl = "ASL",
        /// Commissar.
        Comm = "COMM",
    }
}

kernel::words! {
    /// What a place of a force list is for.
    pub enum PlaceKind {
        /// The squad leader's.
        Sl = "SL" => "squad leader",
        /// The assistant's.
        Asl = "ASL" => "assistant squad leader",
        /// The commissar's.
        Comm = "COMM" => "commissar",
        /// A man's.
        Plain = "plain" => "man",
    }
}

kernel::words! {
    /// One of the two values that rise and fall.
    pub enum Trait {
        /// Morale.
        Morale = "morale",
        /// Panic.
        Panic = "panic",
    }
}

impl Trait {
    /// The name of the column, as the paper form prints it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Morale => "Morale",
            Self::Panic => "Panic",
        }
    }
}

kernel::words! {
    /// How a man left a scenario. [UF-42.4-1, UF-42.45-1]
    pub enum Out {
        /// On the table when it ended.
        InPlay = "in_play" => "was in play at the end",
        /// Got away with a withdrawing group.
        Withdrawn = "withdrawn" => "withdrew",
        /// Routed, in good health.
        Routed = "routed",
        /// Killed by a KIA result.
        Killed = "killed" => "was killed",
        /// Lost in close combat.
        CcLost = "cc_lost" => "was lost in close combat",
        /// Captured.
        Captured = "captured" => "was captured",
        /// A Panic result he could not survive.
        PanicLost = "panic_lost" => "was lost to panic",
        /// A reserve that never came. [UF-R39]
        NotEntered = "not_entered" => "never entered",
    }
}

impl Out {
    /// Whether his career ends here; a routed man stays in good health. [UF-42.4-1, UF-42.4-2]
    pub const fn is_lost(self) -> bool {
        matches!(self, Self::Killed | Self::CcLost | Self::Captured | Self::PanicLost)
    }

    /// Whether he took part. [UF-R39]
    pub const fn took_part(self) -> bool {
        !matches!(self, Self::NotEntered)
    }

    /// The end of a career as a state: "killed".
    pub const fn lost_word(self) -> &'static str {
        match self {
            Self::CcLost => "lost in close combat",
            Self::Captured => "captured",
            Self::PanicLost => "lost to panic",
            _ => "killed",
        }
    }
}

kernel::words! {
    /// What a side brings beside the men; neither it nor its crew is on a roster. [UF-42.4-4, UF-42.4-5, UF-42.8-2, UF-42.8-3, UF-42.8-4]
    pub enum AuxKind {
        /// An infantry gun.
        Gun = "ig",
        /// An armoured fighting vehicle.
        Vehicle = "afv",
        /// The commander of one of them, killed.
        CommanderKilled = "commander_killed",
    }
}

kernel::words! {
    /// Whether a scenario has an attacker. [UF-SC-2]
    pub enum Nature {
        /// A meeting engagement: none.
        Meeting = "meeting",
        /// One side attacks.
        Attack = "attack",
    }
}

/// A list keyed by man. Files write it as a table keyed by number; a list of pairs in which a man stands twice can be
/// read, so that it can be refused by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByMan<T>(pub Vec<(ManId, T)>);

impl<T> Default for ByMan<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> ByMan<T> {
    /// What stands for a man, if anything does.
    pub fn get(&self, man: ManId) -> Option<&T> {
        self.0.iter().find(|(id, _)| *id == man).map(|(_, value)| value)
    }

    /// Whether nothing stands here.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Serialize> Serialize for ByMan<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(id, value)| (id.to_string(), value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByMan<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = ByMan<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table keyed by man, or a list of [man, value]")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<ByMan<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, T>()? {
                    entries.push((key.parse().map_err(A::Error::custom)?, value));
                }
                Ok(ByMan(entries))
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<ByMan<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = seq.next_element::<(ManId, T)>()? {
                    entries.push(entry);
                }
                Ok(ByMan(entries))
            }
        }
        deserializer.deserialize_any(Entries(std::marker::PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_is_read_from_a_number_a_text_and_a_key() {
        let men: Vec<ManId> = serde_json::from_str(r#"[4, "17", "P"]"#).unwrap();
        assert_eq!(men, [ManId::new(4), ManId::new(17), ManId::PERSONAL]);
        let by: ByMan<Trait> = serde_json::from_str(r#"{"4": "panic", "P": "morale"}"#).unwrap();
        assert_eq!(by.get(ManId::PERSONAL), Some(&Trait::Morale));
        assert_eq!(serde_json::to_string(&by).unwrap(), r#"{"4":"panic","P":"morale"}"#);
        // Such a man is on no roster; the rules say so, beside everything else that is wrong.
        for (number, holds) in [("0", false), ("1", true), ("60", true), ("61", false), ("300", false)] {
            assert_eq!(serde_json::from_str::<ManId>(number).unwrap().is_of_a_roster(), holds, "{number}");
        }
        for wrong in ["65535", "-1", "\"p\"", "1.5"] {
            assert!(serde_json::from_str::<ManId>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_man_who_stands_twice_in_a_list_is_kept_twice() {
        let by: ByMan<Trait> = serde_json::from_str(r#"[[4, "panic"], [4, "morale"]]"#).unwrap();
        assert_eq!(by.0.len(), 2);
    }
}
