//! Reachable hexes, their costs and the ways there.

use hexmap::{Cell, Entry, Reach, draw};
use pathfinding::prelude::dijkstra_all;
use proptest::prelude::*;

use crate::board::{Board, board, boards, cell, entry, pick};
use crate::oracle;

fn costs_drawn(board: &Board, reach: &Reach) -> String {
    draw(
        board.grid(),
        |cell| match reach.cost(cell) {
            Some(cost) if reach.halts(cell) => format!("{cost}!"),
            Some(cost) => cost.to_string(),
            None => String::new(),
        },
        |cell, direction| {
            let side = board.side_at(cell, direction);
            if side.path { Some('+') } else { side.stream.then_some('~') }
        },
    )
}

#[test]
fn costs_stops_and_closed_hexes_on_a_small_board() {
    let mut board = board("11111\n12#1!\n13!11\n11111");
    for side in ["0302-0402", "0303-0402", "0303-0403", "0304-0403"] {
        let side = board.grid().read_side(side).expect("a side");
        board.change_side(side, |side| side.stream = true);
    }
    for side in board.grid().clone().read_path("0101 0102 0103 0203 0304").expect("a path") {
        board.change_side(side, |side| side.path = true);
    }
    let mut reach = Reach::new(board.grid());
    reach.search(cell(&board, "0101"), 6, |step| entry(&board, step));
    assert_eq!(
        costs_drawn(&board, &reach),
        "\u{20}__    __    __
/0 \\__/2 \\__/4 \\
\\++/1 \\__/3 \\__/
/1 \\__/  \\__/4!\\
\\++/3 \\__~4 \\__/
/2 \\__/4!~__/5 \\
\\__+3 \\__~5 \\__/
/3 \\__+4 ~__/6 \\
\\__/4 \\__/5 \\__/
   \\__/  \\__/
"
    );
}

#[test]
fn a_route_explains_its_cost_step_by_step() {
    let mut board = board("111\n441\n111");
    let side = board.grid().read_side("0101-0201").expect("a side");
    board.change_side(side, |side| side.stream = true);
    let mut reach = Reach::new(board.grid());
    reach.search(cell(&board, "0101"), 9, |step| entry(&board, step));
    let legs = reach.route(cell(&board, "0301")).expect("reached");
    let told: Vec<String> = legs
        .iter()
        .map(|leg| format!("{} costs {}, {} so far", board.grid().label(leg.step.to), leg.cost, leg.total))
        .collect();
    assert_eq!(told, ["0201 costs 3, 3 so far", "0301 costs 1, 4 so far"]);
    assert_eq!(reach.route(reach.start().expect("searched")), Some(Vec::new()));
}

#[test]
fn of_two_equal_ways_the_one_over_the_lower_hex_is_kept() {
    let board = board("111\n111\n111");
    let mut reach = Reach::new(board.grid());
    reach.search(cell(&board, "0102"), 9, |step| entry(&board, step));
    let legs = reach.route(cell(&board, "0302")).expect("reached");
    assert_eq!(board.grid().label(legs[0].step.to).to_string(), "0201");
}

