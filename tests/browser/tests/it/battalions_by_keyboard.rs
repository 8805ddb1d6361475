//! An activation of the Battalion Combat Series by keyboard alone, step by step from the page on which a seat arrives to the
//! other side's turn: Tab, arrows, Enter and Space. What the activating side rolls in its steps is thrown at the table, so
//! that every run goes the same way.

use kernel::Seat;
use serde_json::{Value, json};
use thirtyfour::prelude::*;

use crate::battalions::next;
use crate::driver::{Browser, left_out};
use crate::house::House;

const BLUE: Seat = Seat::Side(0);
const RED: Seat = Seat::Side(1);

#[tokio::test(flavor = "multi_thread")]
async fn an_activation_is_run_by_keyboard_alone_in_a_wide_window() {
    run(1280).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_activation_is_run_by_keyboard_alone_in_a_narrow_window() {
    run(360).await;
}

async fn run(width: u32) {
    if left_out() {
        return;
    }
    let house = House::sarn_west().await;
    let blue = house.seated(BLUE, width).await;
    blue.sees(".hb-pan").await;
    activated(&house, &blue).await;
    objectives_placed(&house, &blue).await;
    moved(&house, &blue).await;
    attacked(&house, &blue).await;
    fought(&house, &blue).await;
    ended(&house, &blue).await;
    blue.close().await;
}

/// What stands of the activation.
async fn activation(house: &House) -> Value {
    house.desk.position(&house.campaign).await.unwrap()["activation"].clone()
}

impl Browser {
    /// Goes on to a button and sends its form.
    async fn goes_and_sends(&self, selector: &str) {
        self.tab_to(selector).await;
        self.send(Key::Enter).await;
    }

    /// Goes to a question whose answer nobody has picked beforehand, and picks the first.
    async fn picks(&self, form: &str, key: &str) {
        let answer = format!("[id^='w-{form}-{key}-']");
        if !self.has(&format!("{answer}:checked")).await {
            self.tab_to(&answer).await;
            self.keys(Key::Space).await;
            self.sees(&format!("{answer}:checked")).await;
        }
    }

    /// Two dice of the table, entered by the arrows of their fields.
    async fn throws_six_and_six(&self, button: &str) {
        self.goes_and_sends(button).await;
        self.until("document.activeElement.name === 'face'").await;
        for n in 0..2 {
            if n > 0 {
                self.keys(Key::Tab).await;
            }
            self.focus_is_seen().await;
            for _ in 0..6 {
                self.keys(Key::Up).await;
            }
            assert_eq!(self.ask("document.activeElement.value").await, json!("6"));
        }
        self.goes_and_sends("#waiting button[type=submit]").await;
    }

    /// Brings the cursor of the map to a hex.
    pub async fn walks_to(&self, column: i32, row: i32) {
        if !self.is_at(".hb-pan").await {
            self.tab_to(".hb-pan").await;
        }
        for _ in 0..80 {
            let at = self.text(".hb-title").await;
            let [now_column, now_row] = [0..2, 2..4].map(|part| at[part].parse::<i32>().unwrap());
            self.keys(match (column - now_column, row - now_row) {
                (1.., _) => Key::Right,
                (..=-1, _) => Key::Left,
                (0, 1..) => Key::Down,
                (0, ..=-1) => Key::Up,
                (0, 0) => return,
            })
            .await;
        }
        panic!("the cursor does not come to {column:02}{row:02}");
    }

    /// Picks up what stands in a hex and points at another one; what can be done there has the focus.
    async fn points(&self, from: (i32, i32), to: (i32, i32), at: &str) {
        self.walks_to(from.0, from.1).await;
        self.keys(Key::Enter).await;
        self.sees(".hb-deed button").await;
        self.walks_to(to.0, to.1).await;
        self.keys(Key::Enter).await;
        self.until("document.activeElement.closest('.hb-deed')").await;
        self.focus_is_seen().await;
        assert_eq!(self.ask("document.activeElement.textContent").await, json!(at));
    }
}

/// Steps a to c: the formation, its preparation, SNAFU.
async fn activated(house: &House, blue: &Browser) {
    blue.picks("activate", "formation").await;
    blue.goes_and_sends("#b-activate").await;
    blue.looks_right("battalions-keys-preparation").await;
    // What cannot be taken back yet says so above the foot, where its words can be read.
    blue.tab_to("#f-undo .rid").await;
    blue.looks_right("battalions-keys-undo").await;
    blue.throws_six_and_six("#b-prepare-table").await;
    assert_eq!(activation(house).await["level"], json!("full"));
    blue.looks_right("battalions-keys-snafu").await;
}

/// Step d: a Combat OBJ at either end of the bridges, put down on the map.
async fn objectives_placed(house: &House, blue: &Browser) {
    for (row, at) in [(12, "1812"), (13, "1813")] {
        blue.points((14, 13), (18, row), &format!("Combat OBJ: {at}")).await;
        blue.looks_right("battalions-keys-objective").await;
        blue.send(Key::Enter).await;
        assert!(blue.is_at(".hb-pan").await, "the map keeps the focus");
    }
    let placed = json!([{"at": "1812", "combat": true}, {"at": "1813", "combat": true}]);
    assert_eq!(activation(house).await["obj"], placed);
    blue.goes_and_sends("#b-begin").await;
    assert_eq!(activation(house).await["step"], json!("activities"));
}

/// Step e: a battalion goes to a hex beside it.
async fn moved(house: &House, blue: &Browser) {
    blue.walks_to(15, 13).await;
    blue.keys(Key::Enter).await;
    blue.reads(".hb-deed", "7 Armd Tank Bn 2, 10 MP").await;
    blue.walks_to(15, 14).await;
    blue.looks_right("battalions-keys-way").await;
    blue.send(Key::Enter).await;
    assert_eq!(activation(house).await["moving"], json!("B1-t2"));
    assert!(blue.is_at(".hb-pan").await, "the map keeps the focus");
    blue.looks_right("battalions-keys-moved").await;
    // What was moved is still picked up; the next press of the map is to mean somebody else.
    blue.tab_to("#map-d-Let-go").await;
    blue.keys(Key::Enter).await;
    assert!(blue.is_at(".hb-pan").await);
}

/// Step e: an attack is weighed, then declared.
async fn attacked(house: &House, blue: &Browser) {
    blue.points((17, 13), (18, 13), "Regular Attack").await;
    blue.keys(Key::Enter).await;
    let panel = "[id^=d-plan-attack-][open]";
    blue.until(&format!("document.activeElement.closest('{panel}')")).await;
    blue.focus_is_seen().await;
    blue.reads(&format!("{panel} .headline"), "of 36").await;
    blue.looks_right("battalions-keys-weighed").await;
    blue.goes_and_sends(&format!("{panel} button[type=submit]:not(.unscripted)")).await;
    assert_eq!(activation(house).await["battle"]["target"], json!("1813"));
}

/// The attack to its end. The defender answers elsewhere, and the page changes under the hands of the attacker.
async fn fought(house: &House, blue: &Browser) {
    let mut forms = Vec::new();
    while !activation(house).await["battle"].is_null() {
        let turned = next(house, 0).await.unwrap();
        let id = turned.form.id.clone();
        if turned.seat == RED {
            turned.at_the_desk(house).await;
            blue.is_up_to_date(house, BLUE).await;
            // A browser takes the focus from what can no longer have it when it draws.
            blue.ask_slowly(
                "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
            )
            .await;
            blue.focus_is_seen().await;
        } else {
            for key in turned.picks.keys() {
                blue.picks(&id, key).await;
            }
            blue.looks_right(&format!("battalions-keys-{id}")).await;
            match &*id {
                "fight" => blue.throws_six_and_six("#b-fight-table").await,
                _ => blue.goes_and_sends(&format!("[id='b-{id}']")).await,
            }
        }
        forms.push(id);
    }
    for form in ["defend", "commit-B1-m1", "fight", "advance"] {
        assert!(forms.iter().any(|known| known == form), "{form} of {forms:?}");
    }
}

/// Steps f to j: what is left undone is asked for once, and no Second Activation follows.
async fn ended(house: &House, blue: &Browser) {
    blue.tab_to("#b-end").await;
    blue.keys(Key::Enter).await;
    blue.reads(".ask-once", "have not moved").await;
    blue.focus_is_seen().await;
    blue.looks_right("battalions-keys-end").await;
    assert!(blue.is_at("#f-end-sure").await, "the answer that ends them has the focus");
    blue.send(Key::Enter).await;
    assert_eq!(activation(house).await["step"], json!("second"));
    blue.looks_right("battalions-keys-second").await;
    blue.picks("second", "choice").await;
    blue.goes_and_sends("#b-second").await;
    assert_eq!(activation(house).await, json!(null));
    blue.looks_right("battalions-keys-over").await;
    blue.tab("Activation").await;
    blue.reads("#card", "No formation is activated now").await;
}
