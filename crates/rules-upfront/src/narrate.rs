//! Events as prose. Sees the event and the set-up only.

use kernel::RuleId;
use kernel::view::{Text, block::figure_words};

use crate::event::Event;
use crate::report::{Deed, Noted, Report, deed};
use crate::rules::s42_4_roster::fit_again_at;
use crate::setup::{Campaign, Rulings};
use crate::state::{CareerLine, How, PointsKind};
use crate::words::{ManId, Out, Side, Trait};

/// An event in the past tense.
pub fn narrate(setup: &Campaign, event: &Event) -> Text {
    let by = |side: Side| Text::empty().side(side.number());
    let name = |side: Side, man: ManId| name(setup, side, man);
    match event {
        Event::RulingProposed { side, ruling, word } => {
            by(*side).say(format!(" proposed {ruling}: {}", says(ruling, word))).rule(RuleId("UF-E36"))
        }
        Event::ProposalTakenBack { side, ruling } => {
            by(*side).say(format!(" took its proposal for {ruling} back.")).rule(RuleId("UF-E36"))
        }
        Event::RulingSet { ruling, word } => {
            Text::new(format!("Ruling {ruling} was set. {}", says(ruling, word))).rule(RuleId("UF-E36"))
        }
        Event::AttackerNamed { side, attacker } => {
            by(*side).say(" named ").side(attacker.number()).say(" as the attacker.").rule(RuleId("UF-R33"))
        }
        Event::AttackerSet { attacker } => by(*attacker).say(" attacks.").rule(RuleId("UF-R33")),
        Event::Transferred { side, slot, man, pool, nth } => {
            let cards = pool.iter().map(|man| format!("#{man}")).collect::<Vec<_>>().join(", ");
            let drawn = format!(" drew {} as {} (card {nth} of {cards}).", name(*side, *man), slot.prose());
            by(*side).say(drawn).rule(RuleId("UF-42.5-1"))
        }
        Event::Replaced { side, man, how } => {
            let (words, rule) = match how {
                How::Green => ("came back out of hospital as a green replacement", "UF-R17"),
                How::Extra => ("came back as a green replacement", "UF-42.9-5"),
                How::Revived => ("was revived as a like-armed replacement", "UF-R17"),
                _ => ("was recreated as a replacement", "UF-42.41-3"),
            };
            by(*side).say(format!(": {} {words}.", name(*side, *man))).rule(RuleId(rule))
        }
        Event::Selected { side, fielding } => selected(setup, *side, fielding),
        Event::Scored { side, kind, amount, man } => {
            let (words, rule) = points(*kind);
            let whom = man.map(|man| format!(" {}", name(*side, man))).unwrap_or_default();
            let sign = if *amount > 0 { "+" } else { "" };
            by(*side)
                .say(format!(": {words}{whom}, {sign}{}.", figure_words((*amount).into())))
                .rule(RuleId(rule))
        }
        Event::Noted { side, man, what } => {
            by(*side).say(format!(": {} {}.", name(*side, *man), noted(what)))
        }
        Event::Struck { side, .. } => by(*side).say(" struck a note of its tally."),
        Event::WithdrawalAnnounced { side, group, men } => {
            let men = men.iter().map(|man| name(*side, *man)).collect::<Vec<_>>().join(", ");
            let of = if men.is_empty() { String::new() } else { format!(": {men}") };
            by(*side)
                .say(format!(" announced the withdrawal of group {group}{of}."))
                .rule(RuleId("UF-42.6-4"))
        }
        Event::WithdrawalTakenBack { side, group } => by(*side)
            .say(format!(" took the withdrawal of group {group} back: there was none."))
            .rule(RuleId("UF-42.6-4")),
        Event::PursuitTakenBack { side } => {
            by(*side).say(" took its pursuit back: there was none.").rule(RuleId("UF-42.7-1"))
        }
        Event::Conceded { side } => by(*side).say(" conceded the scenario.").rule(RuleId("UF-42.6-5")),
        Event::GroupLeft { side, group } => {
            by(*side).say(format!("'s group {group} left for good.")).rule(RuleId("UF-42.72-4"))
        }
        Event::PursuitTried { side, leader, drawn, on, .. } => {
            let end = if *on { "the pursuit is on" } else { "there is no pursuit" };
            let words = format!(" tried to pursue: {} drew {drawn}, {end}.", name(*side, *leader));
            by(*side).say(words).rule(RuleId("UF-42.72-1"))
        }
        Event::Reported { side, report } => {
            by(*side).say(format!(" reported the scenario: {}", told(setup, report)))
        }
        Event::SettledByUmpire { upheld, reason } => settled_by_umpire(*upheld, reason.as_deref()),
        Event::Agreed { report } => Text::new(format!("The facts are agreed: {}", told(setup, report))),
        Event::Decided { side, .. } => by(*side).say(" decided for its men.").rule(RuleId("UF-42.1-3")),
        Event::DecisionsMade { side } => by(*side).say(" has decided for its men.").rule(RuleId("UF-42.1-3")),
        Event::Settled { side, line, after, .. } => {
            by(*side).say(format!(": {} {}", name(*side, after.id), career(setup, line)))
        }
        Event::ScenarioEnded { leg, winner, next_attacker } => {
            let text = match winner {
                Some(side) => {
                    Text::new(format!("Scenario {leg} was over, won by ")).side(side.number()).say(".")
                }
                None => Text::new(format!("Scenario {leg} was over without a winner.")),
            };
            match next_attacker {
                Some(side) => text.say(" ").side(side.number()).say(" attacks next.").rule(RuleId("UF-SC-2")),
                None => text,
            }
        }
        Event::CampaignEnded { winner: Some(side) } => {
            Text::new("The campaign was over, won by ").side(side.number()).say(".").rule(RuleId("UF-42.8-7"))
        }
        Event::CampaignEnded { winner: None } => {
            Text::new("The campaign was over, a draw.").rule(RuleId("UF-R34"))
        }
    }
}

