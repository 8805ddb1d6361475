//! A plain player: what is owed first, then a few attacks and moves of each phase, then its end.

use std::collections::BTreeMap;

use kernel::Seat;
use kernel::view::{Choice, Field, FieldKind, Form};
use serde_json::{Value, json};

use super::{NATO, PACT};
use crate::driver::Browser;
use crate::house::House;

/// A form of the overview with the answers that are picked, by the keys of the questions.
pub struct Turned {
    pub seat: Seat,
    pub form: Form,
    pub picks: BTreeMap<&'static str, usize>,
}

/// What is done at most so often in a phase, by the beginnings of the forms' names.
const IN_A_PHASE: [(&str, usize); 4] = [("march-", 1), ("designate-", 1), ("move", 2), ("activate", 2)];

/// What comes first, by the beginnings of the forms' names.
const ORDER: [&str; 14] = [
    "cover",
    "lose-step",
    "remove",
    "retreat-",
    "advance-",
    "end-advance",
    "place-",
    "withdraw-",
    "attack-",
    "march-",
    "designate-",
    "move",
    "activate",
    "end-phase",
];

/// Chooses for both sides.
#[derive(Default)]
pub struct Chooser {
    /// Ends each phase on to where somebody can do something, as the page proposes.
    goes_on: bool,
    phase: String,
    done: BTreeMap<&'static str, usize>,
}

impl Chooser {
    /// Ends each phase on to where somebody can do something.
    pub fn going_on() -> Self {
        Self { goes_on: true, ..Self::default() }
    }

    /// What is done next; nothing when play is over.
    pub async fn next(&mut self, house: &House) -> Option<Turned> {
        let facts = house.desk.position(&house.campaign).await.unwrap();
        let phase = format!("{} {}", facts["turn"], facts["phase"]);
        if phase != self.phase {
            (self.phase, self.done) = (phase, BTreeMap::new());
        }
        for seat in [PACT, NATO] {
            let look = house.desk.look(&house.campaign, seat).await.unwrap();
            let overview = look.page("overview").unwrap();
            let forms = overview.forms();
            let answered = |field: &Field| {
                let asked = matches!(&field.kind, FieldKind::One { choices, .. } if !choices.is_empty());
                !asked || pick(field, seat, &facts).is_some()
            };
            let open = |form: &&&Form| {
                form.closed.is_none() && !form.id.ends_with("-fire") && form.fields.iter().all(answered)
            };
            for word in ORDER {
                let most =
                    IN_A_PHASE.iter().find(|(known, _)| *known == word).map_or(usize::MAX, |(_, most)| *most);
                if self.done.get(word).copied().unwrap_or_default() >= most {
                    continue;
                }
                let named =
                    |form: &&&Form| form.id == word || (word.ends_with('-') && form.id.starts_with(word));
                if let Some(form) = forms.iter().filter(open).find(named) {
                    *self.done.entry(word).or_default() += 1;
                    let picks =
                        form.fields.iter().filter_map(|field| Some((field.key, pick(field, seat, &facts)?)));
                    let picks = picks.filter(|(key, _)| !(self.goes_on && *key == "then"));
                    return Some(Turned { seat, picks: picks.collect(), form: (*form).clone() });
                }
            }
        }
        None
    }
}

/// The answer that brings units nearest to the enemy, else the first; nothing where none is needed.
fn pick(field: &Field, seat: Seat, facts: &Value) -> Option<usize> {
    let FieldKind::One { choices, .. } = &field.kind else { return None };
    let far = |choice: &Choice| match field.key {
        "path" => {
            choice.value.as_array().and_then(|path| path.last()).map_or(99, |end| nearest(end, seat, facts))
        }
        // A helicopter goes where those who stand with it cannot, so that stack comes last.
        "units" => choice.value.as_array().map_or(99, |units| {
            let mixed =
                units.len() > 1 && units.iter().any(|unit| unit.as_str().unwrap_or("").contains("-hel"));
            let near = units.iter().map(|unit| reach(unit, seat, facts)).min().unwrap_or(99);
            if mixed { 98 } else { near }
        }),
        _ => 0,
    };
    // Where only a part of the stack can end, the whole that is picked is refused.
    let whole = |choice: &Choice| !choice.note.plain(&[]).starts_with("only a part");
    choices
        .iter()
        .enumerate()
        .filter(|(_, choice)| whole(choice))
        .min_by_key(|(at, choice)| (far(choice), *at))
        .map(|(at, _)| at)
}

