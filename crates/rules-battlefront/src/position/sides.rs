//! What one side holds.

use kernel::grammar::why_not;
use kernel::reader::HOUSE_FILE;
use kernel::{Faults, Id};

use super::{front, once};
use crate::facts::{Element, SideFacts, Stand, Starts, Tally, count};
use crate::ground::{Ground, ground};
use crate::ids::GroupId;
use crate::phase::Step;
use crate::rules::s2_1_1_1_d_historical_modifiers::historical;
use crate::rules::s2_1_1_4_4_preregistered_points as prereg;
use crate::rules::s2_1_1_5_2_fortifications::MOST as MOST_WORKS;
use crate::rules::s2_1_1_7_choose_forces as choose_forces;
use crate::rules::s2_1_1_8_deploy as deploy;
use crate::rules::s2_1_2_4_3_escape::behind;
use crate::rules::s2_1_2_7_wrecks as wrecks;
use crate::rules::s2_1_2_report::is_open;
use crate::rules::s2_1_scenarios::open_rolls;
use crate::setup::Group;
use crate::state::State;
use crate::words::{Class, Origin, Side, StandState, Standing, Status};

pub(super) fn check(state: &State, side: Side, faults: &mut Faults) {
    let facts = state.side(side);
    let path = format!("sides.{}", facts.id);
    purse(facts, &path, faults);
    progress(state, side, &path, faults);
    counts(state, side, &path, faults);
    bought_things(state, side, &path, faults);
    let ids = facts.elements.iter().map(|element| Id::from(element.id));
    let ids = ids
        .chain(facts.modules.iter().map(|module| module.id.into()))
        .chain(facts.flights.iter().map(|flight| flight.id.into()));
    once(faults, ids, &path);
    let stands = facts.elements.iter().flat_map(|element| &element.stands).map(|stand| stand.id);
    once(faults, stands, format!("{path}.elements.stands"));
    for element in &facts.elements {
        self::element(state, side, element, &format!("{path}.elements.{}", element.id), faults);
    }
}

/// The most points that a purse of a position holds. It is far above what any campaign gives, and so far below the
/// largest number that nothing added to it passes that.
const MOST_POINTS: i32 = 1_000_000;

/// The most stands in a formation of a position, and the most that its records count.
const MOST_STANDS: u16 = 999;

fn purse(facts: &SideFacts, path: &str, faults: &mut Faults) {
    let purses = [
        ("cpp", facts.cpp),
        ("fpp", facts.fpp),
        ("carried", facts.carried),
        ("removals_paid", facts.removals_paid),
    ];
    for (name, points) in purses.into_iter().chain(facts.income.map(|income| ("income", income))) {
        within_a_purse(points, &format!("{path}.{name}"), faults);
    }
    for purchase in &facts.purchases {
        let path = format!("{path}.purchases.{}", purchase.id);
        within_a_purse(purchase.cpp, &path, faults);
        within_a_purse(purchase.left, &path, faults);
        within_a_purse(purchase.extra, &path, faults);
    }
    faults.unless(facts.serial <= MOST_POINTS as u32, format!("{path}.serial"), HOUSE_FILE, || {
        format!("Purchases are numbered up to {MOST_POINTS}.")
    });
}

fn within_a_purse(points: i32, path: &str, faults: &mut Faults) {
    faults.unless(points >= 0, path, "BF-2.1.1.1-2", || "A purse holds no less than 0.".into());
    faults.unless(points <= MOST_POINTS, path, "BF-2.1.1.1-2", || {
        format!("A purse holds no more than {MOST_POINTS}.")
    });
}

