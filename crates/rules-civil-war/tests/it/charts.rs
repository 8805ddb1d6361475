//! Every row of the tables.

use kernel::RuleId;
use rules_civil_war::charts::s7_ground::{Slows, breastworks, of_crossing, of_terrain};
use rules_civil_war::charts::s8_day::day;
use rules_civil_war::charts::s11_army_leader::{
    Over, attached, corps_modifier, inside, places_artillery, radius, rerolls,
};
use rules_civil_war::charts::{batteries, s7_march, span};
use rules_civil_war::rules::s7_ratings::{Chance, chance};
use rules_civil_war::rules::s11_rerolls::poltroon_modifier;
use rules_civil_war::setup::options::{Combine, NoArmyLeader, WorksRound};
use rules_civil_war::setup::{Options, Ratio};
use rules_civil_war::words::{Class, Crossing, Inches, Rank, Rating, Season, Speed, Terrain};

use crate::table::setup;

#[test]
fn ranks_command_what_the_first_table_says() {
    let usual = Ratio::default();
    assert_eq!([span(Rank::Division, usual), span(Rank::Corps, usual)], [(20, 40), (40, 120)]);
    assert_eq!([batteries(Rank::Division, usual), batteries(Rank::Corps, usual)], [(2, 4), (4, 12)]);
    assert_eq!(span(Rank::Corps, Ratio { stands: 15, batteries: 1 }), (30, 90));
}

#[test]
fn tactical_ratings_come_to_what_the_second_table_says() {
    use Chance::{Even, Sure};
    let all = [-3, -2, -1, 0, 1, 2, 3].map(chance);
    let (e, a, p) = (Rating::Excellent, Rating::Average, Rating::Poltroon);
    assert_eq!(all, [Sure(p), Sure(p), Even(p), Sure(a), Even(e), Sure(e), Sure(e)]);
}

#[test]
fn labels_hit_the_known_points() {
    let labels = &setup().effectiveness;
    assert_eq!(labels.label(Class::Green, 10), [10, 8, 6]);
    assert_eq!(labels.label(Class::Veteran, 8), [8, 6, 4]);
    assert_eq!(labels.label(Class::Veteran, 10), [10, 8, 5]);
    assert_eq!(labels.label(Class::Crack, 10), [10, 7, 4]);
    assert_eq!([labels.label(Class::Veteran, 6), labels.label(Class::Veteran, 7)], [[6, 5, 3], [7, 6, 4]]);
}

#[test]
fn days_are_as_long_as_the_fourth_table_says_and_the_last_turn_starts_at_dusk() {
    let rows = [
        (Season::MarApr, "06:00", "18:00", 25),
        (Season::MayJun, "05:00", "19:30", 30),
        (Season::JulAug, "05:00", "19:30", 30),
        (Season::SepOct, "06:00", "18:00", 25),
        (Season::NovFeb, "07:00", "17:00", 21),
    ];
    for (season, dawn, dusk, turns) in rows {
        let day = day(season);
        assert_eq!((day.clock(1).as_str(), day.turns, day.clock(turns).as_str()), (dawn, turns, dusk));
        assert_eq!(day.dusk, day.dawn + 30 * (turns - 1));
    }
}

/// A ground that takes so much from the die.
const fn slows(die: i32) -> Slows {
    Slows { die, words: "the ground", rule: RuleId("CWFF-T5") }
}

#[test]
fn marches_have_the_chances_of_the_fifth_table() {
    let setup = setup();
    // Out of four: swift, deliberate, plodding; by initiative and modifier.
    let printed = [
        (1, [[3, 1, 0], [2, 1, 1], [1, 1, 2], [0, 1, 3]]),
        (2, [[2, 1, 1], [1, 1, 2], [0, 1, 3], [0, 0, 4]]),
        (3, [[1, 1, 2], [0, 1, 3], [0, 0, 4], [0, 0, 4]]),
        (4, [[0, 1, 3], [0, 0, 4], [0, 0, 4], [0, 0, 4]]),
    ];
    for (initiative, rows) in printed {
        for (ground, [swift, deliberate, plodding]) in (0..).zip(rows) {
            let weights = setup.march.weights(s7_march::modifiers(&[slows(-ground)], initiative).total());
            assert_eq!(weights, [plodding, deliberate, swift], "{initiative} −{ground}");
        }
    }
    let turns =
        [Speed::Swift, Speed::Deliberate, Speed::Plodding].map(|speed| (speed.told(), speed.enters()));
    assert_eq!(turns, [(3, 4), (8, 9), (13, 14)]);
}

