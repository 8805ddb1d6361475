//! What can be done in a battle at its present step, as forms. What is laid out or written has a page of its own.

use kernel::grammar::counted;
use kernel::view::{Block, Choice, Field, FieldKind, Form, Panel, Text};
use kernel::{Id, RuleId, Seat, Side};
use serde_json::{Value, json};

use super::after;
use super::on::{On, can, choice, one};
use super::seconded::by_both;
use crate::battle::Split;
use crate::battle::fates::MARCHES;
use crate::command::Command;
use crate::oob::names::batteries;
use crate::rules::s2_field;
use crate::rules::s7_ratings::in_sight;
use crate::setup::Ratio;
use crate::setup::options::Weighing;
use crate::words::{Flank, Step, UnitId, Use};

/// The forms of the present step.
pub(super) fn of(on: On<'_>) -> Vec<Block> {
    if !matches!(on.seat, Seat::Umpire | Seat::Side(_)) {
        return Vec::new();
    }
    let forms = match on.battle.step {
        Step::Agreement => agreement(on),
        Step::Field => field(on),
        Step::Edge => edge(on),
        Step::Placing if on.seat == Seat::Umpire => {
            vec![neutral(on, "placed", "Go on to the marches", &next(on))]
        }
        Step::Marches => marches(on),
        Step::Day => day(on),
        Step::Night => night(on),
        Step::After => after::of(on),
        Step::Away | Step::Placing | Step::Orders | Step::Flanks | Step::Sketch | Step::Closed => Vec::new(),
    };
    let differ = (on.battle.step == Step::Agreement).then(|| apart(on)).flatten();
    differ.into_iter().chain(can(forms.into_iter().chain(reveals(on)))).collect()
}

pub(super) fn next(on: On<'_>) -> Command {
    Command::NextStep { battle: Some(on.battle.id) }
}

/// A control that is the neutral's alone.
fn neutral(on: On<'_>, what: &str, verb: &str, command: &Command) -> Option<Form> {
    on.neutral().then(|| on.act(what, verb, command))
}

/// A control that is a side's alone.
fn own(on: On<'_>, what: &str, verb: &str, command: &Command) -> Option<Form> {
    on.own().map(|_| on.act(what, verb, command))
}

fn agreement(on: On<'_>) -> Vec<Option<Form>> {
    let battle = on.battle.id;
    let mut forms = Vec::new();
    if on.own().is_some() {
        let number = |key, label, (min, max), value: u16| {
            Field::new(key, label, FieldKind::Number { min, max, value: value.into() })
        };
        let Ratio { stands, batteries } = offered(on).unwrap_or(on.setup().ratio);
        let form =
            Form::new(on.at("agree"), json!({"do": "agree", "battle": battle}), "Fight it on the table")
                .ask(number("stands", "Stands for a strength point", (2, 60), stands))
                .ask(number("batteries", "Batteries for a strength point", (0, 10), batteries))
                .then("It is fought on the table when both sides agree to one ratio.");
        forms.push(Some(form));
    }
    if on.neutral() {
        forms.push(Some(fought_on_the_board(on, "Enter a battle that was fought on the board")));
        forms.push(Some(call_off(on)));
    }
    forms
}

/// The ratio to which the other side has agreed, where the two do not agree.
fn offered(on: On<'_>) -> Option<Ratio> {
    let side = on.own()?;
    on.half(side.enemy()).agrees.filter(|theirs| on.half(side).agrees != Some(*theirs))
}

/// What stands between two sides that name different ratios. [CWFF-4A-3]
fn apart(on: On<'_>) -> Option<Block> {
    let agreed = on.battle.halves.map(|half| half.agrees);
    let (one, two) = (agreed[Side::FIRST]?, agreed[Side::SECOND]?);
    let words = |side: Side, ratio: Ratio| format!("the {} side said {ratio}", on.named(side));
    let all = format!(
        "Two ratios differ: {}, {}. The battle waits until one of them says what the other has said.",
        words(Side::FIRST, one),
        words(Side::SECOND, two)
    );
    (one != two).then(|| Block::Note(Text::new(all).rule(RuleId("CWFF-4A-3"))))
}

