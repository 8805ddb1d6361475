use people::{LastSeen, LeftOff};

use crate::{House, chair};

fn seen(at_ms: i64, cursor: &str) -> LastSeen {
    LastSeen { at_ms, cursor: cursor.into(), before: None }
}

#[tokio::test]
async fn it_remembers_the_latest_visit_of_each_chair() {
    let house = House::new().await;
    let (session, _) = house.enter("side-0", 0).await;
    let side = chair("side-0");
    assert_eq!(house.people.last_seen(&session.person, &side).await.unwrap(), None);
    house.people.note_seen(&session.person, &side, &seen(10, "4.7")).await.unwrap();
    house.people.note_seen(&session.person, &side, &seen(20, "5.9")).await.unwrap();
    house.people.note_seen(&session.person, &side, &seen(15, "4.8")).await.unwrap();
    assert_eq!(house.people.last_seen(&session.person, &side).await.unwrap(), Some(seen(20, "5.9")));
}

#[tokio::test]
async fn a_session_notes_nothing_for_a_chair_it_does_not_hold() {
    let house = House::new().await;
    let (session, _) = house.enter("side-0", 0).await;
    house.people.note_seen(&session.person, &chair("side-1"), &seen(10, "4.7")).await.unwrap();
    assert_eq!(house.people.last_seen(&session.person, &chair("side-1")).await.unwrap(), None);
}

#[tokio::test]
async fn losing_the_chair_loses_the_mark() {
    let house = House::new().await;
    let (session, _) = house.enter("side-0", 0).await;
    let side = chair("side-0");
    house.people.note_seen(&session.person, &side, &seen(10, "4.7")).await.unwrap();
    house.people.unseat(&session.person, &side).await.unwrap();
    assert_eq!(house.people.last_seen(&session.person, &side).await.unwrap(), None);
}

#[tokio::test]
async fn a_visit_goes_on_for_as_long_as_pages_come_and_keeps_when_the_last_one_ended() {
    const MINUTE: i64 = 60_000;
    let first = LastSeen::after_page(None, 0, "1").unwrap();
    assert_eq!(first, seen(0, "1"));
    assert_eq!(LastSeen::after_page(Some(&first), MINUTE - 1, "1"), None, "not each page is noted");
    let on = LastSeen::after_page(Some(&first), 30 * MINUTE, "2").unwrap();
    assert_eq!(on.before, None, "the first visit goes on");
    let second = LastSeen::after_page(Some(&on), 61 * MINUTE, "3").unwrap();
    let left = Some(LeftOff { at_ms: 30 * MINUTE, cursor: Some("2".into()) });
    assert_eq!(second.before, left);
    let on = LastSeen::after_page(Some(&second), 70 * MINUTE, "4").unwrap();
    assert_eq!((on.at_ms, &on.before), (70 * MINUTE, &left));

    let house = House::new().await;
    let (session, _) = house.enter("side-0", 0).await;
    house.people.note_seen(&session.person, &chair("side-0"), &on).await.unwrap();
    assert_eq!(house.people.last_seen(&session.person, &chair("side-0")).await.unwrap(), Some(on));
}
