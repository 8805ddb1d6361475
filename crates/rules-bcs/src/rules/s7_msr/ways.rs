//! What the best route is made of: legs between HQ and trains, ways on to a source, and which of them is worth most.

use std::cmp::Ordering;
use std::num::NonZeroU32;
use std::ops::ControlFlow;

use hexmap::{Cell, Field, PerHex, Step as Leap};

use super::{Legal, has_tracks, is_once, is_primary, others};
use crate::ground::Ground;
use crate::state::{Body, Route, State, Train};
use crate::words::Place;

/// How many of several equally short ways between HQ and trains are looked at.
const MOST_WAYS: usize = 64;

/// A leg with a way on from the trains, in the order of their worth: what it takes off a SNAFU roll, then the shorter leg, the
/// shorter route, and the lower hexes. [BCS-MSR-11]
#[derive(Clone, Copy)]
pub(super) struct Candidate<'w> {
    pub malus: i32,
    pub leg: &'w [Place],
    pub rest: &'w [Place],
}

impl<'w> Candidate<'w> {
    /// Every hex from the HQ to the source, each once.
    pub fn hexes(self) -> impl Iterator<Item = Place> + 'w {
        self.leg.iter().chain(&self.rest[1..]).copied()
    }
}

impl Ord for Candidate<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let lengths = |one: &Self| (one.malus, one.leg.len(), one.leg.len() + one.rest.len());
        lengths(self).cmp(&lengths(other)).then_with(|| self.hexes().cmp(other.hexes()))
    }
}

impl PartialOrd for Candidate<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Candidate<'_> {}

/// The legs, and the ways on from the trains, of which the best route is made; without either it is not complete.
#[derive(Default)]
pub(super) struct Ways {
    pub legs: Vec<Vec<Place>>,
    pub onward: Vec<Vec<Place>>,
}

impl Ways {
    /// Every leg with every way on.
    pub fn routes(&self) -> Vec<Route> {
        let on = |leg: &Vec<Place>| {
            let leg = leg.clone();
            self.onward.iter().map(move |rest| Route { to_trains: leg.clone(), to_source: rest.clone() })
        };
        self.legs.iter().flat_map(on).collect()
    }
}

/// What the best route is made of, nothing where it is not complete. Whether it is complete, every unit of the enemy decides;
/// where it has a path in spite of them all, those out of Command Radius block none. [BCS-CR-3]
pub(super) fn ways(state: &State, ground: &Ground<'_>, body: Body<'_>, trains: Train) -> Ways {
    let strict = Legal::of(state, ground, body);
    if !ground.has_strays(body.card.side.enemy()) {
        return between(&strict, trains);
    }
    match is_complete(&strict, trains) {
        true => between(&strict.leniently(), trains),
        false => Ways::default(),
    }
}

/// The routes among which the best one is, none where the route is not complete.
pub(super) fn choices(state: &State, ground: &Ground<'_>, body: Body<'_>, trains: Train) -> Vec<Route> {
    ways(state, ground, body, trains).routes()
}

/// [BCS-MSR-1] [BCS-MSR-2] Whether legal roads run from the trains to a source and to an HQ at all.
fn is_complete(legal: &Legal<'_, '_>, trains: Train) -> bool {
    let Some(at) = legal.ground.board.cell(trains.at).filter(|at| legal.hex(*at)) else { return false };
    let leads_to = |ends: Vec<Cell>, tracks: bool| {
        let field = legal.field([at], tracks);
        ends.into_iter().any(|end| field.cost(end).is_some())
    };
    leads_to(legal.hqs(), true) && leads_to(legal.sources(), false)
}

/// Legs and ways on over legal hexes.
fn between(legal: &Legal<'_, '_>, trains: Train) -> Ways {
    let (state, body, board) = (legal.state, legal.body, legal.ground.board);
    let hqs = legal.hqs();
    let at = board.cell(trains.at).filter(|at| !hqs.is_empty() && legal.hex(*at));
    let Some(at) = at else { return Ways::default() };
    let others: Vec<&Route> = others(state, body).collect();
    let sources = legal.sources();
    let onward = to_source(legal, at, &sources, &others);
    if onward.is_empty() {
        return Ways::default();
    }
    Ways { legs: hqs.into_iter().flat_map(|hq| to_trains(legal, hq, at)).collect(), onward }
}

