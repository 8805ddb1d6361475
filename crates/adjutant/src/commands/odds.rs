//! `adjutant odds`.

use adjutant_web::api::shape::Chances;
use kernel::odds::{MOST_BRANCHES, NoOdds};
use kernel::{Seat, Wanted};
use serde_json::Value;
use table::CampaignCard;

use crate::arguments::Odds;
use crate::caller::{say, say_on};
use crate::commands::act::json;
use crate::failure::Failure;
use crate::house::House;
use crate::print;

/// Prints the exact odds of a command or a plan from what the seat knows.
pub async fn run(house: &House, odds: &Odds) -> Result<(), Failure> {
    let card = house.campaign(&odds.campaign).await?;
    let seat = house.seat(&card, &odds.seat).await?;
    match (&odds.plan, &odds.command) {
        (Some(plan), _) => foretell(house, &card, seat, plan, odds).await,
        (None, Some(command)) => of_command(house, &card, seat, command, odds).await,
        (None, None) => list(house, &card, seat, odds.json).await,
    }
}

async fn of_command(
    house: &House,
    card: &CampaignCard,
    seat: Seat,
    command: &str,
    odds: &Odds,
) -> Result<(), Failure> {
    let command = json(command)?;
    let told = match odds.measures.is_empty() {
        true => {
            let told = house.desk.odds(&card.id, seat, &command).await?;
            told.map(|told| (print::odds(&told), Chances::of(&told)))
        }
        false => {
            let wanted: Result<Vec<Wanted>, String> =
                odds.measures.iter().map(|measure| measure.parse()).collect();
            let wanted = wanted.map_err(|fault| Failure::new(format!("{fault}.")))?;
            let told = house.desk.odds_of(&card.id, seat, &command, &wanted).await?;
            told.map(|table| (print::table(&table), Chances::of_measures(table)))
        }
    };
    match told {
        Ok((_, chances)) if odds.json => say!("{}", serde_json::json!(chances)),
        Ok((text, _)) => say_on!("{text}"),
        Err(NoOdds::Refused(refusals)) => return Err((&refusals).into()),
        Err(NoOdds::TooMany) => {
            return Err(Failure::new(format!(
                "The exact odds of this command have more than {MOST_BRANCHES} branches or do not fit into 128 bits."
            )));
        }
    }
    Ok(())
}

async fn foretell(
    house: &House,
    card: &CampaignCard,
    seat: Seat,
    plan: &str,
    odds: &Odds,
) -> Result<(), Failure> {
    let given = odds.given.as_deref().map_or(Ok(Value::Null), json)?;
    match house.desk.foretell(&card.id, seat, plan, &given).await? {
        Ok(told) if odds.json => say!("{}", serde_json::json!(told)),
        Ok(told) => say_on!("{}", print::foretold(&told)),
        Err(refusals) => return Err((&refusals).into()),
    }
    Ok(())
}

async fn list(house: &House, card: &CampaignCard, seat: Seat, as_json: bool) -> Result<(), Failure> {
    let plans = house.desk.plans(&card.id, seat).await?;
    let measures = house.desk.measures(&card.id, seat).await?;
    match as_json {
        true => say!("{}", serde_json::json!({ "measures": measures, "plans": plans })),
        false => say_on!("{}", print::plans(&plans, &measures)),
    }
    Ok(())
}
