//! Rows from a spreadsheet, in steps: pasted or brought as a file, their columns found, their cells checked and corrected,
//! and only then put in.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::grid::Grid;
use kernel::studio::{SetupTable, TableShape};
use maud::html;
use studio::Placing;

use super::engine::{self, Rows, Tried};
use super::rows::MOST_ROWS;
use super::{Writing, lines, not_taken, unkept, version};
use crate::error::Trouble;
use crate::posted::{Posted, Written};
use crate::render::studio::findings;
use crate::state::WebState;
use crate::visitor::Visitor;

mod pages;

/// The most columns that are taken at once.
const MOST_COLUMNS: usize = 60;

/// Rows as they came, the titles first.
pub(super) struct Pasted {
    cells: Vec<Vec<String>>,
    /// How many rows stand in the file above the titles.
    above: usize,
    /// What is to be said of where they come from; may be empty.
    remark: String,
}

impl Pasted {
    /// The rows of the table among those of a file that fits best; else why they are not taken.
    pub async fn of_grids(
        table: &SetupTable,
        grids: Vec<Grid>,
    ) -> Result<Result<Self, Vec<String>>, Trouble> {
        let n_grids = grids.len();
        let mut best: Option<(usize, Self)> = None;
        for grid in grids {
            let name = grid.name.clone();
            let mut pasted = Self::of(&grid);
            let known = engine::guess(table, &pasted.cells).await?.into_iter().flatten().count();
            if n_grids > 1 {
                pasted.remark =
                    format!("Of the {n_grids} sheets, “{name}” fits this table best and is taken.");
            }
            if pasted.cells.len() > 1 && best.as_ref().is_none_or(|(most, _)| known > *most) {
                best = Some((known, pasted));
            }
        }
        let no = |why: String| Ok(Err(vec![why]));
        let Some((_, pasted)) = best else {
            return no(
                "There are no rows in it. A row of titles is needed, and at least one row below it.".into()
            );
        };
        let n_rows = pasted.cells.len() - 1;
        if n_rows > MOST_ROWS || pasted.width() > MOST_COLUMNS {
            return no(format!(
                "At most {MOST_ROWS} rows and {MOST_COLUMNS} columns are taken at once; these are {n_rows} rows and {} \
                 columns.",
                pasted.width()
            ));
        }
        Ok(Ok(pasted))
    }

    /// Without the empty rows above the titles and below the last row.
    fn of(grid: &Grid) -> Self {
        let first = (0..grid.rows.len()).find(|row| !grid.is_blank(*row)).unwrap_or(grid.rows.len());
        let last = (first..grid.rows.len()).rfind(|row| !grid.is_blank(*row)).map_or(first, |row| row + 1);
        let rows = &grid.rows[first..last];
        let cells = rows.iter().map(|row| row.iter().map(kernel::grid::Value::words).collect()).collect();
        Self { cells, above: grid.above + first, remark: String::new() }
    }

