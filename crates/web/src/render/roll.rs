//! One roll taken apart: dice, modifiers one by one, total, the chart with its row, the result in words.

use kernel::roll::ChartRecord;
use kernel::view::block::figure_words;
use kernel::{Die, Origin, RollRecord};
use maud::{Markup, html};

use super::reader::Reader;
use super::words;
use kernel::grammar::signed;

/// At which depth of the page the card stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// Straight on the page.
    Second,
    /// Within a panel.
    Third,
    /// Below a line that has said it already.
    None,
}

/// The line that unfolds into the card: what came of the roll, of what it was and about whom.
pub fn summary(reader: &Reader<'_>, record: &RollRecord) -> String {
    if record.asked.die.is_none() {
        return format!("The ruling: {}", record.asked.text);
    }
    let text = &record.asked.text;
    let text = match &record.asked.subject {
        Some(subject) => format!("{text}, {}", reader.called(subject.as_str())),
        None => text.clone(),
    };
    let hit = record.chart.as_ref().and_then(|chart| chart.bands.get(chart.hit));
    match (record.asked.die, hit.map(|band| band.result.trim_end_matches('.'))) {
        // Who threw higher is no figure.
        (Some(Die::HighRoll { .. }), _) => format!("How it came about: {text}"),
        // What a chart reads off a figure says more than the figure.
        (_, Some(result)) if !result.is_empty() => format!("How “{result}” came about: {text}"),
        _ => format!("How {} came about: {text}", figure_words(i64::from(record.total))),
    }
}

/// The card. `number` is the roll's number in its stream, if it has one.
pub fn card(reader: &Reader<'_>, record: &RollRecord, number: Option<&str>, heading: Heading) -> Markup {
    let title = match number {
        Some(number) => format!("Roll {number}: {}", record.asked.text),
        None => record.asked.text.clone(),
    };
    html! {
        article class="roll" aria-label=(title) {
            @if heading != Heading::None {
                header {
                    @if heading == Heading::Second { h2 { (title) } } @else { h3 { (title) } }
                    (words::secret(reader, record.asked.audience))
                }
            }
            @if record.asked.die.is_some() { (throw(reader, record)) } @else { (ruling(reader, record)) }
        }
    }
}

/// What was thrown: a die by its name, or one of several cards where no die has as many faces.
fn thrown(record: &RollRecord) -> String {
    let words = record.asked.die.map_or_else(String::new, Die::words);
    match record.asked.die {
        Some(Die::D(n)) if ![4, 6, 8, 10, 12, 20, 100].contains(&n) => format!("Drawn, one of {n}"),
        _ if record.faces.len() == 1 => format!("Die ({words})"),
        _ => format!("Dice ({words})"),
    }
}

fn throw(reader: &Reader<'_>, record: &RollRecord) -> Markup {
    let by_hand = record.origin == Some(Origin::Table);
    html! {
        table class="sum" {
            tbody {
                tr {
                    th scope="row" {
                        (thrown(record))
                        @if by_hand { ", thrown at the table" }
                        " " (words::rule(reader, &record.asked.rule))
                    }
                    td {
                        span class="dice" {
                            @for face in &record.faces {
                                span class=(if by_hand { "die by-hand" } else { "die" }) { (face) }
                            }
                        }
                    }
                }
                @for modifier in &record.modifiers {
                    tr class=[(modifier.amount == 0).then_some("zero")] {
                        th scope="row" { (modifier.label) " " (words::rule(reader, &modifier.rule)) }
                        td { (signed(i64::from(modifier.amount))) }
                    }
                }
                @if record.chart.is_some() || !record.modifiers.is_empty() {
                    tr class="tot" {
                        th scope="row" { "Final roll" }
                        td { (figure_words(i64::from(record.total))) }
                    }
                }
            }
        }
        (verdict(record))
    }
}

fn verdict(record: &RollRecord) -> Markup {
    let Some(chart) = &record.chart else {
        return html! { p class="verdict" { strong { (result_words(record)) } } };
    };
    let Some(hit) = chart.bands.get(chart.hit) else { return html! {} };
    html! {
        div class="verdict" {
            ol class=(if chart.bands.len() <= 4 { "bands few" } else { "bands" }) {
                @for (n, band) in chart.bands.iter().enumerate() {
                    li class=[(n == chart.hit).then_some("hit")] {
                        span { (band.band) }
                        span { (band.result) @if n == chart.hit { span class="sr" { ": this roll" } } }
                    }
                }
            }
            p {
                strong { (sentence(&hit.result)) } " " (sentence(&called(chart)))
                @if let Some(near) = near_miss(record) { " " (near) }
            }
        }
    }
}

