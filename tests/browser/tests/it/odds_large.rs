//! The largest questions that the odds are measured by, asked on their pages: a hundred days of points, the discipline of
//! forty formations, the escape of sixty tanks and of twelve stands in seven cases.

use std::fmt::Write;

use kernel::{Id, Seat, System};
use rules_battlefront::facts::{Pocket, SideFacts};
use rules_battlefront::measure::Point;
use rules_battlefront::words::{Posture, Status};
use rules_battlefront::{Battlefront, Step};
use serde_json::json;

use crate::driver::left_out;
use crate::house::House;

const FIRST: Seat = Seat::Side(0);
const HEDGEROWS: &str = include_str!("../../../../crates/rules-battlefront/examples/setups/hedgerows.toml");
const TANK_COMPANIES: u16 = 12;
const ENGINEERS: u16 = 24;

/// The hedgerows with a hundred and one days, twelve tank companies more, and engineers to make it forty formations and more.
fn setup() -> String {
    let mut setup = HEDGEROWS.to_owned();
    for (group, least) in [("AI2", ENGINEERS + 2), ("AA1", TANK_COMPANIES + 2)] {
        let (head, tail) = setup.split_once(&format!("[[rg.american]]\nid = \"{group}\"")).unwrap();
        let tail = tail.replacen("max_campaign = 3", &format!("max_campaign = {least}"), 1);
        setup = format!("{head}[[rg.american]]\nid = \"{group}\"{tail}");
    }
    let months = [(7, 23..=31), (8, 1..=31), (9, 1..=30), (10, 1..=26)];
    let dates = months.into_iter().flat_map(|(month, days)| days.map(move |day| (month, day)));
    for (n, (month, day)) in dates.enumerate() {
        let american = n as i32 % 5 - 2;
        write!(
            setup,
            "\n[[days]]\ndate = 1944-{month:02}-{day:02}\nslots = [\"full\"]\n\
             drm = {{ american = {american}, german = 0 }}\n"
        )
        .unwrap();
    }
    let companies = (0..TANK_COMPANIES).map(|n| (20 + n, "AA1", "a-sherman = 5"));
    let engineers = (0..ENGINEERS).map(|n| (40 + n, "AI2", "a-cmd = 1, a-eng = 4"));
    for (number, group, stands) in companies.chain(engineers) {
        write!(
            setup,
            "\n[[rosters.american]]\nid = \"A-{number}\"\nname = \"Company {number}\"\ngroup = \"{group}\"\n\
             discipline = \"Experienced\"\nstands = {{ {stands} }}\n"
        )
        .unwrap();
    }
    setup
}

/// Sixty tanks that are cut off, and twelve stands in seven cases: infantry, transport and tanks, far from their own line,
/// near it, or with a way back.
fn behind() -> Vec<(String, Point, Status)> {
    let at = |x: u16, y: u16| Point::new(100 * i32::from(x), 100 * i32::from(y));
    let tanks = (0..TANK_COMPANIES * 5).map(|n| {
        let place = at(10 + 3 * (n % TANK_COMPANIES), 33 + 2 * (n / TANK_COMPANIES));
        (format!("A-{}-{}", 20 + n % TANK_COMPANIES, n / TANK_COMPANIES + 1), place, Status::CutOff)
    });
    let others = [
        ("A-1-2", 40, Status::CutOff),
        ("A-1-3", 41, Status::CutOff),
        ("A-1-4", 29, Status::CutOff),
        ("A-1-5", 29, Status::CutOff),
        ("A-4-2", 40, Status::CutOff),
        ("A-4-3", 29, Status::CutOff),
        ("A-11-1", 40, Status::CutOff),
        ("A-11-2", 29, Status::CutOff),
        ("A-1-6", 43, Status::Isolated),
        ("A-1-7", 43, Status::Isolated),
        ("A-11-3", 43, Status::Isolated),
        ("A-11-4", 43, Status::Isolated),
    ];
    let others =
        (0..).zip(others).map(|(n, (stand, y, status))| (stand.to_owned(), at(5 + 4 * n, y), status));
    tanks.chain(others).collect()
}

