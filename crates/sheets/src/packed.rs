//! The parts of a workbook are weighed before anything reads them: how much they unpack to is counted, not believed.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

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
        if is_xml {
            let text = sound(&text).ok_or_else(|| {
                broken(&format!("The part {name} is not as spreadsheets write it: save the file again."))
            })?;
            bounded(&name, text).map_err(|sentence| broken(&sentence))?;
        }
    }
    Ok(())
}

/// A part as text, if it is UTF-8 and promises no more strings than it has: readers make room for what is promised.
fn sound(part: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(part).ok().filter(|text| !text.contains('\0'))?;
    let promised = text.split("uniqueCount").skip(1).map(|rest| {
        let digits = rest.trim_start_matches(|c: char| !c.is_ascii_digit());
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse::<usize>().unwrap_or(usize::MAX)
    });
    (promised.max().unwrap_or(0) <= part.len().min(limits::TEXTS)).then_some(text)
}

/// What readers keep of a part for as long as they read the workbook is counted first: each takes many times the room
/// that it takes in the file.
fn bounded(name: &str, text: &str) -> Result<(), String> {
    let far = addresses(text).find(|address| !is_address(address)).filter(|_| text.contains("sheetData"));
    if let Some(address) = far {
        let address: String = address.chars().take(24).collect();
        return Err(format!("The part {name} speaks of the cell {address}, which no sheet has."));
    }
    let most = |elements: &[&str], most: usize, what: &str| {
        let n: usize = elements.iter().map(|element| begun(text, element)).sum();
        if n > most { Err(format!("The part {name} holds more than {most} {what}.")) } else { Ok(()) }
    };
    most(&["si"], limits::TEXTS, "texts")?;
    most(&["xf", "font", "fill", "border", "numFmt"], limits::STYLES, "styles")?;
    most(&["sheet"], limits::TABLES, "sheets")?;
    most(&["Relationship", "definedName"], limits::STYLES, "names")
}

/// The addresses of rows, cells and areas in a part.
fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let named = |attribute: &'static str| {
        text.match_indices(attribute).filter_map(move |(at, _)| {
            let begins = at.checked_sub(1).and_then(|before| text.as_bytes().get(before));
            let rest = text[at + attribute.len()..].trim_start().strip_prefix('=')?.trim_start();
            let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
            begins.filter(|byte| byte.is_ascii_whitespace())?;
            rest[1..].split(quote).next()
        })
    };
    named("r").chain(named("ref")).flat_map(|areas| areas.split([' ', ':']))
}

/// Whether an address is one of a sheet: readers count on in what is longer, and come out at another cell.
fn is_address(address: &str) -> bool {
    let digits = address.trim_start_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '$');
    address.len() - digits.len() <= 5 && digits.len() <= 7 || !address.is_ascii()
}

/// How many elements of a name begin in a part, whatever stands before its colon.
fn begun(text: &str, element: &str) -> usize {
    text.match_indices(element)
        .filter(|(at, _)| {
            let ends = text.as_bytes().get(at + element.len());
            let begins = at.checked_sub(1).and_then(|before| text.as_bytes().get(before));
            matches!(begins, Some(b'<' | b':')) && ends.is_some_and(|byte| b"> /\t\r\n".contains(byte))
        })
        .count()
}

/// A workbook from which no more is read than a workbook has: one part may be named as a hundred sheets, and a reader
/// unpacks it for each.
pub(crate) struct Once<'b> {
    bytes: Cursor<&'b [u8]>,
    left: usize,
}

impl<'b> Once<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        // What stands at the end of the file is looked for, and read more than once.
        let left = 2 * bytes.len() + (64 << 10);
        Self { bytes: Cursor::new(bytes), left }
    }
}

impl Read for Once<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n = self.bytes.read(into)?;
        self.left = self.left.checked_sub(n).ok_or(io::ErrorKind::InvalidData)?;
        Ok(n)
    }
}

impl Seek for Once<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}
