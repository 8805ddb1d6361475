//! What an act asked for, as a digest. A form that is sent twice under one name acts once; a name of an act that asked for
//! something else is no answer to it. What was asked for is read back out of the entry, so that every program which opens
//! the campaign knows it.

use ::dice::Contribution;
use ledger::{Lineage, Stream};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::commands::entry::{Answered, Commanded, Opened};
use crate::correct::entry::{Correcting, Proposed};
use crate::deadline::entry::{Done, Kept, TimeOrder, Timing};
use crate::delay::entry::Delay;
use crate::dice::Given;
use crate::entry::act::{Act, Kind};
use crate::levels::entry::{Closes, ClosingSaid, TableClosed};
use crate::pictures::entry::{Mapped, Placed};
use crate::pledges::entry::WordsStep;
use crate::read::Read;
use crate::rulings::entry::RulingLine;
use crate::throws::entry::TableWord;

/// What a form asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked(Option<String>);

impl Asked {
    /// For a command, a bare digest. A form that is gone from the page names no command any more (`null`), and is taken for
    /// the command that was done.
    pub fn command(command: &Value) -> Self {
        Self((!command.is_null()).then(|| digest_of(command)))
    }

    /// For the answer to a command that waits.
    pub fn answer(act: Lineage, faces: &[u16]) -> Self {
        Self::of("answer", (act, faces))
    }

    pub fn ruling(audience: Stream, ruling: &RulingLine, reason: Option<&str>) -> Self {
        Self::of("ruling", (audience, ruling, reason))
    }

    pub fn proposal(proposal: &Correcting, reason: Option<&str>) -> Self {
        Self::of("proposal", (proposal, reason))
    }

    /// For a side's word on a proposal: the digest of what it agrees to, none where it declines.
    pub fn consent(agrees: Option<&str>) -> Self {
        Self::of("consent", agrees)
    }

    /// For a correction. What it puts right stands in the course that follows from it, see
    /// `Rewound::stands`.
    pub fn correction(reason: Option<&str>) -> Self {
        Self::of("correction", reason)
    }

    pub fn delay(delay: Delay) -> Self {
        Self::of("delay", delay)
    }

    pub fn time(order: TimeOrder) -> Self {
        Self::of(
            "time",
            match order {
                TimeOrder::Set(pace) => json!({ "set": pace }),
                TimeOrder::Move(at) => json!({ "move": at }),
                TimeOrder::Pause => json!("pause"),
                TimeOrder::Resume => json!("resume"),
                TimeOrder::Lift => json!("lift"),
            },
        )
    }

    pub fn words(step: &WordsStep) -> Self {
        match step {
            WordsStep::Pledge(digest) => Self::of("pledged", digest),
            WordsStep::Open(opening) if opening.signature.is_none() => Self::of("revealed", opening.bytes),
            WordsStep::Open(opening) => Self::of("revealed", opening),
        }
    }

    /// For the words of a side as they are typed in; none where it passes.
    pub fn contributed(contribution: Option<&Contribution>) -> Self {
        Self::of("contributed", contribution.map(|words| words.text.as_str()))
    }

    pub fn words_anew(reason: Option<&str>) -> Self {
        Self::of("words-anew", reason)
    }

    /// For a step taken back: the last one of the seat, whichever it is. With a reason the umpire sends it back.
    pub fn undo(reason: Option<&str>) -> Self {
        Self::of("undo", reason)
    }

    pub fn kept(orders: &[Kept]) -> Self {
        Self::of("kept", orders)
    }

    pub fn message(audience: Stream, words: &str) -> Self {
        Self::of("message", (audience, words))
    }

    /// For a table below that is closed; with a reason it is broken off.
    pub fn closing(slot: &str, reason: Option<&str>) -> Self {
        Self::of("table-closed", (slot, reason))
    }

    /// For a table below that is to stay open.
    pub fn keeping_open(slot: &str) -> Self {
        Self::of("table-stays", slot)
    }

    pub fn table_dice(word: TableWord) -> Self {
        Self::of("table-dice", word)
    }

    /// For a picture that is laid with its edges on the map's.
    pub fn picture_laid(digest: &str) -> Self {
        Self::of("picture-laid", digest)
    }

    pub fn picture_placed(laid: &str, placed: &Placed) -> Self {
        match placed {
            Placed::Edges => Self::picture_laid(laid),
            Placed::Marks(marks) => Self::of("picture-placed", marks),
        }
    }

    pub fn picture_shown(shown: bool) -> Self {
        Self::of("picture-shown", shown)
    }

    fn of(what: &str, content: impl Serialize) -> Self {
        Self(Some(format!("{what} {}", digest_of(&json!(content)))))
    }

