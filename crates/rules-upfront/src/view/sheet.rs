//! Sheets for the table: the force with its markers, the hand, the nation's tables. [UF-P08, UF-RN-10]

use kernel::RuleId;
use kernel::grammar::capital;
use kernel::view::{Block, Cell, ColumnRole, Mark, Page, PageHead, Panel, RowState, Sheet, Text};

use super::Look;
use crate::event::roster_audience;
use crate::rules::s42_3_markers::{changed_men, markers};
use crate::rules::s42_45_survival::pinned_kia;
use crate::rules::s42_46_promotion::hand;
use crate::setup::rulings::ItalianPanic;
use crate::state::{How, Place, State};
use crate::words::{ManId, PlaceKind, Side};

/// How the page is listed.
pub(super) const HEAD: PageHead = PageHead::new("sheets", "Sheets");

pub(super) fn page(look: Look<'_>) -> Page {
    let mut main = Vec::new();
    for side in look.sides() {
        if look.state.side(side).force.is_some() {
            main.push(force(look, side));
            main.push(tally_sheet(look, side));
            main.extend(blanks(look, side));
        }
    }
    main.extend(look.sides().map(|side| tables(look, side)));
    Page {
        id: HEAD.id,
        tab: HEAD.tab,
        title: "Sheets for the table".into(),
        lede: Text::new(
            "For the table and the printer: forces with the markers to fetch, tally sheets to write on, tables.",
        ),
        main,
        aside: Vec::new(),
    }
}

/// The force as it stands on the table. Behind closed rosters the other side sees men, weapons and places only.
pub(super) fn force(look: Look<'_>, side: Side) -> Block {
    let state = look.state;
    let Some(fielding) = &state.side(side).force else {
        return Block::Empty(Text::new("No force is selected."));
    };
    let open = look.sees_roster(side);
    let columns = [
        ("Man", ColumnRole::Name),
        ("Rank", ColumnRole::Code),
        ("KIA", ColumnRole::Code),
        ("Morale", ColumnRole::Figure),
        ("Panic", ColumnRole::Figure),
        ("Place", ColumnRole::Words),
        ("Markers", ColumnRole::Words),
    ];
    let mut sheet = Sheet::new("", &columns).compact();
    let bonus = panic_bonus(state, side);
    for place in &fielding.places {
        let id = format!("place-{}-{}", side.number(), place.id);
        let listed = place.listed.map(|man| crate::rules::name(state, side, man)).unwrap_or_default();
        let Some((man, card)) = place.man.and_then(|man| state.man(side, man)) else {
            let mut cells = vec![Cell::new("Nobody")];
            cells.extend(["", "", "", ""].map(Cell::new));
            let what = if place.kind == PlaceKind::Plain { "" } else { place.kind.prose() };
            cells.push(Cell::new(capital(format!("{what} for {listed}").trim_start())));
            cells.push(Cell::new(""));
            sheet.row(id, RowState::Gone, cells);
            continue;
        };
        let name = Text::new(format!("#{} {}", card.id, card.name)).say(" ").strong(card.weapon.as_str());
        let mut cells = vec![Cell::new(name)];
        let role = match (place.kind, place.how) {
            (PlaceKind::Plain, _) => capital(&how(place, &listed)),
            (kind, How::Listed) => capital(kind.prose()),
            (kind, _) => format!("{}, {}", capital(kind.prose()), how(place, &listed)),
        };
        if open {
            let value = |now: u8, printed: u8| match now == printed {
                true => Cell::figure(now.into()),
                false => Cell::changed(now.to_string(), printed.to_string()),
            };
            let words: Vec<String> =
                markers(man, card, Some(fielding)).into_iter().map(|m| m.words()).collect();
            cells.push(Cell::new(man.rank(card).word()));
            cells.push(Cell::new(format!("{} / {}", man.kia, pinned_kia(man.kia))));
            cells.push(value(man.morale, card.morale));
            let panic = value(man.panic + bonus, card.panic);
            cells.push(if man.panic + bonus == card.panic { panic } else { panic.mark(Mark::Double) });
            cells.push(Cell::new(role));
            cells.push(Cell::new(words.join(", ")));
        } else {
            cells.extend(["", "", "", ""].map(Cell::new));
            cells.push(Cell::new(role));
            cells.push(Cell::new(""));
        }
        sheet.row(id, RowState::Here, cells);
    }
    let mut body = vec![Block::Sheet(sheet)];
    if bonus > 0 {
        let text = "Panic is 1 higher against Russians, on this sheet only.";
        body.push(Block::Note(Text::new(text).rule(RuleId("UF-R38"))));
    }
    if let Some([leader, other]) = fielding.exchange {
        let (leader, other) =
            (crate::rules::name(state, side, leader), crate::rules::name(state, side, other));
        let text = Text::new(format!("{leader} and {other} exchange weapons for this scenario."));
        body.push(Block::Note(text.rule(RuleId("UF-42.2-10"))));
    }
    if open {
        body.push(Block::Note(hand_words(state, side)));
    }
    let panel = Panel::new(format!("force-{}", side.number()), format!("{} force", look.name(side)), body);
    as_closed_as_the_roster(look, side, panel.remark(headline(state))).paper().block()
}

