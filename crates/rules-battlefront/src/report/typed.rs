//! Reads the whole form, so that everything typed that cannot be read is told at once.

use kernel::Id;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{Combat, Exit, Mined, Place, Report, Seen, Smoke, Supply, Typed, unreadable};

/// What is wrong with a text, if anything.
type Fault = fn(&str) -> Option<String>;

/// The lists of the form in the order of the page, as the page calls them.
const LISTS: [(&str, &str, Fault); 19] = [
    ("places", "New places", fault::<Place>),
    ("losses", "Knocked out", fault::<Id>),
    ("abandoned", "Abandoned", fault::<Id>),
    ("panicked", "Panicked off the map", fault::<Id>),
    ("exited", "Left by an edge", fault::<Exit>),
    ("improved", "In an improved position", fault::<Id>),
    ("moved", "Left its place and came back", fault::<Id>),
    ("mined", "In a minefield", fault::<Mined>),
    ("bogged", "Bogged", fault::<Id>),
    ("immobile", "Immobile", fault::<Id>),
    ("ammunition", "Ammunition", fault::<Supply>),
    ("fought", "Took part in combat", fault::<Id>),
    ("combat", "Kills and close combats", fault::<Combat>),
    ("enemy", "Enemy losses you saw", fault::<Seen>),
    ("fired", "Fired", fault::<Id>),
    ("smoke", "Smoke missions", fault::<Smoke>),
    ("flew", "Attacked", fault::<Id>),
    ("revealed", "The enemy now knows of", fault::<Id>),
    ("destroyed", "Gone", fault::<Id>),
];

/// What the page calls a list of the form.
pub(crate) fn name_of(key: &str) -> &'static str {
    LISTS.iter().find(|(known, ..)| *known == key).map_or("", |(_, name, _)| name)
}

fn fault<T: Typed>(text: &str) -> Option<String> {
    T::read(text).is_none().then(|| unreadable::<T>(text))
}

/// Reads a form. Of several texts that cannot be read each is told, by the name that it has on the page.
pub(crate) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<Report>, D::Error> {
    let form = Value::deserialize(deserializer)?;
    let told = LISTS.iter().filter_map(|(key, name, fault)| {
        let fault = fault(form.get(key)?.as_str()?)?;
        Some(format!("{name}: {fault}"))
    });
    let told: Vec<String> = told.collect();
    match told.is_empty() {
        true => Report::deserialize(form).map(Box::new).map_err(D::Error::custom),
        false => Err(D::Error::custom(told.join(". "))),
    }
}

#[cfg(test)]
mod tests {
    use crate::command::Command;

    #[test]
    fn everything_that_cannot_be_read_is_told_at_once() {
        let form = serde_json::json!({"do": "report", "places": "R-101: a b", "losses": "R-101-1", "combat": "R-101: 3",
            "enemy": "t-34"});
        let fault = serde_json::from_value::<Command>(form).expect_err("it cannot be read").to_string();
        for words in [
            "New places: \"R-101: a b\" cannot be read; type names: x y facing",
            "Kills and close combats: \"R-101: 3\" cannot be read; type formation",
            "Enemy losses you saw: \"t-34\" cannot be read; type kind",
        ] {
            assert!(fault.contains(words), "{words}: {fault}");
        }
        assert!(!fault.contains("Knocked out"), "{fault}");
    }

    #[test]
    fn a_form_is_read_and_written_as_it_was() {
        let form = serde_json::json!({"do": "report", "losses": "R-101-1 R-101-2", "turns": 4});
        let command: Command = serde_json::from_value(form).expect("it is read");
        let written = serde_json::to_value(&command).expect("it is written");
        assert_eq!(written["losses"], serde_json::json!(["R-101-1", "R-101-2"]));
        assert_eq!(serde_json::from_value::<Command>(written).expect("it is read again"), command);
        let unknown = serde_json::json!({"do": "report", "loses": "R-101-1"});
        assert!(serde_json::from_value::<Command>(unknown).is_err(), "an unknown field is a fault");
    }
}
