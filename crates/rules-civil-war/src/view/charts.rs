//! The tables of the rules as players read them beside the figures. They say the same to everybody.

use kernel::grammar::{capital, signed};
use kernel::view::ColumnRole::{Figure, Name, Words};
use kernel::view::{Block, Cell, Page, PageHead, Panel, RowState, Sheet};
use kernel::{RuleId, Seat};

use crate::charts::s7_ground::{Slows, of_crossing, of_terrain};
use crate::charts::s7_march::{Meeting, meeting, modifiers as modifiers_of};
use crate::charts::s8_day::day;
use crate::charts::s11_army_leader::{TACTICAL, attached, corps_modifier, radius, rerolls};
use crate::charts::{batteries, span};
use crate::oob::label::Label;
use crate::rules::s11_rerolls::poltroon_modifier;
use crate::state::State;
use crate::words::{Class, Crossing, Rank, Rating, Season, Speed, Terrain};

/// The page of tables.
pub fn page(state: &State, _: Seat, head: PageHead) -> Page {
    let mut main = vec![
        panel("spans", "Who commands how much", "CWFF-T1", vec![spans(state)]),
        panel("labels", "Fresh, worn and spent", "CWFF-T3", vec![labels(state)]),
        panel("days", "The game day", "CWFF-T4", vec![days()]),
        panel("marches", "Flank marches", "CWFF-T5", vec![marches(state), arrivals()]),
        panel("meetings", "Forces around one flank", "CWFF-T6", vec![meetings(state)]),
        panel("ground", "Ground", "CWFF-T7", vec![ground()]),
        panel("army-leaders", "Army leaders", "CWFF-T8", vec![army_leaders(), modifiers()]),
    ];
    if !state.setup.points.is_empty() {
        main.push(panel("victory-points", "Victory points", "CWFF-R23", vec![victory_points(state)]));
    }
    Page::new(head, "Tables", "What the rules print, at the usual ratio.", main)
}

fn panel(id: &str, title: &str, rule: &'static str, body: Vec<Block>) -> Block {
    Panel::new(id, title, body).rule(RuleId(rule)).block()
}

/// [CWFF-T1] Who commands how much, by stars. Batteries are the share of the strength points and bind nobody. [CWFF-R36]
fn spans(state: &State) -> Block {
    let columns = [
        ("Leader of", Name),
        ("Stars", Words),
        ("Strength points", Words),
        ("Stands", Words),
        ("Divisions", Words),
        ("Batteries", Words),
    ];
    let mut sheet = Sheet::new("Spans", &columns);
    let ratio = state.setup.ratio;
    let to = |(least, most): (u32, u32)| format!("{least} to {most}");
    for (rank, stars, points, divisions) in
        [(Rank::Division, "1", "1 to 2", "1"), (Rank::Corps, "2 or 3", "2 to 6", "2 or more")]
    {
        let (stands, guns) = (to(span(rank, ratio)), to(batteries(rank, ratio)));
        let cells = [&format!("a {rank}"), stars, points, &stands, divisions, &guns].map(Cell::new);
        sheet.row(rank.word(), RowState::Here, cells.to_vec());
    }
    let army = ["the army", "3 or 4", "all", "all", "all", "all"].map(Cell::new);
    sheet.row("army", RowState::Here, army.to_vec());
    Block::Sheet(sheet)
}

/// [CWFF-R23] What the campaign gives victory points for.
fn victory_points(state: &State) -> Block {
    let mut sheet = Sheet::new("Of one battle", &[("For each", Name), ("Points", Figure)]);
    for (nth, (what, points)) in state.setup.points.iter().enumerate() {
        let cells = vec![Cell::new(capital(what)), Cell::figure((*points).into())];
        sheet.row(format!("points-{nth}"), RowState::Here, cells);
    }
    Block::Sheet(sheet)
}

