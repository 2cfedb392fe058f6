//! What a reader may not know of a race, and what removes it.
//!
//! A help is only given where what it says removes the race between these two accesses for sure.

use std::collections::BTreeSet;

use raceproof_library::find;
use raceproof_machine::{ObjectKind, Site, Witness};

use super::Describe;
use crate::Finding;

/// State of the library that functions keep for the whole process.
pub(super) struct HiddenState {
    /// The functions that the two threads call.
    functions: BTreeSet<String>,
}

impl HiddenState {
    /// `strtok`, or `localtime` and `gmtime`, as a part of a sentence.
    pub fn names(&self) -> String {
        let names: Vec<String> = self.functions.iter().map(|name| format!("`{name}`")).collect();
        names.join(" and ")
    }

    /// The functions that take the place of these and keep nothing, if all have one.
    fn reentrant(&self) -> Option<String> {
        let names = self.functions.iter().map(|name| {
            let other = format!("{name}_r");
            find(&other).map(|_| format!("`{other}`"))
        });
        let names: Option<Vec<String>> = names.collect();
        Some(names?.join(" and "))
    }
}

impl Describe<'_> {
    /// The function that a call at this place calls.
    fn called(&self, site: Site) -> Option<&str> {
        let point = self.machine.code().point(site)?;
        let called = self.program().instruction(point)?.called()?;
        Some(&self.program().functions.get(called.0 as usize)?.name)
    }

    /// The state of the library that a race is about, if it is.
    pub(super) fn hidden(&self, witness: &Witness) -> Option<HiddenState> {
        if witness.object().kind != ObjectKind::Library {
            return None;
        }
        let sites = witness.parties().each_ref().map(|party| party.access().site);
        let functions: BTreeSet<String> = sites
            .into_iter()
            .filter_map(|site| self.called(site))
            .filter(|name| find(name).is_some_and(|found| found.row.hidden.is_some()))
            .map(ToOwned::to_owned)
            .collect();
        (!functions.is_empty()).then_some(HiddenState { functions })
    }

    /// Says what is not plain to see.
    pub(super) fn explain(&self, finding: &mut Finding, witness: &Witness, hidden: Option<&HiddenState>) {
        if let Some(hidden) = hidden {
            let names = hidden.names();
            let note = format!("what {names} keeps is in static memory, which all threads share");
            finding.notes.push(note.replace("keeps", verb(hidden)));
            if let Some(other) = hidden.reentrant() {
                let help = format!("use {other}, which keeps it where the caller says");
                finding.help.push(help.replace("keeps", verb(hidden)));
            }
        }
        let [first, second] = witness.parties();
        let instruction = |site| {
            let point = self.machine.code().point(site)?;
            self.program().instruction(point)
        };
        let sites = [first, second].map(|party| party.access().site);
        let are_bits = sites
            .iter()
            .all(|site| instruction(*site).is_some_and(|inst| inst.is_of_bit_field()));
        if let [a, b] = &finding.accesses[..]
            && are_bits
            && a.expression != b.expression
            && !a.expression.is_empty()
            && !b.expression.is_empty()
        {
            finding.notes.push(format!(
                "`{}` and `{}` are bit-fields that share a memory location (C11 3.14): a write to one is a \
                 write to both",
                a.expression, b.expression
            ));
        }
        self.explain_modes(finding, witness);
        self.explain_missing_taskwait(finding, witness);
        self.explain_reduction(finding);
        self.explain_missing_lock(finding, witness);
    }

    /// A task and whoever made it: the latter can wait for the former.
    fn explain_missing_taskwait(&self, finding: &mut Finding, witness: &Witness) {
        let parties = witness.parties();
        for (task, maker) in [(0, 1), (1, 0)] {
            let (task, other) = (&parties[task], &parties[maker]);
            let mut steps = witness.steps().iter().rev();
            let made = steps.find(|step| step.created == Some(task.thread()));
            let is_made_by_other = made.is_some_and(|step| step.thread == other.thread());
            if let Some(access) = finding.accesses.get(maker)
                && is_made_by_other
                && self.is_task(task.stack())
                && access.at.is_known()
            {
                let (who, at) = (access.thread.name(), access.at.line_of_file());
                finding.help.push(format!(
                    "put `#pragma omp taskwait` before {at}: {who} made the task and does not wait for it"
                ));
            }
        }
    }

    /// Iterations of a loop that each add something to one variable, or to elements of an array.
    fn explain_reduction(&self, finding: &mut Finding) {
        let [first, second] = &finding.accesses[..] else {
            return;
        };
        let (Some(work), Some(other)) = (&first.work, &second.work) else {
            return;
        };
        let is_name = finding.object.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_loop = work.construct == "loop" && work.at == other.at && work.at.is_known();
        let is_same = first.at == second.at && first.expression == second.expression;
        if !is_loop || first.at.line_of_file() != second.at.line_of_file() || !is_name && !is_same {
            return;
        }
        let text = self.sources.text(&first.at.file).unwrap_or_default();
        let line = text
            .lines()
            .nth(first.at.line.saturating_sub(1) as usize)
            .unwrap_or_default();
        let updated = if is_name {
            &finding.object
        } else {
            &first.expression
        };
        let update = line
            .trim_start()
            .strip_prefix(updated.as_str())
            .filter(|_| !updated.is_empty())
            .map(str::trim_start);
        let operators = [
            ("+=", "+"),
            ("++", "+"),
            ("-=", "+"),
            ("*=", "*"),
            ("|=", "|"),
            ("&=", "&"),
            ("^=", "^"),
        ];
        let found = update.and_then(|rest| operators.iter().find(|(written, _)| rest.starts_with(written)));
        if found.is_some() && !is_name {
            // Which element it is may depend on what nobody knows before.
            let at = first.at.line_of_file();
            finding.help.push(format!(
                "put `#pragma omp atomic` before {at}: all iterations update the array there"
            ));
        } else if let Some((_, operator)) = found {
            let (name, at) = (&finding.object, work.at.line_of_file());
            finding
                .help
                .push(format!("add `reduction({operator}:{name})` to the loop at {at}"));
        }
    }

    /// One thread holds a lock of the program and the other one none.
    fn explain_missing_lock(&self, finding: &mut Finding, witness: &Witness) {
        let [first, second] = witness.parties();
        let (held, other) = match (first.locks(), second.locks()) {
            (held, []) => (held, finding.accesses.get(1)),
            ([], held) => (held, finding.accesses.first()),
            _ => return,
        };
        let is_of_program = |kind: ObjectKind| match kind {
            ObjectKind::Global(id) => {
                let global = self.program().globals.get(id.0 as usize);
                global.is_some_and(|global| !global.origin.is_ours() && global.role.is_none())
            }
            _ => false,
        };
        let lock = held
            .iter()
            .find(|lock| !lock.reading && is_of_program(lock.bytes.kind));
        if let (Some(lock), Some(other)) = (lock, other.filter(|other| other.at.is_known())) {
            let (name, at) = (self.lock(lock.bytes), other.at.line_of_file());
            finding
                .help
                .push(format!("hold `{name}` at {at} as well, as the other access does"));
        }
    }

    /// Two threads hold the same lock for reading, and one of them writes.
    fn explain_modes(&self, finding: &mut Finding, witness: &Witness) {
        let [first, second] = witness.parties();
        let shared = first.locks().iter().find(|lock| {
            let mut others = second.locks().iter();
            others.any(|other| other.bytes == lock.bytes && (lock.reading || other.reading))
        });
        if let Some(lock) = shared {
            let name = self.lock(lock.bytes);
            finding.notes.push(format!(
                "a read lock of `{name}` keeps only writers of it out, not other readers"
            ));
            finding
                .help
                .push(format!("take the write lock of `{name}` around the write"));
        }
    }
}

fn verb(hidden: &HiddenState) -> &'static str {
    match hidden.functions.len() {
        1 => "keeps",
        _ => "keep",
    }
}
