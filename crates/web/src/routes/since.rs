//! Since you were last here. Whoever stays away for half an hour comes back to a new visit, on whatever device; the
//! panel tells what has happened since the last one ended, and keeps telling it during the whole visit.

use kernel::Seat;
use people::{LastSeen, LeftOff};
use table::{Cursor, Kind, LogLine};

use super::lines::{drawn, newest, newest_first};
use crate::error::Trouble;
use crate::render::away::SinceOwnAct;
use crate::render::log::Since;
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
    let opens_dice =
        acted.is_some_and(|line| matches!(line.kind, Kind::Contributed | Kind::DiceOpened | Kind::Revealed));
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
        opens_dice,
        more,
        span,
        steps,
    })
}

/// What others have done since the seat itself last acted, for its own eyes: who only put the phone down for a moment wants
/// to see the last moves as well. A lone answer amid what another seat does interrupts that for nobody: it is counted among what
/// happened. Nothing where the seat has not acted yet.
pub(super) async fn since_own_act(state: &WebState, seated: &Seated) -> Result<SinceOwnAct, Trouble> {
    if seated.own != seated.eyes {
        return Ok(SinceOwnAct::default());
    }
    let lines = state.desk.log(&seated.campaign, seated.eyes, None, MOST_STEPS).await?.lines;
    let seats: Vec<Seat> = lines.iter().map(|line| line.seat).collect();
    let last = left_the_move(&seats, seated.own);
    let after = last.map_or(&lines[..0], |last| &lines[last + 1..]);
    let answered = after.iter().any(|line| line.seat == seated.own);
    let is_news = after.last().is_some_and(|line| line.seat != seated.own);
    let steps = after.iter().filter(|_| is_news).map(|line| (line.number, drawn(line.clone()))).collect();
    Ok(SinceOwnAct { steps, answered })
}

/// The last act of a seat that is no lone answer between acts of others; if there are only such, the last of them.
fn left_the_move(seats: &[Seat], own: Seat) -> Option<usize> {
    let acts: Vec<usize> = (0..seats.len()).filter(|n| seats[*n] != Seat::Clock).collect();
    let is_own = |at: usize| acts.get(at).is_some_and(|n| seats[*n] == own);
    let is_answer = |at: usize| at > 0 && at + 1 < acts.len() && !is_own(at - 1) && !is_own(at + 1);
    let mut mine = (0..acts.len()).rev().filter(|at| is_own(*at));
    let last = mine.clone().next()?;
    Some(acts[mine.find(|at| !is_answer(*at)).unwrap_or(last)])
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

#[cfg(test)]
mod tests {
    use kernel::Seat;

    use super::left_the_move;

    #[test]
    fn a_lone_answer_does_not_end_what_others_do() {
        const ME: Seat = Seat::Side(0);
        const YOU: Seat = Seat::Side(1);
        let since = |seats: &[Seat]| left_the_move(seats, ME);
        assert_eq!(since(&[ME, ME, YOU, YOU, ME, YOU]), Some(1), "one answer");
        assert_eq!(since(&[ME, ME, YOU, ME, YOU, Seat::Clock, ME, Seat::Clock, YOU]), Some(1), "two");
        assert_eq!(since(&[YOU, ME, ME, YOU]), Some(2), "a move of its own");
        assert_eq!(since(&[ME, ME, YOU, ME]), Some(3), "nothing has happened since");
        assert_eq!(since(&[ME, YOU, YOU]), Some(0), "the first act of all");
        assert_eq!(since(&[YOU, ME, YOU]), Some(1), "nothing but an answer");
        assert_eq!(since(&[YOU, YOU]), None);
    }
}
