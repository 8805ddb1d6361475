//! `adjutant below`.

use kernel::Seat;
use table::{Answer, Level, Stands};

use crate::arguments::Below;
use crate::caller::{say, say_on};
use crate::failure::Failure;
use crate::house::House;
use crate::print;

/// Lists the tables above and below, or closes one below as the umpire.
pub async fn run(house: &House, below: &Below) -> Result<(), Failure> {
    let card = house.campaign(&below.campaign).await?;
    let (desk, id) = (&house.desk, card.id.as_str());
    let token = desk.fresh_token()?;
    let answer = match (&below.take_in, &below.break_off) {
        (Some(slot), _) => desk.take_in(id, Seat::Umpire, slot, None, token).await?,
        (None, Some(slot)) => {
            let reason = below.reason.as_deref().unwrap_or_default();
            desk.break_off(id, Seat::Umpire, slot, reason, None, token).await?
        }
        (None, None) => return list(house, id, house.seat(&card, &below.seat).await?).await,
    };
    match answer {
        Answer::Refused(refusals) => Err((&refusals).into()),
        Answer::Done { rolls, .. } => {
            for roll in &rolls {
                say_on!("{}", print::roll(roll));
            }
            say!("Done. {}", desk.look(id, Seat::Umpire).await?.contents.standing);
            Ok(())
        }
        Answer::Waits { .. } => {
            let look = desk.look(id, Seat::Umpire).await?;
            for waiting in &look.waiting {
                say!("{}", print::waiting(waiting, &look.sides));
            }
            Ok(())
        }
    }
}

async fn list(house: &House, id: &str, seat: Seat) -> Result<(), Failure> {
    let tables = house.desk.neighbours(id, seat).await?;
    for (above, level) in
        tables.above.iter().map(|level| (true, level)).chain(tables.below.iter().map(|level| (false, level)))
    {
        say!("{}", line(level, above));
    }
    if tables.above.is_none() && tables.below.is_empty() {
        say!("There is no table above this one or below it.");
    }
    Ok(())
}

fn line(level: &Level, is_above: bool) -> String {
    let stands = match (level.stands, is_above) {
        (Stands::Open, _) => "is open",
        (Stands::Over, _) => "is over, and waits to be taken in",
        (Stands::TakenIn, false) => "was taken in",
        (Stands::TakenIn, true) => "has taken this one in",
        (Stands::BrokenOff, false) => "was broken off",
        (Stands::BrokenOff, true) => "has broken this one off",
    };
    let place = if is_above { "above" } else { "below" };
    let title = level.title.as_deref().unwrap_or("not here");
    format!("{place}  {}  {}  {title}  ({stands})", level.slot, level.campaign)
}
