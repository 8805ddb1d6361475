//! Random games of the sample, each to its end, and the laws that every one of them keeps.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use kernel::answers::Thrown;
use kernel::{Acting, Seat, Side, System, Transcript, judge};
use rules_bcs::rules::s7_msr;
use rules_bcs::state::{Fate, HqState, Step};
use rules_bcs::{BattalionCombat, Command, Event, Phase, SARN, SARN_WEST, Scenario, State, Template};

use crate::{Dice, with_two_hqs};

/// Nothing stands where it cannot, and nothing is lost track of.
fn keeps_its_laws(state: &State) {
    for (unit, at) in state.on_map() {
        assert!(state.in_hex(at).all(|other| other.card.side == unit.card.side), "both sides stand in {at}");
        assert!(unit.steps() > 0 && state.scenario.board.cell(at).is_some());
    }
    for (unit, at) in state.on_map() {
        let ground = state.scenario.board.ground(at).expect("a hex");
        let counts = ground.urban || state.scenario.victory.objectives.iter().any(|hex| hex.at == at);
        assert!(!counts || state.controls(at) == Some(unit.card.side), "{} in {at}", unit.card.name);
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
}

/// The activated formation holds the route that it was given when it was traced: it is traced anew when its HQ or its trains
/// come to another hex, and by nothing else. [BCS-MSR-8] [BCS-MSR-11]
fn holds_what_was_traced(before: &State, state: &State, command: &Command) {
    let at = |state: &State| {
        let activation = state.facts.activation.as_ref().filter(|one| one.step != Step::Second)?;
        Some((state.scenario.formation(activation.formation).expect("a formation"), activation.second))
    };
    let Some((now, second)) = at(state) else { return };
    if matches!(command, Command::NameRoute { .. }) {
        return;
    }
    let traces = matches!(
        command,
        Command::MoveHq { .. }
            | Command::MoveTrains { .. }
            | Command::ReturnTrains { .. }
            | Command::RetreatHq { .. }
    );
    let held = &state.facts.formation[now].route;
    if at(before) != Some((now, second))
        || (traces && before.facts.activation.as_ref().is_some_and(|one| one.jumped.is_empty()))
    {
        assert_eq!(*held, s7_msr::best(state, now), "{command:?}");
    } else {
        assert_eq!(*held, before.facts.formation[now].route, "{command:?}");
    }
}

/// What a player would not leave undone.
fn is_eager(template: &Template) -> bool {
    use Template as T;
    matches!(
        template,
        T::Engage(_)
            | T::AttackByFire(_)
            | T::Barrage
            | T::FlipTrains
            | T::ReturnTrains
            | T::ReturnSupport
            | T::Attack
            | T::Enter
            | T::Assign
            | T::Replace
            | T::Suppress
            | T::SupportByFire
            | T::Order
    )
}

/// Of several commands by chance the one that leads nearest to the enemy.
fn toward_the_enemy(state: &State, seat: Seat, template: &Template, dice: &mut Dice) -> Command {
    let board = &state.scenario.board;
    let far = |command: &Command| {
        let at = match command {
            Command::Objective { at, .. } => Some(*at),
            Command::Move { path, .. } => path.last().copied(),
            Command::Order { route, .. } => route.last().copied(),
            _ => None,
        };
        let foes = state.on_map().filter(|(unit, _)| unit.card.side.seat() != seat);
        at.and_then(|at| foes.map(|(_, foe)| board.distance(foe, at)).min())
    };
    if !matches!(template, Template::Objective | Template::Order | Template::Move(_)) {
        return BattalionCombat::sample(state, seat, template, &mut |n| dice.below(n));
    }
    // They are walked once for all tries.
    let mut all = Vec::new();
    BattalionCombat::each(state, seat, template, &mut |command| {
        all.push(command);
        ControlFlow::Continue(())
    });
    let tries: Vec<usize> = (0..4).map(|_| dice.below(all.len() as u64) as usize).collect();
    let nearest = tries.into_iter().min_by_key(|at| far(&all[*at])).expect("a try");
    all.swap_remove(nearest)
}

/// Plays to the end; gives the kinds of events that happened.
fn play(scenario: &Arc<Scenario>, seed: u64, met: &mut BTreeSet<String>) -> (State, u32) {
    play_seen(scenario, seed, met, &mut |_, _| {})
}

/// As [`play`], with a look at every position.
pub fn play_seen(
    scenario: &Arc<Scenario>,
    seed: u64,
    met: &mut BTreeSet<String>,
    look: &mut dyn FnMut(&State, &mut Dice),
) -> (State, u32) {
    play_on(State::open(Arc::clone(scenario)), seed, met, look)
}

/// As [`play_seen`], from a position on.
pub fn play_on(
    mut state: State,
    seed: u64,
    met: &mut BTreeSet<String>,
    look: &mut dyn FnMut(&State, &mut Dice),
) -> (State, u32) {
    let mut dice = Dice::new(seed);
    let mut transcript = Transcript::<BattalionCombat>::new();
    let mut n = 0;
    while state.facts.phase != Phase::Over {
        look(&state, &mut dice);
        let mut all = Vec::new();
        for seat in [Seat::Clock, Seat::Side(0), Seat::Side(1)] {
            let mut offered = Vec::new();
            BattalionCombat::offers(&state, seat, &mut offered);
            all.extend(offered.into_iter().map(|template| (seat, template)));
        }
        // Instructions can always be given. They are seldom given, and they alone are no way on.
        let (instructs, all): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(_, template)| *template == Template::Instruct);
        assert!(!all.is_empty(), "a dead end: {:?}", state.facts.activation);
        let all = if !instructs.is_empty() && dice.below(60) == 0 { instructs } else { all };
        // The activities end soon enough.
        let eager: Vec<_> = all.iter().copied().filter(|(_, template)| is_eager(template)).collect();
        let all = if !eager.is_empty() && dice.flag() { eager } else { all };
        let ends = all.iter().position(|(_, template)| *template == Template::End);
        let at = ends.filter(|_| dice.below(8) == 0).unwrap_or_else(|| dice.below(all.len() as u64) as usize);
        let (seat, template) = all[at];
        let command = toward_the_enemy(&state, seat, &template, &mut dice);
        let before = state.clone();
        let mut thrown = |n: u64| dice.below(n);
        let ended =
            judge(&mut state, Acting::own(seat), &command, &mut Thrown::new(&mut thrown), &mut transcript);
        assert_eq!(ended, Ok(()), "{command:?}");
        met.extend(transcript.events.iter().map(kind));
        keeps_its_laws(&state);
        holds_what_was_traced(&before, &state, &command);
        n += 1;
        assert!(n < 20_000, "a game without an end");
    }
    (state, n)
}

