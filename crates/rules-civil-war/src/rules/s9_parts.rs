//! CWFF-R17: where the campaign has a die decide, the parts of a strength point that a battle leaves over.

use super::*;
use crate::battle::Part;
use crate::battle::outcome::{CHANCE_DIE, open_parts, part};
use crate::setup::options::Fraction;
use crate::words::Account;

const PART: &str = "CWFF-R17";

/// [CWFF-R17] The neutral rolls whether the part of a strength point that is left over in an account is lost whole.
pub fn roll(cx: &mut Cx<'_>, battle: BattleId, side: Side, account: Account) -> Adjudged {
    let faces = cx.check(|why| {
        neutral(cx.state(), cx.seat(), Some(side), PART, why)?;
        let fought = at_step(cx.state(), battle, &[Step::After], PART, why)?;
        let (half, options) = (&fought.halves[side], &cx.setup().options);
        let reported = half.report.is_some();
        let faces = part(fought, side, account, options);
        // What is left over is known with the report; that no die decides at all, before.
        let decides = if reported { faces.is_some() } else { options.fraction == Fraction::Dice };
        why.unless(decides, PART, "not-eligible", || {
            format!("No die decides of a part of a strength point in the account {}.", account.word())
        })?;
        why.unless(half.part(account).is_none(), PART, "dup", || "This was rolled.".into())?;
        why.need(faces.filter(|_| reported), PART, "incomplete", || "Its report is not there.".into())
    })?;
    let ask = Ask::new(RuleId(PART), "Part of a strength point").of(side.number());
    let ask = ask.known_as(known(cx.state(), battle, account.word())).seen_by(side.only());
    let lost = cx.roll(ask, kernel::Die::D(CHANCE_DIE))? <= i32::from(faces);
    cx.record(PartRolled { battle, side, account, lost, faces })?;
    super::k_standing::stands(cx, battle, [side])
}

/// [CWFF-R17] What a die has to decide of first: which strength points are lost rests on it.
pub(super) fn are_rolled(battle: &Battle, side: Side, setup: &Setup, why: &mut Reasons) -> Checked {
    let open = open_parts(battle, side, &setup.options).next();
    why.unless(open.is_none(), PART, "incomplete", || {
        "A die first decides of the part of a strength point that is left over.".into()
    })
}

happens! {
    /// A die said whether the part of a strength point is lost whole, on so many faces.
    secret PartRolled { battle: BattleId, side: Side, account: Account, lost: bool, faces: u16 }
    does |this, state| {
        let part = Part { account: this.account, lost: this.lost };
        state.battle_mut(this.battle).halves[this.side].parts.push(part);
    },
    told |this, _| {
        let came = if this.lost { "lost whole" } else { "not lost" };
        let kind = match this.account {
            Account::Crack => "crack",
            Account::Other => "other",
        };
        by(this.side, this.battle, format!("has a part of a strength point left over ({kind}, lost on {} of {CHANCE_DIE}): {came}.", this.faces))
    };
}
