//! A campaign with the engine as neutral: two sides and nobody else, from the book and back to it.

use kernel::{Seat, Side, System};
use rules_civil_war::battle::{Flanks, Losses, Report};
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::rules::s7_ratings::unrated;
use rules_civil_war::setup::{Ratio, Setup};
use rules_civil_war::words::{Class, Edge, Flank, Size, Stage, Step};
use rules_civil_war::written::Written;
use rules_civil_war::{CivilWar, Command, Event, State};

use crate::table::{
    NEUTRAL, REBEL, UNION, battle, done, first, id, opened, opening, refused, spots, stuart_around,
};
use crate::unfolding::{engine, with_engine};

/// One side says something, the other the same.
pub fn both(state: &mut State, command: Command) -> Vec<Event> {
    let events = done(state, REBEL, command.clone(), &[]);
    assert!(matches!(events[..], [Event::Proposed(_)]), "{events:?}");
    let events = done(state, UNION, command, &[]);
    assert!(matches!(events.last(), Some(Event::Seconded(_))), "{events:?}");
    let left = state
        .facts
        .proposal
        .iter()
        .any(|one| matches!(events.last(), Some(Event::Seconded(done)) if done.number == one.number));
    assert!(!left, "{:?}", state.facts.proposal);
    events
}

fn pulses() -> State {
    let mut state = State::open(engine(""));
    both(&mut state, Command::NextStep { battle: None });
    assert_eq!(state.facts.book.stage, Stage::Pulses);
    state
}

/// Both sides have closed their sketches; Stuart rides around the left.
pub fn placing() -> State {
    let mut state = pulses();
    both(&mut state, Command::enter(opening("H-open", None)));
    for seat in [UNION, REBEL] {
        done(&mut state, seat, Command::agree(first(), Ratio::default()), &[]);
    }
    done(&mut state, REBEL, Command::DrawField { battle: first() }, &[]);
    done(&mut state, REBEL, Command::ChooseSide { battle: first(), edge: Edge::South }, &[]);
    for side in Side::BOTH {
        let oob = draft(terms(&state.setup, battle(&state), side)).expect("an order of battle");
        done(&mut state, side.seat(), Command::SubmitOob { battle: first(), oob: Written(oob) }, &[]);
    }
    let around = stuart_around(&state);
    done(&mut state, UNION, Command::seal(first(), Flanks::default()), &[]);
    done(&mut state, REBEL, Command::seal(first(), around), &[]);
    for side in Side::BOTH {
        let spots = Written(spots(&state, side));
        done(&mut state, side.seat(), Command::Sketch { battle: first(), spots }, &[]);
    }
    for side in Side::BOTH {
        done(&mut state, side.seat(), Command::Close { battle: first() }, &[]);
    }
    assert_eq!(battle(&state).step, Step::Placing);
    assert!(
        Side::BOTH.into_iter().any(|side| !battle(&state).halves[side].shown.is_empty()),
        "by lines of sight"
    );
    state
}

/// Every rating of a side, with one face.
fn rate(state: &mut State, side: Side, face: u16) -> Vec<Event> {
    let due = unrated(battle(state), side);
    let dice: Vec<Vec<u16>> = due
        .iter()
        .filter(|of| {
            let leaders = &battle(state).muster(side).leaders;
            let leader = leaders.iter().find(|leader| leader.id.as_str() == of.as_str());
            leader.is_none_or(|leader| matches!(leader.tactical, -1 | 1))
        })
        .map(|_| vec![face])
        .collect();
    let dice: Vec<&[u16]> = dice.iter().map(Vec::as_slice).collect();
    done(state, side.seat(), Command::Rate { battle: first(), side, of: None }, &dice)
}

/// The first day before its first turn.
pub fn by_day() -> State {
    let mut state = placing();
    assert_eq!(refused(&state, NEUTRAL, Command::NextStep { battle: Some(first()) }), "CWFF-1-1 actor");
    assert_eq!(refused(&state, UNION, Command::NextStep { battle: Some(first()) }), "CWFF-1-1 step");
    let enemy = Command::Rate { battle: first(), side: Side::SECOND, of: None };
    assert_eq!(refused(&state, UNION, enemy), "CWFF-7A-1 actor");
    let events = rate(&mut state, Side::FIRST, 9);
    assert!(matches!(events.last(), Some(Event::RatingsIn(_))), "{events:?}");
    let events = rate(&mut state, Side::SECOND, 9);
    assert!(matches!(events.last(), Some(Event::DayOpened(_))), "no march is rolled beforehand: {events:?}");
    state
}

