//! A set-up while it is being written: its pages as the umpire would see them, its faults with their places, and both
//! drawn anew in place whenever the file changes. Nothing is done on these pages, and nothing is kept.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::middleware::{Next, from_fn};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use futures_util::stream::{Stream, unfold};
use kernel::view::View;
use kernel::{Diagnostic, RuleText, Seat, SideInfo};
use maud::{Markup, html};

use crate::assets;
use crate::error::Trouble;
use crate::guard;
use crate::render::frame::{self, Document, Mast, Tab};
use crate::render::time::Zone;
use crate::render::{Around, Hand, Reader, symbols, window};
use crate::routes::rules::list;
use crate::visitor::{Cookies, display};

/// How often the file is looked at.
const PULSE: Duration = Duration::from_millis(400);

/// The id of the line that says why nothing can be done on these pages.
const WHY: &str = "draft";

/// What a file says now.
#[derive(Clone)]
pub struct Draft {
    /// The file's name.
    pub file: String,
    /// Another text whenever the file says something else.
    pub stamp: String,
    /// What is wrong with it.
    pub faults: Vec<Diagnostic>,
    /// What it shows; with faults, what it showed when it last had none.
    pub shown: Option<Arc<Shown>>,
}

/// A set-up without faults.
pub struct Shown {
    /// Its title.
    pub title: String,
    /// Its sides.
    pub sides: Vec<SideInfo>,
    /// Its pages.
    pub view: View,
    /// The rules that its pages lead to.
    pub rules: Vec<RuleText>,
    /// What is odd about it and no fault.
    pub warnings: Vec<Diagnostic>,
}

type Read = Arc<dyn Fn() -> Draft + Send + Sync>;

/// The pages of a file that `read` reads anew at each call.
pub fn viewer(read: impl Fn() -> Draft + Send + Sync + 'static) -> Router {
    let read: Read = Arc::new(read);
    Router::new()
        .route("/", get(first))
        .route("/{page}", get(page))
        .route("/events", get(events))
        .route("/assets/{name}", get(assets::serve))
        .route("/favicon.ico", get(assets::favicon))
        .fallback(async || Trouble::NotFound)
        .layer(from_fn(guard::own_machine))
        .layer(from_fn(dressed))
        .with_state(read)
}

async fn dressed(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    guard::put_headers(&mut response);
    response
}

async fn first(State(read): State<Read>) -> Redirect {
    let shown = read().shown;
    let page = shown.as_ref().and_then(|shown| shown.view.pages.first()).map_or("faults", |page| page.id);
    Redirect::to(&format!("/{page}"))
}

async fn page(State(read): State<Read>, Path(id): Path<String>, request: Request) -> Response {
    let draft = read();
    let look = display(&Cookies::of(request.headers()));
    let zone = Zone::utc();
    let (sides, title) = match &draft.shown {
        Some(shown) => (&*shown.sides, &*shown.title),
        None => (&[][..], &*draft.file),
    };
    let reader = Reader { page: &id, sides, ..Reader::of(Seat::Umpire, Hand::Reads(WHY), &zone) };
    let pages = draft.shown.iter().flat_map(|shown| &shown.view.pages);
    let tabs: Vec<Tab> = pages
        .map(|page| Tab {
            href: format!("/{}", page.id),
            word: page.tab.into(),
            here: page.id == id,
            needed: false,
        })
        .collect();
    let told = told(&draft);
    let mut is_window = false;
    let shown = draft.shown.as_ref().and_then(|shown| {
        if id == "rules" {
            let rules = shown.rules.iter().map(|rule| (rule.id, rule.heading, rule.words));
            return Some(list("rules-system", &shown.title, rules));
        }
        let page = shown.view.pages.iter().find(|page| page.id == id).or(shown.view.pages.first())?;
        is_window = window::is_window(page);
        Some(frame::page_of_view(&reader, &shown.view.standing, page, &Around::before(told.clone())))
    });
    let news = match (draft.faults.len(), draft.warnings().len()) {
        (0, 0) => "The file has no faults.".to_owned(),
        (0, n) => format!("The file has no faults and {}.", counted(n, "warning")),
        (n, _) => format!("The file has {}.", counted(n, "fault")),
    };
    let document = frame::document(&Document {
        mast: Mast { title: title.into(), standing: draft.file.clone(), ..Mast::default() },
        tabs: &tabs,
        live: Some(("/events".into(), draft.stamp.clone())),
        news,
        hues: symbols::hues(sides),
        window: is_window,
        foot: html! { "The page follows the file." },
        ..Document::plain(title, &look, shown.unwrap_or(told))
    });
    document.into_response()
}

impl Draft {
    /// What is odd about what the file says now; a file with faults is not asked.
    fn warnings(&self) -> &[Diagnostic] {
        let shown = self.shown.as_ref().filter(|_| self.faults.is_empty());
        shown.map_or(&[], |shown| &shown.warnings)
    }
}

