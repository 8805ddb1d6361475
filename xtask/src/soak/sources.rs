//! What a piece is built from, by what git calls it: its package and all packages of this workspace below it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::cargo::cargo;

/// What every piece is built from besides its packages.
const SHARED: [&str; 2] = ["Cargo.toml", "Cargo.lock"];

/// The packages of the workspace: where each lies, and which of them it needs.
pub struct Sources {
    packages: BTreeMap<String, Package>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `dev` for what tests alone need.
    kind: Option<String>,
    /// Where a package of the workspace lies.
    path: Option<String>,
}

impl Sources {
    /// Asks cargo.
    ///
    /// # Errors
    /// A sentence when cargo does not answer.
    pub fn read(root: &Path) -> Result<Self, String> {
        let output = cargo(root)
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .output()
            .map_err(|fault| format!("cargo cannot be started: {fault}"))?;
        let metadata: Metadata =
            serde_json::from_slice(&output.stdout).map_err(|fault| format!("cargo metadata: {fault}"))?;
        let packages = metadata.packages.into_iter().map(|package| (package.name.clone(), package));
        Ok(Self { packages: packages.collect() })
    }

    /// A short name for the committed state of all that a package's tests and programs are built from; none when the working
    /// tree differs from it.
    ///
    /// # Errors
    /// The package is not of this workspace, or git does not answer.
    pub fn of(&self, root: &Path, package: &str) -> Result<Option<String>, String> {
        let places = self.places(root, package)?;
        let mut status = vec!["status", "--porcelain", "--"];
        status.extend(places.iter().map(String::as_str));
        if !git(root, &status)?.is_empty() {
            return Ok(None);
        }
        let named: Vec<String> = places.iter().map(|place| format!("HEAD:{place}")).collect();
        let mut parse = vec!["rev-parse"];
        parse.extend(named.iter().map(String::as_str));
        Ok(Some(short_name(&git(root, &parse)?)))
    }

    /// The folders and files, from the workspace's folder, in the order of their names.
    fn places(&self, root: &Path, package: &str) -> Result<BTreeSet<String>, String> {
        let mut open = vec![package];
        let mut met = BTreeSet::new();
        let mut places: BTreeSet<String> = SHARED.iter().map(|&place| place.to_owned()).collect();
        while let Some(name) = open.pop() {
            if !met.insert(name) {
                continue;
            }
            let found =
                self.packages.get(name).ok_or_else(|| format!("{name} is no package of this workspace"))?;
            let folder = Path::new(&found.manifest_path).parent().unwrap_or(root);
            places.insert(folder.strip_prefix(root).unwrap_or(folder).display().to_string());
            // What tests need is built for the package itself, and not for those below it.
            let needed = found.dependencies.iter().filter(|dependency| {
                dependency.path.is_some() && (name == package || dependency.kind.as_deref() != Some("dev"))
            });
            open.extend(needed.map(|dependency| dependency.name.as_str()));
        }
        Ok(places)
    }
}

fn git(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").current_dir(root).args(arguments).output();
    let output = output.map_err(|fault| format!("git cannot be started: {fault}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Twelve letters that stand for many names.
fn short_name(names: &str) -> String {
    use sha2::Digest;
    let mut name = hex::encode(sha2::Sha256::digest(names));
    name.truncate(12);
    name
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Sources;

    #[test]
    fn a_piece_is_built_from_its_package_and_those_below_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
        let sources = Sources::read(root).expect("cargo answers");
        let places = sources.places(root, "rules-bcs").expect("a package");
        for place in ["Cargo.lock", "Cargo.toml", "crates/rules-bcs", "crates/kernel", "crates/hexmap"] {
            assert!(places.contains(place), "{place}: {places:?}");
        }
        for place in ["crates/web", "crates/rules-battlefront", "xtask"] {
            assert!(!places.contains(place), "{place}");
        }
        assert!(sources.places(root, "drills").expect("a package").contains("crates/rules-battlefront"));
        assert!(sources.places(root, "nothing").is_err());
    }
}
