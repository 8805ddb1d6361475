//! Invitations: a secret that opens one chair once.

use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row, Sqlite, Transaction};

use crate::chair::Chair;
use crate::fault::Fault;
use crate::secret::{Handle, Secret};
use crate::session::SESSION_LIFETIME_MS;
use crate::sql;
use crate::store::People;

/// The longest label of an invitation, in characters.
pub const MAX_LABEL_CHARS: usize = 80;

/// How an invitation came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Somebody invited somebody.
    Personal,
    /// Printed when the server starts; a later start replaces it while it is unused.
    Start,
}

impl Kind {
    fn stored(self) -> &'static str {
        match self {
            Self::Personal => "personal",
            Self::Start => "start",
        }
    }
}

/// How an invitation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvitationState {
    /// It opens its chair.
    Open,
    /// It has been used.
    Used {
        /// When.
        at_ms: i64,
    },
    /// It has been taken back.
    Revoked {
        /// When.
        at_ms: i64,
    },
    /// Its time is over.
    Expired,
}

/// An invitation as lists show it: without its secret, which is stored nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Its name in lists.
    pub handle: Handle,
    /// What it opens.
    pub chair: Chair,
    /// For whom, in the inviter's words; may be empty.
    pub label: String,
    /// How it came about.
    pub kind: Kind,
    /// When it was made.
    pub created_ms: i64,
    /// From when on it opens nothing.
    pub expires_ms: i64,
    /// How it stands.
    pub state: InvitationState,
}

/// A new invitation with its secret, which cannot be shown again.
#[derive(Clone, Debug)]
pub struct Invited {
    /// The invitation.
    pub invitation: Invitation,
    /// Its secret, for the fragment of a link.
    pub secret: Secret,
}

impl People {
    /// Makes an invitation that opens `chair` once within `lifetime_ms` milliseconds.
    ///
    /// # Errors
    /// [`Fault::Label`] when the label is too long or holds control characters, else a failed store or random source.
    pub async fn invite(
        &self,
        chair: &Chair,
        label: &str,
        now_ms: i64,
        lifetime_ms: i64,
    ) -> Result<Invited, Fault> {
        let label = &*crate::name::label(label).ok_or(Fault::Label)?;
        let mut transaction = self.begin().await?;
        let expires_ms = now_ms.saturating_add(lifetime_ms);
        let invited = insert(&mut transaction, chair, label, Kind::Personal, now_ms, expires_ms).await?;
        transaction.commit().await?;
        Ok(invited)
    }

    /// Makes one start link for each of `chairs` that nobody holds, and withdraws the unused start
    /// links of all of them, so that each start prints links that open and no older print does.
    ///
    /// # Errors
    /// A failed store or random source; then no link has changed.
    pub async fn start_links(
        &self,
        chairs: &[Chair],
        now_ms: i64,
        lifetime_ms: i64,
    ) -> Result<Vec<Invited>, Fault> {
        let mut transaction = self.begin().await?;
        let mut links = Vec::new();
        for chair in chairs {
            sqlx::query(sql::DROP_START_LINK)
                .bind(&chair.campaign)
                .bind(&chair.seat)
                .execute(&mut *transaction)
                .await?;
            let holders: i64 = sqlx::query_scalar(sql::N_HOLDERS_OF_CHAIR)
                .bind(&chair.campaign)
                .bind(&chair.seat)
                .bind(now_ms.saturating_sub(SESSION_LIFETIME_MS))
                .fetch_one(&mut *transaction)
                .await?;
            if holders == 0 {
                let expires_ms = now_ms.saturating_add(lifetime_ms);
                links.push(insert(&mut transaction, chair, "", Kind::Start, now_ms, expires_ms).await?);
            }
        }
        transaction.commit().await?;
        Ok(links)
    }

    /// The invitations of a campaign, oldest first.
    ///
    /// # Errors
    /// A failed store.
    pub async fn invitations(&self, campaign: &str, now_ms: i64) -> Result<Vec<Invitation>, Fault> {
        let rows: Vec<Stored> =
            sqlx::query_as(sql::INVITATIONS_OF_CAMPAIGN).bind(campaign).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|row| row.at(now_ms)).collect())
    }

    /// Takes an unused invitation of a campaign back. Says whether there was one.
    ///
    /// # Errors
    /// A failed store.
    pub async fn revoke_invitation(
        &self,
        campaign: &str,
        invitation: &Handle,
        now_ms: i64,
    ) -> Result<bool, Fault> {
        let done = sqlx::query(sql::REVOKE_INVITATION)
            .bind(now_ms)
            .bind(campaign)
            .bind(invitation.as_str())
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() == 1)
    }
}

async fn insert(
    transaction: &mut Transaction<'_, Sqlite>,
    chair: &Chair,
    label: &str,
    kind: Kind,
    now_ms: i64,
    expires_ms: i64,
) -> Result<Invited, Fault> {
    let secret = Secret::random()?;
    let invitation = Invitation {
        handle: Handle::random()?,
        chair: chair.clone(),
        label: label.to_owned(),
        kind,
        created_ms: now_ms,
        expires_ms,
        state: InvitationState::Open,
    };
    sqlx::query(sql::ADD_INVITATION)
        .bind(invitation.handle.as_str())
        .bind(secret.hash())
        .bind(&chair.campaign)
        .bind(&chair.seat)
        .bind(label)
        .bind(kind.stored())
        .bind(now_ms)
        .bind(expires_ms)
        .execute(&mut **transaction)
        .await?;
    Ok(Invited { invitation, secret })
}

/// A row of the table.
pub(crate) struct Stored {
    handle: Handle,
    chair: Chair,
    label: String,
    kind: Kind,
    created_ms: i64,
    expires_ms: i64,
    used_ms: Option<i64>,
    revoked_ms: Option<i64>,
}

impl Stored {
    /// The invitation as it stands at a time.
    pub(crate) fn at(self, now_ms: i64) -> Invitation {
        let state = match (self.used_ms, self.revoked_ms) {
            (Some(at_ms), _) => InvitationState::Used { at_ms },
            (None, Some(at_ms)) => InvitationState::Revoked { at_ms },
            (None, None) if self.expires_ms <= now_ms => InvitationState::Expired,
            (None, None) => InvitationState::Open,
        };
        let Self { handle, chair, label, kind, created_ms, expires_ms, .. } = self;
        Invitation { handle, chair, label, kind, created_ms, expires_ms, state }
    }
}

impl FromRow<'_, SqliteRow> for Stored {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        let kind: &str = row.try_get("kind")?;
        Ok(Self {
            handle: Handle::stored(row.try_get("handle")?),
            chair: Chair::new(row.try_get::<String, _>("campaign")?, row.try_get::<String, _>("seat")?),
            label: row.try_get("label")?,
            kind: if kind == Kind::Start.stored() { Kind::Start } else { Kind::Personal },
            created_ms: row.try_get("created_ms")?,
            expires_ms: row.try_get("expires_ms")?,
            used_ms: row.try_get("used_ms")?,
            revoked_ms: row.try_get("revoked_ms")?,
        })
    }
}
