//! 42.1 Campaign and force selection.

use kernel::Audience;
use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Ask, Checked, Id, Reasons, RuleId, Seat};
use serde::{Deserialize, Serialize};

use super::{Cx, by, printed_name, s42_5_transfer, s42_9_personal, s42_41_replacement};
use super::{s42_2_leaders, s43_0_design_your_own as own_force};
use crate::command::{Fill, Rest, Selection};
use crate::filling::{self, Filling};
use crate::muster::Muster;
use crate::phase::Phase;
use crate::setup::{Campaign, List};
use crate::state::{Fielding, How, Place, PointsKind, State};
use crate::words::{ManId, PlaceKind, Side};

const OWNER: RuleId = RuleId("UF-42.1-3");
const LISTED: RuleId = RuleId("UF-42.1-4");
const LIKE_ARMED: RuleId = RuleId("UF-42.1-5");
const ONE_EACH: RuleId = RuleId("UF-42.1-7");

/// What filling a place scores, as points of the ledger: nothing or less. [UF-42.41-3, UF-42.8-5, UF-42.9-5]
pub fn price(state: &State, side: Side, place: &Place) -> i32 {
    match (place.how, place.man) {
        (How::Transferred, _) => state.campaign.tables.points.transfer,
        (How::Extra, _) if !s42_9_personal::comes_back(state, side) => 0,
        (how @ (How::Replaced | How::Revived | How::Green | How::Extra), Some(man)) => {
            s42_41_replacement::price(state, side, man, how)
        }
        _ => 0,
    }
}

/// A selection that passed its checks: every place, and the pools for the draws that are left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The places; those of transfers have no man yet.
    pub fielding: Fielding,
    /// How the list is filled, when the rest was left as offered.
    pub offered: Option<Filling>,
}

/// [UF-42.1-4] Selection: the owner fills the listed places; the whole request is checked, then applied. The draws for
/// transfers come last, and nothing is refused after them. [UF-R44]
pub fn select(cx: &mut Cx<'_>, selection: &Selection) -> Adjudged {
    let (side, plan) = cx.check_all(|why| may_select(cx.state(), cx.seat(), selection, why))?;
    apply(cx, side, plan.fielding)
}

