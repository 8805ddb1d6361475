//! Whole campaigns of the diary, played through the pages by umpire and both sides in three browsers. All dice are thrown
//! at the table and typed in, the engine's by the umpire, so that they fall as the diary has them.

mod diary;
mod laid;
mod pen;

use std::collections::BTreeMap;
use std::time::Instant;

use kernel::Seat;
use kernel::view::{Block, View};
use rules_battlefront::{NIGHT_SAMPLE, NIGHT_SAMPLE_POSITION, SAMPLE};
use serde_json::{Value, json};

use crate::driver::{Browser, left_out};
use crate::house::House;

use diary::{Deed, Line};

const ROSTOV: [&str; 5] = [
    "1-23-december.toml",
    "2-24-december.toml",
    "3-25-december.toml",
    "4-26-december.toml",
    "5-27-december.toml",
];

#[tokio::test(flavor = "multi_thread")]
async fn the_five_days_toward_rostov_are_played_from_set_up_to_victory() {
    if left_out() {
        return;
    }
    let mut table = Table::laid(House::without_dice(SAMPLE, None).await).await;
    for file in ROSTOV {
        table.plays(file).await;
    }
    for at in 0..3 {
        table.turns_to(at, "overview").await;
        table.browsers[at].reads("main", "Soviet has won: Soviet 11, German 0 points.").await;
    }
    table.leaves().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_night_on_the_mius_is_played_with_its_battle_and_its_cleanup() {
    if left_out() {
        return;
    }
    let before = crate::night::before_the_postures(NIGHT_SAMPLE_POSITION);
    let mut table = Table::laid(House::without_dice(NIGHT_SAMPLE, Some(&before)).await).await;
    table.plays("night-on-the-mius.toml").await;
    table.browsers[0].reads(".where span", "2 August").await;
    table.leaves().await;
}

/// The most presses that umpire and sides may need for a day of the diary.
fn most_presses(file: &str) -> [u64; 3] {
    match file {
        "2-24-december.toml" => [12, 60, 60],
        _ => [u64::MAX; 3],
    }
}

/// Umpire and both sides, each in a browser.
struct Table {
    house: House,
    /// The umpire, then the sides.
    browsers: [Browser; 3],
    pages: [String; 3],
    standing: String,
    /// What each has pressed, picked and typed: a press, a pick, a field that is typed into count one each. The dice do not
    /// count: the program throws them where nobody throws at a table.
    presses: [u64; 3],
    /// Where they went: by the word of the command.
    by_act: BTreeMap<String, [u64; 3]>,
}

const SEATS: [Seat; 3] = [Seat::Umpire, Seat::Side(0), Seat::Side(1)];
const REASON: &str = "It fell on our table.";

fn place(seat: Seat) -> usize {
    SEATS.iter().position(|known| *known == seat).unwrap()
}

impl Table {
    async fn laid(house: House) -> Self {
        let (umpire, soviet, german) = tokio::join!(
            house.seated(SEATS[0], 1280),
            house.seated(SEATS[1], 1280),
            house.seated(SEATS[2], 360)
        );
        let overview = || "overview".to_owned();
        let pages = [overview(), overview(), overview()];
        let browsers = [umpire, soviet, german];
        let (standing, by_act) = (String::new(), BTreeMap::new());
        Self { house, browsers, pages, standing, presses: [0; 3], by_act }
    }

    async fn leaves(self) {
        for browser in self.browsers {
            browser.close().await;
        }
    }

    async fn plays(&mut self, file: &str) {
        let started = Instant::now();
        let lines = diary::read(file, ["russian", "german"]);
        let n_deeds = lines.len();
        for line in lines {
            self.does(line).await;
        }
        for (act, [umpire, soviet, german]) in std::mem::take(&mut self.by_act) {
            println!("{file}: {act}: {umpire}, {soviet}, {german}");
        }
        let [umpire, soviet, german] = std::mem::take(&mut self.presses);
        println!("{file}: {n_deeds} deeds in {:?}; presses: {umpire}, {soviet}, {german}", started.elapsed());
        for (n, most) in [umpire, soviet, german].into_iter().zip(most_presses(file)) {
            assert!(n <= most, "{file}: {umpire}, {soviet}, {german} presses");
        }
    }

    async fn view(&self, seat: Seat) -> (View, String) {
        let look = self.house.desk.look(&self.house.campaign, seat).await.unwrap();
        (look.view(), look.cursor.to_string())
    }

    /// All rolls of a step with one press: what the dice show is typed into the row of fields below them.
    async fn rolls(&mut self, by: Seat, faces: Vec<(String, u16)>, closes: bool) {
        let at = place(by);
        self.turns_to(at, "refit").await;
        let browser = &self.browsers[at];
        browser.sees("#b-roll-all").await;
        let typed = json!(faces);
        let left = browser
            .ask(&format!(
                "(() => {{ const fields = [...document.querySelectorAll('.dicerow input')];
                   for (const [about, face] of {typed}) {{
                     const field = fields.find((one) => one.name === `face.${{about}}`);
                     field.value = face % 10 === 0 && field.maxLength === 2 ? '0' : face;
                   }}
                   return fields.filter((one) => one.value === '').length; }})()"
            ))
            .await;
        assert_eq!(left, json!(0), "the diary rolls for all of them: {faces:?}");
        // Where something follows the rolls, as combining does, no key closes the step with them.
        let at_once =
            closes && browser.ask("document.getElementById('b-roll-all-1') !== null").await == json!(true);
        browser.act(if at_once { "#b-roll-all-1" } else { "#b-roll-all" }).await;
        let answer =
            browser.ask("document.querySelector('main .refusal[id^=\"r-\"]')?.textContent ?? null").await;
        assert!(answer.is_null(), "{answer}");
        self.counts(at, "roll-all", 1);
        if closes && !at_once {
            assert!(
                self.acts(by, &json!({ "do": "done" }), false, "after the rolls").await,
                "the step can be closed"
            );
        }
    }

    /// Does what the diary says, and tells what it took: the script of the acts.
    async fn does(&mut self, line: Line) {
        let (before, place) = (self.presses, line.place.clone());
        let told = line.deed.to_string();
        self.does_it(line).await;
        let took: Vec<u64> = self.presses.iter().zip(before).map(|(now, before)| now - before).collect();
        println!("{place}: {told}: {took:?}");
    }

    async fn does_it(&mut self, line: Line) {
        match line.deed {
            Deed::Rolls { seat, faces, closes } => self.rolls(seat, faces, closes).await,
            Deed::Lays { seat, pieces } => self.lays(seat, &pieces, &line.place).await,
            Deed::Throws(dice) => {
                for faces in dice {
                    self.enters(Seat::Umpire, &faces).await;
                }
            }
            Deed::Does { seat, by, mut command, dice, refused } => {
                if by != seat {
                    command["for"] = seat.name().into();
                    command["reason"] = "They asked for it by telephone.".into();
                }
                if command["do"] == "next-turn" {
                    return self.turns(by, &command).await;
                }
                let offered = self.acts(by, &command, refused, &line.place).await;
                assert!(offered || refused, "{}: no form makes {command}", line.place);
                for faces in dice {
                    self.enters(by, &faces).await;
                }
            }
        }
        self.stands_where_it_should(&line.place).await;
    }

    /// The record is kept turn by turn.
    async fn turns(&mut self, by: Seat, command: &Value) {
        let mut offered = false;
        for t in 2..=command["t"].as_u64().unwrap() {
            offered = self.acts(by, &json!({ "do": "next-turn", "t": t }), false, "a turn").await;
        }
        assert!(offered, "no form makes {command}");
    }

    /// The seat looks at a page that is up to date.
    async fn turns_to(&mut self, at: usize, page: &str) {
        if self.pages[at] != page {
            self.presses[at] += 1;
            self.browsers[at].go(&self.house.page(SEATS[at], page)).await;
            self.pages[at] = page.to_owned();
        }
        let (_, cursor) = self.view(SEATS[at]).await;
        self.browsers[at]
            .until(&format!("document.getElementById('page')?.dataset.cursor === {}", json!(cursor)))
            .await;
    }

    /// Does a command by its form, and says whether there is one. What is to be refused is refused on the page, or not
    /// offered at all.
    async fn acts(&mut self, by: Seat, command: &Value, refused: bool, place_of: &str) -> bool {
        let at = place(by);
        let (view, _) = self.view(by).await;
        let view = serde_json::to_value(view).unwrap();
        let Some(offer) = pen::offer(&view, command, &self.pages[at]) else { return false };
        let before = self.presses[at];
        self.turns_to(at, &offer.page).await;
        let browser = &self.browsers[at];
        let form = format!("#f-{}", offer.form);
        browser.sees(&form).await;
        // What was refused and given up is put away, or the page would ask about it before a step is closed.
        browser.ask("document.querySelectorAll('main form').forEach((one) => one.reset())").await;
        let changed = browser.ask(&fill(&form, &json!(offer.entries))).await;
        self.presses[at] += 1 + changed.as_u64().expect("the form was filled in");
        let act = command["do"].as_str().unwrap_or_default().to_owned();
        self.by_act.entry(act).or_default()[at] += self.presses[at] - before;
        // A roll with a point stands where the point is ticked.
        if let Some(row) = offer.form.strip_suffix("-point").filter(|form| form.starts_with("repair-")) {
            let tick = format!("#roll-{} .pick", row.trim_start_matches("repair-").replace('_', "\\."));
            browser.press(&tick).await;
        }
        let table = if offer.rolls { "-table" } else { "" };
        browser.act(&format!("#b-{}{table}", offer.form)).await;
        let answer =
            browser.ask("document.querySelector('main .refusal[id^=\"r-\"]')?.textContent ?? null").await;
        assert_eq!(answer.is_string(), refused, "{place_of}: {command} by {}: {answer}", offer.form);
        true
    }

    /// A throw is typed in; for the engine's the umpire says where it fell.
    async fn enters(&mut self, by: Seat, faces: &[u16]) {
        let at = place(by);
        let page = self.pages[at].clone();
        self.turns_to(at, &page).await;
        let browser = &self.browsers[at];
        let field = "#waiting input[name=face]";
        browser.sees(field).await;
        let id = browser.ask("document.querySelector('#waiting form').id").await;
        let typed = json!({ "face": faces, "reason": [REASON] });
        browser.ask(&format!(
            "Object.entries({typed}).forEach(([name, values]) => [...document.querySelectorAll(`#waiting input[name=${{name}}]`)]
               .forEach((input, at) => {{ input.value = values[at] }}))"
        )).await;
        browser.act("#waiting button[type=submit]").await;
        browser.until(&format!("document.querySelector('#waiting form')?.id !== {id}")).await;
    }

    /// Whenever play has come to another step, every seat's page says so and tells it what is owed; twice a day nothing
    /// that is one side's secret stands in any page of the other.
    async fn stands_where_it_should(&mut self, place: &str) {
        let (view, _) = self.view(Seat::Umpire).await;
        if view.standing == self.standing {
            return;
        }
        self.standing = view.standing;
        for (at, seat) in SEATS.into_iter().enumerate() {
            let (view, _) = self.view(seat).await;
            let browser = &self.browsers[at];
            browser.reads(".where span", &view.standing).await;
            let overview = self.house.page(seat, "overview");
            let owed = browser
                .ask_slowly(&format!(
                    "await fetch({}).then((answer) => answer.text()).then((text) => new DOMParser().parseFromString(text, 'text/html')
                       .querySelector('#owed').textContent.replace(/\\s+/g, ' '))",
                    json!(overview)
                ))
                .await;
            let owed = owed.as_str().unwrap_or_default();
            for told in self.owed(&view).await {
                assert!(owed.contains(&told), "{place}: {} is told {owed:?}, not {told:?}", seat.name());
            }
        }
        // On the phone what is owed first is on the first screen.
        let phone = &self.browsers[2];
        assert_eq!(phone.owed_out_of_sight(&self.house.address).await, None, "{place}: {}", self.standing);
        let step = self.standing.rsplit('·').next().unwrap_or_default().trim().replace(' ', "-");
        phone.looks_right(&format!("owed-{step}")).await;
        phone.go(&self.house.page(SEATS[2], &self.pages[2])).await;
        if ["S3b", "S5", "C12"].iter().any(|step| self.standing.contains(step)) {
            self.nothing_of_one_stands_with_the_other(place).await;
        }
    }

    /// What the overview says is owed, up to the first full stop of each.
    async fn owed(&self, view: &View) -> Vec<String> {
        let sides = self.house.desk.sides(&self.house.campaign).await.unwrap();
        let Some(Block::Panel(panel)) = view.pages[0].main.first() else {
            panic!("the overview begins with what is owed")
        };
        let items = panel.body.iter().filter_map(|block| {
            let Block::Owed(items) = block else { return None };
            Some(items)
        });
        let words = |text: String| text.split('.').next().unwrap_or_default().replace('\u{a0}', " ");
        items.flatten().map(|item| words(item.text.plain(&sides))).collect()
    }

    async fn nothing_of_one_stands_with_the_other(&self, place: &str) {
        for (side, letter) in [(0u8, 'a'), (1, 'b')] {
            let (always, now) = self.secrets(side, letter).await;
            for (page, source) in self.browsers[2 - usize::from(side)].all_sources().await {
                // The record keeps names that were public in an earlier battle.
                let is_record = ["log", "dice"].iter().any(|name| page.ends_with(name));
                let mut markers = always.iter().chain(now.iter().filter(|_| !is_record));
                let found = markers.find(|marker| names(&source, marker));
                assert!(found.is_none(), "{place}: {page} of the other side names {found:?}");
            }
        }
    }

    /// Names that a side alone knows: of works that are hidden and of what it has bought; and of stands hidden now.
    async fn secrets(&self, side: u8, letter: char) -> (Vec<String>, Vec<String>) {
        let position = self.house.desk.position(&self.house.campaign).await.unwrap();
        let facts = &position["sides"][usize::from(side)];
        let of = |list: &str| facts[list].as_array().cloned().unwrap_or_default();
        let ids = |all: Vec<Value>| {
            all.iter().filter_map(|one| Some(one["id"].as_str()?.to_owned())).collect::<Vec<_>>()
        };
        let goods = ids([of("modules"), of("flights")].concat());
        let stands =
            of("elements").into_iter().flat_map(|of| of["stands"].as_array().cloned().unwrap_or_default());
        let hidden = stands.filter(|stand| stand["hidden"] == json!(true)).collect();
        ([vec![format!("hidden-{letter}")], goods].concat(), ids(hidden))
    }
}

