//! The same questions answered slowly and otherwise: every pair is compared with every unit, lanes are swept down the
//! table as intervals between floating-point heights, back moves are tried one hundredth after another. Nothing is
//! shared with the library but the words for standings.

use frontline::{Piece, Point, Side, Standing};

pub const SPACING: i64 = 500;
const HALF_LINK: i64 = 250;
const GAP: i64 = 2000;
const OVERHANG: i64 = 500;
const WINDOW: i64 = 2000;

#[derive(Clone, Debug)]
pub struct Scene {
    pub width: i32,
    pub height: i32,
    pub entries: [Vec<Point>; 2],
    pub units: Vec<Piece<u32>>,
}

type Spot = (i64, i64);

impl Scene {
    fn seen(&self, side: Side, at: Point) -> Spot {
        let y = if side == Side::South { at.y } else { self.height - at.y };
        (i64::from(at.x), i64::from(y))
    }

    fn spot(&self, side: Side, n: usize) -> Spot {
        self.seen(side, self.units[n].at)
    }

    fn of(&self, side: Side) -> Vec<usize> {
        (0..self.units.len()).filter(|n| self.units[*n].side == side).collect()
    }

    /// Runs of forward units as courses in the side's own frame.
    fn runs(&self, side: Side, active: &[bool]) -> Vec<Vec<Spot>> {
        let spots: Vec<Spot> =
            self.of(side).into_iter().filter(|n| active[*n]).map(|n| self.spot(side, n)).collect();
        let is_shadowed =
            |u: &Spot| spots.iter().any(|v| (v.0 - u.0).abs() <= SPACING && v.1 - u.1 > (v.0 - u.0).abs());
        let mut forward: Vec<Spot> = spots.iter().filter(|u| !is_shadowed(u)).copied().collect();
        forward.sort_unstable();
        let mut runs: Vec<Vec<Spot>> = Vec::new();
        for spot in forward {
            match runs.last_mut() {
                Some(run) if apart(run[run.len() - 1], spot) <= GAP * GAP => run.push(spot),
                _ => runs.push(vec![spot]),
            }
        }
        let width = i64::from(self.width);
        for run in &mut runs {
            let (first, last) = (run[0], run[run.len() - 1]);
            run.insert(0, ((first.0 - OVERHANG).max(0), first.1));
            run.push(((last.0 + OVERHANG).min(width), last.1));
        }
        runs
    }

    /// How far the unit lies behind the enemy's runs, as a fraction; the most of all runs.
    fn depth(&self, runs: &[Vec<Spot>], n: usize) -> Option<(i64, i64)> {
        let at = self.spot(self.units[n].side.enemy(), n);
        let mut best: Option<(i64, i64)> = None;
        for run in runs {
            for leg in run.windows(2) {
                let (a, b) = (leg[0], leg[1]);
                if at.0 < a.0 || b.0 < at.0 {
                    continue;
                }
                let (over, by) = if a.0 == b.0 {
                    (a.1.max(b.1) - at.1, 1)
                } else {
                    ((a.1 - at.1) * (b.0 - a.0) + (b.1 - a.1) * (at.0 - a.0), b.0 - a.0)
                };
                if over > 0 && best.is_none_or(|best| over * best.1 > best.0 * by) {
                    best = Some((over, by));
                }
            }
        }
        best
    }

    fn is_linked(&self, a: usize, b: usize) -> bool {
        let side = self.units[a].side;
        let (p, q) = (self.spot(side, a), self.spot(side, b));
        let enemies = self.of(side.enemy());
        apart(p, q) <= SPACING * SPACING
            && !enemies.iter().any(|enemy| is_beside(self.spot(side, *enemy), p, q))
    }

