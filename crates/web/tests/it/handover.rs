//! A seat that goes to somebody else: what the next one finds, and what goes with the one before.

use axum::http::StatusCode;
use kernel::Seat;
use serde_json::json;

use crate::api::Program;
use crate::house::{Browser, House};

const BLUE: Seat = Seat::Side(0);

impl House {
    /// Late sides are played by their kept orders.
    async fn with_deadlines() -> Self {
        let house = Self::open().await;
        let program = Program::at(&house, Seat::Umpire).await;
        let set = json!({"what": "set", "hours": 1, "missing": "saved"});
        assert_eq!(program.post("/deadlines", set).await.status, StatusCode::OK);
        house
    }

    async fn kept(&self) -> bool {
        !self.desk.look(&self.campaign, BLUE).await.unwrap().kept.is_empty()
    }
}

impl Browser {
    async fn keeps_pay(&mut self) {
        let page = self.page("posts").await;
        assert_eq!(self.submit(&page, "pay", &[("keep", "1")]).await.status, StatusCode::SEE_OTHER);
    }

    async fn leaves(&mut self) {
        let csrf = self.get("/account").await.csrf();
        let left = self.post("/leave", &[("csrf", &csrf)]).await;
        assert_eq!(left.status, StatusCode::SEE_OTHER, "{}", left.body);
    }
}

#[tokio::test]
async fn whoever_takes_over_finds_what_waits_what_was_done_and_what_was_kept() {
    let house = House::with_deadlines().await;
    let mut anna = house.seated(BLUE).await;
    assert!(!anna.page("posts").await.body.contains("Somebody held this seat before you"));
    anna.keeps_pay().await;
    let page = anna.page("posts").await;
    anna.submit(&page, "pay", &[]).await;
    house.pass(60 * 24 * 3);
    let mut berta = house.seated(BLUE).await;
    let first = berta.page("posts").await;
    assert!(first.body.contains("Somebody held this seat before you"), "{}", first.body);
    assert!(first.body.contains(&format!("{}/handover", berta.base)));
    let page = berta.page("handover").await;
    assert_eq!(page.status, StatusCode::OK);
    for words in
        ["What waits now", "What was done in the last 7 days", "Kept for the deadline", "This step is due on"]
    {
        assert!(page.body.contains(words), "{words}: {}", page.body);
    }
    assert!(
        page.body.contains("from this seat") && !page.body.contains("Nothing from this seat"),
        "{}",
        page.body
    );
    assert!(!page.body.contains("id=\"f-pay\"") && !page.body.contains("id=\"f-close\""), "only to read");
    // Who comes back is no newcomer.
    house.pass(60);
    assert!(!berta.page("posts").await.body.contains("Somebody held this seat before you"));
}

#[tokio::test]
async fn a_handover_tells_what_its_seat_sees_and_nobody_elses() {
    let house = House::open().await;
    let (mut blue, mut grey) = (house.seated(BLUE).await, house.seated(Seat::Side(1)).await);
    let before = grey.page("handover").await.body;
    let page = blue.page("posts").await;
    blue.submit(&page, "pay", &[]).await;
    assert!(blue.page("handover").await.body.contains("One entry from this seat"));
    let strip = |body: &str| body.split("<main").nth(1).unwrap_or(body).to_owned();
    assert_eq!(strip(&grey.page("handover").await.body), strip(&before));
    let mut umpire = house.seated(Seat::Umpire).await;
    assert!(umpire.page("handover?as=side-0").await.body.contains("One entry from this seat"));
    assert_eq!(grey.page("handover?as=side-0").await.status, StatusCode::NOT_FOUND);
    let other = format!("/c/{}/side-0/handover", house.campaign);
    assert_eq!(grey.get(&other).await.status, StatusCode::NOT_FOUND);
}

/// Who goes takes the orders along that they kept, also where somebody else stays at the seat.
#[tokio::test]
async fn orders_go_with_whoever_kept_them() {
    let house = House::with_deadlines().await;
    let mut anna = house.seated(BLUE).await;
    let mut berta = house.seated(BLUE).await;
    anna.keeps_pay().await;
    // An account that is entered with the seats of this browser keeps them, and what was kept there.
    anna.make_account("Anna").await;
    assert!(house.kept().await);
    let csrf = anna.get("/account").await.csrf();
    anna.post("/account/give-up", &[("campaign", &*house.campaign), ("seat", "side-0"), ("csrf", &csrf)])
        .await;
    assert!(!house.kept().await, "she is gone, and Berta is still there");
    berta.keeps_pay().await;
    assert!(house.kept().await);
    berta.leaves().await;
    assert!(!house.kept().await);
}

