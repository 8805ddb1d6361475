//! Which field of a nation's file stands in which column: one list for reading and writing.

use tabular::Head;

/// How a field stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Text,
    /// A whole number.
    Whole,
    /// Words parted by commas.
    Texts,
    /// Whole numbers parted by commas; `NA` stands for -1, which is no value. [UF-C21]
    Wholes,
    /// The inside of a TOML table: `points = 15`.
    Inner,
}

/// A field of a nation's file.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its key in the file.
    pub key: &'static str,
    /// How it stands in a cell.
    pub kind: Kind,
    /// Its column.
    pub head: Head,
}

const fn field(
    key: &'static str,
    kind: Kind,
    title: &'static str,
    aliases: &'static [&'static str],
    needed: bool,
) -> Field {
    Field { key, kind, head: Head { title, aliases, needed } }
}

/// The tables of a nation, by the names of their sheets.
pub const SHEETS: [&str; 5] = ["Nation", "Roster", "Weapons", "Artillery radio", "Remarks"];

/// The columns of the table of single fields.
pub const SINGLE: [Head; 2] = [
    Head { title: "Field", aliases: &["Key", "What"], needed: true },
    Head { title: "Value", aliases: &[], needed: true },
];

/// The columns of the roster.
pub const MEN: [Field; 10] = [
    field("number", Kind::Whole, "#", &["No", "Nr", "Number"], false),
    field("name", Kind::Text, "Name", &["Man", "Soldier"], false),
    field("weapon", Kind::Text, "Weapon", &["Wpn"], false),
    field("points", Kind::Whole, "Pts", &["Points", "Price", "Cost"], false),
    field("rank", Kind::Text, "Rank", &[], true),
    field("kia", Kind::Whole, "KIA", &["KIA value"], true),
    field("morale", Kind::Whole, "Morale", &["Morale value"], true),
    field("panic", Kind::Whole, "Panic", &["Panic value"], true),
    field("role", Kind::Text, "Role", &["Leader"], false),
    field("scan", Kind::Inner, "Printed as", &["Scan"], false),
];

/// The first column of the paper form, which holds number, name, weapon and the kind of leader in one cell.
pub const WHOLE_MAN: Head = Head { title: "# Name / weapon", aliases: &[], needed: false };

/// Columns of the paper form that are filled in during play; a nation's file has nothing of them.
pub const IN_PLAY: [Head; 5] = [
    Head { title: "Repl", aliases: &["Replacements"], needed: false },
    Head { title: "Rout", aliases: &[], needed: false },
    Head { title: "Elan", aliases: &["Élan"], needed: false },
    Head { title: "Surv", aliases: &["Survival"], needed: false },
    Head { title: "Promo", aliases: &["Promotion"], needed: false },
];

/// The columns of the hit table. [UF-RN-10]
pub const WEAPONS: [Field; 13] = [
    field("code", Kind::Text, "Code", &["Weapon"], true),
    field("kind", Kind::Text, "Kind", &[], true),
    field("header", Kind::Text, "Printed head", &["Header"], false),
    field("strength", Kind::Text, "Strength", &[], false),
    field("effect", Kind::Text, "Effect", &[], false),
    field("effect_confidence", Kind::Text, "Effect confidence", &[], false),
    field("to_hit", Kind::Texts, "To hit at ranges 0 to 5", &["To hit"], false),
    field("to_hit_bracket", Kind::Texts, "To hit, bracketed", &["To hit bracket"], false),
    field("fp", Kind::Wholes, "Firepower at ranges 0 to 5", &["FP", "Firepower"], false),
    field("fp_bracket", Kind::Wholes, "Firepower, bracketed", &["FP bracket"], false),
    field("fp_plus", Kind::Wholes, "Ranges with a plus sign", &["FP plus"], false),
    field("second", Kind::Wholes, "Second figure", &["Second"], false),
    field("note", Kind::Text, "Note", &[], false),
];

/// The columns of the radio table. [UF-RN-10]
pub const RADIO: [Field; 4] = [
    field("troops", Kind::Text, "Troops", &["Class"], true),
    field("strengths", Kind::Wholes, "Strengths", &["Strength"], true),
    field("costs", Kind::Wholes, "Costs", &["Cost"], true),
    field("cards", Kind::Whole, "# cards", &["Cards"], true),
];

/// The one column of remarks.
pub const REMARKS: Head = Head { title: "Remark", aliases: &["Remarks"], needed: true };

/// The single fields: table (empty for the file itself), key, kind. Tables stand in the order of the file. National
/// titles are not listed; each rank has one, `ranks.titles.PVT`.
pub const SINGLES: [(&str, &[(&str, Kind)]); 6] = [
    ("", &[("nation", Kind::Text), ("name", Kind::Text)]),
    (
        "caps",
        &[
            ("morale_max", Kind::Whole),
            ("panic_max", Kind::Whole),
            ("panic_below_morale_allowed", Kind::Whole),
            ("kia_max", Kind::Whole),
            ("kia_max_ft", Kind::Whole),
            ("kia_replacement", Kind::Whole),
            ("kia_replacement_ft", Kind::Whole),
            ("morale_min", Kind::Whole),
            ("panic_min", Kind::Whole),
        ],
    ),
    ("ranks", &[("ladder", Kind::Texts), ("source", Kind::Text)]),
    ("hand", &[("capacity", Kind::Whole), ("max_discard", Kind::Whole), ("source", Kind::Text)]),
    (
        "personal",
        &[
            ("morale", Kind::Whole),
            ("panic", Kind::Whole),
            ("rank", Kind::Text),
            ("kia", Kind::Whole),
            ("points", Kind::Whole),
            ("weapons_allowed", Kind::Texts),
            ("default_weapon", Kind::Text),
            ("source", Kind::Text),
        ],
    ),
    (
        "paired_stand_in",
        &[("listed", Kind::Whole), ("man", Kind::Whole), ("instead_of", Kind::Text), ("roles", Kind::Texts)],
    ),
];

/// The name of a single field as the table has it: `caps.kia_max`.
pub fn single_name(table: &str, key: &str) -> String {
    if table.is_empty() { key.to_owned() } else { format!("{table}.{key}") }
}
