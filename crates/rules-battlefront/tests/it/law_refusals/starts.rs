//! Positions in which every sort of step is open, or soon will be, and in which rare reasons are met.

use rules_battlefront::facts::{
    Compared, Difference, Facts, Flight, Length, LengthWish, Module, Proposal, Stand, Tally, Work,
};
use rules_battlefront::measure::Point;
use rules_battlefront::setup::SettingValue;
use rules_battlefront::words::{Ammunition, Posture, SlotKind, StandState, Standing, Status};
use rules_battlefront::{State, Step};

use crate::front::{POCKETS, before_the_front, both_close, drawn};
use crate::s2_1_2_report::{fighting, on_the_table};
use crate::table::{Table, id, postures};
use crate::{HEDGEROWS, ROSTOV, ROSTOV_24};

/// The same with facts changed.
fn with(mut state: State, change: impl FnOnce(&mut Facts)) -> State {
    change(&mut state.facts);
    state
}

/// A step of the second morning between the hedgerows, the Germans attacking; everybody has a little of everything.
fn second_morning(step: Step) -> State {
    with(Table::of(HEDGEROWS, &[], None).state, |facts| {
        (facts.day, facts.slot, facts.step) = (2, 1, step);
        (facts.scenarios, facts.last_day_fought) = (2, 1);
        facts.attacker = (step > Step::Reveal).then(|| id("german"));
        postures(facts, [Posture::Defend, Posture::Attack]);
        let letters = ["A", "G"];
        for (side, letter) in facts.sides.iter_mut().zip(letters) {
            (side.cpp, side.fpp) = (6, 4);
            side.income = (step > Step::PurchasePoints).then_some(3);
            let group = id(&format!("{letter}O1"));
            side.modules = vec![
                Module {
                    id: id(&format!("{letter}-O1")),
                    group,
                    smoke: Some(2),
                    prereg: 1,
                    ..Module::default()
                },
                Module { id: id(&format!("{letter}-O2")), group, ..Module::default() },
            ];
            let flight = |n: &str, day| Flight {
                id: id(&format!("{letter}F1.{n}")),
                group: id(&format!("{letter}F1")),
                day,
                aircraft: Some(1),
                ..Flight::default()
            };
            side.flights = vec![flight("8", 2), flight("9", 3)];
            side.works_in_hand = vec![Tally { id: id("wire"), count: 1 }];
            side.elements[0].scenario.number = 2;
            side.elements[0].scenario.fought = true;
            if side.elements.len() > 3 {
                side.elements[2].standing = Standing::Withdrawn;
                side.elements[3].available_from = 4;
            }
            side.chosen = vec![side.elements[0].id.into(), side.modules[0].id.into()];
        }
    })
}

/// The same in a slot of a kind, of the second day or later.
fn in_slot(state: State, kind: SlotKind) -> State {
    let days = state.campaign().days.clone();
    with(state, |facts| {
        let all =
            days.iter().enumerate().skip(1).flat_map(|(day, of)| {
                of.slots.iter().enumerate().map(move |(slot, row)| (day, slot, row.kind))
            });
        let found = all.into_iter().find(|(.., of)| *of == kind);
        if let Some((day, slot, _)) = found {
            (facts.day, facts.slot) =
                (u16::try_from(day + 1).expect("a few"), u8::try_from(slot + 1).expect("a few"));
        }
    })
}

/// Two weak formations of one kind, each with its command stand.
fn weak(state: State) -> State {
    with(state, |facts| {
        for element in facts.sides.iter_mut().flat_map(|side| side.elements.iter_mut().take(2)) {
            element.scenario.discipline_rolled = true;
            element.day.discipline_rolled = true;
            for (n, stand) in element.stands.iter_mut().enumerate() {
                stand.state = if n < 3 { StandState::Here } else { StandState::Lost };
                (stand.status, stand.at, stand.start_rolled) = (Default::default(), None, true);
            }
        }
        for element in facts.sides.iter_mut().flat_map(|side| &mut side.elements) {
            (element.scenario.discipline_rolled, element.day.discipline_rolled) = (true, true);
            element.stands.iter_mut().for_each(|stand| stand.start_rolled = true);
        }
    })
}

