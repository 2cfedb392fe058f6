//! Random programs with a loop around threads: the first thread makes two threads and joins them, again and
//! again, until a value says that it is enough. Then it makes two others.

use super::Smaller;
use raceproof_engine::Dice;
use std::fmt::Write;

/// How many cells there are.
const CELLS: u32 = 4;

/// What a thread does with cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `x = k`.
    Set(u32, u32),
    /// `x = x + y`.
    Add(u32, u32),
    /// `x = x + k` under the lock.
    Count(u32, u32),
    /// `x = x * 2 + k` under the lock: the order matters.
    Mix(u32, u32),
    /// `t[x & 1] = k`.
    Element(u32, u32),
    /// `t[x >> 1 & 1] = k`.
    Half(u32, u32),
    /// `if (x == k) y = 1`.
    If(u32, u32, u32),
    /// `x = i`, the number of the round; of the first thread only.
    Number(u32),
    /// Two pointers change places; of the first thread only.
    Swap,
    /// A cell by the first of these pointers.
    Through(u32),
    /// The first of these pointers gets the address of a new cell with this value; of the first thread only.
    Make(u32),
    /// `x` gets the value of the cell that the first pointer points to.
    Get(u32),
    /// `*p = *p * 2 + k` under the lock.
    Stir(u32),
    /// `if (x > k)` the threads that come behind the loop are made and joined here; of the first thread only.
    Pair(u32, u32),
    /// `if (x > k) break`; of the first thread in the loop only.
    Break(u32, u32),
    /// `if (x >> k & 1) { …; break; }`; of the first thread in the loop only.
    Leave(u32, u32, Vec<Step>),
    /// `if (x >> k & 1) y = 1; else if (y)` two threads are made and joined that race; of the first thread
    /// only.
    Side(u32, u32, u32),
    /// The same if `x == k`.
    Judge(u32, u32),
    /// The same in the round after so many others.
    JudgeRound(u32),
}

/// A program.
#[derive(Clone, Debug)]
pub struct RoundPlan {
    /// What the first thread does before the loop, in it before there are threads and after, and behind it.
    pub alone: [Vec<Step>; 4],
    /// What the threads in the loop and behind it do.
    pub threads: [Vec<Step>; 4],
    /// The most rounds.
    pub rounds: u32,
    /// How often it comes to the loop.
    pub times: u32,
}

impl Step {
    fn random(dice: &mut Dice, is_first: bool, is_looping: bool) -> Step {
        let (x, y, k) = (dice.below(CELLS), dice.below(CELLS), dice.below(3));
        match dice.below(if is_first { 17 } else { 9 }) {
            0 => Step::Set(x, k),
            1 => Step::Add(x, y),
            2 => Step::Count(x, 1 + k),
            3 => Step::Mix(x, k),
            4 => Step::Element(x, k),
            5 => Step::If(x, k, y),
            6 => Step::Through(k),
            7 => Step::Get(x),
            8 if is_first && dice.one_in(2) => Step::Make(k),
            8 => Step::Stir(k),
            9 => Step::Number(x),
            10 => Step::Swap,
            11 => Step::Pair(x, k),
            12 if is_looping && dice.one_in(4) => Step::JudgeRound(k + 1),
            12 if dice.one_in(2) => Step::Judge(x, k),
            12 => Step::Side(x, k, y),
            13 if is_looping => {
                let count = 1 + dice.below(2);
                Step::Leave(
                    x,
                    k,
                    (0..count).map(|_| Step::random(dice, true, false)).collect(),
                )
            }
            _ if is_looping => Step::Break(x, k),
            _ => Step::Set(x, k),
        }
    }
}