/// What the side has done in the slot fits the step.
fn progress(state: &State, side: Side, path: &str, faults: &mut Faults) {
    let (facts, step) = (state.side(side), state.step());
    let has_points = historical(state, side).is_some();
    let income = format!("{path}.income");
    match step {
        Step::Opening | Step::Posture | Step::Victory | Step::Over => {
            faults.unless(facts.income.is_none(), income, "BF-2.1.1.1-1", || {
                format!("No points are rolled at {step}.")
            });
        }
        Step::PurchasePoints => {
            faults.unless(has_points || facts.income.is_none(), income, "BF-2.1.1.1.D-2", || {
                "The historical chart gives this side no points.".into()
            });
        }
        _ => {
            let refit = !state.is_first_slot() || state.options().initial_refit;
            let wanted = has_points && refit;
            faults.unless(facts.income.is_some() == wanted, income, "BF-2.1.1.1-1", || {
                if wanted {
                    "The points of this slot have been rolled.".into()
                } else {
                    "No points are rolled here.".into()
                }
            });
        }
    }
    closing(state, side, path, faults);
    let late = |from: Step| !matches!(step, Step::Over | Step::Victory) && step >= from;
    let later_than = |empty: bool, from: Step, name: &str, faults: &mut Faults| {
        faults.unless(empty || late(from), format!("{path}.{name}"), "BF-2.1.1-1", || {
            format!("There are none before {from}, and none after the slot.")
        });
    };
    later_than(facts.purchases.is_empty(), Step::Purchases, "purchases", faults);
    later_than(facts.works_fresh.is_empty(), Step::Fortification, "works_fresh", faults);
    later_than(facts.removals_paid == 0, Step::Removal, "removals_paid", faults);
    let removing = matches!(step, Step::Removal | Step::Wrecks);
    faults.unless(
        removing || facts.attempts.is_empty(),
        format!("{path}.attempts"),
        "BF-2.1.1.5.1-2",
        || "Removal attempts are open in S2f and C11 only.".into(),
    );
    once(faults, facts.attempts.iter().map(|attempt| attempt.id), format!("{path}.attempts"));
    once(faults, facts.not_moved.iter().copied(), format!("{path}.not_moved"));
    faults.unless(
        !state.options().defile_retry || facts.not_moved.is_empty(),
        format!("{path}.not_moved"),
        "BF-R42",
        || {
            "Wrecks are remembered from C11 to the next S2f only where a campaign has defile_retry = false."
                .into()
        },
    );
    chosen(state, side, path, faults);
    placed(state, side, path, faults);
    deployed(state, side, path, faults);
    front::escapes(state, side, path, faults);
}

/// What is chosen for the scenario could have been.
fn chosen(state: &State, side: Side, path: &str, faults: &mut Faults) {
    let (forces, path) = (&state.side(side).chosen, format!("{path}.chosen"));
    faults.unless(state.in_battle() || forces.is_empty(), &path, "BF-2.1.1.7-1", || {
        format!("Nothing is chosen at {}.", state.step())
    });
    if state.is_after_battle() {
        // Of what took part some is withdrawn or lost by now.
        once(faults, forces.iter().copied(), &path);
        let unknown = forces.iter().find(|id| !choose_forces::roster(state, side).any(|unit| unit == **id));
        faults.unless(unknown.is_none(), &path, "BF-2.1.1.7-1", || {
            format!("The roster has no {}.", unknown.copied().unwrap_or_default())
        });
    } else if let Some(against) = why_not(|why| choose_forces::may_choose(state, side, forces, why))
        && (state.step() <= Step::ChooseForces || matches!(against.code, "unknown" | "dup"))
    {
        faults.unless(false, &path, against.rule.0, || against.sentence);
    }
}

/// What was placed in this set-up lies there, hidden, and everything is placed before the battle.
fn placed(state: &State, side: Side, path: &str, faults: &mut Faults) {
    const RULE: &str = "BF-2.1.1.5.2-2";
    let (facts, step) = (state.side(side), state.step());
    let fresh = format!("{path}.placed");
    once(faults, facts.placed.iter().copied(), &fresh);
    let late = state.in_battle() && step != Step::ChooseForces;
    faults.unless(late || facts.placed.is_empty(), &fresh, RULE, || format!("Nothing is placed at {step}."));
    for id in &facts.placed {
        let lies =
            state.facts.works.iter().any(|work| work.id == *id && work.side == facts.id && !work.known);
        faults.unless(lies, &fresh, RULE, || {
            format!("No hidden fortification {id} of the side lies on the map.")
        });
    }
    for module in &facts.modules {
        let path = format!("{path}.modules.{}.points", module.id);
        faults.unless(module.points.len() <= usize::from(module.prereg), &path, "BF-2.1.1.4.4-3", || {
            "No more points have places than were bought.".into()
        });
        let on_map = module.points.iter().all(|at| state.campaign().map.holds(*at));
        faults.unless(on_map, &path, "BF-0-5", || "A point is off the map.".into());
    }
}

