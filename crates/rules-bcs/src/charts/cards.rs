//! What a formation's card holds for the play aid, and which questions of the charts it answers.

use serde_json::{Value, json};

use super::common::{FATIGUE, Fatigue};
use crate::setup::Scenario;

/// The cards as data:
///
/// - `fields` of a card, each a `flag`, a `pick` or a `count` as a question of a chart is. `fills` are the questions that it
///   answers, as `[chart, question]`, or as `[chart, question, n]` where it answers whether it is n or more;
/// - `takes`: what a result of a chart does to a field, `add`ed or `set`; any throw where no result is named, and together with
///   the throw where it is `thrown`; of a chart that asks several things alike, `when` a question has an answer; `once` in an
///   activation, by the words and the rule that say so;
/// - `marks`: what a throw on a chart answers of another one until the activation begins anew, `when` a question has an answer;
/// - `limits`: how much of a field there is: a share `of` another field, which a third one picks `by` its answer;
/// - `columns`: for a table of two headings, the field that says which column holds;
/// - `activation`: the field that says whether a formation is still to be activated this turn, with its first and last value,
///   the step that turns it as an activation `begins`, the step that is done where it `ends`, and the rule that nobody may
///   pass before;
/// - `steps` of an activation, ticked for each formation: its letter, what is done, the rule, and the `chart` that it is done
///   by, or the fields that it `counts`. `thrown`: the throw on that chart is the whole step. `opens` are the fields that are
///   at hand while the step is the next one, `tells` those that its throw sets. Steps begin anew when the formation is
///   activated; `again` is the result of a chart after which it is activated once more, `keep`s the steps that it has done and
///   `sets` a field. `resets` are fields that are at their lowest then; those that `fold` do not stand on the card itself;
/// - `tabs`, `short`, `usual`: the charts that come first, their short names, and usual answers;
/// - `given`: formations that are on the list from the start, `sides` the names of both sides, `of` what is played: games of
///   different scenarios are kept apart.
pub fn export() -> Value {
    let fatigue: Vec<Value> =
        FATIGUE.iter().map(|(word, words)| json!([word, words.trim_start_matches("Fatigue ")])).collect();
    json!({
        "fields": [
            { "id": "hq", "words": "HQ", "rule": "BCS-GEN-4", "fills": [],
              "pick": [["unused", "Unused"], ["used", "Used"], ["done", "Done"]] },
            { "id": "fatigue", "words": "Fatigue", "rule": "BCS-GEN-3", "pick": fatigue, "default": 1,
              "fills": [["snafu", "fatigue"], ["second-activation", "fatigue"]] },
            { "id": "number", "words": "Reactivation", "rule": "BCS-GEN-4", "count": [2, 6], "default": 4,
              "fills": [["second-activation", "number"]] },
            { "id": "blocked", "words": "MSR Blocked", "rule": "BCS-SNAFU-5", "count": [0, 2],
              "fills": [["snafu", "blocked"], ["combat", "blocked", 1], ["isolation", "blocked", 1]] },
            { "id": "route", "words": "MSR", "rule": "BCS-MSR-1",
              "pick": [["complete", "Complete"], ["broken", "not Complete"]], "fills": [["snafu", "msr"]] },
            { "id": "combat-obj", "words": "Combat OBJ", "rule": "BCS-OBJ-1", "count": [0, 4],
              "fills": [["fatigue", "combat-obj", 1]] },
            { "id": "march-obj", "words": "March OBJ", "rule": "BCS-OBJ-1", "count": [0, 2],
              "fills": [["fatigue", "march-obj", 1]] },
            { "id": "points", "words": "Arty Points", "rule": "BCS-GEN-2", "count": [0, 9], "fills": [] },
            { "id": "spent", "words": "Arty Points used", "rule": "BCS-BAR-5", "count": [0, 9], "fills": [] },
            // FAIL is the highest, so that the Fatigue roll can ask for it.
            { "id": "snafu", "words": "SNAFU Result", "rule": "BCS-SNAFU-1", "fold": true, "fills": [["fatigue", "failed", 3]],
              "pick": [["open", "–"], ["full", "FULL"], ["partial", "PARTIAL"], ["fail", "FAIL"]] },
            { "id": "second", "words": "Second Activation", "rule": "BCS-ACT-13", "flag": true,
              "fills": [["fatigue", "second"], ["second-activation", "second"]] },
            { "id": "off-map", "words": "Trains off the map", "rule": "BCS-GEN-5", "flag": true, "fills": [["snafu", "off-map"]] },
            { "id": "ghost", "words": "Ghost Trains", "rule": "BCS-GEN-5", "flag": true, "fills": [["snafu", "ghost"]] },
            { "id": "coordination", "words": "Coordination", "rule": "BCS-SNAFU-3", "flag": true,
              "fills": [["snafu", "coordination"]] },
            { "id": "mixed", "words": "Mixed", "rule": "BCS-SNAFU-7", "flag": true, "fills": [["snafu", "mixed"]] },
            { "id": "prepared", "words": "Prepared Defense", "rule": "BCS-PD-1", "flag": true,
              "fills": [["snafu", "prepared"], ["combat", "prepared"]] },
            { "id": "dropped", "words": "Support dropped", "rule": "BCS-GEN-2", "flag": true, "fills": [] },
        ],
        "takes": [
            { "sheet": "fatigue", "gives": "tired", "is": 1, "field": "fatigue", "add": 1,
              "once": { "words": "It has risen in this activation: one level at most.", "rule": "BCS-FAT-3" } },
            { "sheet": "second-activation", "gives": "again", "is": 0, "field": "hq", "set": 2 },
            { "sheet": "snafu", "gives": "level", "is": 2, "field": "snafu", "set": 1, "thrown": true },
            { "sheet": "snafu", "gives": "level", "is": 1, "field": "snafu", "set": 2, "thrown": true },
            { "sheet": "snafu", "gives": "level", "is": 0, "field": "snafu", "set": 3, "thrown": true },
            { "sheet": "barrage", "when": ["column", 0], "field": "spent", "add": 1 },
        ],
        "marks": [
            { "sheet": "combat", "answer": ["fatigue", "attack"] },
            { "sheet": "engagement", "answer": ["fatigue", "engagement"] },
            { "sheet": "barrage", "when": ["column", 1], "answer": ["fatigue", "fire"] },
        ],
        "limits": [{ "field": "spent", "of": "points", "by": "snafu", "halves": [2, 2, 1, 0], "rule": "BCS-SNAFU-9" }],
        "columns": { "snafu-effects": "snafu" },
        "steps": STEPS.map(|(id, words, rule, chart)| {
            let mut step = json!({ "id": id, "words": words, "rule": rule });
            if !chart.is_empty() {
                step["chart"] = chart.into();
            }
            match id {
                "b" => step["opens"] = json!(["blocked", "off-map", "coordination", "mixed", "prepared"]),
                "d" => step["counts"] = json!(OBJECTIVES),
                "e" => step["opens"] = json!(["spent"]),
                "f" => step["opens"] = json!(["ghost", "dropped"]),
                "c" => (step["thrown"], step["tells"]) = (json!(true), json!(["snafu"])),
                "g" => step["thrown"] = json!(true),
                _ => {}
            }
            step
        }),
        "again": { "sheet": "second-activation", "gives": "again", "is": 1, "keep": ["a"], "sets": "second" },
        "resets": [OBJECTIVES[0], OBJECTIVES[1], "spent", "snafu", "second"],
        "activation": {
            "field": "hq", "fresh": 0, "done": 2, "begins": { "step": "a", "is": 1 }, "ends": "i", "rule": "BCS-TURN-6",
        },
        "tabs": ["snafu", "combat", "engagement", "barrage", "fatigue", "second-activation", "isolation"],
        "short": {
            "snafu": "SNAFU", "combat": "Combat", "engagement": "Engage", "barrage": "Barrage", "fatigue": "Fatigue",
            "second-activation": "Second", "isolation": "Isolated", "snafu-effects": "Effects",
        },
        "usual": {
            "snafu.fatigue": 1, "second-activation.fatigue": 1, "isolation.path": 1, "isolation.command": 1,
            "combat.rating": 3, "combat.d-rating": 3, "combat.strength": 3, "engagement.av": 3, "engagement.rating": 3,
            "engagement.t-av": 3, "engagement.t-rating": 3, "engagement.range": 2, "engagement.t-range": 2,
        },
        "given": [],
        "sides": ["Blue", "Red"],
        "of": "",
    })
}

