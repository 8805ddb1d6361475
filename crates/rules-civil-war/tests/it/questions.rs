//! What questions are called: the same whoever writes what lines in what order, goes there and back, or acts for nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{Acting, Answered, Answers, Asked, Faces, Origin, Seat, Side, Transcript, judge};
use rules_civil_war::battle::Flanks;
use rules_civil_war::oob::Oob;
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::rules::s7_ratings::unrated;
use rules_civil_war::setup::Ratio;
use rules_civil_war::words::{BattleId, Class, Edge, Step, UnitId, Use};
use rules_civil_war::written::Written;
use rules_civil_war::{CivilWar, Command, SUMMER, Setup, State};

use crate::table::{
    NEUTRAL, REBEL, UNION, at_orders, at_placing, battle, done, first, id, opening, pulses, rate_all,
    refused, setup,
};
use crate::whole_battle::{after, first_of, march, worked};

/// Throws ones, and keeps what each question is called.
#[derive(Default)]
struct Keys(Vec<String>);

impl Answers for Keys {
    fn answer(&mut self, asked: &Asked<'_>) -> Answered {
        self.0.push(asked.key());
        let (n, _) = asked.die.map_or((1, 1), |die| die.shape());
        Answered::Faces((0..n).map(|_| 1).collect::<Faces>(), Origin::Table)
    }

    fn wants_identity(&self) -> bool {
        true
    }
}

/// Gives a command; what its questions are called.
fn keys(state: &mut State, seat: Seat, command: Command) -> Vec<String> {
    let mut answers = Keys::default();
    let ended = judge(state, Acting::own(seat), &command, &mut answers, &mut Transcript::<CivilWar>::new());
    assert_eq!(ended, Ok(()), "{command:?}");
    answers.0
}

/// What the ratings of the Union are called, with its draft written otherwise.
fn ratings(mut state: State, write: impl Fn(&mut Oob)) -> BTreeMap<UnitId, Vec<String>> {
    for side in Side::BOTH {
        let mut oob = draft(terms(&state.setup, battle(&state), side)).expect("an order of battle");
        if side == Side::FIRST {
            write(&mut oob);
        }
        done(&mut state, side.seat(), Command::SubmitOob { battle: first(), oob: Written(oob) }, &[]);
    }
    let mut state = at_placing(state, Flanks::default(), Flanks::default());
    let due = unrated(battle(&state), Side::FIRST);
    let rate = |of: UnitId| Command::Rate { battle: first(), side: Side::FIRST, of: Some(of) };
    due.into_iter().map(|of| (of, keys(&mut state, NEUTRAL, rate(of)))).collect()
}

fn wood() -> State {
    at_orders(setup(), "H-wood", None)
}

#[test]
fn the_lines_of_an_order_of_battle_name_no_question() {
    let plain = ratings(wood(), |_| ());
    assert!(plain.values().flatten().count() > 8, "{plain:?}");
    let turned = ratings(wood(), |oob| {
        oob.corps.reverse();
        oob.divisions.reverse();
        for division in &mut oob.divisions {
            division.brigades.reverse();
            division.brigades.iter_mut().for_each(|brigade| brigade.of.reverse());
        }
    });
    assert_eq!(turned, plain);
}

#[test]
fn names_in_an_order_of_battle_part_only_what_is_alike() {
    let state = wood();
    let kind = |sp| battle(&state).muster(Side::FIRST).sp(sp).map(|sp| (sp.arm, sp.class));
    // What each brigade holds and whose it is, with what its questions are called.
    let told = |rename: bool| {
        let oob = std::cell::RefCell::new(Oob::default());
        let rated = ratings(wood(), |written| {
            if rename {
                let all = written.divisions.iter_mut().rev().flat_map(|one| one.brigades.iter_mut().rev());
                all.enumerate().for_each(|(at, brigade)| brigade.id = id(&format!("x{at:02}")));
            }
            *oob.borrow_mut() = written.clone();
        });
        let oob = oob.into_inner();
        let mut told: Vec<_> = oob
            .brigades()
            .map(|(division, brigade)| {
                let stands: Vec<_> = brigade.of.iter().map(|share| (kind(share.sp), share.stands)).collect();
                (format!("{stands:?} {:?} {:?}", brigade.batteries, division.leader), &rated[&brigade.id])
            })
            .map(|(alike, keys)| (alike, keys.clone()))
            .collect();
        told.sort();
        told
    };
    assert_eq!(told(true), told(false));
}

