//! A sheet as JSON, in the form that [`crate::charts::data`] describes.

use serde_json::{Map, Value, json};

use super::{Amount, Choose, Field, Kind, Question, Row, Sheet, Test, When, Whose};

/// One sheet as data.
pub fn sheet(of: &Sheet) -> Value {
    let asked = |at: u8| of.questions[usize::from(at)].id;
    let when = |when: When| -> Value {
        when.iter().map(|all| all.iter().map(|one| test(one, asked)).collect::<Value>()).collect()
    };
    let unless =
        |unless: &[u8]| -> Value { unless.iter().map(|at| of.exclusions[usize::from(*at)].id).collect() };
    let amount = |amount: Amount| match amount {
        Amount::Fixed(amount) => json!(amount),
        Amount::Times(question, times) => json!(["times", asked(question), times]),
        Amount::By(question, amounts) => json!(["by", asked(question), amounts]),
    };
    let plain = |id: &str, rule: kernel::RuleId, words: &str, on: When| json!({ "id": id, "rule": rule, "words": words, "when": when(on) });
    json!({
        "id": of.id,
        "title": of.title,
        "rule": of.rule,
        "stand-in": of.stand_in,
        "questions": of.questions.iter().map(question).collect::<Vec<_>>(),
        "exclusions": of.exclusions.iter().map(|one| plain(one.id, one.rule, one.words, one.when)).collect::<Vec<_>>(),
        "bars": of.bars.iter().map(|one| plain(one.id, one.rule, one.words, one.when)).collect::<Vec<_>>(),
        "lines": of.lines.iter().map(|line| json!({
            "id": line.id,
            "rule": line.rule,
            "words": line.words,
            "for": if line.whose == Whose::Roller { "roller" } else { "other" },
            "amount": amount(line.amount),
            "printed": of.printed(line),
            "when": when(line.when),
            "unless": unless(line.unless),
            "group": line.group,
        })).collect::<Vec<_>>(),
        "choose": match of.choose {
            Choose::First => json!("first"),
            Choose::Least(field) => json!(["least", field]),
        },
        "tables": of.tables.iter().map(|table| json!({
            "id": table.id,
            "rule": table.rule,
            "words": table.words,
            "dice": table.dice,
            "when": when(table.when),
            "unless": unless(table.unless),
            "rows": table.rows.iter().map(row).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "changes": of.changes.iter().map(|change| {
            let mut written = plain(change.id, change.rule, change.words, change.when);
            written["set"] = says(change.set);
            written
        }).collect::<Vec<_>>(),
        "gives": of.gives,
    })
}

fn test(test: &Test, asked: impl Fn(u8) -> &'static str) -> Value {
    match *test {
        Test::Is(question, value) => json!(["is", asked(question), value]),
        Test::Not(question, value) => json!(["not", asked(question), value]),
        Test::Least(question, value) => json!(["least", asked(question), value]),
        Test::Over(one, other) => json!(["over", asked(one), asked(other)]),
        Test::Gives(field, value) => json!(["gives", field, value]),
        Test::Spends(field, question) => json!(["spends", field, asked(question)]),
    }
}

fn question(question: &Question) -> Value {
    let (kind, of) = match question.kind {
        Kind::Flag => ("flag", json!(true)),
        Kind::Pick(of) => ("pick", of.iter().map(|(word, words)| json!([word, words])).collect()),
        Kind::Count(least, most) => ("count", json!([least, most])),
    };
    let mut written = json!({ "id": question.id, "rule": question.rule, "words": question.words });
    written[kind] = of;
    written
}

fn row(row: &Row) -> Value {
    let mut written = json!({ "words": row.words, "says": says(row.says) });
    for (key, bound) in [("min", row.min), ("max", row.max)] {
        if let Some(bound) = bound {
            written[key] = json!(bound);
        }
    }
    written
}

fn says(pairs: &[(Field, i8)]) -> Value {
    pairs.iter().map(|(field, value)| (field.word().to_owned(), json!(value))).collect::<Map<_, _>>().into()
}
