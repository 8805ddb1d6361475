//! Tables below of a campaign that no person umpires: both sides close them together.

use super::secrecy::{counted_line, roads};
use super::*;

fn nobody(more: &str) -> String {
    rules_line::HILLS.replacen("turns = 3", &format!("turns = 3\nwithout-umpire = true\n{more}"), 1)
}

async fn hills_of_nobody(more: &str) -> Setting {
    Setting::of(LINE, &nobody(more), None, DiceStart::AtOnce).await
}

impl Setting {
    async fn says_take_in(&self, seat: Seat, slot: &str) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.take_in(&self.campaign, seat, slot, None, token).await.unwrap()
    }

    async fn says_break_off(&self, seat: Seat, slot: &str, reason: &str) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.break_off(&self.campaign, seat, slot, reason, None, token).await.unwrap()
    }

    async fn says_no(&self, seat: Seat, slot: &str) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.keep_open(&self.campaign, seat, slot, None, token).await.unwrap()
    }

    /// The slots whose closing waits for a seat's word, as every page of it says.
    async fn asked(&self, seat: Seat) -> Vec<String> {
        self.desk.look(&self.campaign, seat).await.unwrap().closing
    }
}

/// A file that both verifiers and the audit find sound.
async fn is_sound(setting: &Setting) -> Joined {
    let file = joined(setting, Seat::Umpire).await;
    agree(&file.to_text());
    assert!(verify_joined(&file).is_sound(), "{:?}", verify_joined(&file).all_faults());
    for audit in audit_joined(&file, RULEBOOKS) {
        assert_eq!((audit.faults.len(), audit.n_unproved), (0, 0), "{audit:?}");
    }
    file
}

#[tokio::test]
async fn both_sides_take_in_what_came_of_a_table() {
    let setting = hills_of_nobody("").await;
    setting.done(BLUE, fight("ford", 2, 1)).await;
    let ford = setting.below("1/ford").await;
    assert_eq!(code(&setting.says_take_in(BLUE, "1/ford").await), "step");
    setting.fought_out(&ford, ["raid", "hold"]).await;
    for (seat, stands) in
        [(BLUE, Stands::Over), (Seat::Umpire, Stands::Over), (Seat::Spectator, Stands::Open)]
    {
        let below = setting.desk.neighbours(&setting.campaign, seat).await.unwrap().below;
        assert_eq!((below[0].stands, below[0].by_sides), (stands, true), "{seat:?}");
    }
    for seat in [Seat::Umpire, Seat::Spectator] {
        assert_eq!(code(&setting.says_take_in(seat, "1/ford").await), "actor", "{seat:?}");
        assert_eq!(code(&setting.says_break_off(seat, "1/ford", "A storm.").await), "actor", "{seat:?}");
    }
    let by_hand = json!({"do": "take-in", "post": "ford", "first": 0, "second": 1, "held": null});
    assert_eq!(code(&setting.act(Seat::Umpire, by_hand.clone()).await), "actor");
    assert_eq!(code(&setting.act(GREY, by_hand).await), "open");
    assert!(is_done(&setting.says_take_in(BLUE, "1/ford").await));
    assert_eq!(code(&setting.says_take_in(BLUE, "1/ford").await), "dup");
    assert_eq!(setting.stands("1/ford").await, Stands::Open);
    assert_eq!((setting.asked(BLUE).await, setting.asked(GREY).await), (vec![], vec!["1/ford".to_owned()]));
    // Either takes it back, or says no to it.
    for seat in [BLUE, GREY] {
        assert!(is_done(&setting.says_no(seat, "1/ford").await));
        assert_eq!(code(&setting.says_no(seat, "1/ford").await), "step");
        assert!(setting.asked(GREY).await.is_empty());
        assert!(is_done(&setting.says_take_in(BLUE, "1/ford").await));
    }
    // After the program has gone and come back.
    let setting = setting.again().await;
    let token = setting.desk.fresh_token().unwrap();
    for _ in 0..2 {
        let answer = setting.desk.take_in(&setting.campaign, GREY, "1/ford", None, token).await.unwrap();
        assert!(is_done(&answer), "sent twice under one name it is done once: {answer:?}");
    }
    assert_eq!(setting.stands("1/ford").await, Stands::TakenIn);
    assert_eq!(code(&setting.act_at(&ford, BLUE, json!({"do": "close"})).await), "over");
    is_sound(&setting).await;
    for campaign in [&setting.campaign, &ford] {
        is_judged_the_same(&setting.desk, campaign).await;
    }
}