/// The neutral calls a battle off.
fn call_off(on: On<'_>) -> Form {
    let command = Command::CallOff { battle: on.battle.id };
    let words =
        "Nothing comes of it: the armies are as they were. Another battle can be opened in its place.";
    let form = on.act("call-off", "Call the battle off", &command).then(words);
    by_both(on.state, form)
}

/// [CWFF-4F-3] Where no person is the neutral, the winner on the board promotes when the battle is entered.
pub(super) fn won_on_board(on: On<'_>) -> Option<Block> {
    let side = on.own().filter(|side| on.battle.on_board == Some(*side))?;
    let sp = on.battle.muster(side).sp.iter();
    let answers = sp.map(|sp| (Command::PromoteCrack { battle: on.battle.id, sp: sp.id }, sp.id.to_string()));
    let lawful: Vec<_> = answers.filter(|(command, _)| on.takes(command)).collect();
    let body = can([on.pick("promote", "Promote a strength point to crack", ("sp", "Which"), lawful)])?;
    let title = format!("Battle {}, won on the board", on.battle.id);
    Some(Panel::new(on.at("won"), title, vec![body]).rule(RuleId("CWFF-4F-3")).secret(side.only()).block())
}

/// A battle at a table of its own: where that is broken off, the neutral enters what came of it, or calls it off; without a person
/// as neutral both sides do.
pub(super) fn by_hand(on: On<'_>) -> Option<Block> {
    let enters = if on.setup().options.no_person() { on.own().is_some() } else { on.seat == Seat::Umpire };
    if !enters {
        return None;
    }
    can([fought_on_the_board(on, "Enter by hand what came of it"), call_off(on)].map(Some))
}

fn fought_on_the_board(on: On<'_>, verb: &str) -> Form {
    let battle = on.battle.id;
    let all = || Side::BOTH.into_iter().flat_map(|side| on.battle.muster(side).sp.iter().map(|sp| sp.id));
    let sp: Vec<Choice> = all().map(|id| choice(id, id.to_string())).collect();
    let side = |side| choice(side, on.named(side));
    let people = || -> Vec<Choice> {
        let leaders = Side::BOTH.into_iter().flat_map(|side| &on.battle.muster(side).leaders);
        leaders.map(|leader| choice(leader.id, leader.name.clone())).collect()
    };
    let crack = std::iter::once(choice(Value::Null, "nobody"))
        .chain(all().map(|id| choice(id, id.to_string())))
        .collect();
    let form = Form::new(on.at("cw-result"), json!({"do": "cw-result", "battle": battle}), verb)
        .ask(one("winner", "Who won", Side::BOTH.map(side).to_vec(), None))
        .ask(many("lost", "Strength points lost", sp))
        .ask(many("demoralized", "Armies demoralized", Side::BOTH.map(side).to_vec()));
    // Everybody reads a proposal, and what becomes crack is the winner's own.
    let form = if on.own().is_some() {
        form
    } else {
        form.ask(one("crack", "Promoted to crack by the winner", crack, Some(0)))
    };
    let form = form.ask(many("killed", "Leaders killed or captured", people())).ask(many(
        "wounded",
        "Leaders wounded",
        people(),
    ));
    by_both(on.state, form)
}

/// Any number of some answers.
pub(super) fn many(key: &'static str, label: &str, choices: Vec<Choice>) -> Field {
    let most = choices.len();
    Field::new(key, label, FieldKind::Many { choices, least: 0, most })
}