/// A panel of men that only they see who see their roster, where rosters are closed. [UF-R50]
fn as_closed_as_the_roster(look: Look<'_>, side: Side, panel: Panel) -> Panel {
    match roster_audience(look.state, side) {
        kernel::Audience::Public => panel,
        closed if look.sees_roster(side) => panel.secret(closed),
        _ => panel,
    }
}

/// What a sheet on paper is for: "Nine Days · V4 Armour on the lane".
fn headline(state: &State) -> String {
    let scenario = state.leg().zip(state.scenario());
    let scenario = scenario.map(|(leg, scenario)| format!(" · {} {}", leg.id, scenario.title));
    state.campaign.title.clone() + &scenario.unwrap_or_default()
}

/// A sheet to keep the tally by hand: what earns Elan in the order of the rules, and how each man ends. [UF-42.43-1]
fn tally_sheet(look: Look<'_>, side: Side) -> Block {
    let state = look.state;
    let elan = &state.campaign.tables.elan;
    let heads = [
        format!("Hero {}", elan.hero_card),
        format!("Close combat {}", elan.close_combat_kill),
        "Vehicle".into(),
        format!("Demo {}", elan.demo_charge),
        "Infiltration".into(),
    ];
    let mut columns = vec![("Man", ColumnRole::Name)];
    columns.extend(heads.iter().map(|head| (head.as_str(), ColumnRole::Pen)));
    columns.push(("Pinned Wounded Routed Lost", ColumnRole::Pen));
    let mut sheet = Sheet::new("", &columns);
    let men: Vec<ManId> = state.side(side).force.iter().flat_map(|force| force.men()).collect();
    for (_, card) in men.into_iter().filter_map(|man| state.man(side, man)) {
        let name = Text::new(format!("#{} {}", card.id, card.name)).say(" ").strong(card.weapon.as_str());
        let mut cells = vec![Cell::new(name)];
        cells.extend((0..heads.len()).map(|_| Cell::new("")));
        cells.push(Cell::new("P  W  R  L"));
        sheet.row(format!("pen-{}-{}", side.number(), card.id), RowState::Here, cells);
    }
    let vehicle = format!(
        "A vehicle destroyed: {} with an anti-tank weapon, {} with demo charge or mine, {} in close combat unaided; {} less if only immobilised.",
        elan.afv_by_antitank_weapon,
        elan.afv_by_demo_charge_or_atmm,
        elan.afv_in_close_combat_unaided,
        elan.immobilise_discount
    );
    let end = format!(
        "At the end: {} for the win, {} for a wound, {} unpinned. Infiltration fire: as many as were unpinned before it.",
        elan.win, elan.wounded, elan.unpinned_at_end
    );
    let body = vec![
        Block::Sheet(sheet),
        Block::Note(Text::new(vehicle).rule(RuleId("UF-42.43-13"))),
        Block::Note(Text::new(end).rule(RuleId("UF-42.43-4"))),
    ];
    let heading = format!("{} tally sheet", look.name(side));
    let panel = Panel::new(format!("pen-{}", side.number()), heading, body).remark(headline(state));
    as_closed_as_the_roster(look, side, panel).paper().block()
}

fn how(place: &Place, listed: &str) -> String {
    match place.how {
        How::Listed => "listed".into(),
        How::StandIn => format!("stands in for {listed}"),
        How::Swap => format!("for {listed} with the other weapon"),
        How::Chosen => format!("chosen for {listed}"),
        How::Exchanged => format!("for {listed} after exchanging weapons"),
        How::Replaced | How::Green => "replacement".into(),
        How::Revived => format!("revived for {listed}"),
        How::Transferred => format!("transferred for {listed}"),
        How::Paired => format!("for {listed}, with the leader who stands for the assistant"),
        How::Bought => "bought".into(),
        How::Extra => "the extra man".into(),
        How::Vacant => "nobody".into(),
    }
}

