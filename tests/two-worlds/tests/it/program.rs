//! A program at a seat: a token, and every operation of the API that a seat can ask, as one text each.

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, header};
use axum::response::Response;
use kernel::Seat;
use people::{Chair, NewToken};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::world::{NOW, World, nobody};

/// Every how many of the commands that are tried go through the API too.
const EVERY: usize = 23;

/// Looks of every kind; those that do not say otherwise lie below the campaign.
const LOOKS: &[&str] = &[
    "/api/v1/me",
    "/api/v1/campaigns",
    "/api/openapi.json",
    "",
    "?as=side-1",
    "/view",
    "/view?page=refit",
    "/view?page=nonsense",
    "/view?as=side-1",
    "/offers?most=1000",
    "/offers?as=umpire",
    "/odds/plans",
    "/odds/plans?as=side-1",
    "/log?most=500",
    "/log?after=3",
    "/log?before=5",
    "/log/4/view",
    "/log/4/view?as=side-1",
    "/log?since=1.1",
    "/log?since=nonsense",
    "/luck",
    "/luck?as=side-1",
    "/rules",
    "/rulings",
    "/messages",
    "/messages?as=side-1",
    "/corrections/proposal",
    "/corrections/proposal?as=side-1",
    "/seats",
    "/other-tables",
    "/other-tables?as=umpire",
    "/picture",
    "/picture?as=umpire",
    "/picture/nonsense",
    "/tokens",
    "/workbook",
    "/papers",
    "/papers?as=side-1",
    "/files/seat",
    "/files/final",
    "/files/move",
    "/nonsense",
];

/// Sheets for the table. To print them takes longer than all the rest.
const SHEETS: &[&str] = &["/papers/roster-german", "/papers/page-map?size=letter"];

/// Acts that change nothing, whoever sends them.
fn refused() -> Vec<(&'static str, Value)> {
    let correcting = json!({"changes": {"4": "remove"}});
    let act = format!("{:0>32}", "bad");
    vec![
        ("/commands", json!({"command": {"do": "done"}, "cursor": "0.0", "act": act})),
        ("/commands", json!({"command": {"do": "done"}, "cursor": "1.1", "act": act})),
        (
            "/commands",
            json!({"command": {"do": "done"}, "cursor": "0.0", "for": "side-1", "reason": "because"}),
        ),
        ("/commands", json!({"command": 7, "cursor": 7})),
        ("/try", json!({"command": {"do": "done", "for": "side-1"}})),
        ("/plan", json!({"command": {"do": "done"}})),
        ("/plan", json!({"command": {"do": "done"}, "as": "side-1"})),
        ("/orders", json!({"board": "map", "order": "everybody onwards"})),
        ("/undo", json!({"cursor": "0.0", "act": act})),
        ("/answers", json!({"waiting": act, "faces": [3], "act": act})),
        ("/dice/words", json!({"words": "late", "act": act})),
        ("/dice/open", json!({})),
        ("/end", json!({"reason": "no"})),
        ("/corrections/acts/4", correcting.clone()),
        ("/corrections/preview", correcting.clone()),
        ("/corrections", json!({"correcting": correcting, "reason": "because", "cursor": "0", "act": act})),
        (
            "/corrections/proposal",
            json!({"correcting": correcting, "reason": "because", "cursor": "0", "act": act}),
        ),
        ("/corrections/proposal/word", json!({"agrees": true, "digest": "none", "act": act})),
        (
            "/rulings",
            json!({"rule": "HOUSE-SEAT", "decision": "mine", "reason": "because", "to": "umpire", "cursor": "0", "act": act}),
        ),
        ("/messages", json!({"words": "", "act": act})),
        ("/messages", json!({"words": "mine", "to": "side-1", "act": act})),
        ("/undo", json!({"cursor": "0.0", "for": "side-1", "reason": "mine now", "act": act})),
        ("/invitations", json!({"seat": "side-1"})),
        ("/other-tables/take-in", json!({"slot": "aop.1", "cursor": "0", "act": act})),
        ("/other-tables/break-off", json!({"slot": "aop.1", "reason": "because", "cursor": "0", "act": act})),
        ("/other-tables/keep-open", json!({"slot": "aop.1", "cursor": "0", "act": act})),
        ("/spectators", json!({"minutes": 5, "act": act})),
        ("/deadlines", json!({"what": "pause", "act": act})),
        ("/deadlines/kept", json!({"orders": [{"command": {"do": "done"}}], "cursor": "0.0", "act": act})),
    ]
}

/// A program at a seat.
#[derive(Clone)]
pub struct Program {
    seat: Seat,
    made: NewToken,
}

