//! Commands made wrong: values are changed into others of their name, and lines of what is written freely are struck out,
//! doubled, exchanged and miscounted.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::Dice;

/// Lines of reports that no offer has.
const SELDOM: [&str; 8] = [
    "Batteries: 9",
    "Batteries: 40",
    "Leader stuart: killed",
    "Leader hooker: wounded",
    "Leader nobody: killed",
    "First: U1",
    "First: C5, C1",
    "First: X1",
];

/// Lines of orders that no offer has.
const PLAYERS: [&str; 5] = [
    "Player Anna: corps-1",
    "Player Ben: corps-1, division-2",
    "Player Ben: division-1",
    "Player Anna: brigade-1",
    "Player Cleo: nobody",
];

/// The most that is kept of a kind.
const MOST: usize = 24;

/// Lawful commands of earlier positions, and the values that they held by name.
#[derive(Default)]
pub struct Pool {
    commands: BTreeMap<String, Vec<Value>>,
    values: BTreeMap<String, Vec<Value>>,
}

fn keep(row: &mut Vec<Value>, value: &Value) {
    if !row.contains(value) {
        row.push(value.clone());
    }
    if row.len() > MOST {
        row.remove(0);
    }
}

fn one<'v, T>(all: &'v [T], dice: &mut Dice) -> &'v T {
    &all[dice.below(all.len() as u64) as usize]
}

impl Pool {
    pub fn keep(&mut self, command: &Value) {
        let fields = command.as_object().expect("a command is a table");
        let kind = command["do"].as_str().expect("a kind");
        keep(self.commands.entry(kind.to_owned()).or_default(), command);
        for (key, value) in fields.iter().filter(|(key, _)| *key != "do") {
            keep(self.values.entry(key.clone()).or_default(), value);
            for part in value.as_array().into_iter().flatten() {
                keep(self.values.entry(format!("{key}[]")).or_default(), part);
            }
        }
    }

    /// Any command of any kind.
    pub fn command(&self, dice: &mut Dice) -> Value {
        let kinds: Vec<&Vec<Value>> = self.commands.values().collect();
        let kind = *one(&kinds, dice);
        one(kind, dice).clone()
    }

    /// Changes one value.
    pub fn change(&self, command: &mut Value, dice: &mut Dice) {
        let fields = command.as_object_mut().expect("a command is a table");
        let keys: Vec<String> = fields.keys().filter(|key| *key != "do").cloned().collect();
        // A battle that is not there hides every other reason.
        let keys: Vec<String> = keys.into_iter().filter(|key| key != "battle" || dice.one_in(6)).collect();
        if keys.is_empty() {
            return;
        }
        let key = one(&keys, dice).clone();
        let known = &self.values[&key];
        let new = match &fields[&key] {
            Value::String(text) if ["oob", "spots", "segments", "report"].contains(&&*key) => {
                self.text(&key, text, dice)
            }
            Value::Array(all) => self.list(&key, all, dice),
            Value::Object(table) if dice.one_in(2) => self.table(table, dice),
            _ if dice.one_in(5) && matches!(fields[&key], Value::String(_)) => json!("nobody"),
            Value::Number(_) if dice.one_in(2) => json!(one(&[0, 1, 2, 3, 5, 6, 7, 11, 61, 120], dice)),
            _ => one(known, dice).clone(),
        };
        fields.insert(key, new);
    }

    fn list(&self, key: &str, all: &[Value], dice: &mut Dice) -> Value {
        let mut all = all.to_vec();
        let parts = self.values.get(&format!("{key}[]"));
        match dice.below(5) {
            0 => all.clear(),
            1 if !all.is_empty() => {
                all.remove(dice.below(all.len() as u64) as usize);
            }
            2 if !all.is_empty() => all.push(one(&all, dice).clone()),
            3 => all.push(json!("nobody")),
            _ => all.extend(parts.map(|parts| one(parts, dice).clone())),
        }
        Value::Array(all)
    }

    /// What comes back from a table below, and what is split.
    fn table(&self, table: &serde_json::Map<String, Value>, dice: &mut Dice) -> Value {
        let mut table = table.clone();
        let keys: Vec<String> = table.keys().cloned().collect();
        if keys.is_empty() {
            return Value::Object(table);
        }
        let key = one(&keys, dice).clone();
        let new = match &table[&key] {
            Value::Bool(is) => json!(!is),
            Value::Number(_) => json!(dice.below(12)),
            Value::String(_) => json!("nobody"),
            Value::Array(all) if !all.is_empty() => match (dice.below(3), all[0].is_object()) {
                (0, _) => json!(&all[1..]),
                (1, _) => json!([&all[..], &all[..1]].concat()),
                (_, true) => {
                    let mut all = all.clone();
                    let at = dice.below(all.len() as u64) as usize;
                    let field = one(&["class", "arm", "fate"], dice);
                    let word = match *field {
                        "class" => *one(&["green", "veteran", "crack", "crack"], dice),
                        "arm" => *one(&["infantry", "cavalry"], dice),
                        _ => *one(&["active", "killed", "wounded"], dice),
                    };
                    all[at][field] = json!(word);
                    Value::Array(all)
                }
                (_, false) => json!(all),
            },
            other => other.clone(),
        };
        table.insert(key, new);
        Value::Object(table)
    }

    /// A line is struck out, doubled or exchanged, or a number in it is another one.
    fn text(&self, key: &str, text: &str, dice: &mut Dice) -> Value {
        let sign = if ["oob", "report"].contains(&key) { '\n' } else { ';' };
        let mut lines: Vec<String> = text.split(sign).map(str::to_owned).collect();
        let at = dice.below(lines.len() as u64) as usize;
        let others: Vec<String> = self.values[key]
            .iter()
            .filter_map(Value::as_str)
            .flat_map(|other| other.split(sign).map(str::to_owned))
            .collect();
        match dice.below(9) {
            7 if key == "oob" => lines.push((*one(&PLAYERS, dice)).to_owned()),
            // What a report seldom says.
            8 if key == "report" => lines.push((*one(&SELDOM, dice)).to_owned()),
            0 => {
                lines.remove(at);
            }
            1 => lines.push(lines[at].clone()),
            2 => lines[at] = one(&others, dice).clone(),
            3 => lines.push(one(&others, dice).clone()),
            4 => lines[at] = lines[at].replacen(char::is_alphanumeric, "q", 1),
            _ => lines[at] = counted_otherwise(&lines[at], dice),
        }
        Value::String(lines.join(&sign.to_string()))
    }
}

/// One of the numbers of a line is changed.
fn counted_otherwise(line: &str, dice: &mut Dice) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let bare = |word: &String| word.trim_end_matches([',', ';']).parse::<f64>().is_ok();
    let numbers: Vec<usize> = (0..words.len()).filter(|at| bare(&words[*at])).collect();
    if numbers.is_empty() {
        return line.to_owned();
    }
    let at = *one(&numbers, dice);
    let end: String = words[at].chars().filter(|sign| [',', ';'].contains(sign)).collect();
    let new = one(&["0", "1", "2", "3", "4", "5", "9", "11", "20", "40", "59.5", "300"], dice);
    words[at] = format!("{new}{end}");
    words.join(" ")
}
