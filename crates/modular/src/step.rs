//! What each instruction does to what is known.

use crate::Refusal;
use crate::analyse::{Analysis, Here, Step};
use crate::object::Name;
use crate::offset::Offsets;
use crate::state::{Sort, State, ThreadNo};
use crate::value::{Claim, Origin, Own, Value, range};
use raceproof_ir::{BinaryOp, CompareOp, ConvertOp, Inst, Kind, Operand, RmwOp, SyncOp, UnaryOp};

impl Analysis<'_> {
    /// One instruction; nothing if control does not go on.
    pub(crate) fn step(&mut self, here: Here, inst: &Inst, state: &mut State) -> Step<()> {
        self.hand_over(here, inst, state);
        let function = self.contexts.context(here.place.0).function;
        let size = |kind: &Kind| u64::from(kind.size(self.program.model));
        match inst {
            Inst::Copy { dst, src } => {
                let value = self.operand(function, state, src);
                self.set(state, *dst, value);
            }
            Inst::Unary { op, kind, dst, a } => {
                let value = self.operand(function, state, a);
                let result = match op {
                    UnaryOp::Neg if value.targets.is_empty() && value.has_numbers() => {
                        Value::between(value.high.saturating_neg(), value.low.saturating_neg()).fit(*kind)
                    }
                    _ => value.mix(&Value::NONE, *kind),
                };
                self.set(state, *dst, result);
            }
            Inst::Binary { op, kind, dst, a, b } => {
                let literal = [a, b].map(|o| matches!(o, Operand::Const(..)));
                let (a, b) = (self.operand(function, state, a), self.operand(function, state, b));
                let mut value = binary(*op, *kind, &a, &b);
                let constant = |v: &Value| (v.targets.is_empty() && v.low == v.high).then_some(v.low);
                let is_sum = matches!(op, BinaryOp::Add | BinaryOp::AddSigned | BinaryOp::MulSigned);
                // What registers hold may be found to be more than one number later on.
                value.pick = match literal {
                    [false, true] => named_sum(*op, *kind, &a, b.low),
                    [true, false] if is_sum => named_sum(*op, *kind, &b, a.low),
                    _ => None,
                };
                value.own = match (a.own, constant(&b), constant(&a), b.own) {
                    (Some(own), Some(by), ..) => own.compute(*op, *kind, by),
                    (_, _, Some(by), Some(own)) if is_sum => own.compute(*op, *kind, by),
                    _ => None,
                };
                self.set(state, *dst, value);
            }
            Inst::Compare { op, dst, a, b, .. } => {
                let zero = matches!(b, Operand::Const(_, 0));
                let (a, b) = (self.operand(function, state, a), self.operand(function, state, b));
                self.set(state, *dst, compare(*op, &a, &b, zero));
            }
            Inst::Convert {
                op,
                from,
                to,
                dst,
                src,
            } => {
                let value = self.operand(function, state, src);
                self.set(state, *dst, convert(*op, *from, *to, value));
            }
            Inst::Offset {
                dst,
                base,
                index,
                scale,
                disp,
            } => {
                let (base, index) = (
                    self.operand(function, state, base),
                    self.operand(function, state, index),
                );
                let mut value = match index.indices() {
                    Some(range) if index.targets.is_empty() => base.shift(range, *scale, *disp),
                    _ => base.mix(&index, Kind::Ptr),
                };
                if let Some(Own::Index(number)) = index.own {
                    value.own = self.cell((number, index.high), &base, *scale, *disp);
                }
                if let Some(Own::Index(number)) = index.pick {
                    // Elements and their locks are counted in one direction.
                    let is_up = number.scale > 0 && *scale > 0;
                    let cell = self.cell((number, index.high), &base, *scale, *disp);
                    value.pick = cell.filter(|_| is_up);
                }
                self.set(state, *dst, value);
            }
            Inst::SlotAddr { dst, slot } => {
                let object = self.slot(here.place.0, *slot);
                let recursive = self.contexts.context(here.place.0).recursive;
                self.set(state, *dst, Value::pointer(object, !recursive, 0));
            }
            Inst::SlotDead { slot } => {
                let object = self.slot(here.place.0, *slot);
                state.guard.labels.retain(|label| !label.is_of_instance(object));
                state.forget_variable(object);
                if !self.contexts.context(here.place.0).recursive {
                    state.fresh.insert(object);
                }
            }
            Inst::ThreadLocalAddr { dst, global } => {
                // The first thread of a team is the one that makes the region and brings its own, and others find what they left in another one.
                let whose = match self.has_teams {
                    true => ThreadNo(0),
                    false => here.thread,
                };
                let name = Name::ThreadLocal(whose, *global);
                let object = self
                    .memory
                    .named(self.program, name, self.program.global(*global).size);
                self.set(state, *dst, Value::pointer(object, false, 0));
            }
            Inst::Alloca { dst, size, .. } => {
                let size = self.operand(function, state, size);
                let value = self.allocate(here, state, &size);
                self.set(state, *dst, value);
            }
            Inst::AllocaFree { .. } => {}
            Inst::Load { kind, dst, addr } => {
                let address = self.operand(function, state, addr);
                self.touch(here, state, &address, size(kind), false, false);
                let mut value = self.load(&address, size(kind), *kind);
                if !kind.is_float() {
                    self.look(state, &address, size(kind), None, &mut value);
                    value.own = self
                        .read_label(state, &address, size(kind))
                        .or_else(|| self.find(state, &address, *kind));
                }
                state.use_ticket(&address);
                if kind.is_int()
                    && let Some(constant) = self.read_local(state, &address, size(kind))
                {
                    value = constant;
                }
                self.set(state, *dst, value);
            }
            Inst::Store { kind, addr, value } => {
                let (address, value) = (
                    self.operand(function, state, addr),
                    self.operand(function, state, value),
                );
                self.labelling = self.label(state, &address, size(kind), &value);
                self.taking = self.taking(state, &address, *kind, &value);
                let found = match self.taking {
                    Some(_) => self.found(state, &address, *kind),
                    None => Vec::new(),
                };
                self.write_word(here, state, &address, size(kind), &value, None);
                if self.taking.take().is_some() {
                    self.take_found(here, state, &address, *kind, &found);
                }
                state.use_ticket(&address);
                state.guard.labels.extend(self.labelling.take());
                if kind.is_int() {
                    self.keep_local(state, &address, size(kind), &value);
                }
            }
            Inst::LoadBits {
                kind,
                dst,
                addr,
                bits,
            } => {
                let address =
                    self.operand(function, state, addr)
                        .shift((0, 0), 1, i64::from(bits.location_start));
                self.touch(
                    here,
                    state,
                    &address,
                    u64::from(bits.location_length),
                    false,
                    false,
                );
                let value = self.load(&address, u64::from(bits.location_length), *kind);
                let value = value.mix(&Value::NONE, *kind);
                self.set(state, *dst, value);
            }
            Inst::StoreBits {
                kind,
                addr,
                value,
                bits,
            } => {
                let address =
                    self.operand(function, state, addr)
                        .shift((0, 0), 1, i64::from(bits.location_start));
                let value = self.operand(function, state, value).mix(&Value::NONE, *kind);
                let value = Value {
                    low: i128::MIN,
                    high: i128::MAX,
                    ..value
                };
                self.touch(
                    here,
                    state,
                    &address,
                    u64::from(bits.location_length),
                    true,
                    false,
                );
                self.store(state, &address, u64::from(bits.location_length), &value);
            }
            Inst::MemCopy { dst, src, size } => {
                let (dst, src) = (
                    self.operand(function, state, dst),
                    self.operand(function, state, src),
                );
                let size = self.operand(function, state, size);
                self.copy(here, state, &dst, &src, &size);
            }
            Inst::MemFill { dst, byte, size } => {
                let dst = self.operand(function, state, dst);
                let byte = self.operand(function, state, byte);
                let size = self.operand(function, state, size);
                self.fill(here, state, &dst, self.length(&size), &byte.repeated());
            }
            Inst::AtomicLoad {
                kind,
                dst,
                addr,
                order,
            } => {
                let address = self.operand(function, state, addr);
                self.touch(here, state, &address, size(kind), false, true);
                let mut value = self.load(&address, size(kind), *kind);
                if !kind.is_float() {
                    self.look(state, &address, size(kind), Some(*order), &mut value);
                }
                self.set(state, *dst, value);
            }
            Inst::AtomicStore {
                kind,
                addr,
                value,
                order,
            } => {
                let (address, value) = (
                    self.operand(function, state, addr),
                    self.operand(function, state, value),
                );
                state.forget_found(|_| true);
                self.write_word(here, state, &address, size(kind), &value, Some(*order));
            }
            Inst::AtomicRmw {
                op,
                kind,
                dst,
                addr,
                value,
                order,
            } => {
                let (address, value) = (
                    self.operand(function, state, addr),
                    self.operand(function, state, value),
                );
                let mut old = self.load(&address, size(kind), *kind);
                let new = match op {
                    RmwOp::Exchange => value.clone(),
                    _ => old.mix(&value, *kind),
                };
                if *op == RmwOp::Add {
                    self.taking = self.taking_at_once(&address, *kind, &value);
                }
                state.forget_found(|_| true);
                let sets = matches!(op, RmwOp::Exchange | RmwOp::Or) && !value.may_be_zero();
                match sets {
                    true => old.claim = self.set_word(here, state, &address, size(kind), &new, *order),
                    false => self.write_word(here, state, &address, size(kind), &new, Some(*order)),
                }
                if self.taking.take().is_some() {
                    old.own = self.take(here, state, &address, *kind).map(Own::Index);
                }
                self.set(state, *dst, old);
            }
            Inst::AtomicCas {
                kind,
                dst,
                ok,
                addr,
                expected,
                desired,
                weak,
                success,
                ..
            } => {
                let (address, value) = (
                    self.operand(function, state, addr),
                    self.operand(function, state, desired),
                );
                let expected = self.operand(function, state, expected);
                state.forget_found(|_| true);
                let mut old = self.load(&address, size(kind), *kind);
                let mut done = Value::between(0, 1);
                if !value.may_be_zero() && !expected.may_be_other() {
                    let claim = self.set_word(here, state, &address, size(kind), &value, *success);
                    old.claim = claim.filter(|_| !weak);
                    done.claim = claim.map(Claim::turn);
                } else {
                    // It may store nothing, so it takes nothing either.
                    state.drop_locks(|lock| lock.sort == Sort::Zero);
                    self.write_word(here, state, &address, size(kind), &value, Some(*success));
                }
                self.set(state, *dst, old);
                self.set(state, *ok, done);
            }
            Inst::Fence { .. } | Inst::Assert { .. } => {}
            Inst::Call { dst, callee, args } => {
                let Some(value) = self.call(here, state, callee, args)? else {
                    return Ok(None);
                };
                if let Some(dst) = dst {
                    self.set(state, *dst, value);
                }
            }
            Inst::Sync { op, dst, args } => {
                let values: Vec<Value> = args.iter().map(|a| self.operand(function, state, a)).collect();
                let Some(value) = self.synchronise(here, state, *op, &values)? else {
                    return Ok(None);
                };
                if let (SyncOp::WorkBegin, Some(Operand::Reg(number))) = (op, args.get(2)) {
                    self.begin_work(here, &mut state.registers[number.0 as usize]);
                }
                if let Some(dst) = dst {
                    self.set(state, *dst, value);
                }
            }
            Inst::Nondet {
                kind,
                dst,
                signed,
                low,
                high,
                ..
            } => {
                let value = match *signed || *high <= range(*kind).1 {
                    true => Value::between(*low, *high),
                    false => Value::computed(*kind),
                };
                self.set(state, *dst, value);
            }
            Inst::Assume { cond } => {
                let value = self.operand(function, state, cond);
                if (value.low, value.high) == (0, 0) && value.targets.is_empty() {
                    return Ok(None);
                }
                let place = (here.place.1, here.place.2);
                self.learn(function, place, cond, true, &value, state);
            }
            Inst::SetJump { .. } | Inst::LongJump { .. } => {
                return Err(Refusal::new("it does not follow long jumps", here.span));
            }
            Inst::Gap { what } => return Err(Refusal::new(what, here.span)),
        }
        Ok(Some(()))
    }

    /// `size` bytes, or up to the end of every object.
    pub(crate) fn length(&self, size: &Value) -> u64 {
        match size.indices() {
            Some((_, high)) if size.targets.is_empty() && high >= 0 => u64::try_from(high)
                .unwrap_or(u64::MAX)
                .min(crate::analyse::UNKNOWN_SIZE),
            _ => crate::analyse::UNKNOWN_SIZE,
        }
    }

    pub(crate) fn copy(&mut self, here: Here, state: &mut State, dst: &Value, src: &Value, size: &Value) {
        let length = self.length(size);
        self.touch(here, state, src, length, false, false);
        self.touch(here, state, dst, length, true, false);
        for (to, to_at) in self.places(dst) {
            self.record(state, to, to_at, length);
            self.memory.store(to.object, to_at, length, &Value::UNSET);
            for (from, from_at) in self.places(src) {
                for (at, piece, value) in self.memory.pieces(from.object, from_at, length) {
                    let moved = match (from_at.constant(), to_at.constant()) {
                        (Some(a), Some(b)) => at.add((0, 0), 1, b.saturating_sub(a)),
                        _ => Offsets::ANY,
                    };
                    let size = self.memory.object(to.object).size;
                    if let Some(moved) = moved.inside(size) {
                        self.memory.store(to.object, moved, piece, &value);
                    }
                }
            }
        }
    }

    /// Somebody sets up to `length` bytes; what they are says `value`.
    pub(crate) fn fill(&mut self, here: Here, state: &mut State, dst: &Value, length: u64, value: &Value) {
        self.touch(here, state, dst, length, true, false);
        for (to, at) in self.places(dst) {
            self.record(state, to, at, length);
            self.memory.store(to.object, at, length, value);
        }
    }
}

