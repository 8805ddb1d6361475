//! The attacker with the secret in hand: the same campaign again and again, under other names, in other orders, with steps
//! taken back, corrections, messages and restarts between. Each question keeps its face.

use std::collections::BTreeMap;

use kernel::{Audience, Seat};
use serde_json::json;
use table::{Answer, Change, Correcting};

use crate::course_law::Dice;
use crate::{BLUE, DiceStart, GREY, RULEBOOKS, Setting, open};

/// A campaign that can be begun again from its first entry, as from a backup.
struct Attacked {
    rulebook: usize,
    setup: &'static str,
    first: Setting,
}

impl Attacked {
    async fn new(rulebook: usize, setup: &'static str) -> Self {
        Self { rulebook, setup, first: Setting::of(rulebook, setup, None, DiceStart::AtOnce).await }
    }

    async fn restored(&self) -> Setting {
        let folder = tempfile::tempdir().unwrap();
        for file in std::fs::read_dir(self.first.folder.path()).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
        }
        let desk = open(&folder).await;
        Setting { folder, desk, campaign: self.first.campaign.clone() }
    }
}

/// One attempt at the campaign; what its questions showed.
async fn attempt(attacked: &Attacked, dice: &mut Dice) -> Vec<(String, String, Vec<u16>)> {
    let Attacked { rulebook, setup, .. } = *attacked;
    let mut setting = attacked.restored().await;
    for _ in 0..30 {
        let mut game = RULEBOOKS[rulebook].open("set-up", setup).unwrap();
        game.set_position(setting.desk.position(&setting.campaign).await.unwrap()).unwrap();
        match dice.below(13) {
            0 => {
                let side = if dice.below(2) == 0 { BLUE } else { GREY };
                let token = setting.desk.fresh_token().unwrap();
                setting.desk.undo(&setting.campaign, side, None, token).await.unwrap();
            }
            1 => {
                let last = setting.next_entry().await;
                let entry = 3 + dice.below(last);
                let removed = Correcting {
                    changes: BTreeMap::from([(entry, Change::Remove)]),
                    ..Correcting::default()
                };
                setting.correct(&removed, "It never was.").await;
            }
            2 => setting = setting.again().await,
            3 => {
                let (token, words) =
                    (setting.desk.fresh_token().unwrap(), format!("Words {}.", dice.below(99)));
                let wrote = setting.desk.write_to(&setting.campaign, BLUE, Audience::Side(0), &words, token);
                assert!(matches!(wrote.await.unwrap(), Answer::Done { .. }), "{words}");
            }
            _ => {
                let seats = if dice.below(2) == 0 { [BLUE, GREY] } else { [GREY, BLUE] };
                let found = seats
                    .into_iter()
                    .find_map(|seat| Some((seat, game.sample(seat, &mut |n| dice.below(n))?)));
                let Some((seat, command)) = found else { break };
                let mut submission = setting.submission(seat, command);
                if dice.below(4) == 0 {
                    submission.by = Seat::Umpire;
                    submission.acting_for = Some(seat);
                    submission.reason = Some("For the sake of a face.".into());
                }
                let answer = setting.send(submission).await;
                assert!(matches!(answer, Answer::Done { .. } | Answer::Waits { .. }), "{answer:?}");
            }
        }
        let waiting = setting.desk.look(&setting.campaign, Seat::Umpire).await.unwrap().waiting;
        for one in waiting {
            let token = setting.desk.fresh_token().unwrap();
            setting
                .desk
                .answer(&setting.campaign, Seat::Umpire, one.act, token, vec![0], None)
                .await
                .unwrap();
        }
    }
    setting.is_sound().await;
    let log = setting.desk.log(&setting.campaign, Seat::Umpire, None, 500).await.unwrap();
    let rolls = log.lines.iter().flat_map(|line| &line.rolls).filter(|roll| roll.line.origin == "server");
    rolls.map(|roll| (roll.stream.clone(), roll.line.question.clone(), roll.line.faces.clone())).collect()
}

#[tokio::test]
async fn no_attempt_shows_a_question_another_face() {
    for (rulebook, setup) in [(0, rules_toy::FORD), (2, rules_central_front::GAP)] {
        let attacked = Attacked::new(rulebook, setup).await;
        let (mut dice, mut known, mut n_asked) = (Dice(5), BTreeMap::new(), 0);
        for _ in 0..8 {
            for (stream, question, faces) in attempt(&attacked, &mut dice).await {
                n_asked += 1;
                let first = known.entry((stream, question.clone())).or_insert_with(|| faces.clone());
                assert_eq!(*first, faces, "{question}");
            }
        }
        assert!(n_asked > 2 * known.len(), "{n_asked} rolls of {} questions show nothing", known.len());
    }
}

#[tokio::test]
async fn the_same_question_has_the_same_face_under_any_name() {
    let (attacked, mut faces) = (Attacked::new(0, rules_toy::FORD).await, Vec::new());
    for _ in 0..12 {
        let setting = attacked.restored().await;
        setting.done(BLUE, json!({"do": "pay"})).await;
        faces.push(setting.rolled(BLUE).await);
    }
    assert!(faces.windows(2).all(|pair| pair[0] == pair[1]), "{faces:?}");
}
