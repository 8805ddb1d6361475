//! Sheets for the table that are written on by hand: the game day, and the result form of a side.

use kernel::grammar::{capital, listed};
use kernel::view::ColumnRole::{Code, Figure, Name, Pen, Words};
use kernel::view::{Block, Cell, Panel, RowState, Sheet, Text};
use kernel::{RuleId, Side};

use super::on::On;
use crate::charts::s11_army_leader::{TACTICAL, radius, rerolls};
use crate::words::{Edge, Step};

/// The game-day sheet: every turn with its hour, and room for what happens. Both sides may see it.
pub(super) fn game_day(on: On<'_>) -> Option<Block> {
    if !matches!(on.battle.step, Step::Placing | Step::Marches | Step::Day | Step::Night) {
        return None;
    }
    let day = on.battle.game_day();
    let columns = [("Turn", Figure), ("Hour", Code), ("Notice", Words), ("Rolled again", Pen)];
    let mut turns = Sheet::new("Turns", &columns);
    for turn in 1..=day.turns {
        let told = on.battle.notices.iter().filter(|notice| on.battle.day == 1 && notice.turn == turn);
        let words = told.map(|notice| {
            let edge = notice.edge.map_or("", Edge::prose);
            notice.side.map_or(format!("{edge} edge"), |side| format!("{}, {edge} edge", on.named(side)))
        });
        let words = words.collect::<Vec<_>>().join("; ");
        let cells =
            vec![Cell::figure(turn.into()), Cell::new(day.clock(turn)), Cell::new(words), Cell::new("")];
        turns.row(format!("turn-{turn}"), RowState::Here, cells);
    }
    let columns = [
        ("Army leader", Name),
        ("Side", Words),
        ("Radius", Code),
        ("Artillery within", Code),
        ("Again each turn", Words),
    ];
    let mut leaders = Sheet::new("Army leaders", &columns);
    for side in Side::BOTH {
        let half = on.half(side);
        let leads = half.leads.filter(|_| !half.leader_gone).and_then(|id| on.battle.muster(side).leader(id));
        let Some(leader) = leads else { continue };
        let again = match rerolls(leader.army_command) {
            (0, _) => "none".to_owned(),
            (n, true) => format!("{n}, of the enemy’s choice"),
            (n, false) => format!("{n}, of his choice"),
        };
        let cells = [
            leader.name.clone(),
            on.named(side).to_owned(),
            radius(leader.army_command).to_string(),
            TACTICAL.to_string(),
            again,
        ];
        leaders.row(format!("leader-{}", side.number()), RowState::Here, cells.map(Cell::new).to_vec());
    }
    let words = "Forces are told of on turns 3, 8 and 13 and come a turn later. One that meets the enemy may never come.";
    let body = vec![
        Block::Sheet(leaders),
        Block::Sheet(turns),
        Block::Note(Text::new(words).rule(RuleId("CWFF-7B-3"))),
    ];
    let title = format!("Game day, battle {}", on.battle.id);
    let panel = on.panel("game-day", title, body).remark(on.place());
    Some(panel.rule(RuleId("CWFF-T4")).folded().paper().block())
}

/// The result form of a side: its brigades with room for what each lost.
pub(super) fn result_form(on: On<'_>, side: Side) -> Option<Block> {
    let half = on.half(side);
    let oob = half.oob.as_ref().filter(|_| on.battle.step >= Step::Sketch)?;
    let columns =
        [("Brigade", Name), ("Stands", Figure), ("Killed", Pen), ("Captured", Pen), ("Ran away", Pen)];
    let mut sheet = Sheet::new("Losses in stands", &columns);
    for (_, brigade) in oob.brigades() {
        let stands = Cell::figure(brigade.stands().into());
        let cells = vec![Cell::new(brigade.id.as_str()), stands, Cell::new(""), Cell::new(""), Cell::new("")];
        sheet.row(format!("lost-{}", brigade.id), RowState::Here, cells);
    }
    let columns = [("Leader", Name), ("Wounded", Pen), ("Captured", Pen), ("Killed", Pen)];
    let mut leaders = Sheet::new("Leaders", &columns);
    for (id, _) in oob.counters() {
        leaders.row(
            format!("fell-{id}"),
            RowState::Here,
            [on.setup().named(id), "", "", ""].map(Cell::new).to_vec(),
        );
    }
    let note = |words: &str| Block::Note(Text::new(words));
    let title = format!("Result form: {}", on.army(side));
    let mut body = vec![Block::Sheet(sheet), note("Batteries wrecked or captured: ____________")];
    body.extend(marched(on, side));
    body.extend([
        Block::Sheet(leaders),
        note(
            "A leader who is not marked is as he was. A captured one is off the board like one who was killed.",
        ),
        note("Victory points: ____________   Holds the field: ____________________________"),
        note("Signed: ____________________________   Seen by the other side: ____________________________"),
    ]);
    let panel = Panel::new(format!("{}-{}", on.at("result"), side.number()), title, body).remark(on.place());
    Some(on.of_side(side, panel.rule(RuleId("CWFF-9A-1")).folded().paper()))
}

/// Which brigades are filled in only if they came: those that march around a flank.
fn marched(on: On<'_>, side: Side) -> Option<Block> {
    let flanks = on.half(side).flanks.as_ref()?;
    let brigades: Vec<_> = flanks.each().flat_map(|(_, force)| force.brigades.iter().copied()).collect();
    let words =
        format!("{} marched around a flank: fill in what came to the table.", capital(&listed(&brigades)));
    (!brigades.is_empty()).then(|| Block::Note(Text::new(words)))
}
