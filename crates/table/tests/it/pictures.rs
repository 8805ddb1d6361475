//! The picture under the map, as an entry like any other.

use kernel::Seat;
use table::{Answer, Delay, FileKind, Mark, Placed};

use crate::{BLUE, Setting, code};

fn picture(ink: u8) -> ::pictures::Picture {
    ::pictures::Picture { kind: ::pictures::Kind::Png, width: 800, height: 600, bytes: vec![ink; 3000] }
}

const MARKS: Placed =
    Placed::Marks([Mark { right: 0, down: 600, x: 0, y: 0 }, Mark { right: 800, down: 0, x: 4800, y: 3600 }]);

impl Setting {
    async fn lays(&self, seat: Seat, ink: u8) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.lay_picture(&self.campaign, seat, &picture(ink), token).await.unwrap()
    }

    async fn places(&self, seat: Seat, placed: Placed) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.place_picture(&self.campaign, seat, placed, token).await.unwrap()
    }

    async fn shows(&self, seat: Seat, show: bool) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.show_picture(&self.campaign, seat, show, token).await.unwrap()
    }

    async fn sees(&self, seat: Seat) -> Option<(String, Placed)> {
        let picture = self.desk.look(&self.campaign, seat).await.unwrap().picture;
        picture.map(|picture| (picture.digest, picture.placed))
    }

    async fn has(&self, seat: Seat, ink: u8) -> bool {
        let digest = picture(ink).digest();
        let file = self.desk.picture_file(&self.campaign, seat, &digest).await.unwrap();
        assert!(file.as_ref().is_none_or(|file| *file == picture(ink).bytes), "whole, byte by byte");
        file.is_some()
    }
}

#[tokio::test]
async fn a_picture_is_the_umpires_until_it_is_shown_and_stays_after_the_program_has_gone() {
    let mut setting = Setting::new().await;
    let before = setting.roads(BLUE).await;
    setting.lays(Seat::Umpire, 1).await;
    setting.places(Seat::Umpire, MARKS).await;
    assert_eq!(setting.roads(BLUE).await, before, "nothing of it reaches a side");
    let laid = Some((picture(1).digest(), MARKS));
    for _ in 0..2 {
        assert_eq!((setting.sees(Seat::Umpire).await, setting.sees(BLUE).await), (laid.clone(), None));
        assert!(setting.has(Seat::Umpire, 1).await && !setting.has(BLUE, 1).await);
        setting = setting.again().await;
    }
    setting.shows(Seat::Umpire, true).await;
    // Another one behind it, laid edge to edge, is the umpire's again.
    setting.lays(Seat::Umpire, 2).await;
    for _ in 0..2 {
        for seat in [BLUE, Seat::Spectator] {
            assert_eq!(setting.sees(seat).await, laid);
            assert!(setting.has(seat, 1).await && !setting.has(seat, 2).await);
        }
        assert_eq!(setting.sees(Seat::Umpire).await, Some((picture(2).digest(), Placed::Edges)));
        setting = setting.again().await;
    }
    setting.shows(Seat::Umpire, false).await;
    assert_eq!(setting.sees(BLUE).await, None);
    assert!(setting.has(BLUE, 1).await, "what was seen is known");
}

#[tokio::test]
async fn what_is_shown_and_set_right_is_set_right_for_everybody_and_its_file_is_written_once() {
    let setting = Setting::new().await;
    setting.lays(Seat::Umpire, 1).await;
    setting.shows(Seat::Umpire, true).await;
    setting.places(Seat::Umpire, MARKS).await;
    assert_eq!(setting.sees(BLUE).await, Some((picture(1).digest(), MARKS)));
    setting.shows(Seat::Umpire, false).await;
    setting.shows(Seat::Umpire, true).await;
    setting.places(Seat::Umpire, Placed::Edges).await;
    let file = setting.desk.export(&setting.campaign, Seat::Umpire, FileKind::Seat).await.unwrap().unwrap();
    let text = file.to_text();
    assert_eq!(text.matches("AQEBAQEBAQEBAQEBAQEBAQEB").count() / (4000 / 24), 2, "once in each stream");
    assert!(ledger::verify_bundle(&file, None).faults.is_empty(), "the file is checked as ever");
}

#[tokio::test]
async fn spectators_behind_time_see_the_picture_of_that_moment() {
    let setting = Setting::new().await;
    let token = setting.desk.fresh_token().unwrap();
    let delay = Delay { minutes: 0, entries: 1 };
    setting.desk.delay_spectators(&setting.campaign, Seat::Umpire, delay, None, token).await.unwrap();
    setting.lays(Seat::Umpire, 1).await;
    setting.shows(Seat::Umpire, true).await;
    assert_eq!(setting.sees(Seat::Spectator).await, None);
    assert!(!setting.has(Seat::Spectator, 1).await && setting.has(BLUE, 1).await);
    setting.places(Seat::Umpire, MARKS).await;
    assert_eq!(setting.sees(Seat::Spectator).await, Some((picture(1).digest(), Placed::Edges)));
}

#[tokio::test]
async fn only_the_umpire_does_it_and_nothing_twice() {
    let setting = Setting::new().await;
    for seat in [BLUE, Seat::Spectator] {
        assert_eq!(code(&setting.lays(seat, 1).await), "actor");
        assert_eq!(code(&setting.places(seat, MARKS).await), "actor");
        assert_eq!(code(&setting.shows(seat, true).await), "actor");
    }
    let umpire = Seat::Umpire;
    assert_eq!(code(&setting.places(umpire, MARKS).await), "picture", "there is none");
    assert_eq!(code(&setting.shows(umpire, true).await), "picture");
    assert_eq!(code(&setting.shows(umpire, false).await), "picture");
    setting.lays(umpire, 1).await;
    assert_eq!(code(&setting.lays(umpire, 1).await), "picture", "it lies there");
    assert_eq!(code(&setting.places(umpire, Placed::Edges).await), "picture", "so");
    let off = Mark { right: 900, down: 0, x: 0, y: 0 };
    assert_eq!(code(&setting.places(umpire, Placed::Marks([off, off])).await), "place");
    setting.shows(umpire, true).await;
    assert_eq!(code(&setting.shows(umpire, true).await), "picture");
    setting.desk.end(&setting.campaign, umpire, "It is over.").await.unwrap();
    assert_eq!(code(&setting.lays(umpire, 2).await), "ended");
}
