//! `adjutant new`.

use table::{Fault, NewCampaign};

use crate::arguments::New;
use crate::failure::Failure;
use crate::house::House;
use crate::setup::{self, PositionFile};

/// Lays out a campaign and prints its id.
pub async fn run(house: &House, new: &New) -> Result<(), Failure> {
    let file = new.file.display().to_string();
    let text = setup::read(&new.file)?;
    let system = setup::rulebook(&file, &text, new.system.as_deref())?.name().to_owned();
    let position = match &new.position {
        None => None,
        Some(path) => Some(PositionFile::read(path)?),
    };
    let facts = position.as_ref().map(|position| position.facts.clone());
    let laid_out =
        NewCampaign { file, setup: text, system, position: facts, dice_wait: new.words, identity: None };
    let id = house.desk.create(laid_out).await.map_err(|fault| match (fault, &position) {
        (Fault::File(faults), Some(position)) => position.placed(faults).into(),
        (fault, _) => Failure::from(fault),
    })?;
    println!("{id}");
    eprintln!(
        "Laid out. The next `adjutant serve` prints a link for each seat; `adjutant invite` makes more."
    );
    Ok(())
}
