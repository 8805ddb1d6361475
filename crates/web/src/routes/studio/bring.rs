//! Files that are sent: a set-up that becomes a draft, a spreadsheet that becomes rows.

use axum::extract::{Multipart, Path, State};
use axum::response::Response;
use kernel::Diagnostic;

use super::new::{Told, keep, refused};
use super::paste::{self, Pasted};
use super::{Writing, engine, lines, rulebook, umpire};
use crate::error::Trouble;
use crate::seated::check_csrf;
use crate::state::WebState;
use crate::visitor::Visitor;

/// The parts of a form with a file. The field of the session's own token may stand behind the file.
#[derive(Default)]
struct Sent {
    csrf: Option<String>,
    file: Vec<u8>,
    words: Vec<(String, String)>,
}

impl Sent {
    async fn read(mut form: Multipart) -> Result<Self, Trouble> {
        let mut sent = Self::default();
        while let Some(field) = form.next_field().await.map_err(|_| Trouble::TooLong)? {
            let name = field.name().unwrap_or("").to_owned();
            match &*name {
                "file" => sent.file = field.bytes().await.map_err(|_| Trouble::TooLong)?.to_vec(),
                "csrf" => sent.csrf = Some(field.text().await.map_err(|_| Trouble::NotUnderstood)?),
                "system" | "version" | "placing" => {
                    let text = field.text().await.map_err(|_| Trouble::NotUnderstood)?;
                    sent.words.push((name, text));
                }
                _ => return Err(Trouble::NotUnderstood),
            }
        }
        Ok(sent)
    }

    fn get(&self, name: &str) -> &str {
        self.words.iter().find(|(known, _)| known == name).map_or("", |(_, text)| text)
    }
}

/// Makes a draft of a set-up file, whatever faults it has as long as it is TOML.
pub(super) async fn draft(
    State(state): State<WebState>,
    visitor: Visitor,
    form: Multipart,
) -> Result<Response, Trouble> {
    let session = umpire(&state, &visitor)?;
    let sent = Sent::read(form).await?;
    check_csrf(session, sent.csrf.as_deref())?;
    let tell =
        async |why: &str| refused(&state, &visitor, session, &Told { why: Some(why), faults: &[] }).await;
    if sent.file.len() > people::MOST_DRAFT_BYTES {
        return tell("The file is larger than 1 MiB. A set-up is a text of a few pages. Check whether this is the right file.").await;
    }
    let Ok(text) = str::from_utf8(&sent.file) else {
        return tell("This is not text in UTF-8. Bring the set-up as a TOML file. Rows of a spreadsheet are pasted into a table of a draft.").await;
    };
    let text = lines(text.strip_prefix('\u{feff}').unwrap_or(text));
    if text.trim().is_empty() {
        return tell("The file is empty. Choose a set-up file, or begin from a sample.").await;
    }
    let faults = engine::faults("the file", &text).await?;
    if !faults.is_empty() {
        return refused(&state, &visitor, session, &Told { why: None, faults: &faults }).await;
    }
    let rulebook = match sent.get("system") {
        "" => engine::nearest(state.settings.systems.0, &text).await?,
        name => rulebook(&state, name),
    };
    keep(&state, &visitor, session, rulebook.ok_or(Trouble::NotUnderstood)?, &text, "/check").await
}

/// Reads a spreadsheet for a table of a draft and goes on as if its cells had been pasted.
pub(super) async fn rows(
    State(state): State<WebState>,
    Path((draft, path)): Path<(String, String)>,
    visitor: Visitor,
    form: Multipart,
) -> Result<Response, Trouble> {
    let sent = Sent::read(form).await?;
    check_csrf(umpire(&state, &visitor)?, sent.csrf.as_deref())?;
    let writing = Writing::enter(&state, visitor, &draft).await?;
    let place = paste::Place::find(&writing, &path).await?;
    let read = tokio::task::spawn_blocking(move || (sheets::read_as_shown("the file", &sent.file), sent));
    let (read, sent) = read.await.map_err(|_| Trouble::Broken)?;
    let pasted = match read {
        Ok(grids) => Pasted::of_grids(place.named(), grids, false).await?,
        Err(faults) => Err(faults.iter().map(told).collect()),
    };
    paste::begun(&writing, &place, pasted, sent.get("placing"), sent.get("version")).await
}

/// A fault of a spreadsheet as a sentence.
fn told(fault: &Diagnostic) -> String {
    if fault.path.is_empty() { fault.sentence.clone() } else { format!("{}: {}", fault.path, fault.sentence) }
}
