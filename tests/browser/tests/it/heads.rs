//! A browser keeps the last head of each log that it has seen, and says when the server stands before it.

use kernel::Seat;

use crate::driver::{Browser, left_out};
use crate::house::House;

async fn script(browser: &Browser, code: &str) -> serde_json::Value {
    browser.page.execute(code, vec![]).await.unwrap().json().clone()
}

/// The keys of what the browser has kept of this campaign's logs.
const KEPT: &str = "return Object.keys(localStorage).filter((key) => key.startsWith('head ')).sort()";
/// What the page says about logs that are not what they were.
const SAID: &str = "return [...document.querySelectorAll('.lost-head')].map((note) => note.textContent)";

/// What the page says in the end about logs that are not what they were.
async fn said(browser: &Browser, n_notes: usize) -> Vec<String> {
    for _ in 0..100 {
        let said = script(browser, SAID).await;
        let said = said.as_array().unwrap().iter().map(|words| words.as_str().unwrap().to_owned());
        let said: Vec<String> = said.collect();
        if said.len() == n_notes {
            return said;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("{:?}", script(browser, SAID).await);
}

/// At what number a browser keeps a log once that is beyond another: the logs of a page are looked at one after the other.
async fn kept_beyond(browser: &Browser, place: &str, number: u64) -> u64 {
    let kept = format!("return JSON.parse(localStorage.getItem('{place}'))?.number ?? 0");
    for _ in 0..100 {
        let now = script(browser, &kept).await.as_u64().unwrap();
        if now > number {
            return now;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("{place} stays at {number}");
}

/// A log that was written anew and has grown beyond what the browser saw does not go on from that.
#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_was_written_anew_and_grew_is_noticed() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let browser = house.seated(Seat::Side(0), 360).await;
    let page = house.page(Seat::Side(0), "dice");
    house.act(Seat::Side(0), serde_json::json!({"do": "choose-posture", "posture": "attack"})).await;
    browser.go(&page).await;
    let place = format!("head /c/{} side-0", house.campaign);
    let kept = format!("return JSON.parse(localStorage.getItem('{place}')).number");
    let before = kept_beyond(&browser, &place, 0).await;

    // What grew and still holds what was seen is the new head, and nothing is said.
    house.act(Seat::Side(0), serde_json::json!({"do": "choose-posture", "posture": "defend"})).await;
    browser.go(&page).await;
    kept_beyond(&browser, &place, before).await;
    assert_eq!(script(&browser, SAID).await, serde_json::json!([]));

    // The same number of then with another link: what stands there now cannot have come of it.
    let seen = "e".repeat(64);
    let forged =
        format!("localStorage.setItem('{place}', JSON.stringify({{number: {before}, hash: '{seen}'}}))");
    script(&browser, &forged).await;
    browser.go(&page).await;
    let told = said(&browser, 1).await;
    let words = format!(
        "Your log does not go on from what this browser has seen at {before}: eeee eeee eeee eeee eeee eeee eeee eeee"
    );
    assert!(told[0].starts_with(&words), "{told:?}");
    browser.looks_right("lost-head").await;
    assert_eq!(script(&browser, &kept).await.as_u64().unwrap(), before, "what was seen is kept");

    // Another side's log is not there for this seat.
    let other = "return fetch(location.pathname.replace('/dice', '/log/links/side-1') + '?after=0').then((it) => it.status)";
    assert_eq!(script(&browser, other).await, 404);
    let own = "return fetch(location.pathname.replace('/dice', '/log/links/side-0') + '?after=0').then((it) => it.status)";
    assert_eq!(script(&browser, own).await, 200);
    browser.close().await;
}

/// Whoever wrote the log anew would rather not give what shows it: silence is told, and looked at again.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_does_not_give_what_came_since_is_told_and_asked_again() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let browser = house.seated(Seat::Side(0), 360).await;
    let page = house.page(Seat::Side(0), "dice");
    house.act(Seat::Side(0), serde_json::json!({"do": "choose-posture", "posture": "attack"})).await;
    browser.go(&page).await;
    let place = format!("head /c/{} side-0", house.campaign);
    let kept = format!("return JSON.parse(localStorage.getItem('{place}')).number");
    let before = kept_beyond(&browser, &place, 0).await;
    let seen = script(&browser, &format!("return localStorage.getItem('{place}')")).await;
    let seen = seen.as_str().unwrap();
    house.act(Seat::Side(0), serde_json::json!({"do": "choose-posture", "posture": "defend"})).await;

    for answer in [
        "Promise.reject(new Error())",
        "Promise.resolve(new Response('[]'))",
        "Promise.resolve(new Response('[7]'))",
    ] {
        browser.go(&page).await;
        kept_beyond(&browser, &place, before).await;
        let stop = format!(
            "window.real ??= window.fetch; window.fetch = () => {answer};
             localStorage.setItem('{place}', '{seen}');
             document.dispatchEvent(new Event('htmx:after:swap'));"
        );
        script(&browser, &stop).await;
        let told = said(&browser, 1).await;
        let words = format!("Your log could not be compared with what this browser has seen at {before}: ");
        assert!(told[0].starts_with(&words), "{answer}: {told:?}");
        assert_eq!(script(&browser, &kept).await.as_u64().unwrap(), before, "what was seen is kept");
        browser.looks_right("head-unknown").await;

        script(&browser, "window.fetch = window.real").await;
        assert_eq!(said(&browser, 0).await, [""; 0]);
        kept_beyond(&browser, &place, before).await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_was_cut_off_or_written_anew_is_noticed() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let mut browser = house.seated(Seat::Side(0), 360).await;
    let page = house.page(Seat::Side(0), "dice");
    browser.go(&page).await;
    let place = format!("head /c/{}", house.campaign);
    assert_eq!(script(&browser, SAID).await, serde_json::json!([]));

    // Play goes on: the head is a later one.
    house.act(Seat::Side(0), serde_json::json!({"do": "choose-posture", "posture": "attack"})).await;
    browser.go(&page).await;
    for log in ["public", "side-0"] {
        kept_beyond(&browser, &format!("{place} {log}"), 0).await;
    }
    assert_eq!(
        script(&browser, KEPT).await,
        serde_json::json!([format!("{place} public"), format!("{place} side-0")]),
        "one head of each log that the seat reads, and nothing else"
    );
    assert_eq!(script(&browser, SAID).await, serde_json::json!([]));

    // The server has less than the browser saw, and another link at the same number.
    let seen = "f".repeat(64);
    script(
        &browser,
        &format!(
            "const own = JSON.parse(localStorage.getItem('{place} side-0'));
             const all = JSON.parse(localStorage.getItem('{place} public'));
             localStorage.setItem('{place} side-0', JSON.stringify({{number: own.number + 5, hash: '{seen}'}}));
             localStorage.setItem('{place} public', JSON.stringify({{number: all.number, hash: '{seen}'}}));"
        ),
    )
    .await;
    browser.go(&page).await;
    let said = said(&browser, 2).await;
    assert!(said[0].starts_with("The public log") && said[0].contains("is another one"), "{said:?}");
    assert!(said[1].starts_with("Your log") && said[1].contains("this browser has seen it at"), "{said:?}");
    assert!(
        said.iter().all(|words| words.contains("--head \"ffff ffff ffff ffff ffff ffff ffff ffff\"")),
        "{said:?}"
    );
    for width in [360, 1280] {
        browser.widen(width).await;
        browser.looks_right("lost-head").await;
    }

    // What is kept and cannot be read is replaced.
    script(&browser, &format!("localStorage.setItem('{place} side-0', '{{')")).await;
    browser.go(&page).await;
    assert_eq!(self::said(&browser, 1).await.len(), 1);
    assert_eq!(browser.complaints().await, [""; 0]);
    browser.close().await;
}
