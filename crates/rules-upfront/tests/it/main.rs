//! Behaviour of the campaign rules, one module per rules file. Only this file touches the kernel's border.

mod chances;
mod conformance;
mod examples;
mod filling;
mod grids_aftermath;
mod grids_nation;
mod law_events_on_record;
mod law_random_campaigns;
mod law_refusals;
mod odds_oracle;
mod position;
mod printed_rosters;
mod rn_roster_notes;
mod rout_and_trade_tables;
mod s3_order_of_settlement;
mod s42_1_selection;
mod s42_2_leaders;
mod s42_3_markers;
mod s42_41_replacement;
mod s42_42_rout;
mod s42_43_deeds;
mod s42_43_elan;
mod s42_43_tally;
mod s42_44_improvement;
mod s42_45_survival;
mod s42_46_promotion;
mod s42_47_rank;
mod s42_4_roster;
mod s42_5_transfer;
mod s42_6_withdrawal;
mod s42_7_pursuit;
mod s42_8_victory_points;
mod s42_9_personal;
mod s43_0_design_your_own;
mod s4_report;
mod s5_rulings;
mod sc_sample_campaign;
mod secrecy;
mod set_up;
mod view_pages;
mod view_reckoning;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use kernel::{Acting, Origin, Scripted, Seat, System, Transcript, judge, prove};
use rules_upfront::report::ManReport;
use rules_upfront::state::Man;
use rules_upfront::words::{AuxKind, ManId, Side};
use rules_upfront::{Campaign, Command, Event, State, UpFront};
use serde_json::{Value, json};

/// Campaigns read so far, by their text.
static READ: Mutex<BTreeMap<String, Arc<Campaign>>> = Mutex::new(BTreeMap::new());

/// A table in a test.
#[derive(Clone)]
pub struct Table {
    /// Its state.
    pub state: State,
    throws: Vec<Vec<u16>>,
}

/// The first side of the set-up.
pub const ONE: Seat = Seat::Side(0);
/// The second.
pub const TWO: Seat = Seat::Side(1);
/// The umpire.
pub const UMPIRE: Seat = Seat::Umpire;

impl Table {
    /// A campaign from its file.
    pub fn open(text: &str) -> Self {
        let mut read = READ.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let campaign = read.entry(text.to_owned()).or_insert_with(|| {
            UpFront::load("test.toml", text).unwrap_or_else(|faults| panic!("{}", told(&faults)))
        });
        Self { state: UpFront::open(Arc::clone(campaign)), throws: Vec::new() }
    }

    /// A campaign between two nations on the shipped scenarios.
    pub fn between(first: &str, second: &str) -> Self {
        Self::open(&setup(first, second, "", "set = \"nine-days\"\nplay = \"nine-days\""))
    }

    /// A campaign with an order of its own over the shipped scenarios, and more: rulings, scenarios, personal men.
    pub fn order(first: &str, second: &str, order: &str, more: &str) -> Self {
        let more = format!("{more}\n[[campaign]]\nid = \"own\"\ntitle = \"Own\"\norder = {order}\n");
        Self::open(&setup(first, second, &more, "set = \"nine-days\"\nplay = \"own\""))
    }

    /// What the dice will show, question by question.
    pub fn throws(mut self, throws: &[&[u16]]) -> Self {
        self.throws = throws.iter().map(|faces| faces.to_vec()).collect();
        self
    }

