//! The attacker at whole tables: the same campaign, with the same secret, played again and again over two programs that have
//! one log, each restarted now and then, with deadlines that pass, default acts and orders that were kept.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use dice::Secret;
use kernel::{Game, Rulebook, Seat};
use ledger::{CampaignId, Committer, DatabaseUrl, PostgresStore};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use serde_json::Value;
use table::{
    Clock, Desk, DiceBy, DiceStart, FileKind, Kept, Missing, NewCampaign, Pace, Submission, TimeOrder,
};
use test_postgres::Database;

use super::{STARTS, Start};
use crate::load::{Fault, below, one_in};

static RULEBOOKS: &[&dyn Rulebook] = &[
    &rules_battlefront::RULEBOOK,
    &rules_upfront::RULEBOOK,
    &rules_central_front::RULEBOOK,
    &rules_bcs::RULEBOOK,
    &rules_civil_war::RULEBOOK,
    &rules_toy::RULEBOOK,
];

/// Acts of one course.
const N_ACTS: u32 = 40;
const HOUR: i64 = 3_600_000;

/// What came of it.
#[derive(Default)]
struct Found {
    /// What each question of each stream has shown.
    faces: BTreeMap<(String, String), Vec<u64>>,
    n_rolls: u32,
    n_again: u32,
    /// Rolls of acts that the table gave for a side.
    n_given: u32,
}

/// Plays each campaign `courses` times and prints what came of it.
pub fn run(courses: u32, seed: u64) -> Result<(), Fault> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut n_again = 0;
    for start in STARTS {
        let mut random = Pcg32::new(seed, 37);
        let mut found = Found::default();
        for _ in 0..courses {
            // Each course has a log of its own, for it is the same campaign.
            let database = Database::fresh();
            let file = runtime.block_on(course(start, &database.url(), &mut random))?;
            found.take(&file)?;
        }
        n_again += found.n_again;
        println!(
            "{}, on two nodes with deadlines: {courses} courses, {} rolls, {} of them of acts that the table gave, {} of \
             questions that had been asked in another course; no face of a question changed.",
            start.0, found.n_rolls, found.n_given, found.n_again
        );
    }
    // In Up Front lots are drawn, and who is drawn is judged by the name.
    if n_again == 0 { Err("no question was asked twice; the drill shows nothing".into()) } else { Ok(()) }
}

impl Found {
    fn take(&mut self, file: &Value) -> Result<(), Fault> {
        for stream in file["streams"].as_array().into_iter().flatten() {
            let name = stream["name"].as_str().unwrap_or_default();
            for part in stream["parts"].as_array().into_iter().flatten() {
                let body: Value = serde_json::from_str(part["body"].as_str().unwrap_or_default())?;
                let given = body["by"] == "clock" && body["seat"] != "clock";
                let rolls = body["rolls"].as_array().into_iter().flatten();
                for roll in rolls
                    .filter(|roll| roll["origin"] == "server" && !roll["record"]["asked"]["lots"].is_array())
                {
                    let question = roll["question"].as_str().unwrap_or_default().to_owned();
                    let shown: Vec<u64> =
                        roll["faces"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
                    self.n_rolls += 1;
                    self.n_given += u32::from(given);
                    match self.faces.get(&(name.to_owned(), question.clone())) {
                        Some(known) if *known != shown => {
                            return Err(format!("{question} showed {known:?} and then {shown:?}").into());
                        }
                        Some(_) => self.n_again += 1,
                        None => drop(self.faces.insert((name.to_owned(), question), shown)),
                    }
                }
            }
        }
        Ok(())
    }
}

/// One program at the log.
struct Node {
    store: Arc<PostgresStore>,
    committer: Committer,
    desk: Desk,
}

impl Node {
    async fn start(url: &str, time: &Arc<AtomicI64>) -> Result<Self, Fault> {
        let store = Arc::new(PostgresStore::open(&DatabaseUrl::read(url)?).await?);
        let committer = Committer::start(store.clone());
        let now = Arc::clone(time);
        let clock = Clock::own(move || now.fetch_add(1_000, Ordering::Relaxed));
        let desk = Desk::new(store.clone(), committer.clone(), clock, RULEBOOKS);
        Ok(Self { store, committer, desk })
    }

