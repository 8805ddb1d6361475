//! Random games, and the laws that every one of them keeps: steps never grow, action points stay in 0 to 6, no hex
//! holds too many or both sides between fights, no unit is lost track of, a position opens as the state it was taken
//! from. The tests and the example `random-games` share this file.

use rules_central_front::rules::s12_victory::Ended;
use rules_central_front::rules::s13_standing_orders::{ByOrder, Order};
use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::answers::Thrown;
use kernel::system::Pick;
use kernel::{Acting, PerSide, Scripted, Seat, System, Transcript, judge};
use rules_central_front::phase::Phase;
use rules_central_front::rules::{s3_stacking, s9_results, s13_standing_orders};
use rules_central_front::state::{Battle, CoverOrder, Fate, Going, LossOrder, RetreatOrder, Unit};
use rules_central_front::words::{Place, Side};
use rules_central_front::{CentralFront, Command, Event, Scenario, State, Template};

/// The most commands of a game; one that is longer does not end.
const MOST: u32 = 20_000;

/// How many commands lie between two positions that are opened again.
const REOPENED: u32 = 64;

/// A game that was played to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Game {
    /// Commands given.
    pub commands: u32,
    /// Fights whose dice fell.
    pub fights: u32,
    /// Crowds that a standing order brought within the limit.
    pub crowds: u32,
    /// Points of the Warsaw Pact less those of NATO.
    pub margin: i32,
}

/// What a game must not come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Play is not over and nobody can do anything.
    DeadEnd,
    /// More than [`MOST`] commands.
    Runaway,
    /// An offered command is refused.
    Refused(String),
    /// A law does not hold.
    Law(String),
}

/// Who plays, and what: the engine first; else the side that has more to do than leave orders.
fn next(state: &State, absent: Option<Side>, pick: Pick<'_>) -> Option<(Seat, Template)> {
    for seat in [Seat::Clock, Seat::Side(0), Seat::Side(1)] {
        let mut offers = Vec::new();
        CentralFront::offers(state, seat, &mut offers);
        let lazy = absent.is_some_and(|side| side.seat() == seat) || pick(40) > 0;
        offers.retain(|template| !(lazy && *template == Template::Instruct));
        if !offers.is_empty() {
            // A phase ends seldom, so that something happens in it.
            if offers.len() > 1 && pick(6) > 0 {
                let ends =
                    |template: &Template| matches!(template, Template::EndPhase | Template::CallOff(_));
                if !offers.iter().all(ends) {
                    offers.retain(|template| !ends(template));
                }
            }
            let at = pick(offers.len() as u64) as usize;
            return Some((seat, offers[at]));
        }
    }
    None
}

fn must(holds: bool, law: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(Broken::Law(law())) }
}

fn keeps_its_laws(before: &State, after: &State) -> Result<(), Broken> {
    for (old, new) in before.units().zip(after.units()) {
        let piece = new.piece;
        must(piece.lost >= old.piece.lost, || format!("steps grew: {piece:?}"))?;
        must(piece.ap <= 6, || format!("action points beyond 6: {piece:?}"))?;
        must((piece.fate == Fate::OnMap) == piece.at.is_some(), || {
            format!("neither here nor gone: {piece:?}")
        })?;
        must((piece.fate == Fate::Lost) == (new.steps() == 0), || format!("lost with steps: {piece:?}"))?;
        let back =
            matches!((old.piece.fate, piece.fate), (Fate::Lost | Fate::Exited, Fate::OnMap | Fate::Due));
        must(!back, || format!("it came back: {piece:?}"))?;
    }
    if after.facts.battle.is_some() {
        return Ok(());
    }
    // So nobody can be asked why units of two hexes move or attack by March together.
    let mut moving = after.on_map().filter(|unit| unit.piece.going == Going::Moving);
    let stack = moving.next().map(|unit| unit.piece.at);
    must(moving.all(|unit| Some(unit.piece.at) == stack), || "the moving stack stands in two hexes".into())?;
    let mut hexes = BTreeMap::<Place, PerSide<Vec<Unit<'_>>>>::new();
    for unit in after.on_map() {
        let Some(at) = unit.piece.at else { continue };
        hexes.entry(at).or_default()[unit.card.side].push(unit);
    }
    for (at, stacks) in &hexes {
        for side in Side::BOTH {
            let stack = stacks[side].iter().map(|unit| (unit.card, unit.steps()));
            must(s3_stacking::broken(side, stack).is_none(), || format!("too many in {at}"))?;
        }
        let apart = Side::BOTH.iter().any(|side| stacks[*side].is_empty());
        must(apart, || format!("both sides in {at}"))?;
    }
    Ok(())
}

