//! A scenario, read whole.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::reader::HOUSE_FILE;
use kernel::view::board::Ground;
use kernel::{Chart, Diagnostic, Node, PerSide, Side, SideInfo};

use super::board::Board;
use super::check;
use super::formation::{self, Draft, Formation, side_of};
use super::sky::{self, Air, Replacements, Weather};
use super::unit::Card;
use super::victory::Victory;
use crate::charts::s3_second_activation::{SecondRecovery, Ties};
use crate::view::drawn;
use crate::words::{FormationId, Place, UnitId};

kernel::words! {
    /// How good tracks are in a turn. [BCS-MSR-12]
    #[derive(Default)]
    pub enum Trafficability {
        /// Good.
        #[default]
        Good = "good" => "Good",
        /// Poor.
        Poor = "poor" => "Poor",
    }
}

/// Rulings of the catalogue that a scenario may turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Friendly units negate EZOCs for supply routes. [BCS-MSR-3]
    pub msr_friendly_negates_ezoc: bool,
    /// How a Second Activation as a Recovery comes about. [BCS-ACT-14]
    pub second_activation_recovery: SecondRecovery,
    /// A Screen Zone stops trucks. [BCS-ZONE-6]
    pub screen_zone_stops_truck: bool,
    /// Formations act by orders that were recorded. [BCS-TURN-10]
    pub orders: bool,
    /// "Both Loss" is nothing at a distance of two or more. [BCS-ENG-13]
    pub long_range_engagements: bool,
}

/// A scenario. Never changes during play.
#[derive(Debug)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How many turns are played.
    pub turns: u8,
    /// The two sides.
    pub sides: PerSide<SideInfo>,
    /// The map.
    pub board: Board,
    /// The map as it is drawn.
    pub ground: Arc<Ground>,
    /// Formations in the order of the file.
    pub formations: Vec<Formation>,
    /// Combat units in the order of the file.
    pub units: Vec<Card>,
    /// Where each unit stands in the list.
    pub index: BTreeMap<UnitId, usize>,
    /// Sources of supply. [BCS-MSR-1]
    pub sources: PerSide<Vec<Place>>,
    /// How good tracks are, turn by turn; the last holds for all that follow.
    pub trafficability: Vec<Trafficability>,
    /// How far a spotter sees, in hexes. [BCS-TURN-11]
    pub visibility: u8,
    /// What a tie for the first player comes to. [BCS-TURN-5]
    pub ties: Ties,
    /// The weather of each turn, where it is rolled for. [BCS-TURN-11]
    pub weather: Option<Chart<Weather>>,
    /// Air Points of each turn.
    pub air: PerSide<Option<Chart<Air>>>,
    /// Replacements of each turn.
    pub replacements: PerSide<Option<Chart<Replacements>>>,
    /// Arty Points of each side that are assigned to no formation at the start. [BCS-GEN-6]
    pub arty: PerSide<u8>,
    /// What counts.
    pub victory: Victory,
    /// Rulings that the file turns.
    pub switches: Switches,
    /// What is odd about the file and no fault.
    pub warnings: Vec<Diagnostic>,
}

impl Scenario {
    /// The place of a formation in the list.
    pub fn formation(&self, id: FormationId) -> Option<usize> {
        self.formations.iter().position(|one| one.id == id)
    }

    /// The name of a unit.
    pub fn name(&self, id: UnitId) -> &str {
        self.index.get(&id).map_or("", |at| &self.units[*at].name)
    }

    /// The name of a formation.
    pub fn formation_name(&self, id: FormationId) -> &str {
        self.formation(id).map_or("", |at| &self.formations[at].name)
    }

    /// How people call a unit or a formation that a throw is about. A question writes its id in small letters.
    pub fn called(&self, subject: &str) -> Option<String> {
        let unit = self.units.iter().find(|unit| unit.id.as_str().eq_ignore_ascii_case(subject));
        let formation = || self.formations.iter().find(|one| one.id.as_str().eq_ignore_ascii_case(subject));
        unit.map(|unit| unit.name.clone()).or_else(|| formation().map(|one| one.name.clone()))
    }