/// The markers that are placed in an activation, and gone after it. [BCS-OBJ-1]
const OBJECTIVES: [&str; 2] = ["combat-obj", "march-obj"];

/// The steps of an activation: letter, what is done, rule, chart. [BCS-ACT-1]
const STEPS: [(&str, &str, &str, &str); 10] = [
    ("a", "HQ to Used", "BCS-ACT-1", ""),
    ("b", "Preparation: MSR and trains, Prepared Defense, Coordination, Recovery", "BCS-ACT-2", ""),
    ("c", "SNAFU roll", "BCS-ACT-5", "snafu"),
    ("d", "OBJ markers", "BCS-ACT-7", "snafu-effects"),
    ("e", "Activities", "BCS-ACT-8", "combat"),
    ("f", "Clean up: markers off the board, Ghost Trains. The counts of OBJ stay for (g)", "BCS-ACT-11", ""),
    ("g", "Fatigue roll", "BCS-ACT-12", "fatigue"),
    ("h", "Isolation losses", "BCS-ACT-12", "isolation"),
    ("i", "HQ to Done, Second Activation", "BCS-ACT-13", "second-activation"),
    ("j", "The other side", "BCS-ACT-16", ""),
];

/// The same with the formations of a scenario as they begin.
pub fn export_of(scenario: &Scenario) -> Value {
    let mut cards = export();
    let given = scenario.formations.iter().map(|formation| {
        let fatigue = Fatigue::ALL.iter().position(|level| *level == formation.fatigue);
        json!({
            "name": formation.name,
            "side": formation.side.number(),
            "of": {
                "hq": 0,
                "fatigue": fatigue,
                "number": formation.reactivation(),
                "blocked": 0,
                "route": 0,
                "combat-obj": 0,
                "march-obj": 0,
                "points": formation.arty_points.min(9),
                "spent": 0,
                "snafu": 0,
                "second": 0,
                "off-map": 0,
                "ghost": u8::from(formation.trains.ghost),
                "coordination": 0,
                "mixed": 0,
                "prepared": 0,
                "dropped": 0,
            },
        })
    });
    cards["given"] = given.collect();
    cards["sides"] = scenario.sides.as_array().iter().map(|side| side.name.clone()).collect();
    cards["of"] = scenario.title.clone().into();
    cards
}
