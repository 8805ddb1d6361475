//! What the view of a seat holds for somebody who takes it over: how the campaign stands, the map with what is known of
//! the enemy, and what is the seat's own. To read only: what can be done stands on the pages.

use std::collections::BTreeSet;

use kernel::view::{Block, Board, LineKind, Page, Panel, View};
use kernel::{Audience, Seat};

/// The panels of a handover.
pub(crate) struct Holds {
    /// How the campaign stands: the first page, and what sums up points anywhere.
    pub standing: Vec<Panel>,
    /// The map, and what its page tells of what lies there, the enemy included.
    pub map: Vec<Panel>,
    /// What is this seat's alone, and its sheets for the table.
    pub own: Vec<Panel>,
}

impl Holds {
    /// What a view holds for whoever reads with these eyes.
    pub fn of(view: &View, eyes: Seat) -> Self {
        let mapped = mapped(view).map(|page| page.id);
        let (mut told, mut headings) = (BTreeSet::new(), BTreeSet::new());
        let mut holds = Self { standing: Vec::new(), map: Vec::new(), own: Vec::new() };
        for (n, page) in view.pages.iter().enumerate() {
            let is_mapped = mapped == Some(page.id);
            for panel in panels(page) {
                let own = is_own(&panel, eyes);
                let sums = panel.body.iter().any(is_sum);
                if !own && !is_mapped && n > 0 && !sums {
                    continue;
                }
                let mut read = to_read(&panel, is_mapped);
                if read.body.is_empty() || !told.insert(read.id.clone()) {
                    continue;
                }
                if read.body.iter().any(is_map)
                    && let Some(at) = holds.standing.iter().position(|panel| panel.heading == read.heading)
                {
                    // What stood below the small map stands below the large one.
                    read.body.append(&mut holds.standing.remove(at).body);
                } else if !headings.insert(read.heading.clone()) {
                    read.heading = format!("{} ({})", read.heading, page.tab);
                }
                // What stands and the map itself stand open; the rest is looked up.
                read.folded = own || (is_mapped && !read.body.iter().any(is_map));
                match (own, is_mapped) {
                    (true, _) => holds.own.push(read),
                    (false, true) => holds.map.push(read),
                    (false, false) => holds.standing.push(read),
                }
            }
        }
        holds
    }
}

/// Whether a panel is not for everyone but for these eyes, or a sheet for their table.
fn is_own(panel: &Panel, eyes: Seat) -> bool {
    match eyes {
        Seat::Side(side) => panel.paper || panel.secret == Some(Audience::Side(side)),
        Seat::Umpire => panel.paper || panel.secret.is_some(),
        Seat::Spectator | Seat::Clock => false,
    }
}

/// The panels of a page; what stands on it without one becomes one of its name.
fn panels(page: &Page) -> Vec<Panel> {
    let blocks = || page.main.iter().chain(&page.aside);
    let panels = blocks().filter_map(|block| {
        let Block::Panel(panel) = block else { return None };
        Some(panel.clone())
    });
    let bare: Vec<Block> = blocks()
        .filter(|block| !matches!(block, Block::Panel(_) | Block::Prose(_) | Block::Note(_)))
        .cloned()
        .collect();
    let bare = (!bare.is_empty()).then(|| Panel::new(format!("of-{}", page.id), page.title.clone(), bare));
    bare.into_iter().chain(panels).collect()
}

/// The page of the map, with all that lies on it: the overview may show a small one, and a page where something is done may
/// show one beside it.
fn mapped(view: &View) -> Option<&Page> {
    let others = view.pages.iter().skip(1).filter(|page| has_map(page));
    let best = others.min_by_key(|page| !page.forms().is_empty());
    best.or(view.pages.first().filter(|page| has_map(page)))
}

fn has_map(page: &Page) -> bool {
    fn within(block: &Block) -> bool {
        matches!(block, Block::Panel(panel) if panel.body.iter().any(within)) || is_map(block)
    }
    page.main.iter().chain(&page.aside).any(within)
}

fn is_map(block: &Block) -> bool {
    matches!(block, Block::Field(_) | Block::Board(_))
}

/// Whether a block sums up points; a ledger of changes alone, such as the modifiers of a chart, does not.
fn is_sum(block: &Block) -> bool {
    match block {
        Block::Headline(_) | Block::Plot(_) => true,
        Block::Ledger(lines) => lines.iter().all(|line| line.kind != LineKind::Change),
        Block::Panel(_) | Block::Plan(_) | Block::Field(_) | Block::Board(_) | Block::Prose(_) => false,
        Block::Note(_) | Block::Empty(_) | Block::Owed(_) | Block::Steps(_) | Block::Sheet(_) => false,
        Block::Can(_) | Block::Form(_) | Block::Basket(_) | Block::Tally(_) | Block::Facts(_) => false,
        Block::Rolls(_) | Block::Arrangement(_) => false,
        Block::Odds(_) | Block::Roll(_) | Block::Forces(_) | Block::Ladder(_) | Block::Results(_) => false,
        Block::Bars { .. } | Block::Timeline(_) | Block::SinceLastHere => false,
    }
}

