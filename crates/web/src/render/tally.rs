//! A tally: who is told apart one by one, each with what can be noted about him under the thumb.

use kernel::view::TallyRow;
use maud::{Markup, html};

use super::form;
use super::reader::Reader;
use super::words;

/// The rows of a tally.
pub fn tally(reader: &Reader<'_>, rows: &[TallyRow]) -> Markup {
    html! {
        ul class="tally" {
            @for row in rows {
                li id=(row.id) class=[row.gone.then_some("gone")] {
                    p class="who" {
                        strong { (words::text(reader, &row.title)) }
                        " " span { (words::text(reader, &row.state)) }
                    }
                    @for one in &row.forms { (form::thumb(reader, one, &row.title)) }
                }
            }
        }
    }
}
