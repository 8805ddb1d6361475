//! Battles at tables of their own with the engine as neutral: nobody but the engine takes in what comes of one, and what comes
//! of one that was broken off both sides say.

use kernel::{Acting, Halt, Scripted, Seat, Side, System, Transcript, judge};
use rules_civil_war::battle::Returned;
use rules_civil_war::setup::Ratio;
use rules_civil_war::words::Step;
use rules_civil_war::{CivilWar, Command, State};

use crate::engine::both;
use crate::levels::below;
use crate::table::{NEUTRAL, REBEL, UNION, battle, done, first, id, opened, opening, refused};
use crate::unfolding::engine;

/// A battle that both sides have agreed to, as the book above sees it.
fn above() -> State {
    let mut state = State::open(engine("battles = \"tables\""));
    both(&mut state, Command::NextStep { battle: None });
    both(&mut state, Command::enter(opening("H-open", None)));
    for seat in [UNION, REBEL] {
        done(&mut state, seat, Command::agree(first(), Ratio::default()), &[]);
    }
    assert_eq!(battle(&state).step, Step::Away);
    state
}

/// Everybody home, and the Confederates won.
fn home(state: &State) -> Command {
    let [union, confederate] = Side::BOTH.map(|side| {
        let muster = battle(state).muster(side);
        Returned { sp: muster.sp.clone(), carried: muster.carried, ..Returned::default() }
    });
    Command::TakeIn { battle: first(), winner: Side::SECOND, holder: None, union, confederate }
}

fn by_the_engine(state: &mut State, command: &Command) -> Result<(), Halt> {
    let acting = Acting { seat: Seat::Umpire, by: Seat::Clock };
    judge(state, acting, command, &mut Scripted::default(), &mut Transcript::<CivilWar>::new())
}

#[test]
fn the_engine_is_the_neutral_of_the_table_below_too() {
    let above = above();
    assert!(CivilWar::without_umpire(&above.setup));
    let mut below = below(&above);
    assert!(below.setup.options.no_person() && CivilWar::without_umpire(&below.setup));
    assert_eq!(battle(&below).input, battle(&above).input);
    assert_eq!(refused(&below, NEUTRAL, Command::DrawField { battle: first() }), "CWFF-2-2 actor");
    done(&mut below, UNION, Command::DrawField { battle: first() }, &[]);
    for state in [&above, &below] {
        assert_eq!(opened(std::sync::Arc::clone(&state.setup), state), *state);
    }
}

#[test]
fn no_seat_takes_in_what_came_of_it() {
    let mut above = above();
    let taken = home(&above);
    for seat in [NEUTRAL, UNION, REBEL] {
        assert_eq!(refused(&above, seat, taken.clone()), "CWFF-9-1 actor");
    }
    // What was said of the battle has no place any more once it is over.
    done(&mut above, UNION, Command::CallOff { battle: first() }, &[]);
    let book = above.facts.book.clone();
    let settled = CivilWar::settles(&above, &taken).expect("it settles the battle");
    assert_eq!(settled.differs(&CivilWar::levels(&above).below[0]), None);
    by_the_engine(&mut above, &taken).expect("it is lawful");
    assert_eq!((battle(&above).step, above.facts.proposal.len()), (Step::Closed, 0));
    assert_eq!(above.facts.book.army[0].sp, book.army[0].sp);
    assert_eq!(CivilWar::levels(&above).below, []);
    // At the seat of a person the rules do not ask who gave it.
    let mut person = crate::levels::above();
    let taken = home(&person);
    done(&mut person.clone(), NEUTRAL, taken.clone(), &[]);
    by_the_engine(&mut person, &taken).expect("it stands at the umpire's seat");
}

/// The first word settles nothing, the second does: in the books of the link too.
#[test]
fn one_that_was_broken_off_is_entered_or_called_off_by_both() {
    let by_hand = Command::CwResult {
        battle: first(),
        winner: Side::SECOND,
        lost: vec![id("U1"), id("C2")],
        demoralized: vec![Side::FIRST],
        crack: None,
        killed: None,
        wounded: None,
    };
    for (command, lost) in [(by_hand, 2), (Command::CallOff { battle: first() }, 0)] {
        let mut above = above();
        assert_eq!(CivilWar::settles(&above, &command), None, "one word is none");
        done(&mut above, UNION, command.clone(), &[]);
        assert_eq!(CivilWar::levels(&above).below.len(), 1);
        let settled = CivilWar::settles(&above, &command).expect("it settles the battle");
        assert_eq!(settled.differs(&CivilWar::levels(&above).below[0]), None);
        assert_eq!(settled.lost.len(), lost);
        done(&mut above, REBEL, command.clone(), &[]);
        assert_eq!(CivilWar::levels(&above).below, []);
        assert_eq!(CivilWar::settles(&above, &command), None);
    }
}

#[test]
fn the_pages_say_who_takes_it_in() {
    let above = above();
    let read = |state: &State, seat, page| {
        serde_json::to_string(&CivilWar::page(state, seat, page).expect("a page")).expect("text")
    };
    let words = "each of you says there that what came of it is taken in";
    for seat in [UNION, REBEL, NEUTRAL, Seat::Spectator] {
        assert!(read(&above, seat, "battles").contains(words), "{seat:?}");
        let forms = CivilWar::page(&above, seat, "battles").expect("a page");
        let ids: Vec<String> = forms.forms().iter().map(|form| form.id.clone()).collect();
        let enters = ids.iter().any(|id| id.starts_with("cw-result"));
        assert_eq!(enters, matches!(seat, Seat::Side(_)), "{seat:?}: {ids:?}");
    }
    assert!(!read(&crate::levels::above(), UNION, "battles").contains(words));
}