impl Step {
    /// A step of programs in which threads race only if two of the first thread's cells lead to one element,
    /// and only the first cell depends on the order of events. `who` is a thread, or none for the first one.
    fn careful(dice: &mut Dice, who: Option<u32>, is_looping: bool) -> Step {
        let mut cell = || 2 + u32::from(dice.one_in(3));
        let (mine, other) = (cell(), cell());
        let k = dice.below(3);
        match (who, dice.below(9)) {
            (Some(_), 0) if dice.one_in(2) => Step::Stir(k),
            (Some(_), 0..5) => Step::Mix(0, k),
            (Some(n), 5) => Step::Element(2 + n % 2, k),
            (Some(n), _) => Step::Half(2 + n % 2, k),
            (None, 0) => Step::Add(mine, other),
            (None, 1) => Step::Set(mine, k),
            (None, 2) if dice.one_in(2) => Step::Number(mine),
            (None, 2) if dice.one_in(2) => Step::Count(mine, 1),
            (None, 2) if dice.one_in(2) => Step::Make(k),
            (None, 2) => Step::Get(mine),
            (None, 3) => Step::If(other, k, mine),
            (None, 4) if is_looping && dice.one_in(4) => Step::JudgeRound(k + 1),
            (None, 4) => Step::Pair(0, 2 * k),
            (None, 5) if !is_looping || dice.one_in(2) => Step::Side(0, k, mine),
            (None, 7) if dice.one_in(2) => Step::Judge(mine, 1 + k),
            (None, 5 | 6) if is_looping => {
                let count = 1 + dice.below(2);
                let behind = |_| match dice.below(3) {
                    0 => Step::Judge(mine, 1 + k),
                    1 => Step::Count(mine, 1),
                    _ => Step::careful(dice, None, false),
                };
                Step::Leave(0, k, (0..count).map(behind).collect())
            }
            (None, _) if is_looping => Step::Break(0, 2 * k),
            (None, _) => Step::Set(mine, k),
        }
    }
}

impl RoundPlan {
    /// A random program.
    pub fn random(dice: &mut Dice) -> RoundPlan {
        let is_careful = dice.one_in(2);
        let mut steps = |most: u32, who: Option<u32>, is_looping: bool| -> Vec<Step> {
            let count = dice.below(most + 1);
            let mut step = || match is_careful {
                true => Step::careful(dice, who, is_looping),
                false => Step::random(dice, who.is_none(), is_looping),
            };
            (0..count).map(|_| step()).collect()
        };
        let mut alone = [
            steps(2, None, false),
            steps(2, None, true),
            steps(3, None, true),
            steps(2, None, false),
        ];
        let mut threads = [0, 1, 2, 3].map(|n| steps(2, Some(n), false));
        if is_careful {
            // Something depends on the order, and something else is looked at in the end.
            for steps in &mut threads[..2] {
                if !dice.one_in(4) {
                    steps.push(Step::Mix(0, dice.below(3)));
                }
            }
            if dice.one_in(2) {
                alone[3].push(Step::Judge(
                    2 + u32::from(dice.one_in(3)),
                    [1, 1, 2, 3][dice.below(4) as usize],
                ));
            }
        }
        RoundPlan {
            alone,
            threads,
            rounds: [1, 2, 3, 3, 4][dice.below(5) as usize],
            times: 1 + u32::from(dice.one_in(2)),
        }
    }

    /// The program, in the text form of the IR.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for i in 0..CELLS {
            let _ = writeln!(out, "global @x{i}: i32 = 0");
        }
        out.push_str(
            "func @malloc(%0: i64) -> ptr\nglobal @z: i32 = 0\nfunc @racer(%arg: ptr) -> ptr {\n  store i32 @z, 1\n  return null\n}\nglobal @t: 8 bytes align 4\nglobal @m: 40 bytes align 8\nglobal @p: ptr = @x0\nglobal @q: ptr = @x1\n",
        );
        let mut labels = 0;
        for (n, steps) in self.threads.iter().enumerate() {
            let _ = writeln!(out, "func @thread{n}(%arg: ptr) -> ptr {{");
            write(&mut out, steps, &mut labels);
            out.push_str("  return null\n}\n");
        }
        let [before, first, last, behind] = &self.alone;
        out.push_str("func @main() -> i32 {\n  %j = add i32 0, 0\n  %i = add i32 0, 0\n");
        write(&mut out, before, &mut labels);
        out.push_str("  jump again\nagain:\n  %i = add i32 0, 0\n  jump head\nhead:\n");
        let _ = writeln!(
            out,
            "  %c = lt_s i32 %i, {}\n  br %c, body, done\nbody:",
            self.rounds
        );
        write(&mut out, first, &mut labels);
        pair(&mut out, 0);
        write(&mut out, last, &mut labels);
        out.push_str("  %i = add i32 %i, 1\n  jump head\ndone:\n");
        if self.times > 1 {
            let _ = writeln!(
                out,
                "  %j = add i32 %j, 1\n  %c = lt_s i32 %j, {}\n  br %c, again, behind\nbehind:",
                self.times
            );
        }
        write(&mut out, behind, &mut labels);
        pair(&mut out, 2);
        out.push_str("  return 0\n}\n");
        out
    }
}

