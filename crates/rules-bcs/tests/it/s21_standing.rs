//! What a side has said beforehand answers while it does not act: each point of the list once, asked and answered.

use kernel::{Acting, Audience, Odds, Seat, Side, System};
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::rules::s12_combat;
use rules_bcs::rules::s21_standing::Asked;
use rules_bcs::state::{DefenseOrder, FirstOrder, HqOrder, LossOrder, RetreatOrder, Standing, StoppingOrder};
use rules_bcs::{BattalionCombat, Command, Event, Phase, State};

use crate::table::*;

/// Answered by instruction, in order.
fn answered(events: &[Event]) -> Vec<Asked> {
    let of = |event: &Event| match event {
        Event::ByInstruction(by) => Some(by.what),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

#[test]
fn instructions_are_a_secret_of_their_side_and_can_be_changed_at_any_time() {
    let mut state = acts(BLUE, "B1", Level::Full, &["1813"], |_| {});
    let standing = Standing { stopping: Some(StoppingOrder::Never), ..Standing::default() };
    let (events, _) = done(&mut state, RED, Command::instruct(standing), &[]);
    assert_eq!(BattalionCombat::audience(&events[0]), Audience::Side(1));
    assert_eq!(state.facts.standing[Side::SECOND], standing);
    let shows = |seat: Seat| {
        format!("{:?}", BattalionCombat::view(&state, seat)).contains("What Red has written down")
    };
    assert!(shows(RED) && shows(Seat::Umpire) && !shows(BLUE) && !shows(Seat::Spectator));
    assert_eq!(refused(&state, Seat::Clock, Command::instruct(standing)), "BCS-ACT-18 actor");
    let over = opened(west(), |facts| facts.phase = Phase::Over);
    assert_eq!(refused(&over, RED, Command::instruct(standing)), "BCS-ACT-18 phase");
}

#[test]
fn the_first_player() {
    for (order, first) in [(FirstOrder::Own, Side::SECOND), (FirstOrder::Enemy, Side::FIRST)] {
        let standing = Standing { first: Some(order), ..Standing::default() };
        let mut state = opened(west(), |facts| {
            facts.phase = Phase::FirstRoll;
            facts.standing[Side::SECOND] = standing;
        });
        let (events, _) = done(&mut state, Seat::Clock, Command::Proceed, &[&[2, 5]]);
        assert_eq!((answered(&events), state.facts.go), (vec![Asked::First], Some(first)));
    }
    let mut asked = opened(west(), |facts| facts.phase = Phase::FirstRoll);
    done(&mut asked, Seat::Clock, Command::Proceed, &[&[2, 5]]);
    assert_eq!((asked.facts.phase, asked.facts.go), (Phase::First, Some(Side::SECOND)));
}

/// Three units at Sarn East, of which the first has a step left.
fn three(standing: Standing) -> State {
    acts(BLUE, "B1", Level::Full, &["1813"], |facts| {
        piece(facts, "B1-t1").at = Some(hex("1714"));
        piece(facts, "R1-g1").lost = 3;
        piece(facts, "R1-rec").at = Some(hex("1813"));
        piece(facts, "R1-t1").at = Some(hex("1813"));
        facts.standing[Side::SECOND] = standing;
    })
}

/// [BCS-CT-18] Whoever adds most for the defender on the Combat Table, whichever unit leads: not the tanks with the highest AR, for
/// infantry defends a town better.
#[test]
fn the_ar_unit_with_the_highest_total_defends() {
    let attack = Command::Attack { target: hex("1813"), shock: false };
    // What the attacker adds against a defender.
    let net = |defender: &str| {
        let mut state = three(Standing::default());
        done(&mut state, BLUE, attack.clone(), &[]);
        done(&mut state, RED, Command::Defend { unit: unit(defender), prepared: false }, &[]);
        // The infantry alone can lead.
        done(&mut state, BLUE, Command::Commit { unit: unit("B1-m1"), assist: None }, &[]);
        let activation = now(&state);
        let battle = activation.battle.as_ref().expect("a battle");
        s12_combat::before(&state, activation, battle).expect("an attack").net
    };
    let nets = ["R1-t1", "R1-rec", "R1-g1"].map(|id| (id, net(id)));
    let least = nets.iter().map(|(_, net)| *net).min().unwrap();
    let mut state = three(Standing { defense: Some(DefenseOrder::Total), ..Standing::default() });
    done(&mut state, BLUE, attack.clone(), &[]);
    let named = now(&state).battle.unwrap().defender.unwrap();
    let of_named = nets.iter().find(|(id, _)| unit(id) == named).expect("one of the three").1;
    assert_eq!(of_named, least, "{nets:?}");
    assert!(nets[0].1 > least && nets.iter().filter(|(_, net)| *net == least).count() == 1, "{nets:?}");
}

#[test]
fn the_ar_unit_and_the_steps() {
    let defense = |order| Standing { defense: Some(order), ..Standing::default() };
    // Asked, with no instruction.
    let mut asked = three(Standing::default());
    done(&mut asked, BLUE, Command::Attack { target: hex("1813"), shock: false }, &[]);
    assert_eq!(now(&asked).battle.unwrap().defender, None);
    // The tanks have AR 4; they have three steps, and so has nobody more.
    let mut state = three(defense(DefenseOrder::Rating));
    let (events, _) = done(&mut state, BLUE, Command::Attack { target: hex("1813"), shock: false }, &[]);
    assert_eq!(
        (answered(&events), now(&state).battle.unwrap().defender),
        (vec![Asked::Defense], Some(unit("R1-t1")))
    );
    let mut state = three(defense(DefenseOrder::Steps));
    done(&mut state, BLUE, Command::Attack { target: hex("1813"), shock: false }, &[]);
    assert_eq!(now(&state).battle.unwrap().defender, Some(unit("R1-t1")));
    // With the grenadiers as AR unit a step is left over.
    for (order, loses) in [(LossOrder::KeepRating, "R1-rec"), (LossOrder::KeepUnits, "R1-t1")] {
        let mut state = three(Standing { losses: Some(order), ..Standing::default() });
        done(&mut state, BLUE, Command::Attack { target: hex("1813"), shock: false }, &[]);
        done(&mut state, RED, Command::Defend { unit: unit("R1-g1"), prepared: false }, &[]);
        done(&mut state, BLUE, Command::Commit { unit: unit("B1-m1"), assist: Some(unit("B1-t1")) }, &[]);
        done(&mut state, BLUE, Command::Suppress { spotter: unit("B1-m1"), air: false }, &[]);
        let (events, _) = done(&mut state, BLUE, Command::Fight, &[&[6, 6]]);
        assert_eq!((answered(&events), at(&state, loses).lost), (vec![Asked::Losses], 1), "{order:?}");
    }
}

/// What has been said is known to its side and the umpire alone, also by what a command could come to.
#[test]
fn odds_tell_nothing_of_what_was_said_beforehand() {
    let all = Standing {
        defense: Some(DefenseOrder::Rating),
        losses: Some(LossOrder::KeepUnits),
        retreats: Some(RetreatOrder::TowardHq),
        stopping: Some(StoppingOrder::Always),
        jumped: Some(HqOrder::TowardSource),
        first: Some(FirstOrder::Own),
    };
    let odds = |state: &State, seat: Seat, command: &Command| {
        Odds::of::<BattalionCombat>(state, Acting::own(seat), command).expect("odds")
    };
    let attack = Command::Attack { target: hex("1813"), shock: false };
    let engage = Command::Engage { unit: unit("B1-rec"), target: unit("R1-t1") };
    let engaged = |standing| {
        acts(BLUE, "B1", Level::Full, &["1715"], |facts| {
            piece(facts, "R1-t1").at = Some(hex("1715"));
            facts.standing[Side::SECOND] = standing;
        })
    };
    for (command, silent, said) in [
        (attack, three(Standing::default()), three(all)),
        (engage, engaged(Standing::default()), engaged(all)),
    ] {
        assert_eq!(odds(&said, BLUE, &command), odds(&silent, BLUE, &command), "{command:?}");
    }
    // Nor does it tell by how much there is to work out: asked, Red throws for it later; said beforehand, in the same command.
    let moves = Command::Move { unit: unit("B1-t1"), path: path("1711") };
    for standing in [Standing::default(), all] {
        let state = acts(BLUE, "B1", Level::Full, &[], |facts| {
            piece(facts, "B1-t1").at = Some(hex("1611"));
            facts.standing[Side::SECOND] = standing;
        });
        let one_branch = Odds::within::<BattalionCombat>(&state, Acting::own(BLUE), &moves, 1);
        assert!(one_branch.is_ok(), "{one_branch:?}");
    }
}

#[test]
fn prepared_defense_is_declared_whenever_it_can_be() {
    let mut state = acts(BLUE, "B1", Level::Full, &["1813"], |facts| {
        body(facts, "R1").prepared = true;
        facts.standing[Side::SECOND] = Standing::usual();
    });
    done(&mut state, BLUE, Command::Attack { target: hex("1813"), shock: false }, &[]);
    let battle = now(&state).battle.unwrap();
    assert!(battle.prepared && battle.defender == Some(unit("R1-g1")));
}

#[test]
fn the_path_of_a_retreat() {
    let engaged = |standing| {
        let mut state = acts(BLUE, "B1", Level::Full, &["1715"], |facts| {
            piece(facts, "R1-t1").at = Some(hex("1715"));
            facts.standing[Side::SECOND] = standing;
        });
        // AV 2, AR 3 and nothing else against AV 4, AR 4: −3.
        let engage = Command::Engage { unit: unit("B1-rec"), target: unit("R1-t1") };
        let (events, _) = done(&mut state, BLUE, engage, &[&[6, 6]]);
        (state, answered(&events))
    };
    let (asked, none) = engaged(Standing::default());
    assert!(now(&asked).owed.is_some() && none.is_empty());
    for order in [RetreatOrder::TowardHq, RetreatOrder::ToCover] {
        let (state, by) = engaged(Standing { retreats: Some(order), ..Standing::default() });
        assert_eq!((by, now(&state).owed), (vec![Asked::Retreats], None));
        assert_eq!(state.scenario.board.distance(hex("1715"), at(&state, "R1-t1").at.unwrap()), 3);
    }
}

#[test]
fn a_stopping_engagement() {
    let moved = |standing, dice: &[&[u16]]| {
        let mut state = acts(BLUE, "B1", Level::Full, &[], |facts| {
            piece(facts, "B1-t1").at = Some(hex("1611"));
            facts.standing[Side::SECOND] = standing;
        });
        let (events, _) =
            done(&mut state, BLUE, Command::Move { unit: unit("B1-t1"), path: path("1711") }, dice);
        (state, answered(&events))
    };
    let of = |order| Standing { stopping: Some(order), ..Standing::default() };
    assert!(now(&moved(Standing::default(), &[]).0).entered.is_some());
    // The tanks' sum is that of the mover; the flak's is less by one.
    for order in [StoppingOrder::WhenEven, StoppingOrder::Always] {
        let (state, by) = moved(of(order), &[&[3, 4]]);
        assert_eq!(
            (by, now(&state).entered, at(&state, "R1-t2").required),
            (vec![Asked::Stopping], None, true)
        );
    }
    let (state, by) = moved(of(StoppingOrder::Never), &[]);
    assert_eq!((by, now(&state).entered, now(&state).engaged), (vec![Asked::Stopping], None, false));
}

#[test]
fn an_hq_that_was_jumped() {
    for order in [HqOrder::TowardSource, HqOrder::TowardUnits] {
        let mut state = acts(BLUE, "B1", Level::Full, &[], |facts| {
            body(facts, "R2").hq = Some(hex("1615")).into();
            facts.standing[Side::SECOND] = Standing { jumped: Some(order), ..Standing::default() };
        });
        let go = Command::Move { unit: unit("B1-t2"), path: path("1514 1614 1615") };
        let (events, _) = done(&mut state, BLUE, go, &[]);
        assert_eq!((answered(&events), now(&state).jumped.len()), (vec![Asked::Jumped], 0));
        assert!(of(&state, "R2").hq.first().is_some());
    }
}

/// Whoever acts is asked himself: his instructions are for the time when he does not.
#[test]
fn the_side_that_acts_answers_itself() {
    let mut state = acts(BLUE, "B1", Level::Full, &[], |facts| {
        piece(facts, "B1-t1").at = Some(hex("1611"));
        facts.standing[Side::FIRST] = Standing::usual();
    });
    done(&mut state, BLUE, Command::Move { unit: unit("B1-t1"), path: path("1711") }, &[]);
    done(&mut state, RED, Command::Require { unit: Some(unit("R1-t2")) }, &[&[5, 5]]);
    assert!(now(&state).owed.is_some());
}

#[test]
fn two_sides_that_stay_away_come_to_the_end() {
    let mut state = State::open(west());
    let mut dice = crate::Dice::new(5);
    let mut n = 0;
    while state.facts.phase != Phase::Over {
        let next =
            [BLUE, RED].into_iter().find_map(|seat| Some((seat, BattalionCombat::in_absence(&state, seat)?)));
        let (seat, command) = next.unwrap_or((Seat::Clock, Command::Proceed));
        let mut transcript = kernel::Transcript::<BattalionCombat>::new();
        let mut thrown = |n: u64| dice.below(n);
        let mut answers = kernel::answers::Thrown::new(&mut thrown);
        let ended =
            kernel::judge(&mut state, kernel::Acting::own(seat), &command, &mut answers, &mut transcript);
        assert_eq!(ended, Ok(()), "{command:?}");
        n += 1;
        assert!(n < 500, "a game without an end");
    }
    assert!(n > 60, "{n}");
}
