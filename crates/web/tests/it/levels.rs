//! Who sits at a table sits at the same seat of the tables below it, as long as it sits above.

use axum::http::StatusCode;
use kernel::Seat;
use people::Chair;
use serde_json::{Value, json};
use table::{Answer, DiceBy, DiceStart, NewCampaign, Submission};

use crate::house::{Browser, House};

const BLUE: Seat = Seat::Side(0);

/// A house whose campaign is a line with a skirmish for the ford, and the campaign of that.
pub async fn at_the_ford() -> (House, String) {
    a_fight(rules_line::HILLS, Seat::Umpire).await
}

/// The same where no person is the umpire.
pub async fn at_the_ford_of_nobody() -> (House, String) {
    let setup = rules_line::HILLS.replacen("turns = 3", "turns = 3\nwithout-umpire = true", 1);
    a_fight(&setup, BLUE).await
}

async fn a_fight(setup: &str, by: Seat) -> (House, String) {
    let mut house = House::open().await;
    let new = NewCampaign {
        file: "hills.toml".into(),
        setup: setup.into(),
        system: "line".into(),
        position: None,
        start: DiceStart::AtOnce,
        table_dice: true,
        identity: None,
    };
    house.campaign = house.desk.create(new).await.unwrap();
    let command = json!({"do": "fight", "post": "ford", "first": 2, "second": 1});
    acts_at(&house, &house.campaign, by, command).await;
    let below = house.desk.neighbours(&house.campaign, Seat::Spectator).await.unwrap().below;
    let ford = below[0].campaign.to_string();
    (house, ford)
}

async fn acts_at(house: &House, campaign: &str, by: Seat, command: Value) {
    let token = house.desk.fresh_token().unwrap();
    let dice = DiceBy::Server;
    let submission = Submission { by, acting_for: None, reason: None, command, cursor: None, token, dice };
    let answer = house.desk.submit(campaign, submission).await.unwrap();
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
}

/// The preview of a correction of one act.
fn corrects(entry: u64, change: &Value) -> String {
    let correcting = json!({"changes": {entry.to_string(): change}}).to_string();
    let query: String = form_urlencoded::byte_serialize(correcting.as_bytes()).collect();
    format!("correct/preview?with={query}")
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

/// Both hold at the ford, so that play there is over.
pub async fn fought_out(house: &House, ford: &str) {
    for side in [BLUE, Seat::Side(1)] {
        for command in [json!({"do": "seal", "stance": "hold"}), json!({"do": "close"})] {
            acts_at(house, ford, side, command).await;
        }
    }
}

const OTHERS: &str = "other-tables";

#[tokio::test]
async fn every_seat_finds_the_way_between_the_tables() {
    let (house, ford) = at_the_ford().await;
    for (seat, name) in [(BLUE, "side-0"), (Seat::Spectator, "spectator"), (Seat::Umpire, "umpire")] {
        let mut browser = house.seated(seat).await;
        let page = browser.page("line").await;
        assert!(page.body.contains(&format!("href=\"{}/{OTHERS}\"", browser.base)), "{name}: no tab");
        let page = browser.page(OTHERS).await;
        let down = format!("/c/{ford}/{name}");
        assert!(page.body.contains(&format!("href=\"{down}\"")), "{name}: {}", page.body);
        assert_eq!(browser.get(&down).await.header("location"), format!("{down}/posts"));
        assert!(page.body.contains("Skirmish for the ford") && page.body.contains("It is open."));
        assert_eq!(
            page.body.matches("<p class=\"note\">Round 1 of ").count(),
            1,
            "{name}: where it stands: {}",
            page.body
        );
        assert_eq!(page.body.contains("id=\"f-break-off-0\""), seat == Seat::Umpire);
        browser.base = format!("/c/{ford}/{name}");
        let page = browser.page(OTHERS).await;
        let up = format!("/c/{}/{name}", house.campaign);
        assert!(page.body.contains(&format!("href=\"{up}\"")), "{name}: {}", page.body);
        assert_eq!(browser.get(&up).await.header("location"), format!("{up}/line"));
        assert!(page.body.contains("The table above") && !page.body.contains("Tables below"));
    }
}

/// Who was invited to the lower table alone is shown no way to the one above.
#[tokio::test]
async fn whoever_sits_below_alone_is_shown_no_way_up() {
    let (house, ford) = at_the_ford().await;
    let chair = Chair::new(&*ford, BLUE.name());
    let secret = house.people.invite(&chair, "", crate::house::OPENING, 3_600_000).await.unwrap();
    let mut guest = house.stranger();
    guest.post("/join", &[("secret", &secret.secret.reveal())]).await;
    guest.base = format!("/c/{ford}/side-0");
    let page = guest.page(OTHERS).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("The table above") && !page.body.contains(&house.campaign), "{}", page.body);
    assert!(
        !page.body.contains("class=\"standing\""),
        "where it stands above is not his to read: {}",
        page.body
    );
}

