//! The log as one seat may read it: prose, rolls, who and when.

use kernel::view::Text;
use kernel::{Audience, Seat};
use ledger::{Entry, Stream};
use serde_json::Value;

use crate::answer::Cursor;
use crate::desk::Desk;
use crate::entry::Body;
use crate::entry::act::{Act, Kind};
use crate::entry::lines::RollLine;
use crate::fault::Fault;
use crate::host::Host;
use crate::read::Read;
use crate::streams::audience_of;

pub(crate) mod said;
mod words;

/// One roll in the log.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedRoll {
    /// The stream it is numbered in.
    pub stream: String,
    /// What was rolled and where it came from.
    pub line: RollLine,
    /// Whether a correction made it void: nobody asks for it any more, or it was answered anew.
    pub void: bool,
}

/// One entry as a seat may read it.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    /// Its place in the seat's own reading order; stable, and counts only what the seat can see.
    pub number: u64,
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// What kind of act.
    pub kind: Kind,
    /// Whose act.
    pub seat: Seat,
    /// Who really gave it.
    pub by: Seat,
    /// Why, when one acted for another.
    pub reason: Option<String>,
    /// What happened, one sentence or more each, with who may know it.
    pub lines: Vec<(Audience, Text)>,
    /// The events behind the sentences, with who may know them and their words, for programs.
    pub events: Vec<(Audience, Value, Text)>,
    /// The rolls.
    pub rolls: Vec<LoggedRoll>,
    /// Whether it was taken back later.
    pub undone: bool,
    /// Whether a correction put something else in its place.
    pub corrected: bool,
}

/// A stretch of the log, newest last.
#[derive(Clone, Debug, PartialEq)]
pub struct LogPage {
    /// The lines.
    pub lines: Vec<LogLine>,
    /// How many lines the seat can read in all.
    pub n_lines: u64,
}

impl Desk {
    /// The last `most` lines that `seat` may read among those numbered below `before` (all when `None`).
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn log(
        &self,
        campaign: &str,
        seat: Seat,
        before: Option<u64>,
        most: usize,
    ) -> Result<LogPage, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        let n_lines = self.count_lines(&host, seat).await?;
        let before = before.unwrap_or(n_lines + 1).min(n_lines + 1);
        let lines = self.lines_back(&host, seat, n_lines, before, most, &|_| true).await?;
        Ok(LogPage { lines, n_lines })
    }

    /// The last `most` lines that have come since a seat's page bore this cursor; of a cursor that the seat never had,
    /// the last lines.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn since(
        &self,
        campaign: &str,
        seat: Seat,
        cursor: &Cursor,
        most: usize,
    ) -> Result<LogPage, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        let n_lines = self.count_lines(&host, seat).await?;
        let seen = Seen::read(seat, cursor);
        let lines = self
            .lines_back(&host, seat, n_lines, n_lines + 1, most, &|entry| {
                seen.as_ref().is_none_or(|seen| seen.is_new(entry))
            })
            .await?;
        Ok(LogPage { lines, n_lines })
    }

    /// Reads back from the newest entry as long as `goes_on` says so: the last `most` lines numbered below `before`.
    pub(crate) async fn lines_back(
        &self,
        host: &Host,
        seat: Seat,
        n_lines: u64,
        before: u64,
        most: usize,
        goes_on: &(dyn Fn(&Entry) -> bool + Sync),
    ) -> Result<Vec<LogLine>, Fault> {
        let mut lines = Vec::new();
        let mut number = n_lines + 1;
        let mut upper = host.heads.master.number;
        'back: while upper > 0 && lines.len() < most && number > 1 {
            let from = upper.saturating_sub(199).max(1);
            let limit = u32::try_from(upper - from + 1).unwrap_or(200);
            let entries = self.store().entries(&host.id, from, limit).await?;
            for entry in entries.iter().rev() {
                let Some(visible) = visible(entry, seat)? else { continue };
                if !goes_on(entry) {
                    break 'back;
                }
                number -= 1;
                if number < before && lines.len() < most {
                    lines.push(line(host, seat, entry, visible, number)?);
                }
            }
            upper = from - 1;
        }
        lines.reverse();
        Ok(lines)
    }

    /// How many entries have a part in a stream that the seat can read. Entries in both of a side's streams count
    /// once, so the two streams' numbers do not simply add up.
    pub(crate) async fn count_lines(&self, host: &Host, seat: Seat) -> Result<u64, Fault> {
        let public = host.memory.parts.get("public").copied().unwrap_or(0);
        Ok(match seat {
            Seat::Umpire => host.heads.master.number,
            Seat::Side(side) => {
                let own = host.memory.parts.get(&format!("side-{side}")).copied().unwrap_or(0);
                public + own - host.memory.shared.get(&side).copied().unwrap_or(0)
            }
            Seat::Spectator | Seat::Clock => public,
        })
    }
}

