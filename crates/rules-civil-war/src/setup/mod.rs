//! What a table starts from: the calendar, armies and leaders, hexes, battlefields, and the data that the rules leave to a
//! campaign. Read whole, every fault with its place.

pub mod alone;
pub mod armies;
pub mod fields;
pub mod labels;
pub mod leaders;
pub mod options;
mod reading;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;

use kernel::reader::{HOUSE_FILE, whole_file};
use kernel::{Chart, Diagnostic, Node, PerSide, SideInfo};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use alone::Alone;
pub use armies::{ArmyStart, CrtRow, Hex, Sp};
pub use fields::{Feature, Field, Zone};
pub use labels::Effectiveness;
pub use leaders::{Card, Counter, Leader, Losses};
pub use options::Options;

use crate::battle::unfolding;
use crate::book::Opening;
use crate::charts::{March, Yes};
use crate::words::{ArmyId, CounterId, HexId, Inches, LeaderId, Season, Size, UnitId};

/// A turn of the board game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Its number on the track.
    pub number: u16,
    /// Its months.
    pub season: Season,
    /// Its year.
    pub year: u16,
}

impl Turn {
    fn read(node: &Node<'_>) -> Option<Self> {
        let number = node.whole("number", 0..=u16::MAX.into());
        let season = word(node, "season", "season", Season::read, Season::all_words);
        let year = node.whole("year", 1800..=1999);
        node.close();
        Some(Self { number: number?, season: season?, year: year? })
    }

    /// The turn after it.
    #[must_use]
    pub fn next(self) -> Self {
        let (season, year) = self.season.next();
        Self { number: self.number + 1, season, year: self.year + u16::from(year) }
    }
}

/// Standard moves by kind. [CWFF-R34]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves {
    /// A brigade on foot.
    pub infantry: Inches,
    /// A mounted brigade.
    pub cavalry: Inches,
    /// A leader.
    pub leader: Inches,
    /// A battery on foot.
    pub foot_artillery: Inches,
    /// A mounted battery.
    pub horse_artillery: Inches,
}

impl Moves {
    /// The usual moves where the file has no others.
    fn read(root: &Node<'_>) -> Self {
        let usual = Self::default();
        let Some(node) = root.maybe_table("standard_move") else { return usual };
        let of = |key, usual| {
            let Some(inches) = reading::inches(&node, key) else { return usual };
            if !(Inches(0)..=Inches::whole(240)).contains(&inches) {
                node.fault(key, "CWFF-R34", "A standard move is 0 to 240 inches.");
            }
            inches
        };
        let moves = Self {
            infantry: of("infantry", usual.infantry),
            cavalry: of("cavalry", usual.cavalry),
            leader: of("leader", usual.leader),
            foot_artillery: of("foot_artillery", usual.foot_artillery),
            horse_artillery: of("horse_artillery", usual.horse_artillery),
        };
        node.close();
        moves
    }
}

impl Default for Moves {
    fn default() -> Self {
        let [infantry, cavalry, foot] = [12, 18, 8].map(Inches::whole);
        Self { infantry, cavalry, leader: cavalry, foot_artillery: foot, horse_artillery: infantry }
    }
}

/// A set-up. Never changes during play.
#[derive(Debug, PartialEq)]
pub struct Setup {
    /// Title of the campaign.
    pub title: String,
    /// The turn it begins with.
    pub first: Turn,
    /// The number of the last turn.
    pub last: u16,
    /// Stands and batteries for a strength point, unless the players of a battle agree otherwise. [CWFF-4A-1]
    pub ratio: Ratio,
    /// What the table has decided of the rulings.
    pub options: Options,
    /// Faces of the die for promotions. [CWFF-R20]
    pub promotion_die: u16,
    /// CWFF-T3.
    pub effectiveness: Effectiveness,
    /// Standard moves.
    pub moves: Moves,
    /// What victory points are given for, in words and in the order of the file. [CWFF-R23]
    pub points: Vec<(String, u16)>,
    /// The combat results table.
    pub crt: Vec<CrtRow>,
    /// The loss check by stars.
    pub losses: [Losses; 4],
    /// Leaders.
    pub leaders: Vec<Card>,
    /// Promotion counters.
    pub counters: Vec<Counter>,
    /// Armies.
    pub armies: Vec<ArmyStart>,
    /// Hexes.
    pub hexes: Vec<Hex>,
    /// Battlefields.
    pub fields: Vec<Field>,
    /// The two sides.
    pub sides: PerSide<SideInfo>,
    /// The one battle of a set-up that holds no book.
    pub alone: Option<Alone>,
    /// The tables that go down to a battle below as they stand in the file.
    pub source: Value,
    /// CWFF-T5.
    pub march: Chart<March>,
    /// CWFF-R15.
    pub half: Chart<Yes>,
    /// CWFF-T2, brigades.
    pub brigade: Chart<Yes>,
    /// What is odd about the file and no fault.
    pub warnings: Vec<Diagnostic>,
}

