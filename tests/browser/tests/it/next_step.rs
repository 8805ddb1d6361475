//! What comes next begins the page: for whoever has closed a step, and for whoever has waited for the other side.

use kernel::Seat;
use rules_battlefront::Step;
use rules_battlefront::facts::{Facts, SealedPosture};
use rules_battlefront::words::Posture;
use serde_json::json;

use crate::driver::{Browser, left_out};
use crate::house::House;

const SOVIET: Seat = Seat::Side(0);
const GERMAN: Seat = Seat::Side(1);

/// The second day at a step of its refit, with both postures sealed: attack.
async fn refit_at(step: Step) -> House {
    let mut facts: Facts = toml::from_str(rules_battlefront::SAMPLE_POSITION).unwrap();
    facts.step = step;
    for side in &mut facts.sides {
        side.income = (step != Step::PurchasePoints).then_some(0);
        let choice = Posture::Attack;
        side.posture = Some(SealedPosture { choice, nonce: Default::default(), digest: Default::default() });
    }
    House::with(rules_battlefront::SAMPLE, Some(&toml::to_string(&facts).unwrap())).await
}

/// The head of a panel is within the window.
async fn heads_the_page(browser: &Browser, panel: &str) {
    browser.sees(&format!("#{panel}")).await;
    let seen = format!(
        "(({{ top, bottom }}) => top >= 0 && bottom <= innerHeight)(document.querySelector('#{panel} h2').getBoundingClientRect())"
    );
    browser.until(&seen).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_waited_begins_with_what_the_other_side_has_let_come() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house = refit_at(Step::PurchasePoints).await;
        let soviet = house.seated(SOVIET, width).await;
        soviet.tab("Refit").await;
        soviet.press("#b-cpp-roll").await;
        soviet.reads("#out", "How it came out").await;
        soviet.reads("#rests", "It ends when").await;
        house.act(GERMAN, json!({"do": "cpp-roll"})).await;
        heads_the_page(&soviet, "discipline").await;
        soviet.looks_right("next-step-waited").await;
        soviet.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_is_closed_leads_to_the_choice_of_forces_and_not_past_it() {
    if left_out() {
        return;
    }
    let house = refit_at(Step::Fortification).await;
    house.act(SOVIET, json!({"do": "done"})).await;
    let phone = house.seated(GERMAN, 360).await;
    phone.tab("Refit").await;
    phone.act("#b-done").await;
    phone.reads("#out", "Both attack").await;
    heads_the_page(&phone, "forces").await;
    assert_eq!(phone.ask("scrollY").await, json!(0));
    // The choice waits, not the end of it.
    phone.sees("#forces.yours").await;
    assert!(!phone.has("#close.yours").await);
    phone.looks_right("next-step-forces").await;
    phone.press("#b-choose-all").await;
    phone.sees("#close.yours").await;
    phone.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_roll_by_itself_is_told_in_its_row_and_keeps_its_place() {
    if left_out() {
        return;
    }
    let house = refit_at(Step::Roster).await;
    let soviet = house.seated(SOVIET, 1280).await;
    soviet.tab("Refit").await;
    soviet.press("#b-discipline-R-201").await;
    soviet.sees("#roll-R-201.fresh").await;
    soviet.reads("#roll-R-201 .rs", ", in ").await;
    soviet.close().await;

    // The next target does not slip under the hand that has tried the first.
    let house = refit_at(Step::Removal).await;
    let soviet = house.seated(SOVIET, 1280).await;
    soviet.tab("Refit").await;
    let names = "[...document.querySelectorAll('#removal tbody th')].map((name) => name.firstChild.textContent.trim())";
    let before = soviet.ask(names).await;
    soviet.press("#removal tbody tr[id] button").await;
    soviet.sees("#removal tbody tr.fresh:first-child").await;
    assert_eq!(soviet.ask(names).await, before);
    soviet.looks_right("next-step-removal").await;
    soviet.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_that_is_not_sent_is_named_by_the_button_that_sends_it() {
    if left_out() {
        return;
    }
    let mut facts: Facts = toml::from_str(rules_battlefront::SAMPLE_POSITION).unwrap();
    facts.step = Step::DefenderSetsUp;
    facts.attacker = Some(facts.sides[0].id);
    for (side, choice) in facts.sides.iter_mut().zip([Posture::Attack, Posture::Defend]) {
        side.income = Some(0);
        side.works_in_hand.clear();
        side.posture = Some(SealedPosture { choice, nonce: Default::default(), digest: Default::default() });
        side.closed = choice == Posture::Attack;
    }
    facts.sides[1].chosen = vec![kernel::Id::new("G-11").unwrap()];
    let house = House::with(rules_battlefront::SAMPLE, Some(&toml::to_string(&facts).unwrap())).await;
    let german = house.seated(GERMAN, 1280).await;
    german.tab("Refit").await;
    german.press("label[for='w-deploy-units-0']").await;
    german.press("#b-done-ready").await;
    german.reads(".ask-once", "“Deploy whole formations” is not sent yet").await;
    german.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_keys_of_a_formation_say_which_of_its_types_they_count() {
    if left_out() {
        return;
    }
    let house = crate::laying::fought(Step::Battle).await;
    let phone = house.seated(GERMAN, 360).await;
    phone.tab("Refit").await;
    phone.sees(".one-head").await;
    let first = "form.by-one > .group:not([hidden]) > .keyed:not([hidden])";
    phone.reads(&format!("{first} > .hint > .what"), "Knocked out: Grenadier squad").await;
    phone.press(&format!("{first} > .keyrow > .key:nth-of-type(3)")).await;
    phone.press("form.by-one .one-index > summary").await;
    phone.reads("form.by-one .one-list", "Knocked out: Grenadier squad: 2").await;
    phone.looks_right("next-step-keys").await;
    phone.close().await;
}
