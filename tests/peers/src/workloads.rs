//! The questions, on the charts of the samples.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::chance::{Chance, Draw, Natural, Sums};
use kernel::{Chart, System};
use rules_battlefront::plans::discipline;
use rules_battlefront::plans::escape;
use rules_battlefront::rules::s2_1_2_4_3_escape::Circumstances;
use rules_battlefront::setup::charts::Gain;
use rules_battlefront::words::{Side, SlotKind};
use rules_battlefront::{Battlefront, Campaign};
use rules_central_front::prospect::{self, Prospect, Supposed};
use rules_central_front::rules::s9_results;
use rules_central_front::{CentralFront, Command};
use rules_upfront::UpFront;
use rules_upfront::chances::{Chances, Fates, standing};
use rules_upfront::words::ManId;
use serde_json::{Map, Value, json};

/// The questions in the order of the table.
pub const NAMES: [&str; 7] = [
    "five days of purchase points, both sides, difference",
    "escape of twelve stands in seven cases, three-way joint",
    "discipline of forty formations, two-way joint",
    "a hundred days of income",
    "sixty tanks' escape, three-way joint",
    "a March attack with smoke and chemicals, joint losses",
    "a man of Up Front over nine scenarios",
];

/// What is added to the die of each side on each of five days; nothing where a side has no roll.
const DAYS: [[Option<i32>; 5]; 2] =
    [[Some(-2), Some(0), Some(2), Some(4), Some(5)], [Some(0), Some(0), Some(-3), Some(-5), None]];

/// Class and situation of stands, and how many of each: what is added, whether the vehicles' column is read.
const STANDS: [(i32, bool, u32); 7] =
    [(-3, false, 2), (-1, false, 2), (1, false, 2), (-3, true, 2), (-1, true, 2), (0, true, 1), (2, true, 1)];

/// What is added to the dice of formations, and how many of each.
const FORMATIONS: [(i32, u32); 8] = [(-40, 4), (-25, 5), (-10, 5), (0, 8), (5, 5), (15, 5), (30, 4), (55, 4)];

/// Tanks by situation.
const TANKS: [(i32, u32); 3] = [(-1, 25), (1, 20), (3, 15)];

/// The charts and positions that the questions are asked of.
pub struct Workloads {
    campaign: Arc<Campaign>,
    attack: Prospect,
    campaign_of_men: rules_upfront::state::State,
}

/// An answer, as the peers give it too: what came, as a whole number, with its weight.
pub enum Answer {
    Sums(Sums),
    Fight(Chance<(s9_results::Told, s9_results::Told)>),
    Lives(Vec<rules_upfront::chances::Chance>),
}

impl Workloads {
    pub fn new() -> Self {
        let campaign = Battlefront::load("rostov.toml", rules_battlefront::SAMPLE).expect("the sample loads");
        let nine = UpFront::load("nine-days.toml", rules_upfront::NINE_DAYS).expect("the sample loads");
        Self { campaign, attack: attack(), campaign_of_men: UpFront::open(nine) }
    }

    fn gains(&self) -> &Chart<Gain> {
        self.campaign.charts.purchase_points(SlotKind::Full)
    }

    fn income(&self, added: i32) -> Draw {
        let rows = self.gains().rows().iter().zip(self.gains().weights(added));
        Draw::of_one(rows.map(|(row, ways)| (i64::from(row.result.0), ways))).expect("small weights")
    }

    fn stand(&self, modifier: i32, vehicle: bool) -> Draw {
        let one = Circumstances { side: Side::FIRST, modifier, vehicle, left: false };
        escape::draw(&self.campaign.charts.escape.chart, &[one]).expect("small weights")
    }

    fn formation(&self, modifier: i32) -> Draw {
        let one = discipline::Circumstances { modifier, can_rise: true, can_fall: true };
        one.draw(&self.campaign.charts.discipline.chart).expect("small weights")
    }

    pub fn run(&self, name: &str) -> Answer {
        let sums = |n, draws: &[(Draw, u32)]| Sums::of_draws(n, draws).expect("within bounds");
        match NAMES.iter().position(|known| *known == name).expect("a question") {
            0 => {
                let side =
                    |days: [Option<i32>; 5]| days.into_iter().flatten().map(|added| self.income(added));
                let draws = side(DAYS[0]).chain(side(DAYS[1]).map(Draw::negated)).map(|draw| (draw, 1));
                Answer::Sums(sums(1, &draws.collect::<Vec<_>>()))
            }
            1 => {
                let draws = STANDS.map(|(added, vehicle, n)| (self.stand(added, vehicle), n));
                Answer::Sums(sums(3, &draws))
            }
            2 => Answer::Sums(sums(2, &FORMATIONS.map(|(added, n)| (self.formation(added), n)))),
            3 => {
                let days = DAYS[0].into_iter().flatten().map(|added| (self.income(added), 20));
                Answer::Sums(sums(1, &days.collect::<Vec<_>>()))
            }
            4 => Answer::Sums(sums(3, &TANKS.map(|(added, n)| (self.stand(added, true), n)))),
            5 => {
                let (state, battle) = (&self.attack.state, &self.attack.battle);
                let fight = s9_results::Circumstances::of(state, battle);
                Answer::Fight(fight.chance(&state.scenario.table))
            }
            _ => {
                let state = &self.campaign_of_men;
                let side = rules_upfront::words::Side::FIRST;
                let (man, card) = state.man(side, ManId::new(9)).expect("he is on the roster");
                Answer::Lives(Chances::new(state, side, Fates::ASSUMED).of(man, card))
            }
        }
    }

