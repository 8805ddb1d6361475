//! 42.6 Withdrawal.

use kernel::Audience;
use kernel::grammar::{OnlyTold, SectionEvent};
use kernel::view::Text;
use kernel::{Adjudged, Checked, Reasons, RuleId, Seat};
use serde::{Deserialize, Serialize};

use super::{Cx, by, printed_name};
use crate::command::{Holds, Played, Withdrawal};
use crate::phase::Phase;
use crate::setup::Campaign;
use crate::state::{Group, State};
use crate::words::{GroupId, ManId, Out, Side};

const RULE: RuleId = RuleId("UF-42.6-4");

/// [UF-42.6-1, UF-42.6-2, UF-42.6-3, UF-42.6-4, UF-42.6-5, UF-42.6-7] A side announces the withdrawal of a group: at range chit 0 or below, able to
/// move, not encircled, with a red Movement card in retreat mode. The announcement concedes the scenario at once. It is
/// the side's own word, which it may take back. While it stands the other side, which has won, does not withdraw;
/// neither its report nor the umpire's version is bound by it.
pub fn withdraw(cx: &mut Cx<'_>, withdrawal: &Withdrawal) -> Adjudged {
    let side = cx.check_all(|why| may_withdraw(cx.state(), cx.seat(), withdrawal, why))?;
    let is_first = !cx.state().has_conceded(side);
    let Withdrawal { group, men, .. } = withdrawal.clone();
    cx.record(WithdrawalAnnounced { side, group, men })?;
    if is_first { cx.record(Conceded { side }) } else { Ok(()) }
}

/// Whether a side may announce a withdrawal now, whichever group it is.
pub fn may_announce(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Side> {
    let side = super::own_side(seat, RULE, why)?;
    super::in_phase(state, Phase::Battle, RULE, why)?;
    super::s42_7_pursuit::not_over(state, why)?;
    why.unless(state.pursuit_of(side).is_none(), RuleId("UF-42.74-1"), "won", || {
        "You have won this scenario.".into()
    })?;
    why.unless(!state.has_conceded(side.enemy()), RuleId("UF-42.6-5"), "won", || {
        "The enemy has conceded this scenario.".into()
    })?;
    Ok(side)
}

/// Whether it may announce that of this group. [UF-E60, UF-E61, UF-E62, UF-E63]
pub fn may_withdraw(state: &State, seat: Seat, withdrawal: &Withdrawal, why: &mut Reasons) -> Checked<Side> {
    let side = may_announce(state, seat, why)?;
    let Withdrawal { group, ref men, range, card, encircled, can_move } = *withdrawal;
    let known = state.facts.group.iter().find(|known| known.id == group && known.side == side);
    if let Some(known) = known {
        why.note(RuleId("UF-42.6-6"), "group", || match known.gone {
            true => format!("Group {group} has left and never returns."),
            false => format!("Group {group} has announced its withdrawal."),
        });
    }
    why.unless(!men.is_empty(), RULE, "men", || format!("Name the men of group {group} by number."))?;
    for (n, man) in men.iter().enumerate() {
        let name = || super::name(state, side, *man);
        let in_force = state.side(side).force.as_ref().is_some_and(|force| force.place_of(*man).is_some());
        if !in_force {
            why.note(RuleId("UF-E31"), "E31", || format!("{} is not in the force.", name()));
        } else if men[..n].contains(man) {
            why.note(RuleId("UF-E34"), "E34", || format!("{} is named twice.", name()));
        } else if known.is_none() && !men_who_could_withdraw(state, side).any(|able| able == *man) {
            why.note(RuleId("UF-E34"), "E34", || {
                match state.facts.group.iter().find(|group| group.side == side && group.men.contains(man)) {
                    Some(other) => format!("{} withdraws with group {}.", name(), other.id),
                    None => {
                        format!(
                            "{} {}.",
                            name(),
                            super::s42_43_tally::as_noted(state, side, *man).out.prose()
                        )
                    }
                }
            });
        }
    }
    why.unless(range <= 0, RuleId("UF-42.6-2"), "E60", || {
        format!("Group {group} is at range chit {range}, above 0.")
    })?;
    why.unless(card == Played::RedRetreat, RuleId("UF-42.6-3"), "E61", || {
        "A red Movement card in retreat mode is wanted.".into()
    })?;
    why.unless(encircled == Holds::No, RuleId("UF-42.6-7"), "E62", || {
        format!("Group {group} is encircled.")
    })?;
    why.unless(can_move == Holds::Yes, RuleId("UF-42.6-2"), "E63", || {
        format!("Group {group} cannot move normally.")
    })?;
    why.in_order();
    Ok(side)
}

/// The men of a side's force who are in play and belong to no group that withdraws.
pub fn men_who_could_withdraw(state: &State, side: Side) -> impl Iterator<Item = ManId> + '_ {
    let force = state.side(side).force.iter().flat_map(|force| force.men());
    let busy = move |man: ManId| {
        state.facts.group.iter().any(|group| group.side == side && group.men.contains(&man))
    };
    force
        .filter(move |man| !busy(*man) && super::s42_43_tally::as_noted(state, side, *man).out == Out::InPlay)
}

