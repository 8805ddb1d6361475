//! Close combats that one side alone tells of.

use kernel::Seat;
use serde_json::{Value, json};

use super::{GERMAN, RUSSIAN, confirmed, fighting};
use crate::view_support::words;

const HEADING: &str = "Close combats that one side alone tells of";

/// What the pages say once both parts are confirmed, to each side and the umpire.
fn told(soviet: Value, german: Value) -> Vec<String> {
    let mut table = fighting();
    confirmed(&mut table, soviet, german);
    [RUSSIAN, GERMAN, Seat::Umpire].map(|seat| words(&table.state, seat)).into()
}

fn combat(unit: &str, won: u8, lost: u8) -> Value {
    json!({ "combat": [{ "me": unit, "kills": 0, "won": won, "lost": lost }] })
}

#[test]
fn what_one_side_alone_tells_of_is_shown_to_all() {
    for (soviet, german, sentence) in [
        (combat("R-101", 2, 0), json!({}), "side tells of close combats won, the German side of none lost."),
        (json!({}), combat("G-11", 0, 1), "side tells of close combats lost, the Soviet side of none won."),
    ] {
        for words in told(soviet.clone(), german.clone()) {
            assert!(words.contains(HEADING) && words.contains(sentence), "{words}");
        }
    }
}

#[test]
fn counts_that_differ_may_both_be_true() {
    // Two formations won one close combat together: it counts for both, and for the loser once.
    let soviet = json!({ "combat": [
        { "me": "R-101", "kills": 0, "won": 1, "lost": 0 },
        { "me": "R-201", "kills": 0, "won": 1, "lost": 0 },
    ] });
    for (soviet, german) in [(soviet, combat("G-11", 0, 1)), (json!({}), json!({}))] {
        for words in told(soviet.clone(), german.clone()) {
            assert!(!words.contains(HEADING), "{words}");
        }
    }
}
