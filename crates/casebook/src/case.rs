//! A worked example as it stands in its file.

use kernel::reader::HOUSE_FILE;
use kernel::{Diagnostic, Node, Place, Reader};
use serde_json::{Map, Value};

use crate::expect::Expect;
use crate::given::{Given, Ruling};
use crate::merge::{json, undated};

/// A worked example.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The file's name, as the user gave it; other files are found from its folder.
    pub file: String,
    /// What the example shows.
    pub title: String,
    /// The ids of the rules it is an example of.
    pub rules: Vec<String>,
    /// The name of the system.
    pub system: String,
    /// Where the set-up comes from.
    pub setup: Origin,
    /// Where the position comes from; the opening position when absent.
    pub position: Option<Origin>,
    /// The faults that the set-up or the position must have, and no others; when there are any, nothing is played.
    pub faults: Vec<WantedFault>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// How many examples are being played to get to their ends, this one's among them.
    pub(crate) n_before: usize,
}

/// A fault that a set-up or a position must have; each part is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WantedFault {
    /// The rule that is broken.
    pub rule: Option<String>,
    /// The path of the field, or a part of it: `days[1].slots`.
    pub path: Option<String>,
    /// Words that stand in its sentence.
    pub says: Option<String>,
}

/// A document: a file, changes laid over it, or both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// A file, relative to the example.
    pub from: Option<String>,
    /// Another example, relative to this one, where play goes on from its end; of positions only.
    pub after: Option<String>,
    /// Laid over it as `docs/examples.md` says; an empty object when there are none.
    pub changes: Map<String, Value>,
}

/// One step of an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Where it stands in the file.
    pub place: Option<Place>,
    /// Where play is put before the step: back to the start of the example with these facts laid over it. Absent when
    /// the step follows the one before.
    pub start: Option<Map<String, Value>>,
    /// What is done.
    pub act: Act,
    /// The answers given.
    pub given: Given,
    /// What must come of it.
    pub expect: Expect,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// A seat gives a command.
    Command {
        /// `umpire`, `clock`, `spectator` or the id of a side.
        seat: String,
        /// Who gives it on the seat's behalf.
        by: Option<String>,
        /// The command.
        command: Value,
    },
    /// The engine does everything that is its own to do now.
    Engine,
    /// Nothing is done: the expectations look at what is there.
    Look,
}

impl Case {
    /// Reads an example file.
    ///
    /// # Errors
    /// Every fault with its line and column.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Diagnostic>> {
        let reader = Reader::new(file, text);
        let case = Self::read(file, text, &reader.root());
        reader.finish(case)
    }

    fn read(file: &str, text: &str, root: &Node<'_>) -> Option<Self> {
        let (title, system) = (root.text("title"), root.text("system"));
        let rules = root.texts("rules");
        if rules.is_empty() {
            root.fault(
                "rules",
                HOUSE_FILE,
                "An example names at least one rule: rules = [\"BF-2.1.1.2-6\"].",
            );
        }
        let setup = origin(root, "setup");
        if !root.has("setup") {
            root.fault(
                "setup",
                HOUSE_FILE,
                "The set-up is missing: a file, or a table with `from` and changes.",
            );
        }
        let position = goes_on(root);
        let steps: Vec<Option<Step>> = root.tables("step").iter().map(|node| step(text, node)).collect();
        let faults: Vec<WantedFault> = root.tables("faults").iter().map(wanted_fault).collect();
        match (faults.is_empty(), steps.is_empty()) {
            (true, true) => root.fault("step", HOUSE_FILE, "An example has at least one [[step]]."),
            (false, false) => {
                root.fault("step", HOUSE_FILE, "Nothing can be played when the set-up is to have faults.");
            }
            _ => {}
        }
        root.close();
        let steps = steps.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Self {
            file: file.into(),
            title: title?,
            rules,
            system: system?,
            setup: setup?,
            position,
            faults,
            steps,
            n_before: 0,
        })
    }
}

/// A file's name in quotes, or a table of changes with an optional `from`.
fn origin(root: &Node<'_>, key: &str) -> Option<Origin> {
    let value: toml::Value = root.maybe(key)?;
    match json(value) {
        Value::String(file) => Some(Origin { from: Some(file), ..Origin::default() }),
        Value::Object(mut changes) => match changes.shift_remove("from") {
            None => Some(Origin { changes, ..Origin::default() }),
            Some(Value::String(file)) => Some(Origin { from: Some(file), changes, ..Origin::default() }),
            Some(_) => {
                root.fault(key, HOUSE_FILE, "`from` must be a file's name in quotes.");
                None
            }
        },
        _ => {
            root.fault(key, HOUSE_FILE, "This must be a file's name in quotes, or a table.");
            None
        }
    }
}