    /// How good tracks are in a turn, from 1.
    pub fn trafficability(&self, turn: u8) -> Trafficability {
        let at = usize::from(turn.max(1)) - 1;
        self.trafficability.get(at).or(self.trafficability.last()).copied().unwrap_or_default()
    }

    pub(super) fn read(root: &Node<'_>) -> Option<Self> {
        if root.text("format").is_some_and(|format| format != "adjutant-bcs-scenario/1") {
            root.fault("format", HOUSE_FILE, "A scenario has the format \"adjutant-bcs-scenario/1\".");
        }
        let (id, title) = (root.name("id", 60), root.name("title", 200));
        let turns = root.whole("turns", 1..=99);
        let sides = root.sides("side");
        let board = super::map(root);
        let (of_sides, on) = (sides.as_ref(), board.as_ref());
        let formation_nodes = root.tables("formation");
        let mut drafts: Vec<Draft> =
            formation_nodes.iter().map(|node| Draft::read(node, of_sides, on)).collect();
        root.once("formation", drafts.iter().filter_map(|one| one.id));
        formation::further_hqs(&root.tables("further_hq"), &mut drafts, on);
        let unit_nodes = root.tables("unit");
        let cards: Vec<Option<Card>> =
            unit_nodes.iter().map(|node| Card::read(node, of_sides, &drafts, on)).collect();
        root.once("unit", cards.iter().flatten().map(|one| one.id));
        if let Some(board) = on {
            let formations = drafts.iter().filter_map(|one| one.whole.as_ref());
            let units = unit_nodes.iter().zip(&cards).filter_map(|(node, card)| Some((node, card.as_ref()?)));
            check::places(root, board, &formations.collect::<Vec<_>>(), &units.collect::<Vec<_>>());
        }
        let sources = sources(root, of_sides, on);
        let (trafficability, ties) = (trafficability(root), ties(root, of_sides));
        let visibility =
            root.maybe_number("visibility", 1..=20).and_then(|hexes| u8::try_from(hexes).ok()).unwrap_or(2);
        let weather = sky::weather(root);
        let air = sky::charts(root, "air_points", "Air Points", of_sides, sky::air, "a number of Air Points");
        let wanted = "\"none\", \"1 infantry\", \"1 AV\" or both with a comma";
        let replacements =
            sky::charts(root, "replacements", "Replacements", of_sides, sky::replacements, wanted);
        let arty = unassigned(root, of_sides);
        let victory = Victory::read(root, of_sides, on);
        let switches = switches(root);
        root.close();
        let (board, victory) = (board?, victory?);
        let formations: Vec<Formation> = drafts.into_iter().filter_map(|one| one.whole).collect();
        let units: Vec<Card> = cards.into_iter().flatten().collect();
        let index = units.iter().enumerate().map(|(at, card)| (card.id, at)).collect();
        Some(Self {
            id: id?,
            title: title?,
            turns: turns?,
            sides: sides?,
            ground: Arc::new(drawn::ground(&board, &victory)),
            board,
            formations,
            units,
            index,
            sources,
            trafficability,
            visibility,
            ties,
            weather,
            air,
            replacements,
            arty,
            victory,
            switches,
            warnings: Vec::new(),
        })
    }
}

