//! Nine scenarios from the first force to the last point, played at a phone and at a desk.

use kernel::Seat;
use serde_json::json;

use super::{AMERICAN, GERMAN};
use crate::driver::{Browser, left_out};
use crate::house::House;

/// Takes the force as it is offered.
async fn select(player: &Browser) {
    player.tab("Force").await;
    player.act("#b-fill").await;
}

/// Reports: the winner, and how some of the men of each side ended.
async fn report(player: &Browser, winner: &str, ends: &[(u8, usize, &str)]) {
    player.tab("Result").await;
    player.sees("#f-report").await;
    enter(player, "report", winner, ends).await;
    player.act("#b-report").await;
}

async fn enter(player: &Browser, form: &str, winner: &str, ends: &[(u8, usize, &str)]) {
    let key = player.key(form, "winner", winner).await;
    player.press(&key).await;
    for (side, nth, end) in ends {
        let men = player.men(form, *side).await;
        let key = player.key(form, &format!("side_{side}.men.{}", men[*nth]), end).await;
        player.press(&key).await;
    }
}

/// Confirms what the other side tells.
async fn confirm(player: &Browser) {
    player.tab("Result").await;
    player.act("#b-confirm").await;
}

/// Decides for the own men if anything is asked: each with the last answer that he has.
async fn decide(player: &Browser) {
    player.tab("Result").await;
    if !player.has("#f-decide").await {
        return;
    }
    player
        .ask("[...document.querySelectorAll('#f-decide fieldset')].map((asked) => [...asked.querySelectorAll('input')].at(-1).click()).length")
        .await;
    player.act("#b-decide").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nine_scenarios_are_played_to_the_last_point() {
    if left_out() {
        return;
    }
    let house = House::nine_days().await;
    let mut american = house.seated(AMERICAN, 360).await;
    let german = house.seated(GERMAN, 1280).await;
    let names =
        ["American", "German", "German", "American", "Nobody", "American", "German", "American", "German"];
    for (at, winner) in names.into_iter().enumerate() {
        let n = at + 1;
        american.reads(".standing", &format!("{n} of 9")).await;
        select(&american).await;
        select(&german).await;
        let (teller, other) = if n % 2 == 1 { (&american, &german) } else { (&german, &american) };
        let ends: &[(u8, usize, &str)] = if n % 3 == 0 {
            &[(1, 3, "Routed"), (2, 4, "Wounded")]
        } else {
            &[(1, 4, "Killed"), (2, 3, "Pinned")]
        };
        report(teller, winner, ends).await;
        if n == 2 {
            disagree(&house, &american, &german).await;
        } else {
            confirm(other).await;
        }
        for player in [&american, &german] {
            decide(player).await;
        }
        if n == 3 {
            american.reads("#settled", "routed").await;
            american.looks_right("up-front-settled").await;
        }
    }
    for player in [&american, &german] {
        player.tab("Overview").await;
        player.reads("#end", "the campaign").await;
        player.looks_right("up-front-end").await;
        player.tab("Points").await;
        player.looks_right("up-front-points").await;
    }
    // Both read the same totals, line by line, and the winner is who has more.
    let totals = "[...document.querySelectorAll('#totals tr')].map((row) => [row.querySelector('.side').textContent.trim(), row.querySelector('td').textContent.trim().replace('−', '-')]).sort()";
    let (ours, theirs) = (american.ask(totals).await, german.ask(totals).await);
    assert_eq!(ours, theirs);
    let points: Vec<(String, String)> = serde_json::from_value(ours).unwrap();
    let figure = |n: usize| points[n].1.parse::<i64>().unwrap();
    american.tab("Overview").await;
    let end = american.text("#end").await;
    match figure(0).cmp(&figure(1)) {
        std::cmp::Ordering::Greater => assert!(end.contains(&points[0].0), "{end} at {points:?}"),
        std::cmp::Ordering::Less => assert!(end.contains(&points[1].0), "{end} at {points:?}"),
        std::cmp::Ordering::Equal => assert!(end.contains("draw"), "{end} at {points:?}"),
    }
    for (page, seen) in
        [("Rosters", "#roster-0"), ("Men", "[id^=career-0-]"), ("Honours", ".plot svg"), ("Forecast", "main")]
    {
        american.tab(page).await;
        american.sees(seen).await;
        american.looks_right(&format!("up-front-{}", page.to_lowercase())).await;
    }
    // A man's career comes up beside the roster once his name is pressed.
    american.tab("Rosters").await;
    assert_eq!(american.ask("document.querySelectorAll('.on-call:target').length").await, json!(0));
    american.press("#roster-0 tbody tr:nth-child(3) a").await;
    american.until("document.querySelector('.on-call:target')?.checkVisibility()").await;
    american.reads(".on-call:target h2", "#3").await;
    assert_eq!(
        american.ask("document.querySelectorAll('.on-call:not(:target)').length > 20").await,
        json!(true)
    );
    assert_eq!(
        american
            .ask("[...document.querySelectorAll('.on-call')].filter((one) => one.checkVisibility()).length")
            .await,
        json!(1)
    );
    american.widen(1280).await;
    american.looks_right("up-front-career").await;
    american.close().await;
    german.close().await;
}

/// The American tells another version than the German has told; a third person settles it.
async fn disagree(house: &House, american: &Browser, german: &Browser) {
    american.tab("Result").await;
    american.sees("#f-differ").await;
    // What the other side has told stands in the form already; only the differences are entered.
    enter(american, "differ", "American", &[(1, 4, "Wounded")]).await;
    american.act("#b-differ").await;
    let man = american.text("#differences tbody tr:nth-child(2) th").await;
    assert!(man.contains("American #"), "{man}");
    for player in [american, german] {
        player.tab("Result").await;
        player.reads("#differences tbody tr:nth-child(1)", "winner").await;
        player.reads("#differences tbody tr:nth-child(2)", "was killed").await;
        player.looks_right("up-front-differences").await;
    }
    assert_eq!(american.ask("document.querySelectorAll('#differences tbody tr').length").await, json!(3));
    let umpire = house.seated(Seat::Umpire, 1280).await;
    umpire.tab("Result").await;
    umpire.reads("#differences", "wounded").await;
    umpire.looks_right("up-front-umpire").await;
    umpire.tab("Overview").await;
    umpire.reads(".owed .you", "to settle the facts").await;
    umpire.press(".owed .you a").await;
    // Where the two differ, nothing is entered in the umpire's own version.
    let men = umpire.men("report", 1).await;
    assert!(!umpire.has(&format!("#f-report [name='f.side_1.men.{}']:checked", men[4])).await);
    assert!(!umpire.has("#f-report [name='f.winner']:checked").await);
    umpire.press("#f-uphold input[value='american']").await;
    umpire.type_in("#f-uphold textarea", "The table was photographed").await;
    umpire.act("#b-uphold").await;
    umpire.reads(".where span", "the facts are agreed").await;
    umpire.close().await;
    american.reads("#agreed", "American won.").await;
    for player in [american, german] {
        player.reads("#agreed", "The umpire settled the facts and upheld the version of American").await;
        player.reads("#agreed", "“The table was photographed”").await;
        player.tab("Log").await;
        player.reads(".log", "The umpire settled the facts").await;
        player.tab("Result").await;
    }
}
