//! A campaign with everything in it that can stand in a log, as files.

use std::collections::BTreeMap;

use kernel::{Audience, Seat};
use rand_pcg::Pcg32;
use serde_json::{Value, json};
use table::{
    Answer, Change, Correcting, Delay, Desk, DiceBy, FileKind, Kept, Missing, NewCampaign, NewRuling, Pace,
    Submission, TimeOrder,
};

use super::change::decoded;
use crate::load::{Fault, act, below, one_in, open, rule};

/// Random acts tried before the export.
const N_ACTS: usize = 160;

/// The final file of a campaign and the umpire's, bodies read.
pub fn files(random: &mut Pcg32) -> Result<Vec<Value>, Fault> {
    let folder = tempfile::tempdir()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let (store, committer, desk) = open(&folder.path().display().to_string()).await?;
        let campaign = begun(&desk).await?;
        for n in 0..N_ACTS {
            let side = u8::from(one_in(random, 2));
            act(&desk, &campaign, side, random).await?;
            if n % 10 == 9 {
                rule(&desk, &campaign).await?;
                told(&desk, &campaign, n).await?;
            }
            if n % 25 == 24 {
                put_right(&desk, &campaign, random).await?;
            }
        }
        waits(&desk, &campaign).await?;
        let whole = |file: Result<_, kernel::Refusal>| file.map_err(|refusal| Fault::from(refusal.sentence));
        let umpires = whole(desk.export(&campaign, Seat::Umpire, FileKind::Seat).await?)?;
        desk.end(&campaign, Seat::Umpire, "The drill is over.").await?;
        let ended = whole(desk.export(&campaign, Seat::Umpire, FileKind::Final).await?)?;
        committer.shutdown().await;
        store.close().await;
        [ended, umpires].iter().map(|bundle| decoded(&bundle.to_text())).collect()
    })
}

/// Laid out, with words of both sides.
async fn begun(desk: &Desk) -> Result<String, Fault> {
    let new = NewCampaign {
        file: "river.toml".into(),
        setup: rules_toy::RIVER.into(),
        system: "pickets".into(),
        position: None,
        start: table::DiceStart::Before,
        table_dice: true,
        identity: None,
    };
    let campaign = desk.create(new).await?;
    for side in [0, 1] {
        let words = Some(format!("words of side {side}"));
        desk.contribute(&campaign, Seat::Side(side), words, desk.fresh_token()?).await?;
    }
    Ok(campaign)
}

/// Words, rulings, time and delay: what the rules do not judge.
async fn told(desk: &Desk, campaign: &str, n: usize) -> Result<(), Fault> {
    let token = || desk.fresh_token();
    desk.write_to(campaign, Seat::Side(0), Audience::Side(0), &format!("Message {n}"), token()?).await?;
    desk.write_to(campaign, Seat::Umpire, Audience::Public, &format!("Notice {n}"), token()?).await?;
    let new = NewRuling {
        rule: "HOUSE-COMMAND".into(),
        decision: format!("Decision {n}"),
        reason: "It was asked for.".into(),
        audience: Audience::Public,
    };
    desk.rule(campaign, Seat::Umpire, new, None, token()?).await?;
    let delay = Delay { minutes: 0, entries: u32::try_from(n)? };
    desk.delay_spectators(campaign, Seat::Umpire, delay, None, token()?).await?;
    let orders = vec![Kept { words: "Close".into(), command: json!({"do": "close"}) }];
    desk.keep_orders(campaign, Seat::Side(1), orders, None, token()?).await?;
    let pace = Pace { hours: 48, grace: 0, missing: Missing::Wait };
    let order = if n % 20 == 9 { TimeOrder::Set(pace) } else { TimeOrder::Lift };
    desk.set_time(campaign, Seat::Umpire, order, None, token()?).await?;
    let command = json!({"do": "place", "post": "ford"});
    let mut submission = submission(desk, Seat::Umpire, command)?;
    submission.acting_for = Some(Seat::Side(0));
    submission.reason = Some("The side asked for it.".into());
    desk.submit(campaign, submission).await?;
    Ok(())
}

/// The umpire puts an act right, or takes it out; once in a while it is put to the sides first.
async fn put_right(desk: &Desk, campaign: &str, random: &mut Pcg32) -> Result<(), Fault> {
    let last: u64 = desk.cursor(campaign, Seat::Umpire).await?.0.parse()?;
    for _ in 0..30 {
        let entry = 1 + below(random, usize::try_from(last)?) as u64;
        let nothing = Correcting::default();
        let Some(then) = desk.act_then(campaign, Seat::Umpire, entry, &nothing).await? else { continue };
        let other = json!({"do": "place", "post": if one_in(random, 2) { "mill" } else { "wood" }});
        let change = match then.command["do"].as_str() {
            Some("place") => Change::Replace(other),
            _ => Change::Remove,
        };
        let request = Correcting { changes: BTreeMap::from([(entry, change)]), ..nothing };
        let token = desk.fresh_token()?;
        desk.propose(campaign, Seat::Umpire, &request, "It was written wrongly.", None, token).await?;
        let token = desk.fresh_token()?;
        let made =
            desk.correct(campaign, Seat::Umpire, &request, "It was written wrongly.", None, token).await?;
        if matches!(made, Answer::Done { .. }) {
            return Ok(());
        }
    }
    Ok(())
}

/// A command that still waits for its throw when the file is made.
async fn waits(desk: &Desk, campaign: &str) -> Result<(), Fault> {
    for side in [0, 1] {
        for command in [
            json!({"do": "pay"}),
            json!({"do": "scout", "post": "mill"}),
            json!({"do": "dig", "post": "ford"}),
        ] {
            let mut submission = submission(desk, Seat::Side(side), command)?;
            submission.dice = DiceBy::Table(Vec::new());
            desk.submit(campaign, submission).await?;
        }
    }
    Ok(())
}

fn submission(desk: &Desk, by: Seat, command: Value) -> Result<Submission, Fault> {
    let token = desk.fresh_token()?;
    Ok(Submission { by, acting_for: None, reason: None, command, cursor: None, token, dice: DiceBy::Server })
}
