//! The map of a draft, painted over a picture of it. What is painted is rows of the same tables that are filled in and
//! pasted, and goes into them the same way; the picture stays in the browser.
//!
//! Unlike a form, painting is saved with faults too: it grows, and what is not right yet is named beside it.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use studio::Placing;
use tabular::paint::{NAME, ROAD, SIZE};
use tabular::{Grid, Painting, SetupTable};

use super::engine::{self, Judged, Rows};
use super::rows::{MOST_ROWS, entered};
use super::{Writing, not_taken, unkept, version};
use crate::error::Trouble;
use crate::posted::{Posted, Written};
use crate::render::frame::Document;
use crate::render::studio::chart::name;
use crate::render::studio::{Remark, paint};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The most columns and rows of hexes: a printed number has two digits for each.
const MOST: usize = 99;

impl Writing {
    /// What of the draft can be painted. A draft without a map of its own has no such page.
    pub(super) fn painting(&self) -> Option<Painting> {
        self.rulebook.painting(&self.draft.text)
    }
}

/// A table of a draft by its path.
fn table<'j>(judged: &'j Judged, path: &str) -> Result<(&'j SetupTable, &'j Grid), Trouble> {
    judged.table(path).map(|(_, table, grid)| (table, grid)).ok_or(Trouble::NotFound)
}

/// What stands in the only row of a table, by the key of its column.
fn only((table, grid): (&SetupTable, &Grid), key: &str) -> String {
    let at = table.columns.iter().position(|column| column.key == key);
    at.map_or_else(String::new, |at| grid.cell(1, at).words())
}

/// How many columns and rows of hexes there are, where the map says it well.
fn size(map: (&SetupTable, &Grid)) -> Option<(usize, usize)> {
    let number = |key: &str| only(map, key).parse().ok().filter(|n| (1..=MOST).contains(n));
    Some((number(SIZE[0])?, number(SIZE[1])?))
}

/// The fields of the map's own table that must be filled in before it can be painted: its size, and what is missing.
fn fields(map: (&SetupTable, &Grid)) -> (SetupTable, Vec<usize>) {
    let (table, _) = map;
    let of_size = |key: &str| SIZE.contains(&key);
    let asked = |at: &usize| {
        let column = &table.columns[*at];
        of_size(&column.key) || (column.needed && only(map, &column.key).is_empty())
    };
    let at: Vec<usize> = (0..table.columns.len()).filter(asked).collect();
    let columns = at.iter().map(|at| table.columns[*at].clone()).collect();
    (SetupTable { columns, ..table.clone() }, at)
}

/// The page on which the map is painted, or on which its size is said first.
pub(super) async fn page(
    State(state): State<WebState>,
    Path(draft): Path<String>,
    uri: Uri,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let writing = Writing::enter(&state, visitor, &draft).await?;
    let painting = writing.painting().ok_or(Trouble::NotFound)?;
    let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
    let map = table(&judged, painting.map)?;
    let (asked, at) = fields(map);
    let is_whole = uri.query() != Some("size")
        && at.iter().all(|at| {
            let column = &map.0.columns[*at];
            !column.needed || !only(map, &column.key).is_empty()
        });
    let (Some((width, height)), Some(numbering), true) = (size(map), painting.numbering, is_whole) else {
        let row: Vec<String> = asked.columns.iter().map(|column| only(map, &column.key)).collect();
        return Ok(sizing(&writing, &asked, &[row], &[], None).into_response());
    };
    let sides: Vec<String> = painting.sides.iter().map(|side| only(map, side.key)).collect();
    let (road, grid) = table(&judged, painting.road)?;
    let cell = |row: usize, key: &str| {
        let at = road.columns.iter().position(|column| column.key == key);
        at.map_or_else(String::new, |at| grid.cell(row, at).words())
    };
    let roads = (1..grid.rows.len()).map(|row| ROAD.map(|key| cell(row, key))).collect();
    let easel = paint::Easel {
        base: &writing.base,
        csrf: &writing.session.csrf,
        version: writing.draft.card.version,
        painting: &painting,
        numbering,
        size: (width, height),
        sides,
        roads,
        faults: faults(&writing, &painting, &judged),
        tables: [painting.legend, painting.rows, painting.map, painting.road, painting.names]
            .into_iter()
            .filter_map(|path| judged.table(path))
            .map(|(_, table, _)| table)
            .collect(),
    };
    Ok(framed(&writing, &easel).into_response())
}

fn framed(writing: &Writing, easel: &paint::Easel<'_>) -> maud::Markup {
    writing.framed("Paint the map", Some("/paint"), "", easel.draw(), |document| Document {
        window: true,
        ..document
    })
}

/// The page on which the size of the map is said.
fn sizing(
    writing: &Writing,
    asked: &SetupTable,
    rows: &[Vec<String>],
    remarks: &[Remark],
    why: Option<&str>,
) -> maud::Markup {
    let main = paint::size(&writing.base, asked, rows, remarks, why, writing.carried());
    writing.page("Paint the map", Some("/paint"), "", main)
}

