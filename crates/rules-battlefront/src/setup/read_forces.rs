//! Reads unit types, reinforcement charts and fortification charts.

use kernel::Id;
use kernel::reader::Node;

use super::forces::{Content, Group, Note, Tracks, UnitType, WorkKind, WorkType};
use super::{SideNames, no_duplicates};
use crate::ids::{LevelId, UnitTypeId};
use crate::words::Class;

/// The longest id of a group or formation: room is left for the numbers of what comes of it.
pub(crate) const LONGEST_ID: usize = 16;

/// What rosters and charts refer to.
pub(crate) struct Context<'a> {
    pub(crate) unit_types: &'a [UnitType],
    /// Ids of unit types as written, faulty ones included: their fault is told where they stand.
    pub(crate) written: &'a [String],
    pub(crate) ladder: &'a [LevelId],
    pub(crate) classes: &'a [char],
}

/// An id that numbers will be added to.
pub(crate) fn short_id<I: From<Id>>(node: &Node<'_>, key: &str, rule: &str) -> Option<I> {
    let id = node.id(key)?;
    if id.as_str().len() > LONGEST_ID {
        let sentence = format!(
            "{:?} is too long: numbers are added to it, so it has at most {LONGEST_ID} bytes.",
            id.as_str()
        );
        node.fault(key, rule, sentence);
        return None;
    }
    Some(id.into())
}

/// Reads `[[unit_types]]`.
pub(crate) fn unit_types(root: &Node<'_>, classes: &[char]) -> Vec<UnitType> {
    let nodes = root.tables("unit_types");
    let types: Vec<UnitType> = nodes.iter().filter_map(|node| unit_type(node, classes)).collect();
    no_duplicates(root, "unit_types", "BF-2.S-3", types.iter().map(|unit| unit.id));
    types
}

fn unit_type(node: &Node<'_>, classes: &[char]) -> Option<UnitType> {
    let (id, class) = (node.id("id"), class(node, classes));
    let name = node.maybe_name("name", super::MOST_NAME);
    let flag = |key: &str| node.maybe_flag(key).unwrap_or(false);
    let (afv, engineer, command) = (flag("afv"), flag("engineer"), flag("command"));
    let armoured = node.maybe_flag("armored").unwrap_or(afv);
    let tracks = match node.maybe_text("tracked").as_deref() {
        Some("full") => Tracks::Full,
        Some("half") => Tracks::Half,
        Some("none") | None => Tracks::None,
        Some(other) => {
            node.fault(
                "tracked",
                "BF-2.1.2.4.3-4",
                format!("{other:?} is no track; there are full, half, none."),
            );
            Tracks::None
        }
    };
    node.close();
    let id = UnitTypeId::from(id?);
    let name = name.unwrap_or_else(|| id.to_string());
    Some(UnitType { id, name, class: class?, afv, engineer, command, armoured, tracks })
}

/// The class at `class`: one of the rules or a declared one.
pub(crate) fn class(node: &Node<'_>, classes: &[char]) -> Option<Class> {
    let text = node.text("class")?;
    let class = Class::of(&text);
    match class {
        Some(Class::Declared(letter)) if !classes.contains(&letter) => {
            let sentence = format!("The class {text:?} is not of the rules; declare it in campaign.classes.");
            node.fault("class", "BF-2.1.1.4-2", sentence);
            None
        }
        None => {
            node.fault(
                "class",
                "BF-2.1.1.4-2",
                format!("{text:?} is no class: A, I, T, G, O, F, FPP or a declared letter."),
            );
            None
        }
        known => known,
    }
}

/// Stands by unit type at `key`, each type known.
pub(crate) fn content(node: &Node<'_>, key: &str, context: &Context<'_>, rule: &str) -> Content {
    let Some(table) = node.maybe_table(key) else { return Vec::new() };
    let mut content = Content::new();
    for name in table.keys() {
        let count = table.maybe_number(&name, 1..=99);
        match name.parse().ok().filter(|id| context.unit_types.iter().any(|unit| unit.id == *id)) {
            Some(id) => content.extend(count.map(|count| (id, count as u16))),
            None if context.written.contains(&name) => {}
            None => table.fault(&name, rule, format!("There is no unit type {name:?}.")),
        }
    }
    if content.iter().map(|(_, count)| count).sum::<u16>() > 99 {
        node.fault(key, rule, "A formation has at most 99 stands.");
    }
    content
}

