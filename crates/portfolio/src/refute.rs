//! Runs that may take away what one run has decided.
//!
//! The proof by one run is about one world, every schedule, every mapping of works to threads and every value
//! of inputs that steer nothing. So runs with other schedules, mappings and inputs are runs that it covers,
//! and a race of theirs is one of the program. The proof also says that it makes no difference which way is
//! taken at certain branches, because it counts the accesses of both and what they assign steers nothing
//! else. A twin in which these branches go either way does no more than that, so a race there takes the proof
//! away; it is no race of the program, which may never go that way at that moment.
//!
//! What the proof does not say is not tried: other worlds, branches that what the run has found decides, and
//! another number of rounds of a loop. A twin that did this would take right proofs away.
//!
//! SOUNDNESS: other-runs

use raceproof_certify::either_way;
use raceproof_engine::{Budget, Finding, Limit, Outcome};
use raceproof_explore::refuting_runs;
use raceproof_ir::{BlockId, FuncId};
use raceproof_machine::{Machine, Site};

use crate::division::divides_loops;

/// What speaks against a proof.
pub(crate) enum Against {
    /// A race of the program.
    Race(Box<Outcome>),
    /// A race of its twin.
    Twin(Limit),
}

/// Looks for something that speaks against the proof by one run, which counts both ways of these branches.
pub(crate) fn refute(machine: &Machine<'_>, branches: &[Site], budget: &Budget) -> Option<Against> {
    let program = machine.code().program();
    // Equal loops are divided equally, and who chooses at random does not know that.
    let any_mapping = !divides_loops(program);
    if let Some(witness) = refuting_runs(machine, any_mapping, &budget.share(50)) {
        let mut outcome = Outcome::default();
        outcome.findings.push(Finding::Race(Box::new(witness)));
        return Some(Against::Race(Box::new(outcome)));
    }
    let point = |site: &Site| machine.code().point(*site);
    let mut branches: Vec<(FuncId, BlockId)> = branches
        .iter()
        .filter_map(point)
        .map(|at| (at.function, at.block))
        .collect();
    branches.sort_unstable();
    branches.dedup();
    let twin = either_way(program, &branches)?;
    let twin = Machine::new(&twin, machine.config().clone());
    let witness = refuting_runs(&twin, any_mapping, budget)?;
    let here = |site: Site| {
        let at = twin.code().point(site);
        at.and_then(|at| machine.code().sites(at).next()).unwrap_or(site)
    };
    let [a, b] = witness
        .parties()
        .each_ref()
        .map(|party| here(party.access().site));
    let why = "two accesses meet if branches go either way, which the proof says makes no difference";
    Some(Against::Twin(Limit::Refuted(a, b, why.to_owned())))
}

#[cfg(test)]
mod tests {
    use raceproof_ir::parse;
    use raceproof_machine::Config;

    use super::*;

    /// Two threads that store where a branch says so.
    const PROGRAM: &str = "global @flag: 4 bytes\nglobal @x: 4 bytes\n\
        func @work(%a: ptr) -> ptr {\n  reg %1: i32\nb0:\n  %1 = load i32 @flag\n  br %1, b1, b2\n\
        b1:\n  store i32 @x, 1\n  jump b2\nb2:\n  return null\n}\n\
        func @main() -> i32 {\n  reg %1: i64, %2: ptr\nb0:\n  %1 = thread_create @work, null, 0\n  \
        %2 = call @work(null)\n  %2 = thread_join %1\n  return 0\n}\nentry @main\n";

    #[test]
    fn a_twin_takes_away_what_counts_both_ways() {
        let program = parse("test.ir", PROGRAM).unwrap_or_else(|error| panic!("{error:?}"));
        let machine = Machine::new(&program, Config::default());
        let budget = Budget::new(None, u64::MAX, usize::MAX);
        assert!(refute(&machine, &[], &budget).is_none());
        let branch = (0..).map(Site).find(|site| {
            machine
                .code()
                .point(*site)
                .is_some_and(|at| at.function == FuncId(0) && at.index == 1)
        });
        let branches: Vec<Site> = branch.into_iter().collect();
        assert!(matches!(
            refute(&machine, &branches, &budget),
            Some(Against::Twin(Limit::Refuted(..)))
        ));
    }

    #[test]
    fn a_race_of_the_program_is_told() {
        let text = PROGRAM.replace("global @flag: 4 bytes", "global @flag: 4 bytes = i32 1");
        let program = parse("test.ir", &text).unwrap_or_else(|error| panic!("{error:?}"));
        let machine = Machine::new(&program, Config::default());
        let budget = Budget::new(None, u64::MAX, usize::MAX);
        assert!(matches!(refute(&machine, &[], &budget), Some(Against::Race(_))));
    }
}
