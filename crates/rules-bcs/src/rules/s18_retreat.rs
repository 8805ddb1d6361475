//! BCS-RET: units that must retreat, and those that return.

use hexmap::{Away, Cell, best_paths};
use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons, RuleId, Seat};
use serde::{Deserialize, Serialize};

use super::s10_movement::{STACK, take};
use super::{Cx, in_phase, of_unit, s10_movement, s12_combat, s17_isolation::lose};
use crate::charts::s18_retreat::Why;
use crate::ground::Ground;
use crate::setup::Scenario;
use crate::sight::Sight;
use crate::state::{Body, Fate, Owed, Phase, Piece, Staff, State, Unit};
use crate::words::{Class, Face, Place, UnitId};

/// How far a retreat goes. [BCS-RET-3]
pub const LENGTH: usize = 3;

/// [BCS-RET-3] The class by which a unit retreats: that of its Move-side if it has one.
fn class(unit: Unit<'_>) -> Class {
    unit.card.moving.map_or(unit.allowance().class, |side| side.allowance.class)
}

/// Whether an EZOC in a hex applies to a retreat: of a kind that stops the class, with no friend there. [BCS-RET-10]
fn applies(ground: &Ground<'_>, unit: Unit<'_>, cell: Cell) -> bool {
    ground.affects(unit.card.side, class(unit), cell) && !ground.stands(unit.card.side, cell)
}

/// [BCS-RET-3] [BCS-RET-4] The best paths of a 3-hex retreat, by preference: three hexes away, no EZOC on the way, clear
/// of one at the end, nearer to the HQ, under the stacking limit. None where it cannot be made or would end in an EZOC that applies. [BCS-RET-10]
pub fn paths(state: &State, ground: &Ground<'_>, id: UnitId) -> Vec<Vec<Place>> {
    let board = ground.board;
    let Some(unit) = state.unit(id) else { return Vec::new() };
    let Some(start) = unit.piece.on_map().and_then(|at| board.cell(at)) else { return Vec::new() };
    let (side, class) = (unit.card.side, class(unit));
    let enemy = side.enemy();
    let open = |step: hexmap::Step| {
        let presence = ground.at(step.to);
        let free = presence.units[enemy] == 0 && presence.hqs[enemy] == 0 && presence.trains[enemy] == 0;
        free && ground.is_passable(step, class)
    };
    let body = unit.formation().and_then(|id| state.formation(id));
    let hqs: Vec<Cell> = body.into_iter().flat_map(Body::hqs).filter_map(|hq| board.cell(hq.at)).collect();
    let price = |path: &[Cell]| {
        let end = path.last().copied().unwrap_or(start);
        let away = board.grid().distance(start, end);
        let short = path.len() < LENGTH || away < 2;
        let zones = path.iter().filter(|cell| applies(ground, unit, **cell)).count();
        // Of paths that meet as many EZOCs one that ends clear of them can be made. [BCS-RET-10]
        let badly = applies(ground, unit, end);
        let home = hqs.iter().map(|hq| board.grid().distance(*hq, end)).min().unwrap_or(0);
        let full = usize::from(ground.at(end).units[side]) >= STACK;
        (short, u32::try_from(LENGTH).unwrap_or(3) - away.min(3), zones, badly, home, full)
    };
    let best = best_paths(board.grid(), start, LENGTH, Away::NotNearer, open, price);
    let Some(((false, ..), found)) = best else { return Vec::new() };
    let ends_well = |path: &Vec<Cell>| path.last().is_some_and(|end| !applies(ground, unit, *end));
    found
        .into_iter()
        .filter(ends_well)
        .map(|path| path.into_iter().map(|cell| board.place(cell)).collect())
        .collect()
}

