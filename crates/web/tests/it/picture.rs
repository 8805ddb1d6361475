//! The picture under the map: who lays it, who gets it, what is refused.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use kernel::Seat;
use people::Maker;

use crate::house::{Answer, Browser, House};

const GROUND: &[u8] = include_bytes!("../../../../tests/browser/fixtures/ground.png");

/// The form of the umpire's page with a file.
async fn lays(browser: &mut Browser, csrf: &str, name: &str, file: &[u8]) -> Answer {
    let mut body = format!(
        "--line\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n{csrf}\r\n--line\r\n\
         Content-Disposition: form-data; name=\"picture\"; filename=\"{name}\"\r\nContent-Type: image/png\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--line--\r\n");
    let path = format!("{}/picture", browser.base);
    let headers = [("content-type", "multipart/form-data; boundary=line"), ("sec-fetch-site", "same-origin")];
    browser.send(Method::POST, &path, Body::from(body), &headers).await
}

async fn posts(browser: &mut Browser, csrf: &str, path: &str, fields: &[(&str, &str)]) -> Answer {
    let path = format!("{}/{path}", browser.base);
    let mut fields = fields.to_vec();
    fields.push(("csrf", csrf));
    browser.post(&path, &fields).await
}

#[tokio::test]
async fn a_picture_is_the_umpires_until_it_is_shown() {
    let house = House::open().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let mut spectator = house.seated(Seat::Spectator).await;
    let csrf = umpire.page("seats").await.csrf();
    let before = (blue.page("log").await.body, spectator.page("log").await.body);

    assert_eq!(lays(&mut umpire, &csrf, "ground.png", GROUND).await.status, StatusCode::SEE_OTHER);
    let (known, shown) = house.desk.picture(&house.campaign, Seat::Umpire).await.unwrap().unwrap();
    assert!(!shown);
    let file = format!("picture/{}.png", known.digest);
    let own = umpire.page(&file).await;
    assert_eq!((own.status, own.header("content-type")), (StatusCode::OK, "image/png"));
    assert_eq!(own.header("x-content-type-options"), "nosniff");
    assert!(own.header("content-security-policy").starts_with("default-src 'none'"));
    assert!(own.header("cache-control").starts_with("private"));
    for browser in [&mut blue, &mut spectator] {
        assert_eq!(browser.page(&file).await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(umpire.page(&format!("{file}?as=side-0")).await.status, StatusCode::NOT_FOUND);
    assert_eq!((blue.page("log").await.body, spectator.page("log").await.body), before);

    let fields = [
        ("right-1", "90"),
        ("down-1", "580"),
        ("x-1", "6"),
        ("y-1", "6"),
        ("right-2", "810"),
        ("down-2", "50"),
        ("x-2", "54.25"),
        ("y-2", "40"),
    ];
    assert_eq!(posts(&mut umpire, &csrf, "picture/place", &fields).await.status, StatusCode::SEE_OTHER);
    assert_eq!((blue.page("log").await.body, spectator.page("log").await.body), before);
    assert_eq!(
        posts(&mut umpire, &csrf, "picture/show", &[("show", "yes")]).await.status,
        StatusCode::SEE_OTHER
    );
    for browser in [&mut blue, &mut spectator] {
        assert_eq!(browser.page(&file).await.status, StatusCode::OK);
        assert!(browser.page("log").await.body.contains("shows a picture under the map"));
    }
    let seen = house.desk.picture(&house.campaign, Seat::Side(0)).await.unwrap().unwrap().0;
    assert_eq!(
        Some(&seen),
        house.desk.picture(&house.campaign, Seat::Umpire).await.unwrap().map(|it| it.0).as_ref()
    );

    // What has been seen is known, though it no longer lies under the map.
    assert_eq!(
        posts(&mut umpire, &csrf, "picture/show", &[("show", "no")]).await.status,
        StatusCode::SEE_OTHER
    );
    assert_eq!(house.desk.picture(&house.campaign, Seat::Side(0)).await.unwrap(), None);
    assert_eq!(blue.page(&file).await.status, StatusCode::OK);
    let mut stranger = house.stranger();
    assert_eq!(stranger.get(&format!("{}/{file}", blue.base)).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn only_the_umpire_lays_a_picture() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let csrf = blue.page("posts").await.csrf();
    assert_eq!(blue.page("picture").await.status, StatusCode::NOT_FOUND);
    assert_eq!(lays(&mut blue, &csrf, "ground.png", GROUND).await.status, StatusCode::NOT_FOUND);
    for (path, field) in [("picture/place", ("edges", "1")), ("picture/show", ("show", "yes"))] {
        assert_eq!(posts(&mut blue, &csrf, path, &[field]).await.status, StatusCode::NOT_FOUND);
    }
    let mut umpire = house.seated(Seat::Umpire).await;
    assert_eq!(lays(&mut umpire, "forged", "ground.png", GROUND).await.status, StatusCode::FORBIDDEN);
    assert_eq!(house.desk.picture(&house.campaign, Seat::Umpire).await.unwrap(), None);
}

#[tokio::test]
async fn what_cannot_be_taken_is_told_and_nothing_is_kept() {
    let house = House::open().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let csrf = umpire.page("seats").await.csrf();
    for file in [
        &b"name;morale\n"[..],
        b"",
        &GROUND[..GROUND.len() / 2],
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    ] {
        let before = house.desk.cursor(&house.campaign, Seat::Umpire).await.unwrap();
        let answer = lays(&mut umpire, &csrf, "ground.png", file).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        assert_eq!(house.desk.cursor(&house.campaign, Seat::Umpire).await.unwrap(), before);
    }
    assert_eq!(
        lays(&mut umpire, &csrf, "ground.png", &vec![0; 2 * pictures::MOST_BYTES + 1]).await.status,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    for fields in [&[("right-1", "x")][..], &[("edges", "1")]] {
        assert_eq!(posts(&mut umpire, &csrf, "picture/place", fields).await.status, StatusCode::OK);
    }
    assert_eq!(posts(&mut umpire, &csrf, "picture/show", &[("show", "yes")]).await.status, StatusCode::OK);
    assert_eq!(house.desk.picture(&house.campaign, Seat::Umpire).await.unwrap(), None);
}

/// A file over the bound is told so, and how large it may be, by whichever road it comes.
#[tokio::test]
async fn a_picture_over_the_bound_is_told_what_the_bound_is() {
    let house = House::open().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let csrf = umpire.page("seats").await.csrf();
    let mut large = b"\x89PNG\r\n\x1a\n".to_vec();
    large.resize(pictures::MOST_BYTES + 1, 0);
    let told = lays(&mut umpire, &csrf, "ground.png", &large).await;
    assert!(
        told.status == StatusCode::OK && told.body.contains("larger than 12 megabytes"),
        "{}",
        told.status
    );
    let far = vec![0; 2 * pictures::MOST_BYTES + 1];
    let told = lays(&mut umpire, &csrf, "ground.png", &far).await;
    assert_eq!(told.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(
        told.body.contains("at most 12 megabytes") && !told.body.contains("64 kilobytes"),
        "{}",
        told.body
    );

    let chair = people::Chair::new(&*house.campaign, "umpire");
    let now = house.now.load(std::sync::atomic::Ordering::Relaxed);
    let token = house.people.make_token(&chair, "", Maker::Host, now, 3_600_000).await.unwrap().reveal();
    let path = format!("/api/v1/campaigns/{}/picture", house.campaign);
    let authorization = format!("Bearer {token}");
    let headers = [("authorization", &*authorization), ("content-type", "application/octet-stream")];
    for (file, status, words) in [
        (large, StatusCode::UNPROCESSABLE_ENTITY, "larger than 12 megabytes"),
        (far, StatusCode::PAYLOAD_TOO_LARGE, "at most 12 megabytes"),
    ] {
        let told = umpire.send(Method::POST, &path, Body::from(file), &headers).await;
        assert_eq!(told.status, status, "{}", told.body);
        assert!(told.body.contains(words), "{}", told.body);
    }
}
