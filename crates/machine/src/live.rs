//! Which registers matter at each operation of a function.
//!
//! A register is live where some path reads it before writing it. The rest is left out of encoded states, so
//! that states that differ only in leftovers are equal. Slots are not listed (the frame needs them whenever
//! it has them), nor are constants (the code has them).

use crate::code::{Code, Routine};
use crate::op::{Op, Word};

/// Live registers at every operation of a function.
#[derive(Debug)]
pub(crate) struct Live {
    /// For each operation, where its list is.
    at: Vec<(u32, u32)>,
    words: Vec<Word>,
}

impl Live {
    /// The registers that are live before an operation, given by its distance from the entry, in order.
    pub fn before(&self, distance: u32) -> &[Word] {
        match self.at.get(distance as usize) {
            Some((from, to)) => &self.words[*from as usize..*to as usize],
            None => &[],
        }
    }

    /// Works out the live registers of a function.
    pub fn new(code: &Code<'_>, routine: &Routine) -> Live {
        let analysis = Analysis::new(code, routine);
        let count = analysis.ops.len();
        let mut lists: Vec<Vec<Word>> = vec![Vec::new(); count];
        for block in 0..analysis.leaders.len() {
            let (from, to) = analysis.range(block);
            let mut set = analysis.out(block);
            for i in (from..to).rev() {
                analysis.step(&mut set, &analysis.ops[i]);
                lists[i] = members(&set);
            }
        }
        let (mut at, mut words) = (Vec::with_capacity(count), Vec::new());
        for (i, list) in lists.iter().enumerate() {
            let start = words.len() as u32;
            if i > 0 && *list == lists[i - 1] {
                at.push(at[i - 1]);
                continue;
            }
            words.extend(list);
            at.push((start, words.len() as u32));
        }
        Live { at, words }
    }
}

fn members(set: &[u64]) -> Vec<Word> {
    let mut list = Vec::new();
    for (i, word) in set.iter().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            list.push(i as u32 * 64 + rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
    list
}

struct Analysis<'a, 'p> {
    code: &'a Code<'p>,
    ops: &'a [Op],
    entry: u32,
    /// First operation of each block, relative to the entry.
    leaders: Vec<usize>,
    /// Live registers at the start of each block.
    start: Vec<Vec<u64>>,
    /// Words that are never listed.
    hidden: Vec<u64>,
    /// Blocks that come after a `setjmp`.
    returns: Vec<usize>,
}

impl<'a, 'p> Analysis<'a, 'p> {
    fn new(code: &'a Code<'p>, routine: &Routine) -> Analysis<'a, 'p> {
        let ops = &code.ops[routine.entry as usize..routine.end as usize];
        let size = routine.words.div_ceil(64) as usize;
        let mut hidden = vec![0u64; size];
        let (first, count) = routine.slots;
        let (from, number) = routine.constants;
        let constants = &code.constants[from as usize..][..number as usize];
        for word in (first..first + count).chain(constants.iter().map(|(w, _)| *w)) {
            hidden[word as usize / 64] |= 1 << (word % 64);
        }
        let mut analysis = Analysis {
            code,
            ops,
            entry: routine.entry,
            leaders: Vec::new(),
            start: Vec::new(),
            hidden,
            returns: Vec::new(),
        };
        let mut is_leader = vec![false; ops.len() + 1];
        is_leader[0] = true;
        for (i, op) in ops.iter().enumerate() {
            let mut jumps = op.ends();
            analysis.targets(op, |t| {
                jumps = true;
                is_leader[t] = true;
            });
            if jumps || matches!(op, Op::SetJump { .. }) {
                is_leader[i + 1] = true;
            }
        }
        analysis.leaders = (0..ops.len()).filter(|i| is_leader[*i]).collect();
        analysis.returns = (1..analysis.leaders.len())
            .filter(|b| matches!(ops[analysis.leaders[*b] - 1], Op::SetJump { .. }))
            .collect();
        analysis.start = vec![vec![0; size]; analysis.leaders.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..analysis.leaders.len()).rev() {
                let (from, to) = analysis.range(block);
                let mut set = analysis.out(block);
                for op in ops[from..to].iter().rev() {
                    analysis.step(&mut set, op);
                }
                if set != analysis.start[block] {
                    analysis.start[block] = set;
                    changed = true;
                }
            }
        }
        analysis
    }

    fn range(&self, block: usize) -> (usize, usize) {
        let to = self.leaders.get(block + 1).copied().unwrap_or(self.ops.len());
        (self.leaders[block], to)
    }

    /// Live registers at the end of a block.
    fn out(&self, block: usize) -> Vec<u64> {
        let (_, to) = self.range(block);
        let mut set = vec![0; self.hidden.len()];
        let mut add = |at: usize| {
            if let Ok(b) = self.leaders.binary_search(&at) {
                set.iter_mut().zip(&self.start[b]).for_each(|(s, o)| *s |= o);
            }
        };
        let last = &self.ops[to - 1];
        self.targets(last, &mut add);
        if !last.ends() {
            add(to);
        }
        set
    }

    fn step(&self, set: &mut [u64], op: &Op) {
        self.code.registers(op, |w, define| {
            if define {
                set[w as usize / 64] &= !(1 << (w % 64));
            }
        });
        self.code.registers(op, |w, define| {
            if !define {
                set[w as usize / 64] |= 1 << (w % 64);
            }
        });
        // A `longjmp` may come back from anywhere.
        for block in &self.returns {
            set.iter_mut().zip(&self.start[*block]).for_each(|(s, o)| *s |= o);
        }
        set.iter_mut().zip(&self.hidden).for_each(|(s, h)| *s &= !h);
    }

    /// Calls `f` with the targets of a jump, relative to the entry.
    fn targets(&self, op: &Op, mut f: impl FnMut(usize)) {
        let mut to = |target: u32| f((target - self.entry) as usize);
        match *op {
            Op::Switch { table, .. } | Op::SwitchWide { table, .. } => {
                let switch = &self.code.switches[table as usize];
                switch.dense.iter().for_each(|t| to(*t));
                switch.ranges.iter().for_each(|(_, _, t)| to(*t));
                to(switch.default);
            }
            Op::JumpTo { table, .. } => {
                let labels = &self.code.labels[table as usize];
                labels.targets.iter().for_each(|(_, t)| to(*t));
            }
            mut op => {
                if let Some(target) = op.target_mut() {
                    to(*target);
                }
            }
        }
    }
}
