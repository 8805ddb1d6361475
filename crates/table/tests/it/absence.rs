//! Sides that stay away are played to the end, wherever a program stops and however many there are.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use dice::Secret;
use kernel::{Audience, Seat};
use ledger::{CampaignId, Committer, Lineage, Store};
use serde_json::{Value, json};
use table::{Answer, Chance, Clock, Desk, Kept, Kind, Missing, NewCampaign, Pace, TimeOrder};

use crate::deadline::{HOUR, later, without_sides};
use crate::nodes::Nodes;
use crate::trouble::Shaky;
use crate::{BLUE, GREY, RULEBOOKS, Setting};

/// What was done, by whom and why. Names and times differ from run to run, and so do the dice.
type Course = Vec<(Seat, Seat, Kind, Option<String>, Vec<(Audience, Value)>)>;

async fn course(desk: &Desk, campaign: &str) -> Course {
    let lines = desk.log(campaign, Seat::Umpire, None, 1000).await.unwrap().lines;
    let line = |line: table::LogLine| {
        let events = line.events.into_iter().map(|(audience, event, _)| (audience, event["event"].clone()));
        (line.seat, line.by, line.kind, line.reason, events.collect())
    };
    lines.into_iter().map(line).collect()
}

/// Both sides keep orders, some of which the rules do not take, and neither comes.
async fn kept(desk: &Desk, campaign: &str, missing: Missing) {
    let token = desk.fresh_token().unwrap();
    let pace = TimeOrder::Set(Pace { hours: 1, grace: 0, missing });
    desk.set_time(campaign, Seat::Umpire, pace, None, token).await.unwrap();
    let kept = |command| Kept { words: "An order".into(), command };
    let blue = [
        json!({"do": "close"}),
        json!({"do": "pay"}),
        json!({"do": "pay"}),
        json!({"do": "place", "post": "ford"}),
        json!({"do": "place", "post": "ford"}),
    ];
    let grey = [json!({"do": "place", "post": "mill"}), json!({"do": "close"})];
    for (seat, orders) in [(BLUE, blue.to_vec()), (GREY, grey.to_vec())] {
        let token = desk.fresh_token().unwrap();
        let orders = orders.into_iter().map(kept).collect();
        let answer = desk.keep_orders(campaign, seat, orders, None, token).await.unwrap();
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }
}

fn clock(now: &Arc<AtomicI64>) -> Clock {
    let now = Arc::clone(now);
    Clock::own(move || now.load(Ordering::Relaxed))
}

/// The course when the program is stopped before its entry `stop` after the deadline, and another one opens the campaign.
/// Says whether it was stopped.
async fn stopped(missing: Missing, stop: Option<usize>) -> (Course, bool) {
    let now = Arc::new(AtomicI64::new(1_000_000));
    let Setting { folder, desk, campaign } = Setting::new().await;
    drop(desk);
    let store = Shaky::over(&folder).await;
    let open = || Desk::new(store.clone(), Committer::start(store.clone()), clock(&now), RULEBOOKS);
    let desk = open();
    kept(&desk, &campaign, missing).await;
    now.fetch_add(HOUR, Ordering::Relaxed);
    let mut broke_off = false;
    if let Some(stop) = stop {
        store.gate.add_permits(stop);
        store.gated.store(true, Ordering::SeqCst);
        broke_off = tokio::time::timeout(Duration::from_millis(300), desk.keep_time()).await.is_err();
        store.gated.store(false, Ordering::SeqCst);
    } else {
        desk.keep_time().await;
    }
    drop(desk);
    let desk = open();
    desk.know_time().await.unwrap();
    crate::audit::is_judged_the_same(&desk, &campaign).await;
    let after = course(&desk, &campaign).await;
    // Nothing is left that a later beat or another opening would do.
    desk.keep_time().await;
    drop(desk);
    let desk = open();
    desk.know_time().await.unwrap();
    assert_eq!(course(&desk, &campaign).await, after);
    (after, broke_off)
}

#[tokio::test]
async fn a_program_stopped_after_any_entry_leaves_nothing_undone_and_nothing_done_twice() {
    for missing in [Missing::Saved, Missing::Default] {
        let (whole, _) = stopped(missing, None).await;
        let given = whole.iter().filter(|(seat, by, ..)| *by == Seat::Clock && *seat != Seat::Clock).count();
        assert!(given >= 3, "{whole:#?}");
        let mut n_stops = 0;
        loop {
            let (course, broke_off) = stopped(missing, Some(n_stops)).await;
            assert_eq!(course, whole, "{missing:?}, stopped after {n_stops}");
            if !broke_off {
                break;
            }
            n_stops += 1;
        }
        assert!(
            n_stops > given,
            "it was stopped after the deadline’s own entry and after each act: {n_stops}"
        );
    }
}

