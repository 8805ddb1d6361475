//! What is told of chance: tables of exact odds, and plans that they rest on, with their assumptions in words.

use serde::Serialize;
use serde_json::Value;

use crate::chance::{Chance, Mean, Natural, Sums, TooMuch, Work};
use crate::refusal::{Refusal, Refusals};
use crate::rulebook::{HOUSE_COMMAND, HOUSE_ODDS};
use crate::view::block::figure_words;

/// A figure of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Its name: "Stands that escape".
    pub name: String,
    /// What its values stand for, from nothing on, where they are no numbers: `no`, `yes`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
}

impl Figure {
    /// A number.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), values: Vec::new() }
    }

    /// Whether something is so: 0 or 1.
    pub fn whether(name: impl Into<String>) -> Self {
        Self::named(name, ["no", "yes"])
    }

    /// Values with names, from 0 on.
    pub fn named<W: Into<String>>(name: impl Into<String>, values: impl IntoIterator<Item = W>) -> Self {
        Self { name: name.into(), values: values.into_iter().map(Into::into).collect() }
    }

    /// A value in words.
    pub fn words(&self, value: i64) -> String {
        let name = usize::try_from(value).ok().and_then(|value| self.values.get(value));
        name.cloned().unwrap_or_else(|| figure_words(value))
    }
}

/// One row of a table: a combination of values, with its exact weight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChanceRow {
    /// The values, in the order of the figures.
    pub values: Vec<i64>,
    /// The same in words.
    pub words: Vec<String>,
    /// Its weight of [`ChanceTable::of`].
    pub weight: Natural,
    /// The same as a decimal fraction of one, rounded to six digits.
    pub share: String,
    /// The weight of this value and all above it, where the table has one figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub or_more: Option<Natural>,
    /// The same as a decimal fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub or_more_share: Option<String>,
}

/// Exact odds of one figure, or of several jointly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChanceTable {
    /// Its name in files, unique within what is told.
    pub id: String,
    /// The figures.
    pub figures: Vec<Figure>,
    /// Every combination that can come, the lowest first.
    pub rows: Vec<ChanceRow>,
    /// The common denominator: what all weights add up to.
    pub of: Natural,
    /// The exact mean of each figure that is a number, in lowest terms; empty for others.
    pub means: Vec<String>,
    /// The whole in one sentence, for those who do not look at a table.
    pub sentence: String,
    /// What is supposed, or left out, in a sentence; it ends [`Self::sentence`] too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supposing: Option<String>,
}

/// Digits of a share.
const DIGITS: u32 = 6;

impl ChanceTable {
    /// Of combinations of values.
    pub fn new(id: impl Into<String>, figures: Vec<Figure>, chance: &Chance<Vec<i64>>) -> Self {
        let of = chance.of().clone();
        let single = figures.len() == 1;
        let cumulative = chance.cumulative();
        let row = |values: &Vec<i64>, weight: &Natural, more: &Natural| ChanceRow {
            words: figures.iter().zip(values).map(|(figure, value)| figure.words(*value)).collect(),
            values: values.clone(),
            share: weight.decimal(&of, DIGITS),
            weight: weight.clone(),
            or_more: single.then(|| more.clone()),
            or_more_share: single.then(|| more.decimal(&of, DIGITS)),
        };
        let paired = chance.rows().iter().zip(&cumulative);
        let rows: Vec<ChanceRow> =
            paired.map(|((values, weight), (_, more))| row(values, weight, more)).collect();
        let mean = |figure: usize| {
            let column = chance.rows().iter().map(|(values, weight)| (values[figure], weight.clone()));
            Mean::of(column, &of).ok().filter(|_| figures[figure].values.is_empty())
        };
        let means: Vec<Option<Mean>> = (0..figures.len()).map(mean).collect();
        let sentence = sentence(&figures, chance, &means);
        let means = means.iter().map(|mean| mean.as_ref().map(Mean::to_string).unwrap_or_default()).collect();
        Self { id: id.into(), figures, rows, of, means, sentence, supposing: None }
    }

    /// With what is supposed of it.
    #[must_use]
    pub fn supposing(mut self, words: impl Into<String>) -> Self {
        let words = words.into();
        self.sentence = format!("{} {words}", self.sentence);
        self.supposing = Some(words);
        self
    }

    /// Of one figure.
    pub fn of_one(id: impl Into<String>, figure: Figure, chance: &Chance<i64>) -> Self {
        Self::new(id, vec![figure], &chance.clone().map(|value| vec![value]))
    }