    /// Gives a command; gives its events, or the codes of its refusals.
    pub fn does(&mut self, seat: Seat, command: Value) -> Result<Vec<Event>, Vec<&'static str>> {
        let command: Command = serde_json::from_value(command).expect("a command that can be read");
        self.gives(seat, &command)
    }

    /// As [`Table::does`], with a command already read.
    pub fn gives(&mut self, seat: Seat, command: &Command) -> Result<Vec<Event>, Vec<&'static str>> {
        let acting = Acting::own(seat);
        let proven = prove::<UpFront>(&self.state, acting, command);
        let mut answers = Scripted::faces(self.throws.iter().map(Vec::as_slice), Origin::Table);
        let mut transcript = Transcript::<UpFront>::new();
        let mut copy = self.state.clone();
        match judge::<UpFront>(&mut copy, acting, command, &mut answers, &mut transcript) {
            Ok(()) => {
                assert!(proven.is_ok(), "looking refuses what judging accepts: {command:?}");
                let used = self.throws.len() - answers.left();
                self.throws.drain(..used);
                self.state = copy;
                Ok(transcript.events)
            }
            Err(kernel::Halt::Refused(refusals)) => {
                assert_eq!(proven.as_ref().err(), Some(&refusals), "looking and judging refuse alike");
                assert_eq!(copy, self.state, "a refusal changes nothing");
                Err(refusals.all().iter().map(|refusal| refusal.code).collect())
            }
            Err(halt) => panic!("{halt:?}"),
        }
    }

    /// Why a command is refused, in words.
    #[track_caller]
    pub fn sentences(&self, seat: Seat, command: Value) -> Vec<String> {
        let command: Command = serde_json::from_value(command).expect("a command that can be read");
        let refused = prove::<UpFront>(&self.state, Acting::own(seat), &command).expect_err("it is accepted");
        refused.all().iter().map(|refusal| refusal.sentence.clone()).collect()
    }

    /// A command is refused with just these codes.
    #[track_caller]
    pub fn refuses(&self, seat: Seat, command: Value, codes: &[&str]) {
        match self.clone().does(seat, command) {
            Ok(events) => panic!("it is accepted: {events:?}"),
            Err(found) => assert_eq!(found, codes),
        }
    }

    /// As [`Table::does`], and it has to be accepted.
    #[track_caller]
    pub fn must(&mut self, seat: Seat, command: Value) -> Vec<Event> {
        let shown = command.to_string();
        self.does(seat, command).unwrap_or_else(|codes| panic!("{shown} is refused: {codes:?}"))
    }

    /// A man of a side.
    pub fn man(&self, side: u8, man: u8) -> Man {
        *self.state.man(Side::BOTH[usize::from(side)], ManId::new(man)).expect("a man of the roster").0
    }

    /// Changes a man of a side, as a position could.
    pub fn set(&mut self, side: u8, man: u8, change: impl FnOnce(&mut Man)) {
        let man = &mut self.state.facts.side[usize::from(side)].man[usize::from(man) - 1];
        change(man);
    }

    /// Kills men of a side, as a position could.
    pub fn kill(&mut self, side: u8, men: &[u8]) {
        for man in men {
            let card = self.state.campaign.decks[kernel::Side::BOTH[usize::from(side)]].nation.men
                [usize::from(*man) - 1]
                .clone();
            self.set(side, *man, |man| *man = man.killed(&card));
        }
    }

    /// Kills every man of a side whom the test does not name.
    pub fn kill_all_but(&mut self, side: u8, men: &[u8]) {
        let n = self.state.campaign.decks[kernel::Side::BOTH[usize::from(side)]].nation.men.len() as u8;
        let others: Vec<u8> = (1..=n).filter(|man| !men.contains(man)).collect();
        self.kill(side, &others);
    }

    /// Both sides take their listed men.
    #[track_caller]
    pub fn select_both(&mut self) {
        for seat in [ONE, TWO] {
            self.must(seat, json!({"do": "select"}));
        }
    }

    /// The facts in which everybody is there at the end, unpinned and unhurt, but for the men that are given.
    pub fn telling(&self, winner: &str, others: &[(u8, Value)]) -> Value {
        let mut sides = [json!([]), json!([])];
        for side in Side::BOTH {
            let men = self.state.facts.side[side.index()].force.iter().flat_map(|force| force.men());
            let mut told: Vec<Value> = men.map(|man| json!(ManReport::new(man))).collect();
            for (_, other) in others.iter().filter(|(of, _)| *of == side.number()) {
                match told.iter_mut().find(|man| man["id"] == other["id"]) {
                    Some(man) => *man = other.clone(),
                    None => told.push(other.clone()),
                }
            }
            sides[side.index()] = json!(told);
        }
        let [one, two] = sides;
        json!({"do": "report", "winner": winner, "side_1": {"men": one}, "side_2": {"men": two}})
    }

    /// Side one reports, side two confirms; decisions stay owed.
    #[track_caller]
    pub fn agree(&mut self, winner: &str, others: &[(u8, Value)]) {
        let telling = self.telling(winner, others);
        self.must(ONE, telling);
        self.must(TWO, json!({"do": "confirm"}));
    }

    /// As [`Table::agree`], with such losses of the other side as the deeds of this man ask for.
    #[track_caller]
    pub fn lose_to(&mut self, winner: &str, (side, told): (u8, Value)) {
        let events = told["events"].as_array().cloned().unwrap_or_default();
        let other = Side::BOTH[usize::from(1 - side)];
        let enemies: Vec<ManId> =
            self.state.facts.side[other.index()].force.iter().flat_map(|force| force.men()).collect();
        let men = |deed: &Value| deed["cc_kill"].as_u64().or_else(|| deed["demo_charge_men"].as_u64());
        let n_fallen: u64 = events.iter().filter_map(men).sum();
        let fallen = enemies.iter().take(n_fallen as usize);
        let charged = events.iter().any(|deed| deed.get("demo_charge_men").is_some());
        let how = if charged { "killed" } else { "cc_lost" };
        let mut others: Vec<(u8, Value)> =
            fallen.map(|man| (other.number(), json!({"id": man, "out": how}))).collect();
        others.push((side, told));
        let mut telling = self.telling(winner, &others);
        let scenario = self.state.scenario().expect("a battle");
        let brought = &scenario.aux[self.state.part(other)];
        let lost = |kind: AuxKind, n: usize| brought.iter().filter(move |aux| aux.kind == kind).take(n);
        let n_guns = events.iter().filter(|deed| deed.get("ig_cc").is_some()).count();
        let n_wrecks = events.iter().filter(|deed| deed["result"] == "destroyed").count();
        let lost = lost(AuxKind::Gun, n_guns).chain(lost(AuxKind::Vehicle, n_wrecks));
        let aux: Vec<Value> = lost.map(|aux| json!({"kind": aux.kind, "effect": aux.effect})).collect();
        telling[if other.number() == 0 { "side_1" } else { "side_2" }]["aux"] = json!(aux);
        self.must(ONE, telling);
        self.must(TWO, json!({"do": "confirm"}));
    }

    /// Victory points of a side.
    pub fn points(&self, side: u8) -> i32 {
        self.state.points(Side::BOTH[usize::from(side)])
    }

    /// The id of the present scenario.
    pub fn leg(&self) -> String {
        self.state.leg().map(|leg| leg.id.to_string()).unwrap_or_default()
    }
}

/// A campaign file between two nations.
pub fn setup(first: &str, second: &str, more: &str, head: &str) -> String {
    let (one, two) = if first == second { ("one", "two") } else { (first, second) };
    format!(
        "schema = \"adjutant/up-front-campaign/1\"\n{head}\n\
         [[side]]\nid = \"{one}\"\nname = \"{one}\"\nnation = \"{first}\"\n\
         [[side]]\nid = \"{two}\"\nname = \"{two}\"\nnation = \"{second}\"\n{more}\n"
    )
}

/// Faults in words.
pub fn told(faults: &[kernel::Diagnostic]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A source of whole numbers for random play.
pub struct Pick(u64);

impl Pick {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    /// A number from 0 to n − 1.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n.max(1)
    }
}
