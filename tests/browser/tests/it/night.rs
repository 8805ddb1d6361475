//! Night on the Mius: the night's posture and penalty, repairs with a point, withdrawal.

use kernel::Seat;
use rules_battlefront::{NIGHT_SAMPLE, NIGHT_SAMPLE_POSITION};
use serde_json::json;

use crate::driver::left_out;
use crate::house::House;

/// The same night two steps earlier: nothing sealed, nothing rolled.
pub fn before_the_postures(position: &str) -> String {
    let lines = position.lines();
    let kept = lines.filter(|line| !line.starts_with("posture = ") && !line.starts_with("income = "));
    let earlier = |line: &str| match line {
        "step = \"S2b\"" => "step = \"S1\"\n".to_owned(),
        "cpp = 8" | "cpp = 6" => "cpp = 3\n".to_owned(),
        other => format!("{other}\n"),
    };
    kept.map(earlier).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_attacks_at_night_is_told_of_the_penalty_and_nobody_else_is() {
    if left_out() {
        return;
    }
    let house = House::with(NIGHT_SAMPLE, Some(&before_the_postures(NIGHT_SAMPLE_POSITION))).await;
    let german = house.seated(Seat::Side(1), 1280).await;
    let soviet = house.seated(Seat::Side(0), 360).await;
    german.tab("Refit").await;
    german.reads("#posture", "At night, −5 on your roll for purchase points.").await;
    german.looks_right("night-posture").await;
    german.press("#w-posture-posture-0").await;
    german.act("#b-posture").await;
    soviet.tab("Refit").await;
    soviet.press("#w-posture-posture-1").await;
    soviet.act("#b-posture").await;
    soviet.sees("#b-cpp-roll").await;
    soviet.looks_right("night-points-defender").await;
    german.reads("#points", "−5").await;
    german.looks_right("night-points-attacker").await;
    let before = soviet.all_sources().await;
    german.act("#b-cpp-roll").await;
    german.reads("#out .roll", "−5").await;
    german.tab("Log").await;
    german.reads(".log", "closed step S2a").await;
    let after = soviet.all_sources().await;
    assert_ne!(before, after, "the closing is public");
    let told: String = after.into_iter().map(|(_, text)| text).collect();
    assert!(!told.contains("Attacker at night, −5"), "the penalty is the attacker's own");
    for browser in [german, soviet] {
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrecks_are_repaired_and_formations_withdrawn_at_night() {
    if left_out() {
        return;
    }
    let house = House::with(NIGHT_SAMPLE, Some(NIGHT_SAMPLE_POSITION)).await;
    for width in [1280, 360] {
        let german = house.seated(Seat::Side(1), width).await;
        german.tab("Refit").await;
        german.looks_right("night-repair").await;
        german.close().await;
    }
    let german = house.seated(Seat::Side(1), 360).await;
    german.tab("Refit").await;
    // Beyond the line nothing can be repaired, and the control says why.
    german.reads("#y-repair-V4", "BF-2.1.1.2").await;
    german.act("#b-repair-V3").await;
    german.sees("#out .roll").await;
    // The point is ticked in the row, and the row's own die takes it.
    german.press("label[for='w-roll-all-spend-0']").await;
    german.act("#b-repair-V2-point").await;
    german.reads("#out", "How it came out").await;
    german.reads("#purse", "Spent on repairs").await;
    german.looks_right("night-repaired").await;
    german.act("#b-done").await;
    house.close_for(Seat::Side(0)).await;
    german.reads(".where span", "S2c").await;
    let roll = "#withdrawal [id^='b-withdraw-']:not([id$='-table'])";
    german.sees(roll).await;
    german.looks_right("night-withdrawal").await;
    while german.has(roll).await {
        german.act(roll).await;
        german.sees("#out .roll").await;
    }
    german.looks_right("night-withdrawn").await;
    german.act("#b-done").await;
    house.act(Seat::Side(0), json!({"do": "done"})).await;
    german.reads(".where span", "S2d").await;
    german.close().await;
}
