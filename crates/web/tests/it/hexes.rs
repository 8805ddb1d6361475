//! Boards of hexes: what is drawn, how large a page grows, and orders that come through the board's form.

use adjutant_web::render::time::Zone;
use adjutant_web::render::{Around, Hand, Keys, Reader, Said, frame};
use axum::http::StatusCode;
use kernel::Seat;
use kernel::view::board::{Look, Overlay};
use kernel::view::{Block, Page};

use crate::fixture::{self, board};
use crate::house::House;

/// The most bytes of a page with 1,200 hexes and forty counters, and with 2,400 hexes and 200 counters.
const MOST_CORRIDOR: usize = 200_000;
const MOST_LARGE: usize = 520_000;

fn drawn(page: &Page, hand: Hand<'_>, said: Option<&Said>) -> String {
    let (sides, since, zone) = (fixture::sides(), fixture::since(), Zone::utc());
    let reader = Reader {
        base: "/c/fulda/side-1",
        page: page.id,
        sides: &sides,
        over: matches!(hand, Hand::Over),
        said,
        since: Some(&since),
        passed: None,
        ..Reader::of(Seat::Side(1), hand, &zone)
    };
    frame::page_of_view(&reader, "Turn 2", page, &Around::default()).into_string()
}

fn keys() -> Keys {
    Keys { csrf: "c".repeat(64), cursor: "12.7".into(), seen: 19, acting_for: None }
}

#[test]
fn a_board_is_drawn_within_bounds_and_without_a_number_gone_wrong() {
    for (page, most) in [(board::page(), MOST_CORRIDOR), (board::large_page(), MOST_LARGE)] {
        let text = drawn(&page, Hand::Acts(&keys()), None);
        assert!(text.len() <= most, "{}: {} bytes", page.id, text.len());
        for word in ["NaN", "undefined", "inf ", "null", "--", "M l", "  l"] {
            let found =
                text.find(word).map(|at| text[at.saturating_sub(40)..].chars().take(80).collect::<String>());
            assert_eq!(found, None, "{word} in {}", page.id);
        }
    }
}

#[test]
fn every_counter_and_every_kind_of_ground_is_drawn_and_told() {
    let (page, board) = (board::page(), board::corridor());
    let text = drawn(&page, Hand::Acts(&keys()), None);
    for counter in &board.counters {
        let drawn = format!(" data-k=\"{}\"", counter.key);
        let told = format!(" id=\"board-w-{}\"", counter.key);
        assert_eq!(text.contains(&drawn), counter.hex.is_some(), "{}", counter.key);
        assert_eq!(text.contains(&told), counter.hex.is_some(), "{}", counter.key);
        assert!(text.contains(&counter.name), "{}", counter.name);
    }
    for terrain in &board.ground.terrain {
        assert!(text.contains(&format!("</svg>{}</li>", terrain.name)), "{} in the legend", terrain.name);
    }
    assert!(board.ground.terrain.iter().any(|terrain| terrain.looks.contains(&Look::City)));
    for place in &board.ground.places {
        assert!(text.contains(&format!(">{}</text>", place.name)), "{}", place.name);
    }
    assert!(
        text.contains("Target of a prepared attack from 2717, 2817, 2818, supported from 2918, 3018, 3117.")
    );
}

#[test]
fn the_board_and_its_tools_have_names() {
    let text = drawn(&board::page(), Hand::Acts(&keys()), None);
    assert!(text.contains(
        "role=\"application\" aria-roledescription=\"hex board\" aria-label=\"The Fulda corridor."
    ));
    assert!(text.contains("role=\"img\" aria-label=\"The Fulda corridor."));
    for tag in text.split("<button").skip(1).filter(|tag| tag.contains("data-do=")) {
        let tag = tag.split("</button>").next().unwrap();
        assert!(
            tag.contains("aria-label=\"Zoom") || tag.contains(">Whole map<") || tag.contains(">Next stack "),
            "{tag}"
        );
    }
    for overlay in &board::corridor().overlays {
        assert!(text.contains(&format!("id=\"board-o-{}\"", overlay.key)));
        assert!(text.contains(&overlay.name));
    }
}

