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
        "isolated_me" => "A formation is isolated when its stands are",
        "ammo_die" => "The ammunition die",
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
        "days" => "Days played",
        "last_day_slots" => "Slots of the last day",
        _ => "An option",
    }
}

/// A value as players read it.
pub fn value_words(key: &str, value: SettingValue) -> String {
    match (key, value) {
        (_, SettingValue::Flag(true)) => "yes".into(),
        (_, SettingValue::Flag(false)) => "no".into(),
        ("days" | "last_day_slots", SettingValue::Number(0)) => "all".into(),
        ("combine_cap", SettingValue::Number(0)) => "no limit".into(),
        ("night_penalty", SettingValue::Number(n)) => signed(n),
        (_, SettingValue::Number(n)) => n.to_string(),
        ("along_mlr_inches", SettingValue::Word(word)) => format!("{word} inches"),
        (_, SettingValue::Word(word)) => match word.as_str() {
            "own" if key == "charts" => "their own side".into(),
            "public" => "everyone".into(),
            "any" if key == "removal_line" => "the nearer of both".into(),
            "own" => "the own line".into(),
            "majority" => "more than half".into(),
            "any" => "one or more".into(),
            "all" => "all".into(),
            "both" => "each scenario and each day".into(),
            "scenario" => "the scenario".into(),
            "day" => "the day".into(),
            other => other.replace('_', " "),
        },
    }
}
