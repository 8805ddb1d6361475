//! An old act is put right with both sides consenting; a ruling is made and read again as precedent.

use kernel::Seat;
use serde_json::json;

use crate::driver::left_out;
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn the_umpire_corrects_what_two_steps_rested_on_with_both_sides_consenting() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    house.act(Seat::Side(0), json!({"do": "choose-posture", "posture": "attack"})).await;
    let cursor = house.desk.cursor(&house.campaign, Seat::Umpire).await.unwrap();
    let entry = cursor.0.parse::<u64>().unwrap() + 1;
    house.act(Seat::Side(1), json!({"do": "choose-posture", "posture": "attack"})).await;
    // The whole refit, to the reveal and the roll that decides who attacks.
    for seat in [Seat::Side(0), Seat::Side(1)].repeat(5) {
        house.close_for(seat).await;
    }

    let mut umpire = house.seated(Seat::Umpire, 1280).await;
    umpire.tab("Log").await;
    umpire.press(&format!("a[href$='/correct/{entry}']")).await;
    umpire.reads("h1", &format!("Correct entry {entry}")).await;
    umpire.reads("#h-stood", "As it stands").await;
    umpire.looks_right("correct-act").await;
    // The form is filled in as the seat had sent it.
    umpire.sees("#w-posture-posture-0:checked").await;
    umpire.press("#w-posture-posture-1").await;
    umpire.press("#b-instead-posture").await;
    umpire.reads("h1", "What the correction changes").await;
    umpire.looks_right("correct-preview").await;
    umpire.widen(360).await;
    umpire.looks_right("correct-preview-small").await;
    umpire.widen(1280).await;
    umpire.type_in("#w-make-reason", "The card said defend.").await;
    umpire.press("#b-propose").await;
    umpire.reads("main", "has not agreed yet").await;

    for (n, seat) in [Seat::Side(1), Seat::Side(0)].into_iter().enumerate() {
        let side = house.seated(seat, 360).await;
        side.reads("#proposed", "A correction waits for consent").await;
        side.press("#proposed a").await;
        side.reads("main", "The card said defend.").await;
        side.looks_right(&format!("correct-consent-{n}")).await;
        side.press("#b-agree").await;
        let after = if n == 0 { "You have agreed" } else { "No correction waits" };
        side.reads("main", after).await;
        side.tab("Log").await;
        if n == 1 {
            side.reads("main", "Corrected later").await;
            side.reads("main", "The card said defend.").await;
        }
        side.close().await;
    }
    umpire.tab("Log").await;
    umpire.reads("main", "Corrected later").await;
    umpire.looks_right("correct-log").await;
    umpire.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_umpire_reads_what_stands_in_the_way_of_an_agreed_correction() {
    if left_out() {
        return;
    }
    let house = House::ford().await;
    let cursor = house.desk.cursor(&house.campaign, Seat::Umpire).await.unwrap();
    let entry = cursor.0.parse::<u64>().unwrap() + 1;
    let blue = Seat::Side(0);
    house.act(blue, json!({"do": "place", "post": "mill"})).await;
    let mut umpire = house.seated(Seat::Umpire, 1280).await;
    umpire.tab("Log").await;
    umpire.press(&format!("a[href$='/correct/{entry}']")).await;
    umpire.press("#b-out").await;
    umpire.type_in("#w-make-reason", "Nobody stood there.").await;
    umpire.press("#b-propose").await;
    umpire.reads("main", "has not agreed yet").await;
    // What Blue does next rests on it.
    house.act(blue, json!({"do": "dig", "post": "mill"})).await;
    let side = house.seated(blue, 360).await;
    side.press("#proposed a").await;
    side.press("#b-agree").await;
    side.reads("main", "You have agreed").await;
    side.close().await;
    umpire.tab("Posts").await;
    umpire.press("#proposed a").await;
    umpire.reads("main", "Blue has agreed.").await;
    umpire.reads("main", "As things stand now it cannot be made").await;
    umpire.looks_right("correct-halted").await;
    umpire.widen(360).await;
    umpire.looks_right("correct-halted").await;
    umpire.press("#b-drop").await;
    umpire.reads("main", "Make it so").await;
    umpire.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ruling_is_shown_when_its_rule_next_stops_somebody() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    for seat in [Seat::Side(0), Seat::Side(1)] {
        house.act(seat, json!({"do": "choose-posture", "posture": "attack"})).await;
    }
    let umpire = house.seated(Seat::Umpire, 1280).await;
    umpire.tab("Rulings book").await;
    umpire.reads("main", "There is no ruling yet").await;
    umpire.ask("document.querySelector('#ruling-rule').value = 'HOUSE-TYPED-DICE'").await;
    umpire.type_in("#ruling-decision", "A die on the floor is thrown again.").await;
    umpire.type_in("#ruling-reason", "It lay against a table leg.").await;
    umpire.looks_right("ruling-form").await;
    umpire.press("#b-ruling").await;
    umpire.reads("main", "The umpire: “It lay against a table leg.”").await;
    umpire.looks_right("rulings").await;

    let german = house.seated(Seat::Side(1), 360).await;
    german.tab("Refit").await;
    german.act("#b-cpp-roll-table").await;
    german.type_in("#waiting input[name=face]", "11").await;
    german.ask("document.querySelector('#waiting input[name=face]').removeAttribute('max')").await;
    german.act("#waiting button[type=submit]").await;
    german.reads(".refusal .ruled", "Ruled before: “A die on the floor is thrown again.”").await;
    german.looks_right("ruled-before").await;
    german.press(".refusal .ruled a").await;
    german.reads("main", "It lay against a table leg.").await;
    german.looks_right("rulings-small").await;
    for browser in [umpire, german] {
        browser.close().await;
    }
}
