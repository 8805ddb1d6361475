//! A turn by correspondence: everything that is asked of the side that does not act waits for it once. Said beforehand, the
//! same answers come at once, nobody waits, and the turn comes to the same position.

use std::collections::VecDeque;

use kernel::answers::Thrown;
use kernel::conformance::makes;
use kernel::view::{Block, FieldKind};
use kernel::{Acting, Seat, Side, System, Transcript, judge};
use rules_bcs::rules::s21_standing::{Asked, asked};
use rules_bcs::state::Standing;
use rules_bcs::{BattalionCombat, Command, Event, Phase, State, Template};

use crate::table::*;

/// A table that is played to and fro.
struct Correspondence {
    state: State,
    /// Faces to come; then 4 after 4.
    faces: VecDeque<u64>,
    /// What waited for Red, in order.
    waited: Vec<Asked>,
    /// What Red's instructions answered, in order.
    answered: Vec<Asked>,
}

impl Correspondence {
    fn give(&mut self, seat: Seat, command: &Command) {
        let mut transcript = Transcript::<BattalionCombat>::new();
        let faces = &mut self.faces;
        let mut pick = |n: u64| faces.pop_front().unwrap_or(4).min(n) - 1;
        let ended =
            judge(&mut self.state, Acting::own(seat), command, &mut Thrown::new(&mut pick), &mut transcript);
        assert_eq!(ended, Ok(()), "{command:?}");
        self.answered.extend(transcript.events.iter().filter_map(|event| match event {
            Event::ByInstruction(by) => Some(by.what),
            _ => None,
        }));
    }

    /// Blue does this, and Red answers what it is asked.
    fn blue(&mut self, command: &Command) {
        self.give(BLUE, command);
        self.red_answers();
    }

    fn red_answers(&mut self) {
        while let Some((side, what)) = asked(&self.state).filter(|(side, _)| *side == Side::SECOND) {
            assert!(!rules_bcs::view::owed(&self.state, side.seat()).is_empty());
            let mut offered = Vec::new();
            BattalionCombat::offers(&self.state, BLUE, &mut offered);
            assert_eq!(offered, [Template::Instruct], "Blue waits while Red is asked {what}");
            self.leads_to(what);
            self.waited.push(what);
            // The default is what the instructions of the other turn say.
            let answer = BattalionCombat::in_absence(&self.state, RED).expect("an answer");
            self.give(RED, &answer);
        }
    }

    /// What waits stands first on Red's page of the activation, by its name, and below it what it is answered by.
    fn leads_to(&self, what: Asked) {
        let view = BattalionCombat::view(&self.state, RED);
        let page = view.pages.iter().find(|page| page.id == "activation").expect("a page");
        let Some(Block::Owed(owed)) = page.main.first() else { panic!("{what}: {:?}", page.main.first()) };
        let (said, to) = (owed[0].text.plain(&[]), owed[0].link.as_ref().expect("a link"));
        let words = match what {
            Asked::Defense => "AR unit",
            Asked::Losses => "step is to be lost",
            Asked::Retreats => "must retreat",
            Asked::Stopping => "must engage",
            Asked::Jumped => "HQ was jumped",
            Asked::First => "first player",
        };
        assert!(owed[0].who == RED && said.contains(words), "{what}: {said}");
        let Some(Block::Panel(panel)) = page.main.get(1) else { panic!("{what}: nothing below") };
        assert!(panel.yours && (to.0, &*to.1) == ("activation", &*panel.id), "{what}");
        let answer = BattalionCombat::in_absence(&self.state, RED).expect("an answer");
        assert!(makes(&view, &answer), "{what}");
    }

    /// A side does the least, as long as it is its go.
    fn least(&mut self, seat: Seat) {
        while self.state.facts.phase == Phase::Activations
            && self.state.facts.go.map(Side::seat) == Some(seat)
        {
            let command = BattalionCombat::in_absence(&self.state, seat).expect("a command");
            self.give(seat, &command);
        }
    }
}

