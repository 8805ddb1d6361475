//! The units of both sides: what every counter shows.

use kernel::Seat;
use kernel::view::ColumnRole::{Code, Figure, Name, Words};
use kernel::view::{Block, Cell, Page, PageHead, RowState, Sheet};

use crate::rules::s1_units;
use crate::state::{Fate, Halt, State, Unit};

/// Units of both sides.
pub fn units(state: &State, _: Seat, head: PageHead) -> Page {
    let main = state.formations().map(|body| {
        let columns = [
            ("Unit", Name),
            ("AR", Figure),
            ("AV", Code),
            ("MA", Code),
            ("Kind", Words),
            ("Steps", Code),
            ("Side up", Words),
            ("Hex", Code),
            ("State", Words),
        ];
        let mut sheet = Sheet::new(&*body.card.name, &columns);
        for unit in state.of(body.card.id) {
            let (row, cells) = unit_row(state, unit);
            sheet.row(unit.card.id.as_str(), row, cells);
        }
        Block::Sheet(sheet)
    });
    Page::new(head, "Units", "What every counter shows.", main.collect())
}

fn unit_row(state: &State, unit: Unit<'_>) -> (RowState, Vec<Cell>) {
    let (card, piece) = (unit.card, unit.piece);
    let row = match piece.fate {
        Fate::OnMap => RowState::Here,
        Fate::Support | Fate::Returns | Fate::Pool | Fate::Due => RowState::Away,
        Fate::Dead => RowState::Gone,
    };
    let steps = format!("{} of {}", unit.steps(), card.steps);
    let steps = if piece.lost > 0 { Cell::changed(steps, card.steps.to_string()) } else { Cell::new(steps) };
    let mut words = Vec::new();
    if piece.fate != Fate::OnMap {
        words.push(piece.fate.prose());
    }
    if piece.halt != Halt::Not {
        words.push(piece.halt.prose());
    }
    for (holds, word) in
        [(piece.screens, "screens"), (piece.dropped, "Dropped Support"), (piece.flipped, "flipped")]
    {
        if holds {
            words.push(word);
        }
    }
    let hex = piece.on_map().map_or_else(|| "–".into(), |at| state.scenario.board.called(at));
    let words = if words.is_empty() { "–".into() } else { words.join(", ") };
    let cells = vec![
        Cell::new(&*card.name),
        Cell::figure(card.ar.into()),
        Cell::new(armor(unit)),
        Cell::new(format!("{} {}", unit.allowance().class.prose(), unit.allowance().ma)),
        Cell::new(kind(unit)),
        steps,
        Cell::new(piece.face.prose()),
        Cell::new(hex),
        Cell::new(words),
    ];
    (row, cells)
}

/// The AV of the side that lies up, with its range: `5 Red, range 2`. [BCS-UNIT-7]
fn armor(unit: Unit<'_>) -> String {
    let Some(av) = s1_units::av(unit.card, unit.piece.face) else { return "–".into() };
    let kind = unit.card.av.map_or("", |(_, kind)| kind.prose());
    match unit.card.range {
        0 | 1 => format!("{av} {kind}"),
        range => format!("{av} {kind}, range {range}"),
    }
}

/// What else is printed on the counter.
fn kind(unit: Unit<'_>) -> String {
    let card = unit.card;
    let marks = [
        (card.arrow, "Assault Arrow"),
        (card.dual, "Dual"),
        (card.hard, "Hard"),
        (card.breakthrough, "Breakthrough"),
        (card.stand_off, "Stand Off"),
        (card.recon, "Recon"),
    ];
    let words: Vec<&str> = marks.iter().filter(|(holds, _)| *holds).map(|(_, word)| *word).collect();
    if words.is_empty() { "–".into() } else { words.join(", ") }
}
