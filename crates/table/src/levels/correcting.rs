//! Corrections of a table whose result was taken in above: both tables are corrected together, or neither.
//!
//! The course below is judged anew. What it then hands up gives another command by which it is taken in, and the course above
//! is judged anew from that. Results of later tables are taken in anew as well: what a command takes over may depend on
//! the state above.

use std::collections::BTreeMap;

use kernel::{Game, Refusals, Seat};
use ledger::Stream;
use serde_json::Value;
use tokio::sync::OwnedMutexGuard;

use super::entry::Above;
use super::joints::{Joint, Run, Touch, begins_otherwise, joints, settled_at};
use super::memory::Known;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::correct::anew::{Anew, For, answers_to};
use crate::correct::entry::{Change, Correcting};
use crate::correct::write::name_below;
use crate::correct::{Elsewhere, Preview};
use crate::desk::Desk;
use crate::entry::Body;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::load::{Rewound, rewound};
use crate::text::{is_reason, one_line};

/// The parts of an entry.
type Parts = Vec<(Stream, Body)>;

/// A correction of a table below and of the one above, before it is written.
struct Both {
    preview: Preview,
    /// The parts of the entries below and above, where nothing stands in the way.
    parts: Option<(Parts, Parts)>,
}

/// The table below that is corrected, and what others handed up.
struct Lower<'a> {
    slot: &'a str,
    host: &'a Host,
    /// What later tables below the same one handed up, as far as they are here.
    others: BTreeMap<String, Value>,
}

impl Desk {
    /// The table above that has taken in what came of this one: the umpire's correction here is one there too.
    pub(crate) async fn handed_to(&self, campaign: &str, seat: Seat) -> Result<Option<Above>, Fault> {
        if seat != Seat::Umpire {
            return Ok(None);
        }
        let host = self.host(campaign).await?;
        let levels = &host.memory.levels;
        Ok(levels.above.clone().filter(|_| levels.handed_up == Some(false)))
    }

    /// What a correction changes below and above. Nothing is written, and no dice fall.
    pub(crate) async fn preview_with_above(
        &self,
        above: &Above,
        campaign: &str,
        correcting: &Correcting,
    ) -> Result<Result<Preview, Refusals>, Fault> {
        let host = match self.host(above.campaign.as_str()).await {
            Err(Fault::NoCampaign) => return Ok(Err(house::table_above_is_away().into())),
            host => host?,
        };
        let Some((below, others)) = self.lower(&host, above, campaign).await? else {
            return Ok(Err(house::table_above_is_away().into()));
        };
        let lower = Lower { slot: &above.slot, host: &below, others };
        let both = self.both(&host, &lower, correcting, None).await?;
        Ok(both.map(|both| both.preview))
    }

    /// Corrects a table whose result was taken in, and the one above.
    pub(crate) async fn correct_with_above(
        &self,
        above: &Above,
        campaign: &str,
        correcting: &Correcting,
        reason: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        loop {
            let mut host = match self.host_to_act(above.campaign.as_str()).await {
                Err(Fault::NoCampaign) => return Ok(house::table_above_is_away().into()),
                host => host?,
            };
            let mut below = None;
            let given = (correcting, reason, cursor.as_ref(), token);
            let answer = self.correct_both(&mut host, (above, campaign), given, &mut below).await;
            let Some(answer) = self.settle(&mut host, Seat::Umpire, answer).await else { continue };
            // The act was one of the table below.
            return Ok(match (answer?, below) {
                (Answer::Done { rolls, .. }, Some(cursor)) => Answer::Done { cursor, rolls },
                (answer, _) => answer,
            });
        }
    }

