//! The command drill through HTTP: a server on a port of its own, and programs at every seat of Battlefront's refit that
//! send lawful, foreign, stale, forged and broken commands. A command is accepted exactly when `try` says so, what is
//! refused is refused alike by both and changes nothing, and nothing is answered by a fault of the program.

use std::net::SocketAddr;
use std::sync::Arc;

use adjutant_web::{Limits, Settings, WebState};
use kernel::{Game, Rulebook, Seat};
use ledger::{Committer, SqliteStore};
use people::{Chair, Maker, People};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use table::{Clock, Desk, NewCampaign};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::commands::{Tried, command, strange};
use crate::load::{Fault, below, one_in};

static RULEBOOKS: &[&dyn Rulebook] = &[&rules_battlefront::RULEBOOK];

/// Commands tried before another campaign is laid out.
const A_CAMPAIGN: u32 = 1500;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Sends `rounds` commands and prints what came of it.
pub fn run(rounds: u32, seed: u64) -> Result<(), Fault> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(drill(rounds, seed))
}

async fn drill(rounds: u32, seed: u64) -> Result<(), Fault> {
    let house = House::open().await?;
    let mut random = Pcg32::new(seed, 23);
    let mut told = Tally::default();
    let mut n_campaigns = 0;
    while told.n < rounds {
        let mut play = Play::begin(&house).await?;
        n_campaigns += 1;
        for _ in 0..A_CAMPAIGN {
            if told.n >= rounds || play.game.is_over() {
                break;
            }
            play.one(&house, &mut random, &mut told).await?;
        }
    }
    println!(
        "{} commands by HTTP in {n_campaigns} campaigns: {} accepted, {} of them waited for a throw, {} refused by the \
         rules, {} stale, {} not understood, {} without a seat; accepted exactly when tried, refused alike, nothing \
         changed by a refusal, and no fault of the program.",
        told.n, told.n_accepted, told.n_waited, told.n_refused, told.n_stale, told.n_unread, told.n_stranger
    );
    Ok(())
}

#[derive(Default)]
struct Tally {
    n: u32,
    n_accepted: u32,
    n_waited: u32,
    n_refused: u32,
    n_stale: u32,
    n_unread: u32,
    n_stranger: u32,
}

/// A server in a folder of its own.
struct House {
    desk: Arc<Desk>,
    people: People,
    clock: Clock,
    client: Client,
    address: SocketAddr,
    _close: watch::Sender<bool>,
    _folder: tempfile::TempDir,
}

impl House {
    async fn open() -> Result<Self, Fault> {
        let folder = tempfile::tempdir()?;
        let store = Arc::new(SqliteStore::open(&folder.path().join("campaigns.sqlite3")).await?);
        let committer = Committer::start(store.clone());
        let clock = Clock::machine();
        let desk = Arc::new(Desk::new(store.clone(), committer, clock.clone(), RULEBOOKS));
        let people = People::open(&folder.path().join("people.sqlite3")).await?;
        let (close, closing) = watch::channel(false);
        let settings = Settings { limits: Limits::NONE, ..Settings::default() };
        let state = WebState::new(Arc::clone(&desk), store, people.clone(), settings, closing);
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let router = adjutant_web::router(state);
        tokio::spawn(async move { axum::serve(listener, router).await });
        let client = Client::builder().no_proxy().build()?;
        Ok(Self { desk, people, clock, client, address, _close: close, _folder: folder })
    }
}

/// A seat with its token.
struct Program {
    seat: Seat,
    token: String,
}

/// One campaign.
struct Play {
    campaign: String,
    programs: Vec<Program>,
    /// The rules' own state, to choose commands from.
    game: Box<dyn Game>,
    /// Cursors that seats had before.
    old: Vec<String>,
    tried: Tried,
}

impl Play {
    async fn begin(house: &House) -> Result<Self, Fault> {
        let new = NewCampaign {
            file: "rostov.toml".into(),
            setup: rules_battlefront::SAMPLE.into(),
            system: RULEBOOKS[0].name().into(),
            position: Some(toml::from_str(rules_battlefront::SAMPLE_POSITION)?),
            start: table::DiceStart::AtOnce,
            table_dice: true,
            identity: None,
        };
        let campaign = house.desk.create(new).await?;
        let mut programs = Vec::new();
        for seat in [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Spectator] {
            let chair = Chair::new(&*campaign, seat.name());
            let made = house.people.make_token(&chair, "", Maker::Host, house.clock.now(), DAY_MS).await?;
            programs.push(Program { seat, token: made.reveal() });
        }
        let game = state(house, &campaign).await?;
        Ok(Self { campaign, programs, game, old: vec!["0.0".into(), "1.1".into()], tried: Tried::default() })
    }

