//! Where what both sides told of close combats contradicts each other, for everyone, while the battle is cleared up.

use kernel::view::{Block, Panel, Text};

use super::RULE;
use crate::rules::s2_1_2_report::combats::{ToldByOne, told_by_one};
use crate::view::Eyes;

/// What one side alone told. Nothing waits for it: it changes rolls for discipline, and a correction puts it right.
pub fn panel(eyes: &Eyes<'_>) -> Option<Panel> {
    if !eyes.state.is_after_battle() {
        return None;
    }
    let mut body: Vec<Block> = told_by_one(eyes.state).map(|told| Block::Prose(sentence(told))).collect();
    if body.is_empty() {
        return None;
    }
    let then = "Rolls for discipline count close combats. If a side forgot one, correct what it told: Log, then Correct \
                this.";
    body.push(Block::Note(Text::new(then)));
    Some(Panel::new("combats", "Close combats that one side alone tells of", body).rule(RULE))
}

fn sentence(told: ToldByOne) -> Text {
    let (winner, loser) = (told.winner.number(), told.winner.enemy().number());
    match told.by_winner {
        true => Text::new("The ")
            .side(winner)
            .say(" side tells of close combats won, the ")
            .side(loser)
            .say(" side of none lost."),
        false => Text::new("The ")
            .side(loser)
            .say(" side tells of close combats lost, the ")
            .side(winner)
            .say(" side of none won."),
    }
}
