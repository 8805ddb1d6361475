//! Group commit: whatever waits over all campaigns is written in one transaction.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{Mutex, Notify, mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::{CampaignId, Entry, Fault, NewEntry, Store, metrics};

/// Entries written in one transaction at most; more would keep the first of them waiting.
const MAX_BATCH: usize = 256;

/// The one writer of a store. Cheap to clone; all clones feed the same task.
#[derive(Clone)]
pub struct Committer {
    waiting: mpsc::Sender<Waiting>,
    stop: Arc<Notify>,
    task: Arc<Mutex<Option<JoinHandle<()>>>>,
}

struct Waiting {
    campaign: CampaignId,
    entry: NewEntry,
    answer: oneshot::Sender<Result<Entry, Fault>>,
}

impl Committer {
    /// Starts the task on the current runtime.
    pub fn start(store: Arc<dyn Store>) -> Self {
        let (waiting, queue) = mpsc::channel(MAX_BATCH);
        let stop = Arc::new(Notify::new());
        let task = tokio::spawn(run(store, queue, Arc::clone(&stop)));
        Self { waiting, stop, task: Arc::new(Mutex::new(Some(task))) }
    }

    /// Writes an entry, and answers when it is on the disk.
    ///
    /// Dropping the future does not take the entry back.
    ///
    /// # Errors
    /// The entry's own fault; the whole batch's [`Fault::Disk`] or [`Fault::Busy`];
    /// [`Fault::Stopped`] after [`Committer::shutdown`].
    pub async fn append(&self, campaign: CampaignId, entry: NewEntry) -> Result<Entry, Fault> {
        let (answer, answered) = oneshot::channel();
        self.waiting.send(Waiting { campaign, entry, answer }).await.map_err(|_| Fault::Stopped)?;
        answered.await.map_err(|_| Fault::Stopped)?
    }

    /// Takes no more entries, writes those that wait, and returns when they are on the disk.
    pub async fn shutdown(&self) {
        self.stop.notify_one();
        if let Some(task) = self.task.lock().await.take() {
            // A panic of the task has been told to the waiting by their closed channels.
            let _ = task.await;
        }
    }
}

async fn run(store: Arc<dyn Store>, mut queue: mpsc::Receiver<Waiting>, stop: Arc<Notify>) {
    let mut batch = Vec::with_capacity(MAX_BATCH);
    loop {
        tokio::select! {
            () = stop.notified() => queue.close(),
            n_received = queue.recv_many(&mut batch, MAX_BATCH) => {
                if n_received == 0 {
                    return;
                }
                write(store.as_ref(), &mut batch).await;
            }
        }
    }
}

async fn write(store: &dyn Store, batch: &mut Vec<Waiting>) {
    let mut entries = Vec::with_capacity(batch.len());
    let mut answers = Vec::with_capacity(batch.len());
    for waiting in batch.drain(..) {
        entries.push((waiting.campaign, waiting.entry));
        answers.push(waiting.answer);
    }
    let begun = Instant::now();
    let results = match store.append_batch(&entries).await {
        Ok(results) => {
            metrics::appended(results.iter().filter(|result| result.is_ok()).count(), begun);
            results
        }
        Err(fault) => answers.iter().map(|_| Err(fault.clone())).collect(),
    };
    for (answer, result) in answers.into_iter().zip(results) {
        // Whoever gave up waiting finds the entry in the log.
        let _ = answer.send(result);
    }
}
