//! A roll taken apart.

use std::fmt::Write;

use kernel::view::block::figure_words;
use kernel::{Origin, RollRecord, SideInfo};
use table::WaitingShown;

use super::seat;

/// The faces, each modifier, the total and the row of the chart.
pub fn roll(record: &RollRecord) -> String {
    let faces: Vec<String> = record.faces.iter().map(ToString::to_string).collect();
    let mut text = format!("{} [{}]: {}", record.asked.text, record.asked.rule, faces.join(", "));
    for modifier in record.modifiers.iter().filter(|modifier| modifier.amount != 0) {
        let sign = if modifier.amount > 0 { "+" } else { "" };
        let amount = figure_words(modifier.amount.into());
        write!(text, ", {sign}{amount} {} [{}]", modifier.label, modifier.rule).expect("a string takes all");
    }
    if let Some(chart) = &record.chart {
        let row = &chart.bands[chart.hit];
        write!(text, " = {}: {} ({})", figure_words(record.total.into()), row.result, row.band)
            .expect("a string takes all");
    }
    if record.origin == Some(Origin::Table) {
        text.push_str(" (thrown at the table)");
    }
    text.push('\n');
    text
}

/// A command that waits for an answer, with the way to give it.
pub fn waiting(waiting: &WaitingShown, sides: &[SideInfo]) -> String {
    let question = &waiting.question;
    let mut text = format!("Waits for {}: {} [{}]", seat(waiting.seat, sides), question.text, question.rule);
    for (index, choice) in question.choices.iter().enumerate() {
        write!(text, "\n  {}. {choice}", index + 1).expect("a string takes all");
    }
    let how = if question.die.is_some() { "--dice FACES" } else { "--choice N" };
    write!(text, "\n  adjutant do --seat SEAT --answer {} {how}", waiting.act).expect("a string takes all");
    text
}