fn field(on: On<'_>) -> Vec<Option<Form>> {
    let battle = on.battle.id;
    let fields = s2_field::fitting(on.setup(), on.battle).into_iter();
    let answers =
        fields.map(|field| (Command::AgreeField { battle, field: field.name.clone() }, &field.name));
    let lawful = answers.filter(|(command, _)| on.takes(command));
    let agree = on.pick(
        "agree-field",
        "Agree to a battlefield",
        ("field", "Which"),
        lawful.map(|(command, name)| (command, name.clone())),
    );
    let draw = neutral(on, "draw-field", "Draw the battlefield", &Command::DrawField { battle });
    let none = on.neutral() && s2_field::fitting(on.setup(), on.battle).is_empty();
    vec![
        draw.map(Form::rolling),
        agree,
        none.then(|| fought_on_the_board(on, "Enter a battle that was fought on the board")),
    ]
}

fn edge(on: On<'_>) -> Vec<Option<Form>> {
    let lawful = on.lawful(|command| matches!(command, Command::ChooseSide { .. })).into_iter();
    let answers = lawful.filter_map(|command| match command {
        Command::ChooseSide { edge, .. } => Some((command, format!("the {edge} edge"))),
        _ => None,
    });
    vec![on.pick("choose-side", "Choose your side of the field", ("edge", "You defend"), answers)]
}

/// What could be seen from the enemy's deployment zone before the first turn, as a person who is the neutral is told. [CWFF-R11]
pub(super) fn proposed(on: On<'_>, side: Side) -> Vec<UnitId> {
    if on.seat != Seat::Umpire || !on.neutral() || on.battle.step != Step::Placing {
        return Vec::new();
    }
    in_sight(on.setup(), on.battle, side)
}

/// What everybody sees, said by the neutral, or by its side where no person is.
fn reveals(on: On<'_>) -> Vec<Option<Form>> {
    let steps = [Step::Placing, Step::Day, Step::Night];
    if !steps.contains(&on.battle.step) {
        return Vec::new();
    }
    let form = |side: Side| {
        let half = on.half(side);
        let leaders = on.battle.counters_on_table(side).into_iter().filter(|(_, there)| *there);
        let named =
            leaders.map(|(leader, _)| (UnitId::from(Id::from(leader)), on.setup().named(leader).to_owned()));
        let brigades = on.battle.brigades_there(side).map(|id| (id, id.to_string()));
        let hidden = brigades.chain(named).filter(|(id, _)| !half.shown.contains(id));
        // [CWFF-R11] What lines of sight show stands there ticked, for the neutral to say or to change. A battery is seen whether
        // it has been sketched or not.
        let seen = proposed(on, side);
        let guns = batteries(on.battle.batteries_there(side));
        let guns = guns.filter(|id| !half.shown.contains(id)).map(|id| (id, id.to_string()));
        let ticked = |(id, words): (UnitId, String)| choice(id, words).picked(seen.contains(&id));
        let choices: Vec<Choice> = hidden.chain(guns).map(ticked).collect();
        if choices.is_empty() {
            return None;
        }
        let fixed = json!({"do": "reveal", "battle": on.battle.id, "side": side});
        let most = choices.len();
        let field = Field::new("units", "Units", FieldKind::Many { choices, least: 1, most });
        let verb = format!("Say which {} units everybody sees", on.named(side));
        Some(Form::new(format!("{}-{}", on.at("reveal"), side.number()), fixed, verb).ask(field))
    };
    on.neutral_for().map(form).collect()
}

fn marches(on: On<'_>) -> Vec<Option<Form>> {
    let battle = on.battle.id;
    if on.seat != Seat::Umpire {
        return Vec::new();
    }
    let all = Command::AllMarches { battle };
    let mut forms = vec![
        Some(on.act("all-marches", "Roll four marches and two meetings", &all).rolling().leading()),
        neutral(on, "settle", "Open the day", &next(on)),
    ];
    for (role, flank) in MARCHES {
        let command = Command::MarchRoll { battle, role, flank };
        let verb = format!("Roll the march on {}’s {flank} alone", role.prose());
        let takes = on.takes(&command);
        forms.push(takes.then(|| on.act(&format!("march-{role}-{flank}"), verb, &command).rolling()));
    }
    for flank in Flank::ALL.iter().copied() {
        let command = Command::EncounterRoll { battle, flank };
        let verb = format!("Roll the meeting on the attacker’s {flank} alone");
        let takes = on.takes(&command);
        forms.push(takes.then(|| on.act(&format!("meeting-{flank}"), verb, &command).rolling()));
    }
    forms
}

