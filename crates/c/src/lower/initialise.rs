//! Initialisers of locals and compound literals.
//!
//! Initialising an atomic object is no atomic access.

use raceproof_ir::{Address, Inst, Kind, Operand, Span};

use super::FunctionLowering;
use super::convert::constant;
use super::function::Home;
use crate::hir::{Init, InitItem, InitValue, LocalId, Type, TypeId};

impl<'a> FunctionLowering<'_, 'a> {
    /// Gives a local its initial value.
    pub(super) fn initialise(&mut self, id: LocalId, init: &'a Init, span: Span) {
        let local = &self.locals[id.0 as usize];
        let base = match self.home(id) {
            Home::Register(register) => {
                match init {
                    Init::Expr(value) => self.value_into(value, register),
                    Init::List { items, .. } => {
                        let value = items.iter().rev().find_map(|item| match &item.value {
                            InitValue::Expr(value) => Some(value),
                            InitValue::Bytes(_) => None,
                        });
                        match value {
                            Some(value) => self.value_into(value, register),
                            None => {
                                let kind = self.layout.scalar(local.ty);
                                self.copy(register, Operand::Const(kind, 0), span);
                            }
                        }
                    }
                }
                return;
            }
            Home::Slot(slot) => self.code.slot_address(slot, span),
            Home::Pointed(register) => Operand::Reg(register),
        };
        match init {
            Init::Expr(value) if self.layout.is_record(local.ty) => {
                self.record(value, Some(base));
            }
            Init::Expr(value) => {
                let stored = self.value(value);
                let kind = self.layout.scalar(local.ty);
                let value = self.coerce(stored, kind, value.span);
                // The value may have been computed in other blocks.
                let addr = self.local_address(id, span);
                self.emit(Inst::Store { kind, addr, value }, local.span);
            }
            Init::List { zero, items } => {
                if *zero && !self.covers(items, local.ty) {
                    let size = match self.layout.is_variable(local.ty) {
                        true => self.vla_size(local.ty, span),
                        false => constant(Kind::I64, self.layout.size(local.ty).into()),
                    };
                    if size != constant(Kind::I64, 0) {
                        let byte = constant(Kind::I32, 0);
                        let inst = Inst::MemFill {
                            dst: base,
                            byte,
                            size,
                        };
                        self.emit(inst, local.span);
                    }
                }
                for item in items {
                    self.initialise_part(id, item, span);
                }
            }
        }
    }

    /// Whether the parts of an initialiser leave no byte of an object out.
    fn covers(&self, items: &[InitItem], ty: TypeId) -> bool {
        let mut parts: Vec<(u64, u64)> = Vec::with_capacity(items.len());
        for item in items.iter().filter(|item| item.bits.is_none()) {
            let size = match &item.value {
                InitValue::Bytes(bytes) => bytes.len() as u64,
                InitValue::Expr(_) => match self.layout.plain(item.ty) {
                    // Only half of it is written.
                    Type::LongDouble => continue,
                    _ => self.layout.size(item.ty),
                },
            };
            parts.push((item.offset, item.offset + size));
        }
        parts.sort_unstable();
        let mut end = 0;
        for (start, next) in parts {
            if start > end {
                return false;
            }
            end = end.max(next);
        }
        end >= self.layout.size(ty) && !self.layout.is_variable(ty)
    }

    fn local_address(&mut self, id: LocalId, span: Span) -> Operand {
        match self.home(id) {
            Home::Slot(slot) => self.code.slot_address(slot, span),
            Home::Pointed(register) | Home::Register(register) => Operand::Reg(register),
        }
    }

    fn initialise_part(&mut self, id: LocalId, item: &'a InitItem, span: Span) {
        let offset = item.offset as i64;
        let part = |lowering: &mut Self, span: Span| {
            let base = lowering.local_address(id, span);
            let addr = super::place::Addr::of(base).plus(offset);
            lowering.materialise(addr, None, span)
        };
        match &item.value {
            InitValue::Bytes(bytes) => {
                if bytes.is_empty() {
                    return;
                }
                let dst = part(self, span);
                let global = self.program.byte_string(bytes, span);
                let src = Operand::Address(Address::Global(global, 0));
                let size = constant(Kind::I64, bytes.len() as i128);
                self.emit(Inst::MemCopy { dst, src, size }, span);
            }
            InitValue::Expr(value) if self.layout.is_record(item.ty) => {
                let source = self.record(value, None);
                let dst = part(self, value.span);
                self.copy_record(dst, source, item.ty, value.span);
            }
            InitValue::Expr(value) => {
                let stored = self.value(value);
                let kind = self.layout.scalar(item.ty);
                let stored = self.coerce(stored, kind, value.span);
                let addr = part(self, value.span);
                let inst = match item.bits {
                    Some(bits) => Inst::StoreBits {
                        kind,
                        addr,
                        value: stored,
                        bits: self.bits(item.ty, bits, offset),
                    },
                    None => Inst::Store {
                        kind,
                        addr,
                        value: stored,
                    },
                };
                self.emit(inst, value.span);
            }
        }
    }
}
