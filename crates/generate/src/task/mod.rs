//! Random tiny task programs: trees of finishes, futures, isolated blocks, on all or on objects, regions with
//! ewait, handlers and ownership passing, phasers.

pub mod lend;

use super::Smaller;
use raceproof_engine::Dice;
use std::fmt::Write;

/// What a task does. Numbers choose among a few variables, regions and procedures.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Act {
    Read(u8),
    Write(u8, u8),
    Increment(u8),
    /// The life of the last variable ends, if it is one that can: see [`lend`].
    End,
    If(u8, u8, Vec<Act>),
    /// If the local variable, which handlers change, has a value.
    IfLocal(u8, Vec<Act>),
    Isolated(Vec<Act>),
    /// Isolated on objects: see [`OBJECTS`].
    IsolatedOn(u8, Vec<Act>),
    /// A block that is registered with a phaser, if it is not yet.
    Phased(u8, Vec<Act>),
    /// A task that is registered with the phasers of whoever makes it.
    PhasedAsync(Vec<Act>),
    /// A loop of two tasks that are registered with a phaser.
    PhasedLoop(u8, Vec<Act>),
    /// Waits at the phasers, if there are any.
    Next,
    Async(Vec<Act>),
    Finish(Vec<Act>),
    Future(Vec<Act>),
    Get(u8),
    Post {
        region: u8,
        proc: u8,
        pass: Option<u8>,
        handler: Option<u8>,
    },
    Await(u8),
    Ewait(u8),
    Call(u8),
    Choose(Vec<Act>),
}

/// The bodies of the procedures; the first is `main`. A procedure posts and calls later ones only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskPlan {
    procs: Vec<Vec<Act>>,
}

/// Which acts a plan may have.
#[derive(Clone, Copy, Debug)]
pub struct TaskStyle {
    /// How many acts a procedure has about.
    pub acts: u32,
    /// Isolated blocks.
    pub isolated: bool,
    /// Regions that tasks are posted to and awaited in.
    pub regions: bool,
    /// Futures.
    pub futures: bool,
    /// Nondeterministic choices.
    pub choices: bool,
    /// Isolated blocks on objects.
    pub objects: bool,
    /// Phasers.
    pub phasers: bool,
    /// The end of the life of a variable: see [`lend`].
    pub ends: bool,
}

impl TaskStyle {
    /// The style of the program with this number, so that a series of programs has some of every style.
    pub fn numbered(number: u64) -> TaskStyle {
        TaskStyle {
            acts: 1 + (number % 2) as u32,
            isolated: !number.is_multiple_of(3),
            regions: number.is_multiple_of(2),
            futures: number % 4 < 2,
            choices: number.is_multiple_of(5),
            objects: false,
            phasers: false,
            ends: false,
        }
    }

    /// The same with what other engines than the one for tasks decide: isolation on objects, phasers.
    pub fn with_objects(number: u64) -> TaskStyle {
        TaskStyle {
            regions: number.is_multiple_of(6),
            objects: number % 4 != 1,
            phasers: number % 4 != 2,
            ..TaskStyle::numbered(number)
        }
    }
}

const VARIABLES: u32 = 2;
const REGIONS: u32 = 2;
const PROCS: usize = 3;
const PHASERS: u32 = 2;

/// What blocks are isolated on.
const OBJECTS: [&str; 5] = ["x0", "x1", "x1, x0", "o[t & 1]", "o[1], o[n & 1]"];

impl TaskPlan {
    /// Draws a plan.
    pub fn random(dice: &mut Dice, style: &TaskStyle) -> TaskPlan {
        let procs = (0..PROCS).map(|p| {
            let acts = if p == 0 { style.acts + 1 } else { style.acts };
            list(dice, style, 3, p as u8, acts)
        });
        TaskPlan {
            procs: procs.collect(),
        }
    }

