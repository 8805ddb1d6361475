//! Open rosters hide nothing; closed ones hide everything a table has not seen. [UF-R50]

use kernel::{Seat, System};
use rules_upfront::offers;
use rules_upfront::rules::s3_order_of_settlement::Settled;
use rules_upfront::rules::s4_decisions::Decided;
use rules_upfront::words::Side;
use rules_upfront::{State, UpFront};
use serde_json::json;

use crate::{ONE, Pick, TWO, Table};

const CLOSED: &str = "[rulings]\nR50_rosters = \"owner_and_umpire\"";

fn view(state: &State, seat: Seat) -> String {
    serde_json::to_string(&UpFront::view(state, seat)).expect("a view is plain values")
}

/// What a seat is shown and offered.
fn knows(state: &State, seat: Seat) -> (String, Vec<offers::Template>) {
    let mut templates = Vec::new();
    offers::offers(state, seat, &mut templates);
    (view(state, seat), templates)
}

#[test]
fn behind_closed_rosters_the_other_sides_secrets_change_nothing() {
    let mut table = Table::order("german", "american", "[\"V1\", \"V1\", \"V1\"]", CLOSED);
    let look = |table: &Table| {
        for seat in [TWO, Seat::Spectator] {
            for seed in 0..5 {
                let mut pick = Pick::new(seed);
                let world = UpFront::imagine(&table.state, seat, &mut |n| pick.below(n));
                assert_eq!(knows(&world, seat), knows(&table.state, seat), "{seat:?}");
            }
        }
        let mut secret = table.clone();
        for man in 1..=27 {
            if !secret.man(0, man).dead {
                secret.set(0, man, |man| (man.elan, man.surv, man.promo) = (3, 2, 1));
            }
        }
        assert_eq!(knows(&secret.state, TWO), knows(&table.state, TWO));
        assert_ne!(view(&secret.state, ONE), view(&table.state, ONE));
    };
    look(&table);
    table.select_both();
    look(&table);
    table.must(ONE, json!({"do": "note", "man": 17, "what": {"hero": 1}}));
    look(&table);
    table.agree("german", &[(0, json!({"id": 9, "out": "routed"})), (1, json!({"id": 4, "out": "killed"}))]);
    look(&table);
    table.must(ONE, json!({"do": "decide"}));
    look(&table);
    table.must(TWO, json!({"do": "decide"}));
    assert_eq!(table.leg(), "V1#2");
    look(&table);
}

#[test]
fn behind_closed_rosters_both_sides_always_owe_their_decisions() {
    let mut table = Table::order("german", "american", "[\"V1\"]", CLOSED);
    table.select_both();
    table.agree("none", &[]);
    assert!(
        table.state.facts.agreed.is_some(),
        "nobody has a choice, and yet the step does not close by itself"
    );
    table.must(TWO, json!({"do": "decide"}));
    table.must(ONE, json!({"do": "decide"}));
    assert!(UpFront::is_over(&table.state));
}

#[test]
fn events_of_a_closed_roster_are_for_its_owner() {
    let mut table = Table::order("german", "american", "[\"V1\", \"V1\"]", CLOSED);
    table.select_both();
    table.agree("german", &[]);
    table.must(ONE, json!({"do": "decide"}));
    let events = table.must(TWO, json!({"do": "decide"}));
    for told in &events {
        let open = TWO.sees(told.audience());
        let expected = match told {
            rules_upfront::Event::Settled(Settled { side, .. })
            | rules_upfront::Event::Decided(Decided { side, .. }) => *side == Side::SECOND,
            _ => true,
        };
        assert_eq!(open, expected, "{told:?}");
    }
}

#[test]
fn open_rosters_are_seen_by_everyone() {
    let table = Table::order("german", "american", "[\"V1\"]", "");
    for seat in [ONE, TWO, Seat::Spectator, Seat::Umpire] {
        let shown = view(&table.state, seat);
        assert!(shown.contains("Wittenberg") && shown.contains("Greenwood"), "{seat:?}");
    }
    let closed = Table::order("german", "american", "[\"V1\"]", CLOSED);
    assert!(!view(&closed.state, TWO).contains("Wittenberg"));
    assert!(view(&closed.state, Seat::Umpire).contains("Wittenberg"));
}
