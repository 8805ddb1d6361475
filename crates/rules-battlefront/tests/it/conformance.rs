use kernel::conformance::{Plan, Report, Start, run_from};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use rules_battlefront::Battlefront;

use crate::{MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

/// A source of choices for a seed.
fn source(seed: u64) -> Box<dyn FnMut(u64) -> u64> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    Box::new(move |n| ((u128::from(rng.next_u64()) * u128::from(n.max(1))) >> 64) as u64)
}

fn keeps(file: &str, text: &str, position: Option<&str>, plan: Plan) -> Report {
    let starts = [Start { file, text, position }];
    run_from::<Battlefront>(&starts, plan, &source).unwrap_or_else(|broken| panic!("{broken}"))
}

#[test]
fn the_first_slot_keeps_every_law() {
    for (file, text) in [("rostov.toml", ROSTOV), ("mius-night.toml", MIUS)] {
        let report = keeps(file, text, None, Plan::new(3, 300));
        assert_eq!(report.ended, 3, "{report:#?}");
    }
}

#[test]
fn a_campaign_in_progress_keeps_every_law() {
    let report = keeps("rostov.toml", ROSTOV, Some(ROSTOV_24), Plan::new(8, 400));
    eprintln!("{report:#?}");
}

#[test]
fn a_night_keeps_every_law() {
    let report = keeps("mius-night.toml", MIUS, Some(MIUS_NIGHT), Plan::new(8, 400));
    eprintln!("{report:#?}");
}
