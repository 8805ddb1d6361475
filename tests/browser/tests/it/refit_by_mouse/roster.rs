//! S2d: discipline, combining, taking a step back; and the umpire closing the step for a side.

use super::Journey;

pub async fn rolled_and_combined(journey: &Journey) {
    let Journey { soviet, .. } = journey;
    soviet.tab("Refit").await;
    soviet.looks_right("journey-roster").await;
    let n = |of: &str| format!("document.querySelectorAll('#discipline .rt {of}').length");
    soviet.until(&format!("{} === 7", n("tbody tr"))).await;
    let settled = soviet.ask(&n("tr.sure")).await.as_u64().unwrap();
    let rolls = "#discipline [id^='b-discipline-']:not([id$='-table'])";
    if journey.width == 1280 {
        // All with one press; each row shows its die and what came of it.
        soviet.act("#b-roll-all").await;
        soviet.until(&format!("{} === {}", n(".dc .die:not(.wait)"), 7 - settled)).await;
        soviet.looks_right("journey-rolled-all").await;
    } else {
        let mut n_rolls = 0;
        while soviet.has(rolls).await {
            soviet.act(rolls).await;
            soviet.sees("#out .roll").await;
            n_rolls += 1;
            assert!(n_rolls < 20, "each formation rolls once");
        }
        assert_eq!(n_rolls, 7 - settled, "five formations in combat and two stands cut off");
    }
    assert!(!soviet.has(rolls).await && !soviet.has("#b-roll-all").await, "nothing is left to roll");

    // Two rifle companies have lost half; one is struck, taken back, and struck after all.
    let combine = "[id^='b-combine-']";
    soviet.looks_right("journey-combining").await;
    soviet.act(combine).await;
    soviet.reads("#f-undo", "Your last step can still be taken back").await;
    soviet.act("#b-undo").await;
    soviet.sees(combine).await;
    soviet.act(combine).await;
    soviet.reads("#said", "Soviet").await;
    soviet.looks_right("journey-combined").await;
    soviet.act("#b-done").await;
    soviet.reads("#rests", "You have closed S2d").await;
    soviet.looks_right("journey-closed").await;
}

/// The German is not there; the umpire closes the step, and the rolls that are owed are made.
pub async fn closed_by_the_umpire(journey: &Journey) {
    let Journey { house, umpire, soviet, german, .. } = journey;
    umpire.tab("Overview").await;
    let born = journey.born().await;
    umpire.type_in("#w-for-side-1-done-reason", "Agreed by telephone; the player is on a train.").await;
    umpire.looks_right("journey-umpire").await;
    umpire.act("#b-for-side-1-done").await;
    journey.all_reach("S2e purchases", &born).await;

    german.tab("Log").await;
    german.reads(".log", "Agreed by telephone; the player is on a train.").await;
    german.looks_right("journey-log").await;
    german.press(".log .unfold summary").await;
    german.sees(".log .unfold[open] .roll").await;
    german.looks_right("journey-log-unfolded").await;

    // The umpire reads the page as the side gets it.
    umpire.press(".seatpick a[href*='as=side-0']").await;
    umpire.reads("#peek", "exactly as the").await;
    umpire.tab("Refit").await;
    umpire.reads("#purchases", "T-34 company").await;
    umpire.looks_right("journey-peek").await;
    umpire.press(".seatpick a:first-of-type").await;
    umpire.until("!document.querySelector('#peek')").await;

    // The German goes away for an hour, and the Soviet stays.
    german.go("about:blank").await;
    house.later(60);
    soviet.sees("#purchases").await;
}
