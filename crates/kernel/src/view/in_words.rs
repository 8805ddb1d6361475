//! What the drawing of a board shows by shade, hatching and lines, in words: for those who do not see it.

use std::collections::BTreeMap;

use hexmap::{Hex, Order};

use super::board::{Board, Counter, Overlay};

impl Counter {
    /// How it stands, with what the drawing alone would show.
    pub fn told(&self) -> Vec<&str> {
        let spent = self.spent.then_some("done for this phase");
        self.state.iter().map(String::as_str).chain(spent).collect()
    }
}

impl Overlay {
    /// What it says of a hex: its name, with the figure that stands there; nothing where it does not lie.
    pub fn told(&self, hex: Hex) -> Option<String> {
        match self.hexes.iter().find(|(known, _)| *known == hex) {
            Some((_, figure)) => Some(format!("{} {figure}", self.name).trim_end().to_owned()),
            None => self.lines.iter().any(|line| line.contains(&hex)).then(|| self.name.clone()),
        }
    }
}

impl Board {
    /// Where an overlay lies: "2701–2705, 2803; 4 in 2804; from 2701 by 2702 to 2703".
    pub fn extent(&self, overlay: &Overlay) -> String {
        let mut by_figure: BTreeMap<&str, Vec<Hex>> = BTreeMap::new();
        for (hex, figure) in &overlay.hexes {
            by_figure.entry(figure).or_default().push(*hex);
        }
        let hexes = by_figure.into_iter().map(|(figure, hexes)| match figure {
            "" => self.runs(hexes),
            figure => format!("{figure} in {}", self.runs(hexes)),
        });
        let lines = overlay.lines.iter().filter_map(|line| match &line[..] {
            [] => None,
            [one] => Some(self.label(*one)),
            [from, to] => Some(format!("from {} to {}", self.label(*from), self.label(*to))),
            [from, by @ .., to] => {
                let by = by.iter().map(|hex| self.label(*hex)).collect::<Vec<_>>().join(" ");
                Some(format!("from {} by {by} to {}", self.label(*from), self.label(*to)))
            }
        });
        let parts: Vec<String> = hexes.chain(lines).collect();
        if parts.is_empty() { "nowhere".to_owned() } else { parts.join("; ") }
    }

    /// The numbers of hexes in their order, those that follow each other as a run: "2701–2705, 2803".
    fn runs(&self, hexes: Vec<Hex>) -> String {
        let numbering = self.ground.numbering;
        let place = |hex: Hex| match (numbering.order, numbering.column_row(hex)) {
            (Order::ColumnRow, (column, row)) => (column, row),
            (Order::RowColumn, (column, row)) => (row, column),
        };
        let mut places: Vec<((i16, i16), Hex)> = hexes.into_iter().map(|hex| (place(hex), hex)).collect();
        places.sort_unstable();
        places.dedup();
        let runs =
            places.chunk_by(|((line, at), _), ((next_line, next), _)| line == next_line && at + 1 == *next);
        let words = runs.filter_map(|run| match run {
            [] => None,
            [(_, one)] => Some(self.label(*one)),
            [(_, first), .., (_, last)] => Some(format!("{}–{}", self.label(*first), self.label(*last))),
        });
        words.collect::<Vec<_>>().join(", ")
    }
}
