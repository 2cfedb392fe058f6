//! Plans of teams as IR text.
//!
//! It does what the runtime for C does, with as few accesses as possible: a thread's number, counters and
//! bounds are registers.

use super::team::{CELLS, Deed, ELEMENTS, Item, Lease, Look, Mapping, Place, TeamPlan, TeamRounds};
use std::fmt::Write;

/// The most rounds of a loop around what a team does.
const ROUNDS: u32 = 2;

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
            let counter = if task.part.is_some() { "%w: i64, " } else { "" };
            writer.line(&format!("  reg {counter}%kept: i32"));
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
        let [sum, cells @ ..] = self.initial;
        for (i, value) in (0..CELLS).zip(cells) {
            let _ = writeln!(out, "global @x{i}: i32 = {value}");
        }
        let _ = writeln!(out, "global @lent: ptr = @x0");
        let _ = writeln!(out, "global @sum: i32 = {sum}\nglobal @atom0: i32 = 0");
        if self.tells() {
            out.push_str("global @told: i32 = 0\nfunc @beside(%arg: ptr) -> ptr {\n  store i32 @told, 1\n  return null\n}\n");
        }
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
pub(super) struct Task {
    pub body: Vec<Deed>,
    /// The iterations that it shares with others.
    pub part: Option<Share>,
    /// Whether it gets where the address of its element is.
    pub is_leased: bool,
}

/// A part of the iterations of a loop.
#[derive(Clone)]
pub(super) struct Share {
    /// The number of the loop.
    pub number: u32,
    pub works: u8,
    pub member: u8,
}

pub(super) struct Writer<'a> {
    pub plan: &'a TeamPlan,
    pub out: String,
    /// Each becomes a function.
    pub tasks: Vec<Task>,
    pub labels: u32,
    /// The register with the number of the iteration.
    pub index: Option<&'static str>,
    pub in_task: bool,
    pub reduces: bool,
    pub group: u32,
    /// The numbers of leased variables in the function at hand.
    pub slots: Vec<u32>,
    /// The variable of the innermost lease around.
    pub lease: Option<u32>,
}

