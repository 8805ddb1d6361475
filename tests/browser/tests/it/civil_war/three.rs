//! A campaign of three battles at tables of their own, by two sides and a neutral: two battles are open at once, forces meet
//! around a flank, a night falls, a demoralized army defends, leaders are promoted, and a loss that is corrected in the first
//! battle changes the third. What is of a kind is pressed once; what comes again is done without a page.

use kernel::Side;
use rules_civil_war::words::Step;
use serde_json::json;

use super::war::{War, hookers, losses};
use super::{NEUTRAL, Player, REBEL, UNION, cavalry, rows};
use crate::driver::left_out;
use crate::house::House;

/// Everybody looks at a page as it stands.
async fn all_look(house: &House, players: [&Player; 3], page: &str, name: &str) {
    for player in players {
        player.goes(house, page).await;
        player.looks(name).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_battles_are_played_by_two_sides_and_a_neutral() {
    if left_out() {
        return;
    }
    let mut war = War::begins().await;
    let sits = async |seat, width| Player {
        journey: "civil-war-three",
        ..Player::at(&war.house, seat, width).await
    };
    let (mut neutral, union, rebel) =
        (sits(NEUTRAL, 1280).await, sits(UNION, 1280).await, sits(REBEL, 360).await);

    // Two battles are open at once.
    neutral.gives(&war.house, "book", "next-step", &[]).await;
    let opening = [
        ("attacker", json!("aop")),
        ("defender", json!("anv")),
        ("hex", json!("H-open")),
        ("column", json!("1:1")),
        ("size", json!("medium")),
    ];
    neutral.gives(&war.house, "book", "enter-battle", &opening).await;
    // It was another hex: that battle is called off.
    let enters = |hex: &str| json!({"do": "enter-battle", "attacker": "valley", "defender": "mountain", "hex": hex, "column": "1:1", "size": "medium"});
    war.house.act(NEUTRAL, enters("H-swamp")).await;
    neutral.gives(&war.house, "battles", "call-off-valley-1", &[]).await;
    war.house.act(NEUTRAL, enters("H-wood")).await;
    for side in [&union, &rebel] {
        side.gives(&war.house, "battles", "agree-aop-1", &[]).await;
        let agree = json!({"do": "agree", "battle": "valley.2", "stands": 20, "batteries": 2});
        war.house.act(side.seat, agree).await;
    }
    all_look(&war.house, [&neutral, &union, &rebel], "other-tables", "two-open").await;
    for player in [&neutral, &union, &rebel] {
        player.browser.reads("#below", "valley.2").await;
    }

    // In the second a demoralized army defends: it does not march around a flank.
    let book = war.goes_below("valley.2").await;
    war.to_the_flanks().await;
    union.goes(&war.house, "flanks").await;
    union.browser.reads("#main", "Your army is demoralized and defends").await;
    union.looks("demoralized").await;
    union.gives(&war.house, "flanks", "stay-valley-2", &[]).await;
    let second = war.goes_to(book.clone());

    // In the first forces march around the same edge, and meet.
    war.goes_below("aop.1").await;
    war.to_the_flanks().await;
    let hooker = hookers(&war.battle().await);
    let march = [("right", json!("hooker")), ("right_brigades", json!(hooker))];
    union.gives(&war.house, "flanks", "seal-flank-aop-1", &march).await;
    let march = [("left", json!("stuart")), ("left_brigades", json!(cavalry(&war.house).await))];
    rebel.gives(&war.house, "flanks", "seal-flank-aop-1", &march).await;
    war.to_the_marches().await;
    // Both march as fast as their leaders are rated, and so they meet whatever the meeting says.
    for (role, flank, face) in [("attacker", "right", 2), ("defender", "left", 1), ("defender", "right", 1)] {
        war.does(NEUTRAL, json!({"do": "march-roll", "role": role, "flank": flank}), &[&[face]]).await;
    }
    neutral.gives(&war.house, "battles", "march-attacker-left-aop-1", &[]).await;
    for flank in ["left", "right"] {
        neutral.gives(&war.house, "battles", &format!("meeting-{flank}-aop-1"), &[]).await;
    }
    neutral.goes(&war.house, "flanks").await;
    neutral.looks("met").await;
    neutral.gives(&war.house, "battles", "settle-aop-1", &[]).await;
    war.turns_pass(|battle| battle.turn == 9).await;
    rebel.goes(&war.house, "battles").await;
    rebel.looks("held-off").await;
    let [(side, flank)] = war.battle().await.waits_for()[..] else { panic!("Stuart alone comes") };
    assert_eq!(side, Side::SECOND);
    let fate = war.battle().await.fate(side, flank).unwrap();
    let measure = war.setup.options.encounter_measure;
    let met = war.battle().await.met(side, flank, fate.held, measure);
    let (brigades, split) = met.and_then(|met| met.least()).unwrap();
    let mut held = vec![("brigades", json!(brigades))];
    held.extend(split.map(|split| ("split", json!(split))));
    rebel.gives(&war.house, "battles", "hold-back-left-aop-1", &held).await;
    rebel.gives(&war.house, "battles", "arrive-left-aop-1", &[]).await;
    war.does(NEUTRAL, json!({"do": "rate", "side": 1}), &[]).await;

    // A night, and the next morning the attacker has had enough.
    war.turns_pass(|battle| battle.turn == battle.game_day().turns).await;
    neutral.gives(&war.house, "battles", "advance-aop-1", &[]).await;
    for side in [&union, &rebel] {
        side.goes(&war.house, "field").await;
        side.looks("nightfall").await;
        let spots = rows(&war.house, side.seat).await;
        side.gives(&war.house, "field", "nightfall-aop-1", &[("spots", json!(spots))]).await;
    }
    for side in [&union, &rebel] {
        side.goes(&war.house, "battles").await;
        side.looks("night").await;
        side.gives(&war.house, "battles", "close-night-aop-1", &[]).await;
    }
    assert_eq!((war.battle().await.step, war.battle().await.day), (Step::Day, 2));
    union.gives(&war.house, "battles", "concede-aop-1", &[]).await;
    let reported = losses(&war.battle().await, Side::FIRST, 3);
    union.gives(&war.house, "battles", "report-aop-1", &[("report", json!(reported))]).await;
    let entry = war.house.desk.cursor(&war.house.campaign, NEUTRAL).await.unwrap().0;
    rebel.gives(&war.house, "battles", "report-aop-1", &[]).await;
    let points = [("union", json!(3)), ("confederate", json!(7))];
    neutral.gives(&war.house, "battles", "end-battle-aop-1", &points).await;
    neutral.gives(&war.house, "battles", "demoralization-1-aop-1", &[]).await;
    neutral.gives(&war.house, "battles", "leader-loss-aop-1", &[("leader", json!("hooker"))]).await;
    rebel.gives(&war.house, "battles", "promote-aop-1", &[("sp", json!("C2"))]).await;
    neutral.gives(&war.house, "battles", "close-battle-aop-1", &[]).await;
    let in_truth = losses(&war.battle().await, Side::FIRST, 27);
    let first = war.goes_to(second);
    war.does(REBEL, json!({"do": "seal-flank"}), &[]).await;
    war.is_fought([5, 5]).await;
    war.goes_to(book.clone());
    neutral.goes(&war.house, "other-tables").await;
    for _ in 0..2 {
        neutral.browser.leads("[id^='b-take-in-']").await;
    }
    all_look(&war.house, [&neutral, &union, &rebel], "book", "two-taken-in").await;

    // Three brigades were forgotten in the Union's report.
    let after_two = war.goes_to(first);
    neutral.goes(&war.house, &format!("correct/{entry}")).await;
    neutral.looks("correct").await;
    neutral.browser.ask(&fill("#w-report-aop-1-report", &in_truth)).await;
    neutral.browser.leads("#b-instead-report-aop-1").await;
    neutral.browser.reads("h1", "What the correction changes").await;
    for width in [360, 1280] {
        neutral.browser.widen(width).await;
        neutral.looks("corrects").await;
    }
    neutral.browser.type_in("#w-make-reason", "Brigades were forgotten.").await;
    neutral.browser.leads("#b-make").await;
    war.goes_to(after_two);

    // The next turn: who fought is promoted, and the third battle begins with what came back.
    all_look(&war.house, [&neutral, &union, &rebel], "book", "corrected").await;
    neutral.gives(&war.house, "book", "next-step", &[]).await;
    neutral.goes(&war.house, "book").await;
    neutral.looks("promotions").await;
    let waiting: Vec<_> = war.state().await.facts.book.track.iter().map(|one| one.counter).collect();
    let (last, others) = waiting.split_last().unwrap();
    for counter in others {
        war.house.throws(NEUTRAL, json!({"do": "promotion-roll", "counter": counter}), &[&[1]]).await;
    }
    neutral.gives(&war.house, "book", "promotion-roll", &[("counter", json!(last))]).await;
    neutral.gives(&war.house, "book", "next-step", &[]).await;
    let dice = [("union", json!(2)), ("confederate", json!(5))];
    neutral.gives(&war.house, "book", "initiative", &dice).await;
    rebel.gives(&war.house, "book", "take-promotion", &[]).await;
    rebel.looks("promoted").await;
    let opening = json!({"do": "enter-battle", "attacker": "anv", "defender": "aop", "hex": "H-open", "column": "1:1", "size": "medium"});
    war.house.act(NEUTRAL, opening).await;
    for side in [&union, &rebel] {
        side.gives(&war.house, "battles", "agree-anv-1", &[]).await;
    }
    union.goes(&war.house, "other-tables").await;

    let book = war.goes_below("anv.1").await;
    let battle = war.battle().await;
    let muster = battle.muster(Side::FIRST);
    assert_eq!((muster.sp.len(), muster.demoralized), (5, true), "{muster:?}");
    war.to_the_flanks().await;
    union.goes(&war.house, "flanks").await;
    union.looks("third").await;
    for side in [&union, &rebel] {
        war.does(side.seat, json!({"do": "seal-flank"}), &[]).await;
    }
    war.is_fought([4, 6]).await;
    war.goes_to(book);
    neutral.goes(&war.house, "other-tables").await;
    neutral.browser.leads("[id^='b-take-in-']").await;
    all_look(&war.house, [&neutral, &union, &rebel], "book", "over").await;
    all_look(&war.house, [&neutral, &union, &rebel], "other-tables", "over-tables").await;
    war.is_one_file().await;
    for player in [neutral, union, rebel] {
        player.browser.close().await;
    }
}

/// Writes into a field as a hand would.
fn fill(selector: &str, words: &str) -> String {
    format!(
        "(() => {{ const field = document.querySelector({}); field.value = {};
           field.dispatchEvent(new Event('input', {{bubbles: true}})); return true; }})()",
        json!(selector),
        json!(words)
    )
}