/// How many stands and batteries a strength point gives. [CWFF-4A-3]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratio {
    /// Stands.
    pub stands: u16,
    /// Batteries.
    pub batteries: u16,
}

impl Default for Ratio {
    fn default() -> Self {
        Self { stands: 20, batteries: 2 }
    }
}

impl std::fmt::Display for Ratio {
    /// "20 stands and 1 battery".
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let guns = kernel::grammar::counted_of(self.batteries, "battery", "batteries");
        write!(f, "{} and {guns}", kernel::grammar::counted(self.stands, "stand"))
    }
}

impl Ratio {
    /// Whether anybody could play with it.
    pub fn fits(self) -> bool {
        (2..=60).contains(&self.stands) && self.batteries <= 10
    }
}

impl Setup {
    /// Reads a set-up file.
    ///
    /// # Errors
    /// Every fault with its place.
    pub fn load(file: &str, text: &str) -> Result<Arc<Self>, Vec<Diagnostic>> {
        let (setup, warnings) = whole_file(file, text, Self::read)?;
        Ok(Arc::new(Self { warnings, ..setup }))
    }

    /// Reads the set-up of a campaign that has begun already. Whoever began it was refused nothing that stands in it; so what
    /// is refused since then and can be read all the same stays what it is.
    ///
    /// # Errors
    /// Every fault, where it cannot be read.
    pub fn load_kept(file: &str, text: &str) -> Result<Arc<Self>, Vec<Diagnostic>> {
        Self::load(file, text).or_else(|faults| {
            let mut kept = None;
            let _refused = whole_file(file, text, |root| {
                kept = Self::read(root);
                None::<()>
            });
            kept.map(Arc::new).ok_or(faults)
        })
    }

    fn read(root: &Node<'_>) -> Option<Self> {
        if !root.has("campaign") {
            root.fault("campaign", HOUSE_FILE, "The table \"campaign\" is missing.");
        }
        let campaign = root.maybe_table("campaign");
        let head = campaign.as_ref().and_then(Head::read);
        let (effectiveness, moves) = (Effectiveness::read(root), Moves::read(root));
        let points = points(root);
        let (crt, losses) = (armies::crt(root), leaders::losses(root));
        let (leaders, unread) = leaders::leaders(root);
        let counters = leaders::counters(root, &leaders, &unread);
        let (armies, hexes, fields) =
            (armies::armies(root, &leaders, &unread), armies::hexes(root), fields::fields(root));
        if armies.is_empty() {
            root.fault("armies", HOUSE_FILE, "There are no armies.");
        }
        let alone = alone::alone(root, &armies, &hexes);
        let charts = root.maybe_table("chart");
        let own = |key| charts.as_ref().and_then(|charts| charts.maybe_table(key));
        let march = Chart::own_or(own("march"), include_str!("../../charts/march.toml"));
        let half = Chart::own_or(own("half"), include_str!("../../charts/half.toml"));
        let brigade = Chart::own_or(own("brigade"), include_str!("../../charts/brigade.toml"));
        charts.iter().chain([root]).for_each(Node::close);
        let options = head.as_ref().map(|head| &head.options);
        if let (true, Some(march), Some(half)) = (options.is_some_and(Options::no_person), &march, &half) {
            if unfolding::n_answers(march, half) > unfolding::MOST_ANSWERS {
                root.fault(
                    "chart",
                    "CWFF-T5",
                    "These tables have more faces than the engine as neutral draws from.",
                );
            }
            if let Some(alone) = &alone {
                let Opening { column, size, .. } = &alone.opening;
                let known = crt.iter().any(|row| row.column == *column && row.size == *size);
                if !known {
                    root.fault("battle", "CWFF-9C-1", format!("The combat results table has no column {column} for a {size} battle, and with the engine as neutral nobody enters its chance later."));
                }
            }
        }
        let Head { title, first, last, ratio, options, promotion_die } = head?;
        if alone.is_none() {
            fields::missing(root, &hexes, &fields, &options);
        }
        Some(Self {
            title,
            first,
            last,
            ratio,
            options,
            promotion_die,
            effectiveness: effectiveness?,
            moves,
            points,
            crt,
            losses,
            leaders,
            counters,
            armies,
            hexes,
            fields,
            sides: leaders::sides(),
            alone,
            source: alone::source(root),
            march: march?,
            half: half?,
            brigade: brigade?,
            warnings: Vec::new(),
        })
    }

    /// A leader of the set-up.
    pub fn card(&self, id: LeaderId) -> Option<&Card> {
        self.leaders.iter().find(|card| card.leader.id == id)
    }

    /// A promotion counter.
    pub fn counter(&self, id: CounterId) -> Option<&Counter> {
        self.counters.iter().find(|counter| counter.id == id)
    }

    /// A promotion as players call it: "Joseph Hooker to 2 stars".
    pub fn promotion(&self, id: CounterId) -> Option<String> {
        let counter = self.counter(id)?;
        let stars = kernel::grammar::counted(counter.stars, "star");
        Some(format!("{} to {stars}", self.named(counter.leader)))
    }

