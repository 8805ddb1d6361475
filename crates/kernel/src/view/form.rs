//! What a seat can do, as forms that any page can draw. A form's values make exactly one command.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use super::text::Text;
use crate::refusal::{Refusal, Refusals};
use crate::view::block::OddsTable;
use crate::words::RuleId;

/// Why a control is closed, as the server would refuse it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownRefusal {
    /// The refusal code.
    pub code: &'static str,
    /// The rule that says no.
    pub rule: RuleId,
    /// One plain sentence.
    pub sentence: String,
}

impl From<Refusal> for ShownRefusal {
    fn from(refusal: Refusal) -> Self {
        Self { code: refusal.code, rule: refusal.rule, sentence: refusal.sentence }
    }
}

impl From<&Refusal> for ShownRefusal {
    fn from(refusal: &Refusal) -> Self {
        Self { code: refusal.code, rule: refusal.rule, sentence: refusal.sentence.clone() }
    }
}

impl ShownRefusal {
    /// All reasons of a refusal, in their order.
    pub fn all(refusals: &Refusals) -> Vec<Self> {
        refusals.all().iter().map(Self::from).collect()
    }
}

impl From<&Refusals> for ShownRefusal {
    fn from(refusals: &Refusals) -> Self {
        refusals.first().into()
    }
}

/// One answer to pick from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// What goes into the command.
    pub value: Value,
    /// The words on the control.
    pub label: Text,
    /// A line of consequence below it; may be empty.
    pub note: Text,
    /// Why it cannot be picked, if it cannot.
    pub closed: Option<ShownRefusal>,
    /// Whether it is picked beforehand, where several of several can be.
    pub picked: bool,
    /// Whether it is rarely wanted, so that a row of keys keeps it behind its last key.
    pub seldom: bool,
    /// What picking it uses up, such as one man; empty when nothing. No two answers of one form may take the same.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub takes: String,
    /// The key of the counter that this answer names, on a board of the same page: whoever is picked there is picked here
    /// when the map leads to the panel in which it is asked. Mostly empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub counter: String,
}

impl Choice {
    /// An open choice.
    pub fn new(value: impl Into<Value>, label: impl Into<Text>) -> Self {
        Self {
            value: value.into(),
            label: label.into(),
            note: Text::empty(),
            closed: None,
            picked: false,
            seldom: false,
            takes: String::new(),
            counter: String::new(),
        }
    }

    /// Names a counter of a board on the same page.
    #[must_use]
    pub fn of_counter(mut self, key: impl Into<String>) -> Self {
        self.counter = key.into();
        self
    }

    /// Picked beforehand or not.
    #[must_use]
    pub fn picked(mut self, picked: bool) -> Self {
        self.picked = picked;
        self
    }

    /// Rarely wanted or not.
    #[must_use]
    pub fn seldom(mut self, seldom: bool) -> Self {
        self.seldom = seldom;
        self
    }

    /// Uses something up.
    #[must_use]
    pub fn takes(mut self, what: impl Into<String>) -> Self {
        self.takes = what.into();
        self
    }

    /// With a line of consequence.
    #[must_use]
    pub fn note(mut self, note: impl Into<Text>) -> Self {
        self.note = note.into();
        self
    }

    /// Closed when there is a refusal.
    #[must_use]
    pub fn closed(mut self, refusal: Option<ShownRefusal>) -> Self {
        self.closed = refusal;
        self
    }
}

/// How a field is asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldKind {
    /// One of several; `chosen` is the index picked beforehand.
    One {
        /// What can be picked.
        choices: Vec<Choice>,
        /// Picked beforehand.
        chosen: Option<usize>,
    },
    /// Several of several.
    Many {
        /// What can be picked.
        choices: Vec<Choice>,
        /// The fewest that must be picked.
        least: usize,
        /// The most that may be picked.
        most: usize,
    },
    /// A whole number.
    Number {
        /// The lowest.
        min: i64,
        /// The highest.
        max: i64,
        /// Shown beforehand.
        value: i64,
    },
    /// Free words, such as a reason.
    Words {
        /// The most characters.
        most: usize,
        /// Shown beforehand; may be empty.
        #[serde(skip_serializing_if = "String::is_empty")]
        value: String,
    },
    /// One of several with short names, as a row of keys under the thumb. The note of a choice is its name in full.
    Keys {
        /// What can be picked.
        choices: Vec<Choice>,
        /// Picked beforehand.
        chosen: Option<usize>,
        /// Further questions about the same thing, behind the last key.
        more: Vec<Field>,
    },
    /// Questions under one heading, the label; the key of the group itself is not used.
    Group(Vec<Field>),
}

