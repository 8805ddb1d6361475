//! An attack before it is made: large figures, forces, the way to the column, and exactly what can come of it.

use kernel::view::block::grouped;
use kernel::view::{Force, ForceRow, Headline, Ladder, ResultRow, Results, Rung};
use maud::{Markup, html};

use super::chance;
use super::reader::Reader;
use super::words;

/// Large figures side by side.
pub fn headline(reader: &Reader<'_>, figures: &[Headline]) -> Markup {
    html! {
        ul class="headline" {
            @for one in figures {
                li { p class="big" { (one.figure) } p class="note" { (words::text(reader, &one.words)) } }
            }
        }
    }
}

/// The strengths of those who meet, piece by piece, with the printed strength struck where it is another.
pub fn forces(reader: &Reader<'_>, forces: &[Force]) -> Markup {
    html! { div class="stack" { @for one in forces { (force(reader, one)) } } }
}

fn force(reader: &Reader<'_>, force: &Force) -> Markup {
    // A column that would stay empty is left out.
    let printed = force.rows.iter().chain(&force.more).any(|row| row.was.is_some());
    html! {
        table class="force" {
            caption class="lab" { (force.caption) }
            thead class="sr" { tr {
                @for head in ["Where", "What"] { th scope="col" { (head) } }
                @if printed { th scope="col" { "Printed" } }
                th scope="col" { "Strength" }
            } }
            tbody {
                @for row in &force.rows { (force_row(reader, row, printed, None)) }
                tr class="tot" { td {} th scope="row" { "Total" } @if printed { td {} } td class="fig" { (force.total) } }
                @for row in &force.more { (force_row(reader, row, printed, Some("more"))) }
            }
        }
    }
}

fn force_row(reader: &Reader<'_>, row: &ForceRow, printed: bool, class: Option<&str>) -> Markup {
    html! {
        tr class=[class] {
            td class="hx" { (row.place) }
            th scope="row" {
                (row.name)
                @if !row.note.is_empty() { span class="note" { (words::text(reader, &row.note)) } }
            }
            @if printed { td class="fig" { @if let Some(was) = &row.was { s { (was) } } } }
            td class="fig" { (row.strength) }
        }
    }
}

/// The columns of a table across, one row per shift: a hollow disc where it comes from, a full one where it leads.
pub fn ladder(reader: &Reader<'_>, ladder: &Ladder) -> Markup {
    let last = ladder.rungs.last().map(|rung| rung.to);
    let n_columns = ladder.columns.len();
    html! {
        table class="ladder" {
            caption class="lab" { (ladder.caption) }
            thead {
                tr { @for (n, column) in ladder.columns.iter().enumerate() {
                    th scope="col" class=[(last == Some(n)).then_some("fin")] { (column) @if last == Some(n) { span class="sr" { ", the column" } } }
                } }
            }
            tbody {
                @for rung in &ladder.rungs {
                    tr class="t" { th scope="row" colspan=(n_columns) { (words::text(reader, &rung.words)) } }
                    tr class="c" { @for (n, column) in ladder.columns.iter().enumerate() { (place(rung, n, column)) } }
                }
            }
        }
    }
}

fn place(rung: &Rung, at: usize, column: &str) -> Markup {
    let from = rung.from.unwrap_or(rung.to);
    let (low, high) = (from.min(rung.to), from.max(rung.to));
    let within = (low..=high).contains(&at) && low < high;
    let mut class = String::new();
    let marks = [
        (at == rung.to, "dot"),
        (at == from && from != rung.to, "from"),
        (within && at > low, "l"),
        (within && at < high, "r"),
    ];
    for (_, word) in marks.into_iter().filter(|(holds, _)| *holds) {
        class.push_str(if class.is_empty() { "" } else { " " });
        class.push_str(word);
    }
    html! { td class=[(!class.is_empty()).then_some(class)] { @if at == rung.to { span class="sr" { (column) } } } }
}

/// Every row of a table with its exact share, by what it means in the end.
pub fn results(results: &Results) -> Markup {
    let weights = || results.groups.iter().flat_map(|group| group.rows.iter().map(|row| row.weight));
    let tallest = weights().max().unwrap_or(1).max(1);
    html! {
        table class="odds crt" {
            caption class="lab" { (results.caption) }
            thead {
                tr {
                    th scope="col" { (results.throw) }
                    th scope="col" { "Result" }
                    th scope="col" { span class="sr" { "Share" } }
                    th scope="col" class="fig" { "Of " (grouped(results.of.into())) }
                }
            }
            @for group in &results.groups {
                @let sum: u64 = group.rows.iter().map(|row| row.weight).sum();
                tbody {
                    tr class="grp" {
                        th scope="rowgroup" colspan="2" { (group.heading) }
                        td colspan="2" class="fig" { (chance::of_all(sum, results.of)) " · " (chance::whole_percent(sum, results.of)) " %" }
                    }
                    @for row in &group.rows { (result(row, group.other, tallest)) }
                }
            }
        }
        @if !results.means.is_empty() {
            dl class="kv means" { @for (what, mean) in &results.means { dt { (what) } dd { (mean) } } }
        }
    }
}

fn result(row: &ResultRow, other: bool, tallest: u64) -> Markup {
    let width = u64::try_from(u128::from(row.weight) * 100 / u128::from(tallest)).unwrap_or(100);
    html! {
        tr {
            td class="throw" { (row.throw) }
            th scope="row" { span class="cell" { (row.code) } " " span class="w" { (row.words) } }
            (chance::bar(width, other))
            (chance::cases(row.weight))
        }
    }
}
