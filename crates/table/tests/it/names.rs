//! A form names its act. Whatever name is sent, it touches no other act.

use dice::Encoding;
use ledger::{Lineage, Stream};
use serde_json::json;
use table::{Answer, NewRuling};

use crate::forgery::{honest, told};
use crate::{BLUE, GREY, Setting, code};
use kernel::{Audience, Seat};

async fn act_as(setting: &Setting, seat: Seat, name: Lineage, post: &str) {
    let mut submission = setting.submission(seat, json!({"do": "place", "post": post}));
    submission.token = name;
    let answer = setting.send(submission).await;
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
}

async fn undo(setting: &Setting, seat: Seat) {
    let token = setting.desk.fresh_token().unwrap();
    let answer = setting.desk.undo(&setting.campaign, seat, None, token).await.unwrap();
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
}

/// Everybody can work out how the engine names its acts. No seat may give such a name to an act of its own.
#[tokio::test]
async fn a_name_of_the_engines_is_given_to_no_act_of_a_seat() {
    let setting = Setting::new().await;
    for number in 3..20_u64 {
        let name = Encoding::new("adjutant-clock-v1").text(&setting.campaign).number(number).sha256();
        let name = Lineage(name.0[..16].try_into().unwrap());
        let mut submission = setting.submission(BLUE, json!({"do": "place", "post": "wood"}));
        submission.token = name;
        assert_eq!(code(&setting.send(submission).await), "name", "{number}");
    }
    setting.round("raid", "hold").await;
    let live = [setting.roads(BLUE).await, setting.roads(GREY).await, setting.roads(Seat::Umpire).await];
    let log = setting.desk.log(&setting.campaign, Seat::Spectator, None, 100).await.unwrap();
    assert!(log.lines.iter().all(|line| !line.undone), "nothing public was taken back");
    let setting = setting.again().await;
    let again = [setting.roads(BLUE).await, setting.roads(GREY).await, setting.roads(Seat::Umpire).await];
    assert!(live == again, "the log tells the same again");
}

#[tokio::test]
async fn a_name_used_long_ago_takes_back_only_the_act_that_bears_it_now() {
    let setting = Setting::new().await;
    let name = setting.desk.fresh_token().unwrap();
    act_as(&setting, BLUE, name, "ford").await;
    let ford = setting.desk.look(&setting.campaign, BLUE).await.unwrap().view();
    for _ in 0..300 {
        setting.done(BLUE, json!({"do": "place", "post": "mill"})).await;
        undo(&setting, BLUE).await;
    }
    act_as(&setting, BLUE, name, "wood").await;
    undo(&setting, BLUE).await;
    assert!(
        setting.desk.look(&setting.campaign, BLUE).await.unwrap().view() == ford,
        "the ford is still held"
    );
    let log = setting.desk.log(&setting.campaign, BLUE, None, 2000).await.unwrap();
    let stands = log.lines.iter().filter(|line| line.lines.iter().any(|_| !line.undone)).count();
    assert_eq!(stands, 2 + 1 + 301, "two beginnings, the ford, and what was said of each taking back");
}

/// No program writes such a file: it would say "done" to the second act of a name, and refuse the engine's.
#[tokio::test]
async fn a_file_in_which_a_name_stands_twice_or_is_the_engines_is_found() {
    let setting = Setting::new().await;
    for post in ["wood", "ford"] {
        setting.done(BLUE, json!({"do": "place", "post": post})).await;
    }
    setting.done(GREY, json!({"do": "place", "post": "mill"})).await;
    let file = setting.whole().await;
    let honest = honest(&file);
    let acts: Vec<usize> = (0..honest.len()).filter(|at| honest[*at].is("command")).collect();
    let [wood, ford, mill] = acts[..] else { panic!("{acts:?}") };
    let with = |at: usize, name: Lineage| {
        let mut entries = honest.clone();
        entries[at].bears(name);
        told(&file, &entries)
    };
    let said = with(ford, honest[wood].name());
    assert!(said.contains("its name is that of an earlier entry of its seat"), "{said}");
    let n_public =
        honest.iter().flat_map(|entry| &entry.parts).filter(|(stream, _)| *stream == Stream::Public).count();
    for ahead in [1, 7] {
        let number = n_public as u64 + ahead;
        let name = Encoding::new("adjutant-clock-v1").text(&setting.campaign).number(number).sha256();
        let said = with(mill, Lineage(name.0[..16].try_into().unwrap()));
        assert!(said.contains("its name is one that the engine gives to its own steps"), "{said}");
    }
}

