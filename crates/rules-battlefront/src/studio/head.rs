//! The head of a campaign, its options, the drawing of the front, and the sides.

use tabular::{CellKind, Naming, SetupColumn, SetupTable};

use super::column::{Columned, Named, choice, column, head, id, whole};
use super::known::Known;
use crate::setup::{Options, SettingValue};
use crate::view::prose::{option_title, value_words};

const SECTION: &str = "Campaign";

pub(super) fn tables(known: &Known) -> Vec<SetupTable> {
    let mut tables = vec![campaign(known), options(), perimeter(), sides()];
    for (n, (_, name)) in known.sides.iter().enumerate() {
        let help =
            "Where supply and reinforcements come in, in inches from the lower left corner of the map.";
        let title = format!("{name} entry points");
        tables.push(head(format!("sides[{n}].entry_points"), SECTION, title, "BF-2.S-1", help).rows(vec![
            id("Point").aka(&["Id", "Entry point", "Name"]),
            column("x", "East", CellKind::Decimal).needed().aka(&["X", "Inches east"]),
            column("y", "North", CellKind::Decimal).needed().aka(&["Y", "Inches north"]),
        ]));
    }
    tables
}

fn campaign(known: &Known) -> SetupTable {
    let help = "What the campaign is called, and who attacks in its first battle.";
    head("campaign", SECTION, "Campaign", "BF-2.S-1", help).one(vec![
        id("Id").help("Small letters and hyphens; at most 24 signs."),
        column("system", "System", choice(&[(crate::NAME, "Battlefront campaign")])),
        column("title", "Title", CellKind::Text).needed().aka(&["Name"]),
        column("first_attacker", "First attacker", known.side())
            .needed()
            .help("Who attacks in the first battle, where nobody chooses."),
        column("classes", "Classes of your own", CellKind::List)
            .help("Single capital letters beside A, I, T, G, O and F."),
        column("nations", "Nations of your own", CellKind::List)
            .help("Nations of sides that no chart has to speak of: italian. A side's nation that neither a chart nor this list has is told."),
    ])
}

fn options() -> SetupTable {
    let column = |(key, rule): &(&str, &str)| -> SetupColumn {
        let default = Options::default().get(key).unwrap_or(SettingValue::Flag(false));
        let others = Options::default().alternatives(key);
        let kind = match (default, Options::bounds(key)) {
            (SettingValue::Flag(_), _) => CellKind::Flag,
            (_, Some((least, most))) => whole(least.into(), most.into()),
            (SettingValue::Word(_), None) if !others.is_empty() => {
                let values = std::iter::once(default).chain(others);
                CellKind::Choice(values.map(|value| (value.to_string(), value_words(key, value))).collect())
            }
            _ => CellKind::Decimal,
        };
        column(*key, option_title(key), kind)
            .help(format!("Where it is empty: {}. {rule}", value_words(key, default)))
    };
    let help = "The rulings that a campaign chooses for itself. What is empty is as the rules have it.";
    let columns = Options::KEYS.iter().map(column).collect();
    head("campaign.options", SECTION, "Options", "BF-R45", help).one(columns)
}

fn perimeter() -> SetupTable {
    let help = "How the front is drawn after a battle, in inches. What is empty is as the rules have it.";
    let distance = |key, title, words: &str| column(key, title, CellKind::Decimal).help(words);
    head("campaign.perimeter", SECTION, "Drawing of the front", "BF-2.1.2.4.P-1", help).one(vec![
        distance("spacing", "Spacing", "Own units this near protect each other; 5 where it is empty."),
        distance(
            "link_half_width",
            "Width of a link",
            "An enemy this near breaks a link; 2.5 where it is empty.",
        ),
        distance("line_gap", "Gap of a line", "A longer gap breaks the line; 20 where it is empty."),
        distance(
            "line_overhang",
            "Overhang",
            "How far a line reaches past its last unit; 5 where it is empty.",
        ),
        distance(
            "lateral_window",
            "Lateral window",
            "How far to the side overlap counts; 20 where it is empty.",
        ),
    ])
}

fn sides() -> SetupTable {
    let points = || whole(0, 10_000);
    let help = "The two sides, in the order of their seats.";
    head("sides", SECTION, "Sides", "BF-2.S-3", help).rows(vec![
        id("Side").aka(&["Id"]).help("Charts and rosters are named by it: russian."),
        column("name", "Name", CellKind::Text).needed().help("What players call it: Soviet."),
        column("nation", "Nation", CellKind::Id)
            .needed()
            .help("What the charts ask for: who repairs, whose aircraft, who is Russian. german, russian, american, british; another counts as none of them unless the charts name it."),
        column("home_edge", "Home edge", Known::edge()).needed().aka(&["Edge"]),
        column("hue", "Colour", Known::hue()).aka(&["Color"]).help(
            "The colour of its counters and lines. Where it is empty, german is grey-blue and russian red.",
        ),
        column("start_cpp", "Purchase points at the start", points()).aka(&["CPP", "Start CPP"]),
        column("start_fpp", "Fortification points at the start", points()).aka(&["FPP", "Start FPP"]),
        column("armor_withdrawal", "Armour withdrawal", CellKind::Flag)
            .help("Tank formations that lost a tank roll to stay. BF-2.1.1.2.W-2"),
        column("max_kinds_scenario", "Most kinds in a battle", whole(1, 1000))
            .help("The most kinds of groups in one battle; no limit where it is empty. BF-R48"),
        column("max_total_scenario", "Most groups in a battle", whole(1, 1000))
            .help("The most groups of all kinds in one battle; no limit where it is empty. BF-R48"),
    ])
    .named(
        Naming::Key,
        ["rg", "fpp", "rosters", "map.start_mlr", "days.*.drm", "days.*.drm.*", "days.*.fpp"],
    )
    .named(
        Naming::Value,
        [
            "campaign.first_attacker",
            "scheduled.*.side",
            "victory.read_for",
            "victory.secret.*.side",
            "victory.score.*.side",
            "victory.result.*.winner",
        ],
    )
}
