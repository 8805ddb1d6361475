//! Corrections and the sides' word on them, as pages and forms.

use axum::http::StatusCode;
use kernel::Seat;

use crate::house::{Browser, House};

/// Blue was paid, and the umpire asks it whether it never was.
async fn never_paid(house: &House) -> (Browser, Browser) {
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    assert_eq!(blue.submit(&page, "pay", &[]).await.status, StatusCode::SEE_OTHER);
    let mut umpire = house.seated(Seat::Umpire).await;
    let log = umpire.page("log").await;
    let at = log.body.split("/correct/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let page = umpire.page(&format!("correct/{at}")).await;
    let preview = umpire.submit(&page, "out", &[]).await;
    assert!(preview.body.contains("These seats learn of it"), "{}", preview.body);
    let (_, hidden) = preview.form("make");
    let mut fields: Vec<(&str, &str)> = hidden.iter().map(|(name, value)| (&**name, &**value)).collect();
    fields.push(("reason", "It was the day before."));
    let path = format!("{}/correct/propose", umpire.base);
    let answer = umpire.post(&path, &fields).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    (blue, umpire)
}

#[tokio::test]
async fn only_a_word_is_a_word() {
    let house = House::open().await;
    let (mut blue, mut umpire) = never_paid(&house).await;
    let page = blue.page("correction").await;
    for word in [None, Some(("word", "perhaps"))] {
        let answer = blue.submit(&page, "word", word.as_slice()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{word:?}");
        assert!(umpire.page("correction").await.body.contains("has not agreed yet"), "{word:?} ends nothing");
    }
    let answer = blue.submit(&page, "word", &[("word", "decline")]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert!(umpire.page("correction").await.body.contains("No correction waits"));
}

#[tokio::test]
async fn the_umpire_reads_why_an_agreed_correction_is_not_made() {
    let house = House::open().await;
    let (mut blue, mut umpire) = never_paid(&house).await;
    assert!(umpire.page("correction").await.body.contains("Correct it without waiting"));
    let page = blue.page("posts").await;
    assert_eq!(blue.submit(&page, "close", &[]).await.status, StatusCode::SEE_OTHER);
    let page = blue.page("correction").await;
    assert_eq!(blue.submit(&page, "word", &[("word", "agree")]).await.status, StatusCode::SEE_OTHER);
    assert!(blue.page("correction").await.body.contains("You have agreed."));
    let page = umpire.page("correction").await;
    for words in [" has agreed.", "As things stand now it cannot be made", "is no longer possible:", "TOY-6"]
    {
        assert!(page.body.contains(words), "{words}: {}", page.body);
    }
    assert!(!page.body.contains("Correct it without waiting"));
    let both = umpire.submit(&page, "drop", &[]).await;
    assert!(both.body.contains("Make it so"), "{}", both.body);
}
