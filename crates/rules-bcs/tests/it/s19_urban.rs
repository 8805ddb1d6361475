//! BCS-URB: the stand-in for the chart of urban control.

use rules_bcs::charts::s19_urban;
use rules_bcs::sheet::Field;

use crate::sure;

#[test]
fn an_urban_hex_is_whoevers_stand_in_it_alone_or_stood_there_last() {
    for (stands, last) in (0..3).flat_map(|stands| (0..3).map(move |last| (stands, last))) {
        let by = if stands > 0 { stands } else { last };
        assert_eq!(sure(&s19_urban::resolve(stands, last), Field::Holder), by as i8);
    }
}

#[test]
fn who_stands_in_urban_hexes_controls_them_and_a_zone_enters_them_from_urban_hexes_alone() {
    use crate::table::*;
    use kernel::Side;
    use rules_bcs::ground::Ground;
    let state = opened(west(), |_| {});
    // 1812 does not count for victory; grenadiers stand there as play begins.
    assert_eq!(state.controls(hex("1812")), Some(Side::SECOND));
    let threatened = |state: &rules_bcs::State, at: &str| {
        let ground = Ground::of(state);
        let cell = ground.board.cell(hex(at)).expect("a hex");
        ground.threatened(Side::SECOND, cell)
    };
    // From urban 1713 it enters; from open ground it does not.
    assert!(threatened(&state, "1812"));
    let open = opened(west(), |facts| piece(facts, "B1-m1").at = Some(hex("1711")));
    assert!(!threatened(&open, "1812") && threatened(&open, "1811"));
    // Who comes back with the HQ takes the hex too; HQs and trains take nothing.
    let mut back = opened(west(), |facts| {
        (facts.turn, facts.phase) = (2, rules_bcs::Phase::Replacements);
        body(facts, "R2").hq = Some(hex("1713")).into();
        piece(facts, "B1-m1").at = Some(hex("1711"));
        let gone = piece(facts, "R2-i1");
        (gone.at, gone.fate) = (None, rules_bcs::state::Fate::Returns);
    });
    assert_eq!(back.controls(hex("1713")), Some(Side::FIRST));
    done(&mut back, BLUE, rules_bcs::Command::Close, &[]);
    done(&mut back, RED, rules_bcs::Command::Close, &[]);
    assert_eq!(back.controls(hex("1713")), Some(Side::SECOND));
}
