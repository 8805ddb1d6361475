//! How far the words of the sides are.

use ::dice::{Digest, OpenedWords, WordsSeed, words_set};
use kernel::{Refusal, Seat};

use super::entry::{Hand, Opening, WordsBy};
use crate::host::Host;
use crate::house;

/// How long the devices have to open, once all digests stand: three days, in milliseconds.
pub const TIME_TO_OPEN: i64 = 3 * 24 * 3_600_000;

/// How far the words of the sides are, for pages and programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordsState {
    /// The digest of the manifest, which every digest of words names.
    pub genesis: Digest,
    /// The hash of the public link with the last digest, which devices sign together with the digests.
    pub link: Option<Digest>,
    /// How often the sides have begun anew: bytes of another round are worth nothing.
    pub round: u32,
    /// Whether all digests stand, so that the bytes are to be sent.
    pub opening: bool,
    /// Each side in the order of the seats.
    pub sides: Vec<SideWords>,
    /// Until when the devices have to open, in milliseconds since 1970, UTC.
    pub until: Option<i64>,
    /// The sides that did not open in the round before.
    pub missing: Vec<Seat>,
}

/// How far one side's words are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideWords {
    /// The side's seat.
    pub seat: Seat,
    /// The digest it gave.
    pub digest: Option<Digest>,
    /// What it opened.
    pub opened: Option<Digest>,
    /// By whose hand, as far as it was given: the one farther from the side's own where there were two.
    pub hand: Option<Hand>,
    /// Whether the table gave them, at the umpire's word.
    pub by_table: bool,
}

impl Host {
    /// Whether the devices of the sides make the dice.
    pub(crate) fn asks_devices(&self) -> bool {
        self.memory.dice.terms.is_some_and(|terms| terms.words == WordsBy::Devices)
    }

    /// Why no words are given now.
    pub(super) fn no_words_now(&self) -> Option<Refusal> {
        let dice = &self.memory.dice;
        if dice.shown {
            return Some(house::dice_shown());
        }
        if dice.open {
            return Some(house::dice_open_already());
        }
        (!self.asks_devices()).then(house::no_words_of_devices)
    }

    fn seats_of_sides(&self) -> impl Iterator<Item = u8> {
        0..u8::try_from(self.sides.len()).unwrap_or(u8::MAX)
    }

    pub(super) fn unpledged(&self) -> Vec<u8> {
        self.seats_of_sides().filter(|side| !self.memory.dice.round.pledged.contains_key(side)).collect()
    }

    pub(super) fn all_pledged(&self) -> bool {
        self.unpledged().is_empty()
    }

    /// The sides that have not opened their words.
    pub(crate) fn unopened(&self) -> Vec<Seat> {
        let revealed = &self.memory.dice.round.revealed;
        self.seats_of_sides().filter(|side| !revealed.contains_key(side)).map(Seat::Side).collect()
    }

    /// Whether the dice wait for a side's words.
    pub(crate) fn owes_words(&self, side: u8) -> bool {
        let dice = &self.memory.dice;
        let given = if self.asks_devices() {
            dice.round.revealed.contains_key(&side)
        } else {
            dice.answered.contains(&Seat::Side(side).name())
        };
        !given && !dice.open && !dice.shown
    }

    /// When a round whose digests all stand begins anew.
    pub(crate) fn words_due(&self) -> Option<i64> {
        let dice = &self.memory.dice;
        let waits = self.asks_devices() && !dice.open && !dice.shown && self.all_pledged();
        waits.then(|| dice.round.since.saturating_add(TIME_TO_OPEN))
    }

    /// The seed of the words that the table gives for a side in this round. It follows from the secret, whose digest has
    /// stood since the campaign was laid out, and tells nothing of it.
    pub(super) fn own_seed(&self, side: Seat) -> Option<WordsSeed> {
        let secret = self.secret.as_ref()?;
        let words = ::dice::Encoding::new("adjutant-words-of-the-table-v1")
            .bytes(secret.reveal())
            .text(self.id.as_str())
            .text(&side.name())
            .number(u64::from(self.memory.dice.round.n));
        Some(WordsSeed::new(words.sha256().0))
    }

    /// What the table opens for a side where the digest that stands is its own, as it is given today or was in earlier
    /// builds, which opened the seed itself.
    pub(super) fn own_opening(&self, side: Seat) -> Option<Opening> {
        let Seat::Side(number) = side else { return None };
        // Nobody but the host's own hand gives them: their digest is not worked out for every other side.
        let hand = self.memory.dice.round.pledged.get(&number).map(|pledge| pledge.hand);
        let seed = self.own_seed(side).filter(|_| hand == Some(Hand::Host))?;
        let signed =
            || Opening { bytes: seed.bytes(), signature: Some(Box::new(seed.sign(&self.words_set()))) };
        let before = || Opening { bytes: seed.reveal(), signature: None };
        if self.pledge_of(side)? == self.digest_of(side, &seed) {
            return Some(signed());
        }
        Some(before()).filter(|opening| self.is_fixed(side, opening))
    }

    fn pledge_of(&self, side: Seat) -> Option<Digest> {
        let Seat::Side(number) = side else { return None };
        self.memory.dice.round.pledged.get(&number).map(|pledge| pledge.digest)
    }

    pub(super) fn digest_of(&self, side: Seat, seed: &WordsSeed) -> Digest {
        seed.digest(&self.heads.genesis, &side.name())
    }

    /// What devices sign: the digests of all sides that stand, and the link with the last of them.
    fn words_set(&self) -> Digest {
        let link = self.memory.dice.round.link.unwrap_or(self.heads.genesis);
        let names: Vec<_> = self
            .memory
            .dice
            .round
            .pledged
            .iter()
            .map(|(side, pledge)| (Seat::Side(*side).name(), pledge.digest))
            .collect();
        words_set(&self.heads.genesis, &link, names.iter().map(|(name, digest)| (name.as_str(), *digest)))
    }

    /// Whether the digest that stands for a side fixed these words, by today's form or by one of earlier builds: a round that
    /// was under way then goes on.
    pub(super) fn is_fixed(&self, side: Seat, opening: &Opening) -> bool {
        let Some(pledged) = self.pledge_of(side) else { return false };
        let name = side.name();
        let opened =
            OpenedWords { seat: &name, bytes: &opening.bytes, signature: opening.signature.as_deref() };
        opened.form(&self.heads.genesis, self.id.as_str(), &self.words_set(), pledged).is_some()
    }

    /// How far the words of the sides are, where devices give them.
    pub(crate) fn words_state(&self) -> Option<WordsState> {
        if !self.asks_devices() {
            return None;
        }
        let round = &self.memory.dice.round;
        let side = |side: u8| {
            let (pledge, words) = (round.pledged.get(&side), round.revealed.get(&side));
            SideWords {
                seat: Seat::Side(side),
                digest: pledge.map(|pledge| pledge.digest),
                opened: words.map(|words| words.bytes),
                hand: pledge.map(|pledge| pledge.hand).max(words.map(|words| words.hand)),
                by_table: round.by_table.contains(&side),
            }
        };
        Some(WordsState {
            genesis: self.heads.genesis,
            link: round.link,
            round: round.n,
            opening: self.all_pledged() && !self.memory.dice.open,
            sides: self.seats_of_sides().map(side).collect(),
            until: self.words_due(),
            missing: round.missing.clone(),
        })
    }
}
