//! What differs on a page since its reader was last here, read off that seat's own page of then.

use kernel::view::Page;

use crate::error::Trouble;
use crate::render::log::Since;
use crate::render::passed::Passed;
use crate::seated::Seated;
use crate::state::WebState;

/// What has changed on a page since the reader's last visit; nothing on a first visit or where nothing has happened.
pub(crate) async fn passed(
    state: &WebState,
    seated: &Seated,
    page: &Page,
    since: &Since,
) -> Result<Option<Passed>, Trouble> {
    let Some(last) = since.span.and_then(|(first, _)| first.checked_sub(1)).filter(|last| *last > 0) else {
        return Ok(None);
    };
    let then = state.desk.look_then(&seated.campaign, seated.eyes, last).await?;
    let before = then.and_then(|then| then.papers.look.page(page.id));
    Ok(before.map(|before| Passed::between(&before, page)))
}
