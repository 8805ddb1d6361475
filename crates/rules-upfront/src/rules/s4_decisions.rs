//! The decisions that the facts of a scenario leave to each owner, catalogue section 4: which are open, and what may be
//! wrong with them.

use kernel::Audience;
use kernel::grammar::{OnlyTold, SectionEvent};
use kernel::view::Text;
use serde::{Deserialize, Serialize};

use super::by;
use arrayvec::ArrayVec;
use kernel::{Reasons, RuleId};

use super::s3_order_of_settlement::{Settling, after_battle, earns_presence, settled_men};
use super::s42_46_promotion::{self as promotion, Due};
use super::{s42_41_replacement, s42_42_rout, s42_44_improvement, s42_45_survival};
use crate::report::{Decisions, ManReport, Report};
use crate::rules::s42_42_rout::Lowering;
use crate::setup::Campaign;
use crate::setup::rulings::{MarkOrder, Promotion, Rosters, Steps};
use crate::state::{Man, State};
use crate::words::{ManId, Out, Side, Trait};

const OWNER: RuleId = RuleId("UF-42.1-3");

/// What a man's owner may decide on the facts of a scenario. [UF-42.42-3, UF-42.44-2, UF-R10, UF-R11]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// Who.
    pub man: ManId,
    /// Whether he routed and either value may fall: this is owed.
    pub rout: bool,
    /// Which steps he can buy.
    pub steps: ArrayVec<Trait, 2>,
    /// Whether the owner may say what slashes bring first.
    pub order: bool,
    /// Whether the owner may let a promotion wait.
    pub promote: bool,
    /// How he stands before his trade.
    pub before: Man,
}

impl Choices {
    fn is_real(&self) -> bool {
        self.rout || !self.steps.is_empty() || self.order || self.promote
    }
}

/// A man with all the slashes that this scenario can still bring him, whatever his owner decides.
fn ripest(at: Settling<'_>, mut man: Man, told: Option<&ManReport>, can_trade: bool) -> Man {
    let price = at.campaign.tables.elan.price_of_one_step.max(1);
    let n_steps = match at.rulings.steps {
        _ if !can_trade => 0,
        Steps::One => 1,
        Steps::AsManyAsElanAllows => u8::try_from(i32::from(man.elan) / price).unwrap_or(u8::MAX),
    };
    let present = told.is_some_and(|told| earns_presence(at.rulings, told));
    man.promo = man.promo.saturating_add(n_steps).saturating_add(u8::from(present));
    let survived = told.is_some_and(|told| s42_45_survival::earns_slash(at.rulings, told.out));
    man.surv = man.surv.saturating_add(u8::from(survived));
    man
}

/// Every real choice of a side on these facts, by man.
pub fn choices<'s>(state: &'s State, side: Side, report: &'s Report) -> impl Iterator<Item = Choices> + 's {
    let at = Settling::of(state, side, report);
    let of_man = move |(id, told): (ManId, Option<&ManReport>)| {
        let at = at?;
        let (man, card) = state.man(side, id)?;
        let caps = &at.deck.nation.caps;
        let after = told.map(|told| after_battle(at, man, card, told, None));
        let before = after.map_or(*man, |after| after.man);
        let gone = after.is_some_and(|after| after.lost) || told.is_some_and(|told| !told.out.took_part());
        let rout = told.is_some_and(|told| told.out == Out::Routed)
            && s42_42_rout::lowering(caps, man.morale, man.panic) == Some(Lowering::Either);
        let mut choices =
            Choices { man: id, rout, steps: ArrayVec::new(), order: false, promote: false, before };
        if gone && !rout {
            return None;
        }
        if at.leg.last && !gone {
            let values = (before.morale, before.panic);
            let can = |which: &Trait| {
                s42_44_improvement::can_step(at.campaign, caps, before.elan.into(), values, *which)
            };
            choices.steps = Trait::ALL.iter().copied().filter(can).collect();
        }
        let ripe = ripest(at, before, told, !choices.steps.is_empty());
        let ranked = matches!(promotion::due(at.campaign, at.deck, &ripe, card), Due::Rank(_));
        let ceiling = s42_41_replacement::kia_ceiling(at.campaign, at.deck, card);
        let restored = s42_45_survival::restoration_is_due(at.campaign, &ripe, ceiling);
        choices.order = at.rulings.order == MarkOrder::Owner && ranked && restored;
        choices.promote = at.rulings.promotion == Promotion::Owner && ranked;
        choices.is_real().then_some(choices)
    };
    settled_men(state, side, report).filter_map(of_man)
}

/// Whether a side still owes its decisions on the agreed facts. Behind closed rosters both sides always do, so that a
/// missing question tells nothing. [UF-42.1-3, UF-R50]
pub fn owes_decisions(state: &State, side: Side) -> bool {
    let Some(report) = &state.facts.agreed else { return false };
    let closed = state.facts.rulings.rosters == Rosters::OwnerAndUmpire;
    state.side(side).decided.is_none() && (closed || choices(state, side, report).next().is_some())
}

