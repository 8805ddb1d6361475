//! The facts of a scenario as players exchange them, and the decisions they leave open. [catalogue section 4]

mod kept;
pub mod lenient;
mod prose;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

pub use kept::Kept;
pub use prose::{Difference, deed, deeds, differences, losses};

use crate::words::{AuxKind, ByMan, ManId, Out, Side, Trait, VehicleId, WeaponId};

kernel::words! {
    /// With what a vehicle was dealt with. [UF-42.43-8, UF-42.43-9, UF-42.43-11]
    pub enum Means {
        /// Bazooka, panzerschreck, panzerfaust, PIAT.
        Antitank = "antitank",
        /// Demo charge or anti-tank magnetic mine.
        DemoOrMine = "demo_atmm",
        /// Close combat without secondary weapons.
        CloseCombat = "close_combat",
    }
}

kernel::words! {
    /// What became of a vehicle. [UF-42.43-13]
    pub enum Wreck {
        /// Destroyed.
        Destroyed = "destroyed",
        /// Immobilised only.
        Immobilised = "immobilised",
    }
}

kernel::words! {
    /// What five and ten slashes at once bring first. [UF-R10]
    pub enum First {
        /// The KIA value.
        Kia = "kia",
        /// The rank.
        Promotion = "promotion",
    }
}

kernel::words! {
    /// Whether a promotion comes. [UF-R11]
    pub enum When {
        /// At once.
        Now = "now",
        /// Later.
        Wait = "wait",
    }
}

/// Something that earns Elan. [UF-42.43]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "there is no such deed; a deed is given with hero, cc_kill, ig_cc, afv, demo_charge_men or infiltration"
)]
pub enum Deed {
    /// Hero cards used by him. [UF-42.43-5]
    Hero {
        /// How many.
        hero: u8,
    },
    /// Enemies killed in close combat; the report says who gets the credit. [UF-42.43-6, UF-R24]
    CcKill {
        /// How many.
        cc_kill: u8,
    },
    /// Fully manned infantry guns killed in close combat. [UF-42.43-7]
    GunInCc {
        /// How many.
        ig_cc: u8,
    },
    /// A vehicle destroyed or immobilised. [UF-42.43-8, UF-42.43-9, UF-42.43-11, UF-42.43-13]
    Vehicle {
        /// Which vehicle.
        afv: VehicleId,
        /// With what.
        means: Means,
        /// What became of it.
        result: Wreck,
        /// The weapon, when it is not his own: `panzerfaust`. [UF-R25]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapon: Option<WeaponId>,
    },
    /// One use of a demo charge against men: killed and routed together. [UF-42.43-10, UF-R28]
    DemoCharge {
        /// How many men.
        demo_charge_men: u8,
    },
    /// Fire with doubled firepower out of an infiltration. [UF-42.43-12]
    Infiltration {
        /// What it met.
        infiltration: Infiltration,
    },
}

/// Fire out of an infiltration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Infiltration {
    /// Unpinned men of the target group before the fire.
    pub unpinned_before: u8,
    /// Enemies removed or pinned by it.
    pub removed_or_pinned: u8,
}

/// Something noted during play. [UF-P15]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "there is no such note; a note gives out, wounded, pinned or a deed: hero, cc_kill, ig_cc, afv, \
         demo_charge_men or infiltration"
)]
pub enum Noted {
    /// How he left.
    Out {
        /// How.
        out: Out,
    },
    /// Whether he is wounded.
    Wounded {
        /// Wounded or not.
        wounded: bool,
    },
    /// Whether he is pinned.
    Pinned {
        /// Pinned or not.
        pinned: bool,
    },
    /// A deed.
    Deed(Deed),
}

/// What became of one man.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManReport {
    /// Who.
    pub id: ManId,
    /// How he left the scenario.
    pub out: Out,
    /// Whether he ended pinned; not for a man who is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pinned: Option<bool>,
    /// Whether he ended wounded; not for a man who is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wounded: Option<bool>,
    /// Whether he came from another scenario of the Team Game. [UF-42.44-8]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved_in: bool,
    /// What he did. A list that is written and holds nothing is read as [`NOTHING`].
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "told")]
    pub events: Vec<Deed>,
}

