//! A filled form being read.

use kernel::view::View;
use std::str::FromStr;

use kernel::words::BadId;
use kernel::{Diagnostic, Id, SideInfo};
use tabular::{Address, Columns, Grid, bare};

use super::{
    AS_NOTED, INFILTRATIONS, LEFT_OUT, LOSSES, MEN, RESULT, SCENARIO, SHEETS, VEHICLES, WINNER, fate,
    fate_words, names,
};
use crate::command::{Command, Fallback, Telling};
use crate::grids::source::Sources;
use crate::report::{AuxLoss, Deed, Infiltration, ManReport, Means, SideReport, Wreck, counted, or_nothing};
use crate::words::{AuxKind, LegId, ManId, Out};

/// The command that a filled form gives: a report, or another version than the one that waits. The view is that of the
/// seat that tells it; its form has the names of the men.
///
/// # Errors
/// Every fault with the address of its cell.
pub fn command(
    file: &str,
    grids: &[Grid],
    view: &View,
    sides: &[SideInfo],
    differs: bool,
) -> Result<Command, Vec<Diagnostic>> {
    let names = names(view);
    let mut form = Filled { sides, names, from: Sources::new(file), reports: Default::default() };
    let mut tables: [Option<&Grid>; 5] = [None; 5];
    for grid in grids {
        match SHEETS.iter().position(|name| bare(name) == bare(&grid.name)) {
            Some(at) if tables[at].is_none() => tables[at] = Some(grid),
            None if grid.rows.is_empty() => {}
            found => {
                let what = if found.is_some() { "There is a second table" } else { "There is no table" };
                let sentence = format!("{what} {:?}; there are: {}.", grid.name, SHEETS.join(", "));
                form.from.fault(grid.address(0, 0), sentence);
            }
        }
    }
    let nothing = Grid::default();
    for at in [0, 1] {
        if tables[at].is_none() {
            let sentence = format!(
                "The table {} is missing. `adjutant aftermath --form` writes all of them.",
                SHEETS[at]
            );
            form.from.fault(nothing.address(0, 0), sentence);
        }
    }
    let [Some(result), Some(men), vehicles, infiltrations, losses] = tables else {
        return Err(form.from.faults);
    };
    let (winner, scenario, fill) = form.result(result);
    form.men(men);
    vehicles.inspect(|grid| form.vehicles(grid));
    infiltrations.inspect(|grid| form.infiltrations(grid));
    losses.inspect(|grid| form.losses(grid));
    let [side_1, side_2] = form.reports;
    match winner {
        Some(winner) if form.from.faults.is_empty() => {
            let telling = Telling { scenario, winner, side_1, side_2, fill, decide: None, reason: None };
            Ok(if differs { Command::Differ(telling) } else { Command::Report(telling) })
        }
        _ => Err(form.from.faults),
    }
}

/// A filled form being read.
struct Filled<'f> {
    sides: &'f [SideInfo],
    /// Side, man and name of those of whom the result is asked.
    names: Vec<(usize, ManId, String)>,
    from: Sources<'f>,
    reports: [SideReport; 2],
}

