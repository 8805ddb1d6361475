//! The rules as players meet them: one module for each file of rules, and the laws of the whole.

mod conformance;
mod examples;
mod setup;
mod table;
mod view_controls;
mod view_pages;
mod view_secrecy;
mod view_support;

/// The sample campaign.
const ROSTOV: &str = include_str!("../../scenarios/rostov.toml");
/// Its second morning.
const ROSTOV_24: &str = include_str!("../../scenarios/rostov-24-december.position.toml");
/// A campaign with night slots.
const MIUS: &str = include_str!("../../scenarios/mius-night.toml");
/// Its first night.
const MIUS_NIGHT: &str = include_str!("../../scenarios/mius-1-august-night.position.toml");
