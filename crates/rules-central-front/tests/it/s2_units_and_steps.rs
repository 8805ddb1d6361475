use rules_central_front::rules::s2_units_and_steps as s2;
use rules_central_front::rules::s2_units_and_steps::{Strength, steps};
use rules_central_front::setup::Card;
use rules_central_front::state::{Piece, Unit};
use rules_central_front::words::{Kind, Side, Size};

use crate::{LARGE, SMALL, id};

fn card(kind: Kind, size: Size, attack: u8, defense: u8) -> Card {
    let mut card = SMALL.card(id("wp-t1")).expect("a card").clone();
    (card.kind, card.size, card.attack, card.defense) = (kind, size, attack, defense);
    card.steps = steps(&card);
    card
}

fn piece(lost: u8, ap: u8) -> Piece {
    let mut piece = crate::Table::small("wp-move-1", |_| {}).piece("wp-t1").clone();
    (piece.lost, piece.ap) = (lost, ap);
    piece
}

#[test]
fn steps_follow_from_the_ratings() {
    for (kind, size, attack, defense, wanted) in [
        (Kind::Armor, Size::Regiment, 11, 12, 3),
        (Kind::Mech, Size::Regiment, 10, 14, 3),
        (Kind::Mech, Size::Regiment, 3, 3, 1),
        (Kind::Infantry, Size::Regiment, 5, 5, 2),
        (Kind::Armor, Size::Battalion, 6, 6, 2),
        (Kind::Mech, Size::Battalion, 3, 4, 2),
        (Kind::Recon, Size::Battalion, 2, 3, 1),
        (Kind::Airborne, Size::Brigade, 3, 4, 2),
        (Kind::Cavalry, Size::Company, 1, 2, 1),
        (Kind::Armor, Size::Company, 4, 2, 2),
        (Kind::Artillery, Size::Battalion, 3, 6, 1),
        (Kind::Artillery, Size::Battalion, 4, 4, 2),
        (Kind::Helicopter, Size::Battalion, 3, 3, 1),
        (Kind::Rocket, Size::Battalion, 4, 1, 2),
        (Kind::Garrison, Size::Company, 0, 1, 1),
    ] {
        assert_eq!(card(kind, size, attack, defense).steps, wanted, "{kind:?} {size:?} {attack}-{defense}");
    }
}

#[test]
fn the_worked_values_come_out() {
    let at = |factor: u8, steps: u8| -> Vec<u32> {
        (1..=steps).rev().map(|left| Strength::of(factor, left, steps).attack()).collect()
    };
    assert_eq!(at(11, 3), [11, 7, 4]);
    assert_eq!(at(12, 3), [12, 8, 4]);
    assert_eq!(at(10, 3), [10, 7, 3]);
    assert_eq!(at(14, 3), [14, 9, 5]);
    assert_eq!((Strength::of(5, 1, 2).attack(), Strength::of(5, 1, 2).defense()), (2, 3));
    assert_eq!(Strength::of(14, 2, 3).halved(true).defense(), 5);
}

#[test]
fn an_attack_may_come_to_nothing_and_a_defense_to_one() {
    assert_eq!(Strength::of(1, 1, 2).attack(), 0);
    assert_eq!(Strength::of(0, 1, 1).attack(), 0);
    assert_eq!(Strength::of(1, 1, 3).halved(true).defense(), 1);
    assert_eq!(Strength::of(0, 1, 1).defense(), 1);
}

#[test]
fn factors_multiply_and_are_rounded_once() {
    let tank = card(Kind::Armor, Size::Regiment, 11, 12);
    let (whole, hurt, weak) = (piece(0, 0), piece(1, 0), piece(1, 5));
    assert_eq!(s2::attack(Unit { card: &tank, piece: &whole }, true), 5, "11/2 = 5.5, .5 down");
    assert_eq!(s2::attack(Unit { card: &tank, piece: &hurt }, true), 4, "11·2/3·1/2 = 3.67");
    assert_eq!(s2::defense(Unit { card: &tank, piece: &weak }), 4, "12·2/3·1/2");
    assert_eq!(s2::march(Unit { card: &tank, piece: &whole }, false), 9);
    assert_eq!(s2::bombarded(Unit { card: &tank, piece: &whole }), 4, "a WP regiment, a third");
    assert_eq!(s2::bombarded(Unit { card: &tank, piece: &hurt }), 3, "12·2/3÷3 = 2.67");
}

#[test]
fn a_company_of_nato_doubles_against_bombardment_and_a_battalion_does_not() {
    let state = crate::Table::small("wp-move-1", |_| {}).state;
    let of = |name: &str| s2::bombarded(state.unit(id(name)).expect("a unit"));
    assert_eq!((of("us-ca"), of("us-t1"), of("wp-rec")), (4, 6, 3));
}

#[test]
fn a_support_factor_rounds_down_also_for_a_defense() {
    let guns = card(Kind::Artillery, Size::Battalion, 5, 4);
    let hurt = piece(1, 0);
    assert_eq!(s2::support(Unit { card: &guns, piece: &hurt }), 2);
}

#[test]
fn the_march_factor_is_half_the_attack_when_none_is_given() {
    let text = rules_central_front::GAP
        .replace("attack = 11\ndefense = 12\nmarch = 9\n", "attack = 11\ndefense = 12\n");
    let scenario = crate::read("gap.toml", &text);
    assert_eq!(scenario.card(id("wp-t1")).map(|card| card.march), Some(5));
}

#[test]
fn army_level_units_fit_any_formation() {
    let card = |name: &str| LARGE.card(id(name)).expect("a card").clone();
    let fit = rules_central_front::rules::s8_support::fit;
    assert!(fit(&card("wp-8ga-hel1"), &card("wp-39G-r1")));
    assert!(!fit(&card("wp-57G-art"), &card("wp-39G-r1")));
    assert!(fit(&card("wp-39G-art"), &card("wp-39G-r1")));
    assert_eq!(card("wp-39G-r1").side, Side::Wp);
}
