//! The live dice: answers to the rules' questions from the campaign's keyed dice or from typed-in faces.

use std::collections::{BTreeMap, VecDeque};

use ::dice::DiceKey;
use kernel::{Answered, Answers, Asked, Die, Faces, Origin};

use crate::body::{RollLine, stream_of};

/// Where missing faces come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The campaign's dice.
    Server,
    /// A real table: the command waits until they are typed in.
    Table,
}

/// Answers one command. What was asked is kept until the command is accepted; [`LiveDice::lines`] then gives it to
/// the log.
pub struct LiveDice<'a> {
    key: &'a DiceKey,
    lineage: String,
    source: Source,
    typed: VecDeque<Vec<u16>>,
    /// The last roll number of each stream, by the stream's name.
    numbers: BTreeMap<String, u64>,
    asked: Vec<Thrown>,
}

struct Thrown {
    number: Option<u64>,
    question: String,
    dice: Vec<u16>,
    opposed: bool,
    faces: Vec<u16>,
    origin: &'static str,
}

impl<'a> LiveDice<'a> {
    /// Dice for the command with this lineage; typed-in answers are used first.
    pub fn new(
        key: &'a DiceKey,
        lineage: String,
        source: Source,
        typed: impl IntoIterator<Item = Vec<u16>>,
        numbers: BTreeMap<String, u64>,
    ) -> Self {
        Self { key, lineage, source, typed: typed.into_iter().collect(), numbers, asked: Vec::new() }
    }

    /// The lines for the log, one per record, in order.
    pub fn lines(self, records: Vec<kernel::RollRecord>) -> Vec<RollLine> {
        debug_assert_eq!(self.asked.len(), records.len(), "each answer explains one record");
        let line = |(thrown, record): (Thrown, kernel::RollRecord)| RollLine {
            number: thrown.number,
            question: thrown.question,
            dice: thrown.dice,
            opposed: thrown.opposed,
            faces: thrown.faces,
            origin: thrown.origin.into(),
            record,
        };
        self.asked.into_iter().zip(records).map(line).collect()
    }

    /// Typed answers that no question used.
    pub fn unused(&self) -> usize {
        self.typed.len()
    }

    fn thrown(&mut self, asked: &Asked<'_>, die: Die) -> Faces {
        let stream = stream_of(asked.audience).to_string();
        let number = self.numbers.entry(stream.clone()).or_insert(0);
        *number += 1;
        let question = format!("{}/{}", self.lineage, asked.key());
        let opposed = matches!(die, Die::HighRoll { .. });
        let all: Vec<u16> = if opposed {
            let (_, sides) = die.shape();
            self.key.opposed(&stream, *number, &question, [sides, sides]).into_iter().flatten().collect()
        } else {
            self.key.faces(&stream, *number, &question, &die.dice())
        };
        let deciding = if opposed { &all[all.len() - 2..] } else { &all[..] };
        let faces: Faces = deciding.iter().copied().collect();
        self.asked.push(Thrown {
            number: Some(*number),
            question,
            dice: die.dice(),
            opposed,
            faces: all,
            origin: "server",
        });
        faces
    }
}

impl Answers for LiveDice<'_> {
    fn answer(&mut self, asked: &Asked<'_>) -> Answered {
        let question = format!("{}/{}", self.lineage, asked.key());
        let Some(die) = asked.die else {
            let Some(choice) = self.typed.pop_front().and_then(|typed| typed.first().copied()) else {
                return Answered::NotYet;
            };
            let origin = "ruling";
            let faces = vec![choice];
            self.asked.push(Thrown {
                number: None,
                question,
                dice: Vec::new(),
                opposed: false,
                faces,
                origin,
            });
            return Answered::Choice(u8::try_from(choice).unwrap_or(u8::MAX));
        };
        if let Some(typed) = self.typed.pop_front() {
            let faces: Faces = typed.iter().copied().take(16).collect();
            let opposed = matches!(die, Die::HighRoll { .. });
            let origin = "table";
            self.asked.push(Thrown {
                number: None,
                question,
                dice: die.dice(),
                opposed,
                faces: typed,
                origin,
            });
            return Answered::Faces(faces, Origin::Table);
        }
        match self.source {
            Source::Server => Answered::Faces(self.thrown(asked, die), Origin::Server),
            Source::Table => Answered::NotYet,
        }
    }
}
