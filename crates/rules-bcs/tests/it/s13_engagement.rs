//! BCS-ENG: the Engagement Table, against sums written from the catalogue alone.

use rules_bcs::charts::Ground;
use rules_bcs::charts::s13_engagement::{Engagement, resolve};
use rules_bcs::sheet::Field;

use crate::{Dice, counting, excluded_by};

fn any(dice: &mut Dice) -> Engagement {
    Engagement {
        av: dice.below(6) as u8,
        rating: dice.below(6) as u8,
        double: dice.flag(),
        limited: dice.flag(),
        range: 1 + dice.below(3) as u8,
        distance: 1 + dice.below(3) as u8,
        support: dice.flag(),
        target_av: dice.below(6) as u8,
        target_rating: dice.below(6) as u8,
        target_range: 1 + dice.below(3) as u8,
        prepared: dice.flag(),
        multiple: dice.flag(),
        stand_off: dice.flag(),
        screen: dice.flag(),
        ground: dice.one(Ground::ALL),
        long: dice.flag(),
    }
}

fn net(of: &Engagement) -> i32 {
    fn n(of: impl Into<i32>) -> i32 {
        of.into()
    }
    let firer = n(of.av) + n(of.rating) + n(of.double) - n(of.limited);
    let target = n(of.target_av)
        + n(of.target_rating)
        + n(of.prepared || of.multiple)
        + n(of.stand_off && !of.support);
    firer - target
}

fn is_shot(of: &Engagement) -> bool {
    of.distance <= of.range && (of.distance == 1 || (of.ground == Ground::Open && !of.prepared))
}

/// Firer's steps, Traffic, target's steps, target retreats, dropped.
fn result(of: &Engagement, total: i32) -> [i8; 5] {
    let mut found = match (of.support, total) {
        (false, ..=5) | (true, ..=3) => [1, 1, 0, 0, 0],
        (false, 6..=8) if of.screen => [0, 0, 0, 2, 0],
        (false, 6..=8) if of.long && of.distance > 1 => [0; 5],
        (false, 6..=8) => [1, 0, 1, 0, 0],
        (false, _) => [0, 0, 1, 1, 0],
        (true, 4 | 5) => [0; 5],
        (true, 6..=10) => [0, 0, 0, 0, 1],
        (true, _) => [0, 0, 1, 0, 1],
    };
    if of.distance > of.target_range {
        (found[0], found[1]) = (0, 0);
    }
    found
}

#[test]
fn engagements_add_up_and_end_as_the_catalogue_says() {
    let mut dice = Dice::new(7);
    for _ in 0..50_000 {
        let of = any(&mut dice);
        let resolved = resolve(&of);
        assert_eq!(resolved.net, net(&of), "{of:?}");
        assert_eq!(resolved.table.is_some(), is_shot(&of), "{of:?}");
        for figure in (2..=12).filter(|_| is_shot(&of)) {
            let outcome = resolved.at(figure).unwrap().outcome;
            let fields = [
                Field::FirerSteps,
                Field::Traffic,
                Field::TargetSteps,
                Field::TargetRetreats,
                Field::Dropped,
            ];
            assert_eq!(
                fields.map(|field| outcome.get(field)),
                result(&of, figure + net(&of)),
                "{figure} {of:?}"
            );
        }
    }
}

#[test]
fn every_modifier_alone_and_what_excludes_it() {
    let plain = Engagement { range: 1, distance: 1, target_range: 1, ..Engagement::default() };
    let cases = [
        ("av", 4, Engagement { av: 4, ..plain }),
        ("rating", 3, Engagement { rating: 3, ..plain }),
        ("double", 1, Engagement { double: true, ..plain }),
        ("limited", -1, Engagement { limited: true, ..plain }),
        ("t-av", -5, Engagement { target_av: 5, ..plain }),
        ("t-rating", -2, Engagement { target_rating: 2, ..plain }),
        ("t-prepared", -1, Engagement { prepared: true, ..plain }),
        ("t-multiple", -1, Engagement { multiple: true, ..plain }),
        ("t-stand-off", -1, Engagement { stand_off: true, ..plain }),
    ];
    for (line, amount, of) in cases {
        let found: Vec<_> = counting(&resolve(&of)).into_iter().filter(|(_, amount)| *amount != 0).collect();
        assert_eq!(found, [(line, amount)]);
    }
    let both = resolve(&Engagement { prepared: true, multiple: true, ..plain });
    assert_eq!((both.net, excluded_by(&both, "t-multiple")), (-1, Some("t-prepared")));
    let support = resolve(&Engagement { stand_off: true, support: true, ..plain });
    assert_eq!((support.net, excluded_by(&support, "t-stand-off")), (0, Some("is-support")));
}

#[test]
fn no_shot_says_why() {
    let far = Engagement { range: 3, distance: 2, target_range: 2, ..Engagement::default() };
    let bars = |of: Engagement| resolve(&of).bars.iter().map(|bar| bar.id).collect::<Vec<_>>();
    assert_eq!(bars(far), [""; 0]);
    assert_eq!(bars(Engagement { range: 1, ..far }), ["range"]);
    assert_eq!(bars(Engagement { ground: Ground::City, prepared: true, ..far }), ["ground", "prepared"]);
    assert_eq!(bars(Engagement { distance: 1, ground: Ground::Urban, prepared: true, ..far }), [""; 0]);
    assert!(resolve(&Engagement { range: 1, ..far }).odds().is_none());
}