/// What follows from a deadline is done when somebody merely opens the campaign, before anything else.
#[tokio::test]
async fn whoever_opens_a_campaign_finds_absent_sides_played() {
    let (whole, _) = stopped(Missing::Saved, None).await;
    let now = Arc::new(AtomicI64::new(1_000_000));
    let Setting { folder, desk, campaign } = Setting::new().await;
    drop(desk);
    let desk = crate::open_at(&folder, RULEBOOKS, clock(&now)).await;
    kept(&desk, &campaign, Missing::Saved).await;
    drop(desk);
    now.fetch_add(HOUR, Ordering::Relaxed);
    let desk = crate::open_at(&folder, RULEBOOKS, clock(&now)).await;
    assert_eq!(course(&desk, &campaign).await, whole);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_at_once_play_an_absent_side_once() {
    for missing in [Missing::Saved, Missing::Default] {
        let (whole, _) = stopped(missing, None).await;
        let now = Arc::new(AtomicI64::new(1_000_000));
        let nodes = Nodes::at(|| clock(&now)).await;
        kept(&nodes.desks[0], &nodes.campaign, missing).await;
        nodes.desks[1].know_time().await.unwrap();
        now.fetch_add(HOUR, Ordering::Relaxed);
        tokio::join!(nodes.desks[0].keep_time(), nodes.desks[1].keep_time());
        for desk in &nodes.desks {
            assert_eq!(course(desk, &nodes.campaign).await, whole, "{missing:?}");
        }
    }
}

/// One of two programs begins and is gone; the other one goes on where it stopped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_program_goes_on_where_one_was_lost() {
    let (whole, _) = stopped(Missing::Saved, None).await;
    for patience in [1, 3, 6, 10, 15] {
        let now = Arc::new(AtomicI64::new(1_000_000));
        let nodes = Nodes::at(|| clock(&now)).await;
        kept(&nodes.desks[0], &nodes.campaign, Missing::Saved).await;
        nodes.desks[1].know_time().await.unwrap();
        now.fetch_add(HOUR, Ordering::Relaxed);
        let _ = tokio::time::timeout(Duration::from_millis(patience), nodes.desks[0].keep_time()).await;
        nodes.desks[1].keep_time().await;
        assert_eq!(course(&nodes.desks[1], &nodes.campaign).await, whole);
    }
}

/// A program that has never heard of a campaign learns by word of its entries that it counts time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_learns_of_the_deadlines_that_another_one_sets() {
    let now = Arc::new(AtomicI64::new(1_000_000));
    let nodes = Nodes::at(|| clock(&now)).await;
    assert_eq!(nodes.desks[1].keep_time().await, None);
    kept(&nodes.desks[0], &nodes.campaign, Missing::Saved).await;
    let mut due = None;
    for _ in 0..100 {
        due = nodes.desks[1].keep_time().await;
        if due.is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(due, Some(now.load(Ordering::Relaxed) + HOUR));
    // The program at which it was set is away when it falls due.
    now.fetch_add(HOUR, Ordering::Relaxed);
    nodes.desks[1].keep_time().await;
    let (whole, _) = stopped(Missing::Saved, None).await;
    assert_eq!(course(&nodes.desks[1], &nodes.campaign).await, whole);
}

/// An order that was refused at the deadline is not given later, when the side that came late has made it possible.
#[tokio::test]
async fn a_side_that_comes_late_plays_for_itself() {
    let (setting, now) = Setting::at_a_time().await;
    setting.set(1, 0, Missing::Saved).await;
    setting.keeps(BLUE, &[json!({"do": "close"})]).await;
    setting.done(GREY, json!({"do": "pay"})).await;
    setting.done(GREY, json!({"do": "close"})).await;
    let dusk = setting.standing().await;
    later(&setting, &now, HOUR).await;
    setting.done(BLUE, json!({"do": "pay"})).await;
    later(&setting, &now, HOUR).await;
    let Setting { folder, desk, campaign } = setting;
    drop(desk);
    let desk = crate::open_at(&folder, RULEBOOKS, clock(&now)).await;
    let setting = Setting { folder, desk, campaign };
    setting.desk.know_time().await.unwrap();
    setting.desk.keep_time().await;
    assert_eq!(setting.standing().await, dusk);
    setting.done(BLUE, json!({"do": "close"})).await;
    assert_ne!(setting.standing().await, dusk);
}

