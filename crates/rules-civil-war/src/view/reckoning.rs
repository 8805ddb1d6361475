//! What a battle comes to: for the side that reports, and on one page that says what to change on the board.

use kernel::view::ColumnRole::{Code, Name, Pen, Words};
use kernel::view::{Block, Cell, Panel, RowState, Sheet, Text};
use kernel::{RuleId, Side};

use super::battles::names;
use super::on::On;
use crate::battle::Fallen;
use crate::battle::outcome::{self, Came, HalfOutcome, counted, holder, lost, winner};
use crate::setup::Leader;
use crate::words::{Account, Class, SpId, Stage};

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
    let left_over = Account::ALL.iter().filter_map(|account| {
        let faces = outcome::part(on.battle, side, *account, options)?;
        let decided = match on.half(side).part(*account) {
            Some(true) => "lost whole",
            Some(false) => "not lost",
            None => "not rolled yet",
        };
        let words = format!("lost whole on {faces} of {} faces: {decided}", outcome::CHANCE_DIE);
        Some((format!("Part left over, {}", account.word()), Text::new(words).rule(RuleId("CWFF-R17"))))
    });
    let mut facts = vec![
        ("Strength points lost whole".into(), Text::new(names(&half.removed)).rule(RuleId("CWFF-9A-2"))),
        ("Counted for demoralization".into(), Text::new(shaken.to_string()).rule(RuleId("CWFF-9B-1"))),
    ];
    facts.extend(left_over);
    vec![Block::Sheet(sheet), Block::Facts(facts)]
}

/// A battle that the book has taken back: the page for the board, which is one for everybody and which both sign, and for each
/// side a page of what it alone knows.
pub(super) fn fought(on: On<'_>) -> Vec<Block> {
    if on.battle.called_off {
        let words = "Nothing came of it: the armies are as they were.";
        let title = format!("Battle {}, called off", on.battle.id);
        return vec![Panel::new(on.at("fought"), title, vec![Block::Note(Text::new(words))]).block()];
    }
    let alone = on.state.facts.book.stage == Stage::Battle;
    let became = if alone { "closed" } else { "carried back to the book" };
    let title = format!("Battle {}, {became}", on.battle.id);
    if on.battle.ratio.is_none() || on.battle.field.is_none() {
        let words = match on.battle.ratio {
            None => "It was fought on the board.",
            Some(_) => "It was fought at a table of its own, and the page “Other tables” leads there.",
        };
        return vec![Panel::new(on.at("fought"), title, vec![Block::Note(Text::new(words))]).block()];
    }
    let won = winner(on.battle, &on.setup().options);
    let points = |side: Side| on.half(side).points.unwrap_or(0);
    let holds = holder(on.battle).map_or("nobody", |side| on.named(side)).to_owned();
    let facts = vec![
        ("Winner".into(), Text::new(won.map_or("nobody", |side| on.named(side))).rule(RuleId("CWFF-9-1"))),
        (
            "Victory points".into(),
            Text::new(Side::BOTH.map(|side| format!("{} {}", on.named(side), points(side))).join(", ")),
        ),
        ("Holds the field".into(), Text::new(holds)),
    ];
    let mut body = vec![Block::Facts(facts)];
    if let Some(came) = &on.battle.came {
        body.extend(Side::BOTH.map(|side| Block::Sheet(changes(on, side, &came[side], won == Some(side)))));
    }
    let neutral = (!on.setup().options.no_person()).then_some("Neutral");
    let signs = Side::BOTH.into_iter().map(|side| on.named(side)).chain(neutral);
    let signs: Vec<String> = signs.map(|name| format!("{name} ______________________")).collect();
    body.push(Block::Note(Text::new("Change this on the board, tick it, and sign below.")));
    body.push(Block::Note(Text::new(signs.join("   "))));
    let board = Panel::new(on.at("board"), title, body).remark(on.place()).rule(RuleId("CWFF-9-1")).folded();
    let mut all = vec![board.paper().block()];
    let outcome = outcome::outcome(on.battle, &on.setup().options);
    let own = Side::BOTH.into_iter().filter(|side| side.is_known_to(on.seat));
    all.extend(own.map(|side| {
        let title = format!("What the {} side alone knows, battle {}", on.named(side), on.battle.id);
        let body = vec![Block::Sheet(kept(on, side, &outcome.sides[side]))];
        let panel = Panel::new(format!("{}-{}", on.at("kept"), side.number()), title, body);
        panel.remark(on.place()).rule(RuleId("CWFF-9A-3")).folded().secret(side.only()).paper().block()
    }));
    all
}