impl Filled<'_> {
    fn result(&mut self, grid: &Grid) -> (Option<Id>, Option<LegId>, Option<Fallback>) {
        let columns = self.from.columns(grid, &RESULT);
        let (mut winner, mut scenario, mut fill, mut asked) = (None, None, None, false);
        for row in columns.rows() {
            let (name, at) = (bare(&columns.cell(row, 0).words()), columns.address(row, 1));
            let words = columns.cell(row, 1).words();
            if name == bare(WINNER) {
                asked = true;
                winner = self.winner(&words, at);
            } else if name == bare(SCENARIO) {
                scenario = if words.is_empty() { None } else { self.id(&words, at) };
            } else if name == bare(LEFT_OUT) {
                fill = match bare(&words).as_str() {
                    "" => None,
                    "asnoted" => Some(Fallback::AsNoted),
                    _ => {
                        self.from
                            .fault(at, format!("Say {AS_NOTED:?}, or nothing if every man is in the table."));
                        None
                    }
                };
            } else {
                let sentence = format!("There is no such line; there are: {WINNER}, {SCENARIO}, {LEFT_OUT}.");
                self.from.fault(columns.address(row, 0), sentence);
            }
        }
        if !asked {
            self.from.fault(grid.address(0, 0), format!("The line {WINNER} is missing."));
        }
        (winner, scenario, fill)
    }

    fn winner(&mut self, words: &str, at: Address) -> Option<Id> {
        match bare(words).as_str() {
            "none" | "nobody" | "draw" => Id::new("none").ok(),
            _ => self.side(words, at).map(|side| self.sides[side].id),
        }
    }

    fn id<T: FromStr<Err = BadId>>(&mut self, words: &str, at: Address) -> Option<T> {
        words
            .parse()
            .map_err(|bad: BadId| self.from.fault(at, format!("{words:?} is no name here: {bad}.")))
            .ok()
    }

    /// A side by its id, its name, or its place: 1 or 2.
    fn side(&mut self, words: &str, at: Address) -> Option<usize> {
        let named =
            |side: &SideInfo| bare(side.id.as_str()) == bare(words) || bare(&side.name) == bare(words);
        let found = self.sides.iter().take(2).position(named).or(match words {
            "1" => Some(0),
            "2" => Some(1),
            _ => None,
        });
        if found.is_none() || words.is_empty() {
            let names = self.sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>().join(" or ");
            self.from.fault(at, format!("A side is wanted here: {names}."));
            return None;
        }
        found
    }

    /// Side and man of a row, by the first two columns.
    fn whom(&mut self, columns: &Columns<'_>, row: usize) -> Option<(usize, ManId)> {
        let side = self.side(&columns.cell(row, 0).words(), columns.address(row, 0));
        let words = columns.cell(row, 1).words();
        let man = words.trim_start_matches('#').parse::<ManId>().ok().filter(|man| man.is_of_a_roster());
        if man.is_none() {
            let most = ManId::MOST;
            let sentence =
                format!("{words:?} is no man: a number from 1 to {most}, or P for the personal man.");
            self.from.fault(columns.address(row, 1), sentence);
        }
        Some((side?, man?))
    }

    /// A count from 0 to 255; an empty cell is 0.
    fn count(&mut self, columns: &Columns<'_>, row: usize, head: usize) -> u8 {
        self.counts(columns, row, head).first().copied().unwrap_or(0)
    }

    /// Counts from 0 to 255 with a plus between them; an empty cell has none.
    fn counts(&mut self, columns: &Columns<'_>, row: usize, head: usize) -> Vec<u8> {
        let cell = columns.cell(row, head);
        if cell.is_empty() {
            return Vec::new();
        }
        let whole = cell.whole().and_then(|count| u8::try_from(count).ok()).map(|count| vec![count]);
        let sum = || cell.words().split('+').map(|part| part.trim().parse().ok()).collect();
        whole.or_else(sum).unwrap_or_else(|| {
            let sentence = format!("A count is wanted here, not {:?}.", cell.words());
            self.from.fault(columns.address(row, head), sentence);
            Vec::new()
        })
    }

    /// The name of a row is that of its man.
    fn name(&mut self, columns: &Columns<'_>, row: usize, (side, man): (usize, ManId)) {
        let words = columns.cell(row, 2).words();
        let known = self.names.iter().find(|(of, id, _)| (*of, *id) == (side, man));
        let Some((.., name)) = known.filter(|(.., name)| !words.is_empty() && bare(name) != bare(&words))
        else {
            return;
        };
        let sentence = format!("Man {man} of this side is {name}, not {words}.");
        self.from.fault(columns.address(row, 2), sentence);
    }

    fn flag(&mut self, columns: &Columns<'_>, row: usize, head: usize) -> Option<bool> {
        let words = columns.cell(row, head).words();
        match words.to_lowercase().as_str() {
            "" => None,
            "yes" | "y" | "x" | "1" | "true" | "✓" | "/" => Some(true),
            "no" | "n" | "0" | "false" | "-" | "–" => Some(false),
            _ => {
                self.from
                    .fault(columns.address(row, head), format!("Yes or no is wanted here, not {words:?}."));
                None
            }
        }
    }

    /// A word out of a list, told with the whole list when it is not there.
    fn word<T>(
        &mut self,
        columns: &Columns<'_>,
        row: usize,
        head: usize,
        of: impl Fn(&str) -> Option<T>,
        all: &str,
    ) -> Option<T> {
        let words = columns.cell(row, head).words();
        let found = of(&words);
        if found.is_none() {
            self.from.fault(columns.address(row, head), format!("{words:?} is none of: {all}."));
        }
        found
    }

    fn men(&mut self, grid: &Grid) {
        let columns = self.from.columns(grid, &MEN);
        let fates = Out::ALL.iter().map(|out| fate_words(*out)).collect::<Vec<_>>().join(", ");
        for row in columns.rows() {
            let whom = self.whom(&columns, row);
            let out = self.word(&columns, row, 3, fate, &fates);
            let (pinned, wounded) = (self.flag(&columns, row, 4), self.flag(&columns, row, 5));
            let moved_in = self.flag(&columns, row, 6) == Some(true);
            if let Some(whom) = whom {
                self.name(&columns, row, whom);
            }
            let [heroes, kills, guns, charges] = [7, 8, 9, 10].map(|head| self.counts(&columns, row, head));
            let deeds = heroes.into_iter().map(|hero| Deed::Hero { hero });
            let deeds = deeds.chain(kills.into_iter().map(|cc_kill| Deed::CcKill { cc_kill }));
            let deeds = deeds.chain(guns.into_iter().map(|ig_cc| Deed::GunInCc { ig_cc }));
            let charges = charges.into_iter().map(|demo_charge_men| Deed::DemoCharge { demo_charge_men });
            // A row without any count says nothing about deeds; a count of 0 says that there was none.
            let told: Vec<Deed> = deeds.chain(charges).collect();
            let events = if told.is_empty() { told } else { or_nothing(counted(told)) };
            if let (Some((side, id)), Some(out)) = (whom, out) {
                self.reports[side].men.push(ManReport { id, out, pinned, wounded, moved_in, events });
            }
        }
    }

    /// Adds a deed to a man who stands in the table of men.
    fn deed(&mut self, columns: &Columns<'_>, row: usize, whom: Option<(usize, ManId)>, deed: Option<Deed>) {
        let (Some((side, id)), Some(deed)) = (whom, deed) else { return };
        match self.reports[side].men.iter_mut().find(|man| man.id == id) {
            Some(man) => man.events.push(deed),
            None => {
                let sentence = format!("Man {id} of this side is in no row of the table {}.", SHEETS[1]);
                self.from.fault(columns.address(row, 1), sentence);
            }
        }
    }

    fn vehicles(&mut self, grid: &Grid) {
        let columns = self.from.columns(grid, &VEHICLES);
        for row in columns.rows() {
            let whom = self.whom(&columns, row);
            let afv = self.id(&columns.cell(row, 2).words(), columns.address(row, 2));
            let means = self.word(&columns, row, 3, Means::read, &Means::all_words());
            let result = self.word(&columns, row, 4, Wreck::read, &Wreck::all_words());
            let weapon = columns.cell(row, 5).words();
            let weapon = if weapon.is_empty() { None } else { self.id(&weapon, columns.address(row, 5)) };
            let deed = || Some(Deed::Vehicle { afv: afv?, means: means?, result: result?, weapon });
            self.deed(&columns, row, whom, deed());
        }
    }

    fn infiltrations(&mut self, grid: &Grid) {
        let columns = self.from.columns(grid, &INFILTRATIONS);
        for row in columns.rows() {
            let whom = self.whom(&columns, row);
            let (unpinned_before, removed_or_pinned) =
                (self.count(&columns, row, 2), self.count(&columns, row, 3));
            let infiltration = Infiltration { unpinned_before, removed_or_pinned };
            self.deed(&columns, row, whom, Some(Deed::Infiltration { infiltration }));
        }
    }

    fn losses(&mut self, grid: &Grid) {
        let columns = self.from.columns(grid, &LOSSES);
        for row in columns.rows() {
            let side = self.side(&columns.cell(row, 0).words(), columns.address(row, 0));
            let kind = self.word(&columns, row, 1, AuxKind::read, &AuxKind::all_words());
            let effect = self.count(&columns, row, 2).into();
            let lost = self.flag(&columns, row, 4) == Some(true);
            if let (Some(side), Some(kind), true) = (side, kind, lost) {
                self.reports[side].aux.push(AuxLoss { kind, effect });
            }
        }
    }
}