    fn width(&self) -> usize {
        self.cells.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn n_rows(&self) -> usize {
        self.cells.iter().skip(1).filter(|row| row.iter().any(|cell| !cell.trim().is_empty())).count()
    }

    /// The rows that a form carries, with the cells that were corrected in it; `but` is taken as it was.
    fn carried(posted: &Posted, but: Option<(usize, usize)>) -> Result<Self, Trouble> {
        let cells = posted.get("cells").ok_or(Trouble::NotUnderstood)?;
        let mut cells: Vec<Vec<String>> = serde_json::from_str(cells).map_err(|_| Trouble::NotUnderstood)?;
        let above = posted.get("above").and_then(|above| above.parse().ok()).unwrap_or(0);
        if cells.len() < 2 || cells.len() > MOST_ROWS + 1 || above > 1_000_000 {
            return Err(Trouble::NotUnderstood);
        }
        for (field, value) in posted.pairs() {
            let Some(at) = field.strip_prefix('c').and_then(place) else { continue };
            let (row, column) = at;
            if but == Some(at) || row >= cells.len() || column >= MOST_COLUMNS {
                continue;
            }
            set(&mut cells, at, lines(value).trim());
        }
        let pasted = Self { cells, above, remark: String::new() };
        if pasted.width() > MOST_COLUMNS { Err(Trouble::NotUnderstood) } else { Ok(pasted) }
    }
}

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

/// The table of a draft, if it takes rows.
pub(super) async fn table(writing: &Writing, path: &str) -> Result<(SetupTable, usize), Trouble> {
    let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
    let (_, table, grid) = judged.table(path).ok_or(Trouble::NotFound)?;
    if table.shape == TableShape::One {
        return Err(Trouble::NotFound);
    }
    Ok((table.clone(), grid.rows.len().saturating_sub(1)))
}

/// The first step.
pub(super) async fn page(
    State(state): State<WebState>,
    Path((draft, path)): Path<(String, String)>,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let writing = Writing::enter(&state, visitor, &draft).await?;
    let (table, n_present) = table(&writing, &path).await?;
    Ok(pages::paste(&writing, &table, n_present, "", &[]).into_response())
}

/// Where only a form is sent.
pub(super) async fn again(Path((draft, path)): Path<(String, String)>) -> Redirect {
    let draft: String = form_urlencoded::byte_serialize(draft.as_bytes()).collect();
    Redirect::to(&format!("{}/paste", findings::table(&format!("/studio/{draft}"), &path)))
}

/// The second step, after rows have come in one way or the other.
pub(super) async fn begun(
    writing: &Writing,
    table: &SetupTable,
    pasted: Result<Pasted, Vec<String>>,
    placed: &str,
    version: &str,
) -> Result<Response, Trouble> {
    let pasted = match pasted {
        Ok(pasted) => pasted,
        Err(why) => return Ok(not_taken(pages::paste(writing, table, 0, "", &why))),
    };
    let columns = engine::guess(table, &pasted.cells).await?;
    let version = version.parse().map_err(|_| Trouble::NotUnderstood)?;
    let chosen = Chosen { columns, placing: placing(placed), version };
    Ok(pages::columns(writing, table, &pasted, &chosen, None).into_response())
}

/// Every further step.
pub(super) async fn step(
    State(state): State<WebState>,
    Path((draft, path)): Path<(String, String)>,
    visitor: Visitor,
    Written(posted): Written,
) -> Result<Response, Trouble> {
    let writing = Writing::sent(&state, visitor, &draft, &posted).await?;
    let (table, n_present) = table(&writing, &path).await?;
    match posted.get("do").unwrap_or("check") {
        "read" => {
            let text = lines(posted.get("text").unwrap_or(""));
            let pasted = match read(&table, &text, posted.get("untitled").is_some()).await? {
                Ok(pasted) => pasted,
                Err(why) => return Ok(not_taken(pages::paste(&writing, &table, n_present, &text, &why))),
            };
            let (placed, version) =
                (posted.get("placing").unwrap_or(""), posted.get("version").unwrap_or(""));
            begun(&writing, &table, Ok(pasted), placed, version).await
        }
        "columns" => {
            let pasted = Pasted::carried(&posted, None)?;
            let chosen = Chosen::of(&table, &posted, &pasted)?;
            Ok(pages::columns(&writing, &table, &pasted, &chosen, None).into_response())
        }
        asked => checked(&state, &writing, &table, &posted, asked).await,
    }
}

async fn read(
    table: &SetupTable,
    text: &str,
    untitled: bool,
) -> Result<Result<Pasted, Vec<String>>, Trouble> {
    let bytes = if untitled { format!("{}\n{text}", letters(text)) } else { text.to_owned() }.into_bytes();
    let grids = tokio::task::spawn_blocking(move || sheets::read("what you pasted", &bytes)).await;
    match grids.map_err(|_| Trouble::Broken)? {
        Ok(grids) => Pasted::of_grids(table, grids).await,
        Err(faults) => Ok(Err(faults.into_iter().map(|fault| fault.sentence).collect())),
    }
}

/// A row of titles for rows that have none: the letters of their columns, parted as the first row is.
fn letters(text: &str) -> String {
    let first = text.lines().next().unwrap_or("");
    let separator = ['\t', ';', ','].into_iter().find(|sign| first.contains(*sign)).unwrap_or('\t');
    let n_columns = first.matches(separator).count() + 1;
    let letter = |column| {
        let address = kernel::grid::Address { sheet: String::new(), row: 0, column }.to_string();
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
    let pasted = Pasted::carried(posted, one)?;
    let mut chosen = Chosen::of(table, posted, &pasted)?;
    if chosen.columns.iter().all(Option::is_none) {
        let why = "No column is taken yet. Say of at least one which it is.";
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
    let Tried { faults, text, odd, .. } = found;
    let Some(text) = text else {
        let page = pages::check(writing, table, &pasted, &chosen, (&faults, &odd), None);
        return Ok(not_taken(page));
    };
    if asked != "put" {
        return Ok(pages::check(writing, table, &pasted, &chosen, (&[], &odd), None).into_response());
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
            Ok(not_taken(pages::check(writing, table, &pasted, &chosen, (&[], &odd), Some(why))))
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
