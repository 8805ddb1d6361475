//! One unit moves: counts and fields of both sides kept up, against counted and computed anew.

use std::hint::black_box;

use hexmap::{Cell, Field, Reach};

use crate::scene::{Numbers, Scene};
use crate::timing::{by_turns, shown};

struct Walk {
    side: usize,
    unit: usize,
    from: Cell,
    to: Cell,
}

#[derive(Clone)]
struct Kept {
    scene: Scene,
    fields: [Field; 2],
    held: Vec<Cell>,
    covered: Vec<Cell>,
}

impl Kept {
    fn new(scene: Scene) -> Self {
        let fields = [Field::new(scene.grid()), Field::new(scene.grid())];
        let mut kept = Self { scene, fields, held: Vec::new(), covered: Vec::new() };
        kept.anew();
        kept
    }

    fn anew(&mut self) {
        self.scene.count_anew();
        for (side, field) in self.fields.iter_mut().enumerate() {
            field.compute(self.scene.bases[side].iter().copied(), |step| self.scene.line(side, step));
        }
    }

    fn walk(&mut self, walk: &Walk) {
        let Self { scene, fields, held, covered } = self;
        let Walk { side, unit, from, to } = *walk;
        held.clear();
        covered.clear();
        scene.units[side][unit] = to;
        scene.held[side].add([to], held);
        scene.held[side].remove([from], held);
        scene.covered[side].shift(from, to, |_| true, covered);
        // What a side covers bars only the other side's lines.
        let [own, enemy] = fields.each_mut();
        let (own, enemy) = if side == 0 { (own, enemy) } else { (enemy, own) };
        own.update(held.iter().copied(), |step| scene.line(side, step));
        held.append(covered);
        enemy.update(held.iter().copied(), |step| scene.line(1 - side, step));
    }

    /// At how many hexes the fields of two positions differ.
    fn costs_unlike(&self, other: &Self) -> usize {
        let cells = self.scene.grid().cells();
        let unlike = |side: usize| {
            cells.iter().filter(move |&&cell| self.fields[side].cost(cell) != other.fields[side].cost(cell))
        };
        unlike(0).count() + unlike(1).count()
    }
}

pub fn run() {
    println!(
        "| One unit moves, two sides' counts and fields | costs changed | computed anew | kept up | part |"
    );
    println!("|---|---:|---:|---:|---:|");
    row("to a neighbouring hex", 1);
    row("anywhere within its 12 points", 12);
    println!();
}

fn row(name: &str, budget: u32) {
    let before = Kept::new(Scene::new(1));
    let walks = walks(before.scene.clone(), budget);
    let mut kept = before.clone();
    let mut changed = 0;
    for walk in &walks {
        let last = kept.clone();
        kept.walk(walk);
        changed += kept.costs_unlike(&last);
        let anew = Kept::new(kept.scene.clone());
        assert!(
            kept.fields == anew.fields && kept.scene.covered == anew.scene.covered,
            "a repair went wrong"
        );
    }
    // There and back again, so that every round begins with the same position.
    let back: Vec<Walk> =
        walks.iter().rev().map(|walk| Walk { from: walk.to, to: walk.from, ..*walk }).collect();
    let (mut whole, mut kept) = (before.clone(), before);
    let anew = || {
        whole.anew();
        black_box(&whole);
    };
    let own = || {
        for walk in walks.iter().chain(&back) {
            kept.walk(walk);
        }
        black_box(&kept);
    };
    let [anew, own] = by_turns([1, 2 * walks.len()], anew, own);
    println!(
        "| {name} | {:.1} | {} | {} | 1/{:.0} |",
        changed as f64 / walks.len() as f64,
        shown(anew),
        shown(own),
        anew / own
    );
}

/// Random lawful moves, each from where the last one left the board.
fn walks(mut scene: Scene, budget: u32) -> Vec<Walk> {
    let mut numbers = Numbers::new(2);
    let mut reach = Reach::new(scene.grid());
    let mut walks = Vec::new();
    while walks.len() < 500 {
        let (side, unit) = (numbers.below(2), numbers.below(scene.units[0].len()));
        let from = scene.units[side][unit];
        if budget == 1 {
            reach.search(from, 1, |step| match scene.entry(side, from, step) {
                hexmap::Entry::Barred => hexmap::Entry::Barred,
                _ => hexmap::Entry::Halt(1),
            });
        } else {
            reach.search(from, budget, |step| scene.entry(side, from, step));
        }
        let ends: Vec<Cell> =
            reach.cells().iter().copied().filter(|&cell| !scene.held[side].covers(cell)).collect();
        if ends.is_empty() {
            continue;
        }
        let to = ends[numbers.below(ends.len())];
        scene.units[side][unit] = to;
        scene.count_anew();
        walks.push(Walk { side, unit, from, to });
    }
    walks
}
