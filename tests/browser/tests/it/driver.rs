//! One ChromeDriver for the whole run, and browsers of a given width that gather what their console says.
//!
//! The test command starts the driver and names it by [`NAMED`]; a test that is run alone starts one of its own. Each seat
//! has a browser with a profile of its own: the driver does not give out contexts of one browser, and a browser starts in
//! half a second.

use std::process::Stdio;
use std::sync::OnceLock;

use serde_json::{Value, json};
use thirtyfour::CapabilitiesHelper;
use thirtyfour::prelude::*;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

const INSTALL: &str = "Browser tests need Chromium and ChromeDriver: `sudo apt-get install -y chromium \
                       chromium-driver`, or set ADJ_NO_BROWSER=1 to leave them out.";

/// The variable that names the driver of the run by its address.
const NAMED: &str = "ADJUTANT_TEST_DRIVER";
/// The variable that asks for a picture of every page that is looked at. Without it only failures leave one.
const PICTURES: &str = "ADJUTANT_PICTURES";

/// A driver: that of the run, or a process of its own, which ends with its handle.
pub struct Driver {
    address: String,
    _process: Option<Child>,
}

impl Driver {
    /// Two drivers that start at one moment can choose the same port; the one that lost it ends at once and is started
    /// anew.
    async fn start() -> Self {
        if let Some(address) = std::env::var(NAMED).ok().filter(|address| !address.is_empty()) {
            return Self { address, _process: None };
        }
        for _ in 0..10 {
            if let Some(driver) = Self::try_start().await {
                return driver;
            }
        }
        panic!("ChromeDriver says on which port it listens");
    }

    async fn try_start() -> Option<Self> {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect(INSTALL);
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = loop {
            let line = lines.next_line().await.unwrap()?;
            if let Some((_, port)) = line.split_once("successfully on port ") {
                break port.trim_end_matches('.').to_owned();
            }
        };
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Some(Self { address: format!("http://127.0.0.1:{port}"), _process: Some(process) })
    }
}

/// What a seat owes beside a board stands above the latest throw, wherever both are shown.
const OWED_BELOW: &str = "return (() => {
  const shown = (selector) => [...document.querySelectorAll(`.wb ${selector}`)].filter((part) => part.offsetParent);
  const [throws] = shown('.out');
  const owed = shown(':is(.hb-asked, .wb-rest > .yours)');
  const below = (part) => part.getBoundingClientRect().top > throws.getBoundingClientRect().top;
  return throws ? owed.filter(below).map((part) => part.id || part.className) : [];
})()";

/// Whether browsers are left out on purpose.
pub fn left_out() -> bool {
    static TOLD: OnceLock<bool> = OnceLock::new();
    *TOLD.get_or_init(|| {
        let left_out = std::env::var("ADJ_NO_BROWSER").is_ok_and(|value| value == "1");
        if left_out {
            println!("browser tests are left out: ADJ_NO_BROWSER=1");
        }
        left_out
    })
}

/// A browser window of one reader.
pub struct Browser {
    pub page: WebDriver,
    width: u32,
    driver: Driver,
    client: reqwest::Client,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// A fresh profile in a window of this width in CSS pixels.
    pub async fn open(width: u32) -> Self {
        let driver = Driver::start().await;
        let profile = tempfile::tempdir().unwrap();
        let mut wishes = DesiredCapabilities::chrome();
        for argument in [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
        ] {
            wishes.add_arg(argument).unwrap();
        }
        let data = profile.path().join("data");
        wishes.add_arg(&format!("--user-data-dir={}", data.display())).unwrap();
        if let Some(program) = crate::program::for_profile(profile.path()) {
            wishes.set_binary(&program.display().to_string()).unwrap();
        }
        wishes.set("goog:loggingPrefs", json!({"browser": "ALL"})).unwrap();
        let page = WebDriver::new(&driver.address, wishes).await.expect(INSTALL);
        let height = if width < 600 { 780 } else { 900 };
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        let browser = Self { page, width, driver, client: reqwest::Client::new(), _profile: profile };
        browser.tell("Emulation.setDeviceMetricsOverride", metrics).await;
        browser.tell("Page.addScriptToEvaluateOnNewDocument", json!({"source": crate::hand::TALLY})).await;
        browser
    }

