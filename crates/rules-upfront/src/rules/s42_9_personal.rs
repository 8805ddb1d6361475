//! 42.9 Personal campaign.

use kernel::{Reasons, RuleId};

use super::s42_41_replacement;
use crate::command::PersonalFill;
use crate::state::{How, Place, State};
use crate::words::{ManId, PlaceKind, Side};

const RULE: RuleId = RuleId("UF-42.9-4");
const KILLED: RuleId = RuleId("UF-42.9-5");
const WOUNDED: RuleId = RuleId("UF-42.9-6");

/// How a personal man stands before a selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// He is there.
    Fit,
    /// He has to come back as a replacement. [UF-42.9-5]
    Dead,
    /// In hospital; he may come back green now, or stay away. [UF-42.9-6]
    WoundedChoice,
    /// In hospital; his owner let him stay away, for all three scenarios. [UF-R36]
    WoundedAway,
}

/// How a side's personal man stands; absent when it has none.
pub fn standing(state: &State, side: Side) -> Option<Standing> {
    let (now, _) = state.man(side, ManId::PERSONAL)?;
    Some(match (now.dead, now.is_fit(state.position()), now.sits_out) {
        (true, ..) => Standing::Dead,
        (_, true, _) => Standing::Fit,
        (_, _, false) => Standing::WoundedChoice,
        (_, _, true) => Standing::WoundedAway,
    })
}

/// Whether he comes back as a green replacement when he is fielded now.
pub fn comes_back(state: &State, side: Side) -> bool {
    matches!(standing(state, side), Some(Standing::Dead | Standing::WoundedChoice))
}

/// [UF-42.9-5] What his return scores that nobody is asked about, as points of the ledger: he was killed.
pub fn price_of_return(state: &State, side: Side) -> i32 {
    match standing(state, side) {
        Some(Standing::Dead) => s42_41_replacement::price(state, side, ManId::PERSONAL, How::Extra),
        _ => 0,
    }
}

/// [UF-42.9-4, UF-42.9-5, UF-42.9-6, UF-E09, UF-E23] The extra man's place: present when fit, back when dead; after a wound his owner chooses
/// once, at the next selection.
pub fn place(
    state: &State,
    side: Side,
    asked: Option<PersonalFill>,
    n_listed: usize,
    why: &mut Reasons,
) -> Option<Place> {
    let Some(standing) = standing(state, side) else {
        if asked.is_some_and(|asked| asked != PersonalFill::Absent) {
            why.note(RULE, "E23", || "Your side has no personal man.".into());
        }
        return None;
    };
    let asked = asked.unwrap_or(match standing {
        Standing::Fit => PersonalFill::Present,
        Standing::Dead => PersonalFill::Return,
        Standing::WoundedChoice | Standing::WoundedAway => PersonalFill::Absent,
    });
    match (standing, asked) {
        (Standing::Fit, PersonalFill::Present)
        | (Standing::Dead | Standing::WoundedChoice, PersonalFill::Return) => {}
        (Standing::WoundedChoice | Standing::WoundedAway, PersonalFill::Absent) => return None,
        (Standing::Fit, _) => why.note(RULE, "E23", || "Your personal man is fit: he is there.".into()),
        (Standing::Dead, _) => {
            why.note(KILLED, "E23", || {
                "Your personal man was killed: he comes back as a replacement.".into()
            });
        }
        (Standing::WoundedChoice, _) => {
            why.note(WOUNDED, "E23", || {
                "Your personal man is wounded: he comes back green or stays away.".into()
            });
        }
        (Standing::WoundedAway, _) => {
            why.note(WOUNDED, "E23", || "Your personal man stays away until his wound is healed.".into());
        }
    }
    let id = u8::try_from(n_listed + 1).unwrap_or(u8::MAX);
    Some(Place { id, kind: PlaceKind::Plain, listed: None, man: Some(ManId::PERSONAL), how: How::Extra })
}