/// As many layers as the Battalion Combat Series lays over a map, and what moved in a step.
#[test]
fn every_layer_has_its_switch() {
    let mut page = board::page();
    let Some(Block::Panel(panel)) = page.main.first_mut() else { panic!("no panel") };
    let Some(Block::Board(board)) = panel.body.first_mut() else { panic!("no board") };
    let one = board.overlays[0].clone();
    let names: Vec<String> = (0..17).map(|n| format!("layer-{n}")).collect();
    board.overlays = names.iter().map(|key| Overlay { key: key.clone(), ..one.clone() }).collect();
    let text = drawn(&page, Hand::Acts(&keys()), None);
    let style = include_str!("../../src/assets/css/hexes.css");
    for (n, key) in names.iter().enumerate() {
        assert!(text.contains(&format!("class=\"hb-o{n}\" id=\"board-o-{key}\"")), "the switch of {key}");
        assert!(text.contains(&format!("hb-over{n} hb-key-{key} ")), "{key} is drawn");
        let shown = format!(".hexboard:has(.hb-o{n}:checked) .hb-over{n}");
        assert!(style.contains(&format!("{shown},")) || style.contains(&format!("{shown} {{")), "{shown}");
    }
}

#[test]
fn what_the_script_is_told_is_what_the_view_says() {
    let board = board::corridor();
    let text = drawn(&board::page(), Hand::Acts(&keys()), None);
    let data = |name: &str| -> String {
        let rest = text.split(&format!(" data-{name}=\"")).nth(1).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    assert_eq!(data("rows").lines().count(), 30);
    assert_eq!(data("acts").lines().count(), board.acts.len());
    assert_eq!(data("reaches").lines().count(), board.reaches.len());
    for (line, reach) in data("reaches").lines().zip(&board.reaches) {
        assert_eq!(line.split_whitespace().count(), reach.len());
        for (word, target) in line.split_whitespace().zip(reach) {
            assert!(word.starts_with(&board.label(target.hex)), "{word}");
            let back = match target.back {
                Some(side) => char::from(b'a' + u8::try_from(side.index()).unwrap()),
                None => ',',
            };
            let back =
                if target.ends { if back == ',' { '.' } else { back.to_ascii_uppercase() } } else { back };
            assert_eq!(word.chars().nth(4), Some(back), "{word}: {target:?}");
            assert_eq!(word[5..].split('~').next().unwrap(), target.cost, "{word}");
        }
    }
    assert!(data("notes").contains("enters a zone, ends the move"));
}

#[test]
fn whoever_cannot_act_sees_the_board_and_sends_nothing() {
    let reads = drawn(&board::page(), Hand::Reads("peek"), None);
    assert!(
        reads.contains("id=\"board-map\"") && !reads.contains("<form") && !reads.contains("type=\"submit\"")
    );
    let mut page = board::page();
    let Block::Panel(panel) = &mut page.main[0] else { panic!("a panel with the board") };
    let Block::Board(map) = &mut panel.body[0] else { panic!("the board") };
    map.acts.clear();
    assert!(drawn(&page, Hand::Acts(&keys()), None).contains("Nothing can be ordered on the board now."));
    let over = drawn(&board::page(), Hand::Over, None);
    assert!(over.contains("id=\"board-map\"") && !over.contains("id=\"board-order-field\""));
    for empty in [" data-acts=\"\"", " data-reaches=\"\"", " data-notes=\"\""] {
        assert!(over.contains(empty), "{empty}");
    }
    assert!(!over.contains("data-pick") && !over.contains("can be ordered"));
    let beside = board::corridor().counters.into_iter().find(|counter| counter.hex.is_none()).unwrap();
    assert!(over.contains(&beside.name), "it is still shown beside the board");
}

#[test]
fn the_text_board_tells_what_the_drawing_shows_by_hatching_and_shade() {
    let mut page = board::page();
    let Block::Panel(panel) = &mut page.main[0] else { panic!("a panel with the board") };
    let Block::Board(map) = &mut panel.body[0] else { panic!("the board") };
    let counter = map.counters.iter_mut().find(|counter| counter.hex.is_some()).unwrap();
    counter.spent = true;
    let (key, label) = (counter.key.clone(), map.label(map.held[0].0));
    let text = drawn(&page, Hand::Acts(&keys()), None);
    let line = text.split(&format!(" id=\"board-w-{key}\"")).nth(1).unwrap().split("</li>").next().unwrap();
    assert!(line.contains("done for this phase"), "{line}");
    let row = text.split(&format!(" id=\"board-h{label}\"")).nth(1).unwrap().split("</tr>").next().unwrap();
    assert!(row.contains("; WP zones"), "{row}");
    assert!(text.contains("<li>Supply: from 4009 by 3909 3808 3708 3607 3508 3407 3307 3206 to 3107.</li>"));
    let zones = text.split("<li>NATO zones: ").nth(1).unwrap().split('.').next().unwrap();
    assert!(zones.contains('–') && zones.len() < 1_500, "{zones}");
}

#[test]
fn the_keys_of_the_board_are_told() {
    let text = drawn(&board::page(), Hand::Acts(&keys()), None);
    let help = text.split(" id=\"board-help\"").nth(1).unwrap().split("</p>").next().unwrap();
    for key in ["Q", "E", "N", "P", "Enter", "Esc", "+", "−", "0", "C", "T", "/"] {
        assert!(help.contains(&format!("<kbd>{key}</kbd>")), "{key} in {help}");
    }
}

#[tokio::test]
async fn an_order_does_what_the_form_would_do() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("field").await;
    let answer = blue.submit(&page, "field-order", &[("f.order", "hand-0 place 0502")]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    let page = blue.page("field").await;
    assert!(page.body.contains(" data-k=\"picket-0-mill\""));
    assert!(blue.page("posts").await.body.contains("out"));
}

#[tokio::test]
async fn an_order_sent_twice_is_done_once() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("field").await;
    let order = [("f.order", "hand-0 place 0502")];
    let first = blue.submit(&page, "field-order", &order).await;
    let second = blue.submit(&page, "field-order", &order).await;
    assert_eq!([first.status, second.status], [StatusCode::SEE_OTHER; 2], "{}", second.body);
    assert_eq!(blue.page("field").await.body.matches("class=\"hb-stack\"").count(), 1);
}

