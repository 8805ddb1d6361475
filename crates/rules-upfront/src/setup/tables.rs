//! The tables every nation shares: weapon families and what they may do, Elan, marks, victory points, the hand.
//! The printed ones are compiled in; a campaign file lays its own figures over them.

use crate::words::WeaponId;
use kernel::Diagnostic;
use kernel::reader::{HOUSE_FILE, Node, Reader};

/// A weapon family by its place in [`Families`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Family(pub u8);

/// A set of families.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FamilySet(u64);

impl FamilySet {
    /// Whether the family is in it.
    pub const fn has(self, family: Family) -> bool {
        self.0 >> family.0 & 1 == 1
    }

    /// With one more family.
    #[must_use]
    pub const fn with(self, family: Family) -> Self {
        Self(self.0 | 1 << family.0)
    }
}

/// Weapon families: whose weapon counts as the same; the two French mortars differ. [UF-42.2-5, UF-R15, UF-R52]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Families {
    names: Vec<String>,
    codes: Vec<(WeaponId, Family)>,
}

impl Families {
    /// The most families a campaign can have.
    pub const MOST: usize = 60;

    /// The family of a weapon code.
    pub fn of(&self, code: WeaponId) -> Option<Family> {
        self.codes.iter().find(|(known, _)| *known == code).map(|(_, family)| *family)
    }

    /// The name of a family: `RIFLE`.
    pub fn name(&self, family: Family) -> &str {
        &self.names[usize::from(family.0)]
    }

    /// A family by its name.
    pub fn named(&self, name: &str) -> Option<Family> {
        let at = self.names.iter().position(|known| known == name)?;
        u8::try_from(at).ok().map(Family)
    }

    /// Reads families into this list; a code that stands twice is a fault.
    pub(crate) fn lay(&mut self, node: &Node<'_>) {
        for name in node.keys() {
            let family = match self.named(&name) {
                Some(family) => family,
                None if self.names.len() < Self::MOST => {
                    self.names.push(name.clone());
                    Family(u8::try_from(self.names.len() - 1).unwrap_or(u8::MAX))
                }
                None => {
                    node.fault(&name, "UF-R15", format!("There are at most {} weapon families.", Self::MOST));
                    continue;
                }
            };
            for code in node.texts(&name) {
                match code.parse::<WeaponId>() {
                    Err(bad) => node.fault(&name, HOUSE_FILE, format!("{code:?} is no weapon code: {bad}.")),
                    Ok(id) => match self.of(id) {
                        Some(known) if known != family => {
                            let other = self.name(known).to_owned();
                            node.fault(
                                &name,
                                "UF-R15",
                                format!("The weapon {id} is in the family {other} already."),
                            );
                        }
                        Some(_) => {}
                        None => self.codes.push((id, family)),
                    },
                }
            }
        }
        node.close();
    }
}

/// What a family may do beside its own place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    /// These may stand in for each other when the own family is used up. [UF-42.1-10]
    pub swap: FamilySet,
    /// With these a man may be squad leader. [UF-42.2-4]
    pub squad_leader: FamilySet,
    /// With these he may after exchanging weapons. [UF-42.2-10]
    pub leader_after_exchange: FamilySet,
    /// Its KIA value is one lower. [UF-42.45-4]
    pub flamethrower: FamilySet,
    /// Anti-tank weapons that earn Elan. [UF-42.43-8]
    pub antitank: FamilySet,
    /// Those that earn it only under ruling R25.
    pub antitank_if_ruled: FamilySet,
    /// Those that never earn it. [UF-R25]
    pub no_antitank: FamilySet,
}

impl Roles {
    fn lay(&mut self, node: &Node<'_>, families: &Families) {
        let fields: [(&str, &mut FamilySet); 7] = [
            ("swap", &mut self.swap),
            ("squad_leader", &mut self.squad_leader),
            ("leader_after_exchange", &mut self.leader_after_exchange),
            ("flamethrower", &mut self.flamethrower),
            ("antitank", &mut self.antitank),
            ("antitank_if_ruled", &mut self.antitank_if_ruled),
            ("no_antitank", &mut self.no_antitank),
        ];
        for (key, set) in fields {
            if !node.has(key) {
                continue;
            }
            *set = FamilySet::default();
            for name in node.texts(key) {
                match families.named(&name) {
                    Some(family) => *set = set.with(family),
                    None => node.fault(key, "UF-R15", format!("There is no weapon family {name:?}.")),
                }
            }
        }
        node.close();
    }
}

