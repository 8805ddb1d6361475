//! The card of a formation in the play aid: its steps, its counters, and what throws leave on it.

use rules_bcs::charts::SHEETS;
use serde_json::{Value, json};

use crate::aid::{add, click, script, written};
use crate::driver::{Browser, left_out};

/// With eight formations the one in use stands first, with its steps and the counters of its markers on the first screen.
#[tokio::test(flavor = "multi_thread")]
async fn the_card_in_use_stands_first_and_counts_its_objectives() {
    if left_out() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for width in [360, 1280] {
        let browser = Browser::open(width).await.with_axe().await;
        browser.go(&written(&folder)).await;
        for (n, side) in (1..=8).zip([0, 1].into_iter().cycle()) {
            add(&browser, &format!("{n}th Division"), side).await;
        }
        script(&browser, "document.querySelector('#vt-f').click()").await;
        browser.press("[data-use='8']").await;
        browser.reads(".fcs > li:first-child h3", "8th Division").await;
        let seen = "[...document.querySelectorAll('.fc.on .use, .fc.on [data-done=a]')].map((part) => {
            const { top, bottom } = part.getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight; })";
        assert_eq!(browser.ask(seen).await, json!([true, true]), "at {width}");
        assert_eq!(
            browser.ask("document.activeElement.dataset.use").await,
            json!("8"),
            "the focus goes with it"
        );
        let counter = "[data-step='card.8.combat-obj'][data-sign='+']";
        let of = format!(
            "[...document.querySelectorAll(\"{counter}\")].map((one) => Boolean(one.closest('.asteps')))"
        );
        assert_eq!(browser.ask(&of).await, json!([true]), "in its step and nowhere else");
        browser.press(counter).await;
        browser.press(counter).await;
        assert_eq!(script(&browser, "return game.cards[7].of['combat-obj']").await, 2);
        browser.is_accessible(&format!("the card in use at {width}")).await;
        browser.looks_right("aid-in-use").await;
        // Put away, it stands with its side again, and its markers in its fold.
        browser.press("[data-use='8']").await;
        browser.reads(".fcs > li:first-child h3", "Blue").await;
        let of = format!("document.querySelectorAll(\"[data-open='8'] {counter}\").length");
        assert_eq!(browser.ask(&of).await, json!(1));
        browser.close().await;
    }
}

/// Steps are ticked by hand for each formation and begin anew with its activation; OBJ markers are counted on the card, and
/// amounts stand beside printed modifiers.
#[tokio::test(flavor = "multi_thread")]
async fn steps_and_objectives_are_kept_for_an_activation() {
    if left_out() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for width in [360, 1280] {
        let browser = Browser::open(width).await.with_axe().await;
        browser.go(&written(&folder)).await;
        for (name, side) in [("7th Armoured", 0), ("11th Panzer", 1)] {
            add(&browser, name, side).await;
        }
        let pick = async |selector: &str| click(&browser, selector).await;
        let steps = async || script(&browser, "return game.steps").await;
        pick("[data-use=\"1\"]").await;
        pick("[data-card=\"card.1.hq\"][value=\"1\"]").await;
        for step in ["a", "b"] {
            pick(&format!("[data-done={step}]")).await;
        }
        browser.reads("#next", "next: c, SNAFU roll").await;
        pick("[data-step=\"card.1.combat-obj\"][data-sign=\"+\"]").await;
        // What the card counts the fatigue roll takes from it.
        let fatigue = "return answersOf(sheetOf('fatigue'))['combat-obj']";
        assert_eq!(script(&browser, fatigue).await, 1);
        pick("[data-card=\"card.1.route\"][value=\"1\"]").await;
        assert_eq!(script(&browser, "return answersOf(sheetOf('snafu')).msr").await, 1);
        // A step leads to its chart; the steps of another formation are its own.
        script(&browser, "document.querySelector('#vt-f').click()").await;
        browser.is_accessible(&format!("the steps at {width}")).await;
        browser.looks_right("aid-steps").await;
        pick("[data-go=fatigue]").await;
        browser.reads("#chart-title", "Fatigue Increase Table").await;
        pick("[data-use=\"2\"]").await;
        pick("[data-done=a]").await;
        let turned = script(&browser, "return [game.cards[1].of.hq, game.went]").await;
        assert_eq!(turned, json!([1, [1, 2]]), "the step that begins the activation turns the HQ");
        assert_eq!(steps().await, json!({"1": ["a", "b"], "2": ["a"]}));
        // A Second Activation begins again with (b), and the OBJ markers are gone.
        pick("[data-use=\"1\"]").await;
        pick("[data-chart][value=second-activation]").await;
        pick("[data-die=\"0\"][data-face=\"1\"]").await;
        assert_eq!(steps().await["1"], json!(["a", "b"]), "a throw that fails changes nothing");
        pick("[data-die=\"0\"][data-face=\"6\"]").await;
        assert_eq!(steps().await["1"], json!(["a"]));
        assert_eq!(script(&browser, "return game.cards[0].of['combat-obj']").await, 0);
        pick("#undo").await;
        assert_eq!(steps().await["1"], json!(["a", "b"]), "undo brings them back");
        // Whoever is activated begins with none; so does everybody in the next turn.
        pick("[data-card=\"card.1.hq\"][value=\"0\"]").await;
        pick("[data-card=\"card.1.hq\"][value=\"1\"]").await;
        assert_eq!(steps().await["1"], json!([]));
        pick("[data-done=a]").await;
        for card in [1, 2] {
            pick(&format!("[data-card=\"card.{card}.hq\"][value=\"2\"]")).await;
        }
        pick("#end-turn").await;
        assert_eq!(steps().await, json!({"1": [], "2": []}));

        // Below each chart stand the amounts of its modifiers as the rules have them; effects stand under their heads.
        for sheet in SHEETS.iter().filter(|sheet| !sheet.lines.is_empty()) {
            let told = browser
                .page
                .execute(
                    "game.chart = arguments[0]; draw(); return [...document.querySelectorAll('.adds tr td')].map((cell) => cell.textContent)",
                    vec![json!(sheet.id)],
                )
                .await
                .unwrap();
            let [own, theirs] = [false, true].map(|other| {
                let whose = move |line: &&rules_bcs::sheet::Line| {
                    (line.whose == rules_bcs::sheet::Whose::Other) == other
                };
                sheet.lines.iter().filter(whose).map(|line| json!(sheet.printed(line))).collect::<Vec<_>>()
            });
            assert_eq!(*told.json(), Value::Array([own, theirs].concat()), "{}", sheet.id);
        }
        let heads = "game.chart = 'snafu-effects'; draw(); return [...document.querySelectorAll('.grid .head')].map((row) => row.textContent)";
        assert_eq!(
            script(&browser, heads).await,
            json!(["Objectives", "Movement", "Barrage", "Combat", "Other"])
        );
        script(&browser, "document.querySelector('#vt-c').click()").await;
        browser.looks_right("aid-effects").await;
        script(&browser, "game.chart = 'combat'; draw(); document.querySelector('#printed').open = true")
            .await;
        browser.looks_right("aid-printed").await;
        // The codes of a file say beside them that they hold text alone.
        script(
            &browser,
            "document.querySelector('#vt-t').click(); document.querySelector('#hand-over').open = true",
        )
        .await;
        pick("#show-codes").await;
        browser.reads("#code-kind", "hold text alone").await;
        browser.close().await;
    }
}