/// The morning after a day in which all took part.
async fn the_morning_after() -> House {
    let setup = setup();
    let campaign = Battlefront::load("large.toml", &setup).unwrap();
    let mut facts = Battlefront::position(&Battlefront::open(campaign));
    (facts.day, facts.slot, facts.step) = (2, 1, Step::Roster);
    (facts.scenarios, facts.last_day_fought) = (1, 1);
    for (line, y) in facts.lines.iter_mut().zip([2600, 2800]) {
        line.points = vec![Point::new(0, y), Point::new(6000, y)];
    }
    let behind = behind();
    facts.pockets = vec![Pocket {
        id: Id::new("P1").unwrap().into(),
        side: Id::new("american").unwrap().into(),
        units: behind.iter().map(|(_, at, _)| *at).collect(),
    }];
    for side in &mut facts.sides {
        side.posture = Some(toml::from_str(&format!("choice = \"{}\"", Posture::Defend)).unwrap());
        side.income = Some(3);
    }
    let american: &mut SideFacts = &mut facts.sides[0];
    for (n, element) in american.elements.iter_mut().enumerate() {
        let n_stands = element.full_strength;
        if n_stands > 0 {
            let (kills, won) = (n % 9, n % 3);
            let record =
                format!("number = 1\nfought = true\nbaseline = {n_stands}\nkills = {kills}\nwon = {won}");
            (element.scenario, element.day) =
                (toml::from_str(&record).unwrap(), toml::from_str(&record).unwrap());
        }
        for stand in &mut element.stands {
            if let Some((_, at, status)) = behind.iter().find(|(name, ..)| name == stand.id.as_str()) {
                (stand.at, stand.status) = (Some(*at), *status);
            }
        }
    }
    House::with(&setup, Some(&toml::to_string(&facts).unwrap())).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_largest_questions_are_told_at_both_widths() {
    if left_out() {
        return;
    }
    let house = the_morning_after().await;
    let mut browser = house.seated(FIRST, 1280).await.with_axe().await;
    // A hundred days of purchase points of both sides, and what they come to at a threshold.
    browser.go(&house.page(FIRST, "odds?plan=income")).await;
    browser.reads("#told .asm", "100 days are").await;
    browser.reads("#told .chance", "American: purchase points: from").await;
    browser.reads("#told > .in > .tbl", "26 October").await;
    for width in [1280, 360] {
        browser.widen(width).await;
        browser.looks_right("odds-hundred-days").await;
    }
    // Forty formations roll for their discipline.
    browser.go(&house.page(FIRST, "odds?plan=discipline")).await;
    browser.reads("#told", "American: levels gained: from 0 to ").await;
    let rolls = "document.querySelectorAll('.odds-picks input[type=checkbox]').length";
    let n_rolls = browser.ask(rolls).await.as_u64().unwrap();
    assert!(n_rolls >= 40, "{n_rolls} rolls");
    browser.reads("#told .asm", &format!("{n_rolls} of {n_rolls} rolls")).await;
    for width in [1280, 360] {
        browser.widen(width).await;
        browser.looks_right("odds-forty-formations").await;
    }
    // All that are behind the line try to escape: jointly escaped, abandoned and lost, and the threshold of the half.
    browser.go(&house.page(FIRST, "odds?plan=escape")).await;
    browser.reads("#told .asm", "72 stands try of 72").await;
    browser.reads("#told", "American: stands that escape: from 0 to 72").await;
    for width in [1280, 360] {
        browser.widen(width).await;
        browser.looks_right("odds-seventy-two-stands").await;
    }
    // The sixty tanks alone, then the twelve others.
    for (kept, n) in [("A-[23].-", 60), ("A-[14]-|A-11-", 12)] {
        let pick = format!(
            "document.querySelectorAll('.odds-picks input[type=checkbox]').forEach((one) => \
             one.checked = /^({kept})/.test(one.value))"
        );
        browser.ask(&pick).await;
        browser.leads("section:has(#h-given) form button[type=submit]").await;
        browser.reads("#told .asm", &format!("{n} stands try of 72")).await;
        browser.reads("#told", &format!("American: stands that escape: from 0 to {n}")).await;
        let sums = browser.ask("document.querySelectorAll('#told .chance').length").await;
        assert_eq!(sums, json!(3), "escaped, left, and the three jointly");
        for width in [1280, 360] {
            browser.widen(width).await;
            browser.looks_right("odds-group").await;
        }
    }
    browser.close().await;
}
