//! A whole refit through the API, by small programs at both sides and at the umpire's seat, from the postures to their
//! reveal; and the same refit by forms on pages. Both come to the same campaign, byte for byte.

use kernel::Seat;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use serde_json::{Map, Value, json};
use table::FileKind;

use crate::program::Program;
use crate::roads::Reader;
use crate::world::{GERMAN, SOVIET, World};

/// The fields of a form, as they are posted.
type Fields = Vec<(String, String)>;

/// One act, as a program gives it and as a page posts it.
struct Act {
    seat: Seat,
    /// The umpire gives it for the seat.
    in_hand: bool,
    page: String,
    form: String,
    fields: Fields,
    name: String,
    done: bool,
}

/// Plays by what the API tells, and nothing else.
struct Players {
    german: Program,
    soviet: Program,
    umpire: Program,
    random: Pcg64,
    acts: Vec<Act>,
}

impl Players {
    async fn seated(world: &World) -> Self {
        Self {
            german: Program::seated(world, GERMAN).await,
            soviet: Program::seated(world, SOVIET).await,
            umpire: Program::seated(world, Seat::Umpire).await,
            random: Pcg64::new(5, 1),
            acts: Vec::new(),
        }
    }

    fn of(&self, seat: Seat) -> &Program {
        if seat == GERMAN { &self.german } else { &self.soviet }
    }

    fn pick(&mut self, n: usize) -> usize {
        ((u128::from(self.random.next_u64()) * n as u128) >> 64) as usize
    }

    /// The open forms of a seat, as the API offers them.
    async fn open(&self, world: &World, seat: Seat) -> Vec<Value> {
        let (status, offers) = self.of(seat).told(world, "/offers?most=0", None).await;
        assert_eq!(status, 200, "{offers}");
        let forms = offers["forms"].as_array().unwrap().iter();
        forms.filter(|one| one["form"]["closed"].is_null()).cloned().collect()
    }

    /// Fills a form in at random; nothing when one of its questions has no open answer.
    fn fill(&mut self, form: &Value) -> Option<(Map<String, Value>, Fields)> {
        let mut command = form["command"].as_object().unwrap().clone();
        let mut fields = Vec::new();
        let mut questions: Vec<Value> = form["fields"].as_array().unwrap().clone();
        while let Some(question) = questions.pop() {
            let (kind, asked) = question["kind"].as_object().unwrap().iter().next().unwrap();
            let key = question["key"].as_str().unwrap().to_owned();
            let value = match kind.as_str() {
                "group" => {
                    questions.extend(asked.as_array().unwrap().iter().cloned());
                    continue;
                }
                "one" | "keys" => {
                    let choices = asked["choices"].as_array().unwrap();
                    let open: Vec<&Value> =
                        choices.iter().filter(|choice| choice["closed"].is_null()).collect();
                    if open.is_empty() {
                        return None;
                    }
                    questions.extend(asked["more"].as_array().into_iter().flatten().cloned());
                    open[self.pick(open.len())]["value"].clone()
                }
                "number" => {
                    let (min, max) = (asked["min"].as_i64().unwrap(), asked["max"].as_i64().unwrap());
                    let n = self.pick(usize::try_from(max - min + 1).unwrap());
                    (min + i64::try_from(n).unwrap()).into()
                }
                "words" => "".into(),
                "many" => {
                    let least = usize::try_from(asked["least"].as_u64().unwrap()).unwrap();
                    let choices = asked["choices"].as_array().unwrap().iter();
                    let open = choices.filter(|choice| choice["closed"].is_null()).take(least);
                    open.map(|choice| choice["value"].clone()).collect()
                }
                other => panic!("a question of an unknown kind {other}"),
            };
            let words: Vec<Value> = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
            for word in words {
                let word = word.as_str().map_or_else(|| word.to_string(), str::to_owned);
                fields.push((format!("f.{key}"), word));
            }
            command.insert(key, value);
        }
        Some((command, fields))
    }

    /// Gives what a form makes, and says whether it was done.
    async fn act(&mut self, world: &World, seat: Seat, in_hand: bool, offered: &Value) -> bool {
        let Some((command, fields)) = self.fill(&offered["form"]) else { return false };
        let name = format!("{:032x}", self.acts.len() + 0xabc);
        let program = if in_hand { &self.umpire } else { self.of(seat) };
        let (_, standing) = program.told(world, "", None).await;
        let mut body = json!({ "command": command, "cursor": standing["cursor"], "act": name });
        if in_hand {
            body["for"] = seat.name().into();
            body["reason"] = "The side telephoned.".into();
        }
        let mut asked = body.clone();
        asked.as_object_mut().unwrap().remove("act");
        let (tried, _) = program.told(world, "/try", Some(&asked)).await;
        let (status, answer) = program.told(world, "/commands", Some(&body)).await;
        assert!([200, 422].contains(&status), "{body}: {answer}");
        assert_eq!(tried, status, "{body}: {answer}");
        let done = status == 200;
        if done {
            let own = answer["lines"].as_array().unwrap().iter().find(|line| line["seat"] == seat.name());
            assert!(own.is_some_and(|line| !line["events"].as_array().unwrap().is_empty()), "{answer}");
        }
        let (page, form) = (offered["page"].as_str().unwrap(), offered["form"]["id"].as_str().unwrap());
        let (page, form) = (page.to_owned(), form.to_owned());
        self.acts.push(Act { seat, in_hand, page, form, fields, name, done });
        done
    }