fn binary(op: BinaryOp, kind: Kind, a: &Value, b: &Value) -> Value {
    let pure = |v: &Value| v.targets.is_empty() && v.has_numbers();
    if !kind.is_int() || !pure(a) || !pure(b) {
        return a.mix(b, kind);
    }
    let corners = |f: fn(i128, i128) -> Option<i128>| {
        let all = [
            f(a.low, b.low),
            f(a.low, b.high),
            f(a.high, b.low),
            f(a.high, b.high),
        ];
        let low = all.iter().copied().collect::<Option<Vec<_>>>();
        match low {
            Some(all) => Value::between(
                all.iter().copied().min().unwrap_or(0),
                all.iter().copied().max().unwrap_or(0),
            )
            .fit(kind),
            None => Value::computed(kind),
        }
    };
    match op {
        BinaryOp::Add | BinaryOp::AddSigned => corners(i128::checked_add),
        BinaryOp::Sub | BinaryOp::SubSigned => corners(i128::checked_sub),
        BinaryOp::Mul | BinaryOp::MulSigned => corners(i128::checked_mul),
        BinaryOp::And if b.low >= 0 => {
            Value::between(0, if a.low >= 0 { a.high.min(b.high) } else { b.high })
        }
        BinaryOp::And if a.low >= 0 => Value::between(0, a.high),
        BinaryOp::RemSigned | BinaryOp::RemUnsigned if a.low >= 0 && b.low > 0 => {
            Value::between(0, a.high.min(b.high - 1))
        }
        BinaryOp::RemUnsigned if b.low > 0 => Value::between(0, b.high - 1),
        BinaryOp::RemSigned if b.low > 0 => Value::between((1 - b.high).max(a.low), b.high - 1),
        BinaryOp::DivSigned | BinaryOp::DivUnsigned if a.low >= 0 && b.low > 0 => {
            Value::between(a.low / b.high, a.high / b.low)
        }
        _ => Value::computed(kind),
    }
}

