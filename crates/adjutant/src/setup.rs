//! Set-up files: which system they are for, and what is wrong with them.

use std::path::Path;

use kernel::{Diagnostic, Place, Rulebook, nearest};
use serde_json::Value;
use table::NewCampaign;
use tabular::{Fillable, Sample};
use toml::de::DeTable;

use crate::caller;
use crate::failure::Failure;
use crate::rulebooks::{FILLABLE, RULEBOOKS};

/// Bytes of the largest text file that is read: campaigns of years with their pictures stay far below it.
pub const MOST_BYTES: u64 = 256 << 20;

/// Reads a text file.
pub fn read(path: &Path) -> Result<String, Failure> {
    let bytes = caller::read_whole(path, MOST_BYTES).map_err(|fault| Failure::file(path, &fault))?;
    String::from_utf8(bytes).map_err(|fault| {
        let at = fault.utf8_error().valid_up_to();
        let place = Place::of(&String::from_utf8_lossy(fault.as_bytes()), at);
        Failure::new(format!(
            "{}:{}:{}: this is no text in UTF-8: save the file as UTF-8, then try again. [HOUSE-FILE]",
            path.display(),
            place.line,
            place.column
        ))
    })
}

/// The rules of a name.
pub fn find(name: &str) -> Option<&'static dyn Rulebook> {
    RULEBOOKS.iter().copied().find(|rulebook| rulebook.name() == name)
}

/// The rules of a name, for what they say of their files.
pub fn find_fillable(name: &str) -> Option<&'static dyn Fillable> {
    FILLABLE.iter().copied().find(|system| system.name() == name)
}

/// Reads a file that a worked example names.
pub fn beside(name: &str) -> Result<String, String> {
    let bytes = caller::read_whole(Path::new(name), MOST_BYTES).map_err(|fault| fault.to_string())?;
    String::from_utf8(bytes).map_err(|_| "this is no text in UTF-8".into())
}

/// The rules a set-up is for: those asked for, else those it names as `system` at its top or in `[campaign]` or by its
/// `schema`, else those it is nearest to.
pub fn rulebook(file: &str, text: &str, asked: Option<&str>) -> Result<&'static dyn Rulebook, Failure> {
    let named = asked.map(str::to_owned).or_else(|| named(text));
    if let Some(name) = named {
        return find(&name).ok_or_else(|| {
            Failure::new(format!(
                "{file}: this build does not know the rules {name:?}; it knows {}.",
                known()
            ))
        });
    }
    // A file that is no TOML has the same fault under all rules.
    if let Err(fault) = text.parse::<toml::Table>() {
        return Err(
            vec![Diagnostic::at(file, text, fault.span(), "", "HOUSE-FILE", fault.message().into())].into()
        );
    }
    // What says nothing is near to no rules.
    if text.parse::<toml::Table>().is_ok_and(|table| table.is_empty()) {
        let sentence = format!(
            "The file is empty: begin it with its rules, as `system = \"…\"`; this build knows {}.",
            known()
        );
        return Err(vec![Diagnostic::at(file, text, None, "", "HOUSE-FILE", sentence)].into());
    }
    nearest(RULEBOOKS, file, text).ok_or_else(|| Failure::new("This build knows no rules."))
}

/// The same rules, for what they say of their files.
pub fn fillable(file: &str, text: &str, asked: Option<&str>) -> Result<&'static dyn Fillable, Failure> {
    let name = rulebook(file, text, asked)?.name();
    find_fillable(name).ok_or_else(|| Failure::new("This build knows no rules."))
}

/// Whether a file is a worked example and no set-up.
pub fn is_example(text: &str) -> bool {
    let is_one = |table: toml::Table| {
        table.contains_key("setup") && (table.contains_key("step") || table.contains_key("faults"))
    };
    text.parse().is_ok_and(is_one)
}

/// A TOML or JSON file with the facts of a position.
pub struct PositionFile {
    file: String,
    text: String,
    /// The facts.
    pub facts: Value,
}

impl PositionFile {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        Self::parse(path.display().to_string(), read(path)?)
    }

    /// Reads a file's text.
    pub fn parse(file: String, text: String) -> Result<Self, Failure> {
        let facts = if is_json(&text) {
            serde_json::from_str(&text).map_err(|fault| {
                let place = Some(Place { line: fault.line(), column: fault.column() });
                let sentence = format!("This is not JSON: {fault}.");
                let (file, rule) = (file.clone(), "HOUSE-FILE".into());
                vec![Diagnostic { file, place, path: String::new(), rule, sentence }]
            })?
        } else {
            toml::from_str(&text).map_err(|fault| {
                vec![Diagnostic::at(&file, &text, fault.span(), "", "HOUSE-FILE", fault.message().into())]
            })?
        };
        Ok(Self { file, text, facts })
    }

    /// The faults of the position with their places in this file; in JSON the path of the fact is its place.
    pub fn placed(&self, mut faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if is_json(&self.text) {
            let of_position = |fault: &&mut Diagnostic| fault.file == kernel::facts::POSITION;
            faults.iter_mut().filter(of_position).for_each(|fault| fault.file.clone_from(&self.file));
            return faults;
        }
        kernel::facts::place(faults, &self.file, &self.text)
    }
}

/// No TOML file begins with a brace.
fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The facts of a position as a TOML file. TOML has no word for a missing fact: it is left out.
pub fn position_text(position: &Value) -> Result<String, Failure> {
    let mut position = position.clone();
    leave_out_missing(&mut position);
    toml::to_string(&position).map_err(|fault| Failure::new(format!("The position is no TOML: {fault}.")))
}

fn leave_out_missing(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(leave_out_missing);
        }
        Value::Array(list) => list.iter_mut().for_each(leave_out_missing),
        _ => {}
    }
}

/// A set-up that comes with the program, ready to be laid out.
pub fn sample(system: &str, sample: &Sample) -> Result<NewCampaign, Failure> {
    Ok(NewCampaign {
        file: sample.file.into(),
        setup: sample.setup.into(),
        system: system.into(),
        position: match sample.position {
            Some(text) => Some(PositionFile::parse(sample.file.into(), text.into())?.facts),
            None => None,
        },
        start: table::DiceStart::AtOnce,
        table_dice: true,
        identity: None,
    })
}

fn known() -> String {
    RULEBOOKS.iter().map(|rulebook| rulebook.name()).collect::<Vec<_>>().join(", ")
}

/// The rules that a file names, as far as it can be read.
fn named(text: &str) -> Option<String> {
    let (root, _) = DeTable::parse_recoverable(text);
    let table = root.get_ref();
    let text_of = |table: &DeTable<'_>, key: &str| Some(table.get(key)?.get_ref().as_str()?.to_owned());
    let inner = || text_of(table.get("campaign")?.get_ref().as_table()?, "system");
    if let Some(name) = text_of(table, "system").or_else(inner) {
        return Some(name);
    }
    // `adjutant/up-front-campaign/1`: the form of a file names its rules where it is a whole set-up.
    let schema = text_of(table, "schema")?;
    let form = schema.split('/').nth(1)?;
    find(form).map(|rulebook| rulebook.name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_says_nothing_is_asked_for_its_rules() {
        for text in ["", "\n", "# mine\n"] {
            let told = rulebook("mine.toml", text, None).err().map(|failure| failure.into_lines().concat());
            let told = told.unwrap_or_default();
            assert!(told.contains("is empty") && told.contains("system = "), "{told}");
            assert!(rulebook("mine.toml", text, Some(rules_central_front::NAME)).is_ok());
        }
    }
}
