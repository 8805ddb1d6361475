//! Nations and results as tables of cells, for spreadsheets: the paper form's columns in, files and commands out. Pure
//! functions; the file formats themselves stand elsewhere.
//!
//! Read in this order: [`layout`] (what stands in which column), [`nation`], [`aftermath`].

mod added;
pub mod aftermath;
mod cells;
pub mod layout;
mod men;
pub mod nation;
mod source;

pub use added::add_nation;

use tabular::{ResultForm, SetupPart};

/// A nation has a file of its own, and goes into a campaign. [UF-42.1-2]
pub const PARTS: &[SetupPart] = &[SetupPart {
    name: "nation",
    shipped: &crate::setup::NATIONS,
    tables: |part, beside| nation::grids(part.name, part.text, beside.map(|file| (file.name, file.text))),
    text: |name, tables, beside| {
        nation::text(name, tables, nation::Form::Alone, beside.map(|file| (file.name, file.text)))
    },
    put_into: |setup, part| add_nation(setup.name, setup.text, part.name, part.text),
}];

/// The result of a scenario, man by man.
pub const RESULT: ResultForm = ResultForm {
    name: "aftermath",
    tables: aftermath::form,
    command: |form| {
        let command = aftermath::command(form.file, form.tables, form.view, form.sides, form.differs)?;
        Ok(serde_json::to_value(command).expect("commands are plain values with text keys"))
    },
};