    async fn stop(self) {
        self.committer.shutdown().await;
        self.store.close().await;
    }
}

/// Plays one course and gives its file.
async fn course(start: &Start, url: &str, random: &mut Pcg32) -> Result<Value, Fault> {
    let (_, rulebook, setup, position) = start;
    let time = Arc::new(AtomicI64::new(1_790_000_000_000));
    let mut nodes = [Node::start(url, &time).await?, Node::start(url, &time).await?];
    let new = NewCampaign {
        file: "setup.toml".into(),
        setup: (*setup).into(),
        system: rulebook.name().into(),
        position: position.map(toml::from_str).transpose()?,
        start: DiceStart::AtOnce,
        table_dice: false,
        identity: Some((CampaignId::new("attacked")?, Secret::new([9; 32]))),
    };
    let campaign = nodes[0].desk.create(new).await?;
    for _ in 0..N_ACTS {
        let at = below(random, 2);
        if one_in(random, 16) {
            let fresh = Node::start(url, &time).await?;
            std::mem::replace(&mut nodes[at], fresh).stop().await;
        }
        let desk = &nodes[at].desk;
        let first = u8::from(one_in(random, 2));
        let seats = [Seat::Side(first), Seat::Side(1 - first), Seat::Umpire];
        if one_in(random, 6) {
            stays_away(&nodes, &campaign, *rulebook, setup, &time, random).await?;
        } else if let Some((by, command)) = sample(desk, &campaign, *rulebook, setup, &seats, random).await? {
            let token = desk.fresh_token()?;
            let dice = DiceBy::Server;
            let submission =
                Submission { by, acting_for: None, reason: None, command, cursor: None, token, dice };
            desk.submit(&campaign, submission).await?;
            if one_in(random, 6) {
                // Taken back by way of the other program.
                let token = desk.fresh_token()?;
                nodes[1 - at].desk.undo(&campaign, by, None, token).await?;
            }
        }
        rulings(&nodes[at].desk, &campaign).await?;
    }
    let desk = &nodes[0].desk;
    desk.end(&campaign, Seat::Umpire, "The drill is over.").await?;
    let file = desk.export(&campaign, Seat::Umpire, FileKind::Final).await?;
    let file = file.map_err(|refusal| refusal.sentence)?.to_text();
    for node in nodes {
        node.stop().await;
    }
    Ok(serde_json::from_str(&file)?)
}

/// A side keeps orders and does not come: the table gives them, or what the rules suggest, by either program.
async fn stays_away(
    nodes: &[Node; 2],
    campaign: &str,
    rulebook: &dyn Rulebook,
    setup: &str,
    time: &AtomicI64,
    random: &mut Pcg32,
) -> Result<(), Fault> {
    let [one, other] = if one_in(random, 2) { [&nodes[0], &nodes[1]] } else { [&nodes[1], &nodes[0]] };
    for side in [Seat::Side(0), Seat::Side(1)] {
        let kept = sample(&one.desk, campaign, rulebook, setup, &[side], random).await?;
        let Some((_, command)) = kept.filter(|_| one_in(random, 2)) else { continue };
        let orders = vec![Kept { words: "Whatever comes".into(), command }];
        one.desk.keep_orders(campaign, side, orders, None, one.desk.fresh_token()?).await?;
    }
    let pace = Pace { hours: 1, grace: 0, missing: Missing::Default };
    let token = one.desk.fresh_token()?;
    one.desk.set_time(campaign, Seat::Umpire, TimeOrder::Set(pace), None, token).await?;
    time.fetch_add(2 * HOUR, Ordering::Relaxed);
    // Whoever opens the campaign lets the table give what is due.
    other.desk.know_time().await?;
    other.desk.keep_time().await;
    rulings(&other.desk, campaign).await?;
    let token = other.desk.fresh_token()?;
    other.desk.set_time(campaign, Seat::Umpire, TimeOrder::Lift, None, token).await?;
    Ok(())
}

/// A command that a seat could give now, of the seats in this order.
async fn sample(
    desk: &Desk,
    campaign: &str,
    rulebook: &dyn Rulebook,
    setup: &str,
    seats: &[Seat],
    random: &mut Pcg32,
) -> Result<Option<(Seat, Value)>, Fault> {
    let mut game: Box<dyn Game> =
        rulebook.open("setup.toml", setup).map_err(|faults| format!("{faults:?}"))?;
    game.set_position(desk.position(campaign).await?).map_err(|faults| format!("{faults:?}"))?;
    let mut pick = |n: u64| u64::from(random.next_u32()) % n.max(1);
    Ok(seats.iter().find_map(|seat| Some((*seat, game.sample(*seat, &mut pick)?))))
}

/// The umpire's rulings: always the first choice.
async fn rulings(desk: &Desk, campaign: &str) -> Result<(), Fault> {
    for waiting in desk.look(campaign, Seat::Umpire).await?.waiting {
        if waiting.question.die.is_none() {
            desk.answer(campaign, Seat::Umpire, waiting.act, desk.fresh_token()?, vec![0], None).await?;
        }
    }
    Ok(())
}