/// Dice, total, row and meaning in a line: "Rolled 4 + 3 = 7, which is “8 or less” on chart BF-T3, Armor Repair Table: no effect."
pub fn read_off(record: &RollRecord) -> Option<String> {
    let chart = record.chart.as_ref()?;
    let hit = chart.bands.get(chart.hit)?;
    let faces: Vec<String> = record.faces.iter().map(ToString::to_string).collect();
    let added: i32 = record.modifiers.iter().map(|modifier| modifier.amount).sum();
    let total = match (added, faces.len()) {
        (0, 0 | 1) => String::new(),
        (0, _) => format!(" = {}", figure_words(i64::from(record.total))),
        (by, _) => {
            let sign = if by < 0 { "−" } else { "+" };
            format!(" {sign} {} = {}", by.unsigned_abs(), figure_words(i64::from(record.total)))
        }
    };
    let near = near_miss(record).map_or_else(String::new, |near| format!(" {near}"));
    Some(format!(
        "Rolled {}{total}, which is “{}” on {}: {}.{near}",
        faces.join(" + "),
        hit.band,
        called(chart),
        lower(&hit.result)
    ))
}

/// A chart by what is printed over it. An id in small letters is printed nowhere.
fn called(chart: &ChartRecord) -> String {
    if chart.id.chars().any(char::is_lowercase) {
        return chart.title.clone();
    }
    format!("chart {}, {}", chart.id, chart.title)
}

/// The result of a throw without a chart.
fn result_words(record: &RollRecord) -> String {
    match (record.asked.die, record.total) {
        (Some(Die::HighRoll { .. }), 1) => "The first threw higher.".to_owned(),
        (Some(Die::HighRoll { .. }), _) => "The second threw higher.".to_owned(),
        (Some(Die::Hits { .. }), 1) => "One hit.".to_owned(),
        (Some(Die::Hits { .. }), n) => format!("{n} hits."),
        (_, total) => format!("Result: {}.", figure_words(i64::from(total))),
    }
}

/// What one more or one less on the dice would have brought, when it is something else.
fn near_miss(record: &RollRecord) -> Option<String> {
    let chart = record.chart.as_ref()?;
    let row = |total: i32| chart.bands.iter().position(|band| holds(&band.band, total));
    if row(record.total)? != chart.hit {
        return None;
    }
    let other = |total: i32| row(total).filter(|row| *row != chart.hit).map(|row| &chart.bands[row].result);
    match (other(record.total + 1), other(record.total - 1)) {
        (Some(more), _) => Some(format!("One more: {}.", lower(more))),
        (None, Some(less)) => Some(format!("One less: {}.", lower(less))),
        (None, None) => None,
    }
}

/// Whether a printed band (`3`, `3–4`, `9 or more`, `0 or less`, `any`) holds a figure.
fn holds(band: &str, figure: i32) -> bool {
    if band == "any" {
        return true;
    }
    let whole = |text: &str| text.trim().replace('−', "-").parse::<i32>().ok();
    if let Some(low) = band.strip_suffix("or more") {
        return whole(low).is_some_and(|low| low <= figure);
    }
    if let Some(high) = band.strip_suffix("or less") {
        return whole(high).is_some_and(|high| figure <= high);
    }
    match band.split_once('–') {
        Some((low, high)) => match (whole(low), whole(high)) {
            (Some(low), Some(high)) => (low..=high).contains(&figure),
            _ => false,
        },
        None => whole(band) == Some(figure),
    }
}

fn ruling(reader: &Reader<'_>, record: &RollRecord) -> Markup {
    let chosen = usize::try_from(record.total).ok().and_then(|at| record.asked.choices.get(at));
    html! {
        div class="verdict" {
            p { (record.asked.text) " " (words::rule(reader, &record.asked.rule)) }
            p { "The umpire ruled: " strong { (chosen.map_or("no answer", String::as_str)) } "." }
        }
    }
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let start = letters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    let end = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{start}{}{end}", letters.as_str())
}

/// Words for the middle of a sentence.
fn lower(words: &str) -> String {
    kernel::grammar::lower(words.trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_into_a_sentence() {
        assert_eq!(lower("Worsens by one."), "worsens by one");
        assert_eq!(lower("WP has air superiority"), "WP has air superiority");
        assert_eq!(lower(""), "");
    }

    #[test]
    fn printed_bands_hold_their_figures() {
        assert!(holds("3–4", 4) && !holds("3–4", 5));
        assert!(holds("9 or more", 9) && !holds("9 or more", 8));
        assert!(holds("0 or less", -3) && !holds("0 or less", 1));
        assert!(holds("-2–1", 0) && holds("7", 7) && holds("any", 99));
    }
}
