//! BCS-MOVE, BCS-STOP, BCS-SCR: movement, flipping, Screen.

use hexmap::{Cell, Entry, Reach, Step as Leap};
use kernel::grammar::{SectionEvent, is_default};
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons, RuleId, Seat, Side};
use serde::{Deserialize, Serialize};

use super::{
    Cx, about, at_step, of_unit, own_unit, s6_jumps, s7_msr, s8_snafu, s9_objectives, s11_stopping,
    s20_victory::{Controlled, changes_hands},
};
use crate::charts::s6_safe_path::{Purpose, class};
use crate::charts::s8_snafu::{Action, allows};
use crate::ground::Ground;
use crate::setup::Scenario;
use crate::sight::Sight;
use crate::state::{Activation, Halt, State, Step, Unit};
use crate::words::{Class, Face, Place, UnitId, points};

/// The most hexes of one path.
pub const LONGEST: usize = 200;

/// How many combat units a move may end with in a hex. [BCS-MOVE-3]
pub const STACK: usize = 2;

/// [BCS-MOVE-4] [BCS-MOVE-5] Whether a unit can flip; gives the side that comes up.
pub fn may_flip(state: &Sight<'_>, seat: Seat, id: UnitId, why: &mut Reasons) -> Checked<Face> {
    let (_, body) = at_step(state, seat, Step::Activities, why)?;
    let (unit, at) = own_unit(state, body, id, why)?;
    let (card, piece) = (unit.card, unit.piece);
    why.unless(card.moving.is_some(), "BCS-UNIT-7", "one-side", || {
        about(state, id, "it has one side only.")
    })?;
    why.unless(!piece.flipped, "BCS-MOVE-4", "flipped", || {
        about(state, id, "it has flipped in this activation.")
    })?;
    why.unless(piece.halt != Halt::Finished, "BCS-MOVE-4", "finished", || {
        about(state, id, "it is FINISHED.")
    })?;
    let face = if piece.face == Face::Deployed { Face::Move } else { Face::Deployed };
    let new = card.allowance(face).class;
    let ground = state.ground();
    let cell =
        why.need(ground.board.cell(at), "BCS-ACT-18", "gone", || about(state, id, "it is not on the map."))?;
    let stacked = state.in_hex(at).any(|other| other.card.id != id && other.card.side == card.side);
    why.unless(stacked || !ground.affects(card.side, new, cell), "BCS-MOVE-4", "zone", || {
        about(state, id, &format!("an EZOC here affects {}, and no friend stands with it.", new.prose()))
    })?;
    let purpose = match new {
        Class::Truck => Purpose::FlipToTruck,
        Class::Tac => Purpose::FlipToTac,
        Class::Leg => Purpose::Other,
    };
    let by = class(purpose, unit.allowance().class);
    why.unless(state.is_safe(body, by, at), "BCS-MOVE-5", "path", || {
        about(state, id, &format!("it has no Safe Path by {}.", by.prose()))
    })?;
    Ok(face)
}

/// [BCS-MOVE-4] Flips a unit.
pub fn flip(cx: &mut Cx<'_>, unit: UnitId) -> Adjudged {
    let face = cx.check(|why| may_flip(&Sight::of(cx.state()), cx.seat(), unit, why))?;
    cx.record(Flipped { unit, face })
}

/// Parts of movement points that a unit has left in this activation. [BCS-SNAFU-11]
pub fn left(activation: &Activation, unit: Unit<'_>) -> u32 {
    let whole = activation.level.map_or(0, |level| s8_snafu::allowance(level, unit.allowance().ma));
    whole.saturating_sub(unit.piece.spent)
}

/// Whether a unit can move at all. [BCS-SNAFU-9] [BCS-STOP-2] [BCS-STOP-4]
pub fn can_start(state: &State, seat: Seat, id: UnitId, why: &mut Reasons) -> Checked<Place> {
    let (activation, body) = at_step(state, seat, Step::Activities, why)?;
    let (unit, at) = own_unit(state, body, id, why)?;
    can_use_allowance(activation, why)?;
    why.unless(unit.piece.halt == Halt::Not, unit.piece.halt.rule(), "stopped", || {
        about(state, id, &format!("it is {}.", unit.piece.halt.prose()))
    })?;
    why.unless(!unit.piece.arrived, "BCS-MOVE-4", "arrived", || {
        about(state, id, "it has flipped after its move.")
    })?;
    Ok(at)
}

