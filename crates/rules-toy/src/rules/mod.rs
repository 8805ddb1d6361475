//! The rules, one file per section of the source, in its order; and the checks they share.

pub mod s1_pay;
pub mod s2_pickets;
pub mod s3_works;
pub mod s4_scouts;
pub mod s5_stance;
pub mod s6_close;
pub mod s7_dawn;

use kernel::{Adjudged, Adjudication, Id, RuleId, RuleText, Seat};

use crate::Pickets;
use crate::event::Event;
use crate::state::{Force, Phase};

/// A rule's view of the table.
pub type Cx<'a> = Adjudication<'a, Pickets>;

/// The rules with their ids, as `rules.toml` has them.
pub const RULES: &[RuleText] = &[
    RuleText {
        id: "TOY-0",
        heading: "Dusk, night, dawn",
        words: "At dusk and at night both sides act at the same time and unseen, until both have closed. Dawn shows all.",
    },
    RuleText {
        id: "TOY-1",
        heading: "Pay",
        words: "Once each round, at dusk, each side rolls on the pay chart, in secret. The side that is behind adds 1.",
    },
    RuleText {
        id: "TOY-2",
        heading: "Pickets",
        words: "At dusk a side puts a picket on a post where it has none, up to the number in the set-up.",
    },
    RuleText {
        id: "TOY-3",
        heading: "Works",
        words: "At dusk, for a coin, a picket digs: two dice, and each 5 or 6 adds a level of works, at most 3.",
    },
    RuleText {
        id: "TOY-4",
        heading: "Scouts",
        words: "At night, for a coin, a side scouts a post on the chart: 1 more from its own picket, 1 less in a wood.",
    },
    RuleText {
        id: "TOY-5",
        heading: "Stance",
        words: "At night each side seals whether it holds or raids; it may change its mind until it closes.",
    },
    RuleText {
        id: "TOY-6",
        heading: "Closing",
        words: "A side closes the dusk when it has rolled its pay, and the night when it has sealed its stance.",
    },
    RuleText {
        id: "TOY-7",
        heading: "Dawn",
        words: "If a side raids, each post that both hold is fought for. When both raid, the umpire says whether they meet.",
    },
    RuleText {
        id: "TOY-8",
        heading: "Holding",
        words: "After the fights a post held by one side alone gives that side its worth.",
    },
];

const TURNS: RuleId = RuleId("TOY-0");

/// [TOY-0] A side acts at dusk while it has not closed. Gives the side.
pub fn own_dusk(cx: &Cx<'_>) -> Adjudged<u8> {
    own_turn(cx, &[Phase::Dusk], "This is done at dusk.")
}

/// [TOY-0] A side acts at night while it has not closed. Gives the side.
pub fn own_night(cx: &Cx<'_>) -> Adjudged<u8> {
    own_turn(cx, &[Phase::Night], "This is done at night.")
}

/// [TOY-0] A side closes dusk and night, each once. Gives the side.
pub fn own_dusk_or_night(cx: &Cx<'_>) -> Adjudged<u8> {
    own_turn(cx, &[Phase::Dusk, Phase::Night], "This is done at dusk and at night.")
}

fn own_turn(cx: &Cx<'_>, phases: &[Phase], when: &str) -> Adjudged<u8> {
    let Seat::Side(side @ 0..=1) = cx.seat() else {
        return cx.refuse(TURNS, "actor", || "Only a side does this.".into());
    };
    if !phases.contains(&cx.state().phase) {
        return cx.refuse(TURNS, "step", || when.into());
    }
    if cx.state().force(side).closed {
        return cx.refuse(TURNS, "closed", || "You have closed and wait for the other side.".into());
    }
    Ok(side)
}

fn own_post(cx: &Cx<'_>, rule: RuleId, post: Id) -> Adjudged<usize> {
    match cx.setup().post(post) {
        Some(at) => Ok(at),
        None => cx.refuse(rule, "unknown", || format!("There is no post {post}.")),
    }
}

fn force<'c>(cx: &'c Cx<'_>, side: u8) -> &'c Force {
    cx.state().force(side)
}

fn can_spend(cx: &Cx<'_>, rule: RuleId, side: u8, coins: u8) -> Adjudged {
    if force(cx, side).coins < coins {
        return cx.refuse(rule, "funds", || "Your purse is empty; pay comes once each night.".into());
    }
    Ok(())
}

fn spend(cx: &mut Cx<'_>, side: u8, coins: u8) -> Adjudged {
    cx.record(Event::Spent { side, coins })
}