fn reopens(state: &State) -> Result<(), Broken> {
    let opened = CentralFront::open_position(Arc::clone(&state.scenario), CentralFront::position(state));
    must(opened.as_ref() == Ok(state), || format!("a position of play opens as {:?}", opened.err()))
}

/// Leaves standing orders for everything that a side can be asked while it defends.
fn go_away(state: &mut State, side: Side) -> Result<(), Broken> {
    let command = Command::Instruct {
        cover: Some(CoverOrder::WhenItHelps),
        losses: Some(LossOrder::KeepDefense),
        retreats: Some(RetreatOrder::TowardSupply),
        excess: None,
    };
    let (mut answers, mut transcript) = (Scripted::default(), Transcript::<CentralFront>::new());
    judge::<CentralFront>(state, Acting::own(side.seat()), &command, &mut answers, &mut transcript)
        .map_err(|halt| Broken::Refused(format!("{command:?}: {halt:?}")))
}

/// Plays a game to its end, looking at every state with a source of choices.
///
/// # Errors
/// What is broken.
pub fn play(
    scenario: &Arc<Scenario>,
    pick: Pick<'_>,
    look: &mut dyn FnMut(&State, Pick<'_>),
) -> Result<Game, Broken> {
    play_on(State::open(Arc::clone(scenario)), None, pick, look)
}

/// Plays a game on in which a side has left standing orders for everything that it can be asked while it defends, and is
/// asked nothing by them.
///
/// # Errors
/// What is broken.
pub fn play_without(mut state: State, absent: Side, pick: Pick<'_>) -> Result<Game, Broken> {
    go_away(&mut state, absent)?;
    let mut asked = false;
    let game = play_on(state, Some(absent), pick, &mut |state, _| {
        let defends = |battle: &&Battle| battle.side != absent;
        let battle = state.facts.battle.as_ref().filter(defends);
        let owes = battle.and_then(|battle| s9_results::owing(state, battle)) == Some(absent);
        asked |= owes && s13_standing_orders::answering(state) != Some(absent);
    })?;
    must(!asked, || "the absent defender is asked".into())?;
    Ok(game)
}

fn play_on(
    mut state: State,
    absent: Option<Side>,
    pick: Pick<'_>,
    look: &mut dyn FnMut(&State, Pick<'_>),
) -> Result<Game, Broken> {
    let mut transcript = Transcript::<CentralFront>::new();
    let mut game = Game::default();
    while state.facts.phase != Phase::Over {
        look(&state, pick);
        let (seat, template) = next(&state, absent, pick).ok_or(Broken::DeadEnd)?;
        let command = CentralFront::sample(&state, seat, &template, pick);
        let before = state.clone();
        let mut answers = Thrown::new(pick);
        judge::<CentralFront>(&mut state, Acting::own(seat), &command, &mut answers, &mut transcript)
            .map_err(|halt| Broken::Refused(format!("{command:?}: {halt:?}")))?;
        keeps_its_laws(&before, &state)?;
        game.commands += 1;
        if game.commands % REOPENED == 0 || state.facts.phase == Phase::Over {
            reopens(&state)?;
        }
        for event in &transcript.events {
            match event {
                Event::Fought(_) => game.fights += 1,
                Event::ByOrder(ByOrder { order: Order::Excess, .. }) => game.crowds += 1,
                Event::Ended(Ended { wp, nato, fractions, .. }) => game.margin = wp - nato + fractions,
                _ => {}
            }
        }
        if game.commands > MOST {
            return Err(Broken::Runaway);
        }
    }
    Ok(game)
}

/// A source of choices for a seed.
pub fn source(seed: u64) -> Box<dyn FnMut(u64) -> u64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03;
    Box::new(move |n| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n.max(1)
    })
}
