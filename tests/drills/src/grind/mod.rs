//! The drill of the attacker who holds the secret of the dice and acts for every seat. He plays the same campaign over and
//! over: under other names of acts, in other orders, going back and trying again, with steps in between and without, by what
//! the rules suggest for a side that stays away and by orders kept for later, in one program and in another that opened the
//! campaign anew. No question may ever show him another face.

mod tables;

use std::collections::BTreeMap;

use dice::{Contribution, Digest, QuestionKey, Secret};
use kernel::{Acting, Game, Rulebook, Seat, Verdict};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use serde_json::Value;
use table::dice::{LiveDice, Source};

use crate::load::{Fault, below, one_in};

/// A campaign under attack: a name, rules, set-up, and a position in its course.
type Start = (&'static str, &'static dyn Rulebook, &'static str, Option<&'static str>);

static STARTS: &[Start] = &[
    (
        "battlefront refit",
        &rules_battlefront::RULEBOOK,
        rules_battlefront::SAMPLE,
        Some(rules_battlefront::SAMPLE_POSITION),
    ),
    (
        "battlefront night",
        &rules_battlefront::RULEBOOK,
        rules_battlefront::NIGHT_SAMPLE,
        Some(rules_battlefront::NIGHT_SAMPLE_POSITION),
    ),
    ("central front", &rules_central_front::RULEBOOK, rules_central_front::GAP, None),
    ("battalion combat", &rules_bcs::RULEBOOK, rules_bcs::SARN_WEST, None),
    ("civil war", &rules_civil_war::RULEBOOK, rules_civil_war::SUMMER, None),
    ("up front", &rules_upfront::RULEBOOK, rules_upfront::NINE_DAYS, None),
    ("pickets", &rules_toy::RULEBOOK, rules_toy::RIVER, None),
];

/// Acts of one attempt before the attacker begins the campaign anew.
const A_COURSE: u32 = 400;

/// Tries `rounds` acts on each campaign and prints what came of it.
pub fn run(rounds: u32, seed: u64) -> Result<(), Fault> {
    for (name, rulebook, setup, position) in STARTS {
        let mut attack = Attack::new(*rulebook, setup, *position, seed)?;
        while attack.n_tried < rounds {
            attack.course(rounds)?;
        }
        let Attack { n_tried, n_asked, faces, n_repeated, .. } = attack;
        if n_repeated == 0 {
            return Err(format!("{name}: no question was asked twice; the drill shows nothing").into());
        }
        println!(
            "{name}: {n_tried} acts tried, {n_asked} rolls of {} questions, {n_repeated} in a position that had been met; no \
             face of a question changed.",
            faces.len()
        );
    }
    tables::run((rounds / 2_000).clamp(2, 20), seed)
}

/// What the attacker holds and has seen.
struct Attack {
    start: Box<dyn Game>,
    /// As it stands in a log: what another program opens.
    rulebook: &'static dyn Rulebook,
    setup: String,
    key: QuestionKey,
    /// Commands kept for later, each with its side.
    orders: Vec<(Seat, Value)>,
    random: Pcg32,
    n_tried: u32,
    n_asked: u32,
    /// What each question of each stream has shown.
    faces: BTreeMap<(String, String), Vec<u16>>,
    /// What each command has come to in each position.
    came_to: BTreeMap<(String, String), Value>,
    n_repeated: u32,
}

impl Attack {
    fn new(
        rulebook: &'static dyn Rulebook,
        setup: &str,
        position: Option<&str>,
        seed: u64,
    ) -> Result<Self, Fault> {
        let mut start = rulebook.open("set-up", setup).map_err(|faults| format!("{faults:?}"))?;
        if let Some(position) = position {
            let facts: Value = toml::from_str(position)?;
            start.set_position(facts).map_err(|faults| format!("{faults:?}"))?;
        }
        let words = |seat: &str| Contribution { seat: seat.into(), text: "words".into() };
        let secret = Secret::new([9; 32]);
        let key = QuestionKey::new(&secret, "attacked", Digest([1; 32]), &[words("side-0"), words("side-1")]);
        let (faces, came_to) = (BTreeMap::new(), BTreeMap::new());
        let random = Pcg32::new(seed, 23);
        let (setup, orders) = (setup.to_owned(), Vec::new());
        Ok(Self {
            start,
            rulebook,
            setup,
            key,
            orders,
            random,
            n_tried: 0,
            n_asked: 0,
            faces,
            came_to,
            n_repeated: 0,
        })
    }

    /// One attempt at the campaign from its beginning.
    fn course(&mut self, rounds: u32) -> Result<(), Fault> {
        let mut game = self.start.copy();
        let mut kept = vec![game.copy()];
        for _ in 0..A_COURSE {
            if self.n_tried >= rounds || game.is_over() {
                return Ok(());
            }
            match below(&mut self.random, 14) {
                // Back to a moment that pleased more: undo, a correction, a restored copy.
                0 => game = kept[below(&mut self.random, kept.len())].copy(),
                1 => kept.push(game.copy()),
                // A throw that did not please is tried again at once, under another name.
                2 | 3 => {
                    let mut again = game.copy();
                    self.act(&mut again)?;
                }
                // Another program takes the campaign over, and goes on from what stands in the log.
                4 => game = self.elsewhere(game.as_ref())?,
                5 => self.stays_away(&mut game)?,
                _ => self.act(&mut game)?,
            }
            if kept.len() > 6 {
                kept.remove(0);
            }
        }
        Ok(())
    }

