//! What is picked and not sent: named before a step is closed, and gone once its form was accepted.

use kernel::{Id, Seat};
use rules_battlefront::Step;
use rules_battlefront::facts::{Facts, SealedPosture};
use rules_battlefront::words::Posture;
use serde_json::json;

use crate::driver::left_out;
use crate::house::House;

const GERMAN: Seat = Seat::Side(1);

/// The second day at a step of the choice or the set-up: the Soviet side attacks.
fn at(step: Step, german: &[&str]) -> String {
    let id = |text: &&str| Id::new(text).unwrap();
    let mut facts: Facts = toml::from_str(rules_battlefront::SAMPLE_POSITION).unwrap();
    facts.step = step;
    facts.attacker = Some(id(&"russian").into());
    for (side, posture) in facts.sides.iter_mut().zip([Posture::Attack, Posture::Defend]) {
        side.income = Some(0);
        side.works_in_hand.clear();
        side.posture =
            Some(SealedPosture { choice: posture, nonce: Default::default(), digest: Default::default() });
        // In a set-up only one side acts.
        side.closed = step.is_set_up() && posture == Posture::Attack;
    }
    facts.sides[1].chosen = german.iter().map(id).collect();
    toml::to_string(&facts).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_is_not_sent_is_named_before_the_step_is_closed() {
    if left_out() {
        return;
    }
    let house = House::with(rules_battlefront::SAMPLE, Some(&at(Step::ChooseForces, &[]))).await;
    let phone = house.seated(GERMAN, 360).await;
    phone.tab("Refit").await;
    phone.press("label[for='w-choose-forces-forces-0']").await;
    phone.press("#b-done").await;
    // The button that sends it is named where the step is closed, whole, and the way to it stands there.
    phone
        .reads(
            ".ask-once",
            "“Choose these forces” is not sent yet, and what you have entered there would be lost.",
        )
        .await;
    phone.reads("#said", "“Choose these forces” is not sent yet").await;
    phone.at_hand("#f-done-not").await;
    phone.looks_right("unsent").await;
    let closed = house.desk.position(&house.campaign).await.unwrap()["sides"][1]["closed"].clone();
    assert_ne!(closed, json!(true), "the first press sends nothing");
    phone.press("#f-done-not").await;
    phone.at_hand("label[for='w-choose-forces-forces-0']").await;
    phone.until("!document.querySelector('.ask-once')").await;
    // Sent first, it is closed at once.
    phone.act("#b-choose-forces").await;
    phone.act("#b-done").await;
    let german = house.desk.position(&house.campaign).await.unwrap()["sides"][1].clone();
    assert_eq!((german["chosen"].as_array().map(Vec::len), &german["closed"]), (Some(1), &json!(true)));
    phone.close().await;

    // Whoever presses again goes on without it.
    let house = House::with(rules_battlefront::SAMPLE, Some(&at(Step::ChooseForces, &[]))).await;
    let phone = house.seated(GERMAN, 360).await;
    phone.tab("Refit").await;
    phone.press("label[for='w-choose-forces-forces-0']").await;
    phone.press("#b-done").await;
    phone.reads(".ask-once", "is not sent yet").await;
    phone.act("#f-done-sure").await;
    let german = house.desk.position(&house.campaign).await.unwrap()["sides"][1].clone();
    assert_eq!((german.get("chosen"), &german["closed"]), (None, &json!(true)));
    phone.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_was_accepted_begins_anew() {
    if left_out() {
        return;
    }
    let position = at(Step::DefenderSetsUp, &["G-11", "G-12"]);
    let house = House::with(rules_battlefront::SAMPLE, Some(&position)).await;
    let screen = house.seated(GERMAN, 1280).await;
    screen.tab("Refit").await;
    for (n, x) in [(0, "20"), (1, "44")] {
        screen.press(&format!("label[for='w-deploy-units-{n}']")).await;
        screen.type_in("#w-deploy-x", x).await;
        screen.type_in("#w-deploy-y", "12").await;
        screen.act("#b-deploy").await;
        let picked = screen.ask("document.querySelectorAll('#f-deploy input:checked').length").await;
        assert_eq!(picked, json!(0), "what was deployed is not picked any more");
    }
    let german = house.desk.position(&house.campaign).await.unwrap()["sides"][1].clone();
    let places = |id: &str| {
        let elements = german["elements"].as_array().unwrap();
        let element = elements.iter().find(|element| element["id"] == id).unwrap();
        let stands = element["stands"].as_array().unwrap().clone();
        stands.into_iter().filter_map(|stand| stand.get("at").cloned()).collect::<Vec<_>>()
    };
    assert!(!places("G-11").is_empty() && !places("G-12").is_empty());
    assert!(
        places("G-11").iter().all(|at| *at == json!([20, 12])),
        "the first formation stays: {:?}",
        places("G-11")
    );
    screen.close().await;
}

/// A scenario for which nothing was chosen is played without forces: that is asked once more, and what follows a closed step
/// is shown from its beginning.
#[tokio::test(flavor = "multi_thread")]
async fn forces_are_not_chosen_for_nobody_without_a_word() {
    if left_out() {
        return;
    }
    let house = House::with(rules_battlefront::SAMPLE, Some(&at(Step::ChooseForces, &[]))).await;
    let phone = house.seated(GERMAN, 360).await;
    phone.tab("Refit").await;
    let closed =
        async || house.desk.position(&house.campaign).await.unwrap()["sides"][1]["closed"] == json!(true);
    phone.press("#b-done").await;
    phone.reads(".ask-once", "Nothing is chosen for this scenario.").await;
    phone.looks_right("unsent-nothing-chosen").await;
    assert!(!closed().await, "the first press sends nothing");
    phone.act("#f-done-sure").await;
    assert!(closed().await);
    phone.until("scrollY === 0").await;
    phone.close().await;
}
