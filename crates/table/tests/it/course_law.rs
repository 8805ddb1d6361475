//! The law of corrections: the campaign after one is the campaign in which it was right from the start, with the same
//! answers to the same questions. The second campaign is played on the bare rules and knows nothing of tables.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Acting, Answered, Answers, Asked, Die, Faces, Game, Origin, Question, Seat, Verdict};
use serde_json::{Value, json};
use table::{Answer, Change, Correcting, DiceBy, Halted, RollLine};

use crate::{BLUE, GREY, RULEBOOKS, Setting};

/// A small source of choices.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Where campaigns begin, and what random acts of theirs are put right to.
pub(crate) struct Ground {
    pub(crate) rulebook: usize,
    pub(crate) setup: &'static str,
    pub(crate) position: Option<Value>,
}

impl Ground {
    pub(crate) fn game(&self) -> Box<dyn Game> {
        let mut game = RULEBOOKS[self.rulebook].open("set-up", self.setup).unwrap();
        if let Some(position) = &self.position {
            game.set_position(position.clone()).unwrap();
        }
        game
    }

    pub(crate) async fn setting(&self) -> Setting {
        Setting::of(self.rulebook, self.setup, self.position.clone(), crate::DiceStart::AtOnce).await
    }
}

/// One act of a side as it was played.
pub(crate) struct Played {
    pub(crate) entry: u64,
    pub(crate) name: String,
    pub(crate) seat: Seat,
    pub(crate) command: Value,
    /// What the seat could have done instead.
    pub(crate) other: Value,
    /// Whether its dice are those of a real table.
    pub(crate) at_table: bool,
}

/// Faces or a choice that fit a question.
fn fitting(question: &Question, dice: &mut Dice) -> Vec<u16> {
    let mut below = |bound: u16| u16::try_from(dice.below(u64::from(bound))).unwrap();
    match question.die {
        None => vec![below(u16::try_from(question.choices.len()).unwrap())],
        Some(Die::HighRoll { sides }) => {
            let first = below(sides);
            vec![first + 1, (first + 1 + below(sides - 1)) % sides + 1]
        }
        Some(die) => {
            let (n, sides) = die.shape();
            (0..n).map(|_| below(sides) + 1).collect()
        }
    }
}

/// Plays at random on a table, now and then with dice of a real one.
async fn play(ground: &Ground, setting: &Setting, dice: &mut Dice, n_acts: u64) -> Vec<Played> {
    let mut played = Vec::new();
    for _ in 0..n_acts {
        let mut game = ground.game();
        game.set_position(setting.desk.position(&setting.campaign).await.unwrap()).unwrap();
        let sides = if dice.below(2) == 0 { [BLUE, GREY] } else { [GREY, BLUE] };
        let found =
            sides.into_iter().find_map(|seat| Some((seat, game.sample(seat, &mut |n| dice.below(n))?)));
        let Some((seat, command)) = found else { break };
        let other = game.sample(seat, &mut |n| dice.below(n)).unwrap();
        let mut submission = setting.submission(seat, command.clone());
        let at_table = dice.below(4) == 0;
        if at_table {
            submission.dice = DiceBy::Table(Vec::new());
        }
        let (mut entry, name) = (setting.next_entry().await, submission.token.to_string());
        let mut answer = setting.send(submission).await;
        // An act stands where its last answer came.
        while matches!(answer, Answer::Waits { .. }) {
            entry = setting.next_entry().await;
            answer = answer_for(setting, seat, dice).await;
        }
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
        played.push(Played { entry, name, seat, command, other, at_table });
        while !setting.desk.look(&setting.campaign, Seat::Umpire).await.unwrap().waiting.is_empty() {
            answer_for(setting, Seat::Umpire, dice).await;
        }
    }
    played
}

