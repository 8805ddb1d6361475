//! What a seat gets to see of a campaign now.

use std::fmt;
use std::sync::Arc;

use kernel::view::{Block, Contents, Page, Text, View};
use kernel::{Game, MeasureHead, PlanHead, Question, Seat, SideInfo};
use serde_json::Value;

use crate::answer::{Cursor, Token};
use crate::commands::memory::Waiting;
use crate::deadline::entry::{Kept, Timing};
use crate::delay::entry::Delay;
use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::Host;
use crate::pictures::entry::Picture;
use crate::pledges::round::WordsState;
use crate::rulings::memory::Ruling;
use crate::streams::audience_of;

/// A command of this seat that waits for dice, or a ruling that the umpire owes.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitingShown {
    /// The act's name, for the answer.
    pub act: Token,
    /// Whose command it is.
    pub seat: Seat,
    /// Who gave it.
    pub by: Seat,
    /// What is asked.
    pub question: Question,
    /// How many answers were typed in already.
    pub n_answered: usize,
}

/// A step this seat could take back.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoOffer {
    /// What it was, in words; empty when the step has no words of its own.
    pub what: Text,
}

/// How far the dice of the campaign are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceState {
    /// Whether rolls can be made.
    pub open: bool,
    /// Whether the campaign has ended and the secret may be shown.
    pub shown: bool,
    /// Why the umpire ended the campaign.
    pub reason: Option<String>,
    /// The digest of the secret, published before everything else.
    pub commitment: String,
    /// What was added, in order: the seat's name and its words.
    pub words: Vec<(String, String)>,
    /// The sides whose words the dice still wait for: where they are typed, those that have neither added any nor passed;
    /// where devices give them, those that have not opened theirs. None once the dice are open.
    pub open_for: Vec<u8>,
    /// Whether this campaign can roll at all: a copy without the secret cannot.
    pub keyed: bool,
    /// How far the words of the sides' devices are, where devices give them.
    pub devices: Option<WordsState>,
    /// Who asked to type in dice thrown at a table, while it stands, and the sides that have agreed.
    pub table_asked: Option<(Seat, Vec<u8>)>,
    /// Whether nobody has to be asked before dice are typed in.
    pub types_freely: bool,
    /// Whether dice may be typed in now.
    pub may_type: bool,
}

/// The game as it stood at the moment of a look, with the eyes that look at it. Pages are built from it when they are
/// asked for, and nobody waits meanwhile.
#[derive(Clone)]
struct Stood {
    game: Arc<dyn Game>,
    eyes: Seat,
}

impl fmt::Debug for Stood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stood").field("eyes", &self.eyes).finish_non_exhaustive()
    }
}

/// Everything a page needs. What stands around the pages is at hand; the pages themselves are built one by one.
#[derive(Clone, Debug)]
pub struct Look {
    /// The campaign's title.
    pub title: String,
    /// The system's name in prose.
    pub system: &'static str,
    /// The sides in the order of their seats.
    pub sides: Vec<SideInfo>,
    /// Where the campaign stands, what is owed, which pages the seat has.
    pub contents: Contents,
    stood: Stood,
    /// What a form drawn from this has to carry.
    pub cursor: Cursor,
    /// Commands that wait for an answer this seat can give.
    pub waiting: Vec<WaitingShown>,
    /// The step that could be taken back.
    pub undo: Option<UndoOffer>,
    /// The dice.
    pub dice: DiceState,
    /// Whether a correction waits for consent that concerns this seat.
    pub proposed: bool,
    /// What the umpire has ruled, newest first, as far as this seat may know it.
    pub rulings: Vec<Ruling>,
    /// The last hash of the public stream and of the seat's own: the seal of the log.
    pub seals: Vec<(String, u64, String)>,
    /// How far behind spectators see the campaign.
    pub delay: Delay,
    /// How time is kept, with the deadline of the step that is open.
    pub timing: Timing,
    /// What the system does for a side that stays away, in words; empty where it does nothing.
    pub in_absence: &'static str,
    /// Whether sides are late, and the reader is the umpire who acts for them.
    pub acts_for_late: bool,
    /// The orders that this seat has kept for the step that is open.
    pub kept: Vec<Kept>,
    /// The picture under the maps of this seat.
    pub picture: Option<Picture>,
    /// Whether there is a table above this one or below it, see [`Desk::neighbours`].
    pub joined: bool,
    /// The tables below of which another side says that they are closed, while this seat has not said the same.
    pub closing: Vec<String>,
    /// Whether no person is the umpire, so that the sides close tables below together.
    pub closed_by_sides: bool,
}

impl Look {
    /// A page of the seat as it stands at this moment.
    pub fn page(&self, id: &str) -> Option<Page> {
        self.stood.game.page(self.stood.eyes, id)
    }

    /// The pages of the seat, built one after the other as they are asked for.
    pub fn pages(&self) -> impl Iterator<Item = Page> {
        self.contents.pages.iter().filter_map(|head| self.page(head.id))
    }

    /// Whether a page reads the same for those who only look on: whoever prints it prints no secret.
    pub fn is_open(&self, page: &Page) -> bool {
        self.stood.game.page(Seat::Spectator, page.id).as_ref() == Some(page)
    }

    /// How people call what a roll is about, see [`kernel::System::called`].
    pub fn called(&self, subject: &str) -> Option<String> {
        self.stood.game.called(subject)
    }

    /// The plans over several commands that the seat can ask about, see [`kernel::System::plans`].
    pub fn plans(&self) -> Vec<PlanHead> {
        self.stood.game.plans(self.stood.eyes)
    }

    /// The game as it stood, and with whose eyes it is looked at.
    pub(crate) fn stood(&self) -> (Arc<dyn Game>, Seat) {
        (Arc::clone(&self.stood.game), self.stood.eyes)
    }

