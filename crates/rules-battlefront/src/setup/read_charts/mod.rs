//! Reads the charts: first the shipped ones, then whatever `[tables]` of the campaign file puts in their place.

mod income;
mod printed;
mod rows;

use kernel::Chart;
use kernel::reader::{Node, Reader};

use super::calendar::Day;
use super::charts::{Charts, Gain, TurnChart, turn_ends};
use super::map::maybe_inches;
use crate::ids::LevelId;
use crate::measure::Inches;
use income::{gains, purchase_points};
use printed::{discipline, escape, nation_dates, numbers, removal, repair, turns, weather, withdrawal};

const T1: &str = include_str!("../../../charts/bf_t1_purchase_points.toml");
const T3: &str = include_str!("../../../charts/bf_t3_armour_repair.toml");
const T4: &str = include_str!("../../../charts/bf_t4_armour_withdrawal.toml");
const T5: &str = include_str!("../../../charts/bf_t5_discipline.toml");
const T6: &str = include_str!("../../../charts/bf_t6_smoke_and_aircraft.toml");
const T7: &str = include_str!("../../../charts/bf_t7_removal.toml");
const T8: &str = include_str!("../../../charts/bf_t8_escape.toml");

/// A chart file that ships with the rules.
fn shipped<T>(text: &str, read: impl FnOnce(&Node<'_>) -> Option<T>) -> T {
    let reader = Reader::new("shipped chart", text);
    let value = read(&reader.root());
    reader.finish(value).expect("the shipped charts are read by a test")
}

/// The charts as they ship, without replenishment charts for particular slots and without weather. Each names its die: a
/// d10 from 1 to 10, or a d100 from 1 to 100. [BF-0-2, BF-R1]
///
/// Interpretation: a sign such as `> 9` is read from the neighbouring row, but in the discipline chart. [BF-0-4, BF-R2]
pub(crate) fn standard() -> Charts {
    Charts {
        purchase_points: Vec::new(),
        repair: shipped(T3, |node| repair(node, None)),
        withdrawal: shipped(T4, |node| withdrawal(node, None)),
        discipline: shipped(T5, |node| discipline(node, None)),
        numbers: shipped(T6, |node| numbers(node, None)),
        removal: shipped(T7, |node| removal(node, None)),
        escape: shipped(T8, |node| escape(node, None)),
        turns: TurnChart { first_roll_turn: 11, last_turn: 20 },
        turn_ends: turn_ends(),
        weather: None,
        spotting: vec![("open".into(), Inches::whole(12)), ("cover".into(), Inches::whole(6))],
        ladder: ["Raw", "Trained", "Experienced", "Veteran", "Elite"]
            .map(|level| level.parse().unwrap_or_default())
            .into(),
    }
}

/// The standard replenishment chart, for one scenario a day.
pub(crate) fn standard_purchase_points() -> Chart<Gain> {
    shipped(T1, |node| gains(node, "rows"))
}

/// Reads `[tables]` over the shipped charts.
pub(crate) fn read(root: &Node<'_>, days: &[Day]) -> Option<Charts> {
    let mut charts = standard();
    charts.ladder = ladder(root, charts.ladder);
    let Some(tables) = root.maybe_table("tables") else {
        charts.purchase_points = purchase_points(root, None, days)?;
        return Some(charts);
    };
    let mut whole = true;
    over(&tables, "repair", &mut charts.repair, &mut whole, repair);
    if tables.has("repair_nations") {
        charts.repair.nations = tables.tables("repair_nations").iter().filter_map(nation_dates).collect();
    }
    over(&tables, "withdrawal", &mut charts.withdrawal, &mut whole, withdrawal);
    over(&tables, "discipline", &mut charts.discipline, &mut whole, discipline);
    over(&tables, "numbers", &mut charts.numbers, &mut whole, numbers);
    over(&tables, "removal", &mut charts.removal, &mut whole, removal);
    over(&tables, "escape", &mut charts.escape, &mut whole, escape);
    if let Some(node) = tables.maybe_table("turn_chart") {
        charts.turns = turns(&node);
    }
    if let Some(node) = tables.maybe_table("spotting") {
        let distance = |key: String| Some((maybe_inches(&node, &key, "BF-R35")?, key));
        charts.spotting = node.keys().into_iter().filter_map(distance).map(|(far, key)| (key, far)).collect();
    }
    if tables.has("weather") {
        charts.weather = weather(&tables);
    }
    let points = purchase_points(&tables, tables.maybe_table("cpp"), days);
    tables.close();
    charts.purchase_points = points?;
    whole.then_some(charts)
}

/// Reads `[tables.key]` over the shipped chart, if the file has it.
fn over<T: Clone>(
    tables: &Node<'_>,
    key: &str,
    chart: &mut T,
    whole: &mut bool,
    read: impl FnOnce(&Node<'_>, Option<T>) -> Option<T>,
) {
    let Some(node) = tables.maybe_table(key) else { return };
    match read(&node, Some(chart.clone())) {
        Some(read) => *chart = read,
        None => *whole = false,
    }
}

fn ladder(root: &Node<'_>, standard: Vec<LevelId>) -> Vec<LevelId> {
    if !root.has("discipline_levels") {
        return standard;
    }
    let levels: Vec<LevelId> =
        root.texts("discipline_levels").iter().filter_map(|level| level.parse().ok()).collect();
    let distinct: std::collections::BTreeSet<_> = levels.iter().collect();
    if levels.len() < 2 || distinct.len() != levels.len() {
        let sentence = "Discipline levels are two or more different names, from the worst to the best.";
        root.fault("discipline_levels", "BF-T10", sentence);
        return standard;
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_charts_hold_the_printed_numbers() {
        let charts = standard();
        assert_eq!(charts.repair.chart.weights(0), [2, 8]);
        assert_eq!(charts.withdrawal.weights(0), [8, 2]);
        assert_eq!(charts.numbers.chart.weights(0), [2, 3, 5]);
        assert_eq!(charts.removal.chart.weights(0), [5, 5]);
        assert_eq!(charts.escape.chart.weights(0), [7, 2, 1]);
        assert_eq!(standard_purchase_points().weights(0), [0, 2, 2, 2, 2, 2, 0]);
    }
}
