//! Random play on many campaigns at once, both sides at the same time.

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kernel::{Rulebook, Seat};
use ledger::{Committer, DatabaseUrl, PostgresStore, SqliteStore, Store};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use serde_json::{Value, json};
use table::{Answer, Clock, Desk, DiceBy, NewCampaign, Submission, Token};

/// Faults of any kind, as sentences.
pub type Fault = Box<dyn Error + Send + Sync>;

/// Campaigns played at once; both sides of each.
const N_CAMPAIGNS: usize = 8;

static RULEBOOKS: &[&dyn Rulebook] = &[&rules_toy::RULEBOOK];

/// The file of campaigns in a data folder.
pub const FILE: &str = "campaigns.sqlite3";
/// Before an act is tried again that the database did not take.
const PAUSE: Duration = Duration::from_millis(100);

/// Opens a data folder, or the database of a URL.
pub async fn open(place: &str) -> Result<(Arc<dyn Store>, Committer, Arc<Desk>), Fault> {
    let store: Arc<dyn Store> = if place.starts_with("postgres://") {
        Arc::new(PostgresStore::open(&DatabaseUrl::read(place)?).await?)
    } else {
        Arc::new(SqliteStore::open(&Path::new(place).join(FILE)).await?)
    };
    let committer = Committer::start(store.clone());
    let desk = Arc::new(Desk::new(store.clone(), committer.clone(), Clock::machine(), RULEBOOKS));
    desk.listen();
    Ok((store, committer, desk))
}

/// Lays out as many campaigns as a worker plays at once, where there are none.
pub async fn lay_out_all(desk: &Desk) -> Result<(), Fault> {
    for _ in desk.campaigns().await?.len()..N_CAMPAIGNS {
        lay_out(desk).await?;
    }
    Ok(())
}

/// Lays out one campaign.
pub async fn lay_out(desk: &Desk) -> Result<String, Fault> {
    let new = NewCampaign {
        file: "long.toml".into(),
        setup: rules_toy::RIVER.into(),
        system: "pickets".into(),
        position: None,
        start: table::DiceStart::AtOnce,
        table_dice: true,
        identity: None,
    };
    Ok(desk.create(new).await?)
}

/// One random act of a side: any command of the system at any post, typed dice now and then, an undo now and then.
/// Many are refused; the name of an accepted one is given.
pub async fn act(desk: &Desk, campaign: &str, side: u8, random: &mut Pcg32) -> Result<Option<Token>, Fault> {
    let token = desk.fresh_token()?;
    let seat = Seat::Side(side);
    let answer = if one_in(random, 12) {
        desk.undo(campaign, seat, None, token).await?
    } else {
        let dice = if one_in(random, 6) { DiceBy::Table(vec![vec![3]]) } else { DiceBy::Server };
        let submission = Submission {
            by: seat,
            acting_for: None,
            reason: None,
            command: command(random),
            cursor: None,
            token,
            dice,
        };
        desk.submit(campaign, submission).await?
    };
    match answer {
        Answer::Done { .. } => Ok(Some(token)),
        Answer::Waits { .. } => {
            answer_throw(desk, campaign, seat).await?;
            Ok(Some(token))
        }
        Answer::Refused(_) => Ok(None),
    }
}

/// Types in what a waiting command asks for, until it is done.
async fn answer_throw(desk: &Desk, campaign: &str, seat: Seat) -> Result<(), Fault> {
    loop {
        let look = desk.look(campaign, seat).await?;
        let Some(waiting) = look.waiting.iter().find(|waiting| waiting.seat == seat) else { return Ok(()) };
        let Some(die) = waiting.question.die else { return Ok(()) };
        let (n_dice, _) = die.shape();
        // Descending faces are no tie, so they answer a high roll as well.
        let faces: Vec<u16> = (1..=u16::from(n_dice)).rev().map(|face| face.min(6)).collect();
        desk.answer(campaign, seat, waiting.act, desk.fresh_token()?, faces, None).await?;
    }
}