/// The legs between HQ and trains that may be used, of whatever length [BCS-MSR-5]: the shortest, and the shortest without tracks. [BCS-MSR-6]
fn to_trains(legal: &Legal<'_, '_>, hq: Cell, trains: Cell) -> Vec<Vec<Place>> {
    let board = legal.ground.board;
    let mut found: Vec<Vec<Place>> = Vec::new();
    let mut n = 0;
    for tracks in [true, false] {
        // Where one of the shortest needs no tracks, the shortest without them are among these.
        let has_them = || n < MOST_WAYS && found.iter().any(|leg| !has_tracks(board, leg));
        if !tracks && (found.is_empty() || has_them()) {
            break;
        }
        let cost = |step: Leap| legal.edge(step, tracks).then_some(NonZeroU32::MIN);
        let mut field = Field::new(board.grid());
        // The shortest way seldom is a long one: what lies far from both is looked at where there is none.
        field.compute_within([trains], 2 * board.grid().distance(hq, trains) + 2, cost);
        if field.cost(hq).is_none() {
            field.compute([trains], cost);
        }
        n = 0;
        field.each_route(hq, cost, |way| {
            let leg: Vec<Place> =
                std::iter::once(hq).chain(way.iter().copied()).map(|cell| board.place(cell)).collect();
            if !found.contains(&leg) {
                found.push(leg);
            }
            n += 1;
            if n < MOST_WAYS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    found
}

/// The ways from the trains to a source that can be the best: the shortest, the shortest clear of the routes of other
/// formations, and those that join the end of one of these. [BCS-MSR-9]
fn to_source(legal: &Legal<'_, '_>, trains: Cell, sources: &[Cell], others: &[&Route]) -> Vec<Vec<Place>> {
    let board = legal.ground.board;
    let cost = |step: Leap| legal.edge(step, false).then_some(NonZeroU32::MIN);
    let way = |from: Cell, field: &Field, cost: &dyn Fn(Leap) -> Option<NonZeroU32>| -> Option<Vec<Place>> {
        let legs = field.route(from, cost)?;
        Some(
            std::iter::once(from)
                .chain(legs.iter().map(|leg| leg.step.from))
                .map(|cell| board.place(cell))
                .collect(),
        )
    };
    let mut found = Vec::new();
    let mut field = Field::new(board.grid());
    field.compute(sources.iter().copied(), cost);
    found.extend(way(trains, &field, &cost));
    let mut taken = PerHex::filled(board.grid(), false);
    for cell in others.iter().flat_map(|route| route.hexes()).filter_map(|hex| board.cell(hex)) {
        taken[cell] = true;
    }
    let free = |cell: Cell| !taken[cell] || sources.contains(&cell) || cell == trains;
    let clear = |step: Leap| cost(step).filter(|_| free(step.from) && free(step.to));
    field.compute(sources.iter().copied(), clear);
    found.extend(way(trains, &field, &clear));
    // A way that joins another route follows it to its end. It comes to where it joins over hexes that no other route has.
    let lone = |step: Leap| cost(step).filter(|_| step.from == trains || !taken[step.from]);
    field.compute([trains], lone);
    for route in others {
        let hexes: Vec<Place> = route.hexes().collect();
        let follows = |pair: &[Place]| {
            is_primary(board, pair)
                && board.step(pair[0], pair[1]).is_some_and(|step| legal.edge(step, false))
        };
        let length = hexes.windows(2).rev().take_while(|pair| follows(pair)).count();
        for at in hexes.len().saturating_sub(length + 1)..hexes.len().saturating_sub(1) {
            let Some(join) = board.cell(hexes[at]) else { continue };
            if let Some(ahead) = lowest_way(&field, trains, join, lone) {
                let mut ahead: Vec<Place> = ahead.into_iter().map(|cell| board.place(cell)).collect();
                ahead.extend(&hexes[at + 1..]);
                // Whoever joins behind himself would go back over his own way.
                if is_once(&ahead) {
                    found.push(ahead);
                }
            }
        }
    }
    found
}

/// The shortest way from the one source of a field to a hex; of several the one that goes on, at each hex, at the lowest
/// cell. Every step costs the same.
fn lowest_way(
    field: &Field,
    from: Cell,
    to: Cell,
    cost: impl Fn(Leap) -> Option<NonZeroU32>,
) -> Option<Vec<Cell>> {
    // The hexes of all shortest ways, by how far they are.
    let mut stages = vec![vec![to]];
    for far in (0..field.cost(to)?).rev() {
        let mut before = Vec::new();
        for &cell in &stages[stages.len() - 1] {
            let steps = field.grid().steps(cell).map(Leap::reversed);
            let steps = steps.filter(|step| field.cost(step.from) == Some(far) && cost(*step).is_some());
            before.extend(steps.map(|step| step.from));
        }
        before.sort_unstable();
        before.dedup();
        stages.push(before);
    }
    let mut way = vec![from];
    for stage in stages.iter().rev().skip(1) {
        let here = way[way.len() - 1];
        let onward = field.grid().steps(here).filter(|step| stage.contains(&step.to));
        way.push(onward.filter(|step| cost(*step).is_some()).map(|step| step.to).min()?);
    }
    Some(way)
}