/// Whatever is done below after a side has said that it is taken in, its word is no word on that.
#[tokio::test]
async fn a_word_lapses_when_something_is_done_below() {
    let setting = hills_of_nobody("").await;
    setting.done(BLUE, fight("ford", 2, 1)).await;
    let (ford, scout) = setting.scouted_at("hold").await;
    assert!(is_done(&setting.says_take_in(BLUE, "1/ford").await));
    let corrected = setting
        .correct_at(&ford, &instead(scout + 1, json!({"do": "seal", "stance": "raid"})), "A slip.")
        .await;
    assert!(is_done(&corrected), "{corrected:?}");
    let below = setting.desk.neighbours(&setting.campaign, GREY).await.unwrap().below;
    assert!(below[0].said[0].lapsed && below[0].asks(GREY).next().is_none(), "{below:?}");
    assert!(is_done(&setting.says_take_in(GREY, "1/ford").await));
    assert_eq!(setting.stands("1/ford").await, Stands::Open, "Blue has said it of something else");
    assert!(is_done(&setting.says_take_in(BLUE, "1/ford").await));
    assert_eq!(setting.stands("1/ford").await, Stands::TakenIn);
    is_sound(&setting).await;
}

#[tokio::test]
async fn both_sides_break_a_table_off_for_one_reason() {
    let setting = hills_of_nobody("").await;
    setting.done(BLUE, fight("ford", 2, 1)).await;
    let ford = setting.below("1/ford").await;
    assert_eq!(code(&setting.says_break_off(BLUE, "1/ford", "x").await), "reason");
    assert!(is_done(&setting.says_break_off(BLUE, "1/ford", "A storm.").await));
    assert!(is_done(&setting.says_break_off(GREY, "1/ford", "It rains.").await));
    assert_eq!(setting.stands("1/ford").await, Stands::Open, "they say it for two reasons");
    assert!(is_done(&setting.says_break_off(GREY, "1/ford", "A storm.").await));
    assert_eq!(setting.stands("1/ford").await, Stands::BrokenOff);
    assert_eq!(code(&setting.act_at(&ford, BLUE, json!({"do": "close"})).await), "over");
    let by_hand = json!({"do": "take-in", "post": "ford", "first": 1, "second": 1, "held": 1});
    setting.done(GREY, by_hand).await;
    let told = setting.desk.log(&ford, GREY, None, 100).await.unwrap().lines.pop().unwrap();
    assert_eq!(told.reason.as_deref(), Some("A storm."));
    is_sound(&setting).await;
}

/// What the rules above ask on the way waits as any command does.
#[tokio::test]
async fn what_is_asked_on_the_way_waits_and_is_answered() {
    let setting = hills_of_nobody("umpire-decides = true\n").await;
    setting.done(BLUE, fight("ford", 1, 1)).await;
    setting.fought_out(&setting.below("1/ford").await, ["hold", "hold"]).await;
    assert!(is_done(&setting.says_take_in(BLUE, "1/ford").await));
    assert!(is_done(&setting.says_take_in(GREY, "1/ford").await));
    assert_eq!(setting.stands("1/ford").await, Stands::TakenIn);
    let waiting = setting.desk.look(&setting.campaign, Seat::Umpire).await.unwrap().waiting;
    assert_eq!((waiting.len(), waiting[0].by), (1, Seat::Clock));
    let token = setting.desk.fresh_token().unwrap();
    let ruled = setting
        .desk
        .answer(&setting.campaign, Seat::Umpire, waiting[0].act, token, vec![2], None)
        .await
        .unwrap();
    assert!(is_done(&ruled), "{ruled:?}");
    is_sound(&setting).await;
}

