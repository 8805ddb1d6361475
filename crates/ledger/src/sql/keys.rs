//! The key in use: agreed on when a log is opened, and changed over everything at once.

use super::append::sealed;
use super::engine::{Connection, Engine, Value};
use super::port::entries;
use super::rows::{self, failed, stored};
use super::sealing::{self, Place};
use super::statements as sql;
use super::{READ, SqlStore, WRITE};
use crate::{CampaignId, Fault, Key, KeyId, Stream};

/// Entries read at a time while the key changes.
const PAGE: u32 = 200;

/// What was encrypted with another key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rekeyed {
    /// Campaigns.
    pub campaigns: usize,
    /// Parts of their secret streams.
    pub parts: usize,
}

impl<E: Engine> SqlStore<E> {
    /// Goes on if the key that was given is the one in use. A log without campaigns takes the first key it is opened with.
    pub(crate) async fn agree(self, writes: bool) -> Result<Self, Fault> {
        let given = self.key.as_ref().map(Key::id);
        let mut in_use = self.key_in_use().await?;
        if let (true, None, Some(first)) = (writes, in_use, given) {
            let (_turn, mut transaction) = self.write().await?;
            E::hold_everything(&mut transaction).await.map_err(failed::<E>(WRITE))?;
            if ids::<E>(&mut transaction).await?.is_empty() {
                E::execute(&mut transaction, sql::FIRST_KEY, &[Value::Bytes(&first.0)])
                    .await
                    .map_err(failed::<E>(WRITE))?;
            }
            in_use = key_in_use::<E>(&mut transaction).await?;
            transaction.commit().await.map_err(failed::<E>(WRITE))?;
        }
        match (in_use, given) {
            (Some(needed), None) => return Err(Fault::NoKey { needed: Some(needed) }),
            (Some(needed), Some(given)) if needed != given => return Err(Fault::OtherKey { needed, given }),
            (None, Some(_)) => return Err(Fault::NotEncrypted),
            _ => {}
        }
        // Whoever changed the key was stopped before the end.
        if writes && self.is_to_clear().await? {
            self.clear().await?;
        }
        Ok(self)
    }

    /// Whether the database's files may still hold what was there before the key in use: a change of the key was
    /// stopped before it had cleared them. Opening the log to write clears them.
    ///
    /// # Errors
    /// [`Fault::Corrupt`], [`Fault::Disk`], [`Fault::Away`].
    pub async fn is_to_clear(&self) -> Result<bool, Fault> {
        let mut reader = self.reader().await?;
        Ok(E::one(&mut reader, sql::TO_CLEAR, &[]).await.map_err(failed::<E>(READ))?.is_some())
    }

    /// Takes out of the database's files what was there before the key in use.
    async fn clear(&self) -> Result<(), Fault> {
        let not_cleared = |error: sqlx::Error| Fault::NotCleared { detail: error.to_string() };
        E::clear_out(&self.pool).await.map_err(not_cleared)?;
        let mut connection = self.reader().await?;
        write::<E>(&mut connection, sql::CLEARED, &[]).await
    }

    /// The key that everything secret here is encrypted with.
    ///
    /// # Errors
    /// [`Fault::Corrupt`], [`Fault::Disk`], [`Fault::Away`].
    pub async fn key_in_use(&self) -> Result<Option<KeyId>, Fault> {
        let mut reader = self.reader().await?;
        key_in_use::<E>(&mut reader).await
    }

    /// Encrypts everything secret with another key, or with the first one: all of it in one transaction, or nothing.
    /// Then what was there before is cleared out of the database's files, and the store is closed.
    ///
    /// # Errors
    /// [`Fault::KeyChanged`] when somebody else did the same meanwhile, [`Fault::Unreadable`] and
    /// [`Fault::Corrupt`] with the place, [`Fault::NotCleared`] when only the clearing failed, [`Fault::Busy`],
    /// [`Fault::Disk`], [`Fault::Away`].
    pub async fn change_key(self, to: &Key) -> Result<Rekeyed, Fault> {
        let rekeyed = self.seal_all(to).await?;
        let cleared = self.clear().await;
        self.pool.close().await;
        cleared.map(|()| rekeyed)
    }

