//! Settings of the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use super::Mail;

/// Settings of `serve`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Serve {
    /// Where to listen.
    #[arg(long, value_name = "ADDRESS:PORT", default_value_t = Serve::LISTEN, env = "ADJUTANT_LISTEN")]
    pub listen: SocketAddr,
    /// The address that browsers use, when it is another one: `https://adjutant.example.org`.
    #[arg(long, value_name = "URL", env = "ADJUTANT_ADDRESS")]
    pub address: Option<String>,
    /// Count the address that a proxy before this server reports as the visitor's. Only behind such a proxy.
    #[arg(long, env = "ADJUTANT_BEHIND_PROXY")]
    pub behind_proxy: bool,
    /// Who may set up campaigns in the browser and begin them: everybody with an account, or nobody.
    #[arg(long, value_name = "WHO", value_enum, default_value_t = StudioFor::Accounts, env = "ADJUTANT_STUDIO")]
    pub studio: StudioFor,
    /// Serve numbers of the whole process for Prometheus at this address, under /metrics. Not for visitors.
    #[arg(long, value_name = "ADDRESS:PORT", env = "ADJUTANT_METRICS")]
    pub metrics: Option<SocketAddr>,
    /// Begin anew where the campaigns of a data folder are gone, or its list of people, and forget who held their seats.
    #[arg(long)]
    pub anew: bool,
    #[command(flatten)]
    pub mail: Mail,
}

/// Who may use the campaign studio.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum StudioFor {
    /// Everybody with an account.
    Accounts,
    /// Nobody.
    Nobody,
}

impl Serve {
    const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);
}
