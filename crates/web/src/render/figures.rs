//! Figures: ledgers, exact odds, bars, facts, and numbers in words.

use kernel::grammar::signed;
use kernel::view::block::{figure_words, grouped};
use kernel::view::{Bar, LedgerLine, LineKind, OddsTable, Text};
use maud::{Markup, html};

use super::reader::Reader;
use super::symbols::side_letter;
use super::words;

/// A purse or a tally with its arithmetic.
pub fn ledger(reader: &Reader<'_>, lines: &[LedgerLine]) -> Markup {
    html! {
        table class="sum flat" {
            tbody {
                @for line in lines {
                    tr class=[match line.kind {
                        LineKind::Sum => Some("tot"),
                        LineKind::After => Some("after"),
                        LineKind::Carried | LineKind::Change => None,
                    }] {
                        th scope="row" { (words::text(reader, &line.label)) }
                        td { (if line.kind == LineKind::Change { signed(line.amount) } else { figure_words(line.amount) }) }
                    }
                }
            }
        }
    }
}

/// Short facts, each with its value.
pub fn facts(reader: &Reader<'_>, facts: &[(String, Text)]) -> Markup {
    html! {
        dl class="kv" {
            @for (label, value) in facts { dt { (label) } dd { (words::text(reader, value)) } }
        }
    }
}

/// Alternatives side by side on one scale.
pub fn odds(tables: &[OddsTable]) -> Markup {
    let tallest =
        tables.iter().flat_map(|table| table.rows.iter().map(|(_, n)| share(*n, table.of, 10_000))).max();
    html! {
        div class=(if tables.len() > 1 { "alternatives two" } else { "alternatives" }) {
            @for table in tables { (odds_table(table, tallest.unwrap_or(1).max(1))) }
        }
    }
}

fn odds_table(table: &OddsTable, tallest: u64) -> Markup {
    html! {
        div {
            table class="odds" {
                caption class="lab" { (table.caption) }
                thead {
                    tr {
                        th scope="col" { (table.head) }
                        th scope="col" { span class="sr" { "Share" } }
                        th scope="col" class="fig" { "Of " (grouped(table.of.into())) }
                        th scope="col" class="fig" { "Chance" }
                    }
                }
                tbody {
                    @for (outcome, n) in &table.rows {
                        tr {
                            th scope="row" { (outcome) }
                            td class="bar" {
                                i class={ @if table.other { "alt " } "w" (share(*n, table.of, 10_000) * 95 / tallest) } {}
                            }
                            td class="fig" { (grouped((*n).into())) }
                            td class="fig" { (percent(*n, table.of)) }
                        }
                    }
                }
            }
            @if !table.note.is_empty() { p class="note" { (table.note) } }
        }
    }
}

/// Bars over a common scale.
pub fn bars(reader: &Reader<'_>, caption: &str, bars: &[Bar]) -> Markup {
    let tallest = bars.iter().map(|bar| bar.value.unsigned_abs()).max().unwrap_or(1).max(1);
    html! {
        table class="odds" {
            caption class="lab" { (caption) }
            thead class="sr" {
                tr { th scope="col" { "What" } th scope="col" { "Share" } th scope="col" { "Figure" } }
            }
            tbody {
                @for bar in bars {
                    tr {
                        th scope="row" {
                            @if let Some(side) = bar.side { (words::side_named(side, &bar.label)) } @else { (bar.label) }
                        }
                        td class="bar" {
                            i class={
                                @if let Some(side) = bar.side { (side_letter(side)) " " }
                                "w" (bar.value.max(0).unsigned_abs() * 100 / tallest)
                            } {}
                        }
                        td class="fig" { (figure_words(bar.value)) }
                    }
                }
            }
        }
        @let _ = reader;
    }
}

/// `n` of `of` in the same proportion of `whole`, rounded to the nearest.
fn share(n: u64, of: u64, whole: u64) -> u64 {
    let of = u128::from(of.max(1));
    u64::try_from((u128::from(n) * u128::from(whole) * 2 + of) / (of * 2)).unwrap_or(whole)
}

/// A chance as a percentage with one decimal where it is not whole: `30 %`, `4.5 %`, `<0.1 %`.
pub fn percent(n: u64, of: u64) -> String {
    let tenths = share(n, of, 1000);
    match (n, tenths) {
        (0, _) => "0 %".to_owned(),
        (_, 0) => "<0.1 %".to_owned(),
        (n, 1000) if n < of => ">99.9 %".to_owned(),
        (_, tenths) if tenths % 10 == 0 => format!("{} %", tenths / 10),
        (_, tenths) => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}

/// A count in words up to twelve.
pub fn count_words(n: usize) -> String {
    let words = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    words.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_tell_the_rare_from_the_impossible() {
        assert_eq!(percent(3, 10), "30 %");
        assert_eq!(percent(1, 3), "33.3 %");
        assert_eq!(percent(1, 1_000_000), "<0.1 %");
        assert_eq!(percent(0, 10), "0 %");
        assert_eq!(percent(999_999, 1_000_000), ">99.9 %");
        assert_eq!(percent(10, 10), "100 %");
    }

    #[test]
    fn signs_are_the_printed_ones() {
        assert_eq!(signed(12), "+12");
        assert_eq!(signed(-7), "−7");
        assert_eq!(signed(0), "0");
    }
}