    /// The distribution as the peers tell it: pairs of a whole number and its weight; several figures are digits of one
    /// number to the base of a thousand.
    pub fn answer(&self, name: &str) -> Value {
        let pairs = |rows: Vec<(i64, Natural)>| {
            json!(rows.iter().map(|(key, weight)| json!([key, weight.to_string()])).collect::<Vec<_>>())
        };
        match self.run(name) {
            Answer::Sums(sums) => {
                pairs(sums.rows().map(|(figures, weight)| (coded(&figures), weight)).collect())
            }
            Answer::Fight(chance) => {
                let code = |told: &s9_results::Told| {
                    [told.steps.into(), i64::from(told.friction), told.retreat.into()]
                };
                let row = |((attacker, defender), weight): &((_, _), Natural)| {
                    let (attacker, defender) = (code(attacker), code(defender));
                    (coded(&[attacker, defender].concat()), weight.clone())
                };
                pairs(chance.rows().iter().map(row).collect())
            }
            Answer::Lives(lives) => {
                let legs = (0..).zip(lives);
                json!(
                    legs.map(|(leg, one)| json!([leg, one.over.to_string(), one.under.to_string()]))
                        .collect::<Vec<_>>()
                )
            }
        }
    }

    /// What each question is made of, for the peers: rows of a number and its ways, and how many draws there are of each.
    pub fn inputs(&self) -> Value {
        let rows = |draw: &Draw| {
            draw.rows().map(|(figures, ways)| json!([coded(figures), ways])).collect::<Vec<Value>>()
        };
        let group = |(draw, n): (Draw, u32)| json!({ "rows": rows(&draw), "n": n });
        let days = |days: [Option<i32>; 5], n: u32| {
            days.into_iter().flatten().map(|added| group((self.income(added), n))).collect::<Vec<_>>()
        };
        let (state, battle) = (&self.attack.state, &self.attack.battle);
        let told = |kind: &str, more: Value| json!({ "kind": kind, "of": more });
        let mut inputs = Map::new();
        inputs.insert(NAMES[0].into(), told("difference", json!([days(DAYS[0], 1), days(DAYS[1], 1)])));
        let stands = STANDS.map(|(added, vehicle, n)| group((self.stand(added, vehicle), n)));
        inputs.insert(NAMES[1].into(), told("sum", json!(stands)));
        let formations = FORMATIONS.map(|(added, n)| group((self.formation(added), n)));
        inputs.insert(NAMES[2].into(), told("sum", json!(formations)));
        inputs.insert(NAMES[3].into(), told("sum", json!(days(DAYS[0], 20))));
        let tanks = TANKS.map(|(added, n)| group((self.stand(added, true), n)));
        inputs.insert(NAMES[4].into(), told("sum", json!(tanks)));
        inputs.insert(NAMES[5].into(), told("fight", fight(state, battle)));
        inputs.insert(NAMES[6].into(), told("chain", self.legs()));
        json!({ "order": NAMES, "workloads": inputs })
    }

    /// For every scenario ahead, what each standing comes to: rows of a standing and its ways; −1 is lost.
    fn legs(&self) -> Value {
        let state = &self.campaign_of_men;
        let side = rules_upfront::words::Side::FIRST;
        let (man, card) = state.man(side, ManId::new(9)).expect("he is on the roster");
        let code = |(morale, panic, back): (u8, u8, u8)| {
            (i64::from(morale) * 1000 + i64::from(panic)) * 1000 + i64::from(back)
        };
        let mut chances = Chances::new(state, side, Fates::ASSUMED);
        let mut standings = vec![standing(man)];
        let mut legs = Vec::new();
        for leg in 0..9 {
            let (mut table, mut next) = (Map::new(), Vec::new());
            for before in &standings {
                let after = chances.after(man, card, *before, leg);
                let lost = Fates::ASSUMED.total() - after.iter().map(|(_, ways)| ways).sum::<u64>();
                let mut rows: Vec<Value> =
                    after.iter().map(|(standing, ways)| json!([code(*standing), ways])).collect();
                if lost > 0 {
                    rows.push(json!([-1, lost]));
                }
                table.insert(code(*before).to_string(), json!(rows));
                next.extend(after.into_iter().map(|(standing, _)| standing));
            }
            next.sort_unstable();
            next.dedup();
            standings = next;
            legs.push(table);
        }
        json!({ "start": code(standing(man)), "legs": legs })
    }
}

fn coded(figures: &[i64]) -> i64 {
    figures.iter().rev().fold(0, |code, figure| code * 1000 + figure)
}