    /// The program as text.
    /// The text of the program in the task language.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for v in 0..VARIABLES {
            let _ = writeln!(out, "var x{v}: int;");
        }
        let has = |wanted: &dyn Fn(&Act) -> bool| self.procs.iter().any(|acts| any(acts, wanted));
        if has(&|act| matches!(act, Act::IsolatedOn(..))) {
            let _ = writeln!(out, "var o: int[2];");
        }
        if has(&|act| matches!(act, Act::Phased(..) | Act::PhasedLoop(..))) {
            for p in 0..PHASERS {
                let _ = writeln!(out, "phaser ph{p};");
            }
        }
        for r in 0..REGIONS {
            let _ = writeln!(out, "region r{r};");
        }
        for (p, acts) in self.procs.iter().enumerate() {
            let name = if p == 0 {
                "main() {".to_owned()
            } else {
                format!("p{p}() -> int {{")
            };
            let _ = writeln!(out, "proc {name}\n  var n: int; var t: int;");
            let mut writer = Writer {
                out: &mut out,
                futures: Vec::new(),
                made: 0,
                task: false,
                phasers: Vec::new(),
            };
            writer.list(acts, 1);
            if p > 0 {
                let _ = writeln!(out, "  return {p};");
            }
            out.push_str("}\n");
        }
        out
    }
}

impl std::fmt::Display for TaskPlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

impl Smaller for TaskPlan {
    fn reductions(&self) -> Vec<TaskPlan> {
        let mut out = Vec::new();
        for p in 0..self.procs.len() {
            for smaller in std::iter::once(Vec::new()).chain(without_one(&self.procs[p])) {
                let mut plan = self.clone();
                plan.procs[p] = smaller;
                out.push(plan);
            }
        }
        out.retain(|p| p != self);
        out
    }
}

fn without_one(list: &[Act]) -> Vec<Vec<Act>> {
    let mut out = Vec::new();
    for i in 0..list.len() {
        let mut shorter = list.to_vec();
        shorter.remove(i);
        out.push(shorter);
        if let Some(inner) = inner(&list[i]) {
            let mut unwrapped = list.to_vec();
            unwrapped.splice(i..=i, inner.iter().cloned());
            out.push(unwrapped);
            for smaller in without_one(inner) {
                let mut changed = list.to_vec();
                set_inner(&mut changed[i], smaller);
                out.push(changed);
            }
        }
        if let Act::Post {
            region,
            proc,
            pass,
            handler,
        } = list[i]
        {
            for (pass, handler) in [(None, handler), (pass, None)] {
                let mut changed = list.to_vec();
                changed[i] = Act::Post {
                    region,
                    proc,
                    pass,
                    handler,
                };
                out.push(changed);
            }
        }
    }
    out
}

/// Whether one of the acts, or one in them, is wanted.
fn any(acts: &[Act], wanted: &dyn Fn(&Act) -> bool) -> bool {
    let is_in = |act: &Act| inner(act).is_some_and(|acts| any(acts, wanted));
    acts.iter().any(|act| wanted(act) || is_in(act))
}

fn inner(act: &Act) -> Option<&Vec<Act>> {
    match act {
        Act::If(_, _, x)
        | Act::IfLocal(_, x)
        | Act::Isolated(x)
        | Act::IsolatedOn(_, x)
        | Act::Phased(_, x)
        | Act::PhasedAsync(x)
        | Act::PhasedLoop(_, x)
        | Act::Async(x)
        | Act::Finish(x)
        | Act::Future(x)
        | Act::Choose(x) => Some(x),
        _ => None,
    }
}

fn set_inner(act: &mut Act, list: Vec<Act>) {
    match act {
        Act::If(_, _, x)
        | Act::IfLocal(_, x)
        | Act::Isolated(x)
        | Act::IsolatedOn(_, x)
        | Act::Phased(_, x)
        | Act::PhasedAsync(x)
        | Act::PhasedLoop(_, x)
        | Act::Async(x)
        | Act::Finish(x)
        | Act::Future(x)
        | Act::Choose(x) => *x = list,
        _ => {}
    }
}

