//! A PostgreSQL for the tests: a cluster of their own in a temporary folder, reached by a socket only, and gone with the
//! process that started it, however that ends. A server that is there is used only when [`NAMED`] names it.

mod cluster;

use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

pub use cluster::{Cluster, INSTALL, programs};

/// The variable that names a server for the tests by the URL of a database that may make others.
pub const NAMED: &str = "ADJUTANT_TEST_DATABASE";

/// A fresh, empty database; dropped with the value.
pub struct Database {
    server: String,
    name: String,
}

impl Database {
    /// Makes one on the named server, or on a cluster of this process.
    ///
    /// # Panics
    /// With the way out when there is no PostgreSQL and when it does not do as it should.
    pub fn fresh() -> Self {
        static N_MADE: AtomicU32 = AtomicU32::new(0);
        let server = server();
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let n = N_MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("adjutant_test_{time}_{}_{n}", std::process::id());
        let made = run(program("createdb").arg("--maintenance-db").arg(&server).arg(&name));
        made.unwrap_or_else(|fault| panic!("no database for this test: {fault}"));
        Self { server, name }
    }

    /// Where it is.
    pub fn url(&self) -> String {
        in_place(&self.server, &self.name)
    }

    /// Does something behind the back of the programs that use it.
    ///
    /// # Panics
    /// When the server refuses.
    pub fn does(&self, statement: &str) {
        // Clients may be installed apart from the server's programs.
        let own = programs().map(|folder| folder.join("psql")).filter(|own| own.exists());
        let mut psql = Command::new(own.unwrap_or_else(|| "psql".into()));
        let done =
            run(psql.args(["--no-psqlrc", "--set", "ON_ERROR_STOP=1", "--command", statement, &self.url()]));
        done.unwrap_or_else(|fault| panic!("{statement}: {fault}"));
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // What a test leaves open is cut. A database that stays is no fault of the test.
        let drop = ["--force", "--maintenance-db", &self.server, &self.name];
        let _ = run(program("dropdb").args(drop));
    }
}

/// The URL of the server that tests use.
fn server() -> String {
    static OWN: OnceLock<Cluster> = OnceLock::new();
    match std::env::var(NAMED) {
        Ok(named) if !named.is_empty() => named,
        _ => OWN.get_or_init(|| Cluster::start().unwrap_or_else(|fault| panic!("{fault}"))).url(),
    }
}

/// The same URL with another database.
fn in_place(server: &str, name: &str) -> String {
    let (before, said) = server.split_once('?').map_or((server, None), |(before, said)| (before, Some(said)));
    let at = before.find("://").map_or(0, |at| at + 3);
    let end = before[at..].find('/').map_or(before.len(), |slash| at + slash);
    let said = said.map_or(String::new(), |said| format!("?{said}"));
    format!("{}/{name}{said}", &before[..end])
}

fn program(name: &str) -> Command {
    Command::new(programs().map_or_else(|| name.into(), |folder| folder.join(name)))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output =
        command.output().map_err(|fault| format!("{:?}: {fault}. {INSTALL}", command.get_program()))?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::in_place;

    #[test]
    fn a_database_takes_its_place_in_the_url() {
        for (server, url) in [
            ("postgres://a@b/c?host=/tmp/x", "postgres://a@b/n?host=/tmp/x"),
            ("postgres://a@b:1/c", "postgres://a@b:1/n"),
            ("postgres://a@b", "postgres://a@b/n"),
        ] {
            assert_eq!(in_place(server, "n"), url);
        }
    }
}
