//! A side's part of the result form of a battle. [BF-2.1.2-5]
//!
//! What is not named ended on the map where it was deployed. Units are named by stand, or a formation for all of its
//! stands that are not named themselves. Every list is also read from a line of text, as a person types it:
//! `"X-1, X-2-3: 12.5 40 90; X-4: 20 41"`.

mod counts;
mod typed;

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use kernel::Id;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::ids::{FlightId, FormationId, ModuleId, UnitTypeId, WorkId};
use crate::measure::Inches;
use crate::words::{Ammunition, Edge};

pub use counts::{Count, Counts, What};
pub(crate) use typed::{name_of, read};

/// A side's part of the result form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Report {
    /// The last turn played; absent where the turn record has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<i32>,
    /// Where units ended that are not where they were deployed; of a class-A vehicle that fell, where it lies.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub places: List<Place>,
    /// Stands and vehicles knocked out.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub losses: List<Id>,
    /// Class-A vehicles abandoned.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub abandoned: List<Id>,
    /// Stands that panicked off the map.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub panicked: List<Id>,
    /// Stands that left the map by an edge, and with it the campaign.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub exited: List<Exit>,
    /// Stands that ended in an improved position.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub improved: List<Id>,
    /// Stands that left their first position and ended in it all the same.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub moved: List<Id>,
    /// Stands in a minefield, and in which.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub mined: List<Mined>,
    /// Bogged stands.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub bogged: List<Id>,
    /// Immobile vehicles.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub immobile: List<Id>,
    /// Ammunition that shots on record do not tell.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub ammunition: List<Supply>,
    /// Formations that took part in combat; those with losses, panics or entries in `combat` need no naming.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub fought: List<FormationId>,
    /// What formations did in combat. [BF-2.1.1.3.1.O-7]
    #[serde(skip_serializing_if = "List::is_empty")]
    pub combat: List<Combat>,
    /// Modules that fired; those that placed smoke need no naming.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub fired: List<ModuleId>,
    /// Smoke missions beside those on record.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub smoke: List<Smoke>,
    /// Flights that attacked. [BF-2.1.1.4.4.N-3]
    #[serde(skip_serializing_if = "List::is_empty")]
    pub flew: List<FlightId>,
    /// Own hidden fortifications that the enemy now knows.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub revealed: List<WorkId>,
    /// Fortifications that are gone.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub destroyed: List<WorkId>,
    /// Enemy losses as this side saw them, of the types it names. They are held against what the enemy tells.
    #[serde(skip_serializing_if = "List::is_empty")]
    pub enemy: List<Seen>,
}

/// Where units ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Stands and formations.
    pub units: List<Id>,
    /// From the left edge, in inches.
    pub x: Inches,
    /// From the lower edge, in inches.
    pub y: Inches,
    /// Degrees clockwise from the map's upper edge; as before where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<i32>,
}

/// Units that left by an edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exit {
    /// Stands and formations.
    pub units: List<Id>,
    /// The edge.
    pub edge: Edge,
}

/// Units in a minefield.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mined {
    /// Stands and formations.
    pub units: List<Id>,
    /// The minefield; without it the nearest that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<WorkId>,
}

/// The ammunition of units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// Stands and formations.
    pub units: List<Id>,
    /// How much they have.
    pub state: Ammunition,
}

/// What a formation did in combat. [BF-2.1.1.3.1.O-7]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    /// The formation.
    pub me: FormationId,
    /// Enemy stands knocked out by its fire.
    #[serde(default)]
    pub kills: i32,
    /// Close combats won with a unit of it.
    #[serde(default)]
    pub won: i32,
    /// Close combats lost.
    #[serde(default)]
    pub lost: i32,
}

/// Smoke missions of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Smoke {
    /// The module.
    pub module: ModuleId,
    /// How many.
    pub missions: i32,
}

/// Enemy stands of a type that were seen to fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// The type.
    #[serde(rename = "type")]
    pub kind: UnitTypeId,
    /// How many were knocked out.
    #[serde(default)]
    pub lost: i32,
    /// How many were abandoned.
    #[serde(default)]
    pub abandoned: i32,
    /// How many panicked off the map; absent where nothing is said of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panicked: Option<i32>,
}

/// A list that is written out, or read from a line of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct List<T>(pub Vec<T>);

