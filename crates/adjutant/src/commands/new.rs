//! `adjutant new`.

use table::{DiceStart, Fault, NewCampaign};

use crate::arguments::New;
use crate::caller::{note, say, say_on};
use crate::failure::Failure;
use crate::house::House;
use crate::remembered;
use crate::rulebooks::samples;
use crate::setup::{self, PositionFile};

/// Lays out a campaign and prints its id.
pub async fn run(house: &House, new: &New) -> Result<(), Failure> {
    let sample = samples().find(|(_, sample)| new.sample.as_deref() == Some(sample.name));
    if !new.print {
        remembered::not_emptied(house).await?;
    }
    let position = new.position.as_deref().map(PositionFile::read).transpose()?;
    let campaign = match (sample, &new.file) {
        (Some((_, sample)), _) if new.print => {
            say_on!("{}", sample.setup);
            return Ok(());
        }
        (Some((system, sample)), _) => setup::sample(system, sample)?,
        (None, Some(file)) => from_file(file, new, position.as_ref())?,
        (None, None) => return Err(Failure::new("A set-up file or a sample is needed.")),
    };
    let start = if new.open_dice { DiceStart::AtOnce } else { DiceStart::Words };
    let laid_out = house.desk.create(NewCampaign { start, table_dice: new.table_dice, ..campaign }).await;
    let id = laid_out.map_err(|fault| match (fault, &position) {
        (Fault::File(faults), Some(position)) => position.placed(faults).into(),
        (fault, _) => Failure::from(fault),
    })?;
    say!("{id}");
    note!("Laid out. The next `adjutant serve` prints a link for each seat; `adjutant invite` makes more.");
    if !new.open_dice {
        note!("The dice open when each side's device has given its words, which it does on its first page.");
    }
    Ok(())
}

fn from_file(
    path: &std::path::Path,
    new: &New,
    position: Option<&PositionFile>,
) -> Result<NewCampaign, Failure> {
    let file = path.display().to_string();
    let text = setup::read(path)?;
    let system = setup::rulebook(&file, &text, new.system.as_deref())?.name().to_owned();
    let position = position.map(|position| position.facts.clone());
    let (start, table_dice) = (DiceStart::AtOnce, false);
    Ok(NewCampaign { file, setup: text, system, position, start, table_dice, identity: None })
}