#[test]
fn there_and_back_names_no_question() {
    let begin = |moves: &[Command]| {
        let mut state = pulses(setup());
        for command in moves {
            done(&mut state, NEUTRAL, command.clone(), &[]);
        }
        let ratio = state.setup.ratio;
        done(&mut state, NEUTRAL, Command::enter(opening("H-wood", None)), &[]);
        for seat in [UNION, REBEL] {
            done(&mut state, seat, Command::agree(first(), ratio), &[]);
        }
        done(&mut state, NEUTRAL, Command::DrawField { battle: first() }, &[]);
        done(&mut state, REBEL, Command::ChooseSide { battle: first(), edge: Edge::South }, &[]);
        state
    };
    let (aop, mountain) = (id("aop"), id("mountain"));
    let leader = |army| Command::MoveLeader { leader: id("franklin"), army };
    let sp = |army| Command::MoveSp { sp: id("U1"), army };
    // Strength points stand otherwise in the draft, so one order of battle is written for all.
    let oob = draft(terms(&setup(), battle(&wood()), Side::FIRST)).expect("an order of battle");
    let told = |moves: &[Command]| ratings(begin(moves), |written| *written = oob.clone());
    let plain = told(&[]);
    assert_eq!(told(&[leader(mountain), leader(aop)]), plain);
    assert_eq!(told(&[sp(mountain), sp(aop)]), plain);
}

/// The sample with a second field in the woods, so that one is drawn.
fn two_fields() -> Arc<Setup> {
    let field = r#"
[[battlefields]]
terrain = "forest"
name = "Pine barrens"
width = 60.0
height = 48.0
sides = ["north", "south"]
deploy = { north = { y_min = 34.0 }, south = { y_max = 14.0 } }
"#;
    Setup::load("1862.toml", &format!("{SUMMER}{field}")).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// Enters a battle that both want on the table, and draws its field.
fn drawn(state: &mut State, name: &str) -> Vec<String> {
    let fought: BattleId = id(name);
    done(state, NEUTRAL, Command::enter(opening("H-wood", None)), &[]);
    for seat in [UNION, REBEL] {
        done(state, seat, Command::agree(fought, Ratio::default()), &[]);
    }
    keys(state, NEUTRAL, Command::DrawField { battle: fought })
}

#[test]
fn battles_that_came_to_no_question_number_no_other() {
    let mut plain = pulses(two_fields());
    let told = drawn(&mut plain, "aop.1");
    assert_eq!(told.len(), 1);
    let mut state = pulses(two_fields());
    for name in ["aop.1", "aop.2"] {
        done(&mut state, NEUTRAL, Command::enter(opening("H-wood", None)), &[]);
        let (winner, lost, demoralized) = (Side::FIRST, Vec::new(), Vec::new());
        let nothing = Command::CwResult {
            battle: id(name),
            winner,
            lost,
            demoralized,
            crack: None,
            killed: None,
            wounded: None,
        };
        done(&mut state, NEUTRAL, nothing, &[]);
    }
    assert_eq!(drawn(&mut state, "aop.3"), told);
    // One that was fought out on a table counts.
    plain.facts.battle[0].step = Step::Closed;
    assert_ne!(drawn(&mut plain, "aop.2"), told);
}

#[test]
fn one_chance_is_one_question_however_it_is_written() {
    let told = |n: u16, of: u16| {
        let mut state = after(&[], &[]);
        state.facts.battle[0].input.column = "9:1".into();
        let side = Side::SECOND;
        done(&mut state, NEUTRAL, Command::EnterChance { battle: first(), side, n, of }, &[]);
        keys(&mut state, NEUTRAL, Command::DemoralizationRoll { battle: first(), side })
    };
    let half = told(1, 2);
    assert_eq!(half.len(), 1);
    for n in [2, 7, 50] {
        assert_eq!(told(n, 2 * n), half, "{n}");
    }
    // One die for every chance: no other denominator is another throw.
    assert_eq!(told(1, 3), half);
    assert_eq!(told(4, 4), half, "what is sure is thrown as well");
}

/// Whether and on which die it is thrown tells nothing of what the side reported.
#[test]
fn the_chance_of_a_column_is_one_question_whatever_was_lost() {
    let told = |losses: &[(&str, u16)]| {
        let mut state = after(losses, &[]);
        keys(&mut state, NEUTRAL, Command::DemoralizationRoll { battle: first(), side: Side::SECOND })
    };
    let probe = worked();
    let (crack, veteran) =
        (first_of(&probe, Side::SECOND, Class::Crack), first_of(&probe, Side::SECOND, Class::Veteran));
    let nothing = told(&[]);
    assert_eq!(nothing.len(), 1);
    // Twenty stands are one strength point: another row of the column.
    assert_eq!(told(&[(&crack, 10), (&veteran, 10)]), nothing);
}

/// Pulses are entered by the neutral: no number of them is another draw.
#[test]
fn a_promotion_is_drawn_by_how_many_were_drawn() {
    let drawn = |n_pulses: u8, earlier: u8| {
        let mut state = pulses(setup());
        let own = state.setup.leaders.iter().filter(|card| card.side == Side::FIRST);
        state.facts.book.pool = own.flat_map(|card| card.next.clone()).collect();
        assert!(state.facts.book.pool.len() > 1, "{:?}", state.facts.book.pool);
        state.facts.book.drawn[Side::FIRST] = earlier.into();
        for _ in 0..n_pulses {
            done(&mut state, NEUTRAL, Command::Initiative { union: 5, confederate: 2 }, &[]);
        }
        keys(&mut state, UNION, Command::TakePromotion { counter: None })
    };
    let first = drawn(1, 0);
    assert_eq!(first.len(), 1);
    assert_eq!(drawn(4, 0), first);
    assert_ne!(drawn(4, 1), first, "the second of a turn is another");
}

/// A battle by day with two brigades of the Union in Franklin's chain, who is rated a Poltroon; the first is seen.
fn under_franklin() -> (State, UnitId, UnitId) {
    let mut state = worked();
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 1, 1], [1, 1]);
    done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    let oob = battle(&state).halves[Side::FIRST].oob.clone().expect("an order");
    let franklin = Some(id("franklin"));
    let mut his = oob.brigades().filter(|(division, _)| {
        division.leader == franklin || oob.corps_of(division).is_some_and(|corps| corps.leader == franklin)
    });
    let (one, other) = (his.next().expect("a brigade").1.id, his.next().expect("another").1.id);
    state.facts.battle[0].halves[Side::FIRST].shown = vec![one];
    (state, one, other)
}

