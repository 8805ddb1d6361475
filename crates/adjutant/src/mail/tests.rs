//! Reminders over a campaign that is played: who gets one, when, how often, and that it tells nothing.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use kernel::{Rulebook, Seat};
use ledger::{Committer, SqliteStore, Store};
use people::{Asking, Chair, DAY_MS, Entry, Handle, Making, Name, Password, People, Wants};
use serde_json::{Value, json};
use table::{Answer, Clock, Desk, DiceBy, Missing, NewCampaign, Pace, Submission, TimeOrder};

use super::reminders::LATELY_MS;
use super::{Post, remind};
use crate::arguments::Mail;

static RULEBOOKS: &[&dyn Rulebook] = &[&rules_toy::RULEBOOK];
const BLUE: Seat = Seat::Side(0);
const GREY: Seat = Seat::Side(1);
const HOUR: i64 = 60 * 60_000;
const ADDRESS: &str = "https://adjutant.example.org";

struct House {
    folder: tempfile::TempDir,
    people: People,
    desk: Desk,
    campaign: String,
    now: Arc<AtomicI64>,
    looking: BTreeSet<Handle>,
}

impl House {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let people = People::open(&folder.path().join("people.sqlite3")).await.unwrap();
        let store: Arc<dyn Store> =
            Arc::new(SqliteStore::open(&folder.path().join("log.sqlite3")).await.unwrap());
        let now = Arc::new(AtomicI64::new(1_795_292_460_000));
        let desk = Desk::new(store.clone(), Committer::start(store), Self::clock(&now), RULEBOOKS);
        let new = NewCampaign {
            file: "set-up".into(),
            setup: rules_toy::FORD.into(),
            system: "pickets".into(),
            position: None,
            start: table::DiceStart::AtOnce,
            table_dice: true,
            identity: None,
        };
        let campaign = desk.create(new).await.unwrap();
        Self { folder, people, desk, campaign, now, looking: BTreeSet::new() }
    }

    fn clock(now: &Arc<AtomicI64>) -> Clock {
        let now = Arc::clone(now);
        Clock::own(move || now.load(Ordering::Relaxed))
    }

    fn now(&self) -> i64 {
        self.now.load(Ordering::Relaxed)
    }

    fn pass(&self, ms: i64) {
        self.now.fetch_add(ms, Ordering::Relaxed);
    }

    /// Somebody at a seat with a confirmed address, who goes away at once.
    async fn somebody(&self, name: &str, seat: Seat) -> Handle {
        let now = self.now();
        let chair = Chair::new(&*self.campaign, seat.name());
        let invited = self.people.invite(&chair, "", now, DAY_MS).await.unwrap();
        let entered = self.people.exchange(&invited.secret.reveal(), None, "", now).await.unwrap();
        let Entry::Entered { session, secret, .. } = entered else { panic!("{entered:?}") };
        let word = Password::new_for("correct horse battery", name).unwrap();
        let made =
            self.people.make_account(&secret.reveal(), &Name::read(name).unwrap(), &word, now).await.unwrap();
        assert!(matches!(made, Making::Made { .. }));
        let address = format!("{name}@example.org");
        let Asking::Send(code) =
            self.people.give_address(&session.person, &address, "Europe/Berlin", now).await.unwrap()
        else {
            panic!("no code")
        };
        assert!(self.people.confirm_address(&session.person, &code, now).await.unwrap());
        session.person
    }

    async fn beat(&self) {
        let looks = |person: &Handle| self.looking.contains(person);
        remind(&self.people, &self.desk, &looks, ADDRESS, self.now()).await.unwrap();
    }

    /// The letters that have become due since this was last asked: where to, subject and text.
    async fn letters(&self) -> Vec<(String, String, String)> {
        let mut letters = Vec::new();
        while let Some(letter) = self.people.claim_letter(self.now()).await.unwrap() {
            self.people.letter_done(letter.number).await.unwrap();
            letters.push((letter.address, letter.subject, letter.body.replace(&letter.stop, "STOP")));
        }
        letters
    }

    async fn subjects(&self) -> Vec<String> {
        self.letters().await.into_iter().map(|(_, subject, _)| subject).collect()
    }

    async fn done(&self, by: Seat, command: Value) {
        let token = self.desk.fresh_token().unwrap();
        let (acting_for, reason, cursor, dice) = (None, None, None, DiceBy::Server);
        let submission = Submission { by, acting_for, reason, command, cursor, token, dice };
        let answer = self.desk.submit(&self.campaign, submission).await.unwrap();
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }

    async fn dusk(&self, post: &str) {
        for side in [BLUE, GREY] {
            self.done(side, json!({"do": "pay"})).await;
            self.done(side, json!({"do": "place", "post": post})).await;
            self.done(side, json!({"do": "close"})).await;
        }
    }

    async fn set(&self, hours: u32) {
        let token = self.desk.fresh_token().unwrap();
        let pace = TimeOrder::Set(Pace { hours, grace: 0, missing: Missing::Wait });
        self.desk.set_time(&self.campaign, Seat::Umpire, pace, None, token).await.unwrap();
    }
}

