use analysis::{Choices, End, Player, simulate};
use rules_toy::{FORD, Pickets, RIVER, Setup, State};

#[test]
fn every_play_ends_and_is_counted_once() {
    let setup = Setup::load("river.toml", RIVER).unwrap();
    let summary = simulate::<Pickets>(&setup, 150, 7, 10_000);
    assert_eq!((summary.plays, summary.ended, summary.stuck, summary.cut), (150, 150, 0, 0));
    assert_eq!(summary.lengths.values().sum::<u64>(), 150);
    assert_eq!(summary.lengths.iter().map(|(moves, n)| u64::from(*moves) * n).sum::<u64>(), summary.moves);
    assert!(summary.mean_branching() > 100);
}

#[test]
fn the_seed_alone_decides() {
    let setup = Setup::load("ford.toml", FORD).unwrap();
    let pool = |n| rayon_pool(n).install(|| simulate::<Pickets>(&setup, 300, 3, 10_000));
    assert_eq!(pool(1), pool(3));
    assert_ne!(pool(1), simulate::<Pickets>(&setup, 300, 4, 10_000));
}

fn rayon_pool(n: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads can be made")
}

#[test]
fn a_limit_cuts_plays_off() {
    let setup = Setup::load("ford.toml", FORD).unwrap();
    let summary = simulate::<Pickets>(&setup, 10, 1, 3);
    assert_eq!((summary.cut, summary.moves, summary.mean_length()), (10, 30, 300));
}

#[test]
fn a_player_shows_what_its_last_move_did() {
    let setup = Setup::load("ford.toml", FORD).unwrap();
    let (mut state, mut player) = (State::open(setup.clone()), Player::<Pickets>::new(&setup));
    let played = player.play(&mut state, 10_000, &mut Choices::new(1, 0));
    assert_eq!(played.end, End::Over);
    assert_eq!(player.events().last(), Some(&rules_toy::Event::Ended(rules_toy::rules::s7_dawn::Ended {})));
}