    /// The same position as a program has it that opened the campaign anew.
    fn elsewhere(&self, game: &dyn Game) -> Result<Box<dyn Game>, Fault> {
        let mut other = self.rulebook.open("set-up", &self.setup).map_err(|faults| format!("{faults:?}"))?;
        other.set_position(game.position()).map_err(|faults| format!("{faults:?}"))?;
        Ok(other)
    }

    /// A deadline has passed: an order that was kept is given, else what the rules suggest. Orders are kept anew as well.
    fn stays_away(&mut self, game: &mut Box<dyn Game>) -> Result<(), Fault> {
        let side = Seat::Side(u8::from(one_in(&mut self.random, 2)));
        let mut pick = |n: u64| ((u128::from(self.random.next_u64()) * u128::from(n)) >> 64) as u64;
        if let Some(command) = game.sample(side, &mut pick) {
            self.orders.push((side, command));
        }
        if self.orders.len() > 8 {
            self.orders.remove(0);
        }
        let kept = self.orders.iter().find(|(seat, _)| *seat == side).map(|(_, command)| command.clone());
        let kept = kept.filter(|_| one_in(&mut self.random, 2));
        let Some(command) = kept.or_else(|| game.in_absence(side)) else { return Ok(()) };
        self.throws(game, Acting::own(side), &command)?;
        Ok(())
    }

    /// One act, of any seat that can act, under a name of the attacker's.
    fn act(&mut self, game: &mut Box<dyn Game>) -> Result<(), Fault> {
        let seats = [Seat::Clock, Seat::Side(0), Seat::Side(1), Seat::Umpire];
        let first = if one_in(&mut self.random, 3) { below(&mut self.random, seats.len()) } else { 0 };
        let mut pick = |n: u64| ((u128::from(self.random.next_u64()) * u128::from(n)) >> 64) as u64;
        let turned = seats.iter().cycle().skip(first + if first == 0 { 0 } else { 1 }).take(seats.len());
        let flip = pick(2) == 1;
        let found = turned.copied().find_map(|seat| {
            let seat = match (seat, flip) {
                (Seat::Side(side), true) => Seat::Side(1 - side),
                (seat, _) => seat,
            };
            Some((seat, game.sample(seat, &mut pick)?))
        });
        let Some((seat, command)) = found else { return Ok(()) };
        let by = if one_in(&mut self.random, 8) && seat != Seat::Clock { Seat::Umpire } else { seat };
        // What throws is tried once more from the same moment, under another name.
        let mut once_more = game.copy();
        if self.throws(game, Acting { seat, by }, &command)? {
            self.throws(&mut once_more, Acting { seat, by }, &command)?;
        }
        Ok(())
    }

    /// Sends a command under a name of the attacker's; whether it threw dice.
    fn throws(&mut self, game: &mut Box<dyn Game>, acting: Acting, command: &Value) -> Result<bool, Fault> {
        let mut pick = |n: u64| ((u128::from(self.random.next_u64()) * u128::from(n)) >> 64) as u64;
        let name: u128 = (u128::from(pick(u64::MAX)) << 64) | u128::from(pick(u64::MAX));
        // A number that the attacker would like to have, too.
        let numbers = [("public".to_owned(), pick(1000)), ("side-0".to_owned(), pick(1000))].into();
        let mut dice = LiveDice::new(Some(&self.key), format!("{name:032x}"), Source::Server, numbers);
        self.n_tried += 1;
        let before = game.position().to_string();
        let Verdict::Accepted { events, rolls } = game.judge(acting, command, &mut dice) else {
            return Ok(false);
        };
        let threw = !rolls.is_empty();
        if threw {
            let events = events.into_iter().map(|(_, event)| event).collect();
            let place = (before, format!("{} {command}", acting.seat.name()));
            match self.came_to.get(&place) {
                Some(known) if *known != events => {
                    return Err(format!(
                        "{command} came to {known} and then, in the same position, to {events}"
                    )
                    .into());
                }
                Some(_) => self.n_repeated += 1,
                None => drop(self.came_to.insert(place, events)),
            }
        }
        for line in dice.lines(rolls).into_iter().filter(|line| line.origin == "server") {
            self.n_asked += 1;
            let stream = format!("{:?}", line.record.asked.audience);
            // The pool of a lot may be another one; who is drawn is judged by the name.
            let shown = match line.record.asked.lots.get(usize::from(line.faces[0]).wrapping_sub(1)) {
                Some(_) => continue,
                None => line.faces,
            };
            let known = self.faces.entry((stream, line.question.clone())).or_insert_with(|| shown.clone());
            if *known != shown {
                let question = &line.question;
                return Err(format!("{question} showed {known:?} and then {shown:?}, by {command}").into());
            }
        }
        Ok(threw)
    }
}
