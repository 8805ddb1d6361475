//! What is rolled for at the start of a turn: the weather, and each side's Air Points and Replacements, as data of the game.
//! [BCS-TURN-11]

use kernel::grammar::counted;
use kernel::reader::HOUSE_FILE;
use kernel::{Chart, ChartResult, Die, Node, PerSide, Row, SideInfo};
use toml::de::DeValue;

use super::scenario::Trafficability;

kernel::chart_rows! {
    /// The weather of a turn: how far spotters see, whether Trafficability is Poor, whether no side has Air Points.
    pub struct Weather { visibility: u8, poor: bool, grounded: bool } says |row| {
        let tracks = if row.poor { "Poor Trafficability" } else { "Good Trafficability" };
        let air = if row.grounded { ", no Air Points" } else { "" };
        format!("visibility {}, {tracks}{air}", row.visibility)
    };

    /// Air Points of a turn.
    pub struct Air { points: u8 } says |row| counted(row.points, "Air Point");

    /// Replacements of a turn: steps for units with AV and steps for others.
    pub struct Replacements { av: u8, others: u8 } says |row| match (row.av, row.others) {
        (0, 0) => "none".into(),
        (0, others) => format!("{others} infantry"),
        (av, 0) => format!("{av} AV"),
        (av, others) => format!("{av} AV, {others} infantry"),
    };
}

/// A chart of one die for each side; a side that has none rolls nothing.
pub(super) fn charts<R: ChartResult>(
    root: &Node<'_>,
    key: &str,
    title: &str,
    sides: Option<&PerSide<SideInfo>>,
    read: impl Fn(&DeValue<'_>) -> Option<R>,
    wanted: &str,
) -> PerSide<Option<Chart<R>>> {
    let none = || PerSide::new(None, None);
    let (Some(node), Some(sides)) = (root.maybe_table(key), sides) else { return none() };
    let charts = sides.map(|info| {
        let key = info.id.as_str();
        chart(&node.maybe_table(key)?, title, &read, wanted)
            .map_err(|odd| odd.into_iter().for_each(|sentence| node.fault(key, HOUSE_FILE, sentence)))
            .ok()
    });
    node.close();
    charts
}

/// The chart of the weather, for both sides; a scenario without one has the weather that it states. [BCS-TURN-11]
pub(super) fn weather(root: &Node<'_>) -> Option<Chart<Weather>> {
    let key = "weather";
    let table = root.maybe_table(key)?;
    let wanted = "a table: { visibility = 2, trafficability = \"poor\", grounded = true }";
    let found = chart(&table, "Weather", &read_weather, wanted);
    found.map_err(|odd| odd.into_iter().for_each(|sentence| root.fault(key, HOUSE_FILE, sentence))).ok()
}

/// `{ visibility = 2, trafficability = "poor", grounded = true }`; a field that is left out is 2, good, false.
fn read_weather(value: &DeValue<'_>) -> Option<Weather> {
    let DeValue::Table(table) = value else { return None };
    let mut weather = Weather { visibility: 2, poor: false, grounded: false };
    for (key, value) in table {
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("visibility", DeValue::Integer(hexes)) => {
                weather.visibility = hexes.as_str().parse().ok().filter(|hexes| (1..=20).contains(hexes))?;
            }
            ("trafficability", DeValue::String(word)) => {
                weather.poor = Trafficability::read(word)? == Trafficability::Poor;
            }
            ("grounded", DeValue::Boolean(grounded)) => weather.grounded = *grounded,
            _ => return None,
        }
    }
    Some(weather)
}

fn chart<R: ChartResult>(
    table: &Node<'_>,
    title: &str,
    read: &impl Fn(&DeValue<'_>) -> Option<R>,
    wanted: &str,
) -> Result<Chart<R>, Option<String>> {
    let before = table.n_faults();
    let mut bands: Vec<(i32, i32, R)> = Vec::new();
    for key in table.keys() {
        let Some((low, high)) = band(&key) else {
            table.fault(&key, HOUSE_FILE, format!("{key:?} is no band of a die: \"3\" or \"1-2\"."));
            continue;
        };
        let result = table.value(&key).and_then(|value| read(value.get_ref()));
        let Some(result) = result else {
            table.fault(&key, HOUSE_FILE, format!("Here stands {wanted}."));
            continue;
        };
        bands.push((low, high, result));
    }
    bands.sort_by_key(|(low, ..)| *low);
    if table.n_faults() > before {
        return Err(None);
    }
    let stands = |face: i32| bands.iter().filter(|(low, high, _)| (*low..=*high).contains(&face)).count();
    if let Some(face) = (1..=6).find(|face| stands(*face) != 1) {
        let n = times(stands(face));
        return Err(Some(format!("The face {face} stands {n} here; each face of the die stands once.")));
    }
    let last = bands.len().saturating_sub(1);
    let rows = bands.into_iter().enumerate().map(|(at, (low, high, result))| Row {
        min: (at > 0).then_some(low),
        max: (at < last).then_some(high),
        result,
    });
    Chart::new("BCS-TURN-11", title, Die::D(6), rows.collect()).map_err(|_| None)
}

fn times(n: usize) -> String {
    match n {
        0 => "nowhere".into(),
        n => format!("{n} times"),
    }
}

/// `3` or `1-2`, faces of a die.
fn band(key: &str) -> Option<(i32, i32)> {
    let face = |text: &str| text.parse().ok().filter(|face| (1..=6).contains(face) && text.len() == 1);
    match key.split_once('-') {
        Some((low, high)) => Some((face(low)?, face(high)?)).filter(|(low, high)| low < high),
        None => face(key).map(|face| (face, face)),
    }
}

/// A number of Air Points.
pub(super) fn air(value: &DeValue<'_>) -> Option<Air> {
    let DeValue::Integer(points) = value else { return None };
    points.as_str().parse().ok().filter(|points| *points <= 20).map(|points| Air { points })
}

/// `none`, `1 infantry`, `2 AV`, or both with a comma.
pub(super) fn replacements(value: &DeValue<'_>) -> Option<Replacements> {
    let text = value.as_str()?;
    let mut found = Replacements { av: 0, others: 0 };
    if text == "none" {
        return Some(found);
    }
    for part in text.split(", ") {
        let (n, kind) = part.split_once(' ')?;
        let n = n.parse().ok().filter(|n| (1..=20).contains(n))?;
        match kind {
            "AV" if found.av == 0 => found.av = n,
            "infantry" if found.others == 0 => found.others = n,
            _ => return None,
        }
    }
    Some(found)
}