/// With the last one at a seat go the orders that were kept there; as long as somebody stays they stand.
#[tokio::test]
async fn orders_go_with_the_last_person_at_a_seat() {
    for way in ["leave", "give up", "delete"] {
        let house = House::with_deadlines().await;
        let mut anna = house.seated(BLUE).await;
        let mut berta = house.seated(BLUE).await;
        anna.keeps_pay().await;
        berta.leaves().await;
        assert!(house.kept().await, "{way}: somebody is still there");
        if way == "leave" {
            anna.leaves().await;
        } else {
            anna.make_account("Anna").await;
            let csrf = anna.get("/account").await.csrf();
            if way == "give up" {
                let fields = [("campaign", &*house.campaign), ("seat", "side-0"), ("csrf", &csrf)];
                anna.post("/account/give-up", &fields).await;
            } else {
                let fields = [("password", "correct horse battery"), ("csrf", &csrf)];
                anna.post("/account/delete", &fields).await;
            }
        }
        assert!(!house.kept().await, "{way}");
    }
}

/// A seat that nobody used for ninety days ends by itself, and what was kept there ends with it; an account keeps its own.
#[tokio::test]
async fn orders_go_with_a_seat_that_ran_out() {
    const DAY: i64 = 24 * 60;
    let house = House::with_deadlines().await;
    let program = Program::at(&house, Seat::Umpire).await;
    let long = json!({"what": "set", "hours": 1440, "missing": "saved"});
    assert_eq!(program.post("/deadlines", long.clone()).await.status, StatusCode::OK);
    let mut anna = house.seated(BLUE).await;
    anna.keeps_pay().await;
    house.pass(50 * DAY);
    let program = Program::at(&house, Seat::Umpire).await;
    assert_eq!(program.post("/deadlines", long).await.status, StatusCode::OK);
    house.pass(39 * DAY);
    house.state.sweep().await.unwrap();
    assert!(house.kept().await, "the seat has a day left");
    // Somebody else who is there keeps nothing of hers.
    let mut berta = house.seated(BLUE).await;
    house.pass(2 * DAY);
    let swept = house.state.sweep().await.unwrap();
    assert!(swept.n_sessions >= 1, "{swept:?}");
    assert!(!house.kept().await);
    let log = berta.page("log").await;
    assert!(log.body.contains("were struck"), "{}", log.body);

    // With an account the seat stays, and what is kept there.
    berta.make_account("Berta").await;
    berta.keeps_pay().await;
    house.state.sweep().await.unwrap();
    assert!(house.kept().await);
}

/// Whoever comes after somebody who had everything erased still finds the way to the handover.
#[tokio::test]
async fn a_predecessor_who_was_erased_still_went_before() {
    let house = House::open().await;
    let mut anna = house.seated(BLUE).await;
    anna.make_account("Anna").await;
    let csrf = anna.get("/account").await.csrf();
    let gone = anna.post("/account/delete", &[("password", "correct horse battery"), ("csrf", &csrf)]).await;
    assert_eq!(gone.status, StatusCode::OK, "{}", gone.body);
    let mut berta = house.seated(BLUE).await;
    assert!(berta.page("posts").await.body.contains("Somebody held this seat before you"));
    let mut grey = house.seated(Seat::Side(1)).await;
    assert!(
        !grey.page("posts").await.body.contains("Somebody held this seat before you"),
        "nobody was there"
    );
}

/// The board is there to look at, and the sheet says the same as the page, each seat its own.
#[tokio::test]
async fn a_handover_has_the_board_and_can_be_printed() {
    let house = House::open().await;
    let mut blue = house.seated(BLUE).await;
    let page = blue.page("handover").await.body;
    let main = page.split("<main").nth(1).unwrap().split("</main>").next().unwrap();
    assert!(main.contains("hexboard"), "{main}");
    assert!(!main.contains("<form") && !main.contains("<textarea"), "only to read: {main}");
    assert!(main.contains("id=\"force-0\"") && !main.contains("id=\"force-1\""), "{main}");
    assert!(blue.page("paper").await.body.contains(&format!("{}/paper/handover-letter.pdf", blue.base)));
    let sheet = blue.page("paper/handover-a4.pdf").await;
    assert_eq!((sheet.status, sheet.header("content-type")), (StatusCode::OK, "application/pdf"));
    // Of a moment of the past there is none, and of another seat none either.
    assert_eq!(blue.page("then/1/paper/handover-a4.pdf").await.status, StatusCode::NOT_FOUND);
    assert_eq!(blue.page("paper/handover-a4.pdf?as=side-1").await.status, StatusCode::NOT_FOUND);
}

/// Whoever takes over from the umpire reads who sits where and what is kept; no side does.
#[tokio::test]
async fn the_umpires_handover_tells_who_sits_where_and_what_is_kept() {
    let house = House::with_deadlines().await;
    let mut anna = house.seated(BLUE).await;
    anna.keeps_pay().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let body = umpire.page("handover").await.body;
    let office = body.split("id=\"office\"").nth(1).unwrap().split("</section>").next().unwrap();
    for words in
        ["1 person holds it. 1 order is kept for the deadline.", "Nobody holds it.", "None is proposed."]
    {
        assert!(office.contains(words), "{words}: {office}");
    }
    assert!(body.contains("id=\"force-0\"") && body.contains("id=\"force-1\""), "{body}");
    assert_eq!(umpire.page("paper/handover-letter.pdf").await.status, StatusCode::OK);
    for page in [umpire.page("handover?as=side-0").await.body, anna.page("handover").await.body] {
        assert!(!page.contains("id=\"office\""), "{page}");
    }
}
