//! Hearing what other programs have written. A notification holds the campaign's id and nothing else.

use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool, PgPoolOptions};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};

use super::statements as sql;
use crate::{CampaignId, News};

/// The channel; `statements::TELL` names it too.
const CHANNEL: &str = "adjutant";
/// After so long without a word the line is tried: a cut one is silent as well.
const QUIET: Duration = Duration::from_secs(2);
/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(2);
/// Between two tries to reach the database.
const PAUSE: Duration = Duration::from_millis(500);

/// Listens until nobody reads what is heard, or the log is closed. Whenever the line was cut, any campaign may have news.
pub(super) fn listen(log: PgPool) -> UnboundedReceiver<News> {
    let (heard, news) = unbounded_channel();
    tokio::spawn(async move {
        // A connection of its own: it hears nothing while it is lent to somebody else.
        let options = (*log.connect_options()).clone();
        let line = PgPoolOptions::new().max_connections(1).acquire_timeout(ANSWER).connect_lazy_with(options);
        let done = || heard.is_closed() || log.is_closed();
        while !done() {
            if let Ok(mut listener) = PgListener::connect_with(&line).await
                && listener.listen(CHANNEL).await.is_ok()
            {
                hear(&mut listener, &heard, done).await;
            }
            sleep(PAUSE).await;
        }
        line.close().await;
    });
    news
}

/// Until the line is cut.
async fn hear(listener: &mut PgListener, heard: &UnboundedSender<News>, done: impl Fn() -> bool) {
    let mut news = News::OfAny;
    // Whoever hears nothing any more closes the channel.
    while heard.send(news).is_ok() {
        news = loop {
            match timeout(QUIET, listener.try_recv()).await {
                Ok(Ok(Some(told))) => match CampaignId::new(told.payload()) {
                    Ok(campaign) => break News::Of(campaign),
                    Err(_) => break News::OfAny,
                },
                Ok(Ok(None) | Err(_)) => return,
                Err(_) if done() => return,
                Err(_) => {
                    let still_there = sqlx::query(sql::STILL_THERE).execute(&mut *listener);
                    if !timeout(ANSWER, still_there).await.is_ok_and(|answer| answer.is_ok()) {
                        return;
                    }
                }
            }
        };
    }
}
