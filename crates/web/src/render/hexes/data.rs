//! What the page's script needs to know of a board, as short texts in attributes: which hexes there are, and for each
//! act where it can go. Fields are parted by tabs, rows by line breaks; words of a view hold neither.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hexmap::{Direction, Grain, Order, Parity};
use kernel::view::board::{Act, Board, Sends, Target};

use super::scale::Scale;

/// Grain, parity of the shifted lines, order and digits of the numbers, first column and row, and where (0, 0) lies.
pub(super) fn grid(board: &Board, scale: &Scale) -> String {
    let (ground, number) = (&*board.ground, board.ground.numbering);
    let grain = if number.grain == Grain::FlatTop { "flat" } else { "pointy" };
    let shifted = if number.shifted == Parity::Even { "even" } else { "odd" };
    let order = if number.order == Order::ColumnRow { "column" } else { "row" };
    let ((column, row), (x, y)) = (ground.first, scale.shift);
    format!("{grain} {shifted} {order} {} {column} {row} {x} {y}", number.digits.clamp(1, 4))
}

/// The marks of the ground, one line per row.
pub(super) fn rows(board: &Board) -> String {
    board.ground.rows.join("\n")
}

/// What the marks mean: mark, name, what it does.
pub(super) fn terrain(board: &Board) -> String {
    let rows = board.ground.terrain.iter().map(|terrain| {
        let effect = terrain.effect.plain(&[]);
        format!("{}\t{}\t{}", terrain.mark, clean(&terrain.name), clean(&effect))
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Places: number, name, note.
pub(super) fn places(board: &Board) -> String {
    let rows =
        board.ground.places.iter().map(|place| {
            format!("{}\t{}\t{}", board.label(place.hex), clean(&place.name), clean(&place.note))
        });
    rows.collect::<Vec<_>>().join("\n")
}

/// Acts: word, verb, where from, unit, budget, reach, how it is sent, counters, and whether it is done at a press: a plain
/// way without dice, what enters the map, and what is done where it stands, but not where an answer is waited for. Everything else is
/// done by its button.
pub(super) fn acts(board: &Board) -> String {
    let rows = board.acts.iter().map(|act| {
        let from = act.from.map_or_else(String::new, |hex| board.label(hex));
        let (unit, budget) = &act.budget;
        let (sends, keys) = (sends(act), act.counters.join(" "));
        let here =
            || board.asked.is_empty() && board.targets(act).iter().all(|target| Some(target.hex) == act.from);
        let goes = matches!(act.sends, Sends::Way(_)) || act.from.is_none() || here();
        let plain = u8::from(goes && !act.rolls && act.panel.is_none());
        format!(
            "{}\t{}\t{from}\t{unit}\t{budget}\t{}\t{sends}\t{keys}\t{plain}",
            act.word,
            clean(&act.verb),
            act.reach
        )
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn sends(act: &Act) -> String {
    match act.sends {
        _ if act.panel.is_some() => format!("#{}", act.panel.unwrap_or_default()),
        Sends::Way(_) => "way".to_owned(),
        Sends::Hex(_) => "hex".to_owned(),
        Sends::Nothing => "nothing".to_owned(),
        Sends::Panel(panel) => format!("#{panel}"),
    }
}

/// Reaches, one line each, and the notes they name. A target is its number, the letter of the side it is entered by
/// from the hex before (`.` when there is none, capital when the act can end here), its cost, and the number of its note.
pub(super) fn reaches(board: &Board) -> (String, String) {
    let mut notes: BTreeMap<&str, usize> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    let mut text = String::new();
    for (n, reach) in board.reaches.iter().enumerate() {
        if n > 0 {
            text.push('\n');
        }
        for (n, target) in reach.iter().enumerate() {
            if n > 0 {
                text.push(' ');
            }
            let _ = write!(
                text,
                "{}{}{}",
                board.label(target.hex),
                back(target),
                target.cost.replace(' ', "\u{a0}")
            );
            if !target.note.is_empty() {
                let next = order.len();
                let at = *notes.entry(&target.note).or_insert_with(|| {
                    order.push(&target.note);
                    next
                });
                let _ = write!(text, "~{at}");
            }
        }
    }
    (text, order.iter().map(|note| clean(note)).collect::<Vec<_>>().join("\n"))
}

fn back(target: &Target) -> char {
    let letter = match target.back {
        None => return if target.ends { '.' } else { ',' },
        Some(Direction::A) => 'a',
        Some(Direction::B) => 'b',
        Some(Direction::C) => 'c',
        Some(Direction::D) => 'd',
        Some(Direction::E) => 'e',
        Some(Direction::F) => 'f',
    };
    if target.ends { letter.to_ascii_uppercase() } else { letter }
}

fn clean(words: &str) -> String {
    words.replace(['\t', '\n'], " ")
}
