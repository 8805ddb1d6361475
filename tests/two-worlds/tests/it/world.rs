//! One world: a campaign with a fixed identity, a standing clock and constant nonces, so that only what is done in it
//! can make a difference.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU64, Ordering};

use adjutant_web::{Limits, Settings, WebState};
use axum::Router;
use kernel::{Game, Rulebook, Seat, System};
use ledger::{Committer, SqliteStore, Store};
use people::{Chair, People};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use serde_json::{Value, json};
use table::{Answer, Chance, Clock, Desk, DiceBy, NewCampaign, Submission};
use tokio::sync::watch;

pub const SOVIET: Seat = Seat::Side(0);
pub const GERMAN: Seat = Seat::Side(1);

/// When everything happens.
pub const NOW: i64 = 1_795_292_460_000;

static RULEBOOKS: &[&'static dyn Rulebook] = &[
    &rules_battlefront::RULEBOOK,
    &rules_central_front::RULEBOOK,
    &rules_bcs::RULEBOOK,
    &rules_civil_war::RULEBOOK,
];

/// A further army of the Civil War.
const VALLEY: &str = "[[armies]]\nid = \"valley\"\nname = \"Army of the Valley\"\nside = \"C\"\nleaders = [\"jackson\"]\n\
                      sp = [ {id=\"C6\",class=\"veteran\"}, {id=\"C7\",class=\"green\"}, {id=\"C8\",class=\"green\"} ]\n[[hexes]]";

struct ConstantNonces;

impl ledger::Nonces for ConstantNonces {
    fn nonce(&self) -> Result<[u8; 32], ledger::Fault> {
        Ok([5; 32])
    }
}

pub struct World {
    pub desk: Arc<Desk>,
    pub router: Router,
    pub people: People,
    pub campaign: String,
    /// The rules and the set-up that it was laid out from.
    system: &'static dyn Rulebook,
    setup: String,
    n_acts: [u64; 2],
    n_other: AtomicU64,
    chance: Arc<AtomicU8>,
    now: Arc<AtomicI64>,
    _close: watch::Sender<bool>,
    _folder: tempfile::TempDir,
}

impl World {
    /// Rostov on the morning of 24 December.
    pub async fn rostov() -> Self {
        Self::rostov_with(|_| ()).await
    }

    /// Rostov on the morning of 24 December, after a change to the position. The digest that everyone reads of it stays that
    /// of the position before: its salt makes both the same to whoever does not know it, and here they have to be the same
    /// byte for byte.
    pub async fn rostov_with(change: impl FnOnce(&mut Value)) -> Self {
        let position: Value = toml::from_str(rules_battlefront::SAMPLE_POSITION).unwrap();
        let mut changed = position.clone();
        change(&mut changed);
        let changed = (changed != position).then_some(changed);
        Self::with(RULEBOOKS[0], rules_battlefront::SAMPLE, position, changed, None).await
    }

    /// New Central Front in the small scenario; the sky is clear and the Warsaw Pact moves first.
    pub async fn gap() -> Self {
        use rules_central_front::{CentralFront, GAP, phase::Phase};
        let scenario = CentralFront::load("set-up", GAP).unwrap();
        let mut facts = CentralFront::position(&CentralFront::open(scenario));
        facts.phase = Phase::WpMove1;
        Self::of(RULEBOOKS[1], GAP, serde_json::to_value(&facts).unwrap()).await
    }

    /// The Battalion Combat Series in the small scenario with orders, while both sides record theirs.
    pub async fn sarn() -> Self {
        use rules_bcs::{BattalionCombat, Phase, SARN_WEST};
        let ordered = SARN_WEST.replace("orders = false", "orders = true");
        let scenario = BattalionCombat::load("set-up", &ordered).unwrap();
        let mut facts = BattalionCombat::position(&BattalionCombat::open(scenario));
        facts.phase = Phase::Orders;
        Self::of(RULEBOOKS[2], &ordered, serde_json::to_value(&facts).unwrap()).await
    }

    /// The Civil War in the summer of 1862, before the first pulse.
    pub async fn summer() -> Self {
        use rules_civil_war::{CivilWar, SUMMER};
        let setup = CivilWar::load("set-up", SUMMER).unwrap();
        let facts = CivilWar::position(&CivilWar::open(setup));
        Self::of(RULEBOOKS[3], SUMMER, serde_json::to_value(&facts).unwrap()).await
    }

    /// The set-up of the same with the engine as neutral.
    pub fn without_a_person() -> String {
        rules_civil_war::SUMMER.replace("[campaign.options]", "[campaign.options]\nneutral = \"engine\"")
    }

