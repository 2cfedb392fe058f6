//! What those need to know who make another program follow a schedule.

use raceproof_ir::{Callee, Inst, Part};
use raceproof_machine::Site;

use super::Describe;
use crate::Location;

impl Describe<'_> {
    /// How many parameters `main` has, and whether it gives a result.
    pub(crate) fn entry(&self) -> Option<(u32, bool)> {
        let program = self.program();
        let main = program
            .functions
            .iter()
            .find(|function| function.name == "main")?;
        Some((main.params, main.result.is_some()))
    }

    /// Whether the program defines a function.
    pub(crate) fn defines(&self, name: &str) -> bool {
        let mut functions = self.program().functions.iter();
        functions.any(|function| {
            function.name == name && !function.origin.is_ours() && !function.blocks.is_empty()
        })
    }

    /// Whether an operation only decides whether a call fails.
    pub(crate) fn is_failure(&self, site: Site) -> bool {
        self.instruction(site).is_some_and(|inst| inst.is_failure())
    }

    /// Whether an operation is a synchronisation or an atomic access, or the call of a function that is taken
    /// for one.
    pub(crate) fn is_forced(&self, site: Site, is_taken: impl Fn(&str) -> bool) -> bool {
        let Some(inst) = self.instruction(site) else {
            return false;
        };
        let called = inst.callee().and_then(Callee::named);
        inst.sync().is_some()
            || self.machine.atomic_order(site).is_some()
            || called.is_some_and(|function| is_taken(&self.function(function)))
    }

    /// Where the source accesses memory atomically.
    pub(crate) fn atomic_places(&self) -> Vec<Location> {
        let mut places = Vec::new();
        for function in self.program().functions.iter().filter(|it| !it.origin.is_ours()) {
            for block in &function.blocks {
                let atomic = block.instructions.iter().filter(|(inst, _)| is_atomic(inst));
                places.extend(atomic.map(|(_, span)| self.span(*span)));
            }
        }
        places
    }
}

/// Whether an instruction accesses memory atomically.
fn is_atomic(inst: &Inst) -> bool {
    let mut is_atomic = false;
    inst.parts(|part| {
        if let Part::Reads(touch) | Part::Writes(touch) = part {
            is_atomic |= touch.is_atomic;
        }
    });
    is_atomic
}
