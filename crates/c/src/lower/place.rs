//! Places: where an lvalue is, and how it is read and written.
//!
//! An address stays in its parts (base, scaled index, displacement) as long as possible, so that
//! `a[i].f` costs one [`Inst::Offset`] and a constant one costs none.

use raceproof_ir::{Address, BinaryOp, Bits, Callee, Inst, Kind, Operand, Reg, Span};

use super::FunctionLowering;
use super::atomic::{load_order, store_order};
use super::convert::{NULL, Numeric, constant};
use super::function::Home;
use crate::hir::{self, Expr, ExprKind, FieldBits, Type, TypeId};

/// An address in parts: `base + index * scale + disp`.
#[derive(Clone, Copy)]
pub(super) struct Addr {
    base: Operand,
    /// An `i64`, and how many bytes one of it is.
    index: Option<(Operand, i64)>,
    /// The least and the greatest index there may be.
    within: Option<(i64, i64)>,
    disp: i64,
}

impl Addr {
    /// Just this address.
    pub fn of(base: Operand) -> Self {
        Addr {
            base,
            index: None,
            within: None,
            disp: 0,
        }
    }

    /// Some bytes further.
    pub fn plus(mut self, bytes: i64) -> Self {
        self.disp = self.disp.wrapping_add(bytes);
        self
    }
}

/// Where an lvalue is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub home: PlaceHome,
    /// Type of the object there.
    pub ty: TypeId,
    /// The place expression as written.
    pub span: Span,
}

/// A register or memory.
#[derive(Clone, Copy)]
pub(super) enum PlaceHome {
    Register(Reg),
    Memory(Addr),
    Bits(Addr, Bits),
}

