//! Accounts: a name and a password by which a person comes in on another device.
//!
//! No mail address is needed. Whoever forgets the password comes in by one of the recovery codes that were shown once,
//! or by a fresh invitation of the umpire.

use sqlx::{Sqlite, Transaction};

use crate::fault::Fault;
use crate::name::{Name, Password, name_key};
use crate::secret::{Handle, RecoveryCode, Secret};
use crate::session::{Session, begin, chairs, drop_if_left, living, living_row, renew};
use crate::sql;
use crate::store::People;

/// How many recovery codes there are at a time.
const N_CODES: usize = 8;

/// How the making of an account ends.
#[derive(Clone, Debug)]
pub enum Making {
    /// It is made.
    Made {
        /// The session of this device.
        session: Session,
        /// Its new secret, for the cookie.
        secret: Secret,
        /// The recovery codes, which cannot be shown again.
        codes: Vec<RecoveryCode>,
    },
    /// Somebody has the name.
    NameTaken,
    /// The session is over, holds no seat, or has an account.
    NotNow,
    /// Too many passwords wait to be hashed.
    Busy,
}

/// How signing in ends. What was wrong is not told.
#[derive(Clone, Debug)]
pub enum SignIn {
    /// It is done.
    In {
        /// The session.
        session: Session,
        /// Its secret, for the cookie.
        secret: Secret,
    },
    /// Name and password, or name and code, do not go together.
    Refused,
    /// Too many passwords wait to be compared.
    Busy,
}

/// How an act ends that asks for the password once more.
#[derive(Clone, Debug)]
pub enum Checked<T> {
    /// It is done.
    Done(T),
    /// That is not the password.
    Wrong,
    /// Too many passwords wait to be compared.
    Busy,
}

/// What a sign-in does with the session that the browser had.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// Its secret.
    pub secret: Option<&'a str>,
    /// Whether seats that it holds without an account go over to the account.
    pub take_along: bool,
}

impl People {
    /// Gives the person of a session, who holds a seat, an account. The session gets a new secret.
    ///
    /// # Errors
    /// A failed store or random source.
    pub async fn make_account(
        &self,
        session: &str,
        name: &Name,
        password: &Password,
        now_ms: i64,
    ) -> Result<Making, Fault> {
        let Some(session) = Secret::read(session) else { return Ok(Making::NotNow) };
        let Some(hash) = self.hasher.hash(password).await? else { return Ok(Making::Busy) };
        let mut transaction = self.begin().await?;
        let Some(known) = living_row(&mut *transaction, &session, now_ms).await? else {
            return Ok(Making::NotNow);
        };
        let chairs = chairs(&mut *transaction, &known.handle, now_ms).await?;
        if known.account.is_some() || chairs.is_empty() {
            return Ok(Making::NotNow);
        }
        let made = sqlx::query(sql::ADD_ACCOUNT)
            .bind(known.person.as_str())
            .bind(name.as_str())
            .bind(name.key())
            .bind(&hash)
            .bind(now_ms)
            .execute(&mut *transaction)
            .await?;
        if made.rows_affected() == 0 {
            return Ok(Making::NameTaken);
        }
        let codes = fresh_codes(&mut transaction, &known.person).await?;
        let secret = renew(&mut transaction, &known.handle).await?;
        transaction.commit().await?;
        let session = living(&self.pool, &secret, now_ms).await?.ok_or(sqlx::Error::RowNotFound)?;
        Ok(Making::Made { session, secret, codes })
    }

    /// Signs somebody in. The session is always a new one; the one that the browser had ends.
    ///
    /// An unknown name and a wrong password take the same work and end alike.
    ///
    /// # Errors
    /// A failed store or random source.
    pub async fn sign_in(
        &self,
        name: &str,
        password: &Password,
        before: Before<'_>,
        device: &str,
        now_ms: i64,
    ) -> Result<SignIn, Fault> {
        let known: Option<(String, String)> =
            sqlx::query_as(sql::ACCOUNT_BY_NAME).bind(name_key(name)).fetch_optional(&self.pool).await?;
        let hash = known.as_ref().map(|(_, hash)| hash.clone());
        match self.hasher.is(password, hash).await? {
            None => return Ok(SignIn::Busy),
            Some(false) => return Ok(SignIn::Refused),
            Some(true) => {}
        }
        let Some((person, compared)) = known else { return Ok(SignIn::Refused) };
        let mut transaction = self.begin().await?;
        // The password may have been changed while this one was compared.
        let now: Option<String> = sqlx::query_scalar(sql::PASSWORD_OF_PERSON)
            .bind(&person)
            .fetch_optional(&mut *transaction)
            .await?;
        if now.as_ref() != Some(&compared) {
            return Ok(SignIn::Refused);
        }
        self.enter(transaction, &Handle::stored(person), before, device, now_ms).await
    }

