//! Accounts: made by who holds a seat, signed in to from elsewhere, recovered, deleted.

use people::{
    Before, Chair, Checked, Making, Name, Password, RecoveryCode, SESSION_LIFETIME_MS, Secret, Session,
    SignIn,
};

use crate::{DAY, House, chair};

const WORD: &str = "correct horse battery";
const ALONE: Before<'_> = Before { secret: None, take_along: false };

fn password(text: &str) -> Password {
    Password::typed(text)
}

struct Made {
    session: Session,
    secret: Secret,
    codes: Vec<RecoveryCode>,
}

impl House {
    /// Somebody at a seat of Rostov with an account.
    async fn anna(&self) -> Made {
        let (_, secret) = self.enter("side-0", 0).await;
        match self.make(&secret, "Anna", 1).await {
            Making::Made { session, secret, codes } => Made { session, secret, codes },
            other => panic!("{other:?}"),
        }
    }

    async fn make(&self, secret: &Secret, name: &str, now: i64) -> Making {
        let name = Name::read(name).unwrap();
        self.people.make_account(&secret.reveal(), &name, &password(WORD), now).await.unwrap()
    }

    async fn sign_in(&self, name: &str, word: &str, now: i64) -> Option<(Session, Secret)> {
        match self.people.sign_in(name, &password(word), ALONE, "Firefox on Linux", now).await.unwrap() {
            SignIn::In { session, secret } => Some((session, secret)),
            SignIn::Refused => None,
            SignIn::Busy => panic!("nobody else signs in"),
        }
    }

    async fn lives(&self, secret: &Secret, now: i64) -> bool {
        self.people.session(&secret.reveal(), now).await.unwrap().is_some()
    }
}

#[tokio::test]
async fn whoever_holds_a_seat_makes_an_account_and_finds_the_seats_on_another_device() {
    let house = House::new().await;
    let (before, old) = house.enter("side-0", 0).await;
    let Making::Made { session, secret, codes } = house.make(&old, " Anna  K ", 1).await else {
        panic!("not made")
    };
    assert_eq!(session.account.as_deref(), Some("Anna K"));
    assert_eq!((&session.handle, codes.len()), (&before.handle, 8));
    assert!(!house.lives(&old, 2).await, "the secret of before opens nothing any more");
    assert!(house.lives(&secret, 2).await);

    let (second, _) = house.sign_in("ANNA k", WORD, 3).await.unwrap();
    assert_eq!(second.chairs, [chair("side-0")]);
    assert_eq!(second.person, before.person);
    assert_ne!(second.handle, session.handle);
    // A seat taken on one device is there on the other.
    let other = Chair::new("bastogne", "umpire");
    let invited = house.people.invite(&other, "", 4, DAY).await.unwrap();
    house.people.exchange(&invited.secret.reveal(), Some(&secret.reveal()), "", 5).await.unwrap();
    assert_eq!(house.people.seats_of(&second.handle, 6).await.unwrap(), [other, chair("side-0")]);
}

