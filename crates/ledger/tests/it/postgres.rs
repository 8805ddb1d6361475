//! PostgreSQL keeps the contract, its tables refuse what the contract forbids, and two programs agree on it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use ledger::contract::{Harness, sample};
use ledger::{
    CampaignId, DatabaseUrl, Export, Fault, Heads, News, PostgresStore, SqliteStore, Store, Stream,
};
use sqlx::postgres::PgPool;
use test_postgres::Database;

use crate::three_entries;

struct Place(Database);

impl Place {
    fn new() -> Self {
        Self(Database::fresh())
    }

    fn url(&self) -> DatabaseUrl {
        DatabaseUrl::read(&self.0.url()).unwrap()
    }

    async fn store(&self) -> PostgresStore {
        PostgresStore::open(&self.url()).await.unwrap()
    }

    /// A connection that knows nothing of our rules.
    async fn stranger(&self) -> PgPool {
        let pool = PgPool::connect(&self.0.url()).await.unwrap();
        let find = "SELECT set_config('search_path', 'adjutant_log', false)";
        pool.set_connect_options(
            (*pool.connect_options()).clone().options([("search_path", "adjutant_log")]),
        );
        sqlx::query(find).execute(&pool).await.unwrap();
        pool
    }
}

#[async_trait]
impl Harness for Place {
    async fn open(&self) -> Arc<dyn Store> {
        Arc::new(self.store().await)
    }
}

ledger::contract_tests!(Place::new());

mod keyed {
    use ledger::contract::Keyed;
    use ledger::{Key, Rekeyed};

    use super::*;

    /// The same place, kept with a key.
    struct WithKey(Place, Key);

    #[async_trait]
    impl Harness for WithKey {
        async fn open(&self) -> Arc<dyn Store> {
            Keyed::open(&self.0, Some(&self.1)).await.unwrap()
        }
    }

    #[async_trait]
    impl Keyed for Place {
        async fn open(&self, key: Option<&Key>) -> Result<Arc<dyn Store>, Fault> {
            Ok(Arc::new(PostgresStore::open_with_key(&self.url(), key.cloned()).await?))
        }

        async fn change_key(&self, from: Option<&Key>, to: &Key) -> Result<Rekeyed, Fault> {
            PostgresStore::open_with_key(&self.url(), from.cloned()).await?.change_key(to).await
        }

        async fn bytes(&self) -> Vec<u8> {
            let stranger = self.stranger().await;
            sqlx::query("CHECKPOINT").execute(&stranger).await.unwrap();
            let files = "SELECT pg_read_binary_file(pg_relation_filepath(file::regclass)) \
                         FROM unnest(ARRAY['campaign', 'entry', 'part', 'snapshot', 'key_in_use']) AS file";
            let files: Vec<Vec<u8>> = sqlx::query_scalar(files).fetch_all(&stranger).await.unwrap();
            files.concat()
        }

        async fn meddle(&self, statement: &'static str) {
            sqlx::query(statement).execute(&self.stranger().await).await.unwrap();
        }
    }

    ledger::contract_tests!(WithKey(Place::new(), Key::fresh().unwrap().0));
    ledger::key_contract_tests!(Place::new());
}

async fn with_three_entries(place: &Place) -> (PostgresStore, CampaignId) {
    let store = place.store().await;
    let id = three_entries(&store).await;
    (store, id)
}

/// Somebody's open transaction does not keep plain text on the disk.
#[tokio::test]
async fn a_key_hides_what_an_older_transaction_could_still_read() {
    use ledger::contract::Keyed;

    let place = Place::new();
    let store = place.store().await;
    let mut marked = sample::campaign("marked");
    marked.setup = "# MARKER-behind-the-mill\n".to_owned();
    marked.manifest.setup_digest = ledger::sha256(marked.setup.as_bytes());
    store.create_campaign(&marked).await.unwrap();
    store.close().await;
    let elsewhere = place.stranger().await;
    let mut open = elsewhere.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ").await.unwrap();
    sqlx::query("SELECT 1").execute(&mut *open).await.unwrap();
    let key = ledger::Key::fresh().unwrap().0;
    place.change_key(None, &key).await.unwrap();
    let bytes = place.bytes().await;
    assert!(!bytes.windows(22).any(|window| window == b"MARKER-behind-the-mill"));
    open.rollback().await.unwrap();
}

