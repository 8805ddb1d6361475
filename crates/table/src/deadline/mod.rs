//! Deadlines: how long a step may take, and what is done for a side that stays away.
//!
//! A deadline belongs to the step that everyone sees, never to what a side does in secret, so it tells nothing. What is
//! done for an absent side is written down as its own act; that the table gave it stands in the side's stream and the
//! umpire's alone.

use kernel::{Acting, Refusal, Seat};
use ledger::Stream;

use entry::{Done, Due, HOUR, Kept, KeptAnew, KeptOrders, Timed, Timing};

use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::judge::legible;
use crate::seals::{is_sealed, sealed_when_given};
use crate::text::one_line;

pub(crate) mod absence;
pub(crate) mod awaited;
pub(crate) mod derived;
pub mod entry;
pub(crate) mod keeping;
pub(crate) mod memory;
pub(crate) mod open;
pub(crate) mod refusals;
pub(crate) mod words;

pub use entry::{MOST_GRACE, MOST_HOURS, MOST_KEPT, TimeOrder};

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
        if let Some(answer) = host.umpires(seat, token, cursor.as_ref(), &Asked::time(order)) {
            return Ok(answer);
        }
        let timing = match host.timed(order, self.clock().now()) {
            Ok(timing) => timing,
            Err(refusal) => return Ok(refusal.into()),
        };
        let body = self.head(host, seat, seat).says(Act::Timed(Timed { timing }));
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
        let orders: Vec<Kept> =
            orders.into_iter().map(|kept| Kept { words: one_line(&kept.words), ..kept }).collect();
        let asked = Asked::kept(&orders);
        if let Some(answer) = host.already(seat, seat, token, cursor.as_ref(), &asked) {
            return Ok(answer);
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        if orders.len() > MOST_KEPT {
            return Ok(house::too_many_kept().into());
        }
        if orders.iter().any(|kept| is_sealed(&kept.command)) {
            return Ok(sealed_when_given().into());
        }
        // What the rules do not understand they would never take.
        let faults = orders.iter().filter_map(|kept| {
            let refusals = host.game.prove(Acting::own(seat), &kept.command).err()?;
            (refusals.first().rule.0 == "HOUSE-COMMAND").then(|| legible(refusals))
        });
        if let Some(refusals) = faults.into_iter().next() {
            return Ok(Answer::Refused(refusals));
        }
        let step = host.step();
        let kept = KeptOrders { step, orders };
        let body = self.head(host, seat, seat).says(Act::Kept(KeptAnew { kept }));
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
            && host.memory.time.kept.get(&side).is_some_and(|kept| !kept.orders.is_empty())
        {
            let kept = KeptOrders::default();
            let body = self.head(host, seat, Seat::Umpire).says(Act::Kept(KeptAnew { kept }));
            self.append(host, self.fresh_token()?, vec![(Stream::Side(side), body)]).await?;
        }
        Ok(Answer::Done { cursor: host.cursor(Seat::Umpire), rolls: Vec::new() })
    }
}

impl Host {
    /// How time is kept after an order of the umpire.
    fn timed(&self, order: TimeOrder, now: i64) -> Result<Timing, Refusal> {
        let timing = &self.memory.time.timing;
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