/// A throw for SNAFU stands on the card: its column of the effects holds, FAIL counts on the Fatigue roll, and Arty Points are
/// counted off what it allows. All of it is over with the activation.
#[tokio::test(flavor = "multi_thread")]
async fn the_snafu_result_and_arty_points_stand_on_the_card() {
    if left_out() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for width in [360, 1280] {
        let browser = Browser::open(width).await.with_axe().await;
        browser.go(&written(&folder)).await;
        add(&browser, "7th Armoured", 0).await;
        let pick = async |selector: &str| click(&browser, selector).await;
        let throws = async |chart: &str, faces: &[u8]| {
            script(&browser, &format!("goToChart('{chart}')")).await;
            for (die, face) in faces.iter().enumerate() {
                pick(&format!("[data-die=\"{die}\"][data-face=\"{face}\"]")).await;
            }
        };
        let of = async |field: &str| script(&browser, &format!("return game.cards[0].of['{field}']")).await;
        let failed = "return answersOf(sheetOf('fatigue')).failed";
        pick("[data-use=\"1\"]").await;
        for _ in 0..3 {
            pick("[data-step=\"card.1.points\"][data-sign=\"+\"]").await;
        }
        for step in ["a", "b"] {
            pick(&format!("[data-done={step}]")).await;
        }
        throws("snafu", &[2, 3]).await;
        browser.reads("#came", "PARTIAL").await;
        assert_eq!((of("snafu").await, script(&browser, failed).await), (json!(2), json!(0)));
        browser.reads(".asteps", "SNAFU Result").await;
        pick("[data-go=snafu-effects]").await;
        let holds =
            "return [...document.querySelectorAll('.grid thead .now')].map((cell) => cell.textContent)";
        assert_eq!(script(&browser, holds).await, json!(["Partial (holds now)"]));
        browser.is_accessible(&format!("the effects that hold at {width}")).await;
        browser.looks_right("aid-effects-now").await;

        // Half of three points, rounded down: the second barrage is one too many, and says so.
        pick("[data-done=d]").await;
        for n in 1..=2 {
            throws("barrage", &[1]).await;
            browser.reads("#take", &format!("Enter on the card: Arty Points used {n}")).await;
            pick("#take").await;
            assert_eq!(of("spent").await, n);
        }
        // An Attack by Fire takes none.
        pick("[data-answer=\"barrage.column\"][value=\"1\"]").await;
        throws("barrage", &[1]).await;
        assert_eq!(browser.ask("document.querySelector('#take').hidden").await, json!(true));
        script(&browser, "document.querySelector('#vt-f').click()").await;
        browser.reads(".asteps .now", "Arty Points used of 1").await;
        browser.reads(".asteps .alarm", "of 1").await;
        browser.is_accessible(&format!("points used at {width}")).await;
        browser.looks_right("aid-points").await;

        // FAIL counts on the Fatigue roll of a Second Activation, which makes none.
        throws("second-activation", &[6]).await;
        assert_eq!(
            (of("second").await, of("snafu").await, of("spent").await),
            (json!(1), json!(0), json!(0))
        );
        let asked = "answersOf(sheetOf('second-activation'))";
        let third = format!("return resolve(sheetOf('second-activation'), {asked}).table?.dice ?? 0");
        assert_eq!(script(&browser, &third).await, 0, "there is no third activation");
        throws("snafu", &[1, 1]).await;
        browser.reads("#came", "FAIL").await;
        assert_eq!((of("snafu").await, script(&browser, failed).await), (json!(3), json!(1)));
        throws("fatigue", &[]).await;
        browser.reads("#mods", "A Second Activation that gets a FAIL does not count.").await;
        // What is answered by hand holds until a throw says something new.
        pick("[data-answer=\"fatigue.failed\"]").await;
        assert_eq!(script(&browser, failed).await, 0);
        throws("snafu", &[1, 1]).await;
        assert_eq!(script(&browser, failed).await, 0, "the card says what it said");
        throws("snafu", &[6, 6]).await;
        throws("snafu", &[1, 1]).await;
        assert_eq!(script(&browser, failed).await, 1);
        pick("[data-card=\"card.1.hq\"][value=\"2\"]").await;
        pick("#end-turn").await;
        assert_eq!((of("second").await, of("snafu").await), (json!(0), json!(0)));
        browser.close().await;
    }
}

