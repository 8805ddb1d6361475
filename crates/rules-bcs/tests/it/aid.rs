//! A small interpreter of the charts as data, as a play aid has one: it knows nothing but the JSON and the form that
//! `charts::data` describes. It has to resolve everything as the rules do.

use std::collections::BTreeMap;

use rules_bcs::charts::{SHEETS, data};
use rules_bcs::sheet::{By, Field, Sheet, Standing};
use serde_json::Value;

use crate::Dice;

/// What the interpreter makes of a sheet before the dice.
struct Read {
    bars: Vec<String>,
    /// Each line: what it adds to the net, and what excludes it.
    lines: Vec<(i64, Option<String>)>,
    net: i64,
    table: Option<Value>,
}

type Answers = BTreeMap<String, i64>;

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

fn holds(when: &Value, answers: &Answers, result: &Answers) -> bool {
    let test = |test: &Value| {
        let (what, a, b) = (text(&test[0]), text(&test[1]), &test[2]);
        match what {
            "is" => answers[a] == number(b),
            "not" => answers[a] != number(b),
            "least" => answers[a] >= number(b),
            "over" => answers[a] > answers[text(b)],
            "gives" => result.get(a).copied().unwrap_or(0) == number(b),
            "spends" => result.get(a).copied().unwrap_or(0) >= answers[text(b)],
            other => panic!("an unknown test: {other}"),
        }
    };
    list(when).iter().any(|all| list(all).iter().all(test))
}

fn read(sheet: &Value, answers: &Answers) -> Read {
    let nothing = Answers::new();
    let on = |when: &Value| holds(when, answers, &nothing);
    let id = |value: &Value| text(&value["id"]).to_owned();
    let bars: Vec<String> = list(&sheet["bars"]).iter().filter(|bar| on(&bar["when"])).map(id).collect();
    let excluded = |unless: &Value| {
        let names = list(unless).iter().map(text);
        let mut of = names.map(|name| {
            list(&sheet["exclusions"]).iter().find(|one| one["id"] == name).expect("an exclusion")
        });
        of.find(|exclusion| on(&exclusion["when"])).map(id)
    };
    let (mut lines, mut taken): (_, BTreeMap<i64, String>) = (Vec::new(), BTreeMap::new());
    for line in list(&sheet["lines"]) {
        if !on(&line["when"]) {
            lines.push((0, None));
            continue;
        }
        let group = number(&line["group"]);
        if let Some(why) = excluded(&line["unless"]).or_else(|| taken.get(&group).cloned()) {
            lines.push((0, Some(why)));
            continue;
        }
        if group > 0 {
            taken.insert(group, id(line));
        }
        let amount = match &line["amount"] {
            Value::Number(amount) => amount.as_i64().expect("a whole number"),
            of if of[0] == "times" => answers[text(&of[1])] * number(&of[2]),
            of => list(&of[2]).get(answers[text(&of[1])] as usize).map_or(0, number),
        };
        lines.push((if line["for"] == "other" { -amount } else { amount }, None));
    }
    let open = |table: &&Value| on(&table["when"]) && excluded(&table["unless"]).is_none();
    let tables: Vec<&Value> = list(&sheet["tables"]).iter().filter(open).collect();
    let chosen = match &sheet["choose"] {
        Value::String(_) => tables.first().copied(),
        of => {
            let field = text(&of[1]);
            // Tables of one die: the share of faces.
            let faces = |table: &Value| {
                let gives = |face: &i64| row(table, *face)["says"][field].as_i64().unwrap_or(0) != 0;
                assert_eq!(table["dice"], 1);
                (1..=6).filter(gives).count()
            };
            tables.iter().copied().min_by_key(|table| faces(table))
        }
    };
    let table = chosen.filter(|_| bars.is_empty()).cloned();
    Read { net: lines.iter().map(|(amount, _)| amount).sum(), bars, lines, table }
}

fn row(table: &Value, total: i64) -> &Value {
    let holds = |row: &&Value| {
        row["min"].as_i64().is_none_or(|min| min <= total)
            && row["max"].as_i64().is_none_or(|max| total <= max)
    };
    list(&table["rows"]).iter().find(holds).expect("a row for every total")
}

