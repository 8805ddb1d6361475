//! 42.3 Markers.

use rules_upfront::rules::s42_3_markers::{Marker, changed_men, markers};
use rules_upfront::words::{ManId, PlaceKind, Rank, Side};
use serde_json::json;

use crate::{ONE, Table};

fn of(table: &Table, man: u8) -> Vec<String> {
    let side = &table.state.facts.side[0];
    let (now, card) = table.state.man(Side::FIRST, ManId::new(man)).expect("a man");
    markers(now, card, side.force.as_ref()).into_iter().map(Marker::words).collect()
}

#[test]
fn a_man_as_printed_has_no_marker() {
    let table = Table::between("german", "american");
    for man in 1..=27 {
        assert_eq!(of(&table, man), Vec::<String>::new());
    }
    assert_eq!(changed_men(&table.state, Side::FIRST), []);
}

#[test]
fn changed_values_lie_beside_the_card() {
    let mut table = Table::between("german", "american");
    table.set(0, 17, |man| (man.morale, man.panic) = (6, 7));
    assert_eq!(of(&table, 17), ["black 6", "red 7", "CCV changed (Morale +1)"]);
    table.set(0, 12, |man| (man.kia, man.rank) = (7, Some(Rank::Pvt)));
    assert_eq!(of(&table, 12), ["KIA 7", "PVT"]);
    table.set(0, 1, |man| man.rank = Some(Rank::Ssg));
    assert_eq!(of(&table, 1), ["SSG"]);
    assert_eq!(changed_men(&table.state, Side::FIRST), [1, 12, 17].map(ManId::new));
}

#[test]
fn leaders_by_choice_and_exchanged_weapons_are_marked() {
    let mut table = Table::order("russian", "german", "[\"V1\"]", "");
    table.kill(0, &[26, 21]);
    table.must(
        ONE,
        json!({"do": "select", "exchange": [2, 4], "slots": [
        {"listed": 26, "fill": {"use": 2}}, {"listed": 21, "fill": {"use": 16}}]}),
    );
    assert_eq!(of(&table, 2), ["SL", "weapon of #4", "CCV changed (weapon)"]);
    assert_eq!(of(&table, 4), ["weapon of #2", "CCV changed (weapon)"]);
    assert_eq!(of(&table, 16), ["ASL"]);
    let force = table.state.facts.side[0].force.as_ref().expect("a force");
    assert_eq!(force.leader(PlaceKind::Sl), Some(ManId::new(2)));
}
