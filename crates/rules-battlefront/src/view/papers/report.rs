//! The report of a day: date, weather, postures, the ground, and for a side what it has left.

use kernel::view::{Block, Cell, ColumnRole, Panel, Paper, Part, RowState, Sheet, Text};

use super::Named;
use crate::rules::s2_1_1_3_2_b_breakpoints::thresholds;
use crate::view::Eyes;
use crate::view::map;
use crate::view::overview::standing;
use crate::view::own::Own;
use crate::view::prose::{capital, full_date, slug};
use crate::view::refit::battle;
use crate::view::rosters::elements;
use crate::words::{Side, StandState};

/// The report as the seat may know it.
pub fn report(eyes: &Eyes<'_>) -> Paper {
    let state = eyes.state;
    let mut blocks = vec![standing::the_day(eyes), postures(eyes)];
    blocks.extend(turns(eyes));
    blocks.push(standing::scores(eyes));
    blocks.extend(standing::points_in_hand(eyes));
    blocks.extend(eyes.all_own().map(|own| losses(eyes, &own)));
    blocks.extend([map::locations(eyes), map::pockets(eyes), map::wrecks(eyes), map::works(eyes)]);
    let title = format!("Day report, {}", full_date(state.date()));
    let parts = blocks.into_iter().map(Part::block).collect();
    super::of(eyes.seat, "report", &title, Text::empty(), parts).named(state)
}

/// The turn record without its controls.
fn turns(eyes: &Eyes<'_>) -> Option<Block> {
    let mut block = battle::record(eyes)?;
    if let Block::Panel(panel) = &mut block {
        panel.body.retain(|block| matches!(block, Block::Facts(_)));
    }
    Some(block)
}

fn postures(eyes: &Eyes<'_>) -> Block {
    let posture = |side: Side| {
        let words = eyes.posture(side).map_or("not known", |posture| posture.word());
        (eyes.state.setup_of(side).name.clone(), Text::new(capital(words)))
    };
    Panel::new("postures", "Postures", vec![Block::Facts(Side::BOTH.map(posture).to_vec())]).block()
}

/// What each formation of a side has left.
fn losses(eyes: &Eyes<'_>, own: &Own<'_>) -> Block {
    let columns = [
        ("Id", ColumnRole::Code),
        ("Formation", ColumnRole::Name),
        ("Fit", ColumnRole::Figure),
        ("Losses", ColumnRole::Figure),
        ("25/50/75 %", ColumnRole::Code),
        ("Wrecks", ColumnRole::Figure),
        ("Panicked", ColumnRole::Figure),
        ("Status", ColumnRole::Words),
    ];
    let mut sheet = Sheet::new("", &columns);
    for element in own.facts().elements.iter().filter(|element| element.in_play()) {
        let n = |state| element.stands.iter().filter(|stand| stand.state == state).count() as i64;
        let [quarter, half, most] = thresholds(element.baseline);
        let cells = vec![
            Cell::new(element.id.as_str()),
            Cell::new(capital(own.state.element_name(own.side, element))),
            Cell::figure(element.strength().into()),
            Cell::figure(element.losses.into()),
            Cell::new(format!("{quarter} / {half} / {most}")),
            Cell::figure(n(StandState::Wreck)),
            Cell::figure(n(StandState::Panicked)),
            Cell::new(elements::status(own, element)),
        ];
        sheet.row(format!("r-{}-{}", own.side.number(), slug(element.id.as_str())), RowState::Here, cells);
    }
    let body = if sheet.rows.is_empty() {
        Block::Empty(Text::new("The roster is empty."))
    } else {
        Block::Sheet(sheet)
    };
    let heading = match eyes.is_umpire() {
        true => format!("{}: what is left", own.setup().name),
        false => "What is left".into(),
    };
    Panel::new(format!("left-{}", own.side.number()), heading, vec![body]).block()
}
