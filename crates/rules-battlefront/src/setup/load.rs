//! Reads a whole set-up file. Every part notes its own faults; nothing stops at the first.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::reader::{HOUSE_FILE, Node, Reader};
use kernel::{Diagnostic, Id, PerSide};

use super::{
    Campaign, Day, EntryPoint, Options, Perimeter, SideSetup, calendar, lint, map, nations, read_charts,
    read_forces, read_roster, victory,
};
use crate::measure::Inches;
use crate::words::{Class, Edge, Side};

/// The most signs of the campaign's title.
const MOST_TITLE: usize = 200;

/// The most signs of the name of a side, a formation, a group, a stand or a place.
pub(crate) const MOST_NAME: usize = 100;

/// The ids of both sides, for tables with one field per side.
pub(crate) struct SideNames(PerSide<String>);

impl SideNames {
    /// What `read` gives for each side's id.
    pub(crate) fn each<T>(&self, mut read: impl FnMut(&str) -> T) -> PerSide<T> {
        self.0.map(|name| read(name))
    }

    /// The side of an id.
    pub(crate) fn side(&self, id: &str) -> Option<Side> {
        self.0.iter().find(|(_, name)| *name == id).map(|(side, _)| side)
    }

    /// Both ids, for a sentence.
    pub(crate) fn words(&self) -> String {
        format!("{:?} and {:?}", self.0[Side::FIRST], self.0[Side::SECOND])
    }
}

/// Notes a fault for every id that stands twice.
pub(crate) fn no_duplicates(node: &Node<'_>, key: &str, rule: &str, ids: impl Iterator<Item: Into<Id>>) {
    let mut seen = BTreeSet::new();
    for id in ids.map(Into::into) {
        if !seen.insert(id) {
            node.fault(key, rule, format!("The id {:?} stands here more than once.", id.as_str()));
        }
    }
}

/// Reads a set-up file.
///
/// # Errors
/// Every fault of the file, each with its place and rule.
pub fn load(file: &str, text: &str) -> Result<Arc<Campaign>, Vec<Diagnostic>> {
    let reader = Reader::new(file, text);
    let mut campaign = read(&reader.root());
    if let Some(campaign) = &mut campaign {
        // What is odd is told of sound files alone: a fault makes odd what is not.
        if reader.root().n_faults() == 0 {
            lint::run(&reader.root(), campaign);
            campaign.warnings = reader.warnings();
        }
    }
    reader.finish(campaign.map(Arc::new))
}

fn read(root: &Node<'_>) -> Option<Campaign> {
    let head = root.maybe_table("campaign");
    if head.is_none() && !root.has("campaign") {
        root.fault("campaign", HOUSE_FILE, "The table [campaign] is missing.");
    }
    let side_nodes = root.tables("sides");
    let names = side_names(root, &side_nodes)?;
    let size = map::size(root);
    let declared_classes = head.as_ref().map(declared_classes).unwrap_or_default();
    let own_nations = head.as_ref().filter(|head| head.has("nations"));
    let own_nations = own_nations.map(|head| nations::listed(head, "nations")).unwrap_or_default();
    let unit_types = read_forces::unit_types(root, &declared_classes);
    let days = calendar::read(root, &names);
    let charts = read_charts::read(root, &days);
    let ladder =
        charts.as_ref().map_or_else(|| read_charts::standard().ladder, |charts| charts.ladder.clone());
    let written = read_forces::written_ids(root, "unit_types");
    let forces = read_forces::Context {
        unit_types: &unit_types,
        written: &written,
        ladder: &ladder,
        classes: &declared_classes,
    };
    let mut sides = names.each(|id| {
        let node = &side_nodes[names.side(id).map_or(0, Side::index)];
        read_side(node, size)
    });
    for side in Side::BOTH {
        let id = &names.0[side];
        let groups = read_forces::groups(root, id, &forces);
        let works = read_forces::works(root, id);
        let roster = read_roster::roster(root, id, &forces, &groups);
        if let Some(side) = &mut sides[side] {
            (side.groups, side.works, side.roster) = (groups, works, roster);
        }
    }
    read_forces::only_sides(root, &names);
    read_roster::scheduled(root, &names, &days, &mut sides);
    for side in sides.as_array().iter().flatten() {
        read_roster::within_limits(root, side);
    }
    let covers =
        charts.as_ref().map(|charts| charts.spotting.iter().map(|(cover, _)| cover.as_str()).collect());
    let map = map::read(root, &names, size, covers);
    let victory = victory::read(root, &names, map.as_ref());
    let (id, title, first_attacker, options, perimeter) = read_head(head.as_ref(), &names, &days);
    root.has("discipline_levels");
    root.close();
    let [first, second] = Side::BOTH.map(|side| sides[side].take());
    let (first, second) = (first?, second?);
    if first.name == second.name {
        let sentence = format!("Both sides are called {:?}; nobody could tell them apart.", first.name);
        side_nodes[1].fault("name", "BF-2.S-3", sentence);
    }
    if first.home_edge == second.home_edge {
        root.fault("sides", "BF-2.S-1", "Both sides have the same home edge.");
    }
    Some(Campaign {
        id: id?,
        title: title?,
        first_attacker: first_attacker?,
        options: options?,
        perimeter,
        sides: PerSide::new(first, second),
        days,
        charts: charts?,
        map: map?,
        victory: victory?,
        unit_types,
        declared_classes,
        own_nations,
        warnings: Vec::new(),
    })
}

