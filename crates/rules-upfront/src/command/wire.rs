//! How commands are read: what forms, files and hands may write, beyond what the log keeps.

use kernel::Id;
use kernel::json::Once;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::{Command, Pursuit, Selection, Telling, Withdrawal};
use crate::report::{Decisions, Noted, lenient};
use crate::setup::spelling::{self, Spelling};
use crate::words::{GroupId, ManId, RulingId};

/// The form in which commands are read: field keys with dots reach into tables, as forms write them; there a field
/// without a value is left out.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
enum Wire {
    SetRuling {
        #[serde(deserialize_with = "spelling::name")]
        ruling: RulingId,
        word: Spelling,
    },
    TakeBackProposal {
        #[serde(deserialize_with = "spelling::name")]
        ruling: RulingId,
    },
    DrawLot,
    NameAttacker {
        attacker: Id,
    },
    Select(Selection),
    Note {
        man: ManId,
        #[serde(deserialize_with = "lenient::noted")]
        what: Noted,
    },
    Strike {
        man: ManId,
    },
    Withdraw(Withdrawal),
    Leave {
        group: GroupId,
        nearest: i8,
    },
    TakeBackWithdrawal {
        group: GroupId,
    },
    Pursue(Pursuit),
    TakeBackPursuit,
    Report(Telling),
    Confirm {
        #[serde(default)]
        decide: Option<Decisions>,
    },
    Differ(Telling),
    Uphold {
        side: Id,
        #[serde(default)]
        reason: Option<String>,
    },
    Decide(Decisions),
}

impl From<Wire> for Command {
    fn from(wire: Wire) -> Self {
        match wire {
            Wire::SetRuling { ruling, word } => {
                Self::SetRuling { ruling, word: spelling::word(ruling, word) }
            }
            Wire::TakeBackProposal { ruling } => Self::TakeBackProposal { ruling },
            Wire::DrawLot => Self::DrawLot,
            Wire::NameAttacker { attacker } => Self::NameAttacker { attacker },
            Wire::Select(selection) => Self::Select(selection),
            Wire::Note { man, what } => Self::Note { man, what },
            Wire::Strike { man } => Self::Strike { man },
            Wire::Withdraw(withdrawal) => Self::Withdraw(withdrawal),
            Wire::Leave { group, nearest } => Self::Leave { group, nearest },
            Wire::TakeBackWithdrawal { group } => Self::TakeBackWithdrawal { group },
            Wire::Pursue(pursuit) => Self::Pursue(pursuit),
            Wire::TakeBackPursuit => Self::TakeBackPursuit,
            Wire::Report(telling) => Self::Report(telling),
            Wire::Confirm { decide } => Self::Confirm { decide },
            Wire::Differ(telling) => Self::Differ(telling),
            Wire::Uphold { side, reason } => Self::Uphold { side, reason },
            Wire::Decide(decisions) => Self::Decide(decisions),
        }
    }
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Once(mut value) = Once::deserialize(deserializer)?;
        if let Value::Object(fields) = &mut value
            && fields.keys().any(|key| key.contains('.'))
        {
            let flat = std::mem::take(fields);
            for (key, field) in flat {
                match key.split_once('.') {
                    // A field left out still names its table, so that one which no command has is refused.
                    Some((head, _)) if field.is_null() => {
                        fields.entry(head).or_insert_with(|| Value::Object(Map::new()));
                    }
                    _ => reach(fields, &key, field).map_err(D::Error::custom)?,
                }
            }
        }
        Wire::deserialize(value).map(Self::from).map_err(D::Error::custom)
    }
}

