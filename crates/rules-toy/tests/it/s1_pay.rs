use kernel::Side;
use rules_toy::rules::s1_pay::Paid;
use rules_toy::{Command, Event, Phase};

use crate::table::{BLUE, GREY, done, refused, table};

#[test]
fn each_band_of_the_chart_pays_as_printed() {
    for (face, coins) in [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)] {
        let mut state = table(Phase::Dusk, |blue, _| blue.paid = false);
        let (events, rolls) = done(&mut state, BLUE, Command::Pay, &[&[face]]);
        assert_eq!(events, [Event::Paid(Paid { side: Side::FIRST, coins })]);
        assert_eq!(rolls[0].total, i32::from(face));
        assert_eq!(state.sides[Side::FIRST].coins, coins);
    }
}

#[test]
fn the_side_that_is_behind_adds_one() {
    let mut state = table(Phase::Dusk, |blue, grey| {
        (blue.paid, grey.paid, grey.points) = (false, false, 1);
    });
    let (_, rolls) = done(&mut state, BLUE, Command::Pay, &[&[3]]);
    assert_eq!((rolls[0].total, rolls[0].modifiers[0].amount), (4, 1));
    let (_, rolls) = done(&mut state, GREY, Command::Pay, &[&[3]]);
    assert_eq!((rolls[0].total, rolls[0].modifiers[0].amount), (3, 0));
}

#[test]
fn pay_comes_once() {
    assert_eq!(refused(&table(Phase::Dusk, |_, _| {}), BLUE, Command::Pay), "TOY-1 dup");
}
