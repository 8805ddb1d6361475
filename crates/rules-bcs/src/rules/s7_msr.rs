//! BCS-MSR: the main supply route, from an HQ by the Combat Trains to a source. [BCS-MSR-A]

use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::sync::Arc;

use hexmap::{Cell, Field, Grid, PerHex, Step as Leap};
use kernel::{Adjudged, Checked, Reasons, Seat};

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

/// How many of several equally short ways between HQ and trains are looked at.
const MOST_WAYS: usize = 64;

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
    let trafficability = state.trafficability();
    let others: Vec<Run> = others(state, body).map(Run::of).collect();
    choices(state, ground, body, trains).into_iter().min_by_key(|route| {
        let run = Run::of(route);
        let merits = merits_beside(state, body, trains, route, &run, &others);
        (-merits.sum(trafficability), route.leg(), run.hexes.len(), run.hexes)
    })
}

/// The routes among which the best one is, none where the route is not complete. Whether it is complete, every unit of the
/// enemy decides; where it has a path in spite of them all, those out of Command Radius block none. [BCS-CR-3]
fn choices(state: &State, ground: &Ground<'_>, body: Body<'_>, trains: Train) -> Vec<Route> {
    let strict = between(&Legal::of(state, ground, body), trains);
    if strict.is_empty() || !ground.has_strays(body.card.side.enemy()) {
        return strict;
    }
    between(&Legal::of(state, ground, body).leniently(), trains)
}

/// The routes over legal hexes among which the best one is.
fn between(legal: &Legal<'_, '_>, trains: Train) -> Vec<Route> {
    let (state, body, board) = (legal.state, legal.body, legal.ground.board);
    let hqs = legal.hqs();
    let at = board.cell(trains.at).filter(|at| !hqs.is_empty() && legal.hex(*at));
    let Some(at) = at else { return Vec::new() };
    let others: Vec<&Route> = others(state, body).collect();
    let sources = legal.sources();
    let onward = to_source(legal, at, &sources, &others);
    if onward.is_empty() {
        return Vec::new();
    }
    let first: Vec<Vec<Place>> = hqs.into_iter().flat_map(|hq| to_trains(legal, hq, at)).collect();
    let routes = first
        .iter()
        .flat_map(|leg| onward.iter().map(|rest| Route { to_trains: leg.clone(), to_source: rest.clone() }));
    routes.collect()
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
    let is_track = |pair: &[Place]| {
        board.step(pair[0], pair[1]).is_some_and(|step| board.map.side(step).road == Some(RoadClass::Track))
    };
    let clear = |leg: &[Place]| !leg.windows(2).any(is_track);
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

/// The legs between HQ and trains that may be used, of whatever length [BCS-MSR-5]: the shortest, and the shortest without tracks. [BCS-MSR-6]
fn to_trains(legal: &Legal<'_, '_>, hq: Cell, trains: Cell) -> Vec<Vec<Place>> {
    let board = legal.ground.board;
    let mut found: Vec<Vec<Place>> = Vec::new();
    for tracks in [true, false] {
        let cost = |step: Leap| legal.edge(step, tracks).then_some(NonZeroU32::MIN);
        let mut field = Field::new(board.grid());
        // The shortest way seldom is a long one: what lies far from both is looked at where there is none.
        field.compute_within([trains], 2 * board.grid().distance(hq, trains) + 2, cost);
        if field.cost(hq).is_none() {
            field.compute([trains], cost);
        }
        let mut n = 0;
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
        let hexes: Vec<Place> = route.hexes().collect();
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
    merits_beside(state, body, trains, route, &Run::of(route), &others)
}

/// As [`merits_of`], beside the routes of the other formations of the side.
fn merits_beside(
    state: &State,
    body: Body<'_>,
    trains: Train,
    route: &Route,
    run: &Run,
    others: &[Run],
) -> Merits {
    let board = &state.scenario.board;
    let track = |pair: &[Place]| {
        board.step(pair[0], pair[1]).is_some_and(|step| board.map.side(step).road == Some(RoadClass::Track))
    };
    Merits {
        optimal: is_optimal(board, body, trains, Some(route)),
        crossing: others.iter().any(|other| crosses(board, run, other)),
        tracks: route.to_trains.windows(2).any(track),
    }
}

/// [BCS-MSR-6] [BCS-MSR-7] Whether trains are at Optimal Distance: 5 to 15 road edges from the HQ that the route begins at, or
/// in an entry hex and this HQ, or any where there is no route, not further than 15 hexes away.
pub fn is_optimal(board: &Board, body: Body<'_>, trains: Train, route: Option<&Route>) -> bool {
    let enters = board.ground(trains.at).is_some_and(|ground| ground.edge);
    if enters {
        let begins = route.and_then(|route| route.to_trains.first()).copied();
        let begins = begins.filter(|at| body.facts.hq.hexes().any(|hq| hq == *at));
        let near = |hq: Place| board.distance(hq, trains.at) <= 15;
        return begins.map_or_else(|| body.facts.hq.hexes().any(near), near);
    }
    route.is_some_and(|route| OPTIMAL.contains(&route.leg()))
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
