//! From the table's log to lines that can be drawn.

use kernel::view::{Span, Text};
use kernel::{Audience, Seat};
use table::{Kind, LogLine};

use crate::render::log::Line;

/// The most that the engine answers to one act and that is told with it.
pub(crate) const MOST_ANSWERS: usize = 31;

/// One line as it is drawn.
pub(crate) fn drawn(line: LogLine) -> Line {
    let mut sentences = line.lines;
    if sentences.is_empty() {
        let words =
            if line.rolls.is_empty() { "A step without words of its own." } else { "Dice were thrown." };
        sentences.push((Audience::Public, Text::new(words)));
    }
    if line.rolls.iter().any(|roll| roll.void) {
        let void = "A roll made here is void: nothing asks for it any more, or it was answered again.";
        sentences.push((Audience::Public, Text(vec![Span::Quiet(void.to_owned())])));
    }
    // A table that was taken in has no reason.
    let closes = matches!(line.kind, Kind::ClosingSaid | Kind::TableClosed | Kind::HandedUp);
    let is_broken_off = closes && line.reason.is_some();
    let rolls =
        line.rolls.into_iter().map(|roll| (roll.line.number.map(|n| n.to_string()), roll.line.record));
    Line {
        id: format!("e{}", line.number),
        at: line.at,
        sentences,
        by: (line.by != line.seat || says_why(line.kind) || is_broken_off)
            .then(|| (line.by, line.reason.unwrap_or_default())),
        rolls: rolls.collect(),
        taken_back: line.undone,
        corrected: line.corrected,
        correct: None,
        then: None,
    }
}

/// What the umpire does with a reason that everybody who hears of it reads.
const fn says_why(kind: Kind) -> bool {
    matches!(kind, Kind::Corrected | Kind::Ruled | Kind::Proposed)
}

/// The first of these lines, oldest first, with what the engine did at once because of it: an answer by standing order
/// belongs to how an attack came out.
pub(crate) fn followed(lines: impl IntoIterator<Item = LogLine>) -> Option<Line> {
    let mut lines = lines.into_iter();
    let first = drawn(lines.next()?);
    let answers = lines.take_while(|line| line.seat == Seat::Clock).map(drawn);
    Some(answers.fold(first, |mut act, answer| {
        act.sentences.extend(answer.sentences);
        act.rolls.extend(answer.rolls);
        act
    }))
}

/// The newest act among these lines, oldest first, with what followed from it.
pub(crate) fn newest(lines: &[LogLine]) -> Option<Line> {
    let act = lines.iter().rposition(|line| line.seat != Seat::Clock).unwrap_or(0);
    followed(lines.get(act..)?.iter().cloned())
}

/// Lines newest first.
pub(crate) fn newest_first(lines: Vec<LogLine>) -> Vec<Line> {
    lines.into_iter().rev().map(drawn).collect()
}
