//! What the instructions of a template do with registers, memory and flags.

use raceproof_ir::{Order, RmwOp, Span};

use super::super::Checker;
use super::super::types::{INT, Quals, UCHAR, UINT, ULLONG, VOID};
use super::template::mnemonic;
use super::{Location, Template, statement};
use crate::hir::{BinaryOp, Builtin, CompareOp, Expr, ExprKind, TypeId, UnaryOp};

impl Checker<'_> {
    /// One instruction; none if it is not understood.
    pub(super) fn instruction(&mut self, t: &mut Template, text: &str) -> Option<()> {
        let (is_locked, text) = match text.strip_prefix("lock") {
            Some(rest) if rest.starts_with([' ', '\t']) => (true, rest.trim_start()),
            _ => (false, text),
        };
        let (name, operands) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let mut locations = Vec::new();
        for operand in operands
            .split(',')
            .map(str::trim)
            .filter(|operand| !operand.is_empty())
        {
            locations.push(self.location(t, operand)?);
        }
        if let Some(condition) = name.strip_prefix("set")
            && let [to] = &locations[..]
        {
            let flag = self.flag_value(t, condition)?;
            let value = self.cast(flag, UCHAR);
            return self.write_operand(t, to, value);
        }
        if let Some(done) = self.special(t, name) {
            return done;
        }
        let (stem, suffix) = mnemonic(name)?;
        let word = self.word(t, suffix, &locations)?;
        let plain = match self.types.is_pointer(word) {
            true => self
                .types
                .integer_of_bits(self.types.size(word)? as u32 * 8, false)?,
            false => word,
        };
        if let Some(done) = self.on_memory(t, stem, is_locked, &locations, (word, plain)) {
            return done;
        }
        match is_locked {
            true => None,
            false => self.on_words(t, stem, &locations, plain),
        }
    }

    /// Instructions without operands, and those that only say what the processor does.
    fn special(&mut self, t: &mut Template, name: &str) -> Option<Option<()>> {
        let span = t.span;
        match name {
            "pause" | "nop" => Some(Some(())),
            "mfence" | "lfence" | "sfence" => {
                let order = match name {
                    "mfence" => Order::SeqCst,
                    "lfence" => Order::Acquire,
                    _ => Order::Release,
                };
                let kind = ExprKind::Fence(order);
                t.statements.push(statement(Expr { kind, ty: VOID, span }));
                Some(Some(()))
            }
            "rdtsc" | "rdtscp" | "cpuid" | "xgetbv" => {
                let gives: &[u8] = match name {
                    "rdtsc" | "xgetbv" => b"ad",
                    "rdtscp" => b"acd",
                    _ => b"abcd",
                };
                for letter in gives {
                    let value = self.unknown_builtin(&format!("ia32_{name}"), &[], span);
                    let value = self.cast(Expr { ty: UINT, ..value }, ULLONG);
                    let value = self.kept(t, value);
                    self.put_fixed(t, *letter, &value);
                }
                Some(Some(()))
            }
            _ => None,
        }
    }

    /// Instructions that may be atomic operations on memory; `word` is the type of what is there, `plain` the
    /// integer of its size. None if it is none of them.
    fn on_memory(
        &mut self,
        t: &mut Template,
        stem: &str,
        is_locked: bool,
        locations: &[Location],
        (word, plain): (TypeId, TypeId),
    ) -> Option<Option<()>> {
        Some(match (stem, locations) {
            ("xadd", [from, to @ Location::Memory(..)]) if is_locked => self.exchange_add(t, from, to, plain),
            ("xchg", [a, b]) => self.exchange(t, a, b, word),
            ("cmpxchg", [from, Location::Memory(pointer, _)]) if is_locked => {
                self.compare_swap_word(t, from, pointer, word)
            }
            ("mov", [from, to]) if !is_locked => self.mov(t, from, to, word),
            ("bts" | "btr" | "btc", [at, to]) => self.bit(t, stem, is_locked, at, to, plain),
            ("inc" | "dec", [to]) => self.step_word(t, stem, is_locked, to, plain),
            ("add" | "sub" | "and" | "or" | "xor", [from, to]) => {
                let op = match stem {
                    "add" => BinaryOp::Add,
                    "sub" => BinaryOp::Sub,
                    "and" => BinaryOp::And,
                    "or" => BinaryOp::Or,
                    _ => BinaryOp::Xor,
                };
                self.combine_words(t, op, is_locked, from, to, plain)
            }
            _ => return None,
        })
    }

    fn exchange_add(
        &mut self,
        t: &mut Template,
        from: &Location,
        to: &Location,
        plain: TypeId,
    ) -> Option<()> {
        let span = t.span;
        let value = self.read_operand(t, from, plain)?;
        let old = self.modify(t, RmwOp::Add, to, value.clone())?;
        let new = self.binary(BinaryOp::Add, old.clone(), value, span);
        let new = self.kept(t, new);
        self.set_flags(t, &new);
        self.write_operand(t, from, old)
    }

    fn exchange(&mut self, t: &mut Template, a: &Location, b: &Location, word: TypeId) -> Option<()> {
        let (a, b) = match b {
            Location::Memory(..) => (b, a),
            _ => (a, b),
        };
        if let Location::Memory(..) = a {
            let value = self.read_operand(t, b, word)?;
            let old = self.modify(t, RmwOp::Exchange, a, value)?;
            return self.write_operand(t, b, old);
        }
        let (x, y) = (self.read_operand(t, a, word)?, self.read_operand(t, b, word)?);
        let (x, y) = (self.kept(t, x), self.kept(t, y));
        self.write_operand(t, a, y)?;
        self.write_operand(t, b, x)
    }

    fn compare_swap_word(
        &mut self,
        t: &mut Template,
        from: &Location,
        pointer: &Expr,
        word: TypeId,
    ) -> Option<()> {
        let span = t.span;
        let accumulator = Location::Register(self.fixed(t, b'a'));
        let expected = self.read_operand(t, &accumulator, word)?;
        let expected = self.kept(t, expected);
        let desired = self.read_operand(t, from, word)?;
        let pointer = self.as_words(pointer, word);
        let kind = ExprKind::AtomicCompareSwap {
            pointer: Box::new(pointer),
            expected: Box::new(expected.clone()),
            desired: Box::new(desired),
            gives_bool: false,
        };
        let old = self.kept(t, Expr { kind, ty: word, span });
        t.zero = Some(self.compare(CompareOp::Eq, old.clone(), expected, span));
        (t.sign, t.carry) = (None, None);
        self.write_operand(t, &accumulator, old)
    }

    fn step_word(
        &mut self,
        t: &mut Template,
        stem: &str,
        is_locked: bool,
        to: &Location,
        plain: TypeId,
    ) -> Option<()> {
        let op = if stem == "inc" {
            BinaryOp::Add
        } else {
            BinaryOp::Sub
        };
        let carry = t.carry.take();
        self.combine_words(t, op, is_locked, &Location::Constant(1), to, plain)?;
        t.carry = carry;
        Some(())
    }

    /// Instructions on registers, or on memory without `lock`.
    fn on_words(
        &mut self,
        t: &mut Template,
        stem: &str,
        locations: &[Location],
        plain: TypeId,
    ) -> Option<()> {
        let span = t.span;
        match (stem, locations) {
            ("sbb", [Location::Register(a), Location::Register(b)]) if a == b => {
                let carry = t.carry.clone()?;
                let carry = self.cast(carry, plain);
                let value = self.unary(UnaryOp::Neg, carry, span);
                let value = self.kept(t, value);
                self.write_operand(t, &Location::Register(*a), value)
            }
            ("cmp", [b, a]) => {
                let (a, b) = (self.read_operand(t, a, plain)?, self.read_operand(t, b, plain)?);
                let (a, b) = (self.kept(t, a), self.kept(t, b));
                let difference = self.binary(BinaryOp::Sub, a.clone(), b.clone(), span);
                self.set_flags(t, &difference);
                t.sign = None;
                t.carry = Some(self.compare(CompareOp::Lt, a, b, span));
                Some(())
            }
            ("test", [a, b]) => {
                let (a, b) = (self.read_operand(t, a, plain)?, self.read_operand(t, b, plain)?);
                let both = self.binary(BinaryOp::And, a, b, span);
                let both = self.kept(t, both);
                self.set_flags(t, &both);
                t.carry = Some(self.int(0, INT, span));
                Some(())
            }
            ("not" | "neg", [to]) => {
                let value = self.read_operand(t, to, plain)?;
                let op = if stem == "not" {
                    UnaryOp::Complement
                } else {
                    UnaryOp::Neg
                };
                let value = self.unary(op, value, span);
                let value = self.kept(t, value);
                self.write_operand(t, to, value)
            }
            ("bswap", [to]) => {
                let value = self.read_operand(t, to, plain)?;
                let value = self.builtin_expr(Builtin::ByteSwap, vec![value], plain, span);
                self.write_operand(t, to, value)
            }
            ("popcnt" | "bsf" | "bsr" | "tzcnt", [from, to]) => {
                let value = self.read_operand(t, from, plain)?;
                let value = self.kept(t, value);
                self.set_flags(t, &value);
                let count = self.count_bits(stem, value, plain, span)?;
                self.write_operand(t, to, count)
            }
            ("rol" | "ror" | "shl" | "sal" | "shr", [by, to]) => self.rotate(t, stem, by, to, plain),
            _ => None,
        }
    }

    /// Shifts and rotations.
    fn rotate(
        &mut self,
        t: &mut Template,
        stem: &str,
        by: &Location,
        to: &Location,
        plain: TypeId,
    ) -> Option<()> {
        let span = t.span;
        let (value, by) = (self.read_operand(t, to, plain)?, self.read_operand(t, by, plain)?);
        let bits = i128::from(self.types.size(plain)?) * 8;
        let mask = self.int(if bits == 64 { 63 } else { 31 }, plain, span);
        let by = self.binary(BinaryOp::And, by, mask, span);
        let left = matches!(stem, "rol" | "shl" | "sal");
        let (one, other) = match left {
            true => (BinaryOp::Shl, BinaryOp::Shr),
            false => (BinaryOp::Shr, BinaryOp::Shl),
        };
        let mut result = self.binary(one, value.clone(), by.clone(), span);
        if stem.starts_with("ro") {
            let mask = self.int(bits - 1, plain, span);
            let rest = self.unary(UnaryOp::Neg, by, span);
            let rest = self.binary(BinaryOp::And, rest, mask, span);
            let rest = self.binary(other, value, rest, span);
            result = self.binary(BinaryOp::Or, result, rest, span);
        }
        let result = self.cast(result, plain);
        let result = self.kept(t, result);
        (t.zero, t.sign, t.carry) = (None, None, None);
        self.write_operand(t, to, result)
    }

    fn count_bits(&mut self, stem: &str, value: Expr, word: TypeId, span: Span) -> Option<Expr> {
        let size = self.types.size(word)?;
        if size < 4 || stem == "tzcnt" {
            return None;
        }
        let builtin = match stem {
            "popcnt" => Builtin::PopCount,
            "bsf" => Builtin::CountTrailingZeros,
            _ => Builtin::CountLeadingZeros,
        };
        let count = self.builtin_expr(builtin, vec![value], INT, span);
        let count = match stem {
            "bsr" => {
                let last = self.int(i128::from(size) * 8 - 1, INT, span);
                self.binary(BinaryOp::Xor, count, last, span)
            }
            _ => count,
        };
        Some(self.cast(count, word))
    }

    fn as_words(&mut self, pointer: &Expr, word: TypeId) -> Expr {
        let ty = self.types.pointer(word, Quals::default());
        self.cast(pointer.clone(), ty)
    }

    /// An atomic operation on memory; gives the old value.
    fn modify(&mut self, t: &mut Template, op: RmwOp, to: &Location, value: Expr) -> Option<Expr> {
        let Location::Memory(pointer, _) = to else {
            return None;
        };
        let (ty, span) = (value.ty, t.span);
        let pointer = self.as_words(pointer, ty);
        let kind = ExprKind::AtomicRmw {
            op,
            pointer: Box::new(pointer),
            value: Box::new(value),
            order: Order::SeqCst,
            new_value: false,
        };
        Some(self.kept(t, Expr { kind, ty, span }))
    }

    /// `to = to op from`, atomically if it is locked; the flags are set.
    fn combine_words(
        &mut self,
        t: &mut Template,
        op: BinaryOp,
        is_locked: bool,
        from: &Location,
        to: &Location,
        word: TypeId,
    ) -> Option<()> {
        let span = t.span;
        // `xor r, r` is how a register is made zero.
        if let (BinaryOp::Xor, Location::Register(a), Location::Register(b)) = (op, from, to)
            && a == b
        {
            let zero = self.int(0, word, span);
            return self.write_operand(t, to, zero);
        }
        let value = self.read_operand(t, from, word)?;
        let value = self.kept(t, value);
        let old = match is_locked {
            true => {
                let op = match op {
                    BinaryOp::Add => RmwOp::Add,
                    BinaryOp::Sub => RmwOp::Sub,
                    BinaryOp::And => RmwOp::And,
                    BinaryOp::Or => RmwOp::Or,
                    _ => RmwOp::Xor,
                };
                self.modify(t, op, to, value.clone())?
            }
            false => {
                let old = self.read_operand(t, to, word)?;
                self.kept(t, old)
            }
        };
        let new = self.binary(op, old.clone(), value.clone(), span);
        let new = self.cast(new, word);
        let new = self.kept(t, new);
        self.set_flags(t, &new);
        t.carry = Some(match op {
            BinaryOp::Add => self.compare(CompareOp::Lt, new.clone(), value, span),
            BinaryOp::Sub => self.compare(CompareOp::Lt, old, value, span),
            _ => self.int(0, INT, span),
        });
        match is_locked {
            true => Some(()),
            false => self.write_operand(t, to, new),
        }
    }

    fn mov(&mut self, t: &mut Template, from: &Location, to: &Location, word: TypeId) -> Option<()> {
        let span = t.span;
        let (is_ordered, relaxed) = (t.is_ordered, Order::Relaxed);
        let value = match from {
            Location::Memory(pointer, _) => {
                let pointer = Box::new(self.as_words(pointer, word));
                let order = if is_ordered { Order::Acquire } else { relaxed };
                let kind = ExprKind::AtomicLoad { pointer, order };
                self.kept(t, Expr { kind, ty: word, span })
            }
            _ => self.read_operand(t, from, word)?,
        };
        let Location::Memory(pointer, _) = to else {
            return self.write_operand(t, to, value);
        };
        let pointer = Box::new(self.as_words(pointer, word));
        let order = if is_ordered { Order::Release } else { relaxed };
        let value = Box::new(value);
        let kind = ExprKind::AtomicStore {
            pointer,
            value,
            order,
        };
        t.statements.push(statement(Expr { kind, ty: VOID, span }));
        Some(())
    }

    /// Sets, resets or turns a bit, which becomes the carry. One of memory may be in a later word.
    fn bit(
        &mut self,
        t: &mut Template,
        stem: &str,
        is_locked: bool,
        at: &Location,
        to: &Location,
        word: TypeId,
    ) -> Option<()> {
        let span = t.span;
        let bits = i128::from(self.types.size(word)?) * 8;
        let signed = self.types.with_sign(word, true);
        let at = self.read_operand(t, at, signed)?;
        let at = self.kept(t, at);
        let last = self.int(bits - 1, signed, span);
        let within = self.binary(BinaryOp::And, at.clone(), last, span);
        let within = self.cast(within, word);
        let one = self.int(1, word, span);
        let mask = self.binary(BinaryOp::Shl, one.clone(), within.clone(), span);
        let mask = self.kept(t, mask);
        let to = match to {
            Location::Memory(pointer, ty) => {
                let shift = self.int(i128::from(bits.trailing_zeros()), signed, span);
                let index = self.binary(BinaryOp::Shr, at, shift, span);
                let words = self.as_words(pointer, word);
                let pointer = self.pointer_add(words, index, false, span);
                Location::Memory(self.kept(t, pointer), *ty)
            }
            other => other.clone(),
        };
        let old = match is_locked {
            true => {
                let (op, value) = match stem {
                    "bts" => (RmwOp::Or, mask),
                    "btr" => (RmwOp::And, self.unary(UnaryOp::Complement, mask, span)),
                    _ => (RmwOp::Xor, mask),
                };
                self.modify(t, op, &to, value)?
            }
            false => {
                let old = self.read_operand(t, &to, word)?;
                let old = self.kept(t, old);
                let (op, value) = match stem {
                    "bts" => (BinaryOp::Or, mask),
                    "btr" => (BinaryOp::And, self.unary(UnaryOp::Complement, mask, span)),
                    _ => (BinaryOp::Xor, mask),
                };
                let new = self.binary(op, old.clone(), value, span);
                self.write_operand(t, &to, new)?;
                old
            }
        };
        let moved = self.binary(BinaryOp::Shr, old, within, span);
        let bit = self.binary(BinaryOp::And, moved, one, span);
        let bit = self.cast(bit, INT);
        t.carry = Some(self.kept(t, bit));
        (t.zero, t.sign) = (None, None);
        Some(())
    }
}
