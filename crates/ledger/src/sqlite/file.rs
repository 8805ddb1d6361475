//! Whether the file that is open is still the one at its path.

use std::path::PathBuf;

/// A file as it was when it was opened.
pub struct Opened {
    path: PathBuf,
    was: Option<Identity>,
}

/// What tells a file from another at the same path.
type Identity = (u64, u64);

impl Opened {
    pub(super) fn at(path: PathBuf) -> Self {
        Self { was: identity(&path), path }
    }

    /// Whether what is written still ends up at the path. A file that was deleted or replaced goes on taking what is
    /// written, and loses it when it is closed.
    pub(super) fn is_there(&self) -> bool {
        self.was.is_none() || identity(&self.path) == self.was
    }
}

#[cfg(unix)]
fn identity(path: &std::path::Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

/// Where a file that is open can neither be deleted nor replaced.
#[cfg(not(unix))]
fn identity(_: &std::path::Path) -> Option<Identity> {
    None
}

#[cfg(test)]
mod tests {
    use crate::contract::sample;
    use crate::sql::WRITE;
    use crate::{Fault, SqliteStore, Store, Stream};

    #[tokio::test]
    async fn nothing_is_acknowledged_into_a_file_that_is_no_longer_there() {
        let folder = tempfile::tempdir().unwrap();
        let (path, away) = (folder.path().join("log.db"), folder.path().join("away.db"));
        let store = SqliteStore::open(&path).await.unwrap();
        let new = sample::campaign("moved");
        let id = new.manifest.campaign.clone();
        store.create_campaign(&new).await.unwrap();
        let entry = |n| [(id.clone(), sample::entry(n, &[(Stream::Public, "{}")]))];
        std::fs::rename(&path, &away).unwrap();
        for _ in 0..2 {
            assert_eq!(store.append_batch(&entry(1)).await, Err(Fault::Moved { action: WRITE }));
            assert_eq!(
                store.can_write().await,
                Err(Fault::Moved { action: WRITE }),
                "and whoever asks is told"
            );
            // Nor does a copy in its place take what is meant for it.
            std::fs::copy(&away, &path).unwrap();
        }
        std::fs::rename(&away, &path).unwrap();
        assert!(store.append_batch(&entry(1)).await.unwrap()[0].is_ok());
        store.can_write().await.unwrap();
    }
}
