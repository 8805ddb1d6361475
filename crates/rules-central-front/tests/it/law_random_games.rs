//! Laws of the system over a thousand random games: steps never grow, action points stay in 0 to 6, no hex holds too
//! many or both sides between fights, no unit is lost track of, every game ends.

use std::sync::Arc;

use kernel::system::Pick;
use kernel::{Acting, Seat, System, Transcript, judge};
use rules_central_front::phase::Phase;
use rules_central_front::rules::s3_stacking;
use rules_central_front::state::Fate;
use rules_central_front::words::Side;
use rules_central_front::{CentralFront, Event, Scenario, State, Template};

use crate::{LARGE, SMALL, source};

/// Answers by chance.
struct Thrown<'p>(Pick<'p>);

impl kernel::Answers for Thrown<'_> {
    fn answer(&mut self, asked: &kernel::Asked<'_>) -> kernel::Answered {
        let dice = asked.die.map(kernel::Die::dice).unwrap_or_default();
        let faces = dice.iter().map(|sides| (self.0)(u64::from(*sides)) as u16 + 1).collect();
        kernel::Answered::Faces(faces, kernel::Origin::Server)
    }

    fn may_run_short(&self) -> bool {
        false
    }
}

/// Who plays, and what: the engine first; else the side that has more to do than leave orders.
fn next(state: &State, pick: Pick<'_>) -> (Seat, Template) {
    for seat in [Seat::Clock, Seat::Side(0), Seat::Side(1)] {
        let mut offers = Vec::new();
        CentralFront::offers(state, seat, &mut offers);
        let lazy = pick(40) > 0;
        offers.retain(|template| !(lazy && *template == Template::Instruct));
        if !offers.is_empty() {
            // A phase ends seldom, so that something happens in it.
            if offers.len() > 1 && pick(6) > 0 {
                let ends =
                    |template: &Template| matches!(template, Template::EndPhase | Template::CallOff(_));
                if !offers.iter().all(ends) {
                    offers.retain(|template| !ends(template));
                }
            }
            let at = pick(offers.len() as u64) as usize;
            return (seat, offers[at]);
        }
    }
    panic!("nobody can do anything: {:?}", state.facts)
}

fn keeps_its_laws(before: &State, after: &State) {
    for (old, new) in before.units().zip(after.units()) {
        assert!(new.piece.lost >= old.piece.lost, "steps grew: {:?}", new.piece);
        assert!(new.piece.ap <= 6, "{:?}", new.piece);
        assert_eq!(new.piece.fate == Fate::OnMap, new.piece.at.is_some(), "{:?}", new.piece);
        assert_eq!(new.piece.fate == Fate::Lost, new.steps() == 0, "{:?}", new.piece);
        let back =
            matches!((old.piece.fate, new.piece.fate), (Fate::Lost | Fate::Exited, Fate::OnMap | Fate::Due));
        assert!(!back, "it came back: {:?}", new.piece);
    }
    if after.facts.battle.is_none() {
        for unit in after.on_map() {
            let at = unit.piece.at.expect("on the map");
            for side in Side::BOTH {
                assert!(!s3_stacking::is_over(after, side, at), "too many in {at}");
            }
            let enemies = after.of_side_in(unit.card.side.enemy(), at).count();
            assert_eq!(enemies, 0, "both sides in {at}");
        }
    }
}

/// Plays a game to its end, looking at every state with a source of choices; gives how many commands and fights it
/// took.
pub fn play(scenario: &Arc<Scenario>, seed: u64, look: &mut dyn FnMut(&State, Pick<'_>)) -> (u32, u32) {
    let mut pick = source(seed);
    let mut state = State::open(Arc::clone(scenario));
    let mut transcript = Transcript::<CentralFront>::new();
    let (mut commands, mut fights) = (0, 0);
    while state.facts.phase != Phase::Over {
        look(&state, &mut pick);
        let (seat, template) = next(&state, &mut pick);
        let command = CentralFront::sample(&state, seat, &template, &mut pick);
        let before = state.clone();
        let mut answers = Thrown(&mut pick);
        let ended =
            judge::<CentralFront>(&mut state, Acting::own(seat), &command, &mut answers, &mut transcript);
        assert_eq!(ended, Ok(()), "{command:?} in game {seed}");
        keeps_its_laws(&before, &state);
        commands += 1;
        fights +=
            transcript.events.iter().filter(|event| matches!(event, Event::Fought { .. })).count() as u32;
        assert!(commands < 20_000, "game {seed} does not end");
    }
    (commands, fights)
}

/// Plays games; two tests share the thousand, so that they run side by side.
fn plays(seeds: std::ops::Range<u64>) {
    let (mut commands, mut fights) = (0, 0);
    for seed in seeds {
        let (more, fought) = play(&SMALL, seed, &mut |_, _| {});
        (commands, fights) = (commands + more, fights + fought);
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
fn the_sample_scenario_ends_and_keeps_the_laws() {
    let (commands, fights) = play(&LARGE, 7, &mut |_, _| {});
    assert!(commands > 200 && fights > 3, "{fights} fights in {commands} commands");
}
