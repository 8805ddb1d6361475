//! `adjutant token`.

use people::{Chair, DAY_MS, Handle, Maker};

use crate::arguments::Token;
use crate::caller::{note, say};
use crate::failure::Failure;
use crate::house::House;
use crate::print;

/// Makes a token for a seat and prints it, which cannot be shown again; or revokes one; or lists them.
pub async fn run(house: &House, token: &Token) -> Result<(), Failure> {
    let card = house.campaign(&token.campaign).await?;
    let now = house.clock.now();
    if let Some(name) = &token.revoke {
        let handle = Handle::read(name);
        let revoked = match &handle {
            Some(handle) => house.people.revoke_token(&card.id, None, handle).await?,
            None => false,
        };
        return match revoked {
            true => {
                say!("Revoked. Whoever shows it now is a stranger.");
                Ok(())
            }
            false => Err(Failure::new(format!(
                "Campaign {} has no token {name}. `adjutant token` lists them.",
                card.id
            ))),
        };
    }
    let Some(seat) = &token.seat else {
        for known in house.people.tokens(&card.id, None, now).await? {
            let until = print::time(known.expires_ms);
            say!("{}  {}  until {until}  {}", known.handle, known.chair.seat, known.label);
        }
        return Ok(());
    };
    let seat = house.seat(&card, seat).await?;
    if !House::seats(&card).contains(&seat) {
        return Err(Failure::new(format!("Campaign {} has no seat {}.", card.id, seat.name())));
    }
    let chair = Chair::new(&card.id, seat.name());
    let life = i64::from(token.days) * DAY_MS;
    let made = house.people.make_token(&chair, &token.label, Maker::Host, now, life).await?;
    say!("{}", made.reveal());
    note!(
        "It opens seat {} of campaign {} for {} days, and cannot be shown again. Its name in lists is {}.",
        chair.seat,
        card.id,
        token.days,
        made.token.handle
    );
    Ok(())
}
