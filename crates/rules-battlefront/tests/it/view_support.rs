//! What the tests of pages share: opening positions, playing on, and a page as plain words.

use kernel::answers::Thrown;
use kernel::view::{Block, Form, Page, Text, View};
use kernel::{Acting, Seat, System, Transcript, judge};
use rules_battlefront::{Battlefront, Command, Facts, Side, State, Step};

/// A state at a position of a set-up, or before its first slot.
pub fn opened(setup: &str, position: Option<&str>) -> State {
    let told = |faults: Vec<kernel::Diagnostic>| {
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let setup = Battlefront::load("setup.toml", setup).unwrap_or_else(|faults| panic!("{}", told(faults)));
    match position {
        None => Battlefront::open(setup),
        Some(text) => {
            let facts: Facts = toml::from_str(text).expect("the position can be read");
            Battlefront::open_position(setup, facts).unwrap_or_else(|faults| panic!("{}", told(faults)))
        }
    }
}

/// A command from JSON.
pub fn command(json: serde_json::Value) -> Command {
    serde_json::from_value(json).expect("a command")
}

/// Dice from this face on: each further die shows one more, so that two thrown against each other never tie.
pub fn from(face: u16) -> impl FnMut(u64) -> u64 {
    let mut thrown = 0;
    move |n| {
        thrown += 1;
        (u64::from(face - 1).min(n - 1) + thrown - 1) % n
    }
}

/// Plays a command of a seat; the first die shows `face`, or its highest when it has no such face.
pub fn play(state: &mut State, seat: Seat, json: serde_json::Value, face: u16) {
    let command = command(json);
    let mut pick = from(face);
    let mut answers = Thrown::new(&mut pick);
    let mut transcript = Transcript::new();
    judge::<Battlefront>(state, Acting::own(seat), &command, &mut answers, &mut transcript)
        .unwrap_or_else(|halt| panic!("{command:?} of {seat:?} at {}: {halt:?}", state.step()));
}

/// Both sides' closing of steps, the engine's and the owed rolls, until play stands at `step`.
pub fn play_to(state: &mut State, step: Step) {
    for _ in 0..200 {
        if state.step() == step {
            return;
        }
        let closed = |seat: &Seat| Side::of(*seat).is_some_and(|side| state.side(side).closed);
        let seats = [Seat::Clock, Seat::Side(0), Seat::Side(1)];
        let seat = seats.into_iter().find(|seat| !closed(seat) && !lawful(state, *seat).is_empty());
        let seat = seat.unwrap_or_else(|| panic!("nobody can act at {}", state.step()));
        let commands = lawful(state, seat);
        let owed = |command: &&Command| !matches!(command, Command::Consent { .. });
        let closing = commands.iter().find(|command| matches!(command, Command::Done));
        let rolling = commands.iter().filter(owed).find(|command| {
            matches!(
                command,
                Command::OpenSlot
                    | Command::Reveal
                    | Command::ChoosePosture { .. }
                    | Command::CppRoll
                    | Command::WithdrawRoll { .. }
                    | Command::DisciplineRoll(_)
                    | Command::NumberRoll { .. }
                    | Command::PlaceFort { .. }
            )
        });
        let next = closing.or(rolling).unwrap_or_else(|| panic!("{seat:?} is stuck at {}", state.step()));
        play(state, seat, serde_json::to_value(next).expect("a command"), 6);
    }
    panic!("{step} was never reached");
}

pub fn lawful(state: &State, seat: Seat) -> Vec<Command> {
    let mut templates = Vec::new();
    Battlefront::offers(state, seat, &mut templates);
    let mut commands = Vec::new();
    for template in &templates {
        Battlefront::each(state, seat, template, &mut |command| {
            commands.push(command);
            std::ops::ControlFlow::Continue(())
        });
    }
    commands
}

/// The view of a seat.
pub fn view(state: &State, seat: Seat) -> View {
    Battlefront::view(state, seat)
}

/// The view of a seat as it is sent.
pub fn json(state: &State, seat: Seat) -> String {
    serde_json::to_string(&view(state, seat)).expect("a view can be written")
}

/// A page of a view.
pub fn page<'v>(view: &'v View, id: &str) -> &'v Page {
    view.pages.iter().find(|page| page.id == id).unwrap_or_else(|| panic!("no page {id}"))
}

/// A form of a page.
pub fn form<'v>(view: &'v View, page_id: &str, id: &str) -> &'v Form {
    let forms = page(view, page_id).forms();
    let ids: Vec<_> = forms.iter().map(|form| form.id.clone()).collect();
    forms.into_iter().find(|form| form.id == id).unwrap_or_else(|| panic!("no form {id} among {ids:?}"))
}