    async fn correct_both(
        &self,
        host: &mut Host,
        (above, campaign): (&Above, &str),
        (correcting, reason, cursor, token): (&Correcting, &str, Option<&Cursor>, Token),
        moved: &mut Option<Cursor>,
    ) -> Result<Answer, Fault> {
        let reason = one_line(reason);
        let Some((mut below, others)) = self.lower(host, above, campaign).await? else {
            return Ok(house::table_above_is_away().into());
        };
        *moved = Some(below.cursor(Seat::Umpire));
        if let Some(answer) = below.umpires(Seat::Umpire, token, cursor, &Asked::correction(Some(&reason))) {
            let past = rewound(self.store(), &below).await?;
            let answers = answers_to(correcting, |question| past.answers.contains_key(question));
            let own = Correcting { answers, ..correcting.clone() };
            let other = matches!(answer, Answer::Done { .. }) && !past.stands(&own);
            return Ok(if other { house::name_is_another_acts().into() } else { answer });
        }
        if !is_reason(&reason) {
            return Ok(house::reason_for_all().into());
        }
        self.go_over(host).await?;
        let lower = Lower { slot: &above.slot, host: &below, others };
        let both = match self.both(host, &lower, correcting, Some(&reason)).await? {
            Ok(both) => both,
            Err(refusals) => return Ok(Answer::Refused(refusals)),
        };
        if let Some(refusals) = both.preview.stops() {
            return Ok(Answer::Refused(refusals));
        }
        let Some((parts_below, parts_above)) = both.parts else {
            return Ok(house::nothing_to_correct().into());
        };
        let lower = self.on_a_branch(&below, token, parts_below)?;
        let mut parts_above = parts_above;
        name_below(&mut parts_above, &BTreeMap::from([(above.slot.clone(), lower.hash)]));
        let upper = self.on_a_branch(host, self.fresh_token()?, parts_above)?;
        self.write_all(host, vec![(&mut below, lower)], vec![upper]).await?;
        for host in [host, &mut *below] {
            host.unsure = true;
            self.refold(host).await?;
        }
        self.note_time(&below);
        below.tell();
        *moved = Some(below.cursor(Seat::Umpire));
        Ok(Answer::Done { cursor: below.cursor(Seat::Umpire), rolls: Vec::new() })
    }

    /// The table below of which a correction is asked, held after the one above, and what the others there handed up.
    async fn lower(
        &self,
        host: &Host,
        above: &Above,
        campaign: &str,
    ) -> Result<Option<(OwnedMutexGuard<Host>, BTreeMap<String, Value>)>, Fault> {
        let of = |known: &&Known| known.campaign.as_str() == campaign && known.opened == above.opened;
        let Some(known) = host.memory.levels.below.get(&above.slot).filter(of) else { return Ok(None) };
        let Some(below) = self.below(host, &above.slot, known).await? else { return Ok(None) };
        let mut others = BTreeMap::new();
        for (slot, other) in host.memory.levels.taken_in().filter(|(slot, _)| **slot != above.slot) {
            if let Some(other) = self.below(host, slot, other).await?
                && let Some(handed) = other.game.hands_up()
            {
                others.insert(slot.clone(), handed);
            }
        }
        Ok(Some((below, others)))
    }

    /// Judges both courses anew. With a reason it is for good.
    async fn both(
        &self,
        host: &Host,
        lower: &Lower<'_>,
        correcting: &Correcting,
        reason: Option<&str>,
    ) -> Result<Result<Both, Refusals>, Fault> {
        let purpose = if reason.is_some() { For::GoodWithoutThrows } else { For::Looking };
        let (below, slot) = (lower.host, lower.slot);
        if host.memory.levels.is_handed_up() || host.memory.dice.shown {
            return Ok(Err(house::table_above_is_over().into()));
        }
        let past = match self.begun_from(below, correcting).await? {
            Ok(past) => past,
            Err(refusals) => return Ok(Err(refusals)),
        };
        let Anew { replay, differences } = self.judge_anew(below, &past, correcting, purpose)?;
        let nothing = Correcting::default();
        let record = self.judge_anew(below, &past, &nothing, For::Looking)?.replay;
        let mut preview = Preview::of(below, &past, &replay, &record);
        if replay.stop.is_some() {
            return Ok(Ok(Both { preview, parts: None }));
        }
        if differences.stages.is_empty() {
            return Ok(Err(house::nothing_to_correct().into()));
        }
        let Some(handed) = replay.game.hands_up().filter(|_| replay.game.is_over()) else {
            return Ok(Err(house::not_over_any_more(slot).into()));
        };
        let mut upper_past = rewound(self.store(), host).await?;
        let Some(settled) = settled_at(&host.memory.levels, &upper_past).remove(slot) else {
            return Ok(Err(house::taking_in_waits(slot).into()));
        };
        if upper_past.retypes_thrown(correcting) {
            return Ok(Err(house::thrown_stands().into()));
        }
        upper_past.wind_to(host, settled)?;
        let places = joints(&host.memory.levels, &upper_past, settled);
        let is_belows = |question: &str| {
            past.answers.contains_key(question) || replay.lines.iter().any(|line| line.question == question)
        };
        let answers = answers_to(correcting, |question| !is_belows(question));
        let mut request = Correcting { answers, ..Correcting::default() };
        let mut handed_up = lower.others.clone();
        handed_up.insert(slot.to_owned(), handed);
        if let Err(refusals) = self.taken_in_anew(host, &upper_past, &places, &handed_up, &mut request)? {
            return Ok(Err(refusals));
        }
        let upper = self.judge_anew(host, &upper_past, &request, purpose)?;
        let upper_record = self.judge_anew(host, &upper_past, &nothing, For::Looking)?;
        let above = Preview::of(host, &upper_past, &upper.replay, &upper_record.replay);
        let stopped = above.halted.is_some();
        preview.elsewhere.push(Elsewhere { slot: None, preview: above });
        if stopped {
            return Ok(Ok(Both { preview, parts: None }));
        }
        if let Some(refusals) = changed_below(host, &upper_past, &places, &upper)? {
            return Ok(Err(refusals));
        }
        let parts = reason.map(|reason| {
            let now = self.clock().now();
            let versions = |record: &Preview| record.by_version.clone();
            let below = differences.parts(below, &past, &replay, versions(&preview), reason, now);
            let by_version = upper_record.differences.stages.iter().map(|stage| stage.entry).collect();
            let above = upper.differences.parts(host, &upper_past, &upper.replay, by_version, reason, now);
            (below, above)
        });
        Ok(Ok(Both { preview, parts }))
    }

