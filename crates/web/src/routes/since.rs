//! Since you were last here. Whoever stays away for half an hour comes back to a new visit, on whatever device; the
//! panel tells what has happened since the last one ended, and keeps telling it during the whole visit.

use kernel::Seat;
use people::{LastSeen, LeftOff};
use table::{Cursor, LogLine};

use super::lines::{drawn, newest, newest_first};
use crate::error::Trouble;
use crate::render::log::{Since, Steps};
use crate::seated::Seated;
use crate::state::WebState;

/// The most lines in the panel.
const MOST_LINES: usize = 12;

/// The most lines that are played back.
const MOST_STEPS: usize = 80;

/// The panel. A page that draws itself anew is no visit: nobody needs to sit before it.
pub(crate) async fn since(state: &WebState, seated: &Seated) -> Result<Since, Trouble> {
    let now = state.now();
    let (person, chair) = (&seated.session.person, seated.chair());
    let seen = state.people.last_seen(person, &chair).await?;
    let last = if seated.visitor.redraws {
        seen.and_then(|seen| seen.before)
    } else {
        if let Some(mark) = LastSeen::after_page(seen.as_ref(), now, &seated.keys.cursor) {
            // Who only reads goes on reading when the disk takes nothing more.
            if let Err(fault) = state.people.note_seen(person, &chair, &mark).await {
                tracing::warn!(campaign = seated.campaign, %fault, "a visit was not noted");
            }
        }
        seen.and_then(|seen| seen.left_off(now))
    };
    let (campaign, seats) = (&*seated.campaign, (seated.own, seated.eyes));
    let lines = match &last {
        Some(last) => lines_since(state, campaign, seats, last, MOST_STEPS).await?,
        None => state.desk.log(campaign, seated.eyes, None, MOST_LINES + 1).await?.lines,
    };
    let newest = newest(&lines);
    let acted = lines.iter().rfind(|line| line.seat != Seat::Clock);
    let is_of_others = acted.is_some_and(|line| line.seat != seated.own);
    let numbers = || Some((lines.first()?.number, lines.last()?.number));
    let span = last.as_ref().and_then(|_| numbers());
    let of_others = lines.iter().filter(|line| span.is_some() && line.seat != seated.own);
    let steps = of_others.map(|line| (line.number, drawn(line.clone()))).collect();
    let mut lines = newest_first(lines);
    let more = lines.len() > MOST_LINES;
    lines.truncate(MOST_LINES);
    Ok(Since {
        last: last.map(|last| last.at_ms),
        now,
        lines,
        newest,
        of_others: is_of_others,
        more,
        span,
        steps,
    })
}

/// What others have done since the seat itself last acted, for its own eyes: who only put the phone down for a moment wants
/// to see the last moves as well. Nothing where the seat has not acted yet.
pub(super) async fn since_own_act(state: &WebState, seated: &Seated) -> Result<Steps, Trouble> {
    if seated.own != seated.eyes {
        return Ok(Steps::new());
    }
    let lines = state.desk.log(&seated.campaign, seated.eyes, None, MOST_STEPS).await?.lines;
    let last = lines.iter().rposition(|line| line.seat == seated.own);
    let after = last.into_iter().flat_map(|last| &lines[last + 1..]);
    Ok(after.map(|line| (line.number, drawn(line.clone()))).collect())
}

/// The last `most` lines that these eyes did not see when the seat left off. The cursor tells, not the time of an entry:
/// who sees a campaign behind time comes upon old entries. Through the eyes of another seat only the time is known.
pub(super) async fn lines_since(
    state: &WebState,
    campaign: &str,
    (own, eyes): (Seat, Seat),
    last: &LeftOff,
    most: usize,
) -> Result<Vec<LogLine>, Trouble> {
    if let Some(cursor) = last.cursor.clone().filter(|_| own == eyes) {
        return Ok(state.desk.since(campaign, eyes, &Cursor(cursor), most).await?.lines);
    }
    let mut lines = state.desk.log(campaign, eyes, None, most).await?.lines;
    lines.retain(|line| line.at > last.at_ms);
    Ok(lines)
}
