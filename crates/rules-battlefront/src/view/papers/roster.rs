//! The roster with a box for each stand, and the record of purchases. [BF-2.1.1.3-1, BF-2.1.1.4-4]

use kernel::view::{Block, Cell, ColumnRole, Panel, Paper, Part, RowState, Sheet, Text};

use crate::facts::Element;
use crate::rules::s2_1_1_3_2_b_breakpoints::thresholds;
use crate::view::own::Own;
use crate::view::prose::{capital, content_words, listed, slug};
use crate::view::rosters::{elements, support};
use crate::words::StandState;

/// Rows to write further purchases in.
const BLANK: usize = 6;

/// The roster.
pub fn roster(own: &Own<'_>) -> Paper {
    let mut parts = vec![formations(own)];
    parts.push(Block::Note(Text::new(
        "Crossed: lost or gone. One stroke: a wreck on the map, or panicked off it. Losses are counted since the \
         breakpoints were; the three figures are the losses at which each is reached.",
    )));
    let gone: Vec<String> = own
        .facts()
        .elements
        .iter()
        .filter(|element| !element.in_play())
        .map(|element| format!("{} ({})", capital(own.state.element_name(own.side, element)), element.id))
        .collect();
    if !gone.is_empty() {
        parts.push(Block::Note(Text::new(format!("No longer in play: {}.", listed(&gone)))));
    }
    parts.push(Panel::new("support", "Artillery and aircraft", support::support(own)).block());
    parts.push(Panel::new("works", "Fortifications", held_works(own)).block());
    parts.push(Panel::new("to-come", "Still to come", support::scheduled(own)).block());
    let parts = parts.into_iter().map(Part::block).collect();
    super::of_side(own, "roster", "Roster", Text::empty(), parts)
}

fn formations(own: &Own<'_>) -> Block {
    let columns = [
        ("Id", ColumnRole::Code),
        ("Formation", ColumnRole::Name),
        ("Group", ColumnRole::Code),
        ("Discipline", ColumnRole::Words),
        ("Stands", ColumnRole::Code),
        ("Fit", ColumnRole::Figure),
        ("Losses", ColumnRole::Figure),
        ("25/50/75 %", ColumnRole::Code),
        ("Status, ammunition", ColumnRole::Words),
        ("Losses today", ColumnRole::Pen),
    ];
    let mut sheet = Sheet::new("", &columns);
    for element in own.facts().elements.iter().filter(|element| element.in_play()) {
        let name = capital(own.state.element_name(own.side, element));
        let content = content_words(own.campaign(), &elements::living(element));
        let mut name = Text::new(name);
        if !content.is_empty() {
            name = name.quiet(format!("\n{content}"));
        }
        let [quarter, half, most] = thresholds(element.baseline);
        let state = format!("{}; {}", elements::status(own, element), elements::ammunition(element));
        let cells = vec![
            Cell::new(element.id.as_str()),
            Cell::new(name),
            Cell::new(element.group.map_or_else(|| "–".into(), |group| group.to_string())),
            Cell::new(element.discipline.as_str()),
            Cell::new(boxes(element)),
            Cell::figure(element.strength().into()),
            Cell::figure(element.losses.into()),
            Cell::new(format!("{quarter} / {half} / {most}")),
            Cell::new(state),
            Cell::new(""),
        ];
        sheet.row(format!("p-{}", slug(element.id.as_str())), RowState::Here, cells);
    }
    if sheet.rows.is_empty() { Block::Empty(Text::new("The roster is empty.")) } else { Block::Sheet(sheet) }
}

/// A box for each stand, those first that are fit.
fn boxes(element: &Element) -> String {
    let mut stands: Vec<StandState> = element.stands.iter().map(|stand| stand.state).collect();
    let rank = |state: &StandState| match state {
        StandState::Here => 0,
        StandState::Wreck | StandState::Panicked => 1,
        StandState::Lost | StandState::Exited => 2,
    };
    stands.sort_by_key(rank);
    stands.iter().map(|state| ['☐', '⧄', '☒'][rank(state)]).collect()
}

/// Fortifications that are on the map or in hand.
fn held_works(own: &Own<'_>) -> Vec<Block> {
    let mut blocks = support::works(own);
    for block in &mut blocks {
        if let Block::Sheet(sheet) = block {
            sheet.rows.retain(|row| row.state == RowState::Here);
            if sheet.rows.is_empty() {
                *block = Block::Empty(Text::new("No fortifications on the map or in hand."));
            }
        }
    }
    blocks
}

/// What was bought in this refit, what is in hand, and room to write.
pub fn purchases(own: &Own<'_>) -> Paper {
    let mut parts = support::record(own);
    let columns = [
        ("Group", ColumnRole::Pen),
        ("What", ColumnRole::Pen),
        ("Die", ColumnRole::Pen),
        ("Paid", ColumnRole::Pen),
        ("Left", ColumnRole::Pen),
    ];
    let mut blank = Sheet::new("", &columns);
    for n in 0..BLANK {
        blank.row(format!("blank-{n}"), RowState::Here, vec![Cell::new(""); columns.len()]);
    }
    parts.push(Panel::new("blank", "To write on", vec![Block::Sheet(blank)]).block());
    let parts = parts.into_iter().map(Part::block).collect();
    super::of_side(own, "purchases", "Purchase record", "Purchases of this refit and what they cost.", parts)
}
