//! What a page of the play aid is made of.

use aid::Aid;
use serde_json::json;

fn page(title: &str) -> String {
    let aid = Aid {
        title,
        charts: json!({ "note": "</script><b>" }),
        cards: json!(["a card"]),
        tokens: "/* words before */ :root { --ink: #123 }",
    };
    aid.page()
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
