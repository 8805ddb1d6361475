//! The roll that may end a battle: whoever throws it, the other side reads the die, the chart with the row it fell on, and
//! what came of it.

use kernel::Seat;
use rules_battlefront::Step;
use serde_json::json;

use crate::driver::{Browser, left_out};
use crate::house::House;
use crate::laying::fought;

const SOVIET: Seat = Seat::Side(0);
const GERMAN: Seat = Seat::Side(1);

/// What a page says of the roll: the die, all rows of the chart, the row that counts, the result in words.
async fn reads_the_roll(reader: &Browser, die: &str, band: &str, words: &str) {
    reader.reads("#latest .die", die).await;
    reader.ask("document.querySelectorAll('#latest details').forEach((one) => { one.open = true; })").await;
    reader.reads("#latest .bands .hit", band).await;
    reader.reads("#latest", words).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_other_side_reads_the_die_that_may_end_the_battle_with_its_band_and_what_came_of_it() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house: House = fought(Step::Battle).await;
        let german = house.seated(GERMAN, width).await;
        german.tab("Refit").await;
        german.reads("#turns", "Turn record").await;
        // The page that is open draws it by itself, and so does one that is opened later.
        house.throws(SOVIET, json!({"do": "turn-end-roll", "t": 11}), &[&[7]]).await;
        reads_the_roll(&german, "7", "2", "turn is played").await;
        german.looks_right("turn-end-goes-on").await;
        house.throws(SOVIET, json!({"do": "turn-end-roll", "t": 12}), &[&[2]]).await;
        reads_the_roll(&german, "2", "2", "battle ends").await;
        german.reads("#turns", "Ended by the die after turn 11").await;
        german.looks_right("turn-end-ends").await;
        german.tab("Map").await;
        reads_the_roll(&german, "2", "2", "battle ends").await;
        german.looks_right("turn-end-on-the-map").await;
        german.close().await;
        // Whoever looks on reads the same, and the one who threw.
        for seat in [SOVIET, Seat::Umpire, Seat::Spectator] {
            let reader = house.seated(seat, width).await;
            reader.tab("Map").await;
            reads_the_roll(&reader, "2", "2", "battle ends").await;
            reader.close().await;
        }
    }
}
