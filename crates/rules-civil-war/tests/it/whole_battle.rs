//! A battle from its opening to what the book takes back.

use kernel::{Side, System};
use rules_civil_war::battle::{Flanks, Losses, Report};
use rules_civil_war::exact::Exact;
use rules_civil_war::words::{Class, Edge, Fate, Flank, Inches, Role, Step};
use rules_civil_war::written::Written;
use rules_civil_war::{CivilWar, Command, Event, State};

use crate::table::{
    NEUTRAL, REBEL, UNION, at_flanks, at_placing, battle, done, first, id, opened, rate_all, refused, setup,
    stuart_around,
};

/// Stuart's cavalry around the Confederate left, in the woods across a river.
pub fn worked() -> State {
    worked_in(at_flanks(setup(), "H-wood", Some(Edge::North)))
}

/// The same from the flank marches on, at whichever table.
pub fn worked_in(state: State) -> State {
    let around = stuart_around(&state);
    at_placing(state, Flanks::default(), around)
}

pub fn march(state: &mut State, faces: [u16; 4], meetings: [u16; 2]) {
    let fought = first();
    done(state, NEUTRAL, Command::NextStep { battle: Some(fought) }, &[]);
    let asked = [
        (Role::Attacker, Flank::Left),
        (Role::Attacker, Flank::Right),
        (Role::Defender, Flank::Left),
        (Role::Defender, Flank::Right),
    ];
    for ((role, flank), face) in asked.into_iter().zip(faces) {
        done(state, NEUTRAL, Command::MarchRoll { battle: fought, role, flank }, &[&[face]]);
    }
    for (flank, face) in Flank::ALL.iter().zip(meetings) {
        done(state, NEUTRAL, Command::EncounterRoll { battle: fought, flank: *flank }, &[&[face]]);
    }
    done(state, NEUTRAL, Command::NextStep { battle: Some(fought) }, &[]);
}

fn advance(state: &mut State) -> Vec<Event> {
    done(state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[])
}

#[test]
fn the_worked_battle_of_the_sample_has_its_forty_inches() {
    let state = worked();
    let inches = rules_civil_war::rules::s6_sketch::inches(&state.setup, battle(&state));
    assert_eq!(inches, Inches::whole(40));
    let ground = rules_civil_war::rules::s5_flanks::ground_of(&state.setup, battle(&state));
    assert_eq!((ground.die, ground.works), (-2, 50));
}

#[test]
fn a_swift_force_is_told_of_on_turn_three_and_comes_on_turn_four() {
    let mut state = worked();
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 4, 1], [1, 1]);
    let mut told = Vec::new();
    for turn in 1..=4 {
        let events = advance(&mut state);
        told.extend(
            events
                .into_iter()
                .filter(|event| !matches!(event, Event::TurnBegan(_)))
                .map(|event| (turn, event)),
        );
    }
    let [(3, Event::Announced(notice)), (4, Event::ForceDue(due))] = &told[..] else { panic!("{told:?}") };
    // The Confederates stand in the south, so their left is the western edge.
    assert_eq!((notice.side, notice.edge), (Some(Side::SECOND), Edge::West));
    assert_eq!((due.side, due.held), (Side::SECOND, 0));
    assert_eq!(refused(&state, NEUTRAL, Command::AdvanceTurn { battle: first() }), "CWFF-7B-3 incomplete");
    done(&mut state, REBEL, Command::Arrive { battle: first(), flank: Flank::Left }, &[]);
    assert_eq!(refused(&state, NEUTRAL, Command::AdvanceTurn { battle: first() }), "CWFF-7B-11 incomplete");
    rate_all(&mut state, 1);
    advance(&mut state);
    assert_eq!(opened(setup(), &state), state);
}

#[test]
fn a_side_that_asks_for_the_marches_is_told_that_they_are_secret() {
    let mut state = worked();
    rate_all(&mut state, 5);
    done(&mut state, NEUTRAL, Command::NextStep { battle: Some(first()) }, &[]);
    let ask = Command::MarchRoll { battle: first(), role: Role::Defender, flank: Flank::Left };
    assert_eq!([refused(&state, REBEL, ask.clone()), refused(&state, UNION, ask)], ["CWFF-7B-1 secret"; 2]);
}

/// The same battle, after the Union conceded on the first turn, with reports.
pub fn after(rebel: &[(&str, u16)], union: &[(&str, u16)]) -> State {
    after_in(worked(), rebel, union)
}

pub fn after_in(mut state: State, rebel: &[(&str, u16)], union: &[(&str, u16)]) -> State {
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 1, 1], [1, 1]);
    advance(&mut state);
    done(&mut state, UNION, Command::Concede { battle: first() }, &[]);
    let report = |losses: &[(&str, u16)]| {
        let line = |(brigade, killed): &(&str, u16)| Losses {
            brigade: id(brigade),
            killed: *killed,
            ..Losses::default()
        };
        Report { brigades: losses.iter().map(line).collect(), ..Report::default() }
    };
    done(&mut state, REBEL, Command::Report { battle: first(), report: Written(report(rebel)) }, &[]);
    done(&mut state, UNION, Command::Report { battle: first(), report: Written(report(union)) }, &[]);
    done(&mut state, NEUTRAL, Command::EndBattle { battle: first(), union: 3, confederate: 7 }, &[]);
    state
}

