//! Events as prose. Sees the event and the set-up only.

use kernel::grammar::counted;
use kernel::view::Text;
use kernel::{RuleId, Side};

use crate::event::Event;
use crate::setup::{Look, PostId, Setup};
use crate::state::{Phase, Sight, Stance};

/// An event in the past tense.
pub fn narrate(setup: &Setup, event: &Event) -> Text {
    let name =
        |post: PostId| setup.post(post).map_or_else(|| post.to_string(), |at| setup.posts[at].name.clone());
    let by = |side: Side| Text::empty().side(side.number());
    match *event {
        Event::Paid { side, coins } => {
            by(side).say(format!(" was paid {}.", counted(coins, "coin"))).rule(RuleId("TOY-1"))
        }
        Event::Placed { side, post } => by(side).say(format!(" put a picket at {}.", name(post))),
        Event::Spent { side, coins } => by(side).say(format!(" spent {}.", counted(coins, "coin"))),
        Event::Dug { side, post, works } => {
            by(side).say(format!(" dug at {}: works level {works}.", name(post))).rule(RuleId("TOY-3"))
        }
        Event::Scouted { side, post, look: Look::Nothing } => {
            by(side).say(format!("'s scout saw nothing at {}.", name(post))).rule(RuleId("TOY-4"))
        }
        Event::Scouted { side, post, look: Look::Clear } => {
            by(side).say(format!("'s scout had a clear look at {}.", name(post))).rule(RuleId("TOY-4"))
        }
        Event::Saw { post, sight: Sight::Picket, .. } => {
            Text::new("There was an enemy picket at ").say(name(post)).say(".")
        }
        Event::Saw { post, .. } => Text::new("There was no enemy picket at ").say(name(post)).say("."),
        Event::Sealed { side, stance, .. } => by(side).say(format!(" sealed its stance: {}.", stance.word())),
        Event::Closed { side, phase: Phase::Night, .. } => by(side).say(" closed the night."),
        Event::Closed { side, .. } => by(side).say(" closed the dusk."),
        Event::Revealed { side, stance: Stance::Hold, .. } => by(side).say(" held."),
        Event::Revealed { side, stance: Stance::Raid, .. } => by(side).say(" raided."),
        Event::Shown { side, post, works: 0 } => by(side).say(format!(" had a picket at {}.", name(post))),
        Event::Shown { side, post, works } => {
            by(side).say(format!(" had a picket at {} with works level {works}.", name(post)))
        }
        Event::Missed => Text::new("The raiders passed each other in the dark.").rule(RuleId("TOY-7")),
        Event::WorksLost { side, post } => by(side).say(format!(" lost works at {}.", name(post))),
        Event::DrivenOff { side, post } => by(side).say(format!(" was driven off {}.", name(post))),
        Event::Held { side, post, points } => {
            by(side).say(format!(" held {} alone: {points} points.", name(post))).rule(RuleId("TOY-8"))
        }
        Event::DuskFell { round } => Text::new(format!("Dusk {round} fell.")),
        Event::Ended => Text::new("The last dawn was over."),
    }
}
