//! Entries that the rules do not judge: words, time, pictures, the dice opened. What they say is people's own; that
//! they hold nothing which only the rules give, and stand where such an entry stands, is checked.

use kernel::Seat;
use ledger::{Entry, Stream};
use serde_json::Value;

use super::{Auditor, Difference, Judged};
use crate::body::{Body, Kind, own_stream};
use crate::deadline::follows;
use crate::house;
use crate::judge::clock_act;
use crate::read::Read;
use crate::submit::is_reason;

/// What only a judged entry holds.
const JUDGED: [&str; 11] = [
    "command",
    "events",
    "order",
    "rolls",
    "seals",
    "openings",
    "question",
    "source",
    "correction",
    "course",
    "kept_nth",
];

/// What only one kind of entry holds.
const OF_ONE_KIND: [(&str, Kind); 11] = [
    ("contribution", Kind::Contributed),
    ("ruling", Kind::Ruled),
    ("proposal", Kind::Proposed),
    ("consent", Kind::Consented),
    ("delay", Kind::Delayed),
    ("timing", Kind::Timed),
    ("kept", Kind::Kept),
    ("message", Kind::Wrote),
    ("pledge", Kind::Pledged),
    ("words", Kind::Revealed),
    ("table_dice", Kind::TableDice),
];

/// What an entry of its kind may do without: a side that passes, more sides that are asked, a side that declines.
const MAY_LACK: [&str; 3] = ["contribution", "proposal", "consent"];

impl Auditor {
    /// An entry that the rules do not judge.
    pub(super) fn unjudged(&self, entry: &Entry, read: &Read) -> Result<Judged, Difference> {
        let kind = read.kind();
        let begins = matches!(kind, Kind::Began | Kind::LaidOut);
        if begins != (entry.master == 1) {
            return Err("a campaign begins with its first entry and nowhere else".into());
        }
        for (stream, body) in &read.bodies {
            let same = read.first().is_some_and(|first| first.at == body.at && first.kind == body.kind);
            if !same {
                return Err(format!("{stream}: time and kind are not those of the entry's first part"));
            }
            holds_only(*stream, body, kind)?;
        }
        let Some((stream, body)) = read.bodies.first() else { return Err("it has no part".into()) };
        let streams: Vec<Stream> = read.bodies.iter().map(|(stream, _)| *stream).collect();
        self.stands_right(kind, body, *stream, &streams)?;
        let manifest = &self.campaign.manifest;
        if begins && body.rules != format!("{}/{}", manifest.system, manifest.rules_version) {
            return Err("it begins under other rules than the manifest says".into());
        }
        if kind == Kind::Timed {
            follows(&self.host, body)?;
        }
        let by_engine = matches!(kind, Kind::Timed | Kind::DiceRenewed) && body.seat == Seat::Clock;
        if by_engine && entry.lineage != clock_act(&self.host) {
            return Err("its name is not that of the engine's step here".into());
        }
        if !begins && kind != Kind::DiceShown {
            self.is_not_over()?;
        }
        self.is_taken(kind, body)?;
        match kind {
            Kind::Proposed => self.proposed(entry, read),
            Kind::Consented => self.consented(entry, body),
            _ => Ok(Judged::Proved),
        }
    }

    /// What the house would not take as things stand.
    fn is_taken(&self, kind: Kind, body: &Body) -> Result<(), Difference> {
        let (host, dice) = (&self.host, &self.host.memory.dice);
        let refused = match (kind, body.table_dice) {
            (Kind::TableDice, Some(_)) if !host.types_by_consent() => Some(house::typed_freely()),
            (Kind::TableDice, Some(word)) => dice.throws.refuses(word, body.seat),
            _ => None,
        };
        if let Some(refusal) = refused {
            return Err(format!("the house refuses it: {}", refusal.sentence));
        }
        let right = match kind {
            Kind::Contributed => {
                let fresh = dice.terms.is_none() && !dice.answered.contains(&body.seat.name());
                fresh && body.contribution.as_ref().is_none_or(|given| given.seat == body.seat.name())
            }
            Kind::Pledged | Kind::Revealed => host.writes_words(body),
            Kind::Renewed => host.renews_words(body),
            Kind::DiceOpened => host.opens_dice(body),
            _ => true,
        };
        if right { Ok(()) } else { Err("the house writes no such entry as things stand".into()) }
    }

