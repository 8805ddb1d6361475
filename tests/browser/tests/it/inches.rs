//! The map in inches: stacks, layers, zoom, ruler; places dragged, pointed out and typed; the umpire's picture below.

use kernel::Seat;
use rules_battlefront::{SAMPLE, SAMPLE_POSITION};
use serde_json::json;
use thirtyfour::prelude::*;

use crate::driver::{Browser, left_out};
use crate::house::House;

const GERMAN: Seat = Seat::Side(1);
const GROUND: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/ground.png");
const NO_PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

/// 24 December at S4a: the Soviet side attacks, and the German side sets up.
async fn setting_up() -> House {
    let chosen = SAMPLE_POSITION
        .replacen("step = \"S1\"", "step = \"S3b\"\nattacker = \"russian\"", 1)
        .replacen(
            "id = \"russian\"\ncpp = 3\n",
            "id = \"russian\"\nposture = { choice = \"attack\" }\nincome = 12\ncpp = 3\n",
            1,
        )
        .replacen(
            "id = \"german\"\ncpp = 5\n",
            "id = \"german\"\nposture = { choice = \"defend\" }\nincome = 12\ncpp = 5\nchosen = [\"G-11\", \"G-21\"]\n",
            1,
        );
    let house = House::with(SAMPLE, Some(&chosen)).await;
    for seat in [Seat::Side(0), GERMAN] {
        house.act(seat, json!({"do": "done"})).await;
    }
    house
}

impl Browser {
    /// Picks the nth stand and no other, and types a place.
    async fn types(&self, nth: usize, x: &str, y: &str) {
        let form = "document.getElementById('f-deploy-stands')";
        self.ask(&format!("({form}.closest('details') ?? {{}}).open = true")).await;
        self.ask(&format!(
            "[...{form}.querySelectorAll('[name=\"f.units\"]')].forEach((box, n) => {{ box.checked = n === {nth}; }})"
        ))
        .await;
        for (axis, inches) in [("x", x), ("y", y)] {
            let field = self.page.find(By::Id(format!("w-deploy-stands-{axis}"))).await.unwrap();
            field.clear().await.unwrap();
            field.send_keys(inches).await.unwrap();
        }
    }

    /// Drags what stands at a place by so many pixels.
    async fn drags(&self, at: &str, across: i64, down: i64) {
        let selector = format!("g[data-at='{at}'] .m-point");
        self.sees(&selector).await;
        self.ask(&format!("document.querySelector(\"{selector}\").scrollIntoView({{ block: 'center' }})"))
            .await;
        let mark = self.page.find(By::Css(&selector)).await.unwrap();
        let hand = self.page.action_chain().move_to_element_center(&mark).click_and_hold();
        hand.move_by_offset(across / 2, down / 2)
            .move_by_offset(across - across / 2, down - down / 2)
            .release()
            .perform()
            .await
            .unwrap();
    }

