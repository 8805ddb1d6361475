//! Sheets for the table: a side's own, those of both sides for the umpire, what is public for everyone else. Each is
//! built for its own seat from nothing, also where the umpire prints it. [BF-2.S-9]

mod report;
mod result;
mod roster;
mod set_up;

use kernel::view::{Block, Entry, FieldMap, Page, Panel, Paper, Part, Text};
use kernel::{Audience, Seat};

use super::Eyes;
use super::overview::{Detail, field};
use super::own::Own;
use super::prose::slug;
use crate::phase::Step;
use crate::state::State;
use crate::words::Side;

/// The sheets that a seat can print.
pub fn papers(state: &State, seat: Seat) -> Vec<Paper> {
    let eyes = Eyes { state, seat };
    let mut papers = Vec::new();
    if let Some(own) = eyes.side().and_then(|side| eyes.own(side)) {
        papers.push(roster::roster(&own));
        papers.push(roster::purchases(&own));
        if is_to_be_fought(state) {
            let mut slips = set_up::slips(&own);
            let map = vec![Block::Field(field(&eyes, Detail::All))];
            slips.parts.push(Part::block(Panel::new("map", "The map", map).block()));
            papers.push(slips);
            papers.push(set_up::hidden(&own));
            papers.push(result::form(&own));
        }
    }
    papers.push(map(&eyes));
    papers.push(report::report(&eyes));
    if eyes.is_umpire() {
        papers.extend(Side::BOTH.into_iter().flat_map(|side| self::papers(state, Seat::Side(side.number()))));
    }
    papers
}

/// Whether forces are chosen or deployed, or the battle goes on.
fn is_to_be_fought(state: &State) -> bool {
    state.in_battle() && state.step() <= Step::Battle
}

/// The ground with both lines and what the seat knows to lie on it.
fn map(eyes: &Eyes<'_>) -> Paper {
    let field: FieldMap = field(eyes, Detail::All);
    let lede = super::map::lede(eyes);
    of(eyes.seat, "map", "Map with the front lines", lede, vec![Part::block(Block::Field(field))])
        .named(eyes.state)
}

/// A sheet of a seat; who may know it is who reads the seat's pages.
fn of(seat: Seat, id: &str, title: &str, lede: Text, parts: Vec<Part>) -> Paper {
    let page = Page { id: "", tab: "", title: title.into(), lede, main: Vec::new(), aside: Vec::new() };
    Paper { id: id.into(), parts, ..Paper::of_page(&page, seat) }
}

/// A sheet of a side.
fn of_side(own: &Own<'_>, id: &str, title: &str, lede: impl Into<Text>, parts: Vec<Part>) -> Paper {
    of(Seat::Side(own.side.number()), id, title, lede.into(), parts).named(own.state)
}

/// Where a side enters what it does in the present step.
fn entry(at: &str, words: &str) -> Entry {
    Entry { page: "refit", at: at.into(), words: words.into() }
}

trait Named {
    fn named(self, state: &State) -> Self;
}

impl Named for Paper {
    /// With the side's id behind its own, so that the sheets of all seats can lie side by side.
    fn named(mut self, state: &State) -> Self {
        let whose = match (Side::of(self.seat), self.audience) {
            (Some(side), _) => slug(state.setup_of(side).id.as_str()),
            (_, Audience::Umpire) => "umpire".into(),
            _ => "public".into(),
        };
        self.id = format!("{}-{whose}", self.id);
        self
    }
}
