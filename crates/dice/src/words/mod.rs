//! Words of the sides: a digest first, the bytes when all digests stand, and with them a signature that holds for exactly
//! these digests.

mod signature;

pub use signature::{NotASignature, Signature};

use zeroize::Zeroizing;

use crate::{Digest, Encoding};

/// What a side's device draws and keeps: 32 random bytes, from which its words and its signature follow. They never leave
/// the device.
#[derive(Clone)]
pub struct WordsSeed(Zeroizing<[u8; 32]>);

impl WordsSeed {
    /// The seed of these random bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// The random bytes, which earlier builds opened as the words.
    pub fn reveal(&self) -> Digest {
        Digest(*self.0)
    }

    /// The words themselves: 32 bytes that are opened and make the dice.
    pub fn bytes(&self) -> Digest {
        Encoding::new("adjutant-words-bytes-v1").bytes(&*self.0).sha256()
    }

    /// The digest that is given first. `genesis` is the digest of the campaign's manifest, and with it of the secret, the
    /// set-up and the sides.
    pub fn digest(&self, genesis: &Digest, seat: &str) -> Digest {
        words_digest(genesis, seat, &self.bytes(), &Signature::keys(&self.0))
    }

    /// The signature over [`words_set`], which is given with the bytes. It may be given once: two signatures of
    /// one seed let whoever sees them sign for others.
    pub fn sign(&self, set: &Digest) -> Signature {
        Signature::new(&self.0, set)
    }
}

/// The digest of words that are opened with a signature.
fn words_digest(genesis: &Digest, seat: &str, bytes: &Digest, keys: &[[u8; 32]]) -> Digest {
    let head = Encoding::new("adjutant-words-v3").bytes(&genesis.0).text(seat).bytes(&bytes.0);
    keys.iter().fold(head, |built, key| built.bytes(key)).sha256()
}

/// What a device signs when it opens its words: the digests of all sides, in the order of the seats, and `head`, the hash of
/// the public link with the last of them, which names everything public that came before: terms, rounds, hands.
pub fn words_set<'a>(
    genesis: &Digest,
    head: &Digest,
    sides: impl IntoIterator<Item = (&'a str, Digest)>,
) -> Digest {
    let sides: Vec<_> = sides.into_iter().collect();
    let built = Encoding::new("adjutant-words-set-v1").bytes(&genesis.0).bytes(&head.0);
    let head = built.number(sides.len() as u64);
    sides.iter().fold(head, |built, (seat, digest)| built.text(seat).bytes(&digest.0)).sha256()
}

/// As a digest of words was in an earlier build: its opening is no signature, so that a host who had seen all words could
/// write the log anew with the same words beside others of his own.
pub fn words_digest_v2(genesis: &Digest, seat: &str, bytes: &[u8; 32]) -> Digest {
    Encoding::new("adjutant-words-v2").bytes(&genesis.0).text(seat).bytes(bytes).sha256()
}

/// As it was before that: it named the campaign alone, so that a host who had seen all words could begin the log anew with
/// another secret and the same digests.
pub fn words_digest_v1(campaign_id: &str, seat: &str, bytes: &[u8; 32]) -> Digest {
    Encoding::new("adjutant-words-v1").text(campaign_id).text(seat).bytes(bytes).sha256()
}

/// How much a digest of words held fast when it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordsForm {
    /// The secret, and the digests of all sides: the words are worth nothing beside others.
    Signed,
    /// The secret alone, as in an earlier build.
    Manifest,
    /// The campaign's name alone, as before that.
    Campaign,
}

/// Words as they are opened.
#[derive(Clone, Copy, Debug)]
pub struct OpenedWords<'a> {
    /// Whose they are, as the name of a seat.
    pub seat: &'a str,
    /// The words.
    pub bytes: &'a Digest,
    /// The signature over the digests of all sides; none in the forms of earlier builds.
    pub signature: Option<&'a Signature>,
}

impl OpenedWords<'_> {
    /// By which form `pledged` fixed these words, if it did. `set` is [`words_set`] of the digests that stand.
    pub fn form(
        &self,
        genesis: &Digest,
        campaign_id: &str,
        set: &Digest,
        pledged: Digest,
    ) -> Option<WordsForm> {
        let Self { seat, bytes, signature } = *self;
        if let Some(signature) = signature {
            let fixed = words_digest(genesis, seat, bytes, &signature.keys_for(set));
            return (fixed == pledged).then_some(WordsForm::Signed);
        }
        if words_digest_v2(genesis, seat, &bytes.0) == pledged {
            return Some(WordsForm::Manifest);
        }
        (words_digest_v1(campaign_id, seat, &bytes.0) == pledged).then_some(WordsForm::Campaign)
    }
}
