//! A whole battle with the engine as neutral: two sides, one of them at 360 px, and nobody at the umpire's seat.

use serde_json::json;

use super::{PAGES, Player, REBEL, UNION, lay_out};
use crate::driver::left_out;
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn two_sides_fight_a_battle_and_nobody_sits_at_the_umpires_seat() {
    if left_out() {
        return;
    }
    let house = House::summer_without_a_person().await;
    let union = Player { journey: "civil-war-engine", ..Player::at(&house, UNION, 1280).await };
    let rebel = Player { journey: "civil-war-engine", ..Player::at(&house, REBEL, 360).await };
    agree(&house, &union, &rebel).await;
    fights(&house, &union, &rebel, "confirm-3").await;
    for player in [&union, &rebel] {
        for page in PAGES {
            player.goes(&house, page).await;
            player.looks(&format!("after-{page}")).await;
        }
        player.goes(&house, "battles").await;
        player.browser.reads("#main", "carried back to the book").await;
    }
    for player in [union, rebel] {
        player.browser.close().await;
    }
}

/// From the book to a battle that both have agreed to.
async fn agree(house: &House, union: &Player, rebel: &Player) {
    // What one says the other confirms.
    union.gives(house, "book", "next-step", &[]).await;
    for player in [union, rebel] {
        player.goes(house, "book").await;
        player.looks("book-proposed").await;
    }
    rebel.gives(house, "book", "confirm-1", &[]).await;
    let opening = [
        ("attacker", json!("aop")),
        ("defender", json!("anv")),
        ("hex", json!("H-wood")),
        ("hexside", json!("north")),
        ("column", json!("1:1")),
        ("size", json!("medium")),
    ];
    rebel.gives(house, "book", "enter-battle", &opening).await;
    union.goes(house, "book").await;
    union.looks("book-battle").await;
    union.gives(house, "book", "confirm-2", &[]).await;
    for side in [union, rebel] {
        side.gives(house, "battles", "agree-aop-1", &[]).await;
    }
}

/// The battle from its field to its end; what the Union confirms its points by.
async fn fights(house: &House, union: &Player, rebel: &Player, confirms: &str) {
    lay_out(house, [union, union, rebel]).await;
    for (number, side) in [union, rebel].into_iter().enumerate() {
        side.goes(house, "ratings").await;
        side.looks("ratings").await;
        side.gives(house, "ratings", &format!("rate-{number}-aop-1"), &[]).await;
    }
    for turn in 1..=15 {
        assert!(turn < 15, "a force that nobody meets comes by turn 14");
        let opens = if turn % 2 == 0 { rebel } else { union };
        opens.gives(house, "battles", "advance-aop-1", &[]).await;
        let look = house.desk.look(&house.campaign, REBEL).await.unwrap();
        if look.page("battles").unwrap().forms().iter().any(|form| form.id == "arrive-left-aop-1") {
            break;
        }
    }
    for player in [union, rebel] {
        player.goes(house, "battles").await;
        player.looks("day-due").await;
    }
    rebel.gives(house, "battles", "arrive-left-aop-1", &[]).await;
    rebel.gives(house, "ratings", "rate-1-aop-1", &[]).await;
    union.goes(house, "battles").await;
    union.looks("day").await;
    union.gives(house, "battles", "concede-aop-1", &[]).await;
    let points = [("union", json!(3)), ("confederate", json!(7))];
    rebel.gives(house, "battles", "end-battle-aop-1", &points).await;
    for player in [union, rebel] {
        player.goes(house, "battles").await;
        player.looks("points").await;
    }
    union.gives(house, "battles", confirms, &[]).await;
    for side in [union, rebel] {
        side.gives(house, "battles", "report-aop-1", &[]).await;
    }
    rebel.gives(house, "battles", "demoralization-1-aop-1", &[]).await;
    rebel.gives(house, "battles", "promote-aop-1", &[("sp", json!("C2"))]).await;
    for side in [rebel, union] {
        side.goes(house, "battles").await;
        side.looks("done").await;
        side.gives(house, "battles", "done-aop-1", &[]).await;
    }
}

/// The battle is at a table of its own, and both take in what came of it: one says it, the other sees that first and confirms it.
#[tokio::test(flavor = "multi_thread")]
async fn two_sides_fight_a_battle_at_a_table_of_its_own_and_take_it_in() {
    if left_out() {
        return;
    }
    let mut house = House::summer_at_tables_without_a_person().await;
    let union = Player { journey: "civil-war-engine-below", ..Player::at(&house, UNION, 1280).await };
    let rebel = Player { journey: "civil-war-engine-below", ..Player::at(&house, REBEL, 360).await };
    agree(&house, &union, &rebel).await;
    for player in [&union, &rebel] {
        for page in ["battles", "other-tables"] {
            player.goes(&house, page).await;
            player.looks(&format!("open-{page}")).await;
        }
    }
    let book = house.campaign.clone();
    let below = house.desk.neighbours(&book, UNION).await.unwrap().below;
    house.campaign = below[0].campaign.to_string();
    fights(&house, &union, &rebel, "confirm-1").await;
    for player in [&union, &rebel] {
        player.goes(&house, "other-tables").await;
        player.looks("table-above").await;
        player.browser.leads("#above a.btn").await;
    }
    house.campaign = book;
    rebel.goes(&house, "other-tables").await;
    rebel.looks("to-take-in").await;
    rebel.browser.leads("#b-take-in-0").await;
    rebel.browser.reads("#below", "Take it back").await;
    rebel.looks("said").await;
    union.goes(&house, "book").await;
    union.browser.reads("#closing", "has asked to close a table").await;
    union.browser.leads("#closing a").await;
    union.browser.reads("#below", "says that what came of it is taken in").await;
    union.looks("to-confirm").await;
    union.browser.leads("#b-confirm-0-0").await;
    union.browser.reads("#below", "What came of it was taken in.").await;
    for player in [&union, &rebel] {
        for page in ["other-tables", "battles", "book"] {
            player.goes(&house, page).await;
            player.looks(&format!("taken-in-{page}")).await;
        }
    }
    for player in [union, rebel] {
        player.browser.close().await;
    }
}
