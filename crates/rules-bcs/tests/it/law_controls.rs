//! Whatever a seat is offered it can give from its pages: each command that can be listed or drawn by chance is made by a
//! form, or by pointing at the board.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use kernel::conformance::makes;
use kernel::{Seat, System};
use rules_bcs::{BattalionCombat, SARN, SARN_WEST, Scenario, State};

use crate::games::play_seen;
use crate::{Dice, with_two_hqs};

/// The most listed commands of a template that are tried in one position.
const MOST: usize = 100;

/// Tries the positions of a game that come at a stride; gives how many commands were tried.
fn tries(file: &str, text: &str, seed: u64, stride: u32) -> u32 {
    let scenario = Scenario::load(file, text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let (mut met, mut tried) = (0, 0);
    play_seen(&scenario, seed, &mut BTreeSet::new(), &mut |state: &State, dice: &mut Dice| {
        met += 1;
        if met % stride != 0 {
            return;
        }
        for seat in [Seat::Umpire, Seat::Side(0), Seat::Side(1)] {
            let (view, mut templates) = (BattalionCombat::view(state, seat), Vec::new());
            BattalionCombat::offers(state, seat, &mut templates);
            for template in templates {
                let mut commands = Vec::new();
                BattalionCombat::each(state, seat, &template, &mut |command| {
                    commands.push(command);
                    if commands.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                let mut pick = |n| dice.below(n);
                commands.push(BattalionCombat::sample(state, seat, &template, &mut pick));
                for command in commands {
                    assert!(makes(&view, &command), "{seat:?} cannot give {command:?} from its pages");
                    tried += 1;
                }
            }
        }
    });
    tried
}

#[test]
fn every_offered_command_can_be_given_from_the_pages_of_its_seat() {
    let tried: u32 = (0..6).map(|seed| tries("sarn-west.toml", SARN_WEST, seed, 7)).sum();
    assert!(tried > 2000, "{tried} commands were tried");
}

#[test]
fn every_offered_command_with_orders_can_be_given_from_the_pages_of_its_seat() {
    let ordered = SARN_WEST.replace("orders = false", "orders = true");
    let tried = tries("ordered.toml", &ordered, 3, 11);
    assert!(tried > 300, "{tried} commands were tried");
}

#[test]
fn every_offered_command_with_several_hqs_can_be_given_from_the_pages_of_its_seat() {
    let ordered = SARN_WEST.replace("orders = false", "orders = true");
    let tried = tries("two.toml", &with_two_hqs(SARN_WEST), 4, 9)
        + tries("ordered-two.toml", &with_two_hqs(&ordered), 5, 15);
    assert!(tried > 500, "{tried} commands were tried");
}

#[test]
fn every_offered_command_of_the_sample_can_be_given_from_a_page() {
    let tried = tries("sarn.toml", SARN, 7, 60);
    assert!(tried > 500, "{tried} commands were tried");
}
