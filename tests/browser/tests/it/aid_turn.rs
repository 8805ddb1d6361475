//! A whole turn of a physical game in the play aid, on a phone without a network: everything is pressed as by a hand, and the
//! dice are those of the table.

use serde_json::{Value, json};
use thirtyfour::prelude::*;

use crate::driver::{Browser, left_out};
use crate::house::House;

/// Formations in the order in which they go: number on the list, name, side, Second Activation or not.
const GOING: [(u8, &str, u8, bool); 4] = [
    (1, "7th Armoured Group", 0, true),
    (3, "11th Panzer Division", 1, false),
    (2, "4th Infantry Division", 0, false),
    (4, "276th Grenadier Division", 1, true),
];

impl Browser {
    async fn game(&self) -> Value {
        self.page.execute("return JSON.parse(JSON.stringify(game))", vec![]).await.unwrap().json().clone()
    }

    /// Leaves the network.
    async fn goes_offline(&self) {
        let nowhere = json!({"offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0});
        self.tell("Network.enable", json!({})).await;
        self.tell("Network.emulateNetworkConditions", nowhere).await;
        let tried = "await fetch('/').then(() => 'reached', () => 'no network')";
        assert_eq!(self.ask_slowly(tried).await, json!("no network"));
        // The console has told of the attempt.
        assert_eq!(self.complaints().await.len(), 1);
    }

    /// Presses a place on the screen, as a thumb does: nothing else may lie there.
    async fn taps(&self, selector: &str) {
        self.sees(selector).await;
        let found = format!(
            "(() => {{
               const one = document.querySelector({});
               one.scrollIntoView({{ block: 'center', behavior: 'instant' }});
               const {{ left, top, width, height }} = one.getBoundingClientRect();
               const [x, y] = [left + width / 2, top + height / 2];
               const above = document.elementFromPoint(x, y);
               return [x, y, one.contains(above) || above?.contains(one) === true, above?.outerHTML.slice(0, 200)];
             }})()",
            json!(selector)
        );
        let at = self.ask(&found).await;
        assert_eq!(at[2], json!(true), "{selector} cannot be pressed: {at}");
        let at = (at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
        self.mouse("mousePressed", at).await;
        self.mouse("mouseReleased", at).await;
    }

    /// Shows one of the three parts of the page.
    async fn shows(&self, part: &str) {
        self.taps(&format!("#vt-{part}")).await;
        self.sees(&format!("#vt-{part}:checked")).await;
    }

    /// Enters what the dice of the table show.
    async fn shows_dice(&self, faces: &[u8]) {
        if !self.has("#throwing.open").await {
            self.taps("#enter").await;
        }
        for (die, face) in faces.iter().enumerate() {
            self.taps(&format!("[data-die='{die}'][data-face='{face}']")).await;
        }
        self.until("document.getElementById('came').textContent !== ''").await;
    }

    async fn picks_chart(&self, chart: &str) {
        self.taps(&format!("[data-chart][value='{chart}']")).await;
        self.sees(&format!("[data-chart][value='{chart}']:checked")).await;
    }

