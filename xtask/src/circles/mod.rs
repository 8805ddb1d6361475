//! Circles of files: which files of a crate cannot be read without each other.
//!
//! A file uses another when it names something in it (`use crate::…`, `super::…`, a path in its text), or calls a method
//! that the other file adds to a type of a third: `Desk` and `Host` are spread over many files, and a call of such a
//! method is as good as its name in a `use`. Types are not known here, so such a call is known by what it is made on:
//! `self` within the type, or a value that bears the type's name, as `host`. Tests within a file are left out.

mod knots;
mod sources;

use std::fs;
use std::path::{Path, PathBuf};

use sources::Crate;

/// The crates that are held to a bound, with the largest circle that they may have.
const BOUNDS: [(&str, usize); 1] = [("table", 3)];

/// Prints the circles of the crates that are held to a bound.
///
/// # Errors
/// As [`run`].
pub fn check(root: &Path) -> Result<(), String> {
    BOUNDS.iter().try_for_each(|(name, _)| run(root, Some(name)))
}

/// Prints the circles of one crate, or of all.
///
/// # Errors
/// A crate that cannot be read, or a circle larger than its crate's bound.
pub fn run(root: &Path, only: Option<&str>) -> Result<(), String> {
    let mut faults = Vec::new();
    for folder in crates(root, only)? {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let read = Crate::read(&folder)?;
        let circles = circles(&read);
        let largest = circles.first().map_or(1, Vec::len);
        println!("{name}: {} files, {} uses, largest circle {largest}", read.files.len(), read.n_uses());
        for circle in &circles {
            println!("  {}: {}", circle.len(), circle.join(" "));
        }
        faults.extend(BOUNDS.iter().filter(|(bound, most)| *bound == name && largest > *most).map(
            |(_, most)| format!("{name}: a circle of {largest} files, and it may have {most} at the most."),
        ));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The circles of more than one file, the largest first, each with its files in order.
fn circles(read: &Crate) -> Vec<Vec<&str>> {
    let mut circles: Vec<Vec<&str>> = knots::knots(&read.uses)
        .into_iter()
        .filter(|knot| knot.len() > 1)
        .map(|knot| {
            let mut files: Vec<&str> = knot.into_iter().map(|file| read.files[file].as_str()).collect();
            files.sort_unstable();
            files
        })
        .collect();
    circles.sort_by_key(|circle| (std::cmp::Reverse(circle.len()), circle[0]));
    circles
}

fn crates(root: &Path, only: Option<&str>) -> Result<Vec<PathBuf>, String> {
    let folder = root.join("crates");
    let entries = fs::read_dir(&folder).map_err(|fault| format!("{}: {fault}", folder.display()))?;
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.join("src").is_dir())
        .filter(|path| only.is_none_or(|only| path.file_name().is_some_and(|name| name == only)))
        .collect();
    found.sort();
    match (found.is_empty(), only) {
        (true, Some(only)) => Err(format!("There is no crate {only}.")),
        _ => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::sources::Crate;

    /// A crate of these files.
    fn read(files: &[(&str, &str)]) -> Crate {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join("src").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Crate::read(folder.path()).unwrap()
    }

    #[test]
    fn files_that_name_each_other_are_a_circle() {
        let read = read(&[
            ("lib.rs", "mod a; mod b; mod c; pub use a::A;"),
            ("a.rs", "use crate::b::{self, B}; pub struct A(B);"),
            ("b/mod.rs", "mod d; // use crate::c;\npub struct B; const TEXT: &str = \"crate::c::C\";"),
            ("b/d.rs", "fn d() { super::super::c::c() }"),
            ("c.rs", "use crate::a; fn c() -> a::A { crate::b::d::d() }"),
        ]);
        assert_eq!(super::circles(&read), [["b/d.rs", "c.rs"]]);
    }

    #[test]
    fn a_method_that_another_file_adds_to_a_type_is_a_use_of_that_file() {
        let read = read(&[
            ("lib.rs", "mod desk; mod fold; mod time;"),
            ("desk.rs", "pub struct Desk; impl Desk { fn open(&self) { self.keep_time(); } }"),
            ("time.rs", "use crate::desk::Desk; impl Desk { pub fn keep_time(&self) {} }"),
            ("fold.rs", "pub struct Fold; impl Fold { fn open(&self) {} }"),
        ]);
        assert_eq!(super::circles(&read), [["desk.rs", "time.rs"]]);
    }

    #[test]
    fn tests_within_a_file_are_left_out() {
        let read = read(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "pub fn a() {}\n#[cfg(test)]\nmod tests { use super::*; use crate::b::b; }"),
            ("b.rs", "use crate::a::a; pub fn b() {}"),
        ]);
        assert_eq!(super::circles(&read), [] as [Vec<&str>; 0]);
    }

    #[test]
    fn no_circle_is_larger_than_its_crates_bound() {
        if let Err(sentence) = super::check(&crate::root()) {
            panic!("{sentence}");
        }
    }
}
