//! Every reason is true and is the first: commands are given out of place and with wrong names and figures, and all that
//! bars each of them is worked out here from the catalogue and the facts alone. Of that, the code that comes first in the
//! catalogue's order has to be told, and nothing may bar what is accepted. `ADJUTANT_REFUSALS=10000` tries more.

mod changes;
mod look;
mod of_book;
mod of_fight;
mod of_plans;
mod of_reckoning;
mod starts;

use std::collections::{BTreeMap, BTreeSet};

use kernel::answers::Thrown;
use kernel::{Acting, Seat, System, Transcript, prove};
use rules_civil_war::book::Opening;
use rules_civil_war::words::LeaderId;
use rules_civil_war::{CivilWar, Command, State};
use serde_json::{Value, json};

use crate::Dice;
use changes::Pool;
use look::{Bar, Look};

/// What bars a command first, and every violated id where an order of battle is refused with all of them.
fn judge(state: &State, seat: Seat, command: &Command) -> (Option<Bar>, BTreeSet<&'static str>) {
    let mut look = Look::new(state, seat);
    let all = bars(&mut look, command);
    if look.bars.0.is_empty() && look.no_person() && of_book::needs_both(command) {
        look.proposes(command);
    }
    (look.bars.first(), all)
}

fn bars(look: &mut Look<'_>, command: &Command) -> BTreeSet<&'static str> {
    use Command as C;
    match command {
        C::NextStep { battle: None } => look.next_in_book(),
        C::NextStep { battle: Some(battle) } => look.next_in_battle(*battle),
        C::PromotionRoll { counter } => look.promotion_roll(*counter),
        C::Initiative { union, confederate } => look.initiative([*union, *confederate]),
        C::UseFreeReinforcement => look.use_free(),
        C::TakePromotion { counter } => look.take_promotion(*counter),
        C::Raise { army, sp, .. } => look.raise(*army, *sp),
        C::MoveSp { sp, army } => look.move_sp(*sp, *army),
        C::MoveLeader { leader, army } => look.move_leader(*leader, *army),
        C::Recover { leader } => look.recover(*leader),
        C::Rally { army } => look.rally(*army),
        C::Strike { sp } => look.strike(*sp),
        C::Restore { army, sp, .. } => look.restore(*army, *sp),
        C::Carry { army, crack, other } => look.carry(*army, [*crack, *other]),
        C::EnterBattle { attacker, defender, hex, hexside, column, size } => look.enter(&Opening {
            attacker: *attacker,
            defender: *defender,
            hex: *hex,
            hexside: *hexside,
            column: column.clone(),
            size: *size,
        }),
        C::CwResult { battle, winner, lost, crack, killed, wounded, .. } => {
            let fallen: Vec<LeaderId> = killed.iter().chain(wounded).flatten().copied().collect();
            look.cw_result(*battle, (*winner, *crack), lost, &fallen);
        }
        C::CallOff { battle } => look.call_off(*battle),
        C::TakeIn { battle, winner, union, confederate, .. } => {
            look.take_in(*battle, *winner, [union, confederate]);
        }
        C::Agree { battle, stands, batteries } => look.agree(*battle, *stands, *batteries),
        C::AgreeField { battle, field } => look.agree_field(*battle, field),
        C::DrawField { battle } => look.draw_field(*battle),
        C::ChooseSide { battle, edge } => look.choose(*battle, *edge),
        C::SubmitOob { battle, oob } => return look.oob(*battle, &oob.0),
        C::SealFlank { battle, .. } => look.seal(*battle, &command.flanks().expect("flanks")),
        C::Sketch { battle, spots } => look.sketch(*battle, &spots.0),
        C::PlaceBreastworks { battle, segments } => look.dig(*battle, &segments.0),
        C::Close { battle } => look.close(*battle),
        C::Reveal { battle, side, units } => look.reveal(*battle, *side, units),
        C::Rate { battle, side, of } => look.rate(*battle, *side, *of),
        C::MarchRoll { battle, role, flank } => look.march(*battle, *role, *flank),
        C::EncounterRoll { battle, flank } => look.meeting(*battle, *flank),
        C::AllMarches { battle } => look.all_marches(*battle),
        C::AdvanceTurn { battle } => look.advance(*battle),
        C::HoldBack { battle, flank, brigades, split } => look.hold_back(*battle, *flank, brigades, *split),
        C::Arrive { battle, flank } => look.arrive(*battle, *flank),
        C::PoltroonRoll { battle, brigade, on, side } => look.poltroon(*battle, (*brigade, *side), *on),
        C::ManeuverReroll { battle, brigade } => look.reroll(*battle, *brigade, false),
        C::ForceReroll { battle, brigade } => look.reroll(*battle, *brigade, true),
        C::LoseLeader { battle, side } => look.lose_leader(*battle, *side),
        C::Nightfall { battle, spots } => look.nightfall(*battle, &spots.0),
        C::NightMove { battle, spots } => look.night_move(*battle, &spots.0),
        C::Withdraw { battle } => look.withdraw(*battle),
        C::Concede { battle } => look.concede(*battle),
        C::DriveOff { battle, .. } => look.drive_off(*battle),
        C::EndBattle { battle, .. } => look.end(*battle),
        C::Report { battle, report } => look.report(*battle, &report.0),
        C::EnterChance { battle, side, n, of } => look.enter_chance(*battle, *side, (*n, *of)),
        C::DemoralizationRoll { battle, side } => look.roll_chance(*battle, *side),
        C::PartsRoll { battle, side, account } => look.parts(*battle, *side, *account),
        C::LeaderLossRoll { battle, leader } => look.check_leader(*battle, *leader),
        C::PromoteCrack { battle, sp } => look.promote(*battle, *sp),
        C::PromoteNobody { battle } => look.promote_nobody(*battle),
        C::Decline { proposal } => look.decline(*proposal),
    }
    BTreeSet::new()
}

const SEATS: [Seat; 4] = [Seat::Umpire, Seat::Side(0), Seat::Side(1), Seat::Clock];

/// What was met so far.
#[derive(Default)]
struct Sweep {
    met: BTreeMap<String, u32>,
    /// The first command for each disagreement.
    wrong: BTreeMap<String, String>,
    found: u32,
    pool: Pool,
}

impl Sweep {
    /// Gives commands in a position: lawful ones and those of earlier positions, as they are or with something changed.
    fn try_in(&mut self, state: &State, n: u32, dice: &mut Dice) {
        let lawful = lawful(state, dice);
        lawful.iter().for_each(|(_, value)| self.pool.keep(value));
        for _ in 0..n {
            let (mut seat, mut value) = if !lawful.is_empty() && dice.below(3) > 0 {
                lawful[dice.below(lawful.len() as u64) as usize].clone()
            } else {
                (SEATS[dice.below(3) as usize], self.pool.command(dice))
            };
            for _ in 0..dice.below(4) {
                self.pool.change(&mut value, dice);
            }
            if dice.one_in(12) {
                seat = SEATS[dice.below(4) as usize];
            }
            // What cannot be read is no command.
            if let Ok(command) = serde_json::from_value(value) {
                self.give(state, seat, &command);
            }
        }
    }

    fn give(&mut self, state: &State, seat: Seat, command: &Command) {
        let told = prove::<CivilWar>(state, Acting::own(seat), command);
        let (found, all) = judge(state, seat, command);
        let kind = json!(command)["do"].as_str().unwrap_or_default().to_owned();
        let first = told.as_ref().err().map(|told| (told.first().rule.0, told.first().code));
        let same = match (&told, first, found) {
            (Ok(()), _, None) => true,
            (Err(told), Some((_, "oob")), Some((_, "oob"))) => {
                told.all().iter().map(|one| one.rule.0).collect::<BTreeSet<_>>() == all
            }
            (Err(_), first, found) => first == found,
            _ => false,
        };
        if same {
            if let Some((rule, code)) = first {
                *self.met.entry(format!("{kind} {rule} {code}")).or_default() += 1;
                self.found += 1;
            }
            return;
        }
        let told_all =
            told.as_ref().err().map(|told| told.all().iter().map(|one| one.rule.0).collect::<Vec<_>>());
        let name = format!("{kind}: {first:?} is told, {found:?} was found");
        let shown = || {
            let steps: Vec<_> = state.facts.battle.iter().map(|battle| (battle.id, battle.step)).collect();
            let sentence = told.as_ref().err().map(|told| told.first().sentence.clone());
            format!("{sentence:?} {told_all:?} {all:?} by {seat:?} in {steps:?}: {}", json!(command))
        };
        self.wrong.entry(name).or_insert_with(shown);
    }
}

/// One lawful command of each kind that is offered to anybody.
fn lawful(state: &State, dice: &mut Dice) -> Vec<(Seat, Value)> {
    let mut all = Vec::new();
    for seat in SEATS {
        let mut templates = Vec::new();
        CivilWar::offers(state, seat, &mut templates);
        for template in templates {
            let command = CivilWar::sample(state, seat, &template, &mut |n| dice.below(n));
            all.push((seat, serde_json::to_value(&command).expect("a command is written")));
        }
    }
    all
}

/// Plays on by chance; what ends a battle or only passes time is picked seldom.
fn plays_on(state: &mut State, dice: &mut Dice) {
    let lawful = lawful(state, dice);
    if lawful.is_empty() {
        return;
    }
    let (seat, value) = &lawful[dice.below(lawful.len() as u64) as usize];
    let command: Command = serde_json::from_value(value.clone()).expect("a command");
    let ends = matches!(
        command,
        Command::Concede { .. }
            | Command::DriveOff { .. }
            | Command::CwResult { .. }
            | Command::CallOff { .. }
            | Command::Withdraw { .. }
            | Command::NextStep { battle: None }
    );
    if ends && !dice.one_in(12) {
        return;
    }
    let mut pick = |n: u64| dice.below(n);
    let mut answers = Thrown::new(&mut pick);
    let mut transcript = Transcript::<CivilWar>::new();
    let ended = kernel::judge(state, Acting::own(*seat), &command, &mut answers, &mut transcript);
    assert_eq!(ended, Ok(()), "{command:?}");
}

#[test]
fn what_a_refusal_names_is_broken_and_is_the_first() {
    let wanted = asked::number("ADJUTANT_REFUSALS").unwrap_or(4000_u32);
    let (mut sweep, mut dice) = (Sweep::default(), Dice::new(1862));
    let starts = starts::all();
    // The pool knows every kind before anything is changed.
    for start in &starts {
        lawful(start, &mut dice).iter().for_each(|(_, value)| sweep.pool.keep(value));
    }
    while sweep.found < wanted {
        for start in &starts {
            let mut state = start.clone();
            for _ in 0..6 {
                sweep.try_in(&state, 12, &mut dice);
                sweep.try_in(&starts::disturbed(&state, &mut dice), 6, &mut dice);
                plays_on(&mut state, &mut dice);
            }
        }
    }
    println!("{} refused for {} reasons: {:#?}", sweep.found, sweep.met.len(), sweep.met);
    assert!(sweep.wrong.is_empty(), "{:#?}", sweep.wrong);
    assert!(sweep.met.len() >= 170, "{} reasons were met", sweep.met.len());
}
