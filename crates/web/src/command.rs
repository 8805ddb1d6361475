//! From a posted form to a command: the form is found again in the seat's present view, and its fields are read as
//! the view asks them. So a forged field cannot say more than the form does.

use std::collections::BTreeMap;

use kernel::Die;
use kernel::rulebook::HOUSE_COMMAND;
use kernel::view::arrangement::PRESS;
use kernel::view::{Block, Board, Field, FieldKind, Form, Page, ShownRefusal, Tray, order};
use serde_json::Value;
use table::Look;

use crate::posted::Posted;
use crate::render::fields::{field_name, value_word};
use crate::render::hexes::{MOST_ORDER, ORDER};
use crate::render::rolls::face_name;

/// The most bytes that a press of an arrangement says.
const MOST_PRESS: usize = 400;

/// The most characters that a kept order is called by.
const MOST_KEPT_WORDS: usize = 160;

/// The page that holds the form with this id: the one it was sent from, or else the first that has it. No other page is
/// built when it is still where it was.
pub(crate) fn page_with(look: &Look, page: &str, id: &str) -> Option<Page> {
    let has = |page: &Page| find(page, id).is_some() || find_board(page, id).is_some();
    let elsewhere = || look.contents.pages.iter().filter(|head| head.id != page).map(|head| head.id);
    std::iter::once(page).chain(elsewhere()).filter_map(|id| look.page(id)).find(has)
}

/// The form of a page with this id.
pub(crate) fn find<'v>(page: &'v Page, id: &str) -> Option<&'v Form> {
    page.forms().into_iter().find(|form| form.id == id)
}

/// The board of a page whose orders come through the form with this id.
pub(crate) fn find_board<'v>(page: &'v Page, id: &str) -> Option<&'v Board> {
    page.boards().into_iter().find(|board| board.form() == id)
}

/// The command of an order typed or pointed out on a board, and what it is understood as.
///
/// # Errors
/// What is not understood, and what could be written instead.
pub(crate) fn order(board: &Board, posted: &Posted) -> Result<(Value, String), Vec<ShownRefusal>> {
    let text = posted.get(ORDER).unwrap_or("");
    let understood = match text.chars().count() {
        n if n > MOST_ORDER => Err(format!(
            "An order holds at most {MOST_ORDER} characters; this one has {n}. Name fewer counters at once."
        )),
        _ => order::read(board, text),
    };
    match understood {
        Ok(order) => Ok((order.command.clone(), order::words_of(board, &order))),
        Err(sentence) => Err(vec![ShownRefusal { code: "range", rule: HOUSE_COMMAND, sentence }]),
    }
}

/// What is laid out on a map of the page through the form, if anything.
fn tray_of<'v>(page: &'v Page, form: &Form) -> Option<&'v Tray> {
    let mut found = None;
    page.walk(&mut |block| {
        if let Block::Field(map) = block {
            found = found.or(map.tray.as_ref().filter(|tray| tray.form == form.id));
        }
    });
    found
}

/// The command that the form makes of what was entered. A list of places may name what is laid out on a map of the page as
/// that map calls it.
///
/// # Errors
/// One refusal per field that was not answered as asked, and per name that means nothing.
pub(crate) fn build(page: Option<&Page>, form: &Form, posted: &Posted) -> Result<Value, Vec<ShownRefusal>> {
    let mut command = form.command.clone();
    let mut refusals = Vec::new();
    let tray = page.and_then(|page| tray_of(page, form));
    for field in form.questions().into_iter().filter(|field| !form.is_supposed(field)) {
        let said = read(field, posted).map_err(|sentence| vec![sentence]);
        let said = said.and_then(|value| match (tray.filter(|tray| tray.key == field.key), &value) {
            (Some(tray), Value::String(list)) => tray.understood(list).map(Value::from),
            _ => Ok(value),
        });
        match said {
            Ok(value) => {
                command.insert(field.key.to_owned(), value);
            }
            Err(told) => refusals.extend(told.into_iter().map(|sentence| ShownRefusal {
                code: "range",
                rule: HOUSE_COMMAND,
                sentence,
            })),
        }
    }
    if refusals.is_empty() { Ok(Value::Object(command)) } else { Err(refusals) }
}

/// The dice that were typed in for the rolls of a step, in their order; an empty list where the program is to throw. Nothing
/// where the form is no such one, or no field came along.
///
/// # Errors
/// One refusal for each field that shows what its die cannot.
pub(crate) fn faces(page: &Page, form: &str, posted: &Posted) -> Result<Vec<Vec<u16>>, Vec<ShownRefusal>> {
    let table = page.rolls().into_iter().find(|table| table.all.as_ref().is_some_and(|all| all.id == form));
    let Some(table) = table else { return Ok(Vec::new()) };
    let (mut faces, mut refusals) = (Vec::new(), Vec::new());
    for row in table.open() {
        let word = posted.get(&face_name(&row.key)).unwrap_or("").trim();
        match face(row.die, word) {
            _ if word.is_empty() => faces.push(Vec::new()),
            Some(face) => faces.push(vec![face]),
            None => {
                let sentence =
                    format!("“{}” needs a figure from 1 to {}.", row.title.plain(&[]), row.die.shape().1);
                refusals.push(ShownRefusal { code: "range", rule: HOUSE_COMMAND, sentence });
            }
        }
    }
    if faces.iter().all(Vec::is_empty) {
        faces.clear();
    }
    if refusals.is_empty() { Ok(faces) } else { Err(refusals) }
}

