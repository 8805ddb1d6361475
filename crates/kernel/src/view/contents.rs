//! What a seat has before it, told without building a page: where play stands, what is owed, which pages there are.

use super::block::{Block, OwedItem};
use super::field::Point;
use super::text::Text;
use super::{Page, View};

/// How a page is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageHead {
    /// Its id among the pages of a seat: `refit`. Letters, digits and hyphens.
    pub id: &'static str,
    /// The word on its tab.
    pub tab: &'static str,
}

impl PageHead {
    /// A page of this id, with this word on its tab.
    pub const fn new(id: &'static str, tab: &'static str) -> Self {
        Self { id, tab }
    }

    /// The page with its heading and one sentence below it; what it holds is added.
    pub fn page(self, title: impl Into<String>, lede: impl Into<Text>) -> Page {
        Page {
            id: self.id,
            tab: self.tab,
            title: title.into(),
            lede: lede.into(),
            main: Vec::new(),
            aside: Vec::new(),
        }
    }
}

/// The heads of a list of pages in which each stands with what builds it.
pub const fn heads<B, const N: usize>(pages: &[(PageHead, B); N]) -> [PageHead; N] {
    let mut heads = [PageHead::new("", ""); N];
    let mut n = 0;
    while n < N {
        heads[n] = pages[n].0;
        n += 1;
    }
    heads
}

/// The phases of a turn, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phases {
    /// What each is called.
    pub names: Vec<String>,
    /// The one in which play stands; nothing where it stands in none.
    pub at: Option<usize>,
}

/// What stands around every page of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// Where the campaign stands, for the head of every page: "24 December · full day · S2e purchases". The same for
    /// every seat.
    pub standing: String,
    /// The phases of a turn, for a head that shows how far it has gone; none where the standing says enough. The same for
    /// every seat.
    pub phases: Phases,
    /// The pages, in the order of their tabs. The first is the overview.
    pub pages: Vec<PageHead>,
    /// What is owed, in the order in which the pages tell it. What everyone may know of it hangs on no seat.
    pub owed: Vec<OwedItem>,
    /// The size of the board in inches, where a page shows one.
    pub inches: Option<Point>,
}

impl Contents {
    /// What a view that is built lists: the same that is told without building it. Of phases it knows nothing.
    pub fn of(view: &View) -> Self {
        let mut listed = Self {
            standing: view.standing.clone(),
            phases: Phases::default(),
            pages: view.pages.iter().map(|page| PageHead::new(page.id, page.tab)).collect(),
            owed: Vec::new(),
            inches: None,
        };
        for page in &view.pages {
            page.walk(&mut |block| {
                if let Block::Owed(items) = block {
                    listed.owed.extend_from_slice(items);
                } else if let Block::Field(field) = block {
                    listed.inches = listed.inches.or(Some(field.size));
                }
            });
        }
        listed
    }

    /// Whether there is a page of this id.
    pub fn has(&self, id: &str) -> bool {
        self.pages.iter().any(|head| head.id == id)
    }
}
