//! A whole house in a temporary folder, and browsers that visit it without a socket.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use adjutant_web::{Limits, Sample, Settings, Studio, Systems, WebState, router};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use kernel::{Rulebook, Seat};
use ledger::{CampaignId, Committer, Lineage, Manifest, NewEntry, NewPart, SqliteStore, Store, Stream};
use people::{Chair, People};
use serde_json::json;
use table::{Clock, Desk, DiceStart, NewCampaign};
use tabular::Fillable;
use tokio::sync::watch;
use tower::ServiceExt;

static RULEBOOKS: &[&dyn Rulebook] = &[&rules_toy::RULEBOOK, &rules_line::RULEBOOK];
static FILLABLE: &[&dyn Fillable] = &[&rules_toy::RULEBOOK];

/// When the house opens.
pub const OPENING: i64 = 1_795_292_460_000;

pub struct House {
    pub router: Router,
    pub state: WebState,
    pub desk: Arc<Desk>,
    pub people: People,
    pub campaign: String,
    pub now: Arc<AtomicI64>,
    pub closing: watch::Sender<bool>,
    folder: tempfile::TempDir,
}

/// What cannot be written where there is no room.
const FULL: [(&str, &str); 5] = [
    ("visit", "INSERT"),
    ("visit", "UPDATE"),
    ("session", "UPDATE"),
    ("person", "UPDATE"),
    ("held_before", "INSERT"),
];

impl House {
    pub async fn open() -> Self {
        Self::open_with(Limits::NONE).await
    }

    pub async fn open_with(limits: Limits) -> Self {
        Self::build(Settings { limits, ..Settings::default() }).await
    }

    /// A house with settings of its own.
    pub async fn with(settings: Settings) -> Self {
        Self::build(settings).await
    }

    /// A house without a campaign studio.
    pub async fn without_studio() -> Self {
        let settings = Settings { limits: Limits::NONE, studio: Studio::Nobody, ..Settings::default() };
        Self::build(settings).await
    }

    /// A house whose campaign, begun before there was a choice, waits for words of the sides before its dice open.
    pub async fn with_dice_waiting() -> Self {
        let settings = Settings { limits: Limits::NONE, ..Settings::default() };
        Self::laid_out(settings, DiceStart::Before, true).await
    }

    /// A house whose campaign waits for words of the sides' devices, and where dice are typed in with consent alone.
    pub async fn for_devices() -> Self {
        let settings = Settings { limits: Limits::NONE, ..Settings::default() };
        Self::laid_out(settings, DiceStart::Words, false).await
    }

    /// The digest that begins the log, which digests of words name.
    pub async fn genesis(&self) -> ::dice::Digest {
        self.desk.look(&self.campaign, Seat::Umpire).await.unwrap().dice.devices.unwrap().genesis
    }

    async fn build(settings: Settings) -> Self {
        Self::laid_out(settings, DiceStart::AtOnce, true).await
    }

    async fn laid_out(settings: Settings, start: DiceStart, table_dice: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store: Arc<dyn Store> =
            Arc::new(SqliteStore::open(&folder.path().join("log.sqlite")).await.unwrap());
        let people = People::open(&folder.path().join("people.sqlite")).await.unwrap();
        let committer = Committer::start(Arc::clone(&store));
        let now = Arc::new(AtomicI64::new(OPENING));
        let told = Arc::clone(&now);
        let clock = Clock::own(move || told.load(Ordering::Relaxed));
        let desk = Arc::new(Desk::new(Arc::clone(&store), committer, clock, RULEBOOKS));
        let new = NewCampaign {
            file: "ford.toml".into(),
            setup: rules_toy::FORD.into(),
            system: "pickets".into(),
            position: None,
            start,
            table_dice,
            identity: None,
        };
        let campaign = desk.create(new).await.unwrap();
        let (closing, closes) = watch::channel(false);
        let ford = Sample { name: "ford", system: "pickets", setup: rules_toy::FORD };
        let settings = Settings { samples: vec![ford], systems: Systems(FILLABLE), mail: true, ..settings };
        let state = WebState::new(Arc::clone(&desk), store, people.clone(), settings, closes);
        Self { router: router(state.clone()), state, desk, people, campaign, now, closing, folder }
    }

    /// Another campaign of this house, which says that it lies below one whose only entry no program has written.
    pub async fn has_a_table_above_that_cannot_be_read(&self) -> String {
        let store = SqliteStore::open(&self.folder.path().join("log.sqlite")).await.unwrap();
        let there = store.campaign(&CampaignId::new(self.campaign.clone()).unwrap()).await.unwrap();
        let above = json!({"campaign": "above", "slot": "ford", "opened": "0".repeat(64)});
        let below = json!({"at": 0, "kind": "laid-out", "seat": "clock", "by": "clock",
            "rules": "pickets/1", "above": above});
        for (name, body) in [("above", "nothing".into()), ("below", below.to_string())] {
            let campaign = CampaignId::new(name).unwrap();
            let manifest = Manifest { campaign: campaign.clone(), ..there.manifest.clone() };
            let new = ledger::NewCampaign { manifest, setup: there.setup.clone(), secret: None };
            store.create_campaign(&new).await.unwrap();
            let parts = vec![NewPart { stream: Stream::Public, body }];
            let entry = NewEntry { expected: 1, after: None, lineage: Lineage([1; 16]), branch: 0, parts };
            store.append_batch(&[(campaign, entry)]).await.unwrap()[0].as_ref().unwrap();
        }
        "below".into()
    }

    pub fn pass(&self, minutes: i64) {
        self.now.fetch_add(minutes * 60_000, Ordering::Relaxed);
    }

