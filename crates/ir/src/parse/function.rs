//! Reads the bodies of functions: registers, slots and blocks.
//!
//! A register need not be declared where the instruction that assigns it tells its kind. Since a block may
//! come before the one that assigns what it reads, a register may be named before its kind is known; one
//! whose kind is still unknown at the end of the function is an error.

use super::cursor::{Cursor, Read, fail};
use super::declare::{Body, Declared, Reader, twice};
use super::lex::{Key, Line, Token};
use crate::{Block, FuncId, Function, Inst, Kind, Operand, Reg, Slot, SlotId, Span, Terminator};
use std::collections::HashMap;

/// A line of code.
pub(super) enum Step {
    Instruction(Inst),
    Terminator(Terminator),
}

/// A function whose body is being read.
pub(super) struct Code<'r> {
    pub reader: &'r Reader,
    pub id: FuncId,
    pub function: Function,
    registers: HashMap<Key, Reg>,
    /// Registers whose kind is not known yet, and where each was first named.
    unknown: HashMap<Reg, Span>,
    slots: HashMap<Key, SlotId>,
}

impl Reader {
    /// Reads every body.
    pub fn bodies(&mut self, declared: &Declared<'_, '_>) {
        for (i, body) in declared.bodies.iter().enumerate() {
            let mut errors = Vec::new();
            let mut code = Code {
                reader: self,
                id: FuncId(i as u32),
                function: self.program.functions[i].clone(),
                registers: body.registers.clone(),
                unknown: HashMap::new(),
                slots: HashMap::new(),
            };
            code.body(body, &mut errors);
            let function = code.function;
            self.program.functions[i] = function;
            self.errors.append(&mut errors);
        }
    }
}

/// The block that is being read.
#[derive(Default)]
struct Open {
    instructions: Vec<(Inst, Span)>,
    /// Whether one of its lines has an error, so that a missing terminator is no news.
    broken: bool,
}

