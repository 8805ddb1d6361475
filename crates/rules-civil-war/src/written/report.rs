//! A report of losses as lines: each brigade with its stands killed, captured and run away; then batteries, leaders, and
//! which strength points go first.

use super::{Text, each_line, named, number, once, person};
use crate::battle::{Fallen, Losses, Report};
use crate::words::{Fate, SpId};

impl Text for Report {
    fn write(&self) -> String {
        let brigade = |line: &Losses| {
            format!("{}: {} {} {}", line.brigade, line.killed, line.captured, line.skedaddled)
        };
        let mut all: Vec<String> = self.brigades.iter().map(brigade).collect();
        if self.batteries > 0 {
            all.push(format!("Batteries: {}", self.batteries));
        }
        all.extend(self.leaders.iter().map(|one| format!("Leader {}: {}", one.leader, one.fate)));
        if !self.remove.is_empty() {
            let names: Vec<String> = self.remove.iter().map(ToString::to_string).collect();
            all.push(format!("First: {}", names.join(", ")));
        }
        all.join("\n")
    }

    /// A brigade that lost nothing may stand there with noughts, and says nothing.
    fn read(text: &str) -> Result<Self, String> {
        let mut report = Self::default();
        let (mut batteries, mut first) = (None, None);
        each_line(text, |at, head, rest| {
            if head == "Batteries" {
                once(&mut batteries, at, head)?;
                report.batteries = number(at, rest)?;
            } else if head == "First" {
                once(&mut first, at, head)?;
                let names = rest.split(',').map(str::trim).filter(|name| !name.is_empty());
                let names: Vec<SpId> = names.map(|name| named(at, name)).collect::<Result<_, _>>()?;
                let again = names.iter().enumerate().find(|(n, name)| names[..*n].contains(name));
                if let Some((_, name)) = again {
                    return Err(format!("Line {at}: {name} stands there twice; each goes once."));
                }
                if names.is_empty() {
                    return Err(format!(
                        "Line {at}: First names the strength points that go first; without any the line goes."
                    ));
                }
                report.remove = names;
            } else if let Some(name) = head.strip_prefix("Leader ") {
                // The miniatures say disabled of whom the board calls wounded. [CWFF-9D-1]
                let fate = if rest == "disabled" { Some(Fate::Wounded) } else { Fate::read(rest) };
                let fate = fate
                    .ok_or_else(|| format!("Line {at}: what befell him is one of {}.", Fate::all_words()))?;
                if fate != Fate::Active {
                    let leader = person(name).ok_or_else(|| format!("Line {at}: “{name}” is no name."))?;
                    report.leaders.push(Fallen { leader, fate });
                }
            } else {
                let mut stands = rest.split_whitespace().map(|word| number(at, word));
                let mut next = || stands.next().unwrap_or(Ok(0));
                let (killed, captured, skedaddled) = (next()?, next()?, next()?);
                if stands.next().is_some() {
                    return Err(format!("Line {at}: three numbers at most, killed, captured, run away."));
                }
                let line = Losses { brigade: named(at, head)?, killed, captured, skedaddled };
                if [killed, captured, skedaddled] != [0; 3] {
                    report.brigades.push(line);
                }
            }
            Ok(())
        })?;
        Ok(report)
    }
}