/// [CWFF-T3] Labels of brigades of usual sizes by experience: fresh, worn from, spent from.
fn labels(state: &State) -> Block {
    let columns = [("Stands", Figure), ("Green", Words), ("Veteran", Words), ("Crack", Words)];
    let mut sheet = Sheet::new("Fresh above, worn from, spent from", &columns);
    for stands in 5..=12 {
        let label = |class: &Class| {
            Cell::new(Label::of(&state.setup.effectiveness, *class, stands, false).to_string())
        };
        let cells = std::iter::once(Cell::figure(stands.into())).chain(Class::ALL.iter().map(label));
        sheet.row(format!("label-{stands}"), RowState::Here, cells.collect());
    }
    Block::Sheet(sheet)
}

/// [CWFF-T5] How marches go, in cases of the die, by the initiative of the leader and what the ground takes from the die.
fn marches(state: &State) -> Block {
    let columns = [("Initiative", Name), ("Ground 0", Words), ("−1", Words), ("−2", Words), ("−3", Words)];
    let mut sheet = Sheet::new("Swift, deliberate, plodding", &columns);
    let chart = &state.setup.march;
    for initiative in 1..=4 {
        let cell = |die: i32| {
            let slows = Slows { die: -die, words: "The ground", rule: RuleId("CWFF-T5") };
            let weights = chart.weights(modifiers_of(&[slows], initiative).total());
            let of = |speed: &Speed| -> u64 {
                let rows = chart.rows().iter().zip(&weights).filter(|(row, _)| row.result.speed == *speed);
                rows.map(|(_, weight)| weight).sum()
            };
            let all: Vec<String> = Speed::ALL.iter().map(|speed| of(speed).to_string()).collect();
            Cell::new(all.join(", "))
        };
        let cells = std::iter::once(Cell::new(initiative.to_string())).chain((0..=3).map(cell));
        sheet.row(format!("march-{initiative}"), RowState::Here, cells.collect());
    }
    Block::Sheet(sheet)
}

/// [CWFF-7B-3] [CWFF-7B-4] [CWFF-7B-5] When a force is told of and enters.
fn arrivals() -> Block {
    let columns = [("March", Name), ("Told on turn", Figure), ("Enters on turn", Figure)];
    let mut sheet = Sheet::new("Arrivals", &columns);
    for speed in Speed::ALL {
        let cells = vec![
            Cell::new(speed.word()),
            Cell::figure(speed.told().into()),
            Cell::figure(speed.enters().into()),
        ];
        sheet.row(format!("comes-{speed}"), RowState::Here, cells);
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
    let columns = [
        ("Ground", Name),
        ("Attacker's march", Words),
        ("Breastworks", Words),
        ("Flank marches", Words),
        ("Columns of the board", Figure),
    ];
    let mut sheet = Sheet::new("Ground", &columns);
    let lands =
        [Terrain::Clear, Terrain::Forest, Terrain::Swamp].map(|land| (land.prose(), of_terrain(land)));
    let crossed = [Crossing::Gap, Crossing::Road, Crossing::RiverUnnavigable, Crossing::RiverNavigable];
    let crossed = crossed.map(|over| (over.prose(), of_crossing(over)));
    for (name, ground) in lands.into_iter().chain(crossed) {
        let die: String = if ground.no_flanks { "—".into() } else { signed(ground.die) };
        let flanks = if ground.no_flanks { "none" } else { "yes" };
        // Where nobody may march all stands are on the table. [CWFF-R29]
        let stands = if ground.no_flanks { "all stands" } else { "the stands on the table" };
        let works = match ground.works {
            0 => "none".to_owned(),
            percent => format!("{percent}% of {stands}, in inches"),
        };
        let cells = [name, &die, &works, flanks].map(Cell::new).into_iter();
        let cells = cells.chain([Cell::figure(ground.columns.into())]).collect();
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
    let own = ["Poltroon attached to this brigade", "+1 on 1 to 5 of ten, else −1; at close combat as well"];
    sheet.row("poltroon-own", RowState::Here, own.map(Cell::new).to_vec());
    Block::Sheet(sheet)
}
