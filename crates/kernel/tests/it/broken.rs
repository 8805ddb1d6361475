//! The suite catches a system that breaks a law, and says which.

use kernel::conformance::{Broken, Law, Plan, Report, run};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::envelopes::*;

fn source(seed: u64) -> Box<dyn FnMut(u64) -> u64> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    Box::new(move |n| rng.next_u64() % n.max(1))
}

fn tried<const FAULT: u8>() -> Result<Report, Box<Broken>> {
    run::<Envelopes<FAULT>>(&[("setup", "envelopes")], Plan::new(40, 60), &source)
}

/// Tried without imagined worlds, where these would show the fault first.
fn law_in_one_world<const FAULT: u8>() -> Law {
    let plan = Plan { worlds: 0, ..Plan::new(40, 60) };
    run::<Envelopes<FAULT>>(&[("setup", "envelopes")], plan, &source)
        .expect_err("the suite must catch this")
        .law
}

fn law<const FAULT: u8>() -> Law {
    let broken = tried::<FAULT>().expect_err("the suite must catch this");
    assert!(broken.to_string().contains(broken.law.words()));
    broken.law
}

#[test]
fn an_honest_system_keeps_every_law() {
    let report = tried::<HONEST>().unwrap_or_else(|broken| panic!("{broken}"));
    assert!(report.ended > 30, "{report:#?}");
    assert!(
        report.odds > 0 && report.pairs > 0 && report.unseen > 0 && report.other_worlds > 0,
        "{report:#?}"
    );
}

#[test]
fn a_set_up_that_does_not_load_is_reported() {
    let broken = run::<Envelopes<HONEST>>(&[("setup", "nonsense")], Plan::new(1, 1), &source);
    let broken = broken.expect_err("the text is no set-up");
    assert_eq!(broken.law, Law::SetupLoads);
    assert!(broken.what.contains("setup:1:1"));
}

#[test]
fn a_secret_in_a_view_is_caught() {
    assert_eq!(law::<VIEW_SHOWS_NUMBER>(), Law::ViewKeepsSecrets);
    assert_eq!(law::<VIEW_SHOWS_WORK>(), Law::ViewKeepsSecrets);
}

#[test]
fn an_offer_or_refusal_by_a_hidden_fact_is_caught() {
    assert_eq!(law::<OFFER_BY_SECRET>(), Law::OffersKeepSecrets);
    assert_eq!(law::<SENTENCE_TELLS>(), Law::RefusalsKeepSecrets);
}

#[test]
fn odds_and_rolls_that_tell_are_caught() {
    // Such a roll breaks two laws; each catches it in the play that meets it first.
    let found = |first_seed| {
        let plan = Plan { first_seed, ..Plan::new(1, 60) };
        run::<Envelopes<ODDS_BY_SECRET>>(&[("setup", "envelopes")], plan, &source)
            .err()
            .map(|broken| broken.law)
    };
    let laws: Vec<Law> = (1..=40).filter_map(found).collect();
    assert!(laws.contains(&Law::OddsKeepSecrets) && laws.contains(&Law::ParallelCommutes), "{laws:?}");
    assert!(laws.iter().all(|law| matches!(law, Law::OddsKeepSecrets | Law::ParallelCommutes)), "{laws:?}");
    assert_eq!(law::<ROLL_IN_PUBLIC>(), Law::UnseenIsInvisible);
}

#[test]
fn imagining_from_the_truth_is_caught() {
    assert_eq!(law::<IMAGINE_COPIES>(), Law::ImagineKnowsNoMore);
    assert_eq!(law::<IMAGINE_SHIFTS>(), Law::ImagineKnowsNoMore);
}

#[test]
fn a_fold_that_differs_from_play_is_caught() {
    assert_eq!(law::<EVENT_LOSES_NUMBER>(), Law::FoldIsLive);
}

#[test]
fn a_rule_with_a_memory_of_its_own_is_caught() {
    // Both orders of two commands are judged before the replay, and may come out differently first.
    assert!([Law::ReplayIsRecord, Law::ParallelCommutes].contains(&law_in_one_world::<RULE_REMEMBERS>()));
}

