//! An order of battle that is handed in, as a sheet for the wall: corps by corps, each division above its brigades, and what
//! all of it comes to.

use kernel::view::ColumnRole::{Code, Figure, Name, Words};
use kernel::view::{Block, Cell, Panel, RowState, Sheet, Text};
use kernel::{RuleId, Side};

use super::on::On;
use super::orders::{NO_COUNTER, called, guns, points, shown};
use crate::charts::span;
use crate::oob::label::Label;
use crate::oob::{Batteries, Brigade, Corps, Division, Oob, Player};
use crate::rules::s5_flanks::starts_worn;
use crate::words::{Arm, LeaderId, PlayerId, Rank, UnitId};

/// What commands of several players are, and what they are not.
pub(super) const PARTS_WORK: &str = "Commands part the work and not the knowledge: everybody at the side’s seat reads all that \
                                     is its own, and does what is due.";

/// The sheet of a side.
pub(super) fn standing(on: On<'_>, side: Side) -> Option<Block> {
    Some(on.of_side(side, sheet(on, side)?.paper()))
}

/// The same after the battle, when the book has taken it back.
pub(super) fn fought(on: On<'_>, side: Side) -> Option<Block> {
    Some(on.of_side(side, sheet(on, side)?.folded()))
}

fn sheet(on: On<'_>, side: Side) -> Option<Panel> {
    let oob = on.half(side).oob.as_ref()?;
    let mut body = vec![Block::Facts(army(on, side, oob))];
    body.extend(all_corps(on, side, oob, None));
    body.push(Block::Sheet(points(on.battle, side, oob)));
    let title = format!("Order of battle: {}", on.army(side));
    let panel = Panel::new(format!("{}-{}", on.at("oob"), side.number()), title, body);
    Some(panel.remark(on.place()).rule(RuleId("CWFF-4-1")))
}

/// What each of several players of a side runs: a sheet for each, to be shown and printed by itself. What nobody was given
/// stands on the sheet of the army alone.
pub(super) fn commands(on: On<'_>, side: Side) -> Vec<Block> {
    let Some(oob) = &on.half(side).oob else { return Vec::new() };
    let command = |(at, player): (usize, &Player)| {
        let mut body = all_corps(on, side, oob, Some(player.name));
        if body.is_empty() {
            return None;
        }
        let words = "What the others of this side run stands on their own sheets.";
        body.push(Block::Note(Text::new(words).say(" ").say(PARTS_WORK)));
        let title = format!("Command of {}: {}", player.name, on.army(side));
        let panel = Panel::new(format!("{}-{}-{at}", on.at("command"), side.number()), title, body);
        let panel = panel.remark(on.place()).rule(RuleId("CWFF-4-1"));
        Some(on.of_side(side, panel.folded().paper()))
    };
    oob.players.iter().enumerate().filter_map(command).collect()
}

/// Corps by corps, then what stands under the army: all of it, or what one player runs.
fn all_corps(on: On<'_>, side: Side, oob: &Oob, player: Option<PlayerId>) -> Vec<Block> {
    let corps = oob.corps.iter().map(Some).chain([None]);
    corps.filter_map(|corps| of_corps(on, side, oob, corps, player)).map(Block::Sheet).collect()
}

/// Who leads the army, and what all of it comes to.
fn army(on: On<'_>, side: Side, oob: &Oob) -> Vec<(String, Text)> {
    let muster = on.battle.muster(side);
    let mut facts = Vec::new();
    if let Some(leader) = oob.army_leader.and_then(|id| muster.leader(id)) {
        let rating = kernel::grammar::signed(leader.army_command);
        let words = format!("{}, {}, army command {rating}", leader.name, shown(leader));
        facts.push(("Army leader".to_owned(), Text::new(words)));
    }
    // What an army could bring is no more than this: its order is complete, and what it carries is its own.
    let batteries = kernel::grammar::counted_of(oob.all_batteries().total(), "battery", "batteries");
    let all = format!("{}, {batteries}", oob.size());
    facts.push(("In all".into(), Text::new(all)));
    if oob.batteries != Batteries::default() {
        facts.push(("Batteries of the army".into(), Text::new(some_guns(oob.batteries))));
    }
    let attached: Vec<&str> = oob.attached.iter().map(|id| on.setup().named(*id)).collect();
    if !attached.is_empty() {
        facts.push(("Without a command".into(), Text::new(attached.join(", "))));
    }
    facts
}

fn some_guns(batteries: Batteries) -> String {
    guns(batteries).trim_start_matches("; ").to_owned()
}

fn led(on: On<'_>, side: Side, leader: Option<LeaderId>) -> (String, String) {
    match leader.and_then(|id| on.battle.muster(side).leader(id)) {
        Some(leader) => (format!(": {}", leader.name), shown(leader)),
        None => (String::new(), NO_COUNTER.to_owned()),
    }
}

