//! The rulings that a campaign may choose for itself, each with the default of the rules catalogue. [BF-R45]

use std::fmt;

use kernel::Id;
use kernel::reader::Node;
use serde::{Deserialize, Serialize};
use toml::de::DeValue;

use crate::measure::Inches;
use crate::words::words;

words! {
    /// Which slot's historical modifier counts. [BF-R3]
    DrmDay {
        /// That of the scenario being prepared.
        Upcoming = "upcoming",
        /// That of the slot before; the first slot uses its own.
        Previous = "previous",
    }
}
words! {
    /// When the attacker moves. [BF-R8]
    AttackerMoves {
        /// After the defender, as printed.
        Second = "second",
        /// Before the defender.
        First = "first",
    }
}
words! {
    /// What "unmodified" leaves out for the defender at night. [BF-R11]
    NightDefenderRoll {
        /// Only the night penalty.
        NoPenalty = "no_penalty",
        /// The historical modifier too.
        NoDrm = "no_drm",
    }
}
words! {
    /// When a formation counts as isolated or cut off. [BF-R23]
    IsolatedFormation {
        /// When one living stand is.
        Any = "any",
        /// When more than half of its living stands are.
        Majority = "majority",
        /// When all living stands are.
        All = "all",
    }
}
words! {
    /// Which die decides on ammunition. [BF-R24]
    AmmunitionDie {
        /// A die of its own.
        Separate = "separate",
        /// The firing die itself.
        Firing = "firing",
    }
}
words! {
    /// Which day aircraft are bought for. [BF-R28]
    AirDay {
        /// The day of the refit that buys them.
        Same = "same",
        /// The day after.
        Next = "next",
    }
}
words! {
    /// What the limit on modules used together counts. [BF-R29]
    ArtilleryLimit {
        /// Each scenario and each day.
        Both = "both",
        /// Each scenario.
        Scenario = "scenario",
        /// Each day.
        Day = "day",
    }
}
words! {
    /// Who sees a side's purchase charts. [BF-R43]
    ChartSecrecy {
        /// Everyone.
        Public = "public",
        /// The side and the umpire.
        Own = "own",
    }
}
words! {
    /// Whose line makes removal dangerous. [BF-R34]
    RemovalLine {
        /// The line of the side that removes.
        Own = "own",
        /// The nearer of both.
        Any = "any",
    }
}
words! {
    /// What "the previous scenario" covers. [BF-R17, BF-R21]
    Scope {
        /// The last scenario fought.
        Scenario = "scenario",
        /// Every scenario of the last day on which one was fought.
        Day = "day",
    }
}
words! {
    /// When the weather is rolled. [BF-R47]
    WeatherWhen {
        /// Once a day.
        Day = "day",
        /// For each slot.
        Slot = "slot",
    }
}

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

/// Every option of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Discipline may change after combat. [BF-2.1.1.3.1.O-1]
    pub discipline_changes: bool,
    /// The first slot has a refit. [BF-R6]
    pub initial_refit: bool,
    /// [BF-R3]
    pub drm_day: DrmDay,
    /// [BF-R8]
    pub attacker_moves: AttackerMoves,
    /// [BF-R11]
    pub night_defender_roll: NightDefenderRoll,
    /// A wreck may be tried once in the campaign instead of once a night. [BF-R14]
    pub repair_once: bool,
    /// Wrecks in an own pocket may be repaired. [BF-R15]
    pub repair_in_pocket: bool,
    /// An item may be tried once in the campaign instead of once a refit. [BF-R20]
    pub removal_once: bool,
    /// [BF-R23]
    pub isolated_me: IsolatedFormation,
    /// [BF-R24]
    pub ammo_die: AmmunitionDie,
    /// "Within 4 inches" leaves 4.00 itself out. [BF-R2]
    pub near_line_strict: bool,
    /// [BF-R28]
    pub air_day: AirDay,
    /// [BF-R29]
    pub oba_limit: ArtilleryLimit,
    /// [BF-R43]
    pub charts: ChartSecrecy,
    /// [BF-R34]
    pub removal_line: RemovalLine,
    /// [BF-R17]
    pub withdraw_scope: Scope,
    /// [BF-R21]
    pub discipline_scope: Scope,
    /// Overnight repair is run when the day's last slot is skipped. [BF-R9]
    pub skipped_slot_repair: bool,
    /// [BF-R47]
    pub weather_when: WeatherWhen,
    /// A flight may attack in every daylight slot of its day. [BF-R49]
    pub air_reuse: bool,
    /// A roadblock this near to the line is along it. [BF-R33]
    pub along_mlr_inches: Inches,
    /// What an attacker at night adds to the roll for points. [BF-2.1.1.1.1-2]
    pub night_penalty: i32,
    /// The most points on one roll for smoke or aircraft. [BF-R31]
    pub number_roll_max_cpp: i32,
    /// The most stands of a combined formation; 0 for no limit. [BF-R22]
    pub combine_cap: i32,
    /// Stands in normal status recover their ammunition; off when scenario rules override it. [BF-2.1.1.3.3.3-1]
    pub ammunition_recovery: bool,
    /// How many days are played; 0 for all that the file lists. [BF-2-5]
    pub days: i32,
    /// How many slots of the last day are played; 0 for all. [BF-2-5]
    pub last_day_slots: i32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            discipline_changes: false,
            initial_refit: true,
            drm_day: DrmDay::Upcoming,
            attacker_moves: AttackerMoves::Second,
            night_defender_roll: NightDefenderRoll::NoPenalty,
            repair_once: false,
            repair_in_pocket: false,
            removal_once: false,
            isolated_me: IsolatedFormation::Majority,
            ammo_die: AmmunitionDie::Separate,
            near_line_strict: false,
            air_day: AirDay::Same,
            oba_limit: ArtilleryLimit::Both,
            charts: ChartSecrecy::Public,
            removal_line: RemovalLine::Own,
            withdraw_scope: Scope::Scenario,
            discipline_scope: Scope::Scenario,
            skipped_slot_repair: true,
            weather_when: WeatherWhen::Day,
            air_reuse: false,
            along_mlr_inches: Inches::whole(1),
            night_penalty: -5,
            number_roll_max_cpp: 1,
            combine_cap: 0,
            ammunition_recovery: true,
            days: 0,
            last_day_slots: 0,
        }
    }
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
                Self::of(word).map(|value| *self = value).is_some()
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
