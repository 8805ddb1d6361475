//! The log.

use std::fmt::Write;

use kernel::{Audience, SideInfo};
use serde_json::{Value, json};
use table::LogLine;

use super::{roll, seat, sentence, time};

/// One entry: its number, time, seat, sentences and rolls.
pub fn log_line(line: &LogLine, sides: &[SideInfo]) -> String {
    let mut text = format!("{:>5}  {}  {}", line.number, time(line.at), seat(line.seat, sides));
    if line.by != line.seat {
        write!(text, " by {}", seat(line.by, sides)).expect("a string takes all");
    }
    if let Some(reason) = &line.reason {
        write!(text, " ({reason})").expect("a string takes all");
    }
    if line.undone {
        text.push_str(" (taken back)");
    }
    if line.corrected {
        text.push_str(" (corrected later)");
    }
    text.push('\n');
    for line in &line.lines {
        writeln!(text, "       {}", sentence(line, sides)).expect("a string takes all");
    }
    for rolled in &line.rolls {
        let void = if rolled.void { "void: " } else { "" };
        write!(text, "       {void}{}", roll(&rolled.line.record)).expect("a string takes all");
    }
    text
}

/// The same as JSON, on one line.
pub fn log_json(line: &LogLine, sides: &[SideInfo]) -> Value {
    let sentence = |(audience, text): &(Audience, kernel::view::Text)| json!({ "audience": audience, "text": text.plain(sides) });
    let rolled = |rolled: &table::LoggedRoll| json!({ "stream": rolled.stream, "roll": rolled.line, "void": rolled.void });
    json!({
        "number": line.number,
        "at": line.at,
        "kind": line.kind,
        "seat": line.seat,
        "by": line.by,
        "reason": line.reason,
        "lines": line.lines.iter().map(sentence).collect::<Vec<Value>>(),
        "rolls": line.rolls.iter().map(rolled).collect::<Vec<Value>>(),
        "undone": line.undone,
        "corrected": line.corrected,
    })
}
