//! Who is due a reminder: whoever play waits for, as everyone sees it, and who is not looking.

use std::collections::BTreeMap;

use kernel::Seat;
use people::mail::Reader;
use people::{Handle, People, Wants};
use table::{Awaited, Desk};

use super::words::{self, Notice, When};
use crate::failure::Failure;

/// Who was here so lately is not reminded: five minutes.
pub const LATELY_MS: i64 = 5 * 60_000;
const HOUR: i64 = 3_600_000;

/// Notices what waits for whom, and puts the letters that are due into the queue. `looks` says whether a person has a page
/// open; `address` is where browsers reach the server.
///
/// # Errors
/// When the list of people cannot be read or written. A campaign that does not open is passed over.
pub async fn remind(
    people: &People,
    desk: &Desk,
    looks: &(dyn Fn(&Handle) -> bool + Sync),
    address: &str,
    now: i64,
) -> Result<(), Failure> {
    let mut campaigns: BTreeMap<String, Vec<Reader>> = BTreeMap::new();
    for reader in people.mail_readers().await? {
        campaigns.entry(reader.campaign.clone()).or_default().push(reader);
    }
    let mut standing = Vec::new();
    for (campaign, readers) in campaigns {
        let awaited = match desk.awaited(&campaign).await {
            Ok(Some(awaited)) => awaited,
            Ok(None) => continue,
            // Whether its letters still hold is not known.
            Err(_) => {
                standing.extend(people.due_occasions(&campaign).await?);
                continue;
            }
        };
        for reader in &readers {
            let awaits = reader.seat.parse::<Seat>().is_ok_and(|seat| awaited.seats.contains(&seat));
            if awaits {
                let away = !looks(&reader.person) && now - reader.last_used_ms >= LATELY_MS;
                standing.extend(one(people, &awaited, reader, away, address, now).await?);
            }
        }
    }
    // A letter that waits for the mail server while its reason goes away is not sent: the step is closed, the seat
    // another's, or nothing is wanted any more.
    people.keep_reminders(&standing).await?;
    Ok(())
}

/// Notices what waits for one reader, and says which occasions hold.
async fn one(
    people: &People,
    awaited: &Awaited,
    reader: &Reader,
    away: bool,
    address: &str,
    now: i64,
) -> Result<Vec<(Handle, String)>, Failure> {
    let Reader { person, campaign, seat, .. } = reader;
    let due = match &awaited.due {
        Some(due) => When::On(due.at, awaited.grace),
        None if awaited.paused => When::Still,
        None if awaited.passed => When::Passed,
        None => When::Never,
    };
    let mut standing = Vec::new();
    let notice = Notice {
        title: &awaited.title,
        step: &awaited.step,
        due,
        zone: &reader.zone,
        link: format!("{address}/c/{campaign}/{seat}"),
        stop: format!("{address}/stop-mail/{}", reader.stop),
    };
    let late = is_late(awaited, now);
    if reader.wants == Wants::Turn {
        let occasion = format!("turn {campaign} {seat} {}", awaited.step);
        let (subject, body) = words::turn(&notice);
        if let Some(noticed) = people.notice(person, &occasion, now).await? {
            // Who has come since then knows, and a letter about the deadline says all that this one would.
            if late || reader.visited_ms.is_some_and(|visited| visited > noticed) {
                people.leave_occasion(person, &occasion).await?;
            } else if away {
                people.post(person, &occasion, (&subject, &body), now).await?;
            }
        } else {
            people.write_anew(person, &occasion, (&subject, &body)).await?;
        }
        standing.push((person.clone(), occasion));
    }
    if late {
        // A deadline that is moved is another one.
        let at = awaited.due.as_ref().map_or(0, |due| due.at);
        let occasion = format!("deadline {campaign} {seat} {at} {}", awaited.step);
        let (subject, body) = words::deadline(&notice, now);
        if away {
            people.post(person, &occasion, (&subject, &body), now).await?;
        }
        people.write_anew(person, &occasion, (&subject, &body)).await?;
        standing.push((person.clone(), occasion));
    }
    Ok(standing)
}

/// Whether the last quarter of the step's time has begun.
fn is_late(awaited: &Awaited, now: i64) -> bool {
    let (Some(due), Some(hours)) = (&awaited.due, awaited.hours) else { return false };
    (due.at - i64::from(hours) * HOUR / 4..due.at).contains(&now)
}