    /// The transaction of a change. It says in the tables that the files are still to be cleared.
    pub(crate) async fn seal_all(&self, to: &Key) -> Result<Rekeyed, Fault> {
        let (turn, mut transaction) = self.write().await?;
        E::hold_everything(&mut transaction).await.map_err(failed::<E>(WRITE))?;
        let from = self.key.as_ref();
        if key_in_use::<E>(&mut transaction).await? != from.map(Key::id) {
            return Err(Fault::KeyChanged { action: "change the key" });
        }
        write::<E>(&mut transaction, sql::BEGIN_CHANGE, &[Value::Bytes(&to.id().0)]).await?;
        let mut rekeyed = Rekeyed::default();
        for id in ids::<E>(&mut transaction).await? {
            campaign::<E>(&mut transaction, &id, from, to).await?;
            rekeyed.campaigns += 1;
            rekeyed.parts += parts::<E>(&mut transaction, &id, from, to).await?;
        }
        write::<E>(&mut transaction, sql::DROP_ALL_SNAPSHOTS, &[]).await?;
        write::<E>(&mut transaction, sql::END_CHANGE, &[]).await?;
        transaction.commit().await.map_err(failed::<E>(WRITE))?;
        drop(turn);
        Ok(rekeyed)
    }
}

async fn key_in_use<E: Engine>(connection: &mut Connection<E>) -> Result<Option<KeyId>, Fault> {
    let row = E::one(connection, sql::KEY_IN_USE, &[]).await.map_err(failed::<E>(READ))?;
    row.map(|row| rows::bytes::<E, _>(&row, 0, "the name of the key").map(KeyId)).transpose()
}

async fn ids<E: Engine>(connection: &mut Connection<E>) -> Result<Vec<CampaignId>, Fault> {
    let rows = E::all(connection, sql::CAMPAIGN_IDS, &[]).await.map_err(failed::<E>(READ))?;
    let id = |row| {
        let name = rows::text::<E>(row, 0)?;
        CampaignId::new(name).map_err(|fault| rows::corrupt(name, &fault.to_string()))
    };
    rows.iter().map(id).collect()
}

async fn write<E: Engine>(
    connection: &mut Connection<E>,
    statement: &'static str,
    values: &[Value<'_>],
) -> Result<(), Fault> {
    E::execute(connection, statement, values).await.map(drop).map_err(failed::<E>(WRITE))
}

/// Set-up and dice secret.
async fn campaign<E: Engine>(
    connection: &mut Connection<E>,
    id: &CampaignId,
    from: Option<&Key>,
    to: &Key,
) -> Result<(), Fault> {
    let name = Value::Text(id.as_str());
    let row = E::one(connection, sql::SECRETS, &[name]).await.map_err(failed::<E>(READ))?;
    let Some(row) = row else { return Err(super::unknown(id)) };
    let setup = rows::setup::<E>(&row, 0, id, from)?;
    let setup_sealed = sealing::seal(Some(to), id, Place::Setup, setup.as_bytes())?;
    let secret_sealed = match rows::dice_secret::<E>(&row, 2, id, from)? {
        Some(secret) => sealing::seal(Some(to), id, Place::DiceSecret, secret.reveal())?,
        None => None,
    };
    let values = [
        name,
        Value::Body(""),
        Value::MaybeBytes(setup_sealed.as_deref()),
        Value::MaybeBytes(secret_sealed.as_deref()),
    ];
    write::<E>(connection, sql::SEAL_CAMPAIGN, &values).await
}

/// The parts of all secret streams; says how many.
async fn parts<E: Engine>(
    connection: &mut Connection<E>,
    id: &CampaignId,
    from: Option<&Key>,
    to: &Key,
) -> Result<usize, Fault> {
    let (mut next, mut n_parts) = (1, 0);
    loop {
        let page = entries::<E>(connection, id, next, PAGE, from).await?;
        let Some(last) = page.last() else { return Ok(n_parts) };
        next = last.master + 1;
        for entry in &page {
            for part in entry.parts.iter().filter(|part| part.stream != Stream::Public) {
                let (stream, sealed) = (part.stream.to_string(), sealed(Some(to), id, part, entry.master)?);
                let values = [
                    Value::Text(id.as_str()),
                    Value::Text(&stream),
                    Value::Number(stored(part.number)),
                    Value::Bytes(&[]),
                    Value::Body(""),
                    Value::MaybeBytes(sealed.as_deref()),
                ];
                write::<E>(connection, sql::SEAL_PART, &values).await?;
                n_parts += 1;
            }
        }
    }
}
