//! Checks the argument of a proof, over the IR and on runs of the program.
//!
//! A prover says of each shared object why no two accesses race ([`Arguments`]). It may be as clever as it
//! likes: it is trusted no more than this checker, which knows nothing of how the argument was found. Runs
//! with inputs and schedules drawn at random are made, and every access is compared with what the argument
//! says of its object:
//!
//! - it must be listed, as a write if it is one, as plain if it is not atomic (`book`);
//! - two accesses in conflict by different threads must be apart by a reason of their part: a lock that both
//!   hold (`held`), or one is ordered before the other. What counts as order is creation and joins alone
//!   (`check`): that a lock happened to come first in this schedule orders nothing. Only where the argument
//!   names a flag, or says that an object was not shared yet, all of happens-before counts.
//!
//! So a run refutes an argument long before it shows a race: a lock that is not held, an owner that is two,
//! an access that nobody listed is enough. What runs do not reach, `twin` tries to: a program that does more
//! than this one may, so that its runs are compared with the same argument.
//!
//! *Invariants:* it shares nothing with a prover but the program, the machine that runs it and the algebra of
//! order; a [`Proof`] comes only from [`certify`]; equal seeds give equal answers, but for what time
//! decides. Cost: as many turns as the effort allows.
//!
//! Parts of the argument that one pass over the IR can show are shown so (`inductive`); the others it
//! accepts, and does not prove. What it cannot find: what no run comes to, in those others.
//!
//! SOUNDNESS: certified-arguments

mod book;
mod check;
mod held;
mod inductive;
pub mod limits;
mod refutation;
mod run;
mod twin;

pub use inductive::Checked;
pub use refutation::{Broken, Refutation};
pub use twin::either_way;

use book::Book;
use raceproof_engine::argument::Arguments;
use raceproof_engine::{Budget, Dice};
use raceproof_machine::Machine;
use run::{Draw, run};

/// How much may be done.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// How many runs are made.
    pub runs: u32,
    /// Which ones.
    pub seed: u64,
    /// Within this.
    pub budget: &'a Budget,
}

/// That an argument was checked and is not refuted: only [`certify`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    runs: u32,
    accesses: u64,
    checked: Vec<Vec<Checked>>,
}

impl Proof {
    /// How each part of each object of the argument was checked, in its order.
    pub fn checked(&self) -> &[Vec<Checked>] {
        &self.checked
    }

    /// How many runs there were.
    pub fn runs(&self) -> u32 {
        self.runs
    }

    /// How many accesses of theirs were compared.
    pub fn accesses(&self) -> u64 {
        self.accesses
    }
}

/// Checks an argument for every step of the program where that is one pass, and compares it with runs of the
/// program and of its twin.
pub fn certify(
    machine: &Machine<'_>,
    arguments: &Arguments,
    effort: Effort<'_>,
) -> Result<Proof, Refutation> {
    let mut proof = Proof {
        runs: 0,
        accesses: 0,
        checked: inductive::check(machine.code().program(), arguments)?,
    };
    let book = Book::new(arguments);
    proof.compare(machine, &book, effort, Draw::numbered)?;
    if let Some(twin) = twin::twin(machine.code().program()) {
        let machine = Machine::new(&twin, machine.config().clone());
        proof.compare(&machine, &book, effort, Draw::of_twin)?;
    }
    Ok(proof)
}

impl Proof {
    fn compare(
        &mut self,
        machine: &Machine<'_>,
        book: &Book<'_>,
        effort: Effort<'_>,
        draw: impl Fn(u32) -> Draw,
    ) -> Result<(), Refutation> {
        let budget = effort.budget.share(50);
        for number in 0..effort.runs {
            if number > 0 && budget.check(0).is_err() {
                break;
            }
            let mut dice = Dice::numbered(effort.seed, u64::from(number));
            self.accesses += run(machine, book, draw(number), &mut dice, &budget)?;
            self.runs += 1;
        }
        Ok(())
    }
}