/// A battle that is reported late is not closed over the head of the side that reports.
#[tokio::test]
async fn a_late_report_is_closed_by_the_side_that_made_it() {
    let (setting, now, steps) = without_sides(rules_battlefront::SAMPLE, None).await;
    let battle = steps.last().unwrap();
    assert!(battle.ends_with("S5 battle"), "{steps:#?}");
    let done = json!({"do": "done"});
    let closes =
        async |seat| setting.desk.offers(&setting.campaign, seat, 500).await.unwrap().contains(&done);
    'reported: for _ in 0..60 {
        for seat in [BLUE, GREY] {
            if closes(seat).await {
                break 'reported;
            }
            let offers = setting.desk.offers(&setting.campaign, seat, 1).await.unwrap();
            if let Some(offer) = offers.into_iter().next() {
                setting.act(seat, offer).await;
            }
        }
    }
    assert!(closes(BLUE).await || closes(GREY).await, "a side could close the battle now");
    let before = course(&setting.desk, &setting.campaign).await;
    later(&setting, &now, HOUR).await;
    let Setting { folder, desk, campaign } = setting;
    drop(desk);
    let desk = crate::open_at(&folder, RULEBOOKS, clock(&now)).await;
    desk.know_time().await.unwrap();
    desk.keep_time().await;
    assert_eq!(course(&desk, &campaign).await, before);
    assert_eq!(&desk.look(&campaign, Seat::Spectator).await.unwrap().contents.standing, battle);
}

/// The names of all acts of a campaign, which is the same in everything but the random bytes drawn after its beginning.
async fn names(seed: u64) -> Vec<(Seat, bool, Lineage)> {
    let now = Arc::new(AtomicI64::new(1_000_000));
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> =
        Arc::new(ledger::SqliteStore::open(&folder.path().join("log.sqlite3")).await.unwrap());
    let n_drawn = AtomicU64::new(0);
    let chance = Chance::own(move || {
        let nth = n_drawn.fetch_add(1, Ordering::Relaxed);
        ledger::sha256(format!("{seed} {nth}").as_bytes()).0
    });
    let desk =
        Desk::new(store.clone(), Committer::start(store.clone()), clock(&now), RULEBOOKS).with_chance(chance);
    let new = NewCampaign {
        file: "set-up".into(),
        setup: rules_toy::FORD.into(),
        system: "pickets".into(),
        position: None,
        start: table::DiceStart::AtOnce,
        table_dice: true,
        identity: Some((CampaignId::new("abcdefghjk").unwrap(), Secret::new([7; 32]))),
    };
    let campaign = desk.create(new).await.unwrap();
    kept(&desk, &campaign, Missing::Default).await;
    now.fetch_add(HOUR, Ordering::Relaxed);
    desk.keep_time().await;
    let entries = store.entries(&CampaignId::new(&campaign).unwrap(), 1, 1000).await.unwrap();
    let mut names = Vec::new();
    for entry in entries {
        let bodies: Vec<Value> =
            entry.parts.iter().map(|part| serde_json::from_str(&part.body).unwrap()).collect();
        let seat = |body: &Value, field: &str| serde_json::from_value::<Seat>(body[field].clone()).unwrap();
        let played = |body: &Value| seat(body, "by") == Seat::Clock && seat(body, "seat") != Seat::Clock;
        names.push((seat(&bodies[0], "seat"), bodies.iter().any(played), entry.lineage));
    }
    names
}

/// What everyone can work out is the name of the engine's own acts alone: those for an absent side are drawn by chance, as
/// the side's own are.
#[tokio::test]
async fn nobody_can_work_out_the_name_of_an_act_for_an_absent_side() {
    let (one, same, other) = (names(1).await, names(1).await, names(2).await);
    assert_eq!(one, same, "nothing but the random bytes makes the difference");
    let n_played = one.iter().filter(|(_, played, _)| *played).count();
    assert!(n_played >= 3, "{one:?}");
    let mut n_engine = 0;
    for ((seat, played, name), (_, _, again)) in one.iter().zip(&other) {
        if *played || matches!(seat, Seat::Side(_)) {
            assert_ne!(name, again, "{seat:?}");
        } else if name == again {
            n_engine += 1;
        }
    }
    assert!(n_engine > 0, "the engine’s own are worked out, so that this could fail: {one:?}");
}
