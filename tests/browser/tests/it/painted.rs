//! A map is painted over a picture of it: by mouse on a wide page, by finger on a phone, by keys; what is painted is what
//! would be pasted, and nothing of it is lost.

mod sample;

use kernel::Seat;
use serde_json::{Value, json};
use studio::{Draft, Placing};
use thirtyfour::prelude::Key;
use toml::Table;

use crate::driver::{Browser, left_out};
use crate::house::House;
use crate::widths::BEYOND;
use sample::{
    COLUMNS, GROUND, PICTURE, Place, ROWS, TITLES, between, centre, names, numbers, rivers, roads, rows,
    sample, side, texts,
};

impl Browser {
    /// The palette's kind of this value.
    async fn takes(&self, kind: &str) {
        self.press(&format!("label:has(> input[name='kind'][value='{kind}'])")).await;
        self.sees(&format!("input[name='kind'][value='{kind}']:checked")).await;
    }

    /// A place of the drawing from the centre of the first hex, on the screen.
    async fn on_paper(&self, (x, y): Place) -> Place {
        let at = self
            .ask(&format!(
                "((map) => {{
                   const [left, top] = ['.hb-top', '.hb-left'].map((name) => map.querySelector(`${{name}} text`));
                   const at = new DOMPoint(Number(left.getAttribute('x')) + {x}, Number(top.getAttribute('y')) - 4 + {y}).matrixTransform(map.getScreenCTM());
                   return [at.x, at.y];
                 }})(document.querySelector('#paint-map'))"
            ))
            .await;
        (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
    }

    /// Brings a place of the drawing into the middle of what is seen of the map.
    async fn brings(&self, at: Place) {
        let (x, y) = self.on_paper(at).await;
        self.ask(&format!(
            "((pan, sheet) => {{
               const seen = pan.getBoundingClientRect();
               const low = getComputedStyle(sheet).position === 'fixed' ? sheet.getBoundingClientRect().top : seen.bottom;
               pan.scrollBy({x} - (seen.left + seen.right) / 2, {y} - (seen.top + low) / 2);
             }})(document.querySelector('#paint-pan'), document.querySelector('#sheet'))"
        ))
        .await;
    }

    /// A stroke through places of the drawing; one place alone is a press.
    async fn strokes(&self, is_touch: bool, places: &[Place]) {
        let mut points = Vec::new();
        for place in places {
            points.push(self.on_paper(*place).await);
        }
        let (first, last) = (points[0], points[points.len() - 1]);
        if is_touch {
            let touch = async |kind: &str, points: Value| {
                self.tell("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points})).await;
            };
            let finger = |(x, y): Place| json!([{"x": x, "y": y, "id": 0}]);
            touch("touchStart", finger(first)).await;
            for point in &points[1..] {
                touch("touchMove", finger(*point)).await;
            }
            touch("touchEnd", json!([])).await;
            return;
        }
        self.mouse("mousePressed", first).await;
        for point in &points[1..] {
            self.mouse("mouseMoved", *point).await;
        }
        self.mouse("mouseReleased", last).await;
    }

    async fn saved(&self) {
        self.reads("#paint-kept", "Saved.").await;
    }

    /// The draft of the page as its file has it.
    async fn file(&self) -> String {
        let file = "await fetch(location.pathname.replace(/\\/paint$/, '/file/draft.toml')).then((answer) => answer.text())";
        self.ask_slowly(file).await.as_str().unwrap().to_owned()
    }

    /// An account, and a draft from this beginning.
    async fn drafts(&self, house: &House, from: &str) -> String {
        self.go(&format!("{}/account", house.address)).await;
        self.type_in("#name", "Anna").await;
        self.type_in("#new", "correct horse battery").await;
        self.press("#f-make button").await;
        self.sees(".codes").await;
        self.go(&format!("{}/studio/new", house.address)).await;
        self.press(&format!("input[value='{from}']")).await;
        self.press("#f-new button").await;
        self.reads("#h-stands", "Where it stands").await;
        let path = self.ask("location.pathname").await;
        format!("{}{}", house.address, path.as_str().unwrap())
    }

    /// Says how large the map is, on the page that asks for it.
    async fn sizes(&self, fields: &[&str]) {
        self.sees("#f-size").await;
        for (n, words) in fields.iter().enumerate() {
            self.ask(&format!("document.querySelector('#c0-{n}').value = {}", json!(words))).await;
        }
        self.leads("#f-size button").await;
        self.sees("#paint-pan").await;
    }

    async fn seems_right(&self, name: &str) {
        self.looks_right(name).await;
        assert_eq!(self.ask(BEYOND).await, json!([]), "{name}");
        self.is_accessible(name).await;
    }
}