#[test]
fn ground_does_what_the_seventh_table_says() {
    let of = |ground: rules_civil_war::charts::s7_ground::Ground| {
        (ground.die, ground.works, ground.no_flanks, ground.columns)
    };
    assert_eq!(of(of_terrain(Terrain::Clear)), (0, 0, false, 0));
    assert_eq!(of(of_terrain(Terrain::Forest)), (-1, 25, false, 1));
    assert_eq!(of(of_terrain(Terrain::Swamp)), (0, 50, true, 2));
    assert_eq!([of(of_crossing(Crossing::Gap)), of(of_crossing(Crossing::Road))], [(0, 50, true, 2); 2]);
    assert_eq!(of(of_crossing(Crossing::RiverUnnavigable)), (-1, 25, false, 1));
    assert_eq!(of(of_crossing(Crossing::RiverNavigable)), (-2, 50, false, 2));
    let both = |options: &Options| {
        of(rules_civil_war::charts::s7_ground::ground(Terrain::Forest, Crossing::RiverNavigable, options))
    };
    let sum = Options::default();
    assert_eq!(both(&sum), (-3, 75, false, 3));
    assert_eq!(both(&Options { terrain_combine: Combine::Worst, ..sum.clone() }), (-2, 50, false, 2));
    let most = rules_civil_war::charts::s7_ground::ground(Terrain::Swamp, Crossing::RiverNavigable, &sum);
    assert_eq!(of(most), (-2, 100, true, 4));
}

#[test]
fn breastworks_are_exact_to_a_quarter() {
    assert_eq!(breastworks(80, 50, WorksRound::Exact), Inches::whole(40));
    assert_eq!(breastworks(81, 25, WorksRound::Exact), Inches(81));
    assert_eq!(breastworks(83, 25, WorksRound::Floor), Inches::whole(20));
    assert_eq!(breastworks(83, 25, WorksRound::Nearest), Inches::whole(21));
}

#[test]
fn army_leaders_are_as_the_eighth_table_says() {
    // Lee, Grant, McClellan, Fremont.
    assert_eq!([3, 2, -1, -3].map(radius), [48, 42, 24, 12].map(Inches::whole));
    assert_eq!([0, -5, -6].map(radius), [30, 0, 0].map(Inches::whole));
    assert_eq!([3, -1, 0].map(rerolls), [(3, false), (1, true), (0, false)]);
    assert_eq!([Rating::Excellent, Rating::Average, Rating::Poltroon].map(attached), [3, 2, 1]);
    assert_eq!(
        [(2, true), (2, false), (0, false), (-1, false)].map(|(n, inside)| corps_modifier(n, inside)),
        [2, 1, 0, -1]
    );
    let near = |inches, attached| inside(Over::At(Inches(inches), -1, attached), NoArmyLeader::NoEffect);
    assert_eq!([near(96, false), near(97, false), near(10, true)], [true, false, false]);
    let without = |over| [NoArmyLeader::NoEffect, NoArmyLeader::Outside].map(|absent| inside(over, absent));
    assert_eq!([without(Over::NeverWas), without(Over::Gone)], [[true, false], [false, false]]);
    assert_eq!([72, 73].map(|quarters| places_artillery(Inches(quarters))), [true, false]);
    assert_eq!(
        [(false, true), (false, false), (true, true)].map(|(a, b)| poltroon_modifier(a, b)),
        [0, -1, -1]
    );
}
