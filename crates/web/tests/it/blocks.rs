//! Every kind of block can be drawn, with and without a panel around it, for every seat.

use adjutant_web::render::time::Zone;
use adjutant_web::render::{Around, Hand, Keys, Reader, Said, block, frame, log};
use kernel::view::{Page, ShownRefusal, Text};
use kernel::{Audience, Seat, SideInfo};

use crate::fixture;

fn keys() -> Keys {
    Keys { csrf: "c".repeat(64), cursor: "12.7".into(), seen: 19, acting_for: None }
}

fn reader<'a>(
    page: &'a str,
    seat: Seat,
    hand: Hand<'a>,
    sides: &'a [SideInfo],
    zone: &'a Zone,
) -> Reader<'a> {
    Reader { base: "/c/rostov/side-0", page, sides, ..Reader::of(seat, hand, zone) }
}

fn drawn(page: &Page, seat: Seat, hand: Hand<'_>, said: Option<&Said>) -> String {
    let (sides, since, zone) = (fixture::sides(), fixture::since(), Zone::utc());
    let reader = Reader { said, since: Some(&since), ..reader(page.id, seat, hand, &sides, &zone) };
    frame::page_of_view(&reader, "24 December", page, &Around::default()).into_string()
}

#[test]
fn every_block_is_drawn_bare() {
    let page = fixture::bare();
    let text = drawn(&page, Seat::Side(0), Hand::Acts(&keys()), None);
    for word in [
        "strong words",
        "A note.",
        "Nothing here yet",
        "roll for the smoke missions",
        "Fortification removal",
        "Which companies become one?",
        "Roll for smoke missions",
        "Alarm company",
        "11th Grenadiers",
        "In hand",
        "80 %",
        "improves from Experienced to Veteran",
        "The second threw higher",
        "State Farm",
        "Points gained so far",
        "25 December",
        "Purchase points",
        "Since you were last here",
        "And a note.",
        "A folded panel",
        "from 28 to 25",
        "Strike the last note",
        "Hero cards",
        "Division of Kearny",
        "A division leader commands 20 to 40 stands.",
        "value=\"put:brigade:birney:division:kearny\"",
    ] {
        assert!(text.contains(word), "{word} is missing");
    }
}

#[test]
fn no_page_brings_styles_or_scripts_of_its_own() {
    for page in fixture::view().pages {
        let text = drawn(&page, Seat::Side(0), Hand::Acts(&keys()), None);
        for word in [" style=", "<style", " onclick", "<script", "javascript:", "hx-on"] {
            assert!(!text.contains(word), "{word} in {}", page.id);
        }
    }
}

#[test]
fn ids_stand_once_on_a_page() {
    for page in fixture::view().pages {
        if page.id == "bare" {
            // The bare page repeats its blocks within a panel on purpose.
            continue;
        }
        let text = drawn(&page, Seat::Side(0), Hand::Acts(&keys()), None);
        let mut ids: Vec<&str> =
            text.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        ids.sort_unstable();
        let all = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), all, "{}: {ids:?}", page.id);
    }
}

#[test]
fn what_describes_a_control_stands_on_the_page() {
    for page in fixture::view().pages {
        let text = drawn(&page, Seat::Side(0), Hand::Acts(&keys()), None);
        for attribute in [" aria-describedby=\"", " aria-labelledby=\"", " for=\""] {
            for value in text.split(attribute).skip(1).map(|rest| rest.split('"').next().unwrap()) {
                for id in value.split(' ') {
                    assert!(text.contains(&format!(" id=\"{id}\"")), "{attribute}{id} on {}", page.id);
                }
            }
        }
    }
}

#[test]
fn a_closed_control_keeps_its_place_with_its_reason_and_rule() {
    let page = fixture::view().pages.remove(0);
    let text = drawn(&page, Seat::Side(0), Hand::Acts(&keys()), None);
    let button = text.split("<button").find(|tag| tag.contains("Repair the burnt-out T-34")).unwrap();
    assert!(button.contains("aria-disabled=\"true\"") && button.contains("type=\"button\""), "{button}");
    assert!(!button.contains(" disabled"), "it stays in the tab order");
    assert!(text.contains("on a day without a night slot."));
    assert!(text.contains("href=\"/c/rostov/side-0/rules#BF-2.1.1.2-2\""));
}

#[test]
fn a_refusal_stands_beside_its_control_and_what_was_entered_stays() {
    let page = fixture::view().pages.remove(0);
    let refusal =
        ShownRefusal { code: "range", rule: kernel::RuleId("BF-9"), sentence: "Not these two.".into() };
    let mut said = Said { form: "combine".into(), refusals: vec![refusal], ..Said::default() };
    said.entered.insert("f.companies".into(), vec!["2./11".into()]);
    said.entered.insert("f.name".into(), vec!["Kampfgruppe <A>".into()]);
    let text = drawn(&page, Seat::Side(0), Hand::Acts(&keys()), Some(&said));
    assert!(text.contains("Not these two. Nothing was done."));
    assert!(text.contains("value=\"2./11\" checked"));
    assert!(text.contains("value=\"Kampfgruppe &lt;A&gt;\""));
}

