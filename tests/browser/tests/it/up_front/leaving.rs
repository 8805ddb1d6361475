//! A withdrawal is announced, the other side and the umpire read it, and it is taken back.

use kernel::Seat;

use super::{AMERICAN, GERMAN};
use crate::driver::left_out;
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_is_read_by_everybody_and_taken_back() {
    if left_out() {
        return;
    }
    let house = House::nine_days().await;
    house.both_select().await;
    let american = house.seated(AMERICAN, 360).await;
    let german = house.seated(GERMAN, 1280).await;
    let umpire = house.seated(Seat::Umpire, 1280).await;
    american.tab("Result").await;
    german.tab("Result").await;
    american.press("#d-leaving > summary").await;
    // Nothing is picked beforehand, and what it means is said first.
    assert!(!american.has("#f-withdraw input:checked").await);
    american.reads("#f-withdraw", "concedes the scenario to German").await;
    let group = "#f-withdraw [name='f.group'][value='B']";
    for picked in [
        group,
        "#f-withdraw [name='f.men'][value='3']",
        "#f-withdraw [name='f.range'][value='0']",
        "#f-withdraw [name='f.card'][value='red_retreat']",
        "#f-withdraw [name='f.encircled'][value='no']",
        "#f-withdraw [name='f.can_move'][value='yes']",
    ] {
        american.press(picked).await;
    }
    american.looks_right("up-front-withdraw").await;
    american.act("#b-withdraw").await;
    for reader in [&american, &german, &umpire] {
        reader.tab("Overview").await;
        reader.reads("#announced", "American announced the withdrawal of group B (#3 Fox).").await;
        reader.reads("#announced", "So American concedes the scenario to German.").await;
        reader.tab("Result").await;
        reader.reads("#announced", "group B (#3 Fox)").await;
        reader.reads("#tally-0", "withdrawing with group B").await;
        reader.looks_right("up-front-announced").await;
    }
    american.act("#b-take-back-B").await;
    for reader in [&american, &german, &umpire] {
        reader.until("!document.querySelector('#announced')").await;
        reader.tab("Log").await;
        reader.reads(".log", "American took the withdrawal of group B back").await;
    }
    for reader in [american, german, umpire] {
        reader.close().await;
    }
}
