//! Where a database is. It may hold a password, so it is never shown.

use std::fmt;
use std::str::FromStr;

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;

use crate::Fault;

/// What a URL can say after its question mark. The library logs what it does not know, values and all.
const KNOWN: [&str; 15] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "ssl-mode",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "statement-cache-capacity",
    "user",
    "ssl-root-cert",
];

/// The URL of a PostgreSQL database: `postgres://USER:PASSWORD@HOST:PORT/NAME`. Its password is never shown.
#[derive(Clone)]
pub struct DatabaseUrl(String);

impl DatabaseUrl {
    /// Reads a URL.
    ///
    /// # Errors
    /// [`Fault::NoEntry`], which does not repeat it.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let no_entry = |detail: String| Fault::NoEntry { detail };
        if !["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Err(no_entry(
                "its URL does not begin with postgres://. It is written postgres://USER:PASSWORD@HOST:PORT/NAME"
                    .to_owned(),
            ));
        }
        let said = text.split_once('?').map_or("", |(_, said)| said);
        for pair in said.split('&').filter(|pair| !pair.is_empty()) {
            let key = pair.split('=').next().unwrap_or_default();
            if !KNOWN.contains(&key) {
                return Err(no_entry(format!("its URL can say only {} after the ?", KNOWN.join(", "))));
            }
        }
        let url = Self(text.to_owned());
        url.options()?;
        Ok(url)
    }

    pub(super) fn options(&self) -> Result<PgConnectOptions, Fault> {
        let read = PgConnectOptions::from_str(&self.0);
        let options =
            read.map_err(|error| Fault::NoEntry { detail: format!("its URL cannot be read: {error}") })?;
        Ok(options.disable_statement_logging())
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(options) = self.options() else { return f.write_str("postgres://…") };
        let (user, host, port) = (options.get_username(), options.get_host(), options.get_port());
        write!(f, "postgres://{user}@{host}:{port}/{}", options.get_database().unwrap_or(user))
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::DatabaseUrl;

    #[test]
    fn a_password_is_never_shown() {
        let url =
            DatabaseUrl::read("postgres://umpire:hush@db.example.org:5433/club?sslmode=disable").unwrap();
        assert_eq!(url.to_string(), "postgres://umpire@db.example.org:5433/club");
        assert!(!format!("{url:?}").contains("hush"));
        for bad in [
            "mysql://umpire:hush@host/club",
            "postgres://umpire:hush@host:port/club",
            "postgres://umpire:hush@host/club?passwd=hush",
            "postgres://umpire@host/club?sslmode=perhaps&password=hush",
            "hush",
        ] {
            let fault = DatabaseUrl::read(bad).unwrap_err().to_string();
            assert!(!fault.contains("hush"), "{fault}");
            assert!(fault.contains("--database"), "{fault}");
        }
    }
}