impl<T> List<T> {
    /// Whether nothing stands in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Deref for List<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

/// What a line of text is read as.
pub trait Typed: Sized {
    /// How it is typed, for a sentence about a wrong text.
    const FORM: &'static str;
    /// The entries of a text; nothing where it cannot be read.
    fn read(text: &str) -> Option<Vec<Self>>;
}

impl<I: From<Id>> Typed for I {
    const FORM: &'static str = "names, as X-1-4, X-1-5";
    fn read(text: &str) -> Option<Vec<Self>> {
        let entries = text.split([',', ';', '\n']).map(str::trim).filter(|entry| !entry.is_empty());
        entries.flat_map(called).map(|name| name.map(I::from)).collect()
    }
}

/// Who is called so between two commas: by ids beside each other, by a name before an id, as forms and logs write it, or by a
/// name alone, of which what fits is kept.
fn called(entry: &str) -> Vec<Option<Id>> {
    let words: Vec<&str> = entry.split_whitespace().collect();
    let is_numbered = |word: &&str| word.contains(|sign: char| sign.is_ascii_digit()) && !word.contains('/');
    let is_id = |word: &&str| is_numbered(word) && word.contains(['-', '.']);
    // Some word of a name has no figure.
    let last = words[words.len() - 1].trim_matches(['(', ')']);
    match () {
        () if words.len() == 1 || words.iter().all(is_numbered) => {
            words.iter().map(|word| Id::new(word).ok()).collect()
        }
        () if is_id(&last) => vec![Id::new(last).ok()],
        () => vec![shortened(entry).map(Id::from)],
    }
}

/// Entries between semicolons or on lines of their own, each with names before a colon and words after it.
fn entries<T>(text: &str, read: impl Fn(List<Id>, &[&str]) -> Option<T>) -> Option<Vec<T>> {
    let entry = |entry: &str| {
        let (names, words) = entry.split_once(':').unwrap_or((entry, ""));
        let names: List<Id> = Id::read(names)?.into_iter().collect();
        (!names.is_empty()).then(|| read(names, &words_of(words))).flatten()
    };
    parts_of(text).map(entry).collect()
}

/// What stands between semicolons or on lines of its own.
fn parts_of(text: &str) -> impl Iterator<Item = &str> {
    text.split([';', '\n']).filter(|entry| !entry.trim().is_empty())
}

fn words_of(text: &str) -> Vec<&str> {
    let words = text.split(|sign: char| sign.is_whitespace() || sign == ',');
    words.filter(|word| !word.is_empty()).collect()
}

/// Whether a comma stands between two figures of an entry: it may part two numbers or be the point of one.
fn has_decimal_comma(entry: &str) -> bool {
    let figures = entry.split_once(':').map_or("", |(_, figures)| figures).as_bytes();
    figures.windows(3).any(|signs| matches!(signs, [b'0'..=b'9', b',', b'0'..=b'9']))
}

/// The one name of an entry that has exactly one.
fn one<I: From<Id>>(names: &List<Id>) -> Option<I> {
    if let [name] = names[..] { Some(name.into()) } else { None }
}

impl Typed for Place {
    const FORM: &'static str =
        "names: x y facing, as X-1, X-2-3: 12.5 40 90, with two decimals at the most and a point before them";
    fn read(text: &str) -> Option<Vec<Self>> {
        if parts_of(text).any(has_decimal_comma) {
            return None;
        }
        entries(text, |units, words| match words {
            [x, y] => Some(Self { units, x: x.parse().ok()?, y: y.parse().ok()?, facing: None }),
            [x, y, facing] => {
                let facing = Some(facing.parse().ok()?);
                Some(Self { units, x: x.parse().ok()?, y: y.parse().ok()?, facing })
            }
            _ => None,
        })
    }
}

impl Typed for Exit {
    const FORM: &'static str = "names: edge, as X-1-4: south";
    fn read(text: &str) -> Option<Vec<Self>> {
        entries(text, |units, words| match words {
            [edge] => Some(Self { units, edge: Edge::read(edge)? }),
            _ => None,
        })
    }
}

impl Typed for Mined {
    const FORM: &'static str = "names: minefield, as X-1-4: F2, or names alone";
    fn read(text: &str) -> Option<Vec<Self>> {
        entries(text, |units, words| match words {
            [] => Some(Self { units, field: None }),
            [field] => Some(Self { units, field: Some(field.parse().ok()?) }),
            _ => None,
        })
    }
}

impl Typed for Supply {
    const FORM: &'static str = "names: full, short or out, as X-1-4: short";
    fn read(text: &str) -> Option<Vec<Self>> {
        entries(text, |units, words| match words {
            [state] => Some(Self { units, state: Ammunition::read(state)? }),
            _ => None,
        })
    }
}

impl Typed for Combat {
    const FORM: &'static str = "formation: kills, close combats won, lost, as X-1: 3 1 0";
    fn read(text: &str) -> Option<Vec<Self>> {
        entries(text, |names, words| {
            let me = one(&names)?;
            let [kills, won, lost] = words else { return None };
            Some(Self { me, kills: kills.parse().ok()?, won: won.parse().ok()?, lost: lost.parse().ok()? })
        })
    }
}

impl Typed for Smoke {
    const FORM: &'static str = "module: missions, as X-9: 1";
    fn read(text: &str) -> Option<Vec<Self>> {
        entries(text, |names, words| match words {
            [missions] => Some(Self { module: one(&names)?, missions: missions.parse().ok()? }),
            _ => None,
        })
    }
}

/// The name of a unit type as an id; of a longer one what fits into an id.
pub(crate) fn shortened(name: &str) -> Option<UnitTypeId> {
    let name = name.trim();
    Id::new(name[..name.floor_char_boundary(Id::MAX_BYTES)].trim_end()).ok().map(UnitTypeId::from)
}

impl Typed for Seen {
    const FORM: &'static str = "kind: knocked out, abandoned, panicked off, as T-34: 2 1; Rifle squad: 3 0 1";
    fn read(text: &str) -> Option<Vec<Self>> {
        let entry = |entry: &str| {
            // Unlike the names of stands, those of types have spaces in them.
            let (name, figures) = entry.rsplit_once(':')?;
            let kind = shortened(name)?;
            let figures = words_of(figures).into_iter().map(str::parse).collect::<Result<Vec<i32>, _>>();
            match figures.ok()?[..] {
                [lost] => Some(Self { kind, lost, abandoned: 0, panicked: None }),
                [lost, abandoned] => Some(Self { kind, lost, abandoned, panicked: None }),
                [lost, abandoned, panicked] => Some(Self { kind, lost, abandoned, panicked: Some(panicked) }),
                _ => None,
            }
        };
        parts_of(text).map(entry).collect()
    }
}

/// What is said of a text that says nothing: each entry that cannot be read by itself.
fn unreadable<T: Typed>(text: &str) -> String {
    let faulty = parts_of(text).filter(|part| T::read(part).is_none());
    let faulty: Vec<String> = faulty.map(|part| format!("{:?}", part.trim())).collect();
    let faulty = if faulty.is_empty() { format!("{text:?}") } else { faulty.join(" and ") };
    format!("{faulty} cannot be read; type {}", T::FORM)
}

impl<'de, T: Typed + Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reads<T>(PhantomData<T>);
        impl<'de, T: Typed + Deserialize<'de>> Visitor<'de> for Reads<T> {
            type Value = List<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list, or a text: {}", T::FORM)
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<List<T>, E> {
                T::read(text).map(List).ok_or_else(|| E::custom(unreadable::<T>(text)))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<List<T>, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(seq)).map(List)
            }
        }
        deserializer.deserialize_any(Reads(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id<I: From<Id>>(text: &str) -> I {
        Id::new(text).expect("a short name").into()
    }

    #[test]
    fn a_line_of_text_says_what_a_list_says() {
        let typed: Report = serde_json::from_value(serde_json::json!({
            "places": "R-101, R-102-3: 12.5 40 90;\nR-103: 20 41",
            "losses": "R-101-4 R-101-5",
            "exited": "R-104: south",
            "mined": "R-105-1: F2; R-105-2",
            "ammunition": "R-105-3: short",
            "combat": "R-101: 3 1 0",
            "smoke": "RO1.1: 2",
            "enemy": "panzer-iii: 2 1; grenadiers: 3; Pioneers, mounted: 0 0 2",
            "flew": "",
        }))
        .expect("it is read");
        assert_eq!(typed.losses.0, [id("R-101-4"), id("R-101-5")]);
        assert_eq!(typed.places.len(), 2);
        assert_eq!(typed.places[0].units.0, [id("R-101"), id("R-102-3")]);
        assert_eq!((typed.places[0].x, typed.places[0].facing), (Inches(1250), Some(90)));
        assert_eq!(typed.exited[0].edge, Edge::South);
        assert_eq!([typed.mined[0].field, typed.mined[1].field], [Some(id("F2")), None]);
        assert_eq!(typed.combat[0], Combat { me: id("R-101"), kills: 3, won: 1, lost: 0 });
        assert_eq!(typed.enemy[0], Seen { kind: id("panzer-iii"), lost: 2, abandoned: 1, panicked: None });
        assert_eq!((typed.enemy[1].lost, typed.enemy[1].abandoned), (3, 0));
        assert_eq!((typed.enemy[2].lost, typed.enemy[2].panicked), (0, Some(2)));
        assert_eq!(typed.enemy[2].kind, id("Pioneers, mounted"));
        let names = |text: &str| Id::read(text).expect("names");
        let all = names("2nd Rifle Company; 1./Grenadier (G-11), Pioneer platoon GI2.3-4\nR-101-4 R-101-5");
        assert_eq!(
            all,
            ["2nd Rifle Company", "G-11", "GI2.3-4", "R-101-4", "R-101-5"]
                .map(|name| Id::new(name).expect("short"))
        );
        assert_eq!(names("F1 GH2"), ["F1", "GH2"].map(|name| Id::new(name).expect("short")));
        assert_eq!(names("Company 401"), [Id::new("Company 401").expect("short")]);
        assert_eq!(Combat::read("1./Grenadier: 2 1 0").expect("a name")[0].me, id("1./Grenadier"));
        let listed = serde_json::to_value(&typed).expect("it is written");
        assert_eq!(listed["smoke"], serde_json::json!([{ "module": "RO1.1", "missions": 2 }]));
        assert_eq!(serde_json::from_value::<Report>(listed).expect("it is read again"), typed);
    }

    #[test]
    fn a_text_that_says_nothing_is_refused_with_its_form() {
        for (key, text) in
            [("places", "R-101: 12"), ("exited", "R-101: up"), ("combat", "R-101 R-102: 1 1 1")]
        {
            let fault = serde_json::from_value::<Report>(serde_json::json!({ key: text }));
            assert!(fault.expect_err("it cannot be read").to_string().contains("type "), "{key}");
        }
    }
}
