//! `adjutant nation`.

use std::path::Path;

use crate::arguments::Nation;
use crate::caller::note;
use crate::failure::Failure;
use crate::rulebooks::upfront_grids::{
    add_nation,
    nation::{Form, grids, shipped, text},
};
use crate::setup;
use crate::tables::{self, Kind};

/// Turns a nation into a spreadsheet or back, or puts it into a campaign file.
pub fn run(nation: &Nation) -> Result<(), Failure> {
    let file = nation.file.display().to_string();
    let families = match &nation.beside {
        Some(path) => Some((path.display().to_string(), setup::read(path)?)),
        None => None,
    };
    let families = families.as_ref().map(|(file, text)| (file.as_str(), text.as_str()));
    let into = match &nation.into {
        Some(path) => Some((path.display().to_string(), setup::read(path)?)),
        None => None,
    };
    let campaign = into.as_ref().map(|(file, text)| (file.as_str(), text.as_str())).or(families);
    let (toml, is_toml) = match Kind::of(&nation.file) {
        Some(Kind::Csv | Kind::Xlsx) => {
            (text(&file, &tables::read(&nation.file)?, Form::Alone, campaign)?, false)
        }
        Some(Kind::Toml) => (setup::read(&nation.file)?, true),
        None => (of_id(&nation.file)?.to_owned(), true),
    };
    let output = nation.output.as_deref();
    if let Some((campaign_file, campaign)) = &into {
        let added = add_nation(campaign_file, campaign, &file, &toml)?;
        if added.is_none() {
            note!("{campaign_file} holds this nation already, just as it is: nothing is changed.");
        }
        return tables::write(output, added.as_ref().unwrap_or(campaign).as_bytes());
    }
    let kind = match output.map(|path| (path, Kind::of(path))) {
        None => {
            if is_toml {
                Kind::Csv
            } else {
                Kind::Toml
            }
        }
        Some((_, Some(kind))) => kind,
        Some((path, None)) => {
            let sentence = format!("{}: a nation is written as .toml, .csv or .xlsx.", path.display());
            return Err(Failure::new(sentence));
        }
    };
    // What is written has been judged, whichever way it goes.
    let tables_of = grids(&file, &toml, campaign)?;
    match kind {
        Kind::Toml => tables::write(output, toml.as_bytes()),
        kind => tables::write(output, &tables::bytes(&tables_of, kind)?),
    }
}

fn of_id(path: &Path) -> Result<&'static str, Failure> {
    path.to_str().and_then(shipped).ok_or_else(|| {
        let known = crate::rulebooks::UPFRONT_NATIONS.map(|(id, _)| id).join(", ");
        let path = path.display();
        Failure::new(format!("{path}: a nation is a file .toml, .csv or .xlsx, or one of: {known}."))
    })
}
