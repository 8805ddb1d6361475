//! What the system says of a draft, with its place among the tables.

use kernel::Diagnostic;
use tabular::{Fillable, SetupTable};

use crate::place::spot;
use crate::trial::in_words_of;
use crate::{Draft, Finding, Findings};

pub(crate) fn run(draft: &Draft, rulebook: &dyn Fillable) -> Findings {
    let text = draft.text();
    let tables = rulebook.tables(&text);
    match rulebook.open("", &text) {
        Ok(game) => Findings {
            faults: Vec::new(),
            odd: game.warnings().iter().map(|one| finding(one.clone(), &tables)).collect(),
            sides: game.sides(),
            forecast: game.forecast(),
        },
        Err(faults) => Findings {
            faults: faults.into_iter().map(|one| finding(one, &tables)).collect(),
            ..Findings::default()
        },
    }
}

fn finding(mut diagnostic: Diagnostic, tables: &[SetupTable]) -> Finding {
    let spot = spot(&diagnostic.path, tables);
    let column = spot.as_ref().and_then(|spot| {
        let table = tables.iter().find(|table| table.path == spot.table)?;
        table.columns.get(spot.column?)
    });
    if let Some(column) = column {
        diagnostic.sentence = in_words_of(column, &diagnostic.sentence);
    }
    Finding { spot, diagnostic }
}
