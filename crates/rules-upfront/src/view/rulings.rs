//! The rulings: what each decides, its words, what is chosen. Locked by the first report. [UF-E36]

use kernel::view::{Block, Choice, Field, FieldKind, Form, Page, PageHead, Panel, Text};
use kernel::{RuleId, Seat};
use serde_json::json;

use super::Look;
use crate::command::Command;
use crate::phase::rulings_are_locked;
use crate::setup::rulings::{RULINGS, RulingText};
use crate::state::Proposal;

/// How the page is listed.
pub(super) const HEAD: PageHead = PageHead::new("rulings", "Rulings");

pub(super) fn page(look: Look<'_>) -> Page {
    let locked = rulings_are_locked(look.state);
    let lede = if locked {
        Text::new(
            "Where the rules are silent or in doubt, this campaign reads them like this. The first report has \
                   locked the rulings.",
        )
    } else {
        Text::new(
            "Where the rules are silent or in doubt. Until the first report the umpire, or both sides with one \
                   word, may choose.",
        )
    };
    Page {
        id: HEAD.id,
        tab: HEAD.tab,
        title: "Rulings".into(),
        lede: lede.rule(RuleId("UF-E36")),
        main: RULINGS.iter().map(|ruling| panel(look, ruling)).collect(),
        aside: Vec::new(),
    }
}

fn panel(look: Look<'_>, ruling: &'static RulingText) -> Block {
    let rulings = &look.state.facts.rulings;
    let now = rulings.get(ruling.key).unwrap_or_default();
    let changed = now != ruling.words[0].0;
    let mut body = vec![Block::Prose(Text::empty().strong(ruling.says(now)))];
    if changed {
        body.push(Block::Note(Text::new(format!("Default: {}", ruling.says(ruling.words[0].0)))));
    }
    let mut n_proposals = 0;
    let proposals =
        look.state.facts.proposal.iter().filter(|proposal| proposal.id.as_str() == ruling.short());
    for proposal in proposals {
        let says = ruling.says(proposal.word.as_str());
        let words = format!(" proposes: {says} ");
        let other = proposal.side.enemy();
        let text = Text::empty()
            .side(proposal.side.number())
            .say(words)
            .side(other.number())
            .say(" may agree or propose another word.");
        body.push(Block::Prose(text));
        n_proposals += 1;
    }
    if matches!(look.seat, Seat::Side(_) | Seat::Umpire) && !rulings_are_locked(look.state) {
        body.push(Block::Form(form(look, ruling)));
        body.extend(take_back(look, ruling));
    }
    let remark = match (n_proposals, changed) {
        (1.., _) => "proposed, not agreed",
        (_, true) => "not the default",
        _ => ruling.says(now),
    };
    let panel = Panel::new(ruling.short(), ruling.ask, body).rule(RuleId(ruling.rule)).remark(remark);
    // What is as usual needs one line; what is open or unusual is read without a tap.
    if n_proposals > 0 || changed { panel.block() } else { panel.folded().block() }
}

/// Taking the own proposal back, as long as one waits.
fn take_back(look: Look<'_>, ruling: &RulingText) -> Option<Block> {
    let side = look.own()?;
    let is_own = |proposal: &&Proposal| proposal.side == side && proposal.id.as_str() == ruling.short();
    let own = look.state.facts.proposal.iter().find(is_own)?;
    let command = json!({"do": "take-back-proposal", "ruling": own.id});
    let form = Form::new(format!("take-back-{}", own.id), command, "Take the proposal back");
    Some(Block::Can(vec![form]))
}

fn form(look: Look<'_>, ruling: &'static RulingText) -> Form {
    let now = look.state.facts.rulings.get(ruling.key).unwrap_or_default();
    let short = ruling.short().parse().unwrap_or_default();
    let choice = |(word, says): &(&str, &str)| {
        let refusal = word.parse().ok().map(|word| Command::SetRuling { ruling: short, word });
        let label = Text::new(*says);
        let label = if *word == now { label.quiet(" As it is now.") } else { label };
        Choice::new(*word, label).closed(refusal.and_then(|command| look.refusal(&command)))
    };
    let choices = ruling.words.iter().map(choice).collect();
    let kind = FieldKind::One { choices, chosen: None };
    let field = Field { key: "word", label: ruling.ask.into(), hint: String::new(), kind };
    let verb = if look.seat == Seat::Umpire { "Set" } else { "Propose or agree" };
    Form::new(format!("set-{}", ruling.short()), json!({"do": "set-ruling", "ruling": ruling.short()}), verb)
        .ask(field)
}
