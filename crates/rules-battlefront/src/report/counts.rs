//! A side's part of the result form as it is told by number: how many of which formation, and the rest as told before.
//! [BF-2.1.2-5]

use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{List, Seen};
use crate::ids::{FlightId, FormationId, ModuleId, UnitTypeId, WorkId};

kernel::words! {
    /// What is counted.
    pub enum What {
        /// Own stands knocked out.
        KnockedOut = "knocked-out",
        /// Own class-A vehicles abandoned.
        Abandoned = "abandoned",
        /// Own stands that panicked off the map.
        Panicked = "panicked",
        /// 1 where the formation took part in combat.
        Fought = "fought",
        /// Enemy stands knocked out by its fire.
        Kills = "kills",
        /// Close combats won.
        Won = "won",
        /// Close combats lost.
        Lost = "lost",
        /// Enemy stands of a type that were seen to be knocked out.
        EnemyKnockedOut = "enemy-knocked-out",
        /// Enemy vehicles of a type that were seen to be abandoned.
        EnemyAbandoned = "enemy-abandoned",
        /// Enemy stands of a type that were seen to panic off the map.
        EnemyPanicked = "enemy-panicked",
    }
}

/// One number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// The own formation; of enemies there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<FormationId>,
    /// The unit type; without it stands of any type count.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<UnitTypeId>,
    /// What is counted.
    pub what: What,
    /// How many; absent where nothing is said of enemies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<i32>,
}

/// Numbers that change what was told before; whatever they do not speak of stays as told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// The numbers.
    pub counts: Vec<Count>,
    /// Enemy losses of types that no number speaks of; each replaces what was told of its type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enemy: Option<List<Seen>>,
    /// The last turn played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<i32>,
    /// Modules that fired, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fired: Option<List<ModuleId>>,
    /// Flights that attacked, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flew: Option<List<FlightId>>,
    /// Own hidden fortifications that the enemy now knows, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revealed: Option<List<WorkId>>,
    /// Fortifications that are gone, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destroyed: Option<List<WorkId>>,
}

/// A form has a question for each number, `n1`, `n2`, …: each answer is a number in full.
impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reads;
        impl<'de> Visitor<'de> for Reads {
            type Value = Counts;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("numbers of the result form")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Counts, A::Error> {
                let mut told = Counts::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "counts" => told.counts.extend(map.next_value::<Vec<Count>>()?),
                        "enemy" => told.enemy = map.next_value()?,
                        "turns" => told.turns = map.next_value()?,
                        "fired" => told.fired = map.next_value()?,
                        "flew" => told.flew = map.next_value()?,
                        "revealed" => told.revealed = map.next_value()?,
                        "destroyed" => told.destroyed = map.next_value()?,
                        key if is_row(key) => told.counts.push(map.next_value()?),
                        key => return Err(de::Error::custom(format!("unknown field `{key}`"))),
                    }
                }
                Ok(told)
            }
        }
        deserializer.deserialize_map(Reads)
    }
}

/// Whether a key is that of a number's question.
fn is_row(key: &str) -> bool {
    key.strip_prefix('n').is_some_and(|n| !n.is_empty() && n.bytes().all(|sign| sign.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Command;

    #[test]
    fn the_answers_of_a_form_are_numbers_like_those_of_a_list() {
        let lost = json!({"unit": "R-101", "type": "rifle", "what": "knocked-out", "n": 2});
        let seen = json!({"type": "panzer-iii", "what": "enemy-knocked-out"});
        let listed = json!({"do": "counts", "counts": [lost, seen], "turns": 8});
        let asked = json!({"do": "counts", "n1": lost, "n2": seen, "turns": 8});
        let [listed, asked] = [listed, asked].map(|json| serde_json::from_value::<Command>(json).unwrap());
        assert_eq!(listed, asked);
        let written = serde_json::to_value(&listed).unwrap();
        assert_eq!(serde_json::from_value::<Command>(written).unwrap(), asked);
        for wrong in [json!({"do": "counts", "n": lost}), json!({"do": "counts", "loses": []})] {
            assert!(
                serde_json::from_value::<Command>(wrong).unwrap_err().to_string().contains("unknown field")
            );
        }
    }
}
