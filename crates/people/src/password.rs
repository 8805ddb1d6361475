//! Hashing and comparing passwords: Argon2id, on threads of their own, few at a time, and always the same work.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use crate::fault::Fault;
use crate::name::Password;

/// How many passwords are hashed at once: each takes 19 MiB and a processor.
const AT_ONCE: usize = 2;
/// How many may wait for that. More are turned away at once.
const MOST_WAITING: usize = 32;

/// What is compared when nobody has the name, so that it takes the time of a real comparison. Nothing hashes to it.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlzIG5hbWU$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Takes turns at hashing. Clones share the turns.
#[derive(Clone, Debug)]
pub(crate) struct Hasher {
    turns: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

impl Hasher {
    pub(crate) fn new() -> Self {
        Self { turns: Arc::new(Semaphore::new(AT_ONCE)), waiting: Arc::default() }
    }

    /// The PHC string of a password with a fresh salt; `None` when too many wait.
    pub(crate) async fn hash(&self, password: &Password) -> Result<Option<String>, Fault> {
        let password = password.clone();
        self.work(move || {
            let hash = Argon2::default().hash_password(password.bytes());
            hash.map(|hash| hash.to_string()).map_err(|fault| Fault::Password(fault.to_string()))
        })
        .await
        .transpose()
    }

    /// Whether a password is the one with this PHC string; `None` when too many wait. Without a string it is not,
    /// after the same work.
    pub(crate) async fn is(&self, password: &Password, known: Option<String>) -> Result<Option<bool>, Fault> {
        let password = password.clone();
        self.work(move || {
            let text = known.as_deref().unwrap_or(NOBODY);
            let hash = PasswordHash::new(text).map_err(|fault| Fault::Password(fault.to_string()))?;
            Ok(Argon2::default().verify_password(password.bytes(), &hash).is_ok() && known.is_some())
        })
        .await
        .transpose()
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
    ) -> Option<Result<T, Fault>> {
        let waits = Waits::begin(&self.waiting)?;
        let turn = Arc::clone(&self.turns).acquire_owned().await.expect("nobody closes it");
        drop(waits);
        // The turn goes with the work: who hangs up does not make room for one more at once.
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        Some(done.await.unwrap_or_else(|ended| std::panic::resume_unwind(ended.into_panic())))
    }
}

/// One that waits; it is counted until it is dropped.
struct Waits(Arc<AtomicUsize>);

impl Waits {
    fn begin(waiting: &Arc<AtomicUsize>) -> Option<Self> {
        let one = Self(Arc::clone(waiting));
        (waiting.fetch_add(1, Ordering::SeqCst) < MOST_WAITING).then_some(one)
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other() {
        let hasher = Hasher::new();
        let right = Password::typed("correct horse battery");
        let hash = hasher.hash(&right).await.unwrap().unwrap();
        assert!(hash.starts_with("$argon2id$v=19$"), "{hash}");
        assert_ne!(hasher.hash(&right).await.unwrap().unwrap(), hash, "salts are fresh");
        assert_eq!(hasher.is(&right, Some(hash.clone())).await.unwrap(), Some(true));
        let wrong = Password::typed("correct horse batterie");
        assert_eq!(hasher.is(&wrong, Some(hash)).await.unwrap(), Some(false));
        assert_eq!(hasher.is(&right, None).await.unwrap(), Some(false));
    }

    /// The same work for a name that nobody has: the same parameters and the same lengths.
    #[tokio::test]
    async fn nobody_takes_as_much_work_as_somebody() {
        let real = Hasher::new().hash(&Password::typed("correct horse battery")).await.unwrap().unwrap();
        let before_salt = |text: &str| text.rsplitn(3, '$').nth(2).unwrap().to_owned();
        let salt = |text: &str| text.rsplit('$').nth(1).unwrap().len();
        assert_eq!(before_salt(NOBODY), before_salt(&real));
        assert!(salt(NOBODY).abs_diff(salt(&real)) <= 8);
        let bytes = |text: &str| PasswordHash::new(text).unwrap().hash.unwrap().len();
        assert_eq!(bytes(NOBODY), bytes(&real));
    }

    #[tokio::test]
    async fn too_many_at_once_are_turned_away() {
        let hasher = Hasher::new();
        let _both = Arc::clone(&hasher.turns).acquire_many_owned(2).await.unwrap();
        let password = Password::typed("correct horse battery");
        let waiting: Vec<_> = (0..MOST_WAITING)
            .map(|_| {
                let (hasher, password) = (hasher.clone(), password.clone());
                tokio::spawn(async move { hasher.is(&password, None).await })
            })
            .collect();
        while hasher.waiting.load(Ordering::SeqCst) < MOST_WAITING {
            tokio::task::yield_now().await;
        }
        assert_eq!(hasher.is(&password, None).await.unwrap(), None);
        waiting.iter().for_each(tokio::task::JoinHandle::abort);
    }
}