    /// Lets somebody choose a new password by a recovery code, which is used up by it. All devices are signed out, and
    /// this one is signed in.
    ///
    /// # Errors
    /// A failed store or random source.
    pub async fn recover(
        &self,
        name: &str,
        code: &RecoveryCode,
        password: &Password,
        before: Before<'_>,
        device: &str,
        now_ms: i64,
    ) -> Result<SignIn, Fault> {
        // The work comes first, so that an unknown name takes as long as a known one.
        let Some(hash) = self.hasher.hash(password).await? else { return Ok(SignIn::Busy) };
        let mut transaction = self.begin().await?;
        let known: Option<(String, String)> = sqlx::query_as(sql::ACCOUNT_BY_NAME)
            .bind(name_key(name))
            .fetch_optional(&mut *transaction)
            .await?;
        let person = Handle::stored(known.map(|(person, _)| person).unwrap_or_default());
        let used = sqlx::query(sql::USE_CODE)
            .bind(person.as_str())
            .bind(code.hash())
            .execute(&mut *transaction)
            .await?;
        if used.rows_affected() == 0 {
            return Ok(SignIn::Refused);
        }
        sqlx::query(sql::CHANGE_PASSWORD)
            .bind(&hash)
            .bind(person.as_str())
            .execute(&mut *transaction)
            .await?;
        sqlx::query(sql::DROP_SESSIONS_OF_PERSON).bind(person.as_str()).execute(&mut *transaction).await?;
        self.enter(transaction, &person, before, device, now_ms).await
    }

    /// Changes the password of a session's account. All other devices are signed out, and the session gets a new secret.
    ///
    /// # Errors
    /// A failed store or random source.
    pub async fn change_password(
        &self,
        session: &Session,
        old: &Password,
        new: &Password,
    ) -> Result<Checked<Secret>, Fault> {
        let compared = match self.check(&session.person, old).await? {
            Checked::Done(compared) => compared,
            Checked::Wrong => return Ok(Checked::Wrong),
            Checked::Busy => return Ok(Checked::Busy),
        };
        let Some(hash) = self.hasher.hash(new).await? else { return Ok(Checked::Busy) };
        let mut transaction = self.begin().await?;
        if !is_still(&mut transaction, &session.person, &compared).await? {
            return Ok(Checked::Wrong);
        }
        sqlx::query(sql::CHANGE_PASSWORD)
            .bind(&hash)
            .bind(session.person.as_str())
            .execute(&mut *transaction)
            .await?;
        sqlx::query(sql::DROP_OTHER_SESSIONS)
            .bind(session.person.as_str())
            .bind(session.handle.as_str())
            .execute(&mut *transaction)
            .await?;
        let secret = renew(&mut transaction, &session.handle).await?;
        transaction.commit().await?;
        Ok(Checked::Done(secret))
    }

    /// New recovery codes for an account; the older ones open nothing any more.
    ///
    /// # Errors
    /// A failed store or random source.
    pub async fn new_codes(
        &self,
        person: &Handle,
        password: &Password,
    ) -> Result<Checked<Vec<RecoveryCode>>, Fault> {
        let compared = match self.check(person, password).await? {
            Checked::Done(compared) => compared,
            Checked::Wrong => return Ok(Checked::Wrong),
            Checked::Busy => return Ok(Checked::Busy),
        };
        let mut transaction = self.begin().await?;
        if !is_still(&mut transaction, person, &compared).await? {
            return Ok(Checked::Wrong);
        }
        let codes = fresh_codes(&mut transaction, person).await?;
        transaction.commit().await?;
        Ok(Checked::Done(codes))
    }