fn list(dice: &mut Dice, style: &TaskStyle, depth: u32, proc: u8, most: u32) -> Vec<Act> {
    let count = 1 + dice.below(most);
    (0..count).map(|_| act(dice, style, depth, proc)).collect()
}

fn act(dice: &mut Dice, style: &TaskStyle, depth: u32, proc: u8) -> Act {
    let v = dice.below(VARIABLES) as u8;
    let r = dice.below(REGIONS) as u8;
    let value = dice.below(2) as u8;
    loop {
        let nested = depth > 0;
        let inside = |dice: &mut Dice, style: &TaskStyle| list(dice, style, depth - 1, proc, 2);
        if style.ends && dice.one_in(8) {
            return Act::End;
        }
        if style.objects && nested && dice.one_in(5) {
            let objects = dice.below(OBJECTS.len() as u32) as u8;
            return Act::IsolatedOn(objects, inside(dice, style));
        }
        if style.phasers && dice.one_in(4) {
            let p = dice.below(PHASERS) as u8;
            return match dice.below(6) {
                0 if nested => Act::Phased(p, inside(dice, style)),
                1 | 2 if nested => Act::PhasedAsync(inside(dice, style)),
                3 if nested => Act::PhasedLoop(p, inside(dice, style)),
                _ => Act::Next,
            };
        }
        return match dice.below(30) {
            0 | 1 => Act::Read(v),
            2 | 3 => Act::Write(v, value),
            4 => Act::Increment(v),
            5 | 6 if nested => Act::If(v, value, inside(dice, style)),
            7 if nested && style.regions => Act::IfLocal(value + 1, inside(dice, style)),
            8..=12 if nested && style.isolated => {
                // Waiting in an isolated block is rare, but happens.
                let quiet = TaskStyle {
                    regions: style.regions && dice.one_in(8),
                    futures: style.futures && dice.one_in(8),
                    ..*style
                };
                Act::Isolated(inside(dice, &quiet))
            }
            13..=16 if nested => Act::Async(inside(dice, style)),
            17..=19 if nested => Act::Finish(inside(dice, style)),
            20 if nested && style.futures => Act::Future(inside(dice, style)),
            21 | 22 if style.futures => Act::Get(value),
            23 | 24 if style.regions && usize::from(proc) + 1 < PROCS => Act::Post {
                region: r,
                proc: proc + 1 + dice.below(PROCS as u32 - u32::from(proc) - 1) as u8,
                pass: dice.one_in(3).then_some(1 - r),
                handler: dice.one_in(3).then_some(dice.below(3) as u8),
            },
            25 if style.regions => Act::Await(r),
            26 if style.regions => Act::Ewait(r),
            27 if usize::from(proc) + 1 < PROCS => Act::Call(proc + 1),
            28 if nested && style.choices => Act::Choose(inside(dice, style)),
            _ => continue,
        };
    }
}

