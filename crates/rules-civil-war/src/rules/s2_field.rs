//! CWFF-2: the battlefield.

use super::*;
use crate::charts::s7_ground;
use crate::setup::Field;
use crate::setup::options::FieldPick;

/// [CWFF-2-1] [CWFF-R35] The land of a battle.
fn land(setup: &Setup, battle: &Battle) -> crate::words::Terrain {
    s7_ground::field(battle.input.terrain, battle.input.crossing, &setup.options)
}

/// [CWFF-2-1] The fields for the ground of a battle, those with land of its kind.
pub fn fitting<'s>(setup: &'s Setup, battle: &Battle) -> Vec<&'s Field> {
    let terrain = land(setup, battle);
    setup.fields.iter().filter(|field| field.terrains.contains(&terrain)).collect()
}

fn at_field<'s>(cx: &'s Cx<'_>, id: BattleId, why: &mut Reasons) -> Checked<Vec<&'s Field>> {
    let agreed = cx.state().battle(id).is_none_or(|battle| battle.step != Step::Agreement);
    why.unless(agreed, "CWFF-1-1", "consent", || "Both sides agree first to fight on the table.".into())?;
    let battle = at_step(cx.state(), id, &[Step::Field], "CWFF-2-1", why)?;
    let fields = fitting(cx.setup(), battle);
    why.unless(!fields.is_empty(), "CWFF-2-1", "data", || {
        format!("The campaign has no battlefield for {}.", land(cx.setup(), battle))
    })?;
    Ok(fields)
}

/// [CWFF-2-2] [CWFF-R2] The neutral draws one of several at random; the only one needs no draw.
pub fn draw(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    let (names, lots) = cx.check(|why| {
        neutral(cx.state(), cx.seat(), None, "CWFF-2-2", why)?;
        let fields = at_field(cx, battle, why)?;
        let by_lot = cx.setup().options.battlefield_pick == FieldPick::Random;
        why.unless(by_lot || fields.len() == 1, "CWFF-R2", "consent", || {
            "The players agree on a field.".into()
        })?;
        let names: Vec<String> = fields.iter().map(|field| field.name.clone()).collect();
        let lots: Option<Vec<Id>> = names.iter().map(|name| Id::new(name).ok()).collect();
        // Whatever is drawn is in the draw: names that no lot can hold are refused when the set-up is read.
        let lots =
            why.need(lots, "CWFF-2-2", "data", || "A battlefield has a name that no lot can hold.".into())?;
        Ok((names, lots))
    })?;
    let at = if names.len() == 1 {
        0
    } else {
        let ask = Ask::new(RuleId("CWFF-2-2"), "The battlefield")
            .known_as(known(cx.state(), battle, 0))
            .seen_by(Audience::Public);
        cx.lot(ask, &lots)?
    };
    let field = names.into_iter().nth(at).unwrap_or_default();
    cx.record(FieldFound { battle, field })?;
    go(cx, battle, Step::Edge)
}

/// [CWFF-R2] A side agrees to a field; when both agree to one it is that.
pub fn agree(cx: &mut Cx<'_>, battle: BattleId, field: &str) -> Adjudged {
    let side = cx.check(|why| {
        let side = why.side(cx.seat(), "CWFF-R2")?;
        let fields = at_field(cx, battle, why)?;
        why.unless(fields.iter().any(|one| one.name == field), "CWFF-2-1", "data", || {
            format!("{field} is no battlefield for this ground.")
        })?;
        Ok(side)
    })?;
    let field = field.to_owned();
    cx.record(FieldAgreed { battle, side, field: field.clone() })?;
    let agreed = cx
        .state()
        .battle(battle)
        .is_some_and(|battle| battle.halves.both(|half| half.field.as_ref() == Some(&field)));
    if agreed {
        cx.record(FieldFound { battle, field })?;
        go(cx, battle, Step::Edge)?;
    }
    Ok(())
}

happens! {
    /// The field is known.
    public FieldFound { battle: BattleId, field: String }
    does |this, state| state.battle_mut(this.battle).field = Some(this.field.clone()),
    told |this, _| at(this.battle, format!("is fought at {}.", this.field));

    /// A side agreed to a field.
    public FieldAgreed { battle: BattleId, side: Side, field: String }
    does |this, state| state.battle_mut(this.battle).halves[this.side].field = Some(this.field.clone()),
    told |this, _| by(this.side, this.battle, format!("agreed to {}.", this.field));
}