    /// The Civil War in the summer of 1862 with the engine as neutral; with other chance than one byte again and again where worlds
    /// are not compared.
    pub async fn summer_without_a_person(chance: Option<Chance>) -> Self {
        use rules_civil_war::CivilWar;
        let text = Self::without_a_person();
        let facts = CivilWar::position(&CivilWar::open(CivilWar::load("set-up", &text).unwrap()));
        Self::with(RULEBOOKS[3], &text, serde_json::to_value(&facts).unwrap(), None, chance).await
    }

    /// The same with a further Confederate army; battles are fought at tables of their own. In its first pulse, after a change
    /// to the book.
    pub async fn war(chance: Option<Chance>, change: impl FnOnce(&mut rules_civil_war::book::Book)) -> Self {
        Self::war_with("battles = \"tables\"", chance, change).await
    }

    /// The same with the engine as neutral.
    pub async fn war_without_a_person(
        chance: Option<Chance>,
        change: impl FnOnce(&mut rules_civil_war::book::Book),
    ) -> Self {
        Self::war_with("battles = \"tables\"\nneutral = \"engine\"", chance, change).await
    }

    async fn war_with(
        options: &str,
        chance: Option<Chance>,
        change: impl FnOnce(&mut rules_civil_war::book::Book),
    ) -> Self {
        use rules_civil_war::words::Stage;
        use rules_civil_war::{CivilWar, SUMMER};
        let text = SUMMER
            .replace("[campaign.options]", &format!("[campaign.options]\n{options}"))
            .replace("[\"lee\", \"jackson\", ", "[\"lee\", ")
            .replacen("[[hexes]]", VALLEY, 1);
        let setup = CivilWar::load("set-up", &text).unwrap_or_else(|faults| panic!("{faults:#?}"));
        let mut facts = CivilWar::position(&CivilWar::open(setup));
        facts.book.stage = Stage::Pulses;
        let position = serde_json::to_value(&facts).unwrap();
        change(&mut facts.book);
        let changed = serde_json::to_value(&facts).unwrap();
        let changed = (changed != position).then_some(changed);
        Self::with(RULEBOOKS[3], &text, position, changed, chance).await
    }

    /// Goes to a table below: what is done and read from now on is done and read there.
    pub async fn goes_below(&mut self, slot: &str) {
        let levels = self.game().await.levels();
        let below = levels.at(slot).unwrap_or_else(|| panic!("{slot} is not below")).setup.clone();
        let tables = self.desk.neighbours(&self.campaign, Seat::Umpire).await.unwrap().below;
        let level = tables.iter().find(|level| level.slot == slot).expect("it was opened");
        (self.campaign, self.setup) = (level.campaign.to_string(), below);
    }

    /// Where it is now: to be gone back to with [`World::goes_to`].
    pub fn here(&self) -> (String, String) {
        (self.campaign.clone(), self.setup.clone())
    }

    /// Goes back to a table.
    pub fn goes_to(&mut self, (campaign, setup): (String, String)) {
        (self.campaign, self.setup) = (campaign, setup);
    }

    async fn of(system: &'static dyn Rulebook, setup: &str, position: Value) -> Self {
        Self::with(system, setup, position, None, None).await
    }

    /// A world that begins from a position, or in secret from another one; with other chance than one byte again and again where
    /// worlds are not compared.
    async fn with(
        system: &'static dyn Rulebook,
        setup: &str,
        position: Value,
        changed: Option<Value>,
        own: Option<Chance>,
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.sqlite3");
        let store: Arc<dyn Store> =
            Arc::new(SqliteStore::open_with(&path, Arc::new(ConstantNonces)).await.unwrap());
        let committer = Committer::start(Arc::clone(&store));
        let now = Arc::new(AtomicI64::new(NOW));
        let clock = Clock::own({
            let now = Arc::clone(&now);
            move || now.load(Ordering::Relaxed)
        });
        let chance = Arc::new(AtomicU8::new(9));
        let drawn = Arc::clone(&chance);
        let desk = Desk::new(Arc::clone(&store), committer, clock, RULEBOOKS)
            .with_chance(own.unwrap_or_else(|| Chance::own(move || [drawn.load(Ordering::Relaxed); 32])));
        let desk = Arc::new(desk);
        let people = People::open(&folder.path().join("people.sqlite3")).await.unwrap();
        let new = NewCampaign {
            file: "set-up.toml".into(),
            setup: setup.into(),
            system: system.name().into(),
            position: Some(position),
            start: table::DiceStart::AtOnce,
            table_dice: true,
            identity: None,
        };
        let campaign = match changed {
            None => desk.create(new).await.unwrap(),
            Some(changed) => begun_otherwise(&*store, &desk, new, changed).await,
        };
        let (close, closing) = watch::channel(false);
        let settings = Settings { limits: Limits::NONE, ..Settings::default() };
        let state = WebState::new(Arc::clone(&desk), store, people.clone(), settings, closing);
        let router = adjutant_web::router(state);
        Self {
            desk,
            router,
            people,
            campaign,
            system,
            setup: setup.into(),
            n_acts: [0, 0],
            n_other: AtomicU64::new(0),
            chance,
            now,
            _close: close,
            _folder: folder,
        }
    }

