//! [BF-2.1.P] Posture determination.

use kernel::grammar::{OnlyTold, SectionEvent};
use kernel::system::{Sealed, Sealing};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Id, PerSide, Reasons, RuleId, Seat};
use serde::{Deserialize, Serialize};

use super::s2_1_1_6_reveal::PosturesRevealed;
use super::s2_1_scenarios::{advance, close_for};
use super::{Cx, at_step, by};
use crate::command::Command;
use crate::event::Event;
use crate::facts::{Hex, SealedPosture};
use crate::phase::Step;
use crate::setup::Campaign;
use crate::state::State;
use crate::words::{Posture, Side};

const RULE: RuleId = RuleId("BF-2.1.P-2");

/// [BF-2.1.P-2] Each side secretly chooses to attack or defend, and may choose anew until both have.
///
/// In the first slot the set-up says who attacks, so the step does not occur. [BF-2.1.P-1]
pub(crate) fn choose(cx: &mut Cx<'_>, posture: Posture, nonce: Hex, digest: Hex) -> Adjudged {
    let side = cx.check(|why| may_choose(cx.state(), cx.acting(), why))?;
    cx.record(PostureSealed { side, posture, nonce, digest })?;
    if cx.state().side(side).closed { Ok(()) } else { close_for(cx, side) }
}

/// Whether a side may choose its posture now.
fn may_choose(state: &State, acting: Acting, why: &mut Reasons) -> Checked<Side> {
    let side = why.side(acting.seat, RULE)?;
    if state.is_first_slot() {
        let rule = RuleId("BF-2.1.P-1");
        return why.refuse(rule, "step", || {
            "In the first slot attacker and defender are given; nobody chooses.".into()
        });
    }
    why.unless(!Step::REFIT.contains(&state.step()), RULE, "sealed", || {
        "Both postures are sealed; neither can be changed now.".into()
    })?;
    at_step(state, RULE, &[Step::Posture], why)?;
    Ok(side)
}

/// [BF-2.1.P-1] The first slot's postures are taken from the set-up, in public.
pub(crate) fn take_from_setup(cx: &mut Cx<'_>) -> Adjudged {
    cx.record(AttackerGiven { attacker: cx.state().campaign().first_attacker })?;
    advance(cx)
}

/// Both digests become public in one event when the step closes.
pub(crate) fn publish_digests(cx: &mut Cx<'_>) -> Adjudged {
    let digests =
        PerSide::each(|side| cx.state().side(side).posture.map(|sealed| sealed.digest).unwrap_or_default());
    cx.record(PosturesSealed { slot: slot_id(cx.state()), digests })
}

/// The slot's name as an id.
pub(crate) fn slot_id(state: &State) -> Id {
    Id::new(&state.slot_name()).unwrap_or_default()
}

/// What a side has chosen for this slot.
pub fn posture(state: &State, side: Side) -> Option<Posture> {
    state.side(side).posture.map(|sealed| sealed.choice)
}

/// The choice that a command seals: one for each slot of the campaign.
pub(crate) fn sealing(state: &State, seat: Seat, command: &Command) -> Option<Sealing> {
    let (Command::ChoosePosture { posture, .. }, Some(side)) = (command, Side::of(seat)) else {
        return None;
    };
    let slot = seal_slot(slot_id(state));
    Some(Sealing { slot, side: state.setup_of(side).id.into(), payload: posture.word().into() })
}

/// What the closing and the reveal publish of sealed postures. Where nothing was sealed by hash nothing is published.
pub(crate) fn seals(campaign: &Campaign, event: &Event) -> Vec<Sealed> {
    let of = |slot: Id, side: Side| (seal_slot(slot), campaign.side(side).id.into());
    match event {
        Event::PosturesSealed(PosturesSealed { slot, digests }) => {
            let sealed = digests.iter().filter(|(_, digest)| !digest.is_empty());
            let closed = sealed.map(|(side, digest)| {
                let (slot, side) = of(*slot, side);
                Sealed::Closed { slot, side, digest: digest.to_string() }
            });
            closed.collect()
        }
        Event::PosturesRevealed(PosturesRevealed { slot, postures, nonces }) => {
            let sides = postures.iter().zip(nonces.iter()).filter(|(_, (_, nonce))| !nonce.is_empty());
            let opened = sides.map(|((side, posture), (_, nonce))| {
                let (slot, side) = of(*slot, side);
                Sealed::Opened { slot, side, payload: posture.word().into(), nonce: nonce.to_string() }
            });
            opened.collect()
        }
        _ => Vec::new(),
    }
}

fn seal_slot(slot: Id) -> String {
    format!("{slot}/posture")
}

/// The first slot's attacker was taken from the set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackerGiven {
    /// The attacker.
    pub attacker: Side,
}

impl SectionEvent<State, Campaign> for AttackerGiven {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let facts = &mut state.facts;
        for side in Side::BOTH {
            let choice = if side == self.attacker { Posture::Attack } else { Posture::Defend };
            let sealed = SealedPosture { choice, nonce: Hex::default(), digest: Hex::default() };
            facts.side_mut(side).posture = Some(sealed);
        }
        facts.attacker = Some(facts.side(self.attacker).id);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.attacker).say(" attacks in the first slot, as the set-up says.").rule(RuleId("BF-2.1.P-1"))
    }
}

/// A side sealed its posture, or replaced a sealed one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostureSealed {
    /// The side.
    pub side: Side,
    /// The choice.
    pub posture: Posture,
    /// The nonce of its digest.
    #[serde(default)]
    pub nonce: Hex,
    /// The digest.
    #[serde(default)]
    pub digest: Hex,
}

impl SectionEvent<State, Campaign> for PostureSealed {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let sealed = SealedPosture { choice: self.posture, nonce: self.nonce, digest: self.digest };
        state.facts.side_mut(self.side).posture = Some(sealed);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { posture, .. } = self;
        by(self.side).say(format!(" sealed its posture: {posture}."))
    }
}

/// Both postures are sealed; their digests are public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PosturesSealed {
    /// The slot's name in the campaign: `2.1`.
    pub slot: Id,
    /// The digests in the order of the sides.
    pub digests: PerSide<Hex>,
}

impl OnlyTold<Campaign> for PosturesSealed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { digests, .. } = self;
        let told = Text::new("Both postures were sealed.");
        let first = |digest: &str| digest.chars().take(12).collect::<String>();
        if !digests.both(|digest| !digest.is_empty()) {
            return told;
        }
        told.quiet(format!(
            " The seals begin with {} and {}.",
            first(&digests[Side::FIRST]),
            first(&digests[Side::SECOND])
        ))
    }
}
