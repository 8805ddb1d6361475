//! The play aid: one file in a browser without a network. It resolves every chart as the rules do, and keeps a game.

use rules_bcs::charts::{SHEETS, cards, data};
use rules_bcs::sheet::{By, Sheet, Standing};
use serde_json::{Value, json};

use crate::driver::{Browser, left_out};
use crate::house::House;

const TITLE: &str = "Battalion Combat Series";

fn aid() -> aid::Aid<'static> {
    let (charts, cards) = (data::export(), cards::export());
    aid::Aid { title: TITLE, charts, cards, tokens: adjutant_web::assets::TOKENS }
}

/// The aid as a server gives it.
pub fn served() -> adjutant_web::PlayAid {
    let file = |file: aid::ServedFile| adjutant_web::AidFile {
        name: file.name,
        content_type: file.content_type,
        text: file.text,
    };
    let files = aid().served("battalion-combat-series").into_iter().map(file).collect();
    adjutant_web::PlayAid { title: TITLE, files }
}

/// The page as `adjutant aid` writes it, in a file.
pub fn written(folder: &tempfile::TempDir) -> String {
    let path = folder.path().join("aid.html");
    std::fs::write(&path, aid().page()).unwrap();
    format!("file://{}", path.display())
}

/// Numbers that both sides draw alike.
pub struct Draw(pub u32);

impl Draw {
    pub fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }
}

