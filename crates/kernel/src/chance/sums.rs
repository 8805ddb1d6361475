//! Figures that add up over many independent draws: how many escape, points gained, levels won and lost.
//!
//! Several figures stand side by side in a grid with a cell for every combination of sums, laid out as one row of numbers.
//! In it a draw is a handful of steps ahead, each with its weight, and a further draw is one pass over the row. Of equal
//! draws the whole power is found at once, cell by cell from the ones before (J. C. P. Miller's recurrence).

use std::cmp::Reverse;

use super::{Chance, Mean, Natural, TooMuch, Work};

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
    pub fn new<F: AsRef<[i64]>>(
        n_figures: usize,
        rows: impl IntoIterator<Item = (F, u64)>,
    ) -> Result<Self, TooMuch> {
        let (mut all, mut weights): (Vec<i64>, Vec<u64>) =
            (Vec::with_capacity(8 * n_figures), Vec::with_capacity(8));
        for (figures, weight) in rows.into_iter().filter(|(_, weight)| *weight > 0) {
            let figures: &[i64] = figures.as_ref();
            debug_assert_eq!(figures.len(), n_figures);
            let known = (0..weights.len()).find(|row| all[row * n_figures..][..n_figures] == *figures);
            match known {
                Some(known) => weights[known] = weights[known].checked_add(weight).ok_or(TooMuch::Wide)?,
                None => {
                    all.extend_from_slice(figures);
                    weights.push(weight);
                }
            }
        }
        let in_order = (1..weights.len())
            .all(|row| all[(row - 1) * n_figures..][..n_figures] < all[row * n_figures..][..n_figures]);
        if !in_order {
            let of_row = |row: &usize| &all[row * n_figures..][..n_figures];
            let mut order: Vec<usize> = (0..weights.len()).collect();
            order.sort_unstable_by(|a, b| of_row(a).cmp(of_row(b)));
            let figures = order.iter().flat_map(of_row).copied().collect();
            weights = order.iter().map(|row| weights[*row]).collect();
            all = figures;
        }
        let shared = weights.iter().fold(0, |shared, weight| gcd(shared, *weight)).max(1);
        weights.iter_mut().for_each(|weight| *weight /= shared);
        let of = weights.iter().try_fold(0u64, |sum, weight| sum.checked_add(*weight));
        of.filter(|of| *of > 0 && *of >> 63 == 0).ok_or(TooMuch::Wide)?;
        Ok(Self { n_figures, figures: all, weights })
    }

    /// What takes away what this one adds.
    #[must_use]
    pub fn negated(mut self) -> Self {
        self.figures.iter_mut().for_each(|figure| *figure = -*figure);
        self
    }

    /// Of one figure.
    ///
    /// # Errors
    /// As [`Draw::new`].
    pub fn of_one(rows: impl IntoIterator<Item = (i64, u64)>) -> Result<Self, TooMuch> {
        Self::new(1, rows.into_iter().map(|(figure, weight)| ([figure], weight)))
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
        Self::within(&Work::usual(), n_figures, draws)
    }

    /// The same within a bound.
    ///
    /// # Errors
    /// [`TooMuch`].
    pub fn within(work: &Work<'_>, n_figures: usize, draws: &[(Draw, u32)]) -> Result<Self, TooMuch> {
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
        // Draws that differ by what they bring for certain are one and the same from here on.
        let mut factors: Vec<Factor> = Vec::with_capacity(groups.len());
        for (draw, n) in &groups {
            let steps = steps(draw, &axes);
            match factors.iter_mut().find(|known| known.steps == steps) {
                Some(known) => known.n += n,
                None => factors.push(Factor { steps, n: *n, of: draw.of() }),
            }
        }
        // The longest run is found at once; the others are cheap while the grid is still small.
        factors.sort_by_key(|factor| Reverse(factor.n));
        let (grid, of) = Grid::fill(work, &factors, n_cells)?;
        let Grid { wide, cells, .. } = grid;
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

    /// How many combinations can come.
    pub fn n_rows(&self) -> usize {
        self.cells.chunks_exact(self.wide).filter(|cell| cell.iter().any(|limb| *limb != 0)).count()
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
    /// What its weights add up to.
    of: u64,
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

/// As many cells are filled before their steps are counted.
const AT_A_TIME: usize = 4096;

/// From how many equal draws on their power is found at once.
const MANY: u32 = 4;

/// The widths of cells in limbs. A grid grows with what it holds, so that the first draws are as cheap as they may be.
const WIDTHS: [usize; 11] = [1, 2, 3, 4, 5, 6, 7, 8, 16, 32, MOST_LIMBS];

/// Calls a function of cells of a fixed width.
macro_rules! of_width {
    ($grid:expr, $function:ident $(, $more:expr)*) => {
        match $grid.wide {
            1 => $function::<1>(&mut $grid.cells $(, $more)*),
            2 => $function::<2>(&mut $grid.cells $(, $more)*),
            3 => $function::<3>(&mut $grid.cells $(, $more)*),
            4 => $function::<4>(&mut $grid.cells $(, $more)*),
            5 => $function::<5>(&mut $grid.cells $(, $more)*),
            6 => $function::<6>(&mut $grid.cells $(, $more)*),
            7 => $function::<7>(&mut $grid.cells $(, $more)*),
            8 => $function::<8>(&mut $grid.cells $(, $more)*),
            16 => $function::<16>(&mut $grid.cells $(, $more)*),
            32 => $function::<32>(&mut $grid.cells $(, $more)*),
            _ => $function::<MOST_LIMBS>(&mut $grid.cells $(, $more)*),
        }
    };
}

/// The row of cells while draws are added to it.
struct Grid {
    /// Limbs of each cell.
    wide: usize,
    cells: Vec<u64>,
    /// From which cell on all are still empty.
    used: usize,
}

impl Grid {
    fn fill(work: &Work<'_>, factors: &[Factor], n_cells: usize) -> Result<(Self, Natural), TooMuch> {
        let mut grid = Self { wide: 1, cells: vec![0; n_cells], used: 1 };
        grid.cells[0] = 1;
        let mut of = Natural::ONE;
        for (at, factor) in factors.iter().enumerate() {
            let one = Natural::from(factor.of);
            if at == 0 && factor.n >= MANY {
                let all = one.power(factor.n)?;
                grid.widen(n_cells, &all)?;
                if of_width!(grid, power, work, factor)?.is_some() {
                    (of, grid.used) = (all, 1 + factor.longest() * factor.n as usize);
                    continue;
                }
            }
            for _ in 0..factor.n {
                of = of.times(&one)?;
                grid.widen(n_cells, &of)?;
                of_width!(grid, pass, work, factor, grid.used)?;
                grid.used += factor.longest();
            }
        }
        Ok((grid, of))
    }

    /// Makes room for weights up to this one.
    fn widen(&mut self, n_cells: usize, most: &Natural) -> Result<(), TooMuch> {
        let needed = most.bits().div_ceil(64);
        if needed <= self.wide {
            return Ok(());
        }
        let wide = *WIDTHS.iter().find(|width| **width >= needed).ok_or(TooMuch::Wide)?;
        if n_cells.saturating_mul(wide) > MOST_ROOM {
            return Err(TooMuch::Many);
        }
        let mut cells = vec![0; n_cells * wide];
        let old = self.cells.chunks_exact(self.wide).take(self.used);
        for (cell, old) in cells.chunks_exact_mut(wide).zip(old) {
            cell[..self.wide].copy_from_slice(old);
        }
        (self.wide, self.cells) = (wide, cells);
        Ok(())
    }
}

/// One more draw: what lies in a cell is laid out over those that the draw's steps lead to. From the last cell backwards, so
/// that what is laid out is still as it was.
fn pass<const L: usize>(
    cells: &mut [u64],
    work: &Work<'_>,
    factor: &Factor,
    used: usize,
) -> Result<(), TooMuch> {
    let (cells, _) = cells.as_chunks_mut::<L>();
    let each = (factor.steps.len() * L) as u64;
    for from in (0..used).rev() {
        if from % AT_A_TIME == 0 {
            work.spend((used - from).min(AT_A_TIME) as u64 * each)?;
        }
        let cell = cells[from];
        if cell == [0; L] {
            continue;
        }
        cells[from] = [0; L];
        for (ahead, weight) in &factor.steps {
            add_times(&mut cells[from + ahead], &cell, *weight);
        }
    }
    Ok(())
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
fn power<const L: usize>(cells: &mut [u64], work: &Work<'_>, factor: &Factor) -> Result<Option<()>, TooMuch> {
    let (cells, _) = cells.as_chunks_mut::<L>();
    let n = u64::from(factor.n);
    let shortest = factor.shortest();
    let Some((first, steps)) = factor.steps.split_first() else { return Ok(None) };
    let steps: Vec<(usize, u64)> = steps.iter().map(|(ahead, weight)| (ahead - shortest, *weight)).collect();
    let last = (factor.longest() - shortest) * factor.n as usize;
    // The widest coefficient and the widest divisor, checked once for all cells.
    let widest = steps
        .iter()
        .map(|(ahead, weight)| (*ahead as u64).checked_mul(n + 1)?.max(last as u64).checked_mul(*weight));
    if widest.collect::<Option<Vec<u64>>>().is_none() || (last as u64).checked_mul(first.1).is_none() {
        return Ok(None);
    }
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
    let each = (factor.steps.len() * L) as u64;
    for k in 1..=last {
        if k % AT_A_TIME == 1 {
            work.spend((last + 1 - k).min(AT_A_TIME) as u64 * each)?;
        }
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
    Ok(Some(()))
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
