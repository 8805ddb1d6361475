//! A line to the database that can go silent or be cut.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::load::Fault;

/// How the line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It carries everything.
    Open,
    /// It carries nothing and says nothing: a cable pulled out.
    Silent,
    /// Everything on it has been cut off, and nobody gets through: a port closed.
    Cut,
}

/// A line from a port of this machine to the socket of a database.
pub struct Line {
    port: u16,
    state: watch::Sender<State>,
    task: AbortHandle,
}

impl Line {
    /// Lays one to the database of a URL that names a socket.
    pub async fn lay(url: &str) -> Result<Self, Fault> {
        let (_, folder) = url.split_once("?host=").ok_or("only a line to a socket can be laid")?;
        let socket = format!("{folder}/.s.PGSQL.5432");
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let (state, seen) = watch::channel(State::Open);
        let task = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let mut seen = seen.clone();
                if *seen.borrow_and_update() == State::Cut {
                    continue;
                }
                let Ok(far) = UnixStream::connect(&socket).await else { continue };
                let (near_out, near_in) = near.into_split();
                let (far_out, far_in) = far.into_split();
                tokio::spawn(carry(near_out, far_in, seen.clone()));
                tokio::spawn(carry(far_out, near_in, seen));
            }
        });
        Ok(Self { port, state, task: task.abort_handle() })
    }

    /// The URL of a database by way of this line.
    pub fn url(&self, url: &str) -> Result<String, Fault> {
        let (before, _) = url.split_once('?').ok_or("only a line to a socket can be laid")?;
        Ok(before.replace("@localhost/", &format!("@127.0.0.1:{}/", self.port)))
    }

    /// Changes how it stands.
    pub fn be(&self, state: State) {
        self.state.send_replace(state);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn carry(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    mut line: watch::Receiver<State>,
) {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let state = *line.borrow_and_update();
        let read = async {
            match state {
                State::Open => from.read(&mut bytes).await.unwrap_or(0),
                State::Silent => std::future::pending().await,
                State::Cut => 0,
            }
        };
        tokio::select! {
            changed = line.changed() => {
                if changed.is_err() {
                    return;
                }
            }
            n_bytes = read => {
                if n_bytes == 0 || to.write_all(&bytes[..n_bytes]).await.is_err() {
                    return;
                }
            }
        }
    }
}
