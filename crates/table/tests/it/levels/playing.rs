//! Tables below in play: opened by the rules, several at once, taken in or broken off.

use super::*;

#[tokio::test]
async fn a_skirmish_is_fought_below_and_taken_in_above() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 2, 1)).await;
    let ford = setting.below("1/ford").await;
    let up = setting.desk.neighbours(&ford, BLUE).await.unwrap().above.unwrap();
    assert_eq!((up.campaign.as_str(), up.slot.as_str()), (setting.campaign.as_str(), "1/ford"));
    let scouted = setting.act_at(&ford, BLUE, json!({"do": "scout", "post": "ford"})).await;
    assert!(is_done(&scouted), "Blue has the coins that it took along: {scouted:?}");
    assert_eq!(up.title.as_deref(), Some("The line in the hills"));
    assert_eq!(code(&setting.take_in("1/ford").await), "step");
    setting.fought_out(&ford, ["raid", "hold"]).await;
    // That it waits to be taken in is told to the umpire alone.
    for (seat, stands) in
        [(Seat::Umpire, Stands::Over), (BLUE, Stands::Open), (Seat::Spectator, Stands::Open)]
    {
        let below = setting.desk.neighbours(&setting.campaign, seat).await.unwrap().below;
        let [level] = &below[..] else { panic!("{below:?}") };
        assert_eq!((level.stands, level.title.as_deref()), (stands, Some("Skirmish for the ford")));
    }

    assert!(is_done(&setting.take_in("1/ford").await));
    assert_eq!(setting.stands("1/ford").await, Stands::TakenIn);
    // Blue spent a coin on its scouts, Grey came home whole, and one of them holds the ford.
    let file = setting.desk.examined(&setting.campaign).await.unwrap();
    let taken = file.streams.iter().flat_map(|stream| &stream.parts).filter_map(|part| part.body.as_deref());
    let taken: Vec<Value> = taken
        .map(|body| serde_json::from_str::<Value>(body).unwrap())
        .filter(|body| body["command"]["do"] == "take-in")
        .collect();
    let [body] = &taken[..] else { panic!("{taken:?}") };
    assert_eq!((&body["command"]["first"], &body["command"]["second"]), (&json!(1), &json!(1)));
    assert!(body["command"]["held"].is_number(), "a raid drives one of them off: {body}");
    for campaign in [&setting.campaign, &ford] {
        is_judged_the_same(&setting.desk, campaign).await;
        let report = ledger::verify_bundle(&setting.desk.examined(campaign).await.unwrap(), None);
        assert!(report.is_sound(), "{:?}", report.faults);
    }
}

#[tokio::test]
async fn several_tables_are_open_at_once_while_the_line_goes_on() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    setting.done(BLUE, json!({"do": "hire"})).await;
    setting.done(Seat::Umpire, fight("mill", 1, 0)).await;
    setting.done(Seat::Umpire, json!({"do": "next-turn"})).await;
    let (ford, mill) = (setting.below("1/ford").await, setting.below("1/mill").await);
    assert_ne!(ford, mill);
    setting.fought_out(&mill, ["hold", "hold"]).await;
    assert!(is_done(&setting.take_in("1/mill").await));
    assert_eq!(
        (setting.stands("1/ford").await, setting.stands("1/mill").await),
        (Stands::Open, Stands::TakenIn)
    );
    // The mill is fought for again while the ford is still open, after the program has gone and come back.
    let setting = setting.again().await;
    setting.done(Seat::Umpire, fight("mill", 0, 1)).await;
    setting.fought_out(&ford, ["hold", "hold"]).await;
    setting.fought_out(&setting.below("2/mill").await, ["hold", "raid"]).await;
    for slot in ["2/mill", "1/ford"] {
        assert!(is_done(&setting.take_in(slot).await), "{slot}");
    }
    is_judged_the_same(&setting.desk, &setting.campaign).await;
}

#[tokio::test]
async fn nothing_is_done_at_a_table_whose_result_went_up_but_to_end_it() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    let ford = setting.below("1/ford").await;
    setting.fought_out(&ford, ["hold", "hold"]).await;
    assert!(is_done(&setting.take_in("1/ford").await));
    let n_entries = setting.n_entries(&ford).await;
    let (desk, token) = (&setting.desk, || setting.desk.fresh_token().unwrap());
    let wrote = desk.write_to(&ford, Seat::Umpire, kernel::Audience::Public, "Well fought.", token()).await;
    assert_eq!(code(&wrote.unwrap()), "over");
    let sealed = setting.act_at(&ford, BLUE, json!({"do": "close"})).await;
    assert_eq!(code(&sealed), "over");
    let correcting = instead(4, json!({"do": "seal", "stance": "raid"}));
    for seat in [BLUE, Seat::Spectator] {
        let corrected = desk.correct(&ford, seat, &correcting, "A slip.", None, token()).await.unwrap();
        assert!(matches!(code(&corrected), "over" | "actor"), "{corrected:?}");
        assert!(desk.preview(&ford, seat, &correcting).await.unwrap().is_err());
    }
    let proposed = desk.propose(&ford, Seat::Umpire, &correcting, "A slip.", None, token()).await.unwrap();
    assert_eq!(code(&proposed), "over");
    assert_eq!(setting.n_entries(&ford).await, n_entries);
    assert!(is_done(&desk.end(&ford, Seat::Umpire, "It is over.").await.unwrap()));
    is_judged_the_same(desk, &ford).await;
}

