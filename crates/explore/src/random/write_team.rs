//! Plans of teams as IR text.
//!
//! It does what the runtime for C does, with as few accesses as possible: a thread's number, counters and bounds are registers.

use super::team::{CELLS, Change, Deed, ELEMENTS, Item, Lease, Mapping, Place, TeamPlan};
use std::fmt::Write;

impl TeamPlan {
    /// The program, in the text form of the IR.
    pub fn text(&self) -> String {
        let mut writer = Writer {
            plan: self,
            out: String::new(),
            tasks: Vec::new(),
            labels: 0,
            index: None,
            in_task: false,
            reduces: false,
            group: 0,
            slots: Vec::new(),
            lease: None,
        };
        writer.region();
        let mut done = 0;
        // Tasks may create tasks.
        while done < writer.tasks.len() {
            let task = writer.tasks[done].clone();
            writer.in_task = true;
            writer.index = None;
            writer.line(&format!("func @task{done}(%arg: ptr) -> ptr {{"));
            if task.part.is_some() {
                writer.line("  reg %w: i64");
            }
            let start = writer.out.len();
            writer.line("start:");
            if task.is_leased {
                writer.line("  %arg = load ptr %arg");
            }
            match task.part {
                None => writer.list(&task.body),
                Some(part) => writer.part(&part, &task.body),
            }
            writer.line("  return null\n}");
            writer.declare_slots(start);
            done += 1;
        }
        let mut out = String::new();
        for i in 0..CELLS {
            let _ = writeln!(out, "global @x{i}: i32 = 0");
        }
        let _ = writeln!(out, "global @lent: ptr = @x0");
        let _ = writeln!(out, "global @sum: i32 = 0\nglobal @atom0: i32 = 0");
        let _ = writeln!(out, "global @a: {} bytes align 4", 4 * u32::from(ELEMENTS));
        out.push_str("global @m0: 40 bytes align 8\nglobal @m1: 40 bytes align 8\n");
        out.push_str("global @reduction: 40 bytes align 8\nglobal @loops: 64 bytes align 8\n");
        let _ = writeln!(out, "global @barrier: 32 bytes align 8 = i32 {}", self.size);
        for i in 0..self.items.len() {
            let _ = writeln!(out, "global @ordered{i}: i64 = 0");
        }
        out.push_str("func @malloc(%0: i64) -> ptr\n");
        out + &writer.out
    }
}

/// A task.
#[derive(Clone)]
struct Task {
    body: Vec<Deed>,
    /// The iterations that it shares with others.
    part: Option<Part>,
    /// Whether it gets where the address of its element is.
    is_leased: bool,
}

/// A part of the iterations of a loop.
#[derive(Clone)]
struct Part {
    /// The number of the loop.
    number: u32,
    works: u8,
    member: u8,
}

