//! The laws of the kernel, on random play. A few plays run with every test; `ADJUTANT_PLAYS=200` tries more.

use kernel::conformance::{Plan, Report, run};
use rules_upfront::{NINE_DAYS, UpFront};

use crate::{Pick, setup};

pub fn source(seed: u64) -> Box<dyn FnMut(u64) -> u64> {
    let mut pick = Pick::new(seed);
    Box::new(move |n| pick.below(n))
}

fn keeps(file: &str, text: &str) -> Report {
    let plays = asked::number("ADJUTANT_PLAYS").unwrap_or(1);
    let plan = Plan { most_commands: 20, probes: 3, worlds: 1, odds: 6, ..Plan::new(plays, 150) };
    let plan = Plan { first_seed: asked::first_seed(), ..plan };
    run::<UpFront>(&[(file, text)], plan, &source).unwrap_or_else(|broken| panic!("{broken}"))
}

/// A short campaign with everything in it: personal men, a Team Game, bought forces, an attack.
fn short(first: &str, second: &str, rulings: &str) -> String {
    let more = format!(
        "personal = {{ name = \"Own\" }}\n[rulings]\n{rulings}\n\
         [[scenario]]\nid = \"Own\"\ntitle = \"Bought\"\nnature = \"meeting\"\n\
         side_1_force = {{ own = 200 }}\nside_2_force = {{ own = 0 }}\n\
         [[campaign]]\nid = \"short\"\ntitle = \"Short\"\norder = [\"V4\", [\"V1\", \"V2\"], \"Own\"]\n"
    );
    setup(first, second, &more, "set = \"nine-days\"\nplay = \"short\"")
}

#[test]
fn open_rosters_keep_every_law() {
    let report = keeps("nine-days.toml", NINE_DAYS);
    assert!(report.controls > 0 && report.walked > 0 && report.commands > 0);
    let report = keeps("short.toml", &short("russian", "italian", "R33_lot_when_no_winner = false"));
    assert!(report.events.contains_key("Selected"), "{report:#?}");
}

#[test]
fn closed_rosters_keep_every_law() {
    let rulings = "R50_rosters = \"owner_and_umpire\"\nR51_russian_2_dead = \"28_and_leader\"\n\
                   R17_hospital_gap = \"revive_like_armed\"\nR16_leader_cards_in_ranks = true";
    let report = keeps("closed.toml", &short("russian", "japanese", rulings));
    assert!(report.other_worlds * 10 > report.worlds * 3, "{report:#?}");
}
