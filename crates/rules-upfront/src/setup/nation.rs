//! A nation's roster as printed: cards, weapons, limits, ranks, hand. An eighth nation is a file. [UF-42.1-2]

use kernel::Id;
use kernel::reader::{HOUSE_FILE, Node};

use super::tables::{Family, Tables};
use crate::words::{ManId, ManSet, Rank, Role};

/// One card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The man.
    pub id: ManId,
    /// His name.
    pub name: String,
    /// The weapon's code as printed: `MP`, `MTR:2`.
    pub weapon: Id,
    /// The weapon's family.
    pub family: Family,
    /// His price. [UF-R45]
    pub points: i32,
    /// His printed rank.
    pub rank: Rank,
    /// His printed KIA value.
    pub kia: u8,
    /// His printed Morale.
    pub morale: u8,
    /// His printed Panic.
    pub panic: u8,
    /// What kind of leader card he is, if he carries a printed T.
    pub role: Option<Role>,
    /// The readings of the print that were corrected, as field and reading.
    pub scan: Vec<(String, String)>,
}

/// Limits of the values. [UF-42.44-3, UF-42.44-4, UF-42.45-4, UF-RN-4, UF-RN-5]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// The highest Morale.
    pub morale_max: u8,
    /// The highest Panic.
    pub panic_max: u8,
    /// How far Panic may lie below Morale: 1 for Italy, else 0.
    pub panic_below_morale: u8,
    /// The KIA ceiling.
    pub kia_max: u8,
    /// The KIA ceiling with a flamethrower.
    pub kia_max_flame: u8,
    /// A replacement's KIA value.
    pub kia_replacement: u8,
    /// A replacement's KIA value with a flamethrower.
    pub kia_replacement_flame: u8,
}

impl Caps {
    /// Whether a man may stand at these values.
    pub const fn allow(self, morale: u8, panic: u8) -> bool {
        morale <= self.morale_max && panic <= self.panic_max && morale <= panic + self.panic_below_morale
    }
}

/// What a weapon does at each range. Shown and printed; no rule here computes with it. [UF-RN-10]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its code.
    pub code: Id,
    /// The printed head of its column.
    pub header: String,
    /// One cell per range 0 to 5, as printed.
    pub cells: [String; 6],
    /// A remark; may be empty.
    pub note: String,
}

/// One row of the artillery radio table. [UF-RN-10]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Radio {
    /// The class of troops; `all` where the print has none.
    pub troops: String,
    /// Strengths with their prices.
    pub prices: Vec<(i32, i32)>,
    /// How many cards.
    pub cards: i32,
}

/// With what a personal man starts. [UF-42.9-2]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalStart {
    /// Morale.
    pub morale: u8,
    /// Panic.
    pub panic: u8,
    /// Rank.
    pub rank: Rank,
    /// KIA value.
    pub kia: u8,
    /// Weapons to choose from.
    pub weapons: Vec<Id>,
    /// The weapon when none is named.
    pub weapon: Id,
}

/// Two men who may stand for a listed one and another, under ruling R51. [UF-R51]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairedStandIn {
    /// The listed man who is dead.
    pub listed: ManId,
    /// The man who takes a plain place.
    pub man: ManId,
    /// The family whose place he takes.
    pub instead_of: Family,
    /// The kinds of leader card that may take the listed man's place.
    pub roles: [bool; 3],
}

/// A nation's roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nation {
    /// Its id: `german`.
    pub id: Id,
    /// Its name: "German".
    pub name: String,
    /// The cards, numbered from 1 without a gap.
    pub men: Vec<Card>,
    /// The men of each weapon family.
    pub families: Vec<ManSet>,
    /// The leader cards. [UF-R16]
    pub leaders: ManSet,
    /// Limits.
    pub caps: Caps,
    /// Ranks, lowest first. [UF-42.47]
    pub ladder: Vec<Rank>,
    /// National titles by rank.
    pub titles: Vec<(Rank, String)>,
    /// Cards in hand.
    pub hand: i32,
    /// Cards that may be discarded.
    pub discard: i32,
    /// The personal man.
    pub personal: PersonalStart,
    /// The hit table.
    pub weapons: Vec<Weapon>,
    /// The radio table.
    pub radio: Vec<Radio>,
    /// Ruling R51.
    pub paired: Option<PairedStandIn>,
}

