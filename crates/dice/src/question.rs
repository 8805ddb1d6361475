//! The key of a campaign's dice whose faces hang on the question alone.

use std::fmt;

use zeroize::Zeroize;

use crate::key::{FaceStream, keyed_hash};
use crate::{Contribution, Digest, Encoding, Secret};

/// Fixed by secret, campaign, set-up and contributions; answers every question of the campaign.
///
/// A question is named by a text without a number, an act or a time, so whoever knows the secret can look ahead and
/// change nothing.
#[derive(Clone)]
pub struct QuestionKey {
    key: [u8; 32],
    campaign: String,
}

impl QuestionKey {
    /// Binds the secret to the campaign, to the commitment of its set-up, and to the contributions by seat, those of one
    /// seat in their recorded order.
    pub fn new(secret: &Secret, campaign_id: &str, setup: Digest, contributions: &[Contribution]) -> Self {
        let mut given: Vec<&Contribution> = contributions.iter().collect();
        given.sort_by(|one, other| one.seat.cmp(&other.seat));
        let head =
            Encoding::new("adjutant-key-v2").text(campaign_id).bytes(&setup.0).number(given.len() as u64);
        let message = given.into_iter().fold(head, |built, given| built.text(&given.seat).text(&given.text));
        Self { key: keyed_hash(secret.reveal(), &message), campaign: campaign_id.to_owned() }
    }

    /// The faces that answer a question of `stream`, one for each entry of `dice`, which holds the sides of each die.
    pub fn faces(&self, stream: &str, question: &str, dice: &[u16]) -> Vec<u16> {
        let mut faces = self.stream(stream, question);
        dice.iter().map(|sides| faces.next(*sides)).collect()
    }

    /// The pairs of an opposed roll: all but the last are ties, the last decides. See [`crate::DiceKey::opposed`].
    pub fn opposed(&self, stream: &str, question: &str, dice: [u16; 2]) -> Vec<[u16; 2]> {
        self.stream(stream, question).pairs(dice)
    }

    /// The place, from 1, of the one among `lots` that is drawn: whose own word is the lowest. A name's word hangs on the
    /// question and the name alone, so who else is in the draw moves none. 0 when nobody is; nothing where the place is
    /// beyond what a face can show.
    pub fn lot(&self, stream: &str, question: &str, lots: &[&str]) -> Option<u16> {
        let asked = self.asked(stream, question);
        let word =
            |name: &str| keyed_hash(&self.key, &Encoding::new("adjutant-lot-v2").bytes(&asked.0).text(name));
        let lowest = (1_usize..).zip(lots).min_by_key(|(at, name)| (word(name), *at));
        lowest.map_or(Some(0), |(at, _)| u16::try_from(at).ok())
    }

    /// The endless faces of a question.
    pub fn stream(&self, stream: &str, question: &str) -> FaceStream {
        let asked = self.asked(stream, question);
        FaceStream::new(self.key, Encoding::new("adjutant-die-v2").bytes(&asked.0))
    }

    fn asked(&self, stream: &str, question: &str) -> Digest {
        Encoding::new("adjutant-question-v2").text(&self.campaign).text(stream).text(question).sha256()
    }

    /// The key itself. Whoever knows it knows all dice: it is compared in test vectors, never shown.
    pub fn reveal(&self) -> &[u8; 32] {
        &self.key
    }
}

impl fmt::Debug for QuestionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "QuestionKey(campaign {:?}, key withheld)", self.campaign)
    }
}

impl Drop for QuestionKey {
    fn drop(&mut self) {
        self.key.zeroize();
    }
}
