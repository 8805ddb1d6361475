//! Since you were last here. Whoever stays away for half an hour comes back to a new visit, on whatever device; the
//! panel tells what has happened since the last one ended, and keeps telling it during the whole visit.

use people::LastSeen;

use super::lines::newest_first;
use crate::error::Trouble;
use crate::render::log::Since;
use crate::seated::Seated;
use crate::state::WebState;

/// The most lines in the panel.
const MOST_LINES: usize = 12;

/// The panel. A page that draws itself anew is no visit: nobody needs to sit before it.
pub(crate) async fn since(state: &WebState, seated: &Seated) -> Result<Since, Trouble> {
    let now = state.now();
    let (person, chair) = (&seated.session.person, seated.chair());
    let seen = state.people.last_seen(person, &chair).await?;
    let last = if seated.visitor.redraws {
        seen.and_then(|seen| seen.before_ms)
    } else {
        if let Some(mark) = LastSeen::after_page(seen.as_ref(), now, &seated.keys.cursor) {
            // Who only reads goes on reading when the disk takes nothing more.
            if let Err(fault) = state.people.note_seen(person, &chair, &mark).await {
                tracing::warn!(campaign = seated.campaign, %fault, "a visit was not noted");
            }
        }
        seen.and_then(|seen| seen.left_off(now))
    };
    let page = state.desk.log(&seated.campaign, seated.eyes, None, MOST_LINES + 1).await?;
    let mut lines = newest_first(page.lines);
    lines.retain(|line| last.is_none_or(|last| line.at > last));
    let more = lines.len() > MOST_LINES;
    lines.truncate(MOST_LINES);
    Ok(Since { last, now, lines, more })
}