#[tokio::test]
async fn the_tables_refuse_every_change_of_the_record() {
    let place = Place::new();
    let (_store, _id) = with_three_entries(&place).await;
    let stranger = place.stranger().await;
    for sql in [
        "UPDATE entry SET branch = 1 WHERE master = 2",
        "DELETE FROM entry WHERE master = 3",
        "TRUNCATE entry CASCADE",
        "INSERT INTO entry SELECT campaign, master, lineage, 7, hash FROM entry WHERE master = 3 \
         ON CONFLICT (campaign, master) DO UPDATE SET branch = 7",
        "INSERT INTO entry SELECT campaign, 5, lineage, branch, hash FROM entry WHERE master = 3",
        "UPDATE part SET body = '{}' WHERE number = 2",
        "DELETE FROM part",
        "TRUNCATE part",
        "INSERT INTO part SELECT campaign, stream, 5, master, nonce, 'x', commitment, hash, sealed \
         FROM part WHERE number = 3",
        "UPDATE campaign SET setup = 'x'",
        "DELETE FROM campaign",
    ] {
        let error = sqlx::query(sql).execute(&stranger).await.expect_err(sql).to_string();
        assert!(error.contains("never") || error.contains("next number"), "{sql}: {error}");
    }
}

#[tokio::test]
async fn a_changed_record_is_a_broken_chain_with_its_place() {
    for (sql, chain, number) in [
        ("UPDATE part SET body = '{\"n\":9}' WHERE stream = 'public' AND number = 2", "public", 2),
        (
            "UPDATE part SET nonce = decode(repeat('00', 32), 'hex') WHERE stream = 'side-0' AND number = 3",
            "side-0",
            3,
        ),
        ("UPDATE entry SET branch = 4 WHERE master = 3", "master", 3),
        ("DELETE FROM part WHERE stream = 'side-0' AND number = 2", "master", 2),
    ] {
        let place = Place::new();
        let (store, id) = with_three_entries(&place).await;
        let stranger = place.stranger().await;
        for table in ["part", "entry"] {
            let off = sqlx::AssertSqlSafe(format!("ALTER TABLE {table} DISABLE TRIGGER USER"));
            sqlx::query(off).execute(&stranger).await.unwrap();
        }
        sqlx::query(sql).execute(&stranger).await.unwrap();
        let mut heads = Heads::start(store.campaign(&id).await.unwrap().genesis);
        let fault = store.entries_checked(&id, &mut heads, 100).await.unwrap_err();
        let expected = Fault::BrokenChain { campaign: id.clone(), chain: chain.to_owned(), number };
        assert_eq!(fault, expected, "{sql}");
    }
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_refused() {
    let place = Place::new();
    place.store().await.close().await;
    let stranger = place.stranger().await;
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 VALUES (7, 'later', TRUE, '\\x00', 1)";
    sqlx::query(newer).execute(&stranger).await.unwrap();
    let Err(fault) = PostgresStore::open(&place.url()).await else { panic!("opened a newer database") };
    assert_eq!(fault, Fault::TooNew { what: "the database".to_owned(), found: 7, known: 2 });
}

#[tokio::test]
async fn who_is_not_let_in_is_told_without_the_password() {
    let place = Place::new();
    let nobody = place.0.url().replace("postgres@localhost", "nobody-here:hush@localhost");
    let Err(fault) = PostgresStore::open(&DatabaseUrl::read(&nobody).unwrap()).await else {
        panic!("let in")
    };
    assert!(matches!(fault, Fault::NoEntry { .. }), "{fault}");
    assert!(!fault.to_string().contains("hush"), "{fault}");
    let nowhere = DatabaseUrl::read("postgres://umpire:hush@127.0.0.1:1/club").unwrap();
    let Err(fault) = PostgresStore::open(&nowhere).await else { panic!("opened nothing") };
    assert!(matches!(fault, Fault::Away { .. }), "{fault}");
    assert!(!fault.to_string().contains("hush"), "{fault}");
}

/// Two programs, batches over many campaigns in opposite orders: each number has one winner, and no batch waits for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_write_batches_and_every_number_has_one_winner() {
    const N_CAMPAIGNS: usize = 6;
    const N_ROUNDS: u64 = 10;
    let place = Place::new();
    let stores = [Arc::new(place.store().await), Arc::new(place.store().await)];
    let mut ids = Vec::new();
    for n in 0..N_CAMPAIGNS {
        let new = sample::campaign(&format!("c{n}"));
        stores[0].create_campaign(&new).await.unwrap();
        ids.push(new.manifest.campaign);
    }
    for round in 1..=N_ROUNDS {
        let programs: Vec<_> = stores
            .iter()
            .enumerate()
            .map(|(program, store)| {
                let mut ids = ids.clone();
                if program == 1 {
                    ids.reverse();
                }
                let store = Arc::clone(store);
                let body = format!("{{\"program\":{program}}}");
                tokio::spawn(async move {
                    let parts = [(Stream::Public, body.as_str()), (Stream::Side(1), "{}")];
                    let batch: Vec<_> =
                        ids.into_iter().map(|id| (id, sample::entry(round, &parts))).collect();
                    let results = store.append_batch(&batch).await.unwrap();
                    batch.into_iter().map(|(id, _)| id).zip(results).collect::<Vec<_>>()
                })
            })
            .collect();
        let mut n_won = 0;
        for program in programs {
            for (campaign, result) in program.await.unwrap() {
                match result {
                    Ok(_) => n_won += 1,
                    Err(fault) => {
                        let (expected, next) = (round, round + 1);
                        assert_eq!(fault, Fault::Conflict { campaign, expected, next });
                    }
                }
            }
        }
        assert_eq!(n_won, N_CAMPAIGNS, "round {round}");
    }
    for id in &ids {
        let mut heads = Heads::start(stores[0].campaign(id).await.unwrap().genesis);
        stores[0].entries_checked(id, &mut heads, 100).await.unwrap();
        assert_eq!(heads, stores[1].heads(id).await.unwrap());
        assert_eq!(heads.master.number, N_ROUNDS);
    }
}

