//! What a side can count on before anything is played: its purchase points of each slot, exactly. [BF-2.1.1.1]

use kernel::fraction::lowest_terms;

use crate::rules::s2_1_1_1_purchase_points::modifier_in;
use crate::rules::s2_1_1_4_2_aircraft as aircraft;
use crate::rules::s2_1_1_4_3_off_board_artillery as artillery;
use crate::rules::s2_1_1_4_reinforcements::{arrives_after, is_sold_on};
use crate::setup::charts::Gain;
use crate::setup::{Campaign, Group, Options};
use crate::words::{Class, Posture, Side, SlotKind};

/// A number of points as an exact fraction, over and under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mean(pub(crate) u128, pub(crate) u128);

impl Mean {
    pub(crate) const NOTHING: Self = Self(0, 1);

    pub(crate) fn whole(points: i32) -> Self {
        Self(u128::from(points.max(0).unsigned_abs()), 1)
    }

    #[must_use]
    pub(crate) fn plus(self, other: Self) -> Self {
        let (over, under) = lowest_terms(self.0 * other.1 + other.0 * self.1, self.1 * other.1);
        Self(over, under)
    }

    /// The nearest whole number, halves up.
    pub(crate) fn rounded(self) -> i64 {
        i64::try_from((2 * self.0 + self.1) / (2 * self.1)).unwrap_or(i64::MAX)
    }

    /// Whether it is less than so many points.
    pub(crate) fn is_below(self, points: i32) -> bool {
        self.0 < u128::from(points.max(0).unsigned_abs()) * self.1
    }
}

/// What one roll brings, with its chances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Roll {
    /// What is added to the die; `None` where there is no roll.
    pub(crate) modifier: Option<i32>,
    /// Points and in how many ways of the die they come, least first; every way once.
    pub(crate) chances: Vec<(i32, u64)>,
}

impl Roll {
    fn none() -> Self {
        Self { modifier: None, chances: vec![(0, 1)] }
    }

    pub(crate) fn least(&self) -> i32 {
        self.chances.first().map_or(0, |(points, _)| *points)
    }

    pub(crate) fn most(&self) -> i32 {
        self.chances.last().map_or(0, |(points, _)| *points)
    }

    /// How many ways the die has.
    pub(crate) fn ways(&self) -> u64 {
        self.chances.iter().map(|(_, ways)| ways).sum()
    }

    pub(crate) fn mean(&self) -> Mean {
        let over =
            self.chances.iter().map(|(points, ways)| u128::from(points.unsigned_abs()) * u128::from(*ways));
        let (over, under) = lowest_terms(over.sum(), u128::from(self.ways()));
        Mean(over, under)
    }
}

/// A side's income of one slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SlotIncome {
    /// The day, from 0.
    pub(crate) day: usize,
    /// The slot of the day, from 0.
    pub(crate) slot: usize,
    pub(crate) kind: SlotKind,
    /// What comes of each posture that the side can have; one alone where it makes no difference, that of a defender first.
    pub(crate) rolls: Vec<(Posture, Roll)>,
}

impl SlotIncome {
    /// What is counted on where the posture is free: the side does not attack at night.
    pub(crate) fn usual(&self) -> &Roll {
        &self.rolls[0].1
    }

    pub(crate) fn most(&self) -> i32 {
        self.rolls.iter().map(|(_, roll)| roll.most()).max().unwrap_or(0)
    }

    /// The greatest of the means.
    fn best_mean(&self) -> Mean {
        let means = self.rolls.iter().map(|(_, roll)| roll.mean());
        means.fold(Mean::NOTHING, |best, mean| if best.0 * mean.1 < mean.0 * best.1 { mean } else { best })
    }
}

/// The slots that are played, in order, with what each brings a side.
pub(crate) fn of(campaign: &Campaign, side: Side) -> Vec<SlotIncome> {
    of_with(campaign, &campaign.options, side)
}

