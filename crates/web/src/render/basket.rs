//! Goods with prices, limits and steppers. Each step is a form of its own, so that it works without script.

use kernel::view::block::figure_words;
use kernel::view::{Basket, BasketRow, Block, Form, LineKind, Panel, ShownRefusal};
use maud::{Markup, html};

use super::form::carried;
use super::reader::{Hand, Reader};
use super::words;

/// Goods with prices, limits and steppers.
pub fn basket(reader: &Reader<'_>, basket: &Basket) -> Markup {
    html! {
        @if let Some(purse) = reader.purse { (left(reader, purse)) }
        ul class="groups" { @for row in &basket.rows { (goods(reader, row)) } }
    }
}

/// What is left in the purse, in one line that stays in view where the purse itself does not.
fn left(reader: &Reader<'_>, purse: &Panel) -> Markup {
    let ledgers = purse.body.iter().filter_map(|block| {
        let Block::Ledger(lines) = block else { return None };
        Some(lines)
    });
    html! {
        div class="purse-bar" {
            @for line in ledgers.flatten().filter(|line| line.kind == LineKind::Sum) {
                span { (words::text(reader, &line.label)) " " strong { (figure_words(line.amount)) } }
            }
        }
    }
}

fn goods(reader: &Reader<'_>, row: &BasketRow) -> Markup {
    // Where the table itself keeps everything closed, the reasons of the rules are not asked for.
    let open = matches!(reader.hand, Hand::Acts(_) | Hand::Reads(_) | Hand::Past);
    let why_more = format!("y-{}", row.more.id);
    let why_less = format!("y-{}", row.less.id);
    let said = [&row.less, &row.more]
        .into_iter()
        .find_map(|form| reader.said_of(&form.id).filter(|said| !said.refusals.is_empty()));
    html! {
        li class=[(row.count > 0).then_some("in-basket")] id={ "g-" (row.key) } {
            div class="g1" {
                p class="name" { @if let Some(code) = &row.code { span class="k" { (code) } " " } (row.title) }
                @if !row.note.is_empty() { p class="note" { (words::text(reader, &row.note)) } }
                @if let Some(refusal) = row.more.closed.as_ref().filter(|_| open) {
                    p class="why" id=(why_more) { (words::reason(reader, refusal)) }
                }
                @if let Some(refusal) = row.less.closed.as_ref().filter(|_| open) {
                    // That there is nothing to take back is seen; it is only said. What is not drawn takes no focus.
                    @if row.count > 0 { p class="why" id=(why_less) { (words::reason(reader, refusal)) } }
                    @else { p class="sr" id=(why_less) { (refusal.sentence) " " (refusal.rule.0) } }
                }
            }
            p class="price" { strong { (row.price) } " " (row.unit) }
            p class="lim" { @for limit in &row.limits { span { (limit) } } }
            div class="count" role="group" aria-label={ (row.title) @if let Some(code) = &row.code { ", " (code) } } {
                (step(reader, row, &row.less, "−", &format!("One {} less", row.title), &why_less))
                output aria-label="In the basket" { (row.count) }
                (step(reader, row, &row.more, "+", &format!("One {} more", row.title), &why_more))
            }
            @if let Some(said) = said { (words::refusal(reader, &format!("r-{}", row.key), &said.refusals)) }
        }
    }
}

fn step(reader: &Reader<'_>, row: &BasketRow, form: &Form, sign: &str, label: &str, why: &str) -> Markup {
    let button = |refusal: Option<&ShownRefusal>, reads: Option<&'static str>| {
        let off = refusal.is_some() || reads.is_some();
        let why = if refusal.is_some() { Some(why) } else { reads };
        html! {
            button type=(if off { "button" } else { "submit" }) id={ "b-" (form.id) } aria-label=(label)
                aria-disabled=[off.then_some("true")] aria-describedby=[why] { (sign) }
        }
    };
    match reader.hand {
        Hand::Acts(keys) if form.closed.is_none() => {
            let action = reader.link("/do");
            html! {
                form id={ "f-" (form.id) } method="post" action={ (action) "#g-" (row.key) } hx-post=(action) {
                    (button(None, None))
                    @if keys.acting_for.is_some() { input type="hidden" name="reason" value="Taken in hand by the umpire."; }
                    (carried(reader, keys, form))
                }
            }
        }
        Hand::Over => html! {},
        Hand::Waits | Hand::Early => button(None, reader.hand.why_not()),
        Hand::Acts(_) | Hand::Reads(_) | Hand::Past => button(form.closed.as_ref(), reader.hand.why_not()),
    }
}