/// No deed, said in so many words: it contradicts a tally that notes one.
pub const NOTHING: Deed = Deed::Hero { hero: 0 };

fn told<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Deed>, D::Error> {
    Vec::deserialize(deserializer).map(or_nothing)
}

/// Deeds that are told, be it that there are none.
pub fn or_nothing(mut deeds: Vec<Deed>) -> Vec<Deed> {
    if deeds.is_empty() {
        deeds.push(NOTHING);
    }
    deeds
}

impl ManReport {
    /// A man who was there at the end, unpinned and unhurt.
    pub fn new(id: ManId) -> Self {
        Self { id, out: Out::InPlay, pinned: None, wounded: None, moved_in: false, events: Vec::new() }
    }

    /// Whether he ended on the table or away with his group, unpinned: fire that pins him stops no withdrawal, but costs him
    /// this. [UF-42.43-4, UF-42.6-8, UF-42.6-9]
    pub fn is_unpinned(&self) -> bool {
        matches!(self.out, Out::InPlay | Out::Withdrawn) && self.pinned != Some(true)
    }

    /// Whether he is alive and wounded.
    pub fn is_wounded(&self) -> bool {
        !self.out.is_lost() && self.wounded == Some(true)
    }

    /// In the one form in which equal facts are equal.
    fn make_normal(&mut self) {
        if matches!(self.out, Out::InPlay | Out::Withdrawn) {
            self.pinned = Some(self.pinned.unwrap_or(false));
        }
        if self.out.took_part() && !self.out.is_lost() {
            self.wounded = Some(self.wounded.unwrap_or(false));
        }
        self.events = counted(std::mem::take(&mut self.events));
    }
}

impl Deed {
    /// Whether it is a count of nothing, which is no deed.
    fn is_nothing(self) -> bool {
        matches!(
            self,
            Self::Hero { hero: 0 }
                | Self::CcKill { cc_kill: 0 }
                | Self::GunInCc { ig_cc: 0 }
                | Self::DemoCharge { demo_charge_men: 0 }
        )
    }
}

/// Deeds in the one form in which equal deeds are equal: what is only counted stands once, with its sum; a count of
/// nothing is no deed.
pub fn counted(events: Vec<Deed>) -> Vec<Deed> {
    // Most did nothing, or one thing.
    match events[..] {
        [] => return events,
        [deed] if !deed.is_nothing() => return events,
        _ => {}
    }
    let (mut heroes, mut kills, mut guns) = (0u8, 0u8, 0u8);
    let mut rest = Vec::new();
    for deed in events {
        match deed {
            Deed::Hero { hero } => heroes = heroes.saturating_add(hero),
            Deed::CcKill { cc_kill } => kills = kills.saturating_add(cc_kill),
            Deed::GunInCc { ig_cc } => guns = guns.saturating_add(ig_cc),
            Deed::DemoCharge { demo_charge_men: 0 } => {}
            other => rest.push(other),
        }
    }
    rest.extend((heroes > 0).then_some(Deed::Hero { hero: heroes }));
    rest.extend((kills > 0).then_some(Deed::CcKill { cc_kill: kills }));
    rest.extend((guns > 0).then_some(Deed::GunInCc { ig_cc: guns }));
    rest.sort();
    rest
}

/// A gun, vehicle or commander lost. [UF-42.8-2, UF-42.8-3, UF-42.8-4]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuxLoss {
    /// What.
    pub kind: AuxKind,
    /// The boxed number on its card.
    #[serde(default)]
    pub effect: i32,
}

/// What became of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SideReport {
    /// Its men. Files may write a table keyed by number instead of a list.
    #[serde(deserialize_with = "men")]
    pub men: Vec<ManReport>,
    /// Guns, vehicles and commanders lost.
    pub aux: Vec<AuxLoss>,
    /// What could not be read, where somebody tells the facts. A report with such a thing is refused.
    #[serde(skip)]
    pub unread: Vec<lenient::Unread>,
}

impl SideReport {
    /// What became of a man.
    pub fn man(&self, man: ManId) -> Option<&ManReport> {
        self.men.iter().find(|report| report.id == man)
    }
}