fn hex(label: &Value) -> Option<hexmap::Hex> {
    hexmap::Numbering::COMMON.read(label.as_str()?).ok()
}

/// How far a hex is from the nearest enemy.
fn nearest(label: &Value, seat: Seat, facts: &Value) -> u32 {
    let Some(from) = hex(label) else { return 99 };
    let own = if seat == PACT { "wp-" } else { "us-" };
    let units = facts["unit"].as_array().into_iter().flatten();
    let enemies =
        units.filter(|unit| unit["id"].as_str().is_some_and(|id| id.starts_with("wp-") != (own == "wp-")));
    enemies.filter_map(|unit| hex(&unit["at"])).map(|at| at.distance(from)).min().unwrap_or(99)
}

/// How far a unit is from the nearest enemy; support units stay where they are.
fn reach(unit: &Value, seat: Seat, facts: &Value) -> u32 {
    let id = unit.as_str().unwrap_or_default();
    if ["-art", "-rkt", "-hel", "-how", "-f", "-h"].iter().any(|kind| id.contains(kind)) {
        return 90;
    }
    let known = facts["unit"].as_array().into_iter().flatten().find(|known| known["id"] == *unit);
    known.map_or(99, |known| nearest(&known["at"], seat, facts))
}

impl Turned {
    /// Without a browser.
    pub async fn at_the_desk(&self, house: &House) {
        let mut command = self.form.command.clone();
        for field in self.form.fields.iter() {
            let value = match (&field.kind, self.picks.get(field.key)) {
                (FieldKind::One { choices, .. }, Some(at)) => choices[*at].value.clone(),
                (FieldKind::Many { choices, .. }, _) => {
                    choices.iter().filter(|choice| choice.picked).map(|choice| choice.value.clone()).collect()
                }
                _ => json!([]),
            };
            command.insert(field.key.to_owned(), value);
        }
        house.act(self.seat, Value::Object(command)).await;
    }

    /// On the overview of a browser at the seat. Gives how many presses it takes: folds that have to be opened, answers
    /// that are not picked already, and the button.
    pub async fn in_browser(&self, house: &House, browser: &Browser) -> u64 {
        let mut presses = 1;
        browser.is_up_to_date(house, self.seat).await;
        let form = &self.form.id;
        browser.sees(&format!("[id='b-{form}']")).await;
        for (key, at) in &self.picks {
            let input = json!(format!("w-{form}-{key}-{at}"));
            let picked = format!(
                "(() => {{ const input = document.getElementById({input}); let presses = input.checked ? 0 : 1;
                   for (let fold = input.closest('details'); fold; fold = fold.parentElement.closest('details')) {{
                     presses += fold.open ? 0 : 1; fold.open = true; }}
                   input.click(); return [input.checked, presses]; }})()"
            );
            let picked = browser.ask(&picked).await;
            assert_eq!(picked[0], json!(true), "{form} {key} {at}");
            presses += picked[1].as_u64().unwrap();
        }
        let button = json!(format!("b-{form}"));
        let opened = browser
            .ask(&format!(
                "(() => {{ let presses = 0;
                   for (let fold = document.getElementById({button}).closest('details'); fold; fold = fold.parentElement.closest('details')) {{
                     presses += fold.open ? 0 : 1; fold.open = true; }}
                   return presses; }})()"
            ))
            .await;
        presses += opened.as_u64().unwrap();
        browser.act(&format!("[id='b-{form}']")).await;
        assert!(
            !browser.has(&format!("[id='r-{form}']")).await,
            "{}",
            browser.text(&format!("[id='r-{form}']")).await
        );
        presses
    }
}

impl Browser {
    /// Waits until the page shows what the seat knows now.
    pub async fn is_up_to_date(&self, house: &House, seat: Seat) {
        let cursor = house.desk.cursor(&house.campaign, seat).await.unwrap();
        self.until(&format!(
            "document.getElementById('page').dataset.cursor === {} && !document.querySelector('[aria-busy=true]')",
            json!(cursor.0)
        ))
        .await;
    }
}
