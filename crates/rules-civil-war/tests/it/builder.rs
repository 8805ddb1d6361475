//! The builder of orders of battle, against a second program that tries everything.

use rules_civil_war::battle::Muster;
use rules_civil_war::exact::Exact;
use rules_civil_war::oob::check::{Terms, check};
use rules_civil_war::oob::draft::draft;
use rules_civil_war::oob::under_strength::is_weak;
use rules_civil_war::setup::{Leader, Ratio, Sp};
use rules_civil_war::words::{Account, Arm, Class};

use crate::table::{battle, id};
use crate::{Dice, plays};

/// Two stands to a strength point: small enough to try everything.
const SMALL: Ratio = Ratio { stands: 2, batteries: 1 };

fn random(dice: &mut Dice, most_sp: u64, most_leaders: u64) -> Muster {
    let sp = |n: u64, dice: &mut Dice| Sp {
        id: id(&format!("S{n}")),
        class: Class::ALL[dice.below(3) as usize],
        arm: if dice.one_in(3) { Arm::Cavalry } else { Arm::Infantry },
    };
    let leader = |n: u64, dice: &mut Dice| Leader {
        id: id(&format!("L{n}")),
        name: format!("L{n}"),
        stars: 1 + [0, 0, 0, 1, 1, 2, 3][dice.below(7) as usize],
        initiative: 2,
        tactical: 0,
        army_command: 0,
        cavalry: dice.one_in(3),
    };
    let sp = (0..=dice.below(most_sp)).map(|n| sp(n, dice)).collect();
    let leaders = (0..dice.below(most_leaders + 1)).map(|n| leader(n, dice)).collect();
    let part = |dice: &mut Dice| if dice.one_in(3) { Exact::stands(1, 2) } else { Exact::NONE };
    Muster { army: id("army"), demoralized: false, sp, carried: [part(dice), part(dice)], leaders }
}

fn terms(muster: &Muster, ratio: Ratio) -> Terms<'_> {
    Terms { muster, ratio, strict: false, step_down: true }
}

/// Everything about an army that spans hang on: stands of each strength point, and leaders by rank and arm.
struct Puzzle {
    stands: Vec<u32>,
    whole: bool,
    corps: Vec<bool>,
    divisions: Vec<bool>,
}

impl Puzzle {
    /// Every puzzle that an army comes to: which strength points lack a stand, and who leads the army.
    fn all(muster: &Muster) -> Vec<Self> {
        let mut lacks: Vec<Vec<usize>> = vec![Vec::new()];
        for account in Account::ALL {
            let own: Vec<usize> =
                (0..muster.sp.len()).filter(|at| muster.sp[*at].class.account() == *account).collect();
            if muster.carried[*account as usize] != Exact::NONE && !own.is_empty() {
                lacks =
                    lacks.iter().flat_map(|way| own.iter().map(|at| [&way[..], &[*at]].concat())).collect();
            }
        }
        let four = muster.leaders.iter().any(|leader| leader.stars == 4);
        let mut leads: Vec<Option<usize>> = (0..muster.leaders.len())
            .filter(|at| !four && muster.leaders[*at].stars == 3)
            .map(Some)
            .collect();
        leads.push(None);
        let mut puzzles = Vec::new();
        for lack in &lacks {
            for lead in &leads {
                let of = |stars: &[u8]| {
                    let others = muster.leaders.iter().enumerate().filter(|(at, _)| Some(*at) != *lead);
                    others
                        .filter(|(_, leader)| stars.contains(&leader.stars))
                        .map(|(_, leader)| leader.cavalry)
                        .collect()
                };
                let stands = (0..muster.sp.len()).map(|at| if lack.contains(&at) { 1 } else { 2 }).collect();
                puzzles.push(Self {
                    stands,
                    whole: lack.is_empty(),
                    corps: of(&[2, 3]),
                    divisions: of(&[1]),
                });
            }
        }
        puzzles
    }

    /// Whether any way to deal out stands, divisions and leaders meets every span.
    fn can_be_met(&self) -> bool {
        let total: u32 = self.stands.iter().sum();
        (1..=total / 2).any(|n| self.dealt(0, &mut vec![vec![0; self.stands.len()]; n as usize]))
    }

    /// Deals out the stands of one strength point after the other in every way.
    fn dealt(&self, sp: usize, divisions: &mut Vec<Vec<u32>>) -> bool {
        if sp == self.stands.len() {
            return self.spans(divisions) && self.placed(divisions, &mut Vec::new());
        }
        let n = divisions.len();
        for one in 0..n {
            for two in one..n {
                if self.stands[sp] == 1 && two > one {
                    continue;
                }
                divisions[one][sp] += 1;
                divisions[two][sp] += self.stands[sp] - 1;
                let met = divisions.iter().all(|division| division.iter().sum::<u32>() <= 4)
                    && self.dealt(sp + 1, divisions);
                divisions[one][sp] -= 1;
                divisions[two][sp] -= self.stands[sp] - 1;
                if met {
                    return true;
                }
            }
        }
        false
    }

