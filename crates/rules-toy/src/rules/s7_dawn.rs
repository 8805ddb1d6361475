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
    if round < cx.setup().rounds { cx.record(DuskFell { round: round + 1 }) } else { cx.record(Ended {}) }
}

fn show(cx: &mut Cx<'_>) -> Adjudged {
    let round = cx.state().round;
    for side in Side::BOTH {
        let Force { stance, nonce, posts, .. } = cx.state().sides[side].clone();
        if let Some(stance) = stance {
            cx.record(Revealed { side, round, stance, nonce })?;
        }
        for ground in posts {
            if let Some(works) = ground.picket {
                cx.record(Shown { side, post: ground.id, works })?;
            }
        }
    }
    Ok(())
}

/// When both raid, the umpire says whether they meet.
fn they_fight(cx: &mut Cx<'_>) -> Adjudged<bool> {
    let raids = cx.state().sides.map(|force| force.stance == Some(Stance::Raid));
    if !raids.both(|raids| *raids) {
        return Ok(raids.only().is_some());
    }
    let meet = cx.ruling(Ask::new(RULE, "Both sides raid. Do they meet?"), MEETING)? == 0;
    if !meet {
        cx.record(Missed {})?;
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
        let (worn, gone) = (WorksLost { side, post }, DrivenOff { side, post });
        if works[side] > Some(0) { cx.record(worn)? } else { cx.record(gone)? }
    }
    Ok(())
}

/// [TOY-8] Holding: a post held by one side alone gives that side its worth.
fn hold(cx: &mut Cx<'_>) -> Adjudged {
    for at in 0..cx.setup().posts.len() {
        let Some(side) = pickets(cx, at).map(Option::is_some).only() else { continue };
        let (post, points) = (cx.setup().posts[at].id, cx.setup().posts[at].worth);
        cx.record(Held { side, post, points })?;
    }
    Ok(())
}

fn pickets(cx: &Cx<'_>, at: usize) -> PerSide<Option<u8>> {
    cx.state().sides.map(|force| force.posts[at].picket)
}

kernel::section! { for State, Setup;
    /// A stance was opened.
    public Revealed { side: Side, round: u8, stance: Stance, nonce: Option<Hex> = None }
    told |_| side.says(format!(" {}.", stance.prose()), "");
    /// A picket was seen in the morning light.
    public Shown { side: Side, post: PostId, works: u8 }
    told |setup| {
        let with = if works > 0 { format!(" with works level {works}") } else { String::new() };
        side.says(format!(" had a picket at {}{with}.", setup.called(post)), "")
    };
    /// Both sides raided and missed each other.
    public Missed {}
    told |_| Text::told(None, "The raiders passed each other in the dark.", "TOY-7");
    /// A picket lost its fight and with it one level of works.
    public WorksLost { side: Side, post: PostId }
    does |state| state.ground(side, post).picket.iter_mut().for_each(|works| *works = works.saturating_sub(1)),
    told |setup| side.says(format!(" lost works at {}.", setup.called(post)), "");
    /// A picket lost its fight and left.
    public DrivenOff { side: Side, post: PostId }
    does |state| state.ground(side, post).picket = None,
    told |setup| side.says(format!(" was driven off {}.", setup.called(post)), "");
    /// A side held a post alone and gained points for it.
    public Held { side: Side, post: PostId, points: u8 }
    does |state| state.sides[side].points += u16::from(points),
    told |setup| side.says(format!(" held {} alone: {points} points.", setup.called(post)), "TOY-8");
    /// The next dusk began.
    public DuskFell { round: u8 }
    does |state| state.turn_in(round, Phase::Dusk),
    told |_| Text::new(format!("Dusk {round} fell."));
    /// The last dawn was over.
    public Ended {}
    does |state| state.turn_in(state.round, Phase::Over),
    told |_| Text::new("The last dawn was over.");
}
