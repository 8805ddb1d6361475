//! The law of corrections over battles: a loss put right one or two scenarios back makes the campaign in which it was right
//! from the start.

use std::collections::BTreeMap;

use kernel::{Acting, Game, Seat};
use serde_json::{Value, json};
use table::{Answer, Change, Correcting};

use crate::course_law::{Dice, Ground, Played, answer_for, put_right};
use crate::{BLUE, GREY, Setting};

/// How many acts a campaign has at most before its second battle is over.
const LONGEST: usize = 1500;

/// What a seat does next, and what it could have done instead: at random within a step, and on before long.
fn next(game: &dyn Game, seat: Seat, dice: &mut Dice) -> Option<(Value, Value)> {
    let lawful = |command: &Value| game.prove(Acting::own(seat), command).is_ok();
    let same = |command: Value| Some((command.clone(), command));
    let done = json!({"do": "done"});
    let attack = json!({"do": "choose-posture", "posture": "attack"});
    if lawful(&attack) {
        return same(attack);
    }
    let position = game.position();
    let (step, side) = (&position["step"], usize::from(seat == GREY));
    if step == "S3b" && position["sides"][side]["chosen"].is_null() {
        // As much as the limits allow comes first.
        let most = game.lawful(seat, 50).into_iter().find(|command| command["do"] == "choose-forces");
        return same(most?);
    }
    if *step == "S5" && !lawful(&done) {
        return reports(game, seat, dice);
    }
    if dice.below(3) > 0 && lawful(&done) {
        return same(done);
    }
    let sampled = game.sample(seat, &mut |n| dice.below(n))?;
    let length = sampled["do"] == "agree-length";
    if length && lawful(&done) { same(done) } else { same(sampled) }
}

/// A report with losses, and the same with other losses besides.
fn reports(game: &dyn Game, seat: Seat, dice: &mut Dice) -> Option<(Value, Value)> {
    let lawful = |command: &Value| game.prove(Acting::own(seat), command).is_ok();
    let plain = json!({"do": "report"});
    if !lawful(&plain) {
        return None;
    }
    let reports = game.lawful(seat, 2000);
    let worn = |command: &&Value| command["do"] == "report" && command["losses"].is_array();
    let worn: Vec<&Value> = reports.iter().filter(worn).collect();
    if worn.is_empty() {
        return Some((plain.clone(), plain));
    }
    let told = worn[dice.below(worn.len() as u64) as usize].clone();
    let mut right = told.clone();
    let more = worn.iter().map(|other| &other["losses"]).find(|losses| **losses != told["losses"]);
    right["losses"] = match more {
        Some(more) => json!([told["losses"][0], more[0]]),
        None => json!([]),
    };
    Some((told, if lawful(&right) { right } else { plain }))
}

/// What waits for no side is the umpire's to close.
fn umpire_closes(game: &dyn Game) -> Option<(Seat, (Value, Value))> {
    let done = json!({"do": "done"});
    let lawful = game.prove(Acting::own(Seat::Umpire), &done).is_ok();
    lawful.then(|| (Seat::Umpire, (done.clone(), done)))
}

/// Plays until two battles more are over and the next slot has begun.
async fn two_battles(ground: &Ground, setting: &Setting, dice: &mut Dice) -> Vec<Played> {
    let mut played = Vec::new();
    let mut first = None;
    while played.len() < LONGEST {
        let position = setting.desk.position(&setting.campaign).await.unwrap();
        let fought = position["scenarios"].as_u64().unwrap();
        let begun = *first.get_or_insert(fought);
        if fought >= begun + 2 && position["step"] == "S2e" {
            break;
        }
        let mut game = ground.game();
        game.set_position(position).unwrap();
        let sides = if dice.below(2) == 0 { [BLUE, GREY] } else { [GREY, BLUE] };
        let found = sides.into_iter().find_map(|seat| Some((seat, next(game.as_ref(), seat, dice)?)));
        let Some((seat, (command, other))) = found.or_else(|| umpire_closes(game.as_ref())) else { break };
        let submission = setting.submission(seat, command.clone());
        let (entry, name) = (setting.next_entry().await, submission.token.to_string());
        let answer = setting.send(submission).await;
        assert!(matches!(answer, Answer::Done { .. }), "{command}: {answer:?}");
        played.push(Played { entry, name, seat, command, other, at_table: false });
        while !setting.desk.look(&setting.campaign, Seat::Umpire).await.unwrap().waiting.is_empty() {
            answer_for(setting, Seat::Umpire, dice).await;
        }
    }
    played
}

#[tokio::test]
async fn a_loss_put_right_two_scenarios_back_is_as_if_it_had_been_right_from_the_start() {
    let position: Value = toml::from_str(rules_battlefront::SAMPLE_POSITION).unwrap();
    let ground = Ground { rulebook: 1, setup: rules_battlefront::SAMPLE, position: Some(position) };
    let mut n_made = 0;
    for seed in 0..3 {
        let mut dice = Dice(seed * 104_729 + 7);
        let setting = ground.setting().await;
        let played = two_battles(&ground, &setting, &mut dice).await;
        let reports: Vec<&Played> = played.iter().filter(|act| act.command["do"] == "report").collect();
        assert!(reports.len() >= 4, "two battles told by two sides: {} acts", played.len());
        let mut course: BTreeMap<u64, Option<Value>> =
            played.iter().map(|act| (act.entry, Some(act.command.clone()))).collect();
        // The first battle is two scenarios before the one that is being prepared, the second one before it.
        for battle in [&reports[..2], &reports[reports.len() - 2..]] {
            let untouched = |report: &&&Played| {
                report.other != report.command && course[&report.entry].as_ref() == Some(&report.command)
            };
            let Some(report) = battle.iter().find(untouched) else { continue };
            let mut correcting = Correcting::default();
            correcting.changes.insert(report.entry, Change::Replace(report.other.clone()));
            let made = put_right(&ground, &setting, &played, &mut course, correcting, &mut dice).await;
            n_made += usize::from(made.is_some());
        }
        let standing = course.values().flatten().count();
        // Whatever cannot be any more once the loss is right was taken out; most of the course goes on as it was.
        assert!(standing * 2 > played.len(), "{standing} of {} acts stand", played.len());
        setting.is_sound().await;
    }
    assert!(n_made >= 3, "{n_made}");
}