/// Takes an announcement back, whether the group has left by now or not, until a report is agreed.
pub fn take_back(cx: &mut Cx<'_>, group: GroupId) -> Adjudged {
    let side = cx.check(|why| may_take_back(cx.state(), cx.seat(), group, why))?;
    cx.record(WithdrawalTakenBack { side, group })
}

/// Whether a side may take the announcement of a group back.
pub fn may_take_back(state: &State, seat: Seat, group: GroupId, why: &mut Reasons) -> Checked<Side> {
    let side = super::own_side(seat, RULE, why)?;
    super::not_agreed(state, RULE, why)?;
    announced(state, side, group, why)?;
    Ok(side)
}

/// The group of a side that has announced its withdrawal under this name.
fn announced<'s>(state: &'s State, side: Side, group: GroupId, why: &mut Reasons) -> Checked<&'s Group> {
    let known = state.facts.group.iter().find(|known| known.id == group && known.side == side);
    why.need(known, RULE, "group", || format!("Group {group} has announced no withdrawal."))
}

/// [UF-42.72-4, UF-42.6-6] A group that announced its withdrawal leaves at the start of its own turn when every enemy
/// group is at Relative Range 4 or farther, that is number 4 or less. [UF-R32]
pub fn leave(cx: &mut Cx<'_>, group: GroupId, nearest: i8) -> Adjudged {
    let side = cx.check(|why| may_leave(cx.state(), cx.seat(), group, nearest, why))?;
    cx.record(GroupLeft { side, group })
}

/// Whether a group is on its way out, however near the enemy is.
pub fn is_leaving(state: &State, seat: Seat, group: GroupId, why: &mut Reasons) -> Checked<Side> {
    let side = super::own_side(seat, RULE, why)?;
    super::in_phase(state, Phase::Battle, RULE, why)?;
    super::s42_7_pursuit::not_over(state, why)?;
    let group = announced(state, side, group, why)?;
    why.unless(!group.gone, RuleId("UF-42.6-6"), "group", || {
        format!("Group {} has left already.", group.id)
    })?;
    Ok(side)
}

/// Whether it leaves with the nearest enemy group at this Relative Range.
pub fn may_leave(state: &State, seat: Seat, group: GroupId, nearest: i8, why: &mut Reasons) -> Checked<Side> {
    let side = is_leaving(state, seat, group, why)?;
    why.unless(leaves_at_once(nearest), RuleId("UF-42.72-4"), "range", || {
        format!("An enemy group is at Relative Range {nearest}; 4 or less lets the group go.")
    })?;
    Ok(side)
}

/// [UF-42.72-4, UF-R32] Whether a withdrawing group is out of reach, by the Relative Range of the nearest enemy group.
pub const fn leaves_at_once(nearest: i8) -> bool {
    nearest <= 4
}

/// A group announced its withdrawal. [UF-42.6-4]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithdrawalAnnounced {
    /// Whose.
    pub side: Side,
    /// Which.
    pub group: GroupId,
    /// Its men.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub men: Vec<ManId>,
}

impl SectionEvent<State, Campaign> for WithdrawalAnnounced {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { side, group, men } = self.clone();
        state.facts.group.push(Group { id: group, side, men, gone: false });
    }
    fn narrate(&self, setup: &Campaign) -> Text {
        let men =
            self.men.iter().map(|man| printed_name(setup, self.side, *man)).collect::<Vec<_>>().join(", ");
        let of = if men.is_empty() { String::new() } else { format!(": {men}") };
        by(self.side).say(format!(" announced the withdrawal of group {}{of}.", self.group)).rule(RULE)
    }
}

/// A side conceded the scenario by its first announcement, which is what is remembered. [UF-42.6-5]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conceded {
    /// Which.
    pub side: Side,
}

impl OnlyTold<Campaign> for Conceded {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side).say(" conceded the scenario.").rule(RuleId("UF-42.6-5"))
    }
}

/// A side took an announcement back: there was no such withdrawal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithdrawalTakenBack {
    /// Whose.
    pub side: Side,
    /// Which group's.
    pub group: GroupId,
}

impl SectionEvent<State, Campaign> for WithdrawalTakenBack {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.group.retain(|known| known.id != self.group || known.side != self.side);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side)
            .say(format!(" took the withdrawal of group {} back: there was none.", self.group))
            .rule(RULE)
    }
}

/// A withdrawing group left for good. [UF-42.6-6, UF-42.72-4]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupLeft {
    /// Whose.
    pub side: Side,
    /// Which.
    pub group: GroupId,
}

impl SectionEvent<State, Campaign> for GroupLeft {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let is_it = |known: &&mut Group| known.id == self.group && known.side == self.side;
        state.facts.group.iter_mut().filter(is_it).for_each(|known| known.gone = true);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side).say(format!("'s group {} left for good.", self.group)).rule(RuleId("UF-42.72-4"))
    }
}