fn counted(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

/// The faults of the file with their places, or that it has none and what is odd about it.
///
/// The line with the id stands in the same place whatever else is told: a page that is drawn anew in place must not find
/// a known element inside another one.
fn told(draft: &Draft) -> Markup {
    let sound = draft.faults.is_empty();
    html! {
        @if sound {
            p class="note draft" id=(WHY) { "This is how the file lays a campaign out. Nothing is played here." }
        } @else if draft.shown.is_some() {
            p class="note draft" id=(WHY) { "The page shows what the file said when it last had no faults." }
        }
        @if !sound {
            section class="panel yours draft" aria-labelledby="h-faults" {
                header {
                    h2 id="h-faults" { (counted(draft.faults.len(), "fault")) }
                    span class="note" { (draft.file) }
                }
                (list_of(&draft.faults))
            }
        } @else if !draft.warnings().is_empty() {
            section class="panel draft" aria-labelledby="h-warnings" {
                header {
                    h2 id="h-warnings" { (counted(draft.warnings().len(), "warning")) }
                    span class="note" { "The file can be played. Check whether this is what you mean." }
                }
                (list_of(draft.warnings()))
            }
        }
    }
}

fn list_of(found: &[Diagnostic]) -> Markup {
    html! {
        ul class="faults" {
            @for one in found {
                li {
                    span class="code" { @if let Some(place) = &one.place { (place.line) ":" (place.column) } @else { "–" } }
                    div {
                        p { (one.sentence) }
                        p class="note" { @if !one.path.is_empty() { span class="code" { (one.path) } " · " } (one.rule) }
                    }
                }
            }
        }
    }
}

/// Tells the page whenever the file says something else.
async fn events(State(read): State<Read>) -> Response {
    let beat = KeepAlive::new().interval(Duration::from_secs(15)).text("");
    Sse::new(stream(read)).keep_alive(beat).into_response()
}

fn stream(read: Read) -> impl Stream<Item = Result<Event, Infallible>> + Send {
    unfold((read, None::<String>), |(read, told)| async move {
        loop {
            let stamp = read().stamp;
            if told.as_ref() != Some(&stamp) {
                return Some((Ok(Event::default().event("cursor").data(&stamp)), (read, Some(stamp))));
            }
            tokio::time::sleep(PULSE).await;
        }
    })
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::{StatusCode, Version};
    use tower::ServiceExt;

    use super::*;

    fn found(sentence: &str) -> Diagnostic {
        Diagnostic::at("mine.toml", "\nb = 1\n", Some(1..2), "b", "R-1", sentence.into())
    }

    fn draft(faults: Vec<Diagnostic>, warnings: Vec<Diagnostic>) -> String {
        let view = View { standing: String::new(), pages: Vec::new() };
        let shown = Shown { title: String::new(), sides: Vec::new(), view, rules: Vec::new(), warnings };
        let (file, stamp) = ("mine.toml".into(), String::new());
        told(&Draft { file, stamp, faults, shown: Some(Arc::new(shown)) }).into_string()
    }

    #[tokio::test]
    async fn a_draft_is_shown_to_whoever_asks_by_this_machines_names_alone() {
        let read = || Draft { file: "mine.toml".into(), stamp: "1".into(), faults: Vec::new(), shown: None };
        let pages = viewer(read);
        let ask = async |path: &str, names: &[&str], version| {
            let asked = Request::builder().uri(path).version(version);
            let asked = names.iter().fold(asked, |asked, name| asked.header("host", *name));
            let answer = pages.clone().oneshot(asked.body(Body::empty()).unwrap()).await.unwrap();
            assert!(answer.headers().contains_key("content-security-policy"));
            answer.status()
        };
        for name in ["127.0.0.1:8080", "localhost", "[::1]:9"] {
            assert_eq!(ask("/faults", &[name], Version::HTTP_11).await, StatusCode::OK, "{name}");
        }
        for names in [&[][..], &[""], &["evil.example"], &["localhost", "localhost"], &["192.0.2.7"]] {
            for version in [Version::HTTP_10, Version::HTTP_11] {
                for path in ["/", "/faults", "/events", "/assets/style.css", "/nowhere"] {
                    let status = ask(path, names, version).await;
                    assert_eq!(status, StatusCode::MISDIRECTED_REQUEST, "{names:?} {path}");
                }
            }
        }
    }

    #[test]
    fn warnings_stand_with_their_places_and_give_way_to_faults() {
        let odd = draft(Vec::new(), vec![found("Nobody wants this.")]);
        for part in ["1 warning<", "Nobody wants this.", ">2:1<", ">b<", "R-1"] {
            assert!(odd.contains(part), "{part} in {odd}");
        }
        let both =
            draft(vec![found("This is wrong."), found("So is this.")], vec![found("Nobody wants this.")]);
        assert!(both.contains("2 faults<") && !both.contains("Nobody wants this."), "{both}");
        assert!(!draft(Vec::new(), Vec::new()).contains("warning"));
    }

    #[test]
    fn the_line_that_says_why_nothing_is_played_never_stands_inside_another_element() {
        let odd = vec![found("Nobody wants this.")];
        for told in
            [draft(Vec::new(), Vec::new()), draft(Vec::new(), odd), draft(vec![found("No.")], Vec::new())]
        {
            assert!(told.starts_with("<p class=\"note draft\" id=\"draft\">"), "{told}");
        }
    }
}