fn day(on: On<'_>) -> Vec<Option<Form>> {
    let battle = on.battle.id;
    let day = on.battle.game_day();
    let verb = match on.battle.turn {
        turn if turn == day.turns => "Let night fall".to_owned(),
        turn => format!("Open turn {}, {}", turn + 1, day.clock(turn + 1)),
    };
    let mut forms = vec![neutral(on, "advance", &verb, &Command::AdvanceTurn { battle }).map(Form::leading)];
    if on.seat == Seat::Umpire {
        forms.extend(poltroons(on));
    }
    if let Some(side) = on.own() {
        for due in &on.half(side).due {
            let Some(flank) = due.flank else { continue };
            forms.push(hold_back(on, side, flank, due.held));
            let verb = format!("Bring the force on your {flank} to the table");
            let command = Command::Arrive { battle, flank };
            forms.push(Some(on.act(&format!("arrive-{flank}"), verb, &command)));
        }
        forms.extend(rolls(on));
    }
    forms
}

/// Who leaves the field, by day and by night, apart from what a turn asks: a side concedes, the neutral says that a side is
/// driven off or its army leader gone. None of it is made good, so each asks first.
pub(super) fn leaving(on: On<'_>) -> Option<Block> {
    if !matches!(on.battle.step, Step::Day | Step::Night) {
        return None;
    }
    let battle = on.battle.id;
    let concede = own(on, "concede", "Concede the field", &Command::Concede { battle });
    let words = "Your army leaves the field and is demoralized. The battle ends.";
    let mut forms = vec![concede.map(|form| form.asking(words))];
    if on.neutral() {
        forms.extend(leaves(on));
    }
    let body: Vec<Block> = can(forms).into_iter().collect();
    let panel = || on.panel("leaving", "Leaving the field", body.clone());
    (!body.is_empty()).then(|| panel().rule(RuleId("CWFF-8-2")).folded().block())
}

/// What the neutral says of a side.
fn leaves(on: On<'_>) -> Vec<Option<Form>> {
    let battle = on.battle.id;
    let form = |side: Side| {
        let name = on.named(side);
        let driven = format!("Declare the {name} side driven off");
        let gone = format!("Note that the {name} army leader is gone");
        let (drive, lose) = (Command::DriveOff { battle, side }, Command::LoseLeader { battle, side });
        let drives = neutral(on, &format!("drive-off-{}", side.number()), &driven, &drive);
        let loses = || on.act(&format!("lose-leader-{}", side.number()), gone, &lose);
        let words = "He fell, was captured or left. He leads the army no more in this battle.";
        let off = "Nothing of it is left on the field, or it must go. Its army is demoralized, and the battle ends.";
        let both = |form: Form| by_both(on.state, form);
        [drives.map(|form| both(form.asking(off))), on.takes(&lose).then(|| both(loses().asking(words)))]
    };
    Side::BOTH.into_iter().flat_map(form).collect()
}