#[tokio::test]
async fn whoever_play_waits_for_gets_one_letter_a_step() {
    let house = House::new().await;
    house.somebody("anna", BLUE).await;
    house.somebody("otto", Seat::Spectator).await;
    house.beat().await;
    assert!(house.letters().await.is_empty(), "she was here a moment ago");
    house.pass(LATELY_MS);
    house.beat().await;
    let letters = house.letters().await;
    assert_eq!(letters.len(), 1, "{letters:?}");
    let (to, subject, body) = &letters[0];
    assert_eq!(to, "anna@example.org");
    assert!(subject.starts_with("It is your turn: "), "{subject}");
    assert!(body.contains(&format!("{ADDRESS}/c/{}/side-0", house.campaign)), "{body}");
    assert!(body.contains(&format!("{ADDRESS}/stop-mail/STOP")) && body.contains("no deadline"), "{body}");
    for _ in 0..3 {
        house.pass(DAY_MS);
        house.beat().await;
    }
    assert!(house.letters().await.is_empty(), "not twice for the same step");
    house.dusk("ford").await;
    house.beat().await;
    assert_eq!(house.subjects().await.len(), 1, "another step");
}

#[tokio::test]
async fn nobody_who_looks_or_has_looked_gets_a_letter() {
    let mut house = House::new().await;
    let anna = house.somebody("anna", BLUE).await;
    house.pass(LATELY_MS);
    house.looking.insert(anna.clone());
    house.beat().await;
    assert!(house.letters().await.is_empty(), "a page of hers is open");
    // She comes once more, sees it, and goes.
    house.pass(HOUR);
    let chair = Chair::new(&*house.campaign, "side-0");
    let seen = people::LastSeen { at_ms: house.now(), cursor: "1.0".into(), before: None };
    house.people.note_seen(&anna, &chair, &seen).await.unwrap();
    house.looking.clear();
    house.pass(HOUR);
    house.beat().await;
    assert!(house.letters().await.is_empty(), "she knows");
}

#[tokio::test]
async fn the_last_quarter_of_a_step_brings_one_letter_to_who_wants_it() {
    for (wants, expected) in [(Wants::Turn, 2), (Wants::Deadline, 1), (Wants::Off, 0)] {
        let house = House::new().await;
        let anna = house.somebody("anna", BLUE).await;
        house.people.set_wants(&anna, wants, "Europe/Berlin").await.unwrap();
        house.set(48).await;
        let mut subjects = Vec::new();
        for _ in 0..47 {
            house.pass(HOUR);
            house.beat().await;
            for subject in house.subjects().await {
                subjects.push((house.now(), subject));
            }
        }
        assert_eq!(subjects.len(), expected, "{wants:?}: {subjects:?}");
        if let Some((_, last)) = subjects.last() {
            assert!(last.starts_with("The deadline is in 12 hours: "), "{last}");
        }
    }
}

/// A short step whose last quarter has come before the letter about the turn could go: one letter says it all.
#[tokio::test]
async fn a_letter_about_the_deadline_stands_for_the_one_about_the_turn() {
    let house = House::new().await;
    house.somebody("anna", BLUE).await;
    house.set(1).await;
    house.pass(50 * 60_000);
    house.beat().await;
    let subjects = house.subjects().await;
    assert!(subjects.len() == 1 && subjects[0].contains("in 10 minutes"), "{subjects:?}");
}

/// Two campaigns that differ in everything that is secret and in nothing that is public: the letters are the same, byte for
/// byte.
#[tokio::test]
async fn letters_tell_nothing_that_a_side_keeps_to_itself() {
    let mut told = Vec::new();
    for (post, alone) in [("ford", true), ("mill", false)] {
        let house = House::new().await;
        for (name, seat) in [("anna", BLUE), ("berta", GREY), ("ulla", Seat::Umpire)] {
            house.somebody(name, seat).await;
        }
        house.set(48).await;
        house.dusk(post).await;
        house.pass(LATELY_MS);
        if alone {
            // What one side does in secret while a step is open.
            house.done(BLUE, json!({"do": "seal", "stance": "hold"})).await;
        }
        house.pass(LATELY_MS);
        house.beat().await;
        house.pass(40 * HOUR);
        house.beat().await;
        let letters = house.letters().await;
        let same = |text: &str| text.replace(&house.campaign, "CAMPAIGN");
        told.push(
            letters.iter().map(|(to, what, body)| (to.clone(), what.clone(), same(body))).collect::<Vec<_>>(),
        );
    }
    assert!(told[0].len() >= 4, "both sides, twice: {:#?}", told[0]);
    assert_eq!(told[0], told[1]);
}

