//! The drill of the crowd: one takes all the room it can get, by feeds, half-sent heads, half-sent forms, or answers that
//! it does not read. Meanwhile a side plays on, and those who watch over the server are answered.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use kernel::Seat;
use reqwest::StatusCode;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::load::Fault;
use crate::served::{Player, Served};

/// Connections of the one who takes the room: more than the server takes.
const MANY: usize = 800;
/// How long anything of the others may take.
const SOON: Duration = Duration::from_secs(2);

/// What the one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attack {
    Feeds,
    Heads,
    Forms,
    Unread,
}

const ATTACKS: [(Attack, &str); 4] = [
    (Attack::Feeds, "feeds of one token"),
    (Attack::Heads, "half-sent heads"),
    (Attack::Forms, "half-sent forms"),
    (Attack::Unread, "answers that nobody reads"),
];

/// Does everything `rounds` times, from one address and from many, and prints what came of it.
pub fn run(rounds: u32) -> Result<(), Fault> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let folder = tempfile::tempdir()?;
    let served = Served::start(folder.path())?;
    let mut player = Player::default();
    for (attack, name) in ATTACKS {
        let (mut tally, mut slowest) = (Tally::default(), Duration::ZERO);
        for round in 0..rounds {
            // Linux gives a machine as many addresses of its own as one likes.
            let many = cfg!(target_os = "linux") && round % 2 == 1;
            let outcome = runtime.block_on(one(&served, &mut player, attack, many, &mut tally));
            slowest = slowest.max(outcome.map_err(|fault| format!("{name}: {fault}"))?);
        }
        println!(
            "{rounds} times {MANY} connections with {name}: {} answered, {} told that there is no room, {} closed or \
             without an answer; a side played on, its feed was opened, and /healthz and /readyz were answered, each \
             within {} ms.",
            tally.answered,
            tally.refused,
            tally.silent,
            slowest.as_millis()
        );
    }
    Ok(())
}

#[derive(Default)]
struct Tally {
    answered: usize,
    refused: usize,
    silent: usize,
}

async fn one(
    served: &Served,
    player: &mut Player,
    attack: Attack,
    many: bool,
    tally: &mut Tally,
) -> Result<Duration, Fault> {
    let mut taken = Vec::new();
    for n in 0..MANY {
        let from = if many { Ipv4Addr::new(127, 0, 1, (n % 200) as u8 + 1) } else { Ipv4Addr::LOCALHOST };
        taken.push(connect(served, from, attack).await?);
    }
    let mut slowest = Duration::ZERO;
    for _ in 0..3 {
        slowest = slowest.max(others(served, player).await?);
    }
    let here = tally.answered;
    for stream in &mut taken {
        let mut head = vec![0; 16 * 1024];
        match timeout(Duration::from_millis(5), stream.read(&mut head)).await {
            Ok(Ok(n_bytes)) if n_bytes > 12 => {
                let head = String::from_utf8_lossy(&head[..n_bytes]).into_owned();
                let refused = head.starts_with("HTTP/1.1 429") || head.starts_with("HTTP/1.1 503");
                if refused && !head.contains("crowded") && !head.contains("at once") {
                    return Err(format!("no room, and no reason: {head}").into());
                }
                *if refused { &mut tally.refused } else { &mut tally.answered } += 1;
            }
            _ => tally.silent += 1,
        }
    }
    if attack == Attack::Feeds && tally.answered - here > 8 {
        return Err(format!("{} feeds are open with one token", tally.answered - here).into());
    }
    Ok(slowest)
}

/// What the others do; says how long the slowest of it took.
async fn others(served: &Served, player: &mut Player) -> Result<Duration, Fault> {
    let mut slowest = Duration::ZERO;
    for path in ["/healthz", "/readyz"] {
        let begun = Instant::now();
        let status = served.status(path).await?;
        if status != StatusCode::OK {
            return Err(format!("{path} says {status}").into());
        }
        slowest = slowest.max(begun.elapsed());
    }
    let begun = Instant::now();
    if !player.act(served).await?.1 {
        return Err("an act of a side is not taken".into());
    }
    slowest = slowest.max(begun.elapsed());
    let begun = Instant::now();
    let mut feed = TcpStream::connect(served.address).await?;
    feed.write_all(feed_of(served, Seat::Side(0)).as_bytes()).await?;
    let mut head = [0; 12];
    timeout(SOON, feed.read_exact(&mut head)).await.map_err(|_| "a side's feed does not open")??;
    if &head != b"HTTP/1.1 200" {
        return Err(format!("a side's feed is refused: {}", String::from_utf8_lossy(&head)).into());
    }
    slowest = slowest.max(begun.elapsed());
    if slowest > SOON {
        Err(format!("the others wait for {} ms", slowest.as_millis()).into())
    } else {
        Ok(slowest)
    }
}

/// One more connection of the one.
async fn connect(served: &Served, from: Ipv4Addr, attack: Attack) -> Result<TcpStream, Fault> {
    let socket = TcpSocket::new_v4()?;
    if attack == Attack::Unread {
        socket.set_recv_buffer_size(1024)?;
    }
    socket.bind(SocketAddr::from((from, 0)))?;
    let mut stream = socket.connect(served.address).await?;
    let words = match attack {
        Attack::Feeds => feed_of(served, Seat::Spectator),
        Attack::Heads => "GET / HTTP/1.1\r\nHost: localhost\r\n".to_owned(),
        Attack::Forms => {
            "POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n\
                          Content-Length: 1000\r\n\r\ns"
                .to_owned()
        }
        Attack::Unread => "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(8),
    };
    // One that is closed at once has its answer.
    let _ = stream.write_all(words.as_bytes()).await;
    Ok(stream)
}

fn feed_of(served: &Served, seat: Seat) -> String {
    format!(
        "GET /api/v1/campaigns/{}/feed HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n",
        served.campaign,
        served.token(seat)
    )
}
