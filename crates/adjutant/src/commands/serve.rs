//! `adjutant serve`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use adjutant_web::{Client, Sample, Settings, Studio, Systems, WebState, listening};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::arguments::{Serve, StudioFor};
use crate::caller::{note, say};
use crate::commands::invite::link;
use crate::failure::Failure;
use crate::house::House;
use crate::mail::{self, Post};
use crate::metrics;
use crate::remembered;
use crate::rulebooks::{FILLABLE, PHYSICAL_GAMES, samples};
use crate::setup;
#[cfg(unix)]
use crate::socket::Socket;

/// How long answers under way may take once the server closes.
const CLOSING: Duration = Duration::from_secs(3);

/// How often the server looks whether a deadline has passed.
const BEAT: Duration = Duration::from_secs(2);

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Serves until the process is asked to end.
pub async fn run(house: &Arc<House>, serve: &Serve) -> Result<(), Failure> {
    let listener = TcpListener::bind(serve.listen).await.map_err(|fault| {
        let other = SocketAddr::new(serve.listen.ip(), serve.listen.port().wrapping_add(1));
        Failure::new(format!("Cannot listen on {}: {fault}. Try --listen {other}.", serve.listen))
    })?;
    let address = match (&serve.address, listener.local_addr()) {
        (Some(address), _) => address.trim_end_matches('/').to_owned(),
        (None, local) => reachable(local.unwrap_or(serve.listen)),
    };
    house.serve_at(&address);
    let post = Post::open(&serve.mail, &address)?;
    let (close, closing) = watch::channel(false);
    let settings = Settings {
        public_address: serve.address.as_ref().map(|_| address.clone()),
        client: if serve.behind_proxy { Client::Forwarded } else { Client::Peer },
        mail: post.is_some(),
        studio: match serve.studio {
            StudioFor::Accounts => Studio::Accounts,
            StudioFor::Nobody => Studio::Nobody,
        },
        systems: Systems(FILLABLE),
        samples: samples()
            .map(|(system, sample)| Sample { name: sample.name, system, setup: sample.setup })
            .collect(),
        aids: PHYSICAL_GAMES.iter().map(|game| game.served()).collect(),
        ..Settings::default()
    };
    let state = WebState::new(
        house.desk.clone(),
        house.store.clone(),
        house.people.clone(),
        settings,
        closing.clone(),
    );
    let presence = state.presence.clone();
    let sweeping = tokio::spawn(sweep_daily(state.clone()));
    let mut router = adjutant_web::router(state);
    let mut numbers = None;
    if let Some(own) = serve.metrics {
        numbers = Some(metrics::serve(own, closing.clone()).await?);
        router = metrics::counted(router);
    }
    // After the numbers are gathered: it opens campaigns, and those are counted.
    let timing = tokio::spawn(keep_time(house.clone()));
    let mailing = post.map(|post| tokio::spawn(mail::keep(house.clone(), post, presence)));
    // Before anything is printed: whoever reads it may ask for the end at once.
    let end = asked_to_end()
        .map_err(|fault| Failure::new(format!("The system's signals cannot be heard: {fault}.")))?;
    house.desk.listen();
    sample(house, serve.anew).await?;
    remembered::tell(house).await;
    let commands = for_others(house, closing.clone());
    print_links(house, serve, &address, numbers).await?;
    let mut server = tokio::spawn(listening::serve(listener, router, closing));
    tokio::select! {
        ended = &mut server => return Err(Failure::new(format!("The server ended by itself: {ended:?}."))),
        () = end => {}
    }
    note!("Closing.");
    sweeping.abort();
    timing.abort();
    if let Some(mailing) = mailing {
        mailing.abort();
    }
    let _ = close.send(true);
    let under_way = async {
        let _ = (&mut server).await;
        if let Some(commands) = commands {
            let _ = commands.await;
        }
    };
    if tokio::time::timeout(CLOSING, under_way).await.is_err() {
        server.abort();
        tracing::warn!("some answers took longer than {} s and were broken off", CLOSING.as_secs());
    }
    Ok(())
}