#[test]
fn a_reader_who_cannot_act_gets_no_form() {
    for page in fixture::view().pages {
        let text = drawn(&page, Seat::Side(0), Hand::Reads("peek"), None);
        assert!(!text.contains("<form") && !text.contains("type=\"submit\""), "{}", page.id);
    }
}

#[test]
fn a_token_is_the_same_for_the_same_sight_and_another_for_any_other() {
    let keys = keys();
    let token = |keys: &Keys, form: &str| keys.token("/c/rostov/side-0", form);
    assert_eq!(token(&keys, "buy"), token(&keys, "buy"));
    assert_ne!(token(&keys, "buy"), token(&keys, "close"));
    let later = Keys { cursor: "12.8".into(), ..keys.clone() };
    assert_ne!(token(&keys, "buy"), token(&later, "buy"));
    let other = Keys { csrf: "d".repeat(64), ..keys.clone() };
    assert_ne!(token(&keys, "buy"), token(&other, "buy"));
}

#[test]
fn columns_draw_nothing_of_nothing() {
    let zone = Zone::utc();
    let reader = Reader::of(Seat::Spectator, Hand::Reads("peek"), &zone);
    assert_eq!(block::column(&reader, &[]).into_string(), "");
}

#[test]
fn what_dice_mean_is_told_in_a_line_before_they_are_taken_apart() {
    let (sides, zone) = (fixture::sides(), Zone::utc());
    let reader = reader("refit", Seat::Side(0), Hand::Waits, &sides, &zone);
    let line = log::Line { rolls: vec![(None, fixture::roll())], ..fixture::since().lines.remove(0) };
    let page = log::came_out(&reader, &line).into_string();
    let told = "Rolled 98 + 3 = 101, which is “101 or more” on chart BF-T5, discipline after battle: improves from \
                Experienced to Veteran. One less: unchanged.";
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}: {page}"));
    assert!(at(told) < at("<summary>") && at("<summary>") < at("class=\"roll\""), "{page}");
}

#[test]
fn of_an_act_told_in_many_sentences_the_ones_with_strong_words_stand_for_all() {
    let (sides, zone) = (fixture::sides(), Zone::utc());
    let reader = reader("map", Seat::Side(0), Hand::Waits, &sides, &zone);
    let told = |texts: Vec<Text>| {
        let sentences = texts.into_iter().map(|text| (Audience::Public, text)).collect();
        let line = log::Line { sentences, ..fixture::since().lines.remove(0) };
        let page = log::came_out(&reader, &line).into_string();
        let (unfolded, folded) = page.split_once("<summary>").map_or((&*page, ""), |parts| parts);
        (log::plain(&reader, &line), unfolded.to_owned(), folded.to_owned())
    };
    let fought = Text::new("Column 5 to 1. Result ").strong("D2R").say(".");
    let lost = Text::new("The 9th ").strong("lost a step").say(".");
    let fired = |n: usize| vec![Text::new("A battery fired."); n];

    let (said, unfolded, folded) =
        told([fired(11), vec![fought.clone()], fired(2), vec![lost.clone()]].concat());
    assert_eq!(said, "Column 5 to 1. Result D2R. The 9th lost a step.");
    assert!(unfolded.contains("D2R") && unfolded.contains("lost a step"), "{unfolded}");
    assert!(
        !unfolded.contains("A battery fired.") && folded.starts_with("13 things more"),
        "{unfolded}{folded}"
    );

    let (_, _, folded) = told([vec![lost.clone(); 12], fired(1)].concat());
    assert!(folded.starts_with("1 thing more"), "{folded}");

    // Of phases that follow one another the last says where play stands.
    let phase = |turn: u8, name: &str| Text::new(format!("Turn {turn}: ")).strong(name).say(".");
    let phases = |turn: u8| ["combat", "retreat", "movement"].map(|name| phase(turn, name));
    let (said, unfolded, folded) =
        told([vec![lost.clone()], fired(9), phases(1).to_vec(), phases(2).to_vec()].concat());
    assert_eq!(said, "The 9th lost a step. Turn 1: movement. Turn 2: movement.");
    assert!(!unfolded.contains("retreat") && folded.starts_with("13 things more"), "{unfolded}{folded}");
    assert_eq!(folded.matches("retreat").count(), 2, "{folded}");

    // Results that come one after the other all stand there, whatever they share.
    let other = Text::new("Column 5 to 1. Result ").strong("A1").say(".");
    let (_, unfolded, _) = told([fired(12), vec![fought.clone(), other]].concat());
    assert!(unfolded.contains("D2R") && unfolded.contains("A1"), "{unfolded}");

    // The page has room for a dozen sentences; the status line has not.
    let (said, unfolded, _) = told([fired(4), vec![fought]].concat());
    assert_eq!(said, "Column 5 to 1. Result D2R.");
    assert_eq!(unfolded.matches("A battery fired.").count(), 4, "{unfolded}");

    // Where nothing carries the act, its first sentence does.
    let (said, _, folded) = told(fired(13));
    assert_eq!(said, "A battery fired.");
    assert!(folded.starts_with("12 things more"), "{folded}");
}
