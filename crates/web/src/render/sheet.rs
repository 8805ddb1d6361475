//! Tables with typed columns. On a narrow panel each row becomes a block of labelled values; the roles are written
//! out, because changing how a table is laid out takes its roles away.

use kernel::view::{Cell, ColumnRole, Mark, RowState, Sheet};
use maud::{Markup, html};

use super::reader::Reader;
use super::words;

/// A table.
pub fn sheet(reader: &Reader<'_>, sheet: &Sheet) -> Markup {
    // Two or three short columns fit a phone as they are.
    let wide = sheet.columns.len() > 3 || sheet.columns.iter().any(|column| column.role == ColumnRole::Words);
    html! {
        table class=(if wide { "tbl wide" } else { "tbl" }) role="table" {
            caption class=(if sheet.caption.is_empty() { "sr" } else { "lab" }) {
                (if sheet.caption.is_empty() { "Table" } else { &sheet.caption })
            }
            thead role="rowgroup" {
                tr role="row" {
                    @for column in &sheet.columns {
                        th scope="col" role="columnheader" class=[(column.role == ColumnRole::Figure).then_some("fig")] {
                            @if column.head.is_empty() { span class="sr" { (unsaid(column.role)) } } @else { (column.head) }
                        }
                    }
                }
            }
            tbody role="rowgroup" {
                @for row in &sheet.rows {
                    tr role="row" id=[(!row.id.is_empty()).then_some(&row.id)] class=[row_class(row.state)] {
                        @for (column, cell) in sheet.columns.iter().zip(&row.cells) {
                            @let class = cell_class(column.role, cell.mark);
                            @if column.role == ColumnRole::Name {
                                th scope="row" role="rowheader" class=[class] { (value(reader, cell)) (gone(row.state)) }
                            } @else {
                                td role="cell" class=[class] data-head=(column.head) { span { (value(reader, cell)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The head of a column that the paper leaves blank, for those who hear it.
fn unsaid(role: ColumnRole) -> &'static str {
    match role {
        ColumnRole::Name => "Name",
        ColumnRole::Words => "Words",
        ColumnRole::Figure => "Figure",
        ColumnRole::Code => "Code",
    }
}

fn value(reader: &Reader<'_>, cell: &Cell) -> Markup {
    html! {
        @if let Some(was) = &cell.was { s { span class="sr" { "printed " } (was) } }
        @match cell.mark {
            Mark::Changed => b { @if cell.was.is_some() { span class="sr" { "now " } } (words::text(reader, &cell.text)) },
            Mark::Struck => s { (words::text(reader, &cell.text)) },
            Mark::Plain => (words::text(reader, &cell.text)),
        }
    }
}

fn gone(state: RowState) -> Markup {
    html! {
        @match state {
            RowState::Gone => span class="sr" { ", gone" },
            RowState::Away => span class="sr" { ", not available" },
            RowState::Here | RowState::Sum => {},
        }
    }
}

fn role_class(role: ColumnRole) -> Option<&'static str> {
    match role {
        ColumnRole::Figure => Some("fig"),
        ColumnRole::Code => Some("cod"),
        ColumnRole::Name | ColumnRole::Words => None,
    }
}

fn cell_class(role: ColumnRole, mark: Mark) -> Option<String> {
    let mark = match mark {
        Mark::Plain => None,
        Mark::Changed => Some("changed"),
        Mark::Struck => Some("struck"),
    };
    let classes: Vec<&str> = role_class(role).into_iter().chain(mark).collect();
    (!classes.is_empty()).then(|| classes.join(" "))
}

fn row_class(state: RowState) -> Option<&'static str> {
    match state {
        RowState::Here => None,
        RowState::Away => Some("away"),
        RowState::Gone => Some("gone"),
        RowState::Sum => Some("total"),
    }
}