/// A seat answers what waits for it.
pub(crate) async fn answer_for(setting: &Setting, seat: Seat, dice: &mut Dice) -> Answer {
    let waiting = setting.desk.look(&setting.campaign, seat).await.unwrap().waiting.remove(0);
    let (token, said) = (setting.desk.fresh_token().unwrap(), fitting(&waiting.question, dice));
    setting.desk.answer(&setting.campaign, seat, waiting.act, token, said, None).await.unwrap()
}

/// Answers from a list by the question's name.
struct Known<'a> {
    faces: &'a BTreeMap<String, (Vec<u16>, Vec<u16>)>,
    missing: bool,
    asked: BTreeSet<String>,
}

impl Answers for Known<'_> {
    fn answer(&mut self, asked: &Asked<'_>) -> Answered {
        let question = asked.key();
        self.asked.insert(question.clone());
        let Some(die) = asked.die else {
            let choice = self.faces.get(&question).map(|(_, faces)| u8::try_from(faces[0]).unwrap());
            return choice.map_or(Answered::NotYet, Answered::Choice);
        };
        match self.faces.get(&question) {
            Some((dice, faces)) if *dice == die.dice() => {
                Answered::Faces(faces.iter().copied().collect::<Faces>(), Origin::Server)
            }
            _ => {
                self.missing = true;
                Answered::NotYet
            }
        }
    }
}

/// Whether an act is accepted; then what it asked goes into `asked`.
fn judge(
    game: &mut dyn Game,
    at_table: bool,
    (seat, act): (Seat, &str),
    command: &Value,
    faces: &BTreeMap<String, (Vec<u16>, Vec<u16>)>,
    asked: &mut BTreeSet<String>,
) -> bool {
    let mut answers = Known { faces, missing: false, asked: BTreeSet::new() };
    match game.judge(Acting::own(seat), command, &mut answers) {
        Verdict::Accepted { .. } => {
            asked.append(&mut answers.asked);
            true
        }
        Verdict::Refused(_) => false,
        // The engine waits for the umpire, or dice of a real table were never typed in.
        Verdict::Awaiting(_) if !answers.missing || at_table => false,
        other => panic!("{seat:?} {command} {act}: {other:?}, missing {}", answers.missing),
    }
}

