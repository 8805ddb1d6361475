//! Figures that add up over many independent draws: how many escape, points gained, levels won and lost.
//!
//! Several figures stand side by side in a grid with a cell for every combination of sums, laid out as one row of numbers.
//! In it a draw is a handful of steps ahead, each with its weight, and a further draw is one pass over the row. Of equal
//! draws the whole power is found at once, cell by cell from the ones before (J. C. P. Miller's recurrence).

use std::cmp::Reverse;

use super::{Chance, Mean, Natural, TooMuch};

/// The widest weights of sums, in limbs of 64 bits.
pub const MOST_LIMBS: usize = 64;

/// The most limbs of a whole grid: 32 MB.
const MOST_ROOM: usize = 1 << 22;

/// What one draw adds to each of the figures, with its weight. Weights are small: they come from one throw or a few.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Draw {
    n_figures: usize,
    /// Figures of all rows, one after the other.
    figures: Vec<i64>,
    weights: Vec<u64>,
}

impl Draw {
    /// Of so many figures. Rows with the same figures are merged; weights are made as small as they may be.
    ///
    /// # Errors
    /// [`TooMuch::Wide`] where the weights do not add up within 63 bits.
    pub fn new(n_figures: usize, rows: impl IntoIterator<Item = (Vec<i64>, u64)>) -> Result<Self, TooMuch> {
        let mut known: Vec<(Vec<i64>, u64)> = Vec::new();
        for (figures, weight) in rows.into_iter().filter(|(_, weight)| *weight > 0) {
            debug_assert_eq!(figures.len(), n_figures);
            match known.iter_mut().find(|(same, _)| *same == figures) {
                Some((_, sum)) => *sum = sum.checked_add(weight).ok_or(TooMuch::Wide)?,
                None => known.push((figures, weight)),
            }
        }
        known.sort_unstable();
        let shared = known.iter().fold(0, |shared, (_, weight)| gcd(shared, *weight)).max(1);
        let weights: Vec<u64> = known.iter().map(|(_, weight)| weight / shared).collect();
        let of = weights.iter().try_fold(0u64, |sum, weight| sum.checked_add(*weight));
        of.filter(|of| *of > 0 && *of >> 63 == 0).ok_or(TooMuch::Wide)?;
        let figures = known.into_iter().flat_map(|(figures, _)| figures).collect();
        Ok(Self { n_figures, figures, weights })
    }

    /// Of one figure.
    ///
    /// # Errors
    /// As [`Draw::new`].
    pub fn of_one(rows: impl IntoIterator<Item = (i64, u64)>) -> Result<Self, TooMuch> {
        Self::new(1, rows.into_iter().map(|(figure, weight)| (vec![figure], weight)))
    }

    /// Out of a distribution, where its weights are small enough.
    ///
    /// # Errors
    /// As [`Draw::new`].
    pub fn of_chance(n_figures: usize, chance: &Chance<Vec<i64>>) -> Result<Self, TooMuch> {
        let chance = chance.clone().in_lowest_terms();
        let rows = chance.rows.into_iter().map(|(figures, weight)| Some((figures, weight.to_u64()?)));
        Self::new(n_figures, rows.collect::<Option<Vec<_>>>().ok_or(TooMuch::Wide)?)
    }

    /// What all weights add up to.
    pub fn of(&self) -> u64 {
        self.weights.iter().sum()
    }

    /// Its rows: what it adds to each figure, and the weight.
    pub fn rows(&self) -> impl Iterator<Item = (&[i64], u64)> {
        let of_row = |row: usize| &self.figures[row * self.n_figures..][..self.n_figures];
        self.weights.iter().enumerate().map(move |(row, weight)| (of_row(row), *weight))
    }

    fn column(&self, figure: usize) -> impl Iterator<Item = i64> {
        self.figures.iter().skip(figure).step_by(self.n_figures).copied()
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// One figure's place in the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axis {
    /// The least sum.
    least: i64,
    /// What all sums differ by at least.
    step: i64,
    /// How many sums there are room for.
    n: usize,
    /// How far the next sum is along the row of cells.
    stride: usize,
}

/// The exact joint distribution of the sums of several figures over independent draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sums {
    /// Of every figure, or of all but the last.
    axes: Vec<Axis>,
    /// What all figures together always come to. Then the last one follows from the others and needs no axis: whoever
    /// neither escapes nor is abandoned is lost.
    whole: Option<i64>,
    /// Limbs of each cell.
    wide: usize,
    cells: Vec<u64>,
    of: Natural,
}

impl Axis {
    /// The sum that a cell stands for.
    fn value(&self, cell: usize) -> i64 {
        self.least + self.step * (cell / self.stride % self.n) as i64
    }
}

