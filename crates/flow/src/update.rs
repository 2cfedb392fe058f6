//! Exact updates: steps that take a value from memory, combine it with another one and put the result back,
//! and may be done in any order.
//!
//! `load d <- A; r = d op e; store A <- r` in one block, where `op` is commutative and associative on
//! integers (of `-` the left operand), `d` and `r` are used for nothing else and nothing between the load and
//! the store waits, calls or stores; or an atomic read-modify-write whose result is not used. Whoever keeps
//! such updates of one [class](Facts::updates) apart gets the same value whichever comes first: `r` is one
//! function of the old value for each `e`, and the functions of a class commute. What narrow integers are
//! widened to before and cut down to afterwards changes nothing, as the low bits of a sum, product or bitwise
//! operation depend on the low bits of its operands only. `(x != 0) | e` with `e` 0 or 1, and `(x | e) != 0`
//! (what `_Bool` makes of `|=`), are one class more, and so is `(x != 0) & e`. Stores of 0, or of 1, are the
//! plainest: whichever comes last, that is the value.
//!
//! That `e` does not depend on the order is not told here: a store of such a value is found by the closure,
//! as any other.
//!
//! Not found: updates of bit-fields, floats (not associative), pointers and 128-bit integers, maxima made
//! with branches, and updates whose address is computed twice.
//!
//! Cost: linear in the size of the program, but for long blocks whose loads are never used.
//!
//! SOUNDNESS: totals

use crate::limits;
use raceproof_ir::{
    BinaryOp, Block, BlockId, CompareOp, ConvertOp, FuncId, Function, Inst, Kind, Operand, Point, Reg, RmwOp,
};
use rustc_hash::FxHashMap;

use crate::{Exposed, Facts};

/// Set in the class of an update by which an accumulator is combined with memory.
pub const COMBINES: u8 = 0x80;

/// Operations that commute with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Addition and subtraction.
    Sum,
    Product,
    And,
    Or,
    Xor,
    /// `(x != 0) & e` with `e` 0 or 1.
    All,
    /// `(x != 0) | e` with `e` 0 or 1.
    Any,
    MinSigned,
    MaxSigned,
    MinUnsigned,
    MaxUnsigned,
    /// Whatever was there, it is 0 then.
    Zero,
    /// The same with 1.
    One,
}

/// What a register of a chain holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The old value, perhaps widened.
    Old,
    /// Whether the old value is not zero.
    Truth,
    /// The new value, perhaps with bits above it.
    New(Group),
}

/// The class of updates of a group and a width; 0 is none.
fn class(group: Group, kind: Kind) -> u8 {
    let width = match kind {
        Kind::I8 => 0,
        Kind::I16 => 1,
        Kind::I32 => 2,
        Kind::I64 => 3,
        Kind::I128 | Kind::F32 | Kind::F64 | Kind::Ptr => return 0,
    };
    1 + (group as u8) * 4 + width
}

impl Facts<'_> {
    /// The class of the exact update that each step belongs to; those that belong to none are left out. A
    /// class fits in six bits; whoever knows where an [accumulator](crate::Accumulator) is combined with
    /// memory has [one more](COMBINES).
    pub fn updates(&self) -> FxHashMap<Point, u8> {
        let mut classes = FxHashMap::default();
        for (f, function) in (0..).map(FuncId).zip(&self.program.functions) {
            let mut instructions = function.blocks.iter().flat_map(|b| &b.instructions);
            if instructions.any(|(inst, _)| inst.writes().is_some()) {
                let found = find(function, self.exposed(f)).into_iter();
                let steps = found.map(|((block, index), class)| {
                    let at = Point::new(f, BlockId(block), index as u32);
                    (at, class)
                });
                classes.extend(steps.filter(|(_, class)| *class != 0));
            }
        }
        classes
    }
}

/// An instruction: block and index.
pub(crate) type Place = (u32, usize);

/// An exact update of memory.
#[derive(Clone, Debug)]
pub(crate) struct Update {
    pub group: Group,
    /// What is in memory.
    pub kind: Kind,
    pub block: u32,
    /// Its instructions.
    pub places: Vec<usize>,
    /// The one that combines.
    pub at: usize,
    /// What it combines with.
    pub with: Operand,
}