    /// Tries one command and sends it.
    async fn one(&mut self, house: &House, random: &mut Pcg32, told: &mut Tally) -> Result<(), Fault> {
        told.n += 1;
        let program = &self.programs[if one_in(random, 8) { below(random, 4) } else { below(random, 2) }];
        let seat = program.seat;
        let mut command = command(self.game.as_ref(), seat, random, &self.tried);
        if one_in(random, 40) {
            let other = &self.programs[below(random, 4)];
            if let Some(fields) = command.as_object_mut() {
                fields.insert("for".into(), other.seat.name().into());
                fields.insert("reason".into(), "The drill says so.".into());
            }
        }
        let now = house.desk.cursor(&self.campaign, seat).await?.0;
        let cursor = match below(random, 12) {
            0 => self.old[below(random, self.old.len())].clone(),
            1 => ["", "nonsense", "-1.7", "99999999999999999999.1"][below(random, 4)].into(),
            _ => now,
        };
        let mut body = json!({ "command": command, "cursor": cursor });
        if one_in(random, 30) {
            let name = ["command", "cursor", "for", "reason", "extra", "act", "dice"][below(random, 7)];
            body[name] = strange(random);
        }
        let (token, campaign) = match below(random, 40) {
            0 => ("adjutant_nonsense".to_owned(), self.campaign.clone()),
            1 => (format!("adjutant_{:064x}", random.next_u64()), self.campaign.clone()),
            2 => (program.token.clone(), "nosuchone".to_owned()),
            _ => (program.token.clone(), self.campaign.clone()),
        };
        // What only the act itself takes is no matter of trying it.
        let mut asked = body.clone();
        let own = asked.as_object_mut().map(|fields| (fields.remove("act"), fields.remove("dice")));
        // A command may be tried without a cursor, and not be given without one.
        let spoiled = matches!(own, Some((Some(_), _) | (_, Some(_)))) || body["cursor"].is_null();
        let umpire = house.desk.cursor(&self.campaign, Seat::Umpire).await?;
        let tried = send(house, &token, &campaign, "try", &asked).await?;
        if !spoiled && one_in(random, 20) {
            body["dice"] = json!([]);
        }
        let sent = send(house, &token, &campaign, "commands", &body).await?;
        let here = format!("{seat:?} {body}\n  tried: {tried:?}\n  sent: {sent:?}");
        if tried.0.is_server_error() || sent.0.is_server_error() {
            return Err(format!("a fault of the program: {here}").into());
        }
        if tried.0.is_success() != sent.0.is_success() && !spoiled {
            return Err(format!("accepted otherwise than when tried: {here}").into());
        }
        if !sent.0.is_success() {
            // What cannot be read is told by the fields of its own operation, so only its kind is compared.
            let unreadable =
                tried.0.as_u16() == 400 && sent.0 == tried.0 && tried.1["type"] == sent.1["type"];
            if !spoiled && !unreadable && tried != sent {
                return Err(format!("refused otherwise than when tried: {here}").into());
            }
            let rules = sent.1["rules"].as_array().map_or(0, Vec::len);
            let place = match sent.0 {
                StatusCode::UNPROCESSABLE_ENTITY | StatusCode::FORBIDDEN if rules > 0 => &mut told.n_refused,
                StatusCode::CONFLICT if rules > 0 => &mut told.n_stale,
                StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE => &mut told.n_unread,
                StatusCode::UNAUTHORIZED | StatusCode::NOT_FOUND => &mut told.n_stranger,
                _ => return Err(format!("refused without a reason: {here}").into()),
            };
            *place += 1;
            if house.desk.cursor(&self.campaign, Seat::Umpire).await? != umpire {
                return Err(format!("a refusal wrote into the log: {here}").into());
            }
            return Ok(());
        }
        told.n_accepted += 1;
        self.tried.remember(&command, random);
        if self.old.len() < 50 {
            self.old.push(cursor);
        }
        if sent.1["outcome"] == "waits" {
            told.n_waited += 1;
            self.type_in(house, random).await?;
        }
        self.game = state(house, &self.campaign).await?;
        Ok(())
    }

    /// Types in what waits, some of it wrongly at first.
    async fn type_in(&self, house: &House, random: &mut Pcg32) -> Result<(), Fault> {
        let umpire =
            self.programs.iter().find(|program| program.seat == Seat::Umpire).expect("it was seated");
        loop {
            let look = house.desk.look(&self.campaign, Seat::Umpire).await?;
            let Some(waiting) = look.waiting.first() else { return Ok(()) };
            let faces: Vec<u16> = match waiting.question.die {
                Some(die) => (1..=u16::from(die.shape().0)).collect(),
                None => vec![0],
            };
            let mut body = json!({
                "waiting": waiting.act.to_string(), "faces": faces, "reason": "The drill says so.",
            });
            if one_in(random, 3) {
                let mut wrong = body.clone();
                wrong["faces"] =
                    [json!([]), json!([0]), json!([65535, 1]), strange(random)][below(random, 4)].clone();
                let (status, said) = send(house, &umpire.token, &self.campaign, "answers", &wrong).await?;
                if status.is_server_error() {
                    return Err(format!("a fault of the program: {wrong}: {said}").into());
                }
                if status.is_success() {
                    continue;
                }
            }
            let (status, said) = send(house, &umpire.token, &self.campaign, "answers", &body).await?;
            if !status.is_success() {
                return Err(format!("an answer is not taken: {}: {said}", body.take()).into());
            }
        }
    }
}

/// The rules' own state.
async fn state(house: &House, campaign: &str) -> Result<Box<dyn Game>, Fault> {
    let position = house.desk.position(campaign).await?;
    let game = RULEBOOKS[0].open("rostov.toml", rules_battlefront::SAMPLE);
    let mut game = game.map_err(|faults| format!("{faults:?}"))?;
    game.set_position(position).map_err(|faults| format!("{faults:?}"))?;
    Ok(game)
}

async fn send(
    house: &House,
    token: &str,
    campaign: &str,
    what: &str,
    body: &Value,
) -> Result<(StatusCode, Value), Fault> {
    let url = format!("http://{}/api/v1/campaigns/{campaign}/{what}", house.address);
    let request = house.client.post(url).bearer_auth(token).json(body);
    let answer = request.send().await?;
    Ok((answer.status(), answer.json().await?))
}
