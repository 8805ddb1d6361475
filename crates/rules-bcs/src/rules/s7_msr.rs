//! BCS-MSR: the main supply route, from an HQ by the Combat Trains to a source. [BCS-MSR-A]

mod ways;

use std::num::NonZeroU32;
use std::sync::Arc;

use hexmap::{Cell, Field, Grid, PerHex, Step as Leap};
use kernel::{Adjudged, Checked, Reasons, Seat};

use self::ways::{Candidate, choices};
use super::s3_activation::RouteHeld;
use super::s7_breaks::Barrier;
use super::{Cx, at_step};
use crate::charts::s8_snafu::Snafu;
use crate::ground::Ground;
use crate::setup::Board;
use crate::setup::scenario::Trafficability;
use crate::sight::Sight;
use crate::state::{Body, Route, State, Step, Train};
use crate::words::{FormationId, Place, RoadClass};

/// Road edges between the HQ and the trains at which they are at Optimal Distance. [BCS-MSR-6]
pub const OPTIMAL: std::ops::RangeInclusive<usize> = 5..=15;

/// What a route means for a SNAFU roll. [BCS-SNAFU-4]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merits {
    /// The trains are at Optimal Distance.
    pub optimal: bool,
    /// The route crosses one of another formation.
    pub crossing: bool,
    /// The leg between HQ and trains uses tracks.
    pub tracks: bool,
}

impl Merits {
    /// What they add to a SNAFU roll.
    fn sum(self, trafficability: Trafficability) -> i32 {
        let tracks = match (self.tracks, trafficability) {
            (false, _) => 0,
            (true, Trafficability::Good) => 1,
            (true, Trafficability::Poor) => 2,
        };
        i32::from(self.optimal) - i32::from(self.crossing) - tracks
    }
}

/// Where a route of one formation can run. [BCS-MSR-2]
pub(super) struct Legal<'g, 's> {
    state: &'g State,
    ground: &'g Ground<'s>,
    body: Body<'g>,
    /// Hexes of routes that enemy formations hold. [BCS-MSR-8]
    enemy: PerHex<bool>,
    /// Whether units of the enemy that are out of Command Radius block nothing. [BCS-CR-3]
    lenient: bool,
}

impl<'g, 's> Legal<'g, 's> {
    /// Of a formation.
    pub(super) fn of(state: &'g State, ground: &'g Ground<'s>, body: Body<'g>) -> Self {
        let enemies = state.formations().filter(|other| other.card.side != body.card.side);
        let mut enemy = PerHex::filled(ground.board.grid(), false);
        for hex in enemies.filter_map(|other| other.facts.route.as_ref()).flat_map(Route::hexes) {
            ground.board.cell(hex).into_iter().for_each(|cell| enemy[cell] = true);
        }
        Self { state, ground, body, enemy, lenient: false }
    }

    /// As it is where the route has another path: units of the enemy that are out of Command Radius block nothing. [BCS-CR-3]
    fn leniently(self) -> Self {
        Self { lenient: true, ..self }
    }

    /// The sources that a route may end in.
    fn sources(&self) -> Vec<Cell> {
        let listed = self.state.scenario.sources[self.body.card.side].iter();
        listed.filter_map(|at| self.ground.board.cell(*at)).filter(|cell| self.hex(*cell)).collect()
    }

    /// The HQs that a route may begin at, each hex once: one of them is enough. [BCS-MSR-1]
    fn hqs(&self) -> Vec<Cell> {
        let mut hqs: Vec<Cell> = Vec::new();
        for cell in self.body.facts.hq.hexes().filter_map(|at| self.ground.board.cell(at)) {
            if self.hex(cell) && !hqs.contains(&cell) {
                hqs.push(cell);
            }
        }
        hqs
    }

    /// How far every hex is from the nearest of these, along legal edges.
    fn field(&self, from: impl IntoIterator<Item = Cell>, tracks: bool) -> Field {
        let mut field = Field::new(self.ground.board.grid());
        field.compute(from, |step| self.edge(step, tracks).then_some(NonZeroU32::MIN));
        field
    }

    /// Whether a hex may be part of the route: no enemy unit, no EZOC, no enemy route. [BCS-MSR-3] Other zones are nothing to
    /// it. [BCS-ZONE-7]
    pub(super) fn hex(&self, cell: Cell) -> bool {
        self.barrier(cell).is_none()
    }