/// Whether units use their movement allowance after this SNAFU result. [BCS-SNAFU-9] [BCS-FAIL-2]
pub(super) fn can_use_allowance(activation: &Activation, why: &mut Reasons) -> Checked {
    let allowed = activation.level.is_some_and(|level| allows(level, Action::Ma, !activation.second, false));
    why.unless(allowed, "BCS-FAIL-2", "snafu", || "After a FAIL no unit moves.".into())
}

/// What a step means to a unit, whatever it has left. [BCS-MOVE-2] [BCS-MOVE-7] [BCS-OBJ-5] [BCS-STOP-1]
pub fn entry(
    state: &State,
    ground: &Ground<'_>,
    activation: &Activation,
    unit: Unit<'_>,
    step: Leap,
) -> Entry {
    if barred(state, ground, activation, unit, step).is_some() {
        return Entry::Barred;
    }
    let cost = ground.board.cost(step, unit.allowance().class).unwrap_or(0);
    let ends = stops(state, ground, unit, step.to).is_some() || asks(state, ground, unit, step.to).is_some();
    if ends { Entry::Halt(cost) } else { Entry::Pass(cost) }
}

/// What of the enemy must be answered in a hex that a unit enters, before it goes on: rule and words. [BCS-HQ-4] [BCS-ZONE-5]
fn asks(
    state: &State,
    ground: &Ground<'_>,
    unit: Unit<'_>,
    cell: Cell,
) -> Option<(&'static str, &'static str)> {
    let at = ground.board.place(cell);
    if s6_jumps::is_bare(state, ground, unit, at) {
        return Some(("BCS-HQ-4", "it jumps an HQ or trains; it can go on from there"));
    }
    s11_stopping::is_entered(state, ground, unit, at)
        .then_some(("BCS-ZONE-5", "it may be required to engage; else it can go on from there"))
}

/// Why a unit cannot take a step: rule, code, words.
fn barred(
    state: &State,
    ground: &Ground<'_>,
    activation: &Activation,
    unit: Unit<'_>,
    step: Leap,
) -> Option<(&'static str, &'static str, &'static str)> {
    let side = unit.card.side;
    let enemy = side.enemy();
    let presence = ground.at(step.to);
    if presence.units[enemy] > 0 {
        return Some(("BCS-MOVE-7", "enemy", "the enemy stands there."));
    }
    let place = ground.board.place(step.to);
    if s6_jumps::may_jump(state, ground, unit, place, &mut Reasons::whether()).is_err() {
        return Some(("BCS-CR-3", "jump", "out of Command Radius it jumps no HQ or trains."));
    }
    if !ground.is_passable(step, unit.allowance().class) {
        let open = ground
            .board
            .ground(place)
            .is_some_and(|ground| ground.costs.of(unit.allowance().class).is_some());
        let words = if open { "its class cannot cross the hexside." } else { "its class cannot go there." };
        return Some(("BCS-MOVE-2", "prohibited", words));
    }
    if ground.beside_enemy(side, step.to)
        && s9_objectives::zones(&state.scenario.board, activation, place, false) == 0
    {
        return Some(("BCS-OBJ-5", "objective", "beside the enemy it goes only in an OBJ Zone."));
    }
    None
}

/// What stops a unit in a hex that it enters: rule and words.
pub fn stops(
    state: &State,
    ground: &Ground<'_>,
    unit: Unit<'_>,
    cell: Cell,
) -> Option<(&'static str, &'static str)> {
    let (side, class) = (unit.card.side, unit.allowance().class);
    if ground.affects(side, class, cell) {
        let words = if class == Class::Tac { "an AV EZOC" } else { "an EZOC" };
        return Some(("BCS-ZONE-2", words));
    }
    lasting(state, ground, (side, class), cell)
}

/// What stops in a hex whatever moves by its class, beside an EZOC: rule and words. [BCS-STOP-1]
pub(super) fn lasting(
    state: &State,
    ground: &Ground<'_>,
    (side, class): (Side, Class),
    cell: Cell,
) -> Option<(&'static str, &'static str)> {
    let presence = ground.at(cell);
    if class == Class::Truck && presence.engagement[side.enemy()] > 0 {
        return Some(("BCS-STOP-1", "an Engagement Zone"));
    }
    let screens = state.scenario.switches.screen_zone_stops_truck;
    if screens && class == Class::Truck && presence.screen[side.enemy()] > 0 {
        return Some(("BCS-ZONE-6", "a Screen Zone"));
    }
    if state.facts.traffic.contains(&ground.board.place(cell)) {
        return Some(("BCS-STOP-8", "a Traffic marker"));
    }
    ground.board.map.hex(cell).stops[class as usize].then_some(("BCS-MOVE-6", "the ground"))
}