    /// From now on the list of people takes nothing more, as on a disk that is full.
    pub async fn fill_the_list_of_people(&self) {
        let pool = self.list_of_people().await;
        for (table, act) in FULL {
            let trigger = format!(
                "CREATE TRIGGER full_{table}_{act} BEFORE {act} ON {table} BEGIN SELECT RAISE(FAIL, 'disk full'); END"
            );
            sqlx::raw_sql(sqlx::AssertSqlSafe(trigger)).execute(&pool).await.unwrap();
        }
        pool.close().await;
    }

    /// There is room again.
    pub async fn make_room(&self) {
        let pool = self.list_of_people().await;
        for (table, act) in FULL {
            let drop = format!("DROP TRIGGER full_{table}_{act}");
            sqlx::raw_sql(sqlx::AssertSqlSafe(drop)).execute(&pool).await.unwrap();
        }
        pool.close().await;
    }

    async fn list_of_people(&self) -> sqlx::SqlitePool {
        let path = format!("sqlite:{}", self.folder.path().join("people.sqlite").display());
        sqlx::SqlitePool::connect(&path).await.unwrap()
    }

    /// The secret of a fresh invitation.
    pub async fn invitation(&self, seat: Seat) -> String {
        let chair = Chair::new(&*self.campaign, seat.name());
        let now = self.now.load(Ordering::Relaxed);
        self.people.invite(&chair, "", now, 3_600_000).await.unwrap().secret.reveal()
    }

    /// A browser that holds a seat.
    pub async fn seated(&self, seat: Seat) -> Browser {
        let mut browser = self.stranger();
        let secret = self.invitation(seat).await;
        let answer = browser.post("/join", &[("secret", &secret)]).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
        browser.base = format!("/c/{}/{}", self.campaign, seat.name());
        browser
    }

    /// A browser that holds nothing.
    pub fn stranger(&self) -> Browser {
        Browser { router: self.router.clone(), cookies: BTreeMap::new(), base: String::new(), script: false }
    }
}

/// A browser: cookies and nothing else.
#[derive(Clone)]
pub struct Browser {
    router: Router,
    pub cookies: BTreeMap<String, String>,
    pub base: String,
    /// Whether its requests come from the page's script.
    pub script: bool,
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// What the forms of the page carry against requests of other pages.
    pub fn csrf(&self) -> String {
        let field = self.body.split("name=\"csrf\" value=\"").nth(1).expect("a form on the page");
        field.split('"').next().unwrap().to_owned()
    }

    /// The hidden fields of the form with this id, and where it goes.
    pub fn form(&self, id: &str) -> (String, Vec<(String, String)>) {
        let start = self
            .body
            .find(&format!("id=\"f-{id}\""))
            .unwrap_or_else(|| panic!("no form {id}: {}", self.body));
        let end = start + self.body[start..].find("</form>").unwrap();
        let form = &self.body[start..end];
        let action = attribute(form, "action").unwrap();
        let hidden = form.split("<input type=\"hidden\"").skip(1);
        let fields = hidden.map(|tag| (attribute(tag, "name").unwrap(), attribute(tag, "value").unwrap()));
        (action, fields.collect())
    }
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    let value = &tag[start..start + tag[start..].find('"')?];
    Some(value.replace("&amp;", "&").replace("&quot;", "\""))
}

impl Browser {
    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(Method::GET, path, Body::empty(), &[]).await
    }

    /// A page of the browser's seat.
    pub async fn page(&mut self, page: &str) -> Answer {
        let path = format!("{}/{page}", self.base);
        self.get(&path).await
    }

    pub async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.post_with(path, fields, &[("sec-fetch-site", "same-origin")]).await
    }

    pub async fn post_with(
        &mut self,
        path: &str,
        fields: &[(&str, &str)],
        headers: &[(&str, &str)],
    ) -> Answer {
        let body: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}={}", escape(name), escape(value))).collect();
        let mut headers = headers.to_vec();
        headers.push(("content-type", "application/x-www-form-urlencoded"));
        self.send(Method::POST, path, Body::from(body.join("&")), &headers).await
    }

    /// Fills in a form of a page and sends it.
    pub async fn submit(&mut self, page: &Answer, form: &str, entered: &[(&str, &str)]) -> Answer {
        let (action, hidden) = page.form(form);
        let mut fields: Vec<(&str, &str)> = hidden.iter().map(|(name, value)| (&**name, &**value)).collect();
        fields.extend(entered);
        self.post(&action, &fields).await
    }

    /// Does what a side must before its step closes, and closes it.
    pub async fn pay_and_close(&mut self) {
        for form in ["pay", "close"] {
            let page = self.page("posts").await;
            let answer = self.submit(&page, form, &[]).await;
            assert_eq!(answer.status, StatusCode::SEE_OTHER, "{form}: {}", answer.body);
        }
    }

    pub async fn send(&mut self, method: Method, path: &str, body: Body, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "table.example");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if self.script {
            request = request.header("hx-request", "true");
        }
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            request = request.header(header::COOKIE, cookies.join("; "));
        }
        let response = self.router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        for cookie in parts.headers.get_all(header::SET_COOKIE) {
            let text = cookie.to_str().unwrap();
            let (name, rest) = text.split_once('=').unwrap();
            let value = rest.split(';').next().unwrap();
            if text.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        let stream = parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream");
        let body = if stream { String::new() } else { text(body).await };
        Answer { status: parts.status, headers: parts.headers, body }
    }
}

async fn text(body: Body) -> String {
    String::from_utf8_lossy(&to_bytes(body, 10_000_000).await.unwrap()).into_owned()
}

fn escape(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect()
}
