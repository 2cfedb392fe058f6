//! Steps of a run in the user's words: what happens, with which values and which locks.

use std::collections::BTreeSet;

use raceproof_ir::{Inst, Kind, Order, SyncOp};
use raceproof_machine::{Bytes, Change, Content, Site, Step as MachineStep, Wait};

use super::Describe;
use super::tie::Ties;
use crate::history::history;
use crate::{Finding, Held, Step, StepKind, Value};

impl Describe<'_> {
    /// The steps of a run, and the inputs among them.
    pub(super) fn tell_steps(&self, finding: &mut Finding, steps: &[MachineStep]) {
        let mut raced = 0;
        let mut made = BTreeSet::new();
        let mut ties = Ties::default();
        for step in steps {
            let at = self.site(step.site);
            let is_event = step.created.is_some() || step.joined.is_some() || step.value.is_some();
            let is_plain = !is_event && !step.racing && step.wait.is_none() && step.change.is_none();
            let is_again = |last: &Step| last.thread == step.thread.0 && last.at == at;
            // Many steps of the library make one of the user's.
            if is_plain && step.site != Site::START && finding.schedule.last().is_some_and(is_again) {
                let locks = self.held_all(step);
                if let Some(last) = finding.schedule.last_mut() {
                    last.locks = locks;
                }
                ties.extend(step);
                continue;
            }
            let mut told = Step {
                thread: step.thread.0,
                kind: kind(step),
                text: self.quote(&at),
                locks: self.held_all(step),
                at,
                ..Step::default()
            };
            if let Some(created) = step.created {
                // Numbers of threads that have ended are used again.
                let again = if made.insert(created) { "" } else { "another " };
                told.text = join(&told.text, &format!("creates {again}thread {}", created.0));
            }
            if let Some(joined) = step.joined {
                told.text = join(&told.text, &format!("joins thread {}", joined.0));
            }
            if let Some(words) = self.waits(step) {
                told.text = join(&told.text, &words);
            }
            let instruction = self.instruction(step.site);
            if instruction.is_some_and(|inst| inst.is_failure()) {
                if step.value == Some(0) {
                    continue;
                }
                let line = told.at.line;
                let mut failing = format!("`{}` failing at line {line}", told.text);
                if let Some(Value::Text(before)) = finding.inputs.get("failure") {
                    failing = format!("{before}, {failing}");
                }
                finding.inputs.insert("failure".to_owned(), Value::Text(failing));
                told.text = join(&told.text, "fails");
            } else if let Some(value) = step.value {
                told.value = Some(value);
                let number = finding.inputs.len();
                let name = match told.text.is_empty() {
                    true => format!("input {number}"),
                    false => told.text.clone(),
                };
                finding.inputs.insert(name, Value::Integer(value));
                told.text = join(&told.text, &format!("gives {value}"));
            }
            if step.racing
                && let Some(access) = finding.accesses.get(raced)
            {
                let order = self.machine.atomic_order(step.site).filter(|_| access.atomic);
                let order = order.map_or_else(String::new, |(order, _)| format!(" ({})", order_word(order)));
                told.text = format!("{} {}{order}", access.verb(), finding.object);
                if let Some(work) = &access.work {
                    told.text = format!("{} in {}", told.text, work.name);
                }
                told.object.clone_from(&finding.object);
                raced += 1;
            } else if let Some(change) = &step.change
                && let Some((order, reads)) = self.machine.atomic_order(step.site)
            {
                told.object = self.bytes(change.bytes);
                let verb = match (change.write, reads) {
                    (false, _) => "loads",
                    (true, false) => "stores",
                    (true, true) => "updates",
                };
                told.text = format!("{verb} {} ({})", told.object, order_word(order));
            }
            if let Some(change) = &step.change {
                self.tell_values(&mut told, change);
            }
            finding.schedule.push(told);
            ties.push(step);
        }
        finding.history = history(&finding.schedule, ties.moments());
        for (step, follows) in finding.schedule.iter_mut().zip(ties.follows()) {
            step.follows = follows;
        }
    }

    fn held_all(&self, step: &MachineStep) -> Vec<Held> {
        step.held.iter().map(|lock| self.held(*lock)).collect()
    }

    pub(super) fn instruction(&self, site: Site) -> Option<&Inst> {
        let point = self.machine.code().point(site)?;
        self.program().instruction(point)
    }

    fn tell_values(&self, told: &mut Step, change: &Change) {
        let words = |content: Option<Content>| content.map(|content| self.content(content));
        told.before = words(change.before);
        told.after = match change.write {
            true => words(change.after),
            false => None,
        };
        // What a read finds is there after it too.
        if !change.write && told.before.is_none() {
            told.before = words(change.after);
        }
    }

    /// What some bytes hold, as the source would write it.
    fn content(&self, content: Content) -> String {
        match content {
            Content::Unwritten => "not set".to_owned(),
            Content::Null => "NULL".to_owned(),
            Content::Address(bytes) => {
                // Which part of the object is meant depends on the type of the pointer.
                let whole = self.bytes(Bytes { length: 0, ..bytes });
                match whole.contains(' ') {
                    true => whole,
                    false => format!("&{whole}"),
                }
            }
            Content::Number(kind, bits) => number(kind, bits),
        }
    }

    /// What a wait does in this step.
    fn waits(&self, step: &MachineStep) -> Option<String> {
        let names = |locks: &[raceproof_machine::HeldLock]| {
            let names: Vec<String> = locks
                .iter()
                .map(|lock| format!("`{}`", self.lock(lock.bytes)))
                .collect();
            names.join(" and ")
        };
        let is_condition = self
            .instruction(step.site)
            .and_then(|inst| inst.sync())
            .is_some_and(|op| matches!(op, SyncOp::CondWait | SyncOp::CondTimedWait));
        let (took, gave) = (names(&step.took), names(&step.gave));
        Some(match step.wait? {
            Wait::Sleeps if !gave.is_empty() => format!("sleeps, gives up {gave}"),
            Wait::Sleeps if is_condition => "sleeps".to_owned(),
            Wait::Sleeps => "waits".to_owned(),
            Wait::TimesOut => "its time is over".to_owned(),
            Wait::Woken if !took.is_empty() => format!("woken, has {took} again"),
            Wait::Woken => "woken".to_owned(),
            Wait::Spurious if !took.is_empty() => format!("wakes up without a reason, has {took} again"),
            Wait::Spurious if is_condition => "wakes up without a reason".to_owned(),
            Wait::Spurious => "goes on".to_owned(),
        })
    }
}