    /// What makes a hex no part of a route.
    #[inline]
    pub(super) fn barrier(&self, cell: Cell) -> Option<Barrier> {
        let side = self.body.card.side;
        let negated = self.state.scenario.switches.msr_friendly_negates_ezoc && self.ground.holds(side, cell);
        let presence = self.ground.at(cell);
        let enemy = side.enemy();
        let (mut units, mut zones) = (presence.units[enemy], presence.ezoc[enemy]);
        if self.lenient {
            (units, zones) = (units - presence.strays[enemy], zones - presence.stray_ezoc[enemy]);
        }
        if units > 0 || presence.hqs[enemy] > 0 || presence.trains[enemy] > 0 {
            return Some(Barrier::Enemy);
        }
        if zones > 0 && !negated {
            return Some(Barrier::Ezoc);
        }
        self.enemy[cell].then_some(Barrier::Route)
    }

    /// The grid of the map.
    pub(super) fn grid(&self) -> &'s Arc<Grid> {
        self.ground.board.grid()
    }

    /// Whether a road that a route may take runs along an edge, whatever lies there; tracks between HQ and trains alone.
    /// [BCS-MSR-4]
    pub(super) fn is_road(&self, step: Leap, tracks: bool) -> bool {
        let road = self.ground.board.map.side(step).road;
        road.is_some_and(|road| tracks || road != RoadClass::Track)
    }

    /// Whether a route may run along an edge of a road; tracks between HQ and trains alone. [BCS-MSR-4]
    fn edge(&self, step: Leap, tracks: bool) -> bool {
        self.is_road(step, tracks) && self.hex(step.from) && self.hex(step.to)
    }
}

/// The route of a formation that serves it best, by its place in the scenario; nothing where its route is not complete.
/// [BCS-MSR-11]
pub fn best(state: &State, formation: usize) -> Option<Route> {
    let ground = Ground::of(state);
    best_on(state, &ground, formation)
}

/// As [`best`], where the zones are known already.
pub fn best_on(state: &State, ground: &Ground<'_>, formation: usize) -> Option<Route> {
    let body = state.formations().nth(formation)?;
    best_with(state, ground, body, body.facts.trains.on_map()?)
}

/// As [`best`], with the trains elsewhere than they are. [BCS-ACT-10]
pub fn best_with(state: &State, ground: &Ground<'_>, body: Body<'_>, trains: Train) -> Option<Route> {
    let (board, trafficability) = (&state.scenario.board, state.trafficability());
    let others: Vec<Run> = others(state, body).map(Run::of).collect();
    let ways = ways::ways(state, ground, body, trains);
    let mut all: Vec<Candidate<'_>> = Vec::with_capacity(ways.legs.len() * ways.onward.len());
    for leg in &ways.legs {
        let worth = merits_beside(state, body, trains, leg, |_| false).sum(trafficability);
        all.extend(ways.onward.iter().map(|rest| Candidate { malus: -worth, leg, rest }));
    }
    all.sort_unstable();
    // What crosses another route is worth one less: whatever comes behind the best so far is no better even if it crosses none.
    let mut best: Option<Candidate<'_>> = None;
    for one in all {
        if best.as_ref().is_some_and(|best| *best < one) {
            break;
        }
        let run = Run::along(one.hexes());
        let crossing = others.iter().any(|other| crosses(board, &run, other));
        let one = Candidate { malus: one.malus + i32::from(crossing), ..one };
        best = Some(best.map_or(one, |best| best.min(one)));
    }
    best.map(|best| Route { to_trains: best.leg.to_vec(), to_source: best.rest.to_vec() })
}

/// The formation whose owner may name its route now: in (b) and in the activities. [BCS-MSR-11]
fn naming<'s>(state: &'s State, seat: Seat, why: &mut Reasons) -> Checked<(Body<'s>, Train)> {
    let prepares = state.facts.activation.as_ref().is_some_and(|one| one.step == Step::Preparation);
    let step = if prepares { Step::Preparation } else { Step::Activities };
    let (_, body) = at_step(state, seat, step, why)?;
    why.need(body.facts.hq.first(), "BCS-HQ-6", "hq", || body.no_hq())?;
    let trains = why.need(body.facts.trains.on_map(), "BCS-MSR-1", "off-map", || {
        format!("The trains of {} are Off-Map.", body.card.name)
    })?;
    Ok((body, trains))
}

