//! The key of the dice of campaigns that were begun when a face still hung on the name of an act and on a number, and the
//! faces drawn from any key.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use zeroize::Zeroize;

use crate::{Encoding, Secret, reduce::face_of};

/// What a seat added to the dice after the secret was committed, so that not even the host could
/// choose the faces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contribution {
    /// The seat's public name.
    pub seat: String,
    /// Any text of that seat's choosing.
    pub text: String,
}

/// Fixed by secret, campaign and contributions; gives every face of a campaign up to the entry at which it goes over to
/// [`crate::QuestionKey`]. Whoever knows the secret and names acts can choose these faces: they are checked, and thrown no
/// more.
#[derive(Clone)]
pub struct DiceKey {
    key: [u8; 32],
    campaign: String,
}

/// The endless faces of one question: they depend on the question and on how many sides were asked
/// for before, and on nothing else.
pub struct FaceStream {
    key: [u8; 32],
    question: Encoding,
    next_block: u64,
    /// Words of the current block not used yet, the next one last.
    words: Vec<u64>,
}

impl DiceKey {
    /// Binds the secret to the campaign and to the contributions in their recorded order.
    pub fn new(secret: &Secret, campaign_id: &str, contributions: &[Contribution]) -> Self {
        let head = Encoding::new("adjutant-key-v1").text(campaign_id).number(contributions.len() as u64);
        let message =
            contributions.iter().fold(head, |built, given| built.text(&given.seat).text(&given.text));
        Self { key: keyed_hash(secret.reveal(), &message), campaign: campaign_id.to_owned() }
    }

    /// The faces of roll `number` of `stream`, one for each entry of `dice`, which holds the sides of
    /// each die in order.
    pub fn faces(&self, stream: &str, number: u64, question: &str, dice: &[u16]) -> Vec<u16> {
        let mut faces = self.stream(stream, number, question);
        dice.iter().map(|sides| faces.next(*sides)).collect()
    }

    /// The pairs of an opposed roll: all but the last are ties, the last decides.
    ///
    /// Two dice that cannot differ (one side each, or none) give a single pair.
    pub fn opposed(&self, stream: &str, number: u64, question: &str, dice: [u16; 2]) -> Vec<[u16; 2]> {
        self.stream(stream, number, question).pairs(dice)
    }

    /// The faces of a question one at a time, for rolls whose length the dice themselves decide.
    pub fn stream(&self, stream: &str, number: u64, question: &str) -> FaceStream {
        let question =
            Encoding::new("adjutant-die-v1").text(&self.campaign).text(stream).number(number).text(question);
        FaceStream::new(self.key, question)
    }

    /// The key itself. Whoever knows it knows all dice: it is compared in test vectors, never shown.
    pub fn reveal(&self) -> &[u8; 32] {
        &self.key
    }
}

impl FaceStream {
    /// `question` is the message of every block, but for the block's number.
    pub(crate) fn new(key: [u8; 32], question: Encoding) -> Self {
        Self { key, question, next_block: 0, words: Vec::new() }
    }

    /// Pairs until the two faces differ.
    pub(crate) fn pairs(mut self, dice: [u16; 2]) -> Vec<[u16; 2]> {
        let mut pairs = Vec::with_capacity(1);
        loop {
            let pair = dice.map(|sides| self.next(sides));
            pairs.push(pair);
            if pair[0] != pair[1] || dice.iter().all(|sides| *sides < 2) {
                return pairs;
            }
        }
    }

    /// The next face of a die of `sides` sides, 1 to `sides`; a die of no sides shows 0 and uses
    /// no word.
    pub fn next(&mut self, sides: u16) -> u16 {
        if sides == 0 {
            return 0;
        }
        loop {
            if let Some(face) = face_of(self.next_word(), sides) {
                return face;
            }
        }
    }

    fn next_word(&mut self) -> u64 {
        loop {
            if let Some(word) = self.words.pop() {
                return word;
            }
            let block = keyed_hash(&self.key, &self.question.clone().number(self.next_block));
            self.next_block += 1;
            let (words, _) = block.as_chunks::<8>();
            self.words.extend(words.iter().rev().map(|word| u64::from_be_bytes(*word)));
        }
    }
}

pub(crate) fn keyed_hash(key: &[u8; 32], message: &Encoding) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(message.as_bytes());
    mac.finalize().into_bytes().into()
}

impl fmt::Debug for DiceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DiceKey(campaign {:?}, key withheld)", self.campaign)
    }
}

impl fmt::Debug for FaceStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FaceStream(withheld)")
    }
}

impl Drop for DiceKey {
    fn drop(&mut self) {
        self.key.zeroize();
    }
}

impl Drop for FaceStream {
    fn drop(&mut self) {
        self.key.zeroize();
        self.words.zeroize();
    }
}
