//! A file of the version before accounts: each browser that held seats is a person of its own afterwards.

use std::path::Path;

use people::{LastSeen, People};
use sha2::{Digest, Sha256};
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

use crate::chair;

/// The last step of the tables before there were persons.
const BEFORE: i64 = 3;

#[tokio::test]
async fn browsers_before_accounts_keep_their_seats() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.sqlite3");
    let steps = Migrator::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations")).await.unwrap();
    let session = [0x11; 32];
    let token = [0x22; 32];
    {
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let file = SqlitePool::connect_with(options).await.unwrap();
        steps.run_to(BEFORE, &file).await.unwrap();
        let hash = |secret: [u8; 32]| Sha256::digest(secret).to_vec();
        for (statement, hash) in [
            ("INSERT INTO session VALUES ('00000000000000aa', $1, 5, 6)", hash(session)),
            (
                "INSERT INTO seat_token VALUES \
                 ('00000000000000bb', $1, 'rostov', 'side-0', 'a script', '00000000000000aa', 5, 900, NULL)",
                hash(token),
            ),
        ] {
            sqlx::query(statement).bind(hash).execute(&file).await.unwrap();
        }
        let rows = "INSERT INTO session_chair VALUES ('00000000000000aa', 'rostov', 'side-0', 'Anna', 5);
                    INSERT INTO last_seen VALUES ('00000000000000aa', 'rostov', 'side-0', 6, '4.7')";
        sqlx::raw_sql(rows).execute(&file).await.unwrap();
        file.close().await;
    }
    let people = People::open(&path).await.unwrap();
    let session = people.session(&hex::encode(session), 7).await.unwrap().unwrap();
    assert_eq!(session.chairs, [chair("side-0")]);
    assert_eq!((session.account, session.created_ms), (None, 5));
    let seen = people.last_seen(&session.person, &chair("side-0")).await.unwrap();
    assert_eq!(seen, Some(LastSeen { at_ms: 6, cursor: "4.7".into(), before: None }));
    assert_eq!(people.holders("rostov", 7).await.unwrap()[0].label, "Anna");
    // A token goes with the person that its maker became.
    let token = format!("{}{}", people::TOKEN_MARK, hex::encode(token));
    assert!(people.token(&token, 7).await.unwrap().is_some());
    assert!(people.unseat(&session.person, &chair("side-0")).await.unwrap());
    assert!(people.token(&token, 7).await.unwrap().is_none());
}
