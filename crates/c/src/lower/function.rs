//! Lowering of one function.

use raceproof_ir::{
    Address, BlockId, FuncId, Inst, Kind, Operand, Order, Reg, Slot, SlotId, Span, SyncOp, Terminator,
};

use super::builder::Builder;
use super::region::Captures;
use super::scope::{Goto, LabelState, Live, Scopes, Target};
use super::{Layout, ProgramLowering};
use crate::hir::{self, LocalId, TypeId};

/// Where a local variable is.
#[derive(Clone, Copy)]
pub(super) enum Home {
    /// In a register.
    Register(Reg),
    /// In an object of its own.
    Slot(SlotId),
    /// In the object that a register points to: a record parameter or a variable length array.
    Pointed(Reg),
}

/// What `return` does with its value.
#[derive(Clone, Copy)]
pub(super) enum ResultHome {
    /// There is none.
    Void,
    /// It is returned as this kind.
    Scalar(Kind),
    /// It is copied to where this register points.
    Record(Reg),
}

/// The state of lowering a function.
pub(crate) struct FunctionLowering<'p, 'a> {
    pub program: &'p mut ProgramLowering<'a>,
    pub unit: &'a hir::Unit,
    pub layout: Layout<'a>,
    pub(super) code: Builder,
    pub(super) id: FuncId,
    pub(super) locals: &'a [hir::Local],
    pub(super) homes: Vec<Option<Home>>,
    pub(super) labels: Vec<LabelState>,
    pub(super) live: Vec<Live>,
    pub(super) scopes: Scopes,
    pub(super) gotos: Vec<Goto>,
    pub(super) breaks: Vec<Target>,
    pub(super) continues: Vec<Target>,
    pub(super) switches: Vec<(Vec<BlockId>, BlockId, bool)>,
    pub(super) result: ResultHome,
    pub(super) variable_arguments: Option<Reg>,
    /// The whole body runs without interruption.
    pub(super) atomic: bool,
    /// The order of accesses to `_Atomic` places.
    pub(super) order: Order,
    /// Of a region: the function of the user that it stands in, and its name.
    pub(super) around: Option<(FuncId, String)>,
    /// Of a region: what it uses of the function around it.
    pub(super) captures: Option<Captures>,
}

impl<'a> ProgramLowering<'a> {
    /// The state for making the code of the function `id`, whose registers are its parameters so far.
    pub(super) fn open<'p>(&'p mut self, id: FuncId) -> FunctionLowering<'p, 'a> {
        let function = std::mem::take(&mut self.program.functions[id.0 as usize]);
        FunctionLowering {
            unit: self.unit,
            layout: self.layout,
            code: Builder::new(function),
            id,
            locals: &[],
            homes: Vec::new(),
            labels: Vec::new(),
            live: Vec::new(),
            scopes: Scopes::default(),
            gotos: Vec::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            result: ResultHome::Void,
            variable_arguments: None,
            atomic: false,
            order: Order::SeqCst,
            around: None,
            captures: None,
            program: self,
        }
    }

    /// Lowers a function that has a body.
    pub(super) fn lower_function(&mut self, source_id: hir::FuncId) {
        let id = self.function(source_id);
        let source = &self.unit.functions[source_id.0 as usize];
        let (Some(body), Some(signature)) = (&source.body, self.layout.signature(source.ty)) else {
            return;
        };
        let mut lowering = self.open(id);
        lowering.locals = &body.locals;
        lowering.homes = vec![None; body.locals.len()];
        lowering.atomic = source.name.starts_with("__VERIFIER_atomic_");
        lowering.result = match lowering.layout.kind(signature.result) {
            _ if lowering.layout.is_record(signature.result) => ResultHome::Record(Reg(0)),
            Some(kind) => ResultHome::Scalar(kind),
            None => ResultHome::Void,
        };
        let params = lowering.code.function.params;
        lowering.variable_arguments = signature.variadic.then_some(Reg(params));
        for label in &body.labels {
            let block = lowering.code.new_block();
            lowering
                .labels
                .push(LabelState::new(block, label.addressed, label.cleanups.clone()));
        }
        if lowering.atomic {
            lowering.sync(SyncOp::AtomicBegin, Vec::new(), None, source.span);
        }
        let first = u32::from(matches!(lowering.result, ResultHome::Record(_)));
        for index in 0..signature.params.len().min(body.locals.len()) {
            lowering.enter_parameter(LocalId(index as u32), Reg(first + index as u32));
        }
        for statement in &body.block {
            lowering.statement(statement);
        }
        if source.name == "main" && matches!(lowering.result, ResultHome::Scalar(Kind::I32)) {
            lowering.leave(Some(Operand::Const(Kind::I32, 0)), body.end);
        } else {
            lowering.return_nothing(body.end);
        }
        lowering.finish_gotos();
        let labels: Vec<BlockId> = lowering.labels.iter().map(|l| l.block).collect();
        let addressed: Vec<bool> = lowering.labels.iter().map(|l| l.addressed).collect();
        let moved = lowering.close(body.end);
        for (index, block) in labels.into_iter().enumerate() {
            if let (true, Some(new)) = (addressed[index], moved[block.0 as usize]) {
                let label = hir::LabelId(index as u32);
                self.labels.insert((source_id, label), new);
            }
        }
    }
}