/// Makes two threads and joins them.
fn pair(out: &mut String, first: u32) {
    for n in [first, first + 1] {
        let _ = writeln!(out, "  %h{n} = thread_create @thread{n}, null, 0");
    }
    for n in [first, first + 1] {
        let _ = writeln!(out, "  %r = thread_join %h{n}");
    }
}

/// Makes two threads that race, and joins them.
fn race(out: &mut String) {
    for n in 0..2 {
        let _ = writeln!(out, "  %g{n} = thread_create @racer, null, 0");
    }
    for n in 0..2 {
        let _ = writeln!(out, "  %r = thread_join %g{n}");
    }
}

fn write(out: &mut String, steps: &[Step], labels: &mut u32) {
    for step in steps {
        *labels += 1;
        let l = *labels;
        let _ = match step {
            Step::Set(x, k) => writeln!(out, "  store i32 @x{x}, {k}"),
            Step::Add(x, y) => writeln!(
                out,
                "  %a = load i32 @x{x}\n  %b = load i32 @x{y}\n  %a = add i32 %a, %b\n  store i32 @x{x}, %a"
            ),
            Step::Count(x, k) => writeln!(
                out,
                "  mutex_lock @m\n  %a = load i32 @x{x}\n  %a = add i32 %a, {k}\n  store i32 @x{x}, %a\n  mutex_unlock @m"
            ),
            Step::Mix(x, k) => writeln!(
                out,
                "  mutex_lock @m\n  %a = load i32 @x{x}\n  %a = mul i32 %a, 2\n  %a = add i32 %a, {k}\n  store i32 @x{x}, %a\n  mutex_unlock @m"
            ),
            Step::Element(x, k) => writeln!(
                out,
                "  %a = load i32 @x{x}\n  %a = and i32 %a, 1\n  %w = zext i32 %a to i64\n  %e = offset @t, %w * 4\n  store i32 %e, {k}"
            ),
            Step::Half(x, k) => writeln!(
                out,
                "  %a = load i32 @x{x}\n  %a = shr_u i32 %a, 1\n  %a = and i32 %a, 1\n  %w = zext i32 %a to i64\n  %e = offset @t, %w * 4\n  store i32 %e, {k}"
            ),
            Step::If(x, k, y) => writeln!(
                out,
                "  %a = load i32 @x{x}\n  %c = eq i32 %a, {k}\n  br %c, then{l}, next{l}\nthen{l}:\n  store i32 @x{y}, 1\n  jump next{l}\nnext{l}:"
            ),
            Step::Number(x) => writeln!(out, "  store i32 @x{x}, %i"),
            Step::Swap => writeln!(
                out,
                "  %e = load ptr @p\n  %o = load ptr @q\n  store ptr @p, %o\n  store ptr @q, %e"
            ),
            Step::Through(k) => writeln!(out, "  %e = load ptr @p\n  store i32 %e, {k}"),
            Step::Pair(x, k) => {
                let _ = writeln!(
                    out,
                    "  %a = load i32 @x{x}\n  %c = lt_s i32 {k}, %a\n  br %c, then{l}, next{l}\nthen{l}:"
                );
                pair(out, 2);
                writeln!(out, "  jump next{l}\nnext{l}:")
            }
            Step::Side(x, k, y) => {
                let _ = writeln!(
                    out,
                    "  %a = load i32 @x{x}\n  %c = shr_u i32 %a, {k}\n  %c = and i32 %c, 1\n  br %c, then{l}, else{l}\nthen{l}:\n  store i32 @x{y}, 1\n  jump next{l}\nelse{l}:\n  %a = load i32 @x{y}\n  br %a, more{l}, next{l}\nmore{l}:"
                );
                race(out);
                writeln!(out, "  jump next{l}\nnext{l}:")
            }
            Step::Judge(x, k) => {
                let _ = writeln!(
                    out,
                    "  %a = load i32 @x{x}\n  %c = eq i32 %a, {k}\n  br %c, then{l}, next{l}\nthen{l}:"
                );
                race(out);
                writeln!(out, "  jump next{l}\nnext{l}:")
            }
            Step::Make(k) => writeln!(
                out,
                "  %e = call @malloc(4)\n  store i32 %e, {k}\n  store ptr @p, %e"
            ),
            Step::Get(x) => writeln!(
                out,
                "  %e = load ptr @p\n  %a = load i32 %e\n  store i32 @x{x}, %a"
            ),
            Step::Stir(k) => writeln!(
                out,
                "  mutex_lock @m\n  %e = load ptr @p\n  %a = load i32 %e\n  %a = mul i32 %a, 2\n  %a = add i32 %a, {k}\n  store i32 %e, %a\n  mutex_unlock @m"
            ),
            Step::JudgeRound(k) => {
                let _ = writeln!(out, "  %c = eq i32 %i, {k}\n  br %c, then{l}, next{l}\nthen{l}:");
                race(out);
                writeln!(out, "  jump next{l}\nnext{l}:")
            }
            Step::Leave(x, k, steps) => {
                let _ = writeln!(
                    out,
                    "  %a = load i32 @x{x}\n  %c = shr_u i32 %a, {k}\n  %c = and i32 %c, 1\n  br %c, then{l}, next{l}\nthen{l}:"
                );
                write(out, steps, labels);
                writeln!(out, "  jump done\nnext{l}:")
            }
            Step::Break(x, k) => writeln!(
                out,
                "  %a = load i32 @x{x}\n  %c = lt_s i32 {k}, %a\n  br %c, done, next{l}\nnext{l}:"
            ),
        };
    }
}