#[tokio::test]
async fn an_order_that_is_not_understood_is_refused_beside_it_with_the_way_out() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("field").await;
    // Cut at its end it would say something else than what was meant.
    let long = format!("{}hand-0 place 0502", " ".repeat(400));
    for (order, words) in [
        (
            "hand-0 fly 0502",
            "“fly” is no hex, no counter and nothing that can be ordered now. Open now: place. For example: hand-0 place",
        ),
        ("hand-0 place 0101", "0101 is not within what they can do now."),
        ("hand-0 place 9999", "Hex 9999 is not on this board."),
        ("", "Nothing is ordered yet."),
        (&long, "An order holds at most 400 characters; this one has 417. Name fewer counters at once."),
        ("<b>\"'&", "“&lt;b&gt;&quot;'&amp;” is no hex"),
    ] {
        let answer = blue.submit(&page, "field-order", &[("f.order", order)]).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{order}");
        assert!(
            answer.body.contains("id=\"r-field-order\"") && answer.body.contains(words),
            "{order}: {}",
            answer.body
        );
        assert!(answer.body.contains("Nothing was done."), "{order}");
    }
    assert_eq!(blue.page("field").await.body, page.body, "nothing was done");
}

#[tokio::test]
async fn an_order_that_is_only_checked_is_read_back_and_does_nothing() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("field").await;
    let fields = [("f.order", "hand-0 place 0502"), ("check", "1")];
    let answer = blue.submit(&page, "field-order", &fields).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("adjutant-outcome"), "checked");
    assert!(answer.body.contains("Understood: Put it out: Picket 1 on 0502."), "{}", answer.body);
    assert!(answer.body.contains("value=\"hand-0 place 0502\""), "it need not be typed again");
    assert_eq!(blue.page("field").await.body, page.body);
}

#[tokio::test]
async fn an_order_older_than_what_the_seat_sees_is_refused() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let old = blue.page("field").await;
    let posts = blue.page("posts").await;
    assert_eq!(blue.submit(&posts, "pay", &[]).await.status, StatusCode::SEE_OTHER);
    let answer = blue.submit(&old, "field-order", &[("f.order", "hand-0 place 0502")]).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert!(answer.body.contains("HOUSE-STALE"));
}

#[tokio::test]
async fn a_spectator_sees_the_ground_and_no_counter() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("field").await;
    blue.submit(&page, "field-order", &[("f.order", "hand-0 place 0502")]).await;
    let mut spectator = house.seated(Seat::Spectator).await;
    let page = spectator.page("field").await;
    assert!(
        page.body.contains("id=\"field-map\"")
            && !page.body.contains("hb-stack")
            && !page.body.contains("hand-")
    );
}

