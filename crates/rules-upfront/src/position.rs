//! The position of a campaign: its facts, checked against the set-up and against each other. The same reader serves
//! example files, bringing in a paper campaign, and corrections. [UF-P12]

use std::sync::Arc;

use kernel::grammar::all_against;
use kernel::{Diagnostic, Faults};

use crate::report::Report;
use crate::rules::s42_4_roster::fit_again_at;
use crate::rules::s42_41_replacement::replacement_kia;
use crate::setup::rulings::GunLoss;
use crate::setup::spelling::RulingsTold;
use crate::setup::{Campaign, dead_on_arrival};
use crate::state::{AS_PRINTED, Facts, Man, PointsKind, SCHEMA, SideFacts, State};
use crate::words::{ManId, Side};

/// The facts of a state.
pub fn position(state: &State) -> Facts<RulingsTold> {
    state.facts.clone().with_rulings(RulingsTold::all)
}

/// The state with these facts. Men whom they leave out stand as printed, rulings as the set-up has them.
///
/// # Errors
/// Every fact that contradicts the set-up or another fact.
pub fn open_position(campaign: Arc<Campaign>, facts: Facts<RulingsTold>) -> Result<State, Vec<Diagnostic>> {
    let facts = facts.with_rulings(|told| told.over(&campaign.rulings));
    let mut faults = Faults::new();
    faults.unless(facts.version == SCHEMA, "version", "UF-P12", || format!("The version is {SCHEMA}."));
    let n_legs = campaign.legs.len();
    faults.unless(usize::from(facts.leg) <= n_legs, "leg", "UF-42.1-1", || {
        format!("There are {n_legs} scenarios.")
    });
    let n_sides = facts.side.len();
    faults.unless(n_sides == 2 || n_sides == 0, "side", "UF-42.1-3", || "There are two sides.".into());
    let mut state = State::open(Arc::clone(&campaign));
    let fresh = std::mem::take(&mut state.facts.side);
    state.facts = facts;
    if state.facts.side.is_empty() {
        state.facts.side = fresh;
    }
    if !faults.is_empty() {
        return faults.finish(state);
    }
    for side in Side::BOTH {
        let at = side.index();
        let id = campaign.sides[side].id;
        let path = format!("side.{id}");
        faults
            .unless(state.facts.side[at].id == id, &path, "UF-42.1-3", || format!("This is the side {id}."));
        let men = std::mem::take(&mut state.facts.side[at].man);
        state.facts.side[at].man = roster(&state, side, men, &path, &mut faults);
        side_facts(&state, side, &path, &mut faults);
        for card in dead_on_arrival(state.deck(side), &state.facts.rulings) {
            let lives = state.man(side, card.id).is_some_and(|(now, _)| !now.dead);
            faults.unless(!lives, &path, "UF-R07", || {
                format!(
                    "#{} {} is printed with Panic 0 and cannot live under this ruling.",
                    card.id, card.name
                )
            });
        }
    }
    scene(&state, &mut faults);
    faults.finish(state)
}

/// Every man once, in the roster's order, with what is left out taken from his card.
fn roster(state: &State, side: Side, told: Vec<Man>, path: &str, faults: &mut Faults) -> Vec<Man> {
    let deck = state.deck(side);
    let mut men: Vec<Man> = deck.cards().map(Man::fresh).collect();
    let mut met: Vec<ManId> = Vec::new();
    for mut man in told {
        let path = format!("{path}.man[{}]", man.id);
        let (Some(at), Some(card)) = (deck.index(man.id), deck.card(man.id)) else {
            faults
                .unless(false, &path, "UF-42.1-2", || format!("There is no man #{} on this roster.", man.id));
            continue;
        };
        faults.unless(!met.contains(&man.id), &path, "UF-42.1-3", || format!("#{} stands twice.", man.id));
        met.push(man.id);
        man.rank = man.rank.or(Some(card.rank));
        let or_printed = |value: u8, printed: u8| if value == AS_PRINTED { printed } else { value };
        man.kia = or_printed(man.kia, card.kia);
        man.morale = or_printed(man.morale, card.morale);
        man.panic = or_printed(man.panic, card.panic);
        possible(state, side, &man, &path, faults);
        men[at] = man;
    }
    men
}