fn declared_classes(head: &Node<'_>) -> Vec<char> {
    let mut letters = Vec::new();
    for text in head.texts("classes") {
        match Class::of(&text) {
            Some(Class::Declared(letter)) => letters.push(letter),
            _ => head.fault(
                "classes",
                "BF-2.1.1.4-2",
                format!("{text:?} is no new class: a single capital letter."),
            ),
        }
    }
    letters
}

fn side_names(root: &Node<'_>, nodes: &[Node<'_>]) -> Option<SideNames> {
    if nodes.len() != 2 {
        root.fault(
            "sides",
            "BF-2.S-3",
            format!("A campaign has two sides, each a [[sides]]; here are {}.", nodes.len()),
        );
        return None;
    }
    let (first, second) = (nodes[0].id("id"), nodes[1].id("id"));
    let (first, second) = (first?, second?);
    if first == second {
        nodes[1].fault("id", "BF-2.S-3", format!("Both sides have the id {:?}.", first.as_str()));
        return None;
    }
    Some(SideNames(PerSide::new(first.to_string(), second.to_string())))
}

fn read_side(node: &Node<'_>, size: Option<(Inches, Inches)>) -> Option<SideSetup> {
    let (id, name, nation) = (node.id("id"), node.name("name", MOST_NAME), node.id("nation"));
    let edge = node.text("home_edge").and_then(|text| {
        let edge = Edge::read(&text);
        if edge.is_none() {
            node.fault(
                "home_edge",
                "BF-2.S-1",
                format!("{text:?} is no map edge; there are {}.", Edge::all_words()),
            );
        }
        edge
    });
    let chosen_hue = node.maybe_hue("hue");
    let armour_withdrawal = node.maybe_flag("armor_withdrawal").unwrap_or(false);
    let points = |key: &str| node.maybe_number(key, 0..=10_000).unwrap_or(0) as i32;
    let (start_cpp, start_fpp) = (points("start_cpp"), points("start_fpp"));
    let mut entry_points = Vec::new();
    for point in node.tables("entry_points") {
        let (id, at) = (point.id("id"), map::place(&point, size, "BF-2.S-1"));
        point.close();
        entry_points.extend(id.zip(at).map(|(id, at)| EntryPoint { id, at }));
    }
    no_duplicates(node, "entry_points", "BF-2.S-1", entry_points.iter().map(|point| point.id));
    let most = |key: &str| node.maybe_number(key, 1..=1000).map(|most| most as u16);
    let (max_kinds_scenario, max_total_scenario) = (most("max_kinds_scenario"), most("max_total_scenario"));
    node.close();
    Some(SideSetup {
        id: id?.into(),
        name: name?,
        nation: nation?.into(),
        chosen_hue,
        home_edge: edge?,
        armour_withdrawal,
        start_cpp,
        start_fpp,
        entry_points,
        roster: Vec::new(),
        scheduled: Vec::new(),
        groups: Vec::new(),
        works: Vec::new(),
        max_kinds_scenario,
        max_total_scenario,
    })
}

type Head = (Option<Id>, Option<String>, Option<Side>, Option<Options>, Perimeter);

fn read_head(head: Option<&Node<'_>>, names: &SideNames, days: &[Day]) -> Head {
    let Some(head) = head else { return (None, None, None, None, Perimeter::default()) };
    let (id, title) = (head.id("id"), head.name("title", MOST_TITLE));
    if let Some(system) = head.maybe_text("system")
        && system != crate::NAME
    {
        head.fault("system", HOUSE_FILE, format!("This is a set-up for {system:?}, not {:?}.", crate::NAME));
    }
    let first_attacker = head.text("first_attacker").and_then(|text| {
        let side = names.side(&text);
        if side.is_none() {
            let sentence = format!("{text:?} is no side; there are {}.", names.words());
            head.fault("first_attacker", "BF-2.1.P-1", sentence);
        }
        side
    });
    let options = Options::read(head);
    let played = usize::try_from(options.days).unwrap_or(0);
    if played > days.len() {
        let sentence = format!("{played} days are to be played, but the file lists {}.", days.len());
        head.fault("options", "BF-2-5", sentence);
    }
    let mut perimeter = Perimeter::default();
    if let Some(table) = head.maybe_table("perimeter") {
        let fields = [
            ("spacing", &mut perimeter.spacing),
            ("link_half_width", &mut perimeter.link_half_width),
            ("line_gap", &mut perimeter.line_gap),
            ("line_overhang", &mut perimeter.line_overhang),
            ("lateral_window", &mut perimeter.lateral_window),
        ];
        for (key, field) in fields {
            if let Some(distance) = map::maybe_inches(&table, key, "BF-2.1.2.4.P-1") {
                *field = distance;
            }
        }
        table.close();
    }
    head.has("classes");
    head.close();
    (id, title, first_attacker, Some(options), perimeter)
}
