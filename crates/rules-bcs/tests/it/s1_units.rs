//! BCS-UNIT-9: the capability matrix, row by row.

use rules_bcs::rules::s1_units::{Ability, can, is_stand_off, kind};
use rules_bcs::setup::unit::{Allowance, Begins, Card, MoveSide};
use rules_bcs::words::{AvKind, Class, Face};

fn card() -> Card {
    let allowance = Allowance { class: Class::Leg, ma: 4 };
    Card {
        id: "u".parse().expect("an id"),
        name: "a unit".into(),
        formation: Some("f".parse().expect("an id")),
        side: kernel::Side::FIRST,
        ar: 3,
        steps: 3,
        arrow: false,
        av: None,
        range: 1,
        hard: false,
        stand_off: false,
        dual: false,
        breakthrough: false,
        recon: false,
        screen: false,
        no_rebuild: false,
        deployed: allowance,
        moving: None,
        begins: Begins::Support,
    }
}

fn with(kind: AvKind) -> Card {
    Card { av: Some((4, kind)), ..card() }
}

fn row(card: &Card, face: Face) -> String {
    let cell = |ability: &Ability| if can(card, face, *ability) { 'x' } else { '-' };
    Ability::ALL.iter().map(cell).collect()
}

/// Attack, Shock, Assist, Engagement, Attack by Fire, Support, EZOC, AV EZOC.
#[test]
fn every_row_of_the_matrix() {
    use Face::{Deployed, Move};
    let dual = Card { arrow: true, dual: true, ..with(AvKind::Limited) };
    let red_dual = Card { arrow: true, dual: true, ..with(AvKind::Red) };
    let gun = Card { stand_off: true, ..with(AvKind::StandOff) };
    let rows = [
        (Card { arrow: true, ..card() }, Deployed, "x-x---x-"),
        (dual, Deployed, "x-xx--xx"),
        (red_dual.clone(), Deployed, "xxxx--xx"),
        (with(AvKind::Red), Deployed, "-xxx-xxx"),
        (with(AvKind::Light), Deployed, "---x--x-"),
        (with(AvKind::Limited), Deployed, "--xx-xxx"),
        (gun.clone(), Deployed, "---xxxxx"),
        (Card { stand_off: true, ..with(AvKind::Limited) }, Deployed, "--xxxxxx"),
        (Card { arrow: true, ..card() }, Move, "--------"),
        (gun.clone(), Move, "--------"),
        (red_dual.clone(), Move, "--------"),
        // [BCS-ZONE-1] asks for nothing but the Deployed-side.
        (card(), Deployed, "------x-"),
        (card(), Move, "--------"),
    ];
    for (card, face, expected) in rows {
        assert_eq!(row(&card, face), expected, "{:?} {face}", kind(&card, face));
    }
    let allowance = Allowance { class: Class::Tac, ma: 9 };
    let prints = Card { moving: Some(MoveSide { allowance, av: Some(3) }), ..red_dual };
    assert_eq!(row(&prints, Move), "-xxx-xxx");
    assert!(is_stand_off(&gun, Deployed) && !is_stand_off(&gun, Move));
}
