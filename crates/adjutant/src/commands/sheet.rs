//! `adjutant sheet`.

use super::show::pages;
use crate::arguments::Sheet;
use crate::failure::Failure;
use crate::house::House;
use crate::tables::{self, Kind};

/// Writes the tables of a seat's pages.
pub async fn run(house: &House, sheet: &Sheet) -> Result<(), Failure> {
    let kind = match (sheet.csv, sheet.xlsx, sheet.output.as_deref().map(Kind::of)) {
        (true, ..) | (_, _, None) => Kind::Csv,
        (_, true, _) => Kind::Xlsx,
        (_, _, Some(Some(kind @ (Kind::Csv | Kind::Xlsx)))) => kind,
        _ => return Err(Failure::new("Say what to write: --csv or --xlsx, or a file that ends so.")),
    };
    let card = house.campaign(&sheet.campaign).await?;
    let seat = house.seat(&card, &sheet.seat).await?;
    let look = house.desk.look(&card.id, seat).await?;
    let grids = sheets::of_pages(&pages(&look, sheet.page.as_deref())?.pages, &look.sides);
    if grids.is_empty() {
        return Err(Failure::new("There are no tables on this page."));
    }
    tables::write(sheet.output.as_deref(), &tables::bytes(&grids, kind)?)
}
