//! Strength points survive the way down to a battle and back exactly: on chains of random battles at several ratios nothing
//! appears, nothing disappears, and no account carries a whole strength point.

use kernel::{PerSide, Side};
use rules_civil_war::battle::outcome::{may_promote, outcome};
use rules_civil_war::battle::{Battle, Flanks, Force, Input, Left, Losses, Muster, Report};
use rules_civil_war::oob::check::Terms;
use rules_civil_war::oob::draft::draft;
use rules_civil_war::setup::{Leader, Options, Ratio, Sp, Turn};
use rules_civil_war::words::{Account, Arm, Class, Crossing, Season, Size, Step, Terrain};

use crate::{Dice, tries};

/// All ratios of these tests divide it, so every part of a strength point is a whole number of it.
const PARTS: i64 = 840;
const RATIOS: [u16; 4] = [20, 12, 7, 8];

fn parts(text: &str) -> i64 {
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    let (over, under): (i64, i64) = (over.parse().expect("a number"), under.parse().expect("a number"));
    assert_eq!(PARTS % under, 0, "{text}");
    over * PARTS / under
}

/// What an army is worth, in the accounts crack and other: its strength points less what it carries.
fn worth(sp: &[Sp], carried: &[impl ToString; 2]) -> [i64; 2] {
    [Account::Crack, Account::Other].map(|account| {
        let n = sp.iter().filter(|sp| (sp.class == Class::Crack) == (account == Account::Crack)).count();
        PARTS * i64::try_from(n).expect("few") - parts(&carried[account as usize].to_string())
    })
}

fn muster(dice: &mut Dice, army: &str) -> Muster {
    let sp = (0..2 + dice.below(6)).map(|n| Sp {
        id: format!("{army}{n}").parse().expect("an id"),
        class: [Class::Green, Class::Veteran, Class::Crack][dice.below(3) as usize],
        arm: Arm::Infantry,
    });
    let sp = sp.collect();
    let leaders = (0..3).map(|n| Leader {
        id: format!("{army}-l{n}").parse().expect("an id"),
        name: format!("{army} {n}"),
        stars: 1 + n,
        initiative: 2,
        tactical: 0,
        army_command: 0,
        cavalry: dice.below(6) == 0,
    });
    Muster {
        army: army.parse().expect("an id"),
        demoralized: false,
        sp,
        carried: Default::default(),
        leaders: leaders.collect(),
    }
}

/// A battle at its end: what each side lost, in stands of crack and of other brigades, beside it.
fn fought(dice: &mut Dice, sides: PerSide<Muster>) -> (Battle, PerSide<[i64; 2]>) {
    let ratio = Ratio { stands: RATIOS[dice.below(4) as usize], batteries: 2 };
    let input = Input {
        turn: Turn { number: 1, season: Season::MarApr, year: 1862 },
        attacker: Side::FIRST,
        hex: "hex".parse().expect("an id"),
        terrain: Terrain::Clear,
        crossing: Crossing::Open,
        column: "1:1".into(),
        size: Size::Large,
        sides,
    };
    let mut battle = Battle::open("a.1".parse().expect("an id"), input);
    (battle.step, battle.ratio) = (Step::After, Some(ratio));
    let mut lost = PerSide::<[i64; 2]>::default();
    for side in Side::BOTH {
        let muster = battle.muster(side).clone();
        let oob = draft(Terms { muster: &muster, ratio, strict: false, step_down: true }).expect("a draft");
        let (mut report, mut came, mut flanks) = (Report::default(), Vec::new(), Flanks::default());
        let deadly = dice.below(4);
        for (nth, (_, brigade)) in oob.brigades().enumerate() {
            // One brigade marches and never arrives.
            if nth == 0 && dice.below(3) == 0 {
                let leader = muster.leaders[0].id;
                flanks.left = Some(Force { leader, brigades: vec![brigade.id] });
                continue;
            }
            came.push(brigade.id);
            let stands: u64 = brigade.of.iter().map(|share| u64::from(share.stands)).sum();
            let killed = if deadly == 0 { stands } else { dice.below(stands + 1) };
            let captured = dice.below(stands - killed + 1);
            let skedaddled = dice.below(stands - killed - captured + 1);
            let class = muster.sp(brigade.of[0].sp).expect("a strength point").class;
            let account = if class == Class::Crack { Account::Crack } else { Account::Other };
            lost[side][account as usize] += i64::try_from(killed + captured).expect("few");
            let [killed, captured, skedaddled] = [killed, captured, skedaddled].map(|n| n as u16);
            report.brigades.push(Losses { brigade: brigade.id, killed, captured, skedaddled });
        }
        let half = &mut battle.halves[side];
        (half.oob, half.flanks, half.came, half.report) = (Some(oob), Some(flanks), came, Some(report));
        half.points = Some(dice.below(20) as u16);
    }
    let loser = Side::BOTH[dice.below(2) as usize];
    battle.halves[loser].left = Some(Left::Withdrew);
    (battle, lost)
}

#[test]
fn strength_points_survive_the_way_down_and_back_exactly() {
    let mut dice = Dice::new(99);
    let options = Options::default();
    let (mut promoted, mut removed, mut last) = (0, 0, 0);
    for n in 0..tries(10_000) {
        let mut sides = PerSide::new(muster(&mut dice, "a"), muster(&mut dice, "b"));
        for _ in 0..3 {
            if sides.iter().any(|(_, muster)| muster.sp.is_empty()) {
                break;
            }
            let (mut battle, lost) = fought(&mut dice, sides.clone());
            let winner = outcome(&battle, &options).winner;
            let may: Vec<_> = battle.muster(winner).sp.iter().map(|sp| sp.id).collect();
            let may: Vec<_> =
                may.into_iter().filter(|id| may_promote(&battle, winner, *id, &options)).collect();
            if !may.is_empty() {
                battle.halves[winner].crack = Some(may[dice.below(may.len() as u64) as usize]);
                promoted += 1;
            }
            let per_sp = i64::from(battle.ratio().stands);
            let ended = outcome(&battle, &options);
            for (side, half) in ended.sides.iter() {
                let (sent, back) = (battle.muster(side), &half.sp);
                let (before, after) = (worth(&sent.sp, &sent.carried), worth(back, &half.carried));
                let down = lost[side].map(|stands| stands * PARTS / per_sp);
                assert_eq!(
                    after[0] + after[1],
                    before[0] + before[1] - down[0] - down[1],
                    "{n}: {sent:#?} {half:#?}"
                );
                if battle.halves[side].crack.is_none() {
                    assert_eq!(after, [before[0] - down[0], before[1] - down[1]], "{n}: {sent:#?} {half:#?}");
                }
                assert_eq!(back.len() + half.removed.len(), sent.sp.len(), "{n}");
                removed += half.removed.len();
                for account in 0..2 {
                    let carried = parts(&half.carried[account].to_string());
                    assert!(
                        (0..PARTS).contains(&carried),
                        "{n}: {carried} of {PARTS} are carried: {sent:#?} {half:#?}"
                    );
                }
                last += usize::from(back.is_empty());
            }
            sides = PerSide::each(|side| Muster {
                sp: ended.sides[side].sp.clone(),
                carried: ended.sides[side].carried,
                ..battle.muster(side).clone()
            });
        }
    }
    assert!(promoted > 100 && removed > 1000 && last > 10, "{promoted} {removed} {last}");
}
