//! What the table itself asks: dice thrown at a real table, rulings, words for the dice, taking a step back.

use kernel::{Die, Seat};
use maud::{Markup, html};
use table::{DiceState, UndoOffer, WaitingShown};

use super::form;
use super::reader::{DICE_WAIT, Hand, Keys, Reader, WAITS};
use super::symbols::icon;
use super::words;

/// A form of the table: where it goes and what it carries.
pub(crate) fn table_form(reader: &Reader<'_>, id: &str, route: &str, body: Markup) -> Markup {
    match reader.hand {
        Hand::Reads(_) | Hand::Past | Hand::Waits | Hand::Early | Hand::Over => {
            html! { div class="stack" { (body) } }
        }
        Hand::Acts(keys) => {
            let action = reader.link(route);
            html! {
                form class="stack" id={ "f-" (id) } method="post" action={ (action) "#main" } hx-post=(action) {
                    (body)
                    (carried(reader, keys, id))
                }
            }
        }
    }
}

/// As [`table_form`], answered with a whole page.
pub(crate) fn plain_form(reader: &Reader<'_>, id: &str, route: &str, body: Markup) -> Markup {
    match reader.hand {
        Hand::Reads(_) | Hand::Past | Hand::Waits | Hand::Early | Hand::Over => {
            html! { div class="stack" { (body) } }
        }
        Hand::Acts(keys) => html! {
            form class="stack" id={ "f-" (id) } method="post" action=(reader.link(route)) {
                (body)
                (carried(reader, keys, id))
            }
        },
    }
}

fn carried(reader: &Reader<'_>, keys: &Keys, id: &str) -> Markup {
    html! {
        input type="hidden" name="page" value=(reader.page);
        input type="hidden" name="cursor" value=(keys.cursor);
        input type="hidden" name="seen" value=(keys.seen);
        input type="hidden" name="token" value=(keys.token(reader.base, id));
        input type="hidden" name="csrf" value=(keys.csrf);
    }
}

pub(crate) fn submit(reader: &Reader<'_>, id: &str, class: &str, verb: &str) -> Markup {
    html! {
        @match reader.hand.why_not() {
            Some(why) => button class="btn" type="button" aria-disabled="true" aria-describedby=(why) { (verb) },
            None => button class=(class) type="submit" id={ "b-" (id) } { (verb) },
        }
    }
}

/// A question that waits for dice from the table, or for the umpire.
pub fn panel(reader: &Reader<'_>, waiting: &WaitingShown) -> Markup {
    let id = format!("answer-{}-{}", waiting.act, waiting.n_answered);
    let question = &waiting.question;
    let heading = if question.die.is_some() { "Dice from the table" } else { "Your ruling" };
    html! {
        section class="panel yours peek" id="waiting" aria-labelledby="h-waiting" {
            header {
                h2 id="h-waiting" { (heading) ": " (question.text) @if let Some(subject) = &question.subject { ", " (reader.called(subject.as_str())) } }
                (words::rule(reader, &question.rule))
            }
            div class="in stack" {
                @if waiting.seat == reader.seat {
                    p class="note" id=(WAITS) { "Everything else of this seat waits for this throw. " (words::rule(reader, "HOUSE-WAITING")) }
                }
                @if let Some(die) = question.die {
                    (table_form(reader, &id, "/answer", html! {
                        p {
                            @let shown = if die.shape().0 == 1 { "what the die shows. It is" } else { "what the dice show. They are" };
                            @if waiting.seat == reader.seat { "Throw " (throw_words(die)) " and enter " }
                            @else { (words::seat(reader, waiting.seat)) " throws " (throw_words(die)) " and enters " }
                            (shown) " marked as thrown at the table in every log."
                        }
                        (faces(&id, die))
                        @if reader.seat == Seat::Umpire && waiting.by != Seat::Umpire { (form::reason_for(&id)) }
                        input type="hidden" name="act" value=(waiting.act);
                        div class="row" { (submit(reader, &id, "btn go", if die.shape().0 == 1 { "Enter this die" } else { "Enter these dice" })) }
                        p class="note" { "What is entered stands." }
                    }))
                } @else {
                    (table_form(reader, &id, "/answer", html! {
                        p { (words::seat(reader, waiting.seat)) " asks. Everybody who may know your answer reads it in the log." }
                        fieldset class="field" {
                            legend class="lab" { (question.text) }
                            @for (n, choice) in question.choices.iter().enumerate() {
                                label class="pick" for={ (id) "-" (n) } {
                                    input type="radio" id={ (id) "-" (n) } name="face" value=(n) required;
                                    span { (choice) }
                                }
                            }
                        }
                        input type="hidden" name="act" value=(waiting.act);
                        div class="row" { (submit(reader, &id, "btn go", "Rule so")) }
                    }))
                }
            }
        }
    }
}

