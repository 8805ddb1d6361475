//! What somebody has written at a table below stays while others act there, also when it was refused; and what it comes to is told
//! in words.

use kernel::Side;
use serde_json::json;

use super::war::{War, losses};
use super::{NEUTRAL, Player, REBEL, UNION};
use crate::driver::left_out;

/// Takes all out of the field.
const EMPTY: &str = "document.querySelector('#w-report-aop-1-report').value = ''";

#[tokio::test(flavor = "multi_thread")]
async fn a_report_that_was_refused_stays_while_others_act() {
    if left_out() {
        return;
    }
    let mut war = War::begins().await;
    let union = Player { journey: "civil-war-written", ..Player::at(&war.house, UNION, 1280).await };
    let enter = json!({"do": "enter-battle", "attacker": "aop", "defender": "anv", "hex": "H-swamp", "column": "1:1", "size": "medium"});
    for command in [json!({"do": "next-step"}), enter] {
        war.house.act(NEUTRAL, command).await;
    }
    for seat in [UNION, REBEL] {
        let agree = json!({"do": "agree", "battle": "aop.1", "stands": 20, "batteries": 2});
        war.house.act(seat, agree).await;
    }
    // How play stands at another table is read in a wide window as in a narrow one.
    union.goes(&war.house, "other-tables").await;
    union
        .browser
        .until("document.querySelector('#below').innerText.includes('the choice of the battlefield')")
        .await;
    war.goes_below("aop.1").await;
    war.to_the_flanks().await;
    for seat in [UNION, REBEL] {
        war.does(seat, json!({"do": "seal-flank"}), &[]).await;
    }
    war.to_the_marches().await;
    for command in ["all-marches", "next-step", "advance-turn"] {
        war.does(NEUTRAL, json!({"do": command}), &[]).await;
    }
    war.does(UNION, json!({"do": "concede"}), &[]).await;
    // Too many are reported lost of a brigade.
    union.goes(&war.house, "battles").await;
    let brigade = war.battle().await.halves[Side::FIRST].came[0];
    let typed = format!("{brigade}: 99");
    union.browser.ask(EMPTY).await;
    union.browser.type_in("#w-report-aop-1-report", &typed).await;
    union.browser.reads("#p-report-aop-1", "99 are reported lost").await;
    union.browser.reads("#said", "99 are reported lost").await;
    let said = union.browser.text("#said").await;
    assert!(said.contains("Strength points lost whole: ") && !said.contains("Account"), "{said}");
    union.browser.act("#b-report-aop-1").await;
    union.browser.reads("#r-report-aop-1", "99 are reported lost").await;
    assert!(!union.browser.has(".seatpick").await, "one seat is no choice of seats");
    // Meanwhile somebody else acts, and the page is drawn anew.
    let points = json!({"do": "end-battle", "union": 2, "confederate": 6});
    war.does(NEUTRAL, points, &[]).await;
    union.browser.reads("#main", "Union victory points").await;
    let stays = union.browser.ask("document.querySelector('#w-report-aop-1-report').value").await;
    assert_eq!(stays, json!(typed), "what was written and refused is still there");
    union.browser.reads("#p-report-aop-1", "99 are reported lost").await;
    // Put right and sent, it is taken, and the form begins with what stands in the report.
    let report = losses(&war.battle().await, Side::FIRST, 3);
    union.browser.ask(EMPTY).await;
    union.browser.type_in("#w-report-aop-1-report", &report).await;
    union.browser.act("#b-report-aop-1").await;
    let reported = war.battle().await.halves[Side::FIRST].report.clone().expect("a report");
    assert_eq!(reported.brigades[0].killed, 3);
    let report = losses(&war.battle().await, Side::SECOND, 1);
    war.does(REBEL, json!({"do": "report", "report": report}), &[]).await;
    war.does(NEUTRAL, json!({"do": "demoralization-roll", "side": Side::SECOND}), &[&[120]]).await;
    union.browser.reads("#main", "was not demoralized").await;
    union.looks("reported").await;
    union.browser.close().await;
}
