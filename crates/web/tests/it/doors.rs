//! Who comes in and who does not.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use kernel::Seat;

use crate::house::House;

#[tokio::test]
async fn a_stranger_is_told_how_to_get_in() {
    let house = House::open().await;
    let page = house.stranger().get("/").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("To get in, open the link"));
    assert!(!page.body.contains("Pickets at the ford"), "no campaign is named to a stranger");
}

#[tokio::test]
async fn an_invitation_opens_its_seat_once() {
    let house = House::open().await;
    let secret = house.invitation(Seat::Side(0)).await;
    let mut first = house.stranger();
    let answer = first.post("/join", &[("secret", &secret)]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(answer.header("location"), format!("/c/{}/side-0", house.campaign));
    assert!(
        answer.header("set-cookie").contains("HttpOnly")
            && answer.header("set-cookie").contains("SameSite=Lax")
    );
    assert!(first.get("/").await.body.contains("Pickets at the ford"));
    // Whoever comes again by his own link is led to his seat, and nobody else is.
    let again = first.post("/join", &[("secret", &secret)]).await;
    assert_eq!(again.status, StatusCode::SEE_OTHER, "{}", again.body);
    assert_eq!(again.header("location"), format!("/c/{}/side-0", house.campaign));
    let mut other = house.seated(Seat::Side(1)).await;
    assert_eq!(other.post("/join", &[("secret", &secret)]).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let mut second = house.stranger();
    let answer = second.post("/join", &[("secret", &secret)]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("has been used"));
    assert!(answer.body.contains("/assets/join"), "another link in the same tab is taken");
    assert!(answer.body.contains("<noscript>"), "without script the page says what to do");
}

#[tokio::test]
async fn who_holds_the_seat_is_led_to_it_and_leaves_the_invitation() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let secret = house.invitation(Seat::Side(0)).await;
    let held = blue.post("/join", &[("secret", &secret)]).await;
    assert_eq!((held.status, held.header("location")), (StatusCode::SEE_OTHER, &*blue.base));
    let other = house.stranger().post("/join", &[("secret", &secret)]).await;
    assert_eq!(other.status, StatusCode::SEE_OTHER, "it is still open");
}

#[tokio::test]
async fn a_whole_link_can_be_pasted() {
    let house = House::open().await;
    let link = format!("https://table.example/join#{}", house.invitation(Seat::Spectator).await);
    let answer = house.stranger().post("/join", &[("secret", &link)]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_text_that_is_no_invitation_is_answered_calmly() {
    let house = House::open().await;
    for text in ["", "x", "../..", &"0".repeat(64)] {
        let answer = house.stranger().post("/join", &[("secret", text)]).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.body.contains("No invitation has this text"));
    }
}

#[tokio::test]
async fn another_seat_looks_like_a_campaign_that_does_not_exist() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let missing = blue.get("/c/nosuchone/side-0/posts").await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    for path in
        ["side-1/posts", "umpire/posts", "spectator/log", "side-9/log", "nobody/log", "side-0/nosuchpage"]
    {
        let answer = blue.get(&format!("/c/{}/{path}", house.campaign)).await;
        assert_eq!((answer.status, &answer.body), (StatusCode::NOT_FOUND, &missing.body), "{path}");
    }
    let answer = house.stranger().get(&format!("/c/{}/side-0/posts", house.campaign)).await;
    assert_eq!((answer.status, &answer.body), (StatusCode::NOT_FOUND, &missing.body));
}

#[tokio::test]
async fn a_post_from_another_site_is_not_taken() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    let (action, fields) = page.form("pay");
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
    for headers in [
        vec![("sec-fetch-site", "cross-site")],
        vec![("sec-fetch-site", "same-site")],
        vec![("origin", "https://evil.example")],
        vec![("origin", "null")],
    ] {
        let answer = blue.post_with(&action, &fields, &headers).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{headers:?}");
    }
    let answer = blue.post_with(&action, &fields, &[("origin", "http://table.example")]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_post_without_the_sessions_token_is_not_taken() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let mut grey = house.seated(Seat::Side(1)).await;
    let page = blue.page("posts").await;
    let foreign = grey.page("posts").await.form("pay").1;
    let foreign = foreign.into_iter().find(|(name, _)| name == "csrf").unwrap().1;
    let (action, fields) = page.form("pay");
    for token in ["", "0", &foreign] {
        let mut sent: Vec<(&str, &str)> = fields
            .iter()
            .filter(|(name, _)| name != "csrf")
            .map(|(name, value)| (&**name, &**value))
            .collect();
        sent.push(("csrf", token));
        assert_eq!(blue.post(&action, &sent).await.status, StatusCode::FORBIDDEN);
    }
    assert_eq!(
        blue.page("log").await.body.matches("id=\"e").count(),
        grey.page("log").await.body.matches("id=\"e").count()
    );
}

#[tokio::test]
async fn a_body_beyond_measure_is_not_read() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let path = format!("{}/do", blue.base);
    let kind = [("content-type", "application/x-www-form-urlencoded")];
    let answer = blue.send(Method::POST, &path, Body::from("a".repeat(70_000)), &kind).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(answer.body.contains("64 kilobytes"));
}

