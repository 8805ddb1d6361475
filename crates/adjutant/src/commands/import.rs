//! `adjutant import`.

use kernel::Seat;

use crate::arguments::Import;
use crate::caller::{note, say};
use crate::failure::Failure;
use crate::house::House;
use crate::rulebooks::RULEBOOKS;
use crate::setup;

/// Refuses a file that cannot be taken in, before a folder is made for it.
pub fn check(import: &Import) -> Result<(), Failure> {
    Ok(table::importable(&setup::read(&import.file)?, RULEBOOKS)?)
}

/// Takes a campaign in, whole or not at all, and prints its id.
pub async fn run(house: &House, import: &Import) -> Result<(), Failure> {
    let id = house.desk.import(&setup::read(&import.file)?).await?;
    say!("{id}");
    let look = house.desk.look(&id, Seat::Umpire).await?;
    note!("{}: {}", look.title, look.view.standing);
    if !look.dice.keyed {
        note!("The file holds no dice secret, so this copy rolls no keyed dice: throws are typed in.");
    }
    Ok(())
}