impl Update {
    /// An update by one instruction.
    fn new(group: Group, kind: Kind, (block, at): Place, with: Operand) -> Update {
        Update {
            group,
            kind,
            block,
            places: vec![at],
            at,
            with,
        }
    }
}

/// The instructions of exact updates, in order, with their classes.
fn find(function: &Function, exposed: &Exposed) -> Vec<(Place, u8)> {
    let mut found = Vec::new();
    for update in updates(function, exposed) {
        let class = class(update.group, update.kind);
        found.extend(update.places.iter().map(|&index| ((update.block, index), class)));
    }
    found.retain(|(_, class)| *class != 0);
    found.sort_unstable();
    // An instruction of two updates belongs to neither.
    for i in 1..found.len() {
        if found[i - 1].0 == found[i].0 {
            found[i - 1].1 = 0;
            found[i].1 = 0;
        }
    }
    found
}

/// The exact updates of a function.
pub(crate) fn updates(function: &Function, exposed: &Exposed) -> Vec<Update> {
    let mut found = Vec::new();
    if exposed.returnable {
        return found;
    }
    for (b, block) in (0u32..).zip(&function.blocks) {
        let flow = Flow { block, exposed };
        for (i, (inst, _)) in block.instructions.iter().enumerate() {
            match inst {
                Inst::Load { kind, dst, addr } => {
                    found.extend(
                        flow.chain(i, *kind, *dst, addr)
                            .map(|chain| chain.update(b, *kind)),
                    );
                }
                Inst::AtomicRmw {
                    op, kind, dst, value, ..
                } if flow.is_dead(*dst, i + 1) => {
                    found.extend(group_of_rmw(*op).map(|group| Update::new(group, *kind, (b, i), *value)));
                }
                Inst::Store { kind, value, .. } | Inst::AtomicStore { kind, value, .. } => {
                    let group = match value {
                        Operand::Const(_, 0) => Group::Zero,
                        Operand::Const(_, 1) => Group::One,
                        _ => continue,
                    };
                    found.push(Update::new(group, *kind, (b, i), *value));
                }
                _ => {}
            }
        }
    }
    found
}

/// Instructions that hand a value on from one to the next, and how it changes.
pub(crate) struct Chain {
    pub group: Group,
    pub places: Vec<usize>,
    /// The one that combines.
    at: usize,
    /// What it combines with.
    with: Operand,
}

impl Chain {
    fn update(self, block: u32, kind: Kind) -> Update {
        Update {
            group: self.group,
            kind,
            block,
            places: self.places,
            at: self.at,
            with: self.with,
        }
    }
}

/// A block, with what is read after it.
pub(crate) struct Flow<'a> {
    pub block: &'a Block,
    pub exposed: &'a Exposed,
}

