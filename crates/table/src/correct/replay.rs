//! Judging the course anew from the first act that is corrected.

use std::collections::{BTreeMap, BTreeSet};

use ::dice::QuestionKey;
use kernel::{Game, Question, Refusals, Seat, Verdict};
use ledger::Lineage;
use serde_json::Value;

use super::answers::Recalling;
use super::course::Stage;
use super::entry::{Acted, Change, Correcting, Judged};
use crate::chance::Chance;
use crate::dice::{LiveDice, NamedByAct, Source};
use crate::entry::lines::RollLine;
use crate::fault::Fault;
use crate::house;
use crate::seals::{ill_sealed, not_sealed_so, reseal, seal, unseal};
use crate::streams::stream_of;

/// Why the course does not go on.
#[derive(Clone, Debug, PartialEq)]
pub enum Halted {
    /// A later act can no longer be.
    Refused {
        /// The entry in the master order.
        entry: u64,
        /// Whose act it is.
        seat: Seat,
        /// What refuses it.
        refusals: Refusals,
    },
    /// A question to the umpire, or to dice at the table.
    Asks {
        /// The entry in the master order.
        entry: u64,
        /// Whose act asks.
        seat: Seat,
        /// The question's name in the log.
        name: String,
        /// The question.
        question: Question,
    },
    /// The campaign's dice fall anew when the correction is made; what comes after depends on them.
    Throw {
        /// The entry in the master order.
        entry: u64,
        /// The question.
        question: Question,
    },
}

impl Halted {
    /// Why the correction is not made before this is answered.
    pub(crate) fn refusals(&self) -> Refusals {
        match self {
            Self::Refused { entry, refusals, .. } => {
                let first = std::iter::once(house::cannot_stand(*entry));
                let all = first.chain(refusals.all().iter().cloned()).collect();
                Refusals::from_list(all).unwrap_or_else(|| house::cannot_stand(*entry).into())
            }
            Self::Asks { entry, question, .. } => house::correction_asks(*entry, question).into(),
            Self::Throw { entry, question } => house::correction_throws(*entry, question).into(),
        }
    }
}

/// What is the same for all acts of one replay.
pub(crate) struct Ground<'a> {
    pub campaign: &'a str,
    /// The campaign's dice, when they may fall.
    pub key: Option<&'a QuestionKey>,
    /// Whether the campaign has dice of its own at all.
    pub keyed: bool,
    /// Whether a new throw of an act that was thrown at a table may be typed in.
    pub may_type: bool,
    pub request: &'a Correcting,
    /// Every answer that stands in the log, by question: an act that asks what another asked before gets what that got.
    pub answers: &'a BTreeMap<String, RollLine>,
    /// What new steps of the engine are named after.
    pub name: u64,
    /// For fresh nonces, when it is for good.
    pub chance: Option<&'a Chance>,
    /// What a correction in the log brought with it, when that one is judged again: its rolls. Its commands have their
    /// nonces.
    pub logged: Option<&'a [RollLine]>,
}

/// The course judged anew.
pub(crate) struct Replay<'a> {
    ground: Ground<'a>,
    pub game: Box<dyn Game>,
    pub numbers: BTreeMap<String, u64>,
    pub stages: Vec<(u64, Vec<Acted>)>,
    pub lines: Vec<RollLine>,
    /// Where judging stopped.
    pub stop: Option<Halted>,
    /// Steps of the engine that the course has not come to yet, with the entry they stand at.
    ahead: Vec<(u64, Acted)>,
    /// All steps of the engine on the course as it was.
    engine_did: BTreeSet<Lineage>,
    engine_waits: bool,
    n_named: u64,
}

enum Ended {
    Done(Box<Acted>),
    Refused(Refusals),
    Stopped,
}

