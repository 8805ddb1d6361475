//! One filling of a printed force, the same for the force page, the forecast and `rest = "as_offered"`: it costs the
//! fewest points, then leaves the fewest places empty, then takes the fewest men out of places of their own; what is
//! still equal goes by the order of the list.

use std::collections::BTreeMap;

use kernel::Reasons;

use crate::command::Fill;
use crate::muster::{Leader, Muster};
use crate::rules::s42_41_replacement;
use crate::setup::tables::Family;
use crate::state::{How, State};
use crate::words::{ManId, ManSet, PlaceKind, Rank, Role, Side};

/// How every place of a list is filled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filling {
    /// One fill per place; none where nothing lawful is known.
    pub fills: Vec<Option<Fill>>,
    /// What it costs, as a positive number of points.
    pub points: i32,
    /// Places left empty.
    pub n_empty: usize,
    /// Listed men taken out of places of their own.
    pub n_moved: usize,
}

impl Filling {
    /// What is compared, less being better.
    fn weight(&self) -> (i32, usize, usize) {
        (self.points, self.n_empty, self.n_moved)
    }
}

/// What a fill of the place of `listed` scores, as points of the ledger: nothing or less.
pub fn price(state: &State, side: Side, listed: ManId, fill: Fill) -> i32 {
    match fill {
        Fill::Replace => s42_41_replacement::price(state, side, listed, How::Replaced),
        Fill::Green => s42_41_replacement::price(state, side, listed, How::Green),
        Fill::Revive(man) => s42_41_replacement::price(state, side, man, How::Revived),
        Fill::Transfer => state.campaign.tables.points.transfer,
        Fill::Use(_) | Fill::Exchange(_) | Fill::Vacant => 0,
    }
}

/// The best filling of a force whose places are still open. A place whose fill is asked for has just that one, lawful or
/// not.
pub fn best(muster: &Muster<'_>, asked: &[Option<Fill>]) -> Filling {
    let mut search = Search { asked, best: None, seen: BTreeMap::new() };
    search.walk(muster, 0, &mut Filling::default());
    search.best.unwrap_or_default()
}

/// What two musters have in common from which the rest of the list is filled alike.
type Stand = (usize, ManSet, [Option<ManId>; 2], [bool; 3]);

struct Search<'a> {
    asked: &'a [Option<Fill>],
    best: Option<Filling>,
    seen: BTreeMap<Stand, (i32, usize, usize)>,
}

impl Search<'_> {
    fn walk(&mut self, muster: &Muster<'_>, at: usize, so_far: &mut Filling) {
        if self.best.as_ref().is_some_and(|best| best.weight() <= so_far.weight()) {
            return;
        }
        if at == muster.listed.len() {
            self.best = Some(so_far.clone());
            return;
        }
        let stand = stand(muster, at);
        if self.seen.get(&stand).is_some_and(|known| *known <= so_far.weight()) {
            return;
        }
        self.seen.insert(stand, so_far.weight());
        for fill in self.fills(muster, at) {
            let before = so_far.weight();
            let mut next = muster.clone();
            let place = next.put(at, fill, &mut Reasons::whether());
            let (_, listed) = muster.listed[at];
            so_far.points -= fill.map_or(0, |fill| price(muster.state, muster.side, listed, fill));
            so_far.n_empty += usize::from(place.man.is_none() && place.how == How::Vacant);
            so_far.n_moved +=
                usize::from(place.man.is_some_and(|man| man != listed && muster.is_listed(man)));
            so_far.fills.push(fill);
            self.walk(&next, at + 1, so_far);
            so_far.fills.pop();
            (so_far.points, so_far.n_empty, so_far.n_moved) = before;
        }
    }

    /// The fills of a place that are worth a try: of men who are alike for the rest of the list the first.
    fn fills(&self, muster: &Muster<'_>, at: usize) -> Vec<Option<Fill>> {
        if let Some(asked) = self.asked.get(at).copied().flatten() {
            return vec![Some(asked)];
        }
        let mut options = Vec::new();
        muster.options(at, &mut options);
        let mut kinds: Vec<Kind> = Vec::new();
        options.retain(|fill| {
            let kind = kind(muster, at, *fill);
            let new = !kinds.contains(&kind);
            kinds.push(kind);
            new
        });
        if options.is_empty() { vec![None] } else { options.into_iter().map(Some).collect() }
    }
}

fn stand(muster: &Muster<'_>, at: usize) -> Stand {
    let leaders = [muster.sl.man(), muster.asl.man()];
    let transfers = [muster.sl == Leader::Transfer, muster.asl == Leader::Transfer, muster.paired];
    (at, muster.chosen.iter().copied().collect(), leaders, transfers)
}

/// What makes a difference between two fills of one place.
#[derive(PartialEq, Eq)]
enum Kind {
    /// A man.
    Man {
        /// His own place on the list.
        of_list: Option<usize>,
        /// Whether he is the man of ruling R51.
        paired: bool,
        /// His weapon, and what kind of leader's card his is.
        card: Option<(Family, Option<Role>)>,
        /// His rank, where it matters.
        rank: Option<Rank>,
    },
    /// A leader who exchanges weapons, whoever with.
    Exchange(ManId),
    /// Another man revived, whoever.
    Revived,
    /// Any other, each of its own kind.
    Other(Fill),
}

fn kind(muster: &Muster<'_>, at: usize, fill: Fill) -> Kind {
    match fill {
        Fill::Use(man) => {
            let leads = muster.listed[at].0 != PlaceKind::Plain;
            let paired = muster.deck().nation.paired.is_some_and(|pair| pair.man == man);
            let of_list = muster.listed.iter().position(|(_, listed)| *listed == man);
            let found = muster.man(man);
            let rank = found.filter(|_| leads).map(|(now, card)| now.rank(card));
            let card = found.map(|(_, card)| (card.family, card.role));
            Kind::Man { of_list, paired, card, rank }
        }
        Fill::Exchange([man, _]) => Kind::Exchange(man),
        Fill::Revive(_) => Kind::Revived,
        other => Kind::Other(other),
    }
}

/// The state as it will be before a leg that is still ahead, with the rosters as they stand now.
pub fn ahead(state: &State, leg: usize) -> State {
    let mut ahead = state.clone();
    ahead.facts.leg = u8::try_from(leg).unwrap_or(u8::MAX);
    for side in Side::BOTH {
        ahead.side_mut(side).force = None;
    }
    ahead
}
