//! The tables of the rules as players read them beside the figures. They say the same to everybody.

use kernel::grammar::signed;
use kernel::view::ColumnRole::{Figure, Name, Words};
use kernel::view::{Block, Cell, Page, PageHead, Panel, RowState, Sheet};
use kernel::{RuleId, Seat};

use crate::charts::s7_ground::{of_crossing, of_terrain};
use crate::charts::s7_march::{Meeting, meeting};
use crate::charts::s8_day::day;
use crate::charts::s11_army_leader::{TACTICAL, attached, corps_modifier, radius, rerolls};
use crate::charts::span;
use crate::rules::s11_rerolls::poltroon_modifier;
use crate::state::State;
use crate::words::{Crossing, Rank, Rating, Season, Speed, Terrain};

/// The page of tables.
pub fn page(state: &State, _: Seat, head: PageHead) -> Page {
    let main = vec![
        panel("spans", "Who commands how much", "CWFF-T1", vec![spans(state)]),
        panel("days", "The game day", "CWFF-T4", vec![days()]),
        panel("meetings", "Forces around one flank", "CWFF-T6", vec![meetings(state)]),
        panel("ground", "Ground", "CWFF-T7", vec![ground()]),
        panel("army-leaders", "Army leaders", "CWFF-T8", vec![army_leaders(), modifiers()]),
    ];
    Page::new(head, "Tables", "What the rules print, at the usual ratio.", main)
}

fn panel(id: &str, title: &str, rule: &'static str, body: Vec<Block>) -> Block {
    Panel::new(id, title, body).rule(RuleId(rule)).block()
}

fn spans(state: &State) -> Block {
    let mut sheet = Sheet::new("Spans", &[("Leader of", Name), ("Stands", Words)]);
    for rank in [Rank::Division, Rank::Corps] {
        let (least, most) = span(rank, state.setup.ratio);
        let cells = vec![Cell::new(format!("a {rank}")), Cell::new(format!("{least} to {most}"))];
        sheet.row(rank.word(), RowState::Here, cells);
    }
    Block::Sheet(sheet)
}

fn days() -> Block {
    let mut sheet =
        Sheet::new("Game days", &[("Turn", Name), ("Dawn", Words), ("Dusk", Words), ("Turns", Figure)]);
    for season in Season::ALL {
        let day = day(*season);
        let cells = [season.word().to_owned(), day.clock(1), day.clock(day.turns)].map(Cell::new);
        let cells = cells.into_iter().chain([Cell::figure(day.turns.into())]).collect();
        sheet.row(season.word(), RowState::Here, cells);
    }
    Block::Sheet(sheet)
}

fn meetings(state: &State) -> Block {
    let mut sheet = Sheet::new("Meetings", &[("One", Name), ("Other", Name), ("They meet", Words)]);
    for (at, one) in Speed::ALL.iter().enumerate() {
        for other in &Speed::ALL[at..] {
            let words = match meeting(*one, *other, state.setup.options.encounter_matrix) {
                Meeting::Always => "always",
                Meeting::Even => "on 1 to 5 of ten",
                Meeting::Never => "never",
            };
            let cells = [one.word(), other.word(), words].map(Cell::new).to_vec();
            sheet.row(format!("{one}-{other}"), RowState::Here, cells);
        }
    }
    Block::Sheet(sheet)
}

fn ground() -> Block {
    let columns =
        [("Ground", Name), ("Attacker's march", Words), ("Breastworks", Words), ("Flank marches", Words)];
    let mut sheet = Sheet::new("Ground", &columns);
    let lands =
        [Terrain::Clear, Terrain::Forest, Terrain::Swamp].map(|land| (land.prose(), of_terrain(land)));
    let crossed = [Crossing::Gap, Crossing::Road, Crossing::RiverUnnavigable, Crossing::RiverNavigable];
    let crossed = crossed.map(|over| (over.prose(), of_crossing(over)));
    for (name, ground) in lands.into_iter().chain(crossed) {
        let die = if ground.no_flanks { "—".into() } else { signed(ground.die) };
        let flanks = if ground.no_flanks { "none" } else { "yes" };
        let works = format!("{}% of the stands, in inches", ground.works);
        let cells = vec![Cell::new(name), Cell::new(die), Cell::new(works), Cell::new(flanks)];
        sheet.row(name, RowState::Here, cells);
    }
    Block::Sheet(sheet)
}

/// [CWFF-11A-1] [CWFF-11B-1] [CWFF-11D-3] Radius and rolls by the army command rating.
fn army_leaders() -> Block {
    let columns = [
        ("Rating", Name),
        ("Corps within", Words),
        ("Places artillery within", Words),
        ("Again each turn", Words),
    ];
    let mut sheet = Sheet::new("By army command rating", &columns);
    for rating in -5..=5 {
        let again = match rerolls(rating) {
            (0, _) => "—".into(),
            (n, true) => format!("{n}, of the enemy's choice"),
            (n, false) => format!("{n}, of his choice"),
        };
        let cells = [signed(rating), radius(rating).to_string(), TACTICAL.to_string(), again];
        sheet.row(format!("army-{rating}"), RowState::Here, cells.map(Cell::new).to_vec());
    }
    Block::Sheet(sheet)
}

/// [CWFF-7A-4] [CWFF-7A-5] [CWFF-11A-2] [CWFF-11C-1] [CWFF-11C-2] What leaders add to maneuver rolls.
fn modifiers() -> Block {
    let mut sheet = Sheet::new("Maneuver", &[("Leader", Name), ("Modifier", Words)]);
    let mut row = |id: &str, words: String, amount: i32| {
        sheet.row(id, RowState::Here, vec![Cell::new(words), Cell::new(signed(amount))]);
    };
    for rating in [Rating::Excellent, Rating::Average, Rating::Poltroon] {
        let words = format!("Army leader attached, {}", rating.prose());
        row(&format!("attached-{rating}"), words, attached(rating));
    }
    for modifier in [3, 2, 1] {
        let words = format!(
            "Corps leader of {}, out of his army leader's radius or while that one is attached",
            signed(modifier)
        );
        row(&format!("outside-{modifier}"), words, corps_modifier(modifier, false));
    }
    row("poltroon-near", "Poltroon of the chain, within his radius".into(), poltroon_modifier(false, true));
    row("poltroon-far", "Poltroon of the chain, out of his radius".into(), poltroon_modifier(false, false));
    row(
        "poltroon-away",
        "Poltroon of the chain, attached to another brigade".into(),
        poltroon_modifier(true, true),
    );
    Block::Sheet(sheet)
}
