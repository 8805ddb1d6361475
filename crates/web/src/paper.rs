//! Sheets for the table as files: the same for pages, programs and the command line.

use kernel::Seat;
use kernel::view::Paper;
use ledger::{Stream, short_head};
use sheets::pdf::{self, Fault, Size, Stamp};
use table::{Look, Papers, own_stream};

/// The id of the file with all sheets of a seat.
pub const ALL: &str = "all";
/// Before the ids of pages, which can be printed as they stand.
pub const OF_PAGE: &str = "page-";

/// The ids and headings of what a seat can print: its sheets, then its pages with tables as they stand.
pub fn listed(papers: &Papers) -> Vec<(String, String)> {
    let own = papers.papers.iter().map(|paper| (paper.id.clone(), paper.title.clone()));
    let pages = papers.look.pages().filter(|page| !sheets::of_page(page, &papers.look.sides).is_empty());
    own.chain(pages.map(|page| (format!("{OF_PAGE}{}", page.id), format!("Page {}", page.tab)))).collect()
}

/// The sheets with this id: one, all, or a page of the seat as it stands.
pub fn picked(papers: &Papers, eyes: Seat, id: &str) -> Vec<Paper> {
    if id == ALL {
        return papers.papers.clone();
    }
    let one = papers.papers.iter().find(|paper| paper.id == id).cloned();
    let page = || {
        let id = id.strip_prefix(OF_PAGE)?;
        let page = papers.look.page(id)?;
        let seat = if papers.look.is_open(&page) { Seat::Spectator } else { eyes };
        Some(Paper::of_page(&page, seat)).filter(|_| !sheets::of_page(&page, &papers.look.sides).is_empty())
    };
    one.or_else(page).into_iter().collect()
}

/// What stands on every sheet. `origin` is the address under which people reach the server.
pub fn stamp(look: &Look, lines: &[(Seat, u64)], campaign: &str, origin: &str) -> Stamp {
    Stamp {
        campaign: look.title.clone(),
        standing: look.contents.standing.clone(),
        sides: look.sides.clone(),
        lines: lines.to_vec(),
        heads: lines.iter().map(|(seat, _)| (*seat, seals(look, *seat))).collect(),
        seal: Stamp::seal(&look.dice.commitment),
        address: format!("{}/c/{campaign}", origin.trim_end_matches('/')),
    }
}

/// The seals of the logs that a seat reads, in a form to note: the public one, and its own where it has one.
fn seals(look: &Look, seat: Seat) -> Vec<String> {
    let mut logs = vec![("public log", Stream::Public), ("own log", own_stream(seat))];
    logs.dedup_by_key(|(_, stream)| *stream);
    let seal = |(words, stream): (&str, Stream)| {
        let (_, number, hash) = look.seals.iter().find(|(name, ..)| *name == stream.to_string())?;
        Some(format!("{words} at {number}: {}", short_head(hash)))
    };
    logs.into_iter().filter_map(seal).collect()
}

/// Sheets as a file. Setting them takes time, so it is done beside the server's own work.
///
/// # Errors
/// When they cannot be written.
pub async fn written(papers: Vec<Paper>, stamp: Stamp, size: Size) -> Result<Vec<u8>, Fault> {
    match tokio::task::spawn_blocking(move || pdf::write(&papers, &stamp, size)).await {
        Ok(written) => written,
        Err(broken) => std::panic::resume_unwind(broken.into_panic()),
    }
}
