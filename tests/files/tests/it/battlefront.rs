//! Sheets for the table of Battlefront: what stands on each, read back from the file.

use kernel::view::{Paper, Part};
use kernel::{Id, Seat, System};
use rules_battlefront::facts::{Facts, SealedPosture};
use rules_battlefront::words::{Posture, Status};
use rules_battlefront::{Battlefront, Side, State, Step};
use sheets::pdf::{Size, Stamp, write};

use crate::evening::evening;
use crate::view_support::{opened, play_to};
use crate::{ROSTOV, ROSTOV_24};

const SEATS: [Seat; 4] = [Seat::Umpire, Seat::Side(0), Seat::Side(1), Seat::Spectator];

fn at(step: Step) -> State {
    let mut state = opened(ROSTOV, Some(ROSTOV_24));
    play_to(&mut state, step);
    state
}

fn stamp(state: &State) -> Stamp {
    let setup = Battlefront::setup(state);
    Stamp {
        campaign: Battlefront::title(setup),
        standing: Battlefront::view(state, Seat::Umpire).standing,
        sides: Battlefront::sides(setup),
        lines: SEATS.map(|seat| (seat, 187)).to_vec(),
        heads: Vec::new(),
        seal: Stamp::seal("7c1e09fa55aa0011"),
        address: "https://table.example/c/0123456789abcdef".into(),
    }
}

/// The words of the pages of a file, without blanks.
fn told(papers: &[Paper], state: &State, size: Size) -> Vec<String> {
    let bytes = write(papers, &stamp(state), size).expect("it can be written");
    let pages = pdf_extract::extract_text_from_mem_by_pages(&bytes).expect("it can be read");
    pages.iter().map(|page| bare(page)).collect()
}

fn bare(words: &str) -> String {
    words.chars().filter(|letter| !letter.is_whitespace()).collect()
}

fn paper(state: &State, seat: Seat, id: &str) -> Paper {
    let found = Battlefront::papers(state, seat).into_iter().find(|paper| paper.id == id);
    found.unwrap_or_else(|| panic!("{id} is no sheet of {seat:?}"))
}

fn told_of(paper: &Paper, state: &State) -> String {
    told(std::slice::from_ref(paper), state, Size::Letter).concat()
}

fn capital(words: &str) -> String {
    rules_battlefront::view::prose::capital(words)
}

#[test]
fn a_roster_tells_every_formation_with_a_box_for_each_stand() {
    let state = at(Step::Purchases);
    for size in Size::BOTH {
        let told = told(&[paper(&state, Seat::Side(1), "roster-german")], &state, size).concat();
        let side = Side::SECOND;
        for element in state.side(side).elements.iter().filter(|element| element.in_play()) {
            for words in [element.id.as_str(), state.element_name(side, element), element.discipline.as_str()]
            {
                assert!(
                    told.to_lowercase().contains(&bare(words).to_lowercase()),
                    "{words} on {size:?}: {told}"
                );
            }
        }
        let stands: usize = state.side(side).elements.iter().map(|element| element.stands.len()).sum();
        let boxes = told.chars().filter(|sign| ['☐', '☒', '⧄'].contains(sign)).count();
        assert!(boxes <= stands + 1 && boxes > stands / 2, "{boxes} boxes for {stands} stands: {told}");
        let points = format!("Purchasepointsinhand{}", state.side(side).cpp);
        assert!(told.contains("Secret:Germanandumpire") && !told.contains(&points));
    }
}

#[test]
fn a_slip_for_each_formation_that_takes_part_names_its_stands() {
    let state = at(Step::AttackerSetsUp);
    for (side, id) in [(Side::FIRST, "set-up-russian"), (Side::SECOND, "set-up-german")] {
        let paper = paper(&state, side.seat(), id);
        let chosen = rules_battlefront::rules::s2_1_2_report::taking_part(&state, side);
        let stands: Vec<Vec<&str>> =
            chosen.map(|element| element.living().map(|stand| stand.id.as_str()).collect()).collect();
        assert!(!stands.is_empty());
        let n_slips = paper.parts.iter().filter(|part| matches!(part, Part::Slip(_))).count();
        assert_eq!(n_slips, stands.len());
        for size in Size::BOTH {
            let pages = told(std::slice::from_ref(&paper), &state, size);
            for slip in &stands {
                let page = pages.iter().position(|page| page.contains(slip[0]));
                let page = &pages[page.expect("the slip is printed")];
                assert!(slip.iter().all(|stand| page.contains(stand)), "{slip:?} on one page of {size:?}");
            }
            let address = format!("table.example/c/0123456789abcdef/side-{}/refit#", side.number());
            assert_eq!(pages.concat().matches(&address).count(), stands.len());
        }
    }
}

