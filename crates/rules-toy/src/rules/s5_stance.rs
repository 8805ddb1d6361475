//! TOY-5 Stance.

use kernel::Adjudged;

use super::{Cx, own_night};
use crate::event::Event;
use crate::state::{Hex, Stance};

/// [TOY-5] Stance: each side seals whether it holds or raids, and may change its mind until it closes.
pub fn seal(cx: &mut Cx<'_>, stance: Stance, nonce: Option<Hex>, digest: Option<Hex>) -> Adjudged {
    let side = own_night(cx)?;
    cx.record(Event::Sealed { side, stance, nonce, digest })
}