/// Another program writes between the moments in which this one reads the last entry and the last parts: a conflict like any.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_entry_written_while_chained_ones_are_compared_is_a_conflict() {
    let place = Place::new();
    let (store, id) = with_three_entries(&place).await;
    let mut heads = store.heads(&id).await.unwrap();
    let new = sample::entry(4, &[(Stream::Public, "{}")]);
    let chained = vec![(id.clone(), heads.chain(&id, 2, &new, &ledger::SystemNonces).unwrap())];
    let stranger = place.stranger().await;
    let mut other = stranger.begin().await.unwrap();
    sqlx::query("LOCK TABLE part IN ACCESS EXCLUSIVE MODE").execute(&mut *other).await.unwrap();
    let store = Arc::new(store);
    let writing = tokio::spawn({
        let store = Arc::clone(&store);
        async move { store.write_together(None, &chained).await }
    });
    let waits = "SELECT count(*) FROM pg_locks WHERE NOT granted \
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    while sqlx::query_scalar::<_, i64>(waits).fetch_one(&stranger).await.unwrap() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    for sql in [
        "INSERT INTO entry SELECT campaign, 4, lineage, branch, hash FROM entry WHERE master = 3",
        "INSERT INTO part SELECT campaign, stream, number + 1, 4, nonce, body, commitment, hash, sealed FROM part \
         WHERE stream = 'public' ORDER BY number DESC LIMIT 1",
    ] {
        sqlx::query(sql).execute(&mut *other).await.unwrap();
    }
    other.commit().await.unwrap();
    let fault = writing.await.unwrap();
    assert_eq!(fault, Err(Fault::Conflict { campaign: id, expected: 4, next: 5 }));
}