/// Whether a man can stand like this.
fn possible(state: &State, side: Side, man: &Man, path: &str, faults: &mut Faults) {
    let (campaign, deck) = (&state.campaign, state.deck(side));
    let Some(card) = deck.card(man.id) else { return };
    let name = || crate::rules::printed_name(campaign, side, man.id);
    let caps = &deck.nation.caps;
    faults.unless(caps.allow(man.morale, man.panic), path, "UF-RN-5", || {
        format!("{}: Morale {} with Panic {} is beyond the caps.", name(), man.morale, man.panic)
    });
    faults.unless(man.kia <= card.kia, path, "UF-42.45-4", || {
        format!("{}: the KIA value {} is above the ceiling {}.", name(), man.kia, card.kia)
    });
    let lowered = replacement_kia(campaign, deck, card);
    let is_replacement = man.repl > 0 && man.kia == lowered;
    faults.unless(man.kia >= card.kia || is_replacement, path, "UF-42.41-6", || {
        let kia = man.kia;
        format!("{}: the KIA value is {} or, with a slash in REPL, {lowered}; not {kia}.", name(), card.kia)
    });
    faults.unless(man.trans == 0 || card.role.is_some(), path, "UF-R18", || {
        format!("{}: only cards with a printed T are drawn for a transfer.", name())
    });
    let rank = man.rank(card);
    let on_ladder = deck.nation.ladder.contains(&rank) || rank == card.rank;
    faults.unless(on_ladder, path, "UF-42.47-1", || {
        format!("{}: {rank} is not on this nation's ladder.", name())
    });
    faults.unless(!man.sits_out || man.id == ManId::PERSONAL, path, "UF-42.9-6", || {
        format!("{}: only a personal man sits out.", name())
    });
    if man.dead {
        let erased = man.killed(card) == *man;
        faults.unless(erased, path, "UF-42.41-1", || {
            format!("{}: a check mark erases every other column but the counts of REPL.", name())
        });
        return;
    }
    faults.unless(man.morale > 0 || man.panic > 0, path, "UF-42.42-6", || {
        format!("{}: nobody lives with Morale 0 and Panic 0; say dead = true.", name())
    });
    let back = fit_again_at(campaign, state.position());
    faults.unless(man.wound.is_none_or(|wound| wound <= back), path, "UF-42.4-7", || {
        format!("{}: a man wounded so far is fit again at position {back} at the latest.", name())
    });
}

/// Whether lines of victory points gain where points are gained and cost where they are lost. What several scenarios
/// brought may stand in one line. [UF-42.8]
fn amounts(state: &State, side: Side, path: &str, faults: &mut Faults) {
    let may_gain_by_gun = state.facts.rulings.ig_loss == GunLoss::PlusX;
    for line in &state.side(side).points {
        let path = format!("{path}.points[{}]", line.id);
        let (what, rule) = crate::rules::s42_8_victory_points::points(line.kind);
        let can_be = match line.kind {
            PointsKind::Won => line.amount > 0,
            PointsKind::Gun => line.amount < 0 || may_gain_by_gun,
            _ => line.amount < 0,
        };
        faults.unless(can_be, &path, rule, || format!("A line \"{what}\" is never of {}.", line.amount));
        let known = line.man.is_none_or(|man| state.man(side, man).is_some());
        faults.unless(known, &path, "UF-42.1-2", || {
            let man = line.man.map_or_else(String::new, |man| man.to_string());
            format!("There is no man #{man} on this roster.")
        });
    }
}

