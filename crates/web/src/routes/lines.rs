//! From the table's log to lines that can be drawn.

use kernel::Audience;
use kernel::view::{Span, Text};
use table::{Kind, LogLine};

use crate::render::log::Line;

/// One line as it is drawn.
pub(crate) fn drawn(line: LogLine) -> Line {
    let mut sentences = line.lines;
    if sentences.is_empty() {
        let words =
            if line.rolls.is_empty() { "A step without words of its own." } else { "Dice were thrown." };
        sentences.push((Audience::Public, Text::new(words)));
    }
    if line.rolls.iter().any(|roll| roll.void) {
        let void = "A roll made here is void: nobody asks for it any more, or it was answered anew.";
        sentences.push((Audience::Public, Text(vec![Span::Quiet(void.to_owned())])));
    }
    let rolls =
        line.rolls.into_iter().map(|roll| (roll.line.number.map(|n| n.to_string()), roll.line.record));
    Line {
        id: format!("e{}", line.number),
        at: line.at,
        sentences,
        by: (line.by != line.seat || matches!(line.kind, Kind::Corrected | Kind::Ruled | Kind::Proposed))
            .then(|| (line.by, line.reason.unwrap_or_default())),
        rolls: rolls.collect(),
        taken_back: line.undone,
        corrected: line.corrected,
        correct: None,
        then: None,
    }
}

/// Lines newest first.
pub(crate) fn newest_first(lines: Vec<LogLine>) -> Vec<Line> {
    lines.into_iter().rev().map(drawn).collect()
}