impl Sums {
    /// Of draws, each so many times.
    ///
    /// # Errors
    /// [`TooMuch`].
    pub fn of_draws(n_figures: usize, draws: &[(Draw, u32)]) -> Result<Self, TooMuch> {
        let mut groups: Vec<(&Draw, u32)> = Vec::with_capacity(draws.len());
        for (draw, n) in draws.iter().filter(|(_, n)| *n > 0) {
            debug_assert_eq!(draw.n_figures, n_figures);
            match groups.iter_mut().find(|(known, _)| *known == draw) {
                Some((_, sum)) => *sum += n,
                None => groups.push((draw, *n)),
            }
        }
        let whole = if n_figures > 1 { whole(&groups) } else { None };
        let (axes, n_cells) = axes(n_figures - usize::from(whole.is_some()), &groups)?;
        let mut of = Natural::ONE;
        for (draw, n) in &groups {
            of = of.times(&Natural::from(draw.of()).power(*n)?)?;
        }
        // Draws that differ by what they bring for certain are one and the same from here on.
        let mut factors: Vec<Factor> = Vec::with_capacity(groups.len());
        for (draw, n) in &groups {
            let steps = steps(draw, &axes);
            match factors.iter_mut().find(|known| known.steps == steps) {
                Some(known) => known.n += n,
                None => factors.push(Factor { steps, n: *n }),
            }
        }
        // The longest run is found at once; the others are cheap while the grid is still small.
        factors.sort_by_key(|factor| Reverse(factor.n));
        let limbs = of.bits().div_ceil(64);
        let (wide, cells) = match limbs {
            0 | 1 => fill::<1>(&factors, n_cells)?,
            2 => fill::<2>(&factors, n_cells)?,
            3 => fill::<3>(&factors, n_cells)?,
            4 => fill::<4>(&factors, n_cells)?,
            5 => fill::<5>(&factors, n_cells)?,
            6 => fill::<6>(&factors, n_cells)?,
            7 | 8 => fill::<8>(&factors, n_cells)?,
            9..=16 => fill::<16>(&factors, n_cells)?,
            17..=32 => fill::<32>(&factors, n_cells)?,
            33..=MOST_LIMBS => fill::<MOST_LIMBS>(&factors, n_cells)?,
            _ => return Err(TooMuch::Wide),
        };
        Ok(Self { axes, whole, wide, cells, of })
    }

    /// How many figures stand side by side.
    pub fn n_figures(&self) -> usize {
        self.axes.len() + usize::from(self.whole.is_some())
    }

    /// The common denominator.
    pub fn of(&self) -> &Natural {
        &self.of
    }

    /// The figures of every combination that can come, with its weight.
    pub fn rows(&self) -> impl Iterator<Item = (Vec<i64>, Natural)> {
        let cells = self.cells.chunks_exact(self.wide).enumerate();
        cells.filter(|(_, cell)| cell.iter().any(|limb| *limb != 0)).map(|(at, cell)| {
            let mut sums = Vec::with_capacity(self.n_figures());
            sums.extend(self.axes.iter().map(|axis| axis.value(at)));
            sums.extend(self.whole.map(|whole| whole - sums.iter().sum::<i64>()));
            (sums, Natural::from_limbs(cell))
        })
    }

    /// The weight of a combination.
    pub fn weight(&self, figures: &[i64]) -> Natural {
        let place = |(axis, figure): (&Axis, &i64)| {
            let far = figure.checked_sub(axis.least).filter(|far| far % axis.step == 0)? / axis.step;
            usize::try_from(far).ok().filter(|far| *far < axis.n).map(|far| far * axis.stride)
        };
        if self.whole.is_some_and(|whole| figures.iter().sum::<i64>() != whole) {
            return Natural::ZERO;
        }
        let at: Option<usize> = self.axes.iter().zip(figures).map(place).sum();
        at.map_or(Natural::ZERO, |at| Natural::from_limbs(&self.cells[at * self.wide..][..self.wide]))
    }

    /// As a distribution over the figures.
    pub fn chance(&self) -> Chance<Vec<i64>> {
        Chance { rows: super::merged(self.rows().collect()), of: self.of.clone() }
    }

    /// What is made of the figures of each combination.
    pub fn map<K: Ord>(&self, mut make: impl FnMut(&[i64]) -> K) -> Chance<K> {
        let rows = self.rows().map(|(figures, weight)| (make(&figures), weight)).collect();
        Chance { rows: super::merged(rows), of: self.of.clone() }
    }

