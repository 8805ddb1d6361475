use kernel::Seat;

use crate::driver::{Browser, left_out};
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_every_seat_opens_at_both_widths() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    for width in [1280, 360] {
        for seat in [Seat::Umpire, Seat::Side(0), Seat::Side(1), Seat::Spectator] {
            let browser = Browser::open(width).await;
            browser.page.goto(house.link(seat).await).await.unwrap();
            let look = house.desk.look(&house.campaign, seat).await.unwrap();
            let pages = look.view.pages.iter().map(|page| page.id);
            for page in pages.chain(["log", "rules", "dice"]) {
                browser.page.goto(house.page(seat, page)).await.unwrap();
                let title = browser.page.title().await.unwrap();
                assert!(title.contains("Rostov"), "{page}: {title}");
                browser.looks_right(&format!("{}-{page}", seat.name())).await;
            }
            browser.close().await;
        }
    }
}
