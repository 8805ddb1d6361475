//! An army in its places: each piece can be taken up and put down elsewhere, by pointer, touch, keys, or plain buttons.
//! Every press is a question to the plan, so that what it comes to stands beside the place before anything is sent.

use kernel::view::arrangement::{PRESS, Span};
use kernel::view::{Arrangement, Piece, Place, Press, Text};
use maud::{Markup, html};

use super::fields::field_name;
use super::reader::{Hand, Reader};
use super::symbols::icon;
use super::words;

/// How wide a span is drawn; twice its most fits in.
const WIDTH: u32 = 120;

/// What its buttons need to know.
struct Around<'a, 'r> {
    reader: &'a Reader<'r>,
    form: &'a str,
    /// Whether the form can be answered, so that buttons do something.
    acts: bool,
}

impl Around<'_, '_> {
    /// The address of a place or a piece within the page.
    fn at(&self, id: &str) -> String {
        format!("a-{}-{id}", self.form)
    }

    /// Where a press leads without script: what was pressed is in view again.
    fn leads(&self, anchor: &str) -> String {
        format!("{}#{anchor}", self.reader.link("/do"))
    }
}

/// The address of what is in hand.
fn held(places: &[Place]) -> Option<&str> {
    places.iter().find_map(|place| {
        let piece = place.pieces.iter().find(|piece| piece.held).map(|piece| piece.id.as_str());
        place.held.then_some(place.id.as_str()).or(piece).or_else(|| held(&place.places))
    })
}

/// Pieces in their places.
pub fn arrangement(reader: &Reader<'_>, all: &Arrangement) -> Markup {
    let around = Around { reader, form: &all.form, acts: matches!(reader.hand, Hand::Acts(_)) };
    let whole = format!("a-{}", all.form);
    let in_hand = held(&all.places).map_or_else(|| whole.clone(), |id| around.at(id));
    html! {
        div class="arr" id=(whole) data-arranges={ "w-" (all.form) "-" (all.key) } data-name=(field_name(all.key)) data-says=(all.says) data-holds=[all.back.is_some().then_some("")] {
            @if !all.told.is_empty() {
                div class="arr-told" {
                    p { (words::text(reader, &all.told)) }
                    @if let Some(back) = &all.back { (button(&around, "back", back, "btn small", &in_hand)) }
                }
            }
            ol class="arr-in" { @for one in &all.places { (place(&around, one)) } }
            @if around.acts && !all.more.is_empty() {
                div class="row" { @for one in &all.more { (button(&around, &one.does, one, "btn small", &whole)) } }
            }
        }
    }
}

fn place(around: &Around<'_, '_>, place: &Place) -> Markup {
    let bad = !place.wrong.is_empty();
    let class = match (bad, place.held) {
        (true, true) => "arr-place bad held",
        (true, false) => "arr-place bad",
        (false, true) => "arr-place held",
        (false, false) => "arr-place",
    };
    let at = around.at(&place.id);
    html! {
        li class=(class) id=(at) data-here=[place.here.as_ref().map(|here| &here.does)] {
            div class="arr-head" {
                (grip(around, &place.id, place.take.as_ref(), place.held, &place.title))
                p class="arr-name" {
                    strong { (place.title) }
                    @if !place.note.is_empty() { " " small { (words::text(around.reader, &place.note)) } }
                }
                @if let Some(span) = place.span { (spanned(span)) }
                @if around.acts && !place.more.is_empty() {
                    div class="arr-more" { @for one in &place.more { (button(around, &one.does, one, "btn small", &at)) } }
                }
            }
            (faults(around, &place.wrong))
            @if !place.pieces.is_empty() {
                ul class="arr-pieces" { @for one in &place.pieces { (piece(around, one)) } }
            }
            @if !place.places.is_empty() {
                ol class="arr-in" { @for one in &place.places { (self::place(around, one)) } }
            }
            @if let Some(here) = &place.here { (button(around, &format!("{}-here", place.id), here, "arr-drop", &at)) }
        }
    }
}