    async fn ticks(&self, steps: &[&str]) {
        for step in steps {
            self.taps(&format!("[data-done='{step}']")).await;
            self.sees(&format!("[data-done='{step}']:checked")).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_turn_is_kept_in_the_aid_on_a_phone_without_a_network() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let address = format!("{}/aid/battalion-combat-series", house.address);
    let phone = Browser::open(360).await;
    let folder = tempfile::tempdir().unwrap();
    let downloads = json!({"behavior": "allow", "downloadPath": folder.path()});
    phone.tell("Browser.setDownloadBehavior", downloads).await;
    phone.go(&address).await;
    phone.reads("#offline", "it opens without a network from now on").await;
    phone.goes_offline().await;
    listed(&phone).await;
    for (n, going) in GOING.into_iter().enumerate() {
        activated(&phone, going).await;
        if n == 0 {
            taken_back(&phone).await;
        }
        if n == 1 {
            opened_again(&phone, &address).await;
        }
    }
    ended(&phone).await;
    let kept = phone.game().await;
    let file = exported(&phone, &folder).await;

    // Another phone, which has seen the aid once, takes the game in and goes on with it.
    let second = Browser::open(360).await;
    second.go(&address).await;
    second.reads("#offline", "it opens without a network from now on").await;
    second.goes_offline().await;
    // Dice that were thrown before belong to no chart of the game that comes in.
    second.picks_chart("combat").await;
    second.shows_dice(&[6, 6]).await;
    second.shows("t").await;
    second.taps("#hand-over > summary").await;
    second.page.find(By::Css("#file")).await.unwrap().send_keys(file.to_str().unwrap()).await.unwrap();
    second.reads("#said", "The game was taken in.").await;
    assert_eq!(second.game().await, kept);
    assert_eq!(second.text("#came").await, "");
    second.go(&address).await;
    assert_eq!(second.game().await, kept, "kept over a reload");
    second.reads("#turn-n", "2").await;
    second.looks_right("aid-turn-second-phone").await;
    activated(&second, GOING[1]).await;
    second.close().await;
    phone.close().await;
}

/// The formations of both sides, typed in.
async fn listed(phone: &Browser) {
    phone.shows("f").await;
    let mut by_number = GOING;
    by_number.sort();
    for (_, name, side, _) in by_number {
        phone.type_in("#add-name", name).await;
        phone.ask(&format!("document.getElementById('add-side').value = '{side}'")).await;
        phone.taps("#add button").await;
        phone.reads("#said", name).await;
    }
    phone.looks_right("aid-turn-list").await;
}

/// One activation: the steps are ticked, what is rolled is resolved, and the card is kept.
async fn activated(phone: &Browser, (card, name, _, again): (u8, &str, u8, bool)) {
    phone.shows("f").await;
    phone.taps(&format!("[data-use='{card}']")).await;
    // The card in use stands first, wherever its side stands.
    phone.until(&format!("document.querySelector('#cards .fc [data-use]').dataset.use === '{card}'")).await;
    phone.ticks(&["a"]).await;
    // What is prepared is at hand while (b) is the next step, and in the fold of the card again when it is done.
    let coordinated = format!(".asteps [data-card='card.{card}.coordination']");
    phone.taps(&coordinated).await;
    phone.taps(&coordinated).await;
    phone.looks_right("aid-turn-prepared").await;
    phone.ticks(&["b"]).await;
    assert!(!phone.has(&coordinated).await);
    phone.sees(&format!("[data-card='card.{card}.hq'][value='1']:checked")).await;
    phone.looks_right("aid-turn-steps").await;
    // Step c from its own button: 5 and 4 and what the card adds.
    phone.taps("[data-go=snafu]").await;
    phone.reads("#who", name).await;
    phone.shows_dice(&[5, 4]).await;
    phone.reads("#came", "FULL").await;
    phone.looks_right("aid-turn-snafu").await;
    // The throw was step (c): what comes next leads back to the card.
    phone.reads("#next", "next: d").await;
    phone.taps("#next").await;
    phone.sees("#vt-f:checked").await;
    phone.sees("[data-done='c']:checked").await;
    // Step d counts the markers itself: nothing of the card has to be unfolded for it.
    assert!(!phone.has(&format!("[data-open='{card}'][open]")).await);
    phone.taps(&format!("[data-step='card.{card}.combat-obj'][data-sign='+']")).await;
    phone.ticks(&["d"]).await;
    // Step e: a barrage, then an attack.
    phone.shows("c").await;
    phone.picks_chart("barrage").await;
    phone.shows_dice(&[6]).await;
    phone.looks_right("aid-turn-barrage").await;
    phone.picks_chart("combat").await;
    phone.taps("[data-step='combat.rating'][data-sign='+']").await;
    phone.shows_dice(&[6, 5]).await;
    phone.looks_right("aid-turn-combat").await;
    phone.shows("f").await;
    phone.ticks(&["e", "f"]).await;
    // Step g: fatigue rises by what the activation was, and goes onto the card.
    let before = of(phone, card, "fatigue").await;
    phone.taps("[data-go=fatigue]").await;
    phone.taps("[data-answer='fatigue.attack']").await;
    phone.shows_dice(&[1]).await;
    phone.looks_right("aid-turn-fatigue").await;
    phone.taps("#take").await;
    assert_eq!(of(phone, card, "fatigue").await, before + 1);
    // Step h: a stack that is not cut off loses nothing unless somebody says otherwise.
    phone.taps("#next").await;
    phone.reads("#came", "no loss").await;
    phone.taps("#next").await;
    phone.sees("[data-done='g']:checked").await;
    phone.ticks(&["h"]).await;
    // Step i: the HQ is done, with a Second Activation before it or without.
    phone.taps("[data-go=second-activation]").await;
    phone.shows_dice(&[if again { 6 } else { 1 }]).await;
    phone.looks_right("aid-turn-again").await;
    if again {
        phone.shows("f").await;
        phone.ticks(&["b"]).await;
        phone.taps("[data-go=snafu]").await;
        phone.shows_dice(&[2, 2]).await;
        phone.reads("#came", "PARTIAL").await;
        phone.shows("f").await;
        phone.taps(&format!("[data-card='card.{card}.hq'][value='2']")).await;
    } else {
        phone.taps("#take").await;
        assert!(phone.has("[data-done='i']:checked").await, "the HQ is done, and so is the step");
    }
    assert_eq!(of(phone, card, "hq").await, 2, "{name}");
}

async fn of(phone: &Browser, card: u8, field: &str) -> i64 {
    let game = phone.game().await;
    let found = game["cards"].as_array().unwrap().iter().find(|one| one["id"] == card).unwrap();
    found["of"][field].as_i64().unwrap()
}

/// What was done last is taken back and done again, a throw included.
async fn taken_back(phone: &Browser) {
    let (card, kept) = (GOING[0].0, phone.game().await);
    phone.taps("#undo").await;
    assert_eq!(of(phone, card, "hq").await, 1);
    phone.taps("#undo").await;
    let before = phone.game().await["acts"].as_array().unwrap().len();
    assert_eq!(before + 1, kept["acts"].as_array().unwrap().len(), "the throw is taken back");
    phone.shows("c").await;
    phone.shows_dice(&[2, 2]).await;
    phone.shows("f").await;
    phone.taps(&format!("[data-card='card.{card}.hq'][value='2']")).await;
    assert_eq!(phone.game().await, kept);
}

/// The page is opened anew without a network: the game, what can be taken back, and a throw that is on no card yet.
async fn opened_again(phone: &Browser, address: &str) {
    let (kept, card) = (phone.game().await, GOING[1].0);
    phone.go(address).await;
    phone.sees("#throw").await;
    assert_eq!(phone.game().await, kept);
    phone.looks_right("aid-turn-opened-again").await;
    // One step is taken back that was done before.
    phone.taps("#undo").await;
    assert_eq!(of(phone, card, "hq").await, 1);
    phone.shows("c").await;
    phone.shows_dice(&[1]).await;
    phone.go(address).await;
    phone.reads("#came", "1").await;
    phone.taps("#take").await;
    assert_eq!(of(phone, card, "hq").await, 2, "the throw was still there to be entered");
    phone.go(address).await;
    phone.sees("#throw").await;
    assert!(!phone.has("#take:not([hidden])").await, "it is entered once");
}

/// Everybody has gone: the turn says so, and ends.
async fn ended(phone: &Browser) {
    phone.shows("t").await;
    phone.reads("#turn-note", "4 of 4 have finished").await;
    let went = "[...document.querySelectorAll('#turn .side')].map((one) => one.textContent)";
    assert_eq!(phone.ask(went).await, json!(GOING.map(|(_, name, _, _)| name)));
    phone.looks_right("aid-turn-all").await;
    phone.taps("#end-turn").await;
    phone.reads("#turn-n", "2").await;
    assert!(phone.game().await["cards"].as_array().unwrap().iter().all(|card| card["of"]["hq"] == 0));
}

/// The game as a file of the device.
async fn exported(phone: &Browser, folder: &tempfile::TempDir) -> std::path::PathBuf {
    phone.taps("#hand-over > summary").await;
    phone.taps("#export").await;
    phone.reads("#said", "Exported").await;
    for _ in 0..100 {
        let files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
        if let Some(file) = files.into_iter().find(|file| file.to_string_lossy().ends_with(".aid.json")) {
            return file;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("no file was written");
}