fn kind(step: &MachineStep) -> StepKind {
    match () {
        () if step.racing => StepKind::Access,
        () if step.created.is_some() => StepKind::Create,
        () if step.joined.is_some() => StepKind::Join,
        () if step.value.is_some() => StepKind::Input,
        () if step.wait == Some(Wait::Sleeps) => StepKind::Sleep,
        () if step.wait.is_some() => StepKind::Wake,
        () if step.change.is_some() => StepKind::Atomic,
        () if !step.took.is_empty() => StepKind::Lock,
        () if !step.gave.is_empty() => StepKind::Unlock,
        () => StepKind::Other,
    }
}

fn order_word(order: Order) -> &'static str {
    match order {
        Order::Relaxed => "relaxed",
        Order::Acquire => "acquire",
        Order::Release => "release",
        Order::AcqRel => "acq_rel",
        Order::SeqCst => "seq_cst",
    }
}

/// Bits as a number. Whether the type has a sign is not known here, so what could be either is told by its
/// bits.
fn number(kind: Kind, bits: u128) -> String {
    match kind {
        Kind::F32 => f32::from_bits(bits as u32).to_string(),
        Kind::F64 => f64::from_bits(bits as u64).to_string(),
        _ if kind.bits() < 128 && bits >> (kind.bits() - 1) == 0 => bits.to_string(),
        _ => format!("{bits:#x}"),
    }
}

fn join(text: &str, remark: &str) -> String {
    match text {
        "" => remark.to_owned(),
        text => format!("{text}  ({remark})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_without_guessing_their_sign() {
        assert_eq!(number(Kind::I32, 7), "7");
        assert_eq!(number(Kind::I32, 0xffff_ffff), "0xffffffff");
        assert_eq!(number(Kind::I8, 0x7f), "127");
        assert_eq!(number(Kind::F64, u128::from(1.5_f64.to_bits())), "1.5");
    }
}
