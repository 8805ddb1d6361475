//! S2e: baskets, number rolls with and without a point, points on the map in advance, what cannot be bought.

use kernel::Seat;

use super::Journey;

pub async fn made(journey: &Journey) {
    let Journey { soviet, .. } = journey;
    soviet.looks_right("journey-purchases").await;
    soviet.act("#b-more-RO2").await;
    soviet.reads("#g-RO2 output", "1").await;
    // Taken back and bought again, then a second one.
    soviet.act("#b-less-RO2").await;
    soviet.reads("#g-RO2 output", "0").await;
    soviet.act("#b-more-RO2").await;
    soviet.act("#b-more-RO2").await;
    soviet.reads("#g-RO2 output", "2").await;

    // Tanks are beyond the purse now: the control says so, with the rule, and pressing it says it again.
    soviet.reads("#y-more-RA1", "Needs 14 purchase points, you hold").await;
    soviet.reads("#y-more-RA1 .rid", "BF-2.1.1.4-5").await;
    let why = soviet.text("#y-more-RA1").await;
    soviet.press("#b-more-RA1").await;
    soviet.reads("#said", &why).await;
    soviet.reads("#g-RA1 output", "0").await;

    // Closing has to wait for the rolls that are owed.
    soviet.sees("#b-done[aria-disabled=true]").await;
    soviet.reads("#y-done", "BF-").await;
    let rolls = "[id^='b-number-']:not([id$='-table'])";
    soviet.looks_right("journey-number-roll").await;
    soviet.press("[id^='w-number-'][id$='-1']").await;
    soviet.act(rolls).await;
    soviet.reads("#out", "Additional purchase points spent").await;
    soviet.looks_right("journey-number-rolled").await;
    soviet.act(rolls).await;
    soviet.sees("#out .roll").await;
    assert!(!soviet.has(rolls).await, "each module rolls once");

    soviet.act("[id^='b-prereg-more-']").await;
    soviet.reads("#prereg output", "1").await;
    soviet.act("#b-undo").await;
    soviet.reads("#prereg output", "0").await;
    soviet.act("[id^='b-prereg-more-']").await;
    soviet.looks_right("journey-basket").await;
    soviet.act("#b-done").await;
    soviet.reads("#rests", "You have closed S2e").await;
}

/// The German comes back after an hour.
pub async fn made_by_the_other(journey: &Journey) {
    let Journey { house, umpire, soviet, german, width } = journey;
    german.go(&house.page(Seat::Side(1), "overview")).await;
    german.reads("#h-since", "Since you were last here").await;
    german.reads("#since", "Soviet closed step S2e").await;
    let since = german.text("#since").await;
    assert!(!since.contains("The campaign began"), "that was before: {since}");
    assert!(!since.contains("mortar"), "that is not for this side: {since}");
    german.looks_right("journey-since").await;

    // What the Soviet bought stands nowhere in what the German gets.
    let sources: String = german.all_sources().await.into_iter().map(|(_, text)| text).collect();
    for secret in ["RO2.2", "RO2_2", "RO2.3", "RO2_3", "RO2.4", "RO2_4"] {
        assert!(!sources.contains(secret), "{secret} is the Soviet side's own");
    }

    german.tab("Refit").await;
    let before = soviet.all_sources().await;
    german.act("#b-more-GP1").await;
    german.act("#b-more-GO3").await;
    german.looks_right("journey-owed").await;
    german.act("[id^='b-number-']:not([id$='-table'])").await;
    german.looks_right("journey-german").await;
    crate::hand::assert_same(&before, &soviet.all_sources().await);
    if *width == 360 {
        // In the narrow run the umpire's page is the refit of both.
        umpire.tab("Refit").await;
        umpire.looks_right("journey-umpire-refit").await;
    }
    let born = journey.born().await;
    german.act("#b-done").await;
    journey.all_reach("S2f fortification removal", &born).await;
}
