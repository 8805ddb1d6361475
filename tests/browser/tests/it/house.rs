//! A server of its own for each journey, with one campaign in it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use adjutant_web::{Limits, Sample, Settings, Systems, WebState};
use dice::Secret;
use kernel::{Rulebook, Seat, System};
use ledger::{CampaignId, Committer, SqliteStore, Store};
use people::{Chair, People};
use serde_json::{Value, json};
use table::{Answer, Clock, Desk, DiceBy, FileKind, NewCampaign, Submission};
use tabular::Fillable;
use tokio::sync::watch;

use crate::driver::Browser;

static RULEBOOKS: &[&'static dyn Rulebook] = &[
    &rules_battlefront::RULEBOOK,
    &rules_upfront::RULEBOOK,
    &rules_central_front::RULEBOOK,
    &rules_bcs::RULEBOOK,
    &rules_civil_war::RULEBOOK,
    &rules_toy::RULEBOOK,
];

static FILLABLE: &[&'static dyn Fillable] = &[
    &rules_battlefront::RULEBOOK,
    &rules_upfront::RULEBOOK,
    &rules_central_front::RULEBOOK,
    &rules_bcs::RULEBOOK,
    &rules_civil_war::RULEBOOK,
    &rules_toy::RULEBOOK,
];

/// A running server.
pub struct House {
    pub address: String,
    pub desk: Arc<Desk>,
    pub people: People,
    pub campaign: String,
    ahead_ms: Arc<AtomicI64>,
    n_acts: AtomicU64,
    close: watch::Sender<bool>,
    folder: tempfile::TempDir,
}

/// What lies in a house's folder, opened.
struct Opened {
    store: Arc<dyn Store>,
    desk: Arc<Desk>,
    people: People,
    ahead_ms: Arc<AtomicI64>,
}

impl House {
    /// Rostov on the morning of 24 December, after the first battle.
    pub async fn rostov() -> Self {
        Self::with(rules_battlefront::SAMPLE, Some(rules_battlefront::SAMPLE_POSITION)).await
    }

    /// A set-up of the Battlefront campaign, from its start or from a position.
    pub async fn with(setup: &str, position: Option<&str>) -> Self {
        Self::of(rules_battlefront::NAME, setup, position).await
    }

    /// Nine days of Up Front, before the first scenario.
    pub async fn nine_days() -> Self {
        Self::up_front(rules_upfront::NINE_DAYS).await
    }

    /// A set-up of the Up Front campaign.
    pub async fn up_front(setup: &str) -> Self {
        Self::of(rules_upfront::NAME, setup, None).await
    }

    /// New Central Front in the Fulda corridor, at its beginning.
    pub async fn fulda() -> Self {
        Self::of(rules_central_front::NAME, rules_central_front::FULDA, None).await
    }

    /// New Central Front in the small scenario; the sky is clear and the Warsaw Pact moves first.
    pub async fn gap() -> Self {
        Self::gap_where(|_| {}).await
    }

    /// The same with another position.
    pub async fn gap_where(change: impl FnOnce(&mut rules_central_front::Facts)) -> Self {
        use rules_central_front::{CentralFront, GAP, NAME, phase::Phase};
        let scenario = CentralFront::load("set-up", GAP).unwrap();
        let mut facts = CentralFront::position(&CentralFront::open(scenario));
        facts.phase = Phase::WpMove1;
        change(&mut facts);
        Self::of(NAME, GAP, Some(&toml::to_string(&facts).unwrap())).await
    }

    /// The Battalion Combat Series in the small scenario, where Blue activates first.
    pub async fn sarn_west() -> Self {
        Self::battalions(|_| {}).await
    }

    /// The small scenario from its beginning, before its first roll.
    pub async fn sarn_west_from_its_start() -> Self {
        Self::of(rules_bcs::BattalionCombat::NAME, rules_bcs::SARN_WEST, None).await
    }

    /// The same from a position.
    pub async fn battalions(change: impl FnOnce(&mut rules_bcs::Facts)) -> Self {
        use rules_bcs::{BattalionCombat, Phase, SARN_WEST};
        let scenario = BattalionCombat::load("set-up", SARN_WEST).unwrap();
        let mut facts = BattalionCombat::position(&BattalionCombat::open(scenario));
        (facts.phase, facts.go) = (Phase::Activations, Some(kernel::Side::FIRST));
        change(&mut facts);
        Self::of(BattalionCombat::NAME, SARN_WEST, Some(&toml::to_string(&facts).unwrap())).await
    }

