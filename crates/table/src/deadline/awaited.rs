//! What play waits for, as everyone sees it: what a reminder may tell.

use kernel::Seat;

use super::entry::Due;
use super::open::asked;
use crate::desk::Desk;
use crate::fault::Fault;

/// What play waits for. Nothing secret is in it: the same for everybody, whatever the seats keep to themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaited {
    /// The campaign's title.
    pub title: String,
    /// The open step.
    pub step: String,
    /// The seats that everyone sees to owe something.
    pub seats: Vec<Seat>,
    /// The deadline of the step, if one runs.
    pub due: Option<Due>,
    /// Whether the deadline of the step has passed.
    pub passed: bool,
    /// Whether time stands still.
    pub paused: bool,
    /// How many hours each step is given, if time counts.
    pub hours: Option<u32>,
    /// How many minutes of grace follow.
    pub grace: u32,
}

impl Desk {
    /// What play waits for; `None` before the dice are open and after the end.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn awaited(&self, campaign: &str) -> Result<Option<Awaited>, Fault> {
        let host = self.host(campaign).await?;
        let dice = &host.memory.dice;
        if !dice.open || dice.shown || host.game.is_over() {
            return Ok(None);
        }
        let told = host.game.contents(Seat::Spectator);
        let timing = &host.memory.time.timing;
        let due = timing.due.as_ref().filter(|due| due.step == told.standing);
        let mut seats = asked(&told);
        // Who acts for the late is asked in their place.
        if host.umpire_acts() && !seats.contains(&Seat::Umpire) {
            seats.push(Seat::Umpire);
        }
        Ok(Some(Awaited {
            title: host.game.title(),
            seats,
            due: due.filter(|due| !due.passed && timing.paused.is_none()).cloned(),
            passed: due.is_some_and(|due| due.passed),
            paused: timing.pace.is_some() && timing.paused.is_some(),
            hours: timing.pace.map(|pace| pace.hours),
            grace: timing.pace.map_or(0, |pace| pace.grace),
            step: told.standing,
        }))
    }
}