/// The third turn; a force was told of.
pub fn told_of() -> State {
    let mut state = by_day();
    for turn in 1..=3 {
        let drawn = if turn == 3 { last(&state) } else { Vec::new() };
        let dice: Vec<&[u16]> = drawn.iter().map(std::slice::from_ref).collect();
        done(&mut state, UNION, Command::AdvanceTurn { battle: first() }, &dice);
    }
    assert_eq!(battle(&state).notices.len(), 1);
    state
}

/// The fourth turn, on which it enters.
pub fn due() -> State {
    let mut state = told_of();
    let drawn = last(&state);
    let dice: Vec<&[u16]> = drawn.iter().map(std::slice::from_ref).collect();
    done(&mut state, REBEL, Command::AdvanceTurn { battle: first() }, &dice);
    state
}

/// The first night.
pub fn night() -> State {
    let mut state = told_of();
    state.facts.battle.first_mut().expect("a battle").turn = 30;
    done(&mut state, UNION, Command::AdvanceTurn { battle: first() }, &[]);
    assert_eq!(battle(&state).step, Step::Night);
    state
}

/// The Union has left the field, and both know the points.
pub fn left() -> State {
    let mut state = by_day();
    done(&mut state, UNION, Command::Concede { battle: first() }, &[]);
    both(&mut state, Command::EndBattle { battle: first(), union: 3, confederate: 7 });
    state
}

#[test]
fn two_sides_fight_a_battle_from_the_book_and_back_to_it() {
    let mut state = by_day();
    let mut told = Vec::new();
    for turn in 1..=14 {
        let seat = if turn % 2 == 0 { UNION } else { REBEL };
        // The last of what agrees: swift is drawn last of all rows.
        let open = battle(&state).turn + 1;
        let shows = rules_civil_war::battle::unfolding::can_show(open);
        let drawn = if shows { last(&state) } else { Vec::new() };
        let dice: Vec<&[u16]> = drawn.iter().map(std::slice::from_ref).collect();
        let events = done(&mut state, seat, Command::AdvanceTurn { battle: first() }, &dice);
        told.extend(
            events
                .into_iter()
                .filter(|event| !matches!(event, Event::TurnBegan(_)))
                .map(|event| (turn, event)),
        );
        if told.iter().any(|(_, event)| matches!(event, Event::ForceDue(_))) {
            break;
        }
    }
    let [(notice, Event::Announced(_)), (entry, Event::ForceDue(due))] = &told[..] else {
        panic!("{told:?}")
    };
    assert_eq!((notice + 1, due.side, due.held), (*entry, Side::SECOND, 0));
    assert_eq!(battle(&state).sealed.fates.len(), 1, "what has shown, and nothing else");
    assert_eq!(refused(&state, UNION, Command::AdvanceTurn { battle: first() }), "CWFF-7B-3 incomplete");
    done(&mut state, REBEL, Command::Arrive { battle: first(), flank: Flank::Left }, &[]);
    assert_eq!(refused(&state, UNION, Command::AdvanceTurn { battle: first() }), "CWFF-7B-11 incomplete");
    rate(&mut state, Side::SECOND, 9);
    assert_eq!(opened(engine(""), &state), state);
    // Units are shown by their own side.
    let hidden = battle(&state)
        .brigades_there(Side::FIRST)
        .find(|id| !battle(&state).halves[Side::FIRST].shown.contains(id));
    if let Some(unit) = hidden {
        let show = Command::Reveal { battle: first(), side: Side::FIRST, units: vec![unit] };
        assert_eq!(refused(&state, REBEL, show.clone()), "CWFF-7-1 actor");
        done(&mut state, UNION, show, &[]);
    }
    done(&mut state, UNION, Command::Concede { battle: first() }, &[]);
    let close = Command::Close { battle: first() };
    assert_eq!(refused(&state, REBEL, close.clone()), "CWFF-9-1 incomplete");
    let points = Command::EndBattle { battle: first(), union: 3, confederate: 7 };
    assert_eq!(refused(&state, NEUTRAL, points.clone()), "CWFF-8-2 actor");
    both(&mut state, points.clone());
    assert_eq!(refused(&state, UNION, points), "CWFF-9-1 dup");
    for seat in [UNION, REBEL] {
        assert_eq!(refused(&state, seat, close.clone()), "CWFF-9A-1 incomplete");
        let brigades = if seat == REBEL { vec![lost(&state)] } else { Vec::new() };
        let report = Written(Report { brigades, ..Report::default() });
        done(&mut state, seat, Command::Report { battle: first(), report }, &[]);
    }
    let roll = Command::DemoralizationRoll { battle: first(), side: Side::SECOND };
    assert_eq!(refused(&state, UNION, roll.clone()), "CWFF-9C-1 actor");
    done(&mut state, REBEL, roll, &[&[120]]);
    assert_eq!(refused(&state, REBEL, close.clone()), "CWFF-4F-3 incomplete");
    done(&mut state, REBEL, Command::PromoteCrack { battle: first(), sp: id("C3") }, &[]);
    done(&mut state, REBEL, close.clone(), &[]);
    assert_eq!(refused(&state, REBEL, close.clone()), "CWFF-6-1 sealed");
    let report = Written(Report::default());
    assert_eq!(refused(&state, REBEL, Command::Report { battle: first(), report }), "CWFF-9A-1 sealed");
    let events = done(&mut state, UNION, close, &[]);
    assert!(events.iter().any(|event| matches!(event, Event::TakenBack(_))), "{events:?}");
    let anv = state.facts.book.army(id("anv")).expect("an army");
    assert!(anv.sp.iter().any(|sp| sp.id == id("C3") && sp.class == Class::Crack));
    assert_eq!(opened(engine(""), &state), state);
}

