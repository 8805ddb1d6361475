//! Rows that were pasted, before they are put in: what is right is shown, what is wrong can be corrected at its place.

use maud::{Markup, html};
use tabular::{Address, SetupTable};

use super::chart::{CLOSE, name};
use super::field::is_figure;
use super::{Remark, rule};
use crate::render::symbols::icon;

/// A column whose cells are longer than this has fields of several lines.
const WRAPS: usize = 24;

/// Rows that were pasted.
pub struct Check<'a> {
    /// The address of the draft.
    pub base: &'a str,
    /// The table they are for.
    pub table: &'a SetupTable,
    /// The rows, the titles first.
    pub cells: &'a [Vec<String>],
    /// How many rows stand in the file above the titles.
    pub above: usize,
    /// Which column of the table each of theirs is; `None` is left out.
    pub columns: &'a [Option<usize>],
    /// What is wrong with them; rows count from the titles, columns are theirs.
    pub remarks: &'a [Remark],
}

impl Check<'_> {
    /// The address of a cell as a spreadsheet writes it.
    pub fn address(&self, row: usize, column: usize) -> String {
        Address { sheet: String::new(), row: self.above + row, column }.to_string()
    }

    fn letter(&self, column: usize) -> String {
        self.address(0, column).trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
    }

    fn cell(&self, row: usize, column: usize) -> &str {
        self.cells.get(row).and_then(|cells| cells.get(column)).map_or("", String::as_str)
    }

    /// The most characters that a cell of each shown column has.
    fn longest(&self) -> Vec<usize> {
        let longest = |at| (1..self.cells.len()).map(|row| self.cell(row, at).chars().count()).max();
        self.shown().map(|(at, _)| longest(at).unwrap_or(0)).collect()
    }

    /// A cell that can be corrected; its words are seen whole.
    fn control(&self, row: usize, column: usize, told: Option<&str>) -> Markup {
        let (name, words) = (name(row, column), self.cell(row, column));
        let (n_signs, bad) = (words.chars().count(), told.map(|_| "true"));
        html! {
            @if n_signs > WRAPS || words.contains('\n') {
                textarea id=(name) name=(name) rows=(n_signs.div_ceil(WRAPS).clamp(1, 12)) aria-invalid=[bad] aria-describedby=[told]
                    spellcheck="false" { "\n" (words) }
            } @else {
                input type="text" id=(name) name=(name) value=(words) aria-invalid=[bad] aria-describedby=[told]
                    autocomplete="off" spellcheck="false" size=(n_signs.max(4));
            }
        }
    }

    fn shown(&self) -> impl Iterator<Item = (usize, &tabular::SetupColumn)> {
        let taken = self.columns.iter().enumerate();
        taken.filter_map(|(at, column)| Some((at, self.table.columns.get((*column)?)?)))
    }

    /// Every fault, leading to its cell.
    pub fn summary(&self, heading: &str) -> Markup {
        html! {
            @if !self.remarks.is_empty() {
                div class="errsum" role="group" aria-labelledby="h-errsum" id="errsum" tabindex="-1" autofocus {
                    h2 id="h-errsum" { (heading) }
                    ul {
                        @for remark in self.remarks {
                            li {
                                @match (remark.row, remark.column) {
                                    (Some(0), Some(column)) => a href={ "#m" (column) } { (self.address(0, column)) ": " (remark.sentence) },
                                    (Some(row), Some(column)) => a href={ "#" (name(row, column)) } { (self.address(row, column)) ": " (remark.sentence) },
                                    (Some(row), None) => a href={ "#r" (row) } { "Row " (self.above + row + 1) ": " (remark.sentence) },
                                    (None, _) => span class="err" { (remark.sentence) },
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The rows.
    pub fn draw(&self) -> Markup {
        let longest = self.longest();
        let wide: usize = longest.iter().map(|longest| longest.clamp(&4, &WRAPS) + 3).sum();
        let class = if wide > CLOSE { "chart cards pasted" } else { "chart cards close pasted" };
        let filled = |row: &usize| self.cells[*row].iter().any(|cell| !cell.trim().is_empty());
        html! {
            table class=(class) role="table" {
                caption class="sr" { "What you pasted" }
                thead role="rowgroup" {
                    tr role="row" {
                        th scope="col" role="columnheader" { span class="sr" { "Row" } }
                        @for (at, column) in self.shown() {
                            th scope="col" role="columnheader" class=[is_figure(column).then_some("n")] {
                                span class="al" { (self.letter(at)) } (column.title)
                            }
                        }
                    }
                }
                tbody role="rowgroup" { @for row in (1..self.cells.len()).filter(filled) { (self.row(row, &longest)) } }
            }
        }
    }

    fn row(&self, row: usize, longest: &[usize]) -> Markup {
        let here: Vec<(usize, &Remark)> =
            self.remarks.iter().enumerate().filter(|(_, remark)| remark.row == Some(row)).collect();
        let said = |at: usize| here.iter().find(|(_, remark)| remark.column == Some(at)).map(|(n, _)| *n);
        html! {
            tr role="row" id={ "r" (row) } class=[(!here.is_empty()).then_some("told")] {
                th scope="row" role="rowheader" { span class="sr" { "Row " } (self.above + row + 1) }
                @for ((at, column), longest) in self.shown().zip(longest) {
                    @let width = match longest { 0..=8 => "", 9..=16 => "long", _ => "tall" };
                    @let class = format!("{} {width}", if is_figure(column) { "n" } else { "" });
                    @match said(at) {
                        Some(n) => td role="cell" class={ "bad " (class) } data-head=(column.title) {
                            label class="sr" for=(name(row, at)) { (self.address(row, at)) ", " (column.title) }
                            (self.control(row, at, Some(&format!("e{n}"))))
                        },
                        // What is wrong may stand in another cell than the one that is told.
                        None if !here.is_empty() => td role="cell" class=(class) data-head=(column.title) {
                            label class="sr" for=(name(row, at)) { (self.address(row, at)) ", " (column.title) }
                            (self.control(row, at, None))
                        },
                        None => td role="cell" class=(class) data-head=(column.title) {
                            @if self.cell(row, at).trim().is_empty() { span class="nil" { "empty" } } @else { span { (self.cell(row, at)) } }
                        },
                    }
                }
            }
            @if !here.is_empty() {
                tr role="row" class="msg" {
                    td role="cell" colspan=(self.shown().count() + 1) {
                        @for (n, remark) in here { (self.said(n, row, remark)) }
                        button class="btn small" type="submit" name="do" value={ "drop-" (row) } { "Leave row " (self.above + row + 1) " out" }
                    }
                }
            }
        }
    }

    fn said(&self, n: usize, row: usize, remark: &Remark) -> Markup {
        html! {
            div class="row" {
                p class="err" id={ "e" (n) } {
                    (icon("warn"))
                    span {
                        @if let Some(column) = remark.column { (self.address(row, column)) ": " }
                        (remark.sentence) (rule(self.base, &remark.rule))
                    }
                }
                @if let (Some(words), Some(column)) = (&remark.suggestion, remark.column) {
                    button class="btn small" type="submit" name="do" value={ "use-" (row) "-" (column) } { "Use " (words) }
                }
            }
        }
    }
}