/// Stands that are set up belong to the chosen forces and stand where they could have been put.
fn deployed(state: &State, side: Side, path: &str, faults: &mut Faults) {
    let (facts, step) = (state.side(side), state.step());
    if !has_stands_on_the_map(state) {
        return;
    }
    let normal = |stand: &&Stand| stand.status == Status::Normal && stand.at.is_some();
    for element in &facts.elements {
        for stand in element.stands.iter().filter(normal) {
            let path = format!("{path}.elements.{}.stands.{}", element.id, stand.id);
            let began = deploy::sets_up(state, step) == Some(side) || deploy::has_set_up(state, side);
            faults.unless(began, &path, "BF-2.1.P-4", || format!("The side has not set up at {step}."));
            let chosen = !step.is_set_up() || facts.chosen.contains(&element.id.into());
            faults.unless(chosen, &path, "BF-2.1.1.8-1", || {
                format!("{} is not among the forces chosen.", element.id)
            });
            let Some(at) = stand.at.filter(|_| step.is_set_up()) else { continue };
            faults.unless(ground(state, side, at) == Ground::OwnLine, &path, "BF-2.1.1.8-1", || {
                format!("{at} does not lie on the side up to its front line, outside enemy pockets.")
            });
            let hidden = deploy::is_hidden(state, side, at);
            faults.unless(stand.hidden == hidden, &path, "BF-2.1.1.8-3", || {
                format!("A stand at {at} is {}.", if hidden { "hidden" } else { "in the enemy's sight" })
            });
        }
    }
}

/// Whether the step can be closed as far as it is.
fn closing(state: &State, side: Side, path: &str, faults: &mut Faults) {
    let (facts, step) = (state.side(side), state.step());
    let no_part = format!("{path}.no_part");
    let path = format!("{path}.closed");
    let both = Side::BOTH.iter().all(|side| state.side(*side).closed);
    let holds = !facts.closed || (step.is_for_sides() && (!both || step == Step::Escape || is_open(state)));
    faults.unless(holds, &path, "BF-2.1-1", || "A step that both sides have closed is over.".into());
    faults.unless(facts.closed || !facts.no_part, no_part, "BF-2.1-1", || {
        "Only a side that counts as closed has no part in the step.".into()
    });
    let (wanted, rule) = match step {
        Step::Posture => (Some(facts.posture.is_some()), "BF-2.1.P-2"),
        Step::PurchasePoints => {
            (Some(facts.income.is_some() || historical(state, side).is_none()), "BF-2.1.1.1-1")
        }
        Step::DefenderSetsUp | Step::AttackerSetsUp => {
            (Some(deploy::sets_up(state, step) != Some(side)), "BF-2.1.P-4")
        }
        Step::Escape if behind(state, side).next().is_none() => (Some(true), "BF-2.1.2.4.3-1"),
        Step::Wrecks if !wrecks::may_clear_defiles(state, side) => (Some(true), "BF-2.1.2.7-3"),
        Step::Withdrawal | Step::OvernightWithdrawal if !state.setup_of(side).armour_withdrawal => {
            (Some(true), "BF-2.1.1.2.W-2")
        }
        _ => (None, ""),
    };
    if let Some(wanted) = wanted {
        faults.unless(facts.closed == wanted, &path, rule, || {
            if wanted {
                format!("The side has closed {step}.")
            } else {
                format!("The side cannot have closed {step}.")
            }
        });
    }
    if facts.closed
        && let Some(open) = open_rolls(state, side).first()
    {
        faults.unless(false, &path, open.rule().0, || open.sentence(state.campaign(), side));
    }
}

