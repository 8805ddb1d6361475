//! Invitations, sessions, last-seen marks and erasure, on a real file.

#![allow(clippy::unwrap_used)]

mod accounts;
mod care;
mod drafts;
mod erasure;
mod invitations;
mod known;
mod last_seen;
mod mail;
mod migration;
mod sessions;
mod tokens;

use people::{Chair, Entry, Invited, People, Secret, Session};
use tempfile::TempDir;

/// A day in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A house with an empty people database; keep it as long as the database is used.
struct House {
    folder: TempDir,
    people: People,
}

impl House {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let people = People::open(&folder.path().join("people.sqlite3")).await.unwrap();
        Self { folder, people }
    }

    async fn invite(&self, seat: &str) -> Invited {
        self.people.invite(&chair(seat), "Anna", 0, DAY).await.unwrap()
    }

    async fn enter(&self, seat: &str, now: i64) -> (Session, Secret) {
        let invited = self.people.invite(&chair(seat), "Anna", now, DAY).await.unwrap();
        match self.people.exchange(&invited.secret.reveal(), None, "", now).await.unwrap() {
            Entry::Entered { session, secret, .. } => (*session, secret),
            closed => panic!("closed: {closed:?}"),
        }
    }
}

fn chair(seat: &str) -> Chair {
    Chair::new("rostov", seat)
}
