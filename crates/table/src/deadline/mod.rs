//! Deadlines: how long a step may take, and what is done for a side that stays away.
//!
//! A deadline belongs to the step that everyone sees, never to what a side does in secret, so it tells nothing. What is
//! done for an absent side is written down as its own act; that the table gave it stands in the side's stream and the
//! umpire's alone.

use kernel::view::{Contents, ItemState, OwedItem};
use kernel::{Acting, Seat};
use ledger::Stream;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::body::{Body, Kind};
use crate::desk::{Desk, one_line};
use crate::fault::Fault;
use crate::host::{Cursor, Host};
use crate::house;
use crate::submit::{Answer, Token, acted};

mod absence;
mod awaited;
mod words;

pub(crate) use absence::{Absence, follows, is_given_for};
pub use awaited::Awaited;
pub(crate) use words::words;

/// The most hours that a step may be given: sixty days.
pub const MOST_HOURS: u32 = 60 * 24;
/// The longest grace in minutes: a week.
pub const MOST_GRACE: u32 = 7 * 24 * 60;
/// The most commands that a side keeps for the time when it does not come.
pub const MOST_KEPT: usize = 40;
const HOUR: i64 = 3_600_000;

/// What is done for a side that has not closed a step by its deadline and grace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    /// Play waits for it.
    Wait,
    /// The orders that it has kept are given, as far as the rules take them; then play waits.
    Saved,
    /// The orders that it has kept, then what the rules suggest for a side that stays away.
    Default,
    /// The umpire acts for it.
    Umpire,
}

impl Missing {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Wait, Self::Saved, Self::Default, Self::Umpire];

    /// The name in files and forms.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wait => "wait",
            Self::Saved => "saved",
            Self::Default => "default",
            Self::Umpire => "umpire",
        }
    }

    /// What is done, as a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::Wait => "Play waits for a side that is late.",
            Self::Saved => {
                "A side that is late is played by the orders that it has kept; then play waits for it."
            }
            Self::Default => {
                "A side that is late is played by the orders that it has kept, then does no more than it must."
            }
            Self::Umpire => "The umpire acts for a side that is late.",
        }
    }
}

/// How long steps may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace {
    /// Hours from the beginning of a step to its deadline.
    pub hours: u32,
    /// Minutes after the deadline in which a side may still come.
    pub grace: u32,
    /// What is done then.
    pub missing: Missing,
}

/// The deadline of one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// The step, as everyone reads it.
    pub step: String,
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// Whether it has passed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub passed: bool,
    /// The sides that the table plays from then on, as everyone could see that they owed something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Seat>,
}

impl Due {
    fn open(step: String, at: i64) -> Self {
        Self { step, at, passed: false, absent: Vec::new() }
    }
}

/// How time is kept in a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// How long steps may take; nothing where time does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
    /// The latest deadline. It counts as long as its step is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Due>,
    /// While time stands still: how many milliseconds were left to the deadline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused: Option<i64>,
    /// What the umpire did about it, in the entry that says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Done>,
}

/// What the umpire did about time beside giving steps a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Done {
    /// Moved the deadline of the open step.
    Moved,
    /// Let time go on.
    Resumed,
}

impl Timing {
    pub(crate) fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// What the umpire does about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeOrder {
    /// Gives each step this long, the open one from now on.
    Set(Pace),
    /// Moves the deadline of the open step to an instant, in milliseconds since 1970, UTC.
    Move(i64),
    /// Lets time stand still.
    Pause,
    /// Lets time go on, with what was left of it.
    Resume,
    /// Lets time not count any more.
    Lift,
}

/// A command that a side keeps for the time when it does not come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The words of the control it was made with.
    pub words: String,
    /// The command.
    pub command: Value,
}

/// The commands of a side for the step that they were made in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeptOrders {
    /// The step, as everyone reads it.
    pub step: String,
    /// In the order in which they are given.
    pub orders: Vec<Kept>,
}