/// What has been counted against the charts.
fn counts(state: &State, side: Side, path: &str, faults: &mut Faults) {
    let (facts, setup) = (state.side(side), state.setup_of(side));
    countable(&facts.bought, &format!("{path}.bought"), faults);
    countable(&facts.works_bought, &format!("{path}.works_bought"), faults);
    countable(&facts.works_in_hand, &format!("{path}.works_in_hand"), faults);
    countable(&facts.works_fresh, &format!("{path}.works_fresh"), faults);
    for tally in &facts.bought {
        let path = format!("{path}.bought.{}", tally.id);
        let Some(group) = setup.group(tally.id) else {
            faults.unless(false, path, "BF-2.1.1.4-1", || format!("The chart has no group {}.", tally.id));
            continue;
        };
        let total = setup.given(tally.id).saturating_add(tally.count);
        faults.unless(total <= group.max_campaign, path, "BF-2.1.1.4.1-3", || {
            format!(
                "With initial and scheduled ones that makes {total}; the campaign allows {}.",
                group.max_campaign
            )
        });
    }
    for tally in &facts.works_bought {
        let path = format!("{path}.works_bought.{}", tally.id);
        let Some(work) = setup.work(tally.id) else {
            faults
                .unless(false, path, "BF-2.S-5", || format!("The chart has no fortification {}.", tally.id));
            continue;
        };
        let within = work.max_campaign.is_none_or(|most| tally.count <= most);
        faults.unless(within, path, "BF-2.1.1.5.2-1", || "That is above the chart's cap.".into());
    }
    // What was bought in this slot is in hand until the set-up.
    let holds_fresh =
        if state.step() > Step::ChooseForces { &facts.works_bought } else { &facts.works_in_hand };
    for (name, part, whole) in [
        ("works_in_hand", &facts.works_in_hand, &facts.works_bought),
        ("works_fresh", &facts.works_fresh, holds_fresh),
    ] {
        let within = part.iter().all(|tally| tally.count <= count(whole, tally.id));
        faults.unless(within, format!("{path}.{name}"), "BF-2.1.1.5.2-1", || {
            "More than have been bought, or than are in hand.".into()
        });
    }
}

/// Counts that can be, each thing counted once.
fn countable<I: Into<Id> + Copy>(tallies: &[Tally<I>], path: &str, faults: &mut Faults) {
    once(faults, tallies.iter().map(|tally| tally.id), path);
    let positive = tallies.iter().all(|tally| tally.count > 0);
    faults.unless(positive, path, HOUSE_FILE, || "A count is 1 or more.".into());
    let countable = tallies.iter().all(|tally| tally.count <= MOST_WORKS);
    faults.unless(countable, path, HOUSE_FILE, || format!("A count is {MOST_WORKS} or less."));
}

/// Modules, flights and this slot's purchases.
fn bought_things(state: &State, side: Side, path: &str, faults: &mut Faults) {
    let (facts, setup) = (state.side(side), state.setup_of(side));
    let of_class =
        |group: GroupId, class: Class| setup.group(group).is_some_and(|group| group.class == class);
    for module in &facts.modules {
        let path = format!("{path}.modules.{}", module.id);
        faults.unless(of_class(module.group, Class::OffBoard), &path, "BF-2.1.1.4.3-1", || {
            told("group", module.group, |group| format!("{group:?} is no group of class O."))
        });
        faults.unless(module.prereg <= prereg::MOST, &path, "BF-2.1.1.4.4-2", || {
            format!("A module takes {} preregistered points at most.", prereg::MOST)
        });
    }
    for flight in &facts.flights {
        let path = format!("{path}.flights.{}", flight.id);
        faults.unless(of_class(flight.group, Class::Air), &path, "BF-2.1.1.4.2-1", || {
            told("group", flight.group, |group| format!("{group:?} is no group of class F."))
        });
        let days = state.facts.day..=state.campaign().days.len() as u16;
        faults.unless(days.contains(&flight.day), &path, "BF-2.1.1.4.2-2", || {
            "A flight is for today or a later day of the campaign; an older one is lost.".into()
        });
        let attacked =
            state.in_battle() && state.step() >= Step::Battle && facts.chosen.contains(&flight.id.into());
        faults.unless(!flight.used || attacked, &path, "BF-R49", || {
            "Only a flight that was chosen has attacked, and it is noted until the slot ends.".into()
        });
    }
    for group in &setup.groups {
        let n = n_bought_present(facts, group);
        let known = usize::from(count(&facts.bought, group.id));
        faults.unless(n <= known, format!("{path}.bought.{}", group.id), "BF-2.1.1.4.1-3", || {
            format!("{n} bought ones are on the roster, but {known} are counted.")
        });
    }
    once(faults, facts.purchases.iter().map(|purchase| purchase.id), format!("{path}.purchases"));
    for purchase in &facts.purchases {
        let group = purchase.group.and_then(|group| setup.group(group));
        let bought = Id::from(purchase.id);
        let there = match group.map(|group| group.class) {
            Some(Class::Points) => true,
            Some(Class::OffBoard) => facts.modules.iter().any(|module| module.id == bought.into()),
            Some(Class::Air) => facts.flights.iter().any(|flight| flight.id == bought.into()),
            Some(_) => facts.element(bought.into()).is_some(),
            None => facts.modules.iter().any(|module| Some(module.id) == purchase.module),
        };
        faults.unless(there, format!("{path}.purchases.{}", purchase.id), "BF-2.1.1.4-4", || {
            "What was bought is not on the roster.".into()
        });
    }
}