impl FieldKind {
    /// Words to be typed, with nothing beforehand.
    pub const fn words(most: usize) -> Self {
        Self::Words { most, value: String::new() }
    }
}

/// One question of a form.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// The key in the command.
    pub key: &'static str,
    /// The question in words.
    pub label: String,
    /// A hint below it; may be empty.
    pub hint: String,
    /// How it is asked.
    pub kind: FieldKind,
}

impl Field {
    /// A question without a hint.
    pub fn new(key: &'static str, label: impl Into<String>, kind: FieldKind) -> Self {
        Self { key, label: label.into(), hint: String::new(), kind }
    }

    /// The answer that is picked beforehand, if there is one.
    pub fn beforehand(&self) -> Option<Value> {
        let value = |choice: &Choice| choice.value.clone();
        match &self.kind {
            FieldKind::One { choices, chosen } | FieldKind::Keys { choices, chosen, .. } => {
                chosen.and_then(|at| choices.get(at)).map(value)
            }
            FieldKind::Many { choices, .. } => {
                Some(choices.iter().filter(|choice| choice.picked).map(value).collect())
            }
            FieldKind::Number { value, .. } => Some((*value).into()),
            FieldKind::Words { value, .. } => Some(value.as_str().into()),
            FieldKind::Group(_) => None,
        }
    }

    /// With a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// This question with those it holds, each that makes a value of its own.
    pub fn each<'f>(&'f self, visit: &mut dyn FnMut(&'f Self)) {
        match &self.kind {
            FieldKind::Group(inner) => inner.iter().for_each(|field| field.each(visit)),
            FieldKind::Keys { more, .. } => {
                visit(self);
                more.iter().for_each(|field| field.each(visit));
            }
            _ => visit(self),
        }
    }
}

/// Something a seat can do now, or a public control that is closed for a reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Form {
    /// Stable within the page as long as it means the same, so that focus stays: `repair-V12`.
    pub id: String,
    /// The fixed part of the command: `{"do": "repair", "vehicle": "V12"}`.
    pub command: Map<String, Value>,
    /// The verb with its object and price: "Roll with the point".
    pub verb: String,
    /// One line of consequence; may be empty.
    pub consequence: Text,
    /// The open questions.
    pub fields: Vec<Field>,
    /// Why it cannot be done, if it cannot. A control stands here only if its existence is public to the seat.
    pub closed: Option<ShownRefusal>,
    /// Whether dice are thrown, so that table dice can be typed in instead.
    pub rolls: bool,
    /// Whether this is the first thing to do here.
    pub leads: bool,
    /// Exact chances of what this form would do, one table per alternative.
    pub odds: Vec<OddsTable>,
    /// Whether picking an answer of its one question sends it: each answer is a button.
    pub at_once: bool,
    /// Whether it ends what the page is for, so that answers picked elsewhere on it and not sent are lost. A page says so
    /// before it sends such a form.
    #[serde(skip)]
    pub ends: bool,
    /// What this leaves undone, in a sentence or two: "18 stacks have not moved." A map asks once more, in place, before
    /// such a form is sent. Mostly empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub undone: String,
    /// What is asked once more, in place, before this is sent, because it cannot be made good: "The battle ends with it."
    /// Mostly empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub asks: String,
    /// The piece on a board in inches that this is about, as [`super::field::MapPoint::piece`] names it: pressing the
    /// piece there offers it. Mostly empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Whether a [`super::plan::Plan`] on the page says what its answers come to.
    pub planned: bool,
    /// The keys of the questions that are asked only for the plan.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supposed: Vec<&'static str>,
    /// What other answers than those picked beforehand come to elsewhere on the page.
    #[serde(skip_serializing_if = "Previews::is_empty")]
    pub previews: Previews,
}

/// What answers to some questions of a form come to: words elsewhere on the page, see [`Text::shown`].
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Previews {
    /// The keys of the questions.
    pub of: Vec<&'static str>,
    /// By the indices of the picked answers, as "0,2": the words of each place. Answers that change nothing are left
    /// out.
    pub says: BTreeMap<String, BTreeMap<String, String>>,
}

impl Previews {
    /// Whether no answer changes anything.
    pub fn is_empty(&self) -> bool {
        self.says.is_empty()
    }

