//! The tray of a board in inches: what gets a place by hand, formation by formation. The list is sent by a form of the
//! page; the script lays it out on the map. Without the script the list is typed.

use kernel::view::{FieldMap, Form, Tray, TrayGroup, TrayPiece};
use maud::{Markup, html};

use super::board::{ID, side_class};
use super::board_points as points;
use super::board_words::inches;
use super::reader::{Hand, Reader};
use super::words;

/// The tray of a map; nothing for whoever lays out nothing here. Once every stand has its place, what ends the work of
/// the page stands first.
pub(super) fn tray(reader: &Reader<'_>, map: &FieldMap, ends: Option<&Form>) -> Markup {
    let Some(tray) = map.tray.as_ref().filter(|_| matches!(reader.hand, Hand::Acts(_))) else {
        return html! {};
    };
    let data = serde_json::to_string(tray).unwrap_or_default();
    let (placed, all) = counts(tray.groups.iter().flat_map(|group| &group.pieces));
    let ready = ready(tray);
    let closes = ends.filter(|form| !tray.whole && (ready.is_none() || form.closed.is_some()));
    let why = format!("{ID}-not-yet");
    html! {
        section class="ib-tray ib-scripted" id={ (ID) "-tray" } data-tray=(data) aria-labelledby={ (ID) "-tray-h" } {
            @if let Some((form, told)) = ends.filter(|form| form.closed.is_none()).zip(ready.as_ref()) {
                div class="ib-ready stack-s" id={ (ID) "-ready" } {
                    p { (told) @if !form.undone.is_empty() { " " strong { (form.undone) } } }
                    button class="btn go" type="submit" form={ "f-" (form.id) } id={ "b-" (form.id) "-ready" } { (form.verb) }
                }
            }
            div class="ib-hand" {
                div class="row between" {
                    h2 id={ (ID) "-tray-h" } { (tray.title) }
                    span class="note" { (placed) " of " (all) (if tray.whole { " on the map" } else { " placed" }) }
                    // What closes the step is at hand beside what is in hand, also before everything has its place.
                    @if let Some(form) = closes {
                        button class="btn small" type=(if form.closed.is_some() { "button" } else { "submit" }) form={ "f-" (form.id) } id={ "b-" (form.id) "-ready" }
                            aria-disabled=[form.closed.as_ref().map(|_| "true")] aria-describedby=[form.closed.as_ref().map(|_| why.as_str())] {
                            (form.verb)
                        }
                    }
                }
                div class="ib-lay stack-s" id={ (ID) "-lay" } hx-morph-skip {}
            }
            @if let Some(refusal) = closes.and_then(|form| form.closed.as_ref()) { p class="why ib-why-not" id=(why) { (words::reason(reader, refusal)) } }
            // The signs that the script sets on the map.
            @if !tray.marks.is_empty() {
                span class="ib-signs" hidden aria-hidden="true" { svg { @for (n, mark) in tray.marks.iter().enumerate() { path data-sign=(n) d=(points::sign(mark.sign)) {} } } }
            }
            ul class="ib-groups" {
                @for (n, group) in tray.groups.iter().enumerate() { (one(tray, n, group)) }
            }
            @if !tray.bands.is_empty() {
                ul class="legend ib-bands" {
                    @for band in &tray.bands {
                        li {
                            svg viewBox="0 0 56 24" aria-hidden="true" class=(side_class(Some(band.side))) { path class="ib-band" d="M4 12H52" {} }
                            (band.name)
                        }
                    }
                }
            }
        }
    }
}

/// The line at the foot: an entry of the list joins what is laid on the map.
pub(super) fn orders(reader: &Reader<'_>, map: &FieldMap) -> Markup {
    let Some(tray) = map.tray.as_ref().filter(|_| matches!(reader.hand, Hand::Acts(_))) else {
        return html! {};
    };
    let formation = tray.groups.first().filter(|group| group.in_line);
    let kind = tray.groups.iter().filter(|group| !group.in_line).flat_map(|group| &group.pieces);
    let kind = kind.min_by_key(|piece| piece.kind.len());
    let names = format!("{ID}-order-names");
    let (field, hint) = (format!("{ID}-order-field"), format!("{ID}-order-h"));
    html! {
        div class="hb-orders ib-scripted" id={ (ID) "-order" } {
            div class="row" {
                label class="lab" for=(field) { "Place" }
                input type="text" id=(field) maxlength="400" autocomplete="off" autocapitalize="off" spellcheck="false" list=(names) aria-describedby=(hint);
                datalist id=(names) { @for name in names_of(tray) { option value=(name) {} } }
                button class="btn" type="button" id={ (ID) "-order-lay" } { "Lay" }
            }
            p class="note hb-hint" id=(hint) {
                "A name takes what it means in hand"
                @if let Some(group) = formation { ": " span class="code" { (bare(&group.name)) } }
                ". With inches from the left and from the bottom it is laid there: "
                span class="code" { (kind.map_or_else(|| "wire".to_owned(), |piece| piece.kind.to_lowercase())) ": 12 24" }
                ". Inches alone are for what is in hand. With nothing typed, Lay sends what lies on the map."
            }
        }
    }
}

