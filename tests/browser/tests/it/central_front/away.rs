//! A turn against a side that is away the whole time: its standing orders answer, and everybody reads the odds of each
//! answer's moment.

use serde_json::json;

use super::player::Chooser;
use super::{NATO, PACT};
use crate::driver::left_out;
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn a_side_that_is_away_answers_by_its_standing_orders_with_the_odds_of_the_moment() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let orders = json!({"do": "instruct", "cover": "when-it-helps", "losses": "keep-defense", "retreats": "toward-supply"});
    house.act(NATO, orders).await;
    let pact = house.seated(PACT, 1280).await;

    // The tanks and the riflemen go for the screen at the river and pay for a Hasty attack.
    for command in [
        json!({"do": "activate", "units": ["wp-m1"]}),
        json!({"do": "move", "units": ["wp-m1"], "path": ["0604"]}),
    ] {
        house.act(PACT, command).await;
    }
    pact.tab("Map").await;
    pact.is_up_to_date(&house, PACT).await;
    // The planner tells the odds before anything is paid, and follows what is picked.
    let panel = "#plan-hasty-0504";
    pact.press(&format!("{panel} summary")).await;
    let before = pact.text(&format!("{panel} .headline")).await;
    assert!(before.contains("column") && before.contains("of 36"), "{before}");
    pact.press("[id='w-designate-0504-Hasty-support-0']").await;
    pact.until(&format!(
        "document.querySelector('{panel} .headline').textContent.replace(/\\s+/g, ' ').trim() !== {}
         && !document.querySelector('[aria-busy=true]')",
        json!(before)
    ))
    .await;
    pact.reads(&format!("{panel} .force"), "Artillery").await;
    pact.press("[id='w-designate-0504-Hasty-chemical-1']").await;
    pact.reads(&format!("{panel} .headline"), "of 216").await;
    pact.looks_right("central-front-planner").await;
    pact.act("[id='b-designate-0504-Hasty']").await;

    // The turn is played on; only the umpire ends the phases of the side that is away.
    pact.tab("Overview").await;
    let mut chooser = Chooser::default();
    let mut fights = 0;
    loop {
        let facts = house.desk.position(&house.campaign).await.unwrap();
        if facts["turn"] != json!(1) {
            break;
        }
        let turned = chooser.next(&house).await.expect("play goes on");
        if turned.seat == NATO {
            let owed = &facts["battle"];
            assert!(
                owed.is_null() || turned.form.id.starts_with("advance") || turned.form.id == "end-advance",
                "NATO is asked for {} in {owed}",
                turned.form.id
            );
            house.for_side(NATO, json!({"do": "end-phase"})).await;
            continue;
        }
        fights += usize::from(turned.form.id.starts_with("attack-"));
        turned.in_browser(&house, &pact).await;
    }
    assert!(fights > 0);
    pact.tab("Log").await;
    pact.reads("main", "NATO answered by standing order: support of the defense.").await;
    pact.reads("main", "Before the dice the defender has to retreat with a chance of").await;
    pact.looks_right("central-front-away").await;
    pact.close().await;
}
