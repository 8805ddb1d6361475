//! What seats read.

use axum::http::StatusCode;
use kernel::Seat;

use crate::api::Program;
use crate::house::House;

#[tokio::test]
async fn each_page_of_a_seat_is_there() {
    let house = House::open().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let base = umpire.base.clone();
    let first = umpire.get(&base).await;
    assert_eq!((first.status, first.header("location")), (StatusCode::SEE_OTHER, &*format!("{base}/posts")));
    for page in ["posts", "points", "log", "rules", "dice", "seats"] {
        let answer = umpire.page(page).await;
        assert_eq!(answer.status, StatusCode::OK, "{page}");
        assert!(answer.body.contains("aria-current=\"page\""), "{page} marks its tab");
        assert!(answer.body.contains("<h1"), "{page} has a heading");
        assert!(answer.body.contains("Pickets at the ford"), "{page} names the campaign");
    }
}

#[tokio::test]
async fn the_umpire_reads_a_page_as_a_side_gets_it_and_acts_only_when_asked_to() {
    let house = House::open().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let page = umpire.page("posts?as=side-0").await;
    assert!(page.body.contains("exactly as the"));
    assert!(!page.body.contains("action=\"/c/"), "nothing can be sent");
    let page = umpire.page("posts?as=side-0&hand=1").await;
    let answer = umpire.submit(&page, "pay", &[]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("needs a reason"));
    let answer = umpire.submit(&page, "pay", &[("reason", "They are away until Friday.")]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    let mut blue = house.seated(Seat::Side(0)).await;
    assert!(blue.page("log").await.body.contains("They are away until Friday."));
}

#[tokio::test]
async fn a_side_reads_with_its_own_eyes_only() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    assert_eq!(blue.page("posts?as=side-1").await.status, StatusCode::NOT_FOUND);
    assert_eq!(blue.page("log?as=umpire").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_happened_since_the_last_visit_is_told() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let mut grey = house.seated(Seat::Side(1)).await;
    assert!(blue.page("posts").await.body.contains("What has happened"));
    house.pass(60);
    grey.pay_and_close().await;
    house.pass(60);
    let page = blue.page("posts").await;
    let since = page.body.split("Since you were last here").nth(1).expect("a new visit");
    assert!(since.contains("Grey") && since.contains("closed"), "{since}");
    assert!(!since.split("</section>").next().unwrap().contains("The campaign began"), "only what is new");
    house.pass(5);
    assert!(blue.page("posts").await.body.contains("Since you were last here"), "it stays during the visit");
}

/// What was done before a spectator's last visit and is shown only now has happened since, for a spectator.
#[tokio::test]
async fn who_sees_behind_time_is_told_what_has_come_into_sight() {
    let house = House::open().await;
    let umpire = Program::at(&house, Seat::Umpire).await;
    let behind = umpire.post("/spectators", serde_json::json!({"minutes": 60})).await;
    assert_eq!(behind.status, StatusCode::OK);
    house.pass(90);
    let mut grey = house.seated(Seat::Side(1)).await;
    let mut spectator = house.seated(Seat::Spectator).await;
    grey.pay_and_close().await;
    house.pass(5);
    assert!(!spectator.page("log").await.body.contains("closed"), "it is not due yet");
    spectator.page("posts").await;
    house.pass(90);
    let home = spectator.get("/").await;
    assert!(home.body.contains("One thing has happened since you were last here"), "{}", home.body);
    let page = spectator.page("posts").await;
    let since = page.body.split("Since you were last here").nth(1).expect("a new visit");
    let since = since.split("</section>").next().unwrap();
    assert!(since.contains("closed") && !since.contains("The campaign began"), "{since}");
    house.pass(5);
    let page = spectator.page("posts").await;
    let same = page.body.split("Since you were last here").nth(1).expect("the same visit");
    assert!(same.split("</section>").next().unwrap().contains("closed"), "it stays during the visit");
}

#[tokio::test]
async fn the_readers_zone_dates_the_log() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    assert!(blue.page("log").await.body.contains("20:21"));
    blue.cookies.insert("zone".into(), "Asia%2FTokyo".into());
    let page = blue.page("log").await;
    assert!(page.body.contains("05:21") && page.body.contains("Asia/Tokyo"));
}

