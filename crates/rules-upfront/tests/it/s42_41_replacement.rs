//! 42.41 Replacements.

use rules_upfront::state::Man;
use rules_upfront::words::{ManId, Rank, Side};
use serde_json::json;

use crate::{ONE, Table};

/// A flamethrower, #14 Wagner, and a light machine gunner, #12 Griess.
fn revive(listed: u8, order: &str, kill: &[u8]) -> Table {
    let mut table = Table::order("german", "american", order, "");
    table.kill(0, kill);
    table.must(ONE, json!({"do": "select", "slots": [{"listed": listed, "fill": "replace"}]}));
    table
}

#[test]
fn a_kill_erases_every_column_but_the_counts() {
    let mut table = Table::between("german", "american");
    table.select_both();
    table.set(0, 9, |man| {
        (man.elan, man.surv, man.promo, man.repl, man.morale, man.panic) = (4, 3, 2, 1, 4, 4);
        (man.kia, man.rank, man.wound) = (7, Some(Rank::Cpl), Some(0));
    });
    table.agree("german", &[(0, json!({"id": 9, "out": "killed", "events": [{"hero": 2}]}))]);
    let card = table.state.campaign.decks[kernel::Side::FIRST].nation.men[8].clone();
    assert_eq!(table.man(0, 9), Man { dead: true, repl: 1, ..Man::fresh(&card) });
}

#[test]
fn a_replacement_is_a_private_with_the_cards_values_and_kia_7() {
    let table = revive(12, "[\"V1\"]", &[12, 3]);
    let man = table.man(0, 12);
    assert_eq!((man.dead, man.repl, man.kia, man.rank), (false, 1, 7, Some(Rank::Pvt)));
    assert_eq!((man.morale, man.panic, man.elan, man.surv, man.promo), (4, 5, 0, 0, 0));
    assert_eq!(table.points(0), -1);
}

#[test]
fn a_flamethrower_comes_back_with_kia_6() {
    let table = revive(14, "[\"V7\"]", &[14]);
    assert_eq!((table.man(0, 14).kia, table.man(0, 14).repl), (6, 1));
}

#[test]
fn who_dies_again_is_replaced_again() {
    let mut table = revive(12, "[\"V1\", \"V1\"]", &[12, 3]);
    table.must(crate::TWO, json!({"do": "select"}));
    table.agree("none", &[(0, json!({"id": 12, "out": "killed"}))]);
    assert_eq!((table.man(0, 12).dead, table.man(0, 12).repl), (true, 1));
    table.must(ONE, json!({"do": "select", "slots": [{"listed": 12, "fill": "replace"}]}));
    assert_eq!((table.man(0, 12).dead, table.man(0, 12).repl), (false, 2));
    assert_eq!(table.points(0), -3, "revived, killed, revived");
}

#[test]
fn the_price_of_death_and_revival_is_a_ruling() {
    for (word, at_death, at_revival) in [("both", -1, -1), ("replacement_only", 0, -1), ("kia_only", -1, 0)] {
        let more = format!("[rulings]\nR02_kia_and_replacement = \"{word}\"");
        let mut table = Table::order("german", "american", "[\"V1\", \"V1\"]", &more);
        table.kill(0, &[3]);
        table.select_both();
        table.agree("none", &[(0, json!({"id": 12, "out": "killed"}))]);
        assert_eq!(table.points(0), at_death, "{word} at death");
        table.must(ONE, json!({"do": "select", "slots": [{"listed": 12, "fill": "replace"}]}));
        assert_eq!(table.points(0), at_death + at_revival, "{word} at revival");
    }
}

#[test]
fn a_man_lowered_by_routs_comes_back_with_his_cards_values() {
    let mut table = Table::order("german", "american", "[\"V1\", \"V1\"]", "");
    table.set(0, 12, |man| (man.morale, man.panic) = (1, 2));
    table.kill(0, &[3]);
    table.select_both();
    table.agree("none", &[(0, json!({"id": 12, "out": "captured"}))]);
    table.must(ONE, json!({"do": "select", "slots": [{"listed": 12, "fill": "replace"}]}));
    let (man, card) = table.state.man(Side::FIRST, ManId::new(12)).expect("a man");
    assert_eq!((man.morale, man.panic), (card.morale, card.panic));
}