/// What an operation with a constant makes of a number that has a name, if it is not cut off.
fn named_sum(op: BinaryOp, kind: Kind, a: &Value, by: i128) -> Option<Own> {
    let pick = a.pick?.compute(op, kind, by)?;
    let (low, high) = range(kind);
    let fits = |change: fn(i128, i128) -> Option<i128>| {
        let is_inside = |n: i128| change(n, by).is_some_and(|n| n >= low && n <= high);
        is_inside(a.low) && is_inside(a.high)
    };
    let is_exact = match op {
        BinaryOp::Add => fits(i128::checked_add),
        BinaryOp::Sub => fits(i128::checked_sub),
        // Others must not overflow.
        _ => true,
    };
    // What wraps an address leaves its object.
    (is_exact || kind.bits() >= 64).then_some(pick)
}

fn compare(op: CompareOp, a: &Value, b: &Value, with_zero: bool) -> Value {
    let mut result = Value::between(0, 1);
    let claim = match a.claim {
        // A number that is zero or this one is zero where it is not this one.
        Some(claim)
            if b.targets.is_empty()
                && claim.busy.is_some()
                && (b.low, Some(b.high)) == (b.high, claim.busy) =>
        {
            Some(claim.turn())
        }
        claim => claim.filter(|_| with_zero).map(Claim::whatever_else),
    };
    if let Some(mut claim) = claim {
        match op {
            CompareOp::Eq => {
                claim = claim.turn();
                result.claim = Some(claim);
            }
            CompareOp::Ne => result.claim = Some(claim),
            _ => {}
        }
    }
    let pure = |v: &Value| v.targets.is_empty() && v.has_numbers();
    if !pure(a) || !pure(b) {
        return result;
    }
    let apart = a.high < b.low || b.high < a.low;
    let same = a.low == a.high && b.low == b.high && a.low == b.low;
    let decided = match op {
        CompareOp::Eq if apart => Some(0),
        CompareOp::Eq if same => Some(1),
        CompareOp::Ne if apart => Some(1),
        CompareOp::Ne if same => Some(0),
        CompareOp::LtSigned if a.high < b.low => Some(1),
        CompareOp::LtSigned if a.low >= b.high => Some(0),
        CompareOp::LeSigned if a.high <= b.low => Some(1),
        CompareOp::LeSigned if a.low > b.high => Some(0),
        _ => None,
    };
    if let Some(number) = decided {
        (result.low, result.high) = (number, number);
        result.origin = Origin::Plain;
    }
    result
}

