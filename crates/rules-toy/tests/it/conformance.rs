//! The laws of the kernel, on random play. Twelve plays of each set-up run with every test; `ADJUTANT_PLAYS=200` tries more.

use kernel::conformance::{Plan, Report, run};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use rules_toy::{FORD, Pickets, RIVER};

/// A source of choices for a seed.
pub fn source(seed: u64) -> Box<dyn FnMut(u64) -> u64> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    Box::new(move |n| ((u128::from(rng.next_u64()) * u128::from(n.max(1))) >> 64) as u64)
}

#[test]
fn pickets_keep_every_law() {
    let setups = [("ford.toml", FORD), ("river.toml", RIVER)];
    let plays = asked::number("ADJUTANT_PLAYS").unwrap_or(12);
    let report = run::<Pickets>(&setups, Plan { worlds: 1, ..Plan::new(plays, 400) }, &source)
        .unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(report.ended, 2 * plays, "{report:#?}");
    assert_everything_was_reached(&report);
}

fn assert_everything_was_reached(report: &Report) {
    assert_eq!(report.cut, 0);
    assert!(
        report.other_worlds * 10 > report.worlds * 9,
        "imagined worlds are hardly ever other: {report:#?}"
    );
    for tried in [report.walked, report.probed, report.unseen, report.pairs, report.odds, report.controls] {
        assert!(tried > 100, "{report:#?}");
    }
    let kinds = [
        "Paid",
        "Placed",
        "Spent",
        "Dug",
        "Scouted",
        "Saw",
        "Sealed",
        "Closed",
        "Revealed",
        "Shown",
        "Missed",
        "WorksLost",
        "DrivenOff",
        "Held",
        "DuskFell",
        "Ended",
    ];
    assert_eq!(report.events.len(), kinds.len());
    for kind in kinds {
        assert!(report.events.contains_key(kind), "{kind} never happened");
    }
    let refusals = [
        "TOY-0 actor",
        "TOY-0 closed",
        "TOY-1 dup",
        "TOY-2 cap",
        "TOY-2 dup",
        "TOY-3 funds",
        "TOY-3 location",
        "TOY-4 dup",
        "TOY-4 funds",
        "TOY-6 incomplete",
        "TOY-7 actor",
        "TOY-7 step",
    ];
    for refusal in refusals {
        assert!(report.refusals.contains_key(refusal), "{refusal} was never met: {:#?}", report.refusals);
    }
}
