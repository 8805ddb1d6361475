//! The live dice: answers to the rules' questions from the campaign's keyed dice or from typed-in faces.

use std::collections::{BTreeMap, VecDeque};

use ::dice::QuestionKey;
use kernel::{Answered, Answers, Asked, Die, Faces, Origin, Subject};

use crate::entry::lines::RollLine;
use crate::streams::stream_of;
use serde::{Deserialize, Serialize};

/// Where missing faces come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The campaign's dice.
    Server,
    /// A real table: the command waits until they are typed in.
    Table,
}

/// Answers one command. What was asked is kept until the command is accepted; [`LiveDice::lines`] then gives it to
/// the log.
pub struct LiveDice<'a> {
    /// Absent in a copy without the secret: there every throw is typed in.
    key: Option<&'a QuestionKey>,
    before: NamedByAct,
    source: Source,
    /// Answers of this command that stand in the log already, by question.
    given: BTreeMap<String, Given>,
    /// Answers that stand in the very entry that is judged again, by question: they are given as they stand there.
    logged: BTreeMap<String, RollLine>,
    typed: VecDeque<Vec<u16>>,
    /// Whether faces were typed in for a throw that no hand makes, now or in a log.
    reached: bool,
    /// Whether a throw that no hand makes has to be of the campaign's dice in the entry that is judged again.
    keyed: bool,
    ruling: Option<u16>,
    /// The last roll number of each stream, by the stream's name.
    numbers: BTreeMap<String, u64>,
    asked: Vec<Thrown>,
}

/// An answer that stands in the log already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// The deciding faces, or the index of a choice.
    pub faces: Vec<u16>,
    /// `server`, `table` or `ruling`.
    pub origin: String,
}

impl Given {
    /// The answer that a line of the log holds.
    pub(crate) fn of(line: &RollLine) -> Self {
        let chosen = u16::try_from(line.record.total).unwrap_or(u16::MAX);
        let faces = if line.dice.is_empty() { vec![chosen] } else { line.record.faces.clone() };
        Self { faces, origin: line.origin.clone() }
    }
}

struct Thrown {
    /// Whether it stands in the log already.
    logged: bool,
    number: Option<u64>,
    question: String,
    dice: Vec<u16>,
    opposed: bool,
    faces: Vec<u16>,
    origin: &'static str,
}

/// How logs of earlier builds name a question: after its act, and by which time the act asks it.
pub(crate) struct NamedByAct {
    lineage: String,
    asked: BTreeMap<(&'static str, Option<Subject>), u8>,
}

impl NamedByAct {
    pub fn new(lineage: String) -> Self {
        Self { lineage, asked: BTreeMap::new() }
    }

    /// The name of the question that is asked next.
    pub fn next(&mut self, asked: &Asked<'_>) -> String {
        let nth = self.asked.entry((asked.rule.0, asked.subject)).or_insert(0);
        *nth = nth.saturating_add(1);
        let subject = asked.subject.as_ref().map_or("", Subject::as_str);
        format!("{}/{}/{subject}/{nth}", self.lineage, asked.rule)
    }
}

impl<'a> LiveDice<'a> {
    /// Dice for the command with this lineage. Answers given before are used again, then what was typed in.
    pub fn new(
        key: Option<&'a QuestionKey>,
        lineage: String,
        source: Source,
        numbers: BTreeMap<String, u64>,
    ) -> Self {
        Self {
            key,
            before: NamedByAct::new(lineage),
            source,
            given: BTreeMap::new(),
            logged: BTreeMap::new(),
            typed: VecDeque::new(),
            reached: false,
            keyed: false,
            ruling: None,
            numbers,
            asked: Vec::new(),
        }
    }

    /// With answers that stand in the log already.
    #[must_use]
    pub fn given(mut self, given: BTreeMap<String, Given>) -> Self {
        self.given = given;
        self
    }

    /// With the answers of the entry that is judged again. They come out as new ones, numbered as they would be now.
    #[must_use]
    pub(crate) fn logged<'l>(mut self, lines: impl IntoIterator<Item = &'l RollLine>) -> Self {
        self.logged = lines.into_iter().map(|line| (line.question.clone(), line.clone())).collect();
        self
    }

    /// Of a campaign with dice of its own, whose key is not at hand.
    #[must_use]
    pub(crate) fn keyed(mut self, keyed: bool) -> Self {
        self.keyed = keyed;
        self
    }

    /// Whether faces were typed in for a throw that no hand makes, now or in the log that is judged again.
    pub(crate) fn reached_for(&self) -> bool {
        self.reached
    }