/// Every fault of a side's decisions on these facts. [UF-E30, UF-E32, UF-E33]
pub fn decision_faults(state: &State, side: Side, report: &Report, decisions: &Decisions, why: &mut Reasons) {
    let Some(at) = Settling::of(state, side, report) else { return };
    let told = report.side(side);
    let name = |man: ManId| super::name(state, side, man);
    let twice = |men: Vec<ManId>, why: &mut Reasons| {
        for (n, man) in men.iter().enumerate() {
            if men[..n].contains(man) {
                why.note(RuleId("UF-42.1-3"), "E34", || {
                    format!("{} stands twice in the decisions.", name(*man))
                });
            }
        }
    };
    twice(decisions.rout.0.iter().map(|(man, _)| *man).collect(), why);
    twice(decisions.trade.0.iter().map(|(man, _)| *man).collect(), why);
    for (man, which) in &decisions.rout.0 {
        let routed = told.man(*man).is_some_and(|told| told.out == Out::Routed);
        match state.man(side, *man).filter(|_| routed) {
            None => {
                why.note(RuleId("UF-42.42-3"), "E30", || format!("{} is not reported as routed.", name(*man)))
            }
            Some((now, _)) => {
                let lowering = s42_42_rout::lowering(&at.deck.nation.caps, now.morale, now.panic);
                if lowering.is_some_and(|lowering| !lowering.allows(*which)) {
                    let rule = if now.value(*which) == 0 { "UF-42.42-5" } else { "UF-42.42-4" };
                    why.note(RuleId(rule), "E32", || {
                        format!("The {which} of {} cannot fall at {}/{}.", name(*man), now.morale, now.panic)
                    });
                }
            }
        }
    }
    let possible: Vec<Choices> = choices(state, side, report).collect();
    for choices in possible.iter().filter(|choices| choices.rout) {
        if decisions.rout.get(choices.man).is_none() {
            why.note(RuleId("UF-42.42-3"), "E33", || {
                format!("{} routed: say whether his Morale or his Panic falls.", name(choices.man))
            });
        }
    }
    for (man, steps) in decisions.trade.0.iter().filter(|(_, steps)| !steps.is_empty()) {
        trade_faults(state, side, at, report, *man, steps, decisions, why);
    }
    for man in decisions.order.0.iter().map(|(man, _)| *man) {
        if !possible.iter().any(|choices| choices.man == man && choices.order) {
            why.note(RuleId("UF-R10"), "E34", || format!("Nothing is to be put in order for {}.", name(man)));
        }
    }
    for man in decisions.promote.0.iter().map(|(man, _)| *man) {
        if !possible.iter().any(|choices| choices.man == man && choices.promote) {
            why.note(RuleId("UF-R11"), "E34", || format!("No promotion of {} can wait.", name(man)));
        }
    }
}

/// [UF-E40, UF-E41, UF-E42, UF-E43, UF-E44, UF-E45] Every fault of one man's trade.
#[expect(clippy::too_many_arguments, reason = "the man, his steps and what they are judged by")]
fn trade_faults(
    state: &State,
    side: Side,
    at: Settling<'_>,
    report: &Report,
    man: ManId,
    steps: &[Trait],
    decisions: &Decisions,
    why: &mut Reasons,
) {
    let name = || super::name(state, side, man);
    let told = report.side(side).man(man);
    let in_team = at.leg.last && state.side(side).team.contains(&man);
    let Some((now, card)) = state.man(side, man).filter(|_| told.is_some() || in_team) else {
        why.note(RuleId("UF-42.44-1"), "E40", || format!("{} did not take part.", name()));
        return;
    };
    let after = told.map(|told| after_battle(at, now, card, told, decisions.rout.get(man).copied()));
    // A reserve that never came trades nothing, not even what an earlier scenario of the Team Game brought. [UF-R39]
    let absent = told.is_some_and(|told| !told.out.took_part());
    if absent || after.is_some_and(|after| after.lost) {
        why.note(RuleId("UF-42.44-1"), "E40", || format!("{} did not take part or was lost.", name()));
        return;
    }
    if !at.leg.last {
        why.note(RuleId("UF-42.44-7"), "E45", || "The Team Game is not over: nobody trades yet.".into());
    }
    if steps.len() > 1 && at.rulings.steps == Steps::One {
        why.note(RuleId("UF-42.44-5"), "E43", || format!("{} buys one step after a scenario.", name()));
    }
    let mut before = after.map_or(*now, |after| after.man);
    let price = at.campaign.tables.elan.price_of_one_step;
    for which in steps {
        let values = (before.morale, before.panic);
        let hindrances = s42_44_improvement::hindrances(
            at.campaign,
            &at.deck.nation.caps,
            before.elan.into(),
            values,
            *which,
        );
        for no_step in hindrances {
            let (code, rule) = no_step.code();
            why.note(RuleId(rule), code, || match no_step {
                s42_44_improvement::NoStep::Elan => {
                    format!("{} has {} Elan of {price}.", name(), before.elan)
                }
                s42_44_improvement::NoStep::Ceiling => {
                    format!("The {which} of {} is at its highest.", name())
                }
                s42_44_improvement::NoStep::Balance => {
                    format!("The Morale of {} would pass his Panic ({}/{}).", name(), values.0, values.1)
                }
            });
        }
        (before.morale, before.panic) = s42_44_improvement::raised(values, *which);
        before.elan = before.elan.saturating_sub(u16::try_from(price).unwrap_or(u16::MAX));
    }
}

/// A side made its decisions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// Whose.
    pub side: Side,
    /// Who may know.
    pub seen: Audience,
    /// Which.
    pub decisions: Decisions,
}

impl SectionEvent<State, Campaign> for Decided {
    fn audience(&self) -> Audience {
        self.seen
    }
    fn fold(&self, state: &mut State) {
        state.side_mut(self.side).decided = Some(self.decisions.clone());
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side).say(" decided for its men.").rule(OWNER)
    }
}

/// A side whose roster is closed made its decisions; which, its owner knows. [UF-R50]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecisionsMade {
    /// Whose.
    pub side: Side,
}

impl OnlyTold<Campaign> for DecisionsMade {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side).say(" has decided for its men.").rule(OWNER)
    }
}
