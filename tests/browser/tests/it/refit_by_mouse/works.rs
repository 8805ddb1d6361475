//! S2f, S2g and S3a: fortifications removed and bought, postures opened, the roll-off.

use super::Journey;

pub async fn removed(journey: &Journey) {
    let Journey { soviet, german, .. } = journey;
    soviet.looks_right("journey-removal").await;
    german.act("#b-destroy-V1").await;
    german.reads("#out", "Removal").await;
    german.looks_right("journey-removed").await;
    german.act("#b-done").await;
    let open = "#removal td.dc [id^='b-']:not([id$='-table'])";
    soviet.act(open).await;
    soviet.sees("#out .roll").await;
    let born = journey.born().await;
    soviet.act("#b-done").await;
    journey.all_reach("S2g fortification purchase", &born).await;
}

pub async fn bought_and_revealed(journey: &Journey) {
    let Journey { umpire, soviet, german, .. } = journey;
    let before = soviet.all_sources().await;
    german.act("#b-more-wire").await;
    german.act("#b-more-bunker").await;
    german.act("#b-less-bunker").await;
    german.reads("#g-bunker output", "0").await;
    german.looks_right("journey-fortification").await;
    crate::hand::assert_same(&before, &soviet.all_sources().await);
    german.act("#b-done").await;

    // Until now nothing has told the postures.
    let told: String = soviet.all_sources().await.into_iter().map(|(_, text)| text).collect();
    assert!(!told.contains("attacks;"), "the posture is sealed");
    let born = journey.born().await;
    soviet.act("#b-done").await;
    journey.all_reach("S3b", &born).await;
    soviet.reads("main", "Postures opened").await;
    for (browser, name) in [(umpire, "umpire"), (soviet, "soviet"), (german, "german")] {
        browser.tab("Log").await;
        browser.reads(".log", "attack").await;
        browser.press(".log > li:not(.day) .unfold summary").await;
        browser.sees(".log .unfold[open] .roll .die").await;
        browser.looks_right(&format!("journey-reveal-{name}")).await;
        browser.tab("Overview").await;
        browser.looks_right(&format!("journey-after-{name}")).await;
    }
}
