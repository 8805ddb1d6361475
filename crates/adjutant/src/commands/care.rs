//! `adjutant backup`, `adjutant restore` and `adjutant doctor`.

use ledger::{DatabaseUrl, Fault, Key, SqliteStore};
use people::People;

use crate::arguments::{Backup, Doctor, Restore};
use crate::caller::{note, say};
use crate::examination::Examination;
use crate::failure::Failure;
use crate::folder::{self, Files, Folder, holds_something};
use crate::remembered;

/// Copies both files as they stand at one moment, beside a running server, and examines the copy.
pub async fn backup(data: &Files, key: Option<Key>, backup: &Backup) -> Result<(), Failure> {
    if !data.campaigns().exists() {
        return Err(nothing_here(data));
    }
    let to = Files::at(backup.to.clone());
    if folder::lies_in(to.path(), data.path()) {
        return Err(Failure::new(format!(
            "{} lies in the data folder: whatever takes that folder takes the backup along. Name a folder elsewhere.",
            to.path().display()
        )));
    }
    copy(data, &to).await?;
    let found = Examination::of(&to, key).await;
    found.lines().iter().for_each(|line| say!("{line}"));
    // A copy needs no key, and whoever makes it should not have to hold one.
    let unread = matches!(found.locked, Some(Fault::NoKey { .. })) && found.is_whole();
    if !found.is_sound() && !unread {
        if let Some(fault) = &found.locked {
            let to = to.path().display();
            return Err(Failure::new(format!("The backup in {to} is made, and was not examined: {fault}.")));
        }
        return Err(Failure::all(vec![
            format!("The backup in {} is made, and what it was made of is damaged.", to.path().display()),
            "Keep older backups, and see `adjutant doctor`.".into(),
        ]));
    }
    let place = to.path().display();
    match found.key {
        None => note!(
            "Backed up into {place}. It holds both sides' secrets and the dice: guard it like the campaigns."
        ),
        Some(key) => note!(
            "Backed up into {place}. It is encrypted with the key {key}, and nobody can read it without the \
             key: keep a copy of the key file somewhere else.{}",
            if unread { " To have the copy examined, name the key file with --key-file." } else { "" }
        ),
    }
    Ok(())
}

/// Lays a backup out as a new data folder, once it has been examined.
pub async fn restore(data: Files, key: Option<Key>, restore: &Restore) -> Result<(), Failure> {
    let from = Files::at(restore.from.clone());
    if !from.campaigns().exists() {
        return Err(Failure::new(format!(
            "{} is no backup: there is no campaigns.sqlite3 in it.",
            from.path().display()
        )));
    }
    let found = Examination::of(&from, key).await;
    found.lines().iter().for_each(|line| say!("{line}"));
    if let Some(fault) = found.locked.as_ref().filter(|_| !restore.damaged) {
        return Err(Failure::new(format!(
            "This backup cannot be examined, so nothing was restored: {fault}."
        )));
    }
    if !found.is_sound() && !restore.damaged {
        return Err(Failure::all(vec![
            "This backup is damaged, so nothing was restored. Take an older one, or say --damaged to restore it \
             as it is: what is intact in it can then be exported."
                .into(),
        ]));
    }
    if [data.campaigns(), data.people()].iter().any(|file| holds_something(file)) {
        return Err(Failure::new(format!(
            "The data folder {} holds campaigns, and a restore writes over nothing. Move them away, or name a new \
             folder with --data DIR.",
            data.path().display()
        )));
    }
    let path = data.path().to_owned();
    let folder = Folder::open(Some(path.clone()))?;
    copy(&from, folder.files()).await?;
    note!(
        "Restored into {}. What was done after the backup is not in it: tell the players where each campaign stands.",
        path.display()
    );
    Ok(())
}

/// Says what is damaged, what is intact, and the way out.
pub async fn doctor(data: &Files, key: Option<Key>, doctor: &Doctor) -> Result<(), Failure> {
    if !data.campaigns().exists() {
        return Err(nothing_here(data));
    }
    if let Some(campaign) = &doctor.accept {
        let (store, people) = (
            SqliteStore::open_to_read(&data.campaigns(), key.clone()).await?,
            People::open(&data.people()).await?,
        );
        let accepted = remembered::accept(&store, &people, campaign).await;
        people.close().await;
        store.close().await;
        accepted?;
    }
    ways_out(&Examination::of(data, key).await)
}

