//! Words of the sides: a digest first, the bytes when all digests stand.

use crate::{Digest, Encoding};

/// The digest that a seat's device gives before anybody opens anything: it fixes the device's 32 bytes without telling
/// them. `genesis` is the digest of the campaign's manifest. So the digest is worth something only beside the secret, the
/// set-up and the sides that stood when it was given; and bound to the seat, so that nobody can give another's digest as
/// its own and open it after them.
pub fn words_digest(genesis: &Digest, seat: &str, bytes: &[u8; 32]) -> Digest {
    Encoding::new("adjutant-words-v2").bytes(&genesis.0).text(seat).bytes(bytes).sha256()
}

/// As [`words_digest`] was in earlier builds: it named the campaign alone, so that a host who had seen all words could
/// begin the log anew with another secret and the same digests.
pub fn words_digest_v1(campaign_id: &str, seat: &str, bytes: &[u8; 32]) -> Digest {
    Encoding::new("adjutant-words-v1").text(campaign_id).text(seat).bytes(bytes).sha256()
}
