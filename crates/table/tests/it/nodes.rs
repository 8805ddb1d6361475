//! Two programs on one PostgreSQL log: each acts on what the other has written, whoever comes second is judged again, and
//! the seats that listen at one hear what is done at the other.

use std::sync::Arc;
use std::time::Duration;

use kernel::Seat;
use ledger::{CampaignId, Committer, DatabaseUrl, Export, Heads, PostgresStore, SqliteStore, Store};
use serde_json::{Value, json};
use table::{Answer, Cursor, Desk, DiceBy, FileKind, NewCampaign, Submission};
use test_postgres::Database;
use tokio::sync::watch;

use crate::{BLUE, GREY, RULEBOOKS, code, ticking};

/// Two desks, each with connections of its own to one database.
pub(crate) struct Nodes {
    pub(crate) desks: [Arc<Desk>; 2],
    stores: [Arc<dyn Store>; 2],
    pub(crate) campaign: String,
    // Dropped last.
    database: Database,
}

impl Nodes {
    pub(crate) async fn new() -> Self {
        Self::at(ticking).await
    }

    /// Two desks that read the clocks that are given.
    pub(crate) async fn at(clock: impl Fn() -> table::Clock) -> Self {
        let database = Database::fresh();
        let url = DatabaseUrl::read(&database.url()).unwrap();
        let mut opened = Vec::new();
        for _ in 0..2 {
            let store: Arc<dyn Store> = Arc::new(PostgresStore::open(&url).await.unwrap());
            let committer = Committer::start(Arc::clone(&store));
            let desk = Arc::new(Desk::new(Arc::clone(&store), committer, clock(), RULEBOOKS));
            desk.listen();
            opened.push((desk, store));
        }
        let new = NewCampaign {
            file: "set-up".into(),
            setup: rules_toy::FORD.into(),
            system: "pickets".into(),
            position: None,
            start: table::DiceStart::AtOnce,
            table_dice: true,
            identity: None,
        };
        let campaign = opened[0].0.create(new).await.unwrap();
        let [(desk, store), (other_desk, other_store)] = opened.try_into().ok().unwrap();
        Self { desks: [desk, other_desk], stores: [store, other_store], campaign, database }
    }

    async fn act(&self, at: usize, by: Seat, command: Value, cursor: Option<Cursor>) -> Answer {
        let token = self.desks[at].fresh_token().unwrap();
        let (acting_for, reason, dice) = (None, None, DiceBy::Server);
        let submission = Submission { by, acting_for, reason, command, cursor, token, dice };
        self.desks[at].submit(&self.campaign, submission).await.unwrap()
    }

    pub(crate) async fn done(&self, at: usize, by: Seat, command: Value) {
        let answer = self.act(at, by, command.clone(), None).await;
        assert!(matches!(answer, Answer::Done { .. }), "{command}: {answer:?}");
    }

    /// What a seat sees at a node.
    async fn sees(&self, at: usize, seat: Seat) -> String {
        let look = self.desks[at].look(&self.campaign, seat).await.unwrap();
        format!(
            "{} {:?} {:?} {:?} {:?}",
            json!(look.view()),
            look.cursor,
            look.waiting,
            look.undo,
            look.seals
        )
    }

    async fn see_the_same(&self) {
        for seat in [BLUE, GREY, Seat::Umpire, Seat::Spectator] {
            assert_eq!(self.sees(0, seat).await, self.sees(1, seat).await, "{seat:?}");
        }
    }

    async fn feed(&self, at: usize, seat: Seat) -> watch::Receiver<Cursor> {
        let mut feed = self.desks[at].feed(&self.campaign, seat).await.unwrap();
        feed.mark_unchanged();
        feed
    }
}