fn convert(op: ConvertOp, from: Kind, to: Kind, value: Value) -> Value {
    match op {
        ConvertOp::SExt | ConvertOp::PtrToInt | ConvertOp::IntToPtr => value,
        ConvertOp::ZExt => match value.has_numbers() && value.low < 0 {
            true => {
                let all = match from.bits() {
                    128 => Value::any(to),
                    bits => Value::between(0, (1i128 << bits) - 1).fit(to),
                };
                Value {
                    low: all.low,
                    high: all.high,
                    pick: None,
                    ..value
                }
            }
            false => value,
        },
        ConvertOp::Trunc => {
            let (low, high) = range(to);
            let is_same = value.targets.is_empty() && value.low >= low && value.high <= high;
            // Some bits of an address may be any number.
            let mut value = match value.targets.is_empty() {
                true => value.fit(to),
                false => value.mix(&Value::NONE, to),
            };
            if !is_same {
                (value.claim, value.split) = (None, None);
            }
            let is_kept = |own: &Own| is_same || matches!(own, Own::Index(index) if index.bits <= to.bits());
            // Numbers that differ do so still, but those with a name must be the same.
            (value.own, value.pick) = (value.own.filter(is_kept), value.pick.filter(|_| is_same));
            value
        }
        _ => value.mix(&Value::NONE, to),
    }
}
