//! The past of a campaign on its pages.

use axum::http::StatusCode;
use kernel::Seat;

use crate::house::House;

#[tokio::test]
async fn a_moment_is_drawn_as_it_was_seen_and_nothing_can_be_sent_there() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    blue.submit(&page, "place", &[("f.post", "ford")]).await;
    let page = blue.page("posts").await;
    blue.submit(&page, "undo", &[]).await;
    let base = blue.base.clone();
    let newest = blue.page("then").await;
    assert_eq!(newest.status, StatusCode::SEE_OTHER);
    let last: u64 = newest.header("location").rsplit('/').next().unwrap().parse().unwrap();
    assert_eq!(newest.header("location"), format!("{base}/then/{last}"));
    let placed = blue.page(&format!("then/{}/posts", last - 1)).await;
    let taken_back = blue.page(&format!("then/{last}/posts")).await;
    for page in [&placed, &taken_back] {
        assert_eq!(page.status, StatusCode::OK);
        assert!(!page.body.contains("method=\"post\" action=\"/c/"), "nothing can be sent");
    }
    let drawn = |page: &str| page.split("</section>").skip(1).collect::<String>();
    assert_ne!(drawn(&placed.body), drawn(&taken_back.body), "the picket stood there for a moment");
    let picked = blue.page(&format!("then?line={}&page=points", last - 1)).await;
    assert_eq!(picked.header("location"), format!("{base}/then/{}/points", last - 1));
}

#[tokio::test]
async fn there_is_no_moment_beyond_the_log() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    for page in ["then/0", "then/99999", "then/18446744073709551615/posts"] {
        assert_eq!(blue.page(page).await.status, StatusCode::NOT_FOUND, "{page}");
    }
    for page in ["then/-1", "then/now"] {
        assert!(blue.page(page).await.status.is_client_error(), "{page}");
    }
    let far = blue.page("then?line=99999").await;
    assert_eq!(far.status, StatusCode::SEE_OTHER, "the slider ends at the newest entry");
    let gone = blue.page("then/1/no-such-page").await;
    assert_eq!(gone.status, StatusCode::OK, "a page that was not there yet leads to the first");
}

#[tokio::test]
async fn the_umpire_goes_through_the_past_of_a_side_and_nobody_else_does() {
    let house = House::open().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let page = umpire.page("then/1/posts?as=side-0").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("name=\"as\" value=\"side-0\""), "the slider keeps whose past it is");
    let mut blue = house.seated(Seat::Side(0)).await;
    assert_eq!(blue.page("then/1/posts?as=side-1").await.status, StatusCode::NOT_FOUND);
}