    /// A few acts of a seat, what it owes, and the closing of its step.
    async fn step(&mut self, world: &World, seat: Seat, in_hand: bool) {
        let is = |offered: &Value, what: &str| offered["form"]["command"]["do"] == what;
        for n in 0..40 {
            let open = self.open(world, seat).await;
            let closes: Vec<&Value> = open.iter().filter(|form| is(form, "done")).collect();
            let others: Vec<&Value> =
                open.iter().filter(|form| !is(form, "done") && !is(form, "choose-posture")).collect();
            let posture: Vec<&Value> = open.iter().filter(|form| is(form, "choose-posture")).collect();
            if let Some(form) = posture.first() {
                assert!(self.act(world, seat, in_hand, form).await);
                return;
            }
            let from = if closes.is_empty() || (n < 4 && !others.is_empty()) { others } else { closes };
            if from.is_empty() {
                return;
            }
            let form = from[self.pick(from.len())].clone();
            if self.act(world, seat, in_hand, &form).await && is(&form, "done") {
                return;
            }
        }
        panic!("{seat:?} comes to no end in {}", world.step().await);
    }
}

#[tokio::test]
async fn a_refit_by_programs_and_by_pages_is_the_same_campaign() {
    let world = World::rostov().await;
    let mut players = Players::seated(&world).await;
    let mut steps = Vec::new();
    loop {
        let step = world.step().await;
        if !step.starts_with("S1") && !step.starts_with("S2") {
            break;
        }
        if steps.last() != Some(&step) {
            steps.push(step.clone());
        }
        assert!(steps.len() < 20 && players.acts.len() < 400, "{steps:?}");
        for seat in [GERMAN, SOVIET] {
            // The Soviet side telephones its fortifications to the umpire.
            let in_hand = seat == SOVIET && step.starts_with("S2g");
            if world.step().await == step {
                players.step(&world, seat, in_hand).await;
            }
        }
    }
    assert_eq!(steps, ["S1 2", "S2a 2", "S2d 2", "S2e 2", "S2f 2", "S2g 2"]);
    let by_hand = players.acts.iter().filter(|act| act.in_hand && act.done).count();
    assert!(by_hand > 0 && players.acts.iter().filter(|act| act.done).count() > 20, "{}", players.acts.len());
    let (_, log) = players.german.told(&world, "/log", None).await;
    assert!(log["lines"].to_string().contains("openings") || log["n_lines"].as_u64() > Some(20), "{log}");

    // The same acts by forms on pages.
    let again = World::rostov().await;
    let mut readers = Vec::new();
    for seat in [GERMAN, SOVIET, Seat::Umpire] {
        readers.push((seat, Reader::seated(&again, seat).await));
    }
    for act in &players.acts {
        let who = if act.in_hand { Seat::Umpire } else { act.seat };
        let (_, reader) = readers.iter().find(|(seat, _)| *seat == who).unwrap();
        let cursor = again.desk.cursor(&again.campaign, who).await.unwrap();
        let mut fields = format!("form-id={}&page={}&cursor={cursor}&token={}", act.form, act.page, act.name);
        for (name, word) in &act.fields {
            fields.push_str(&format!("&{name}={}", word.replace('&', "%26").replace(' ', "+")));
        }
        let mut path = "do".to_owned();
        if act.in_hand {
            fields.push_str("&reason=The+side+telephoned.");
            path.push_str(&format!("?as={}&hand=1", act.seat.name()));
        }
        let status = reader.posted(&again, &path, &fields).await;
        assert_eq!(status, if act.done { 303 } else { 422 }, "{:?} {path} {fields}", act.seat);
    }
    let file = async |world: &World| {
        let file = world.desk.export(&world.campaign, Seat::Umpire, FileKind::Move).await;
        file.unwrap().unwrap().to_text()
    };
    let (one, other) = (file(&world).await, file(&again).await);
    assert_eq!(
        world.desk.position(&world.campaign).await.unwrap(),
        again.desk.position(&again.campaign).await.unwrap()
    );
    assert!(one == other, "the logs differ");
}
