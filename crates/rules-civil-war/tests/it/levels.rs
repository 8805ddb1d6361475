//! Battles at tables of their own: what goes down, what comes back, and that nothing of it differs from a battle here.

use kernel::{Side, System};
use rules_civil_war::battle::{Battle, Fallen, Half, Returned};
use rules_civil_war::exact::Exact;
use rules_civil_war::setup::Ratio;
use rules_civil_war::words::{Arm, Class, Edge, Fate, Stage, Step};
use rules_civil_war::{CivilWar, Command, SUMMER, Setup, State};

use crate::table::{
    NEUTRAL, REBEL, UNION, agreed, at_its_sides, battle, changed, done, first, id, opened, opening, ordered,
    pulses, refused, setup,
};
use crate::whole_battle::{after_in, first_of, worked_in};

fn at_tables() -> std::sync::Arc<Setup> {
    changed("[campaign.options]", "[campaign.options]\nbattles = \"tables\"")
}

/// The worked battle at a table of its own, as the book above sees it.
pub fn above() -> State {
    agreed(pulses(at_tables()), "H-wood", Some(Edge::North))
}

/// The one table below, opened.
pub fn below(state: &State) -> State {
    let levels = CivilWar::levels(state);
    let [below] = &levels.below[..] else { panic!("{levels:?}") };
    let setup = CivilWar::load("below", &below.setup);
    let setup = setup.unwrap_or_else(|faults| panic!("{}\n{faults:#?}", below.setup));
    let facts = serde_json::from_value(below.position.clone().expect("what the sides bring")).expect("facts");
    CivilWar::open_position(setup, facts).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// The worked battle from the field on, to the last thing that is owed before the book takes it back.
fn fought(state: State) -> State {
    let worked = worked_in(ordered(at_its_sides(state)));
    let (crack, veteran) =
        (first_of(&worked, Side::SECOND, Class::Crack), first_of(&worked, Side::SECOND, Class::Veteran));
    let mut state = after_in(worked, &[(&crack, 3), (&veteran, 7)], &[]);
    done(&mut state, NEUTRAL, Command::DemoralizationRoll { battle: first(), side: Side::SECOND }, &[&[41]]);
    done(&mut state, NEUTRAL, Command::LeaderLossRoll { battle: first(), leader: id("stuart") }, &[&[1, 2]]);
    done(&mut state, REBEL, Command::PromoteCrack { battle: first(), sp: id("C3") }, &[]);
    state
}

/// The same, over.
pub fn closed(state: State) -> State {
    let mut state = fought(state);
    done(&mut state, NEUTRAL, Command::NextStep { battle: Some(first()) }, &[]);
    state
}

#[test]
fn what_goes_down_is_the_battle_as_it_would_be_fought_here() {
    let above = above();
    assert_eq!(battle(&above).step, Step::Away);
    let here = agreed(pulses(setup()), "H-wood", Some(Edge::North));
    let wanted = Battle { halves: kernel::PerSide::<Half>::default(), ..battle(&here).clone() };
    let below = below(&above);
    assert_eq!(*battle(&below), wanted);
    assert_eq!(
        CivilWar::title(&below.setup),
        "Battle aop.1: Army of the Potomac against Army of Northern Virginia"
    );
    assert_eq!((below.setup.armies.len(), below.setup.leaders.len(), below.setup.hexes.len()), (2, 9, 1));
    assert_eq!(below.setup.fields.iter().map(|field| &*field.name).collect::<Vec<_>>(), ["The thickets"]);
    let levels = CivilWar::levels(&above);
    assert_eq!((levels.below[0].slot.as_str(), levels.below[0].stakes.len()), ("aop.1", 11));
    // What is not in the battle stays here, and is nowhere in what goes down.
    let held: Vec<&str> = levels.holds.iter().map(|stake| &*stake.what).collect();
    assert_eq!(held, ["U7", "U8"]);
    // Everybody may know the set-up: what a side keeps to itself stands in the position.
    for word in [
        "= \"veteran\"",
        "= \"crack\"",
        "\"arm\"",
        "carried",
        "U7",
        "mountain",
        "fremont",
        "sherman",
        "H-swamp",
        "Turnpike",
        "battles",
    ] {
        assert!(!levels.below[0].setup.contains(word), "{word}");
    }
    assert_eq!(CivilWar::levels(&here).below, []);
    for state in [&above, &below] {
        assert_eq!(opened(std::sync::Arc::clone(&state.setup), state), *state);
    }
}

#[test]
fn remainders_promotions_and_the_ratio_go_down_with_it() {
    let mut state = pulses(at_tables());
    let book = &mut state.facts.book;
    book.army[0].carried = [Exact::stands(3, 20), Exact::stands(7, 24)];
    book.army[1].demoralized = true;
    let person =
        |name: &str| book.leader.iter().position(|person| person.id == id(name)).expect("he is there");
    let (hooker, sumner) = (person("hooker"), person("sumner"));
    book.leader[hooker].counter = Some(id("hooker-2"));
    book.leader[sumner].fate = Fate::Wounded;
    done(&mut state, NEUTRAL, Command::enter(opening("H-gap", Some(Edge::West))), &[]);
    for seat in [UNION, REBEL] {
        done(&mut state, seat, Command::agree(first(), Ratio { stands: 15, batteries: 1 }), &[]);
    }
    let below = below(&state);
    assert_eq!(battle(&below).input, battle(&state).input);
    assert_eq!(battle(&below).ratio, battle(&state).ratio);
    let hooker = battle(&below).muster(Side::FIRST).leader(id("hooker")).expect("he is there");
    assert_eq!(hooker.stars, 2);
    assert!(battle(&below).muster(Side::FIRST).leader(id("sumner")).is_none(), "he is wounded");
    assert_eq!(below.setup.fields.iter().map(|field| &*field.name).collect::<Vec<_>>(), ["The notch"]);
}

#[test]
fn what_comes_of_it_is_the_same_as_if_it_had_been_fought_here() {
    let here = closed(agreed(pulses(setup()), "H-wood", Some(Edge::North)));
    let mut above = above();
    let waits = fought(below(&above));
    assert!(CivilWar::hands_up(&waits).is_none() && !CivilWar::is_over(&waits));
    let closed = closed(below(&above));
    assert!(CivilWar::is_over(&closed));
    assert_eq!(rules_civil_war::view::standing(&closed), "Fought");
    let handed = CivilWar::hands_up(&closed).expect("it is over");
    let command = CivilWar::takes_in(&above, "aop.1", &handed).expect("it comes from there");
    let settled = CivilWar::settles(&above, &command).expect("it settles the battle");
    assert_eq!(settled.differs(&CivilWar::levels(&above).below[0]), None);
    // The book goes on meanwhile, and its next turn takes nothing from the turn of the battle.
    done(&mut above, NEUTRAL, command.clone(), &[]);
    assert_eq!(above.facts.book, here.facts.book);
    assert_eq!(battle(&above).step, Step::Closed);
    assert_eq!(CivilWar::levels(&above).below, []);
    assert_eq!(refused(&above, NEUTRAL, command), "CWFF-9-1 step");
    for state in [&above, &closed] {
        assert_eq!(opened(std::sync::Arc::clone(&state.setup), state), *state);
    }
    for (slot, handed) in [("aop.2", &handed), ("aop.1", &serde_json::json!({"winner": 0}))] {
        assert_eq!(CivilWar::takes_in(&above, slot, handed), None);
    }
}

#[test]
fn the_book_goes_on_and_the_armies_of_the_battle_wait() {
    let mut above = above();
    let more = |army: &str| Command::Raise { army: id(army), sp: id("U9"), arm: Arm::Infantry };
    assert_eq!(refused(&above, NEUTRAL, more("aop")), "CWFF-4F-1 not-allowed");
    done(&mut above, NEUTRAL, more("mountain"), &[]);
    assert_eq!(refused(&above, NEUTRAL, Command::DrawField { battle: first() }), "CWFF-2-1 step");
    assert_eq!(refused(&above, NEUTRAL, Command::NextStep { battle: Some(first()) }), "CWFF-1-1 step");
    let turn = above.facts.book.turn.number;
    for stage in [Stage::Reinforcement, Stage::Pulses] {
        done(&mut above, NEUTRAL, Command::NextStep { battle: None }, &[]);
        assert_eq!((above.facts.book.stage, above.facts.book.turn.number), (stage, turn + 1));
    }
    // What went down is not touched by it.
    let same = below(&above);
    assert_eq!(battle(&same).input.turn.number, turn);
    let last = changed("[campaign.options]", "last_turn = 8\n[campaign.options]\nbattles = \"tables\"");
    let last = agreed(pulses(last), "H-open", None);
    assert_eq!(refused(&last, NEUTRAL, Command::NextStep { battle: None }), "CWFF-10E-2 incomplete");
}

/// Everybody home, and the Confederates won.
fn home(state: &State) -> [Returned; 2] {
    Side::BOTH.map(|side| {
        let muster = battle(state).muster(side);
        Returned { sp: muster.sp.clone(), carried: muster.carried, ..Returned::default() }
    })
}

fn take_in([union, confederate]: [Returned; 2]) -> Command {
    Command::TakeIn { battle: first(), winner: Side::SECOND, holder: None, union, confederate }
}

/// What is said otherwise of what came back.
type Change<'c> = &'c dyn Fn(&mut Returned);

#[test]
fn what_cannot_have_come_back_is_refused() {
    let above = above();
    let with = |side: usize, change: Change<'_>| {
        let mut halves = home(&above);
        change(&mut halves[side]);
        refused(&above, NEUTRAL, take_in(halves))
    };
    let class = |at: usize, class: Class| move |half: &mut Returned| half.sp[at].class = class;
    let fell = |name: &str, fate: Fate| Fallen { leader: id(name), fate };
    let cases: [(usize, Change<'_>, &str); 9] = [
        (0, &|half| half.sp.truncate(1), "CWFF-9A-3 data"),
        (0, &|half| half.lost.push(id("U1")), "CWFF-9A-3 data"),
        (1, &|half| half.lost.push(id("U1")), "CWFF-9A-3 data"),
        (0, &class(0, Class::Green), "CWFF-4F-2 data"),
        (0, &class(0, Class::Crack), "CWFF-4F-3 not-eligible"),
        (1, &|half| half.sp[1..3].iter_mut().for_each(|sp| sp.class = Class::Crack), "CWFF-4F-3 cap"),
        (0, &|half| half.leaders.push(fell("lee", Fate::Killed)), "CWFF-9D-1 data"),
        (1, &|half| half.leaders.push(fell("lee", Fate::Active)), "CWFF-9D-1 data"),
        (1, &|half| half.leaders = vec![fell("lee", Fate::Killed); 2], "CWFF-9D-1 dup"),
    ];
    for (side, change, reason) in cases {
        assert_eq!(with(side, change), reason);
    }
    for seat in [UNION, REBEL] {
        assert_eq!(refused(&above, seat, take_in(home(&above))), "CWFF-9-1 actor");
    }
    done(&mut above.clone(), NEUTRAL, take_in(home(&above)), &[]);
    let here = agreed(pulses(setup()), "H-wood", Some(Edge::North));
    assert_eq!(refused(&here, NEUTRAL, take_in(home(&here))), "CWFF-9-1 step");
}

#[test]
fn one_that_was_broken_off_is_entered_by_hand() {
    let mut above = above();
    let winner = Side::SECOND;
    let (lost, demoralized) = (vec![id("U1"), id("C2")], vec![Side::FIRST]);
    let by_hand = Command::CwResult {
        battle: first(),
        winner,
        lost,
        demoralized,
        crack: Some(id("C3")),
        killed: None,
        wounded: None,
    };
    let settled = CivilWar::settles(&above, &by_hand).expect("it settles the battle");
    assert_eq!(settled.differs(&CivilWar::levels(&above).below[0]), None);
    assert_eq!((settled.back.len(), settled.lost.len()), (9, 2));
    done(&mut above, NEUTRAL, by_hand.clone(), &[]);
    assert_eq!(CivilWar::levels(&above).below, []);
    assert_eq!(CivilWar::settles(&above, &by_hand), None);
    let anv = above.facts.book.army(id("anv")).expect("an army");
    let classes: Vec<Class> = anv.sp.iter().map(|sp| sp.class).collect();
    assert_eq!(classes, [Class::Crack, Class::Crack, Class::Veteran, Class::Veteran]);
    // A battle that both have not agreed to yet is none of a table below.
    let mut open = pulses(at_tables());
    done(&mut open, NEUTRAL, Command::enter(opening("H-open", None)), &[]);
    assert_eq!(CivilWar::settles(&open, &by_hand), None);
}

#[test]
fn one_that_was_broken_off_is_called_off_and_opened_again() {
    let mut above = above();
    let off = Command::CallOff { battle: first() };
    let settled = CivilWar::settles(&above, &off).expect("it settles the battle");
    assert_eq!(settled.differs(&CivilWar::levels(&above).below[0]), None);
    assert_eq!((settled.back.len(), settled.lost.len()), (11, 0));
    let book = above.facts.book.clone();
    done(&mut above, NEUTRAL, off, &[]);
    assert_eq!((&above.facts.book, CivilWar::levels(&above).below), (&book, Vec::new()));
    assert_eq!(opened(std::sync::Arc::clone(&above.setup), &above), above);
    done(&mut above, NEUTRAL, Command::enter(opening("H-wood", Some(Edge::North))), &[]);
    for seat in [UNION, REBEL] {
        done(&mut above, seat, Command::agree(id("aop.2"), Ratio { stands: 20, batteries: 2 }), &[]);
    }
    assert_eq!(CivilWar::levels(&above).below[0].slot, "aop.2");
    // A battle that is fought on this table is not called off.
    let mut here = agreed(pulses(setup()), "H-wood", Some(Edge::North));
    assert_eq!(refused(&here, NEUTRAL, Command::CallOff { battle: first() }), "CWFF-1-1 step");
    done(&mut here, NEUTRAL, Command::DrawField { battle: first() }, &[]);
}

#[test]
fn a_table_of_one_battle_keeps_no_book() {
    let below = below(&above());
    let more = Command::Raise { army: id("aop"), sp: id("U9"), arm: Arm::Infantry };
    let opens = Command::enter(opening("H-wood", None));
    for (seat, command, reason) in [
        (NEUTRAL, Command::NextStep { battle: None }, "CWFF-10E-2 step"),
        (NEUTRAL, Command::Initiative { union: 1, confederate: 2 }, "CWFF-10D-1 step"),
        (NEUTRAL, more, "CWFF-4F-1 step"),
        (NEUTRAL, Command::Recover { leader: id("lee") }, "CWFF-9D-1 step"),
        (NEUTRAL, Command::PromotionRoll { counter: id("hooker-2") }, "CWFF-10B-1 step"),
        (NEUTRAL, opens, "CWFF-1-1 step"),
        (UNION, Command::UseFreeReinforcement, "CWFF-10D-1 step"),
    ] {
        assert_eq!(refused(&below, seat, command), reason);
    }
    let mut facts = CivilWar::position(&below);
    facts.book.stage = Stage::Pulses;
    facts.battle.clear();
    let faults = CivilWar::open_position(below.setup, facts).expect_err("two faults");
    let paths: Vec<&str> = faults.iter().map(|fault| &*fault.path).collect();
    assert_eq!(paths, ["book.stage", "battle"]);
}

/// Whoever lays out one battle by itself writes it so.
#[test]
fn a_battle_can_stand_alone_in_a_set_up() {
    let battle = "[battle]\nid = \"aop.1\"\nattacker = \"aop\"\ndefender = \"anv\"\nhex = \"H-wood\"\n\
                  crossing = \"river-unnavigable\"\ncolumn = \"1:1\"\nsize = \"medium\"\n";
    let text =
        format!("{SUMMER}\n{battle}").replace("id = \"anv\"", "id = \"anv\"\ncarried = [\"3/20\", \"7/24\"]");
    let state = CivilWar::open(Setup::load("it.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}")));
    let here = agreed(pulses(setup()), "H-wood", Some(Edge::North));
    let mut wanted =
        Battle { halves: kernel::PerSide::<Half>::default(), ..crate::table::battle(&here).clone() };
    wanted.input.sides[Side::SECOND].carried = [Exact::stands(3, 20), Exact::stands(7, 24)];
    assert_eq!(*crate::table::battle(&state), wanted);
    assert_eq!(opened(std::sync::Arc::clone(&state.setup), &state), state);
    assert!(CivilWar::hands_up(&closed(state)).is_some());
}

#[test]
fn every_fault_of_a_battle_that_stands_alone_has_its_place() {
    let faults = |battle: &str| -> Vec<String> {
        let text = format!("{SUMMER}\n[battle]\n{battle}");
        let faults = Setup::load("it.toml", &text).expect_err("faults");
        faults.iter().map(|fault| format!("{} {}", fault.path, fault.rule)).collect()
    };
    let told = faults(
        "id = \"aop.1\"\nattacker = \"aop\"\ndefender = \"mountain\"\nhex = \"H-none\"\ncolumn = \"1:1\"\nsize = \"huge\"\n",
    );
    assert_eq!(told, ["battle.defender CWFF-4-1", "battle.hex CWFF-2-1", "battle.size HOUSE-FILE"]);
    let told = faults(
        "id = \"aop.1\"\nattacker = \"none\"\ndefender = \"anv\"\nhex = \"H-open\"\ncolumn = \"1:1\"\nsize = \"small\"\nhexside = \"north\"\n",
    );
    assert_eq!(told, ["battle.attacker HOUSE-FILE", "battle.hexside HOUSE-FILE"]);
}
