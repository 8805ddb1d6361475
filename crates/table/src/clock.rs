//! The clock. The only place below the pages that reads the time.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Tells the time in milliseconds since 1970, UTC.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl Clock {
    /// The machine's clock.
    pub fn machine() -> Self {
        Self(Arc::new(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
        }))
    }

    /// A clock of one's own, for tests.
    pub fn own(tell: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }

    /// Now.
    pub fn now(&self) -> i64 {
        (self.0)()
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clock")
    }
}