#[test]
fn an_attack_shows_its_forces_its_way_to_the_column_and_exact_chances() {
    let text = drawn(&board::page(), Hand::Acts(&keys()), None);
    assert!(text.contains("class=\"fin\">3-2<span class=\"sr\">, the column</span>"));
    let ladder = text.split("class=\"ladder\"").nth(1).unwrap().split("</table>").next().unwrap();
    let ends: Vec<&str> = ladder
        .split("dot")
        .skip(1)
        .map(|rest| rest.split("\"sr\">").nth(1).unwrap().split('<').next().unwrap())
        .collect();
    assert_eq!(ends, ["3-1", "2-1", "1-1", "3-2"], "base and shifts in their order");
    assert!(ladder.contains("href=\"/c/fulda/side-1/rules#CF-ATK-4\""));
    assert!(text.contains("21 of 36 · 58 %") && text.contains("15 of 36 · 42 %"));
    assert!(text.contains("<s>10</s>") && text.contains("2 of 3 steps, over the river ½"));
    assert!(text.contains("<dt>Steps you lose, on average</dt><dd>31/36 = 0.86</dd>"));
}

#[test]
fn a_hex_bears_the_code_of_what_happened_last_in_it() {
    let mut board = board::corridor();
    let mut earlier = board.reports[0].clone();
    earlier.code = "A1F DF".into();
    earlier.words = "An earlier fight.".into();
    board.reports.push(earlier);
    let text = drawn(&alone(board), Hand::Acts(&keys()), None);
    assert_eq!(text.matches("class=\"hb-result\"").count(), 1);
    assert!(text.contains(">A1 D1</text>") && !text.contains(">A1F DF</text>"));
    assert!(text.contains("An earlier fight."), "what came before is still told in words");
}

#[test]
fn a_stack_that_has_to_act_is_marked_told_and_first_in_the_list() {
    let mut board = board::corridor();
    let nobody = drawn(&alone(board.clone()), Hand::Acts(&keys()), None);
    assert!(!nobody.contains("hb-owed") && !nobody.contains("Has to act") && !nobody.contains("data-owes"));
    let last = board.acts.iter().filter_map(|act| act.from).max().unwrap();
    board.owed.push((last, "Cav Troop C has to withdraw".into()));
    let label = board.label(last);
    let text = drawn(&alone(board), Hand::Acts(&keys()), None);
    assert!(
        text.contains("class=\"hb-owed\"") && text.matches("class=\"hb-has\"").count() == 2,
        "map and legend"
    );
    let list = text.split("class=\"hb-todo\"").nth(1).unwrap().split("</section>").next().unwrap();
    let first = list.split("data-take=\"").nth(1).unwrap().split("</button>").next().unwrap();
    assert!(list.contains("Has to act") && first.starts_with(&format!("{label}\" data-owes")), "{first}");
    assert!(first.contains("Cav Troop C has to withdraw."), "{first}");
    assert_eq!(list.matches(&format!("data-take=\"{label}\"")).count(), 1, "it stands in one list");
    let row = text.split(&format!(" id=\"board-h{label}\"")).nth(1).unwrap().split("</tr>").next().unwrap();
    assert!(row.contains("Cav Troop C has to withdraw"), "{row}");
}

fn alone(board: kernel::view::Board) -> Page {
    let main = vec![Block::Board(board)];
    Page { id: "alone", tab: "Alone", title: "Alone".into(), lede: "".into(), main, aside: Vec::new() }
}

#[tokio::test]
async fn why_a_hex_is_not_open_is_asked_of_the_order_itself() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("field").await;
    let why = async |blue: &mut crate::house::Browser, order: &str| {
        let answer = blue.submit(&page, "field-order", &[("f.order", order), ("why", "1")]).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        answer.body
    };
    let open = "0101 is not within what they can do now. Open to “place”: 0303, 0502, 0704.";
    assert_eq!(why(&mut blue, "hand-0 place 0101").await, open);
    assert_eq!(why(&mut blue, "hand-0 place 0502").await, "", "what is open has no reason");
    assert_eq!(blue.page("field").await.body, page.body, "nothing is done");
}
