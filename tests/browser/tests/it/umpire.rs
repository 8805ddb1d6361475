//! What only the umpire does: act for a side on its own page, withdraw an invitation, take a seat back.

use kernel::Seat;

use crate::driver::left_out;
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn the_umpire_acts_for_a_side_with_a_reason_that_it_reads() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let umpire = house.seated(Seat::Umpire, 360).await;
    umpire.tab("Refit").await;
    umpire.press(".seatpick a[href*='as=side-0']").await;
    umpire.reads("#peek", "exactly as the").await;
    // Only reading, a control says why it does nothing.
    umpire.press("#b-posture").await;
    umpire.reads("#said", "Nothing you do here acts for them").await;
    umpire.press("#peek a[href*='hand=1']").await;
    umpire.reads("#peek", "You act for the").await;
    umpire.press("#w-posture-posture-1").await;
    umpire.type_in("#w-posture-reason", "They wrote it on a card.").await;
    umpire.looks_right("umpire-acts").await;
    umpire.act("#b-posture").await;
    umpire.reads("#rests", "You have sealed: defend").await;

    let soviet = house.seated(Seat::Side(0), 360).await;
    soviet.reads("#since", "They wrote it on a card.").await;
    soviet.tab("Refit").await;
    soviet.reads("#rests", "You have sealed: defend").await;
    for browser in [umpire, soviet] {
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_are_withdrawn_and_seats_taken_back() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let umpire = house.seated(Seat::Umpire, 1280).await;
    let german = house.seated(Seat::Side(1), 1280).await;
    let withdrawn = house.link(Seat::Side(0)).await;
    umpire.tab("Seats").await;
    umpire.looks_right("umpire-seats").await;
    umpire.press("form[action$='/withdraw'] button").await;
    umpire.until("!document.querySelector(\"form[action$='/withdraw']\")").await;
    umpire.press("details:has(form[action$='/take']) > summary").await;
    umpire.press("form[action$='/take'] button").await;
    umpire.until("!document.querySelector(\"form[action$='/take']\")").await;

    // The page that the seat had open goes by itself.
    german.reads("h1", "This browser no longer holds the seat").await;
    german.reads("main", "This seat was taken back by the umpire").await;
    german.looks_right("seat-taken-back").await;
    german.go(&withdrawn).await;
    german.reads("#r-join", "was withdrawn").await;
    for browser in [umpire, german] {
        browser.close().await;
    }
}
