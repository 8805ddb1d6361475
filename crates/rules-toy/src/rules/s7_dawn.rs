//! TOY-7 Dawn and TOY-8 Holding.

use kernel::{Adjudged, Ask, RuleId, Seat, Winner};

use super::Cx;
use crate::event::Event;
use crate::state::{Phase, Stance};

const RULE: RuleId = RuleId("TOY-7");
const MEETING: &[&str] = &["They meet", "They pass in the dark"];

/// [TOY-7] Dawn: everything is shown; if a side raids, each post that both hold is fought for.
pub fn dawn(cx: &mut Cx<'_>) -> Adjudged {
    if cx.seat() != Seat::Clock {
        return cx.refuse(RULE, "actor", || "Dawn comes by itself.".into());
    }
    if cx.state().phase != Phase::Dawn {
        return cx.refuse(RULE, "step", || "It is not dawn.".into());
    }
    show(cx)?;
    if they_fight(cx)? {
        fight(cx)?;
    }
    hold(cx)?;
    let round = cx.state().round;
    cx.record(if round < cx.setup().rounds { Event::DuskFell { round: round + 1 } } else { Event::Ended })
}

fn show(cx: &mut Cx<'_>) -> Adjudged {
    let round = cx.state().round;
    for side in [0, 1] {
        if let Some(sealed) = cx.state().force(side).stance {
            cx.record(Event::Revealed { side, round, stance: sealed.stance, nonce: sealed.nonce })?;
        }
        for at in 0..cx.setup().posts.len() {
            if let Some(works) = cx.state().force(side).posts[at].picket {
                let post = cx.setup().posts[at].id;
                cx.record(Event::Shown { side, post, works })?;
            }
        }
    }
    Ok(())
}

/// When both raid, the umpire says whether they meet.
fn they_fight(cx: &mut Cx<'_>) -> Adjudged<bool> {
    let raids = |side| cx.state().force(side).stance.is_some_and(|sealed| sealed.stance == Stance::Raid);
    match (raids(0), raids(1)) {
        (false, false) => Ok(false),
        (true, true) => {
            let meet = cx.ruling(Ask::new(RULE, "Both sides raid. Do they meet?"), MEETING)? == 0;
            if !meet {
                cx.record(Event::Missed)?;
            }
            Ok(meet)
        }
        _ => Ok(true),
    }
}

fn fight(cx: &mut Cx<'_>) -> Adjudged {
    for at in 0..cx.setup().posts.len() {
        let works = [0, 1].map(|side| cx.state().force(side).posts[at].picket);
        let ([Some(_), Some(_)], post) = (works, cx.setup().posts[at].id) else { continue };
        let loser = match cx.high_roll(Ask::new(RULE, "The fight").about(post), 6)? {
            Winner::First => 1,
            Winner::Second => 0,
        };
        let dug_in = works[loser].is_some_and(|works| works > 0);
        let side = if loser == 0 { 0 } else { 1 };
        cx.record(if dug_in { Event::WorksLost { side, post } } else { Event::DrivenOff { side, post } })?;
    }
    Ok(())
}

/// [TOY-8] Holding: a post held by one side alone gives that side its worth.
fn hold(cx: &mut Cx<'_>) -> Adjudged {
    for at in 0..cx.setup().posts.len() {
        let held = [0, 1].map(|side| cx.state().force(side).posts[at].picket.is_some());
        let side = match held {
            [true, false] => 0,
            [false, true] => 1,
            _ => continue,
        };
        let (post, points) = (cx.setup().posts[at].id, cx.setup().posts[at].worth);
        cx.record(Event::Held { side, post, points })?;
    }
    Ok(())
}
