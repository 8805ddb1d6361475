//! Lists with states: what is owed, the steps of a procedure, a strip of days.

use kernel::Seat;
use kernel::view::{Day, ItemState, OwedItem, StepRow};
use maud::{Markup, html};

use super::reader::Reader;
use super::symbols::{self, icon};
use super::words;

/// What waits for whom; the reader's own first, as the view orders it.
pub fn owed(reader: &Reader<'_>, items: &[OwedItem]) -> Markup {
    if reader.over {
        return html! { p class="empty" { "The campaign has ended. Nothing waits for anybody." } };
    }
    html! {
        ul class="owed" {
            @for item in items {
                @let (class, symbol, _) = state(reader, item.state);
                @let own = item.who == reader.seat;
                li class=(class) {
                    (icon(symbol))
                    div {
                        @if own { strong { "You: " } } @else { (words::seat(reader, item.who)) ": " }
                        (words::text(reader, &item.text))
                    }
                    @if let Some((page, panel, label)) = &item.link {
                        @let go = own && item.state == ItemState::Yours;
                        a class=(if go { "btn go act" } else { "btn act" }) href=(reader.link(&format!("/{page}#{panel}"))) {
                            (label)
                        }
                    }
                }
            }
        }
    }
}

/// What waits for the reader.
pub fn own<'i>(reader: &Reader<'_>, items: &'i [OwedItem]) -> impl Iterator<Item = &'i OwedItem> {
    let (seat, over) = (reader.seat, reader.over);
    items.iter().filter(move |item| item.who == seat && item.state == ItemState::Yours && !over)
}

/// What waits for the reader on another page than this one, with the way there; nothing where all of it is done here.
pub fn owed_elsewhere(reader: &Reader<'_>, items: &[OwedItem], here: &str) -> Markup {
    let elsewhere = |item: &&OwedItem| item.link.as_ref().is_some_and(|(page, ..)| *page != here);
    let items: Vec<OwedItem> = own(reader, items).filter(elsewhere).cloned().collect();
    html! { @if !items.is_empty() { div class="box peek" id="owed-elsewhere" { (owed(reader, &items)) } } }
}

/// How many things wait for the reader, for the remark beside the heading and for the status line.
pub fn owed_words(items: &[OwedItem], seat: Seat, over: bool) -> String {
    if over {
        return "The campaign has ended.".to_owned();
    }
    if items.is_empty() {
        return String::new();
    }
    let n = items.iter().filter(|item| item.who == seat && item.state == ItemState::Yours).count();
    match n {
        0 => "Nothing waits for you.".to_owned(),
        1 => "One thing waits for you.".to_owned(),
        n => format!("{} things wait for you.", capital(&super::figures::count_words(n))),
    }
}

/// A word with a capital before it.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

/// The class, icon and word of a state. After the end nothing is anybody's to do: what was, was left open.
fn state(reader: &Reader<'_>, state: ItemState) -> (&'static str, &'static str, &'static str) {
    match state {
        ItemState::Yours | ItemState::Waiting if reader.over => ("later", "later", "Left open at the end."),
        ItemState::Later if reader.over => ("later", "later", "Not reached."),
        state => symbols::state(state),
    }
}

/// The steps of a procedure.
pub fn steps(reader: &Reader<'_>, rows: &[StepRow]) -> Markup {
    html! {
        ol class="steps" {
            @for row in rows {
                @let (class, symbol, word) = state(reader, row.state);
                @let now = row.now && !reader.over;
                @let left = reader.over && matches!(row.state, ItemState::Yours | ItemState::Waiting);
                li class={ (class) @if now { " now" } } aria-current=[now.then_some("step")] {
                    (icon(symbol))
                    span class="k" { (row.key) }
                    span class="t" { (row.title) span class="sr" { ". " (word) } }
                    @if !row.note.is_empty() && !left { span class="s" { (words::text(reader, &row.note)) } }
                }
            }
        }
    }
}

/// Days and slots as a strip.
pub fn timeline(reader: &Reader<'_>, days: &[Day]) -> Markup {
    html! {
        ol class="strip" {
            @for day in days {
                li {
                    span class="d" { (day.label) }
                    ol {
                        @for slot in &day.slots {
                            @let (class, symbol, word) = state(reader, slot.state);
                            li class=(class) { (icon(symbol)) (slot.label) span class="sr" { ". " (word) } }
                        }
                    }
                }
            }
        }
    }
}