fn throw_words(die: Die) -> String {
    match die {
        Die::HighRoll { sides } => format!("one d{sides} for each party until one is higher"),
        other => other.words(),
    }
}

fn faces(id: &str, die: Die) -> Markup {
    let (n, sides) = die.shape();
    let parties = matches!(die, Die::HighRoll { .. });
    // Such dice print their highest face as noughts.
    let nought = match sides {
        10 => ", a printed 0 is 10",
        100 => ", a printed 00 is 100",
        _ => "",
    };
    html! {
        fieldset class="field" {
            legend class="lab" { (if n == 1 { "The die shows" } else { "The dice show" }) }
            div class="row" {
                @for at in 1..=n {
                    div class="field" {
                        label class="hint" for={ (id) "-" (at) } {
                            @if parties { (if at == 1 { "First party" } else { "Second party" }) } @else if n > 1 { "Die " (at) }
                            @if parties || n > 1 { ", " } "1 to " (sides) (nought)
                        }
                        input type="number" inputmode="numeric" id={ (id) "-" (at) } name="face" min=(if nought.is_empty() { "1" } else { "0" }) max=(sides) step="1" required;
                    }
                }
            }
        }
    }
}

/// Whether somebody's words bring a full stop of their own.
fn ends_a_sentence(words: Option<&str>) -> bool {
    words.is_some_and(|words| words.ends_with(['.', '!', '?', '…']))
}

/// The dice are not open: a side may add words, the umpire may open them.
pub fn dice_closed(reader: &Reader<'_>, dice: &DiceState) -> Markup {
    if dice.shown {
        return html! {
            p class="refusal peek" id="over" {
                "The umpire has ended the campaign" @if let Some(reason) = &dice.reason { ": “" (reason) "”" } @if !ends_a_sentence(dice.reason.as_deref()) { "." } " Nothing is done in it any more, and the "
                a href=(reader.link("/dice#check")) { "final file" } " holds everything, the secret of the dice included. "
                a class="rid" href=(reader.link("/rules#HOUSE-DICE-SHOWN")) { "HOUSE-DICE-SHOWN" }
            }
        };
    }
    let owes = matches!(reader.seat, Seat::Side(side) if dice.open_for.contains(&side));
    html! {
        section class=(if owes { "panel yours peek" } else { "panel peek" }) id="dice-words" aria-labelledby="h-dice-words" {
            header { h2 id="h-dice-words" { "The dice are not open yet" } a class="rid" href=(reader.link("/rules#HOUSE-DICE-OPEN")) { "HOUSE-DICE-OPEN" } }
            div class="in stack" {
                @if !dice.keyed {
                    p id=(DICE_WAIT) { "This copy of the campaign has no secret for its dice, so nothing can be rolled here." }
                } @else {
                    p { "Their secret is sealed. Each side may add words of its own, or pass; then the dice are fixed for the whole campaign." }
                    p class="note" id=(DICE_WAIT) { "Until then nobody can act under the rules." }
                    @if owes {
                        (table_form(reader, "words", "/words", html! {
                            div class="field" {
                                label class="lab" for="words" { "Your words" }
                                span class="hint" id="words-h" { "Anything nobody could foresee, at most 200 characters. Everybody reads them." }
                                input class="wide" type="text" id="words" name="words" maxlength="200" autocomplete="off" aria-describedby="words-h";
                            }
                            div class="row" {
                                (submit(reader, "words", "btn go", "Add these words"))
                                @if matches!(reader.hand, Hand::Acts(_)) { button class="btn" type="submit" name="pass" value="1" id="b-pass" { "Leave the dice as they are" } }
                            }
                        }))
                    } @else {
                        p class="note" { "Still to answer: " (open_words(reader, &dice.open_for)) }
                    }
                    @if reader.seat == Seat::Umpire {
                        (table_form(reader, "open-dice", "/open-dice", html! {
                            div class="row" { (submit(reader, "open-dice", "btn", "Open the dice now")) p class="note" { "A side that has not answered adds nothing." } }
                        }))
                    }
                }
            }
        }
    }
}

