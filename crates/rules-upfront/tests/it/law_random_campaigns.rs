//! Laws that hold in every campaign: random play over all nations and rulings.

use kernel::answers::Thrown;
use kernel::{Acting, Seat, System, Transcript, judge, prove};
use rules_upfront::offers::{self, Template};
use rules_upfront::phase::Phase;
use rules_upfront::position;
use rules_upfront::rules::s3_order_of_settlement::Settled;
use rules_upfront::rules::s42_8_victory_points::Scored;
use rules_upfront::setup::rulings::RULINGS;
use rules_upfront::words::{ManId, Side};
use rules_upfront::{Command, Event, State, UpFront};

use crate::{ONE, Pick, Table, setup, told};

const NATIONS: [&str; 7] = ["american", "german", "russian", "british", "japanese", "french", "italian"];

/// A random campaign file: two nations, personal men, one ruling in three turned, a Team Game and a bought force.
pub fn random_setup(pick: &mut Pick) -> String {
    let mut nation = || NATIONS[pick.below(7) as usize];
    let (first, second) = (nation(), nation());
    let mut rulings = String::from("[rulings]\n");
    for ruling in RULINGS {
        let italian = ruling.key == "R07_zero" && [first, second].contains(&"italian");
        if pick.below(3) == 0 && !italian {
            let (word, _) = ruling.words[pick.below(ruling.words.len() as u64) as usize];
            rulings.push_str(&format!("{} = \"{word}\"\n", ruling.key));
        }
    }
    let more = format!(
        "personal = {{ name = \"Second\" }}\n{rulings}\n\
         [[scenario]]\nid = \"Own\"\ntitle = \"Bought\"\nnature = \"attack\"\n\
         attacker_force = {{ own = 200 }}\ndefender_force = {{ own = 0 }}\n\
         [[campaign]]\nid = \"random\"\ntitle = \"Random\"\n\
         order = [\"V1\", \"V4\", [\"V2\", \"V8\"], \"Own\", \"V5\", \"V1\", [\"V9\", \"V3\"]]\n"
    );
    setup(first, second, &more, "set = \"nine-days\"\nplay = \"random\"")
}

/// One random command: by the engine if it has one, else by a random seat with an offer.
pub fn step(
    state: &mut State,
    pick: &mut Pick,
    transcript: &mut Transcript<UpFront>,
) -> Option<(Seat, Command)> {
    let mut open: Vec<(Seat, Template)> = Vec::new();
    for seat in [Seat::Clock, Seat::Side(0), Seat::Side(1), Seat::Umpire] {
        let mut templates = Vec::new();
        offers::offers(state, seat, &mut templates);
        open.extend(templates.into_iter().map(|template| (seat, template)));
    }
    // The umpire and the rulings come rarely, so that campaigns come to their end.
    let weight = |(seat, template): &(Seat, Template)| match (seat, template) {
        (_, Template::SetRuling | Template::Note | Template::Strike) => 1,
        (Seat::Umpire, _) => 1,
        _ => 6,
    };
    let total: u64 = open.iter().map(weight).sum();
    let mut at = pick.below(total.max(1));
    let chosen = open.iter().find(|one| {
        let hit = at < weight(one);
        at = at.saturating_sub(weight(one));
        hit
    });
    let (seat, template) = *chosen?;
    let command = offers::sample(state, seat, &template, &mut |n| pick.below(n));
    let acting = Acting::own(seat);
    prove::<UpFront>(state, acting, &command)
        .unwrap_or_else(|refusals| panic!("{template:?} of {seat:?} offers {command:?}: {refusals}"));
    let mut answer = |n| pick.below(n);
    judge::<UpFront>(state, acting, &command, &mut Thrown::new(&mut answer), transcript)
        .unwrap_or_else(|halt| panic!("{command:?}: {halt:?}"));
    Some((seat, command))
}

/// The laws of a state.
fn laws(state: &State) {
    for side in Side::BOTH {
        let facts = state.side(side);
        let deck = state.deck(side);
        let caps = &deck.nation.caps;
        let ids: Vec<ManId> = deck.cards().map(|card| card.id).collect();
        assert_eq!(
            facts.man.iter().map(|man| man.id).collect::<Vec<_>>(),
            ids,
            "every man exactly once, in order"
        );
        for (man, card) in facts.man.iter().zip(deck.cards()) {
            assert!(caps.allow(man.morale, man.panic), "{side:?} {man:?}");
            let flame = card.weapon.as_str() == "FT";
            assert!(man.kia <= if flame { 7 } else { 8 }, "{man:?}");
            if man.dead {
                assert_eq!(*man, man.killed(card), "a check mark erases every other column");
            } else {
                assert!(man.morale > 0 || man.panic > 0, "nobody lives at 0/0: {man:?}");
                assert!(man.kia == card.kia || man.kia + 1 == card.kia, "{man:?}");
            }
        }
        let sum: i32 = facts.points.iter().map(|line| line.amount).sum();
        assert_eq!(sum, state.points(side));
        if let Some(force) = &facts.force {
            let men: Vec<ManId> = force.men().collect();
            let mut unique = men.clone();
            unique.sort();
            unique.dedup();
            assert_eq!(unique.len(), men.len(), "nobody stands twice in a force");
            for man in men {
                assert!(state.is_fit(side, man), "{man} is fielded unfit");
            }
        }
    }
}

