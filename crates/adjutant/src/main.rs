//! Adjutant: an umpire for wargame campaigns, as a server and on the command line.
//!
//! Read in this order: [`arguments`], [`rulebooks`], [`folder`], [`house`], [`commands`], [`examination`], [`remembered`], [`mod@print`].

mod arguments;
mod caller;
mod commands;
mod examination;
mod failure;
mod folder;
mod house;
mod keyfile;
mod mail;
mod metrics;
mod place;
mod print;
mod remembered;
mod rulebooks;
mod setup;
#[cfg(unix)]
mod socket;
mod tables;

use std::process::ExitCode;
use std::sync::Arc;

use tracing_subscriber::EnvFilter;

use arguments::{Arguments, Command};
use failure::Failure;
use folder::Files;
use house::House;
use ledger::DatabaseUrl;
use place::Place;

fn main() -> ExitCode {
    let (place, command) = match Arguments::read(std::env::args_os()) {
        Ok(read) => read,
        // What is wrong quotes what was given.
        Err(said) if said.use_stderr() => {
            caller::notes(format_args!("{said}"));
            return ExitCode::from(2);
        }
        Err(said) => said.exit(),
    };
    let filter =
        EnvFilter::try_from_env("ADJUTANT_LOG").unwrap_or_else(|_| EnvFilter::new("warn,adjutant=info"));
    // A line that cannot be written is dropped: on a full disk, or with nobody reading, play goes on.
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    lines.log_internal_errors(false).init();
    match run(place, command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            caller::notes(format_args!("{failure}"));
            ExitCode::from(failure.code())
        }
    }
}

fn run(place: Place, command: Command) -> Result<(), Failure> {
    match command {
        Command::Check(check) => commands::check::run(&check),
        Command::Forecast(forecast) => commands::forecast::run(&forecast),
        Command::Part(part) => commands::part::run(&part),
        Command::Aid(aid) => commands::aid::run(&aid),
        Command::Openapi => commands::openapi::run(),
        Command::Run(run) => commands::run::run(&run),
        Command::Tables(tables) => commands::tables::run(&tables),
        Command::Verify(verify) => commands::verify::run(&verify),
        Command::View(view) => runtime()?.block_on(commands::view::run(&view)),
        command => runtime()?.block_on(on_campaigns(place, command)),
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|fault| Failure::new(format!("The program cannot start: {fault}.")))
}

/// The commands that work on a data folder or a database.
async fn on_campaigns(place: Place, command: Command) -> Result<(), Failure> {
    let Place { data, database, key_file } = place;
    let named = database.filter(|url| !url.0.is_empty());
    let database = named.map(|url| DatabaseUrl::read(&url.0)).transpose()?;
    let key_file = key_file.filter(|path| !path.as_os_str().is_empty());
    if let Command::Key(key) = command {
        return commands::key::run(&key.deed, data, database.as_ref(), key_file).await;
    }
    let files = Files::of(data.clone())?;
    let key = key_file.map(|path| keyfile::read(&path, &files)).transpose()?;
    // Care of the data: beside a server, or before there is a folder.
    match (&command, &database) {
        (Command::Backup(_) | Command::Restore(_), Some(_)) => return Err(commands::care::by_its_own_tools()),
        (Command::Doctor(_), Some(database)) => {
            return commands::care::doctor_of_database(database, key).await;
        }
        (Command::Backup(backup), None) => return commands::care::backup(&files, key, backup).await,
        (Command::Restore(restore), None) => return commands::care::restore(files, key, restore).await,
        (Command::Doctor(doctor), None) => return commands::care::doctor(&files, key, doctor).await,
        _ => {}
    }
    if let Command::Import(import) = &command {
        commands::import::check(import)?;
    }
    let anew = matches!(&command, Command::Serve(serve) if serve.anew);
    if database.is_none() && !anew {
        remembered::people_not_emptied(&files)?;
        // A campaign file is a way out where the campaigns are gone.
        if !matches!(command, Command::Import(_)) {
            remembered::not_vanished(&files).await?;
        }
    }
    let house = match &database {
        Some(database) => House::in_database(database, key, folder::Folder::share(data)?).await?,
        None => match folder::Folder::open(data) {
            Ok(folder) => House::open(folder, key).await?,
            Err(held) => return beside(&files, command, held),
        },
    };
    let house = Arc::new(house);
    remembered::tell_of_strange_people(&house).await;
    let outcome = match command {
        Command::Serve(serve) => commands::serve::run(&house, &serve).await,
        command => {
            remembered::tell(&house).await;
            in_house(&house, command).await
        }
    };
    house.close().await;
    outcome
}

/// A command where another process may hold the folder: it is handed to that one, if that one does commands for others.
#[cfg(unix)]
fn beside(files: &Files, command: Command, held: Failure) -> Result<(), Failure> {
    match command {
        Command::Serve(_) => Err(held),
        command => socket::ask(&files.socket(), command).unwrap_or(Err(held)),
    }
}

#[cfg(not(unix))]
fn beside(_: &Files, _: Command, held: Failure) -> Result<(), Failure> {
    Err(held)
}

/// The commands that work on an open house, this program's or that of a server.
async fn in_house(house: &House, command: Command) -> Result<(), Failure> {
    match command {
        Command::New(new) => commands::new::run(house, &new).await,
        Command::Invite(invite) => commands::invite::run(house, &invite).await,
        Command::Token(token) => commands::token::run(house, &token).await,
        Command::People(people) => commands::people::run(house, &people).await,
        Command::Show(show) => commands::show::run(house, &show).await,
        Command::Do(act) => commands::act::run(house, act).await,
        Command::Correct(correct) => commands::correct::run(house, &correct).await,
        Command::Below(below) => commands::below::run(house, &below).await,
        Command::Map(map) => commands::map::run(house, &map).await,
        Command::Rule(rule) => commands::rule::run(house, rule).await,
        Command::Log(log) => commands::log::run(house, &log).await,
        Command::Odds(odds) => commands::odds::run(house, &odds).await,
        Command::Export(export) => commands::export::run(house, &export).await,
        Command::Import(import) => commands::import::run(house, &import).await,
        Command::Sheet(sheet) => commands::sheet::run(house, &sheet).await,
        Command::Print(print) => commands::print::run(house, &print).await,
        Command::Result(result) => commands::result::run(house, &result).await,
        Command::Aid(_)
        | Command::Backup(_)
        | Command::Check(_)
        | Command::Doctor(_)
        | Command::Forecast(_)
        | Command::Key(_)
        | Command::Openapi
        | Command::Part(_)
        | Command::Restore(_)
        | Command::Run(_)
        | Command::Serve(_)
        | Command::Tables(_)
        | Command::Verify(_)
        | Command::View(_) => {
            Err(Failure::new("A server that holds a data folder does nothing like that for others."))
        }
    }
}
