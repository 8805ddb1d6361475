//! A form names its act. Whatever name is sent, it touches no other act.

use dice::Encoding;
use ledger::{Lineage, Stream};
use serde_json::json;
use table::delay::entry::Delay;
use table::{Answer, Kept, Missing, NewRuling, Pace, TableWord, TimeOrder};

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

/// Whether an act is done anew or told apart, by the number of entries and its answer.
async fn again(setting: &Setting, answer: &Answer, before: &table::Cursor) -> &'static str {
    assert_eq!(
        setting.desk.cursor(&setting.campaign, Seat::Umpire).await.unwrap(),
        *before,
        "nothing is done"
    );
    match answer {
        Answer::Done { .. } => "done",
        refused => code(refused),
    }
}

/// What holds for commands holds for every other act: its name answers to what it asked for and to nothing else, also
/// after the log has been read again.
#[tokio::test]
async fn an_old_name_with_another_content_is_told_apart_in_every_act() {
    let mut setting = Setting::new().await;
    let placed = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    let names: Vec<Lineage> = (0..8).map(|_| setting.desk.fresh_token().unwrap()).collect();
    let hours = |hours| TimeOrder::Set(Pace { hours, grace: 0, missing: Missing::Wait });
    let keep =
        |post: &str| vec![Kept { words: "An order".into(), command: json!({"do": "place", "post": post}) }];
    let delay = |minutes| Delay { minutes, entries: 0 };
    let other = NewRuling { decision: "Otherwise.".into(), ..ruling() };
    let better = crate::correcting::instead(placed, json!({"do": "place", "post": "mill"}));
    let worse = crate::correcting::instead(placed, json!({"do": "place", "post": "wood"}));
    for round in 0..3 {
        let (desk, id, umpire) = (&setting.desk, &setting.campaign, Seat::Umpire);
        let acts = async |n: usize, same: bool| {
            let name = names[n];
            let answer = match n {
                0 => {
                    desk.write_to(id, BLUE, Audience::Side(0), if same { "Hello." } else { "Bye." }, name)
                        .await
                }
                1 => desk.rule(id, umpire, if same { ruling() } else { other.clone() }, None, name).await,
                2 => desk.delay_spectators(id, umpire, delay(if same { 5 } else { 6 }), None, name).await,
                3 => desk.set_time(id, umpire, hours(if same { 5 } else { 6 }), None, name).await,
                4 => {
                    desk.set_time(
                        id,
                        umpire,
                        if same { TimeOrder::Pause } else { TimeOrder::Lift },
                        None,
                        name,
                    )
                    .await
                }
                5 => desk.keep_orders(id, BLUE, keep(if same { "mill" } else { "wood" }), None, name).await,
                6 => {
                    let reason = if same { "It stood there." } else { "It stood elsewhere." };
                    desk.correct(id, umpire, &better, reason, None, name).await
                }
                _ => {
                    let asked = if same { &better } else { &worse };
                    desk.correct(id, umpire, asked, "It stood there.", None, names[6]).await
                }
            };
            answer.unwrap()
        };
        for n in 0..names.len() {
            if round == 0 && n < 7 {
                let done = acts(n, true).await;
                assert!(matches!(done, Answer::Done { .. }), "{n}: {done:?}");
            }
            let before = setting.desk.cursor(&setting.campaign, umpire).await.unwrap();
            for (same, expected) in [(true, "done"), (false, "name"), (true, "done")] {
                let answer = acts(n, same).await;
                assert_eq!(again(&setting, &answer, &before).await, expected, "act {n}, round {round}");
            }
            let command = setting.submission(BLUE, json!({"do": "pay"}));
            let taken = setting.send(table::Submission { token: names[n.min(6)], ..command }).await;
            assert_eq!(again(&setting, &taken, &before).await, "name", "a command under the name of act {n}");
        }
        setting = setting.again().await;
    }
}

