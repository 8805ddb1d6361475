//! Both logs or neither, several programs, and snapshots.

use super::*;

#[tokio::test]
async fn what_cannot_be_written_at_both_tables_is_written_at_none() {
    let Setting { folder, campaign, .. } = hills().await;
    let store = Shaky::over(&folder).await;
    let desk = Desk::new(store.clone(), Committer::start(store.clone()), ticking(), RULEBOOKS);
    let setting = Arc::new(Setting { folder, desk, campaign });
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    let ford = setting.below("1/ford").await;
    setting.fought_out(&ford, ["hold", "hold"]).await;
    let entries = || async { (setting.n_entries(&setting.campaign).await, setting.n_entries(&ford).await) };
    let before = entries().await;
    store.full(true);
    let token = setting.desk.fresh_token().unwrap();
    let taken = setting.desk.take_in(&setting.campaign, Seat::Umpire, "1/ford", None, token).await;
    assert!(taken.is_err(), "{taken:?}");
    assert_eq!(entries().await, before);
    store.full(false);
    assert!(is_done(&setting.take_in("1/ford").await));
    assert_eq!(entries().await, (before.0 + 2, before.1 + 1));
    is_judged_the_same(&setting.desk, &setting.campaign).await;
}

#[tokio::test]
async fn a_table_that_could_not_be_opened_is_made_up_for() {
    let Setting { folder, campaign, .. } = hills().await;
    let store = Shaky::over(&folder).await;
    store.apart.store(true, Ordering::SeqCst);
    let desk = Desk::new(store.clone(), Committer::start(store.clone()), ticking(), RULEBOOKS);
    let setting = Setting { folder, desk, campaign };
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    let none = setting.desk.neighbours(&setting.campaign, BLUE).await.unwrap();
    assert_eq!(none.below, []);
    // Nobody acts before what the engine owes.
    let submission = setting.submission(BLUE, json!({"do": "hire"}));
    assert!(setting.desk.submit(&setting.campaign, submission).await.is_err());
    let setting = setting.again().await;
    assert_eq!(setting.stands("1/ford").await, Stands::Open);
    setting.done(BLUE, json!({"do": "hire"})).await;
    is_judged_the_same(&setting.desk, &setting.campaign).await;
}

/// Two programs on one log open each table once, and of two that take it in at the same time one does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_open_a_table_once_and_take_it_in_once() {
    let mut nodes = Nodes::new().await;
    let (file, setup) = ("set-up".into(), rules_line::HILLS.into());
    let (system, start) = ("line".into(), DiceStart::AtOnce);
    let new = NewCampaign { file, setup, system, position: None, start, table_dice: true, identity: None };
    nodes.campaign = nodes.desks[0].create(new).await.unwrap();
    nodes.done(0, Seat::Umpire, fight("ford", 1, 1)).await;
    let below = |at: usize| {
        let (desk, campaign) = (Arc::clone(&nodes.desks[at]), nodes.campaign.clone());
        async move { desk.neighbours(&campaign, BLUE).await.unwrap().below }
    };
    let [ford] = &below(1).await[..] else { panic!("one table") };
    assert_eq!(below(0).await, std::slice::from_ref(ford));
    let line = std::mem::replace(&mut nodes.campaign, ford.campaign.to_string());
    for (at, side) in [(0, BLUE), (1, GREY)] {
        nodes.done(at, side, json!({"do": "seal", "stance": "hold"})).await;
        nodes.done(at, side, json!({"do": "close"})).await;
    }
    nodes.campaign = line;
    let take_in = |at: usize| {
        let (desk, campaign) = (Arc::clone(&nodes.desks[at]), nodes.campaign.clone());
        async move {
            let token = desk.fresh_token().unwrap();
            desk.take_in(&campaign, Seat::Umpire, "1/ford", None, token).await.unwrap()
        }
    };
    let (one, other) = tokio::join!(take_in(0), take_in(1));
    let n_done = [&one, &other].into_iter().filter(|answer| is_done(answer)).count();
    assert_eq!(n_done, 1, "{one:?} {other:?}");
    let late = if is_done(&one) { other } else { one };
    assert_eq!(code(&late), "table");
    for campaign in [nodes.campaign.clone(), ford.campaign.to_string()] {
        for desk in &nodes.desks {
            is_judged_the_same(desk, &campaign).await;
        }
    }
}

/// A snapshot remembers the tables below.
#[tokio::test]
async fn a_snapshot_remembers_the_tables_below() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    setting.done(Seat::Umpire, fight("mill", 0, 0)).await;
    assert!(is_done(&setting.break_off("1/mill", "Nobody came.").await));
    for n in 0..70 {
        let ruling = NewRuling {
            rule: "HOUSE-LEVELS".into(),
            decision: format!("Nobody came, {n} times."),
            reason: "It rained.".into(),
            audience: kernel::Audience::Public,
        };
        let token = setting.desk.fresh_token().unwrap();
        let ruled = setting.desk.rule(&setting.campaign, Seat::Umpire, ruling, None, token).await.unwrap();
        assert!(is_done(&ruled), "{ruled:?}");
    }
    setting.desk.caught_up().await;
    let setting = setting.again().await;
    assert_eq!(setting.stands("1/ford").await, Stands::Open);
    assert_eq!(setting.stands("1/mill").await, Stands::BrokenOff);
    let by_hand = json!({"do": "take-in", "post": "ford", "first": 1, "second": 1, "held": null});
    assert_eq!(code(&setting.act(Seat::Umpire, by_hand).await), "open");
}
