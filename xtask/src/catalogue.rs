//! Takes the requirement ids of a stretch of sections out of a rules catalogue.
//!
//! A section is a heading `### <section> <title>`, a requirement a table row `| <prefix>-<section>-<n> | …`.
//! Numbers count from 1 without a gap, so that a lost or abbreviated row is found here and not in play.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

/// The list as the file `requirements.txt` of a rules crate holds it.
///
/// # Errors
/// The file cannot be read, a section is missing, or its rows are not numbered 1, 2, 3, ….
pub fn run(path: &Path, prefix: &str, from: &str, to: &str) -> Result<String, String> {
    let text = fs::read_to_string(path).map_err(|fault| format!("{}: {fault}", path.display()))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let ids = extract(&text, prefix, from, to)?;
    let digest = hex::encode(Sha256::digest(text.as_bytes()));
    Ok(format!("# {name}, sections {from} to {to}, sha256 {digest}\n{}\n", ids.join("\n")))
}

/// The ids in the order of the catalogue.
fn extract(text: &str, prefix: &str, from: &str, to: &str) -> Result<Vec<String>, String> {
    let mut ids = Vec::new();
    let mut faults = Vec::new();
    let mut open: Option<(String, usize)> = None;
    let (mut begun, mut ended) = (false, false);
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let heading = line.strip_prefix("### ").and_then(|rest| rest.split_whitespace().next());
        if heading.is_some() || line.starts_with("## ") {
            close(open.take(), line_number, &mut faults);
            if ended {
                break;
            }
            begun |= heading == Some(from);
            ended = begun && heading == Some(to);
            open = heading.filter(|_| begun).map(|section| (section.to_owned(), 0));
            continue;
        }
        let first_cell = line.strip_prefix("| ").and_then(|rest| rest.split(" |").next()).map(str::trim);
        let Some(cell) = first_cell.filter(|cell| cell.starts_with(&format!("{prefix}-"))) else { continue };
        let Some((section, n_rows)) = &mut open else { continue };
        *n_rows += 1;
        let expected = format!("{prefix}-{section}-{n_rows}");
        if cell == expected {
            ids.push(expected);
        } else {
            faults.push(format!("line {line_number}: {cell} stands where {expected} is due"));
        }
    }
    close(open, text.lines().count(), &mut faults);
    if !begun {
        faults.push(format!("there is no section {from}"));
    } else if !ended {
        faults.push(format!("there is no section {to} after {from}"));
    }
    if faults.is_empty() { Ok(ids) } else { Err(faults.join("\n")) }
}

fn close(section: Option<(String, usize)>, line_number: usize, faults: &mut Vec<String>) {
    if let Some((section, 0)) = section {
        faults.push(format!("line {line_number}: section {section} ends without a requirement"));
    }
}

#[cfg(test)]
mod tests {
    use super::extract;

    const SOUND: &str = "### 0 First\n\n| Id | x |\n|---|---|\n| XX-0-1 | a |\n| XX-0-2 | see XX-9-9 |\n\
                         ### 1.S Second\n| XX-1.S-1 | b |\n### 2 Third\n| XX-2-1 | c |\n";

    #[test]
    fn a_stretch_holds_its_first_and_last_section() {
        assert_eq!(extract(SOUND, "XX", "0", "1.S").unwrap(), ["XX-0-1", "XX-0-2", "XX-1.S-1"]);
        assert_eq!(extract(SOUND, "XX", "1.S", "2").unwrap(), ["XX-1.S-1", "XX-2-1"]);
    }

    #[test]
    fn a_gap_in_the_numbers_is_refused() {
        let gap = SOUND.replace("XX-0-2 ", "XX-0-3 ");
        assert_eq!(extract(&gap, "XX", "0", "2").unwrap_err(), "line 6: XX-0-3 stands where XX-0-2 is due");
    }

    #[test]
    fn an_abbreviated_row_is_refused() {
        for short in ["XX-0-2..4 ", "XX-0-2, XX-0-3 ", "XX-0-1 "] {
            assert!(extract(&SOUND.replace("XX-0-2 ", short), "XX", "0", "2").is_err(), "{short}");
        }
    }

    #[test]
    fn a_section_that_is_missing_or_empty_is_refused() {
        assert!(extract(SOUND, "XX", "7", "2").unwrap_err().contains("no section 7"));
        assert!(extract(SOUND, "XX", "0", "7").unwrap_err().contains("no section 7 after 0"));
        let empty = SOUND.replace("| XX-1.S-1 | b |\n", "");
        assert!(extract(&empty, "XX", "0", "2").unwrap_err().contains("section 1.S ends without"));
    }
}