#[test]
fn uses_of_poltroons_are_counted_over_the_battle_whichever_brigade_they_are_of() {
    let (state, seen, unseen) = under_franklin();
    let roll = |brigade, on| Command::PoltroonRoll { battle: first(), brigade, on, side: None };
    let told = |brigades: &[UnitId], on| {
        let mut state = state.clone();
        let keys = brigades.iter().flat_map(|one| keys(&mut state, UNION, roll(*one, on)));
        keys.collect::<Vec<_>>()
    };
    for on in [Use::Combat, Use::Maneuver] {
        assert_eq!(told(&[seen, unseen], on), told(&[unseen, seen], on), "the same questions in any order");
    }
    let (combat, maneuver) = (told(&[seen], Use::Combat), told(&[seen], Use::Maneuver));
    assert_eq!(combat, told(&[unseen], Use::Combat), "a brigade out of sight names no other question");
    assert_ne!(combat, maneuver);
    // A further close combat is a further roll; a brigade maneuvers once a turn.
    let mut state = state;
    keys(&mut state, UNION, roll(seen, Use::Maneuver));
    assert_eq!(refused(&state, UNION, roll(seen, Use::Maneuver)), "CWFF-7A-5 dup");
    assert_eq!(keys(&mut state, UNION, roll(seen, Use::Combat)), combat);
    assert_ne!(keys(&mut state, UNION, roll(seen, Use::Combat)), combat);
    done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    assert_ne!(keys(&mut state, UNION, roll(seen, Use::Maneuver)), maneuver);
}

