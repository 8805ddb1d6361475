use people::{Chair, Entry, SESSION_LIFETIME_MS};

use crate::{DAY, House, chair};

#[tokio::test]
async fn a_session_gathers_chairs_and_changes_its_secret_with_each() {
    let house = House::new().await;
    let (first, old) = house.enter("side-0", 0).await;
    let other = Chair::new("bastogne", "spectator");
    let invited = house.people.invite(&other, "", 1, DAY).await.unwrap();
    let entered = house.people.exchange(&invited.secret.reveal(), Some(&old.reveal()), "", 2).await.unwrap();
    let Entry::Entered { session, secret, .. } = entered else { panic!("closed") };
    assert_eq!(session.handle, first.handle);
    assert_eq!(session.chairs, [other, chair("side-0")]);
    assert_ne!(session.csrf, first.csrf);
    assert_eq!(house.people.session(&old.reveal(), 3).await.unwrap(), None);
    assert_eq!(house.people.session(&secret.reveal(), 3).await.unwrap(), Some(*session));
}

#[tokio::test]
async fn a_dead_or_foreign_cookie_begins_a_new_session() {
    let house = House::new().await;
    for cookie in ["", "rubbish", &"a".repeat(64)] {
        let invited = house.invite("side-0").await;
        let entered = house.people.exchange(&invited.secret.reveal(), Some(cookie), "", 1).await.unwrap();
        let Entry::Entered { session, secret, .. } = entered else { panic!("closed") };
        assert_ne!(secret.reveal(), cookie);
        assert_eq!(session.chairs, [chair("side-0")]);
    }
    assert_eq!(house.people.holders("rostov", 1).await.unwrap().len(), 3);
}

#[tokio::test]
async fn it_lives_ninety_days_from_its_last_use() {
    let house = House::new().await;
    let (session, secret) = house.enter("side-0", 0).await;
    let secret = secret.reveal();
    let late = SESSION_LIFETIME_MS - 1;
    assert!(house.people.session(&secret, late).await.unwrap().is_some());
    assert!(house.people.session(&secret, late + SESSION_LIFETIME_MS - 1).await.unwrap().is_some());
    let over = late + 2 * SESSION_LIFETIME_MS;
    assert!(house.people.session(&secret, over).await.unwrap().is_none());
    assert!(!house.people.holds(&session.handle, "rostov", "side-0", over).await.unwrap());
    assert!(house.people.holders("rostov", over).await.unwrap().is_empty());
}

#[tokio::test]
async fn uses_within_a_minute_are_not_written_each() {
    let house = House::new().await;
    let (_, secret) = house.enter("side-0", 0).await;
    assert_eq!(house.people.session(&secret.reveal(), 59_999).await.unwrap().unwrap().last_used_ms, 0);
    assert_eq!(house.people.session(&secret.reveal(), 60_000).await.unwrap().unwrap().last_used_ms, 60_000);
}

#[tokio::test]
async fn a_revoked_session_is_over_at_once() {
    let house = House::new().await;
    let (session, secret) = house.enter("side-0", 0).await;
    assert!(house.people.holds(&session.handle, "rostov", "side-0", 1).await.unwrap());
    assert!(house.people.revoke_session(&session.handle).await.unwrap());
    assert!(!house.people.revoke_session(&session.handle).await.unwrap());
    assert_eq!(house.people.session(&secret.reveal(), 2).await.unwrap(), None);
    assert!(!house.people.holds(&session.handle, "rostov", "side-0", 2).await.unwrap());
}

#[tokio::test]
async fn one_chair_can_be_taken_back_from_a_session() {
    let house = House::new().await;
    let (session, secret) = house.enter("side-0", 0).await;
    assert!(house.people.unseat(&session.person, &chair("side-0")).await.unwrap());
    assert!(!house.people.unseat(&session.person, &chair("side-0")).await.unwrap());
    assert!(house.people.session(&secret.reveal(), 1).await.unwrap().unwrap().chairs.is_empty());
    assert!(house.people.seats_of(&session.handle, 1).await.unwrap().is_empty());
}

#[tokio::test]
async fn several_persons_share_a_seat_and_the_umpire_sees_who() {
    let house = House::new().await;
    house.enter("side-1", 7).await;
    house.enter("side-0", 8).await;
    house.enter("side-1", 9).await;
    let holders = house.people.holders("rostov", 10).await.unwrap();
    let seats: Vec<_> = holders.iter().map(|holder| (holder.chair.seat.as_str(), holder.since_ms)).collect();
    assert_eq!(seats, [("side-0", 8), ("side-1", 7), ("side-1", 9)]);
    assert!(holders.iter().all(|holder| holder.label == "Anna"));
}

#[tokio::test]
async fn sessions_outlive_a_restart() {
    let house = House::new().await;
    let (session, secret) = house.enter("umpire", 0).await;
    house.people.close().await;
    let again = people::People::open(&house.folder.path().join("people.sqlite3")).await.unwrap();
    assert_eq!(again.session(&secret.reveal(), 1).await.unwrap(), Some(session));
}