fn result(sheet: &Value, read: &Read, answers: &Answers, figure: i64) -> Option<(Answers, Vec<String>)> {
    let table = read.table.as_ref()?;
    let total = if table["dice"] == 0 { 0 } else { figure + read.net };
    let says = row(table, total)["says"].as_object().expect("values of fields");
    let mut fields: Answers = says.iter().map(|(field, value)| (field.clone(), number(value))).collect();
    let mut changed = Vec::new();
    for change in list(&sheet["changes"]) {
        if holds(&change["when"], answers, &fields) {
            for (field, value) in change["set"].as_object().expect("values of fields") {
                fields.insert(field.clone(), number(value));
            }
            changed.push(text(&change["id"]).to_owned());
        }
    }
    Some((fields, changed))
}

/// Resolves one set both ways and compares everything that is told of it.
fn compare(sheet: &'static Sheet, written: &Value, answers: &[i16]) {
    let named: Answers = list(&written["questions"])
        .iter()
        .map(|one| text(&one["id"]).to_owned())
        .zip(answers.iter().map(|n| i64::from(*n)))
        .collect();
    let (ours, theirs) = (sheet.resolve(answers), read(written, &named));
    let told = || format!("{} {named:?}", sheet.id);
    assert_eq!(i64::from(ours.net), theirs.net, "{}", told());
    assert_eq!(ours.bars.iter().map(|bar| bar.id).collect::<Vec<_>>(), theirs.bars, "{}", told());
    for (one, (amount, excluded)) in ours.told.iter().zip(&theirs.lines) {
        let by = match one.standing {
            Standing::Excluded(By::Exclusion(exclusion)) => Some(exclusion.id),
            Standing::Excluded(By::Line(line)) => Some(line.id),
            Standing::Off | Standing::Counts => None,
        };
        assert_eq!((i64::from(one.amount), by), (*amount, excluded.as_deref()), "{} {}", one.line.id, told());
    }
    let table = theirs.table.as_ref().map(|table| text(&table["id"]));
    assert_eq!(ours.table.map(|table| table.id), table, "{}", told());
    let figures = ours.die().map_or(0..=0, |die| die.span().0..=die.span().1);
    for figure in figures {
        let Some(ended) = ours.at(figure) else {
            assert!(result(written, &theirs, &named, figure.into()).is_none());
            continue;
        };
        let (fields, changed) = result(written, &theirs, &named, figure.into()).expect("a result");
        for field in Field::ALL {
            let value = fields.get(field.word()).copied().unwrap_or(0);
            assert_eq!(i64::from(ended.outcome.get(*field)), value, "{figure} {field} {}", told());
        }
        assert_eq!(ended.changes.iter().map(|change| change.id).collect::<Vec<_>>(), changed, "{}", told());
    }
}

#[test]
fn the_data_alone_resolves_a_hundred_thousand_sets_as_the_rules_do() {
    let all = data::export();
    let mut dice = Dice::new(20);
    for n in 0..100_000 {
        let at = n % SHEETS.len();
        let sheet = SHEETS[at];
        let answers = dice.answers(sheet);
        compare(sheet, &all["sheets"][at], &answers);
    }
}

/// The lowest answer to everything, each answer alone, each pair of answers.
#[test]
fn the_data_alone_resolves_each_answer_alone_and_each_pair_as_the_rules_do() {
    let all = data::export();
    let mut n = 0;
    for (at, sheet) in SHEETS.into_iter().enumerate() {
        let plain: Vec<i16> = sheet.questions.iter().map(|question| question.span().0.max(0)).collect();
        let spans: Vec<(i16, i16)> = sheet.questions.iter().map(rules_bcs::sheet::Question::span).collect();
        for one in 0..spans.len() {
            for other in one..spans.len() {
                for (a, b) in (spans[one].0..=spans[one].1)
                    .flat_map(|a| (spans[other].0..=spans[other].1).map(move |b| (a, b)))
                {
                    let mut answers = plain.clone();
                    (answers[one], answers[other]) = (a, b);
                    compare(sheet, &all["sheets"][at], &answers);
                    n += 1;
                }
            }
        }
    }
    assert!(n > 5_000, "{n} sets");
}
