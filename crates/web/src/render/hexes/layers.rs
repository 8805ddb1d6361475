//! What is laid over the ground: overlays with a switch each, declared attacks, reports.

use std::collections::BTreeSet;

use hexmap::Hex;
use kernel::view::board::{Attack, Board, Overlay, OverlayStyle, Report, Trace, TraceFate};
use maud::{Markup, html};

use super::scale::Scale;
use crate::render::symbols::side_letter;

/// The most overlays that have a switch: the style sheet knows each by its number.
pub(in crate::render) const MOST: usize = 20;

/// Every overlay, hidden until its switch is on.
pub(super) fn overlays(scale: &Scale, board: &Board) -> Markup {
    html! {
        @for (n, overlay) in board.overlays.iter().take(MOST).enumerate() {
            g class={ "hb-over hb-over" (n) " hb-key-" (overlay.key) " " (side(overlay)) } { (hexes(scale, overlay)) (lines(scale, overlay)) }
        }
    }
}

fn side(overlay: &Overlay) -> String {
    overlay.side.map_or_else(|| "no-side".to_owned(), |side| format!("side-{}", side_letter(side)))
}

fn hexes(scale: &Scale, overlay: &Overlay) -> Markup {
    let outline = scale.outlines(overlay.hexes.iter().map(|(hex, _)| *hex));
    let class = match (overlay.style, overlay.side) {
        (OverlayStyle::Hatch, Some(side)) => format!("hb-hatch-{}", side_letter(side)),
        (OverlayStyle::Hatch | OverlayStyle::Tint, _) => "hb-tint".to_owned(),
        (OverlayStyle::Outline, _) => "hb-contour".to_owned(),
    };
    html! {
        @if !outline.is_empty() { path class=(class) d=(outline) {} }
        @for (hex, figure) in overlay.hexes.iter().filter(|(_, figure)| !figure.is_empty()) {
            @let (x, y) = scale.at(*hex);
            text class="hb-figure" x=(x) y=(y + 5) { (figure) }
        }
    }
}

fn lines(scale: &Scale, overlay: &Overlay) -> Markup {
    let mut path = String::new();
    for line in &overlay.lines {
        scale.through(&mut path, line);
    }
    html! { @if !path.is_empty() { path class="hb-tie" d=(path) {} } }
}

/// What lies below the counters of an attack: the ring of the target, lines of support.
pub(super) fn below(scale: &Scale, board: &Board) -> Markup {
    let targets = scale.outlines(board.attacks.iter().map(|attack| attack.target));
    let mut support = String::new();
    for attack in &board.attacks {
        for from in &attack.support {
            scale.through(&mut support, &[*from, attack.target]);
        }
    }
    html! {
        @if !targets.is_empty() { g class="hb-target" { path d=(targets) {} path d=(targets) {} } }
        @if !support.is_empty() { path class="hb-support" d=(support) {} }
        @let owed = scale.outlines(board.owed.iter().map(|(hex, _)| *hex));
        @if !owed.is_empty() { g class="hb-owed" { path d=(owed) {} path d=(owed) {} } }
        @for trace in board.traces.iter().filter(|trace| trace.fate == TraceFate::Left) {
            @let (x, y) = scale.at(trace.hex);
            path class={ "hb-was side-" (side_letter(trace.side)) } d="M-19 -19H19V19H-19Z" transform={ "translate(" (x) " " (y) ")" } {}
        }
    }
}

/// What lies over them: an arrow across each hexside, a mark where something has just happened.
pub(super) fn above(scale: &Scale, board: &Board) -> Markup {
    html! {
        g class="hb-above" {
            @for attack in &board.attacks {
                @for from in &attack.from { (arrow(scale, attack, *from)) }
            }
            @for trace in &board.traces { (fate(scale, trace)) }
            @for hex in board.owed.iter().map(|(hex, _)| *hex).collect::<BTreeSet<_>>() {
                @let (x, y) = scale.at(hex);
                g class="hb-has" transform={ "translate(" (x + 19) " " (y + 19) ")" } { g class="hb-keeps" { circle r="8" {} path d="M0-4.5v5M0 3v1.6" {} } }
            }
            @for report in latest_of_each_hex(board) {
                @let (x, y) = scale.at(report.hex);
                @if report.code.is_empty() {
                    g class="hb-report" transform={ "translate(" (x + 19) " " (y + 19) ")" } { circle r="7" {} path d="M0-4v4.5M0 3v1" {} }
                } @else {
                    // The code by itself says little: what it means is told in words by the panel and the text board.
                    @let half = i32::try_from(report.code.chars().count()).unwrap_or(0) * 4 + 6;
                    g class="hb-result" transform={ "translate(" (x) " " (y + 27) ")" } {
                        g class="hb-keeps" {
                            rect x=(-half) y="-9" width=(2 * half) height="18" rx="3" {}
                            text y="4.6" { (report.code) }
                        }
                    }
                }
            }
        }
    }
}

/// What happened last in each hex, for which there is room on the map. Reports stand with the latest first.
fn latest_of_each_hex(board: &Board) -> impl Iterator<Item = &Report> {
    let is_latest = |n: usize, hex| board.reports[..n].iter().all(|later| later.hex != hex);
    board.reports.iter().enumerate().filter(move |(n, one)| is_latest(*n, one.hex)).map(|(_, one)| one)
}

/// A cross where a counter stood that is gone, a figure where one has lost steps.
fn fate(scale: &Scale, trace: &Trace) -> Markup {
    let (x, y) = scale.at(trace.hex);
    html! {
        @match trace.fate {
            TraceFate::Left => {},
            TraceFate::Gone => {
                g class="hb-gone" transform={ "translate(" (x) " " (y) ")" } {
                    @for _ in 0..2 { path d="M-14 -14L14 14M14 -14L-14 14" {} }
                }
            },
            TraceFate::Lost(n) => {
                g class={ "hb-lost side-" (side_letter(trace.side)) } transform={ "translate(" (x + 17) " " (y - 19) ")" } {
                    rect x="-12" y="-9" width="24" height="18" rx="3" {}
                    text y="4.6" { "−" (n) }
                }
            },
        }
    }
}

fn arrow(scale: &Scale, attack: &Attack, from: Hex) -> Markup {
    let Some(side) = from.direction_to(attack.target) else { return html! {} };
    let (x, y, turn) = scale.across(from, side);
    html! { use href="#hk-arrow" transform={ "translate(" (x) " " (y) ") rotate(" (turn) ")" } {} }
}
