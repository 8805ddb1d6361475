//! Scenarios made by chance, of any size: ground, rivers, barriers, roads, formations with their units. The same numbers
//! make the same scenario.

use std::fmt::Write;

/// What is made.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    /// Columns of the map.
    pub columns: u32,
    /// Rows of the map.
    pub rows: u32,
    /// Formations of each side.
    pub formations: u32,
    /// HQs of each formation.
    pub hqs: u32,
    /// Units of both sides.
    pub units: u32,
    /// Turns.
    pub turns: u32,
    /// Where chance begins.
    pub seed: u64,
}

/// Column and row, from 1.
type At = (u32, u32);

/// Ground with the parts in a hundred that it covers.
const GROUND: [(char, u64); 7] = [('.', 62), ('f', 14), ('h', 12), ('m', 4), ('v', 4), ('c', 2), ('u', 2)];

/// The legend and the costs, as in the sample.
const LEGEND: &str = r#"
[map.legend.'.']
name = "open"
cost = { leg = "1", tac = "1", truck = "2" }
[map.legend.f]
name = "forest"
terrain = true
cost = { leg = "2", tac = "3", truck = "P" }
[map.legend.h]
name = "hill"
terrain = true
cost = { leg = "2", tac = "2", truck = "4" }
[map.legend.m]
name = "marsh"
cost = { leg = "3", tac = "P", truck = "P" }
[map.legend.v]
name = "village"
terrain = true
cost = { leg = "1", tac = "1", truck = "2" }
[map.legend.c]
name = "city"
city = true
key = true
cost = { leg = "1", tac = "1", truck = "2" }
[map.legend.u]
name = "urban"
urban = true
key = true
cost = { leg = "2", tac = "2", truck = "2" }
[map.road_cost]
primary = { leg = "1", tac = "1/2", truck = "1/4" }
secondary = { leg = "1", tac = "1/2", truck = "1/2" }
track = { leg = "1", tac = "1", truck = "1" }
[map.river_cost]
river = { leg = "+2", tac = "P", truck = "P" }
"#;

/// What units there are, in turn: their fields but id, name, formation and hex.
const KINDS: [&str; 8] = [
    r#"ar = 3, steps = 4, assault_arrow = true, deployed = { class = "leg", ma = 4 }, move = { class = "truck", ma = 18 }"#,
    r#"ar = 4, steps = 3, assault_arrow = true, deployed = { class = "leg", ma = 4 }, move = { class = "truck", ma = 18 }"#,
    r#"ar = 4, steps = 3, av = 3, av_kind = "red", hard = true, deployed = { class = "tac", ma = 8 }, move = { class = "tac", ma = 14 }"#,
    r#"ar = 2, steps = 5, assault_arrow = true, screen = true, deployed = { class = "leg", ma = 4 }"#,
    r#"ar = 3, steps = 2, av = 4, av_kind = "stand_off", range = 3, deployed = { class = "leg", ma = 2 }, move = { class = "truck", ma = 16 }"#,
    r#"ar = 4, steps = 2, av = 1, av_kind = "light", recon = true, screen = true, range = 2, deployed = { class = "tac", ma = 12 }"#,
    r#"ar = 4, steps = 4, av = 3, av_kind = "red", dual = true, assault_arrow = true, range = 2, deployed = { class = "tac", ma = 8 }, move = { class = "tac", ma = 12, av = 2 }"#,
    r#"ar = 3, steps = 2, av = 2, av_kind = "limited", range = 2, deployed = { class = "tac", ma = 8 }"#,
];

/// Chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }

    fn ground(&mut self) -> char {
        let mut left = self.below(100);
        for (mark, part) in GROUND {
            if left < part {
                return mark;
            }
            left -= part;
        }
        '.'
    }
}

fn hex((column, row): At) -> String {
    format!("{column:02}{row:02}")
}

/// The hexes of a road in the words of a map.
fn way(path: &[At]) -> String {
    path.iter().copied().map(hex).collect::<Vec<_>>().join(" ")
}

/// The hex in the next column, one of the two; even columns sit half a hex lower.
fn next(from: At, down: bool, rows: u32) -> At {
    let low = from.0.is_multiple_of(2);
    let row = match (low, down) {
        (true, true) => from.1 + 1,
        (true, false) | (false, true) => from.1,
        (false, false) => from.1 - 1,
    };
    (from.0 + 1, row.clamp(1, rows))
}

