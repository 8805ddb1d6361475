//! TOY-7 Dawn and TOY-8 Holding.

use kernel::{Adjudged, Ask, RuleId, Seat, Side, Winner};

use super::Cx;
use crate::event::Event;
use crate::state::{Phase, Stance};

const RULE: RuleId = RuleId("TOY-7");
const MEETING: &[&str] = &["They meet", "They pass in the dark"];

/// [TOY-7] Dawn: everything is shown; if a side raids, each post that both hold is fought for.
pub fn dawn(cx: &mut Cx<'_>) -> Adjudged {
    cx.check(|why| {
        why.unless(cx.seat() == Seat::Clock, RULE, "actor", || "Dawn comes by itself.".into())?;
        why.unless(cx.state().phase == Phase::Dawn, RULE, "step", || "It is not dawn.".into())
    })?;
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
    for side in Side::BOTH {
        if let Some(sealed) = cx.state().sides[side].stance {
            cx.record(Event::Revealed { side, round, stance: sealed.stance, nonce: sealed.nonce })?;
        }
        for at in 0..cx.setup().posts.len() {
            if let Some(works) = cx.state().sides[side].posts[at].picket {
                let post = cx.setup().posts[at].id;
                cx.record(Event::Shown { side, post, works })?;
            }
        }
    }
    Ok(())
}

/// When both raid, the umpire says whether they meet.
fn they_fight(cx: &mut Cx<'_>) -> Adjudged<bool> {
    let raids =
        |side: Side| cx.state().sides[side].stance.is_some_and(|sealed| sealed.stance == Stance::Raid);
    match (raids(Side::FIRST), raids(Side::SECOND)) {
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
        let works = cx.state().sides.map(|force| force.posts[at].picket);
        let ([Some(_), Some(_)], post) = (works.as_array(), cx.setup().posts[at].id) else { continue };
        let side = match cx.high_roll(Ask::new(RULE, "The fight").about(post), 6)? {
            Winner::First => Side::SECOND,
            Winner::Second => Side::FIRST,
        };
        let dug_in = works[side].is_some_and(|works| works > 0);
        cx.record(if dug_in { Event::WorksLost { side, post } } else { Event::DrivenOff { side, post } })?;
    }
    Ok(())
}

/// [TOY-8] Holding: a post held by one side alone gives that side its worth.
fn hold(cx: &mut Cx<'_>) -> Adjudged {
    for at in 0..cx.setup().posts.len() {
        let held = cx.state().sides.map(|force| force.posts[at].picket.is_some());
        let Some(side) = held.only() else { continue };
        let (post, points) = (cx.setup().posts[at].id, cx.setup().posts[at].worth);
        cx.record(Event::Held { side, post, points })?;
    }
    Ok(())
}
