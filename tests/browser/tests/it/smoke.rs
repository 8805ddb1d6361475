use kernel::Seat;

use crate::driver::left_out;
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_every_seat_opens_in_wide_windows() {
    every_page_opens(1280).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_every_seat_opens_in_narrow_windows() {
    every_page_opens(360).await;
}

async fn every_page_opens(width: u32) {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    for seat in [Seat::Umpire, Seat::Side(0), Seat::Side(1), Seat::Spectator] {
        let browser = house.seated(seat, width).await;
        let look = house.desk.look(&house.campaign, seat).await.unwrap();
        let pages = look.contents.pages.iter().map(|page| page.id);
        for page in pages.chain(["log", "rules", "dice"]) {
            browser.go(&house.page(seat, page)).await;
            let title = browser.page.title().await.unwrap();
            assert!(title.contains("Rostov"), "{page}: {title}");
            browser.looks_right(&format!("{}-{page}", seat.name())).await;
        }
        browser.close().await;
    }
}
