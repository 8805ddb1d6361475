//! The notes of the roster sheets, numbered 1 to 9 again, with their slips of the pen mended. [UF-C13, UF-C14]

use crate::setup::Nation;

/// [UF-RN-1, UF-RN-2, UF-RN-3, UF-RN-4, UF-RN-5, UF-RN-6, UF-RN-7, UF-RN-8, UF-RN-9] The nine notes of a nation's sheet, in our words, with what overrules them.
pub fn notes(nation: &Nation) -> [String; 9] {
    let slack = nation.caps.panic_below_morale;
    let (above, below) = match slack {
        0 => ("Panic".to_owned(), "Morale".to_owned()),
        n => (format!("Panic + {n}"), format!("Morale − {n}")),
    };
    [
        "Rank: rises when Survival and Promotion make 10.".into(),
        format!(
            "KIA: never above {}; a wounded man misses three scenarios; a check mark erases all other columns.",
            nation.caps.kia_max
        ),
        "Repl: counts replacements; a slash costs 1 point, a transfer of a T card 7.".into(),
        format!(
            "Morale: never above {} or {above}; an improvement puts a slash in Promo.",
            nation.caps.morale_max
        ),
        format!(
            "Panic: never above {} nor below {below}; 0 with Morale 0 is a KIA; an improvement puts a slash in Promo.",
            nation.caps.panic_max
        ),
        "Rout: Morale or Panic falls by one; a slash in Surv.".into(),
        "Elan: five points for one step of Morale or Panic.".into(),
        "Surv: a slash for every scenario survived, routed men too; five restore a replacement's KIA value."
            .into(),
        "Promo: a slash for every improvement.".into(),
    ]
}
