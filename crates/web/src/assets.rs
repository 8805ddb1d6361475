//! Files that pages need, embedded in the binary and served under addresses that carry a digest of their content, so
//! that browsers may keep them for a year.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::OnceLock;

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kernel::view::Hue;
use sha2::{Digest, Sha256};

use crate::error::Trouble;

/// One embedded file.
struct File {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

macro_rules! files {
    ($(($folder:literal, $name:literal, $kind:literal)),* $(,)?) => {
        &[$(File { name: $name, kind: $kind, bytes: include_bytes!(concat!("assets/", $folder, $name)) }),*]
    };
}

const FILES: &[File] = files![
    ("fonts/", "source-sans-3-latin-wght-normal.woff2", "font/woff2"),
    ("fonts/", "source-serif-4-latin-wght-normal.woff2", "font/woff2"),
    ("fonts/", "barlow-condensed-latin-600-normal.woff2", "font/woff2"),
    ("fonts/", "OFL.txt", "text/plain; charset=utf-8"),
    ("", "icon.svg", "image/svg+xml"),
    ("js/", "live.js", "text/javascript; charset=utf-8"),
    ("js/", "ends.js", "text/javascript; charset=utf-8"),
    ("js/", "picks.js", "text/javascript; charset=utf-8"),
    ("js/", "arrange.js", "text/javascript; charset=utf-8"),
    ("js/", "kept.js", "text/javascript; charset=utf-8"),
    ("js/", "keys.js", "text/javascript; charset=utf-8"),
    ("js/", "turned.js", "text/javascript; charset=utf-8"),
    ("js/", "display.js", "text/javascript; charset=utf-8"),
    ("js/", "join.js", "text/javascript; charset=utf-8"),
];

/// htmx and its extension for streams, in one file: htmx starts as soon as it is loaded and would pass over a stream
/// whose extension arrives later.
const HTMX: &[&str] =
    &[include_str!("assets/vendor/htmx.min.js"), "\n", include_str!("assets/vendor/hx-sse.min.js")];

/// The script of boards, in one module. Of hexes: what the page says, where hexes lie, what is seen, what is done. In
/// inches, with the same sight: what stands where and which forms ask for a place, what is done.
const BOARD: &[&str] = &[
    include_str!("assets/js/board/frame.js"),
    include_str!("assets/js/board/data.js"),
    include_str!("assets/js/board/sight.js"),
    include_str!("assets/js/board/hand.js"),
    include_str!("assets/js/board/later.js"),
    include_str!("assets/js/board/start.js"),
    include_str!("assets/js/inches/sheet.js"),
    include_str!("assets/js/inches/hand.js"),
    include_str!("assets/js/inches/tray.js"),
    include_str!("assets/js/inches/names.js"),
    include_str!("assets/js/inches/sent.js"),
    include_str!("assets/js/inches/lay.js"),
    include_str!("assets/js/inches/marks.js"),
    include_str!("assets/js/inches/spread.js"),
    include_str!("assets/js/inches/course.js"),
    include_str!("assets/js/inches/start.js"),
    include_str!("assets/js/inches/calibrate.js"),
    include_str!("assets/js/play.js"),
];

/// The script of the page on which a map is painted, in one module: hexes and sight as boards have them, the map as it is
/// painted, the picture under it, what hands and keys do.
const PAINT: &[&str] = &[
    include_str!("assets/js/board/data.js"),
    include_str!("assets/js/board/sight.js"),
    include_str!("assets/js/paint/map.js"),
    include_str!("assets/js/paint/picture.js"),
    include_str!("assets/js/paint/easel.js"),
    include_str!("assets/js/paint/brush.js"),
    include_str!("assets/js/paint/names.js"),
    include_str!("assets/js/paint/start.js"),
];

/// What a browser keeps of a log, and the words that it gives for the dice, in one module: no words are given to a log
/// that does not go on from what was kept.
const KEPT_LOG: &[&str] = &[
    include_str!("assets/js/digest.js"),
    include_str!("assets/js/heads.js"),
    include_str!("assets/js/words.js"),
];

/// The parts of the style sheet, in order.
const STYLES: &[&str] = &[
    include_str!("assets/css/tokens.css"),
    include_str!("assets/css/base.css"),
    include_str!("assets/css/frame.css"),
    include_str!("assets/css/words.css"),
    include_str!("assets/css/controls.css"),
    include_str!("assets/css/keys.css"),
    include_str!("assets/css/panels.css"),
    include_str!("assets/css/figures.css"),
    include_str!("assets/css/rolls.css"),
    include_str!("assets/css/chance.css"),
    include_str!("assets/css/board.css"),
    include_str!("assets/css/hexes.css"),
    include_str!("assets/css/inches.css"),
    include_str!("assets/css/tray.css"),
    include_str!("assets/css/away.css"),
    include_str!("assets/css/counters.css"),
    include_str!("assets/css/window.css"),
    include_str!("assets/css/plan.css"),
    include_str!("assets/css/arrange.css"),
    include_str!("assets/css/studio.css"),
    include_str!("assets/css/paint.css"),
    include_str!("assets/css/print.css"),
];

/// The tokens alone, for the test that holds their contrast.
pub const TOKENS: &str = include_str!("assets/css/tokens.css");

/// The icon that browsers ask for without being told.
pub const FAVICON: &[u8] = include_bytes!("assets/favicon.ico");

struct Served {
    kind: &'static str,
    bytes: Vec<u8>,
}

struct Shelf {
    by_address: BTreeMap<String, Served>,
    address: BTreeMap<&'static str, String>,
}

impl Shelf {
    fn put(&mut self, name: &'static str, kind: &'static str, bytes: Vec<u8>) {
        let digest = hex::encode(Sha256::digest(&bytes));
        let (stem, end) = name.rsplit_once('.').unwrap_or((name, ""));
        let hashed = format!("{stem}-{}.{end}", &digest[..12]);
        self.address.insert(name, format!("/assets/{hashed}"));
        self.by_address.insert(hashed, Served { kind, bytes });
    }
}

fn shelf() -> &'static Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF.get_or_init(|| {
        let mut shelf = Shelf { by_address: BTreeMap::new(), address: BTreeMap::new() };
        for file in FILES {
            shelf.put(file.name, file.kind, file.bytes.to_vec());
        }
        shelf.put("log.js", "text/javascript; charset=utf-8", KEPT_LOG.concat().into_bytes());
        shelf.put("board.js", "text/javascript; charset=utf-8", BOARD.concat().into_bytes());
        shelf.put("paint.js", "text/javascript; charset=utf-8", PAINT.concat().into_bytes());
        shelf.put("htmx.js", "text/javascript; charset=utf-8", HTMX.concat().into_bytes());
        let mut style = STYLES.concat();
        for file in FILES {
            let address = shelf.address[file.name].clone();
            style = style.replace(&format!("url({})", file.name), &format!("url({address})"));
        }
        // A side in another colour than that of its seat.
        for hue in Hue::ALL.map(Hue::word) {
            for side in ["a", "b", "c", "d"] {
                let _ = write!(
                    style,
                    "@media screen{{.hue-{side}-{hue}{{--{side}:var(--h-{hue});--{side}-tint:var(--h-{hue}-tint)}}}}"
                );
            }
        }
        // Widths of bars are classes, so that no page needs a style of its own.
        for percent in 0..=100 {
            let _ = write!(style, ".w{percent}{{inline-size:{percent}%}}");
        }
        shelf.put("adjutant.css", "text/css; charset=utf-8", style.into_bytes());
        shelf
    })
}

/// The address of an embedded file.
///
/// # Panics
/// When there is no file of that name, which a test of every page would show.
pub fn address(name: &str) -> &'static str {
    shelf().address.get(name).map(String::as_str).expect("pages name only embedded files")
}

/// Serves an embedded file; its address never means anything else, so it may be kept for a year.
pub async fn serve(Path(name): Path<String>) -> Response {
    match shelf().by_address.get(&name) {
        Some(file) => {
            let headers = [
                (header::CONTENT_TYPE, file.kind),
                (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
            ];
            (headers, file.bytes.as_slice()).into_response()
        }
        None => Trouble::NotFound.into_response(),
    }
}

/// Serves `/favicon.ico`.
pub async fn favicon() -> Response {
    let headers = [(header::CONTENT_TYPE, "image/x-icon"), (header::CACHE_CONTROL, "public, max-age=604800")];
    (headers, FAVICON).into_response()
}
