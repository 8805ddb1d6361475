//! BCS-MSR: where a route breaks, and what is said and drawn of it.

use kernel::{Side, System};
use rules_bcs::BattalionCombat;
use rules_bcs::ground::Ground;
use rules_bcs::rules::s7_breaks::{Barrier, Breaks, breaks, words};
use rules_bcs::rules::s7_msr::best_on;
use rules_bcs::state::{Activation, HqState, Trains};

use crate::slow::shaken;
use crate::table::*;

/// What breaks the route of the 7th once the facts are changed.
fn of_the_7th(change: impl FnOnce(&mut rules_bcs::Facts)) -> Option<Breaks> {
    let state = opened(west(), change);
    breaks(&state, &Ground::of(&state), state.formations().next().expect("a formation"))
}

/// Grenadiers on both roads behind the trains; their EZOCs lie before and behind them.
fn bar(facts: &mut rules_bcs::Facts) {
    piece(facts, "R1-g1").at = Some(hex("0512"));
    piece(facts, "R1-g2").at = Some(hex("0504"));
}

#[test]
fn each_hex_that_bars_the_way_is_named_with_what_bars_it() {
    assert_eq!(of_the_7th(|_| {}), None);
    let off = |facts: &mut rules_bcs::Facts| body(facts, "B1").trains = Trains::OffMap;
    let open = Breaks::NoTrains(Vec::new());
    assert_eq!(words(&west(), &open), "cut: the trains are Off-Map; nothing bars their way back");
    assert_eq!(of_the_7th(off), Some(open));
    // What bars the way on which they could return is named as well.
    let barred = of_the_7th(|facts| {
        off(facts);
        bar(facts);
    });
    let Some(barred) = barred else { panic!("cut") };
    assert_eq!(
        words(&west(), &barred),
        "cut: the trains are Off-Map, and their way is cut in 0612: an EZOC of the enemy; in 0512: the enemy stands there; in \
         0411: an EZOC of the enemy"
    );
    // On the highway and on the North road; the way by the highway is the shorter one.
    let stands = of_the_7th(bar);
    let Some(Breaks::At(hexes)) = stands else { panic!("{stands:?}") };
    assert_eq!(
        hexes,
        [("0612", Barrier::Ezoc), ("0512", Barrier::Enemy), ("0411", Barrier::Ezoc)]
            .map(|(at, why)| (hex(at), why))
    );
    let said = words(&west(), &Breaks::At(hexes));
    assert_eq!(
        said,
        "cut in 0612: an EZOC of the enemy; in 0512: the enemy stands there; in 0411: an EZOC of the enemy"
    );
}

#[test]
fn a_route_breaks_somewhere_exactly_where_there_is_none() {
    let (scenario, mut dice) = (scenario(), crate::Dice::new(9));
    let (mut whole, mut cut) = (0, 0);
    for _ in 0..100 {
        let state = shaken(&scenario, &mut dice);
        let ground = Ground::of(&state);
        for (n, body) in state.formations().enumerate() {
            let found = breaks(&state, &ground, body);
            assert_eq!(found.is_none(), best_on(&state, &ground, n).is_some(), "{}", body.card.name);
            if found.is_none() { whole += 1 } else { cut += 1 }
        }
    }
    assert!(whole > 40 && cut > 40, "{whole} whole, {cut} cut");
}

#[test]
fn the_map_and_the_pages_say_where_it_breaks() {
    let state = opened(west(), |facts| {
        bar(facts);
        (facts.phase, facts.go) = (rules_bcs::Phase::Activations, Some(Side::FIRST));
        (body(facts, "B1").state, body(facts, "B1").route) = (HqState::Used, None);
        facts.activation = Some(Activation::begin(formation("B1"), false, false));
    });
    let shown = |page: &str| {
        let page = BattalionCombat::page(&state, BLUE, page).expect("a page");
        serde_json::to_string(&page).expect("a page is written")
    };
    let cut = "cut in 0612: an EZOC of the enemy";
    assert!(shown("formations").contains(cut));
    assert!(shown("activation").contains(&format!("MSR not Complete, now {cut}")));
    let map = shown("map");
    assert!(map.contains("EZOC in") || map.contains("\"EZOC\""), "the overlay names the hexes");
    // Said once what it is.
    assert!(map.contains("\"Fatigue 1\"") && !map.contains("fatigue Fatigue"));
}
