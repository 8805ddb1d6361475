//! What stands beside the map: the fight, what a side weighs, and how it closes its phase.

use kernel::Seat;
use kernel::view::{Block, Panel, Text};

use super::{activating, acts, fought, overview, planner};
use crate::offers::Template;
use crate::phase::{Phase, Stage};
use crate::state::State;
use crate::words::Side;

/// The fight, and the planners of a side. Where there is none yet their place is kept, so that the map keeps its width.
pub(super) fn panels(state: &State, seat: Seat, open: &[Template]) -> Vec<Block> {
    if state.facts.phase == Phase::Over {
        return Vec::new();
    }
    let side = Side::of(seat);
    let mut panels: Vec<Block> = side.and_then(|side| acts::answer(state, side, open)).into_iter().collect();
    panels.extend(side.map(|side| planner::panels(state, side, open)).unwrap_or_default());
    if let Some(battle) = &state.facts.battle {
        let mut fight = overview::fight(state, battle, seat);
        // Who owes an answer answers first, and reads about the fight below it.
        let answers = panels.iter().any(|block| matches!(block, Block::Panel(panel) if panel.yours));
        fight.yours &= !answers;
        panels.insert(if answers { panels.len() } else { 0 }, fight.block());
    }
    if panels.is_empty() {
        let moves = state.facts.phase.stage() == Stage::Move;
        let words = match side {
            None => "When an attack is fought it stands here.",
            Some(side) if state.facts.phase.side() != Some(side) => {
                "Your own attacks are weighed here in your phases, your support when you are attacked."
            }
            Some(side) if moves && activating::has_tired(state, side) => {
                "Who is activated is Ineffective, and attacks nobody in this phase."
            }
            Some(_) if moves => "An attack can be weighed here when a stack beside an enemy is activated.",
            Some(_) => "There is no attack to weigh now.",
        };
        panels.push(Panel::new("weigh", "Attacks", vec![Block::Empty(Text::new(words))]).block());
    }
    panels.extend(side.and_then(|side| acts::closing(state, side, open)));
    panels.extend(fought::panel(state));
    panels
}