async fn next(news: &mut tokio::sync::mpsc::UnboundedReceiver<News>) -> News {
    tokio::time::timeout(Duration::from_secs(10), news.recv()).await.unwrap().unwrap()
}

#[tokio::test]
async fn what_one_program_writes_another_hears_by_the_campaigns_name_alone() {
    let place = Place::new();
    let (writer, id) = with_three_entries(&place).await;
    let listener = place.store().await;
    let mut news = listener.news().unwrap();
    assert_eq!(next(&mut news).await, News::OfAny, "what was before the line stood may have been missed");
    let stranger = PgPool::connect(&place.0.url()).await.unwrap();
    let mut wire = sqlx::postgres::PgListener::connect_with(&stranger).await.unwrap();
    wire.listen("adjutant").await.unwrap();

    let entry = sample::entry(4, &[(Stream::Side(1), "{\"secret\":true}")]);
    writer.append_batch(&[(id.clone(), entry), (id.clone(), sample::entry(9, &[]))]).await.unwrap();
    assert_eq!(next(&mut news).await, News::Of(id.clone()));
    assert_eq!(wire.recv().await.unwrap().payload(), id.as_str());
    // What was not written is not told.
    writer.append_batch(&[(id.clone(), sample::entry(4, &[(Stream::Public, "{}")]))]).await.unwrap();
    writer.append_batch(&[(id.clone(), sample::entry(5, &[(Stream::Public, "{}")]))]).await.unwrap();
    assert_eq!(next(&mut news).await, News::Of(id.clone()));
    assert!(news.try_recv().is_err());
    // A line that was cut stands again by itself, and says that something may have been missed.
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen%'";
    sqlx::query(cut).execute(&stranger).await.unwrap();
    assert_eq!(next(&mut news).await, News::OfAny);
    writer.append_batch(&[(id.clone(), sample::entry(6, &[(Stream::Public, "{}")]))]).await.unwrap();
    assert_eq!(next(&mut news).await, News::Of(id));
}

/// There and back again by campaign files: the same campaign, entry by entry and hash by hash.
#[tokio::test]
async fn a_campaign_moves_between_both_databases_hash_equal() {
    let place = Place::new();
    let (postgres, id) = with_three_entries(&place).await;
    let folder = tempfile::tempdir().unwrap();
    let sqlite = SqliteStore::open(&folder.path().join("log.db")).await.unwrap();
    let file = ledger::export(&postgres, &id, Export::Move, &[]).await.unwrap();
    assert_eq!(ledger::import(&sqlite, &file).await.unwrap(), id);
    assert_eq!(sqlite.heads(&id).await.unwrap(), postgres.heads(&id).await.unwrap());
    assert_eq!(sqlite.entries(&id, 1, 9).await.unwrap(), postgres.entries(&id, 1, 9).await.unwrap());
    assert_eq!(sqlite.dice_secret(&id).await.unwrap(), postgres.dice_secret(&id).await.unwrap());

    let body = sample::body("on sqlite, any \\u0000");
    let entry = sample::entry(4, &[(Stream::Public, &body), (Stream::Umpire, &sample::body(""))]);
    sqlite.append_batch(&[(id.clone(), entry)]).await.unwrap()[0].as_ref().unwrap();
    let elsewhere = Place::new();
    let other = elsewhere.store().await;
    let file = ledger::export(&sqlite, &id, Export::Move, &[]).await.unwrap();
    ledger::import(&other, &file).await.unwrap();
    assert_eq!(other.heads(&id).await.unwrap(), sqlite.heads(&id).await.unwrap());
    assert_eq!(other.campaign(&id).await.unwrap(), postgres.campaign(&id).await.unwrap());
    let again = ledger::export(&other, &id, Export::Move, &[]).await.unwrap();
    assert_eq!(again.to_text(), file.to_text());
}
