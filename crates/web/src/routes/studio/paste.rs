//! Rows from a spreadsheet, in steps: pasted or brought as a file, their columns found, their cells checked and corrected,
//! and only then put in.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::html;
use studio::Placing;
use tabular::{SetupTable, TableShape};

use super::engine::{self, Rows};
use super::{Writing, lines, not_taken, unkept, version};
use crate::error::Trouble;
use crate::posted::{Posted, Written};
use crate::render::studio::findings;
use crate::state::WebState;
use crate::visitor::Visitor;

mod came;
mod pages;

pub(super) use came::Pasted;
use came::{MOST_COLUMNS, Named};

/// A row and a column as fields and buttons name them.
fn place(text: &str) -> Option<(usize, usize)> {
    let (row, column) = text.split_once('-')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

fn set(cells: &mut [Vec<String>], (row, column): (usize, usize), words: &str) {
    if let Some(cells) = cells.get_mut(row) {
        if cells.len() <= column {
            cells.resize(column + 1, String::new());
        }
        words.clone_into(&mut cells[column]);
    }
}

/// What the form carries from step to step besides the rows.
struct Chosen {
    columns: Vec<Option<usize>>,
    placing: Placing,
    version: i64,
}

impl Chosen {
    fn of(table: &SetupTable, posted: &Posted, pasted: &Pasted) -> Result<Self, Trouble> {
        let n_columns = table.columns.len();
        let column = |at| {
            let column = posted.get(&format!("m{at}")).and_then(|column| column.parse().ok());
            column.filter(|column| *column < n_columns)
        };
        let columns = (0..pasted.width()).map(column).collect();
        Ok(Self { columns, placing: placing(posted.get("placing").unwrap_or("")), version: version(posted)? })
    }
}

fn placing(word: &str) -> Placing {
    if word == "after" { Placing::After } else { Placing::Instead }
}

/// A table of a draft that takes rows.
pub(super) struct Place {
    pub(super) table: SetupTable,
    /// The name of its sheet in a workbook that holds all tables of the draft.
    sheet: String,
    /// How many rows it has.
    n_present: usize,
}

impl Place {
    pub(super) async fn find(writing: &Writing, path: &str) -> Result<Self, Trouble> {
        let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
        let (at, table, grid) = judged.table(path).ok_or(Trouble::NotFound)?;
        if table.shape == TableShape::One {
            return Err(Trouble::NotFound);
        }
        let titles = judged.tables.iter().map(|(table, _)| table.title.as_str());
        let sheet = sheets::xlsx::sheet_names(titles).into_iter().nth(at).unwrap_or_default();
        Ok(Self { table: table.clone(), sheet, n_present: grid.rows.len().saturating_sub(1) })
    }

    pub(super) fn named(&self) -> Named<'_> {
        Named { table: &self.table, sheet: &self.sheet }
    }
}

/// The first step.
pub(super) async fn page(
    State(state): State<WebState>,
    Path((draft, path)): Path<(String, String)>,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let writing = Writing::enter(&state, visitor, &draft).await?;
    let place = Place::find(&writing, &path).await?;
    Ok(pages::paste(&writing, &place, Placing::Instead, "", &[]).into_response())
}

/// Where only a form is sent.
pub(super) async fn again(Path((draft, path)): Path<(String, String)>) -> Redirect {
    let draft: String = form_urlencoded::byte_serialize(draft.as_bytes()).collect();
    Redirect::to(&format!("{}/paste", findings::table(&format!("/studio/{draft}"), &path)))
}

/// The second step, after rows have come in one way or the other.
pub(super) async fn begun(
    writing: &Writing,
    place: &Place,
    pasted: Result<Pasted, Vec<String>>,
    placed: &str,
    version: &str,
) -> Result<Response, Trouble> {
    let pasted = match pasted {
        Ok(pasted) => pasted,
        Err(why) => return Ok(not_taken(pages::paste(writing, place, placing(placed), "", &why))),
    };
    let columns = engine::guess(&place.table, &pasted.cells).await?;
    let version = version.parse().map_err(|_| Trouble::NotUnderstood)?;
    let chosen = Chosen { columns, placing: placing(placed), version };
    Ok(pages::columns(writing, &place.table, &pasted, &chosen, None).into_response())
}

/// Every further step.
pub(super) async fn step(
    State(state): State<WebState>,
    Path((draft, path)): Path<(String, String)>,
    visitor: Visitor,
    Written(posted): Written,
) -> Result<Response, Trouble> {
    let writing = Writing::sent(&state, visitor, &draft, &posted).await?;
    let place = Place::find(&writing, &path).await?;
    let (placed, version) = (posted.get("placing").unwrap_or(""), posted.get("version").unwrap_or(""));
    match posted.get("do").unwrap_or("check") {
        "read" => {
            let text = lines(posted.get("text").unwrap_or(""));
            let pasted = match read(&place, &text, posted.get("untitled").is_some()).await? {
                Ok(pasted) => pasted,
                Err(why) => {
                    return Ok(not_taken(pages::paste(&writing, &place, placing(placed), &text, &why)));
                }
            };
            begun(&writing, &place, Ok(pasted), placed, version).await
        }
        "sheet" => {
            let pasted = Pasted::of_sheet(&posted)?;
            begun(&writing, &place, Ok(pasted), placed, version).await
        }
        "again" => {
            let pasted = Pasted::carried(&posted, None)?;
            Ok(pages::paste(&writing, &place, placing(placed), &pasted.text(), &[]).into_response())
        }
        "columns" => {
            let pasted = Pasted::carried(&posted, None)?;
            let chosen = Chosen::of(&place.table, &posted, &pasted)?;
            Ok(pages::columns(&writing, &place.table, &pasted, &chosen, None).into_response())
        }
        asked => checked(&state, &writing, &place.table, &posted, asked).await,
    }
}

