//! A board of hexes as SVG drawn here, with counters, overlays and what can be ordered; and the same in words below.
//!
//! The page works without script: the map scrolls, overlays have switches, orders are typed. The script adds zoom, a
//! cursor, the legal hexes of what is picked; it writes the same orders into the same form.
//!
//! `scale` says where hexes lie, `ground`, `counters` and `layers` draw, `data` tells the script, `in_words`
//! tells everybody else.

pub(super) mod counters;
mod data;
pub(super) mod ground;
mod in_words;
pub(super) mod layers;
mod scale;
mod todo;

use kernel::Seat;
use kernel::view::board::Board;
use kernel::view::{Form, Page, Text, order};
use maud::{Markup, html};
use serde_json::Value;

use self::scale::Scale;
use super::form;
use super::reader::{Hand, Reader};
use super::symbols::icon;
use super::window::{self, Parts, Slots};
use super::words;

/// The name of the field that holds an order.
pub const ORDER: &str = "f.order";

/// The most characters of an order.
pub const MOST_ORDER: usize = table::weighing::MOST_ORDER;

/// How many examples of orders are shown beside the field.
const SHOWN: usize = 2;

/// Patterns and parts of counters, on a page that has a board.
pub fn defs(page: &Page) -> Markup {
    html! {
        @if !page.boards().is_empty() {
            svg class="symbols" aria-hidden="true" focusable="false" { defs { (ground::patterns()) (counters::parts()) } }
        }
    }
}

/// A board with its tools, its orders and its words, among other blocks.
pub fn board(reader: &Reader<'_>, board: &Board) -> Markup {
    rooted(reader, board, "hexboard", |board| {
        let id = &board.id;
        html! {
            (map(board))
            (lead(reader, board))
            p class="sr" id={ (id) "-voice" } role="status" hx-morph-skip {}
            (orders(reader, board))
            (answer(reader, board))
            (after(reader, board))
        }
    })
}

/// A board that fills its page.
pub(super) fn window(reader: &Reader<'_>, board: &Board, slots: &Slots<'_>) -> Markup {
    rooted(reader, board, "hexboard wb", |board| {
        let parts = Parts {
            map: map(board),
            lead: html! { (lead(reader, board)) (answer(reader, board)) },
            after: after(reader, board),
            orders: orders(reader, board),
            voice: format!("{}-voice", board.id),
        };
        window::set(slots, &parts)
    })
}

/// The element that the script knows a board by.
fn rooted(reader: &Reader<'_>, board: &Board, class: &str, body: impl Fn(&Board) -> Markup) -> Markup {
    // After the end of play there is nothing to pick up, whatever the rules would still allow; nor at a moment of the past.
    let rests = matches!(reader.hand, Hand::Over | Hand::Past);
    let at_rest = rests.then(|| Board {
        asked: Text::empty(),
        owed: Vec::new(),
        acts: Vec::new(),
        calls: Vec::new(),
        reaches: Vec::new(),
        adds: Vec::new(),
        ..board.clone()
    });
    let board = at_rest.as_ref().unwrap_or(board);
    let scale = Scale::of(&board.ground);
    let (reaches, notes) = data::reaches(board);
    html! {
        div class=(class) id=(board.id) data-grid=(data::grid(board, &scale)) data-rows=(data::rows(board))
            data-terrain=(data::terrain(board)) data-places=(data::places(board)) data-acts=(data::acts(board))
            data-reaches=(reaches) data-notes=(notes)
        { (body(board)) }
    }
}

fn map(board: &Board) -> Markup {
    let scale = Scale::of(&board.ground);
    let (width, height) = scale.size;
    let id = &board.id;
    html! {
        (tools(board))
        div class="hb-fan" id={ (id) "-fan" } aria-hidden="true" hx-morph-skip {}
        div class="hb-pan" id={ (id) "-pan" } tabindex="0" role="application" aria-roledescription="hex board"
            aria-label=(board.description) aria-describedby={ (id) "-help" }
        {
            svg class="hb-map" id={ (id) "-map" } viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) role="img" aria-label=(board.description) {
                (ground::ground(&scale, board))
                (layers::overlays(&scale, board))
                (layers::below(&scale, board))
                g id={ (id) "-under" } hx-morph-skip {}
                (counters::counters(&scale, board))
                (ground::names(&scale, board))
                g id={ (id) "-over" } hx-morph-skip {}
                // How a fight came out can be read in the hex that is picked as well.
                (layers::above(&scale, board))
            }
        }
    }
}

/// What is picked, and what waits to be picked up beside the board.
fn lead(reader: &Reader<'_>, board: &Board) -> Markup {
    let id = &board.id;
    html! {
        (todo::todo(reader, board))
        div class="hb-deed" id={ (id) "-deed" } hx-morph-skip {}
        div class="hb-inspector" id={ (id) "-inspector" } hx-morph-skip {}
        (in_words::tray(reader, board))
    }
}

fn after(reader: &Reader<'_>, board: &Board) -> Markup {
    html! {
        (ground::legend(board))
        @if !board.reports.is_empty() {
            ul class="hb-reports note" {
                @for report in &board.reports { li { span class="code" { (board.label(report.hex)) } " " (words::text(reader, &report.words)) } }
            }
        }
        div class="words stack-s" { (in_words::board(reader, board)) (help(board)) }
    }
}

