//! Rules of operands and of the registers that take results.

use super::{Checker, Rule};
use crate::{Address, BlockId, FuncId, GlobalId, Kind, Operand, Reg, SlotId};

impl Checker<'_> {
    /// Kind of a register of the function, which must exist.
    fn register(&mut self, reg: Reg) -> Option<Kind> {
        let register = self.function.and_then(|f| f.registers.get(reg.0 as usize));
        if register.is_none() {
            self.broken(Rule::Reference, format!("there is no register {}", reg.0));
        }
        register.map(|r| r.kind)
    }

    fn reg_name(&self, reg: Reg) -> String {
        match self.function.and_then(|f| f.registers.get(reg.0 as usize)) {
            Some(register) if !register.name.is_empty() => format!("%{}", register.name),
            _ => format!("%{}", reg.0),
        }
    }

    /// Kind of an operand whose kind is not demanded; checks everything else about it.
    pub(super) fn any_operand(&mut self, operand: Operand) -> Option<Kind> {
        match operand {
            Operand::Reg(reg) => self.register(reg),
            Operand::Const(kind, bits) => {
                if bits & !kind.mask() != 0 {
                    self.broken(Rule::Constant, format!("{bits:#x} as {}", kind.name()));
                }
                Some(kind)
            }
            Operand::Address(address) => {
                self.address(address);
                Some(Kind::Ptr)
            }
        }
    }

    /// An operand of a demanded kind.
    pub(super) fn operand(&mut self, operand: Operand, kind: Kind) {
        let Some(own) = self.any_operand(operand) else {
            return;
        };
        if own != kind {
            let what = match operand {
                Operand::Reg(reg) => format!("the operand {}", self.reg_name(reg)),
                Operand::Const(..) => "a constant operand".to_string(),
                Operand::Address(_) => "an address operand".to_string(),
            };
            let message = format!("{what} is {}, not {}", own.name(), kind.name());
            self.broken(Rule::OperandKind, message);
        }
    }

    /// The register that takes a result of `kind`.
    pub(super) fn result(&mut self, dst: Reg, kind: Kind) {
        if let Some(own) = self.register(dst)
            && own != kind
        {
            let name = self.reg_name(dst);
            let message = format!("the result is {} but {name} is {}", kind.name(), own.name());
            self.broken(Rule::ResultKind, message);
        }
    }

    /// The register that takes a result whose kind nobody knows.
    pub(super) fn any_result(&mut self, dst: Reg) {
        self.register(dst);
    }

    pub(super) fn slot(&mut self, slot: SlotId) {
        if self.function.is_none_or(|f| slot.0 as usize >= f.slots.len()) {
            self.broken(Rule::Reference, format!("there is no slot {}", slot.0));
        }
    }

    pub(super) fn block(&mut self, block: BlockId) {
        if self.function.is_none_or(|f| block.0 as usize >= f.blocks.len()) {
            self.broken(Rule::Reference, format!("there is no block {}", block.0));
        }
    }

    /// A global that must or must not be thread-local.
    pub(super) fn global_reference(&mut self, id: GlobalId, thread_local: bool) {
        let Some(global) = self.program.globals.get(id.0 as usize) else {
            return self.broken(Rule::Reference, format!("there is no global {}", id.0));
        };
        if global.thread_local != thread_local {
            let not = if thread_local { "not " } else { "" };
            let message = format!("`{}` is {not}thread-local", global.name);
            self.broken(Rule::ThreadLocal, message);
        }
    }

    pub(super) fn address(&mut self, address: Address) {
        match address {
            Address::Global(id, _) => self.global_reference(id, false),
            Address::Function(id) => {
                self.callee(id);
            }
            Address::Label(id, block) => {
                if self.callee(id) && block.0 as usize >= self.program.function(id).blocks.len() {
                    let message = format!("there is no block {} in function {}", block.0, id.0);
                    self.broken(Rule::Reference, message);
                }
            }
        }
    }

    /// Whether a function exists; a violation if not.
    pub(super) fn callee(&mut self, id: FuncId) -> bool {
        let exists = (id.0 as usize) < self.program.functions.len();
        if !exists {
            self.broken(Rule::Reference, format!("there is no function {}", id.0));
        }
        exists
    }
}