    /// The Civil War in the summer of 1862, before the first pulse.
    pub async fn summer() -> Self {
        Self::of(rules_civil_war::NAME_IN_FILES, rules_civil_war::SUMMER, None).await
    }

    /// The same from a position.
    pub async fn summer_where(change: impl FnOnce(&mut rules_civil_war::Facts)) -> Self {
        use rules_civil_war::{CivilWar, NAME_IN_FILES, SUMMER};
        let setup = CivilWar::load("set-up", SUMMER).unwrap();
        let mut facts = CivilWar::position(&CivilWar::open(setup));
        change(&mut facts);
        Self::of(NAME_IN_FILES, SUMMER, Some(&toml::to_string(&facts).unwrap())).await
    }

    /// The same with the engine as neutral.
    pub async fn summer_without_a_person() -> Self {
        let text =
            rules_civil_war::SUMMER.replace("[campaign.options]", "[campaign.options]\nneutral = \"engine\"");
        Self::of(rules_civil_war::NAME_IN_FILES, &text, None).await
    }

    /// The same, with each battle at a table of its own.
    pub async fn summer_at_tables() -> Self {
        let text =
            rules_civil_war::SUMMER.replace("[campaign.options]", "[campaign.options]\nbattles = \"tables\"");
        Self::of(rules_civil_war::NAME_IN_FILES, &text, None).await
    }

    /// The same with the engine as neutral.
    pub async fn summer_at_tables_without_a_person() -> Self {
        let own = "[campaign.options]\nbattles = \"tables\"\nneutral = \"engine\"";
        let text = rules_civil_war::SUMMER.replace("[campaign.options]", own);
        Self::of(rules_civil_war::NAME_IN_FILES, &text, None).await
    }

    /// The same with a further Confederate army, that of the Valley.
    pub async fn war() -> Self {
        Self::of(rules_civil_war::NAME_IN_FILES, &Self::war_set_up(), None).await
    }

    /// The same with the engine as neutral, so that its battles are fought in the campaign itself.
    pub async fn war_without_a_person(secret: u8) -> Self {
        let (system, setup) = (rules_civil_war::NAME_IN_FILES, Self::war_set_up_without_a_person());
        let folder = tempfile::tempdir().unwrap();
        let opened = Opened::at(folder.path()).await;
        let identity = Some((CampaignId::new("journey").unwrap(), Secret::new([secret; 32])));
        let new = NewCampaign { identity, ..new(system, &setup, None) };
        let campaign = opened.desk.create(new).await.unwrap();
        Self::serve(folder, opened, campaign).await
    }

    /// Its set-up.
    pub fn war_set_up_without_a_person() -> String {
        Self::war_set_up().replace("battles = \"tables\"", "neutral = \"engine\"")
    }

    /// The set-up with a person.
    pub fn war_set_up() -> String {
        let valley = "[[armies]]\nid = \"valley\"\nname = \"Army of the Valley\"\nside = \"C\"\nleaders = [\"jackson\"]\n\
                      sp = [ {id=\"C6\",class=\"veteran\"}, {id=\"C7\",class=\"green\"}, {id=\"C8\",class=\"green\"} ]\n[[hexes]]";
        rules_civil_war::SUMMER
            .replace("[campaign.options]", "[campaign.options]\nbattles = \"tables\"")
            .replace("[\"lee\", \"jackson\", ", "[\"lee\", ")
            .replacen("[[hexes]]", valley, 1)
    }

    /// Two nights of Pickets at the ford, which lies on a board of hexes; the first side has been paid.
    pub async fn ford() -> Self {
        let paid = "schema = 1\nround = 1\nphase = \"dusk\"\n[[side]]\nid = \"blue\"\ncoins = 3\npaid = true\n[[side]]\nid = \"grey\"\n";
        Self::of("pickets", rules_toy::FORD, Some(paid)).await
    }

    /// A set-up of the Battlefront campaign in a copy that has no secret for its dice: every throw is made at a table,
    /// the engine's too, and typed in.
    pub async fn without_dice(setup: &str, position: Option<&str>) -> Self {
        Self::laid_out(rules_battlefront::NAME, setup, position, false).await
    }

