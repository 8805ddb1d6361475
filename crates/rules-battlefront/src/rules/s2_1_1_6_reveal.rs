//! [BF-2.1.1.6] Reveal posture, and who is the attacker. [BF-2.1.P-4, BF-2.1.P-5, BF-2.1.P-6]

use kernel::grammar::{OnlyTold, SectionEvent};
use kernel::view::Text;
use kernel::{Adjudged, Ask, Audience, Id, PerSide, RuleId, Winner};
use serde::{Deserialize, Serialize};

use super::s2_1_1_3_2_b_breakpoints::formation_status;
use super::s2_1_p_posture::slot_id;
use super::s2_1_scenarios::{advance, end_of_slot, open};
use super::{Cx, at_step};
use crate::facts::{Hex, SideFacts, Starts};
use crate::phase::{Step, has_overnight_repair};
use crate::setup::Campaign;
use crate::state::State;
use crate::words::{Posture, Side, StandState, Status};

const RULE: RuleId = RuleId("BF-2.1.1.6-1");

/// [BF-2.1.1.6-1] Both postures become public at once, before forces are chosen [BF-R7]. If one side attacks, a scenario is
/// fought; if both do, the higher d10 is the attacker; if none does, the slot ends. An option says who moves first. [BF-R8]
pub(crate) fn reveal(cx: &mut Cx<'_>) -> Adjudged {
    cx.check(|why| {
        why.engine(cx.seat(), RULE)?;
        at_step(cx.state(), RULE, &[Step::Reveal], why)
    })?;
    let sealed = PerSide::each(|side| cx.state().side(side).posture);
    let postures = sealed.map(|sealed| sealed.map_or(Posture::Defend, |sealed| sealed.choice));
    let nonces = sealed.map(|sealed| sealed.map(|sealed| sealed.nonce).unwrap_or_default());
    cx.record(PosturesRevealed { slot: slot_id(cx.state()), postures, nonces })?;
    let attacker = match *postures.as_array() {
        [Posture::Attack, Posture::Defend] => Side::FIRST,
        [Posture::Defend, Posture::Attack] => Side::SECOND,
        [Posture::Attack, Posture::Attack] => roll_off(cx)?,
        [Posture::Defend, Posture::Defend] => return both_defend(cx),
    };
    let first = cx.state().options().attacker_moves.first(attacker);
    let as_set_up = cx.state().campaign().options.attacker_moves.first(attacker);
    cx.record(ScenarioDeclared { attacker, first: (first != as_set_up).then_some(first) })
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
    cx.record(RollOff { attacker, dice })?;
    Ok(attacker)
}

/// [BF-2.1.P-6] No scenario: the slot ends, after the night's repairs when none will come later. [BF-R9]
fn both_defend(cx: &mut Cx<'_>) -> Adjudged {
    cx.record(ScenarioSkipped {})?;
    if has_overnight_repair(cx.state()) {
        return if open(cx, Step::OvernightRepair)? { Ok(()) } else { advance(cx) };
    }
    end_of_slot(cx)
}

/// Both postures were revealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PosturesRevealed {
    /// The slot's name in the campaign.
    pub slot: Id,
    /// The postures in the order of the sides.
    pub postures: PerSide<Posture>,
    /// The nonces of their digests.
    pub nonces: PerSide<Hex>,
}

impl OnlyTold<Campaign> for PosturesRevealed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { postures, .. } = self;
        Text::new("The postures were opened: ")
            .side(0)
            .say(format!("{}, ", verb(postures[Side::FIRST])))
            .side(1)
            .say(format!("{}.", verb(postures[Side::SECOND])))
            .rule(RuleId("BF-2.1.1.6-1"))
    }
}

/// Both sides attack and the higher die decided who is the attacker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollOff {
    /// The attacker.
    pub attacker: Side,
    /// The deciding dice in the order of the sides; absent where only the outcome is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<[u16; 2]>,
}

impl SectionEvent<State, Campaign> for RollOff {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.roll_off = self.dice
    }
    fn narrate(&self, _: &Campaign) -> Text {
        roll_off_words(self.attacker, self.dice)
    }
}

/// A scenario is to be fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioDeclared {
    /// The attacker, who sets up second.
    pub attacker: Side,
    /// Who moves first, where an option changed during play says otherwise than the set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Side>,
}

impl SectionEvent<State, Campaign> for ScenarioDeclared {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.step = Step::ChooseForces;
        state.facts.attacker = Some(state.facts.side(self.attacker).id);
        state.facts.sides.iter_mut().for_each(SideFacts::reopen);
        count_starts(state);
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { attacker, first } = self;
        Text::new("A scenario is to be fought. ")
            .side(attacker.number())
            .say(" attacks; ")
            .side(attacker.enemy().number())
            .say(" sets up first, ")
            .side(first.unwrap_or_else(|| campaign.options.attacker_moves.first(*attacker)).number())
            .say(" moves first.")
            .rule(RuleId("BF-2.1.P-4"))
    }
}

/// Both sides defend: no scenario is fought in this slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioSkipped {}

impl OnlyTold<Campaign> for ScenarioSkipped {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Campaign) -> Text {
        Text::new("Both sides defend: no scenario is fought in this slot.").rule(RuleId("BF-2.1.P-6"))
    }
}

fn verb(posture: Posture) -> &'static str {
    match posture {
        Posture::Attack => " attacks",
        Posture::Defend => " defends",
    }
}

/// Who threw what when both attack, and who is the attacker. [BF-2.1.P-5]
pub(crate) fn roll_off_words(attacker: Side, dice: Option<[u16; 2]>) -> Text {
    let told = match dice {
        Some([first, second]) => Text::new("Both attack. ")
            .side(0)
            .say(format!(" threw {first}, "))
            .side(1)
            .say(format!(" {second}: ")),
        None => Text::new("Both attack, and the higher die decided: "),
    };
    told.side(attacker.number()).say(" is the attacker.").rule(RuleId("BF-2.1.P-5"))
}

/// A scenario is about to start: units behind the enemy's line have one start more. [BF-R21]
fn count_starts(state: &mut State) {
    let rule = state.options().isolated_me;
    let count = |starts: &mut Starts, status: Status| match status {
        Status::Normal => *starts = Starts::default(),
        Status::Isolated => starts.isolated = starts.isolated.saturating_add(1),
        Status::CutOff => starts.cut_off = starts.cut_off.saturating_add(1),
    };
    for element in state.facts.sides.iter_mut().flat_map(|side| &mut side.elements) {
        let status = formation_status(element, rule);
        count(&mut element.starts, status);
        for stand in element.stands.iter_mut().filter(|stand| stand.state == StandState::Here) {
            count(&mut stand.starts, stand.status);
            (stand.start_rolled, stand.start_settled) = (false, false);
        }
    }
}
