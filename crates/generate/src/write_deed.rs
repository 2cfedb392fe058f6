//! What the threads of a team do, as IR text.

use super::team::{Age, Change, Deed, Number, Part, Place, Update};
use super::write_team::{Share, Task, Writer};

/// The operation of a change, as a word of the text form.
fn operation(change: Change) -> &'static str {
    match change {
        Change::Sub => "sub",
        Change::Mul => "mul",
        Change::And => "and",
        Change::Or | Change::Any => "or",
        Change::Xor => "xor",
        Change::Set | Change::From => "exchange",
        Change::Add => "add",
    }
}

impl Writer<'_> {
    /// A number to combine with.
    fn number(&mut self, number: Number) -> String {
        match (number, self.index) {
            (Number::Fixed(value), _) => value.to_string(),
            (Number::Iteration, Some(index)) => {
                self.line(&format!("  %e = trunc i64 {index} to i32"));
                "%e".to_owned()
            }
            (Number::Iteration, None) => "1".to_owned(),
        }
    }

    /// Loads a part of what is at an address.
    pub fn load(&mut self, register: &str, at: &str, part: Part) {
        match part {
            Part::Whole => self.line(&format!("  {register} = load i32 {at}")),
            Part::Half(by) => self.line(&format!(
                "  %z = load i16 {at} + {by}\n  {register} = zext i16 %z to i32"
            )),
            Part::Byte(by) => self.line(&format!(
                "  %s = load i8 {at} + {by}\n  {register} = zext i8 %s to i32"
            )),
        }
    }

    fn store(&mut self, at: &str, value: &str, part: Part) {
        let is_number = !value.starts_with('%');
        match part {
            Part::Whole => self.line(&format!("  store i32 {at}, {value}")),
            Part::Half(by) if is_number => self.line(&format!("  store i16 {at} + {by}, {value}")),
            Part::Byte(by) if is_number => self.line(&format!("  store i8 {at} + {by}, {value}")),
            Part::Half(by) => self.line(&format!(
                "  %z = trunc i32 {value} to i16\n  store i16 {at} + {by}, %z"
            )),
            Part::Byte(by) => self.line(&format!(
                "  %s = trunc i32 {value} to i8\n  store i8 {at} + {by}, %s"
            )),
        }
    }

    fn update(&mut self, update: &Update) {
        let at = self.address(update.place);
        let number = self.number(update.number);
        let Update { part, keeps, .. } = *update;
        if update.change == Change::Set {
            return self.store(&at, &number, part);
        }
        let old = if keeps == Some(Age::Old) { "%old" } else { "%v" };
        self.load(old, &at, part);
        if keeps == Some(Age::Old) {
            self.line("  %v = %old");
        }
        self.change("%v", update.change, &number);
        self.store(&at, "%v", part);
        match keeps {
            Some(Age::Old) => self.line("  %kept = %old"),
            Some(Age::New) => self.line("  %kept = %v"),
            None => {}
        }
    }

    /// The register in which a thread collects.
    fn counter(&self) -> &'static str {
        if self.reduces { "%total" } else { "%count" }
    }

    /// Does the list if a register has a bit.
    fn if_bit(&mut self, register: &str, bit: u8, list: &[Deed]) {
        self.line(&format!(
            "  %c = shr_u i32 {register}, {bit}\n  %c = and i32 %c, 1"
        ));
        self.guarded(list);
    }

    /// Changes what a register holds.
    pub fn change(&mut self, register: &str, change: Change, value: &str) {
        let (a, b) = (register, value);
        match change {
            Change::From => self.line(&format!("  {a} = sub i32 {b}, {a}")),
            Change::Any => self.line(&format!(
                "  %b = ne i32 {b}, 0\n  {a} = ne i32 {a}, 0\n  {a} = or i32 {a}, %b"
            )),
            Change::Set => self.line(&format!("  {a} = {b}")),
            _ => self.line(&format!("  {a} = {} i32 {a}, {b}", operation(change))),
        }
    }

    /// Long because it has an arm for each deed.
    pub fn deed(&mut self, deed: &Deed) {
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
            Deed::Update(update) => self.update(update),
            Deed::Collect(change, number) => {
                let number = self.number(*number);
                self.change(self.counter(), *change, &number);
            }
            Deed::Reset => {
                let (counter, neutral) = (self.counter(), self.plan.neutral());
                self.line(&format!("  {counter} = {neutral}"));
            }
            Deed::Combine => self.combine(self.counter(), Place::Sum),
            Deed::Tell => self.line("  store i32 @told, 2"),
            Deed::IfIs(place, part, value, list) => {
                let at = self.address(*place);
                self.load("%v", &at, *part);
                self.line(&format!("  %c = eq i32 %v, {value}"));
                self.guarded(list);
            }
            Deed::IfKept(value, list) => self.if_bit("%kept", *value, list),
            Deed::IfCount(value, list) => self.if_bit(self.counter(), *value, list),
            Deed::AtomicUpdate(change, value, keeps) => {
                let result = if *keeps { "%kept = " } else { "" };
                let operation = operation(*change);
                self.line(&format!(
                    "  {result}atomic_rmw {operation} i32 @atom0, {value} seq_cst"
                ));
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
                let counter = self.counter();
                self.line(&format!("  {counter} = add i32 {counter}, 1"));
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
                        part: Some(Share {
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