    /// Whether an act that asked for `known` is the one that is asked for.
    pub fn is(&self, known: Option<&str>) -> bool {
        let is_command = || known.is_some_and(|known| !known.contains(' '));
        self.0.as_deref().map_or_else(is_command, |asked| Some(asked) == known)
    }
}

/// A digest of what was asked for, as a seat gave it: a command without what the table adds to a sealed choice, and whatever
/// the order of fields.
fn digest_of(asked: &Value) -> String {
    let mut asked = asked.clone();
    if let Some(fields) = asked.as_object_mut() {
        fields.shift_remove("nonce");
        fields.shift_remove("digest");
    }
    asked.sort_all_objects();
    hex::encode(&Sha256::digest(asked.to_string())[..16])
}

/// What an entry was asked for; none where nobody asked by a name.
pub(crate) fn asked(read: &Read) -> Option<String> {
    if read.kind() == Kind::Answered {
        return answered(read).and_then(|asked| asked.0);
    }
    let streams: Vec<Stream> = read.bodies.iter().map(|(stream, _)| *stream).collect();
    let asked = read.bodies.iter().find_map(|(stream, body)| {
        let reason = body.head.reason.as_deref();
        Some(match &body.act {
            Act::Command(Commanded::Done { command, .. }) | Act::Opened(Opened { command, .. }) => {
                Asked::command(command)
            }
            Act::Ruled(ruled) => Asked::ruling(*stream, &ruled.ruling, reason),
            Act::Proposed(Proposed::Put { proposal }) => Asked::proposal(proposal, reason),
            Act::Consented(consented) => Asked::consent(consented.consent.as_deref()),
            Act::Corrected(_) => Asked::correction(reason),
            Act::Delayed(delayed) => Asked::delay(delayed.delay),
            Act::Timed(timed) => Asked::time(order_of(&timed.timing)),
            Act::Kept(kept) => Asked::kept(&kept.kept.orders),
            Act::Mapped(mapped) => mapped_so(mapped, &streams)?,
            Act::Wrote(wrote) => Asked::message(*stream, &wrote.message),
            Act::TableDice(said) => Asked::table_dice(said.table_dice),
            Act::Pledged(pledged) => Asked::words(&WordsStep::Pledge(pledged.pledge.digest)),
            Act::Revealed(revealed) => Asked::words(&WordsStep::Open(revealed.words.opening())),
            Act::Contributed(said) => Asked::contributed(said.contribution.as_ref()),
            Act::ClosingSaid(ClosingSaid { said }) => match said.word {
                Closes::No => Asked::keeping_open(&said.slot),
                Closes::TakeIn | Closes::BreakOff => Asked::closing(&said.slot, reason),
            },
            Act::TableClosed(TableClosed { closed }) => Asked::closing(&closed.slot, reason),
            Act::Renewed(_) => Asked::words_anew(reason),
            Act::Undone(_) => Asked::undo(reason),
            _ => return None,
        })
    });
    asked.and_then(|asked| asked.0)
}

/// The answer that an entry was asked to take. One answer comes at a time, and whatever follows is thrown by the server.
fn answered(read: &Read) -> Option<Asked> {
    let answered = read.bodies.iter().find_map(|(_, body)| match &body.act {
        Act::Answered(answered @ (Answered::Done { .. } | Answered::Asks { .. })) => Some(answered),
        _ => None,
    })?;
    let rolls = read.bodies.iter().flat_map(|(_, body)| body.act.rolls());
    let given = rolls.map(Given::of).find(|given| given.origin != "server")?;
    Some(Asked::answer(answered.act(), &given.faces))
}

/// The order after which time is kept so.
fn order_of(timing: &Timing) -> TimeOrder {
    match (timing.pace, timing.paused, timing.done, &timing.due) {
        (None, ..) => TimeOrder::Lift,
        (_, Some(_), ..) => TimeOrder::Pause,
        (_, _, Some(Done::Moved), Some(due)) => TimeOrder::Move(due.at),
        (_, _, Some(_), _) => TimeOrder::Resume,
        (Some(pace), ..) => TimeOrder::Set(pace),
    }
}

/// What a part about the picture was asked for. What the umpire alone or everybody else alone learns says which it was.
fn mapped_so(mapped: &Mapped, streams: &[Stream]) -> Option<Asked> {
    let is_shown = !streams.contains(&Stream::Umpire);
    match &mapped.picture {
        picture if is_shown => Some(Asked::picture_shown(picture.is_some())),
        Some(line) => Some(Asked::picture_placed(&line.picture.digest, &line.picture.placed)),
        None => None,
    }
}
