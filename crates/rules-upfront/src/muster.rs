//! The filling of a force, place by place in the order of UF-R44: squad leader, assistant, commissar, then the men in
//! the order of the list. One body of checks serves the judge, the offers and the page that explains each place.

use arrayvec::ArrayVec;
use kernel::Reasons;
use kernel::system::Pick;

use crate::command::Fill;
use crate::rules::s42_1_places::by_weapon;
use crate::setup::rulings::{FreeMen, HospitalGap, LeaderCards, PairedStandIn};
use crate::setup::tables::Family;
use crate::setup::{Campaign, Card, Deck, Force, Rulings};
use crate::state::{How, Man, Place, State};
use crate::words::{ManId, ManSet, PlaceKind, Role, Side};

/// Who stands in a leader's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leader {
    /// The list has no such place.
    NoPlace,
    /// Nobody.
    Vacant,
    /// This man.
    Man(ManId),
    /// The card that will be drawn.
    Transfer,
}

impl Leader {
    /// The man, when he is known.
    pub fn man(self) -> Option<ManId> {
        match self {
            Self::Man(man) => Some(man),
            _ => None,
        }
    }

    /// Whether somebody will stand there.
    pub fn is_filled(self) -> bool {
        matches!(self, Self::Man(_) | Self::Transfer)
    }
}

/// A force on its way to being filled.
#[derive(Clone, Debug)]
pub struct Muster<'s> {
    /// The state.
    pub state: &'s State,
    /// Whose force.
    pub side: Side,
    /// Listed men by place: leaders first.
    pub listed: ArrayVec<(PlaceKind, ManId), 64>,
    /// Men chosen so far.
    pub chosen: ArrayVec<ManId, 64>,
    /// The squad leader.
    pub sl: Leader,
    /// The assistant.
    pub asl: Leader,
    /// The exchange asked for. [UF-42.2-10]
    pub exchange: Option<[ManId; 2]>,
    /// Whether the man of ruling R51 has taken his place.
    pub paired: bool,
    fit: ManSet,
    dead: ManSet,
    on_list: ManSet,
    placed: ManSet,
    /// Who was asked for by name, whether he was given a place or refused.
    named: ManSet,
    /// How many places of the list are behind this muster.
    at: usize,
    /// Who is asked for anywhere in the whole request, where it is known.
    spoken_for: Option<ManSet>,
}

impl<'s> Muster<'s> {
    /// Before the first place of a printed list.
    pub fn new(state: &'s State, side: Side, force: &Force, exchange: Option<[ManId; 2]>) -> Self {
        let leaders =
            [(PlaceKind::Sl, force.sl), (PlaceKind::Asl, force.asl), (PlaceKind::Comm, force.commissar)];
        let leaders = leaders.into_iter().filter_map(|(kind, man)| man.map(|man| (kind, man)));
        let plain = force.men.iter().map(|man| (PlaceKind::Plain, *man));
        Self::with(state, side, leaders.chain(plain).collect(), exchange)
    }

    /// Before the first place of these.
    pub fn with(
        state: &'s State,
        side: Side,
        listed: ArrayVec<(PlaceKind, ManId), 64>,
        exchange: Option<[ManId; 2]>,
    ) -> Self {
        let no_place = Leader::NoPlace;
        let men = || state.side(side).man.iter();
        let (position, struck) = (state.position(), state.deck(side).struck.iter().copied().collect());
        Self {
            fit: men()
                .filter(|man| man.is_fit(position))
                .map(|man| man.id)
                .collect::<ManSet>()
                .without(struck),
            dead: men().filter(|man| man.dead).map(|man| man.id).collect(),
            on_list: listed.iter().map(|(_, man)| *man).collect(),
            placed: ManSet::default(),
            named: ManSet::default(),
            at: 0,
            spoken_for: None,
            state,
            side,
            listed,
            chosen: ArrayVec::new(),
            sl: no_place,
            asl: no_place,
            exchange,
            paired: false,
        }
    }

