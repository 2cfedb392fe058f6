//! Regions: blocks that become functions of their own.
//!
//! The body is lowered first, into a new function; whatever it asks for that lives in the function around
//! gets a place in the context and a register that is loaded from it at the entry. Then the function around
//! fills the context and calls the runtime. Regions nest: what a region captures, a region within it captures
//! again.
//!
//! A context is a sequence of places of 8 bytes (values: of their own size), each either the address of a
//! local or a value.

use std::ops::Range;

use raceproof_ir::{Address, Callee, FuncId, Function, Inst, Kind, Operand, Origin, Reg, SlotId, Span};

use super::convert::constant;
use super::function::{FunctionLowering, Home};
use super::place::{Addr, Place, PlaceHome};
use super::scope::LabelState;
use super::set_params;
use crate::hir::{self, LocalId};

/// What a region uses of the function around it.
pub(super) struct Captures {
    inside: Range<u32>,
    except: Vec<LocalId>,
    list: Vec<Capture>,
    /// Bytes of the context so far.
    size: u64,
}

struct Capture {
    local: LocalId,
    /// Where in the context.
    at: u64,
    /// Where in the region: the register that holds the address or value.
    register: Reg,
    /// The kind of the value; none if the address is captured.
    value: Option<Kind>,
}

/// Where a context is.
#[derive(Clone, Copy)]
enum ContextHome {
    Slot(SlotId),
    /// Where this points to.
    Pointed(Reg),
}

/// The parameter of a region's function.
const CONTEXT: Operand = Operand::Reg(Reg(0));

impl Captures {
    fn place(&mut self, size: u64, align: u64) -> u64 {
        let align = align.clamp(1, 16);
        let at = self.size.next_multiple_of(align);
        self.size = at + size;
        at
    }
}

