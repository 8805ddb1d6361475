//! The campaign studio: an account sets up a campaign from a sample and a spreadsheet, without a line of code, and begins
//! it.

use kernel::Seat;
use serde_json::{Value, json};
use studio::Draft;

use crate::driver::{Browser, left_out};
use crate::house::House;
use crate::widths::BEYOND;

/// The fields of a table whose words are wider than they are.
const CUT: &str = "[...document.querySelectorAll('.chart td > :is(input[type=text], textarea)')]
  .filter((field) => field.scrollWidth > field.clientWidth + 1).map((field) => field.value)";

/// The chart that is pasted.
const CHART: &str = "rg.russian";

/// What an umpire's own spreadsheet calls the columns, and which of the chart's they are.
const COLUMNS: [(&str, &str); 8] = [
    ("ID", "id"),
    ("Unit", "kind"),
    ("Class", "class"),
    ("Stands", "content"),
    ("Quality", "discipline"),
    ("CPP", "cost"),
    ("per scen.", "max_scenario"),
    ("total", "max_campaign"),
];

/// The sample's own chart as it is copied out of a spreadsheet, six of its cells spoilt; and how two of them were, which no
/// suggestion mends.
fn chart() -> (String, String, String, usize) {
    let draft = Draft::read("sample", rules_battlefront::SAMPLE).unwrap();
    let tables = draft.tables(&rules_battlefront::RULEBOOK);
    let table = tables.iter().find(|table| table.path == CHART).unwrap();
    let grid = draft.grid(table);
    let at = |key: &str| table.columns.iter().position(|column| column.key == key).unwrap();
    let mut rows: Vec<Vec<String>> = (1..grid.rows.len())
        .map(|row| COLUMNS.iter().map(|(_, key)| grid.cell(row, at(key)).words()).collect())
        .collect();
    let spoil =
        |row: &mut Vec<String>, column: usize, words: &str| std::mem::replace(&mut row[column], words.into());
    assert_eq!(spoil(&mut rows[3], 5, "l4"), "14");
    assert_eq!(spoil(&mut rows[4], 4, "Trianed"), "Trained");
    let content = rows[0][3].replace("r-rifle", "rifel");
    spoil(&mut rows[0], 3, &content);
    assert_eq!(spoil(&mut rows[1], 7, "3,0"), "3");
    let price = spoil(&mut rows[2], 5, "");
    let first = rows[0][0].clone();
    let last = rows.len() - 1;
    let id = spoil(&mut rows[last], 0, &first);
    let titles = COLUMNS.map(|(title, _)| title).join("\t");
    let lines: Vec<String> = rows.iter().map(|row| row.join("\t")).collect();
    (format!("{titles}\n{}\n", lines.join("\n")), price, id, rows.len())
}

impl Browser {
    async fn shown(&self, name: &str) {
        self.looks_right(name).await;
        assert_eq!(self.ask(BEYOND).await, json!([]), "{name}");
        self.is_accessible(name).await;
    }

    async fn set(&self, selector: &str, words: &str) {
        self.ask(&format!("document.querySelector({}).value = {}", json!(selector), json!(words))).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_is_set_up_from_a_sample_and_a_spreadsheet_and_begun() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house = House::rostov().await;
        let umpire = house.seated(Seat::Spectator, width).await.with_axe().await;
        umpire.go(&format!("{}/account", house.address)).await;
        umpire.type_in("#name", "Anna").await;
        umpire.type_in("#new", "correct horse battery").await;
        umpire.press("#f-make button").await;
        umpire.sees(".codes").await;
        umpire.go(&house.address).await;
        umpire.press("#b-studio").await;
        umpire.reads("h1", "Campaign studio").await;
        umpire.shown("studio-empty").await;
        umpire.press("#b-new").await;
        umpire.reads("h1", "A new draft").await;
        umpire.shown("studio-new").await;
        umpire.press("input[value='sample:rostov']").await;
        umpire.press("#f-new button").await;
        umpire.reads("#h-stands", "Where it stands").await;
        umpire.shown("studio-draft").await;

        umpire.press(&format!("a[href$='/t/{CHART}']")).await;
        umpire.sees("#f-rows").await;
        umpire.shown("studio-chart").await;
        let lines = "[...document.querySelectorAll('.chart tbody tr:not(.msg)')].filter((row) =>
          new Set([...row.cells].map((cell) => Math.round(cell.getBoundingClientRect().top))).size > 1).length";
        assert_eq!(
            umpire.ask(lines).await == json!(0),
            width == 1280,
            "a row is one line on a wide page alone"
        );
        assert_eq!(umpire.ask(CUT).await, json!([]), "at {width}");
        umpire.press("#b-paste").await;
        umpire.sees("#f-paste").await;
        umpire.shown("studio-paste").await;
        let (rows, price, id, n_rows) = chart();
        umpire.set("#text", &rows).await;
        umpire.press("#f-paste button[value='read']").await;
        umpire.sees("#f-columns").await;
        assert_eq!(
            umpire
                .ask("[...document.querySelectorAll('.maps select')].filter((one) => !one.value).length")
                .await,
            json!(0)
        );
        umpire.shown("studio-columns").await;
        umpire.press("#f-columns button[value='check']").await;
        umpire.reads("#h-errsum", &format!("There are 6 faulty cells in {n_rows} rows")).await;
        assert!(umpire.complaints().await.iter().all(|line| line.contains("422")));
        umpire.shown("studio-check").await;
        assert_eq!(umpire.ask(CUT).await, json!([]), "at {width}");