/// Roads from west to east, one for each formation of a side, and roads and tracks across them.
fn roads(of: Made, chance: &mut Chance) -> (Vec<Vec<At>>, String) {
    let mut text = String::new();
    let mut along = Vec::new();
    for n in 0..of.formations {
        let middle = (2 * n + 1) * of.rows / (2 * of.formations) + 1;
        let mut path = vec![(1, middle.min(of.rows))];
        while let Some(&here) = path.last().filter(|at| at.0 < of.columns) {
            let down = if chance.below(3) == 0 { here.1 < middle } else { chance.below(2) == 0 };
            path.push(next(here, down, of.rows));
        }
        let class = if n % 2 == 0 { "primary" } else { "secondary" };
        let _ = writeln!(
            text,
            "[[map.road]]\nname = \"Road {n}\"\nclass = \"{class}\"\npath = \"{}\"",
            way(&path)
        );
        along.push(path);
    }
    let mut column = 3;
    while column < of.columns {
        let class = if chance.below(2) == 0 { "secondary" } else { "track" };
        let path: Vec<At> = (1..=of.rows).map(|row| (column, row)).collect();
        let _ = writeln!(
            text,
            "[[map.road]]\nname = \"Cross {column}\"\nclass = \"{class}\"\npath = \"{}\"",
            way(&path)
        );
        column += 4 + u32::try_from(chance.below(5)).unwrap_or(0);
    }
    (along, text)
}

/// Hexsides with rivers, and a few that nothing crosses where no road runs.
fn sides(of: Made, chance: &mut Chance) -> (String, String) {
    let (mut rivers, mut walls) = (Vec::new(), Vec::new());
    for column in 1..of.columns {
        for row in 2..of.rows {
            let here = (column, row);
            let side = format!("\"{}-{}\"", hex(here), hex(next(here, chance.below(2) == 0, of.rows)));
            match chance.below(40) {
                0..4 => rivers.push(side),
                4 => walls.push(side),
                _ => {}
            }
        }
    }
    (rivers.join(", "), walls.join(", "))
}

/// A scenario as a file.
pub fn scenario(of: Made) -> String {
    let mut chance = Chance(of.seed);
    let rows: Vec<String> =
        (0..of.rows).map(|_| (0..of.columns).map(|_| chance.ground()).collect()).collect();
    let (along, roads) = roads(of, &mut chance);
    let (rivers, walls) = sides(of, &mut chance);
    // Nothing bars a road.
    let on_road = |side: &&str| {
        let two = side.trim_matches('"').split_once('-').unwrap_or_default();
        along
            .iter()
            .any(|path| path.windows(2).any(|pair| (hex(pair[0]).as_str(), hex(pair[1]).as_str()) == two))
    };
    let walls = walls.split(", ").filter(|side| !side.is_empty() && !on_road(side));
    let walls = walls.collect::<Vec<_>>().join(", ");
    let marks: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let mut text = format!(
        "format = \"adjutant-bcs-scenario/1\"\nid = \"made-{}\"\ntitle = \"Made by chance\"\nturns = {}\n",
        of.seed, of.turns
    );
    text += "[[side]]\nid = \"Blue\"\nname = \"Blue\"\nhue = \"blue\"\n[[side]]\nid = \"Red\"\nname = \"Red\"\nhue = \"red\"\n";
    let ends = |at: usize| along.iter().map(move |path| format!("\"{}\"", hex(path[at.min(path.len() - 1)])));
    let ends = |at: usize| ends(at).collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "[supply_sources]\nBlue = [{}]\nRed = [{}]", ends(0), ends(usize::MAX));
    text += "[victory]\nper_enemy_step = \"1/4\"\nlevels = [{ margin = 5, result = \"won\" }, { margin = 0, result = \"draw\" }]\n";
    let _ = writeln!(
        text,
        "[map]\nformat = \"adjutant-hexmap/1\"\nid = \"made\"\ntitle = \"Made\"\nwidth = {}\nheight = {}",
        of.columns, of.rows
    );
    text += "layout = \"flat-top; columns and rows numbered from 01; even columns sit half a hex lower; hex id CCRR\"\n";
    let quoted: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
    let _ = writeln!(text, "rows = [{}]\nrivers = [{rivers}]\nimpassable = [{walls}]", quoted.join(", "));
    text += LEGEND;
    text += &roads;
    text += &forces(of, &along, &marks, &mut chance);
    text
}

