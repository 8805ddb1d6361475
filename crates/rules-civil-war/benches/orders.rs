//! How soon the builder drafts an order of battle, beside what any draft must do at least: to check one order. Run with
//! `cargo bench -p rules-civil-war`; prints a table.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

#[path = "../../rules-central-front/benches/games/clock.rs"]
mod clock;
#[path = "../tests/oracle/made.rs"]
mod made;

use std::hint::black_box;
use std::time::Duration;

use clock::{mean, quickest, slowest};
use made::{Dice, army};
use rules_civil_war::battle::Muster;
use rules_civil_war::oob::check::{Terms, check};
use rules_civil_war::oob::draft::draft;
use rules_civil_war::setup::Ratio;

/// Armies of each kind.
const ARMIES: u32 = 10_000;

fn main() {
    println!(
        "| Random armies | of them with an order | a draft, mean | slowest | one check, mean | slowest | times |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (name, most_sp, most_leaders) in
        [("up to 5 strength points", 5, 5), ("up to 24", 24, 12), ("up to 60", 60, 24)]
    {
        drafts(name, most_sp, most_leaders);
    }
}

fn drafts(name: &str, most_sp: u64, most_leaders: u64) {
    let mut dice = Dice::new(41);
    let (mut drafted, mut checked) = (Vec::new(), Vec::new());
    for _ in 0..ARMIES {
        let ratio =
            Ratio { stands: [20, 20, 12, 7][dice.below(4) as usize], batteries: dice.below(3) as u16 };
        let muster: Muster = army(&mut dice, most_sp, most_leaders, ratio);
        let terms = Terms { muster: &muster, ratio, strict: false, step_down: true };
        let mut found = None;
        drafted.push(quickest(|| found = black_box(draft(terms)).ok()));
        if let Some(oob) = found {
            checked.push(quickest(|| {
                black_box(check(&oob, terms));
            }));
        }
    }
    let sum = |times: &[Duration]| times.iter().sum::<Duration>().as_secs_f64() / times.len().max(1) as f64;
    println!(
        "| {name} | {} of {ARMIES} | {} | {} | {} | {} | {:.1} |",
        checked.len(),
        mean(&drafted),
        slowest(&drafted),
        mean(&checked),
        slowest(&checked),
        sum(&drafted) / sum(&checked)
    );
}