impl<'a> Replay<'a> {
    /// Judges `stages` anew on `game`, the state before them.
    ///
    /// # Errors
    /// [`Fault::Random`].
    pub fn run(
        ground: Ground<'a>,
        game: Box<dyn Game>,
        numbers: BTreeMap<String, u64>,
        stages: &[Stage],
    ) -> Result<Self, Fault> {
        let engine = stages.iter().flat_map(|stage| stage.acts.iter().map(|acted| (stage.entry, acted)));
        let ahead = engine.filter(|(_, acted)| acted.judged.seat == Seat::Clock);
        let ahead: Vec<(u64, Acted)> = ahead.map(|(entry, acted)| (entry, acted.clone())).collect();
        let mut replay = Self {
            engine_did: ahead.iter().map(|(_, acted)| acted.judged.act).collect(),
            ahead,
            ground,
            game,
            numbers,
            stages: Vec::new(),
            lines: Vec::new(),
            stop: None,
            engine_waits: false,
            n_named: 0,
        };
        for stage in stages {
            replay.stage(stage)?;
            if replay.stop.is_some() {
                return Ok(replay);
            }
        }
        replay.engine()?;
        // What the engine need not do any more stays at its place, outside of the course.
        for (entry, acted) in std::mem::take(&mut replay.ahead) {
            if let Some((_, acts)) = replay.stages.iter_mut().find(|(known, _)| *known == entry) {
                acts.push(acted.dropped());
            }
        }
        Ok(replay)
    }

    fn stage(&mut self, stage: &Stage) -> Result<(), Fault> {
        if stage.acts.first().is_some_and(|acted| acted.judged.seat != Seat::Clock) {
            self.engine()?;
        }
        self.stages.push((stage.entry, Vec::new()));
        if let Some(act) = stage.engine_waits {
            let done_before = self.engine_did.contains(&act)
                && !self.ahead.iter().any(|(_, acted)| acted.judged.act == act);
            self.engine_waits |= !done_before;
        }
        for acted in &stage.acts {
            if self.stop.is_some() {
                return Ok(());
            }
            if acted.judged.seat == Seat::Clock {
                self.engine_at(stage.entry, acted)?;
            } else {
                self.seat_at(stage.entry, acted)?;
            }
        }
        Ok(())
    }

    /// The act of a seat, or what the correction puts in its place.
    fn seat_at(&mut self, entry: u64, acted: &Acted) -> Result<(), Fault> {
        let change = self.ground.request.changes.get(&entry);
        let mut command = match (change, acted.judged.dropped) {
            (Some(Change::Replace(command)), _) => command.clone(),
            (Some(Change::Remove), _) | (None, true) => {
                self.put(acted.dropped());
                return Ok(());
            }
            (None, false) => acted.judged.command.clone(),
        };
        let (game, campaign, seat) = (self.game.as_ref(), self.ground.campaign, acted.judged.seat);
        match (change, self.ground.chance) {
            (None, _) => reseal(game, campaign, seat, &mut command),
            (Some(_), _) if self.ground.logged.is_some() => {
                reseal(game, campaign, seat, &mut command);
                if let Some(why) = ill_sealed(game, campaign, seat, &command) {
                    let refusals = not_sealed_so(why).into();
                    self.stop = Some(Halted::Refused { entry, seat, refusals });
                    return Ok(());
                }
            }
            (Some(_), Some(chance)) => seal(game, campaign, seat, &mut command, chance, None)?,
            // A digest that others see before its nonce is fixed could be opened by trying.
            (Some(_), None) => unseal(game, seat, &mut command),
        }
        match self.judge(entry, acted, command) {
            Ended::Done(acted) => self.put(*acted),
            // After a new throw it falls away.
            Ended::Refused(_) if self.has_thrown() => self.put(acted.dropped()),
            Ended::Refused(refusals) => {
                self.stop = Some(Halted::Refused { entry, seat: acted.judged.seat, refusals });
            }
            Ended::Stopped if self.has_thrown() => {
                self.stop = None;
                self.put(acted.dropped());
            }
            Ended::Stopped => {}
        }
        Ok(())
    }

    /// A recorded step of the engine, if it still is what the engine does here.
    fn engine_at(&mut self, entry: u64, acted: &Acted) -> Result<(), Fault> {
        let Some(at) = self.ahead.iter().position(|(known, ahead)| (*known, ahead) == (entry, acted)) else {
            return Ok(());
        };
        self.engine_waits = false;
        if acted.judged.dropped
            || self.game.lawful(Seat::Clock, 1).pop() != Some(acted.judged.command.clone())
        {
            return Ok(());
        }
        let (_, acted) = self.ahead.remove(at);
        self.engine_step(entry, &acted);
        Ok(())
    }