/// The same under options that may have changed since.
pub(crate) fn of_with(campaign: &Campaign, options: &Options, side: Side) -> Vec<SlotIncome> {
    let mut incomes = Vec::new();
    for day in 0..usize::from(campaign.n_days(options)) {
        for slot in 0..usize::from(campaign.n_slots(options, day as u16 + 1)) {
            let kind = campaign.days[day].slots[slot].kind;
            let is_first = (day, slot) == (0, 0);
            let given = if campaign.first_attacker == side { Posture::Attack } else { Posture::Defend };
            let postures = if is_first { vec![given] } else { vec![Posture::Defend, Posture::Attack] };
            let mut rolls: Vec<(Posture, Roll)> = Vec::new();
            for posture in postures {
                let roll = roll(campaign, options, (day, slot), side, posture);
                if rolls.last().is_none_or(|(_, last)| *last != roll) {
                    rolls.push((posture, roll));
                }
            }
            incomes.push(SlotIncome { day, slot, kind, rolls });
        }
    }
    incomes
}

/// Whether a slot, its day and itself counted from 0, has a refit. [BF-R6]
fn has_refit(options: &Options, at: (usize, usize)) -> bool {
    at != (0, 0) || options.initial_refit
}

fn roll(campaign: &Campaign, options: &Options, at: (usize, usize), side: Side, posture: Posture) -> Roll {
    let modifier = modifier_in(campaign, options, at, side, posture).filter(|_| has_refit(options, at));
    let Some(modifier) = modifier else { return Roll::none() };
    let chart = campaign.charts.purchase_points(campaign.days[at.0].slots[at.1].kind);
    let mut chances: Vec<(i32, u64)> = Vec::new();
    for (row, ways) in chart.rows().iter().zip(chart.weights(modifier)).filter(|(_, ways)| *ways > 0) {
        let Gain(points) = row.result;
        match chances.iter_mut().find(|(known, _)| *known == points) {
            Some((_, sum)) => *sum += ways,
            None => chances.push((points, ways)),
        }
    }
    chances.sort_unstable();
    Roll { modifier: Some(modifier), chances }
}

/// What can have come in by the end of a slot's rolls, with what the side has at the start: the expected sum and the
/// most, both by the postures that bring most.
pub(crate) fn purse(start: i32, incomes: &[SlotIncome]) -> (Mean, i32) {
    let expected = incomes.iter().fold(Mean::whole(start), |sum, slot| sum.plus(slot.best_mean()));
    (expected, incomes.iter().fold(start, |sum, slot| sum.saturating_add(slot.most())))
}