    async fn field(&self, id: &str) -> String {
        self.ask(&format!("document.getElementById('{id}').value"))
            .await
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    async fn at_form(&self) -> (String, String) {
        (self.field("w-deploy-stands-x").await, self.field("w-deploy-stands-y").await)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stands_are_dragged_pointed_out_and_typed_alike() {
    if left_out() {
        return;
    }
    let house = setting_up().await;
    let german = house.seated(GERMAN, 1280).await;
    german.tab("Refit").await;
    german.sees("#inch .ib-map").await;
    german.types(0, "30", "8").await;
    // The place that is typed is marked on the map before anything is sent.
    german.sees(".ib-ghost").await;
    german.act("#b-deploy-stands").await;
    german.sees("g[data-at='3000 800'].movable").await;
    let cursor = german.ask("document.getElementById('page').dataset.cursor").await;

    german.drags("3000 800", 60, 0).await;
    german.reads("#inch-lay-drop", "Drop one").await;
    german.sees(".ib-trail").await;
    assert_eq!(
        german.ask("document.getElementById('page').dataset.cursor").await,
        cursor,
        "nothing was sent"
    );
    german.looks_right("inches-dragged").await;
    german.act("#inch-lay-drop").await;
    german.until("document.querySelectorAll('.ib-laid').length === 0").await;
    let at = german.ask("document.querySelector('tr[data-piece=\"G-11-1\"]').dataset.at.split(' ').map((at) => at / 100).map(String)").await;
    let [x, y] = [0, 1].map(|axis| at[axis].as_str().unwrap().to_owned());
    assert_ne!(x, "30");
    let hundredths = |inches: &str| (inches.parse::<f64>().unwrap() * 100.0).round();
    german.sees(&format!("g[data-at='{} {}']", hundredths(&x), hundredths(&y))).await;

    // A second stand, typed to the same place, makes a stack of two, and both are listed.
    german.types(1, &x, &y).await;
    german.act("#b-deploy-stands").await;
    german.reads("#inch .ib-count", "2").await;
    // Whatever of the stack lies uppermost there, the stack is meant.
    let stack = format!("g[data-at='{} {}'] .m-point", hundredths(&x), hundredths(&y));
    german.ask(&format!("document.querySelector(\"{stack}\").scrollIntoView({{ block: 'center' }})")).await;
    let piece = german.page.find(By::Css(&stack)).await.unwrap();
    german.page.action_chain().move_to_element_center(&piece).click().perform().await.unwrap();
    german.reads("#inch-inspector .hb-title", "2 things").await;
    german.until("document.querySelectorAll('#inch-inspector li').length === 2").await;
    german.reads("#inch-voice", "unit").await;

    // By keys: the place is asked for, the cursor goes there, Enter writes it into the form.
    german.press("#b-deploy-stands-point").await;
    german.until("document.activeElement.id === 'inch-pan'").await;
    for key in [Key::Right, Key::Up, Key::Enter] {
        german.page.active_element().await.unwrap().send_keys("" + key).await.unwrap();
    }
    german.reads("#inch-deed", "stands in the form").await;
    assert_ne!(german.at_form().await, (x, y));

    // Beyond the line is refused by name and rule, and nothing has moved.
    german.types(0, "30", "50").await;
    german.act("#b-deploy-stands").await;
    german.reads("#r-deploy-stands", "30, 50 does not lie on your side").await;
    german.reads("#r-deploy-stands", "BF-2.1.1.8-1").await;
    german.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_map_is_zoomed_measured_and_its_layers_switched() {
    if left_out() {
        return;
    }
    let house = setting_up().await;
    for width in [1280, 360] {
        let german = house.seated(GERMAN, width).await;
        german.tab("Map").await;
        german.sees("#inch .ib-map").await;
        german.looks_right("inches-map").await;
        let wide = "document.querySelector('#inch .ib-map').getBoundingClientRect().width";
        let before = german.ask(wide).await.as_f64().unwrap();
        german.press("#inch [data-do=in]").await;
        german.until(&format!("{wide} > {}", before * 1.4)).await;
        german.looks_right("inches-zoomed").await;
        german.press("#inch [data-do=whole]").await;
        german.until(&format!("{wide} < {}", before + 2.0)).await;

        german.press("#inch-layers > summary").await;
        german.press("#inch-s1").await;
        german.until("getComputedStyle(document.querySelector('.ib-l1')).display === 'none'").await;
        german.go(&house.page(GERMAN, "map")).await;
        german.sees("#inch .ib-map").await;
        german.until("getComputedStyle(document.querySelector('.ib-l1')).display === 'none'").await;
        german.press("#inch-layers > summary").await;
        german.press("#inch-s1").await;

        german.press("#inch-ruler > summary").await;
        for (field, inches) in [("from-x", "10"), ("from-y", "10"), ("to-x", "13"), ("to-y", "14")] {
            german.type_in(&format!("#inch-{field}"), inches).await;
        }
        german.reads("#inch-length", "5.00 inches").await;
        german.sees(".ib-rule").await;
        german.looks_right("inches-ruler").await;
        let address = german.ask("location.href").await;
        assert!(address.as_str().unwrap().ends_with("#ruler=10,10,13,14"), "{address}");
        german.press("#inch [data-do=clear]").await;
        german.press("#inch-measure").await;
        for (across, down) in [(-40, 0), (40, 0)] {
            let map = german.page.find(By::Id("inch-pan")).await.unwrap();
            german.ask("document.getElementById('inch-pan').scrollIntoView({ block: 'center' })").await;
            let hand = german.page.action_chain().move_to_element_with_offset(&map, across, down);
            hand.click().perform().await.unwrap();
        }
        german.reads("#inch-length", "inches").await;
        german.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_laid_set_right_shown_and_kept_from_strangers() {
    if left_out() {
        return;
    }
    let house = setting_up().await;
    let umpire = house.seated(Seat::Umpire, 1280).await;
    umpire.tab("Picture").await;
    umpire.looks_right("picture-none").await;
    umpire.type_in("#picture-file", NO_PICTURE).await;
    umpire.press("#b-lay").await;
    umpire.reads("#r-lay", "This is no picture in PNG, JPEG or WebP").await;
    umpire.looks_right("picture-refused").await;
    umpire.type_in("#picture-file", GROUND).await;
    umpire.press("#b-lay").await;
    umpire.sees(".calibrate img").await;
    umpire.until("document.querySelector('.calibrate img').naturalWidth === 900").await;

    // Two presses with their inches; the second place follows by itself.
    for (n, across, down, x, y) in [(1, -200, 120, "6", "6"), (2, 200, -120, "54", "38")] {
        let box_ = umpire.page.find(By::Css(".calibrate")).await.unwrap();
        umpire.ask("document.querySelector('.calibrate').scrollIntoView({ block: 'center' })").await;
        umpire
            .page
            .action_chain()
            .move_to_element_with_offset(&box_, across, down)
            .click()
            .perform()
            .await
            .unwrap();
        umpire.until(&format!("document.getElementById('place-right-{n}').value !== ''")).await;
        umpire.type_in(&format!("#place-x-{n}"), x).await;
        umpire.type_in(&format!("#place-y-{n}"), y).await;
    }
    umpire.looks_right("picture-places").await;
    umpire.press("#b-place").await;
    umpire.reads("#place header", "set by two places").await;
    umpire.tab("Map").await;
    umpire.sees("#inch image[transform^=matrix]").await;
    umpire.looks_right("picture-under-the-map").await;

    let german = house.seated(GERMAN, 360).await;
    german.tab("Map").await;
    german.sees("#inch .ib-map").await;
    assert!(!german.has("#inch image").await, "nobody else sees it yet");
    umpire.tab("Picture").await;
    umpire.press("#b-show").await;
    umpire.reads("#show header", "everyone").await;
    // The page that is open draws it by itself.
    german.sees("#inch image").await;
    german.looks_right("picture-shown").await;
    let file = german.ask("document.querySelector('#inch image').href.baseVal").await;
    let got = format!(
        "await fetch({file}).then((answer) => `${{answer.status}} ${{answer.headers.get('content-type')}}`)"
    );
    assert_eq!(german.ask_slowly(&got).await, "200 image/png");
    let stranger = Browser::open(360).await;
    stranger.go(&format!("{}/", house.address)).await;
    assert_eq!(
        stranger.ask_slowly(&format!("await fetch({file}).then((answer) => answer.status)")).await,
        404
    );
    umpire.looks_right("picture-page").await;
    umpire.press("#b-hide").await;
    umpire.reads("#show header", "you alone").await;
    german.until("document.querySelector('#inch image') === null").await;
    for browser in [umpire, german] {
        browser.close().await;
    }
    stranger.close().await;
}
