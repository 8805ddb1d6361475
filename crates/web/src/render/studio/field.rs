//! One cell as a control, by what belongs into it.

use maud::{Markup, html};
use tabular::{CellKind, SetupColumn};

/// Words longer than this stand in a field of several lines.
const LONG: usize = 34;

/// One cell of a form.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    /// The column.
    pub column: &'a SetupColumn,
    /// The control's id and the name it sends.
    pub name: &'a str,
    /// What stands in it.
    pub value: &'a str,
    /// Whether what stands in it is wrong.
    pub bad: bool,
    /// The ids of what describes it, parted by spaces; may be empty.
    pub told: &'a str,
    /// Whether the page begins here.
    pub first: bool,
    /// Whether the column holds long words somewhere, so that all its cells have several lines.
    pub tall: bool,
    /// The most characters that a cell of the column has: all its fields are as wide.
    pub longest: usize,
}

/// Whether words need several lines.
pub fn is_long(value: &str) -> bool {
    value.chars().count() > LONG || value.contains('\n')
}

/// Draws the control.
pub fn field(cell: &Field<'_>) -> Markup {
    let Field { column, name, value, bad, told, first, tall, longest } = *cell;
    let longest = longest.max(value.chars().count());
    let (told, bad) = ((!told.is_empty()).then_some(told), bad.then_some("true"));
    match &column.kind {
        // One word for each part of a row that has several.
        CellKind::Choice(_) | CellKind::Flag if value.contains(" / ") => html! {
            input type="text" id=(name) name=(name) value=(value) size=(size(&column.kind, longest)) aria-invalid=[bad]
                aria-describedby=[told] autofocus[first] autocomplete="off" spellcheck="false";
        },
        CellKind::Choice(words) => {
            let words: Vec<(&str, &str)> =
                words.iter().map(|(word, label)| (word.as_str(), label.as_str())).collect();
            choices(cell, &words)
        }
        CellKind::Flag if column.needed && matches!(value, "" | "yes" | "no") => html! {
            input type="checkbox" id=(name) name=(name) value="yes" checked[value == "yes"] aria-invalid=[bad]
                aria-describedby=[told] autofocus[first];
        },
        CellKind::Flag => choices(cell, &[("yes", "yes"), ("no", "no")]),
        _ if tall || is_long(value) => html! {
            textarea id=(name) name=(name) rows=(rows(value)) aria-invalid=[bad] aria-describedby=[told]
                autofocus[first] spellcheck="false" { "\n" (value) }
        },
        kind => html! {
            input type="text" id=(name) name=(name) value=(value) size=(size(kind, longest)) aria-invalid=[bad]
                aria-describedby=[told] autofocus[first] autocomplete="off" spellcheck="false" inputmode=[mode(kind)];
        },
    }
}

fn choices(cell: &Field<'_>, words: &[(&str, &str)]) -> Markup {
    let Field { column, name, value, bad, told, first, .. } = *cell;
    let known = words.iter().any(|(word, _)| *word == value);
    html! {
        select id=(name) name=(name) aria-invalid=[bad.then_some("true")] autofocus[first]
            aria-describedby=[(!told.is_empty()).then_some(told)] {
            @if !column.needed || value.is_empty() { option value="" selected[value.is_empty()] { "–" } }
            @if !known && !value.is_empty() { option value=(value) selected { (value) " ?" } }
            @for (word, label) in words { option value=(word) selected[*word == value] { (label) } }
        }
    }
}

fn rows(value: &str) -> usize {
    let lines = value.lines().map(|line| line.chars().count().div_ceil(LONG).max(1)).sum::<usize>();
    lines.clamp(1, 12)
}

fn size(kind: &CellKind, longest: usize) -> usize {
    let least = match kind {
        CellKind::Whole { .. } | CellKind::Decimal => 4,
        CellKind::NumberOr(_) => 6,
        CellKind::Id => 7,
        CellKind::Date => 10,
        _ => 12,
    };
    longest.clamp(least, LONG)
}

fn mode(kind: &CellKind) -> Option<&'static str> {
    match kind {
        CellKind::Whole { least, .. } if *least >= 0 => Some("numeric"),
        _ => None,
    }
}

/// About how many characters wide a cell stands, to tell whether a row fits on a page.
pub fn width(column: &SetupColumn, longest: usize) -> usize {
    let own = match &column.kind {
        CellKind::Choice(words) => {
            words.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(2) + 4
        }
        CellKind::Flag => 6,
        kind => size(kind, longest) + 3,
    };
    own.max(column.title.split(' ').map(|word| word.chars().count()).max().unwrap_or(0) + 1)
}

/// Whether the words of a column's cells may stand in several lines.
pub fn wraps(column: &SetupColumn) -> bool {
    use CellKind::{Counts, List, Points, Raw, Text};
    matches!(column.kind, Text | Counts(_) | List | Points | Raw)
}

/// Whether a column holds figures, which stand to the right.
pub fn is_figure(column: &SetupColumn) -> bool {
    matches!(column.kind, CellKind::Whole { .. } | CellKind::Decimal | CellKind::NumberOr(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(kind: CellKind, needed: bool, value: &str) -> String {
        let column = SetupColumn {
            key: "k".into(),
            title: "T".into(),
            aliases: &[],
            kind,
            needed,
            help: String::new(),
        };
        field(&Field {
            column: &column,
            name: "c0-0",
            value,
            bad: false,
            told: "",
            first: false,
            tall: false,
            longest: 0,
        })
        .into_string()
    }

    #[test]
    fn a_choice_keeps_what_it_does_not_know_and_may_be_empty_where_nothing_is_needed() {
        let kind =
            || CellKind::Choice(vec![("raw".into(), "Raw".into()), ("trained".into(), "Trained".into())]);
        let known = drawn(kind(), true, "raw");
        assert!(
            known.contains("<option value=\"raw\" selected>Raw") && !known.contains("value=\"\""),
            "{known}"
        );
        let strange = drawn(kind(), true, "trianed");
        assert!(strange.contains("<option value=\"trianed\" selected>trianed ?"), "{strange}");
        assert!(drawn(kind(), false, "raw").contains("value=\"\">–"));
    }

    #[test]
    fn a_flag_that_may_be_missing_tells_no_from_nothing() {
        assert!(drawn(CellKind::Flag, true, "yes").contains("type=\"checkbox\""));
        let open = drawn(CellKind::Flag, false, "no");
        assert!(open.contains("<option value=\"no\" selected>") && open.contains("value=\"\""), "{open}");
    }

    #[test]
    fn long_words_are_seen_whole() {
        assert!(drawn(CellKind::Text, true, "short").starts_with("<input"));
        let long = "word ".repeat(20);
        let field = drawn(CellKind::Text, true, &long);
        assert!(field.starts_with("<textarea") && field.contains("rows=\"3\""), "{field}");
    }
}
