//! Random games of the sample, each to its end, and the laws that every one of them keeps.

use std::sync::Arc;

use kernel::answers::Thrown;
use kernel::{Acting, Seat, System, Transcript, judge};
use rules_bcs::rules::s7_msr;
use rules_bcs::state::{Fate, HqState, Step};
use rules_bcs::{BattalionCombat, Phase, SARN, Scenario, State, Template};

use crate::Dice;

/// Nothing stands where it cannot, and nothing is lost track of.
fn keeps_its_laws(state: &State) {
    for (unit, at) in state.on_map() {
        assert!(state.in_hex(at).all(|other| other.card.side == unit.card.side), "both sides stand in {at}");
        assert!(unit.steps() > 0 && state.scenario.board.cell(at).is_some());
    }
    for unit in state.units() {
        assert_eq!(unit.piece.fate == Fate::Dead, unit.steps() == 0, "{}", unit.card.name);
    }
    for body in state.formations() {
        assert!(
            body.facts.blocked <= 2 && (!body.facts.prepared || body.facts.blocked == 0),
            "{}",
            body.card.name
        );
    }
    // What the activated formation holds is what it would be given now, as long as nobody else has moved since.
    if let Some(activation) = state.facts.activation.as_ref().filter(|one| one.step == Step::Activities) {
        let at = state.scenario.formation(activation.formation).expect("a formation");
        let found = s7_msr::best(state, at);
        let held = &state.facts.formation[at].route;
        assert_eq!(held.is_some(), found.is_some() && state.facts.formation[at].trains.on_map().is_some());
    }
}

/// Plays to the end; which commands were given how often.
fn play(scenario: &Arc<Scenario>, seed: u64) -> (State, u32) {
    let mut dice = Dice::new(seed);
    let mut state = State::open(Arc::clone(scenario));
    let mut transcript = Transcript::<BattalionCombat>::new();
    let mut n = 0;
    while state.facts.phase != Phase::Over {
        let mut all = Vec::new();
        for seat in [Seat::Clock, Seat::Side(0), Seat::Side(1)] {
            let mut offered = Vec::new();
            BattalionCombat::offers(&state, seat, &mut offered);
            all.extend(offered.into_iter().map(|template| (seat, template)));
        }
        assert!(!all.is_empty(), "a dead end: {:?}", state.facts.activation);
        // The activities end soon enough.
        let ends = all.iter().position(|(_, template)| *template == Template::End);
        let at = ends.filter(|_| dice.below(6) == 0).unwrap_or_else(|| dice.below(all.len() as u64) as usize);
        let (seat, template) = all[at];
        let mut pick = |n: u64| dice.below(n);
        let command = BattalionCombat::sample(&state, seat, &template, &mut pick);
        let mut thrown = |n: u64| dice.below(n);
        let ended =
            judge(&mut state, Acting::own(seat), &command, &mut Thrown::new(&mut thrown), &mut transcript);
        assert_eq!(ended, Ok(()), "{command:?}");
        keeps_its_laws(&state);
        n += 1;
        assert!(n < 20_000, "a game without an end");
    }
    (state, n)
}

#[test]
fn random_games_come_to_their_end() {
    let scenario = Scenario::load("sarn.toml", SARN).expect("the sample");
    for seed in 1..=2 {
        let (state, n) = play(&scenario, seed);
        assert_eq!(state.facts.turn, scenario.turns);
        assert!(n > 150, "{n} commands");
        assert!(state.formations().all(|body| body.facts.state == HqState::Unused));
    }
}
