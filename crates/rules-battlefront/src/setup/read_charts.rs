//! Reads the charts: first the shipped ones, then whatever `[tables]` of the campaign file puts in their place.

use arrayvec::ArrayString;
use kernel::reader::{Node, Reader};
use kernel::{Chart, Die, Id, Row};

use super::calendar::{Date, Day, date, kinds_in_use};
use super::charts::{
    AircraftModifier, Charts, DisciplineChange, DisciplineChart, Escape, EscapeChart, EscapeRow, Gain,
    NationDates, Number, NumbersChart, Removal, RemovalChart, Repair, RepairChart, TurnChart, Weather,
    Withdrawal,
};
use super::map::maybe_inches;
use crate::measure::Inches;
use crate::words::SlotKind;

const T1: &str = include_str!("../../charts/bf_t1_purchase_points.toml");
const T3: &str = include_str!("../../charts/bf_t3_armour_repair.toml");
const T4: &str = include_str!("../../charts/bf_t4_armour_withdrawal.toml");
const T5: &str = include_str!("../../charts/bf_t5_discipline.toml");
const T6: &str = include_str!("../../charts/bf_t6_smoke_and_aircraft.toml");
const T7: &str = include_str!("../../charts/bf_t7_removal.toml");
const T8: &str = include_str!("../../charts/bf_t8_escape.toml");
const CPP_TITLE: &str = "CPP Replenishment Table";