    /// All that the engine does of itself now, the steps it did elsewhere before among them.
    fn engine(&mut self) -> Result<(), Fault> {
        let Some(&(entry, _)) = self.stages.last() else { return Ok(()) };
        while !self.engine_waits && self.stop.is_none() {
            let Some(command) = self.game.lawful(Seat::Clock, 1).pop() else { break };
            let known = self.ahead.iter().position(|(_, acted)| acted.judged.command == command);
            let acted = match known {
                Some(at) => self.ahead.remove(at).1,
                None => self.new_step(command),
            };
            if !self.engine_step(entry, &acted) {
                break;
            }
        }
        Ok(())
    }

    fn engine_step(&mut self, entry: u64, acted: &Acted) -> bool {
        match self.judge(entry, acted, acted.judged.command.clone()) {
            Ended::Done(acted) => {
                self.put(*acted);
                true
            }
            Ended::Refused(_) => false,
            // It waits when the correction is made, as at any other time.
            Ended::Stopped if self.has_thrown() => {
                self.stop = None;
                false
            }
            Ended::Stopped => false,
        }
    }

    fn new_step(&mut self, command: Value) -> Acted {
        self.n_named += 1;
        let name = ::dice::Encoding::new("adjutant-clock-correction-v1")
            .text(self.ground.campaign)
            .number(self.ground.name)
            .number(self.n_named)
            .sha256();
        let mut act = [0; 16];
        act.copy_from_slice(&name.0[..16]);
        let (seat, source) = (Seat::Clock, Source::Server);
        let judged = Judged {
            act: Lineage(act),
            seat,
            by: seat,
            command,
            source,
            dropped: false,
            events: Vec::new(),
            asked: Vec::new(),
        };
        Acted { judged, answers: BTreeMap::new() }
    }

    fn judge(&mut self, entry: u64, acted: &Acted, command: Value) -> Ended {
        let Judged { act, seat, source, .. } = acted.judged;
        let lineage = act.to_string();
        // Who agreed to typed dice once may have thought better of it.
        let source = if self.ground.keyed && !self.ground.may_type { Source::Server } else { source };
        let live = LiveDice::new(self.ground.key, lineage.clone(), source, self.numbers.clone())
            .logged(self.ground.logged.unwrap_or_default());
        let keyed = self.ground.keyed && source == Source::Server;
        let said = &self.ground.request.answers;
        let (before, kept) = (NamedByAct::new(lineage), self.ground.answers);
        let has_dice = self.ground.keyed;
        let mut answers =
            Recalling { live, before, kept, said, keyed, has_dice, by_no_hand: false, asked: Vec::new() };
        let judged = self.game.judge(acted.acting(), &command, &mut answers);
        let by_no_hand = answers.by_no_hand;
        let question = match judged {
            Verdict::Accepted { events, rolls } => {
                let (mut asked, fresh) = answers.end(rolls);
                asked.sort_unstable();
                let mut all = acted.answers.clone();
                let recalled = |name: &String| Some((name.clone(), self.ground.answers.get(name)?.clone()));
                all.extend(asked.iter().filter_map(recalled));
                all.extend(fresh.iter().map(|line| (line.question.clone(), line.clone())));
                for line in &fresh {
                    if let Some(number) = line.number {
                        self.numbers.insert(stream_of(line.record.asked.audience).to_string(), number);
                    }
                }
                self.lines.extend(fresh);
                let events =
                    events.into_iter().map(|(audience, event)| (stream_of(audience), event)).collect();
                let judged = Judged { command, dropped: false, events, asked, ..acted.judged.clone() };
                return Ended::Done(Box::new(Acted { judged, answers: all }));
            }
            Verdict::Refused(refusals) => return Ended::Refused(refusals),
            Verdict::Unfit(question) => return Ended::Refused(house::unfit(&question).into()),
            Verdict::Awaiting(question) => *question,
        };
        self.stop = Some(if (keyed || by_no_hand) && question.die.is_some() {
            Halted::Throw { entry, question }
        } else {
            Halted::Asks { entry, seat, name: question.key(), question }
        });
        Ended::Stopped
    }

    /// Whether the campaign's dice have fallen anew. From then on nothing may stop the correction, or a throw that
    /// does not please could be thrown again.
    fn has_thrown(&self) -> bool {
        self.lines.iter().any(|line| line.origin == "server")
    }

    fn put(&mut self, acted: Acted) {
        if let Some((_, acts)) = self.stages.last_mut() {
            acts.push(acted);
        }
    }
}
