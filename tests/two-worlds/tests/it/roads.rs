//! Every road out of a table for one seat, as one text.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, header};
use futures_util::StreamExt;
use kernel::{Seat, Wanted};
use serde_json::{Value, json};
use table::{Asking, Cursor, DiceBy, FileKind, Submission, Told};
use tower::ServiceExt;

use crate::program::Program;
use crate::world::{World, nobody};

/// Posts that change nothing, whoever sends them: paths and fields.
const REFUSED: &[(&str, &str)] = &[
    ("do", "form-id=posture&page=refit&cursor=0.0&token=00000000000000000000000000000abc&f.posture=attack"),
    ("do", "form-id=nonsense&page=refit&cursor=0.0&token=00000000000000000000000000000abd"),
    ("undo", "cursor=0.0&token=00000000000000000000000000000abe"),
    ("answer", "act=00000000000000000000000000000abf&token=00000000000000000000000000000ac0&face=3"),
    ("words", "token=00000000000000000000000000000ac1&words=late"),
    ("open-dice", ""),
    ("end", "reason=because"),
    ("export", "what=final"),
    ("export", "what=move"),
    ("correct/4", "correcting={}"),
    ("correct/preview", "entry=4&what=remove"),
    ("correct/propose", "correcting={}&reason=because&cursor=0&token=00000000000000000000000000000ac2"),
    ("correct/make", "correcting={}&reason=because&cursor=0&token=00000000000000000000000000000ac3"),
    ("correction/word", "word=agree&digest=none&token=00000000000000000000000000000ac4"),
    ("correction/word", "digest=none&token=00000000000000000000000000000ac6"),
    (
        "rulings-book",
        "rule=HOUSE-SEAT&decision=mine&reason=because&who=umpire&cursor=0&token=00000000000000000000000000000ac5",
    ),
    ("messages", "words=&token=00000000000000000000000000000acc"),
    ("seats", "seat=side-1"),
    ("seats/delay", "minutes=5&entries=0"),
    (
        "deadlines",
        "what=set&hours=48&grace=60&missing=default&cursor=0&token=00000000000000000000000000000ac7",
    ),
    ("deadlines", "what=pause&cursor=0&token=00000000000000000000000000000ac8"),
    ("deadlines/kept", "strike=0&cursor=0.0&token=00000000000000000000000000000ac9"),
    ("picture/place", "edges=1"),
    ("picture/show", "show=yes"),
    ("other-tables/take-in", "slot=aop.1&cursor=0&token=00000000000000000000000000000acd"),
    ("other-tables/break-off", "slot=aop.1&reason=because&cursor=0&token=00000000000000000000000000000ace"),
    ("other-tables/keep-open", "slot=aop.1&cursor=0&token=00000000000000000000000000000acf"),
    ("seats/take", "person=0000000000000000&seat=side-1"),
    ("tokens/revoke", "revoked=0000000000000000"),
];

/// Pages of people, outside every campaign: one's campaigns and what has happened there, one's account, the ways in.
const OF_PEOPLE: &[&str] = &["/", "/account", "/sign-in", "/recover", "/join", "/gone"];

/// The password of readers with an account.
const WORD: &str = "correct+horse+battery";

/// The sheets of a reader are printed at the first look and at each of so many, since that takes longer than all the
/// rest. What they hold is held against imagined worlds at every step by the laws of the kernel.
const PRINTS_EVERY: usize = 8;

/// A reader at a seat, with an open change feed, and a program of theirs with another.
pub struct Reader {
    seat: Seat,
    cookies: BTreeMap<String, String>,
    /// The token that forms of this session carry, once it was read.
    csrf: OnceLock<String>,
    heard: Feed,
    program: Program,
    program_heard: Feed,
    n_looks: usize,
}

/// What an open change feed has said.
struct Feed {
    words: std::pin::Pin<Box<dyn futures_util::Stream<Item = String> + Send>>,
    said: String,
}

impl Feed {
    fn silent() -> Self {
        Self { words: Box::pin(futures_util::stream::empty()), said: String::new() }
    }

    fn of(response: axum::response::Response) -> Self {
        let stream = response.into_body().into_data_stream();
        let words = stream.map(|chunk| String::from_utf8_lossy(&chunk.unwrap()).into_owned());
        Self { words: Box::pin(words), said: String::new() }
    }

    /// Hears the feed until it has told where the seat stands, and then for as long as it goes on.
    async fn listen(&mut self, stands: &Cursor) {
        let told = format!("data: {stands}");
        loop {
            let is_told = stands.0.is_empty() || self.said.trim_end().ends_with(&told);
            let patience = Duration::from_millis(if is_told { 40 } else { 30_000 });
            let Ok(words) = tokio::time::timeout(patience, self.words.next()).await else { return };
            let words = words.unwrap_or_else(|| panic!("a feed ended after {:?}", self.said));
            // Lines that begin with a colon keep the connection open and say nothing.
            self.said.extend(Some(words).filter(|words| !words.starts_with(':')));
        }
    }
}

