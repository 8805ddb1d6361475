//! FEEDBACK: the book takes a battle back, in one event. \[FEEDBACK\] [CWFF-9A-3] [CWFF-9B-1] [CWFF-9E-1]

use super::*;
use crate::words::SpId;

/// The neutral closes a battle when everything is there.
pub fn close(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    cx.check(|why| {
        neutral(cx.state(), cx.seat(), None, "CWFF-9-1", why)?;
        let fought = at_step(cx.state(), battle, &[Step::After], "CWFF-9-1", why)?;
        super::s9_reckoning::complete(cx.state(), fought, why)
    })?;
    take_back(cx, battle)
}

/// The book takes a battle back in which nothing is missing.
pub(super) fn take_back(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    let Some(fought) = cx.state().battle(battle) else { return Ok(()) };
    let outcome = super::s9_reckoning::outcome_of(cx.state(), fought);
    let demoralized = Side::BOTH.into_iter().filter(|side| outcome.sides[*side].demoralized).collect();
    let lost = outcome.sides.iter().flat_map(|(_, half)| half.removed.iter().copied()).collect();
    cx.record(TakenBack { battle, winner: outcome.winner, holder: outcome.holder, demoralized, lost })?;
    super::k_standing::stands(cx, battle, Side::BOTH)
}

happens! {
    /// The book took a battle back: what everybody learns of it stands here, the rest follows from what the battle holds.
    public TakenBack { battle: BattleId, winner: Side, holder: Option<Side>, demoralized: Vec<Side>, lost: Vec<SpId> }
    does |this, state| {
        let setup = std::sync::Arc::clone(&state.setup);
        let battle = state.battle_mut(this.battle);
        let outcome = crate::battle::outcome::outcome(battle, &setup.options);
        battle.step = Step::Closed;
        battle.came = Some(outcome.sides.clone().map(|half| half.open()));
        let input = battle.input.clone();
        state.facts.book.take_back(&setup, &input, &outcome);
        super::k_seconded::forget(state);
    },
    told |this, setup| tells(setup, this.battle, this.winner, &this.lost, &this.demoralized);
}

/// What everybody learns of a battle that the book has taken back.
pub(super) fn tells(
    setup: &Setup,
    battle: BattleId,
    winner: Side,
    lost: &[SpId],
    demoralized: &[Side],
) -> Text {
    let name = |side: &Side| setup.sides[*side].name.clone();
    let lost = if lost.is_empty() {
        "no strength points were lost whole".into()
    } else {
        let counted = kernel::grammar::counted(lost.len(), "strength point");
        format!("lost whole: {counted} ({})", kernel::grammar::listed(lost))
    };
    let shaken = if demoralized.is_empty() {
        "nobody is demoralized".into()
    } else {
        format!("demoralized: {}", kernel::grammar::listed(demoralized.iter().map(name)))
    };
    let retreats = name(&winner.enemy());
    by(winner, battle, format!("won; the {retreats} army retreats from the hex; {lost}; {shaken}."))
}