/// An entry as a seat may read it, as line `number` of its log; `None` when it may not.
pub(crate) fn shown(host: &Host, seat: Seat, entry: &Entry, number: u64) -> Result<Option<LogLine>, Fault> {
    visible(entry, seat)?.map(|read| line(host, seat, entry, read, number)).transpose()
}

/// How far a seat had seen, read from its cursor.
enum Seen {
    /// The umpire: the number in the master order.
    All(u64),
    /// Others: the last number of each stream.
    Streams(Vec<(Stream, u64)>),
}

impl Cursor {
    /// Whether a seat's page can bear it.
    pub fn is_of(&self, seat: Seat) -> bool {
        Seen::read(seat, self).is_some()
    }
}

impl Seen {
    fn read(seat: Seat, cursor: &Cursor) -> Option<Self> {
        let mut numbers = cursor.0.split('.').map(|number| number.parse::<u64>().ok());
        let mut next = || numbers.next().flatten();
        let seen = match seat {
            Seat::Umpire => Self::All(next()?),
            Seat::Side(side) => Self::Streams(vec![(Stream::Public, next()?), (Stream::Side(side), next()?)]),
            Seat::Spectator | Seat::Clock => Self::Streams(vec![(Stream::Public, next()?)]),
        };
        numbers.next().is_none().then_some(seen)
    }

    fn is_new(&self, entry: &Entry) -> bool {
        match self {
            Self::All(number) => entry.master > *number,
            Self::Streams(seen) => entry.parts.iter().any(|part| {
                seen.iter().any(|(stream, number)| part.stream == *stream && part.number > *number)
            }),
        }
    }
}

/// The bodies of an entry that a seat may read, in stream order; `None` when there are none.
fn visible(entry: &Entry, seat: Seat) -> Result<Option<Read>, Fault> {
    let mut read = Read::of(entry)?;
    read.bodies.retain(|(stream, _)| seat.sees(audience_of(*stream)));
    Ok((!read.bodies.is_empty()).then_some(read))
}

fn line(host: &Host, seat: Seat, entry: &Entry, read: Read, number: u64) -> Result<LogLine, Fault> {
    let (stream, first): &(Stream, Body) = &read.bodies[0];
    let commands = read.bodies.iter().map(|(_, body)| body).find(|body| body.act.command().is_some());
    let own = commands.unwrap_or(first);
    let (mut lines, mut events, mut rolls) = (Vec::new(), Vec::new(), Vec::new());
    for (stream, body) in &read.bodies {
        let instead = match &body.act {
            Act::Corrected(corrected) => corrected.correction.instead.as_slice(),
            _ => &[],
        };
        for event in body.act.events().iter().chain(instead.iter().flat_map(|instead| &instead.events)) {
            let text = host
                .game
                .narrate(event)
                .map_err(|fault| Fault::Unreadable { entry: entry.master, what: fault.to_string() })?;
            if !text.is_empty() {
                lines.push((audience_of(*stream), text.clone()));
            }
            events.push((audience_of(*stream), event.clone(), text));
        }
        let stream = stream.to_string();
        rolls.extend(body.act.rolls().iter().map(|line| LoggedRoll {
            stream: stream.clone(),
            line: line.clone(),
            void: host.memory.corrections.is_void(&line.question, entry.master),
        }));
    }
    if let Some(text) = words::words(first, *stream) {
        let at = if matches!(first.act, Act::Corrected(_)) { 0 } else { lines.len() };
        lines.insert(at, (audience_of(*stream), text));
    }
    let read_by_seat = |part: &&ledger::Part| seat.sees(audience_of(part.stream));
    Ok(LogLine {
        number,
        at: first.head.at,
        kind: first.act.kind(),
        seat: own.head.seat,
        by: own.head.by,
        reason: read.reason().map(str::to_owned),
        lines,
        events,
        rolls,
        undone: host.memory.commands.undone.contains(&entry.master),
        corrected: entry
            .parts
            .iter()
            .filter(read_by_seat)
            .any(|part| host.memory.corrections.is_replaced(part.stream, part.number)),
    })
}
