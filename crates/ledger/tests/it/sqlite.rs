//! SQLite keeps the contract, and its tables refuse what the contract forbids.

use std::sync::Arc;

use async_trait::async_trait;
use ledger::contract::{Harness, sample};
use ledger::{Fault, Heads, SqliteStore, Store, Stream};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use tempfile::TempDir;

use crate::three_entries;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    async fn store(&self) -> SqliteStore {
        SqliteStore::open(&self.0.path().join("log.db")).await.unwrap()
    }

    /// A connection that knows nothing of our rules.
    async fn stranger(&self) -> SqlitePool {
        let options = SqliteConnectOptions::new().filename(self.0.path().join("log.db"));
        SqlitePool::connect_with(options).await.unwrap()
    }
}

#[async_trait]
impl Harness for Folder {
    async fn open(&self) -> Arc<dyn Store> {
        Arc::new(self.store().await)
    }
}

ledger::contract_tests!(Folder::new());

mod keyed {
    use std::path::PathBuf;

    use ledger::contract::Keyed;
    use ledger::{Key, Rekeyed};

    use super::*;

    /// The same folder, kept with a key.
    struct WithKey(Folder, Key);

    #[async_trait]
    impl Harness for WithKey {
        async fn open(&self) -> Arc<dyn Store> {
            Keyed::open(&self.0, Some(&self.1)).await.unwrap()
        }
    }

    #[async_trait]
    impl Keyed for Folder {
        async fn open(&self, key: Option<&Key>) -> Result<Arc<dyn Store>, Fault> {
            Ok(Arc::new(SqliteStore::open_with_key(&self.0.path().join("log.db"), key.cloned()).await?))
        }

        async fn change_key(&self, from: Option<&Key>, to: &Key) -> Result<Rekeyed, Fault> {
            let store = SqliteStore::open_with_key(&self.0.path().join("log.db"), from.cloned()).await?;
            store.change_key(to).await
        }

        async fn bytes(&self) -> Vec<u8> {
            let files = std::fs::read_dir(self.0.path()).unwrap();
            let paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
            // A file that goes away meanwhile holds nothing any more.
            paths.iter().flat_map(|path| std::fs::read(path).unwrap_or_default()).collect()
        }

        async fn meddle(&self, statement: &'static str) {
            sqlx::query(statement).execute(&self.stranger().await).await.unwrap();
        }
    }

    ledger::contract_tests!(WithKey(Folder::new(), Key::fresh().unwrap().0));
    ledger::key_contract_tests!(Folder::new());
}

async fn with_three_entries(folder: &Folder) -> (SqliteStore, ledger::CampaignId) {
    let store = folder.store().await;
    let id = three_entries(&store).await;
    (store, id)
}

#[tokio::test]
async fn the_tables_refuse_every_change_of_the_record() {
    let folder = Folder::new();
    let (_store, _id) = with_three_entries(&folder).await;
    let stranger = folder.stranger().await;
    for sql in [
        "UPDATE entry SET branch = 1 WHERE master = 2",
        "DELETE FROM entry WHERE master = 3",
        "INSERT OR REPLACE INTO entry SELECT campaign, master, lineage, 7, hash FROM entry WHERE master = 3",
        "INSERT INTO entry SELECT campaign, 5, lineage, branch, hash FROM entry WHERE master = 3",
        "UPDATE part SET body = '{}' WHERE number = 2",
        "DELETE FROM part",
        "INSERT OR REPLACE INTO part SELECT campaign, stream, number, master, nonce, 'x', commitment, hash, \
         sealed FROM part WHERE number = 3",
        "INSERT OR REPLACE INTO part SELECT campaign, stream, 4, master, nonce, 'x', commitment, hash, \
         sealed FROM part WHERE number = 3",
        "UPDATE campaign SET setup = 'x'",
        "DELETE FROM campaign",
        "INSERT OR REPLACE INTO campaign SELECT id, manifest, n_sides, 'x', dice_secret, setup_sealed, \
         secret_sealed FROM campaign",
    ] {
        let error = sqlx::query(sql).execute(&stranger).await.expect_err(sql).to_string();
        assert!(error.contains("never") || error.contains("next number"), "{sql}: {error}");
    }
}

#[tokio::test]
async fn a_changed_record_is_a_broken_chain_with_its_place() {
    for (sql, chain, number) in [
        ("UPDATE part SET body = '{\"n\":9}' WHERE stream = 'public' AND number = 2", "public", 2),
        ("UPDATE part SET nonce = zeroblob(32) WHERE stream = 'side-0' AND number = 3", "side-0", 3),
        ("UPDATE part SET hash = zeroblob(32) WHERE stream = 'public' AND number = 1", "public", 1),
        ("UPDATE entry SET branch = 4 WHERE master = 3", "master", 3),
        ("UPDATE entry SET lineage = zeroblob(16) WHERE master = 1", "master", 1),
        ("DELETE FROM part WHERE stream = 'side-0' AND number = 2", "master", 2),
    ] {
        let folder = Folder::new();
        let (store, id) = with_three_entries(&folder).await;
        let stranger = folder.stranger().await;
        for trigger in ["part_is_not_changed", "part_is_not_deleted", "entry_is_not_changed"] {
            let drop = sqlx::AssertSqlSafe(format!("DROP TRIGGER {trigger}"));
            sqlx::query(drop).execute(&stranger).await.unwrap();
        }
        sqlx::query(sql).execute(&stranger).await.unwrap();
        let mut heads = Heads::start(store.campaign(&id).await.unwrap().genesis);
        let fault = store.entries_checked(&id, &mut heads, 100).await.unwrap_err();
        let expected = Fault::BrokenChain { campaign: id.clone(), chain: chain.to_owned(), number };
        assert_eq!(fault, expected, "{sql}");
    }
}

