//! TOY-5 Stance.

use super::*;

/// [TOY-5] Stance: each side seals whether it holds or raids, and may change its mind until it closes.
pub fn seal(cx: &mut Cx<'_>, stance: Stance, nonce: Option<Hex>, digest: Option<Hex>) -> Adjudged {
    let side = cx.check(|why| own_turn(cx, &[Phase::Night], why))?;
    cx.record(Sealed { side, stance, nonce, digest })
}

kernel::section! { for State, Setup;
    /// A stance was sealed; its digest is not public yet.
    secret Sealed { side: Side, stance: Stance, nonce: Option<Hex> = None, digest: Option<Hex> = None }
    does |state| {
        let force = &mut state.sides[side];
        (force.stance, force.nonce, force.digest) = (Some(stance), nonce, digest);
    },
    told |_| side.says(format!(" sealed its stance: {stance}."), "");
}
