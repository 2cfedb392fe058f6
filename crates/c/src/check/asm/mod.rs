//! Assembler statements: the idioms of x86 that programs synchronise, count and look at bits with, in AT&T
//! syntax.
//!
//! A template becomes statements on temporaries, one for each register operand, which take the inputs before
//! and give the outputs after. An instruction with `lock`, and `xchg` with memory, is an atomic operation of
//! the strongest order. A `mov` from or to memory is what the processor makes of it: an atomic access that
//! acquires or releases if the statement clobbers memory, and a relaxed one otherwise. A template that is not
//! understood as a whole is a gap, which says what stands there.

mod instruction;
mod template;

use raceproof_ir::Span;

use super::Checker;
use super::types::{ERROR, Quals, ULONG};
use crate::ast;
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, LocalId, Stmt, StmtKind, TypeId};
use template::{Constraint, instructions, register_letter};

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

    /// Puts a word where it belongs. One of 32 bits fills a register with zeros; a smaller one leaves the
    /// rest.
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

    /// The type of the words that an instruction works on: of the size that its suffix says, or of its
    /// operands.
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
}

fn statement(expr: Expr) -> Stmt {
    let span = expr.span;
    let kind = StmtKind::Expr(expr);
    Stmt { kind, span }
}
