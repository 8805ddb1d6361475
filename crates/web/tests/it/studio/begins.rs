//! A campaign begins from a draft.

use axum::http::StatusCode;

use crate::house::House;

#[tokio::test]
async fn a_campaign_begins_once_and_its_umpire_is_seated() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.drafts().await;
    let page = anna.get(&format!("{draft}/begin")).await;
    let begun = anna.submit(&page, "begin", &[]).await;
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.body);
    let seats = begun.header("location").to_owned();
    assert!(seats.ends_with("/umpire/seats"), "{seats}");
    let seats = anna.get(&seats).await;
    assert_eq!(seats.status, StatusCode::OK);
    assert!(seats.body.contains("Pickets at the ford"), "{}", seats.body);
    let twice = anna.submit(&page, "begin", &[]).await;
    assert_eq!(twice.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(twice.body.contains("has just begun from it"), "{}", twice.body);
    assert_eq!(house.desk.campaigns().await.unwrap().len(), 2, "one of the house, one of the draft");
    // The draft is there for the next time, and says what it was used for.
    let page = anna.get(&format!("{draft}/begin")).await;
    assert!(page.body.contains("This makes another one"), "{}", page.body);
    assert!(anna.get("/studio").await.body.contains("A campaign began from it"));
    let again = anna.submit(&page, "begin", &[("words", "yes")]).await;
    assert_eq!(again.status, StatusCode::SEE_OTHER);
    assert_eq!(house.desk.campaigns().await.unwrap().len(), 3);
}

#[tokio::test]
async fn a_faulty_draft_begins_nothing_and_tells_every_fault() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.drafts().await;
    let sound = anna.get(&format!("{draft}/begin")).await;
    let page = anna.get(&format!("{draft}/text")).await;
    let text = rules_toy::FORD.replace("rounds = 2", "rounds = 99").replace("worth = 3", "worth = 33");
    anna.submit(&page, "text", &[("text", &text)]).await;
    for answer in [anna.get(&format!("{draft}/begin")).await, anna.submit(&sound, "begin", &[]).await] {
        assert!(answer.body.contains("It cannot begin yet: 2 faults"), "{}", answer.body);
    }
    assert_eq!(house.desk.campaigns().await.unwrap().len(), 1);
    let forecast = anna.get(&format!("{draft}/forecast")).await;
    assert!(forecast.body.contains("as soon as it has none"), "{}", forecast.body);
    let page = anna.get(&format!("{draft}/text")).await;
    anna.submit(&page, "text", &[("text", rules_toy::FORD)]).await;
    let forecast = anna.get(&format!("{draft}/forecast")).await;
    assert!(forecast.body.contains("Points in all nights, at most"), "{}", forecast.body);
}

#[tokio::test]
async fn so_many_drafts_and_so_many_beginnings_are_taken() {
    let house = House::open().await;
    let mut anna = house.account("Anna").await;
    let draft = anna.drafts().await;
    for n in 1..=people::MOST_BEGUN_A_DAY {
        let page = anna.get(&format!("{draft}/begin")).await;
        assert_eq!(anna.submit(&page, "begin", &[]).await.status, StatusCode::SEE_OTHER, "{n}");
    }
    let page = anna.get(&format!("{draft}/begin")).await;
    let refused = anna.submit(&page, "begin", &[]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.body.contains("try again tomorrow"), "{}", refused.body);
    house.pass(24 * 60 + 1);
    let page = anna.get(&format!("{draft}/begin")).await;
    assert_eq!(anna.submit(&page, "begin", &[]).await.status, StatusCode::SEE_OTHER);

    for _ in 1..people::MOST_DRAFTS {
        anna.drafts().await;
    }
    let page = anna.get("/studio/new").await;
    let refused = anna.submit(&page, "new", &[("from", "sample:ford")]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.body.contains("20 drafts already"), "{}", refused.body);
    assert!(anna.get("/studio").await.body.contains("aria-disabled"));
}
