//! What seats do.

use axum::http::StatusCode;
use kernel::Seat;

use crate::house::House;

#[tokio::test]
async fn a_form_acts_and_its_roll_is_shown() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    let answer = blue.submit(&page, "pay", &[]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    let to = answer.header("location").to_owned();
    assert!(to.contains("/posts?shown="), "{to}");
    let page = blue.get(&to).await;
    assert!(page.body.contains("How it came out") && page.body.contains("class=\"die\""));
    assert!(page.body.contains("aria-disabled=\"true\" aria-describedby=\"y-pay\""), "paid once");
}

#[tokio::test]
async fn a_form_sent_twice_acts_once() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    let first = blue.submit(&page, "pay", &[]).await;
    let second = blue.submit(&page, "pay", &[]).await;
    assert_eq!(first.status, StatusCode::SEE_OTHER);
    assert_eq!(second.status, StatusCode::SEE_OTHER, "{}", second.body);
    assert_eq!(first.header("location"), second.header("location"));
    assert_eq!(blue.page("dice").await.body.matches("data-head=\"Shown\"").count(), 1);
}

#[tokio::test]
async fn a_form_older_than_what_the_seat_sees_is_refused() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let old = blue.page("posts").await;
    assert_eq!(blue.submit(&old, "pay", &[]).await.status, StatusCode::SEE_OTHER);
    let answer = blue.submit(&old, "place", &[("f.post", "ford")]).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert!(answer.body.contains("HOUSE-STALE") && answer.body.contains("Nothing was done."));
    assert!(answer.body.contains(" New is: "), "what has changed is named");
    assert!(answer.body.contains("Look it over and send it again."), "{}", answer.body);
    let fresh = blue.page("posts").await;
    assert_eq!(blue.submit(&fresh, "place", &[("f.post", "ford")]).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn what_the_other_side_does_in_secret_makes_no_form_stale() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let mut grey = house.seated(Seat::Side(1)).await;
    let mine = blue.page("posts").await;
    let theirs = grey.page("posts").await;
    assert_eq!(grey.submit(&theirs, "pay", &[]).await.status, StatusCode::SEE_OTHER);
    assert_eq!(blue.page("posts").await.body, mine.body, "not a byte of the page tells");
    assert_eq!(blue.submit(&mine, "pay", &[]).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_plain_form_that_was_overtaken_says_what_came_and_to_press_again() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let mut grey = house.seated(Seat::Side(1)).await;
    let page = blue.page("posts").await;
    assert_eq!(blue.submit(&page, "pay", &[]).await.status, StatusCode::SEE_OTHER);
    let mine = blue.page("posts").await;
    grey.pay_and_close().await;
    let answer = blue.submit(&mine, "close", &[]).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    let said = answer.body.split("id=\"r-close\"").nth(1).unwrap().split("</div>").next().unwrap();
    assert!(said.contains("Grey") && said.contains("Press again if it still holds."), "{said}");
    let fresh = answer;
    assert_eq!(blue.submit(&fresh, "close", &[]).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn without_script_the_reader_goes_on_where_the_form_was() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    let (action, _) = page.form("pay");
    let panel = action.split_once('#').unwrap().1;
    assert!(
        page.body.contains(&format!("<section class=\"panel yours\" id=\"{panel}\""))
            || page.body.contains(&format!("id=\"{panel}\" aria-labelledby")),
        "{action}"
    );
    let answer = blue.submit(&page, "pay", &[]).await;
    assert!(answer.header("location").ends_with("#out"), "{}", answer.header("location"));
}

#[tokio::test]
async fn an_unanswered_field_is_refused_beside_its_form() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    for entered in [vec![], vec![("f.post", "nowhere")], vec![("f.post", "{\"$ne\":1}")]] {
        let answer = blue.submit(&page, "place", &entered).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.body.contains("id=\"r-place\""), "beside the form");
        assert!(answer.body.contains("“Post”"));
    }
}

#[tokio::test]
async fn a_form_that_nobody_offered_is_refused() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    let (action, fields) = page.form("pay");
    let forged: Vec<(&str, &str)> = fields
        .iter()
        .map(|(name, value)| (&**name, if name == "form-id" { "drop-everything" } else { value.as_str() }))
        .collect();
    let answer = blue.post(&action, &forged).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("HOUSE-COMMAND"));
}

#[tokio::test]
async fn the_pages_script_gets_the_page_at_once() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    blue.script = true;
    let page = blue.page("posts").await;
    let answer = blue.submit(&page, "pay", &[]).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("adjutant-outcome"), "done");
    assert!(answer.body.contains("How it came out") && answer.body.contains("data-at=\"/c/"));
    let refused = blue.submit(&page, "place", &[("f.post", "ford")]).await;
    assert_eq!((refused.status, refused.header("adjutant-outcome")), (StatusCode::OK, "refused"));
}

