//! Copies made in use.

use people::People;

use crate::{DAY, House};

#[tokio::test]
async fn a_copy_made_in_use_lets_the_same_people_in() {
    let house = House::new().await;
    let path = house.folder.path();
    let invited = house.invite("side-0").await;
    let beside = People::open_to_read(&path.join("people.sqlite3")).await.unwrap();
    beside.copy_to(&path.join("copy.sqlite3")).await.unwrap();
    assert_eq!(beside.damage().await.unwrap(), Vec::<String>::new());
    assert!(beside.exchange(&invited.secret.reveal(), None, "", DAY / 2).await.is_err(), "it only reads");
    assert!(beside.copy_to(&path.join("copy.sqlite3")).await.is_err(), "nothing is written over");

    let copy = People::open(&path.join("copy.sqlite3")).await.unwrap();
    let entered = copy.exchange(&invited.secret.reveal(), None, "", DAY / 2).await.unwrap();
    assert!(matches!(entered, people::Entry::Entered { .. }), "{entered:?}");
}

#[tokio::test]
async fn what_is_no_database_is_said() {
    let folder = tempfile::tempdir().unwrap();
    assert!(People::open_to_read(&folder.path().join("none.sqlite3")).await.is_err());
    let text = folder.path().join("text.sqlite3");
    std::fs::write(&text, "this is a letter, not a database\n".repeat(200)).unwrap();
    assert!(People::open_to_read(&text).await.is_err());
}