/// What a die shows, as it is typed in: dice that print their highest face as noughts are read so.
pub(crate) fn face(die: Die, word: &str) -> Option<u16> {
    let (_, sides) = die.shape();
    let face: u16 = word.trim().parse().ok()?;
    match face {
        0 if matches!(sides, 10 | 100) => Some(sides),
        face => (1..=sides).contains(&face).then_some(face),
    }
}

/// What a form says with what was entered: "Roll for purchase points", "Buy: 2".
pub(crate) fn in_words(form: &Form, posted: &Posted) -> String {
    let mut said = Vec::new();
    for field in form.questions() {
        let name = field_name(field.key);
        let words: Vec<&str> = posted.all(&name).filter(|word| !word.trim().is_empty()).collect();
        match &field.kind {
            FieldKind::One { choices, .. }
            | FieldKind::Keys { choices, .. }
            | FieldKind::Many { choices, .. } => {
                let picked =
                    choices.iter().filter(|choice| words.contains(&value_word(&choice.value).as_str()));
                said.extend(picked.map(|choice| choice.label.plain(&[])));
            }
            FieldKind::Number { .. } | FieldKind::Words { .. } => {
                said.extend(words.iter().map(|word| (*word).to_owned()));
            }
            FieldKind::Group(_) => {}
        }
    }
    said.retain(|words| !words.trim().is_empty());
    let words =
        if said.is_empty() { form.verb.clone() } else { format!("{}: {}", form.verb, said.join(", ")) };
    words.chars().take(MOST_KEPT_WORDS).collect()
}

/// What is supposed beside the command, for the plan of the form, and what was pressed in an arrangement. What was not
/// answered as asked is left out.
pub(crate) fn supposed(form: &Form, posted: &Posted) -> Value {
    let supposed = form.questions().into_iter().filter(|field| form.is_supposed(field));
    let answers = supposed.filter_map(|field| Some((field.key.to_owned(), read(field, posted).ok()?)));
    let pressed = posted.get(PRESS).filter(|press| press.len() <= MOST_PRESS);
    answers.chain(pressed.map(|press| (PRESS.to_owned(), press.into()))).collect()
}

/// What was entered, by the names of the fields, to be shown again.
pub(crate) fn entered(posted: &Posted) -> BTreeMap<String, Vec<String>> {
    let mut entered: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, value) in posted.pairs().iter().filter(|(name, _)| name.starts_with("f.")) {
        entered.entry(name.clone()).or_default().push(value.clone());
    }
    entered
}

fn read(field: &Field, posted: &Posted) -> Result<Value, String> {
    let name = field_name(field.key);
    let label = field.label.trim_end_matches(['?', '.', ':']);
    match &field.kind {
        FieldKind::One { choices, .. } | FieldKind::Keys { choices, .. } => {
            // Where an answer is a button, whatever else sends the form leaves it as it is beforehand.
            let Some(word) = posted.get(&name) else {
                return field.beforehand().ok_or_else(|| format!("Pick an answer for “{label}”."));
            };
            let choice = choices.iter().find(|choice| value_word(&choice.value) == word);
            choice.map(|choice| choice.value.clone()).ok_or_else(|| format!("“{label}” has no such answer."))
        }
        FieldKind::Many { choices, least, most } => {
            // In the order of the view, so that the same picks make the same command.
            let words: Vec<&str> = posted.all(&name).collect();
            let picked: Vec<Value> = choices
                .iter()
                .filter(|choice| words.contains(&value_word(&choice.value).as_str()))
                .map(|choice| choice.value.clone())
                .collect();
            if picked.len() < *least || picked.len() > *most {
                return Err(format!("“{label}” needs {least} to {most} picks; you have {}.", picked.len()));
            }
            Ok(Value::Array(picked))
        }
        FieldKind::Number { min, max, .. } => {
            let word = posted.get(&name).unwrap_or("").trim();
            let number: Option<i64> = word.replace('−', "-").parse().ok();
            match number.filter(|number| (min..=max).contains(&number)) {
                Some(number) => Ok(number.into()),
                None => Err(format!("“{label}” needs a whole number from {min} to {max}.")),
            }
        }
        FieldKind::Words { most, .. } => {
            let words = posted.get(&name).unwrap_or("").trim();
            if words.chars().count() > *most {
                return Err(format!("“{label}” holds at most {most} characters."));
            }
            Ok(words.into())
        }
        // A group is no question: those within it are asked one by one.
        FieldKind::Group(_) => Ok(Value::Null),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nought_is_the_highest_face_of_dice_that_print_it_so() {
        assert_eq!([face(Die::D(10), "0"), face(Die::D(10), " 7 ")], [Some(10), Some(7)]);
        assert_eq!([face(Die::D(100), "00"), face(Die::D(100), "100")], [Some(100); 2]);
        assert_eq!([face(Die::D(6), "0"), face(Die::D(10), "11"), face(Die::D(10), "x")], [None; 3]);
    }
}