#[tokio::test]
async fn who_acts_is_told_what_the_engine_did_at_once_because_of_it() {
    let house = House::open().await;
    let (mut blue, mut grey) = (house.seated(Seat::Side(0)).await, house.seated(Seat::Side(1)).await);
    for browser in [&mut blue, &mut grey] {
        browser.pay_and_close().await;
    }
    for browser in [&mut blue, &mut grey] {
        let page = browser.page("posts").await;
        let sealed = browser.submit(&page, "seal", &[("f.stance", "hold")]).await;
        assert_eq!(sealed.status, StatusCode::SEE_OTHER, "{}", sealed.body);
    }
    let said = |answer: &crate::house::Answer| {
        let said = answer.body.split("id=\"said\" role=\"status\"><span>").nth(1).unwrap_or_default();
        said.split("</span>").next().unwrap_or_default().to_owned()
    };
    blue.script = true;
    grey.script = true;
    let page = blue.page("posts").await;
    let first = said(&blue.submit(&page, "close", &[]).await);
    assert_eq!(first, "Blue closed the night.", "nothing follows yet");
    let page = grey.page("posts").await;
    let last = said(&grey.submit(&page, "close", &[]).await);
    assert!(last.starts_with("Grey closed the night. ") && last.ends_with("Dusk 2 fell."), "{last}");
}

#[tokio::test]
async fn who_watches_is_told_the_act_with_what_the_engine_did_at_once_because_of_it() {
    let house = House::open().await;
    let (mut blue, mut grey) = (house.seated(Seat::Side(0)).await, house.seated(Seat::Side(1)).await);
    for browser in [&mut blue, &mut grey] {
        browser.pay_and_close().await;
    }
    for browser in [&mut blue, &mut grey] {
        let page = browser.page("posts").await;
        assert_eq!(
            browser.submit(&page, "seal", &[("f.stance", "hold")]).await.status,
            StatusCode::SEE_OTHER
        );
        let page = browser.page("posts").await;
        assert_eq!(browser.submit(&page, "close", &[]).await.status, StatusCode::SEE_OTHER);
    }
    for seat in [Seat::Spectator, Seat::Side(0)] {
        let page = house.seated(seat).await.page("posts").await.body;
        let news = page.split("data-news=\"").nth(1).unwrap().split('"').next().unwrap();
        // What waits for the reader comes before it.
        let news = news.strip_prefix("One thing waits for you. ").unwrap_or(news);
        assert!(news.starts_with("Grey closed the night. ") && news.contains("Dusk 2 fell."), "{news}");
        assert!(!news.contains("One thing waits"), "said twice: {news}");
    }
}

#[tokio::test]
async fn dice_from_the_table_are_asked_for_and_marked() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    let answer = blue.submit(&page, "pay", &[("dice", "table")]).await;
    assert_eq!((answer.status, answer.header("adjutant-outcome")), (StatusCode::SEE_OTHER, "waits"));
    let page = blue.page("posts").await;
    assert!(page.body.contains("Dice from the table"));
    // Everything else of the seat waits, and says so; the answer and taking back do not.
    for form in ["place", "close"] {
        assert!(!page.body.contains(&format!("id=\"f-{form}\"")), "{form}");
        let closed = format!("aria-disabled=\"true\" aria-describedby=\"y-{form}\"");
        assert!(page.body.contains(&closed), "{form}: {}", page.body);
    }
    let why = page.body.split("id=\"y-place\"").nth(1).unwrap().split("</p>").next().unwrap();
    assert!(why.contains("HOUSE-WAITING"), "{why}");
    assert!(page.body.contains("id=\"f-undo\"") && page.body.contains("id=\"waits\""));
    let umpire = house.seated(Seat::Umpire).await.page("posts").await.body;
    assert!(umpire.contains("id=\"f-answer-") && !umpire.contains("id=\"waits\""), "{umpire}");
    let id = page.body.split("id=\"f-answer-").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let form = format!("answer-{id}");
    let n = page.body.matches("name=\"face\"").count();
    let odd = blue.submit(&page, &form, &[("face", "77")]).await;
    assert_eq!(odd.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(odd.body.contains("HOUSE-TYPED-DICE"));
    let faces = vec![("face", "1"); n];
    let answer = blue.submit(&page, &form, &faces).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    assert!(blue.page("log").await.body.contains("thrown at the table"));
}

#[tokio::test]
async fn an_own_step_is_taken_back_and_stays_in_the_log() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    assert!(!page.body.contains("id=\"f-undo\""));
    assert_eq!(blue.submit(&page, "place", &[("f.post", "ford")]).await.status, StatusCode::SEE_OTHER);
    let page = blue.page("posts").await;
    assert_eq!(blue.submit(&page, "undo", &[]).await.status, StatusCode::SEE_OTHER);
    let log = blue.page("log").await.body;
    assert!(log.contains("Taken back.") && log.contains("class=\"void\""));
}

#[tokio::test]
async fn a_spectator_has_nothing_to_send() {
    let house = House::open().await;
    let mut spectator = house.seated(Seat::Spectator).await;
    let page = spectator.page("posts").await;
    assert!(!page.body.contains("name=\"form-id\""));
    let csrf = spectator.page("dice").await.body;
    let csrf = csrf.split("name=\"csrf\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let path = format!("{}/do", spectator.base);
    let token = "0".repeat(32);
    let fields =
        [("csrf", &*csrf), ("form-id", "pay"), ("page", "posts"), ("cursor", "1"), ("token", &*token)];
    let answer = spectator.post(&path, &fields).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("HOUSE-SEAT"));
}

