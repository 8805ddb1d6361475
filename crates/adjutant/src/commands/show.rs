//! `adjutant show`.

use adjutant_web::api::shape::Seen;
use kernel::view::View;
use table::{CampaignCard, Look};

use crate::arguments::Show;
use crate::caller::{say, say_on};
use crate::failure::Failure;
use crate::house::House;
use crate::{print, remembered, setup};

/// The pages that are asked for: one of them, or all.
pub fn pages(look: &Look, page: Option<&str>) -> Result<View, Failure> {
    let Some(id) = page else { return Ok(look.view()) };
    let none = || {
        let ids: Vec<&str> = look.contents.pages.iter().map(|head| head.id).collect();
        Failure::new(format!("There is no page {id}. The pages are: {}.", ids.join(", ")))
    };
    let page = look.page(id).ok_or_else(none)?;
    Ok(View { standing: look.contents.standing.clone(), pages: vec![page] })
}

/// Prints what a seat sees, or the list of campaigns.
pub async fn run(house: &House, show: &Show) -> Result<(), Failure> {
    let cards = house.desk.campaigns().await?;
    if cards.is_empty() {
        remembered::not_emptied(house).await?;
    }
    if show.campaign.campaign.is_none() && cards.len() != 1 {
        for card in cards {
            let when = print::time(card.created_at);
            let what = card.fault.unwrap_or_else(|| card.sides.join(" against "));
            say!("{}  {when}  {}  {}: {what}", card.id, card.system, card.title);
        }
        return Ok(());
    }
    let card = house.campaign(&show.campaign).await?;
    one(house, show, &card).await
}

async fn one(house: &House, show: &Show, card: &CampaignCard) -> Result<(), Failure> {
    if show.position {
        let position = house.desk.position(&card.id).await?;
        match show.json {
            true => say!("{position:#}"),
            false => say_on!("{}", setup::position_text(&position)?),
        }
        return Ok(());
    }
    let seat = house.seat(card, &show.seat).await?;
    let look = house.desk.look(&card.id, seat).await?;
    let view = pages(&look, show.page.as_deref())?;
    match show.json {
        true => say!("{:#}", serde_json::json!(Seen::of(&look, view))),
        false => say_on!("{}", print::look(&look, &view)),
    }
    Ok(())
}
