//! What the pages say.

use kernel::Seat;
use rules_battlefront::Step;

use crate::view_support::{opened, play_to, words};
use crate::{MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

#[test]
#[ignore = "prints pages for a reader"]
fn print_pages() {
    for step in [Step::PurchasePoints, Step::Roster, Step::Purchases, Step::Removal, Step::Fortification] {
        let mut state = opened(ROSTOV, Some(ROSTOV_24));
        play_to(&mut state, step);
        let words = words(&state, Seat::Side(1));
        println!("{}", &words[..words.find("# Map (Map)").unwrap()]);
    }
    let state = opened(MIUS, Some(MIUS_NIGHT));
    let told = words(&state, Seat::Side(1));
    println!("{}", &told[..told.find("# Map (Map)").unwrap()]);
    println!("{}", words(&state, Seat::Umpire));
    println!("{}", words(&state, Seat::Spectator));
}

#[test]
#[ignore = "measures"]
fn time_views() {
    for step in [
        Step::Posture,
        Step::PurchasePoints,
        Step::Roster,
        Step::Purchases,
        Step::Removal,
        Step::Fortification,
    ] {
        let mut state = opened(ROSTOV, Some(ROSTOV_24));
        play_to(&mut state, step);
        for seat in [Seat::Side(1), Seat::Umpire, Seat::Spectator] {
            let start = std::time::Instant::now();
            for _ in 0..100 {
                std::hint::black_box(crate::view_support::view(&state, seat));
            }
            println!("{step} {seat:?} {:?}", start.elapsed() / 100);
        }
    }
}