    /// Of sums, if there is room for so many rows.
    ///
    /// # Errors
    /// [`TooMuch`].
    pub fn of_sums(
        work: &Work<'_>,
        id: impl Into<String>,
        figures: Vec<Figure>,
        sums: &Sums,
    ) -> Result<Self, TooMuch> {
        work.keep(sums.n_rows())?;
        Ok(Self::new(id, figures, &sums.chance()))
    }

    /// The weight of a combination of values.
    pub fn weight(&self, values: &[i64]) -> Natural {
        let row = self.rows.iter().find(|row| row.values == values);
        row.map_or(Natural::ZERO, |row| row.weight.clone())
    }

    /// Weight and denominator of a combination in lowest terms.
    pub fn fraction(&self, values: &[i64]) -> (Natural, Natural) {
        self.weight(values).over(&self.of)
    }
}

/// A share in percent with one digit.
pub fn percent(weight: &Natural, of: &Natural) -> String {
    let tenths = weight.share(of, 1000);
    let is_rounded_away = (tenths == 0 && !weight.is_zero()) || (tenths == 1000 && weight != of);
    match (is_rounded_away, tenths) {
        (true, 0) => "less than 0.1 %".into(),
        (true, _) => "more than 99.9 %".into(),
        _ => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}

fn sentence(figures: &[Figure], chance: &Chance<Vec<i64>>, means: &[Option<Mean>]) -> String {
    let of = chance.of();
    let mut words: Vec<String> = Vec::new();
    for (at, (figure, mean)) in figures.iter().zip(means).enumerate() {
        let mut column: Vec<(i64, Natural)> = Vec::new();
        for (values, weight) in chance.rows() {
            match column.binary_search_by_key(&values[at], |(known, _)| *known) {
                Ok(known) => column[known].1 = column[known].1.plus(weight),
                Err(place) => column.insert(place, (values[at], weight.clone())),
            }
        }
        let (Some((low, _)), Some((high, _))) = (column.first(), column.last()) else { continue };
        let name = &figure.name;
        if !figure.values.is_empty() {
            let each = column
                .iter()
                .map(|(value, weight)| format!("{} {}", figure.words(*value), percent(weight, of)));
            words.push(format!("{name}: {}.", each.collect::<Vec<_>>().join(", ")));
            continue;
        }
        if low == high {
            words.push(format!("{name}: {} for certain.", figure_words(*low)));
            continue;
        }
        let likely = column.iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)));
        let likely = likely.map(|(value, weight)| {
            format!("; most likely {}, {}", figure_words(*value), percent(weight, of))
        });
        let mean = mean.as_ref().map(|mean| format!(", on average {}", mean.decimal(2))).unwrap_or_default();
        let (low, high) = (figure_words(*low), figure_words(*high));
        words.push(format!("{name}: from {low} to {high}{mean}{}.", likely.unwrap_or_default()));
    }
    words.join(" ")
}

/// How an assumption is set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Setting {
    /// A whole number within bounds, both included.
    Number {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
    /// One of these: its key and its words.
    Choice(Vec<(String, String)>),
    /// Any number of these: their keys and their words.
    Several(Vec<(String, String)>),
    /// A command of the seat, as its forms make it.
    Command,
    /// Commands of the seat, one after the other; there may be none.
    Commands,
}

/// Something that a plan takes as given and that can be set otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlanQuestion {
    /// Its key in what is given.
    pub key: String,
    /// What is asked, in a few words.
    pub label: String,
    /// What it is set to.
    pub setting: Setting,
    /// What is taken where nothing is given.
    pub default: Value,
}

impl PlanQuestion {
    /// A whole number.
    pub fn number(key: &str, label: &str, (least, most): (i64, i64), default: i64) -> Self {
        let setting = Setting::Number { least, most };
        Self { key: key.into(), label: label.into(), setting, default: default.into() }
    }

    /// One of several.
    pub fn choice(key: &str, label: &str, choices: &[(&str, &str)], default: &str) -> Self {
        let choices = choices.iter().map(|(key, words)| ((*key).into(), (*words).into())).collect();
        Self {
            key: key.into(),
            label: label.into(),
            setting: Setting::Choice(choices),
            default: default.into(),
        }
    }

    /// A command of the seat, without which nothing is told.
    pub fn command(key: &str, label: &str) -> Self {
        Self { key: key.into(), label: label.into(), setting: Setting::Command, default: Value::Null }
    }

    /// Commands of the seat, one after the other; none where nothing is given.
    pub fn commands(key: &str, label: &str) -> Self {
        let default = Value::Array(Vec::new());
        Self { key: key.into(), label: label.into(), setting: Setting::Commands, default }
    }

