//! The parts of a nation's file: caps, ladder, men, weapons, radio, the personal man, ruling R51.

use kernel::reader::{HOUSE_FILE, Node};

use super::{Caps, Card, PairedStandIn, PersonalStart, Radio, Weapon};
use crate::setup::tables::Tables;
use crate::words::{ManId, Rank, Role, WeaponId};

pub(super) fn small<T: TryFrom<i64>>(number: i64) -> Option<T> {
    T::try_from(number).ok()
}

pub(super) fn default_caps() -> Caps {
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

pub(super) fn read_caps(node: &Node<'_>) -> Option<Caps> {
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
    let rank = Rank::read(&word);
    if rank.is_none() {
        node.fault(key, "UF-42.47-1", format!("{word:?} is no rank: {}.", Rank::all_words()));
    }
    rank
}

pub(super) fn read_ranks(node: &Node<'_>) -> (Vec<Rank>, Vec<(Rank, String)>) {
    let mut ladder = Vec::new();
    for word in node.texts("ladder") {
        match Rank::read(&word) {
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
            match (Rank::read(&key), table.maybe_text(&key)) {
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

pub(super) fn read_man(
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
    let weapon = row.id("weapon").map(WeaponId::from);
    let family = weapon.and_then(|weapon| tables.families.of(weapon));
    if let (Some(weapon), None) = (weapon, family) {
        row.fault("weapon", "UF-R15", format!("The weapon {weapon} is in no weapon family."));
    }
    let points = row.maybe_number("points", 0..=9999).unwrap_or(0);
    let rank = read_rank(row, "rank");
    let role = row.maybe_text("role").and_then(|word| {
        let role = Role::read(&word);
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
            row.fault("rank", "UF-42.47-1", format!("{rank} is not on this nation's ladder."));
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

pub(super) fn read_weapon(node: &Node<'_>) -> Option<Weapon> {
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
    Some(Weapon { code: code.into(), header: header.unwrap_or_else(|| code.to_string()), cells, note })
}

pub(super) fn read_radio(node: &Node<'_>) -> Option<Radio> {
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

pub(super) fn read_personal(node: &Node<'_>, tables: &Tables, caps: Option<&Caps>) -> Option<PersonalStart> {
    let (morale, panic) = (node.number("morale", 0..=12), node.number("panic", 0..=12));
    let (rank, kia) = (read_rank(node, "rank"), node.number("kia", 0..=12));
    let _ = (node.maybe_number("points", 0..=9999), node.maybe_text("source"));
    let mut weapons = Vec::new();
    for code in node.texts("weapons_allowed") {
        match code.parse::<WeaponId>().ok().filter(|id| tables.families.of(*id).is_some()) {
            Some(id) => weapons.push(id),
            None => node.fault(
                "weapons_allowed",
                "UF-42.9-1",
                format!("The weapon {code} is in no weapon family."),
            ),
        }
    }
    let weapon = node.id("default_weapon").map(WeaponId::from);
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

pub(super) fn read_paired(node: &Node<'_>, tables: &Tables, n_men: usize) -> Option<PairedStandIn> {
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
        match Role::read(&word) {
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