/// The draft with rows in four tables as they would be pasted.
fn pasted(before: &str, after: &str) -> String {
    let rulebook = &rules_bcs::RULEBOOK;
    let mut draft = Draft::read("before", before).unwrap();
    let painted = Draft::read("after", after).unwrap();
    for path in ["map.rows", "map", "map.road", "map.names"] {
        let of = |draft: &Draft| draft.tables(rulebook).into_iter().find(|table| table.path == path).unwrap();
        let table = of(&draft);
        let grid = painted.grid(&of(&painted));
        let all: Vec<_> = (0..table.columns.len()).map(Some).collect();
        draft = draft
            .try_rows(rulebook, &table, &grid, &all, Placing::Instead)
            .draft
            .expect("all cells are right");
    }
    draft.text()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_of_the_sample_is_painted_over_its_picture() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let is_touch = width == 360;
        let house = House::sarn_west().await;
        let umpire = house.seated(Seat::Spectator, width).await.with_axe().await;
        let draft = umpire.drafts(&house, "blank:battalion-combat").await;

        // The kinds of ground are those of the table, which is pasted.
        umpire.go(&format!("{draft}/t/map.legend/paste")).await;
        let lines: Vec<&str> = GROUND.iter().map(|(line, _)| *line).collect();
        umpire.sees("#text").await;
        let text = json!(format!("{TITLES}\n{}\n", lines.join("\n")));
        umpire.ask(&format!("document.querySelector('#text').value = {text}")).await;
        umpire.press("#f-paste button[value='read']").await;
        umpire.sees("#f-columns").await;
        umpire.press("#f-columns button[value='check']").await;
        umpire.reads("#h-pasted", "All 7 rows are right").await;
        umpire.press("#f-check button[value='put']").await;
        umpire.sees("#f-rows").await;
        umpire.go(&format!("{draft}/paint")).await;
        umpire.sees("#f-size").await;
        umpire.seems_right("paint-size").await;
        umpire.sizes(&["sarn-crossing", "Sarn crossing", "35", "25"]).await;
        umpire.seems_right("paint-empty").await;
        let before = umpire.file().await;

        // The picture is set to the grid by two hexes far apart.
        let marks = rows();
        let hexes: Vec<Value> = (1..=35)
            .flat_map(|column| (1..=25).map(move |row| (column, row)))
            .map(|(column, row)| {
                let (x, y) = centre((column, row));
                json!([x, y, &marks[row as usize - 1][column as usize - 1..column as usize]])
            })
            .collect();
        let colours: serde_json::Map<String, Value> =
            GROUND.iter().map(|(line, colour)| (line[..1].to_owned(), json!(colour))).collect();
        let lines: Vec<[Place; 2]> = texts(&sample(), "rivers").iter().map(|pair| side(pair)).collect();
        let courses: Vec<Vec<Place>> = sample()["road"]
            .as_array()
            .unwrap()
            .iter()
            .map(|road| road["path"].as_str().unwrap().split(' ').map(|hex| centre(numbers(hex))).collect())
            .collect();
        let given = json!({"hexes": hexes, "colours": colours, "rivers": lines, "roads": courses});
        umpire.page.execute_async(PICTURE, vec![given]).await.unwrap();
        umpire.until("!document.getElementById('picture-set').hidden").await;
        for (label, n) in [("0101", 1), ("3525", 2)] {
            umpire.sees(&format!("#place-press-{n}:checked")).await;
            assert_eq!(
                umpire.ask(&format!("document.getElementById('place-hex-{n}').value")).await,
                json!(label)
            );
            // Where the picture, which lies over the whole map at first, has the centre of the hex.
            let (x, y) = centre(numbers(label));
            let (turned, upright) = (0.02_f64.cos(), 0.02_f64.sin());
            let pixel = (120.0 + 1.3 * (x * turned - y * upright), 90.0 + 1.3 * (x * upright + y * turned));
            let whole = umpire
                .ask("((box) => [box.width - 48, box.height - 48])(document.getElementById('paint-map').viewBox.baseVal)")
                .await;
            let whole = (whole[0].as_f64().unwrap() / 2300.0, whole[1].as_f64().unwrap() / 2000.0);
            let at = (pixel.0 * whole.0 - 30.0, pixel.1 * whole.1 - 26.0);
            umpire.brings(at).await;
            umpire.strokes(false, &[at]).await;
        }
        umpire.reads("#picture-says", "The picture lies as its hexes say").await;
        // Under the centre of each hex lies the colour of its ground, as far as no road runs there.
        let looked: Vec<Value> =
            [(1, 1), (8, 1), (35, 25), (33, 1), (2, 24), (16, 22), (27, 16), (4, 9), (19, 22), (9, 2)]
                .into_iter()
                .map(|(column, row)| {
                    let (x, y) = centre((column, row));
                    json!([x, y, colours[&marks[row as usize - 1][column as usize - 1..column as usize]]])
                })
                .collect();
        let seen = format!(
            "((looked) => {{
               const canvas = document.getElementById('paint-picture');
               const map = document.getElementById('paint-map');
               const [left, top] = ['.hb-top', '.hb-left'].map((name) => map.querySelector(`${{name}} text`));
               const scale = map.getScreenCTM().a;
               const back = new DOMMatrix(canvas.style.transform).inverse();
               return looked.filter(([x, y, colour]) => {{
                 const at = back.transformPoint(new DOMPoint((Number(left.getAttribute('x')) + x) * scale, (Number(top.getAttribute('y')) - 4 + y) * scale));
                 const [r, g, b] = canvas.getContext('2d').getImageData(at.x, at.y - 12, 1, 1).data;
                 return '#' + [r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('') !== colour;
               }});
             }})({})",
            json!(looked)
        );
        assert_eq!(umpire.ask(&seen).await, json!([]), "at {width}");
        // A canvas that is read so often would like to be told.
        umpire.complaints().await;

        // The part is brought near, then painted: ground hex by hex and by dragging.
        let middle = centre((18, 4));
        while umpire.ask("document.getElementById('paint-map').getBoundingClientRect().width / document.getElementById('paint-map').viewBox.baseVal.width < 0.9").await == json!(true) {
            umpire.press("#paint [data-do='in']").await;
        }
        umpire.brings(middle).await;
        for (n, (line, _)) in GROUND.iter().enumerate().skip(1) {
            let places: Vec<(i32, i32)> = COLUMNS
                .flat_map(|column| ROWS.map(move |row| (column, row)))
                .filter(|(column, row)| {
                    marks[*row as usize - 1][*column as usize - 1..].starts_with(&line[..1])
                })
                .collect();
            if places.is_empty() {
                continue;
            }
            umpire.takes(&format!("ground-{n}")).await;
            // Hexes below each other in one drag, the others by a press.
            for column in COLUMNS {
                let mut run: Vec<Place> = Vec::new();
                for row in ROWS.chain([100]) {
                    if places.contains(&(column, row)) {
                        run.push(centre((column, row)));
                    } else if !run.is_empty() {
                        umpire.strokes(is_touch, &std::mem::take(&mut run)).await;
                    }
                }
            }
        }
        umpire.takes("side-0").await;
        let all = rivers();
        for pair in &all[..all.len() - 3] {
            umpire.strokes(is_touch, &[between(pair)]).await;
        }
        // The last ones in one drag each, from end to end, corners and all.
        for pair in &all[all.len() - 3..] {
            umpire.strokes(is_touch, &side(pair)).await;
        }
        for (name, class, path) in roads() {
            let kind = ["primary", "secondary", "track"].iter().position(|known| *known == class).unwrap();
            umpire.takes(&format!("road-{kind}")).await;
            umpire.ask("document.getElementById('road-pick').value = '', document.getElementById('road-pick').dispatchEvent(new Event('change'))").await;
            let places: Vec<Place> = path.iter().map(|hex| centre(numbers(hex))).collect();
            umpire.strokes(is_touch, &places).await;
            let named = format!(
                "((field) => {{ field.value = {}; field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})(document.getElementById('road-name'))",
                json!(name)
            );
            umpire.ask(&named).await;
        }
        umpire.takes("name-0").await;
        let last = names().len() - 1;
        for (n, (hex, name)) in names().into_iter().enumerate() {
            umpire.strokes(is_touch, &[centre(numbers(&hex))]).await;
            umpire.reads("#hex-is", &format!("Name of hex {hex}")).await;
            umpire.until("document.activeElement.id === 'hex-name'").await;
            umpire.keys(name.as_str()).await;
            // Without Enter the next hex that is pressed ends the name.
            if n % 2 == 1 || n == last {
                umpire.keys(Key::Enter).await;
                umpire.reads("#paint-voice", &name).await;
            }
        }
        umpire.saved().await;
        umpire.seems_right("paint-name").await;
        // As the handbook shows it.
        let light = json!({"features": [{"name": "prefers-color-scheme", "value": "light"}]});
        umpire.tell("Emulation.setEmulatedMedia", light).await;
        umpire.ask("document.querySelector('.wb-scroll').scrollTo(0, 0)").await;
        umpire.seems_right("paint-part").await;

        // A slip is taken back, done again and taken back.
        umpire.takes("ground-1").await;
        let slip = umpire.file().await;
        umpire.strokes(is_touch, &[centre((15, 1)), centre((15, 3))]).await;
        umpire.press("#paint-undo").await;
        umpire.press("#paint-redo").await;
        umpire.press("#paint-undo").await;
        umpire.saved().await;
        assert_eq!(umpire.file().await, slip, "at {width}");

        // The file has the rows of the sample for what was painted, and is what pasting would have made of it.
        let file = umpire.file().await;
        let map: Table = file.parse::<Table>().unwrap()["map"].as_table().unwrap().clone();
        let painted = map["rows"].as_array().unwrap();
        for (n, row) in marks.iter().enumerate() {
            let here = painted[n]["hexes"].as_str().unwrap();
            let part = |row: &str| row[*COLUMNS.start() as usize - 1..*COLUMNS.end() as usize].to_owned();
            if ROWS.contains(&(n as i32 + 1)) {
                assert_eq!(part(here), part(row), "row {} at {width}", n + 1);
            } else {
                assert_eq!(here, ".".repeat(35));
            }
        }
        assert_eq!(texts(&map, "rivers"), rivers(), "at {width}");
        let drawn: Vec<_> = map["road"]
            .as_array()
            .unwrap()
            .iter()
            .map(|road| {
                let text = |key: &str| road[key].as_str().unwrap().to_owned();
                (text("name"), text("class"), text("path").split(' ').map(str::to_owned).collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(drawn, roads(), "at {width}");
        let named = map["names"].as_array().unwrap().iter();
        let named: Vec<_> = named
            .map(|row| [&row["hex"], &row["name"]].map(|cell| cell.as_str().unwrap().to_owned()))
            .collect();
        assert_eq!(
            named,
            names().into_iter().map(|(hex, name)| [hex, name]).collect::<Vec<_>>(),
            "at {width}"
        );
        assert_eq!(pasted(&before, &file), file);

        // Without a network nothing is lost: it is kept, and sent when the page is open again.
        let network = |offline: bool| json!({"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
        umpire.tell("Network.enable", json!({})).await;
        umpire.tell("Network.emulateNetworkConditions", network(true)).await;
        umpire.strokes(is_touch, &[centre((17, 3))]).await;
        umpire.reads("#paint-kept", "What you painted is kept in this browser").await;
        umpire.complaints().await;
        umpire.tell("Network.emulateNetworkConditions", network(false)).await;
        umpire.go(&format!("{draft}/paint")).await;
        umpire.saved().await;
        let forest = file.parse::<Table>().unwrap()["map"]["rows"][2]["hexes"].as_str().unwrap().to_owned();
        let forest = format!("{}f{}", &forest[..16], &forest[17..]);
        assert!(umpire.file().await.contains(&format!("hexes = \"{forest}\"")), "at {width}");
        umpire.until("!document.getElementById('picture-set').hidden").await;
        assert_eq!(umpire.ask(&seen).await, json!([]), "the picture lies where it lay");
        umpire.complaints().await;
        umpire.close().await;
    }
}

/// Without a pointer: cursor, kinds and strokes by keys; what is wrong is named at its row.
#[tokio::test(flavor = "multi_thread")]
async fn a_map_is_painted_by_keys_in_either_system() {
    if left_out() {
        return;
    }
    for (system, legend, road, shipped, sample_text, n_names) in [
        ("battalion-combat", "f", "track", "sarn", rules_bcs::SARN, 17),
        ("central-front", "w", "road", "lochau", rules_central_front::LOCHAU, 5),
    ] {
        let house = House::sarn_west().await;
        let umpire = house.seated(Seat::Spectator, 1280).await.with_axe().await;
        let draft = umpire.drafts(&house, &format!("blank:{system}")).await;
        umpire.press("#b-paint").await;
        umpire.sizes(&["small", "A small map", "6", "5"]).await;
        // Open ground, which has no fill of its own, is told from no hex.
        let open = "getComputedStyle(document.querySelector('.paint-sheet')).backgroundColor";
        let none = "getComputedStyle(document.querySelector('.paint-none')).fill";
        assert_ne!(umpire.ask(open).await, umpire.ask(none).await);
        umpire.ask("document.getElementById('paint-pan').focus()").await;
        let keys = async |keys: &[&str]| {
            for key in keys {
                let (shift, name) = key.strip_prefix('^').map_or((0, *key), |name| (8, name));
                let event = |kind: &str| json!({"type": kind, "key": name, "code": name, "modifiers": shift});
                umpire.tell("Input.dispatchKeyEvent", event("rawKeyDown")).await;
                umpire.tell("Input.dispatchKeyEvent", event("keyUp")).await;
            }
        };
        // Up and left until the map ends; then the second kind of ground in the first hex and the one below.
        keys(&["ArrowUp"; 6]).await;
        keys(&["ArrowLeft"; 7]).await;
        keys(&["ArrowUp"; 6]).await;
        umpire.reads("#paint-voice", "The map ends there.").await;
        keys(&["2", "Enter", "^ArrowDown"]).await;
        umpire.reads("#paint-voice", "0102").await;
        // The next group: a river below the hex and to its right. Then a road on to the right.
        keys(&["n", "1", "^s", "^d", "n"]).await;
        keys(&[if road == "track" { "3" } else { "2" }, "^e", "^d"]).await;
        umpire.saved().await;
        let file = umpire.file().await;
        let map = file.parse::<Table>().unwrap()["map"].as_table().unwrap().clone();
        let first: Vec<String> = map["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["hexes"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(
            first,
            [&format!("{legend}.....")[..], &format!("{legend}....."), "......", "......", "......"]
        );
        assert_eq!(texts(&map, "rivers"), ["0102-0103", "0102-0202"]);
        assert_eq!(map["road"][0]["path"].as_str(), Some("0102 0201 0302"));
        assert_eq!(map["road"][0]["class"].as_str(), Some(road));

        // A hex is named and named again, each a step that is taken back; Escape types nothing.
        keys(&["n", "Enter"]).await;
        umpire.keys("Weir").await;
        umpire.keys(Key::Enter).await;
        umpire.reads("#paint-voice", "0302 Weir:").await;
        keys(&["Enter"]).await;
        umpire.keys("Ford" + Key::Enter).await;
        umpire.reads("#paint-voice", "0302 Ford:").await;
        keys(&["u"]).await;
        umpire.reads(".hb-names", "Weir").await;
        keys(&["Enter"]).await;
        umpire.keys("Mill" + Key::Escape).await;
        umpire.saved().await;
        assert!(umpire.file().await.contains("[[map.names]]\nhex = \"0302\"\nname = \"Weir\"\n"));
        keys(&["x", "Enter"]).await;
        umpire.saved().await;
        assert_eq!(umpire.file().await, file);

        // A road over a hexside that nothing crosses is kept, and named with the row where it is mended.
        keys(&["n", "n", "2"]).await;
        keys(&["q", "^d"]).await;
        umpire.reads("#paint-faults", "Roads, row 1").await;
        umpire.seems_right("paint-fault").await;
        keys(&["u"]).await;
        umpire.until("document.getElementById('paint-wrong').hidden").await;
        umpire.saved().await;
        assert_eq!(umpire.file().await, file, "{draft}");

        // A sample is copied with its map, whose names stand on it and take another one.
        umpire.go(&format!("{}/studio/new", house.address)).await;
        umpire.press(&format!("input[value='sample:{shipped}']")).await;
        umpire.press("#f-new button").await;
        umpire.leads("#b-paint").await;
        umpire.until(&format!("document.querySelectorAll('.hb-names text').length === {n_names}")).await;
        let copied = umpire.file().await;
        umpire.ask("document.getElementById('paint-pan').focus()").await;
        keys(&["n", "n", "n", "Enter"]).await;
        umpire.keys("Here" + Key::Enter).await;
        umpire.saved().await;
        umpire.reads(".hb-names", "Here").await;
        umpire.seems_right(&format!("paint-{shipped}")).await;
        keys(&["u"]).await;
        umpire.saved().await;
        assert_eq!(umpire.file().await, copied, "{shipped}");

        // The file of the sample, brought as it is, has no map of its own until it is copied into tables.
        umpire.go(&format!("{draft}/text")).await;
        let written = json!(sample_text);
        umpire.ask(&format!("document.querySelector('#text').value = {written}")).await;
        umpire.leads("#f-text button").await;
        umpire.go(&draft).await;
        umpire.sees("#f-whole").await;
        umpire.seems_right(&format!("draft-{shipped}-by-id")).await;
        umpire.leads("#f-whole button").await;
        umpire.sees("#b-paint").await;
        assert!(!umpire.has("#f-whole").await);
        umpire.go(&format!("{draft}/paint")).await;
        assert_eq!(umpire.file().await, copied, "what is brought is copied like what is begun");
        umpire.close().await;
    }
}