    /// Any number of several; all of them where nothing is given.
    pub fn several(key: &str, label: &str, choices: Vec<(String, String)>) -> Self {
        let default = choices.iter().map(|(key, _)| Value::from(key.as_str())).collect();
        Self { key: key.into(), label: label.into(), setting: Setting::Several(choices), default }
    }
}

/// A plan that can be asked about, with everything that it takes as given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlanHead {
    /// Its name in commands: `income`.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// What it tells, in a sentence.
    pub about: String,
    /// What can be set.
    pub questions: Vec<PlanQuestion>,
}

impl PlanHead {
    /// The plan that is asked for, among those that there are now.
    ///
    /// # Errors
    /// That there is none of this name, with those that there are.
    pub fn among<'h>(heads: &'h [Self], plan: &str) -> Result<&'h Self, Refusals> {
        heads.iter().find(|head| head.id == plan).ok_or_else(|| {
            let ids: Vec<&str> = heads.iter().map(|head| head.id).collect();
            let known = if ids.is_empty() { "none".into() } else { ids.join(", ") };
            not_understood(format!("you have no plan {plan:?} now; there is {known}"))
        })
    }
}

/// One thing that was taken as given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assumption {
    /// The question that sets it; nothing for what cannot be set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// In words, a whole sentence.
    pub words: String,
}

impl Assumption {
    /// What cannot be set.
    pub fn fixed(words: impl Into<String>) -> Self {
        Self { key: None, words: words.into() }
    }

    /// What a question sets.
    pub fn set(key: impl Into<String>, words: impl Into<String>) -> Self {
        Self { key: Some(key.into()), words: words.into() }
    }
}

/// An exact quantity with its decimal form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Quantity {
    /// In lowest terms: `49/12`.
    pub exact: String,
    /// Rounded to six digits.
    pub decimal: String,
    /// As pages say it: a share in percent, a mean with one digit.
    pub shown: String,
}

impl Quantity {
    /// A mean.
    pub fn of(mean: &Mean) -> Self {
        Self { exact: mean.to_string(), decimal: mean.decimal(DIGITS), shown: mean.decimal(1) }
    }

    /// A chance.
    pub fn share(weight: &Natural, of: &Natural) -> Self {
        let (over, under) = weight.over(of);
        let (exact, decimal) = (format!("{over}/{under}"), weight.decimal(of, DIGITS));
        Self { exact, decimal, shown: percent(weight, of) }
    }
}

/// One step of a plan with its two quantities: as a rule what it brings by itself, and all up to it together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlanStep {
    /// Its name: "23 December".
    pub label: String,
    /// How it is thrown, in a few words: "die −2".
    pub note: String,
    /// The first quantity, see [`Foretold::step_heads`].
    pub alone: Quantity,
    /// The second.
    pub so_far: Quantity,
}

/// What a plan comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Foretold {
    /// The plan.
    pub plan: &'static str,
    /// Its title.
    pub title: String,
    /// The whole in a sentence or two.
    pub sentence: String,
    /// Everything that is taken as given.
    pub assumptions: Vec<Assumption>,
    /// The odds, the main one first.
    pub tables: Vec<ChanceTable>,
    /// The steps in their order, where the plan has some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<PlanStep>,
    /// What the steps are, and what their two quantities are: "Day", "Mean", "Sum".
    #[serde(skip_serializing_if = "is_untold")]
    pub step_heads: [&'static str; 3],
}

fn is_untold(heads: &[&str; 3]) -> bool {
    heads.iter().all(|head| head.is_empty())
}

impl Foretold {
    /// Of a plan; the sentence is that of its first table.
    pub fn new(head: &PlanHead, assumptions: Vec<Assumption>, tables: Vec<ChanceTable>) -> Self {
        let sentence = tables.first().map(|table| table.sentence.clone()).unwrap_or_default();
        let (title, steps) = (head.title.clone(), Vec::new());
        Self { plan: head.id, title, sentence, assumptions, tables, steps, step_heads: [""; 3] }
    }

    /// With steps, and what they and their two quantities are.
    #[must_use]
    pub fn with_steps(mut self, heads: [&'static str; 3], steps: Vec<PlanStep>) -> Self {
        (self.step_heads, self.steps) = (heads, steps);
        self
    }

    /// A table by its name.
    pub fn table(&self, id: &str) -> Option<&ChanceTable> {
        self.tables.iter().find(|table| table.id == id)
    }
}

/// What is given for the questions of a plan, read and checked.
#[derive(Clone, Debug)]
pub struct Given<'g> {
    head: &'g PlanHead,
    given: &'g Value,
}