    /// Makes the window wider or narrower.
    pub async fn widen(&mut self, width: u32) {
        let metrics = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
        self.tell("Emulation.setDeviceMetricsOverride", metrics).await;
        self.width = width;
    }

    /// A command of the browser's own protocol.
    pub async fn tell(&self, command: &str, parameters: Value) -> Value {
        let session = self.page.session_id().to_string();
        let address = format!("{}/session/{session}/goog/cdp/execute", self.driver.address);
        let body = json!({"cmd": command, "params": parameters});
        let answer = self.client.post(address).json(&body).send().await.unwrap();
        answer.json::<Value>().await.unwrap()["value"].clone()
    }

    /// What the console has said since it was last asked, warnings and errors only.
    pub async fn complaints(&self) -> Vec<String> {
        let session = self.page.session_id().to_string();
        let address = format!("{}/session/{session}/se/log", self.driver.address);
        let answer = self.client.post(address).json(&json!({"type": "browser"})).send().await.unwrap();
        let lines: Value = answer.json().await.unwrap();
        let lines = lines["value"].as_array().cloned().unwrap_or_default();
        let bad = lines
            .into_iter()
            .filter(|line| ["WARNING", "SEVERE"].iter().any(|level| line["level"] == *level));
        bad.map(|line| line["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Nothing scrolls sideways and nothing complains. A picture of the whole page is kept of one that does, and of every
    /// page where [`PICTURES`] asks for it.
    pub async fn looks_right(&self, name: &str) {
        let measured = self
            .page
            .execute(
                "return [document.documentElement.scrollWidth, document.documentElement.clientWidth,
                         document.documentElement.scrollHeight]",
                vec![],
            )
            .await
            .unwrap();
        let [scroll, client, height] = [0, 1, 2].map(|n| measured.json()[n].as_u64().unwrap());
        let complaints = self.complaints().await;
        if scroll > client || !complaints.is_empty() || std::env::var_os(PICTURES).is_some() {
            self.keep_picture(name, height).await;
        }
        assert!(scroll <= client, "{name} at {}: {scroll} wide in a window of {client}", self.width);
        assert_eq!(complaints, [""; 0], "{name} at {}", self.width);
        let below = self.page.execute(OWED_BELOW, vec![]).await.unwrap();
        assert_eq!(*below.json(), json!([]), "{name} at {}: owed below the throw", self.width);
    }

    async fn keep_picture(&self, name: &str, height: u64) {
        let clip = json!({"x": 0, "y": 0, "width": self.width, "height": height.min(6000), "scale": 1});
        let asked =
            json!({"format": "png", "captureBeyondViewport": true, "optimizeForSpeed": true, "clip": clip});
        let picture = self.tell("Page.captureScreenshot", asked).await;
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
        std::fs::create_dir_all(&folder).unwrap();
        let bytes = decode(picture["data"].as_str().unwrap());
        std::fs::write(folder.join(format!("{name}-{}.png", self.width)), bytes).unwrap();
    }

    /// Ends the browser.
    pub async fn close(self) {
        self.page.quit().await.unwrap();
    }
}

/// Base 64 as the browser writes it.
pub fn decode(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|byte| *byte != b'=').map(value).collect();
    let mut bytes = Vec::with_capacity(letters.len() * 3 / 4);
    for four in letters.chunks(4) {
        let bits =
            four.iter().fold(0u32, |bits, letter| (bits << 6) | u32::from(*letter)) << (6 * (4 - four.len()));
        let n_bytes = four.len() * 6 / 8;
        bytes.extend_from_slice(&bits.to_be_bytes()[1..=n_bytes]);
    }
    bytes
}
