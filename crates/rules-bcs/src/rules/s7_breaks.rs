//! BCS-MSR: where a main supply route breaks, and why: the hexes that bar the way that fewest of them bar.

use std::num::NonZeroU32;

use hexmap::{Cell, Field, Step as Leap};

use super::s7_msr::Legal;
use crate::ground::Ground;
use crate::setup::Scenario;
use crate::state::{Body, State};
use crate::words::Place;

/// What a hex that bars the way weighs against one step more.
const BARRED: u32 = 10_000;

/// How many hexes are listed in a sentence.
const LISTED: usize = 3;

kernel::words! {
    /// What makes a hex no Legal one. [BCS-MSR-2]
    pub enum Barrier {
        /// A unit, an HQ or trains.
        Enemy = "enemy" => "the enemy stands there",
        /// An EZOC. [BCS-MSR-3]
        Ezoc = "EZOC" => "an EZOC of the enemy",
        /// A route that an enemy formation holds. [BCS-MSR-8]
        Route = "enemy MSR" => "a supply route of the enemy",
    }
}

/// Why a route is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breaks {
    /// No HQ is on the map. [BCS-HQ-6]
    NoHq,
    /// The trains are Off-Map, and these hexes bar the way on which they could return. [BCS-ACT-3] [BCS-ACT-10]
    NoTrains(Vec<(Place, Barrier)>),
    /// No road leads from the HQ to the trains, or from the trains to a source, whoever stands there. [BCS-MSR-4]
    NoRoad,
    /// These hexes bar it, in the order of the way.
    At(Vec<(Place, Barrier)>),
}

/// Where the route of a formation breaks now; nothing where it is complete. Of several HQs the one counts whose way meets the
/// fewest hexes that are not legal. [BCS-MSR-13]
pub fn breaks(state: &State, ground: &Ground<'_>, body: Body<'_>) -> Option<Breaks> {
    let board = ground.board;
    let hqs: Vec<Cell> = body.facts.hq.hexes().filter_map(|at| board.cell(at)).collect();
    if hqs.is_empty() {
        return Some(Breaks::NoHq);
    }
    let legal = Legal::of(state, ground, body);
    let sources = || state.scenario.sources[body.card.side].iter().filter_map(|at| board.cell(*at));
    let bars = |cell: Cell| Some((board.place(cell), legal.barrier(cell)?));
    let barred = |hexes: Vec<Cell>| hexes.into_iter().filter_map(bars).collect::<Vec<_>>();
    let best = |ways: &mut dyn Iterator<Item = Vec<Cell>>| {
        ways.min_by_key(|hexes| (hexes.iter().filter(|cell| !legal.hex(**cell)).count(), hexes.len()))
    };
    let trains = body.facts.trains.on_map().and_then(|trains| board.cell(trains.at));
    let Some(trains) = trains else {
        let onward = best(&mut hqs.into_iter().filter_map(|hq| way(&legal, hq, sources(), true)));
        return Some(onward.map_or(Breaks::NoRoad, |hexes| Breaks::NoTrains(barred(hexes))));
    };
    let ahead = best(&mut hqs.into_iter().filter_map(|hq| way(&legal, hq, [trains], true)));
    let ways = ahead.zip(way(&legal, trains, sources(), false));
    let Some((mut hexes, onward)) = ways else { return Some(Breaks::NoRoad) };
    hexes.extend(&onward[1..]);
    let found = barred(hexes);
    (!found.is_empty()).then_some(Breaks::At(found))
}

/// The way along roads that meets the fewest hexes which are not legal, and of these the shortest.
fn way(
    legal: &Legal<'_, '_>,
    from: Cell,
    to: impl IntoIterator<Item = Cell>,
    tracks: bool,
) -> Option<Vec<Cell>> {
    // The field spreads from the ends: what a hex weighs counts as it is left towards the start.
    let cost = |step: Leap| {
        let weight = if legal.hex(step.from) { 1 } else { BARRED };
        NonZeroU32::new(weight).filter(|_| legal.is_road(step, tracks))
    };
    let mut field = Field::new(legal.grid());
    field.compute(to, cost);
    let legs = field.route(from, cost)?;
    Some(std::iter::once(from).chain(legs.iter().map(|leg| leg.step.from)).collect())
}

/// In words: `cut in 0906: an EZOC of the enemy`.
pub fn words(setup: &Scenario, breaks: &Breaks) -> String {
    match breaks {
        Breaks::NoHq => "cut: the HQ is off the map".into(),
        Breaks::NoTrains(hexes) if hexes.is_empty() => {
            "cut: the trains are Off-Map; nothing bars their way back".into()
        }
        Breaks::NoTrains(hexes) => {
            format!("cut: the trains are Off-Map, and their way is cut in {}", listed(setup, hexes))
        }
        Breaks::NoRoad => "cut: no road leads there".into(),
        Breaks::At(hexes) => format!("cut in {}", listed(setup, hexes)),
    }
}

/// The first hexes that bar a way, each with what bars it.
fn listed(setup: &Scenario, hexes: &[(Place, Barrier)]) -> String {
    let one = |(at, barrier): &(Place, Barrier)| format!("{}: {}", setup.board.called(*at), barrier.prose());
    let listed: Vec<String> = hexes.iter().take(LISTED).map(one).collect();
    let more = match hexes.len().saturating_sub(LISTED) {
        0 => String::new(),
        1 => "; and in 1 hex more".into(),
        more => format!("; and in {more} hexes more"),
    };
    format!("{}{more}", listed.join("; in "))
}
