//! Times as the reader's clock shows them.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use maud::{Markup, html};

/// The reader's time zone.
#[derive(Clone, Debug)]
pub struct Zone {
    name: String,
    zone: TimeZone,
}

impl Zone {
    /// A zone by its name in the time zone database; UTC when there is none of that name.
    pub fn named(name: &str) -> Self {
        let known = name.len() <= 64
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/_+-".contains(&byte));
        match known.then(|| TimeZone::get(name)) {
            Some(Ok(zone)) => Self { name: name.to_owned(), zone },
            _ => Self::utc(),
        }
    }

    /// Universal time.
    pub fn utc() -> Self {
        Self { name: "UTC".to_owned(), zone: TimeZone::UTC }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The day of an instant, to group by: `2026-11-21`.
    pub fn day(&self, at: i64) -> String {
        self.show(at, "%Y-%m-%d")
    }

    /// The day in words: "Saturday, 21 November 2026", with "Today" or "Yesterday" before it.
    pub fn day_words(&self, at: i64, now: i64) -> String {
        let day = self.day(at);
        let words = self.show(at, "%A, %-d %B %Y");
        if day == self.day(now) {
            format!("Today, {words}")
        } else if day == self.day(now - 86_400_000) {
            format!("Yesterday, {words}")
        } else {
            words
        }
    }

    /// The time of day: `18:42`.
    pub fn clock(&self, at: i64) -> String {
        self.show(at, "%H:%M")
    }

    /// Day and time in few words: "today 18:42", "Friday 18:42", "21 November 2026, 18:42".
    pub fn short(&self, at: i64, now: i64) -> String {
        let clock = self.clock(at);
        if self.day(at) == self.day(now) {
            format!("today {clock}")
        } else if now.abs_diff(at) < 6 * 86_400_000 {
            format!("{} {clock}", self.show(at, "%A"))
        } else {
            format!("{}, {clock}", self.show(at, "%-d %B %Y"))
        }
    }

    /// Day and time in full: "Saturday, 21 November 2026, 18:42".
    pub fn in_full(&self, at: i64) -> String {
        self.show(at, "%A, %-d %B %Y, %H:%M")
    }

    /// Day and time as a field of the page holds them: `2026-11-21T18:42`.
    pub fn local(&self, at: i64) -> String {
        self.show(at, "%Y-%m-%dT%H:%M")
    }

    /// The instant that a field of the page means, in milliseconds since 1970, UTC.
    pub fn instant(&self, local: &str) -> Option<i64> {
        let local: jiff::civil::DateTime = local.trim().parse().ok()?;
        Some(local.to_zoned(self.zone.clone()).ok()?.timestamp().as_millisecond())
    }

    fn show(&self, at: i64, pattern: &str) -> String {
        let instant = Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH);
        instant.to_zoned(self.zone.clone()).strftime(pattern).to_string()
    }
}

/// An instant in the machine's spelling, for `datetime`.
pub fn machine(at: i64) -> String {
    Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH).to_string()
}

/// The time of day with the machine's spelling behind it.
pub fn clock(zone: &Zone, at: i64) -> Markup {
    html! { time datetime=(machine(at)) { (zone.clock(at)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_turn_at_the_readers_midnight() {
        let late = 1_766_273_400_000; // 2025-12-20 23:30 UTC
        assert_eq!(Zone::utc().day(late), "2025-12-20");
        assert_eq!(Zone::named("Europe/Vienna").day(late), "2025-12-21");
        assert_eq!(Zone::named("Europe/Vienna").clock(late), "00:30");
    }

    #[test]
    fn a_field_means_the_readers_clock() {
        let vienna = Zone::named("Europe/Vienna");
        let late = 1_766_273_400_000; // 2025-12-20 23:30 UTC
        assert_eq!(vienna.local(late), "2025-12-21T00:30");
        assert_eq!(vienna.instant("2025-12-21T00:30"), Some(late));
        assert_eq!(vienna.instant("tomorrow"), None);
    }

    #[test]
    fn an_unknown_zone_is_utc() {
        assert_eq!(Zone::named("Mars/Olympus").name(), "UTC");
        assert_eq!(Zone::named("../../etc/passwd").name(), "UTC");
    }
}
