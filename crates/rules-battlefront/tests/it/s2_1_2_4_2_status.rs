//! [BF-2.1.2.4.2] Lines, pockets and how every unit stands.

use kernel::Seat;
use rules_battlefront::facts::Pocket;
use rules_battlefront::measure::Point;
use rules_battlefront::rules::s2_1_2_4_2_status::PerimeterDrawn;
use rules_battlefront::words::Status;
use rules_battlefront::{Event, Side};

use crate::front::{AMERICAN, GERMAN, POCKETS, Placed, behind, drawn, drawn_with, stand};
use crate::table::id;
use crate::view_support::words;

fn at(points: &[(i32, i32)]) -> Vec<Point> {
    points.iter().map(|(x, y)| Point::new(*x, *y)).collect()
}

#[test]
fn isolated_and_cut_off_units_and_their_pockets() {
    let table = drawn(POCKETS);
    let cut_off = ["A-4-2", "A-4-3", "A-4-4", "A-4-8"].map(|name| (name.to_owned(), Status::CutOff));
    let mut wanted = vec![("A-1-7".to_owned(), Status::Isolated)];
    wanted.extend(cut_off);
    wanted.push(("G-11-1".into(), Status::Isolated));
    assert_eq!(behind(&table), wanted);
    let pocket =
        |n: &str, side: &str, units: &[(i32, i32)]| Pocket { id: id(n), side: id(side), units: at(units) };
    assert_eq!(
        table.state.facts.pockets,
        [
            pocket("P1", "american", &[(800, 3000)]),
            pocket("P2", "american", &[(2300, 2800), (2500, 2800), (2400, 3000), (2400, 2600)]),
            pocket("P3", "german", &[(3000, 300)]),
        ]
    );
    // Each side has its own line, through its forward units.
    let lines = &table.state.facts.lines;
    assert_eq!(lines[0].points.first(), Some(&Point::new(0, 1000)));
    assert!(
        lines[0].points.contains(&Point::new(2400, 1000))
            && lines[1].points.contains(&Point::new(2400, 1800))
    );
    for side in Side::BOTH {
        assert_eq!(rules_battlefront::ground::line(&table.state, side), lines[side.index()].points);
    }
}

#[test]
fn the_reason_is_told_to_every_seat() {
    let table = drawn(POCKETS);
    for seat in [AMERICAN, GERMAN, Seat::Umpire, Seat::Spectator] {
        let told = words(&table.state, seat);
        assert!(told.contains("A way back leads to the home edge"), "{told}");
        assert!(told.contains("close every way back"), "{told}");
        assert!(told.contains("A-4-8, Sherman (unit) Some(0) Cut off"), "{told}");
    }
}

/// A chain of friends 5 inches apart leads through a gap of the German line; with `last` at its end.
fn salient(last: i32, gap: (i32, i32)) -> Vec<Placed<'static>> {
    vec![
        ("A-1-1", 400, 1200, ""),
        ("A-1-2", 1400, 1200, ""),
        ("A-1-3", 2400, 1200, ""),
        ("A-1-4", 3400, 1200, ""),
        ("A-1-5", 4400, 1200, ""),
        ("A-1-6", 5400, 1200, ""),
        ("A-1-7", 2400, 1700, ""),
        ("A-1-8", 2400, 2200, ""),
        ("A-1-9", 2400, last, ""),
        ("G-1-1", 400, 2000, ""),
        ("G-1-2", 1400, 2000, ""),
        ("G-1-3", gap.0, 2300, ""),
        ("G-1-4", gap.1, 2300, ""),
        ("G-1-5", 4000, 2000, ""),
        ("G-1-6", 5000, 2000, ""),
        ("G-1-7", 5700, 2000, ""),
    ]
}

#[test]
fn a_chain_of_links_of_five_inches_protects() {
    let of = |last, gap| behind(&drawn(&salient(last, gap)));
    assert_eq!(of(2700, (1800, 3000)), []);
    let alone = |status| vec![("A-1-9".to_owned(), status)];
    assert_eq!(of(2701, (1800, 3000)), alone(Status::Isolated));
    // Ten inches let a way through, 9.99 do not.
    assert_eq!(of(2701, (1900, 2900)), alone(Status::Isolated));
    assert_eq!(of(2701, (1900, 2899)), alone(Status::CutOff));
}