/// [UF-R38] What Italians facing Russians add to their Panic, on the sheet only.
fn panic_bonus(state: &State, side: Side) -> u8 {
    let nation = |side: Side| state.deck(side).nation.id.as_str();
    let facing = nation(side) == "italian" && nation(side.enemy()) == "russian";
    u8::from(facing && state.facts.rulings.italian_panic == ItalianPanic::PlusOne)
}

/// Hand capacity and discards under the force's leader. [UF-42.46-4, UF-42.46-5]
fn hand_words(state: &State, side: Side) -> Text {
    let leader = state.side(side).force.as_ref().and_then(|force| force.leader(PlaceKind::Sl));
    let rank = leader.and_then(|man| state.man(side, man)).map(|(now, card)| now.rank(card));
    let hand = hand(&state.campaign, state.deck(side), rank);
    let words = format!(
        "Hand: {} cards, {} when the squad leader is pinned or gone; discards: {}.",
        hand.with_leader, hand.without_leader, hand.discard
    );
    Text::new(words).rule(RuleId("UF-42.46-4"))
}

/// The men whose blank cards are worth filling in. [UF-42.3-3]
fn blanks(look: Look<'_>, side: Side) -> Option<Block> {
    let state = look.state;
    if !look.sees_roster(side) {
        return None;
    }
    let men = changed_men(state, side);
    if men.is_empty() {
        return None;
    }
    let columns = [
        ("Blank card", ColumnRole::Name),
        ("Weapon", ColumnRole::Code),
        ("Rank", ColumnRole::Code),
        ("Morale", ColumnRole::Figure),
        ("Panic", ColumnRole::Figure),
        ("KIA", ColumnRole::Code),
    ];
    let mut sheet = Sheet::new("Blank cards", &columns).compact();
    for (man, card) in men.into_iter().filter_map(|man| state.man(side, man)) {
        let cells = vec![
            Cell::new(format!("#{} {}", card.id, card.name)),
            Cell::new(card.weapon.as_str()),
            Cell::new(man.rank(card).word()),
            Cell::figure(man.morale.into()),
            Cell::figure(man.panic.into()),
            Cell::new(format!("{} / {}", man.kia, pinned_kia(man.kia))),
        ];
        sheet.row(format!("blank-{}-{}", side.number(), card.id), RowState::Here, cells);
    }
    let id = format!("blanks-{}", side.number());
    Some(Panel::new(id, "Blank cards", vec![Block::Sheet(sheet)]).rule(RuleId("UF-42.3-3")).block())
}

/// A nation's To Hit and Firepower table and its artillery radio. [UF-RN-10]
fn tables(look: Look<'_>, side: Side) -> Block {
    let nation = &look.state.deck(side).nation;
    let mut columns = vec![("Relative Range".to_owned(), ColumnRole::Name)];
    columns.extend(nation.weapons.iter().map(|weapon| (weapon.header.clone(), ColumnRole::Code)));
    let borrowed: Vec<(&str, ColumnRole)> =
        columns.iter().map(|(head, role)| (head.as_str(), *role)).collect();
    let mut hit = Sheet::new("To hit and firepower", &borrowed).compact();
    for range in 0..6 {
        let mut cells = vec![Cell::new(format!("Range {range}"))];
        cells.extend(nation.weapons.iter().map(|weapon| Cell::new(weapon.cells[range].clone())));
        hit.row(format!("range-{}-{range}", side.number()), RowState::Here, cells);
    }
    let columns = [
        ("Troops", ColumnRole::Name),
        ("Strength / cost", ColumnRole::Words),
        ("# cards", ColumnRole::Figure),
    ];
    let mut radio = Sheet::new("Artillery radio", &columns);
    for row in &nation.radio {
        let prices =
            row.prices.iter().map(|(strength, cost)| format!("{strength} / {cost}")).collect::<Vec<_>>();
        let cells = vec![
            Cell::new(row.troops.clone()),
            Cell::new(prices.join(" · ")),
            Cell::figure(row.cards.into()),
        ];
        radio.row(format!("radio-{}-{}", side.number(), row.troops), RowState::Here, cells);
    }
    let heading = format!("Tables of the {} sheet", nation.name);
    let body = vec![Block::Sheet(hit), Block::Sheet(radio)];
    Panel::new(format!("tables-{}", side.number()), heading, body).rule(RuleId("UF-RN-10")).paper().block()
}
