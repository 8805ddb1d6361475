//! How the dice have fallen, on the page of the dice.

use kernel::Seat;
use maud::{Markup, html};
use table::Luck;

use crate::render::{Reader, words};

/// Below so many dice nothing is said of their luck.
const ENOUGH: u64 = 20;

/// One line for the dice of each seat and size, as far as the reader can see them.
pub(super) fn luck(reader: &Reader<'_>, luck: &[Luck]) -> Markup {
    if luck.is_empty() {
        return html! {};
    }
    html! {
        section class="panel" id="luck" aria-labelledby="h-luck" {
            header { h2 id="h-luck" { "How the dice have fallen" } }
            div class="in stack-s" {
                p class="note" { "Every roll that your seat can see. What has fallen says nothing about the next throw." }
                @for one in luck { (row(reader, one)) }
            }
        }
    }
}

fn row(reader: &Reader<'_>, luck: &Luck) -> Markup {
    let most = luck.faces.iter().copied().max().unwrap_or(0).max(1);
    html! {
        div class="luck" {
            p {
                @match luck.seat {
                    Seat::Clock | Seat::Spectator => "Thrown for both sides",
                    seat => (words::seat(reader, seat)),
                }
                ", " (luck.n_dice()) " " (if luck.n_dice() == 1 { "die" } else { "dice" }) " of " (luck.sides)
                @if luck.typed { span class="quiet" { ", thrown at the table" } }
            }
            p {
                span class="fig" { (format!("{:.2}", luck.mean())) } " on average; fair dice " span class="fig" { (format!("{:.2}", luck.fair_mean())) } ". "
                span class="quiet" { (verdict(luck)) }
            }
            @if luck.sides <= 20 {
                ol class="faces" aria-label="How often each face came up" {
                    @for (count, face) in luck.faces.iter().zip(1..) {
                        li {
                            svg class="bar" viewBox="0 0 10 48" preserveAspectRatio="none" aria-hidden="true" {
                                rect x="0" y=(48 - 48 * count / most) width="10" height=(48 * count / most) {}
                            }
                            span class="face" { span class="sr" { "Face " } (face) span class="sr" { ": " } }
                            span class="fig" { (count) }
                        }
                    }
                }
            }
        }
    }
}

/// How unusual the mean is, in words.
fn verdict(luck: &Luck) -> &'static str {
    let off = luck.off_by();
    match (luck.n_dice() < ENOUGH, off.abs(), off > 0.0) {
        (true, _, _) => "Too few to say anything.",
        (_, off, _) if off < 1.0 => "That is as usual as can be.",
        (_, off, true) if off < 2.0 => "A little high: one fair run in three is as far off.",
        (_, off, false) if off < 2.0 => "A little low: one fair run in three is as far off.",
        (_, off, true) if off < 3.0 => "High: one fair run in twenty is as far off.",
        (_, off, false) if off < 3.0 => "Low: one fair run in twenty is as far off.",
        (_, _, true) => "Very high: not one fair run in three hundred is as far off.",
        (_, _, false) => "Very low: not one fair run in three hundred is as far off.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(faces: &[u64]) -> &'static str {
        verdict(&Luck { seat: Seat::Clock, typed: false, sides: 6, faces: faces.to_vec() })
    }

    #[test]
    fn words_fit_the_distance() {
        assert!(said(&[1, 1, 1, 1, 1, 1]).starts_with("Too few"));
        assert!(said(&[10; 6]).starts_with("That is as usual"));
        assert!(said(&[5, 10, 10, 10, 10, 15]).starts_with("A little high"));
        assert!(said(&[17, 10, 10, 10, 10, 3]).starts_with("Low"));
        assert!(said(&[0, 0, 0, 0, 0, 60]).starts_with("Very high"));
    }
}
