use people::{Fault, MAX_LABEL_CHARS, MadeBy, Maker, NewToken, TOKEN_MARK};

use crate::{DAY, House, chair};

async fn made(house: &House, seat: &str) -> NewToken {
    house.people.make_token(&chair(seat), "a script", Maker::Host, 0, DAY).await.unwrap()
}

#[tokio::test]
async fn a_token_opens_its_chair_until_its_time() {
    let house = House::new().await;
    let made = made(&house, "side-1").await;
    let text = made.reveal();
    assert!(text.starts_with(TOKEN_MARK));
    let token = house.people.token(&text, 5).await.unwrap().unwrap();
    assert_eq!((token.chair, token.last_used_ms), (chair("side-1"), Some(5)));
    assert!(house.people.token_lives(&made.token.handle, DAY - 1).await.unwrap());
    assert!(house.people.token(&text, DAY).await.unwrap().is_none());
    assert!(!house.people.token_lives(&made.token.handle, DAY).await.unwrap());
}

#[tokio::test]
async fn a_token_remembers_by_whose_hand_it_was_made() {
    let house = House::new().await;
    let (session, _) = house.enter("side-1", 0).await;
    let person = &session.person;
    let makers = [
        (Maker::Host, MadeBy::Host),
        (Maker::Person { person, umpires: true }, MadeBy::Umpire),
        (Maker::Person { person, umpires: false }, MadeBy::Seat),
    ];
    for (maker, expected) in makers {
        let made = house.people.make_token(&chair("side-1"), "", maker, 0, DAY).await.unwrap();
        assert_eq!(made.token.made_by, expected);
        let token = house.people.token(&made.reveal(), 5).await.unwrap().unwrap();
        assert_eq!(token.made_by, expected);
    }
}

#[tokio::test]
async fn other_texts_open_nothing() {
    let house = House::new().await;
    let text = made(&house, "side-1").await.reveal();
    let bare = text.strip_prefix(TOKEN_MARK).unwrap();
    let (_, session) = house.enter("side-1", 0).await;
    let invited = house.invite("side-1").await.secret.reveal();
    let others = [
        String::new(),
        TOKEN_MARK.to_owned(),
        bare.to_owned(),
        format!("{text}0"),
        format!("Bearer {text}"),
        format!("{TOKEN_MARK}{}", session.reveal()),
        format!("{TOKEN_MARK}{invited}"),
    ];
    for other in others {
        assert!(house.people.token(&other, 1).await.unwrap().is_none(), "{other}");
    }
    // And it is no session, and no invitation.
    assert!(house.people.session(bare, 1).await.unwrap().is_none());
    assert!(matches!(house.people.exchange(bare, None, "", 1).await.unwrap(), people::Entry::Closed(_)));
}

#[tokio::test]
async fn a_revoked_token_is_gone() {
    let house = House::new().await;
    let made = made(&house, "side-1").await;
    let handle = &made.token.handle;
    assert!(!house.people.revoke_token("bastogne", None, handle).await.unwrap());
    assert!(!house.people.revoke_token("rostov", Some("side-0"), handle).await.unwrap());
    assert!(house.people.token(&made.reveal(), 1).await.unwrap().is_some());
    assert!(house.people.revoke_token("rostov", Some("side-1"), handle).await.unwrap());
    assert!(!house.people.revoke_token("rostov", None, handle).await.unwrap());
    assert!(house.people.token(&made.reveal(), 1).await.unwrap().is_none());
}

#[tokio::test]
async fn lists_hold_living_tokens_of_the_seats_asked_for() {
    let house = House::new().await;
    for seat in ["umpire", "side-0", "side-1", "side-1"] {
        made(&house, seat).await;
    }
    assert_eq!(house.people.tokens("rostov", None, 1).await.unwrap().len(), 4);
    assert_eq!(house.people.tokens("rostov", Some("side-1"), 1).await.unwrap().len(), 2);
    assert_eq!(house.people.tokens("bastogne", None, 1).await.unwrap().len(), 0);
    assert_eq!(house.people.tokens("rostov", None, DAY).await.unwrap().len(), 0);
}

#[tokio::test]
async fn tokens_go_with_the_seat_that_is_taken_from_their_maker() {
    let house = House::new().await;
    let (session, _) = house.enter("side-1", 0).await;
    let own = house
        .people
        .make_token(&chair("side-1"), "", Maker::Person { person: &session.person, umpires: false }, 0, DAY)
        .await
        .unwrap();
    let other = made(&house, "side-1").await;
    assert!(!house.people.unseat(&session.person, &chair("side-0")).await.unwrap());
    assert!(house.people.token(&own.reveal(), 1).await.unwrap().is_some());
    assert!(house.people.unseat(&session.person, &chair("side-1")).await.unwrap());
    assert!(house.people.token(&own.reveal(), 1).await.unwrap().is_none());
    assert!(house.people.token(&other.reveal(), 1).await.unwrap().is_some());
}

#[tokio::test]
async fn tokens_go_with_a_browser_that_gives_its_seats_up() {
    let house = House::new().await;
    let (session, _) = house.enter("side-1", 0).await;
    let own = house
        .people
        .make_token(&chair("side-1"), "", Maker::Person { person: &session.person, umpires: false }, 0, DAY)
        .await
        .unwrap();
    assert!(house.people.revoke_session(&session.handle).await.unwrap());
    assert!(house.people.token(&own.reveal(), 1).await.unwrap().is_none());
}

#[tokio::test]
async fn tokens_are_erased_with_their_campaign_and_swept_after_their_time() {
    let house = House::new().await;
    let gone = made(&house, "side-1").await;
    house.people.erase_campaign("rostov").await.unwrap();
    assert!(house.people.token(&gone.reveal(), 1).await.unwrap().is_none());
    made(&house, "side-1").await;
    assert_eq!(house.people.sweep(DAY - 1).await.unwrap().n_tokens, 0);
    assert_eq!(house.people.sweep(DAY).await.unwrap().n_tokens, 1);
}

#[tokio::test]
async fn the_file_does_not_hold_a_tokens_text() {
    let house = House::new().await;
    let text = made(&house, "side-1").await.reveal();
    let raw = hex::decode(text.strip_prefix(TOKEN_MARK).unwrap()).unwrap();
    let holds = |bytes: &[u8], needle: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
    for entry in std::fs::read_dir(house.folder.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!holds(&bytes, text.as_bytes()) && !holds(&bytes, &raw));
    }
}

#[tokio::test]
async fn a_label_has_its_bounds() {
    let house = House::new().await;
    for label in ["x".repeat(MAX_LABEL_CHARS + 1), "a\nb".into()] {
        let refused = house.people.make_token(&chair("side-0"), &label, Maker::Host, 0, DAY).await;
        assert!(matches!(refused, Err(Fault::Label)));
    }
}
