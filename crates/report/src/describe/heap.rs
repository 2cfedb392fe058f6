//! Blocks that have no name of their own: they are told as the accesses write them, with who allocated them.

use raceproof_ir::{Address, BlockId, FuncId, Operand, Origin, Point};
use raceproof_machine::{ObjectKind, Witness};

use super::Describe;
use crate::Finding;

/// So many calls that lead to an allocation are told.
const MOST_CALLS: usize = 4;

impl Describe<'_> {
    /// What both accesses of a race call a part of a block, or the first one if they call it by different
    /// names; none if the object has a name or an access is a call.
    pub(super) fn written(&self, witness: &Witness) -> Option<String> {
        if !matches!(witness.object().kind, ObjectKind::Heap(_) | ObjectKind::Alloca(_)) {
            return None;
        }
        let [first, second] = witness.parties().each_ref().map(|party| {
            let site = party.access().site;
            match self.is_internal(site) {
                true => String::new(),
                false => self.quote(&self.site(site)),
            }
        });
        let is_name = |text: &str| {
            let mut chars = text.chars();
            !text.is_empty() && chars.all(|c| c.is_alphanumeric() || "_->.[]*".contains(c))
        };
        [first, second].into_iter().find(|text| is_name(text))
    }

    /// Says in which block the object of a race is, and by which calls it was allocated.
    pub(super) fn tell_block(&self, finding: &mut Finding, witness: &Witness) {
        let (ObjectKind::Heap(site) | ObjectKind::Alloca(site)) = witness.object().kind else {
            return;
        };
        let at = self.site(site);
        let Some(point) = self.machine.code().point(site).filter(|_| at.is_known()) else {
            return;
        };
        finding.allocated = Some(at.clone());
        if self.is_internal(site) || finding.object.contains(' ') {
            return;
        }
        let function = self.around(point.function);
        let mut calls = Vec::new();
        let mut callee = function;
        while let Some(call) = self.only_call(callee).filter(|_| calls.len() < MOST_CALLS) {
            callee = self.around(call.function);
            let at = self.span(self.program().span(call));
            if self.origin(callee).is_ours() || !at.is_known() {
                break;
            }
            calls.push(format!("{} ({})", self.function(callee), at.line_of_file()));
        }
        let called = match calls.is_empty() {
            true => String::new(),
            false => format!(", called from {}", calls.join(", ")),
        };
        let (object, name, at) = (&finding.object, self.function(function), at.line_of_file());
        finding.notes.push(match witness.object().kind {
            ObjectKind::Heap(_) => {
                format!("`{object}` is in the block that `{name}` allocated at {at}{called}")
            }
            _ => format!("`{object}` is on the stack of `{name}` ({at})"),
        });
    }

    /// The function of the source that a function is, or is a region of.
    fn around(&self, function: FuncId) -> FuncId {
        match self.origin(function) {
            Origin::Region { of, .. } => of,
            _ => function,
        }
    }

    /// The only place where a function is called, if it is named nowhere else.
    fn only_call(&self, callee: FuncId) -> Option<Point> {
        let mut only = None;
        for (f, function) in self.program().functions.iter().enumerate() {
            for (b, block) in function.blocks.iter().enumerate() {
                for (index, (inst, _)) in block.instructions.iter().enumerate() {
                    let (is_call, mut is_named) = (inst.called() == Some(callee), false);
                    inst.operands(|operand| is_named |= is_function(operand, callee));
                    if is_named || is_call && only.is_some() {
                        return None;
                    }
                    if is_call {
                        let (function, block) = (FuncId(f as u32), BlockId(b as u32));
                        only = Some(Point::new(function, block, index as u32));
                    }
                }
            }
        }
        // Tables of functions are called from anywhere.
        let mut tables = self
            .program()
            .globals
            .iter()
            .flat_map(|global| &global.relocations);
        match tables.any(|relocation| is_function(Operand::Address(relocation.target), callee)) {
            true => None,
            false => only,
        }
    }
}

fn is_function(operand: Operand, function: FuncId) -> bool {
    matches!(operand, Operand::Address(Address::Function(other)) if other == function)
}
