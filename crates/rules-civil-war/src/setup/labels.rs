//! From which strength on brigades are worn and spent. [CWFF-T3]

use kernel::Node;

use crate::words::Class;

/// A part of a brigade's stands, over and under: `4/5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part(u32, u32);

/// From which strength on a brigade is worn and spent, by experience. [CWFF-T3]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effectiveness([(Part, Part); 3]);

impl Effectiveness {
    /// The label x/y/z of a brigade.
    pub fn label(&self, class: Class, stands: u16) -> [u16; 3] {
        let (worn, spent) = self.0[class as usize];
        let of =
            |Part(over, under): Part| (u32::from(stands) * over).div_ceil(under).try_into().unwrap_or(stands);
        [stands, of(worn), of(spent)]
    }

    pub(super) fn read(root: &Node<'_>) -> Option<Self> {
        if !root.has("effectiveness") {
            root.fault("effectiveness", "CWFF-T3", "The table \"effectiveness\" is missing.");
        }
        let table = root.maybe_table("effectiveness")?;
        let part = |node: &Node<'_>, key| {
            let text = node.text(key)?;
            let read = text.split_once('/').and_then(|(a, b)| Some(Part(a.parse().ok()?, b.parse().ok()?)));
            let read =
                read.filter(|Part(over, under)| (1..=*under).contains(over) && (1..=1000).contains(under));
            if read.is_none() {
                node.fault(key, "CWFF-T3", format!("{text:?} is no part of a brigade, such as 4/5."));
            }
            read
        };
        let of = |key: &str| {
            if !table.has(key) {
                table.fault(key, "CWFF-T3", format!("Brigades that are {key} are missing."));
            }
            let node = table.maybe_table(key)?;
            let (worn, spent) = (part(&node, "worn"), part(&node, "spent"));
            node.close();
            let (worn, spent) = (worn?, spent?);
            if spent.0 * worn.1 >= worn.0 * spent.1 {
                let Part(over, under) = worn;
                let words = format!(
                    "Brigades that are {key} are worn from {over}/{under} down, and spent only below that: a smaller part \
                     stands here."
                );
                node.fault("spent", "CWFF-T3", words);
            }
            Some((worn, spent))
        };
        let (green, veteran, crack) = (of("green"), of("veteran"), of("crack"));
        table.close();
        Some(Self([green?, veteran?, crack?]))
    }
}
