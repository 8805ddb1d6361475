//! The set-up as tables that umpires fill in. The reader in [`crate::setup`] stays the judge of the file.

use kernel::view::Block;
use tabular::{CellKind, SetupColumn, SetupTable, TableShape};

use crate::setup::Setup;

/// A set-up to begin with: the sides are there, the posts are the umpire's.
pub const BLANK: &str = "title = \"A new ford\"\nrounds = 2\npickets = 2\n\n[[side]]\nid = \"blue\"\nname = \"Blue\"\n\n\
                         [[side]]\nid = \"grey\"\nname = \"Grey\"\n";

/// The tables; they are the same in every file.
pub fn tables() -> Vec<SetupTable> {
    let column = |key: &str, title: &str, aliases, kind, needed, help: &str| SetupColumn {
        key: key.into(),
        title: title.into(),
        aliases,
        kind,
        needed,
        help: help.into(),
    };
    let id = || column("id", "Id", &["key"], CellKind::Id, true, "Small letters, digits and hyphens.");
    let name = || column("name", "Name", &["called"], CellKind::Text, true, "");
    let table = |path: &str, section, title: &str, columns, help| SetupTable {
        path: path.into(),
        section,
        title: title.into(),
        shape: TableShape::Rows,
        columns,
        rule: "",
        help,
        mentions: Vec::new(),
    };
    vec![
        table("side", "Sides", "Sides", vec![id(), name()], "Two sides."),
        table(
            "post",
            "Ground",
            "Posts",
            vec![
                id(),
                name(),
                column(
                    "worth",
                    "Worth",
                    &["points", "pts"],
                    CellKind::Whole { least: 0, most: 9 },
                    true,
                    "Points at dawn for the side that holds it alone.",
                ),
                column("wooded", "Wooded", &["trees"], CellKind::Flag, false, "Scouts see less there."),
                column("hex", "Hex", &[], CellKind::Text, false, "Where it lies on the board, such as 0303."),
            ],
            "The places worth holding, at most eight.",
        ),
    ]
}

/// What a set-up foretells: the points that are to be had.
pub fn forecast(setup: &Setup) -> Vec<Block> {
    let worth: u32 = setup.posts.iter().map(|post| u32::from(post.worth)).sum();
    let all = worth * u32::from(setup.rounds);
    vec![Block::Facts(vec![
        ("Points each dawn, at most".into(), worth.to_string().into()),
        ("Points in all nights, at most".into(), all.to_string().into()),
    ])]
}
