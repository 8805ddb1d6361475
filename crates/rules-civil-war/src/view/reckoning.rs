//! What a battle comes to: for the side that reports, and on one page that says what to change on the board.

use kernel::view::ColumnRole::{Code, Name, Pen, Words};
use kernel::view::{Block, Cell, Panel, RowState, Sheet, Text};
use kernel::{RuleId, Side};

use super::battles::names;
use super::on::On;
use crate::battle::outcome::{self, HalfOutcome, counted, holder, lost, winner};
use crate::setup::Leader;
use crate::words::{Account, Class, LeaderId, SpId};

/// What the losses of a side's report come to, as the side knows it. [CWFF-9A-3]
pub(super) fn losses(on: On<'_>, side: Side) -> Vec<Block> {
    let options = &on.setup().options;
    let stands = lost(on.battle, side, options);
    let muster = on.battle.muster(side);
    let half = &outcome::outcome(on.battle, options).sides[side];
    let columns =
        [("Account", Name), ("Carried before", Code), ("Stands lost", Code), ("Carried after", Code)];
    let mut sheet = Sheet::new("Losses by account", &columns);
    for account in Account::ALL {
        let at = *account as usize;
        let cells = [
            account.word().to_owned(),
            muster.carried[at].to_string(),
            stands[at].to_string(),
            half.carried[at].to_string(),
        ];
        sheet.row(account.word(), RowState::Here, cells.map(Cell::new).to_vec());
    }
    let shaken = counted(on.battle, side, options);
    let facts = vec![
        ("Strength points lost whole".into(), Text::new(names(&half.removed)).rule(RuleId("CWFF-9A-2"))),
        ("Counted for demoralization".into(), Text::new(shaken.to_string()).rule(RuleId("CWFF-9B-1"))),
    ];
    vec![Block::Sheet(sheet), Block::Facts(facts)]
}

/// A battle that the book has taken back.
pub(super) fn fought(on: On<'_>) -> Block {
    let mut body = Vec::new();
    let title = format!("Battle {}, taken back", on.battle.id);
    if on.battle.ratio.is_none() || on.battle.field.is_none() {
        let words = match on.battle.ratio {
            None => "It was fought on the board.",
            Some(_) => "It was fought at a table of its own, and the page “Other tables” leads there.",
        };
        body.push(Block::Note(Text::new(words)));
        return Panel::new(on.at("fought"), title, body).block();
    }
    let won = winner(on.battle, &on.setup().options);
    let words = |side: Option<Side>| side.map_or("nobody", |side| on.named(side)).to_owned();
    let points = |side: Side| on.half(side).points.unwrap_or(0);
    let facts = vec![
        ("Winner".into(), Text::new(words(won)).rule(RuleId("CWFF-9-1"))),
        ("Victory points".into(), Text::new(format!("{} to {}", points(Side::FIRST), points(Side::SECOND)))),
        ("Holds the field".into(), Text::new(words(holder(on.battle)))),
    ];
    body.push(Block::Facts(facts));
    let outcome = outcome::outcome(on.battle, &on.setup().options);
    body.extend(
        Side::BOTH
            .into_iter()
            .filter(|side| side.is_known_to(on.seat))
            .map(|side| Block::Sheet(changes(on, side, &outcome.sides[side], won == Some(side)))),
    );
    let lede = "Change this on the board, and sign it: Union ______________  Confederate ______________";
    body.push(Block::Note(Text::new(lede)));
    let panel = Panel::new(on.at("board"), title, body).rule(RuleId("CWFF-9-1")).folded().paper();
    match Side::of(on.seat) {
        Some(side) => panel.secret(side.only()).block(),
        None if on.seat == kernel::Seat::Umpire => panel.secret(kernel::Audience::Umpire).block(),
        None => panel.block(),
    }
}

/// Whether a leader who fought had a promotion before him: a counter of more stars than he showed. [CWFF-10A-1]
fn has_next_step(on: On<'_>, leader: &Leader) -> bool {
    let next = on.setup().card(leader.id).into_iter().flat_map(|card| &card.next);
    next.filter_map(|id| on.setup().counter(*id)).any(|counter| counter.stars > leader.stars)
}

/// What changes on the board for one side, line by line, with room for a tick.
fn changes(on: On<'_>, side: Side, half: &HalfOutcome, won: bool) -> Sheet {
    let muster = on.battle.muster(side);
    let mut sheet = Sheet::new(
        format!("What to change on the board: {}", on.army(side)),
        &[("What", Name), ("How", Words), ("Done", Pen)],
    );
    let mut row = |id: &str, what: &str, how: String| {
        let id = format!("{}-{id}", side.number());
        sheet.row(id, RowState::Here, vec![Cell::new(what), Cell::new(how), Cell::new("")]);
    };
    row("hex", "The hex", if won { "stays or moves in".into() } else { "retreats".into() });
    row("removed", "Strength points removed", names(&half.removed));
    let raised = |class: Class| -> Vec<SpId> {
        let changed = half.sp.iter().filter(|now| now.class == class);
        changed
            .filter(|now| muster.sp(now.id).is_some_and(|was| was.class != class))
            .map(|now| now.id)
            .collect()
    };
    row("veteran", "Now veteran", names(&raised(Class::Veteran)));
    row("crack", "Now crack", names(&raised(Class::Crack)));
    row("carried", "Carried in the book", format!("crack {}, other {}", half.carried[0], half.carried[1]));
    row("demoralized", "Demoralized", if half.demoralized { "yes" } else { "no" }.into());
    let fallen: Vec<String> =
        half.leaders.iter().map(|(id, fate)| format!("{} {}", on.setup().named(*id), fate.prose())).collect();
    row("leaders", "Leaders", names(&fallen));
    let rises = |id: &&LeaderId| {
        let lives = !half.leaders.iter().any(|(fallen, fate)| fallen == *id && fate.is_out_for_good());
        lives && muster.leader(**id).is_some_and(|leader| has_next_step(on, leader))
    };
    let fought: Vec<&str> = half.fought.iter().filter(rises).map(|id| on.setup().named(*id)).collect();
    row("track", "Fought, and on the promotion track", names(&fought));
    sheet
}