fn laws_of_events(before: &State, events: &[Event]) {
    for event in events {
        let Event::Settled(Settled { side, line, after, .. }) = event else { continue };
        let lost = line.out.is_some_and(|out| out.is_lost()) || line.broken;
        assert_eq!(after.dead, lost, "{event:?}");
        if lost {
            assert_eq!(
                (line.gained, line.morale_steps, line.panic_steps),
                (0, 0, 0),
                "the dead score nothing"
            );
            let own = |event: &&Event| matches!(event, Event::Scored(Scored { side: of, man: Some(man), .. }) if of == side && *man == after.id);
            assert!(events.iter().filter(own).count() <= 1);
        }
        let was = before.man(*side, after.id).expect("a settled man is on the roster").0;
        assert!(!was.dead, "nobody is settled twice dead");
    }
}

#[test]
fn random_campaigns_keep_the_laws_and_come_to_an_end() {
    let n_campaigns = asked::number("ADJUTANT_PLAYS").unwrap_or(60);
    let mut transcript = Transcript::new();
    for seed in 0..n_campaigns {
        let mut pick = Pick::new(seed);
        let text = random_setup(&mut pick);
        let campaign =
            UpFront::load("random.toml", &text).unwrap_or_else(|faults| panic!("{}", told(&faults)));
        let mut state = UpFront::open(campaign);
        let mut n_steps = 0;
        while !UpFront::is_over(&state) {
            let before = state.clone();
            let Some((_, command)) = step(&mut state, &mut pick, &mut transcript) else {
                panic!("campaign {seed} sticks at {:?}", Phase::of(&state));
            };
            n_steps += 1;
            assert!(n_steps < 5000, "campaign {seed} does not end");
            laws(&state);
            laws_of_events(&before, &transcript.events);
            let mut folded = before;
            transcript.events.iter().for_each(|event| UpFront::fold(&mut folded, event));
            assert_eq!(folded, state, "folding the record of {command:?} gives the state");
            if n_steps % 7 == 0 {
                let facts = position::position(&state);
                let text = serde_json::to_string(&facts).expect("facts are plain values");
                let read = serde_json::from_str(&text).expect("facts are read back");
                let again = position::open_position(state.campaign.clone(), read)
                    .unwrap_or_else(|faults| panic!("{}", told(&faults)));
                assert_eq!(again, state);
            }
        }
        laws(&state);
        for event in &transcript.events {
            let value = serde_json::to_value(event).expect("events are plain values");
            assert_eq!(&serde_json::from_value::<Event>(value).expect("events are read back"), event);
        }
    }
}

/// Where leader cards serve in the ranks, one may take the place that a free man was kept for. [UF-R16, UF-R44]
#[test]
fn no_selection_is_offered_that_leaves_a_free_man_out_for_a_leader_card() {
    let ruling = "[rulings]\nR16_leader_cards_in_ranks = \"yes\"";
    let mut table = Table::order("japanese", "italian", "[\"V7\"]", ruling);
    table.kill(0, &[3, 4, 7, 8, 10, 11, 13, 15, 18, 20, 24, 25, 26]);
    let mut pick = Pick::new(3);
    for _ in 0..300 {
        let command = offers::sample(&table.state, ONE, &Template::Select, &mut |n| pick.below(n));
        prove::<UpFront>(&table.state, Acting::own(ONE), &command)
            .unwrap_or_else(|refusals| panic!("{command:?}: {refusals}"));
    }
}

#[test]
fn every_visited_command_is_accepted() {
    let mut transcript = Transcript::new();
    for seed in 1000..1006 {
        let mut pick = Pick::new(seed);
        let campaign =
            UpFront::load("random.toml", &random_setup(&mut pick)).unwrap_or_else(|f| panic!("{}", told(&f)));
        let mut state = UpFront::open(campaign);
        while !UpFront::is_over(&state) {
            for seat in [Seat::Clock, Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Spectator] {
                let mut templates = Vec::new();
                offers::offers(&state, seat, &mut templates);
                for template in templates {
                    let mut n_visited = 0;
                    offers::each(&state, seat, &template, &mut |command| {
                        n_visited += 1;
                        prove::<UpFront>(&state, Acting::own(seat), &command)
                            .unwrap_or_else(|refusals| panic!("{template:?} visits {command:?}: {refusals}"));
                        if n_visited < 40 {
                            std::ops::ControlFlow::Continue(())
                        } else {
                            std::ops::ControlFlow::Break(())
                        }
                    });
                    assert!(n_visited > 0, "{template:?} of {seat:?} is offered without a command");
                }
            }
            step(&mut state, &mut pick, &mut transcript);
        }
    }
}
