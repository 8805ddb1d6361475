//! The log as one seat may read it: prose, rolls, who and when.

use kernel::view::Text;
use kernel::{Audience, Seat};
use ledger::{Entry, Stream};
use serde_json::Value;

use crate::body::{Body, Kind, RollLine, audience_of};
use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::{Cursor, Host};
use crate::read::Read;
use crate::throws::TableWord;
use crate::words::{Hand, WordsBy};

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
    let first: &Body = &read.bodies[0].1;
    let own = read.bodies.iter().map(|(_, body)| body).find(|body| body.command.is_some()).unwrap_or(first);
    let (mut lines, mut events, mut rolls) = (Vec::new(), Vec::new(), Vec::new());
    for (stream, body) in &read.bodies {
        let instead = body.correction.iter().flat_map(|correction| &correction.instead);
        for event in body.events.iter().chain(instead.flat_map(|instead| &instead.events)) {
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
        rolls.extend(body.rolls.iter().map(|line| LoggedRoll {
            stream: stream.clone(),
            line: line.clone(),
            void: host.memory.is_void(&line.question, entry.master),
        }));
    }
    if let Some(text) = of_the_house(first, read.bodies[0].0) {
        let at = if first.kind == Kind::Corrected { 0 } else { lines.len() };
        lines.insert(at, (audience_of(read.bodies[0].0), text));
    }
    Ok(LogLine {
        number,
        at: first.at,
        kind: first.kind,
        seat: own.seat,
        by: own.by,
        reason: read.reason().map(str::to_owned),
        lines,
        events,
        rolls,
        undone: host.memory.undone.contains(&entry.master),
        corrected: entry.parts.iter().filter(|part| seat.sees(audience_of(part.stream))).any(|part| {
            let replaced = host.memory.replaced.get(&part.stream.to_string());
            replaced.is_some_and(|numbers| numbers.contains(&part.number))
        }),
    })
}

/// The sides, as a sentence names them.
fn and(text: Text, seats: &[Seat]) -> Text {
    seats.iter().enumerate().fold(text, |text, (n, seat)| {
        let between = match n {
            0 => "",
            n if n + 1 == seats.len() => " and ",
            _ => ", ",
        };
        whose(text.say(between), *seat)
    })
}

fn whose(text: Text, seat: Seat) -> Text {
    match seat {
        Seat::Side(side) => text.side(side),
        _ => text.say("the table"),
    }
}

/// What is told of words that came by another device than the side's own.
fn by_hand(hand: Option<Hand>) -> &'static str {
    match hand {
        Some(Hand::Umpire) => " from a device that also holds the umpire's seat",
        Some(Hand::Host) => " from the host's machine",
        Some(Hand::Program) => " from a program",
        Some(Hand::Device) | None => "",
    }
}