/// Where play begins: a position, or the end of another example, with facts laid over it.
fn goes_on(root: &Node<'_>) -> Option<Origin> {
    let mut origin = origin(root, "position")?;
    origin.after = match origin.changes.shift_remove("after") {
        None => None,
        Some(Value::String(file)) if origin.from.is_none() => Some(file),
        Some(_) => {
            root.fault(
                "position",
                HOUSE_FILE,
                "`after` is the file's name of another example in quotes, and stands in place of `from`.",
            );
            return None;
        }
    };
    Some(origin)
}

fn wanted_fault(node: &Node<'_>) -> WantedFault {
    let wanted = WantedFault {
        rule: node.maybe_text("rule"),
        path: node.maybe_text("path"),
        says: node.maybe_text("says"),
    };
    node.close();
    wanted
}

/// `true`, or a table of facts.
fn start(node: &Node<'_>) -> Option<Map<String, Value>> {
    match node.maybe::<toml::Value>("start").map(json)? {
        Value::Bool(true) => Some(Map::new()),
        Value::Object(changes) => Some(changes),
        _ => {
            node.fault(
                "start",
                HOUSE_FILE,
                "A step starts anew with `start = true`, or with a table of facts.",
            );
            None
        }
    }
}

fn step(text: &str, node: &Node<'_>) -> Option<Step> {
    let (start, act) = (start(node), act(node));
    let given = Given { dice: dice(node), rulings: rulings(node) };
    let expect = match node.maybe_table("expect") {
        Some(node) => Expect::read(&node),
        None if node.has("expect") => None,
        None => Some(Expect::default()),
    };
    node.close();
    let place = Some(Place::of(text, node.start()));
    Some(Step { place, start, act: act?, given, expect: expect? })
}

fn act(node: &Node<'_>) -> Option<Act> {
    let (seat, by) = (node.maybe_text("seat"), node.maybe_text("by"));
    let (engine, command) =
        (node.maybe_flag("engine"), node.maybe::<toml::Value>("command").map(json).map(undated));
    match (seat, command, engine.unwrap_or(false)) {
        (Some(seat), Some(command @ Value::Object(_)), false) => Some(Act::Command { seat, by, command }),
        (Some(_), Some(_), false) => {
            node.fault("command", HOUSE_FILE, "A command is a table: command = { do = \"…\" }.");
            None
        }
        (None, Some(_), false) => {
            node.fault(
                "seat",
                HOUSE_FILE,
                "A command needs its seat: umpire, clock, spectator or a side's id.",
            );
            None
        }
        (None, None, true) if by.is_none() => Some(Act::Engine),
        (_, _, true) => {
            node.fault("engine", HOUSE_FILE, "A step of the engine has neither seat nor command.");
            None
        }
        (None, None, false) if by.is_none() => Some(Act::Look),
        (_, None, false) => {
            node.fault("command", HOUSE_FILE, "A seat needs its command.");
            None
        }
    }
}

/// `[6, 3]` are two throws of one die, `[[4, 2], 3]` a throw of two dice and one of one.
fn dice(node: &Node<'_>) -> Vec<Vec<u16>> {
    let Some(value) = node.maybe::<toml::Value>("dice") else { return Vec::new() };
    let face = |value: &toml::Value| value.as_integer().and_then(|face| u16::try_from(face).ok());
    let throw = |value: &toml::Value| match value {
        toml::Value::Array(faces) => faces.iter().map(face).collect(),
        one => face(one).map(|face| vec![face]),
    };
    let throws = value.as_array().and_then(|throws| throws.iter().map(throw).collect::<Option<Vec<_>>>());
    throws.unwrap_or_else(|| {
        node.fault(
            "dice",
            HOUSE_FILE,
            "Dice are the faces of each throw in order: dice = [6, 3] or [[4, 2], 3].",
        );
        Vec::new()
    })
}

/// Indices from 0, or words of the choice.
fn rulings(node: &Node<'_>) -> Vec<Ruling> {
    let Some(value) = node.maybe::<toml::Value>("rulings") else { return Vec::new() };
    let ruling = |value: &toml::Value| match value {
        toml::Value::Integer(index) => u8::try_from(*index).ok().map(Ruling::Index),
        toml::Value::String(words) => Some(Ruling::Words(words.clone())),
        _ => None,
    };
    let list = value.as_array().and_then(|list| list.iter().map(ruling).collect::<Option<Vec<_>>>());
    list.unwrap_or_else(|| {
        node.fault(
            "rulings",
            HOUSE_FILE,
            "Rulings are indices from 0 or words of the choice: rulings = [0].",
        );
        Vec::new()
    })
}
