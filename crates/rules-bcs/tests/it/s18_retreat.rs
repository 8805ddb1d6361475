//! BCS-RET: the stand-in for the flowchart of retreats.

use rules_bcs::charts::s18_retreat::{self as s18, Why};
use rules_bcs::sheet::Field;

use crate::sure;

#[test]
fn every_retreat_ends_in_one_of_the_cases() {
    let goes = |why, stands, refuge, way| {
        let resolved = s18::resolve(why, stands, refuge, way);
        (resolved.table.unwrap().id, sure(&resolved, Field::Goes), sure(&resolved, Field::Steps))
    };
    for n in 0..8 {
        let (stands, refuge, way) = (n & 1 == 1, n & 2 == 2, n & 4 == 4);
        assert_eq!(goes(Why::Hq, stands, refuge, way), ("hq", 4, 0));
        assert_eq!(goes(Why::Trains, stands, refuge, way), ("trains", 5, 0));
        assert_eq!(goes(Why::Voluntary, stands, refuge, way), ("voluntary", 7, 0));
        let gone = ("no-way", 3, 1);
        assert_eq!(goes(Why::Screen, stands, refuge, way), if way { ("screen", 6, 0) } else { gone });
        assert_eq!(goes(Why::Engagement, stands, refuge, way), if way { ("engagement", 1, 0) } else { gone });
        let situational = if stands {
            ("stands", 0, 1)
        } else if way {
            ("situational", 1, 0)
        } else {
            gone
        };
        assert_eq!(goes(Why::Situational, stands, refuge, way), situational);
        let retreat = if refuge { ("refuge", 2, 0) } else { ("no-refuge", 3, 1) };
        assert_eq!(goes(Why::Retreat, stands, refuge, way), retreat);
    }
}

#[test]
fn a_voluntary_retreat_costs_a_unit_a_step_on_1_or_2_and_an_hq_nothing() {
    let unit = s18::voluntary(false);
    let lost: Vec<i8> = (1..=6).map(|face| unit.at(face).unwrap().outcome.get(Field::Steps)).collect();
    assert_eq!(lost, [1, 1, 0, 0, 0, 0]);
    assert_eq!(sure(&s18::voluntary(true), Field::Steps), 0);
}
