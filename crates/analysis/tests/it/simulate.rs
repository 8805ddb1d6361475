use analysis::{Choices, End, Player, simulate};
use kernel::{Seat, System};
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

/// Who saw nothing of a command is not asked again, and would answer the same.
#[test]
fn what_is_not_asked_again_is_as_it_was() {
    for text in [FORD, RIVER] {
        let setup = Setup::load("pickets.toml", text).unwrap();
        for game in 0..100 {
            let (mut at_once, mut step_by_step) = (State::open(setup.clone()), State::open(setup.clone()));
            let mut player = Player::<Pickets>::new(&setup);
            let whole = player.play(&mut at_once, 10_000, &mut Choices::new(9, game));
            let mut choices = Choices::new(9, game);
            let (mut moves, mut offers) = (0, 0);
            loop {
                // Each play begins by asking everybody.
                let played = player.play(&mut step_by_step, 1, &mut choices);
                (moves, offers) = (moves + played.moves, offers + played.offers);
                if played.end != End::Cut {
                    break;
                }
            }
            assert_eq!((whole.moves, whole.offers), (moves, offers), "game {game}");
            assert_eq!(at_once, step_by_step, "game {game}");
        }
    }
}

/// Both sides can pay at first: that one is offered it takes nothing from the other.
#[test]
fn offers_of_two_seats_stand_side_by_side() {
    let setup = Setup::load("ford.toml", FORD).unwrap();
    let state = State::open(setup);
    let mut both = Vec::new();
    let alone = [0, 1].map(|side| {
        let mut alone = Vec::new();
        Pickets::offers(&state, Seat::Side(side), &mut alone);
        Pickets::offers(&state, Seat::Side(side), &mut both);
        alone
    });
    assert!(alone.iter().all(|offers| !offers.is_empty()));
    assert_eq!(both, alone.concat());
}