    /// Every page of the seat: all that it may see.
    pub fn view(&self) -> View {
        View { standing: self.contents.standing.clone(), pages: self.pages().collect() }
    }
}

impl Desk {
    /// What `seat` sees now.
    ///
    /// # Errors
    /// [`Fault::NoCampaign`] also for a seat the campaign does not have.
    pub async fn look(&self, campaign: &str, seat: Seat) -> Result<Look, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        Ok(look(&host, seat))
    }

    /// The cursor of a seat, without building its view.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn cursor(&self, campaign: &str, seat: Seat) -> Result<Cursor, Fault> {
        let host = self.host_for(campaign, seat).await?;
        Ok(host.cursor(seat))
    }

    /// The sides in the order of their seats.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn sides(&self, campaign: &str) -> Result<Vec<SideInfo>, Fault> {
        Ok(self.host(campaign).await?.sides.clone())
    }

    /// What a command would come to, as far as the seat may know, see [`kernel::System::plan`]; nothing for a command
    /// that is not understood.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn plan(
        &self,
        campaign: &str,
        seat: Seat,
        command: &Value,
        supposed: &Value,
    ) -> Result<Vec<Block>, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        Ok(host.game.plan(seat, command, supposed).unwrap_or_default())
    }

    /// Lawful commands of a seat, at most `most`. None for a seat whose throw waits, and
    /// none before the dice are open or after the campaign has ended.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn offers(&self, campaign: &str, seat: Seat, most: usize) -> Result<Vec<Value>, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        let dice = &host.memory.dice;
        let acts = dice.open && !dice.shown && host.waiting_of(seat).is_none();
        Ok(if acts { host.game.lawful(seat, most) } else { Vec::new() })
    }

    /// What may be asked of an outcome, by the system's names.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn measures(&self, campaign: &str, seat: Seat) -> Result<Vec<MeasureHead>, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        Ok(host.game.measures())
    }

    /// The plans that the seat can ask about now, see [`kernel::System::plans`].
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn plans(&self, campaign: &str, seat: Seat) -> Result<Vec<PlanHead>, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        Ok(host.game.plans(seat))
    }

    /// The facts of the position, with everybody's secrets: for whoever keeps the data folder.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn position(&self, campaign: &str) -> Result<Value, Fault> {
        let host = self.host(campaign).await?;
        Ok(host.game.position())
    }

    /// Wakes whenever this seat's own view may have changed. For spectators it tells when to ask for their cursor, and
    /// no more: the one it carries may be ahead of theirs.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn feed(
        &self,
        campaign: &str,
        seat: Seat,
    ) -> Result<tokio::sync::watch::Receiver<Cursor>, Fault> {
        let host = self.host(campaign).await?;
        host.feed(seat).ok_or(Fault::NoCampaign)
    }
}

pub(crate) fn look(host: &Host, seat: Seat) -> Look {
    let may_answer = |waiting: &&Waiting| match waiting.question.die {
        Some(_) => waiting.seat == seat || seat == Seat::Umpire,
        None => seat == Seat::Umpire,
    };
    let waiting = host.memory.commands.waiting.iter().filter(may_answer).map(|waiting| WaitingShown {
        act: waiting.act,
        seat: waiting.seat,
        by: waiting.by,
        question: waiting.question.clone(),
        n_answered: waiting.given.len(),
    });
    let seals = host.heads.streams.iter().filter(|(stream, _)| seat.sees(audience_of(**stream)));
    let dice = &host.memory.dice;
    let n_sides = u8::try_from(host.sides.len()).unwrap_or(u8::MAX);
    Look {
        title: host.game.title(),
        system: host.rulebook.title(),
        sides: host.sides.clone(),
        contents: host.game.contents(seat),
        stood: Stood { game: Arc::from(host.game.copy()), eyes: seat },
        cursor: host.cursor(seat),
        waiting: waiting.collect(),
        undo: host.undoable(seat).map(|act| undo_offer(host, seat, act)),
        dice: DiceState {
            open: dice.open,
            shown: dice.shown,
            reason: dice.reason.clone(),
            commitment: host.commitment.clone(),
            words: dice.contributions.iter().map(|words| (words.seat.clone(), words.text.clone())).collect(),
            open_for: (0..n_sides).filter(|side| host.owes_words(*side)).collect(),
            keyed: host.secret.is_some(),
            devices: host.words_state(),
            table_asked: dice.throws.asked.map(|seat| (seat, dice.throws.agreed.iter().copied().collect())),
            types_freely: host.types_freely(),
            may_type: host.may_type(),
        },
        proposed: host.memory.corrections.asks(seat),
        rulings: host.rulings_for(seat),
        seals: seals.map(|(stream, head)| (stream.to_string(), head.number, head.hash.to_string())).collect(),
        delay: host.memory.delay,
        timing: host.timing_now(),
        in_absence: host.rulebook.in_absence_words(),
        acts_for_late: seat == Seat::Umpire && host.umpire_acts(),
        kept: host.kept_of(seat).map(|kept| kept.orders.clone()).unwrap_or_default(),
        picture: host.memory.pictures.of(seat).cloned(),
        joined: host.is_joined(),
        closing: host.asked_to_close(seat),
        closed_by_sides: host.closed_by_sides(),
    }
}

fn undo_offer(host: &Host, seat: Seat, act: Token) -> UndoOffer {
    let step = host.memory.commands.own_steps.iter().rev().find(|step| step.act == act && step.seat == seat);
    let mut what = Text::empty();
    for event in step.iter().flat_map(|step| &step.events) {
        if let Ok(Text(spans)) = host.game.narrate(event) {
            what.0.extend(spans);
            what = what.say(" ");
        }
    }
    UndoOffer { what }
}
