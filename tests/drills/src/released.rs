//! A short campaign of each system as a final file: what later builds judge again.

use std::path::Path;
use std::sync::Arc;

use kernel::{Die, Rulebook, Seat};
use ledger::{Committer, SqliteStore};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use serde_json::Value;
use table::{Clock, Desk, DiceBy, FileKind, NewCampaign, Submission};

use crate::load::{Fault, below, one_in};

static RULEBOOKS: &[&dyn Rulebook] = &[
    &rules_battlefront::RULEBOOK,
    &rules_upfront::RULEBOOK,
    &rules_central_front::RULEBOOK,
    &rules_bcs::RULEBOOK,
    &rules_civil_war::RULEBOOK,
    &rules_toy::RULEBOOK,
];

/// Acts of each campaign.
const N_ACTS: usize = 24;

/// Plays and writes.
pub fn run(folder: &Path) -> Result<(), Fault> {
    let position = toml::from_str(rules_battlefront::SAMPLE_POSITION)?;
    let campaigns: [(&str, Option<Value>); 6] = [
        (rules_battlefront::SAMPLE, Some(position)),
        (rules_upfront::NINE_DAYS, None),
        (rules_central_front::LOCHAU, None),
        (rules_bcs::SARN_WEST, None),
        (rules_civil_war::SUMMER, None),
        (rules_toy::FORD, None),
    ];
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    for (rulebook, (setup, position)) in RULEBOOKS.iter().zip(campaigns) {
        let text = runtime.block_on(played(*rulebook, setup, position))?;
        let name = format!("{}-{}.adjutant.json", rulebook.name(), rulebook.version());
        std::fs::write(folder.join(&name), text)?;
        println!("{name}");
    }
    Ok(())
}

async fn played(rulebook: &dyn Rulebook, setup: &str, position: Option<Value>) -> Result<String, Fault> {
    let folder = tempfile::tempdir()?;
    let store = Arc::new(SqliteStore::open(&folder.path().join("campaigns.sqlite3")).await?);
    let desk = Desk::new(store.clone(), Committer::start(store), Clock::machine(), RULEBOOKS);
    let system = rulebook.name().to_owned();
    let new = NewCampaign {
        file: "setup.toml".into(),
        setup: setup.into(),
        system,
        position,
        start: table::DiceStart::AtOnce,
        table_dice: true,
        identity: None,
    };
    let campaign = desk.create(new).await?;
    let mut random = Pcg32::new(17, 31);
    for _ in 0..N_ACTS {
        let mut game = rulebook.open("setup.toml", setup).map_err(|faults| format!("{faults:?}"))?;
        let now = desk.position(&campaign).await?;
        game.set_position(now).map_err(|faults| format!("{faults:?}"))?;
        let first = u8::from(one_in(&mut random, 2));
        let seats = [Seat::Side(first), Seat::Side(1 - first), Seat::Umpire];
        let mut pick = |n: u64| u64::from(random.next_u32()) % n.max(1);
        let found = seats.into_iter().find_map(|seat| Some((seat, game.sample(seat, &mut pick)?)));
        let Some((by, command)) = found else { break };
        let dice = if one_in(&mut random, 3) { DiceBy::Table(Vec::new()) } else { DiceBy::Server };
        let token = desk.fresh_token()?;
        let submission =
            Submission { by, acting_for: None, reason: None, command, cursor: None, token, dice };
        desk.submit(&campaign, submission).await?;
        answer(&desk, &campaign, &mut random).await?;
        if one_in(&mut random, 8) {
            desk.undo(&campaign, by, None, desk.fresh_token()?).await?;
        }
    }
    desk.end(&campaign, Seat::Umpire, "Long enough.").await?;
    let file = desk.export(&campaign, Seat::Umpire, FileKind::Final).await?;
    Ok(file.map_err(|refusal| refusal.sentence)?.to_text())
}

/// Answers all that waits: with dice that somebody throws, and with rulings.
async fn answer(desk: &Desk, campaign: &str, random: &mut Pcg32) -> Result<(), Fault> {
    while let Some(waiting) = desk.look(campaign, Seat::Umpire).await?.waiting.into_iter().next() {
        let mut face = |sides: u16| u16::try_from(below(random, sides.into())).unwrap_or(0) + 1;
        let said = match waiting.question.die {
            None => vec![0],
            Some(Die::HighRoll { sides }) => {
                let one = face(sides);
                vec![one, one % sides + 1]
            }
            Some(die) => die.dice().into_iter().map(&mut face).collect(),
        };
        let reason = Some("Thrown at the table.".to_owned());
        desk.answer(campaign, Seat::Umpire, waiting.act, desk.fresh_token()?, said, reason).await?;
    }
    Ok(())
}
