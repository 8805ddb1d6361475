//! BCS-SNAFU-7: formations that are mixed, and what the umpire rules of them.

use kernel::{Adjudged, Checked, Reasons, RuleId, Seat};

use super::{Cx, of_formation};
use crate::setup::Scenario;
use crate::state::{Body, Phase, RuledMixed, State};
use crate::words::{FormationId, Place};

/// How far units of two formations stand from each other at most to be mixed.
pub const NEAR: u32 = 2;

/// [BCS-SNAFU-7] The friendly formations with which one is mixed: those of which the umpire says so in this turn, and of the
/// others those with which two of its units stray or share a hex.
pub fn mixed_with(state: &State, body: Body<'_>) -> Vec<FormationId> {
    let others =
        state.formations().filter(|other| other.card.side == body.card.side && other.card.id != body.card.id);
    let mixed = |other: &Body<'_>| {
        ruled(state, body.card.id, other.card.id).unwrap_or_else(|| are_mixed(state, body, *other))
    };
    others.filter(mixed).map(|other| other.card.id).collect()
}

/// What the umpire has ruled of two formations in this turn.
fn ruled(state: &State, one: FormationId, other: FormationId) -> Option<bool> {
    let of = |ruled: &&RuledMixed| {
        (ruled.one, ruled.other) == (one, other) || (ruled.one, ruled.other) == (other, one)
    };
    state.facts.ruled_mixed.iter().find(of).map(|ruled| ruled.mixed)
}

/// Whether a formation is mixed with another by where their units stand.
fn are_mixed(state: &State, body: Body<'_>, other: Body<'_>) -> bool {
    let board = &state.scenario.board;
    let units = |id: FormationId| -> Vec<Place> {
        state.on_map().filter(|(unit, _)| unit.formation() == Some(id)).map(|(_, at)| at).collect()
    };
    let (own, theirs) = (units(body.card.id), units(other.card.id));
    let nearer = |at| match (other.nearest_hq(board, at), body.nearest_hq(board, at)) {
        (Some(their), Some(our)) => their < our,
        (Some(_), None) => true,
        (None, _) => false,
    };
    let strays =
        own.iter().filter(|at| nearer(**at) && theirs.iter().any(|hex| board.distance(*hex, **at) <= NEAR));
    strays.count() >= 2 || own.iter().any(|at| theirs.contains(at))
}

/// [BCS-SNAFU-7] Whether the umpire can rule two formations mixed or not: two of a side, in a game that goes on.
pub fn may_rule(
    state: &State,
    seat: Seat,
    one: FormationId,
    other: FormationId,
    mixed: bool,
    why: &mut Reasons,
) -> Checked {
    why.umpire(seat, "BCS-SNAFU-7")?;
    why.unless(state.facts.phase != Phase::Over, "BCS-ACT-18", "phase", || "Play is over.".into())?;
    let sides = [one, other].map(|id| state.formation(id).map(|body| body.card.side));
    let friends = one != other && sides[0].is_some() && sides[0] == sides[1];
    why.unless(friends, "BCS-SNAFU-7", "formation", || "Name two formations of one side.".into())?;
    why.unless(ruled(state, one, other) != Some(mixed), "BCS-SNAFU-7", "ruled", || {
        "That has been ruled in this turn.".into()
    })
}

/// [BCS-SNAFU-7] The umpire rules two formations mixed or not, until the turn ends.
pub fn rule(cx: &mut Cx<'_>, one: FormationId, other: FormationId, mixed: bool) -> Adjudged {
    cx.check(|why| may_rule(cx.state(), cx.seat(), one, other, mixed, why))?;
    cx.record(MixedRuled { one, other, mixed })
}

kernel::section! { for State, Scenario;
    /// The umpire ruled two formations mixed or not.
    public MixedRuled { one: FormationId, other: FormationId, mixed: bool }
    does |state| {
        let is_it = |ruled: &RuledMixed| {
            (ruled.one, ruled.other) == (one, other) || (ruled.one, ruled.other) == (other, one)
        };
        state.facts.ruled_mixed.retain(|ruled| !is_it(ruled));
        state.facts.ruled_mixed.push(RuledMixed { one, other, mixed });
    },
    told |setup| {
        let not = if mixed { "" } else { "not " };
        let other = setup.formation_name(other);
        of_formation(setup, one, &format!(" is {not}mixed with {other} in this turn: the umpire rules so."))
            .rule(RuleId("BCS-SNAFU-7"))
    };
}