#[test]
fn a_dearer_way_on_is_found_past_a_cheaper_stop() {
    // The hex 0202 ends the way when entered from above and not when entered from below.
    let board = board("111\n111\n111");
    let (stop, start) = (cell(&board, "0202"), cell(&board, "0201"));
    let above = board.grid().step_between(start, stop).expect("adjacent");
    let mut reach = Reach::new(board.grid());
    reach.search(start, 9, |step| {
        if step == above {
            Entry::Halt(1)
        } else if board.grid().distance(start, step.to) == 1 || step.to == stop {
            entry(&board, step)
        } else if step.from == stop {
            Entry::Pass(1)
        } else {
            Entry::Barred
        }
    });
    assert_eq!((reach.cost(stop), reach.pass_cost(stop), reach.halts(stop)), (Some(1), Some(2), true));
    let beyond = reach.route(cell(&board, "0203")).expect("beyond the stop");
    assert_eq!(beyond.iter().map(|leg| leg.total).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(reach.route(stop).expect("the stop itself").len(), 1);
}

#[test]
fn costs_beyond_every_bucket_and_beyond_all_numbers() {
    let board = board("1111");
    let start = cell(&board, "0101");
    let mut reach = Reach::new(board.grid());
    reach
        .search(start, u32::MAX, |step| Entry::Pass(if step.from == start { 1000 } else { u32::MAX - 1500 }));
    let costs: Vec<Option<u32>> = board.grid().cells().iter().map(|&cell| reach.cost(cell)).collect();
    assert_eq!(costs, [Some(0), Some(1000), Some(u32::MAX - 500), None]);
}

#[test]
fn the_buffers_remember_nothing_of_the_last_search() {
    let board = board("1111\n1111\n11!1");
    let mut used = Reach::new(board.grid());
    for &start in board.grid().cells() {
        for budget in [7, 0, 2] {
            used.search(start, budget, |step| entry(&board, step));
            let mut fresh = Reach::new(board.grid());
            fresh.search(start, budget, |step| entry(&board, step));
            assert_eq!(used.cells(), fresh.cells());
            assert!(board.grid().cells().iter().all(|&cell| used.route(cell) == fresh.route(cell)));
        }
    }
}

fn agrees(board: &Board, start: Cell, budget: u32) -> Result<(), TestCaseError> {
    let slow = oracle::reach(board.grid(), start, budget, |step| entry(board, step));
    let mut reach = Reach::new(board.grid());
    reach.search(start, budget, |step| entry(board, step));
    let mut order = Vec::new();
    for &cell in board.grid().cells() {
        let known = slow.get(&cell).cloned().unwrap_or_default();
        let best = known.pass.into_iter().chain(known.halt).min_by_key(|(cost, _)| *cost);
        prop_assert_eq!(reach.cost(cell), best.map(|(cost, _)| cost));
        prop_assert_eq!(reach.pass_cost(cell), known.pass.map(|(cost, _)| cost));
        order.extend(best.map(|(cost, _)| (cost, cell)));
        let Some((total, last)) = best else {
            prop_assert_eq!(reach.route(cell), None);
            continue;
        };
        let route = reach.route(cell).expect("it has a cost");
        prop_assert_eq!(route.last().map(|leg| leg.step), last);
        prop_assert_eq!(route.iter().map(|leg| leg.cost).sum::<u32>(), total);
        for (leg, next) in route.iter().zip(route.iter().skip(1)) {
            prop_assert_eq!(entry(board, leg.step), Entry::Pass(leg.cost));
            prop_assert_eq!(Some((leg.total, Some(leg.step))), slow[&leg.step.to].pass);
            prop_assert_eq!(leg.step.to, next.step.from);
        }
    }
    order.sort_unstable();
    let mut settled: Vec<_> =
        reach.cells().iter().map(|&cell| (reach.cost(cell).expect("listed"), cell)).collect();
    prop_assert!(settled.is_sorted_by_key(|(cost, _)| *cost));
    if board.grid().cells().iter().any(|&cell| *board.hex(cell) == '0') {
        // A hex entered for nothing comes after the one it is entered from.
        settled.sort_unstable();
    }
    prop_assert_eq!(settled, order);
    Ok(())
}

proptest! {
    #[test]
    fn a_search_agrees_with_the_slow_one_in_costs_ties_stops_and_order(
        board in boards(), start in any::<usize>(), budget in 0u32..30,
    ) {
        agrees(&board, pick(&board, start), budget)?;
    }

    #[test]
    fn a_search_without_stops_agrees_with_the_library(
        board in boards(), start in any::<usize>(), budget in 0u32..30,
    ) {
        let start = pick(&board, start);
        let passing = |step| match entry(&board, step) {
            Entry::Halt(cost) => Entry::Pass(cost),
            other => other,
        };
        let library = dijkstra_all(&start, |&here| {
            board.grid().steps(here).filter_map(move |step| match passing(step) {
                Entry::Pass(cost) => Some((step.to, cost)),
                _ => None,
            }).collect::<Vec<_>>()
        });
        let mut reach = Reach::new(board.grid());
        reach.search(start, budget, passing);
        for &cell in board.grid().cells() {
            let theirs = if cell == start { Some(0) } else { library.get(&cell).map(|(_, cost)| *cost) };
            prop_assert_eq!(reach.cost(cell), theirs.filter(|&cost| cost <= budget));
        }
    }
}

#[test]
fn a_search_that_panicked_leaves_nothing_behind() {
    let board = board("1111\n1111\n1111");
    let start = cell(&board, "0102");
    let mut hurt = Reach::new(board.grid());
    let mut asked = 0;
    let search = std::panic::AssertUnwindSafe(|| {
        hurt.search(start, 9, |step| {
            asked += 1;
            assert!(asked < 9, "the caller's own fault");
            entry(&board, step)
        });
    });
    assert!(std::panic::catch_unwind(search).is_err());
    hurt.search(start, 1, |step| entry(&board, step));
    let mut fresh = Reach::new(board.grid());
    fresh.search(start, 1, |step| entry(&board, step));
    assert_eq!(hurt.cells(), fresh.cells());
    assert!(board.grid().cells().iter().all(|&cell| hurt.cost(cell) == fresh.cost(cell)));
}