/// Two acts of one name, the first of which stands before 256 others: each taking back takes back one of them.
#[tokio::test]
async fn two_acts_of_one_name_are_taken_back_one_after_the_other() {
    let setting = Setting::new().await;
    let empty = setting.desk.look(&setting.campaign, BLUE).await.unwrap().view();
    let name = setting.desk.fresh_token().unwrap();
    act_as(&setting, BLUE, name, "ford").await;
    for _ in 0..129 {
        setting.done(BLUE, json!({"do": "place", "post": "mill"})).await;
        undo(&setting, BLUE).await;
    }
    act_as(&setting, BLUE, name, "wood").await;
    undo(&setting, BLUE).await;
    undo(&setting, BLUE).await;
    assert!(setting.desk.look(&setting.campaign, BLUE).await.unwrap().view() == empty, "neither stands");
    let setting = setting.again().await;
    assert!(setting.desk.look(&setting.campaign, BLUE).await.unwrap().view() == empty, "nor in the log");
}

fn ruling() -> NewRuling {
    NewRuling {
        rule: "HOUSE-SEAT".into(),
        decision: "So it is.".into(),
        reason: "A test.".into(),
        audience: Audience::Public,
    }
}

/// What another seat has named is no act of one's own: nothing is written, and nothing says that it was.
#[tokio::test]
async fn the_name_of_another_seats_act_is_refused() {
    let setting = Setting::new().await;
    let (campaign, desk) = (&setting.campaign, &setting.desk);
    let name = desk.fresh_token().unwrap();
    act_as(&setting, BLUE, name, "ford").await;
    let refused = desk.rule(campaign, Seat::Umpire, ruling(), None, name).await.unwrap();
    assert_eq!(code(&refused), "name");
    let refused = desk.undo(campaign, GREY, None, name).await.unwrap();
    assert_eq!(code(&refused), "name");
    assert_eq!(desk.rulings(campaign, Seat::Umpire).await.unwrap(), []);
    let own = desk.fresh_token().unwrap();
    for _ in 0..2 {
        let done = desk.rule(campaign, Seat::Umpire, ruling(), None, own).await.unwrap();
        assert!(matches!(done, Answer::Done { .. }), "{done:?}");
    }
    assert_eq!(desk.rulings(campaign, Seat::Umpire).await.unwrap().len(), 1, "sent twice, done once");
}

/// A name is an answer to the command that it was given with, and to no other: told apart while the table remembers, and
/// after it has read the log again.
#[tokio::test]
async fn an_old_name_with_another_command_is_told_apart() {
    let mut setting = Setting::new().await;
    let name = setting.desk.fresh_token().unwrap();
    act_as(&setting, BLUE, name, "ford").await;
    let sealing = setting.desk.fresh_token().unwrap();
    for _ in 0..2 {
        let with = async |token, command| {
            let mut submission = setting.submission(BLUE, command);
            submission.token = token;
            setting.send(submission).await
        };
        let before = setting.desk.cursor(&setting.campaign, BLUE).await.unwrap();
        for other in [json!({"do": "place", "post": "wood"}), json!({"do": "pay"}), json!({"do": "nonsense"})]
        {
            assert_eq!(code(&with(name, other.clone()).await), "name", "{other}");
        }
        let token = setting.desk.undo(&setting.campaign, BLUE, None, name).await.unwrap();
        assert_eq!(code(&token), "name", "a taking back is another act too");
        assert_eq!(setting.desk.cursor(&setting.campaign, BLUE).await.unwrap(), before, "nothing was done");
        // The same again, in whatever order its fields stand, is done once.
        for same in [json!({"do": "place", "post": "ford"}), json!({"post": "ford", "do": "place"})] {
            let answer = with(name, same).await;
            assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
        }
        assert_eq!(setting.desk.cursor(&setting.campaign, BLUE).await.unwrap(), before, "nothing was done");
        setting = setting.again().await;
    }
    // The table adds to a sealed choice; the seat's own command is the same.
    for side in [BLUE, GREY] {
        setting.done(side, json!({"do": "pay"})).await;
        if side == GREY {
            setting.done(side, json!({"do": "place", "post": "mill"})).await;
        }
        setting.done(side, json!({"do": "close"})).await;
    }
    let sealed = async |stance| {
        let mut submission = setting.submission(BLUE, json!({"do": "seal", "stance": stance}));
        submission.token = sealing;
        setting.send(submission).await
    };
    for _ in 0..2 {
        assert!(matches!(sealed("hold").await, Answer::Done { .. }));
    }
    assert_eq!(code(&sealed("raid").await), "name");
}
