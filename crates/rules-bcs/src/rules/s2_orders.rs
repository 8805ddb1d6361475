//! BCS-TURN-10: orders. Each formation records a route and whether it will recover or create Prepared Defense; the enemy
//! learns it when the game ends.

use hexmap::{Crossing, line};
use kernel::grammar::{OnlyTold, SectionEvent, listed};
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons, RuleId, Seat, Side};
use serde::{Deserialize, Serialize};

use super::{Cx, in_phase, not_yours, of_formation};
use crate::setup::{Board, Scenario};
use crate::state::{Body, Order, Past, Phase, State};
use crate::words::{FormationId, Place};

/// The most hexes that an order names.
pub const MOST: usize = 8;

/// How far beside its route a formation does not deviate: as far as an OBJ Zone reaches.
pub const BREADTH: u32 = super::s9_objectives::ZONE;

/// [BCS-TURN-10] Whether a formation can be ordered along a route.
pub fn may_order(
    state: &State,
    seat: Seat,
    id: FormationId,
    route: &[Place],
    why: &mut Reasons,
) -> Checked<Side> {
    let side = in_phase(state, seat, Phase::Orders, why)?;
    why.unless(!state.facts.pool[side].closed, "BCS-TURN-2", "closed", || {
        "You have closed this step.".into()
    })?;
    let body = state.formation(id).filter(|body| body.card.side == side);
    why.need(body, "BCS-ACT-18", "formation", || not_yours(state, id))?;
    why.unless(route.len() <= MOST, "BCS-TURN-10", "long", || {
        format!("An order names {MOST} hexes at most.")
    })?;
    let off = route.iter().find(|at| state.scenario.board.cell(**at).is_none());
    why.unless(off.is_none(), "BCS-TURN-10", "hex", || {
        off.map_or_else(String::new, |at| format!("There is no hex {at} on this map."))
    })
    .map(|()| side)
}

/// [BCS-TURN-10] Records an order; a later one of the same turn replaces it.
pub fn order(
    cx: &mut Cx<'_>,
    formation: FormationId,
    route: &[Place],
    recovers: bool,
    prepares: bool,
) -> Adjudged {
    let side = cx.check(|why| may_order(cx.state(), cx.seat(), formation, route, why))?;
    let mut hqs: Vec<Place> =
        cx.state().formation(formation).map_or_else(Vec::new, |body| body.facts.hq.hexes().collect());
    let also = hqs.split_off(hqs.len().min(1));
    let route = hqs.into_iter().chain(route.iter().copied()).collect();
    cx.record(Ordered { side, formation, order: Order { route, also, recovers, prepares } })
}

/// The hexes that the straight lines of an order touch: along its route, and from each further HQ to the first waypoint.
fn along_all(board: &Board, order: &Order) -> Vec<hexmap::Hex> {
    let mut touched = along(board, &order.route);
    for hq in &order.also {
        let lines: Vec<Place> = std::iter::once(*hq).chain(order.route.get(1).copied()).collect();
        touched.extend(along(board, &lines));
    }
    touched
}

/// The hexes that the straight lines of a route touch.
fn along(board: &Board, route: &[Place]) -> Vec<hexmap::Hex> {
    let hexes: Vec<hexmap::Hex> =
        route.iter().filter_map(|at| board.cell(*at)).map(|cell| board.grid().hex(cell)).collect();
    let mut touched = hexes.clone();
    for pair in hexes.windows(2) {
        for crossing in line(pair[0], pair[1]) {
            match crossing {
                Crossing::Through(hex) => touched.push(hex),
                Crossing::Along(one, other) => touched.extend([one, other]),
            }
        }
    }
    touched
}

