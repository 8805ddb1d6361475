//! Whether every requirement in scope has its row, its function and its test.
//!
//! A rules crate lists the ids in scope in `requirements.txt`, one per line; lines with `#` say which catalogue they come
//! from. Each has a row of its own in `rules.toml`, with its function and test by full name, be it a requirement, a ruling or
//! a code. `sources.toml` leads from every heading of the source to the files that carry what stands under it.

mod check;
mod headings;
mod reach;
mod rows;
mod sources;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rows::{Rows, Status};
use sources::Sources;

/// Prints the table of every rules crate that has `rules.toml`.
///
/// # Errors
/// Every hole, one per line.
pub fn run(root: &Path) -> Result<(), String> {
    let mut holes = Vec::new();
    for folder in rules_crates(root)? {
        match inspect(&folder) {
            Ok(inspected) => {
                print(&folder, &inspected);
                holes.extend(inspected.holes);
            }
            Err(faults) => holes.extend(faults),
        }
    }
    let prefix = format!("{}/", root.display());
    let holes: Vec<String> = holes.iter().map(|hole| hole.replace(&prefix, "")).collect();
    match holes.len() {
        0 => Ok(()),
        n => Err(format!("{}\nThe inventory has {n} holes.", holes.join("\n"))),
    }
}

/// One crate's inventory.
struct Inspected {
    requirements: Vec<String>,
    rows: Rows,
    n_headings: usize,
    holes: Vec<String>,
}

fn inspect(folder: &Path) -> Result<Inspected, Vec<String>> {
    let rules = folder.join("rules.toml");
    let rows = rows::read(&rules, &load(&rules)?)?;
    let list = folder.join("requirements.txt");
    let requirements: Vec<String> = match list.exists() {
        true => load(&list)?.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect(),
        false => Vec::new(),
    };
    let sources = Sources::read(folder).map_err(|fault| vec![fault])?;
    let mut holes = check::holes(&rules, &requirements, &rows, &sources);
    let list = folder.join("sources.toml");
    let headings = headings::read(&list, &load(&list)?)?;
    holes.extend(headings::holes(&list, &headings, &rows.rows, &sources));
    Ok(Inspected { requirements, rows, n_headings: headings.len(), holes })
}

fn load(path: &Path) -> Result<String, Vec<String>> {
    fs::read_to_string(path).map_err(|fault| vec![format!("{}: {fault}", path.display())])
}

fn rules_crates(root: &Path) -> Result<Vec<PathBuf>, String> {
    let crates = root.join("crates");
    let entries = fs::read_dir(&crates).map_err(|fault| format!("{}: {fault}", crates.display()))?;
    let mut folders = Vec::new();
    for entry in entries {
        let path = entry.map_err(|fault| format!("{}: {fault}", crates.display()))?.path();
        let is_rules = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("rules-"));
        if is_rules && (path.join("rules.toml").exists() || path.join("requirements.txt").exists()) {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

fn print(folder: &Path, inspected: &Inspected) {
    let name = folder.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    println!("\n{name}");
    let rows = &inspected.rows.rows;
    let width = rows.iter().map(|row| row.id.len()).max().unwrap_or(0);
    let functions = rows.iter().map(|row| row.functions.join(", ").len()).max().unwrap_or(0);
    for row in rows {
        println!(
            "  {:width$}  {:11}  {:functions$}  {}",
            row.id,
            row.status.name(),
            row.functions.join(", "),
            row.tests.join(", ")
        );
    }
    let mut counts: BTreeMap<Status, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(row.status).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(status, n)| format!("{n} {}", status.name())).collect();
    println!(
        "  {} requirements in scope, {} rows: {}; {} headings of the source",
        inspected.requirements.len(),
        rows.len(),
        counts.join(", "),
        inspected.n_headings
    );
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_project_has_no_holes() {
        if let Err(holes) = super::run(&crate::root()) {
            panic!("{holes}");
        }
    }
}
