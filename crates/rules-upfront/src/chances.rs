//! Exact chances to live through the scenarios ahead, by the rules that settle them. [UF-P05]
//!
//! What is assumed: every scenario costs alike and by itself; a man fights whenever he is fit; a rout takes Morale
//! before Panic, which keeps him longest; nobody buys steps and nobody is replaced.

use kernel::fraction::{gcd, lowest_terms};

use crate::report::{Decisions, ManReport};
use crate::rules::s3_order_of_settlement::{Settling, settle_man};
use crate::rules::s42_4_roster::fit_again_at;
use crate::rules::s42_42_rout::{Lowering, lowering};
use crate::setup::Card;
use crate::state::{CareerLine, Man, State};
use crate::words::{ByMan, Out, Rank, Side, Trait};

/// The most scenarios that are looked ahead.
pub const MOST_AHEAD: usize = 9;

/// What a man may meet in one scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// He is lost.
    Lost,
    /// He routs.
    Routed,
    /// He routs with a wound.
    RoutedWounded,
    /// He ends with a wound.
    Wounded,
    /// He ends unhurt.
    Unhurt,
}

impl Fate {
    /// Every fate, in the order of [`Fates`].
    pub const ALL: [Self; 5] = [Self::Lost, Self::Routed, Self::RoutedWounded, Self::Wounded, Self::Unhurt];

    /// The report of a man who met it.
    pub fn told(self, man: &Man) -> ManReport {
        let (out, wounded) = match self {
            Self::Lost => (Out::Killed, false),
            Self::Routed => (Out::Routed, false),
            Self::RoutedWounded => (Out::Routed, true),
            Self::Wounded => (Out::InPlay, true),
            Self::Unhurt => (Out::InPlay, false),
        };
        ManReport { out, wounded: wounded.then_some(true), ..ManReport::new(man.id) }
    }
}

/// How often each fate came, or is assumed to come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fates(pub [u64; 5]);

impl Fates {
    /// What is assumed before anything is known: of ten times that a man fights he is lost once, routs once and is
    /// wounded once.
    pub const ASSUMED: Self = Self([1, 1, 0, 1, 7]);

    /// What a side's men have met so far, one count for each man and scenario.
    pub fn so_far(state: &State, side: Side) -> Self {
        let mut counts = [0; 5];
        for line in &state.side(side).career {
            let fate = match line.out {
                None | Some(Out::NotEntered) => continue,
                Some(out) if out.is_lost() => Fate::Lost,
                Some(Out::Routed) if line.wounded => Fate::RoutedWounded,
                Some(Out::Routed) => Fate::Routed,
                Some(_) if line.wounded => Fate::Wounded,
                Some(_) => Fate::Unhurt,
            };
            counts[fate as usize] += 1;
        }
        Self(counts)
    }

    /// How many in all.
    pub fn total(self) -> u64 {
        self.0.iter().sum()
    }

    /// How many of a fate.
    pub fn count(self, fate: Fate) -> u64 {
        self.0[fate as usize]
    }

    /// The same proportions in the smallest numbers.
    #[must_use]
    pub fn in_lowest_terms(self) -> Self {
        let shared = self.0.iter().fold(0, |shared, count| gcd(shared, u128::from(*count)));
        let shared = u64::try_from(shared).unwrap_or(1).max(1);
        Self(self.0.map(|count| count / shared))
    }
}

/// An exact fraction, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Numerator.
    pub over: u128,
    /// Denominator.
    pub under: u128,
}

impl Chance {
    /// In lowest terms.
    pub fn new(over: u128, under: u128) -> Self {
        let (over, under) = lowest_terms(over, under);
        Self { over, under }
    }

    /// As a share of a thousand, rounded.
    pub fn per_mille(self) -> u128 {
        // Beyond this the product would not fit; the last digits do not show in a thousandth.
        let big = self.under >> 100 > 0;
        let (over, under) = if big { (self.over >> 16, self.under >> 16) } else { (self.over, self.under) };
        (over * 2000 + under) / (under * 2).max(1)
    }
}

/// Where a man stands while scenarios go by: Morale, Panic, and the position at which he is fit again.
pub type Standing = (u8, u8, u8);

/// Where a man stands now.
pub fn standing(man: &Man) -> Standing {
    (man.morale, man.panic, man.wound.unwrap_or(0))
}

/// How a man can stand after a scenario: the weights of each, over their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standings {
    /// The scenario, from 0.
    pub leg: usize,
    /// He is lost.
    pub lost: u128,
    /// He lives and misses the next scenario.
    pub hurt: u128,
    /// He lives and is fit for the next.
    pub fit: u128,
    /// All together.
    pub of: u128,
}

