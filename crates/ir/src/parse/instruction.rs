//! Reads instructions and terminators.

use super::cursor::{Cursor, Read, fail};
use super::declare::Symbol;
use super::function::{Code, Step, Target};
use super::lex::Token;
use super::operand::unknown;
use crate::mnemonic::instructions;
use crate::{
    BinaryOp, BlockId, Callee, Case, CompareOp, ConvertOp, Inst, Kind, Operand, Reg, Span, SyncOp,
    Terminator, UnaryOp,
};

/// What stands before `=` on a line of code.
pub(super) struct Targets<'l> {
    list: Vec<Target<'l>>,
    /// The first word of the instruction.
    word: Span,
}

impl<'l> Targets<'l> {
    fn read(cursor: &mut Cursor<'l, '_>) -> Read<Targets<'l>> {
        let mut list = Vec::new();
        while matches!(cursor.peek(), Some(Token::Name('%', _) | Token::Word("_"))) {
            list.push(if cursor.take_word("_") {
                None
            } else {
                Some(cursor.name('%', "a register")?)
            });
            if !cursor.take_mark(',') {
                cursor.mark('=', "write `%register = instruction`")?;
                break;
            }
        }
        Ok(Targets {
            list,
            word: cursor.span(),
        })
    }

    /// For instructions without a result.
    pub fn none(&self) -> Read<()> {
        match self.list.as_slice() {
            [] | [None] => Ok(()),
            _ => fail(
                self.word,
                "this instruction has no result",
                "remove what is before it",
            ),
        }
    }

    /// For instructions whose only purpose is their result.
    pub fn one(&self) -> Read<Target<'l>> {
        match self.list.as_slice() {
            [target] => Ok(*target),
            [] => fail(
                self.word,
                "the result of this instruction goes nowhere",
                "put `%register = ` before it, or `_ = `",
            ),
            _ => fail(self.word, "this instruction has one result", "name one register"),
        }
    }

    /// For instructions that are useful without their result.
    pub fn optional(&self) -> Read<Target<'l>> {
        if self.list.is_empty() {
            return Ok(None);
        }
        self.one()
    }

    pub fn two(&self) -> Read<(Target<'l>, Target<'l>)> {
        match self.list.as_slice() {
            [first, second] => Ok((*first, *second)),
            _ => fail(
                self.word,
                "this instruction has two results",
                "write `%old, %ok = atomic_cas …` (or `_` for either)",
            ),
        }
    }
}

const COMMA: &str = "separate operands by `,`";

