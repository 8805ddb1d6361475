//! Labels of brigades. [CWFF-4F-5] [CWFF-T3]

use std::fmt;

use crate::setup::Effectiveness;
use crate::words::Class;

/// From how many stands on a brigade is fresh, worn and spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its start strength, as long as it can be fresh at all.
    pub fresh: Option<u16>,
    /// Worn from here down.
    pub worn: u16,
    /// Spent from here down.
    pub spent: u16,
}

impl Label {
    /// The label of a brigade; one that starts worn has no fresh strength. [CWFF-7D-2]
    pub fn of(effectiveness: &Effectiveness, class: Class, stands: u16, starts_worn: bool) -> Self {
        let [start, worn, spent] = effectiveness.label(class, stands);
        if starts_worn {
            return Self { fresh: None, worn: start, spent };
        }
        Self { fresh: Some(start), worn, spent }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fresh {
            Some(fresh) => write!(f, "{fresh}/{}/{}", self.worn, self.spent),
            None => write!(f, "-/{}/{}", self.worn, self.spent),
        }
    }
}