/// Acts that belong to the table itself and not to the rules.
fn of_the_house(body: &Body, stream: Stream) -> Option<Text> {
    let who = |text: Text| match body.seat {
        Seat::Side(side) => text.side(side),
        Seat::Umpire => text.say("The umpire"),
        Seat::Clock | Seat::Spectator => text.say("The table"),
    };
    Some(match body.kind {
        Kind::Began | Kind::LaidOut if body.terms.is_some_and(|terms| terms.words == WordsBy::Nobody) => {
            Text::new(
                "The campaign began. The digest of its dice stands in the log. They are open without words of any side.",
            )
        }
        Kind::Began | Kind::LaidOut => {
            Text::new("The campaign began. The digest of its dice stands in the log.")
        }
        Kind::DiceRenewed => Text::new(
            "From here on each die answers its question alone: no name of an act and no number moves a face. Rolls before \
             this line were bound to names that whoever knew the secret could have chosen.",
        ),
        Kind::Contributed => match &body.contribution {
            Some(words) => who(Text::empty()).say(format!(" added words to the dice: “{}”.", words.text)),
            None => who(Text::empty()).say(" left the dice as they are."),
        },
        Kind::DiceOpened if !body.missing.is_empty() => {
            let opened = match body.by {
                Seat::Umpire => "The umpire opened the dice without words of ",
                _ => "The dice are open, without words of ",
            };
            and(Text::new(opened), &body.missing).say(". They are fixed for the whole campaign.")
        }
        Kind::DiceOpened => Text::new("The dice are open. They are fixed for the whole campaign."),
        Kind::Pledged if body.by == Seat::Umpire => match body.pledge.as_ref().map(|pledge| pledge.hand) {
            Some(Hand::Host) => whose(Text::new("The umpire lets the table give words for "), body.seat)
                .say(" in place of its own device."),
            // No program writes this any more.
            _ => whose(Text::new("The umpire gave the digest of words for "), body.seat)
                .say(" in place of its own device."),
        },
        Kind::Pledged => who(Text::empty()).say(format!(
            " gave the digest of its words for the dice{}.",
            by_hand(body.pledge.as_ref().map(|it| it.hand))
        )),
        Kind::Revealed if body.by != body.seat => {
            let opened = if body.by == Seat::Umpire {
                "The umpire opened the words of "
            } else {
                "The table opened the words it gave for "
            };
            whose(Text::new(opened), body.seat).say(".")
        }
        Kind::Revealed => who(Text::empty()).say(format!(
            " opened its words for the dice{}.",
            by_hand(body.words.as_ref().map(|it| it.hand))
        )),
        Kind::Renewed => {
            let late = match body.by {
                Seat::Umpire => {
                    "The umpire let all sides begin their words for the dice anew. Not opened were those of "
                }
                _ => "The time to open the words for the dice is over. Not opened were those of ",
            };
            and(Text::new(late), &body.missing)
                .say(". All sides give new ones; nothing of what was given counts.")
        }
        Kind::TableDice => match body.table_dice {
            Some(TableWord::Ask) => {
                who(Text::empty()).say(" asked the sides whether dice thrown at a table may be typed in.")
            }
            Some(TableWord::Agree) => {
                who(Text::empty()).say(" agreed that dice thrown at a table may be typed in.")
            }
            Some(TableWord::Withdraw) | None => {
                who(Text::empty()).say(
                    " withdrew: dice thrown at a table may not be typed in from now on. Throws begun before may still be \
                     answered.",
                )
            }
        },
        Kind::Taken => Text::new(
            "The umpire took the file with the secret of the dice, to go on elsewhere. Whoever holds it can know dice to come.",
        ),
        Kind::DiceShown => Text::new("The umpire ended the campaign. The secret of the dice may be shown."),
        Kind::Opened => who(Text::empty()).say(format!(
            " will type in dice from the table: {}.",
            body.question.as_ref().map_or("", |question| question.text.as_str())
        )),
        Kind::Answered if body.command.is_none() => {
            who(Text::empty()).say(" typed in a throw; one more is needed.")
        }
        Kind::Undone if body.by == Seat::Umpire && body.seat != body.by => {
            let Seat::Side(side) = body.seat else { return None };
            Text::new("The umpire sent the last step of ").side(side).say(" back.")
        }
        Kind::Undone => who(Text::empty()).say(" took the last step back."),
        Kind::Wrote => crate::messages::words(body, stream),
        Kind::Ruled => body.ruling.as_ref().map_or_else(Text::empty, |ruling| {
            Text::new("The umpire ruled on ").strong(&ruling.rule).say(format!(": “{}”", ruling.decision))
        }),
        Kind::Proposed => Text::new("The umpire put a correction to the sides it concerns."),
        Kind::Consented if body.consent.is_some() => who(Text::empty()).say(" agreed to the correction."),
        Kind::Consented => who(Text::empty()).say(" declined the correction."),
        Kind::Corrected => Text::new("The umpire put an earlier act right."),
        Kind::Delayed => match body.delay.filter(|delay| !delay.is_none()) {
            Some(delay) => Text::new(format!("Spectators see the campaign {delay} behind from now on.")),
            None => Text::new("Spectators see the campaign as it is from now on."),
        },
        Kind::Timed => crate::deadline::words(body),
        Kind::Played => {
            Text::new("What could be done for the sides that had not come was done. Play waits for them.")
        }
        Kind::Kept => match body.kept.as_ref().map_or(0, |kept| kept.orders.len()) {
            0 if body.by == Seat::Umpire => {
                Text::new("The orders that had been kept were struck with the seat of whoever kept them.")
            }
            0 => who(Text::empty()).say(" keeps no orders for the time when it does not come."),
            1 => who(Text::empty()).say(" keeps an order for the time when it does not come."),
            n => who(Text::empty()).say(format!(" keeps {n} orders for the time when it does not come.")),
        },
        Kind::Mapped => match (&body.picture, stream) {
            (Some(_), Stream::Public) => Text::new("The umpire shows a picture under the map."),
            (None, _) => Text::new("The umpire took the picture from under the map."),
            (Some(line), _) if line.file.is_some() => {
                let (width, height) = (line.picture.width, line.picture.height);
                Text::new(format!(
                    "The umpire laid a picture of {width} by {height} pixels under the map. Nobody else sees it yet."
                ))
            }
            (Some(_), _) => Text::new("The umpire set the picture under the map right."),
        },
        Kind::Answered | Kind::Command => return None,
    })
}
