//! The command line beside a running server: the server holds the data folder, and does for its owner what the command
//! would have done, through a socket in the folder.
//!
//! One connection carries one question and one answer, each a JSON document that ends with its half of the connection.
//! Whoever may use the socket may do everything: it is closed to all but the owner of the folder, and a server asks the
//! system who is at the other end.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::UnixStream as Stream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::arguments::Command;
use crate::caller::{self, Told};
use crate::failure::Failure;
use crate::folder;
use crate::house::House;

/// How long a question is: a campaign file as hexadecimal digits, and room for more.
const MOST_BYTES: u64 = 256 * 1024 * 1024;
/// How long a file in a question is: two digits for each byte, and room for what else is said.
const MOST_FILE: u64 = MOST_BYTES / 2 - (1 << 20);
/// How long a question may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);
/// The pause after the system could not give a connection.
const BREATH: Duration = Duration::from_millis(100);
const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Deserialize, Serialize)]
struct Question {
    version: String,
    command: Command,
    /// What the command reads, as hexadecimal digits.
    files: Vec<(PathBuf, String)>,
}

#[derive(Default, Deserialize, Serialize)]
struct Answer {
    told: Told,
    /// What could not be done, in sentences.
    failure: Option<Vec<String>>,
}

/// Asks the server that holds a folder to do what the command says; `None` when no server listens there.
pub fn ask(socket: &Path, command: Command) -> Option<Result<(), Failure>> {
    let line = Stream::connect(socket).ok()?;
    Some(converse(line, command))
}

fn converse(mut line: Stream, command: Command) -> Result<(), Failure> {
    let broken = |fault: std::io::Error| {
        Failure::new(format!(
            "The server that holds the data folder did not answer to the end: {fault}. Look with `adjutant log` whether \
             the command was done before you give it again."
        ))
    };
    let read = |path: PathBuf| {
        let bytes = caller::read_whole(&path, MOST_FILE).map_err(|fault| Failure::file(&path, &fault))?;
        Ok((path, hex::encode(bytes)))
    };
    let files = command.reads().into_iter().map(read).collect::<Result<_, Failure>>()?;
    let question = Question { version: VERSION.to_owned(), command, files };
    let question = serde_json::to_vec(&question)
        .map_err(|fault| Failure::new(format!("The command cannot be handed to the server: {fault}.")))?;
    line.write_all(&question).and_then(|()| line.shutdown(std::net::Shutdown::Write)).map_err(broken)?;
    let mut answer = Vec::new();
    line.read_to_end(&mut answer).map_err(broken)?;
    let answer: Answer = serde_json::from_slice(&answer).map_err(|fault| broken(fault.into()))?;
    for (path, digits) in &answer.told.files {
        let bytes = hex::decode(digits).map_err(|_| broken(std::io::ErrorKind::InvalidData.into()))?;
        folder::write_for_ourselves(path, &bytes).map_err(|fault| Failure::file(path, &fault))?;
    }
    caller::pass_on(&answer.told);
    answer.failure.map_or(Ok(()), |lines| Err(Failure::all(lines)))
}

/// A socket that is listened on; gone from the folder with the value.
pub struct Socket {
    listener: UnixListener,
    path: PathBuf,
    owner: u32,
}

impl Socket {
    /// Listens in a folder that this process holds, so that what lies there is left over from one that is gone.
    pub fn bind(path: PathBuf) -> std::io::Result<Self> {
        match std::fs::remove_file(&path) {
            Err(fault) if fault.kind() != std::io::ErrorKind::NotFound => return Err(fault),
            _ => {}
        }
        let listener = UnixListener::bind(&path)?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
        let owner = path.metadata()?.uid();
        Ok(Self { listener, path, owner })
    }

    /// Does what is asked until `closing` turns to `true`; what is under way then is done to its end.
    pub async fn serve(self, house: Arc<House>, mut closing: watch::Receiver<bool>) {
        let mut under_way = JoinSet::new();
        while let Some(line) = tokio::select! {
            line = self.listener.accept() => Some(line),
            // A sender that is gone means the same as a closing one.
            _ = closing.wait_for(|closing| *closing) => None,
        } {
            match line {
                Ok((line, _)) => {
                    let (house, owner) = (Arc::clone(&house), self.owner);
                    under_way.spawn(async move {
                        if let Err(fault) = answer(line, &house, owner).await {
                            tracing::debug!(%fault, "a command through the socket broke off");
                        }
                    });
                }
                Err(fault) => {
                    tracing::warn!(%fault, "a command through the socket was not accepted");
                    tokio::time::sleep(BREATH).await;
                }
            }
            while under_way.try_join_next().is_some() {}
        }
        while under_way.join_next().await.is_some() {}
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        // A later server removes what stays.
        let _ = std::fs::remove_file(&self.path);
    }
}

async fn answer(mut line: UnixStream, house: &House, owner: u32) -> std::io::Result<()> {
    let peer = line.peer_cred()?.uid();
    if peer != owner && peer != 0 {
        tracing::warn!(
            user = peer,
            "somebody other than the owner of the data folder asked through its socket"
        );
        return Ok(());
    }
    let mut question = Vec::new();
    let mut limited = (&mut line).take(MOST_BYTES);
    let reading = limited.read_to_end(&mut question);
    tokio::time::timeout(PATIENCE, reading).await.map_err(|_| std::io::ErrorKind::TimedOut)??;
    let answer = match understood(&question) {
        Err(failure) => Answer { failure: Some(failure.into_lines()), ..Answer::default() },
        Ok((command, files)) => {
            let (outcome, told) = caller::elsewhere(files, crate::in_house(house, command)).await;
            Answer { told, failure: outcome.err().map(Failure::into_lines) }
        }
    };
    line.write_all(&serde_json::to_vec(&answer)?).await?;
    line.shutdown().await
}

fn understood(question: &[u8]) -> Result<(Command, BTreeMap<PathBuf, Vec<u8>>), Failure> {
    #[derive(Deserialize)]
    struct Version {
        version: String,
    }
    let unclear = |fault: String| {
        Failure::new(format!(
            "The server that holds the data folder does not understand the command: {fault}."
        ))
    };
    let Version { version } = serde_json::from_slice(question).map_err(|fault| unclear(fault.to_string()))?;
    if version != VERSION {
        return Err(Failure::new(format!(
            "The server that holds the data folder has version {VERSION}, and this program {version}. Start the server \
             again with this one."
        )));
    }
    let asked: Question = serde_json::from_slice(question).map_err(|fault| unclear(fault.to_string()))?;
    let bytes = |(path, digits): (PathBuf, String)| Ok((path, hex::decode(digits)?));
    let files = asked.files.into_iter().map(bytes).collect::<Result<_, hex::FromHexError>>();
    Ok((asked.command, files.map_err(|fault| unclear(fault.to_string()))?))
}
