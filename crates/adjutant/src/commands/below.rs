//! `adjutant below`.

use kernel::{Seat, SideInfo};
use table::{Answer, Level, Said, Stands};

use crate::arguments::Below;
use crate::caller::{say, say_on};
use crate::failure::Failure;
use crate::house::House;
use crate::print;

/// Lists the tables above and below, or closes one below: as the umpire, or where no person is that as a side.
pub async fn run(house: &House, below: &Below) -> Result<(), Failure> {
    let card = house.campaign(&below.campaign).await?;
    let (desk, id) = (&house.desk, card.id.as_str());
    let (token, seat) = (desk.fresh_token()?, house.seat(&card, &below.seat).await?);
    let answer = match (&below.take_in, &below.break_off, &below.keep_open) {
        (Some(slot), ..) => desk.take_in(id, seat, slot, None, token).await?,
        (_, Some(slot), _) => {
            let reason = below.reason.as_deref().unwrap_or_default();
            desk.break_off(id, seat, slot, reason, None, token).await?
        }
        (.., Some(slot)) => desk.keep_open(id, seat, slot, None, token).await?,
        (None, None, None) => return list(house, id, seat).await,
    };
    match answer {
        Answer::Refused(refusals) => Err((&refusals).into()),
        Answer::Done { rolls, .. } => {
            for roll in &rolls {
                say_on!("{}", print::roll(roll));
            }
            say!("Done. {}", desk.look(id, seat).await?.contents.standing);
            Ok(())
        }
        Answer::Waits { .. } => {
            let look = desk.look(id, seat).await?;
            for waiting in &look.waiting {
                say!("{}", print::waiting(waiting, &look.sides));
            }
            Ok(())
        }
    }
}

async fn list(house: &House, id: &str, seat: Seat) -> Result<(), Failure> {
    let tables = house.desk.neighbours(id, seat).await?;
    let sides = house.desk.look(id, seat).await?.sides;
    for (above, level) in
        tables.above.iter().map(|level| (true, level)).chain(tables.below.iter().map(|level| (false, level)))
    {
        say!("{}", line(level, above));
        for said in &level.said {
            say!("  {}", word(said, &sides));
        }
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

/// What a side has said of closing a table.
fn word(said: &Said, sides: &[SideInfo]) -> String {
    let side = match said.side {
        Seat::Side(side) => sides.get(usize::from(side)).map_or("", |side| &side.name),
        _ => "",
    };
    let says = match &said.broken_off {
        None => "take it in".to_owned(),
        Some(reason) => format!("break it off ({reason})"),
    };
    let lapsed = if said.lapsed { ", before something was done there" } else { "" };
    format!("{side} says: {says}{lapsed}")
}