/// The engine closes nothing to which not both have said so, and nothing else than they have said it of.
#[tokio::test]
async fn a_result_that_only_one_side_agreed_to_is_found() {
    let setting = hills_of_nobody("").await;
    setting.done(BLUE, fight("ford", 2, 1)).await;
    setting.fought_out(&setting.below("1/ford").await, ["hold", "hold"]).await;
    setting.says_take_in(BLUE, "1/ford").await;
    setting.says_take_in(GREY, "1/ford").await;
    let honest = is_sound(&setting).await;
    let said = |change: &dyn Fn(&mut Value)| {
        let file = forged(&honest.files[0], |_, body| {
            let is_it = body["kind"] == "closing-said" && body["seat"] == "side-1";
            if is_it {
                change(body);
            }
            is_it
        });
        Joined { files: vec![file, honest.files[1].clone()] }
    };
    let finds = |file: &Joined, words: &str, judged: &str| {
        let lines = agree(&file.to_text());
        assert!(lines.iter().any(|line| line.contains(words)), "{words}: {lines:#?}");
        let audits = audit_joined(file, RULEBOOKS);
        let faults: Vec<_> = audits.iter().flat_map(|audit| &audit.faults).collect();
        assert!(faults.iter().any(|fault| fault.sentence.contains(judged)), "{judged}: {faults:?}");
    };
    let not_all = "closes a table to which not all sides have said so";
    finds(&said(&|body| body["said"]["word"] = json!("no")), not_all, "the house writes no such entry");
    finds(&said(&|body| body["said"]["slot"] = json!("1/mill")), not_all, "the house writes no such entry");
    finds(
        &said(&|body| (body["seat"], body["by"]) = (json!("side-0"), json!("side-0"))),
        not_all,
        "the house writes no such entry",
    );
    // Both have said it of something else than was handed up.
    let other = json!(ledger::sha256(b"something else").to_string());
    let one = said(&|body| body["said"]["at"] = other.clone());
    let both = forged(&one.files[0], |_, body| {
        let is_it = body["kind"] == "closing-said" && body["seat"] == "side-0";
        if is_it {
            body["said"]["at"] = other.clone();
        }
        is_it
    });
    let both = Joined { files: vec![both, honest.files[1].clone()] };
    finds(
        &both,
        "at which something was done after the sides had said so",
        "the sides agreed to something else",
    );
    // The engine does not close what a person umpires, and nobody closes what nobody umpires.
    let by_hand = forged(&honest.files[0], |_, body| {
        let is_it = body["kind"] == "table-closed";
        if is_it {
            body["by"] = json!("umpire");
        }
        is_it
    });
    let by_hand = Joined { files: vec![by_hand, honest.files[1].clone()] };
    finds(&by_hand, "closes a table that another seat has handed up", "the house writes no such entry");
}

/// What Blue sent down is told to Grey and the spectators on no road, while the sides agree and after it came home.
#[tokio::test]
async fn the_sides_words_tell_nothing_of_what_went_down() {
    let mut worlds = Vec::new();
    for coins in [0, 2] {
        let setting = counted_line(&nobody("")).await;
        setting.done(BLUE, fight("ford", coins, 1)).await;
        let ford = setting.below("1/ford").await;
        setting.fought_out(&ford, ["hold", "hold"]).await;
        worlds.push((setting, ford));
    }
    let [(poor, ford), (rich, same)] = &worlds[..] else { unreachable!() };
    assert_eq!(ford, same);
    for (step, seat) in [("over", None), ("Blue has said so", Some(BLUE)), ("both have", Some(GREY))] {
        for setting in [poor, rich] {
            if let Some(seat) = seat {
                assert!(is_done(&setting.says_take_in(seat, "1/ford").await), "{step}");
            }
        }
        for seat in [GREY, Seat::Spectator] {
            assert_eq!(roads(poor, ford, seat).await, roads(rich, ford, seat).await, "{seat:?}: {step}");
        }
        assert_ne!(roads(poor, ford, BLUE).await, roads(rich, ford, BLUE).await, "{step}");
    }
}