/// Label addresses are made with the numbers that blocks have while the function is open.
trait RenumberLabels {
    /// Replaces them by the final ones.
    fn renumber_labels(&mut self, id: FuncId, moved: &[Option<BlockId>]);
}

impl RenumberLabels for raceproof_ir::Function {
    fn renumber_labels(&mut self, id: FuncId, moved: &[Option<BlockId>]) {
        let renumber = |operand: &mut Operand| {
            if let Operand::Address(Address::Label(function, block)) = operand
                && *function == id
                && let Some(new) = moved.get(block.0 as usize).copied().flatten()
            {
                *block = new;
            }
        };
        for block in &mut self.blocks {
            for (inst, _) in &mut block.instructions {
                // Label addresses are materialised by copies only; see `label_address`.
                if let Inst::Copy { src, .. } = inst {
                    renumber(src);
                }
            }
        }
    }
}

impl<'a> FunctionLowering<'_, 'a> {
    /// Puts the finished code into the program. Labels whose address is taken stay.
    pub(super) fn close(self, span: Span) -> Vec<Option<BlockId>> {
        let addressed = self.labels.iter().filter(|l| l.addressed);
        let roots: Vec<BlockId> = addressed.map(|l| l.block).collect();
        let (mut function, moved) = self.code.finish(&roots, span);
        function.renumber_labels(self.id, &moved);
        self.program.program.functions[self.id.0 as usize] = function;
        moved
    }

    /// The address of a label of this function.
    pub(super) fn label_address(&mut self, label: hir::LabelId, span: Span) -> Operand {
        let state = &mut self.labels[label.0 as usize];
        state.addressed = true;
        let block = state.block;
        let dst = self.code.temporary(Kind::Ptr);
        let src = Operand::Address(Address::Label(self.id, block));
        self.code.emit(Inst::Copy { dst, src }, span);
        Operand::Reg(dst)
    }

    /// Gives a parameter its home.
    fn enter_parameter(&mut self, id: LocalId, register: Reg) {
        let local = &self.locals[id.0 as usize];
        self.code.function.registers[register.0 as usize].name = local.name.clone();
        let home = if self.layout.is_record(local.ty) {
            Home::Pointed(register)
        } else if local.addressed {
            let slot = self.new_slot(id);
            let addr = self.code.slot_address(slot, local.span);
            let kind = self.layout.scalar(local.ty);
            let value = Operand::Reg(register);
            self.code.emit(Inst::Store { kind, addr, value }, local.span);
            Home::Slot(slot)
        } else {
            Home::Register(register)
        };
        self.homes[id.0 as usize] = Some(home);
    }

    /// Where a local is; its home is made when it is first asked for.
    pub(super) fn home(&mut self, id: LocalId) -> Home {
        if let Some(home) = self.homes[id.0 as usize] {
            return home;
        }
        if let Some(home) = self.captured(id) {
            self.homes[id.0 as usize] = Some(home);
            return home;
        }
        let local = &self.locals[id.0 as usize];
        let home = if self.layout.is_variable(local.ty) {
            Home::Pointed(self.code.function.add_register(Kind::Ptr, &*local.name))
        } else {
            match self.layout.kind(local.ty) {
                Some(kind) if !local.addressed => {
                    Home::Register(self.code.function.add_register(kind, &*local.name))
                }
                _ => Home::Slot(self.new_slot(id)),
            }
        };
        self.homes[id.0 as usize] = Some(home);
        home
    }

    fn new_slot(&mut self, id: LocalId) -> SlotId {
        let local = &self.locals[id.0 as usize];
        let shape = self.shape(local.ty);
        let align = local.align.max(self.layout.align(local.ty));
        self.code.function.slots.push(Slot {
            name: local.name.clone(),
            size: self.layout.size(local.ty),
            align: u32::try_from(align).unwrap_or(16),
            shape: Some(shape),
            span: local.span,
        });
        SlotId(self.code.function.slots.len() as u32 - 1)
    }

    /// The shape of a type.
    pub(super) fn shape(&mut self, ty: TypeId) -> raceproof_ir::ShapeId {
        self.program.shapes.of(self.layout, ty)
    }

    /// Returns from the function.
    pub(super) fn leave(&mut self, value: Option<Operand>, span: Span) {
        if self.atomic {
            self.sync(SyncOp::AtomicEnd, Vec::new(), None, span);
        }
        self.code.end(Terminator::Return(value), span);
    }

    /// Returns from the function without a value: a caller that uses it reads a register that was never set.
    pub(super) fn return_nothing(&mut self, span: Span) {
        if self.code.current().is_none() {
            return;
        }
        let value = match self.result {
            ResultHome::Scalar(kind) => {
                let register = self.code.function.add_register(kind, "no value");
                Some(Operand::Reg(register))
            }
            ResultHome::Void | ResultHome::Record(_) => None,
        };
        self.leave(value, span);
    }

    /// Emits an instruction.
    pub(crate) fn emit(&mut self, inst: Inst, span: Span) {
        self.code.emit(inst, span);
    }

    /// Emits a synchronisation operation.
    pub(crate) fn sync(&mut self, op: SyncOp, args: Vec<Operand>, dst: Option<Reg>, span: Span) {
        self.code.emit(Inst::Sync { op, dst, args }, span);
    }

    /// Emits a gap.
    pub(crate) fn gap(&mut self, what: impl Into<String>, span: Span) {
        self.code.emit(Inst::Gap { what: what.into() }, span);
    }

    /// `dest` if it holds this kind, else a temporary that does.
    pub(crate) fn target(&mut self, dest: Option<Reg>, kind: Kind) -> Reg {
        match dest {
            Some(register) if self.code.function.kind(register) == kind => register,
            _ => self.code.temporary(kind),
        }
    }

    /// Kind of what an operand holds.
    pub(crate) fn operand_kind(&self, operand: Operand) -> Kind {
        match operand {
            Operand::Reg(register) => self.code.function.kind(register),
            Operand::Const(kind, _) => kind,
            Operand::Address(_) => Kind::Ptr,
        }
    }

    /// Copies a value into a register unless it is there already.
    pub(crate) fn copy(&mut self, dst: Reg, src: Operand, span: Span) {
        if src != Operand::Reg(dst) {
            self.code.emit(Inst::Copy { dst, src }, span);
        }
    }
}
