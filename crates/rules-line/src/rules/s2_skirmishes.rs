//! LINE-2 Skirmishes and LINE-3 what comes of them.

use super::*;

const FIGHT: RuleId = RuleId("LINE-2");
const RESULT: RuleId = RuleId("LINE-3");

/// [LINE-2] Skirmishes: the umpire has one fought for a post, once a turn and one at a time, with coins of both sides. They
/// leave the purses.
pub fn fight(cx: &mut Cx<'_>, post: PostId, coins: [u8; 2]) -> Adjudged {
    cx.check(|why| {
        goes_on(cx, FIGHT, why)?;
        umpires(cx, FIGHT, why)?;
        let (state, setup) = (cx.state(), cx.setup());
        let at = why.need(setup.post(post), FIGHT, "unknown", || format!("There is no post {post}."))?;
        let place = &state.places[at];
        why.unless(place.fight.is_none(), FIGHT, "dup", || {
            format!("A skirmish is fought for {} now.", setup.posts[at].name)
        })?;
        why.unless(place.fought < state.turn, FIGHT, "dup", || {
            format!("{} was fought for this turn.", setup.posts[at].name)
        })?;
        let fits = of_both(coins).all(|(side, coins)| coins <= MOST_COINS.min(state.sides[side].coins));
        why.unless(fits, FIGHT, "funds", || {
            format!("A side sends what it has, and at most {}.", counted(MOST_COINS, "coin"))
        })
    })?;
    cx.record(Begun { post, turn: cx.state().turn })?;
    of_both(coins).try_for_each(|(side, coins)| cx.record(Went { side, post, coins }))
}

/// [LINE-3] What comes of them: coins come home as far as they are left, and a post that one side holds alone gives it its
/// worth. Where neither does, a set-up may leave it to the umpire.
pub fn take_in(cx: &mut Cx<'_>, post: PostId, coins: [u8; 2], held: Option<Side>) -> Adjudged {
    let worth = cx.check(|why| {
        goes_on(cx, RESULT, why)?;
        umpires(cx, RESULT, why)?;
        let fight = why.need(fight_at(cx.state(), post), RESULT, "step", || {
            format!("No skirmish is fought for {}.", cx.setup().called(post))
        })?;
        why.unless(of_both(coins).all(|(side, coins)| coins <= fight[side]), RESULT, "cap", || {
            "More coins would come home than went.".into()
        })?;
        Ok(cx.setup().post(post).map_or(0, |at| cx.setup().posts[at].worth))
    })?;
    let held = if held.is_none() && cx.setup().umpire_decides { decided(cx, post)? } else { held };
    for (side, coins) in of_both(coins) {
        cx.record(CameHome { side, post, coins })?;
    }
    if let Some(side) = held {
        cx.record(Held { side, post, points: worth })?;
    }
    cx.record(Settled { post })
}

/// Who holds a post, as the umpire sees it.
fn decided(cx: &mut Cx<'_>, post: PostId) -> Adjudged<Option<Side>> {
    let [first, second] = Side::BOTH.map(|side| cx.setup().sides[side].name.clone());
    let choice =
        cx.ruling(Ask::new(RESULT, "Who holds the post?").about(post), &["Nobody", &first, &second])?;
    Ok(Side::BOTH.into_iter().find(|side| side.number() + 1 == choice))
}

kernel::section! { for State, Setup;
    /// A skirmish began.
    public Begun { post: PostId, turn: u8 }
    does |state| {
        let place = state.place(post);
        (place.fought, place.fight) = (turn, Some(PerSide::default()));
    },
    told |setup| Text::told(None, format!("A skirmish began for {}.", setup.called(post)), "LINE-2");
    /// Men of a side went there.
    secret Went { side: Side, post: PostId, coins: u8 }
    does |state| {
        state.sides[side].coins = state.sides[side].coins.saturating_sub(coins);
        state.place(post).fight.iter_mut().for_each(|fight| fight[side] = coins);
    },
    told |setup| side.says(format!(" sent {} to {}.", counted(coins, "coin"), setup.called(post)), "");
    /// They came home.
    secret CameHome { side: Side, post: PostId, coins: u8 }
    does |state| state.sides[side].coins = state.sides[side].coins.saturating_add(coins),
    told |setup| {
        let from = setup.called(post);
        side.says(format!("'s men came home from {from} with {}.", counted(coins, "coin")), "LINE-3")
    };
    /// A side held the post alone.
    public Held { side: Side, post: PostId, points: u8 }
    does |state| state.sides[side].points = state.sides[side].points.saturating_add(points.into()),
    told |setup| side.says(format!(" holds {}: {points} points.", setup.called(post)), "LINE-3");
    /// The skirmish was over.
    public Settled { post: PostId }
    does |state| state.place(post).fight = None,
    told |setup| Text::told(None, format!("The skirmish for {} was over.", setup.called(post)), "LINE-3");
}
