//! The men of a roster, in the columns of a nation's file or of the paper form.

use tabular::{Grid, Head, Value};

use super::layout::{IN_PLAY, MEN, WHOLE_MAN};
use super::source::Sources;
use crate::words::{Rank, Role};

/// The men of a roster, whose first column may be that of the paper form.
pub(super) fn men(grid: &Grid, from: &mut Sources<'_>) -> Vec<String> {
    let heads: Vec<Head> = MEN.iter().map(|field| field.head).chain([WHOLE_MAN]).chain(IN_PLAY).collect();
    let whole = MEN.len();
    let columns = from.columns(grid, &heads);
    if !columns.has(whole) {
        for at in (0..3).filter(|at| !columns.has(*at)) {
            let sentence = format!(
                "The column {} is missing: {} may be there instead.",
                heads[at].title, WHOLE_MAN.title
            );
            let header = columns.header();
            from.fault(grid.address(header, 0), sentence);
        }
    }
    let mut men = Vec::new();
    for (n, row) in columns.rows().enumerate() {
        let parts =
            if columns.has(whole) { parts_of(&columns.cell(row, whole).words()) } else { Default::default() };
        let mut texts = Vec::new();
        for (at, field) in MEN.iter().enumerate() {
            let own = columns.cell(row, at).clone();
            let from_whole = parts.iter().find(|(key, _)| *key == field.key && own.is_empty());
            let (address, value) = match from_whole {
                Some((_, text)) => (columns.address(row, whole), text.as_str().into()),
                None if columns.has(whole) && !columns.has(at) => (columns.address(row, whole), own),
                None => (columns.address(row, at), own),
            };
            let text =
                from.field(format!("man[{n}].{}", field.key), address, &spelt(field.key, value), field.kind);
            texts.extend(text.map(|text| format!("{} = {text}", field.key)));
        }
        for (at, head) in IN_PLAY.iter().enumerate() {
            let at = whole + 1 + at;
            let words = columns.cell(row, at).words();
            // A printed T says that he is a leader card; the column of roles says which.
            let is_printed = head.title == "Repl" && words == "T";
            if !words.is_empty() && !is_printed {
                let sentence = format!(
                    "{} is filled in during play and is no part of a nation: leave it empty.",
                    head.title
                );
                from.fault(columns.address(row, at), sentence);
            }
        }
        men.push(texts.join(", "));
    }
    men
}

/// Ranks and roles in the one spelling of files.
fn spelt(key: &str, value: Value) -> Value {
    let upper = value.words().to_uppercase();
    match (key, upper.as_str()) {
        ("role", "SQUAD LEADER") => Role::Sl.word().into(),
        ("role", "ASSISTANT" | "ASSISTANT SQUAD LEADER") => Role::Asl.word().into(),
        ("role", "COMMISSAR") => Role::Comm.word().into(),
        ("role", word) if Role::read(word).is_some() => upper.into(),
        ("rank", word) if Rank::read(word).is_some() => upper.into(),
        _ => value,
    }
}

/// Number, name, weapon and kind of leader out of one cell: `1 Ferraro MP squad leader`.
fn parts_of(words: &str) -> Vec<(&'static str, String)> {
    let mut parts = Vec::new();
    let mut rest = words.trim().trim_start_matches('#');
    for (aside, role) in [("squad leader", Role::Sl), ("assistant", Role::Asl), ("commissar", Role::Comm)] {
        if let Some(before) = rest.strip_suffix(aside) {
            parts.push(("role", role.word().to_owned()));
            rest = before.trim();
        }
    }
    if let Some((number, after)) = rest.split_once(char::is_whitespace) {
        parts.push(("number", number.trim_end_matches('.').to_owned()));
        if let Some((name, weapon)) = after.trim().rsplit_once(char::is_whitespace) {
            parts.push(("name", name.trim().to_owned()));
            parts.push(("weapon", weapon.to_owned()));
        }
    }
    parts
}