/// What was said to an order: why not, what it is understood as, how it came out.
fn answer(reader: &Reader<'_>, board: &Board) -> Markup {
    let form = board.form();
    let understood = reader.said_of(&form).and_then(|said| said.checked.as_ref());
    html! {
        @if can_order(board) || reader.out.is_some_and(|out| out.form == form) {
            div class="hb-answer" {
                @if let Some(understood) = understood {
                    p class="note hb-understood" id={ (form) "-understood" } { "Understood: " (understood) }
                }
                (form::answer(reader, &form))
            }
        }
    }
}

/// Whether anything can be ordered: by a counter, or from afar.
fn can_order(board: &Board) -> bool {
    !board.acts.is_empty() || !board.calls.is_empty()
}

/// The keys of the board; read out when it gets the focus.
fn help(board: &Board) -> Markup {
    let can = !board.acts.is_empty();
    html! {
        p class="note hb-help" id={ (board.id) "-help" } {
            "On the map: arrow keys move the cursor, " kbd { "Q" } " and " kbd { "E" }
            " move it to the upper left and the upper right, "
            @if can {
                kbd { "Enter" } " picks up and confirms, " kbd { "Esc" } " lets go, " kbd { "N" } " and " kbd { "P" }
                " go to the next and the last stack that can be ordered, "
            }
            kbd { "+" } " " kbd { "−" } " " kbd { "0" } " zoom. Anywhere: " kbd { "C" } " hides the counters, " kbd { "T" }
            " opens the text board" @if can { ", " kbd { "/" } " leads to the order" } "."
        }
    }
}

/// Zoom, counters, overlays. What needs the script is not shown without it.
fn tools(board: &Board) -> Markup {
    let id = &board.id;
    html! {
        div class="hb-tools" {
            div class="row hb-zoom" {
                button class="btn" type="button" data-do="out" aria-label="Zoom out" aria-controls={ (id) "-map" } { "−" }
                button class="btn" type="button" data-do="in" aria-label="Zoom in" aria-controls={ (id) "-map" } { "+" }
                button class="btn" type="button" data-do="whole" { (icon("whole")) span class="word" { "Whole map" } }
            }
            details class="hb-layers" id={ (id) "-layers" } {
                summary class="btn" { (icon("layers")) span class="word" { "Layers" } }
                div class="hb-menu" {
                    @if !board.overlays.is_empty() {
                        fieldset class="hb-switches" {
                            legend class="lab" { "Laid over the map" }
                            @for (n, overlay) in board.overlays.iter().take(layers::MOST).enumerate() {
                                label { input type="checkbox" class={ "hb-o" (n) } id={ (id) "-o-" (overlay.key) } name={ (id) "-o-" (overlay.key) } checked[overlay.shown]; (overlay.name) }
                            }
                        }
                    }
                    fieldset class="hb-switches" {
                        legend class="lab" { "Counters" }
                        label class="hb-scale" for={ (id) "-counters" } {
                            "Size " input type="range" id={ (id) "-counters" } min="60" max="160" step="10" value="100";
                        }
                        label { input type="checkbox" class="hb-hide" id={ (id) "-hide" } name={ (id) "-hide" }; "Hide counters " kbd { "C" } }
                    }
                }
            }
        }
    }
}

/// The typed order: the one form through which everything on the board is ordered.
fn orders(reader: &Reader<'_>, board: &Board) -> Markup {
    let form = Form::new(board.form(), Value::Object(serde_json::Map::new()), "Give the order");
    if !can_order(board) {
        let asks = matches!((reader.hand, reader.seat), (Hand::Acts(_), Seat::Side(_)));
        return html! { @if asks { p class="hb-orders note" { "Nothing can be ordered on the board now." } } };
    }
    let field = format!("{}-field", board.form());
    let said = reader.said_of(&form.id);
    let entered = said.and_then(|said| said.entered.get(ORDER)).and_then(|words| words.first());
    let kept =
        entered.filter(|_| said.is_some_and(|said| !said.refusals.is_empty() || said.checked.is_some()));
    let rolls = board.acts.iter().chain(&board.calls).any(|act| act.rolls);
    let hint = format!("{field}-h");
    html! {
        div class="hb-orders" {
            (form::sending(reader, &form, "stack-s", html! {
                div class="row" {
                    label class="lab" for=(field) { "Order" }
                    input type="text" id=(field) name=(ORDER) value=(kept.map_or("", String::as_str)) maxlength=(MOST_ORDER)
                        autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby=(hint);
                    div class="row" {
                        @if let Some(why) = reader.hand.why_not() {
                            button class="btn" type="button" aria-disabled="true" aria-describedby=(why) id={ "b-" (form.id) } { "Give" }
                        } @else {
                            button class="btn" type="submit" id={ "b-" (form.id) } { "Give" span class="sr" { " the order" } }
                            button class="btn" type="submit" id={ "b-" (form.id) "-check" } name="check" value="1" { "Check" span class="sr" { " the order" } }
                            @if rolls && reader.types {
                                button class="btn" type="submit" id={ "b-" (form.id) "-table" } name="dice" value="table" { "Enter dice from the table" }
                            }
                        }
                    }
                }
                @let examples = order::examples(board, SHOWN);
                p class="note hb-hint" id=(hint) { "A hex and where to, hex by hex or only the last; or a counter, a word and a hex"
                    @for (n, (_, example)) in examples.iter().enumerate() { (if n > 0 { ", " } else { ": " }) span class="code" { (example) } } "."
                    @for (n, more) in order::additions(board).iter().enumerate() { @if n == 0 { " After an attack can stand: " } @else { ", " } span class="code" { (more) } }
                    @if !order::additions(board).is_empty() { "." }
                }
                (form::reason_field(reader, &form))
            }))
        }
    }
}