    fn spans(&self, divisions: &[Vec<u32>]) -> bool {
        divisions
            .iter()
            .map(|division| division.iter().sum::<u32>())
            .all(|stands| (2..=4).contains(&stands) && (!self.whole || stands.is_multiple_of(2)))
    }

    /// Puts every division under a corps or none, in every way; then division leaders in every way.
    fn placed(&self, divisions: &[Vec<u32>], under: &mut Vec<usize>) -> bool {
        if under.len() < divisions.len() {
            for corps in 0..=self.corps.len() {
                under.push(corps);
                if self.placed(divisions, under) {
                    return true;
                }
                under.pop();
            }
            return false;
        }
        for corps in 0..self.corps.len() {
            let own: Vec<u32> = (0..under.len())
                .filter(|at| under[*at] == corps)
                .map(|at| divisions[at].iter().sum())
                .collect();
            if own.len() < 2 || !(4..=12).contains(&own.iter().sum::<u32>()) {
                return false;
            }
        }
        self.led(divisions, under, &mut vec![None; divisions.len()], 0)
    }

    fn led(&self, divisions: &[Vec<u32>], under: &[usize], led: &mut Vec<Option<bool>>, next: usize) -> bool {
        let Some(cavalry) = self.divisions.get(next) else { return self.pure(divisions, under, led) };
        for at in 0..led.len() {
            if led[at].is_none() {
                led[at] = Some(*cavalry);
                let met = self.led(divisions, under, led, next + 1);
                led[at] = None;
                if met {
                    return true;
                }
            }
        }
        false
    }

    /// No strength point is of both arms.
    fn pure(&self, divisions: &[Vec<u32>], under: &[usize], led: &[Option<bool>]) -> bool {
        let mounted = |at: usize| led[at] == Some(true) || self.corps.get(under[at]) == Some(&true);
        (0..self.stands.len()).all(|sp| {
            let holds: Vec<bool> =
                (0..divisions.len()).filter(|at| divisions[*at][sp] > 0).map(mounted).collect();
            holds.iter().all(|one| *one == holds[0])
        })
    }
}

#[test]
fn the_builder_finds_an_order_exactly_where_there_is_one() {
    let (mut met, mut unmet) = (0, 0);
    let mut dice = Dice::new(62);
    for seed in 0..plays(600) {
        let muster = random(&mut dice, 4, 4);
        let terms = terms(&muster, SMALL);
        let oob = draft(terms).unwrap_or_else(|problems| panic!("army {seed}: {muster:#?}\n{problems:#?}"));
        let found = check(&oob, terms);
        assert!(found.problems.is_empty(), "army {seed}: {muster:#?}\n{oob:#?}\n{:#?}", found.problems);
        let is_met = Puzzle::all(&muster).iter().any(Puzzle::can_be_met);
        // Where leaders do not step down, an army that is too weak for them has no order, and the spans are named.
        match draft(Terms { step_down: false, ..terms }) {
            Ok(strict) => {
                met += 1;
                assert!(
                    is_met && check(&strict, Terms { step_down: false, ..terms }).problems.is_empty(),
                    "army {seed}"
                );
            }
            Err(problems) => {
                unmet += 1;
                assert!(!problems.is_empty(), "a span is named");
                assert!(!is_met && is_weak(&muster, SMALL), "army {seed} has an order: {muster:#?}");
            }
        }
    }
    assert!(met > 100 && unmet > 50, "{met} met, {unmet} not");
}

#[test]
fn large_armies_get_an_order_at_once_and_always_the_same() {
    let mut dice = Dice::new(1862);
    for _ in 0..plays(300) {
        let mut muster = random(&mut dice, 24, 9);
        muster.carried = [Exact::stands(dice.below(20) as u32, 20), Exact::stands(dice.below(20) as u32, 20)];
        let terms = terms(&muster, Ratio::default());
        if let Ok(oob) = draft(terms) {
            assert_eq!(check(&oob, terms).problems, [], "{muster:#?}");
            assert_eq!(draft(terms), Ok(oob));
        }
    }
}

#[test]
fn the_armies_of_the_sample_get_orders_without_advice() {
    let state = crate::table::at_flanks(crate::table::setup(), "H-wood", None);
    for side in kernel::Side::BOTH {
        let oob = battle(&state).halves[side].oob.as_ref().expect("an order");
        let found = check(oob, rules_civil_war::rules::s4_orders::terms(&state.setup, battle(&state), side));
        assert_eq!((found.problems, found.advice), (vec![], vec![]));
    }
}
