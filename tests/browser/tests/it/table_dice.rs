//! Dice thrown at a real table are typed in, and marked wherever they stand.

use kernel::Seat;
use serde_json::json;

use crate::driver::left_out;
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn dice_from_the_table_are_typed_in_and_marked() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    for seat in [Seat::Side(0), Seat::Side(1)] {
        house.act(seat, json!({"do": "choose-posture", "posture": "attack"})).await;
    }
    let german = house.seated(Seat::Side(1), 360).await;
    german.tab("Refit").await;
    german.act("#b-cpp-roll-table").await;
    german.reads("#h-waiting", "Dice from the table").await;
    german.until("document.activeElement.name === 'face'").await;
    german.reads("#waiting label", "1 to 10, a printed 0 is 10").await;
    // Everything else of the seat waits and says why; taking the throw back does not.
    german
        .until(
            "!document.querySelector('#page form[id]:not(#f-undo, [id^=f-answer], [action=\"/display\"])')",
        )
        .await;
    german.looks_right("table-dice").await;

    // As long as no die is entered, the roll can be left to the server after all.
    german.act("#b-undo").await;
    german.sees("#b-cpp-roll").await;
    german.act("#b-cpp-roll-table").await;

    // A d10 shows no 11: the browser keeps it back, and the server would not take it.
    let face = "#waiting input[name=face]";
    let enter = "#waiting button[type=submit]";
    german.type_in(face, "11").await;
    german.press(enter).await;
    german.sees("#waiting input:invalid").await;
    german.ask("document.querySelector('#waiting input[name=face]').removeAttribute('max')").await;
    german.act(enter).await;
    german.reads(".refusal", "1 to 10").await;
    german.sees(".refusal .rid").await;
    german.looks_right("table-dice-refused").await;

    german.ask("document.querySelector('#waiting input[name=face]').value = ''").await;
    german.type_in(face, "7").await;
    german.act(enter).await;
    german.until("!document.querySelector('#waiting')").await;
    german.reads("#out .die.by-hand", "7").await;
    german.reads("#out", "thrown at the table").await;
    german.looks_right("table-dice-taken").await;
    german.tab("Log").await;
    german.press(".log .unfold summary").await;
    german.reads(".log .unfold[open] .roll", "thrown at the table").await;
    german.tab("Dice").await;
    german.reads("#rolls", "Thrown at the table").await;
    german.close().await;
}
