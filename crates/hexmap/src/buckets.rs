//! A queue of cells by small integer costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many costs ahead of the present one have a bucket: the bits of one word.
const WINDOW: u32 = 64;

/// Gives cells back in ascending `(cost, cell)`, provided nothing cheaper than the cell given last
/// is put in.
///
/// The next 64 costs have a bucket each, and a bucket is a set of bits over the cells with one bit
/// over every word of them. So putting in and taking out are a few word operations, the lowest cell
/// of a cost comes first without sorting, and one cell put in twice at a cost comes out once.
/// Dearer cells wait in a heap until their cost comes near.
#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    words: usize,
    groups: usize,
    /// 64 buckets of one bit per cell.
    cells: Vec<u64>,
    /// 64 buckets of one bit per word of `cells` that is not empty.
    summary: Vec<u64>,
    /// One bit per bucket that is not empty; cost `c` has bit `c % 64`.
    filled: u64,
    now: u32,
    far: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Buckets {
    pub(crate) fn new(slots: usize) -> Self {
        let words = slots.div_ceil(64);
        let groups = words.div_ceil(64);
        let window = WINDOW as usize;
        Self {
            words,
            groups,
            cells: vec![0; words * window],
            summary: vec![0; groups * window],
            filled: 0,
            now: 0,
            far: BinaryHeap::new(),
        }
    }

    /// Begins anew; nothing cheaper than `lowest` will be put in.
    pub(crate) fn start(&mut self, lowest: u32) {
        if self.filled != 0 {
            // Only after a caller's closure panicked in the middle of a search.
            self.cells.fill(0);
            self.summary.fill(0);
            self.filled = 0;
        }
        self.far.clear();
        self.now = lowest;
    }

    #[inline]
    pub(crate) fn put(&mut self, cost: u32, slot: usize) {
        debug_assert!(cost >= self.now, "a cheaper cell was put in after a dearer one came out");
        if cost - self.now >= WINDOW {
            self.far.push(Reverse((cost, slot as u32)));
            return;
        }
        let bucket = (cost % WINDOW) as usize;
        let word = slot / 64;
        self.cells[bucket * self.words + word] |= 1 << (slot % 64);
        self.summary[bucket * self.groups + word / 64] |= 1 << (word % 64);
        self.filled |= 1 << bucket;
    }

    /// Takes out the cheapest cell, of equals the lowest.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<(u32, usize)> {
        if self.filled == 0 {
            self.now = self.far.peek()?.0.0;
            self.bring_near();
        }
        let ahead = self.filled.rotate_right(self.now % WINDOW).trailing_zeros();
        if ahead > 0 {
            self.now += ahead;
            if !self.far.is_empty() {
                self.bring_near();
            }
        }
        let bucket = (self.now % WINDOW) as usize;
        let summary = &mut self.summary[bucket * self.groups..][..self.groups];
        let group = summary.iter().position(|&bits| bits != 0)?;
        let word = group * 64 + summary[group].trailing_zeros() as usize;
        let bits = &mut self.cells[bucket * self.words + word];
        let slot = word * 64 + bits.trailing_zeros() as usize;
        *bits &= *bits - 1;
        if *bits == 0 {
            summary[group] &= summary[group] - 1;
            if summary[group] == 0 && summary.iter().all(|&bits| bits == 0) {
                self.filled &= !(1 << bucket);
            }
        }
        Some((self.now, slot))
    }

    /// Moves what has come within the window out of the heap.
    #[cold]
    fn bring_near(&mut self) {
        while let Some(&Reverse((cost, slot))) = self.far.peek() {
            if cost - self.now >= WINDOW {
                break;
            }
            self.far.pop();
            self.put(cost, slot as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::Buckets;

    proptest! {
        #[test]
        fn cells_come_out_like_from_an_ordered_set(
            slots in 1usize..9000,
            script in prop::collection::vec((0u32..200, any::<u32>(), 0usize..3), 1..300),
        ) {
            let mut queue = Buckets::new(slots);
            let mut model = BTreeSet::new();
            queue.start(7);
            let mut now = 7;
            for (further, pick, takes) in script {
                let slot = pick as usize % slots;
                queue.put(now + further, slot);
                model.insert((now + further, slot));
                for _ in 0..takes {
                    let taken = queue.take();
                    prop_assert_eq!(taken, model.pop_first());
                    now = taken.map_or(now, |(cost, _)| cost);
                }
            }
            while let Some(expected) = model.pop_first() {
                prop_assert_eq!(queue.take(), Some(expected));
            }
            prop_assert_eq!(queue.take(), None);
        }
    }

    #[test]
    fn costs_near_the_end_of_the_numbers_work() {
        let mut queue = Buckets::new(10);
        queue.start(0);
        queue.put(u32::MAX - 1, 3);
        queue.put(5, 4);
        assert_eq!(queue.take(), Some((5, 4)));
        assert_eq!(queue.take(), Some((u32::MAX - 1, 3)));
        assert_eq!(queue.take(), None);
    }
}