/// That the umpire settled the facts, how, and why.
pub fn settled_by_umpire(upheld: Option<Side>, reason: Option<&str>) -> Text {
    let text = Text::new("The umpire settled the facts");
    let text = match upheld {
        Some(side) => text.say(" and upheld the version of ").side(side.number()),
        None => text.say(" in a version of his own"),
    };
    because(text, reason).rule(RuleId("UF-42.1-3"))
}

/// A sentence with the umpire's reason at its end.
pub fn because(text: Text, reason: Option<&str>) -> Text {
    match reason {
        Some(reason) => text.say(format!(": “{}”.", reason.trim_end_matches('.'))),
        None => text.say("."),
    }
}

/// A man's number and name.
pub fn name(setup: &Campaign, side: Side, man: ManId) -> String {
    match setup.deck(side).card(man) {
        Some(card) => format!("#{man} {}", card.name),
        None => format!("#{man}"),
    }
}

fn says(ruling: &kernel::Id, word: &kernel::Id) -> String {
    Rulings::text(*ruling)
        .map_or_else(String::new, |text| format!("{}: {}", text.ask, text.says(word.as_str())))
}

fn selected(setup: &Campaign, side: Side, fielding: &crate::state::Fielding) -> Text {
    let mut words = Vec::new();
    for place in &fielding.places {
        let listed = place.listed.map(|man| name(setup, side, man)).unwrap_or_default();
        match (place.man, place.how) {
            (Some(_), How::Listed | How::Bought) => {}
            // A force that is bought has no list.
            (Some(man), How::Exchanged) if listed.is_empty() => {
                words.push(format!("{} leads after exchanging weapons", name(setup, side, man)));
            }
            (man, How::Transferred | How::Vacant) if listed.is_empty() => {
                let man = man.map_or_else(|| "nobody".into(), |man| name(setup, side, man));
                words.push(format!("{man} by transfer as {}", place.kind.prose()));
            }
            (Some(man), how) => {
                let man = name(setup, side, man);
                words.push(match how {
                    How::Extra => format!("{man} is the extra man"),
                    How::Replaced => format!("{man} is a replacement"),
                    How::Green => format!("{man} came back green"),
                    How::Swap => format!("{man} for {listed} with the other weapon"),
                    How::Exchanged => format!("{man} leads for {listed} after exchanging weapons"),
                    How::Transferred if man == listed => format!("{man} is back"),
                    _ => format!("{man} for {listed}"),
                });
            }
            (None, _) => words.push(format!("nobody for {listed}")),
        }
    }
    let n_men = fielding.men().count();
    let text = Text::empty().side(side.number()).say(format!(" selected its force of {n_men}"));
    let text = if words.is_empty() { text } else { text.say(format!(": {}", words.join("; "))) };
    text.say(".").rule(RuleId("UF-42.1-4"))
}

