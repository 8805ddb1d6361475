//! How letters leave: to a mail server, or into a folder.

use std::path::Path;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{Address, AsyncFileTransport, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use metrics::counter;
use people::{Letter, People};
use table::Clock;

use crate::arguments::Mail;
use crate::caller;
use crate::failure::Failure;

/// Letters that were sent.
pub const SENT: &str = "adjutant_mail_sent_total";
/// Tries that failed and are made again.
pub const FAILED: &str = "adjutant_mail_failed_total";
/// Letters that were given up.
pub const DROPPED: &str = "adjutant_mail_dropped_total";

/// How long the mail server may take to answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// The environment's name for the password of the mail server.
const PASSWORD: &str = "ADJUTANT_SMTP_PASSWORD";

/// Bytes of the largest file that can hold a password.
const MOST_PASSWORD: u64 = 1 << 20;

/// The way out for letters.
pub struct Post {
    way: Way,
    from: Mailbox,
    /// Where browsers reach the server.
    address: String,
}

enum Way {
    Server(AsyncSmtpTransport<Tokio1Executor>),
    Folder(AsyncFileTransport<Tokio1Executor>),
}

/// Why a letter was not sent. It names no address: what a mail server says often does.
enum Unsent {
    /// It never will be: it cannot be written.
    Never,
    /// The mail server said no, with this number. It may be to this letter or to all of them, and somebody may put it
    /// right.
    Refused(u16),
    /// The mail server did not answer, or asks to come again.
    ForNow,
}

impl Post {
    /// The way out that the settings name; `None` when they name none.
    ///
    /// # Errors
    /// What is wrong with the settings, and the way out.
    pub fn open(mail: &Mail, address: &str) -> Result<Option<Self>, Failure> {
        let way = match (&mail.smtp, &mail.mail_folder) {
            (Some(url), _) => Way::Server(server(url, password(mail)?)?),
            (None, Some(folder)) => Way::Folder(in_folder(folder)?),
            (None, None) => return Ok(None),
        };
        let from = mail.mail_from.as_deref().unwrap_or("adjutant@localhost");
        let from = from.parse::<Address>().map_err(|_| {
            Failure::new("--mail-from is no address. It looks like adjutant@example.org.".to_owned())
        })?;
        let from = Mailbox::new(Some("Adjutant".to_owned()), from);
        Ok(Some(Self { way, from, address: address.to_owned() }))
    }

    /// Sends what is due. A server that does not answer is left alone until the next beat.
    ///
    /// # Errors
    /// When the list of people cannot be read or written.
    pub async fn send_due(&self, people: &People, clock: &Clock) -> Result<(), people::Fault> {
        let n_stale = people.drop_stale_letters(clock.now()).await?;
        if n_stale > 0 {
            dropped(n_stale);
            tracing::warn!(n_letters = n_stale, "letters that could not be sent for a day were dropped");
        }
        while let Some(letter) = people.claim_letter(clock.now()).await? {
            match self.send(&letter).await {
                Ok(()) => {
                    people.letter_done(letter.number).await?;
                    counter!(SENT).increment(1);
                }
                Err(Unsent::Never) => {
                    people.letter_done(letter.number).await?;
                    dropped(1);
                    tracing::warn!(letter = letter.number, "a letter cannot be written to its address");
                }
                Err(Unsent::Refused(code)) => {
                    people.letter_failed(&letter, clock.now()).await?;
                    counter!(FAILED).increment(1);
                    tracing::warn!(letter = letter.number, code, "{}", refused(code));
                }
                Err(Unsent::ForNow) => {
                    people.letter_failed(&letter, clock.now()).await?;
                    counter!(FAILED).increment(1);
                    tracing::warn!(letter = letter.number, "a letter could not be sent; it is tried again");
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    async fn send(&self, letter: &Letter) -> Result<(), Unsent> {
        let message = self.message(letter).ok_or(Unsent::Never)?;
        match &self.way {
            Way::Server(server) => match server.send(message).await {
                Ok(_) => Ok(()),
                Err(fault) => Err(match fault.status().filter(|_| fault.is_permanent()) {
                    Some(code) => Unsent::Refused(code.into()),
                    None => Unsent::ForNow,
                }),
            },
            Way::Folder(folder) => folder.send(message).await.map(|_| ()).map_err(|_| Unsent::ForNow),
        }
    }

    fn message(&self, letter: &Letter) -> Option<Message> {
        let to = Mailbox::new(None, letter.address.parse::<Address>().ok()?);
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .message_id(None)
            .subject(letter.subject.clone())
            .header(ContentType::TEXT_PLAIN)
            .body(letter.body.clone())
            .ok()?;
        let stop = format!("<{}/stop-mail/{}>", self.address, letter.stop);
        let stops =
            [("List-Unsubscribe", stop.as_str()), ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")];
        // A letter with a code leads nowhere. No machine answers a machine.
        let stops = stops.into_iter().filter(|_| letter.is_reminder);
        for (name, value) in stops.chain([("Auto-Submitted", "auto-generated")]) {
            let name = HeaderName::new_from_ascii(name.to_owned()).ok()?;
            message.headers_mut().insert_raw(HeaderValue::new(name, value.to_owned()));
        }
        Some(message)
    }
}

/// What a mail server's refusal most likely means.
fn refused(code: u16) -> &'static str {
    match code {
        530 | 534 | 535 | 538 => {
            "the mail server does not take the name and password of --smtp; the letter is tried again for a day"
        }
        _ => "the mail server refused a letter; it is tried again for a day",
    }
}

/// Counts letters that were given up.
pub fn dropped(n_letters: u64) {
    counter!(DROPPED).increment(n_letters);
}

fn in_folder(folder: &Path) -> Result<AsyncFileTransport<Tokio1Executor>, Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|fault| Failure::new(format!("The folder {} cannot be used: {fault}.", folder.display())))?;
    Ok(AsyncFileTransport::new(folder))
}

fn password(mail: &Mail) -> Result<Option<String>, Failure> {
    let Some(file) = &mail.smtp_password_file else { return Ok(std::env::var(PASSWORD).ok()) };
    let unread = |fault: std::io::Error| Failure::new(format!("{} cannot be read: {fault}.", file.display()));
    let bytes = caller::read_whole(file, MOST_PASSWORD).map_err(unread)?;
    let text = String::from_utf8(bytes).map_err(|_| unread(std::io::ErrorKind::InvalidData.into()))?;
    Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
}

/// A mail server from its address. Only on this very machine it is reached without TLS.
fn server(url: &str, password: Option<String>) -> Result<AsyncSmtpTransport<Tokio1Executor>, Failure> {
    let unfit = || {
        Failure::new(
            "--smtp is no address of a mail server. It looks like smtps://name@mail.example.org or \
             smtp://mail.example.org:587; the password stands in a file or in ADJUTANT_SMTP_PASSWORD."
                .to_owned(),
        )
    };
    let (wrapped, rest) = match (url.strip_prefix("smtps://"), url.strip_prefix("smtp://")) {
        (Some(rest), _) => (true, rest),
        (None, Some(rest)) => (false, rest),
        (None, None) => return Err(unfit()),
    };
    let (name, place) = rest
        .trim_end_matches('/')
        .rsplit_once('@')
        .map_or((None, rest.trim_end_matches('/')), |(name, place)| (Some(name), place));
    if name.is_some_and(|name| name.is_empty() || name.contains(':')) {
        return Err(unfit());
    }
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) => (host, Some(port.parse::<u16>().map_err(|_| unfit())?)),
        None => (place, None),
    };
    if host.is_empty() || host.contains('/') {
        return Err(unfit());
    }
    let here = matches!(host, "localhost" | "127.0.0.1");
    let tls = || TlsParameters::new(host.to_owned()).map_err(|_| unfit());
    let (usual, tls) = match (wrapped, here) {
        (true, _) => (465, Tls::Wrapper(tls()?)),
        (false, true) => (25, Tls::None),
        (false, false) => (587, Tls::Required(tls()?)),
    };
    let mut server = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
        .port(port.unwrap_or(usual))
        .tls(tls)
        .timeout(Some(PATIENCE));
    match (name, password) {
        (Some(name), Some(password)) => {
            server = server.credentials(Credentials::new(name.replace("%40", "@"), password))
        }
        (Some(_), None) => {
            return Err(Failure::new(format!(
                "The mail server’s password is missing. Put it into the environment as {PASSWORD}, or into a file named by --smtp-password-file."
            )));
        }
        (None, _) => {}
    }
    Ok(server.build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_server_is_named_without_its_password() {
        let read = |url: &str, password: Option<&str>| server(url, password.map(str::to_owned)).err();
        for url in ["smtps://mail.example.org", "smtp://mail.example.org:587", "smtp://localhost:2525"] {
            assert!(read(url, None).is_none(), "{url}");
        }
        assert!(read("smtps://anna@mail.example.org", Some("hidden")).is_none());
        assert!(read("smtps://anna%40x.org@mail.example.org:465", Some("hidden")).is_none());
        for url in ["mail.example.org", "smtp://", "smtps://anna:hidden@mail.example.org", "smtp://host:many"]
        {
            let failure = read(url, Some("hidden")).unwrap_or_else(|| panic!("{url}"));
            assert!(!failure.to_string().contains("hidden"), "{failure}");
        }
        assert!(read("smtps://anna@mail.example.org", None).unwrap().to_string().contains(PASSWORD));
    }
}
