//! Addresses that are confirmed, and letters that are sent once.

use people::mail::{CODE_EVERY_MS, CODE_LIFETIME_MS, is_address, letters::MOST_DUE};
use people::{Asking, Handle, Making, Name, Password, Wants};

use crate::{DAY, House, chair};

const HOUR: i64 = 60 * 60 * 1000;

impl House {
    /// Somebody with an account on the first side.
    async fn with_account(&self, name: &str) -> Handle {
        let (session, secret) = self.enter("side-0", 0).await;
        let (word, name) =
            (Password::new_for("correct horse battery", name).unwrap(), Name::read(name).unwrap());
        let made = self.people.make_account(&secret.reveal(), &name, &word, 0).await.unwrap();
        assert!(matches!(made, Making::Made { .. }));
        session.person
    }

    async fn asks(&self, person: &Handle, now: i64) -> String {
        match self.people.give_address(person, "anna@example.org", "Europe/Berlin", now).await.unwrap() {
            Asking::Send(code) => code,
            other => panic!("{other:?}"),
        }
    }

    async fn with_address(&self, name: &str) -> Handle {
        let anna = self.with_account(name).await;
        let code = self.asks(&anna, 0).await;
        assert!(self.people.confirm_address(&anna, &code, 1).await.unwrap());
        anna
    }

    async fn posts(&self, person: &Handle, occasion: &str, now: i64) -> bool {
        self.people.post(person, occasion, ("Subject", "Body"), now).await.unwrap()
    }
}

#[test]
fn what_could_be_two_addresses_or_another_line_is_none() {
    for good in ["anna@example.org", "a.b+c@host", "x_y@sub.example.org"] {
        assert!(is_address(good), "{good}");
    }
    for bad in [
        "",
        "anna",
        "@example.org",
        "anna@",
        "a@b@c",
        "a b@c.de",
        "a@c.de\r\nBcc: x@y.z",
        "a@c.de,x@y.z",
        "<a@b>",
        "a..b@c",
        "anna@-example.org",
        "anna@example-.org",
    ] {
        assert!(!is_address(bad), "{bad:?}");
    }
}

