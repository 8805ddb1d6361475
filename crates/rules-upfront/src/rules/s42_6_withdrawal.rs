//! 42.6 Withdrawal.

use kernel::{Adjudged, Id, RuleId};

use super::Cx;
use crate::command::{Holds, Played, Withdrawal};
use crate::event::Event;
use crate::muster::Faults;
use crate::phase::Phase;
use crate::state::Group;

const RULE: RuleId = RuleId("UF-42.6-4");

/// [UF-42.6-1 to UF-42.6-5, UF-42.6-7] A side announces the withdrawal of a group: at range chit 0 or below, able to
/// move, not encircled, with a red Movement card in retreat mode. The announcement concedes the scenario at once.
pub fn withdraw(cx: &mut Cx<'_>, withdrawal: &Withdrawal) -> Adjudged {
    let side = super::own_side(cx, RULE)?;
    super::in_phase(cx, Phase::Battle, RULE)?;
    let Withdrawal { group, range, card, encircled, can_move } = *withdrawal;
    let mut faults = Faults::told();
    let known = cx.state().facts.group.iter().find(|known| known.id == group && known.side == side);
    if let Some(known) = known {
        faults.note(RuleId("UF-42.6-6"), "group", || match known.gone {
            true => format!("Group {group} has left and never returns."),
            false => format!("Group {group} has announced its withdrawal."),
        });
    }
    if cx.state().facts.pursuer == Some(side) {
        faults.note(RuleId("UF-42.74-1"), "won", || "You have won this scenario.".into());
    }
    if cx.state().facts.conceded == Some(side.other()) {
        faults.note(RuleId("UF-42.6-5"), "won", || "The enemy has conceded this scenario.".into());
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
    cx.refuse_all(faults.in_order())?;
    cx.record(Event::WithdrawalAnnounced { side, group })?;
    if cx.state().facts.conceded.is_none() {
        cx.record(Event::Conceded { side })?;
    }
    Ok(())
}

/// [UF-42.72-4, UF-42.6-6] A group that announced its withdrawal leaves at the start of its own turn when every enemy
/// group is at Relative Range 4 or farther, that is number 4 or less. [UF-R32]
pub fn leave(cx: &mut Cx<'_>, group: Id, nearest: i8) -> Adjudged {
    let side = super::own_side(cx, RULE)?;
    super::in_phase(cx, Phase::Battle, RULE)?;
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