/// Formations with their units: the HQ on its road, the trains behind it, the units before it.
fn forces(of: Made, along: &[Vec<At>], marks: &[Vec<char>], chance: &mut Chance) -> String {
    let mut text = String::new();
    let mut stacks = std::collections::BTreeMap::<At, u32>::new();
    let mut made = 0;
    for n in 0..2 * of.formations {
        let (side, road) = (n % 2, &along[(n / 2) as usize]);
        let id = format!("{}{}", ["B", "R"][side as usize], n / 2 + 1);
        let last = u32::try_from(road.len()).unwrap_or(1) - 1;
        let on =
            |part: u32| road[(if side == 0 { last * part / 100 } else { last - last * part / 100 }) as usize];
        let (hq, trains) = (on(38), on(18));
        let _ = writeln!(
            text,
            "[[formation]]\nid = \"{id}\"\nname = \"Formation {id}\"\nside = \"{}\"\nhq = {{ hex = \"{}\", command_radius = 8, reactivation = 4, class = \"truck\", ma = 16 }}\ntrains = {{ hex = \"{}\", class = \"truck\", ma = 14 }}\narty_points = 2\nfatigue = \"{}\"",
            ["Blue", "Red"][side as usize],
            hex(hq),
            hex(trains),
            n % 3
        );
        // The further HQs of a formation stand before and behind the first, and differ from it.
        for k in 1..of.hqs {
            let at = hex(on(if k % 2 == 0 { 38 - 5 * k } else { 38 + 5 * k }));
            let (radius, reactivation) = (9 - 2 * k.min(3), 2 + k.min(4));
            let _ = writeln!(
                text,
                "[[further_hq]]\nformation = \"{id}\"\nhex = \"{at}\"\ncommand_radius = {radius}\nreactivation = {reactivation}\nclass = \"truck\"\nma = 16"
            );
        }
        let goal = (n + 1) * of.units / (2 * of.formations);
        let mut nth = 0;
        while made < goal {
            let kind = KINDS[nth % KINDS.len()];
            let fields = top_level(kind);
            // One Stand Off unit and one of Limited AV are in Support.
            let stands = match nth {
                4 | 7 => "start = \"support\"".to_owned(),
                _ => format!("hex = \"{}\"", hex(free(of, side, hq, marks, &mut stacks, chance))),
            };
            nth += 1;
            let _ = writeln!(
                text,
                "[[unit]]\nid = \"{id}-{nth}\"\nformation = \"{id}\"\nname = \"{id} unit {nth}\"\n{fields}\n{stands}"
            );
            made += 1;
        }
    }
    text
}

/// The fields of an inline table as lines of a table.
fn top_level(fields: &str) -> String {
    let mut depth = 0;
    fields
        .chars()
        .map(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if c == ',' && depth == 0 { '\n' } else { c }
        })
        .collect()
}

/// A hex of a side's half near its HQ where one more unit of any class can stand.
fn free(
    of: Made,
    side: u32,
    hq: At,
    marks: &[Vec<char>],
    stacks: &mut std::collections::BTreeMap<At, u32>,
    chance: &mut Chance,
) -> At {
    loop {
        let near = |at: u32, most: u32, chance: &mut Chance| {
            let moved = i64::from(at) + chance.below(11).cast_signed() - 5;
            u32::try_from(moved.clamp(1, i64::from(most))).unwrap_or(1)
        };
        let at = (near(hq.0, of.columns, chance), near(hq.1, of.rows, chance));
        let own = if side == 0 { at.0 < of.columns / 2 } else { at.0 > of.columns / 2 + 1 };
        let mark = marks[at.1 as usize - 1][at.0 as usize - 1];
        let stack = stacks.entry(at).or_default();
        if own && mark != 'm' && *stack < 2 {
            *stack += 1;
            return at;
        }
    }
}