/// The same for the campaigns of a database.
pub async fn doctor_of_database(url: &DatabaseUrl, key: Option<Key>) -> Result<(), Failure> {
    ways_out(&Examination::of_database(url, key).await?)
}

/// Why this program makes no backup of a database, and what does.
pub fn by_its_own_tools() -> Failure {
    Failure::all(vec![
        "The campaigns are in a PostgreSQL database, and nothing was done: its own tools copy it as it stands at one \
         moment, while it is in use."
            .into(),
        "- Back up: `pg_dump --format=custom --file FILE URL`. It holds both sides' secrets and the dice: guard it."
            .into(),
        "- Restore into an empty database: `pg_restore --dbname URL FILE`, then `adjutant doctor --database URL`."
            .into(),
        "- One campaign: `adjutant export --campaign ID --kind move -o FILE`, and `adjutant import FILE` elsewhere."
            .into(),
    ])
}

/// Prints what was found, and what to do about it.
fn ways_out(found: &Examination) -> Result<(), Failure> {
    found.lines().iter().for_each(|line| say!("{line}"));
    if found.is_sound() && !found.to_clear {
        return Ok(());
    }
    let mut lines = vec!["The way out:".to_owned()];
    if found.to_clear {
        lines.push(
            "- What was there before the key can still be read in the files. Stop the server and give \
             `adjutant key apply --key-file PATH` with the key in use: it clears it out."
                .into(),
        );
    }
    if found.locked.is_some() {
        lines.push(
            "- Nothing is known to be damaged in the campaigns: they need the right key. A key file names its key in the \
             second line. Take the copy of it that is kept elsewhere, and ask again with --key-file PATH."
                .into(),
        );
    }
    if !found.log.is_empty() || found.campaigns.iter().any(|one| one.found.is_err()) {
        lines.push(
            "- What is not said to be damaged is intact. Take each such campaign out with \
             `adjutant export --campaign ID --kind move -o FILE`."
                .into(),
        );
        lines.push(
            "- A damaged campaign comes back from a backup (`adjutant restore FOLDER --data NEW`) or from its newest \
             file (`adjutant import FILE --data NEW`)."
                .into(),
        );
        lines.push(
            "- If no more is said of it than that its end is missing or another one, and you put that log in place on \
             purpose, say `adjutant doctor --accept ID`: it counts as the right one from now on."
                .into(),
        );
    }
    if found.campaigns.iter().any(|one| one.unproved.is_some()) {
        lines.push(
            "- A campaign that was taken in from an umpire's file never had the secret of its dice. If it was, open it \
             once with `adjutant show`; the doctor then knows. If it was not, restore a backup that holds the secret."
                .into(),
        );
    }
    if found.people_damaged() {
        lines.push(
            "- people.sqlite3 holds only who may come in. Move it away and start the server: it prints a fresh link \
             for each seat, and no campaign is touched."
                .into(),
        );
    }
    Err(Failure::all(lines))
}

async fn copy(from: &Files, to: &Files) -> Result<(), Failure> {
    folder::make(to.path()).map_err(|fault| Failure::file(to.path(), &fault))?;
    for file in [to.campaigns(), to.people()] {
        if holds_something(&file) {
            return Err(Failure::new(format!(
                "{} is there already, and a copy writes over nothing. Name a new folder.",
                file.display()
            )));
        }
        // A list of people that was not there is not left empty: it would count as emptied.
        if file == to.people() && !from.people().exists() {
            continue;
        }
        folder::keep_to_ourselves(&file).map_err(|fault| Failure::file(&file, &fault))?;
    }
    // People first: what they remember of the campaigns may not be newer than the copy of those.
    if from.people().exists() {
        let people = People::open_to_read(&from.people()).await?;
        people.copy_to(&to.people()).await?;
        people.close().await;
    }
    let store = SqliteStore::open_to_copy(&from.campaigns()).await?;
    store.copy_to(&to.campaigns()).await?;
    store.close().await;
    Ok(())
}

fn nothing_here(data: &Files) -> Failure {
    Failure::new(format!(
        "There are no campaigns in {}: campaigns.sqlite3 is missing. Name the folder with --data DIR. If the file was \
         there and is gone, restore it from a backup.",
        data.path().display()
    ))
}
