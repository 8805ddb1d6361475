//! Settings of reminders by e-mail.

use std::path::PathBuf;

use clap::Args;
use serde::{Deserialize, Serialize};

/// How letters leave the server. Without a way out there are no reminders. A password is never among the words that a
/// program is started with, since every user of the machine can read those.
#[derive(Args, Clone, Debug, Default, Deserialize, Serialize)]
pub struct Mail {
    /// The server that takes reminders by e-mail: `smtps://name@mail.example.org`, or `smtp://` for STARTTLS. Its
    /// password comes from the environment, as ADJUTANT_SMTP_PASSWORD, or from a file.
    #[arg(long, value_name = "URL", env = "ADJUTANT_SMTP", requires = "mail_from")]
    pub smtp: Option<String>,
    /// A file that holds the password of the mail server.
    #[arg(long, value_name = "FILE", env = "ADJUTANT_SMTP_PASSWORD_FILE", requires = "smtp")]
    pub smtp_password_file: Option<PathBuf>,
    /// The address that reminders come from.
    #[arg(long, value_name = "ADDRESS", env = "ADJUTANT_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// Write reminders into this folder instead of sending them, one file each, to try them out.
    #[arg(long, value_name = "FOLDER", env = "ADJUTANT_MAIL_FOLDER", conflicts_with = "smtp")]
    pub mail_folder: Option<PathBuf>,
}
