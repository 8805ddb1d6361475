//! The sets of files that all come to each other: strongly connected components, after Tarjan.

use std::collections::BTreeSet;

/// The components of a graph whose points are numbered: for each point those that it leads to.
pub fn knots(leads: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let mut walk =
        Walk { leads, seen: vec![None; leads.len()], open: Vec::new(), n_seen: 0, found: Vec::new() };
    for point in 0..leads.len() {
        if walk.seen[point].is_none() {
            walk.go(point);
        }
    }
    walk.found
}

/// What is known of a point that was come to.
#[derive(Clone, Copy)]
struct Seen {
    /// When it was come to.
    nth: usize,
    /// The earliest open point that it comes back to.
    back: usize,
    open: bool,
}

struct Walk<'a> {
    leads: &'a [BTreeSet<usize>],
    seen: Vec<Option<Seen>>,
    open: Vec<usize>,
    n_seen: usize,
    found: Vec<Vec<usize>>,
}

impl Walk<'_> {
    /// Gives the earliest open point that this one comes back to.
    fn go(&mut self, point: usize) -> usize {
        let nth = self.n_seen;
        self.n_seen += 1;
        let mut seen = Seen { nth, back: nth, open: true };
        self.seen[point] = Some(seen);
        self.open.push(point);
        for next in &self.leads[point] {
            match self.seen[*next] {
                None => seen.back = seen.back.min(self.go(*next)),
                Some(other) if other.open => seen.back = seen.back.min(other.nth),
                Some(_) => {}
            }
            self.seen[point] = Some(seen);
        }
        if seen.back == seen.nth {
            let at = self.open.iter().position(|open| *open == point).unwrap_or(0);
            let knot = self.open.split_off(at);
            for point in &knot {
                if let Some(seen) = &mut self.seen[*point] {
                    seen.open = false;
                }
            }
            self.found.push(knot);
        }
        seen.back
    }
}
