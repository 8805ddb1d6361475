//! The API: who comes in, what it answers, and that the document says so.

mod behind;
mod document;
mod doors;
mod levels;
mod playing;
mod schema;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use kernel::Seat;
use people::{Chair, Maker, NewToken};
use serde_json::Value;
use std::sync::atomic::Ordering;
use tower::ServiceExt;

use crate::house::House;
use schema::Schema;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// A program with a token of a seat.
pub struct Program {
    router: axum::Router,
    root: String,
    pub authorization: Option<String>,
    schema: Schema,
}

pub struct Told {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
    pub body: Value,
}

pub async fn token(house: &House, seat: Seat) -> NewToken {
    let chair = Chair::new(&*house.campaign, seat.name());
    let now = house.now.load(Ordering::Relaxed);
    house.people.make_token(&chair, "a test", Maker::Host, now, DAY).await.unwrap()
}

impl Program {
    pub async fn at(house: &House, seat: Seat) -> Self {
        Self::with(house, Some(format!("Bearer {}", token(house, seat).await.reveal())))
    }

    pub fn with(house: &House, authorization: Option<String>) -> Self {
        let root = format!("/api/v1/campaigns/{}", house.campaign);
        Self { router: house.router.clone(), root, authorization, schema: Schema::new() }
    }

    /// Asks below the campaign.
    pub async fn get(&self, path: &str) -> Told {
        self.send(Method::GET, &format!("{}{path}", self.root), None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Told {
        self.send(Method::POST, &format!("{}{path}", self.root), Some(body.to_string())).await
    }

    pub async fn delete(&self, path: &str) -> Told {
        self.send(Method::DELETE, &format!("{}{path}", self.root), None).await
    }

    pub async fn cursor(&self) -> String {
        self.get("").await.body["cursor"].as_str().unwrap().to_owned()
    }

    /// Gives a command on the present view.
    pub async fn command(&self, command: Value) -> Told {
        let cursor = self.cursor().await;
        self.post("/commands", serde_json::json!({ "command": command, "cursor": cursor })).await
    }

    /// Sends a request, and holds the answer to what the document says of it.
    pub async fn send(&self, method: Method, path: &str, body: Option<String>) -> Told {
        let mut request =
            Request::builder().method(method.clone()).uri(path).header(header::HOST, "table.example");
        if let Some(authorization) = &self.authorization {
            request = request.header(header::AUTHORIZATION, authorization);
        }
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let request = request.body(body.map_or_else(Body::empty, Body::from)).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let kind = parts.headers.get(header::CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap());
        let kind = kind.split(';').next().unwrap().to_owned();
        if kind == "text/event-stream" {
            return Told {
                status: parts.status,
                headers: parts.headers,
                text: String::new(),
                body: Value::Null,
            };
        }
        let text = String::from_utf8_lossy(&to_bytes(body, 10_000_000).await.unwrap()).into_owned();
        let body = if kind.ends_with("json") { serde_json::from_str(&text).unwrap() } else { Value::Null };
        let path = path.split('?').next().unwrap();
        self.schema.holds(method.as_str(), path, parts.status.as_u16(), &kind, &body);
        Told { status: parts.status, headers: parts.headers, text, body }
    }
}
