use people::{Closed, Entry, Fault, InvitationState, Kind, MAX_LABEL_CHARS, Secret};

use crate::{DAY, House, chair};

async fn closed(house: &House, secret: &str, now: i64) -> Closed {
    match house.people.exchange(secret, None, "", now).await.unwrap() {
        Entry::Closed(why) => why,
        entered => panic!("entered {entered:?}"),
    }
}

#[tokio::test]
async fn an_invitation_opens_its_chair_once() {
    let house = House::new().await;
    let secret = house.invite("side-1").await.secret.reveal();
    let Entry::Entered { session, chair: opened, .. } =
        house.people.exchange(&secret, None, "", 5).await.unwrap()
    else {
        panic!("closed")
    };
    assert_eq!(opened, chair("side-1"));
    assert_eq!(session.chairs, [chair("side-1")]);
    assert!(session.holds("rostov", "side-1"));
    assert!(!session.holds("rostov", "side-0"));
    assert!(!session.holds("bastogne", "side-1"));
    assert_eq!(closed(&house, &secret, 6).await, Closed::Used);
    let listed = &house.people.invitations("rostov", 6).await.unwrap()[0];
    assert_eq!(listed.state, InvitationState::Used { at_ms: 5 });
}

#[tokio::test]
async fn of_many_who_use_it_at_once_one_comes_in() {
    let house = House::new().await;
    let secret = house.invite("side-0").await.secret.reveal();
    let tries: Vec<_> = (0..16)
        .map(|_| {
            let (people, secret) = (house.people.clone(), secret.clone());
            tokio::spawn(async move { people.exchange(&secret, None, "", 1).await.unwrap() })
        })
        .collect();
    let mut n_entered = 0;
    for attempt in tries {
        match attempt.await.unwrap() {
            Entry::Entered { .. } => n_entered += 1,
            Entry::Closed(why) => assert_eq!(why, Closed::Used),
            held @ Entry::Held { .. } => panic!("nobody had it: {held:?}"),
        }
    }
    assert_eq!(n_entered, 1);
    assert_eq!(house.people.holders("rostov", 1).await.unwrap().len(), 1);
}

#[tokio::test]
async fn it_expires_at_its_time() {
    let house = House::new().await;
    let secret = house.invite("side-0").await.secret.reveal();
    assert_eq!(closed(&house, &secret, DAY).await, Closed::Expired);
    assert!(matches!(
        house.people.exchange(&secret, None, "", DAY - 1).await.unwrap(),
        Entry::Entered { .. }
    ));
}

#[tokio::test]
async fn a_revoked_one_opens_nothing_and_a_used_one_cannot_be_revoked() {
    let house = House::new().await;
    let invited = house.invite("side-0").await;
    let handle = &invited.invitation.handle;
    assert!(
        !house.people.revoke_invitation("bastogne", handle, 1).await.unwrap(),
        "another campaign's umpire"
    );
    assert!(house.people.revoke_invitation("rostov", handle, 1).await.unwrap());
    assert!(!house.people.revoke_invitation("rostov", handle, 2).await.unwrap());
    assert_eq!(closed(&house, &invited.secret.reveal(), 3).await, Closed::Revoked);

    let used = house.invite("side-0").await;
    house.people.exchange(&used.secret.reveal(), None, "", 4).await.unwrap();
    assert!(!house.people.revoke_invitation("rostov", &used.invitation.handle, 5).await.unwrap());
}

#[tokio::test]
async fn guesses_and_rubbish_are_unknown() {
    let house = House::new().await;
    for text in ["", "x", &"0".repeat(64), &"é".repeat(32)] {
        assert_eq!(closed(&house, text, 0).await, Closed::Unknown);
    }
}

#[tokio::test]
async fn the_file_holds_no_secret() {
    let house = House::new().await;
    let secret = house.invite("umpire").await.secret;
    house.people.close().await;
    let file = std::fs::read(house.folder.path().join("people.sqlite3")).unwrap();
    let text = secret.reveal();
    let raw: Vec<u8> =
        (0..64).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect();
    assert!(!file.windows(64).any(|window| window == text.as_bytes()));
    assert!(!file.windows(32).any(|window| window == raw));
    assert!(Secret::read(&text).is_some());
}

#[tokio::test]
async fn each_start_prints_links_for_free_chairs_and_closes_the_older_print() {
    let house = House::new().await;
    let chairs = [chair("umpire"), chair("side-0"), chair("side-1")];
    let first = house.people.start_links(&chairs, 0, DAY).await.unwrap();
    assert_eq!(first.len(), 3);
    assert!(first.iter().all(|link| link.invitation.kind == Kind::Start));
    house.people.exchange(&first[0].secret.reveal(), None, "", 1).await.unwrap();

    let second = house.people.start_links(&chairs, 2, DAY).await.unwrap();
    let free: Vec<_> = second.iter().map(|link| link.invitation.chair.seat.as_str()).collect();
    assert_eq!(free, ["side-0", "side-1"], "the umpire's chair is held");
    assert_eq!(closed(&house, &first[1].secret.reveal(), 3).await, Closed::Unknown);
    assert!(matches!(
        house.people.exchange(&second[0].secret.reveal(), None, "", 3).await.unwrap(),
        Entry::Entered { .. }
    ));
}

#[tokio::test]
async fn a_start_leaves_personal_invitations_alone() {
    let house = House::new().await;
    let personal = house.invite("side-0").await;
    house.people.start_links(&[chair("side-0")], 1, DAY).await.unwrap();
    assert!(matches!(
        house.people.exchange(&personal.secret.reveal(), None, "", 2).await.unwrap(),
        Entry::Entered { .. }
    ));
}

#[tokio::test]
async fn labels_are_bounded() {
    let house = House::new().await;
    let fits = "ü".repeat(MAX_LABEL_CHARS);
    assert!(house.people.invite(&chair("side-0"), &fits, 0, DAY).await.is_ok());
    for label in [format!("{fits}x"), "a\nb".to_owned()] {
        let refused = house.people.invite(&chair("side-0"), &label, 0, DAY).await;
        assert!(matches!(refused, Err(Fault::Label)));
    }
}

#[tokio::test]
async fn who_holds_the_chair_leaves_the_invitation_for_another() {
    let house = House::new().await;
    let first = house.invite("side-0").await.secret.reveal();
    let Entry::Entered { secret, .. } = house.people.exchange(&first, None, "", 1).await.unwrap() else {
        panic!("closed")
    };
    let before = house.people.holders("rostov", 2).await.unwrap();
    let other = house.people.invite(&chair("side-0"), "for Berta", 2, DAY).await.unwrap().secret.reveal();
    let held = house.people.exchange(&other, Some(&secret.reveal()), "", 3).await.unwrap();
    assert!(matches!(&held, Entry::Held { chair: opened } if *opened == chair("side-0")), "{held:?}");
    assert_eq!(house.people.holders("rostov", 2).await.unwrap(), before, "the label is the old one");
    assert!(matches!(house.people.exchange(&other, None, "", 4).await.unwrap(), Entry::Entered { .. }));
}
