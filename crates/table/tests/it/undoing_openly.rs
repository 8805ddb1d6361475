//! Steps that everyone sees, in a system that lets them be taken back until dice fall or another seat acts.

use kernel::{Rulebook, Seat};
use serde_json::{Value, json};
use table::Answer;

use crate::{Setting, code};

const WP: Seat = Seat::Side(0);
const NATO: Seat = Seat::Side(1);

/// The small scenario with the first movement phase begun.
async fn moving() -> Setting {
    let game = rules_central_front::RULEBOOK.open("set-up", rules_central_front::GAP).unwrap();
    let mut position = game.position();
    position["phase"] = "wp-move-1".into();
    // Nobody is left to support a defense, so that an attack comes to its dice at once.
    for unit in position["unit"].as_array_mut().unwrap() {
        if unit["id"].as_str().unwrap().starts_with("us-") && unit["at"].is_string() {
            unit["ap"] = 3.into();
        }
    }
    Setting::of(2, rules_central_front::GAP, Some(position), crate::DiceStart::AtOnce).await
}

async fn undo(setting: &Setting, seat: Seat) -> Answer {
    let token = setting.desk.fresh_token().unwrap();
    setting.desk.undo(&setting.campaign, seat, None, token).await.unwrap()
}

async fn position(setting: &Setting) -> Value {
    setting.desk.position(&setting.campaign).await.unwrap()
}

fn activate() -> Value {
    json!({"do": "activate", "units": ["wp-m2"]})
}

fn go(path: &[&str]) -> Value {
    json!({"do": "move", "units": ["wp-m2"], "path": path})
}

fn march() -> Value {
    json!({"do": "march", "units": ["wp-m2"], "target": "0505"})
}

#[tokio::test]
async fn an_activation_goes_back_step_by_step_in_sight_of_everyone() {
    let setting = moving().await;
    let before = position(&setting).await;
    setting.done(WP, activate()).await;
    let active = position(&setting).await;
    setting.done(WP, go(&["0805"])).await;
    let other = setting.desk.cursor(&setting.campaign, NATO).await.unwrap();
    for state in [&active, &before] {
        assert!(matches!(undo(&setting, WP).await, Answer::Done { .. }));
        assert_eq!(position(&setting).await, *state);
    }
    assert_eq!(code(&undo(&setting, WP).await), "undo");
    assert_ne!(setting.desk.cursor(&setting.campaign, NATO).await.unwrap(), other, "the other side is told");
    let log = setting.desk.log(&setting.campaign, NATO, None, 10).await.unwrap();
    assert_eq!(log.lines.iter().filter(|line| line.undone).count(), 2);
    let told = log.lines.iter().filter(|line| {
        line.lines.iter().any(|(_, text)| text.plain(&[]).contains("took the last step back"))
    });
    assert_eq!(told.count(), 2);
    let roads = setting.roads(NATO).await;
    let setting = setting.again().await;
    assert_eq!(position(&setting).await, before, "the same after a restart");
    assert_eq!(setting.roads(NATO).await, roads);
    setting.is_sound().await;
}

#[tokio::test]
async fn orders_of_its_own_and_open_steps_go_back_in_their_order() {
    let setting = moving().await;
    let orders = json!({"do": "instruct", "losses": "keep-defense"});
    let before = position(&setting).await;
    setting.done(WP, activate()).await;
    let active = position(&setting).await;
    setting.done(WP, orders).await;
    undo(&setting, WP).await;
    assert_eq!(position(&setting).await, active);
    undo(&setting, WP).await;
    assert_eq!(position(&setting).await, before);
}

#[tokio::test]
async fn dice_and_the_end_of_the_phase_let_everything_stand() {
    let setting = moving().await;
    setting.done(WP, json!({"do": "activate", "units": ["wp-m2"]})).await;
    setting.done(WP, json!({"do": "end-phase"})).await;
    assert_eq!(code(&undo(&setting, WP).await), "undo");
    assert_eq!(code(&undo(&setting, NATO).await), "undo");
}

#[tokio::test]
async fn an_attack_lets_what_came_before_it_stand() {
    let setting = moving().await;
    for command in [activate(), go(&["0605"]), march()] {
        setting.done(WP, command).await;
    }
    assert_eq!(code(&undo(&setting, WP).await), "undo");
}

/// An advance ends the fight, and goes back with its end.
#[tokio::test]
async fn an_advance_goes_back_until_dice_fall_again() {
    let game = rules_central_front::RULEBOOK.open("set-up", rules_central_front::GAP).unwrap();
    let mut position = game.position();
    position["phase"] = "wp-combat-1".into();
    position["attacked"] = json!(["0504"]);
    for unit in position["unit"].as_array_mut().unwrap() {
        match unit["id"].as_str().unwrap() {
            "wp-t1" => unit["at"] = "0604".into(),
            // Nobody stands in the hex any more, and whoever is beside it goes no further.
            id if id.starts_with("us-") && unit["at"] == "0504" => unit["at"] = "0204".into(),
            _ => {}
        }
    }
    position["battle"] = json!({
        "side": "WP", "attack": "hasty", "target": "0504", "units": ["wp-t1"], "from": ["0604"], "step": "advance",
    });
    let setting = Setting::of(2, rules_central_front::GAP, Some(position), crate::DiceStart::AtOnce).await;
    let before = self::position(&setting).await;
    for end in [json!({"do": "advance", "unit": "wp-t1", "path": ["0504"]}), json!({"do": "end-advance"})] {
        setting.done(WP, end).await;
        assert_ne!(self::position(&setting).await, before);
        assert!(matches!(undo(&setting, WP).await, Answer::Done { .. }));
        assert_eq!(self::position(&setting).await, before);
    }
    setting.is_sound().await;
}

#[tokio::test]
async fn what_was_taken_back_is_no_part_of_a_corrected_course() {
    let setting = moving().await;
    let first = setting.next_entry().await;
    setting.done(WP, json!({"do": "instruct", "losses": "keep-defense"})).await;
    setting.done(WP, activate()).await;
    setting.done(WP, go(&["0805"])).await;
    undo(&setting, WP).await;
    setting.done(WP, go(&["0706"])).await;
    let mut wanted = position(&setting).await;
    let correcting = crate::correcting::instead(first, json!({"do": "instruct", "losses": "keep-attack"}));
    // Judged anew with the step that was taken back, the last one would not begin where the stack stands.
    let answer = setting.correct(&correcting, "The other order was meant").await;
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    let text = wanted.to_string().replace("keep-defense", "keep-attack");
    wanted = serde_json::from_str(&text).unwrap();
    assert_eq!(position(&setting).await, wanted);
    setting.is_sound().await;
}

#[tokio::test]
async fn going_back_and_forth_across_a_snapshot_gives_the_same() {
    let setting = moving().await;
    let before = position(&setting).await;
    for _ in 0..40 {
        setting.done(WP, activate()).await;
        setting.done(WP, go(&["0805"])).await;
        undo(&setting, WP).await;
        undo(&setting, WP).await;
    }
    assert_eq!(position(&setting).await, before);
    setting.done(WP, activate()).await;
    let setting = setting.again().await;
    undo(&setting, WP).await;
    assert_eq!(position(&setting).await, before);
}