/// Chances for the men of one side. What a fate does to a man at two values is asked of the rules once.
#[derive(Debug)]
pub struct Chances<'s> {
    state: &'s State,
    side: Side,
    fates: Fates,
    known: Vec<((u8, u8), Met)>,
}

/// What is left of a man who lives: his values, and whether he is in hospital.
type After = (u8, u8, bool);

/// What each fate leaves of a man; nothing of one who is lost.
type Met = [Option<After>; 5];

impl<'s> Chances<'s> {
    /// Under these fates.
    pub fn new(state: &'s State, side: Side, fates: Fates) -> Self {
        Self { state, side, fates: fates.in_lowest_terms(), known: Vec::new() }
    }

    /// The chance that a man lives through each number of the scenarios ahead, from one on, [`MOST_AHEAD`] at
    /// most, as many as fit into 128 bits.
    pub fn of(&mut self, man: &Man, card: &Card) -> Vec<Chance> {
        let mut chances = Vec::with_capacity(MOST_AHEAD);
        self.walk(man, card, |_, ways, of| {
            chances.push(Chance::new(ways.iter().map(|(_, weight)| weight).sum(), of));
        });
        chances
    }

    /// How a man stands after each number of the scenarios ahead.
    pub fn standings(&mut self, man: &Man, card: &Card) -> Vec<Standings> {
        let legs = &self.state.campaign.legs;
        let mut standings = Vec::new();
        self.walk(man, card, |at, ways, of| {
            let next = legs.get(at + 1).map_or(legs[at].position.saturating_add(1), |leg| leg.position);
            let fits = |wanted: bool| {
                ways.iter()
                    .filter(|((_, _, back), _)| (*back <= next) == wanted)
                    .map(|(_, weight)| weight)
                    .sum()
            };
            let (fit, hurt): (u128, u128) = (fits(true), fits(false));
            standings.push(Standings { leg: at, lost: of - fit - hurt, hurt, fit, of });
        });
        standings
    }

    /// The rank that a man holds after so many of the scenarios ahead, each with its weight, and the denominator; the lost hold
    /// none. Slashes come with survival and presence alone, as nobody buys a step. [UF-42.45-1, UF-42.46-1]
    pub fn ranks(
        &self,
        man: &Man,
        card: &Card,
        scenarios: usize,
    ) -> Option<(Vec<(Option<Rank>, u128)>, u128)> {
        let total = u128::from(self.fates.total());
        let mut ways: Vec<(Man, u128)> = vec![(*man, 1)];
        let mut of: u128 = 1;
        let first = usize::from(self.state.facts.leg);
        for at in (first..self.state.campaign.legs.len()).take(scenarios) {
            of = of.checked_mul(total)?;
            let settling = self.settling(at)?;
            let mut after: Vec<(Man, u128)> = Vec::with_capacity(ways.len() * 2);
            for (before, weight) in ways {
                if before.dead || before.wound.is_some_and(|back| back > settling.leg.position) {
                    add(&mut after, before, weight * total);
                    continue;
                }
                for fate in Fate::ALL {
                    let met = settled(settling, &Man { wound: None, ..before }, card, fate).1;
                    // Of the lost only that they are lost is asked.
                    let met = if met.dead { Man { dead: true, ..*man } } else { met };
                    add(&mut after, met, weight * u128::from(self.fates.count(fate)));
                }
            }
            ways = after;
        }
        let mut ranks: Vec<(Option<Rank>, u128)> = Vec::new();
        for (left, weight) in ways {
            add(&mut ranks, (!left.dead).then(|| left.rank(card)), weight);
        }
        Some((ranks, of))
    }

