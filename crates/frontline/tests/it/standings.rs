//! Standings of random positions, as the slow implementation has them.

use frontline::Standing;
use proptest::prelude::*;

use crate::oracle::Scene;
use crate::scenes::{cases, position, scene};

fn agree(scene: &Scene) -> Result<(), TestCaseError> {
    let position = position(scene);
    let outcome = position.outcome();
    let quick: Vec<Standing> = (0..position.len()).map(|unit| outcome.standing(unit)).collect();
    prop_assert_eq!(quick, scene.standings());
    Ok(())
}

proptest! {
    #![proptest_config(cases(6000))]

    #[test]
    fn a_slow_implementation_agrees_on_small_positions(scene in scene(10)) {
        agree(&scene)?;
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn a_slow_implementation_agrees_on_middling_positions(scene in scene(28)) {
        agree(&scene)?;
    }
}

#[test]
fn random_positions_hold_every_standing_often() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut counts = [0_usize; 3];
    for _ in 0..600 {
        let scene = scene(20).new_tree(&mut runner).expect("a scene").current();
        let position = position(&scene);
        let outcome = position.outcome();
        (0..position.len()).for_each(|unit| counts[outcome.standing(unit) as usize] += 1);
    }
    assert!(counts.iter().all(|count| *count > 300), "Normal, Isolated, CutOff: {counts:?}");
}
