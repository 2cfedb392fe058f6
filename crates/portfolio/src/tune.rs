//! The tables of numbers of all engines, for experiments.

use raceproof_tuning::Table;

use crate::limits;

/// All tables.
static TABLES: &[&Table] = &[
    &limits::TABLE,
    &raceproof_machine::limits::TABLE,
    &raceproof_flow::limits::TABLE,
    &raceproof_once::limits::TABLE,
    &raceproof_explore::limits::TABLE,
    &raceproof_modular::limits::TABLE,
    &raceproof_certify::limits::TABLE,
    &raceproof_symbolic::limits::TABLE,
];

/// Sets a number by `name=value`.
///
/// # Errors
///
/// What is wrong with that.
pub fn tune(text: &str) -> Result<(), String> {
    raceproof_tuning::set(TABLES, text)
}

/// All numbers that can be set and those that cannot, a line each: name, value, meaning.
pub fn tunable() -> String {
    raceproof_tuning::list(TABLES)
}