/// A turn that the neutral opens before a roll or after it brings no other question.
#[test]
fn what_is_rolled_before_a_turn_is_opened_is_what_is_rolled_after_it() {
    let (mut state, seen, _) = under_franklin();
    let battle = &mut state.facts.battle[0];
    let army = battle.halves[Side::FIRST].leads.expect("an army leader");
    let leaders = &mut battle.input.sides[Side::FIRST].leaders;
    leaders.iter_mut().find(|leader| leader.id == army).expect("his counter").army_command = 2;
    for on in [Some(Use::Combat), Some(Use::Maneuver), None] {
        let roll = || match on {
            Some(on) => Command::PoltroonRoll { battle: first(), brigade: seen, on, side: None },
            None => Command::ManeuverReroll { battle: first(), brigade: seen },
        };
        let now = keys(&mut state.clone(), UNION, roll());
        let mut later = state.clone();
        done(&mut later, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
        assert_eq!((now.len(), keys(&mut later, UNION, roll())), (1, now));
    }
}

#[test]
fn brigades_that_nobody_sees_enter_no_question_that_everybody_reads() {
    let (state, one, other) = under_franklin();
    // Of two brigades one at least is not the first of its side, whatever they are ranked by.
    for seen in [one, other] {
        let rolls = |alone: bool| {
            let mut state = state.clone();
            let battle = &mut state.facts.battle[0];
            let half = &mut battle.halves[Side::FIRST];
            half.shown = vec![seen];
            if alone {
                let oob = half.oob.as_mut().expect("an order");
                for division in &mut oob.divisions {
                    division.brigades.retain(|brigade| brigade.id == seen);
                }
            }
            let army = half.leads.expect("an army leader");
            let leaders = &mut battle.input.sides[Side::FIRST].leaders;
            leaders.iter_mut().find(|leader| leader.id == army).expect("his counter").army_command = 2;
            let poltroon =
                Command::PoltroonRoll { battle: first(), brigade: seen, on: Use::Combat, side: None };
            let again = Command::ManeuverReroll { battle: first(), brigade: seen };
            [keys(&mut state, UNION, poltroon), keys(&mut state, UNION, again)]
        };
        let among_others = rolls(false);
        assert!(among_others.iter().all(|keys| keys.len() == 1), "{among_others:?}");
        assert_eq!(rolls(true), among_others);
    }
}

#[test]
fn the_strength_points_of_a_brigade_name_no_rating() {
    let plain = ratings(wood(), |_| ());
    // Strength points of a kind change their places from one end of the order of battle to the other.
    let state = wood();
    let kind = |sp| battle(&state).muster(Side::FIRST).sp(sp).map(|sp| (sp.arm, sp.class));
    let swapped = std::cell::Cell::new(false);
    let turned = ratings(wood(), |oob| {
        let shares = || oob.brigades().flat_map(|(_, brigade)| &brigade.of).map(|share| share.sp);
        let all: Vec<_> = shares().collect();
        let pair = all.iter().find_map(|one| {
            let other = all.iter().rev().find(|other| *other != one && kind(**other) == kind(*one))?;
            Some((*one, *other))
        });
        let (one, other) = pair.expect("two of a kind");
        for share in oob.divisions.iter_mut().flat_map(|d| &mut d.brigades).flat_map(|b| &mut b.of) {
            if share.sp == one {
                share.sp = other;
                swapped.set(true);
            } else if share.sp == other {
                share.sp = one;
            }
        }
    });
    assert!(swapped.get());
    assert_eq!(turned, plain);
}

#[test]
fn a_brigade_that_nobody_sees_has_one_maneuver_a_turn_as_well() {
    let mut state = worked();
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 1, 1], [1, 1]);
    done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    let oob = battle(&state).halves[Side::FIRST].oob.clone().expect("an order");
    let franklin = Some(id("franklin"));
    let his = |division: &rules_civil_war::oob::Division| {
        division.leader == franklin || oob.corps_of(division).is_some_and(|corps| corps.leader == franklin)
    };
    let one = oob.brigades().find(|(division, _)| his(division)).expect("a brigade").1.id;
    let roll = Command::PoltroonRoll { battle: first(), brigade: one, on: Use::Maneuver, side: None };
    keys(&mut state, UNION, roll.clone());
    assert_eq!(refused(&state, UNION, roll.clone()), "CWFF-7A-5 dup");
    state.facts.battle[0].halves[Side::FIRST].shown = vec![one];
    assert_eq!(refused(&state, UNION, roll), "CWFF-7A-5 dup");
}
