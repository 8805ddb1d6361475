//! The board in words: a table of every hex in which something stands, the same facts as the drawing.

use std::collections::BTreeMap;

use hexmap::Hex;
use kernel::view::board::{Board, Counter};
use maud::{Markup, html};

use super::counters;
use crate::render::reader::Reader;
use crate::render::words;

/// The text board, folded until it is wanted.
pub(super) fn board(reader: &Reader<'_>, board: &Board) -> Markup {
    let mut hexes: BTreeMap<Hex, Vec<&Counter>> = BTreeMap::new();
    for counter in &board.counters {
        if let Some(hex) = counter.hex {
            hexes.entry(hex).or_default().push(counter);
        }
    }
    for (hex, _) in &board.held {
        hexes.entry(*hex).or_default();
    }
    for hex in board
        .attacks
        .iter()
        .map(|attack| attack.target)
        .chain(board.reports.iter().map(|report| report.hex))
        .chain(board.traces.iter().map(|trace| trace.hex))
    {
        hexes.entry(hex).or_default();
    }
    let occupied = hexes.len();
    html! {
        details class="unfold hb-words" id={ (board.id) "-words" } {
            summary { "Text board: " (occupied) (if occupied == 1 { " hex" } else { " hexes" }) " " kbd { "T" } }
            table class="tbl wide" role="table" {
                caption class="sr" { "Hexes in which something stands" }
                thead role="rowgroup" {
                    tr role="row" { @for head in ["Hex", "Ground", "Counters"] { th scope="col" role="columnheader" { (head) } } }
                }
                tbody role="rowgroup" { @for (hex, counters) in &hexes { (row(reader, board, *hex, counters)) } }
            }
            @if !board.overlays.is_empty() {
                p class="lab hb-laid" { "Laid over the map" }
                ul class="hb-list" { @for overlay in &board.overlays { li { (overlay.name) ": " (board.extent(overlay)) "." } } }
            }
        }
    }
}

fn row(reader: &Reader<'_>, board: &Board, hex: Hex, counters: &[&Counter]) -> Markup {
    let label = board.label(hex);
    let ground = &board.ground;
    let attacks = || board.attacks.iter().filter(|attack| attack.target == hex);
    let reports = || board.reports.iter().filter(|report| report.hex == hex);
    let traces = || board.traces.iter().filter(|trace| trace.hex == hex);
    let quiet = counters.is_empty()
        && attacks().next().is_none()
        && reports().next().is_none()
        && traces().next().is_none();
    html! {
        tr role="row" id={ (board.id) "-h" (label) } data-changed=[reader.passed.filter(|passed| passed.hexes.contains(&hex)).map(|_| "")] {
            th scope="row" role="rowheader" class="cod" { (label) }
            td role="cell" data-head="Ground" { span {
                @if let Some(place) = ground.place(hex) { (place.name) ", " }
                @if let Some(terrain) = ground.terrain(hex) { (terrain.name) }
                @for (_, side) in board.held.iter().filter(|(held, _)| *held == hex) { "; held by " (words::side(reader, *side)) }
                @for over in board.overlays.iter().filter_map(|overlay| overlay.told(hex)) { "; " (over) }
            } }
            td role="cell" data-head="Counters" { span { @if !quiet {
                ul class="hb-list" {
                    @for counter in counters.iter().rev() { (line(reader, board, counter)) }
                    @for (_, words) in board.owed.iter().filter(|(at, _)| *at == hex) { li class="hb-has-to" { (words::text(reader, words)) } }
                    @for (_, sum) in board.sums.iter().filter(|(at, _)| *at == hex) { li class="hb-sum" { (words::text(reader, sum)) } }
                    @for attack in attacks() {
                        li { "Target of a " (attack.kind) @if !attack.from.is_empty() { " from " (labels(board, &attack.from)) } @if !attack.support.is_empty() { (if attack.from.is_empty() { " from " } else { ", supported from " }) (labels(board, &attack.support)) } "." }
                    }
                    @for report in reports() { li { (words::text(reader, &report.words)) } }
                    @for trace in traces() { li { (trace.told()) } }
                }
            } } }
        }
    }
}

fn labels(board: &Board, hexes: &[Hex]) -> String {
    hexes.iter().map(|hex| board.label(*hex)).collect::<Vec<_>>().join(", ")
}

/// One counter with its state; the script takes it from here into the inspector.
fn line(reader: &Reader<'_>, board: &Board, counter: &Counter) -> Markup {
    html! {
        li id={ (board.id) "-w-" (counter.key) } data-key=(counter.key) {
            (words::side(reader, counter.side)) " "
            span class="hb-name" { (counter.name) }
            " (" span class="cod" { (counter.factors) } ")"
            @if let Some(printed) = &counter.printed { " printed " (printed) }
            @for state in counter.told() { ", " span class="hb-state" { (state) } }
        }
    }
}

/// Counters that wait beside the board, each to be picked up.
pub(super) fn tray(reader: &Reader<'_>, board: &Board) -> Markup {
    let beside: Vec<&Counter> = board.counters.iter().filter(|counter| counter.hex.is_none()).collect();
    html! {
        @if !beside.is_empty() {
            div class="hb-tray" {
                p class="lab" id={ (board.id) "-tray" } { "Beside the board" }
                ul aria-labelledby={ (board.id) "-tray" } {
                    @for counter in beside {
                        @let open = board.acts.iter().any(|act| act.counters.contains(&counter.key));
                        li {
                            @if open {
                                button type="button" class="btn hb-pick" id={ (board.id) "-p-" (counter.key) } data-pick=(counter.key) aria-pressed="false" {
                                    (counters::alone(counter)) span { (counter.name) }
                                }
                            } @else {
                                (counters::alone(counter)) span { (words::side(reader, counter.side)) " " (counter.name) }
                            }
                        }
                    }
                }
            }
        }
    }
}
