//! An activation of a formation: the SNAFU roll, fatigue, the roll to reactivate and the SNAFU roll of the Second Activation.
//! [BCS-ACT-1]

use kernel::chance::{JUDGED, Work};
use kernel::course::{Along, Course};
use kernel::foretold::{not_understood, too_much};
use kernel::{
    Acting, Assumption, ChanceTable, Figure, Foretold, Given, PlanHead, PlanQuestion, Refusals, Seat, Side,
};

use crate::BattalionCombat;
use crate::command::{Choice, Command};
use crate::event::Event;
use crate::rules::s21_standing;
use crate::setup::Scenario;
use crate::state::{Activation, HqState, Phase, State, Step};
use crate::words::FormationId;

pub(super) const ID: &str = "activation";

const FLIP: &str = "flip";
const STAY: &str = "stay";
const MARCH: &str = "march";
const FIRE: &str = "fire";
const ATTACK: &str = "attack";

/// The formations of a side that can be activated in this turn, or the one that is.
fn open(state: &State, side: Side) -> Vec<(String, String)> {
    if state.facts.phase != Phase::Activations {
        return Vec::new();
    }
    let active = state.facts.activation.as_ref();
    let own = state.formations().filter(|body| body.card.side == side);
    let can = own.filter(|body| match active {
        Some(active) => active.formation == body.card.id && !active.second && active.battle.is_none(),
        None => body.facts.state != HqState::Done,
    });
    can.map(|body| (body.card.id.to_string(), body.card.name.clone())).collect()
}

/// The plan, for a side that has a formation to activate.
pub(super) fn head(state: &State, side: Side) -> Option<PlanHead> {
    let all = open(state, side);
    let (first, _) = all.first()?;
    let all: Vec<(&str, &str)> = all.iter().map(|(key, name)| (key.as_str(), name.as_str())).collect();
    let fails = [(STAY, "A Failure Activation"), (FLIP, "A Failure Flip, which is a Recovery")];
    let does = [(MARCH, "It only moves"), (FIRE, "It engages or attacks by fire"), (ATTACK, "It attacks")];
    Some(PlanHead {
        id: ID,
        title: "An activation and a second one".into(),
        about: "The SNAFU result, whether fatigue rises, whether a Second Activation follows, and its SNAFU result.".into(),
        questions: vec![
            PlanQuestion::choice("formation", "Which formation", &all, first),
            PlanQuestion::choice("does", "What it does in its activities", &does, ATTACK),
            PlanQuestion::choice("fail", "After a FAIL", &fails, STAY),
        ],
    })
}

/// What is thrown in one step, by the place of its figure.
struct Throws(usize);

const SNAFU: usize = 0;
const TIRED: usize = 1;
const AGAIN: usize = 2;
const SNAFU_AGAIN: usize = 3;
const N_FIGURES: usize = 4;

impl Along<BattalionCombat> for Throws {
    fn key(&self, state: &State) -> String {
        serde_json::to_string(&state.facts).expect("facts are written into position files")
    }

    fn owed(&self, _: &State) -> Option<(Seat, Command)> {
        None
    }

    /// A SNAFU result counts from 1, as nothing stands for a roll that is not made.
    fn figures(&self, _: &Scenario, events: &[Event]) -> Vec<i64> {
        let mut figures = vec![0; N_FIGURES];
        for event in events {
            match event {
                Event::SnafuRolled(rolled) => figures[self.0] += 1 + rolled.level as i64,
                Event::Tired(_) => figures[TIRED] += 1,
                Event::Reactivated(_) => figures[AGAIN] += 1,
                _ => {}
            }
        }
        figures
    }
}

/// The activation of a formation where it stands at a step.
fn at(state: &State, formation: FormationId, step: Step, second: bool) -> Option<&Activation> {
    let activation = state.facts.activation.as_ref()?;
    (activation.formation == formation && activation.step == step && activation.second == second)
        .then_some(activation)
}