        // The list leads to each cell; one is mended by a suggestion, three by all of them, two by hand.
        umpire.press(".errsum li:last-child a").await;
        let bad = format!("#c{n_rows}-0");
        assert_eq!(umpire.ask("location.hash").await, json!(bad));
        umpire.press("button[value='use-4-5']").await;
        umpire.reads("#h-errsum", "There are 5 faulty cells").await;
        umpire.press("button[value='use-all']").await;
        umpire.reads("#h-errsum", "There are 2 faulty cells").await;
        umpire.set("#c3-5", &price).await;
        umpire.set(&bad, &id).await;
        umpire.press("#f-check button[value='check']").await;
        umpire.reads("#h-pasted", &format!("All {n_rows} rows are right")).await;
        assert!(umpire.complaints().await.iter().all(|line| line.contains("422")));
        umpire.shown("studio-right").await;
        umpire.press("#f-check button[value='put']").await;
        umpire.sees("#f-rows").await;
        umpire.reads("#said", "The rows are put in.").await;

        // More of a group than can ever be bought is odd and no fault; it is told at its row, and mended there.
        let odd = "document.querySelectorAll('#r0 + .msg .odd').length";
        assert_eq!(umpire.ask(odd).await, json!(0));
        for (most, n_odd) in [("900", 1), ("9", 0)] {
            umpire.set("#c0-7", most).await;
            // The page says "Saved." from the time before as well.
            umpire.leads("#f-rows button[value='save']").await;
            umpire.reads("#said", "Saved.").await;
            assert_eq!(umpire.ask(odd).await, json!(n_odd), "{most}");
            if n_odd > 0 {
                umpire.shown("studio-odd").await;
            }
        }

        // What stands in one row alone is a form of fields.
        umpire.press("footer a[href='/studio']").await;
        umpire.shown("studio-list").await;
        umpire.press(".tables a.name").await;
        umpire.press(".tables a.name").await;
        umpire.sees(".sheetlike").await;
        umpire.shown("studio-fields").await;
        for (page, name) in
            [("/check", "studio-all"), ("/forecast", "studio-forecast"), ("/text", "studio-text")]
        {
            let path = umpire
                .ask("location.pathname.split('/t/')[0].replace(/\\/(check|forecast|text)$/, '')")
                .await;
            let Value::String(path) = path else { panic!("{path}") };
            umpire.go(&format!("{}{path}{page}", house.address)).await;
            umpire.sees("h1").await;
            umpire.shown(name).await;
            if page == "/forecast" {
                umpire.sees("main table").await;
            }
        }
        umpire.press("nav.tabs a[href$='/begin']").await;
        umpire.sees("#f-begin").await;
        umpire.shown("studio-begin").await;
        umpire.press("#f-begin button").await;
        umpire.sees("#minutes").await;
        umpire.reads(".mast", "Umpire").await;
        umpire.shown("studio-seats").await;
        umpire.close().await;
    }
}

/// The head of a file, a map by rows and units are tables of a scenario on hexes, and a fault is told at its row.
#[tokio::test(flavor = "multi_thread")]
async fn a_scenario_on_hexes_is_filled_in_by_tables() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house = House::sarn_west().await;
        let umpire = house.seated(Seat::Spectator, width).await.with_axe().await;
        umpire.go(&format!("{}/account", house.address)).await;
        umpire.type_in("#name", "Anna").await;
        umpire.type_in("#new", "correct horse battery").await;
        umpire.press("#f-make button").await;
        umpire.sees(".codes").await;
        umpire.go(&format!("{}/studio/new", house.address)).await;
        umpire.press("input[value='blank:battalion-combat']").await;
        umpire.press("#f-new button").await;
        umpire.reads("#h-stands", "Where it stands").await;
        umpire.shown("studio-hexes-draft").await;

        // The fields at the head of the file are a table like others.
        umpire.press(".tables a[href$='/t/-']").await;
        umpire.sees(".sheetlike").await;
        umpire.shown("studio-hexes-head").await;
        umpire.set("#c0-0", "lindau").await;
        umpire.set("#c0-1", "The ford at Lindau").await;
        umpire.leads("#f-rows button[value='save']").await;
        umpire.reads("#said", "Saved.").await;
        assert_eq!(
            umpire.ask("document.querySelector('#c0-1').value").await,
            json!("The ford at Lindau"),
            "it is in the file"
        );

        // A map is pasted row by row; a character without ground is told, and mended.
        let path = umpire.ask("location.pathname.split('/t/')[0]").await;
        umpire.go(&format!("{}{}/t/map.rows", house.address, path.as_str().unwrap())).await;
        umpire.sees("#f-rows").await;
        umpire.press("#b-paste").await;
        umpire.sees("#f-paste").await;
        umpire.set("#text", "Hexes\n..f.\n.cX.\n....\n").await;
        umpire.press("#f-paste button[value='read']").await;
        umpire.sees("#f-columns").await;
        umpire.press("#f-columns button[value='check']").await;
        umpire.reads("#h-errsum", "There is 1 fault in 3 rows").await;
        assert!(umpire.complaints().await.iter().all(|line| line.contains("422")));
        umpire.shown("studio-hexes-fault").await;
        umpire.close().await;
    }
}