/// A corps, or the divisions that stand under the army: each division is a row in bold above its brigades.
fn of_corps(
    on: On<'_>,
    side: Side,
    oob: &Oob,
    corps: Option<&Corps>,
    player: Option<PlayerId>,
) -> Option<Sheet> {
    let id = corps.map(|corps| corps.id);
    let all = || oob.divisions.iter().filter(|one| oob.corps_of(one).map(|of| of.id) == id);
    let own: Vec<&Division> = all().filter(|one| player.is_none() || oob.run_by(one) == player).collect();
    if own.is_empty() {
        return None;
    }
    let caption = match corps {
        Some(corps) => {
            let (name, shows) = led(on, side, corps.leader);
            let (least, most) = span(Rank::Corps, on.battle.ratio());
            let stands: u32 = own.iter().map(|division| division.stands()).sum();
            let of = if own.len() == all().count() {
                format!("{stands} stands of {least}–{most}")
            } else {
                format!("{stands} of its {} stands", all().map(Division::stands).sum::<u32>())
            };
            // Whoever runs it adds to maneuvers what its leader is on the day.
            let rated = corps.leader.filter(|_| player.is_some()).and_then(|leader| {
                on.half(side).rated.iter().find(|rated| rated.of.as_str() == leader.as_str())
            });
            let rated = rated.map_or(String::new(), |rated| format!("; {} on the day", rated.rating.prose()));
            format!("{}{name}, {shows}{rated}; {of}", called("Corps", corps.id))
        }
        None => "Under the army".to_owned(),
    };
    let mut columns = vec![
        ("Command", Name),
        ("Stands", Figure),
        ("Class, span", Words),
        ("Label", Code),
        ("Of", Words),
        ("Batteries", Words),
    ];
    // Whoever runs it on the table has what it is on the day beside it.
    let is_rated = player.is_some() && !on.half(side).rated.is_empty();
    if is_rated {
        columns.push(("On the day", Words));
    }
    let day = |of: &str| {
        let rated = on.half(side).rated.iter().find(|rated| rated.of.as_str() == of);
        rated.map_or("—", |rated| rated.rating.prose())
    };
    let marches = own.iter().flat_map(|one| &one.brigades).any(|one| march(on, side, one.id).is_some());
    if marches {
        columns.push(("Marches", Words));
    }
    let mut sheet = Sheet::new(caption, &columns);
    for division in own {
        let (name, shows) = led(on, side, division.leader);
        let arm = match oob.arm(division, on.battle.muster(side)) {
            Arm::Infantry => "",
            Arm::Cavalry => ", cavalry",
        };
        let (least, most) = span(Rank::Division, on.battle.ratio());
        let cells = [
            Cell::new(format!("{}{name}", called("Division", division.id))),
            Cell::figure(division.stands().into()),
            Cell::new(format!("of {least}–{most}{arm}")),
            Cell::new(""),
            Cell::new(shows),
            Cell::new(some_guns(division.batteries)),
        ];
        let leads = division.leader.map_or("", |leader| day(leader.as_str()));
        let more = [is_rated.then_some(leads), marches.then_some("")];
        sheet.row(division.id.as_str(), RowState::Sum, with_more(cells, more));
        for brigade in &division.brigades {
            let around = marches.then(|| march(on, side, brigade.id).unwrap_or_default());
            let more = [is_rated.then(|| day(brigade.id.as_str())), around];
            let row = format!("{}-{}", division.id, brigade.id);
            sheet.row(row, RowState::Here, with_more(of_brigade(on, side, brigade), more));
        }
    }
    Some(sheet)
}

fn of_brigade(on: On<'_>, side: Side, brigade: &Brigade) -> [Cell; 6] {
    let class = brigade.class(on.battle.muster(side)).unwrap_or_default();
    let worn = starts_worn(on.setup(), on.battle, side);
    let label = Label::of(&on.setup().effectiveness, class, brigade.stands(), worn);
    let of = brigade.of.iter().map(|share| format!("{} {}", share.sp, share.stands));
    [
        Cell::new(brigade.id.as_str()),
        Cell::figure(brigade.stands().into()),
        Cell::new(class.word()),
        Cell::new(label.to_string()),
        Cell::new(of.collect::<Vec<_>>().join(", ")),
        Cell::new(some_guns(brigade.batteries)),
    ]
}

fn with_more(cells: [Cell; 6], more: [Option<&str>; 2]) -> Vec<Cell> {
    cells.into_iter().chain(more.into_iter().flatten().map(Cell::new)).collect()
}

/// Around which flank a brigade marches, as its side has sealed it. [CWFF-5B-3]
fn march(on: On<'_>, side: Side, brigade: UnitId) -> Option<&'static str> {
    let flanks = on.half(side).flanks.as_ref()?;
    let (flank, _) = flanks.each().find(|(_, force)| force.brigades.contains(&brigade))?;
    Some(flank.word())
}