/// The green die, the smoke, and for each of both together what two dice come to.
fn fight(state: &rules_central_front::State, battle: &rules_central_front::state::Battle) -> Value {
    let prospect = prospect::throws(state, battle);
    let circumstances = s9_results::Circumstances::of(state, battle);
    let table = |column: usize, added: i32| {
        let chart = &state.scenario.table.columns[column].chart;
        let rows = chart.rows().iter().zip(chart.weights(added)).filter(|(_, ways)| *ways > 0);
        // Rows that come to the same are one for the peers, whose dice are made of outcomes that differ.
        let mut told: BTreeMap<i64, u64> = BTreeMap::new();
        for (row, ways) in rows {
            let (attacker, defender) = circumstances.borne(row.result);
            let code =
                |told: &s9_results::Told| [told.steps.into(), i64::from(told.friction), told.retreat.into()];
            *told.entry(coded(&[code(&attacker), code(&defender)].concat())).or_default() += ways;
        }
        told.into_iter().map(|(code, ways)| json!([code, ways])).collect::<Vec<Value>>()
    };
    // Throws that are read alike count together, as ours do.
    let mut throws: Vec<((usize, i32), u64)> = Vec::new();
    for thrown in prospect {
        let read = (thrown.throw.column, thrown.throw.modifiers.total());
        match throws.iter_mut().find(|(known, _)| *known == read) {
            Some((_, ways)) => *ways += thrown.weight,
            None => throws.push((read, thrown.weight)),
        }
    }
    let row =
        |((column, added), ways): ((usize, i32), u64)| json!({ "ways": ways, "rows": table(column, added) });
    json!(throws.into_iter().map(row).collect::<Vec<Value>>())
}

/// The first March attack with smoke and chemicals that random play comes to.
fn attack() -> Prospect {
    let scenario = CentralFront::load("gap.toml", rules_central_front::GAP).expect("the sample loads");
    let mut state = CentralFront::open(scenario.clone());
    let mut steps = 0;
    loop {
        let mut offers = Vec::new();
        CentralFront::offers(&state, rules_central_front::words::Side::Wp.seat(), &mut offers);
        for template in &offers {
            let mut found = None;
            let seat = rules_central_front::words::Side::Wp.seat();
            CentralFront::each(&state, seat, template, &mut |command| {
                if matches!(&command, Command::March { smoke: Some(_), chemical: true, .. }) {
                    found = Some(command);
                    return std::ops::ControlFlow::Break(());
                }
                std::ops::ControlFlow::Continue(())
            });
            let side = rules_central_front::words::Side::Wp;
            let prospect = found.and_then(|command| {
                prospect::of(&state, side, &command, &Supposed::default()).ok().flatten()
            });
            if let Some(prospect) = prospect {
                return prospect;
            }
        }
        if !step(&mut state, steps) {
            state = CentralFront::open(scenario.clone());
        }
        steps += 1;
        assert!(steps < 20_000, "no such attack comes up");
    }
}

/// One lawful command of anybody, with dice that go round; false when the game is over.
fn step(state: &mut rules_central_front::State, n: u64) -> bool {
    use kernel::answers::Thrown;
    use kernel::{Acting, Seat, Transcript, judge};
    let mut seed = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let mut pick = move |bound: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % bound.max(1)
    };
    // Standing orders can be given at any time, so one seat alone could go on for ever.
    let mut all = Vec::new();
    for seat in [Seat::Clock, Seat::Side(0), Seat::Side(1), Seat::Umpire] {
        let mut offers = Vec::new();
        CentralFront::offers(state, seat, &mut offers);
        all.extend(offers.into_iter().map(|template| (seat, template)));
    }
    if all.is_empty() {
        return false;
    }
    let (seat, template) = &all[pick(all.len() as u64) as usize];
    let command = CentralFront::sample(state, *seat, template, &mut pick);
    let mut answers = Thrown::new(&mut pick);
    let mut transcript = Transcript::<CentralFront>::new();
    judge::<CentralFront>(state, Acting::own(*seat), &command, &mut answers, &mut transcript)
        .expect("a lawful command");
    true
}

/// Whether two answers have the same fractions: the same outcomes, each with the same share of all.
pub fn same(ours: &Value, theirs: &Value) -> bool {
    let read = |answer: &Value| -> Option<BTreeMap<i64, (Natural, Natural)>> {
        let rows = answer.as_array()?;
        let number = |row: &Value, at: usize| row.get(at)?.as_str()?.parse::<Natural>().ok();
        let weights = rows.iter().map(|row| number(row, 1)).collect::<Option<Vec<_>>>()?;
        let all = weights.iter().fold(Natural::ZERO, |sum, weight| sum.plus(weight));
        let shares = rows.iter().zip(weights).filter(|(_, weight)| !weight.is_zero()).map(|(row, weight)| {
            // A chain tells one fraction for each scenario, all else one weight for each outcome.
            let under = number(row, 2).unwrap_or_else(|| all.clone());
            Some((row.get(0)?.as_i64()?, weight.over(&under)))
        });
        shares.collect()
    };
    read(ours).is_some_and(|ours| Some(ours) == read(theirs))
}
