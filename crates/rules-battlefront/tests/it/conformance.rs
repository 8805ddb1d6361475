use kernel::conformance::{Plan, run_from, Start};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use rules_battlefront::{Battlefront, SAMPLE};

/// A source of choices for a seed.
fn source(seed: u64) -> Box<dyn FnMut(u64) -> u64> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    Box::new(move |n| ((u128::from(rng.next_u64()) * u128::from(n.max(1))) >> 64) as u64)
}

#[test]
fn the_sample_keeps_every_law() {
    let starts = [Start { file: "rostov.toml", text: SAMPLE, position: None }];
    let report = run_from::<Battlefront>(&starts, Plan::new(6, 300), &source).unwrap_or_else(|broken| panic!("{broken}"));
    eprintln!("{report:#?}");
}