    /// Whose entry it may be and which streams hear of it.
    fn stands_right(
        &self,
        kind: Kind,
        body: &Body,
        stream: Stream,
        streams: &[Stream],
    ) -> Result<(), Difference> {
        let Body { seat, by, .. } = *body;
        let dice = &self.host.memory.dice;
        let side = matches!(seat, Seat::Side(_)) && self.host.has_seat(seat);
        let own = side && streams == [own_stream(seat)];
        let umpire = seat == Seat::Umpire && by == seat;
        let clock = seat == Seat::Clock && by == seat;
        let asked = || self.host.asks(seat) && self.host.memory.proposal.is_some();
        let right = match kind {
            Kind::Began | Kind::LaidOut => clock && stream == Stream::Public,
            Kind::Contributed => side && by == seat && stream == Stream::Public && !dice.open,
            Kind::DiceOpened => (clock || umpire) && stream == Stream::Public && !dice.open,
            Kind::DiceShown => {
                umpire
                    && !dice.shown
                    && streams == [Stream::Public]
                    && body.reason.as_deref().is_some_and(is_reason)
            }
            Kind::Ruled => umpire && streams.len() == 1,
            Kind::Delayed => umpire && streams == [Stream::Public],
            Kind::Proposed => umpire && body.reason.as_deref().is_some_and(is_reason),
            Kind::Consented => own && by == seat && asked() && self.names_the_proposal(body),
            Kind::Timed => (clock || umpire) && streams == [Stream::Public],
            Kind::Played => clock && streams == [Stream::Umpire] && self.host.memory.absence.is_some(),
            Kind::Kept => own && (by == seat || by == Seat::Umpire),
            Kind::Wrote => (umpire || (side && by == seat && own)) && streams.len() == 1,
            Kind::Mapped => umpire,
            Kind::DiceRenewed => clock && streams == [Stream::Public] && !dice.by_question,
            Kind::Pledged | Kind::Revealed => side && streams == [Stream::Public] && !dice.open,
            Kind::Renewed => streams == [Stream::Public] && !dice.open,
            Kind::TableDice => (side || umpire) && by == seat && streams == [Stream::Public],
            Kind::Taken => umpire && streams == [Stream::Public],
            _ => true,
        };
        if right { Ok(()) } else { Err("an entry like that is not written here by that seat".into()) }
    }

    fn names_the_proposal(&self, body: &Body) -> bool {
        let act = self.host.memory.proposal.as_ref().map(|proposal| proposal.act.to_string());
        act.is_some() && body.act == act
    }
}

/// A part holds what its kind says and nothing that another kind says.
fn holds_only(stream: Stream, body: &Body, kind: Kind) -> Result<(), Difference> {
    let Ok(Value::Object(fields)) = serde_json::to_value(body) else { return Ok(()) };
    let others = OF_ONE_KIND.iter().filter(|(_, of)| *of != kind).map(|(field, _)| *field);
    // What only the first entry says, and what the opening of dice says too.
    let first = ["position", "terms"].into_iter().filter(|_| !matches!(kind, Kind::Began | Kind::LaidOut));
    let missing = ["missing"].into_iter().filter(|_| !matches!(kind, Kind::DiceOpened | Kind::Renewed));
    let others = others.chain(first).chain(missing);
    let own = OF_ONE_KIND.iter().find(|(field, of)| *of == kind && !MAY_LACK.contains(field));
    if let Some((field, _)) = own.filter(|(field, _)| !fields.contains_key(*field)) {
        return Err(format!("{stream}: {field} is missing"));
    }
    match JUDGED.into_iter().chain(others).find(|field| fields.contains_key(*field)) {
        Some(field) => Err(format!("{stream}: {field} stands there, and an entry like that has none")),
        None => Ok(()),
    }
}
