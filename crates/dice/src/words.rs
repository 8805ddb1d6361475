//! Words of the sides: a digest first, the bytes when all digests stand.

use crate::{Digest, Encoding};

/// The digest that a seat's device gives before anybody opens anything: it fixes the device's 32 bytes without telling
/// them. Bound to the campaign and the seat, so that nobody can give another's digest as its own and open it after them.
pub fn words_digest(campaign_id: &str, seat: &str, bytes: &[u8; 32]) -> Digest {
    Encoding::new("adjutant-words-v1").text(campaign_id).text(seat).bytes(bytes).sha256()
}
