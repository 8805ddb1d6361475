//! The questions of all seats: who has one on its way, who waits for a place, what is kept. Knows no desk and no rules.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use kernel::chance::Work;
use kernel::odds::Weighed;
use kernel::{Foretold, Refusals, Seat, Wanted};
use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use super::refusals::Stop;
use crate::answer::Cursor;
use crate::clock::Clock;

/// As many questions are worked out at once.
const AT_ONCE: usize = 2;
/// As many seats may have asked at once.
const MOST_ASKERS: usize = 256;
/// As long one may take from when it was asked, in milliseconds.
pub const MOST_TIME: i64 = 20_000;
/// As long an answer is kept for whoever fetches it, in milliseconds.
const KEPT_FOR: i64 = 120_000;
/// The most rows of an answer that is kept.
const MOST_ROWS: usize = 20_000;

/// Who asks: one question of each is worked out at a time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Asker {
    /// The campaign.
    pub campaign: String,
    /// The seat that asks.
    pub seat: Seat,
    /// For spectators, who share a seat and know nothing of each other: the session or token.
    pub door: Option<String>,
}

impl Asker {
    /// Of a seat, at a door of its own.
    pub fn new(campaign: &str, seat: Seat, door: impl Into<String>) -> Self {
        let door = (seat == Seat::Spectator).then(|| door.into());
        Self { campaign: campaign.to_owned(), seat, door }
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Asking {
    /// What a command comes to: in words, or in figures.
    Command {
        /// The command.
        command: Value,
        /// The figures; none for words.
        wanted: Vec<Wanted>,
    },
    /// What plans come to: each with what is given for its questions. Several stand beside each other.
    Plans(Vec<(String, Value)>),
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// Of a command.
    Command(Weighed),
    /// Of plans, in the order in which they were asked, or why there is none.
    Plans(Vec<Result<Foretold, Refusals>>),
}

/// One question: on its way, or with its answer.
#[derive(Debug)]
pub struct Weighing {
    name: String,
    asking: Asking,
    eyes: Seat,
    /// What the seat could see when it asked.
    cursor: Cursor,
    begun: i64,
    ended: AtomicI64,
    steps: AtomicU64,
    why: AtomicU8,
    stopping: CancellationToken,
    finished: CancellationToken,
    /// Whether the rules broke.
    broke: AtomicBool,
    told: OnceLock<Result<Told, Refusals>>,
}

const STOPS: [Stop; 5] = [Stop::Asked, Stop::Replaced, Stop::Late, Stop::Crowded, Stop::Closing];

impl Weighing {
    /// One that begins now, asked of a view.
    pub(super) fn new(name: String, asking: Asking, (eyes, cursor): (Seat, Cursor), begun: i64) -> Self {
        Self {
            name,
            asking,
            eyes,
            cursor,
            begun,
            ended: AtomicI64::new(0),
            steps: AtomicU64::new(0),
            why: AtomicU8::new(0),
            stopping: CancellationToken::new(),
            finished: CancellationToken::new(),
            broke: AtomicBool::new(false),
            told: OnceLock::new(),
        }
    }

    /// Its name, for the address that asks how far it is.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is asked.
    pub fn asking(&self) -> &Asking {
        &self.asking
    }

    /// The answer, or why there is none; nothing while it is on its way, and where the program broke.
    pub fn told(&self) -> Option<&Result<Told, Refusals>> {
        self.told.get()
    }

    /// Whether it has ended in any way.
    pub fn is_over(&self) -> bool {
        self.finished.is_cancelled()
    }

    /// Whether the rules broke over it.
    pub fn broke(&self) -> bool {
        self.broke.load(Ordering::Acquire)
    }

    /// When it was asked, in milliseconds since 1970, and the steps taken so far.
    pub fn progress(&self) -> (i64, u64) {
        (self.begun, self.steps.load(Ordering::Relaxed))
    }

    /// Waits until it has ended.
    pub async fn over(&self) {
        self.finished.cancelled().await;
    }

    /// Waits at most so long; whether it has ended.
    pub async fn within(&self, patience: Duration) -> bool {
        tokio::time::timeout(patience, self.over()).await.is_ok()
    }

    /// Stops it. The work ends at the next step at which it asks, about a millisecond later.
    pub fn stop(&self, why: Stop) {
        if self.is_over() || self.stopping.is_cancelled() {
            return;
        }
        let at = STOPS.iter().position(|stop| *stop == why).unwrap_or(0);
        self.why.store(u8::try_from(at).unwrap_or(0), Ordering::Release);
        self.stopping.cancel();
    }

    fn stopped(&self) -> Refusals {
        STOPS[usize::from(self.why.load(Ordering::Acquire)) % STOPS.len()].refusals()
    }

    /// What stands for the answer where the work was stopped: why.
    fn end(&self, told: Result<Told, Refusals>, now: i64) {
        let told = if self.stopping.is_cancelled() { Err(self.stopped()) } else { told };
        self.ended.store(now, Ordering::Release);
        let _ = self.told.set(told);
        self.finished.cancel();
    }

    /// Works within the bounds, on a thread of its own.
    fn work(&self, clock: &Clock, job: impl FnOnce(&Work<'_>) -> Result<Told, Refusals>) {
        let go_on = |steps| {
            self.steps.store(steps, Ordering::Relaxed);
            if clock.now() - self.begun > MOST_TIME {
                self.stop(Stop::Late);
            }
            !self.stopping.is_cancelled()
        };
        let told = job(&Work::new(Work::MOST, MOST_ROWS, &go_on));
        self.end(told, clock.now());
    }
}

/// Marks a question as broken where its work unwinds.
struct Guard<'w>(&'w Weighing);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if !self.0.is_over() {
            self.0.broke.store(true, Ordering::Release);
            self.0.finished.cancel();
        }
    }
}