impl Flow<'_> {
    /// Whether what a register holds before an instruction is never read.
    pub fn is_dead(&self, r: Reg, from: usize) -> bool {
        for (i, (inst, _)) in self.block.instructions.iter().skip(from).enumerate() {
            if i > limits::UPDATE_LOOK.size() || inst.reads_register(r) {
                return false;
            }
            if inst.defines(r) {
                return true;
            }
        }
        let terminator = &self.block.terminator;
        terminator.operand() != Some(Operand::Reg(r))
            && terminator.successors().all(|next| !self.exposed.has(next, r))
    }

    /// What leads from a load to the store of an exact update.
    fn chain(&self, load: usize, kind: Kind, dst: Reg, addr: &Operand) -> Option<Chain> {
        if *addr == Operand::Reg(dst) {
            return None;
        }
        let mut walk = Walk::new(dst, kind);
        walk.places.push(load);
        let rest = self
            .block
            .instructions
            .iter()
            .enumerate()
            .skip(load + 1)
            .take(limits::UPDATE_CHAIN.size());
        for (i, (inst, _)) in rest {
            if let Inst::Store {
                kind: k,
                addr: to,
                value,
            } = inst
                && *value == Operand::Reg(walk.now.reg)
            {
                let is_end = *k == kind && to == addr && self.is_dead(walk.now.reg, i + 1);
                walk.places.push(i);
                return walk.end(kind).filter(|_| is_end);
            }
            if !inst.is_quiet() {
                return None;
            }
            self.step(&mut walk, i, inst, kind)?;
            if inst.results().any(|r| *addr == Operand::Reg(r)) {
                return None;
            }
        }
        None
    }

    /// What leads from a register back to itself, from an instruction that reads it.
    pub fn circle(&self, from: usize, r: Reg, kind: Kind) -> Option<Chain> {
        let mut walk = Walk::new(r, kind);
        walk.keeps = Some(r);
        let rest = self
            .block
            .instructions
            .iter()
            .enumerate()
            .skip(from)
            .take(limits::UPDATE_CHAIN.size());
        for (i, (inst, _)) in rest {
            if !inst.is_quiet() || i > from && inst.reads_register(r) {
                return None;
            }
            self.step(&mut walk, i, inst, kind)?;
            if walk.now.reg == r {
                return walk.end(kind);
            }
            if inst.defines(r) {
                return None;
            }
        }
        None
    }

    /// Goes past an instruction: the value goes on with it, or is not touched.
    fn step(&self, walk: &mut Walk, i: usize, inst: &Inst, kind: Kind) -> Option<()> {
        let now = walk.now;
        if inst.reads_register(now.reg) {
            let (next, with) = self.link(i, inst, now, kind)?;
            let is_left = next.reg == now.reg || Some(now.reg) == walk.keeps || self.is_dead(now.reg, i + 1);
            if !is_left {
                return None;
            }
            if let Some(with) = with {
                walk.combined = Some((i, with));
            }
            walk.now = next;
            walk.places.push(i);
        } else if inst.results().any(|r| r == now.reg) {
            return None;
        }
        Some(())
    }

    /// What a chain goes on with after an instruction that reads its register, and what that combines it
    /// with.
    fn link(&self, at: usize, inst: &Inst, now: Link, kind: Kind) -> Option<(Link, Option<Operand>)> {
        let cur = Operand::Reg(now.reg);
        match inst {
            Inst::Copy { dst, src } if *src == cur => Some((Link { reg: *dst, ..now }, None)),
            Inst::Convert { op, to, dst, .. } => {
                let fits = match (now.stage, op) {
                    (Stage::Old, ConvertOp::ZExt | ConvertOp::SExt) => true,
                    (Stage::New(Group::All | Group::Any) | Stage::Truth, op) => {
                        matches!(op, ConvertOp::ZExt | ConvertOp::SExt | ConvertOp::Trunc)
                    }
                    (Stage::New(_), ConvertOp::Trunc) => to.bits() >= kind.bits(),
                    _ => false,
                };
                let next = Link {
                    reg: *dst,
                    kind: *to,
                    ..now
                };
                fits.then_some((next, None))
            }
            Inst::Compare {
                op: CompareOp::Ne,
                dst,
                a,
                b,
                ..
            } => {
                let is_zero = |o: &Operand| matches!(o, Operand::Const(_, 0));
                if !(*a == cur && is_zero(b) || *b == cur && is_zero(a)) {
                    return None;
                }
                let stage = match now.stage {
                    Stage::Old | Stage::Truth => Stage::Truth,
                    Stage::New(Group::Or | Group::Any) => Stage::New(Group::Any),
                    Stage::New(Group::All) => now.stage,
                    _ => return None,
                };
                let next = Link {
                    reg: *dst,
                    stage,
                    kind: Kind::I32,
                };
                Some((next, None))
            }
            Inst::Binary { op, dst, a, b, .. } => {
                if a == b {
                    return None;
                }
                let other = if *a == cur { b } else { a };
                let group = match (now.stage, op) {
                    (Stage::Old, BinaryOp::Sub | BinaryOp::SubSigned) if *a == cur => Group::Sum,
                    (Stage::Old, BinaryOp::Add | BinaryOp::AddSigned) => Group::Sum,
                    (Stage::Old, BinaryOp::Mul | BinaryOp::MulSigned) => Group::Product,
                    (Stage::Old, BinaryOp::And) => Group::And,
                    (Stage::Old, BinaryOp::Or) => Group::Or,
                    (Stage::Old, BinaryOp::Xor) => Group::Xor,
                    (Stage::Truth, BinaryOp::And) if self.is_truth(other, at) => Group::All,
                    (Stage::Truth, BinaryOp::Or) if self.is_truth(other, at) => Group::Any,
                    _ => return None,
                };
                let next = Link {
                    reg: *dst,
                    stage: Stage::New(group),
                    ..now
                };
                Some((next, Some(*other)))
            }
            _ => None,
        }
    }

    /// Whether an operand of an instruction is 0 or 1.
    fn is_truth(&self, operand: &Operand, at: usize) -> bool {
        match operand {
            Operand::Const(_, value) => *value <= 1,
            Operand::Address(_) => false,
            Operand::Reg(r) => {
                let before = self.block.instructions[..at].iter().enumerate().rev();
                let mut defined = before.filter(|(_, (inst, _))| inst.results().any(|x| x == *r));
                match defined.next() {
                    Some((_, (Inst::Compare { .. }, _))) => true,
                    Some((
                        i,
                        (
                            Inst::Convert {
                                op: ConvertOp::ZExt | ConvertOp::SExt | ConvertOp::Trunc,
                                src,
                                ..
                            },
                            _,
                        ),
                    )) => self.is_truth(src, i),
                    _ => false,
                }
            }
        }
    }
}

