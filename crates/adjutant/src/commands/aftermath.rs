//! `adjutant aftermath`.

use crate::arguments::Aftermath;
use crate::caller::say;
use crate::failure::Failure;
use crate::house::House;
use crate::rulebooks::upfront_grids::aftermath::{command, form};
use crate::tables::{self, Kind};

/// Writes the form for a result, or prints the command that a filled one gives.
pub async fn run(house: &House, aftermath: &Aftermath) -> Result<(), Failure> {
    let card = house.campaign(&aftermath.campaign).await?;
    let seat = house.seat(&card, &aftermath.seat).await?;
    let look = house.desk.look(&card.id, seat).await?;
    let view = look.view();
    if let Some(path) = &aftermath.file {
        let grids = tables::read(path)?;
        let command = command(&path.display().to_string(), &grids, &view, &look.sides, aftermath.differ)?;
        say!("{}", serde_json::json!(command));
        return Ok(());
    }
    let grids = form(&view, &look.sides)
        .ok_or_else(|| Failure::new("No result of an Up Front scenario is asked of this seat now."))?;
    let kind = aftermath.output.as_deref().map_or(Some(Kind::Csv), Kind::of);
    let kind = kind.ok_or_else(|| Failure::new("A form is written as .csv or .xlsx."))?;
    tables::write(aftermath.output.as_deref(), &tables::bytes(&grids, kind)?)
}
