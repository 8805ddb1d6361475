//! What is asked about, as an address says it.

use kernel::foretold::Setting;
use kernel::view::ShownRefusal;
use kernel::{ChanceTable, PlanHead};
use serde_json::{Map, Value, json};

use crate::render::chance;

/// What is asked, as the address says it.
#[derive(Default)]
pub(super) struct Question {
    pub(super) plan: Option<String>,
    /// Answers to the plan's questions, in the order of the address.
    pub(super) given: Vec<(String, String)>,
    /// What is to be reached, by table.
    pub(super) reach: Vec<(String, i64)>,
    /// Another question that is shown beside this one.
    pub(super) beside: Option<String>,
    /// The name of the question on its way whose answer is fetched.
    pub(super) ask: Option<String>,
}

impl Question {
    pub(super) fn read(query: &str) -> Self {
        let mut question = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match (&*name, name.split_once('.')) {
                ("plan", _) => question.plan = Some(value.into_owned()),
                ("ask", _) => question.ask = Some(value.into_owned()),
                ("beside", _) => {
                    question.beside = Some(value.into_owned()).filter(|beside| !beside.is_empty())
                }
                (_, Some(("given", key))) => question.given.push((key.to_owned(), value.into_owned())),
                (_, Some(("reach", table))) => {
                    question.reach.extend(value.parse().ok().map(|reach| (table.to_owned(), reach)));
                }
                _ => {}
            }
        }
        question
    }

    /// The same as an address has it, without what is shown beside it.
    pub(super) fn written(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if let Some(plan) = &self.plan {
            query.append_pair("plan", plan);
        }
        for (key, value) in &self.given {
            query.append_pair(&format!("given.{key}"), value);
        }
        for (table, reach) in &self.reach {
            query.append_pair(&format!("reach.{table}"), &reach.to_string());
        }
        query.finish()
    }

    /// The same with what is shown beside it: the whole address but for what is on its way.
    pub(super) fn whole(&self) -> String {
        let mut query = self.written();
        if let Some(beside) = &self.beside {
            query.push_str("&beside=");
            query.extend(form_urlencoded::byte_serialize(beside.as_bytes()));
        }
        query
    }

    pub(super) fn is_asked(&self, plan: &str) -> bool {
        self.plan.as_deref() == Some(plan)
    }

    pub(super) fn answers<'q>(&'q self, key: &'q str) -> impl Iterator<Item = &'q str> {
        self.given.iter().filter(move |(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// What is given for the questions of a plan; what was not asked keeps its default.
    pub(super) fn values(&self, head: &PlanHead) -> Result<Value, Vec<ShownRefusal>> {
        let mut values = Map::new();
        let is_asked = |key: &str| head.questions.iter().any(|question| question.key == key);
        if let Some((key, _)) = self.given.iter().find(|(key, _)| !is_asked(key)) {
            return Err(vec![unread(&format!("This plan asks no question “{key}”."))]);
        }
        for question in &head.questions {
            let key = question.key.as_str();
            let Some(first) = self.answers(key).next() else { continue };
            let value = match &question.setting {
                Setting::Number { .. } => {
                    first.trim().parse::<i64>().map_or_else(|_| json!(first), Value::from)
                }
                Setting::Choice(_) => first.into(),
                // An empty one says that the question was asked.
                Setting::Several(_) => self.answers(key).filter(|value| !value.is_empty()).collect(),
                // The table reads what is typed.
                Setting::Command if first.trim().is_empty() => continue,
                Setting::Command | Setting::Commands => first.into(),
            };
            values.insert(key.to_owned(), value);
        }
        Ok(values.into())
    }

    pub(super) fn reach(&self, table: &ChanceTable) -> i64 {
        let asked = self.reach.iter().find(|(known, _)| *known == table.id).map(|(_, reach)| *reach);
        asked.unwrap_or_else(|| chance::usual_reach(table))
    }
}

pub(super) fn unread(sentence: &str) -> ShownRefusal {
    let refusal = kernel::Refusal::new(kernel::rulebook::HOUSE_COMMAND, "command", sentence);
    ShownRefusal::all(&refusal.into()).remove(0)
}
