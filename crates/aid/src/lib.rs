//! The play aid beside a physical game, as one page: charts that are resolved in the page, formation cards for both sides,
//! the turn's list, a log. It works without account, map, server and network. It knows no system: what it resolves and which
//! cards it keeps is data.

use serde_json::Value;

/// What a page is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Aid<'a> {
    /// What it is for, as people call it.
    pub title: &'a str,
    /// The charts, in the form that the resolver reads.
    pub charts: Value,
    /// What a formation's card holds, and to which questions of the charts it answers.
    pub cards: Value,
    /// Tokens of colour, type and space, as a style sheet.
    pub tokens: &'a str,
}

/// Resolves charts; it is read by the page and by whoever tests it.
pub const RESOLVER: &str = include_str!("resolver.js");
const SCRIPT: &str = include_str!("aid.js");
const STYLE: &str = include_str!("aid.css");
const PAGE: &str = include_str!("page.html");

impl Aid<'_> {
    /// The page as one file that loads nothing.
    pub fn page(&self) -> String {
        let data = serde_json::json!({ "charts": self.charts, "cards": self.cards });
        let title = escaped(self.title);
        // A font of the network is not there.
        let (_, tokens) = self.tokens.split_once(":root").unwrap_or(("", ""));
        let filled = [
            ("title", title.as_str()),
            ("links", ""),
            ("foot", ""),
            ("css", &format!(":root{tokens}\n{STYLE}")),
            // Within a script only this sign could end it.
            ("data", &data.to_string().replace('<', "\\u003c")),
            ("script", &format!("\"use strict\";\n{RESOLVER}\n{SCRIPT}")),
        ];
        // Piece by piece, so that nothing that was put in is taken for a place.
        let mut pieces = PAGE.split("{{");
        let mut page = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (place, rest) = piece.split_once("}}").unwrap_or((piece, ""));
            let text = filled.iter().find(|(known, _)| *known == place).map_or("", |(_, text)| text);
            page.push_str(text);
            page.push_str(rest);
        }
        page
    }
}

/// A text within HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