fn piece(around: &Around<'_, '_>, piece: &Piece) -> Markup {
    // Who takes no room of his place leads it.
    let class = match (piece.size, piece.held) {
        (0, true) => "arr-piece leads held",
        (0, false) => "arr-piece leads",
        (_, true) => "arr-piece held",
        (_, false) => "arr-piece",
    };
    let at = around.at(&piece.id);
    html! {
        li class=(class) id=(at) {
            (grip(around, &piece.id, piece.take.as_ref(), piece.held, &piece.title))
            p class="arr-name" {
                strong { (piece.title) }
                @if !piece.note.is_empty() { " " small { (words::text(around.reader, &piece.note)) } }
            }
            @if piece.size > 0 { (stands(piece.size)) }
            @if !piece.code.is_empty() { span class="arr-code" { (piece.code) } }
            (faults(around, &piece.wrong))
            @if around.acts && !piece.more.is_empty() {
                div class="arr-more" { @for one in &piece.more { (button(around, &one.does, one, "btn small", &at)) } }
            }
        }
    }
}

/// What takes it up, or puts it back.
fn grip(around: &Around<'_, '_>, id: &str, take: Option<&Press>, held: bool, title: &str) -> Markup {
    html! {
        @match take.filter(|_| around.acts) {
            Some(take) => button class="arr-grip" type="submit" form={ "f-" (around.form) } name=(PRESS) value=(take.does) formaction=(around.leads(&around.at(id))) id={ "a-" (around.form) "-" (id) "-take" } aria-pressed=(if held { "true" } else { "false" }) formnovalidate {
                (icon("grip")) span class="sr" { (take.words) " " (title) }
            },
            None => span class="arr-grip" {},
        }
    }
}

/// A button; without script what it does leads to an address of the page.
fn button(around: &Around<'_, '_>, id: &str, press: &Press, class: &str, to: &str) -> Markup {
    let plain = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
    let id: String = id.chars().map(plain).collect();
    html! {
        @if around.acts {
            button class=(class) type="submit" form={ "f-" (around.form) } name=(PRESS) value=(press.does) formaction=(around.leads(to)) id={ "a-" (around.form) "-" (id) } formnovalidate {
                span { (press.words) @if !press.about.is_empty() { span class="sr" { " " (press.about) } } }
            }
        }
    }
}

fn faults(around: &Around<'_, '_>, wrong: &[Text]) -> Markup {
    html! {
        @for text in wrong { div class="arr-wrong" { (icon("warn")) p { (words::text(around.reader, text)) } } }
    }
}

/// How much it holds of what it may, as a bar between two marks and as figures.
fn spanned(span: Span) -> Markup {
    let most = span.most.max(1);
    let at = |n: u32| n.min(2 * most) * WIDTH / (2 * most);
    let (least, end, is) = (at(span.least), at(span.most), at(span.is));
    html! {
        span class="arr-span" {
            svg viewBox={ "0 0 " (WIDTH) " 20" } width=(WIDTH) height="20" aria-hidden="true" {
                rect class="may" x=(least) y="3" width=(end.saturating_sub(least)) height="14" {}
                rect class=(if span.holds() { "is" } else { "is out" }) x="0" y="6" width=(is) height="8" {}
                path d={ "M" (least) " 1V19M" (end) " 1V19" } {}
            }
            span { strong { (span.is) } " of " (span.least) "–" (span.most) }
        }
    }
}

/// Its stands, one square each, as far as they can be taken in.
fn stands(n: u32) -> Markup {
    let shown = n.min(20);
    html! {
        svg class="arr-stands" viewBox={ "0 0 " (shown.min(10) * 9) " 18" } width=(shown.min(10) * 9) height="18" aria-hidden="true" {
            @for at in 0..shown { rect x=((at % 10) * 9) y=(if shown > 10 { (at / 10) * 9 } else { 5 }) width="7" height="7" {} }
        }
    }
}
