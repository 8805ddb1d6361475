//! BCS-ACT-13, BCS-TURN-5: step (i), and who goes first.

use rules_bcs::charts::Fatigue;
use rules_bcs::charts::s3_second_activation::{self as s3, Again, SecondRecovery, Ties};
use rules_bcs::sheet::Field;

use crate::sure;

#[test]
fn a_second_activation_follows_where_the_catalogue_says() {
    for n in 0..6 * 5 * 16 * 3 {
        let of = Again {
            fatigue: Fatigue::ALL[n % 6],
            number: 2 + (n / 6 % 5) as u8,
            second: (n / 30) & 1 == 1,
            recovery: (n / 30) & 2 == 2,
            skip: (n / 30) & 4 == 4,
            rests: (n / 30) & 8 == 8,
            switch: SecondRecovery::ALL[n / 480],
        };
        let resolved = s3::resolve(&of);
        let ends = of.second || of.recovery || of.skip || of.fatigue == Fatigue::F4;
        if ends || (of.rests && of.switch != SecondRecovery::Rolled) {
            let again = !ends && of.switch == SecondRecovery::Automatic;
            assert_eq!(sure(&resolved, Field::Again), i8::from(again), "{of:?}");
            continue;
        }
        for face in 1..=6 {
            let again = face + i32::from(of.fatigue == Fatigue::Fresh) >= i32::from(of.number);
            assert_eq!(
                resolved.at(face).unwrap().outcome.get(Field::Again),
                i8::from(again),
                "{of:?} {face}"
            );
        }
    }
}

#[test]
fn the_first_player_is_chosen_by_whoever_threw_higher() {
    for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
        for ties in Ties::ALL {
            let by = match (one.cmp(&other), ties) {
                (std::cmp::Ordering::Greater, _) => 1,
                (std::cmp::Ordering::Less, _) => 2,
                (_, Ties::Again) => 0,
                (_, Ties::First) => 1,
                (_, Ties::Second) => 2,
            };
            assert_eq!(sure(&s3::first_player(one, other, *ties), Field::Holder), by);
        }
    }
}
