//! The small words of the system. Each has one spelling in files.

mod inches;

pub use inches::Inches;

kernel::ids! {
    /// A strength point of the board game.
    pub SpId;
    /// A leader counter, under whichever rank it is in play.
    pub LeaderId;
    /// A promotion counter.
    pub CounterId;
    /// An army.
    pub ArmyId;
    /// A hex of the board.
    pub HexId;
    /// A battle: its attacker and which of his it is, such as `aop.1`.
    pub BattleId;
    /// Anything of an order of battle: a corps, a division, a brigade.
    pub UnitId;
    /// One of several players of a side, as they call him.
    pub PlayerId;
}

kernel::sides! {
    /// The two sides, as files write them.
    pub enum Party {
        /// The Union.
        Union = "U",
        /// The Confederacy.
        Confederate = "C",
    }
}

kernel::words! {
    /// How far a strength point has come. [CWFF-4F-1]
    #[derive(Default)]
    pub enum Class {
        /// Never fought.
        #[default]
        Green = "green",
        /// Has fought.
        Veteran = "veteran",
        /// Was promoted after a victory.
        Crack = "crack",
    }

    /// What the stands of a strength point are. [CWFF-R3]
    #[derive(Default)]
    pub enum Arm {
        /// On foot.
        #[default]
        Infantry = "infantry",
        /// Mounted.
        Cavalry = "cavalry",
    }

    /// What somebody is in a battle.
    pub enum Role {
        /// Entered the hex.
        Attacker = "attacker" => "the attacker",
        /// Was there.
        Defender = "defender" => "the defender",
    }

    /// A flank as its own army sees it. [CWFF-R9]
    pub enum Flank {
        /// Its left.
        Left = "left",
        /// Its right.
        Right = "right",
    }

    /// How a march went. [CWFF-7B-2]
    pub enum Speed {
        /// Above the rating.
        Swift = "swift",
        /// Equal to it.
        Deliberate = "deliberate",
        /// Below it.
        Plodding = "plodding",
    }

    /// What a leader or a brigade is on the day. [CWFF-7A-2] [CWFF-R33]
    #[derive(Default)]
    pub enum Rating {
        /// Neither.
        #[default]
        Average = "average" => "Average",
        /// The book of the miniatures prints Exceptional.
        Excellent = "excellent" => "Exceptional",
        /// Leaders alone.
        Poltroon = "poltroon" => "Poltroon",
    }

    /// What a leader commands in an order of battle. [CWFF-T1]
    pub enum Rank {
        /// 1 or 2 strength points.
        Division = "division",
        /// 2 divisions or more.
        Corps = "corps",
        /// All of it.
        Army = "army",
    }

    /// The land of a hex, and of a battlefield.
    pub enum Terrain {
        /// Open land.
        Clear = "clear",
        /// Woods.
        Forest = "forest",
        /// Swamp.
        Swamp = "swamp",
        /// A gap or a road between mountains; only battlefields are of this kind.
        Gap = "gap",
    }

    /// What the attacker crossed to come in. [CWFF-T7]
    #[derive(Default)]
    pub enum Crossing {
        /// Nothing that counts.
        #[default]
        Open = "open" => "nothing",
        /// A gap.
        Gap = "gap" => "a gap",
        /// A road between mountains.
        Road = "road" => "a road",
        /// A river that no ship goes up.
        RiverUnnavigable = "river-unnavigable" => "an un-navigable river",
        /// A river for ships.
        RiverNavigable = "river-navigable" => "a navigable river",
    }

    /// The five turns of a year. [CWFF-T4]
    pub enum Season {
        /// Two months.
        MarApr = "Mar-Apr",
        /// Two months.
        MayJun = "May-Jun",
        /// Two months.
        JulAug = "Jul-Aug",
        /// Two months.
        SepOct = "Sep-Oct",
        /// Four months.
        NovFeb = "Nov-Feb",
    }

    /// How large a battle is on the combat results table.
    pub enum Size {
        /// 1 to 3 strength points.
        Small = "small",
        /// 4 to 9.
        Medium = "medium",
        /// 10 and more.
        Large = "large",
    }

    /// The four edges of a field.
    pub enum Edge {
        /// The far one.
        North = "north",
        /// The right one.
        East = "east",
        /// The near one.
        South = "south",
        /// The left one.
        West = "west",
    }

    /// What became of a leader.
    #[derive(Default)]
    pub enum Fate {
        /// In play.
        #[default]
        Active = "active" => "in play",
        /// Out for a time.
        Wounded = "wounded",
        /// Out for good.
        Killed = "killed",
        /// Out for good.
        Captured = "captured",
    }

    /// The steps of a battle.
    #[derive(Default)]
    pub enum Step {
        /// B1.
        #[default]
        Agreement = "agreement" => "the agreement",
        /// B2 to B12, at a table of its own.
        Away = "away" => "a table of its own",
        /// B2.
        Field = "field" => "the choice of the battlefield",
        /// B3.
        Edge = "edge" => "the choice of the side of the field",
        /// B4.
        Orders = "orders" => "the orders of battle",
        /// B5.
        Flanks = "flanks" => "the decision on flank marches",
        /// B6.
        Sketch = "sketch" => "the sketches",
        /// B7.
        Placing = "placing" => "the placing of what is visible, and the ratings",
        /// B8.
        Marches = "marches" => "the marches of the flanks",
        /// B9 and B10 by day.
        Day = "day" => "the day of battle",
        /// B10 by night.
        Night = "night" => "the night",
        /// B11 and B12.
        After = "after" => "the reckoning after the battle",
        /// Over, and taken back by the book.
        Closed = "closed" => "closed",
    }

    /// The steps of a turn of the book.
    #[derive(Default)]
    pub enum Stage {
        /// K1.
        #[default]
        Reinforcement = "reinforcement" => "the reinforcement phase",
        /// K2.
        Pulses = "pulses" => "the pulses",
        /// The last turn is played.
        Over = "over",
        /// There is no book here but what one battle needs.
        Battle = "battle" => "one battle",
    }

    /// What a poltroon's help is asked for. [CWFF-7A-5]
    #[derive(Default)]
    pub enum Use {
        /// The maneuver table.
        #[default]
        Maneuver = "maneuver",
        /// Close combat.
        Combat = "combat" => "close combat",
    }
}