/// A chart file that ships with the rules.
fn shipped<T>(text: &str, read: impl FnOnce(&Node<'_>) -> Option<T>) -> T {
    let reader = Reader::new("shipped chart", text);
    let value = read(&reader.root());
    reader.finish(value).expect("the shipped charts are read by a test")
}

/// The charts as they ship, without replenishment charts for particular slots and without weather.
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
        weather: None,
        spotting: vec![("open".into(), Inches::whole(12)), ("cover".into(), Inches::whole(6))],
        ladder: ["Raw", "Trained", "Experienced", "Veteran", "Elite"]
            .map(|level| Id::new(level).unwrap_or_default())
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

fn ladder(root: &Node<'_>, standard: Vec<Id>) -> Vec<Id> {
    if !root.has("discipline_levels") {
        return standard;
    }
    let levels: Vec<Id> =
        root.texts("discipline_levels").iter().filter_map(|level| Id::new(level).ok()).collect();
    let distinct: std::collections::BTreeSet<_> = levels.iter().collect();
    if levels.len() < 2 || distinct.len() != levels.len() {
        let sentence = "Discipline levels are two or more different names, from the worst to the best.";
        root.fault("discipline_levels", "BF-T10", sentence);
        return standard;
    }
    levels
}

/// Reads the rows at `key` into a chart; every gap and overlap is a fault at its row.
fn chart<R: Clone>(
    node: &Node<'_>,
    key: &str,
    (id, title, die): (&str, &str, Die),
    fit: impl Fn(Row<R>) -> Row<R>,
    result: impl Fn(&Node<'_>) -> Option<R>,
) -> Option<Chart<R>> {
    let nodes = node.tables(key);
    let mut rows = Vec::new();
    for row in &nodes {
        let bounds = -1000..=1000;
        let min = row.maybe_number("min", bounds.clone()).map(|min| min as i32);
        let max = row.maybe_number("max", bounds).map(|max| max as i32);
        let read = result(row);
        row.close();
        rows.push(fit(Row { min, max, result: read? }));
    }
    match Chart::new(id, title, die, rows) {
        Ok(chart) => Some(chart),
        Err(faults) => {
            for fault in faults {
                let sentence = format!("{title}: {fault}.");
                match fault.row().and_then(|row| nodes.get(row)) {
                    Some(row) => row.fault("min", id, sentence),
                    None => node.fault(key, id, sentence),
                }
            }
            None
        }
    }
}

/// The chart at `rows` when the file has one, else what stood before.
fn chart_over<R: Clone>(
    node: &Node<'_>,
    before: Option<Chart<R>>,
    names: (&str, &str, Die),
    result: impl Fn(&Node<'_>) -> Option<R>,
) -> Option<Chart<R>> {
    match before {
        Some(before) if !node.has("rows") => Some(before),
        _ => chart(node, "rows", names, |row| row, result),
    }
}

fn worded<T>(row: &Node<'_>, key: &str, of: impl Fn(&str) -> Option<T>, words: &str) -> Option<T> {
    let text = row.text(key)?;
    let value = of(&text);
    if value.is_none() {
        row.fault(key, kernel::reader::HOUSE_FILE, format!("{text:?} is no result here; there are {words}."));
    }
    value
}

/// The modifiers of `[…modifiers]`: each key's number, or what stood before.
fn modifiers<const N: usize>(node: &Node<'_>, keys: [&str; N], before: [i32; N]) -> [i32; N] {
    let Some(table) = node.maybe_table("modifiers") else { return before };
    let mut values = before;
    for (value, key) in values.iter_mut().zip(keys) {
        if let Some(number) = table.maybe_number(key, -100..=100) {
            *value = number as i32;
        }
    }
    table.close();
    values
}

fn gains(node: &Node<'_>, key: &str) -> Option<Chart<Gain>> {
    let names = ("BF-T1", CPP_TITLE, Die::D(10));
    chart(node, key, names, |row| row, |row| row.number("gain", 0..=1000).map(|gain| Gain(gain as i32)))
}

fn purchase_points(
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
            None => node.fault("cpp", "BF-2.S-6", sentence),
        }
    }
    whole.then_some(charts)
}

/// Each gain divided by the number of slots, rounded to the nearest, halves down. [BF-R12]
fn proposal(base: &Chart<Gain>, n_slots: usize) -> String {
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

fn repair(node: &Node<'_>, before: Option<RepairChart>) -> Option<RepairChart> {
    let base =
        before.as_ref().map_or([0; 4], |base| [base.minefield, base.russian, base.abandoned, base.point]);
    let names = ("BF-T3", "Armor Repair Table", Die::D(10));
    let result = |row: &Node<'_>| worded(row, "result", Repair::of, &Repair::all_words());
    let nations = match &before {
        Some(base) if !node.has("nations") => base.nations.clone(),
        _ => node.tables("nations").iter().filter_map(nation_dates).collect(),
    };
    let chart = chart_over(node, before.map(|base| base.chart), names, result);
    let [minefield, russian, abandoned, point] =
        modifiers(node, ["minefield", "russian", "abandoned", "cpp"], base);
    node.close();
    Some(RepairChart { chart: chart?, minefield, russian, abandoned, point, nations })
}

fn nation_dates(node: &Node<'_>) -> Option<NationDates> {
    let nation = node.id("nation");
    let (from, until) = (maybe_date(node, "from"), maybe_date(node, "until"));
    node.close();
    Some(NationDates { nation: nation?, from, until })
}

fn maybe_date(node: &Node<'_>, key: &str) -> Option<Date> {
    if node.has(key) { date(node, key, "BF-R13") } else { None }
}

fn withdrawal(node: &Node<'_>, before: Option<Chart<Withdrawal>>) -> Option<Chart<Withdrawal>> {
    let names = ("BF-T4", "Armor Withdrawal Table", Die::D(10));
    let result = |row: &Node<'_>| worded(row, "result", Withdrawal::of, &Withdrawal::all_words());
    let chart = chart_over(node, before, names, result);
    node.close();
    chart
}

fn discipline(node: &Node<'_>, before: Option<DisciplineChart>) -> Option<DisciplineChart> {
    let base = before.as_ref().map_or([0; 9], |base| {
        let [quarter, half, three] = base.casualties;
        [quarter, half, three, base.panicked, base.kills, base.won, base.lost, base.isolated, base.cut_off]
    });
    let names = ("BF-T5", "Discipline Rating Changes", Die::D(100));
    let result = |row: &Node<'_>| worded(row, "result", DisciplineChange::of, &DisciplineChange::all_words());
    let chart = chart_over(node, before.map(|base| base.chart), names, result);
    let keys = [
        "casualties_25",
        "casualties_50",
        "casualties_75",
        "panicked",
        "kills",
        "won",
        "lost",
        "isolated",
        "cut_off",
    ];
    let [quarter, half, three, panicked, kills, won, lost, isolated, cut_off] = modifiers(node, keys, base);
    node.close();
    let casualties = [quarter, half, three];
    Some(DisciplineChart { chart: chart?, casualties, panicked, kills, won, lost, isolated, cut_off })
}

fn numbers(node: &Node<'_>, before: Option<NumbersChart>) -> Option<NumbersChart> {
    const IDS: [&str; 3] = ["western", "early-german", "late-german"];
    let none = || AircraftModifier { nations: Vec::new(), from: None, until: None, amount: 0 };
    let mut aircraft = before.as_ref().map_or_else(|| IDS.map(|_| none()), |base| base.aircraft.clone());
    for row in node.tables("aircraft") {
        let place = row.text("id").and_then(|id| IDS.iter().position(|known| *known == id));
        let nations = row.texts("nations").iter().filter_map(|nation| Id::new(nation).ok()).collect();
        let (from, until) = (maybe_date(&row, "from"), maybe_date(&row, "until"));
        let amount = row.number("amount", -100..=100);
        row.close();
        match (place, amount) {
            (Some(place), Some(amount)) => {
                aircraft[place] = AircraftModifier { nations, from, until, amount: amount as i32 };
            }
            (None, _) => row.fault("id", "BF-T6", format!("The rows for aircraft are {}.", IDS.join(", "))),
            _ => {}
        }
    }
    let point = before.as_ref().map_or(0, |base| base.point);
    let names = ("BF-T6", "Aircraft/Smoke Missions Table", Die::D(10));
    let result = |row: &Node<'_>| row.number("number", 0..=20).map(|number| Number(number as u8));
    let chart = chart_over(node, before.map(|base| base.chart), names, result);
    let [point] = modifiers(node, ["cpp"], [point]);
    node.close();
    Some(NumbersChart { chart: chart?, point, aircraft })
}

fn removal(node: &Node<'_>, before: Option<RemovalChart>) -> Option<RemovalChart> {
    let base = before.as_ref().map_or([0; 3], |base| [base.near_line, base.roadblock, base.engineers]);
    let (within, n_engineers, cost) =
        before.as_ref().map_or((Inches::whole(4), 3, 1), |base| (base.within, base.n_engineers, base.cost));
    let names = ("BF-T7", "Fortification Removal Table", Die::D(10));
    let result = |row: &Node<'_>| worded(row, "result", Removal::of, &Removal::all_words());
    let chart = chart_over(node, before.map(|base| base.chart), names, result);
    let [near_line, roadblock, engineers] = modifiers(node, ["near_line", "roadblock", "engineers"], base);
    let within = maybe_inches(node, "within", "BF-T7").unwrap_or(within);
    let n_engineers = node.maybe_number("engineers", 0..=100).map_or(n_engineers, |n| n as u32);
    let cost = node.maybe_number("cost", 0..=100).map_or(cost, |cost| cost as i32);
    node.close();
    Some(RemovalChart { chart: chart?, within, n_engineers, cost, near_line, roadblock, engineers })
}

fn escape(node: &Node<'_>, before: Option<EscapeChart>) -> Option<EscapeChart> {
    let base = before.as_ref().map_or([0; 6], |base| {
        [base.morning, base.cut_off, base.unarmoured, base.near_line, base.fully_tracked, base.russian]
    });
    let names = ("BF-T8", "Escape Table", Die::D(10));
    let words = Escape::all_words();
    let result = |row: &Node<'_>| {
        let (infantry, afv) =
            (worded(row, "infantry", Escape::of, &words), worded(row, "afv", Escape::of, &words));
        Some(EscapeRow { infantry: infantry?, afv: afv? })
    };
    let chart = chart_over(node, before.map(|base| base.chart), names, result);
    let keys = ["morning", "cut_off", "unarmoured", "near_line", "fully_tracked", "russian"];
    let [morning, cut_off, unarmoured, near_line, fully_tracked, russian] = modifiers(node, keys, base);
    node.close();
    Some(EscapeChart { chart: chart?, morning, cut_off, unarmoured, near_line, fully_tracked, russian })
}

fn turns(node: &Node<'_>) -> TurnChart {
    let first = node.number("first_roll_turn", 1..=99).unwrap_or(11);
    let last = node.number("last_turn", 1..=99).unwrap_or(20);
    if last < first {
        node.fault(
            "last_turn",
            "BF-T9",
            format!("The last turn, {last}, comes before the first roll, {first}."),
        );
    }
    node.close();
    TurnChart { first_roll_turn: first as u8, last_turn: last as u8 }
}

/// The weather chart has no modifiers, so 1 and 10 bound it as well as open ends do.
fn weather(tables: &Node<'_>) -> Option<Chart<Weather>> {
    let row_of = std::cell::Cell::new(0u8);
    let fit = |row: Row<Weather>| Row {
        min: row.min.filter(|min| *min > 1),
        max: row.max.filter(|max| *max < 10),
        ..row
    };
    let result = |row: &Node<'_>| {
        row_of.set(row_of.get().saturating_add(1));
        let text = row.text("text")?;
        let effects = row.texts("effects");
        let Ok(text) = ArrayString::from(&text) else {
            row.fault("text", "BF-2.S-8", "A weather text has at most 160 bytes.");
            return None;
        };
        let has = |tag: &str| effects.iter().any(|effect| effect == tag);
        Some(Weather { row: row_of.get(), text, no_air: has("no-air"), spotting_half: has("spotting-half") })
    };
    chart(tables, "weather", ("BF-2.S-8", "Weather", Die::D(10)), fit, result)
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
