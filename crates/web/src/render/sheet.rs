//! Tables with typed columns. On a narrow panel each row becomes a block of labelled values; the roles are written
//! out, because changing how a table is laid out takes its roles away.

use kernel::view::{Cell, ColumnRole, Mark, RowState, Sheet};
use maud::{Markup, html};

use super::reader::Reader;
use super::words;

/// A table.
pub fn sheet(reader: &Reader<'_>, sheet: &Sheet) -> Markup {
    under(reader, sheet, "")
}

/// A table under a heading that may say already what the table shows.
pub(super) fn under(reader: &Reader<'_>, sheet: &Sheet, heading: &str) -> Markup {
    let said = sheet.caption.is_empty() || sheet.caption == heading;
    let caption = [&sheet.caption, heading, "Table"].into_iter().find(|words| !words.is_empty());
    html! {
        table class=(table_class(sheet)) role="table" {
            caption class=(if said { "sr" } else { "lab" }) { (caption.unwrap_or_default()) }
            thead role="rowgroup" {
                tr role="row" {
                    @for column in &sheet.columns {
                        th scope="col" role="columnheader" class=[head_class(column.role)] {
                            @if column.head.is_empty() { span class="sr" { (unsaid(column.role)) } } @else { (column.head) }
                        }
                    }
                }
            }
            tbody role="rowgroup" {
                @for row in &sheet.rows {
                    tr role="row" id=[(!row.id.is_empty()).then_some(&row.id)] class=[row_class(row.state)] data-changed=[reader.passed.filter(|passed| passed.rows.contains(&row.id)).map(|_| "")] {
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

fn head_class(role: ColumnRole) -> Option<&'static str> {
    match role {
        ColumnRole::Figure => Some("fig"),
        ColumnRole::Pen => Some("pen"),
        ColumnRole::Name | ColumnRole::Words | ColumnRole::Code => None,
    }
}

/// How a table stands on a phone: as it is, each row as a block of labelled values, or as a block of small figures.
fn table_class(sheet: &Sheet) -> &'static str {
    let holds = |role: ColumnRole| sheet.columns.iter().any(|column| column.role == role);
    let ends = |role: ColumnRole| sheet.columns.last().is_some_and(|column| column.role == role);
    match sheet.columns.len() {
        // Words at the end of a row, such as why, need its whole width where the table is narrow.
        3 if sheet.compact && ends(ColumnRole::Words) => "tbl below",
        // Two or three short columns fit a phone as they are.
        0..=3 if sheet.compact || !holds(ColumnRole::Words) => "tbl",
        2 => "tbl",
        0..=8 if holds(ColumnRole::Pen) => "tbl to-write",
        0..=8 if !sheet.compact => "tbl wide",
        0..=8 => "tbl wide many worded",
        _ => "tbl wide many",
    }
}

/// The head of a column that the paper leaves blank, for those who hear it.
fn unsaid(role: ColumnRole) -> &'static str {
    match role {
        ColumnRole::Name => "Name",
        ColumnRole::Words => "Words",
        ColumnRole::Figure => "Figure",
        ColumnRole::Code => "Code",
        ColumnRole::Pen => "To write in",
    }
}

fn value(reader: &Reader<'_>, cell: &Cell) -> Markup {
    html! {
        @if let Some(was) = &cell.was { s { span class="sr" { "printed " } (was) } }
        @match cell.mark {
            Mark::Changed | Mark::Double | Mark::Framed => b { @if cell.was.is_some() { span class="sr" { "now " } } (words::text(reader, &cell.text)) },
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
        ColumnRole::Pen => Some("pen"),
        ColumnRole::Name | ColumnRole::Words => None,
    }
}

fn cell_class(role: ColumnRole, mark: Mark) -> Option<String> {
    let mark = match mark {
        Mark::Plain => None,
        Mark::Changed => Some("changed"),
        Mark::Double => Some("changed double"),
        Mark::Framed => Some("changed framed"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_stands_on_a_phone_by_the_columns_that_it_has() {
        let class = |roles: &[ColumnRole], compact: bool| {
            let columns: Vec<(&str, ColumnRole)> = roles.iter().map(|role| ("", *role)).collect();
            let sheet = Sheet::new("", &columns);
            table_class(&if compact { sheet.compact() } else { sheet })
        };
        use ColumnRole::{Figure, Name, Pen, Words};
        assert_eq!(class(&[Name, Figure, Figure], false), "tbl");
        assert_eq!(class(&[Name, Words, Figure], false), "tbl wide");
        assert_eq!(class(&[Name, Words, Figure], true), "tbl");
        assert_eq!(class(&[Name, Figure, Words], true), "tbl below");
        assert_eq!(class(&[Name, Words], false), "tbl");
        assert_eq!(class(&[Name, Figure, Pen, Pen], false), "tbl to-write");
        assert_eq!(class(&[Name, Figure, Words, Words], true), "tbl wide many worded");
        assert_eq!(class(&[Figure; 9], false), "tbl wide many");
    }
}
