//! A server of its own for each journey, with one campaign in it.

use std::net::SocketAddr;
use std::sync::Arc;

use adjutant_web::{Limits, Settings, WebState};
use kernel::{Rulebook, Seat};
use ledger::{Committer, SqliteStore, Store};
use people::{Chair, People};
use table::{Clock, Desk, NewCampaign};
use tokio::sync::watch;

static RULEBOOKS: &[&'static dyn Rulebook] = &[&rules_battlefront::RULEBOOK];

/// A running server.
pub struct House {
    pub address: String,
    pub desk: Arc<Desk>,
    pub people: People,
    pub campaign: String,
    close: watch::Sender<bool>,
    _folder: tempfile::TempDir,
}

impl House {
    /// Rostov on the morning of 24 December, after the first battle.
    pub async fn rostov() -> Self {
        Self::with(rules_battlefront::SAMPLE, Some(rules_battlefront::SAMPLE_POSITION)).await
    }

    /// A set-up, from its start or from a position.
    pub async fn with(setup: &str, position: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store: Arc<dyn Store> =
            Arc::new(SqliteStore::open(&folder.path().join("log.sqlite3")).await.unwrap());
        let committer = Committer::start(Arc::clone(&store));
        let desk = Arc::new(Desk::new(Arc::clone(&store), committer, Clock::machine(), RULEBOOKS));
        let people = People::open(&folder.path().join("people.sqlite3")).await.unwrap();
        let new = NewCampaign {
            file: "set-up".into(),
            setup: setup.into(),
            system: RULEBOOKS[0].name().into(),
            position: position.map(|text| toml::from_str(text).unwrap()),
            dice_wait: false,
            identity: None,
        };
        let campaign = desk.create(new).await.unwrap();
        let (close, closing) = watch::channel(false);
        let settings = Settings { limits: Limits::NONE, ..Settings::default() };
        let state = WebState::new(Arc::clone(&desk), store, people.clone(), settings, closing);
        let service = adjutant_web::router(state).into_make_service_with_connect_info::<SocketAddr>();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, service).await.unwrap() });
        Self { address, desk, people, campaign, close, _folder: folder }
    }

    /// A fresh invitation to a seat, as a link.
    pub async fn link(&self, seat: Seat) -> String {
        let chair = Chair::new(&self.campaign, seat.name());
        let now = self.desk.clock().now();
        let invited = self.people.invite(&chair, "a journey", now, 3_600_000).await.unwrap();
        format!("{}/join#{}", self.address, invited.secret.reveal())
    }

    /// The address of a page of a seat.
    pub fn page(&self, seat: Seat, page: &str) -> String {
        format!("{}/c/{}/{}/{page}", self.address, self.campaign, seat.name())
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.close.send(true);
    }
}
