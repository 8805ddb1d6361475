//! One side's part of a report as somebody tells it: what cannot be read is put aside and told in plain words, by man
//! and field, beside every other fault.

use kernel::json::Once;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use super::{AuxLoss, Deed, Means, Noted, SideReport, Wreck};
use crate::words::{AuxKind, ManId, Out};

/// Something that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Of which man, if it is about one.
    pub man: Option<ManId>,
    /// What it ought to be.
    pub sentence: String,
}

const COUNT: &str = "a whole number from 0 to 255";

/// Reads a side's part; sound parts by the strict reader alone.
pub fn side<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SideReport, D::Error> {
    let Once(value) = Once::deserialize(deserializer)?;
    Ok(SideReport::deserialize(&value).unwrap_or_else(|_| told(&value)))
}

/// Reads a note. A deed whose figure cannot be read is told as in a report.
pub fn noted<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Noted, D::Error> {
    const DEEDS: [&str; 6] = ["hero", "cc_kill", "ig_cc", "afv", "demo_charge_men", "infiltration"];
    let Once(value) = Once::deserialize(deserializer)?;
    Noted::deserialize(&value).map_err(|fault| match DEEDS.iter().any(|deed| value.get(deed).is_some()) {
        true => D::Error::custom(no_deed(&value)),
        false => D::Error::custom(fault),
    })
}

fn told(value: &Value) -> SideReport {
    let mut side = SideReport::default();
    let Value::Object(fields) = value else {
        side.cannot(None, format!("{value} is no part of a report: a table of men and aux"));
        return side;
    };
    for (key, value) in fields {
        match (key.as_str(), value) {
            ("men", Value::Array(men)) => men.iter().for_each(|man| listed(&mut side, man)),
            ("men", Value::Object(men)) => men.iter().for_each(|(id, man)| keyed(&mut side, id, man)),
            ("men", _) => side.cannot(None, "men is a list of men, or a table keyed by number".into()),
            ("aux", Value::Array(losses)) => losses.iter().for_each(|loss| lost(&mut side, loss)),
            ("aux", _) => side.cannot(None, "aux is a list of losses".into()),
            _ => side.cannot(None, format!("there is no field {key}; there are men and aux")),
        }
    }
    side
}

impl SideReport {
    fn cannot(&mut self, man: Option<ManId>, sentence: String) {
        self.unread.push(Unread { man, sentence });
    }
}

fn lost(side: &mut SideReport, value: &Value) {
    match AuxLoss::deserialize(value) {
        Ok(loss) => side.aux.push(loss),
        Err(_) => side.cannot(
            None,
            format!("{value} is no loss: kind is one of {}, effect a whole number", AuxKind::all_words()),
        ),
    }
}

fn listed(side: &mut SideReport, value: &Value) {
    let id = value.get("id").map(ManId::deserialize);
    match (value, id) {
        (Value::Object(fields), Some(Ok(id))) => {
            let mut fields = fields.clone();
            fields.remove("id");
            man(side, id, fields);
        }
        _ => side.cannot(None, format!("{value} is no man: id is his number, or P for the personal man")),
    }
}

fn keyed(side: &mut SideReport, id: &str, value: &Value) {
    match (id.parse::<ManId>(), value) {
        (Ok(id), Value::Object(fields)) => man(side, id, fields.clone()),
        (Ok(id), _) => side.cannot(Some(id), "what became of him is a table with out".into()),
        (Err(sentence), _) => side.cannot(None, sentence),
    }
}

/// Reads a man, leaving out each field that cannot be read.
fn man(side: &mut SideReport, id: ManId, mut fields: Map<String, Value>) {
    let mut faults = Vec::new();
    // A field without a value is not said.
    let may_be_left_out = ["pinned", "wounded", "events", "deeds", "hero", "cc_kill"];
    fields.retain(|key, value| !value.is_null() || !may_be_left_out.contains(&key.as_str()));
    fields.retain(|key, value| {
        let n_before = faults.len();
        match key.as_str() {
            "out" if value.as_str().and_then(Out::read).is_none() => {
                faults.push(format!("out is one of {}, not {value}", Out::all_words()));
            }
            "pinned" | "wounded" | "moved_in" if !value.is_boolean() => {
                faults.push(format!("{key} is true or false, not {value}"));
            }
            "hero" | "cc_kill" if u8::deserialize(&*value).is_err() => {
                faults.push(format!("{key} is {COUNT}, not {value}"));
            }
            "events" | "deeds" => deeds(key, value, &mut faults),
            "out" | "pinned" | "wounded" | "moved_in" | "hero" | "cc_kill" => {}
            _ => faults.push(format!("there is no field {key} of a man")),
        }
        let has_deeds =
            matches!(key.as_str(), "events" | "deeds") && !value.as_array().is_none_or(Vec::is_empty);
        faults.len() == n_before || has_deeds
    });
    if !fields.contains_key("out") {
        if faults.is_empty() {
            faults.push(format!("out is missing; it is one of {}", Out::all_words()));
        }
        fields.insert("out".into(), json!(Out::InPlay));
    }
    for sentence in faults {
        side.cannot(Some(id), sentence);
    }
    match SideReport::deserialize(json!({"men": {id.to_string(): fields}})) {
        Ok(read) => side.men.extend(read.men),
        Err(fault) => side.cannot(Some(id), fault.to_string()),
    }
}

/// Takes deeds that cannot be read out of a list.
fn deeds(key: &str, value: &mut Value, faults: &mut Vec<String>) {
    let Value::Array(list) = value else {
        faults.push(format!("{key} is a list of deeds"));
        return;
    };
    list.retain_mut(|deed| {
        if key == "deeds" && deed.is_array() {
            deeds("events", deed, faults);
            return true;
        }
        let is_read = Deed::deserialize(&*deed).is_ok();
        if !is_read {
            faults.push(no_deed(deed));
        }
        is_read
    });
}

fn no_deed(deed: &Value) -> String {
    let has = |key: &str| deed.get(key).is_some();
    let only = deed.as_object().is_some_and(|fields| fields.len() == 1);
    for count in ["hero", "cc_kill", "ig_cc", "demo_charge_men"] {
        if only && has(count) {
            return format!("{count} is {COUNT}, not {}", deed[count]);
        }
    }
    if only && has("infiltration") {
        return format!("infiltration has unpinned_before and removed_or_pinned, each {COUNT}; not {deed}");
    }
    if has("afv") {
        let (means, results) = (Means::all_words(), Wreck::all_words());
        return format!(
            "a vehicle has afv (its name), means (one of {means}), result (one of {results}) and perhaps weapon; not \
             {deed}"
        );
    }
    format!("{deed} is no deed: one of hero, cc_kill, ig_cc, afv, demo_charge_men, infiltration")
}
