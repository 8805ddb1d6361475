//! [BF-2.1.2.1] Marker removal.

use kernel::grammar::OnlyTold;
use kernel::view::Text;
use kernel::{Adjudged, Audience, RuleId};
use serde::{Deserialize, Serialize};

use super::Cx;
use crate::setup::Campaign;

/// [BF-2.1.2.1-1] Artillery templates, smoke, improved positions and hull-down markers come off the map. Who ended in an
/// improved position stays on record until C5 is closed. [BF-2.1.2.1-2, BF-R37]
pub(crate) fn remove(cx: &mut Cx<'_>) -> Adjudged {
    cx.record(MarkersRemoved {})
}

/// Templates and markers came off the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkersRemoved {}

impl OnlyTold<Campaign> for MarkersRemoved {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Campaign) -> Text {
        Text::new("Templates, smoke and markers came off the map.").rule(RuleId("BF-2.1.2.1-1"))
    }
}