/// Takes up text, as the script does.
fn fold(hash: &mut u32, text: &str) {
    for byte in text.bytes() {
        *hash = (*hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
}

/// Everything that the rules say of a chart with these answers.
fn told(sheet: &'static Sheet, answers: &[i16]) -> String {
    let seen = sheet.resolve(answers);
    let mut said: Vec<String> = seen.bars.iter().map(|bar| bar.id.to_owned()).collect();
    for one in &seen.told {
        said.push(match one.standing {
            Standing::Off => "off".to_owned(),
            Standing::Counts => one.amount.to_string(),
            Standing::Excluded(By::Exclusion(by)) => by.id.to_owned(),
            Standing::Excluded(By::Line(by)) => by.id.to_owned(),
        });
    }
    said.push(format!("{} {}", seen.net, seen.table.map_or("none", |table| table.id)));
    let figures = seen.die().map_or(0..=0, |die| die.span().0..=die.span().1);
    for ended in figures.filter_map(|figure| seen.at(figure)) {
        said.extend(sheet.gives.iter().map(|field| ended.outcome.get(*field).to_string()));
        said.extend(ended.changes.iter().map(|change| change.id.to_owned()));
    }
    said.join("|")
}

/// The same of the page, over the same sets: each answer alone, each pair of answers, then sets at random.
const RESOLVED: &str = r#"
  const [id, seed, random] = arguments;
  const sheet = charts.sheets.find((one) => one.id === id);
  let word = seed, hash = 0x811c9dc5, n = 0;
  const next = () => { word ^= word << 13; word ^= word >>> 17; word ^= word << 5; return word >>> 0; };
  const fold = (text) => { for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193); };
  const told = (answers) => {
    const seen = resolve(sheet, Object.fromEntries(sheet.questions.map((one, at) => [one.id, answers[at]])));
    const said = [...seen.bars.map((bar) => bar.id), ...seen.lines.map((one) => one.stands === "off" ? "off" : one.stands === "counts" ? String(one.amount) : one.why.id)];
    said.push(`${seen.net} ${seen.table?.id ?? "none"}`);
    const dice = seen.table?.dice ?? 0;
    for (let figure = dice; figure <= 6 * dice; figure++) {
      const came = ended(seen, figure);
      if (came) said.push(...sheet.gives.map((field) => String(came.result[field] ?? 0)), ...came.changes.map((one) => one.id));
    }
    n += 1;
    fold(said.join("|"));
  };
  const spans = sheet.questions.map(span);
  const base = spans.map(([least]) => least);
  for (let one = 0; one < spans.length; one++) {
    for (let a = spans[one][0]; a <= spans[one][1]; a++) {
      told(base.map((least, at) => (at === one ? a : least)));
      for (let other = one + 1; other < spans.length; other++) {
        for (let b = spans[other][0]; b <= spans[other][1]; b++) told(base.map((least, at) => (at === one ? a : at === other ? b : least)));
      }
    }
  }
  for (let set = 0; set < random; set++) told(spans.map(([least, most]) => least + (next() % (most - least + 1))));
  return [hash >>> 0, n];
"#;

/// What [`RESOLVED`] gives if the page resolves as the rules do.
fn expected(sheet: &'static Sheet, seed: u32, random: u32) -> (u32, u64) {
    let (mut hash, mut n, mut draw) = (0x811c_9dc5, 0, Draw(seed));
    let spans: Vec<(i16, i16)> = sheet.questions.iter().map(|question| question.span()).collect();
    let base: Vec<i16> = spans.iter().map(|(least, _)| *least).collect();
    let mut take = |answers: &[i16]| {
        n += 1;
        fold(&mut hash, &told(sheet, answers));
    };
    for (one, span) in spans.iter().enumerate() {
        for a in span.0..=span.1 {
            let mut answers = base.clone();
            answers[one] = a;
            take(&answers);
            for (other, span) in spans.iter().enumerate().skip(one + 1) {
                for b in span.0..=span.1 {
                    answers[other] = b;
                    take(&answers);
                }
                answers[other] = base[other];
            }
        }
    }
    for _ in 0..random {
        let drawn = |(least, most): &(i16, i16)| {
            let range = u32::try_from(most - least + 1).unwrap();
            least + i16::try_from(draw.next() % range).unwrap()
        };
        let answers: Vec<i16> = spans.iter().map(drawn).collect();
        take(&answers);
    }
    (hash, n)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_aid_resolves_every_chart_as_the_rules_do() {
    if left_out() {
        return;
    }
    // `cargo xtask soak aid` asks for a million of each chart. The driver waits for half a minute at most, so they are asked
    // for in parts.
    const PART: u32 = 50_000;
    let asked = asked::number("ADJUTANT_AID_SETS");
    let random: u32 = asked.unwrap_or(1000);
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::open(1280).await;
    browser.go(&written(&folder)).await;
    let mut n_sets = 0;
    for (chart, sheet) in (1..).zip(SHEETS) {
        for part in 0..random.div_ceil(PART) {
            let seed = chart + 1000 * part;
            let random = PART.min(random - part * PART);
            let given = vec![json!(sheet.id), json!(seed), json!(random)];
            let found = browser.page.execute(RESOLVED, given).await.unwrap();
            let expected = expected(sheet, seed, random);
            assert_eq!(*found.json(), json!(expected), "{} from {seed}", sheet.id);
            n_sets += expected.1;
        }
    }
    println!("{n_sets} sets of circumstances of {} charts", SHEETS.len());
    browser.close().await;
}

/// What a script in the page comes to.
pub async fn script(browser: &Browser, code: &str) -> Value {
    browser.page.execute(code, vec![]).await.unwrap().json().clone()
}

/// Presses what a selector finds, wherever it stands.
pub async fn click(browser: &Browser, selector: &str) {
    script(browser, &format!("document.querySelector('{selector}').click()")).await;
}

/// A formation on the list.
pub async fn add(browser: &Browser, name: &str, side: u8) {
    let code = format!(
        "document.querySelector('#add-name').value = '{name}'; document.querySelector('#add-side').value = '{side}';
         document.querySelector('#add').requestSubmit();"
    );
    script(browser, &code).await;
}

/// The formations of a scenario are on the list from the start, each as it begins there.
#[tokio::test(flavor = "multi_thread")]
async fn the_formations_of_a_scenario_are_on_the_list_from_the_start() {
    if left_out() {
        return;
    }
    let scenario = rules_bcs::Scenario::load("sarn.toml", rules_bcs::SARN).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sarn.html");
    std::fs::write(&path, aid::Aid { cards: cards::export_of(&scenario), ..aid() }.page()).unwrap();
    let browser = Browser::open(360).await;
    browser.go(&format!("file://{}", path.display())).await;
    let listed = script(
        &browser,
        "return game.cards.map((card) => [card.name, card.side, card.of.number, card.of.points])",
    );
    let begun = scenario
        .formations
        .iter()
        .map(|one| json!([one.name, one.side.number(), one.reactivation(), one.arty_points]));
    assert_eq!(listed.await, begun.collect::<Value>());
    for side in scenario.sides.as_array() {
        browser.reads("#cards", &side.name).await;
    }
    assert_eq!(
        script(&browser, "return document.querySelector('#title').value").await,
        json!(scenario.title)
    );
    script(&browser, "document.querySelector('[data-use=\"1\"]').click()").await;
    browser.reads("#who", &scenario.formations[0].name).await;
    browser.looks_right("aid-scenario").await;
    browser.close().await;
}

/// From a server it is kept on the device, found by strangers, and works on without the network.
#[tokio::test(flavor = "multi_thread")]
async fn the_aid_of_a_server_is_kept_and_opens_without_a_network() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let mut browser = Browser::open(360).await.with_axe().await;
    browser.go(&house.address).await;
    browser.leads("a[href='/aid/battalion-combat-series']").await;
    browser.reads("#offline", "it opens without a network from now on").await;
    let manifest = "await (await fetch(document.querySelector('link[rel=manifest]').href)).json()";
    assert_eq!(
        browser.ask_slowly(&format!("({manifest}).start_url")).await,
        json!("battalion-combat-series")
    );
    for width in [360, 1280] {
        browser.widen(width).await;
        browser.is_accessible(&format!("the served aid at {width}")).await;
        browser.looks_right("aid-served").await;
    }
    browser.widen(360).await;
    add(&browser, "9th Armored", 0).await;
    let before = script(&browser, "return JSON.stringify(game)").await;
    let nowhere = json!({"offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0});
    browser.tell("Network.enable", json!({})).await;
    browser.tell("Network.emulateNetworkConditions", nowhere).await;
    browser.go(&format!("{}/aid/battalion-combat-series", house.address)).await;
    browser.sees("#throw").await;
    assert_eq!(script(&browser, "return JSON.stringify(game)").await, before, "kept over a reload");
    let fetched = "await fetch('/').then(() => 'reached', () => 'no network')";
    assert_eq!(browser.ask_slowly(fetched).await, json!("no network"));
    browser.press("#throw").await;
    browser.until("document.getElementById('came').textContent !== ''").await;
    browser.close().await;
}

/// What one throw gives goes onto the card once; a new face after a whole throw begins another; what was answered for a
/// formation waits while another is in use; and odds are of what the throw comes to.
#[tokio::test(flavor = "multi_thread")]
async fn throws_cards_and_answers_are_kept_apart() {
    if left_out() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::open(360).await;
    browser.go(&written(&folder)).await;
    for (name, side) in [("7th Armoured", 0), ("11th Panzer", 1)] {
        add(&browser, name, side).await;
    }
    let pick = async |selector: &str| click(&browser, selector).await;
    pick("[data-use=\"1\"]").await;
    pick("[data-card=\"card.1.fatigue\"][value=\"2\"]").await;
    pick("[data-chart][value=fatigue]").await;
    pick("[data-answer=\"fatigue.attack\"]").await;
    pick("[data-die=\"0\"][data-face=\"1\"]").await;
    browser.reads("#take", "Enter on the card: Fatigue 2").await;
    for _ in 0..3 {
        pick("#take").await;
    }
    assert_eq!(script(&browser, "return game.cards[0].of.fatigue").await, 3, "one level more, once");
    assert_eq!(script(&browser, "return document.querySelector('#take').hidden").await, true);

    // Two dice: the third face pressed is the first of the next throw.
    pick("[data-chart][value=combat]").await;
    let n_acts = async || script(&browser, "return game.acts.length").await.as_u64().unwrap();
    let before = n_acts().await;
    for (die, face) in [(0, 6), (1, 6), (0, 1), (1, 2)] {
        pick(&format!("[data-die=\"{die}\"][data-face=\"{face}\"]")).await;
    }
    assert_eq!(n_acts().await, before + 2);
    assert!(script(&browser, "return game.acts.at(-1).text").await.as_str().unwrap().contains("1 and 2"));

    // Another formation is looked after, and the first goes on where it was.
    pick("[data-chart][value=snafu]").await;
    pick("[data-answer=\"snafu.prepared\"]").await;
    let odds = "return document.querySelector('#odds').getAttribute('aria-label')";
    let told = script(&browser, odds).await;
    assert!(!told.as_str().unwrap().contains("FULL: 3"), "no full activation in prepared defense: {told}");
    for card in [2, 1] {
        pick(&format!("[data-use=\"{card}\"]")).await;
    }
    assert_eq!(script(&browser, odds).await, told, "what was answered waited");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_activation_is_run_beside_the_board_without_a_network() {
    if left_out() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for width in [360, 1280] {
        let browser = Browser::open(width).await.with_axe().await;
        let offline = json!({"offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0});
        browser.tell("Network.enable", json!({})).await;
        browser.tell("Network.emulateNetworkConditions", offline).await;
        browser.go(&written(&folder)).await;
        for (name, side) in [("7th Armoured", 0), ("11th <Panzer>", 1)] {
            add(&browser, name, side).await;
        }
        script(&browser, "document.querySelector('[data-use=\"1\"]').click()").await;
        browser.reads("#who", "7th Armoured").await;

        // The card answers for the chart: fatigue 2 is two less.
        script(&browser, "document.querySelector('[data-card=\"card.1.fatigue\"][value=\"3\"]').click()")
            .await;
        browser.reads("#head", "2d6 − 2").await;
        browser.reads("#mods", "Fatigue").await;
        // Dice from the table: 6 and 2 less 2 are 6.
        for (die, face) in [(0, 6), (1, 2)] {
            script(
                &browser,
                &format!("document.querySelector('[data-die=\"{die}\"][data-face=\"{face}\"]').click()"),
            )
            .await;
        }
        browser.reads("#came", "6 and 2, −2, makes 6: PARTIAL").await;
        browser.reads("#turn", "SNAFU 6 and 2, −2").await;
        browser.is_accessible(&format!("aid at {width}")).await;
        browser.looks_right("aid-snafu").await;

        // Fatigue rises at a press, and undo brings it back.
        script(
            &browser,
            "document.querySelector('[data-chart][value=fatigue]').click();
             document.querySelector('[data-answer=\"fatigue.attack\"]').click();
             document.querySelector('[data-die=\"0\"][data-face=\"1\"]').click();",
        )
        .await;
        browser.reads("#take", "Enter on the card: Fatigue 3").await;
        script(&browser, "document.querySelector('#take').click()").await;
        assert_eq!(script(&browser, "return game.cards[0].of.fatigue").await, 4);
        script(&browser, "document.querySelector('#undo').click()").await;
        assert_eq!(script(&browser, "return game.cards[0].of.fatigue").await, 3);

        // The turn cannot end while a headquarters is unused, and says so.
        browser.reads("#why-turn", "2 headquarters are unused").await;
        script(&browser, "document.querySelector('#end-turn').click()").await;
        assert_eq!(script(&browser, "return game.turn").await, 1);
        for card in [1, 2] {
            script(
                &browser,
                &format!("document.querySelector('[data-card=\"card.{card}.hq\"][value=\"2\"]').click()"),
            )
            .await;
        }
        script(&browser, "document.querySelector('#end-turn').click()").await;
        browser.reads("#turn-n", "2").await;

        // It is kept on this device, and goes over to another one as text.
        let before = script(&browser, "return JSON.stringify(game)").await;
        browser.go(&written(&folder)).await;
        assert_eq!(script(&browser, "return JSON.stringify(game)").await, before, "kept over a reload");
        script(&browser, "document.querySelector('#clear').click()").await;
        browser.reads("#clear", "Press again to clear everything").await;
        assert_eq!(script(&browser, "return JSON.stringify(game)").await, before, "asked once more");
        script(&browser, "document.querySelector('#clear').click()").await;
        browser.reads("#cards", "No formation yet").await;
        let take = "document.querySelector('#paste').value = arguments[0]; document.querySelector('#take-paste').click();";
        browser.page.execute(take, vec![before.clone()]).await.unwrap();
        assert_eq!(script(&browser, "return JSON.stringify(game)").await, before);

        // What is no game is said with every fault, and changes nothing.
        let wrong =
            before.as_str().unwrap().replace("\"turn\":2", "\"turn\":0").replace("\"side\":1", "\"side\":7");
        browser.page.execute(take, vec![json!(wrong)]).await.unwrap();
        browser.reads("#said", "turn: 0 is no number from 1 to 999; cards[1]: a name, a side (0 or 1)").await;
        assert_eq!(script(&browser, "return JSON.stringify(game)").await, before);

        for chart in script(&browser, "return pages.map((page) => page.id)").await.as_array().unwrap() {
            script(&browser, &format!("game.chart = {chart}; draw();")).await;
            browser.looks_right(&format!("aid-{}", chart.as_str().unwrap())).await;
            browser.is_accessible(&format!("aid {chart} at {width}")).await;
        }
        browser.close().await;
    }
}