/// A turn in which Blue's 7th meets everything.
fn turn(standing: Standing) -> Correspondence {
    let state = opened(west(), |facts| {
        facts.phase = Phase::FirstRoll;
        facts.standing[Side::SECOND] = standing;
        body(facts, "R2").hq = Some(hex("1615")).into();
        // Three units at Sarn East, two of them with a step left; another before the reconnaissance.
        for (id, lost) in [("R1-g1", 3), ("R1-rec", 1), ("R2-i1", 0)] {
            let unit = piece(facts, id);
            (unit.at, unit.lost) = (Some(hex("1813")), lost);
        }
        piece(facts, "R1-t1").at = Some(hex("1715"));
        piece(facts, "B1-t1").at = Some(hex("1611"));
        piece(facts, "B1-m2").at = Some(hex("1714"));
    });
    // Red throws higher; Red's and Blue's SNAFU, FULL; the engagement; the Stopping Engagement; the attack.
    let faces = [2, 5, 4, 4, 5, 5, 6, 6, 2, 3, 6, 6];
    let mut table = Correspondence { state, faces: faces.into(), waited: Vec::new(), answered: Vec::new() };
    table.give(Seat::Clock, &Command::Proceed);
    table.red_answers();
    table.least(RED);
    table.blue(&activate("B1"));
    table.blue(&PREPARE);
    for at in ["1813", "1715"] {
        table.blue(&Command::Objective { at: hex(at), combat: true });
    }
    table.blue(&Command::Begin);
    table.blue(&Command::Engage { unit: unit("B1-rec"), target: unit("R1-t1") });
    table.blue(&Command::Move { unit: unit("B1-t1"), path: path("1711") });
    table.blue(&Command::Move { unit: unit("B1-t2"), path: path("1613 1614 1615") });
    table.blue(&Command::Attack { target: hex("1813"), shock: false });
    table.blue(&Command::Commit { unit: unit("B1-m1"), assist: Some(unit("B1-m2")) });
    table.blue(&Command::Suppress { spotter: unit("B1-m1"), air: false });
    table.blue(&Command::Fight);
    table.blue(&Command::Advance { unit: None });
    let turn = table.state.facts.turn;
    while table.state.facts.turn == turn && table.state.facts.phase == Phase::Activations {
        table.least(BLUE);
        table.least(RED);
    }
    table
}

#[test]
fn every_reaction_waits_once_and_is_answered_by_instruction_once() {
    let (by_letter, beforehand) = (turn(Standing::default()), turn(Standing::usual()));
    assert_eq!((&by_letter.answered, &beforehand.waited), (&Vec::new(), &Vec::new()));
    assert_eq!(by_letter.waited, beforehand.answered);
    let mut met = by_letter.waited.clone();
    met.sort_unstable();
    // Two units have the zone: each is asked about.
    assert_eq!(met.iter().filter(|asked| **asked == Asked::Stopping).count(), 2);
    met.dedup();
    assert_eq!(met, Asked::ALL, "each point of the list");
    // The answers are the same, and so is all that came of them.
    let mut facts = beforehand.state.facts;
    facts.standing = by_letter.state.facts.standing;
    assert_eq!(facts, by_letter.state.facts);
    assert_eq!(facts.phase, Phase::Sky);
}

#[test]
fn each_point_of_the_list_is_said_on_a_page_with_what_is_done_else() {
    let view = BattalionCombat::view(&opened(west(), |_| {}), RED);
    let form = view.forms().into_iter().find(|form| form.id == "instruct").expect("a form").clone();
    let keys: Vec<&str> = form.fields.iter().map(|field| field.key).collect();
    assert_eq!(keys, ["defense", "losses", "retreats", "stopping", "jumped", "first"]);
    let usual = serde_json::to_value(Standing::usual()).expect("instructions are written");
    for field in &form.fields {
        let FieldKind::One { choices, chosen } = &field.kind else { panic!("{} has no answers", field.key) };
        assert_eq!(*chosen, Some(0), "{} is asked unless it is said", field.key);
        let default = choices.iter().find(|choice| choice.value == usual[field.key]).expect("a default");
        let prepared = match field.key {
            "defense" => " Prepared Defense is declared wherever it can be.",
            _ => "",
        };
        assert_eq!(field.hint, format!("While you stay away: {}.{prepared}", default.label.plain(&[])));
    }
}
