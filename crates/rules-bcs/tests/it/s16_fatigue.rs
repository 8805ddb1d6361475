//! BCS-FAT: when fatigue rises.

use rules_bcs::charts::Fatigue;
use rules_bcs::charts::s16_fatigue::{self as s16, Fatiguing};
use rules_bcs::sheet::Field;

use crate::sure;

#[test]
fn fatigue_rises_by_the_reason_most_likely_to_raise_it() {
    for n in 0..256 {
        let bit = |at: u32| n >> at & 1 == 1;
        let of = Fatiguing {
            combat_obj: bit(0),
            march_obj: bit(1),
            engagement: bit(2),
            fire: bit(3),
            second: bit(4),
            failed: bit(5),
            attack: bit(6),
            hq_retreat: bit(7),
        };
        let resolved = s16::resolve(&of);
        let most = if of.attack {
            3
        } else if of.engagement || of.fire || (of.second && !of.failed) {
            2
        } else if of.combat_obj {
            1
        } else {
            0
        };
        if of.hq_retreat || most == 0 {
            assert_eq!(sure(&resolved, Field::Tired), i8::from(of.hq_retreat), "{of:?}");
            continue;
        }
        for face in 1..=6 {
            assert_eq!(
                resolved.at(face).unwrap().outcome.get(Field::Tired),
                i8::from(face <= most),
                "{of:?} {face}"
            );
        }
    }
    let march = s16::resolve(&Fatiguing { march_obj: true, ..Fatiguing::default() });
    assert_eq!(
        march.passed_over.iter().map(|(table, by)| (table.id, by.id)).collect::<Vec<_>>(),
        [("march-obj", "march")]
    );
}

#[test]
fn the_fatigue_scale_ends_at_both_ends() {
    let worse: Vec<_> = Fatigue::ALL.iter().map(|fatigue| fatigue.worse().word()).collect();
    let better: Vec<_> = Fatigue::ALL.iter().map(|fatigue| fatigue.better().word()).collect();
    let level: Vec<_> = Fatigue::ALL.iter().map(|fatigue| fatigue.level()).collect();
    assert_eq!(worse, ["0", "1", "2", "3", "4", "4"]);
    assert_eq!(better, ["fresh", "fresh", "0", "1", "2", "3"]);
    assert_eq!(level, [0, 0, 1, 2, 3, 4]);
}
