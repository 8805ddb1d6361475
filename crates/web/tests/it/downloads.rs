//! The tables of pages as files.

use adjutant_web::paper;
use axum::http::StatusCode;
use kernel::{Audience, Seat};
use table::FileKind;

use crate::house::House;

#[tokio::test]
async fn a_page_with_tables_leads_to_its_files() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    for file in ["posts.csv", "posts.xlsx", ".xlsx"] {
        assert!(page.body.contains(&format!("href=\"{}/download/{file}\" download", blue.base)), "{file}");
    }
    let csv = blue.page("download/posts.csv").await;
    assert_eq!(csv.status, StatusCode::OK);
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(csv.header("content-disposition"), "attachment; filename=\"blue-posts.csv\"");
    assert_eq!(csv.header("cache-control"), page.header("cache-control"), "no cache keeps a seat's secrets");
    assert!(csv.body.contains("\r\n[") && csv.body.contains("mill"), "{}", csv.body);
    for (file, name) in [("posts.xlsx", "blue-posts.xlsx"), (".xlsx", "blue.xlsx")] {
        let workbook = blue.page(&format!("download/{file}")).await;
        assert_eq!(workbook.status, StatusCode::OK);
        assert!(workbook.header("content-type").ends_with("spreadsheetml.sheet"));
        assert_eq!(workbook.header("content-disposition"), format!("attachment; filename=\"{name}\""));
        assert!(workbook.body.starts_with("PK\u{3}\u{4}"));
    }
}

#[tokio::test]
async fn nobody_gets_the_tables_of_another_seat() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let base = blue.base.clone();
    for file in ["posts.csv", "posts.xlsx", ".xlsx"] {
        assert_eq!(
            house.stranger().get(&format!("{base}/download/{file}")).await.status,
            StatusCode::NOT_FOUND
        );
        let other = format!("/c/{}/side-1/download/{file}", house.campaign);
        assert_eq!(blue.get(&other).await.status, StatusCode::NOT_FOUND);
        assert_eq!(blue.page(&format!("download/{file}?as=side-1")).await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn the_umpire_takes_the_tables_as_a_side_gets_them() {
    let house = House::open().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = umpire.page("posts?as=side-0").await;
    assert!(page.body.contains("download/posts.csv?as=side-0"));
    let peeked = umpire.page("download/posts.csv?as=side-0").await;
    assert_eq!(peeked.body, blue.page("download/posts.csv").await.body);
    assert_ne!(peeked.body, umpire.page("download/posts.csv").await.body);
}

#[tokio::test]
async fn there_is_no_other_file() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    for file in ["posts.pdf", "posts", ".csv", "nonsense.csv", "posts.csv.xlsx", "%2e%2e%2fposts.csv"] {
        assert_eq!(blue.page(&format!("download/{file}")).await.status, StatusCode::NOT_FOUND, "{file}");
    }
}

#[tokio::test]
async fn every_page_with_tables_is_printed_for_its_seat_alone() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let list = blue.page("paper").await;
    for size in ["a4", "letter"] {
        let file = format!("paper/page-posts-{size}.pdf");
        assert!(list.body.contains(&format!("href=\"{}/{file}\" download", blue.base)), "{}", list.body);
        let sheet = blue.page(&file).await;
        assert_eq!(sheet.status, StatusCode::OK);
        assert_eq!(sheet.header("content-type"), "application/pdf");
        let named = format!("attachment; filename=\"blue-page-posts-{size}.pdf\"");
        assert_eq!(sheet.header("content-disposition"), named);
        assert_eq!(
            sheet.header("cache-control"),
            list.header("cache-control"),
            "no cache keeps a seat's secrets"
        );
        assert!(sheet.body.starts_with("%PDF-"));
        let other = format!("/c/{}/side-1/{file}", house.campaign);
        assert_eq!(blue.get(&other).await.status, StatusCode::NOT_FOUND);
        assert_eq!(blue.page(&format!("{file}?as=side-1")).await.status, StatusCode::NOT_FOUND);
        assert_eq!(
            house.stranger().get(&format!("{}/{file}", blue.base)).await.status,
            StatusCode::NOT_FOUND
        );
    }
    for file in ["page-posts-a3.pdf", "page-posts.pdf", "page-moon-a4.pdf", "nonsense"] {
        assert_eq!(blue.page(&format!("paper/{file}")).await.status, StatusCode::NOT_FOUND, "{file}");
    }
}

