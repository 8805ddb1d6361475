//! Sealed choices: a digest now, the choice itself later.

use crate::{Digest, Encoding};

/// The digest published when a side seals `payload` into `slot` (what is being chosen, and when).
///
/// The nonce keeps others from trying all likely payloads; half of it comes from the seat, half from
/// the host, so neither can prepare two payloads for one digest or guess the other's.
pub fn seal_digest(campaign_id: &str, slot: &str, side: &str, payload: &str, nonce: &[u8]) -> Digest {
    Encoding::new("adjutant-seal-v1")
        .text(campaign_id)
        .text(slot)
        .text(side)
        .text(payload)
        .bytes(nonce)
        .sha256()
}