/// The word of a side on a proposal, and the proposal itself.
#[tokio::test]
async fn an_old_name_with_another_word_on_a_proposal_is_told_apart() {
    let setting = Setting::new().await;
    let (desk, id) = (&setting.desk, &setting.campaign);
    let placed = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    let [put, word] = [desk.fresh_token().unwrap(), desk.fresh_token().unwrap()];
    let propose = async |post: &str| {
        let correcting = crate::correcting::instead(placed, json!({"do": "place", "post": post}));
        desk.propose(id, Seat::Umpire, &correcting, "It stood there.", None, put).await.unwrap()
    };
    for (post, expected) in [("mill", "done"), ("mill", "done"), ("wood", "name")] {
        let answer = propose(post).await;
        let now = desk.cursor(id, Seat::Umpire).await.unwrap();
        assert_eq!(again(&setting, &answer, &now).await, expected, "{post}");
    }
    let digest = desk.proposed(id, BLUE).await.unwrap().unwrap().digest;
    for (agrees, expected) in [(false, "done"), (false, "done"), (true, "name")] {
        let answer = desk.consent(id, BLUE, agrees, &digest, word).await.unwrap();
        let now = desk.cursor(id, Seat::Umpire).await.unwrap();
        assert_eq!(again(&setting, &answer, &now).await, expected, "{agrees}");
    }
    assert_eq!(desk.position(id).await.unwrap()["side"][0]["post"][0]["id"], "ford", "nothing was corrected");
}

/// Whoever asked for dice at the table and sends "withdraw" under the same name has not withdrawn.
#[tokio::test]
async fn an_old_name_with_another_word_on_table_dice_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let desk = crate::open(&folder).await;
    let new = crate::new_campaign(table::DiceStart::AtOnce, false, None);
    let campaign = desk.create(new).await.unwrap();
    let name = desk.fresh_token().unwrap();
    for (word, expected) in
        [(TableWord::Ask, "done"), (TableWord::Ask, "done"), (TableWord::Withdraw, "name")]
    {
        match desk.table_dice(&campaign, BLUE, word, None, name).await.unwrap() {
            Answer::Done { .. } => assert_eq!(expected, "done", "{word:?}"),
            refused => assert_eq!(code(&refused), expected, "{word:?}"),
        }
    }
}

/// What takes a step back answers to its own name alone, and to that as often as it is sent.
#[tokio::test]
async fn an_old_name_is_no_undo_and_an_undo_is_nothing_else() {
    let mut setting = Setting::new().await;
    let [mine, back, said] = [0; 3].map(|_| setting.desk.fresh_token().unwrap());
    for round in 0..2 {
        let (desk, id) = (&setting.desk, &setting.campaign);
        if round == 0 {
            desk.write_to(id, BLUE, Audience::Side(0), "Hello.", said).await.unwrap();
            setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
            setting.done(BLUE, json!({"do": "place", "post": "mill"})).await;
        }
        let before = desk.cursor(id, Seat::Umpire).await.unwrap();
        let refused = desk.undo(id, BLUE, None, said).await.unwrap();
        assert_eq!(again(&setting, &refused, &before).await, "name");
        let undo = async || desk.undo(id, BLUE, None, mine).await.unwrap();
        let send_back =
            async |why: &str| desk.send_back(id, Seat::Umpire, BLUE, why, None, back).await.unwrap();
        for (n, first) in [undo().await, send_back("Look again.").await].iter().enumerate() {
            assert!(matches!(first, Answer::Done { .. }), "{n}: {first:?}");
        }
        let before = desk.cursor(id, Seat::Umpire).await.unwrap();
        assert_eq!(again(&setting, &undo().await, &before).await, "done");
        assert_eq!(again(&setting, &send_back("Look again.").await, &before).await, "done");
        assert_eq!(again(&setting, &send_back("Look thrice.").await, &before).await, "name");
        let written = desk.write_to(id, BLUE, Audience::Side(0), "Bye.", mine).await.unwrap();
        assert_eq!(again(&setting, &written, &before).await, "name");
        setting = setting.again().await;
    }
}
