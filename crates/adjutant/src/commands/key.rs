//! `adjutant key`.

use std::path::PathBuf;

use ledger::{DatabaseUrl, Fault, Key, PostgresStore, Rekeyed, SqliteStore};

use crate::arguments::KeyDeed;
use crate::failure::Failure;
use crate::folder::{Files, Folder};
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
            println!("{}", key.id());
            eprintln!(
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
    let rekeyed = match database {
        Some(url) => in_database(url, from, &to).await,
        None => in_folder(Folder::open(data)?, from, &to).await,
    };
    let Rekeyed { campaigns, parts } = rekeyed.map_err(|fault| match fault {
        Fault::NoKey { needed: Some(needed) } if needed == id => {
            Failure::new(format!("The campaigns are encrypted with the key {id} already."))
        }
        Fault::NoKey { needed: Some(needed) } => Failure::new(format!(
            "The campaigns are encrypted with the key {needed} already; nothing was changed. Another one takes its \
             place with `adjutant key change --key-file PATH-OF-{needed} --to PATH`."
        )),
        fault => fault.into(),
    })?;
    println!("Encrypted with the key {id}: {campaigns} campaigns, {parts} secret parts of their logs.");
    eprintln!(
        "From now on every command needs --key-file with this key. Backups made before and exported files are as they \
         were."
    );
    Ok(())
}

async fn in_folder(folder: Folder, from: Option<Key>, to: &Key) -> Result<Rekeyed, Fault> {
    SqliteStore::open_with_key(&folder.files().campaigns(), from).await?.change_key(to).await
}

async fn in_database(url: &DatabaseUrl, from: Option<Key>, to: &Key) -> Result<Rekeyed, Fault> {
    PostgresStore::open_with_key(url, from).await?.change_key(to).await
}
