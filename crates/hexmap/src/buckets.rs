//! A queue of cells by small integer costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many costs ahead of the present one have a bucket: the bits of one word.
const WINDOW: u32 = 64;

/// Gives cells back by ascending cost, all of one cost at a time, provided nothing cheaper than
/// those given last is put in.
///
/// The next 64 costs have a bucket each, dearer cells wait in a heap until their cost comes near.
/// A whole bucket at a time leaves the processor free to work on several cells at once, which a
/// queue that gives one cell after the other does not.
#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    buckets: Vec<Vec<u32>>,
    /// One bit per bucket that is not empty; cost `c` has bit `c % 64`.
    filled: u64,
    now: u32,
    far: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Buckets {
    pub(crate) fn new() -> Self {
        // A bucket takes room when it is first used: most searches use few of them.
        let buckets = (0..WINDOW).map(|_| Vec::new()).collect();
        Self { buckets, filled: 0, now: 0, far: BinaryHeap::new() }
    }

    /// Begins anew; nothing cheaper than `lowest` will be put in.
    pub(crate) fn start(&mut self, lowest: u32) {
        if self.filled != 0 {
            // Only after a caller's closure panicked in the middle of a search.
            self.buckets.iter_mut().for_each(Vec::clear);
            self.filled = 0;
        }
        self.far.clear();
        self.now = lowest;
    }

    #[inline]
    pub(crate) fn put(&mut self, cost: u32, slot: usize) {
        debug_assert!(cost >= self.now, "a cheaper cell was put in after a dearer one came out");
        if cost - self.now >= WINDOW {
            self.put_far(cost, slot);
            return;
        }
        self.buckets[(cost % WINDOW) as usize].push(slot as u32);
        self.filled |= 1 << (cost % WINDOW);
    }

    /// Takes out all cells of the lowest cost, in the order they were put in, and gives that cost.
    /// What is put in at the same cost afterwards comes out next. `cells` must be empty.
    #[inline]
    pub(crate) fn take(&mut self, cells: &mut Vec<u32>) -> Option<u32> {
        debug_assert!(cells.is_empty(), "cells would be put in a second time");
        if self.filled == 0 {
            self.now = self.far.peek()?.0.0;
            self.bring_near();
        }
        let ahead = self.filled.rotate_right(self.now % WINDOW).trailing_zeros();
        if ahead > 0 {
            self.now += ahead;
            self.bring_near();
        }
        let bucket = (self.now % WINDOW) as usize;
        std::mem::swap(&mut self.buckets[bucket], cells);
        self.filled &= !(1 << bucket);
        Some(self.now)
    }

    /// Whether something was put in at the cost taken out last.
    #[inline]
    pub(crate) fn has_more_now(&self) -> bool {
        self.filled >> (self.now % WINDOW) & 1 == 1
    }

    #[cold]
    fn put_far(&mut self, cost: u32, slot: usize) {
        self.far.push(Reverse((cost, slot as u32)));
    }

    /// Moves what has come within the window out of the heap.
    #[inline]
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
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::Buckets;

    proptest! {
        #[test]
        fn cells_come_out_like_from_an_ordered_map(
            script in prop::collection::vec((0u32..200, 0u32..9000, any::<bool>()), 1..300),
        ) {
            let mut queue = Buckets::new();
            let mut model: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            queue.start(7);
            let (mut now, mut taken) = (7, Vec::new());
            let finish = (0..200).map(|_| (None, true));
            let script = script.into_iter().map(|(further, slot, take)| (Some((further, slot)), take));
            for (put, take) in script.chain(finish) {
                if let Some((further, slot)) = put {
                    queue.put(now + further, slot as usize);
                    model.entry(now + further).or_default().push(slot);
                }
                if take {
                    let cost = queue.take(&mut taken);
                    let expected = model.pop_first();
                    prop_assert_eq!(cost, expected.as_ref().map(|(cost, _)| *cost));
                    let mut expected = expected.map(|(_, cells)| cells).unwrap_or_default();
                    // Those that waited in the heap come in another order.
                    expected.sort_unstable();
                    taken.sort_unstable();
                    prop_assert_eq!(&taken, &expected);
                    taken.clear();
                    now = cost.unwrap_or(now);
                }
            }
            prop_assert!(model.is_empty());
        }
    }

    #[test]
    fn costs_near_the_end_of_the_numbers_work() {
        let mut queue = Buckets::new();
        let mut taken = Vec::new();
        queue.start(0);
        queue.put(u32::MAX - 1, 3);
        queue.put(5, 4);
        for expected in [Some(5), Some(u32::MAX - 1), None] {
            assert_eq!(queue.take(&mut taken), expected);
            taken.clear();
        }
    }
}
