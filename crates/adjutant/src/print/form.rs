//! What can be done, with the command that does it.

use std::fmt::Write;

use kernel::SideInfo;
use kernel::view::{BasketRow, FieldKind, Form};
use serde_json::Value;

/// An open form with its command, or a closed one with its reason.
pub fn form(form: &Form, sides: &[SideInfo]) -> String {
    if let Some(closed) = &form.closed {
        return format!("x {}: {} [{}]", form.verb, closed.sentence, closed.rule);
    }
    let consequence = form.consequence.plain(sides);
    let mut text = format!("> {}  {consequence}", form.verb).trim_end().to_owned();
    write!(text, "\n    {}", Value::Object(form.command.clone())).expect("a string takes all");
    for field in form.questions() {
        let answers = match &field.kind {
            FieldKind::One { choices, .. } | FieldKind::Keys { choices, .. } => {
                format!("one of {}", each(choices, sides))
            }
            FieldKind::Many { choices, least, most } => {
                format!("{least} to {most} of {}", each(choices, sides))
            }
            FieldKind::Number { min, max, .. } => format!("{min} to {max}"),
            FieldKind::Words { most, .. } => format!("words, at most {most} characters"),
            FieldKind::Group(_) => continue,
        };
        let unsaid = [Value::from(""), Value::Array(Vec::new())];
        let picked = field.beforehand().filter(|picked| !unsaid.contains(picked));
        let picked = picked.map_or_else(String::new, |picked| format!("; picked beforehand: {picked}"));
        write!(text, "\n    with {:?}: {} ({answers}{picked})", field.key, field.label)
            .expect("a string takes all");
    }
    text
}

fn each(choices: &[kernel::view::Choice], sides: &[SideInfo]) -> String {
    let one = |choice: &kernel::view::Choice| {
        let closed = choice.closed.as_ref().map(|closed| format!(", closed: {}", closed.sentence));
        format!("{} = {}{}", choice.value, choice.label.plain(sides), closed.unwrap_or_default())
    };
    choices.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// Goods with their price, limits, and what buys one or gives one back.
pub fn basket_row(row: &BasketRow, sides: &[SideInfo]) -> String {
    let mut limits = row.limits.join(", ");
    if !limits.is_empty() {
        limits = format!(" ({limits})");
    }
    format!(
        "{} {}: {} {}{limits}, in the basket: {}\n  {}\n  {}",
        row.key,
        row.title,
        row.price,
        row.unit,
        row.count,
        form(&row.more, sides).replace('\n', "\n  "),
        form(&row.less, sides).replace('\n', "\n  "),
    )
}
