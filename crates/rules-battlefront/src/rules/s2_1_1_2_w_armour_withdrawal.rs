//! [BF-2.1.1.2.W] Armour ME withdrawal.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Acting, Adjudged, Ask, Audience, Checked, Modifiers, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_3_2_b_breakpoints::formation_status;
use super::{Cx, by, in_step};
use crate::facts::{CombatRecord, Element};
use crate::identity::formation;
use crate::ids::{FormationId, UnitTypeId};
use crate::phase::Step;
use crate::setup::Campaign;
use crate::setup::charts::Withdrawal;
use crate::setup::options::Scope;
use crate::state::State;
use crate::view::prose::{called, unit_name};
use crate::words::{Side, Standing, Status};

const RULE: RuleId = RuleId("BF-2.1.1.2.W-2");

/// [BF-2.1.1.2.W] After all repairs, one d10 on BF-T4 for each pure tank formation that lost an AFV in the previous
/// scenario, is not isolated and still in play. Withdrawn, it leaves the campaign and stays counted.
pub(crate) fn withdraw_roll(cx: &mut Cx<'_>, me: FormationId) -> Adjudged {
    let side = cx.check(|why| may_roll(cx.state(), cx.acting(), me, why))?;
    roll(cx, side, me)
}

/// Whether a formation rolls now, and whose it is.
fn may_roll(state: &State, acting: Acting, me: FormationId, why: &mut Reasons) -> Checked<Side> {
    let side = why.side(acting.seat, RULE)?;
    let overnight = state.step() == Step::OvernightWithdrawal;
    let step = if overnight { Step::OvernightWithdrawal } else { Step::Withdrawal };
    in_step(state, acting, RuleId("BF-2.1.1.2.W-1"), &[step], why)?;
    let element = why.need(state.side(side).element(me), RULE, "unknown", || {
        format!("Your roster has no formation {me}.")
    })?;
    match standing(state, side, element) {
        Roll::Owed => Ok(side),
        Roll::Made => why.refuse(RULE, "dup", || {
            format!("{me:#} has rolled for its last scenario.", me = called(state, side, me))
        }),
        Roll::None(rule, reason) => {
            why.refuse(rule, "not-eligible", || format!("{me:#} {reason}.", me = called(state, side, me)))
        }
    }
}

pub(crate) fn roll(cx: &mut Cx<'_>, side: Side, me: FormationId) -> Adjudged {
    let ask = Ask::new(RuleId("BF-2.1.1.2.W-3"), "Armour withdrawal").about(me).seen_by(side.only());
    let ask = ask.of(side.number()).known_as(formation(cx.state(), side, me));
    let outcome = cx.draw(ask, |campaign| &campaign.charts.withdrawal, &Modifiers::none())?;
    cx.record(WithdrawalRolled { side, me, outcome })
}

/// The formations that still owe a roll, in the roster's order.
pub fn owed(state: &State, side: Side) -> impl Iterator<Item = FormationId> + '_ {
    let elements = state.side(side).elements.iter();
    elements.filter(move |element| standing(state, side, element) == Roll::Owed).map(|element| element.id)
}

/// What has come of a formation's roll in this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rolled {
    /// It is still owed.
    NotYet,
    /// It stays in the campaign.
    Stays,
    /// It was withdrawn.
    Leaves,
}

/// The formations that roll in this step or have rolled, in the roster's order. One that left in an earlier scenario has no
/// roll of the last one.
pub fn rows(state: &State, side: Side) -> impl Iterator<Item = (FormationId, Rolled)> + '_ {
    state.side(side).elements.iter().filter_map(move |element| {
        let rolled = match standing(state, side, element) {
            Roll::Owed => Rolled::NotYet,
            Roll::Made => Rolled::Stays,
            Roll::None(..) => {
                let of_last = previous(state, element).is_some_and(|record| record.withdrawal_rolled);
                if !of_last || element.standing != Standing::Withdrawn {
                    return None;
                }
                Rolled::Leaves
            }
        };
        Some((element.id, rolled))
    })
}

/// How a formation stands to the withdrawal roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Roll {
    Owed,
    Made,
    None(RuleId, &'static str),
}

/// AFVs that were lost count even where they are repaired since. [BF-R16]
fn standing(state: &State, side: Side, element: &Element) -> Roll {
    if !state.setup_of(side).armour_withdrawal {
        return Roll::None(RULE, "does not roll: your side is under no armour withdrawal");
    }
    if !is_pure_armour(state, element) {
        return Roll::None(RuleId("BF-2.1.1.2.W-5"), "is no formation of tanks or tank destroyers alone");
    }
    if !element.in_play() {
        return Roll::None(RULE, "is not in play");
    }
    if formation_status(element, state.options().isolated_me) != Status::Normal {
        return Roll::None(RULE, "is isolated or cut off");
    }
    let record = previous(state, element);
    match record {
        Some(record) if record.afv_lost > 0 && record.withdrawal_rolled => Roll::Made,
        Some(record) if record.afv_lost > 0 => Roll::Owed,
        _ => match state.options().withdraw_scope {
            Scope::Scenario => Roll::None(RULE, "lost no AFV in the previous scenario"),
            Scope::Day => Roll::None(RULE, "lost no AFV on the last day of fighting"),
        },
    }
}

/// The record that "the previous scenario" means. Each scenario counts once. [BF-R17]
fn previous<'e>(state: &State, element: &'e Element) -> Option<&'e CombatRecord> {
    let (record, number) = match state.options().withdraw_scope {
        Scope::Scenario => (&element.scenario, state.facts.scenarios),
        Scope::Day => (&element.day, state.facts.last_day_fought),
    };
    (number > 0 && record.number == number).then_some(record)
}

/// [BF-2.1.1.2.W-5] Tanks and tank destroyers only, by its mark or by its stands. [BF-R53]
pub fn is_pure_armour(state: &State, element: &Element) -> bool {
    let is_afv = |kind: UnitTypeId| state.campaign().unit_type(kind).is_some_and(|unit| unit.afv);
    element.pure_armour || element.stands.iter().all(|stand| is_afv(stand.kind))
}

/// A formation rolled for withdrawal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithdrawalRolled {
    /// The side.
    pub side: Side,
    /// The formation.
    pub me: FormationId,
    /// Whether it stays.
    pub outcome: Withdrawal,
}

impl SectionEvent<State, Campaign> for WithdrawalRolled {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        if let Some(element) = state.facts.side_mut(self.side).element_mut(self.me) {
            element.scenario.withdrawal_rolled = true;
            element.day.withdrawal_rolled = true;
            if self.outcome == Withdrawal::Withdraws {
                element.standing = Standing::Withdrawn;
            }
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { outcome, .. } = self;
        let came = match outcome {
            Withdrawal::Retained => "stays in the campaign",
            Withdrawal::Withdraws => "was withdrawn for the rest of the campaign",
        };
        by(self.side)
            .say(format!(": {} {came}.", unit_name(campaign, self.side, self.me)))
            .rule(RuleId("BF-2.1.1.2.W-3"))
    }
}
