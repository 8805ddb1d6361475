//! TOY-6 Closing.

use super::*;

const RULE: RuleId = RuleId("TOY-6");

/// [TOY-6] Closing: the dusk when pay is rolled, the night when a stance is sealed, whose digest is published.
pub fn close(cx: &mut Cx<'_>) -> Adjudged {
    let (round, phase) = (cx.state().round, cx.state().phase);
    let side = cx.check(|why| {
        let side = own_turn(cx, &[Phase::Dusk, Phase::Night], why)?;
        let force = &cx.state().sides[side];
        why.unless(force.paid, RULE, "incomplete", || "Your pay is not rolled.".into())?;
        let sealed = phase == Phase::Dusk || force.stance.is_some();
        why.unless(sealed, RULE, "incomplete", || "Your stance is not sealed.".into())?;
        Ok(side)
    })?;
    let digest = cx.state().sides[side].digest;
    cx.record(Closed { side, round, phase, digest })
}

kernel::section! { for State, Setup;
    /// A side closed the dusk or the night; at night the digest of its stance is published.
    public Closed { side: Side, round: u8, phase: Phase, digest: Option<Hex> = None }
    does |state| {
        state.sides[side].closed = true;
        if state.sides.both(|force| force.closed) {
            let night = state.phase == Phase::Dusk;
            state.phase = if night { Phase::Night } else { Phase::Dawn };
            state.sides.iter_mut().for_each(|(_, force)| force.closed = !night);
        }
    },
    told |_| side.says(format!(" closed the {phase}."), "");
}
