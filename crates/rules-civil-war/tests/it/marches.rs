//! Every combination of marches of both sides on both flanks, against a table that is written here by hand.

use rules_civil_war::battle::fates::{Fate, Strength, met};
use rules_civil_war::charts::s7_march::{Meeting, meeting};
use rules_civil_war::setup::options::Matrix;
use rules_civil_war::setup::options::Weighing;
use rules_civil_war::words::Speed;
use rules_civil_war::words::Speed::{Deliberate, Plodding, Swift};

/// The table of the sixth, row by row: whose speeds, and what it says.
const PRINTED: [(Speed, Speed, &str); 9] = [
    (Swift, Swift, "always"),
    (Swift, Deliberate, "half"),
    (Swift, Plodding, "never"),
    (Deliberate, Swift, "half"),
    (Deliberate, Deliberate, "always"),
    (Deliberate, Plodding, "half"),
    (Plodding, Swift, "never"),
    (Plodding, Deliberate, "half"),
    (Plodding, Plodding, "always"),
];

fn word(meeting: Meeting) -> &'static str {
    match meeting {
        Meeting::Always => "always",
        Meeting::Even => "half",
        Meeting::Never => "never",
    }
}

#[test]
fn forces_meet_as_the_sixth_table_says() {
    for (one, other, says) in PRINTED {
        assert_eq!(word(meeting(one, other, Matrix::Corrected)), says, "{one} {other}");
        // As the sentence stands, the pair of plodding and deliberate is not in it, and plodding and swift is.
        let literal = match says {
            "half" if one == Plodding || other == Plodding => "never",
            "never" => "half",
            other => other,
        };
        assert_eq!(word(meeting(one, other, Matrix::Literal)), literal, "{one} {other}");
    }
}

#[test]
fn of_the_larger_force_only_the_excess_comes() {
    let force = |foot, horse, speed| (Strength { foot, horse }, speed);
    let effective = |a, b| met(a, b, Weighing::Effective);
    let turn = |turn, held| Fate { turn: Some(turn), held };
    assert_eq!(effective(force(40, 0, Swift), force(20, 0, Swift)), (turn(4, 20), Fate::NEVER));
    assert_eq!(effective(force(20, 0, Swift), force(25, 0, Deliberate)), (Fate::NEVER, turn(9, 20)));
    // Equal forces hold each other off.
    assert_eq!(effective(force(20, 0, Swift), force(0, 10, Swift)), (Fate::NEVER, Fate::NEVER));
    // Twenty mounted stands keep forty away.
    assert_eq!(effective(force(45, 0, Plodding), force(0, 20, Plodding)), (turn(14, 40), Fate::NEVER));
    // Of mounted stands alone a single weight of excess leaves no stand.
    assert_eq!(effective(force(0, 11, Swift), force(21, 0, Swift)), (Fate::NEVER, Fate::NEVER));
    assert_eq!(effective(force(0, 12, Swift), force(21, 0, Swift)), (turn(4, 21), Fate::NEVER));
    // Raw: forces are compared by stands, and cavalry counts twice only in what it keeps away.
    assert_eq!(met(force(30, 0, Swift), force(0, 20, Swift), Weighing::Raw), (Fate::NEVER, Fate::NEVER));
    assert_eq!(met(force(45, 0, Swift), force(0, 20, Swift), Weighing::Raw), (turn(4, 40), Fate::NEVER));
}