/// A whole view in plain words, one line for each thing.
pub fn words(state: &State, seat: Seat) -> String {
    let sides = Battlefront::sides(state.campaign());
    let plain = |text: &Text| text.plain(&sides);
    let view = view(state, seat);
    let mut out = format!("== {}\n", view.standing);
    for page in &view.pages {
        out.push_str(&format!("\n# {} ({})\n{}\n", page.title, page.tab, plain(&page.lede)));
        page.main.iter().for_each(|block| tell(block, &plain, &mut out));
        out.push_str("-- aside\n");
        page.aside.iter().for_each(|block| tell(block, &plain, &mut out));
    }
    out
}

fn tell(block: &Block, plain: &dyn Fn(&Text) -> String, out: &mut String) {
    match block {
        Block::Panel(panel) => {
            let mark = if panel.yours { " *" } else { "" };
            out.push_str(&format!("## {}{mark} [{}] {}\n", panel.heading, panel.id, plain(&panel.remark)));
            panel.body.iter().for_each(|block| tell(block, plain, out));
        }
        Block::Prose(text) | Block::Note(text) | Block::Empty(text) => {
            out.push_str(&format!("{}\n", plain(text)))
        }
        Block::Owed(items) => items.iter().for_each(|item| {
            out.push_str(&format!(
                "{:?} {:?}: {} {:?}\n",
                item.state,
                item.who,
                plain(&item.text),
                item.link
            ));
        }),
        Block::Steps(rows) => rows.iter().for_each(|row| {
            out.push_str(&format!(
                "{:?}{} {} {}: {}\n",
                row.state,
                if row.now { " now" } else { "" },
                row.key,
                row.title,
                plain(&row.note)
            ));
        }),
        Block::Can(forms) => forms.iter().for_each(|form| tell_form(form, plain, out)),
        Block::Form(form) => tell_form(form, plain, out),
        Block::Basket(basket) => basket.rows.iter().for_each(|row| {
            out.push_str(&format!(
                "{} {} {} {} x{} {:?}: {}\n",
                row.key,
                row.title,
                row.price,
                row.unit,
                row.count,
                row.limits,
                plain(&row.note)
            ));
            tell_form(&row.less, plain, out);
            tell_form(&row.more, plain, out);
        }),
        Block::Sheet(sheet) => {
            let heads: Vec<_> = sheet.columns.iter().map(|column| column.head.as_str()).collect();
            out.push_str(&format!("| {} | {}\n", heads.join(" | "), sheet.caption));
            for row in &sheet.rows {
                let cells: Vec<_> = row
                    .cells
                    .iter()
                    .map(|cell| {
                        let was = cell.was.as_ref().map(|was| format!("~{was}~ ")).unwrap_or_default();
                        format!("{was}{}", plain(&cell.text))
                    })
                    .collect();
                out.push_str(&format!("  {} {:?}\n", cells.join(" | "), row.state));
            }
        }
        Block::Ledger(lines) => lines.iter().for_each(|line| {
            out.push_str(&format!("{}  {} {:?}\n", plain(&line.label), line.amount, line.kind));
        }),
        Block::Facts(facts) => {
            facts.iter().for_each(|(key, text)| out.push_str(&format!("{key}: {}\n", plain(text))))
        }
        Block::Field(field) => {
            out.push_str(&format!("{}\n", field.description));
            for point in &field.points {
                out.push_str(&format!("  {} ({}) {:?} {}\n", point.name, point.kind, point.side, point.note));
            }
        }
        Block::Timeline(days) => days.iter().for_each(|day| {
            let slots: Vec<_> =
                day.slots.iter().map(|slot| format!("{} {:?}", slot.label, slot.state)).collect();
            out.push_str(&format!("{}: {}\n", day.label, slots.join(", ")));
        }),
        other => out.push_str(&format!("{other:?}\n")),
    }
}

fn tell_form(form: &Form, plain: &dyn Fn(&Text) -> String, out: &mut String) {
    let command = serde_json::Value::Object(form.command.clone());
    out.push_str(&format!("[{}] {} {command} {}\n", form.id, form.verb, plain(&form.consequence)));
    if let Some(closed) = &form.closed {
        out.push_str(&format!("    closed: {} [{}]\n", closed.sentence, closed.rule));
    }
    for field in &form.fields {
        out.push_str(&format!("    ? {} ({}) {}\n", field.label, field.key, field.hint));
        if let kernel::view::FieldKind::One { choices, chosen } = &field.kind {
            for choice in choices {
                let closed =
                    choice.closed.as_ref().map(|closed| closed.sentence.as_str()).unwrap_or_default();
                out.push_str(&format!(
                    "      - {} {} {} {closed}\n",
                    choice.value,
                    plain(&choice.label),
                    plain(&choice.note)
                ));
            }
            out.push_str(&format!("      chosen {chosen:?}\n"));
        }
    }
    for odds in &form.odds {
        out.push_str(&format!(
            "    {} / {}: {:?} of {}. {}\n",
            odds.caption, odds.head, odds.rows, odds.of, odds.note
        ));
    }
}
