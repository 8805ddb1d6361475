//! What play waits for, as everyone sees it: what a reminder may tell.

use kernel::Seat;

use super::{Due, asked};
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
    /// How many hours each step is given, if time counts.
    pub hours: Option<u32>,
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
        let view = host.game.view(Seat::Spectator);
        let timing = &host.memory.timing;
        let runs = |due: &&Due| due.step == view.standing && !due.passed && timing.paused.is_none();
        Ok(Some(Awaited {
            title: host.game.title(),
            seats: asked(&view),
            due: timing.due.as_ref().filter(runs).cloned(),
            hours: timing.pace.map(|pace| pace.hours),
            step: view.standing,
        }))
    }
}
