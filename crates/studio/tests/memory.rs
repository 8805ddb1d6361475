//! Deep and wide documents: what reading each takes of memory and of time is counted, and none ends the program.

#![allow(clippy::unwrap_used)]

use std::alloc::System;

use kernel::Rulebook;
use kernel::reader::MOST_FAULTS;
use rules_battlefront::{RULEBOOK, SAMPLE};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use studio::Draft;

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How many changed set-ups are read.
const CHANGED: usize = 200;

/// What a document of so many bytes may take: so many times as many, and a little.
const TIMES: usize = 512;
const A_LITTLE: usize = 64 << 20;

/// Documents with the words of their kind.
fn corpus() -> Vec<(&'static str, String)> {
    let system = "system = \"battlefront-campaign\"\n";
    let many = |piece: fn(usize) -> String, n: usize| (0..n).map(piece).collect::<String>();
    vec![
        ("a key of a hundred thousand parts", format!("{system}{} = 1\n", vec!["a"; 100_000].join("."))),
        ("a table of a hundred thousand parts", format!("{system}[{}]\n", vec!["a"; 100_000].join("."))),
        ("arrays in arrays", format!("{system}a = {}\n", "[".repeat(100_000))),
        ("arrays in arrays, closed", format!("{system}a = {}{}\n", "[".repeat(50_000), "]".repeat(50_000))),
        ("tables in tables", format!("{system}a = {}\n", "{a=".repeat(50_000))),
        ("many unknown fields", format!("{system}{}", many(|n| format!("k{n}=1\n"), 20_000))),
        ("many empty rows", format!("{system}{}", "[[side]]\n".repeat(20_000))),
        ("many torn lines", format!("{system}{}", "=\n".repeat(60_000))),
        ("an array of nothing", format!("{system}a = [{}]\n", "[],".repeat(60_000))),
        ("one long line", format!("{system}title = \"{}\"\n", "x".repeat(200_000))),
        ("quotes", format!("{system}{}", "\"".repeat(100_000))),
        ("json in json", "[".repeat(200_000)),
        ("json in json, closed", format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))),
        ("json objects in json objects", "{\"a\":".repeat(100_000)),
        ("a wide json list", format!("[{}[]]", "[],".repeat(100_000))),
        ("a wide json object", format!("{{{}\"z\":0}}", many(|n| format!("\"{n}\":{{}},"), 40_000))),
        ("a json name again and again", format!("{{{}\"z\":0}}", "\"a\":0,".repeat(40_000))),
        ("a set-up that is sound", SAMPLE.to_owned()),
    ]
}

/// Reads a document by every reader; says how many bytes the dearest took.
fn read(text: &str) -> usize {
    let counted = |reader: &dyn Fn()| {
        let region = Region::new(COUNTED);
        reader();
        region.change().bytes_allocated
    };
    let opened = counted(&|| {
        if let Err(faults) = RULEBOOK.open("f", text) {
            assert!(!faults.is_empty() && faults.len() <= MOST_FAULTS + 1, "{} faults", faults.len());
        }
    });
    let drafted = counted(&|| {
        if let Err(faults) = Draft::read("f", text) {
            assert!(!faults.is_empty() && faults.len() <= MOST_FAULTS + 1, "{} faults", faults.len());
        }
    });
    let json = counted(&|| drop(kernel::json::read(text)));
    opened.max(drafted).max(json)
}

/// One test, since the counter counts for the whole program.
#[test]
fn no_document_takes_memory_or_time_beyond_its_size_or_ends_the_program() {
    let corpus = corpus();
    for (name, text) in &corpus {
        let taken = read(text);
        assert!(taken <= A_LITTLE + TIMES * text.len(), "{name}: {} MiB", taken >> 20);
    }
    assert_eq!(kernel::json::read("[[[0]]]").unwrap(), serde_json::json!([[[0]]]));

    // Parts of the sample become others, stand twice, or go.
    let mut state = 29_u64;
    let mut next = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below.max(1)
    };
    for _ in 0..CHANGED {
        let mut text = SAMPLE.as_bytes().to_vec();
        for _ in 0..=next(6) {
            let (at, from) = (next(text.len()), next(text.len()));
            match next(4) {
                0 => text[at] = b"[]{}=\"'.,#\n0a"[next(13)],
                1 => text[at] ^= 1 << next(7),
                2 => drop(text.drain(at..text.len().min(at + next(200)))),
                _ => {
                    let piece = text[from..text.len().min(from + next(200))].to_vec();
                    text.splice(at..at, piece);
                }
            }
        }
        let text = String::from_utf8_lossy(&text);
        let taken = read(&text);
        assert!(taken <= A_LITTLE + TIMES * text.len(), "{} MiB for {text}", taken >> 20);
    }
}
