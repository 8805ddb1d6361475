//! Options by key: as files and commands read, set and list them.

use std::fmt;

use kernel::Id;
use kernel::reader::Node;
use serde::{Deserialize, Serialize};
use toml::de::DeValue;

use super::{
    AirDay, AmmunitionDie, ArtilleryLimit, AttackerMoves, ChartSecrecy, DrmDay, IsolatedFormation,
    LineEnemies, LinePullBack, NightDefenderRoll, Options, RemovalLine, Scope, WeatherWhen,
};
use crate::measure::Inches;

/// The value of an option as files and commands write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SettingValue {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(i32),
    /// A word, or a number of inches with decimals.
    Word(Id),
}

impl fmt::Display for SettingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => word.fmt(f),
        }
    }
}

/// Why an option does not take a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadSetting {
    /// There is no option of that name.
    NoSuchKey,
    /// What the value must be.
    Wanted(String),
}

/// The field behind a key.
enum Slot<'o> {
    Flag(&'o mut bool),
    Number(&'o mut i32, i32, i32),
    Distance(&'o mut Inches),
    Word(&'o mut dyn Worded),
}

trait Worded {
    fn take(&mut self, word: &str) -> bool;
    fn current(&self) -> &'static str;
    fn listed(&self) -> Vec<&'static str>;
}

macro_rules! worded {
    ($($name:ident),+) => {$(
        impl Worded for $name {
            fn take(&mut self, word: &str) -> bool {
                Self::read(word).map(|value| *self = value).is_some()
            }
            fn current(&self) -> &'static str {
                self.word()
            }
            fn listed(&self) -> Vec<&'static str> {
                Self::ALL.iter().map(|value| value.word()).collect()
            }
        }
    )+};
}
worded!(
    DrmDay,
    AttackerMoves,
    NightDefenderRoll,
    IsolatedFormation,
    AmmunitionDie,
    AirDay,
    ArtilleryLimit,
    ChartSecrecy,
    RemovalLine,
    LineEnemies,
    LinePullBack,
    Scope,
    WeatherWhen
);

impl Options {
    /// Every key with the ruling or requirement it stands for, in the order of the sample campaign.
    pub const KEYS: &'static [(&'static str, &'static str)] = &[
        ("discipline_changes", "BF-2.1.1.3.1.O-1"),
        ("initial_refit", "BF-R6"),
        ("drm_day", "BF-R3"),
        ("attacker_moves", "BF-R8"),
        ("night_defender_roll", "BF-R11"),
        ("repair_once", "BF-R14"),
        ("repair_in_pocket", "BF-R15"),
        ("removal_once", "BF-R20"),
        ("isolated_me", "BF-R23"),
        ("ammo_die", "BF-R24"),
        ("near_line_strict", "BF-R2"),
        ("air_day", "BF-R28"),
        ("oba_limit", "BF-R29"),
        ("charts", "BF-R43"),
        ("removal_line", "BF-R34"),
        ("withdraw_scope", "BF-R17"),
        ("discipline_scope", "BF-R21"),
        ("skipped_slot_repair", "BF-R9"),
        ("weather_when", "BF-R47"),
        ("air_reuse", "BF-R49"),
        ("along_mlr_inches", "BF-R33"),
        ("night_penalty", "BF-2.1.1.1.1-2"),
        ("number_roll_max_cpp", "BF-R31"),
        ("combine_cap", "BF-R22"),
        ("ammunition_recovery", "BF-2.1.1.3.3.3-1"),
        ("umpire_closes", "BF-2.1.2.4.P-2"),
        ("line_enemies", "BF-R38"),
        ("line_pull_back", "BF-2.1.2.4.2-1"),
        ("defile_retry", "BF-R42"),
        ("days", "BF-2-5"),
        ("last_day_slots", "BF-2-5"),
    ];

    fn slot(&mut self, key: &str) -> Option<Slot<'_>> {
        Some(match key {
            "discipline_changes" => Slot::Flag(&mut self.discipline_changes),
            "initial_refit" => Slot::Flag(&mut self.initial_refit),
            "drm_day" => Slot::Word(&mut self.drm_day),
            "attacker_moves" => Slot::Word(&mut self.attacker_moves),
            "night_defender_roll" => Slot::Word(&mut self.night_defender_roll),
            "repair_once" => Slot::Flag(&mut self.repair_once),
            "repair_in_pocket" => Slot::Flag(&mut self.repair_in_pocket),
            "removal_once" => Slot::Flag(&mut self.removal_once),
            "isolated_me" => Slot::Word(&mut self.isolated_me),
            "ammo_die" => Slot::Word(&mut self.ammo_die),
            "near_line_strict" => Slot::Flag(&mut self.near_line_strict),
            "air_day" => Slot::Word(&mut self.air_day),
            "oba_limit" => Slot::Word(&mut self.oba_limit),
            "charts" => Slot::Word(&mut self.charts),
            "removal_line" => Slot::Word(&mut self.removal_line),
            "withdraw_scope" => Slot::Word(&mut self.withdraw_scope),
            "discipline_scope" => Slot::Word(&mut self.discipline_scope),
            "skipped_slot_repair" => Slot::Flag(&mut self.skipped_slot_repair),
            "weather_when" => Slot::Word(&mut self.weather_when),
            "air_reuse" => Slot::Flag(&mut self.air_reuse),
            "along_mlr_inches" => Slot::Distance(&mut self.along_mlr_inches),
            "night_penalty" => Slot::Number(&mut self.night_penalty, -20, 20),
            "number_roll_max_cpp" => Slot::Number(&mut self.number_roll_max_cpp, 0, 10),
            "combine_cap" => Slot::Number(&mut self.combine_cap, 0, 200),
            "ammunition_recovery" => Slot::Flag(&mut self.ammunition_recovery),
            "umpire_closes" => Slot::Flag(&mut self.umpire_closes),
            "line_enemies" => Slot::Word(&mut self.line_enemies),
            "line_pull_back" => Slot::Word(&mut self.line_pull_back),
            "defile_retry" => Slot::Flag(&mut self.defile_retry),
            "days" => Slot::Number(&mut self.days, 0, 400),
            "last_day_slots" => Slot::Number(&mut self.last_day_slots, 0, 3),
            _ => return None,
        })
    }

    /// Gives an option a value.
    ///
    /// # Errors
    /// [`BadSetting`] when there is no such option or it does not take the value.
    pub fn set(&mut self, key: &str, value: SettingValue) -> Result<(), BadSetting> {
        let wanted = |words: String| Err(BadSetting::Wanted(words));
        match (self.slot(key).ok_or(BadSetting::NoSuchKey)?, value) {
            (Slot::Flag(flag), SettingValue::Flag(new)) => *flag = new,
            (Slot::Flag(_), _) => return wanted("true or false".into()),
            (Slot::Number(number, low, high), SettingValue::Number(new)) if (low..=high).contains(&new) => {
                *number = new;
            }
            (Slot::Number(_, low, high), _) => return wanted(format!("a whole number from {low} to {high}")),
            (Slot::Distance(distance), value) => match value.to_string().parse() {
                Ok(new) if new >= Inches(0) && !matches!(value, SettingValue::Flag(_)) => *distance = new,
                _ => return wanted("a number of inches".into()),
            },
            (Slot::Word(field), value) => {
                let taken = matches!(value, SettingValue::Word(word) if field.take(word.as_str()));
                if !taken {
                    return wanted(format!("one of {}", field.listed().join(", ")));
                }
            }
        }
        Ok(())
    }

    /// The value of an option; absent when there is no such option.
    pub fn get(&self, key: &str) -> Option<SettingValue> {
        let word = |text: &str| SettingValue::Word(Id::new(text).unwrap_or_default());
        Some(match self.clone().slot(key)? {
            Slot::Flag(flag) => SettingValue::Flag(*flag),
            Slot::Number(number, ..) => SettingValue::Number(*number),
            Slot::Distance(distance) => word(&distance.to_string()),
            Slot::Word(field) => word(field.current()),
        })
    }

    /// The least and the most of an option that is a whole number; absent for every other.
    pub fn bounds(key: &str) -> Option<(i32, i32)> {
        match Self::default().slot(key) {
            Some(Slot::Number(_, least, most)) => Some((least, most)),
            _ => None,
        }
    }

    /// The other values an option could take; of numbers only the next lower and higher, of distances none.
    pub fn alternatives(&self, key: &str) -> Vec<SettingValue> {
        match self.clone().slot(key) {
            Some(Slot::Flag(flag)) => vec![SettingValue::Flag(!*flag)],
            Some(Slot::Number(number, low, high)) => [*number - 1, *number + 1]
                .into_iter()
                .filter(|near| (low..=high).contains(near))
                .map(SettingValue::Number)
                .collect(),
            Some(Slot::Word(field)) => {
                let now = field.current();
                let others = field.listed().into_iter().filter(|word| *word != now);
                others.filter_map(|word| Id::new(word).ok()).map(SettingValue::Word).collect()
            }
            Some(Slot::Distance(_)) | None => Vec::new(),
        }
    }

    /// Reads `[campaign.options]`; what is not there keeps its default.
    pub(crate) fn read(campaign: &Node<'_>) -> Self {
        let mut options = Self::default();
        let Some(table) = campaign.maybe_table("options") else { return options };
        for (key, rule) in Self::KEYS {
            let Some(value) = table.value(key) else { continue };
            let value = match value.get_ref() {
                DeValue::Boolean(flag) => Some(SettingValue::Flag(*flag)),
                DeValue::Integer(int) => int.as_str().parse().ok().map(SettingValue::Number),
                DeValue::Float(float) => Id::new(float.as_str()).ok().map(SettingValue::Word),
                DeValue::String(word) => Id::new(word).ok().map(SettingValue::Word),
                _ => None,
            };
            let set = value.map_or_else(|| Err(BadSetting::NoSuchKey), |value| options.set(key, value));
            match set {
                Ok(()) => {}
                Err(BadSetting::Wanted(wanted)) => {
                    table.fault(key, rule, format!("The option {key:?} is {wanted}."))
                }
                Err(BadSetting::NoSuchKey) => {
                    table.fault(key, rule, format!("The option {key:?} has no such value."))
                }
            }
        }
        table.close();
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_can_be_read_and_set_to_what_it_is() {
        let mut options = Options::default();
        for (key, _) in Options::KEYS {
            let value = options.get(key).expect("every key has a field");
            assert_eq!(options.set(key, value), Ok(()), "{key} = {value}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn every_alternative_is_taken_and_differs() {
        for (key, _) in Options::KEYS {
            for value in Options::default().alternatives(key) {
                let mut options = Options::default();
                assert_eq!(options.set(key, value), Ok(()), "{key} = {value}");
                assert_ne!(options, Options::default(), "{key} = {value}");
            }
        }
    }
}
