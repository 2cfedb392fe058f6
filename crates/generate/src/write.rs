//! Plans as IR text.

use super::element::is_of_element;
use super::plan::{ATOMS, CELLS, ELEMENTS, LOCKS};
use super::{Action, MemoryOrder, Plan, Wait};
use std::fmt::Write;

impl Plan {
    /// The program, in the text form of the IR.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for i in 0..CELLS {
            let _ = writeln!(out, "global @x{i}: i32 = 0");
        }
        for i in 0..ATOMS {
            let _ = writeln!(out, "global @a{i}: i32 = 0");
        }
        for i in 0..LOCKS {
            let _ = writeln!(out, "global @m{i}: 40 bytes align 8");
            let _ = writeln!(out, "global @recursive{i}: 40 bytes align 8 = zero 16, i32 1");
            let _ = writeln!(out, "global @rw{i}: 56 bytes align 8");
            let _ = writeln!(out, "global @spin{i}: i32 = 0");
            let _ = writeln!(out, "global @sem{i}: 32 bytes align 8");
        }
        let participants = self
            .threads
            .iter()
            .filter(|t| mentions(t, &|a| matches!(a, Action::Barrier(_) | Action::Serial(..))))
            .count();
        let _ = writeln!(
            out,
            "global @barrier0: 32 bytes align 8 = i32 {}",
            participants.max(1)
        );
        out.push_str(
            "global @condition0: 48 bytes align 8\nglobal @flag0: i32 = 0\nglobal @once0: i32 = 0\n",
        );
        out.push_str(
            "global @pointer0: ptr = null\nglobal @lent: ptr = null\nglobal @lender: 40 bytes align 8\nthread_local global @local: i32 = 0\nfunc @malloc(i64) -> ptr\n",
        );
        let uses = |a: &Action| matches!(a, Action::SetKey(_) | Action::FollowKey | Action::DeleteKey);
        let keys = self.threads.iter().any(|t| mentions(t, &uses));
        if keys {
            out.push_str(
                "global @key0: i32 = 0\nfunc @destroy(%value: ptr) {\n  store i32 %value, 3\n  return\n}\n",
            );
        }
        // Values of the first cell need no destructor.
        let is_plain = self
            .threads
            .iter()
            .any(|t| mentions(t, &|a| *a == Action::SetKey(0)));
        self.write_library(&mut out);
        let mut taken = Vec::new();
        let functions: Vec<usize> = (0..self.threads.len()).map(|t| self.function(t)).collect();
        for (t, actions) in self.threads.iter().enumerate() {
            if functions[t] != t {
                continue;
            }
            let mut writer = Writer {
                functions: &functions,
                out: &mut out,
                labels: 0,
                depth: 0,
                loops: 0,
                started: Vec::new(),
                taken: &mut taken,
            };
            if t == 0 {
                writer.line("func @main() -> i32 {");
                writer.slot(actions);
                if keys {
                    let destructor = if is_plain { "null" } else { "@destroy" };
                    writer.line(&format!("  %k = key_create {destructor}\n  store i32 @key0, %k"));
                }
            } else {
                writer.line(&format!("func @thread{t}(%arg: ptr) -> ptr {{"));
                writer.slot(actions);
            }
            writer.list(actions);
            writer.line(if t == 0 { "  return 0" } else { "  return null" });
            writer.line("}");
        }
        out
    }
}

impl Plan {
    /// What calls of the library need: its functions, and those that it calls back.
    fn write_library(&self, out: &mut String) {
        let has = |what: &dyn Fn(&Action) -> bool| self.threads.iter().any(|t| mentions(t, what));
        if has(&|a| matches!(a, Action::Search | Action::WriteElement(_))) {
            let _ = writeln!(
                out,
                "global @table: {} bytes align 4\nfunc @bsearch(ptr, ptr, i64, i64, ptr) -> ptr\n\
                 func @compare(%a: ptr, %b: ptr) -> i32 {{\n  %w = load i32 %b\n  %v = atomic_load i32 @a0 seq_cst\n  \
                 %v = sub i32 %v, 1\n  return %v\n}}",
                ELEMENTS * 4
            );
        }
        if has(&|a| matches!(a, Action::MeetEnd | Action::IfEnd(_))) {
            out.push_str(
                "global @stdin: 216 bytes align 8\nfunc @getchar() -> i32\nfunc @feof(ptr) -> i32\n",
            );
        }
        if has(&is_of_element) {
            Plan::write_elements(out);
        }
        if has(&|a| *a == Action::AtExit) {
            out.push_str("func @atexit(ptr) -> i32\nfunc @handle() {\n  store i32 @x0, 1\n  return\n}\n");
        }
    }