/// [BCS-RET-6] The HQs to which a unit has its HQ Refuge, each with its place in the list of the formation: at least three
/// hexes away, by a Safe Path of its class. That with the shortest path is the first.
pub fn refuges(state: &Sight<'_>, unit: Unit<'_>) -> Vec<(usize, Place)> {
    let body = unit.formation().and_then(|id| state.formation(id));
    let Some((body, at)) = body.zip(unit.piece.on_map()) else { return Vec::new() };
    let far = |hq: &Staff<'_>| state.scenario.board.distance(at, hq.at) >= 3;
    let mut found: Vec<(u32, usize, Place)> = body
        .hqs()
        .filter(far)
        .filter_map(|hq| Some((state.paths(body, class(unit))?.length_to(hq.n, at)?, hq.n, hq.at)))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, n, at)| (n, at)).collect()
}

/// [BCS-RET-7] A Retreat of the Combat Table: to the nearest HQ Refuge, or without one a step is lost and the rest returns
/// next turn.
pub(super) fn to_refuge(cx: &mut Cx<'_>, id: UnitId) -> Adjudged {
    let state = cx.state();
    let hqs = state.unit(id).map(|unit| refuges(&Sight::of(state), unit)).unwrap_or_default();
    match hqs.first().copied() {
        Some((_, at)) => {
            cx.record(TookRefuge { unit: id, at })?;
            take(cx, id, &[at])
        }
        None => cx.record(RetreatFailed { unit: id, why: Some(Why::Retreat) }),
    }
}

/// A unit must retreat. Where it has no way the retreat fails at once.
pub(super) fn owe(cx: &mut Cx<'_>, unit: UnitId, why: Why) -> Adjudged {
    let found = paths(cx.state(), &Ground::of(cx.state()), unit);
    if found.is_empty() {
        return cx.record(RetreatFailed { unit, why: None });
    }
    cx.record(RetreatOwed { unit, why })
}

/// The unit whose retreat is owed by the side that asks.
fn owing(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Owed> {
    let side = in_phase(state, seat, Phase::Activations, why)?;
    let owed = state.facts.activation.as_ref().and_then(|activation| activation.owed);
    let owed = why.need(owed, "BCS-RET-1", "none", || "No unit must retreat now.".into())?;
    let own = state.unit(owed.unit).is_some_and(|unit| unit.card.side == side);
    why.unless(own, "BCS-RET-4", "actor", || "The unit's owner chooses its path.".into())?;
    Ok(owed)
}

/// [BCS-RET-4] Whether the unit that must retreat can take a path: one of the best.
pub fn may_retreat(state: &State, seat: Seat, path: &[Place], why: &mut Reasons) -> Checked<Owed> {
    let owed = owing(state, seat, why)?;
    let found = paths(state, &Ground::of(state), owed.unit);
    why.unless(found.iter().any(|best| best == path), "BCS-RET-4", "path", || {
        "This is none of the best paths: three hexes away, clear of EZOCs, nearer to the HQ, under the stacking limit.".into()
    })?;
    Ok(owed)
}

/// The paths that the side may take now.
pub fn choices(state: &State, ground: &Ground<'_>, seat: Seat) -> Vec<Vec<Place>> {
    owing(state, seat, &mut Reasons::whether())
        .map(|owed| paths(state, ground, owed.unit))
        .unwrap_or_default()
}

/// [BCS-RET-9] Retreats, and flips to the Move-side if it has one [BCS-RET-14]; a Screen does not flip.
pub fn retreat(cx: &mut Cx<'_>, path: &[Place]) -> Adjudged {
    cx.check(|why| may_retreat(cx.state(), cx.seat(), path, why))?;
    run(cx, path)
}

/// The unit that must retreat takes a path.
pub(super) fn run(cx: &mut Cx<'_>, path: &[Place]) -> Adjudged {
    let Some(owed) = cx.state().facts.activation.as_ref().and_then(|one| one.owed) else { return Ok(()) };
    cx.record(Retreated { unit: owed.unit, path: path.to_vec(), flips: owed.why != Why::Screen })?;
    take(cx, owed.unit, path)?;
    s12_combat::go_on(cx)?;
    s10_movement::release(cx)
}

/// [BCS-RET-8] Units that were removed return with the first of their HQs that is on the map, on their Move-side.
pub(super) fn bring_back(cx: &mut Cx<'_>) -> Adjudged {
    let state = cx.state();
    let back = |unit: Unit<'_>| {
        let body = unit.formation().and_then(|id| state.formation(id))?;
        let hq = body.facts.hq.first()?;
        (unit.piece.fate == Fate::Returns).then_some((unit.card.id, hq))
    };
    let returning: Vec<(UnitId, Place)> = state.units().filter_map(back).collect();
    for (unit, at) in returning {
        cx.record(Returned { unit, at })?;
        take(cx, unit, &[at])?;
    }
    Ok(())
}

