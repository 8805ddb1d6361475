//! `adjutant log`.

use adjutant_web::api::shape::Line;

use crate::arguments::Log;
use crate::caller::{say, say_on};
use crate::failure::Failure;
use crate::house::House;
use crate::print;

/// Prints the newest lines that a seat may read, the newest last.
pub async fn run(house: &House, log: &Log) -> Result<(), Failure> {
    let card = house.campaign(&log.campaign).await?;
    let seat = house.seat(&card, &log.seat).await?;
    let page = house.desk.log(&card.id, seat, None, log.last).await?;
    let sides = house.desk.look(&card.id, seat).await?.sides;
    for line in page.lines {
        match log.json {
            true => say!("{}", serde_json::json!(Line::of(line, &sides))),
            false => say_on!("{}", print::log_line(&line, &sides)),
        }
    }
    Ok(())
}