/// What is held back: whole brigades first, then at most a part of one. [CWFF-R16]
fn hold_back(on: On<'_>, side: Side, flank: Flank, held: u32) -> Option<Form> {
    let half = on.half(side);
    let (oob, force) = (half.oob.as_ref()?, half.flanks.as_ref()?.of(flank)?);
    if held == 0 {
        return None;
    }
    let brigades = force.brigades.iter().filter_map(|id| Some(oob.brigade(*id)?.1));
    let whole = brigades.map(|one| choice(one.id, format!("{}, {} stands", one.id, one.stands())));
    let met = on.battle.met(side, flank, held, on.setup().options.encounter_measure)?;
    let parts = met.splits().into_iter().map(|Split { brigade: id, stands }| {
        choice(json!({"brigade": id, "stands": stands}), format!("{} of {id}", counted(stands, "stand")))
    });
    let parts: Vec<Choice> = std::iter::once(choice(Value::Null, "nothing more")).chain(parts).collect();
    let fixed = json!({"do": "hold-back", "battle": on.battle.id, "flank": flank});
    let verb = format!("Say what is held back of the force on your {flank}");
    let form = Form::new(on.at(&format!("hold-back-{flank}")), fixed, verb)
        .ask(many("brigades", "Whole brigades", whole.collect()))
        .ask(one("split", "And a part of one more", parts, Some(0)));
    let counts = match on.setup().options.encounter_measure {
        Weighing::Effective => "a stand of your cavalry counts twice",
        Weighing::Raw => "each of your stands counts once",
    };
    let words = format!("The enemy on the way holds off the weight of {}; {counts}.", counted(held, "stand"));
    Some(form.then(words))
}

/// [CWFF-11D-3] [CWFF-7A-5] What may be rolled again this turn, and what attached Poltroons do.
fn rolls(on: On<'_>) -> Vec<Option<Form>> {
    let wanted =
        |command: &Command| matches!(command, Command::ManeuverReroll { .. } | Command::ForceReroll { .. });
    let lawful = on.lawful(wanted);
    let pick = |what: &str, verb: String, is_it: &dyn Fn(&Command) -> Option<UnitId>| {
        let answers =
            lawful.iter().filter_map(|command| Some((command.clone(), is_it(command)?.to_string())));
        on.pick(what, verb, ("brigade", "Of which brigade"), answers).map(Form::rolling)
    };
    let mut forms = vec![
        pick("reroll", "Roll a maneuver again".into(), &|command| match command {
            Command::ManeuverReroll { brigade, .. } => Some(*brigade),
            _ => None,
        }),
        pick("force-reroll", "Make the enemy roll a maneuver again".into(), &|command| match command {
            Command::ForceReroll { brigade, .. } => Some(*brigade),
            _ => None,
        }),
    ];
    forms.extend(poltroons(on));
    forms
}

/// [CWFF-7A-5] What attached Poltroons do, for their side or the neutral.
fn poltroons(on: On<'_>) -> Vec<Option<Form>> {
    let lawful = on.lawful(|command| matches!(command, Command::PoltroonRoll { .. }));
    let form = |(whose, wanted): (Option<Side>, Use)| {
        let of = |command: &Command| match command {
            Command::PoltroonRoll { brigade, on, side, .. } if *on == wanted && *side == whose => {
                Some((command.clone(), brigade.to_string()))
            }
            _ => None,
        };
        let of_side = whose.map(|side| format!(" of the {} side", on.named(side))).unwrap_or_default();
        let verb = format!("Roll for an attached Poltroon{of_side} at {}", wanted.prose());
        let answers = lawful.iter().filter_map(of);
        let what = match whose {
            Some(side) => format!("poltroon-{wanted}-{}", side.number()),
            None => format!("poltroon-{wanted}"),
        };
        on.pick(&what, verb, ("brigade", "Of which brigade"), answers).map(Form::rolling)
    };
    let whose: Vec<Option<Side>> =
        if on.own().is_some() { vec![None] } else { Side::BOTH.into_iter().map(Some).collect() };
    whose.into_iter().flat_map(|side| Use::ALL.iter().map(move |wanted| (side, *wanted))).map(form).collect()
}

fn night(on: On<'_>) -> Vec<Option<Form>> {
    let battle = on.battle.id;
    let close = own(on, "close-night", "Close the night", &Command::Close { battle });
    let mut forms = vec![
        close.map(|form| form.then("When both have closed it, the next day opens.")),
        own(on, "withdraw", "Withdraw unmolested by night", &Command::Withdraw { battle })
            .map(|form| form.asking("Your army leaves the field by night. The battle ends.")),
    ];
    forms.retain(Option::is_some);
    forms
}
