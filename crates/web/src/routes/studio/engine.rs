//! What the studio's engine is asked, on threads of its own: a large file takes its time, and others are served meanwhile.

use kernel::{Diagnostic, Rulebook};
use studio::{CellFault, Draft, Finding, Findings, Placing, Tally};
use tabular::{Fillable, Grid, SetupTable, TableShape, Value};

use crate::error::Trouble;
use crate::render::studio::Remark;
use crate::render::studio::findings::HEAD;

/// The file's name in faults.
pub(super) const FILE: &str = "draft.toml";

/// Runs what needs a processor for a while.
async fn thought<T: Send + 'static>(think: impl FnOnce() -> T + Send + 'static) -> Result<T, Trouble> {
    tokio::task::spawn_blocking(think).await.map_err(|broken| {
        tracing::error!(%broken, "the studio's engine broke off");
        Trouble::Broken
    })
}

/// A draft as tables, with what the system says of it.
pub(super) struct Judged {
    /// The tables, each with its rows below its titles.
    pub tables: Vec<(SetupTable, Grid)>,
    /// What the system says.
    pub findings: Findings,
}

impl Judged {
    /// The table of a path, or of what an address has in its place.
    pub fn table(&self, path: &str) -> Option<(usize, &SetupTable, &Grid)> {
        let path = if path == HEAD { "" } else { path };
        let at = self.tables.iter().position(|(table, _)| table.path == path)?;
        let (table, grid) = &self.tables[at];
        Some((at, table, grid))
    }

    /// The title of a table by its path.
    pub fn title(&self, path: &str) -> Option<&str> {
        self.table(path).map(|(_, table, _)| &*table.title)
    }

    /// What is found at a table.
    pub fn remarks(&self, path: &str) -> Vec<Remark> {
        let of = |found: &Finding, odd: bool| {
            let spot = found.spot.as_ref().filter(|spot| spot.table == path)?;
            Some(Remark {
                row: spot.row,
                column: spot.column,
                sentence: found.diagnostic.sentence.clone(),
                rule: found.diagnostic.rule.clone(),
                suggestion: None,
                odd,
            })
        };
        let faults = self.findings.faults.iter().filter_map(|found| of(found, false));
        faults.chain(self.findings.odd.iter().filter_map(|found| of(found, true))).collect()
    }
}

/// Reads a draft and asks the system what it says of it.
pub(super) async fn judge(rulebook: &'static dyn Fillable, text: &str) -> Result<Judged, Trouble> {
    let text = text.to_owned();
    let judged = thought(move || {
        let draft = Draft::read(FILE, &text)?;
        let tables = draft.tables(rulebook).into_iter();
        let tables =
            tables.map(|table| (draft.grid(&table), table)).map(|(grid, table)| (table, grid)).collect();
        Ok::<_, Vec<Diagnostic>>(Judged { tables, findings: draft.inspect(rulebook) })
    });
    judged.await?.map_err(|faults| {
        tracing::error!(n = faults.len(), "a draft that was kept is no TOML");
        Trouble::Broken
    })
}

/// The title that a set-up has, sound or not.
pub(super) async fn title(rulebook: &'static dyn Fillable, text: &str) -> Result<Option<String>, Trouble> {
    let text = text.to_owned();
    thought(move || match rulebook.open(FILE, &text) {
        Ok(game) => Some(game.title()),
        Err(_) => Draft::read(FILE, &text).ok()?.title(rulebook),
    })
    .await
}

/// A set-up with everything in it that it names; a text that is no file stays as it is.
pub(super) async fn whole(rulebook: &'static dyn Fillable, text: &str) -> Result<String, Trouble> {
    let text = text.to_owned();
    thought(move || Draft::read(FILE, &text).map(|draft| draft.whole(rulebook).text()).unwrap_or(text)).await
}

/// Why a text is no file that can be a draft, if it is none.
pub(super) async fn faults(file: &str, text: &str) -> Result<Vec<Diagnostic>, Trouble> {
    let (file, text) = (file.to_owned(), text.to_owned());
    thought(move || Draft::read(&file, &text).err().unwrap_or_default()).await
}

/// The rules whose reader finds least fault with a text.
pub(super) async fn nearest(
    rulebooks: &'static [&'static dyn Fillable],
    text: &str,
) -> Result<Option<&'static dyn Fillable>, Trouble> {
    let text = text.to_owned();
    thought(move || {
        let plain: Vec<&dyn Rulebook> = rulebooks.iter().map(|rulebook| *rulebook as &dyn Rulebook).collect();
        let nearest = kernel::nearest(&plain, FILE, &text)?.name();
        rulebooks.iter().copied().find(|rulebook| rulebook.name() == nearest)
    })
    .await
}

/// Rows that are to come into a table.
#[derive(Clone)]
pub(super) struct Rows {
    /// The rows, the titles first.
    pub cells: Vec<Vec<String>>,
    /// How many rows stand in the file above the titles.
    pub above: usize,
    /// Which column of the table each of theirs is.
    pub columns: Vec<Option<usize>>,
    /// Where they go.
    pub placing: Placing,
}