impl<'a> FunctionLowering<'_, 'a> {
    /// Where a local of the function around a region is; none if it is one of this function.
    pub(super) fn captured(&mut self, id: LocalId) -> Option<Home> {
        let is_own = |c: &Captures| c.inside.contains(&id.0) && !c.except.contains(&id);
        let captures = self.captures.as_mut().filter(|c| !is_own(c))?;
        let local = &self.locals[id.0 as usize];
        let kind = self.layout.kind(local.ty);
        let value = kind.filter(|_| !local.addressed && !self.layout.is_variable(local.ty));
        let register = self
            .code
            .function
            .add_register(value.unwrap_or(Kind::Ptr), &*local.name);
        let size = value.map_or(8, |_| self.layout.size(local.ty)).max(8);
        let at = captures.place(size, size);
        captures.list.push(Capture {
            local: id,
            at,
            register,
            value,
        });
        Some(match value {
            Some(_) => Home::Register(register),
            None => Home::Pointed(register),
        })
    }

    /// Lowers a region: its function, and the call of the runtime.
    pub(super) fn region(&mut self, region: &'a hir::Region, span: Span) {
        let mark = self.code.mark();
        let args: Vec<Operand> = region.args.iter().map(|arg| self.value(arg)).collect();
        let construct = region.construct;
        let (of, root) = match &self.around {
            Some(around) => around.clone(),
            None => (self.id, self.code.function.name.clone()),
        };
        let number = self.program.regions.entry(root.clone()).or_insert(0);
        *number += 1;
        let mut function = Function {
            name: format!("{root}.{}.{number}", construct.name()),
            origin: Origin::Region { of, construct },
            span,
            ..Function::default()
        };
        set_params(&mut function, [Kind::Ptr], false);
        let id = self.program.add_function(function);
        let (captures, values) = self.region_body(region, id, (of, root), span);

        let context = match region.block {
            Some(block) => {
                let register = self.code.function.add_register(Kind::Ptr, "");
                let callee = Callee::Function(self.program.function(block));
                let args = vec![constant(self.long(), captures.size.into())];
                let dst = Some(register);
                self.emit(Inst::Call { dst, callee, args }, span);
                ContextHome::Pointed(register)
            }
            // Aligned as no other temporary is, so that it shares no slot with them: analyses that do not
            // know time would mix up what is in it.
            None => ContextHome::Slot(self.code.temporary_slot(captures.size.max(1), 32, None)),
        };
        for (&(outer, _), &at) in region.by_value.iter().zip(&values) {
            let ty = self.locals[outer.0 as usize].ty;
            let to = self.context_address(context, span);
            let to = self.displaced(to, at, span);
            self.copy_local(outer, to, ty, span);
        }
        for capture in &captures.list {
            let home = self.home(capture.local);
            let (kind, value) = match (home, capture.value) {
                (Home::Register(register), Some(kind)) => (kind, Operand::Reg(register)),
                (Home::Slot(slot), None) => (Kind::Ptr, self.code.slot_address(slot, span)),
                (Home::Pointed(register), None) => (Kind::Ptr, Operand::Reg(register)),
                _ => {
                    self.gap("a variable that a region cannot use", span);
                    continue;
                }
            };
            let addr = self.context_address(context, span);
            let addr = self.displaced(addr, capture.at, span);
            self.emit(Inst::Store { kind, addr, value }, span);
        }
        let context = self.context_address(context, span);
        let mut operands = vec![
            Operand::Address(Address::Function(id)),
            context,
            constant(self.long(), captures.size.into()),
        ];
        operands.extend(args);
        let callee = Callee::Function(self.program.function(region.runtime));
        let (dst, args) = (None, operands);
        self.emit(Inst::Call { dst, callee, args }, span);
        self.code.release(mark, span);
    }

    fn context_address(&mut self, context: ContextHome, span: Span) -> Operand {
        match context {
            ContextHome::Slot(slot) => self.code.slot_address(slot, span),
            ContextHome::Pointed(register) => Operand::Reg(register),
        }
    }

    /// The kind of `long`.
    fn long(&self) -> Kind {
        self.layout.address_kind()
    }

    /// Makes the function of a region. Gives what it captures and where the values copied go in the context.
    fn region_body(
        &mut self,
        region: &'a hir::Region,
        id: FuncId,
        around: (FuncId, String),
        span: Span,
    ) -> (Captures, Vec<u64>) {
        let locals = self.locals;
        let labels = self.labels.iter().map(|l| (l.addressed, l.cleanups.clone()));
        let labels: Vec<(bool, Vec<LocalId>)> = labels.collect();
        let mut inner = self.program.open(id);
        inner.around = Some(around);
        inner.locals = locals;
        inner.homes = vec![None; locals.len()];
        for (addressed, cleanups) in labels {
            let block = inner.code.new_block();
            inner.labels.push(LabelState::new(block, addressed, cleanups));
        }
        let mut captures = Captures {
            inside: region.inside.clone(),
            except: region.except.clone(),
            list: Vec::new(),
            size: 0,
        };
        let values: Vec<u64> = region
            .by_value
            .iter()
            .map(|(outer, _)| {
                let ty = locals[outer.0 as usize].ty;
                captures.place(inner.layout.size(ty), inner.layout.align(ty))
            })
            .collect();
        inner.captures = Some(captures);

        // The entry is filled in at the end, when it is known what is captured.
        let entry = inner.code.current();
        let first = inner.code.new_block();
        inner.code.resume(None);
        inner.code.start(first);
        for (&(_, local), &at) in region.by_value.iter().zip(&values) {
            inner.declare(local);
            let ty = locals[local.0 as usize].ty;
            let from = inner.displaced(CONTEXT, at, span);
            inner.fill_local(local, from, ty, span);
        }
        inner.statement(&region.body);
        inner.return_nothing(span);
        inner.finish_gotos();

        inner.code.resume(entry);
        let captures = inner.captures.take().unwrap_or(Captures {
            inside: 0..0,
            except: Vec::new(),
            list: Vec::new(),
            size: 0,
        });
        for capture in &captures.list {
            let addr = inner.displaced(CONTEXT, capture.at, span);
            let kind = capture.value.unwrap_or(Kind::Ptr);
            let dst = capture.register;
            inner.emit(Inst::Load { kind, dst, addr }, span);
        }
        inner.code.jump(first, span);
        inner.close(span);
        (captures, values)
    }

    fn displaced(&mut self, base: Operand, bytes: u64, span: Span) -> Operand {
        let addr = Addr::of(base).plus(bytes as i64);
        self.materialise(addr, None, span)
    }

    /// Copies a local into memory.
    fn copy_local(&mut self, local: LocalId, to: Operand, ty: hir::TypeId, span: Span) {
        match self.layout.kind(ty) {
            Some(kind) => {
                let place = self.local_place(local, ty, span);
                let value = self.load(place, None);
                self.emit(
                    Inst::Store {
                        kind,
                        addr: to,
                        value,
                    },
                    span,
                );
            }
            None => {
                let from = self.local_place(local, ty, span);
                if let PlaceHome::Memory(addr) = from.home {
                    let src = self.materialise(addr, None, span);
                    self.copy_record(to, src, ty, span);
                }
            }
        }
    }

    /// Copies memory into a local.
    fn fill_local(&mut self, local: LocalId, from: Operand, ty: hir::TypeId, span: Span) {
        let place = self.local_place(local, ty, span);
        match self.layout.kind(ty) {
            Some(kind) => {
                let dst = self.code.temporary(kind);
                self.emit(
                    Inst::Load {
                        kind,
                        dst,
                        addr: from,
                    },
                    span,
                );
                self.store(place, Operand::Reg(dst));
            }
            None => {
                if let PlaceHome::Memory(addr) = place.home {
                    let dst = self.materialise(addr, None, span);
                    self.copy_record(dst, from, ty, span);
                }
            }
        }
    }

    fn local_place(&mut self, local: LocalId, ty: hir::TypeId, span: Span) -> Place {
        let home = match self.home(local) {
            Home::Register(register) => PlaceHome::Register(register),
            Home::Slot(slot) => PlaceHome::Memory(Addr::of(self.code.slot_address(slot, span))),
            Home::Pointed(register) => PlaceHome::Memory(Addr::of(Operand::Reg(register))),
        };
        Place { home, ty, span }
    }
}