/// Whether a formation does not deviate in a hex. Ruling: its HQs end their moves and its OBJ markers lie not farther from the
/// route than an OBJ Zone reaches; without an order it stays where its HQs are.
fn is_on_route(state: &State, body: Body<'_>, at: Place) -> bool {
    let board = &state.scenario.board;
    let Some(hex) = board.cell(at).map(|cell| board.grid().hex(cell)) else { return false };
    let stays = || Order { also: body.facts.hq.hexes().collect(), ..Order::default() };
    let touched =
        body.facts.order.as_ref().map_or_else(|| along_all(board, &stays()), |order| along_all(board, order));
    touched.into_iter().any(|one| one.distance(hex) <= BREADTH)
}

/// [BCS-TURN-10] Whether a formation may go or look to a hex under its order.
pub fn may_go(state: &State, body: Body<'_>, at: Place, why: &mut Reasons) -> Checked {
    let free = !state.scenario.switches.orders || is_on_route(state, body, at);
    why.unless(free, "BCS-TURN-10", "route", || {
        format!(
            "Hex {at} lies farther than {BREADTH} hexes from the route that {} has orders for.",
            body.card.name
        )
    })
}

/// [BCS-TURN-10] Whether a formation may recover or create Prepared Defense under its order. A Failure Flip is not planned
/// and needs no order.
pub fn may_plan(state: &State, body: Body<'_>, prepares: bool, recovers: bool, why: &mut Reasons) -> Checked {
    if !state.scenario.switches.orders {
        return Ok(());
    }
    let order = body.facts.order.as_ref();
    let ordered = |holds: fn(&Order) -> bool| order.is_some_and(holds);
    why.unless(!prepares || ordered(|order| order.prepares), "BCS-TURN-10", "prepare", || {
        format!("{} has no order to create Prepared Defense.", body.card.name)
    })?;
    why.unless(!recovers || ordered(|order| order.recovers), "BCS-TURN-10", "recover", || {
        format!("{} has no order to recover.", body.card.name)
    })
}

/// Lays the orders of the turn aside. [BCS-TURN-9]
pub(super) fn lay_aside(state: &mut State, turn: u8) {
    for command in &mut state.facts.formation {
        if let Some(order) = command.order.take() {
            state.facts.past.push(Past { turn, formation: command.id, order });
        }
    }
}

/// [BCS-TURN-10] When the game ends both sides read what was ordered.
pub(super) fn show(cx: &mut Cx<'_>) -> Adjudged {
    let orders = cx.state().facts.past.clone();
    if orders.is_empty() { Ok(()) } else { cx.record(OrdersShown { orders }) }
}

/// An order in words.
pub fn words(board: &Board, order: &Order) -> String {
    let route: Vec<String> = order.route.iter().map(|at| board.called(*at)).collect();
    let mut parts = vec![if route.is_empty() { "no route".to_owned() } else { route.join(" – ") }];
    parts.extend(order.also.iter().map(|at| format!("also from {}", board.called(*at))));
    parts.extend(order.recovers.then(|| "recover".to_owned()));
    parts.extend(order.prepares.then(|| "create Prepared Defense".to_owned()));
    listed(&parts)
}

/// A formation was given its order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ordered {
    /// Whose.
    pub side: Side,
    /// Which.
    pub formation: FormationId,
    /// Its order.
    pub order: Order,
}

impl SectionEvent<State, Scenario> for Ordered {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        state.command_mut(self.formation).order = Some(self.order.clone());
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let order = words(&setup.board, &self.order);
        of_formation(setup, self.formation, &format!(" has the order: {order}.")).rule(RuleId("BCS-TURN-10"))
    }
}

/// The orders of the game were shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrdersShown {
    /// Turn by turn.
    pub orders: Vec<Past>,
}

impl OnlyTold<Scenario> for OrdersShown {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let one = |past: &Past| {
            let name = setup.formation_name(past.formation);
            format!("turn {}, {name}: {}", past.turn, words(&setup.board, &past.order))
        };
        let all: Vec<String> = self.orders.iter().map(one).collect();
        Text::new(format!("The orders of the game: {}.", all.join("; "))).rule(RuleId("BCS-TURN-10"))
    }
}
