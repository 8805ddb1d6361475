use kernel::Seat;
use rules_toy::state::Stance;
use rules_toy::{Command, Phase};

use crate::table::{BLUE, GREY, done, id, refused, seal, table};

#[test]
fn only_sides_act_at_dusk_and_at_night() {
    let state = table(Phase::Dusk, |_, _| {});
    for seat in [Seat::Umpire, Seat::Spectator, Seat::Clock, Seat::Side(2)] {
        assert_eq!(refused(&state, seat, Command::Place { post: id("mill") }), "TOY-0 actor");
    }
}

#[test]
fn dusk_work_is_not_done_at_night_nor_night_work_at_dusk() {
    let (dusk, night) = (table(Phase::Dusk, |_, _| {}), table(Phase::Night, |_, _| {}));
    assert_eq!(refused(&night, BLUE, Command::Place { post: id("mill") }), "TOY-0 step");
    assert_eq!(refused(&dusk, BLUE, seal(Stance::Hold)), "TOY-0 step");
}

#[test]
fn who_has_closed_waits_until_both_have() {
    let mut state = table(Phase::Dusk, |_, _| {});
    done(&mut state, BLUE, Command::Close, &[]);
    assert_eq!(refused(&state, BLUE, Command::Place { post: id("mill") }), "TOY-0 closed");
    done(&mut state, GREY, Command::Close, &[]);
    assert_eq!(state.phase, Phase::Night);
    done(&mut state, BLUE, seal(Stance::Hold), &[]);
}