/// What came of rows that were tried.
pub(super) struct Tried {
    /// What is wrong with them; rows count from the titles.
    pub faults: Vec<Remark>,
    /// The new text, where nothing is wrong.
    pub text: Option<String>,
    /// What is odd at the table then.
    pub odd: Vec<Finding>,
    /// Whether ids were put right in other places too.
    pub is_renamed: bool,
    /// Faults elsewhere that the rows bring about.
    pub elsewhere: Vec<Finding>,
    /// How many rows come, stay and go.
    pub tally: Tally,
}

/// The cells as the engine has them.
pub(super) fn grid(cells: &[Vec<String>], above: usize) -> Grid {
    let row = |row: &Vec<String>| row.iter().map(|cell| Value::Text(cell.clone())).collect();
    Grid { name: String::new(), above, rows: cells.iter().map(row).collect() }
}

/// Tries rows on a draft.
pub(super) async fn tried(
    rulebook: &'static dyn Fillable,
    text: &str,
    table: &SetupTable,
    rows: &Rows,
) -> Result<Tried, Trouble> {
    let (text, table) = (text.to_owned(), table.clone());
    let (grid, columns, placing) = (grid(&rows.cells, rows.above), rows.columns.clone(), rows.placing);
    let tried = thought(move || {
        let draft = Draft::read(FILE, &text)?;
        let trial = draft.try_rows(rulebook, &table, &grid, &columns, placing);
        let found = trial.draft.as_ref().map(|draft| draft.inspect(rulebook)).unwrap_or_default();
        let is_here = |found: &Finding| found.spot.as_ref().is_some_and(|spot| spot.table == table.path);
        let odd = found.odd.into_iter().filter(is_here).collect();
        let mut elsewhere = found.faults;
        if !elsewhere.is_empty() {
            let before = draft.inspect(rulebook).faults;
            let says = |one: &Finding| (one.diagnostic.path.clone(), one.diagnostic.sentence.clone());
            elsewhere.retain(|one| !before.iter().any(|old| says(old) == says(one)));
        }
        let is_renamed = trial.n_renamed > 0;
        let text = trial.draft.map(|draft| draft.text());
        let faults = trial.faults.into_iter().map(remark).collect();
        Ok::<_, Vec<Diagnostic>>(Tried { faults, text, odd, is_renamed, elsewhere, tally: trial.tally })
    });
    tried.await?.map_err(|_| Trouble::Broken)
}

/// The draft with rows in several tables of it, one after the other, also where the system's reader finds fault with them:
/// only a cell that cannot be read at all keeps everything out.
pub(super) async fn painted(
    rulebook: &'static dyn Fillable,
    text: &str,
    strokes: Vec<(String, Rows)>,
) -> Result<Result<String, Vec<Remark>>, Trouble> {
    let text = text.to_owned();
    let painted = thought(move || {
        let mut draft = Draft::read(FILE, &text)?;
        for (path, rows) in strokes {
            let table = draft.tables(rulebook).into_iter().find(|table| table.path == path);
            let Some(table) = table else { continue };
            let grid = grid(&rows.cells, rows.above);
            let trial = draft.try_rows(rulebook, &table, &grid, &rows.columns, rows.placing);
            match trial.readable {
                Some(readable) => draft = readable,
                None => return Ok(Err(trial.faults.into_iter().map(of_row).collect())),
            }
        }
        Ok::<_, Vec<Diagnostic>>(Ok(draft.text()))
    });
    painted.await?.map_err(|_| Trouble::Broken)
}

/// A fault of rows that came without titles: they count from the first.
fn of_row(fault: CellFault) -> Remark {
    let row = fault.row.and_then(|row| row.checked_sub(1));
    Remark { row, ..remark(fault) }
}

fn remark(fault: CellFault) -> Remark {
    let CellFault { row, column, sentence, rule, suggestion, .. } = fault;
    Remark { row, column, sentence, rule, suggestion, odd: false }
}

/// The row of a sheet that holds the titles.
pub(super) async fn heading(table: &SetupTable, grid: &Grid) -> Result<usize, Trouble> {
    let (table, grid) = (table.clone(), grid.clone());
    thought(move || studio::heading(&table, &grid)).await
}

/// Which columns of a table the titles are.
pub(super) async fn guess(table: &SetupTable, cells: &[Vec<String>]) -> Result<Vec<Option<usize>>, Trouble> {
    let (table, grid) = (table.clone(), grid(cells, 0));
    thought(move || studio::guess(&table, &grid)).await
}

/// The rows of a grid below its titles, as words, each with a cell for every column. A table of one row has one.
pub(super) fn rows_of(table: &SetupTable, grid: &Grid) -> Vec<Vec<String>> {
    let n_rows = grid.rows.len().max(if table.shape == TableShape::One { 2 } else { 1 });
    let cells = |row: usize| (0..table.columns.len()).map(|at| grid.cell(row, at).words()).collect();
    (1..n_rows).map(cells).collect()
}
