//! Strength points on the way down and back: what went down comes back, is lost, or is carried.

use kernel::Side;
use rules_civil_war::battle::outcome::outcome;
use rules_civil_war::battle::{Battle, Flanks, Force, Left, Losses, Report};
use rules_civil_war::exact::Exact;
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::setup::{Options, Ratio};
use rules_civil_war::words::{Account, Class, UnitId};

use crate::table::{at_orders, battle, setup};
use crate::{Dice, plays};

/// A battle of the sample's armies at a random ratio, with random experience and remainders, fought to random losses.
fn fought(base: &Battle, setup: &rules_civil_war::Setup, dice: &mut Dice) -> Option<Battle> {
    let mut fought = base.clone();
    fought.ratio = Some(Ratio { stands: 10 + dice.below(21) as u16, batteries: 2 });
    for side in Side::BOTH {
        let muster = &mut fought.input.sides[side];
        muster.sp.iter_mut().for_each(|sp| sp.class = Class::ALL[dice.below(3) as usize]);
        muster.carried = [0, 1].map(|_| Exact::stands(dice.below(24) as u32, 24));
        let oob = draft(terms(setup, &fought, side)).ok()?;
        let brigades: Vec<(UnitId, u16)> =
            oob.brigades().map(|(_, brigade)| (brigade.id, brigade.stands())).collect();
        let marches: Vec<UnitId> = brigades.iter().take(dice.below(3) as usize).map(|(id, _)| *id).collect();
        let leader = fought.muster(side).leaders[0].id;
        let half = &mut fought.halves[side];
        half.flanks = Some(Flanks { left: Some(Force { leader, brigades: marches.clone() }), right: None });
        half.came = brigades.iter().map(|(id, _)| *id).filter(|id| !marches.contains(id)).collect();
        let line = |(brigade, stands): &(UnitId, u16)| {
            let killed = dice.below(u64::from(*stands) + 1) as u16;
            Losses { brigade: *brigade, killed, ..Losses::default() }
        };
        let lines = brigades.iter().filter(|(id, _)| !marches.contains(id)).map(line).collect();
        half.report = Some(Report { brigades: lines, ..Report::default() });
        half.points = Some(dice.below(9) as u16);
        half.oob = Some(oob);
    }
    fought.halves[Side::FIRST].left = Some(Left::Driven);
    Some(fought)
}

#[test]
fn strength_points_survive_the_way_down_and_back_exactly() {
    let state = at_orders(setup(), "H-open", None);
    let (base, options) = (battle(&state).clone(), Options::default());
    let (mut dice, mut n) = (Dice::new(9), 0);
    for _ in 0..plays(400) {
        let Some(fought) = fought(&base, &state.setup, &mut dice) else { continue };
        n += 1;
        let result = outcome(&fought, &options);
        for side in Side::BOTH {
            let (muster, half) = (fought.muster(side), &fought.halves[side]);
            let (oob, report) =
                (half.oob.as_ref().expect("an order"), half.report.as_ref().expect("a report"));
            for account in Account::ALL {
                let is_own = |class: Class| class.account() == *account;
                let before = muster.sp.iter().filter(|sp| is_own(sp.class)).count() as u64;
                let lost: u32 = report
                    .brigades
                    .iter()
                    .filter(|line| {
                        oob.brigade(line.brigade).is_some_and(|(_, b)| b.class(muster).is_some_and(is_own))
                    })
                    .map(Losses::lost)
                    .sum();
                let removed = result.sides[side].removed.iter();
                let gone =
                    removed.filter(|id| muster.sp(**id).is_some_and(|sp| is_own(sp.class))).count() as u64;
                let at = *account as usize;
                // What was carried and lost is what is gone whole and carried on.
                let went = muster.carried[at] + Exact::stands(lost, fought.ratio().stands);
                assert_eq!(went, Exact::from(gone) + result.sides[side].carried[at]);
                assert!(gone <= before);
            }
            assert_eq!(result.sides[side].sp.len() + result.sides[side].removed.len(), muster.sp.len());
            // Only those of whom no stand was on the table are green after it.
            for sp in result.sides[side].sp.iter().filter(|sp| sp.class == Class::Green) {
                assert!(!fought.was_on_table(side, sp.id), "{sp:?}");
            }
        }
    }
    assert!(n > 100, "{n} battles");
}