    /// The person who signs in by a name. For whoever keeps the data; no page may tell it.
    ///
    /// # Errors
    /// A failed store.
    pub async fn account_named(&self, name: &str) -> Result<Option<Handle>, Fault> {
        let known: Option<(String, String)> =
            sqlx::query_as(sql::ACCOUNT_BY_NAME).bind(name_key(name)).fetch_optional(&self.pool).await?;
        Ok(known.map(|(person, _)| Handle::stored(person)))
    }

    /// How many recovery codes of a person are unused.
    ///
    /// # Errors
    /// A failed store.
    pub async fn n_codes(&self, person: &Handle) -> Result<i64, Fault> {
        Ok(sqlx::query_scalar(sql::N_CODES).bind(person.as_str()).fetch_one(&self.pool).await?)
    }

    /// Deletes an account and everything of its person, see [`People::erase_person`].
    ///
    /// # Errors
    /// A failed store.
    pub async fn delete_account(&self, person: &Handle, password: &Password) -> Result<Checked<()>, Fault> {
        match self.check(person, password).await? {
            Checked::Done(_) => {
                self.erase_person(person).await?;
                Ok(Checked::Done(()))
            }
            Checked::Wrong => Ok(Checked::Wrong),
            Checked::Busy => Ok(Checked::Busy),
        }
    }

    /// Compares a password with the one of a person, and gives the hash that it was compared with.
    async fn check(&self, person: &Handle, password: &Password) -> Result<Checked<String>, Fault> {
        let known: Option<String> = sqlx::query_scalar(sql::PASSWORD_OF_PERSON)
            .bind(person.as_str())
            .fetch_optional(&self.pool)
            .await?;
        Ok(match (self.hasher.is(password, known.clone()).await?, known) {
            (None, _) => Checked::Busy,
            (Some(true), Some(known)) => Checked::Done(known),
            (Some(_), _) => Checked::Wrong,
        })
    }

    /// Begins a session of a person who has proved who it is, and ends the one that the browser had.
    async fn enter(
        &self,
        mut transaction: Transaction<'static, Sqlite>,
        person: &Handle,
        before: Before<'_>,
        device: &str,
        now_ms: i64,
    ) -> Result<SignIn, Fault> {
        let old = match before.secret.and_then(Secret::read) {
            Some(secret) => living_row(&mut *transaction, &secret, now_ms).await?,
            None => None,
        };
        if let Some(old) = old {
            if before.take_along && old.account.is_none() {
                for statement in [
                    sql::HAND_CHAIRS_OVER,
                    sql::HAND_VISITS_OVER,
                    sql::HAND_INVITATIONS_OVER,
                    sql::HAND_TOKENS_OVER,
                ] {
                    sqlx::query(statement)
                        .bind(person.as_str())
                        .bind(old.person.as_str())
                        .execute(&mut *transaction)
                        .await?;
                }
            }
            sqlx::query(sql::DROP_SESSION).bind(old.handle.as_str()).execute(&mut *transaction).await?;
            drop_if_left(&mut transaction, &old.person).await?;
        }
        let secret = begin(&mut transaction, person, device, now_ms).await?;
        transaction.commit().await?;
        let session = living(&self.pool, &secret, now_ms).await?.ok_or(sqlx::Error::RowNotFound)?;
        Ok(SignIn::In { session, secret })
    }
}

/// Whether the password of a person is the one that was compared.
async fn is_still(
    transaction: &mut Transaction<'_, Sqlite>,
    person: &Handle,
    compared: &str,
) -> Result<bool, Fault> {
    let now: Option<String> = sqlx::query_scalar(sql::PASSWORD_OF_PERSON)
        .bind(person.as_str())
        .fetch_optional(&mut **transaction)
        .await?;
    Ok(now.as_deref() == Some(compared))
}

/// Puts fresh recovery codes in the place of all older ones.
async fn fresh_codes(
    transaction: &mut Transaction<'_, Sqlite>,
    person: &Handle,
) -> Result<Vec<RecoveryCode>, Fault> {
    sqlx::query(sql::DROP_CODES).bind(person.as_str()).execute(&mut **transaction).await?;
    let mut codes = Vec::with_capacity(N_CODES);
    for _ in 0..N_CODES {
        let code = RecoveryCode::random()?;
        sqlx::query(sql::ADD_CODE)
            .bind(person.as_str())
            .bind(code.hash())
            .execute(&mut **transaction)
            .await?;
        codes.push(code);
    }
    Ok(codes)
}
