//! The options of a campaign in words.

use super::prose::signed;
use crate::setup::SettingValue;

/// What an option is about, in words.
pub fn option_title(key: &str) -> &'static str {
    match key {
        "discipline_changes" => "Discipline changes after combat",
        "initial_refit" => "The first slot has a refit",
        "drm_day" => "Whose historical modifier counts",
        "attacker_moves" => "The attacker moves",
        "night_defender_roll" => "What a defender at night leaves out",
        "repair_once" => "One repair attempt in the campaign",
        "repair_in_pocket" => "Repair in own pockets",
        "removal_once" => "One removal attempt in the campaign",
        "isolated_me" => "A formation is isolated when of its stands",
        "ammo_die" => "Ammunition is rolled with",
        "near_line_strict" => "“Within 4 inches” leaves 4 itself out",
        "air_day" => "Aircraft are bought for",
        "oba_limit" => "The limit of artillery counts",
        "charts" => "Purchase charts are read by",
        "removal_line" => "Whose line makes removal dangerous",
        "withdraw_scope" => "Withdrawal looks back on",
        "discipline_scope" => "Discipline looks back on",
        "skipped_slot_repair" => "Overnight repair after a skipped slot",
        "weather_when" => "Weather is rolled for each",
        "air_reuse" => "A flight attacks in every slot of its day",
        "along_mlr_inches" => "A roadblock is along the line within",
        "night_penalty" => "Attack at night, on the roll for points",
        "number_roll_max_cpp" => "Most points on a number roll",
        "combine_cap" => "Most stands of a combined formation",
        "ammunition_recovery" => "Ammunition recovers",
        "umpire_closes" => "The umpire closes disengagement and front lines",
        "line_enemies" => "A front line keeps clear of",
        "line_pull_back" => "Of a front line is pulled back",
        "defile_retry" => "A wreck not moved in the cleanup is tried again in the next refit",
        "days" => "Days played",
        "last_day_slots" => "Slots of the last day",
        _ => "An option",
    }
}

/// A value as players read it.
pub fn value_words(key: &str, value: SettingValue) -> String {
    match (key, value) {
        ("umpire_closes", SettingValue::Flag(false)) => "no, both sides do".into(),
        (_, SettingValue::Flag(true)) => "yes".into(),
        (_, SettingValue::Flag(false)) => "no".into(),
        ("days" | "last_day_slots", SettingValue::Number(0)) => "all".into(),
        ("combine_cap", SettingValue::Number(0)) => "no limit".into(),
        ("night_penalty", SettingValue::Number(n)) => signed(n),
        (_, SettingValue::Number(n)) => n.to_string(),
        (key, SettingValue::Word(word)) => word_words(key, word.as_str()),
    }
}

fn word_words(key: &str, word: &str) -> String {
    let words = match (key, word) {
        ("along_mlr_inches", "1") => "1 inch",
        ("along_mlr_inches", _) => return format!("{word} inches"),
        ("drm_day", "upcoming") => "the coming battle's",
        ("drm_day", _) => "that of the slot before",
        ("night_defender_roll", "no_penalty") => "the night penalty alone",
        ("night_defender_roll", _) => "every modifier",
        ("isolated_me", "any") => "one of them",
        ("isolated_me", "majority") => "more than half",
        ("isolated_me", _) => "all of them",
        ("ammo_die", "separate") => "a die of its own",
        ("ammo_die", _) => "the firing die itself",
        ("air_day", "same") => "the same day",
        ("air_day", _) => "the next day",
        ("oba_limit", "both") => "each scenario and each day",
        ("oba_limit", "scenario") => "each scenario",
        ("oba_limit", _) => "each day",
        ("charts", "public") => "everyone",
        ("charts", _) => "their own side",
        ("removal_line", "own") => "the own line",
        ("removal_line", _) => "the nearer of both",
        ("line_enemies", "every") => "every enemy",
        ("line_enemies", _) => "enemies that stand in no pocket",
        ("line_pull_back", "near_points") => "only what is nearer than 5 inches to an enemy",
        ("line_pull_back", _) => "all within an eight-sided figure around an enemy",
        ("withdraw_scope" | "discipline_scope", "scenario") => "the last scenario",
        ("withdraw_scope" | "discipline_scope", _) => "the last day fought",
        (_, other) => other,
    };
    words.to_owned()
}
