//! A server in a process of its own, on a port of its own, with a campaign and a token for each seat.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use adjutant_web::{Limits, Settings, WebState, listening};
use kernel::{Rulebook, Seat};
use ledger::{Committer, SqliteStore};
use people::{Chair, DAY_MS, Maker, People};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use table::{Clock, Desk};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::load::{FILE, Fault, lay_out};

static RULEBOOKS: &[&dyn Rulebook] = &[&rules_toy::RULEBOOK];

/// How long an answer may take: much longer than any does where nobody is in the way.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// The seats that have tokens, in their order.
const SEATS: [Seat; 4] = [Seat::Umpire, Seat::Side(0), Seat::Side(1), Seat::Spectator];

/// Serves a folder until killed. The one line of standard output says where, and with which tokens.
pub fn serve(place: &str) -> Result<(), Fault> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        // A write beyond the size that files may have is then a fault and not the end of the process.
        #[cfg(target_os = "linux")]
        let _beyond = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::from_raw(25))?;
        let place = Path::new(place);
        let store = Arc::new(SqliteStore::open(&place.join(FILE)).await?);
        let clock = Clock::machine();
        let committer = Committer::start(store.clone());
        let desk = Arc::new(Desk::new(store.clone(), committer, clock.clone(), RULEBOOKS));
        let people = People::open(&place.join("people.sqlite3")).await?;
        let campaign = lay_out(&desk).await?;
        let mut tokens = Vec::new();
        for seat in SEATS {
            let chair = Chair::new(&*campaign, seat.name());
            tokens.push(people.make_token(&chair, "", Maker::Host, clock.now(), DAY_MS).await?.reveal());
        }
        let (_close, closing) = watch::channel(false);
        let settings = Settings { limits: Limits::NONE, ..Settings::default() };
        let router = adjutant_web::router(WebState::new(desk, store, people, settings, closing.clone()));
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let line = json!({ "address": address, "campaign": campaign, "tokens": tokens });
        writeln!(std::io::stdout(), "{line}")?;
        listening::serve(listener, router, closing).await;
        Ok(())
    })
}

/// Such a server. It is killed with the value.
pub struct Served {
    process: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// Its campaign.
    pub campaign: String,
    tokens: Vec<String>,
    client: Client,
}

impl Served {
    /// Starts one on a folder.
    pub fn start(place: &Path) -> Result<Self, Fault> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut process = command.arg("serve").arg(place).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let output = process.stdout.take().ok_or("the server has no output")?;
        BufReader::new(output).read_line(&mut line)?;
        let said: Value =
            serde_json::from_str(&line).map_err(|fault| format!("it does not serve: {fault}"))?;
        let address = said["address"].as_str().ok_or("no address")?.parse()?;
        let campaign = said["campaign"].as_str().ok_or("no campaign")?.to_owned();
        let tokens = serde_json::from_value(said["tokens"].clone())?;
        // Each request comes anew and has to find its place: an idle connection may give way just when it is used again.
        let client = Client::builder().no_proxy().pool_max_idle_per_host(0).timeout(PATIENCE).build()?;
        Ok(Self { process, address, campaign, tokens, client })
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// The token of a seat.
    pub fn token(&self, seat: Seat) -> &str {
        &self.tokens[SEATS.iter().position(|known| *known == seat).expect("a seat of the drill")]
    }

    /// The status of an address without any token.
    pub async fn status(&self, path: &str) -> Result<StatusCode, Fault> {
        Ok(self.client.get(format!("http://{}{path}", self.address)).send().await?.status())
    }

    /// What a seat asks for at its campaign.
    pub async fn get(&self, seat: Seat, what: &str) -> Result<(StatusCode, Value), Fault> {
        let request = self.client.get(self.at(what)).bearer_auth(self.token(seat));
        let answer = request.send().await?;
        Ok((answer.status(), answer.json().await.unwrap_or_default()))
    }

    /// What a seat sends to its campaign.
    pub async fn post(&self, seat: Seat, what: &str, body: &Value) -> Result<(StatusCode, Value), Fault> {
        let request = self.client.post(self.at(what)).bearer_auth(self.token(seat)).json(body);
        let answer = request.send().await?;
        Ok((answer.status(), answer.json().await.unwrap_or_default()))
    }

    fn at(&self, what: &str) -> String {
        format!("http://{}/api/v1/campaigns/{}{what}", self.address, self.campaign)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A side that puts a picket at the mill and takes it back, again and again.
#[derive(Default)]
pub struct Player {
    placed: bool,
}

impl Player {
    /// The next act, by a name of its own; says whether it was done, or was not because the server cannot write.
    pub async fn act(&mut self, served: &Served) -> Result<(String, bool), Fault> {
        let seat = Seat::Side(0);
        let (status, here) = served.get(seat, "").await?;
        if status != StatusCode::OK {
            return Err(format!("the campaign cannot be read: {status} {here}").into());
        }
        let mut name = [0; 16];
        getrandom::fill(&mut name)?;
        let name = hex::encode(name);
        let (what, body) = match self.placed {
            false => (
                "/commands",
                json!({"command": {"do": "place", "post": "mill"}, "cursor": here["cursor"], "act": name}),
            ),
            true => ("/undo", json!({"cursor": here["cursor"], "act": name})),
        };
        let (status, said) = served.post(seat, what, &body).await?;
        match status {
            StatusCode::OK => {
                self.placed = !self.placed;
                Ok((name, true))
            }
            StatusCode::SERVICE_UNAVAILABLE if said["type"] == "urn:adjutant:down" => Ok((name, false)),
            _ => Err(format!("an act is answered otherwise than with yes or no: {status} {said}").into()),
        }
    }
}
