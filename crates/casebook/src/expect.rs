//! What an example expects of a step.

use kernel::Node;
use kernel::reader::HOUSE_FILE;
use serde_json::Value;

use crate::merge::{json, undated};

/// What must come of a step. Everything is optional; without `refused`, `awaiting` or `unfit` the command must be
/// accepted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expect {
    /// Events in order; others may stand between unless `exactly`.
    pub events: Option<Vec<Value>>,
    /// The listed events are all.
    pub exactly: bool,
    /// Events that must not happen.
    pub absent: Vec<Value>,
    /// The command is refused.
    pub refused: Option<Refused>,
    /// The command waits for a question whose key or wording holds this.
    pub awaiting: Option<String>,
    /// An answer does not fit a question whose key or wording holds this.
    pub unfit: Option<String>,
    /// The totals of the rolls in order.
    pub totals: Option<Vec<i64>>,
    /// The modifiers of the first roll that are not 0, in order: an amount, or a table to match.
    pub modifiers: Option<Vec<Value>>,
    /// The words of the row that the first roll on a chart hit.
    pub result: Option<String>,
    /// The rolls in order, each a table to match.
    pub rolls: Option<Vec<Value>>,
    /// Texts that must stand in a seat's view afterwards.
    pub view: Vec<(String, Vec<String>)>,
    /// Texts that must not stand in a seat's view afterwards.
    pub hidden: Vec<(String, Vec<String>)>,
    /// Seats whose pages are the same as before the step.
    pub unchanged: Vec<String>,
    /// Seats whose pages are the same as after an earlier step, with the step's number.
    pub same: Vec<(String, usize)>,
    /// Chances before the command.
    pub odds: Vec<Chance>,
    /// The mean of the outcomes before the command.
    pub mean: Option<Fraction>,
    /// Facts that the position must hold afterwards.
    pub position: Option<Value>,
    /// Whether play is over afterwards.
    pub over: Option<bool>,
}

/// What a refusal must be; each part is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refused {
    /// Its code.
    pub code: Option<String>,
    /// The rule that says no.
    pub rule: Option<String>,
    /// Words that stand in its sentence.
    pub says: Option<String>,
}

/// The chance of one outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The outcome's label, or words that stand in it.
    pub label: String,
    /// Its chance.
    pub chance: Fraction,
}

/// An exact fraction as it was written, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// Numerator.
    pub over: i128,
    /// Denominator, at least 1.
    pub under: u128,
}

impl Fraction {
    /// A fraction in lowest terms; `None` when `under` is 0.
    pub fn new(over: i128, under: u128) -> Option<Self> {
        let (mut a, mut b) = (over.unsigned_abs(), under);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        let shared = a.max(1);
        let over = over / i128::try_from(shared).ok()?;
        (under > 0).then_some(Self { over, under: under / shared })
    }

    /// Reads `1/5`, `-3/2` or `7`.
    pub fn parse(text: &str) -> Option<Self> {
        let (over, under) = text.split_once('/').unwrap_or((text, "1"));
        Self::new(over.trim().parse().ok()?, under.trim().parse().ok()?)
    }
}

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.under == 1 { write!(f, "{}", self.over) } else { write!(f, "{}/{}", self.over, self.under) }
    }
}

impl Expect {
    pub(crate) fn read(node: &Node<'_>) -> Option<Self> {
        let expect = Self {
            events: list(node, "events"),
            exactly: node.maybe_flag("exactly").unwrap_or(false),
            absent: list(node, "absent").unwrap_or_default(),
            refused: refused(node),
            awaiting: node.maybe_text("awaiting"),
            unfit: node.maybe_text("unfit"),
            totals: totals(node),
            modifiers: list(node, "modifiers"),
            result: node.maybe_text("result"),
            rolls: list(node, "rolls"),
            view: by_seat(node, "view"),
            hidden: by_seat(node, "hidden"),
            unchanged: node.texts("unchanged"),
            same: same(node),
            odds: node.tables("odds").iter().filter_map(chance).collect(),
            mean: fraction(node, "mean"),
            position: node.maybe::<toml::Value>("position").map(|value| undated(json(value))),
            over: node.maybe_flag("over"),
        };
        let ends = [expect.refused.is_some(), expect.awaiting.is_some(), expect.unfit.is_some()];
        if ends.iter().filter(|end| **end).count() > 1 {
            node.fault(
                "refused",
                HOUSE_FILE,
                "Only one of refused, awaiting and unfit can come of a command.",
            );
        }
        node.close();
        Some(expect)
    }

    /// Whether the step only asks for odds.
    pub fn asks_odds(&self) -> bool {
        !self.odds.is_empty() || self.mean.is_some()
    }
}

fn list(node: &Node<'_>, key: &str) -> Option<Vec<Value>> {
    match undated(json(node.maybe::<toml::Value>(key)?)) {
        Value::Array(list) => Some(list),
        _ => {
            node.fault(key, HOUSE_FILE, format!("{key} must be a list."));
            None
        }
    }
}

fn refused(node: &Node<'_>) -> Option<Refused> {
    let as_flag = node.value("refused")?.get_ref().as_bool();
    match as_flag {
        Some(true) => Some(Refused::default()),
        Some(false) => {
            node.fault("refused", HOUSE_FILE, "Leave `refused` out when the command is accepted.");
            None
        }
        None => {
            let inner = node.maybe_table("refused")?;
            let refused = Refused {
                code: inner.maybe_text("code"),
                rule: inner.maybe_text("rule"),
                says: inner.maybe_text("says"),
            };
            inner.close();
            Some(refused)
        }
    }
}

fn totals(node: &Node<'_>) -> Option<Vec<i64>> {
    let value: toml::Value = node.maybe("total")?;
    let totals = match &value {
        toml::Value::Integer(total) => Some(vec![*total]),
        toml::Value::Array(list) => list.iter().map(toml::Value::as_integer).collect(),
        _ => None,
    };
    if totals.is_none() {
        node.fault("total", HOUSE_FILE, "A total is a whole number, or a list of them, one for each roll.");
    }
    totals
}

fn by_seat(node: &Node<'_>, key: &str) -> Vec<(String, Vec<String>)> {
    let Some(seats) = node.maybe_table(key) else { return Vec::new() };
    let texts = seats.keys().into_iter().map(|seat| {
        let texts = seats.texts(&seat);
        (seat, texts)
    });
    texts.collect()
}

fn same(node: &Node<'_>) -> Vec<(String, usize)> {
    let Some(seats) = node.maybe_table("same") else { return Vec::new() };
    let step = |seat: String| seats.number(&seat, 1..=100_000).map(|step| (seat, step as usize));
    let same = seats.keys().into_iter().filter_map(step).collect();
    seats.close();
    same
}

fn chance(node: &Node<'_>) -> Option<Chance> {
    let (label, chance) = (node.text("label"), fraction(node, "chance"));
    if !node.has("chance") {
        node.fault("chance", HOUSE_FILE, "The chance is missing: chance = \"1/5\".");
    }
    node.close();
    Some(Chance { label: label?, chance: chance? })
}

fn fraction(node: &Node<'_>, key: &str) -> Option<Fraction> {
    let value: toml::Value = node.maybe(key)?;
    let fraction = match &value {
        toml::Value::String(text) => Fraction::parse(text),
        toml::Value::Integer(whole) => Fraction::new((*whole).into(), 1),
        _ => None,
    };
    if fraction.is_none() {
        node.fault(
            key,
            HOUSE_FILE,
            format!("{key} is an exact fraction in quotes or a whole number: \"54/5\"."),
        );
    }
    fraction
}