    /// Puts into a request the commands by which what came of tables below is taken in on the course that it makes.
    fn taken_in_anew(
        &self,
        host: &Host,
        past: &Rewound,
        places: &[Joint],
        handed_up: &BTreeMap<String, Value>,
        request: &mut Correcting,
    ) -> Result<Result<(), Refusals>, Fault> {
        for Joint { entry, slot, .. } in places.iter().filter(|joint| joint.touch == Touch::TakenIn) {
            // One that is not here is taken in as it was.
            let Some(handed) = handed_up.get(slot) else { continue };
            let before: Vec<_> = past.stages.iter().filter(|stage| stage.entry < *entry).cloned().collect();
            let asked = request.clone();
            let replay = self.judged_so_far(host, past, &before, &asked, For::Looking)?;
            if replay.stop.is_some() {
                break;
            }
            // What came of a table that would have begun otherwise is taken in by no command.
            let own = places.iter().filter(|joint| joint.slot == *slot);
            if let Some(refusals) = begins_otherwise(past, own, &replay.stages)? {
                return Ok(Err(refusals));
            }
            let command = match taking_in(replay.game.as_ref(), slot, handed) {
                Ok(command) => command,
                Err(refusals) => return Ok(Err(refusals)),
            };
            let stands = past.stages.iter().find(|stage| stage.entry == *entry);
            let stands = stands.and_then(|stage| stage.acts.first()).map(|acted| &acted.judged.command);
            if stands != Some(&command) {
                request.changes.insert(*entry, Change::Replace(command));
            }
        }
        Ok(Ok(()))
    }
}

/// The command that takes in what a table below hands up, where it adds up.
pub(super) fn taking_in(game: &dyn Game, slot: &str, handed: &Value) -> Result<Value, Refusals> {
    let settles = |command: &Value| game.settles(command).is_some_and(|one| one.slot == slot);
    let Some(command) = game.takes_in(slot, handed).filter(settles) else {
        return Err(house::not_from_below(slot).into());
    };
    match super::judged::unbalanced(game, &command) {
        Some(refusal) => Err(refusal.into()),
        None => Ok(command),
    }
}

/// Why a course judged anew does not fit the tables that were opened below it.
fn changed_below(
    host: &Host,
    past: &Rewound,
    places: &[Joint],
    upper: &Anew<'_>,
) -> Result<Option<Refusals>, Fault> {
    let levels = &host.memory.levels;
    let lasting = places.iter().filter(|joint| !levels.is_broken_off(&joint.slot));
    if let Some(refusals) = begins_otherwise(past, lasting, &upper.replay.stages)? {
        return Ok(Some(refusals));
    }
    // What was entered by hand is not worked out anew.
    let now = Run { game: past.game.as_ref(), stages: &upper.replay.stages };
    if let Some(refusal) = now.differs()? {
        return Ok(Some(refusal.into()));
    }
    let open = host.memory.levels.below.iter().filter(|(_, known)| known.closed.is_none());
    let levels = upper.replay.game.levels();
    let gone = open.map(|(slot, _)| slot).find(|slot| levels.at(slot).is_none());
    Ok(gone.map(|slot| house::opening_would_go(slot).into()))
}
