//! S1 and S2a: sealed postures, of which one is chosen anew, and the rolls for points.

use super::Journey;

pub async fn chosen(journey: &Journey) {
    let Journey { umpire, soviet, german, .. } = journey;
    umpire.tab("Overview").await;
    soviet.reads("#h-since", "What has happened").await;
    soviet.looks_right("journey-overview").await;
    soviet.press(".owed .you .btn").await;
    soviet.reads("#h-posture", "attack or defend").await;
    soviet.looks_right("journey-posture").await;

    let born = german.born().await;
    soviet.press("#w-posture-posture-1").await;
    soviet.act("#b-posture").await;
    soviet.reads("#rests", "You have sealed: defend").await;
    german.reads("#owed", "Soviet: has closed posture").await;
    assert_eq!(german.born().await, born, "the page has changed in place");

    // Choosing anew is nobody else's to know.
    let before = german.all_sources().await;
    soviet.press("#w-posture-posture-0").await;
    soviet.act("#b-posture").await;
    soviet.reads("#rests", "You have sealed: attack").await;
    soviet.looks_right("journey-posture-sealed").await;
    journey.unseen_by_the_german(&before).await;
    umpire.tab("Refit").await;
    umpire.reads("#side-0", "attack").await;

    german.press(".owed .you .btn").await;
    german.press("#w-posture-posture-0").await;
    let born = journey.born().await;
    german.act("#b-posture").await;
    journey.all_reach("S2a purchase points", &born).await;
    // What came instead of what was pressed stands where it stood.
    german.until("(({ top }) => top > -120 && top < innerHeight / 2)(document.querySelector('#b-cpp-roll').closest('section').getBoundingClientRect())").await;
    for side in [soviet, german] {
        side.sees("#b-cpp-roll").await;
        assert!(!side.has("#f-undo").await, "the digests are public; what is sealed stands");
    }
}

pub async fn points_rolled(journey: &Journey) {
    let Journey { soviet, german, .. } = journey;
    soviet.looks_right("journey-points").await;
    let sources = |pages: &[(String, String)]| pages.iter().map(|(_, text)| text.clone()).collect::<String>();

    soviet.act("#b-cpp-roll").await;
    soviet.reads("#out", "How it came out").await;
    soviet.sees("#out .roll .die").await;
    soviet.looks_right("journey-points-rolled").await;
    let gained = soviet.text("#purse .tot, #purse tr:last-child").await;
    assert!(!gained.is_empty());

    // The German learns that the step is closed, not what was rolled.
    german.tab("Overview").await;
    german.reads("#owed", "Soviet: has closed purchase points").await;
    assert!(!sources(&german.all_sources().await).contains("Soviet gains"), "income is the side's own");

    german.tab("Refit").await;
    let born = journey.born().await;
    german.act("#b-cpp-roll").await;
    journey.all_reach("S2d roster", &born).await;
}
