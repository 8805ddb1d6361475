//! The ten-column roster in the paper's order. [UF-P07, catalogue section 1]

use kernel::RuleId;
use kernel::grammar::counted;
use kernel::view::block::figure_words;
use kernel::view::{Block, Cell, ColumnRole, Mark, OwedItem, Page, PageHead, Panel, RowState, Sheet, Text};

use super::men::{career, career_id};
use super::{Look, honours, lives, overview, points, standing};
use crate::event::roster_audience;
use crate::phase::Phase;
use crate::rules::rn_roster_notes;
use crate::rules::s42_4_roster::wound_note;
use crate::rules::s42_43_tally::as_noted;
use crate::setup::Card;
use crate::setup::rulings::Rosters;
use crate::state::{Man, State};
use crate::words::{ManId, Out, Role, Side};

/// The heads of the paper form, in its order: the name, then its ten columns.
pub const COLUMNS: [(&str, ColumnRole); 11] = [
    ("# Name / weapon", ColumnRole::Name),
    ("Pts", ColumnRole::Figure),
    ("Rank", ColumnRole::Code),
    ("KIA", ColumnRole::Figure),
    ("Repl", ColumnRole::Words),
    ("Morale", ColumnRole::Figure),
    ("Panic", ColumnRole::Figure),
    ("Rout", ColumnRole::Words),
    ("Elan", ColumnRole::Figure),
    ("Surv", ColumnRole::Words),
    ("Promo", ColumnRole::Words),
];

/// How the page is listed.
pub(super) const HEAD: PageHead = PageHead::new("rosters", "Rosters");

pub(super) fn page(look: Look<'_>) -> Page {
    let state = look.state;
    let mut main = Vec::new();
    for side in look.sides() {
        main.push(roster(look, side));
    }
    Page {
        id: HEAD.id,
        tab: HEAD.tab,
        title: "Rosters".into(),
        lede: Text::new(format!(
            "{}, after {} of {}. The columns are those of the paper form.",
            state.campaign.title,
            state.facts.played.len(),
            counted(state.campaign.legs.len(), "scenario")
        )),
        main,
        aside: beside(look),
    }
}

/// What a player asks of his roster, in this order: what waits for him, who brings what next, his points, how many are fit;
/// then how the sheets are read.
fn beside(look: Look<'_>) -> Vec<Block> {
    let mut blocks = careers(look);
    if Phase::of(look.state) != Phase::Over {
        let on_force = |item: &OwedItem| {
            item.who == look.seat && matches!(item.link, Some((page, ..)) if page == "force")
        };
        // What is owed stands on the overview once; here it is only said where.
        if standing::owed(look).iter().any(on_force) {
            let said = Block::Note(Text::new("Your force is still to be settled, on the page Force."));
            blocks.push(Panel::new("next-force", "The next force", vec![said]).yours().block());
        }
        blocks.push(overview::next(look));
    }
    match look.own() {
        Some(side) => blocks.push(points::ledger(look, side)),
        None => blocks.push(points::totals(look)),
    }
    blocks.extend(honours::fit(look));
    blocks.push(legend());
    blocks.extend(notes(look));
    blocks
}

/// The career of each man, beside the roster once his name is pressed there.
fn careers(look: Look<'_>) -> Vec<Block> {
    let seen = look.sides().into_iter().filter(|side| look.sees_roster(*side));
    let of_side = |side: Side| {
        let men = look.state.side(side).man.iter().zip(look.state.deck(side).cards());
        men.map(move |(man, card)| {
            let mut panel = career(look, side, man, card);
            if !man.dead && look.state.leg().is_some() {
                let through = Text::empty().link("forecast", lives::panel_id(side), "His chance to live");
                panel.body.push(Block::Note(through));
            }
            panel.on_call().block()
        })
    };
    seen.flat_map(of_side).collect()
}

fn roster(look: Look<'_>, side: Side) -> Block {
    let id = format!("roster-{}", side.number());
    let heading = format!("{} roster", look.name(side));
    if !look.sees_roster(side) {
        let text =
            Text::new("This roster is closed: its owner and the umpire see it.").rule(RuleId("UF-R50"));
        return Panel::new(id, heading, vec![Block::Empty(text)]).block();
    }
    let n_men = look.state.side(side).man.len();
    let points = Text::new("Victory points: ").strong(figure_words(look.state.points(side).into()));
    let points = Block::Prose(points.rule(RuleId("UF-RN-10")));
    let panel = Panel::new(id, heading, vec![Block::Sheet(sheet(look.state, side)), points])
        .remark(Text::new(format!("{}, {n_men} men", look.state.campaign.title)))
        .paper();
    match look.state.facts.rulings.rosters {
        Rosters::Open => panel.block(),
        Rosters::OwnerAndUmpire => panel.secret(roster_audience(look.state, side)).block(),
    }
}

/// The sheet of a side's roster.
pub fn sheet(state: &State, side: Side) -> Sheet {
    let deck = state.deck(side);
    let caption = format!("{} roster", state.campaign.sides[side].name);
    let mut sheet = Sheet::new(caption, &COLUMNS).compact();
    for (man, card) in state.side(side).man.iter().zip(deck.cards()) {
        let row = match (man.dead || deck.struck.contains(&man.id), man.is_fit(state.position())) {
            (true, _) => RowState::Gone,
            (_, false) => RowState::Away,
            _ => RowState::Here,
        };
        sheet.row(format!("man-{}-{}", side.number(), man.id), row, cells(state, side, man, card));
    }
    sheet
}