#[tokio::test]
async fn an_address_counts_when_its_code_has_come_back_in_time() {
    let house = House::new().await;
    let anna = house.with_account("Anna").await;
    assert_eq!(house.people.mail_to(&anna).await.unwrap(), None);
    assert_eq!(house.people.give_address(&anna, "nonsense", "UTC", 0).await.unwrap(), Asking::Unfit);
    let code = house.asks(&anna, 0).await;
    assert!(house.people.mail_readers().await.unwrap().is_empty());
    assert!(!house.people.confirm_address(&anna, "1", 1).await.unwrap());
    assert!(!house.people.confirm_address(&anna, &code, CODE_LIFETIME_MS).await.unwrap(), "too late");
    assert_eq!(
        house.people.give_address(&anna, "anna@example.org", "UTC", CODE_EVERY_MS - 1).await.unwrap(),
        Asking::TooSoon
    );
    let code = house.asks(&anna, CODE_EVERY_MS).await;
    let typed = format!("{} {}", &code[..4], &code[4..]);
    assert!(house.people.confirm_address(&anna, &typed, CODE_EVERY_MS + 1).await.unwrap());
    let readers = house.people.mail_readers().await.unwrap();
    assert_eq!(
        (readers.len(), readers[0].seat.as_str(), readers[0].zone.as_str()),
        (1, "side-0", "Europe/Berlin")
    );
    // Another address has to be confirmed anew.
    house.asks(&anna, 2 * CODE_EVERY_MS).await;
    assert!(house.people.mail_readers().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_code_cannot_be_guessed() {
    let house = House::new().await;
    let anna = house.with_account("Anna").await;
    let code = house.asks(&anna, 0).await;
    for _ in 0..8 {
        assert!(!house.people.confirm_address(&anna, "00", 1).await.unwrap());
    }
    assert!(!house.people.confirm_address(&anna, &code, 1).await.unwrap());
}

#[tokio::test]
async fn reminders_can_be_chosen_and_stopped_by_the_link_alone() {
    let house = House::new().await;
    let anna = house.with_address("Anna").await;
    house.people.set_wants(&anna, Wants::Deadline, "UTC").await.unwrap();
    let readers = house.people.mail_readers().await.unwrap();
    assert_eq!(readers[0].wants, Wants::Deadline);
    assert!(!house.people.stop_mail("somebody else").await.unwrap());
    assert!(house.people.stop_mail(&readers[0].stop).await.unwrap());
    assert!(house.people.mail_readers().await.unwrap().is_empty());
    assert_eq!(house.people.mail_to(&anna).await.unwrap().unwrap().wants, Wants::Off);
}

#[tokio::test]
async fn an_occasion_has_one_letter_whatever_happens_to_it() {
    let house = House::new().await;
    let anna = house.with_address("Anna").await;
    assert_eq!(house.people.notice(&anna, "turn 1", 5).await.unwrap(), Some(5));
    assert_eq!(house.people.notice(&anna, "turn 1", 9).await.unwrap(), Some(5));
    assert!(house.posts(&anna, "turn 1", 10).await);
    assert!(!house.posts(&anna, "turn 1", 11).await);
    let letter = house.people.claim_letter(10).await.unwrap().unwrap();
    assert_eq!((letter.address.as_str(), letter.body.as_str()), ("anna@example.org", "Body"));
    assert_eq!(house.people.claim_letter(10).await.unwrap(), None, "it is under way");
    house.people.letter_done(letter.number).await.unwrap();
    assert!(!house.posts(&anna, "turn 1", 12).await);
    assert_eq!(house.people.notice(&anna, "turn 1", 12).await.unwrap(), None);
    // An occasion that was left has none either.
    house.people.notice(&anna, "turn 2", 12).await.unwrap();
    house.people.leave_occasion(&anna, "turn 2").await.unwrap();
    assert!(!house.posts(&anna, "turn 2", 13).await);
}

#[tokio::test]
async fn what_was_under_way_when_the_program_ended_is_not_sent_again() {
    let house = House::new().await;
    let anna = house.with_address("Anna").await;
    house.posts(&anna, "one", 1).await;
    house.posts(&anna, "two", 2).await;
    house.people.claim_letter(3).await.unwrap().unwrap();
    house.people.close().await;
    let people = people::People::open(&house.folder.path().join("people.sqlite3")).await.unwrap();
    assert_eq!(people.give_up_tried().await.unwrap(), 1);
    let next = people.claim_letter(3).await.unwrap().unwrap();
    assert_eq!(people.claim_letter(3).await.unwrap(), None, "{next:?} was the only one");
}

#[tokio::test]
async fn a_letter_is_tried_again_later_and_later_and_dropped_after_a_day() {
    let house = House::new().await;
    let anna = house.with_address("Anna").await;
    house.posts(&anna, "one", 0).await;
    let (mut now, mut tries) = (0, 0);
    while now < DAY {
        if let Some(letter) = house.people.claim_letter(now).await.unwrap() {
            house.people.letter_failed(&letter, now).await.unwrap();
            assert_eq!(house.people.claim_letter(now + 59_000).await.unwrap(), None, "a pause at least");
            tries += 1;
        }
        assert_eq!(house.people.drop_stale_letters(now).await.unwrap(), 0);
        now += HOUR / 4;
    }
    assert!((20..40).contains(&tries), "{tries}");
    assert_eq!(house.people.drop_stale_letters(DAY).await.unwrap(), 1);
    assert_eq!(house.people.claim_letter(2 * DAY).await.unwrap(), None);
}

#[tokio::test]
async fn a_queue_that_is_full_takes_no_more() {
    let house = House::new().await;
    let anna = house.with_address("Anna").await;
    for nth in 0..MOST_DUE {
        assert!(house.posts(&anna, &format!("{nth}"), 1).await);
    }
    assert!(!house.posts(&anna, "one more", 1).await);
    assert_eq!(house.people.n_due_letters().await.unwrap(), MOST_DUE);
}

#[tokio::test]
async fn an_address_goes_with_the_person_or_alone_and_no_byte_is_left() {
    for with_person in [true, false] {
        let house = House::new().await;
        let anna = house.with_address("Anna").await;
        house.people.post(&anna, "one", ("Subject", "A body to be found"), 1).await.unwrap();
        if with_person {
            house.people.erase_person(&anna).await.unwrap();
        } else {
            house.people.drop_address(&anna).await.unwrap();
            assert_eq!(house.people.mail_to(&anna).await.unwrap(), None);
        }
        assert!(house.people.mail_readers().await.unwrap().is_empty());
        assert_eq!(house.people.claim_letter(2).await.unwrap(), None);
        house.people.close().await;
        for file in std::fs::read_dir(house.folder.path()).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            for word in ["anna@example.org", "A body to be found"] {
                assert!(!bytes.windows(word.len()).any(|window| window == word.as_bytes()), "{word}");
            }
        }
    }
}

#[tokio::test]
async fn a_seat_that_another_person_held_is_known() {
    let house = House::new().await;
    let anna = house.with_account("Anna").await;
    let berta = house.enter("side-0", 1).await.0.person;
    house.people.unseat(&anna, &chair("side-0")).await.unwrap();
    assert!(house.people.held_by_another(&berta, &chair("side-0")).await.unwrap());
    assert!(!house.people.held_by_another(&berta, &chair("side-1")).await.unwrap());
    assert!(house.people.is_held(&chair("side-0"), 2).await.unwrap());
    house.people.unseat(&berta, &chair("side-0")).await.unwrap();
    assert!(!house.people.is_held(&chair("side-0"), 2).await.unwrap());
}