/// A level of the ladder at `discipline`.
pub(crate) fn discipline(node: &Node<'_>, context: &Context<'_>, rule: &str) -> Option<LevelId> {
    let text = node.text("discipline")?;
    let level = context.ladder.iter().find(|level| level.as_str() == text);
    if level.is_none() {
        let known = context.ladder.iter().map(LevelId::as_str).collect::<Vec<_>>().join(", ");
        node.fault("discipline", rule, format!("{text:?} is no discipline level; there are {known}."));
    }
    level.copied()
}

/// Notes side tables under `rg`, `fpp` and `rosters` that belong to no side.
pub(crate) fn only_sides(root: &Node<'_>, names: &SideNames) {
    for key in ["rg", "fpp", "rosters"] {
        let Some(table) = root.maybe_table(key) else { continue };
        for name in table.keys() {
            if names.side(&name).is_none() {
                table.fault(&name, "BF-2.S-3", format!("{name:?} is no side; there are {}.", names.words()));
            }
        }
    }
}

/// The ids of an array of tables as written, without a word about what is wrong with them.
pub(crate) fn written_ids(table: &Node<'_>, key: &str) -> Vec<String> {
    let text = |node: &Node<'_>| node.value("id").and_then(|id| id.get_ref().as_str().map(str::to_owned));
    table.tables(key).iter().filter_map(text).collect()
}

/// Reads `[[rg.side]]`.
pub(crate) fn groups(root: &Node<'_>, side: &str, context: &Context<'_>) -> Vec<Group> {
    let Some(table) = root.maybe_table("rg") else { return Vec::new() };
    let nodes = table.tables(side);
    let groups: Vec<Group> = nodes.iter().filter_map(|node| group(node, context)).collect();
    no_duplicates(&table, side, "BF-2.S-4", groups.iter().map(|group| group.id));
    for (node, group) in nodes.iter().zip(&groups) {
        for note in &group.notes {
            if let Note::Needs(other) = note
                && !groups.iter().any(|known| known.id == *other)
            {
                node.fault(
                    "notes",
                    "BF-2.1.1.4-5",
                    format!("There is no group {:?} to need.", other.as_str()),
                );
            }
        }
    }
    groups
}

fn group(node: &Node<'_>, context: &Context<'_>) -> Option<Group> {
    const RULE: &str = "BF-2.1.1.4-2";
    let (id, kind) = (short_id(node, "id", RULE), node.name("kind", super::MOST_NAME));
    let class = class(node, context.classes);
    if !node.has("content") {
        node.fault("content", RULE, "The field \"content\" is missing: counts of unit types, {} for none.");
    }
    let content = content(node, "content", context, RULE);
    let discipline = discipline(node, context, RULE);
    let cost = node.number("cost", 0..=1000);
    let (scenario, campaign) = (node.number("max_scenario", 0..=1000), node.number("max_campaign", 0..=1000));
    let pure_armour = node.maybe_flag("pure_armor").unwrap_or(false);
    let fpp = node.maybe_number("fpp", 1..=1000);
    match class {
        Some(Class::Points) if fpp.is_none() => {
            node.fault("fpp", RULE, "A group of class FPP says how many points it brings: fpp.")
        }
        Some(class) if class != Class::Points && fpp.is_some() => {
            node.fault("fpp", RULE, "Only a group of class FPP brings fortification purchase points.");
        }
        Some(class)
            if class.is_formation()
                && node.value("content").is_some_and(|content| {
                    content.get_ref().as_table().is_some_and(|table| table.is_empty())
                }) =>
        {
            node.fault("content", RULE, "A group that becomes a formation needs at least one stand.");
        }
        _ => {}
    }
    let notes: Vec<Note> = node.texts("notes").iter().filter_map(|text| note(node, text)).collect();
    let arrives = notes.iter().any(|note| matches!(note, Note::Arrives(_)));
    if let Some(class) = class.filter(|class| arrives && !class.is_formation()) {
        let sentence =
            format!("Only a formation arrives later; a group of class {class} takes no arrives+N.");
        node.fault("notes", "BF-R26", sentence);
    }
    node.close();
    Some(Group {
        id: id?,
        kind: kind?,
        class: class?,
        pure_armour,
        content,
        discipline: discipline?,
        cost: cost? as i32,
        max_scenario: scenario? as u16,
        max_campaign: campaign? as u16,
        notes,
        fpp: fpp.unwrap_or(0) as i32,
    })
}

