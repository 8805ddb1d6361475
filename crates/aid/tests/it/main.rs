//! What a page of the play aid is made of.

use aid::Aid;
use serde_json::json;

fn aid(title: &str) -> Aid<'_> {
    Aid {
        title,
        charts: json!({ "note": "</script><b>" }),
        cards: json!(["a card"]),
        tokens: "/* words before */ :root { --ink: #123 }",
    }
}

fn page(title: &str) -> String {
    aid(title).page()
}

#[test]
fn a_server_gives_files_that_name_each_other() {
    let files = aid("Night watch").served("night-watch");
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(
        names,
        ["", ".css", ".js", ".webmanifest", ".svg", "-worker.js"]
            .map(|suffix| format!("night-watch{suffix}"))
    );
    let text = |suffix: &str| {
        let name = format!("night-watch{suffix}");
        files.iter().find(|file| file.name == name).map(|file| file.text.as_str()).unwrap()
    };
    // A policy that lets pages load files alone lets it work.
    let page = text("");
    assert!(!page.contains("<style") && !page.contains("style=") && !page.contains("<script>"), "{page}");
    for name in &names[1..4] {
        assert!(page.contains(&format!("\"{name}\"")), "{name}");
    }
    assert!(page.contains("data-worker=\"night-watch-worker.js\"") && !page.contains("{{"), "{page}");
    let manifest: serde_json::Value = serde_json::from_str(text(".webmanifest")).unwrap();
    assert_eq!(
        (&manifest["start_url"], &manifest["icons"][0]["src"]),
        (&json!("night-watch"), &json!("night-watch.svg"))
    );
    let worker = text("-worker.js");
    assert!(
        names[..5].iter().all(|name| worker.contains(&format!("\"{name}\""))) && !worker.contains("{{"),
        "{worker}"
    );
    // Another edition of any file is another one for the worker.
    let other = Aid { charts: json!({ "note": "other" }), ..aid("Night watch") }.served("night-watch");
    assert_ne!(other.last().unwrap().text, worker);
    assert_eq!(aid("Night watch").served("night-watch"), files);
}

#[test]
fn every_place_of_the_page_holds_what_belongs_there() {
    let page = page("Night watch");
    assert!(page.contains("<title>Play aid · Night watch</title>"), "the title");
    assert!(page.contains(":root { --ink: #123 }"), "the tokens");
    assert!(!page.contains("words before"), "what the network would bring");
    assert!(page.contains(r#""cards":["a card"]"#), "the cards");
    assert!(page.contains(aid::RESOLVER), "the resolver");
    assert!(!page.contains("{{"), "a place that nothing fills");
}

#[test]
fn a_title_with_signs_of_html_is_shown_and_not_obeyed() {
    let page = page("Tanks & <Guns> \"43\"");
    assert!(page.contains("<title>Play aid · Tanks &amp; &lt;Guns&gt; &quot;43&quot;</title>"));
}

#[test]
fn data_cannot_end_its_script() {
    assert!(page("Data").contains("\\u003c/script>\\u003cb>"));
}