impl Program {
    pub async fn seated(world: &World, seat: Seat) -> Self {
        let chair = Chair::new(&*world.campaign, seat.name());
        Self {
            seat,
            made: world
                .people
                .make_token(&chair, "", people::Maker::Host, NOW, people::DAY_MS)
                .await
                .unwrap(),
        }
    }

    /// The token's name in lists.
    pub fn name(&self) -> &str {
        self.made.token.handle.as_str()
    }

    pub async fn ask(&self, world: &World, method: Method, path: &str, body: Option<&Value>) -> Response {
        let path = match path.starts_with("/api/") {
            true => path.to_owned(),
            false => format!("/api/v1/campaigns/{}{path}", world.campaign),
        };
        let request = Request::builder().method(method).uri(path).header(header::HOST, "table.example");
        let request = request
            .header(header::AUTHORIZATION, format!("Bearer {}", self.made.reveal()))
            .header(header::CONTENT_TYPE, "application/json");
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let mut request = request.body(body).unwrap();
        request.extensions_mut().insert(ConnectInfo(nobody()));
        world.router.clone().oneshot(request).await.unwrap()
    }

    /// Status and body of an answer.
    pub async fn told(&self, world: &World, path: &str, body: Option<&Value>) -> (u16, Value) {
        let method = if body.is_some() { Method::POST } else { Method::GET };
        let response = self.ask(world, method, path, body).await;
        let status = response.status().as_u16();
        let bytes = to_bytes(response.into_body(), 10_000_000).await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    /// Status, headers and every byte of an answer. The token's own name is random and says nothing.
    async fn whole(&self, response: Response) -> String {
        assert!(!response.status().is_server_error(), "{:?}", response.status());
        let mut whole = format!("{} ", response.status());
        for (name, value) in response.headers() {
            whole.push_str(&format!("{name}: {value:?}\n"));
        }
        let body = to_bytes(response.into_body(), 10_000_000).await.unwrap();
        let text = match String::from_utf8(body.to_vec()) {
            Ok(text) => text,
            Err(_) => body.iter().map(|byte| format!("{byte:02x}")).collect(),
        };
        let name = self.name();
        whole + &text.replace(name, &"#".repeat(name.len()))
    }

    /// Every operation that a seat can ask and that changes nothing.
    pub async fn roads(&self, world: &World, pages: &[&str], prints: bool) -> Vec<(String, String)> {
        let mut roads = Vec::new();
        let sheets = SHEETS.iter().filter(|_| prints);
        let mut looks: Vec<String> = LOOKS.iter().chain(sheets).map(|look| (*look).to_owned()).collect();
        looks.push(format!("/sheets/{}", pages[0]));
        looks.push(format!("/sheets/{}?format=xlsx", pages[0]));
        for look in looks {
            let response = self.ask(world, Method::GET, &look, None).await;
            roads.push((format!("API {look}"), self.whole(response).await));
        }
        for (path, body) in refused() {
            let response = self.ask(world, Method::POST, path, Some(&body)).await;
            assert!(path == "/plan" || response.status().is_client_error(), "{path}: {}", response.status());
            roads.push((format!("API {path}"), self.whole(response).await));
        }
        for path in [
            "/invitations/0123456789abcdef",
            "/seats/side-1/holders/0123456789abcdef",
            "/tokens/0123456789abcdef",
        ] {
            let response = self.ask(world, Method::DELETE, path, None).await;
            roads.push((format!("API {path}"), self.whole(response).await));
        }
        roads
    }

    /// What the API says to commands of this seat, lawful and not, without doing any.
    pub async fn answers(&self, world: &World, commands: &[Value]) -> String {
        let mut said = String::new();
        let cursor = world.desk.cursor(&world.campaign, self.seat).await.unwrap().0;
        for plan in ["income", "escape", "discipline", "repair", "no-such-plan"] {
            let told = self.ask(world, Method::POST, "/odds/plan", Some(&json!({ "plan": plan }))).await;
            said.push_str(&self.whole(told).await);
        }
        for (n, command) in commands.iter().enumerate().step_by(EVERY) {
            let body = json!({ "command": command });
            let tried = self.ask(world, Method::POST, "/try", Some(&body)).await;
            let refused = !tried.status().is_success();
            said.push_str(&self.whole(tried).await);
            let odds = self.ask(world, Method::POST, "/odds", Some(&body)).await;
            said.push_str(&self.whole(odds).await);
            if refused {
                let act = format!("{:032x}", 0xdead_0000 + n);
                let body = json!({ "command": command, "cursor": cursor, "act": act });
                let sent = self.ask(world, Method::POST, "/commands", Some(&body)).await;
                assert!(sent.status().is_client_error(), "{command}: refused when it was tried");
                said.push_str(&self.whole(sent).await);
            }
        }
        said
    }
}
