//! What is asked once more before it is done, on a page of its own for browsers without script. With script it is asked in
//! place: `assets/js/ends.js`.

use kernel::view::Form;
use maud::{Markup, html};

use super::reader::Reader;
use super::{frame, words};

/// The field of a form whose sender has been asked.
pub const SURE: &str = "sure";

/// Whether a form is asked about once more: it cannot be made good, or leaves something undone where its step is closed or on
/// a map.
pub fn asks(form: &Form, on_map: bool) -> bool {
    form.closed.is_none() && (!form.asks.is_empty() || (!form.undone.is_empty() && (form.ends || on_map)))
}

/// The page that asks. What was sent goes along, so that nothing is entered twice; what leads back stands first and does
/// nothing.
pub fn page(reader: &Reader<'_>, form: &Form, sent: &[(String, String)]) -> Markup {
    let line = |said: &str| html! { @if !said.is_empty() { p { (said) } } };
    let lede = html! { p class="lede" { @if form.asks.is_empty() { "Something is left undone." } @else { "You are asked once more before it is done." } } };
    html! {
        (frame::head(&form.verb, lede, html! {}))
        section class="panel yours" id="sure" aria-label=(form.verb) {
            div class="in stack" {
                (line(&form.undone))
                (line(&form.asks))
                @if !form.consequence.is_empty() { p { (words::text(reader, &form.consequence)) } }
                form method="post" action=(reader.link("/do")) {
                    @for (name, value) in sent.iter().filter(|(name, _)| name != SURE) {
                        input type="hidden" name=(name) value=(value);
                    }
                    input type="hidden" name=(SURE) value="1";
                    div class="row" {
                        a class="btn" id="b-not-now" href=(reader.link(&format!("/{}", reader.page))) { "Not now" }
                        button class="btn go" type="submit" id="b-sure" { (form.verb) @if form.asks.is_empty() { " anyway" } }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_made_good_is_asked_everywhere_and_what_is_left_undone_where_a_step_ends() {
        let form = || Form::new("concede", serde_json::json!({"do": "concede"}), "Concede the field");
        assert!(!asks(&form(), true));
        assert!(asks(&form().asking("The battle ends."), false));
        let left = form().leaving("Six inches are not drawn.");
        assert!(asks(&left, true) && !asks(&left, false));
        assert!(asks(&left.ending(), false));
        let no = kernel::view::ShownRefusal {
            code: "step",
            rule: kernel::RuleId("TOY-1"),
            sentence: "No.".into(),
        };
        assert!(!asks(&form().asking("The battle ends.").closed(Some(no)), false), "it is refused at once");
    }
}