/// Whether the owner of a side has a force to select now.
pub fn is_selecting(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Side> {
    let side = super::own_side(seat, OWNER, why)?;
    super::in_phase(state, Phase::Select, LISTED, why)?;
    let open = state.side(side).force.is_none().then_some(side);
    why.need(open, LISTED, "selected", || "Your force for this scenario is selected.".into())
}

/// Whether he may select this force, and how it is filled.
pub fn may_select(
    state: &State,
    seat: Seat,
    selection: &Selection,
    why: &mut Reasons,
) -> Checked<(Side, Plan)> {
    let side = is_selecting(state, seat, why)?;
    let plan = plan(state, side, selection, why);
    why.in_order();
    Ok((side, plan))
}

/// Checks a whole selection. The plan is of use only when no fault was found.
pub fn plan(state: &State, side: Side, selection: &Selection, why: &mut Reasons) -> Plan {
    addressed(state, side, selection, why);
    let mut places = Vec::new();
    let mut radio = None;
    let mut exchange = selection.exchanges();
    let mut offered = None;
    match state.list(side) {
        Some(List::Printed(force)) => {
            if selection.own.is_some() {
                why.note(RuleId("UF-R45"), "R45", || {
                    "This scenario has a printed force; none is bought.".into()
                });
            }
            let mut muster = Muster::new(state, side, &state.campaign.forces[force], selection.exchanges());
            offered = printed(&mut muster, selection, why, &mut places);
            exchange = muster.exchange;
        }
        Some(List::Own(limit)) => {
            radio = own_force::bought(state, side, limit, selection, why, &mut places);
        }
        None => {}
    }
    let n_listed = places.len();
    places.extend(s42_9_personal::place(state, side, selection.personal, n_listed, why));
    let leads = |man: ManId| places.iter().any(|place| place.kind == PlaceKind::Sl && place.man == Some(man));
    let exchange = exchange.map(|[one, other]| if leads(other) { [other, one] } else { [one, other] });
    Plan { fielding: Fielding { places, exchange, radio }, offered }
}

fn addressed(state: &State, side: Side, selection: &Selection, why: &mut Reasons) {
    let leg = state.leg().map(|leg| leg.id);
    if selection.scenario.is_some() && selection.scenario != leg {
        why.note(RuleId("UF-42.1-1"), "E35", || match leg {
            Some(leg) => format!("The next scenario is {leg}."),
            None => "All scenarios are played.".into(),
        });
    }
    let own = state.campaign.sides[side].id;
    if selection.side.is_some_and(|id| id != own) {
        why.note(OWNER, "owner", || format!("You select for {own} only."));
    }
}

/// Fills the places of a printed list; gives how, if the rest was left as offered.
fn printed(
    muster: &mut Muster<'_>,
    selection: &Selection,
    why: &mut Reasons,
    places: &mut Vec<Place>,
) -> Option<Filling> {
    named_places(muster, selection, why);
    let mut transfers = selection.transfers.iter().map(|transfer| transfer.slot).collect::<Vec<_>>();
    let fill_of = |(kind, listed): &(PlaceKind, ManId)| {
        let slot = selection.named().find(|slot| slot.listed == *listed);
        let fill = slot.and_then(|slot| slot.fill);
        let asked = transfers.iter().position(|slot| slot == kind);
        match asked.filter(|_| *kind != PlaceKind::Plain && fill.is_none_or(|fill| fill == Fill::Transfer)) {
            Some(asked) => {
                transfers.swap_remove(asked);
                Some(Fill::Transfer)
            }
            None => fill,
        }
    };
    let mut fills: Vec<Option<Fill>> = muster.listed.iter().map(fill_of).collect();
    let offered = (selection.rest == Some(Rest::AsOffered)).then(|| filling::best(muster, &fills));
    if let Some(offered) = &offered {
        fills.clone_from(&offered.fills);
    }
    muster.is_asked(&fills);
    for (at, fill) in fills.into_iter().enumerate() {
        let place = muster.put(at, fill, why);
        places.push(place);
    }
    for slot in transfers {
        why.note(RuleId("UF-42.5-1"), "E20", || {
            format!("No transfer fills the place of the {}.", slot.prose())
        });
    }
    s42_2_leaders::exchange(muster, why);
    offered
}

/// Whether the request names each place once and as what it is.
fn named_places(muster: &Muster<'_>, selection: &Selection, why: &mut Reasons) {
    for (at, slot) in selection.named().enumerate() {
        let kind = muster.listed.iter().find(|(_, listed)| *listed == slot.listed).map(|(kind, _)| *kind);
        match (kind, slot.slot) {
            (None, _) => {
                why.note(LISTED, "E31", || format!("{} is not on the list.", muster.name(slot.listed)));
            }
            (Some(kind), Some(said @ (PlaceKind::Sl | PlaceKind::Asl))) if said != kind => {
                why.note(ONE_EACH, "E19", || {
                    let (name, kind) = (muster.name(slot.listed), kind.prose());
                    format!("{name} is listed as {kind}; a force has one {} at most.", said.prose())
                });
            }
            (Some(kind), Some(said)) if said != kind => {
                why.note(LISTED, "E31", || {
                    format!("The place of {} is that of the {}.", muster.name(slot.listed), kind.prose())
                });
            }
            _ => {}
        }
        if selection.named().take(at).any(|other| other.listed == slot.listed) {
            why.note(LIKE_ARMED, "E03", || {
                format!("The place of {} is named twice.", muster.name(slot.listed))
            });
        }
    }
}

/// Draws what is to be drawn, then records the force and what it costs.
fn apply(cx: &mut Cx<'_>, side: Side, mut fielding: Fielding) -> Adjudged {
    let wanted = |kind: PlaceKind, fielding: &Fielding| {
        fielding.places.iter().position(|place| place.kind == kind && place.how == How::Transferred)
    };
    let mut drawn = Vec::new();
    for kind in [PlaceKind::Sl, PlaceKind::Asl] {
        let Some(at) = wanted(kind, &fielding) else { continue };
        let pool = s42_5_transfer::pool_for(cx.state(), side, kind, &fielding);
        if pool.is_empty() {
            fielding.places[at].how = How::Vacant;
            continue;
        }
        let nth = draw(cx, side, kind, &pool)?;
        fielding.places[at].man = Some(pool[usize::from(nth - 1)]);
        drawn.push((kind, pool, nth));
    }
    for (slot, pool, nth) in drawn {
        let man = pool[usize::from(nth - 1)];
        cx.record(s42_5_transfer::Transferred { side, slot, man, pool, nth })?;
        let amount = cx.setup().tables.points.transfer;
        super::s42_8_victory_points::score(cx, side, PointsKind::Transferred, amount, Some(man))?;
    }
    for place in &fielding.places {
        let (Some(man), how @ (How::Replaced | How::Revived | How::Green | How::Extra)) =
            (place.man, place.how)
        else {
            continue;
        };
        let back = how == How::Extra && s42_9_personal::comes_back(cx.state(), side);
        if how != How::Extra || back {
            let amount = price(cx.state(), side, place);
            cx.record(s42_41_replacement::Replaced { side, man, how })?;
            super::s42_8_victory_points::score(cx, side, PointsKind::Replaced, amount, Some(man))?;
        }
    }
    cx.record(Selected { side, fielding })
}

/// [UF-R49] One draw from the pool in ascending order; a pool of one needs no die. It is by lot, since the pool hangs on how
/// the side fills its other places.
fn draw(cx: &mut Cx<'_>, side: Side, kind: PlaceKind, pool: &[ManId]) -> Adjudged<u8> {
    if pool.len() == 1 {
        return Ok(1);
    }
    let lots: Vec<Id> = pool.iter().map(|man| Id::new(&man.to_string()).unwrap_or_default()).collect();
    let subject = Id::new(kind.word()).unwrap_or_default();
    let ask = Ask::new(RuleId("UF-R49"), "The transfer").about(subject).seen_by(kernel::Audience::Public);
    let drawn = cx.lot(ask.of(side.number()), &lots)?;
    Ok(u8::try_from(drawn + 1).unwrap_or(1))
}

/// A force was selected. [UF-42.1-4]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selected {
    /// Whose.
    pub side: Side,
    /// The force.
    pub fielding: Fielding,
}

