//! The engine: the steps that the table takes of itself, because the rules or time ask for them.

use kernel::Seat;

use crate::answer::Answer;
use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::Host;
use crate::judge::{Answering, Attempt, clock_act};

impl Desk {
    /// The engine's own steps, and the news of them. What cannot be written now stays owed.
    pub(crate) async fn engine(&self, host: &mut Host) -> Result<(), Fault> {
        if host.memory.levels.is_handed_up() {
            host.settled = true;
            self.note_time(host);
            return Ok(());
        }
        // Whoever asked may go away between two steps; then the rest is owed.
        host.settled = false;
        let mut done = self.run_clock(host).await;
        while done.as_ref().is_err_and(Fault::is_overtaken) {
            // Another program takes the same steps; whatever it left is still to be done.
            done = match self.catch_up(host).await {
                Ok(()) => self.run_clock(host).await,
                fault => fault,
            };
        }
        self.note_time(host);
        host.settled = done.is_ok();
        if let Err(fault) = &done {
            tracing::error!(campaign = %host.id, %fault, "the engine's own step was not written; it is tried again");
        }
        host.tell();
        done
    }

    /// The engine's own steps, until there are none.
    async fn run_clock(&self, host: &mut Host) -> Result<(), Fault> {
        self.run_words(host).await?;
        while host.memory.dice.open && host.waiting_of(Seat::Clock).is_none() {
            if host.to_open().is_some() {
                self.go_over(host).await?;
                self.open_below(host).await?;
                continue;
            }
            let Some(command) = host.game.lawful(Seat::Clock, 1).pop() else {
                if self.follow_time(host).await? {
                    continue;
                }
                return Ok(());
            };
            self.go_over(host).await?;
            let act = Attempt::own(Seat::Clock, command, clock_act(host));
            match self.judge_at(host, act, Answering::First(Vec::new())).await? {
                Answer::Done { .. } | Answer::Waits { .. } => {}
                refused => {
                    tracing::error!(campaign = %host.id, ?refused, "the engine's own step was not accepted");
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Remembers when something is due in a campaign.
    pub(crate) fn note_time(&self, host: &Host) {
        let mut timed = self.timed();
        match host.rouses_at().filter(|_| !host.memory.levels.is_handed_up()) {
            Some(at) => timed.insert(host.id.clone(), at),
            None => timed.remove(&host.id),
        };
    }
}
