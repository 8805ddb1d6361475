//! Sheets for the table as PDF: black on white, tagged, with fonts of their own. Equal sheets give equal bytes.
//!
//! A sheet is described by [`kernel::view::Paper`], filled by a system for one seat from nothing; nothing here knows a
//! system. Read `words` (lines), `page` (what is drawn), `flow` (pages filled from above), `table`, `map`,
//! `labels`, `code`, `parts` (what becomes of each block), `ink` (the file).

mod code;
mod flow;
mod fonts;
mod ground;
mod ink;
mod labels;
mod map;
mod page;
mod parts;
mod table;
mod words;

use std::fmt;

use kernel::view::Paper;
use kernel::{Seat, SideInfo};

/// A box crossed out, as words of a sheet have it.
pub const CROSSED: char = '☒';
/// A box with one stroke through it.
pub const STROKED: char = '⧄';

/// Signs of the digest of the dice on a sheet.
const SEAL: usize = 16;

/// The size of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// 210 by 297 millimetres.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Size {
    /// Both, in the order they are offered.
    pub const BOTH: [Self; 2] = [Self::A4, Self::Letter];

    /// As it stands in addresses.
    pub const fn id(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
        }
    }

    /// As people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "Letter",
        }
    }

    /// By its id.
    pub fn of(id: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|size| size.id() == id)
    }

    /// Width and height in points, lying on its side or not.
    fn points(self, wide: bool) -> (f32, f32) {
        let (short, long) = match self {
            Self::A4 => (595.276, 841.89),
            Self::Letter => (612.0, 792.0),
        };
        if wide { (long, short) } else { (short, long) }
    }
}

/// What stands on every sheet of a printing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The campaign's title.
    pub campaign: String,
    /// Where it stands.
    pub standing: String,
    /// The sides in the order of their seats.
    pub sides: Vec<SideInfo>,
    /// How many lines the log has that each seat reads: a sheet bears the number of its own seat, whoever prints it.
    pub lines: Vec<(Seat, u64)>,
    /// For each seat the last links of the logs that it reads, in a form to note: `own log at 12: d64f dc04 c1f9 27ab 90e3 5c18 b7f2 d296`.
    /// A sheet bears those of its own seat.
    pub heads: Vec<(Seat, Vec<String>)>,
    /// The seal of the dice.
    pub seal: String,
    /// The address of the campaign, without a seat: `https://adjutant.example/c/0123`.
    pub address: String,
}

impl Stamp {
    /// The digest that dice are committed to, as it stands on a sheet.
    pub fn seal(commitment: &str) -> String {
        let signs: Vec<char> = commitment.chars().take(SEAL).collect();
        let groups: Vec<String> = signs.chunks(4).map(|group| group.iter().collect()).collect();
        format!("dice {}", groups.join(" "))
    }

    /// How far the log has come that a seat reads.
    fn entry(&self, seat: Seat) -> String {
        let lines = self.lines.iter().find(|(of, _)| *of == seat).map_or(0, |(_, lines)| *lines);
        format!("Log line {lines}")
    }

    /// The seals of a sheet: of the logs that its seat reads, and of the dice.
    fn seals(&self, seat: Seat) -> String {
        let heads = self.heads.iter().find(|(of, _)| *of == seat).map(|(_, heads)| heads);
        let seals: Vec<&str> = heads.into_iter().flatten().chain([&self.seal]).map(String::as_str).collect();
        format!("Seals: {}", seals.join(" · "))
    }

    /// The address of a page of a seat.
    fn entry_page(&self, seat: Seat, entry: &kernel::view::Entry) -> String {
        let at = if entry.at.is_empty() { String::new() } else { format!("#{}", entry.at) };
        format!("{}/{}/{}{at}", self.address, seat.name(), entry.page)
    }
}

/// Why sheets could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the sheets cannot be written as PDF: {}", self.0)
    }
}

impl std::error::Error for Fault {}

/// Writes sheets below each other, each from a page of its own.
///
/// # Errors
/// When the library for drawing does not take what was set.
pub fn write(papers: &[Paper], stamp: &Stamp, size: Size) -> Result<Vec<u8>, Fault> {
    let mut flow = flow::Flow::new(stamp, size);
    for paper in papers {
        parts::set(&mut flow, paper);
    }
    let title = match papers {
        [one] => format!("{} · {}", stamp.campaign, one.title),
        _ => format!("{} · sheets", stamp.campaign),
    };
    ink::write(&title, flow)
}