/// [BCS-MOVE-1] Whether a unit can move along a path; gives what it has spent then, and whether it is stopped.
pub fn may_move(
    state: &Sight<'_>,
    seat: Seat,
    id: UnitId,
    path: &[Place],
    why: &mut Reasons,
) -> Checked<(u32, Halt)> {
    let from = can_start(state, seat, id, why)?;
    let (activation, _) = at_step(state, seat, Step::Activities, why)?;
    let unit = why.need(state.unit(id), "BCS-ACT-18", "unknown", || format!("There is no unit {id}."))?;
    let ground = state.ground();
    let steps = steps(ground, from, path, why)?;
    let mut budget = left(activation, unit);
    let mut halt = Halt::Not;
    for (n, step) in steps.iter().enumerate() {
        let hex = path[n];
        if let Some((rule, code, words)) = barred(state, ground, activation, unit, *step) {
            return why.refuse(rule, code, || about(state, id, &format!("hex {hex}: {words}")));
        }
        let cost = ground.board.cost(*step, unit.allowance().class).unwrap_or(0);
        budget = why.need(budget.checked_sub(cost), "BCS-MOVE-2", "points", || {
            about(
                state,
                id,
                &format!("hex {hex} costs {}, and it has {} left.", points(cost), points(budget)),
            )
        })?;
        if let Some((rule, words)) = asks(state, ground, unit, step.to) {
            why.unless(n + 1 == steps.len(), rule, "asks", || {
                about(state, id, &format!("in hex {hex} {words}."))
            })?;
        }
        if let Some((rule, words)) = stops(state, ground, unit, step.to) {
            why.unless(n + 1 == steps.len(), rule, "stops", || {
                about(state, id, &format!("in hex {hex} {words} stops it."))
            })?;
            halt = Halt::Stopped;
        }
    }
    let last = path.last().copied().unwrap_or(from);
    let fits = ground.board.cell(last).is_some_and(|cell| fits(ground, unit, cell));
    why.unless(fits, "BCS-MOVE-3", "stack", || {
        about(state, id, &format!("hex {last} holds {STACK} combat units already."))
    })?;
    let whole = left(activation, unit);
    Ok((unit.piece.spent + whole - budget, halt))
}

/// Whether a unit can end its move in a hex. [BCS-MOVE-3]
fn fits(ground: &Ground<'_>, unit: Unit<'_>, last: Cell) -> bool {
    let own = unit.piece.on_map().and_then(|at| ground.board.cell(at)) == Some(last);
    usize::from(ground.at(last).units[unit.card.side]) - usize::from(own) < STACK
}

/// The steps of a path of adjacent hexes.
pub(super) fn steps(
    ground: &Ground<'_>,
    from: Place,
    path: &[Place],
    why: &mut Reasons,
) -> Checked<Vec<Leap>> {
    why.unless(!path.is_empty() && path.len() <= LONGEST, "BCS-MOVE-2", "path", || {
        "A path goes from one hex to the next.".into()
    })?;
    let mut here = from;
    let mut steps = Vec::with_capacity(path.len());
    for hex in path {
        steps.push(why.need(ground.board.step(here, *hex), "BCS-MOVE-2", "path", || {
            format!("Hex {hex}: a path goes from one hex of the map to the next.")
        })?);
        here = *hex;
    }
    Ok(steps)
}

/// [BCS-MOVE-1] Moves a unit. Whoever moved before it is stopped.
pub fn go(cx: &mut Cx<'_>, unit: UnitId, path: &[Place]) -> Adjudged {
    let (spent, halt) = cx.check(|why| may_move(&Sight::of(cx.state()), cx.seat(), unit, path, why))?;
    let Some(last) = path.last().copied() else { return Ok(()) };
    let (state, ground) = (cx.state(), Ground::of(cx.state()));
    let one = state.unit(unit).zip(ground.board.cell(last));
    let (held, enters) = one.map_or((false, false), |(unit, cell)| {
        let held = halt == Halt::Stopped
            && lasting(state, &ground, (unit.card.side, unit.allowance().class), cell).is_none();
        (held, s11_stopping::is_entered(state, &ground, unit, last))
    });
    cx.record(Moved { unit, path: path.to_vec(), spent, halt, held, enters })?;
    take(cx, unit, path)?;
    s6_jumps::jump(cx, unit, last)
}

