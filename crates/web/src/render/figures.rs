//! Figures: ledgers, bars, facts, and numbers in words.

use kernel::grammar::signed;
use kernel::view::block::figure_words;
use kernel::view::{Bar, LedgerLine, LineKind, Text};
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
    fn signs_are_the_printed_ones() {
        assert_eq!(signed(12), "+12");
        assert_eq!(signed(-7), "−7");
        assert_eq!(signed(0), "0");
    }
}
