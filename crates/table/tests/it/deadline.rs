//! Deadlines: a step's time, and what is done for a side that stays away.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use kernel::{Audience, Seat};
use serde_json::{Value, json};
use table::{Answer, DiceBy, Kept, LogLine, Missing, Pace, TimeOrder};

use crate::{BLUE, GREY, Setting, code};

pub(crate) const HOUR: i64 = 3_600_000;

impl Setting {
    pub(crate) async fn time(&self, seat: Seat, order: TimeOrder) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.set_time(&self.campaign, seat, order, None, token).await.unwrap()
    }

    pub(crate) async fn set(&self, hours: u32, grace: u32, missing: Missing) {
        let answer = self.time(Seat::Umpire, TimeOrder::Set(Pace { hours, grace, missing })).await;
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }

    pub(crate) async fn keeps(&self, seat: Seat, commands: &[Value]) -> Answer {
        let orders =
            commands.iter().map(|command| Kept { words: "An order".into(), command: command.clone() });
        let token = self.desk.fresh_token().unwrap();
        self.desk.keep_orders(&self.campaign, seat, orders.collect(), None, token).await.unwrap()
    }

    pub(crate) async fn lines(&self, seat: Seat) -> Vec<LogLine> {
        self.desk.log(&self.campaign, seat, None, 1000).await.unwrap().lines
    }

    pub(crate) async fn standing(&self) -> String {
        self.desk.look(&self.campaign, Seat::Spectator).await.unwrap().contents.standing
    }
}

pub(crate) async fn later(setting: &Setting, now: &Arc<AtomicI64>, ms: i64) {
    now.fetch_add(ms, Ordering::Relaxed);
    setting.desk.keep_time().await;
}

fn said(lines: &[LogLine]) -> String {
    format!("{:?}", lines.iter().map(|line| &line.lines).collect::<Vec<_>>())
}

#[tokio::test]
async fn only_the_umpire_sets_time_and_within_bounds() {
    let (setting, now) = Setting::at_a_time().await;
    let pace = |hours, grace| TimeOrder::Set(Pace { hours, grace, missing: Missing::Wait });
    for seat in [BLUE, Seat::Spectator] {
        assert_eq!(code(&setting.time(seat, pace(1, 0)).await), "actor");
    }
    for (hours, grace) in [(0, 0), (table::deadline::MOST_HOURS + 1, 0), (1, table::deadline::MOST_GRACE + 1)]
    {
        assert_eq!(code(&setting.time(Seat::Umpire, pace(hours, grace)).await), "deadline");
    }
    let now = now.load(Ordering::Relaxed);
    for order in [TimeOrder::Move(now + HOUR), TimeOrder::Pause, TimeOrder::Resume, TimeOrder::Lift] {
        assert_eq!(code(&setting.time(Seat::Umpire, order).await), "deadline", "{order:?}: there is none");
    }
    setting.set(48, 60, Missing::Wait).await;
    assert_eq!(code(&setting.time(Seat::Umpire, TimeOrder::Move(now)).await), "deadline", "not ahead");
    let lines = setting.lines(Seat::Spectator).await;
    assert!(said(&lines).contains("each step 48 hours, with 60 minutes of grace"), "{}", said(&lines));
    setting.desk.end(&setting.campaign, Seat::Umpire, "It is over.").await.unwrap();
    assert_eq!(code(&setting.time(Seat::Umpire, TimeOrder::Lift).await), "ended");
}

