//! The other side tells its version anew while one is being filled in.

use serde_json::json;

use super::{AMERICAN, GERMAN};
use crate::driver::left_out;
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_picked_and_not_yet_sent_is_never_replaced_by_what_the_other_side_tells() {
    if left_out() {
        return;
    }
    let house = House::nine_days().await;
    house.both_select().await;
    let told = |out: serde_json::Value| json!({"do": "report", "winner": "american", "fill": "as_noted", "side_1": {"men": {"4": out}}});
    house.act(AMERICAN, told(json!({"out": "in_play"}))).await;
    let german = house.seated(GERMAN, 360).await;
    german.tab("Result").await;
    let killed = german.key("differ", "side_1.men.4", "Killed").await;
    german.press(&killed).await;
    let picked = "document.querySelector(\"#f-differ [name='f.side_1.men.4']:checked\").value";
    let before = german.ask(picked).await;
    assert!(before.as_str().unwrap().contains("killed"), "{before}");

    house.act(AMERICAN, told(json!({"out": "in_play", "pinned": true, "events": [{"hero": 1}]}))).await;
    german.reads("#version-0", "pinned").await;
    assert_eq!(german.ask(picked).await, before, "the reader's own pick stands");
    // What he has not touched follows the page.
    let heroes = "document.querySelector(\"#f-differ [name='f.side_1.men.4.hero']:checked\").value";
    german.until(&format!("{heroes} === '1'")).await;
    german.act("#b-differ").await;
    german.reads("#differences", "was killed").await;
    german.close().await;
}
