//! Assembler statements: the idioms of x86 that programs synchronise, count and look at bits with, in AT&T
//! syntax.
//!
//! A template becomes statements on temporaries, one for each register operand, which take the inputs before and
//! give the outputs after. An instruction with `lock`, and `xchg` with memory, is an atomic operation of the
//! strongest order. A `mov` from or to memory is what the processor makes of it: an atomic access that
//! acquires or releases if the statement clobbers memory, and a relaxed one otherwise. A template that is not
//! understood as a whole is a gap, which says what stands there.

use raceproof_ir::{Order, RmwOp, Span};

use super::Checker;
use super::types::{ERROR, INT, Quals, UCHAR, UINT, ULLONG, ULONG, VOID};
use crate::ast;
use crate::hir::{BinaryOp, Builtin, CompareOp, Expr, ExprKind, LocalId, Stmt, StmtKind, TypeId, UnaryOp};

/// An operand that is in a register: a temporary.
struct Register {
    local: LocalId,
    ty: TypeId,
    /// The letter of a constraint that picks the register.
    letter: Option<u8>,
    /// Whether it has a value.
    is_set: bool,
}

/// Where an operand is.
#[derive(Clone)]
enum Location {
    /// In a register.
    Register(usize),
    /// Where this pointer points to, with the type of what is there.
    Memory(Expr, TypeId),
    /// In the instruction.
    Constant(i128),
    /// In a flag: the text of the condition.
    Flag(String),
}

/// The state of a template that is being understood.
struct Template {
    /// The operands in their order, with their names.
    operands: Vec<(Location, Option<ast::Symbol>)>,
    registers: Vec<Register>,
    statements: Vec<Stmt>,
    /// Whether the last result was zero, negative, carried over.
    zero: Option<Expr>,
    sign: Option<Expr>,
    carry: Option<Expr>,
    /// Whether memory is clobbered.
    is_ordered: bool,
    span: Span,
}