/// [BCS-MSR-11] Whether the owner can name a route: from any of its HQs, legal from hex to hex, no hex twice, and between
/// this HQ and the trains the shortest or the shortest without tracks. [BCS-MSR-6]
pub fn may_name(
    state: &Sight<'_>,
    seat: Seat,
    to_trains: &[Place],
    to_source: &[Place],
    why: &mut Reasons,
) -> Checked<FormationId> {
    let (body, trains) = naming(state, seat, why)?;
    let (ground, board) = (state.ground(), &state.scenario.board);
    let known = choices(state, ground, body, trains);
    why.unless(!known.is_empty(), "BCS-MSR-2", "complete", || "The MSR is not Complete.".into())?;
    let begins = to_trains.first().filter(|first| body.facts.hq.hexes().any(|hq| hq == **first));
    let ends = begins.is_some()
        && to_trains.last() == Some(&trains.at)
        && to_source.first() == Some(&trains.at)
        && to_source.last().is_some_and(|last| state.scenario.sources[body.card.side].contains(last));
    why.unless(ends, "BCS-MSR-1", "ends", || {
        "The MSR runs from an HQ to the Combat Trains, and from there to a source of the side.".into()
    })?;
    let legal = Legal::of(state, ground, body);
    let legal = if ground.has_strays(body.card.side.enemy()) { legal.leniently() } else { legal };
    for (leg, tracks) in [(to_trains, true), (to_source, false)] {
        let broken = leg
            .windows(2)
            .find(|pair| !board.step(pair[0], pair[1]).is_some_and(|step| legal.edge(step, tracks)));
        why.unless(broken.is_none(), "BCS-MSR-2", "legal", || {
            broken.map_or_else(String::new, |pair| {
                format!("From hex {} to {} runs no legal road.", pair[0], pair[1])
            })
        })?;
        why.unless(is_once(leg), "BCS-MSR-2", "twice", || "A leg runs over no hex twice.".into())?;
    }
    let clear = |leg: &[Place]| !has_tracks(board, leg);
    // Each HQ has its own shortest way.
    let from_here = || known.iter().filter(|route| route.to_trains.first() == begins);
    let shortest = from_here().map(Route::leg).min();
    let without = from_here().filter(|route| clear(&route.to_trains)).map(Route::leg).min();
    let length = Some(to_trains.len().saturating_sub(1));
    why.unless(length == shortest || (length == without && clear(to_trains)), "BCS-MSR-6", "detour", || {
        "Between HQ and trains the MSR takes the shortest way, or the shortest without tracks.".into()
    })?;
    Ok(body.card.id)
}

/// [BCS-MSR-11] The owner names a route.
pub fn name(cx: &mut Cx<'_>, to_trains: &[Place], to_source: &[Place]) -> Adjudged {
    let formation = cx.check(|why| may_name(&Sight::of(cx.state()), cx.seat(), to_trains, to_source, why))?;
    let route = Route { to_trains: to_trains.to_vec(), to_source: to_source.to_vec() };
    cx.record(RouteHeld { formation, route: Some(route) })
}

/// Routes that the owner could name instead of the one that is held: those among which the best one is.
pub fn names(state: &State, ground: &Ground<'_>, seat: Seat) -> Vec<Route> {
    let Ok((body, trains)) = naming(state, seat, &mut Reasons::whether()) else { return Vec::new() };
    let mut all = choices(state, ground, body, trains);
    all.retain(|route| body.facts.route.as_ref() != Some(route));
    all
}

/// [BCS-MSR-2] Legal hexes: how far each is from a source along legal edges; an HQ may stand where only tracks lead.
pub fn legal_hexes(state: &State, ground: &Ground<'_>, body: Body<'_>, tracks: bool) -> Field {
    let legal = Legal::of(state, ground, body);
    legal.field(legal.sources(), tracks)
}

/// [BCS-ACT-10] The hexes from which trains would make the route complete.
pub fn serving(state: &State, ground: &Ground<'_>, body: Body<'_>) -> Vec<Place> {
    let legal = Legal::of(state, ground, body);
    let (ahead, behind) = (legal.field(legal.hqs(), true), legal.field(legal.sources(), false));
    let serves = |cell: &&Cell| ahead.cost(**cell).is_some() && behind.cost(**cell).is_some();
    ground.board.grid().cells().iter().filter(serves).map(|cell| ground.board.place(*cell)).collect()
}

