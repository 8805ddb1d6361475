//! The parts of a workbook are weighed before anything reads them: how much they unpack to is counted, not believed.

use std::io::{Cursor, Read};

use kernel::Diagnostic;
use zip::ZipArchive;

use crate::limits;
use crate::read::fault;

/// Whether a workbook can be read without harm.
pub(crate) fn weigh(file: &str, bytes: &[u8]) -> Result<(), Vec<Diagnostic>> {
    let broken = |sentence: &str| vec![fault(file, "", sentence)];
    let mut archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|_| broken("The workbook is damaged: open it in your spreadsheet and save it again."))?;
    if archive.len() > limits::PARTS {
        return Err(broken(&format!("The workbook has more than {} parts.", limits::PARTS)));
    }
    let mut left = limits::UNPACKED_BYTES;
    for at in 0..archive.len() {
        let mut text = Vec::new();
        let part = archive.by_index(at).map_err(|_| {
            broken("The workbook is damaged or locked: save it again as XLSX without a password.")
        })?;
        let name =
            part.name().map_err(|_| broken("A part of the workbook has no readable name."))?.into_owned();
        let cap = u64::try_from(left).unwrap_or(u64::MAX).saturating_add(1);
        part.take(cap).read_to_end(&mut text).map_err(|_| broken(&format!("The part {name} is damaged.")))?;
        left = left.checked_sub(text.len()).ok_or_else(|| {
            broken(&format!("The workbook unpacks to more than {} MiB.", limits::UNPACKED_BYTES >> 20))
        })?;
        let kind = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        let is_xml = kind == "xml" || kind == "rels";
        if is_xml && !is_sound(&text) {
            return Err(broken(&format!(
                "The part {name} is not as spreadsheets write it: save the file again."
            )));
        }
    }
    Ok(())
}

/// Whether a part is UTF-8 and promises no more strings than it has room for: readers make room for what is promised.
fn is_sound(part: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(part) else { return false };
    if text.contains('\0') {
        return false;
    }
    let promised = text.split("uniqueCount").skip(1).map(|rest| {
        let digits = rest.trim_start_matches(|c: char| !c.is_ascii_digit());
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse::<usize>().unwrap_or(usize::MAX)
    });
    promised.max().unwrap_or(0) <= part.len()
}
