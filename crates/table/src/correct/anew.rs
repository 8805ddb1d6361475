//! The past from the first act that is put right, and the course judged anew from there.

use std::collections::BTreeMap;

use kernel::{Refusals, Seat};

use super::course::Stage;
use super::entry::Correcting;
use super::replay::{Ground, Replay};
use super::write::Differences;
use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::levels::joints::settled_at;
use crate::load::{Rewound, rewound};

/// The course judged anew and what it changes.
pub(crate) struct Anew<'a> {
    pub replay: Replay<'a>,
    pub differences: Differences,
}

/// What a course is judged anew for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum For {
    /// To look at it: no dice fall, and no seal is fixed.
    Looking,
    /// To be written.
    Good,
    /// To be written together with other tables' courses: no dice fall, for what is found at another table may still refuse it.
    GoodWithoutThrows,
}

impl Desk {
    /// The past from the first act that is put right, when it can be put right at all.
    pub(super) async fn ready(
        &self,
        host: &Host,
        seat: Seat,
        correcting: &Correcting,
    ) -> Result<Result<Rewound, Refusals>, Fault> {
        if seat != Seat::Umpire {
            return Ok(Err(house::only_umpire(seat).into()));
        }
        if host.memory.levels.is_handed_up() {
            return Ok(Err(house::handed_up().into()));
        }
        self.begun_from(host, correcting).await
    }

    /// The same at a table whose result may have gone up.
    pub(crate) async fn begun_from(
        &self,
        host: &Host,
        correcting: &Correcting,
    ) -> Result<Result<Rewound, Refusals>, Fault> {
        if host.memory.dice.shown {
            return Ok(Err(house::dice_shown().into()));
        }
        let mut past = rewound(self.store(), host).await?;
        for entry in correcting.changes.keys() {
            let acts = past.stages.iter().find(|stage| stage.entry == *entry).map(|stage| &stage.acts);
            let own = acts.and_then(|acts| acts.first()).filter(|acted| acted.judged.seat != Seat::Clock);
            if own.is_none() {
                return Ok(Err(house::no_act_there(*entry).into()));
            }
        }
        if past.retypes_thrown(correcting) {
            return Ok(Err(house::thrown_stands().into()));
        }
        let Some(first) = correcting.first(&past.stages) else {
            return Ok(Err(house::nothing_to_correct().into()));
        };
        let settling = settled_at(&host.memory.levels, &past);
        let settles = settling.values().any(|entry| correcting.changes.contains_key(entry));
        if first <= host.memory.levels.last || settles {
            return Ok(Err(house::before_a_table_below().into()));
        }
        past.wind_to(host, first)?;
        Ok(Ok(past))
    }

    pub(crate) fn judge_anew<'a>(
        &'a self,
        host: &'a Host,
        past: &'a Rewound,
        correcting: &'a Correcting,
        purpose: For,
    ) -> Result<Anew<'a>, Fault> {
        let replay = self.judged_so_far(host, past, &past.stages, correcting, purpose)?;
        let differences = Differences::between(host, &past.stages, &replay);
        Ok(Anew { replay, differences })
    }

    /// The course judged anew as far as these stages of it go.
    pub(crate) fn judged_so_far<'a>(
        &'a self,
        host: &'a Host,
        past: &'a Rewound,
        stages: &[Stage],
        correcting: &'a Correcting,
        purpose: For,
    ) -> Result<Replay<'a>, Fault> {
        let ground = Ground {
            campaign: host.id.as_str(),
            key: host.key.as_ref().filter(|_| purpose == For::Good),
            keyed: host.key.is_some(),
            may_type: host.may_type(),
            request: correcting,
            answers: &past.answers,
            name: host.memory.parts.get("public").copied().unwrap_or(0) + 1,
            chance: (purpose != For::Looking).then_some(self.chance()),
            logged: None,
        };
        Replay::run(ground, past.game.copy(), host.memory.rolls.clone(), stages)
    }
}

impl Rewound {
    /// Whether a correction types in what the campaign's dice threw.
    pub(crate) fn retypes_thrown(&self, correcting: &Correcting) -> bool {
        let acts = self.stages.iter().flat_map(|stage| &stage.acts);
        let thrown = acts.flat_map(|acted| acted.answers.values()).filter(|line| line.origin == "server");
        thrown.into_iter().any(|line| correcting.answers.contains_key(&line.question))
    }
}

/// Answers that a correction brings for a table's own questions alone.
pub(crate) fn answers_to(
    correcting: &Correcting,
    is_its: impl Fn(&str) -> bool,
) -> BTreeMap<String, Vec<u16>> {
    let own = correcting.answers.iter().filter(|(question, _)| is_its(question));
    own.map(|(question, faces)| (question.clone(), faces.clone())).collect()
}
