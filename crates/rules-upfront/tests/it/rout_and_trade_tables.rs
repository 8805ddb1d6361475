//! 42.42 and 42.44 as tables, drawn by hand from the source: every state that a living man can be in, against the rules.

use rules_upfront::rules::s42_42_rout::{Lowering, lowering};
use rules_upfront::rules::s42_44_improvement::can_step;
use rules_upfront::words::Trait;

use crate::Table;

/// Morale from 0 down, Panic from 0 across. What a rout may lower: M Morale, P Panic, E either; - nobody lives here.
const ROUT: [&str; 8] = [
    "- P P P P P P P",
    "- M E E E E E E",
    "- - M E E E E E",
    "- - - M E E E E",
    "- - - - M E E E",
    "- - - - - M E E",
    "- - - - - - M E",
    "- - - - - - - M",
];

/// The same for Italians, whose Panic may stand one below Morale.
const ITALIAN_ROUT: [&str; 8] = [
    "- P P P P P P P",
    "M E E E E E E E",
    "- M E E E E E E",
    "- - M E E E E E",
    "- - - M E E E E",
    "- - - - M E E E",
    "- - - - - M E E",
    "- - - - - - M E",
];

/// What five Elan may raise: M Morale, P Panic, E either, 0 neither.
const TRADE: [&str; 8] = [
    "- E E E E E E M",
    "- P E E E E E M",
    "- - P E E E E M",
    "- - - P E E E M",
    "- - - - P E E M",
    "- - - - - P E M",
    "- - - - - - P M",
    "- - - - - - - 0",
];

/// The same for Italians.
const ITALIAN_TRADE: [&str; 8] = [
    "- E E E E E E M",
    "P E E E E E E M",
    "- P E E E E E M",
    "- - P E E E E M",
    "- - - P E E E M",
    "- - - - P E E M",
    "- - - - - P E M",
    "- - - - - - P 0",
];

/// A table as the rules make it.
fn drawn(nation: &str, mark: impl Fn(u8, u8) -> &'static str) -> [String; 8] {
    let caps = Table::between(nation, "german").state.campaign.decks[kernel::Side::FIRST].nation.caps;
    let cell = |morale: u8, panic: u8| match caps.allow(morale, panic) && (morale, panic) != (0, 0) {
        true => mark(morale, panic),
        false => "-",
    };
    let row = |morale| (0..8).map(|panic| cell(morale, panic)).collect::<Vec<_>>().join(" ");
    std::array::from_fn(|morale| row(morale as u8))
}

#[test]
fn what_a_rout_may_lower_is_as_the_table_says() {
    for nation in ["american", "german", "russian", "british", "japanese", "french", "italian"] {
        let caps = Table::between(nation, "german").state.campaign.decks[kernel::Side::FIRST].nation.caps;
        let found = drawn(nation, |morale, panic| match lowering(&caps, morale, panic) {
            Some(Lowering::Only(Trait::Morale)) => "M",
            Some(Lowering::Only(Trait::Panic)) => "P",
            Some(Lowering::Either) => "E",
            None => "0",
        });
        assert_eq!(found, if nation == "italian" { ITALIAN_ROUT } else { ROUT }, "{nation}");
    }
}

#[test]
fn what_five_elan_may_raise_is_as_the_table_says_and_four_raise_nothing() {
    for nation in ["american", "german", "russian", "british", "japanese", "french", "italian"] {
        let campaign = Table::between(nation, "german").state.campaign;
        let caps = campaign.decks[kernel::Side::FIRST].nation.caps;
        let with = |elan: i32| {
            drawn(nation, |morale, panic| {
                let can = |which| can_step(&campaign, &caps, elan, (morale, panic), which);
                match (can(Trait::Morale), can(Trait::Panic)) {
                    (true, true) => "E",
                    (true, false) => "M",
                    (false, true) => "P",
                    (false, false) => "0",
                }
            })
        };
        let table = if nation == "italian" { ITALIAN_TRADE } else { TRADE };
        assert_eq!(with(5), table, "{nation}");
        assert_eq!(with(4), table.map(|row| row.replace(['E', 'M', 'P'], "0")), "{nation}");
    }
}