impl Checker<'_> {
    /// An asm statement.
    pub(crate) fn asm(&mut self, asm: &ast::Asm, span: Span) -> StmtKind {
        for label in &asm.labels {
            self.use_label(*label);
        }
        let text = String::from_utf8_lossy(&asm.template).into_owned();
        match self.understand(asm, &text, span) {
            Some(mut statements) => match statements.len() {
                0 => StmtKind::Empty,
                1 => statements.remove(0).kind,
                _ => StmtKind::Block(statements),
            },
            None => {
                let words: Vec<&str> = text.split_whitespace().collect();
                let text = format!("asm: {}", words.join(" "));
                StmtKind::Gap { text }
            }
        }
    }

    fn understand(&mut self, asm: &ast::Asm, text: &str, span: Span) -> Option<Vec<Stmt>> {
        let mut t = Template {
            operands: Vec::new(),
            registers: Vec::new(),
            statements: Vec::new(),
            zero: None,
            sign: None,
            carry: None,
            is_ordered: asm.clobbers.iter().any(|clobber| clobber == b"memory"),
            span,
        };
        let instructions = instructions(text)?;
        let mut outputs = Vec::new();
        for operand in &asm.outputs {
            let output = self.output(&mut t, operand);
            outputs.push(output);
        }
        let inputs: Vec<Option<()>> = asm
            .inputs
            .iter()
            .map(|operand| self.input(&mut t, operand))
            .collect();
        if asm.is_goto && !instructions.is_empty() || inputs.iter().any(Option::is_none) {
            return None;
        }
        let outputs: Vec<Option<Expr>> = outputs.into_iter().collect::<Option<_>>()?;
        for instruction in instructions {
            self.instruction(&mut t, &instruction)?;
        }
        for (index, place) in outputs.into_iter().enumerate() {
            let Some(place) = place else { continue };
            let ty = self.types.unatomic(place.ty);
            let value = match t.operands[index].0.clone() {
                Location::Flag(condition) => self.flag_value(&t, &condition)?,
                Location::Register(register) if t.registers[register].is_set => self.whole(&t, register),
                _ => return None,
            };
            let value = self.cast(value, ty);
            let kind = ExprKind::Assign {
                place: Box::new(place),
                value: Box::new(value),
            };
            t.statements.push(statement(Expr { kind, ty, span }));
        }
        Some(t.statements)
    }

    /// Takes an output; gives the place that gets it at the end, unless it is memory.
    fn output(&mut self, t: &mut Template, operand: &ast::AsmOperand) -> Option<Option<Expr>> {
        let constraint = Constraint::of(&operand.constraint);
        let place = self.expr(&operand.operand).expr;
        if place.ty == ERROR || !self.is_place(&place) {
            return None;
        }
        let name = operand.name.map(|name| name.symbol);
        if constraint.is_memory {
            let memory = self.memory(t, place);
            t.operands.push((memory, name));
            return Some(None);
        }
        let ty = self.types.unatomic(place.ty);
        if !self.types.is_integer(ty) && !self.types.is_pointer(ty) {
            return None;
        }
        let place = match place.kind {
            ExprKind::Local(_) => place,
            _ => {
                let ty = place.ty;
                let pointer = self.address(t, place);
                let kind = ExprKind::Deref(Box::new(pointer));
                Expr {
                    kind,
                    ty,
                    span: t.span,
                }
            }
        };
        if let Some(condition) = constraint.flag {
            t.operands.push((Location::Flag(condition), name));
            return Some(Some(place));
        }
        let register = self.register(t, ty, constraint.letter);
        if constraint.is_read {
            let value = self.decay(super::Value::plain(place.clone()));
            self.put(t, register, value);
        }
        t.operands.push((Location::Register(register), name));
        Some(Some(place))
    }

    fn input(&mut self, t: &mut Template, operand: &ast::AsmOperand) -> Option<()> {
        let constraint = Constraint::of(&operand.constraint);
        let name = operand.name.map(|name| name.symbol);
        if constraint.is_memory {
            let place = self.expr(&operand.operand).expr;
            if place.ty == ERROR || !self.is_place(&place) {
                return None;
            }
            let memory = self.memory(t, place);
            t.operands.push((memory, name));
            return Some(());
        }
        let value = self.rvalue(&operand.operand);
        if !self.types.is_integer(value.ty) && !self.types.is_pointer(value.ty) {
            return None;
        }
        if let Some(output) = constraint.tied {
            let (location, _) = t.operands.get(output)?.clone();
            match location {
                Location::Register(register) => {
                    let value = self.cast(value, t.registers[register].ty);
                    self.put(t, register, value);
                }
                // The memory that is an output as well.
                Location::Memory(..) => {}
                _ => return None,
            }
            t.operands.push((location, name));
            return Some(());
        }
        if let ExprKind::Int(number) = value.kind
            && constraint.letter.is_none()
        {
            t.operands.push((Location::Constant(number), name));
            return Some(());
        }
        let register = self.register(t, value.ty, constraint.letter);
        self.put(t, register, value);
        t.operands.push((Location::Register(register), name));
        Some(())
    }

    /// A place in memory: its address is taken once.
    fn memory(&mut self, t: &mut Template, place: Expr) -> Location {
        let ty = self.types.unatomic(place.ty);
        let pointer = self.address(t, place);
        Location::Memory(pointer, ty)
    }

    fn address(&mut self, t: &mut Template, place: Expr) -> Expr {
        self.mark_addressed(&place);
        let ty = self.types.pointer(place.ty, Quals::default());
        let kind = ExprKind::AddrOf(Box::new(place));
        let pointer = Expr {
            kind,
            ty,
            span: t.span,
        };
        self.kept(t, pointer)
    }

    /// A value that is evaluated here and may be used from now on.
    fn kept(&mut self, t: &mut Template, value: Expr) -> Expr {
        if matches!(value.kind, ExprKind::Int(_)) {
            return value;
        }
        let (ty, local) = (value.ty, self.temporary(value.ty, t.span));
        let set = self.set(local, ty, value, t.span);
        t.statements.push(statement(set));
        self.get(local, ty, t.span)
    }

    fn register(&mut self, t: &mut Template, ty: TypeId, letter: Option<u8>) -> usize {
        // An output and an input may be in the same register.
        let known = letter.and_then(|letter| {
            t.registers
                .iter()
                .position(|r| r.letter == Some(letter) && r.ty == ty)
        });
        if let Some(known) = known.filter(|known| !t.registers[*known].is_set) {
            return known;
        }
        let local = self.temporary(ty, t.span);
        t.registers.push(Register {
            local,
            ty,
            letter,
            is_set: false,
        });
        t.registers.len() - 1
    }

    fn put(&mut self, t: &mut Template, register: usize, value: Expr) {
        let Register { local, ty, .. } = t.registers[register];
        let set = self.set(local, ty, value, t.span);
        t.statements.push(statement(set));
        t.registers[register].is_set = true;
    }

    fn whole(&self, t: &Template, register: usize) -> Expr {
        let Register { local, ty, .. } = t.registers[register];
        self.get(local, ty, t.span)
    }

    /// The register that a letter or a name of the processor stands for.
    fn fixed(&mut self, t: &mut Template, letter: u8) -> usize {
        let with_value = t
            .registers
            .iter()
            .rposition(|r| r.letter == Some(letter) && r.is_set);
        let any = || t.registers.iter().position(|r| r.letter == Some(letter));
        match with_value.or_else(any) {
            Some(known) => known,
            None => self.register(t, ULONG, Some(letter)),
        }
    }

    /// Sets a fixed register, and every operand that is in it.
    fn put_fixed(&mut self, t: &mut Template, letter: u8, value: &Expr) {
        self.fixed(t, letter);
        for register in 0..t.registers.len() {
            if t.registers[register].letter == Some(letter) {
                let value = self.cast(value.clone(), t.registers[register].ty);
                self.put(t, register, value);
            }
        }
    }

    fn location(&mut self, t: &mut Template, text: &str) -> Option<Location> {
        if let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            let Location::Register(register) = self.location(t, inner)? else {
                return None;
            };
            let pointer = self.whole(t, register);
            let to = self.types.pointee(pointer.ty)?.ty;
            return Some(Location::Memory(pointer, to));
        }
        if let Some(number) = text.strip_prefix('$') {
            if let Some(operand) = number.strip_prefix('%') {
                return self.location(t, &format!("%{operand}"));
            }
            let (negative, number) = match number.strip_prefix('-') {
                Some(number) => (true, number),
                None => (false, number),
            };
            let value = match number.strip_prefix("0x") {
                Some(hex) => i128::from_str_radix(hex, 16),
                None => number.parse(),
            };
            return value
                .ok()
                .map(|value| Location::Constant(if negative { -value } else { value }));
        }
        if let Some(name) = text.strip_prefix("%%") {
            let register = self.fixed(t, register_letter(name)?);
            return Some(Location::Register(register));
        }
        let rest = text.strip_prefix('%')?;
        let rest = rest.trim_start_matches(['b', 'w', 'k', 'q', 'c', 'P', 'z']);
        if let Some(name) = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let symbol = self.interner.intern(name);
            let found = t.operands.iter().find(|(_, known)| *known == Some(symbol));
            return found.map(|(location, _)| location.clone());
        }
        let index: usize = rest.parse().ok()?;
        t.operands.get(index).map(|(location, _)| location.clone())
    }

    /// The value at a location as a word.
    fn read_operand(&mut self, t: &mut Template, location: &Location, ty: TypeId) -> Option<Expr> {
        match location {
            Location::Constant(number) => Some(self.int(*number, ty, t.span)),
            Location::Register(register) if t.registers[*register].is_set => {
                let value = self.whole(t, *register);
                Some(self.cast(value, ty))
            }
            Location::Memory(pointer, _) => {
                let place = self.word_at(pointer, ty, t.span);
                let value = self.decay(super::Value::plain(place));
                Some(self.kept(t, value))
            }
            _ => None,
        }
    }

    /// What a pointer points to, as a word.
    fn word_at(&mut self, pointer: &Expr, ty: TypeId, span: Span) -> Expr {
        let pointer_type = self.types.pointer(ty, Quals::default());
        let pointer = self.cast(pointer.clone(), pointer_type);
        let kind = ExprKind::Deref(Box::new(pointer));
        Expr { kind, ty, span }
    }

    /// Puts a word where it belongs. One of 32 bits fills a register with zeros; a smaller one leaves the rest.
    fn write_operand(&mut self, t: &mut Template, location: &Location, value: Expr) -> Option<()> {
        let span = t.span;
        match location {
            Location::Register(register) => {
                let whole = t.registers[*register].ty;
                let (size, width) = (self.types.size(whole)?, self.types.size(value.ty)?);
                let value = match width < size && width < 4 && t.registers[*register].is_set {
                    true => {
                        let old = self.whole(t, *register);
                        let mask = self.int(!((1 << (8 * width)) - 1), whole, span);
                        let kept = self.binary(BinaryOp::And, old, mask, span);
                        let value = self.cast(value, whole);
                        self.binary(BinaryOp::Or, kept, value, span)
                    }
                    false => self.cast(value, whole),
                };
                match t.registers[*register].letter {
                    Some(letter) => self.put_fixed(t, letter, &value),
                    None => self.put(t, *register, value),
                }
                Some(())
            }
            Location::Memory(pointer, _) => {
                let ty = value.ty;
                let place = Box::new(self.word_at(pointer, ty, span));
                let value = Box::new(value);
                let kind = ExprKind::Assign { place, value };
                t.statements.push(statement(Expr { kind, ty, span }));
                Some(())
            }
            _ => None,
        }
    }

    /// The truth of a condition on the flags.
    fn flag_value(&mut self, t: &Template, condition: &str) -> Option<Expr> {
        let (flag, negated) = match condition {
            "z" | "e" => (&t.zero, false),
            "nz" | "ne" => (&t.zero, true),
            "c" | "b" | "nae" => (&t.carry, false),
            "nc" | "ae" | "nb" => (&t.carry, true),
            "s" => (&t.sign, false),
            "ns" => (&t.sign, true),
            _ => return None,
        };
        let flag = flag.clone()?;
        Some(match negated {
            true => self.not(flag, t.span),
            false => flag,
        })
    }

    /// Sets the flags by a result.
    fn set_flags(&mut self, t: &mut Template, result: &Expr) {
        let (span, ty) = (t.span, result.ty);
        let zero = self.int(0, ty, span);
        t.zero = Some(self.compare(CompareOp::Eq, result.clone(), zero.clone(), span));
        let signed = self.types.with_sign(ty, true);
        let (value, zero) = (self.cast(result.clone(), signed), self.cast(zero, signed));
        t.sign = Some(self.compare(CompareOp::Lt, value, zero, span));
        t.carry = None;
    }

    /// The type of the words that an instruction works on: of the size that its suffix says, or of its operands.
    fn word(&mut self, t: &Template, suffix: Option<u8>, locations: &[Location]) -> Option<TypeId> {
        let size = match suffix {
            Some(b'b') => 1,
            Some(b'w') => 2,
            Some(b'l') => 4,
            Some(b'q') => 8,
            _ => {
                let size = |location: &Location| match location {
                    Location::Register(register) => self.types.size(t.registers[*register].ty),
                    _ => None,
                };
                let memory = |location: &Location| match location {
                    Location::Memory(_, ty) => self.types.size(*ty),
                    _ => None,
                };
                let found = locations.iter().rev().find_map(size);
                found.or_else(|| locations.iter().find_map(memory))?
            }
        };
        // What is in memory keeps its type, so that an address stays one.
        let own = locations.iter().find_map(|location| match location {
            Location::Memory(_, ty) if self.types.is_pointer(*ty) => Some(*ty),
            _ => None,
        });
        if let Some(own) = own.filter(|own| self.types.size(*own) == Some(size)) {
            return Some(own);
        }
        self.types.integer_of_bits(size as u32 * 8, false)
    }

    fn instruction(&mut self, t: &mut Template, text: &str) -> Option<()> {
        let span = t.span;
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
        match name {
            "pause" | "nop" => return Some(()),
            "mfence" | "lfence" | "sfence" => {
                let order = match name {
                    "mfence" => Order::SeqCst,
                    "lfence" => Order::Acquire,
                    _ => Order::Release,
                };
                let kind = ExprKind::Fence(order);
                t.statements.push(statement(Expr { kind, ty: VOID, span }));
                return Some(());
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
                return Some(());
            }
            _ => {}
        }
        let (stem, suffix) = mnemonic(name)?;
        let word = self.word(t, suffix, &locations)?;
        let plain = match self.types.is_pointer(word) {
            true => self
                .types
                .integer_of_bits(self.types.size(word)? as u32 * 8, false)?,
            false => word,
        };
        match (stem, &locations[..]) {
            ("xadd", [from, to @ Location::Memory(..)]) if is_locked => {
                let value = self.read_operand(t, from, plain)?;
                let old = self.modify(t, RmwOp::Add, to, value.clone())?;
                let new = self.binary(BinaryOp::Add, old.clone(), value, span);
                let new = self.kept(t, new);
                self.set_flags(t, &new);
                self.write_operand(t, from, old)
            }
            ("xchg", [a @ Location::Memory(..), b] | [b, a @ Location::Memory(..)]) => {
                let value = self.read_operand(t, b, word)?;
                let old = self.modify(t, RmwOp::Exchange, a, value)?;
                self.write_operand(t, b, old)
            }
            ("xchg", [a, b]) => {
                let (x, y) = (self.read_operand(t, a, word)?, self.read_operand(t, b, word)?);
                let (x, y) = (self.kept(t, x), self.kept(t, y));
                self.write_operand(t, a, y)?;
                self.write_operand(t, b, x)
            }
            ("cmpxchg", [from, Location::Memory(pointer, _)]) if is_locked => {
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
            ("mov", [from, to]) if !is_locked => self.mov(t, from, to, word),
            ("bts" | "btr" | "btc", [at, to]) => self.bit(t, stem, is_locked, at, to, plain),
            ("inc" | "dec", [to]) => {
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
            (_, _) if is_locked => None,
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
            ("rol" | "ror" | "shl" | "sal" | "shr", [by, to]) => {
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
            _ => None,
        }
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

fn statement(expr: Expr) -> Stmt {
    let span = expr.span;
    let kind = StmtKind::Expr(expr);
    Stmt { kind, span }
}

/// What a constraint says.
#[derive(Debug, PartialEq, Eq)]
struct Constraint {
    is_memory: bool,
    /// `+`.
    is_read: bool,
    /// The number of an output.
    tied: Option<usize>,
    /// The one register that it allows.
    letter: Option<u8>,
    /// `@cc…`.
    flag: Option<String>,
}

impl Constraint {
    fn of(text: &[u8]) -> Constraint {
        let text = String::from_utf8_lossy(text).into_owned();
        let rest = text.trim_start_matches(['=', '+', '&', '%', ' ']);
        let letters: Vec<u8> = rest.bytes().filter(|c| c.is_ascii_alphabetic()).collect();
        let only = |set: &[u8]| !letters.is_empty() && letters.iter().all(|letter| set.contains(letter));
        Constraint {
            is_memory: only(b"moVQ"),
            is_read: text.contains('+'),
            tied: rest.parse().ok(),
            letter: match letters[..] {
                [letter @ (b'a' | b'b' | b'c' | b'd' | b'S' | b'D')] => Some(letter),
                _ => None,
            },
            flag: rest.strip_prefix("@cc").map(str::to_owned),
        }
    }
}

/// The letter of the constraint that picks a register.
fn register_letter(name: &str) -> Option<u8> {
    Some(match name {
        "al" | "ax" | "eax" | "rax" => b'a',
        "bl" | "bx" | "ebx" | "rbx" => b'b',
        "cl" | "cx" | "ecx" | "rcx" => b'c',
        "dl" | "dx" | "edx" | "rdx" => b'd',
        "sil" | "si" | "esi" | "rsi" => b'S',
        "dil" | "di" | "edi" | "rdi" => b'D',
        _ => return None,
    })
}

/// An instruction without the suffix that says how many bytes it works on.
fn mnemonic(name: &str) -> Option<(&'static str, Option<u8>)> {
    const STEMS: [&str; 29] = [
        "add", "and", "bsf", "bsr", "bswap", "btc", "btr", "bts", "cmp", "cmpxchg", "dec", "inc", "mov",
        "neg", "not", "or", "popcnt", "rol", "ror", "sal", "sbb", "shl", "shr", "sub", "test", "tzcnt",
        "xadd", "xchg", "xor",
    ];
    let find = |name: &str| STEMS.into_iter().find(|stem| *stem == name);
    if let Some(stem) = find(name) {
        return Some((stem, None));
    }
    let suffix = name.bytes().last().filter(|last| b"bwlq".contains(last))?;
    Some((find(&name[..name.len() - 1])?, Some(suffix)))
}

/// The instructions of a template, with `lock` before those that have it; none if it has more than instructions.
fn instructions(text: &str) -> Option<Vec<String>> {
    let mut result = Vec::new();
    let mut is_locked = false;
    for line in text.split(['\n', ';']) {
        let line = line.split('#').next().unwrap_or("");
        let mut words: Vec<&str> = line.split_whitespace().collect();
        // A label that nothing jumps to.
        if words.first().is_some_and(|word| word.ends_with(':')) {
            words.remove(0);
        }
        if matches!(words[..], ["lock"]) {
            is_locked = true;
            continue;
        }
        match words[..] {
            [] | ["rep"] => {}
            ["rep", "nop"] => result.push("pause".to_owned()),
            _ => {
                let lock = if std::mem::take(&mut is_locked) {
                    "lock "
                } else {
                    ""
                };
                result.push(format!("{lock}{}", words.join(" ")));
            }
        }
    }
    Some(result).filter(|_| !is_locked)
}

#[cfg(test)]
mod tests {
    use super::{Constraint, instructions, mnemonic};

    #[test]
    fn templates_are_instructions() {
        let all = |text| instructions(text).map(|list| list.join("|"));
        assert_eq!(all("lock; xaddl %0, %1;").as_deref(), Some("lock xaddl %0, %1"));
        assert_eq!(
            all("lock cmpxchgq %3, %1\n\tsete %0 # ok").as_deref(),
            Some("lock cmpxchgq %3, %1|sete %0")
        );
        assert_eq!(all("rep; nop").as_deref(), Some("nop"));
        assert_eq!(all("rep nop").as_deref(), Some("pause"));
        assert_eq!(all("1: incl %0").as_deref(), Some("incl %0"));
        assert_eq!(all(" \n;").as_deref(), Some(""));
        assert_eq!(all("lock;"), None);
    }

    #[test]
    fn suffixes_are_sizes() {
        assert_eq!(mnemonic("xaddl"), Some(("xadd", Some(b'l'))));
        assert_eq!(mnemonic("shl"), Some(("shl", None)));
        assert_eq!(mnemonic("shll"), Some(("shl", Some(b'l'))));
        assert_eq!(mnemonic("sub"), Some(("sub", None)));
        assert_eq!(mnemonic("hlt"), None);
        assert_eq!(mnemonic("xadds"), None);
    }

    #[test]
    fn constraints_pick_places() {
        let of = |text: &str| Constraint::of(text.as_bytes());
        assert!(of("+m").is_memory && of("+m").is_read);
        assert!(!of("rm").is_memory && !of("=r").is_read);
        assert_eq!(
            (of("=a").letter, of("q").letter, of("=&a").letter),
            (Some(b'a'), None, Some(b'a'))
        );
        assert_eq!((of("0").tied, of("r").tied), (Some(0), None));
        assert_eq!(of("=@ccz").flag.as_deref(), Some("z"));
    }
}