/// The questions of all seats.
pub(crate) struct Weighings {
    places: Arc<Semaphore>,
    of_seats: Mutex<HashMap<Asker, Arc<Weighing>>>,
}

impl Default for Weighings {
    fn default() -> Self {
        Self { places: Arc::new(Semaphore::new(AT_ONCE)), of_seats: Mutex::default() }
    }
}

impl Weighings {
    fn of_seats(&self) -> MutexGuard<'_, HashMap<Asker, Arc<Weighing>>> {
        self.of_seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same question of the same seat on the same view, if it is on its way or its answer is still kept; otherwise a
    /// new one, which takes the place of the seat's earlier one.
    pub(super) fn begin(
        &self,
        asker: Asker,
        fresh: Weighing,
        clock: &Clock,
        job: impl FnOnce(&Work<'_>) -> Result<Told, Refusals> + Send + 'static,
    ) -> Arc<Weighing> {
        let now = clock.now();
        let mut of_seats = self.of_seats();
        of_seats.retain(|_, one| !one.is_over() || now - one.ended.load(Ordering::Acquire) < KEPT_FOR);
        if let Some(known) = of_seats.get(&asker) {
            let same =
                known.asking == fresh.asking && known.eyes == fresh.eyes && known.cursor == fresh.cursor;
            if same && !known.stopping.is_cancelled() && !known.broke() {
                return Arc::clone(known);
            }
            known.stop(Stop::Replaced);
        }
        let weighing = Arc::new(fresh);
        let at_its_end = of_seats.len() >= MOST_ASKERS && !of_seats.contains_key(&asker);
        if at_its_end {
            weighing.stop(Stop::Crowded);
            weighing.end(Err(weighing.stopped()), now);
            return weighing;
        }
        of_seats.insert(asker, Arc::clone(&weighing));
        drop(of_seats);
        let (places, clock, one) = (Arc::clone(&self.places), clock.clone(), Arc::clone(&weighing));
        tokio::spawn(async move {
            let turn =
                tokio::time::timeout(Duration::from_millis(MOST_TIME.unsigned_abs()), places.acquire_owned());
            let place = match one.stopping.run_until_cancelled(turn).await {
                Some(Ok(Ok(place))) => place,
                Some(_) => {
                    one.stop(Stop::Crowded);
                    return one.end(Err(one.stopped()), clock.now());
                }
                None => return one.end(Err(one.stopped()), clock.now()),
            };
            let worker = move || {
                // Held until the work has really ended, whoever still waits for it.
                let _place = place;
                let _guard = Guard(&one);
                one.work(&clock, job);
            };
            if let Err(ended) = tokio::task::spawn_blocking(worker).await {
                tracing::error!(%ended, "odds broke off");
            }
        });
        weighing
    }

    pub(super) async fn hold(&self) -> OwnedSemaphorePermit {
        let all = u32::try_from(AT_ONCE).unwrap_or(u32::MAX);
        Arc::clone(&self.places).acquire_many_owned(all).await.expect("nobody closes it")
    }

    pub(super) fn of(&self, asker: &Asker) -> Option<Arc<Weighing>> {
        self.of_seats().get(asker).cloned()
    }

    /// Stops all that are on their way.
    pub(crate) fn close(&self) {
        self.of_seats().values().for_each(|one| one.stop(Stop::Closing));
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