#[tokio::test]
async fn each_step_that_everyone_sees_gets_its_deadline() {
    let (setting, now) = Setting::at_a_time().await;
    setting.set(2, 0, Missing::Wait).await;
    let due = async || setting.desk.look(&setting.campaign, BLUE).await.unwrap().timing.due.unwrap();
    let first = due().await;
    assert_eq!((first.at, first.passed), (now.load(Ordering::Relaxed) + 2 * HOUR, false));
    now.fetch_add(HOUR, Ordering::Relaxed);
    setting.dusk().await;
    let second = due().await;
    assert_ne!(second.step, first.step);
    assert_eq!(second.at, now.load(Ordering::Relaxed) + 2 * HOUR);
    later(&setting, &now, 2 * HOUR).await;
    assert!(due().await.passed);
    assert!(said(&setting.lines(GREY).await).contains("has passed"));
    // Who is late still plays, and the next step has a time of its own.
    setting.night(BLUE, "hold").await;
    setting.night(GREY, "hold").await;
    let third = due().await;
    assert!(!third.passed && third.step != second.step);
}

#[tokio::test]
async fn what_was_kept_is_given_at_the_deadline_and_its_grace() {
    let (setting, now) = Setting::at_a_time().await;
    setting.set(1, 30, Missing::Saved).await;
    let orders = [json!({"do": "pay"}), json!({"do": "place", "post": "ford"}), json!({"do": "close"})];
    assert!(matches!(setting.keeps(BLUE, &orders).await, Answer::Done { .. }));
    setting.done(GREY, json!({"do": "pay"})).await;
    setting.done(GREY, json!({"do": "close"})).await;
    let dusk = setting.standing().await;
    later(&setting, &now, HOUR).await;
    assert_eq!(setting.standing().await, dusk, "the grace runs");
    later(&setting, &now, HOUR / 2).await;
    assert_ne!(setting.standing().await, dusk, "the side's orders closed the step");
    let own = setting.lines(BLUE).await;
    let given: Vec<_> = own.iter().filter(|line| line.seat == BLUE && line.by == Seat::Clock).collect();
    assert_eq!(given.len(), 3);
    assert!(given.iter().all(|line| line.reason.as_deref().is_some_and(|why| why.contains("was kept"))));
}

/// To others the table's act for an absent side is the side's own.
#[tokio::test]
async fn a_default_looks_to_others_like_a_choice() {
    let mut read = Vec::new();
    for absent in [true, false] {
        let (setting, now) = Setting::at_a_time().await;
        setting.set(1, 0, Missing::Default).await;
        setting.done(GREY, json!({"do": "pay"})).await;
        setting.done(GREY, json!({"do": "close"})).await;
        if !absent {
            // This side comes at the very moment.
            setting.keeps(BLUE, &[json!({"do": "pay"}), json!({"do": "close"})]).await;
        }
        later(&setting, &now, HOUR).await;
        let lines = setting.lines(GREY).await;
        assert!(lines.iter().all(|line| line.seat != BLUE || (line.by == BLUE && line.reason.is_none())));
        // The two campaigns have dice of their own.
        let others = lines.iter().filter(|line| line.seat != GREY);
        read.push(
            others.map(|line| (line.number, line.at, line.kind, line.lines.clone())).collect::<Vec<_>>(),
        );
    }
    assert_eq!(read[0], read[1]);
}

#[tokio::test]
async fn kept_orders_are_the_sides_own_and_of_their_step() {
    let (setting, now) = Setting::at_a_time().await;
    setting.set(1, 0, Missing::Saved).await;
    let before = (setting.roads(GREY).await, setting.roads(Seat::Spectator).await);
    assert!(matches!(setting.keeps(BLUE, &[json!({"do": "pay"})]).await, Answer::Done { .. }));
    assert_eq!((setting.roads(GREY).await, setting.roads(Seat::Spectator).await), before);
    let umpires = setting.lines(Seat::Umpire).await;
    assert!(umpires.iter().any(|line| line.lines.iter().any(|(who, _)| *who == Audience::Side(0))));
    assert_eq!(code(&setting.keeps(Seat::Spectator, &[]).await), "actor");
    assert_eq!(code(&setting.keeps(BLUE, &[json!({"do": "dance"})]).await), "command");
    let many = vec![json!({"do": "pay"}); table::deadline::MOST_KEPT + 1];
    assert_eq!(code(&setting.keeps(BLUE, &many).await), "many");
    assert_eq!(setting.desk.look(&setting.campaign, BLUE).await.unwrap().kept.len(), 1, "as it was");
    // The step passes; what was kept for it is not given in the next one.
    setting.dusk().await;
    assert!(setting.desk.look(&setting.campaign, BLUE).await.unwrap().kept.is_empty());
    let night = setting.standing().await;
    later(&setting, &now, HOUR).await;
    assert_eq!(setting.standing().await, night);
    assert!(setting.lines(BLUE).await.iter().all(|line| line.by != Seat::Clock || line.seat != BLUE));
}

