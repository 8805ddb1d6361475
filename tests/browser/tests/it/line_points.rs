//! The handles of the points of front lines, where stands do: none lies over another, and each can be taken.

use kernel::Seat;
use rules_battlefront::Step;
use serde_json::json;

use crate::driver::{Browser, left_out};
use crate::laying::fought_at;

/// The least that a handle has to itself, in pixels.
const LEAST: f64 = 24.0;

/// How far from its point the farthest handle lies.
const LONGEST: &str = "Math.max(0, ...[...document.querySelectorAll('.ib-stem')].map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.hypot(width, height)))";

/// The middles of all handles, and which handle a press there takes; nothing where the map is covered.
const HANDLES: &str = "[...document.querySelectorAll('.ib-node')].map((node) => {
  const { left, top, width, height } = node.querySelector('.ib-reach').getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const met = document.elementFromPoint(x, y);
  return { x, y, node: node.dataset.node, taken: met?.closest('.ib-pan') ? met.closest('[data-node]')?.dataset.node ?? 'none' : '' };
})";

/// Every handle by its node, with its middle. Each takes its own point, and none lies over another.
async fn apart(browser: &Browser, at: &str) -> Vec<(String, (f64, f64))> {
    let told = browser.ask(HANDLES).await;
    let told = told.as_array().unwrap();
    let handles: Vec<(String, (f64, f64))> = told
        .iter()
        .map(|one| {
            (
                one["node"].as_str().unwrap().to_owned(),
                (one["x"].as_f64().unwrap(), one["y"].as_f64().unwrap()),
            )
        })
        .collect();
    assert!(handles.len() > 20, "{at}: {} handles", handles.len());
    for (n, (name, (x, y))) in handles.iter().enumerate() {
        for (other, (a, b)) in &handles[..n] {
            let far = (x - a).hypot(y - b);
            assert!(far >= LEAST, "{at}: {far:.1} pixels from {name} to {other}");
        }
    }
    let seen = told.iter().filter(|one| one["taken"] != json!(""));
    let wrong: Vec<_> = seen.filter(|one| one["taken"] != one["node"]).collect();
    assert!(wrong.is_empty(), "{at}: {wrong:?}");
    handles
}

#[tokio::test(flavor = "multi_thread")]
async fn handles_of_line_points_lie_apart_and_each_takes_its_own_point() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        // The lines run over stands that are three inches apart.
        let house = fought_at(Step::Bogged, 1400).await;
        for seat in [Seat::Side(0), Seat::Side(1)] {
            house.act(seat, json!({"do": "done"})).await;
        }
        let umpire = house.seated(Seat::Umpire, width).await;
        umpire.go(&house.page(Seat::Umpire, "map")).await;
        umpire.act("#b-close-for-both").await;
        umpire.reads(".where span", "C6").await;
        umpire.sees(".ib-node").await;
        umpire.press("#inch [data-do=whole]").await;
        let handles = apart(&umpire, &format!("{width}, whole map")).await;
        // No tie runs far over the map; what finds no room near it keeps a dot.
        let longest = umpire.ask(LONGEST).await.as_f64().unwrap();
        assert!(longest <= f64::from(width.min(480)) / 4.0 + 4.0, "{width}: {longest} pixels");
        umpire.looks_right("line-handles").await;
        // One that lies beside its point is taken there; the point goes as far as the hand.
        let stems = umpire
            .ask("[...document.querySelectorAll('.ib-node:has(.ib-stem)')].map((one) => one.dataset.node)")
            .await;
        let beside = stems.as_array().unwrap();
        let free = |name: &str, (x, y): (f64, f64)| {
            beside.contains(&json!(name)) && x > 60.0 && x < f64::from(width) * 0.6 && y > 120.0 && y < 420.0
        };
        let (name, from) =
            handles.iter().find(|(name, at)| free(name, *at)).expect("a handle beside its point");
        let points = "[...document.querySelectorAll('[id^=w-edit-mlr-]')].map((one) => one.value).join('; ')";
        let before = umpire.ask(points).await;
        umpire.mouse("mousePressed", *from).await;
        for part in [4.0, 8.0] {
            umpire.mouse("mouseMoved", (from.0, from.1 - part)).await;
        }
        umpire.mouse("mouseReleased", (from.0, from.1 - 8.0)).await;
        umpire.until(&format!("{points} !== {before}")).await;
        umpire.reads("#inch-course-words", "Point ").await;
        let picked = umpire.ask("document.querySelector('.ib-node.now').dataset.node").await;
        assert_eq!(picked, json!(name), "at {width}");
        apart(&umpire, &format!("{width}, one dragged")).await;
        umpire.press("#inch-course-undo").await;
        umpire.until(&format!("{points} === {before}")).await;
        // Nearer, the points have other room between them.
        umpire.press("#inch [data-do=in]").await;
        apart(&umpire, &format!("{width}, nearer")).await;
        umpire.close().await;
    }
}