fn note(node: &Node<'_>, text: &str) -> Option<Note> {
    let read = match text.split_once(':') {
        Some(("from", date)) => date.trim().parse().ok().map(Note::From),
        Some(("until", date)) => date.trim().parse().ok().map(Note::Until),
        Some(("needs", group)) => group.trim().parse().ok().map(Note::Needs),
        Some(("text", words)) => Some(Note::Text(words.trim().into())),
        _ if text == "once-per-refit" => Some(Note::OncePerRefit),
        _ => text.strip_prefix("arrives+").and_then(|days| days.parse().ok()).map(Note::Arrives),
    };
    if read.is_none() {
        let known = "arrives+N, from:DATE, until:DATE, needs:GROUP, once-per-refit, text:WORDS";
        node.fault(
            "notes",
            "BF-2.1.1.4-5",
            format!("{text:?} is no note that the rules can read; there are {known}."),
        );
    }
    read
}

/// Reads `[[fpp.side]]`.
pub(crate) fn works(root: &Node<'_>, side: &str) -> Vec<WorkType> {
    let Some(table) = root.maybe_table("fpp") else { return Vec::new() };
    let nodes = table.tables(side);
    let works: Vec<WorkType> = nodes.iter().filter_map(work).collect();
    no_duplicates(&table, side, "BF-2.S-5", works.iter().map(|work| work.id));
    works
}

/// `type` is what players call it. Its id and kind may be left out: the id is then the words before the first
/// comma with hyphens, and the kind is known by "wire", "mine" or "roadblock" in the name.
fn work(node: &Node<'_>) -> Option<WorkType> {
    const RULE: &str = "BF-2.S-5";
    let name = node.name("type", super::MOST_NAME);
    let id = if node.has("id") {
        node.id("id")
    } else {
        name.as_deref().and_then(|name| {
            let words = name.split(',').next().unwrap_or(name).trim().to_lowercase();
            let id = Id::new(&words.replace(' ', "-"));
            id.map_err(|bad| node.fault("type", RULE, format!("{name:?} makes no id ({bad}); give an id.")))
                .ok()
        })
    };
    let kind = match node.maybe_text("kind").as_deref() {
        Some("wire") => WorkKind::Wire,
        Some("minefield") => WorkKind::Minefield,
        Some("roadblock") => WorkKind::Roadblock,
        Some("other") => WorkKind::Other,
        Some(other) => {
            node.fault(
                "kind",
                RULE,
                format!("{other:?} is no kind; there are wire, minefield, roadblock, other."),
            );
            WorkKind::Other
        }
        None => kind_of(name.as_deref().unwrap_or_default()),
    };
    let cost = node.number("cost", 0..=1000);
    let max_campaign = node.maybe_number("max_campaign", 0..=1000).map(|most| most as u16);
    node.close();
    Some(WorkType { id: id?.into(), name: name?, kind, cost: cost? as i32, max_campaign })
}

fn kind_of(name: &str) -> WorkKind {
    let name = name.to_lowercase();
    if name.contains("wire") {
        WorkKind::Wire
    } else if name.contains("mine") {
        WorkKind::Minefield
    } else if name.contains("roadblock") {
        WorkKind::Roadblock
    } else {
        WorkKind::Other
    }
}