#[tokio::test]
async fn what_the_rules_take_no_more_is_left_out_and_the_rest_given() {
    let (setting, now) = Setting::at_a_time().await;
    setting.set(1, 0, Missing::Saved).await;
    let orders = [json!({"do": "pay"}), json!({"do": "pay"}), json!({"do": "close"})];
    setting.keeps(BLUE, &orders).await;
    setting.done(GREY, json!({"do": "pay"})).await;
    setting.done(GREY, json!({"do": "close"})).await;
    let dusk = setting.standing().await;
    later(&setting, &now, HOUR).await;
    assert_ne!(setting.standing().await, dusk);
}

#[tokio::test]
async fn time_stands_still_and_goes_on_with_what_was_left() {
    let (setting, now) = Setting::at_a_time().await;
    setting.set(2, 0, Missing::Default).await;
    now.fetch_add(HOUR, Ordering::Relaxed);
    assert!(matches!(setting.time(Seat::Umpire, TimeOrder::Pause).await, Answer::Done { .. }));
    assert_eq!(code(&setting.time(Seat::Umpire, TimeOrder::Pause).await), "deadline");
    let dusk = setting.standing().await;
    later(&setting, &now, 50 * HOUR).await;
    assert_eq!(setting.standing().await, dusk);
    assert!(matches!(setting.time(Seat::Umpire, TimeOrder::Resume).await, Answer::Done { .. }));
    assert_eq!(code(&setting.time(Seat::Umpire, TimeOrder::Resume).await), "deadline");
    let due = setting.desk.look(&setting.campaign, BLUE).await.unwrap().timing.due.unwrap();
    assert_eq!(due.at, now.load(Ordering::Relaxed) + HOUR);
    later(&setting, &now, HOUR).await;
    assert_ne!(setting.standing().await, dusk, "the defaults of both sides closed it");
}

/// Two sides that stay away for good: the campaign goes on by itself to its end, and no further.
#[tokio::test]
async fn a_campaign_without_anybody_comes_to_its_end() {
    let (setting, now) = Setting::at_a_time().await;
    setting.set(1, 0, Missing::Default).await;
    for _ in 0..40 {
        later(&setting, &now, HOUR).await;
    }
    let lines = setting.lines(Seat::Spectator).await;
    later(&setting, &now, 100 * HOUR).await;
    assert_eq!(setting.lines(Seat::Spectator).await.len(), lines.len(), "nothing is due at the end");
    assert!(setting.desk.offers(&setting.campaign, BLUE, 1).await.unwrap().is_empty());
}

#[tokio::test]
async fn time_is_known_again_after_the_program_has_gone() {
    let (setting, now) = Setting::at_a_time().await;
    setting.set(1, 0, Missing::Default).await;
    let dusk = setting.standing().await;
    let Setting { folder, desk, campaign } = setting;
    drop(desk);
    let time = Arc::clone(&now);
    let clock = table::Clock::own(move || time.load(Ordering::Relaxed));
    let desk = crate::open_at(&folder, crate::RULEBOOKS, clock).await;
    let setting = Setting { folder, desk, campaign };
    assert_eq!(setting.desk.keep_time().await, None, "nobody has opened it yet");
    setting.desk.know_time().await.unwrap();
    assert_eq!(setting.desk.keep_time().await, Some(now.load(Ordering::Relaxed) + HOUR));
    later(&setting, &now, HOUR).await;
    assert_ne!(setting.standing().await, dusk);
}