    /// With faces typed in for the next throws that are not answered yet.
    #[must_use]
    pub fn typed(mut self, typed: impl IntoIterator<Item = Vec<u16>>) -> Self {
        self.typed.extend(typed);
        self
    }

    /// With the umpire's choice for the next ruling that is not answered yet.
    #[must_use]
    pub fn ruled(mut self, choice: Option<u16>) -> Self {
        self.ruling = choice;
        self
    }

    /// The next question is answered with these faces, or this choice.
    pub(crate) fn say(&mut self, die: Option<Die>, said: Vec<u16>) {
        match die {
            Some(_) => self.typed.push_front(said),
            None => self.ruling = said.first().copied(),
        }
    }

    /// One question more was answered before.
    pub(crate) fn recall(&mut self, question: String, given: Given) {
        self.given.insert(question, given);
    }

    /// The lines for the log, one per record that does not stand there yet, in order.
    pub fn lines(self, records: Vec<kernel::RollRecord>) -> Vec<RollLine> {
        debug_assert_eq!(self.asked.len(), records.len(), "each answer explains one record");
        let fresh = self.asked.into_iter().zip(records).filter(|(thrown, _)| !thrown.logged);
        let line = |(thrown, record): (Thrown, kernel::RollRecord)| RollLine {
            number: thrown.number,
            question: thrown.question,
            dice: thrown.dice,
            opposed: thrown.opposed,
            faces: thrown.faces,
            origin: thrown.origin.into(),
            record,
        };
        fresh.map(line).collect()
    }

