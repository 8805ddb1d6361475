//! Where a person's reminders go: an address that was confirmed by a code, what is wanted, and how to stop it.
//!
//! Only the person reads the address. It goes with the account. [`letters`] keeps what is to be sent.

pub mod letters;

use sha2::{Digest, Sha256};
use sqlx::Row;

use crate::fault::Fault;
use crate::secret::{Handle, Secret};
use crate::sql;
use crate::store::People;

/// The longest address, in characters.
pub const MAX_ADDRESS_CHARS: usize = 254;
/// A code is good for this long: an hour.
pub const CODE_LIFETIME_MS: i64 = 60 * 60 * 1000;
/// A new code is sent no sooner than this after the last one: two minutes.
pub const CODE_EVERY_MS: i64 = 2 * 60 * 1000;
/// How many wrong codes are taken before a new one is needed.
const MOST_TRIES: i64 = 8;

/// When a person wants to be reminded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// Never.
    Off,
    /// When it is the person's turn, and before deadlines.
    Turn,
    /// Only before deadlines.
    Deadline,
}

impl Wants {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Turn, Self::Deadline, Self::Off];

    /// The name in forms and in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Turn => "turn",
            Self::Deadline => "deadline",
        }
    }

    /// Reads a name.
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|wants| wants.name() == name)
    }
}

/// Where a person's reminders go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailTo {
    /// The address, for the person alone.
    pub address: String,
    /// Whether a code that was sent there has come back.
    pub confirmed: bool,
    /// What is wanted.
    pub wants: Wants,
    /// The name of the time zone of the person's machine.
    pub zone: String,
}

/// How it ends when a person gives an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asking {
    /// This code is to be sent there.
    Send(String),
    /// A code was sent a moment ago.
    TooSoon,
    /// That is no address.
    Unfit,
    /// The person has no account.
    NoAccount,
}

/// A seat whose person has a confirmed address and wants reminders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// The person.
    pub person: Handle,
    /// The campaign's id.
    pub campaign: String,
    /// The seat's stable name.
    pub seat: String,
    /// What is wanted; never [`Wants::Off`].
    pub wants: Wants,
    /// The name of the time zone of the person's machine.
    pub zone: String,
    /// Names the person in the link that stops the reminders, and opens nothing.
    pub stop: String,
    /// When the person was last here, to the minute.
    pub last_used_ms: i64,
    /// When a page of the seat was last opened; `None` when never.
    pub visited_ms: Option<i64>,
}

/// Whether a text can be an address: one `@`, something before it, a name with a dot or a bare host behind it, and
/// nothing that could begin another line or address.
pub fn is_address(text: &str) -> bool {
    let Some((local, host)) = text.split_once('@') else { return false };
    let plain = |part: &str, more: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && !part.ends_with('.')
            && !part.contains("..")
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || more.as_bytes().contains(&byte))
    };
    let is_label = |label: &str| label.len() <= 63 && !label.starts_with('-') && !label.ends_with('-');
    text.len() <= MAX_ADDRESS_CHARS
        && local.len() <= 64
        && plain(local, "!#$%&'*+-/=?^_`{|}~.")
        && plain(host, "-.")
        && host.split('.').all(is_label)
}

impl People {
    /// Takes an address for a person and gives the code that has to come back from there. Until then nothing else is
    /// sent to it, nor to the one before.
    ///
    /// # Errors
    /// A failed store or random source.
    pub async fn give_address(
        &self,
        person: &Handle,
        address: &str,
        zone: &str,
        now_ms: i64,
    ) -> Result<Asking, Fault> {
        if !is_address(address) {
            return Ok(Asking::Unfit);
        }
        let mut transaction = self.begin().await?;
        let account: Option<String> = sqlx::query_scalar(sql::PASSWORD_OF_PERSON)
            .bind(person.as_str())
            .fetch_optional(&mut *transaction)
            .await?;
        if account.is_none() {
            return Ok(Asking::NoAccount);
        }
        let last: Option<i64> = sqlx::query_scalar(sql::CODE_SENT)
            .bind(person.as_str())
            .fetch_optional(&mut *transaction)
            .await?;
        if last.is_some_and(|last| now_ms.saturating_sub(last) < CODE_EVERY_MS) {
            return Ok(Asking::TooSoon);
        }
        let code = fresh_code()?;
        let stop = Secret::random()?.reveal();
        sqlx::query(sql::GIVE_ADDRESS)
            .bind(person.as_str())
            .bind(address)
            .bind(hash(&code))
            .bind(now_ms)
            .bind(zone)
            .bind(stop)
            .execute(&mut *transaction)
            .await?;
        // What was due to go elsewhere goes nowhere.
        sqlx::query(sql::DROP_LETTERS_OF_PERSON).bind(person.as_str()).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(Asking::Send(code))
    }