    fn groups(&self) -> Vec<Vec<usize>> {
        let mut group: Vec<usize> = (0..self.units.len()).collect();
        loop {
            let mut changed = false;
            for a in 0..group.len() {
                for b in 0..group.len() {
                    let friends = self.units[a].side == self.units[b].side;
                    if friends && group[a] < group[b] && self.is_linked(a, b) {
                        group[b] = group[a];
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let members = |root: usize| (0..group.len()).filter(|n| group[*n] == root).collect();
        (0..group.len()).filter(|n| group[*n] == *n).map(members).collect()
    }

    fn standings_against(&self, fronts: &[Vec<Vec<Spot>>; 2], groups: &[Vec<usize>]) -> Vec<Standing> {
        let anchors = |n: &usize| {
            let side = self.units[*n].side;
            self.depth(&fronts[side.enemy().index()], *n).is_none()
                || self.spot(side, *n).1 <= SPACING
                || self.entries[side.index()]
                    .iter()
                    .any(|entry| apart(self.seen(side, *entry), self.spot(side, *n)) <= SPACING * SPACING)
        };
        let normal: Vec<bool> = groups.iter().map(|group| group.iter().any(anchors)).collect();
        let standing = |nth: usize| {
            if normal[nth] {
                return Standing::Normal;
            }
            let side = self.units[groups[nth][0]].side;
            let friends = groups.iter().zip(&normal).filter(|(_, normal)| **normal);
            let friends = friends.flat_map(|(group, _)| group).filter(|n| self.units[**n].side == side);
            let mut targets: Vec<Spot> = friends.map(|n| self.spot(side, *n)).collect();
            targets.extend(self.entries[side.index()].iter().map(|entry| self.seen(side, *entry)));
            let leads = |n: &usize| self.has_lane(side, self.spot(side, *n), &targets, true);
            if groups[nth].iter().any(leads) { Standing::Isolated } else { Standing::CutOff }
        };
        (0..groups.len()).map(standing).collect()
    }

    /// How every unit stands.
    pub fn standings(&self) -> Vec<Standing> {
        let groups = self.groups();
        let mut active = vec![true; self.units.len()];
        loop {
            let fronts = Side::BOTH.map(|side| self.runs(side, &active));
            let (alive, _): (Vec<Vec<usize>>, Vec<Vec<usize>>) =
                groups.iter().cloned().partition(|group| active[group[0]]);
            let raw = self.standings_against(&fronts, &alive);
            let mut pockets: Vec<_> = alive
                .iter()
                .zip(raw)
                .filter(|(_, standing)| *standing != Standing::Normal)
                .map(|(group, standing)| {
                    let side = self.units[group[0]].side;
                    let overlap = group.iter().map(|n| {
                        let at = self.spot(side, *n);
                        let enemies = self.of(side.enemy()).into_iter().filter(|enemy| active[*enemy]);
                        let over = enemies.map(|enemy| self.spot(side, enemy));
                        over.filter(|enemy| (enemy.0 - at.0).abs() <= WINDOW && enemy.1 < at.1).count()
                    });
                    let depths = group.iter().filter_map(|n| self.depth(&fronts[side.enemy().index()], *n));
                    let depth = depths.map(|(over, by)| (2 * over + by) / (2 * by)).max();
                    let id = group.iter().map(|n| self.units[*n].id).min();
                    let key = (
                        -(overlap.max().unwrap_or(0) as i64),
                        standing == Standing::Isolated,
                        -depth.unwrap_or(0),
                        group.len(),
                        id,
                    );
                    (key, group.clone())
                })
                .collect();
            pockets.sort();
            let Some((_, first)) = pockets.first() else { break };
            first.iter().for_each(|n| active[*n] = false);
        }
        let fronts = Side::BOTH.map(|side| self.runs(side, &active));
        let mut standings = vec![Standing::Normal; self.units.len()];
        for (group, standing) in groups.iter().zip(self.standings_against(&fronts, &groups)) {
            group.iter().for_each(|n| standings[*n] = standing);
        }
        standings
    }

    /// Whether a lane leads from a place to the home edge or to a target, with all enemies of the side in the way.
    pub fn has_lane(&self, side: Side, start: Spot, targets: &[Spot], home: bool) -> bool {
        let enemies: Vec<Spot> = self.of(side.enemy()).into_iter().map(|n| self.spot(side, n)).collect();
        has_lane_past(&enemies, self.width.into(), start, targets, home)
    }

    /// Whether a lane leads home with these enemies alone in the way.
    pub fn leads_home_past(&self, n: usize, enemies: &[usize]) -> bool {
        let side = self.units[n].side;
        let enemies: Vec<Spot> = enemies.iter().map(|enemy| self.spot(side, *enemy)).collect();
        has_lane_past(&enemies, self.width.into(), self.spot(side, n), &[], true)
    }

    pub fn seen_by_owner(&self, n: usize) -> Spot {
        self.spot(self.units[n].side, n)
    }

    pub fn seen_at(&self, side: Side, at: Point) -> Spot {
        self.seen(side, at)
    }
}

fn apart(a: Spot, b: Spot) -> i64 {
    (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2)
}

/// Whether a place lies within the half-width of a link.
fn is_beside(at: Spot, p: Spot, q: Spot) -> bool {
    let length = apart(p, q);
    let along = (at.0 - p.0) * (q.0 - p.0) + (at.1 - p.1) * (q.1 - p.1);
    if length == 0 || along < 0 || along > length {
        return apart(at, p).min(apart(at, q)) <= HALF_LINK * HALF_LINK;
    }
    let cross = i128::from((at.0 - p.0) * (q.1 - p.1) - (at.1 - p.1) * (q.0 - p.0));
    cross * cross <= i128::from(HALF_LINK * HALF_LINK) * i128::from(length)
}

const NEARLY: f64 = 1e-4;

/// What bounds a free interval.
#[derive(Clone, Copy)]
enum Bound {
    Side(f64),
    Disc(usize),
}

struct Slices<'a> {
    discs: &'a [Spot],
    width: f64,
}

impl Slices<'_> {
    fn half(&self, disc: usize, height: f64) -> Option<f64> {
        let off = height - self.discs[disc].1 as f64;
        let square = (SPACING * SPACING) as f64 - off * off;
        (off.abs() < SPACING as f64).then(|| square.max(0.0).sqrt())
    }

    fn place(&self, bound: Bound, height: f64, way: f64) -> f64 {
        match bound {
            Bound::Side(x) => x,
            Bound::Disc(n) => self.discs[n].0 as f64 + way * self.half(n, height).unwrap_or(0.0),
        }
    }

    /// Free intervals at a height that are at least so wide.
    fn free(&self, height: f64, least: f64) -> Vec<(Bound, Bound)> {
        let mut shut: Vec<(f64, f64, usize)> = (0..self.discs.len())
            .filter_map(|n| {
                let (x, half) = (self.discs[n].0 as f64, self.half(n, height)?);
                Some((x - half, x + half, n))
            })
            .collect();
        shut.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut free = Vec::new();
        let mut left = (0.0, Bound::Side(0.0));
        for (from, to, n) in shut {
            if from - left.0 >= least {
                free.push((left.1, Bound::Disc(n)));
            }
            if to > left.0 {
                left = (to, Bound::Disc(n));
            }
        }
        if self.width - left.0 >= least {
            free.push((left.1, Bound::Side(self.width)));
        }
        free
    }

    fn span(&self, (left, right): (Bound, Bound), height: f64) -> (f64, f64) {
        (self.place(left, height, 1.0), self.place(right, height, -1.0))
    }
}

/// Sweeps down from the start and keeps the free intervals that can be reached.
fn has_lane_past(discs: &[Spot], width: i64, start: Spot, targets: &[Spot], home: bool) -> bool {
    let clear = |at: &Spot| discs.iter().all(|disc| apart(*disc, *at) >= SPACING * SPACING);
    if !clear(&start) {
        return false;
    }
    let targets: Vec<&Spot> = targets.iter().filter(|at| at.1 <= start.1 && clear(at)).collect();
    let slices = Slices { discs, width: width as f64 };
    let heights = heights(discs, width, start.1, &targets);
    let holds =
        |span: (f64, f64), inner: (f64, f64)| span.0 - NEARLY <= inner.0 && inner.1 <= span.1 + NEARLY;
    let line = |height: f64| -> Vec<(f64, f64)> {
        slices.free(height, -NEARLY).into_iter().map(|bounds| slices.span(bounds, height)).collect()
    };
    let at = |x: i64| (x as f64, x as f64);
    let mut reached: Vec<(f64, f64)> =
        line(heights[0]).into_iter().filter(|span| holds(*span, at(start.0))).collect();
    for pair in heights.windows(2).map(Some).chain([None]) {
        let height = pair.map_or(heights[heights.len() - 1], |pair| pair[0]);
        let meets = |target: &&&Spot| {
            (target.1 as f64 - height).abs() < 1e-9 && reached.iter().any(|span| holds(*span, at(target.0)))
        };
        if targets.iter().any(|target| meets(&target)) {
            return true;
        }
        let Some(pair) = pair else { break };
        let middle = (pair[0] + pair[1]) / 2.0;
        // Between two heights a millionth apart a gap that opens is too narrow for floating point.
        let open = slices.free(middle, -1e-12).into_iter();
        let open =
            open.filter(|bounds| reached.iter().any(|span| holds(*span, slices.span(*bounds, pair[0]))));
        let below: Vec<(f64, f64)> = open.map(|bounds| slices.span(bounds, pair[1])).collect();
        let next = line(pair[1]).into_iter().filter(|span| below.iter().any(|inner| holds(*span, *inner)));
        reached = next.collect();
    }
    home && !reached.is_empty()
}

/// Every height at which the free intervals change their bounds, from the start down to the home edge.
fn heights(discs: &[Spot], width: i64, top: i64, targets: &[&Spot]) -> Vec<f64> {
    let spacing = SPACING as f64;
    let mut heights: Vec<f64> = vec![0.0, top as f64];
    heights.extend(targets.iter().map(|at| at.1 as f64));
    for (n, disc) in discs.iter().enumerate() {
        let y = disc.1 as f64;
        heights.extend([y - spacing, y, y + spacing]);
        for wide in [disc.0, width - disc.0] {
            if wide < SPACING {
                let off = ((SPACING * SPACING - wide * wide) as f64).sqrt();
                heights.extend([y - off, y + off]);
            }
        }
        for other in &discs[n + 1..] {
            let square = apart(*disc, *other);
            if square == 0 || square > 4 * SPACING * SPACING {
                continue;
            }
            let middle = (disc.1 + other.1) as f64 / 2.0;
            let off = ((4 * SPACING * SPACING - square) as f64 / square as f64).sqrt() / 2.0;
            let wide = (other.0 - disc.0) as f64;
            heights.extend([middle - off * wide, middle + off * wide]);
        }
    }
    for height in &mut heights {
        if (*height - height.round()).abs() < 1e-7 {
            *height = height.round();
        }
    }
    heights.retain(|height| (0.0..=top as f64).contains(height));
    heights.sort_by(|a, b| b.total_cmp(a));
    heights.dedup_by(|a, b| (*a - *b).abs() < 1e-7);
    heights
}