impl Reader {
    pub async fn seated(world: &World, seat: Seat) -> Self {
        let mut reader = Self::stranger(seat, Program::seated(world, seat).await);
        let secret = world.invitation(seat).await;
        reader.send(world, "/join", &format!("secret={secret}")).await;
        reader.open(world).await;
        reader
    }

    /// The same person on another device, by name and password.
    pub async fn elsewhere(&self, world: &World) -> Self {
        let mut reader = Self::stranger(self.seat, self.program.clone());
        reader.send(world, "/sign-in", &format!("name=Anna&password={WORD}")).await;
        reader.open(world).await;
        reader
    }

    /// Gives the person at this seat an account.
    pub async fn make_account(&mut self, world: &World) {
        let csrf = self.csrf(world).await;
        self.send(world, "/account", &format!("csrf={csrf}&name=Anna&new={WORD}")).await;
        self.open(world).await;
    }

    fn stranger(seat: Seat, program: Program) -> Self {
        Self {
            seat,
            cookies: BTreeMap::new(),
            csrf: OnceLock::new(),
            heard: Feed::silent(),
            program,
            program_heard: Feed::silent(),
            n_looks: 0,
        }
    }

    /// Sends a form that changes who this is.
    async fn send(&mut self, world: &World, path: &str, fields: &str) {
        let response = self.post_to(world, path, fields.to_owned()).await;
        let status = response.status();
        let before = self.cookies.clone();
        for cookie in response.headers().get_all(header::SET_COOKIE) {
            let (name, rest) = cookie.to_str().unwrap().split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), rest.split(';').next().unwrap().to_owned());
        }
        assert_ne!(self.cookies, before, "{path}: {status}");
        self.csrf = OnceLock::new();
    }

    /// Opens the change feeds.
    async fn open(&mut self, world: &World) {
        self.heard = Feed::of(self.ask(world, "events").await);
        self.program_heard = Feed::of(self.program.ask(world, Method::GET, "/feed", None).await);
    }

    async fn ask(&self, world: &World, page: &str) -> axum::response::Response {
        self.get(world, &format!("/c/{}/{}/{page}", world.campaign, self.seat.name())).await
    }

    async fn get(&self, world: &World, path: &str) -> axum::response::Response {
        let request = Request::get(path).header(header::COOKIE, self.cookie());
        let request = request.header(header::HOST, "table.example").body(Body::empty()).unwrap();
        world.router.clone().oneshot(with_peer(request)).await.unwrap()
    }

    fn cookie(&self) -> String {
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        cookies.join("; ")
    }

    async fn csrf(&self, world: &World) -> String {
        if let Some(known) = self.csrf.get() {
            return known.clone();
        }
        let page = self.ask(world, "dice").await;
        let page = String::from_utf8(to_bytes(page.into_body(), 10_000_000).await.unwrap().to_vec()).unwrap();
        let csrf = page.split("name=\"csrf\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        self.csrf.get_or_init(|| csrf.unwrap_or("none").to_owned()).clone()
    }

    async fn post(&self, world: &World, path: &str, fields: &str) -> axum::response::Response {
        let path = format!("/c/{}/{}/{path}", world.campaign, self.seat.name());
        let body = format!("csrf={}&{fields}", self.csrf(world).await);
        self.post_to(world, &path, body).await
    }

    async fn post_to(&self, world: &World, path: &str, body: String) -> axum::response::Response {
        let request = Request::post(path)
            .header(header::COOKIE, self.cookie())
            .header("sec-fetch-site", "same-origin")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(header::HOST, "table.example");
        world.router.clone().oneshot(with_peer(request.body(Body::from(body)).unwrap())).await.unwrap()
    }

    /// The status of what comes of a posted form.
    pub async fn posted(&self, world: &World, path: &str, fields: &str) -> u16 {
        self.post(world, path, fields).await.status().as_u16()
    }

    /// Status, headers and body of an answer.
    async fn whole(&self, response: axum::response::Response) -> String {
        let mut whole = format!("{} ", response.status());
        for (name, value) in response.headers() {
            whole.push_str(&format!("{name}: {value:?}\n"));
        }
        let body = to_bytes(response.into_body(), 10_000_000).await.unwrap();
        whole + &self.blurred(&String::from_utf8_lossy(&body))
    }

    /// Headers and bytes of a file of tables: its text, or every byte of a workbook in figures.
    async fn file(&self, world: &World, file: &str) -> String {
        self.bytes(world, &format!("download/{file}")).await
    }

    /// Headers and bytes of a file.
    async fn bytes(&self, world: &World, file: &str) -> String {
        let response = self.ask(world, file).await;
        assert!(response.status().is_success(), "{file}: {}", response.status());
        let headers = format!("{:?}", response.headers());
        let body = to_bytes(response.into_body(), 10_000_000).await.unwrap();
        let figures = |body: &[u8]| body.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        headers + &String::from_utf8(body.to_vec()).unwrap_or_else(|_| figures(&body))
    }

    /// A sheet for the table, when there is one for this reader.
    pub async fn pdf(&self, world: &World, file: &str) -> Option<Vec<u8>> {
        let response = self.ask(world, &format!("paper/{file}")).await;
        if response.status() == axum::http::StatusCode::NOT_FOUND {
            return None;
        }
        assert!(response.status().is_success(), "{file}: {}", response.status());
        Some(to_bytes(response.into_body(), 10_000_000).await.unwrap().to_vec())
    }

    /// Everything this reader can get: pages with their headers, log, feed, file, offers, refusals, odds, and the
    /// same through the API.
    pub async fn roads(&mut self, world: &World) -> Vec<(String, String)> {
        let mut roads = Vec::new();
        let look = world.desk.look(&world.campaign, self.seat).await.unwrap();
        let pages: Vec<&str> = look.contents.pages.iter().map(|page| page.id).collect();
        let more = [
            "log",
            "paper",
            "paper/nonsense-a4.pdf",
            "paper/all-a3.pdf",
            "rules",
            "dice",
            "rulings-book",
            "messages",
            "correction",
            "correct/4",
            "correct/preview?with=%7B%22changes%22%3A%7B%224%22%3A%22remove%22%7D%7D",
            "nonsense",
            "log?before=4",
            "then/1",
            "then/3/overview",
            "then/4/map",
            "then/5/map",
            "then/6",
            "then/99999",
            "then?line=5&page=log",
            "seats",
            "deadlines",
            "handover",
            "other-tables",
            "picture",
            "tokens",
            "overview?as=side-1&hand=1",
            "../../..",
        ];
        for page in pages.iter().copied().chain(more) {
            let response = self.ask(world, page).await;
            roads.push((page.to_owned(), self.whole(response).await));
        }
        for page in OF_PEOPLE {
            let response = self.get(world, page).await;
            roads.push(((*page).to_owned(), self.whole(response).await));
        }
        for page in look.contents.pages.iter().map(|page| page.id) {
            roads.push((format!("{page}.csv"), self.file(world, &format!("{page}.csv")).await));
        }
        for file in [format!("{}.xlsx", look.contents.pages[0].id), ".xlsx".into()] {
            roads.push((file.clone(), self.file(world, &file).await));
        }
        let prints = self.n_looks.is_multiple_of(PRINTS_EVERY);
        self.n_looks += 1;
        let page = format!("page-{}-letter.pdf", pages[0]);
        for sheet in [&*page, "handover-a4.pdf"].iter().filter(|_| prints) {
            roads.push(((*sheet).into(), self.bytes(world, &format!("paper/{sheet}")).await));
        }
        // A system may have no sheets of its own; that those of the others are there is `papers`' matter.
        if prints {
            roads.push(("all-a4.pdf".into(), format!("{:02x?}", self.pdf(world, "all-a4.pdf").await)));
        }
        for (path, fields) in REFUSED {
            let response = self.post(world, path, fields).await;
            assert!(!response.status().is_server_error(), "{path}: {}", response.status());
            roads.push((format!("posted {path}"), self.whole(response).await));
        }
        roads.push(("view".into(), json!(look.view()).to_string()));
        roads.push(("cursor and seals".into(), format!("{:?} {:?}", look.cursor, look.seals)));
        let log = world.desk.log(&world.campaign, self.seat, None, 10_000).await.unwrap();
        roads.push(("log".into(), format!("{log:?}")));
        let file = world.desk.export(&world.campaign, self.seat, FileKind::Seat).await.unwrap();
        roads.push(("file".into(), file.map_or_else(|refusal| refusal.sentence, |file| file.to_text())));
        roads.extend(self.program.roads(world, &pages, prints).await);
        for (name, feed) in [("feed", &mut self.heard), ("API feed", &mut self.program_heard)] {
            feed.listen(&look.cursor).await;
            roads.push((name.into(), feed.said.clone()));
        }
        roads.push(("answers".into(), self.answers(world).await));
        for plan in world.desk.plans(&world.campaign, self.seat).await.unwrap() {
            let asking = Asking::Plans(vec![(plan.id.to_owned(), Value::Null)]);
            let told = world.desk.weighed(&world.campaign, self.seat, asking).await.unwrap();
            let Ok(Told::Plans(told)) = told else { panic!("{told:?}") };
            let told: Vec<_> = told.into_iter().map(|told| told.expect("a plan as it is offered")).collect();
            roads.push((format!("plan {}", plan.id), json!(told).to_string()));
        }
        roads
    }

    /// The pages of the view with the log, and what they are made of.
    pub async fn pages(&self, world: &World) -> Vec<(String, String)> {
        let look = world.desk.look(&world.campaign, self.seat).await.unwrap();
        let mut pages = Vec::new();
        for page in look.contents.pages.iter().map(|page| page.id).chain(["log"]) {
            let response = self.ask(world, page).await;
            pages.push((page.to_owned(), self.whole(response).await));
        }
        pages.push(("view".into(), json!(look.view()).to_string()));
        pages.push(("cursor and seals".into(), format!("{:?} {:?}", look.cursor, look.seals)));
        pages
    }

    /// What the rules say to commands of this seat, lawful and not, without doing any: refused ones through the
    /// table, odds for all.
    async fn answers(&self, world: &World) -> String {
        let Seat::Side(_) = self.seat else { return String::new() };
        let game = world.game().await;
        let mut commands = game.lawful(self.seat, 500);
        let ids =
            ["G-11", "G-31", "GO3", "RI1", "R-201", "V1", "V4", "F1", "GH1", "GH9", "wire", "no-such-thing"];
        for id in ids {
            commands.push(json!({"do": "repair", "vehicle": id, "cpp": 1}));
            commands.push(json!({"do": "withdraw-roll", "me": id}));
            commands.push(json!({"do": "discipline-roll", "me": id}));
            commands.push(json!({"do": "combine", "keep": id, "strike": "R-101"}));
            commands.push(json!({"do": "buy", "group": id, "count": 1}));
            commands.push(json!({"do": "number-roll", "purchase": id, "extra-cpp": 0}));
            commands.push(json!({"do": "remove-fort", "item": id}));
            commands.push(json!({"do": "destroy-wreck", "vehicle": id}));
            commands.push(json!({"do": "buy-fort", "type": id, "count": 1}));
        }
        let mut said = String::new();
        for (n, command) in commands.iter().enumerate() {
            let asking =
                |wanted: &[Wanted]| Asking::Command { command: command.clone(), wanted: wanted.to_vec() };
            let odds = world.desk.weighed(&world.campaign, self.seat, asking(&[])).await.unwrap();
            said.push_str(&format!("{command} {odds:?}\n"));
            let measures = [Wanted::new("points"), Wanted::new("repaired"), Wanted::new("worsened")];
            let told = world.desk.weighed(&world.campaign, self.seat, asking(&measures)).await.unwrap();
            said.push_str(&format!("{told:?}\n"));
            if odds.is_err() {
                said.push_str(&format!("{:?}\n", self.refused(world, command, n).await));
            }
        }
        said.push_str(&self.program.answers(world, &commands).await);
        said
    }

    async fn refused(&self, world: &World, command: &Value, n: usize) -> table::Answer {
        let mut token = [77; 16];
        token[8..].copy_from_slice(&(n as u64).to_be_bytes());
        let submission = Submission {
            by: self.seat,
            acting_for: None,
            reason: None,
            command: command.clone(),
            cursor: None,
            token: ledger::Lineage(token),
            dice: DiceBy::Server,
        };
        world.desk.submit(&world.campaign, submission).await.unwrap()
    }

    /// The session's own secrets are random and say nothing: they are blurred without changing their length.
    fn blurred(&self, page: &str) -> String {
        let mut page = page.to_owned();
        for value in self.cookies.values().filter(|value| value.len() >= 16) {
            page = page.replace(value, &"#".repeat(value.len()));
        }
        for name in ["csrf", "token", "revoked", "device"] {
            page = without_values(&page, &format!("name=\"{name}\" value=\""));
        }
        // A token without a label is listed by its random name.
        let token = self.program.name();
        page.replace(token, &"#".repeat(token.len()))
    }
}

fn without_values(page: &str, before: &str) -> String {
    let mut blurred = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(at) = rest.find(before) {
        let (head, tail) = rest.split_at(at + before.len());
        let end = tail.find('"').unwrap();
        blurred.push_str(head);
        blurred.push_str(&"#".repeat(end));
        rest = &tail[end..];
    }
    blurred + rest
}

fn with_peer(mut request: Request<Body>) -> Request<Body> {
    request.extensions_mut().insert(ConnectInfo(nobody()));
    request
}
