//! The running tally.

use rules_upfront::rules::s42_43_tally::as_noted;
use rules_upfront::words::{ManId, Out, Side};
use serde_json::{Value, json};

use crate::{ONE, TWO, Table};

fn battle() -> Table {
    let mut table = Table::between("german", "american");
    table.select_both();
    table
}

fn note(man: u8, what: Value) -> Value {
    json!({"do": "note", "man": man, "what": what})
}

#[test]
fn notes_fill_the_report() {
    let mut table = battle();
    table.must(ONE, note(17, json!({"hero": 1})));
    table.must(ONE, note(17, json!({"cc_kill": 1})));
    table.must(ONE, note(9, json!({"out": "killed"})));
    table.must(TWO, note(4, json!({"out": "routed"})));
    table.must(TWO, note(6, json!({"out": "cc_lost"})));
    table.must(TWO, note(8, json!({"pinned": true})));
    table.must(TWO, note(8, json!({"wounded": true})));
    table.must(ONE, json!({"do": "report", "winner": "german", "fill": "as_noted"}));
    let report = &table.state.facts.versions[0].report;
    let of =
        |side: u8, man: u8| report.side(Side::BOTH[usize::from(side)]).man(ManId::new(man)).expect("a man");
    assert_eq!((of(0, 17).events.len(), of(0, 9).out, of(1, 4).out), (2, Out::Killed, Out::Routed));
    assert_eq!((of(1, 8).pinned, of(1, 8).wounded), (Some(true), Some(true)));
    assert_eq!(report.side_1.men.len() + report.side_2.men.len(), 8 + 8);
}

#[test]
fn what_the_report_names_stands_before_the_tally_but_keeps_its_deeds() {
    let mut table = battle();
    table.must(ONE, note(17, json!({"hero": 1})));
    let form =
        json!({"do": "report", "winner": "none", "fill": "as_noted", "side_1.men.17": {"out": "routed"}});
    table.must(ONE, form);
    let told = table.state.facts.versions[0].report.side_1.man(ManId::new(17)).expect("a man").clone();
    assert_eq!((told.out, told.events.len()), (Out::Routed, 1));
}

#[test]
fn the_last_note_about_a_man_can_be_struck() {
    let mut table = battle();
    table.must(ONE, note(17, json!({"hero": 1})));
    table.must(ONE, note(17, json!({"out": "killed"})));
    table.must(ONE, json!({"do": "strike", "man": 17}));
    let told = as_noted(&table.state, Side::FIRST, ManId::new(17));
    assert_eq!((told.out, told.events.len()), (Out::InPlay, 1));
    assert_eq!(table.does(ONE, json!({"do": "strike", "man": 5})).unwrap_err(), ["note"]);
}

#[test]
fn a_tally_makes_sense_or_is_refused() {
    let mut table = battle();
    assert_eq!(table.does(ONE, note(4, json!({"hero": 1}))).unwrap_err(), ["E31"]);
    assert_eq!(table.does(ONE, note(17, json!({"hero": 0}))).unwrap_err(), ["E34"]);
    table.must(ONE, note(9, json!({"out": "killed"})));
    assert_eq!(table.does(ONE, note(9, json!({"wounded": true}))).unwrap_err(), ["E34"]);
    assert_eq!(table.does(ONE, note(9, json!({"pinned": false}))).unwrap_err(), ["E34"]);
    table.must(ONE, note(9, json!({"out": "in_play"})));
    table.must(ONE, note(9, json!({"pinned": true})));
    let mut fresh = Table::between("german", "american");
    assert_eq!(fresh.does(ONE, note(9, json!({"hero": 1}))).unwrap_err(), ["phase"]);
}

#[test]
fn the_tally_is_wiped_with_the_scenario() {
    let mut table = battle();
    table.must(ONE, note(17, json!({"hero": 1})));
    table.agree("none", &[]);
    assert!(table.state.facts.side.iter().all(|side| side.note.is_empty()));
}

#[test]
fn a_report_contradicts_a_note_by_saying_that_there_was_no_deed() {
    for (told, n_deeds) in [
        (json!({"out": "in_play"}), 1),
        (json!({"out": "in_play", "events": []}), 0),
        (json!({"out": "in_play", "hero": 0}), 0),
        (json!({"out": "in_play", "events": [{"cc_kill": 1}]}), 1),
    ] {
        let mut table = Table::between("german", "american");
        table.select_both();
        table.must(ONE, json!({"do": "note", "man": 9, "what": {"hero": 2}}));
        table.must(TWO, json!({"do": "note", "man": 4, "what": {"out": "cc_lost"}}));
        table.must(
            ONE,
            json!({"do": "report", "winner": "none", "fill": "as_noted", "side_1": {"men": {"9": told}}}),
        );
        let report = &table.state.facts.versions[0].report;
        let deeds = &report.side_1.man(rules_upfront::words::ManId::new(9)).expect("he is told").events;
        assert_eq!(deeds.len(), n_deeds, "{deeds:?}");
    }
}
