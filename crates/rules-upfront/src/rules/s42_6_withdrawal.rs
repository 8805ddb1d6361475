//! 42.6 Withdrawal.

use kernel::{Adjudged, Id, RuleId};

use super::Cx;
use crate::command::{Holds, Played, Withdrawal};
use crate::event::Event;
use crate::muster::Faults;
use crate::phase::Phase;
use crate::state::{Group, State};
use crate::words::{ManId, Out, Side};

const RULE: RuleId = RuleId("UF-42.6-4");

/// [UF-42.6-1 to UF-42.6-5, UF-42.6-7] A side announces the withdrawal of a group: at range chit 0 or below, able to
/// move, not encircled, with a red Movement card in retreat mode. The announcement concedes the scenario at once. It is
/// the side's own word, which it may take back. While it stands the other side, which has won, does not withdraw;
/// neither its report nor the umpire's version is bound by it.
pub fn withdraw(cx: &mut Cx<'_>, withdrawal: &Withdrawal) -> Adjudged {
    let side = super::own_side(cx, RULE)?;
    super::in_phase(cx, Phase::Battle, RULE)?;
    let mut faults = Faults::told();
    super::s42_7_pursuit::not_over(cx.state(), &mut faults);
    self::faults(cx.state(), side, withdrawal, &mut faults);
    cx.refuse_all(faults.in_order())?;
    let is_first = !cx.state().has_conceded(side);
    let Withdrawal { group, men, .. } = withdrawal.clone();
    cx.record(Event::WithdrawalAnnounced { side, group, men })?;
    if is_first { cx.record(Event::Conceded { side }) } else { Ok(()) }
}

fn faults(state: &State, side: Side, withdrawal: &Withdrawal, faults: &mut Faults) {
    let Withdrawal { group, ref men, range, card, encircled, can_move } = *withdrawal;
    let known = state.facts.group.iter().find(|known| known.id == group && known.side == side);
    if let Some(known) = known {
        faults.note(RuleId("UF-42.6-6"), "group", || match known.gone {
            true => format!("Group {group} has left and never returns."),
            false => format!("Group {group} has announced its withdrawal."),
        });
    }
    if state.pursuit_of(side).is_some() {
        faults.note(RuleId("UF-42.74-1"), "won", || "You have won this scenario.".into());
    }
    if state.has_conceded(side.other()) {
        faults.note(RuleId("UF-42.6-5"), "won", || "The enemy has conceded this scenario.".into());
    }
    if men.is_empty() {
        faults.note(RULE, "men", || format!("Name the men of group {group} by number."));
    }
    for (n, man) in men.iter().enumerate() {
        let name = || super::name(state, side, *man);
        let in_force = state.side(side).force.as_ref().is_some_and(|force| force.place_of(*man).is_some());
        if !in_force {
            faults.note(RuleId("UF-E31"), "E31", || format!("{} is not in the force.", name()));
        } else if men[..n].contains(man) {
            faults.note(RuleId("UF-E34"), "E34", || format!("{} is named twice.", name()));
        } else if known.is_none() && !men_who_could_withdraw(state, side).any(|able| able == *man) {
            faults.note(RuleId("UF-E34"), "E34", || {
                match state.facts.group.iter().find(|group| group.side == side && group.men.contains(man)) {
                    Some(other) => format!("{} withdraws with group {}.", name(), other.id),
                    None => {
                        format!("{} {}.", name(), super::s4_report::as_noted(state, side, *man).out.prose())
                    }
                }
            });
        }
    }
    if range > 0 {
        faults
            .note(RuleId("UF-42.6-2"), "E60", || format!("Group {group} is at range chit {range}, above 0."));
    }
    if card != Played::RedRetreat {
        faults.note(RuleId("UF-42.6-3"), "E61", || "A red Movement card in retreat mode is wanted.".into());
    }
    if encircled == Holds::Yes {
        faults.note(RuleId("UF-42.6-7"), "E62", || format!("Group {group} is encircled."));
    }
    if can_move == Holds::No {
        faults.note(RuleId("UF-42.6-2"), "E63", || format!("Group {group} cannot move normally."));
    }
}

/// The men of a side's force who are in play and belong to no group that withdraws.
pub fn men_who_could_withdraw(state: &State, side: Side) -> impl Iterator<Item = ManId> + '_ {
    let force = state.side(side).force.iter().flat_map(|force| force.men());
    let busy = move |man: ManId| {
        state.facts.group.iter().any(|group| group.side == side && group.men.contains(&man))
    };
    force.filter(move |man| !busy(*man) && super::s4_report::as_noted(state, side, *man).out == Out::InPlay)
}

/// Takes an announcement back, whether the group has left by now or not, until a report is agreed.
pub fn take_back(cx: &mut Cx<'_>, group: Id) -> Adjudged {
    let side = super::own_side(cx, RULE)?;
    super::not_agreed(cx, RULE)?;
    if !cx.state().facts.group.iter().any(|known| known.id == group && known.side == side) {
        return cx.refuse(RULE, "group", || format!("Group {group} has announced no withdrawal."));
    }
    cx.record(Event::WithdrawalTakenBack { side, group })
}

/// [UF-42.72-4, UF-42.6-6] A group that announced its withdrawal leaves at the start of its own turn when every enemy
/// group is at Relative Range 4 or farther, that is number 4 or less. [UF-R32]
pub fn leave(cx: &mut Cx<'_>, group: Id, nearest: i8) -> Adjudged {
    let side = super::own_side(cx, RULE)?;
    super::in_phase(cx, Phase::Battle, RULE)?;
    let mut over = Faults::told();
    super::s42_7_pursuit::not_over(cx.state(), &mut over);
    cx.refuse_all(over.in_order())?;
    match cx.state().facts.group.iter().find(|known| known.id == group && known.side == side) {
        None => return cx.refuse(RULE, "group", || format!("Group {group} has announced no withdrawal.")),
        Some(Group { gone: true, .. }) => {
            return cx.refuse(RuleId("UF-42.6-6"), "group", || format!("Group {group} has left already."));
        }
        Some(_) => {}
    }
    if !leaves_at_once(nearest) {
        return cx.refuse(RuleId("UF-42.72-4"), "range", || {
            format!("An enemy group is at Relative Range {nearest}; 4 or less lets the group go.")
        });
    }
    cx.record(Event::GroupLeft { side, group })
}

/// [UF-42.72-4, UF-R32] Whether a withdrawing group is out of reach, by the Relative Range of the nearest enemy group.
pub const fn leaves_at_once(nearest: i8) -> bool {
    nearest <= 4
}
