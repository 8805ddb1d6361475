//! Corrections before they are made, and rulings.

use std::fmt::Write;

use kernel::view::Text;
use kernel::{Audience, Seat, SideInfo};
use table::{Changed, Halted, Preview, Proposed, Ruling};

use super::{roll, seat, sentence, time};

/// What a correction would change, for the umpire, at this table and at the one above that has taken in what came of it.
pub fn preview(preview: &Preview, sides: &[SideInfo]) -> String {
    let mut text = here(preview, sides);
    for other in &preview.elsewhere {
        line(&mut text, "At the table above, which is corrected with this one:".into());
        text.push_str(&here(&other.preview, sides));
    }
    text
}

fn here(preview: &Preview, sides: &[SideInfo]) -> String {
    let mut text = String::new();
    for changed in &preview.changed {
        let by_version = preview.by_version.contains(&changed.entry);
        let why = if by_version { " (by a newer version of the rules)" } else { "" };
        line(&mut text, format!("Entry {}, {}{why}", changed.entry, seat(changed.seat, sides)));
        sentences(&mut text, changed, sides);
    }
    if preview.changed.is_empty() {
        line(&mut text, "Nothing changes so far.".into());
    }
    for void in &preview.void {
        text.push_str(&format!("Void: {}", roll(&void.record)));
    }
    if let Some(why) = &preview.halted {
        halted(&mut text, why, sides);
    }
    let affected: Vec<String> = preview.affected.iter().map(|affected| seat(*affected, sides)).collect();
    let nobody = "nobody but the umpire".to_owned();
    let affected = if affected.is_empty() { nobody } else { affected.join(", ") };
    line(&mut text, format!("These seats learn of it: {affected}."));
    text
}

/// The correction that waits for consent, as one seat may see it, with the ways to answer.
pub fn proposed(proposed: &Proposed, own: Seat, sides: &[SideInfo]) -> String {
    let mut text = format!("A correction waits for consent: {}\n", proposed.reason);
    for changed in &proposed.changed {
        line(&mut text, seat(changed.seat, sides));
        sentences(&mut text, changed, sides);
    }
    if proposed.throws {
        line(&mut text, "Dice have to be rolled in it. What comes after them cannot be shown yet.".into());
    }
    if let Some(why) = &proposed.halted {
        line(&mut text, "As things stand now it cannot be made, whatever the sides say.".into());
        halted(&mut text, why, sides);
    }
    for (side, agreed) in &proposed.asked {
        let word = if *agreed { "has agreed" } else { "has not agreed yet" };
        line(&mut text, format!("{} {word}.", seat(Seat::Side(*side), sides)));
    }
    if proposed.agreed {
        line(&mut text, "You have agreed. It is made when all have agreed.".into());
    } else if let Seat::Side(_) = own {
        let name = own.name();
        line(&mut text, format!("  adjutant do --seat {name} --agree {}", proposed.digest));
        line(&mut text, format!("  adjutant do --seat {name} --decline"));
    }
    text
}

/// One ruling of the book.
pub fn ruling(ruling: &Ruling, sides: &[SideInfo]) -> String {
    let decision = sentence(&(ruling.audience, Text::new(ruling.decision.clone())), sides);
    let reason = ruling.reason.as_ref().map_or(String::new(), |reason| format!("\n       {reason}"));
    format!("{}  {}\n       {decision}{reason}\n", time(ruling.at), ruling.rule)
}

fn line(text: &mut String, words: String) {
    writeln!(text, "{words}").expect("a string takes all");
}

fn sentences(text: &mut String, changed: &Changed, sides: &[SideInfo]) {
    let told = |lines: &[(Audience, Text)]| -> Vec<String> {
        lines.iter().map(|line| sentence(line, sides)).collect()
    };
    for (when, lines) in [("as it stands", told(&changed.was)), ("corrected", told(&changed.now))] {
        let words = if lines.is_empty() { "nothing".to_owned() } else { lines.join(" ") };
        line(text, format!("  {when}: {words}"));
    }
}

/// Why the course does not go on, and how to answer.
fn halted(text: &mut String, halted: &Halted, sides: &[SideInfo]) {
    match halted {
        Halted::Refused { entry, seat: whose, refusals } => {
            let whose = seat(*whose, sides);
            line(text, format!("After this the act of {whose} at entry {entry} is no longer possible:"));
            for refusal in refusals.all() {
                line(text, format!("  {} [{}]", refusal.sentence, refusal.rule));
            }
            line(
                text,
                format!("  --out {entry} takes it out too; --instead '{entry}=COMMAND' corrects it too"),
            );
        }
        Halted::Asks { entry, seat: whose, name, question } => {
            let whose = seat(*whose, sides);
            line(
                text,
                format!("A new question at entry {entry}, {whose}: {} [{}]", question.text, question.rule),
            );
            for (index, choice) in question.choices.iter().enumerate() {
                line(text, format!("  {}. {choice}", index + 1));
            }
            let how = if question.die.is_some() { "--answer" } else { "--choice" };
            let what = if question.die.is_some() { "FACES" } else { "N" };
            line(text, format!("  {how} '{name}={what}'"));
        }
        Halted::Throw { entry, question } => {
            let words = "They are rolled when the correction is made, and then they stand.";
            line(text, format!("At entry {entry} dice have to be rolled: {}. {words}", question.text));
        }
    }
}