/// The stars of the promotion that a leader who fought had before him: those of a counter with more than he showed.
/// [CWFF-10A-1]
fn next_step(on: On<'_>, leader: &Leader) -> Option<u8> {
    let next = on.setup().card(leader.id).into_iter().flat_map(|card| &card.next);
    next.filter_map(|id| on.setup().counter(*id))
        .map(|counter| counter.stars)
        .find(|stars| *stars > leader.stars)
}

fn lines(caption: String) -> Sheet {
    Sheet::new(caption, &[("What", Name), ("How", Words), ("Done", Pen)])
}

fn line(sheet: &mut Sheet, side: Side, id: &str, what: &str, how: String) {
    let cells = vec![Cell::new(what), Cell::new(how), Cell::new("")];
    sheet.row(format!("{}-{id}", side.number()), RowState::Here, cells);
}

/// What changes on the board for one side, line by line, with room for a tick: all of it lies open there.
fn changes(on: On<'_>, side: Side, came: &Came, won: bool) -> Sheet {
    let muster = on.battle.muster(side);
    let mut sheet = lines(format!("What to change on the board: {}", on.army(side)));
    let attacks = on.battle.input.attacker == side;
    let hex = match (won, attacks) {
        (true, true) => "moves in",
        (true, false) => "stays",
        (false, _) => "retreats",
    };
    line(&mut sheet, side, "hex", &format!("Hex {}", on.battle.input.hex), hex.into());
    line(&mut sheet, side, "removed", "Strength points removed", names(&came.lost));
    line(&mut sheet, side, "demoralized", "Demoralized", if came.demoralized { "yes" } else { "no" }.into());
    let fell = |one: &Fallen| format!("{} {}", on.setup().named(one.leader), one.fate.prose());
    let fallen: Vec<String> = came.leaders.iter().map(fell).collect();
    line(&mut sheet, side, "leaders", "Leaders", names(&fallen));
    let rises = |leader: &Leader| {
        let lives = !came.leaders.iter().any(|one| one.leader == leader.id && one.fate.is_out_for_good());
        let stars = next_step(on, leader).filter(|_| lives)?;
        Some(format!("{} ({})", leader.name, kernel::grammar::counted(stars, "star")))
    };
    let fought: Vec<String> = muster.leaders.iter().filter_map(rises).collect();
    let what = format!("Next counters on the promotion track, at turn {}", on.battle.input.turn.number);
    line(&mut sheet, side, "track", &what, names(&fought));
    sheet
}

/// What changes in the book for one side, which it alone reads: experience, and what is carried.
fn kept(on: On<'_>, side: Side, half: &HalfOutcome) -> Sheet {
    let muster = on.battle.muster(side);
    let mut sheet = lines(format!("Experience and what is carried: {}", on.army(side)));
    let raised = |class: Class| -> Vec<SpId> {
        let changed = half.sp.iter().filter(|now| now.class == class);
        changed
            .filter(|now| muster.sp(now.id).is_some_and(|was| was.class != class))
            .map(|now| now.id)
            .collect()
    };
    line(&mut sheet, side, "veteran", "Now veteran", names(&raised(Class::Veteran)));
    line(&mut sheet, side, "crack", "Now crack", names(&raised(Class::Crack)));
    let carried = format!("crack {}, other {}", half.carried[0], half.carried[1]);
    line(&mut sheet, side, "carried", "Carried in the book", carried);
    sheet
}
