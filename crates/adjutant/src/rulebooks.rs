//! The systems this build knows, one line each, the sample campaign, and what only one system can turn into tables.

use kernel::Rulebook;
use tabular::Fillable;

pub use rules_upfront::grids as upfront_grids;
pub use rules_upfront::setup::NATIONS as UPFRONT_NATIONS;

/// The systems.
const SYSTEMS: [&dyn Fillable; 4] = [
    &rules_battlefront::RULEBOOK,
    &rules_upfront::RULEBOOK,
    &rules_central_front::RULEBOOK,
    &rules_toy::RULEBOOK,
];

/// The systems, as whoever fills in set-ups asks for them.
pub static FILLABLE: &[&dyn Fillable] = &SYSTEMS;

/// The systems, as tables are opened with them.
pub static RULEBOOKS: &[&dyn Rulebook] = &{
    let mut rulebooks: [&dyn Rulebook; SYSTEMS.len()] = [SYSTEMS[0]; SYSTEMS.len()];
    let mut n = 0;
    while n < SYSTEMS.len() {
        rulebooks[n] = SYSTEMS[n];
        n += 1;
    }
    rulebooks
};

/// A set-up that comes with the program.
pub struct Sample {
    /// What it is asked for by.
    pub name: &'static str,
    /// The system's name.
    pub system: &'static str,
    /// The set-up's file name, for faults.
    pub file: &'static str,
    /// The set-up.
    pub setup: &'static str,
    /// The position it begins from, as TOML; its beginning when there is none.
    pub position: Option<&'static str>,
}

/// The set-ups that come with the program; the first start lays out the first one.
pub const SAMPLES: [Sample; 6] = [
    // On the morning after its first battle: posture and the whole refit lie ahead.
    Sample {
        name: "rostov",
        system: rules_battlefront::NAME,
        file: "rostov.toml",
        setup: rules_battlefront::SAMPLE,
        position: Some(rules_battlefront::SAMPLE_POSITION),
    },
    Sample {
        name: "nine-days",
        system: rules_upfront::NAME,
        file: "nine-days.toml",
        setup: rules_upfront::NINE_DAYS,
        position: None,
    },
    Sample {
        name: "fulda",
        system: rules_central_front::NAME,
        file: "fulda.toml",
        setup: rules_central_front::FULDA,
        position: None,
    },
    Sample {
        name: "lochau",
        system: rules_central_front::NAME,
        file: "lochau.toml",
        setup: rules_central_front::LOCHAU,
        position: None,
    },
    // The same five days from their first morning, before anything has happened.
    Sample {
        name: "five-days",
        system: rules_battlefront::NAME,
        file: "rostov.toml",
        setup: rules_battlefront::SAMPLE,
        position: None,
    },
    // At the first night's repairs.
    Sample {
        name: "mius-night",
        system: rules_battlefront::NAME,
        file: "mius-night.toml",
        setup: rules_battlefront::NIGHT_SAMPLE,
        position: Some(rules_battlefront::NIGHT_SAMPLE_POSITION),
    },
];

#[cfg(test)]
mod tests {
    use adjutant_web::HOUSE_PAGES;

    use super::RULEBOOKS;

    #[test]
    fn no_page_of_a_system_has_an_address_of_the_house() {
        for (rulebook, page) in
            RULEBOOKS.iter().flat_map(|one| one.pages().iter().map(move |page| (one, page)))
        {
            assert!(!HOUSE_PAGES.contains(&page.id), "{}: {}", rulebook.name(), page.id);
        }
        assert!(RULEBOOKS.iter().all(|rulebook| !rulebook.pages().is_empty()));
    }
}