impl<'g> Given<'g> {
    /// Reads what is given: an object with keys of the plan's questions, or nothing.
    ///
    /// # Errors
    /// Where a key or a value is none of the plan's.
    pub fn read(head: &'g PlanHead, given: &'g Value) -> Result<Self, Refusals> {
        let read = Self { head, given };
        let fields = match given {
            Value::Null => return Ok(read),
            Value::Object(fields) => fields,
            _ => return Err(not_understood("what is given is an object with the plan's keys".into())),
        };
        for (key, value) in fields {
            let Some(question) = head.questions.iter().find(|question| question.key == *key) else {
                let keys: Vec<&str> = head.questions.iter().map(|question| question.key.as_str()).collect();
                let keys = if keys.is_empty() { "nothing".into() } else { keys.join(", ") };
                return Err(not_understood(format!(
                    "the plan {} has no {key:?}; it asks for {keys}",
                    head.id
                )));
            };
            let known = |choices: &[(String, String)], value: &Value| {
                value.as_str().is_some_and(|value| choices.iter().any(|(known, _)| known == value))
            };
            let fits = match &question.setting {
                Setting::Number { least, most } => {
                    value.as_i64().is_some_and(|value| (*least..=*most).contains(&value))
                }
                Setting::Choice(choices) => known(choices, value),
                Setting::Command => value.is_object(),
                // Programs may give one alone.
                Setting::Commands => match value {
                    Value::Array(several) => several.iter().all(Value::is_object),
                    one => one.is_object(),
                },
                Setting::Several(choices) => {
                    value.as_array().is_some_and(|values| values.iter().all(|value| known(choices, value)))
                }
            };
            if !fits {
                return Err(not_understood(format!("{value} is no answer to {:?}", question.label)));
            }
        }
        Ok(read)
    }

    fn value(&self, key: &str) -> &Value {
        let default = || self.head.questions.iter().find(|question| question.key == key);
        self.given.get(key).or_else(|| default().map(|question| &question.default)).unwrap_or(&Value::Null)
    }

    /// A whole number.
    pub fn number(&self, key: &str) -> i64 {
        self.value(key).as_i64().unwrap_or_default()
    }

    /// A command, where one is given.
    pub fn command(&self, key: &str) -> Option<&'g Value> {
        self.given.get(key)
    }

    /// Commands one after the other, as they are given.
    pub fn commands(&self, key: &str) -> &'g [Value] {
        match self.given.get(key) {
            Some(Value::Array(several)) => several,
            Some(one) => std::slice::from_ref(one),
            None => &[],
        }
    }

    /// The key of a choice.
    pub fn choice(&self, key: &str) -> &str {
        self.value(key).as_str().unwrap_or_default()
    }

    /// The keys of several, each once, in the order of the question.
    pub fn several(&self, key: &str) -> Vec<&str> {
        let question = self.head.questions.iter().find(|question| question.key == key);
        let Some(Setting::Several(choices)) = question.map(|question| &question.setting) else {
            return Vec::new();
        };
        let picked = self.value(key).as_array();
        let is_picked = |key: &&str| picked.is_some_and(|picked| picked.iter().any(|one| one == *key));
        choices.iter().map(|(key, _)| key.as_str()).filter(is_picked).collect()
    }

    /// The words of a choice.
    pub fn words(&self, key: &str) -> &str {
        let question = self.head.questions.iter().find(|question| question.key == key);
        let choice = self.choice(key);
        match question.map(|question| &question.setting) {
            Some(Setting::Choice(choices)) => {
                choices.iter().find(|(key, _)| key == choice).map_or("", |(_, words)| words.as_str())
            }
            _ => "",
        }
    }
}

/// The refusal of a plan that is not understood, or of an answer to its questions; `why` is the end of a sentence.
pub fn not_understood(why: String) -> Refusals {
    Refusals::from(Refusal::new(HOUSE_COMMAND, "plan", format!("This is not understood: {why}.")))
}

/// The refusal of a question about odds that would take more than one question may.
pub fn too_much(fault: TooMuch) -> Refusals {
    let sentence = match fault {
        TooMuch::Stopped => {
            format!("No odds are told, for {fault}. Nothing has changed; ask again when you want them.")
        }
        _ => format!(
            "Exact odds of all this are not told, for {fault}. Ask about fewer things at once: fewer days, \
             fewer stands, one figure."
        ),
    };
    let code = if fault == TooMuch::Stopped { "stopped" } else { "too-much" };
    Refusals::from(Refusal::new(HOUSE_ODDS, code, sentence))
}