/// The steps of a Battlefront campaign whose sides stay away for good, and the table at the last of them.
pub(crate) async fn without_sides(
    setup: &str,
    position: Option<Value>,
) -> (Setting, Arc<AtomicI64>, Vec<String>) {
    let now = Arc::new(AtomicI64::new(1_000_000));
    let time = Arc::clone(&now);
    let Setting { folder, desk, campaign } = Setting::of(1, setup, position, crate::DiceStart::AtOnce).await;
    drop(desk);
    let clock = table::Clock::own(move || time.load(Ordering::Relaxed));
    let desk = crate::open_at(&folder, crate::RULEBOOKS, clock).await;
    let setting = Setting { folder, desk, campaign };
    setting.set(1, 0, Missing::Default).await;
    let mut steps = vec![setting.standing().await];
    while steps.len() < 400 {
        later(&setting, &now, HOUR).await;
        let standing = setting.standing().await;
        if steps.last() == Some(&standing) {
            break;
        }
        steps.push(standing);
    }
    (setting, now, steps)
}

/// What happened on the table nobody invents.
#[tokio::test]
async fn a_battle_waits_for_those_who_fought_it() {
    let (setting, _, steps) = without_sides(rules_battlefront::SAMPLE, None).await;
    assert!(steps.last().unwrap().ends_with("S5 battle"), "{steps:#?}");
    let lines = setting.lines(BLUE).await;
    assert!(lines.iter().filter(|line| line.seat == BLUE).all(|line| line.by == Seat::Clock));
}

/// Two absent commanders defend every day: no battle is fought, and the umpire has the last word.
#[tokio::test]
async fn days_without_anybody_pass_to_the_last() {
    let position = toml::from_str(rules_battlefront::SAMPLE_POSITION).unwrap();
    let (setting, _, steps) = without_sides(rules_battlefront::SAMPLE, Some(position)).await;
    let umpires = setting.desk.offers(&setting.campaign, Seat::Umpire, 50).await.unwrap();
    assert!(umpires.iter().any(|offer| offer["do"] == "declare-victory"), "{umpires:?} {steps:#?}");
}

/// Who has begun a throw at a real table and stays away holds nobody up: the campaign's dice make it.
#[tokio::test]
async fn a_throw_that_was_begun_is_made_for_a_side_that_stays_away() {
    for (missing, closes) in [(Missing::Default, true), (Missing::Saved, true), (Missing::Wait, false)] {
        let (setting, now) = Setting::at_a_time().await;
        setting.set(1, 0, missing).await;
        setting.keeps(BLUE, &[json!({"do": "close"})]).await;
        let mut pay = setting.submission(BLUE, json!({"do": "pay"}));
        pay.dice = DiceBy::Table(Vec::new());
        assert!(matches!(setting.send(pay).await, Answer::Waits { .. }));
        setting.done(GREY, json!({"do": "pay"})).await;
        setting.done(GREY, json!({"do": "close"})).await;
        let dusk = setting.standing().await;
        later(&setting, &now, HOUR).await;
        assert_eq!(setting.standing().await != dusk, closes, "{missing:?}");
        let waits = !setting.desk.look(&setting.campaign, BLUE).await.unwrap().waiting.is_empty();
        assert_eq!(waits, !closes, "{missing:?}");
        if closes {
            let own = setting.lines(BLUE).await;
            let thrown = own.iter().find(|line| !line.rolls.is_empty()).unwrap();
            assert_eq!((thrown.by, thrown.rolls[0].line.origin.as_str()), (Seat::Clock, "server"));
            assert!(
                own.iter().any(|line| line.reason.as_deref().is_some_and(|why| why.contains("was kept")))
            );
            let others = setting.lines(GREY).await;
            assert!(
                others.iter().all(|line| line.seat != BLUE || (line.by == BLUE && line.reason.is_none()))
            );
            // Whoever reads the log again comes to the same table.
            let standing = setting.standing().await;
            assert_eq!(setting.again().await.standing().await, standing);
        }
    }
}