/// What is wrong with the tables that are painted, each with the cell that it leads to.
fn faults(writing: &Writing, painting: &Painting, judged: &Judged) -> Vec<(String, String)> {
    let painted = [painting.map, painting.rows, painting.road, painting.names];
    let of = |path: &&str| {
        let address = crate::render::studio::findings::table(&writing.base, path);
        let remarks = judged.remarks(path).into_iter().filter(|remark| !remark.odd);
        remarks
            .map(move |remark| {
                let at = match (remark.row, remark.column) {
                    (Some(row), Some(column)) => format!("#{}", name(row, column)),
                    (Some(row), None) => format!("#r{row}"),
                    (None, _) => String::new(),
                };
                let row = remark.row.map_or_else(String::new, |row| format!(", row {}", row + 1));
                let title = judged.title(path).unwrap_or_default();
                (format!("{title}{row}: {}", remark.sentence), format!("{address}{at}"))
            })
            .collect::<Vec<_>>()
    };
    painted.iter().flat_map(of).collect()
}

/// Says how large the map is, and what else its table must say first.
pub(super) async fn size_of(
    State(state): State<WebState>,
    Path(draft): Path<String>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let mut writing = Writing::sent(&state, visitor, &draft, &posted).await?;
    let painting = writing.painting().ok_or(Trouble::NotFound)?;
    let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
    let map = table(&judged, painting.map)?;
    let (asked, at) = fields(map);
    let rows = entered(&asked, posted.pairs());
    let version = version(&posted)?;
    let rows = Rows {
        cells: std::iter::once(Vec::new()).chain(rows).collect(),
        above: 0,
        columns: at.into_iter().map(Some).collect(),
        placing: Placing::Edited,
    };
    let tried =
        engine::painted(writing.rulebook, &writing.draft.text, vec![(painting.map.to_owned(), rows.clone())]);
    let (remarks, why) = match tried.await? {
        Ok(text) => match writing.keep(&state, version, text).await? {
            Ok(_) => return Ok(writing.to("/paint")),
            Err(why) => (Vec::new(), Some(unkept(why)?)),
        },
        Err(remarks) => (remarks, None),
    };
    writing.draft.card.version = version;
    Ok(not_taken(sizing(&writing, &asked, &rows.cells[1..], &remarks, why)))
}

/// Takes up what has been painted since the last time, and says what is wrong with it.
pub(super) async fn write(
    State(state): State<WebState>,
    Path(draft): Path<String>,
    visitor: Visitor,
    Written(posted): Written,
) -> Result<Response, Trouble> {
    let mut writing = Writing::sent(&state, visitor, &draft, &posted).await?;
    let painting = writing.painting().ok_or(Trouble::NotFound)?;
    let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
    let strokes = strokes(&painting, &judged, &posted)?;
    let version = version(&posted)?;
    let text = match engine::painted(writing.rulebook, &writing.draft.text, strokes).await? {
        Ok(text) => text,
        Err(remarks) => {
            let why = remarks.into_iter().map(|remark| remark.sentence).collect::<Vec<_>>().join(" ");
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, Json(json!({ "why": why }))).into_response());
        }
    };
    match writing.keep(&state, version, text.clone()).await? {
        Ok(version) => {
            writing.draft.text = text;
            let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
            let faults = faults(&writing, &painting, &judged);
            Ok(Json(json!({ "version": version, "faults": faults })).into_response())
        }
        Err(why) => {
            let status = StatusCode::CONFLICT;
            Ok((status, Json(json!({ "why": unkept(why)? }))).into_response())
        }
    }
}

/// What was painted, as rows of its tables.
fn strokes(painting: &Painting, judged: &Judged, posted: &Posted) -> Result<Vec<(String, Rows)>, Trouble> {
    let mut strokes = Vec::new();
    let mut put = |path: &str, keys: &[&str], rows: Vec<Vec<String>>| {
        let (table, _) = table(judged, path)?;
        let at = |key: &&str| table.columns.iter().position(|column| column.key == *key);
        let columns = if keys.is_empty() { vec![Some(0)] } else { keys.iter().map(at).collect() };
        let cells = std::iter::once(Vec::new()).chain(rows).collect();
        strokes.push((path.to_owned(), Rows { cells, above: 0, columns, placing: Placing::Instead }));
        Ok::<(), Trouble>(())
    };
    if let Some(hexes) = posted.get("hexes") {
        let rows: Vec<Vec<String>> = hexes.lines().map(|row| vec![row.to_owned()]).collect();
        if rows.len() > MOST {
            return Err(Trouble::NotUnderstood);
        }
        put(painting.rows, &[], rows)?;
    }
    let sides = painting.sides.iter().enumerate();
    let sides = sides.filter_map(|(n, side)| Some((side.key, posted.get(&format!("side-{n}"))?.to_owned())));
    let (keys, cells): (Vec<&str>, Vec<String>) = sides.unzip();
    if !keys.is_empty() {
        put(painting.map, &keys, vec![cells])?;
    }
    for (field, path, keys) in [("roads", painting.road, &ROAD[..]), ("names", painting.names, &NAME)] {
        let Some(text) = posted.get(field) else { continue };
        let rows: Vec<Vec<String>> =
            text.lines().map(|row| row.split('\t').map(str::to_owned).collect()).collect();
        if rows.len() > MOST_ROWS || rows.iter().any(|row| row.len() != keys.len()) {
            return Err(Trouble::NotUnderstood);
        }
        put(path, keys, rows)?;
    }
    Ok(strokes)
}
