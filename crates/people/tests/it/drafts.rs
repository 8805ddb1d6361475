//! Drafts: private to their person, never overwritten unread, bounded, and gone when erased.

use people::{Begun, Chair, Handle, MOST_BEGUN_A_DAY, MOST_DRAFT_BYTES, MOST_DRAFTS, Unkept};

use crate::{DAY, House};

const MARK: &str = "Unternehmen Wintergewitter";

fn mark_in_files(house: &House) -> bool {
    std::fs::read_dir(house.folder.path()).unwrap().any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        bytes.windows(MARK.len()).any(|window| window == MARK.as_bytes())
    })
}

impl House {
    async fn draft(&self, person: &Handle, text: &str) -> Handle {
        self.people.make_draft(person, "toy", "A draft", text, 5).await.unwrap().unwrap()
    }
}

#[tokio::test]
async fn a_draft_is_its_persons_alone() {
    let house = House::new().await;
    let ((anna, _), (bert, _)) = (house.enter("side-0", 0).await, house.enter("side-1", 0).await);
    let draft = house.draft(&anna.person, MARK).await;
    let read = house.people.draft(&anna.person, &draft).await.unwrap().unwrap();
    assert_eq!((read.text.as_str(), read.card.version, read.card.changed_ms), (MARK, 1, 5));
    assert_eq!(house.people.drafts(&anna.person).await.unwrap(), [read.card]);

    assert_eq!(house.people.draft(&bert.person, &draft).await.unwrap(), None);
    assert!(house.people.drafts(&bert.person).await.unwrap().is_empty());
    let never = Handle::read("00000000000000ff").unwrap();
    for other in [&draft, &never] {
        let written = house.people.write_draft(&bert.person, other, 1, ("", "x"), 6).await.unwrap();
        assert_eq!(written, Err(Unkept::Unknown));
        assert_eq!(house.people.begin_draft(&bert.person, other, 1, 6).await.unwrap(), Begun::Unknown);
        assert!(!house.people.drop_draft(&bert.person, other).await.unwrap());
    }
    assert_eq!(house.people.draft(&anna.person, &draft).await.unwrap().unwrap().text, MARK);
}

#[tokio::test]
async fn a_stale_write_changes_nothing() {
    let house = House::new().await;
    let (anna, _) = house.enter("side-0", 0).await;
    let draft = house.draft(&anna.person, "a = 1").await;
    let write = async |version, text: &str| {
        house.people.write_draft(&anna.person, &draft, version, ("Title", text), 9).await.unwrap()
    };
    assert_eq!(write(1, "a = 2").await, Ok(2));
    assert_eq!(write(1, "a = 3").await, Err(Unkept::Stale));
    let read = house.people.draft(&anna.person, &draft).await.unwrap().unwrap();
    assert_eq!((read.text.as_str(), read.card.title.as_str(), read.card.changed_ms), ("a = 2", "Title", 9));
    assert_eq!(write(2, &"x".repeat(MOST_DRAFT_BYTES + 1)).await, Err(Unkept::TooLong));
    assert_eq!(write(2, &"x".repeat(MOST_DRAFT_BYTES)).await, Ok(3));
}

#[tokio::test]
async fn a_person_keeps_so_many_drafts_and_begins_so_many_campaigns_a_day() {
    let house = House::new().await;
    let ((anna, _), (bert, _)) = (house.enter("side-0", 0).await, house.enter("side-1", 0).await);
    let draft = house.draft(&anna.person, "").await;
    for _ in 1..MOST_DRAFTS {
        house.draft(&anna.person, "").await;
    }
    let more = house.people.make_draft(&anna.person, "toy", "", "", 6).await.unwrap();
    assert_eq!(more, Err(Unkept::TooMany));
    house.draft(&bert.person, "").await;
    assert!(house.people.drop_draft(&anna.person, &draft).await.unwrap());
    let draft = house.draft(&anna.person, "").await;

    let begin =
        async |version, now| house.people.begin_draft(&anna.person, &draft, version, now).await.unwrap();
    for version in 1..=MOST_BEGUN_A_DAY {
        assert_eq!(begin(version, 10).await, Begun::Yes);
        assert_ne!(begin(version, 10).await, Begun::Yes, "the same form begins one campaign");
    }
    assert_eq!(begin(MOST_BEGUN_A_DAY + 1, DAY).await, Begun::TooMany);
    assert_eq!(begin(MOST_BEGUN_A_DAY + 1, 10 + DAY).await, Begun::Yes);
    let read = house.people.draft(&anna.person, &draft).await.unwrap().unwrap();
    assert_eq!(read.card.begun_ms, Some(10 + DAY));
}

#[tokio::test]
async fn what_is_erased_is_in_no_byte_of_the_files() {
    let house = House::new().await;
    let (anna, _) = house.enter("side-0", 0).await;
    let draft = house.draft(&anna.person, MARK).await;
    assert!(mark_in_files(&house));
    assert!(house.people.drop_draft(&anna.person, &draft).await.unwrap());
    assert!(!mark_in_files(&house), "thrown away");
    house.draft(&anna.person, MARK).await;
    assert!(mark_in_files(&house));
    house.people.erase_person(&anna.person).await.unwrap();
    assert!(!mark_in_files(&house), "gone with its person");
}

#[tokio::test]
async fn who_begins_a_campaign_is_seated_there() {
    let house = House::new().await;
    let (anna, _) = house.enter("side-0", 0).await;
    let chair = Chair::new("bastogne", "umpire");
    house.people.seat(&anna.person, &chair, 7).await.unwrap();
    assert!(house.people.seats_of(&anna.handle, 8).await.unwrap().contains(&chair));
}
