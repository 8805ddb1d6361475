//! The charts page: what can be bought, every table that is rolled on, the historical modifiers, the campaign's
//! readings of the rules.

mod goods;
mod options;
mod tables;

use kernel::RuleId;
use kernel::view::{Block, Page, PageHead, Panel, Text};

use super::{Eyes, umpire};
use crate::words::Side;

/// How the page is listed.
pub const HEAD: PageHead = PageHead::new("charts", "Charts");

/// The charts page of a seat.
pub fn page(eyes: &Eyes<'_>) -> Page {
    let mut sides = Side::BOTH;
    sides.sort_by_key(|side| eyes.side() != Some(*side));
    let mut main: Vec<Block> = sides.into_iter().flat_map(|side| goods::of_side(eyes, side)).collect();
    main.push(about());
    main.extend(tables::all(eyes));
    main.push(tables::historical(eyes));
    main.push(options::panel(eyes));
    if eyes.is_umpire() {
        main.extend(umpire::options(eyes.state));
    }
    let lede = Text::new("What the campaign file lays down. Figures changed since are marked.");
    Page { id: HEAD.id, tab: HEAD.tab, title: "Charts".into(), lede, main, aside: Vec::new() }
}

fn about() -> Block {
    let words =
        Text::new("Tables are read from their neighbours: a printed “> 9” beside “1–8” is 9 or more.")
            .rule(RuleId("BF-R2"));
    Panel::new("reading", "How the tables are read", vec![Block::Note(words)]).block()
}
