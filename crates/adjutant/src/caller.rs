//! What a command says and which files it reads and writes: those of this process, or, in a server, those of whoever asked
//! for it through the socket. A server opens no file for anybody.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::folder;

tokio::task_local! {
    static ELSEWHERE: RefCell<Caller>;
}

/// Somebody who asked through the socket.
#[derive(Default)]
struct Caller {
    given: BTreeMap<PathBuf, Vec<u8>>,
    told: Told,
}

/// What a command has said and written.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Told {
    /// For standard output.
    pub output: String,
    /// For standard error.
    pub notes: String,
    /// Files to write, as hexadecimal digits.
    pub files: Vec<(PathBuf, String)>,
}

/// Runs a command for somebody who asked from elsewhere and gave these files.
#[cfg_attr(not(unix), allow(dead_code))]
pub async fn elsewhere<T>(given: BTreeMap<PathBuf, Vec<u8>>, command: impl Future<Output = T>) -> (T, Told) {
    let caller = RefCell::new(Caller { given, told: Told::default() });
    let run = async {
        let outcome = command.await;
        (outcome, ELSEWHERE.with(|caller| std::mem::take(&mut caller.borrow_mut().told)))
    };
    ELSEWHERE.scope(caller, run).await
}

/// Says something on standard output.
pub fn output(words: fmt::Arguments<'_>) {
    let words = shown(words);
    let told = ELSEWHERE.try_with(|caller| caller.borrow_mut().told.output.push_str(&words));
    told.unwrap_or_else(|_| read_or_not(io::stdout().write_all(words.as_bytes())));
}

/// Words of other people's files must not begin lines, turn them round or tell a terminal anything: letters that nobody
/// sees stand as codes, which JSON reads as the letters that they are. Data is no words: it goes out as it is.
fn shown(words: fmt::Arguments<'_>) -> String {
    let lines = |line: &str| line.split('\t').map(ledger::printable).collect::<Vec<_>>().join("\t");
    words.to_string().split('\n').map(lines).collect::<Vec<_>>().join("\n")
}

/// Where nobody reads on, as behind `| head`, nothing more is said, and the command goes on to its end.
fn read_or_not(said: io::Result<()>) {
    match said {
        Err(fault) if fault.kind() != io::ErrorKind::BrokenPipe => {
            // What a file was to hold is not there: that must not pass for success.
            let _ = writeln!(io::stderr(), "The output cannot be written: {fault}.");
            std::process::exit(1);
        }
        _ => {}
    }
}

/// Says something on standard error.
pub fn notes(words: fmt::Arguments<'_>) {
    let words = shown(words);
    let told = ELSEWHERE.try_with(|caller| caller.borrow_mut().told.notes.push_str(&words));
    // There is nobody left to tell that this cannot be told.
    told.unwrap_or_else(|_| io::stderr().write_all(words.as_bytes()).unwrap_or_default());
}

/// Says here what a command said elsewhere, as it was said there: its words are codes already where they have to be, and
/// its data stays what it is.
pub fn pass_on(told: &Told) {
    read_or_not(io::stdout().write_all(told.output.as_bytes()));
    // There is nobody left to tell that this cannot be told.
    io::stderr().write_all(told.notes.as_bytes()).unwrap_or_default();
}

/// Says bytes on standard output; from elsewhere they are words.
pub fn output_bytes(bytes: &[u8]) {
    let told = ELSEWHERE
        .try_with(|caller| caller.borrow_mut().told.output.push_str(&String::from_utf8_lossy(bytes)));
    told.unwrap_or_else(|_| read_or_not(io::stdout().write_all(bytes)));
}

/// Reads a file of the caller's that has so many bytes at most.
///
/// # Errors
/// [`io::ErrorKind::FileTooLarge`] for what goes on after them, else whatever reading it says.
pub fn read_whole(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let bytes = read(path, most.saturating_add(1))?;
    if u64::try_from(bytes.len()).is_ok_and(|n| n <= most) { Ok(bytes) } else { Err(too_large(most)) }
}

/// What is said of a file that goes on after so many bytes.
pub fn too_large(most: u64) -> io::Error {
    let told = format!("it has more than {} MiB, which no file of this kind has", most >> 20);
    io::Error::new(io::ErrorKind::FileTooLarge, told)
}

/// Reads a file of the caller's, so many bytes of it at most.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let given = ELSEWHERE.try_with(|caller| caller.borrow().given.get(path).cloned());
    let Ok(given) = given else {
        let mut bytes = Vec::new();
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
        return Ok(bytes);
    };
    given.ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Writes a file of the caller's, which nobody else on its machine can read.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let told = ELSEWHERE.try_with(|caller| {
        caller.borrow_mut().told.files.push((path.to_owned(), hex::encode(bytes)));
    });
    told.map_or_else(|_| folder::write_for_ourselves(path, bytes), Ok)
}

/// A line on the caller's standard output.
macro_rules! say {
    ($($words:tt)*) => { $crate::caller::output(format_args!("{}\n", format_args!($($words)*))) };
}
pub(crate) use say;

/// Words on the caller's standard output, without an end of line.
macro_rules! say_on {
    ($($words:tt)*) => { $crate::caller::output(format_args!($($words)*)) };
}
pub(crate) use say_on;

/// A line on the caller's standard error.
macro_rules! note {
    ($($words:tt)*) => { $crate::caller::notes(format_args!("{}\n", format_args!($($words)*))) };
}
pub(crate) use note;