/// A unit retreated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retreated {
    /// Who.
    pub unit: UnitId,
    /// The hexes entered.
    pub path: Vec<Place>,
    /// Whether it flips to its Move-side.
    pub flips: bool,
}

impl SectionEvent<State, Scenario> for Retreated {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let has_move = state.unit(self.unit).is_some_and(|unit| unit.card.moving.is_some());
        let piece = state.piece_mut(self.unit);
        (piece.at, piece.screens) = (self.path.last().copied(), false);
        if self.flips && has_move {
            piece.face = Face::Move;
        }
        if let Some(activation) = &mut state.facts.activation {
            activation.owed = None;
        }
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let end = self.path.last().map_or_else(String::new, |end| setup.board.called(*end));
        of_unit(setup, self.unit, &format!(" retreats to {end}.")).rule(RuleId("BCS-RET-9"))
    }
}

kernel::section! { for State, Scenario;
    /// A unit must retreat; its owner chooses the path.
    public RetreatOwed { unit: UnitId, why: Why }
    does |state| if let Some(activation) = &mut state.facts.activation { activation.owed = Some(Owed { unit, why }) },
    told |setup| of_unit(setup, unit, " must retreat.").rule(RuleId("BCS-RET-1"));

    /// A retreat could not be made, or found no HQ Refuge: one step is lost, and the survivors return next turn.
    public RetreatFailed { unit: UnitId, why: Option<Why> = None }
    does |state| {
        lose(state, unit, 1);
        let moves = state.unit(unit).is_some_and(|unit| unit.card.moving.is_some());
        let piece = state.piece_mut(unit);
        if piece.fate == Fate::OnMap {
            let face = if moves { Face::Move } else { Face::Deployed };
            *piece = Piece { id: unit, fate: Fate::Returns, face, lost: piece.lost, assigned: piece.assigned, ..Piece::default() };
        }
    },
    told |setup| {
        // A Retreat of the Combat Table alone is to the HQ Refuge.
        let (lacks, rule) = if why.is_some() { ("has no HQ Refuge", "BCS-RET-7") } else { ("cannot retreat", "BCS-RET-10") };
        let words = format!(" {lacks}: it loses a step, and what is left returns next turn.");
        of_unit(setup, unit, &words).rule(RuleId(rule))
    };

    /// A unit retreated to its HQ, on its Move-side.
    public TookRefuge { unit: UnitId, at: Place }
    does |state| {
        let moves = state.unit(unit).is_some_and(|unit| unit.card.moving.is_some());
        let piece = state.piece_mut(unit);
        (piece.at, piece.screens) = (Some(at), false);
        if moves {
            piece.face = Face::Move;
        }
    },
    told |setup| of_unit(setup, unit, &format!(" retreats to its HQ, in {}.", setup.board.called(at))).rule(RuleId("BCS-RET-7"));

    /// A unit returned with its HQ.
    public Returned { unit: UnitId, at: Place }
    does |state| {
        let piece = state.piece_mut(unit);
        (piece.fate, piece.at) = (Fate::OnMap, Some(at));
    },
    told |setup| of_unit(setup, unit, &format!(" returns with its HQ, in {}.", setup.board.called(at))).rule(RuleId("BCS-RET-8"));
}
