//! [BF-2.1.2.4] Rally.

use kernel::grammar::OnlyTold;
use kernel::view::Text;
use kernel::{Adjudged, Audience, RuleId};
use serde::{Deserialize, Serialize};

use super::Cx;
use crate::setup::Campaign;

/// [BF-2.1.2.4-1] All suppressed and disordered units of both sides return to good order.
pub(crate) fn rally(cx: &mut Cx<'_>) -> Adjudged {
    cx.record(Rallied {})
}

/// Suppressed and disordered units returned to good order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rallied {}

impl OnlyTold<Campaign> for Rallied {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Campaign) -> Text {
        Text::new("Suppressed and disordered units of both sides returned to good order.")
            .rule(RuleId("BF-2.1.2.4-1"))
    }
}
