//! The log.

use std::fmt::Write;

use kernel::SideInfo;
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
