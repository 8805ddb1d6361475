//! Messages, and what the umpire sends back.

use axum::http::StatusCode;
use kernel::Seat;

use crate::house::House;

const BLUE: Seat = Seat::Side(0);
const GREY: Seat = Seat::Side(1);

#[tokio::test]
async fn a_message_reaches_its_side_and_nobody_else() {
    let house = House::open().await;
    let (mut umpire, mut blue, mut grey) =
        (house.seated(Seat::Umpire).await, house.seated(BLUE).await, house.seated(GREY).await);
    let before = grey.page("messages").await.body;
    let page = umpire.page("messages").await;
    assert!(page.body.contains("Nothing has been written yet"));
    let sent =
        umpire.submit(&page, "message", &[("to", "side-0"), ("words", "Your <scouts> are late")]).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.body);
    let read = blue.page("messages").await;
    assert!(read.body.contains("Your &lt;scouts&gt; are late"), "{}", read.body);
    assert_eq!(blue.submit(&read, "message", &[("words", "At dawn")]).await.status, StatusCode::SEE_OTHER);
    assert!(umpire.page("messages").await.body.contains("At dawn"));
    assert!(umpire.page("messages?as=side-0").await.body.contains("At dawn"));
    assert_eq!(grey.page("messages").await.body, before, "not a byte of the page tells");
    let mut watcher = house.seated(Seat::Spectator).await;
    let page = watcher.page("messages").await;
    assert!(!page.body.contains("scouts") && !page.body.contains("f-message"), "{}", page.body);
    assert!(blue.page("log").await.body.contains("wrote to the umpire"));
}

#[tokio::test]
async fn who_has_written_stands_on_the_first_page_until_it_is_answered_or_read() {
    let house = House::open().await;
    let (mut umpire, mut blue, mut grey) =
        (house.seated(Seat::Umpire).await, house.seated(BLUE).await, house.seated(GREY).await);
    let before = grey.page("posts").await.body;
    let page = blue.page("messages").await;
    blue.submit(&page, "message", &[("words", "May we dig in?")]).await;
    let first = umpire.page("posts").await;
    assert!(first.body.contains("has written since your last word"), "{}", first.body);
    assert!(
        !umpire.page("posts?as=side-0").await.body.contains("your last word"),
        "it is no news of the side's"
    );
    let page = umpire.page("messages").await;
    umpire.submit(&page, "message", &[("to", "side-0"), ("words", "You may")]).await;
    assert!(!umpire.page("posts").await.body.contains("your last word"));
    assert!(blue.page("posts").await.body.contains("has written since you were last here"));
    assert_eq!(grey.page("posts").await.body, before, "not a byte of the page tells");
}

#[tokio::test]
async fn a_flood_of_messages_is_refused_and_the_words_are_kept() {
    let house = House::open().await;
    let mut blue = house.seated(BLUE).await;
    for n in 1..=11 {
        let page = blue.page("messages").await;
        let words = format!("Message {n}");
        let answer = blue.submit(&page, "message", &[("words", &words)]).await;
        assert_eq!(answer.status == StatusCode::SEE_OTHER, n <= 10, "{n}: {}", answer.body);
        if n == 11 {
            assert!(
                answer.body.contains("10 messages within a minute") && answer.body.contains("Message 11")
            );
        }
    }
}

#[tokio::test]
async fn what_is_no_message_is_refused_and_kept_in_the_form() {
    let house = House::open().await;
    let (mut umpire, mut blue) = (house.seated(Seat::Umpire).await, house.seated(BLUE).await);
    let page = blue.page("messages").await;
    let long = "x".repeat(1001);
    let refused = blue.submit(&page, "message", &[("words", &long)]).await;
    assert!(refused.body.contains("1 to 1000 characters") && refused.body.contains(&long));
    let page = umpire.page("messages").await;
    for to in ["umpire", "side-9", "nobody"] {
        let answer = umpire.submit(&page, "message", &[("to", to), ("words", "Psst")]).await;
        assert_ne!(answer.status, StatusCode::SEE_OTHER, "{to}");
    }
}

#[tokio::test]
async fn the_umpire_sends_a_step_back_from_the_sides_page() {
    let house = House::open().await;
    let (mut umpire, mut blue, mut grey) =
        (house.seated(Seat::Umpire).await, house.seated(BLUE).await, house.seated(GREY).await);
    let page = blue.page("posts").await;
    blue.submit(&page, "pay", &[]).await;
    let page = blue.page("posts").await;
    blue.submit(&page, "place", &[("f.post", "ford")]).await;
    let before = grey.page("posts").await.body;
    let page = umpire.page("posts?as=side-0&hand=1").await;
    assert!(page.body.contains("Send it back"), "{}", page.body);
    let refused = umpire.submit(&page, "undo", &[("reason", "")]).await;
    assert_ne!(refused.status, StatusCode::SEE_OTHER);
    let page = umpire.page("posts?as=side-0&hand=1").await;
    let sent = umpire.submit(&page, "undo", &[("reason", "The ford is flooded")]).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.body);
    let log = blue.page("log").await.body;
    assert!(log.contains("The umpire sent the last step of") && log.contains("The ford is flooded"), "{log}");
    assert_eq!(grey.page("posts").await.body, before, "not a byte of the page tells");
    let page = umpire.page("posts?as=side-0&hand=1").await.body;
    assert!(!page.contains("Send it back"), "a throw stands");
    // It can be taken out of the log, which shows first what else would change.
    let at = page.find("/umpire/correct/").expect("the way to its last act");
    let link: String = page[at + "/umpire/".len()..].chars().take_while(|letter| *letter != '"').collect();
    let act = umpire.page(&link).await;
    assert_eq!(act.status, StatusCode::OK);
    assert!(act.body.contains("Take it out"), "{}", act.body);
    assert!(!blue.page("posts").await.body.contains("/correct/"), "a side finds no such way");
    assert!(!umpire.page("posts?as=side-0").await.body.contains("/correct/"), "only who acts for it");
}

#[tokio::test]
async fn lines_are_kept_and_letters_that_nobody_sees_are_no_words() {
    let house = House::open().await;
    let mut blue = house.seated(BLUE).await;
    let page = blue.page("messages").await;
    let unseen = blue.submit(&page, "message", &[("words", "\u{200b} \u{feff}")]).await;
    assert!(unseen.body.contains("1 to 1000 characters"), "{}", unseen.body);
    let page = blue.page("messages").await;
    blue.submit(&page, "message", &[("words", "First\r\n\r\nthen \u{202e}second\u{202c}")]).await;
    let read = blue.page("messages").await.body;
    assert!(read.contains("First\n\nthen second<"), "{read}");
    assert!(blue.page("log").await.body.contains("“First then second”"), "one line of the log");
}
