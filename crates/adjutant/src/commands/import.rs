//! `adjutant import`.

use kernel::Seat;
use ledger::Joined;
use table::Imported;

use crate::arguments::Import;
use crate::caller::{note, say};
use crate::failure::Failure;
use crate::house::House;
use crate::remembered;
use crate::rulebooks::RULEBOOKS;
use crate::setup;

/// Refuses a file that cannot be taken in, before a folder is made for it.
pub fn check(import: &Import) -> Result<(), Failure> {
    Ok(table::importable(&setup::read(&import.file)?, RULEBOOKS)?)
}

/// Takes a campaign in, whole or not at all, and prints its id; or those of a file that holds several above and below each
/// other.
pub async fn run(house: &House, import: &Import) -> Result<(), Failure> {
    let text = setup::read(&import.file)?;
    if !Joined::is_one(&text) {
        return tell(house, house.desk.import(&text).await?).await;
    }
    let taken = house.desk.import_joined(&text).await?;
    if taken.is_empty() {
        note!("All campaigns of the file are here already, as they stand in it.");
    }
    for imported in taken {
        tell(house, imported).await?;
    }
    Ok(())
}

async fn tell(house: &House, Imported { id, n_unproved }: Imported) -> Result<(), Failure> {
    // A file may end before what is remembered of the campaign: whoever takes it in knows that.
    if !house.store.is_shared() {
        remembered::accept(house.store.as_ref(), &house.people, &id).await?;
    }
    say!("{id}");
    if n_unproved > 0 {
        let entries =
            if n_unproved == 1 { "1 entry was".into() } else { format!("{n_unproved} entries were") };
        note!("{entries} judged by other rules than this program has; it cannot tell whether that is right.");
    }
    let look = house.desk.look(&id, Seat::Umpire).await?;
    note!("{}: {}", look.title, look.contents.standing);
    if !look.dice.keyed {
        note!("The file holds no dice secret, so this copy rolls no keyed dice: throws are typed in.");
    }
    Ok(())
}
