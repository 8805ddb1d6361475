//! Where things stand: planners beside the map, folded parts that open for whoever is led to them, and the orders that
//! only the umpire reads on one page.

use kernel::Seat;
use serde_json::json;

use super::{NATO, PACT};
use crate::driver::left_out;
use crate::house::House;
use crate::widths::{BEYOND, WIDTHS};

/// The width of the map, whether the panel stands beside it, and whether it stands below.
const COLUMNS: &str =
    "(([map, other]) => [Math.round(map.width), other.left >= map.right, other.top >= map.bottom])(
  [...document.querySelectorAll('.wb-map, .wb-panel')].map((part) => part.getBoundingClientRect()))";

/// Answers in view, not cut by its edge, that something lies over.
const COVERED: &str = "(() => {
  const seen = document.querySelector('.wb-scroll').getBoundingClientRect();
  const covered = (label) => {
    const { left, top, width, height } = label.getBoundingClientRect();
    const y = top + height / 2;
    return height && y > seen.top + 2 && y < seen.bottom - 2 && !label.contains(document.elementFromPoint(left + width / 2, y));
  };
  return [...document.querySelectorAll('#plan-march-0504 label:has([type=checkbox])')].filter(covered).map((label) => label.textContent.trim());
})()";

#[tokio::test(flavor = "multi_thread")]
async fn planners_stand_beside_the_map_where_there_is_room_and_links_open_them() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let mut pact = house.seated(PACT, 1280).await;
    pact.tab("Map").await;
    let before = pact.ask(COLUMNS).await;
    assert_eq!((&before[1], &before[2]), (&json!(true), &json!(false)), "{before}");
    for command in [
        json!({"do": "activate", "units": ["wp-m1"]}),
        json!({"do": "move", "units": ["wp-m1"], "path": ["0604"]}),
    ] {
        house.act(PACT, command).await;
    }
    pact.is_up_to_date(&house, PACT).await;
    pact.sees("#plan-hasty-0504").await;
    assert_eq!(pact.ask(COLUMNS).await, before, "the map keeps its width when there is something to weigh");

    // However long the planners are, the map stays in view beside them.
    pact.press("#plan-hasty-0504 summary").await;
    pact.act("#plan-hasty-0504 [id='b-designate-0504-Hasty']").await;
    pact.until("document.querySelector('.hb-pan').getBoundingClientRect().bottom > 0").await;
    pact.is_up_to_date(&house, PACT).await;
    assert!(
        pact.ask("document.querySelector('.hb-pan').getBoundingClientRect().bottom").await.as_f64()
            > Some(200.0)
    );

    pact.widen(360).await;
    assert_eq!(pact.ask(COLUMNS).await[2], json!(true));

    // From the overview a link leads into a planner that is folded.
    pact.widen(1280).await;
    house.act(PACT, json!({"do": "activate", "units": ["wp-t1"]})).await;
    house.act(PACT, json!({"do": "move", "units": ["wp-t1"], "path": ["0603"]})).await;
    pact.tab("Overview").await;
    pact.is_up_to_date(&house, PACT).await;
    pact.press("#assault-0504 summary").await;
    pact.press("#assault-0504 a[href$='#plan-march-0504']").await;
    pact.until("document.getElementById('d-plan-march-0504')?.open").await;
    pact.reads("#plan-march-0504 .headline", "of 36").await;
    pact.looks_right("central-front-led-to-a-planner").await;
    // Whoever can support is ticked wherever the panel stands: what sends it lies over no answer.
    assert!(
        pact.ask("document.querySelectorAll('#plan-march-0504 [type=checkbox]').length").await.as_u64()
            > Some(0)
    );
    for far in (0..800).step_by(20) {
        pact.ask(&format!("document.querySelector('.wb-scroll').scrollTop = {far}")).await;
        assert_eq!(pact.ask(COVERED).await, json!([]), "{far} px down");
    }
    pact.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_units_stand_behind_their_formations_and_every_page_fits_every_window() {
    if left_out() {
        return;
    }
    let house = House::fulda().await;
    let mut nato = house.seated(NATO, 360).await;
    nato.tab("Units").await;
    let height = nato.ask("document.documentElement.scrollHeight").await.as_u64().unwrap_or(u64::MAX);
    assert!(height < 7000, "{height} px at 360 px");
    nato.press("#totals tbody tr:first-child a").await;
    nato.until("document.querySelector('#units-wp .panel:first-child details, #units-wp details').open")
        .await;
    for page in ["overview", "map", "units", "charts"] {
        nato.go(&house.page(NATO, page)).await;
        nato.ask("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })").await;
        for width in WIDTHS {
            nato.widen(width).await;
            nato.looks_right(&format!("central-front-fits-{page}")).await;
            assert_eq!(nato.ask(BEYOND).await, json!([]), "{page} at {width}");
        }
    }
    nato.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_umpire_reads_the_orders_of_both_sides_and_nobody_else_does() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    house.act(NATO, json!({"do": "instruct", "cover": "never"})).await;
    let umpire = house.seated(Seat::Umpire, 1280).await;
    umpire.tab("Overview").await;
    umpire.reads("#orders tbody tr:first-child", "Support of a defense").await;
    umpire.reads("#orders tbody tr:first-child", "never").await;
    assert!(!umpire.has("#orders form").await);
    umpire.looks_right("central-front-orders").await;
    umpire.close().await;
    let spectator = house.seated(Seat::Spectator, 1280).await;
    spectator.tab("Overview").await;
    spectator.sees("#score").await;
    assert!(!spectator.has("#orders").await);
    spectator.close().await;
}
