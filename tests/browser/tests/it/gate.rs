//! A gate before a server, which can be shut: then the server is out of reach, and open connections break off. It can be
//! led to another server, as when a host puts another log in the place of the one that browsers know.

use std::sync::{Arc, Mutex};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// An open gate before a server.
pub struct Gate {
    /// The address that browsers use.
    pub address: String,
    shut: watch::Sender<bool>,
    server: Arc<Mutex<String>>,
}

impl Gate {
    /// A gate before the server at this address.
    pub async fn before(address: &str) -> Self {
        let server = Arc::new(Mutex::new(place(address)));
        let leads = Arc::clone(&server);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (shut, is_shut) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((mut visitor, _)) = listener.accept().await {
                let (server, mut is_shut) = (leads.lock().unwrap().clone(), is_shut.clone());
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
        Self { address, shut, server }
    }

    /// Leads to another server from now on.
    pub fn leads_to(&self, address: &str) {
        *self.server.lock().unwrap() = place(address);
        self.shut(true);
        self.shut(false);
    }

    /// Shuts or opens the gate.
    pub fn shut(&self, shut: bool) {
        self.shut.send_replace(shut);
    }
}

fn place(address: &str) -> String {
    address.trim_start_matches("http://").to_owned()
}