async fn wakes(feed: &mut watch::Receiver<Cursor>) {
    tokio::time::timeout(Duration::from_secs(5), feed.changed()).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_goes_on_at_another_node_as_if_it_were_one() {
    let nodes = Nodes::new().await;
    for (n, side) in [BLUE, GREY].into_iter().enumerate() {
        nodes.done(n, side, json!({"do": "pay"})).await;
        nodes.done(1 - n, side, json!({"do": "place", "post": "ford"})).await;
        nodes.see_the_same().await;
        // A step is taken back where it was not made.
        let token = nodes.desks[n].fresh_token().unwrap();
        let undone = nodes.desks[n].undo(&nodes.campaign, side, None, token).await.unwrap();
        assert!(matches!(undone, Answer::Done { .. }), "{undone:?}");
        nodes.see_the_same().await;
        nodes.done(1 - n, side, json!({"do": "place", "post": "mill"})).await;
        nodes.done(n, side, json!({"do": "close"})).await;
    }
    for (n, side) in [BLUE, GREY].into_iter().enumerate() {
        nodes.done(n, side, json!({"do": "seal", "stance": "hold"})).await;
        nodes.done(1 - n, side, json!({"do": "close"})).await;
    }
    nodes.see_the_same().await;
}

/// As when a database gives way to a copy that lacked the last entry: as many entries, and another course. Whoever was at one
/// of them acts on what there is now.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_act_is_judged_anew_on_a_log_that_was_put_back_and_went_on() {
    let nodes = Nodes::new().await;
    for side in [BLUE, GREY] {
        nodes.done(0, side, json!({"do": "pay"})).await;
    }
    nodes.done(0, BLUE, json!({"do": "place", "post": "ford"})).await;
    for table in ["part", "entry"] {
        nodes.database.does(&format!(
            "ALTER TABLE adjutant_log.{table} DISABLE TRIGGER USER; \
             DELETE FROM adjutant_log.{table} WHERE master = (SELECT max(master) FROM adjutant_log.{table}); \
             ALTER TABLE adjutant_log.{table} ENABLE TRIGGER USER"
        ));
    }
    nodes.done(1, GREY, json!({"do": "place", "post": "mill"})).await;
    // What was lost can be done again; to the first node the post is taken until it looks.
    nodes.done(0, GREY, json!({"do": "close"})).await;
    nodes.done(0, BLUE, json!({"do": "place", "post": "ford"})).await;
    nodes.see_the_same().await;
    let file = nodes.desks[0].examined(&nodes.campaign).await.unwrap();
    let audit = table::audit(&file, RULEBOOKS);
    assert_eq!((audit.faults.len(), audit.n_unproved), (0, 0), "{:?}", audit.lines());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_done_at_one_node_wakes_the_seats_at_the_other_that_see_it_and_nobody_else() {
    let nodes = Nodes::new().await;
    let (mut blue, grey) = (nodes.feed(1, BLUE).await, nodes.feed(1, GREY).await);
    let mut umpire = nodes.feed(1, Seat::Umpire).await;
    nodes.done(0, BLUE, json!({"do": "pay"})).await;
    wakes(&mut blue).await;
    wakes(&mut umpire).await;
    assert_eq!(*blue.borrow(), nodes.desks[0].cursor(&nodes.campaign, BLUE).await.unwrap());
    assert!(!grey.has_changed().unwrap(), "grey learns nothing of it, not even that it was");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_is_stale_when_its_seat_has_acted_at_the_other_node() {
    let nodes = Nodes::new().await;
    let drawn = nodes.desks[1].cursor(&nodes.campaign, BLUE).await.unwrap();
    nodes.done(0, BLUE, json!({"do": "pay"})).await;
    let late = nodes.act(1, BLUE, json!({"do": "place", "post": "ford"}), Some(drawn)).await;
    assert_eq!(code(&late), "stale");
}

/// The same form sent to both nodes at once, again and again, while the other side acts as well: it acts once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_acts_at_once_the_second_is_judged_on_what_the_first_has_done() {
    let nodes = Nodes::new().await;
    for side in [BLUE, GREY] {
        nodes.done(0, side, json!({"do": "pay"})).await;
    }
    for post in ["ford", "mill", "ford", "mill"] {
        let place = || json!({"do": "place", "post": post});
        let answers = tokio::join!(
            nodes.act(0, BLUE, place(), None),
            nodes.act(1, BLUE, place(), None),
            nodes.act(0, GREY, place(), None),
            nodes.act(1, GREY, place(), None),
        );
        let [one, two, three, four] = <[Answer; 4]>::from(answers);
        for pair in [[one, two], [three, four]] {
            let n_done = pair.iter().filter(|answer| matches!(answer, Answer::Done { .. })).count();
            assert!(n_done <= 1, "one post was taken twice: {pair:?}");
        }
        nodes.see_the_same().await;
    }
    let token = nodes.desks[0].fresh_token().unwrap();
    let (acting_for, reason, cursor) = (None, None, None);
    let command = json!({"do": "close"});
    let form = Submission { by: BLUE, acting_for, reason, command, cursor, token, dice: DiceBy::Server };
    let (one, two) = tokio::join!(
        nodes.desks[0].submit(&nodes.campaign, form.clone()),
        nodes.desks[1].submit(&nodes.campaign, form)
    );
    for answer in [one.unwrap(), two.unwrap()] {
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }
    let id = CampaignId::new(&nodes.campaign).unwrap();
    let mut heads = Heads::start(nodes.stores[0].campaign(&id).await.unwrap().genesis);
    let entries = nodes.stores[0].entries_checked(&id, &mut heads, 1000).await.unwrap();
    assert_eq!(entries.iter().filter(|entry| entry.lineage == token).count(), 1);
    nodes.see_the_same().await;
}

/// Played in PostgreSQL, moved to a file, played on, moved back: one campaign, hash by hash.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_campaign_is_played_on_wherever_it_is_moved() {
    let nodes = Nodes::new().await;
    nodes.done(0, BLUE, json!({"do": "pay"})).await;
    let file = nodes.desks[1].export(&nodes.campaign, Seat::Umpire, FileKind::Move).await.unwrap().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.sqlite3");
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&path).await.unwrap());
    let desk = Desk::new(Arc::clone(&store), Committer::start(Arc::clone(&store)), ticking(), RULEBOOKS);
    assert_eq!(desk.import(&file.to_text()).await.unwrap().id, nodes.campaign);
    let id = CampaignId::new(&nodes.campaign).unwrap();
    assert_eq!(store.heads(&id).await.unwrap(), nodes.stores[0].heads(&id).await.unwrap());
    for side in [BLUE, Seat::Umpire] {
        let look = desk.look(&nodes.campaign, side).await.unwrap();
        let there = nodes.desks[0].look(&nodes.campaign, side).await.unwrap();
        assert_eq!((json!(look.view()), look.cursor), (json!(there.view()), there.cursor));
    }
    let elsewhere = Database::fresh();
    let url = DatabaseUrl::read(&elsewhere.url()).unwrap();
    let back = PostgresStore::open(&url).await.unwrap();
    ledger::import(&back, &ledger::export(store.as_ref(), &id, Export::Move, &[]).await.unwrap())
        .await
        .unwrap();
    assert_eq!(back.heads(&id).await.unwrap(), store.heads(&id).await.unwrap());
}