    /// What is the same for every man of the side in a scenario, counted from 0.
    fn settling(&self, at: usize) -> Option<Settling<'s>> {
        Some(Settling {
            campaign: &self.state.campaign,
            rulings: &self.state.facts.rulings,
            deck: self.state.deck(self.side),
            leg: self.state.campaign.legs.get(at)?,
            at: u8::try_from(at).ok()?,
            won: false,
        })
    }

    /// What a scenario leaves of a man who stands so before it, each with its weight of all fates together; nothing of one
    /// who is lost. The scenario is counted from 0.
    pub fn after(&mut self, man: &Man, card: &Card, before: Standing, leg: usize) -> Vec<(Standing, u64)> {
        let (morale, panic, back) = before;
        let position = self.state.campaign.legs[leg].position;
        if back > position {
            return vec![(before, self.fates.total())];
        }
        let met = self.met(man, card, (morale, panic));
        let left = Fate::ALL.into_iter().zip(met).filter_map(|(fate, after)| {
            let (morale, panic, hurt) = after?;
            let back = if hurt { fit_again_at(&self.state.campaign, position) } else { 0 };
            Some(((morale, panic, back), self.fates.count(fate)))
        });
        left.filter(|(_, count)| *count > 0).collect()
    }

    /// Goes through the scenarios ahead, and shows after each how the man can stand while he lives, and the denominator.
    fn walk(&mut self, man: &Man, card: &Card, mut show: impl FnMut(usize, &[(Standing, u128)], u128)) {
        let total = u128::from(self.fates.total());
        if man.dead || total == 0 {
            return;
        }
        let mut ways: Vec<(Standing, u128)> = vec![(standing(man), 1)];
        let mut of: u128 = 1;
        let first = usize::from(self.state.facts.leg);
        for leg in (first..self.state.campaign.legs.len()).take(MOST_AHEAD) {
            let Some(next) = of.checked_mul(total) else { break };
            of = next;
            let mut after: Vec<(Standing, u128)> = Vec::with_capacity(ways.len() + 4);
            for (before, weight) in ways {
                for (standing, count) in self.after(man, card, before, leg) {
                    add(&mut after, standing, weight * u128::from(count));
                }
            }
            show(leg, &after, of);
            ways = after;
        }
    }

    /// What becomes of a man at these values under each fate; nothing when he is lost.
    fn met(&mut self, man: &Man, card: &Card, (morale, panic): (u8, u8)) -> Met {
        if let Some((_, known)) = self.known.iter().find(|(values, _)| *values == (morale, panic)) {
            return *known;
        }
        let Some(at) = self.settling(usize::from(self.state.facts.leg)) else { return [None; 5] };
        let man = Man { morale, panic, wound: None, ..*man };
        let met = Fate::ALL.map(|fate| {
            let (line, after) = settled(at, &man, card, fate);
            (!after.dead).then_some((after.morale, after.panic, line.wounded))
        });
        self.known.push(((morale, panic), met));
        met
    }
}

/// A man after a scenario in which he met a fate. A rout takes Morale before Panic, and he buys no step.
fn settled(at: Settling<'_>, man: &Man, card: &Card, fate: Fate) -> (CareerLine, Man) {
    let rout = match lowering(&at.deck.nation.caps, man.morale, man.panic) {
        Some(Lowering::Either) => ByMan(vec![(man.id, Trait::Morale)]),
        _ => ByMan::default(),
    };
    let decisions = Decisions { rout, ..Decisions::default() };
    settle_man(at, man, card, Some(&fate.told(man)), &decisions)
}

fn add<K: PartialEq>(ways: &mut Vec<(K, u128)>, standing: K, weight: u128) {
    match ways.iter_mut().find(|(known, _)| *known == standing) {
        Some((_, sum)) => *sum += weight,
        None if weight > 0 => ways.push((standing, weight)),
        None => {}
    }
}

/// The sum of fractions; nothing when it does not fit into 128 bits.
pub fn sum(chances: impl IntoIterator<Item = Chance>) -> Option<Chance> {
    let mut total = Chance::new(0, 1);
    for chance in chances {
        let shared = gcd(total.under, chance.under).max(1);
        let under = (total.under / shared).checked_mul(chance.under)?;
        let over = total.over.checked_mul(under / total.under)?;
        total = Chance::new(over.checked_add(chance.over.checked_mul(under / chance.under)?)?, under);
    }
    Some(total)
}

/// How many of several men live: the weight of each number from none on, over their sum; nothing when it does not fit.
pub fn how_many(chances: &[Chance]) -> Option<(Vec<u64>, u64)> {
    let mut weights: Vec<u128> = vec![1];
    for chance in chances {
        let mut next = vec![0u128; weights.len() + 1];
        for (n, weight) in weights.iter().enumerate() {
            next[n] = next[n].checked_add(weight.checked_mul(chance.under - chance.over)?)?;
            next[n + 1] = next[n + 1].checked_add(weight.checked_mul(chance.over)?)?;
        }
        let shared = next.iter().copied().fold(0, gcd).max(1);
        weights = next.into_iter().map(|weight| weight / shared).collect();
    }
    let weights: Option<Vec<u64>> = weights.into_iter().map(|weight| u64::try_from(weight).ok()).collect();
    let weights = weights?;
    let of = weights.iter().try_fold(0u64, |sum, weight| sum.checked_add(*weight))?;
    Some((weights, of))
}
