//! The rulings that a campaign may choose for itself, each with the default of the rules catalogue. They are locked
//! by the first report. [UF-E36]

use kernel::reader::Node;
use serde::{Deserialize, Serialize};

use super::spelling::Spelling;
use crate::words::RulingId;

/// Declares the rulings: key, field, the ruling's id, what it asks, and its words, the default first.
macro_rules! rulings {
    ($($(#[$doc:meta])* $field:ident: $choice:ident = $key:literal, $rule:literal, $ask:literal,
        { $($variant:ident = $word:literal, $says:literal;)+ })+) => {
        $(kernel::words! {
            $(#[$doc])*
            pub enum $choice { $(#[doc = $says] $variant = $word),+ }
        }
        impl Default for $choice {
            fn default() -> Self {
                Self::ALL[0]
            }
        })+

        /// Every ruling of a campaign.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Rulings { $($(#[$doc])* #[serde(rename = $key)] pub $field: $choice),+ }

        /// One ruling as a page lists it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct RulingText {
            /// The key in files and commands.
            pub key: &'static str,
            /// The ruling's id in the catalogue.
            pub rule: &'static str,
            /// What it decides.
            pub ask: &'static str,
            /// Its words with what each says, the default first.
            pub words: &'static [(&'static str, &'static str)],
        }

        /// Every ruling in the catalogue's order.
        pub const RULINGS: &[RulingText] = &[$(RulingText {
            key: $key,
            rule: $rule,
            ask: $ask,
            words: &[$(($word, $says)),+],
        }),+];

        impl Rulings {
            /// The word chosen for a key; absent when there is no such ruling.
            pub fn get(&self, key: &str) -> Option<&'static str> {
                match key { $($key => Some(self.$field.word()),)+ _ => None }
            }

            /// Chooses a word for a key. False when there is no such ruling or no such word.
            pub fn set(&mut self, key: &str, word: &str) -> bool {
                match key {
                    $($key => $choice::read(word).map(|value| self.$field = value).is_some(),)+
                    _ => false,
                }
            }
        }
    };
}

rulings! {
    /// [UF-R01] Elan of a man at 7/7.
    elan_at_seven: ElanAtSeven = "R01_elan_at_seven", "UF-R01", "What a man at Morale 7 and Panic 7 gains",
    {
        NotRecorded = "not_recorded", "Nothing is recorded; what he had stays.";
        RecordedUseless = "recorded_useless", "It is recorded and serves nothing.";
    }
    /// [UF-R02] What a killed and replaced man costs.
    kia_and_replacement: KiaAndReplacement = "R02_kia_and_replacement", "UF-R02", "Where a killed man costs a point",
    {
        Both = "both", "At his death and again when he is replaced.";
        ReplacementOnly = "replacement_only", "Only when he is replaced.";
        KiaOnly = "kia_only", "Only at his death.";
    }
    /// [UF-R03] The boxed number of a lost infantry gun.
    ig_loss: GunLoss = "R03_ig_loss", "UF-R03", "What a lost infantry gun costs",
    {
        MinusX = "minus_3_minus_x", "3 and its boxed number.";
        PlusX = "minus_3_plus_x", "3 less its boxed number.";
    }
    /// [UF-R04] Wounded and unpinned together.
    wounded_and_unpinned: WoundedAndUnpinned = "R04_wounded_and_unpinned", "UF-R04", "Wounded and unpinned at the end",
    {
        Add = "add", "2 for each.";
        Once = "once", "2 for both together.";
    }
    /// [UF-R05] A Promotion slash for being in play.
    promotion_for_presence: PromotionForPresence = "R05_promotion_mark_for_presence", "UF-R05",
    "A Promotion slash for being in play at the end",
    {
        No = "no", "None: only improvements give one.";
        Yes = "yes", "One.";
    }
    /// [UF-R06] A Survival slash for routed men.
    survival_for_routed: SurvivalForRouted = "R06_survival_mark_for_routed", "UF-R06",
    "A Survival slash for a routed man",
    {
        Yes = "yes", "One.";
        No = "no", "None.";
    }
    /// [UF-R07] When low values kill.
    zero: Zero = "R07_zero", "UF-R07", "When a routed man counts as killed",
    {
        Both = "both", "When Morale and Panic are both 0.";
        PanicOnly = "panic_only", "When Panic is 0.";
    }
    /// [UF-R08] Steps per scenario.
    steps: Steps = "R08_steps_per_scenario", "UF-R08", "Steps a man may buy after one scenario",
    {
        One = "one", "One.";
        AsManyAsElanAllows = "as_many_as_elan_allows", "As many as his Elan pays for.";
    }
    /// [UF-R10] KIA restoration against promotion.
    order: MarkOrder = "R10_order", "UF-R10", "What five and ten slashes at once bring first",
    {
        KiaFirst = "kia_first", "The KIA value is restored first.";
        PromotionFirst = "promotion_first", "The promotion comes first.";
        Owner = "owner", "The owner says.";
    }
    /// [UF-R11] Whether a promotion may wait.
    promotion: Promotion = "R11_promotion", "UF-R11", "A promotion that is due",
    {
        Automatic = "automatic", "It comes at once.";
        Owner = "owner", "The owner may let it wait.";
    }
    /// [UF-R12] Slashes of a staff sergeant.
    ssg_marks: SsgMarks = "R12_ssg_marks", "UF-R12", "Ten slashes of a staff sergeant",
    {
        GoOn = "go_on", "They stay without effect.";
        Cleared = "cleared", "They are erased without effect.";
    }
    /// [UF-R13] The commissar's standing.
    commissar_rank: CommissarRank = "R13_commissar_rank", "UF-R13", "Whom the commissar outranks",
    {
        NotCompared = "not_compared", "He is not compared with any rank.";
        Lowest = "lowest", "He stands below every rank.";
    }
    /// [UF-R16] Leader cards in the ranks.
    leader_cards: LeaderCards = "R16_leader_cards_in_ranks", "UF-R16", "Leader cards in plain places",
    {
        No = "no", "Never.";
        Yes = "yes", "Allowed if the force still has one squad leader and one assistant.";
    }
    /// [UF-R17] A listed man in hospital whom nobody can stand in for.
    hospital_gap: HospitalGap = "R17_hospital_gap", "UF-R17", "A listed man in hospital, nobody like-armed free",
    {
        Vacant = "vacant", "His place stays empty.";
        ReviveLikeArmed = "revive_like_armed", "A like-armed dead man is revived.";
        GreenReplacement = "green_replacement", "He may come back at once as a green replacement.";
    }
    /// [UF-R20] Which losses cost a point.
    vp_for: PointsFor = "R20_vp_for", "UF-R20", "Which lost men cost a point",
    {
        AllLosses = "all_losses", "All of them.";
        KilledAndCloseCombat = "killed_and_close_combat", "Those killed and those lost in close combat.";
    }
    /// [UF-R25] The PIAT.
    piat: Piat = "R25_piat", "UF-R25", "An AFV destroyed with a PIAT",
    {
        Yes = "yes", "Scores as with a bazooka.";
        No = "no", "Scores nothing.";
    }
    /// [UF-R31] The pursuit check.
    pursuit_check: PursuitCheck = "R31_pursuit_check", "UF-R31", "The leader's check for a pursuit",
    {
        Less = "less", "The number drawn must be below his Morale.";
        LessOrEqual = "less_or_equal", "It may equal his Morale.";
    }
    /// [UF-R33] Who attacks when nothing decides.
    lot: Lot = "R33_lot_when_no_winner", "UF-R33", "Who attacks when points and last scenario are even",
    {
        Lot = "lot", "The lot decides.";
        Agreement = "agreement", "The players agree and both say so.";
    }
    /// [UF-R34] Equal points at the very end.
    equal_end: EqualEnd = "R34_equal_end", "UF-R34", "Equal points at the end of the campaign",
    {
        Draw = "draw", "A draw.";
        WinnerOfLastScenario = "winner_of_last_scenario", "The winner of the last scenario wins.";
    }
    /// [UF-R36] The price of a personal man's green return after a wound.
    personal_return: PersonalReturn = "R36_personal_wound_replacement_vp", "UF-R36",
    "A personal man who comes back green after a wound",
    {
        MinusOne = "minus_1", "Costs a point.";
        Free = "0", "Costs nothing.";
    }
    /// [UF-R38] Italians facing Russians.
    italian_panic: ItalianPanic = "R38_italian_vs_russian_panic_bonus", "UF-R38", "Italians facing Russians",
    {
        None = "0", "As printed.";
        PlusOne = "1", "Panic 1 higher on the force sheet, never on the roster.";
    }
    /// [UF-R40] Wound and rout together.
    wound_and_rout: WoundAndRout = "R40_wound_and_rout", "UF-R40", "A man who is wounded and routs",
    {
        Both = "both", "Both count.";
        RoutCancelsWound = "rout_cancels_wound", "He is in good health.";
    }
    /// [UF-R44] Whether the order of the list decides who is revived.
    free_men: FreeMen = "R44_free_like_armed_men", "UF-R44",
    "Which of several like-armed places a free man takes, and in which the dead man is revived",
    {
        AsAWhole = "as_a_whole", "The owner's choice: the filling is judged as a whole.";
        ByListOrder = "by_list_order", "The free man takes the first of them on the list.";
    }
    /// [UF-R50] Who sees a roster.
    rosters: Rosters = "R50_rosters", "UF-R50", "Who sees a roster",
    {
        Open = "open", "Both sides.";
        OwnerAndUmpire = "owner_and_umpire", "Its owner and the umpire.";
    }
    /// [UF-R51] The Russian assistant with the light machine gun.
    paired_stand_in: PairedStandIn = "R51_russian_2_dead", "UF-R51", "When the listed Russian #2 is dead",
    {
        Plain = "plain_42_2", "Plain 42.2.";
        Paired = "28_and_leader", "#28 and a leader may stand for #2 and one man with a machine pistol.";
    }
    /// [UF-R55] The commissar's place without him.
    commissar_place: CommissarPlace = "R55_commissar_place", "UF-R55", "The commissar's place when he is not in it",
    {
        LikeArmed = "like_armed", "A free like-armed man serves there as a plain man.";
        Empty = "empty", "It stays empty.";
    }
    /// [UF-R56] The squad leader's place when a transfer could fill it.
    sl_transfer: SlTransfer = "R56_sl_transfer", "UF-R56", "A squad leader's place that a transfer could fill",
    {
        Must = "must", "It may not stay empty.";
        May = "may", "It may stay empty.";
    }
    /// [UF-R58] Who may lead after exchanging a light machine gun.
    lmg_leader: LmgLeader = "R58_lmg_leader", "UF-R58", "Who may lead after exchanging a light machine gun",
    {
        AnyQualified = "any_qualified", "Any man with the rank and the KIA value.";
        AslCardsOnly = "asl_cards_only", "Assistant cards only.";
    }
    /// [UF-R60] A listed assistant who was promoted.
    promoted_asl: PromotedAsl = "R60_promoted_listed_asl", "UF-R60", "A listed assistant promoted to SGT or beyond",
    {
        KeepsPlace = "keeps_place", "He keeps his place while he does not outrank the squad leader.";
        NotOwed = "not_owed", "He is not owed; another assistant or none.";
    }
}

impl Rulings {
    /// Reads `[rulings]`; what is not there keeps its default.
    pub(crate) fn read(root: &Node<'_>) -> Self {
        let mut rulings = Self::default();
        let Some(table) = root.maybe_table("rulings") else { return rulings };
        for ruling in RULINGS {
            let Some(value) = table.value(ruling.key) else { continue };
            let word = Spelling::of(value.get_ref()).and_then(|spelling| ruling.word_of(&spelling));
            if !word.is_some_and(|word| rulings.set(ruling.key, word)) {
                let words = ruling.all_words();
                table.fault(ruling.key, ruling.rule, format!("{}: the words are {words}.", ruling.ask));
            }
        }
        table.close();
        rulings
    }

    /// A ruling by its short name: `R05`.
    pub fn text(short: RulingId) -> Option<&'static RulingText> {
        RulingText::named(short.as_str())
    }
}

impl RulingText {
    /// The ruling of a short name or a key in full.
    pub fn named(name: &str) -> Option<&'static Self> {
        RULINGS.iter().find(|ruling| ruling.short() == name || ruling.key == name)
    }

    /// The short name, as commands write it: `R05`.
    pub fn short(&self) -> &'static str {
        &self.key[..3]
    }

    /// Its words, for a sentence about a wrong one.
    pub fn all_words(&self) -> String {
        self.words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ")
    }

    /// What one of its words says.
    pub fn says(&self, word: &str) -> &'static str {
        self.words.iter().find(|(known, _)| *known == word).map_or("", |(_, says)| says)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::RulingWord;

    #[test]
    fn every_word_of_every_ruling_is_taken_and_read_back() {
        for ruling in RULINGS {
            assert_eq!(
                Rulings::default().get(ruling.key),
                Some(ruling.words[0].0),
                "the default stands first"
            );
            for (word, _) in ruling.words {
                let mut rulings = Rulings::default();
                assert!(rulings.set(ruling.key, word), "{} = {word}", ruling.key);
                assert_eq!(rulings.get(ruling.key), Some(*word));
            }
            assert!(!Rulings::default().set(ruling.key, "perhaps"));
            assert_eq!(Rulings::text(ruling.short().parse().unwrap()), Some(ruling));
            assert_eq!(ruling.rule, format!("UF-{}", ruling.short()));
            assert!(
                ruling.words.iter().all(|(word, _)| word.parse::<RulingWord>().is_ok()),
                "a word fits a command"
            );
        }
    }
}
