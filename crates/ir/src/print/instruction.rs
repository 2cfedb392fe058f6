//! Prints instructions and terminators.

use super::constant;
use super::global::address;
use super::name::{Names, quoted};
use crate::{Bits, BlockId, Callee, Case, Function, Inst, Kind, Operand, Program, Reg, Terminator};
use std::fmt::{Formatter, Result};

/// The function whose code is printed.
pub(super) struct Code<'a> {
    pub program: &'a Program,
    pub names: &'a Names,
    pub locals: &'a Names,
    pub function: &'a Function,
}

impl Code<'_> {
    fn reg(&self, reg: Reg) -> &str {
        self.locals.register(reg)
    }

    /// An operand where the reader expects `kind`; a constant of another kind is shown with its own.
    fn operand(&self, operand: Operand, kind: Option<Kind>) -> String {
        match operand {
            Operand::Reg(reg) => self.reg(reg).to_string(),
            Operand::Const(Kind::Ptr, 0) => constant(Kind::Ptr, 0),
            Operand::Const(own, bits) if kind == Some(own) => constant(own, bits),
            Operand::Const(own, bits) => format!("{} {}", own.name(), constant(own, bits)),
            Operand::Address(a) => address(self.program, self.names, a),
        }
    }

    fn of(&self, operand: Operand, kind: Kind) -> String {
        self.operand(operand, Some(kind))
    }

    fn ptr(&self, operand: Operand) -> String {
        self.of(operand, Kind::Ptr)
    }

    fn list(&self, operands: &[Operand], kind: impl Fn(usize) -> Option<Kind>) -> String {
        let texts: Vec<String> = operands
            .iter()
            .enumerate()
            .map(|(i, o)| self.operand(*o, kind(i)))
            .collect();
        texts.join(", ")
    }

    pub fn instruction(&self, f: &mut Formatter<'_>, inst: &Inst) -> Result {
        match inst {
            Inst::Copy { dst, src } => {
                let kind = self.function.registers.get(dst.0 as usize).map(|r| r.kind);
                write!(f, "{} = {}", self.reg(*dst), self.operand(*src, kind))
            }
            Inst::Unary { op, kind, dst, a } => {
                let (dst, a) = (self.reg(*dst), self.of(*a, *kind));
                write!(f, "{dst} = {} {} {a}", op.name(), kind.name())
            }
            Inst::Binary { op, kind, dst, a, b } => {
                let (dst, a, b) = (self.reg(*dst), self.of(*a, *kind), self.of(*b, *kind));
                write!(f, "{dst} = {} {} {a}, {b}", op.name(), kind.name())
            }
            Inst::Compare { op, kind, dst, a, b } => {
                let (dst, a, b) = (self.reg(*dst), self.of(*a, *kind), self.of(*b, *kind));
                write!(f, "{dst} = {} {} {a}, {b}", op.name(), kind.name())
            }
            Inst::Convert {
                op,
                from,
                to,
                dst,
                src,
            } => {
                let (dst, src) = (self.reg(*dst), self.of(*src, *from));
                write!(f, "{dst} = {} {} {src} to {}", op.name(), from.name(), to.name())
            }
            Inst::Unset { kind, dst } => write!(f, "{} = unset {}", self.reg(*dst), kind.name()),
            Inst::SlotAddr { dst, slot } => {
                write!(f, "{} = slot_addr {}", self.reg(*dst), self.locals.slot(*slot))
            }
            Inst::SlotDead { slot } => write!(f, "slot_dead {}", self.locals.slot(*slot)),
            Inst::ThreadLocalAddr { dst, global } => {
                let global = self.names.global(*global);
                write!(f, "{} = thread_local_addr {global}", self.reg(*dst))
            }
            Inst::Call { dst, callee, args } => self.call(f, *dst, *callee, args),
            Inst::Sync { op, dst, args } => {
                if let Some(dst) = dst {
                    write!(f, "{} = ", self.reg(*dst))?;
                }
                let (kinds, _) = op.signature();
                let args = self.list(args, |i| kinds.get(i).copied());
                let space = if args.is_empty() { "" } else { " " };
                write!(f, "{}{space}{args}", op.name())
            }
            Inst::Nondet {
                kind,
                dst,
                signed,
                low,
                high,
                name,
            } => {
                write!(f, "{} = nondet {}", self.reg(*dst), kind.name())?;
                if *signed {
                    write!(f, " signed")?;
                }
                if (*low, *high) != kind.range(*signed) {
                    write!(f, " {low}..{high}")?;
                }
                if !name.is_empty() {
                    write!(f, " {}", quoted(name))?;
                }
                Ok(())
            }
            Inst::Assume { cond } => write!(f, "assume {}", self.of(*cond, Kind::I32)),
            Inst::Assert { cond, message } => {
                write!(f, "assert {}", self.of(*cond, Kind::I32))?;
                if message.is_empty() {
                    return Ok(());
                }
                write!(f, ", {}", quoted(message))
            }
            Inst::SetJump { dst, buffer } => {
                write!(f, "{} = set_jump {}", self.reg(*dst), self.ptr(*buffer))
            }
            Inst::LongJump { buffer, value } => {
                let value = self.of(*value, Kind::I32);
                write!(f, "long_jump {}, {value}", self.ptr(*buffer))
            }
            Inst::Gap { what } => write!(f, "gap {}", quoted(what)),
            Inst::Offset { .. }
            | Inst::Alloca { .. }
            | Inst::AllocaFree { .. }
            | Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::LoadBits { .. }
            | Inst::StoreBits { .. }
            | Inst::MemCopy { .. }
            | Inst::MemFill { .. }
            | Inst::AtomicLoad { .. }
            | Inst::AtomicStore { .. }
            | Inst::AtomicRmw { .. }
            | Inst::AtomicCas { .. }
            | Inst::Fence { .. } => self.memory(f, inst),
        }
    }

    fn call(&self, f: &mut Formatter<'_>, dst: Option<Reg>, callee: Callee, args: &[Operand]) -> Result {
        if let Some(dst) = dst {
            write!(f, "{} = ", self.reg(dst))?;
        }
        match callee {
            Callee::Function(id) => {
                let kinds = self.program.functions.get(id.0 as usize).map(|f| &f.registers);
                let args = self.list(args, |i| kinds?.get(i).map(|r| r.kind));
                write!(f, "call {}({args})", self.names.function(id))
            }
            Callee::Pointer(pointer) => {
                let args = self.list(args, |_| None);
                write!(f, "call *{}({args})", self.ptr(pointer))
            }
        }
    }

    /// Addresses, accesses and atomics.
    ///
    /// Long because it has an arm for each instruction on memory.
    fn memory(&self, f: &mut Formatter<'_>, inst: &Inst) -> Result {
        match inst {
            Inst::Offset {
                dst,
                base,
                index,
                scale,
                disp,
                within,
            } => {
                let (base, index) = (self.ptr(*base), self.of(*index, Kind::I64));
                write!(f, "{} = offset {base}, {index}", self.reg(*dst))?;
                if *scale != 1 {
                    write!(f, " * {scale}")?;
                }
                if *disp != 0 {
                    let sign = if *disp < 0 { '-' } else { '+' };
                    write!(f, " {sign} {}", disp.unsigned_abs())?;
                }
                if let Some((low, high)) = within {
                    write!(f, " within {low} {high}")?;
                }
                Ok(())
            }
            Inst::Alloca {
                dst,
                size,
                align,
                shape,
            } => {
                let size = self.of(*size, Kind::I64);
                write!(f, "{} = alloca {size} align {align}", self.reg(*dst))?;
                match shape {
                    Some(shape) => write!(f, " shape #{}", shape.0),
                    None => Ok(()),
                }
            }
            Inst::AllocaFree { addr } => write!(f, "alloca_free {}", self.ptr(*addr)),
            Inst::Load { kind, dst, addr } => {
                let addr = self.ptr(*addr);
                write!(f, "{} = load {} {addr}", self.reg(*dst), kind.name())
            }
            Inst::Store { kind, addr, value } => {
                let (addr, value) = (self.ptr(*addr), self.of(*value, *kind));
                write!(f, "store {} {addr}, {value}", kind.name())
            }
            Inst::LoadBits {
                kind,
                dst,
                addr,
                bits: b,
            } => {
                let addr = self.ptr(*addr);
                write!(
                    f,
                    "{} = load_bits {} {addr} {}",
                    self.reg(*dst),
                    kind.name(),
                    bits(*b)
                )
            }
            Inst::StoreBits {
                kind,
                addr,
                value,
                bits: b,
            } => {
                let (addr, value) = (self.ptr(*addr), self.of(*value, *kind));
                write!(f, "store_bits {} {addr}, {value} {}", kind.name(), bits(*b))
            }
            Inst::MemCopy { dst, src, size } => {
                let (dst, src) = (self.ptr(*dst), self.ptr(*src));
                write!(f, "mem_copy {dst}, {src}, {}", self.of(*size, Kind::I64))
            }
            Inst::MemFill { dst, byte, size } => {
                let (dst, byte) = (self.ptr(*dst), self.of(*byte, Kind::I32));
                write!(f, "mem_fill {dst}, {byte}, {}", self.of(*size, Kind::I64))
            }
            Inst::AtomicLoad {
                kind,
                dst,
                addr,
                order,
            } => {
                let (dst, addr) = (self.reg(*dst), self.ptr(*addr));
                write!(f, "{dst} = atomic_load {} {addr} {}", kind.name(), order.name())
            }
            Inst::AtomicStore {
                kind,
                addr,
                value,
                order,
            } => {
                let (addr, value) = (self.ptr(*addr), self.of(*value, *kind));
                write!(f, "atomic_store {} {addr}, {value} {}", kind.name(), order.name())
            }
            Inst::AtomicRmw {
                op,
                kind,
                dst,
                addr,
                value,
                order,
            } => {
                let (addr, value) = (self.ptr(*addr), self.of(*value, *kind));
                write!(
                    f,
                    "{} = atomic_rmw {} {} ",
                    self.reg(*dst),
                    op.name(),
                    kind.name()
                )?;
                write!(f, "{addr}, {value} {}", order.name())
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
                failure,
            } => {
                let weak = if *weak { "weak " } else { "" };
                write!(f, "{}, {} = atomic_cas {weak}", self.reg(*dst), self.reg(*ok))?;
                let (expected, desired) = (self.of(*expected, *kind), self.of(*desired, *kind));
                write!(f, "{} {}, {expected}, {desired}", kind.name(), self.ptr(*addr))?;
                write!(f, " {} {}", success.name(), failure.name())
            }
            Inst::Fence { order } => write!(f, "fence {}", order.name()),
            _ => unreachable!("`instruction` passes on only what is above"),
        }
    }

    fn label(&self, block: BlockId) -> String {
        let unknown = if (block.0 as usize) < self.function.blocks.len() {
            ""
        } else {
            "?"
        };
        format!("{unknown}b{}", block.0)
    }

    pub fn terminator(&self, f: &mut Formatter<'_>, terminator: &Terminator) -> Result {
        match terminator {
            Terminator::Jump(target) => write!(f, "jump {}", self.label(*target)),
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.of(*cond, Kind::I32);
                write!(f, "br {cond}, {}, {}", self.label(*then), self.label(*otherwise))
            }
            Terminator::Switch {
                kind,
                value,
                signed,
                cases,
                default,
            } => {
                write!(f, "switch {} {}", kind.name(), self.of(*value, *kind))?;
                if *signed {
                    write!(f, " signed")?;
                }
                write!(f, " [")?;
                self.cases(f, cases)?;
                write!(f, "] else {}", self.label(*default))
            }
            Terminator::JumpTo { target, labels } => {
                let labels: Vec<String> = labels.iter().map(|b| self.label(*b)).collect();
                write!(f, "jump_to {} [{}]", self.ptr(*target), labels.join(", "))
            }
            Terminator::Return(None) => write!(f, "return"),
            Terminator::Return(Some(value)) => {
                write!(f, "return {}", self.operand(*value, self.function.result))
            }
            Terminator::Unreachable => write!(f, "unreachable"),
        }
    }

    /// A few cases fit on the line of the switch; many get a line each.
    fn cases(&self, f: &mut Formatter<'_>, cases: &[Case]) -> Result {
        let many = cases.len() > 4;
        for (i, case) in cases.iter().enumerate() {
            let before = match (many, i) {
                (true, 0) => "\n    ",
                (true, _) => ",\n    ",
                (false, 0) => "",
                (false, _) => ", ",
            };
            write!(f, "{before}{}", case.low)?;
            if case.low != case.high {
                write!(f, "..{}", case.high)?;
            }
            write!(f, ": {}", self.label(case.target))?;
        }
        if many { write!(f, "\n  ") } else { Ok(()) }
    }
}

fn bits(bits: Bits) -> String {
    let signed = if bits.signed { " signed" } else { "" };
    format!(
        "bits {}:{}{signed} location {}:{}",
        bits.shift, bits.width, bits.location_start, bits.location_length
    )
}
