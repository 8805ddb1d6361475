//! `adjutant key`.

use std::path::PathBuf;

use ledger::{DatabaseUrl, Fault, Key, PostgresStore, Rekeyed, SqliteStore};

use crate::arguments::KeyDeed;
use crate::caller::{note, say};
use crate::examination::Examination;
use crate::failure::Failure;
use crate::folder::{Files, Folder, holds_something};
use crate::keyfile;

/// Makes a key file, or encrypts what is secret in the campaigns with one: all of it, or nothing.
pub async fn run(
    deed: &KeyDeed,
    data: Option<PathBuf>,
    database: Option<&DatabaseUrl>,
    named: Option<PathBuf>,
) -> Result<(), Failure> {
    let files = Files::of(data.clone())?;
    let named = || {
        let path = named.as_deref().ok_or_else(|| {
            Failure::new("Say which key: --key-file PATH. `adjutant key new PATH` makes one.")
        })?;
        keyfile::read(path, &files)
    };
    let (from, to) = match deed {
        KeyDeed::New { path } => {
            let key = keyfile::make(path, &files)?;
            say!("{}", key.id());
            note!(
                "The key is in {}. Keep a copy of it where no backup of the campaigns lies: without it nobody can read \
                 them.",
                path.display()
            );
            return Ok(());
        }
        KeyDeed::Apply => (None, named()?),
        KeyDeed::Change { to } => (Some(named()?), keyfile::read(to, &files)?),
    };
    let id = to.id();
    let found = match database {
        // A database that cannot be examined is refused below, or has nothing in it yet.
        Some(url) => Examination::of_database(url, from.clone()).await.ok(),
        None if holds_something(&files.campaigns()) => Some(Examination::of(&files, from.clone()).await),
        None => None,
    };
    if let Some(found) = found {
        damaged(&found, from.is_none())?;
    }
    let rekeyed = match database {
        Some(url) => in_database(url, from, &to).await,
        None => in_folder(&Folder::open(data)?, from, &to).await,
    };
    let rekeyed = rekeyed.map_err(|fault| match fault {
        Fault::NoKey { needed: Some(needed) } if needed == id => {
            Failure::new(format!("The campaigns are encrypted with the key {id} already."))
        }
        Fault::NoKey { needed: Some(needed) } => Failure::new(format!(
            "The campaigns are encrypted with the key {needed} already; nothing was changed. Another one takes its \
             place with `adjutant key change --key-file PATH-OF-{needed} --to PATH`."
        )),
        fault => fault.into(),
    })?;
    let Some(Rekeyed { campaigns, parts }) = rekeyed else {
        say!(
            "Encrypted with the key {id} already. What the last change had left of before is cleared out now."
        );
        return Ok(());
    };
    let campaigns = if campaigns == 1 { "1 campaign".to_owned() } else { format!("{campaigns} campaigns") };
    say!("Encrypted with the key {id}: {campaigns}, {parts} secret parts of their logs.");
    note!(
        "From now on every command needs --key-file with this key. Backups made before and exported files are as they \
         were."
    );
    Ok(())
}

/// What is damaged is not encrypted for the first time: it would be hidden from who could still mend it. Another key takes
/// the place of one all the same, since the old one may be in other hands.
fn damaged(found: &Examination, first: bool) -> Result<(), Failure> {
    let names: Vec<&str> =
        found.campaigns.iter().filter(|one| one.found.is_err()).map(|one| one.name.as_str()).collect();
    if names.is_empty() && found.log.is_empty() {
        return Ok(());
    }
    let what = if found.log.is_empty() { names.join(", ") } else { "the file of campaigns".to_owned() };
    if first {
        return Err(Failure::new(format!(
            "Nothing was encrypted, for this is damaged: {what}. `adjutant doctor` says where, and the way out."
        )));
    }
    note!("This is damaged and stays so under the new key: {what}. `adjutant doctor` says where.");
    Ok(())
}

/// Changes the key; `None` where that had been done and only what was there before had still to be cleared out.
async fn in_folder(folder: &Folder, from: Option<Key>, to: &Key) -> Result<Option<Rekeyed>, Fault> {
    let path = folder.files().campaigns();
    if let Ok(done) = SqliteStore::open_to_read(&path, Some(to.clone())).await
        && done.is_to_clear().await?
    {
        done.close().await;
        SqliteStore::open_with_key(&path, Some(to.clone())).await?.close().await;
        return Ok(None);
    }
    SqliteStore::open_with_key(&path, from).await?.change_key(to).await.map(Some)
}

/// As [`in_folder`].
async fn in_database(url: &DatabaseUrl, from: Option<Key>, to: &Key) -> Result<Option<Rekeyed>, Fault> {
    if let Ok(done) = PostgresStore::open_to_read(url, Some(to.clone())).await
        && done.is_to_clear().await?
    {
        done.close().await;
        PostgresStore::open_with_key(url, Some(to.clone())).await?.close().await;
        return Ok(None);
    }
    PostgresStore::open_with_key(url, from).await?.change_key(to).await.map(Some)
}