/// The sources of each side; no hex feeds both.
fn sources(root: &Node<'_>, sides: Option<&PerSide<SideInfo>>, board: Option<&Board>) -> PerSide<Vec<Place>> {
    let (key, rule) = ("supply_sources", "BCS-MSR-1");
    if !root.has(key) {
        root.fault(key, HOUSE_FILE, "The table \"supply_sources\" is missing: hexes of each side.");
    }
    let (Some(node), Some(sides)) = (root.maybe_table(key), sides) else { return PerSide::default() };
    let mut met: Vec<Place> = Vec::new();
    let found = sides.map(|info| {
        let side = info.id.as_str();
        let texts = node.texts_in_place(side);
        if texts.is_empty() {
            node.fault(side, rule, format!("{} needs at least one source.", info.name));
        }
        let mut hexes = Vec::new();
        for (n, text) in texts.iter().enumerate() {
            let (Some(text), Some(board)) = (text, board) else { continue };
            let cell = board.grid().read(text);
            match cell {
                Err(fault) => node.fault_in(side, n, rule, format!("There is no such hex: {fault}.")),
                Ok(cell) if met.contains(&board.place(cell)) => {
                    node.fault_in(
                        side,
                        n,
                        rule,
                        format!("The hex {text} stands twice, or is a source of both sides."),
                    );
                }
                Ok(cell) => {
                    if !board.grid().steps(cell).any(|step| board.map.side(step).road.is_some()) {
                        node.fault_in(side, n, rule, format!("No road runs through hex {text}."));
                    }
                    met.push(board.place(cell));
                    hexes.push(board.place(cell));
                }
            }
        }
        hexes
    });
    node.close();
    found
}

/// One word for all turns, or a list with one for each. [BCS-MSR-12]
fn trafficability(root: &Node<'_>) -> Vec<Trafficability> {
    let key = "trafficability";
    if !root.has(key) {
        return vec![Trafficability::Good];
    }
    let is_list = root.value(key).is_some_and(|value| value.get_ref().is_array());
    let words = if is_list { root.texts(key) } else { root.maybe_text(key).into_iter().collect() };
    let mut found = Vec::new();
    for word in words {
        match Trafficability::read(&word) {
            Some(one) => found.push(one),
            None => {
                let sentence =
                    format!("{word:?} is no trafficability; there are: {}.", Trafficability::all_words());
                root.fault(key, "BCS-MSR-12", sentence);
            }
        }
    }
    found
}

/// Arty Points that no formation has at the start. [BCS-GEN-6]
fn unassigned(root: &Node<'_>, sides: Option<&PerSide<SideInfo>>) -> PerSide<u8> {
    let (Some(node), Some(sides)) = (root.maybe_table("unassigned_arty"), sides) else {
        return PerSide::default();
    };
    let points = sides.map(|info| node.maybe_number(info.id.as_str(), 0..=20));
    node.close();
    points.map(|points| points.and_then(|points| u8::try_from(points).ok()).unwrap_or(0))
}

/// What a tie for the first player comes to. [BCS-TURN-5]
fn ties(root: &Node<'_>, sides: Option<&PerSide<SideInfo>>) -> Ties {
    let Some(node) = root.maybe_table("first_player") else { return Ties::Again };
    let word = node.text("ties");
    node.close();
    match word.as_deref() {
        None | Some("again") => Ties::Again,
        Some(word) => match side_of(&node, "ties", word, sides) {
            Some(Side::FIRST) => Ties::First,
            Some(_) => Ties::Second,
            None => Ties::Again,
        },
    }
}

fn switches(root: &Node<'_>) -> Switches {
    let mut switches = Switches {
        msr_friendly_negates_ezoc: false,
        second_activation_recovery: SecondRecovery::Automatic,
        screen_zone_stops_truck: true,
        orders: false,
        long_range_engagements: false,
    };
    let Some(node) = root.maybe_table("switches") else { return switches };
    let flag = |key, into: &mut bool| {
        if let Some(flag) = node.maybe_flag(key) {
            *into = flag;
        }
    };
    flag("msr_friendly_negates_ezoc", &mut switches.msr_friendly_negates_ezoc);
    flag("screen_zone_stops_truck", &mut switches.screen_zone_stops_truck);
    flag("orders", &mut switches.orders);
    flag("long_range_engagements", &mut switches.long_range_engagements);
    if let Some(word) = node.maybe_text("second_activation_recovery") {
        match SecondRecovery::read(&word) {
            Some(way) => switches.second_activation_recovery = way,
            None => {
                let sentence = format!("{word:?} is no way; there are: {}.", SecondRecovery::all_words());
                node.fault("second_activation_recovery", "BCS-ACT-14", sentence);
            }
        }
    }
    node.close();
    switches
}
