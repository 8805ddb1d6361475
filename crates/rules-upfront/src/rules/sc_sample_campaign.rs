//! The sample campaign: its order, and who attacks next.

use kernel::Audience;
use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Ask, Checked, Id, Reasons, RuleId, Seat, Winner};
use serde::{Deserialize, Serialize};

use super::{Cx, by};
use crate::phase::Phase;
use crate::setup::Campaign;
use crate::setup::rulings::Lot;
use crate::state::{Naming, State};
use crate::words::{Nature, Side};

const RULE: RuleId = RuleId("UF-R33");

/// Who attacks in a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextAttacker {
    /// Nobody: a meeting engagement, or the campaign is over.
    None,
    /// This side.
    Side(Side),
    /// Nothing decides; lot or agreement does. [UF-R33]
    Open,
}

/// [UF-SC-2, UF-SC-3] Who attacks in the leg at this place of the order, by the points as they stand and by the winner
/// of the scenario before it.
pub fn attacker_of(state: &State, leg: usize, last_winner: Option<Side>) -> NextAttacker {
    let Some(leg) = state.campaign.legs.get(leg) else { return NextAttacker::None };
    if state.campaign.scenario(leg).nature == Nature::Meeting {
        return NextAttacker::None;
    }
    let [first, second] = Side::BOTH;
    match state.points(first).cmp(&state.points(second)) {
        std::cmp::Ordering::Greater => NextAttacker::Side(first),
        std::cmp::Ordering::Less => NextAttacker::Side(second),
        std::cmp::Ordering::Equal => last_winner.map_or(NextAttacker::Open, NextAttacker::Side),
    }
}

/// Why the attacker of the present scenario attacks, with the rule that says so; absent where it cannot be told.
/// [UF-SC-2, UF-SC-3, UF-R33]
pub fn why_attacker(state: &State) -> Option<(&'static str, RuleId)> {
    let attacker = state.facts.attacker?;
    let leg = state.facts.leg;
    if leg == 0 && state.campaign.first_attacker == Some(attacker) {
        return Some(("as the campaign file says", RULE));
    }
    // What the present selection costs comes after. [catalogue section 3]
    let points = |side: Side| -> i32 {
        state.side(side).points.iter().filter(|line| line.leg < leg).map(|line| line.amount).sum()
    };
    let (own, other) = (points(attacker), points(attacker.enemy()));
    match own.cmp(&other) {
        _ if leg == 0 => Some(("by lot or agreement", RULE)),
        std::cmp::Ordering::Greater => {
            Some(("with more victory points after the last scenario", RuleId("UF-SC-2")))
        }
        std::cmp::Ordering::Equal if state.last_winner() == Some(attacker) => {
            Some(("with equal points, as the winner of the last scenario", RuleId("UF-SC-3")))
        }
        std::cmp::Ordering::Equal if state.last_winner().is_none() => Some(("by lot or agreement", RULE)),
        _ => None,
    }
}

/// [UF-R33] The lot, drawn by the engine when nothing decides who attacks.
pub fn draw_lot(cx: &mut Cx<'_>) -> Adjudged {
    cx.check(|why| may_draw_lot(cx.state(), cx.seat(), why))?;
    let subject = cx.state().leg().map(|leg| leg.id).unwrap_or_default();
    let attacker = match cx.high_roll(Ask::new(RULE, "Who attacks").about(subject), 6)? {
        Winner::First => Side::FIRST,
        Winner::Second => Side::SECOND,
    };
    cx.record(AttackerSet { attacker })
}

/// Whether the lot decides now.
pub fn may_draw_lot(state: &State, seat: Seat, why: &mut Reasons) -> Checked {
    let engine = (seat == Seat::Clock).then_some(());
    why.need(engine, RULE, "actor", || "The lot is drawn by itself.".into())?;
    super::in_phase(state, Phase::Attacker, RULE, why)?;
    why.unless(state.facts.rulings.lot == Lot::Lot, RULE, "R33", || {
        "The players agree on the attacker.".into()
    })
}

/// [UF-R33] The players agree: both name the same attacker, or the umpire names him.
pub fn name_attacker(cx: &mut Cx<'_>, attacker: Id) -> Adjudged {
    let (by, attacker) = cx.check(|why| may_name_attacker(cx.state(), cx.seat(), attacker, why))?;
    let Some(side) = by else { return cx.record(AttackerSet { attacker }) };
    let agreed = cx.state().facts.naming.iter().any(|named| named.id != side && named.attacker == attacker);
    if agreed {
        return cx.record(AttackerSet { attacker });
    }
    cx.record(AttackerNamed { side, attacker })
}

/// Whether the players agree on the attacker now.
pub fn is_agreed_on(state: &State, why: &mut Reasons) -> Checked {
    super::in_phase(state, Phase::Attacker, RULE, why)?;
    why.unless(state.facts.rulings.lot == Lot::Agreement, RULE, "R33", || {
        "The lot decides who attacks.".into()
    })
}

/// Whether this seat may name this side as the attacker, and for which side it speaks; for none as the umpire.
pub fn may_name_attacker(
    state: &State,
    seat: Seat,
    attacker: Id,
    why: &mut Reasons,
) -> Checked<(Option<Side>, Side)> {
    is_agreed_on(state, why)?;
    let attacker =
        why.need(state.campaign.side(attacker), RULE, "unknown", || format!("There is no side {attacker}."))?;
    let by = match seat {
        Seat::Umpire => None,
        _ => Some(why.need(Side::of(seat), RULE, "actor", || "The two sides agree on the attacker.".into())?),
    };
    Ok((by, attacker))
}

/// A side named the attacker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackerNamed {
    /// Who named.
    pub side: Side,
    /// Whom.
    pub attacker: Side,
}

impl SectionEvent<State, Campaign> for AttackerNamed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { side, attacker } = *self;
        state.facts.naming.retain(|known| known.id != side);
        state.facts.naming.push(Naming { id: side, attacker });
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side).say(" named ").side(self.attacker.number()).say(" as the attacker.").rule(RULE)
    }
}

/// It was settled who attacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackerSet {
    /// The attacker.
    pub attacker: Side,
}

impl SectionEvent<State, Campaign> for AttackerSet {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.attacker = Some(self.attacker);
        state.facts.naming.clear();
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.attacker).say(" attacks.").rule(RULE)
    }
}
