use kernel::{Acting, Odds};
use rules_toy::setup::Look;
use rules_toy::state::Sight;
use rules_toy::{Command, Event, Phase, Pickets};

use crate::table::{BLUE, done, id, picket, refused, table};

fn scout(post: &str) -> Command {
    Command::Scout { post: id(post) }
}

#[test]
fn a_clear_look_tells_what_stands_there() {
    for (post, sight) in [("mill", Sight::Picket), ("ford", Sight::Bare)] {
        let mut state = table(Phase::Night, |blue, grey| {
            (blue.coins, grey.post) = (1, vec![picket("mill", 0)]);
        });
        let (events, _) = done(&mut state, BLUE, scout(post), &[&[4]]);
        assert_eq!(events[1], Event::Scouted { side: 0, post: id(post), look: Look::Clear });
        assert_eq!(events[2], Event::Saw { side: 0, post: id(post), sight });
        assert_eq!(refused(&state, BLUE, scout(post)), "TOY-4 dup");
    }
}

#[test]
fn below_four_nothing_is_seen() {
    let mut state = table(Phase::Night, |blue, _| blue.coins = 1);
    let (events, _) = done(&mut state, BLUE, scout("mill"), &[&[3]]);
    assert_eq!(events[1..], [Event::Scouted { side: 0, post: id("mill"), look: Look::Nothing }]);
}

#[test]
fn an_own_picket_helps_and_a_wood_hinders() {
    for (own, post, chance) in [("mill", "mill", (2, 3)), ("ford", "mill", (1, 2)), ("ford", "wood", (1, 3))]
    {
        let state = table(Phase::Night, |blue, _| (blue.coins, blue.post) = (1, vec![picket(own, 0)]));
        let odds = Odds::of::<Pickets>(&state, Acting::own(BLUE), &scout(post)).unwrap();
        let clear = &odds.outcomes[1].label;
        assert!(clear.contains("a clear look"), "{odds:?}");
        assert_eq!(odds.chance(clear), chance);
    }
}

#[test]
fn a_scout_costs_a_coin() {
    assert_eq!(refused(&table(Phase::Night, |_, _| {}), BLUE, scout("mill")), "TOY-4 funds");
    assert_eq!(refused(&table(Phase::Night, |_, _| {}), BLUE, scout("moon")), "TOY-4 unknown");
}