impl Season {
    /// The turn that comes after it, and whether a new year begins with it.
    pub fn next(self) -> (Self, bool) {
        match self {
            Self::MarApr => (Self::MayJun, false),
            Self::MayJun => (Self::JulAug, false),
            Self::JulAug => (Self::SepOct, false),
            Self::SepOct => (Self::NovFeb, false),
            Self::NovFeb => (Self::MarApr, true),
        }
    }
}

impl Edge {
    /// The edge across the field.
    #[must_use]
    pub const fn across(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::South => Self::North,
            Self::East => Self::West,
            Self::West => Self::East,
        }
    }

    /// The edge to the left of whoever stands at this edge and looks across the field.
    #[must_use]
    pub const fn left(self) -> Self {
        match self {
            Self::North => Self::East,
            Self::East => Self::South,
            Self::South => Self::West,
            Self::West => Self::North,
        }
    }

    /// The edge at which a flank of whoever stands at this edge lies. [CWFF-R9]
    #[must_use]
    pub const fn flank(self, flank: Flank) -> Self {
        match flank {
            Flank::Left => self.left(),
            Flank::Right => self.left().across(),
        }
    }
}

impl Fate {
    /// Whether he never comes back. [CWFF-R21]
    pub const fn is_out_for_good(self) -> bool {
        matches!(self, Self::Killed | Self::Captured)
    }
}

impl Role {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

impl Class {
    /// The account that its losses go to. [CWFF-9A-2]
    pub const fn account(self) -> Account {
        if matches!(self, Self::Crack) { Account::Crack } else { Account::Other }
    }
}

kernel::words! {
    /// Losses are counted apart for crack stands and for all others. [CWFF-9A-2]
    #[derive(Default)]
    pub enum Account {
        /// Crack.
        Crack = "crack",
        /// Green and veteran.
        #[default]
        Other = "other",
    }
}
