//! BF-T3 to BF-T9 and the weather, each over what stood before.

use std::cell::Cell;

use arrayvec::ArrayString;
use kernel::reader::Node;
use kernel::{Chart, Die, Row};

use super::rows::{chart, chart_over, modifiers, worded};
use crate::ids::NationId;
use crate::measure::Inches;
use crate::setup::calendar::{Date, date};
use crate::setup::charts::{
    AircraftModifier, DisciplineChange, DisciplineChart, Escape, EscapeChart, EscapeRow, NationDates, Number,
    NumbersChart, Removal, RemovalChart, Repair, RepairChart, TurnChart, Weather, Withdrawal,
};
use crate::setup::map::maybe_inches;
use crate::setup::nations::listed;

pub(super) fn repair(node: &Node<'_>, before: Option<RepairChart>) -> Option<RepairChart> {
    let base =
        before.as_ref().map_or([0; 4], |base| [base.minefield, base.russian, base.abandoned, base.point]);
    let names = ("BF-T3", "Armor Repair Table", Die::D(10));
    let result = |row: &Node<'_>| worded(row, "result", Repair::read, &Repair::all_words());
    let nations = match &before {
        Some(base) if !node.has("nations") => base.nations.clone(),
        _ => node.tables("nations").iter().filter_map(nation_dates).collect(),
    };
    let russian_nations = russian_nations(node, before.as_ref().map(|base| &base.russian_nations));
    let chart = chart_over(node, before.map(|base| base.chart), names, result);
    let [minefield, russian, abandoned, point] =
        modifiers(node, ["minefield", "russian", "abandoned", "cpp"], base);
    node.close();
    Some(RepairChart { chart: chart?, minefield, russian, russian_nations, abandoned, point, nations })
}

/// The nations that the modifier `russian` is for: those of the file, or what stood before.
fn russian_nations(node: &Node<'_>, before: Option<&Vec<NationId>>) -> Vec<NationId> {
    match before {
        Some(before) if !node.has("russian_nations") => before.clone(),
        _ => listed(node, "russian_nations"),
    }
}

pub(super) fn nation_dates(node: &Node<'_>) -> Option<NationDates> {
    let nation = node.id("nation");
    let (from, until) = (maybe_date(node, "from"), maybe_date(node, "until"));
    node.close();
    Some(NationDates { nation: nation?.into(), from, until })
}

pub(super) fn maybe_date(node: &Node<'_>, key: &str) -> Option<Date> {
    if node.has(key) { date(node, key, "BF-R13") } else { None }
}

pub(super) fn withdrawal(node: &Node<'_>, before: Option<Chart<Withdrawal>>) -> Option<Chart<Withdrawal>> {
    let names = ("BF-T4", "Armor Withdrawal Table", Die::D(10));
    let result = |row: &Node<'_>| worded(row, "result", Withdrawal::read, &Withdrawal::all_words());
    let chart = chart_over(node, before, names, result);
    node.close();
    chart
}

pub(super) fn discipline(node: &Node<'_>, before: Option<DisciplineChart>) -> Option<DisciplineChart> {
    let base = before.as_ref().map_or([0; 9], |base| {
        let [quarter, half, three] = base.casualties;
        [quarter, half, three, base.panicked, base.kills, base.won, base.lost, base.isolated, base.cut_off]
    });
    let names = ("BF-T5", "Discipline Rating Changes", Die::D(100));
    let result =
        |row: &Node<'_>| worded(row, "result", DisciplineChange::read, &DisciplineChange::all_words());
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

pub(super) fn numbers(node: &Node<'_>, before: Option<NumbersChart>) -> Option<NumbersChart> {
    const IDS: [&str; 3] = ["western", "early-german", "late-german"];
    let none = || AircraftModifier { nations: Vec::new(), from: None, until: None, amount: 0 };
    let mut aircraft = before.as_ref().map_or_else(|| IDS.map(|_| none()), |base| base.aircraft.clone());
    for row in node.tables("aircraft") {
        let place = row.text("id").and_then(|id| IDS.iter().position(|known| *known == id));
        let nations = listed(&row, "nations");
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

pub(super) fn removal(node: &Node<'_>, before: Option<RemovalChart>) -> Option<RemovalChart> {
    let base = before.as_ref().map_or([0; 3], |base| [base.near_line, base.roadblock, base.engineers]);
    let (within, n_engineers, cost) =
        before.as_ref().map_or((Inches::whole(4), 3, 1), |base| (base.within, base.n_engineers, base.cost));
    let names = ("BF-T7", "Fortification Removal Table", Die::D(10));
    let result = |row: &Node<'_>| worded(row, "result", Removal::read, &Removal::all_words());
    let chart = chart_over(node, before.map(|base| base.chart), names, result);
    let [near_line, roadblock, engineers] = modifiers(node, ["near_line", "roadblock", "engineers"], base);
    let within = maybe_inches(node, "within", "BF-T7").unwrap_or(within);
    let n_engineers = node.maybe_number("engineers", 0..=100).map_or(n_engineers, |n| n as u32);
    let cost = node.maybe_number("cost", 0..=100).map_or(cost, |cost| cost as i32);
    node.close();
    Some(RemovalChart { chart: chart?, within, n_engineers, cost, near_line, roadblock, engineers })
}

pub(super) fn escape(node: &Node<'_>, before: Option<EscapeChart>) -> Option<EscapeChart> {
    let base = before.as_ref().map_or([0; 6], |base| {
        [base.morning, base.cut_off, base.unarmoured, base.near_line, base.fully_tracked, base.russian]
    });
    let within = before.as_ref().map_or(Inches::whole(4), |base| base.within);
    let names = ("BF-T8", "Escape Table", Die::D(10));
    let words = Escape::all_words();
    let result = |row: &Node<'_>| {
        let (infantry, afv) =
            (worded(row, "infantry", Escape::read, &words), worded(row, "afv", Escape::read, &words));
        Some(EscapeRow { infantry: infantry?, afv: afv? })
    };
    let russian_nations = russian_nations(node, before.as_ref().map(|base| &base.russian_nations));
    let chart = chart_over(node, before.map(|base| base.chart), names, result);
    let keys = ["morning", "cut_off", "unarmoured", "near_line", "fully_tracked", "russian"];
    let [morning, cut_off, unarmoured, near_line, fully_tracked, russian] = modifiers(node, keys, base);
    let within = maybe_inches(node, "within", "BF-T8").unwrap_or(within);
    node.close();
    Some(EscapeChart {
        chart: chart?,
        within,
        morning,
        cut_off,
        unarmoured,
        near_line,
        fully_tracked,
        russian,
        russian_nations,
    })
}

pub(super) fn turns(node: &Node<'_>) -> TurnChart {
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
pub(super) fn weather(tables: &Node<'_>) -> Option<Chart<Weather>> {
    let row_of = Cell::new(0u8);
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
