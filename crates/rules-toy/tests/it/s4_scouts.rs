use kernel::Side;
use kernel::{Acting, Odds, Seat, System as _};
use rules_toy::rules::s4_scouts::{Saw, Scouted};
use rules_toy::setup::Look;
use rules_toy::state::Sight;
use rules_toy::{Command, Event, Phase, Pickets};

use crate::table::{BLUE, GREY, done, id, picket, refused, table};

fn scout(post: &str) -> Command {
    Command::Scout { post: id(post) }
}

#[test]
fn a_clear_look_tells_what_stands_there() {
    for (post, sight) in [("mill", Sight::Picket), ("ford", Sight::Bare)] {
        let mut state = table(Phase::Night, |blue, grey| {
            (blue.coins, grey.posts) = (1, [picket("mill", 0)].into_iter().collect());
        });
        let (events, _) = done(&mut state, BLUE, scout(post), &[&[4]]);
        assert_eq!(
            events[1],
            Event::Scouted(Scouted { side: Side::FIRST, post: id(post), look: Look::Clear })
        );
        assert_eq!(events[2], Event::Saw(Saw { side: Side::FIRST, post: id(post), sight }));
        assert_eq!(refused(&state, BLUE, scout(post)), "TOY-4 dup");
    }
}

#[test]
fn a_picket_that_is_seen_shows_no_works() {
    let mut state = table(Phase::Night, |blue, grey| {
        (blue.coins, grey.posts) = (1, [picket("mill", 2)].into_iter().collect());
    });
    done(&mut state, BLUE, scout("mill"), &[&[4]]);
    let shown = |seat: Seat, key: &str| {
        let view = Pickets::view(&state, seat);
        let boards: Vec<_> = view.pages.iter().flat_map(|page| page.boards()).collect();
        let counter = boards[0].counter(key).unwrap();
        (counter.factors.clone(), counter.state.join(", "))
    };
    assert_eq!(shown(BLUE, "seen-mill"), ("?".into(), "works unknown".into()));
    assert_eq!(shown(GREY, "picket-1-mill"), ("2".into(), "works 2".into()));
}

#[test]
fn below_four_nothing_is_seen() {
    let mut state = table(Phase::Night, |blue, _| blue.coins = 1);
    let (events, _) = done(&mut state, BLUE, scout("mill"), &[&[3]]);
    assert_eq!(
        events[1..],
        [Event::Scouted(Scouted { side: Side::FIRST, post: id("mill"), look: Look::Nothing })]
    );
}

#[test]
fn an_own_picket_helps_and_a_wood_hinders() {
    for (own, post, chance) in [("mill", "mill", (2, 3)), ("ford", "mill", (1, 2)), ("ford", "wood", (1, 3))]
    {
        let state = table(Phase::Night, |blue, _| {
            (blue.coins, blue.posts) = (1, [picket(own, 0)].into_iter().collect())
        });
        let odds = Odds::of::<Pickets>(&state, Acting::own(BLUE), &scout(post)).unwrap();
        let clear = &odds.outcomes[1].label;
        assert!(clear.contains("a clear look"), "{odds:?}");
        assert_eq!(odds.chance(clear), chance);
    }
}

#[test]
fn a_second_look_is_another_question() {
    let mut state = table(Phase::Night, |blue, _| blue.coins = 2);
    for nth in [1, 2] {
        let (_, rolls) = done(&mut state, BLUE, scout("mill"), &[&[3]]);
        assert_eq!(rolls[0].asked.nth, nth);
    }
}

#[test]
fn a_scout_costs_a_coin() {
    assert_eq!(refused(&table(Phase::Night, |_, _| {}), BLUE, scout("mill")), "TOY-4 funds");
    assert_eq!(refused(&table(Phase::Night, |_, _| {}), BLUE, scout("moon")), "TOY-4 unknown");
}