    /// One figure by itself.
    pub fn marginal(&self, figure: usize) -> Chance<i64> {
        let Some(axis) = self.axes.get(figure) else {
            return self.map(|figures| figures[figure]);
        };
        let mut sums = vec![0u64; axis.n * self.wide];
        for (at, cell) in self.cells.chunks_exact(self.wide).enumerate() {
            let place = at / axis.stride % axis.n;
            add(&mut sums[place * self.wide..][..self.wide], cell);
        }
        let row = |(place, cell): (usize, &[u64])| {
            let weight = Natural::from_limbs(cell);
            (!weight.is_zero()).then(|| (axis.least + axis.step * place as i64, weight))
        };
        let rows = sums.chunks_exact(self.wide).enumerate().filter_map(row).collect();
        Chance { rows, of: self.of.clone() }
    }

    /// The mean of a figure.
    ///
    /// # Errors
    /// [`TooMuch`].
    pub fn mean(&self, figure: usize) -> Result<Mean, TooMuch> {
        self.marginal(figure).mean()
    }
}

/// The sum cannot run over: all cells together are no more than the denominator, which fits.
fn add(to: &mut [u64], more: &[u64]) {
    let mut carry = 0u64;
    for (limb, more) in to.iter_mut().zip(more) {
        let sum = u128::from(*limb) + u128::from(*more) + u128::from(carry);
        (*limb, carry) = (sum as u64, (sum >> 64) as u64);
    }
}

/// What all figures together come to over all draws, where every draw always brings as much as it does.
fn whole(groups: &[(&Draw, u32)]) -> Option<i64> {
    groups.iter().try_fold(0i64, |sum, (draw, n)| {
        let mut rows = draw.rows().map(|(figures, _)| figures.iter().sum::<i64>());
        let first = rows.next()?;
        rows.all(|row| row == first).then_some(())?;
        sum.checked_add(first.checked_mul(i64::from(*n))?)
    })
}

/// The grid that the sums of all draws need.
fn axes(n_figures: usize, groups: &[(&Draw, u32)]) -> Result<(Vec<Axis>, usize), TooMuch> {
    let mut stride = 1usize;
    let mut axes = Vec::with_capacity(n_figures);
    for figure in 0..n_figures {
        let (mut least, mut span, mut step) = (0i64, 0i64, 0u64);
        for (draw, n) in groups {
            let (min, max) =
                draw.column(figure).fold((i64::MAX, i64::MIN), |(min, max), at| (min.min(at), max.max(at)));
            let n = i64::from(*n);
            let wider = max.checked_sub(min).and_then(|one| one.checked_mul(n)?.checked_add(span));
            let lower = min.checked_mul(n).and_then(|low| least.checked_add(low));
            (span, least) = (wider.ok_or(TooMuch::Many)?, lower.ok_or(TooMuch::Many)?);
            step = draw.column(figure).fold(step, |step, at| gcd(step, at.abs_diff(min)));
        }
        let step = i64::try_from(step.max(1)).map_err(|_| TooMuch::Many)?;
        let n = usize::try_from(span / step).map_err(|_| TooMuch::Many)? + 1;
        axes.push(Axis { least, step, n, stride });
        stride = stride.checked_mul(n).filter(|all| *all <= MOST_ROOM).ok_or(TooMuch::Many)?;
    }
    Ok((axes, stride))
}

/// A draw as steps ahead in the row of cells, the shortest first.
struct Factor {
    steps: Vec<(usize, u64)>,
    n: u32,
}

/// How far ahead each row of a draw leads, the shortest way first.
fn steps(draw: &Draw, axes: &[Axis]) -> Vec<(usize, u64)> {
    let least: Vec<i64> = (0..axes.len()).map(|figure| draw.column(figure).min().unwrap_or(0)).collect();
    let ahead = |figures: &[i64]| -> usize {
        let far = |((axis, least), figure): ((&Axis, &i64), &i64)| {
            usize::try_from((figure - least) / axis.step).unwrap_or(0) * axis.stride
        };
        axes.iter().zip(&least).zip(figures).map(far).sum()
    };
    let mut steps: Vec<(usize, u64)> =
        draw.rows().map(|(figures, weight)| (ahead(figures), weight)).collect();
    steps.sort_unstable();
    steps
}

impl Factor {
    fn shortest(&self) -> usize {
        self.steps.first().map_or(0, |(ahead, _)| *ahead)
    }

    fn longest(&self) -> usize {
        self.steps.last().map_or(0, |(ahead, _)| *ahead)
    }
}

/// From how many equal draws on their power is found at once.
const MANY: u32 = 4;

