//! TOY-7 Dawn and TOY-8 Holding.

use super::*;

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
        let Force { stance, nonce, posts, .. } = cx.state().sides[side].clone();
        if let Some(stance) = stance {
            cx.record(Event::Revealed { side, round, stance, nonce })?;
        }
        for ground in posts {
            if let Some(works) = ground.picket {
                cx.record(Event::Shown { side, post: ground.id, works })?;
            }
        }
    }
    Ok(())
}

/// When both raid, the umpire says whether they meet.
fn they_fight(cx: &mut Cx<'_>) -> Adjudged<bool> {
    let raids = |force: &Force| force.stance == Some(Stance::Raid);
    let n_raids = cx.state().sides.as_array().iter().filter(|force| raids(force)).count();
    if n_raids < 2 {
        return Ok(n_raids == 1);
    }
    let meet = cx.ruling(Ask::new(RULE, "Both sides raid. Do they meet?"), MEETING)? == 0;
    if !meet {
        cx.record(Event::Missed)?;
    }
    Ok(meet)
}

fn fight(cx: &mut Cx<'_>) -> Adjudged {
    for at in 0..cx.setup().posts.len() {
        let (works, post) = (pickets(cx, at), cx.setup().posts[at].id);
        if !works.both(Option::is_some) {
            continue;
        }
        let side = match cx.high_roll(Ask::new(RULE, "The fight").about(post), 6)? {
            Winner::First => Side::SECOND,
            Winner::Second => Side::FIRST,
        };
        let dug_in = works[side] > Some(0);
        cx.record(if dug_in { Event::WorksLost { side, post } } else { Event::DrivenOff { side, post } })?;
    }
    Ok(())
}

/// [TOY-8] Holding: a post held by one side alone gives that side its worth.
fn hold(cx: &mut Cx<'_>) -> Adjudged {
    for at in 0..cx.setup().posts.len() {
        let Some(side) = pickets(cx, at).map(Option::is_some).only() else { continue };
        let (post, points) = (cx.setup().posts[at].id, cx.setup().posts[at].worth);
        cx.record(Event::Held { side, post, points })?;
    }
    Ok(())
}

fn pickets(cx: &Cx<'_>, at: usize) -> PerSide<Option<u8>> {
    cx.state().sides.map(|force| force.posts[at].picket)
}
