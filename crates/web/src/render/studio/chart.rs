//! The rows of a table as a form, one line for each, so that columns can be read downwards: long words wrap within their
//! cell. On a narrow page, or with more columns than fit at all, each row becomes a block of labelled fields; the roles are
//! written out, because changing how a table is laid out takes its roles away.

use maud::{Markup, html};
use tabular::{SetupColumn, SetupTable, TableShape};

use super::field::{Field, field, is_figure, is_long, width, wraps};
use super::{Remark, rule};
use crate::render::symbols::icon;

/// So many characters fit beside each other on a wide page.
const PAGE: usize = 132;

/// So many fit where fields stand close and long words wrap.
pub(super) const CLOSE: usize = 152;

/// The width of a column whose words wrap, where there is need of it.
const WRAPPED: usize = 22;

/// A cell wider than so many characters has a line of its own on a phone.
const HALF: usize = 15;

/// How the cells of a column stand.
#[derive(Clone, Copy, Default)]
struct Look {
    /// In several lines.
    tall: bool,
    /// The most characters of one.
    longest: usize,
    /// About how many characters wide.
    width: usize,
}

/// Rows to be edited.
pub struct Chart<'a> {
    /// The address of the draft.
    pub base: &'a str,
    /// The table.
    pub table: &'a SetupTable,
    /// Its rows; each has a cell for every column.
    pub rows: &'a [Vec<String>],
    /// What is wrong or odd with them.
    pub remarks: &'a [Remark],
    /// The row that was just added, where the page begins.
    pub fresh: Option<usize>,
}

/// The name and id of a cell's control.
pub fn name(row: usize, column: usize) -> String {
    format!("c{row}-{column}")
}

/// How a table is laid out on a wide page: as it is, with close fields whose long words wrap, or in blocks.
fn laid_out(columns: &[SetupColumn], looks: &mut [Look]) -> &'static str {
    let sum = |looks: &[Look]| looks.iter().map(|look| look.width).sum::<usize>();
    if sum(looks) <= PAGE {
        return "chart";
    }
    let mut close = looks.to_vec();
    for (look, _) in close.iter_mut().zip(columns).filter(|(_, column)| wraps(column)) {
        look.tall |= look.width > WRAPPED;
        look.width = look.width.min(WRAPPED);
    }
    if sum(&close) > CLOSE {
        return "chart cards";
    }
    looks.copy_from_slice(&close);
    "chart cards close"
}