/// Whether a nation's id can name a file anywhere: lowercase letters, digits and hyphens.
fn is_plain(id: &Id) -> bool {
    id.as_str().bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

impl Nation {
    /// A card by number.
    pub fn card(&self, man: ManId) -> Option<&Card> {
        self.men.get(usize::from(man.number()?.checked_sub(1)?))
    }

    /// The next rank of the ladder. [UF-42.46-2]
    pub fn next_rank(&self, rank: Rank) -> Option<Rank> {
        let at = self.ladder.iter().position(|known| *known == rank)?;
        self.ladder.get(at + 1).copied()
    }

    /// The national title of a rank, if the file gives one.
    pub fn title(&self, rank: Rank) -> Option<&str> {
        self.titles.iter().find(|(known, _)| *known == rank).map(|(_, title)| title.as_str())
    }

    /// Reads a nation, at the root of a nation file or as `[[nation]]` of a campaign file.
    pub(crate) fn read(node: &Node<'_>, tables: &Tables) -> Option<Self> {
        if let Some(schema) = node.maybe_text("schema")
            && schema != "adjutant/up-front-nation/1"
        {
            node.fault("schema", HOUSE_FILE, "The schema of a nation is \"adjutant/up-front-nation/1\".");
        }
        let id = node.id("nation");
        if let Some(id) = id.filter(|id| !is_plain(id)) {
            let sentence =
                format!("{id:?} is no id of a nation: lowercase letters, digits and hyphens make one.");
            node.fault("nation", HOUSE_FILE, sentence);
        }
        let name = node.text("name");
        let caps = node.maybe_table("caps").map_or_else(|| Some(default_caps()), |caps| read_caps(&caps));
        let (ladder, titles) = node.maybe_table("ranks").map_or_else(
            || {
                node.fault(
                    "ranks",
                    "UF-42.47-1",
                    "The nation needs its ladder of ranks: [ranks] with ladder.",
                );
                (Vec::new(), Vec::new())
            },
            |ranks| read_ranks(&ranks),
        );
        let weapons: Vec<Weapon> = node.tables("weapon").iter().filter_map(read_weapon).collect();
        let mut men = Vec::new();
        for (at, row) in node.tables("man").iter().enumerate() {
            men.extend(read_man(row, at, tables, caps.as_ref(), &ladder));
        }
        let n_rows = node.tables("man").len();
        if n_rows == 0 || n_rows > usize::from(ManId::MOST) {
            node.fault("man", HOUSE_FILE, format!("A roster holds 1 to {} men.", ManId::MOST));
        }
        if let Some(count) = node.maybe_number("men_count", 0..=i64::from(ManId::MOST))
            && usize::try_from(count) != Ok(n_rows)
        {
            node.fault("men_count", HOUSE_FILE, format!("There are {n_rows} men, not {count}."));
        }
        let radio = node.tables("artillery_radio").iter().filter_map(read_radio).collect();
        let hand = node.maybe_table("hand").map(|hand| {
            let _ = hand.maybe_text("source");
            let read = (hand.number("capacity", 1..=20), hand.number("max_discard", 0..=20));
            hand.close();
            read
        });
        if hand.is_none() {
            node.fault("hand", "UF-R41", "The nation needs its hand: [hand] with capacity and max_discard.");
        }
        let personal =
            node.maybe_table("personal").and_then(|start| read_personal(&start, tables, caps.as_ref()));
        if !node.has("personal") {
            node.fault("personal", "UF-42.9-2", "The nation needs the start of a personal man: [personal].");
        }
        let paired = node.maybe_table("paired_stand_in").and_then(|pair| read_paired(&pair, tables, n_rows));
        node.close();
        let whole = men.len() == n_rows;
        let (hand, discard) = hand?;
        whole.then_some(())?;
        Some(Self {
            id: id?,
            name: name?,
            families: families(&men),
            leaders: men.iter().filter(|card| card.role.is_some()).map(|card| card.id).collect(),
            men,
            caps: caps?,
            ladder,
            titles,
            hand: small(hand?)?,
            discard: small(discard?)?,
            personal: personal?,
            weapons,
            radio,
            paired,
        })
    }
}

fn families(men: &[Card]) -> Vec<ManSet> {
    let n_families = men.iter().map(|card| usize::from(card.family.0) + 1).max().unwrap_or(0);
    let mut sets = vec![ManSet::default(); n_families];
    for card in men {
        sets[usize::from(card.family.0)].add(card.id);
    }
    sets
}

fn small<T: TryFrom<i64>>(number: i64) -> Option<T> {
    T::try_from(number).ok()
}

fn default_caps() -> Caps {
    Caps {
        morale_max: 7,
        panic_max: 7,
        panic_below_morale: 0,
        kia_max: 8,
        kia_max_flame: 7,
        kia_replacement: 7,
        kia_replacement_flame: 6,
    }
}

fn read_caps(node: &Node<'_>) -> Option<Caps> {
    let mut caps = default_caps();
    for (key, field) in [
        ("morale_max", &mut caps.morale_max),
        ("panic_max", &mut caps.panic_max),
        ("panic_below_morale_allowed", &mut caps.panic_below_morale),
        ("kia_max", &mut caps.kia_max),
        ("kia_max_ft", &mut caps.kia_max_flame),
        ("kia_replacement", &mut caps.kia_replacement),
        ("kia_replacement_ft", &mut caps.kia_replacement_flame),
    ] {
        if let Some(number) = node.maybe_number(key, 0..=12) {
            *field = small(number)?;
        }
    }
    for key in ["morale_min", "panic_min"] {
        if node.maybe_number(key, 0..=12).is_some_and(|number| number != 0) {
            node.fault(key, "UF-42.42-5", "The lowest value is 0: at 0 a man's value cannot fall.");
        }
    }
    node.close();
    Some(caps)
}

fn read_rank(node: &Node<'_>, key: &str) -> Option<Rank> {
    let word = node.text(key)?;
    let rank = Rank::of(&word);
    if rank.is_none() {
        node.fault(key, "UF-42.47-1", format!("{word:?} is no rank: {}.", Rank::all_words()));
    }
    rank
}

fn read_ranks(node: &Node<'_>) -> (Vec<Rank>, Vec<(Rank, String)>) {
    let mut ladder = Vec::new();
    for word in node.texts("ladder") {
        match Rank::of(&word) {
            Some(Rank::Comm) => node.fault("ladder", "UF-42.46-3", "The commissar stands on no ladder."),
            Some(rank) if ladder.last().is_some_and(|last| *last >= rank) => {
                node.fault("ladder", "UF-42.2-8", format!("{rank} does not stand above the rank before it."));
            }
            Some(rank) => ladder.push(rank),
            None => {
                node.fault("ladder", "UF-42.47-1", format!("{word:?} is no rank: {}.", Rank::all_words()))
            }
        }
    }
    if ladder.first() != Some(&Rank::Pvt) {
        node.fault("ladder", "UF-42.41-4", "A ladder begins with PVT, the rank of a replacement.");
    }
    let _ = node.maybe_text("source");
    let mut titles = Vec::new();
    if let Some(table) = node.maybe_table("titles") {
        for key in table.keys() {
            match (Rank::of(&key), table.maybe_text(&key)) {
                (Some(rank), Some(title)) => titles.push((rank, title)),
                (None, _) => {
                    table.fault(&key, "UF-42.47-3", format!("{key:?} is no rank: {}.", Rank::all_words()))
                }
                (Some(_), None) => {}
            }
        }
    }
    node.close();
    (ladder, titles)
}

fn read_man(
    row: &Node<'_>,
    at: usize,
    tables: &Tables,
    caps: Option<&Caps>,
    ladder: &[Rank],
) -> Option<Card> {
    let number = row.number("number", 1..=i64::from(ManId::MOST));
    if let Some(number) = number
        && usize::try_from(number) != Ok(at + 1)
    {
        row.fault(
            "number",
            HOUSE_FILE,
            format!("Men are numbered from 1 without a gap; {} is due here.", at + 1),
        );
    }
    let name = row.text("name");
    let weapon = row.id("weapon");
    let family = weapon.and_then(|weapon| tables.families.of(weapon));
    if let (Some(weapon), None) = (weapon, family) {
        row.fault("weapon", "UF-R15", format!("The weapon {weapon} is in no weapon family."));
    }
    let points = row.maybe_number("points", 0..=9999).unwrap_or(0);
    let rank = read_rank(row, "rank");
    let role = row.maybe_text("role").and_then(|word| {
        let role = Role::of(&word);
        if role.is_none() {
            row.fault(
                "role",
                "UF-R16",
                format!("{word:?} is no kind of leader card: {}.", Role::all_words()),
            );
        }
        role
    });
    match (rank, role) {
        (Some(Rank::Comm), None | Some(Role::Sl | Role::Asl)) => {
            row.fault("role", "UF-R16", "A commissar's role is COMM.");
        }
        (Some(rank), Some(Role::Comm)) if rank != Rank::Comm => {
            row.fault("role", "UF-R16", "Only a card with the rank COMM is a commissar.");
        }
        (Some(rank), _) if rank != Rank::Comm && !ladder.is_empty() && !ladder.contains(&rank) => {
            row.fault("rank", "UF-42.47-1", format!("{rank} stands not on this nation's ladder."));
        }
        _ => {}
    }
    let (kia, morale, panic) =
        (row.number("kia", 0..=12), row.number("morale", 0..=12), row.number("panic", 0..=12));
    let card = Card {
        id: ManId::new(small(number?)?),
        name: name?,
        weapon: weapon?,
        family: family?,
        points: small(points)?,
        rank: rank?,
        kia: small(kia?)?,
        morale: small(morale?)?,
        panic: small(panic?)?,
        role,
        scan: read_scan(row),
    };
    row.close();
    let flame = tables.roles.flamethrower.has(card.family);
    if let Some(caps) = caps {
        let ceiling = if flame { caps.kia_max_flame } else { caps.kia_max };
        if card.kia > ceiling {
            row.fault("kia", "UF-42.45-4", format!("The KIA value is at most {ceiling} with this weapon."));
        }
        if !caps.allow(card.morale, card.panic) {
            row.fault(
                "panic",
                "UF-RN-5",
                format!("Morale {} with Panic {} is beyond the caps.", card.morale, card.panic),
            );
        }
    }
    Some(card)
}

fn read_scan(row: &Node<'_>) -> Vec<(String, String)> {
    let Some(table) = row.maybe_table("scan") else { return Vec::new() };
    let mut readings = Vec::new();
    for key in table.keys() {
        let reading = match table.value(&key).map(toml::Spanned::get_ref) {
            Some(toml::de::DeValue::Integer(int)) => int.as_str().to_owned(),
            _ => table.maybe_text(&key).unwrap_or_default(),
        };
        readings.push((key, reading));
    }
    readings
}

fn read_weapon(node: &Node<'_>) -> Option<Weapon> {
    let code = node.id("code");
    let kind = node.text("kind").unwrap_or_default();
    if !["small_arms", "flame", "ordnance"].contains(&kind.as_str()) {
        node.fault("kind", HOUSE_FILE, "The kind is small_arms, flame or ordnance.");
    }
    let header = node.maybe_text("header");
    let six = |key: &str| -> Option<Vec<i64>> {
        let list = node.maybe::<Vec<i64>>(key)?;
        if list.len() != 6 {
            node.fault(key, "UF-RN-10", "One figure for each range 0 to 5 is wanted.");
            return None;
        }
        Some(list)
    };
    let (fp, bracket, second) = (six("fp"), six("fp_bracket"), six("second"));
    let plus = node.maybe::<Vec<usize>>("fp_plus").unwrap_or_default();
    let (hit, hit_bracket) = (node.texts("to_hit"), node.texts("to_hit_bracket"));
    let note = node.maybe_text("note").unwrap_or_default();
    for key in ["strength", "effect", "effect_confidence"] {
        let _ = node.maybe_text(key);
    }
    node.close();
    let code = code?;
    let figure =
        |list: &Option<Vec<i64>>, at: usize| list.as_ref().map(|list| list[at]).filter(|figure| *figure >= 0);
    let cells = std::array::from_fn(|at| {
        let fire = figure(&fp, at);
        if kind == "flame" {
            return fire.map_or_else(|| "NA".into(), |fire| format!("[{fire}]"));
        }
        let Some(hit) = hit.get(at) else {
            let plus = if plus.contains(&at) { "+" } else { "" };
            let bracket = figure(&bracket, at).map(|figure| format!(" [{figure}]")).unwrap_or_default();
            return fire.map_or_else(|| "NA".into(), |fire| format!("{fire}{plus}{bracket}"));
        };
        let beside = hit_bracket.get(at).filter(|text| !text.is_empty());
        let mut cell = beside.map_or_else(|| hit.clone(), |beside| format!("{hit} [{beside}]"));
        match (hit.as_str(), fire) {
            ("NA", Some(fire)) => cell = format!("NA/{fire}FP"),
            (_, Some(fire)) => cell = format!("{cell} {fire}"),
            (_, None) => {}
        }
        match (&second, figure(&second, at)) {
            (None, _) => cell,
            (Some(_), Some(second)) => format!("{cell} {second}"),
            (Some(_), None) => format!("{cell} NA"),
        }
    });
    Some(Weapon { code, header: header.unwrap_or_else(|| code.to_string()), cells, note })
}

fn read_radio(node: &Node<'_>) -> Option<Radio> {
    let troops = node.text("troops");
    let (strengths, costs) = (node.maybe::<Vec<i32>>("strengths"), node.maybe::<Vec<i32>>("costs"));
    let cards = node.number("cards", 0..=99);
    node.close();
    let (strengths, costs) = (strengths?, costs?);
    if strengths.len() != costs.len() {
        node.fault("costs", "UF-RN-10", "One price for each strength is wanted.");
    }
    Some(Radio { troops: troops?, prices: strengths.into_iter().zip(costs).collect(), cards: small(cards?)? })
}

fn read_personal(node: &Node<'_>, tables: &Tables, caps: Option<&Caps>) -> Option<PersonalStart> {
    let (morale, panic) = (node.number("morale", 0..=12), node.number("panic", 0..=12));
    let (rank, kia) = (read_rank(node, "rank"), node.number("kia", 0..=12));
    let _ = (node.maybe_number("points", 0..=9999), node.maybe_text("source"));
    let mut weapons = Vec::new();
    for code in node.texts("weapons_allowed") {
        match Id::new(&code).ok().filter(|id| tables.families.of(*id).is_some()) {
            Some(id) => weapons.push(id),
            None => node.fault(
                "weapons_allowed",
                "UF-42.9-1",
                format!("The weapon {code} is in no weapon family."),
            ),
        }
    }
    let weapon = node.id("default_weapon");
    if weapon.is_some_and(|weapon| !weapons.contains(&weapon)) {
        node.fault("default_weapon", "UF-42.9-1", "The default weapon is one of weapons_allowed.");
    }
    node.close();
    let start = PersonalStart {
        morale: small(morale?)?,
        panic: small(panic?)?,
        rank: rank?,
        kia: small(kia?)?,
        weapons,
        weapon: weapon?,
    };
    if caps.is_some_and(|caps| !caps.allow(start.morale, start.panic)) {
        node.fault("panic", "UF-RN-5", "These values are beyond the caps.");
    }
    Some(start)
}

fn read_paired(node: &Node<'_>, tables: &Tables, n_men: usize) -> Option<PairedStandIn> {
    let most = i64::try_from(n_men).unwrap_or(1).max(1);
    let (listed, man) = (node.number("listed", 1..=most), node.number("man", 1..=most));
    let family = node.text("instead_of").and_then(|name| {
        let family = tables.families.named(&name);
        if family.is_none() {
            node.fault("instead_of", "UF-R15", format!("There is no weapon family {name:?}."));
        }
        family
    });
    let mut roles = [false; 3];
    for word in node.texts("roles") {
        match Role::of(&word) {
            Some(role) => roles[role as usize] = true,
            None => node.fault("roles", "UF-R16", format!("{word:?} is no kind of leader card.")),
        }
    }
    node.close();
    Some(PairedStandIn {
        listed: ManId::new(small(listed?)?),
        man: ManId::new(small(man?)?),
        instead_of: family?,
        roles,
    })
}