/// The last of what agrees on each place.
fn last(state: &State) -> Vec<u16> {
    let mut fought = battle(state).clone();
    fought.turn += 1;
    let places = rules_civil_war::battle::unfolding::places_of(&state.setup);
    places.map(|(_, place)| u16::try_from(fought.answers(&state.setup, place).len()).expect("few")).collect()
}

fn lost(state: &State) -> Losses {
    let brigade = battle(state).halves[Side::SECOND].came[0];
    Losses { brigade, killed: 3, ..Losses::default() }
}

/// Whoever came and is not rated is not rated any more when the battle is over.
#[test]
fn a_battle_that_ends_before_the_ratings_opens_as_it_stands() {
    let mut state = due();
    done(&mut state, REBEL, Command::Arrive { battle: first(), flank: Flank::Left }, &[]);
    done(&mut state, UNION, Command::Concede { battle: first() }, &[]);
    assert!(Side::BOTH.into_iter().all(|side| !battle(&state).halves[side].rates));
    assert_eq!(opened(engine(""), &state), state);
}

#[test]
fn a_proposal_waits_for_the_other_side_and_is_judged_before_and_after() {
    let mut state = pulses();
    let enter = Command::enter(opening("H-open", None));
    let nowhere = Command::enter(opening("H-nowhere", None));
    assert_eq!(refused(&state, UNION, nowhere), "CWFF-2-1 data");
    assert_eq!(refused(&state, NEUTRAL, enter.clone()), "CWFF-1-1 actor");
    done(&mut state, UNION, enter.clone(), &[]);
    assert_eq!(refused(&state, UNION, enter.clone()), "CWFF-1-1 dup");
    assert_eq!(opened(engine(""), &state), state);
    assert_eq!(refused(&state, REBEL, Command::Decline { proposal: 9 }), "CWFF-1-1 data");
    assert_eq!(refused(&state, NEUTRAL, Command::Decline { proposal: 2 }), "CWFF-1-1 actor");
    let mut no = state.clone();
    done(&mut no, REBEL, Command::Decline { proposal: 2 }, &[]);
    assert_eq!(no.facts.proposal, []);
    // What the rules do not take any more is not confirmed either.
    let mut late = state.clone();
    both(
        &mut late,
        Command::enter(rules_civil_war::book::Opening { size: Size::Large, ..opening("H-open", None) }),
    );
    assert_eq!(refused(&late, REBEL, enter.clone()), "CWFF-1-1 dup");
    let unknown = rules_civil_war::book::Opening { column: "9:9".into(), ..opening("H-open", None) };
    assert_eq!(refused(&state, UNION, Command::enter(unknown)), "CWFF-9C-1 data");
    for union in 1..=6 {
        done(&mut state, UNION, Command::Initiative { union, confederate: 1 }, &[]);
        done(&mut state, UNION, Command::Initiative { union, confederate: 2 }, &[]);
        if state.facts.proposal.len() >= 12 {
            break;
        }
        if state.facts.proposal.len() == 11 {
            done(&mut state, UNION, Command::Initiative { union: 6, confederate: 6 }, &[]);
            break;
        }
    }
    assert_eq!(refused(&state, REBEL, Command::Initiative { union: 5, confederate: 5 }), "CWFF-1-1 cap");
}

/// Whoever has said everything that was offered is offered something else to say, up to the most that wait.
#[test]
fn what_a_side_has_said_leaves_others_of_its_kind_to_say() {
    let mut open = pulses();
    both(&mut open, Command::enter(opening("H-open", None)));
    let mut over = by_day();
    done(&mut over, UNION, Command::Concede { battle: first() }, &[]);
    for mut state in [open, over] {
        for n in 0..12 {
            let mut could = rules_civil_war::offers::every(&state, REBEL)
                .filter(|command| matches!(command, Command::CwResult { .. } | Command::EndBattle { .. }));
            let says = could.next().unwrap_or_else(|| panic!("nothing more after {n}"));
            assert_eq!(could.count(), 1, "one of two stands for all");
            done(&mut state, REBEL, says, &[]);
        }
        assert_eq!(state.facts.proposal.len(), 12);
    }
}

