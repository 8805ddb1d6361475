//! `adjutant odds`.

use adjutant_web::api::shape::Chances;
use kernel::odds::Weighed;
use kernel::{Seat, Wanted};
use serde_json::Value;
use table::{Asking, CampaignCard, Told};

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
    let wanted: Result<Vec<Wanted>, String> = odds.measures.iter().map(|measure| measure.parse()).collect();
    let wanted = wanted.map_err(|fault| Failure::new(format!("{fault}.")))?;
    let told = house.desk.weighed(&card.id, seat, Asking::Command { command, wanted }).await?;
    match told {
        Ok(Told::Command(weighed)) if odds.json => {
            say!("{}", serde_json::json!(Chances::of_weighed(weighed)));
        }
        Ok(Told::Command(Weighed::Outcomes(told))) => say_on!("{}", print::odds(&told)),
        Ok(Told::Command(Weighed::Figures(told))) => say_on!("{}", print::table(&told)),
        Ok(Told::Plans(_)) => {}
        Err(refusals) => return Err((&refusals).into()),
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
    let asking = Asking::Plans(vec![(plan.to_owned(), given)]);
    let Told::Plans(plans) =
        house.desk.weighed(&card.id, seat, asking).await?.map_err(|refusals| Failure::from(&refusals))?
    else {
        return Ok(());
    };
    for told in plans {
        match told {
            Ok(told) if odds.json => say!("{}", serde_json::json!(told)),
            Ok(told) => say_on!("{}", print::foretold(&told)),
            Err(refusals) => return Err((&refusals).into()),
        }
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