#[tokio::test]
async fn the_log_says_what_the_umpire_did_about_time() {
    let (setting, now) = Setting::at_a_time().await;
    setting.set(2, 0, Missing::Wait).await;
    let at = now.load(Ordering::Relaxed) + 5 * HOUR;
    for order in [TimeOrder::Move(at), TimeOrder::Pause, TimeOrder::Resume] {
        assert!(matches!(setting.time(Seat::Umpire, order).await, Answer::Done { .. }));
    }
    let told = said(&setting.lines(BLUE).await);
    for words in ["moved the deadline", "in 5 hours", "let time stand still", "let time go on"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert_eq!(told.matches("gives each step").count(), 1, "{told}");
}

/// Where the umpire acts for the late, play waits for the umpire from the deadline on.
#[tokio::test]
async fn the_umpire_is_asked_when_sides_are_late() {
    let (setting, now) = Setting::at_a_time().await;
    setting.set(1, 0, Missing::Umpire).await;
    let asked = async || {
        let awaited = setting.desk.awaited(&setting.campaign).await.unwrap().unwrap();
        let look = setting.desk.look(&setting.campaign, Seat::Umpire).await.unwrap();
        (awaited.seats.contains(&Seat::Umpire), awaited.passed, look.acts_for_late)
    };
    assert_eq!(asked().await, (false, false, false));
    later(&setting, &now, HOUR).await;
    assert_eq!(asked().await, (true, true, true));
    assert!(!setting.desk.look(&setting.campaign, BLUE).await.unwrap().acts_for_late);
    for side in [BLUE, GREY] {
        setting.done(side, json!({"do": "pay"})).await;
        setting.done(side, json!({"do": "close"})).await;
    }
    assert_eq!(asked().await, (false, false, false));
}

/// What a side keeps is read by others who take the seat over: it holds nothing that turns their words or a terminal obeys.
#[tokio::test]
async fn kept_words_hold_no_marks_of_direction() {
    let (setting, _) = Setting::at_a_time().await;
    setting.set(2, 0, Missing::Saved).await;
    let words = "Pay\u{202e} the\u{2066} men\u{200b}\n\u{1b}[31m and \u{2069}close".to_owned();
    let kept = Kept { words, command: json!({"do": "pay"}) };
    let token = setting.desk.fresh_token().unwrap();
    let answer = setting.desk.keep_orders(&setting.campaign, BLUE, vec![kept], None, token).await.unwrap();
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    let look = setting.desk.look(&setting.campaign, BLUE).await.unwrap();
    assert_eq!(look.kept[0].words, "Pay the men [31m and close");
    let own = said(&setting.lines(BLUE).await);
    assert!(!own.contains("202e") && !own.contains('\u{202e}') && !own.contains('\u{2066}'), "{own}");
}

/// A command without fields has none, as one with fields has no others.
#[tokio::test]
async fn a_command_has_no_fields_but_its_own() {
    let (setting, _) = Setting::at_a_time().await;
    setting.set(2, 0, Missing::Saved).await;
    for odd in [
        json!({"do": "pay", "much": true}),
        json!({"do": "pay", "Do": "close"}),
        json!({"do": "place", "post": "ford", "with": null}),
        json!({"do": "close", "nonce": "no nonce"}),
        json!({"do": "pay", "do.much": true}),
        json!({"do": "pay", "much.more": null}),
        json!({"do": "place", "post": "ford", "post.with": 1}),
    ] {
        for answer in
            [setting.act(BLUE, odd.clone()).await, setting.keeps(BLUE, std::slice::from_ref(&odd)).await]
        {
            let Answer::Refused(refusals) = answer else { panic!("{odd} was taken") };
            assert_eq!(
                (refusals.first().rule.0, refusals.first().code),
                ("HOUSE-COMMAND", "command"),
                "{odd}"
            );
        }
    }
    // What a command has and leaves out when it is empty is its own.
    setting.done(BLUE, json!({"do": "pay"})).await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
}
