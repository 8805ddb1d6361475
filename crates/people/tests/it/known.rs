//! What is remembered of campaigns beside their log.

use people::{KnownHead, People};

use crate::chair;

#[tokio::test]
async fn the_furthest_end_is_remembered_and_forgotten_with_the_campaign() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.sqlite3");
    let people = People::open(&path).await.unwrap();
    assert!(people.known_campaigns().await.unwrap().is_empty());
    people.invite(&chair("side-0"), "", 5, 900).await.unwrap();
    let head = |number, byte, keyed| KnownHead { number, hash: [byte; 32], keyed };
    people.note_head("west", &head(0, 1, true)).await.unwrap();
    people.note_head("west", &head(7, 2, true)).await.unwrap();
    for other in [head(6, 3, true), head(7, 3, false)] {
        people.note_head("west", &other).await.unwrap();
    }
    let beside = People::open_to_read(&path).await.unwrap();
    assert_eq!(beside.known_heads().await.unwrap()["west"], head(7, 2, true));
    // That a secret was there stays known.
    people.note_head("west", &head(8, 4, false)).await.unwrap();
    assert_eq!(people.known_heads().await.unwrap()["west"], head(8, 4, true));
    let known: Vec<String> = people.known_campaigns().await.unwrap().into_iter().collect();
    assert_eq!(known, ["rostov", "west"]);
    people.erase_campaign("west").await.unwrap();
    people.erase_campaign("rostov").await.unwrap();
    assert!(people.known_campaigns().await.unwrap().is_empty());
}
