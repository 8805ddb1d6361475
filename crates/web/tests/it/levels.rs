//! Who sits at a table sits at the same seat of the tables below it, as long as it sits above.

use axum::http::StatusCode;
use kernel::Seat;
use people::Chair;
use serde_json::json;
use table::{Answer, DiceBy, DiceStart, NewCampaign, Submission};

use crate::house::{Browser, House};

const BLUE: Seat = Seat::Side(0);

/// A house whose campaign is a line with a skirmish for the ford, and the campaign of that.
async fn at_the_ford() -> (House, String) {
    let mut house = House::open().await;
    let new = NewCampaign {
        file: "hills.toml".into(),
        setup: rules_line::HILLS.into(),
        system: "line".into(),
        position: None,
        start: DiceStart::AtOnce,
        table_dice: true,
        identity: None,
    };
    house.campaign = house.desk.create(new).await.unwrap();
    let submission = Submission {
        by: Seat::Umpire,
        acting_for: None,
        reason: None,
        command: json!({"do": "fight", "post": "ford", "first": 2, "second": 1}),
        cursor: None,
        token: house.desk.fresh_token().unwrap(),
        dice: DiceBy::Server,
    };
    let answer = house.desk.submit(&house.campaign, submission).await.unwrap();
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    let below = house.desk.neighbours(&house.campaign, Seat::Spectator).await.unwrap().below;
    let ford = below[0].campaign.to_string();
    (house, ford)
}

/// What a browser gets of a seat: its first page, and the stream that wakes it.
async fn gets(browser: &mut Browser, campaign: &str, seat: &str) -> [StatusCode; 2] {
    let page = browser.get(&format!("/c/{campaign}/{seat}/posts")).await.status;
    [page, browser.get(&format!("/c/{campaign}/{seat}/events")).await.status]
}

#[tokio::test]
async fn a_seat_above_is_the_same_seat_below_and_no_other() {
    let (house, ford) = at_the_ford().await;
    let mut blue = house.seated(BLUE).await;
    assert_eq!(gets(&mut blue, &ford, "side-0").await, [StatusCode::OK; 2]);
    for seat in ["side-1", "umpire", "spectator"] {
        assert_eq!(gets(&mut blue, &ford, seat).await, [StatusCode::NOT_FOUND; 2], "{seat}");
    }
    let mut stranger = house.stranger();
    assert_eq!(gets(&mut stranger, &ford, "side-0").await, [StatusCode::NOT_FOUND; 2]);
    // The page acts, with what Blue sent down.
    blue.base = format!("/c/{ford}/side-0");
    let page = blue.page("posts").await;
    assert!(page.body.contains("Skirmish for the ford"));
    let answer = blue.submit(&page, "scout", &[("f.post", "ford")]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    let mut umpire = house.seated(Seat::Umpire).await;
    assert_eq!(gets(&mut umpire, &ford, "umpire").await, [StatusCode::OK; 2]);
}

#[tokio::test]
async fn whoever_loses_a_seat_above_loses_it_below() {
    let (house, ford) = at_the_ford().await;
    let mut blue = house.seated(BLUE).await;
    assert_eq!(gets(&mut blue, &ford, "side-0").await, [StatusCode::OK; 2]);
    let holders = house.people.holders(&house.campaign, crate::house::OPENING).await.unwrap();
    let chair = Chair::new(&*house.campaign, BLUE.name());
    assert!(house.people.unseat(&holders[0].person, &chair).await.unwrap());
    assert_eq!(gets(&mut blue, &ford, "side-0").await, [StatusCode::NOT_FOUND; 2]);
}

/// A campaign that says of itself that it lies below another is not believed: the one above has to have opened it.
#[tokio::test]
async fn nobody_sits_at_a_table_that_the_one_above_did_not_open() {
    let (house, ford) = at_the_ford().await;
    let (other, _) = at_the_ford().await;
    let file = house.desk.export(&ford, Seat::Umpire, table::FileKind::Move).await.unwrap().unwrap();
    // The ford alone is in the other house, and so is a line of another name.
    other.desk.import(&file.to_text()).await.unwrap();
    assert_eq!(other.desk.campaigns_above(&ford).await.unwrap(), Vec::<String>::new());
    assert_eq!(house.desk.campaigns_above(&ford).await.unwrap().join(" "), house.campaign);
    let mut blue = other.seated(BLUE).await;
    assert_eq!(gets(&mut blue, &ford, "side-0").await, [StatusCode::NOT_FOUND; 2]);
}

/// Seats are looked up at the table above, and a log that cannot be read says so: to those alone who sit there.
#[tokio::test]
async fn whoever_has_no_seat_does_not_learn_that_a_campaign_cannot_be_read() {
    let house = House::open().await;
    let broken = house.has_a_table_above_that_cannot_be_read().await;
    assert!(house.desk.campaigns_above(&broken).await.is_err());
    let mut blue = house.seated(BLUE).await;
    assert_eq!(gets(&mut blue, &broken, "side-0").await, [StatusCode::NOT_FOUND; 2]);
    assert_eq!(gets(&mut blue, "no-such-campaign", "side-0").await, [StatusCode::NOT_FOUND; 2]);
}
