use people::LastSeen;

use crate::{House, chair};

fn seen(at_ms: i64, cursor: &str) -> LastSeen {
    LastSeen { at_ms, cursor: cursor.into() }
}

#[tokio::test]
async fn it_remembers_the_latest_visit_of_each_chair() {
    let house = House::new().await;
    let (session, _) = house.enter("side-0", 0).await;
    let side = chair("side-0");
    assert_eq!(house.people.last_seen(&session.handle, &side).await.unwrap(), None);
    house.people.note_seen(&session.handle, &side, &seen(10, "4.7")).await.unwrap();
    house.people.note_seen(&session.handle, &side, &seen(20, "5.9")).await.unwrap();
    house.people.note_seen(&session.handle, &side, &seen(15, "4.8")).await.unwrap();
    assert_eq!(house.people.last_seen(&session.handle, &side).await.unwrap(), Some(seen(20, "5.9")));
}

#[tokio::test]
async fn a_session_notes_nothing_for_a_chair_it_does_not_hold() {
    let house = House::new().await;
    let (session, _) = house.enter("side-0", 0).await;
    house.people.note_seen(&session.handle, &chair("side-1"), &seen(10, "4.7")).await.unwrap();
    assert_eq!(house.people.last_seen(&session.handle, &chair("side-1")).await.unwrap(), None);
}

#[tokio::test]
async fn losing_the_chair_loses_the_mark() {
    let house = House::new().await;
    let (session, _) = house.enter("side-0", 0).await;
    let side = chair("side-0");
    house.people.note_seen(&session.handle, &side, &seen(10, "4.7")).await.unwrap();
    house.people.unseat(&session.handle, &side).await.unwrap();
    assert_eq!(house.people.last_seen(&session.handle, &side).await.unwrap(), None);
}
