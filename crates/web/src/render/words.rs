//! Words with a role: sides, rule ids, locks.

use kernel::view::{ShownRefusal, Span, Text};
use kernel::{Audience, Seat};
use maud::{Markup, html};

use super::reader::Reader;
use super::symbols::{icon, side_letter};

/// A sentence or a few.
pub fn text(reader: &Reader<'_>, text: &Text) -> Markup {
    html! {
        @for span in &text.0 {
            @match span {
                Span::Plain(words) => (words),
                Span::Strong(words) => strong { (words) },
                Span::Quiet(words) => span class="quiet" { (words) },
                Span::Side(n) => (side(reader, *n)),
                Span::Rule(id) => { " " (rule(reader, id.0)) },
                Span::Secret(audience) => { " " (secret(reader, *audience)) },
                Span::Picked { form, key, words } => span data-follows={ "w-" (form) "-" (key) } { (words) },
                Span::Shown { form, at, words } => span data-shown=(form) data-at=(at) data-first=(words) { (words) },
                Span::Link { page, at, words } => a href=(reader.link(&format!("/{page}#{at}"))) { (words) },
            }
        }
    }
}

/// A side by name with hue, pattern and corner.
pub fn side(reader: &Reader<'_>, n: u8) -> Markup {
    side_named(n, reader.side_name(n))
}

/// As [`side`], where no reader is at hand.
pub fn side_named(n: u8, name: &str) -> Markup {
    /// What stands on one line beside other things in the narrowest window.
    const SHORT: usize = 20;
    let letter = side_letter(n);
    let long = if name.chars().count() > SHORT { " long" } else { "" };
    html! { span class={ "side " (letter) (long) } { svg aria-hidden="true" { use href={ "#s-" (letter) } {} } (name) } }
}

/// A seat by name.
pub fn seat(reader: &Reader<'_>, seat: Seat) -> Markup {
    match seat {
        Seat::Side(n) => side(reader, n),
        other => seat_named(other, ""),
    }
}

/// A seat by name, where no reader is at hand; `side` is the side's name.
pub fn seat_named(seat: Seat, side: &str) -> Markup {
    let (symbol, name) = match seat {
        Seat::Side(n) => return side_named(n, side),
        Seat::Umpire => ("u", "Umpire"),
        Seat::Spectator => ("w", "Spectator"),
        Seat::Clock => ("u", "The engine"),
    };
    html! { span class="side u" { svg aria-hidden="true" { use href={ "#s-" (symbol) } {} } (name) } }
}

/// A rule id, linked to what it says.
pub fn rule(reader: &Reader<'_>, id: &str) -> Markup {
    html! { a class="rid" href=(reader.link(&format!("/rules#{id}"))) title={ "Rule " (id) } { (id) } }
}

/// A lock with who may know; nothing when everyone may.
pub fn secret(reader: &Reader<'_>, audience: Audience) -> Markup {
    let who = match (audience, reader.seat) {
        (Audience::Public, _) => return html! {},
        (Audience::Side(side), Seat::Side(own)) if side == own => "You and the umpire".to_owned(),
        (Audience::Side(side), _) => format!("{} and the umpire", reader.side_name(side)),
        (Audience::Umpire, Seat::Umpire) => "You alone".to_owned(),
        (Audience::Umpire, _) => "The umpire alone".to_owned(),
    };
    html! { span class="secret" { (icon("lock")) span class="sr" { "Secret: " } (who) } }
}

/// Why not, with the rule that says so.
pub fn reason(reader: &Reader<'_>, refusal: &ShownRefusal) -> Markup {
    html! { (refusal.sentence) " " (rule(reader, refusal.rule.0)) (precedent(reader, refusal.rule.0)) }
}

/// How the umpire has ruled on this rule before.
fn precedent(reader: &Reader<'_>, id: &str) -> Markup {
    let Some(ruling) = reader.ruled_before(id) else { return html! {} };
    html! {
        span class="ruled" {
            " Ruled before: “" (ruling.decision) "” "
            a href=(reader.link(&format!("/rulings-book#{id}"))) { "The ruling" }
        }
    }
}

/// What is said beside a control whose command was refused.
pub fn refusal(reader: &Reader<'_>, id: &str, refusals: &[ShownRefusal]) -> Markup {
    html! {
        div class="refusal" id=(id) {
            @match refusals {
                [] => {}
                [one] => p { (one.sentence) @if !tells_nothing_done(one) { " Nothing was done." } " " (rule(reader, one.rule.0)) (precedent(reader, one.rule.0)) }
                several => {
                    p { "Nothing was done, for " (super::figures::count_words(several.len())) " reasons:" }
                    ul { @for refusal in several { li { (reason(reader, refusal)) } } }
                }
            }
        }
    }
}

fn tells_nothing_done(refusal: &ShownRefusal) -> bool {
    refusal.sentence.contains("Nothing was")
}
