use kernel::Seat;
use serde_json::json;

use crate::{BLUE, GREY, Setting};

#[tokio::test]
async fn the_log_reads_in_stretches_that_fit_together() {
    let setting = Setting::new().await;
    for _ in 0..2 {
        setting.round("hold", "raid").await;
    }
    for seat in [BLUE, GREY, Seat::Umpire, Seat::Spectator] {
        let whole = setting.desk.log(&setting.campaign, seat, None, 1000).await.unwrap();
        assert_eq!(whole.lines.len() as u64, whole.n_lines, "{seat:?}");
        assert_eq!(whole.lines.first().map(|line| line.number), Some(1));
        let mut pieces = Vec::new();
        let mut before = None;
        loop {
            let page = setting.desk.log(&setting.campaign, seat, before, 3).await.unwrap();
            let Some(first) = page.lines.first() else { break };
            before = Some(first.number);
            pieces.splice(0..0, page.lines);
        }
        assert_eq!(pieces, whole.lines, "{seat:?}");
    }
}

#[tokio::test]
async fn a_campaign_comes_back_the_same_with_and_without_its_snapshots() {
    let setting = Setting::new().await;
    setting.dusk().await;
    for _ in 0..40 {
        setting.done(BLUE, json!({"do": "seal", "stance": "hold"})).await;
        setting.done(GREY, json!({"do": "seal", "stance": "raid"})).await;
    }
    let live = [setting.roads(BLUE).await, setting.roads(GREY).await, setting.roads(Seat::Umpire).await];
    let setting = setting.again().await;
    let with = [setting.roads(BLUE).await, setting.roads(GREY).await, setting.roads(Seat::Umpire).await];
    assert_eq!(live, with);
    let id = ledger::CampaignId::new(setting.campaign.clone()).unwrap();
    let path = setting.folder.path().join("log.sqlite3");
    let store = ledger::SqliteStore::open(&path).await.unwrap();
    ledger::Store::drop_snapshots(&store, &id).await.unwrap();
    let setting = setting.again().await;
    let without = [setting.roads(BLUE).await, setting.roads(GREY).await, setting.roads(Seat::Umpire).await];
    assert_eq!(live, without);
}