/// The slots in whose refit a group can be bought, as far as the calendar and its notes say: places among `incomes`.
/// [BF-2.1.1.4-5, BF-R26, BF-2.1.1.4.2-3, BF-2.1.1.4.3-2]
pub(crate) fn chances_to_buy(campaign: &Campaign, group: &Group, incomes: &[SlotIncome]) -> Vec<usize> {
    let options = &campaign.options;
    let can = |slot: &SlotIncome| {
        let (day, date) = (slot.day as u16 + 1, campaign.days[slot.day].date);
        let by_class = match group.class {
            Class::OffBoard => artillery::is_sold_in(slot.slot as u8 + 1),
            Class::Air => {
                aircraft::is_sold_in(options, slot.kind) && aircraft::has_day(campaign, options, day)
            }
            _ => true,
        };
        // Whatever arrives after the last day is bought for nothing.
        let arrives = arrives_after(group).is_none_or(|days| day + days <= campaign.n_days(options));
        has_refit(options, (slot.day, slot.slot))
            && by_class
            && arrives
            && group.notes.iter().all(|note| is_sold_on(note, date))
    };
    (0..incomes.len()).filter(|at| can(&incomes[*at])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::load;

    fn campaign(text: &str) -> std::sync::Arc<Campaign> {
        load("test", text).expect("the sample loads")
    }

    /// Every face of the die, counted by hand against the bands of the file.
    fn by_hand(bands: &[(i32, i32)], modifier: i32) -> Vec<(i32, u64)> {
        let mut chances: Vec<(i32, u64)> = Vec::new();
        for face in 1..=10 {
            let (_, points) =
                bands.iter().find(|(from, _)| *from <= face + modifier).expect("the last band is open");
            match chances.iter_mut().find(|(known, _)| known == points) {
                Some((_, ways)) => *ways += 1,
                None => chances.push((*points, 1)),
            }
        }
        chances.sort_unstable();
        chances
    }

    #[test]
    fn every_slot_of_one_a_day_is_as_counted_by_hand() {
        const FULL: [(i32, i32); 7] = [(11, 18), (9, 16), (7, 14), (5, 12), (3, 10), (1, 8), (i32::MIN, 6)];
        let campaign = campaign(crate::SAMPLE);
        for (side, drm) in [
            (Side::FIRST, [Some(0), Some(0), Some(-3), Some(-5), None]),
            (Side::SECOND, [Some(-2), Some(0), Some(2), Some(4), Some(5)]),
        ] {
            let incomes = of(&campaign, side);
            assert_eq!(incomes.len(), 5);
            for (slot, modifier) in incomes.iter().zip(drm) {
                let wanted = modifier.map_or(vec![(0, 1)], |modifier| by_hand(&FULL, modifier));
                assert_eq!(slot.rolls.len(), 1, "posture makes no difference by day");
                assert_eq!((slot.usual().modifier, &slot.usual().chances), (modifier, &wanted));
            }
        }
        let means: Vec<Mean> = of(&campaign, Side::FIRST).iter().map(|slot| slot.usual().mean()).collect();
        assert_eq!(means, [Mean(12, 1), Mean(12, 1), Mean(46, 5), Mean(39, 5), Mean(0, 1)]);
        assert_eq!(purse(6, &of(&campaign, Side::FIRST)), (Mean(47, 1), 64));
    }

    #[test]
    fn at_night_the_attacker_rolls_with_the_penalty() {
        const NIGHT: [(i32, i32); 4] = [(9, 7), (5, 5), (1, 3), (i32::MIN, 1)];
        let text = crate::NIGHT_SAMPLE;
        let campaign = campaign(text);
        let incomes = of(&campaign, Side::FIRST);
        let night = &incomes[1];
        assert_eq!(night.kind, SlotKind::Night);
        let wanted = [(Posture::Defend, 1), (Posture::Attack, -4)].map(|(posture, modifier)| {
            (posture, Roll { modifier: Some(modifier), chances: by_hand(&NIGHT, modifier) })
        });
        assert_eq!(night.rolls, wanted);
        let german = of(&campaign, Side::SECOND);
        assert_eq!(german[4].usual(), &Roll::none(), "no points for this night");
        assert_eq!(german[0].rolls.len(), 1, "the first attacker is given");
        // A defender at night without its historical modifier.
        let no_drm = load("test", &text.replace("night_penalty = -5", "night_defender_roll = \"no_drm\""))
            .expect("it loads");
        assert_eq!(of(&no_drm, Side::FIRST)[1].usual().modifier, Some(0));
    }

    #[test]
    fn sums_are_exact_and_rounded_once() {
        assert_eq!(Mean(46, 5).plus(Mean(39, 5)), Mean(17, 1));
        assert_eq!(Mean(1, 3).plus(Mean(1, 6)), Mean(1, 2));
        assert_eq!((Mean(1, 2).rounded(), Mean(12, 5).rounded()), (1, 2));
        assert!(Mean(23, 2).is_below(12) && !Mean(12, 1).is_below(12));
    }

    #[test]
    fn groups_are_sold_when_the_calendar_and_their_notes_say() {
        let campaign = campaign(crate::NIGHT_SAMPLE);
        let chances = |side: Side, group: &str| {
            let setup = campaign.side(side);
            let group = setup.groups.iter().find(|one| one.id.as_str() == group).expect(group);
            chances_to_buy(&campaign, group, &of(&campaign, side))
        };
        // am, night; am, pm, night; full, night.
        assert_eq!(chances(Side::FIRST, "RI1"), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(chances(Side::FIRST, "RA1"), [0, 1, 2, 3, 4], "arrives a day later");
        assert_eq!(chances(Side::FIRST, "RO1"), [0, 2, 5], "in the morning alone");
        assert_eq!(chances(Side::FIRST, "RF1"), [2, 3, 5], "from the second day, not at night");
        assert_eq!(chances(Side::SECOND, "GF1"), [0, 2, 3], "until the second day");
    }
}