    fn thrown(&mut self, key: &QuestionKey, asked: &Asked<'_>, die: Die) -> Faces {
        let stream = stream_of(asked.audience).to_string();
        let number = self.numbers.entry(stream.clone()).or_insert(0);
        *number += 1;
        let question = asked.key();
        let opposed = matches!(die, Die::HighRoll { .. });
        let all: Vec<u16> = if opposed {
            let (_, sides) = die.shape();
            key.opposed(&stream, &question, [sides, sides]).into_iter().flatten().collect()
        } else if asked.lots.is_empty() {
            key.faces(&stream, &question, &die.dice())
        } else {
            let lots: Vec<&str> = asked.lots.iter().map(Subject::as_str).collect();
            vec![key.lot(&stream, &question, &lots).expect("fewer names than a face can show: men of a deck")]
        };
        let deciding = if opposed { &all[all.len() - 2..] } else { &all[..] };
        let faces: Faces = deciding.iter().copied().collect();
        self.asked.push(Thrown {
            logged: false,
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
        let (question, before) = (asked.key(), self.before.next(asked));
        let given = self.given.get(&question).or_else(|| self.given.get(&before));
        if let Some(Given { faces, origin }) = given.cloned() {
            return self.use_again(asked, question, faces, &origin);
        }
        if let Some(line) = self.logged.remove(&question).or_else(|| self.logged.remove(&before)) {
            return self.as_logged(asked, line.question.clone(), line);
        }
        let Some(die) = asked.die else {
            let Some(choice) = self.ruling.take() else { return Answered::NotYet };
            self.note(question, None, vec![choice], "ruling");
            return Answered::Choice(u8::try_from(choice).unwrap_or(u8::MAX));
        };
        if let (true, Some(key)) = (asked.by_no_hand, self.key) {
            if self.typed.iter().any(|typed| !typed.is_empty()) {
                self.reached = true;
                return Answered::Faces(Faces::default(), Origin::Table);
            }
            return Answered::Faces(self.thrown(key, asked, die), Origin::Server);
        }
        if let Some(typed) = self.typed.pop_front().filter(|typed| !typed.is_empty()) {
            let faces: Faces = typed.iter().copied().take(16).collect();
            self.note(question, Some(die), typed, "table");
            return Answered::Faces(faces, Origin::Table);
        }
        match (self.source, self.key) {
            (Source::Server, Some(key)) => Answered::Faces(self.thrown(key, asked, die), Origin::Server),
            (Source::Server, None) | (Source::Table, _) => Answered::NotYet,
        }
    }
}

impl LiveDice<'_> {
    /// Whether an answer of a log is one that nobody could have typed.
    fn is_barred(&self, asked: &Asked<'_>, origin: &str) -> bool {
        self.keyed && asked.by_no_hand && asked.die.is_some() && origin != "server"
    }

    fn use_again(&mut self, asked: &Asked<'_>, question: String, faces: Vec<u16>, origin: &str) -> Answered {
        if self.is_barred(asked, origin) {
            self.reached = true;
            return Answered::NotYet;
        }
        let answered = match (asked.die, origin) {
            (None, _) => Answered::Choice(
                faces.first().and_then(|choice| u8::try_from(*choice).ok()).unwrap_or(u8::MAX),
            ),
            (Some(_), "table") => Answered::Faces(faces.iter().copied().take(16).collect(), Origin::Table),
            (Some(_), _) => Answered::Faces(faces.iter().copied().take(16).collect(), Origin::Server),
        };
        self.note(question, asked.die, faces, "given");
        if let Some(last) = self.asked.last_mut() {
            last.logged = true;
        }
        answered
    }

    /// An answer of the entry that is judged again.
    fn as_logged(&mut self, asked: &Asked<'_>, question: String, line: RollLine) -> Answered {
        if self.is_barred(asked, &line.origin) {
            self.reached = true;
            return Answered::NotYet;
        }
        let Some(die) = asked.die else {
            let choice = line.faces.first().copied().unwrap_or(u16::MAX);
            self.note(question, None, line.faces, "ruling");
            return Answered::Choice(u8::try_from(choice).unwrap_or(u8::MAX));
        };
        let (n_dice, _) = die.shape();
        let deciding = &line.faces[line.faces.len().saturating_sub(n_dice.into())..];
        let faces: Faces = deciding.iter().copied().take(16).collect();
        if line.origin != "server" {
            self.note(question, Some(die), line.faces, "table");
            return Answered::Faces(faces, Origin::Table);
        }
        self.note(question, Some(die), line.faces, "server");
        let number = self.numbers.entry(stream_of(asked.audience).to_string()).or_insert(0);
        *number += 1;
        if let Some(thrown) = self.asked.last_mut() {
            thrown.number = Some(*number);
        }
        Answered::Faces(faces, Origin::Server)
    }

    /// Notes an answer that is not a roll of the campaign's dice.
    fn note(&mut self, question: String, die: Option<Die>, faces: Vec<u16>, origin: &'static str) {
        let dice = die.map(Die::dice).unwrap_or_default();
        let opposed = matches!(die, Some(Die::HighRoll { .. }));
        self.asked.push(Thrown { logged: false, number: None, question, dice, opposed, faces, origin });
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use kernel::{Audience, Occasion, RuleId, Seat};
    use serde_json::json;

    use super::*;

    const FACES: [u16; 1] = [3];

    /// A throw of one die.
    pub(crate) fn asked(by_no_hand: bool) -> Asked<'static> {
        Asked {
            seat: Seat::Side(0),
            rule: RuleId("TOY-1"),
            occasion: Occasion::default(),
            side: None,
            subject: None,
            known_as: None,
            nth: 1,
            audience: Audience::Umpire,
            by_no_hand,
            die: Some(Die::D(6)),
            choices: &[],
            lots: &[],
        }
    }

    /// What a log gives to a throw: within the entry that is judged again, or as the answer to a throw that waited.
    fn of_a_log(keyed: bool, by_no_hand: bool, origin: &str, waited: bool) -> Answered {
        let asked = asked(by_no_hand);
        let dice = LiveDice::new(None, String::new(), Source::Table, BTreeMap::new()).keyed(keyed);
        let mut dice = if waited {
            let given = Given { faces: FACES.to_vec(), origin: origin.into() };
            dice.given(BTreeMap::from([(asked.key(), given)]))
        } else {
            let asked_as = json!({
                "rule": "TOY-1", "occasion": "", "side": null, "subject": null, "known_as": null,
                "nth": 1, "audience": "umpire", "die": { "d": 6 }, "text": "", "choices": [],
            });
            let record = json!({ "asked": asked_as, "faces": FACES, "origin": null, "modifiers": [], "total": 3, "chart": null });
            let line = json!({
                "number": null, "question": asked.key(), "dice": [6], "opposed": false, "faces": FACES,
                "origin": origin, "record": record,
            });
            let line: RollLine = serde_json::from_value(line).unwrap();
            dice.logged([&line])
        };
        dice.answer(&asked)
    }

    #[test]
    fn a_log_in_which_somebody_typed_what_no_hand_may_throw_is_not_believed() {
        let believed = |origin| Answered::Faces(FACES.into_iter().collect(), origin);
        for waited in [false, true] {
            assert_eq!(of_a_log(true, true, "table", waited), Answered::NotYet, "waited: {waited}");
            assert_eq!(of_a_log(true, true, "server", waited), believed(Origin::Server));
            assert_eq!(of_a_log(true, false, "table", waited), believed(Origin::Table));
            // A campaign that goes on without its dice secret has no other dice.
            assert_eq!(of_a_log(false, true, "table", waited), believed(Origin::Table));
        }
    }
}