impl std::fmt::Display for RoundPlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

impl Smaller for RoundPlan {
    fn reductions(&self) -> Vec<RoundPlan> {
        let mut out = Vec::new();
        for n in 0..8 {
            let steps = |plan: &mut RoundPlan| match n {
                0..4 => std::mem::take(&mut plan.alone[n]),
                _ => std::mem::take(&mut plan.threads[n - 4]),
            };
            let count = steps(&mut self.clone()).len();
            for i in 0..count {
                let mut with = |change: &dyn Fn(&mut Vec<Step>)| {
                    let mut plan = self.clone();
                    let mut rest = steps(&mut plan);
                    change(&mut rest);
                    match n {
                        0..4 => plan.alone[n] = rest,
                        _ => plan.threads[n - 4] = rest,
                    }
                    out.push(plan);
                };
                with(&|rest| drop(rest.remove(i)));
                if let Step::Leave(_, _, inner) = &steps(&mut self.clone())[i] {
                    for j in 0..inner.len() {
                        with(&|rest| {
                            if let Step::Leave(_, _, inner) = &mut rest[i] {
                                inner.remove(j);
                            }
                        });
                    }
                }
            }
        }
        if self.rounds > 1 {
            let mut plan = self.clone();
            plan.rounds -= 1;
            out.push(plan);
        }
        if self.times > 1 {
            out.push(RoundPlan {
                times: 1,
                ..self.clone()
            });
        }
        out
    }
}