/// What a line of points is for, and its requirement.
pub fn points(kind: PointsKind) -> (&'static str, &'static str) {
    match kind {
        PointsKind::Won => ("won the scenario", "UF-42.8-1"),
        PointsKind::Lost => ("lost", "UF-42.8-4"),
        PointsKind::Gun => ("lost an infantry gun", "UF-42.8-2"),
        PointsKind::Vehicle => ("lost a vehicle", "UF-42.8-3"),
        PointsKind::Commander => ("lost a commander of gun or vehicle", "UF-42.8-4"),
        PointsKind::Replaced => ("replaced", "UF-42.41-3"),
        PointsKind::Transferred => ("transferred", "UF-42.8-5"),
    }
}

/// A note in words.
pub fn noted(what: &Noted) -> String {
    match what {
        Noted::Out { out } => out.prose().into(),
        Noted::Wounded { wounded: true } => "was wounded".into(),
        Noted::Wounded { wounded: false } => "is not wounded".into(),
        Noted::Pinned { pinned: true } => "was pinned".into(),
        Noted::Pinned { pinned: false } => "was unpinned".into(),
        Noted::Deed(Deed::Hero { .. }) => "used a Hero card".into(),
        Noted::Deed(Deed::CcKill { cc_kill }) => format!("killed {cc_kill} in close combat"),
        Noted::Deed(done) => format!("has the credit for {}", deed(done)),
    }
}

fn told(setup: &Campaign, report: &Report) -> String {
    let winner = match report.winner {
        Some(side) => format!("{} won.", setup.sides[side].name),
        None => "nobody won.".into(),
    };
    let count = |side: Side, holds: &dyn Fn(Out) -> bool| {
        report.side(side).men.iter().filter(|man| holds(man.out)).count()
    };
    let mut words = vec![winner];
    for side in Side::BOTH {
        let (lost, routed) = (count(side, &Out::is_lost), count(side, &|out| out == Out::Routed));
        let name = &setup.sides[side].name;
        words.push(format!("{name}: {lost} lost, {routed} routed of {}.", report.side(side).men.len()));
    }
    words.join(" ")
}

/// What happened to a man in one scenario, in words that follow his name.
pub fn career(setup: &Campaign, line: &CareerLine) -> String {
    let mut words = Vec::new();
    if let Some(out) = line.out {
        words.push(out.prose().to_owned());
    }
    match line.came {
        Some(How::Transferred) => words.push("came by transfer".into()),
        Some(_) => words.push("came as a replacement".into()),
        None => {}
    }
    if line.broken {
        words.push("broke for good and counts as killed".into());
    }
    if line.wounded {
        words.push("was wounded".into());
    }
    words.extend(done(line));
    if line.gained > 0 {
        words.push(format!("gained {} Elan", line.gained));
    }
    if let Some(which) = line.lowered.filter(|_| !line.broken) {
        words.push(format!("{} −1", which.title()));
    }
    let steps = [(line.morale_steps, Trait::Morale), (line.panic_steps, Trait::Panic)];
    words.extend(
        steps.iter().filter(|(n, _)| *n > 0).map(|(n, which)| format!("traded for {} +{n}", which.title())),
    );
    if line.restored {
        words.push("KIA value restored".into());
    }
    if let Some(rank) = line.promoted {
        words.push(format!("promoted to {rank}"));
    }
    if let Some(leg) = setup.legs.get(usize::from(line.leg)).filter(|_| line.wounded) {
        words.push(match setup.position_id(fit_again_at(setup, leg.position)) {
            Some(id) => format!("in hospital until {id}"),
            None => "out for the rest of the campaign".into(),
        });
    }
    let mut sentence = words.join(", ");
    if sentence.is_empty() {
        sentence.push_str("was there");
    }
    sentence.push('.');
    sentence
}

/// What a man did in one scenario, deed by deed. [UF-P01]
fn done(line: &CareerLine) -> Vec<String> {
    let men = line.kills.saturating_sub(line.guns.saturating_mul(3));
    let deeds = [
        (line.heroes, "Hero cards"),
        (men, "killed in close combat"),
        (line.guns, "guns with their crews killed in close combat"),
        (line.vehicles.saturating_sub(line.immobilised), "vehicles destroyed"),
        (line.immobilised, "vehicles immobilised"),
        (line.infiltrations, "infiltration fire that hit"),
    ];
    let told = deeds.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{what}: {n}"));
    let demo = (line.demo_charges > 0)
        .then(|| format!("demo charges: {}, with {} men killed or routed", line.demo_charges, line.demo_men));
    told.chain(demo).collect()
}
