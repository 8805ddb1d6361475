use kernel::Side;
use rules_toy::rules::s2_pickets::Placed;
use rules_toy::{Command, Event, Phase};

use crate::table::{BLUE, GREY, done, id, picket, refused, table};

#[test]
fn a_picket_goes_out_whether_the_enemy_stands_there_or_not() {
    let mut state = table(Phase::Dusk, |blue, _| blue.posts = [picket("mill", 0)].into_iter().collect());
    let (events, _) = done(&mut state, GREY, Command::Place { post: id("mill") }, &[]);
    assert_eq!(events, [Event::Placed(Placed { side: Side::SECOND, post: id("mill") })]);
}

#[test]
fn a_post_takes_one_picket_of_a_side_and_a_side_has_two() {
    let state = table(Phase::Dusk, |blue, _| {
        blue.posts = [picket("mill", 0), picket("ford", 0)].into_iter().collect()
    });
    assert_eq!(refused(&state, BLUE, Command::Place { post: id("mill") }), "TOY-2 dup");
    assert_eq!(refused(&state, BLUE, Command::Place { post: id("wood") }), "TOY-2 cap");
    assert_eq!(refused(&state, BLUE, Command::Place { post: id("moon") }), "TOY-2 unknown");
}