#[tokio::test]
async fn sides_add_words_to_the_dice_before_they_open() {
    let house = House::with_dice_waiting().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let mut grey = house.seated(Seat::Side(1)).await;
    let page = blue.page("posts").await;
    assert!(page.body.contains("The dice are not open yet"));
    assert!(page.body.contains("This has to wait until the dice are open"), "{}", page.body);
    assert_eq!(
        blue.submit(&page, "words", &[("words", "forty-two geese")]).await.status,
        StatusCode::SEE_OTHER
    );
    let page = grey.page("posts").await;
    assert_eq!(
        grey.submit(&page, "words", &[("words", "x"), ("pass", "1")]).await.status,
        StatusCode::SEE_OTHER
    );
    let dice = blue.page("dice").await.body;
    assert!(dice.contains("forty-two geese") && !dice.contains("“x”"));
    let page = blue.page("posts").await;
    assert_eq!(blue.submit(&page, "pay", &[]).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn the_umpire_opens_the_dice() {
    let house = House::with_dice_waiting().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let page = umpire.page("posts").await;
    assert_eq!(umpire.submit(&page, "open-dice", &[]).await.status, StatusCode::SEE_OTHER);
    assert!(!umpire.page("posts").await.body.contains("The dice are not open yet"));
}

#[tokio::test]
async fn browsers_give_words_for_the_seats_that_they_hold() {
    let house = House::for_devices().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let mut grey = house.seated(Seat::Side(1)).await;
    let seeds = [::dice::WordsSeed::new([3; 32]), ::dice::WordsSeed::new([4; 32])];
    let genesis = house.genesis().await;
    let pledged = |side: usize| seeds[side].digest(&genesis, &Seat::Side(side as u8).name());
    let digest = |side: usize| pledged(side).to_string();
    let csrf = |page: &str| page.split("data-csrf=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    for side in 0..2 {
        let browser = if side == 0 { &mut blue } else { &mut grey };
        let page = browser.page("posts").await.body;
        assert!(page.contains("The dice are not open yet") && page.contains("HOUSE-WORDS"), "{page}");
        let held = format!("data-seat=\"side-{side}\"");
        assert!(page.contains(&held) && !page.contains(&format!("data-seat=\"side-{}\"", 1 - side)));
        let path = format!("/c/{}/side-{side}/words/device", house.campaign);
        let forged = browser.post(&path, &[("csrf", "x"), ("digest", &digest(side))]).await;
        assert_eq!(forged.status, StatusCode::FORBIDDEN);
        let given = browser.post(&path, &[("csrf", &csrf(&page)), ("digest", &digest(side))]).await;
        assert_eq!(given.status, StatusCode::NO_CONTENT, "{}", given.body);
    }
    for side in [1, 0] {
        let browser = if side == 0 { &mut blue } else { &mut grey };
        let page = browser.page("posts").await.body;
        assert!(page.contains("data-opening=\"yes\"") && page.contains(&digest(side)), "{page}");
        let path = format!("/c/{}/side-{side}/words/device", house.campaign);
        let wrong = browser.post(&path, &[("csrf", &csrf(&page)), ("bytes", &"0".repeat(64))]).await;
        assert_eq!(wrong.status, StatusCode::CONFLICT);
        let bytes = seeds[side].bytes().to_string();
        let unsigned = browser.post(&path, &[("csrf", &csrf(&page)), ("bytes", &bytes)]).await;
        assert_eq!(unsigned.status, StatusCode::CONFLICT);
        let look = house.desk.look(&house.campaign, Seat::Umpire).await.unwrap();
        let link = look.dice.devices.unwrap().link.unwrap();
        assert!(page.contains(&format!("data-link=\"{link}\"")), "{page}");
        let set = ::dice::words_set(&genesis, &link, [("side-0", pledged(0)), ("side-1", pledged(1))]);
        let signature = seeds[side].sign(&set).to_string();
        let signed = [("csrf", csrf(&page)), ("bytes", bytes), ("signature", signature)];
        let signed = signed.each_ref().map(|(name, value)| (*name, value.as_str()));
        let given = browser.post(&path, &signed).await;
        assert_eq!(given.status, StatusCode::NO_CONTENT, "{}", given.body);
    }
    let page = blue.page("posts").await;
    assert!(!page.body.contains("The dice are not open yet"));
    assert!(!page.body.contains("Enter dice from the table"), "that takes consent here");
    assert_eq!(blue.submit(&page, "pay", &[]).await.status, StatusCode::SEE_OTHER);
    let page = blue.page("dice").await;
    assert!(page.body.contains("Ask to type dice in"), "{}", page.body);
    blue.submit(&page, "table-dice", &[]).await;
    let page = grey.page("dice").await;
    assert!(page.body.contains("asks whether dice thrown at a table may be typed in"), "{}", page.body);
    grey.submit(&page, "table-dice", &[]).await;
    assert!(grey.page("posts").await.body.contains("Enter dice from the table"));
}