/// Where a chain has got.
#[derive(Clone, Copy)]
struct Link {
    reg: Reg,
    stage: Stage,
    kind: Kind,
}

/// A chain in the making.
struct Walk {
    now: Link,
    places: Vec<usize>,
    /// Where the value was combined, and with what.
    combined: Option<(usize, Operand)>,
    /// A register that need not be left behind.
    keeps: Option<Reg>,
}

impl Walk {
    fn new(reg: Reg, kind: Kind) -> Walk {
        Walk {
            now: Link {
                reg,
                stage: Stage::Old,
                kind,
            },
            places: Vec::new(),
            combined: None,
            keeps: None,
        }
    }

    /// The chain, if it ends with a new value of the kind that it began with.
    fn end(self, kind: Kind) -> Option<Chain> {
        let (Stage::New(group), Some((at, with))) = (self.now.stage, self.combined) else {
            return None;
        };
        let chain = Chain {
            group,
            places: self.places,
            at,
            with,
        };
        (self.now.kind == kind).then_some(chain)
    }
}

fn group_of_rmw(op: RmwOp) -> Option<Group> {
    Some(match op {
        RmwOp::Add | RmwOp::Sub => Group::Sum,
        RmwOp::Mul => Group::Product,
        RmwOp::And => Group::And,
        RmwOp::Or => Group::Or,
        RmwOp::Xor => Group::Xor,
        RmwOp::MinSigned => Group::MinSigned,
        RmwOp::MaxSigned => Group::MaxSigned,
        RmwOp::MinUnsigned => Group::MinUnsigned,
        RmwOp::MaxUnsigned => Group::MaxUnsigned,
        RmwOp::Exchange | RmwOp::Nand | RmwOp::FAdd | RmwOp::FSub | RmwOp::FMul | RmwOp::FDiv => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The classes of loads, stores and read-modify-writes of the first function, in order: `.` for none,
    /// else the group's first letters.
    fn classes(body: &str) -> String {
        let text = format!(
            "global @x: i32 = 0\nglobal @y: i32 = 0\nglobal @b: i8 = 0\nglobal @m: 40 bytes align 8\nfunc @main() -> i32 {{\n{body}\n}}\n"
        );
        let program = raceproof_ir::parse("update.ir", &text).unwrap_or_else(|e| panic!("{e:?}"));
        raceproof_ir::verify(&program).unwrap_or_else(|e| panic!("{e:?}"));
        let function = &program.functions[0];
        let found = find(function, &Exposed::new(function));
        let mut out = Vec::new();
        for (b, block) in (0u32..).zip(&function.blocks) {
            for (i, (inst, _)) in block.instructions.iter().enumerate() {
                if matches!(
                    inst,
                    Inst::Load { .. } | Inst::Store { .. } | Inst::AtomicRmw { .. }
                ) {
                    let class = found
                        .iter()
                        .find(|(place, _)| *place == (b, i))
                        .map_or(0, |f| f.1);
                    out.push(class.to_string());
                }
            }
        }
        out.join(" ")
    }

    #[test]
    fn sums_are_found_and_their_users_are_not() {
        let sum = class(Group::Sum, Kind::I32);
        let update = "  %v = load i32 @x\n  %w = add i32 1, %v\n  store i32 @x, %w\n";
        assert_eq!(classes(&format!("{update}  return 0")), format!("{sum} {sum}"));
        assert_eq!(classes(&format!("{update}  return %w")), "0 0");
        assert_eq!(classes(&format!("{update}  return %v")), "0 0");
        let again = format!("{update}  jump next\nnext:\n  store i32 @y, %w\n  return 0");
        assert_eq!(classes(&again), "0 0 0");
        let kept = format!("{update}  %w = load i32 @y\n  return %w");
        assert_eq!(classes(&kept), format!("{sum} {sum} 0"));
    }

    #[test]
    fn what_does_not_commute_is_none() {
        for line in [
            "%v = sub i32 1, %v",
            "%v = add i32 %v, %v",
            "%v = shl i32 %v, 1",
            "%v = ne i32 %v, 0",
            "%v = or i32 %v, 1\n  %v = add i32 %v, 1",
            "mutex_lock @m\n  %v = add i32 %v, 1",
            "store i32 @x, 3\n  %v = add i32 %v, 1",
        ] {
            let text = classes(&format!(
                "  %v = load i32 @x\n  {line}\n  store i32 @x, %v\n  return 0"
            ));
            assert!(text.split(' ').all(|class| class == "0"), "{line}: {text}");
        }
        let elsewhere = "  %v = load i32 @x\n  %v = add i32 %v, 1\n  store i32 @y, %v\n  return 0";
        assert_eq!(classes(elsewhere), "0 0");
    }

    #[test]
    fn stores_of_zero_or_one_are_found() {
        let (zero, one) = (class(Group::Zero, Kind::I8), class(Group::One, Kind::I32));
        let text = "  store i32 @x, 1\n  store i8 @b, 0\n  store i32 @y, 2\n  return 0";
        assert_eq!(classes(text), format!("{one} {zero} 0"));
    }

    #[test]
    fn narrow_and_logical_updates_are_found() {
        let (narrow, any) = (class(Group::Sum, Kind::I8), class(Group::Any, Kind::I8));
        let text = |op: &str, end: &str| {
            format!(
                "  %s = load i8 @b\n  %e = load i32 @y\n  %t = sext i8 %s to i32\n  %t = {op} i32 %t, %e\n{end}  %s = trunc i32 %t to \
                 i8\n  store i8 @b, %s\n  return 0"
            )
        };
        assert_eq!(classes(&text("sub", "")), format!("{narrow} 0 {narrow}"));
        assert_eq!(
            classes(&text("or", "  %t = ne i32 %t, 0\n")),
            format!("{any} 0 {any}")
        );
        assert_eq!(classes(&text("and", "  %t = ne i32 %t, 0\n")), "0 0 0");
    }

    #[test]
    fn atomics_count_if_nobody_looks_at_what_they_found() {
        let sum = class(Group::Sum, Kind::I32);
        let text = "  %v = atomic_rmw sub i32 @x, 1 seq_cst\n  return 0";
        assert_eq!(classes(text), sum.to_string());
        assert_eq!(
            classes("  %v = atomic_rmw sub i32 @x, 1 seq_cst\n  return %v"),
            "0"
        );
        assert_eq!(
            classes("  %v = atomic_rmw exchange i32 @x, 1 seq_cst\n  return 0"),
            "0"
        );
    }
}
