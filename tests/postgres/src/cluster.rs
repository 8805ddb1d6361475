//! The cluster: made, started, and stopped when the line to whoever started it is cut.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What to do when there is no PostgreSQL.
pub const INSTALL: &str = "The tests need the programs of PostgreSQL 13 or later. Install them and start again; on \
                           Debian and Ubuntu: sudo apt-get update && sudo apt-get install -y postgresql";

/// How long a start may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs the server until standard input ends: the line to the process that started it. Signals that reach its
/// whole group are for that process.
const KEEPER: &str = r#"
trap '' INT TERM HUP QUIT
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses='' -c max_connections=300 -c fsync=off \
    >"$2/log" 2>&1 </dev/null &
cat >/dev/null
kill -QUIT $!
wait $!
rm -rf "$2"
"#;

/// A running cluster.
pub struct Cluster {
    folder: PathBuf,
    keeper: Child,
    line: Option<ChildStdin>,
}

impl Cluster {
    /// Makes a cluster and starts it. What it holds is gone with it, so nothing waits for the disk.
    ///
    /// # Errors
    /// A sentence with the way out.
    pub fn start() -> Result<Self, String> {
        let programs = programs().ok_or(INSTALL)?;
        let failed = |what: &str, fault: std::io::Error| format!("PostgreSQL for the tests: {what}: {fault}");
        let folder = tempfile::Builder::new()
            .prefix("adjutant-postgres-")
            .permissions(fs::Permissions::from_mode(0o700))
            .tempdir();
        let folder = folder.map_err(|fault| failed("no temporary folder", fault))?.keep();
        let user = other_user()?;
        if let Some(user) = &user {
            let own = Command::new("chown").arg(user).arg(&folder).status();
            own.map_err(|fault| failed("chown", fault))?;
        }
        let mut make = as_user(user.as_deref(), &programs.join("initdb"));
        make.arg("-D").arg(folder.join("data")).args(["-U", "postgres", "-A", "trust", "-E", "UTF8"]);
        make.args(["--locale=C", "--no-sync"]).current_dir(&folder);
        let made = make.output().map_err(|fault| failed("initdb", fault))?;
        if !made.status.success() {
            return Err(format!("initdb: {}", String::from_utf8_lossy(&made.stderr)));
        }
        let mut keeper = as_user(user.as_deref(), Path::new("sh"));
        keeper.args(["-c", KEEPER, "keeper"]).arg(&programs).arg(&folder).current_dir(&folder);
        keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut keeper = keeper.spawn().map_err(|fault| failed("sh", fault))?;
        let line = keeper.stdin.take();
        let cluster = Self { folder, keeper, line };
        let begun = Instant::now();
        while !cluster.answers(&programs) {
            if begun.elapsed() > PATIENCE {
                let log = fs::read_to_string(cluster.folder.join("log")).unwrap_or_default();
                return Err(format!("PostgreSQL for the tests does not start:\n{log}"));
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(cluster)
    }

    /// The URL of its first database.
    pub fn url(&self) -> String {
        format!("postgres://postgres@localhost/postgres?host={}", self.folder.display())
    }

    fn answers(&self, programs: &Path) -> bool {
        let mut ask = Command::new(programs.join("pg_isready"));
        ask.arg("-q").arg("-h").arg(&self.folder).status().is_ok_and(|status| status.success())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.line.take());
        let _ = self.keeper.wait();
    }
}

/// The folder of the server's programs, the newest version first. Distributions keep it out of the path.
pub fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = versions.map(|version| version.path()).collect();
    versions.sort_by_key(|path| path.file_name()?.to_str()?.parse::<u32>().ok());
    folders.extend(versions.into_iter().rev().map(|version| version.join("bin")));
    let all = ["initdb", "postgres", "pg_isready", "createdb", "dropdb"];
    folders.into_iter().find(|folder| all.iter().all(|program| folder.join(program).exists()))
}

/// The server refuses to run as the superuser; somebody else has to.
fn other_user() -> Result<Option<String>, String> {
    let who = |arguments: &[&str]| {
        let output = Command::new("id").args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    if who(&["-u"]).as_deref() != Some("0") {
        return Ok(None);
    }
    let user = ["postgres", "nobody"].into_iter().find(|user| who(&["-u", user]).is_some());
    let none =
        "PostgreSQL for the tests does not run as the superuser, and there is no user postgres or nobody.";
    user.map(|user| Some(user.to_owned())).ok_or_else(|| none.to_owned())
}

fn as_user(user: Option<&str>, program: &Path) -> Command {
    let Some(user) = user else { return Command::new(program) };
    let mut command = Command::new("runuser");
    command.args(["-u", user, "--"]).arg(program);
    command
}
