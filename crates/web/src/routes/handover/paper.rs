//! The handover as a sheet: from the same view as the page, without what the page unfolds and other sheets print.

use kernel::grammar::counted_of;
use kernel::view::{Block, Cell, ColumnRole, Panel, Paper, Part, RowState, Sheet, Span, Text};
use kernel::{Audience, Seat};
use table::Kept;

use super::holds::Holds;
use super::{Brief, ID};
use crate::render::time::Zone;
use crate::routes::lines::newest_first;
use crate::seated::Seated;

/// The sheet.
pub(super) fn paper(seated: &Seated, brief: &Brief) -> Paper {
    let zone = &seated.visitor.zone;
    let mut panels = vec![waits(seated, zone)];
    panels.extend(brief.office.clone());
    if matches!(seated.eyes, Seat::Side(_)) {
        panels.push(kept(&seated.look.kept));
    }
    let most = if seated.eyes == Seat::Umpire { MOST_OF_ALL } else { MOST_LINES };
    panels.push(done(brief, zone, most));
    panels.extend(held(brief, seated.eyes));
    let audience = match seated.eyes {
        Seat::Side(side) => Audience::Side(side),
        Seat::Umpire | Seat::Clock => Audience::Umpire,
        Seat::Spectator => Audience::Public,
    };
    Paper {
        id: ID.to_owned(),
        title: "Handover".to_owned(),
        lede: Text::new(
            "For somebody who takes this seat over: made from what it sees, and from nothing else.",
        ),
        seat: seated.eyes,
        audience,
        parts: panels.into_iter().map(|panel| Part::block(panel.block())).collect(),
    }
}

/// The most entries of the log on paper, and the most sentences of each.
const MOST_LINES: usize = 20;
const MOST_SENTENCES: usize = 4;
/// The same for the umpire, whose log is that of all seats.
const MOST_OF_ALL: usize = 8;

/// What the seat holds, as far as it must be at hand on paper: the map with its list, how things stand, what is the seat's
/// own. Lists of places are drawn on the map, steps stand with what waits, and sheets for the table are printed by themselves.
/// Of what each side has, the umpire needs the sums; the lists print from the sides' pages.
fn held(brief: &Brief, eyes: Seat) -> Vec<Panel> {
    let Holds { standing, map, own } = &brief.holds;
    let map = map.iter().filter(|panel| !panel.folded);
    let listed = |panel: &Panel| panel.body.iter().any(|block| matches!(block, Block::Sheet(_)));
    let is_sum = |panel: &Panel| eyes != Seat::Umpire || !listed(panel);
    let own = own.iter().filter(|panel| !panel.paper && is_sum(panel));
    let short = |panel: &Panel| {
        let body = panel.body.iter().filter(|block| !matches!(block, Block::Steps(_)));
        Panel { body: body.cloned().collect(), ..panel.clone() }
    };
    let panels = map.chain(standing).chain(own).map(short);
    panels.filter(|panel| !panel.body.is_empty()).collect()
}

fn waits(seated: &Seated, zone: &Zone) -> Panel {
    let owed = seated.look.contents.owed.clone();
    let mut body = if owed.is_empty() {
        vec![Block::Note(Text::new("Nothing waits for anybody."))]
    } else {
        vec![Block::Owed(owed)]
    };
    let timing = &seated.look.timing;
    let until = match (&timing.pace, &timing.due, timing.paused) {
        (None, ..) => "No step has a deadline.".to_owned(),
        (Some(_), _, Some(_)) => {
            "Time stands still: no deadline runs until the umpire lets it go on.".to_owned()
        }
        (Some(_), Some(due), None) => {
            let verb = if due.passed { "The deadline of this step passed on" } else { "This step is due on" };
            format!("{verb} {} ({}).", zone.in_full(due.at), zone.name())
        }
        (Some(_), None, None) => "No step is open that anybody would have to close.".to_owned(),
    };
    body.push(Block::Note(Text::new(until)));
    Panel::new("waits", "What waits now", body)
}

fn kept(kept: &[Kept]) -> Panel {
    let mut sheet = Sheet::new("", &[("In this order", ColumnRole::Name)]);
    for (n, order) in kept.iter().enumerate() {
        sheet.row(format!("kept-{n}"), RowState::Here, vec![Cell::new(order.words.clone())]);
    }
    let body =
        if kept.is_empty() { Block::Note(Text::new("No orders are kept.")) } else { Block::Sheet(sheet) };
    Panel::new("kept", "Kept for the deadline", vec![body])
}

fn done(brief: &Brief, zone: &Zone, most: usize) -> Panel {
    let columns = [("Entry", ColumnRole::Figure), ("When", ColumnRole::Words), ("What", ColumnRole::Words)];
    let mut sheet = Sheet::new("", &columns);
    let n_older = brief.lines.len().saturating_sub(most);
    for line in newest_first(brief.lines.clone()).into_iter().take(most) {
        let mut words = Text::empty();
        let n_more = line.sentences.len().saturating_sub(MOST_SENTENCES);
        for (_, sentence) in line.sentences.into_iter().take(MOST_SENTENCES) {
            if !words.is_empty() {
                words.0.push(Span::Plain(" ".into()));
            }
            words.0.extend(sentence.0);
        }
        if n_more > 0 {
            words = words.quiet(format!(" And {}.", counted_of(n_more, "sentence more", "sentences more")));
        }
        if let Some((_, reason)) = line.by.filter(|(_, reason)| !reason.is_empty()) {
            words = words.quiet(format!(" {reason}"));
        }
        if line.taken_back {
            words = words.quiet(" Taken back later.");
        }
        if line.corrected {
            words = words.quiet(" Corrected later.");
        }
        let number = Cell::new(line.id.trim_start_matches('e'));
        sheet.row(
            line.id.clone(),
            RowState::Here,
            vec![number, Cell::new(zone.in_full(line.at)), Cell::new(words)],
        );
    }
    let body = if sheet.rows.is_empty() {
        vec![Block::Note(Text::new("Nothing. What came before stands in the log."))]
    } else {
        let older = match n_older {
            0 => String::new(),
            n => format!(" {} stand in the log.", counted_of(n, "older entry", "older entries")),
        };
        vec![
            Block::Note(Text::new(format!("Times are those of {}.{older}", zone.name()))),
            Block::Sheet(sheet),
        ]
    };
    Panel::new("done", format!("What was done in the last {} days", super::DAYS), body)
}
