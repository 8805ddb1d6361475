//! Whether the log can be written: how it went last, or, where that tells nothing any more, an attempt.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::engine::Engine;
use super::rows::failed;
use super::{SqlStore, WRITE};
use crate::Fault;

/// How long it is believed that writing works. An attempt costs a sync of the disk, and anybody may ask.
const GOOD_FOR: Duration = Duration::from_secs(2);
/// How long it is believed that writing fails: room may have been made.
const BAD_FOR: Duration = Duration::from_secs(1);

/// How writing went last.
#[derive(Default)]
pub(super) struct Writes {
    last: Mutex<Option<(Instant, Result<(), Fault>)>>,
    /// Of several who ask at once, one tries.
    trying: tokio::sync::Mutex<()>,
}

impl Writes {
    /// Remembers how writing went.
    pub(super) fn note<T>(&self, went: &Result<T, Fault>) {
        let went = went.as_ref().map(drop).map_err(Clone::clone);
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), went));
    }

    fn known(&self) -> Option<Result<(), Fault>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, went) = last.as_ref()?;
        let good_for = if went.is_ok() { GOOD_FOR } else { BAD_FOR };
        (at.elapsed() < good_for).then(|| went.clone())
    }
}

impl<E: Engine> SqlStore<E> {
    /// See [`crate::Store::can_write`].
    pub(super) async fn tries_writing(&self) -> Result<(), Fault> {
        self.is_there()?;
        if let Some(known) = self.writes.known() {
            return known;
        }
        let _alone = self.writes.trying.lock().await;
        if let Some(known) = self.writes.known() {
            return known;
        }
        let went = self
            .in_time(WRITE, async {
                let _turn = if E::WRITERS_QUEUE { Some(self.writing.lock().await) } else { None };
                E::try_writing(&self.pool).await.map_err(failed::<E>(WRITE))
            })
            .await;
        self.writes.note(&went);
        went
    }
}
