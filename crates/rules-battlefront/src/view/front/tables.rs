//! What the front comes to, in tables: what matters stands first and short, where everybody stands is folded below it.

use kernel::RuleId;
use kernel::grammar::capital;
use kernel::view::{Block, Cell, ColumnRole, Panel, RowState, Sheet, Text};

use super::{apart, how_it_stands, reasons, stand_note};
use crate::geometry::distance_squared;
use crate::measure::Point;
use crate::perimeter::{Standing, Unit};
use crate::phase::{Step, shows_stands};
use crate::rules::s2_1_2_4_1_disengage::{contact_why, contacts};
use crate::state::State;
use crate::view::natural::listed_on_the_map;
use crate::view::prose::{counted, slug, type_name};
use crate::view::{Eyes, referee, umpire};
use crate::words::Status;

/// What matters of C5 and C6, before every list of places: what is odd about the lines, who moves back and why, which
/// contacts stay, who is not Normal; then what the umpire does about it.
pub fn first(eyes: &Eyes<'_>) -> Vec<Block> {
    let rules = eyes.is_umpire();
    let odd = if rules { referee::look_again(eyes.state) } else { None };
    let told = odd.into_iter().chain(told(eyes.state));
    let acts = [umpire::close(eyes.state), referee::panel(eyes.state)];
    told.chain(acts.into_iter().flatten().filter(|_| rules)).collect()
}

/// Who moves back and why, which contacts stay, who is not Normal: for every seat.
pub fn told(state: &State) -> Vec<Block> {
    [moves(state), contacts_left(state), behind(state)].into_iter().flatten().collect()
}

/// A stand by its side, its name and its type.
fn named(state: &State, one: &Standing<'_>) -> Cell {
    let kind = type_name(state.campaign(), one.stand.kind);
    let side = Text::empty().side(one.unit.side.number()).say(" ");
    Cell::new(side.say(one.unit.to_string()).quiet(format!(", {kind}")))
}

/// Who moved back in C5, how far, and before whom. [BF-2.1.2.4.1-1]
fn moves(state: &State) -> Option<Block> {
    if state.step() != Step::Disengage {
        return None;
    }
    let columns = [("Stand", ColumnRole::Name), ("Inches", ColumnRole::Figure), ("Why", ColumnRole::Words)];
    let all = listed_on_the_map(state);
    let mut sheet = Sheet::new("", &columns).compact();
    for one in &all {
        let Some(from) = one.stand.moved_from else { continue };
        let cells = vec![
            named(state, one),
            Cell::new(apart(from, one.at).to_string()),
            Cell::new(before_whom(state, one, from, &all)),
        ];
        sheet.row(row_of("moved", one), RowState::Here, cells);
    }
    let n = n_stands(&sheet);
    let body = if sheet.rows.is_empty() {
        vec![Block::Empty(Text::new("Nobody moves back."))]
    } else {
        let words = "Whoever is nearer than 5 inches to an enemy goes straight back until nobody is.";
        vec![Block::Sheet(sheet), Block::Note(Text::new(words))]
    };
    let panel = Panel::new("moves", "Who moves back", body).rule(RuleId("BF-2.1.2.4.1-1"));
    Some(panel.remark(n).block())
}

/// "13 stands"; nothing where there are none, for then the body says so.
fn n_stands(sheet: &Sheet) -> Text {
    match sheet.rows.len() {
        0 => Text::empty(),
        n => Text::new(counted(n as i64, "stand", "stands")),
    }
}

fn row_of(what: &str, one: &Standing<'_>) -> String {
    format!("{what}-{}-{}", one.unit.side.number(), slug(one.unit.id.as_str()))
}

/// The nearest enemy of a stand where both stood before, and what he does.
fn before_whom(state: &State, one: &Standing<'_>, from: Point, all: &[Standing<'_>]) -> String {
    let stood = |other: &Standing<'_>| other.stand.moved_from.unwrap_or(other.at);
    let enemies = all.iter().filter(|other| other.unit.side != one.unit.side);
    let nearest = enemies.min_by_key(|enemy| distance_squared(stood(enemy), from));
    // Whoever may stay where he is goes back by no rule.
    let nearest = nearest.filter(|_| !one.stand.is_fixed());
    let Some(enemy) = nearest else { return "As the umpire put it.".into() };
    let inches = apart(stood(enemy), from);
    if inches >= state.campaign().perimeter.spacing {
        return "As others parted, or as the umpire put it.".into();
    }
    let does = match () {
        () if enemy.stand.moved_from.is_some() => "goes back too",
        () if enemy.stand.improved => "may stay, in an improved position",
        () if enemy.stand.unmoved => "may stay, for it did not move",
        () if enemy.stand.immobile => "stays, for it is immobile",
        () => "stays",
    };
    format!("{inches} inches from {}, which {does}.", enemy.unit)
}

/// The stands that are not Normal, each with the proof in inches; from C6 on. [BF-2.1.2.4.2-2]
fn behind(state: &State) -> Option<Block> {
    if !shows_stands(state) || state.step() < Step::Perimeter {
        return None;
    }
    let columns =
        [("Stand", ColumnRole::Name), ("How it stands", ColumnRole::Words), ("Why", ColumnRole::Words)];
    let reasons = reasons(state);
    let mut sheet = Sheet::new("", &columns).compact();
    for one in listed_on_the_map(state).iter().filter(|one| one.stand.status != Status::Normal) {
        let why = reasons.iter().find(|reason| reason.unit == one.unit);
        let cells = vec![
            named(state, one),
            Cell::new(how_it_stands(state, one, None)),
            Cell::new(why.map_or("", |reason| &reason.words)),
        ];
        sheet.row(row_of("behind", one), RowState::Here, cells);
    }
    let n = n_stands(&sheet);
    let body = if sheet.rows.is_empty() {
        Block::Empty(Text::new("Nobody is isolated or cut off."))
    } else {
        Block::Sheet(sheet)
    };
    let panel = Panel::new("behind", "Not Normal", vec![body]).rule(RuleId("BF-2.1.2.4.2-2"));
    Some(panel.remark(n).block())
}

