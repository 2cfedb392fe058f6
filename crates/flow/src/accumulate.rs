//! Accumulators: registers in which a thread collects what its works give, until it combines that with
//! memory.
//!
//! What is in such a register depends on which works the thread did. But if every thread of a team combines
//! its own with the same bytes, once, then the total does not: it is made of the same parts by operations
//! that commute. That is what reductions do, and programs that add up in a private variable and then in a
//! critical section.
//!
//! A register of a function that no jump comes back into is an accumulator if
//! - it is read only to be updated itself ([`Flow::circle`]: `s = s op e`), or by exact updates of memory
//!   that combine with it ([`updates`]), at most widened or cut down on the way, or asked whether it is zero
//!   by updates that want no more;
//! - all of these are of one group, and memory is not wider than it;
//! - on every way through the function it is set, updated any number of times, then combined once, and so on;
//!   it is never set, left by a return or given up by the end of the thread between (setting it to what no
//!   operand changes any more is an update too).
//!
//! That is what can be told from the program. That the threads of a team combine at the same moment of the
//! program with the same bytes, all of them, whoever runs must see ([`Accumulator::combines`] has the
//! places). Then what works leave in the register is no value in question by itself ([`Own::accumulators`]);
//! one that is combined with a value in question is.
//!
//! Not found: what is in memory (arrays, variables whose address is used), minima and maxima, `s = s && e`
//! (it decides by a branch whether `e` is looked at), sums that are added to wider ones.

use raceproof_ir::{
    BlockId, Callee, CompareOp, ConvertOp, FuncId, Function, Inst, Kind, Operand, Point, Reg, SyncOp,
    Terminator,
};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

use crate::update::{Flow, Group, Place, Update, updates};
use crate::{Exposed, Facts};

/// Registers that a thread does not share with others.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// Those that hold something else in each thread: works must not depend on them.
    pub registers: BTreeSet<(FuncId, Reg)>,
    /// Those whose values are combined with those of all other threads before anybody looks.
    pub accumulators: BTreeSet<(FuncId, Reg)>,
}

/// A register in which a thread collects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator<At = Point> {
    /// Which.
    pub register: (FuncId, Reg),
    /// Where it is combined with memory. `At` is a step, unless an engine says it in other terms.
    pub combines: Vec<At>,
}

impl Facts<'_> {
    /// The accumulators of functions that have works.
    pub fn accumulators(&self) -> Vec<Accumulator> {
        let program = self.program;
        let leaving = self.leaving();
        let mut found = Vec::new();
        for (f, function) in (0..).map(FuncId).zip(&program.functions) {
            let mut instructions = function.blocks.iter().flat_map(|b| &b.instructions);
            if !instructions.any(|(inst, _)| inst.sync() == Some(SyncOp::WorkBegin)) {
                continue;
            }
            let leaves = |inst: &Inst| self.leaves(inst, &leaving);
            for (r, combines) in find(function, self.exposed(f), &leaves) {
                let steps = combines.iter();
                let steps = steps.map(|&(block, index)| Point::new(f, BlockId(block), index as u32));
                found.push(Accumulator {
                    register: (f, r),
                    combines: steps.collect(),
                });
            }
        }
        found
    }

    /// Functions that may not come back to whoever called them: they end the thread or jump.
    fn leaving(&self) -> FxHashSet<FuncId> {
        let mut leaving = FxHashSet::default();
        loop {
            let before = leaving.len();
            for (f, function) in (0..).map(FuncId).zip(&self.program.functions) {
                let mut instructions = function.blocks.iter().flat_map(|b| &b.instructions);
                if instructions.any(|(inst, _)| self.leaves(inst, &leaving)) {
                    leaving.insert(f);
                }
            }
            if leaving.len() == before {
                return leaving;
            }
        }
    }

    fn leaves(&self, inst: &Inst, leaving: &FxHashSet<FuncId>) -> bool {
        match inst.callee() {
            None => inst.jumps() || inst.sync() == Some(SyncOp::ThreadExit),
            Some(callee) => match callee {
                Callee::Pointer(_) => !leaving.is_empty(),
                Callee::Function(f) => {
                    let is_native = self.program.function(*f).blocks.is_empty();
                    leaving.contains(f)
                        || is_native
                            && self
                                .callbacks()
                                .of(inst)
                                .any(!leaving.is_empty(), |f| leaving.contains(&f))
                }
            },
        }
    }
}

