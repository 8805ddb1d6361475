use kernel::Side;
use kernel::{Sealed, System};
use rules_toy::rules::s7_dawn::Revealed;
use rules_toy::state::Stance;
use rules_toy::{Command, Event, Phase, Pickets};

use crate::table::{BLUE, done, ford, hex, seal, table};

#[test]
fn a_side_may_change_its_mind_until_it_closes() {
    let mut state = table(Phase::Night, |_, _| {});
    done(&mut state, BLUE, seal(Stance::Hold), &[]);
    done(&mut state, BLUE, seal(Stance::Raid), &[]);
    assert_eq!(state.sides[Side::FIRST].stance, Some(Stance::Raid));
}

#[test]
fn the_table_is_told_what_to_seal_and_what_is_published() {
    let mut state = table(Phase::Night, |_, _| {});
    let sealing = Pickets::sealing(&state, BLUE, &seal(Stance::Raid)).unwrap();
    assert_eq!(
        (sealing.slot.as_str(), sealing.side, sealing.payload.as_str()),
        ("1/stance", "blue".parse().unwrap(), "raid")
    );
    let command = Command::Seal { stance: Stance::Raid, nonce: Some(hex("a")), digest: Some(hex("d")) };
    let (events, _) = done(&mut state, BLUE, command, &[]);
    assert_eq!(Pickets::seals(&ford(), &events[0]), []);
    let (events, _) = done(&mut state, BLUE, Command::Close, &[]);
    let closed =
        Sealed::Closed { slot: "1/stance".into(), side: "blue".parse().unwrap(), digest: "d".repeat(64) };
    assert_eq!(Pickets::seals(&ford(), &events[0]), [closed]);
    let opened = Event::Revealed(Revealed {
        side: Side::FIRST,
        round: 1,
        stance: Stance::Raid,
        nonce: Some(hex("a")),
    });
    let (slot, payload, nonce) = ("1/stance".into(), "raid".into(), "a".repeat(64));
    assert_eq!(
        Pickets::seals(&ford(), &opened),
        [Sealed::Opened { slot, side: "blue".parse().unwrap(), payload, nonce }]
    );
}
