//! A board of hexes and an attack before it is made, as plain text.

use kernel::view::board::{Act, Sends};
use kernel::view::{Board, Force, Ladder, Results};

use super::view::Paper;

/// The hexes in which something stands, and what can be ordered.
pub(super) fn board(paper: &mut Paper<'_>, board: &Board) {
    paper.line(&board.description);
    let mut hexes: Vec<_> = board.counters.iter().map(|counter| counter.hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    for hex in hexes {
        let label = hex.map_or_else(|| "beside".to_owned(), |hex| board.label(hex));
        let place = hex.and_then(|hex| board.ground.place(hex)).map_or("", |place| &place.name);
        for counter in board.counters.iter().filter(|counter| counter.hex == hex) {
            let side = paper.sides.get(usize::from(counter.side)).map_or("", |side| &side.name);
            let state = counter.told().join(", ");
            let words = format!("{label} {place}  {side}: {} ({}) {state}", counter.name, counter.factors);
            paper.line(words.trim_end());
        }
    }
    for overlay in &board.overlays {
        paper.line(&format!("{}: {}", overlay.name, board.extent(overlay)));
    }
    for act in &board.acts {
        let line = ordered(board, act);
        paper.line(&line);
    }
}

fn ordered(board: &Board, act: &Act) -> String {
    let command = serde_json::to_string(&act.command).unwrap_or_default();
    let key = match act.sends {
        Sends::Hex(key) | Sends::Way(key) => format!(" with {key}"),
        Sends::Nothing | Sends::Panel(_) => String::new(),
    };
    let ends = board.targets(act).iter().filter(|target| target.ends);
    let ends: Vec<String> = ends
        .map(|target| match &target.cost[..] {
            "" => board.label(target.hex),
            cost => format!("{} ({cost})", board.label(target.hex)),
        })
        .collect();
    format!("[ ] {} {command}{key}: {}", act.verb, ends.join(", "))
}

/// The pieces of a force and their sum.
pub(super) fn force(paper: &mut Paper<'_>, force: &Force) {
    paper.line(&force.caption);
    for row in &force.rows {
        let note = row.note.plain(paper.sides);
        paper.line(format!("{:>6}  {} {} {note}", row.strength, row.place, row.name).trim_end());
    }
    paper.line(&format!("{:>6}  together", force.total));
    for row in &force.more {
        paper.line(&format!("{:>6}  could come: {}", row.strength, row.name));
    }
}

/// Base and shifts, each with the column it leads to.
pub(super) fn ladder(paper: &mut Paper<'_>, ladder: &Ladder) {
    paper.line(&ladder.caption);
    for rung in &ladder.rungs {
        let words = rung.words.plain(paper.sides);
        let column = ladder.columns.get(rung.to).map_or("", String::as_str);
        paper.line(&format!("{column:>6}  {words}"));
    }
}

/// The rows of a table with their exact chances.
pub(super) fn results(paper: &mut Paper<'_>, results: &Results) {
    paper.line(&results.caption);
    for group in &results.groups {
        let weight: u64 = group.rows.iter().map(|row| row.weight).sum();
        paper.line(&format!("{}: {weight} of {}", group.heading, results.of));
        for row in &group.rows {
            paper.line(&format!("{:>6}  {} {} {}", row.weight, row.throw, row.code, row.words));
        }
    }
    for (what, mean) in &results.means {
        paper.line(&format!("{what}: {mean}"));
    }
}
