//! Sealed flank marches: a digest is published when both have decided, and what opens it when the battle is over.

use kernel::{Acting, Scripted, Sealed, Seat, System, Transcript, judge};
use rules_civil_war::battle::Left;
use rules_civil_war::setup::Setup;
use rules_civil_war::words::{BattleId, Edge, Step};
use rules_civil_war::{CivilWar, Command, Event, SUMMER, State};

fn given(state: &mut State, seat: Seat, command: &Command) -> Vec<Event> {
    let mut transcript = Transcript::<CivilWar>::new();
    judge(state, Acting::own(seat), command, &mut Scripted::default(), &mut transcript).expect("lawful");
    transcript.events
}

/// The sample at the decision on flanks.
fn at_flanks() -> (State, BattleId) {
    let setup = Setup::load("1862.toml", SUMMER).expect("the sample");
    let mut state = State::open(setup);
    given(&mut state, Seat::Umpire, &Command::NextStep { battle: None });
    let opening = rules_civil_war::book::Opening {
        attacker: "aop".parse().expect("an id"),
        defender: "anv".parse().expect("an id"),
        hex: "H-open".parse().expect("an id"),
        hexside: None,
        column: "1:1".into(),
        size: rules_civil_war::words::Size::Large,
    };
    given(&mut state, Seat::Umpire, &Command::enter(opening));
    let battle: BattleId = "aop.1".parse().expect("an id");
    for side in [0, 1] {
        given(&mut state, Seat::Side(side), &Command::agree(battle, Default::default()));
    }
    given(&mut state, Seat::Umpire, &Command::DrawField { battle });
    given(&mut state, Seat::Side(1), &Command::ChooseSide { battle, edge: Edge::South });
    for side in kernel::Side::BOTH {
        let found = state.battle(battle).expect("a battle");
        let terms = rules_civil_war::rules::s4_orders::terms(&state.setup, found, side);
        let oob = rules_civil_war::oob::draft::draft(terms).expect("a draft");
        given(
            &mut state,
            side.seat(),
            &Command::SubmitOob { battle, oob: rules_civil_war::written::Written(oob) },
        );
    }
    (state, battle)
}

#[test]
fn the_digest_is_published_when_both_have_decided_and_opened_at_the_end() {
    let (mut state, battle) = at_flanks();
    let sealed = |nonce: &str| Command::SealFlank {
        battle,
        left: None,
        left_brigades: None,
        right: None,
        right_brigades: None,
        nonce: Some(nonce.into()),
        digest: Some(format!("digest of {nonce}")),
    };
    let sealing = CivilWar::sealing(&state, Seat::Side(1), &sealed("b")).expect("the choice is sealed");
    assert_eq!((sealing.slot.as_str(), sealing.side.as_str()), ("aop.1/flanks", "confederate"));
    let published = |events: &[Event]| -> Vec<Sealed> {
        events.iter().flat_map(|event| CivilWar::seals(&state_setup(), event)).collect()
    };
    assert_eq!(published(&given(&mut state, Seat::Side(1), &sealed("b"))), []);
    let both = published(&given(&mut state, Seat::Side(0), &sealed("a")));
    let closed = |side: &str, nonce| {
        Sealed::closed("aop.1/flanks".into(), side.parse().expect("an id"), format!("digest of {nonce}"))
    };
    assert_eq!(both, [closed("union", "a"), closed("confederate", "b")]);
    // Straight to the day: what lies between needs no digest.
    state.battle_mut(battle).step = Step::Day;
    let opened = published(&given(&mut state, Seat::Side(0), &Command::Concede { battle }));
    let open = |side: &str, nonce| {
        Sealed::opened("aop.1/flanks".into(), side.parse().expect("an id"), &sealing.payload, nonce)
    };
    assert_eq!(opened, [open("union", "a"), open("confederate", "b")]);
    let left = state.battle(battle).expect("a battle").halves[kernel::Side::FIRST].left;
    assert_eq!(left, Some(Left::Withdrew));
}

fn state_setup() -> std::sync::Arc<Setup> {
    Setup::load("1862.toml", SUMMER).expect("the sample")
}
