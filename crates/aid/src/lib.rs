//! The play aid beside a physical game, as one page: charts that are resolved in the page, formation cards for both sides,
//! the turn's list, a log. It works without account, map, server and network. It knows no system: what it resolves and which
//! cards it keeps is data.

use serde_json::Value;

/// What a page is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Aid<'a> {
    /// What it is for, as people call it.
    pub title: &'a str,
    /// The charts, in the form that the resolver reads.
    pub charts: Value,
    /// What a formation's card holds, and to which questions of the charts it answers.
    pub cards: Value,
    /// Tokens of colour, type and space, as a style sheet.
    pub tokens: &'a str,
}

/// Resolves charts; it is read by the page and by whoever tests it.
pub const RESOLVER: &str = include_str!("resolver.js");
/// Draws QR codes, and takes a game apart into them.
pub const CODES: &str = include_str!("codes.js");
const SCRIPT: &str = include_str!("aid.js");
const STEPS: &str = include_str!("steps.js");
const HANDOVER: &str = include_str!("handover.js");
const PRINTED: &str = include_str!("printed.js");
const INSTALL: &str = include_str!("install.js");
const WORKER: &str = include_str!("worker.js");
const STYLE: &str = include_str!("aid.css");
const PAGE: &str = include_str!("page.html");

/// A file of an aid that a server gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServedFile {
    /// Its name beside the others.
    pub name: String,
    /// What it is.
    pub content_type: &'static str,
    /// What it holds.
    pub text: String,
}

/// What stands in the places of the page besides title and data.
struct Dress<'a> {
    links: &'a str,
    style: &'a str,
    body: &'a str,
    foot: &'a str,
    scripts: &'a str,
}

impl Aid<'_> {
    /// The page as one file that loads nothing.
    pub fn page(&self) -> String {
        let style = format!("<style>{}</style>", self.style());
        let scripts = format!("<script>{}</script>", script());
        self.dressed(&Dress { links: "", style: &style, body: "", foot: "", scripts: &scripts })
    }

    /// The files of the aid as a server gives them, all side by side under addresses that begin with `name`: the page,
    /// whose address is the bare name, its style and script, what makes it an app of the device, and the worker that
    /// keeps it. Styles and scripts stand in files of their own, as a server's policy asks for.
    pub fn served(&self, name: &str) -> Vec<ServedFile> {
        let file = |suffix: &str, content_type, text| ServedFile {
            name: format!("{name}{suffix}"),
            content_type,
            text,
        };
        let links = format!(
            "<link rel=\"manifest\" href=\"{name}.webmanifest\">\n<link rel=\"icon\" type=\"image/svg+xml\" \
             href=\"{name}.svg\">\n"
        );
        let page = self.dressed(&Dress {
            links: &links,
            style: &format!("<link rel=\"stylesheet\" href=\"{name}.css\">"),
            body: &format!(" data-worker=\"{name}-worker.js\""),
            foot: "<span id=\"offline\" role=\"status\"></span>",
            scripts: &format!("<script src=\"{name}.js\"></script>"),
        });
        let icon =
            serde_json::json!({ "src": format!("{name}.svg"), "sizes": "any", "type": "image/svg+xml" });
        let manifest = serde_json::json!({
            "name": format!("Play aid · {}", self.title),
            "short_name": self.title,
            "start_url": name,
            "scope": name,
            "display": "standalone",
            "background_color": "#f6f3ec",
            "theme_color": "#f6f3ec",
            "icons": [icon],
        });
        let mut files = vec![
            file("", "text/html; charset=utf-8", page),
            file(".css", "text/css; charset=utf-8", self.style()),
            file(".js", "text/javascript; charset=utf-8", format!("{}\n{INSTALL}", script())),
            file(".webmanifest", "application/manifest+json", manifest.to_string()),
            file(".svg", "image/svg+xml", ICON.to_owned()),
        ];
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let worker = WORKER
            .replace("{{edition}}", &edition(&files))
            .replace("{{files}}", &serde_json::json!(names).to_string())
            .replace("{{name}}", name);
        files.push(file("-worker.js", "text/javascript; charset=utf-8", worker));
        files
    }

    fn style(&self) -> String {
        // A font of the network is not there.
        let (_, tokens) = self.tokens.split_once(":root").unwrap_or(("", ""));
        format!(":root{tokens}\n{STYLE}")
    }

    fn dressed(&self, dress: &Dress<'_>) -> String {
        let data = serde_json::json!({ "charts": self.charts, "cards": self.cards });
        let title = escaped(self.title);
        let filled = [
            ("title", title.as_str()),
            ("links", dress.links),
            ("style", dress.style),
            ("body", dress.body),
            ("foot", dress.foot),
            // Within a script only this sign could end it.
            ("data", &data.to_string().replace('<', "\\u003c")),
            ("scripts", dress.scripts),
        ];
        // Piece by piece, so that nothing that was put in is taken for a place.
        let mut pieces = PAGE.split("{{");
        let mut page = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (place, rest) = piece.split_once("}}").unwrap_or((piece, ""));
            let text = filled.iter().find(|(known, _)| *known == place).map_or("", |(_, text)| text);
            page.push_str(text);
            page.push_str(rest);
        }
        page
    }
}

/// A die with five pips.
const ICON: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\"><rect width=\"64\" height=\"64\" \
    rx=\"12\" fill=\"#1b2226\"/><g fill=\"#f6f3ec\"><circle cx=\"20\" cy=\"20\" r=\"5\"/><circle cx=\"44\" cy=\"20\" r=\"5\"/>\
    <circle cx=\"32\" cy=\"32\" r=\"5\"/><circle cx=\"20\" cy=\"44\" r=\"5\"/><circle cx=\"44\" cy=\"44\" r=\"5\"/></g></svg>";

fn script() -> String {
    format!("\"use strict\";\n{RESOLVER}\n{CODES}\n{STEPS}\n{PRINTED}\n{HANDOVER}\n{SCRIPT}")
}

/// A word that changes with any of the files, so that a newer edition takes the place of what a device keeps. FNV-1a over
/// all bytes: nobody is kept out by it.
fn edition(files: &[ServedFile]) -> String {
    let bytes = files.iter().flat_map(|file| file.text.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// A text within HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