#[tokio::test]
async fn letters_lie_in_the_folder_once_also_after_a_restart() {
    let house = House::new().await;
    house.somebody("anna", BLUE).await;
    house.pass(LATELY_MS);
    let folder = house.folder.path().join("letters");
    let mail = Mail { mail_folder: Some(folder.clone()), ..Mail::default() };
    let texts = || {
        let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
        let letters = files.filter(|path| path.extension().is_some_and(|ending| ending == "eml"));
        letters.map(|path| std::fs::read_to_string(path).unwrap()).collect::<Vec<_>>()
    };
    for _ in 0..3 {
        let post = Post::open(&mail, ADDRESS).unwrap().unwrap();
        house.people.give_up_tried().await.unwrap();
        house.beat().await;
        post.send_due(&house.people, &House::clock(&house.now)).await.unwrap();
        let letters = texts();
        assert_eq!(letters.len(), 1);
        for line in [
            "To: anna@example.org",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
            "Auto-Submitted: auto-generated",
        ] {
            assert!(letters[0].contains(line), "{line}: {}", letters[0]);
        }
    }
}

/// A mail server that is not there: the letter waits, the next one too, and nothing else does.
#[tokio::test]
async fn a_mail_server_that_is_away_holds_nothing_up() {
    let house = House::new().await;
    house.somebody("anna", BLUE).await;
    house.pass(LATELY_MS);
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mail = Mail {
        smtp: Some(format!("smtp://{free}")),
        mail_from: Some("a@example.org".into()),
        ..Mail::default()
    };
    let post = Post::open(&mail, ADDRESS).unwrap().unwrap();
    house.beat().await;
    post.send_due(&house.people, &House::clock(&house.now)).await.unwrap();
    assert_eq!(house.people.n_due_letters().await.unwrap(), 1);
    house.dusk("ford").await;
    house.pass(HOUR);
    assert_eq!(house.subjects().await.len(), 1, "it goes when the server is back");
}

/// A letter that the mail server has not taken yet goes nowhere once its reason is gone.
#[tokio::test]
async fn a_letter_that_waits_is_dropped_with_its_reason() {
    let house = House::new().await;
    let anna = house.somebody("anna", BLUE).await;
    let berta = house.somebody("berta", GREY).await;
    let waiting = async || {
        house.beat().await;
        house.people.n_due_letters().await.unwrap()
    };
    house.pass(LATELY_MS);
    assert_eq!(waiting().await, 2);
    house.people.set_wants(&berta, Wants::Off, "Europe/Berlin").await.unwrap();
    assert_eq!(waiting().await, 1, "she has stopped them");
    let chair = Chair::new(&*house.campaign, BLUE.name());
    assert!(house.people.unseat(&anna, &chair).await.unwrap());
    assert_eq!(waiting().await, 0, "the seat is not hers any more");
    house.people.set_wants(&berta, Wants::Turn, "Europe/Berlin").await.unwrap();
    assert_eq!(waiting().await, 1);
    house.dusk("ford").await;
    house.beat().await;
    let steps = house.letters().await;
    assert!(steps.iter().all(|(_, _, body)| !body.contains("Round 1, dusk")), "{steps:?}");
}

/// What a letter says is true when it is sent, not when it was queued; and a deadline that is moved is another one.
#[tokio::test]
async fn a_letter_that_waits_tells_the_time_as_it_is() {
    let house = House::new().await;
    house.somebody("anna", BLUE).await;
    house.set(24).await;
    house.pass(19 * HOUR);
    house.beat().await;
    house.pass(2 * HOUR);
    house.beat().await;
    assert_eq!(house.subjects().await, ["The deadline is in 3 hours: Pickets at the ford"]);
    let token = house.desk.fresh_token().unwrap();
    let later = TimeOrder::Move(house.now() + 4 * HOUR);
    house.desk.set_time(&house.campaign, Seat::Umpire, later, None, token).await.unwrap();
    house.beat().await;
    assert_eq!(house.subjects().await, ["The deadline is in 4 hours: Pickets at the ford"]);
}

/// A mail server that says no to every sender, as one does whose password is wrong.
async fn unwilling() -> std::net::SocketAddr {
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufStream};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut stream = BufStream::new(stream);
                let mut said = "220 here\r\n";
                loop {
                    stream.write_all(said.as_bytes()).await?;
                    stream.flush().await?;
                    let mut line = String::new();
                    if stream.read_line(&mut line).await? == 0 {
                        return Ok::<_, std::io::Error>(());
                    }
                    said = if line.starts_with("MAIL") { "550 not you\r\n" } else { "250 here\r\n" };
                }
            });
        }
    });
    address
}

/// What a mail server refuses may be the program's own fault, and somebody mends it: no letter is lost by it.
#[tokio::test]
async fn a_mail_server_that_refuses_loses_no_letter() {
    let house = House::new().await;
    house.somebody("anna", BLUE).await;
    house.somebody("berta", GREY).await;
    house.pass(LATELY_MS);
    house.beat().await;
    let mail = Mail {
        smtp: Some(format!("smtp://{}", unwilling().await)),
        mail_from: Some("a@example.org".into()),
        ..Mail::default()
    };
    let post = Post::open(&mail, ADDRESS).unwrap().unwrap();
    post.send_due(&house.people, &House::clock(&house.now)).await.unwrap();
    assert_eq!(house.people.n_due_letters().await.unwrap(), 2);
    assert!(house.letters().await.is_empty(), "each is tried again after a while");
    house.pass(HOUR);
    assert_eq!(house.letters().await.len(), 2);
}
