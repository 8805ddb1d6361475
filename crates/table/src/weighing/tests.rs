use std::sync::atomic::AtomicUsize;

use kernel::Refusal;
use kernel::foretold::too_much;
use kernel::rulebook::HOUSE_ODDS;
use serde_json::json;

use super::*;

fn asker(seat: u8) -> Asker {
    Asker::new("ford", Seat::Side(seat), "")
}

/// The `n`th question of a seat.
fn fresh(n: u8, now: i64) -> Weighing {
    let asking = Asking::Command { command: json!({ "do": n }), wanted: Vec::new() };
    Weighing::new(n.to_string(), asking, (Seat::Side(0), Cursor::default()), now)
}

fn nothing() -> Result<Told, Refusals> {
    Ok(Told::Plans(Vec::new()))
}

/// Work that ends by itself never: only its bound ends it. Counts itself while it runs.
fn endless(running: &Arc<AtomicUsize>) -> impl FnOnce(&Work<'_>) -> Result<Told, Refusals> + Send + 'static {
    let running = Arc::clone(running);
    move |work| {
        running.fetch_add(1, Ordering::SeqCst);
        let fault = loop {
            if let Err(fault) = work.spend(1) {
                break fault;
            }
        };
        running.fetch_sub(1, Ordering::SeqCst);
        Err(too_much(fault))
    }
}

fn code(weighing: &Weighing) -> &'static str {
    let told = weighing.told().expect("it has ended");
    let refusal: &Refusal = told.as_ref().expect_err("it has no answer").first();
    assert_eq!(refusal.rule, HOUSE_ODDS);
    refusal.code
}

/// Waits until so many run.
async fn until(running: &AtomicUsize, n: usize) {
    while running.load(Ordering::SeqCst) != n {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

const SOON: Duration = Duration::from_secs(10);

#[tokio::test(flavor = "multi_thread")]
async fn a_later_question_of_a_seat_stops_its_earlier_one() {
    let (all, clock, running) = (Weighings::default(), Clock::own(|| 0), Arc::default());
    let first = all.begin(asker(0), fresh(1, 0), &clock, endless(&running));
    until(&running, 1).await;
    assert!(!first.within(Duration::from_millis(30)).await);
    let again = all.begin(asker(0), fresh(1, 0), &clock, |_| panic!("the same question is asked once"));
    assert_eq!(again.name(), first.name());
    let second = all.begin(asker(0), fresh(2, 0), &clock, |_| nothing());
    assert!(first.within(SOON).await && second.within(SOON).await);
    assert_eq!((code(&first), second.told()), ("stopped", Some(&nothing())));
    assert_eq!(all.of(&asker(0)).map(|one| one.name().to_owned()), Some("2".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_seats_do_not_hold_each_other_up_and_a_third_waits_for_a_place() {
    let (all, clock, running) = (Weighings::default(), Clock::own(|| 0), Arc::default());
    let slow = all.begin(asker(0), fresh(1, 0), &clock, endless(&running));
    until(&running, 1).await;
    let quick = all.begin(asker(1), fresh(1, 0), &clock, |_| nothing());
    assert!(quick.within(SOON).await && !slow.is_over());
    let other = all.begin(asker(1), fresh(2, 0), &clock, endless(&running));
    until(&running, 2).await;
    // Both places are taken, until the work in one of them has really ended: that it is to be stopped frees none.
    let third = all.begin(asker(2), fresh(1, 0), &clock, |_| nothing());
    assert!(!third.within(Duration::from_millis(30)).await);
    other.stop(Stop::Asked);
    assert!(third.within(SOON).await && other.is_over());
    assert_eq!((code(&other), running.load(Ordering::SeqCst)), ("stopped", 1));
    slow.stop(Stop::Asked);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_is_free_only_when_its_work_has_ended() {
    let (all, clock) = (Weighings::default(), Clock::own(|| 0));
    let (go, gone) = std::sync::mpsc::channel::<()>();
    // It does not ask whether to go on, as a rule that is at work for long.
    let deaf = all.begin(asker(0), fresh(1, 0), &clock, move |_| {
        let _ = gone.recv();
        nothing()
    });
    let running = Arc::default();
    let other = all.begin(asker(1), fresh(1, 0), &clock, endless(&running));
    until(&running, 1).await;
    deaf.stop(Stop::Asked);
    let third = all.begin(asker(2), fresh(1, 0), &clock, |_| nothing());
    assert!(!third.within(Duration::from_millis(50)).await, "the place is still taken");
    go.send(()).expect("it waits for this");
    assert!(third.within(SOON).await);
    assert_eq!(code(&deaf), "stopped", "what came after the word is no answer");
    other.stop(Stop::Asked);
}

#[tokio::test(flavor = "multi_thread")]
async fn work_ends_within_its_time_and_says_what_to_do() {
    let (now, running) = (Arc::new(AtomicI64::new(0)), Arc::default());
    let clock = Clock::own({
        let now = Arc::clone(&now);
        move || now.load(Ordering::SeqCst)
    });
    let all = Weighings::default();
    let long = all.begin(asker(0), fresh(1, 0), &clock, endless(&running));
    until(&running, 1).await;
    now.store(MOST_TIME, Ordering::SeqCst);
    assert!(!long.within(Duration::from_millis(30)).await);
    assert!(long.progress().1 > 0, "its steps are told");
    now.store(MOST_TIME + 1, Ordering::SeqCst);
    assert!(long.within(SOON).await);
    assert_eq!(code(&long), "too-much");
    let words = long.told().expect("ended").as_ref().expect_err("none").to_string();
    assert!(words.contains("fewer"), "{words}");
    until(&running, 0).await;
    // What has ended is forgotten after a while.
    now.store(MOST_TIME + 1 + KEPT_FOR, Ordering::SeqCst);
    let other = all.begin(asker(1), fresh(1, 0), &clock, |_| nothing());
    assert!(other.within(SOON).await && all.of(&asker(0)).is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_that_break_free_their_place_and_are_asked_anew() {
    let (all, clock) = (Weighings::default(), Clock::own(|| 0));
    for _ in 0..=AT_ONCE {
        let broken = all.begin(asker(0), fresh(1, 0), &clock, |_| panic!("a rule breaks"));
        assert!(broken.within(SOON).await && broken.broke() && broken.told().is_none());
    }
}

#[tokio::test]
async fn spectators_share_a_seat_and_not_their_questions() {
    let (one, other) = (Asker::new("ford", Seat::Spectator, "a"), Asker::new("ford", Seat::Spectator, "b"));
    assert_ne!(one, other);
    assert_eq!(Asker::new("ford", Seat::Side(0), "a"), Asker::new("ford", Seat::Side(0), "b"));
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_seats_are_worked_for_and_the_next_one_is_told() {
    let (all, clock, running) = (Weighings::default(), Clock::own(|| 0), Arc::default());
    let seat = |n: usize| Asker::new(&n.to_string(), Seat::Umpire, "");
    let asked: Vec<_> =
        (0..MOST_ASKERS).map(|n| all.begin(seat(n), fresh(1, 0), &clock, endless(&running))).collect();
    let refused = all.begin(seat(MOST_ASKERS), fresh(1, 0), &clock, |_| nothing());
    assert!(refused.is_over());
    assert_eq!(code(&refused), "crowded");
    all.close();
    for one in asked {
        assert!(one.within(SOON).await);
        assert_eq!(code(&one), "stopped");
    }
}