fn n_bought_present(facts: &SideFacts, group: &Group) -> usize {
    let is = |of: GroupId, origin: Origin| of == group.id && origin == Origin::Bought;
    facts.elements.iter().filter(|element| element.group.is_some_and(|of| is(of, element.origin))).count()
        + facts.modules.iter().filter(|module| is(module.group, module.origin)).count()
        + facts.flights.iter().filter(|flight| is(flight.group, flight.origin)).count()
}

fn element(state: &State, side: Side, element: &Element, path: &str, faults: &mut Faults) {
    const RULE: &str = "BF-2.1.1.3-1";
    let charts = &state.campaign().charts;
    if let Some(group) = element.group {
        let class = state.setup_of(side).group(group).map(|group| group.class);
        faults.unless(class.is_some(), path, RULE, || format!("The chart has no group {group}."));
        faults.unless(class.is_none_or(|class| class == element.class), path, RULE, || {
            format!("{group} is not of class {}.", element.class)
        });
    }
    faults.unless(element.class.is_formation(), path, RULE, || {
        format!("A formation is not of class {}.", element.class)
    });
    let rung = charts.rung(element.discipline);
    faults.unless(rung.is_some(), path, "BF-T10", || {
        told("discipline", element.discipline, |level| format!("{level:?} is no discipline level."))
    });
    faults.unless(element.full_strength > 0 && element.baseline > 0, path, RULE, || {
        "full_strength and baseline say how many stands it had; neither is 0.".into()
    });
    let counts = [element.full_strength, element.baseline, element.losses].into_iter().chain(
        [&element.scenario, &element.day].into_iter().flat_map(|record| [record.baseline, record.losses]),
    );
    let n_stands = u16::try_from(element.stands.len()).unwrap_or(u16::MAX);
    faults.unless(counts.chain([n_stands]).all(|n| n <= MOST_STANDS), path, RULE, || {
        format!("A formation has, and its records count, {MOST_STANDS} stands at most.")
    });
    let has_stands = element.standing != Standing::InPlay || !element.stands.is_empty();
    faults.unless(has_stands, path, RULE, || "A formation in play has stands.".into());
    for (name, record, latest) in [
        ("scenario", &element.scenario, state.facts.scenarios),
        ("day", &element.day, state.facts.last_day_fought),
    ] {
        faults.unless(record.number <= latest, format!("{path}.{name}"), "BF-2.1.1.3.1.O-7", || {
            format!("The record is about number {}, but the last was {latest}.", record.number)
        });
    }
    for stand in &element.stands {
        self::stand(state, stand, rung, &format!("{path}.stands.{}", stand.id), faults);
    }
}

/// What is wrong with a name; that it is missing where there is none.
fn told(field: &str, name: impl Into<Id>, wrong: impl FnOnce(&str) -> String) -> String {
    match name.into().as_str() {
        "" => format!("The field {field:?} is missing."),
        name => wrong(name),
    }
}

