//! `adjutant people`.

use kernel::Seat;
use people::{Chair, Handle, Invitation, InvitationState};
use table::{Answer, CampaignCard, Delay};

use crate::arguments::People;
use crate::caller::say;
use crate::failure::Failure;
use crate::house::House;

/// Lists who holds the seats of a campaign, or changes it.
pub async fn run(house: &House, asked: &People) -> Result<(), Failure> {
    if let Some(name) = &asked.erase_account {
        return erase_account(house, name).await;
    }
    let card = house.campaign(&asked.campaign).await?;
    if let Some(person) = &asked.take {
        let seat = house.seat(&card, asked.seat.as_deref().unwrap_or_default()).await?;
        return take(house, &card, person, seat).await;
    }
    if let Some(invitation) = &asked.withdraw {
        return withdraw(house, &card, invitation).await;
    }
    if let Some(person) = &asked.erase {
        return erase(house, &card, person).await;
    }
    match asked.behind[..] {
        [] => list(house, &card).await,
        [minutes] => behind(house, &card, Delay { minutes, entries: 0 }).await,
        [minutes, entries] => behind(house, &card, Delay { minutes, entries }).await,
        _ => Err(Failure::new("Say how far behind as MINUTES or MINUTES,ENTRIES. Nothing was changed.")),
    }
}

async fn list(house: &House, card: &CampaignCard) -> Result<(), Failure> {
    let holders = house.people.holders(&card.id, house.clock.now()).await?;
    say!("Who sits where:");
    if holders.is_empty() {
        say!("  nobody");
    }
    for holder in &holders {
        let told = with_label(&holder.label, &holder.way_back());
        say!("  {}  {:<10}  {told}", holder.person, holder.chair.seat);
    }
    let invitations = house.people.invitations(&card.id, house.clock.now()).await?;
    say!("Invitations:");
    if invitations.is_empty() {
        say!("  none");
    }
    for invitation in &invitations {
        let Invitation { handle, chair, label, state, .. } = invitation;
        let state = match state {
            InvitationState::Open => "open",
            InvitationState::Used { .. } => "used",
            InvitationState::Revoked { .. } => "withdrawn",
            InvitationState::Expired => "its time is over",
        };
        say!("  {handle}  {:<10}  {}", chair.seat, with_label(label, state));
    }
    Ok(())
}

fn with_label(label: &str, rest: &str) -> String {
    if label.is_empty() { rest.to_owned() } else { format!("{label}: {rest}") }
}

async fn take(house: &House, card: &CampaignCard, person: &str, seat: Seat) -> Result<(), Failure> {
    let chair = Chair::new(&card.id, seat.name());
    let taken = match Handle::read(person) {
        Some(person) => house.people.unseat(&person, &chair).await?,
        None => false,
    };
    if !taken {
        return Err(nobody(person, &format!("who holds {}", seat.name())));
    }
    house.desk.strike_kept(&card.id, seat).await?;
    say!("Taken back. `adjutant invite --seat {}` makes a new link to it.", seat.name());
    Ok(())
}

async fn withdraw(house: &House, card: &CampaignCard, invitation: &str) -> Result<(), Failure> {
    let done = match Handle::read(invitation) {
        Some(handle) => house.people.revoke_invitation(&card.id, &handle, house.clock.now()).await?,
        None => false,
    };
    if !done {
        return Err(Failure::new(format!(
            "There is no open invitation {invitation:?} to this campaign. `adjutant people` lists them."
        )));
    }
    say!("Withdrawn. It opens nothing any more.");
    Ok(())
}

async fn erase(house: &House, card: &CampaignCard, person: &str) -> Result<(), Failure> {
    let holders = house.people.holders(&card.id, house.clock.now()).await?;
    let found = holders.into_iter().find(|holder| Handle::read(person).as_ref() == Some(&holder.person));
    let Some(holder) = found else { return Err(nobody(person, "at this campaign")) };
    forget(house, &holder.person).await
}

async fn erase_account(house: &House, name: &str) -> Result<(), Failure> {
    let Some(person) = house.people.account_named(name).await? else {
        return Err(Failure::new(format!("Nobody signs in as {name:?}.")));
    };
    forget(house, &person).await
}

/// Erases a person, and strikes what was kept at seats that nobody holds any more.
async fn forget(house: &House, person: &Handle) -> Result<(), Failure> {
    let chairs = house.people.chairs_of(person).await?;
    let kept = house.people.kept_by(person).await?;
    house.people.erase_person(person).await?;
    for chair in chairs {
        let strikes = kept.contains(&chair) || !house.people.is_held(&chair, house.clock.now()).await?;
        if let Ok(seat @ Seat::Side(_)) = chair.seat.parse()
            && strikes
        {
            house.desk.strike_kept(&chair.campaign, seat).await?;
        }
    }
    tell_erased();
    Ok(())
}

fn tell_erased() {
    say!("Erased. What was done from the seat stays in the log, which names seats and never people.");
    say!("Backups that were made before still hold what was erased.");
}

async fn behind(house: &House, card: &CampaignCard, delay: Delay) -> Result<(), Failure> {
    let token = house.desk.fresh_token()?;
    match house.desk.delay_spectators(&card.id, Seat::Umpire, delay, None, token).await? {
        Answer::Refused(refusals) => Err((&refusals).into()),
        Answer::Done { .. } | Answer::Waits { .. } if delay.is_none() => {
            say!("Spectators see the campaign as it is.");
            Ok(())
        }
        Answer::Done { .. } | Answer::Waits { .. } => {
            say!("Spectators see the campaign {delay} behind.");
            Ok(())
        }
    }
}

fn nobody(person: &str, what: &str) -> Failure {
    Failure::new(format!("There is no person {person:?} {what}. `adjutant people` lists them."))
}