#[tokio::test]
async fn the_display_is_kept_without_script() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    blue.post("/display", &[("theme", "dark"), ("keys", "off")]).await;
    let page = blue.page("posts").await;
    assert!(page.body.contains("data-theme=\"dark\"") && page.body.contains("data-keys=\"off\""));
    blue.post("/display", &[("theme", "\"><script>")]).await;
    assert!(!blue.page("posts").await.body.contains("data-theme"));
}

#[tokio::test]
async fn rule_ids_lead_to_their_words() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let rules = blue.page("rules").await.body;
    assert!(rules.contains("id=\"HOUSE-STALE\"") && rules.contains("You act on what you see"));
    let page = blue.page("posts").await.body;
    for id in page.split("/rules#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(rules.contains(&format!("id=\"{id}\"")), "{id} is not explained");
    }
}

#[tokio::test]
async fn files_are_named_by_their_content_and_kept() {
    let house = House::open().await;
    let mut stranger = house.stranger();
    let page = stranger.get("/").await.body;
    let names: Vec<&str> =
        page.split("\"/assets/").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(names.len() >= 5, "{names:?}");
    for name in names {
        let answer = stranger.get(&format!("/assets/{name}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{name}");
        assert!(answer.header("cache-control").contains("immutable"));
    }
    assert_eq!(stranger.get("/assets/nosuch.css").await.status, StatusCode::NOT_FOUND);
    assert_eq!(stranger.get("/favicon.ico").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_seat_takes_away_what_it_may_see() {
    let house = House::open().await;
    for (seat, kind) in [(Seat::Side(0), "seat"), (Seat::Umpire, "umpire"), (Seat::Spectator, "seat")] {
        let mut browser = house.seated(seat).await;
        let page = browser.page("dice").await;
        let csrf = page.csrf();
        let path = format!("{}/export", browser.base);
        let file = browser.post(&path, &[("csrf", &csrf), ("what", "seat")]).await;
        assert_eq!(file.status, StatusCode::OK, "{}", file.body);
        assert!(file.header("content-disposition").contains("attachment"));
        assert!(file.body.contains(&format!("\"kind\": \"{kind}\"")), "{}", &file.body[..400]);
        assert!(!file.body.contains("dice_secret"));
        let last = browser.post(&path, &[("csrf", &csrf), ("what", "final")]).await;
        assert_ne!(last.status, StatusCode::OK, "the secret would tell every roll to come");
        assert!(ledger::verify(&file.body, None).is_sound());
    }
}

#[tokio::test]
async fn the_dice_are_shown_when_the_umpire_has_ended_the_campaign() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    assert_eq!(blue.submit(&page, "pay", &[]).await.status, StatusCode::SEE_OTHER);
    let mut umpire = house.seated(Seat::Umpire).await;
    let page = umpire.page("dice").await;
    assert_ne!(umpire.submit(&page, "end", &[("reason", " ")]).await.status, StatusCode::SEE_OTHER);
    let ended = umpire.submit(&page, "end", &[("reason", "We stop here.")]).await;
    assert_eq!(ended.status, StatusCode::SEE_OTHER, "{}", ended.body);
    let page = umpire.page("dice").await;
    let csrf = page.csrf();
    let path = format!("{}/export", umpire.base);
    let file = umpire.clone().post(&path, &[("csrf", &csrf), ("what", "final")]).await;
    assert_eq!(file.status, StatusCode::OK, "{}", file.body);
    assert!(file.body.contains("dice_secret"));
    assert!(ledger::verify(&file.body, None).is_sound());
    assert!(file.header("content-disposition").contains("-final.adjutant.json"));
    let page = blue.page("posts").await.body;
    assert!(page.contains("The umpire has ended the campaign: “We stop here.” Nothing is done"), "{page}");
    assert!(page.contains("Nothing waits for anybody") && !page.contains("action=\"/c/"), "{page}");
    assert!(page.contains("class=\"refusal peek\" id=\"over\""));
    let main = page.split("<main").nth(1).unwrap().split("</main>").next().unwrap();
    for control in ["<button", "<input", "<textarea", "aria-disabled", "panel yours", "Yours."] {
        assert!(!main.contains(control), "{control}: {main}");
    }
    assert!(main.contains("HOUSE-DICE-SHOWN"));
    for seat in [Seat::Side(0), Seat::Spectator] {
        let mut browser = house.seated(seat).await;
        let page = browser.page("dice").await;
        let csrf = page.csrf();
        let path = format!("{}/export", browser.base);
        let again = browser.clone().post(&path, &[("csrf", &csrf), ("what", "final")]).await;
        assert_eq!(again.body, file.body, "everyone may check every roll");
        let whole = browser.post(&path, &[("csrf", &csrf), ("what", "move")]).await;
        assert_ne!(whole.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn whoever_holds_a_seat_reads_on_when_the_disk_takes_nothing_more() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    blue.page("posts").await;
    house.fill_the_list_of_people().await;
    // Long enough for another visit and another use of the session to be noted.
    house.pass(3 * 24 * 60);
    for page in ["posts", "log", "dice"] {
        assert_eq!(blue.page(page).await.status, StatusCode::OK, "{page}");
    }
}

#[tokio::test]
async fn watchers_are_told_how_the_server_is() {
    let house = House::open().await;
    let mut stranger = house.stranger();
    assert_eq!(stranger.get("/healthz").await.status, StatusCode::OK);
    assert_eq!(stranger.get("/readyz").await.status, StatusCode::OK);
    house.closing.send(true).unwrap();
    assert_eq!(stranger.get("/readyz").await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(stranger.get("/healthz").await.status, StatusCode::OK);
}

/// Also before anybody has met it, and when there is room again.
#[tokio::test]
async fn watchers_are_told_within_seconds_that_there_is_no_room() {
    let house = House::open().await;
    let mut stranger = house.stranger();
    let mut comes = async |status| {
        for _ in 0..40 {
            if stranger.get("/readyz").await.status == status {
                return true;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        false
    };
    assert!(comes(StatusCode::OK).await);
    house.fill_the_list_of_people().await;
    assert!(comes(StatusCode::SERVICE_UNAVAILABLE).await);
    house.make_room().await;
    assert!(comes(StatusCode::OK).await);
}

#[tokio::test]
async fn pages_are_compressed_when_asked() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let path = format!("{}/posts", blue.base);
    let answer = blue
        .send(axum::http::Method::GET, &path, axum::body::Body::empty(), &[("accept-encoding", "gzip")])
        .await;
    assert_eq!(answer.header("content-encoding"), "gzip");
}

#[tokio::test]
async fn scripts_of_others_are_what_their_page_says() {
    use sha2::Digest;
    let listed = include_str!("../../src/assets/vendor/README.md");
    for file in [
        &include_bytes!("../../src/assets/vendor/htmx.min.js")[..],
        &include_bytes!("../../src/assets/vendor/hx-sse.min.js")[..],
    ] {
        assert!(listed.contains(&hex::encode(sha2::Sha256::digest(file))));
    }
}

#[tokio::test]
async fn odd_addresses_are_answered_calmly() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let log = format!("{}/log", blue.base);
    for query in
        ["?before=x", "?before=0", "?before=99999999999999999999", "?a&a&a", "?shown=1&shown=2", "?%FF"]
    {
        assert_eq!(blue.get(&format!("{log}{query}")).await.status, StatusCode::OK, "{query}");
    }
    let posts = format!("{}/posts", blue.base);
    for query in ["?shown=18446744073709551615&from=pay", "?shown=0&from=%00", "?shown=2&from=nosuch"] {
        assert_eq!(blue.get(&format!("{posts}{query}")).await.status, StatusCode::OK, "{query}");
    }
    for path in [
        "/c/%FF/side-0/posts",
        "/c/x",
        "/c/../../etc/passwd",
        "/assets/../Cargo.toml",
        "/c/x/side-0/posts/more",
    ] {
        let answer = blue.get(path).await;
        assert!(answer.status.is_client_error(), "{path}");
        assert!(answer.body.contains("To your campaigns"), "{path}");
    }
}

#[tokio::test]
async fn the_list_tells_where_a_campaign_stands() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let home = blue.get("/").await.body;
    assert!(home.contains("Round 1 of 2 · dusk") && home.contains("One thing waits for you."), "{home}");
}