/// A panel without its controls, and without a map where another one stands.
fn to_read(panel: &Panel, with_map: bool) -> Panel {
    let body = panel.body.iter().filter_map(|block| match block {
        Block::Panel(panel) => {
            Some(to_read(panel, with_map)).filter(|panel| !panel.body.is_empty()).map(Block::Panel)
        }
        Block::Field(_) => with_map.then(|| block.clone()),
        Block::Board(board) => with_map.then(|| {
            Block::Board(Board {
                acts: Vec::new(),
                calls: Vec::new(),
                reaches: Vec::new(),
                adds: Vec::new(),
                ..board.clone()
            })
        }),
        Block::Prose(_) | Block::Note(_) | Block::Sheet(_) | Block::Ledger(_) | Block::Headline(_) => {
            Some(block.clone())
        }
        Block::Steps(_) | Block::Bars { .. } | Block::Facts(_) | Block::Timeline(_) | Block::Plot(_) => {
            Some(block.clone())
        }
        // What is to be done, and what hangs on it, such as the odds of a throw.
        Block::Can(_) | Block::Form(_) | Block::Basket(_) | Block::Tally(_) | Block::Plan(_) => None,
        Block::Rolls(_) | Block::Arrangement(_) => None,
        Block::Odds(_) | Block::Roll(_) | Block::Forces(_) | Block::Ladder(_) | Block::Results(_) => None,
        // The handover tells these by itself, or they say only that nothing is there.
        Block::Owed(_) | Block::SinceLastHere | Block::Empty(_) => None,
    });
    Panel { yours: false, folded: false, body: body.collect(), ..panel.clone() }
}

#[cfg(test)]
mod tests {
    use kernel::view::{FieldMap, Form, LedgerLine, Point, Text};

    use super::*;

    fn page(id: &'static str, main: Vec<Block>) -> Page {
        Page { id, tab: "Tab", title: "Title".into(), lede: Text::empty(), main, aside: Vec::new() }
    }

    fn panel(id: &str) -> Panel {
        Panel::new(id, id, vec![Block::Prose(Text::new("Words."))])
    }

    fn ids(panels: &[Panel]) -> Vec<&str> {
        panels.iter().map(|panel| &*panel.id).collect()
    }

    #[test]
    fn each_panel_stands_where_its_reader_looks_for_it() {
        let ledger = |id: &str, kind| {
            Panel::new(id, id, vec![Block::Ledger(vec![LedgerLine::new("A", 1, kind)])]).block()
        };
        let view = View {
            standing: String::new(),
            pages: vec![
                page("first", vec![panel("day").block(), panel("purse").secret(Audience::Side(0)).block()]),
                page(
                    "second",
                    vec![
                        panel("charts").block(),
                        ledger("modifiers", LineKind::Change),
                        ledger("totals", LineKind::Carried),
                        panel("sheet").paper().block(),
                    ],
                ),
            ],
        };
        let of = |seat| {
            let holds = Holds::of(&view, seat);
            [&holds.standing, &holds.own].map(|panels| ids(panels).join(" "))
        };
        assert_eq!(of(Seat::Side(0)), ["day totals", "purse sheet"]);
        assert_eq!(of(Seat::Umpire), ["day totals", "purse sheet"]);
    }

    /// Of several maps the one stands there that its own page is about, with what stood below the small one.
    #[test]
    fn one_map_stands_there_and_nothing_to_do_beside_it() {
        let map = || {
            let size = Point { x: 7200, y: 4800 };
            Block::Field(FieldMap {
                description: "A field.".into(),
                size,
                areas: vec![],
                lines: vec![],
                points: vec![],
                tray: None,
            })
        };
        let named = |id: &str, body| Panel::new(id, "The field", body).block();
        let form = Block::Form(Form::new("go", serde_json::json!({"do": "go"}), "Go"));
        let view = View {
            standing: String::new(),
            pages: vec![
                page("first", vec![named("small", vec![map(), Block::Note(Text::new("Points."))])]),
                page("work", vec![named("beside", vec![map()]), form]),
                page("map", vec![named("large", vec![map()]), panel("places").block()]),
            ],
        };
        let holds = Holds::of(&view, Seat::Side(0));
        assert_eq!(ids(&holds.map), ["large", "places"]);
        assert!(holds.standing.is_empty() && holds.own.is_empty());
        assert!(matches!(holds.map[0].body[..], [Block::Field(_), Block::Note(_)]), "{:?}", holds.map[0]);
        assert_eq!(holds.map.iter().map(|panel| panel.folded).collect::<Vec<_>>(), [false, true]);
    }
}
