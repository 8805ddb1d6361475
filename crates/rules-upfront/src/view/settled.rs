//! What the last settlement did, man by man.

use kernel::view::{Block, Cell, ColumnRole, Panel, RowState, Sheet, Text};

use super::men::career_id;
use super::versions::settled_by;
use super::{Look, closed, elan};
use crate::rules::s3_order_of_settlement::career;
use crate::words::Out;

/// What the last settlement did, man by man.
pub(super) fn settled(look: Look<'_>) -> Option<Block> {
    let state = look.state;
    let last = state.facts.played.len().checked_sub(1)?;
    let leg = state.campaign.legs.get(last)?;
    let mut body: Vec<Block> = settled_by(state).into_iter().collect();
    for side in look.sides() {
        if !look.sees_roster(side) {
            body.push(closed(side));
            continue;
        }
        let columns = [
            ("Man", ColumnRole::Name),
            ("What came of it", ColumnRole::Words),
            ("Elan gained", ColumnRole::Words),
        ];
        let mut sheet = Sheet::new(look.name(side), &columns);
        for line in state.side(side).career.iter().filter(|line| usize::from(line.leg) == last) {
            let row = if line.out.is_some_and(Out::is_lost) || line.broken {
                RowState::Gone
            } else {
                RowState::Here
            };
            let name = Text::empty().link("men", career_id(side, line.man), look.man(side, line.man));
            let words = career(&state.campaign, line);
            let gained = match &state.facts.settled {
                Some(report) => elan::explained(look, side, report, line.man, Some(line.gained.into())),
                None => Text::empty(),
            };
            sheet.row(
                format!("settled-{}-{}-{}", side.number(), line.man, line.id),
                row,
                vec![Cell::new(name), Cell::new(words), Cell::new(gained)],
            );
        }
        if !sheet.rows.is_empty() {
            body.push(Block::Sheet(sheet));
        }
    }
    let heading = format!("Settled: {} {}", leg.id, state.campaign.scenario(leg).title);
    (!body.is_empty()).then(|| Panel::new("settled", heading, body).block())
}