impl Code<'_> {
    /// Reads a line of code up to its source position.
    pub fn step(&mut self, cursor: &mut Cursor<'_, '_>) -> Read<Step> {
        let targets = Targets::read(cursor)?;
        let word = match cursor.peek() {
            Some(Token::Word(w)) if !is_value(w) => *w,
            _ => return self.copy(cursor, &targets),
        };
        cursor.step();
        if let Some(terminator) = self.terminator(cursor, word)? {
            targets.none()?;
            return Ok(Step::Terminator(terminator));
        }
        if let Some(inst) = self.arithmetic(cursor, word, &targets)? {
            return Ok(Step::Instruction(inst));
        }
        if let Some(inst) = self.memory(cursor, word, &targets)? {
            return Ok(Step::Instruction(inst));
        }
        if let Some(inst) = self.atomic(cursor, word, &targets)? {
            return Ok(Step::Instruction(inst));
        }
        if let Some(inst) = self.other(cursor, word, &targets)? {
            return Ok(Step::Instruction(inst));
        }
        if let Some(op) = SyncOp::ALL.iter().find(|op| op.name() == word) {
            return Ok(Step::Instruction(self.sync(cursor, *op, &targets)?));
        }
        let remedy = match instructions().min_by_key(|known| distance(word, known)) {
            Some(known) if distance(word, known) <= 3 => format!("perhaps `{known}` is meant"),
            _ => "see TEXT.md for the instructions".to_string(),
        };
        fail(targets.word, format!("there is no instruction `{word}`"), remedy)
    }

    /// `%a = %b`, `%a = i32 5`, `%a = @x`.
    fn copy(&mut self, cursor: &mut Cursor<'_, '_>, targets: &Targets<'_>) -> Read<Step> {
        if targets.list.is_empty() {
            return cursor.wanted("an instruction", "see TEXT.md for the instructions");
        }
        let target = targets.one()?;
        let Some(register) = target else {
            return fail(
                targets.word,
                "this copy has no effect",
                "name a register before `=`",
            );
        };
        let known = self.known_kind(target);
        let src = self.operand(cursor, known)?;
        let dst = match self.kind_of(src) {
            Some(kind) => self.assign(target, kind),
            None => self.register(register),
        };
        Ok(Step::Instruction(Inst::Copy { dst, src }))
    }

    /// `, operand`
    pub fn next(&mut self, cursor: &mut Cursor<'_, '_>, kind: Kind) -> Read<Operand> {
        cursor.mark(',', COMMA)?;
        self.operand(cursor, Some(kind))
    }

    fn arithmetic(
        &mut self,
        cursor: &mut Cursor<'_, '_>,
        word: &str,
        targets: &Targets<'_>,
    ) -> Read<Option<Inst>> {
        if let Some(op) = UnaryOp::from_name(word) {
            let target = targets.one()?;
            let kind = cursor.kind()?;
            let a = self.operand(cursor, Some(kind))?;
            let dst = self.assign(target, kind);
            return Ok(Some(Inst::Unary { op, kind, dst, a }));
        }
        if let Some(op) = ConvertOp::from_name(word) {
            let target = targets.one()?;
            let from = cursor.kind()?;
            let src = self.operand(cursor, Some(from))?;
            cursor.keyword("to", "write `sext i32 %a to i64`")?;
            let to = cursor.kind()?;
            let dst = self.assign(target, to);
            return Ok(Some(Inst::Convert {
                op,
                from,
                to,
                dst,
                src,
            }));
        }
        let (binary, compare) = (BinaryOp::from_name(word), CompareOp::from_name(word));
        if binary.is_none() && compare.is_none() {
            return Ok(None);
        }
        let target = targets.one()?;
        let kind = cursor.kind()?;
        let a = self.operand(cursor, Some(kind))?;
        let b = self.next(cursor, kind)?;
        if let Some(op) = binary {
            let dst = self.assign(target, kind);
            return Ok(Some(Inst::Binary { op, kind, dst, a, b }));
        }
        let dst = self.assign(target, Kind::I32);
        Ok(compare.map(|op| Inst::Compare { op, kind, dst, a, b }))
    }

    /// Calls, choices, claims and jumps out of functions.
    fn other(
        &mut self,
        cursor: &mut Cursor<'_, '_>,
        word: &str,
        targets: &Targets<'_>,
    ) -> Read<Option<Inst>> {
        Ok(Some(match word {
            "call" => self.call(cursor, targets)?,
            "nondet" => self.nondet(cursor, targets)?,
            "assume" => {
                targets.none()?;
                let cond = self.operand(cursor, Some(Kind::I32))?;
                Inst::Assume { cond }
            }
            "assert" => {
                targets.none()?;
                let cond = self.operand(cursor, Some(Kind::I32))?;
                let message = if cursor.take_mark(',') {
                    cursor.string("the message")?
                } else {
                    String::new()
                };
                Inst::Assert { cond, message }
            }
            "set_jump" => {
                let target = targets.one()?;
                let buffer = self.operand(cursor, Some(Kind::Ptr))?;
                let dst = self.assign(target, Kind::I32);
                Inst::SetJump { dst, buffer }
            }
            "long_jump" => {
                targets.none()?;
                let buffer = self.operand(cursor, Some(Kind::Ptr))?;
                let value = self.next(cursor, Kind::I32)?;
                Inst::LongJump { buffer, value }
            }
            "gap" => {
                targets.none()?;
                let what = cursor.string("what is not understood")?;
                Inst::Gap { what }
            }
            _ => return Ok(None),
        }))
    }

    /// `nondet i32 signed -5..10 "name"`
    fn nondet(&mut self, cursor: &mut Cursor<'_, '_>, targets: &Targets<'_>) -> Read<Inst> {
        let target = targets.one()?;
        let kind = cursor.kind()?;
        let signed = cursor.take_word("signed");
        let (mut low, mut high) = kind.range(signed);
        if matches!(cursor.peek(), Some(Token::Integer { .. } | Token::Mark('-'))) {
            (low, high) = range(cursor)?;
        }
        let name = match cursor.peek() {
            Some(Token::Text(_)) => cursor.string("the name of the input")?,
            _ => String::new(),
        };
        let dst = self.assign(target, kind);
        Ok(Inst::Nondet {
            kind,
            dst,
            signed,
            low,
            high,
            name,
        })
    }

    /// `call @f(…)` or `call *%pointer(…)`. Without a result for the callee to give, `dst` stays what the
    /// text says, for the verifier to judge.
    fn call(&mut self, cursor: &mut Cursor<'_, '_>, targets: &Targets<'_>) -> Read<Inst> {
        let target = targets.optional()?;
        let mut result = None;
        let mut kinds = Vec::new();
        let callee = if cursor.take_mark('*') {
            Callee::Pointer(self.operand(cursor, Some(Kind::Ptr))?)
        } else {
            let (key, span) = cursor.name('@', "a function, or `*` and a pointer to one")?;
            match self.reader.symbols.get(key) {
                Some(Symbol::Function(id)) => {
                    if let Some(function) = self.reader.program.functions.get(id.0 as usize) {
                        result = function.result;
                        let arguments = function.arguments() as usize;
                        kinds.extend(function.registers.iter().take(arguments).map(|r| r.kind));
                    }
                    Callee::Function(*id)
                }
                Some(Symbol::Global(_)) => {
                    return fail(
                        span,
                        "this is a global, not a function",
                        "call through a pointer with `*`",
                    );
                }
                None => return unknown(span),
            }
        };
        cursor.mark('(', "write the arguments in parentheses")?;
        let mut args = Vec::new();
        cursor.list(')', |cursor| {
            let kind = kinds.get(args.len()).copied();
            args.push(self.operand(cursor, kind)?);
            Ok(())
        })?;
        let dst = self.result(target, result);
        Ok(Inst::Call { dst, callee, args })
    }

    fn result(&mut self, target: Target<'_>, kind: Option<Kind>) -> Option<Reg> {
        match kind {
            Some(kind) => target.is_some().then(|| self.assign(target, kind)),
            None => target.map(|register| self.register(register)),
        }
    }

    fn sync(&mut self, cursor: &mut Cursor<'_, '_>, op: SyncOp, targets: &Targets<'_>) -> Read<Inst> {
        let target = targets.optional()?;
        let (kinds, result) = op.signature();
        if result.is_none() {
            targets.none()?;
        }
        let mut args = Vec::new();
        for (i, kind) in kinds.iter().enumerate() {
            args.push(if i == 0 {
                self.operand(cursor, Some(*kind))?
            } else {
                self.next(cursor, *kind)?
            });
        }
        while op.is_variadic() && cursor.take_mark(',') {
            args.push(self.operand(cursor, None)?);
        }
        let dst = self.result(target, result);
        Ok(Inst::Sync { op, dst, args })
    }

    fn label(&self, cursor: &mut Cursor<'_, '_>) -> Read<BlockId> {
        self.reader.label(cursor, self.id)
    }

    fn next_label(&self, cursor: &mut Cursor<'_, '_>) -> Read<BlockId> {
        cursor.mark(',', COMMA)?;
        self.label(cursor)
    }

    fn terminator(&mut self, cursor: &mut Cursor<'_, '_>, word: &str) -> Read<Option<Terminator>> {
        Ok(Some(match word {
            "jump" => Terminator::Jump(self.label(cursor)?),
            "br" => Terminator::Branch {
                cond: self.operand(cursor, Some(Kind::I32))?,
                then: self.next_label(cursor)?,
                otherwise: self.next_label(cursor)?,
            },
            "switch" => {
                const FORM: &str = "write `switch i32 %v signed [1: a, 2..4: b] else c`";
                let kind = cursor.kind()?;
                let value = self.operand(cursor, Some(kind))?;
                let signed = cursor.take_word("signed");
                let mut cases = Vec::new();
                cursor.mark('[', FORM)?;
                cursor.list(']', |cursor| {
                    let (low, high) = range(cursor)?;
                    cursor.mark(':', FORM)?;
                    let target = self.label(cursor)?;
                    cases.push(Case { low, high, target });
                    Ok(())
                })?;
                cursor.keyword("else", FORM)?;
                let default = self.label(cursor)?;
                Terminator::Switch {
                    kind,
                    value,
                    signed,
                    cases,
                    default,
                }
            }
            "jump_to" => {
                let target = self.operand(cursor, Some(Kind::Ptr))?;
                let mut labels = Vec::new();
                cursor.mark('[', "write `jump_to %p [a, b]`")?;
                cursor.list(']', |cursor| {
                    labels.push(self.label(cursor)?);
                    Ok(())
                })?;
                Terminator::JumpTo { target, labels }
            }
            "return" => Terminator::Return(match cursor.peek() {
                None | Some(Token::Mark('!')) => None,
                Some(_) => {
                    let result = self.function.result;
                    Some(self.operand(cursor, result)?)
                }
            }),
            "unreachable" => Terminator::Unreachable,
            _ => return Ok(None),
        }))
    }
}

/// `5` or `1..5`
fn range(cursor: &mut Cursor<'_, '_>) -> Read<(i128, i128)> {
    let low = cursor.integer("a number", i128::MIN, i128::MAX)?;
    if cursor.peek() == Some(&Token::Range) {
        cursor.step();
        return Ok((low, cursor.integer("the end of the range", i128::MIN, i128::MAX)?));
    }
    Ok((low, low))
}

/// Whether a word begins a value rather than an instruction.
fn is_value(word: &str) -> bool {
    Kind::from_name(word).is_some() || matches!(word, "null" | "inf" | "nan")
}

/// Number of letters to change, insert or remove. Long words are not compared.
fn distance(a: &str, b: &str) -> usize {
    if a.len() > 32 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