/// The facts of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Report {
    /// Who won, if anyone did.
    pub winner: Option<Side>,
    /// The first side of the set-up.
    pub side_1: SideReport,
    /// The second side.
    pub side_2: SideReport,
}

impl Report {
    /// One side's part.
    pub fn side(&self, side: Side) -> &SideReport {
        if side.number() == 0 { &self.side_1 } else { &self.side_2 }
    }

    /// One side's part, to change.
    pub fn side_mut(&mut self, side: Side) -> &mut SideReport {
        if side.number() == 0 { &mut self.side_1 } else { &mut self.side_2 }
    }

    /// In the one form in which equal facts are equal: the order of men and deeds does not matter.
    #[must_use]
    pub fn normal(mut self) -> Self {
        for side in Side::BOTH {
            let part = self.side_mut(side);
            part.men.iter_mut().for_each(ManReport::make_normal);
            part.men.sort_by_key(|man| man.id);
            part.aux.sort();
        }
        self
    }
}

/// One side's decisions on the agreed facts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Decisions {
    /// Which value of a routed man falls. [UF-42.42-3]
    #[serde(skip_serializing_if = "ByMan::is_empty")]
    pub rout: ByMan<Trait>,
    /// Which steps a man buys. [UF-42.44-2]
    #[serde(skip_serializing_if = "ByMan::is_empty")]
    pub trade: ByMan<Vec<Trait>>,
    /// What comes first, under ruling R10 `owner`.
    #[serde(skip_serializing_if = "ByMan::is_empty")]
    pub order: ByMan<First>,
    /// Whether a promotion comes now, under ruling R11 `owner`.
    #[serde(skip_serializing_if = "ByMan::is_empty")]
    pub promote: ByMan<When>,
}

impl Decisions {
    /// In the one form in which equal decisions are equal.
    #[must_use]
    pub fn normal(mut self) -> Self {
        self.rout.0.sort_by_key(|(man, _)| *man);
        self.trade.0.retain(|(_, steps)| !steps.is_empty());
        self.trade.0.sort_by_key(|(man, _)| *man);
        self.order.0.sort_by_key(|(man, _)| *man);
        self.promote.0.sort_by_key(|(man, _)| *man);
        self
    }
}

