//! Words of the sides at the start. Each side's device draws 32 random bytes and gives their digest; when the digests of
//! all sides stand, all are opened, and the dice open by themselves. Nobody, not even the host, can then have chosen a
//! face, as long as one side's device drew its bytes honestly.
//!
//! What another hand gives for a side is told in public, and so is who did not open: then all begin anew.

use std::collections::BTreeMap;

use ::dice::{Contribution, Digest, words_digest};
use kernel::{Refusal, Seat};
use ledger::Stream;
use serde::{Deserialize, Serialize};

use crate::body::{Body, Kind};
use crate::desk::{Desk, one_line};
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::submit::{Answer, Token, acted, is_reason};
use crate::throws::Typing;

/// How long the devices have to open, once all digests stand: three days, in milliseconds.
pub const TIME_TO_OPEN: i64 = 3 * 24 * 3_600_000;

/// What a campaign's first entry says of its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// Whose words make the dice.
    pub words: WordsBy,
    /// Whether dice thrown at a table may be typed in.
    pub table: Typing,
}

/// Whose words make the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WordsBy {
    /// The devices of all sides.
    Devices,
    /// Nobody: the dice are open from the beginning.
    Nobody,
}

/// By whose hand words are given, as the server knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// A browser that holds the side's seat.
    Device,
    /// A program with a token that a browser with the side's seat made.
    Program,
    /// A browser that holds the umpire's seat too, or a program with a token that such a browser made.
    Umpire,
    /// The host's machine: its command line, a program with a token made there, or the table itself at the umpire's word.
    Host,
}

/// The digest of a side's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pledge {
    /// SHA-256 in hex, see [`::dice::words_digest`].
    pub digest: Digest,
    /// By whose hand.
    pub hand: Hand,
}

/// A side's words, opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// The 32 bytes in hex.
    pub bytes: Digest,
    /// By whose hand.
    pub hand: Hand,
}

/// What a device gives of its side's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordsStep {
    /// The digest of its bytes.
    Pledge(Digest),
    /// The bytes themselves.
    Open(Digest),
}

/// How far the words of the sides are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Round {
    /// How often the sides have begun anew.
    n: u32,
    pledged: BTreeMap<u8, Pledge>,
    revealed: BTreeMap<u8, Words>,
    /// When the last digest was given, in milliseconds since 1970, UTC.
    since: i64,
    /// Who did not open the last time.
    missing: Vec<Seat>,
}

impl Round {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub fn pledged(&mut self, body: &Body) {
        if let (Seat::Side(side), Some(pledge)) = (body.seat, &body.pledge) {
            self.pledged.insert(side, pledge.clone());
            self.since = body.at;
        }
    }

    pub fn revealed(&mut self, body: &Body) {
        if let (Seat::Side(side), Some(words)) = (body.seat, &body.words) {
            self.revealed.insert(side, words.clone());
        }
    }

    pub fn renewed(&mut self, body: &Body) {
        let missing = body.missing.clone();
        *self = Self { n: self.n + 1, missing, ..Self::default() };
    }

    /// What was opened, in the order of the seats.
    pub fn contributions(&self) -> impl Iterator<Item = Contribution> {
        let of = |(side, words): (&u8, &Words)| Contribution {
            seat: Seat::Side(*side).name(),
            text: words.bytes.to_string(),
        };
        self.revealed.iter().map(of)
    }
}