impl Desk {
    /// The umpire sets, moves, stops or lifts the time of steps; everyone reads it in the log.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn set_time(
        &self,
        campaign: &str,
        seat: Seat,
        order: TimeOrder,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.set_time_at(&mut host, seat, order, cursor.clone(), token))
    }

    async fn set_time_at(
        &self,
        host: &mut Host,
        seat: Seat,
        order: TimeOrder,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if let Some(answer) = host.umpires(seat, token, cursor.as_ref()) {
            return Ok(answer);
        }
        let timing = match host.timed(order, self.clock().now()) {
            Ok(timing) => timing,
            Err(refusal) => return Ok(refusal.into()),
        };
        let mut body = Body::new(self.clock().now(), Kind::Timed, seat, seat, &host.rules);
        body.timing = Some(timing);
        self.append(host, token, vec![(Stream::Public, body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// A side keeps commands for the time when it does not come; they take the place of those that it kept before. Only
    /// the side and the umpire read them, and they are not held against the rules before they are given.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn keep_orders(
        &self,
        campaign: &str,
        seat: Seat,
        orders: Vec<Kept>,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.keep_at(&mut host, seat, orders.clone(), cursor.clone(), token))
    }

    async fn keep_at(
        &self,
        host: &mut Host,
        seat: Seat,
        orders: Vec<Kept>,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        let Seat::Side(side) = seat else { return Ok(house::only_sides(seat).into()) };
        if let Some(answer) = host.already(seat, seat, token, cursor.as_ref(), None) {
            return Ok(answer);
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        if orders.len() > MOST_KEPT {
            return Ok(house::too_many_kept().into());
        }
        let orders: Vec<Kept> =
            orders.into_iter().map(|kept| Kept { words: one_line(&kept.words), ..kept }).collect();
        // What the rules do not understand they would never take.
        let faults = orders.iter().filter_map(|kept| {
            let refusals = host.game.prove(Acting::own(seat), &kept.command).err()?;
            (refusals.first().rule.0 == "HOUSE-COMMAND").then_some(refusals)
        });
        if let Some(refusals) = faults.into_iter().next() {
            return Ok(Answer::Refused(refusals));
        }
        let step = host.step();
        let mut body = Body::new(self.clock().now(), Kind::Kept, seat, seat, &host.rules);
        body.kept = Some(KeptOrders { step, orders });
        self.append(host, token, vec![(Stream::Side(side), body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// Strikes what a side has kept, when the seat was taken from whoever kept it.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn strike_kept(&self, campaign: &str, seat: Seat) -> Result<Answer, Fault> {
        acted!(self, campaign, Seat::Umpire, host => self.strike_at(&mut host, seat))
    }

    async fn strike_at(&self, host: &mut Host, seat: Seat) -> Result<Answer, Fault> {
        if let Seat::Side(side) = seat
            && host.memory.kept.get(&side).is_some_and(|kept| !kept.orders.is_empty())
        {
            let mut body = Body::new(self.clock().now(), Kind::Kept, seat, Seat::Umpire, &host.rules);
            body.kept = Some(KeptOrders::default());
            self.append(host, self.fresh_token()?, vec![(Stream::Side(side), body)]).await?;
        }
        Ok(Answer::Done { cursor: host.cursor(Seat::Umpire), rolls: Vec::new() })
    }
}

impl Host {
    /// The step as everyone reads it.
    pub(crate) fn step(&self) -> String {
        self.game.contents(Seat::Spectator).standing
    }

    /// The step, and the sides that everyone knows to owe something in it.
    fn owing(&self) -> (String, Vec<Seat>) {
        let told = self.game.contents(Seat::Spectator);
        let owing = owing(&told);
        (told.standing, owing)
    }

    /// Whether the deadline of the open step has passed, sides owe something in it, and the umpire acts for them.
    pub(crate) fn umpire_acts(&self) -> bool {
        let Timing { pace: Some(pace), due: Some(due), .. } = &self.memory.timing else { return false };
        if pace.missing != Missing::Umpire || !due.passed {
            return false;
        }
        let (step, owing) = self.owing();
        due.step == step && !owing.is_empty()
    }

    /// The orders that a side has kept for the step that is open.
    pub(crate) fn kept_of(&self, seat: Seat) -> Option<&KeptOrders> {
        let Seat::Side(side) = seat else { return None };
        let step = self.step();
        self.memory.kept.get(&side).filter(|kept| kept.step == step && !kept.orders.is_empty())
    }

    /// How time is kept, with the deadline of the step that is open.
    pub(crate) fn timing_now(&self) -> Timing {
        let mut timing = self.memory.timing.clone();
        if timing.due.is_some() {
            let step = self.step();
            timing.due.take_if(|due| due.step != step);
        }
        timing
    }

    /// How time is kept after an order of the umpire.
    fn timed(&self, order: TimeOrder, now: i64) -> Result<Timing, kernel::Refusal> {
        let timing = &self.memory.timing;
        let (step, owing) = self.owing();
        let open = timing.due.as_ref().filter(|due| due.step == step);
        match order {
            TimeOrder::Set(pace) => {
                if !(1..=MOST_HOURS).contains(&pace.hours) || pace.grace > MOST_GRACE {
                    return Err(house::no_such_pace());
                }
                let at = now + i64::from(pace.hours) * HOUR;
                let due = (!owing.is_empty()).then(|| Due::open(step, at));
                Ok(Timing { pace: Some(pace), due, ..Timing::default() })
            }
            TimeOrder::Move(at) => {
                if open.is_none() || timing.paused.is_some() {
                    return Err(house::no_deadline());
                }
                if at <= now || at > now + i64::from(MOST_HOURS) * HOUR {
                    return Err(house::deadline_not_ahead());
                }
                Ok(Timing { due: Some(Due::open(step, at)), done: Some(Done::Moved), ..timing.clone() })
            }
            TimeOrder::Pause => match (timing.pace, timing.paused) {
                (Some(_), None) => {
                    let left = open.filter(|due| !due.passed).map_or(0, |due| (due.at - now).max(0));
                    Ok(Timing { paused: Some(left), done: None, ..timing.clone() })
                }
                (Some(_), Some(_)) => Err(house::time_stands_already()),
                (None, _) => Err(house::no_deadline()),
            },
            TimeOrder::Resume => {
                let Some(left) = timing.paused else { return Err(house::time_goes_already()) };
                let due = open
                    .map(|due| if due.passed { due.clone() } else { Due { at: now + left, ..due.clone() } });
                Ok(Timing { paused: None, due, done: Some(Done::Resumed), ..timing.clone() })
            }
            TimeOrder::Lift if timing.pace.is_none() => Err(house::no_deadline()),
            TimeOrder::Lift => Ok(Timing::default()),
        }
    }
}

/// The sides that owe something according to what everyone sees.
fn owing(told: &Contents) -> Vec<Seat> {
    let mut seats = asked(told);
    seats.retain(|seat| matches!(seat, Seat::Side(_)));
    seats
}

/// The seats that owe something according to what everyone sees.
fn asked(told: &Contents) -> Vec<Seat> {
    let open = |item: &&OwedItem| matches!(item.state, ItemState::Waiting | ItemState::Yours);
    let mut seats: Vec<Seat> = told.owed.iter().filter(open).map(|item| item.who).collect();
    seats.sort();
    seats.dedup();
    seats
}
