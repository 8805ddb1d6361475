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
    // What one says the other confirms.
    union.gives(&house, "book", "next-step", &[]).await;
    for player in [&union, &rebel] {
        player.goes(&house, "book").await;
        player.looks("book-proposed").await;
    }
    rebel.gives(&house, "book", "confirm-1", &[]).await;
    let opening = [
        ("attacker", json!("aop")),
        ("defender", json!("anv")),
        ("hex", json!("H-wood")),
        ("hexside", json!("north")),
        ("column", json!("1:1")),
        ("size", json!("medium")),
    ];
    rebel.gives(&house, "book", "enter-battle", &opening).await;
    union.goes(&house, "book").await;
    union.looks("book-battle").await;
    union.gives(&house, "book", "confirm-2", &[]).await;
    for side in [&union, &rebel] {
        side.gives(&house, "battles", "agree-aop-1", &[]).await;
    }
    lay_out(&house, [&union, &union, &rebel]).await;
    for (number, side) in [&union, &rebel].into_iter().enumerate() {
        side.goes(&house, "ratings").await;
        side.looks("ratings").await;
        side.gives(&house, "ratings", &format!("rate-{number}-aop-1"), &[]).await;
    }
    for turn in 1..=15 {
        assert!(turn < 15, "a force that nobody meets comes by turn 14");
        let opens = if turn % 2 == 0 { &rebel } else { &union };
        opens.gives(&house, "battles", "advance-aop-1", &[]).await;
        let look = house.desk.look(&house.campaign, REBEL).await.unwrap();
        if look.page("battles").unwrap().forms().iter().any(|form| form.id == "arrive-left-aop-1") {
            break;
        }
    }
    for player in [&union, &rebel] {
        player.goes(&house, "battles").await;
        player.looks("day-due").await;
    }
    rebel.gives(&house, "battles", "arrive-left-aop-1", &[]).await;
    rebel.gives(&house, "ratings", "rate-1-aop-1", &[]).await;
    union.goes(&house, "battles").await;
    union.looks("day").await;
    union.gives(&house, "battles", "concede-aop-1", &[]).await;
    let points = [("union", json!(3)), ("confederate", json!(7))];
    rebel.gives(&house, "battles", "end-battle-aop-1", &points).await;
    for player in [&union, &rebel] {
        player.goes(&house, "battles").await;
        player.looks("points").await;
    }
    union.gives(&house, "battles", "confirm-3", &[]).await;
    for side in [&union, &rebel] {
        side.gives(&house, "battles", "report-aop-1", &[]).await;
    }
    rebel.gives(&house, "battles", "demoralization-1-aop-1", &[]).await;
    rebel.gives(&house, "battles", "promote-aop-1", &[("sp", json!("C2"))]).await;
    for side in [&rebel, &union] {
        side.goes(&house, "battles").await;
        side.looks("done").await;
        side.gives(&house, "battles", "done-aop-1", &[]).await;
    }
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