    /// Takes the code that was sent; says whether it is the right one and in time.
    ///
    /// # Errors
    /// A failed store.
    pub async fn confirm_address(&self, person: &Handle, code: &str, now_ms: i64) -> Result<bool, Fault> {
        let digits: String = code.chars().filter(char::is_ascii_digit).collect();
        let mut transaction = self.begin().await?;
        let done = sqlx::query(sql::CONFIRM_ADDRESS)
            .bind(person.as_str())
            .bind(hash(&digits))
            .bind(now_ms.saturating_sub(CODE_LIFETIME_MS))
            .bind(MOST_TRIES)
            .execute(&mut *transaction)
            .await?;
        if done.rows_affected() == 0 {
            sqlx::query(sql::WRONG_CODE).bind(person.as_str()).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(done.rows_affected() == 1)
    }

    /// Where a person's reminders go.
    ///
    /// # Errors
    /// A failed store.
    pub async fn mail_to(&self, person: &Handle) -> Result<Option<MailTo>, Fault> {
        let row =
            sqlx::query(sql::ADDRESS_OF_PERSON).bind(person.as_str()).fetch_optional(&self.pool).await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(MailTo {
            address: row.try_get("address")?,
            confirmed: row.try_get("confirmed")?,
            wants: wants(&row)?,
            zone: row.try_get("zone")?,
        }))
    }

    /// Sets when a person wants to be reminded, and in whose time.
    ///
    /// # Errors
    /// A failed store.
    pub async fn set_wants(&self, person: &Handle, wants: Wants, zone: &str) -> Result<(), Fault> {
        sqlx::query(sql::SET_WANTS)
            .bind(wants.name())
            .bind(zone)
            .bind(person.as_str())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Forgets a person's address with all letters to it. Afterwards no byte of them is left in the files.
    ///
    /// # Errors
    /// A failed store.
    pub async fn drop_address(&self, person: &Handle) -> Result<(), Fault> {
        sqlx::query(sql::DROP_ADDRESS).bind(person.as_str()).execute(&self.pool).await?;
        self.truncate_journal().await
    }

    /// Stops the reminders of whoever got a letter with this name in it; says whether there is somebody.
    ///
    /// # Errors
    /// A failed store.
    pub async fn stop_mail(&self, stop: &str) -> Result<bool, Fault> {
        Ok(sqlx::query(sql::STOP_MAIL).bind(stop).execute(&self.pool).await?.rows_affected() == 1)
    }

    /// The seats whose persons want reminders.
    ///
    /// # Errors
    /// A failed store.
    pub async fn mail_readers(&self) -> Result<Vec<Reader>, Fault> {
        let rows = sqlx::query(sql::MAIL_READERS).fetch_all(&self.pool).await?;
        let reader = |row: &sqlx::sqlite::SqliteRow| {
            Ok(Reader {
                person: Handle::stored(row.try_get("person")?),
                campaign: row.try_get("campaign")?,
                seat: row.try_get("seat")?,
                wants: wants(row)?,
                zone: row.try_get("zone")?,
                stop: row.try_get("stop")?,
                last_used_ms: row.try_get("last_used_ms")?,
                visited_ms: row.try_get("visited_ms")?,
            })
        };
        Ok(rows.iter().map(reader).collect::<Result<_, sqlx::Error>>()?)
    }
}

fn wants(row: &sqlx::sqlite::SqliteRow) -> Result<Wants, sqlx::Error> {
    Ok(Wants::read(row.try_get::<&str, _>("wants")?).unwrap_or(Wants::Off))
}

/// Eight digits. Tries are counted, so that they cannot be guessed.
fn fresh_code() -> Result<String, Fault> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    let number = u64::from_le_bytes(bytes) % 100_000_000;
    Ok(format!("{number:08}"))
}

fn hash(code: &str) -> Vec<u8> {
    Sha256::new().chain_update(b"adjutant mail code 1\0").chain_update(code).finalize().to_vec()
}
