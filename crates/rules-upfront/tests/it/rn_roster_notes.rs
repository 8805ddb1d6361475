//! The notes of the roster sheets.

use rules_upfront::rules::rn_roster_notes::notes;

use crate::Table;

fn of(nation: &str) -> [String; 9] {
    notes(&Table::between(nation, "german").state.campaign.decks[kernel::Side::FIRST].nation)
}

#[test]
fn every_nation_has_the_same_nine_notes_but_for_the_italian_limits() {
    let german = of("german");
    for nation in ["american", "russian", "british", "japanese", "french"] {
        assert_eq!(of(nation), german, "{nation}");
    }
    let italian = of("italian");
    let differ: Vec<usize> = (0..9).filter(|n| italian[*n] != german[*n]).collect();
    assert_eq!(differ, [3, 4], "notes 4 and 5");
    assert!(italian[3].contains("Panic + 1") && italian[4].contains("Morale − 1"));
}

#[test]
fn fourteen_italians_are_printed_with_panic_one_below_morale_and_nobody_else() {
    for nation in ["american", "german", "russian", "british", "japanese", "french", "italian"] {
        let table = Table::between(nation, "german");
        let men = &table.state.campaign.decks[kernel::Side::FIRST].nation.men;
        let below: Vec<u8> =
            men.iter().filter(|card| card.panic < card.morale).filter_map(|card| card.id.number()).collect();
        let expected: &[u8] =
            if nation == "italian" { &[3, 4, 5, 7, 8, 11, 13, 15, 17, 18, 20, 24, 26, 28] } else { &[] };
        assert_eq!(below, expected, "{nation}");
        assert!(men.iter().all(|card| card.panic + 1 >= card.morale));
    }
}
