//! What the tests need from the machine: a browser with its driver, Python for the second verifier, and PostgreSQL.

use std::process::{Command, Stdio};

/// A program that the tests start.
struct Tool {
    /// What for, in words.
    purpose: &'static str,
    /// Its name, or names of which one must be there.
    programs: &'static [&'static str],
    /// Whether it is there.
    is_here: fn(&Tool) -> bool,
    /// The package of the distribution that holds it.
    package: &'static str,
    /// Whether the tests cannot do without it.
    is_needed: bool,
}

const TOOLS: [Tool; 5] = [
    Tool {
        purpose: "the browser of the journeys",
        programs: &["chromium", "chromium-browser", "google-chrome"],
        is_here: Tool::starts,
        package: "chromium",
        is_needed: true,
    },
    Tool {
        purpose: "the driver of the browser",
        programs: &["chromedriver"],
        is_here: Tool::starts,
        package: "chromium-driver",
        is_needed: true,
    },
    Tool {
        purpose: "a browser without windows, which halves the time of the journeys",
        programs: &[
            "/usr/lib/chromium/chromium-headless-shell",
            "chromium-headless-shell",
            "chrome-headless-shell",
        ],
        is_here: Tool::starts,
        package: "chromium-headless-shell",
        is_needed: false,
    },
    Tool {
        purpose: "the second verifier of the dice",
        programs: &["python3"],
        is_here: Tool::starts,
        package: "python3",
        is_needed: true,
    },
    Tool {
        purpose: "the database of the tests",
        programs: &["the server programs of PostgreSQL"],
        is_here: |_| test_postgres::programs().is_some(),
        package: "postgresql",
        is_needed: true,
    },
];

/// How packages can be installed here.
enum Installer {
    /// As the superuser.
    Direct,
    /// Through `sudo` without a password.
    Sudo,
}

/// Makes sure that every tool is there and installs the missing ones from the distribution when it may. What the tests can do
/// without is installed apart, and not missed where the distribution does not have it.
///
/// # Errors
/// A sentence that says what is missing and what to do.
pub fn ensure() -> Result<(), String> {
    let is_missing = |tool: &&Tool| !(tool.is_here)(tool);
    let (needed, useful): (Vec<&Tool>, Vec<&Tool>) =
        TOOLS.iter().filter(is_missing).partition(|tool| tool.is_needed);
    let installer = installer();
    if !needed.is_empty() {
        let packages: Vec<&str> = needed.iter().map(|tool| tool.package).collect();
        let wanted: Vec<String> =
            needed.iter().map(|tool| format!("{} ({})", tool.programs.join(" or "), tool.purpose)).collect();
        let by_hand = format!(
            "The tests need {}. Install it and start again; on Debian and Ubuntu:\n    \
             sudo apt-get update && sudo apt-get install -y {}",
            wanted.join(" and "),
            packages.join(" ")
        );
        let installed = installer.as_ref().is_some_and(|one| {
            one.install(&packages) || (one.apt_get(&["update"]) && one.install(&packages))
        });
        if !installed || needed.iter().any(is_missing) {
            return Err(by_hand);
        }
    }
    // The list of what there is is not fetched anew for them: where the distribution has none, every run would.
    for tool in useful {
        if !installer.as_ref().is_some_and(|installer| installer.install(&[tool.package])) {
            println!("The tests go on without {} ({}).", tool.package, tool.purpose);
        }
    }
    Ok(())
}

impl Tool {
    /// Whether one of its programs can be started.
    fn starts(&self) -> bool {
        self.programs.iter().any(|program| succeeds(Command::new(program).arg("--version")))
    }
}

impl Installer {
    /// Installs packages by the list of what there is that the machine has.
    fn install(&self, packages: &[&str]) -> bool {
        println!("Installing {} for the tests.", packages.join(", "));
        let install = [&["install", "-y", "--no-install-recommends"], packages].concat();
        self.apt_get(&install)
    }

    fn apt_get(&self, arguments: &[&str]) -> bool {
        let mut command = match self {
            Self::Direct => Command::new("env"),
            Self::Sudo => {
                let mut command = Command::new("sudo");
                command.args(["-n", "env"]);
                command
            }
        };
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]).args(arguments);
        command.status().is_ok_and(|status| status.success())
    }
}

fn installer() -> Option<Installer> {
    if !succeeds(Command::new("apt-get").arg("--version")) {
        return None;
    }
    let user = Command::new("id").arg("-u").output().ok()?;
    if user.stdout.trim_ascii() == b"0" {
        return Some(Installer::Direct);
    }
    succeeds(Command::new("sudo").args(["-n", "true"])).then_some(Installer::Sudo)
}

fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}