#[tokio::test]
async fn bodies_of_another_kind_are_not_understood() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let path = format!("{}/do", blue.base);
    for kind in ["application/json", "multipart/form-data", ""] {
        let answer = blue.send(Method::POST, &path, Body::from("{}"), &[("content-type", kind)]).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{kind}");
    }
    let answer = blue.post(&path, &[]).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_seat_given_up_is_gone_at_once() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let home = blue.get("/").await;
    let csrf = home.csrf();
    assert_eq!(blue.post("/leave", &[("csrf", "wrong")]).await.status, StatusCode::FORBIDDEN);
    let stale = blue.clone();
    assert_eq!(blue.post("/leave", &[("csrf", &csrf)]).await.status, StatusCode::SEE_OTHER);
    assert_eq!(stale.clone().page("posts").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_umpire_invites_withdraws_and_takes_seats_back() {
    let house = House::open().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let path = format!("{}/seats", umpire.base);
    let page = umpire.page("seats").await;
    let csrf = page.csrf();
    let fields = [("csrf", &*csrf), ("seat", "side-1"), ("label", "Anna"), ("days", "3")];
    let made = umpire.post(&path, &fields).await;
    assert_eq!(made.status, StatusCode::OK);
    let secret = made.body.split("/join#").nth(1).unwrap().split('<').next().unwrap().to_owned();
    assert!(made.body.contains("http://table.example/join#"));
    assert!(!umpire.page("seats").await.body.contains(&secret), "shown only once");
    let mut grey = house.stranger();
    assert_eq!(grey.post("/join", &[("secret", &secret)]).await.status, StatusCode::SEE_OTHER);
    grey.base = format!("/c/{}/side-1", house.campaign);
    assert_eq!(grey.page("posts").await.status, StatusCode::OK);
    let page = umpire.page("seats").await;
    assert!(page.body.contains("Anna"));
    let person =
        page.body.split("name=\"person\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let fields = [("csrf", &*csrf), ("person", &*person), ("seat", "side-1")];
    assert_eq!(umpire.post(&format!("{path}/take"), &fields).await.status, StatusCode::SEE_OTHER);
    assert_eq!(grey.page("posts").await.status, StatusCode::NOT_FOUND);
    let told = grey.get("/gone").await;
    assert_eq!(told.status, StatusCode::OK);
    assert!(told.body.contains("This seat was taken back by the umpire"));
}

#[tokio::test]
async fn a_method_that_an_address_does_not_take_is_named_as_such() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let path = format!("{}/do", blue.base);
    for method in [Method::PUT, Method::DELETE, Method::GET] {
        let answer = blue.send(method.clone(), &path, Body::empty(), &[]).await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method}");
        assert!(answer.body.contains("This address does not take such a request"));
    }
}

