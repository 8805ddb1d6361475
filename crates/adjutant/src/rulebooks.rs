//! The systems this build knows, one line each, and what comes with them.

use kernel::{Diagnostic, Rulebook};
use tabular::{Fillable, ResultForm, Sample, SetupPart};

/// The systems.
const SYSTEMS: [&dyn Fillable; 6] = [
    &rules_battlefront::RULEBOOK,
    &rules_upfront::RULEBOOK,
    &rules_central_front::RULEBOOK,
    &rules_bcs::RULEBOOK,
    &rules_civil_war::RULEBOOK,
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

/// The set-ups that come with the program, each with the name of its system; the first start lays out the first one.
pub fn samples() -> impl Iterator<Item = (&'static str, &'static Sample)> {
    SYSTEMS.into_iter().flat_map(|system| system.samples().iter().map(|sample| (system.name(), sample)))
}

/// The parts of set-ups that have files of their own.
pub fn parts() -> impl Iterator<Item = &'static SetupPart> {
    SYSTEMS.into_iter().flat_map(|system| system.parts())
}

/// The forms on which players report what happened at their table.
pub fn result_forms() -> impl Iterator<Item = &'static ResultForm> {
    SYSTEMS.into_iter().filter_map(|system| system.result_form())
}

/// A game that is played at a physical board or elsewhere, with a play aid beside it.
pub struct PhysicalGame {
    /// The word that asks for it.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Its charts and its formations' cards as data.
    charts: fn() -> serde_json::Value,
    cards: fn() -> serde_json::Value,
    /// The cards with the formations of a scenario file, by its name and text.
    cards_of: fn(&str, &str) -> Result<serde_json::Value, Vec<Diagnostic>>,
}

impl PhysicalGame {
    /// Its play aid.
    pub fn aid(&self) -> aid::Aid<'static> {
        let (charts, cards) = ((self.charts)(), (self.cards)());
        aid::Aid { title: self.title, charts, cards, tokens: adjutant_web::assets::TOKENS }
    }

    /// Its play aid with the formations of a scenario.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn aid_of(&self, file: &str, text: &str) -> Result<aid::Aid<'static>, Vec<Diagnostic>> {
        Ok(aid::Aid { cards: (self.cards_of)(file, text)?, ..self.aid() })
    }

    /// Its play aid as a server gives it.
    pub fn served(&self) -> adjutant_web::PlayAid {
        let file =
            |aid::ServedFile { name, content_type, text }| adjutant_web::AidFile { name, content_type, text };
        let files = self.aid().served(self.name).into_iter().map(file).collect();
        adjutant_web::PlayAid { title: self.title, files }
    }
}

/// The games that have a play aid.
pub static PHYSICAL_GAMES: &[PhysicalGame] = &[PhysicalGame {
    name: "battalion-combat-series",
    title: "Battalion Combat Series",
    charts: rules_bcs::charts::data::export,
    cards: rules_bcs::charts::cards::export,
    cards_of: |file, text| {
        rules_bcs::Scenario::load(file, text).map(|scenario| rules_bcs::charts::cards::export_of(&scenario))
    },
}];

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