impl Chart<'_> {
    fn cell(&self, row: usize, column: usize) -> &str {
        self.rows.get(row).and_then(|cells| cells.get(column)).map_or("", String::as_str)
    }

    fn remarks_at(&self, row: usize, column: Option<usize>) -> impl Iterator<Item = (usize, &Remark)> {
        let remarks = self.remarks.iter().enumerate();
        remarks.filter(move |(_, remark)| remark.row == Some(row) && remark.column == column)
    }

    fn control(&self, row: usize, column: usize, look: Look, hint: Option<&str>) -> Markup {
        let told: Vec<String> = self
            .remarks_at(row, Some(column))
            .map(|(n, _)| format!("e{n}"))
            .chain(hint.map(str::to_owned))
            .collect();
        field(&Field {
            column: &self.table.columns[column],
            name: &name(row, column),
            value: self.cell(row, column),
            bad: self.remarks_at(row, Some(column)).any(|(_, remark)| !remark.odd),
            told: &told.join(" "),
            first: self.fresh == Some(row) && column == 0,
            tall: look.tall,
            longest: look.longest,
        })
    }

    fn said(&self, n: usize, remark: &Remark) -> Markup {
        html! {
            p class=(if remark.odd { "odd" } else { "err" }) id={ "e" (n) } {
                (icon("warn")) span { (remark.sentence) (rule(self.base, &remark.rule)) }
            }
        }
    }

    /// Draws the fields: a table of rows, or one field below the other where there is one row.
    pub fn draw(&self) -> Markup {
        match self.table.shape {
            TableShape::One => self.one(),
            TableShape::Rows => self.many(),
        }
    }

    fn one(&self) -> Markup {
        html! {
            div class="in sheetlike" {
                @for (at, column) in self.table.columns.iter().enumerate() {
                    @let hint = format!("h{at}");
                    div class={ "field" @if self.remarks_at(0, Some(at)).any(|(_, remark)| !remark.odd) { " bad" } } {
                        label class="lab" for=(name(0, at)) { (column.title) @if !column.needed { " " span class="quiet" { "may be empty" } } }
                        span class="hint" id=(hint) { @if column.help.is_empty() { (super::kind_words(&column.kind)) } @else { (column.help) } }
                        (self.control(0, at, Look::default(), Some(&hint)))
                        @for (n, remark) in self.remarks_at(0, Some(at)) { (self.said(n, remark)) }
                    }
                }
                @for (n, remark) in self.remarks_at(0, None) { (self.said(n, remark)) }
            }
        }
    }

    fn many(&self) -> Markup {
        let columns = &self.table.columns;
        let look = |at: usize| {
            let cells = || (0..self.rows.len()).map(move |row| self.cell(row, at));
            let longest = cells().map(|cell| cell.chars().count()).max().unwrap_or(0);
            Look { tall: cells().any(is_long), longest, width: width(&columns[at], longest) }
        };
        let mut looks: Vec<Look> = (0..columns.len()).map(look).collect();
        let class = laid_out(columns, &mut looks);
        html! {
            @if self.rows.is_empty() { p class="empty" { "No row yet. Add one, or paste rows from a spreadsheet." } }
            @else {
                table class=(class) role="table" {
                    caption class="sr" { (self.table.title) }
                    thead role="rowgroup" {
                        tr role="row" {
                            th scope="col" role="columnheader" { span class="sr" { "Row" } }
                            @for column in columns {
                                th scope="col" role="columnheader" class=[is_figure(column).then_some("n")] { (column.title) }
                            }
                            th scope="col" role="columnheader" { span class="sr" { "Take out" } }
                        }
                    }
                    tbody role="rowgroup" {
                        @for row in 0..self.rows.len() { (self.row(row, &looks)) }
                    }
                }
            }
        }
    }

    fn row(&self, row: usize, looks: &[Look]) -> Markup {
        let here: Vec<(usize, &Remark)> =
            self.remarks.iter().enumerate().filter(|(_, remark)| remark.row == Some(row)).collect();
        let columns = &self.table.columns;
        html! {
            tr role="row" id={ "r" (row) } class=[(!here.is_empty()).then_some("told")] {
                th scope="row" role="rowheader" { span class="sr" { "Row " } (row + 1) }
                @for (at, column) in columns.iter().enumerate() {
                    @let bad = self.remarks_at(row, Some(at)).any(|(_, remark)| !remark.odd);
                    td role="cell" data-head=(column.title) class={ @if is_figure(column) { "n" } @if bad { " bad" } @if looks[at].tall { " tall" } @if looks[at].width > HALF { " long" } } {
                        label class="sr" for=(name(row, at)) { "Row " (row + 1) ", " (column.title) }
                        (self.control(row, at, looks[at], None))
                    }
                }
                td role="cell" class="out-of" {
                    button class="btn small" type="submit" name="do" value={ "drop-" (row) } { "Take out" span class="sr" { " row " (row + 1) } }
                }
            }
            @if !here.is_empty() {
                tr role="row" class="msg" {
                    td role="cell" colspan=(columns.len() + 2) {
                        @for (n, remark) in here { (self.said(n, remark)) }
                    }
                }
            }
        }
    }
}

/// The faults of a form before it, each leading to its cell.
pub fn summary(heading: &str, remarks: &[Remark], columns: usize) -> Markup {
    let faults = || remarks.iter().filter(|remark| !remark.odd);
    html! {
        @if faults().next().is_some() {
            div class="errsum" role="group" aria-labelledby="h-errsum" id="errsum" tabindex="-1" autofocus {
                h2 id="h-errsum" { (heading) }
                ul {
                    @for remark in faults() {
                        li {
                            @match (remark.row, remark.column.filter(|at| *at < columns)) {
                                (Some(row), Some(column)) => a href={ "#" (name(row, column)) } { "Row " (row + 1) ": " (remark.sentence) },
                                (Some(row), None) => a href={ "#r" (row) } { "Row " (row + 1) ": " (remark.sentence) },
                                (None, _) => span class="err" { (remark.sentence) },
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabular::CellKind;

    #[test]
    fn long_words_wrap_so_that_a_row_keeps_to_one_line_and_only_too_many_columns_make_blocks() {
        let laid = |n_figures: usize, n_long: usize| {
            let column = |kind: CellKind| SetupColumn {
                key: "k".into(),
                title: "T".into(),
                aliases: &[],
                kind,
                needed: true,
                help: String::new(),
            };
            let columns: Vec<SetupColumn> = std::iter::repeat_n(column(CellKind::Decimal), n_figures)
                .chain(std::iter::repeat_n(column(CellKind::Text), n_long))
                .collect();
            let look = |column: &SetupColumn| Look { tall: false, longest: 34, width: width(column, 34) };
            let mut looks: Vec<Look> = columns.iter().map(look).collect();
            (laid_out(&columns, &mut looks), looks.last().is_some_and(|look| look.tall))
        };
        assert_eq!(laid(1, 2), ("chart", false));
        assert_eq!(laid(0, 6), ("chart cards close", true));
        assert_eq!(laid(9, 3), ("chart cards", false));
    }
}