fn differing() -> State {
    with(fighting().state, |facts| {
        let kinds: Vec<_> = facts.sides.iter().map(|side| side.elements[0].stands[1].kind).collect();
        let of = |name: &str, side: usize, n: u16| Difference {
            id: id(name),
            side: facts.sides[side].id,
            what: if n == 50 { Compared::Losses } else { Compared::Panics },
            kind: Some(kinds[side]),
            told: [0, 0],
            seen: [n, 0],
            ..Difference::default()
        };
        let settled = Difference { settled: Some(facts.sides[0].id), ..of("d3", 0, 1) };
        let said = Difference { stand_by: vec![facts.sides[0].id, facts.sides[1].id], ..of("d4", 1, 1) };
        facts.battle.differences = vec![of("d1", 0, 50), of("d2", 1, 50), settled, said];
    })
}

fn agreed_on_turns() -> State {
    with(fighting().state, |facts| {
        let length = Length { turns: Some(8), first_roll: None };
        facts.battle.lengths = facts.sides.iter().map(|side| LengthWish { id: side.id, length }).collect();
    })
}

/// Modules are limited by the day, and too many have fired.
fn by_the_day() -> State {
    let line =
        ROSTOV.lines().find(|line| line.starts_with("oba_limit")).expect("the sample names every option");
    let table = Table::of(ROSTOV, &[(line, "oba_limit = \"day\"")], Some(ROSTOV_24)).with(on_the_table);
    with(table.state, |facts| {
        for side in &mut facts.sides {
            let more: Vec<Module> = side
                .modules
                .iter()
                .enumerate()
                .flat_map(|(at, module)| {
                    let again = (0..4).map(move |n| Module {
                        id: id(&format!("M{at}.{n}")),
                        fired: true,
                        ..module.clone()
                    });
                    again.collect::<Vec<_>>()
                })
                .collect();
            side.modules.extend(more);
            side.modules.iter_mut().for_each(|module| module.smoke = module.smoke.or(Some(1)));
        }
    })
}

/// No formation of more than three stands comes of combining.
fn capped() -> Table {
    const OPTIONS: &str = "[campaign.options]\n";
    let text = match ROSTOV.contains("combine_cap = 0") {
        true => ("combine_cap = 0", "combine_cap = 3".to_owned()),
        false => (OPTIONS, format!("{OPTIONS}combine_cap = 3\n")),
    };
    Table::of(ROSTOV, &[(text.0, &text.1)], Some(ROSTOV_24))
}

/// Both agree to a change that does not fit any more.
fn too_late() -> State {
    with(Table::rostov_24().state, |facts| {
        let agreed = facts.sides.iter().map(|side| side.id).collect();
        facts.proposal = Some(Proposal { key: id("days"), value: SettingValue::Number(1), agreed });
    })
}

fn at_the_escapes() -> State {
    let mut table = drawn(POCKETS);
    both_close(&mut table);
    table.state
}

/// Transport of one pocket, of the other, and of none.
fn transport(state: State) -> State {
    with(state, |facts| {
        let truck = id("a-halftrack");
        stands(facts).for_each(|stand| stand.kind = truck);
    })
}

/// Every stand of both sides.
fn stands(facts: &mut Facts) -> impl Iterator<Item = &mut Stand> {
    facts.sides.iter_mut().flat_map(|side| &mut side.elements).flat_map(|element| &mut element.stands)
}

/// Bogged stands that have made their two checks, beside some that have not.
fn twice_checked(state: State) -> State {
    with(state, |facts| {
        facts.step = Step::Bogged;
        facts.sides.iter_mut().for_each(|side| side.closed = false);
        for (n, stand) in stands(facts).filter(|stand| stand.state == StandState::Here).enumerate() {
            (stand.bogged, stand.bog_checks) = (true, if n % 2 == 0 { 2 } else { 0 });
        }
    })
}

/// All formations of one group, so that any two are more than it allows.
fn of_one_group(state: State) -> State {
    let of = |side: &rules_battlefront::setup::SideSetup| {
        side.groups.iter().min_by_key(|group| group.max_scenario).map(|group| group.id)
    };
    let least: Vec<_> = state.campaign().sides.as_array().iter().map(of).collect();
    with(state, |facts| {
        for (side, least) in facts.sides.iter_mut().zip(least) {
            for element in &mut side.elements {
                (element.group, element.standing, element.available_from) = (least, Standing::InPlay, 0);
            }
        }
    })
}

