//! Words of the sides at the start. Each side's device draws random words and gives their digest; when the digests of all
//! sides stand, all are opened, signed for these digests, and the dice open by themselves. Nobody, not even the host, can
//! then have chosen a face of this log, as long as one side's device drew its words honestly.
//!
//! What another hand gives for a side is told in public, and so is who did not open: then all begin anew.

use kernel::{Refusal, Seat};
use ledger::Stream;

use entry::{Hand, Pledge, Pledged, Revealed, Words};

use crate::acted::acted;
use crate::answer::{Answer, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::text::{is_reason, one_line};

pub mod entry;
pub(crate) mod judged;
pub(crate) mod memory;
pub(crate) mod refusals;
pub(crate) mod round;
pub(crate) mod steps;
pub(crate) mod words;

pub use entry::{Opening, WordsStep};
pub use round::TIME_TO_OPEN;

impl Desk {
    /// A side's words: the digest while digests are given, the bytes when all stand. The umpire may send the bytes for a side,
    /// with a reason that everyone reads; the digest of other words than the table's own does not stand in for a side's.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    #[expect(
        clippy::too_many_arguments,
        reason = "who, for whom, what, by which hand and why stand in one entry"
    )]
    pub async fn give_words(
        &self,
        campaign: &str,
        by: Seat,
        side: Seat,
        step: WordsStep,
        hand: Hand,
        reason: Option<&str>,
        token: Token,
    ) -> Result<Answer, Fault> {
        let reason = reason.map(one_line).filter(|reason| is_reason(reason));
        acted!(self, campaign, by, host => self.give_words_at(&mut host, by, side, &step, hand, reason.clone(), token))
    }

    /// The umpire lets the table give words for a side whose device does not. They follow from the secret that was fixed
    /// when the campaign was laid out, so that the umpire does not choose them.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn words_for(
        &self,
        campaign: &str,
        by: Seat,
        side: Seat,
        reason: &str,
        token: Token,
    ) -> Result<Answer, Fault> {
        let reason = Some(one_line(reason)).filter(|reason| is_reason(reason));
        acted!(self, campaign, by, host => self.words_for_at(&mut host, by, side, reason.clone(), token))
    }

    /// The umpire lets all sides begin anew, because of those that do not open their words; the log names them.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn renew_words(
        &self,
        campaign: &str,
        by: Seat,
        reason: &str,
        token: Token,
    ) -> Result<Answer, Fault> {
        let reason = Some(one_line(reason)).filter(|reason| is_reason(reason));
        acted!(self, campaign, by, host => self.renew_at(&mut host, by, reason.clone(), token))
    }

    #[expect(clippy::too_many_arguments, reason = "as `give_words`")]
    async fn give_words_at(
        &self,
        host: &mut Host,
        by: Seat,
        side: Seat,
        step: &WordsStep,
        hand: Hand,
        reason: Option<String>,
        token: Token,
    ) -> Result<Answer, Fault> {
        let Seat::Side(number) = side else { return Ok(not_given_by(by).into()) };
        if !host.has_seat(side) || (by != side && by != Seat::Umpire) {
            return Ok(not_given_by(by).into());
        }
        if let Some(answer) = host.already(by, side, token, None, &Asked::words(step)) {
            return Ok(answer);
        }
        if let Some(refusal) = host.no_words_now() {
            return Ok(refusal.into());
        }
        if by != side && reason.is_none() {
            return Ok(house::reason_needed().into());
        }
        let hand = if by == side { hand } else { hand.max(Hand::Umpire) };
        let done = || Answer::Done { cursor: host.cursor(by), rolls: Vec::new() };
        let round = &host.memory.dice.round;
        let act = match step {
            WordsStep::Pledge(digest) => {
                if round.pledged.get(&number).is_some_and(|pledge| pledge.digest == *digest) {
                    return Ok(done());
                }
                if host.all_pledged() {
                    return Ok(house::words_being_opened().into());
                }
                let tables = || host.own_seed(side).map(|seed| host.digest_of(side, &seed));
                if by != side && tables() != Some(*digest) {
                    return Ok(house::no_stand_in().into());
                }
                Act::Pledged(Pledged { pledge: Pledge { digest: *digest, hand } })
            }
            WordsStep::Open(opening) => {
                if !host.all_pledged() {
                    return Ok(house::digests_missing(&host.unpledged(), &host.sides).into());
                }
                if !host.is_fixed(side, opening) {
                    return Ok(house::other_words().into());
                }
                if round.revealed.contains_key(&number) {
                    return Ok(done());
                }
                let Opening { bytes, signature } = opening.clone();
                Act::Revealed(Revealed { words: Words { bytes, hand, signature } })
            }
        };
        let body = self.head(host, side, by).because(reason.filter(|_| by != side)).says(act);
        self.append(host, token, vec![(Stream::Public, body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(by), rolls: Vec::new() })
    }

    async fn words_for_at(
        &self,
        host: &mut Host,
        by: Seat,
        side: Seat,
        reason: Option<String>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if by != Seat::Umpire {
            return Ok(house::only_umpire(by).into());
        }
        if let Some(refusal) = host.no_words_now() {
            return Ok(refusal.into());
        }
        let Some(seed) = host.own_seed(side) else { return Ok(house::dice_closed(true).into()) };
        let step = WordsStep::Pledge(host.digest_of(side, &seed));
        if let Seat::Side(number) = side
            && host.has_own_pledge(number)
            && host.already(by, side, token, None, &Asked::words(&step)).is_none()
        {
            return Ok(house::digest_stands(number, &host.sides).into());
        }
        self.give_words_at(host, by, side, &step, Hand::Host, reason, token).await
    }

    async fn renew_at(
        &self,
        host: &mut Host,
        by: Seat,
        reason: Option<String>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if let Some(answer) = host.umpires(by, token, None, &Asked::words_anew(reason.as_deref())) {
            return Ok(answer);
        }
        if let Some(refusal) = host.no_words_now() {
            return Ok(refusal.into());
        }
        if !host.all_pledged() {
            return Ok(house::nobody_is_late(&host.unpledged(), &host.sides).into());
        }
        let Some(reason) = reason else { return Ok(house::reason_for_words().into()) };
        self.renew(host, by, Some(reason), token).await?;
        Ok(Answer::Done { cursor: host.cursor(by), rolls: Vec::new() })
    }
}

/// What a seat is told that gives words which are not its own to give.
fn not_given_by(seat: Seat) -> Refusal {
    match seat {
        Seat::Side(_) => house::words_for_itself_alone(),
        Seat::Umpire => house::words_of_no_side(),
        Seat::Spectator | Seat::Clock => house::only_looks(seat),
    }
}
