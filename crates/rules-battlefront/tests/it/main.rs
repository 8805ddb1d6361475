//! The rules as players meet them: one module for each file of rules, and the laws of the whole.

mod absence;
mod after_battle;
mod all_at_once;
mod conformance;
mod evening;
mod examples;
mod front;
mod law_refusals;
mod lint;
mod measures;
mod odds_oracle;
mod papers;
mod plans;
mod position;
mod s2_1_1_1_1_night_attacks;
mod s2_1_1_1_d_historical_modifiers;
mod s2_1_1_1_purchase_points;
mod s2_1_1_2_armour_repair;
mod s2_1_1_2_w_armour_withdrawal;
mod s2_1_1_3_1_casualties;
mod s2_1_1_3_1_o_discipline;
mod s2_1_1_3_2_b_breakpoints;
mod s2_1_1_3_2_combining;
mod s2_1_1_3_3_1_shots;
mod s2_1_1_3_3_ammunition;
mod s2_1_1_3_campaign_roster;
mod s2_1_1_4_1_base_force;
mod s2_1_1_4_2_aircraft;
mod s2_1_1_4_3_off_board_artillery;
mod s2_1_1_4_4_n_numbers;
mod s2_1_1_4_4_preregistered_points;
mod s2_1_1_4_reinforcements;
mod s2_1_1_5_1_removal;
mod s2_1_1_5_2_fortifications;
mod s2_1_1_5_fortification_points;
mod s2_1_1_6_reveal;
mod s2_1_1_7_choose_forces;
mod s2_1_1_8_deploy;
mod s2_1_2_2_mines;
mod s2_1_2_4_1_disengage;
mod s2_1_2_4_2_status;
mod s2_1_2_4_3_escape;
mod s2_1_2_4_p_perimeter;
mod s2_1_2_5_clear_the_map;
mod s2_1_2_6_hidden_fortifications;
mod s2_1_2_7_wrecks;
mod s2_1_2_8_paperwork;
mod s2_1_2_report;
mod s2_1_2_resolution;
mod s2_1_p_posture;
mod s2_1_scenarios;
mod s2_campaign;
mod s2_f_free_to_modify;
mod s2_s_setup;
mod setup;
mod studio;
mod table;
mod view_controls;
mod view_pages;
mod view_secrecy;
mod view_support;
mod view_words;

/// The sample campaign.
const ROSTOV: &str = include_str!("../../scenarios/rostov.toml");
/// Its second morning.
const ROSTOV_24: &str = include_str!("../../scenarios/rostov-24-december.position.toml");
/// The campaign of the worked examples.
const HEDGEROWS: &str = include_str!("../../examples/setups/hedgerows.toml");
/// A campaign with night slots.
const MIUS: &str = include_str!("../../scenarios/mius-night.toml");
/// Its first night.
const MIUS_NIGHT: &str = include_str!("../../scenarios/mius-1-august-night.position.toml");