#[test]
fn a_position_that_loses_a_fact_is_caught() {
    assert_eq!(law::<POSITION_LOSES_LUCK>(), Law::PositionRoundTrips);
}

#[test]
fn play_that_sticks_or_goes_on_after_its_end_is_caught() {
    assert_eq!(law::<STICKS>(), Law::NeverSticks);
    assert_eq!(law::<OFFERS_AFTER_END>(), Law::EndIsQuiet);
}

#[test]
fn a_refusal_after_a_record_or_a_roll_is_caught() {
    // In debug builds the kernel's own assertion speaks first.
    assert!([Law::NoPanic, Law::OfferedIsAccepted].contains(&law::<REFUSES_LATE>()));
    assert!([Law::NoPanic, Law::ProveAgrees, Law::RefusalIsInert].contains(&law::<REFUSAL_DRAWS>()));
}

#[test]
fn offers_that_do_not_match_the_rules_are_caught() {
    assert_eq!(law::<ACCEPTS_UNOFFERED>(), Law::OutsideIsRefused);
    assert_eq!(law::<OFFERS_NOTHING>(), Law::OfferIsNotEmpty);
    assert_eq!(law::<SAMPLES_NONSENSE>(), Law::OfferedIsAccepted);
}

#[test]
fn a_control_that_lies_is_caught() {
    assert_eq!(law::<CONTROL_LIES>(), Law::ControlsDoNotLie);
    assert_eq!(law::<PAGE_IN_WORDS>(), Law::ControlsDoNotLie);
}

#[test]
fn a_list_of_pages_that_is_not_theirs_is_caught() {
    assert_eq!(law::<LISTS_WHAT_IS_NOT_THERE>(), Law::PagesAgree);
    assert_eq!(law::<HIDES_A_PAGE>(), Law::PagesAgree);
    assert_eq!(law::<KEEPS_WHAT_IS_OWED>(), Law::PagesAgree);
    assert_eq!(law_in_one_world::<PAGE_REMEMBERS>(), Law::PagesAgree);
}

#[test]
fn parallel_sides_that_cross_are_caught() {
    assert_eq!(law_in_one_world::<ORDER_MATTERS>(), Law::ParallelCommutes);
}

#[test]
fn a_question_that_counts_the_acts_before_it_is_caught() {
    assert_eq!(law_in_one_world::<COUNTS_ACTS>(), Law::OrderAsksTheSame);
}

#[test]
fn a_question_that_is_asked_twice_is_caught() {
    assert_eq!(law_in_one_world::<ASKS_TWICE>(), Law::QuestionsAreOne);
}

#[test]
fn an_act_that_takes_whatever_is_open_keeps_every_law() {
    let plan = Plan { worlds: 0, paired: 1, ..Plan::new(40, 60) };
    let report = run::<Envelopes<ALL_THAT_IS_OPEN>>(&[("setup", "envelopes")], plan, &source);
    let report = report.unwrap_or_else(|broken| panic!("{broken}"));
    assert!(report.swapped > 0 && report.dependent > 0, "{report:#?}");
}

#[test]
fn what_is_not_conserved_between_tables_is_caught() {
    assert_eq!(law_in_one_world::<SENDS_FROM_NOWHERE>(), Law::LevelsConserve);
    assert_eq!(law_in_one_world::<FORGETS_WHAT_WENT_DOWN>(), Law::LevelsConserve);
    assert_eq!(law_in_one_world::<HANDS_UP_EARLY>(), Law::LevelsConserve);
}

#[test]
fn what_happens_without_being_in_the_odds_is_caught() {
    assert_eq!(law_in_one_world::<OUTCOME_IS_UNKNOWN>(), Law::OddsAddUp);
}

#[test]
fn the_seed_of_a_broken_law_shows_it_again() {
    let broken = tried::<POSITION_LOSES_LUCK>().expect_err("the suite must catch this");
    let plan = Plan { first_seed: broken.seed, ..Plan::new(1, 60) };
    let again = run::<Envelopes<POSITION_LOSES_LUCK>>(&[("setup", "envelopes")], plan, &source);
    assert_eq!(again.expect_err("the same seed shows it again"), broken);
}
