//! `adjutant invite`.

use people::{Chair, DAY_MS, Secret};

use crate::arguments::Invite;
use crate::caller::{note, say};
use crate::failure::Failure;
use crate::house::House;

/// Makes an invitation and prints its link, which cannot be shown again.
pub async fn run(house: &House, invite: &Invite) -> Result<(), Failure> {
    let card = house.campaign(&invite.campaign).await?;
    let seat = house.seat(&card, &invite.seat).await?;
    if !House::seats(&card).contains(&seat) {
        return Err(Failure::new(format!("Campaign {} has no seat {}.", card.id, seat.name())));
    }
    let chair = Chair::new(&card.id, seat.name());
    let lifetime_ms = i64::from(invite.days) * DAY_MS;
    let invited = house.people.invite(&chair, &invite.label, house.clock.now(), lifetime_ms).await?;
    let address = invite.address.as_deref().unwrap_or(house.address());
    say!("{}", link(address, &invited.secret));
    note!("It opens the seat once, within {} days. It cannot be shown again.", invite.days);
    Ok(())
}

/// The link of an invitation. The secret is in the fragment, which browsers send to nobody.
pub fn link(address: &str, secret: &Secret) -> String {
    format!("{}/join#{}", address.trim_end_matches('/'), secret.reveal())
}