/// How far the words of the sides are, for pages and programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordsState {
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
        if let Some(answer) = host.already(by, side, token, None, None) {
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
        let mut body = match step {
            WordsStep::Pledge(digest) => {
                if round.pledged.get(&number).is_some_and(|pledge| pledge.digest == *digest) {
                    return Ok(done());
                }
                if host.all_pledged() {
                    return Ok(house::words_being_opened().into());
                }
                let tables = || host.own_words(side).map(|bytes| host.digest_of(side, &bytes));
                if by != side && tables() != Some(*digest) {
                    return Ok(house::no_stand_in().into());
                }
                let mut body = self.house_body(host, Kind::Pledged, side);
                body.pledge = Some(Pledge { digest: *digest, hand });
                body
            }
            WordsStep::Open(bytes) => {
                if !host.all_pledged() {
                    return Ok(house::digests_missing(&host.unpledged(), &host.sides).into());
                }
                let pledged = round.pledged.get(&number).map(|pledge| pledge.digest);
                if pledged != Some(host.digest_of(side, bytes)) {
                    return Ok(house::other_words().into());
                }
                if round.revealed.contains_key(&number) {
                    return Ok(done());
                }
                let mut body = self.house_body(host, Kind::Revealed, side);
                body.words = Some(Words { bytes: *bytes, hand });
                body
            }
        };
        body.by = by;
        body.reason = reason.filter(|_| by != side);
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
        let Some(bytes) = host.own_words(side) else { return Ok(house::dice_closed(true).into()) };
        let digest = host.digest_of(side, &bytes);
        self.give_words_at(host, by, side, &WordsStep::Pledge(digest), Hand::Host, reason, token).await
    }

    async fn renew_at(
        &self,
        host: &mut Host,
        by: Seat,
        reason: Option<String>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if let Some(answer) = host.umpires(by, token, None) {
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

    async fn renew(
        &self,
        host: &mut Host,
        by: Seat,
        reason: Option<String>,
        token: Token,
    ) -> Result<(), Fault> {
        let mut body = self.house_body(host, Kind::Renewed, by);
        body.missing = host.unopened();
        body.reason = reason;
        self.append(host, token, vec![(Stream::Public, body)]).await?;
        Ok(())
    }

    /// The engine's own steps before the dice are open: words that the table gave for a side are opened when all digests
    /// stand, a round whose time is over begins anew, and the dice open when nothing is missing.
    pub(crate) async fn run_words(&self, host: &mut Host) -> Result<(), Fault> {
        if host.memory.dice.open || host.memory.dice.shown {
            return Ok(());
        }
        let Some(terms) = host.memory.dice.terms else {
            if host.memory.dice.answered.len() == host.sides.len() {
                self.open_at(host, Seat::Clock, None).await?;
            }
            return Ok(());
        };
        if terms.words == WordsBy::Nobody || !host.all_pledged() {
            return Ok(());
        }
        for side in host.unopened() {
            let Some(bytes) = host.own_words(side).filter(|bytes| host.pledged_by_table(side, bytes)) else {
                continue;
            };
            let mut body = self.house_body(host, Kind::Revealed, side);
            body.by = Seat::Clock;
            body.words = Some(Words { bytes, hand: Hand::Host });
            self.append(host, self.fresh_token()?, vec![(Stream::Public, body)]).await?;
        }
        if host.unopened().is_empty() {
            return self.open_at(host, Seat::Clock, None).await;
        }
        if host.words_due().is_some_and(|due| due <= self.clock().now()) {
            self.renew(host, Seat::Clock, None, self.fresh_token()?).await?;
        }
        Ok(())
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

impl Host {
    /// Whether the devices of the sides make the dice.
    pub(crate) fn asks_devices(&self) -> bool {
        self.memory.dice.terms.is_some_and(|terms| terms.words == WordsBy::Devices)
    }

    /// Why no words are given now.
    pub(crate) fn no_words_now(&self) -> Option<Refusal> {
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

    fn unpledged(&self) -> Vec<u8> {
        self.seats_of_sides().filter(|side| !self.memory.dice.round.pledged.contains_key(side)).collect()
    }

    pub(crate) fn all_pledged(&self) -> bool {
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

    /// The words that the table gives for a side in this round. They follow from the secret, whose digest has stood since
    /// the campaign was laid out, and tell nothing of it.
    fn own_words(&self, side: Seat) -> Option<Digest> {
        let secret = self.secret.as_ref()?;
        let words = ::dice::Encoding::new("adjutant-words-of-the-table-v1")
            .bytes(secret.reveal())
            .text(self.id.as_str())
            .text(&side.name())
            .number(u64::from(self.memory.dice.round.n));
        Some(words.sha256())
    }

    fn pledged_by_table(&self, side: Seat, bytes: &Digest) -> bool {
        let Seat::Side(number) = side else { return false };
        let pledged = self.memory.dice.round.pledged.get(&number).map(|pledge| pledge.digest);
        pledged == Some(self.digest_of(side, bytes))
    }

    fn digest_of(&self, side: Seat, bytes: &Digest) -> Digest {
        words_digest(self.id.as_str(), &side.name(), &bytes.0)
    }

    /// Whether a body says of words what the table would write down now, apart from whether the bytes fit their digest.
    pub(crate) fn writes_words(&self, body: &Body) -> bool {
        let round = &self.memory.dice.round;
        let Seat::Side(side) = body.seat else { return false };
        let own = body.by == body.seat && body.reason.is_none();
        let umpires = body.by == Seat::Umpire && body.reason.as_deref().is_some_and(is_reason);
        let hand = |hand: Hand| own || hand >= Hand::Umpire;
        if self.no_words_now().is_some() {
            return false;
        }
        match (&body.pledge, &body.words) {
            (Some(pledge), None) => {
                let known = round.pledged.get(&side).map(|pledge| pledge.digest);
                (own || umpires) && hand(pledge.hand) && !self.all_pledged() && known != Some(pledge.digest)
            }
            (None, Some(words)) => {
                let tables = body.by == Seat::Clock && body.reason.is_none() && words.hand == Hand::Host;
                // The table's own follow from the secret, where that is here.
                let tables = tables && self.own_words(body.seat).is_none_or(|own| own == words.bytes);
                let fresh = self.all_pledged() && !round.revealed.contains_key(&side);
                fresh && (own || umpires || tables) && hand(words.hand)
            }
            _ => false,
        }
    }

    /// Whether a body lets all sides begin anew, as the table would write it down now.
    pub(crate) fn renews_words(&self, body: &Body) -> bool {
        let reasoned = body.reason.as_deref().is_some_and(is_reason);
        let whose = if body.seat == Seat::Umpire {
            reasoned
        } else {
            body.seat == Seat::Clock && body.reason.is_none()
        };
        let open = self.no_words_now().is_none() && self.all_pledged();
        open && whose && body.by == body.seat && body.missing == self.unopened()
    }

    /// Whether a body opens the dice as the table would now: by itself when nothing is missing, at the umpire's word with
    /// the names of those that are.
    pub(crate) fn opens_dice(&self, body: &Body) -> bool {
        let dice = &self.memory.dice;
        let (clock, reasoned) = (body.seat == Seat::Clock, body.reason.is_some());
        match dice.terms.map(|terms| terms.words) {
            // Before there was a choice they opened at once, or when every side had answered.
            None => {
                let answered = dice.answered.is_empty() || dice.answered.len() == self.sides.len();
                body.missing.is_empty() && !reasoned && (!clock || answered)
            }
            Some(WordsBy::Nobody) => clock && body.missing.is_empty() && !reasoned,
            Some(WordsBy::Devices) => {
                let missing = self.unopened();
                body.missing == missing && reasoned != clock && (!clock || missing.is_empty())
            }
        }
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
                by_table: self
                    .own_words(Seat::Side(side))
                    .is_some_and(|bytes| self.pledged_by_table(Seat::Side(side), &bytes)),
            }
        };
        Some(WordsState {
            round: round.n,
            opening: self.all_pledged() && !self.memory.dice.open,
            sides: self.seats_of_sides().map(side).collect(),
            until: self.words_due(),
            missing: round.missing.clone(),
        })
    }
}