/// How accumulators are combined, by the instruction that reads them.
struct Combination<'a> {
    update: &'a Update,
    /// The instruction that writes to memory.
    end: Place,
}

/// The accumulators of a function, with where they are written to memory.
fn find(function: &Function, exposed: &Exposed, leaves: &dyn Fn(&Inst) -> bool) -> Vec<(Reg, Vec<Place>)> {
    let updates = updates(function, exposed);
    let mut candidates: BTreeMap<Reg, BTreeMap<Place, Combination>> = BTreeMap::new();
    for update in &updates {
        let block = &function.blocks[update.block as usize];
        let flow = Flow { block, exposed };
        for (r, at) in sources(&flow, update) {
            let last = update.places.last().copied().unwrap_or(update.at);
            let end = (update.block, last);
            let combination = Combination { update, end };
            candidates
                .entry(r)
                .or_default()
                .insert((update.block, at), combination);
        }
    }
    let mut found = Vec::new();
    for (r, combinations) in candidates {
        let candidate = Candidate {
            function,
            exposed,
            r,
            kind: function.registers[r.0 as usize].kind,
            combinations,
        };
        if candidate.is_accumulator(leaves) {
            found.push((r, candidate.combinations.values().map(|c| c.end).collect()));
        }
    }
    found
}

/// The registers whose value an update combines with, each with the instruction that reads it: the operand
/// itself, and what it was made of without being used otherwise.
fn sources(flow: &Flow, update: &Update) -> Vec<(Reg, usize)> {
    let mut found = Vec::new();
    let (mut operand, mut at) = (update.with, update.at);
    let is_logical = matches!(update.group, Group::Any | Group::All);
    while let Operand::Reg(r) = operand {
        found.push((r, at));
        let before = flow.block.instructions[..at].iter().enumerate().rev();
        let mut defined = before.filter(|(_, (inst, _))| inst.defines(r));
        let Some((i, (inst, _))) = defined.next() else {
            break;
        };
        let is_zero = |o: &Operand| matches!(o, Operand::Const(_, 0));
        let from = match inst {
            Inst::Copy { src, .. } => *src,
            Inst::Convert {
                op: ConvertOp::SExt | ConvertOp::ZExt,
                src,
                ..
            } => *src,
            Inst::Convert {
                op: ConvertOp::Trunc,
                to,
                src,
                ..
            } if !is_logical && to.bits() >= update.kind.bits() => *src,
            Inst::Compare {
                op: CompareOp::Ne,
                a,
                b,
                ..
            } if is_logical && is_zero(b) => *a,
            Inst::Compare {
                op: CompareOp::Ne,
                a,
                b,
                ..
            } if is_logical && is_zero(a) => *b,
            _ => break,
        };
        // On the way it is used for nothing else.
        let between = &flow.block.instructions[i + 1..at];
        if between.iter().any(|(inst, _)| inst.reads_register(r)) || !flow.is_dead(r, at + 1) {
            break;
        }
        (operand, at) = (from, i);
    }
    found
}

/// What happens to a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// It is set to something.
    Set,
    /// It is set to what no operand changes any more.
    Absorbed,
    /// It is updated.
    Updated,
    /// It is combined with memory.
    Combined,
    /// The function may be left.
    Left,
}

struct Candidate<'a> {
    function: &'a Function,
    exposed: &'a Exposed,
    r: Reg,
    kind: Kind,
    /// By the instruction that reads the register.
    combinations: BTreeMap<Place, Combination<'a>>,
}

