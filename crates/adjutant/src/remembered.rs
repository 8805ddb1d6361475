//! What the list of people remembers of campaigns, compared with the log: whoever loses a log, its end, or the secret of
//! its dice finds it said here.

use ledger::{CampaignId, Fault, Store};
use people::{KnownHead, People};

use crate::caller::note;
use crate::failure::Failure;
use crate::folder::{Files, holds_something};
use crate::house::House;

/// What is missing of one campaign that was here.
pub async fn missing(store: &dyn Store, id: &CampaignId, known: &KnownHead) -> Result<Vec<String>, Fault> {
    let mut missing = Vec::new();
    let there = store.n_entries(id).await?;
    if there < known.number {
        missing.push(format!(
            "its end is missing: the log goes to entry {there}, and people.sqlite3 remembers entry {}",
            known.number
        ));
    } else if known.number > 0 {
        let found = store.entries(id, known.number, 1).await?;
        if found.first().is_none_or(|entry| entry.hash.0 != known.hash) {
            missing.push(format!(
                "entry {} is another one than people.sqlite3 remembers: this is not the log that was here",
                known.number
            ));
        }
    }
    if known.keyed && store.dice_secret(id).await?.is_none() {
        missing.push(
            "the secret of its dice is missing, and people.sqlite3 remembers that it was there: keyed rolls can be \
             neither made nor checked"
                .to_owned(),
        );
    }
    Ok(missing)
}

/// Takes a campaign's log for the right one from now on, as far as it goes.
pub async fn accept(store: &dyn Store, people: &People, campaign: &str) -> Result<(), Failure> {
    let id: CampaignId =
        campaign.parse().map_err(|_| Failure::new(format!("{campaign:?} is no campaign.")))?;
    let head = store.heads(&id).await?.master;
    // Whether its secret was there is another question than which log is the right one.
    let was_keyed = people.known_heads().await?.get(campaign).is_some_and(|known| known.keyed);
    let keyed = was_keyed || matches!(store.dice_secret(&id).await, Ok(Some(_)));
    Ok(people.take_head(campaign, &KnownHead { number: head.number, hash: head.hash.0, keyed }).await?)
}

/// Refuses to go on where the file of campaigns is gone or empty and the list of people knows of campaigns. Nothing is
/// made in its place.
pub async fn not_vanished(files: &Files) -> Result<(), Failure> {
    if holds_something(&files.campaigns()) || !holds_something(&files.people()) {
        return Ok(());
    }
    // What is wrong with the list of people is told when it is opened.
    let Ok(people) = People::open_to_read(&files.people()).await else { return Ok(()) };
    let known = people.known_campaigns().await.unwrap_or_default();
    people.close().await;
    if known.is_empty() { Ok(()) } else { Err(vanished(files, known.len())) }
}

/// Refuses to go on where the list of people is there and empty, and there are campaigns: seats that people hold would be
/// given out again. A list that was moved away on purpose is not there.
pub fn people_not_emptied(files: &Files) -> Result<(), Failure> {
    let people = files.people();
    if holds_something(&people) || !people.exists() || !holds_something(&files.campaigns()) {
        return Ok(());
    }
    Err(Failure::new(format!(
        "people.sqlite3 in {} is empty, and nothing was done: who holds which seat, and how far the campaigns went, is \
         gone from it. Put it back from a backup; or, to invite everybody anew, move it away or say `adjutant serve \
         --anew`. The campaigns are not touched.",
        files.path().display()
    )))
}

/// Says on standard error that the list of people knows nothing of the campaigns that are there. Asked before anything is
/// noted in it.
pub async fn tell_of_strange_people(house: &House) {
    if let Ok(true) = knows_nothing(house).await {
        note!(
            "people.sqlite3 knows nothing of the campaigns here: it is a new one. Whoever held a seat needs a new link, \
             and what was lost of the campaigns before now is not noticed."
        );
    }
}

async fn knows_nothing(house: &House) -> Result<bool, Failure> {
    Ok(!house.store.is_shared()
        && house.people.known_campaigns().await?.is_empty()
        && !house.desk.campaigns().await?.is_empty())
}

/// Refuses to go on where no campaign is left and the list of people knows of some.
pub async fn not_emptied(house: &House) -> Result<(), Failure> {
    if house.store.is_shared() || !house.desk.campaigns().await?.is_empty() {
        return Ok(());
    }
    let known = house.people.known_campaigns().await?;
    if known.is_empty() { Ok(()) } else { Err(vanished(house.folder().files(), known.len())) }
}

/// Forgets the seats of campaigns that are gone, where none is left.
pub async fn begin_anew(house: &House) -> Result<(), Failure> {
    if house.store.is_shared() || !house.desk.campaigns().await?.is_empty() {
        return Ok(());
    }
    for campaign in house.people.known_campaigns().await? {
        house.people.erase_campaign(&campaign).await?;
    }
    Ok(())
}

/// Says on standard error what is missing of the campaigns that were here. It stops no command: what is there can be read,
/// played and taken out.
pub async fn tell(house: &House) {
    match all_missing(house).await {
        Ok(sentences) => sentences.iter().for_each(|sentence| note!("{sentence} See `adjutant doctor`.")),
        // What cannot be read is told by the command that needs it.
        Err(failure) => tracing::debug!(%failure, "not compared with what is remembered"),
    }
}

/// What is missing of the campaigns that were here, a sentence each.
pub async fn all_missing(house: &House) -> Result<Vec<String>, Failure> {
    if house.store.is_shared() {
        return Ok(Vec::new());
    }
    let (known, mut said) = (house.people.known_heads().await?, Vec::new());
    let here = house.store.campaigns().await?;
    for id in house.people.known_campaigns().await? {
        let Some((found, summary)) = here.iter().find(|(here, _)| here.as_str() == id) else {
            said.push(format!(
                "Campaign {id} is missing from campaigns.sqlite3, and people.sqlite3 knows its seats."
            ));
            continue;
        };
        // What is damaged is told when somebody opens it.
        if let (Some(known), Ok(_)) = (known.get(&id), summary) {
            let missing = missing(house.store.as_ref(), found, known).await?;
            said.extend(missing.into_iter().map(|what| format!("Campaign {id}: {what}.")));
        }
    }
    Ok(said)
}

fn vanished(files: &Files, n_known: usize) -> Failure {
    let (what, those) = match n_known {
        1 => ("a campaign that is".to_owned(), "its seats"),
        n => (format!("{n} campaigns that are"), "their seats"),
    };
    Failure::new(format!(
        "The data folder {} knows the seats of {what} not there any more: campaigns.sqlite3 is gone or empty, \
         and nothing was begun in its place. Restore a backup (`adjutant restore FOLDER --data NEW`), or take \
         in the newest campaign file (`adjutant import FILE`); to forget {those} and start afresh, say \
         `adjutant serve --anew`.",
        files.path().display()
    ))
}