#[tokio::test]
async fn a_moment_of_the_past_is_printed_for_its_seat_alone() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let moment = blue.page("then/1").await;
    assert!(moment.body.contains(&format!("href=\"{}/then/1/paper\"", blue.base)), "{}", moment.body);
    let list = blue.page("then/1/paper").await;
    let file = "then/1/paper/page-posts-a4.pdf";
    assert!(list.body.contains(&format!("href=\"{}/{file}\" download", blue.base)), "{}", list.body);
    let sheet = blue.page(file).await;
    assert_eq!((sheet.status, sheet.header("content-type")), (StatusCode::OK, "application/pdf"));
    for other in [file, "then/1/paper"] {
        let of_grey = format!("/c/{}/side-1/{other}", house.campaign);
        assert_eq!(blue.get(&of_grey).await.status, StatusCode::NOT_FOUND);
        assert_eq!(blue.page(&format!("{other}?as=side-1")).await.status, StatusCode::NOT_FOUND);
    }
    for none in [
        "then/0/paper",
        "then/9999/paper",
        "then/9999/paper/page-posts-a4.pdf",
        "then/1/paper/page-moon-a4.pdf",
    ] {
        assert_eq!(blue.page(none).await.status, StatusCode::NOT_FOUND, "{none}");
    }
}

/// What is noted from a sheet is found in the file of whoever reads it; of the other side's log there is nothing.
#[tokio::test]
async fn the_seals_on_a_sheet_are_found_in_the_seats_own_file() {
    let house = House::open().await;
    for side in [Seat::Side(0), Seat::Side(1)] {
        house.seated(side).await.pay_and_close().await;
    }
    let campaign = &house.campaign;
    // The umpire has written nothing for itself alone.
    for (seat, n_seals) in [(Seat::Umpire, 1), (Seat::Side(0), 2), (Seat::Side(1), 2), (Seat::Spectator, 1)] {
        let papers = house.desk.papers(campaign, seat).await.unwrap();
        let stamp = paper::stamp(&papers.look, &papers.lines, campaign, "http://127.0.0.1:8080");
        let (_, seals) = stamp.heads.iter().find(|(of, _)| *of == seat).unwrap();
        assert!(seals.len() == n_seals && seals[0].starts_with("public log at "), "{seat:?}: {seals:?}");
        let file = house.desk.export(campaign, seat, FileKind::Seat).await.unwrap().unwrap();
        for seal in seals {
            let (_, head) = seal.split_once(": ").unwrap();
            let report = ledger::verify_bundle(&file, Some(head));
            let log = if seal.starts_with("own") { seat.name() } else { "public".to_owned() };
            let found = report.facts.iter().any(|fact| fact.starts_with(&format!("noted head: {log} ")));
            assert!(found && report.is_sound(), "{seat:?}, {seal}: {report:?}");
        }
        if let Seat::Side(_) = seat {
            assert!(
                stamp.heads.iter().all(|(of, _)| *of == seat || *of == Seat::Spectator),
                "{:?}",
                stamp.heads
            );
        }
    }
}

/// What reads the same for whoever looks on is no secret on paper, and bears nothing of the seat that prints it.
#[tokio::test]
async fn a_page_that_everybody_reads_alike_is_printed_for_everybody() {
    let house = House::open().await;
    for seat in [Seat::Side(0), Seat::Side(1), Seat::Umpire] {
        let papers = house.desk.papers(&house.campaign, seat).await.unwrap();
        let of = |id: &str| {
            let [paper] = &paper::picked(&papers, seat, id)[..] else { panic!("no {id} for {seat:?}") };
            (paper.seat, paper.audience)
        };
        assert_eq!(of("page-points"), (Seat::Spectator, Audience::Public), "{seat:?}");
        let own = match seat {
            Seat::Side(side) => Audience::Side(side),
            _ => Audience::Umpire,
        };
        assert_eq!(of("page-posts"), (seat, own), "{seat:?}");
        assert!(papers.lines.iter().any(|(of, _)| *of == Seat::Spectator));
    }
}
