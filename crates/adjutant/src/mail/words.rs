//! What a reminder says: the campaign's title, the step that everyone sees, its deadline, and a link. Nothing of it hangs on
//! what a seat keeps to itself.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// When a step is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At this instant, in milliseconds since 1970, UTC, with so many minutes of grace.
    On(i64, u32),
    /// It was; the deadline has passed.
    Passed,
    /// Not as long as time stands still.
    Still,
    /// Time does not count.
    Never,
}

/// What a reminder is made of.
#[derive(Clone, Debug)]
pub struct Notice<'a> {
    /// The campaign's title.
    pub title: &'a str,
    /// The open step, as everyone reads it.
    pub step: &'a str,
    /// Its deadline.
    pub due: When,
    /// The name of the reader's time zone.
    pub zone: &'a str,
    /// The page that it leads to.
    pub link: String,
    /// The page that stops reminders.
    pub stop: String,
}

/// Subject and text when it is somebody's turn.
pub fn turn(notice: &Notice<'_>) -> (String, String) {
    (format!("It is your turn: {}", notice.title), text(notice, "Play waits for you"))
}

/// Subject and text before a deadline.
pub fn deadline(notice: &Notice<'_>, now: i64) -> (String, String) {
    let left = left_words(if let When::On(due, _) = notice.due { due - now } else { 0 });
    (format!("The deadline is {left}: {}", notice.title), text(notice, "Play still waits for you"))
}

fn text(notice: &Notice<'_>, what: &str) -> String {
    let Notice { title, step, due, zone, link, stop } = notice;
    let due = match due {
        When::On(due, 0) => format!("It is due on {}.", instant(*due, zone)),
        When::On(due, grace) => {
            let last = instant(*due + i64::from(*grace) * 60_000, zone);
            format!("It is due on {}, and with its grace until {last}.", instant(*due, zone))
        }
        When::Passed => "Its deadline has passed.".to_owned(),
        When::Still => "The umpire lets time stand still.".to_owned(),
        When::Never => "It has no deadline.".to_owned(),
    };
    format!(
        "{what} in the campaign \u{201c}{title}\u{201d}.\n\nThe step: {step}\n{due}\n\nOpen your seat: {link}\n\n\
         -- \nYou get this letter since you asked for reminders by e-mail.\nStop them: {stop}\n"
    )
}

/// "in 12 hours", rounded; under two hours in minutes.
fn left_words(ms: i64) -> String {
    let minutes = (ms.max(0) + 30_000) / 60_000;
    match minutes {
        ..=1 => "in a minute".to_owned(),
        2..=119 => format!("in {minutes} minutes"),
        _ => format!("in {} hours", (minutes + 30) / 60),
    }
}

/// Day and time as the reader's clock shows them, with the zone.
fn instant(at: i64, zone: &str) -> String {
    let known = TimeZone::get(zone);
    let name = if known.is_ok() { zone } else { "UTC" };
    let zoned = Timestamp::from_millisecond(at).unwrap_or_default().to_zoned(known.unwrap_or(TimeZone::UTC));
    format!("{} ({name})", zoned.strftime("%A, %-d %B %Y, %H:%M"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    fn notice() -> Notice<'static> {
        Notice {
            title: "Rostov",
            step: "Round 1, dusk",
            due: When::On(1_795_292_460_000, 0),
            zone: "Europe/Berlin",
            link: "https://x/c/a/side-0".into(),
            stop: "https://x/stop-mail/1".into(),
        }
    }

    #[test]
    fn a_reminder_tells_the_deadline_on_the_readers_clock() {
        let (subject, body) = turn(&notice());
        assert_eq!(subject, "It is your turn: Rostov");
        assert!(body.contains("Saturday, 21 November 2026, 21:21 (Europe/Berlin)"), "{body}");
        assert!(body.contains("https://x/c/a/side-0") && body.contains("https://x/stop-mail/1"));
        let (_, body) = turn(&Notice { zone: "nowhere", ..notice() });
        assert!(body.contains("20:21 (UTC)"), "{body}");
        let graced = Notice { due: When::On(1_795_292_460_000, 90), ..notice() };
        assert!(
            turn(&graced).1.contains(
                "21:21 (Europe/Berlin), and with its grace until Saturday, 21 November 2026, 22:51"
            )
        );
        for (due, said) in
            [(When::Never, "no deadline"), (When::Passed, "has passed"), (When::Still, "stand still")]
        {
            assert!(turn(&Notice { due, ..notice() }).1.contains(said));
        }
    }

    #[test]
    fn what_is_left_is_told_in_words() {
        let due = 1_795_292_460_000;
        for (left, said) in [(12 * HOUR, "in 12 hours"), (HOUR, "in 60 minutes"), (10_000, "in a minute")] {
            assert_eq!(deadline(&notice(), due - left).0, format!("The deadline is {said}: Rostov"));
        }
    }
}
