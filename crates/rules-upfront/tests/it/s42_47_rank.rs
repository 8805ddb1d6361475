//! 42.47 Rank.

use rules_upfront::rules::s42_47_rank::with_title;
use rules_upfront::words::Rank;

use crate::Table;

#[test]
fn titles_stand_beside_the_abbreviation() {
    let titles = |nation: &str| {
        let table = Table::between(nation, "german");
        let nation = table.state.campaign.decks[kernel::Side::FIRST].nation.clone();
        nation.ladder.iter().map(|rank| with_title(&nation, *rank)).collect::<Vec<_>>()
    };
    let american = [
        "PVT (Private)",
        "PFC (Private First Class)",
        "CPL (Corporal)",
        "SGT (Sergeant)",
        "SSG (Staff Sergeant)",
    ];
    assert_eq!(titles("american"), american);
    let russian = [
        "PVT (Ryadovoi)",
        "CPL (Yefreytor)",
        "JR SGT (Mladshi Serzhant)",
        "SGT (Serzhant)",
        "SSG (Starshi Serzhant)",
    ];
    assert_eq!(titles("russian"), russian);
    let german = [
        "PVT (Obersoldat)",
        "PFC (Gefreiter)",
        "CPL (Unteroffizier)",
        "SGT (Unterfeldwebel)",
        "SSG (Feldwebel)",
    ];
    assert_eq!(titles("german"), german);
    assert_eq!(titles("french"), ["PVT", "PFC", "CPL", "SGT", "SSG"], "the printed table leaves them out");
}

#[test]
fn the_commissar_stands_on_no_ladder() {
    let nation = Table::between("russian", "german").state.campaign.decks[kernel::Side::FIRST].nation.clone();
    assert_eq!(nation.next_rank(Rank::Comm), None);
    assert_eq!(nation.next_rank(Rank::Ssg), None);
    assert_eq!(nation.next_rank(Rank::Pvt), Some(Rank::Cpl));
}