/// All formations are chosen, and one of each side stands in a pocket.
fn all_chosen(state: State) -> State {
    with(state, |facts| {
        for side in &mut facts.sides {
            side.chosen = side.elements.iter().map(|element| element.id.into()).collect();
            for element in &mut side.elements {
                (element.standing, element.available_from) = (Standing::InPlay, 0);
            }
            for stand in &mut side.elements[0].stands {
                (stand.status, stand.at, stand.facing) =
                    (Status::Isolated, Some(Point::new(2000, 2000)), Some(0));
            }
        }
    })
}

/// What is neither wire nor a minefield nor a roadblock lies about.
fn dug_in(state: State) -> State {
    with(state, |facts| {
        let own = |n: usize| facts.sides[n].id;
        let position = |n: usize, side| Work {
            id: id(&format!("D{n}")),
            side,
            kind: id("dug-in"),
            at: Point::new(1000, 1000),
            known: true,
        };
        facts.works.extend([position(1, own(0)), position(2, own(1))]);
    })
}

/// No purchase points and no fortification points.
fn poor(state: State) -> State {
    with(state, |facts| facts.sides.iter_mut().for_each(|side| (side.cpp, side.fpp) = (0, 0)))
}

/// Everybody short of ammunition, or out of it.
fn short(state: State) -> State {
    with(state, |facts| {
        let stands = facts
            .sides
            .iter_mut()
            .flat_map(|side| &mut side.elements)
            .flat_map(|element| &mut element.stands);
        for (n, stand) in stands.enumerate() {
            stand.ammunition = [Ammunition::Full, Ammunition::Short, Ammunition::Out][n % 3];
        }
    })
}

/// A day whose weather keeps aircraft on the ground, where the chart has one.
fn grounded(state: State) -> State {
    let rows = state
        .campaign()
        .charts
        .weather
        .as_ref()
        .map(|chart| chart.rows().iter().find(|row| row.result.no_air).map(|row| row.result.row));
    with(state, |facts| facts.weather = rows.flatten().or(facts.weather))
}

pub fn all() -> Vec<State> {
    let none = |state: State| {
        let slots = state.campaign().days.clone();
        with(state, |facts| {
            let all = slots.iter().enumerate().skip(1).flat_map(|(day, of)| {
                of.slots.iter().enumerate().map(move |(slot, row)| (day, slot, row.drm))
            });
            if let Some((day, slot, _)) = all.into_iter().find(|(.., drm)| !drm.both(Option::is_some)) {
                (facts.day, facts.slot) =
                    (u16::try_from(day + 1).expect("a few"), u8::try_from(slot + 1).expect("a few"));
            }
        })
    };
    vec![
        Table::rostov().state,
        Table::rostov_24().state,
        Table::mius_night().state,
        poor(Table::mius_night().state),
        Table::rostov_24().at(Step::Removal).state,
        poor(Table::rostov_24().at(Step::Removal).state),
        dug_in(Table::rostov_24().at(Step::Removal).state),
        Table::rostov_24().at(Step::Roster).state,
        Table::rostov_24().at(Step::Purchases).state,
        grounded(Table::rostov_24().at(Step::Purchases).state),
        before_the_front(&[], POCKETS).state,
        at_the_escapes(),
        transport(at_the_escapes()),
        fighting().state,
        short(fighting().state),
        differing(),
        agreed_on_turns(),
        by_the_day(),
        too_late(),
        weak(capped().at(Step::Roster).state),
        weak(Table::rostov_24().at(Step::Roster).state),
        Table::rostov_24_with("discipline_changes = false").at(Step::Roster).state,
        second_morning(Step::Purchases),
        grounded(second_morning(Step::Purchases)),
        in_slot(second_morning(Step::Purchases), SlotKind::Night),
        none(second_morning(Step::PurchasePoints)),
        second_morning(Step::ChooseForces),
        grounded(second_morning(Step::ChooseForces)),
        of_one_group(second_morning(Step::ChooseForces)),
        in_slot(second_morning(Step::ChooseForces), SlotKind::Night),
        second_morning(Step::DefenderSetsUp),
        second_morning(Step::AttackerSetsUp),
        all_chosen(second_morning(Step::DefenderSetsUp)),
        all_chosen(second_morning(Step::AttackerSetsUp)),
        second_morning(Step::Removal),
        crate::s2_1_2_2_mines::in_trouble().state,
        twice_checked(crate::s2_1_2_2_mines::in_trouble().state),
        crate::after_battle::evening().state,
        crate::after_battle::at_the_wrecks().0.state,
    ]
}