/// Whether stands that are in no pocket are on the map: from set-up until it is cleared.
fn has_stands_on_the_map(state: &State) -> bool {
    state.in_battle() && (Step::DefenderSetsUp..Step::ClearMap).contains(&state.step())
}

fn stand(state: &State, stand: &Stand, formation_rung: Option<usize>, path: &str, faults: &mut Faults) {
    const RULE: &str = "BF-2.1.1.3-1";
    let kind = state.campaign().unit_type(stand.kind);
    faults.unless(kind.is_some(), path, RULE, || {
        told("type", stand.kind, |kind| format!("There is no unit type {kind:?}."))
    });
    let here = stand.state == StandState::Here;
    let behind = stand.status != Status::Normal;
    faults.unless(here || !behind, path, "BF-2.1.2.4.2-2", || {
        "Only a living stand is isolated or cut off.".into()
    });
    on_the_table(state, stand, path, faults);
    front::stand(state, stand, path, faults);
    super::battle::stand(state, stand, path, faults);
    if let Some(at) = stand.at {
        faults.unless(state.campaign().map.holds(at), path, "BF-0-5", || format!("{at} is off the map."));
    }
    let counted = behind || !here || state.in_battle();
    faults.unless(counted || stand.starts == Starts::default(), path, "BF-R21", || {
        "Starts behind the enemy's line are counted since the stand was last normal.".into()
    });
    faults.unless((stand.state == StandState::Exited) == stand.exit.is_some(), path, "BF-2.S-2", || {
        "A stand that has exited, and only such a one, has an edge it left by.".into()
    });
    if let Some(own) = stand.discipline {
        let worse = state.campaign().charts.rung(own).is_some_and(|rung| Some(rung) < formation_rung);
        faults.unless(worse, path, "BF-2.1.1.3.1.O-4", || {
            "A stand's own discipline is worse than its formation's.".into()
        });
    }
    let tonight = !stand.tried_tonight || (state.step().is_repair() && stand.repair_tries > 0);
    faults
        .unless(tonight, path, "BF-2.1.1.2-1", || "Repair is tried in S2b or C8a, and then counted.".into());
}

/// What a stand is known by on the table, from set-up until the map is cleared; in a pocket its place stays.
fn on_the_table(state: &State, stand: &Stand, path: &str, faults: &mut Faults) {
    const RULE: &str = "BF-2.1.2.5.1-1";
    let here = stand.state == StandState::Here;
    let behind = here && stand.status != Status::Normal;
    let has_map = has_stands_on_the_map(state);
    let placed = stand.at.is_some() == behind || (has_map && !behind && here);
    faults.unless(placed, path, RULE, || {
        "A stand keeps a place on the map while it is isolated or cut off; another has one from its set-up until the map is cleared.".into()
    });
    let turned =
        stand.facing.is_none_or(|facing| facing < 360) && (stand.at.is_some() || stand.facing.is_none());
    faults.unless(turned, path, "BF-2.1.1.8-1", || {
        "A stand on the map faces 0 to 359 degrees; another faces nowhere.".into()
    });
    faults.unless(!stand.hidden || (stand.at.is_some() && !behind), path, "BF-2.1.1.8-3", || {
        "Only a stand that has deployed is hidden.".into()
    });
    faults.unless(!stand.immobile || stand.at.is_some(), path, RULE, || {
        "Only a vehicle with a place on the map is immobile there.".into()
    });
    let marks = stand.improved || stand.unmoved || stand.bogged;
    let marked = marks || stand.bog_checks > 0 || stand.minefield.is_some();
    faults.unless(!marked || (has_map && stand.at.is_some()), path, "BF-2.1.2.5-1", || {
        "What the battle made of a stand on the map is kept until the map is cleared.".into()
    });
    let panicked = stand.state == StandState::Panicked;
    let away = (Step::Battle..Step::ClearMap).contains(&state.step()) && state.in_battle();
    faults.unless(!panicked || away, path, "BF-2.1.2.5-2", || {
        "A stand that has panicked off the map returns when the map is cleared.".into()
    });
}
