//! The tamper drill: an exported file is changed at random; `verify` must find every change.

use dice::Contribution;
use kernel::Seat;
use ledger::{Bundle, CampaignId, Export, verify};
use rand_pcg::Pcg32;
use serde_json::Value;

use crate::load::{Fault, act, below, lay_out, one_in, open, rule};

/// Random acts tried before the export.
const N_ACTS: usize = 600;

/// Tampers `rounds` times with the file of every kind in turn and prints what came of it.
pub fn run(rounds: u32, seed: u64) -> Result<(), Fault> {
    let mut random = Pcg32::new(seed, 7);
    let files = exported(&mut random)?;
    let noted: Vec<Option<String>> = files.iter().map(|file| noted_head(file)).collect::<Result<_, _>>()?;
    for (file, noted) in files.iter().zip(&noted) {
        let report = verify(file, noted.as_deref());
        if !report.is_sound() {
            return Err(format!("an untouched file is not sound:\n{}", report.lines().join("\n")).into());
        }
    }
    let mut kinds = [0; 5];
    for round in 0..rounds {
        let at = round as usize % files.len();
        let (kind, changed, what) = tampered(&files[at], &mut random)?;
        kinds[kind] += 1;
        if verify(&changed, noted[at].as_deref()).is_sound() {
            return Err(format!("not found, round {round}, seed {seed}: {what}").into());
        }
    }
    println!(
        "{rounds} tamperings, all found: {} texts, {} numbers, {} left out, {} exchanged, {} cut off or doubled.",
        kinds[0], kinds[1], kinds[2], kinds[3], kinds[4]
    );
    Ok(())
}

/// A played campaign as a final, an umpire's, a side's and a spectator's file.
fn exported(random: &mut Pcg32) -> Result<Vec<String>, Fault> {
    let folder = tempfile::tempdir()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let (store, committer, desk) = open(&folder.path().display().to_string()).await?;
        let campaign = lay_out(&desk).await?;
        for n in 0..N_ACTS {
            let side = u8::from(one_in(random, 2));
            act(&desk, &campaign, side, random).await?;
            if n % 10 == 9 {
                rule(&desk, &campaign).await?;
            }
        }
        let words = desk.look(&campaign, Seat::Spectator).await?.dice.words;
        let words: Vec<Contribution> =
            words.into_iter().map(|(seat, text)| Contribution { seat, text }).collect();
        let id = CampaignId::new(&campaign)?;
        let mut files = Vec::new();
        for what in [Export::Final, Export::Umpire, Export::Side(0), Export::Spectator] {
            files.push(ledger::export(store.as_ref(), &id, what, &words).await?.to_text());
        }
        committer.shutdown().await;
        store.close().await;
        Ok(files)
    })
}

/// The head that somebody would note: of the last entry, or of the fullest stream.
fn noted_head(file: &str) -> Result<Option<String>, Fault> {
    let bundle = Bundle::parse(file).map_err(|faults| format!("{faults:?}"))?;
    let fullest = bundle.streams.iter().max_by_key(|stream| stream.parts.len()).map(|stream| stream.head);
    Ok(bundle.master_head.or(fullest).map(|head| head.to_string()))
}

/// A changed file: the kind of change, the file, and the change in words.
fn tampered(file: &str, random: &mut Pcg32) -> Result<(usize, String, String), Fault> {
    loop {
        let mut value: Value = serde_json::from_str(file)?;
        let mut paths = Vec::new();
        collect(&value, String::new(), &mut paths);
        if one_in(random, 3) {
            // Leaves are many and lists are few; left to chance alone, lists would hardly be touched.
            paths.retain(|path| value.pointer(path).is_some_and(Value::is_array));
        }
        let path = paths[below(random, paths.len())].clone();
        let target = value.pointer_mut(&path).ok_or("a collected path leads somewhere")?;
        let Some((kind, what)) = change(target, random) else { continue };
        let text = serde_json::to_string_pretty(&value)?;
        return Ok((kind, text, format!("{path}: {what}")));
    }
}

/// Every place of the file except its root.
fn collect(value: &Value, path: String, paths: &mut Vec<String>) {
    if !path.is_empty() {
        paths.push(path.clone());
    }
    match value {
        Value::Array(list) => {
            for (n, one) in list.iter().enumerate() {
                collect(one, format!("{path}/{n}"), paths);
            }
        }
        Value::Object(fields) => {
            for (key, one) in fields {
                collect(one, format!("{path}/{key}"), paths);
            }
        }
        _ => {}
    }
}

/// Changes one value so that it differs; nothing when there is no way.
fn change(value: &mut Value, random: &mut Pcg32) -> Option<(usize, String)> {
    match value {
        Value::String(text) => {
            let letters: Vec<char> = text.chars().collect();
            if letters.is_empty() {
                *text = "x".to_owned();
                return Some((0, "a text appeared".into()));
            }
            let at = below(random, letters.len());
            let mut changed = letters.clone();
            let replacement = ['0', '1', '5', 'a', 'f', 'x'][below(random, 6)];
            if changed[at] == replacement {
                return None;
            }
            changed[at] = replacement;
            *text = changed.into_iter().collect();
            Some((0, format!("letter {at} is {replacement:?} and was {:?}", letters[at])))
        }
        Value::Number(number) => {
            let raised = number.as_u64()?.checked_add(1)?;
            *value = raised.into();
            Some((1, "raised by one".into()))
        }
        Value::Array(list) if !list.is_empty() => {
            let at = below(random, list.len());
            match below(random, 4) {
                0 => {
                    list.remove(at);
                    Some((2, format!("element {at} left out")))
                }
                1 => {
                    let other = below(random, list.len());
                    if list[at] == list[other] {
                        return None;
                    }
                    list.swap(at, other);
                    Some((3, format!("elements {at} and {other} exchanged")))
                }
                2 => {
                    list.truncate(at);
                    Some((4, format!("cut off after {at}")))
                }
                _ => {
                    list.insert(at, list[at].clone());
                    Some((4, format!("element {at} doubled")))
                }
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let key = fields.keys().nth(below(random, fields.len()))?.clone();
            fields.remove(&key);
            Some((2, format!("field {key} left out")))
        }
        _ => None,
    }
}
