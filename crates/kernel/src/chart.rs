//! Charts: printed tables of the rules as data. A chart with a gap or an overlap does not load.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::die::Die;
use crate::reader::{HOUSE_FILE, Node, Reader};

/// What a row of a chart says. Small and copyable; the words are for the roll card.
pub trait ChartResult: Copy + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// The result as the players read it: "Repaired", "12 points".
    fn words(&self) -> String;
}

/// One band of a chart: final rolls from `min` to `max`, both included; `None` is open-ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row<R> {
    /// Lowest final roll of the band; open below when absent.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    /// Highest final roll of the band; open above when absent.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
    /// What the band says.
    #[serde(flatten)]
    pub result: R,
}

fn none() -> Option<i32> {
    None
}

impl<R> Row<R> {
    /// The band in print: `..0`, `3–4`, `7`, `11..`.
    pub fn band(&self) -> String {
        match (self.min, self.max) {
            (Some(min), Some(max)) if min == max => min.to_string(),
            (Some(min), Some(max)) => format!("{min}–{max}"),
            (Some(min), None) => format!("{min} or more"),
            (None, Some(max)) => format!("{max} or less"),
            (None, None) => "any".into(),
        }
    }

    fn holds(&self, total: i32) -> bool {
        self.min.is_none_or(|min| min <= total) && self.max.is_none_or(|max| total <= max)
    }
}

/// A printed table: a die, and rows that cover every whole number exactly once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart<R> {
    id: String,
    title: String,
    die: Die,
    rows: Vec<Row<R>>,
}

/// What is wrong with the rows of a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadChart {
    /// No rows at all.
    Empty,
    /// A row whose lowest value is above its highest.
    Backwards {
        /// Index of the row as written.
        row: usize,
    },
    /// Two rows claim the same number.
    Overlap {
        /// Index of the later row as written.
        row: usize,
        /// A number both claim.
        at: i32,
    },
    /// A number no row claims. `row` is the row after the gap, or the last.
    Gap {
        /// Index of the row next to the gap as written.
        row: usize,
        /// The lowest missing number, or the highest when the gap is open below.
        at: i32,
    },
}

impl std::fmt::Display for BadChart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("the chart has no rows"),
            Self::Backwards { row } => write!(f, "row {}: min is above max", row + 1),
            Self::Overlap { row, at } => write!(f, "row {}: {at} stands in another row too", row + 1),
            Self::Gap { row, at } => {
                write!(f, "row {}: no row holds {at}; the outer rows are open-ended", row + 1)
            }
        }
    }
}

impl BadChart {
    /// Index of the row at fault, as written.
    pub fn row(&self) -> Option<usize> {
        match self {
            Self::Empty => None,
            Self::Backwards { row } | Self::Overlap { row, .. } | Self::Gap { row, .. } => Some(*row),
        }
    }
}

impl<R: Clone> Chart<R> {
    /// A chart whose rows, in any order, cover every whole number exactly once.
    ///
    /// # Errors
    /// Every [`BadChart`] found, not only the first.
    pub fn new(id: &str, title: &str, die: Die, rows: Vec<Row<R>>) -> Result<Self, Vec<BadChart>> {
        let faults = faults(&rows);
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Self { id: id.into(), title: title.into(), die, rows })
    }
}

impl<R: ChartResult + DeserializeOwned> Chart<R> {
    /// Reads a chart file, or a chart in a set-up: `id`, `title`, `die` and its `row`s. Every fault has its place.
    pub fn read(node: &Node<'_>) -> Option<Self> {
        let (id, title) = (node.text("id"), node.text("title"));
        let (die, rows) = (node.maybe::<Die>("die"), node.maybe::<Vec<Row<R>>>("row"));
        node.close();
        Self::new(&id?, &title?, die?, rows?)
            .map_err(|faults| {
                faults.iter().for_each(|fault| node.fault("row", HOUSE_FILE, format!("{fault}.")))
            })
            .ok()
    }

    /// A chart of the set-up where it has one, else a chart of the printed rules, which is compiled in and read by a test.
    pub fn own_or(own: Option<Node<'_>>, shipped: &str) -> Option<Self> {
        let Some(own) = own else {
            let reader = Reader::new("shipped chart", shipped);
            let chart = Self::read(&reader.root());
            return reader.finish(chart).ok();
        };
        Self::read(&own)
    }
}

