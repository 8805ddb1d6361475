use kernel::Side;
use kernel::{Answered, Origin, Seat};
use rules_toy::rules::s7_dawn::{DrivenOff, DuskFell, Ended, Held, Missed, WorksLost};
use rules_toy::state::Stance;
use rules_toy::{Command, Event, Phase};

use crate::table::{BLUE, answered, done, id, picket, refused, table};

fn shared(blue: Stance, grey: Stance) -> rules_toy::State {
    table(Phase::Dawn, |first, second| {
        (first.stance, second.stance) = (Some(blue), Some(grey));
        (first.posts, second.posts) =
            ([picket("mill", 0)].into_iter().collect(), [picket("mill", 1)].into_iter().collect());
    })
}

#[test]
fn nobody_brings_the_dawn_but_the_engine_and_only_when_it_is_time() {
    assert_eq!(refused(&shared(Stance::Hold, Stance::Hold), BLUE, Command::Dawn), "TOY-7 actor");
    assert_eq!(refused(&table(Phase::Night, |_, _| {}), Seat::Clock, Command::Dawn), "TOY-7 step");
}

#[test]
fn without_a_raid_shared_posts_stay_shared_and_give_nothing() {
    let mut state = shared(Stance::Hold, Stance::Hold);
    let (events, _) = done(&mut state, Seat::Clock, Command::Dawn, &[]);
    assert_eq!(events.last(), Some(&Event::DuskFell(DuskFell { round: 2 })));
    assert_eq!((state.sides[Side::FIRST].points, state.sides[Side::SECOND].points), (0, 0));
}

#[test]
fn a_raid_is_fought_with_a_die_each_and_works_take_the_first_loss() {
    let mut state = shared(Stance::Raid, Stance::Hold);
    let (events, _) = done(&mut state, Seat::Clock, Command::Dawn, &[&[6, 1]]);
    assert!(events.contains(&Event::WorksLost(WorksLost { side: Side::SECOND, post: id("mill") })));
    let mut state = shared(Stance::Hold, Stance::Raid);
    let (events, _) = done(&mut state, Seat::Clock, Command::Dawn, &[&[1, 6]]);
    assert!(events.contains(&Event::DrivenOff(DrivenOff { side: Side::FIRST, post: id("mill") })));
    assert!(events.contains(&Event::Held(Held { side: Side::SECOND, post: id("mill"), points: 2 })));
    assert_eq!(state.sides[Side::SECOND].points, 2);
}

#[test]
fn when_both_raid_the_umpire_says_whether_they_meet() {
    let fight = Answered::Faces([6, 1].into_iter().collect(), Origin::Table);
    let mut state = shared(Stance::Raid, Stance::Raid);
    let events = answered(&mut state, Seat::Clock, Command::Dawn, vec![Answered::Choice(0), fight]);
    assert!(events.contains(&Event::WorksLost(WorksLost { side: Side::SECOND, post: id("mill") })));
    let mut state = shared(Stance::Raid, Stance::Raid);
    let events = answered(&mut state, Seat::Clock, Command::Dawn, vec![Answered::Choice(1)]);
    assert!(events.contains(&Event::Missed(Missed {})));
}

#[test]
fn after_the_last_dawn_play_is_over_and_purses_stay() {
    let mut state = table(Phase::Dawn, |blue, _| {
        (blue.coins, blue.posts) = (3, [picket("ford", 0)].into_iter().collect())
    });
    state.round = 2;
    let (events, _) = done(&mut state, Seat::Clock, Command::Dawn, &[]);
    assert_eq!(events.last(), Some(&Event::Ended(Ended {})));
    assert_eq!(
        (state.phase, state.sides[Side::FIRST].coins, state.sides[Side::FIRST].points),
        (Phase::Over, 3, 3)
    );
}
