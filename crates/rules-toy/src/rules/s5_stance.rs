//! TOY-5 Stance.

use super::*;

/// [TOY-5] Stance: each side seals whether it holds or raids, and may change its mind until it closes.
pub fn seal(cx: &mut Cx<'_>, stance: Stance, nonce: Option<Hex>, digest: Option<Hex>) -> Adjudged {
    let side = cx.check(|why| own_turn(cx, &[Phase::Night], why))?;
    cx.record(Event::Sealed { side, stance, nonce, digest })
}