fn side_facts(state: &State, side: Side, path: &str, faults: &mut Faults) {
    amounts(state, side, path, faults);
    let SideFacts { points, force, note, team, career, .. } = state.side(side);
    let numbered = points.iter().zip(1..).all(|(line, n)| line.id == n);
    faults.unless(numbered, path, "UF-42.8-1", || "Lines of victory points are numbered from 1.".into());
    let numbered = career.iter().zip(1..).all(|(line, n)| line.id == n);
    faults.unless(numbered, path, "UF-P01", || "Lines of careers are numbered from 1.".into());
    let known = |man: ManId| state.man(side, man).is_some();
    let named = career
        .iter()
        .map(|line| line.man)
        .chain(note.iter().map(|note| note.man))
        .chain(team.iter().copied());
    for man in named.filter(|man| !known(*man)) {
        faults.unless(false, path, "UF-42.1-2", || format!("There is no man #{man} on this roster."));
    }
    let Some(force) = force else {
        faults.unless(note.is_empty(), path, "UF-42.43-1", || "There is a tally but no force.".into());
        return;
    };
    let men: Vec<ManId> = force.men().collect();
    for (n, man) in men.iter().enumerate() {
        let path = format!("{path}.force");
        faults.unless(state.is_fit(side, *man), &path, "UF-42.1-4", || format!("#{man} is not fit."));
        faults.unless(!men[..n].contains(man), &path, "UF-42.1-5", || format!("#{man} stands twice."));
    }
    for listed in force.places.iter().filter_map(|place| place.listed).filter(|man| !known(*man)) {
        let path = format!("{path}.force");
        faults.unless(false, &path, "UF-42.1-2", || format!("There is no man #{listed} on this roster."));
    }
}

/// Whether the facts of the present scenario go together.
fn scene(state: &State, faults: &mut Faults) {
    let facts = &state.facts;
    let n_selected = facts.side.iter().filter(|side| side.force.is_some()).count();
    let told = !facts.versions.is_empty() || facts.agreed.is_some();
    faults.unless(!told || n_selected == 2, "report", "UF-E35", || {
        "A report needs two selected forces.".into()
    });
    let over = state.leg().is_none();
    faults.unless(!over || n_selected == 0, "side", "UF-42.1-1", || "All scenarios are played.".into());
    faults.unless(facts.versions.len() <= 2, "report", "UF-E35", || "There are two versions at most.".into());
    let twice = facts.versions.len() == 2 && facts.versions[0].id == facts.versions[1].id;
    faults.unless(!twice, "report", "UF-E35", || "Each side tells one version.".into());
    let both = !facts.versions.is_empty() && facts.agreed.is_some();
    faults.unless(!both, "agreed", "UF-E35", || "Agreed facts have no open versions beside them.".into());
    let reports = facts.versions.iter().map(|version| &version.report).chain(&facts.agreed);
    for report in reports {
        sensible(state, report, faults);
    }
    faults.unless(facts.played.len() == usize::from(facts.leg), "played", "UF-42.1-1", || {
        format!("{} scenarios are settled; {} are listed as played.", facts.leg, facts.played.len())
    });
    for (played, leg) in facts.played.iter().zip(&state.campaign.legs) {
        faults.unless(played.id == leg.id, "played", "UF-42.1-1", || {
            format!("{} is listed as played where the order has {}.", played.id, leg.id)
        });
    }
    let win = state.campaign.tables.points.win;
    for side in Side::BOTH {
        let n_won = facts.played.iter().filter(|played| played.winner == Some(side)).count();
        let owed = win * i32::try_from(n_won).unwrap_or(i32::MAX);
        let lines = state.side(side).points.iter().filter(|line| line.kind == PointsKind::Won);
        let told: i32 = lines.map(|line| line.amount).sum();
        let path = format!("side.{}", state.campaign.sides[side].id);
        faults.unless(told == owed, &path, "UF-42.8-1", || {
            format!("{n_won} of the scenarios played are won, for {owed} points; the ledger has {told} for victories.")
        });
    }
}

fn sensible(state: &State, report: &Report, faults: &mut Faults) {
    faults.unless(report.clone().normal() == *report, "report", "UF-E34", || {
        "List men in ascending order, and say pinned and wounded only of those who can be.".into()
    });
    let wrong = all_against(|why| {
        crate::rules::s4_report::faults(state, report, None, why);
        why.in_order();
        Ok(())
    });
    for refusal in wrong.iter().flat_map(|wrong| wrong.all()) {
        faults.unless(false, "report", refusal.rule.0, || refusal.sentence.clone());
    }
}
