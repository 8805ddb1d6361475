//! `adjutant part`.

use std::path::Path;

use tabular::SetupPart;

use crate::arguments::Part;
use crate::caller::note;
use crate::failure::Failure;
use crate::rulebooks::parts;
use crate::setup;
use crate::tables::{self, Kind};

/// Turns a part of a set-up into a spreadsheet or back, or puts it into a set-up.
pub fn run(asked: &Part) -> Result<(), Failure> {
    let part = parts().find(|part| part.name == asked.kind);
    let part = part.ok_or_else(|| Failure::new(format!("No rules know the part {:?}.", asked.kind)))?;
    let beside = asked.beside.as_deref().map(File::read).transpose()?;
    let into = asked.into.as_deref().map(File::read).transpose()?;
    let given = into.as_ref().or(beside.as_ref()).map(File::lent);
    let name = asked.file.display().to_string();
    let (text, is_toml) = match Kind::of(&asked.file) {
        Some(Kind::Csv | Kind::Xlsx) => ((part.text)(&name, &tables::read(&asked.file)?, given)?, false),
        Some(Kind::Toml) => (setup::read(&asked.file)?, true),
        None => (shipped(part, &name)?.to_owned(), true),
    };
    let file = File { name, text };
    let output = asked.output.as_deref();
    if let Some(into) = &into {
        let added = (part.put_into)(into.lent(), file.lent())?;
        if added.is_none() {
            note!("{} holds this {} already, just as it is: nothing is changed.", into.name, part.name);
        }
        return tables::write(output, added.as_ref().unwrap_or(&into.text).as_bytes());
    }
    let kind = match output.map(|path| (path, Kind::of(path))) {
        None if is_toml => Kind::Csv,
        None => Kind::Toml,
        Some((_, Some(kind))) => kind,
        Some((path, None)) => {
            let (path, what) = (path.display(), part.name);
            return Err(Failure::new(format!("{path}: a {what} is written as .toml, .csv or .xlsx.")));
        }
    };
    // What is written has been judged, whichever way it goes.
    let tables_of = (part.tables)(file.lent(), given)?;
    match kind {
        Kind::Toml => tables::write(output, file.text.as_bytes()),
        kind => tables::write(output, &tables::bytes(&tables_of, kind)?),
    }
}

struct File {
    name: String,
    text: String,
}

impl File {
    fn read(path: &Path) -> Result<Self, Failure> {
        Ok(Self { name: path.display().to_string(), text: setup::read(path)? })
    }

    fn lent(&self) -> tabular::File<'_> {
        tabular::File { name: &self.name, text: &self.text }
    }
}

fn shipped(part: &SetupPart, id: &str) -> Result<&'static str, Failure> {
    let found = part.shipped.iter().find(|(known, _)| *known == id);
    found.map(|(_, text)| *text).ok_or_else(|| {
        let known = part.shipped.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ");
        let what = part.name;
        Failure::new(format!("{id}: a {what} is a file .toml, .csv or .xlsx, or one of: {known}."))
    })
}
