//! Formations and their stands.

use kernel::view::{Block, Cell, ColumnRole, RowState, Sheet, Text};

use crate::facts::{Element, Stand};
use crate::ids::{LevelId, UnitTypeId};
use crate::rules::s2_1_1_3_2_b_breakpoints::{formation_status, thresholds};
use crate::rules::s2_1_1_3_campaign_roster::unavailable;
use crate::view::own::Own;
use crate::view::prose::{capital, content_words, day_words, slug, type_name};
use crate::words::{Ammunition, Class, Origin, StandState, Standing, Status};

const COLUMNS: [(&str, ColumnRole); 13] = [
    ("Id", ColumnRole::Code),
    ("Formation", ColumnRole::Name),
    ("Class", ColumnRole::Code),
    ("Group", ColumnRole::Code),
    ("Discipline", ColumnRole::Words),
    ("Stands", ColumnRole::Words),
    ("Alive", ColumnRole::Figure),
    ("Lost", ColumnRole::Figure),
    ("Wrecked", ColumnRole::Figure),
    ("Losses 25/50/75 %", ColumnRole::Code),
    ("Status", ColumnRole::Words),
    ("Ammunition", ColumnRole::Words),
    ("Notes", ColumnRole::Words),
];

/// The formations of a side in the order of its roster.
pub fn formations(own: &Own<'_>) -> Vec<Block> {
    let elements = &own.facts().elements;
    if elements.is_empty() {
        return vec![Block::Empty(Text::new("The roster is empty."))];
    }
    let mut sheet = Sheet::new("", &COLUMNS);
    for element in elements {
        let id = format!("f-{}-{}", own.side.number(), slug(element.id.as_str()));
        sheet.row(id, row_state(own, element), row(own, element));
    }
    vec![Block::Sheet(sheet)]
}

fn row_state(own: &Own<'_>, element: &Element) -> RowState {
    if !element.in_play() {
        RowState::Gone
    } else if unavailable(own.state, element).is_some() {
        RowState::Away
    } else {
        RowState::Here
    }
}

fn n_in(element: &Element, state: StandState) -> i64 {
    element.stands.iter().filter(|stand| stand.state == state).count() as i64
}

fn row(own: &Own<'_>, element: &Element) -> Vec<Cell> {
    let gone = n_in(element, StandState::Lost) + n_in(element, StandState::Exited);
    vec![
        Cell::new(element.id.as_str()),
        Cell::new(capital(own.state.element_name(own.side, element))),
        Cell::new(element.class.to_string()),
        Cell::new(element.group.map_or_else(|| "–".into(), |group| group.to_string())),
        changed(element.discipline.as_str(), first_discipline(own, element).map(|id| id.to_string())),
        Cell::new(content_words(own.campaign(), &living(element))),
        changed(&element.strength().to_string(), Some(element.full_strength.to_string())),
        Cell::figure(gone),
        Cell::figure(n_in(element, StandState::Wreck)),
        Cell::new(breakpoints(element)),
        Cell::new(status(own, element)),
        Cell::new(ammunition(element)),
        Cell::new(notes(own, element)),
    ]
}

fn changed(now: &str, was: Option<String>) -> Cell {
    match was {
        Some(was) if was != now => Cell::changed(now, was),
        _ => Cell::new(now),
    }
}

/// The discipline with which it joined the roster.
fn first_discipline(own: &Own<'_>, element: &Element) -> Option<LevelId> {
    let entry = own.setup().roster.iter().find(|entry| entry.id == element.id.into());
    let group = || element.group.and_then(|group| own.setup().group(group)).map(|group| group.discipline);
    entry.map(|entry| entry.discipline).or_else(group)
}

/// Living stands by type, in the order of the roster.
pub fn living(element: &Element) -> Vec<(UnitTypeId, u16)> {
    let mut kinds: Vec<(UnitTypeId, u16)> = Vec::new();
    for stand in element.living() {
        match kinds.iter_mut().find(|(kind, _)| *kind == stand.kind) {
            Some((_, n)) => *n += 1,
            None => kinds.push((stand.kind, 1)),
        }
    }
    kinds
}

/// "2: 3/5/8 of 10": losses so far, and the losses at which each breakpoint is reached.
fn breakpoints(element: &Element) -> String {
    let [quarter, half, most] = thresholds(element.baseline);
    format!("{}: {quarter}/{half}/{most} of {}", element.losses, element.baseline)
}