#[tokio::test]
async fn the_umpire_takes_in_what_came_of_a_table_on_its_page() {
    let (house, ford) = at_the_ford().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let early = umpire.page(OTHERS).await;
    assert!(!early.body.contains("id=\"f-take-in-0\""));
    fought_out(&house, &ford).await;
    let mut blue = house.seated(BLUE).await;
    assert!(!blue.page(OTHERS).await.body.contains("take-in"), "that is the umpire's");
    let page = umpire.page(OTHERS).await;
    assert!(page.body.contains("waits to be taken in"), "{}", page.body);
    // Another seat cannot send the umpire's form.
    let (_, hidden) = page.form("take-in-0");
    let mut fields: Vec<(&str, &str)> = hidden.iter().map(|(name, value)| (&**name, &**value)).collect();
    let csrf = blue.page("messages").await.csrf();
    fields.retain(|(name, _)| *name != "csrf");
    fields.push(("csrf", &csrf));
    let path = format!("{}/{OTHERS}/take-in", blue.base);
    assert_eq!(blue.post(&path, &fields).await.status, StatusCode::NOT_FOUND);

    let answer = umpire.submit(&page, "take-in-0", &[]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    let after = umpire.page(OTHERS).await;
    assert!(after.body.contains("What came of it was taken in."), "{}", after.body);
    assert!(!after.body.contains("id=\"f-break-off-0\""));
    // Sent once more it is done already; from an older page it is stale.
    assert_eq!(umpire.submit(&page, "take-in-0", &[]).await.status, StatusCode::SEE_OTHER);
    let stale = umpire.submit(&page, "break-off-0", &[("reason", "A storm.")]).await;
    assert!(stale.body.contains("HOUSE-STALE"), "{}", stale.body);
}

#[tokio::test]
async fn the_umpire_breaks_a_table_off_with_a_reason() {
    let (house, _) = at_the_ford().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let page = umpire.page(OTHERS).await;
    let refused = umpire.submit(&page, "break-off-0", &[("reason", "x")]).await;
    assert_eq!(refused.status, StatusCode::OK);
    assert!(refused.body.contains("A table is broken off with a reason"), "{}", refused.body);
    let answer = umpire.submit(&page, "break-off-0", &[("reason", "A storm.")]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    assert!(umpire.page(OTHERS).await.body.contains("It was broken off."));
    assert!(umpire.page("log").await.body.contains("A storm."));
}

/// The page of the act and that of the preview say that the table above changes too, and then both have changed.
#[tokio::test]
async fn the_umpire_corrects_a_table_that_was_taken_in_on_its_page() {
    let (house, ford) = at_the_ford().await;
    let scout = house.desk.cursor(&ford, Seat::Umpire).await.unwrap().0.parse::<u64>().unwrap() + 1;
    let token = || house.desk.fresh_token().unwrap();
    acts_at(&house, &ford, BLUE, json!({"do": "scout", "post": "ford"})).await;
    fought_out(&house, &ford).await;
    let mut umpire = house.seated(Seat::Umpire).await;
    umpire.base = format!("/c/{ford}/umpire");
    let told = "changes the table above too";
    assert!(!umpire.page(&format!("correct/{scout}")).await.body.contains(told));
    let taken = house.desk.take_in(&house.campaign, Seat::Umpire, "1/ford", None, token()).await.unwrap();
    assert!(matches!(taken, Answer::Done { .. }), "{taken:?}");
    assert!(umpire.page(&format!("correct/{scout}")).await.body.contains(told));
    let preview = umpire.page(&corrects(scout, &json!("remove"))).await;
    for words in ["At the table above", "with 1 coin.", "with 2 coins.", "Both tables are corrected together"]
    {
        assert!(preview.body.contains(words), "{words}: {}", preview.body);
    }
    assert!(!preview.body.contains("id=\"b-propose\""), "it is put to nobody");
    let made = umpire.submit(&preview, "make", &[("reason", "Nobody scouted.")]).await;
    assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.body);
    for campaign in [&ford, &house.campaign] {
        umpire.base = format!("/c/{campaign}/umpire");
        assert!(umpire.page("log").await.body.contains("Nobody scouted."), "{campaign}");
    }
}

/// Where no person is the umpire one side says it, the other confirms it, and either says no; whoever sits at the umpire's seat has
/// nothing to press.
#[tokio::test]
async fn both_sides_take_in_what_came_of_a_table_on_its_page() {
    let (house, ford) = at_the_ford_of_nobody().await;
    let mut blue = house.seated(BLUE).await;
    let mut grey = house.seated(Seat::Side(1)).await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let early = blue.page(OTHERS).await;
    assert!(!early.body.contains("id=\"f-take-in-0\"") && early.body.contains("id=\"f-break-off-0\""));
    fought_out(&house, &ford).await;
    assert!(!umpire.page(OTHERS).await.body.contains("<form class=\"stack\""), "that is the sides'");
    let mut onlooker = house.seated(Seat::Spectator).await;
    let page = blue.page(OTHERS).await;
    let answer = blue.submit(&page, "take-in-0", &[]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    let said = " says that what came of it is taken in.";
    let own = blue.page(OTHERS).await;
    assert!(own.body.contains(said) && own.body.contains("Take it back"), "{}", own.body);
    assert!(!own.body.contains("id=\"f-take-in-0\"") && !own.body.contains("Confirm it"));
    assert!(!onlooker.page(OTHERS).await.body.contains(said));
    // A line above every page leads there, and is gone when the word is.
    let waits = "has asked to close a table below";
    assert!(grey.page("line").await.body.contains(waits) && !blue.page("line").await.body.contains(waits));
    let page = grey.page(OTHERS).await;
    assert!(page.body.contains("Say no") && !page.body.contains("id=\"f-take-in-0\""), "{}", page.body);
    assert_eq!(grey.submit(&page, "keep-open-0", &[]).await.status, StatusCode::SEE_OTHER);
    assert!(!grey.page("line").await.body.contains(waits));
    let page = blue.page(OTHERS).await;
    assert_eq!(blue.submit(&page, "take-in-0", &[]).await.status, StatusCode::SEE_OTHER);
    let page = grey.page(OTHERS).await;
    let answer = grey.submit(&page, "confirm-0-0", &[]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    assert!(grey.page(OTHERS).await.body.contains("What came of it was taken in."));
    let logged = " says that what came of the table 1/ford is taken in.";
    assert!(onlooker.page("log").await.body.contains(logged));
    blue.base = format!("/c/{ford}/side-0");
    assert!(blue.page(OTHERS).await.body.contains("What came of this table went up."));
}

#[tokio::test]
async fn both_sides_break_a_table_off_for_the_reason_of_the_first() {
    let (house, ford) = at_the_ford_of_nobody().await;
    let mut blue = house.seated(BLUE).await;
    let mut grey = house.seated(Seat::Side(1)).await;
    let page = blue.page(OTHERS).await;
    let answer = blue.submit(&page, "break-off-0", &[("reason", "A storm.")]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    let page = grey.page(OTHERS).await;
    assert!(page.body.contains(" says that it is broken off: “A storm.”."), "{}", page.body);
    assert_eq!(grey.submit(&page, "confirm-0-0", &[]).await.status, StatusCode::SEE_OTHER);
    assert!(grey.page(OTHERS).await.body.contains("It was broken off."));
    grey.base = format!("/c/{ford}/side-1");
    let below = grey.page(OTHERS).await;
    assert!(below.body.contains("This table was broken off there."), "{}", below.body);
}

/// A word that counts no more is not confirmed; whoever said it takes it back, and the other says no to it.
#[tokio::test]
async fn a_word_that_counts_no_more_is_told_and_can_be_said_no_to() {
    let (house, ford) = at_the_ford_of_nobody().await;
    let sealed = house.desk.cursor(&ford, Seat::Umpire).await.unwrap().0.parse::<u64>().unwrap() + 1;
    fought_out(&house, &ford).await;
    let mut blue = house.seated(BLUE).await;
    let mut grey = house.seated(Seat::Side(1)).await;
    let page = blue.page(OTHERS).await;
    assert_eq!(blue.submit(&page, "take-in-0", &[]).await.status, StatusCode::SEE_OTHER);
    assert!(grey.page(OTHERS).await.body.contains("Confirm it"));
    let mut umpire = house.seated(Seat::Umpire).await;
    umpire.base = format!("/c/{ford}/umpire");
    let raids = json!({"replace": {"do": "seal", "stance": "raid"}});
    let preview = umpire.page(&corrects(sealed, &raids)).await;
    let made = umpire.submit(&preview, "make", &[("reason", "Blue raids.")]).await;
    assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.body);
    let (own, other) = (blue.page(OTHERS).await.body, grey.page(OTHERS).await);
    for page in [&own, &other.body] {
        assert!(page.contains("Something was done there since, so this counts no more."), "{page}");
        assert!(!page.contains("Confirm it") && page.contains("id=\"f-take-in-0\""), "{page}");
    }
    assert!(own.contains("Take it back") && !own.contains("Say no"), "{own}");
    assert!(other.body.contains("Say no") && !other.body.contains("Take it back"), "{}", other.body);
    assert_eq!(grey.submit(&other, "keep-open-0", &[]).await.status, StatusCode::SEE_OTHER);
    assert!(!grey.page("line").await.body.contains("has asked to close a table"));
}
