//! An order of battle as lines: the army, its players where there are several, its corps, then each division with its
//! brigades below it.

use super::{Text, each_line, named, number, once, person};
use crate::oob::{Batteries, Brigade, Corps, Division, Oob, Player, Share};
use crate::words::LeaderId;

/// What stands where nobody does.
const NOBODY: &str = "–";

impl Text for Oob {
    fn write(&self) -> String {
        let mut all = Vec::new();
        if self.army_leader.is_some() || self.batteries != Batteries::default() {
            all.push(format!("Army: {}", led(self.army_leader, self.batteries)));
        }
        if !self.attached.is_empty() {
            let names: Vec<String> = self.attached.iter().map(ToString::to_string).collect();
            all.push(format!("Attached: {}", names.join(", ")));
        }
        for player in &self.players {
            let runs: Vec<String> = player.runs.iter().map(ToString::to_string).collect();
            all.push(format!("Player {}: {}", player.name, runs.join(", ")));
        }
        for corps in &self.corps {
            all.push(format!("Corps {}: {}", corps.id, led(corps.leader, corps.batteries)));
        }
        for division in &self.divisions {
            let corps = division.corps.map(|corps| format!(", {corps}")).unwrap_or_default();
            let led = led(division.leader, division.batteries);
            all.push(format!("Division {}{corps}: {led}", division.id));
            all.extend(division.brigades.iter().map(|brigade| {
                let of = brigade.of.iter().map(|share| format!("{} {}", share.sp, share.stands));
                let of = of.collect::<Vec<_>>().join(", ");
                format!("{}: {of}{}", brigade.id, batteries(brigade.batteries))
            }));
        }
        all.join("\n")
    }

    fn read(text: &str) -> Result<Self, String> {
        let mut oob = Self::default();
        let (mut army, mut attached) = (None, None);
        each_line(text, |at, head, rest| {
            if head == "Army" {
                once(&mut army, at, head)?;
                (oob.army_leader, oob.batteries) = leader(at, rest)?;
            } else if head == "Attached" {
                once(&mut attached, at, head)?;
                let names = rest.split(',').map(str::trim).filter(|name| !name.is_empty());
                let leaders =
                    names.map(|name| person(name).ok_or_else(|| format!("Line {at}: “{name}” is no name.")));
                oob.attached = leaders.collect::<Result<_, _>>()?;
            } else if let Some(name) = head.strip_prefix("Player ") {
                let runs = rest.split(',').map(str::trim).filter(|unit| !unit.is_empty());
                let runs = runs.map(|unit| named(at, unit)).collect::<Result<_, _>>()?;
                oob.players.push(Player { name: named(at, name)?, runs });
            } else if let Some(name) = head.strip_prefix("Corps ") {
                let (leader, batteries) = leader(at, rest)?;
                oob.corps.push(Corps { id: named(at, name)?, leader, batteries });
            } else if let Some(name) = head.strip_prefix("Division ") {
                let (name, corps) = match name.split_once(',') {
                    Some((name, corps)) => (name, Some(named(at, corps)?)),
                    None => (name, None),
                };
                let (leader, batteries) = leader(at, rest)?;
                let division =
                    Division { id: named(at, name)?, leader, corps, brigades: Vec::new(), batteries };
                oob.divisions.push(division);
            } else {
                let Some(division) = oob.divisions.last_mut() else {
                    return Err(format!("Line {at}: {head} stands below no division."));
                };
                division.brigades.push(brigade(at, head, rest)?);
            }
            Ok(())
        })?;
        Ok(oob)
    }
}

fn led(leader: Option<LeaderId>, guns: Batteries) -> String {
    let leader = leader.map_or_else(|| NOBODY.to_owned(), |leader| leader.to_string());
    format!("{leader}{}", batteries(guns))
}

fn batteries(Batteries { foot, horse }: Batteries) -> String {
    match (foot, horse) {
        (0, 0) => String::new(),
        (foot, 0) => format!("; {foot} foot"),
        (0, horse) => format!("; {horse} horse"),
        (foot, horse) => format!("; {foot} foot, {horse} horse"),
    }
}

/// A leader or nobody, then batteries.
fn leader(at: usize, rest: &str) -> Result<(Option<LeaderId>, Batteries), String> {
    let (name, guns) = rest.split_once(';').unwrap_or((rest, ""));
    let leader = match name.trim() {
        "" | "-" | NOBODY => None,
        name => Some(person(name).ok_or_else(|| format!("Line {at}: “{name}” is no name."))?),
    };
    Ok((leader, read_batteries(at, guns)?))
}

fn read_batteries(at: usize, text: &str) -> Result<Batteries, String> {
    let (mut foot, mut horse) = (None, None);
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let unclear = || format!("Line {at}: batteries are written as “2 foot, 1 horse”, not “{part}”.");
        let (n, kind) = part.split_once(' ').ok_or_else(unclear)?;
        let kept = match kind.trim() {
            "foot" => &mut foot,
            "horse" => &mut horse,
            _ => return Err(unclear()),
        };
        if kept.replace(number(at, n)?).is_some() {
            return Err(format!(
                "Line {at}: “{part}” is the second count of these batteries; one of them goes."
            ));
        }
    }
    Ok(Batteries { foot: foot.unwrap_or(0), horse: horse.unwrap_or(0) })
}

fn brigade(at: usize, name: &str, rest: &str) -> Result<Brigade, String> {
    let (shares, guns) = rest.split_once(';').unwrap_or((rest, ""));
    let share = |part: &str| {
        let (sp, stands) = part.trim().rsplit_once(' ').ok_or_else(|| {
            format!("Line {at}: stands are written as “U1 10”, ten of the strength point U1, not “{part}”.")
        })?;
        Ok::<_, String>(Share { sp: named(at, sp)?, stands: number(at, stands)? })
    };
    let shares = shares.split(',').filter(|part| !part.trim().is_empty());
    let of = shares.map(share).collect::<Result<_, _>>()?;
    Ok(Brigade { id: named(at, name)?, of, batteries: read_batteries(at, guns)? })
}