/// What was fought counts for the Fatigue roll of the formation in use, until it is activated anew.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_thrown_counts_for_fatigue() {
    if left_out() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::open(360).await;
    browser.go(&written(&folder)).await;
    add(&browser, "7th Armoured", 0).await;
    let pick = async |selector: &str| click(&browser, selector).await;
    pick("[data-use=\"1\"]").await;
    pick("[data-done=a]").await;
    let asked = "const sheet = sheetOf('fatigue'); return [answersOf(sheet), resolve(sheet, answersOf(sheet)).table.id]";
    let table = async || script(&browser, asked).await[1].clone();
    assert_eq!(table().await, "none");
    pick("[data-chart][value=engagement]").await;
    pick("#throw").await;
    assert_eq!(table().await, "engagement");
    pick("[data-chart][value=combat]").await;
    pick("#throw").await;
    assert_eq!(table().await, "attack");
    pick("#undo").await;
    assert_eq!(table().await, "engagement", "a throw that is undone counts no more");
    pick("[data-card=\"card.1.hq\"][value=\"0\"]").await;
    pick("[data-card=\"card.1.hq\"][value=\"1\"]").await;
    assert_eq!(table().await, "none");
    browser.close().await;
}

/// Lists are read as they are printed: in turn, as cases of their own, or all together.
#[tokio::test(flavor = "multi_thread")]
async fn lists_are_ticked_in_turn_or_all_together() {
    if left_out() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for width in [360, 1280] {
        let browser = Browser::open(width).await.with_axe().await;
        browser.go(&written(&folder)).await;
        let open = async |id: &str| {
            let choose = format!(
                "const more = document.querySelector('[data-chart-more]'); more.value = '{id}';
                more.dispatchEvent(new Event('change', {{ bubbles: true }}))"
            );
            script(&browser, &choose).await;
        };
        open("attack-sequence").await;
        browser.reads("#chart-title", "Attack Sequence (5.1b)").await;
        browser.reads("#came", "Next: Attacker: declares the type, Regular or Shock.").await;
        click(&browser, "[data-tick=\"1\"]").await;
        browser.reads("#came", "Next: Defender: declares Prepared Defense, or none.").await;
        for step in 2..=8 {
            click(&browser, &format!("[data-tick=\"{step}\"]")).await;
        }
        browser.reads("#came", "All done.").await;
        browser.is_accessible(&format!("the attack sequence at {width}")).await;
        browser.looks_right("aid-attack-sequence").await;
        // The next attack begins with the first line again.
        browser.press("[data-untick]").await;
        browser.reads("#came", "Next: Attacker: declares the type").await;
        assert_eq!(browser.ask("document.activeElement.dataset.tick").await, json!("1"));
        open("prepared-eligible").await;
        click(&browser, "[data-tick=deployed]").await;
        browser.reads("#came", "1 of 3 hold; all must. Missing: Unit is in Command Radius.").await;
        open("failure").await;
        browser.reads("#came", "Each line is a case of its own.").await;
        browser.close().await;
    }
}