fn command(random: &mut Pcg32) -> Value {
    let posts = ["ford", "mill", "wood"];
    let post = posts[below(random, posts.len())];
    match below(random, 8) {
        0 | 1 => json!({ "do": "pay" }),
        2 => json!({ "do": "place", "post": post }),
        3 => json!({ "do": "dig", "post": post }),
        4 => json!({ "do": "scout", "post": post }),
        5 => json!({ "do": "seal", "stance": if one_in(random, 2) { "raid" } else { "hold" } }),
        _ => json!({ "do": "close" }),
    }
}

/// The umpire's rulings, without which a dawn can wait for ever: always the first choice.
pub async fn rule(desk: &Desk, campaign: &str) -> Result<(), Fault> {
    for waiting in desk.look(campaign, Seat::Umpire).await?.waiting {
        if waiting.question.die.is_none() {
            desk.answer(campaign, Seat::Umpire, waiting.act, desk.fresh_token()?, vec![0], None).await?;
        }
    }
    Ok(())
}

/// Plays until killed. Each line of standard output is `<campaign> <act>`, written after the acknowledgement.
pub fn worker(place: &str, seed: u64) -> Result<(), Fault> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let (_store, _committer, desk) = open(place).await?;
        let mut players = tokio::task::JoinSet::new();
        lay_out_all(&desk).await?;
        for (at, card) in desk.campaigns().await?.into_iter().take(N_CAMPAIGNS).enumerate() {
            let campaign = card.id;
            let randoms = [0, 1].map(|side| Pcg32::new(seed, 2 * at as u64 + side));
            players.spawn(players_of(Arc::clone(&desk), campaign, randoms));
        }
        while let Some(ended) = players.join_next().await {
            ended??;
        }
        Ok(())
    })
}

/// Both sides of a campaign, acting at the same time; when its play is over, of another one.
async fn players_of(desk: Arc<Desk>, mut campaign: String, randoms: [Pcg32; 2]) -> Result<(), Fault> {
    let [mut blue, mut grey] = randoms;
    let mut n_refused = 0;
    loop {
        let acts = tokio::join!(act(&desk, &campaign, 0, &mut blue), act(&desk, &campaign, 1, &mut grey));
        let done: Vec<Token> = [taken(acts.0).await?, taken(acts.1).await?].into_iter().flatten().collect();
        for token in &done {
            // One write per line, so that a line is whole or not there.
            let line = format!("{campaign} {token}\n");
            std::io::stdout().lock().write_all(line.as_bytes())?;
        }
        n_refused = if done.is_empty() { n_refused + 1 } else { 0 };
        if n_refused % 16 == 15 {
            taken(rule(&desk, &campaign).await.map(|()| None)).await?;
        }
        if n_refused > 400 {
            n_refused = 0;
            match lay_out(&desk).await {
                Ok(other) => campaign = other,
                fault => drop(taken(fault.map(|_| None)).await?),
            }
        }
        tokio::task::yield_now().await;
    }
}

/// An act that the database did not take is not acknowledged, and a while later another one is tried.
async fn taken(outcome: Result<Option<Token>, Fault>) -> Result<Option<Token>, Fault> {
    match outcome {
        Err(fault) if is_away(&fault) => {
            tokio::time::sleep(PAUSE).await;
            Ok(None)
        }
        outcome => outcome,
    }
}

fn is_away(fault: &Fault) -> bool {
    let fault = fault.downcast_ref::<table::Fault>();
    let Some(table::Fault::Ledger(fault)) = fault else { return false };
    matches!(fault, ledger::Fault::Away { .. } | ledger::Fault::Busy { .. })
}

/// A number below `n`, `n` at least 1.
pub fn below(random: &mut Pcg32, n: usize) -> usize {
    ((u64::from(random.next_u32()) * n as u64) >> 32) as usize
}

/// Whether the one chance in `n` has come.
pub fn one_in(random: &mut Pcg32, n: usize) -> bool {
    below(random, n) == 0
}