/// Nonces and digests are made afresh for a corrected choice.
fn bare(position: Value) -> Value {
    match position {
        Value::Object(fields) => {
            let sealed = |name: &String| name.contains("nonce") || name.contains("digest");
            let fields = fields.into_iter().filter(|(name, _)| !sealed(name));
            Value::Object(fields.map(|(name, value)| (name, bare(value))).collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(bare).collect()),
        other => other,
    }
}

async fn lines(setting: &Setting) -> Vec<RollLine> {
    let log = setting.desk.log(&setting.campaign, Seat::Umpire, None, 10_000).await.unwrap();
    log.lines.into_iter().flat_map(|line| line.rolls).map(|roll| roll.line).collect()
}

async fn faces(setting: &Setting) -> BTreeMap<String, (Vec<u16>, Vec<u16>)> {
    let lines = lines(setting).await.into_iter();
    lines
        .map(|line| {
            let chosen = vec![u16::try_from(line.record.total).unwrap_or(0)];
            let faces = if line.dice.is_empty() { chosen } else { line.record.faces };
            (line.question, (line.dice, faces))
        })
        .collect()
}

/// The names of the engine's steps in the order of the course, corrections laid over what was recorded.
async fn dawns(setting: &Setting) -> Vec<String> {
    let mut course: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for entry in setting.entries().await {
        let bodies = entry.parts.iter().map(|part| serde_json::from_str(&part.body).unwrap());
        let bodies: Vec<Value> = bodies.collect();
        let act = match (bodies[0]["seat"] == "clock", bodies[0]["kind"].as_str()) {
            (true, Some("command")) => Some(entry.lineage.to_string()),
            // Of a step that waited, its last answer.
            (true, Some("answered")) => Some(bodies[0]["act"].as_str().unwrap().to_owned()),
            _ => None,
        };
        course.extend(act.map(|act| (entry.master, vec![act])));
        let steps = bodies.iter().filter_map(|body| body["course"]["steps"].as_array()).flatten();
        for step in steps {
            let acts = step["acts"].as_array().unwrap().iter();
            let stands = acts.filter(|act| act["seat"] == "clock" && act["dropped"] != true);
            let names = stands.map(|act| act["act"].as_str().unwrap().to_owned());
            course.insert(step["entry"].as_u64().unwrap(), names.collect());
        }
    }
    course.into_values().flatten().collect()
}

/// Any command, lawful or not.
fn any_command(dice: &mut Dice) -> Value {
    let post = ["ford", "mill", "wood"][dice.below(3) as usize];
    match dice.below(7) {
        0 => json!({"do": "place", "post": post}),
        1 | 2 => json!({"do": "dig", "post": post}),
        3 | 4 => json!({"do": "scout", "post": post}),
        5 => json!({"do": "seal", "stance": if dice.below(2) == 0 { "hold" } else { "raid" }}),
        _ => json!({"do": "close"}),
    }
}

/// Makes a correction and compares with the same course on the bare rules; how many rolls were thrown anew, made void and
/// kept. What can no longer be is told with nothing in it if it is a report, and else taken out.
pub(crate) async fn put_right(
    ground: &Ground,
    setting: &Setting,
    played: &[Played],
    course: &mut BTreeMap<u64, Option<Value>>,
    mut correcting: Correcting,
    dice: &mut Dice,
) -> Option<[usize; 3]> {
    let before = faces(setting).await;
    // What can no longer be is taken out, one after the other.
    loop {
        let preview = setting.desk.preview(&setting.campaign, Seat::Umpire, &correcting).await.unwrap();
        // Nobody asks any more for what is typed again.
        let Ok(preview) = preview else { break };
        match preview.halted {
            Some(Halted::Refused { entry, .. }) => {
                let is_report = course[&entry].as_ref().is_some_and(|command| command["do"] == "report");
                let change = match is_report && !correcting.changes.contains_key(&entry) {
                    true => Change::Replace(json!({"do": "report"})),
                    false => Change::Remove,
                };
                correcting.changes.insert(entry, change);
            }
            Some(Halted::Asks { name, question, .. }) => {
                correcting.answers.insert(name, fitting(&question, dice));
            }
            Some(Halted::Throw { .. }) | None => break,
        }
    }
    match setting.correct(&correcting, "Put right.").await {
        Answer::Done { .. } => {}
        Answer::Refused(refusals) if refusals.first().code == "nothing" => return None,
        other => panic!("{other:?}"),
    }
    for (entry, change) in &correcting.changes {
        let command = match change {
            Change::Replace(command) => Some(command.clone()),
            Change::Remove => None,
        };
        course.insert(*entry, command);
    }
    let after = faces(setting).await;
    for (question, known) in &before {
        let stands = |now: &(Vec<u16>, Vec<u16>)| now.0 != known.0 || now == known;
        let anew = correcting.answers.contains_key(question);
        assert!(anew || after.get(question).is_some_and(stands), "{question}");
    }
    let n_new = after.len() - before.len();
    // The same course on the bare rules.
    let (mut right, names) = (ground.game(), dawns(setting).await);
    let (mut engine, unnamed) = (names.iter(), String::new());
    let mut asked = BTreeSet::new();
    for act in played {
        let Some(command) = &course[&act.entry] else { continue };
        if !judge(right.as_mut(), act.at_table, (act.seat, &act.name), command, &after, &mut asked) {
            assert!(after.len() > before.len(), "only a new throw lets an act fall away");
            course.insert(act.entry, None);
        }
        while let Some(command) = right.lawful(Seat::Clock, 1).pop() {
            let name = engine.next().unwrap_or(&unnamed);
            if !judge(right.as_mut(), false, (Seat::Clock, name), &command, &after, &mut asked) {
                break;
            }
        }
    }
    let position = setting.desk.position(&setting.campaign).await.unwrap();
    assert_eq!(bare(position), bare(right.position()), "{correcting:?}");
    let log = setting.desk.log(&setting.campaign, Seat::Umpire, None, 10_000).await.unwrap();
    let rolls = log.lines.iter().flat_map(|line| &line.rolls);
    let mut counting: BTreeMap<&str, bool> = BTreeMap::new();
    for roll in rolls.clone().rev() {
        // Of two answers to one question the later one counts, if it is asked at all.
        let question = roll.line.question.as_str();
        let counts = asked.contains(question) && counting.insert(question, true).is_none();
        assert_eq!(roll.void, !counts, "{question}, {correcting:?}");
    }
    let n_void = rolls.clone().filter(|roll| roll.void).count();
    Some([n_new, n_void, rolls.filter(|roll| !roll.void).count()])
}

/// Plays, corrects and compares; how many corrections were made, rolls kept, rolls thrown anew, rolls made void.
async fn holds(
    ground: &Ground,
    seeds: std::ops::Range<u64>,
    any: fn(&mut Dice) -> Option<Value>,
) -> [usize; 4] {
    let (mut n_made, mut n_kept, mut n_new, mut n_void) = (0, 0, 0, 0);
    for seed in seeds {
        let mut dice = Dice(seed * 7919 + 1);
        let setting = ground.setting().await;
        let n_acts = 6 + dice.below(30);
        let played = play(ground, &setting, &mut dice, n_acts).await;
        let mut course: BTreeMap<u64, Option<Value>> =
            played.iter().map(|act| (act.entry, Some(act.command.clone()))).collect();
        for _ in 0..2 {
            let chosen = &played[dice.below(played.len() as u64) as usize];
            let mut correcting = Correcting::default();
            let typed: Vec<RollLine> = lines(&setting).await;
            let typed: Vec<&RollLine> = typed.iter().filter(|line| line.origin != "server").collect();
            if !typed.is_empty() && dice.below(3) == 0 {
                let line = typed[dice.below(typed.len() as u64) as usize];
                correcting.answers.insert(line.question.clone(), fitting(&line.record.asked, &mut dice));
            }
            if correcting.answers.is_empty() || dice.below(2) == 0 {
                let change = match dice.below(3) {
                    0 => Change::Remove,
                    _ => Change::Replace(any(&mut dice).unwrap_or_else(|| chosen.other.clone())),
                };
                correcting.changes.insert(chosen.entry, change);
            }
            let Some([fresh, void, kept]) =
                put_right(ground, &setting, &played, &mut course, correcting, &mut dice).await
            else {
                continue;
            };
            n_made += 1;
            n_new += fresh;
            n_void += void;
            n_kept += kept;
        }
        setting.is_sound().await;
        let live = setting.roads(Seat::Umpire).await;
        let setting = setting.again().await;
        assert_eq!(setting.roads(Seat::Umpire).await, live, "seed {seed}: the same after a restart");
    }
    [n_made, n_kept, n_new, n_void]
}

#[tokio::test]
async fn a_corrected_campaign_is_the_one_that_was_right_from_the_start() {
    let ground = Ground { rulebook: 0, setup: rules_toy::FORD, position: None };
    let [made, kept, new, void] = holds(&ground, 0..40, |dice| Some(any_command(dice))).await;
    assert!(made > 40 && kept > 100 && new > 0 && void > 10, "{made} {kept} {new} {void}");
}

#[tokio::test]
async fn so_it_is_in_a_refit() {
    let position = toml::from_str(rules_battlefront::SAMPLE_POSITION).unwrap();
    let ground = Ground { rulebook: 1, setup: rules_battlefront::SAMPLE, position: Some(position) };
    let [made, kept, ..] = holds(&ground, 0..4, |_| None).await;
    assert!(made > 2 && kept > 10, "{made} {kept}");
}