impl<'a> FunctionLowering<'_, 'a> {
    /// Where an lvalue is.
    pub(super) fn place(&mut self, e: &'a Expr) -> Place {
        let home = match &e.kind {
            ExprKind::Local(id) => match self.home(*id) {
                Home::Register(register) => PlaceHome::Register(register),
                _ => PlaceHome::Memory(self.address(e)),
            },
            ExprKind::Member { base, record, field } => {
                let member = self.member(*record, *field);
                let offset = member.offset as i64;
                let addr = self.address(base).plus(offset);
                match member.bits {
                    Some(bits) => {
                        let bits = self.bits(member.ty, bits, offset);
                        PlaceHome::Bits(addr, bits)
                    }
                    None => PlaceHome::Memory(addr),
                }
            }
            _ => PlaceHome::Memory(self.address(e)),
        };
        Place {
            home,
            ty: e.ty,
            span: e.span,
        }
    }

    /// The bits of a bit-field at `offset` of its record, as instructions name them.
    pub(super) fn bits(&self, ty: TypeId, bits: FieldBits, offset: i64) -> Bits {
        Bits {
            shift: bits.shift,
            width: bits.width,
            signed: self.layout.is_signed(ty),
            location_start: (bits.location_start as i64 - offset) as i32,
            location_length: bits.location_length,
        }
    }

    /// The address of an lvalue, or of the temporary that holds an rvalue record.
    pub(super) fn address(&mut self, e: &'a Expr) -> Addr {
        match &e.kind {
            ExprKind::Local(id) => match self.home(*id) {
                Home::Slot(slot) => Addr::of(self.code.slot_address(slot, e.span)),
                Home::Pointed(register) => Addr::of(Operand::Reg(register)),
                Home::Register(_) => {
                    self.gap("address of a variable without memory", e.span);
                    Addr::of(NULL)
                }
            },
            ExprKind::Global(id) => Addr::of(self.global_address(*id, e.span)),
            ExprKind::Deref(pointer) => self.accessed(pointer),
            ExprKind::Member { base, record, field } => {
                let member = self.member(*record, *field);
                self.address(base).plus(member.offset as i64)
            }
            ExprKind::CompoundLiteral { local, init } => {
                self.declare(*local);
                self.initialise(*local, init, e.span);
                let Home::Slot(slot) = self.home(*local) else {
                    self.gap("address of a compound literal without memory", e.span);
                    return Addr::of(NULL);
                };
                Addr::of(self.code.slot_address(slot, e.span))
            }
            ExprKind::Function(id) => Addr::of(self.program.function_address(*id)),
            ExprKind::Load(place) if !self.layout.is_atomic(place.ty) => self.address(place),
            _ => Addr::of(self.record(e, None)),
        }
    }

    /// The address of a global.
    pub(super) fn global_address(&mut self, id: hir::GlobalId, span: Span) -> Operand {
        if self.program.is_absent(id) {
            return NULL;
        }
        let source = &self.unit.globals[id.0 as usize];
        if let Some(name) = crate::library::location_of(&source.name).filter(|_| !source.defined) {
            let callee = Callee::Function(self.program.location_function(name));
            let dst = self.code.temporary(Kind::Ptr);
            self.emit(
                Inst::Call {
                    dst: Some(dst),
                    callee,
                    args: Vec::new(),
                },
                span,
            );
            return Operand::Reg(dst);
        }
        let global = self.program.global(id);
        if source.thread_local {
            let dst = self.code.temporary(Kind::Ptr);
            self.emit(Inst::ThreadLocalAddr { dst, global }, span);
            return Operand::Reg(dst);
        }
        Operand::Address(Address::Global(global, 0))
    }

    /// A member that is used.
    fn member(&mut self, record: hir::RecordId, field: u32) -> &'a hir::Field {
        let record = &self.layout.types.records[record.0 as usize];
        if record.union {
            self.note_union(record);
        }
        &record.fields[field as usize]
    }

    /// A pointer is cast: what was stored through it may be read as something else.
    pub(super) fn note_cast(&mut self, from: TypeId, to: TypeId) {
        let layout = self.layout;
        let kind = |ty: TypeId| layout.pointee(ty).and_then(|ty| layout.kind(ty));
        if let (Some(from), Some(to)) = (kind(from), kind(to)) {
            self.note_kinds(from, to);
        }
    }

    /// Values of one kind may be read as those of another. Only addresses and errors matter.
    fn note_kinds(&mut self, a: Kind, b: Kind) {
        let has = |kind: Kind| a == kind || b == kind;
        self.program.traits.mixes_kinds |= a != b && (has(Kind::Ptr) || has(Kind::I32));
        self.program.traits.mixes_addresses |= a != b && has(Kind::Ptr);
    }

    /// A member of a union is used. Of those that are no scalars anything is assumed, unless all are alike.
    fn note_union(&mut self, record: &hir::Record) {
        let layout = self.layout;
        let mut fields = record.fields.iter().map(|field| field.ty);
        let Some(first) = fields.next() else { return };
        for other in fields {
            match (layout.kind(first), layout.kind(other)) {
                (Some(a), Some(b)) => self.note_kinds(a, b),
                _ if first == other => {}
                _ => self.note_kinds(Kind::Ptr, Kind::I8),
            }
        }
    }

    /// What a pointer leads to that is accessed: an element of an array that is a member, or of a row of an
    /// array of arrays, is one of that.
    pub(super) fn accessed(&mut self, e: &'a Expr) -> Addr {
        self.points_to(e, true)
    }

    /// How long the array is that a pointer is the first element of, if that is a part of an object with
    /// others behind it: a member, or a row that an index picks.
    fn part_length(&self, pointer: &Expr) -> Option<i64> {
        let ExprKind::Decay(array) = &pointer.kind else {
            return None;
        };
        let Type::Array {
            length: Some(length),
            element,
        } = self.layout.plain(array.ty)
        else {
            return None;
        };
        let is_part = match &array.kind {
            ExprKind::Member { record, field, .. } => {
                let record = &self.layout.types.records[record.0 as usize];
                !record.union && (*field as usize) + 1 < record.fields.len()
            }
            // Many programs go through all rows as if they were one, from the first one on.
            ExprKind::Deref(row) => match &row.kind {
                ExprKind::PtrAdd { index, subtract, .. } => {
                    let is_first = matches!(index.kind, ExprKind::Int(0));
                    let is_last = !matches!(self.layout.plain(*element), Type::Array { .. });
                    !(*subtract || is_first && is_last)
                }
                _ => false,
            },
            _ => false,
        };
        let length = i64::try_from(*length).ok()?;
        (is_part && length > 0).then_some(length)
    }

    /// A pointer rvalue as an address in parts.
    pub(super) fn pointer(&mut self, e: &'a Expr) -> Addr {
        self.points_to(e, false)
    }

    /// The same of a pointer to what is accessed, perhaps: then the elements are that its indices pick.
    fn points_to(&mut self, e: &'a Expr, is_used: bool) -> Addr {
        match &e.kind {
            // The end of an array has an address too.
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => match &place.kind {
                ExprKind::Deref(pointer) => {
                    self.points_to(pointer, is_used && matches!(e.kind, ExprKind::Decay(_)))
                }
                _ => self.address(place),
            },
            ExprKind::Cast(inner) if self.layout.kind(inner.ty) == Some(Kind::Ptr) => {
                self.note_cast(inner.ty, e.ty);
                self.pointer(inner)
            }
            ExprKind::PtrAdd {
                pointer,
                index,
                subtract,
            } => {
                // Only the sum of what is added one after the other is an index.
                let is_row = matches!(pointer.kind, ExprKind::Decay(_));
                let addr = self.points_to(pointer, is_used && is_row);
                let length = self.part_length(pointer).filter(|_| is_used && !subtract);
                self.step(addr, e.ty, index, (*subtract, length))
            }
            _ => Addr::of(self.value(e)),
        }
    }

    /// `addr` moved by `index` elements of what the pointer type `ty` points to, forwards or backwards, in an
    /// array that has so many, perhaps.
    pub(super) fn step(
        &mut self,
        mut addr: Addr,
        ty: TypeId,
        index: &'a Expr,
        (subtract, length): (bool, Option<i64>),
    ) -> Addr {
        let element = self.layout.pointee(ty);
        let (index, offset) = split_index(self, index);
        let sign = if subtract { -1i64 } else { 1 };
        if let Some(vla) = element.filter(|&t| self.layout.is_variable(t)) {
            let value = self.index_value(index);
            let value = self.binary(
                BinaryOp::Add,
                Kind::I64,
                value,
                constant(Kind::I64, offset),
                None,
                index.span,
            );
            let size = self.vla_size(vla, index.span);
            let bytes = self.binary(BinaryOp::Mul, Kind::I64, value, size, None, index.span);
            return self.add_index(addr, bytes, sign, index.span);
        }
        let size = element.map_or(1, |t| self.layout.size(t)) as i64;
        let scale = size.wrapping_mul(sign);
        addr = addr.plus((offset as i64).wrapping_mul(scale));
        match self.index_value(index) {
            Operand::Const(_, bits) => addr.plus((bits as i64).wrapping_mul(scale)),
            value => {
                let mut addr = self.add_index(addr, value, scale, index.span);
                let low = i64::try_from(-offset).ok();
                let high = |low: i64| low.checked_add(length?).map(|end| end - 1);
                addr.within = low.and_then(|low| Some((low, high(low)?)));
                addr
            }
        }
    }

    /// `addr` moved by `index * scale` bytes.
    pub(super) fn add_index(&mut self, mut addr: Addr, index: Operand, scale: i64, span: Span) -> Addr {
        if addr.index.is_some() {
            addr = Addr::of(self.materialise(addr, None, span));
        }
        addr.within = None;
        addr.index = Some((index, scale));
        addr
    }

    /// An index as `i64`.
    fn index_value(&mut self, index: &'a Expr) -> Operand {
        let value = self.value(index);
        let mut from = self.numeric(index.ty);
        // Where pointers have 32 bits, a large unsigned index wraps around to a negative one.
        from.signed |= from.kind == self.layout.address_kind();
        self.convert(value, from, Numeric::signed(Kind::I64), None, index.span)
    }

    /// The address as one value.
    pub(super) fn materialise(&mut self, addr: Addr, dest: Option<Reg>, span: Span) -> Operand {
        let (index, scale) = match addr.index {
            Some((Operand::Const(_, bits), scale)) => {
                let bytes = (bits as i64).wrapping_mul(scale);
                let addr = Addr {
                    index: None,
                    ..addr.plus(bytes)
                };
                return self.materialise(addr, dest, span);
            }
            Some(index) => index,
            None => match (addr.base, addr.disp) {
                (base, 0) => return base,
                (Operand::Address(Address::Global(global, offset)), disp) => {
                    let offset = offset.wrapping_add(disp);
                    return Operand::Address(Address::Global(global, offset));
                }
                (Operand::Const(kind, bits), disp) => {
                    return constant(kind, (bits as i64).wrapping_add(disp).into());
                }
                _ => (constant(Kind::I64, 0), 0),
            },
        };
        let dst = self.target(dest, Kind::Ptr);
        self.emit(
            Inst::Offset {
                dst,
                base: addr.base,
                index,
                scale,
                disp: addr.disp,
                within: addr.within,
            },
            span,
        );
        Operand::Reg(dst)
    }

    /// Reads a scalar from a place.
    pub(super) fn load(&mut self, place: Place, dest: Option<Reg>) -> Operand {
        let kind = self.layout.scalar(place.ty);
        let (addr, bits) = match place.home {
            PlaceHome::Register(register) => return Operand::Reg(register),
            PlaceHome::Memory(addr) => (addr, None),
            PlaceHome::Bits(addr, bits) => (addr, Some(bits)),
        };
        let addr = self.materialise(addr, None, place.span);
        let dst = self.target(dest, kind);
        let inst = match bits {
            Some(bits) => Inst::LoadBits {
                kind,
                dst,
                addr,
                bits,
            },
            None if self.layout.is_atomic(place.ty) => Inst::AtomicLoad {
                kind,
                dst,
                addr,
                order: load_order(self.order),
            },
            None => Inst::Load { kind, dst, addr },
        };
        self.emit(inst, place.span);
        Operand::Reg(dst)
    }

    /// Writes a scalar to a place.
    pub(super) fn store(&mut self, place: Place, value: Operand) {
        let kind = self.layout.scalar(place.ty);
        let (addr, bits) = match place.home {
            PlaceHome::Register(register) => return self.copy(register, value, place.span),
            PlaceHome::Memory(addr) => (addr, None),
            PlaceHome::Bits(addr, bits) => (addr, Some(bits)),
        };
        let addr = self.materialise(addr, None, place.span);
        let inst = match bits {
            Some(bits) => Inst::StoreBits {
                kind,
                addr,
                value,
                bits,
            },
            None if self.layout.is_atomic(place.ty) => Inst::AtomicStore {
                kind,
                addr,
                value,
                order: store_order(self.order),
            },
            None => Inst::Store { kind, addr, value },
        };
        self.emit(inst, place.span);
    }

    /// The place with its address in one register, so that it can be read and written without
    /// computing the address twice.
    pub(super) fn settle(&mut self, place: Place) -> Place {
        let home = match place.home {
            PlaceHome::Register(register) => PlaceHome::Register(register),
            PlaceHome::Memory(addr) => PlaceHome::Memory(Addr::of(self.materialise(addr, None, place.span))),
            PlaceHome::Bits(addr, bits) => {
                PlaceHome::Bits(Addr::of(self.materialise(addr, None, place.span)), bits)
            }
        };
        Place { home, ..place }
    }

    /// Size in bytes of a type as an `i64`, variable or not.
    pub(super) fn vla_size(&mut self, ty: TypeId, span: Span) -> Operand {
        match self.layout.get(ty) {
            Type::Vla { element, length } => {
                let element = self.vla_size(*element, span);
                let Some(length) = length else {
                    self.gap("size of an array of unknown length", span);
                    return constant(Kind::I64, 0);
                };
                let length = match self.home(*length) {
                    Home::Register(register) => Operand::Reg(register),
                    Home::Slot(slot) => {
                        let addr = self.code.slot_address(slot, span);
                        let kind = self.layout.address_kind();
                        let dst = self.code.temporary(kind);
                        self.emit(Inst::Load { kind, dst, addr }, span);
                        Operand::Reg(dst)
                    }
                    Home::Pointed(register) => Operand::Reg(register),
                };
                let from = Numeric::unsigned(self.operand_kind(length));
                let length = self.convert(length, from, Numeric::signed(Kind::I64), None, span);
                self.binary(BinaryOp::Mul, Kind::I64, length, element, None, span)
            }
            // An array of known length may have elements of variable size.
            Type::Array {
                element,
                length: Some(length),
            } if self.layout.is_variable(*element) => {
                let element = self.vla_size(*element, span);
                let length = constant(Kind::I64, i128::from(*length));
                self.binary(BinaryOp::Mul, Kind::I64, length, element, None, span)
            }
            _ => constant(Kind::I64, self.layout.size(ty).into()),
        }
    }
}

/// Splits a constant off a signed sum: `i + 1` is `i` and 1. Nothing is lost, because an overflow of that sum
/// would give an address outside the object either way.
fn split_index<'a>(lowering: &FunctionLowering<'_, 'a>, index: &'a Expr) -> (&'a Expr, i128) {
    match &index.kind {
        ExprKind::Cast(inner)
            if lowering.layout.is_signed(inner.ty)
                && lowering.layout.is_signed(index.ty)
                && lowering.layout.size(index.ty) >= lowering.layout.size(inner.ty)
                && matches!(inner.kind, ExprKind::Binary(..)) =>
        {
            split_index(lowering, inner)
        }
        ExprKind::Binary(op, left, right) if lowering.layout.is_signed(index.ty) => {
            match (op, &left.kind, &right.kind) {
                (hir::BinaryOp::Add, _, ExprKind::Int(value)) => (&**left, *value),
                (hir::BinaryOp::Add, ExprKind::Int(value), _) => (&**right, *value),
                (hir::BinaryOp::Sub, _, ExprKind::Int(value)) => (&**left, -*value),
                _ => (index, 0),
            }
        }
        _ => (index, 0),
    }
}
