//! What the system says of a whole draft.

use maud::{Markup, html};
use studio::Finding;

use super::chart::name;
use super::rule;

/// Where a finding can be mended: its cell, its row, its table, or the whole file.
pub fn place(base: &str, finding: &Finding) -> String {
    match &finding.spot {
        Some(spot) => {
            let at = match (spot.row, spot.column) {
                (Some(row), Some(column)) => format!("#{}", name(row, column)),
                (Some(row), None) => format!("#r{row}"),
                (None, _) => String::new(),
            };
            format!("{}{at}", table(base, &spot.table))
        }
        None => match &finding.diagnostic.place {
            Some(place) => format!("{base}/text?line={}", place.line),
            None => format!("{base}/text"),
        },
    }
}

/// What stands in an address for the table at the head of a file, which has no path.
pub const HEAD: &str = "-";

/// The address of a table's page.
pub fn table(base: &str, path: &str) -> String {
    let path = if path.is_empty() { HEAD } else { path };
    let escaped: String = form_urlencoded::byte_serialize(path.as_bytes()).collect();
    format!("{base}/t/{escaped}")
}

/// A list of findings, each leading to where it stands; `title` names a table by its path.
pub fn list<'t>(base: &str, found: &[Finding], title: impl Fn(&str) -> Option<&'t str>) -> Markup {
    html! {
        ul class="faults found" {
            @for one in found {
                @let at = one.spot.as_ref().and_then(|spot| Some((title(&spot.table)?, spot.row)));
                li {
                    span class="where-at" {
                        @match (at, &one.diagnostic.place) {
                            (Some((table, Some(row))), _) => { (table) ", row " (row + 1) },
                            (Some((table, None)), _) => (table),
                            (None, Some(at)) => { "Line " (at.line) },
                            (None, None) => "The file",
                        }
                    }
                    p { a href=(place(base, one)) { (one.diagnostic.sentence) } (rule(base, &one.diagnostic.rule)) }
                }
            }
        }
    }
}
