//! BF-T1, one chart for each slot kind. [BF-2.S-6, BF-R12]

use kernel::reader::Node;
use kernel::{Chart, Die, Row};

use super::rows::chart;
use super::standard_purchase_points;
use crate::setup::calendar::{Day, kinds_in_use};
use crate::setup::charts::Gain;
use crate::words::SlotKind;

const CPP_TITLE: &str = "CPP Replenishment Table";

pub(super) fn gains(node: &Node<'_>, key: &str) -> Option<Chart<Gain>> {
    let names = ("BF-T1", CPP_TITLE, Die::D(10));
    chart(node, key, names, |row| row, |row| row.number("gain", 0..=1000).map(|gain| Gain(gain as i32)))
}

pub(super) fn purchase_points(
    node: &Node<'_>,
    cpp: Option<Node<'_>>,
    days: &[Day],
) -> Option<Vec<(SlotKind, Chart<Gain>)>> {
    let mut charts: Vec<(SlotKind, Chart<Gain>)> = Vec::new();
    let mut whole = true;
    if let Some(cpp) = &cpp {
        for kind in SlotKind::ALL {
            let Some(table) = cpp.maybe_table(kind.word()) else { continue };
            match gains(&table, "rows") {
                Some(chart) => charts.push((*kind, chart)),
                None => whole = false,
            }
            table.close();
        }
        cpp.close();
    }
    let base = charts.iter().find(|(kind, _)| *kind == SlotKind::Full).map(|(_, chart)| chart.clone());
    let base = base.unwrap_or_else(standard_purchase_points);
    for (kind, most) in kinds_in_use(days) {
        let there = charts.iter().any(|(known, _)| *known == kind);
        let faulty = cpp.as_ref().is_some_and(|cpp| cpp.has(kind.word()));
        if there || faulty {
            continue;
        }
        if most == 1 {
            charts.push((kind, standard_purchase_points()));
            continue;
        }
        whole = false;
        let proposal = proposal(&base, most);
        let sentence = format!(
            "Days with more than one slot need a chart for each slot kind, and [tables.cpp.{kind}] is missing. \
             The day's chart divided by {most} would be rows = [{proposal}]."
        );
        match &cpp {
            Some(cpp) => cpp.fault(kind.word(), "BF-2.S-6", sentence),
            None => {
                // Where the chart would stand, though neither [tables] nor [tables.cpp] may be there.
                let tables = if node.path().is_empty() { "tables." } else { "" };
                node.fault(&format!("{tables}cpp.{kind}"), "BF-2.S-6", sentence);
            }
        }
    }
    whole.then_some(charts)
}

/// [BF-2.1.1.1-4] A chart that yields about the same a day in so many slots: each gain divided by their number, rounded to the nearest, halves down. [BF-R12]
pub(super) fn proposal(base: &Chart<Gain>, n_slots: usize) -> String {
    let n = n_slots as i32;
    let row = |row: &Row<Gain>| {
        let bound = |name: &str, value: Option<i32>| {
            value.map_or(String::new(), |value| format!("{name} = {value}, "))
        };
        let gain = (2 * row.result.0 + n - 1) / (2 * n);
        format!("{{ {}{}gain = {gain} }}", bound("min", row.min), bound("max", row.max))
    };
    base.rows().iter().map(row).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proposal_divides_and_rounds_halves_down() {
        let proposal = proposal(&standard_purchase_points(), 2);
        assert!(
            proposal.starts_with("{ min = 11, gain = 9 }, { min = 9, max = 10, gain = 8 }"),
            "{proposal}"
        );
        let of_three = super::proposal(&standard_purchase_points(), 4);
        assert!(of_three.contains("{ max = 0, gain = 1 }"), "6 / 4 = 1.5 goes down: {of_three}");
    }
}
