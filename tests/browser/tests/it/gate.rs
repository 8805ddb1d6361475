//! A gate before a server, which can be shut: then the server is out of reach, and open connections break off.

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// An open gate before a server.
pub struct Gate {
    /// The address that browsers use.
    pub address: String,
    shut: watch::Sender<bool>,
}

impl Gate {
    /// A gate before the server at this address.
    pub async fn before(address: &str) -> Self {
        let server = address.trim_start_matches("http://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (shut, is_shut) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((mut visitor, _)) = listener.accept().await {
                let (server, mut is_shut) = (server.clone(), is_shut.clone());
                tokio::spawn(async move {
                    if *is_shut.borrow_and_update() {
                        return;
                    }
                    let Ok(mut server) = TcpStream::connect(server).await else { return };
                    tokio::select! {
                        _ = copy_bidirectional(&mut visitor, &mut server) => {}
                        _ = is_shut.changed() => {}
                    }
                });
            }
        });
        Self { address, shut }
    }

    /// Shuts or opens the gate.
    pub fn shut(&self, shut: bool) {
        self.shut.send_replace(shut);
    }
}
