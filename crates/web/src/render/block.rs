//! Every block of a view, and how blocks stand together.

use kernel::RuleId;
use kernel::view::{Block, Panel, Plan};
use maud::{Markup, html};
use table::house;

use super::arrangement;
use super::basket;
use super::board;
use super::chance;
use super::figures;
use super::form;
use super::hexes;
use super::lists;
use super::log;
use super::plan;
use super::plot;
use super::reader::Reader;
use super::roll::{self, Heading};
use super::rolls;
use super::sheet;
use super::tally;
use super::words;

/// Where a block stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Page,
    Panel,
}

/// The blocks of a column.
pub fn column(reader: &Reader<'_>, blocks: &[Block]) -> Markup {
    html! {
        @for block in blocks {
            @match set(block) {
                Set::Framed | Set::Running => (one(reader, block, Place::Page)),
                Set::Wide => div class="box" { (one(reader, block, Place::Page)) },
                Set::Boxed => div class="box" { div class="in" { (one(reader, block, Place::Page)) } },
            }
        }
    }
}

/// A panel: blocks that fill its width stand alone, the others are gathered with a margin.
fn panel(reader: &Reader<'_>, panel: &Panel) -> Markup {
    if reader.over && panel.yours && asks(&panel.body) {
        // It stood there only to be acted on.
        return html! {};
    }
    let reader = &Reader { panel: Some(&panel.id), ..*reader };
    let heading = format!("h-{}", panel.id);
    // What unfolds at a press holds nothing else to press: there the rule stands within.
    let head = |rule: Option<RuleId>| {
        html! {
            h2 id=(heading) { (panel.heading) }
            div class="beside" {
                @if !panel.remark.is_empty() && !(reader.over && (panel.yours || asks(&panel.body))) { span class="note" { (words::text(reader, &panel.remark)) } }
                @if let Some(audience) = panel.secret { (words::secret(reader, audience)) }
                @if let Some(rule) = rule { (words::rule(reader, rule.0)) }
            }
        }
    };
    let mut class = "panel".to_owned();
    let purse = reader.purse.is_some_and(|purse| purse.id == panel.id);
    let yours = panel.yours && !reader.over;
    for (holds, word) in
        [(purse, " purse"), (yours, " yours"), (panel.paper, " paper"), (panel.on_call, " on-call")]
    {
        class.push_str(if holds { word } else { "" });
    }
    html! {
        section class=(class) id=(panel.id) aria-labelledby=(heading) {
            @if panel.folded {
                details id={ "d-" (panel.id) } {
                    summary { (head(None)) }
                    @if let Some(rule) = panel.rule { p class="within" { (words::rule(reader, rule.0)) } }
                    (body(reader, panel))
                }
            } @else {
                header { (head(panel.rule)) }
                (body(reader, panel))
            }
        }
    }
}

/// Whether something can be done in it.
fn asks(body: &[Block]) -> bool {
    body.iter().any(|block| block.controls().is_some())
}

fn body(reader: &Reader<'_>, panel: &Panel) -> Markup {
    if reader.over && panel.body.iter().all(|block| matches!(block, Block::Can(_) | Block::Form(_))) {
        return html! { p class="empty" { "Nobody can act in it any more. " (words::rule(reader, house::DICE_SHOWN.0)) } };
    }
    let groups = panel.body.chunk_by(|a, b| !fills_width(a) && !fills_width(b));
    html! {
        @for group in groups {
            @match group {
                [block] if fills_width(block) => div class="flush" { (one(reader, block, Place::Panel)) },
                blocks => div class="in stack" {
                    @for block in blocks {
                        @if let Block::Sheet(table) = block {
                            (sheet::under(reader, table, &panel.heading))
                        } @else {
                            (one(reader, block, Place::Panel))
                        }
                    }
                },
            }
        }
    }
}

