//! What the databases differ in. Everything else about keeping a log in tables is written once, over this.

use std::time::Duration;

use sqlx::Pool;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::{CampaignId, Fault, News};

/// A value that goes with a statement.
#[derive(Clone, Copy)]
pub enum Value<'a> {
    /// A name or a JSON text: never a zero character.
    Text(&'a str),
    /// A text that may hold any character.
    Body(&'a str),
    Number(i64),
    Bytes(&'a [u8]),
    MaybeBytes(Option<&'a [u8]>),
}

/// A row of an engine's answer.
pub type Row<E> = <<E as Engine>::Db as sqlx::Database>::Row;
/// A connection to an engine.
pub type Connection<E> = <<E as Engine>::Db as sqlx::Database>::Connection;
type Answer<T> = Result<T, sqlx::Error>;

/// A database that can keep a log.
pub trait Engine: Sized + Send + Sync + 'static {
    type Db: sqlx::Database;
    /// Where the log is kept, as it was found when it was opened.
    type Place: Send + Sync;

    /// Begins a transaction that writes.
    const BEGIN_WRITE: &'static str;
    /// Begins a transaction whose statements all read the same moment.
    const BEGIN_READ: &'static str;
    /// Whether writers of this program wait for each other before they ask the database.
    const WRITERS_QUEUE: bool;
    /// Whether other programs may write into the log while this one has it open.
    const SHARED: bool;
    /// How long one act may take before the database counts as lost; `None` where it cannot be lost.
    const PATIENCE: Option<Duration>;

    /// Where the log is kept.
    fn place(pool: &Pool<Self::Db>) -> Self::Place;

    /// Whether what is written still ends up there.
    fn is_there(place: &Self::Place) -> bool;

    /// The sentence for what went wrong.
    fn fault(action: &'static str, error: &sqlx::Error) -> Fault;

    /// Runs a statement and counts the rows it wrote.
    fn execute(
        connection: &mut Connection<Self>,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Answer<u64>> + Send;

    /// Runs a statement and gives all rows.
    fn all(
        connection: &mut Connection<Self>,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Answer<Vec<Row<Self>>>> + Send;

    /// Runs a statement and gives the row, if there is one.
    fn one(
        connection: &mut Connection<Self>,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Answer<Option<Row<Self>>>> + Send;

    /// Keeps everybody else from reading and writing until the transaction ends.
    fn hold_everything(connection: &mut Connection<Self>) -> impl Future<Output = Answer<()>> + Send;

    /// Takes out of the database's files what was overwritten or deleted.
    fn clear_out(pool: &Pool<Self::Db>) -> impl Future<Output = Answer<()>> + Send;

    /// Tells whoever listens that a campaign has new entries, when the transaction is committed.
    fn tell(
        connection: &mut Connection<Self>,
        campaign: &CampaignId,
    ) -> impl Future<Output = Answer<()>> + Send;

    /// Listens for what other programs tell; `None` where there are none.
    fn news(pool: &Pool<Self::Db>) -> Option<UnboundedReceiver<News>>;

    /// Writes something to the disk that says nothing and is gone afterwards.
    fn try_writing(pool: &Pool<Self::Db>) -> impl Future<Output = Answer<()>> + Send;

    fn text(row: &Row<Self>, column: usize) -> Answer<&str>;
    fn body(row: &Row<Self>, column: usize) -> Answer<String>;
    fn number(row: &Row<Self>, column: usize) -> Answer<i64>;
    fn maybe_bytes(row: &Row<Self>, column: usize) -> Answer<Option<&[u8]>>;
}

/// The parts of an [`Engine`] that read alike for all databases and differ in their types only.
macro_rules! runs_statements {
    ($db:ty) => {
        async fn execute(
            connection: &mut Connection<Self>,
            sql: &'static str,
            values: &[Value<'_>],
        ) -> Result<u64, sqlx::Error> {
            Ok(bound(sql, values).execute(connection).await?.rows_affected())
        }

        async fn all(
            connection: &mut Connection<Self>,
            sql: &'static str,
            values: &[Value<'_>],
        ) -> Result<Vec<Row<Self>>, sqlx::Error> {
            bound(sql, values).fetch_all(connection).await
        }

        async fn one(
            connection: &mut Connection<Self>,
            sql: &'static str,
            values: &[Value<'_>],
        ) -> Result<Option<Row<Self>>, sqlx::Error> {
            bound(sql, values).fetch_optional(connection).await
        }

        fn text(row: &Row<Self>, column: usize) -> Result<&str, sqlx::Error> {
            sqlx::Row::try_get(row, column)
        }

        fn number(row: &Row<Self>, column: usize) -> Result<i64, sqlx::Error> {
            sqlx::Row::try_get(row, column)
        }

        fn maybe_bytes(row: &Row<Self>, column: usize) -> Result<Option<&[u8]>, sqlx::Error> {
            sqlx::Row::try_get(row, column)
        }
    };
}
pub(crate) use runs_statements;
