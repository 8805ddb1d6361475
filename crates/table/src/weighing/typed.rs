//! Orders of a plan as they are typed: on its page, on the command line and by programs. Each is read on the maps of the seat,
//! then on those of the phases to come.

use kernel::foretold::Setting;
use kernel::rulebook::HOUSE_COMMAND;
use kernel::view::{Board, order};
use kernel::{Game, Refusal, Refusals, Seat};
use serde_json::{Map, Value};

/// The most letters of a typed order.
pub const MOST_ORDER: usize = 400;

/// The most orders of one question.
const MOST_LINES: usize = 16;

/// What is given for a plan, with commands in the place of typed orders. Everything else is left to the plan.
///
/// # Errors
/// Every line that is not understood.
pub(super) fn read(game: &dyn Game, eyes: Seat, plan: &str, given: &Value) -> Result<Value, Refusals> {
    let heads = game.plans(eyes);
    let head = heads.iter().find(|head| head.id == plan);
    let (Some(head), Value::Object(given)) = (head, given) else { return Ok(given.clone()) };
    let (mut read, mut boards): (Map<String, Value>, Option<Boards>) = (given.clone(), None);
    for question in &head.questions {
        let several = match question.setting {
            Setting::Command => false,
            Setting::Commands => true,
            _ => continue,
        };
        let Some(lines) = read.get(&question.key).and_then(|value| lines(value, several)) else { continue };
        if lines.len() > MOST_LINES {
            return Err(unread(&format!("At most {MOST_LINES} orders are read at once.")).into());
        }
        let boards = boards.get_or_insert_with(|| Boards::of(game, eyes));
        let (mut orders, mut faults) = (Vec::new(), Vec::new());
        for (n, line) in lines.iter().enumerate() {
            match line {
                Value::String(text) => match boards.ordered(text) {
                    Ok(command) => orders.push(command),
                    Err(sentence) if lines.len() > 1 => {
                        faults.push(unread(&format!("Line {}: {sentence}", n + 1)));
                    }
                    Err(sentence) => faults.push(unread(&sentence)),
                },
                command => orders.push(command.clone()),
            }
        }
        if let Some(refusals) = Refusals::from_list(faults) {
            return Err(refusals);
        }
        match several {
            true => read.insert(question.key.clone(), orders.into()),
            false => orders.pop().and_then(|order| read.insert(question.key.clone(), order)),
        };
    }
    Ok(read.into())
}

/// The lines of what is typed for a question; nothing where nothing of it is typed.
fn lines(value: &Value, several: bool) -> Option<Vec<Value>> {
    match value {
        // As programs write it.
        Value::String(text) if text.trim_start().starts_with('[') && several => {
            let listed = serde_json::from_str::<Vec<Value>>(text).ok();
            Some(listed.unwrap_or_else(|| vec![value.clone()]))
        }
        Value::String(text) if several => {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            Some(lines.map(Value::from).collect())
        }
        Value::String(_) => Some(vec![value.clone()]),
        Value::Array(all) if several && all.iter().any(Value::is_string) => Some(all.clone()),
        _ => None,
    }
}

fn unread(sentence: &str) -> Refusal {
    Refusal::new(HOUSE_COMMAND, "command", sentence)
}

/// The maps on which orders are typed: those of the seat's pages, and those of the phases to come.
struct Boards(Vec<Board>);

impl Boards {
    fn of(game: &dyn Game, eyes: Seat) -> Self {
        let mut boards: Vec<Board> = Vec::new();
        for page in game.contents(eyes).pages.iter().filter_map(|head| game.page(eyes, head.id)) {
            boards.extend(page.boards().into_iter().cloned());
        }
        boards.extend(game.boards_ahead(eyes));
        Self(boards)
    }

    /// A command as it is typed below a map: one that can be given now before one of a later phase.
    fn ordered(&self, text: &str) -> Result<Value, String> {
        if text.chars().count() > MOST_ORDER {
            return Err(format!("An order holds at most {MOST_ORDER} characters."));
        }
        if text.trim_start().starts_with(['{', '[']) {
            return serde_json::from_str(text).map_err(|fault| format!("This is no command: {fault}."));
        }
        let mut why = None;
        for board in &self.0 {
            match order::read(board, text) {
                Ok(order) => return Ok(order.command),
                Err(sentence) => why = why.or(Some(sentence)),
            }
        }
        Err(why.unwrap_or_else(|| "There is no map on which orders are typed.".into()))
    }
}
