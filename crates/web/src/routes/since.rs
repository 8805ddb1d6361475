//! Since you were last here. Whoever stays away for half an hour comes back to a new visit; the panel tells what has
//! happened since the last one ended, and keeps telling it during the whole visit.

use axum::http::HeaderValue;
use people::LastSeen;

use super::lines::newest_first;
use crate::error::Trouble;
use crate::render::log::Since;
use crate::seated::Seated;
use crate::state::WebState;
use crate::visitor::cookie;

/// A visit is over after this long without a page.
const VISIT_MS: i64 = 30 * 60 * 1000;
/// How often it is noted that somebody is here.
const GRAIN_MS: i64 = 60 * 1000;
/// The most lines in the panel.
const MOST_LINES: usize = 12;
/// How long the browser keeps the beginning of a visit.
const KEPT_SECONDS: i64 = 24 * 60 * 60;

/// The panel, and the cookie that keeps when the last visit ended.
pub(crate) async fn since(
    state: &WebState,
    seated: &Seated,
) -> Result<(Since, Option<HeaderValue>), Trouble> {
    let now = state.now();
    let chair = seated.chair();
    let seen = state.people.last_seen(&seated.session.handle, &chair).await?;
    let name = format!("since-{}-{}", seated.campaign, seated.own.name());
    let kept: Option<i64> = seated.visitor.cookies.get(&name).and_then(|at| at.parse().ok());
    let anew = seen.as_ref().is_none_or(|seen| now - seen.at_ms > VISIT_MS);
    let last = if anew { seen.as_ref().map(|seen| seen.at_ms) } else { kept.filter(|at| *at > 0) };
    if seen.is_none_or(|seen| now - seen.at_ms >= GRAIN_MS) {
        let seen = LastSeen { at_ms: now, cursor: seated.keys.cursor.clone() };
        // Who only reads goes on reading when the disk takes nothing more.
        if let Err(fault) = state.people.note_seen(&seated.session.handle, &chair, &seen).await {
            tracing::warn!(campaign = seated.campaign, %fault, "a visit was not noted");
        }
    }
    let page = state.desk.log(&seated.campaign, seated.eyes, None, MOST_LINES + 1).await?;
    let mut lines = newest_first(page.lines);
    lines.retain(|line| last.is_none_or(|last| line.at > last));
    let more = lines.len() > MOST_LINES;
    lines.truncate(MOST_LINES);
    let header =
        anew.then(|| cookie(state, &name, &last.unwrap_or(0).to_string(), KEPT_SECONDS, "; HttpOnly"));
    Ok((Since { last, now, lines, more }, header))
}
