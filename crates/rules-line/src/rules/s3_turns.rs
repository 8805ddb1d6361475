//! LINE-4 Turns.

use super::*;

const RULE: RuleId = RuleId("LINE-4");

/// [LINE-4] Turns: the umpire begins the next one. The last ends when no skirmish is fought any more.
pub fn next(cx: &mut Cx<'_>) -> Adjudged {
    let last = cx.check(|why| {
        goes_on(cx, RULE, why)?;
        umpires(cx, RULE, why)?;
        let last = cx.state().turn >= cx.setup().turns;
        let quiet = cx.state().places.iter().all(|place| place.fight.is_none());
        why.unless(!last || quiet, RULE, "incomplete", || {
            "A skirmish is still fought; what comes of it is taken in first.".into()
        })?;
        Ok(last)
    })?;
    if last { cx.record(Ended {}) } else { cx.record(TurnBegan { turn: cx.state().turn + 1 }) }
}

kernel::section! { for State, Setup;
    /// The next turn began.
    public TurnBegan { turn: u8 }
    does |state| {
        state.turn = turn;
        state.sides.iter_mut().for_each(|(_, force)| force.hired = false);
    },
    told |_| Text::told(None, format!("Turn {turn} began."), "LINE-4");
    /// The last turn was over.
    public Ended {}
    does |state| state.over = true,
    told |_| Text::told(None, "The last turn was over.", "LINE-4");
}