/// What can be typed: formations by name, what is alike by what it is, each once.
fn names_of(tray: &Tray) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for group in &tray.groups {
        let own = group.in_line.then(|| bare(&group.name).to_owned());
        let kinds = group.pieces.iter().filter(|_| !group.in_line).map(|piece| piece.kind.clone());
        for name in own.into_iter().chain(kinds) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// The name of a formation without its id: "1./Grenadier" of "1./Grenadier (G-11)".
fn bare(name: &str) -> &str {
    name.rsplit_once(" (").map_or(name, |(bare, _)| bare)
}

fn counts<'t>(pieces: impl Iterator<Item = &'t TrayPiece>) -> (usize, usize) {
    pieces.fold((0, 0), |(placed, all), piece| (placed + usize::from(piece.at.is_some()), all + 1))
}

/// What is said when every stand has its place; nothing before.
fn ready(tray: &Tray) -> Option<String> {
    let pieces = || tray.groups.iter().flat_map(|group| &group.pieces);
    let (placed, stands) = counts(pieces().filter(|piece| piece.stand.is_some()));
    let (all_placed, all) = counts(pieces());
    (!tray.whole && stands > 0 && placed == stands).then(|| match all - all_placed {
        0 => "Everything in the tray has its place.".into(),
        1 => "Every stand has its place; one other piece is in hand.".into(),
        left => format!("Every stand has its place; {left} other pieces are in hand."),
    })
}

fn one(tray: &Tray, n: usize, group: &TrayGroup) -> Markup {
    let (placed, all) = counts(group.pieces.iter());
    html! {
        li {
            button type="button" class="ib-group" id={ (ID) "-g" (n) } data-group=(n) aria-pressed="false" {
                @if let Some(first) = group.pieces.first() { (tile(tray.side, first)) }
                span class="says" { strong { (group.name) } span class="note" { (group.note) } }
                span class="note ib-held-of" { (standing(tray, group, placed, all)) }
            }
            details class="unfold" id={ (ID) "-p" (n) } {
                summary { "One by one" span class="sr" { ": " (group.name) } }
                ul class="ib-pieces" {
                    @for (nth, piece) in group.pieces.iter().enumerate() {
                        li {
                            button type="button" class="ib-piece" id={ (ID) "-p" (n) "-" (nth) } data-piece={ (n) " " (nth) } aria-pressed="false" {
                                (tile(tray.side, piece))
                                span { (piece.name) " " span class="note" { (piece.kind) } }
                                span class="note ib-held-of" {
                                    @if let Some(at) = piece.at { (inches(at.x)) ", " (inches(at.y)) } @else { "in hand" }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// "7 in hand", "placed", "5 in hand, 2 placed"; of those that began on the map and ended elsewhere how many did.
fn standing(tray: &Tray, group: &TrayGroup, placed: usize, all: usize) -> String {
    if tray.whole && group.pieces.iter().any(|piece| piece.from.is_some()) {
        let moved = group.pieces.iter().filter(|piece| piece.at != piece.from).count();
        return if moved == 0 { "where they began".into() } else { format!("{moved} elsewhere") };
    }
    match all - placed {
        0 => "placed".into(),
        left if placed == 0 => format!("{left} in hand"),
        left => format!("{left} in hand, {placed} placed"),
    }
}

/// The counter of a piece by itself.
fn tile(side: u8, piece: &TrayPiece) -> Markup {
    html! {
        svg class={ "ib-alone " (side_class(Some(side))) } viewBox="-15 -15 30 30" aria-hidden="true" {
            g class="ib-tile" { (points::piece(Some(side), piece.stand.as_ref(), piece.look)) }
        }
    }
}