/// [BCS-STOP-7] The unit that is moving goes on when the EZOCs that stopped it are gone.
pub(super) fn release(cx: &mut Cx<'_>) -> Adjudged {
    let state = cx.state();
    let moving = state.facts.activation.as_ref().and_then(|one| one.moving).and_then(|id| state.unit(id));
    let held = moving.filter(|unit| unit.piece.held && unit.piece.halt == Halt::Stopped);
    let Some((unit, at)) = held.and_then(|unit| Some((unit, unit.piece.on_map()?))) else { return Ok(()) };
    let ground = Ground::of(state);
    let cell = ground.board.cell(at);
    let free = cell.is_some_and(|cell| !ground.affects(unit.card.side, unit.allowance().class, cell));
    let unit = unit.card.id;
    if free { cx.record(GoesOn { unit }) } else { Ok(()) }
}

/// A combat unit takes the hexes that count on its way. [BCS-URB-1] [BCS-VIC-2]
pub(super) fn take(cx: &mut Cx<'_>, unit: UnitId, path: &[Place]) -> Adjudged {
    let Some(side) = cx.state().unit(unit).map(|unit| unit.card.side) else { return Ok(()) };
    for hex in path.iter().copied() {
        if changes_hands(cx.state(), side, hex) {
            cx.record(Controlled { side, hex })?;
        }
    }
    Ok(())
}

/// Whether a unit can end a move beside the hex where it stands: the quick half of asking whether [`reach`] finds a hex.
pub fn goes_beside(state: &State, ground: &Ground<'_>, seat: Seat, id: UnitId) -> bool {
    let (Ok(from), Some(unit)) = (can_start(state, seat, id, &mut Reasons::whether()), state.unit(id)) else {
        return false;
    };
    let (Some(activation), Some(start)) = (&state.facts.activation, ground.board.cell(from)) else {
        return false;
    };
    let left = left(activation, unit);
    ground.board.grid().steps(start).any(|step| {
        let goes = match entry(state, ground, activation, unit, step) {
            Entry::Pass(cost) | Entry::Halt(cost) => cost <= left,
            Entry::Barred => false,
        };
        goes && fits(ground, unit, step.to)
    })
}

/// Where a unit can end a move, each hex with a cheapest path; in the order of the cost.
pub fn reach(state: &State, ground: &Ground<'_>, seat: Seat, id: UnitId) -> Vec<(Place, Vec<Place>)> {
    let mut why = Reasons::whether();
    let (Ok(from), Some(unit)) = (can_start(state, seat, id, &mut why), state.unit(id)) else {
        return Vec::new();
    };
    let (Some(activation), Some(start)) = (&state.facts.activation, ground.board.cell(from)) else {
        return Vec::new();
    };
    let mut search = Reach::new(ground.board.grid());
    search.search(start, left(activation, unit), |step| entry(state, ground, activation, unit, step));
    let ends = search.cells().iter().copied().filter(|cell| *cell != start);
    let ends = ends.filter(|cell| fits(ground, unit, *cell));
    let way = |cell| {
        let route = search.route(cell)?;
        Some((ground.board.place(cell), route.iter().map(|leg| ground.board.place(leg.step.to)).collect()))
    };
    ends.filter_map(way).collect()
}

/// [BCS-SCR-1] Whether a unit can enter Screen.
pub fn may_screen(state: &Sight<'_>, seat: Seat, id: UnitId, why: &mut Reasons) -> Checked {
    let (activation, body) = at_step(state, seat, Step::Activities, why)?;
    let (unit, at) = own_unit(state, body, id, why)?;
    let allowed =
        activation.level.is_some_and(|level| allows(level, Action::Screen, !activation.second, false));
    why.unless(allowed, "BCS-ACT-17", "snafu", || {
        "After a FAIL units enter Screen in an Initial Activation only.".into()
    })?;
    why.unless(unit.card.screen, "BCS-SCR-1", "kind", || about(state, id, "it cannot screen."))?;
    why.unless(!unit.piece.screens, "BCS-SCR-1", "screens", || about(state, id, "it screens already."))?;
    why.unless(unit.piece.face == Face::Deployed, "BCS-UNIT-7", "face", || {
        about(state, id, "it lies on its Move-side.")
    })?;
    why.unless(unit.piece.halt != Halt::Finished, "BCS-STOP-4", "finished", || {
        about(state, id, "it is FINISHED.")
    })?;
    let ground = state.ground();
    let beside = ground.board.cell(at).is_some_and(|cell| ground.beside_enemy(unit.card.side, cell));
    why.unless(!beside, "BCS-SCR-1", "adjacent", || {
        about(state, id, "an enemy combat unit stands beside it.")
    })
}