struct Writer<'a> {
    plan: &'a TeamPlan,
    out: String,
    /// Each becomes a function.
    tasks: Vec<Task>,
    labels: u32,
    /// The register with the number of the iteration.
    index: Option<&'static str>,
    in_task: bool,
    reduces: bool,
    group: u32,
    /// The numbers of leased variables in the function at hand.
    slots: Vec<u32>,
    /// The variable of the innermost lease around.
    lease: Option<u32>,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels
    }

    fn region(&mut self) {
        self.line("func @region(%me: i32) {\n  reg %w: i64, %i: i64, %last: i64, %total: i32, %count: i32");
        if self.plan.lends() {
            self.line("  slot $own: 4 bytes align 4");
        }
        let start = self.out.len();
        self.line("start:\n  %count = 0");
        if self.plan.lends() {
            self.line("  %own = slot_addr $own\n  store i32 %own, 0");
        }
        for (number, item) in self.plan.items.iter().enumerate() {
            self.item(number, item);
        }
        self.finish_tasks();
        self.line("  return\n}");
        self.declare_slots(start);
        for i in 1..self.plan.size {
            self.line(&format!(
                "func @member{i}(%arg: ptr) -> ptr {{\n  call @region(i32 {i})\n  return null\n}}"
            ));
        }
        self.line("func @main() -> i32 {");
        for i in 1..self.plan.size {
            self.line(&format!("  %h{i} = thread_create @member{i}, null, 2"));
        }
        self.line("  call @region(i32 0)");
        for i in 1..self.plan.size {
            self.line(&format!("  _ = thread_join %h{i}"));
        }
        self.list(&self.plan.after);
        if let Some((place, value)) = self.plan.late {
            let at = self.address(place);
            let n = self.label();
            self.line(&format!(
                "  %v = load i32 {at}\n  %c = eq i32 %v, {value}\n  br %c, late{n}, never{n}\nlate{n}:\n  %h = thread_create \
                 @late, null, 0\n  store i32 @x1, 1\n  _ = thread_join %h\n  jump never{n}\nnever{n}:"
            ));
        }
        self.line("  return 0\n}");
        if self.plan.late.is_some() {
            self.line("func @late(%arg: ptr) -> ptr {\n  store i32 @x1, 2\n  return null\n}");
        }
    }

    /// Declares the leased variables of the function whose code starts here.
    fn declare_slots(&mut self, start: usize) {
        let declare = |n: u32| format!("  slot $lease{n}: 8 bytes align 8\n");
        let slots: String = self.slots.drain(..).map(declare).collect();
        self.out.insert_str(start, &slots);
        self.lease = None;
    }

    /// A variable, and a task that gets its address as tasks of C get what they share: in a block of its own.
    fn lease(&mut self, lease: &Lease) {
        let n = self.label();
        let task = self.tasks.len();
        self.slots.push(n);
        self.tasks.push(Task {
            body: lease.task.clone(),
            part: None,
            is_leased: true,
        });
        self.line(&format!(
            "  %lease{n} = slot_addr $lease{n}\n  store i32 %lease{n}, 0"
        ));
        self.line(&format!(
            "  %block = call @malloc(8)\n  store ptr %block, %lease{n}"
        ));
        self.line(&format!("  _ = task_create @task{task}, %block"));
        let outer = self.lease.replace(n);
        self.list(&lease.meanwhile);
        self.lease = outer;
        if lease.waits {
            self.line(&format!("  task_wait\n  %v = load i32 %lease{n}"));
        }
        if lease.ends {
            self.line(&format!("  slot_dead $lease{n}"));
        }
    }

    fn finish_tasks(&mut self) {
        if self.plan.has_tasks() {
            self.line("  task_wait_since 0");
        }
    }

    fn barrier(&mut self) {
        self.finish_tasks();
        self.line("  barrier_wait @barrier");
    }

    fn item(&mut self, number: usize, item: &Item) {
        match item {
            Item::All(list) => self.list(list),
            Item::One(who, list) => {
                self.line(&format!("  %c = eq i32 %me, {who}"));
                self.guarded(list);
            }
            Item::Barrier => self.barrier(),
            Item::Combine(who) => {
                let n = self.label();
                if let Some(who) = who {
                    self.line(&format!(
                        "  %c = eq i32 %me, {who}\n  br %c, then{n}, end{n}\nthen{n}:"
                    ));
                }
                self.combine("%count");
                if who.is_some() {
                    self.line(&format!("  jump end{n}\nend{n}:"));
                }
            }
            Item::Single(nowait, list) => {
                self.works(number, 1, |s| s.list(list));
                self.end(*nowait);
            }
            Item::Sections(nowait, sections) => {
                self.works(number, sections.len() as u64, |s| {
                    for (i, section) in sections.iter().enumerate() {
                        s.line(&format!("  %c = eq i64 %w, {i}"));
                        s.guarded(section);
                    }
                });
                self.end(*nowait);
            }
            Item::Loop {
                mapping,
                works,
                nowait,
                reduction,
                ordered,
                body,
            } => {
                self.index = Some("%i");
                self.reduces = *reduction;
                if *reduction {
                    self.line("  %total = 0");
                }
                let iteration = |s: &mut Self| {
                    s.list(body);
                    if let Some(ordered) = ordered {
                        s.line(&format!("  ordered_enter @ordered{number}, %i"));
                        s.list(ordered);
                        s.line(&format!(
                            "  %next = add i64 %i, 1\n  ordered_exit @ordered{number}, %next"
                        ));
                    }
                };
                self.spread(number, *mapping, u64::from(*works), iteration);
                self.index = None;
                self.reduces = false;
                if *reduction {
                    self.combine("%total");
                }
                self.end(*nowait);
            }
        }
    }

    /// Combines what a register holds with the sum of reductions.
    fn combine(&mut self, register: &str) {
        self.line("  mutex_lock @reduction\n  %v = load i32 @sum");
        self.change("%v", self.plan.combine, register);
        self.line("  store i32 @sum, %v\n  mutex_unlock @reduction");
    }

    fn end(&mut self, nowait: bool) {
        if !nowait {
            self.barrier();
        }
    }

    /// The iterations of a loop.
    fn spread(&mut self, number: usize, mapping: Mapping, works: u64, iteration: impl Fn(&mut Self)) {
        let size = u64::from(self.plan.size);
        match mapping {
            Mapping::Open => self.works(number, works, |s| {
                s.line("  %i = %w");
                iteration(s);
            }),
            Mapping::Chunks => self.works(number, works.div_ceil(2), |s| {
                let n = s.label();
                s.line("  %i = mul i64 %w, 2\n  %last = add i64 %i, 2");
                s.line(&format!(
                    "  %c = lt_s i64 {works}, %last\n  br %c, short{n}, go{n}\nshort{n}:\n  %last = {works}\n  jump go{n}\ngo{n}:"
                ));
                s.count(&iteration, 1);
            }),
            Mapping::Even => {
                let (each, rest) = (works / size, works % size);
                let n = self.label();
                for k in 0..size {
                    let first = each * k + k.min(rest);
                    let last = first + each + u64::from(k < rest);
                    self.line(&format!(
                        "  %c = eq i32 %me, {k}\n  br %c, part{n}_{k}, next{n}_{k}\npart{n}_{k}:\n  %i = {first}\n  %last = \
                         {last}\n  jump go{n}\nnext{n}_{k}:"
                    ));
                }
                self.line(&format!("  unreachable\ngo{n}:"));
                self.count(&iteration, 1);
            }
            Mapping::InTurn => {
                self.line(&format!("  %i = sext i32 %me to i64\n  %last = {works}"));
                self.count(&iteration, size);
            }
        }
    }

    /// `while (i < last) { …; i += step }`.
    fn count(&mut self, iteration: &impl Fn(&mut Self), step: u64) {
        let n = self.label();
        self.line(&format!(
            "  jump head{n}\nhead{n}:\n  %c = lt_s i64 %i, %last\n  br %c, body{n}, done{n}\nbody{n}:"
        ));
        iteration(self);
        self.line(&format!("  %i = add i64 %i, {step}\n  jump head{n}\ndone{n}:"));
    }

    /// Works whose mapping is open; the number of each is in `%w`.
    fn works(&mut self, number: usize, works: u64, work: impl Fn(&mut Self)) {
        let size = self.plan.size;
        self.shared_works(
            &format!("@barrier, {number}"),
            works,
            &format!("%me, {size}"),
            work,
        );
    }

    /// What a task does of a loop that several share.
    fn part(&mut self, part: &Part, body: &[Deed]) {
        let Part {
            number,
            works,
            member,
        } = *part;
        self.index = Some("%w");
        let construct = format!("%arg, {}", 1000 + number);
        self.shared_works(&construct, u64::from(works), &format!("{member}, 2"), |s| {
            s.list(body)
        });
        self.index = None;
    }

    /// Works of a construct for one of its members.
    fn shared_works(&mut self, construct: &str, works: u64, member: &str, work: impl Fn(&mut Self)) {
        let n = self.label();
        let request = format!("{construct}, {works}, {member}");
        self.line(&format!(
            "  %w = work_share {request}\n  %end = work_limit\n  jump range{n}\nrange{n}:\n  %c = lt_s i64 %w, %end\n  br %c, \
             work{n}, done{n}\nwork{n}:\n  work_begin {construct}, %w"
        ));
        work(self);
        self.line(&format!(
            "  work_end\n  %w = add i64 %w, 1\n  %c = lt_s i64 %w, %end\n  br %c, work{n}, more{n}\nmore{n}:\n  %w = work_more \
             {request}\n  %end = work_limit\n  jump range{n}\ndone{n}:"
        ));
    }

    fn list(&mut self, list: &[Deed]) {
        list.iter().for_each(|deed| self.deed(deed));
    }

    /// Does the list if `%c` is not zero.
    fn guarded(&mut self, list: &[Deed]) {
        let n = self.label();
        self.line(&format!("  br %c, then{n}, end{n}\nthen{n}:"));
        self.list(list);
        self.line(&format!("  jump end{n}\nend{n}:"));
    }

    /// The address of a place; instructions that compute it are written.
    fn address(&mut self, place: Place) -> String {
        match place {
            Place::Cell(i) => format!("@x{i}"),
            // Within a reduction the name means the private copy.
            Place::Sum if self.reduces => "@x0".to_owned(),
            Place::Sum => "@sum".to_owned(),
            Place::Atom => "@atom0".to_owned(),
            Place::Element(next) => {
                if self.in_task && self.index.is_none() {
                    self.line(&format!("  %p = offset %arg, 0 * 4 + {}", 4 * next));
                    return "%p".to_owned();
                }
                match self.index {
                    Some(index) => {
                        self.line(&format!("  %p = offset @a, {index} * 4 + {}", 4 * next));
                        "%p".to_owned()
                    }
                    None => format!("@a + {}", 4 * next),
                }
            }
            Place::Mine => {
                self.line("  %q = sext i32 %me to i64\n  %p = offset @a, %q * 4");
                "%p".to_owned()
            }
            Place::Private => "%own".to_owned(),
            Place::Leased => match self.lease {
                Some(n) => format!("%lease{n}"),
                None => "@x0".to_owned(),
            },
            Place::Lent => {
                self.line("  %p = load ptr @lent");
                "%p".to_owned()
            }
            Place::Counted => {
                self.line(
                    "  %half = and i32 %count, 1\n  %q = sext i32 %half to i64\n  %p = offset @a, %q * 4",
                );
                "%p".to_owned()
            }
        }
    }

    /// A number to combine with: this one, or that of the iteration.
    fn number(&mut self, value: u8) -> String {
        match (value, self.index) {
            (0, Some(index)) => {
                self.line(&format!("  %e = trunc i64 {index} to i32"));
                "%e".to_owned()
            }
            (0, None) => "1".to_owned(),
            (value, _) => value.to_string(),
        }
    }

    /// Changes what a register holds.
    fn change(&mut self, register: &str, change: Change, value: &str) {
        let (a, b) = (register, value);
        let op = match change {
            Change::Sub => "sub",
            Change::Mul => "mul",
            Change::And => "and",
            Change::Or => "or",
            Change::Xor => "xor",
            Change::From => return self.line(&format!("  {a} = sub i32 {b}, {a}")),
            Change::Any => {
                return self.line(&format!(
                    "  %b = ne i32 {b}, 0\n  {a} = ne i32 {a}, 0\n  {a} = or i32 {a}, %b"
                ));
            }
            Change::Set => return self.line(&format!("  {a} = {b}")),
            Change::Add | Change::Byte | Change::Middle | Change::Used => "add",
        };
        self.line(&format!("  {a} = {op} i32 {a}, {b}"));
    }

    fn deed(&mut self, deed: &Deed) {
        let order = |orders: bool| if orders { "seq_cst" } else { "relaxed" };
        match deed {
            Deed::Read(place) => {
                let at = self.address(*place);
                self.line(&format!("  %v = load i32 {at}"));
            }
            Deed::Write(place) => {
                let at = self.address(*place);
                self.line(&format!("  store i32 {at}, 1"));
            }
            Deed::Increment(place) => {
                let at = self.address(*place);
                self.line(&format!(
                    "  %v = load i32 {at}\n  %v = add i32 %v, 1\n  store i32 {at}, %v"
                ));
            }
            Deed::Update(place, change, value) => {
                let at = self.address(*place);
                let value = self.number(*value);
                match change {
                    Change::Set => self.line(&format!("  store i32 {at}, {value}")),
                    Change::Byte => self.line(&format!(
                        "  %s = load i8 {at}\n  %t = sext i8 %s to i32\n  %t = add i32 %t, {value}\n  %s = trunc i32 %t to \
                         i8\n  store i8 {at}, %s"
                    )),
                    Change::Middle => self.line(&format!(
                        "  %z = load i16 {at} + 1\n  %t = zext i16 %z to i32\n  %t = add i32 %t, {value}\n  %z = trunc i32 %t \
                         to i16\n  store i16 {at} + 1, %z"
                    )),
                    _ => {
                        self.line(&format!("  %v = load i32 {at}"));
                        self.change("%v", *change, &value);
                        self.line(&format!("  store i32 {at}, %v"));
                        if *change == Change::Used {
                            self.line("  %c = eq i32 %v, 2");
                            self.guarded(&[Deed::Write(Place::Cell(1))]);
                        }
                    }
                }
            }
            Deed::Collect(change, value) => {
                let value = self.number(*value);
                let counter = if self.reduces { "%total" } else { "%count" };
                self.change(counter, *change, &value);
                if *change == Change::Used {
                    self.line(&format!("  %c = eq i32 {counter}, 2"));
                    self.guarded(&[Deed::Write(Place::Cell(1))]);
                }
            }
            Deed::Reset => {
                let counter = if self.reduces { "%total" } else { "%count" };
                self.line(&format!("  {counter} = 0"));
            }
            Deed::IfIs(place, value, list) => {
                let at = self.address(*place);
                self.line(&format!("  %v = load i32 {at}\n  %c = eq i32 %v, {value}"));
                self.guarded(list);
            }
            Deed::IfFetched(cell, list) => {
                self.line(&format!("  %c = atomic_rmw add i32 @atom{cell}, 1 seq_cst"));
                self.guarded(list);
            }
            Deed::If(place, list) => {
                let at = self.address(*place);
                self.line(&format!("  %c = load i32 {at}"));
                self.guarded(list);
            }
            Deed::Critical(name, list) => {
                self.line(&format!("  mutex_lock @m{name}"));
                self.list(list);
                self.line(&format!("  mutex_unlock @m{name}"));
            }
            Deed::AtomicAdd(cell, orders) => {
                self.line(&format!("  atomic_rmw add i32 @atom{cell}, 1 {}", order(*orders)))
            }
            Deed::AtomicSet(cell, orders) => {
                self.line(&format!("  atomic_store i32 @atom{cell}, 1 {}", order(*orders)));
            }
            Deed::IfAtomic(cell, orders, list) => {
                self.line(&format!("  %c = atomic_load i32 @atom{cell} {}", order(*orders)));
                self.guarded(list);
            }
            Deed::Count => {
                let counter = if self.reduces { "total" } else { "count" };
                self.line(&format!("  %{counter} = add i32 %{counter}, 1"));
            }
            Deed::Lend => self.line("  store ptr @lent, %own"),
            Deed::Task(depends, deferred, list) => {
                let at = self.address(Place::Element(0));
                let n = self.tasks.len();
                self.tasks.push(Task {
                    body: list.clone(),
                    part: None,
                    is_leased: false,
                });
                for (kind, cell) in depends {
                    self.line(&format!("  task_depend @x{cell}, 4, {kind}"));
                }
                self.line(&format!("  %h = task_create @task{n}, {at}"));
                if !deferred {
                    self.line("  _ = thread_join %h");
                }
            }
            Deed::TaskLoop(works, waits, list) => {
                let number = self.label();
                // Who makes it, so that no other loop has its address and number.
                let maker = match self.index {
                    Some(index) => index.to_owned(),
                    None => {
                        self.line("  %q = sext i32 %me to i64");
                        "%q".to_owned()
                    }
                };
                self.line(&format!(
                    "  %mark{number} = task_mark\n  %r{number} = offset @loops, {maker} * 8"
                ));
                for member in 0..2 {
                    let n = self.tasks.len();
                    self.tasks.push(Task {
                        body: list.clone(),
                        part: Some(Part {
                            number,
                            works: *works,
                            member,
                        }),
                        is_leased: false,
                    });
                    self.line(&format!("  %h = task_create @task{n}, %r{number}"));
                }
                if *waits {
                    self.line(&format!("  task_wait_since %mark{number}"));
                }
            }
            Deed::Lease(lease) => self.lease(lease),
            Deed::TaskWait => self.line("  task_wait"),
            Deed::TaskGroup(list) => {
                self.group += 1;
                let mark = format!("%mark{}", self.group);
                self.line(&format!("  {mark} = task_mark"));
                self.list(list);
                self.line(&format!("  task_wait_since {mark}"));
            }
        }
    }
}
