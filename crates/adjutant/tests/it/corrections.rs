//! `correct` and `rule`.

use serde_json::Value;

use crate::Place;

/// Blue puts a picket at the ford; at which entry.
fn at_the_ford(place: &Place) -> String {
    place.with_ford();
    place.good(&["do", "--seat", "blue", r#"{"do":"place","post":"ford"}"#]);
    let log = place.good(&["log", "--json"]);
    let last: Value = serde_json::from_str(log.lines().last().unwrap()).unwrap();
    last["number"].to_string()
}

#[test]
fn an_act_is_corrected_after_a_look_at_what_that_changes() {
    let place = Place::new();
    let entry = at_the_ford(&place);
    let before = place.good(&["log", "--json"]);
    let mill = format!(r#"{entry}={{"do":"place","post":"mill"}}"#);
    let preview = place.good(&["correct", "--instead", &mill, "--preview"]);
    assert!(preview.starts_with(&format!("Entry {entry}, Blue\n")), "{preview}");
    assert!(preview.contains("corrected: ") && preview.contains("the mill"), "{preview}");
    assert!(preview.ends_with("These seats learn of it: Blue.\n"), "{preview}");
    assert_eq!(place.good(&["log", "--json"]), before, "a look writes nothing");

    assert_eq!(place.run(&["correct", "--instead", &mill]).status.code(), Some(2), "a reason is needed");
    assert!(
        place.good(&["correct", "--instead", &mill, "--reason", "It was the mill."]).starts_with("Done.")
    );
    let log = place.good(&["log", "--seat", "blue"]);
    assert!(log.contains("(corrected later)") && log.contains("(It was the mill.)"), "{log}");
    assert!(!place.good(&["log", "--seat", "grey"]).contains("mill"));
}

#[test]
fn what_stops_a_correction_is_printed_with_the_way_on() {
    let place = Place::new();
    let placed: u64 = at_the_ford(&place).parse().unwrap();
    place.good(&["do", "--seat", "blue", r#"{"do":"pay"}"#, "--dice", "5"]);
    place.good(&["do", "--seat", "blue", r#"{"do":"close"}"#]);
    let [paid, closed] = [placed + 1, placed + 2].map(|entry| entry.to_string());
    let preview = place.good(&["correct", "--out", &paid, "--preview"]);
    assert!(preview.contains("[TOY-6]") && preview.contains(&format!("--out {closed}")), "{preview}");
    assert!(preview.contains("Void: Pay [TOY-1]: 5"), "{preview}");
    let refused = place.bad(&["correct", "--out", &paid, "--reason", "Never paid."]);
    assert!(refused.contains("[HOUSE-CORRECTION]") && refused.contains("[TOY-6]"), "{refused}");
    place.good(&["correct", "--out", &paid, "--out", &closed, "--reason", "Never paid."]);
    assert!(place.good(&["log"]).contains("void: Pay [TOY-1]: 5"));
    // It was paid after all, and a four was thrown.
    let log = place.good(&["log", "--json"]);
    let rolls = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let question =
        rolls.filter_map(|line| line["rolls"][0]["roll"]["question"].as_str().map(str::to_owned)).next();
    let (back, typed) = (format!(r#"{paid}={{"do":"pay"}}"#), format!("{}=4", question.unwrap()));
    place.good(&["correct", "--instead", &back, "--answer", &typed, "--reason", "It was paid."]);
    assert!(place.good(&["log"]).contains("Pay [TOY-1]: 4"));
    for odd in ["pay", "x={}"] {
        assert!(place.bad(&["correct", "--instead", odd, "--preview"]).contains("is not understood"));
    }
    assert!(place.bad(&["correct", "--out", "1", "--preview"]).contains("[HOUSE-CORRECTION]"));
}

#[test]
fn a_side_is_asked_and_has_its_word() {
    let place = Place::new();
    let entry = at_the_ford(&place);
    let ask = ["correct", "--out", &entry, "--ask", "--reason", "A slip."];
    assert!(place.good(&ask).contains("Blue has not agreed yet."));
    assert!(place.good(&["correct", "--waiting", "--seat", "grey"]).contains("No correction waits"));
    place.good(&["do", "--seat", "blue", "--decline"]);
    assert!(place.good(&["correct", "--waiting"]).contains("No correction waits"));
    assert!(place.bad(&["do", "--seat", "blue", "--decline"]).contains("[HOUSE-CORRECTION-CONSENT]"));
    place.good(&ask);
    let asked = place.good(&["correct", "--waiting", "--seat", "blue"]);
    assert!(asked.contains("A slip.") && asked.contains("the ford"), "{asked}");
    let digest = asked.split("--agree ").nth(1).unwrap().lines().next().unwrap();
    assert!(place.bad(&["do", "--seat", "blue", "--agree", "00"]).contains("[HOUSE-CORRECTION-CONSENT]"));
    place.good(&["do", "--seat", "blue", "--agree", digest]);
    assert!(place.good(&["log"]).contains("(corrected later)"));
}

#[test]
fn a_ruling_is_written_down_for_those_who_may_read_it() {
    let place = Place::new();
    place.with_ford();
    assert!(place.good(&["rule"]).contains("Nothing has been ruled upon."));
    let said = ["--reason", "The book is silent."];
    place.good(&[&["rule", "TOY-3", "Blue digs twice.", "--to", "blue"], &said[..]].concat());
    place.good(&[&["rule", "TOY-6", "Nobody closes early."], &said[..]].concat());
    let book = place.good(&["rule", "--seat", "blue"]);
    assert!(book.contains("TOY-3") && book.contains("Blue digs twice. (Blue and the umpire)"), "{book}");
    assert!(book.contains("TOY-6") && book.contains("The book is silent."), "{book}");
    assert!(!place.good(&["rule", "--seat", "grey"]).contains("TOY-3"));
    assert!(place.bad(&[&["rule", "TOY-99", "It may."], &said[..]].concat()).contains("[HOUSE-RULING]"));
    assert_eq!(place.run(&["rule", "TOY-3", "Without a reason."]).status.code(), Some(2));
}
