//! Answers the questions of the comparison, one line of JSON for each line that it reads, and times itself.
//!
//! `inputs` gives what the peers need to ask the same. `answer|NAME` gives the distribution, `check|NAME|JSON` whether another
//! one has the same fractions. `time|NAME|N` answers so many times
//! in a row and gives the nanoseconds of all; every time the distribution is built anew from the charts.

#![allow(clippy::print_stdout)]

mod workloads;

use std::hint::black_box;
use std::io::BufRead;
use std::time::Instant;

use serde_json::{Value, json};
use workloads::Workloads;

fn main() {
    let workloads = Workloads::new();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.splitn(3, '|').collect();
        let told: Value = match words[..] {
            ["inputs"] => workloads.inputs(),
            ["answer", name] => workloads.answer(name),
            ["check", name, theirs] => {
                let theirs = serde_json::from_str(theirs).expect("an answer of a peer");
                json!(workloads::same(&workloads.answer(name), &theirs))
            }
            ["time", name, n] => {
                let n: u32 = n.parse().expect("a number of times");
                let begun = Instant::now();
                for _ in 0..n {
                    black_box(workloads.run(black_box(name)));
                }
                json!(begun.elapsed().as_nanos() as u64)
            }
            _ => panic!("what is {line:?}?"),
        };
        println!("{told}");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::{Value, json};

    use super::workloads::{NAMES, Workloads, same};

    fn rows(of: &Value) -> impl Iterator<Item = (i64, u128)> {
        let whole = |ways: &Value| {
            let text = ways.as_str().map_or_else(|| ways.to_string(), str::to_owned);
            text.parse().expect("a weight")
        };
        let row = move |row: &Value| (row[0].as_i64().expect("a number"), whole(&row[1]));
        of.as_array().expect("rows").iter().map(row).collect::<Vec<_>>().into_iter()
    }

    /// Adds what one more draw gives to what the draws before came to.
    fn and(before: &BTreeMap<i64, u128>, draw: &Value, sign: i64) -> BTreeMap<i64, u128> {
        let mut after = BTreeMap::new();
        for (sum, weight) in before {
            for (figure, ways) in rows(draw) {
                *after.entry(sum + sign * figure).or_default() += weight * ways;
            }
        }
        after
    }

    /// The questions are asked of campaigns that random play comes to, so what they give the peers is checked as well.
    #[test]
    fn what_the_peers_are_given_comes_to_the_same_by_hand() {
        let workloads = Workloads::new();
        let inputs = workloads.inputs();
        for name in NAMES {
            let of = &inputs["workloads"][name];
            let groups: Vec<(&Value, i64)> = match of["kind"].as_str() {
                Some("sum") => of["of"].as_array().into_iter().flatten().map(|group| (group, 1)).collect(),
                Some("difference") => [(0, 1), (1, -1)]
                    .into_iter()
                    .flat_map(|(at, sign)| {
                        of["of"][at].as_array().into_iter().flatten().map(move |g| (g, sign))
                    })
                    .collect(),
                _ => continue,
            };
            let n: u64 = groups.iter().filter_map(|(group, _)| group["n"].as_u64()).sum();
            // Longer sums do not fit into 128 bits.
            if n > 12 {
                continue;
            }
            let mut by_hand = BTreeMap::from([(0, 1)]);
            for (group, sign) in groups {
                for _ in 0..group["n"].as_u64().expect("how many") {
                    by_hand = and(&by_hand, &group["rows"], sign);
                }
            }
            let by_hand: Vec<Value> =
                by_hand.iter().map(|(at, ways)| json!([at, ways.to_string()])).collect();
            assert!(same(&workloads.answer(name), &json!(by_hand)), "{name}");
        }
        let fight = inputs["workloads"][NAMES[5]]["of"].as_array().expect("throws");
        assert!(fight.len() > 1, "smoke or chemicals change how the dice are read");
        let mut by_hand: BTreeMap<i64, u128> = BTreeMap::new();
        for throw in fight {
            let ways: u128 = throw["ways"].to_string().parse().expect("ways");
            for (code, weight) in rows(&throw["rows"]) {
                *by_hand.entry(code).or_default() += ways * weight;
            }
        }
        let by_hand: Vec<Value> = by_hand.iter().map(|(at, ways)| json!([at, ways.to_string()])).collect();
        assert!(same(&workloads.answer(NAMES[5]), &json!(by_hand)));
        let lives = workloads.answer(NAMES[6]);
        assert_eq!(lives.as_array().map(Vec::len), Some(9));
    }
}