/// A battle of five formations with 28 stands: one sheet of paper, both sides of it. What is counted stands on one, who
/// stands where on the other. [BF-2.1.2-5]
#[test]
fn the_result_form_of_a_usual_battle_stands_on_two_pages() {
    const FORMATIONS: [&str; 5] = ["G-11", "G-12", "G-21", "G-41", "GI2.3"];
    let mut facts: Facts = toml::from_str(ROSTOV_24).expect("the position is in order");
    let id = |name: &str| Id::new(name).expect("an id");
    (facts.step, facts.attacker) = (Step::Battle, Some(id("russian").into()));
    let chosen = [vec![id("R-101"), id("R-201")], FORMATIONS.map(id).to_vec()];
    for ((side, chosen), choice) in facts.sides.iter_mut().zip(chosen).zip([Posture::Attack, Posture::Defend])
    {
        side.posture = Some(SealedPosture { choice, nonce: Default::default(), digest: Default::default() });
        (side.chosen, side.income) = (chosen, Some(0));
        side.works_in_hand.clear();
    }
    let state = opened(ROSTOV, Some(&toml::to_string(&facts).expect("it can be written")));
    let form = paper(&state, Seat::Side(1), "result-german");
    let german = state.side(Side::SECOND);
    let stands = german.elements.iter().filter(|one| FORMATIONS.contains(&one.id.as_str()));
    let stands: Vec<&str> = stands
        .flat_map(|element| element.living())
        .filter(|stand| stand.status == Status::Normal)
        .map(|stand| stand.id.as_str())
        .collect();
    assert!(stands.len() >= 28, "{stands:?}");
    for size in Size::BOTH {
        let pages = told(std::slice::from_ref(&form), &state, size);
        let [counts, names] = &pages[..] else { panic!("{} pages of {size:?}", pages.len()) };
        assert!(counts.contains("standsyousawknockedout") && counts.contains("Lastturnplayed"), "{counts}");
        assert!(stands.iter().all(|stand| names.contains(stand)), "{size:?}: {names}");
        // One head holds for all formations below it.
        assert_eq!(names.matches("Ammunition").count(), 1, "{size:?}: {names}");
    }
}

/// Whoever signs sees on the same page what is signed, and no formation goes on without its name.
#[test]
fn no_page_of_the_result_form_is_without_its_formation() {
    let state = at(Step::Battle);
    let both = |size| Side::BOTH.map(|side| (side, size));
    for (side, size) in [both(Size::A4), both(Size::Letter)].concat() {
        let papers = Battlefront::papers(&state, side.seat());
        let form = papers.into_iter().find(|paper| paper.id.starts_with("result-")).expect("there is a form");
        let pages = told(&[form], &state, size);
        let last = pages.last().expect("there is a page");
        let stands = |page: &str| {
            let elements = state.side(side).elements.iter();
            let on_page = elements.filter_map(|element| {
                let n = element.living().filter(|stand| page.contains(stand.id.as_str()));
                Some((element, n.count())).filter(|(_, n)| *n > 0)
            });
            on_page.collect::<Vec<_>>()
        };
        assert!(last.contains("Signed") && !stands(last).is_empty(), "{last}");
        for page in &pages {
            for (element, n) in stands(page) {
                let name = format!("{} · {}", element.id, capital(state.element_name(side, element)));
                assert!(page.contains(&bare(&name)), "{name}: {page}");
                assert!(n >= 2, "{name} has one stand alone on {page}");
            }
        }
    }
}

#[test]
fn hidden_things_stand_on_their_sides_sheets_alone() {
    let state = at(Step::Battle);
    let hidden: Vec<(Side, String)> = state
        .facts
        .works
        .iter()
        .filter(|work| !work.known)
        .filter_map(|work| Some((state.campaign().side_of(work.side)?, work.id.to_string())))
        .collect();
    assert!(!hidden.is_empty());
    let all = SEATS.map(|seat| {
        let papers = Battlefront::papers(&state, seat).into_iter();
        let papers: Vec<Paper> = papers.filter(|paper| !paper.id.starts_with("result")).collect();
        (seat, told(&papers, &state, Size::A4).concat())
    });
    for (side, work) in hidden {
        for (seat, all) in &all {
            let may = *seat == Seat::Umpire || *seat == side.seat();
            assert_eq!(all.contains(&format!("{work},")), may, "{work} on the sheets of {seat:?}");
        }
    }
}

#[test]
fn the_day_report_says_what_the_state_says() {
    let state = at(Step::Battle);
    let told = told(&[paper(&state, Seat::Umpire, "report-umpire")], &state, Size::A4).concat();
    for side in Side::BOTH {
        for element in state.side(side).elements.iter().filter(|element| element.in_play()) {
            let words = format!("{}{}", capital(state.element_name(side, element)), element.strength());
            assert!(told.contains(&bare(&words)), "{words}: {told}");
        }
    }
    let public = self::told(&[paper(&state, Seat::Spectator, "report-public")], &state, Size::A4).concat();
    let elements = state.facts.sides.iter().flat_map(|side| &side.elements);
    assert!(
        elements
            .filter(|element| element.in_play())
            .all(|element| !public.contains(&format!("{}{}", element.id, "1")))
    );
    assert!(public.contains("Attacker") && public.contains("Public"));
}

#[test]
fn sheets_can_be_written_before_in_and_after_a_battle() {
    for step in [Step::Posture, Step::ChooseForces, Step::AttackerSetsUp] {
        let state = at(step);
        for seat in SEATS {
            let papers = Battlefront::papers(&state, seat);
            let size = Size::BOTH[usize::from(seat == Seat::Umpire)];
            assert!(write(&papers, &stamp(&state), size).is_ok(), "{step} of {seat:?}");
        }
    }
    let state = evening().state;
    assert!(write(&Battlefront::papers(&state, Seat::Umpire), &stamp(&state), Size::Letter).is_ok());
}

/// [BF-2.1.2-5]
#[test]
fn the_result_form_asks_in_the_order_of_the_page() {
    let state = at(Step::Battle);
    for side in [0, 1] {
        let papers = Battlefront::papers(&state, Seat::Side(side));
        let form = papers.iter().find(|paper| paper.id.starts_with("result-")).expect("there is a form");
        let told = told_of(form, &state);
        let order = [
            "Yourformations:knockedout",
            "standsyousawknockedout",
            "Lastturnplayed",
            "Names,placesandtherest",
            "Newplace:across",
            "Signed",
        ];
        let places: Vec<usize> = order.iter().map(|words| told.find(words).expect("it is printed")).collect();
        assert!(places.is_sorted(), "{order:?} at {places:?}");
    }
}
