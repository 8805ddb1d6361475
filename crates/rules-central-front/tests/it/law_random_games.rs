//! A thousand random games of the small scenario and one of the sample end and keep their laws.

use std::sync::Arc;

use rules_central_front::words::Side;
use rules_central_front::{LOCHAU, Scenario, State};

use crate::games::{Game, play, play_without, source};
use crate::s13_standing_orders::crowded;
use crate::{LARGE, SMALL, read};

fn game(scenario: &Arc<Scenario>, seed: u64) -> Game {
    play(scenario, &mut *source(seed), &mut |_, _| {})
        .unwrap_or_else(|broken| panic!("game {seed}: {broken:?}"))
}

/// Plays games; two tests share the thousand, so that they run side by side.
fn plays(seeds: std::ops::Range<u64>) {
    let (mut commands, mut fights) = (0, 0);
    for seed in seeds {
        let game = game(&SMALL, seed);
        (commands, fights) = (commands + game.commands, fights + game.fights);
    }
    assert!(fights > 1500, "{fights} fights in {commands} commands");
}

#[test]
fn five_hundred_random_games_end_and_keep_the_laws() {
    plays(0..500);
}

#[test]
fn five_hundred_more_random_games_end_and_keep_the_laws() {
    plays(500..1000);
}

#[test]
fn a_defender_who_is_away_is_asked_nothing_by_a_hundred_games() {
    let mut fights = 0;
    for seed in 0..100 {
        let absent = if seed % 2 == 0 { Side::Nato } else { Side::Wp };
        let game = play_without(State::open(Arc::clone(&SMALL)), absent, &mut *source(seed))
            .unwrap_or_else(|broken| panic!("game {seed}: {broken:?}"));
        fights += game.fights;
    }
    assert!(fights > 100, "{fights} fights");
}

#[test]
fn a_defender_who_is_away_is_not_asked_about_a_crowd() {
    for seed in 0..10 {
        let game = play_without(crowded().state, Side::Nato, &mut *source(seed))
            .unwrap_or_else(|broken| panic!("game {seed}: {broken:?}"));
        assert!(game.crowds > 0, "game {seed}");
    }
}

#[test]
fn the_sample_scenario_ends_and_keeps_the_laws() {
    let game = game(&LARGE, 7);
    assert!(game.commands > 200 && game.fights > 3, "{game:?}");
}

#[test]
fn games_on_a_map_that_lies_the_other_way_end_and_keep_the_laws() {
    let lochau = read("lochau.toml", LOCHAU);
    let fights: u32 = (0..40).map(|seed| game(&lochau, seed).fights).sum();
    assert!(fights > 40, "{fights} fights");
}
