//! A whole turn without a mouse: the Warsaw Pact by the keys of the map, NATO by typed orders, and whatever a fight asks of
//! either by its form.

use kernel::Seat;
use serde_json::json;
use thirtyfour::prelude::*;

use super::player::Chooser;
use super::{NATO, PACT};
use crate::driver::{Browser, left_out};
use crate::house::House;

impl Browser {
    /// Goes to a page of the seat by its letter.
    async fn turn_to(&self, word: &str) {
        let letter = self
            .ask(&format!(
                "[...document.querySelectorAll('.tabs a')].find((tab) => tab.textContent === {})?.dataset.go",
                json!(word)
            ))
            .await;
        self.ask("document.activeElement?.blur()").await;
        self.keys("g").await;
        self.keys(letter.as_str().unwrap()).await;
        self.reads(".tabs a[aria-current]", word).await;
        self.until("document.readyState === 'complete'").await;
    }

    /// Types an order into the board's line and sends it.
    async fn order(&self, order: &str) {
        self.until("document.querySelector('#map-order-field')").await;
        self.keys("/").await;
        self.until("document.activeElement.id === 'map-order-field'").await;
        self.ask("document.activeElement.select()").await;
        self.keys(order).await;
        self.send(Key::Enter).await;
        assert!(!self.has("#r-map-order").await, "{order}: {}", self.text("#r-map-order").await);
    }

    /// Moves the board's cursor to the next stack that can be ordered until it stands in this hex.
    async fn next_stack(&self, hex: &str) {
        self.ask("document.querySelector('.hb-pan').focus()").await;
        for _ in 0..30 {
            self.keys("n").await;
            if self.text(".hb-title").await.starts_with(hex) {
                return;
            }
        }
        panic!("no stack in {hex}");
    }

    /// Answers the questions of a form by keys and sends it.
    async fn answer(&self, form: &str) {
        let button = format!("[id='b-{form}']");
        self.sees(&button).await;
        self.ask("document.activeElement?.blur()").await;
        let open = format!(
            "document.querySelector(`[id='f-{form}'] fieldset:has(input[type=radio]):not(:has(input:checked)) input`)?.id ?? ''"
        );
        for _ in 0..4 {
            let first = self.ask(&open).await;
            let Some(first) = first.as_str().filter(|id| !id.is_empty()).map(str::to_owned) else { break };
            self.tab_to(&format!("[id='{first}']")).await;
            self.keys(Key::Space).await;
        }
        self.tab_to(&button).await;
        self.send(Key::Enter).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_turn_is_played_by_keyboard_alone() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let (pact, nato) = (house.seated(PACT, 1280).await, house.seated(NATO, 1280).await);

    // By the keys of the map: a stack is picked up, activated, moved, and led to the planner of an attack.
    pact.turn_to("Map").await;
    pact.tab_to(".hb-pan").await;
    pact.next_stack("0704").await;
    pact.keys(Key::Enter).await;
    pact.reads(".hb-deed", "Activate").await;
    pact.send(Key::Enter).await;
    pact.is_up_to_date(&house, PACT).await;
    pact.keys(Key::Left).await;
    pact.reads(".hb-deed", "Move: ").await;
    pact.send(Key::Enter).await;
    pact.is_up_to_date(&house, PACT).await;
    pact.keys(Key::Left).await;
    pact.reads(".hb-title", "0504").await;
    pact.reads(".hb-deed", "Hasty attack").await;
    pact.keys(Key::Enter).await;
    pact.until("document.activeElement.closest('.hb-deed')").await;
    while !pact
        .ask("document.activeElement.textContent")
        .await
        .as_str()
        .unwrap_or_default()
        .starts_with("Hasty")
    {
        pact.keys(Key::Tab).await;
        assert!(pact.ask("document.activeElement.closest('.hb-deed') !== null").await == json!(true),);
    }
    pact.keys(Key::Enter).await;
    pact.until("document.activeElement.id === 'h-plan-hasty-0504'").await;
    pact.reads("#plan-hasty-0504 .headline", "of 36").await;
    pact.tab_to("[id='b-designate-0504-Hasty']").await;
    pact.send(Key::Enter).await;
    pact.looks_right("central-front-designated").await;

    // The rest of the turn: NATO types its orders, and each fight asks by its forms.
    let mut chooser = Chooser::default();
    let mut typed = false;
    let (mut ends, mut fights) = (0, 0);
    loop {
        let facts = house.desk.position(&house.campaign).await.unwrap();
        if facts["turn"] != json!(1) {
            break;
        }
        let browser = |seat: Seat| if seat == PACT { &pact } else { &nato };
        if !typed && facts["phase"] == json!("nato-move-1") {
            typed = true;
            nato.is_up_to_date(&house, NATO).await;
            nato.turn_to("Map").await;
            nato.keys("t").await;
            nato.sees("#map-words[open]").await;
            nato.order("us-f1 activate").await;
            nato.order("us-f1 move 0204").await;
            nato.turn_to("Overview").await;
        }
        let turned = chooser.next(&house).await.expect("play goes on");
        let owed = !facts["battle"].is_null();
        let begun = ["attack-", "withdraw-"].iter().any(|word| turned.form.id.starts_with(word));
        let form = if owed || begun { turned.form.id } else { "end-phase".to_owned() };
        fights += usize::from(form.starts_with("attack-"));
        ends += usize::from(form == "end-phase");
        let browser = browser(turned.seat);
        browser.is_up_to_date(&house, turned.seat).await;
        if !browser.has(".tabs a[aria-current][href$='/overview']").await {
            browser.turn_to("Overview").await;
        }
        browser.answer(&form).await;
    }
    assert!(typed && fights == 1 && ends == 5, "{fights} fights, {ends} phases");
    nato.looks_right("central-front-by-keys").await;
    pact.close().await;
    nato.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_name_units_as_they_are_called_and_enter_sends_them() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let pact = house.seated(PACT, 1280).await;
    pact.tab("Map").await;
    let named = "(() => {
      const acts = document.getElementById('map').dataset.acts.split('\\n').map((row) => row.split('\\t'));
      const [, , , , , , , key] = acts.find(([word, , , , , , , keys]) => word === 'activate' && !keys.includes(' '));
      return document.getElementById(`map-w-${key}`).querySelector('.hb-name').textContent.toUpperCase();
    })()";
    let name = pact.ask(named).await;
    let name = name.as_str().unwrap_or_else(|| panic!("nobody can be activated"));
    pact.order(&format!("{name} activate")).await;
    pact.until("document.getElementById('map').dataset.acts.includes('move\\t')").await;
    // What is nearly a name is named in the refusal.
    pact.keys("/").await;
    let swapped: String = [&name[1..2], &name[..1], &name[2..]].concat();
    pact.ask("document.activeElement.select()").await;
    pact.keys(&format!("{swapped} move")).await;
    pact.send(Key::Enter).await;
    pact.reads("#r-map-order", "is no hex, no counter").await;
    pact.looks_right("central-front-near-names").await;
    pact.close().await;
}