#[test]
fn a_side_without_units_has_no_line_and_everybody_is_normal() {
    let table = drawn(&[("A-1-1", 2400, 4000, "")]);
    assert_eq!(behind(&table), []);
    assert!(table.state.facts.lines[1].points.is_empty());
    assert_eq!(stand(&table, "A-1-1").status, Status::Normal);
}

#[test]
fn who_is_normal_again_starts_anew() {
    let mut table = crate::front::before_the_front(&[], &[("A-1-1", 2400, 1000, "")]).with(|facts| {
        let stand = crate::front::stand_mut(facts, "A-1-1");
        stand.status = Status::CutOff;
        stand.starts.cut_off = 2;
    });
    crate::front::both_close(&mut table);
    crate::front::both_close(&mut table);
    let stand = stand(&table, "A-1-1");
    assert_eq!((stand.status, stand.starts), (Status::Normal, Default::default()));
}

#[test]
fn where_home_edges_do_not_face_each_other_the_lines_stay() {
    let table = drawn_with(&[("home_edge = \"north\"", "home_edge = \"west\"")], POCKETS);
    assert_eq!(behind(&table), []);
    assert_eq!(table.state.facts.lines[0].points, at(&[(0, 1800), (6000, 1800)]));
}

#[test]
fn a_line_keeps_five_inches_from_every_enemy_where_it_can() {
    let wider = ("[campaign.options]", "[campaign.options]\nline_pull_back = \"wider\"");
    // Where the circle of 5 inches begins and ends on the line, and the lowest leg: of a sixteen-sided figure around the
    // enemy, and of an eight-sided one, which begins before the circle.
    for (changes, from, flat) in [(&[][..], 2000, 2300), (&[wider], 1992, 2192)] {
        let stands = [("A-1-1", 2400, 1000, "u"), ("G-1-1", 2400, 1300, "u")];
        let mut table = crate::front::before_the_front(changes, &stands);
        crate::front::both_close(&mut table);
        let events = crate::front::both_close(&mut table);
        let drawn = events.iter().find_map(|event| match event {
            Event::PerimeterDrawn(PerimeterDrawn { lines, near, .. }) => Some((lines, near)),
            _ => None,
        });
        let (lines, near) = drawn.expect("the lines are drawn as C6 opens");
        for (line, [course, lowest]) in lines.as_array().iter().zip([[1000, 800], [1300, 1500]]) {
            let leg = [Point::new(flat, lowest), Point::new(4800 - flat, lowest)];
            assert!(line.windows(2).any(|pair| pair == leg), "{line:?}");
            for x in [from, 4800 - from] {
                assert!(line.contains(&Point::new(x, course)), "{line:?}");
            }
            let moved = line.iter().filter(|point| point.y.0 != course).map(|point| point.x.0);
            assert!(moved.into_iter().all(|x| from < x && x < 4800 - from), "{line:?}");
        }
        assert_eq!(*near, []);
    }
}

#[test]
fn an_enemy_in_a_pocket_bends_the_line_unless_the_campaign_leaves_him_out() {
    // A German tank three inches before the American line, on its home side.
    let mut stands = POCKETS.to_vec();
    stands.iter_mut().filter(|(name, ..)| *name == "G-11-1").for_each(|stand| stand.2 = 700);
    let line = |changes: &[(&str, &str)]| {
        let table = drawn_with(changes, &stands);
        assert!(behind(&table).iter().any(|(name, _)| name == "G-11-1"), "{:?}", behind(&table));
        table.state.facts.lines[0].points.clone()
    };
    let straight = |line: &[Point]| line.iter().all(|point| point.y.0 == 1000);
    assert!(!straight(&line(&[])), "every enemy counts");
    let left_out = ("[campaign.options]", "[campaign.options]\nline_enemies = \"out_of_pockets\"");
    assert!(straight(&line(&[left_out])));
}
