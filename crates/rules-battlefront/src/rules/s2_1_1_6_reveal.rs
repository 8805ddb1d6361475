//! [BF-2.1.1.6] Reveal posture, and who is the attacker. [BF-2.1.P-4, BF-2.1.P-5, BF-2.1.P-6]

use kernel::{Adjudged, Ask, Audience, PerSide, RuleId, Winner};

use super::s2_1_p_posture::slot_id;
use super::s2_1_scenarios::{end_of_slot, open};
use super::{Cx, at_step};
use crate::event::Event;
use crate::phase::{Step, has_overnight_repair};
use crate::words::{Posture, Side};

const RULE: RuleId = RuleId("BF-2.1.1.6-1");

/// [BF-2.1.1.6-1] Both postures become public at once. If one side attacks, a scenario is fought; if both do, the
/// higher d10 is the attacker; if none does, the slot ends.
pub(crate) fn reveal(cx: &mut Cx<'_>) -> Adjudged {
    cx.check(|why| {
        why.engine(cx.seat(), RULE)?;
        at_step(cx.state(), RULE, &[Step::Reveal], why)
    })?;
    let sealed = PerSide::each(|side| cx.state().side(side).posture);
    let postures = sealed.map(|sealed| sealed.map_or(Posture::Defend, |sealed| sealed.choice));
    let nonces = sealed.map(|sealed| sealed.map(|sealed| sealed.nonce).unwrap_or_default());
    cx.record(Event::PosturesRevealed { slot: slot_id(cx.state()), postures, nonces })?;
    let attacker = match *postures.as_array() {
        [Posture::Attack, Posture::Defend] => Side::FIRST,
        [Posture::Defend, Posture::Attack] => Side::SECOND,
        [Posture::Attack, Posture::Attack] => roll_off(cx)?,
        [Posture::Defend, Posture::Defend] => return both_defend(cx),
    };
    let first = cx.state().options().attacker_moves.first(attacker);
    let as_set_up = cx.state().campaign().options.attacker_moves.first(attacker);
    cx.record(Event::ScenarioDeclared { attacker, first: (first != as_set_up).then_some(first) })
}

/// [BF-2.1.P-5] One die each, equal ones again.
fn roll_off(cx: &mut Cx<'_>) -> Adjudged<Side> {
    let text = "Who is the attacker: a die for each side, in the order of the set-up";
    let ask = Ask::new(RuleId("BF-2.1.P-5"), text).seen_by(Audience::Public);
    let (winner, dice) = cx.high_dice(ask, 10)?;
    let attacker = match winner {
        Winner::First => Side::FIRST,
        Winner::Second => Side::SECOND,
    };
    cx.record(Event::RollOff { attacker, dice })?;
    Ok(attacker)
}

/// [BF-2.1.P-6] No scenario: the slot ends, after the night's repairs when none will come later. [BF-R9]
fn both_defend(cx: &mut Cx<'_>) -> Adjudged {
    cx.record(Event::ScenarioSkipped)?;
    if has_overnight_repair(cx.state()) {
        return open(cx, Step::OvernightRepair).map(|_| ());
    }
    end_of_slot(cx)
}
