//! `adjutant odds`.

use adjutant_web::api::shape::Chances;
use kernel::odds::{MOST_BRANCHES, NoOdds};

use crate::arguments::Odds;
use crate::caller::{say, say_on};
use crate::commands::act::json;
use crate::failure::Failure;
use crate::house::House;
use crate::print;

/// Prints the exact odds of a command from what the seat knows.
pub async fn run(house: &House, odds: &Odds) -> Result<(), Failure> {
    let card = house.campaign(&odds.campaign).await?;
    let told = house.desk.odds(&card.id, house.seat(&card, &odds.seat).await?, &json(&odds.command)?).await?;
    match told {
        Ok(told) if odds.json => say!("{}", serde_json::json!(Chances::of(&told))),
        Ok(told) => say_on!("{}", print::odds(&told)),
        Err(NoOdds::Refused(refusals)) => return Err((&refusals).into()),
        Err(NoOdds::TooMany) => {
            return Err(Failure::new(format!(
                "The exact odds of this command have more than {MOST_BRANCHES} branches or do not fit into 128 bits."
            )));
        }
    }
    Ok(())
}