/// What it comes to.
pub(super) fn foretell(
    state: &State,
    side: Side,
    head: &PlanHead,
    given: &Given<'_>,
    work: &Work<'_>,
) -> Result<Foretold, Refusals> {
    let wanted = given.choice("formation");
    let found = state.formations().find(|body| body.card.side == side && body.card.id.to_string() == wanted);
    let Some(body) = found else { return Err(not_understood("there is no such formation".into())) };
    let (formation, name) = (body.card.id, body.card.name.clone());
    let (does, flip) = (given.choice("does"), given.choice("fail") == FLIP);
    let mut start = s21_standing::unsaid(state, side.seat());
    // Whoever asks before his go asks of his next one.
    start.facts.go = Some(side);
    let known = start.facts.activation.as_ref().and_then(|activation| activation.level);
    let mut course = Course::new(start, N_FIGURES, work);
    type Next<'n> = &'n dyn Fn(&State) -> Option<(State, Command)>;
    let mut give = |slot: usize, must: bool, next: Next<'_>| {
        course.give(&Throws(slot), |state| {
            work.spend(JUDGED * 2).map_err(too_much)?;
            let Some((state, command)) = next(state) else { return Ok(None) };
            match kernel::prove::<BattalionCombat>(&state, Acting::own(side.seat()), &command) {
                Ok(()) => Ok(Some((state, side.seat(), command))),
                Err(refusals) if must => Err(refusals),
                Err(_) => Ok(None),
            }
        })
    };
    let keep = |state: &State, command: Command| Some((state.clone(), command));
    let prepare = |state: &State, second: bool| {
        let prepared = state.formation(formation)?.facts.prepared;
        at(state, formation, Step::Preparation, second)?;
        keep(state, Command::Prepare { prepared, recovery: false })
    };
    give(SNAFU, true, &|state| match &state.facts.activation {
        None => keep(state, Command::Activate { formation }),
        Some(_) => None,
    })?;
    give(SNAFU, true, &|state| prepare(state, false))?;
    give(SNAFU, true, &|state| {
        at(state, formation, Step::Failure, false)?;
        keep(state, Command::Fail { flip })
    })?;
    give(SNAFU, true, &|state| {
        at(state, formation, Step::Objectives, false)?;
        keep(state, Command::Begin)
    })?;
    give(SNAFU, true, &|state| {
        let activation = at(state, formation, Step::Activities, false)?;
        let mut state = state.clone();
        let may = activation.level != Some(crate::charts::s8_snafu::Level::Fail);
        if let Some(activation) = state.facts.activation.as_mut().filter(|_| may) {
            activation.fired |= does == FIRE;
            activation.attacks += u8::from(does == ATTACK);
        }
        Some((state, Command::End))
    })?;
    give(SNAFU_AGAIN, false, &|state| {
        at(state, formation, Step::Second, false)?;
        keep(state, Command::Second { choice: Choice::Roll })
    })?;
    give(SNAFU_AGAIN, false, &|state| prepare(state, true))?;
    let chance = course.told(|_| Vec::new())?;
    let one = |at: usize| chance.clone().map(|figures| figures[at]);
    let levels = |none: &'static str| [none, "FAIL", "PARTIAL", "FULL"];
    let first = Figure::named(format!("SNAFU result of {name}"), levels("none is rolled"));
    let second =
        Figure::named(format!("SNAFU result of the Second Activation of {name}"), levels("none follows"));
    let again = Figure::whether(format!("A Second Activation of {name} follows"));
    let tired = Figure::whether(format!("Fatigue of {name} rises before it"));
    let mut tables = Vec::new();
    if known.is_none() {
        tables.push(ChanceTable::of_one("snafu", first.clone(), &one(SNAFU)));
    }
    tables.push(ChanceTable::of_one("again", again.clone(), &one(AGAIN)));
    tables.push(ChanceTable::of_one("second", second.clone(), &one(SNAFU_AGAIN)));
    tables.push(ChanceTable::of_one("tired", tired, &one(TIRED)));
    let joint = chance.map(|figures| vec![figures[SNAFU], figures[SNAFU_AGAIN]]);
    tables.push(ChanceTable::new("joint", vec![first, second], &joint));
    let what = match does {
        MARCH => "It only moves, and no March OBJ tires it.",
        FIRE => "It engages or attacks by fire where its result allows combat.",
        _ => "It makes an attack where its result allows combat.",
    };
    let fails = if flip {
        "After a FAIL it makes a Failure Flip, and no second one follows."
    } else {
        "After a FAIL it makes a Failure Activation."
    };
    let assumptions = vec![
        Assumption::set("does", what),
        Assumption::set("fail", fails),
        Assumption::fixed(
            "Its supply route, trains, HQ and neighbours stay as they are. It keeps Prepared Defense where it has it, does not recover, and rolls to reactivate.",
        ),
    ];
    Ok(Foretold::new(head, assumptions, tables))
}
