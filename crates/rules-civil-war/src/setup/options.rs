//! The options of a campaign: one for each ruling that a table may decide otherwise.

use kernel::Node;
use kernel::reader::HOUSE_FILE;

macro_rules! options {
    ($($(#[$doc:meta])* $field:ident: $kind:ident { $($(#[$of:meta])* $value:ident = $word:literal),+ $(,)? })+) => {
        kernel::words! {$(
            $(#[$doc])*
            #[derive(Default)]
            pub enum $kind { $($(#[$of])* $value = $word),+ }
        )+}

        /// What the table has decided of the rulings; each is the printed default where a file says nothing.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Options {
            $($(#[$doc])* pub $field: $kind,)+
            /// [CWFF-R6] Whether the advice on structure binds.
            pub strict_structure: bool,
            /// [CWFF-R19] Whether lost batteries count as stands.
            pub count_batteries: bool,
        }

        /// Every option that is one of several words, with these words.
        pub const CHOICES: &[(&str, &[&str])] = &[$((stringify!($field), &[$($word),+])),+];

        impl Options {
            /// Reads the table of options.
            pub fn read(node: &Node<'_>) -> Self {
                let options = Self {
                    $($field: word(node, stringify!($field), $kind::read, $kind::all_words),)+
                    strict_structure: node.maybe_flag("strict_structure").unwrap_or(false),
                    count_batteries: node.maybe_flag("count_batteries").unwrap_or(false),
                };
                options.without_a_person(node);
                node.close();
                options
            }
        }
    };
}

fn word<T: Default>(
    node: &Node<'_>,
    key: &str,
    read: impl Fn(&str) -> Option<T>,
    all: impl Fn() -> String,
) -> T {
    let Some(text) = node.maybe_text(key) else { return T::default() };
    read(&text).unwrap_or_else(|| {
        node.fault(key, HOUSE_FILE, format!("{text:?} is no choice for {key}; there are: {}.", all()));
        T::default()
    })
}

options! {
    /// [CWFF-R1] What counts where the ground is of several kinds.
    terrain_combine: Combine {
        /// All of it, breastworks at most 100%.
        #[default]
        Sum = "sum",
        /// The worst of it.
        Worst = "max",
    }
    /// [CWFF-R2] How one of several battlefields is found.
    battlefield_pick: FieldPick {
        /// By lot.
        #[default]
        Random = "random",
        /// The players agree.
        Agree = "agree",
    }
    /// [CWFF-R5] What becomes of leaders for whom there are too few strength points.
    under_strength_leader: UnderStrength {
        /// They step down.
        #[default]
        StepDown = "step-down",
        /// The order is refused.
        Refuse = "refuse",
    }
    /// [CWFF-R9] Which flanks of the two armies are the same.
    flank_match: FlankMatch {
        /// Those at one edge of the table.
        #[default]
        Edge = "edge",
        /// Those with one name.
        Label = "label",
    }
    /// [CWFF-R13] Which unequal marches may meet.
    encounter_matrix: Matrix {
        /// Swift with deliberate, and deliberate with plodding.
        #[default]
        Corrected = "corrected",
        /// As the sentence stands: swift with deliberate, and swift with plodding.
        Literal = "literal",
    }
    /// [CWFF-R16] What forces are compared by.
    encounter_measure: Weighing {
        /// Cavalry counts twice.
        #[default]
        Effective = "effective",
        /// Cavalry counts twice only in what it holds back.
        Raw = "raw",
    }
    /// [CWFF-R17] What becomes of parts of a strength point.
    fraction: Fraction {
        /// They are carried.
        #[default]
        Ledger = "ledger",
        /// They are rounded to the nearest whole.
        Nearest = "nearest",
        /// A die decides whether a part is a whole strength point, or nothing.
        Dice = "dice",
    }
    /// [CWFF-R18] How losses are rounded for demoralization.
    demoral_round: DemoralRound {
        /// Down.
        #[default]
        Floor = "floor",
        /// To the nearest.
        Nearest = "nearest",
    }
    /// [CWFF-R21] What becomes of a counter whose leader fights again.
    promotion_refight: Refight {
        /// It stays on its turn.
        #[default]
        Keep = "keep",
        /// It moves to this turn.
        Move = "move",
    }
    /// [CWFF-R22] Who wins with equal victory points.
    vp_tie: Tie {
        /// Who holds the field alone, else the defender.
        #[default]
        Holder = "holder-then-defender",
        /// The defender.
        Defender = "defender",
    }
    /// [CWFF-R24] Which losses of the table the chance is taken of.
    demoral_condition: Condition {
        /// The loss that was taken.
        #[default]
        Exact = "exact",
        /// Any loss of 0 or 1.
        Either = "either",
    }
    /// [CWFF-R28] How inches of breastworks are rounded.
    breastworks_round: WorksRound {
        /// Exact to a quarter of an inch.
        #[default]
        Exact = "exact",
        /// Down to whole inches.
        Floor = "floor",
        /// To the nearest whole inch.
        Nearest = "nearest",
    }
    /// [CWFF-R30] What a notice tells.
    notice_detail: Notice {
        /// Whose it is, and the edge.
        #[default]
        SideAndFlank = "side-and-flank",
        /// The edge alone.
        FlankOnly = "flank-only",
    }
    /// [CWFF-R32] Whether a demoralized attacker is treated as a demoralized defender.
    demoralized_attacker: Demoralized {
        /// He is not.
        #[default]
        NoEffect = "no-effect",
        /// He is.
        Same = "same",
    }
    /// [CWFF-R35] When the field is that of a gap.
    gap_field: GapField {
        /// When the attacker came across a gap or a road.
        #[default]
        Hexside = "hexside",
        /// Never: the land of the hex alone counts.
        Hex = "hex",
    }
    /// [CWFF-R37] What may not come nearer at night.
    night_line: NightLine {
        /// The army's nearest unit.
        #[default]
        Army = "army",
        /// Each unit.
        Unit = "unit",
    }
    /// [CWFF-R11] Who says what is visible at the start.
    visibility: Visibility {
        /// The neutral.
        #[default]
        Neutral = "neutral",
        /// Lines of sight over the field, as both sketches are closed.
        LineOfSight = "line-of-sight",
    }
    /// Where battles on the table are fought.
    battles: Fought {
        /// In this campaign.
        #[default]
        Here = "here",
        /// Each in a campaign of its own below this one.
        Tables = "tables",
    }
    /// Who is the neutral.
    neutral: Neutral {
        /// A person at the umpire's seat.
        #[default]
        Person = "person",
        /// The engine: nobody has to sit there.
        Engine = "engine",
    }
    /// [CWFF-R40] What holds in an army that has no army leader from the start.
    army_leader_absent: NoArmyLeader {
        /// Nothing changes.
        #[default]
        NoEffect = "no-effect",
        /// Corps leaders count as outside.
        Outside = "outside",
    }
}

impl Options {
    /// Whether no person is the neutral.
    pub fn no_person(&self) -> bool {
        self.neutral == Neutral::Engine
    }

    /// [CWFF-R11] Whether lines of sight say what is visible at the start: the engine sees nothing else.
    pub fn by_sight(&self) -> bool {
        self.visibility == Visibility::LineOfSight || self.no_person()
    }

    /// What cannot be together with the engine as neutral, each with what to do about it.
    pub(super) fn without_a_person(&self, node: &Node<'_>) {
        if !self.no_person() {
            return;
        }
        if self.flank_match == FlankMatch::Label && self.notice_detail == Notice::FlankOnly {
            node.fault(
                "notice_detail",
                HOUSE_FILE,
                "With the engine as neutral and flanks matched by name, a notice tells whose force comes. \
                 Write notice_detail = \"side-and-flank\", flank_match = \"edge\", or neutral = \"person\".",
            );
        }
    }
}
