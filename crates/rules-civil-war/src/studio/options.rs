//! The options of a campaign, each with what it decides.

use tabular::{CellKind, SetupTable};

use super::{CAMPAIGN, column, one, whole};
use crate::setup::options::CHOICES;

/// An option that is one of several words: its name in the file, its title, its rule, and what each of its words means, the
/// one that is meant where the file says nothing first.
type Said = (&'static str, &'static str, &'static str, &'static [&'static str]);

const SAID: [Said; 20] = [
    (
        "terrain_combine",
        "Ground of several kinds",
        "CWFF-R1",
        &["All of it counts", "The worst of it counts"],
    ),
    ("battlefield_pick", "One of several battlefields", "CWFF-R2", &["By lot", "The players agree"]),
    (
        "under_strength_leader",
        "Leaders without enough strength points",
        "CWFF-R5",
        &["They step down", "The order is refused"],
    ),
    ("flank_match", "The same flank", "CWFF-R9", &["At one edge of the table", "Of one name"]),
    (
        "encounter_matrix",
        "Unequal marches that may meet",
        "CWFF-R13",
        &["Swift with deliberate, deliberate with plodding", "Swift with deliberate, swift with plodding"],
    ),
    (
        "encounter_measure",
        "Cavalry of forces that meet",
        "CWFF-R16",
        &["Counts twice", "Counts twice only in what it holds back"],
    ),
    (
        "fraction",
        "Parts of a strength point",
        "CWFF-R17",
        &["Carried", "Rounded to the nearest", "A die decides"],
    ),
    ("demoral_round", "Losses, for demoralization", "CWFF-R18", &["Rounded down", "Rounded to the nearest"]),
    (
        "promotion_refight",
        "Counter of a leader who fights again",
        "CWFF-R21",
        &["Stays on its turn", "Moves to this turn"],
    ),
    (
        "vp_tie",
        "Equal victory points",
        "CWFF-R22",
        &["Who holds the field alone, else the defender", "The defender"],
    ),
    (
        "demoral_condition",
        "Chance of demoralization",
        "CWFF-R24",
        &["Of the loss that was taken", "Of any loss of 0 or 1"],
    ),
    (
        "breastworks_round",
        "Inches of breastworks",
        "CWFF-R28",
        &["Exact to a quarter", "Down to whole inches", "To the nearest whole inch"],
    ),
    ("notice_detail", "A notice tells", "CWFF-R30", &["Whose it is, and the edge", "The edge alone"]),
    (
        "demoralized_attacker",
        "A demoralized attacker",
        "CWFF-R32",
        &["No effect", "As a demoralized defender"],
    ),
    ("gap_field", "The battlefield of a gap", "CWFF-R35", &["When a gap or road was crossed", "Never"]),
    (
        "night_line",
        "What may not come nearer at night",
        "CWFF-R37",
        &["The army's nearest unit", "Each unit"],
    ),
    ("visibility", "What is visible at the start", "CWFF-R11", &["The neutral says", "Lines of sight say"]),
    ("battles", "Battles are fought", "", &["In this campaign", "Each in a campaign of its own below"]),
    ("neutral", "The neutral", "", &["A person at the umpire's seat", "The engine"]),
    (
        "army_leader_absent",
        "An army without an army leader",
        "CWFF-R40",
        &["Nothing changes", "Corps leaders count as outside"],
    ),
];

pub(super) fn table() -> SetupTable {
    let mut columns = vec![
        column("stands_per_sp", "Stands to a strength point", whole(2, 60))
            .help("20 where it is empty. CWFF-4A-1"),
        column("batteries_per_sp", "Batteries to a strength point", whole(0, 10))
            .help("2 where it is empty. CWFF-4A-1"),
        column("promotion_die", "Faces of the die for promotions", whole(2, 20))
            .help("6 where it is empty. CWFF-R20"),
        column("strict_structure", "Advice on structure binds", CellKind::Flag)
            .help("No where it is empty. CWFF-R6"),
        column("count_batteries", "Lost batteries count as stands", CellKind::Flag)
            .help("No where it is empty. CWFF-R19"),
    ];
    for (key, words) in CHOICES {
        let said = SAID.iter().find(|(known, ..)| known == key);
        let (_, title, rule, labels) = said.copied().unwrap_or((key, key, "", &[]));
        let label = |(n, word): (usize, &&str)| {
            ((*word).to_owned(), labels.get(n).map_or(*word, |label| *label).to_owned())
        };
        let words: Vec<_> = words.iter().enumerate().map(label).collect();
        let usual = words.first().map_or("", |(_, label)| label);
        let help = format!("“{usual}” where it is empty. {rule}");
        columns.push(column(key, title, CellKind::Choice(words)).help(help.trim()));
    }
    one("campaign.options", "Options", CAMPAIGN, columns)
        .help("What the table decides of the rulings. What is empty is as the rules of this project read it.")
}