impl<R> Chart<R> {
    /// The chart's id in the catalogue, such as `BF-T3`.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The printed title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The die thrown on it.
    pub fn die(&self) -> Die {
        self.die
    }

    /// The rows as written.
    pub fn rows(&self) -> &[Row<R>] {
        &self.rows
    }

    /// Index of the row that holds `total`. Every number has exactly one.
    pub fn row_of(&self, total: i32) -> usize {
        self.rows.iter().position(|row| row.holds(total)).expect("a chart covers every whole number")
    }

    /// In how many ways of the die each row comes up with `modifier` added, in the order of the rows.
    pub fn weights(&self, modifier: i32) -> Vec<u64> {
        let mut weights = vec![0; self.rows.len()];
        let (lowest, _) = self.die.span();
        for (figure, ways) in (lowest..).zip(self.die.ways()) {
            weights[self.row_of(figure + modifier)] += ways;
        }
        weights
    }
}

fn faults<R>(rows: &[Row<R>]) -> Vec<BadChart> {
    if rows.is_empty() {
        return vec![BadChart::Empty];
    }
    let mut found = Vec::new();
    let mut order: Vec<usize> = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        match (row.min, row.max) {
            (Some(min), Some(max)) if min > max => found.push(BadChart::Backwards { row: n }),
            _ => order.push(n),
        }
    }
    order.sort_by_key(|n| (rows[*n].min.map_or(i64::MIN, i64::from), *n));
    if let Some(&first) = order.first()
        && let Some(min) = rows[first].min
    {
        found.push(BadChart::Gap { row: first, at: min - 1 });
    }
    for pair in order.windows(2) {
        let (low, high) = (&rows[pair[0]], &rows[pair[1]]);
        let Some(min) = high.min else {
            found.push(BadChart::Overlap {
                row: pair[1],
                at: high.max.unwrap_or(0).min(low.max.unwrap_or(0)),
            });
            continue;
        };
        match low.max {
            None => found.push(BadChart::Overlap { row: pair[1], at: min }),
            Some(max) if max >= min => found.push(BadChart::Overlap { row: pair[1], at: min }),
            Some(max) if max + 1 < min => found.push(BadChart::Gap { row: pair[1], at: max + 1 }),
            Some(_) => {}
        }
    }
    if let Some(&last) = order.last()
        && !order.iter().any(|n| rows[*n].max.is_none())
    {
        let max = order.iter().filter_map(|n| rows[*n].max).max().unwrap_or(0);
        found.push(BadChart::Gap { row: last, at: max + 1 });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Gain(i32);
    impl ChartResult for Gain {
        fn words(&self) -> String {
            self.0.to_string()
        }
    }

    fn row(min: Option<i32>, max: Option<i32>) -> Row<Gain> {
        Row { min, max, result: Gain(0) }
    }

    fn chart(rows: Vec<Row<Gain>>) -> Result<Chart<Gain>, Vec<BadChart>> {
        Chart::new("T", "Test", Die::D(10), rows)
    }

    #[test]
    fn a_whole_chart_loads_and_weighs() {
        let chart = chart(vec![row(Some(9), None), row(Some(3), Some(8)), row(None, Some(2))]).unwrap();
        assert_eq!(chart.weights(0), [2, 6, 2]);
        assert_eq!(chart.weights(-5), [0, 3, 7]);
        assert_eq!(chart.row_of(400), 0);
    }

    #[test]
    fn every_fault_is_found() {
        let faults =
            chart(vec![row(Some(9), Some(12)), row(Some(3), Some(9)), row(Some(5), Some(1))]).unwrap_err();
        assert_eq!(
            faults,
            [
                BadChart::Backwards { row: 2 },
                BadChart::Gap { row: 1, at: 2 },
                BadChart::Overlap { row: 0, at: 9 },
                BadChart::Gap { row: 0, at: 13 },
            ]
        );
    }

    #[test]
    fn a_gap_in_the_middle_is_found() {
        let faults = chart(vec![row(None, Some(2)), row(Some(4), None)]).unwrap_err();
        assert_eq!(faults, [BadChart::Gap { row: 1, at: 3 }]);
    }
}