    /// Adds what the answers with these indices come to.
    pub fn add(&mut self, picks: &[usize], says: BTreeMap<String, String>) {
        if !says.is_empty() {
            let picks: Vec<String> = picks.iter().map(usize::to_string).collect();
            self.says.insert(picks.join(","), says);
        }
    }
}

impl Form {
    /// An open form. `command` must be a JSON object: the fixed part of the command.
    pub fn new(id: impl Into<String>, command: Value, verb: impl Into<String>) -> Self {
        let Value::Object(command) = command else { unreachable!("a command is a JSON object") };
        Self {
            id: id.into(),
            command,
            verb: verb.into(),
            consequence: Text::empty(),
            fields: Vec::new(),
            closed: None,
            rolls: false,
            leads: false,
            odds: Vec::new(),
            at_once: false,
            ends: false,
            undone: String::new(),
            asks: String::new(),
            about: String::new(),
            planned: false,
            supposed: Vec::new(),
            previews: Previews::default(),
        }
    }

    /// Answers picked elsewhere on the page are lost when this is done.
    #[must_use]
    pub fn ending(mut self) -> Self {
        self.ends = true;
        self
    }

    /// What is left undone when this is done.
    #[must_use]
    pub fn leaving(mut self, undone: impl Into<String>) -> Self {
        self.undone = undone.into();
        self
    }

    /// It says what it does, and asks once more before it is done.
    #[must_use]
    pub fn asking(mut self, what: impl Into<String>) -> Self {
        self.asks = what.into();
        self
    }

    /// It is about one piece on a board in inches.
    #[must_use]
    pub fn about(mut self, piece: impl Into<String>) -> Self {
        self.about = piece.into();
        self
    }

    /// Whether the form asks for a place on a board in inches: `x` and `y` in words, from the lower left corner.
    pub fn asks_place(&self) -> bool {
        let in_words =
            |key| self.fields.iter().any(|one| one.key == key && matches!(one.kind, FieldKind::Words { .. }));
        in_words("x") && in_words("y")
    }

    /// Every question that makes a value, those within others included.
    pub fn questions(&self) -> Vec<&Field> {
        let mut all = Vec::new();
        self.fields.iter().for_each(|field| field.each(&mut |one| all.push(one)));
        all
    }

    /// The command and what is supposed with the answers that are picked beforehand; nothing where one is missing.
    pub fn beforehand(&self) -> Option<(Value, Value)> {
        let (mut command, mut supposed) = (self.command.clone(), Map::new());
        for field in self.questions().into_iter().filter(|field| !matches!(field.kind, FieldKind::Group(_))) {
            let into = if self.is_supposed(field) { &mut supposed } else { &mut command };
            into.insert(field.key.to_owned(), field.beforehand()?);
        }
        Some((Value::Object(command), Value::Object(supposed)))
    }

    /// With one more question that is asked only for the plan: the answer is no part of the command.
    #[must_use]
    pub fn suppose(mut self, field: Field) -> Self {
        self.supposed.push(field.key);
        self.ask(field)
    }

    /// Whether a question of the form is asked only for its plan.
    pub fn is_supposed(&self, field: &Field) -> bool {
        self.supposed.contains(&field.key)
    }

    /// Its plan is drawn on the page.
    #[must_use]
    pub fn planned(mut self) -> Self {
        self.planned = true;
        self
    }

    /// With a line of consequence.
    #[must_use]
    pub fn then(mut self, consequence: impl Into<Text>) -> Self {
        self.consequence = consequence.into();
        self
    }

    /// With one more question.
    #[must_use]
    pub fn ask(mut self, field: Field) -> Self {
        self.fields.push(field);
        self
    }

    /// Closed when there is a refusal.
    #[must_use]
    pub fn closed(mut self, refusal: Option<ShownRefusal>) -> Self {
        self.closed = refusal;
        self
    }

    /// Dice are thrown.
    #[must_use]
    pub fn rolling(mut self) -> Self {
        self.rolls = true;
        self
    }

    /// An answer picked is an answer sent.
    #[must_use]
    pub fn at_once(mut self) -> Self {
        self.at_once = true;
        self
    }

    /// The first thing to do here.
    #[must_use]
    pub fn leading(mut self) -> Self {
        self.leads = true;
        self
    }

    /// With the exact chances of one alternative.
    #[must_use]
    pub fn with_odds(mut self, table: OddsTable) -> Self {
        self.odds.push(table);
        self
    }
}
