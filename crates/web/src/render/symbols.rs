//! Icons and the marks of sides, drawn once per page and used by reference.

use kernel::SideInfo;
use kernel::view::{Hue, ItemState};
use maud::{Markup, PreEscaped, html};

/// All symbols of a page.
const SYMBOLS: &str = include_str!("../assets/symbols.svg");

/// The hidden drawing that holds every symbol.
pub fn defs() -> Markup {
    PreEscaped(SYMBOLS.to_owned())
}

/// A small icon beside words that say the same.
pub fn icon(name: &str) -> Markup {
    html! { svg class="i" aria-hidden="true" { use href={ "#i-" (name) } {} } }
}

/// The class, icon and word of a state.
pub fn state(state: ItemState) -> (&'static str, &'static str, &'static str) {
    match state {
        ItemState::Done => ("done", "done", "Done."),
        ItemState::Yours => ("you", "you", "Yours."),
        ItemState::Waiting => ("wait", "wait", "Waiting."),
        ItemState::Later => ("later", "later", "Later."),
        ItemState::Closed => ("off", "no", "Closed."),
    }
}

/// The letter that stands for a side's hue, pattern and corner.
pub fn side_letter(side: u8) -> &'static str {
    ["a", "b", "c", "d"][usize::from(side % 4)]
}

/// The classes that give each side its colour, where that is not the colour of its seat.
pub fn hues(sides: &[SideInfo]) -> String {
    let class = |(side, info): (u8, &SideInfo)| {
        let hue = info.hue.filter(|hue| *hue != Hue::of_seat(side))?;
        Some(format!("hue-{}-{}", side_letter(side), hue.word()))
    };
    (0..).zip(sides).filter_map(class).collect::<Vec<_>>().join(" ")
}

/// The mark of Adjutant.
pub fn mark() -> Markup {
    html! {
        svg viewBox="0 0 20 24" aria-hidden="true" {
            path class="shield" d="M2 1h16v14l-8 8-8-8z" {}
            path class="pale" d="M10 1v22" {}
            circle class="boss" cx="10" cy="7" r="2.2" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_a_class_an_icon_and_a_word_of_its_own() {
        let all =
            [ItemState::Done, ItemState::Yours, ItemState::Waiting, ItemState::Later, ItemState::Closed]
                .map(state);
        let expected = [
            ("done", "done", "Done."),
            ("you", "you", "Yours."),
            ("wait", "wait", "Waiting."),
            ("later", "later", "Later."),
            ("off", "no", "Closed."),
        ];
        assert_eq!(all, expected);
    }
}
