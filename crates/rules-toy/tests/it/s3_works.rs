use kernel::Side;
use rules_toy::rules::s1_pay::Spent;
use rules_toy::rules::s3_works::Dug;
use rules_toy::{Command, Event, Phase};

use crate::table::{BLUE, done, id, picket, refused, table};

#[test]
fn each_five_or_six_adds_a_level_up_to_three() {
    for (works, dice, after) in [(0, [4, 4], 0), (0, [5, 4], 1), (0, [6, 5], 2), (2, [6, 6], 3)] {
        let mut state = table(Phase::Dusk, |blue, _| {
            (blue.coins, blue.posts) = (1, [picket("mill", works)].into_iter().collect());
        });
        let (events, _) = done(&mut state, BLUE, Command::Dig { post: id("mill") }, &[&dice]);
        let spent = Event::Spent(Spent { side: Side::FIRST, coins: 1 });
        assert_eq!(events, [spent, Event::Dug(Dug { side: Side::FIRST, post: id("mill"), works: after })]);
    }
}

#[test]
fn digging_needs_a_picket_room_and_a_coin() {
    let dig = Command::Dig { post: id("mill") };
    assert_eq!(refused(&table(Phase::Dusk, |blue, _| blue.coins = 1), BLUE, dig), "TOY-3 location");
    let full = table(Phase::Dusk, |blue, _| {
        (blue.coins, blue.posts) = (1, [picket("mill", 3)].into_iter().collect())
    });
    assert_eq!(refused(&full, BLUE, dig), "TOY-3 cap");
    let poor = table(Phase::Dusk, |blue, _| blue.posts = [picket("mill", 2)].into_iter().collect());
    assert_eq!(refused(&poor, BLUE, dig), "TOY-3 funds");
}
