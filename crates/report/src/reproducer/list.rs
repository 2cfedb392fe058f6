//! The schedule as a list of turns: which thread does the next operation, on which line.

use raceproof_machine::{Site, Step, ThreadId, Wait, Witness};

use super::{ATOMIC, FORCED};
use crate::{Describe, Sources};

/// What an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// An operation.
    Plain,
    /// One that creates a thread.
    Create(ThreadId),
    /// One that goes to sleep.
    Sleep,
    /// It was woken.
    Wake,
    /// Its time is over.
    Late,
    /// A value from outside.
    Input(i128),
}

impl What {
    /// Its names in C.
    pub fn words(self) -> (&'static str, i128) {
        match self {
            What::Plain => ("RP_PLAIN", 0),
            What::Create(child) => ("RP_CREATE", child.0.into()),
            What::Sleep => ("RP_SLEEP", 0),
            What::Wake => ("RP_WAKE", 0),
            What::Late => ("RP_LATE", 0),
            What::Input(value) => ("RP_INPUT", value),
        }
    }
}

/// One turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Whose.
    pub thread: u32,
    /// The index of the file, and the line.
    pub file: usize,
    /// See `file`.
    pub line: u32,
    /// What it does.
    pub what: What,
}

/// All turns.
#[derive(Debug, Default)]
pub struct List {
    /// In their order.
    pub entries: Vec<Entry>,
    /// The files that are meant.
    pub files: Vec<String>,
    /// The functions that inputs come from.
    pub inputs: Vec<String>,
}

impl List {
    /// The turns of a witness.
    ///
    /// # Errors
    ///
    /// What cannot be forced.
    pub fn new(
        describe: &Describe<'_>,
        witness: &Witness,
        sources: &Sources,
        files: &[String],
    ) -> Result<List, String> {
        let mut list = List {
            files: files.to_vec(),
            ..List::default()
        };
        let others = sources.texts().map(|(name, _)| name.to_owned());
        for file in others {
            if !list.files.contains(&file) {
                list.files.push(file);
            }
        }
        if witness.lanes().is_some() {
            return Err("two iterations of one vector loop race, not two threads".to_owned());
        }
        for step in witness.steps() {
            list.add(describe, step)?;
        }
        Ok(list)
    }

    fn add(&mut self, describe: &Describe<'_>, step: &Step) -> Result<(), String> {
        if step.site == Site::START {
            return Ok(());
        }
        let at = describe.site(step.site);
        let words = describe.quote(&at);
        let what = match step {
            _ if describe.is_failure(step.site) => match step.value {
                None | Some(0) => return Ok(()),
                Some(_) => return Err(format!("`{words}` has to fail, which cannot be forced")),
            },
            Step {
                value: Some(value), ..
            } => {
                let name = words.split('(').next().unwrap_or_default().trim();
                let is_name = |name: &str| !name.is_empty() && name.bytes().all(is_of_name);
                if !words.contains('(') || !is_name(name) {
                    return Err(format!("the value {value} of `{words}` cannot be forced"));
                }
                if !self.inputs.iter().any(|known| known == name) {
                    self.inputs.push(name.to_owned());
                }
                What::Input(*value)
            }
            _ if !describe.is_forced(step.site, is_forced) => return self.unforced(step, &words),
            Step {
                created: Some(child), ..
            } => What::Create(*child),
            Step {
                wait: Some(Wait::Sleeps),
                ..
            } => What::Sleep,
            Step {
                wait: Some(Wait::TimesOut),
                ..
            } => What::Late,
            Step { wait: Some(_), .. } => What::Wake,
            _ => What::Plain,
        };
        let Some(file) = self.files.iter().position(|file| *file == at.file) else {
            return Err(format!("{at}: no text of this file is known"));
        };
        let entry = Entry {
            thread: step.thread.0,
            file,
            line: at.line,
            what,
        };
        // Several steps of one operation, or operations in a row on one line.
        if what == What::Plain && self.entries.last() == Some(&entry) {
            return Ok(());
        }
        self.entries.push(entry);
        Ok(())
    }

    fn unforced(&self, step: &Step, words: &str) -> Result<(), String> {
        match step.created.is_some() || step.joined.is_some() {
            true => Err(format!("the threads of `{words}` cannot be forced")),
            false => Ok(()),
        }
    }
}

/// Whether calls of this function are forced.
fn is_forced(name: &str) -> bool {
    const OWN: [&str; 12] = [
        "pthread_create",
        "thrd_create",
        "pthread_cond_wait",
        "pthread_cond_timedwait",
        "pthread_cond_clockwait",
        "cnd_wait",
        "cnd_timedwait",
        "thrd_detach",
        "thrd_join",
        "mtx_lock",
        "mtx_trylock",
        "mtx_unlock",
    ];
    let all = FORCED
        .split_whitespace()
        .chain(ATOMIC.split_whitespace())
        .chain(OWN);
    all.into_iter().any(|forced| forced == name)
}

/// Whether a byte is one of a name.
pub fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
