//! `adjutant result`.

use tabular::Filled;

use crate::arguments::ResultOf;
use crate::caller::say;
use crate::failure::Failure;
use crate::house::House;
use crate::setup;
use crate::tables::{self, Kind};

/// Writes the form for a result, or prints the command that a filled one gives.
pub async fn run(house: &House, asked: &ResultOf) -> Result<(), Failure> {
    let card = house.campaign(&asked.campaign).await?;
    let form = setup::find_fillable(&card.system).and_then(tabular::Fillable::result_form);
    let form = form.ok_or_else(|| {
        Failure::new("The rules of this campaign have no form for results: report on the page, or with `do`.")
    })?;
    let seat = house.seat(&card, &asked.seat).await?;
    let look = house.desk.look(&card.id, seat).await?;
    let view = look.view();
    if let Some(path) = &asked.file {
        let (file, tables) = (path.display().to_string(), tables::read(path)?);
        let filled =
            Filled { file: &file, tables: &tables, view: &view, sides: &look.sides, differs: asked.differ };
        say!("{}", (form.command)(filled)?);
        return Ok(());
    }
    let tables = (form.tables)(&view, &look.sides);
    let tables = tables.ok_or_else(|| Failure::new("No result is asked of this seat now."))?;
    let kind = asked.output.as_deref().map_or(Some(Kind::Csv), Kind::of);
    let kind = kind.ok_or_else(|| Failure::new("A form is written as .csv or .xlsx."))?;
    tables::write(asked.output.as_deref(), &tables::bytes(&tables, kind)?)
}