fn kind(event: &Event) -> String {
    let written = serde_json::to_value(event).expect("an event is written");
    assert_eq!(serde_json::from_value::<Event>(written.clone()).expect("an event is read"), *event);
    written["event"].as_str().expect("a kind").to_owned()
}

/// Events that six random games meet seldom or never. Each has a test of its own, in the module of its section.
const SELDOM: [&str; 16] = [
    "mixed-ruled",
    "coordinated",
    "fire-supported",
    "hq-jumped",
    "hq-returned",
    "required",
    "step-taken",
    "trains-jumped",
    "retreat-failed",
    "returned",
    "replaced",
    "support-returned",
    "trains-returned",
    "support-dropped",
    "traffic-placed",
    "fired-on",
];

#[test]
fn random_games_come_to_their_end_and_meet_every_kind_of_event() {
    let (asked, first) = (asked::number("ADJUTANT_PLAYS"), asked::first_seed());
    let mut met = BTreeSet::new();
    let ordered = SARN_WEST.replace("orders = false", "orders = true");
    let (two, ordered_two) = (with_two_hqs(SARN_WEST), with_two_hqs(&ordered));
    let all = [
        ("sarn.toml", SARN, 2),
        ("sarn-west.toml", SARN_WEST, 30),
        ("ordered.toml", &ordered, 10),
        ("two-hqs.toml", &two, 20),
        ("ordered-two-hqs.toml", &ordered_two, 6),
    ];
    // A game of the whole scenario takes as long as many of the small one. So many games are of the five as few are.
    let n_usual: u64 = all.iter().map(|(_, _, usual)| usual).sum();
    for (file, text, usual) in all {
        let scenario = Scenario::load(file, text).unwrap_or_else(|faults| panic!("{faults:#?}"));
        let games = asked.map_or(usual, |games: u64| (games * usual).div_ceil(n_usual));
        for seed in first..first + games {
            let (state, n) = play(&scenario, seed, &mut met);
            // Where a side has no combat unit left the game ends at once, in whatever turn. [BCS-VIC-3]
            let has_none = |side: Side| {
                let mut own = state.units().filter(|unit| unit.card.side == side);
                own.all(|unit| unit.piece.fate == Fate::Dead)
            };
            if Side::BOTH.into_iter().any(has_none) {
                continue;
            }
            assert_eq!(state.facts.turn, scenario.turns);
            // Each turn has seven commands before its activations, and one activation at least.
            assert!(n >= 8 * u32::from(state.facts.turn), "{file}, seed {seed}: {n} commands");
            // A formation without an HQ on the map stays Done until one returns.
            let lies = |body: rules_bcs::state::Body<'_>| match body.facts.hq.first() {
                Some(_) => body.facts.state == HqState::Unused,
                None => body.facts.state == HqState::Done,
            };
            assert!(state.formations().all(lies));
        }
    }
    let source = include_str!("../../src/event.rs");
    let listed = source.split("pub enum Event").nth(1).expect("the list of events");
    let names = listed
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(char::is_uppercase));
    let names = names.filter(|name| !["State", "Scenario"].contains(name));
    let kebab = |name: &str| -> String {
        let parts = name
            .chars()
            .flat_map(|c| if c.is_uppercase() { vec!['-', c.to_ascii_lowercase()] } else { vec![c] });
        parts.skip(1).collect()
    };
    let missing: Vec<String> =
        names.map(kebab).filter(|kind| !met.contains(kind) && !SELDOM.contains(&kind.as_str())).collect();
    assert!(missing.is_empty(), "never met: {missing:?}");
}
