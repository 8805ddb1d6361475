//! Serves pages drawn from fixtures, to look at: `cargo run -p adjutant-web --example gallery [PORT]`.

#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

use adjutant_web::assets;
use adjutant_web::render::frame::{self, Display, Document, Mast, Theme};
use adjutant_web::render::time::Zone;
use adjutant_web::render::{Around, Hand, Keys, Reader, Said, window, words};
use axum::Router;
use axum::extract::{Path, Query};
use axum::response::Html;
use axum::routing::get;
use kernel::Seat;
use kernel::view::{Contents, ShownRefusal};
use maud::{Markup, html};

#[path = "../tests/it/fixture.rs"]
mod fixture;

#[derive(serde::Deserialize)]
struct Look {
    theme: Option<String>,
    #[serde(default)]
    reads: bool,
}

async fn page(Path(id): Path<String>, Query(look): Query<Look>) -> Markup {
    let view = fixture::view();
    let sides = fixture::sides();
    let since = fixture::since();
    let zone = Zone::named("Europe/Vienna");
    let keys = Keys { csrf: "csrf".into(), cursor: "12.7".into(), seen: 19, acting_for: None };
    let rule = kernel::RuleId("BF-2.1.1.4-5");
    let refusal =
        ShownRefusal { code: "funds", rule, sentence: "Needs 5 purchase points, you hold 4.".into() };
    let said = Said { form: "more-GI2".into(), refusals: vec![refusal], ..Said::default() };
    let reader = Reader {
        base: "",
        query: "",
        page: &id,
        seat: Seat::Side(0),
        sides: &sides,
        look: None,
        over: false,
        hand: if look.reads { Hand::Reads("peek") } else { Hand::Acts(&keys) },
        keeps: false,
        types: true,
        said: Some(&said),
        out: None,
        panel: None,
        purse: None,
        since: Some(&since),
        rulings: &[],
        picture: None,
        zone: &zone,
        passed: None,
    };
    let tabs = frame::seat_tabs(
        &reader,
        &Contents::of(&view).pages,
        &[("log", "Log"), ("dice", "Dice"), ("rules", "Rules")],
        &Contents::of(&view).owed,
    );
    let page = view.pages.iter().find(|page| page.id == id).unwrap_or(&view.pages[0]);
    let theme = look.theme.and_then(|name| match name.as_str() {
        "light" => Some(Theme::Light),
        "dark" => Some(Theme::Dark),
        _ => None,
    });
    let before = html! { @if look.reads { p class="refusal peek" id="peek" { "You are reading the page exactly as the German seat gets it." } } };
    frame::document(&Document {
        title: &page.title,
        display: &Display { theme, keys_off: false },
        mast: Mast {
            title: "Toward Rostov, December 1942".into(),
            standing: view.standing.clone(),
            badge: Some(words::seat(&reader, Seat::Side(0))),
            ..Default::default()
        },
        tabs: &tabs,
        live: None,
        at: None,
        owed: None,
        news: String::new(),
        said: String::new(),
        hues: String::new(),
        window: window::is_window(page),
        main: frame::page_of_view(&reader, &view.standing, page, &Around::before(before)),
        foot: html! { p { "Times are yours (Europe/Vienna). Seal of the log 7c1e 09fa 44b2 18d5 6e03 a97f 52cb d310." } },
    })
}

/// A page in a frame of a phone's width: headless browsers do not make their windows that narrow.
async fn phone(Path(id): Path<String>, Query(look): Query<Look>) -> Html<String> {
    let theme = look.theme.unwrap_or_default();
    Html(format!(
        "<!doctype html><body style='margin:0'><iframe src='/{id}?theme={theme}' style='width:360px;height:6000px;border:0'></iframe>"
    ))
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok()).unwrap_or(8099);
    let router = Router::new()
        .route("/assets/{name}", get(assets::serve))
        .route("/favicon.ico", get(assets::favicon))
        .route("/phone/{id}", get(phone))
        .route("/{id}", get(page));
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://127.0.0.1:{port}/overview");
    axum::serve(listener, router).await
}