/// Whether a source names exactly this, and not something that only begins so.
fn names(source: &str, marker: &str) -> bool {
    let whole = marker.starts_with("hidden-");
    source.match_indices(marker).any(|(at, _)| {
        whole || !source[at + marker.len()..].starts_with(|next: char| next.is_ascii_alphanumeric())
    })
}

/// Fills in a form as a reader would: unfolds what it stands in, picks what is to be picked, types the rest. Says how many
/// presses that took.
fn fill(form: &str, entries: &Value) -> String {
    format!(
        "(() => {{
           let changed = 0;
           const form = document.querySelector({form});
           for (let fold = form.closest('details'); fold; fold = fold.parentElement.closest('details')) {{
             if (!fold.open) changed += 1;
             fold.open = true;
           }}
           for (const [name, value] of Object.entries({entries})) {{
             for (const input of form.querySelectorAll(`[name=\"${{name}}\"]`)) {{
               const before = [input.checked, input.value];
               if (input.type === 'radio') input.checked = input.value === value;
               else if (input.type === 'checkbox') input.checked = value.includes(input.value);
               else input.value = value;
               // Of a row of which one is picked only the one that is picked was pressed.
               const differs = input.checked !== before[0] || input.value !== before[1];
               if (differs && (input.type !== 'radio' || input.checked)) changed += 1;
               input.dispatchEvent(new Event('input', {{ bubbles: true }}));
               input.dispatchEvent(new Event('change', {{ bubbles: true }}));
             }}
           }}
           return changed;
         }})()",
        form = json!(form)
    )
}