    /// A fresh invitation's secret.
    pub async fn invitation(&self, seat: Seat) -> String {
        let chair = Chair::new(&*self.campaign, seat.name());
        let now = self.now.load(Ordering::Relaxed);
        self.people.invite(&chair, "", now, 3_600_000).await.unwrap().secret.reveal()
    }

    /// Lets time pass, which stands still otherwise.
    pub fn later(&self, minutes: i64) {
        self.now.fetch_add(minutes * 60_000, Ordering::Relaxed);
    }

    /// What chance gives from now on: names that the table draws for itself are different ones then.
    pub fn draws(&self, byte: u8) {
        self.chance.store(byte, Ordering::Relaxed);
    }

    /// A side's command, under a name that depends on nothing but the side and how many it has given.
    pub async fn act(&mut self, seat: Seat, command: Value) -> Answer {
        let Seat::Side(side) = seat else { panic!("only sides act here") };
        let count = &mut self.n_acts[usize::from(side)];
        *count += 1;
        let mut token = [side; 16];
        token[8..].copy_from_slice(&count.to_be_bytes());
        let (cursor, dice, token) = (None, DiceBy::Server, ledger::Lineage(token));
        let submission =
            Submission { by: seat, acting_for: None, reason: None, command, cursor, token, dice };
        self.desk.submit(&self.campaign, submission).await.unwrap()
    }

    /// The step a side took last is taken back, if it can be.
    pub async fn undo(&self, seat: Seat) -> bool {
        let token = ledger::Lineage(self.name_of_no_side());
        matches!(self.desk.undo(&self.campaign, seat, None, token).await.unwrap(), Answer::Done { .. })
    }

    /// Every throw that a side has begun at a real table is typed in, always with the lowest faces that are no tie.
    pub async fn type_in(&self, seat: Seat) {
        loop {
            let waiting = self.desk.look(&self.campaign, seat).await.unwrap().waiting;
            let Some(one) = waiting.iter().find(|one| one.seat == seat) else { return };
            let (n, _) = one.question.die.expect("no ruling is asked for here").shape();
            let faces: Vec<u16> = (1..=u16::from(n)).collect();
            let token = ledger::Lineage(self.name_of_no_side());
            let answer = self.desk.answer(&self.campaign, seat, one.act, token, faces, None).await.unwrap();
            assert!(!matches!(answer, Answer::Refused(_)), "{answer:?}");
        }
    }