    /// The thread whose function a thread runs: threads that do the same share one, unless it starts threads.
    fn function(&self, t: usize) -> usize {
        let actions = &self.threads[t];
        if t == 0
            || mentions(actions, &|a| {
                matches!(a, Action::Start(_) | Action::Join(_) | Action::Leave(_))
            })
        {
            return t;
        }
        (1..t).find(|&u| self.threads[u] == *actions).unwrap_or(t)
    }
}

fn mentions(list: &[Action], what: &dyn Fn(&Action) -> bool) -> bool {
    list.iter()
        .any(|a| what(a) || a.inner().is_some_and(|inner| mentions(inner, what)))
}

pub(super) struct Writer<'a> {
    out: &'a mut String,
    /// Which function each thread runs.
    functions: &'a [usize],
    labels: u32,
    /// How many actions are around this one.
    depth: u32,
    /// How many of them are loops.
    loops: u32,
    /// Threads that this one has started and not joined.
    started: Vec<u8>,
    /// Threads that somebody starts.
    taken: &'a mut Vec<u8>,
}

fn load_order(o: MemoryOrder) -> &'static str {
    match o {
        MemoryOrder::Relaxed => "relaxed",
        MemoryOrder::AcqRel => "acquire",
        MemoryOrder::SeqCst => "seq_cst",
    }
}

fn store_order(o: MemoryOrder) -> &'static str {
    match o {
        MemoryOrder::Relaxed => "relaxed",
        MemoryOrder::AcqRel => "release",
        MemoryOrder::SeqCst => "seq_cst",
    }
}

fn both_orders(o: MemoryOrder) -> &'static str {
    match o {
        MemoryOrder::Relaxed => "relaxed",
        MemoryOrder::AcqRel => "acq_rel",
        MemoryOrder::SeqCst => "seq_cst",
    }
}

