//! Chance is exact: against every branch walked one by one, and by its own laws.

use std::collections::BTreeMap;

use kernel::chance::{Chance, Draw, Natural, Sums, TooMuch};

/// Whole numbers below a bound, the same at every run.
struct Source(u64);

impl Source {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn draw(&mut self, n_figures: usize) -> Draw {
        let n_rows = 1 + self.below(4);
        let row = |source: &mut Self| {
            let figures = (0..n_figures).map(|_| source.below(9) as i64 * 2 - 6).collect();
            (figures, 1 + source.below(12))
        };
        let rows: Vec<_> = (0..n_rows).map(|_| row(self)).collect();
        Draw::new(n_figures, rows).expect("small weights")
    }
}

/// Every branch of every draw, walked one by one.
fn oracle(n_figures: usize, draws: &[(Draw, u32)]) -> (BTreeMap<Vec<i64>, u128>, u128) {
    let mut ways = BTreeMap::from([(vec![0; n_figures], 1u128)]);
    let mut of = 1;
    for (draw, n) in draws {
        for _ in 0..*n {
            let mut next = BTreeMap::new();
            for (sums, weight) in &ways {
                for (figures, more) in draw.rows() {
                    let sums: Vec<i64> = sums.iter().zip(figures).map(|(a, b)| a + b).collect();
                    *next.entry(sums).or_insert(0) += weight * u128::from(more);
                }
            }
            ways = next;
            of *= u128::from(draw.of());
        }
    }
    (ways, of)
}

fn total(weights: impl IntoIterator<Item = Natural>) -> Natural {
    weights.into_iter().fold(Natural::ZERO, |sum, weight| sum.plus(&weight))
}

#[test]
fn sums_are_those_of_every_branch() {
    let mut source = Source(7);
    for round in 0..200 {
        let n_figures = 1 + round % 3;
        let n_groups = 1 + source.below(3);
        let draws: Vec<(Draw, u32)> =
            (0..n_groups).map(|_| (source.draw(n_figures), 1 + source.below(6) as u32)).collect();
        let sums = Sums::of_draws(n_figures, &draws).expect("a small grid");
        let (ways, of) = oracle(n_figures, &draws);
        let told: BTreeMap<Vec<i64>, u128> =
            sums.rows().map(|(figures, weight)| (figures, weight.to_u128().unwrap())).collect();
        assert_eq!((told, sums.of().to_u128()), (ways.clone(), Some(of)), "{draws:?}");
        for (figures, weight) in &ways {
            assert_eq!(sums.weight(figures), Natural::from(*weight));
        }
        assert_eq!(sums.weight(&vec![1001; n_figures]), Natural::ZERO);
    }
}

#[test]
fn everything_adds_up_and_marginals_agree_with_the_joint() {
    let mut source = Source(11);
    for round in 0..20 {
        let n_figures = 2 + round % 2;
        let draws: Vec<(Draw, u32)> =
            (0..3).map(|_| (source.draw(n_figures), source.below(9) as u32)).collect();
        let sums = Sums::of_draws(n_figures, &draws).expect("within bounds");
        assert_eq!(&total(sums.rows().map(|(_, weight)| weight)), sums.of());
        for figure in 0..n_figures {
            let marginal = sums.marginal(figure);
            assert_eq!(marginal, sums.map(|figures| figures[figure]));
            assert_eq!(&total(marginal.rows().iter().map(|(_, weight)| weight.clone())), sums.of());
            let alone: Vec<(Draw, u32)> = draws
                .iter()
                .map(|(draw, n)| {
                    let rows = draw.rows().map(|(figures, weight)| (vec![figures[figure]], weight));
                    (Draw::new(1, rows).unwrap(), *n)
                })
                .collect();
            let alone = Sums::of_draws(1, &alone).unwrap().marginal(0);
            assert_eq!(alone.in_lowest_terms(), marginal.in_lowest_terms(), "a sum by itself");
        }
    }
}

#[test]
fn a_power_found_at_once_is_the_power_one_by_one() {
    let mut source = Source(3);
    for _ in 0..40 {
        let n_figures = 1 + source.below(2) as usize;
        let (draw, n) =
            (source.draw(n_figures), 4 + source.below(if n_figures == 1 { 60 } else { 8 }) as u32);
        let at_once = Sums::of_draws(n_figures, &[(draw.clone(), n)]).unwrap();
        let one = draw.rows().map(|(figures, weight)| (figures.to_vec(), weight));
        let one = Chance::weighed(one);
        let add = |a: &Vec<i64>, b: &Vec<i64>| a.iter().zip(b).map(|(a, b)| a + b).collect::<Vec<i64>>();
        let by_squares = one.power(n, vec![0; n_figures], add).unwrap();
        assert_eq!(at_once.chance(), by_squares);
    }
}