/// A list of men, or a table keyed by number.
fn men<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ManReport>, D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        out: Out,
        #[serde(default)]
        pinned: Option<bool>,
        #[serde(default)]
        wounded: Option<bool>,
        #[serde(default)]
        moved_in: bool,
        #[serde(default)]
        events: Option<Vec<Deed>>,
        // The short forms in which pages write deeds: counts, and deeds that may stand several at once.
        #[serde(default)]
        hero: Option<u8>,
        #[serde(default)]
        cc_kill: Option<u8>,
        #[serde(default)]
        deeds: Option<Vec<Alike>>,
    }
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Alike {
        One(Deed),
        Several(Vec<Deed>),
    }
    struct Men;
    impl<'de> Visitor<'de> for Men {
        type Value = Vec<ManReport>;
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a list of men, or a table keyed by number")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
            let mut men = Vec::new();
            while let Some(man) = seq.next_element()? {
                men.push(man);
            }
            Ok(men)
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut men = Vec::new();
            while let Some((key, body)) = map.next_entry::<String, Body>()? {
                let id = key.parse().map_err(A::Error::custom)?;
                let Body { out, pinned, wounded, moved_in, events, hero, cc_kill, deeds } = body;
                let is_told = events.is_some() || hero.is_some() || cc_kill.is_some() || deeds.is_some();
                let mut events = events.unwrap_or_default();
                events.extend(hero.filter(|hero| *hero > 0).map(|hero| Deed::Hero { hero }));
                events.extend(cc_kill.filter(|n| *n > 0).map(|cc_kill| Deed::CcKill { cc_kill }));
                for alike in deeds.unwrap_or_default() {
                    match alike {
                        Alike::One(deed) => events.push(deed),
                        Alike::Several(deeds) => events.extend(deeds),
                    }
                }
                let events = if is_told { or_nothing(events) } else { events };
                men.push(ManReport { id, out, pinned, wounded, moved_in, events });
            }
            Ok(men)
        }
    }
    deserializer.deserialize_any(Men)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_are_read_as_the_exchange_document_writes_them() {
        let text = r#"[{"hero": 2}, {"cc_kill": 1}, {"ig_cc": 1},
            {"afv": "tank", "means": "antitank", "result": "destroyed"}, {"demo_charge_men": 3},
            {"infiltration": {"unpinned_before": 3, "removed_or_pinned": 1}}]"#;
        let deeds: Vec<Deed> = serde_json::from_str(text).unwrap();
        assert_eq!(deeds.len(), 6);
        assert_eq!(
            serde_json::from_str::<Vec<Deed>>(&serde_json::to_string(&deeds).unwrap()).unwrap(),
            deeds
        );
        assert!(serde_json::from_str::<Deed>(r#"{"hero": 1, "villain": 1}"#).is_err());
    }

    #[test]
    fn deeds_that_are_counted_are_equal_however_they_are_told() {
        let read = |man: &str| {
            let text = format!(r#"{{"side_1": {{"men": {{"4": {man}}}}}}}"#);
            serde_json::from_str::<Report>(&text).unwrap().normal()
        };
        let by_page =
            read(r#"{"out": "in_play", "hero": 2, "cc_kill": 1, "deeds": [{"demo_charge_men": 3}]}"#);
        let one_by_one = read(
            r#"{"out": "in_play", "events": [{"hero": 1}, {"cc_kill": 1}, {"demo_charge_men": 3}, {"hero": 1}]}"#,
        );
        assert_eq!(by_page, one_by_one);
        assert_eq!(by_page.side_1.men[0].events.len(), 3);
        let twice =
            read(r#"{"out": "in_play", "deeds": [[{"demo_charge_men": 3}, {"demo_charge_men": 3}]]}"#);
        assert_eq!(twice.side_1.men[0].events, [Deed::DemoCharge { demo_charge_men: 3 }; 2]);
    }

    #[test]
    fn no_deeds_in_so_many_words_are_not_the_same_as_no_word_about_them() {
        let told = |man: &str| {
            let table = format!(r#"{{"men": {{"4": {{"out": "in_play"{man}}}}}}}"#);
            serde_json::from_str::<SideReport>(&table).unwrap().men[0].events.clone()
        };
        assert_eq!(told(""), []);
        for none in [r#", "events": []"#, r#", "hero": 0"#, r#", "cc_kill": 0, "deeds": []"#] {
            assert_eq!(told(none), [NOTHING], "{none}");
        }
        let list: SideReport =
            serde_json::from_str(r#"{"men": [{"id": 4, "out": "in_play", "events": []}]}"#).unwrap();
        assert_eq!(list.men[0].events, [NOTHING]);
        assert_eq!(counted(vec![NOTHING, Deed::DemoCharge { demo_charge_men: 0 }]), []);
    }

    #[test]
    fn men_are_read_from_a_list_and_from_a_table() {
        let list: SideReport = serde_json::from_str(r#"{"men": [{"id": 4, "out": "killed"}]}"#).unwrap();
        let table: SideReport = serde_json::from_str(r#"{"men": {"4": {"out": "killed"}}}"#).unwrap();
        assert_eq!(list, table);
    }

    #[test]
    fn the_order_of_men_and_deeds_makes_no_difference() {
        let text = |men: &str| format!(r#"{{"side_1": {{"men": [{men}]}}}}"#);
        let a = r#"{"id": 4, "out": "in_play", "events": [{"hero": 1}, {"cc_kill": 2}]}"#;
        let b = r#"{"id": 9, "out": "killed"}"#;
        let turned =
            r#"{"id": 4, "out": "in_play", "pinned": false, "events": [{"cc_kill": 2}, {"hero": 1}]}"#;
        let one: Report = serde_json::from_str(&text(&format!("{a}, {b}"))).unwrap();
        let other: Report = serde_json::from_str(&text(&format!("{b}, {turned}"))).unwrap();
        assert_eq!(one.normal(), other.normal());
    }
}