    /// A hex.
    pub fn hex(&self, id: HexId) -> Option<&Hex> {
        self.hexes.iter().find(|hex| hex.id == id)
    }

    /// A battlefield.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The name of a leader.
    pub fn named(&self, id: LeaderId) -> &str {
        self.card(id).map_or("", |card| &card.leader.name)
    }

    /// A unit as people call it: a leader by his name, everything else by its own.
    pub fn called(&self, unit: UnitId) -> String {
        match self.named(LeaderId::from(kernel::Id::from(unit))) {
            "" => unit.to_string(),
            name => name.to_owned(),
        }
    }

    /// Of whom or what a roll tells, by the name that people use: a leader, a promotion.
    pub fn rolled_for(&self, subject: &str) -> Option<String> {
        let leader = subject.parse().ok().map(|id| self.named(id).to_owned()).filter(|name| !name.is_empty());
        leader.or_else(|| self.promotion(subject.parse().ok()?))
    }

    /// The name of an army.
    pub fn army_named(&self, id: ArmyId) -> &str {
        self.armies.iter().find(|army| army.id == id).map_or("", |army| &army.name)
    }

    /// The column of the combat results table for a battle.
    pub fn column(&self, column: &str, size: Size) -> Option<&CrtRow> {
        self.crt.iter().find(|row| row.column == column && row.size == size)
    }
}

struct Head {
    title: String,
    first: Turn,
    last: u16,
    ratio: Ratio,
    options: Options,
    promotion_die: u16,
}

impl Head {
    fn read(node: &Node<'_>) -> Option<Self> {
        // The id of the file, which only its writer reads.
        let (title, _) = (node.name("title", 200), node.maybe_text("id"));
        if node.maybe_text("system").is_some_and(|system| system != crate::NAME_IN_FILES) {
            node.fault("system", HOUSE_FILE, format!("The system of this file is {}.", crate::NAME_IN_FILES));
        }
        if !node.has("cw_turn") {
            node.fault("cw_turn", HOUSE_FILE, "The turn with which the campaign begins is missing.");
        }
        let first = node.maybe_table("cw_turn").as_ref().and_then(Turn::read);
        let last = node.maybe_number("last_turn", 1..=200).and_then(|n| u16::try_from(n).ok());
        let last = last.or(Some(LAST));
        if let (Some(first), Some(last)) = (first, last)
            && (first.number == 0 || first.number > last)
        {
            let words =
                format!("Turns are 1 to {last}; a campaign that goes on longer says so in last_turn.");
            node.fault("cw_turn", HOUSE_FILE, words);
        }
        let options = node.maybe_table("options");
        let number = |key, range, default| {
            let read = options.as_ref().and_then(|node| node.maybe_number(key, range));
            read.and_then(|n| u16::try_from(n).ok()).unwrap_or(default)
        };
        let usual = Ratio::default();
        let stands = number("stands_per_sp", 2..=60, usual.stands);
        let batteries = number("batteries_per_sp", 0..=10, usual.batteries);
        let promotion_die = number("promotion_die", 2..=20, 6);
        let options = options.as_ref().map(Options::read).unwrap_or_default();
        node.close();
        Some(Self {
            title: title?,
            first: first?,
            last: last?,
            ratio: Ratio { stands, batteries },
            options,
            promotion_die,
        })
    }
}

/// What may stand once alone in a file; what stands again is told where it does.
struct Once<T>(BTreeSet<T>);

impl<T: Ord + Display> Once<T> {
    const fn new() -> Self {
        Self(BTreeSet::new())
    }

    fn met(&mut self, node: &Node<'_>, key: &str, id: T) {
        if let Some(id) = self.0.replace(id) {
            node.fault(key, HOUSE_FILE, format!("The id {id} stands twice."));
        }
    }
}

/// Leaders and strength points are named in what players write.
fn writable(node: &Node<'_>, id: &str) {
    if let Some(words) = crate::oob::names::cannot_be_written(id) {
        node.fault("id", "CWFF-4-1", words);
    }
}

/// One of several words, as it is written.
fn word<T>(
    node: &Node<'_>,
    key: &str,
    called: &str,
    read: impl Fn(&str) -> Option<T>,
    all: impl Fn() -> String,
) -> Option<T> {
    let text = node.text(key)?;
    let value = read(&text);
    if value.is_none() {
        node.fault(key, HOUSE_FILE, format!("{text:?} is no {called}; there are: {}.", all()));
    }
    value
}

/// The last turn of the whole war.
pub const LAST: u16 = 19;

fn points(root: &Node<'_>) -> Vec<(String, u16)> {
    let Some(node) = root.maybe_table("victory_points") else { return Vec::new() };
    let of = |key: String| {
        let points = node.whole(&key, 0..=99)?;
        Some((key.replace('_', " "), points))
    };
    node.keys().into_iter().filter_map(of).collect()
}