impl Candidate<'_> {
    fn is_accumulator(&self, leaves: &dyn Fn(&Inst) -> bool) -> bool {
        let mut groups = self.combinations.values().map(|c| c.update.group);
        let Some(group) = groups.next() else {
            return false;
        };
        // The low bits of a sum are the sum of the low bits; of wider ones nothing is known.
        let fits = |update: &Update| {
            matches!(group, Group::Any | Group::All) || update.kind.bits() <= self.kind.bits()
        };
        if !self.kind.is_int()
            || self.r.0 < self.function.params
            || groups.any(|g| g != group)
            || !self.combinations.values().all(|c| fits(c.update))
        {
            return false;
        }
        let blocks = 0..self.function.blocks.len() as u32;
        let events: Option<Vec<Vec<Event>>> = blocks.map(|b| self.events(b, group, leaves)).collect();
        events.is_some_and(|events| self.keeps_order(&events))
    }

    /// What happens in a block, if that is all right wherever it happens.
    fn events(&self, b: u32, group: Group, leaves: &dyn Fn(&Inst) -> bool) -> Option<Vec<Event>> {
        let block = &self.function.blocks[b as usize];
        let flow = Flow {
            block,
            exposed: self.exposed,
        };
        let mut events = Vec::new();
        // Ends of updates of the register.
        let mut ends = Vec::new();
        for (i, (inst, _)) in block.instructions.iter().enumerate() {
            if inst.reads_register(self.r) {
                if self.combinations.contains_key(&(b, i)) {
                    events.push(Event::Combined);
                } else {
                    let chain = flow.circle(i, self.r, self.kind)?;
                    let is_like = chain.group == group || chain.group == Group::Or && group == Group::Any;
                    if !is_like {
                        return None;
                    }
                    ends.extend(chain.places.last());
                    events.push(Event::Updated);
                }
            }
            if inst.defines(self.r) && !ends.contains(&i) {
                events.push(match self.absorbs(inst, group) {
                    true => Event::Absorbed,
                    false => Event::Set,
                });
            }
            if leaves(inst) {
                events.push(Event::Left);
            }
        }
        match &block.terminator {
            Terminator::Return(_) => events.push(Event::Left),
            Terminator::JumpTo { .. } => return None,
            _ => {}
        }
        (block.terminator.operand() != Some(Operand::Reg(self.r))).then_some(events)
    }

    /// Whether an instruction sets the register to what no operand changes any more.
    fn absorbs(&self, inst: &Inst, group: Group) -> bool {
        let Inst::Copy {
            src: Operand::Const(_, value),
            ..
        } = inst
        else {
            return false;
        };
        match group {
            Group::Any => *value != 0,
            // A flag that is only ever raised.
            Group::Or => *value != 0 && self.flag() == Some(*value),
            Group::All | Group::And | Group::Product => *value == 0,
            _ => false,
        }
    }

    /// The one value that the register is ever set to beside 0, if it is not changed otherwise.
    fn flag(&self) -> Option<u128> {
        let mut flag = None;
        let instructions = self.function.blocks.iter().flat_map(|b| &b.instructions);
        for (inst, _) in instructions.filter(|(inst, _)| inst.defines(self.r)) {
            match inst {
                Inst::Copy {
                    src: Operand::Const(_, 0),
                    ..
                } => {}
                Inst::Copy {
                    src: Operand::Const(_, value),
                    ..
                } if flag.is_none_or(|flag| flag == *value) => flag = Some(*value),
                _ => return None,
            }
        }
        flag
    }

    /// Whether on every way it is set, updated and combined, in this order.
    fn keeps_order(&self, events: &[Vec<Event>]) -> bool {
        // Whether it holds something that is to be combined, where a block begins.
        let mut known: Vec<Option<bool>> = vec![None; events.len()];
        let mut open = vec![(0u32, false)];
        while let Some((b, mut holds)) = open.pop() {
            match known[b as usize].replace(holds) {
                Some(before) if before == holds => continue,
                Some(_) => return false,
                None => {}
            }
            for event in &events[b as usize] {
                holds = match (event, holds) {
                    (Event::Set, false) | (Event::Updated, true) | (Event::Absorbed, _) => true,
                    (Event::Combined, true) | (Event::Left, false) => false,
                    (Event::Set | Event::Left, true) | (Event::Updated | Event::Combined, false) => {
                        return false;
                    }
                };
            }
            let next = self.function.blocks[b as usize].terminator.successors();
            open.extend(next.map(|n| (n.0, holds)));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The accumulators among `%s`, `%t` and `%n` of a function with this body, by name.
    fn found(body: &str) -> Vec<String> {
        let text = format!(
            "global @x: i32 = 0\nglobal @l: i64 = 0\nfunc @main() -> i32 {{\n  reg %s: i32, %t: i32, %n: i16, %c: i32\nstart:\n{body}\n}}\n"
        );
        let program = raceproof_ir::parse("accumulate.ir", &text).unwrap_or_else(|e| panic!("{e:?}"));
        raceproof_ir::verify(&program).unwrap_or_else(|e| panic!("{e:?}"));
        let function = &program.functions[0];
        let leaves = |inst: &Inst| matches!(inst, Inst::LongJump { .. });
        let all = find(function, &Exposed::new(function), &leaves);
        let names = ["s", "t", "n", "c"];
        all.iter()
            .map(|(r, _)| names.get(r.0 as usize).unwrap_or(&"?").to_string())
            .collect()
    }

    const COMBINE: &str = "  %c = load i32 @x\n  %c = add i32 %c, %s\n  store i32 @x, %c\n";

    #[test]
    fn what_is_set_updated_and_combined_once_is_one() {
        let ok = format!("  %s = 0\n  %s = add i32 %s, 3\n  %s = sub i32 %s, 1\n{COMBINE}  return 0");
        assert_eq!(found(&ok), ["s"]);
        let round = format!(
            "  jump head\nhead:\n  %s = 1\n  jump body\nbody:\n  %s = add i32 %s, 3\n  br %t, body, done\ndone:\n{COMBINE}  br %t, head, \
             end\nend:\n  return 0"
        );
        assert_eq!(found(&round), ["s"]);
    }

    #[test]
    fn what_is_lost_or_counted_twice_is_none() {
        for body in [
            // Set again.
            format!("  %s = 0\n  %s = add i32 %s, 3\n  %s = 0\n{COMBINE}  return 0"),
            // Combined twice, or updated after that.
            format!("  %s = 0\n{COMBINE}{COMBINE}  return 0"),
            format!("  %s = 0\n{COMBINE}  %s = add i32 %s, 3\n  return 0"),
            // Combined on one of two ways.
            format!("  %s = 0\n  br %t, then, end\nthen:\n{COMBINE}  jump end\nend:\n  return 0"),
            // Never set.
            format!("  %s = add i32 %s, 3\n{COMBINE}  return 0"),
            // Looked at.
            format!("  %s = 0\n  store i32 @x, %s\n{COMBINE}  return 0"),
            format!("  %s = 0\n{COMBINE}  return %s"),
            // Of another group.
            format!("  %s = 0\n  %s = mul i32 %s, 3\n{COMBINE}  return 0"),
            format!("  %s = 0\n  %s = add i32 %s, %s\n{COMBINE}  return 0"),
            // Added to something wider.
            "  %s = 0\n  %s = add i32 %s, 3\n  %w = load i64 @l\n  %e = sext i32 %s to i64\n  %w = add i64 %w, %e\n  store i64 @l, %w\n  \
             return 0"
                .to_owned(),
        ] {
            let names = found(&body);
            assert!(!names.contains(&"s".to_owned()), "{names:?}\n{body}");
        }
    }

    #[test]
    fn flags_are_only_raised() {
        let combine = "  %c = load i32 @x\n  %c = or i32 %c, %s\n  store i32 @x, %c\n  return 0";
        let body = |line: &str| {
            format!("  %s = 0\n  br %t, then, end\nthen:\n  {line}\n  jump end\nend:\n{combine}")
        };
        let is_found = |line: &str| found(&body(line)).contains(&"s".to_owned());
        assert!(is_found("%s = 2"));
        assert!(is_found("%s = 2\n  %s = 2"));
        assert!(!is_found("%s = 2\n  %s = 1"));
        assert!(!is_found("%s = 2\n  %s = or i32 %s, 1"));
        assert!(!is_found("%s = 2\n  %s = 0"));
    }

    #[test]
    fn flags_may_be_set_in_between() {
        let any = "  %c = load i32 @x\n  %c = ne i32 %c, 0\n  %t = ne i32 %s, 0\n  %c = or i32 %c, %t\n  store i32 @x, %c\n  return 0";
        let body = |line: &str| {
            format!("  %s = 0\n  br %n16, then, end\nthen:\n  {line}\n  jump end\nend:\n{any}")
                .replace("%n16", "%c")
        };
        assert!(found(&body("%s = 1")).contains(&"s".to_owned()));
        assert!(found(&body("%s = or i32 %s, 6")).contains(&"s".to_owned()));
        assert!(!found(&body("%s = 0")).contains(&"s".to_owned()));
        assert!(!found(&body("%s = and i32 %s, 6")).contains(&"s".to_owned()));
    }
}
