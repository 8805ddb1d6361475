//! A desk on a disk of its own, with campaigns that stand at the choice of postures.

use std::path::Path;
use std::sync::Arc;

use kernel::{Rulebook, Seat};
use ledger::{Committer, SqliteStore, Store};
use serde_json::{Value, json};
use table::{Answer, Clock, Desk, DiceBy, NewCampaign, Submission};

pub type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

static RULEBOOKS: &[&'static dyn Rulebook] = &[&rules_battlefront::RULEBOOK];

pub async fn desk(folder: &Path) -> Outcome<Desk> {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&folder.join("log.sqlite3")).await?);
    let committer = Committer::start(Arc::clone(&store));
    Ok(Desk::new(store, committer, Clock::machine(), RULEBOOKS))
}

pub async fn campaign(desk: &Desk) -> Outcome<String> {
    let position: Value = toml::from_str(rules_battlefront::SAMPLE_POSITION)?;
    let new = NewCampaign {
        file: "rostov.toml".into(),
        setup: rules_battlefront::SAMPLE.into(),
        system: RULEBOOKS[0].name().into(),
        position: Some(position),
        start: table::DiceStart::AtOnce,
        table_dice: true,
        identity: None,
    };
    Ok(desk.create(new).await?)
}

/// One accepted command of the first side: it changes its mind about its posture.
pub async fn act(desk: &Desk, campaign: &str, turn: usize) -> Outcome {
    let posture = if turn.is_multiple_of(2) { "attack" } else { "defend" };
    let submission = Submission {
        by: Seat::Side(0),
        acting_for: None,
        reason: None,
        command: json!({"do": "choose-posture", "posture": posture}),
        cursor: None,
        token: desk.fresh_token()?,
        dice: DiceBy::Server,
    };
    match desk.submit(campaign, submission).await? {
        Answer::Done { .. } => Ok(()),
        other => Err(format!("not accepted: {other:?}").into()),
    }
}

/// The value below which this share of the sorted times lies, in milliseconds.
pub fn percentile(sorted: &[f64], share: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}