    /// The set-up.
    pub fn campaign(&self) -> &'s Campaign {
        &self.state.campaign
    }

    /// The side's cards.
    pub fn deck(&self) -> &'s Deck {
        self.state.deck(self.side)
    }

    /// The rulings.
    pub fn rulings(&self) -> &'s Rulings {
        &self.state.facts.rulings
    }

    /// A man with his card.
    pub fn man(&self, man: ManId) -> Option<(&'s Man, &'s Card)> {
        self.state.man(self.side, man)
    }

    /// His number and name: "#5 Shultz".
    pub fn name(&self, man: ManId) -> String {
        match self.man(man) {
            Some((_, card)) => format!("#{man} {}", card.name),
            None => format!("#{man}"),
        }
    }

    /// The name of a family.
    pub fn family_name(&self, family: Family) -> &'s str {
        self.campaign().tables.families.name(family)
    }

    /// Whether he is fit.
    pub fn is_fit(&self, man: ManId) -> bool {
        self.fit.has(man)
    }

    /// Whether he is dead.
    pub fn is_dead(&self, man: ManId) -> bool {
        self.dead.has(man)
    }

    /// Whether he stands on the list.
    pub fn is_listed(&self, man: ManId) -> bool {
        self.on_list.has(man)
    }

    /// Whether he has a place already.
    pub fn is_chosen(&self, man: ManId) -> bool {
        self.placed.has(man)
    }

    /// Whether an earlier place asked for him, in vain or not.
    pub fn was_named(&self, man: ManId) -> bool {
        self.named.has(man)
    }

    /// A leader card's role.
    pub fn role(&self, man: ManId) -> Option<Role> {
        self.man(man).and_then(|(_, card)| card.role)
    }

    /// Tells the whole request before its first place is filled: who is asked for further down the list is not free, where
    /// the filling is judged as a whole.
    pub fn is_asked(&mut self, fills: &[Option<Fill>]) {
        let used = fills.iter().filter_map(|fill| match fill {
            Some(Fill::Use(man)) => Some(*man),
            _ => None,
        });
        self.spoken_for = Some(used.collect());
    }

    /// Whether a fit man of a family is free: not listed, not chosen, no leader card, not the personal man. Judged as a
    /// whole, who serves further down the list is not free for the place that is being filled. [UF-42.1-5]
    pub fn free(&self, family: Family) -> Option<ManId> {
        let free = self.like_armed(family).and(self.fit);
        match (self.rulings().free_men, self.spoken_for) {
            (FreeMen::ByListOrder, _) => free.first(),
            (FreeMen::AsAWhole, Some(spoken_for)) => free.without(spoken_for).first(),
            (FreeMen::AsAWhole, None) => {
                free.first().filter(|_| free.numbered().count() > self.wanted_below(family))
            }
        }
    }

    /// How many places below the one that is being filled want a man of a family and have none of their own, and will take
    /// a free one. None, where the man of ruling R51 might take one of them; as many fewer as leader cards might. [UF-R16]
    fn wanted_below(&self, family: Family) -> usize {
        if self.rulings().paired_stand_in == PairedStandIn::Paired {
            return 0;
        }
        let below = self.listed.iter().skip(self.at + 1).filter(|(kind, _)| *kind == PlaceKind::Plain);
        let lacks = |man: ManId| !self.is_fit(man) || self.is_chosen(man);
        let wants = |man: ManId| self.man(man).is_some_and(|(_, card)| card.family == family);
        let n_wanted = below.filter(|(_, man)| lacks(*man) && wants(*man)).count();
        match self.rulings().leader_cards {
            LeaderCards::No => n_wanted,
            LeaderCards::Yes => {
                let cards = self.armed(family).and(self.deck().nation.leaders).and(self.fit);
                n_wanted.saturating_sub(cards.numbered().count())
            }
        }
    }

    /// A dead man of a family whom ruling R17 could revive: no leader card, not chosen. [UF-R17]
    pub fn dead_like_armed(&self, family: Family) -> Option<ManId> {
        self.like_armed(family).and(self.dead).first()
    }

    fn like_armed(&self, family: Family) -> ManSet {
        self.armed(family).without(self.deck().nation.leaders)
    }

    /// The cards of a family that are neither listed nor chosen.
    fn armed(&self, family: Family) -> ManSet {
        let armed = self.deck().nation.families.get(usize::from(family.0)).copied().unwrap_or_default();
        armed.without(self.on_list).without(self.placed)
    }

    /// Gives a man a place.
    pub fn choose(&mut self, man: ManId) {
        if !self.chosen.is_full() {
            self.chosen.push(man);
            self.placed.add(man);
        }
    }

    /// Fills the place at an index of the list; faults are noted, and the place is then empty.
    pub fn put(&mut self, at: usize, fill: Option<Fill>, why: &mut Reasons) -> Place {
        self.at = at;
        let (kind, listed) = self.listed[at];
        let (man, how) = match kind {
            PlaceKind::Sl => crate::rules::s42_2_leaders::squad_leader(self, listed, fill, why),
            PlaceKind::Asl => crate::rules::s42_2_leaders::assistant(self, listed, fill, why),
            PlaceKind::Comm => crate::rules::s42_1_places::commissar(self, listed, fill, why),
            PlaceKind::Plain => crate::rules::s42_1_places::plain(self, listed, fill, why),
        };
        if let Some(man) = man {
            self.choose(man);
        }
        if let Some(Fill::Use(man)) = fill {
            self.named.add(man);
        }
        let id = u8::try_from(at + 1).unwrap_or(u8::MAX);
        Place { id, kind, listed: Some(listed), man, how }
    }

    /// Whether the place at an index takes a fill as things stand. Everything is as before afterwards.
    fn takes(&mut self, at: usize, fill: Fill) -> bool {
        let (sl, asl, exchange, paired) = (self.sl, self.asl, self.exchange, self.paired);
        let (n_chosen, placed, named) = (self.chosen.len(), self.placed, self.named);
        let mut why = Reasons::whether();
        self.put(at, Some(fill), &mut why);
        (self.sl, self.asl, self.exchange, self.paired) = (sl, asl, exchange, paired);
        self.chosen.truncate(n_chosen);
        (self.placed, self.named) = (placed, named);
        why.n_found() == 0
    }

    /// Every fill that the place at an index takes as things stand, the listed man first.
    pub fn options(&self, at: usize, into: &mut Vec<Fill>) {
        let mut trial = self.clone();
        if !trial.worth_trying(at, into) {
            into.retain(|fill| trial.takes(at, *fill));
        }
    }

    /// One of the [`Self::options`], each with the same chance, without trying them all.
    pub fn any_option(&mut self, at: usize, spare: &mut Vec<Fill>, pick: Pick<'_>) -> Option<Fill> {
        spare.clear();
        let is_taken = self.worth_trying(at, spare);
        while !spare.is_empty() {
            let fill = spare.swap_remove(pick(spare.len() as u64) as usize);
            if is_taken || self.takes(at, fill) {
                return Some(fill);
            }
        }
        None
    }

    /// Fills that the place at an index could take: all that it does take, and others. Tells whether that is its own man
    /// alone, who was tried.
    fn worth_trying(&mut self, at: usize, into: &mut Vec<Fill>) -> bool {
        let (kind, listed) = self.listed[at];
        let own = Fill::Use(listed);
        into.push(own);
        let may_be_passed_over =
            kind == PlaceKind::Plain && self.rulings().paired_stand_in != PairedStandIn::Plain;
        if !may_be_passed_over && self.takes(at, own) {
            return true;
        }
        // Men who have no place of their own come first: they leave no other place open.
        let mut others = self.fit.and(self.whose_weapon_may_serve(at));
        others = others.without(std::iter::once(listed).collect());
        let free = others.without(self.on_list).numbered();
        into.extend(free.chain(others.and(self.on_list).numbered()).map(Fill::Use));
        into.extend([Fill::Replace, Fill::Green, Fill::Transfer, Fill::Vacant]);
        if self.rulings().hospital_gap == HospitalGap::ReviveLikeArmed {
            let dead = self.deck().cards().map(|card| card.id).filter(|man| self.is_dead(*man));
            into.extend(dead.map(Fill::Revive));
        }
        if kind == PlaceKind::Sl {
            self.exchanges(at, into);
        }
        false
    }

    /// The men whom their weapon does not keep from a place: everybody from a leader's. [UF-42.1-6]
    fn whose_weapon_may_serve(&self, at: usize) -> ManSet {
        let (kind, listed) = self.listed[at];
        let nation = &self.deck().nation;
        let place = match (kind, self.man(listed)) {
            (PlaceKind::Sl | PlaceKind::Asl, _) | (_, None) => return self.fit,
            (_, Some((_, card))) => card.family,
        };
        let families = nation.families.iter().zip(0..);
        let serving = families.filter(|(_, own)| by_weapon(self, place, Family(*own)).is_some());
        let paired: ManSet = nation.paired.iter().map(|pair| pair.man).collect();
        serving.fold(paired, |all, (men, _)| all.or(*men))
    }

    /// Every lawful leader after an exchange with a fit man of the list. [UF-42.2-10]
    fn exchanges(&mut self, at: usize, into: &mut Vec<Fill>) {
        let roles = &self.campaign().tables.roles;
        let armed = self.deck().nation.men.iter().filter(|card| roles.leader_after_exchange.has(card.family));
        for leader in armed.map(|card| card.id) {
            let pair = |partner: ManId| Fill::Exchange([leader, partner]);
            if !self.takes(at, pair(leader)) {
                continue;
            }
            let plain = self.listed.iter().filter(|(kind, _)| *kind == PlaceKind::Plain).map(|(_, man)| *man);
            let fit = plain.filter(|man| *man != leader && self.is_fit(*man));
            let legal =
                |man: &ManId| self.man(*man).is_some_and(|(_, card)| roles.squad_leader.has(card.family));
            into.extend(fit.filter(legal).map(pair));
        }
    }

    /// Whether a man with this weapon may lead after an exchange, and somebody in the force could exchange with him.
    pub fn exchange_partners(&self, leader: ManId) -> impl Iterator<Item = ManId> + '_ {
        let legal = self.campaign().tables.roles.squad_leader;
        let partner = move |man: &ManId| {
            *man != leader
                && man.number().is_some()
                && self.man(*man).is_some_and(|(_, card)| legal.has(card.family))
        };
        self.chosen.iter().copied().filter(partner)
    }
}

/// How a man who is used came into the place.
pub fn used(how: How, man: ManId) -> (Option<ManId>, How) {
    (Some(man), how)
}

/// An empty place.
pub const VACANT: (Option<ManId>, How) = (None, How::Vacant);
