//! The picture under the map, before it is shown and after.

use kernel::Seat;
use table::{Answer, Mark, Placed};

use crate::roads::Reader;
use crate::world::{GERMAN, SOVIET, World};
use crate::worlds::compare;

const GROUND: &[u8] = include_bytes!("../../../browser/fixtures/ground.png");

impl World {
    async fn lays(&self) -> String {
        let picture = ::pictures::read(GROUND).unwrap();
        let token = ledger::Lineage(self.name_of_no_side());
        let answer = self.desk.lay_picture(&self.campaign, Seat::Umpire, &picture, token).await.unwrap();
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
        picture.digest()
    }

    async fn places(&self, x: i32) {
        let mark = |right, down, x, y| Mark { right, down, x, y };
        let placed = Placed::Marks([mark(90, 580, 600, 600), mark(810, 50, x, 4100)]);
        let token = ledger::Lineage(self.name_of_no_side());
        let answer = self.desk.place_picture(&self.campaign, Seat::Umpire, placed, token).await.unwrap();
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }

    async fn shows(&self, show: bool) {
        let token = ledger::Lineage(self.name_of_no_side());
        let answer = self.desk.show_picture(&self.campaign, Seat::Umpire, show, token).await.unwrap();
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }
}

/// In one world the umpire lays a picture and sets it right, in the other not: nobody else can tell. Once it is shown,
/// everybody has its address, its notice and where it lies.
#[tokio::test]
async fn nobody_can_tell_that_the_umpire_has_a_picture_before_it_is_shown() {
    let (calm, wild) = (World::rostov().await, World::rostov().await);
    let mut readers = Vec::new();
    for seat in [SOVIET, GERMAN, Seat::Spectator] {
        readers.push((Reader::seated(&calm, seat).await, Reader::seated(&wild, seat).await));
    }
    let digest = wild.lays().await;
    compare(&mut readers, &calm, &wild, "a picture is laid").await;
    wild.places(5400).await;
    compare(&mut readers, &calm, &wild, "a picture is set right").await;
    let file = |seat| wild.desk.picture_file(&wild.campaign, seat, &digest);
    for seat in [SOVIET, GERMAN, Seat::Spectator] {
        assert_eq!(file(seat).await.unwrap(), None);
    }
    assert!(file(Seat::Umpire).await.unwrap().is_some());
    wild.shows(true).await;
    for (_, reader) in &mut readers {
        let roads = reader.roads(&wild).await;
        let has =
            |road: &str, word: &str| roads.iter().any(|(name, text)| name == road && text.contains(word));
        assert!(has("map", &digest), "the address stands on the map");
        assert!(has("log", "shows a picture under the map"), "and the notice in the log");
    }
    for seat in [SOVIET, GERMAN, Seat::Spectator] {
        assert!(file(seat).await.unwrap().is_some());
    }
}

/// While a picture is shown, another that is only laid, and where it would lie, are nobody else's to know.
#[tokio::test]
async fn nobody_can_tell_what_is_laid_behind_a_picture_that_is_shown() {
    let (calm, wild) = (World::rostov().await, World::rostov().await);
    for world in [&calm, &wild] {
        world.lays().await;
        world.shows(true).await;
    }
    let mut readers = Vec::new();
    for seat in [SOVIET, GERMAN, Seat::Spectator] {
        readers.push((Reader::seated(&calm, seat).await, Reader::seated(&wild, seat).await));
    }
    let mut other = ::pictures::read(GROUND).unwrap();
    other.bytes.push(0);
    let token = ledger::Lineage(wild.name_of_no_side());
    wild.desk.lay_picture(&wild.campaign, Seat::Umpire, &other, token).await.unwrap();
    wild.places(4800).await;
    compare(&mut readers, &calm, &wild, "another picture is laid and set right").await;
}
