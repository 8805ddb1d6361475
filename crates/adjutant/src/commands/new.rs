//! `adjutant new`.

use table::NewCampaign;

use crate::arguments::New;
use crate::failure::Failure;
use crate::house::House;
use crate::setup;

/// Lays out a campaign and prints its id.
pub async fn run(house: &House, new: &New) -> Result<(), Failure> {
    let file = new.file.display().to_string();
    let text = setup::read(&new.file)?;
    let system = setup::rulebook(&file, &text, new.system.as_deref())?.name().to_owned();
    let position = match &new.position {
        None => None,
        Some(path) => Some(setup::position(path)?),
    };
    let id = house
        .desk
        .create(NewCampaign { file, setup: text, system, position, dice_wait: new.words, identity: None })
        .await?;
    println!("{id}");
    eprintln!(
        "Laid out. The next `adjutant serve` prints a link for each seat; `adjutant invite` makes more."
    );
    Ok(())
}
