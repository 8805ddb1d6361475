//! One ChromeDriver for all journeys of a run.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// The variable by which journeys know its address.
pub const NAMED: &str = "ADJUTANT_TEST_DRIVER";

/// A running driver. It ends with its handle, and its browsers with it.
pub struct Driver {
    /// Where it listens.
    pub address: String,
    process: Child,
}

impl Driver {
    /// Starts one on a free port.
    ///
    /// # Errors
    /// A sentence when it cannot be started or says no port.
    pub fn start() -> Result<Self, String> {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|fault| format!("chromedriver cannot be started: {fault}"))?;
        let mut lines = BufReader::new(process.stdout.take().expect("its output is piped")).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        // It must be able to go on speaking.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        match port {
            Some(port) => Ok(Self { address: format!("http://127.0.0.1:{port}"), process }),
            None => Err("chromedriver ended without saying on which port it listens.".into()),
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Asked to end, it ends its browsers too; killed, it would leave them behind.
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
    }
}
