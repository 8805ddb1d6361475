//! Marker words: what only one side may know is on no sheet of anybody else, whichever way it is asked for.

use kernel::Seat;
use serde_json::{Value, json};

use crate::roads::Reader;
use crate::world::{GERMAN, SOVIET, World};

/// Names that nobody but the German side and the umpire may know.
const FORMATION: &str = "Xylophonists of the guard";
const WORK: &str = "GH77";

fn marked(position: &mut Value) {
    let german = &mut position["sides"][1];
    assert_eq!(german["id"], "german");
    german["elements"][0]["name"] = json!(FORMATION);
    let works = position["works"].as_array_mut().unwrap();
    let hidden = works.iter_mut().find(|work| work["side"] == "german" && work["known"] == false).unwrap();
    hidden["id"] = json!(WORK);
}

fn bare(words: &str) -> String {
    words.chars().filter(|letter| !letter.is_whitespace()).collect()
}

#[tokio::test]
async fn marker_words_of_a_side_are_on_no_sheet_of_anybody_else() {
    let world = World::rostov_with(marked).await;
    for seat in [GERMAN, Seat::Umpire, SOVIET, Seat::Spectator] {
        let reader = Reader::seated(&world, seat).await;
        let may = matches!(seat, Seat::Umpire) || seat == GERMAN;
        let look = world.desk.look(&world.campaign, seat).await.unwrap();
        let pages = look.contents.pages.iter().map(|page| format!("page-{}", page.id));
        let mut told = String::new();
        for sheet in ["all".to_owned()].into_iter().chain(pages) {
            for size in ["a4", "letter"] {
                let file = reader.pdf(&world, &format!("{sheet}-{size}.pdf")).await;
                let Some(bytes) = file else { continue };
                told.push_str(&bare(&pdf_extract::extract_text_from_mem(&bytes).unwrap()));
            }
        }
        for marker in [FORMATION, WORK] {
            assert_eq!(told.contains(&bare(marker)), may, "{marker} on the sheets of {seat:?}");
        }
        // The sheet for whoever takes the seat over is one seat's like the others.
        let handover = reader.pdf(&world, "handover-a4.pdf").await.unwrap();
        let handover = bare(&pdf_extract::extract_text_from_mem(&handover).unwrap());
        // The umpire's may leave it out: the lists of a side print from its pages.
        for marker in [FORMATION, WORK] {
            let told = handover.contains(&bare(marker));
            assert!(told <= may && (told || seat != GERMAN), "{marker} in the handover of {seat:?}");
        }
        for sheet in ["roster-german", "hidden-german", "map-german", "report-german", "map-umpire"] {
            let own = may && (seat == Seat::Umpire || sheet.ends_with("german")) && sheet != "hidden-german";
            let given = reader.pdf(&world, &format!("{sheet}-a4.pdf")).await.is_some();
            assert_eq!(given, own, "{sheet} for {seat:?}");
        }
    }
}

/// The most pages of a handover, on either size of paper, for a side and for the umpire, who reads sums of what both sides
/// hold. Dice and purchases make it a page longer or shorter.
const MOST_PAGES: [usize; 2] = [9, 6];

#[tokio::test]
async fn a_handover_stays_short_with_a_full_log_behind_it() {
    let mut world = World::rostov().await;
    let mut random = rand_pcg::Pcg64::new(24, 12);
    for seat in [SOVIET, GERMAN] {
        world.done(seat, json!({"do": "choose-posture", "posture": "defend"})).await;
    }
    // A day's purchases fill the log and the pages of both sides.
    while !world.step().await.starts_with("S2g") {
        for seat in [SOVIET, GERMAN] {
            world.busy(seat, &mut random, 4).await;
        }
        for seat in [SOVIET, GERMAN] {
            world.close(seat).await;
        }
    }
    let mut counted = Vec::new();
    for seat in [GERMAN, SOVIET, Seat::Umpire] {
        let reader = Reader::seated(&world, seat).await;
        for size in ["a4", "letter"] {
            let file = reader.pdf(&world, &format!("handover-{size}.pdf")).await.unwrap();
            counted.push((seat, size, pdf_extract::extract_text_from_mem_by_pages(&file).unwrap().len()));
        }
    }
    println!("{counted:?}");
    let most = |seat: Seat| MOST_PAGES[usize::from(seat == Seat::Umpire)];
    assert!(counted.iter().all(|(seat, _, pages)| *pages <= most(*seat)), "{counted:?}");
}