    /// Pickets at the ford, where the dice wait for words of both sides' devices.
    pub async fn for_devices() -> Self {
        Self::for_devices_of("pickets", rules_toy::FORD).await
    }

    /// The same of any system.
    pub async fn for_devices_of(system: &'static str, setup: &'static str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let opened = Opened::at(folder.path()).await;
        let new = NewCampaign { start: table::DiceStart::Words, ..new(system, setup, None) };
        let campaign = opened.desk.create(new).await.unwrap();
        Self::serve(folder, opened, campaign).await
    }

    /// A copy of the log and of the people, as they stand now.
    pub fn kept(&self) -> tempfile::TempDir {
        let copy = tempfile::tempdir().unwrap();
        for file in std::fs::read_dir(self.folder.path()).unwrap() {
            let file = file.unwrap().path();
            std::fs::copy(&file, copy.path().join(file.file_name().unwrap())).unwrap();
        }
        copy
    }

    /// A server of a campaign from a copy that was kept, as a host has it who puts the log back.
    pub async fn put_back(kept: tempfile::TempDir, campaign: &str) -> Self {
        let opened = Opened::at(kept.path()).await;
        Self::serve(kept, opened, campaign.to_owned()).await
    }

    async fn of(system: &str, setup: &str, position: Option<&str>) -> Self {
        Self::laid_out(system, setup, position, true).await
    }

    async fn laid_out(system: &str, setup: &str, position: Option<&str>, has_dice: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let opened = Opened::at(folder.path()).await;
        let (desk, new) = (&opened.desk, new(system, setup, position));
        let campaign = if has_dice {
            desk.create(new).await.unwrap()
        } else {
            let new = NewCampaign { start: table::DiceStart::Before, ..new };
            let campaign = desk.import(&umpires_copy(new).await).await.unwrap().id;
            pass(desk, &campaign, Seat::Side(1)).await;
            campaign
        };
        Self::serve(folder, opened, campaign).await
    }

    async fn serve(folder: tempfile::TempDir, opened: Opened, campaign: String) -> Self {
        let Opened { store, desk, people, ahead_ms } = opened;
        let (close, closing) = watch::channel(false);
        let samples = [
            ("rostov", rules_battlefront::NAME, rules_battlefront::SAMPLE),
            ("sarn", "battalion-combat", rules_bcs::SARN),
            ("lochau", rules_central_front::NAME, rules_central_front::LOCHAU),
        ];
        let settings = Settings {
            limits: Limits::NONE,
            samples: samples.map(|(name, system, setup)| Sample { name, system, setup }).into(),
            systems: Systems(FILLABLE),
            mail: true,
            aids: vec![crate::aid::served()],
            ..Settings::default()
        };
        let state = WebState::new(Arc::clone(&desk), store, people.clone(), settings, closing);
        let service = adjutant_web::router(state).into_make_service_with_connect_info::<SocketAddr>();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, service).await.unwrap() });
        Self { address, desk, people, campaign, ahead_ms, n_acts: AtomicU64::new(1), close, folder }
    }

    /// A browser that has come in by an invitation to a seat.
    pub async fn seated(&self, seat: Seat, width: u32) -> Browser {
        let browser = Browser::open(width).await;
        browser.go(&self.link(seat).await).await;
        browser.sees(".tabs").await;
        browser
    }

    /// Lets time pass.
    pub fn later(&self, minutes: i64) {
        self.ahead_ms.fetch_add(minutes * 60_000, Ordering::Relaxed);
    }

    /// Rostov on that morning at S2e, with both sides at their purchases.
    pub async fn at_purchases() -> Self {
        let house = Self::rostov().await;
        for seat in [Seat::Side(0), Seat::Side(1)] {
            house.act(seat, json!({"do": "choose-posture", "posture": "attack"})).await;
        }
        for seat in [Seat::Side(0), Seat::Side(1), Seat::Side(0), Seat::Side(1)] {
            house.close_for(seat).await;
        }
        house
    }

    /// An act of a seat whose browser is not part of the journey.
    pub async fn act(&self, seat: Seat, command: Value) {
        self.submit(seat, None, command).await;
    }

    /// The same, with dice from a table where any faces are named.
    pub async fn throws(&self, seat: Seat, command: Value, faces: &[&[u16]]) {
        let thrown = || DiceBy::Table(faces.iter().map(|throw| throw.to_vec()).collect());
        let dice = if faces.is_empty() { DiceBy::Server } else { thrown() };
        self.submit_with(seat, None, command, dice).await;
    }

    /// The umpire closes the present step for a side; the rolls it owes are made.
    pub async fn close_for(&self, seat: Seat) {
        self.submit(Seat::Umpire, Some(seat), json!({"do": "done"})).await;
    }

    /// The umpire acts for a side that is away.
    pub async fn for_side(&self, seat: Seat, command: Value) {
        self.submit(Seat::Umpire, Some(seat), command).await;
    }

    async fn submit(&self, by: Seat, acting_for: Option<Seat>, command: Value) {
        self.submit_with(by, acting_for, command, DiceBy::Server).await;
    }

    async fn submit_with(&self, by: Seat, acting_for: Option<Seat>, command: Value, dice: DiceBy) {
        let n = self.n_acts.fetch_add(1, Ordering::Relaxed);
        let submission = Submission {
            by,
            acting_for,
            reason: acting_for.map(|_| "The other table is not part of this journey.".into()),
            command: command.clone(),
            cursor: None,
            token: format!("{n:032x}").parse().unwrap(),
            dice,
        };
        let answer = self.desk.submit(&self.campaign, submission).await.unwrap();
        assert!(matches!(answer, Answer::Done { .. }), "{} {command}: {answer:?}", by.name());
    }

    /// A fresh invitation to a seat, as a link.
    pub async fn link(&self, seat: Seat) -> String {
        let chair = Chair::new(&self.campaign, seat.name());
        let now = self.desk.clock().now();
        let invited = self.people.invite(&chair, "a journey", now, 3_600_000).await.unwrap();
        format!("{}/join#{}", self.address, invited.secret.reveal())
    }

    /// The umpire ends the campaign.
    pub async fn end(&self) {
        self.desk.end(&self.campaign, Seat::Umpire, "The journey is over.").await.unwrap();
    }

    /// The address of a page of a seat.
    pub fn page(&self, seat: Seat, page: &str) -> String {
        format!("{}/c/{}/{}/{page}", self.address, self.campaign, seat.name())
    }
}

