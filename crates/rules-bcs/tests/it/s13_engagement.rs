//! BCS-ENG: the Engagement Table, against sums written from the catalogue alone.

use rules_bcs::Command;
use rules_bcs::charts::Ground;
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::charts::s13_engagement::{Engagement, resolve};
use rules_bcs::sheet::Field;
use rules_bcs::state::{Fate, Obj};
use rules_bcs::words::Face;

use crate::table::*;
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

/// The 7th in its activities, an OBJ at 1513; the enemy's unit `n` stands at a hex.
fn facing(n: usize, at: &str) -> rules_bcs::State {
    active(1, Level::Full, |facts| {
        (facts.unit[n].at, facts.unit[n].fate) = (Some(hex(at)), Fate::OnMap);
        let activation = facts.activation.as_mut().expect("an activation");
        activation.obj = vec![Obj { at: hex("1513"), combat: true, recon: false }];
    })
}

fn engage(id: &str, target: &str) -> Command {
    Command::Engage { unit: unit(id), target: unit(target) }
}

#[test]
fn real_av_loses_and_retreats_by_one_of_its_best_paths() {
    // Tanks of the 11th, AV 4 and AR 4, beside tanks of the 7th, AV 4 and AR 3: net −1.
    let mut state = facing(41, "1413");
    assert_eq!(refused(&state, BLUE, engage("B2-t1", "B2-t2")), "BCS-ENG-11 unknown");
    assert_eq!(refused(&state, BLUE, engage("B2-t1", "R1-t1")), "BCS-OBJ-4 objective");
    assert_eq!(refused(&state, BLUE, engage("B2-t1", "R1-g3")), "BCS-ENG-11 no-av");
    done(&mut state, BLUE, engage("B2-t1", "R1-t2"), &[&[5, 5]]);
    assert_eq!(state.unit(unit("R1-t2")).unwrap().piece.lost, 1);
    // Nothing else is done before the owner has chosen.
    assert_eq!(refused(&state, BLUE, Command::End), "BCS-RET-1 owed");
    let ways = rules_bcs::rules::s18_retreat::choices(&state, &rules_bcs::ground::Ground::of(&state), RED);
    let way = ways.first().expect("a way").clone();
    assert_eq!(refused(&state, BLUE, Command::Retreat { path: way.clone() }), "BCS-RET-4 actor");
    assert_eq!(refused(&state, RED, Command::Retreat { path: path("1415") }), "BCS-RET-4 path");
    done(&mut state, RED, Command::Retreat { path: way.clone() }, &[]);
    let piece = state.unit(unit("R1-t2")).unwrap().piece.clone();
    assert_eq!((piece.at, piece.face), (way.last().copied(), Face::Deployed));
    assert_eq!(state.scenario.board.distance(hex("1413"), piece.at.unwrap()), 3);
    assert_eq!(refused(&state, RED, Command::Retreat { path: way }), "BCS-RET-1 none");
}

#[test]
fn a_firer_that_loses_leaves_traffic_and_two_events_stop() {
    let mut state = facing(41, "1413");
    done(&mut state, BLUE, engage("B2-t1", "R1-t2"), &[&[1, 1]]);
    assert_eq!(
        (state.unit(unit("B2-t1")).unwrap().piece.lost, state.facts.traffic.clone()),
        (1, vec![hex("1513")])
    );
    done(&mut state, BLUE, engage("B2-t1", "R1-t2"), &[&[3, 4]]);
    assert_eq!(state.unit(unit("B2-t1")).unwrap().piece.lost, 2);
    assert_eq!(refused(&state, BLUE, engage("B2-t1", "R1-t2")), "BCS-STOP-5 events");
    // An Engagement: 1 or 2.
    done(&mut state, BLUE, Command::End, &[&[2]]);
    assert!(state.facts.traffic.is_empty());
}

#[test]
fn support_is_dropped_and_can_be_lost() {
    // A grenadier battalion of the 276th with its HQ in its hex, so that it has its Safe Path, and with the anti-tank battalion in Support: AV 4, host's AR 2.
    let mut state = active(1, Level::Full, |facts| {
        facts.unit[12].at = Some(hex("1413"));
        facts.formation[4].hq = Some(hex("1413")).into();
        facts.unit[38].at = Some(hex("0909"));
        let activation = facts.activation.as_mut().expect("an activation");
        activation.obj = vec![Obj { at: hex("1513"), combat: true, recon: false }];
    });
    // Net 7 − 6: a total of 6 to 10 drops.
    done(&mut state, BLUE, engage("B2-t1", "R2-i1"), &[&[2, 3]]);
    assert!(state.unit(unit("R2-i1")).unwrap().piece.dropped);
    assert_eq!(refused(&state, BLUE, engage("B2-t1", "R2-i1")), "BCS-ENG-11 no-av");
}

#[test]
fn without_a_way_a_step_is_lost_and_the_rest_returns_with_the_hq() {
    // Surrounded by the 7th in the corner of its own lines.
    let mut state = active(1, Level::Full, |facts| {
        facts.unit[41].at = Some(hex("0101"));
        facts.unit[33].at = Some(hex("0102"));
        facts.unit[34].at = Some(hex("0201"));
        let activation = facts.activation.as_mut().expect("an activation");
        activation.obj = vec![Obj { at: hex("0101"), combat: true, recon: false }];
    });
    done(&mut state, BLUE, engage("B2-t1", "R1-t2"), &[&[6, 5]]);
    let piece = state.unit(unit("R1-t2")).unwrap().piece.clone();
    assert_eq!((piece.fate, piece.at, piece.lost), (Fate::Returns, None, 2));
    state.facts.phase = rules_bcs::Phase::Replacements;
    (state.facts.activation, state.facts.go) = (None, None);
    done(&mut state, BLUE, Command::Close, &[]);
    done(&mut state, RED, Command::Close, &[]);
    let piece = state.unit(unit("R1-t2")).unwrap().piece.clone();
    assert_eq!((piece.fate, piece.at), (Fate::OnMap, of(&state, "R1").hq.first()));
}

#[test]
fn dropped_support_returns_to_a_host_in_command_with_no_av_beside_it() {
    let give = |id: &str| Command::ReturnSupport { unit: unit(id) };
    let mut state = active(0, Level::Partial, |facts| facts.unit[5].dropped = true);
    assert_eq!(refused(&state, BLUE, give("B1-i1")), "BCS-SUP-4 dropped");
    done(&mut state, BLUE, give("B1-i6"), &[]);
    assert!(!state.unit(unit("B1-i6")).unwrap().piece.dropped);
    let beside = active(0, Level::Partial, |facts| {
        facts.unit[5].dropped = true;
        facts.unit[41].at = Some(hex("1507"));
    });
    assert_eq!(refused(&beside, BLUE, give("B1-i6")), "BCS-SUP-4 adjacent");
}