/// Does commands for the owner of the folder, which no other program can open meanwhile.
#[cfg(unix)]
fn for_others(house: &Arc<House>, closing: watch::Receiver<bool>) -> Option<JoinHandle<()>> {
    let folder = house.folder();
    if !folder.is_held() {
        return None;
    }
    let place = folder.files().socket();
    match Socket::bind(place.clone()) {
        Ok(socket) => Some(tokio::spawn(socket.serve(house.clone(), closing))),
        Err(fault) => {
            let place = place.display();
            tracing::warn!("{place}: {fault}. While the server runs, no command can be used on its folder.");
            None
        }
    }
}

#[cfg(not(unix))]
fn for_others(_: &Arc<House>, _: watch::Receiver<bool>) -> Option<JoinHandle<()>> {
    None
}

/// Does what is due in campaigns that count time, and notes how far each goes, as long as the server runs.
async fn keep_time(house: Arc<House>) {
    if let Err(fault) = house.desk.know_time().await {
        tracing::warn!(%fault, "deadlines are kept only of campaigns that somebody opens");
    }
    let mut beats = tokio::time::interval(BEAT);
    beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        beats.tick().await;
        house.desk.keep_time().await;
        house.note_heads().await;
    }
}

/// Removes sessions and invitations that have run out, now and every day.
async fn sweep_daily(state: WebState) {
    let mut days = tokio::time::interval(DAY);
    loop {
        days.tick().await;
        match state.sweep().await {
            Ok(swept) => tracing::debug!(?swept, "swept"),
            Err(fault) => tracing::warn!(%fault, "what has run out was not removed"),
        }
    }
}

/// Lays out the sample campaign in a folder without campaigns. A database is left as it is: two programs that start at
/// once would lay out two.
async fn sample(house: &House, anew: bool) -> Result<(), Failure> {
    if house.store.is_shared() || !house.desk.campaigns().await?.is_empty() {
        return Ok(());
    }
    match anew {
        true => remembered::begin_anew(house).await?,
        false => remembered::not_emptied(house).await?,
    }
    if let Some((system, first)) = samples().next() {
        house.desk.create(setup::sample(system, first)?).await?;
    }
    Ok(())
}

/// Prints where the pages are, and a fresh link for every seat that nobody holds.
async fn print_links(
    house: &House,
    serve: &Serve,
    address: &str,
    numbers: Option<SocketAddr>,
) -> Result<(), Failure> {
    say!("Adjutant serves at {address}");
    if serve.address.is_none() && !serve.listen.ip().is_loopback() {
        note!(
            "Without --address it answers by the numbers of this machine alone. Where people come by a name, start it \
             with --address http://NAME:{}, which links then carry too.",
            serve.listen.port()
        );
    }
    if let Some(numbers) = numbers {
        say!("Numbers of the process: http://{numbers}/metrics");
    }
    for card in house.desk.campaigns().await?.into_iter().rev() {
        let links = match house.start_links(&card).await {
            Ok(links) if links.is_empty() => continue,
            Ok(links) => links,
            // Whoever holds a seat can read on, even when the disk takes nothing more.
            Err(failure) => {
                crate::caller::notes(format_args!(
                    "{}: no links to its free seats can be made now, the next start makes them. {failure}",
                    card.title
                ));
                continue;
            }
        };
        say!("\n{}: seats that nobody holds yet. Each link opens its seat once.", card.title);
        for invited in links {
            let seat = &invited.invitation.chair.seat;
            let side = seat.strip_prefix("side-").and_then(|at| card.sides.get(at.parse::<usize>().ok()?));
            let name = side.map_or(seat.as_str(), String::as_str);
            say!("  {name:12}  {}", link(address, &invited.secret));
        }
    }
    say!("\nCtrl+C ends the server.");
    Ok(())
}

/// The address that a browser on this machine can use.
fn reachable(listening: SocketAddr) -> String {
    let ip = match listening.ip() {
        ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(ip, listening.port()))
}

/// Listens from now on for the terminal or the system asking the process to end; the future ends when one does.
fn asked_to_end() -> std::io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }
    #[cfg(windows)]
    {
        let mut interrupt = tokio::signal::windows::ctrl_c()?;
        Ok(async move {
            let _ = interrupt.recv().await;
        })
    }
}