/// Whether no hex stands twice.
fn is_once(hexes: &[Place]) -> bool {
    let mut sorted = hexes.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

/// The routes that other formations of the side hold.
fn others<'s>(state: &'s State, body: Body<'s>) -> impl Iterator<Item = &'s Route> {
    let friends = state
        .formations()
        .filter(move |other| other.card.side == body.card.side && other.card.id != body.card.id);
    friends.filter_map(|other| other.facts.route.as_ref())
}

/// The hexes of a route, as it runs and sorted.
pub struct Run {
    hexes: Vec<Place>,
    sorted: Vec<Place>,
}

impl Run {
    /// Of a route.
    pub fn of(route: &Route) -> Self {
        Self::along(route.hexes())
    }

    fn along(hexes: impl Iterator<Item = Place>) -> Self {
        let hexes: Vec<Place> = hexes.collect();
        let mut sorted = hexes.clone();
        sorted.sort_unstable();
        sorted.dedup();
        Self { hexes, sorted }
    }
}

fn is_primary(board: &Board, pair: &[Place]) -> bool {
    let step = board.step(pair[0], pair[1]);
    step.is_some_and(|step| board.map.side(step).road == Some(RoadClass::Primary))
}

/// [BCS-MSR-9] Whether a route crosses another: they share hexes, without the source, that are not one run at the end of both
/// along primary roads to the same source.
pub fn crosses(board: &Board, one: &Run, other: &Run) -> bool {
    let (a, b) = (&one.hexes, &other.hexes);
    let sources = [a.last(), b.last()];
    let mut shared = 0;
    let mut rest = other.sorted.as_slice();
    for hex in &one.sorted {
        while let Some((_, later)) = rest.split_first().filter(|(first, _)| *first < hex) {
            rest = later;
        }
        shared += usize::from(rest.first() == Some(hex) && !sources.contains(&Some(hex)));
    }
    if shared == 0 {
        return false;
    }
    let run = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let tail = &a[a.len() - run..];
    let is_run = run == shared + 1 && tail.iter().take(run - 1).all(|hex| !sources.contains(&Some(hex)));
    !(is_run && tail.windows(2).all(|pair| is_primary(board, pair)))
}

/// What a route of a formation with its trains there means for a SNAFU roll.
pub fn merits_of(state: &State, body: Body<'_>, trains: Train, route: &Route) -> Merits {
    let others: Vec<Run> = others(state, body).map(Run::of).collect();
    let run = Run::of(route);
    let crosses = |board: &Board| others.iter().any(|other| crosses(board, &run, other));
    merits_beside(state, body, trains, &route.to_trains, crosses)
}

/// What a route with this leg means, where it is known whether it crosses another.
fn merits_beside(
    state: &State,
    body: Body<'_>,
    trains: Train,
    leg: &[Place],
    crosses: impl FnOnce(&Board) -> bool,
) -> Merits {
    let board = &state.scenario.board;
    Merits {
        optimal: is_optimal(board, body, trains, Some(leg)),
        crossing: crosses(board),
        tracks: has_tracks(board, leg),
    }
}

/// Whether a way runs along a track.
fn has_tracks(board: &Board, way: &[Place]) -> bool {
    let is_track = |pair: &[Place]| {
        board.step(pair[0], pair[1]).is_some_and(|step| board.map.side(step).road == Some(RoadClass::Track))
    };
    way.windows(2).any(is_track)
}

/// [BCS-MSR-6] [BCS-MSR-7] Whether trains are at Optimal Distance: 5 to 15 road edges from the HQ that the route begins at, or
/// in an entry hex and this HQ, or any where there is no route, not further than 15 hexes away.
pub fn is_optimal(board: &Board, body: Body<'_>, trains: Train, leg: Option<&[Place]>) -> bool {
    let enters = board.ground(trains.at).is_some_and(|ground| ground.edge);
    if enters {
        let begins = leg.and_then(|leg| leg.first()).copied();
        let begins = begins.filter(|at| body.facts.hq.hexes().any(|hq| hq == *at));
        let near = |hq: Place| board.distance(hq, trains.at) <= 15;
        return begins.map_or_else(|| body.facts.hq.hexes().any(near), near);
    }
    leg.is_some_and(|leg| OPTIMAL.contains(&leg.len().saturating_sub(1)))
}

/// The circumstances of a SNAFU roll of a formation that holds its route. `complete` is what step (b) found.
pub fn snafu(state: &State, body: Body<'_>, complete: bool, mixed: bool) -> Snafu {
    let trains = body.facts.trains.on_map();
    let merits = trains.zip(body.facts.route.as_ref().filter(|_| complete));
    let merits = merits.map(|(trains, route)| merits_of(state, body, trains, route)).unwrap_or_default();
    Snafu {
        fatigue: body.facts.fatigue,
        coordination: body.facts.coordination,
        mixed,
        special: body.card.snafu,
        complete,
        optimal: merits.optimal,
        ghost: trains.is_some_and(|trains| trains.ghost),
        crossing: merits.crossing,
        tracks: merits.tracks,
        poor: state.trafficability() == Trafficability::Poor,
        off_map: trains.is_none(),
        blocked: body.facts.blocked,
        prepared: body.facts.prepared,
    }
}