pub fn first_of(state: &State, side: Side, class: Class) -> String {
    let fought = battle(state);
    let oob = fought.halves[side].oob.as_ref().expect("an order");
    let flanks = fought.halves[side].flanks.as_ref().expect("flanks");
    let is_it = |brigade: &rules_civil_war::oob::Brigade| {
        brigade.class(fought.muster(side)) == Some(class) && !flanks.holds(brigade.id)
    };
    oob.brigades().find(|(_, brigade)| is_it(brigade)).expect("a brigade").1.id.to_string()
}

#[test]
fn the_book_takes_a_battle_back_exactly() {
    let probe = worked();
    let crack = first_of(&probe, Side::SECOND, Class::Crack);
    let veteran = first_of(&probe, Side::SECOND, Class::Veteran);
    let mut state = after(&[(&crack, 3), (&veteran, 7)], &[]);
    let close = Command::NextStep { battle: Some(first()) };
    assert_eq!(refused(&state, NEUTRAL, close.clone()), "CWFF-9C-1 incomplete");
    // Lost 10 stands, so no whole strength point: one face of the three at 1:1, medium, with no loss demoralizes: 40 of 120.
    done(&mut state, NEUTRAL, Command::DemoralizationRoll { battle: first(), side: Side::SECOND }, &[&[41]]);
    assert_eq!(refused(&state, NEUTRAL, close.clone()), "CWFF-9D-2 incomplete");
    assert_eq!(
        refused(&state, NEUTRAL, Command::LeaderLossRoll { battle: first(), leader: id("lee") }),
        "CWFF-9D-1 not-eligible"
    );
    done(&mut state, NEUTRAL, Command::LeaderLossRoll { battle: first(), leader: id("stuart") }, &[&[1, 2]]);
    assert_eq!(
        refused(&state, UNION, Command::PromoteCrack { battle: first(), sp: id("U1") }),
        "CWFF-4F-3 actor"
    );
    assert_eq!(
        refused(&state, REBEL, Command::PromoteCrack { battle: first(), sp: id("C1") }),
        "CWFF-4F-3 not-eligible"
    );
    done(&mut state, REBEL, Command::PromoteCrack { battle: first(), sp: id("C3") }, &[]);
    assert_eq!(
        refused(&state, REBEL, Command::PromoteCrack { battle: first(), sp: id("C2") }),
        "CWFF-4F-3 dup"
    );
    let events = done(&mut state, NEUTRAL, close, &[]);
    let [Event::TakenBack(_), told @ ..] = &events[..] else { panic!("{events:?}") };
    let stands: Vec<Side> = told
        .iter()
        .filter_map(|event| match event {
            Event::Stands(stands) => Some(stands.side),
            _ => None,
        })
        .collect();
    assert_eq!(
        (stands, told.len()),
        (Side::BOTH.to_vec(), 2),
        "one event holds everything; the others close reports"
    );
    let book = &state.facts.book;
    let (anv, aop) = (book.army(id("anv")).expect("an army"), book.army(id("aop")).expect("an army"));
    assert_eq!(anv.carried, [Exact::stands(3, 20), Exact::stands(7, 20)]);
    let classes: Vec<Class> = anv.sp.iter().map(|sp| sp.class).collect();
    assert_eq!(classes, [Class::Crack, Class::Veteran, Class::Crack, Class::Veteran, Class::Veteran]);
    assert!(!anv.demoralized && aop.demoralized, "who withdraws is demoralized");
    assert!(aop.sp.iter().all(|sp| sp.class == Class::Veteran), "no green is left on the table");
    // 3 on two dice wounds a leader of one star, who fought all the same.
    assert_eq!(book.person(id("stuart")).map(|person| person.fate), Some(Fate::Wounded));
    let track: Vec<&str> = book.track.iter().map(|one| one.counter.as_str()).collect();
    assert_eq!(track, ["hooker-2", "jackson-3", "longstreet-3", "stuart-2"]);
    assert_eq!(battle(&state).step, Step::Closed);
    assert_eq!(opened(setup(), &state), state);
    assert!(!CivilWar::is_over(&state));
}

#[test]
fn forty_stands_demoralize_and_thirty_nine_do_not() {
    let probe = worked();
    let oob = battle(&probe).halves[Side::SECOND].oob.clone().expect("an order");
    let flanks = battle(&probe).halves[Side::SECOND].flanks.clone().expect("flanks");
    let on_table: Vec<(String, u16)> = oob
        .brigades()
        .filter(|(_, b)| !flanks.holds(b.id))
        .map(|(_, b)| (b.id.to_string(), b.stands()))
        .collect();
    let lose = |most: u16| {
        let mut left = most;
        let take = |(brigade, stands): &(String, u16)| {
            let killed = left.min(*stands);
            left -= killed;
            (brigade.clone(), killed)
        };
        let losses: Vec<(String, u16)> = on_table.iter().map(take).collect();
        let losses: Vec<(&str, u16)> =
            losses.iter().map(|(brigade, killed)| (brigade.as_str(), *killed)).collect();
        after(&losses, &[])
    };
    let roll = Command::DemoralizationRoll { battle: first(), side: Side::SECOND };
    assert_eq!(refused(&lose(40), NEUTRAL, roll.clone()), "CWFF-9C-1 not-eligible");
    // One lost of the board's faces at 1:1, medium: one of two demoralizes.
    done(&mut lose(39), NEUTRAL, roll, &[&[60]]);
}