/// Where the stands of the tables above stand, and from where they came, folded behind its heading.
pub fn places(eyes: &Eyes<'_>) -> Option<Block> {
    let state = eyes.state;
    let shows = shows_stands(state) && state.step() >= Step::Disengage;
    let is_told = |one: &&Standing<'_>| match state.step() {
        Step::Disengage => one.stand.moved_from.is_some(),
        _ => one.stand.status != Status::Normal,
    };
    let columns = [("Stand", ColumnRole::Name), ("At", ColumnRole::Code), ("From", ColumnRole::Code)];
    let mut sheet = Sheet::new("", &columns);
    for one in listed_on_the_map(state).iter().filter(is_told).filter(|_| shows) {
        let from = one.stand.moved_from.map_or_else(|| "–".into(), |from| from.to_string());
        let cells = vec![named(state, one), Cell::new(one.at.to_string()), Cell::new(from)];
        sheet.row(row_of("place", one), RowState::Here, cells);
    }
    let heading = match state.step() {
        Step::Disengage => "From where to where",
        _ => "Where they stand",
    };
    let n = n_stands(&sheet);
    let panel = |sheet| Panel::new("front-places", heading, vec![Block::Sheet(sheet)]).remark(n);
    (!sheet.rows.is_empty()).then(|| panel(sheet).folded().block())
}

/// Every other stand on the map, folded behind its heading; the list beside the board.
pub fn stands(eyes: &Eyes<'_>) -> Option<Block> {
    let state = eyes.state;
    if !shows_stands(state) {
        return None;
    }
    let columns = [
        ("Stand", ColumnRole::Code),
        ("Type", ColumnRole::Name),
        ("Side", ColumnRole::Words),
        ("At", ColumnRole::Code),
        ("How it stands", ColumnRole::Words),
    ];
    let told = state.step() >= Step::Perimeter;
    let mut sheet = Sheet::new("", &columns);
    for one in listed_on_the_map(state).iter().filter(|one| !told || one.stand.status == Status::Normal) {
        let cells = vec![
            Cell::new(one.unit.to_string()),
            Cell::new(type_name(state.campaign(), one.stand.kind)),
            Cell::new(Text::empty().side(one.unit.side.number())),
            Cell::new(one.at.to_string()),
            Cell::new(stand_note(state, one)),
        ];
        let id = format!("stand-{}-{}", one.unit.side.number(), slug(one.unit.id.as_str()));
        sheet.row(id, RowState::Here, cells);
    }
    let n = counted(sheet.rows.len() as i64, "stand", "stands");
    let body = if sheet.rows.is_empty() {
        Block::Empty(Text::new("No stand is on the map."))
    } else {
        Block::Sheet(sheet)
    };
    let heading = if told { "Normal" } else { "Stands on the map" };
    let panel = Panel::new("stands", heading, vec![body]).rule(RuleId("BF-R50")).remark(Text::new(n));
    Some(panel.folded().block())
}

/// Contacts that stay in C5, each with its inches and its reason. [BF-2.1.2.4.1-5]
fn contacts_left(state: &State) -> Option<Block> {
    if state.step() != Step::Disengage {
        return None;
    }
    let columns = [("Who", ColumnRole::Code), ("Inches", ColumnRole::Figure), ("Why", ColumnRole::Words)];
    let mut sheet = Sheet::new("", &columns).compact();
    let all = listed_on_the_map(state);
    let at = |unit: Unit| all.iter().find(|one| one.unit == unit).map(|one| one.at);
    for contact in contacts(state) {
        let [first, second] = contact.units;
        let inches = at(first).zip(at(second)).map(|(a, b)| apart(a, b).to_string()).unwrap_or_default();
        let cells = vec![
            Cell::new(format!("{first} and {second}")),
            Cell::new(inches),
            Cell::new(format!("{}.", capital(&contact_why(&contact)))),
        ];
        sheet.row(
            format!("contact-{}-{}", slug(first.id.as_str()), slug(second.id.as_str())),
            RowState::Here,
            cells,
        );
    }
    let body = match sheet.rows.is_empty() {
        true => Block::Empty(Text::new("No unit is nearer than 5 inches to an enemy.")),
        false => Block::Sheet(sheet),
    };
    let panel = Panel::new("contacts", "Units still in contact", vec![body]);
    Some(panel.rule(RuleId("BF-2.1.2.4.1-5")).block())
}

/// What a side does in C5 and C6: it looks, and closes the step.
pub fn look(step: Step) -> Panel {
    let (heading, words, rule) = match step {
        Step::Disengage => (
            "Units part",
            "All stands are shown. Units in contact have moved back as far as the rules ask; the map shows from where, and which contacts stay. Until the step is closed the umpire may put a unit elsewhere, with a reason that you read in the log.",
            "BF-2.1.2.4.1-1",
        ),
        _ => (
            "The front lines",
            "Both lines are drawn, and the map tells how every stand stands and why. Until the step is closed the umpire may overrule a status or a line, with a reason that you read in the log.",
            "BF-2.1.2.4.2-1",
        ),
    };
    Panel::new("front", heading, vec![Block::Prose(Text::new(words))]).rule(RuleId(rule))
}
