//! The files of a run, each parsed once.
//!
//! Programs of one project share files, and a program is read again for each value of a macro: a file is
//! parsed again only if its text after preprocessing is another one. Files are preprocessed and taken apart
//! into tokens by several threads, ahead of the one that parses them in their order, so that names, files
//! and messages are numbered the same every time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::ast::TranslationUnit;
use crate::compile::Input;
use crate::external::Externals;
use crate::lex::Dialect;
use crate::part::Part;
use crate::session::{Scanned, Session, parse_text, scan_file};
use raceproof_source::{Diagnostic, Diagnostics};

/// A file that was parsed.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// Its tree; none if it has errors.
    pub unit: Option<Arc<TranslationUnit>>,
    /// What there is to say about it.
    pub messages: Vec<Diagnostic>,
    /// The names that a linker sees; none if the file could not be preprocessed.
    pub externals: Option<Arc<Externals>>,
    /// Whether it speaks of OpenMP.
    pub has_open_mp: bool,
    text: Option<Arc<[u8]>>,
}

/// The files of a run.
#[derive(Debug, Default)]
pub struct Store {
    pub(crate) session: Session,
    parsed: HashMap<Input, Parsed>,
    parts: HashMap<&'static str, Arc<TranslationUnit>>,
}

/// How files are read.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// How many threads preprocess.
    pub jobs: usize,
    /// Is told the file that is read, its number and how many there are; at the end, that there is none.
    pub progress: &'a (dyn Fn(Option<&Input>, usize, usize) + Sync),
}

impl Default for Reading<'_> {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Reading {
            jobs: cores,
            progress: &|_, _, _| {},
        }
    }
}

/// How many files may be taken apart before they are parsed, for each thread.
const AHEAD: usize = 4;

impl Store {
    /// Parses the files that have not been parsed yet.
    pub(crate) fn read(&mut self, inputs: &[Input], reading: Reading<'_>) {
        let mut new: Vec<&Input> = Vec::new();
        for input in inputs {
            if !self.parsed.contains_key(input) && !new.contains(&input) {
                new.push(input);
            }
        }
        let older: Vec<Option<(Input, Parsed)>> = new.iter().map(|input| self.older(input)).collect();
        let jobs = reading.jobs.clamp(1, new.len().max(1));
        let queue = Queue {
            next: AtomicUsize::new(0),
            state: Mutex::new(State {
                ready: new.iter().map(|_| None).collect(),
                parsed: 0,
            }),
            changed: Condvar::new(),
        };
        let scan = |number: usize| {
            let text = older[number]
                .as_ref()
                .and_then(|(_, parsed)| parsed.text.as_deref());
            scan_file(&new[number].path, &new[number].options, &|other| {
                text == Some(other)
            })
        };
        if jobs == 1 {
            for (number, input) in new.iter().enumerate() {
                (reading.progress)(Some(input), number, new.len());
                self.parse(input, scan(number), older[number].as_ref());
            }
            (reading.progress)(None, new.len(), new.len());
            return;
        }
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| queue.work(new.len(), jobs * AHEAD, &scan));
            }
            for (number, input) in new.iter().enumerate() {
                (reading.progress)(Some(input), number, new.len());
                let scanned = queue.take(number);
                self.parse(input, scanned, older[number].as_ref());
            }
        });
        (reading.progress)(None, new.len(), new.len());
    }

    /// What was parsed of the same file with other values of macros.
    fn older(&self, input: &Input) -> Option<(Input, Parsed)> {
        let is_older = |(known, _): &(&Input, &Parsed)| {
            let mut options = known.options.clone();
            options.overrides.clone_from(&input.options.overrides);
            known.path == input.path && options == input.options
        };
        let (known, parsed) = self.parsed.iter().find(is_older)?;
        Some((known.clone(), parsed.clone()))
    }

    fn parse(&mut self, input: &Input, scanned: Taken, older: Option<&(Input, Parsed)>) {
        let parsed = match (scanned, older) {
            (Err(_), Some((_, same))) => same.clone(),
            (Err(_), None) => unreachable!("there is no text to compare with"),
            (Ok(scanned), _) => {
                let has_open_mp = scanned.has_name("omp");
                self.session.diagnostics = Diagnostics::new();
                let parsed = self.session.parse(scanned);
                let is_wrong = self.session.diagnostics.has_errors();
                let messages = std::mem::take(&mut self.session.diagnostics).into_list();
                let (unit, text) = parsed.unzip();
                let externals = unit
                    .as_ref()
                    .map(|unit| Externals::of(unit, &self.session.interner));
                Parsed {
                    unit: unit.filter(|_| !is_wrong).map(Arc::new),
                    messages,
                    externals: externals.map(Arc::new),
                    has_open_mp,
                    text,
                }
            }
        };
        // Of the values of a macro, only the latest is kept.
        if let Some((older, _)) = older {
            self.parsed.remove(older);
        }
        self.parsed.insert(input.clone(), parsed);
    }

    /// A file that has been read.
    pub(crate) fn parsed(&self, input: &Input) -> Option<&Parsed> {
        self.parsed.get(input)
    }

    /// A source of ours.
    pub(crate) fn part(&mut self, part: &'static Part) -> Arc<TranslationUnit> {
        if let Some(unit) = self.parts.get(part.name) {
            return Arc::clone(unit);
        }
        let session = &mut self.session;
        let file = session.sources.file(part.name);
        session.sources.set_text(file, part.text.as_bytes());
        let mut unit = parse_text(session, file, part.text.as_bytes(), Dialect::default());
        unit.origin = part.origin;
        let unit = Arc::new(unit);
        self.parts.insert(part.name, Arc::clone(&unit));
        unit
    }
}

/// A file that was taken apart, or the text that is known already.
type Taken = Result<Scanned, Arc<[u8]>>;

/// Files on their way from those who take them apart to the one who parses them.
struct Queue {
    next: AtomicUsize,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    ready: Vec<Option<Taken>>,
    parsed: usize,
}

impl Queue {
    fn work(&self, count: usize, ahead: usize, scan: &(dyn Fn(usize) -> Taken + Sync)) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            {
                let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                let is_far = |state: &mut State| number >= state.parsed + ahead;
                drop(self.changed.wait_while(state, is_far));
            }
            let scanned = scan(number);
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.ready[number] = Some(scanned);
            self.changed.notify_all();
        }
    }

    fn take(&self, number: usize) -> Taken {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.parsed = number;
        self.changed.notify_all();
        loop {
            if let Some(scanned) = state.ready[number].take() {
                return scanned;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