#[tokio::test]
async fn an_account_needs_a_seat_a_free_name_and_is_made_once() {
    let house = House::new().await;
    let anna = house.anna().await;
    let (_, secret) = house.enter("side-1", 2).await;
    assert!(matches!(house.make(&secret, "ANNA", 3).await, Making::NameTaken));
    assert!(matches!(house.make(&anna.secret, "Berta", 3).await, Making::NotNow), "one account a person");
    let (session, unseated) = house.enter("side-1", 4).await;
    house.people.unseat(&session.person, &chair("side-1")).await.unwrap();
    assert!(matches!(house.make(&unseated, "Berta", 5).await, Making::NotNow), "a stranger makes none");
    assert!(matches!(house.make(&secret, "Berta", 6).await, Making::Made { .. }));
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_end_alike() {
    let house = House::new().await;
    house.anna().await;
    for (name, word) in [("Anna", "correct horse batterie"), ("Nobody", WORD), ("", ""), ("Anna", "")] {
        assert!(house.sign_in(name, word, 2).await.is_none(), "{name} {word}");
    }
    assert!(house.sign_in("Anna", &"x".repeat(60_000), 2).await.is_none());
    assert!(house.sign_in(&"y".repeat(60_000), WORD, 2).await.is_none());
}

#[tokio::test]
async fn a_sign_in_begins_a_new_session_and_ends_the_one_that_was_there() {
    let house = House::new().await;
    let anna = house.anna().await;
    let (_, planted) = house.enter("side-1", 2).await;
    let text = planted.reveal();
    let before = Before { secret: Some(&text), take_along: false };
    let entered = house.people.sign_in("Anna", &password(WORD), before, "", 3).await.unwrap();
    let SignIn::In { session, secret } = entered else { panic!("refused") };
    assert_ne!(secret.reveal(), text);
    assert!(!house.lives(&planted, 4).await);
    assert_eq!(session.chairs, [chair("side-0")], "the other seat was given up");
    assert_eq!(house.people.holders("rostov", 4).await.unwrap().len(), 1);
    // Signing in again on the same device leaves one session of it.
    let text = secret.reveal();
    let before = Before { secret: Some(&text), take_along: true };
    house.people.sign_in("Anna", &password(WORD), before, "", 5).await.unwrap();
    let devices = house.people.devices(&anna.session.person, 6).await.unwrap();
    assert_eq!(devices.len(), 2);
}

#[tokio::test]
async fn seats_of_a_browser_go_over_to_the_account_when_they_are_taken_along() {
    let house = House::new().await;
    let anna = house.anna().await;
    let (visitor, other) = house.enter("umpire", 2).await;
    let mark = people::LastSeen { at_ms: 3, cursor: "7".into(), before: None };
    house.people.note_seen(&visitor.person, &chair("umpire"), &mark).await.unwrap();
    let text = other.reveal();
    let before = Before { secret: Some(&text), take_along: true };
    house.people.sign_in("Anna", &password(WORD), before, "", 4).await.unwrap();
    let person = &anna.session.person;
    assert_eq!(
        house.people.seats_of(&anna.session.handle, 5).await.unwrap(),
        [chair("side-0"), chair("umpire")]
    );
    assert_eq!(house.people.last_seen(person, &chair("umpire")).await.unwrap(), Some(mark));
    assert_eq!(house.people.holders("rostov", 5).await.unwrap().len(), 2);

    // What another account holds stays with it.
    let (_, secret) = house.enter("side-1", 6).await;
    let Making::Made { secret, .. } = house.make(&secret, "Berta", 7).await else { panic!("not made") };
    let text = secret.reveal();
    let before = Before { secret: Some(&text), take_along: true };
    let entered = house.people.sign_in("Anna", &password(WORD), before, "", 8).await.unwrap();
    let SignIn::In { session, .. } = entered else { panic!("refused") };
    assert_eq!(session.chairs.len(), 2, "Berta's seat is not Anna's");
    assert_eq!(house.sign_in("Berta", WORD, 9).await.unwrap().0.chairs, [chair("side-1")]);
}

#[tokio::test]
async fn devices_are_listed_and_signed_out_one_by_one_or_all_at_once() {
    let house = House::new().await;
    let anna = house.anna().await;
    let person = &anna.session.person;
    let (second, second_secret) = house.sign_in("Anna", WORD, 10).await.unwrap();
    let (_, third_secret) = house.sign_in("Anna", WORD, 20).await.unwrap();
    let listed = house.people.devices(person, 30).await.unwrap();
    let told: Vec<_> = listed.iter().map(|one| (one.label.as_str(), one.created_ms)).collect();
    assert_eq!(told, [("Firefox on Linux", 20), ("Firefox on Linux", 10), ("", 0)]);

    let (stranger, _) = house.enter("side-1", 30).await;
    assert!(!house.people.sign_out(&stranger.person, &second.handle).await.unwrap(), "not one's own");
    assert!(house.people.sign_out(person, &second.handle).await.unwrap());
    assert!(!house.lives(&second_secret, 31).await);
    assert!(!house.people.holds(&second.handle, "rostov", "side-0", 31).await.unwrap());
    assert!(house.lives(&third_secret, 31).await);
    assert_eq!(house.people.sign_out_others(person, &anna.session.handle).await.unwrap(), 1);
    assert!(!house.lives(&third_secret, 32).await);
    assert!(house.lives(&anna.secret, 32).await);
    // Signed out everywhere, the account still holds its seat.
    house.people.revoke_session(&anna.session.handle).await.unwrap();
    let holders = house.people.holders("rostov", 33).await.unwrap();
    let anna = holders.iter().find(|holder| holder.person == *person).unwrap();
    assert!(anna.has_account && anna.n_devices == 0);
    assert_eq!(house.sign_in("Anna", WORD, 34).await.unwrap().0.chairs, [chair("side-0")]);
}

#[tokio::test]
async fn an_account_outlives_its_sessions_and_its_seats_get_no_start_links() {
    let house = House::new().await;
    house.anna().await;
    let late = 3 * SESSION_LIFETIME_MS;
    house.people.sweep(late).await.unwrap();
    assert!(house.people.start_links(&[chair("side-0")], late, DAY).await.unwrap().is_empty());
    assert_eq!(house.sign_in("Anna", WORD, late).await.unwrap().0.chairs, [chair("side-0")]);
}

#[tokio::test]
async fn a_changed_password_signs_all_other_devices_out() {
    let house = House::new().await;
    let anna = house.anna().await;
    let (_, second) = house.sign_in("Anna", WORD, 2).await.unwrap();
    let new = password("quite another one");
    let wrong = house.people.change_password(&anna.session, &password("wrong"), &new).await.unwrap();
    assert!(matches!(wrong, Checked::Wrong));
    assert!(house.lives(&second, 3).await);
    let Checked::Done(secret) =
        house.people.change_password(&anna.session, &password(WORD), &new).await.unwrap()
    else {
        panic!("not changed")
    };
    assert!(house.lives(&secret, 4).await);
    assert!(!house.lives(&anna.secret, 4).await && !house.lives(&second, 4).await);
    assert!(house.sign_in("Anna", WORD, 5).await.is_none());
    assert!(house.sign_in("Anna", "quite another one", 5).await.is_some());
}

#[tokio::test]
async fn a_recovery_code_opens_once_and_signs_everybody_else_out() {
    let house = House::new().await;
    let anna = house.anna().await;
    let new = password("quite another one");
    let recover = async |name: &str, code: &str, now: i64| {
        house.people.recover(name, &RecoveryCode::read(code), &new, ALONE, "", now).await.unwrap()
    };
    let code = anna.codes[3].reveal();
    assert!(matches!(recover("Berta", &code, 2).await, SignIn::Refused));
    assert!(matches!(recover("Anna", "aaaaa-aaaaa-aaaaa-aaaaa", 2).await, SignIn::Refused));
    assert!(matches!(recover("Anna", "", 2).await, SignIn::Refused));
    assert!(house.sign_in("Anna", WORD, 3).await.is_some(), "nothing was changed");

    let SignIn::In { session, .. } = recover("anna", &code.to_uppercase(), 4).await else {
        panic!("refused")
    };
    assert_eq!(session.chairs, [chair("side-0")]);
    assert!(!house.lives(&anna.secret, 5).await);
    assert!(house.sign_in("Anna", WORD, 5).await.is_none());
    assert!(matches!(recover("Anna", &code, 6).await, SignIn::Refused), "once");
    assert_eq!(house.people.n_codes(&session.person).await.unwrap(), 7);

    let fresh = house.people.new_codes(&session.person, &new).await.unwrap();
    let Checked::Done(fresh) = fresh else { panic!("{fresh:?}") };
    assert!(matches!(recover("Anna", &anna.codes[0].reveal(), 7).await, SignIn::Refused), "older ones");
    assert!(matches!(recover("Anna", &fresh[0].reveal(), 8).await, SignIn::In { .. }));
}

#[tokio::test]
async fn a_deleted_account_is_in_no_byte_of_the_files() {
    let house = House::new().await;
    let (_, secret) = house.enter("side-0", 0).await;
    let name = "Wilhelmina Featherstonehaugh";
    let Making::Made { session, secret, .. } = house.make(&secret, name, 1).await else { panic!("not made") };
    let (_, second) = house.sign_in(name, WORD, 2).await.unwrap();
    let marks = ["Featherstonehaugh", "featherstonehaugh", "$argon2id$", "Firefox on Linux", "Anna"];
    let found = |marks: &[&str]| {
        let files = std::fs::read_dir(house.folder.path()).unwrap();
        let bytes: Vec<u8> = files.flat_map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect();
        marks.iter().filter(|mark| bytes.windows(mark.len()).any(|part| part == mark.as_bytes())).count()
    };
    assert_eq!(found(&marks), marks.len());
    let wrong = house.people.delete_account(&session.person, &password("wrong")).await.unwrap();
    assert!(matches!(wrong, Checked::Wrong) && house.lives(&secret, 3).await);
    let named = house.people.account_named(&name.to_uppercase()).await.unwrap();
    assert_eq!(named, Some(session.person.clone()));
    let done = house.people.delete_account(&session.person, &password(WORD)).await.unwrap();
    assert!(matches!(done, Checked::Done(())));
    assert_eq!(found(&marks), 0);
    assert!(!house.lives(&secret, 4).await && !house.lives(&second, 4).await);
    assert!(house.sign_in(name, WORD, 5).await.is_none());
    assert_eq!(house.people.account_named(name).await.unwrap(), None);
    assert!(house.people.holders("rostov", 5).await.unwrap().is_empty());
    assert!(house.people.invitations("rostov", 5).await.unwrap().is_empty());
}
