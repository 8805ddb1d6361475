use people::{Chair, Entry, LastSeen, SESSION_LIFETIME_MS, Swept};

use crate::{DAY, House, chair};

const MARK: &str = "Wilhelmina Featherstonehaugh";

fn mark_in_files(house: &House) -> bool {
    std::fs::read_dir(house.folder.path()).unwrap().any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        bytes.windows(MARK.len()).any(|window| window == MARK.as_bytes())
    })
}

async fn enter_marked(house: &House, chair: &Chair, existing: Option<&str>) -> Entry {
    let invited = house.people.invite(chair, MARK, 0, DAY).await.unwrap();
    house.people.exchange(&invited.secret.reveal(), existing, "", 1).await.unwrap()
}

#[tokio::test]
async fn an_erased_person_is_in_no_byte_of_the_files() {
    let house = House::new().await;
    house.enter("side-1", 0).await;
    let Entry::Entered { session, .. } = enter_marked(&house, &chair("side-0"), None).await else {
        panic!("closed")
    };
    let mark = LastSeen { at_ms: 2, cursor: MARK.into(), before: None };
    house.people.note_seen(&session.person, &chair("side-0"), &mark).await.unwrap();
    assert!(mark_in_files(&house));
    house.people.erase_person(&session.person).await.unwrap();
    assert!(!mark_in_files(&house));
    let left = house.people.holders("rostov", 3).await.unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].chair, chair("side-1"));
}

#[tokio::test]
async fn an_erased_campaign_takes_its_people_but_not_those_of_others() {
    let house = House::new().await;
    let Entry::Entered { secret, .. } = enter_marked(&house, &chair("side-0"), None).await else {
        panic!("closed")
    };
    let other = Chair::new("bastogne", "side-1");
    let invited = house.people.invite(&other, "Bert", 0, DAY).await.unwrap();
    let entered =
        house.people.exchange(&invited.secret.reveal(), Some(&secret.reveal()), "", 2).await.unwrap();
    let Entry::Entered { session: both, .. } = entered else { panic!("closed") };
    let (only, _) = house.enter("side-1", 3).await;

    house.people.erase_campaign("rostov").await.unwrap();
    assert!(!mark_in_files(&house));
    assert!(house.people.invitations("rostov", 4).await.unwrap().is_empty());
    assert_eq!(house.people.seats_of(&both.handle, 4).await.unwrap(), [other]);
    assert!(!house.people.revoke_session(&only.handle).await.unwrap(), "its only campaign is gone");
}

#[tokio::test]
async fn a_sweep_removes_what_ran_out_and_nothing_else() {
    let house = House::new().await;
    house.invite("side-0").await;
    house.enter("side-1", 0).await;
    assert_eq!(
        house.people.sweep(DAY).await.unwrap(),
        Swept { n_invitations: 0, n_sessions: 0, n_tokens: 0 }
    );
    assert_eq!(
        house.people.sweep(31 * DAY).await.unwrap(),
        Swept { n_invitations: 2, n_sessions: 0, n_tokens: 0 }
    );
    let swept = house.people.sweep(SESSION_LIFETIME_MS).await.unwrap();
    assert_eq!(swept, Swept { n_invitations: 0, n_sessions: 1, n_tokens: 0 });
}

/// That a seat was held outlives who held it: an erased person, a browser that left, an invitation that was swept.
#[tokio::test]
async fn that_a_seat_was_held_stays_known_of_nobody() {
    let house = House::new().await;
    let (erased, _) = house.enter("side-0", 0).await;
    let (left, _) = house.enter("side-1", 0).await;
    let (taken, _) = house.enter("umpire", 0).await;
    house.people.erase_person(&erased.person).await.unwrap();
    house.people.revoke_session(&left.handle).await.unwrap();
    house.people.unseat(&taken.person, &chair("umpire")).await.unwrap();
    house.people.sweep(40 * DAY).await.unwrap();
    assert!(house.people.invitations("rostov", 40 * DAY).await.unwrap().is_empty());
    for seat in ["side-0", "side-1", "umpire"] {
        let (next, _) = house.enter(seat, 40 * DAY).await;
        assert!(house.people.held_by_another(&next.person, &chair(seat)).await.unwrap(), "{seat}");
    }
    let (first, _) = house.enter("spectator", 40 * DAY).await;
    assert!(!house.people.held_by_another(&first.person, &chair("spectator")).await.unwrap());
    // Whoever stays is nobody's successor, however old the invitation.
    house.people.sweep(80 * DAY).await.unwrap();
    assert!(!house.people.held_by_another(&first.person, &chair("spectator")).await.unwrap());
    house.people.erase_campaign("rostov").await.unwrap();
    let (anew, _) = house.enter("side-0", 80 * DAY).await;
    assert!(!house.people.held_by_another(&anew.person, &chair("side-0")).await.unwrap());
}

/// What runs out names the chairs whose kept orders go with it, and no others.
#[tokio::test]
async fn chairs_that_run_out_are_named_before_they_go() {
    let house = House::new().await;
    let (keeper, _) = house.enter("side-0", 0).await;
    house.people.note_keeper(&keeper.person, &chair("side-0")).await.unwrap();
    let (stays, _) = house.enter("side-0", DAY).await;
    house.enter("side-1", 0).await;
    house.enter("side-1", DAY).await;
    let over = SESSION_LIFETIME_MS;
    assert!(house.people.left_untouched(over - 1).await.unwrap().is_empty());
    assert_eq!(house.people.left_untouched(over).await.unwrap(), [chair("side-0")], "one stays at side-1");
    house.people.sweep(over).await.unwrap();
    assert!(house.people.left_untouched(over).await.unwrap().is_empty());
    assert_eq!(house.people.left_untouched(over + DAY).await.unwrap(), [chair("side-0"), chair("side-1")]);
    house.people.note_keeper(&stays.person, &chair("side-0")).await.unwrap();
    house.people.sweep(over + DAY).await.unwrap();
    assert!(house.people.holders("rostov", over + DAY).await.unwrap().is_empty());
}