impl Code<'_> {
    fn body(&mut self, body: &Body<'_, '_>, errors: &mut Vec<super::ParseError>) {
        let mut open: Option<Open> = None;
        let mut last = Span::NONE;
        for line in body.lines {
            let mut cursor = Cursor::new(line);
            let read = if line.bad {
                open.get_or_insert_default().broken = true;
                Ok(())
            } else if cursor.label().is_some() {
                let unfinished = unfinished(open.take(), last);
                open = Some(Open::default());
                cursor.step();
                cursor.step();
                unfinished.and(cursor.end())
            } else if cursor.take_word("reg") {
                self.declare_registers(cursor)
            } else if cursor.take_word("slot") {
                self.declare_slot(cursor)
            } else {
                self.code(line, &mut open)
            };
            last = Cursor::new(line).row();
            if let Err(error) = read {
                errors.push(error);
                if let Some(open) = &mut open {
                    open.broken = true;
                }
            }
        }
        if let Err(error) = unfinished(open, last) {
            errors.push(error);
        }
        for (reg, span) in &self.unknown {
            let name = &self.function.registers[reg.0 as usize].name;
            let read: Read<()> = fail(
                *span,
                "nothing tells the kind of this register",
                format!("declare it: `reg %{name}: i32`"),
            );
            errors.extend(read.err());
        }
    }

    fn code(&mut self, line: &Line<'_>, open: &mut Option<Open>) -> Read<()> {
        if open.is_none() {
            let first = self.function.blocks.is_empty();
            *open = Some(Open::default());
            if !first {
                return fail(
                    Cursor::new(line).row(),
                    "this is never reached: the block has ended",
                    "begin a new block with a line `label:`",
                );
            }
        }
        let mut cursor = Cursor::new(line);
        let step = self.step(&mut cursor)?;
        let span = self.reader.place(&mut cursor)?;
        cursor.end()?;
        match step {
            Step::Instruction(inst) => {
                if let Some(open) = open {
                    open.instructions.push((inst, span));
                }
            }
            Step::Terminator(terminator) => {
                let block = open.take().unwrap_or_default();
                self.function.blocks.push(Block {
                    instructions: block.instructions,
                    terminator,
                    span,
                });
            }
        }
        Ok(())
    }

    /// `reg %a: i32, %b: ptr`
    fn declare_registers(&mut self, mut cursor: Cursor<'_, '_>) -> Read<()> {
        loop {
            let (key, span) = cursor.name('%', "a register")?;
            cursor.mark(':', "write `reg %name: i32`")?;
            let kind = cursor.kind()?;
            match self.registers.get(key).copied() {
                None => {
                    self.add_register(key.clone(), kind);
                }
                Some(reg) if self.unknown.remove(&reg).is_some() => self.set_kind(reg, kind),
                Some(_) => return twice(span, '%', key),
            }
            if !cursor.take_mark(',') {
                return cursor.end();
            }
        }
    }

    /// `slot $a: 16 bytes align 8 shape #1 !span`
    fn declare_slot(&mut self, mut cursor: Cursor<'_, '_>) -> Read<()> {
        let (key, span) = cursor.name('$', "a slot")?;
        cursor.mark(':', "write `slot $name: 16 bytes align 8`")?;
        let at = cursor.span();
        let layout = self.reader.layout(&mut cursor)?;
        if !layout.bytes.is_empty() {
            return fail(
                at,
                "a slot has no initial value",
                "write its size and store to it",
            );
        }
        let mut slot = Slot {
            name: key.name.clone(),
            size: layout.size,
            align: layout.align,
            shape: None,
            span: Span::NONE,
        };
        loop {
            if cursor.take_word("align") {
                slot.align = cursor.u32("an alignment")?;
            } else if cursor.take_word("shape") {
                slot.shape = Some(self.reader.shape_name(&mut cursor)?);
            } else {
                break;
            }
        }
        slot.span = self.reader.place(&mut cursor)?;
        cursor.end()?;
        let id = SlotId(self.function.slots.len() as u32);
        if self.slots.insert(key.clone(), id).is_some() {
            return twice(span, '$', key);
        }
        self.function.slots.push(slot);
        Ok(())
    }

    fn add_register(&mut self, key: Key, kind: Kind) -> Reg {
        let reg = self.function.add_register(kind, key.name.clone());
        self.registers.insert(key, reg);
        reg
    }

    fn set_kind(&mut self, reg: Reg, kind: Kind) {
        self.function.registers[reg.0 as usize].kind = kind;
    }

    /// A register that is read, or assigned a value whose kind the instruction does not tell.
    pub fn register(&mut self, (key, span): (&Key, Span)) -> Reg {
        if let Some(reg) = self.registers.get(key) {
            return *reg;
        }
        let reg = self.add_register(key.clone(), Kind::I32);
        self.unknown.insert(reg, span);
        reg
    }

    /// A register that is assigned a value of `kind`; `None` is `_`, for which a register is made up.
    pub fn assign(&mut self, target: Target<'_>, kind: Kind) -> Reg {
        let Some(register) = target else {
            return self.function.add_register(kind, "");
        };
        let reg = self.register(register);
        if self.unknown.remove(&reg).is_some() {
            self.set_kind(reg, kind);
        }
        reg
    }

    /// Kind of a register, if it is known.
    pub fn known_kind(&self, target: Target<'_>) -> Option<Kind> {
        let reg = *self.registers.get(target?.0)?;
        self.kind_of(Operand::Reg(reg))
    }

    /// Kind of an operand, if it is known.
    pub fn kind_of(&self, operand: Operand) -> Option<Kind> {
        match operand {
            Operand::Reg(reg) if self.unknown.contains_key(&reg) => None,
            Operand::Reg(reg) => Some(self.function.kind(reg)),
            Operand::Const(kind, _) => Some(kind),
            Operand::Address(_) => Some(Kind::Ptr),
        }
    }

    pub fn slot(&self, cursor: &mut Cursor<'_, '_>) -> Read<SlotId> {
        let (key, span) = cursor.name('$', "a slot")?;
        match self.slots.get(key) {
            Some(slot) => Ok(*slot),
            None => fail(
                span,
                "there is no such slot",
                "declare it before its use: `slot $name: 16 bytes align 8`",
            ),
        }
    }

    /// An operand; a bare constant takes the kind that is expected.
    pub fn operand(&mut self, cursor: &mut Cursor<'_, '_>, expected: Option<Kind>) -> Read<Operand> {
        match cursor.peek() {
            Some(Token::Name('%', _)) => {
                let register = cursor.name('%', "a register")?;
                Ok(Operand::Reg(self.register(register)))
            }
            Some(Token::Name('@', _)) => Ok(Operand::Address(self.reader.address(cursor)?)),
            Some(Token::Word("null")) => {
                cursor.step();
                Ok(Operand::Const(Kind::Ptr, 0))
            }
            _ => {
                if let Some(kind) = cursor.take_kind().or(expected) {
                    return self.reader.constant(cursor, kind);
                }
                match cursor.peek() {
                    Some(Token::Integer { .. } | Token::Float(_) | Token::Mark('-')) => {
                        cursor.fail("nothing tells the kind of this constant", "write it: `i32 5`")
                    }
                    _ => cursor.wanted("an operand", "write a register, a constant or an address"),
                }
            }
        }
    }
}

/// What a line assigns: a register, or `_`.
pub(super) type Target<'l> = Option<(&'l Key, Span)>;

fn unfinished(open: Option<Open>, last: Span) -> Read<()> {
    match open {
        Some(open) if !open.broken => fail(
            last,
            "the block before this line does not say where it goes",
            "end it with jump, br, switch, jump_to, return or unreachable",
        ),
        _ => Ok(()),
    }
}
