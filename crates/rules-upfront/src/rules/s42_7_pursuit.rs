//! 42.7 Pursuit.

use kernel::Audience;
use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Checked, Reasons, RuleId, Seat};
use serde::{Deserialize, Serialize};

use super::{Cx, by, printed_name};
use crate::command::{Holds, Leading, Pursuit, Target, WonBy};
use crate::phase::Phase;
use crate::setup::rulings::PursuitCheck;
use crate::setup::{Campaign, Rulings};
use crate::state::{Pursuer, State};
use crate::words::{ManId, PlaceKind, Rank, Side};

const RULE: RuleId = RuleId("UF-42.7-1");

/// [UF-42.7-1, UF-42.71-1, UF-42.72-1, UF-42.72-5] The winner tries to play on: cards in the Draw pile, an unpinned
/// leader, a number below his Morale. A failed check ends the scenario and pins nobody. That he is the winner is his
/// own word: he may take it back. While it stands a failed check ends the play of both; nobody's report and no version
/// of the umpire is bound by it. While it is on, play and tally go on at the table until its end, and everything is settled
/// with the report. [UF-42.73-1, UF-42.74-2]
pub fn pursue(cx: &mut Cx<'_>, pursuit: &Pursuit) -> Adjudged {
    let (side, leader, morale) = cx.check_all(|why| may_pursue(cx.state(), cx.seat(), pursuit, why))?;
    let on = passes(&cx.state().facts.rulings, pursuit.drawn, morale);
    cx.record(PursuitTried { side, leader, drawn: pursuit.drawn, on, won_by: Some(pursuit.won_by) })
}

/// Takes an attempt to pursue back, until a report is agreed.
pub fn take_back(cx: &mut Cx<'_>) -> Adjudged {
    let side = cx.check(|why| may_take_back(cx.state(), cx.seat(), why))?;
    cx.record(PursuitTakenBack { side })
}