fn open_words(reader: &Reader<'_>, sides: &[u8]) -> Markup {
    html! {
        @for (n, side) in sides.iter().enumerate() { @if n > 0 { ", " } (words::side(reader, *side)) }
        @if sides.is_empty() { "nobody" } "."
    }
}

/// The seat's own step that can still be taken back.
pub fn undo(reader: &Reader<'_>, offer: &UndoOffer) -> Markup {
    let words = html! {
        @if is_in_hand(reader) { "The side's last step can still be sent back" } @else { "Your last step can still be taken back" } @if offer.what.is_empty() { "." } @else { ": " (words::text(reader, &offer.what)) }
    };
    undo_form(reader, ("row undo peek", words), true, ("", false))
}

/// The way to put right a step that cannot be sent back, such as one closed too soon.
pub fn take_out(address: &str) -> Markup {
    html! {
        div class="row undo peek" {
            (icon("wait"))
            p { "What this side did last cannot be sent back: dice were rolled, or others have seen it. You can still take it out or change it. The page first shows what else would change." }
            a class="btn" href=(address) { "Look at its last act" }
        }
    }
}

/// The same beside the heading of a page with a board, where it keeps its place when there is nothing to take back, so
/// that the board does not move under the hand.
///
/// What lies further back than what others did last is not what the page tells of: it is named once more before it goes.
pub fn undo_in_place(reader: &Reader<'_>, offer: Option<&UndoOffer>, others_acted: bool) -> Markup {
    let words = html! {
        @match offer {
            Some(offer) if !offer.what.is_empty() => (words::text(reader, &offer.what)),
            Some(_) if is_in_hand(reader) => "The side's last step can still be sent back.",
            Some(_) => "Your last step can still be taken back.",
            None if is_in_hand(reader) => span class="quiet" { "No step of the side can be sent back now." },
            None => span class="quiet" { "No step of yours can be taken back now." },
        }
    };
    let what = offer.map(|offer| offer.what.plain(reader.sides).trim().to_owned()).unwrap_or_default();
    undo_form(reader, ("row undo in-place", words), offer.is_some(), (&what, others_acted))
}

/// Whether the umpire acts for the side whose page it is.
fn is_in_hand(reader: &Reader<'_>) -> bool {
    matches!(reader.hand, Hand::Acts(keys) if keys.acting_for.is_some())
}

fn undo_form(
    reader: &Reader<'_>,
    (class, words): (&str, Markup),
    open: bool,
    (what, is_named_first): (&str, bool),
) -> Markup {
    let Hand::Acts(keys) = reader.hand else { return html! {} };
    let in_hand = keys.acting_for.is_some();
    let action = reader.link("/undo");
    html! {
        form class=(class) id="f-undo" data-again=[(is_named_first && !what.is_empty()).then_some(what)] method="post" action=(action) hx-post=(action) {
            (icon("wait"))
            p { (words) " " (words::rule(reader, "HOUSE-UNDO")) }
            @if in_hand {
                label class="sr" for="undo-reason" { "Why you send it back" }
                input type="text" id="undo-reason" name="reason" placeholder="Your reason" required minlength="3" maxlength="400" autocomplete="off" disabled[!open];
            }
            button class="btn" type="submit" id="b-undo" disabled[!open] title=[(!what.is_empty()).then_some(what)] { @if in_hand { "Send it back" } @else { "Take it back" } }
            (carried(reader, keys, "undo"))
        }
    }
}

/// How many sides have not answered, for the dice page.
pub fn still_open(n: usize) -> String {
    match n {
        0 => "Every side has answered.".to_owned(),
        1 => "One side has not answered yet.".to_owned(),
        n => format!("{n} sides have not answered yet."),
    }
}