/// Declares a table of whole numbers that a file gives by name.
macro_rules! figures {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $field:ident in $range:expr),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name { $($(#[$doc])* pub $field: i32),+ }

        impl $name {
            fn lay(&mut self, node: &Node<'_>) {
                $(if let Some(figure) = node.maybe_number(stringify!($field), $range) {
                    self.$field = i32::try_from(figure).unwrap_or(self.$field);
                })+
                node.close();
            }
        }
    };
}

figures! {
    /// Elan points and their price. [UF-42.43, UF-42.44]
    Elan {
        /// The side won.
        win in 0..=99,
        /// Wounded at the end.
        wounded in 0..=99,
        /// Unpinned at the end.
        unpinned_at_end in 0..=99,
        /// Each Hero card.
        hero_card in 0..=99,
        /// Each enemy killed in close combat.
        close_combat_kill in 0..=99,
        /// As how many enemies a fully manned infantry gun counts.
        manned_gun_counts_as in 0..=9,
        /// AFV destroyed with bazooka, panzerschreck, panzerfaust.
        afv_by_antitank_weapon in 0..=99,
        /// AFV destroyed with demo charge or ATMM.
        afv_by_demo_charge_or_atmm in 0..=99,
        /// One demo charge that kills or breaks enough men.
        demo_charge in 0..=99,
        /// How many men that are.
        demo_charge_least_men in 1..=99,
        /// AFV destroyed in close combat without secondary weapons.
        afv_in_close_combat_unaided in 0..=99,
        /// Taken off for immobilising only: the footnote to the starred lines. [UF-C19]
        immobilise_discount in 0..=99,
        /// The price of one step of Morale or Panic.
        price_of_one_step in 1..=99,
    }
}

figures! {
    /// What slashes are worth and how long a wound lasts. [UF-42.4-6, UF-42.45, UF-42.46]
    Marks {
        /// Survival slashes that restore a KIA value.
        survival_for_kia_restoration in 1..=99,
        /// Slashes of both kinds that bring a rank.
        survival_plus_promotion_for_rank in 1..=99,
        /// Scenarios a wounded man misses.
        wound_scenarios_missed in 0..=99,
        /// The KIA value a leader must have.
        leader_kia in 0..=12,
    }
}

figures! {
    /// Campaign Game Victory Points. [UF-42.8]
    Points {
        /// A scenario won.
        win in -99..=99,
        /// An own man lost.
        kia in -99..=99,
        /// An own man replaced.
        replacement in -99..=99,
        /// An own leader transferred.
        transfer in -99..=99,
        /// A commander of a gun or vehicle killed.
        commander_killed in -99..=99,
        /// An infantry gun lost, before its boxed number.
        lost_gun in -99..=99,
        /// A vehicle lost, before its boxed number, which costs as much again. [UF-C20]
        lost_vehicle in -99..=99,
    }
}

figures! {
    /// What a squad leader does to the hand. [UF-42.46-4, UF-42.46-5]
    Hand {
        /// A staff sergeant in play and unpinned.
        ssg_leader_bonus in -9..=9,
        /// A staff sergeant pinned or gone, from the raised capacity.
        ssg_leader_pinned_or_removed in -9..=9,
        /// Any other leader pinned or gone.
        other_leader_pinned_or_removed in -9..=9,
    }
}

/// All tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    /// UF-T1.
    pub families: Families,
    /// UF-T2.
    pub roles: Roles,
    /// UF-T3.
    pub elan: Elan,
    /// UF-T4.
    pub marks: Marks,
    /// UF-T5.
    pub points: Points,
    /// UF-T6.
    pub hand: Hand,
}

impl Tables {
    /// The printed tables.
    pub fn shipped() -> Result<Self, Vec<Diagnostic>> {
        let mut tables = Self::default();
        let mut faults = Vec::new();
        for (file, text) in [
            ("families", include_str!("../../charts/families.toml")),
            ("roles", include_str!("../../charts/roles.toml")),
            ("elan", include_str!("../../charts/elan.toml")),
            ("marks", include_str!("../../charts/marks.toml")),
            ("points", include_str!("../../charts/points.toml")),
            ("hand", include_str!("../../charts/hand.toml")),
        ] {
            let reader = Reader::new(file, text);
            tables.lay_one(file, &reader.root());
            faults.extend(reader.finish(Some(())).err().into_iter().flatten());
        }
        if faults.is_empty() { Ok(tables) } else { Err(faults) }
    }

    /// Lays `[chart.…]` of a campaign file over the tables.
    pub(crate) fn lay(&mut self, root: &Node<'_>) {
        let Some(charts) = root.maybe_table("chart") else { return };
        for name in ["families", "roles", "elan", "marks", "points", "hand"] {
            if let Some(node) = charts.maybe_table(name) {
                self.lay_one(name, &node);
            }
        }
        charts.close();
    }

    fn lay_one(&mut self, name: &str, node: &Node<'_>) {
        match name {
            "families" => self.families.lay(node),
            "roles" => self.roles.lay(node, &self.families),
            "elan" => self.elan.lay(node),
            "marks" => self.marks.lay(node),
            "points" => self.points.lay(node),
            _ => self.hand.lay(node),
        }
    }
}
