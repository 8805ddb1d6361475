//! The forge drill: somebody who owns the log changes a file and computes every hash anew. `verify`, which judges the
//! entries again, must find the change, or it is of a kind that no file can prove.

mod change;
mod courses;
mod play;

use std::collections::{BTreeMap, BTreeSet};

use kernel::Rulebook;
use ledger::Bundle;
use rand_pcg::Pcg32;
use serde_json::Value;

use crate::load::{Fault, below};
use change::{Forged, Leaf, Open, leaves};

static RULEBOOKS: &[&dyn Rulebook] = &[
    &rules_battlefront::RULEBOOK,
    &rules_upfront::RULEBOOK,
    &rules_central_front::RULEBOOK,
    &rules_bcs::RULEBOOK,
    &rules_civil_war::RULEBOOK,
    &rules_toy::RULEBOOK,
];

/// What came of the tamperings of one kind.
#[derive(Default)]
struct Tally {
    n: u32,
    n_found: u32,
    /// Those that nothing in a file can prove, by what they are.
    open: BTreeMap<Open, u32>,
}

/// Forges `rounds` times, in turn in every field of every kind of line, and prints what came of it.
pub fn run(rounds: u32, seed: u64) -> Result<(), Fault> {
    let mut random = Pcg32::new(seed, 29);
    let mut files = play::files(&mut random)?;
    files.extend(courses::files(&mut random)?);
    let mut places: BTreeMap<String, Vec<(usize, Leaf)>> = BTreeMap::new();
    for (n, file) in files.iter().enumerate() {
        if let Some(fault) = told(file, Bundle::rechained)? {
            return Err(format!("an untouched file is not sound: {fault}").into());
        }
        for leaf in leaves(file) {
            places.entry(leaf.label.clone()).or_default().push((n, leaf));
        }
    }
    let kinds: BTreeSet<&str> = places.keys().filter_map(|label| label.split(' ').next()).collect();
    let kinds: Vec<String> = kinds.into_iter().map(str::to_owned).collect();
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let mut systems: BTreeMap<String, u32> = BTreeMap::new();
    let (mut round, mut spent, mut tried) = (0, 0, BTreeSet::new());
    while round < rounds {
        // Every field has its turn before any has a second one.
        for (field, places) in &places {
            if round >= rounds {
                break;
            }
            let (at, leaf) = &places[below(&mut random, places.len())];
            let others: Vec<&Value> = places.iter().map(|(_, leaf)| &leaf.value).collect();
            let Some(forged) = change::forge(&files[*at], leaf, &others, &mut random) else {
                spent += 1;
                if spent > 50 * rounds {
                    return Err("there is too little to change".into());
                }
                continue;
            };
            round += 1;
            tried.insert(field.as_str());
            let tally = tallies.entry(forged.group.clone()).or_default();
            tally.n += 1;
            *systems.entry(system(&files[*at])).or_insert(0) += 1;
            match (forged_told(&forged)?, change::open(&forged)) {
                (Some(_), _) => tally.n_found += 1,
                (None, Some(kind)) => *tally.open.entry(kind).or_default() += 1,
                (None, None) => {
                    let what = format!("{}: {}", forged.label, forged.what);
                    return Err(format!("not found, round {round}, seed {seed}: {what}").into());
                }
            }
        }
    }
    print(&tallies, &systems, kinds.len(), (tried.len(), places.len()));
    Ok(())
}

fn system(file: &Value) -> String {
    file["manifest"]["system"].as_str().unwrap_or_default().to_owned()
}

/// What is found wrong with a forged file, its hashes computed anew.
fn forged_told(forged: &Forged) -> Result<Option<String>, Fault> {
    told(&forged.file, if forged.keeps_manifest() { Bundle::linked } else { Bundle::rechained })
}

/// The first thing that is found wrong with a file, by `verify` as the command line does it.
fn told(file: &Value, anew: fn(Bundle) -> Bundle) -> Result<Option<String>, Fault> {
    let bundle = match Bundle::parse(&change::encoded(file)) {
        Ok(bundle) => anew(bundle),
        Err(faults) => return Ok(faults.first().map(ToString::to_string)),
    };
    let report = ledger::verify_bundle(&bundle, None);
    if let Some(fault) = report.faults.first() {
        return Ok(Some(fault.to_string()));
    }
    let audit = table::audit(&bundle, RULEBOOKS);
    let unproved = (audit.n_unproved > 0).then(|| format!("{} entries unproved", audit.n_unproved));
    Ok(audit.faults.first().map(ToString::to_string).or(unproved))
}

fn print(
    tallies: &BTreeMap<String, Tally>,
    systems: &BTreeMap<String, u32>,
    n_kinds: usize,
    (n_tried, n_places): (usize, usize),
) {
    let told = |open: &BTreeMap<Open, u32>| -> String {
        let open: Vec<String> = open.iter().map(|(kind, n)| format!("{n} {}", kind.name())).collect();
        open.join(", ")
    };
    println!("{:<34} {:>7} {:>7}  open", "what was changed", "tried", "found");
    let mut whole = Tally::default();
    for (group, tally) in tallies {
        println!("{group:<34} {:>7} {:>7}  {}", tally.n, tally.n_found, told(&tally.open));
        whole.n += tally.n;
        whole.n_found += tally.n_found;
        for (kind, n) in &tally.open {
            *whole.open.entry(*kind).or_default() += n;
        }
    }
    let systems: Vec<String> = systems.iter().map(|(system, n)| format!("{n} {system}")).collect();
    println!("Of campaigns of: {}.", systems.join(", "));
    let open = told(&whole.open);
    println!(
        "{} forgeries with every hash computed anew, in {n_tried} of {n_places} fields of {n_kinds} kinds of lines: \
         {} found, and none missed that a file can prove. Open by nature: {}.",
        whole.n,
        whole.n_found,
        if open.is_empty() { "none" } else { &open }
    );
}
