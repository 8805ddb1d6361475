//! Whatever a seat is offered it can give from its pages: each command that can be listed is made by a form.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use kernel::answers::Thrown;
use kernel::conformance::makes;
use kernel::{Acting, Seat, Side, System, Transcript, judge};
use rules_civil_war::battle::Flanks;
use rules_civil_war::oob::Oob;
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::words::{Edge, Step};
use rules_civil_war::written::{Text, Written};
use rules_civil_war::{CivilWar, Command, State};
use serde_json::Value;

use crate::table::{NEUTRAL, REBEL, UNION, at_flanks, at_orders, battle, done, first, rate_all, setup};
use crate::unfolding::engine;
use crate::whole_battle::{march, worked};
use crate::{Dice, plays};

/// The most listed commands of a kind that are tried in one position.
const MOST: usize = 12;

const SEATS: [Seat; 3] = [Seat::Umpire, Seat::Side(0), Seat::Side(1)];

fn kinds(state: &State, seat: Seat) -> Vec<<CivilWar as System>::Template> {
    let mut kinds = Vec::new();
    CivilWar::offers(state, seat, &mut kinds);
    kinds
}

/// Tries what every seat is offered, and counts what was tried by its kind.
fn tries(state: &State, tried: &mut BTreeMap<String, u32>) {
    for seat in SEATS {
        let view = CivilWar::view(state, seat);
        for kind in kinds(state, seat) {
            let mut commands = Vec::new();
            CivilWar::each(state, seat, &kind, &mut |command| {
                commands.push(command);
                if commands.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            for command in commands {
                assert!(makes(&view, &command), "{seat:?} cannot give {command:?} from its pages");
                let name = serde_json::to_value(&command).expect("a command")["do"].to_string();
                *tried.entry(name).or_default() += 1;
            }
        }
    }
}

/// Plays on by chance; what ends a battle or only passes time is picked seldom.
fn plays_on(mut state: State, seed: u64, acts: u32, tried: &mut BTreeMap<String, u32>) {
    let mut dice = Dice::new(seed);
    for act in 0..acts {
        if act % 4 == 0 {
            tries(&state, tried);
        }
        let seat = SEATS[dice.below(3) as usize];
        let kinds = kinds(&state, seat);
        if kinds.is_empty() {
            continue;
        }
        let kind = kinds[dice.below(kinds.len() as u64) as usize];
        let command = CivilWar::sample(&state, seat, &kind, &mut |n| dice.below(n));
        let ends = matches!(
            command,
            Command::Concede { .. }
                | Command::DriveOff { .. }
                | Command::CwResult { .. }
                | Command::CallOff { .. }
                | Command::NextStep { battle: None }
        );
        if ends && !dice.one_in(60) {
            continue;
        }
        let mut pick = |n: u64| dice.below(n);
        let mut answers = Thrown::new(&mut pick);
        let mut transcript = Transcript::<CivilWar>::new();
        let ended = judge(&mut state, Acting::own(seat), &command, &mut answers, &mut transcript);
        assert_eq!(ended, Ok(()), "{command:?}");
    }
}

/// Both sides sketch; the defender has breastworks.
pub fn sketching() -> State {
    let mut state = at_flanks(setup(), "H-wood", Some(Edge::North));
    for seat in [UNION, REBEL] {
        done(&mut state, seat, Command::seal(first(), Flanks::default()), &[]);
    }
    state
}

/// The first turns of the day, with a force that is due.
pub fn by_day() -> State {
    let mut state = worked();
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 4, 1], [1, 1]);
    for _ in 0..4 {
        done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    }
    state
}

/// Where the defender chooses his side of the field.
pub fn choosing() -> State {
    let mut state = at_orders(setup(), "H-open", None);
    let battle = state.facts.battle.first_mut().expect("a battle");
    (battle.step, battle.edge) = (Step::Edge, None);
    state
}

/// Nightfall of the first day.
pub fn by_night() -> State {
    let mut state = worked();
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 4, 1], [1, 1]);
    state.facts.battle.first_mut().expect("a battle").turn = 30;
    done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    state
}

/// The same night, when both have written down where they stand.
pub fn late_at_night() -> State {
    let mut state = by_night();
    for side in Side::BOTH {
        let spots = Written(battle(&state).halves[side].sketch.clone());
        done(&mut state, side.seat(), Command::Nightfall { battle: first(), spots }, &[]);
    }
    state
}

#[test]
fn every_offered_command_can_be_given_from_the_pages_of_its_seat() {
    let mut tried = BTreeMap::new();
    for seed in 0..plays(2) {
        plays_on(State::open(setup()), seed, 160, &mut tried);
        plays_on(choosing(), seed, 20, &mut tried);
        plays_on(sketching(), seed, 20, &mut tried);
        plays_on(by_day(), seed, 150, &mut tried);
        plays_on(by_night(), seed, 60, &mut tried);
        plays_on(late_at_night(), seed, 20, &mut tried);
        plays_on(State::open(engine("")), seed, 160, &mut tried);
        plays_on(crate::engine::placing(), seed, 60, &mut tried);
        plays_on(crate::engine::by_day(), seed, 150, &mut tried);
    }
    for kind in [
        "agree",
        "draw-field",
        "choose-side",
        "submit-oob",
        "seal-flank",
        "sketch",
        "place-breastworks",
        "close",
        "reveal",
        "rate",
        "advance-turn",
        "arrive",
        "concede",
        "drive-off",
        "lose-leader",
        "poltroon-roll",
        "nightfall",
        "night-move",
        "withdraw",
        "end-battle",
        "report",
        "enter-battle",
        "initiative",
        "decline",
    ] {
        assert!(tried.contains_key(&format!("\"{kind}\"")), "{kind} was never tried: {tried:#?}");
    }
}

#[test]
fn what_is_written_is_weighed_where_it_stands() {
    let state = at_orders(setup(), "H-open", None);
    let text = draft(terms(&state.setup, battle(&state), Side::FIRST)).expect("an order").write();
    let weighed = |text: &str| {
        let oob = Written(Oob::read(text).expect("an order"));
        let blocks =
            CivilWar::plan(&state, UNION, &Command::SubmitOob { battle: first(), oob }, &Value::Null);
        format!("{blocks:?}")
    };
    assert!(!weighed(&text).contains("In the way"));
    // The last brigade is struck out: its strength point lacks stands, and its division may.
    let (shorter, _) = text.rsplit_once('\n').expect("several lines");
    let told = weighed(shorter);
    assert!(told.contains("In the way") && told.contains("CWFF-4A-1"), "{told}");
    let torn = text.replacen("Division ", "Division", 1);
    assert!(Oob::read(&torn).expect_err("a fault").starts_with("Line "));
    assert!(CivilWar::view(&state, Seat::Spectator).forms().is_empty(), "a spectator gives nothing");
}