/// Whether a side has an attempt to take back.
pub fn may_take_back(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Side> {
    let side = super::own_side(seat, RULE, why)?;
    super::not_agreed(state, RULE, why)?;
    let tried = state.pursuit_of(side).map(|_| side);
    why.need(tried, RULE, "tried", || "You have not tried to pursue.".into())
}

/// [UF-42.72-2] After a failed check the scenario simply ends: nobody withdraws or pursues any more.
pub fn not_over(state: &State, why: &mut Reasons) -> Checked {
    why.unless(!state.pursuit_has_failed(), RuleId("UF-42.72-2"), "ended", || {
        "The check for a pursuit has failed and so ended the scenario: it is reported now.".into()
    })
}

/// [UF-42.72-1, UF-R31] Whether a drawn number, colour ignored, lets a leader of this Morale pursue.
pub fn passes(rulings: &Rulings, drawn: u8, morale: u8) -> bool {
    match rulings.pursuit_check {
        PursuitCheck::Less => drawn < morale,
        PursuitCheck::LessOrEqual => drawn <= morale,
    }
}

/// [UF-42.72-3] Whether an enemy group can be pursued: not yet withdrawn, or withdrawn and still at Relative Range 5.
pub fn can_be_pursued(target: &Target) -> bool {
    target.withdrawn == Holds::No || target.range >= 5
}

/// Whether a side may try to pursue now, whoever leads. [UF-E50]
pub fn may_try(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Side> {
    let side = super::own_side(seat, RULE, why)?;
    super::in_phase(state, Phase::Battle, RULE, why)?;
    if state.pursuit_of(side).is_some() {
        why.note(RULE, "tried", || "You have tried to pursue already.".into());
    } else {
        not_over(state, why)?;
    }
    why.unless(!state.has_conceded(side), RULE, "E50", || "Only the winner of the scenario pursues.".into())?;
    Ok(side)
}

/// Whether it may try like this, who leads, and with which Morale. [UF-E51, UF-E52, UF-E53]
pub fn may_pursue(
    state: &State,
    seat: Seat,
    pursuit: &Pursuit,
    why: &mut Reasons,
) -> Checked<(Side, ManId, u8)> {
    let side = may_try(state, seat, why)?;
    let by_withdrawal = pursuit.won_by == WonBy::Withdrawal;
    why.unless(!by_withdrawal || state.has_conceded(side.enemy()), RULE, "E50", || {
        "The enemy has announced no withdrawal.".into()
    })?;
    why.unless(pursuit.draw_pile > 0, RuleId("UF-42.71-1"), "E51", || "The Draw pile is used up.".into())?;
    let can_reach = pursuit.targets.is_empty() || pursuit.targets.iter().any(can_be_pursued);
    why.unless(can_reach, RuleId("UF-42.72-3"), "range", || {
        "Every enemy group has withdrawn beyond reach.".into()
    })?;
    let leader = leader(state, side, pursuit, why);
    why.in_order();
    let (man, morale) = leader?;
    Ok((side, man, morale))
}

/// [UF-42.72-1, UF-42.72-5] An unpinned squad leader or commissar in play, or an assistant who has taken over.
fn leader(state: &State, side: Side, pursuit: &Pursuit, why: &mut Reasons) -> Checked<(ManId, u8)> {
    let rule = RuleId("UF-42.72-1");
    why.unless(pursuit.pinned == Holds::No, rule, "E53", || "The leader is pinned.".into())?;
    let leader = pursuit.leader.filter(|man| leads(state, side, *man, pursuit.leading));
    let morale = leader.and_then(|man| Some((man, state.man(side, man)?.0.morale)));
    why.need(morale, rule, "E52", || "A squad leader or commissar in play has to lead the pursuit.".into())
}

/// Whether a man of the force can lead a pursuit in this capacity; in any that fits when none is named.
fn leads(state: &State, side: Side, man: ManId, leading: Option<Leading>) -> bool {
    let Some(place) = state.side(side).force.as_ref().and_then(|force| force.place_of(man)) else {
        return false;
    };
    let gone = super::s42_43_tally::as_noted(state, side, man).out != crate::words::Out::InPlay;
    let commissar = state.man(side, man).is_some_and(|(now, card)| now.rank(card) == Rank::Comm);
    let fits = match leading {
        Some(Leading::Sl) => place.kind == PlaceKind::Sl,
        Some(Leading::Comm) => commissar,
        Some(Leading::AslInCommand) => place.kind == PlaceKind::Asl,
        None => place.kind == PlaceKind::Sl || commissar,
    };
    fits && !gone
}

/// The winner tried to pursue. [UF-42.72-1]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PursuitTried {
    /// Who.
    pub side: Side,
    /// The leader who checked.
    pub leader: ManId,
    /// The number drawn.
    pub drawn: u8,
    /// Whether the pursuit is on.
    pub on: bool,
    /// By what the side says that it has won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won_by: Option<WonBy>,
}

impl SectionEvent<State, Campaign> for PursuitTried {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { side, on, won_by, .. } = *self;
        state.facts.pursuit.retain(|known| known.id != side);
        state.facts.pursuit.push(Pursuer { id: side, on, won_by });
    }
    fn narrate(&self, setup: &Campaign) -> Text {
        let end = if self.on { "the pursuit is on" } else { "there is no pursuit" };
        let leader = printed_name(setup, self.side, self.leader);
        by(self.side)
            .say(format!(" tried to pursue: {leader} drew {}, {end}.", self.drawn))
            .rule(RuleId("UF-42.72-1"))
    }
}

/// A side took its attempt to pursue back: there was none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PursuitTakenBack {
    /// Who.
    pub side: Side,
}

impl SectionEvent<State, Campaign> for PursuitTakenBack {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.pursuit.retain(|known| known.id != self.side);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side).say(" took its pursuit back: there was none.").rule(RULE)
    }
}