fn cells(state: &State, side: Side, man: &Man, card: &Card) -> Vec<Cell> {
    let value = |now: u8, printed: u8| match now == printed {
        true => Cell::figure(now.into()),
        false => Cell::changed(figure_words(now.into()), figure_words(printed.into())),
    };
    // Black for Morale, red for Panic, as the markers on the table are. [UF-42.3-1]
    let panic = value(man.panic, card.panic);
    let panic = if man.panic == card.panic { panic } else { panic.mark(Mark::Double) };
    let rank = man.rank(card);
    let rank = match rank == card.rank {
        true => Cell::new(rank.word()),
        false => Cell::changed(rank.word(), card.rank.word()).mark(Mark::Framed),
    };
    let elan = if man.elan > 0 { Cell::figure(man.elan.into()) } else { Cell::new("") };
    vec![
        name(state, side, card),
        Cell::figure(card.points.into()),
        rank,
        kia(state, side, man, card),
        Cell::new(repl(man, card)),
        value(man.morale, card.morale),
        panic,
        Cell::new(if has_rout_mark(state, side, man.id) { "✓" } else { "" }),
        elan,
        Cell::new(slashes(man.surv)),
        Cell::new(slashes(man.promo)),
    ]
}

fn name(state: &State, side: Side, card: &Card) -> Cell {
    let words = format!("{} {}", card.id, card.name);
    let text =
        Text::empty().link("rosters", career_id(side, card.id), words).say(" ").strong(card.weapon.as_str());
    let leads = match card.role {
        Some(Role::Sl) => " squad leader",
        Some(Role::Asl) => " assistant",
        Some(Role::Comm) => " commissar",
        None if card.id == ManId::PERSONAL => " the player",
        None => "",
    };
    let struck = if state.deck(side).struck.contains(&card.id) { " struck" } else { "" };
    let aside = format!("{leads}{struck}");
    Cell::new(if aside.is_empty() { text } else { text.quiet(aside) })
}

/// The KIA column: the value, the check mark, or "Wound" with the id of the scenario he may play. [UF-42.4-7]
fn kia(state: &State, side: Side, man: &Man, card: &Card) -> Cell {
    if man.dead {
        return Cell::new(format!("✓ {}", state.end_of(side, man.id).lost_word()));
    }
    match wound_note(&state.campaign, man.wound) {
        Some(Some(id)) => Cell::new(format!("Wound {id}")),
        Some(None) => Cell::new("Wound none"),
        None if man.kia == card.kia => Cell::figure(man.kia.into()),
        None => Cell::changed(figure_words(man.kia.into()), figure_words(card.kia.into())).mark(Mark::Framed),
    }
}

/// The REPL column: the printed T, a slash for each replacement, a T for each transfer.
fn repl(man: &Man, card: &Card) -> String {
    let printed = if card.role.is_some() { "T" } else { "" };
    let transfers = match man.trans {
        0 => String::new(),
        n => format!("\u{a0}T×{n}"),
    };
    format!("{printed}{}{transfers}", slashes(man.repl)).trim().to_owned()
}

/// The Rout mark of the present scenario, as noted or reported. [UF-42.42-1, UF-42.42-9]
fn has_rout_mark(state: &State, side: Side, man: ManId) -> bool {
    if let Some(report) = &state.facts.agreed {
        return report.side(side).man(man).is_some_and(|told| told.out == Out::Routed);
    }
    state.side(side).force.is_some() && as_noted(state, side, man).out == Out::Routed
}

/// Slashes as players write them: in fives, with the number from five on.
pub fn slashes(n: u8) -> String {
    match n {
        0 => String::new(),
        1..=4 => "/".repeat(usize::from(n)),
        _ => {
            let fives = vec!["/////"; usize::from(n / 5)].join(" ");
            let rest = "/".repeat(usize::from(n % 5));
            format!("{fives} {rest} {n}").replace("  ", " ")
        }
    }
}

/// How the marks of the rosters are read.
fn legend() -> Block {
    let lines = [
        ("A name", "leads to the man's career, here beside the rosters."),
        ("Morale", "in a disc: changed; the printed value is struck through before it."),
        ("Panic", "in a double frame: changed in the same way."),
        ("Rank and KIA", "in a frame: changed in the same way."),
        (
            "T",
            "in Repl: a leader's card, which can be drawn as a transfer; T×1: drawn once. A slash: replaced once.",
        ),
        ("Struck and pale", "killed, or struck from the roster. Pale alone: in hospital."),
    ];
    let line = |(mark, says): (&str, &str)| Block::Note(Text::empty().strong(mark).say(format!(" {says}")));
    Panel::new("legend", "How to read the rosters", lines.map(line).to_vec()).block()
}

/// The nine notes, once where both sheets have the same.
fn notes(look: Look<'_>) -> Vec<Block> {
    let [first, second] = Side::BOTH.map(|side| &look.state.deck(side).nation);
    let [ours, theirs] = [first, second].map(rn_roster_notes::notes);
    let panel = |id: &str, heading: String, notes: &[String]| {
        let lines = notes.iter().zip(1..).map(|(note, n)| Block::Note(Text::new(format!("{n}. {note}"))));
        Panel::new(id, heading, lines.collect()).block()
    };
    if ours == theirs {
        return vec![panel("notes", "Notes of both sheets".into(), &ours)];
    }
    let heading = |name: &str| format!("Notes of the {name} sheet");
    vec![panel("notes-0", heading(&first.name), &ours), panel("notes-1", heading(&second.name), &theirs)]
}