    pub fn name_of_no_side(&self) -> [u8; 16] {
        let mut name = [200; 16];
        name[..8].copy_from_slice(&self.n_other.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        name
    }

    /// One random secret command of a side in one of the ways there are: with the campaign's dice, with faces typed in
    /// at once or asked for, by the umpire on its behalf, taken back afterwards, refused.
    pub async fn one_way_or_another(&mut self, seat: Seat, random: &mut Pcg64) {
        let game = self.game().await;
        let mut pick = |n: u64| ((u128::from(random.next_u64()) * u128::from(n)) >> 64) as u64;
        let lawful = (0..20).find_map(|_| game.sample(seat, &mut pick).filter(|command| !is_public(command)));
        let Some(command) = lawful else { return };
        let token = ledger::Lineage(self.name_of_no_side());
        let mut submission = Submission {
            by: seat,
            acting_for: None,
            reason: None,
            command,
            cursor: None,
            token,
            dice: DiceBy::Server,
        };
        match pick(6) {
            0 => submission.dice = DiceBy::Table(Vec::new()),
            1 => submission.dice = DiceBy::Table(vec![vec![1]]),
            2 => {
                submission.acting_for = Some(seat);
                submission.reason = Some("The side telephoned.".into());
                submission.by = Seat::Umpire;
            }
            3 => submission.command = json!({"do": "buy", "group": "no-such-thing", "count": 7}),
            _ => {}
        }
        let answer = self.desk.submit(&self.campaign, submission).await.unwrap();
        let waits = matches!(answer, Answer::Waits { .. });
        match pick(3) {
            0 => drop(self.undo(seat).await),
            // Some throws are left lying when the other side looks.
            1 if waits => {}
            _ => self.type_in(seat).await,
        }
    }

    pub async fn done(&mut self, seat: Seat, command: Value) {
        let answer = self.act(seat, command.clone()).await;
        assert!(matches!(answer, Answer::Done { .. }), "{seat:?} {command}: {answer:?}");
    }

    /// The rules' own state, to choose commands from.
    pub async fn game(&self) -> Box<dyn Game> {
        let position = self.desk.position(&self.campaign).await.unwrap();
        let mut game = self.system.open("set-up.toml", &self.setup).unwrap();
        game.set_position(position).unwrap();
        game
    }

    /// The step in which play stands, and the day.
    pub async fn step(&self) -> String {
        let position = self.desk.position(&self.campaign).await.unwrap();
        format!("{} {}", position["step"].as_str().unwrap(), position["day"])
    }

    /// Random lawful commands of one side in the present step, its closing and what others would see left out.
    pub async fn busy(&mut self, seat: Seat, random: &mut Pcg64, n_acts: usize) {
        for _ in 0..n_acts {
            let game = self.game().await;
            let mut pick = |n: u64| ((u128::from(random.next_u64()) * u128::from(n)) >> 64) as u64;
            let lawful =
                (0..20).find_map(|_| game.sample(seat, &mut pick).filter(|command| !is_public(command)));
            let Some(command) = lawful else { return };
            self.done(seat, command).await;
        }
    }

    /// Everything the side owes in this step, then its closing.
    pub async fn close(&mut self, seat: Seat) {
        let step = self.step().await;
        while self.step().await == step {
            let answer = self.act(seat, json!({"do": "done"})).await;
            match answer {
                Answer::Done { .. } => return,
                // The roll for purchase points closes its step by itself.
                Answer::Refused(refusals) if refusals.first().code == "dup" => return,
                Answer::Refused(refusals) => {
                    assert_eq!(refusals.first().code, "incomplete", "{seat:?}: {refusals}");
                    let owed = self.game().await.lawful(seat, 10_000);
                    let roll = owed.into_iter().find(|command| {
                        let name = command["do"].as_str().unwrap_or_default();
                        name.ends_with("-roll")
                    });
                    self.done(seat, roll.expect("what is owed is on offer")).await;
                }
                Answer::Waits { .. } => panic!("nothing waits here"),
            }
        }
    }
}

/// Commands whose result everyone sees when the step closes, or that close it.
fn is_public(command: &Value) -> bool {
    let name = command["do"].as_str().unwrap_or_default();
    [
        "agree-length",
        "done",
        "cpp-roll",
        "remove-fort",
        "destroy-wreck",
        "clear-defile",
        "repair",
        "choose-posture",
        "mine-stands",
        "theirs-is-right",
        "settle",
    ]
    .contains(&name)
        || command["close"] == true
        || name.contains("setting")
        || name.contains("consent")
}

/// The address that a request without a socket comes from.
pub fn nobody() -> SocketAddr {
    "127.0.0.1:9".parse().unwrap()
}

/// Lays a campaign out elsewhere and brings it here with another position in the umpire's stream.
async fn begun_otherwise(store: &dyn Store, desk: &Desk, new: NewCampaign, changed: Value) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.sqlite3");
    let there: Arc<dyn Store> =
        Arc::new(SqliteStore::open_with(&path, Arc::new(ConstantNonces)).await.unwrap());
    let (clock, chance) = (Clock::own(|| NOW), || Chance::own(|| [9; 32]));
    let elsewhere = Desk::new(Arc::clone(&there), Committer::start(Arc::clone(&there)), clock, RULEBOOKS)
        .with_chance(chance());
    let id = elsewhere.create(new).await.unwrap();
    let named = ledger::CampaignId::new(id.clone()).unwrap();
    let file = ledger::export(&*there, &named, ledger::Export::Move, &[]).await.unwrap();
    let (campaign, entries) = ledger::importable(&file).unwrap();
    let mut heads = ledger::Heads::start(campaign.manifest.genesis());
    let written = entries.iter().map(|entry| {
        let parts = entry.parts.iter().map(|part| {
            let mut body = part.body.clone();
            if part.stream == ledger::Stream::Umpire {
                let mut read: Value = serde_json::from_str(&body).unwrap();
                read["position"] = changed.clone();
                body = read.to_string();
            }
            ledger::NewPart { stream: part.stream, body }
        });
        let (lineage, branch) = (entry.lineage, entry.branch);
        let parts = parts.collect();
        let entry = ledger::NewEntry { expected: entry.master, after: None, lineage, branch, parts };
        heads.chain(&named, campaign.manifest.sides.len(), &entry, &chance()).unwrap()
    });
    let written: Vec<_> = written.collect();
    store.import_campaign(&campaign, &written).await.unwrap();
    assert!(desk.campaigns().await.unwrap().iter().any(|known| known.id == id));
    id
}