#[tokio::test]
async fn only_the_umpire_has_the_page_of_seats() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    assert_eq!(blue.page("seats").await.status, StatusCode::NOT_FOUND);
    assert!(!blue.page("posts").await.body.contains("/seats"));
    let answer = blue.post(&format!("/c/{}/umpire/seats", house.campaign), &[("seat", "umpire")]).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn too_many_tries_are_slowed_down() {
    let limits = adjutant_web::Limits { joins: std::num::NonZeroU32::new(3), ..adjutant_web::Limits::NONE };
    let house = House::open_with(limits).await;
    let mut stranger = house.stranger();
    for _ in 0..3 {
        assert_eq!(stranger.post("/join", &[("secret", "x")]).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let answer = stranger.post("/join", &[("secret", "x")]).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer.header("retry-after"), "60");
    assert!(answer.body.contains("Wait a minute"));
    assert_eq!(stranger.get("/").await.status, StatusCode::OK);
}

#[tokio::test]
async fn every_answer_forbids_what_pages_do_not_need() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    for path in ["/", "/join", "/nosuch", "/favicon.ico", "/healthz"] {
        let answer = blue.get(path).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
    assert_eq!(blue.page("posts").await.header("cache-control"), "no-store");
}

/// What a connection that came in at an address of this machine is answered, by the name that it calls the server.
#[tokio::test]
async fn only_the_servers_own_names_are_served_and_stand_in_links() {
    let asked = async |house: &House, reached: &str, host: &str, path: &str| {
        let mut request = axum::http::Request::get(path).header("host", host).body(Body::empty()).unwrap();
        request.extensions_mut().insert(adjutant_web::Reached(reached.parse().unwrap()));
        let response = tower::ServiceExt::oneshot(house.router.clone(), request).await.unwrap();
        let status = response.status();
        let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
        (status, String::from_utf8_lossy(&body).into_owned())
    };
    let (here, lan) = ("127.0.0.1:8080", "192.0.2.7:8080");
    let house = House::open().await;
    let named = House::with(adjutant_web::Settings {
        public_address: Some("https://table.example".into()),
        ..adjutant_web::Settings::default()
    })
    .await;
    for (house, reached, host, served) in [
        (&house, here, "localhost:9", true),
        (&house, here, "127.0.0.1:8080", true),
        (&house, here, "[::1]:8080", true),
        (&house, here, "evil.example", false),
        (&house, lan, "192.0.2.7:8080", true),
        (&house, lan, "192.0.2.8:8080", false),
        (&house, lan, "evil.example", false),
        (&named, lan, "table.example", true),
        (&named, here, "table.example:8080", true),
        (&named, here, "localhost:8080", true),
        (&named, lan, "192.0.2.7:8080", false),
        (&named, lan, "evil.example", false),
    ] {
        let (status, page) = asked(house, reached, host, "/sign-in").await;
        let (api, problem) = asked(house, reached, host, "/api/v1/me").await;
        if served {
            assert_eq!((status, api), (StatusCode::OK, StatusCode::UNAUTHORIZED), "{host} at {reached}");
        } else {
            let misdirected = StatusCode::MISDIRECTED_REQUEST;
            assert_eq!((status, api), (misdirected, misdirected), "{host} at {reached}");
            assert!(page.contains("adjutant serve --address URL"), "{page}");
            assert!(problem.contains("urn:adjutant:other-host"), "{problem}");
            assert!(!page.contains("evil") && !problem.contains("evil"));
        }
        for path in ["/healthz", "/readyz"] {
            assert_eq!(asked(house, reached, host, path).await.0, StatusCode::OK, "{path} for {host}");
        }
    }
}

/// A port that a request makes up, or that only a tunnel has, is no place for whoever gets a link.
#[tokio::test]
async fn a_link_names_the_port_that_was_reached() {
    for (reached, host, link) in [
        ("127.0.0.1:8080", "127.0.0.1:1", "http://127.0.0.1:8080/join#"),
        ("127.0.0.1:8080", "localhost", "http://localhost:8080/join#"),
        ("[::1]:8080", "[::1]:1", "http://[::1]:8080/join#"),
        ("192.0.2.7:80", "192.0.2.7:1", "http://192.0.2.7/join#"),
    ] {
        let house = House::open().await;
        let token = crate::api::token(&house, Seat::Umpire).await;
        let path = format!("/api/v1/campaigns/{}/invitations", house.campaign);
        let mut request = axum::http::Request::post(&path)
            .header("host", host)
            .header("authorization", format!("Bearer {}", token.reveal()))
            .header("content-type", "application/json")
            .body(Body::from("{\"seat\": \"side-0\"}"))
            .unwrap();
        request.extensions_mut().insert(adjutant_web::Reached(reached.parse().unwrap()));
        let response = tower::ServiceExt::oneshot(house.router.clone(), request).await.unwrap();
        let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
        let body = String::from_utf8_lossy(&body);
        assert!(body.contains(link), "{host} at {reached}: {body}");
    }
}

/// With the eyes of a side the umpire reads what the side reads, and no page answers for another seat than was asked.
#[tokio::test]
async fn no_page_answers_for_another_seat_than_was_asked() {
    let house = House::open().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    for page in ["seats", "tokens", "picture", "events"] {
        assert_eq!(umpire.page(page).await.status, StatusCode::OK, "{page}");
        assert_eq!(umpire.page(&format!("{page}?as=umpire")).await.status, StatusCode::OK, "{page}");
        let other = umpire.page(&format!("{page}?as=side-0")).await;
        assert_eq!(other.status, StatusCode::NOT_FOUND, "{page}");
    }
    let mut blue = house.seated(Seat::Side(0)).await;
    for page in ["tokens", "events", "posts", "log", "dice", "messages", "handover", "paper", "rules"] {
        assert_eq!(blue.page(page).await.status, StatusCode::OK, "{page}");
        for eyes in ["side-1", "umpire", "spectator"] {
            let other = blue.page(&format!("{page}?as={eyes}")).await;
            assert_eq!(other.status, StatusCode::NOT_FOUND, "{page} as {eyes}");
        }
    }
}
