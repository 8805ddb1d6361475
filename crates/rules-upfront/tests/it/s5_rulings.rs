//! The rulings as settings.

use kernel::System;
use kernel::view::Block;
use rules_upfront::UpFront;
use rules_upfront::setup::rulings::RULINGS;
use serde_json::{Value, json};

use crate::view_pages::visit;
use crate::{ONE, TWO, Table, UMPIRE};

fn set(ruling: &str, word: &str) -> Value {
    json!({"do": "set-ruling", "ruling": ruling, "word": word})
}

#[test]
fn every_ruling_with_options_can_be_set_before_the_first_report() {
    for ruling in RULINGS {
        for (word, _) in &ruling.words[1..] {
            let mut table = Table::between("german", "american");
            table.must(UMPIRE, set(ruling.short(), word));
            assert_eq!(table.state.facts.rulings.get(ruling.key), Some(*word));
        }
    }
}

#[test]
fn a_ruling_that_is_not_the_default_says_so_and_stands_open() {
    let mut table = Table::between("german", "american");
    let shown = |table: &Table| {
        let view = UpFront::view(&table.state, UMPIRE);
        let mut found = None;
        let mut see = |block: &Block| {
            if let Block::Panel(panel) = block
                && panel.id == "R05"
            {
                found = Some((panel.remark.plain(&[]), panel.folded));
            }
        };
        view.pages.iter().for_each(|page| visit(&page.main, &mut see));
        found.expect("a panel for each ruling")
    };
    let usual = shown(&table);
    assert!(usual.1 && usual.0 != "not the default", "{usual:?}");
    table.must(UMPIRE, set("R05", "yes"));
    assert_eq!(shown(&table), ("not the default".into(), false));
}

#[test]
fn both_sides_with_one_word_set_a_ruling() {
    let mut table = Table::between("german", "american");
    table.must(ONE, set("R05", "yes"));
    assert_eq!(table.state.facts.rulings.get("R05_promotion_mark_for_presence"), Some("no"));
    assert_eq!(table.does(ONE, set("R05", "yes")).unwrap_err(), ["same"]);
    table.must(TWO, set("R05", "yes"));
    assert_eq!(table.state.facts.rulings.get("R05_promotion_mark_for_presence"), Some("yes"));
    table.must(ONE, set("R08", "as_many_as_elan_allows"));
    assert_eq!(table.does(TWO, set("R08", "one")).unwrap_err(), ["same"], "the default needs no agreement");
}

#[test]
fn the_first_report_locks_them() {
    let mut table = Table::between("german", "american");
    table.select_both();
    table.must(UMPIRE, set("R05", "yes"));
    let telling = table.telling("none", &[]);
    table.must(ONE, telling);
    assert_eq!(table.does(UMPIRE, set("R05", "no")).unwrap_err(), ["E36"]);
    table.must(TWO, json!({"do": "confirm"}));
    assert_eq!(table.does(UMPIRE, set("R05", "no")).unwrap_err(), ["E36"]);
}

#[test]
fn unknown_rulings_and_words_are_refused() {
    let mut table = Table::between("german", "american");
    assert_eq!(table.does(UMPIRE, set("R09", "yes")).unwrap_err(), ["unknown"]);
    assert_eq!(table.does(UMPIRE, set("R05", "perhaps")).unwrap_err(), ["unknown"]);
}

#[test]
fn the_second_reading_of_the_zeros_needs_a_roster_without_the_dead_on_arrival() {
    let mut table = Table::between("italian", "german");
    assert_eq!(table.does(UMPIRE, set("R07", "panic_only")).unwrap_err(), ["R07"]);
    let mut table = Table::between("german", "american");
    table.must(UMPIRE, set("R07", "panic_only"));
}

#[test]
fn a_proposal_is_taken_back_by_its_own_side_as_long_as_it_waits() {
    let back = json!({"do": "take-back-proposal", "ruling": "R05"});
    let mut table = Table::between("german", "american");
    table.refuses(ONE, back.clone(), &["proposal"]);
    table.must(ONE, set("R05", "yes"));
    table.refuses(TWO, back.clone(), &["proposal"]);
    table.must(ONE, back.clone());
    table.must(TWO, set("R05", "yes"));
    assert_eq!(table.state.facts.rulings.get("R05_promotion_mark_for_presence"), Some("no"), "it waits anew");
    table.must(ONE, set("R05", "yes"));
    table.refuses(ONE, back, &["proposal"]);
}

#[test]
fn the_first_report_makes_every_waiting_proposal_void() {
    let mut table = Table::between("german", "american");
    table.must(ONE, set("R05", "yes"));
    table.select_both();
    let telling = table.telling("none", &[]);
    for seat in [ONE, UMPIRE] {
        let mut told = table.clone();
        told.must(seat, telling.clone());
        assert!(told.state.facts.proposal.is_empty(), "{seat:?}");
    }
}