fn fill<const L: usize>(factors: &[Factor], n_cells: usize) -> Result<(usize, Vec<u64>), TooMuch> {
    if n_cells.saturating_mul(L) > MOST_ROOM {
        return Err(TooMuch::Many);
    }
    let mut cells = vec![[0u64; L]; n_cells];
    cells[0][0] = 1;
    let mut used = 1;
    for (at, factor) in factors.iter().enumerate() {
        let whole = at == 0 && factor.n >= MANY && power(&mut cells, factor).is_some();
        if whole {
            used = 1 + factor.longest() * factor.n as usize;
            continue;
        }
        for _ in 0..factor.n {
            pass(&mut cells, factor, used);
            used += factor.longest();
        }
    }
    Ok((L, cells.into_flattened()))
}

/// One more draw: each cell becomes the sum of those that lie the draw's steps behind it. From the last cell backwards, so
/// that what is read is still as it was.
fn pass<const L: usize>(cells: &mut [[u64; L]], factor: &Factor, used: usize) {
    for at in (0..used + factor.longest()).rev() {
        let mut sum = [0u64; L];
        for (ahead, weight) in &factor.steps {
            let Some(from) = at.checked_sub(*ahead) else { break };
            if from < used {
                add_times(&mut sum, &cells[from], *weight);
            }
        }
        cells[at] = sum;
    }
}

#[inline]
fn add_times<const L: usize>(sum: &mut [u64; L], cell: &[u64; L], by: u64) -> u64 {
    let mut carry = 0u64;
    for limb in 0..L {
        // The greatest that this comes to is just below 2^128.
        let all = u128::from(cell[limb]) * u128::from(by) + u128::from(sum[limb]) + u128::from(carry);
        (sum[limb], carry) = (all as u64, (all >> 64) as u64);
    }
    carry
}

/// The power of a draw, from the empty row: with `q` the draw without its shortest step and `c` its power,
/// `k q₀ c(k) = Σ ((n + 1) i − k) q(i) c(k − i)` over its other steps `i`. `None`, with the row still empty, where a
/// coefficient does not fit.
fn power<const L: usize>(cells: &mut [[u64; L]], factor: &Factor) -> Option<()> {
    let n = u64::from(factor.n);
    let shortest = factor.shortest();
    let (first, steps) = factor.steps.split_first()?;
    let steps: Vec<(usize, u64)> = steps.iter().map(|(ahead, weight)| (ahead - shortest, *weight)).collect();
    let last = (factor.longest() - shortest) * factor.n as usize;
    // The widest coefficient and the widest divisor, checked once for all cells.
    let widest = steps
        .iter()
        .map(|(ahead, weight)| (*ahead as u64).checked_mul(n + 1)?.max(last as u64).checked_mul(*weight));
    widest.collect::<Option<Vec<u64>>>()?;
    (last as u64).checked_mul(first.1)?;
    let start = shortest * factor.n as usize;
    let mut whole = [0u64; L];
    whole[0] = 1;
    for _ in 0..n {
        let mut next = [0u64; L];
        add_times(&mut next, &whole, first.1);
        whole = next;
    }
    cells[0] = [0; L];
    cells[start] = whole;
    for k in 1..=last {
        let (mut above, mut below) = (([0u64; L], 0u128), ([0u64; L], 0u128));
        for (ahead, weight) in &steps {
            let Some(from) = k.checked_sub(*ahead) else { break };
            let cell = &cells[start + from];
            let (plus, minus) = ((n + 1) * *ahead as u64, k as u64);
            let side = if plus >= minus { &mut above } else { &mut below };
            let carry = add_times(&mut side.0, cell, plus.abs_diff(minus) * weight);
            side.1 += u128::from(carry);
        }
        cells[start + k] = quotient(above, below, k as u64 * first.1);
    }
    Some(())
}

/// The difference of two, divided by a number that goes into it.
fn quotient<const L: usize>(above: ([u64; L], u128), below: ([u64; L], u128), by: u64) -> [u64; L] {
    let (mut rest, mut borrow) = (above.0, false);
    for (limb, other) in rest.iter_mut().zip(&below.0) {
        let (once, under) = limb.overflowing_sub(*other);
        let (twice, more) = once.overflowing_sub(borrow.into());
        (*limb, borrow) = (twice, under || more);
    }
    let mut high = (above.1 - below.1 - u128::from(borrow)) as u64;
    for limb in rest.iter_mut().rev() {
        let with = u128::from(high) << 64 | u128::from(*limb);
        (*limb, high) = match high {
            0 => (*limb / by, *limb % by),
            _ => ((with / u128::from(by)) as u64, (with % u128::from(by)) as u64),
        };
    }
    debug_assert_eq!(high, 0, "the divisor goes into it");
    rest
}