impl Writer<'_> {
    pub(super) fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// The cell that a thread lends, and the numbers that pick elements.
    fn slot(&mut self, actions: &[Action]) {
        let picks = mentions(actions, &is_of_element);
        if picks {
            self.line("  reg %i0: i64, %i1: i64, %j0: i64, %j1: i64");
        }
        if mentions(actions, &|a| matches!(a, Action::Lend(..))) {
            self.line("  slot $lent: i32");
        }
        if picks {
            self.line("  %i0 = 0\n  %i1 = 1");
        }
    }

    pub(super) fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels
    }

    fn list(&mut self, actions: &[Action]) {
        for a in actions {
            self.action(a);
        }
    }

    pub(super) fn inside(&mut self, inner: &[Action]) {
        self.depth += 1;
        self.list(inner);
        self.depth -= 1;
    }

    /// `inner` between two lines.
    fn between(&mut self, before: String, inner: &[Action], after: String) {
        self.line(&before);
        self.inside(inner);
        self.line(&after);
    }

    /// `inner` if the register is not zero.
    fn guarded(&mut self, register: &str, inner: &[Action], last: Option<String>) {
        let n = self.label();
        self.line(&format!("  br {register}, then{n}, end{n}\nthen{n}:"));
        self.inside(inner);
        if let Some(last) = last {
            self.line(&last);
        }
        self.line(&format!("  jump end{n}\nend{n}:"));
    }

    /// Long because it has an arm for each action.
    fn action(&mut self, a: &Action) {
        match a {
            Action::Read(c) => self.line(&format!("  %v = load i32 @x{c}")),
            Action::Write(c, v) => self.line(&format!("  store i32 @x{c}, {v}")),
            Action::Increment(c) => {
                self.line(&format!(
                    "  %v = load i32 @x{c}\n  %v = add i32 %v, 1\n  %v = and i32 %v, 3\n  store i32 @x{c}, %v"
                ));
            }
            Action::Choose(_)
            | Action::InElement(..)
            | Action::InBoth(..)
            | Action::InComputed(..)
            | Action::KeepElement(_)
            | Action::TouchElement(_) => self.element(a),
            Action::WriteByte(c, b) => self.line(&format!("  store i8 @x{c} + {b}, 1")),
            Action::Locked(m, x) => {
                self.between(format!("  mutex_lock @m{m}"), x, format!("  mutex_unlock @m{m}"))
            }
            Action::TryLocked(m, x) => {
                self.line(&format!("  %r = mutex_trylock @m{m}\n  %ok = eq i32 %r, 0"));
                self.guarded("%ok", x, Some(format!("  mutex_unlock @m{m}")));
            }
            Action::Refused(m, x) => {
                let n = self.label();
                self.line(&format!(
                    "  %r = mutex_trylock @m{m}\n  br %r, then{n}, got{n}\ngot{n}:\n  mutex_unlock @m{m}\n  jump end{n}\nthen{n}:"
                ));
                self.inside(x);
                self.line(&format!("  jump end{n}\nend{n}:"));
            }
            Action::Keep(m) => self.line(&format!("  mutex_lock @m{m}")),
            Action::Recursive(m, x) => self.between(
                format!("  mutex_lock @recursive{m}\n  mutex_lock @recursive{m}"),
                x,
                format!("  mutex_unlock @recursive{m}\n  mutex_unlock @recursive{m}"),
            ),
            Action::ReadLocked(m, x) => {
                self.between(
                    format!("  rwlock_rdlock @rw{m}"),
                    x,
                    format!("  rwlock_unlock @rw{m}"),
                );
            }
            Action::WriteLocked(m, x) => {
                self.between(
                    format!("  rwlock_wrlock @rw{m}"),
                    x,
                    format!("  rwlock_unlock @rw{m}"),
                );
            }
            Action::ReadTwice(m, x) => self.between(
                format!("  rwlock_rdlock @rw{m}\n  rwlock_rdlock @rw{m}"),
                x,
                format!("  rwlock_unlock @rw{m}\n  rwlock_unlock @rw{m}"),
            ),
            Action::Careless(m, writes, x) => {
                let word = if *writes { "trywrlock" } else { "tryrdlock" };
                self.between(
                    format!("  %r = rwlock_{word} @rw{m}"),
                    x,
                    format!("  rwlock_unlock @rw{m}"),
                );
            }
            Action::GiveUp(m) => self.line(&format!("  rwlock_unlock @rw{m}")),
            Action::Spun(m, x) => self.between(
                format!("  spin_lock @spin{m}"),
                x,
                format!("  spin_unlock @spin{m}"),
            ),
            Action::If(c, v, x) => {
                self.line(&format!("  %v = load i32 @x{c}\n  %c = eq i32 %v, {v}"));
                self.guarded("%c", x, None);
            }
            Action::IfAtomic(c, v, o, x) => {
                self.line(&format!(
                    "  %v = atomic_load i32 @a{c} {}\n  %c = eq i32 %v, {v}",
                    load_order(*o)
                ));
                self.guarded("%c", x, None);
            }
            Action::Spin(c, o) => {
                let n = self.label();
                self.line(&format!(
                    "  jump spin{n}\nspin{n}:\n  %v = atomic_load i32 @a{c} {}\n  br %v, go{n}, spin{n}\ngo{n}:",
                    load_order(*o)
                ));
            }
            Action::AtomicStore(c, v, o) => {
                self.line(&format!("  atomic_store i32 @a{c}, {v} {}", store_order(*o)))
            }
            Action::AtomicAdd(c, o) => {
                self.line(&format!("  atomic_rmw add i32 @a{c}, 1 {}", both_orders(*o)));
            }
            Action::CompareSwap(c, o, x) => {
                self.line(&format!(
                    "  %v, %ok = atomic_cas i32 @a{c}, 0, 1 {} {}",
                    both_orders(*o),
                    load_order(*o)
                ));
                self.guarded("%ok", x, None);
            }
            Action::Unswapped(c, o, x) => {
                self.line(&format!(
                    "  %v, %ok = atomic_cas i32 @a{c}, 0, 1 {} {}\n  %c = eq i32 %ok, 0",
                    both_orders(*o),
                    load_order(*o)
                ));
                self.guarded("%c", x, None);
            }
            Action::PlainAtomic(c, true) => self.line(&format!("  store i32 @a{c}, 1")),
            Action::PlainAtomic(c, false) => self.line(&format!("  %v = load i32 @a{c}")),
            Action::Fence(o) => self.line(&format!(
                "  fence {}",
                if *o == MemoryOrder::Relaxed {
                    "acq_rel"
                } else {
                    both_orders(*o)
                }
            )),
            Action::Barrier(b) => self.line(&format!("  barrier_wait @barrier{b}")),
            Action::Serial(b, named, x) => {
                let relation = if *named { "ne" } else { "eq" };
                self.line(&format!(
                    "  %r = barrier_wait @barrier{b}\n  %c = {relation} i32 %r, 0"
                ));
                self.guarded("%c", x, None);
            }
            Action::Post(s) => self.line(&format!("  sem_post @sem{s}")),
            Action::Take(s) => self.line(&format!("  sem_wait @sem{s}")),
            Action::Untaken(s, x) => {
                self.line(&format!("  %r = sem_trywait @sem{s}\n  %c = ne i32 %r, 0"));
                self.guarded("%c", x, None);
            }
            Action::Signal(c, all) => self.line(&format!(
                "  mutex_lock @m0\n  store i32 @flag{c}, 1\n  {} @condition{c}\n  mutex_unlock @m0",
                if *all { "cond_broadcast" } else { "cond_signal" }
            )),
            Action::Await(c) => {
                let n = self.label();
                self.line(&format!(
                    "  mutex_lock @m0\n  jump test{n}\ntest{n}:\n  %v = load i32 @flag{c}\n  br %v, go{n}, wait{n}\n\
                     wait{n}:\n  cond_wait @condition{c}, @m0\n  jump test{n}\ngo{n}:\n  mutex_unlock @m0"
                ));
            }
            Action::Wake(c, all) => {
                let word = if *all { "cond_broadcast" } else { "cond_signal" };
                self.line(&format!("  {word} @condition{c}"));
            }
            Action::Sleep(c, x) => self.between(
                format!("  mutex_lock @m0\n  cond_wait @condition{c}, @m0"),
                x,
                "  mutex_unlock @m0".into(),
            ),
            Action::AwaitCell(c, way, x) => {
                let n = self.label();
                let other = (c + 1) % CELLS;
                let written = match way {
                    Wait::Writing => format!("  store i32 @x{other}, 1\n"),
                    _ => String::new(),
                };
                let wait = match way {
                    Wait::Timed => "cond_timedwait",
                    _ => "cond_wait",
                };
                let back = match way {
                    Wait::Once => "go",
                    _ => "test",
                };
                self.line(&format!(
                    "  mutex_lock @m0\n  jump test{n}\ntest{n}:\n  %v = load i32 @x{c}\n  br %v, go{n}, wait{n}\n\
                     wait{n}:\n{written}  {wait} @condition0, @m0\n  jump {back}{n}\ngo{n}:"
                ));
                self.inside(x);
                self.line("  mutex_unlock @m0");
            }
            Action::Once(c, x) => {
                self.line(&format!("  %v = once_begin @once{c}"));
                self.guarded("%v", x, Some(format!("  once_end @once{c}")));
            }
            Action::Atomically(x) => self.between("  atomic_begin".into(), x, "  atomic_end".into()),
            Action::Repeat(times, x) => {
                let n = self.label();
                self.line(&format!(
                    "  %count{n} = add i32 0, 0\n  jump head{n}\nhead{n}:\n  %c = lt_s i32 %count{n}, {times}\n  br %c, body{n}, \
                     done{n}\nbody{n}:"
                ));
                self.loops += 1;
                self.inside(x);
                self.loops -= 1;
                self.line(&format!(
                    "  %count{n} = add i32 %count{n}, 1\n  jump head{n}\ndone{n}:"
                ));
            }
            Action::Maybe(choices, x) => {
                self.line(&format!(
                    "  %v = nondet i32 signed 0..{}\n  %c = eq i32 %v, 0",
                    choices - 1
                ));
                self.guarded("%c", x, None);
            }
            Action::Start(t) => {
                if self.loops == 0 && !self.taken.contains(t) {
                    self.taken.push(*t);
                    // Behind a branch it may not have been started when others are joined.
                    if self.depth == 0 {
                        self.started.push(*t);
                    }
                    let function = self.functions.get(usize::from(*t)).copied().unwrap_or_default();
                    self.line(&format!("  %h{t} = thread_create @thread{function}, null, 0"));
                }
            }
            Action::Join(t) => {
                if self.depth == 0
                    && let Some(i) = self.started.iter().position(|s| s == t)
                {
                    self.started.remove(i);
                    self.line(&format!("  _ = thread_join %h{t}"));
                }
            }
            Action::Leave(t) => {
                if self.depth == 0
                    && let Some(i) = self.started.iter().position(|s| s == t)
                {
                    self.started.remove(i);
                    let n = self.label();
                    self.line(&format!(
                        "  %c = nondet i32 signed 0..1\n  br %c, join{n}, leave{n}\njoin{n}:\n  _ = thread_join %h{t}\n  \
                         jump left{n}\nleave{n}:\n  thread_detach %h{t}\n  jump left{n}\nleft{n}:"
                    ));
                }
            }
            Action::SetKey(c) => {
                self.line(&format!("  %k = load i32 @key0\n  %r = key_set %k, @x{c}"));
            }
            Action::FollowKey => {
                let n = self.label();
                self.line(&format!(
                    "  %k = load i32 @key0\n  %p = key_get %k\n  %c = ne ptr %p, null\n  br %c, then{n}, end{n}\nthen{n}:\n  \
                     store i32 %p, 2\n  jump end{n}\nend{n}:"
                ));
            }
            Action::DeleteKey => self.line("  %k = load i32 @key0\n  %r = key_delete %k"),
            Action::Publish(order) => {
                self.line("  %p = call @malloc(i64 4)\n  store i32 %p, 1");
                self.line(&match order {
                    Some(o) => format!("  atomic_store ptr @pointer0, %p {}", store_order(*o)),
                    None => "  store ptr @pointer0, %p".to_owned(),
                });
            }
            Action::Follow(order) => {
                self.line(&match order {
                    Some(o) => format!("  %p = atomic_load ptr @pointer0 {}", load_order(*o)),
                    None => "  %p = load ptr @pointer0".to_owned(),
                });
                self.line("  %c = ne ptr %p, null");
                let n = self.label();
                self.line(&format!(
                    "  br %c, then{n}, end{n}\nthen{n}:\n  store i32 %p, 2\n  jump end{n}\nend{n}:"
                ));
            }
            Action::Search => self.line(&format!(
                "  %p = call @bsearch(@a0, @table, {ELEMENTS}, 4, @compare)"
            )),
            Action::WriteElement(i) => self.line(&format!("  store i32 @table + {}, 1", i * 4)),
            Action::Key(number, x) => {
                self.line(&format!("  %v = key_create null\n  %c = eq i32 %v, {number}"));
                self.guarded("%c", x, None);
            }
            Action::MeetEnd => self.line("  %v = call @getchar()"),
            Action::IfEnd(x) => {
                self.line("  %v = call @feof(@stdin)\n  %c = ne i32 %v, 0");
                self.guarded("%c", x, None);
            }
            Action::AtExit => self.line("  %v = call @atexit(@handle)"),
            Action::Lend(back, x) => {
                let back = match back {
                    true => "  mutex_lock @lender\n  store ptr @lent, null\n  mutex_unlock @lender\n",
                    false => "",
                };
                self.between(
                    "  %l = slot_addr $lent\n  store i32 %l, 1\n  mutex_lock @lender\n  store ptr @lent, %l\n  mutex_unlock @lender".into(),
                    x,
                    format!("{back}  slot_dead $lent"),
                );
            }
            Action::Borrow(inside) => {
                let n = self.label();
                let (before, after) = match inside {
                    true => ("", "\n  mutex_unlock @lender"),
                    false => ("\n  mutex_unlock @lender", ""),
                };
                self.line(&format!(
                    "  mutex_lock @lender\n  %p = load ptr @lent{before}\n  %c = ne ptr %p, null\n  br %c, then{n}, end{n}\nthen{n}:\n  \
                     store i32 %p, 2\n  jump end{n}\nend{n}:{after}"
                ));
            }
            Action::Local => self.line("  %p = thread_local_addr @local\n  store i32 %p, 1"),
        }
    }
}