impl Writer<'_> {
    pub fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    pub fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels
    }

    fn region(&mut self) {
        self.line("func @region(%me: i32) {\n  reg %w: i64, %i: i64, %last: i64, %total: i32, %count: i32, %kept: i32, %round: i64");
        if self.plan.lends() {
            self.line("  slot $own: 4 bytes align 4");
        }
        let start = self.out.len();
        let neutral = self.plan.neutral();
        self.line(&format!("start:\n  %count = {neutral}"));
        if self.plan.lends() {
            self.line("  %own = slot_addr $own\n  store i32 %own, 0");
        }
        self.line("  %round = 0");
        if let Some(rounds) = &self.plan.rounds {
            self.line("  jump again\nagain:");
            self.barrier_if(rounds.barriers[0]);
        }
        for (number, item) in self.plan.items.iter().enumerate() {
            self.item(number, item);
        }
        if let Some(rounds) = &self.plan.rounds {
            self.look(rounds);
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
        if self.plan.tells() {
            self.line("  %h0 = thread_create @beside, null, 0");
        }
        for i in 1..self.plan.size {
            self.line(&format!("  %h{i} = thread_create @member{i}, null, 2"));
        }
        self.line("  call @region(i32 0)");
        for i in 1..self.plan.size {
            self.line(&format!("  _ = thread_join %h{i}"));
        }
        if self.plan.tells() {
            self.line("  _ = thread_join %h0");
        }
        self.list(&self.plan.after);
        if let Some((place, bit)) = self.plan.late {
            let at = self.address(place);
            let n = self.label();
            self.line(&format!(
                "  %v = load i32 {at}\n  %c = shr_u i32 %v, {bit}\n  %c = and i32 %c, 1\n  br %c, late{n}, never{n}\nlate{n}:\n  %h = thread_create \
                 @late, null, 0\n  store i32 @x1, 1\n  _ = thread_join %h\n  jump never{n}\nnever{n}:"
            ));
        }
        self.line("  return 0\n}");
        if self.plan.late.is_some() {
            self.line("func @late(%arg: ptr) -> ptr {\n  store i32 @x1, 2\n  return null\n}");
        }
    }

    /// The end of a round: whether there is another.
    fn look(&mut self, rounds: &TeamRounds) {
        self.barrier_if(rounds.barriers[1]);
        if rounds.locked {
            self.line("  mutex_lock @m0");
        }
        match rounds.look {
            Look::At(place) => {
                let at = self.address(place);
                self.line(&format!("  %seen = load i32 {at}"));
            }
            Look::Count => self.line("  %seen = %count"),
            Look::Kept => self.line("  %seen = %kept"),
        }
        if rounds.locked {
            self.line("  mutex_unlock @m0");
        }
        if rounds.kept {
            self.barrier_if(rounds.barriers[2]);
            self.line("  jump look\nlook:");
        }
        let late = rounds.barriers[2] && !rounds.kept;
        let bit = rounds.bit;
        self.line(&format!(
            "  %c = shr_u i32 %seen, {bit}\n  %c = and i32 %c, 1\n  br %c, enough, more\nmore:"
        ));
        self.barrier_if(late);
        self.line(&format!(
            "  %round = add i64 %round, 1\n  jump next\nnext:\n  %c = lt_s i64 %round, {ROUNDS}\n  br %c, again, over\nenough:"
        ));
        self.barrier_if(late);
        self.line("  jump over\nover:");
        if let Some(who) = rounds.writes {
            self.line(&format!("  %c = eq i32 %me, {who}"));
            self.guarded(&[Deed::Write(Place::Cell(0))]);
        }
    }

    fn barrier_if(&mut self, is_there: bool) {
        if is_there {
            self.barrier();
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
    pub fn lease(&mut self, lease: &Lease) {
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
            Item::Combine(who, place) => {
                let n = self.label();
                if let Some(who) = who {
                    self.line(&format!(
                        "  %c = eq i32 %me, {who}\n  br %c, then{n}, end{n}\nthen{n}:"
                    ));
                }
                self.combine("%count", *place);
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
                    let neutral = self.plan.neutral();
                    self.line(&format!("  %total = {neutral}"));
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
                    self.combine("%total", Place::Sum);
                }
                self.end(*nowait);
            }
        }
    }

    /// Combines what a register holds with a place, under the lock of reductions.
    pub fn combine(&mut self, register: &str, place: Place) {
        // Within a reduction the name of the sum means the private copy, which is what is combined.
        let at = match place {
            Place::Sum => "@sum".to_owned(),
            place => self.address(place),
        };
        self.line(&format!("  mutex_lock @reduction\n  %v = load i32 {at}"));
        self.change("%v", self.plan.combine, register);
        self.line(&format!("  store i32 {at}, %v\n  mutex_unlock @reduction"));
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
    fn part(&mut self, part: &Share, body: &[Deed]) {
        let Share {
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

    pub fn list(&mut self, list: &[Deed]) {
        list.iter().for_each(|deed| self.deed(deed));
    }

    /// Does the list if `%c` is not zero.
    pub fn guarded(&mut self, list: &[Deed]) {
        let n = self.label();
        self.line(&format!("  br %c, then{n}, end{n}\nthen{n}:"));
        self.list(list);
        self.line(&format!("  jump end{n}\nend{n}:"));
    }

    /// The address of a place; instructions that compute it are written.
    pub fn address(&mut self, place: Place) -> String {
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
            Place::Counted => self.picked("%count"),
            Place::Kept => self.picked("%kept"),
        }
    }

    /// The element that a register picks.
    fn picked(&mut self, register: &str) -> String {
        self.line(&format!(
            "  %half = and i32 {register}, 1\n  %q = sext i32 %half to i64\n  %p = offset @a, %q * 4"
        ));
        "%p".to_owned()
    }
}