impl SectionEvent<State, Campaign> for Selected {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let (side, personal) = (self.side, ManId::PERSONAL);
        let present = self.fielding.place_of(personal).is_some();
        let fit = state.is_fit(side, personal);
        if let Some(personal) = state.man_mut(side, personal) {
            personal.sits_out = !present && !fit && !personal.dead;
        }
        state.side_mut(side).force = Some(self.fielding.clone());
    }
    fn narrate(&self, setup: &Campaign) -> Text {
        let mut words = Vec::new();
        for place in &self.fielding.places {
            let listed = place.listed.map(|man| printed_name(setup, self.side, man)).unwrap_or_default();
            match (place.man, place.how) {
                (Some(_), How::Listed | How::Bought) => {}
                // A force that is bought has no list.
                (Some(man), How::Exchanged) if listed.is_empty() => {
                    words.push(format!(
                        "{} leads after exchanging weapons",
                        printed_name(setup, self.side, man)
                    ));
                }
                (man, How::Transferred | How::Vacant) if listed.is_empty() => {
                    let man = man.map_or_else(|| "nobody".into(), |man| printed_name(setup, self.side, man));
                    words.push(format!("{man} by transfer as {}", place.kind.prose()));
                }
                (Some(man), how) => {
                    let man = printed_name(setup, self.side, man);
                    words.push(match how {
                        How::Extra => format!("{man} is the extra man"),
                        How::Replaced => format!("{man} is a replacement"),
                        How::Green => format!("{man} came back green"),
                        How::Swap => format!("{man} for {listed} with the other weapon"),
                        How::Exchanged => format!("{man} leads for {listed} after exchanging weapons"),
                        How::Transferred if man == listed => format!("{man} is back"),
                        _ => format!("{man} for {listed}"),
                    });
                }
                (None, _) => words.push(format!("nobody for {listed}")),
            }
        }
        let n_men = self.fielding.men().count();
        let text = by(self.side).say(format!(" selected its force of {n_men}"));
        let text = if words.is_empty() { text } else { text.say(format!(": {}", words.join("; "))) };
        text.say(".").rule(LISTED)
    }
}
