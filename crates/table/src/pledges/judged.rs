//! Whether an entry says of words what the table would write down as things stand: for a log that is judged again.

use kernel::Seat;

use super::entry::{Hand, Pledge, Words, WordsBy};
use crate::entry::Head;
use crate::host::Host;
use crate::text::is_reason;

impl Host {
    /// Whether a digest is taken now.
    pub(crate) fn takes_pledge(&self, head: &Head, pledge: &Pledge) -> bool {
        let Seat::Side(side) = head.seat else { return false };
        let known = self.memory.dice.round.pledged.get(&side).map(|pledge| pledge.digest);
        let open = self.no_words_now().is_none() && !self.all_pledged();
        let stands_in = is_umpires(head) && pledge.hand >= Hand::Umpire && !self.has_own_pledge(side);
        open && (is_own(head) || stands_in) && known != Some(pledge.digest)
    }

    /// Whether a side has given a digest by a hand of its own. Nobody else's takes its place: whoever knows the secret could
    /// choose among the two.
    pub(crate) fn has_own_pledge(&self, side: u8) -> bool {
        self.memory.dice.round.pledged.get(&side).is_some_and(|pledge| pledge.hand < Hand::Umpire)
    }

    /// Whether words are opened now, apart from whether the bytes fit their digest.
    pub(crate) fn takes_words(&self, head: &Head, words: &Words) -> bool {
        let Seat::Side(side) = head.seat else { return false };
        let tables = head.by == Seat::Clock && head.reason.is_none() && words.hand == Hand::Host;
        // The table's own follow from the secret, where that is here.
        let tables = tables
            && (self.secret.is_none()
                || self.own_opening(head.seat).is_some_and(|own| own.bytes == words.bytes));
        let fresh = self.all_pledged() && !self.memory.dice.round.revealed.contains_key(&side);
        let open = self.no_words_now().is_none() && fresh;
        open && (is_own(head) || tables || (is_umpires(head) && words.hand >= Hand::Umpire))
    }

    /// Whether all sides begin anew now, because of those that are missing.
    pub(crate) fn renews_words(&self, head: &Head, missing: &[Seat]) -> bool {
        let whose = match head.seat {
            Seat::Umpire => is_umpires(head),
            Seat::Clock => is_own(head),
            _ => false,
        };
        let open = self.no_words_now().is_none() && self.all_pledged();
        open && whose && head.by == head.seat && missing == self.unopened()
    }

    /// Whether the dice are opened now: by themselves when nothing is missing, at the umpire's word with the names of those
    /// that are.
    pub(crate) fn opens_dice(&self, head: &Head, missing: &[Seat]) -> bool {
        let dice = &self.memory.dice;
        let (clock, reasoned) = (head.seat == Seat::Clock, head.reason.is_some());
        match dice.terms.map(|terms| terms.words) {
            // Before there was a choice they opened at once, or when every side had answered.
            None => {
                let answered = dice.answered.is_empty() || dice.answered.len() == self.sides.len();
                missing.is_empty() && !reasoned && (!clock || answered)
            }
            Some(WordsBy::Nobody) => clock && missing.is_empty() && !reasoned,
            Some(WordsBy::Devices) => {
                let unopened = self.unopened();
                missing == unopened && reasoned != clock && (!clock || unopened.is_empty())
            }
        }
    }
}

/// A seat for itself.
fn is_own(head: &Head) -> bool {
    head.by == head.seat && head.reason.is_none()
}

/// The umpire, with a reason.
fn is_umpires(head: &Head) -> bool {
    head.by == Seat::Umpire && head.reason.as_deref().is_some_and(is_reason)
}
