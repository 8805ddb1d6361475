//! Tables are tested with the toy system: two sides, secret pickets, sealed stances, a dawn that shows everything.

#![allow(clippy::unwrap_used)]

mod absence;
mod audit;
mod by_version;
mod consenting;
mod correcting;
mod course_battles;
mod course_law;
mod deadline;
mod delay;
mod dice;
mod entries;
mod files;
mod forged_absence;
mod forged_openings;
mod forged_positions;
mod forged_seals;
mod forged_throws;
mod forgery;
mod grind;
mod history;
mod joined;
mod levels;
mod messages;
mod names;
mod nodes;
mod odd_commands;
mod pictures;
mod ruling;
mod secrecy;
mod submitting;
mod then;
mod throws;
mod trouble;
mod undoing;
mod undoing_openly;
mod waiting;
mod words;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use kernel::{Rulebook, Seat};
use ledger::{Committer, SqliteStore, Store};
use serde_json::{Value, json};
use table::{Answer, Clock, Desk, DiceBy, DiceStart, NewCampaign, Submission};

const BLUE: Seat = Seat::Side(0);
const GREY: Seat = Seat::Side(1);

static RULEBOOKS: &[&'static dyn Rulebook] = &[
    &rules_toy::RULEBOOK,
    &rules_battlefront::RULEBOOK,
    &rules_central_front::RULEBOOK,
    &rules_line::RULEBOOK,
];

/// A desk with one campaign on a disk of its own.
struct Setting {
    folder: tempfile::TempDir,
    desk: Desk,
    campaign: String,
}

impl Setting {
    async fn new() -> Self {
        Self::laid_out(DiceStart::AtOnce).await
    }

    /// A new campaign at a time that the test moves on, in milliseconds.
    async fn at_a_time() -> (Self, Arc<AtomicI64>) {
        let now = Arc::new(AtomicI64::new(1_000_000));
        let time = Arc::clone(&now);
        let Self { folder, desk, campaign } = Self::new().await;
        drop(desk);
        let desk = open_at(&folder, RULEBOOKS, Clock::own(move || time.load(Ordering::Relaxed))).await;
        (Self { folder, desk, campaign }, now)
    }

    async fn laid_out(start: DiceStart) -> Self {
        Self::of(0, rules_toy::FORD, None, start).await
    }

    async fn of(rulebook: usize, setup: &str, position: Option<Value>, start: DiceStart) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let desk = open(&folder).await;
        let new = NewCampaign {
            file: "set-up".into(),
            setup: setup.into(),
            system: RULEBOOKS[rulebook].name().into(),
            position,
            start,
            table_dice: true,
            identity: None,
        };
        let campaign = desk.create(new).await.unwrap();
        Self { folder, desk, campaign }
    }

    /// The same folder after the program has gone and come back.
    async fn again(self) -> Self {
        let Self { folder, desk, campaign } = self;
        drop(desk);
        let desk = open(&folder).await;
        Self { folder, desk, campaign }
    }

    fn submission(&self, by: Seat, command: Value) -> Submission {
        let token = self.desk.fresh_token().unwrap();
        Submission { by, acting_for: None, reason: None, command, cursor: None, token, dice: DiceBy::Server }
    }

    async fn send(&self, submission: Submission) -> Answer {
        self.desk.submit(&self.campaign, submission).await.unwrap()
    }

    async fn act(&self, by: Seat, command: Value) -> Answer {
        self.send(self.submission(by, command)).await
    }

    async fn done(&self, by: Seat, command: Value) {
        let answer = self.act(by, command.clone()).await;
        assert!(matches!(answer, Answer::Done { .. }), "{command}: {answer:?}");
    }

    /// The dusk of both sides: pay, pickets, closed.
    async fn dusk(&self) {
        for side in [BLUE, GREY] {
            self.done(side, json!({"do": "pay"})).await;
            self.done(side, json!({"do": "place", "post": "ford"})).await;
            self.done(side, json!({"do": "close"})).await;
        }
    }

    /// The night of one side: the stance, closed.
    async fn night(&self, side: Seat, stance: &str) {
        self.done(side, json!({"do": "seal", "stance": stance})).await;
        self.done(side, json!({"do": "close"})).await;
    }

    /// A whole round.
    async fn round(&self, blue: &str, grey: &str) {
        self.dusk().await;
        self.night(BLUE, blue).await;
        self.night(GREY, grey).await;
    }

    /// Everything a seat can get out of the table, as bytes.
    async fn roads(&self, seat: Seat) -> String {
        let look = self.desk.look(&self.campaign, seat).await.unwrap();
        let log = self.desk.log(&self.campaign, seat, None, 1000).await.unwrap();
        format!("{}\n{:?}\n{:?}\n{:?}\n{log:?}", json!(look.view()), look.cursor, look.waiting, look.undo)
    }
}

/// The toy campaign, to be laid out.
fn new_campaign(
    start: DiceStart,
    table_dice: bool,
    identity: Option<(ledger::CampaignId, ::dice::Secret)>,
) -> NewCampaign {
    let (file, setup) = ("set-up".into(), rules_toy::FORD.into());
    let system = rules_toy::RULEBOOK.name().into();
    NewCampaign { file, setup, system, position: None, start, table_dice, identity }
}

async fn open(folder: &tempfile::TempDir) -> Desk {
    open_with(folder, RULEBOOKS).await
}

async fn open_with(folder: &tempfile::TempDir, rulebooks: &'static [&'static dyn Rulebook]) -> Desk {
    open_at(folder, rulebooks, ticking()).await
}

async fn open_at(
    folder: &tempfile::TempDir,
    rulebooks: &'static [&'static dyn Rulebook],
    clock: Clock,
) -> Desk {
    let store: Arc<dyn Store> =
        Arc::new(SqliteStore::open(&folder.path().join("log.sqlite3")).await.unwrap());
    let committer = Committer::start(Arc::clone(&store));
    Desk::new(store, committer, clock, rulebooks)
}

/// A clock that ticks with every reading.
fn ticking() -> Clock {
    let ticks = AtomicI64::new(1_000_000);
    Clock::own(move || ticks.fetch_add(1, Ordering::Relaxed))
}

fn code(answer: &Answer) -> &'static str {
    match answer {
        Answer::Refused(refusals) => refusals.first().code,
        other => panic!("not refused: {other:?}"),
    }
}