struct Writer<'a> {
    out: &'a mut String,
    /// Futures that can be asked here.
    futures: Vec<u32>,
    made: u32,
    /// Inside a task: the local variables are copies.
    task: bool,
    /// Phasers that the task is registered with.
    phasers: Vec<u8>,
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(depth));
    }

    fn list(&mut self, acts: &[Act], depth: usize) {
        let visible = self.futures.len();
        acts.iter().for_each(|a| self.act(a, depth));
        self.futures.truncate(visible);
    }

    fn block(&mut self, head: &str, acts: &[Act], depth: usize, tail: &str) {
        self.line(depth, &format!("{head} {{"));
        self.list(acts, depth + 1);
        self.line(depth, &format!("}}{tail}"));
    }

    /// A block that is a task of its own.
    fn task(&mut self, head: &str, acts: &[Act], depth: usize, tail: &str) {
        self.phased_task(head, Vec::new(), acts, depth, tail);
    }

    fn phased_task(&mut self, head: &str, phasers: Vec<u8>, acts: &[Act], depth: usize, tail: &str) {
        let phasers = std::mem::replace(&mut self.phasers, phasers);
        let outer = std::mem::replace(&mut self.task, true);
        self.line(depth, &format!("{head} {{ var n: int; var t: int;"));
        self.list(acts, depth + 1);
        self.line(depth, tail);
        self.task = outer;
        self.phasers = phasers;
    }

    fn act(&mut self, act: &Act, depth: usize) {
        match act {
            Act::Read(v) => self.line(depth, &format!("t := x{v};")),
            Act::Write(v, value) => self.line(depth, &format!("x{v} := {value};")),
            Act::End => self.line(depth, &format!("x{} := {};", VARIABLES - 1, lend::END)),
            Act::Increment(v) => self.line(depth, &format!("x{v} := x{v} + 1 & 3;")),
            Act::If(v, value, acts) => self.block(&format!("if x{v} == {value}"), acts, depth, ""),
            Act::IfLocal(value, acts) => self.block(&format!("if n == {value}"), acts, depth, ""),
            Act::Isolated(acts) => self.block("isolated", acts, depth, ""),
            Act::IsolatedOn(objects, acts) => {
                let objects = OBJECTS[usize::from(*objects)];
                self.block(&format!("isolated({objects})"), acts, depth, "");
            }
            Act::Phased(p, acts) if self.phasers.contains(p) => self.block("", acts, depth, ""),
            Act::Phased(p, acts) => {
                self.phasers.push(*p);
                self.block(&format!("phased(ph{p})"), acts, depth, "");
                self.phasers.pop();
            }
            Act::PhasedAsync(acts) if self.phasers.is_empty() => self.task("async", acts, depth, "}"),
            Act::PhasedAsync(acts) => {
                let phasers = self.phasers.clone();
                let names: Vec<String> = phasers.iter().map(|p| format!("ph{p}")).collect();
                let head = format!("async phased({})", names.join(", "));
                self.phased_task(&head, phasers, acts, depth, "}");
            }
            Act::PhasedLoop(p, acts) => {
                let (phasers, phased) = match self.phasers.contains(p) {
                    true => (Vec::new(), String::new()),
                    false => (vec![*p], format!(" phased(ph{p})")),
                };
                self.phased_task(&format!("forall i in 0..2{phased}"), phasers, acts, depth, "}");
            }
            Act::Next if self.phasers.is_empty() => {}
            Act::Next => self.line(depth, "next;"),
            Act::Finish(acts) => self.block("finish", acts, depth, ""),
            Act::Async(acts) => self.task("async", acts, depth, "}"),
            Act::Future(acts) => {
                let f = self.made;
                self.made += 1;
                self.task(&format!("future f{f} := async"), acts, depth, "return 1; };");
                self.futures.push(f);
            }
            Act::Get(which) => {
                if let Some(f) = self.futures.len().checked_sub(1 + usize::from(*which)) {
                    let f = self.futures[f];
                    self.line(depth, &format!("t := f{f}.get();"));
                }
            }
            Act::Post {
                region,
                proc,
                pass,
                handler,
            } => {
                let pass = pass.map_or(String::new(), |r| format!(" pass (r{r})"));
                let handler = match handler {
                    None => "",
                    Some(0) => " handler (v) { x0 := v; }",
                    Some(1) => " handler (v) { n := v; }",
                    Some(_) => " handler (v) { isolated { x1 := v; } }",
                };
                self.line(depth, &format!("post r{region} <- p{proc}(){pass}{handler};"));
            }
            Act::Await(r) => self.line(depth, &format!("await r{r};")),
            Act::Ewait(r) => self.line(depth, &format!("ewait r{r};")),
            Act::Call(p) => self.line(depth, &format!("t := p{p}();")),
            Act::Choose(acts) => self.block("choose", acts, depth, " or { skip; }"),
        }
    }
}