#[tokio::test]
async fn damaged_rows_are_told_with_their_place() {
    let folder = Folder::new();
    let (store, id) = with_three_entries(&folder).await;
    let stranger = folder.stranger().await;
    sqlx::query("DROP TRIGGER part_is_not_changed").execute(&stranger).await.unwrap();
    let damage = "UPDATE part SET hash = x'00' WHERE stream = 'side-0' AND number = 2";
    sqlx::query(damage).execute(&stranger).await.unwrap();
    let fault = store.entries(&id, 1, 100).await.unwrap_err();
    let expected = Fault::Corrupt {
        place: "campaign three, side-0 2".to_owned(),
        detail: "1 bytes where 32 belong".to_owned(),
    };
    assert_eq!(fault, expected);
}

#[tokio::test]
async fn a_too_new_campaign_does_not_hide_the_others() {
    let folder = Folder::new();
    let (store, id) = with_three_entries(&folder).await;
    store.create_campaign(&sample::campaign("other")).await.unwrap();
    let stranger = folder.stranger().await;
    sqlx::query("DROP TRIGGER campaign_is_not_changed").execute(&stranger).await.unwrap();
    let newer = "UPDATE campaign SET manifest = replace(manifest, '\"format\":1', '\"format\":2,\"new\":[]') \
                 WHERE id = 'three'";
    sqlx::query(newer).execute(&stranger).await.unwrap();
    let listed = store.campaigns().await.unwrap();
    assert!(listed[0].1.is_ok());
    let expected = Fault::TooNew { what: "campaign three".to_owned(), found: 2, known: 1 };
    assert_eq!(listed[1].1, Err(expected.clone()));
    assert_eq!(store.campaign(&id).await.unwrap_err(), expected);
}

/// A second row under another name would stand for a campaign that never began.
#[tokio::test]
async fn a_campaign_under_another_name_than_its_manifests_is_told() {
    let folder = Folder::new();
    let (store, id) = with_three_entries(&folder).await;
    let second = "INSERT INTO campaign (id, manifest, n_sides, setup, dice_secret) \
                  SELECT 'zwei', manifest, n_sides, setup, dice_secret FROM campaign";
    sqlx::query(second).execute(&folder.stranger().await).await.unwrap();
    let expected = Fault::Corrupt {
        place: "campaign zwei".to_owned(),
        detail: "its manifest is that of campaign three".to_owned(),
    };
    let listed = store.campaigns().await.unwrap();
    assert!(listed[0].0 == id && listed[0].1.is_ok());
    assert_eq!(listed[1].1, Err(expected.clone()));
    let second = ledger::CampaignId::new("zwei").unwrap();
    assert_eq!(store.campaign(&second).await.unwrap_err(), expected);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_told_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let text = "this is a letter, not a database\n".repeat(100);
    std::fs::write(&path, &text).unwrap();
    let Err(fault) = SqliteStore::open(&path).await else { panic!("a letter was opened as a log") };
    assert!(matches!(fault, Fault::Corrupt { .. }), "{fault}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[tokio::test]
async fn a_folder_that_does_not_exist_is_a_disk_fault() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("missing").join("log.db");
    let Err(fault) = SqliteStore::open(&path).await else { panic!("opened {}", path.display()) };
    assert!(matches!(fault, Fault::Disk { action: "open the database", .. }), "{fault}");
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_refused() {
    let folder = Folder::new();
    folder.store().await.close().await;
    let stranger = folder.stranger().await;
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 VALUES (7, 'later', TRUE, x'00', 1)";
    sqlx::query(newer).execute(&stranger).await.unwrap();
    let opened = SqliteStore::open(&folder.0.path().join("log.db")).await;
    let Err(fault) = opened else { panic!("opened a newer database") };
    assert_eq!(fault, Fault::TooNew { what: "the database".to_owned(), found: 7, known: 2 });
}

#[tokio::test]
async fn a_locked_database_is_told_as_busy() {
    let folder = Folder::new();
    let (store, id) = with_three_entries(&folder).await;
    let stranger = folder.stranger().await;
    let held = stranger.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let batch = [(id.clone(), sample::entry(4, &[(Stream::Public, "{}")]))];
    let fault = store.append_batch(&batch).await.unwrap_err();
    assert!(matches!(fault, Fault::Busy { .. }), "{fault}");
    held.rollback().await.unwrap();
    assert!(store.append_batch(&batch).await.unwrap()[0].is_ok());
}