#[test]
fn the_winner_on_the_board_promotes_in_secret() {
    let mut state = pulses();
    both(&mut state, Command::enter(opening("H-open", None)));
    let result = |crack| Command::CwResult {
        battle: first(),
        winner: Side::SECOND,
        lost: vec![id("U1"), id("C2")],
        demoralized: vec![Side::FIRST],
        crack,
        killed: None,
        wounded: None,
    };
    assert_eq!(refused(&state, REBEL, result(Some(id("C3")))), "CWFF-4F-3 not-allowed");
    both(&mut state, result(None));
    let promote = |sp| Command::PromoteCrack { battle: first(), sp: id(sp) };
    assert_eq!(refused(&state, UNION, promote("U2")), "CWFF-4F-3 actor");
    assert_eq!(refused(&state, REBEL, promote("C2")), "CWFF-4F-3 not-eligible");
    done(&mut state, REBEL, promote("C3"), &[]);
    assert_eq!(refused(&state, REBEL, promote("C4")), "CWFF-4F-3 dup");
    let anv = state.facts.book.army(id("anv")).expect("an army");
    assert!(anv.sp.iter().any(|sp| sp.id == id("C3") && sp.class == Class::Crack));
    assert_eq!(opened(engine(""), &state), state);
}

#[test]
fn what_cannot_be_without_a_person_is_said_in_the_set_up() {
    let faults = |more: &str| {
        let faults = Setup::load("1862.toml", &with_engine(more)).expect_err("faults");
        faults.into_iter().map(|fault| fault.path).collect::<Vec<_>>()
    };
    assert_eq!(
        faults("flank_match = \"label\"\nnotice_detail = \"flank-only\""),
        ["campaign.options.notice_detail"]
    );
    let nobody = with_engine("").replace("\"engine\"", "\"nobody\"");
    assert!(Setup::load("1862.toml", &nobody).is_err());
}

#[test]
fn the_umpires_seat_has_nothing_to_do() {
    for state in [pulses(), placing(), by_day()] {
        let mut kinds = Vec::new();
        CivilWar::offers(&state, NEUTRAL, &mut kinds);
        assert_eq!(kinds, []);
        assert!(CivilWar::view(&state, Seat::Umpire).forms().is_empty());
    }
}

/// Before a side asks for a correction it reads who makes one, what that person sees, and what to do instead.
#[test]
fn a_side_reads_beforehand_what_a_correction_takes() {
    let state = due();
    let read = |seat, page| {
        serde_json::to_string(&CivilWar::page(&state, seat, page).expect("a page")).expect("text")
    };
    for page in ["battles", "book"] {
        for seat in [UNION, REBEL] {
            let told = read(seat, page);
            for words in [
                "If something was entered wrongly",
                "reads all that both sides have sealed",
                "ask a third person",
            ] {
                assert!(told.contains(words), "{seat:?}, {page}: {words}");
            }
        }
        assert!(read(NEUTRAL, page).contains("best a third person sits here"), "{page}");
        assert!(!read(Seat::Spectator, page).contains("If something was entered wrongly"), "{page}");
    }
    let mut person = State::open(crate::table::setup());
    done(&mut person, NEUTRAL, Command::NextStep { battle: None }, &[]);
    let told =
        serde_json::to_string(&CivilWar::page(&person, UNION, "battles").expect("a page")).expect("text");
    assert!(!told.contains("If something was entered wrongly"), "with a person he is asked: {told}");
}

/// What one side says of an army leaves the other free to say the same of another army.
#[test]
fn what_waits_of_one_army_keeps_nothing_else_from_the_offers() {
    let mut state = pulses();
    for army in &mut state.facts.book.army {
        army.demoralized = true;
    }
    let armies: Vec<_> = state.setup.armies.iter().map(|army| Command::Rally { army: army.id }).collect();
    let may = |state: &State, seat| {
        armies
            .iter()
            .filter(|rally| kernel::prove::<CivilWar>(state, kernel::Acting::own(seat), rally).is_ok())
            .cloned()
            .collect::<Vec<_>>()
    };
    let proposed = may(&state, REBEL).first().expect("an army rallies").clone();
    done(&mut state, REBEL, proposed.clone(), &[]);
    let all = may(&state, UNION);
    assert!(all.contains(&proposed) && all.len() > 1, "{all:?}");
    let offered: Vec<_> = rules_civil_war::offers::every(&state, UNION).collect();
    for rally in all {
        assert!(offered.contains(&rally), "{rally:?} is accepted, but not offered");
    }
}