/// How a formation stands to its own lines.
pub fn status(own: &Own<'_>, element: &Element) -> &'static str {
    if !element.in_play() {
        return "–";
    }
    status_word(formation_status(element, own.state.options().isolated_me))
}

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Normal => "normal",
        Status::Isolated => "isolated",
        Status::CutOff => "cut off",
    }
}

/// "full", or how many stands are short or out.
pub fn ammunition(element: &Element) -> String {
    let n = |state: Ammunition| element.living().filter(|stand| stand.ammunition == state).count();
    match (n(Ammunition::Short), n(Ammunition::Out)) {
        (0, 0) => "full".into(),
        (short, 0) => format!("{short} short"),
        (0, out) => format!("{out} out"),
        (short, out) => format!("{short} short, {out} out"),
    }
}

fn notes(own: &Own<'_>, element: &Element) -> Text {
    let mut words = vec![match element.origin {
        Origin::Initial => "Initial".to_owned(),
        Origin::Scheduled => "Scheduled".to_owned(),
        Origin::Bought => {
            format!("Bought ({})", element.group.map_or_else(|| "–".into(), |group| group.to_string()))
        }
    }];
    match element.standing {
        Standing::InPlay => {}
        Standing::Withdrawn => words.push("withdrawn".into()),
        Standing::Struck => words.push("struck when combined".into()),
    }
    if element.standing == Standing::InPlay && element.available_from > own.state.facts.day {
        words.push(format!("arrives {}", day_words(own.campaign(), element.available_from)));
    }
    if element.pure_armour && element.class == Class::Armour {
        words.push("tanks alone".into());
    }
    let note = own
        .setup()
        .roster
        .iter()
        .find(|entry| entry.id == element.id.into())
        .map(|entry| entry.note.as_str());
    words.extend(note.filter(|note| !note.is_empty()).map(str::to_owned));
    Text::new(words.join("; "))
}

/// Stands that are wrecked, lost, behind the enemy's line, short of ammunition or of another discipline than their
/// formation. Absent when there are none.
pub fn apart(own: &Own<'_>) -> Option<Block> {
    let columns = [
        ("Stand", ColumnRole::Code),
        ("Formation", ColumnRole::Name),
        ("Type", ColumnRole::Words),
        ("State", ColumnRole::Words),
        ("Status", ColumnRole::Words),
        ("Ammunition", ColumnRole::Words),
        ("Discipline", ColumnRole::Words),
        ("Where", ColumnRole::Code),
    ];
    let mut sheet = Sheet::new("", &columns);
    let is_apart = |stand: &Stand| {
        stand.state != StandState::Here
            || stand.status != Status::Normal
            || stand.ammunition != Ammunition::Full
            || stand.discipline.is_some()
    };
    for element in &own.facts().elements {
        for stand in element.stands.iter().filter(|stand| is_apart(stand)) {
            let row = match stand.state {
                StandState::Here => RowState::Here,
                StandState::Wreck | StandState::Panicked => RowState::Away,
                StandState::Lost | StandState::Exited => RowState::Gone,
            };
            let id = format!("s-{}-{}", own.side.number(), slug(stand.id.as_str()));
            sheet.row(id, row, stand_row(own, element, stand));
        }
    }
    (!sheet.rows.is_empty()).then_some(Block::Sheet(sheet))
}

fn stand_row(own: &Own<'_>, element: &Element, stand: &Stand) -> Vec<Cell> {
    let here = stand.state == StandState::Here;
    let state = match stand.state {
        StandState::Here => "in the field",
        StandState::Wreck => "wrecked, on the map",
        StandState::Panicked => "panicked off the map",
        StandState::Lost => "lost",
        StandState::Exited => "left the map",
    };
    let wreck =
        own.state.facts.wrecks.iter().find(|wreck| wreck.stand == stand.id && wreck.side == own.setup().id);
    let place =
        stand.at.or_else(|| wreck.map(|wreck| wreck.at)).map_or_else(|| "–".into(), |at| at.to_string());
    let discipline = stand.discipline.unwrap_or(element.discipline);
    vec![
        Cell::new(stand.id.as_str()),
        Cell::new(capital(own.state.element_name(own.side, element))),
        Cell::new(type_name(own.campaign(), stand.kind)),
        Cell::new(state),
        Cell::new(if here { status_word(stand.status) } else { "–" }),
        Cell::new(if here { stand.ammunition.word() } else { "–" }),
        changed(discipline.as_str(), Some(element.discipline.to_string())),
        Cell::new(place),
    ]
}