impl Opened {
    async fn at(folder: &std::path::Path) -> Self {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&folder.join("log.sqlite3")).await.unwrap());
        let committer = Committer::start(Arc::clone(&store));
        let ahead_ms = Arc::new(AtomicI64::new(0));
        let clock = Clock::own({
            let (machine, ahead_ms) = (Clock::machine(), Arc::clone(&ahead_ms));
            move || machine.now() + ahead_ms.load(Ordering::Relaxed)
        });
        let desk = Arc::new(Desk::new(Arc::clone(&store), committer, clock, RULEBOOKS));
        let people = People::open(&folder.join("people.sqlite3")).await.unwrap();
        Self { store, desk, people, ahead_ms }
    }
}

/// A campaign whose dice are open at once and fall alike in every run: a journey takes the same way each time.
fn new(system: &str, setup: &str, position: Option<&str>) -> NewCampaign {
    let identity = (CampaignId::new("journey").unwrap(), Secret::new([7; 32]));
    NewCampaign {
        file: "set-up".into(),
        setup: setup.into(),
        system: system.into(),
        position: position.map(|text| toml::from_str(text).unwrap()),
        start: table::DiceStart::AtOnce,
        table_dice: true,
        identity: Some(identity),
    }
}

/// The umpire's file of a new campaign, the secret withheld. One side has still to add its words to the dice: no die has
/// fallen yet.
async fn umpires_copy(new: NewCampaign) -> String {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> =
        Arc::new(SqliteStore::open(&folder.path().join("log.sqlite3")).await.unwrap());
    let desk = Desk::new(Arc::clone(&store), Committer::start(store), Clock::machine(), RULEBOOKS);
    let campaign = desk.create(new).await.unwrap();
    pass(&desk, &campaign, Seat::Side(0)).await;
    desk.export(&campaign, Seat::Umpire, FileKind::Seat).await.unwrap().unwrap().to_text()
}

/// A side leaves the dice as they are.
async fn pass(desk: &Desk, campaign: &str, seat: Seat) {
    let Seat::Side(n) = seat else { unreachable!("sides alone pass") };
    let name = ledger::Lineage([n + 1; 16]);
    let answer = desk.contribute(campaign, seat, None, name).await.unwrap();
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.close.send(true);
    }
}