/// Puts a field at a dotted key: `side_1.men.4`.
fn reach(into: &mut Map<String, Value>, key: &str, field: Value) -> Result<(), String> {
    let Some((head, rest)) = key.split_once('.') else {
        return match into.insert(key.to_owned(), field) {
            None => Ok(()),
            Some(_) => Err(format!("the field {key:?} stands twice")),
        };
    };
    let inner = into.entry(head).or_insert_with(|| Value::Object(Map::new()));
    match inner {
        Value::Object(inner) => reach(inner, rest, field),
        _ => Err(format!("the field {head:?} is no table, but {key:?} reaches into it")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_form_writes_into_tables_with_dots() {
        let flat =
            json!({"do": "report", "winner": "none", "side_1.men.4": {"out": "killed"}, "fill": "as_noted"});
        let deep = json!({"do": "report", "winner": "none", "side_1": {"men": {"4": {"out": "killed"}}},
            "fill": "as_noted"});
        let read = |value| serde_json::from_value::<Command>(value).unwrap();
        assert_eq!(read(flat), read(deep));
        let clash = json!({"do": "report", "winner": "none", "side_1": 4, "side_1.men.4": {"out": "killed"}});
        assert!(serde_json::from_value::<Command>(clash).is_err());
    }

    #[test]
    fn a_field_that_stands_twice_is_refused_however_it_is_written() {
        for twice in [
            r#"{"do": "report", "winner": "none", "winner": "none"}"#,
            r#"{"do": "report", "winner": "none", "side_1": {"men": {"9": {"out": "killed"}, "9": {"out": "routed"}}}}"#,
            r#"{"do": "report", "winner": "none", "side_1.men": {"9": {"out": "killed"}}, "side_1.men.9": {"out": "routed"}}"#,
            r#"{"do": "decide", "rout": {"9": "panic", "9": "morale"}}"#,
            r#"{"do": "decide", "trade": {"9": ["panic"], "9": ["panic"]}}"#,
        ] {
            let fault = serde_json::from_str::<Command>(twice).unwrap_err().to_string();
            assert!(fault.contains("stands twice"), "{twice}: {fault}");
        }
    }

    #[test]
    fn a_selection_is_read_as_the_exchange_document_writes_it() {
        let value = json!({"do": "select", "scenario": "V4", "side": "german", "transfers": [{"slot": "SL"}],
            "exchange": [2, 4], "slots": [
                {"listed": 23, "slot": "SL", "fill": "transfer"}, {"listed": 5, "slot": "plain", "fill": {"use": 6}},
                {"listed": 7, "fill": "replace"}, {"listed": 9, "fill": "vacant"}, {"listed": 10}],
            "personal": "present"});
        let command: Command = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(serde_json::to_value(&command).unwrap(), value);
    }

    #[test]
    fn what_is_misspelt_is_refused() {
        for wrong in [
            json!({"do": "select", "slot": []}),
            json!({"do": "decide", "route": {}}),
            json!({"do": "report"}),
            json!({"do": "note", "man": 4, "what": {"hero": 1, "x": 2}}),
            json!({"do": "dance"}),
        ] {
            assert!(serde_json::from_value::<Command>(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_figure_that_cannot_be_is_told_as_such() {
        for hero in [256, 1000, -1] {
            let note = json!({"do": "note", "man": 4, "what": {"hero": hero}});
            let fault = serde_json::from_value::<Command>(note).unwrap_err().to_string();
            assert!(fault.contains(&format!("hero is a whole number from 0 to 255, not {hero}")), "{fault}");
        }
        let nothing = json!({"do": "note", "man": 4, "what": {"villain": 1}});
        let fault = serde_json::from_value::<Command>(nothing).unwrap_err().to_string();
        assert!(fault.contains("there is no such note"), "{fault}");
    }

    #[test]
    fn a_ruling_is_spelled_as_in_the_set_up() {
        let read = |ruling: &str, word: Value| {
            serde_json::from_value::<Command>(json!({"do": "set-ruling", "ruling": ruling, "word": word}))
        };
        for (ruling, said, word) in [
            ("R05", json!("yes"), "yes"),
            ("R05_promotion_mark_for_presence", json!(true), "yes"),
            ("R06", json!(false), "no"),
            ("R33", json!(true), "lot"),
            ("R33", json!(false), "agreement"),
            ("R36", json!(-1), "minus_1"),
            ("R36", json!(0), "0"),
            ("R38", json!(1), "1"),
            ("R38", json!("perhaps"), "perhaps"),
            ("R38", json!(7), "7"),
            ("R38", json!(true), "true"),
        ] {
            let short = ruling[..3].parse().unwrap();
            let set = Command::SetRuling { ruling: short, word: word.parse().unwrap() };
            assert_eq!(read(ruling, said).unwrap(), set);
        }
        let fault = read("R05_promotion_mark_for_absence", json!(true)).unwrap_err().to_string();
        assert!(fault.contains("there is no ruling"), "{fault}");
        assert!(read("R05", json!([])).is_err());
    }
}
