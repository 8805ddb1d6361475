//! Whole refits on the rules alone, without the ledger: one core.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::answers::Thrown;
use kernel::{Acting, Seat, System, Transcript, is_lawful, judge};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use rules_battlefront::{Battlefront, Command};

use crate::setting::Outcome;

pub fn table() -> Outcome {
    let setup = Battlefront::load("rostov.toml", rules_battlefront::SAMPLE)
        .map_err(|faults| format!("{faults:?}"))?;
    let mut random = Pcg64::new(7, 11);
    let (mut n_plays, mut n_moves) = (0u32, 0u64);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(3) {
        n_moves += play(&Battlefront::open(Arc::clone(&setup)), &mut random);
        n_plays += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "| Refits of both sides to the reveal, random play, one core | {:.0}/s, {:.0} commands/s | {:.0} commands each |",
        f64::from(n_plays) / seconds,
        n_moves as f64 / seconds,
        n_moves as f64 / f64::from(n_plays)
    );
    Ok(())
}

fn play(start: &<Battlefront as System>::State, random: &mut Pcg64) -> u64 {
    let mut pick = |n: u64| ((u128::from(random.next_u64()) * u128::from(n)) >> 64) as u64;
    let mut state = start.clone();
    let mut transcript = Transcript::<Battlefront>::new();
    let mut templates = Vec::new();
    let mut n_moves = 0;
    loop {
        let mut moved = false;
        for seat in [Seat::Clock, Seat::Side(0), Seat::Side(1)] {
            templates.clear();
            Battlefront::offers(&state, seat, &mut templates);
            if templates.is_empty() {
                continue;
            }
            let template = &templates[pick(templates.len() as u64) as usize];
            let command = Battlefront::sample(&state, seat, template, &mut pick);
            let mut answers = Thrown::new(&mut pick);
            let judged = judge(&mut state, Acting::own(seat), &command, &mut answers, &mut transcript);
            assert!(judged.is_ok(), "an offered command is accepted: {command:?}");
            moved = true;
            n_moves += 1;
        }
        if moved && !Battlefront::is_over(&state) {
            continue;
        }
        // What waits for no side is the umpire's to close.
        let umpire = Acting::own(Seat::Umpire);
        if !is_lawful::<Battlefront>(&state, umpire, &Command::Done) {
            return n_moves;
        }
        let mut answers = Thrown::new(&mut pick);
        let judged = judge(&mut state, umpire, &Command::Done, &mut answers, &mut transcript);
        assert!(judged.is_ok(), "what is lawful is accepted");
        n_moves += 1;
    }
}