#[tokio::test]
async fn the_house_refuses_what_would_part_the_levels() {
    let setting = hills().await;
    let before = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "hire"})).await;
    setting.done(Seat::Umpire, fight("ford", 2, 1)).await;
    let by_hand = json!({"do": "take-in", "post": "ford", "first": 0, "second": 1, "held": 1});
    assert_eq!(code(&setting.act(Seat::Umpire, by_hand).await), "open");
    assert_eq!(code(&setting.take_in("2/ford").await), "table");
    let token = || setting.desk.fresh_token().unwrap();
    for seat in [BLUE, Seat::Spectator] {
        let answer = setting.desk.take_in(&setting.campaign, seat, "1/ford", None, token()).await.unwrap();
        assert_eq!(code(&answer), "actor");
        let answer = setting
            .desk
            .break_off(&setting.campaign, seat, "1/ford", "A storm.", None, token())
            .await
            .unwrap();
        assert_eq!(code(&answer), "actor");
    }
    let correcting = instead(before, json!({"do": "hire"}));
    let corrected = setting.correct(&correcting, "It was Grey.").await;
    assert_eq!(code(&corrected), "order");
    assert_eq!(code(&setting.break_off("1/ford", "x").await), "reason");
    is_judged_the_same(&setting.desk, &setting.campaign).await;
}

#[tokio::test]
async fn a_table_is_broken_off_and_its_result_entered_by_hand() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 2, 1)).await;
    let ford = setting.below("1/ford").await;
    let token = setting.desk.fresh_token().unwrap();
    for _ in 0..2 {
        // Sent twice under one name it is done once.
        let (campaign, umpire) = (&setting.campaign, Seat::Umpire);
        let answer =
            setting.desk.break_off(campaign, umpire, "1/ford", "A storm.", None, token).await.unwrap();
        assert!(is_done(&answer), "{answer:?}");
    }
    assert_eq!(setting.stands("1/ford").await, Stands::BrokenOff);
    assert_eq!(code(&setting.act_at(&ford, BLUE, json!({"do": "close"})).await), "over");
    assert_eq!(code(&setting.take_in("1/ford").await), "table");
    let by_hand =
        |first: u8| json!({"do": "take-in", "post": "ford", "first": first, "second": 1, "held": 1});
    assert_eq!(code(&setting.act(Seat::Umpire, by_hand(3)).await), "cap");
    setting.done(Seat::Umpire, by_hand(1)).await;
    for campaign in [&setting.campaign, &ford] {
        is_judged_the_same(&setting.desk, campaign).await;
    }
    let told = setting.desk.log(&ford, GREY, None, 100).await.unwrap().lines.pop().unwrap();
    assert_eq!(told.reason.as_deref(), Some("A storm."));
}

#[tokio::test]
async fn taking_in_twice_under_one_name_acts_once() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    setting.fought_out(&setting.below("1/ford").await, ["hold", "hold"]).await;
    let token = setting.desk.fresh_token().unwrap();
    let take_in = || setting.desk.take_in(&setting.campaign, Seat::Umpire, "1/ford", None, token);
    assert!(is_done(&take_in().await.unwrap()));
    let n_entries = setting.n_entries(&setting.campaign).await;
    assert!(is_done(&take_in().await.unwrap()));
    assert_eq!(setting.n_entries(&setting.campaign).await, n_entries);
}

/// A submission that names its own dice comes to wait below as anywhere, and what waits there is not over.
#[tokio::test]
async fn what_waits_below_is_not_over() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    let ford = setting.below("1/ford").await;
    let mut thrown = setting.submission(BLUE, json!({"do": "scout", "post": "ford"}));
    thrown.dice = DiceBy::Table(Vec::new());
    let answer = setting.desk.submit(&ford, Submission { ..thrown }).await.unwrap();
    assert!(matches!(answer, Answer::Waits { .. }), "{answer:?}");
    assert_eq!(code(&setting.take_in("1/ford").await), "step");
    assert!(is_done(&setting.break_off("1/ford", "The dice are lost.").await));
    assert!(setting.desk.look(&ford, BLUE).await.unwrap().waiting.is_empty());
    is_judged_the_same(&setting.desk, &ford).await;
}