/// How a block is set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    /// From edge to edge, with a frame of its own.
    Framed,
    /// From edge to edge, in a box where it stands on the page itself.
    Wide,
    /// With a margin, and on the page itself without a box.
    Running,
    /// With a margin, in a box where it stands on the page itself.
    Boxed,
}

fn set(block: &Block) -> Set {
    match block {
        Block::Panel(_) | Block::SinceLastHere => Set::Framed,
        Block::Owed(_) | Block::Steps(_) | Block::Basket(_) | Block::Tally(_) | Block::Empty(_) => Set::Wide,
        Block::Rolls(_) => Set::Wide,
        Block::Field(_) | Block::Board(_) => Set::Wide,
        Block::Prose(_) | Block::Note(_) | Block::Roll(_) => Set::Running,
        Block::Can(_) | Block::Form(_) | Block::Sheet(_) | Block::Ledger(_) | Block::Odds(_) => Set::Boxed,
        Block::Plan(_) | Block::Headline(_) | Block::Forces(_) | Block::Ladder(_) => Set::Boxed,
        Block::Arrangement(_) => Set::Boxed,
        Block::Results(_) | Block::Bars { .. } | Block::Plot(_) => Set::Boxed,
        Block::Timeline(_) | Block::Facts(_) => Set::Boxed,
    }
}

/// Whether a block runs from edge to edge of its panel.
fn fills_width(block: &Block) -> bool {
    matches!(set(block), Set::Framed | Set::Wide)
}

/// What the answers of a form come to: those that have just been asked about, or those picked beforehand.
pub fn planned(reader: &Reader<'_>, plan: &Plan) -> Markup {
    let asked = reader.said_of(&plan.form).and_then(|said| said.planned.as_ref());
    let body = asked.unwrap_or(&plan.body);
    html! {
        div class="plan" id={ "p-" (plan.form) } data-plan=(plan.form) {
            @for block in body { (one(reader, block, Place::Panel)) }
        }
    }
}

fn one(reader: &Reader<'_>, block: &Block, place: Place) -> Markup {
    match block {
        Block::Panel(inner) => panel(reader, inner),
        Block::Prose(text) => html! { p class="prose" { (words::text(reader, text)) } },
        Block::Note(text) => html! { p class="note prose" { (words::text(reader, text)) } },
        Block::Empty(text) => html! { p class="empty" { (words::text(reader, text)) } },
        Block::Owed(items) => lists::owed(reader, items),
        Block::Steps(rows) => lists::steps(reader, rows),
        Block::Can(forms) => form::can(reader, forms),
        Block::Form(one) => form::large(reader, one),
        Block::Rolls(table) => rolls::rolls(reader, table),
        Block::Basket(goods) => basket::basket(reader, goods),
        Block::Sheet(table) => sheet::sheet(reader, table),
        Block::Ledger(lines) => figures::ledger(reader, lines),
        Block::Odds(table) => chance::single(std::slice::from_ref(table)),
        Block::Roll(record) => {
            let heading = if place == Place::Page { Heading::Second } else { Heading::Third };
            roll::card(reader, record, None, heading)
        }
        Block::Field(map) => board::board(reader, map),
        Block::Board(map) => hexes::board(reader, map),
        Block::Plan(one) => planned(reader, one),
        Block::Arrangement(one) => arrangement::arrangement(reader, one),
        Block::Headline(figures) => plan::headline(reader, figures),
        Block::Forces(all) => plan::forces(reader, all),
        Block::Ladder(one) => plan::ladder(reader, one),
        Block::Results(all) => plan::results(all),
        Block::Plot(lines) => plot::plot(reader, lines),
        Block::Tally(rows) => tally::tally(reader, rows),
        Block::Bars { caption, bars } => figures::bars(reader, caption, bars),
        Block::Timeline(days) => lists::timeline(reader, days),
        Block::Facts(facts) => figures::facts(reader, facts),
        Block::SinceLastHere if place == Place::Panel => log::since_lines(reader),
        Block::SinceLastHere => log::since(reader),
    }
}
