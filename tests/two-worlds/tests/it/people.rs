//! Pages of people and what they are told on coming back: two worlds that differ in secrets alone are the same there.

use kernel::Seat;
use rand_pcg::Pcg64;
use serde_json::json;
use table::{Answer, Delay};

use crate::roads::Reader;
use crate::world::{GERMAN, SOVIET, World};
use crate::worlds::compare;

/// Somebody comes back after an hour, on the device of before and on another, while the German side has done the least
/// it may in one world and a lot in secret in the other.
#[tokio::test]
async fn who_comes_back_on_another_device_is_told_nothing_of_secrets() {
    let (mut calm, mut wild) = (World::rostov().await, World::rostov().await);
    let mut homes = (Reader::seated(&calm, SOVIET).await, Reader::seated(&wild, SOVIET).await);
    homes.0.make_account(&calm).await;
    homes.1.make_account(&wild).await;
    for world in [&mut calm, &mut wild] {
        for side in [GERMAN, SOVIET] {
            world.done(side, json!({"do": "choose-posture", "posture": "attack"})).await;
        }
    }
    let mut readers = vec![homes];
    compare(&mut readers, &calm, &wild, "at home").await;
    let mut german = Pcg64::new(7, 1);
    for hour in 0..3 {
        for world in [&calm, &wild] {
            world.later(60);
        }
        for _ in 0..6 {
            wild.one_way_or_another(GERMAN, &mut german).await;
        }
        let (calm_home, wild_home) = &readers[0];
        let elsewhere = (calm_home.elsewhere(&calm).await, wild_home.elsewhere(&wild).await);
        readers.push(elsewhere);
        let moment = format!("on {} devices", readers.len());
        compare(&mut readers, &calm, &wild, &moment).await;
        wild.type_in(GERMAN).await;
        let step = calm.step().await;
        assert_eq!(step, wild.step().await, "hour {hour}");
        for side in [GERMAN, SOVIET] {
            calm.close(side).await;
            wild.close(side).await;
        }
        compare(&mut readers, &calm, &wild, &format!("{step} is closed")).await;
    }
}

/// Spectators behind time cannot tell worlds apart that differ in what was done since, secret or public.
#[tokio::test]
async fn spectators_behind_time_learn_nothing_of_what_was_done_since() {
    let (mut calm, mut wild) = (World::rostov().await, World::rostov().await);
    for world in [&calm, &wild] {
        let delay = Delay { minutes: 30, entries: 0 };
        let token = ledger::Lineage(world.name_of_no_side());
        let done = world.desk.delay_spectators(&world.campaign, Seat::Umpire, delay, None, token).await;
        assert!(matches!(done.unwrap(), Answer::Done { .. }));
        world.later(60);
    }
    let spectators =
        (Reader::seated(&calm, Seat::Spectator).await, Reader::seated(&wild, Seat::Spectator).await);
    let mut readers = vec![spectators];
    compare(&mut readers, &calm, &wild, "before").await;
    for side in [GERMAN, SOVIET] {
        wild.done(side, json!({"do": "choose-posture", "posture": "attack"})).await;
    }
    for _ in 0..3 {
        for side in [GERMAN, SOVIET] {
            wild.close(side).await;
        }
        compare(&mut readers, &calm, &wild, "public acts of just now").await;
    }
    // Half an hour later it is told.
    for world in [&mut calm, &mut wild] {
        world.later(31);
    }
    let spectator = Seat::Spectator;
    let [calm, wild] = [&calm, &wild].map(|world| world.desk.look(&world.campaign, spectator));
    assert_ne!(calm.await.unwrap().cursor, wild.await.unwrap().cursor);
}