#[test]
fn wide_weights_stay_exact() {
    // A hundred ten-sided dice: the middle and both ends, over 10^100.
    let die = Draw::of_one((1..=10).map(|face| (face, 1))).unwrap();
    let sums = Sums::of_draws(1, &[(die, 100)]).unwrap();
    assert_eq!(sums.of().to_string(), format!("1{}", "0".repeat(100)));
    assert_eq!((sums.weight(&[100]), sums.weight(&[1000])), (Natural::ONE, Natural::ONE));
    assert_eq!(sums.weight(&[102]), Natural::from(5050u64));
    assert_eq!(sums.weight(&[549]), sums.weight(&[551]), "symmetric");
    assert_eq!(sums.mean(0).unwrap().to_string(), "550");
    assert_eq!(&total(sums.rows().map(|(_, weight)| weight)), sums.of());
}

#[test]
fn what_is_too_much_is_told() {
    let wide = Draw::of_one([(0, 1), (1, u64::MAX >> 2)]).unwrap();
    assert_eq!(Sums::of_draws(1, &[(wide.clone(), 100)]).map(|_| ()), Err(TooMuch::Wide));
    let far = Draw::of_one([(0, 1), (i64::MAX, 1)]).unwrap();
    assert_eq!(Sums::of_draws(1, &[(far, 3)]).map(|_| ()), Err(TooMuch::Many));
    let deep = Draw::new(3, [(vec![0, 0, 0], 1), (vec![1, 2, 3], 1), (vec![2, 1, 1], 1)]).unwrap();
    assert_eq!(Sums::of_draws(3, &[(deep, 500)]).map(|_| ()), Err(TooMuch::Many));
    assert_eq!(Draw::of_one([(0, u64::MAX), (1, 1)]).map(|_| ()), Err(TooMuch::Wide));
    assert_eq!(Draw::of_one([(0, 0)]).map(|_| ()), Err(TooMuch::Wide), "nothing can come");
}

#[test]
fn what_follows_hangs_on_what_came_before() {
    // A die; on a six another one is thrown and added.
    let die = || Chance::weighed((1i64..=6).map(|face| (face, 1u64)));
    let open = die().then(|face| if *face == 6 { die().map(|more| 6 + more) } else { Chance::sure(*face) });
    let open = open.unwrap();
    assert_eq!((open.weight(&5), open.weight(&12), open.of()), (6u64.into(), 1u64.into(), &36u64.into()));
    assert_eq!(open.weight(&6), Natural::ZERO);
    assert_eq!(open.mean().unwrap().to_string(), "49/12");
    assert_eq!(open.at_least(&5), 12u64.into());
    let cumulative: Vec<String> = open.cumulative().iter().map(|(_, weight)| weight.to_string()).collect();
    assert_eq!(cumulative, ["36", "30", "24", "18", "12", "6", "5", "4", "3", "2", "1"]);
    let two = die().with(&die(), |a, b| a - b).unwrap();
    assert_eq!((two.weight(&0), two.weight(&-5)), (6u64.into(), 1u64.into()));
    assert_eq!(two.mean().unwrap().to_string(), "0");
    let spread = two.map(|apart| apart.abs());
    assert_eq!((spread.weight(&1), spread.rows().len()), (10u64.into(), 6));
    assert_eq!(spread.in_lowest_terms().of(), &18u64.into());
}

#[test]
fn figures_that_always_come_to_the_same_together_are_told_as_all_others() {
    let mut source = Source(19);
    for _ in 0..60 {
        let draws: Vec<(Draw, u32)> = (0..3)
            .map(|_| {
                // Whatever the first two bring, the last one makes it up to a sum of the draw's own.
                let (of_draw, free) = (source.below(5) as i64 - 2, source.draw(2));
                let row = |(figures, weight): (&[i64], u64)| {
                    (vec![figures[0], figures[1], of_draw - figures[0] - figures[1]], weight)
                };
                (Draw::new(3, free.rows().map(row)).unwrap(), 1 + source.below(5) as u32)
            })
            .collect();
        let sums = Sums::of_draws(3, &draws).unwrap();
        let (ways, of) = oracle(3, &draws);
        let told: BTreeMap<Vec<i64>, u128> =
            sums.rows().map(|(figures, weight)| (figures, weight.to_u128().unwrap())).collect();
        assert_eq!((told, sums.of().to_u128()), (ways.clone(), Some(of)));
        for (figures, weight) in &ways {
            assert_eq!(sums.weight(figures), Natural::from(*weight));
            let off: Vec<i64> = figures.iter().map(|figure| figure + 1).collect();
            assert_eq!(sums.weight(&off), Natural::ZERO);
        }
        for figure in 0..3 {
            assert_eq!(sums.marginal(figure), sums.map(|figures| figures[figure]));
        }
        assert_eq!(sums.n_figures(), 3);
    }
    // Sixty that end in one of three ways: 1,891 combinations.
    let one = [(vec![1, 0, 0], 4), (vec![0, 1, 0], 3), (vec![0, 0, 1], 3)];
    let sixty = Sums::of_draws(3, &[(Draw::new(3, one).unwrap(), 60)]).unwrap();
    assert_eq!(sixty.rows().count(), 61 * 62 / 2);
    assert_eq!(sixty.weight(&[60, 0, 0]), Natural::from(4u64).power(60).unwrap());
    assert_eq!(
        sixty.weight(&[59, 0, 1]),
        Natural::from(4u64).power(59).unwrap().times(&180u64.into()).unwrap()
    );
}