async fn read(place: &Place, text: &str, untitled: bool) -> Result<Result<Pasted, Vec<String>>, Trouble> {
    let (plain, titles) = (text.to_owned(), untitled.then(|| letters(text)));
    let read = |text: &str| sheets::read_as_shown("what you pasted", text.as_bytes());
    let grids = tokio::task::spawn_blocking(move || match titles {
        None => read(&plain),
        // By itself first, so that faults name its own lines.
        Some(titles) => read(&plain).and_then(|_| read(&format!("{titles}\n{plain}"))),
    })
    .await;
    match grids.map_err(|_| Trouble::Broken)? {
        Ok(grids) => Pasted::of_grids(place.named(), grids, untitled).await,
        Err(faults) => Ok(Err(faults.into_iter().map(|fault| fault.sentence).collect())),
    }
}

/// A row of titles for rows that have none: the letters of their columns, parted as the first row is.
fn letters(text: &str) -> String {
    let first = text.lines().next().unwrap_or("");
    let separator = ['\t', ';', ','].into_iter().find(|sign| first.contains(*sign)).unwrap_or('\t');
    let n_columns = first.matches(separator).count() + 1;
    let letter = |column| {
        let address = tabular::Address { sheet: String::new(), row: 0, column }.to_string();
        format!("Column {}", address.trim_end_matches('1'))
    };
    (0..n_columns.min(MOST_COLUMNS)).map(letter).collect::<Vec<_>>().join(&separator.to_string())
}

/// The cells are checked, with suggestions taken where that is asked; rows without a fault are put in when that is asked.
async fn checked(
    state: &WebState,
    writing: &Writing,
    table: &SetupTable,
    posted: &Posted,
    asked: &str,
) -> Result<Response, Trouble> {
    let one = asked.strip_prefix("use-").and_then(place);
    let mut pasted = Pasted::carried(posted, one)?;
    if let Some(row) = asked.strip_prefix("drop-").and_then(|row| row.parse().ok()) {
        pasted.leave_out(row);
    }
    let mut chosen = Chosen::of(table, posted, &pasted)?;
    if pasted.n_rows() == 0 {
        let why = ["No row is left of what you pasted. Paste again.".to_owned()];
        let place = Place::find(writing, &table.path).await?;
        return Ok(not_taken(pages::paste(writing, &place, chosen.placing, "", &why)));
    }
    if chosen.columns.iter().all(Option::is_none) {
        let why = "No column is assigned yet. Say of at least one which it is.";
        return Ok(not_taken(pages::columns(writing, table, &pasted, &chosen, Some(why))));
    }
    let tried = async |cells: Vec<Vec<String>>| {
        let (columns, placing) = (chosen.columns.clone(), chosen.placing);
        let rows = Rows { cells, above: pasted.above, columns, placing };
        Ok::<_, Trouble>((
            engine::tried(writing.rulebook, &writing.draft.text, table, &rows).await?,
            rows.cells,
        ))
    };
    let (mut found, mut cells) = tried(pasted.cells.clone()).await?;
    if one.is_some() || asked == "use-all" {
        for fault in &found.faults {
            if let (Some(row), Some(column), Some(words)) = (fault.row, fault.column, &fault.suggestion)
                && (asked == "use-all" || one == Some((row, column)))
            {
                set(&mut cells, (row, column), words);
            }
        }
        (found, cells) = tried(cells).await?;
    }
    let pasted = Pasted { cells, ..pasted };
    let Some(text) = found.text.take() else {
        return Ok(not_taken(pages::check(writing, table, &pasted, &chosen, &found, None)));
    };
    if asked != "put" {
        return Ok(pages::check(writing, table, &pasted, &chosen, &found, None).into_response());
    }
    match writing.keep(state, chosen.version, text).await? {
        Ok(_) => {
            Ok(Redirect::to(&format!("{}?put-in", findings::table(&writing.base, &table.path)))
                .into_response())
        }
        Err(why) => {
            let why = unkept(why)?;
            // The rows were tried on the present draft, so they may be put over it when they are sent again.
            chosen.version = writing.draft.card.version;
            Ok(not_taken(pages::check(writing, table, &pasted, &chosen, &found, Some(why))))
        }
    }
}

/// The fields that every step carries.
fn carried(writing: &Writing, pasted: &Pasted, chosen: &Chosen) -> maud::Markup {
    let cells = serde_json::to_string(&pasted.cells).unwrap_or_default();
    html! {
        input type="hidden" name="csrf" value=(writing.session.csrf);
        input type="hidden" name="version" value=(chosen.version);
        input type="hidden" name="above" value=(pasted.above);
        input type="hidden" name="cells" value=(cells);
    }
}
