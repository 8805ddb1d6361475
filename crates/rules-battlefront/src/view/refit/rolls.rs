//! The rolls of a step as one table: what each could bring, and one press for all that are open.

use kernel::view::{Block, Choice, Field, FieldKind, Form, RollRow, RollState, RollTable, Text};
use kernel::{Id, RuleId};

use super::combining;
use crate::command::Command;
use crate::rules::s2_1_scenarios::all_at_once::n_open;
use crate::view::own::{Own, json};
use crate::view::prose::capital;

/// What follows the rolls of the roster.
const COMBINING: RuleId = RuleId("BF-2.1.1.3.2-1");

/// What a roll brings that is no change, or no result worth a line.
pub(super) fn table(
    own: &Own<'_>,
    head: &str,
    what: &str,
    lead: Text,
    rows: Vec<RollRow>,
    spend: Vec<Choice>,
) -> Block {
    let n = rows.iter().filter(|row| row.state == RollState::Open).count();
    debug_assert!(n == n_open(own.state, own.side) || own.is_closed());
    let combines = n > 0 && combining::follows(own);
    let all = (n > 0).then(|| all(own, n, !combines, spend));
    let lead = match combines {
        true => lead.say(" Combining follows the rolls and comes before the step is closed.").rule(COMBINING),
        false => lead,
    };
    let caption = format!("{} of the {} side", capital(what), own.setup().name);
    Block::Rolls(Box::new(RollTable { caption, head: head.into(), lead, all, rows }))
}

/// One press for all open rolls; where nothing that follows them could still be done, a second button closes the step with it.
fn all(own: &Own<'_>, n: usize, closes: bool, spend: Vec<Choice>) -> Form {
    let command = |close| Command::RollAll { spend: Vec::new(), close };
    let choice = |close: bool, words: String| {
        Choice::new(close, Text::new(words)).closed(own.refusal(&command(close)))
    };
    let roll = match n {
        1 => "Roll".to_owned(),
        2 => "Roll both".to_owned(),
        n => format!("Roll all {}", number_words(n)),
    };
    let mut choices = vec![choice(false, roll.clone())];
    if closes {
        choices.push(choice(true, format!("{roll} and close {}", own.step().title().to_lowercase())));
    }
    let mut form = own.form(RollTable::ALL, &command(false), roll).rolling().leading();
    form.command = match json(&command(false)) {
        serde_json::Value::Object(mut fixed) => {
            fixed.shift_remove("close");
            fixed
        }
        _ => form.command,
    };
    form = form.ask(Field::new("close", "Close the step too?", FieldKind::One { choices, chosen: Some(0) }));
    if !spend.is_empty() {
        let most = spend.len().min(usize::try_from(own.facts().cpp).unwrap_or(0));
        let label = "Spend a purchase point on";
        form = form.ask(Field::new("spend", label, FieldKind::Many { choices: spend, least: 0, most }));
    }
    form
}

/// Small numbers in words.
pub(super) fn number_words(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// What stands in a row beside its odds.
pub(super) fn key(id: impl Into<Id>) -> String {
    id.into().to_string()
}
