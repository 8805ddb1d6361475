//! CWFF-3: the sides of the field.

use super::*;
use crate::words::Edge;

/// [CWFF-3-1] The defender chooses the side that he defends.
pub fn choose(cx: &mut Cx<'_>, battle: BattleId, edge: Edge) -> Adjudged {
    cx.check(|why| {
        let side = why.side(cx.seat(), "CWFF-3-1")?;
        let words = "The defender chooses his side of the field.";
        is_defender(cx.state(), battle, side, "CWFF-3-1", words, why)?;
        let fought = at_step(cx.state(), battle, &[Step::Edge], "CWFF-3-1", why)?;
        let field = fought.field.as_ref().and_then(|name| cx.setup().field(name));
        why.unless(field.is_some_and(|field| field.edges.contains(&edge)), "CWFF-3-1", "data", || {
            format!("Nobody stands at the {edge} edge of this field.")
        })
    })?;
    cx.record(EdgeChosen { battle, edge })?;
    go(cx, battle, Step::Orders)
}

happens! {
    /// The defender chose his side.
    public EdgeChosen { battle: BattleId, edge: Edge }
    does |this, state| state.battle_mut(this.battle).edge = Some(this.edge),
    told |this, _| at(this.battle, format!("the defender stands at the {} edge.", this.edge));
}
