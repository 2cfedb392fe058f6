//! Values that are the same for all threads of a team, though each computes its own.
//!
//! What threads compute from the same where all come by equally often (`aligned`) is the same for all that
//! are equally far: for two that do works of one construct, whatever was computed before the construct, in
//! the call that has it; and for any two, what a thread computes once at most.
//!
//! SOUNDNESS: uniform

use crate::analyse::Analysis;
use crate::context::ContextId;
use crate::form::{Atom, AtomId};
use raceproof_engine::condition;
use raceproof_ir::{BlockId, Point, Reg};

impl Analysis<'_> {
    /// Whether an atom means the same for two threads of its team, which both do works that have this number.
    pub(crate) fn is_uniform(&self, atom: AtomId, work: Option<AtomId>) -> bool {
        match self.atoms.atom(atom) {
            Atom::Value(symbol) => {
                let (id, block) = symbol.place();
                let (index, register) = symbol.made();
                self.is_same((id, block, index), register, work)
            }
            Atom::Count(id, block, index) => {
                let function = self.program.function(self.contexts.context(*id).function);
                let (inst, _) = &function.blocks[block.0 as usize].instructions[*index];
                let mut results = inst.results();
                results
                    .next()
                    .is_some_and(|r| self.is_same((*id, *block, Some(*index)), r, work))
            }
            Atom::Quotient(of, _) => {
                let mut atoms = of.terms.iter().map(|(atom, _)| *atom);
                atoms.all(|atom| self.atoms.is_common(atom) || self.is_uniform(atom, work))
            }
            Atom::Ratio(of, by) => {
                let mut atoms = of.terms.iter().map(|(atom, _)| *atom).chain([*by]);
                atoms.all(|atom| self.atoms.is_common(atom) || self.is_uniform(atom, work))
            }
            _ => false,
        }
    }

    fn is_same(
        &self,
        (id, block, index): (ContextId, BlockId, Option<usize>),
        register: Reg,
        work: Option<AtomId>,
    ) -> bool {
        let context = self.contexts.context(id);
        let is_of_work = work.is_some_and(|work| match self.atoms.atom(work) {
            Atom::Work(of, _) => condition!("uniform", "in the call that has the construct", *of == id),
            _ => false,
        });
        let is_once = !context.recursive && !self.contexts.is_repeated((id, block, 0));
        let at = Point::new(context.function, block, index.unwrap_or(0) as u32);
        (is_of_work || condition!("uniform", "computed once", is_once))
            && self.contexts.is_team(context.thread)
            && self.is_aligned(context.thread)
            && condition!(
                "uniform",
                "the same for all",
                self.alignment().is_same(at, index.is_none(), register)
            )
    }
}
