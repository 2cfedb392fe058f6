//! Whether it may make a difference which of two calls comes first.

use raceproof_ir::{Address, Callee, FuncId, GlobalId, Inst, Operand, Program, SyncOp};
use rustc_hash::FxHashSet;

use crate::Facts;

/// What a function does, with those that it calls.
#[derive(Default)]
struct Deeds {
    /// It synchronises, or may do anything.
    synchronises: bool,
    reads: FxHashSet<GlobalId>,
    writes: FxHashSet<GlobalId>,
    /// It reads through pointers.
    reads_elsewhere: bool,
    /// It writes through pointers.
    writes_elsewhere: bool,
}

impl Deeds {
    fn touches(&self) -> bool {
        self.reads_elsewhere || self.writes_elsewhere || !self.reads.is_empty() || !self.writes.is_empty()
    }

    /// Whether it changes what another one looks at.
    fn changes(&self, other: &Deeds) -> bool {
        let is_seen = |global: &GlobalId| other.reads.contains(global) || other.writes.contains(global);
        self.writes.iter().any(is_seen)
            || self.writes_elsewhere && other.touches()
            || !self.writes.is_empty() && (other.reads_elsewhere || other.writes_elsewhere)
            || self.synchronises && (other.touches() || other.synchronises)
    }

    fn of(program: &Program, f: FuncId) -> Deeds {
        let mut deeds = Deeds::default();
        let (mut known, mut open) = (FxHashSet::from_iter([f]), vec![f]);
        while let Some(f) = open.pop() {
            let blocks = program.function(f).blocks.iter();
            for (inst, _) in blocks.flat_map(|block| &block.instructions) {
                deeds.add(inst);
                if let Some(Callee::Function(g)) = inst.callee()
                    && known.insert(*g)
                {
                    open.push(*g);
                }
            }
        }
        deeds
    }

    fn add(&mut self, inst: &Inst) {
        let is_quiet = |op: SyncOp| matches!(op, SyncOp::ThreadSelf | SyncOp::ThreadYield);
        self.synchronises |= inst.sync().is_some_and(|op| !is_quiet(op));
        self.synchronises |= matches!(inst.callee(), Some(Callee::Pointer(_)));
        for (touch, is_write) in [(inst.reads(), false), (inst.writes(), true)] {
            let Some(touch) = touch else { continue };
            self.synchronises |= touch.is_atomic;
            match (touch.address, is_write) {
                (Operand::Address(Address::Global(global, _)), false) => drop(self.reads.insert(global)),
                (Operand::Address(Address::Global(global, _)), true) => drop(self.writes.insert(global)),
                (_, false) => self.reads_elsewhere = true,
                (_, true) => self.writes_elsewhere = true,
            }
        }
    }
}

impl Facts<'_> {
    /// Whether it may make a difference which of two functions is called first.
    ///
    /// SOUNDNESS: assumptions
    pub fn is_order_seen(&self, first: FuncId, second: FuncId) -> bool {
        let [first, second] = [first, second].map(|f| Deeds::of(self.program(), f));
        first.changes(&second) || second.changes(&first)
    }
}

#[cfg(test)]
mod tests {
    use crate::Facts;
    use raceproof_ir::{FuncId, parse};

    #[test]
    fn an_order_is_seen_where_one_call_changes_what_the_other_looks_at() {
        let bodies = [
            ("  %1 = load i32 @x\n", "  %1 = load i32 @x\n", false),
            ("  store i32 @x, 1\n", "  %1 = load i32 @x\n", true),
            ("  store i32 @x, 1\n", "  %1 = load i32 @y\n", false),
            ("  mutex_lock @y\n", "  %1 = load i32 @x\n", true),
            ("  mutex_lock @y\n", "  %1 = 1\n", false),
            ("  %1 = 2\n", "  %1 = 1\n", false),
        ];
        for (f, g, is_seen) in bodies {
            let text = format!(
                "global @x: 4 bytes\nglobal @y: 40 bytes\n\
                 func @f() {{\n  reg %1: i32\nb0:\n{f}  return\n}}\n\
                 func @g() {{\n  reg %1: i32\nb0:\n{g}  return\n}}\n"
            );
            let program = parse("test.ir", &text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
            let facts = Facts::new(&program);
            assert_eq!(facts.is_order_seen(FuncId(0), FuncId(1)), is_seen, "{text}");
            assert_eq!(facts.is_order_seen(FuncId(1), FuncId(0)), is_seen, "{text}");
        }
    }
}