/// [BCS-SCR-1] A unit enters Screen: the end of its move.
pub fn screen(cx: &mut Cx<'_>, unit: UnitId) -> Adjudged {
    cx.check(|why| may_screen(&Sight::of(cx.state()), cx.seat(), unit, why))?;
    cx.record(Screened { unit })
}

/// Stops whoever moved before. [BCS-STOP-1]
pub(super) fn stop_mover(state: &mut State, next: Option<UnitId>) {
    let Some(moving) = state.facts.activation.as_ref().and_then(|activation| activation.moving) else {
        if let Some(activation) = &mut state.facts.activation {
            activation.moving = next;
        }
        return;
    };
    if Some(moving) != next {
        let piece = state.piece_mut(moving);
        piece.stop();
    }
    if let Some(activation) = &mut state.facts.activation {
        activation.moving = next;
    }
}

/// A unit moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Who.
    pub unit: UnitId,
    /// The hexes entered.
    pub path: Vec<Place>,
    /// Parts of movement points spent in this activation so far.
    pub spent: u32,
    /// Whether it is stopped now.
    pub halt: Halt,
    /// An EZOC alone stopped it. [BCS-STOP-7]
    #[serde(default, skip_serializing_if = "is_default")]
    pub held: bool,
    /// It may be required to engage. [BCS-ZONE-5]
    #[serde(default, skip_serializing_if = "is_default")]
    pub enters: bool,
}

impl SectionEvent<State, Scenario> for Moved {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        stop_mover(state, Some(self.unit));
        let piece = state.piece_mut(self.unit);
        (piece.at, piece.spent, piece.halt) = (self.path.last().copied(), self.spent, self.halt);
        (piece.screens, piece.held) = (false, self.held);
        if let Some(activation) = &mut state.facts.activation {
            activation.entered = self.enters.then_some(self.unit);
        }
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let end = self.path.last().map_or_else(String::new, |end| setup.board.called(*end));
        let halt = if self.halt == Halt::Not { "" } else { ", where it is STOPPED" };
        of_unit(setup, self.unit, &format!(" moved to {end}{halt}; {} spent.", points(self.spent)))
            .rule(RuleId("BCS-MOVE-2"))
    }
}

kernel::section! { for State, Scenario;
    /// A unit flipped, before its move or after it.
    public Flipped { unit: UnitId, face: Face }
    does |state| {
        let piece = state.piece_mut(unit);
        (piece.face, piece.flipped, piece.screens) = (face, true, false);
        piece.arrived = piece.spent > 0;
    },
    told |setup| of_unit(setup, unit, &format!(" flipped to its {}.", face.prose())).rule(RuleId("BCS-MOVE-4"));

    /// A unit is STOPPED no more.
    public GoesOn { unit: UnitId }
    does |state| {
        let piece = state.piece_mut(unit);
        (piece.halt, piece.held) = (Halt::Not, false);
    },
    told |setup| of_unit(setup, unit, " is STOPPED no more.").rule(RuleId("BCS-STOP-7"));

    /// A unit entered Screen; its move is over.
    public Screened { unit: UnitId }
    does |state| {
        let piece = state.piece_mut(unit);
        piece.screens = true;
        piece.stop();
    },
    told |setup| of_unit(setup, unit, " screens.").rule(RuleId("BCS-SCR-1"));
}

/// What the supply route becomes now that something of the formation has moved.
pub(super) fn trace(cx: &mut Cx<'_>, formation: crate::words::FormationId) -> Adjudged {
    let Some(at) = cx.state().scenario.formation(formation) else { return Ok(()) };
    let route = s7_msr::best(cx.state(), at);
    if route == cx.state().facts.formation[at].route {
        return Ok(());
    }
    cx.record(super::s3_activation::RouteHeld { formation, route })
}
