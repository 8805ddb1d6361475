//! The command drill: lawful, foreign and broken commands by every seat, at every moment of random play. A command is
//! accepted exactly when it proves, a refusal changes nothing, what is recorded folds to the same state, and nothing
//! panics whatever a command holds.

use kernel::{Acting, Answered, Answers, Asked, Game, Rulebook, Seat, Verdict};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use serde_json::{Map, Number, Value, json};

use crate::load::{Fault, below, one_in};

/// Where play begins: rules, set-up, and a position in its course.
type Start = (&'static dyn Rulebook, &'static str, Option<&'static str>);

static STARTS: &[Start] = &[
    (&rules_battlefront::RULEBOOK, rules_battlefront::SAMPLE, Some(rules_battlefront::SAMPLE_POSITION)),
    (
        &rules_battlefront::RULEBOOK,
        rules_battlefront::NIGHT_SAMPLE,
        Some(rules_battlefront::NIGHT_SAMPLE_POSITION),
    ),
    (&rules_toy::RULEBOOK, rules_toy::RIVER, None),
];

/// Commands tried before another play begins.
const A_PLAY: u32 = 2000;
/// Commands met before that are remembered, to be tried by other seats at other moments.
const POOL: usize = 400;

/// Tries `rounds` commands and prints what came of it.
pub fn run(rounds: u32, seed: u64) -> Result<(), Fault> {
    let mut random = Pcg32::new(seed, 17);
    let mut tried = Tried::default();
    let mut n_plays = 0;
    while tried.n < rounds {
        let (rulebook, setup, position) = STARTS[n_plays % STARTS.len()];
        let mut game = rulebook.open("set-up", setup).map_err(|faults| format!("{faults:?}"))?;
        if let Some(position) = position {
            let facts: Value = toml::from_str(position)?;
            game.set_position(facts).map_err(|faults| format!("{faults:?}"))?;
        }
        play(game, &mut random, &mut tried, rounds)?;
        n_plays += 1;
    }
    println!(
        "{} commands in {n_plays} plays: {} accepted, {} refused, {} left waiting for a throw; accepted exactly when \
         proved, nothing changed by a refusal, and no panic.",
        tried.n, tried.n_accepted, tried.n_refused, tried.n_waiting
    );
    Ok(())
}

/// What was tried so far, and what came of it.
#[derive(Default)]
pub struct Tried {
    n: u32,
    n_accepted: u32,
    n_refused: u32,
    n_waiting: u32,
    pool: Vec<Value>,
}

impl Tried {
    /// Keeps a command that was accepted, to be tried by other seats at other moments.
    pub fn remember(&mut self, command: &Value, random: &mut Pcg32) {
        if self.pool.len() < POOL {
            self.pool.push(command.clone());
        } else {
            let at = below(random, POOL);
            self.pool[at] = command.clone();
        }
    }
}

fn play(mut game: Box<dyn Game>, random: &mut Pcg32, tried: &mut Tried, rounds: u32) -> Result<(), Fault> {
    let mut sides: Vec<Seat> = (0..2).map(Seat::Side).collect();
    sides.extend([Seat::Umpire, Seat::Clock, Seat::Spectator, Seat::Side(7), Seat::Side(255)]);
    for n in 0..A_PLAY {
        if tried.n >= rounds || game.is_over() {
            return Ok(());
        }
        // The engine's own steps first, most of the time; then one of the sides.
        let seat =
            if one_in(random, 6) { sides[below(random, sides.len())] } else { sides[below(random, 2)] };
        let command = match game.lawful(Seat::Clock, 1).pop().filter(|_| !one_in(random, 4)) {
            Some(command) => {
                one(&mut game, Acting::own(Seat::Clock), &command, random, tried)?;
                continue;
            }
            None => command(game.as_ref(), seat, random, tried),
        };
        let by = if one_in(random, 10) { Seat::Umpire } else { seat };
        one(&mut game, Acting { seat, by }, &command, random, tried)
            .map_err(|fault| format!("{fault}\n  step {n} of a play, {seat:?} by {by:?}: {command}"))?;
        if one_in(random, 200) {
            for seat in &sides {
                drop(game.view(*seat));
            }
        }
    }
    Ok(())
}

/// Tries one command on the game; what is accepted moves it on.
fn one(
    game: &mut Box<dyn Game>,
    acting: Acting,
    command: &Value,
    random: &mut Pcg32,
    tried: &mut Tried,
) -> Result<(), Fault> {
    tried.n += 1;
    let proved = game.prove(acting, command);
    let before = game.position();
    if one_in(random, 8) {
        // With nothing to answer a throw the command waits or is refused; both change nothing.
        let verdict = game.judge(acting, command, &mut Short);
        tried.n_waiting += u32::from(matches!(verdict, Verdict::Awaiting(_)));
        match verdict {
            Verdict::Accepted { .. } if proved.is_ok() => {
                tried.n_accepted += 1;
                return Ok(());
            }
            Verdict::Refused(_) if proved.is_err() => {}
            Verdict::Awaiting(_) if proved.is_ok() => {}
            other => return Err(format!("proved {proved:?}, and without answers it is {other:?}").into()),
        }
        return unchanged(game.as_ref(), &before);
    }
    if one_in(random, 50) {
        let _odds = game.odds(acting, command);
    }
    let mut folded = game.copy();
    match (proved, game.judge(acting, command, &mut Faces(random))) {
        (Ok(()), Verdict::Accepted { events, .. }) => {
            tried.n_accepted += 1;
            for (_, event) in &events {
                folded.fold(event)?;
                folded.narrate(event)?;
                folded.seals(event);
            }
            if folded.position() != game.position() {
                return Err("what was recorded folds to another state".into());
            }
            tried.remember(command, random);
            Ok(())
        }
        (Err(refusals), Verdict::Refused(_)) => {
            tried.n_refused += 1;
            if refusals.all().is_empty() {
                return Err("a refusal without a reason".into());
            }
            unchanged(game.as_ref(), &before)
        }
        (proved, verdict) => Err(format!("proved {proved:?}, judged {verdict:?}").into()),
    }
}

fn unchanged(game: &dyn Game, before: &Value) -> Result<(), Fault> {
    if game.position() == *before {
        Ok(())
    } else {
        Err("a refused or waiting command changed the state".into())
    }
}

/// A lawful command of this seat, one met before, or either of them broken.
pub fn command(game: &dyn Game, seat: Seat, random: &mut Pcg32, tried: &Tried) -> Value {
    let mut pick = |n: u64| ((u128::from(random.next_u64()) * u128::from(n)) >> 64) as u64;
    let lawful = game.sample(seat, &mut pick);
    let mut command = match lawful {
        Some(command) if !one_in(random, 4) => command,
        _ if !tried.pool.is_empty() => tried.pool[below(random, tried.pool.len())].clone(),
        Some(command) => command,
        None => json!({"do": "done"}),
    };
    while one_in(random, 2) {
        spoil(&mut command, random, tried);
    }
    command
}

/// Changes one thing about a command.
fn spoil(command: &mut Value, random: &mut Pcg32, tried: &Tried) {
    let Some(fields) = command.as_object_mut() else {
        *command = strange(random);
        return;
    };
    let keys: Vec<String> = fields.keys().cloned().collect();
    let key = keys.get(below(random, keys.len().max(1))).cloned().unwrap_or_default();
    match below(random, 8) {
        0 => {
            fields.shift_remove(&key);
        }
        1 => {
            fields.insert(
                ["extra", "do", "for", "nonce", "digest", ""][below(random, 6)].into(),
                strange(random),
            );
        }
        2 if one_in(random, 8) => *command = strange(random),
        3 | 4 => borrow(fields, &key, random, tried),
        5 => nudge(fields, &key, random),
        _ => {
            fields.insert(key, strange(random));
        }
    }
}

/// The value that another command has in this field, or in any.
fn borrow(fields: &mut Map<String, Value>, key: &str, random: &mut Pcg32, tried: &Tried) {
    if tried.pool.is_empty() {
        return;
    }
    let other = &tried.pool[below(random, tried.pool.len())];
    let any = other.as_object().into_iter().flat_map(Map::values).last();
    if let Some(value) = other.get(key).or(any) {
        fields.insert(key.to_owned(), value.clone());
    }
}

/// A number a little higher or lower.
fn nudge(fields: &mut Map<String, Value>, key: &str, random: &mut Pcg32) {
    let numeric: Vec<&String> =
        fields.iter().filter(|(_, value)| value.is_i64()).map(|(key, _)| key).collect();
    let key = numeric.first().map_or(key, |key| key.as_str()).to_owned();
    let number = fields.get(&key).and_then(Value::as_i64).unwrap_or(0);
    fields.insert(key, number.saturating_add(below(random, 5) as i64 - 2).into());
}

/// Values that no page sends.
pub fn strange(random: &mut Pcg32) -> Value {
    match below(random, 16) {
        0 => Value::Null,
        1 => true.into(),
        2 => i64::MIN.into(),
        3 => i64::MAX.into(),
        4 => u64::MAX.into(),
        5 => i64::from(i32::MAX).into(),
        6 => i64::from(i32::MIN).into(),
        7 => Number::from_f64([1e308, -0.0, 0.5, 1e19][below(random, 4)]).map_or(Value::Null, Value::Number),
        8 => "".into(),
        9 => "x".repeat(below(random, 5000)).into(),
        10 => "\u{0}\u{202e}Ä\u{1f3b2}".into(),
        11 => (0..200).fold(json!([]), |inner, _| json!([inner])),
        12 => json!({"do": {"do": "done"}}),
        13 => json!([1, "two", null]),
        14 => 1_000_001.into(),
        _ => (below(random, 300) as i64 - 150).into(),
    }
}

/// Answers every question at random, and may be asked on a copy.
struct Faces<'a>(&'a mut Pcg32);

impl Answers for Faces<'_> {
    fn answer(&mut self, asked: &Asked<'_>) -> Answered {
        let mut pick = |n: u64| ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u64;
        kernel::answers::Thrown::new(&mut pick).answer(asked)
    }
}

/// Answers nothing.
struct Short;

impl Answers for Short {
    fn answer(&mut self, _asked: &Asked<'_>) -> Answered {
        Answered::NotYet
    }
}
